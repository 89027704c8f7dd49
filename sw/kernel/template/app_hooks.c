/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Application hooks: a starting point. The kernel calls these through the port when OS_APP_HOOKS_EN is 1.
 */
#include <ucos_ii.h>

#if OS_APP_HOOKS_EN > 0u

/* A task is about to come into being: its TCB is filled in, but nobody can find it yet. */
void App_TaskCreateHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* A task is about to be deleted. Interrupts are off. */
void App_TaskDelHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* The idle task goes round. It must not wait here; a CPU may be put to sleep. */
void App_TaskIdleHook(void)
{
}

/* A task has returned from its function, and will be deleted. */
void App_TaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* The statistics task has measured once more. */
void App_TaskStatHook(void)
{
}

#if OS_TASK_SW_HOOK_EN > 0u
/* From OSTCBCur to OSTCBHighRdy. Interrupts are off. */
void App_TaskSwHook(void)
{
}
#endif

/* A TCB has been filled in; comes before App_TaskCreateHook(). */
void App_TCBInitHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

#if (OS_TIME_TICK_HOOK_EN > 0u) && (OS_TIME_BASE == 0u)
/*
 * A tick: OSTime and the delays are still as they were. On a core with a time base each tick is an interrupt where
 * there is such a function: to fill it in, take the second condition away.
 */
void App_TimeTickHook(void)
{
}
#endif

#endif
