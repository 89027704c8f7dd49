// SPDX-License-Identifier: Apache-2.0
// Event flags of 16 bits.
#include "conform.h"

#define SET_ALL OS_FLAG_WAIT_SET_ALL
#define SET_ANY OS_FLAG_WAIT_SET_ANY
#define CLR_ALL OS_FLAG_WAIT_CLR_ALL
#define CLR_ANY OS_FLAG_WAIT_CLR_ANY
#define CONSUME OS_FLAG_CONSUME

static OS_FLAG_GRP *group;
static OS_FLAG_GRP not_created;

static void create(OS_FLAGS flags)
{
    INT8U err;

    group = OSFlagCreate(flags, &err);
}

static void query(void)
{
    VALUE_ERR(OSFlagQuery(group, &err));
}

static void set(OS_FLAGS flags)
{
    VALUE_ERR(OSFlagPost(group, flags, OS_FLAG_SET, &err));
}

/* Sets flags without logging the returned value, which depends on when the flags are consumed (B6). */
static void set_silently(OS_FLAGS flags)
{
    INT8U err;

    (void)OSFlagPost(group, flags, OS_FLAG_SET, &err);
}

static void clear(OS_FLAGS flags)
{
    VALUE_ERR(OSFlagPost(group, flags, OS_FLAG_CLR, &err));
}

static void accept(OS_FLAGS flags, INT8U type)
{
    VALUE_ERR(OSFlagAccept(group, flags, type, &err));
}

static void pend(OS_FLAGS flags, INT8U type)
{
    VALUE_ERR(OSFlagPend(group, flags, type, 0, &err));
}

static void pend_for(OS_FLAGS flags, INT8U type, INT32U timeout)
{
    VALUE_ERR(OSFlagPend(group, flags, type, timeout, &err));
}

// ------------------------------------------------------------------------------------------------------- create

// OSFlagCreate() creates a group with the given flags.
CASE(flag_create,
     "M OSFlagCreate set NONE, M OSFlagQuery 0 NONE, M OSFlagCreate set NONE, M OSFlagQuery 42435 NONE")
{
    POINTER_ERR(group = OSFlagCreate(0, &err));
    query();
    POINTER_ERR(group = OSFlagCreate(0xA5C3, &err));
    query();
}

// A group can be created and used before the start.
CASE_MAIN(flag_before_start,
          "main OSFlagCreate set NONE, main OSFlagPost 7 NONE, main OSFlagPost 3 NONE, main OSFlagQuery 3 NONE"
          "main OSFlagAccept 2 NONE, A OSFlagPend 1 NONE")
{
    POINTER_ERR(group = OSFlagCreate(1, &err));
    set(6);
    clear(4);
    query();
    accept(2, SET_ALL + CONSUME);
    TASK(A, 10, pend(1, SET_ANY); END());
    OSStart();
}

// An interrupt cannot create a group.
CASE(flag_create_in_isr,
     "isr OSFlagCreate null CREATE_ISR")
{
    ISR(POINTER_ERR(OSFlagCreate(0, &err)));
}

// OS_MAX_FLAGS limits the number of groups; after a group is deleted, another one can be created.
CASE(flag_create_depleted,
     "M OSFlagCreate set NONE, M OSFlagCreate set NONE, M OSFlagCreate set NONE, M OSFlagCreate set NONE"
     "M OSFlagCreate set NONE, M OSFlagCreate null FLAG_GRP_DEPLETED, isr OSFlagCreate null CREATE_ISR"
     "M OSFlagDel NONE, M OSFlagCreate set NONE, M OSFlagCreate null FLAG_GRP_DEPLETED")
{
    INT32U n;

    for (n = 0u; n < OS_MAX_FLAGS; n++) {
        POINTER_ERR(group = OSFlagCreate(0, &err));
    }
    POINTER_ERR(OSFlagCreate(0, &err));
    ISR(POINTER_ERR(OSFlagCreate(0, &err)));
    ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
    POINTER_ERR(OSFlagCreate(0, &err));
    POINTER_ERR(OSFlagCreate(0, &err));
}

// Groups are independent of each other.
CASE(flag_two_groups,
     "M OSFlagPost 3 NONE, M OSFlagQuery 0 NONE, A OSFlagPend 2 NONE, M OSFlagPost 2 NONE, M OSFlagQuery 3 NONE")
{
    static OS_FLAG_GRP *other;

    create(1);
    other = group;
    create(0);
    TASK(A, 10, pend(2, SET_ALL));
    VALUE_ERR(OSFlagPost(other, 2, OS_FLAG_SET, &err));
    query();
    set(2);
    VALUE_ERR(OSFlagQuery(other, &err));
}

// ------------------------------------------------------------------------------------------------------- accept

// Accept with SET_ALL returns the requested flags. If some are clear, it returns the set ones with FLAG_NOT_RDY.
CASE(flag_accept_set_all,
     "M OSFlagAccept 6 NONE, M OSFlagAccept 2 NONE, M OSFlagAccept 6 FLAG_NOT_RDY, M OSFlagAccept 0 FLAG_NOT_RDY"
     "M OSFlagQuery 6 NONE")
{
    create(6);
    accept(6, SET_ALL);
    accept(2, SET_ALL);
    accept(7, SET_ALL);
    accept(9, SET_ALL);
    query();
}

// Accept with SET_ANY returns the requested flags that are set, or FLAG_NOT_RDY if none is set.
CASE(flag_accept_set_any,
     "M OSFlagAccept 6 NONE, M OSFlagAccept 6 NONE, M OSFlagAccept 2 NONE, M OSFlagAccept 0 FLAG_NOT_RDY"
     "M OSFlagQuery 6 NONE")
{
    create(6);
    accept(6, SET_ANY);
    accept(7, SET_ANY);
    accept(3, SET_ANY);
    accept(9, SET_ANY);
    query();
}

// Accept with CLR_ALL returns the requested flags. If some are set, it returns the clear ones with FLAG_NOT_RDY.
CASE(flag_accept_clr_all,
     "M OSFlagAccept 9 NONE, M OSFlagAccept 1 NONE, M OSFlagAccept 1 FLAG_NOT_RDY, M OSFlagAccept 0 FLAG_NOT_RDY"
     "M OSFlagQuery 6 NONE")
{
    create(6);
    accept(9, CLR_ALL);
    accept(1, CLR_ALL);
    accept(7, CLR_ALL);
    accept(6, CLR_ALL);
    query();
}

