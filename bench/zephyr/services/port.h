/* SPDX-License-Identifier: Apache-2.0 */
/* Zephyr's services, for bench/services. */
#ifndef PORT_H
#define PORT_H

#include <metronome.h>
#include <zephyr/devicetree.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/cbprintf.h>
#include <zephyr/sys/sys_io.h>

typedef k_tid_t Thread_t;

extern struct k_mutex Mutex;
extern struct k_sem   Semaphore;
extern char           Message[64];

#define HAS_INHERITANCE
#define FOR_EACH_QUEUE(DO) DO(4) DO(16) DO(64)
#define DECLARE_QUEUE(bytes) extern struct k_msgq Queue##bytes;
FOR_EACH_QUEUE(DECLARE_QUEUE)

#define YIELD()         (k_yield(), true)
#define SUSPEND_SELF()  (k_thread_suspend(k_current_get()), true)
#define RESUME(thread)  (k_thread_resume(thread), true)
#define LOCK()          (k_mutex_lock(&Mutex, K_FOREVER) == 0)
#define UNLOCK()        (k_mutex_unlock(&Mutex) == 0)
#define GIVE()          (k_sem_give(&Semaphore), true)
#define TAKE()          (k_sem_take(&Semaphore, K_FOREVER) == 0)
#define SEND(bytes)     (k_msgq_put(&Queue##bytes, Message, K_FOREVER) == 0)
#define RECEIVE(bytes)  (k_msgq_get(&Queue##bytes, Message, K_FOREVER) == 0)

int WriteCharacter(int character, void *unused);

#define RUNNING_THREAD() k_current_get()
#define PRINT(...)       cbprintf(WriteCharacter, NULL, __VA_ARGS__) /* printk() would end a line with \r\n */
#define EXIT(code)       metronome_exit(code)

#define LINE                DT_NODELABEL(sim_line)
#define LINE_ACKNOWLEDGE()  sys_write32(1, DT_REG_ADDR_BY_NAME(LINE, ev_pending))

#endif
