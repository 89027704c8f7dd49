/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that the kernel's time matches the cycle counter, even if the guest does not run for several ticks. */
#include <generated/soc.h>
#include <includes.h>

#define TICKS 30u

static OS_STK watcher_stk[256];

static void Watcher(void *p_arg)
{
    const INT32U period = CONFIG_CLOCK_FREQUENCY / OS_TICKS_PER_SEC;
    INT32U start, passed, ticks, last, most = 0u;

    (void)p_arg;
    start = BSP_Cycles();
    BSP_TickStart(OS_TICKS_PER_SEC);
    last = OSTimeGet();
    do {
        OSTimeDly(1u);
        ticks = OSTimeGet();
        most = ticks - last > most ? ticks - last : most;
        last = ticks;
        passed = (BSP_Cycles() - start) / period;
        if ((passed != ticks) && (passed != ticks + 1u)) {
            printf("%u ticks in %u periods\n", (unsigned)ticks, (unsigned)passed);
            BSP_Exit(1);
        }
    } while (ticks < TICKS);
    printf("in time, and so many ticks at once: %u\n", (unsigned)most);
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    (void)OSTaskCreate(Watcher, (void *)0, &watcher_stk[255], 5u);
    OSStart();
    return 1;
}
