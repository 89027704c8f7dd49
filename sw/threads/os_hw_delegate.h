/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The delegate: the task that makes the calls of a circuit. OS_HwStart() creates it (os_hw_circuit.h), and the handler
 * gives it work with OS_HwWake() (os_hw_handler.h).
 */

void OS_Sched(void); /* of the kernel */

/* Answer a call: write the answer to the slot's register `reg`, ANSWER or YIELD. Always return OS_TRUE. */
static BOOLEAN OS_HwAnswerBy(OS_HW *p_hw, INT32U reg, INT32U answer, INT8U err)
{
    volatile INT32U *p_regs = p_hw->Regs;

    p_hw->Count++;
    if (!HW_LIKELY(err == OS_ERR_NONE)) {
        p_regs[OS_HW_REG_ERROR] = err;
    }
    p_regs[reg] = answer;
    return OS_TRUE;
}

static BOOLEAN OS_HwAnswer(OS_HW *p_hw, INT32U answer, INT8U err)
{
    return OS_HwAnswerBy(p_hw, OS_HW_REG_ANSWER, answer, err);
}

/* Return whether the delegate waits for work. Only then may the handler make a mutex call for the delegate. */
OS_ACCEL_INLINE BOOLEAN OS_HwIdle(const OS_TCB *p_tcb)
{
    return (BOOLEAN)(HW_LIKELY(p_tcb != (OS_TCB *)0) &&
                     HW_LIKELY((p_tcb->OSTCBStat & OS_STAT_SEM) != 0u) &&
                     HW_LIKELY(p_tcb->OSTCBEventPtr == (OS_EVENT *)0));
}

/*
 * Return the delegate's next work. If there is no work, the delegate waits as for a semaphore, but without an event.
 * Only OS_HwWake() ends this wait.
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

/* Give work to the delegate from a handler. A suspended delegate works after its resume; a deleted one never works. */
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
