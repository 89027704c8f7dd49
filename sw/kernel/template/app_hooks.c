/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Application hooks: a starting point. The kernel calls them through the port if OS_APP_HOOKS_EN is 1.
 */
#include <ucos_ii.h>

#if OS_APP_HOOKS_EN > 0u

/* A task is being created: its TCB is filled in but not yet linked. */
void App_TaskCreateHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* A task is about to be deleted. Interrupts are disabled. */
void App_TaskDelHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* Called in each loop of the idle task. It must not wait, but it may put the CPU to sleep. */
void App_TaskIdleHook(void)
{
}

/* A task has returned from its function and will be deleted. */
void App_TaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* The statistics task has made a measurement. */
void App_TaskStatHook(void)
{
}

#if OS_TASK_SW_HOOK_EN > 0u
/* Switch from OSTCBCur to OSTCBHighRdy. Interrupts are disabled. */
void App_TaskSwHook(void)
{
}
#endif

/* A TCB has been filled in. Called before App_TaskCreateHook(). */
void App_TCBInitHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

#if (OS_TIME_TICK_HOOK_EN > 0u) && (OS_TIME_BASE == 0u)
/*
 * A tick, before OSTime and the delays change. On a core with a time base, this hook turns each tick into an interrupt;
 * to use it there, remove the second condition.
 */
void App_TimeTickHook(void)
{
}
#endif

#endif
