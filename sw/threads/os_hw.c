/* SPDX-License-Identifier: Apache-2.0 */
/* Hardware threads: their delegates, and the calls that delegates make. */
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"
#include <os_accel.h>

#define HW_LIKELY(condition) __builtin_expect((condition), 1)

#if (OS_SEM_EN == 0u) || (OS_SEM_DEL_EN == 0u) || (OS_TASK_DEL_EN == 0u) || (OS_TASK_SUSPEND_EN == 0u) || \
    (OS_TASK_CREATE_EXT_EN == 0u)
#error "hardware threads need OS_SEM_EN, OS_SEM_DEL_EN, OS_TASK_DEL_EN, OS_TASK_SUSPEND_EN and OS_TASK_CREATE_EXT_EN"
#endif

typedef struct {
    const OS_HW_THREAD *Thread;  /* 0: the slot is empty                           */
    volatile INT32U    *Regs;    /* registers of the circuit; 0: the model runs    */
    OS_TCB             *Tcb;     /* of the delegate; 0: the model runs             */
    volatile INT32U     Call;    /* pending work of the delegate, encoded as OS_HW_ALL_CALL; or 0 */
    void *volatile      Waits;   /* resource of the call in progress, which may block */
    volatile BOOLEAN    Answered; /* the handler has answered the call that blocks */
    INT32U              Count;
    INT32U              Refused;
} OS_HW;

static OS_HW     OSHwTbl[OS_HW_SLOTS_MAX];
static OS_HW    *p_OSHwEnd = OSHwTbl; /* after the last slot that ever had a thread */
static OS_HW_CMD OSHwCmdTbl[OS_HW_CMD_MAX - OS_HW_CMD_APP];

/* -------------------------------------------- Registers of the slots ------------------------------------------- */

#ifdef HARDWARE_THREADS_BASE

/* The SoC's circuits can make direct calls, and the kernel keeps all events in the event unit. */
#if OS_ACCEL_EVENT_ALL && defined(HARDWARE_THREADS_WOKEN_INTERRUPT)
#define HW_DIRECT_CALLS 1
#else
#define HW_DIRECT_CALLS 0
#endif
#if HW_DIRECT_CALLS && (OS_TIME_BASE == 0u) && !OS_ACCEL_TIME_SHARED
#error "circuits that make direct calls need OS_HW_CALLS_EN=1u in all files, as in sw/metronome.mk"
#endif

static volatile INT32U *OS_HwRegs(INT8U page)
{
    return (volatile INT32U *)HARDWARE_THREADS_BASE + page * (OS_HW_PAGE_BYTES / 4u);
}

INT8U OSHwSlots(void)
{
    const INT32U info = OS_HwRegs(OS_HW_SLOTS_MAX)[OS_HW_ALL_INFO];

    return (((info >> OS_HW_ALL_INFO_VERSION_LOW) & (OS_HW_ALL_INFO_VERSION >> OS_HW_ALL_INFO_VERSION_LOW)) ==
            OS_HW_VERSION) ? (INT8U)info : 0u;
}

INT8U OSHwSlotsDirect(void)
{
    return (OSHwSlots() > 0u) ? (INT8U)(OS_HwRegs(OS_HW_SLOTS_MAX)[OS_HW_ALL_INFO] >> OS_HW_ALL_INFO_DIRECT_LOW)
                              : 0u;
}
#else
INT8U OSHwSlotsDirect(void)
{
    return 0u;
}

INT8U OSHwSlots(void)
{
    return 0u;
}
#endif

/* ---------------------------------------------- Calls of a circuit --------------------------------------------- */

/* Return the object of a handle, if it has this kind. Error: OS_ERR_HW_HANDLE. */
static void *OS_HwObj(const OS_HW_THREAD *p_thread, INT8U handle, INT8U kind, INT8U *perr)
{
    if ((handle >= p_thread->ResNbr) || (p_thread->Res[handle].Kind != kind)) {
        *perr = OS_ERR_HW_HANDLE;
        return (void *)0;
    }
    *perr = OS_ERR_NONE;
    return *p_thread->Res[handle].Obj;
}

/*
 * One function for each kind of call, so hot_more.ld can place the code of a call together. The function of a service
 * that the kernel is built without is 0.
 */
#define HW_CALL(name) static INT32U name(void *p_obj, INT8U opt, INT32U arg, INT8U *perr)
#define HW_CALL_USES  (void)opt, (void)arg

HW_CALL(OS_HwSemPend)
{
    HW_CALL_USES;
    OSSemPend((OS_EVENT *)p_obj, arg, perr);
    return 0u;
}

HW_CALL(OS_HwSemPost)
{
    HW_CALL_USES;
    *perr = OSSemPost((OS_EVENT *)p_obj);
    return 0u;
}

#if OS_SEM_ACCEPT_EN > 0u
HW_CALL(OS_HwSemTry)
{
    HW_CALL_USES;
    *perr = OS_ERR_NONE;
    return OSSemAccept((OS_EVENT *)p_obj);
}
#else
#define OS_HwSemTry 0
#endif

