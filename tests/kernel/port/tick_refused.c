/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tick rates that are out of range.
 *
 * case: zero -DRATE=0u
 * case: too_fast -DRATE=250001u
 * case: largest -DRATE=0xFFFFFFFFu
 * exit: 123
 * output: BSP_TickStart: \d+ Hz is not possible: 1 to 250000 Hz with a clock of 50000000 Hz
 */

#include "check.h"

int main(void)
{
    OSInit();
    BSP_TickStart(RATE);
    return 0;
}
