// SPDX-License-Identifier: Apache-2.0
// OSFlagCreate, OSFlagAccept, OSFlagPost, OSFlagQuery, OSFlagDel, names: every error code, in the order of the tests.
// cfg:
// cfg: OS_FLAGS_NBITS=8
// cfg: OS_FLAGS_NBITS=32
#include "check.h"

#define ALL   ((OS_FLAGS)0xFFFFFFFFu)
#define TOP   ((OS_FLAGS)(ALL ^ (ALL >> 1)))

static OS_FLAG_GRP *grp, *made;
static OS_FLAG_GRP other;
static OS_FLAGS got;
static INT8U *name;
static INT8U length;

static void waits(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    (void)OSFlagPend(grp, TOP, OS_FLAG_WAIT_SET_ALL, 0, &code);
    log_put('w');
    OSTaskSuspend(OS_PRIO_SELF);
}

#define ACCEPT(flags, type) got = OSFlagAccept(grp, flags, type, &err)
#define POST(flags, opt)    got = OSFlagPost(grp, flags, opt, &err)

/* Sets the group's flags to a value. */
static void set(OS_FLAGS value)
{
    INT8U code;

    (void)OSFlagPost(grp, ALL, OS_FLAG_CLR, &code);
    CHECK_EQ(OSFlagPost(grp, value, OS_FLAG_SET, &code), value);
}

static void create(void)
{
    unsigned i;

    CHECK_ERR(IN_ISR(made = OSFlagCreate(0, &err)), OS_ERR_CREATE_ISR);
    CHECK(made == 0);
    for (i = 1u; i < OS_MAX_FLAGS; i++) {
        CHECK_ERR(made = OSFlagCreate(i, &err), OS_ERR_NONE);
        CHECK(made == &OSFlagTbl[i]);
        CHECK_EQ(made->OSFlagFlags, i);
    }
    CHECK(OSFlagFreeList == 0);
    CHECK_ERR(made = OSFlagCreate(0, &err), OS_ERR_FLAG_GRP_DEPLETED);
    CHECK(made == 0);
}

