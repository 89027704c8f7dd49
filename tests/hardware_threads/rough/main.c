/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check that the kernel and the other threads continue if a circuit violates the rules or is deleted during an
 * operation. All four threads must be circuits.
 */
#include "script.h"

#ifndef ROUNDS
#define ROUNDS 60u
#endif

#define STK_SIZE 512u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u
#define STEPS    8u

typedef struct {
    STEP   Script[STEPS];
    INT32U Words[16];
} MEMORY;

static OS_STK    main_stk[STK_SIZE], stk[4][STK_SIZE];
static OS_EVENT *sem, *mbox, *queue, *beat, *deleted_sem;
static void     *storage[4];
static INT32U    guard_before[16];
static MEMORY    memory[4] __attribute__((aligned(8)));
static INT32U    guard_behind[16], large[4096];
static INT32U    faults, fault_address;

void OSHwFaultHook(INT8U slot, INT32U address)
{
    (void)slot;
    faults++;
    fault_address = address;
}

static const OS_HW_RES resources[] = {{OS_HW_SEM, 0u, (void **)&sem}, {OS_HW_MBOX, 0u, (void **)&mbox},
                                      {OS_HW_Q, 0u, (void **)&queue}, {OS_HW_SEM, 0u, (void **)&beat},
                                      {OS_HW_SEM, 0u, (void **)&deleted_sem}};
static OS_HW_THREAD    threads[4];

static void Expect(BOOLEAN is, const char *what, INT32U number)
{
    if (!is) {
        printf("WRONG: %s (%lu)\n", what, (unsigned long)number);
        BSP_Exit(1);
    }
}

/* Create a thread that executes the steps and then exits. may_access_all: the thread may access the whole memory. */
static void Start(INT8U slot, const STEP *steps, INT32U nbr, BOOLEAN may_access_all)
{
    for (INT32U n = 0u; n < STEPS; n++) {
        memory[slot].Script[n] = (n < nbr) ? steps[n] : (STEP){CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u};
        memory[slot].Script[n].Error = 0xEEu;
    }
    threads[slot] = (OS_HW_THREAD){
        .Task = Script, .Arg = memory[slot].Script, .Res = resources, .ResNbr = 5u, .Prio = (INT8U)(THREAD + slot),
        .DirectPrio = (INT8U)(DIRECT_PRIO + slot), .StkBase = stk[slot], .StkSize = STK_SIZE,
        .Mem = may_access_all ? (void *)0 : &memory[slot],
        .MemSize = may_access_all ? 0xFFFFFFFCu : sizeof(memory[slot])};
    Check(OSHwTaskCreate(slot, &threads[slot]), "OSHwTaskCreate");
}

static void AwaitEnd(INT8U slot)
{
    INT32U calls, refused;

    while (OSHwTaskStat(slot, &calls, &refused) == OS_ERR_NONE) {
        OSTimeDly(1u);
    }
    OSHwCacheInvalidate();
}

static void CheckRefusal(INT32U what, INT32U address, const char *name)
{
    const INT32U before  = faults;
    const STEP   steps[] = {{what, address, 0u, 0u}, {PAUSE, 4000u, 0u, 0u},
                            {WRITE(1u), (INT32U)memory[0].Words, 0u, 0u}};

    memory[0].Words[0] = 0u;
    Start(0u, steps, 3u, OS_FALSE);
    AwaitEnd(0u);
    Expect(memory[0].Script[0].Error == 1u, name, memory[0].Script[0].Error);
    Expect((faults == before + 1u) && (fault_address == address), name, fault_address);
    Expect((memory[0].Script[2].Error == 0u) && (memory[0].Words[0] == 0xABCD0000u), "the thread continues", 0u);
}

