// SPDX-License-Identifier: Apache-2.0
// Check which trace events the kernel and the port report, and in which order.
// cfg: OS_TRACE_EN=1 OS_TRACE_API_ENTER_EN=1 OS_TRACE_API_EXIT_EN=1 OS_TMR_EN=1 OS_TASK_TMR_PRIO=5
// cfg: OS_TRACE_EN=1 OS_TICK_STEP_EN=0 OS_TIME_TICK_HOOK_EN=0 OS_EVENT_NAME_EN=0 OS_FLAG_NAME_EN=0 -O0
#include "check.h"

#define API (OS_TRACE_API_ENTER_EN > 0u)

static OS_EVENT *sem, *mbox, *queue, *mutex;
static OS_FLAG_GRP *grp;
static OS_MEM *mem;
static void *messages[2], *memory[2];
static char trace_text[1024];

static char *put(char *to, char const *text)
{
    while (*text != '\0') {
        *to++ = *text++;
    }
    return to;
}

static char *put_number(char *to, unsigned value)
{
    if (value >= 10u) {
        to = put_number(to, value / 10u);
    }
    *to = (char)('0' + value % 10u);
    return to + 1;
}

/* Write an event's object: a task as its priority, a known object as a letter, another as '*', a number in decimal. */
static char *put_object(char *to, size_t object)
{
    OS_TCB const *ptcb = (OS_TCB const *)object;

    if (object < 256u) {
        return put_number(to, object);
    }
    if ((ptcb >= &OSTCBTbl[0]) && (ptcb < &OSTCBTbl[OS_MAX_TASKS + OS_N_SYS_TASKS])) {
        return put_number(to, ptcb->OSTCBPrio);
    }
    *to = (object == (size_t)sem)   ? 's'
        : (object == (size_t)mbox)  ? 'm'
        : (object == (size_t)queue) ? 'q'
        : (object == (size_t)mutex) ? 'x'
        : (object == (size_t)grp)   ? 'f'
        : (object == (size_t)mem)   ? 'p'
                                    : '*';
    return to + 1;
}

/* Record an event. This function must not use printf(), because it runs on every stack, also on small ones. */
void trace_event(char const *event, size_t object)
{
    char *to = trace_text + strlen(trace_text);

    if (to + strlen(event) + 16 < trace_text + sizeof(trace_text)) {
        to = put_object(put(put(to, event), "("), object);
        put(to, ") ");
    }
}

/* Execute a statement, and check the trace events that it causes. */
#define TRACES(statement, expected) \
    do { \
        memset(trace_text, 0, sizeof(trace_text)); \
        statement; \
        CHECK_STR(trace_text, expected); \
    } while (0)

static void suspends(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTaskSuspend(OS_PRIO_SELF);
    }
}

static void delays(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(2);
    }
}

static void do_nothing(void)
{
}

static void nested(void)
{
    OSIntEnter();
    OSIntExit();
}

static void tasks(void)
{
    TRACES((void)task_new(suspends, 10),
           "TASK_READY(10) TASK_CREATE(10) TASK_SWITCHED_IN(10) TASK_SUSPEND(10) TASK_SUSPENDED(10) "
           "TASK_SWITCHED_IN(30) ");
    TRACES((void)task_new(suspends, 10), ""); /* the priority is in use */
    TRACES(OSTaskNameSet(10, (INT8U *)"x", &err), "TASK_NAME_SET(10) ");
    TRACES((void)OSTaskResume(10),
           "TASK_READY(10) TASK_RESUME(10) TASK_SWITCHED_IN(10) TASK_SUSPEND(10) TASK_SUSPENDED(10) "
           "TASK_SWITCHED_IN(30) ");
    TRACES((void)OSTaskDel(10), "TASK_SUSPENDED(10) ");
    TRACES((void)OSTaskDel(10), "");
    TRACES((void)task_new(suspends, 40), "TASK_READY(40) TASK_CREATE(40) ");
    TRACES((void)OSTaskSuspend(40), "TASK_SUSPEND(40) TASK_SUSPENDED(40) ");
    TRACES((void)OSTaskDel(40), "TASK_SUSPENDED(40) ");
}