#if OS_MBOX_EN > 0u
HW_CALL(OS_HwMboxPend)
{
    HW_CALL_USES;
    return (INT32U)OSMboxPend((OS_EVENT *)p_obj, arg, perr);
}
#else
#define OS_HwMboxPend 0
#endif

#if (OS_MBOX_EN > 0u) && (OS_MBOX_POST_EN > 0u)
HW_CALL(OS_HwMboxPost)
{
    HW_CALL_USES;
    *perr = OSMboxPost((OS_EVENT *)p_obj, (void *)arg);
    return 0u;
}
#else
#define OS_HwMboxPost 0
#endif

#if (OS_MBOX_EN > 0u) && (OS_MBOX_ACCEPT_EN > 0u)
HW_CALL(OS_HwMboxTry)
{
    HW_CALL_USES;
    *perr = OS_ERR_NONE;
    return (INT32U)OSMboxAccept((OS_EVENT *)p_obj);
}
#else
#define OS_HwMboxTry 0
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
HW_CALL(OS_HwQPend)
{
    HW_CALL_USES;
    return (INT32U)OSQPend((OS_EVENT *)p_obj, arg, perr);
}
#else
#define OS_HwQPend 0
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_POST_EN > 0u)
HW_CALL(OS_HwQPost)
{
    HW_CALL_USES;
    *perr = OSQPost((OS_EVENT *)p_obj, (void *)arg);
    return 0u;
}
#else
#define OS_HwQPost 0
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_ACCEPT_EN > 0u)
HW_CALL(OS_HwQTry)
{
    HW_CALL_USES;
    return (INT32U)OSQAccept((OS_EVENT *)p_obj, perr);
}
#else
#define OS_HwQTry 0
#endif

#if OS_MUTEX_EN > 0u
HW_CALL(OS_HwMutexPend)
{
    HW_CALL_USES;
    OSMutexPend((OS_EVENT *)p_obj, arg, perr);
    return 0u;
}

HW_CALL(OS_HwMutexPost)
{
    HW_CALL_USES;
    *perr = OSMutexPost((OS_EVENT *)p_obj);
    return 0u;
}
#else
#define OS_HwMutexPend 0
#define OS_HwMutexPost 0
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
HW_CALL(OS_HwFlagPend)
{
    HW_CALL_USES;
    return OSFlagPend((OS_FLAG_GRP *)p_obj, (OS_FLAGS)arg, opt, 0u, perr);
}

HW_CALL(OS_HwFlagPost)
{
    HW_CALL_USES;
    return OSFlagPost((OS_FLAG_GRP *)p_obj, (OS_FLAGS)arg, OS_FLAG_SET, perr);
}
#else
#define OS_HwFlagPend 0
#define OS_HwFlagPost 0
#endif

#if (OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u)
HW_CALL(OS_HwMemGet)
{
    HW_CALL_USES;
    return (INT32U)OSMemGet((OS_MEM *)p_obj, perr);
}

HW_CALL(OS_HwMemPut)
{
    HW_CALL_USES;
    *perr = OSMemPut((OS_MEM *)p_obj, (void *)arg);
    return 0u;
}
#else
#define OS_HwMemGet 0
#define OS_HwMemPut 0
#endif

/* Calls that name a resource, by command from OS_HW_CMD_SEM_PEND on. */
static const struct {
    INT32U (*Fnct)(void *p_obj, INT8U opt, INT32U arg, INT8U *perr);
    INT32U Kind;
} OSHwCallTbl[] = {
    {OS_HwSemPend, OS_HW_SEM},     {OS_HwSemPost, OS_HW_SEM},     {OS_HwMboxPend, OS_HW_MBOX},
    {OS_HwMboxPost, OS_HW_MBOX},   {OS_HwQPend, OS_HW_Q},         {OS_HwQPost, OS_HW_Q},
    {OS_HwMutexPend, OS_HW_MUTEX}, {OS_HwMutexPost, OS_HW_MUTEX}, {OS_HwFlagPend, OS_HW_FLAG},
    {OS_HwFlagPost, OS_HW_FLAG},   {OS_HwMemGet, OS_HW_MEM},      {OS_HwMemPut, OS_HW_MEM},
    {OS_HwSemTry, OS_HW_SEM},      {OS_HwMboxTry, OS_HW_MBOX},    {OS_HwQTry, OS_HW_Q},
};

