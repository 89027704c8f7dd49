/* SPDX-License-Identifier: Apache-2.0 */
#include "turns.h"

struct task *volatile current;
static struct task *first;

void task_create(struct task *task, void (*function)(void), void *stack_top)
{
    void **frame = (void **)stack_top - 16;

    frame[0] = (void *)function;
    task->sp = frame;
    task->next = first;
    first = task;
}

void task_yield(void)
{
    struct task *before = current;

    current = before->next ? before->next : first;
    switch_context(&before->sp, current->sp);
}

void start(void)
{
    void *sp;

    current = first;
    switch_context(&sp, first->sp);
}
