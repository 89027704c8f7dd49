/* SPDX-License-Identifier: Apache-2.0 */
/* The ready list in RAM (os_accel.h). */

OS_ACCEL_INLINE void OS_AccelRdyInit(void)
{
    INT8U y;

    OSRdyGrp = 0u;
    for (y = 0u; y < OS_RDY_TBL_SIZE; y++) {
        OSRdyTbl[y] = 0u;
    }
}

/* A macro, because the tick does this for every due task, and at -O0 even an inlined function copies its argument. */
#define OS_AccelRdySet(ptcb) \
    do { \
        OSRdyGrp |= (ptcb)->OSTCBBitY; \
        OSRdyTbl[(ptcb)->OSTCBY] |= (ptcb)->OSTCBBitX; \
    } while (0)

OS_ACCEL_INLINE void OS_AccelRdyClr(OS_TCB const *ptcb)
{
    INT8U y = ptcb->OSTCBY;

    OSRdyTbl[y] &= (OS_PRIO)~ptcb->OSTCBBitX;
    if (OSRdyTbl[y] == 0u) {
        OSRdyGrp &= (OS_PRIO)~ptcb->OSTCBBitY;
    }
}

OS_ACCEL_INLINE BOOLEAN OS_AccelRdyTst(OS_TCB const *ptcb)
{
    return (BOOLEAN)((OSRdyTbl[ptcb->OSTCBY] & ptcb->OSTCBBitX) != 0u);
}

OS_ACCEL_INLINE INT8U OS_AccelRdyHighest(void)
{
    return OS_AccelHighest(OSRdyGrp, OSRdyTbl);
}

#define OS_AccelRunning(prio) /* empty: only a time base needs the running priority */