/* Make any other call. */
static __attribute__((noinline)) INT32U OS_HwOther(INT8U slot, INT8U command, INT8U handle, INT32U arg, INT8U *perr)
{
    *perr = OS_ERR_NONE;
    switch (command) {
    case OS_HW_CMD_EXIT:
        (void)OSHwTaskDel(slot);
        break;
    case OS_HW_CMD_TIME_DLY:
        OSTimeDly(arg);
        break;
#if OS_TIME_GET_SET_EN > 0u
    case OS_HW_CMD_TIME_GET:
        return OSTimeGet();
#endif
    case OS_HW_CMD_PRINT:
        printf("slot %u: %u: %lu\n", (unsigned)slot, (unsigned)handle, (unsigned long)arg);
        break;
    default:
        if ((command >= OS_HW_CMD_APP) && (command < OS_HW_CMD_MAX) && (OSHwCmdTbl[command - OS_HW_CMD_APP] != 0)) {
            return OSHwCmdTbl[command - OS_HW_CMD_APP](slot, handle, arg, perr);
        }
        *perr = OS_ERR_HW_CMD;
        break;
    }
    return 0u;
}

INT32U OSHwCall(INT8U slot, INT8U command, INT8U handle, INT32U arg, INT8U *perr)
{
    OS_HW       *p_hw = &OSHwTbl[slot];
    const INT32U at   = (INT32U)command - OS_HW_CMD_SEM_PEND;
    INT32U       answer;
    void        *p_obj;

    if ((at >= (sizeof(OSHwCallTbl) / sizeof(OSHwCallTbl[0]))) || (OSHwCallTbl[at].Fnct == 0)) {
        return OS_HwOther(slot, command, handle, arg, perr);
    }
    p_obj = OS_HwObj(p_hw->Thread, handle, (INT8U)OSHwCallTbl[at].Kind, perr);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
    p_hw->Waits = p_obj; /* if the call blocks; a model does not need it, but the code is the same */
    answer      = OSHwCallTbl[at].Fnct(p_obj, p_hw->Thread->Res[handle].Opt, arg, perr);
    p_hw->Waits = (void *)0;
    return answer;
}

#ifdef HARDWARE_THREADS_BASE

void OS_Sched(void); /* of the kernel */

static void OS_HwAnswerBy(OS_HW *p_hw, INT32U reg, INT32U answer, INT8U err)
{
    volatile INT32U *p_regs = p_hw->Regs;

    p_hw->Count++;
    if (!HW_LIKELY(err == OS_ERR_NONE)) {
        p_regs[OS_HW_REG_ERROR] = err;
    }
    p_regs[reg] = answer;
}

static void OS_HwAnswer(OS_HW *p_hw, INT32U answer, INT8U err)
{
    OS_HwAnswerBy(p_hw, OS_HW_REG_ANSWER, answer, err);
}

/* Return a bit mask of the slots whose delegate is blocked in a call on this object. */
static INT32U OS_HwWaiting(const void *p_obj)
{
    INT32U waiting = 0u, bit = 1u;

    for (const OS_HW *p_hw = OSHwTbl; p_hw != p_OSHwEnd; p_hw++) {
        if (!HW_LIKELY(p_hw->Waits != p_obj) && (p_hw->Tcb != (OS_TCB *)0) && !OS_AccelRdyTst(p_hw->Tcb)) {
            waiting |= bit;
        }
        bit <<= 1;
    }
    return waiting;
}

/* A tick that the unit processes also ends waits. A task whose wait has timed out stays in
 * the wait list until it runs. */
#if OS_ACCEL_TICKLESS_EN > 0u
#define HW_TIMED_OUT(p_obj, p_tcb) OS_AccelEventHas((const OS_EVENT *)(p_obj), (p_tcb))
#else
#define HW_TIMED_OUT(p_obj, p_tcb) ((void)(p_obj), OS_FALSE)
#endif

/* Answer the threads whose delegates a post has woken. The delegates notice this when they run. */
static __attribute__((noinline)) void OS_HwWoken(const void *p_obj, INT32U waiting, INT32U answer)
{
    for (OS_HW *p_hw = OSHwTbl; waiting != 0u; p_hw++) {
        if (((waiting & 1u) != 0u) && OS_AccelRdyTst(p_hw->Tcb) && !HW_TIMED_OUT(p_obj, p_hw->Tcb)) {
            p_hw->Answered = OS_TRUE;
            OS_HwAnswer(p_hw, answer, OS_ERR_NONE);
        }
        waiting >>= 1;
    }
}

/* Return whether the delegate waits for work. If so, the handler can do some calls on its behalf. */
OS_ACCEL_INLINE BOOLEAN OS_HwIdle(const OS_TCB *p_tcb)
{
    return (BOOLEAN)(HW_LIKELY(p_tcb != (OS_TCB *)0) &&
                     HW_LIKELY((p_tcb->OSTCBStat & OS_STAT_SEM) != 0u) &&
                     HW_LIKELY(p_tcb->OSTCBEventPtr == (OS_EVENT *)0));
}

/*
 * Functions that the handler uses to make a call, one for each kind, as above. They return OS_TRUE if the call is
 * answered, and OS_FALSE if the delegate must make it.
 */
#define HW_NOW(name) static __attribute__((noinline)) BOOLEAN name(OS_HW *p_hw, void *p_obj)

