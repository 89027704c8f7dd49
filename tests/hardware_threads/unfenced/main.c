/* SPDX-License-Identifier: Apache-2.0 */
/* Software stores a word and posts, and a circuit reads the word. With FORGETS, software omits OSHwFence(). */
#include "script.h"

#ifndef FORGETS
#define FORGETS 0
#endif
#ifndef LATE
#define LATE 0u /* cycles before the circuit's pend: with 0 it precedes the post, with 5000 it follows */
#endif

#ifndef BETWEEN
#define BETWEEN PAUSE /* action of the circuit between its wait and the read */
#endif

#define STK_SIZE 512u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u

static OS_STK    main_stk[STK_SIZE], stk[STK_SIZE];
static OS_EVENT *start, *done;
INT32U           word;
/* The circuit reads so late that the store has always arrived. --check-memory must still find the missing fence. */
static STEP      script[] __attribute__((aligned(8))) = {
    {PAUSE, LATE, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u},
    {BETWEEN, 1000u, 0u, 0u},
    {READ(1u), (INT32U)&word, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u},
};

__attribute__((noinline)) static void Give(INT32U value)
{
    *(volatile INT32U *)&word = value;
}

static void Main(void *p_arg)
{
    static const OS_HW_RES    resources[] = {{OS_HW_SEM, 0u, (void **)&start}, {OS_HW_SEM, 0u, (void **)&done}};
    static const OS_HW_THREAD thread      = {.Task = Script, .Arg = script, .Res = resources, .ResNbr = 2u,
                                             .Prio = THREAD, .DirectPrio = DIRECT_PRIO, .StkBase = stk,
                                             .StkSize = STK_SIZE, .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
    INT8U err;

    (void)p_arg;
    start = OSSemCreate(0u);
    done  = OSSemCreate(0u);
    Check(OSHwTaskCreate(0u, &thread), "OSHwTaskCreate");
    for (INT32U begin = BSP_Cycles(); (BSP_Cycles() - begin) < 1000u;) {
    }
    Give(0x5EEu);
    if (!FORGETS) {
        OSHwFence();
    }
    Check(OSSemPost(start), "OSSemPost");
    OSSemPend(done, 0u, &err);
    Check(err, "OSSemPend");
    OSHwCacheInvalidate();
    printf("read: %lx\n", (unsigned long)script[3].Value);
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
