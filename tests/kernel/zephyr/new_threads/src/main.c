/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many threads, with structures and stacks in memory from a heap. A thread ends by itself, or main or a handler of the
 * line sim_line aborts it before or after its start. Then its structure is filled with other values, and its memory
 * returns to the heap. The program finds a number that does not return, a thread that does not run, and a thread that
 * runs after its end.
 * Example: ./metro run FOLDER --kernel TREE --line 400:3000:SEED
 */
#include <string.h>

#include <zephyr/irq.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/sys_io.h>

#include <metronome.h>

#define ROUNDS 1000u        /* threads */
#define MOST   10u          /* threads that exist at the same time */
#define LINE   DT_NODELABEL(sim_line)

struct place {
    struct k_thread thread;
    K_KERNEL_STACK_MEMBER(stack, 512);
};

enum end { RETURNS, ENDS_ITSELF, IS_ABORTED_WHILE_READY, IS_ABORTED_WHILE_IT_WAITS, IS_ABORTED_BEFORE_ITS_START, ENDS };

static struct place *volatile places[MOST];
static volatile uint32_t runs[MOST], ended[MOST];   /* of the thread in each place */
static volatile uint32_t aborted_by_handler;
static struct k_sem never;

static void fail(const char *what, uint32_t number)
{
    (void)irq_lock();
    printk("FAIL: %s (%u)\n", what, number);
    metronome_exit(1);
}

static uint32_t draw(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void run(void *number, void *end, void *unused)
{
    const uint32_t n = (uintptr_t)number;

    ARG_UNUSED(unused);
    runs[n]++;
    switch ((enum end)(uintptr_t)end) {
    case IS_ABORTED_WHILE_READY:
        for (;;) {
            k_yield();
        }
    case IS_ABORTED_WHILE_IT_WAITS:
        (void)k_sem_take(&never, K_FOREVER);
        break;
    case ENDS_ITSELF:
        ended[n]++;
        k_thread_abort(k_current_get());
        break;
    default:
        ended[n]++;
        return;
    }
    fail("a thread runs after its end", n);
}

static void create(uint32_t n, uint32_t random)
{
    const enum end end = (enum end)(random % ENDS);
    const int priority = (random & 256u) != 0u && end != IS_ABORTED_WHILE_READY ? 4 : 6;    /* main: 5 */
    struct place *place = k_aligned_alloc(__alignof__(struct place), sizeof(*place));

    if (place == NULL) {
        fail("no memory", n);
    }
    memset(&place->thread, (int)random, sizeof(place->thread));
    runs[n] = ended[n] = 0u;
    k_thread_create(&place->thread, place->stack, K_KERNEL_STACK_SIZEOF(place->stack), run, (void *)(uintptr_t)n,
                    (void *)(uintptr_t)end, NULL, priority, 0,
                    end == IS_ABORTED_BEFORE_ITS_START ? K_FOREVER : K_NO_WAIT);
    places[n] = place;
    if (end < IS_ABORTED_WHILE_READY && priority == 4 && runs[n] != 1u) {
        fail("a thread does not run", n);
    }
}

/* Ends the thread and returns its memory. It is in this function that a handler may abort the same thread. */
static void end(uint32_t n, uint32_t random)
{
    struct place *place = places[n];

    if ((random & 768u) == 0u) {
        k_sleep(K_TICKS(1));
    }
    k_thread_abort(&place->thread);
    if (k_thread_join(&place->thread, K_NO_WAIT) != 0) {
        fail("a thread lives after its end", n);
    }
    places[n] = NULL;
    memset(&place->thread, (int)(random >> 8), sizeof(place->thread));
    k_free(place);
}

static void handle(const void *unused)
{
    static uint32_t seed = 0xC0FFEEu;
    struct place *place = places[draw(&seed) % MOST];

    ARG_UNUSED(unused);
    sys_write32(1, DT_REG_ADDR_BY_NAME(LINE, ev_pending));
    if (place != NULL) {
        aborted_by_handler++;
        k_thread_abort(&place->thread);
    }
}

int main(void)
{
    uint32_t seed = 0x5EEDu;

    k_sem_init(&never, 0, 1);
    IRQ_CONNECT(DT_IRQN(LINE), 0, handle, NULL, 0);
    sys_write32(1, DT_REG_ADDR_BY_NAME(LINE, ev_enable));
    irq_enable(DT_IRQN(LINE));
    for (uint32_t number = 0; number < ROUNDS; number++) {
        const uint32_t n = draw(&seed) % MOST;

        if (places[n] != NULL) {
            end(n, seed);
        }
        create(n, seed >> 10);
    }
    for (uint32_t n = 0; n < MOST; n++) {
        if (places[n] != NULL) {
            end(n, 0);
        }
    }
    printk("PASS: %u threads, %u aborted by the handler\n", ROUNDS, aborted_by_handler);
    metronome_exit(0);
}
