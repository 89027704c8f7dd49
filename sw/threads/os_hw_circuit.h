/* SPDX-License-Identifier: Apache-2.0 */
/* Start, hold and reset the circuit of a slot. OSHwTaskCreate() and the other functions of os_hw.c call these. */

/* Start a circuit and its delegate. */
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
    err = OS_HwDirect(slot, p_thread);
    if (err != OS_ERR_NONE) {
        (void)OSTaskDel(p_thread->Prio);
        return err;
    }
    OS_HwTimeSet();
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

/* Reset the circuit of the slot, if the slot has one. The reset ends a direct wait of the circuit before a task can use
 * the circuit's second priority. Interrupts must be enabled. */
OS_ACCEL_INLINE void OS_HwReset(INT8U slot)
{
    if (OSHwTbl[slot].Regs != (volatile INT32U *)0) {
        const OS_HW_THREAD *p_thread = OSHwTbl[slot].Thread;

        OS_HwRegs(slot)[OS_HW_REG_CONTROL] = 0u;
        while ((OS_HwRegs(slot)[OS_HW_REG_CONTROL] & OS_HW_REG_CONTROL_MEM_BUSY) != 0u) { /* wait for its bus access */
        }
        OS_HwDirectEnd(slot, p_thread);
        OSHwTbl[slot].Regs = (volatile INT32U *)0;
    }
}

/* Hold the circuit of the slot, if the slot has one, or let it run again. The slot takes no call of a held circuit. */
static void OS_HwHold(INT8U slot, INT32U held)
{
    if (OSHwTbl[slot].Regs != (volatile INT32U *)0) {
        OS_HwRegs(slot)[OS_HW_REG_CONTROL] = OS_HW_REG_CONTROL_RUN | held;
    }
}
