/* SPDX-License-Identifier: Apache-2.0 */
#include "includes.h"

void App_TaskCreateHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskDelHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskIdleHook(void) { }
void App_TaskReturnHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskStatHook(void) { }
void App_TaskSwHook(void) { }
void App_TCBInitHook(OS_TCB *ptcb) { (void)ptcb; }

volatile INT32U tick_hook_calls;

void App_TimeTickHook(void)
{
    tick_hook_calls++;
}
