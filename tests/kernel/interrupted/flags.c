/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of event flags. A gift is a flag that a post sets, or clears in the CLR modes. */
#include "sweep.h"

#define ALL_FLAGS 0xFFFFu
#define BOTH_OF   0x0003u /* flags that the ALL modes wait for */

static OS_FLAG_GRP *group;
static INT8U mode; /* OS_FLAG_WAIT_…, optionally with OS_FLAG_CONSUME */

static BOOLEAN waits_for_set(void)
{
    const INT8U type = (INT8U)(mode & ~OS_FLAG_CONSUME);

    return (BOOLEAN)((type == OS_FLAG_WAIT_SET_ALL) || (type == OS_FLAG_WAIT_SET_ANY));
}

static BOOLEAN waits_for_all(void)
{
    const INT8U type = (INT8U)(mode & ~OS_FLAG_CONSUME);

    return (BOOLEAN)((type == OS_FLAG_WAIT_SET_ALL) || (type == OS_FLAG_WAIT_CLR_ALL));
}

static BOOLEAN consumes(void)
{
    return (BOOLEAN)((mode & OS_FLAG_CONSUME) != 0u);
}

static OS_FLAGS wanted(void)
{
    return waits_for_all() ? BOTH_OF : ALL_FLAGS;
}

/* Return the flags that match the wait condition. */
static OS_FLAGS available_flags(void)
{
    INT8U err;
    const OS_FLAGS flags = OSFlagQuery(group, &err);

    return (OS_FLAGS)((waits_for_set() ? flags : ~flags) & wanted());
}

