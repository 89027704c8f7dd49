/* SPDX-License-Identifier: Apache-2.0 */
/* Application for the board tests: waits two ticks, then prints initialised and zeroed data and stored bytes. */
#include <stdio.h>
#include <ucos_ii.h>
#include "bsp.h"

static OS_STK          stack[256];
static volatile INT32U set = 0x12345678u, zero;
static volatile INT8U  bytes[8];

static void task(void *p_arg)
{
    (void)p_arg;
    BSP_TickStart(10000u);
    OSTimeDly(2u);
    printf("tick %u, set %lx, zero %lx, bytes", (unsigned)OSTimeGet(), (unsigned long)set, (unsigned long)zero);
    for (unsigned n = 0; n < sizeof(bytes); n++) {
        bytes[n] = (INT8U)(3u * n + 1u);
    }
    *(volatile INT16U *)&bytes[2] = 0xBEEFu;
    for (unsigned n = 0; n < sizeof(bytes); n++) {
        printf(" %02x", bytes[n]);
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    (void)OSTaskCreate(task, (void *)0, &stack[255], 5u);
    OSStart();
    return 1;
}
