/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads take turns through semaphores, and then end the simulation. */
#include <zephyr/kernel.h>
#include <zephyr/sys/poweroff.h>

#define TURNS 3

K_SEM_DEFINE(to_ping, 1, 1);
K_SEM_DEFINE(to_pong, 0, 1);

static void play(void *name, void *own, void *other)
{
    for (int turn = 0; turn < TURNS; ++turn) {
        k_sem_take(own, K_FOREVER);
        printk("%s\n", (const char *)name);
        k_sem_give(other);
    }
    k_msleep(20);
    sys_poweroff();
}

K_THREAD_DEFINE(ping, 1024, play, "ping", &to_ping, &to_pong, 5, 0, 0);
K_THREAD_DEFINE(pong, 1024, play, "pong", &to_pong, &to_ping, 6, 0, 0);
