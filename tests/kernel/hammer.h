/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The accounts of the programs that call a kernel's services at random from threads and from a handler.
 *
 * Each give counts before the call, each successful take, put or get after it. At the end, all threads have stopped,
 * so the accounts must be exact. A message consists of its sender and a number. Messages from one sender to one reader
 * must come in order.
 *
 * Before the header, the program defines HAMMER_PRINT(), HAMMER_LOCK(), which disables interrupts, and HAMMER_EXIT().
 */
#ifndef HAMMER_H
#define HAMMER_H

#include <stdbool.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS  400             /* calls of each thread */
#endif
#define WORKERS 6
#define HANDLER WORKERS         /* number of the handler as a caller */
#define MAIN    (WORKERS + 1)   /* number of main() as a caller */
#define CALLERS (WORKERS + 2)
#define SEMS    2
#define QUEUES  2
#define MUTEXES 2

static volatile uint32_t given[CALLERS][SEMS], taken[CALLERS][SEMS];
static volatile uint32_t put[CALLERS][QUEUES], received[CALLERS][QUEUES];
static uint32_t last_number[CALLERS][QUEUES][CALLERS];
static volatile int owner[MUTEXES];         /* caller plus 1, 0: free */
static volatile uint32_t calls[CALLERS], interrupts;
static volatile bool stops, stopped[WORKERS];

static void fail(const char *what, int a, int b) __attribute__((noreturn));
static void fail(const char *what, int a, int b)
{
    (void)HAMMER_LOCK();
    HAMMER_PRINT("FAIL: %s: %d, %d (calls %u, interrupts %u)\n", what, a, b, (unsigned)calls[0], (unsigned)interrupts);
    HAMMER_EXIT(1);
}

static uint32_t draw(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* Count a message that `reader` has received from queue n. */
static void count_message(int reader, int n, uint32_t sender, uint32_t number)
{
    if (sender >= CALLERS || (int32_t)(number - last_number[reader][n][sender]) <= 0) {
        fail("message out of order, from", (int)sender, (int)number);
    }
    last_number[reader][n][sender] = number;
    received[reader][n]++;
}

/* The caller gets and releases mutex n. */
static void count_owner(int who, int n)
{
    if (owner[n] != 0) {
        fail("two owners of a mutex", owner[n], who + 1);
    }
    owner[n] = who + 1;
}

static void count_release(int who, int n)
{
    if (owner[n] != who + 1) {
        fail("lost a mutex", owner[n], who + 1);
    }
    owner[n] = 0;
}

static uint32_t sum(volatile uint32_t (*of)[2], int n)
{
    uint32_t total = 0;

    for (int who = 0; who < CALLERS; who++) {
        total += of[who][n];
    }
    return total;
}

static bool all_stopped(void)
{
    for (int n = 0; n < WORKERS; n++) {
        if (!stopped[n]) {
            return false;
        }
    }
    return true;
}

/* Check the accounts of semaphore and queue n. counts, messages: what is left in them. */
static void check_accounts(int n, uint32_t counts, uint32_t messages)
{
    if (sum(given, n) != sum(taken, n) + counts) {
        fail("semaphore", (int)sum(given, n), (int)(sum(taken, n) + counts));
    }
    if (sum(put, n) != sum(received, n) + messages) {
        fail("queue", (int)sum(put, n), (int)(sum(received, n) + messages));
    }
}

#endif
