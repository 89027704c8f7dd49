/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interface between the workloads of Thread-Metric and an operating system, for our own workloads. The original suite
 * has a header of this name, which its sources include (./metro bench thread_metric --suite). tm_port.c implements
 * both.
 *
 * The caller chooses small numbers for threads, queues, semaphores and pools. 1 is the highest priority, and several
 * threads can have the same priority. Functions of type int return TM_SUCCESS or TM_ERROR.
 */
#ifndef TM_API_H
#define TM_API_H

#include "tm_porting_layer.h"

#define TM_SUCCESS 0
#define TM_ERROR   1

/* Duration of a measurement in seconds: the time that the reporting thread sleeps. */
#ifndef TM_TEST_DURATION
#define TM_TEST_DURATION 30
#endif

/* Start the system: call the function, which creates threads and objects, and then run the threads. */
void tm_initialize(void (*test_initialization_function)(void));

/* Create a thread. It is suspended until its first tm_thread_resume(). */
int tm_thread_create(int thread_id, int priority, void (*entry_function)(void));
int tm_thread_resume(int thread_id);
int tm_thread_suspend(int thread_id);

/* Yield to all other ready threads of the caller's priority. */
void tm_thread_relinquish(void);
void tm_thread_sleep(int seconds);

/* Queues have messages of four words. */
int tm_queue_create(int queue_id);
int tm_queue_send(int queue_id, unsigned long *message_ptr);
int tm_queue_receive(int queue_id, unsigned long *message_ptr);

/* A new semaphore can be taken once. */
int tm_semaphore_create(int semaphore_id);
int tm_semaphore_get(int semaphore_id);
int tm_semaphore_put(int semaphore_id);

/* Pools have blocks of 128 bytes. */
int tm_memory_pool_create(int pool_id);
int tm_memory_pool_allocate(int pool_id, unsigned char **memory_ptr);
int tm_memory_pool_deallocate(int pool_id, unsigned char *memory_ptr);

/* A workload defines these: its start, and one interrupt handler or none. */
void tm_main(void);
void tm_interrupt_handler(void);
void tm_interrupt_preemption_handler(void);

#endif
