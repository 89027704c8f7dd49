/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel whose tasks take turns: each runs until it yields. */
#ifndef TURNS_H
#define TURNS_H

struct task {
    void *sp;
    struct task *next;
    unsigned char priority;
    char name[8];
};

void task_create(struct task *task, void (*function)(void), void *stack_top);
void task_yield(void);
void start(void);

/* Save the running context, with its stack pointer in *save, and resume the context `load`. The port defines this. */
void switch_context(void **save, void *load);

#endif
