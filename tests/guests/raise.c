/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A guest with a kernel raises its own interrupt, whose handler wakes a task. The handler runs at once, after a
 * critical section, or after another handler. Finally, an alarm comes at every seventh cycle around the interrupt.
 */
#include <stdio.h>
#include <ucos_ii.h>
#include <bsp.h>
#include <guest.h>

#define CHECK(condition)         \
    do {                         \
        if (!(condition)) {      \
            printf("line %u\n", (unsigned)__LINE__); \
            BSP_Exit(1);         \
        }                        \
    } while (0)

static OS_STK low_stk[256], high_stk[256];
static OS_EVENT *posted;
static volatile INT32U raised, alarms, woken;
static volatile BOOLEAN from_alarm;

static void software(void)
{
    CHECK(OSIntNesting == 1u);
    raised++;
    (void)OSSemPost(posted);
    CHECK(woken < raised); /* a woken task runs after the handler's end */
}

static void alarm(void)
{
    const INT32U before = raised;

    alarms++;
    if (from_alarm) {
        BSP_IntRaise();
        CHECK(raised == before);
    }
}

static void High(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(posted, 0u, &err);
        woken++;
    }
}

static void Low(void *p_arg)
{
    OS_CPU_SR cpu_sr;
    uint64_t start;
    INT32U n, distance;

    (void)p_arg;
    BSP_IntHandlerSet(BSP_INT_SOFTWARE, software);
    BSP_IntHandlerSet(BSP_INT_TIMER, alarm);
    for (n = 1u; n <= 10u; n++) {
        BSP_IntRaise();
        CHECK((raised == n) && (woken == n) && !guest_is_off() && (OSIntNesting == 0u));
    }
    OS_ENTER_CRITICAL();
    BSP_IntRaise();
    CHECK((raised == 10u) && guest_is_off());
    OS_EXIT_CRITICAL();
    __asm__ volatile("nop\n nop\n nop");
    CHECK((raised == 11u) && (woken == 11u));

    from_alarm = OS_TRUE;
    guest_alarm(guest_time() + 3000u);
    while (alarms == 0u) {
    }
    CHECK((raised == 12u) && (woken == 12u));
    from_alarm = OS_FALSE;

    for (distance = 1u; distance < 1500u; distance += 7u) {
        n = raised;
        alarms = 0u;
        start = guest_time() + 2000u;
        guest_alarm(start + distance);
        while (guest_time() < start) {
        }
        BSP_IntRaise();
        CHECK((raised == n + 1u) && (woken == raised) && !guest_is_off() && (OSIntNesting == 0u));
        while (alarms == 0u) {
        }
        CHECK(alarms == 1u);
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    posted = OSSemCreate(0u);
    (void)OSTaskCreate(High, (void *)0, &high_stk[255], 5u);
    (void)OSTaskCreate(Low, (void *)0, &low_stk[255], 6u);
    OSStart();
    return 1;
}
