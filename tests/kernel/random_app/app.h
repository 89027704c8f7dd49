/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random application: tasks, interrupts and timers that use every service of the kernel. Its actions depend only on
 * its seed and on earlier events, because a tick or an interrupt comes only when the application requests one. So two
 * kernels that behave alike leave the same log.
 *
 *   app.c         parameters, random numbers, the choice of the next act, main()
 *   log.c         the log
 *   tasks.c       tasks: creation, deletion, suspension, delays, priorities
 *   interrupts.c  ticks, interrupts, the scheduler's lock; interrupts at any cycle that must leave no trace
 *   events.c      semaphores, mailboxes, queues, the wait for several of them
 *   mutexes.c, flags.c, memory.c, timers.c
 *   exchange.c    tasks and a handler that exchange items at any cycle, if APP_EXCHANGE is defined
 *   dump.c        the visible state of all these objects
 *
 * The application uses mutexes as their documentation requires. A task releases its mutexes in reverse order. A mutex
 * owner is not deleted, and its priority is not changed.
 *
 * If app_common is set, the log is compared with the log of an upstream or patched tree. So the application avoids the
 * known defects of uC/OS-II (sw/kernel/README.md), for example:
 *   - A task that waits for several kinds of events is not suspended.
 *   - A mutex owner does not wait for several events.
 *   - A mutex is deleted only by its owner or while its owner is not promoted.
 *   - An event flag group is not deleted while a task waits for it.
 *   - Flags are consumed only if the consuming task runs at once.
 *   - The registers of a task that does not exist are not used.
 *   - A timer's callback does not use other running timers.
 */
#ifndef APP_H
#define APP_H

#include <ucos_ii.h>
#include <os_accel.h>
#include <bsp.h>

/* Parameters that the harness sets in the image. */
extern INT32U app_seed;
extern INT32U app_steps;
extern INT32U app_mask; /* bit n enables acts[n] */
extern INT32U app_common;
extern INT32U app_line; /* if not 0, interrupts also come at any cycle; they change nothing */
extern INT32U app_log_from;
extern INT32U app_log_to;
extern INT32U app_log_now;

/* ---------------------------------------------------------------------------------------- log.c: see there */

/* The kind of a record. metro.kernels.ucos reads the names here. */
typedef enum {
    LOG_SWITCH, LOG_DLY, LOG_HMSM, LOG_DLY_RESUME, LOG_SUSPEND, LOG_RESUME, LOG_CHANGE_PRIO, LOG_CREATE,
    LOG_CREATE_EXT, LOG_DEL, LOG_DEL_REQ, LOG_DEL_SELF, LOG_TICK, LOG_TICK_TASK, LOG_ISR, LOG_LOCK, LOG_UNLOCK,
    LOG_TIME_SET, LOG_QUERY, LOG_STK_CHK, LOG_REG, LOG_NAME,
    LOG_SEM_PEND, LOG_SEM_POST, LOG_SEM_ACCEPT, LOG_SEM_ABORT, LOG_SEM_SET, LOG_SEM_DEL, LOG_SEM_CREATE,
    LOG_MBOX_PEND, LOG_MBOX_POST, LOG_MBOX_POST_OPT, LOG_MBOX_ACCEPT, LOG_MBOX_ABORT, LOG_MBOX_DEL, LOG_MBOX_CREATE,
    LOG_Q_PEND, LOG_Q_POST, LOG_Q_POST_FRONT, LOG_Q_POST_OPT, LOG_Q_ACCEPT, LOG_Q_FLUSH, LOG_Q_ABORT, LOG_Q_DEL,
    LOG_Q_CREATE, LOG_MULTI, LOG_MULTI_RDY,
    LOG_MUTEX_PEND, LOG_MUTEX_ACCEPT, LOG_MUTEX_POST, LOG_MUTEX_DEL, LOG_MUTEX_CREATE,
    LOG_FLAG_PEND, LOG_FLAG_POST, LOG_FLAG_ACCEPT, LOG_FLAG_RDY, LOG_FLAG_DEL, LOG_FLAG_CREATE,
    LOG_MEM_CREATE, LOG_MEM_GET, LOG_MEM_PUT,
    LOG_TMR_CREATE, LOG_TMR_DEL, LOG_TMR_START, LOG_TMR_STOP, LOG_TMR_SIGNAL, LOG_TMR_CALLBACK,
    LOG_TASK_STATE, LOG_SEM_STATE, LOG_MBOX_STATE, LOG_Q_STATE, LOG_MUTEX_STATE, LOG_FLAG_STATE, LOG_MEM_STATE,
    LOG_TMR_STATE, LOG_WAITS, LOG_READY, LOG_TOTALS
} KIND;

