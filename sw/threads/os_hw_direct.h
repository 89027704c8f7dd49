/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Direct calls, which a circuit makes without software. OS_HwStart() tells the circuit its second priority, its events
 * and the time, and OS_HwReset() frees this priority (os_hw_circuit.h).
 */

/* If circuits of the SoC can make direct calls, and the kernel keeps whole events in the event unit: */
#if OS_ACCEL_EVENT_ALL && defined(HARDWARE_THREADS_WOKEN_INTERRUPT)
#if (OS_TIME_BASE == 0u) && !OS_ACCEL_TIME_SHARED
#error "circuits that make direct calls need OS_HW_CALLS_EN=1u in all files, as in sw/metronome.mk"
#endif

/* Acknowledge that a direct call has woken a task. The kernel switches to the task when this handler ends. */
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

    if ((p_thread->DirectPrio == 0u) || (slot >= OSHwSlotsDirect())) {
        return OS_ERR_NONE;
    }
    if (p_thread->DirectPrio >= OS_LOWEST_PRIO) {
        return OS_ERR_PRIO_INVALID;
    }
    OS_ENTER_CRITICAL();
    if (OSTCBPrioTbl[p_thread->DirectPrio] != (OS_TCB *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_PRIO_EXIST;
    }
    OSHwTcbTbl[slot]                   = (OS_TCB){.OSTCBPrio = p_thread->DirectPrio};
    OSTCBPrioTbl[p_thread->DirectPrio] = &OSHwTcbTbl[slot];
    OS_EXIT_CRITICAL();
    for (INT32U handle = 0u; handle < OS_HW_HANDLES; handle++) {
        INT32S event = 0;

        if ((handle < p_thread->ResNbr) && (p_thread->Res[handle].Kind <= OS_HW_Q)) {
            event = OS_AccelEventHandle((OS_EVENT *)*p_thread->Res[handle].Obj, types[p_thread->Res[handle].Kind]);
        }
        OS_HwRegs(slot)[OS_HW_REG_RESOURCE] =
            (handle << OS_HW_REG_RESOURCE_HANDLE_LOW) | (INT32U)((event > 0) ? event : 0);
    }
    OS_HwRegs(slot)[OS_HW_REG_NUMBER] = OS_HW_REG_NUMBER_DIRECT | p_thread->DirectPrio;
    BSP_IntHandlerSet(HARDWARE_THREADS_WOKEN_INTERRUPT, OS_HwWokenHandler);
    BSP_IntEnable(HARDWARE_THREADS_WOKEN_INTERRUPT);
    return OS_ERR_NONE;
}

/* Free the second priority of a circuit. The circuit must be in reset. */
static void OS_HwDirectEnd(INT8U slot, const OS_HW_THREAD *p_thread)
{
    if (OS_HwRegs(slot)[OS_HW_REG_NUMBER] != 0u) {
        while ((OS_HwRegs(slot)[OS_HW_REG_CONTROL] & OS_HW_REG_CONTROL_BUSY) != 0u) {
        }
        ci_ready_clear(p_thread->DirectPrio); /* no task of this number may be ready after the thread has ended */
        OS_HwRegs(slot)[OS_HW_REG_NUMBER]  = 0u;
        OSTCBPrioTbl[p_thread->DirectPrio] = (OS_TCB *)0;
    }
}

#if OS_TIME_GET_SET_EN > 0u
/* Pass the kernel's time, or its offset from the time base, to the slots. It arrives there before the next tick. */
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
#else
#define OS_HwTimeSet() ((void)0)
#endif

#else /* no circuit makes direct calls */
#define OS_HwDirect(slot, p_thread)    OS_ERR_NONE
#define OS_HwDirectEnd(slot, p_thread) ((void)(p_thread))
#define OS_HwTimeSet()                 ((void)0)
#endif