// Accept with CLR_ANY returns the requested flags that are clear, or FLAG_NOT_RDY if none is clear.
CASE(flag_accept_clr_any,
     "M OSFlagAccept 9 NONE, M OSFlagAccept 9 NONE, M OSFlagAccept 1 NONE, M OSFlagAccept 0 FLAG_NOT_RDY"
     "M OSFlagQuery 6 NONE")
{
    create(6);
    accept(9, CLR_ANY);
    accept(15, CLR_ANY);
    accept(3, CLR_ANY);
    accept(6, CLR_ANY);
    query();
}

// A successful accept of set flags with CONSUME clears the returned flags.
CASE(flag_accept_consume_set,
     "M OSFlagAccept 3 NONE, M OSFlagQuery 60 NONE, M OSFlagAccept 4 FLAG_NOT_RDY, M OSFlagQuery 60 NONE"
     "M OSFlagAccept 4 NONE, M OSFlagQuery 56 NONE, M OSFlagAccept 0 FLAG_NOT_RDY, M OSFlagQuery 56 NONE")
{
    create(0x3F);
    accept(3, SET_ALL + CONSUME);
    query();
    accept(7, SET_ALL + CONSUME);
    query();
    accept(7, SET_ANY + CONSUME);
    query();
    accept(7, SET_ANY + CONSUME);
    query();
}

// A successful accept of clear flags with CONSUME sets the returned flags.
CASE(flag_accept_consume_clr,
     "M OSFlagAccept 3 NONE, M OSFlagQuery 65475 NONE, M OSFlagAccept 4 FLAG_NOT_RDY, M OSFlagQuery 65475 NONE"
     "M OSFlagAccept 4 NONE, M OSFlagQuery 65479 NONE, M OSFlagAccept 0 FLAG_NOT_RDY, M OSFlagQuery 65479 NONE")
{
    create(0xFFC0);
    accept(3, CLR_ALL + CONSUME);
    query();
    accept(7, CLR_ALL + CONSUME);
    query();
    accept(7, CLR_ANY + CONSUME);
    query();
    accept(7, CLR_ANY + CONSUME);
    query();
}

// An empty set of flags satisfies "all", but not "any".
CASE(flag_accept_no_flags,
     "M OSFlagAccept 0 NONE, M OSFlagAccept 0 NONE, M OSFlagAccept 0 FLAG_NOT_RDY, M OSFlagAccept 0 FLAG_NOT_RDY")
{
    create(6);
    accept(0, SET_ALL);
    accept(0, CLR_ALL);
    accept(0, SET_ANY);
    accept(0, CLR_ANY);
}

// Accept rejects invalid groups and invalid wait types; an interrupt may accept.
CASE(flag_accept_codes,
     "M OSFlagAccept 0 FLAG_INVALID_PGRP, M OSFlagAccept 0 EVENT_TYPE, M OSFlagAccept 0 EVENT_TYPE"
     "M OSFlagAccept 0 FLAG_WAIT_TYPE, M OSFlagAccept 0 FLAG_WAIT_TYPE, M OSFlagAccept 0 FLAG_WAIT_TYPE"
     "isr OSFlagAccept 1 NONE, isr OSFlagAccept 0 FLAG_NOT_RDY, M OSFlagQuery 6 NONE")
{
    create(7);
    VALUE_ERR(OSFlagAccept(0, 1, SET_ALL, &err));
    VALUE_ERR(OSFlagAccept(&not_created, 1, SET_ALL, &err));
    VALUE_ERR(OSFlagAccept(&not_created, 1, 9, &err));
    accept(1, 4);
    accept(1, 4 + CONSUME);
    accept(1, 0x42);
    ISR(accept(1, SET_ALL + CONSUME));
    ISR(accept(1, SET_ALL));
    query();
}

// --------------------------------------------------------------------------------------------------------- pend

// A pend on flags that already match returns at once, for each wait type.
CASE(flag_pend_ready,
     "M OSFlagPend 6 NONE, M OSFlagPend 2 NONE, M OSFlagPend 9 NONE, M OSFlagPend 1 NONE, M OSFlagPend 0 NONE"
     "M OSFlagQuery 6 NONE")
{
    create(6);
    pend(6, SET_ALL);
    pend(3, SET_ANY);
    pend(9, CLR_ALL);
    pend(3, CLR_ANY);
    pend(0, SET_ALL);
    query();
}

// A pend on flags that already match can consume them.
CASE(flag_pend_ready_consume,
     "M OSFlagPend 3 NONE, M OSFlagQuery 60 NONE, M OSFlagPend 4 NONE, M OSFlagQuery 56 NONE, M OSFlagPend 3 NONE"
     "M OSFlagQuery 59 NONE, M OSFlagPend 4 NONE, M OSFlagQuery 63 NONE")
{
    create(0x3F);
    pend(3, SET_ALL + CONSUME);
    query();
    pend(7, SET_ANY + CONSUME);
    query();
    pend(3, CLR_ALL + CONSUME);
    query();
    pend(0xC, CLR_ANY + CONSUME);
    query();
}

// A wait for all flags to be set ends when the last of them is set.
CASE(flag_pend_set_all,
     "M task 10 FLAG 0 OK, M OSFlagPost 3 NONE, M OSFlagPost 11 NONE, A OSFlagPend 7 NONE, M OSFlagPost 15 NONE"
     "M OSFlagQuery 15 NONE")
{
    create(1);
    TASK(A, 10, pend(7, SET_ALL));
    STATE(10);
    set(2);
    set(8);
    set(4);
    query();
}

// A wait for any flag to be set ends at the first post of one of them, and returns those that are set.
CASE(flag_pend_set_any,
     "M OSFlagPost 8 NONE, A OSFlagPend 6 NONE, M OSFlagPost 14 NONE, A OSFlagPend 16 NONE, M OSFlagPost 30 NONE"
     "M OSFlagQuery 30 NONE")
{
    create(8);
    TASK(A, 10, pend(7, SET_ANY); pend(0x30, SET_ANY));
    set(8);
    set(6);
    set(0x10);
    query();
}

