/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of the SoC: LiteX's generated functions. Registers have 32 bits. */
#ifndef LITEX_H
#define LITEX_H

#include <stdint.h>

#include <generated/soc.h>

#if CONFIG_CSR_DATA_WIDTH != 32
#error "Registers have fewer than 32 bits: build the SoC with --csr-data-width=32"
#endif

#define CSR_ACCESSORS_DEFINED

static inline void csr_write_simple(unsigned long value, unsigned long address)
{
    *(volatile uint32_t *)address = value;
}

static inline unsigned long csr_read_simple(unsigned long address)
{
    return *(volatile uint32_t *)address;
}

#include <generated/csr.h>

#endif
