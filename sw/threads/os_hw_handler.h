/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The handler of the slots' interrupt, OS_HwHandler(). For semaphores, mailboxes, queues and mutexes, it makes posts,
 * tries, and pends that need not wait. The delegate makes all other calls.
 */

/* Return a bit mask of the slots whose delegate is blocked in a call on this object. */
static INT32U OS_HwWaiting(const void *p_obj)
{
    INT32U waiting = 0u, bit = 1u;

    for (const OS_HW *p_hw = OSHwTbl; p_hw != p_OSHwEnd; p_hw++) {
        if (!HW_LIKELY(p_hw->WaitObj != p_obj) && (p_hw->Tcb != (OS_TCB *)0) && !OS_AccelRdyTst(p_hw->Tcb)) {
            waiting |= bit;
        }
        bit <<= 1;
    }
    return waiting;
}

/* Return whether a tick, not a post, made a task ready. With a time base, a tick can come inside the handler. A task
 * whose wait has timed out stays in the wait list until it runs. */
#if OS_ACCEL_TICKLESS_EN > 0u
#define HW_TIMED_OUT(p_obj, p_tcb) OS_AccelEventHas((const OS_EVENT *)(p_obj), (p_tcb))
#else
#define HW_TIMED_OUT(p_obj, p_tcb) ((void)(p_obj), OS_FALSE)
#endif

/* Answer the threads whose delegates a post has woken. Each delegate checks `Answered` when it runs. */
static __attribute__((noinline)) void OS_HwWokenAnswer(const void *p_obj, INT32U waiting, INT32U answer)
{
    for (OS_HW *p_hw = OSHwTbl; waiting != 0u; p_hw++) {
        if (((waiting & 1u) != 0u) && OS_AccelRdyTst(p_hw->Tcb) && !HW_TIMED_OUT(p_obj, p_hw->Tcb)) {
            p_hw->Answered = OS_TRUE;
            OS_HwAnswer(p_hw, answer, OS_ERR_NONE);
        }
        waiting >>= 1;
    }
}

/* The tasks that wait for an object just before a post. */
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
 * Answer a post, and the hardware threads that the post has woken. If tasks waited, but no delegate, OS_HW_REG_YIELD
 * delays the interrupt of the poster's next pend or delay, so that the woken task can run first.
 */
OS_ACCEL_INLINE BOOLEAN OS_HwPosted(OS_HW *p_hw, const void *p_obj, OS_HW_WAITERS waiters, INT32U message, INT8U err)
{
    if (waiters.Slots != 0u) {
        OS_HwWokenAnswer(p_obj, waiters.Slots, message);
    }
    return OS_HwAnswerBy(p_hw, (waiters.Any && (waiters.Slots == 0u)) ? OS_HW_REG_YIELD : OS_HW_REG_ANSWER, 0u, err);
}

/*
 * Functions that make a call at once. They return OS_TRUE if the call is answered, and OS_FALSE if the delegate must
 * make it.
 */
#define HW_NOW(name) static __attribute__((noinline)) BOOLEAN name(OS_HW *p_hw, HW_UNUSED void *p_obj)

HW_NOW(OS_HwSemPostNow)
{
    const OS_HW_WAITERS waiters = OS_HwWaiters(p_obj);

    return OS_HwPosted(p_hw, p_obj, waiters, 0u, OSSemPost(p_obj));
}

HW_NOW(OS_HwSemPendNow)
{
    return (BOOLEAN)((OSSemAccept(p_obj) != 0u) && OS_HwAnswer(p_hw, 0u, OS_ERR_NONE));
}

HW_NOW(OS_HwSemTryNow)
{
    return OS_HwAnswer(p_hw, OSSemAccept(p_obj), OS_ERR_NONE);
}

HW_NOW(OS_HwMboxPostNow)
{
    const INT32U        message = p_hw->Regs[OS_HW_REG_ARGUMENT];
    const OS_HW_WAITERS waiters = OS_HwWaiters(p_obj);

    return OS_HwPosted(p_hw, p_obj, waiters, message, OSMboxPost(p_obj, (void *)message));
}

HW_NOW(OS_HwMboxPendNow)
{
    const INT32U message = (INT32U)OSMboxAccept(p_obj);

    return (BOOLEAN)((message != 0u) && OS_HwAnswer(p_hw, message, OS_ERR_NONE));
}

HW_NOW(OS_HwMboxTryNow)
{
    return OS_HwAnswer(p_hw, (INT32U)OSMboxAccept(p_obj), OS_ERR_NONE);
}