// A wait for all flags to be clear ends when the last of them is cleared.
CASE(flag_pend_clr_all,
     "M OSFlagPost 13 NONE, M OSFlagPost 15 NONE, M OSFlagPost 7 NONE, M OSFlagPost 2 NONE, A OSFlagPend 7 NONE"
     "M OSFlagPost 0 NONE, M OSFlagQuery 0 NONE")
{
    create(0xF);
    TASK(A, 10, pend(7, CLR_ALL));
    clear(2);
    set(2);
    clear(8);
    clear(5);
    clear(2);
    query();
}

// A wait for any flag to be clear ends at the first post that clears one, and returns those that are clear.
CASE(flag_pend_clr_any,
     "M OSFlagPost 7 NONE, A OSFlagPend 6 NONE, M OSFlagPost 1 NONE, M OSFlagQuery 1 NONE")
{
    create(0xF);
    TASK(A, 10, pend(7, CLR_ANY));
    clear(8);
    clear(6);
    query();
}

// Pend checks for null first, then for an interrupt, a locked scheduler, an invalid group and an invalid wait type.
CASE(flag_pend_codes,
     "M OSFlagPend 0 FLAG_INVALID_PGRP, M OSFlagPend 0 EVENT_TYPE, M OSFlagPend 0 EVENT_TYPE"
     "M OSFlagPend 0 FLAG_WAIT_TYPE, M OSFlagPend 0 FLAG_WAIT_TYPE, isr OSFlagPend 0 FLAG_INVALID_PGRP"
     "isr OSFlagPend 0 PEND_ISR, isr OSFlagPend 0 PEND_ISR, M OSFlagPend 0 FLAG_INVALID_PGRP"
     "M OSFlagPend 0 PEND_LOCKED, M OSFlagPend 0 PEND_LOCKED, M OSFlagPend 0 PEND_LOCKED, isr OSFlagPend 0 PEND_ISR"
     "M OSFlagPend 1 NONE")
{
    create(7);
    VALUE_ERR(OSFlagPend(0, 1, SET_ALL, 0, &err));
    VALUE_ERR(OSFlagPend(&not_created, 1, SET_ALL, 0, &err));
    VALUE_ERR(OSFlagPend(&not_created, 1, 9, 0, &err));
    pend(1, 4);
    pend(1, 4 + CONSUME);
    ISR(VALUE_ERR(OSFlagPend(0, 1, SET_ALL, 0, &err)));
    ISR(VALUE_ERR(OSFlagPend(&not_created, 1, SET_ALL, 0, &err)));
    ISR(pend(1, SET_ALL));
    OSSchedLock();
    VALUE_ERR(OSFlagPend(0, 1, SET_ALL, 0, &err));
    VALUE_ERR(OSFlagPend(&not_created, 1, SET_ALL, 0, &err));
    pend(1, SET_ALL);
    pend(1, 9);
    ISR(pend(1, SET_ALL));
    OSSchedUnlock();
    pend(1, SET_ALL);
}

// A timeout of 0 waits forever.
CASE(flag_pend_timeout_0,
     "M task 10 FLAG 0 OK, A OSFlagPend 1 NONE, M OSFlagPost 1 NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 0));
    TICKS(2u * LONGEST_DLY + 3u);
    STATE(10);
    set(1);
}

// A timeout of 1 expires at the next tick, and returns no flags, not even the ones that are set.
CASE(flag_pend_timeout_1,
     "M task 10 FLAG 1 OK, A OSFlagPend 0 TIMEOUT, M ticked, M OSFlagPost 3 NONE")
{
    create(1);
    TASK(A, 10, pend_for(3, SET_ALL, 1));
    STATE(10);
    TICK();
    SAY("ticked");
    set(2);
}

// Timeouts are exact near the longest delay that a counter of the time unit holds, and far beyond it.
CASE(flag_pend_timeout_long,
     "M one less, A OSFlagPend 0 TIMEOUT, M longest, B OSFlagPend 0 TIMEOUT, M one more, M one less than far beyond"
     "C OSFlagPend 0 TIMEOUT, M task 13 FLAG 4294966778 OK, D OSFlagPend 1 NONE, M OSFlagPost 1 NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, LONGEST_DLY));
    TASK(B, 11, pend_for(1, SET_ALL, LONGEST_DLY + 1u));
    TASK(C, 12, pend_for(1, SET_ALL, 2u * LONGEST_DLY + 7u));
    TASK(D, 13, pend_for(1, SET_ALL, 0xFFFFFFFFu));
    TICKS(LONGEST_DLY - 1u);
    SAY("one less");
    TICK();
    SAY("longest");
    TICK();
    SAY("one more");
    TICKS(LONGEST_DLY + 5u);
    SAY("one less than far beyond");
    TICK();
    STATE(13);
    set(1);
}

// OSTimeDlyResume() lets a wait with a timeout time out; for a wait without a timeout it returns TIME_NOT_DLY.
CASE(flag_pend_dly_resume,
     "A OSFlagPend 0 TIMEOUT, M OSTimeDlyResume NONE, M OSTimeDlyResume TIME_NOT_DLY, B OSFlagPend 1 NONE"
     "M OSFlagPost 1 NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 5));
    TASK(B, 11, pend_for(1, SET_ALL, 0));
    CODE(OSTimeDlyResume(10));
    CODE(OSTimeDlyResume(11));
    set(1);
}

// ------------------------------------------------------------------------------------- flags that made a task ready

