/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conformance cases. A case is a small application that shows one behaviour, with the log that it has to leave:
 *
 *   // A post after the timeout, but before the task ran, is what ends the wait.
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
 * Events of a log are separated by commas, or stand in strings of their own. An event begins with who it is that acts:
 * a task's letter, M for the case's own task, `isr`, or `main` before OSStart(); S, T and I are the kernel's
 * statistics, timer and idle task. A task without a letter (made by OSTaskCreate()) is its priority.
 *
 *   CASE(name, log)               the body runs in the task M, of priority M_PRIO: below that of most others
 *   CASE_MAIN(name, log)          the body runs in main(), after OSInit(); it calls OSStart() itself, or never
 *   CASE_DEFECT(B3, name, log, genuine)
 *                                 a CASE that shows a defect of the genuine kernel: `genuine` is the log that that one
 *                                 leaves, or HANGS where it never comes to the end
 *
 * A case ends when its body does, or when the idle task runs and nobody will ever tick (`I stuck`). Each begins with
 * the start-up code: nothing is left of the one before. Time stands still: a tick comes when the case asks for one.
 *
 * metro.verify.conformance reads names, logs and the sentence above each case from the sources, so keep to the
 * form; it also reads there which functions return which codes, for the table of what is tested (api.csv). A file's
 * `// cfg:` line holds macros for ../kernel/cfg/os_cfg.h. Cases use the public API alone.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <string.h>
#include <ucos_ii.h>
#include <bsp.h>

#define M_PRIO      50u
#define NO_PRIO     59u /* below OS_LOWEST_PRIO, and no task there */
#define STK_SIZE    192u
#define LONGEST_DLY ((1u << OS_ACCEL_WIDTH) - 1u) /* that a counter of the time unit holds */

/* Tasks and handlers are nested functions. Without optimisation each would need a trampoline. */
#pragma GCC optimize "O1"
#pragma GCC diagnostic error "-Wtrampolines"
#pragma GCC diagnostic ignored "-Wunused-function"

/* ------------------------------------------------------------------------------------------------------ cases */

typedef struct conform_case {
    struct conform_case *next; /* set in the image: which cases run, and in which order */
    char const *name;
    void (*body)(void);
    BOOLEAN in_main;
} CONFORM_CASE;

#define CASE_(name, in_main) \
    static void name(void); \
    CONFORM_CASE case_##name __attribute__((retain, section(".data"))) = { 0, #name, name, in_main }; \
    static void name(void)

#define CASE(name, log)                         CASE_(name, OS_FALSE)
#define CASE_MAIN(name, log)                    CASE_(name, OS_TRUE)
#define CASE_DEFECT(defect, name, log, genuine) CASE_(name, OS_FALSE)

/* Ends the case here. */
void conform_end(void) __attribute__((noreturn));
#define END() conform_end()

/* -------------------------------------------------------------------------------------------------------- log */

/* An event: %s, %u and %x as printf() has them. */
void conform_log(char const *format, ...) __attribute__((format(printf, 1, 2)));
void conform_call(char const *call, char const *format, ...);
char const *conform_code(INT8U code); /* name of an error code, without OS_ERR_ */

#define SAY(...) conform_log(__VA_ARGS__)

/*
 * What a call of a kernel function gives, logged by the function's name when it returns.
 *   CALL     nothing                                          M OSTimeDly
 *   CODE     an error code                                    M OSSemPost NONE
 *   VALUE    a number                                         M OSSemAccept 2
 *   POINTER  a pointer, of which the log says `null` or `set` M OSSemCreate set
 *   ERR, VALUE_ERR, POINTER_ERR
 *            the same, and an error code: the call has &err   M OSSemPendAbort 1 PEND_ABORT
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

/* A task as OSTaskQuery() shows it: `M task 10 SEM+SUSPEND 3 OK`: state, ticks left, OSTCBStatPend. */
void conform_task_state(INT8U prio);
#define STATE(prio) conform_task_state(prio)

/* The priorities in the waiting list of an event, as a query gives it: `M waits 10 12`. */
void conform_waits(OS_PRIO const *tbl);
#define WAITS(data) conform_waits((data).OSEventTbl)

/* ------------------------------------------------------------------------------------------------------ tasks */

/* Creates a task (by OSTaskCreateExt(), with its stack cleared) whose id is its letter. */
void conform_task(void (*task)(void *p_arg), char letter, INT8U prio);

/* The same for statements; when they end, the task deletes itself by returning. */
#define TASK(letter, prio, ...) \
    do { \
        void task_of_case(void *p_arg) { (void)p_arg; __VA_ARGS__; } \
        conform_task(task_of_case, #letter[0], prio); \
    } while (0)

/* A stack that no task of the case has yet. */
OS_STK *conform_stack(void);

/* ------------------------------------------------------------------------------------------ interrupts, ticks */

/* Takes an interrupt now, whose handler calls this function; in a handler: an interrupt of that one. */
void conform_interrupt(void (*body)(void));

/* The two halves: it comes some cycles later; until it is over. */
void conform_interrupt_start(void (*body)(void), INT32U cycles);
void conform_interrupt_wait(void);

/* The same for statements. They use no local variables of the case. */
#define ISR(...) \
    do { \
        void isr_of_case(void) { __VA_ARGS__; } \
        conform_interrupt(isr_of_case); \
    } while (0)

/* Ticks, each by an interrupt. Tasks that they make ready and that have a higher priority run between them. */
void conform_ticks(INT32U n);
#define TICK()   conform_ticks(1)
#define TICKS(n) conform_ticks(n)

/* While the statements run, the idle task ticks each time round: for a wait of M's own, or for tasks below it. */
extern volatile INT32U conform_idle_rounds; /* for a tick; 0: the idle task does not tick */
#define WITH_TICKS(...) \
    do { \
        conform_idle_rounds = 1u; \
        __VA_ARGS__; \
        conform_idle_rounds = 0u; \
    } while (0)

/* ------------------------------------------------------------------------------------------------------ hooks */

/* What the application's hooks do, nothing until a case sets it: ON(tick, SAY("hook")). `ptcb` where they have one. */
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