/* Waiting tasks at a post. */
typedef struct {
    BOOLEAN Any;
    INT32U  Slots; /* a bit for each slot whose delegate waits */
} OS_HW_WAITERS;

OS_ACCEL_INLINE OS_HW_WAITERS OS_HwWaiters(const void *p_obj)
{
    const BOOLEAN any = OS_AccelEventAny((OS_EVENT *)p_obj);

    return (OS_HW_WAITERS){.Any = any, .Slots = any ? OS_HwWaiting(p_obj) : 0u};
}

/*
 * Answer a post and the hardware threads that it has woken. If the post woke a software task, OS_HW_REG_YIELD delays
 * the interrupt of the poster's next wait, so that the task can run first.
 */
OS_ACCEL_INLINE BOOLEAN OS_HwPosted(OS_HW *p_hw, const void *p_obj, OS_HW_WAITERS waiters, INT32U message, INT8U err)
{
    if (waiters.Slots != 0u) {
        OS_HwWoken(p_obj, waiters.Slots, message);
    }
    OS_HwAnswerBy(p_hw, (waiters.Any && (waiters.Slots == 0u)) ? OS_HW_REG_YIELD : OS_HW_REG_ANSWER, 0u, err);
    return OS_TRUE;
}

HW_NOW(OS_HwSemPostNow)
{
    const OS_HW_WAITERS waiters = OS_HwWaiters(p_obj);

    return OS_HwPosted(p_hw, p_obj, waiters, 0u, OSSemPost((OS_EVENT *)p_obj));
}

#if OS_SEM_ACCEPT_EN > 0u
HW_NOW(OS_HwSemPendNow)
{
    if (OSSemAccept((OS_EVENT *)p_obj) == 0u) {
        return OS_FALSE;
    }
    OS_HwAnswer(p_hw, 0u, OS_ERR_NONE);
    return OS_TRUE;
}

HW_NOW(OS_HwSemTryNow)
{
    OS_HwAnswer(p_hw, OSSemAccept((OS_EVENT *)p_obj), OS_ERR_NONE);
    return OS_TRUE;
}
#else
#define OS_HwSemPendNow(p_hw, p_obj) OS_FALSE
#define OS_HwSemTryNow(p_hw, p_obj) OS_FALSE
#endif

#if (OS_MBOX_EN > 0u) && (OS_MBOX_POST_EN > 0u)
HW_NOW(OS_HwMboxPostNow)
{
    const INT32U        message = p_hw->Regs[OS_HW_REG_ARGUMENT];
    const OS_HW_WAITERS waiters = OS_HwWaiters(p_obj);

    return OS_HwPosted(p_hw, p_obj, waiters, message, OSMboxPost((OS_EVENT *)p_obj, (void *)message));
}
#else
#define OS_HwMboxPostNow(p_hw, p_obj) OS_FALSE
#endif

#if (OS_MBOX_EN > 0u) && (OS_MBOX_ACCEPT_EN > 0u)
HW_NOW(OS_HwMboxPendNow)
{
    const INT32U message = (INT32U)OSMboxAccept((OS_EVENT *)p_obj);

    if (message == 0u) {
        return OS_FALSE;
    }
    OS_HwAnswer(p_hw, message, OS_ERR_NONE);
    return OS_TRUE;
}

HW_NOW(OS_HwMboxTryNow)
{
    OS_HwAnswer(p_hw, (INT32U)OSMboxAccept((OS_EVENT *)p_obj), OS_ERR_NONE);
    return OS_TRUE;
}
#else
#define OS_HwMboxPendNow(p_hw, p_obj) OS_FALSE
#define OS_HwMboxTryNow(p_hw, p_obj) OS_FALSE
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_POST_EN > 0u)
HW_NOW(OS_HwQPostNow)
{
    const INT32U        message = p_hw->Regs[OS_HW_REG_ARGUMENT];
    const OS_HW_WAITERS waiters = OS_HwWaiters(p_obj);

    return OS_HwPosted(p_hw, p_obj, waiters, message, OSQPost((OS_EVENT *)p_obj, (void *)message));
}
#else
#define OS_HwQPostNow(p_hw, p_obj) OS_FALSE
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u) && (OS_Q_ACCEPT_EN > 0u)
HW_NOW(OS_HwQPendNow)
{
    INT8U        err;
    const INT32U message = (INT32U)OSQAccept((OS_EVENT *)p_obj, &err);

    if (err != OS_ERR_NONE) {
        return OS_FALSE;
    }
    OS_HwAnswer(p_hw, message, OS_ERR_NONE);
    return OS_TRUE;
}

HW_NOW(OS_HwQTryNow)
{
    INT8U        err;
    const INT32U message = (INT32U)OSQAccept((OS_EVENT *)p_obj, &err);

    OS_HwAnswer(p_hw, message, err);
    return OS_TRUE;
}
#else
#define OS_HwQPendNow(p_hw, p_obj) OS_FALSE
#define OS_HwQTryNow(p_hw, p_obj) OS_FALSE
#endif

