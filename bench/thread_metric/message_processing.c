/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message processing: a thread sends a message of 16 bytes to a queue, receives it and compares it. It compares all
 * words of the first message, and the last word, which always differs, of the others.
 */
#include "workload.h"

static unsigned long Sent[4] = {0x5A5A5A5A, 0, 0xFFFFFFFF, 0}, Received[4];

static inline void Round(int first)
{
    int n;

    Sent[3]++;
    Need(tm_queue_send(0, Sent), "tm_queue_send");
    Need(tm_queue_receive(0, Received), "tm_queue_receive");
    for (n = first; n < 4; n++) {
        if (Received[n] != Sent[n]) {
            Lost("a message is not the one that was sent");
        }
    }
}

static void Worker(void)
{
    Round(0);
    for (;;) {
        Round(3);
        Counter[0]++;
    }
}

static void Init(void)
{
    Need(tm_queue_create(0), "tm_queue_create");
    Start(0, 10, Worker);
    ReportCreate(1, 1);
}

void tm_main(void)
{
    tm_initialize(Init);
}
