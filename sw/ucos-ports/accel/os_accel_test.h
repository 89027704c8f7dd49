/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Self-test of the accelerator units on the target. It compares every custom instruction of the core, with operands at
 * the limits of their ranges, with the golden model (sw/model/), which is linked into the firmware.
 */
#ifndef OS_ACCEL_TEST_H
#define OS_ACCEL_TEST_H

#include <ucos_ii.h>

/*
 * Description: Run the self-test.
 * Arguments  : put   prints a character, like the C library's putchar(); its result is ignored
 * Returns    : number of differences between units and model; 0: none, or a core without units, which is printed
 * Notes      : Call it before OSInit(), because it leaves the units in the state after reset. A later call prints this,
 *              changes nothing and returns 1. Interrupts are disabled during the run, about 5 million cycles with 64
 *              tasks. It needs the core's mcycle, and installs the port's trap entry.
 *
 *              Each instruction has a line: `ok` or the first difference, and its fewest and most cycles with waits.
 *              After an instruction that changes the state, the test checks all visible state, and blames a difference
 *              on that instruction. Then units and model restart, and the steps left out are `not tried`.
 */
INT32U OS_AccelSelfTest(int (*put)(int c));

#endif
