// SPDX-License-Identifier: Apache-2.0
// Event flags of 32 bits.
// cfg: OS_FLAGS_NBITS=32
#include "conform.h"

static OS_FLAG_GRP *group;

// All thirty-two flags work.
CASE(flag32_width,
     "M OSFlagCreate set NONE, M OSFlagQuery 2147483649 NONE, M OSFlagAccept 2147483646 NONE"
     "M OSFlagAccept 2147483646 NONE, M OSFlagAccept 4294967295 NONE, M OSFlagPost 2147483648 NONE"
     "A OSFlagPend 4294967295 NONE, A OSFlagPendGetFlagsRdy 4294967295, M OSFlagPost 0 NONE")
{
    POINTER_ERR(group = OSFlagCreate(0x80000001u, &err));
    VALUE_ERR(OSFlagQuery(group, &err));
    VALUE_ERR(OSFlagAccept(group, 0x7FFFFFFEu, OS_FLAG_WAIT_CLR_ALL, &err));
    VALUE_ERR(OSFlagAccept(group, 0xFFFFFFFFu, OS_FLAG_WAIT_CLR_ANY + OS_FLAG_CONSUME, &err));
    VALUE_ERR(OSFlagAccept(group, 0xFFFFFFFFu, OS_FLAG_WAIT_SET_ALL, &err));
    VALUE_ERR(OSFlagPost(group, 0x7FFFFFFFu, OS_FLAG_CLR, &err));
    TASK(A, 10, VALUE_ERR(OSFlagPend(group, 0xFFFFFFFFu, OS_FLAG_WAIT_CLR_ALL, 0, &err));
         VALUE(OSFlagPendGetFlagsRdy()));
    VALUE_ERR(OSFlagPost(group, 0x80000000u, OS_FLAG_CLR, &err));
}
