/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message processing: one thread sends a message of 16 bytes to a queue and receives it. It has to be the same: its
 * last word is another each time.
 */
#include "workload.h"

static void Worker(void)
{
    unsigned long sent[4] = {0x5A5A5A5A, 0, 0xFFFFFFFF, 0}, received[4];

    for (;;) {
        sent[3]++;
        Need(tm_queue_send(0, sent), "tm_queue_send");
        Need(tm_queue_receive(0, received), "tm_queue_receive");
        if (received[3] != sent[3]) {
            Lost("a message is not the one that was sent");
        }
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