#if defined(OS_MUTEX_FOR) && (OS_MUTEX_EN > 0u)
/* Our kernel can lock and unlock a mutex for an idle delegate, because it is not in the middle of a pend or post. */
HW_NOW(OS_HwMutexPostNow)
{
    OS_HW_WAITERS waiters;

    if (!OS_HwIdle(p_hw->Tcb)) {
        return OS_FALSE;
    }
    waiters = OS_HwWaiters(p_obj);
    return OS_HwPosted(p_hw, p_obj, waiters, 0u, OS_MutexPostFor((OS_EVENT *)p_obj, p_hw->Tcb));
}

HW_NOW(OS_HwMutexPendNow)
{
    INT8U err;

    if (OS_HwIdle(p_hw->Tcb) && HW_LIKELY(OS_MutexTakeFor((OS_EVENT *)p_obj, p_hw->Tcb, &err))) {
        OS_HwAnswer(p_hw, 0u, err);
        return OS_TRUE;
    }
    return OS_FALSE;
}
#else
#define OS_HwMutexPostNow(p_hw, p_obj) OS_FALSE
#define OS_HwMutexPendNow(p_hw, p_obj) OS_FALSE
#endif

/* Make a call in the handler. Branches, because a table would use another line of a small data cache. */
OS_ACCEL_INLINE BOOLEAN OS_HwNow(OS_HW *p_hw, INT32U kind, BOOLEAN posts, void *p_obj)
{
    switch (kind) {
    case OS_HW_SEM:
        return posts ? OS_HwSemPostNow(p_hw, p_obj) : OS_HwSemPendNow(p_hw, p_obj);
    case OS_HW_MBOX:
        return posts ? OS_HwMboxPostNow(p_hw, p_obj) : OS_HwMboxPendNow(p_hw, p_obj);
    case OS_HW_Q:
        return posts ? OS_HwQPostNow(p_hw, p_obj) : OS_HwQPendNow(p_hw, p_obj);
    default:
        return posts ? OS_HwMutexPostNow(p_hw, p_obj) : OS_HwMutexPendNow(p_hw, p_obj);
    }
}

/* The same for calls that do not wait. Out of line, because they are rare. */
static __attribute__((noinline)) BOOLEAN OS_HwTryNow(OS_HW *p_hw, INT32U kind, void *p_obj)
{
    switch (kind) {
    case OS_HW_SEM:
        return OS_HwSemTryNow(p_hw, p_obj);
    case OS_HW_MBOX:
        return OS_HwMboxTryNow(p_hw, p_obj);
    default:
        return OS_HwQTryNow(p_hw, p_obj);
    }
}

/*
 * Return the delegate's next work. Until there is some, the delegate waits as for a semaphore, but without an event;
 * only OS_HwWake() ends this wait.
 */
static INT32U OS_HwNext(OS_HW *p_hw)
{
    OS_TCB    *p_tcb  = p_hw->Tcb;
    OS_CPU_SR  cpu_sr = 0u;
    INT32U     call;

    OS_ENTER_CRITICAL();
    while ((call = p_hw->Call) == 0u) {
        p_tcb->OSTCBStat |= OS_STAT_SEM;
        OS_AccelRdyClr(p_tcb);
        OS_EXIT_CRITICAL();
        OS_Sched();
        OS_ENTER_CRITICAL();
    }
    p_hw->Call = 0u;
    OS_EXIT_CRITICAL();
    return call;
}

static void OS_HwDelegate(void *p_arg)
{
    const INT8U slot = (INT8U)(size_t)p_arg;
    OS_HW      *p_hw = &OSHwTbl[slot];
    INT32U      call, answer;
    INT8U       err;

    p_hw->Tcb = OSTCBCur;
    for (;;) {
        call = OS_HwNext(p_hw);
        if ((call & OS_HW_ALL_CALL_REFUSED) != 0u) {
            p_hw->Refused++;
            OSHwFaultHook(slot, p_hw->Regs[OS_HW_REG_FAULT]);
            p_hw->Regs[OS_HW_REG_FAULT] = 0u;
        }
        if ((call & OS_HW_ALL_CALL_PENDING) != 0u) {
            answer = OSHwCall(slot, (INT8U)call, (INT8U)(call >> OS_HW_ALL_CALL_HANDLE_LOW),
                              p_hw->Regs[OS_HW_REG_ARGUMENT], &err);
            if (!p_hw->Answered) {
                OS_HwAnswer(p_hw, answer, err);
            }
            p_hw->Answered = OS_FALSE;
        }
    }
}

/* Give work to the delegate, from a handler. A suspended delegate does it after its resume; a deleted one never. */
static void OS_HwWake(OS_HW *p_hw, INT32U call)
{
    OS_TCB *p_tcb = p_hw->Tcb;

    p_hw->Call |= call;
    if (OS_HwIdle(p_tcb)) {
        p_tcb->OSTCBStat &= OS_STAT_SUSPEND;
        if (p_tcb->OSTCBStat == OS_STAT_RDY) {
            OS_AccelRdySet(p_tcb);
        }
    }
}

