/* SPDX-License-Identifier: Apache-2.0 */
/* Empty hooks. A test program may define its own instead. */
#include <ucos_ii.h>

#if OS_APP_HOOKS_EN > 0u
#define HOOK __attribute__((weak)) void

HOOK App_TaskCreateHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

HOOK App_TaskDelHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

HOOK App_TaskIdleHook(void)
{
}

HOOK App_TaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

HOOK App_TaskStatHook(void)
{
}

#if OS_TASK_SW_HOOK_EN > 0u
HOOK App_TaskSwHook(void)
{
}
#endif

HOOK App_TCBInitHook(OS_TCB *ptcb)
{
    (void)ptcb;
}

/* With a time base, an application may omit this hook by defining APP_NO_TICK_HOOK. */
#if (OS_TIME_TICK_HOOK_EN > 0u) && ((OS_TIME_BASE == 0u) || !defined(APP_NO_TICK_HOOK))
HOOK App_TimeTickHook(void)
{
}
#endif
#endif