/* err: the call's error code. The meaning of arg and result depends on the kind. */
void log_put(KIND kind, INT8U err, INT32U arg, INT32U result);
void log_print(void);

/* ------------------------------------------------------------------------------------------------------ app.c */

extern INT32U steps; /* steps so far */
INT32U chance_next(INT32U *state);
INT32U rnd(INT32U range);
INT32U rnd_ticks(void);
void act(void); /* perform one random step as the running task or the handler */

/* ---------------------------------------------------------------------------------------------------- tasks.c */

#ifdef APP_EXCHANGE
#define PARTNERS 11u
#else
#define PARTNERS 0u
#endif

#define SLOTS       (OS_MAX_TASKS - 1u - PARTNERS) /* with keeper, timer task and partners: one task more than TCBs */
#define KEEPER      SLOTS               /* the keeper's slot: no act affects this task, which creates others */
#define KERNELS     (SLOTS + 1u)        /* slot of the kernel's own tasks and of the partners */
#define PRIO_KEEPER (OS_LOWEST_PRIO - 2u)
#define PRIOS       (PRIO_KEEPER - 1u) /* 1 to PRIO_KEEPER - 1 are the application's */

extern volatile BOOLEAN deleting; /* a deletion is in progress; OSTaskDel() serves interrupts between its two halves */
extern INT8U priority_changes;    /* number of priority changes in this interrupt */

void tasks_start(void);
int stacks_overflow(void);
INT8U slot_of(OS_TCB const *ptcb); /* return the task's slot */
OS_TCB *task_in(INT32U slot);      /* return the task, or null */
OS_TCB *task_at(INT8U prio);       /* return the task, or null */
BOOLEAN must_keep_running(void);   /* return whether the running task is exempt from deletion and long waits */
INT8U rnd_prio(void);              /* return a task's priority, or sometimes any; never the keeper's or timer task's */
INT8U rnd_free_prio(void);
INT32U rnd_timeout(void);          /* return a timeout in ticks that suits the running task */
void act_dly(void);
void act_dly_resume(void);
void act_suspend(void);
void act_change_prio(void);
void act_create(void);
void act_del(void);

/* ----------------------------------------------------------------------------------------------- interrupts.c */

void line_start(void);
void tick(void);
void isr(void);
void act_ticks(void);
void act_isr(void);
void act_lock(void);

/* ------------------------------------------------------------------------------------- events.c and the others */

/* Indexes into events[]. The kinds that a task can wait for together come first. */
enum { SEM, MBOX = SEM + 6, Q = MBOX + 3, MUTEX = Q + 4, EVENTS = MUTEX + 5 };

#define FLAG_GRPS 3u
#define PARTS     3u
#define TMRS      6u

extern OS_EVENT *events[EVENTS]; /* null: the object does not exist */
extern OS_FLAG_GRP *flag_grps[FLAG_GRPS];
extern OS_MEM *parts[PARTS];
extern OS_TMR *tmrs[TMRS];
extern INT8U parts_mem[PARTS][32];

void events_start(void);
INT32U event_index(OS_EVENT const *event); /* return EVENTS if the event is unknown */
INT32U rnd_event(INT32U first, INT32U count);
void event_del(KIND kind, INT32U index, OS_EVENT *(*del)(OS_EVENT *event, INT8U opt, INT8U *perr));
BOOLEAN waits_for_kinds(OS_TCB const *ptcb); /* for events of different kinds; true until the task runs again */
BOOLEAN waits_for_several(OS_TCB const *ptcb);
void events_forget(INT8U slot);              /* call this when a new task takes the slot */
void act_sem(void);
void act_mbox(void);
void act_q(void);
void act_multi(void);

BOOLEAN is_owner(OS_TCB const *ptcb); /* return whether the task owns a mutex */
void mutexes_forget(INT8U slot);
void act_mutex(void);
void flags_forget(INT8U slot);
void act_flag(void);
void act_mem(void);
void act_tmr(void);

/* ------------------------------------------------------------------------------------------------- exchange.c */

#ifdef APP_EXCHANGE
void exchange_start(BOOLEAN before); /* call it before and after events_start() */
void exchange_check(void);
void exchange_report(void);
BOOLEAN exchange_line(BOOLEAN irq_is_due); /* return OS_FALSE if line_handler() may perform an act of its own */
BOOLEAN exchange_shows_switch(void);
INT32U exchange_switches(void);
OS_TCB *exchange_task(void);
BOOLEAN is_partner_prio(INT8U prio);
#define LOG_TASK exchange_task()
#else
#define LOG_TASK          OSTCBCur
#define exchange_switches() OSCtxSwCtr
#define is_partner_prio(prio) OS_FALSE
#endif

/* ----------------------------------------------------------------------------------------------------- dump.c */

void dump(void);
void dump_ready(void);
void act_info(void);

#endif