static void time_and_interrupts(void)
{
    TRACES(irq(do_nothing), "ISR_ENTER(0) ISR_EXIT(0) ");
    TRACES(irq(nested), "ISR_ENTER(0) ISR_ENTER(0) ISR_EXIT(0) ISR_EXIT(0) ");
    TRACES(ticks(1), "ISR_ENTER(0) TICK_INCREMENT(1) ISR_EXIT(0) ");
    TRACES((void)task_new(delays, 10),
           "TASK_READY(10) TASK_CREATE(10) TASK_SWITCHED_IN(10) TASK_SUSPENDED(10) TASK_DLY(2) TASK_SWITCHED_IN(30) ");
    TRACES(ticks(2), "ISR_ENTER(0) TICK_INCREMENT(2) ISR_EXIT(0) "
                     "ISR_ENTER(0) TICK_INCREMENT(3) TASK_READY(10) ISR_EXIT_TO_SCHEDULER(0) TASK_SWITCHED_IN(10) "
                     "TASK_SUSPENDED(10) TASK_DLY(2) TASK_SWITCHED_IN(30) ");
    TRACES((void)OSTimeDlyResume(10),
           "TASK_READY(10) TASK_SWITCHED_IN(10) TASK_SUSPENDED(10) TASK_DLY(2) TASK_SWITCHED_IN(30) ");
    OSSchedLock();
    TRACES(ticks(2), "ISR_ENTER(0) TICK_INCREMENT(4) ISR_EXIT(0) "
                     "ISR_ENTER(0) TICK_INCREMENT(5) TASK_READY(10) ISR_EXIT(0) ");
    TRACES(OSSchedUnlock(), "TASK_SWITCHED_IN(10) TASK_SUSPENDED(10) TASK_DLY(2) TASK_SWITCHED_IN(30) ");
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
}

static void names(void)
{
#if OS_EVENT_NAME_EN > 0u
    TRACES(OSEventNameSet(sem, (INT8U *)"n", &err), "EVENT_NAME_SET(s) ");
#endif
#if OS_FLAG_NAME_EN > 0u
    TRACES(OSFlagNameSet(grp, (INT8U *)"n", &err), "EVENT_NAME_SET(f) ");
#endif
    TRACES(OSMemNameSet(mem, (INT8U *)"n", &err), "EVENT_NAME_SET(p) ");
}

#if API
static void created(void)
{
    TRACES((void)OSSemCreate(0), "SEM_CREATE(*) ");
    TRACES(mutex = OSMutexCreate(3, &err), "MUTEX_CREATE(*) ");
    TRACES(grp = OSFlagCreate(0, &err), "FLAG_CREATE(*) ");
}

static void pends(void *p_arg)
{
    INT8U code;

    for (;;) {
        OSSemPend(sem, (INT32U)p_arg, &code);
    }
}

