/* SPDX-License-Identifier: Apache-2.0 */
/* Shows OSInit()'s report about the units. */
#include <stdio.h>

#include <ucos_ii.h>

int main(void)
{
    OSInit();
    printf("OSInit() is back\n");
    return 0;
}