// OSFlagPendGetFlagsRdy() returns the flags that ended the caller's own latest pend, even if that pend did not wait.
CASE(flag_rdy,
     "M OSFlagPendGetFlagsRdy 0, M OSFlagPend 6 NONE, M OSFlagPendGetFlagsRdy 6, A OSFlagPend 48 NONE"
     "A OSFlagPendGetFlagsRdy 48, M OSFlagPost 55 NONE, M OSFlagPendGetFlagsRdy 6, A OSFlagPend 1 NONE"
     "A OSFlagPendGetFlagsRdy 1, M OSFlagPost 54 NONE, M OSFlagAccept 2 NONE, M OSFlagPendGetFlagsRdy 6")
{
    create(6);
    VALUE(OSFlagPendGetFlagsRdy());
    pend(7, SET_ANY);
    VALUE(OSFlagPendGetFlagsRdy());
    TASK(A, 10, pend(0x38, SET_ANY); VALUE(OSFlagPendGetFlagsRdy()); pend(1, CLR_ALL); VALUE(OSFlagPendGetFlagsRdy()));
    set(0x31);
    VALUE(OSFlagPendGetFlagsRdy());
    clear(1);
    accept(2, SET_ALL);
    VALUE(OSFlagPendGetFlagsRdy());
}

// After a timeout, the query returns the flags of the previous wait.
CASE(flag_rdy_after_timeout,
     "A OSFlagPend 2 NONE, A OSFlagPendGetFlagsRdy 2, A OSFlagPend 0 TIMEOUT, A OSFlagPendGetFlagsRdy 2")
{
    create(6);
    TASK(A, 10, pend_for(2, SET_ALL, 1); VALUE(OSFlagPendGetFlagsRdy()); pend_for(1, SET_ALL, 1);
         VALUE(OSFlagPendGetFlagsRdy()));
    TICK();
}

// --------------------------------------------------------------------------------------------------------- post

// Post sets or clears the given flags, and returns the flags of the group.
CASE(flag_post,
     "M OSFlagPost 32769 NONE, M OSFlagPost 32771 NONE, M OSFlagPost 1 NONE, M OSFlagPost 1 NONE, M OSFlagPost 1 NONE"
     "M OSFlagPost 1 NONE, M OSFlagPost 65535 NONE, M OSFlagPost 0 NONE")
{
    create(0);
    set(0x8001);
    set(3);
    clear(0x8002);
    clear(0x10);
    set(0);
    clear(0);
    set(0xFFFF);
    clear(0xFFFF);
}

// Post rejects invalid groups and invalid options; an interrupt may post.
CASE(flag_post_codes,
     "M OSFlagPost 0 FLAG_INVALID_PGRP, M OSFlagPost 0 EVENT_TYPE, M OSFlagPost 0 EVENT_TYPE"
     "M OSFlagPost 0 FLAG_INVALID_OPT, M OSFlagPost 0 FLAG_INVALID_OPT, isr OSFlagPost 7 NONE, isr OSFlagPost 5 NONE"
     "isr OSFlagQuery 5 NONE")
{
    create(6);
    VALUE_ERR(OSFlagPost(0, 1, OS_FLAG_SET, &err));
    VALUE_ERR(OSFlagPost(&not_created, 1, OS_FLAG_SET, &err));
    VALUE_ERR(OSFlagPost(&not_created, 1, 9, &err));
    VALUE_ERR(OSFlagPost(group, 1, 2, &err));
    VALUE_ERR(OSFlagPost(group, 1, 255, &err));
    ISR(set(1));
    ISR(clear(2));
    ISR(query());
}

// One post can make several tasks ready. They run by priority, whatever their order of arrival and their wait types.
CASE(flag_post_wakes_several,
     "B OSFlagPend 3 NONE, D OSFlagPend 9 NONE, A OSFlagPend 3 NONE, M OSFlagPost 11 NONE, M task 30 FLAG 0 OK"
     "M OSTaskQuery PRIO, C OSFlagPend 4 NONE, M OSFlagPost 15 NONE, M OSFlagPost 15 NONE")
{
    create(8);
    TASK(A, 20, pend(3, SET_ALL));
    TASK(B, 10, pend(7, SET_ANY));
    TASK(C, 30, pend(4, SET_ALL));
    TASK(D, 15, pend(9, SET_ALL));
    set(3);
    STATE(30);
    STATE(15);
    set(4);
    set(1);
}

// A task that begins to wait leaves tasks with neighbouring priorities ready.
CASE(flag_pend_beside_others,
     "C OSFlagPost 1 NONE, A OSFlagPend 1 NONE, C OSFlagPend 2 NONE, M OSFlagPost 3 NONE, B runs")
{
    create(0);
    TASK(A, 49, pend(1, SET_ALL));
    TASK(B, 51, SAY("runs"));
    TASK(C, 48, set(1); pend(2, SET_ALL));
    set(2);
    WITH_TICKS(OSTimeDly(1));
}

// A post returns the flags as they are after the woken tasks have run.
CASE(flag_post_value_after_the_woken_ran,
     "A OSFlagPend 1 NONE, A OSFlagPost 0 NONE, A OSFlagPost 16 NONE, M OSFlagPost 16 NONE")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL); clear(1); set(0x10));
    set(1);
}

// A waiter with a lower priority than the poster becomes ready and runs later.
CASE(flag_post_to_lower_task,
     "B OSFlagPost 1 NONE, B end, A OSFlagPend 1 NONE")
{
    create(0);
    TASK(A, 20, pend(1, SET_ALL));
    TASK(B, 10, set(1); SAY("end"));
}

// A post from an interrupt wakes the waiter when the outermost interrupt ends.
CASE(flag_post_in_isr,
     "isr OSFlagPost 1 NONE, isr ends, A OSFlagPend 1 NONE, isr OSFlagPost 3 NONE, isr outer ends, A OSFlagPend 2 NONE")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL); pend(2, SET_ALL));
    ISR(set(1); SAY("ends"));
    ISR(ISR(set(2)); SAY("outer ends"));
}

// A post with the scheduler locked wakes the waiter, which runs after the last unlock.
CASE(flag_post_locked,
     "M OSFlagPost 1 NONE, M task 10 RDY 0 OK, M OSFlagPost 0 NONE, M locked once, A OSFlagPend 1 NONE, M end")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL));
    OSSchedLock();
    OSSchedLock();
    set(1);
    STATE(10);
    clear(1);
    OSSchedUnlock();
    SAY("locked once");
    OSSchedUnlock();
    SAY("end");
}

