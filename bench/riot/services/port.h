/* SPDX-License-Identifier: Apache-2.0 */
/* RIOT's services, for bench/services. Without further modules, a mutex does not promote its owner. */
#ifndef PORT_H
#define PORT_H

#include <stdio.h>

#include "litex.h"
#include "mbox.h"
#include "metronome.h"
#include "mutex.h"
#include "sema.h"
#include "thread.h"

typedef kernel_pid_t Thread_t;

extern mutex_t Mutex;
extern sema_t  Semaphore;
extern mbox_t  Mailbox;
extern msg_t   Message;

#define FOR_EACH_QUEUE(DO) DO(8)

#define YIELD()         (thread_yield(), true)
#define SUSPEND_SELF()  (thread_sleep(), true)
#define RESUME(thread)  (thread_wakeup(thread) == 1)
#define LOCK()          (mutex_lock(&Mutex), true)
#define UNLOCK()        (mutex_unlock(&Mutex), true)
#define GIVE()          (sema_post(&Semaphore) == 0)
#define TAKE()          (sema_wait(&Semaphore) == 0)
#define SEND(bytes)     (mbox_put(&Mailbox, &Message), true)
#define RECEIVE(bytes)  (mbox_get(&Mailbox, &Message), true)

#define RUNNING_THREAD() thread_getpid()
#define PRINT            printf
#define EXIT(code)       metronome_exit(code)

#define LINE_ACKNOWLEDGE() sim_line_ev_pending_write(1)

#endif