HW_NOW(OS_HwQPostNow)
{
    const INT32U        message = p_hw->Regs[OS_HW_REG_ARGUMENT];
    const OS_HW_WAITERS waiters = OS_HwWaiters(p_obj);

    return OS_HwPosted(p_hw, p_obj, waiters, message, OSQPost(p_obj, (void *)message));
}

HW_NOW(OS_HwQPendNow)
{
    INT8U        err;
    const INT32U message = (INT32U)OSQAccept(p_obj, &err);

    return (BOOLEAN)((err == OS_ERR_NONE) && OS_HwAnswer(p_hw, message, OS_ERR_NONE));
}

HW_NOW(OS_HwQTryNow)
{
    INT8U        err;
    const INT32U message = (INT32U)OSQAccept(p_obj, &err);

    return OS_HwAnswer(p_hw, message, err);
}

/* Our kernel can lock and unlock a mutex for an idle delegate, because the delegate is not inside a pend or post. */
HW_NOW(OS_HwMutexPostNow)
{
    OS_HW_WAITERS waiters;

    if (!OS_HwIdle(p_hw->Tcb)) {
        return OS_FALSE;
    }
    waiters = OS_HwWaiters(p_obj);
    return OS_HwPosted(p_hw, p_obj, waiters, 0u, OS_MutexPostForDelegate(p_obj, p_hw->Tcb));
}

HW_NOW(OS_HwMutexPendNow)
{
    INT8U err;

    return (BOOLEAN)(OS_HwIdle(p_hw->Tcb) && HW_LIKELY(OS_MutexTakeForDelegate(p_obj, p_hw->Tcb, &err)) &&
                     OS_HwAnswer(p_hw, 0u, err));
}

/* Make a call at once, if its row allows this. Callers pass a constant command, so the compiler removes the switch. */
#define HW_NOW_ROW(command, kind, has, call, has_now, now) \
    case command: \
        return (has_now) ? now(p_hw, p_obj) : OS_FALSE;
OS_ACCEL_INLINE BOOLEAN OS_HwNow(OS_HW *p_hw, INT32U command, void *p_obj)
{
    switch (command) {
        HW_COMMANDS(HW_NOW_ROW)
    }
    return OS_FALSE;
}

/* Make a pend or a post at once. This is a switch, because a table would use another line of a small data cache. */
OS_ACCEL_INLINE BOOLEAN OS_HwPendOrPostNow(OS_HW *p_hw, INT32U kind, BOOLEAN posts, void *p_obj)
{
    switch (kind) {
    case OS_HW_SEM:
        return posts ? OS_HwNow(p_hw, OS_HW_CMD_SEM_POST, p_obj) : OS_HwNow(p_hw, OS_HW_CMD_SEM_PEND, p_obj);
    case OS_HW_MBOX:
        return posts ? OS_HwNow(p_hw, OS_HW_CMD_MBOX_POST, p_obj) : OS_HwNow(p_hw, OS_HW_CMD_MBOX_PEND, p_obj);
    case OS_HW_Q:
        return posts ? OS_HwNow(p_hw, OS_HW_CMD_Q_POST, p_obj) : OS_HwNow(p_hw, OS_HW_CMD_Q_PEND, p_obj);
    default:
        return posts ? OS_HwNow(p_hw, OS_HW_CMD_MUTEX_POST, p_obj) : OS_HwNow(p_hw, OS_HW_CMD_MUTEX_PEND, p_obj);
    }
}

/* Make a try at once. This function is out of line, because tries are rare. */
static __attribute__((noinline)) BOOLEAN OS_HwTryNow(OS_HW *p_hw, INT32U kind, void *p_obj)
{
    switch (kind) {
    case OS_HW_SEM:
        return OS_HwNow(p_hw, OS_HW_CMD_SEM_TRY, p_obj);
    case OS_HW_MBOX:
        return OS_HwNow(p_hw, OS_HW_CMD_MBOX_TRY, p_obj);
    default:
        return OS_HwNow(p_hw, OS_HW_CMD_Q_TRY, p_obj);
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
 * Make the pending call at once, or leave it to the delegate. Another call that arrives meanwhile stays pending and
 * keeps the interrupt line active.
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
                            : OS_HwPendOrPostNow(p_hw, kind, (BOOLEAN)(command & OS_HW_CMD_IS_POST), p_obj))) {
            return;
        }
    }
    p_common[OS_HW_ALL_ANNOUNCED] = 1uL << (p_hw - OSHwTbl);
    OS_HwWake(p_hw, call & ~OS_HW_ALL_CALL_REFUSED);
}