// Flags that are set and cleared again without completing a wait are not remembered.
CASE(flag_post_is_not_counted,
     "M OSFlagPost 1 NONE, M OSFlagPost 0 NONE, M OSFlagPost 2 NONE, M task 10 FLAG 0 OK, A OSFlagPend 3 NONE"
     "M OSFlagPost 3 NONE")
{
    create(0);
    TASK(A, 10, pend(3, SET_ALL));
    set(1);
    clear(1);
    set(2);
    STATE(10);
    set(1);
}

// ------------------------------------------------------------------------------------------------------ consume

// A wait for set flags with consumption clears the flags that end it.
CASE(flag_consume_set,
     "M OSFlagPost 5 NONE, A OSFlagPend 3 NONE, M OSFlagPost 4 NONE, A OSFlagPend 48 NONE, M OSFlagPost 68 NONE")
{
    create(0);
    TASK(A, 10, pend(3, SET_ALL + CONSUME); pend(0x30, SET_ANY + CONSUME));
    set(5);
    set(2);
    set(0x70);
}

// A wait for clear flags with consumption sets the flags that end it.
CASE(flag_consume_clr,
     "M OSFlagPost 250 NONE, A OSFlagPend 3 NONE, M OSFlagPost 251 NONE, A OSFlagPend 48 NONE, M OSFlagPost 187 NONE")
{
    create(0xFF);
    TASK(A, 10, pend(3, CLR_ALL + CONSUME); pend(0x30, CLR_ANY + CONSUME));
    clear(5);
    clear(2);
    clear(0x70);
}

// B6: if two tasks wait to consume the same flag, one post wakes only the one with the higher priority.
CASE_DEFECT(B6, flag_consume_once,
            "B OSFlagPend 1 NONE, M OSFlagPost 0 NONE, M again, A OSFlagPend 1 NONE, M OSFlagPost 0 NONE",
            "B OSFlagPend 1 NONE, A OSFlagPend 1 NONE, M OSFlagPost 0 NONE, M again, M OSFlagPost 1 NONE")
{
    create(0);
    TASK(A, 20, pend(1, SET_ALL + CONSUME));
    TASK(B, 10, pend(1, SET_ALL + CONSUME));
    set(1);
    SAY("again");
    set(1);
}

// B6: one post wakes only one consumer of a flag, also if the one with the higher priority began to wait first.
CASE_DEFECT(B6, flag_consume_once_by_priority,
            "B OSFlagPend 1 NONE, M OSFlagPost 0 NONE, M again, A OSFlagPend 1 NONE, M OSFlagPost 0 NONE",
            "B OSFlagPend 1 NONE, A OSFlagPend 1 NONE, M OSFlagPost 0 NONE, M again, M OSFlagPost 1 NONE")
{
    create(0);
    TASK(B, 10, pend(3, SET_ANY + CONSUME));
    TASK(A, 20, pend(1, SET_ALL + CONSUME));
    set(1);
    SAY("again");
    set(1);
}

// B6: one post wakes only one consumer of a cleared flag; a waiter without consumption wakes too and changes no flags.
CASE_DEFECT(B6, flag_consume_cleared_once,
            "A OSFlagPend 6 NONE, B OSFlagPend 2 NONE, M OSFlagPost 7 NONE, C OSFlagPend 1 NONE, M OSFlagPost 7 NONE",
            "A OSFlagPend 6 NONE, B OSFlagPend 2 NONE, C OSFlagPend 2 NONE, M OSFlagPost 7 NONE, M OSFlagPost 6 NONE")
{
    create(7);
    TASK(A, 10, pend(6, CLR_ALL + CONSUME));
    TASK(B, 11, pend(2, CLR_ALL));
    TASK(C, 12, pend(3, CLR_ANY + CONSUME));
    clear(6);
    clear(1);
}

// One post can satisfy several consuming waiters, each with different flags.
CASE(flag_consume_each_its_own,
     "B OSFlagPend 2 NONE, A OSFlagPend 1 NONE, M OSFlagQuery 4 NONE")
{
    create(0);
    TASK(A, 20, pend(1, SET_ALL + CONSUME));
    TASK(B, 10, pend(2, SET_ANY + CONSUME));
    set_silently(7);
    query();
}

// B6: the post itself consumes the flags for the tasks that it wakes, before they run.
CASE_DEFECT(B6, flag_consume_by_the_post,
            "M OSFlagPost 2 NONE, M OSFlagAccept 0 FLAG_NOT_RDY, M OSFlagQuery 2 NONE, A OSFlagPend 1 NONE"
            "M OSFlagQuery 2 NONE",
            "M OSFlagPost 3 NONE, M OSFlagAccept 1 NONE, M OSFlagQuery 3 NONE, A OSFlagPend 1 NONE"
            "M OSFlagQuery 2 NONE")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL + CONSUME));
    OSSchedLock();
    set(3);
    accept(1, SET_ALL);
    query();
    OSSchedUnlock();
    query();
}

// B6: a flag that is set again before the consumer runs counts as a new one.
CASE_DEFECT(B6, flag_consumed_and_set_again,
            "M OSFlagPost 0 NONE, M OSFlagPost 1 NONE, A OSFlagPend 1 NONE, M OSFlagQuery 1 NONE",
            "M OSFlagPost 1 NONE, M OSFlagPost 1 NONE, A OSFlagPend 1 NONE, M OSFlagQuery 0 NONE")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL + CONSUME));
    OSSchedLock();
    set(1);
    set(1);
    OSSchedUnlock();
    query();
}

// A waiter without consumption also gets the flags of a post that another waiter consumes.
CASE(flag_consume_with_other_waiter,
     "B OSFlagPend 1 NONE, C OSFlagPend 1 NONE, A OSFlagPend 1 NONE, M OSFlagPost 0 NONE, M OSFlagQuery 0 NONE")
{
    create(0);
    TASK(A, 20, pend(1, SET_ALL));
    TASK(B, 10, pend(1, SET_ALL + CONSUME));
    TASK(C, 15, pend(1, SET_ALL));
    set(1);
    query();
}

// A wait that times out consumes nothing.
CASE(flag_consume_and_timeout,
     "A OSFlagPend 0 TIMEOUT, M OSFlagQuery 1 NONE")
{
    create(1);
    TASK(A, 10, pend_for(3, SET_ALL + CONSUME, 1));
    TICK();
    query();
}