/* Delete a thread in slot 1 during its step, `cycles` cycles after its start. Check that the thread leaves no wait. */
static void CheckDeletion(const STEP *step, INT32U cycles, const char *name)
{
    OS_SEM_DATA  data;
    OS_MBOX_DATA boxed;
    OS_Q_DATA    queued;
    INT8U        err;
    const STEP   after = {CALL(OS_HW_CMD_SEM_POST, 3u), 0u, 0u, 0u};
    const STEP   steps[] = {*step, after};

    Start(1u, steps, 2u, OS_FALSE);
    for (INT32U start = BSP_Cycles(); (BSP_Cycles() - start) < cycles;) {
    }
    err = OSHwTaskDel(1u);
    Expect((err == OS_ERR_NONE) || (err == OS_ERR_HW_SLOT), name, err);
    Expect(OSTCBPrioTbl[DIRECT_PRIO + 1u] == (OS_TCB *)0, "its direct priority is free", cycles);
    /* The deleted thread must be in no wait list and must take no item. */
    Check(OSSemQuery(sem, &data), "query");
    Check(OSMboxQuery(mbox, &boxed), "query");
    Check(OSQQuery(queue, &queued), "query");
    Expect((data.OSEventGrp == 0u) && (boxed.OSEventGrp == 0u) && (queued.OSEventGrp == 0u), name, cycles);
    Check(OSSemPost(sem), "post");
    Check(OSMboxPost(mbox, (void *)1), "post");
    Check(OSQPost(queue, (void *)2), "post");
    Expect((OSSemAccept(sem) == 1u) && (OSMboxAccept(mbox) == (void *)1) && (OSQAccept(queue, &err) == (void *)2), name,
           cycles);
}