static void accept(void)
{
    CHECK_ERR(got = OSFlagAccept(0, 1, 9, &err), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_EQ(got, 0);
    CHECK_ERR(got = OSFlagAccept(&other, 1, 9, &err), OS_ERR_EVENT_TYPE);
    CHECK_EQ(got, 0);
    set(0x35);
    CHECK_ERR(ACCEPT(0x35, 4), OS_ERR_FLAG_WAIT_TYPE);
    CHECK_EQ(got, 0);
    CHECK_ERR(ACCEPT(0x35, OS_FLAG_CONSUME + 4), OS_ERR_FLAG_WAIT_TYPE);
    CHECK_ERR(ACCEPT(0x35, 0x42), OS_ERR_FLAG_WAIT_TYPE);

    /* Not enough: "all" tells what there is. */
    CHECK_ERR(ACCEPT(0x0F, OS_FLAG_WAIT_SET_ALL), OS_ERR_FLAG_NOT_RDY);
    CHECK_EQ(got, 0x05);
    CHECK_ERR(ACCEPT(0x0F, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME), OS_ERR_FLAG_NOT_RDY);
    CHECK_ERR(ACCEPT(0x0F, OS_FLAG_WAIT_CLR_ALL), OS_ERR_FLAG_NOT_RDY);
    CHECK_EQ(got, 0x0A);
    CHECK_ERR(ACCEPT(0x0A, OS_FLAG_WAIT_SET_ANY), OS_ERR_FLAG_NOT_RDY);
    CHECK_EQ(got, 0);
    CHECK_ERR(ACCEPT(0x05, OS_FLAG_WAIT_CLR_ANY), OS_ERR_FLAG_NOT_RDY);
    CHECK_EQ(got, 0);
    CHECK_EQ(grp->OSFlagFlags, 0x35);

    /* Enough. */
    CHECK_ERR(ACCEPT(0x05, OS_FLAG_WAIT_SET_ALL), OS_ERR_NONE);
    CHECK_EQ(got, 0x05);
    CHECK_ERR(ACCEPT(0x0F, OS_FLAG_WAIT_SET_ANY), OS_ERR_NONE);
    CHECK_EQ(got, 0x05);
    CHECK_ERR(ACCEPT(0x0A, OS_FLAG_WAIT_CLR_ALL), OS_ERR_NONE);
    CHECK_EQ(got, 0x0A);
    CHECK_ERR(ACCEPT(0x0F, OS_FLAG_WAIT_CLR_ANY), OS_ERR_NONE);
    CHECK_EQ(got, 0x0A);
    CHECK_ERR(ACCEPT(0, OS_FLAG_WAIT_SET_ALL), OS_ERR_NONE); /* no flag is wanted, and none is missing */
    CHECK_ERR(ACCEPT(0, OS_FLAG_WAIT_SET_ANY), OS_ERR_FLAG_NOT_RDY);
    CHECK_EQ(grp->OSFlagFlags, 0x35);

    /* And consumed: these only. */
    CHECK_ERR(ACCEPT(0x05, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME), OS_ERR_NONE);
    CHECK_EQ(grp->OSFlagFlags, 0x30);
    CHECK_ERR(ACCEPT(0x1F, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME), OS_ERR_NONE);
    CHECK_EQ(grp->OSFlagFlags, 0x20);
    CHECK_ERR(ACCEPT(0x03, OS_FLAG_WAIT_CLR_ALL + OS_FLAG_CONSUME), OS_ERR_NONE);
    CHECK_EQ(grp->OSFlagFlags, 0x23);
    CHECK_ERR(IN_ISR(ACCEPT(0x2C, OS_FLAG_WAIT_CLR_ANY + OS_FLAG_CONSUME)), OS_ERR_NONE);
    CHECK_EQ(grp->OSFlagFlags, 0x2F);
}

static void post(void)
{
    CHECK_ERR(got = OSFlagPost(0, 1, 9, &err), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_EQ(got, 0);
    CHECK_ERR(got = OSFlagPost(&other, 1, 9, &err), OS_ERR_EVENT_TYPE);
    set(0x50);
    CHECK_ERR(POST(1, 2), OS_ERR_FLAG_INVALID_OPT);
    CHECK_EQ(got, 0);
    CHECK_EQ(grp->OSFlagFlags, 0x50);
    CHECK_ERR(POST(0x11, OS_FLAG_SET), OS_ERR_NONE);
    CHECK_EQ(got, 0x51);
    CHECK_ERR(IN_ISR(POST(0x41, OS_FLAG_CLR)), OS_ERR_NONE);
    CHECK_EQ(got, 0x10);
    CHECK_ERR(POST(TOP, OS_FLAG_SET), OS_ERR_NONE);
    CHECK_EQ(got, TOP | 0x10);
}

static void query_and_names(void)
{
    CHECK_ERR(got = OSFlagQuery(0, &err), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_EQ(got, 0);
    CHECK_ERR(got = OSFlagQuery(&other, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(got = OSFlagQuery(grp, &err)), OS_ERR_NONE);
    CHECK_EQ(got, grp->OSFlagFlags);

    CHECK_ERR(length = OSFlagNameGet(grp, &name, &err), OS_ERR_NONE);
    CHECK_EQ(length, 1);
    CHECK_STR(name, "?");
    CHECK_ERR(OSFlagNameSet(0, 0, &err), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_ERR(IN_ISR(OSFlagNameSet(&other, 0, &err)), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSFlagNameSet(&other, (INT8U *)"n", &err)), OS_ERR_NAME_SET_ISR);
    CHECK_ERR(OSFlagNameSet(&other, (INT8U *)"n", &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSFlagNameSet(grp, (INT8U *)"motor", &err), OS_ERR_NONE);
    CHECK_ERR(length = OSFlagNameGet(0, 0, &err), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_EQ(length, 0);
    CHECK_ERR(IN_ISR(OSFlagNameGet(&other, 0, &err)), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSFlagNameGet(&other, &name, &err)), OS_ERR_NAME_GET_ISR);
    CHECK_ERR(OSFlagNameGet(&other, &name, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(length = OSFlagNameGet(grp, &name, &err), OS_ERR_NONE);
    CHECK_EQ(length, 5);
    CHECK_STR(name, "motor");
}

static void delete(void)
{
    OS_FLAG_GRP *left;

    CHECK_ERR(IN_ISR(made = OSFlagDel(0, 9, &err)), OS_ERR_FLAG_INVALID_PGRP);
    CHECK(made == 0);
    CHECK_ERR(IN_ISR(OSFlagDel(&other, 9, &err)), OS_ERR_DEL_ISR);
    CHECK_ERR(left = OSFlagDel(&other, 9, &err), OS_ERR_EVENT_TYPE);
    CHECK(left == &other);

    set(0);
    CHECK_EQ(task_new(waits, 10), OS_ERR_NONE);
    CHECK_ERR(left = OSFlagDel(grp, OS_DEL_NO_PEND, &err), OS_ERR_TASK_WAITING);
    CHECK(left == grp);
    CHECK_ERR(OSFlagDel(grp, 2, &err), OS_ERR_INVALID_OPT);
    CHECK_LOG("");
    CHECK_ERR(POST(TOP, OS_FLAG_SET), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_ERR(left = OSFlagDel(grp, 2, &err), OS_ERR_INVALID_OPT);
    CHECK(left == grp);
    CHECK_ERR(left = OSFlagDel(grp, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK(left == 0);
    CHECK_EQ(grp->OSFlagType, OS_EVENT_TYPE_UNUSED);
    CHECK_STR(grp->OSFlagName, "?");
    CHECK_ERR(OSFlagQuery(grp, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSFlagDel(grp, OS_DEL_ALWAYS, &err), OS_ERR_EVENT_TYPE);
    CHECK(OSFlagFreeList == grp);

    /* The freed one is used again, with its own first flags and no name. */
    CHECK_ERR(made = OSFlagCreate(0x77, &err), OS_ERR_NONE);
    CHECK(made == grp);
    CHECK_EQ(OSFlagQuery(grp, &err), 0x77);
    CHECK_ERR(length = OSFlagNameGet(grp, &name, &err), OS_ERR_NONE);
    CHECK_STR(name, "?");
    CHECK_ERR(OSFlagDel(grp, OS_DEL_ALWAYS, &err), OS_ERR_NONE);
}

void test_before_start(void)
{
    CHECK_EQ(sizeof(OS_FLAGS), OS_FLAGS_NBITS / 8u);
    CHECK_ERR(grp = OSFlagCreate(TOP, &err), OS_ERR_NONE);
    CHECK(grp == &OSFlagTbl[0]);
    CHECK_EQ(grp->OSFlagType, OS_EVENT_TYPE_FLAG);
    CHECK(!flag_waiting(grp));
    CHECK_EQ(OSFlagQuery(grp, &err), TOP);
    CHECK_ERR(ACCEPT(TOP, OS_FLAG_WAIT_SET_ALL), OS_ERR_NONE);
    CHECK_ERR(POST(1, OS_FLAG_SET), OS_ERR_NONE);
    CHECK_EQ(got, TOP | 1);
}

void test(void)
{
    create();
    accept();
    post();
    query_and_names();
    delete();
}
