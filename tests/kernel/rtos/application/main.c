/* SPDX-License-Identifier: Apache-2.0 */
/* Two tasks take turns. Then ping executes an illegal instruction, and the port reports it with the board support. */
#include <stdio.h>
#include <bsp.h>
#include <turns.h>

static unsigned stack_ping[256], stack_pong[256];
static struct task tping = {.priority = 1, .name = "ping"}, tpong = {.priority = 2, .name = "pong"};

static void ping(void)
{
    for (int i = 0; i < 2; i++) {
        printf("ping\n");
        task_yield();
    }
    __asm__ volatile(".word 0"); /* an illegal instruction */
}

static void pong(void)
{
    for (;;) {
        printf("pong\n");
        task_yield();
    }
}

int main(void)
{
    task_create(&tping, ping, &stack_ping[256]);
    task_create(&tpong, pong, &stack_pong[256]);
    start();
    return 1;
}
