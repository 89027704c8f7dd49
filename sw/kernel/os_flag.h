/* SPDX-License-Identifier: Apache-2.0 */
/* Internal functions and checks of event flag groups. */
#ifndef OS_KERNEL_FLAG_H
#define OS_KERNEL_FLAG_H

#include "os_kernel.h"
#include "os_event_short.h"

#if OS_FLAG_USED
BOOLEAN OS_FlagTake(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy);
void OS_FlagTaskRdy(OS_FLAG_NODE *pnode, OS_FLAGS flags_rdy, INT8U pend_stat);
void OS_FlagUnlink(OS_FLAG_NODE *pnode);
OS_FLAG_NODE *OS_FlagWaiterFind(OS_FLAG_GRP const *pgrp);
#if OS_ACCEL_EVENT
void OS_FlagListLeave(OS_TCB const *ptcb);
void OS_FlagListEnter(OS_TCB const *ptcb);
#endif

/* Do the work of OS_FlagTake(), inlined. Interrupts must be disabled. */
OS_ACCEL_INLINE BOOLEAN OS_FlagTakeInline(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, OS_FLAGS *pflags_rdy)
{
    OS_FLAGS rdy;
    const BOOLEAN enough = OS_FlagsSatisfy(pgrp, flags, wait_type, &rdy);

    if ((enough == OS_TRUE) && ((wait_type & OS_FLAG_CONSUME) != 0u)) {
        pgrp->OSFlagFlags ^= rdy;
    }
    *pflags_rdy = rdy;
    return enough;
}

/*
 * Check that `pgrp` is an event flag group. `err` is the result of the caller's own check. A null `pgrp` takes
 * precedence over `err`, and `err` takes precedence over a wrong type.
 */
OS_ACCEL_INLINE INT8U OS_FlagChk(OS_FLAG_GRP const *pgrp, INT8U err)
{
#if OS_ARG_CHK_EN > 0u
    if (pgrp == (OS_FLAG_GRP const *)0) {
        return OS_ERR_FLAG_INVALID_PGRP;
    }
#endif
    if (err != OS_ERR_NONE) {
        return err;
    }
    return (pgrp->OSFlagType == OS_EVENT_TYPE_FLAG) ? OS_ERR_NONE : OS_ERR_EVENT_TYPE;
}

/* Check that a wait type is valid and that os_cfg.h enables it. OS_FLAG_CONSUME is allowed with each wait type. */
OS_ACCEL_INLINE INT8U OS_FlagWaitTypeChk(INT8U wait_type)
{
    wait_type &= (INT8U)~OS_FLAG_CONSUME;
#if OS_FLAG_WAIT_CLR_EN == 0u
    if ((wait_type == OS_FLAG_WAIT_CLR_ALL) || (wait_type == OS_FLAG_WAIT_CLR_ANY)) {
        return OS_ERR_FLAG_WAIT_TYPE;
    }
#endif
    return (wait_type <= OS_FLAG_WAIT_SET_ANY) ? OS_ERR_NONE : OS_ERR_FLAG_WAIT_TYPE;
}
#endif

#endif
