/* SPDX-License-Identifier: Apache-2.0 */
/* Zephyr's queues of threads, with the ready queue in the task lists. Found before Zephyr's own priority_q.h. */
#ifndef METRONOME_PRIORITY_Q_H
#define METRONOME_PRIORITY_Q_H

#include_next <priority_q.h>

#ifdef CONFIG_METRONOME_READY_QUEUE

#include <metronome_threads.h>

#undef _priq_run_init
#undef _priq_run_add
#undef _priq_run_remove
#undef _priq_run_best
#undef _priq_run_yield

/* The argument of each macro is Zephyr's queue in memory, which stays empty. */
#define _priq_run_init(queue)           sys_dlist_init(queue)
#define _priq_run_add(queue, thread)    ((void)(queue), metronome_make_ready(thread))
#define _priq_run_remove(queue, thread) ((void)(queue), metronome_remove_ready(thread))
#define _priq_run_yield(queue)          ((void)(queue), metronome_make_ready(_current))
#define _priq_run_best(queue)           ((void)(queue), metronome_first_ready())

#endif

#endif
