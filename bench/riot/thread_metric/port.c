/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thread-Metric's interface on RIOT. Threads and services use only RIOT's public functions, so they are the same on
 * every system. Interrupt and exit are functions of the board.
 *
 * The suite's priorities are RIOT's. A semaphore is RIOT's sema. RIOT's mailboxes have messages of one word: a queue is
 * a mailbox of 16 pointers to messages of 16 bytes. A pool is a memarray.
 *
 * Time: RIOT has no tick. A second of the suite lasts tm_second_ticks times 10 ms: 100 times, or fewer for shorter
 * runs.
 */
#include "irq.h"
#include "mbox.h"
#include "memarray.h"
#include "sched.h"
#include "sema.h"
#include "thread.h"
#include "ztimer.h"

#include "bsp.h"
#include "litex.h"
#include "tm_api.h"

/* The workloads, in the order of WORKLOADS in scripts/metro/measure/thread_metric.py. */
#define FOR_EACH_WORKLOAD(DO) \
    DO(basic_processing) \
    DO(cooperative_scheduling) \
    DO(preemptive_scheduling) \
    DO(message_processing) \
    DO(synchronization_processing) \
    DO(memory_allocation) \
    DO(interrupt_processing) \
    DO(interrupt_preemption_processing)

#define NUMBER(name)    name,
#define DECLARE(name)   void tm_main_##name(void);
#define ADDRESS(name)   tm_main_##name,

enum { FOR_EACH_WORKLOAD(NUMBER) };
FOR_EACH_WORKLOAD(DECLARE)
static void (*const Main[])(void) = { FOR_EACH_WORKLOAD(ADDRESS) };

/* Parameters: the bench command sets their initial values in the image. */
volatile uint32_t tm_second_ticks = 1u;
volatile uint32_t tm_sleeps       = 2u;     /* the run ends after this number of tm_thread_sleep() */
volatile uint32_t tm_workload     = WORKLOAD;

#define TICK_US         10000u
#define THREADS         16
#define STACK_BYTES     1024
#define SEMAPHORES      4
#define QUEUES          4
#define QUEUE_MESSAGES  16      /* a power of two */
#define POOLS           4
#define POOL_BLOCKS     10
#define BLOCK_BYTES     128

/* Twice as many buffers as slots: the sender never reuses the buffer of a message that is not yet received. */
typedef struct {
    unsigned long words[4];
} buffer_t;

typedef struct {
    mbox_t   mailbox;
    msg_t    messages[QUEUE_MESSAGES];
    buffer_t buffers[2 * QUEUE_MESSAGES];
    unsigned sent;
} queue_t;

static char         Stack[THREADS][STACK_BYTES] __attribute__((aligned(16)));
static kernel_pid_t Pid[THREADS];
static sema_t       Semaphore[SEMAPHORES];
static queue_t      Queue[QUEUES];
static memarray_t   Pool[POOLS];
static char         PoolBlocks[POOLS][POOL_BLOCKS * BLOCK_BYTES] __attribute__((aligned(4)));
static uint32_t     Sleeps;

/* ----------------------------------------------------- Threads ------------------------------------------------ */

static void *ThreadRun(void *entry)
{
    ((void (*)(void))entry)();
    thread_sleep();
    return NULL;
}

int tm_thread_create(int thread_id, int priority, void (*entry_function)(void))
{
    if ((thread_id < 0) || (thread_id >= THREADS) || (priority < 1) || (priority >= THREAD_PRIORITY_IDLE)) {
        return TM_ERROR;
    }
    Pid[thread_id] = thread_create(Stack[thread_id], STACK_BYTES, priority, THREAD_CREATE_SLEEPING, ThreadRun,
                                   (void *)entry_function, "workload");
    return pid_is_valid(Pid[thread_id]) ? TM_SUCCESS : TM_ERROR;
}

int tm_thread_resume(int thread_id)
{
    return thread_wakeup(Pid[thread_id]) == 1 ? TM_SUCCESS : TM_ERROR;
}

