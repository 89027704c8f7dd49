// SPDX-License-Identifier: Apache-2.0
// Critical sections: interrupts stay pending until the outermost section ends. The end of a nested section and kernel
// calls do not enable interrupts.
#include "check.h"

static volatile unsigned interrupts_taken;

static void count_interrupt(void)
{
    interrupts_taken++;
}

static void wait(void)
{
    for (volatile int i = 0; i < 100; i++) {
    }
}

void test(void)
{
    OS_CPU_SR cpu_sr;
    OS_EVENT *sem = OSSemCreate(0);

    irq(count_interrupt);
    CHECK_EQ(interrupts_taken, 1);

    OS_ENTER_CRITICAL();
    irq_in(20, count_interrupt);
    wait();
    CHECK_EQ(interrupts_taken, 1);
    {
        OS_CPU_SR cpu_sr;

        OS_ENTER_CRITICAL();
        OS_EXIT_CRITICAL();
    }
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemAccept(sem), 1);
    OSSchedLock();
    OSSchedUnlock();
    OSTimeTick();
    wait();
    CHECK_EQ(interrupts_taken, 1);
    OS_EXIT_CRITICAL();
    wait();
    CHECK_EQ(interrupts_taken, 2);
}
