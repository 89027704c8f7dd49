/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Basic processing: one thread that computes without kernel calls. Its score should be equal on all systems;
 * differences do not come from the kernel. The thread increments each of 256 words and counts its passes through them.
 */
#include "workload.h"

#define WORDS 256

static volatile unsigned long Array[WORDS];

static void Worker(void)
{
    unsigned long passes;
    int           n;

    for (passes = 0;;) {
        for (n = 0; n < WORDS; n++) {
            Array[n]++;
        }
        passes++;
        if (Array[passes % WORDS] != passes) {
            Lost("a word of the array is wrong");
        }
        Counter[0]++;
    }
}

static void Init(void)
{
    Start(0, 10, Worker);
    ReportCreate(1, 1);
}

void tm_main(void)
{
    tm_initialize(Init);
}