/* A thread of RIOT can suspend only itself. */
int tm_thread_suspend(int thread_id)
{
    if (Pid[thread_id] != thread_getpid()) {
        return TM_ERROR;
    }
    thread_sleep();
    return TM_SUCCESS;
}

void tm_thread_relinquish(void)
{
    thread_yield();
}

void tm_thread_sleep(int seconds)
{
    if (Sleeps == tm_sleeps) {
        BSP_Exit(0);
    }
    Sleeps++;
    ztimer_sleep(ZTIMER_USEC, seconds * tm_second_ticks * TICK_US);
}

/* -------------------------------------------- Semaphores, queues, memory -------------------------------------- */

int tm_semaphore_create(int semaphore_id)
{
    sema_create(&Semaphore[semaphore_id], 1);
    return TM_SUCCESS;
}

int tm_semaphore_get(int semaphore_id)
{
    return sema_wait(&Semaphore[semaphore_id]) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_semaphore_put(int semaphore_id)
{
    return sema_post(&Semaphore[semaphore_id]) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_queue_create(int queue_id)
{
    mbox_init(&Queue[queue_id].mailbox, Queue[queue_id].messages, QUEUE_MESSAGES);
    return TM_SUCCESS;
}

/* One thread sends to a queue. */
int tm_queue_send(int queue_id, unsigned long *message_ptr)
{
    queue_t  *queue  = &Queue[queue_id];
    buffer_t *buffer = &queue->buffers[queue->sent % (2 * QUEUE_MESSAGES)];
    msg_t     message = { .content = { .ptr = buffer } };

    *buffer = *(buffer_t *)message_ptr;
    if (!mbox_try_put(&queue->mailbox, &message)) {
        return TM_ERROR;
    }
    queue->sent++;
    return TM_SUCCESS;
}

int tm_queue_receive(int queue_id, unsigned long *message_ptr)
{
    msg_t message;

    mbox_get(&Queue[queue_id].mailbox, &message);
    *(buffer_t *)message_ptr = *(buffer_t *)message.content.ptr;
    return TM_SUCCESS;
}

int tm_memory_pool_create(int pool_id)
{
    memarray_init(&Pool[pool_id], PoolBlocks[pool_id], BLOCK_BYTES, POOL_BLOCKS);
    return TM_SUCCESS;
}

int tm_memory_pool_allocate(int pool_id, unsigned char **memory_ptr)
{
    *memory_ptr = memarray_alloc(&Pool[pool_id]);
    return *memory_ptr ? TM_SUCCESS : TM_ERROR;
}

int tm_memory_pool_deallocate(int pool_id, unsigned char *memory_ptr)
{
    memarray_free(&Pool[pool_id], memory_ptr);
    return TM_SUCCESS;
}

/* --------------------------------------------------- Interrupt ------------------------------------------------ */

/*
 * The event `room to send` of LiteX's UART is pending from reset on. An instruction that unmasks the UART's line
 * therefore raises the interrupt; masking the line acknowledges it.
 */
#define UART_EV_TX      1u

static volatile int IsMasked = 1;

static void Handler(void *unused)
{
    (void)unused;
    metronome_line_disable(UART_INTERRUPT);
    IsMasked = 1;
    if (tm_workload == interrupt_processing) {
        tm_interrupt_handler();
    } else {
        tm_interrupt_preemption_handler();
    }
}

void tm_cause_interrupt(void)
{
    IsMasked = 0;
    metronome_line_enable(UART_INTERRUPT);
    while (!IsMasked) { /* until the handler has masked it */
    }
}

/* ----------------------------------------------------- Start -------------------------------------------------- */

void tm_initialize(void (*test_initialization_function)(void))
{
    metronome_line_set(UART_INTERRUPT, Handler, NULL);
    uart_ev_enable_write(UART_EV_TX);
    test_initialization_function();
}

/* The main thread has the highest priority, so no thread runs before all exist. */
int main(void)
{
    sched_change_priority(thread_get_active(), 0);
    Main[tm_workload]();
    return 0;
}
