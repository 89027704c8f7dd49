/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The start-up code prepares the C environment: .data, .bss, thread-local storage, constructors, a heap, an aligned
 * stack.
 */

#include <errno.h>
#include <stdlib.h>
#include "check.h"

_Thread_local INT32U local_set = 77u, local_zero;
volatile INT32U      set = 5u, zero;
volatile INT32U      constructed;
volatile INT32U      aligned __attribute__((aligned(64))) = 9u;

__attribute__((constructor)) static void construct(void)
{
    constructed = set;
}

int main(void)
{
    CHECK_EQ("sp modulo 16", stack_pointer() % 16u, 0u);
    CHECK_EQ(".data", set, 5u);
    CHECK_EQ(".data, aligned", aligned, 9u);
    CHECK_EQ("alignment", (INT32U)&aligned % 64u, 0u);
    CHECK_EQ(".bss", zero, 0u);
    CHECK_EQ(".tdata", local_set, 77u);
    CHECK_EQ(".tbss", local_zero, 0u);
    CHECK_EQ("constructor", constructed, 5u);
    errno = 0;
    (void)strtol("99999999999999", NULL, 10);
    CHECK_EQ("errno", errno, ERANGE);
    CHECK(malloc(1000u) != NULL);
    CHECK(malloc(10000000u) == NULL);
    pass();
}
