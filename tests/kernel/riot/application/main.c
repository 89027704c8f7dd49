/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads take turns through mutexes, and then end the simulation. */
#include <stdio.h>

#include "mutex.h"
#include "periph/pm.h"
#include "thread.h"
#include "ztimer.h"

#define TURNS 3

static mutex_t to_ping = MUTEX_INIT, to_pong = MUTEX_INIT_LOCKED;
static char stacks[2][THREAD_STACKSIZE_MAIN];

static void play(const char *name, mutex_t *own, mutex_t *other)
{
    for (int turn = 0; turn < TURNS; turn++) {
        mutex_lock(own);
        puts(name);
        mutex_unlock(other);
    }
    ztimer_sleep(ZTIMER_MSEC, 20);
    pm_off();
}

static void *ping(void *unused)
{
    (void)unused;
    play("ping", &to_ping, &to_pong);
    return NULL;
}

static void *pong(void *unused)
{
    (void)unused;
    play("pong", &to_pong, &to_ping);
    return NULL;
}

int main(void)
{
    thread_create(stacks[0], sizeof(stacks[0]), 5, 0, ping, NULL, "ping");
    thread_create(stacks[1], sizeof(stacks[1]), 6, 0, pong, NULL, "pong");
    return 0;
}
