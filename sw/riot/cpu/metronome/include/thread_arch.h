/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RIOT's inlined functions, for the task lists: thread_yield_higher() is a function call in place of a trap, and the
 * functions for run queues use the lists. thread.h includes this file behind sched.h, which defines the latter.
 */
#ifndef METRONOME_THREAD_ARCH_H
#define METRONOME_THREAD_ARCH_H

#ifdef METRONOME_READY_QUEUE

#include "irq.h"

#ifdef __cplusplus
extern "C" {
#endif

#define THREAD_API_INLINED

#define sched_runq_advance          metronome_runq_advance
#define sched_runq_is_empty         metronome_runq_is_empty
#define sched_runq_exactly_one      metronome_runq_exactly_one
#define sched_runq_more_than_one    metronome_runq_more_than_one

void metronome_runq_advance(uint8_t priority);
int metronome_runq_is_empty(uint8_t priority);
int metronome_runq_exactly_one(uint8_t priority);
int metronome_runq_more_than_one(uint8_t priority);
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

#ifdef __cplusplus
}
#endif

#else
#include_next <thread_arch.h>
#endif

#endif
