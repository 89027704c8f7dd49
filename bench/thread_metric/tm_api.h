/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface between the workloads of Thread-Metric and an operating system, for our own workloads. The original
 * suite brings a header of this name, which its sources get (./metro bench thread_metric --suite); tm_port.c serves
 * both.
 *
 * Threads, queues, semaphores and pools have small numbers that the caller chooses. 1 is the highest priority, and
 * several threads may have the same. What returns an int returns TM_SUCCESS or TM_ERROR.
 */
#ifndef TM_API_H
#define TM_API_H

#include "tm_porting_layer.h"

#define TM_SUCCESS 0
#define TM_ERROR   1

/* Seconds of one measurement: how long the reporting thread sleeps. */
#ifndef TM_TEST_DURATION
#define TM_TEST_DURATION 30
#endif

/* Starts the system: it calls the function, which creates threads and objects, and then lets the threads run. */
void tm_initialize(void (*test_initialization_function)(void));

/* A new thread waits for its first tm_thread_resume(). */
int tm_thread_create(int thread_id, int priority, void (*entry_function)(void));
int tm_thread_resume(int thread_id);
int tm_thread_suspend(int thread_id);

/* All others of the caller's priority that can run do so before it goes on. */
void tm_thread_relinquish(void);
void tm_thread_sleep(int seconds);

/* Messages of four words. */
int tm_queue_create(int queue_id);
int tm_queue_send(int queue_id, unsigned long *message_ptr);
int tm_queue_receive(int queue_id, unsigned long *message_ptr);

/* A new semaphore can be taken once. */
int tm_semaphore_create(int semaphore_id);
int tm_semaphore_get(int semaphore_id);
int tm_semaphore_put(int semaphore_id);

/* Blocks of 128 bytes. */
int tm_memory_pool_create(int pool_id);
int tm_memory_pool_allocate(int pool_id, unsigned char **memory_ptr);
int tm_memory_pool_deallocate(int pool_id, unsigned char *memory_ptr);

/* Given by a workload: where it begins, and what it does in an interrupt (one of the two, if any). */
void tm_main(void);
void tm_interrupt_handler(void);
void tm_interrupt_preemption_handler(void);

#endif