/* Pass refused transfers on to the delegates. Out of line, to keep the handler short. */
static __attribute__((noinline)) void OS_HwRefused(volatile INT32U *p_common)
{
    const INT32U pending = p_common[OS_HW_ALL_PENDING] & OS_HW_ALL_PENDING_REFUSED;

    p_common[OS_HW_ALL_ANNOUNCED] = pending;
    for (INT32U slot = 0u; slot < OS_HW_SLOTS_MAX; slot++) {
        if ((pending & ((1uL << OS_HW_ALL_PENDING_REFUSED_LOW) << slot)) != 0u) {
            OS_HwWake(&OSHwTbl[slot], OS_HW_ALL_CALL_REFUSED);
        }
    }
}

/*
 * The handler makes posts, tries, and pends that need not wait; the delegate makes all other calls. A call that arrives
 * meanwhile stays pending and keeps the line active.
 */
static void OS_HwHandler(void)
{
    volatile INT32U *p_common = OS_HwRegs(OS_HW_SLOTS_MAX);
    const INT32U     call     = p_common[OS_HW_ALL_CALL];
    const INT32U     command  = call & OS_HW_ALL_CALL_COMMAND;
    const BOOLEAN    tries    = (command >= OS_HW_CMD_SEM_TRY) && (command <= OS_HW_CMD_Q_TRY);
    OS_HW           *p_hw     = &OSHwTbl[(call >> OS_HW_ALL_CALL_SLOT_LOW) & (OS_HW_SLOTS_MAX - 1u)];
    INT32U           kind;
    void            *p_obj;
    INT8U            err;

    if (!HW_LIKELY((call & OS_HW_ALL_CALL_PENDING) != 0u)) {
        if ((call & OS_HW_ALL_CALL_REFUSED) != 0u) {
            OS_HwRefused(p_common);
        }
        return;
    }
    if (HW_LIKELY((command >= OS_HW_CMD_SEM_PEND) && (command <= OS_HW_CMD_MUTEX_POST)) || tries) {
        kind  = OS_HW_SEM + (tries ? (command - OS_HW_CMD_SEM_TRY) : ((command - OS_HW_CMD_SEM_PEND) / 2u));
        p_obj = OS_HwObj(p_hw->Thread, (INT8U)(call >> OS_HW_ALL_CALL_HANDLE_LOW), (INT8U)kind, &err);
        if (HW_LIKELY(err == OS_ERR_NONE) &&
            HW_LIKELY(tries ? OS_HwTryNow(p_hw, kind, p_obj)
                                  : OS_HwNow(p_hw, kind, (BOOLEAN)(command & OS_HW_CMD_IS_POST), p_obj))) {
            return;
        }
    }
    p_common[OS_HW_ALL_ANNOUNCED] = 1uL << (p_hw - OSHwTbl);
    OS_HwWake(p_hw, call & ~OS_HW_ALL_CALL_REFUSED);
}

#if HW_DIRECT_CALLS
/* A direct call has woken a task. The kernel switches to it when this handler ends. */
static void OS_HwWokenHandler(void)
{
    OS_HwRegs(OS_HW_SLOTS_MAX)[OS_HW_ALL_ANNOUNCED] = OS_HW_ALL_PENDING_WOKEN;
}

/* Placeholder TCBs that represent waiting hardware threads. Their tasks never run. */
static OS_TCB OSHwTcbTbl[OS_HW_SLOTS_MAX];

