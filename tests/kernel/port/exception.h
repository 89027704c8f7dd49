/* SPDX-License-Identifier: Apache-2.0 */
/* A task called "faulty" that runs fault(), which the including program defines. */

#ifndef EXCEPTION_H
#define EXCEPTION_H

#include "check.h"

static OS_STK faulty_stack[300];

static void fault(void);

static void faulty(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSTaskNameSet(OS_PRIO_SELF, (INT8U *)"faulty", &err);
    fault();
    printf("the exception did not happen\n");
    BSP_Exit(1);
}

int main(void)
{
    OSInit();
    OSTaskCreate(faulty, 0, &faulty_stack[299], 7u);
    OSStart();
    return 2;
}

#endif