// ---------------------------------------------------------------------------------------------- post and timeout

// A post in the tick hook takes effect before a timeout that expires at the same tick.
CASE(flag_post_in_the_tick_of_the_timeout,
     "isr OSFlagPost 1 NONE, A OSFlagPend 1 NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 1));
    ON(tick, OFF(tick); set(1));
    TICK();
}

// A post after the timeout, but before the task runs, ends the wait successfully.
CASE(flag_post_after_timeout_wins,
     "M task 10 RDY 0 TO, M OSFlagPost 1 NONE, M task 10 RDY 0 OK, A OSFlagPend 1 NONE, A OSFlagPendGetFlagsRdy 1")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 2); VALUE(OSFlagPendGetFlagsRdy()));
    OSSchedLock();
    TICKS(2);
    STATE(10);
    set(1);
    STATE(10);
    OSSchedUnlock();
}

// A post after the timeout, but before the task runs, ends a wait with consumption and consumes the flags.
CASE(flag_post_after_timeout_consumes,
     "A OSFlagPend 1 NONE, M OSFlagQuery 2 NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL + CONSUME, 1));
    ISR(OSTimeTick(); set_silently(3));
    query();
}

// A post to a timed-out task of lower priority than the poster ends the wait successfully, if the task has not run yet.
CASE(flag_post_after_timeout_of_a_lower_task,
     "M task 55 FLAG 1 OK, M task 55 RDY 0 TO, M OSFlagPost 1 NONE, M OSFlagPost 0 NONE, M task 55 RDY 0 OK"
     "A OSFlagPend 1 NONE, A OSFlagPend 0 TIMEOUT, M end")
{
    create(0);
    TASK(A, 55, pend_for(1, SET_ALL, 2); pend_for(1, SET_ALL, 1));
    WITH_TICKS(OSTimeDly(1));
    STATE(55);
    TICK();
    STATE(55);
    set(1);
    clear(1);
    STATE(55);
    WITH_TICKS(OSTimeDly(3));
    SAY("end");
}

// A post of other flags after the timeout leaves the timeout in effect.
CASE(flag_other_post_after_timeout,
     "M OSFlagPost 2 NONE, M task 10 RDY 0 TO, A OSFlagPend 0 TIMEOUT")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 1));
    OSSchedLock();
    TICK();
    set(2);
    STATE(10);
    OSSchedUnlock();
}

// A timed-out task leaves the wait list when it runs.
CASE(flag_post_after_the_timed_out_task_ran,
     "A OSFlagPend 0 TIMEOUT, B OSFlagPend 1 NONE, M OSFlagPost 1 NONE, M task 10 RDY 5 OK, M OSFlagDel null NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 1); CALL(OSTimeDly(5)));
    TASK(B, 20, pend(1, SET_ALL));
    TICK();
    set(1);
    STATE(10);
    POINTER_ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
}

// ------------------------------------------------------------------------------------------------------- delete

// Delete checks for null, then for an interrupt, an invalid group, an invalid option and, with OS_DEL_NO_PEND, waiters.
CASE(flag_del_codes,
     "M OSFlagDel null FLAG_INVALID_PGRP, M OSFlagDel set EVENT_TYPE, isr OSFlagDel null FLAG_INVALID_PGRP"
     "isr OSFlagDel set DEL_ISR, isr OSFlagDel set DEL_ISR, M OSFlagDel set INVALID_OPT, M OSFlagDel set INVALID_OPT"
     "M OSFlagDel set TASK_WAITING, A OSFlagPend 1 NONE, M OSFlagPost 1 NONE")
{
    create(0);
    POINTER_ERR(OSFlagDel(0, 9, &err));
    POINTER_ERR(OSFlagDel(&not_created, 9, &err));
    ISR(POINTER_ERR(OSFlagDel(0, 9, &err)));
    ISR(POINTER_ERR(OSFlagDel(group, 9, &err)));
    ISR(POINTER_ERR(OSFlagDel(&not_created, 9, &err)));
    POINTER_ERR(OSFlagDel(group, 2, &err));
    TASK(A, 10, pend(1, SET_ALL));
    POINTER_ERR(OSFlagDel(group, 2, &err));
    POINTER_ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
    set(1);
}

// Either option deletes a group without waiters; afterwards the group is invalid.
CASE(flag_del,
     "M OSFlagDel null NONE, M OSFlagQuery 0 EVENT_TYPE, M OSFlagPost 0 EVENT_TYPE, M OSFlagAccept 0 EVENT_TYPE"
     "M OSFlagPend 0 EVENT_TYPE, M OSFlagDel set EVENT_TYPE, M OSFlagDel null NONE, M OSFlagQuery 0 EVENT_TYPE")
{
    create(7);
    POINTER_ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
    query();
    set(1);
    accept(1, SET_ALL);
    pend(1, SET_ALL);
    POINTER_ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
    create(7);
    POINTER_ERR(OSFlagDel(group, OS_DEL_ALWAYS, &err));
    query();
}

// Delete with OS_DEL_ALWAYS aborts the waits of all tasks, and the task with the highest priority runs first.
CASE(flag_del_always,
     "C OSFlagPend 4 NONE, M OSTaskSuspend NONE, B OSFlagPend 0 PEND_ABORT, A OSFlagPend 0 PEND_ABORT"
     "A OSFlagPendGetFlagsRdy 0, M OSFlagDel null NONE, M task 30 SUSPEND 0 ABORT, C OSFlagPend 0 PEND_ABORT"
     "M OSTaskResume NONE")
{
    create(0);
    TASK(A, 20, pend(1, SET_ALL); VALUE(OSFlagPendGetFlagsRdy()));
    TASK(B, 10, pend_for(2, SET_ANY + CONSUME, 5));
    TASK(C, 30, pend(4, CLR_ALL); pend(8, SET_ALL));
    CODE(OSTaskSuspend(30));
    POINTER_ERR(OSFlagDel(group, OS_DEL_ALWAYS, &err));
    STATE(30);
    CODE(OSTaskResume(30));
    TICKS(6);
}

