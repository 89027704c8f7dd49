/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Self-test of the accelerator units on the target: every custom instruction that the core has, with operands at the
 * edges of what it takes, against the golden model (sw/model/), which is linked into the firmware for that.
 */
#ifndef OS_ACCEL_TEST_H
#define OS_ACCEL_TEST_H

#include <ucos_ii.h>

/*
 * Description: Run the self-test.
 * Arguments  : put   prints a character, like the C library's putchar(); what it returns does not matter
 * Returns    : how often units and model differed; 0: none, or a core without units, which it says
 * Notes      : Before OSInit(), because it leaves the units as after a reset. Later it says so, touches nothing and
 *              returns 1. Interrupts are off while it runs, which takes some 5 million cycles (64 tasks). It needs the
 *              core's mcycle, and the port's trap entry, which it installs.
 *
 *              A line for each instruction: `ok` or the first difference, and its cycles, waits included, fewest and
 *              most. An instruction that changes something is followed by a look at all state that can be seen. What
 *              differs then is put down to it, units and model start afresh, and what this skips is `not tried`.
 */
INT32U OS_AccelSelfTest(int (*put)(int c));

#endif