/* Let a circuit make direct calls on its events in the event unit. */
static INT8U OS_HwDirect(INT8U slot, const OS_HW_THREAD *p_thread)
{
    static const INT8U types[] = {0u, OS_EVENT_TYPE_SEM, OS_EVENT_TYPE_MBOX, OS_EVENT_TYPE_Q};
    OS_CPU_SR          cpu_sr  = 0u;

    if ((p_thread->Number == 0u) || (slot >= OSHwSlotsDirect())) {
        return OS_ERR_NONE;
    }
    if (p_thread->Number >= OS_LOWEST_PRIO) {
        return OS_ERR_PRIO_INVALID;
    }
    OS_ENTER_CRITICAL();
    if (OSTCBPrioTbl[p_thread->Number] != (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_PRIO_EXIST;
    }
    OSHwTcbTbl[slot]               = (OS_TCB){.OSTCBPrio = p_thread->Number};
    OSTCBPrioTbl[p_thread->Number] = &OSHwTcbTbl[slot];
    OS_EXIT_CRITICAL();
    for (INT32U handle = 0u; handle < OS_HW_HANDLES; handle++) {
        INT32S event = 0;

        if ((handle < p_thread->ResNbr) && (p_thread->Res[handle].Kind <= OS_HW_Q)) {
            event = OS_AccelEventOf((OS_EVENT *)*p_thread->Res[handle].Obj, types[p_thread->Res[handle].Kind]);
        }
        OS_HwRegs(slot)[OS_HW_REG_RESOURCE] =
            (handle << OS_HW_REG_RESOURCE_HANDLE_LOW) | (INT32U)((event > 0) ? event : 0);
    }
    OS_HwRegs(slot)[OS_HW_REG_NUMBER] = OS_HW_REG_NUMBER_DIRECT | p_thread->Number;
    BSP_IntHandlerSet(HARDWARE_THREADS_WOKEN_INTERRUPT, OS_HwWokenHandler);
    BSP_IntEnable(HARDWARE_THREADS_WOKEN_INTERRUPT);
    return OS_ERR_NONE;
}
#endif

/* Reset a circuit. This ends its own wait, if any, before its number can be reused. Interrupts must be enabled. */
static void OS_HwReset(INT8U slot, const OS_HW_THREAD *p_thread)
{
    OS_HwRegs(slot)[OS_HW_REG_CONTROL] = 0u;
    while ((OS_HwRegs(slot)[OS_HW_REG_CONTROL] & OS_HW_REG_CONTROL_MOVES) != 0u) { /* complete its bus transfers */
    }
#if HW_DIRECT_CALLS
    if (OS_HwRegs(slot)[OS_HW_REG_NUMBER] != 0u) {
        while ((OS_HwRegs(slot)[OS_HW_REG_CONTROL] & OS_HW_REG_CONTROL_BUSY) != 0u) {
        }
        ci_ready_clear(p_thread->Number); /* no task of this number may be ready after the thread has ended */
        OS_HwRegs(slot)[OS_HW_REG_NUMBER]     = 0u;
        OSTCBPrioTbl[p_thread->Number] = (OS_TCB *)0;
    }
#else
    (void)p_thread;
#endif
}

#if HW_DIRECT_CALLS && (OS_TIME_GET_SET_EN > 0u)
/* Pass the time to the circuits. It arrives before the next tick. */
void OS_TimeOffsetHook(INT32U offset)
{
    if (OSHwSlotsDirect() > 0u) {
        OS_HwRegs(OS_HW_SLOTS_MAX)[OS_HW_ALL_OFFSET] = offset;
        OSHwFence();
    }
}

static void OS_HwTimeSet(void)
{
    OS_CPU_SR cpu_sr = 0u;

    OS_ENTER_CRITICAL();
#if OS_TIME_BASE > 0u
    OS_TimeOffsetHook(OSTimeOffset);
#else
    OS_TimeOffsetHook(OSTime);
#endif
    OS_EXIT_CRITICAL();
}
#endif

/* Start a thread in hardware. */
static INT8U OS_HwStart(INT8U slot, const OS_HW_THREAD *p_thread)
{
    volatile INT32U *p_regs = OS_HwRegs(slot);
    OS_HW           *p_hw   = &OSHwTbl[slot];
    INT8U            err;

    p_hw->Regs = p_regs;
    err = OSTaskCreateExt(OS_HwDelegate, (void *)(size_t)slot, &p_thread->StkBase[p_thread->StkSize - 1u],
                          p_thread->Prio, p_thread->Prio, p_thread->StkBase, p_thread->StkSize, &OSHwTbl[slot],
                          OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
    if (err != OS_ERR_NONE) {
        return err;
    }
#if HW_DIRECT_CALLS
    err = OS_HwDirect(slot, p_thread);
    if (err != OS_ERR_NONE) {
        (void)OSTaskDel(p_thread->Prio);
        return err;
    }
#endif
#if HW_DIRECT_CALLS && (OS_TIME_GET_SET_EN > 0u)
    OS_HwTimeSet();
#endif
    p_regs[OS_HW_REG_BASE]    = (INT32U)p_thread->Mem;
    p_regs[OS_HW_REG_LIMIT]   = (INT32U)p_thread->Mem + p_thread->MemSize;
    p_regs[OS_HW_REG_TASK]    = p_thread->Prio;
    p_regs[OS_HW_REG_START]   = (INT32U)p_thread->Arg;
    p_regs[OS_HW_REG_FAULT]   = 0u;
    BSP_IntHandlerSet(HARDWARE_THREADS_INTERRUPT, OS_HwHandler);
    BSP_IntEnable(HARDWARE_THREADS_INTERRUPT);
    p_regs[OS_HW_REG_CONTROL] = OS_HW_REG_CONTROL_RUN;
    return OS_ERR_NONE;
}
#endif

/* ---------------------------------------------- Calls of software ---------------------------------------------- */

INT8U OSHwTaskCreate(INT8U slot, const OS_HW_THREAD *p_thread)
{
    INT8U err;
#if OS_CRITICAL_METHOD == 3u
    OS_CPU_SR cpu_sr = 0u;
#endif

    if (slot >= OS_HW_SLOTS_MAX) {
        return OS_ERR_HW_SLOT;
    }
    if ((((INT32U)p_thread->Mem | p_thread->MemSize) & 3u) != 0u) {
        return OS_ERR_HW_MEM;
    }
    OS_ENTER_CRITICAL();
    if (OSHwTbl[slot].Thread != (const OS_HW_THREAD *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_HW_SLOT;
    }
    OSHwTbl[slot] = (OS_HW){.Thread = p_thread};
    p_OSHwEnd     = (p_OSHwEnd <= &OSHwTbl[slot]) ? &OSHwTbl[slot + 1u] : p_OSHwEnd;
    OS_EXIT_CRITICAL();

#ifdef HARDWARE_THREADS_BASE
    if (OSHwIsCircuit(slot)) {
        err = OS_HwStart(slot, p_thread);
    } else
#endif
    {
        err = OSTaskCreateExt(p_thread->Task, p_thread->Arg, &p_thread->StkBase[p_thread->StkSize - 1u],
                              p_thread->Prio, p_thread->Prio, p_thread->StkBase, p_thread->StkSize, &OSHwTbl[slot],
                              OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
    }
    if (err != OS_ERR_NONE) {
        OSHwTbl[slot].Thread = (const OS_HW_THREAD *)0;
    }
    return err;
}

/* Return the thread of a slot, or 0 if the slot is empty. */
static const OS_HW_THREAD *OS_HwThread(INT8U slot)
{
    return (slot < OS_HW_SLOTS_MAX) ? OSHwTbl[slot].Thread : (const OS_HW_THREAD *)0;
}

/* Empty a slot. Its circuit is in reset and makes no calls. */
static void OS_HwStop(INT8U slot)
{
#ifdef HARDWARE_THREADS_BASE
    if (OSHwTbl[slot].Regs != (volatile INT32U *)0) {
        OS_HwReset(slot, OSHwTbl[slot].Thread);
        OSHwTbl[slot].Regs = (volatile INT32U *)0;
    }
#endif
    OSHwTbl[slot].Waits  = (void *)0; /* no post may answer it */
    OSHwTbl[slot].Thread = (const OS_HW_THREAD *)0;
}

INT8U OSHwTaskDel(INT8U slot)
{
    const OS_HW_THREAD *p_thread = OS_HwThread(slot);
    INT8U               err;

    if (p_thread == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    if (OSTCBCur->OSTCBExtPtr == &OSHwTbl[slot]) { /* a thread that ends itself does not return from OSTaskDel() */
        OS_HwStop(slot);
        return OSTaskDel(OS_PRIO_SELF);
    }
    err = OSTaskDel(p_thread->Prio);
    if (err == OS_ERR_NONE) {
        OS_HwStop(slot);
    }
    return err;
}

/* Hold a circuit's direct calls as well. */
static void OS_HwHold(INT8U slot, INT32U held)
{
#ifdef HARDWARE_THREADS_BASE
    if (OSHwTbl[slot].Regs != (volatile INT32U *)0) {
        OS_HwRegs(slot)[OS_HW_REG_CONTROL] = OS_HW_REG_CONTROL_RUN | held;
    }
#else
    (void)slot;
    (void)held;
#endif
}

INT8U OSHwTaskSuspend(INT8U slot)
{
    const OS_HW_THREAD *p_thread = OS_HwThread(slot);

    if (p_thread == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    OS_HwHold(slot, OS_HW_REG_CONTROL_HELD);
    return OSTaskSuspend(p_thread->Prio);
}

INT8U OSHwTaskResume(INT8U slot)
{
    const OS_HW_THREAD *p_thread = OS_HwThread(slot);
    INT8U               err;

    if (p_thread == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    err = OSTaskResume(p_thread->Prio);
    if (err == OS_ERR_NONE) {
        OS_HwHold(slot, 0u);
    }
    return err;
}

INT8U OSHwTaskStat(INT8U slot, INT32U *p_calls, INT32U *p_refused)
{
    if (OS_HwThread(slot) == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    *p_calls   = OSHwTbl[slot].Count;
    *p_refused = OSHwTbl[slot].Refused;
    return OS_ERR_NONE;
}

/* The bus is in order: this read completes after the earlier stores. */
void OSHwFence(void)
{
#ifdef HARDWARE_THREADS_BASE
    (void)OS_HwRegs(OS_HW_SLOTS_MAX)[OS_HW_ALL_INFO];
#endif
}

INT8U OSHwCmdSet(INT8U command, OS_HW_CMD fnct)
{
    if ((command < OS_HW_CMD_APP) || (command >= OS_HW_CMD_MAX)) {
        return OS_ERR_HW_CMD;
    }
    OSHwCmdTbl[command - OS_HW_CMD_APP] = fnct;
    return OS_ERR_NONE;
}

__attribute__((weak)) void OSHwFaultHook(INT8U slot, INT32U address)
{
    (void)slot;
    (void)address;
}