// B3: after a delete with waiters, all groups can be created again.
CASE_DEFECT(B3, flag_del_always_frees_the_group,
            "A OSFlagPend 0 PEND_ABORT, M OSFlagDel null NONE, M OSFlagCreate set NONE, M OSFlagCreate set NONE"
            "M OSFlagCreate set NONE, M OSFlagCreate set NONE, M OSFlagCreate set NONE"
            "M OSFlagCreate null FLAG_GRP_DEPLETED",
            "A OSFlagPend 0 PEND_ABORT, M OSFlagDel null NONE, M OSFlagCreate set NONE"
            "M OSFlagCreate null FLAG_GRP_DEPLETED, M OSFlagCreate null FLAG_GRP_DEPLETED"
            "M OSFlagCreate null FLAG_GRP_DEPLETED, M OSFlagCreate null FLAG_GRP_DEPLETED"
            "M OSFlagCreate null FLAG_GRP_DEPLETED")
{
    INT32U n;

    create(0);
    TASK(A, 10, pend(1, SET_ALL));
    POINTER_ERR(OSFlagDel(group, OS_DEL_ALWAYS, &err));
    for (n = 0u; n <= OS_MAX_FLAGS; n++) {
        POINTER_ERR(OSFlagCreate(0, &err));
    }
}

// Delete with the scheduler locked: the waiters run after the unlock, including one with an expired timeout.
CASE(flag_del_locked,
     "M OSFlagDel null NONE, M task 10 RDY 0 ABORT, A OSFlagPend 0 PEND_ABORT, B OSFlagPend 0 PEND_ABORT, M end")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL));
    TASK(B, 11, pend_for(1, SET_ALL, 1));
    OSSchedLock();
    TICK();
    POINTER_ERR(OSFlagDel(group, OS_DEL_ALWAYS, &err));
    STATE(10);
    OSSchedUnlock();
    SAY("end");
}

// -------------------------------------------------------------------------------------------------------- query

// Query rejects invalid groups; an interrupt may query.
CASE(flag_query_codes,
     "M OSFlagQuery 0 FLAG_INVALID_PGRP, M OSFlagQuery 0 EVENT_TYPE, isr OSFlagQuery 7 NONE")
{
    create(7);
    VALUE_ERR(OSFlagQuery(0, &err));
    VALUE_ERR(OSFlagQuery(&not_created, &err));
    ISR(query());
}

// -------------------------------------------------------------------------------------------------------- names

// The name of a group is "?" until it is set, and again after the group is deleted and created.
CASE(flag_name,
     "M OSFlagNameGet 1 NONE, M ?, M OSFlagNameSet NONE, M OSFlagNameGet 5 NONE, M state, M OSFlagDel NONE"
     "M OSFlagNameGet 0 EVENT_TYPE, M OSFlagNameGet 1 NONE, M ?")
{
    static INT8U *name;

    create(0);
    VALUE_ERR(OSFlagNameGet(group, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSFlagNameSet(group, (INT8U *)"state", &err));
    VALUE_ERR(OSFlagNameGet(group, &name, &err));
    SAY("%s", (char *)name);
    ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
    VALUE_ERR(OSFlagNameGet(group, &name, &err));
    create(0);
    VALUE_ERR(OSFlagNameGet(group, &name, &err));
    SAY("%s", (char *)name);
}

// The name functions check for null pointers in argument order, then for an interrupt, then for an invalid group.
CASE(flag_name_codes,
     "M OSFlagNameGet 0 FLAG_INVALID_PGRP, M OSFlagNameGet 0 PNAME_NULL, M OSFlagNameGet 0 PNAME_NULL"
     "M OSFlagNameGet 0 EVENT_TYPE, isr OSFlagNameGet 0 FLAG_INVALID_PGRP, isr OSFlagNameGet 0 NAME_GET_ISR"
     "isr OSFlagNameGet 0 NAME_GET_ISR, M OSFlagNameSet FLAG_INVALID_PGRP, M OSFlagNameSet PNAME_NULL"
     "M OSFlagNameSet PNAME_NULL, M OSFlagNameSet EVENT_TYPE, isr OSFlagNameSet FLAG_INVALID_PGRP"
     "isr OSFlagNameSet NAME_SET_ISR, isr OSFlagNameSet NAME_SET_ISR, isr OSFlagNameGet 0 PNAME_NULL"
     "isr OSFlagNameSet PNAME_NULL")
{
    static INT8U *name;

    create(0);
    VALUE_ERR(OSFlagNameGet(0, 0, &err));
    VALUE_ERR(OSFlagNameGet(group, 0, &err));
    VALUE_ERR(OSFlagNameGet(&not_created, 0, &err));
    VALUE_ERR(OSFlagNameGet(&not_created, &name, &err));
    ISR(VALUE_ERR(OSFlagNameGet(0, &name, &err)));
    ISR(VALUE_ERR(OSFlagNameGet(group, &name, &err)));
    ISR(VALUE_ERR(OSFlagNameGet(&not_created, &name, &err)));
    ERR(OSFlagNameSet(0, 0, &err));
    ERR(OSFlagNameSet(group, 0, &err));
    ERR(OSFlagNameSet(&not_created, 0, &err));
    ERR(OSFlagNameSet(&not_created, (INT8U *)"x", &err));
    ISR(ERR(OSFlagNameSet(0, (INT8U *)"x", &err)));
    ISR(ERR(OSFlagNameSet(group, (INT8U *)"x", &err)));
    ISR(ERR(OSFlagNameSet(&not_created, (INT8U *)"x", &err)));
    ISR(VALUE_ERR(OSFlagNameGet(&not_created, 0, &err)); ERR(OSFlagNameSet(&not_created, 0, &err)));
}

// -------------------------------------------------------------------------------------------------- waiters' state

// A suspended waiter gets the flags, and runs when it is resumed.
CASE(flag_post_to_suspended,
     "M OSTaskSuspend NONE, M task 10 FLAG+SUSPEND 5 OK, M OSFlagPost 3 NONE, M task 10 SUSPEND 0 OK"
     "M OSFlagPost 2 NONE, A OSFlagPend 1 NONE, M OSTaskResume NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 5));
    CODE(OSTaskSuspend(10));
    STATE(10);
    set(3);
    STATE(10);
    clear(1);
    TICKS(6);
    CODE(OSTaskResume(10));
}

// A suspended waiter for SET_ANY, CLR_ALL or CLR_ANY gets its flags from a post, and runs when it is resumed.
CASE(flag_post_to_suspended_of_each_type,
     "M OSTaskSuspend NONE, M OSTaskSuspend NONE, M OSTaskSuspend NONE, M OSFlagPost 241 NONE, M OSFlagPost 193 NONE"
     "M task 10 SUSPEND 0 OK, M task 11 SUSPEND 0 OK, M task 12 SUSPEND 0 OK, C OSFlagPend 32 NONE"
     "M OSTaskResume NONE, B OSFlagPend 16 NONE, M OSTaskResume NONE, A OSFlagPend 1 NONE, M OSTaskResume NONE")
{
    create(0xF0);
    TASK(A, 10, pend(1, SET_ANY));
    TASK(B, 11, pend(0x10, CLR_ALL));
    TASK(C, 12, pend(0x20, CLR_ANY));
    CODE(OSTaskSuspend(10));
    CODE(OSTaskSuspend(11));
    CODE(OSTaskSuspend(12));
    set(1);
    clear(0x30);
    STATE(10);
    STATE(11);
    STATE(12);
    CODE(OSTaskResume(12));
    CODE(OSTaskResume(11));
    CODE(OSTaskResume(10));
}

// B6: a post consumes the flags of a suspended waiter at once.
CASE_DEFECT(B6, flag_consume_of_suspended,
            "M OSTaskSuspend NONE, M OSFlagPost 7 NONE, M task 10 SUSPEND 0 OK, A OSFlagPend 2 NONE"
            "M OSTaskResume NONE, M OSFlagQuery 7 NONE",
            "M OSTaskSuspend NONE, M OSFlagPost 5 NONE, M task 10 SUSPEND 0 OK, A OSFlagPend 2 NONE"
            "M OSTaskResume NONE, M OSFlagQuery 7 NONE")
{
    create(7);
    TASK(A, 10, pend(3, CLR_ANY + CONSUME));
    CODE(OSTaskSuspend(10));
    clear(2);
    STATE(10);
    CODE(OSTaskResume(10));
    query();
}

// A timeout can expire while the waiter is suspended; pend returns TIMEOUT after the resume.
CASE(flag_timeout_of_suspended,
     "M OSTaskSuspend NONE, M task 10 SUSPEND 0 TO, M OSTimeDlyResume TIME_NOT_DLY, A OSFlagPend 0 TIMEOUT"
     "M OSTaskResume NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 2));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    STATE(10);
    CODE(OSTimeDlyResume(10));
    CODE(OSTaskResume(10));
}

// A post after the timeout of a suspended waiter, but before its resume, ends the wait successfully.
CASE(flag_post_after_timeout_of_suspended,
     "M OSTaskSuspend NONE, M OSFlagPost 1 NONE, M task 10 SUSPEND 0 OK, A OSFlagPend 1 NONE, M OSTaskResume NONE")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 2));
    CODE(OSTaskSuspend(10));
    TICKS(2);
    set(1);
    STATE(10);
    CODE(OSTaskResume(10));
}

