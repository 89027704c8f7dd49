/* SPDX-License-Identifier: Apache-2.0 */
/* IntQueue.c includes this header, and calls the function to start its two interrupts. */
#ifndef INT_QUEUE_TIMER_H
#define INT_QUEUE_TIMER_H

void vInitialiseTimerForIntQueueTest(void);

#endif
