/* SPDX-License-Identifier: Apache-2.0 */
/* RIOT's inlined thread_yield_higher(). With the task lists, it is a function call in place of a trap. */
#ifndef METRONOME_THREAD_ARCH_H
#define METRONOME_THREAD_ARCH_H

#ifdef METRONOME_READY_QUEUE

#include "irq.h"

#define THREAD_API_INLINED

void metronome_yield_higher(void);

static inline __attribute__((always_inline)) void thread_yield_higher(void)
{
    if (irq_is_in()) {
        sched_context_switch_request = 1;
    }
    else {
        metronome_yield_higher();
    }
}

#else
#include_next <thread_arch.h>
#endif

#endif
