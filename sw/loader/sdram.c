/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start the SDRAM, if there is one, with the power-up sequence of JEDEC's SDR SDRAMs. LiteDRAM's DFII registers send
 * the commands. LiteDRAM's own init_sequence() refreshes only twice, but data sheets require eight refreshes. That
 * function also passes through a reserved mode.
 *
 * The loader's stack is in the SDRAM, so this code must not use a stack. The build checks this by -Wstack-usage=0.
 */

#include <generated/csr.h>

#ifdef CSR_SDRAM_BASE

#include <generated/sdram_phy.h>
#include <generated/soc.h>
#include "cycles.h"

#define MICROSECOND (CONFIG_CLOCK_FREQUENCY / 1000000u + 1u)  /* cycles of at least 1 us */
#define PRECHARGE   (DFII_COMMAND_RAS | DFII_COMMAND_WE)
#define REFRESH     (DFII_COMMAND_RAS | DFII_COMMAND_CAS)
#define LOAD_MODE   (DFII_COMMAND_RAS | DFII_COMMAND_CAS | DFII_COMMAND_WE)
#define ALL_BANKS   (1u << 10)
#define REFRESHES   8u

#if SDRAM_PHY_PHASES != 1
#error "this code supports only a PHY with one phase"
#endif

static inline __attribute__((always_inline)) void pause(uint32_t cycles)
{
    const uint32_t begin = now();

    while (now() - begin < cycles) {
    }
}

/* Send a command. A microsecond is longer than any command takes. */
static inline __attribute__((always_inline)) void command(uint32_t what, uint32_t address)
{
    sdram_dfii_pi0_address_write(address);
    sdram_dfii_pi0_command_write(DFII_COMMAND_CS | what);
    sdram_dfii_pi0_command_issue_write(1u);
    pause(MICROSECOND);
}

__attribute__((used)) void sdram_start(void)
{
    uint32_t n;

    sdram_dfii_control_write(DFII_CONTROL_CKE); /* without SEL, which hands control to the memory controller */
    sdram_dfii_pi0_baddress_write(0u);
    pause(200u * MICROSECOND);
    command(PRECHARGE, ALL_BANKS);
    for (n = 0u; n < REFRESHES; n++) {
        command(REFRESH, 0u);
    }
    command(LOAD_MODE, SDRAM_PHY_CL << 4); /* bursts of one word, sequential */
    sdram_dfii_control_write(DFII_CONTROL_SEL);
}

#endif
