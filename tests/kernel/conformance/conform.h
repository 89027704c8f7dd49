/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conformance cases. A case is a small application that shows one behaviour, with its expected log:
 *
 *   // A post after the timeout, but before the task runs, ends the wait successfully.
 *   CASE(sem_post_after_timeout_wins,
 *        "M OSSemPost NONE, A OSSemPend NONE, M OSSemAccept 0")
 *   {
 *       sem = OSSemCreate(0);
 *       TASK(A, 10, ERR(OSSemPend(sem, 2, &err)));
 *       OSSchedLock();
 *       TICKS(2);
 *       CODE(OSSemPost(sem));
 *       OSSchedUnlock();
 *       VALUE(OSSemAccept(sem));
 *   }
 *
 * Events of a log are separated by commas or are in separate strings. An event begins with its context: a task's
 * letter, M for the case's task, `isr`, or `main` before OSStart(). S, T and I are the kernel's statistics, timer and
 * idle task. A task without a letter (created by OSTaskCreate()) is logged by its priority.
 *
 *   CASE(name, log)               the body runs in the task M with the priority M_PRIO, below most others
 *   CASE_MAIN(name, log)          the body runs in main() after OSInit(), and may call OSStart()
 *   CASE_DEFECT(B3, name, log, upstream)
 *                                 a CASE that shows a defect of the upstream kernel: `upstream` is the upstream log,
 *                                 or HANGS if the upstream kernel never ends the case
 *
 * A case ends when its body returns, at END(), or when the idle task runs but makes no ticks (`I stuck`). Each case
 * begins in the start-up code, so it does not depend on earlier cases. Ticks occur only when the case requests them.
 *
 * metro.verify.conformance reads names, logs and the sentence above each case from the sources, so keep the format.
 * From the logs, it collects the codes that each function returns, and a test compares them with api.csv. A file's
 * `// cfg:` line holds macros for ../cfg/os_cfg.h. Cases use only the public API.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <string.h>
#include <ucos_ii.h>
#include <bsp.h>

#define M_PRIO      50u
#define NO_PRIO     59u /* a valid priority without a task */
#define STK_SIZE    192u
#define LONGEST_DLY ((1u << OS_ACCEL_WIDTH) - 1u) /* longest delay of a time unit's counter, in ticks */

/* Tasks and handlers are nested functions. Without optimisation each would need a trampoline. */
#pragma GCC optimize "O1"
#pragma GCC diagnostic error "-Wtrampolines"
#pragma GCC diagnostic ignored "-Wunused-function"

/* ------------------------------------------------------------------------------------------------------ cases */

typedef struct conform_case {
    struct conform_case *next; /* set in the image to select and order the cases */
    char const *name;
    void (*body)(void);
    BOOLEAN in_main;
} CONFORM_CASE;

#define CASE_(name, in_main) \
    static void name(void); \
    CONFORM_CASE case_##name __attribute__((retain, section(".data"))) = { 0, #name, name, in_main }; \
    static void name(void)

#define CASE(name, log)                          CASE_(name, OS_FALSE)
#define CASE_MAIN(name, log)                     CASE_(name, OS_TRUE)
#define CASE_DEFECT(defect, name, log, upstream) CASE_(name, OS_FALSE)

/* Ends the case. */
void conform_end(void) __attribute__((noreturn));
#define END() conform_end()

/* -------------------------------------------------------------------------------------------------------- log */

/* Logs an event. The format may contain %s, %u and %x. */
void conform_log(char const *format, ...) __attribute__((format(printf, 1, 2)));
void conform_call(char const *call, char const *format, ...);
char const *conform_code(INT8U code); /* name of an error code, without OS_ERR_ */

#define SAY(...) conform_log(__VA_ARGS__)

/*
 * Call a kernel function, and log its name and result when it returns.
 *   CALL     no result                                        M OSTimeDly
 *   CODE     an error code                                    M OSSemPost NONE
 *   VALUE    a number                                         M OSSemAccept 2
 *   POINTER  a pointer, logged as `null` or `set`             M OSSemCreate set
 *   ERR, VALUE_ERR, POINTER_ERR
 *            the same, and the error code that the call stores in err
 *                                                             M OSSemPendAbort 1 PEND_ABORT
 */