/* Check that a circuit sees a store before OSHwFence() and a post, even while another circuit keeps the bus busy. */
static void CheckFence(void)
{
    const STEP load   = {READ(4096u), (INT32U)large, 0u, 0u};
    const STEP busy[] = {load, load, load, load, load, load};
    const STEP look    = {CALL_READ(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u};
    const STEP looks[] = {look, look, look, look, look, look};

    for (INT32U n = 0u; n < ROUNDS; n++) {
        Start(0u, busy, 6u, OS_TRUE);
        Start(2u, looks, 6u, OS_TRUE);
        for (INT32U at = 0u; at < 6u; at++) {
            for (INT32U start = BSP_Cycles(); (BSP_Cycles() - start) < 3000u + n;) {
            }
            memory[2].Words[0] = 6u * n + at;
            OSHwFence();
            Check(OSSemPost(sem), "post");
        }
        AwaitEnd(2u);
        for (INT32U at = 0u; at < 6u; at++) {
            Expect(memory[2].Script[at].Value == 6u * n + at, "the circuit reads the word stored before a post", n);
        }
        AwaitEnd(0u);
    }
}

static INT32U made;

static INT32U Made(INT8U slot, INT8U handle, INT32U arg, INT8U *perr)
{
    (void)slot;
    (void)handle;
    (void)perr;
    made++;
    return arg;
}

/* Check that a suspended delegate makes its circuit's call only after the delegate is resumed. */
static void CheckSuspension(void)
{
    const STEP steps[] = {{PAUSE, 5000u, 0u, 0u}, {CALL(OS_HW_CMD_APP, 0u), 7u, 0u, 0u}};

    Check(OSHwCmdSet(OS_HW_CMD_APP, Made), "OSHwCmdSet");
    Start(2u, steps, 2u, OS_FALSE);
    Check(OSTaskSuspend(THREAD + 2u), "OSTaskSuspend");
    OSTimeDly(10u);
    Expect(made == 0u, "a suspended thread's call", made);
    Check(OSTaskResume(THREAD + 2u), "OSTaskResume");
    AwaitEnd(2u);
    Expect((made == 1u) && (memory[2].Script[1].Value == 7u), "made in the end", made);
}

static void Main(void *p_arg)
{
    static const STEP waits[] = {
        {CALL(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u},   {CALL(OS_HW_CMD_SEM_PEND, 0u), 1000u, 0u, 0u},
        {CALL(OS_HW_CMD_MBOX_PEND, 1u), 0u, 0u, 0u},  {CALL(OS_HW_CMD_Q_PEND, 2u), 500u, 0u, 0u},
        {CALL(OS_HW_CMD_Q_PEND, 2u), 90000u, 0u, 0u}, {CALL(OS_HW_CMD_TIME_DLY, 0u), 1000u, 0u, 0u},
        {PAUSE, 1000000u, 0u, 0u}};
    const STEP beats[] = {{CALL(OS_HW_CMD_SEM_PEND, 3u), 0u, 0u, 0u}, {CALL(OS_HW_CMD_TIME_DLY, 0u), 2u, 0u, 0u}};
    STEP       step = {READ(4096u), (INT32U)large, 0u, 0u};
    const STEP unmapped = {READ(1u), 0x50000000u, 0u, 0u}, deleted = {CALL(OS_HW_CMD_SEM_PEND, 4u), 0u, 0u, 0u};
    const STEP sends[] = {{LINK_OUT, 11u, 0u, 0u}, {LINK_OUT, 22u, 0u, 0u}};
    const STEP gets[] = {{LINK_IN, 0u, 0u, 0u}, {LINK_IN, 0u, 0u, 0u}};
    INT32U     calls, refused;
    INT8U      err;

    (void)p_arg;
    BSP_TickStart(2000u);
    sem         = OSSemCreate(0u);
    mbox        = OSMboxCreate((void *)0);
    queue       = OSQCreate(storage, 4u);
    beat        = OSSemCreate(0u);
    deleted_sem = OSSemCreate(0u);
    Expect(OSHwSlots() == 4u, "four circuits", OSHwSlots());
    Start(3u, beats, 2u, OS_FALSE); /* waits during all the following tests */

    CheckRefusal(WRITE(1u), (INT32U)&memory[0] - 4u, "a word before its memory");
    CheckRefusal(WRITE(1u), (INT32U)(&memory[0] + 1), "a word behind it");
    CheckRefusal(WRITE(16u), (INT32U)&memory[0].Words[1], "words across its end");
    CheckRefusal(READ(4u), (INT32U)guard_before, "words of another thread");
    CheckRefusal(READ(1u), (INT32U)memory[0].Words + 2u, "half a word");
    CheckRefusal(READ(0u), (INT32U)memory[0].Words, "no word");
    CheckRefusal(READ(2u), 0xFFFFFFFCu, "round the end of the address space");
    for (INT32U n = 0u; n < 16u; n++) {
        Expect((guard_before[n] == 0u) && (guard_behind[n] == 0u), "a refused transfer writes nothing", n);
    }
    Start(2u, &unmapped, 1u, OS_TRUE);
    AwaitEnd(2u);
    Expect(memory[2].Script[0].Error == 1u, "an address without a slave", memory[2].Script[0].Error);
    printf("refused: %lu\n", (unsigned long)faults);

    Start(1u, gets, 2u, OS_FALSE);
    Start(0u, sends, 2u, OS_FALSE);
    AwaitEnd(0u);
    AwaitEnd(1u);
    Expect((memory[1].Script[0].Value == 11u) && (memory[1].Script[1].Value == 22u), "words between slots", 0u);

    Start(2u, &deleted, 1u, OS_FALSE);
    OSTimeDly(1u);
    (void)OSSemDel(deleted_sem, OS_DEL_ALWAYS, &err);
    AwaitEnd(2u);
    Expect(memory[2].Script[0].Error == OS_ERR_PEND_ABORT, "what it waits for is deleted", memory[2].Script[0].Error);

    for (INT32U n = 0u; n < ROUNDS; n++) {
        for (INT32U wait = 0u; wait < sizeof(waits) / sizeof(waits[0]); wait++) {
            CheckDeletion(&waits[wait], 17u * n * n / 4u, "a wait");
        }
    }
    printf("ended while they waited\n");

    /* Delete a thread at different cycles of a transfer that reads or writes the array `large`. */
    for (INT32U n = 0u; n < ROUNDS; n++) {
        step.What = ((n & 1u) != 0u) ? READ(4096u) : WRITE(4096u);
        Start(2u, &step, 1u, OS_TRUE);
        for (INT32U start = BSP_Cycles(); (BSP_Cycles() - start) < 300u + 7u * n;) {
        }
        Check(OSHwTaskDel(2u), "OSHwTaskDel");
    }
    OSHwCacheInvalidate();
    for (INT32U n = 0u; n < 4096u; n++) {
        Expect((large[n] == 0u) || (large[n] == 0xABCD0000u + n), "a word is whole", n);
    }
    printf("ended in the middle of a transfer\n");

    CheckFence();
    printf("fenced\n");
    CheckSuspension();
    printf("suspended\n");

    Check(OSHwTaskSuspend(3u), "OSHwTaskSuspend");
    Check(OSSemPost(beat), "post");
    OSTimeDly(10u);
    Check(OSHwTaskStat(3u, &calls, &refused), "still there");
    Check(OSHwTaskResume(3u), "OSHwTaskResume");
    AwaitEnd(3u);
    OSHwCacheInvalidate();
    Expect((memory[3].Script[0].Error == 0u) && (memory[3].Script[1].Error == 0u), "the other thread goes on", 0u);
    printf("done\n");
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
