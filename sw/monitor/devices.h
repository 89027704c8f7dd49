/* SPDX-License-Identifier: Apache-2.0 */
/* The monitor's interface to accelerators. Without regions, the functions are empty. */
#ifndef DEVICES_H
#define DEVICES_H

#include <generated/csr.h>
#include "registers.h"

#ifdef REGIONS

/* Written by the build. */
struct region_config {
    uint32_t page, control; /* addresses of its registers                                                           */
    uint32_t line;
    uint8_t circuit[ACCELERATORS]; /* by accelerator: its number in this region, 1 or more; 0: does not fit    */
};

extern const struct region_config region_config[REGIONS];

bool devices_call(struct guest *guest);          /* all other calls; true: choose the running guest again           */
bool devices_wait(struct guest *guest, uint32_t cause);
void devices_drop(struct guest *guest);          /* the guest stops, or releases its accelerator                    */
void devices_protect(const struct guest *guest);
uint32_t devices_lines(uint32_t lines);
uint32_t devices_open(const struct guest *running);
uint32_t devices_of(const struct guest *guest);  /* lines that concern this guest; with MONITOR_SWITCH              */

#else

static inline bool devices_call(struct guest *guest)
{
    SET_REGISTER(guest, A0, (uint32_t)GUEST_UNKNOWN);
    return false;
}
static inline bool devices_wait(struct guest *guest, uint32_t cause)
{
    (void)guest, (void)cause;
    return false;
}
static inline void devices_drop(struct guest *guest) { (void)guest; }
static inline void devices_protect(const struct guest *guest) { (void)guest; }
static inline uint32_t devices_lines(uint32_t lines) { return lines; }
static inline uint32_t devices_open(const struct guest *running) { (void)running; return 0u; }
static inline uint32_t devices_of(const struct guest *guest) { (void)guest; return 0u; }

#endif
#endif
