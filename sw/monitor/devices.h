/* SPDX-License-Identifier: Apache-2.0 */
/* What the monitor calls of its accelerators; without regions, nothing is left of it. */
#ifndef DEVICES_H
#define DEVICES_H

#include <generated/csr.h>
#include "registers.h"

#ifdef REGIONS

#define ACCELERATORS 32u   /* as the build has it */
/* Written by the build. */
struct region_config {
    uint32_t page, control; /* where its registers are                                                              */
    uint32_t line;
    uint8_t circuit[ACCELERATORS]; /* by accelerator, its number in this region, from 1 on; 0: it cannot hold it     */
};

extern const struct region_config region_config[REGIONS];

bool devices_call(struct guest *guest);          /* of numbers that are no others'; true: who runs is thought over  */
bool devices_wait(struct guest *guest, uint32_t cause);
void devices_drop(struct guest *guest);          /* it does not go on                                               */
void devices_protect(const struct guest *guest);
uint32_t devices_lines(uint32_t lines);
uint32_t devices_open(const struct guest *running);

/* True, once: an interrupt is to be raised. */
static inline bool devices_tell(struct guest *guest)
{
    bool tells = guest->share->tells;

    guest->share->tells = false;
    return tells;
}

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
static inline bool devices_tell(struct guest *guest) { (void)guest; return false; }
static inline void devices_drop(struct guest *guest) { (void)guest; }
static inline void devices_protect(const struct guest *guest) { (void)guest; }
static inline uint32_t devices_lines(uint32_t lines) { return lines; }
static inline uint32_t devices_open(const struct guest *running) { (void)running; return 0u; }

#endif
#endif