// A waiter that is resumed before the post continues to wait, for the rest of its timeout.
CASE(flag_waiter_resumed,
     "M OSTaskSuspend NONE, M OSTaskResume NONE, M task 10 FLAG 2 OK, A OSFlagPend 0 TIMEOUT")
{
    create(0);
    TASK(A, 10, pend_for(1, SET_ALL, 3));
    TICK();
    CODE(OSTaskSuspend(10));
    CODE(OSTaskResume(10));
    STATE(10);
    TICKS(2);
}

// Deleted waiters (the last to arrive, the first and one in between) leave the list; the others continue to wait.
CASE(flag_waiters_deleted,
     "M OSTaskDel NONE, M OSTaskDel NONE, M OSTaskDel NONE, B OSFlagPend 1 NONE, D OSFlagPend 1 NONE"
     "M OSFlagPost 1 NONE, M OSFlagDel null NONE")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL));
    TASK(B, 11, pend(1, SET_ALL));
    TASK(C, 12, pend_for(1, SET_ALL, 2));
    TASK(D, 13, pend(1, SET_ALL));
    TASK(E, 14, pend(1, SET_ALL));
    CODE(OSTaskDel(14));
    CODE(OSTaskDel(10));
    CODE(OSTaskDel(12));
    TICKS(3);
    set(1);
    POINTER_ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
}

// After the only waiter is deleted, the group has no waiters.
CASE(flag_waiter_deleted,
     "M OSTaskDel NONE, M OSFlagDel null NONE")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL));
    CODE(OSTaskDel(10));
    POINTER_ERR(OSFlagDel(group, OS_DEL_NO_PEND, &err));
}

// A waiter continues to wait with its timeout when its priority changes, and runs at the new priority.
CASE(flag_waiter_changes_prio,
     "M OSTaskChangePrio NONE, M OSTaskChangePrio NONE, M OSTaskChangePrio NONE, M task 21 FLAG 2 OK"
     "B OSFlagPend 1 NONE, A OSFlagPend 1 NONE, M OSFlagPost 1 NONE, C OSFlagPend 0 TIMEOUT")
{
    create(0);
    TASK(A, 10, pend(1, SET_ALL));
    TASK(B, 30, pend(1, SET_ALL));
    TASK(C, 20, pend_for(2, SET_ALL, 3));
    TICK();
    CODE(OSTaskChangePrio(10, 40));
    CODE(OSTaskChangePrio(30, 11));
    CODE(OSTaskChangePrio(20, 21));
    STATE(21);
    set(1);
    TICKS(2);
}

// A post to a semaphore does not wake a task that waits for flags.
CASE(flag_waiter_and_semaphore,
     "M OSSemPost NONE, M task 10 FLAG 0 OK, A OSFlagPend 1 NONE, A OSSemPend NONE, M OSFlagPost 1 NONE")
{
    static OS_EVENT *sem;

    sem = OSSemCreate(0);
    create(0);
    TASK(A, 10, pend(1, SET_ALL); ERR(OSSemPend(sem, 0, &err)));
    CODE(OSSemPost(sem));
    STATE(10);
    set(1);
}