#define CALL(call)    do { call; conform_call(#call, ""); } while (0)
#define CODE(call)    conform_call(#call, " %s", conform_code(call))
#define VALUE(call)   conform_call(#call, " %u", (INT32U)(call))
#define POINTER(call) conform_call(#call, (call) == 0 ? " null" : " set")
#define ERR(call) \
    do { \
        INT8U err = 0xEEu; \
        call; \
        conform_call(#call, " %s", conform_code(err)); \
    } while (0)
#define VALUE_ERR(call) \
    do { \
        INT8U err = 0xEEu; \
        INT32U value = (INT32U)(call); \
        conform_call(#call, " %u %s", value, conform_code(err)); \
    } while (0)
#define POINTER_ERR(call) \
    do { \
        INT8U err = 0xEEu; \
        BOOLEAN set = (BOOLEAN)((call) != 0); \
        conform_call(#call, " %s %s", set ? "set" : "null", conform_code(err)); \
    } while (0)

/* Logs state, remaining ticks and OSTCBStatPend of a task from OSTaskQuery(): `M task 10 SEM+SUSPEND 3 OK`. */
void conform_task_state(INT8U prio);
#define STATE(prio) conform_task_state(prio)

/* Logs the priorities in an event's wait list, as a query returns it: `M waits 10 12`. */
void conform_waits(OS_PRIO const *tbl);
#define WAITS(data) conform_waits((data).OSEventTbl)

/* ------------------------------------------------------------------------------------------------------ tasks */

/* Creates a task with OSTaskCreateExt(); its stack is cleared, and its id is the letter. */
void conform_task(void (*task)(void *p_arg), char letter, INT8U prio);

/* Creates a task that executes the statements and then returns, so the kernel deletes it. */
#define TASK(letter, prio, ...) \
    do { \
        void task_of_case(void *p_arg) { (void)p_arg; __VA_ARGS__; } \
        conform_task(task_of_case, #letter[0], prio); \
    } while (0)

/* Returns a stack that the case has not used yet. */
OS_STK *conform_stack(void);

/* ------------------------------------------------------------------------------------------ interrupts, ticks */

/* Takes an interrupt now, whose handler calls `body`. If the caller is a handler, the interrupt is nested. */
void conform_interrupt(void (*body)(void));

/* The two steps of conform_interrupt(): request an interrupt after `cycles` cycles; wait until its handler has run. */
void conform_interrupt_start(void (*body)(void), INT32U cycles);
void conform_interrupt_wait(void);

/* Takes an interrupt whose handler executes the statements. They must not use local variables of the case. */
#define ISR(...) \
    do { \
        void isr_of_case(void) { __VA_ARGS__; } \
        conform_interrupt(isr_of_case); \
    } while (0)

/* Makes n ticks, each in an interrupt. Higher-priority tasks that a tick makes ready run before the next tick. */
void conform_ticks(INT32U n);
#define TICK()   conform_ticks(1)
#define TICKS(n) conform_ticks(n)

/* Runs the statements while the idle task makes a tick in each round, so M can wait and tasks below M can run. */
extern volatile INT32U conform_idle_rounds; /* rounds of the idle task per tick; 0: no ticks */
#define WITH_TICKS(...) \
    do { \
        conform_idle_rounds = 1u; \
        __VA_ARGS__; \
        conform_idle_rounds = 0u; \
    } while (0)

/* ------------------------------------------------------------------------------------------------------ hooks */

/* Functions that the application's hooks call if a case sets them: ON(tick, SAY("hook")). */
extern void (*volatile conform_on_tick)(void);
extern void (*volatile conform_on_switch)(void);
extern void (*volatile conform_on_stat)(void);
extern void (*volatile conform_on_create)(OS_TCB *ptcb);
extern void (*volatile conform_on_delete)(OS_TCB *ptcb);
extern void (*volatile conform_on_return)(OS_TCB *ptcb);
extern void (*volatile conform_on_tcb_init)(OS_TCB *ptcb);

#define ON(hook, ...) \
    do { \
        void hook_of_case(void) { __VA_ARGS__; } \
        conform_on_##hook = hook_of_case; \
    } while (0)
#define ON_TASK(hook, ...) \
    do { \
        void hook_of_case(OS_TCB *ptcb) { (void)ptcb; __VA_ARGS__; } \
        conform_on_##hook = hook_of_case; \
    } while (0)
#define OFF(hook) (conform_on_##hook = 0)

#endif
