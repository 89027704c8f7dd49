/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Self-test of the ready, time and event units on the target. The test executes their instructions on the units and on
 * the golden model (sw/model/), with operands at the limits of their ranges, and compares the results. The model is
 * linked into the firmware. The test does not cover the time base, task lists or register banks.
 */
#ifndef OS_ACCEL_TEST_H
#define OS_ACCEL_TEST_H

#include <ucos_ii.h>

/*
 * Description: Run the self-test.
 * Arguments  : put   prints a character, like the C library's putchar(); its result is ignored
 * Returns    : number of differences between units and model; 0 also on a core without units; 1 if the test cannot run
 * Notes      : Call the test before OSInit(), because the test resets the units. A call after OSInit() prints an error
 *              and changes nothing. Interrupts are disabled during the run, for about 5 million cycles with 64 tasks.
 *              The test needs the core's mcycle, and installs the port's trap entry.
 *
 *              The report has a line for each instruction: `ok` or the first difference, and the range of its cycles,
 *              with waits. After each instruction, the test checks all visible state, and blames a difference on the
 *              instruction. After such a difference, the test skips all steps up to the next reset of units and model.
 *              An instruction of which no step was executed is `not tried`.
 */
INT32U OS_AccelSelfTest(int (*put)(int c));

#endif
