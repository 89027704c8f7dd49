/* SPDX-License-Identifier: Apache-2.0 */
/* The delays in the TCBs (os_accel.h). TCBs are always up to date. A suspended task's delay counts like any other. */

OS_ACCEL_INLINE void OS_AccelDlyInit(void)
{
}

OS_ACCEL_INLINE void OS_AccelDlySet(OS_TCB *ptcb, INT32U ticks)
{
    ptcb->OSTCBDly = ticks;
}

OS_ACCEL_INLINE void OS_AccelDlyClr(OS_TCB *ptcb)
{
    ptcb->OSTCBDly = 0u;
}

OS_ACCEL_INLINE INT32U OS_AccelDlyGet(OS_TCB const *ptcb)
{
    return ptcb->OSTCBDly;
}

OS_ACCEL_INLINE void OS_AccelDlyCopy(OS_TCB const *ptcb, OS_TCB *pcopy)
{
    (void)ptcb;
    (void)pcopy;
}

OS_ACCEL_INLINE void OS_AccelDlyMove(OS_TCB *ptcb, INT8U prio_old, INT8U prio_new)
{
    (void)ptcb;
    (void)prio_old;
    (void)prio_new;
}

OS_ACCEL_INLINE void OS_AccelSettle(OS_TCB *ptcb)
{
    (void)ptcb;
}

OS_ACCEL_INLINE void OS_AccelHold(OS_TCB const *ptcb)
{
    (void)ptcb;
}

OS_ACCEL_INLINE void OS_AccelMark(OS_TCB const *ptcb)
{
    (void)ptcb;
}

OS_ACCEL_INLINE void OS_AccelRelease(OS_TCB const *ptcb)
{
    (void)ptcb;
}

#define OS_AccelTime() 0u

#ifdef OS_ACCEL_EXPIRED
OS_ACCEL_INLINE void OS_AccelDlyTick(void)
{
    OS_TCB *ptcb;
#if OS_CRITICAL_METHOD == 3u
    OS_CPU_SR cpu_sr = 0u;
#endif

    ptcb = OSTCBList;
    while (ptcb->OSTCBPrio != OS_TASK_IDLE_PRIO) {
        OS_ENTER_CRITICAL();
        if (ptcb->OSTCBDly != 0u) {
            ptcb->OSTCBDly--;
            if (ptcb->OSTCBDly == 0u) {
                OS_ACCEL_EXPIRED(ptcb);
            }
        }
        ptcb = ptcb->OSTCBNext;
        OS_EXIT_CRITICAL();
    }
}
#endif
