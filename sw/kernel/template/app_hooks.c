/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Application hooks: a starting point. The port calls these hooks if OS_APP_HOOKS_EN and OS_CPU_HOOKS_EN are 1.
 */
#include <ucos_ii.h>

#if OS_APP_HOOKS_EN > 0u

/* Called when a task is created. Its TCB is initialised, but not yet in a table or list of the kernel. */
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

/* Called when a task's function returns. The kernel then deletes the task; without OS_TASK_DEL_EN, the task sleeps. */
void App_TaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* The statistics task has made a measurement. */
void App_TaskStatHook(void)
{
}

#if OS_TASK_SW_HOOK_EN > 0u
/* Called at each task switch, before OSTCBCur becomes OSTCBHighRdy. Interrupts are disabled. */
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
 * Called at each tick, before OSTime and the delays change. With a time base, this hook makes each tick request an
 * interrupt, so it is left out there. To use it with a time base, remove the condition OS_TIME_BASE == 0u.
 */
void App_TimeTickHook(void)
{
}
#endif

#endif
