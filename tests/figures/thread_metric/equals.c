/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads of equal priority, which tm_port.c adds to uC/OS-II, take turns when they relinquish. A waiting, sleeping or
 * suspended thread does not stop the others. No thread preempts a thread of equal priority.
 */
#include <stdio.h>
#include <string.h>
#include "bsp.h"
#include "tm_api.h"

#define LOGGED 10u

static char          Log[LOGGED + 1u]; /* the first LOGGED events      */
static unsigned      Logged;
static unsigned      Seen[128];        /* count of each event, no limit */
static unsigned long Word[4];

static void Note(char c)
{
    if (Logged < LOGGED) {
        Log[Logged++] = c;
        Log[Logged]   = '\0';
    }
    Seen[(unsigned)c]++;
}

static void Need(int good, const char *what)
{
    if (!good) {
        printf("%s: %s ...\n", what, Log);
        BSP_Exit(1);
    }
}

static void Expect(const char *what, const char *log)
{
    Need(strcmp(Log, log) == 0, what);
    Logged = 0u;
    Log[0] = '\0';
}

/* Function of the three threads of equal priority. The conductor selects their work in Todo. */
static volatile int Todo;

static void Work(int id)
{
    for (;;) {
        Note((char)('a' + id));
        switch (Todo) {
        case 0:
            tm_thread_relinquish();
            break;
        case 1: /* the second sleeps */
            if (id == 1) {
                tm_thread_sleep(2);
                Note('B');
            }
            tm_thread_relinquish();
            break;
        case 2: /* all wait for a semaphore */
            (void)tm_semaphore_get(0);
            Note((char)('A' + id));
            tm_thread_relinquish();
            break;
        case 3: /* the first waits for a message, the others continue */
            if (id == 0) {
                (void)tm_queue_receive(0, Word);
                Note('A');
            }
            tm_thread_relinquish();
            break;
        default:
            (void)tm_thread_suspend(id);
            break;
        }
        if (Logged == LOGGED) {
            (void)tm_thread_resume(5); /* the conductor, which preempts the thread */
        }
    }
}

static void First(void)
{
    Work(0);
}

static void Second(void)
{
    Work(1);
}

static void Third(void)
{
    Work(2);
}

/* Select the next work, and clear the log and the counts. */
static void Next(int todo)
{
    Todo   = todo;
    Logged = 0u;
    Log[0] = '\0';
    memset(Seen, 0, sizeof(Seen));
}

static void Post3(void)
{
    (void)tm_semaphore_put(0);
    (void)tm_semaphore_put(0);
    (void)tm_semaphore_put(0);
}

static void Conductor(void)
{
    unsigned long message[4] = {1, 2, 3, 4};

    (void)tm_thread_suspend(5);
    Expect("one after the other", "abcabcabca");

    Need(tm_thread_suspend(1) == TM_SUCCESS, "the thread that has the turn is suspended");
    (void)tm_thread_suspend(5);
    Expect("one suspended", "cacacacaca");
    Need(tm_thread_resume(1) == TM_SUCCESS, "the thread is resumed");
    Need(tm_thread_resume(1) == TM_ERROR, "a second resume of the thread fails");
    (void)tm_thread_suspend(5);
    Expect("a resumed thread preempts no thread of equal priority", "cabcabcabc");

    Next(1);
    tm_thread_sleep(1);
    Need((Seen['a'] > 9u) && (Seen['c'] > 9u) && (Seen['b'] <= 1u) && (Seen['B'] == 0u), "the second sleeps");
    Next(0);
    tm_thread_sleep(3);
    Need((Seen['B'] == 1u) && (Seen['b'] > 9u) && (Seen['a'] - Seen['c'] + 1u <= 2u), "the second is back");

    Next(2);
    tm_thread_sleep(1);
    Need(Seen['A'] + Seen['B'] + Seen['C'] == 0u, "all wait for the semaphore");
    Post3();
    tm_thread_sleep(1);
    Need((Seen['A'] == 1u) && (Seen['B'] == 1u) && (Seen['C'] == 1u), "three posts for three");

    Next(3);
    Post3();
    tm_thread_sleep(1);
    Need((Seen['b'] > 9u) && (Seen['c'] > 9u) && (Seen['a'] == 1u), "the first waits for a message");
    Next(3);
    (void)tm_queue_send(0, message);
    tm_thread_sleep(1);
    Need((Seen['A'] == 1u) && (memcmp(Word, message, sizeof(message)) == 0), "the first gets the message");

    Next(4);
    (void)tm_queue_send(0, message);
    tm_thread_sleep(1);
    Next(0);
    tm_thread_sleep(1);
    Expect("all have suspended themselves", "");
    Need(tm_thread_resume(2) == TM_SUCCESS, "one of them is resumed");
    (void)tm_thread_suspend(5);
    Expect("one of three runs", "cccccccccc");

    Need(tm_thread_resume(15) == TM_ERROR, "resume of a thread that does not exist fails");
    Need(tm_thread_create(6, 3, First) == TM_ERROR, "create of a thread after the start fails");
    BSP_Exit(0);
}

static void Init(void)
{
    (void)tm_thread_create(0, 3, First);
    (void)tm_thread_create(1, 3, Second);
    (void)tm_thread_create(2, 3, Third);
    (void)tm_thread_create(5, 2, Conductor);
    (void)tm_semaphore_create(0);
    (void)tm_semaphore_get(0);
    (void)tm_queue_create(0);
    (void)tm_thread_resume(0);
    (void)tm_thread_resume(1);
    (void)tm_thread_resume(2);
    (void)tm_thread_resume(5);
}

void tm_main(void)
{
    tm_initialize(Init);
}