static void flags_make(void)
{
    INT8U err;

    group = OSFlagCreate(waits_for_set() ? 0u : ALL_FLAGS, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void flags_remove(void)
{
    INT8U err;

    (void)OSFlagDel(group, OS_DEL_NO_PEND, &err);
    MUST_BE(err, OS_ERR_NONE);
}

/* Count each consumed flag as one gift, except the last flag. Return the last flag, which the caller counts. */
static OS_FLAGS took_all_but_one(OS_FLAGS flags)
{
    while ((flags & (flags - 1u)) != 0u) {
        took(flags & (0u - flags));
        flags &= (OS_FLAGS)(flags - 1u);
    }
    return flags;
}

/* Check the result of a wait. If the wait does not consume its flags, they stay in the group. */
static void got(INT8U err, OS_FLAGS flags)
{
    FAIL_IF((err == OS_ERR_NONE) != (flags != 0u));
    if (err == OS_ERR_NONE) {
        FAIL_IF(waits_for_all() && (flags != BOTH_OF));
        FAIL_IF(OSFlagPendGetFlagsRdy() != flags);
        if (consumes()) {
            flags = took_all_but_one(flags);
        } else {
            FAIL_IF((available_flags() & flags) != flags);
            gave(0u);
            flags = 0u;
        }
    }
    ended(err, flags);
}

/* The wait mode must be a constant, because OSFlagPend() has a fast path only for a constant mode. */
#define FLAGS_MODE(name, type) \
    static void name##_make(void) \
    { \
        mode = (type); \
        flags_make(); \
    } \
    static void name##_wait(void) \
    { \
        INT8U err; \
        OS_FLAGS flags; \
\
        begin(); \
        flags = OSFlagPend(group, wanted(), (type), self()->timeout, &err); \
        got(err, flags); \
    } \
    static const KIND name##_kind = { "group of flags (" #type ")", name##_make, flags_remove, name##_wait, \
                                      flags_give, flags_are_available, 0, flags_drain, 0, flags_actions, \
                                      ((type) & OS_FLAG_CONSUME) != 0u, 0 }

/* Post the next flag. In the ALL modes, a wait needs two flags, so posts alternate between these flags. */
static void flags_give(void)
{
    const INT32U gift = next_gift() - 1u;
    const OS_FLAGS flag = (OS_FLAGS)(1uL << (gift % (waits_for_all() ? 2u : 16u)));
    INT8U err;

    if (consumes()) {
        gave(flag);
    }
    (void)OSFlagPost(group, flag, waits_for_set() ? OS_FLAG_SET : OS_FLAG_CLR, &err);
    FAIL_IF((err != OS_ERR_NONE) && (err != OS_ERR_EVENT_TYPE));
}

static BOOLEAN flags_are_available(void)
{
    const OS_FLAGS available = available_flags();

    return waits_for_all() ? (BOOLEAN)(available == BOTH_OF) : (BOOLEAN)(available != 0u);
}

static void flags_drain(void)
{
    const OS_FLAGS available = available_flags();
    INT8U err;

    if (consumes() && (available != 0u)) {
        took(took_all_but_one(available));
    }
    (void)OSFlagPost(group, available, waits_for_set() ? OS_FLAG_CLR : OS_FLAG_SET, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void flags_accept(void)
{
    INT8U err;
    const OS_FLAGS flags = OSFlagAccept(group, wanted(), mode, &err);

    FAIL_IF((err != OS_ERR_NONE) && (err != OS_ERR_FLAG_NOT_RDY));
    if (err == OS_ERR_NONE) {
        FAIL_IF(flags == 0u);
        took(took_all_but_one(flags));
    }
}

/* Take back all flags, including those that the handler has posted: clear them, or set them in the CLR modes. */
static void flags_take_back(void)
{
    INT8U err;

    (void)OSFlagPost(group, ALL_FLAGS, waits_for_set() ? OS_FLAG_CLR : OS_FLAG_SET, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void flags_del(void)
{
    INT8U err;

    object_is_gone();
    FAIL_IF(OSFlagDel(group, OS_DEL_ALWAYS, &err) != 0);
    MUST_BE(err, OS_ERR_NONE);
}

static void flags_tick_give(void)
{
    OSTimeTick();
    flags_give();
}

static const ACTION flags_actions[] = {
    { "posts a flag", flags_give, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "ticks and posts a flag", flags_tick_give, OS_FALSE },
    { "suspends the caller", act_suspend, OS_FALSE },
    { "moves the caller", act_move, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
};

FLAGS_MODE(set_all, OS_FLAG_WAIT_SET_ALL);
FLAGS_MODE(set_any, OS_FLAG_WAIT_SET_ANY);
FLAGS_MODE(clr_all, OS_FLAG_WAIT_CLR_ALL);
FLAGS_MODE(clr_any, OS_FLAG_WAIT_CLR_ANY);
FLAGS_MODE(set_all_consume, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME);
FLAGS_MODE(set_any_consume, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME);
FLAGS_MODE(clr_all_consume, OS_FLAG_WAIT_CLR_ALL + OS_FLAG_CONSUME);
FLAGS_MODE(clr_any_consume, OS_FLAG_WAIT_CLR_ANY + OS_FLAG_CONSUME);

const ROW flag_rows[] = {
    { "OSFlagPend", &set_any_kind, 0, call_wait, NO_WAITER, 6u, 0u },
    { "OSFlagPend", &set_any_consume_kind, 0, call_wait, NO_WAITER | LESSER, 6u, 0u },
    { "OSFlagPend", &set_any_consume_kind, 0, call_wait_timed, NO_WAITER | GIVEN, 6u, 0u },
    { "OSFlagPend", &set_all_kind, 0, call_wait_timed, NO_WAITER, 6u, 0u },
    { "OSFlagPend", &set_all_consume_kind, 0, call_wait_timed, NO_WAITER | GIVEN, 3u, ALL_OF_THEM },
    { "OSFlagPend", &clr_any_kind, 0, call_wait_timed, NO_WAITER, 3u, 0u },
    { "OSFlagPend", &clr_any_consume_kind, 0, call_wait, NO_WAITER, 3u, 0u },
    { "OSFlagPend", &clr_all_kind, 0, call_wait, NO_WAITER | GIVEN, 3u, 0u },
    { "OSFlagPend", &clr_all_consume_kind, 0, call_wait_timed, NO_WAITER, 3u, ALL_OF_THEM },
    { "OSFlagPend", &set_any_consume_kind, 0, call_wait_long, NO_WAITER, 3u, 0u },
    { "OSFlagPost", &set_any_kind, 0, flags_give, NO_WAITER | URGENT | BOTH, 3u, 0u },
    { "OSFlagPost", &set_any_consume_kind, 0, flags_give, NO_WAITER | URGENT | LESSER | BOTH, 3u, 0u },
    { "OSFlagPost", &set_all_kind, 0, flags_give, URGENT | BOTH, 2u, 0u },
    { "OSFlagPost", &set_all_consume_kind, 0, flags_give, BOTH, 2u, ALL_OF_THEM },
    { "OSFlagPost", &clr_any_kind, 0, flags_give, BOTH, 2u, 0u },
    { "OSFlagPost", &clr_any_consume_kind, 0, flags_give, BOTH, 2u, 0u },
    { "OSFlagPost", &clr_all_kind, 0, flags_give, BOTH, 2u, 0u },
    { "OSFlagPost", &clr_all_consume_kind, 0, flags_give, BOTH, 2u, ALL_OF_THEM },
    { "OSFlagPost", &set_all_consume_kind, 0, flags_take_back, NO_WAITER | BOTH, 2u, ALL_OF_THEM },
    { "OSFlagAccept", &set_any_consume_kind, 0, flags_accept, NO_WAITER | GIVEN, 1u, 0u },
    { "OSFlagAccept", &clr_all_consume_kind, 0, flags_accept, GIVEN, 1u, ALL_OF_THEM },
    { "OSFlagDel", &set_any_consume_kind, 0, flags_del, BOTH, 3u, ALL_OF_THEM },
    { 0, 0, 0, 0, 0u, 0u, 0u },
};
