/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thread-Metric's interface on Zephyr. It uses only Zephyr's public functions, so it is the same on every system.
 *
 * The suite's priorities are Zephyr's preemptible ones. A semaphore has a limit of 1, a queue is a message queue of ten
 * messages of 16 bytes, and a pool is a memory slab.
 *
 * Time: ticks of 10 ms, as the suite requires. One of its seconds has tm_second_ticks ticks: 100, or fewer for shorter
 * runs.
 *
 * The line before each total makes the output that of Zephyr's own test, tests/benchmarks/thread_metric in 4.x.
 */
#include <zephyr/devicetree.h>
#include <zephyr/init.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/sys_io.h>

#include "bsp.h"
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
#define NAME(name)      #name,

enum { FOR_EACH_WORKLOAD(NUMBER) };
FOR_EACH_WORKLOAD(DECLARE)
static void (*const Main[])(void) = { FOR_EACH_WORKLOAD(ADDRESS) };
static const char *const Name[] = { FOR_EACH_WORKLOAD(NAME) };

/* Parameters: the bench command sets their initial values in the image. */
volatile uint32_t tm_second_ticks = SECOND_TICKS;
volatile uint32_t tm_sleeps       = 1u + MEASUREMENTS; /* the run ends after this number of tm_thread_sleep() */
volatile uint32_t tm_workload     = WORKLOAD;

#define THREADS         16
#define PRIORITIES      CONFIG_NUM_PREEMPT_PRIORITIES
#define STACK_BYTES     1024
#define SEMAPHORES      4
#define QUEUES          4
#define QUEUE_MESSAGES  10
#define MESSAGE_BYTES   16
#define POOLS           4
#define POOL_BLOCKS     10
#define BLOCK_BYTES     128

static K_THREAD_STACK_ARRAY_DEFINE(Stack, THREADS, STACK_BYTES);
static struct k_thread   Thread[THREADS];
static struct k_sem      Semaphore[SEMAPHORES];
static struct k_msgq     Queue[QUEUES];
static char              QueueMessages[QUEUES][QUEUE_MESSAGES * MESSAGE_BYTES] __aligned(4);
static struct k_mem_slab Pool[POOLS];
static char              PoolBlocks[POOLS][POOL_BLOCKS * BLOCK_BYTES] __aligned(4);
static uint32_t          Sleeps;
static unsigned long     Measured; /* seconds of the suite */

/* ----------------------------------------------------- Threads ------------------------------------------------ */

static void ThreadRun(void *entry, void *unused1, void *unused2)
{
    ARG_UNUSED(unused1);
    ARG_UNUSED(unused2);
    ((void (*)(void))entry)();
    k_thread_suspend(k_current_get());
}

int tm_thread_create(int thread_id, int priority, void (*entry_function)(void))
{
    if ((thread_id < 0) || (thread_id >= THREADS) || (priority < 1) || (priority >= PRIORITIES)) {
        return TM_ERROR;
    }
    /* The caller cannot be preempted, so the thread does not run before it is suspended. */
    k_thread_suspend(k_thread_create(&Thread[thread_id], Stack[thread_id], STACK_BYTES, ThreadRun,
                                     (void *)entry_function, NULL, NULL, priority, 0, K_NO_WAIT));
    return TM_SUCCESS;
}

int tm_thread_resume(int thread_id)
{
    k_thread_resume(&Thread[thread_id]);
    return TM_SUCCESS;
}

int tm_thread_suspend(int thread_id)
{
    k_thread_suspend(&Thread[thread_id]);
    return TM_SUCCESS;
}

void tm_thread_relinquish(void)
{
    k_yield();
}

void tm_thread_sleep(int seconds)
{
    if (Sleeps == tm_sleeps) {
        BSP_Exit(0);
    }
    k_sleep(K_TICKS(seconds * tm_second_ticks));
    if (Sleeps++ > 0u) { /* the first one warms up */
        Measured += seconds;
        printf("**** Thread-Metric %s Test **** Relative Time: %lu\n", Name[tm_workload], Measured);
    }
}

/* -------------------------------------------- Semaphores, queues, memory -------------------------------------- */

int tm_semaphore_create(int semaphore_id)
{
    return k_sem_init(&Semaphore[semaphore_id], 1, 1) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_semaphore_get(int semaphore_id)
{
    return k_sem_take(&Semaphore[semaphore_id], K_FOREVER) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_semaphore_put(int semaphore_id)
{
    k_sem_give(&Semaphore[semaphore_id]);
    return TM_SUCCESS;
}

int tm_queue_create(int queue_id)
{
    k_msgq_init(&Queue[queue_id], QueueMessages[queue_id], MESSAGE_BYTES, QUEUE_MESSAGES);
    return TM_SUCCESS;
}

int tm_queue_send(int queue_id, unsigned long *message_ptr)
{
    return k_msgq_put(&Queue[queue_id], message_ptr, K_NO_WAIT) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_queue_receive(int queue_id, unsigned long *message_ptr)
{
    return k_msgq_get(&Queue[queue_id], message_ptr, K_FOREVER) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_memory_pool_create(int pool_id)
{
    return k_mem_slab_init(&Pool[pool_id], PoolBlocks[pool_id], BLOCK_BYTES, POOL_BLOCKS) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_memory_pool_allocate(int pool_id, unsigned char **memory_ptr)
{
    return k_mem_slab_alloc(&Pool[pool_id], (void **)memory_ptr, K_NO_WAIT) == 0 ? TM_SUCCESS : TM_ERROR;
}

int tm_memory_pool_deallocate(int pool_id, unsigned char *memory_ptr)
{
    k_mem_slab_free(&Pool[pool_id], memory_ptr);
    return TM_SUCCESS;
}

/* --------------------------------------------------- Interrupt ------------------------------------------------ */

/*
 * The event `room to send` of LiteX's UART is pending from reset on. An instruction that unmasks the UART's line
 * therefore raises the interrupt; masking the line acknowledges it. Zephyr's driver would clear the event, so it is
 * disabled (app.overlay).
 */
#define UART    DT_NODELABEL(uart0)
#define LINE    DT_IRQN(UART)

static void Handler(const void *unused)
{
    ARG_UNUSED(unused);
    irq_disable(LINE);
    if (tm_workload == interrupt_processing) {
        tm_interrupt_handler();
    } else {
        tm_interrupt_preemption_handler();
    }
}

void tm_cause_interrupt(void)
{
    irq_enable(LINE);
    while (irq_is_enabled(LINE)) { /* until the handler has masked it */
    }
}

/* ----------------------------------------------------- Output ------------------------------------------------- */

/* Of Zephyr's C library and printk(); older versions declare them in no header. */
void __stdout_hook_install(int (*hook)(int character));
void __printk_hook_install(int (*hook)(int character));

static int Write(int character)
{
    while (sys_read32(DT_REG_ADDR_BY_NAME(UART, txfull)) != 0u) {
    }
    sys_write32(character, DT_REG_ADDR_BY_NAME(UART, rxtx));
    return character;
}

static int OutputInit(void)
{
    __stdout_hook_install(Write);
    __printk_hook_install(Write);
    return 0;
}

SYS_INIT(OutputInit, PRE_KERNEL_1, 0);

/* ----------------------------------------------------- Start -------------------------------------------------- */

void tm_initialize(void (*test_initialization_function)(void))
{
    IRQ_CONNECT(LINE, 0, Handler, NULL, 0);
    sys_write32(1, DT_REG_ADDR_BY_NAME(UART, ev_enable));
    test_initialization_function();
}

int main(void)
{
    Main[tm_workload]();
    return 0;
}
