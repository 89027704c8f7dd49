/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A circuit writes words and posts, and software reads the words. With FORGETS, software omits OSHwCacheInvalidate().
 */
#include "script.h"

#ifndef FORGETS
#define FORGETS 0
#endif
#ifndef CODE
#define CODE 0 /* exit code of the run */
#endif

#define STK_SIZE 512u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u
#define WORDS    16u

static OS_STK    main_stk[STK_SIZE], stk[STK_SIZE];
static OS_EVENT *done;
INT32U           words[WORDS];
static STEP      script[] __attribute__((aligned(8))) = {
    {WRITE(WORDS), (INT32U)words, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u},
};

__attribute__((noinline)) static INT32U Look(void)
{
    INT32U sum = 0u;

    for (INT32U n = 0u; n < WORDS; n++) {
        sum += ((volatile INT32U *)words)[n];
    }
    return sum;
}

static void Main(void *p_arg)
{
    static const OS_HW_RES    resources[] = {{OS_HW_SEM, 0u, (void **)&done}};
    static const OS_HW_THREAD thread      = {.Task = Script, .Arg = script, .Res = resources, .ResNbr = 1u,
                                             .Prio = THREAD, .DirectPrio = DIRECT_PRIO, .StkBase = stk,
                                             .StkSize = STK_SIZE, .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
    INT8U err;

    (void)p_arg;
    done = OSSemCreate(0u);
    (void)Look(); /* --check-memory must accept this read, because no circuit has written the words */
    Check(OSHwTaskCreate(0u, &thread), "OSHwTaskCreate");
    OSSemPend(done, 0u, &err);
    Check(err, "OSSemPend");
    if (!FORGETS) {
        OSHwCacheInvalidate();
    }
    printf("read: %lx\n", (unsigned long)Look());
    for (INT32U n = 0u; n < WORDS; n++) {
        words[n] = n;
    }
    printf("stored: %lx\n", (unsigned long)Look());
    BSP_Exit(CODE);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
