/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel whose tasks take turns: each runs until it gives the processor up. */
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

/* The port's: keeps the running context in *save, goes on with another. */
void switch_context(void **save, void *load);

#endif
