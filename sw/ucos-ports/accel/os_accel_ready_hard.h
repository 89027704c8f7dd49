/* SPDX-License-Identifier: Apache-2.0 */
/* The ready list in the ready unit (os_accel.h). */

OS_ACCEL_INLINE void OS_AccelRdyInit(void)
{
    ci_ready_clear_all();
}

#define OS_AccelRdySet(ptcb) ci_ready_set((ptcb)->OSTCBPrio) /* a macro, so that -O0 copies no argument */

OS_ACCEL_INLINE void OS_AccelRdyClr(OS_TCB const *ptcb)
{
    ci_ready_clear(ptcb->OSTCBPrio);
}

OS_ACCEL_INLINE BOOLEAN OS_AccelRdyTst(OS_TCB const *ptcb)
{
    return (BOOLEAN)ci_ready_test(ptcb->OSTCBPrio);
}

#define OS_AccelRdyTstPrio(prio) ci_ready_test(prio)

OS_ACCEL_INLINE void OS_AccelRdyMove(INT32U prio_old, INT32U prio)
{
    ci_ready_clear(prio_old);
    ci_ready_set(prio);
}

/* Macros, because at -O0 even an inlined function copies its result. */
#if OS_ACCEL_TICKLESS_EN > 0u
#define OS_AccelRdyFirst()    ci_ready_run()
#define OS_AccelRunning(prio) ci_time_write(CI_TIME_BASE_RUNNING, (prio))
#else
#define OS_AccelRdyFirst()    ci_ready_highest()
#define OS_AccelRunning(prio) /* empty: only a time base needs the running priority */
#endif

OS_ACCEL_INLINE INT8U OS_AccelRdyHighest(void)
{
    return (INT8U)OS_AccelRdyFirst();
}