static void semaphores(void)
{
    TRACES((void)OSSemPost(0), "");
    TRACES((void)OSSemPost(mbox), "SEM_POST_ENTER(m) SEM_POST_EXIT(1) ");
    TRACES((void)OSSemPost(sem), "SEM_POST_ENTER(s) SEM_POST_EXIT(0) ");
    TRACES(OSSemPend(0, 0, &err), "");
    TRACES(OSSemPend(sem, 0, &err), "SEM_PEND_ENTER(s) SEM_PEND_EXIT(0) ");
    TRACES(IN_ISR(OSSemPend(sem, 0, &err)), "ISR_ENTER(0) SEM_PEND_ENTER(s) SEM_PEND_EXIT(2) ISR_EXIT(0) ");
    TRACES((void)task_new_arg(pends, 10, (void *)1),
           "TASK_READY(10) TASK_CREATE(10) TASK_SWITCHED_IN(10) SEM_PEND_ENTER(s) TASK_SUSPENDED(10) "
           "TASK_SWITCHED_IN(30) ");
    TRACES((void)OSSemPost(sem),
           "SEM_POST_ENTER(s) TASK_READY(10) TASK_SWITCHED_IN(10) SEM_PEND_EXIT(0) SEM_PEND_ENTER(s) "
           "TASK_SUSPENDED(10) TASK_SWITCHED_IN(30) SEM_POST_EXIT(0) ");
    TRACES(ticks(1),
           "ISR_ENTER(0) TICK_INCREMENT(6) TASK_READY(10) ISR_EXIT_TO_SCHEDULER(0) TASK_SWITCHED_IN(10) "
           "SEM_PEND_EXIT(10) SEM_PEND_ENTER(s) TASK_SUSPENDED(10) TASK_SWITCHED_IN(30) ");
    TRACES((void)OSSemDel(sem, OS_DEL_NO_PEND, &err), "SEM_DEL_ENTER(s) SEM_DEL_EXIT(73) ");
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    TRACES((void)OSSemDel(sem, OS_DEL_NO_PEND, &err), "SEM_DEL_ENTER(s) SEM_DEL_EXIT(0) ");
}

static void messages_of_both_kinds(void)
{
    TRACES((void)OSMboxPost(mbox, "x"), "MBOX_POST_ENTER(m) MBOX_POST_EXIT(0) ");
    TRACES((void)OSMboxPostOpt(mbox, "x", 0), "MBOX_POST_OPT_ENTER(m) MBOX_POST_OPT_EXIT(20) ");
    TRACES((void)OSMboxPend(mbox, 0, &err), "MBOX_PEND_ENTER(m) MBOX_PEND_EXIT(0) ");
    TRACES((void)OSMboxDel(mbox, 9, &err), "MBOX_DEL_ENTER(m) MBOX_DEL_EXIT(7) ");
    TRACES((void)OSQPost(queue, 0), "Q_POST_ENTER(q) Q_POST_EXIT(0) ");
    TRACES((void)OSQPostFront(queue, 0), "Q_POST_FRONT_ENTER(q) Q_POST_FRONT_EXIT(0) ");
    TRACES((void)OSQPostOpt(queue, 0, 0), "Q_POST_OPT_ENTER(q) Q_POST_OPT_EXIT(30) ");
    TRACES((void)OSQPend(queue, 0, &err), "Q_PEND_ENTER(q) Q_PEND_EXIT(0) ");
    TRACES((void)OSQDel(queue, OS_DEL_NO_PEND, &err), "Q_DEL_ENTER(q) Q_DEL_EXIT(0) ");
}

static void locks(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    OSMutexPend(mutex, 0, &code);
    (void)OSMutexPost(mutex);
}

static void mutexes(void)
{
    TRACES(OSMutexPend(mutex, 0, &err), "MUTEX_PEND_ENTER(x) MUTEX_PEND_EXIT(0) ");
    TRACES((void)task_new(locks, 10),
           "TASK_READY(10) TASK_CREATE(10) TASK_SWITCHED_IN(10) MUTEX_PEND_ENTER(x) TASK_SUSPENDED(30) TASK_READY(3) "
           "MUTEX_TASK_PRIO_INHERIT(3) TASK_SUSPENDED(10) TASK_SWITCHED_IN(3) ");
    TRACES((void)OSMutexPost(mutex),
           "MUTEX_POST_ENTER(x) MUTEX_TASK_PRIO_DISINHERIT(3) TASK_SUSPENDED(3) TASK_READY(30) TASK_READY(10) "
           "TASK_SWITCHED_IN(10) MUTEX_PEND_EXIT(0) MUTEX_POST_ENTER(x) MUTEX_POST_EXIT(0) TASK_SUSPENDED(10) "
           "TASK_SWITCHED_IN(30) MUTEX_POST_EXIT(0) ");
    TRACES((void)OSMutexDel(mutex, OS_DEL_NO_PEND, &err), "MUTEX_DEL_ENTER(x) MUTEX_DEL_EXIT(0) ");
}

