/* SPDX-License-Identifier: Apache-2.0 */
/* Call OSInit(), which reports units or a bus that do not fit the kernel. */
#include <stdio.h>

#include <ucos_ii.h>

int main(void)
{
    OSInit();
    printf("OSInit() is back\n");
    return 0;
}
