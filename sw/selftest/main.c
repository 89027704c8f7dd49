/* SPDX-License-Identifier: Apache-2.0 */
/* Self-test of the accelerator units: `./metro run sw/selftest --system combined`. */
#include <stdio.h>
#include <os_accel_test.h>

int main(void)
{
    return OS_AccelSelfTest(putchar) != 0u;
}
