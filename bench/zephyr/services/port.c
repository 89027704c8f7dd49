/* SPDX-License-Identifier: Apache-2.0 */
#include <zephyr/drivers/uart.h>
#include <zephyr/irq.h>

#include "services.h"

#define STACK_BYTES    1024
#define QUEUE_MESSAGES 4

K_MUTEX_DEFINE(Mutex);
K_SEM_DEFINE(Semaphore, 0, 1);
char Message[64] __aligned(4);
#define DEFINE_QUEUE(bytes) K_MSGQ_DEFINE(Queue##bytes, bytes, QUEUE_MESSAGES, 4);
FOR_EACH_QUEUE(DEFINE_QUEUE)

static K_THREAD_STACK_ARRAY_DEFINE(Stack, THREADS, STACK_BYTES);
static struct k_thread Thread[THREADS];

static void ThreadRun(void *function, void *argument, void *unused)
{
    ARG_UNUSED(unused);
    ((void (*)(unsigned int))function)((unsigned int)argument);
}

Thread_t StartThread(unsigned int index, void (*function)(unsigned int), unsigned int argument, int priority)
{
    return k_thread_create(&Thread[index], Stack[index], STACK_BYTES, ThreadRun, (void *)function, (void *)argument,
                           NULL, priority, 0, K_NO_WAIT);
}

void SleepFor(unsigned int milliseconds)
{
    k_sleep(K_MSEC(milliseconds));
}

int WriteCharacter(int character, void *unused)
{
    ARG_UNUSED(unused);
    uart_poll_out(DEVICE_DT_GET(DT_CHOSEN(zephyr_console)), (unsigned char)character);
    return character;
}

void StartLine(void)
{
    IRQ_CONNECT(DT_IRQN(LINE), 0, bench_line_handler, NULL, 0);
    LINE_ACKNOWLEDGE();
    sys_write32(1, DT_REG_ADDR_BY_NAME(LINE, ev_enable));
    irq_enable(DT_IRQN(LINE));
}

int main(void)
{
    RunBench();
    return 0;
}