static void flags_and_memory(void)
{
    TRACES((void)OSFlagPost(grp, 1, OS_FLAG_SET, &err), "FLAG_POST_ENTER(f) FLAG_POST_EXIT(0) ");
    TRACES((void)OSFlagPost(grp, 1, 2, &err), "FLAG_POST_ENTER(f) FLAG_POST_EXIT(113) ");
    TRACES((void)OSFlagPend(grp, 1, OS_FLAG_WAIT_SET_ALL, 0, &err), "FLAG_PEND_ENTER(f) FLAG_PEND_EXIT(0) ");
    TRACES((void)OSFlagPend(0, 1, OS_FLAG_WAIT_SET_ALL, 0, &err), "");
    TRACES((void)OSFlagDel(grp, OS_DEL_NO_PEND, &err), "FLAG_DEL_ENTER(f) FLAG_DEL_EXIT(0) ");
    TRACES((void)OSMemGet(mem, &err), "MEM_GET_ENTER(p) MEM_GET_EXIT(0) ");
    TRACES((void)OSMemPut(mem, &memory[0]), "MEM_PUT_ENTER(p) MEM_PUT_EXIT(0) ");
    TRACES((void)OSMemPut(mem, &memory[0]), "MEM_PUT_ENTER(p) MEM_PUT_EXIT(94) ");
    TRACES((void)OSMemPut(mem, 0), "");
}

static void timers(void)
{
    OS_TMR *tmr;

    TRACES(tmr = OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, 0, 0, 0, &err), "TMR_CREATE(*) ");
    TRACES((void)OSTmrStart(tmr, &err), "TMR_START_ENTER(*) TMR_START_EXIT(0) ");
    TRACES((void)OSTmrSignal(),
           "SEM_POST_ENTER(*) TASK_READY(5) TASK_SWITCHED_IN(5) SEM_PEND_EXIT(0) TMR_EXPIRED(*) SEM_PEND_ENTER(*) "
           "TASK_SUSPENDED(5) TASK_SWITCHED_IN(30) SEM_POST_EXIT(0) ");
    TRACES((void)OSTmrStop(tmr, OS_TMR_OPT_NONE, 0, &err), "TMR_STOP_ENTER(*) TMR_STOP_EXIT(142) ");
    TRACES((void)OSTmrDel(tmr, &err), "TMR_DEL_ENTER(*) TMR_DEL_EXIT(0) ");
    TRACES((void)OSTmrStart(0, &err), "");
}
#endif

void test_before_start(void)
{
    CHECK(strstr(trace_text, "TASK_READY(63) TASK_CREATE(63) TASK_NAME_SET(63) ") == trace_text);
    OS_CPU_IntNestEn(); /* interrupts are disabled until a task runs */
    TRACES(irq(do_nothing), ""); /* interrupts before OSStart() are not traced */
    (void)OS_CPU_SR_Save();
    TRACES(sem = OSSemCreate(0), "SEM_CREATE(*) ");
    TRACES(mbox = OSMboxCreate(0), "MBOX_CREATE(*) ");
    TRACES(queue = OSQCreate(messages, 2), "Q_CREATE(*) ");
    TRACES(mem = OSMemCreate(memory, 2, sizeof(void *), &err), "MEM_CREATE(*) ");
    TRACES(grp = OSFlagCreate(0, &err), "FLAG_CREATE(*) ");
}

void test(void)
{
    tasks();
    time_and_interrupts();
    names();
#if API
    created();
    semaphores();
    messages_of_both_kinds();
    mutexes();
    flags_and_memory();
    timers();
#else
    TRACES((void)OSSemPost(sem), "");
    TRACES(OSSemPend(sem, 0, &err), "");
    TRACES((void)OSMemGet(mem, &err), "");
#endif
}
