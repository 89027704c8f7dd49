/* SPDX-License-Identifier: Apache-2.0 */
/* Switches out of calls and interrupts, with the hooks that the configuration enables. */

#include "../check.h"

#if OS_APP_HOOKS_EN > 0u
void App_TaskCreateHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskDelHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskIdleHook(void) {}
void App_TaskReturnHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskStatHook(void) {}
void App_TaskSwHook(void) {}
void App_TCBInitHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TimeTickHook(void) {}
#endif

static OS_STK stacks[2][200];

static void task(void *p_arg)
{
    for (INT32U n = 0u; n < 10u; n++) {
        OSTimeDly(1u + (INT32U)p_arg);
    }
    if (p_arg == 0) {
        pass();
    }
    OSTaskSuspend(OS_PRIO_SELF);
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, (void *)0, &stacks[0][199], 4u);
    OSTaskCreate(task, (void *)1, &stacks[1][199], 5u);
    BSP_TickStart(20000u);
    OSStart();
    return 2;
}
