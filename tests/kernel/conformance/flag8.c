// SPDX-License-Identifier: Apache-2.0
// Event flags of 8 bits.
// cfg: OS_FLAGS_NBITS=8
#include "conform.h"

static OS_FLAG_GRP *group;

// All eight flags work, and only the lowest eight bits of a value count.
CASE(flag8_width,
     "M OSFlagCreate set NONE, M OSFlagQuery 165 NONE, M OSFlagAccept 90 NONE, M OSFlagAccept 90 NONE"
     "M OSFlagAccept 255 NONE, M OSFlagPost 128 NONE, A OSFlagPend 255 NONE, A OSFlagPendGetFlagsRdy 255"
     "M OSFlagPost 0 NONE")
{
    POINTER_ERR(group = OSFlagCreate((OS_FLAGS)0x1A5u, &err));
    VALUE_ERR(OSFlagQuery(group, &err));
    VALUE_ERR(OSFlagAccept(group, 0x5A, OS_FLAG_WAIT_CLR_ALL, &err));
    VALUE_ERR(OSFlagAccept(group, 0xFF, OS_FLAG_WAIT_CLR_ANY + OS_FLAG_CONSUME, &err));
    VALUE_ERR(OSFlagAccept(group, 0xFF, OS_FLAG_WAIT_SET_ALL, &err));
    VALUE_ERR(OSFlagPost(group, 0x7F, OS_FLAG_CLR, &err));
    TASK(A, 10, VALUE_ERR(OSFlagPend(group, 0xFF, OS_FLAG_WAIT_CLR_ALL, 0, &err)); VALUE(OSFlagPendGetFlagsRdy()));
    VALUE_ERR(OSFlagPost(group, 0x80, OS_FLAG_CLR, &err));
}
