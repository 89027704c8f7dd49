/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every register survives interrupts at random times, time slices and yields. Four tasks, two of them with the same
 * priority, fill all registers with their own values, wait for some instructions, and check the values.
 *
 * line: 300 1500
 * defs: -DTICK_HZ=10000
 * cycles: 8000000
 */
#include "check.h"

#define TASKS  4u
#define ROUNDS 200u

typedef struct {
    uint32_t own[32]; /* expected register values */
    uint32_t rounds;
} Registers;

/* On the stack of registers_round(): the caller's values, the values after the wait, and the values after the call. */
typedef struct {
    uint32_t callers[16];
    uint32_t waited[32];
    uint32_t called[16];
} Found;

extern void registers_round(Registers *registers, void (*pause)(void));
extern const char __global_pointer$[], __tls_base[];

/* Register numbers in the order of `called`: sp, gp, tp, s0 to s11. */
static const uint8_t kept[] = {2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27};

__asm__(".section .text.registers_round, \"ax\"\n"
        ".globl registers_round\n"
        "registers_round:\n"
        "    addi sp, sp, -256\n"
        "    sw ra, 0(sp)\n    sw a0, 4(sp)\n    sw a1, 8(sp)\n"
        "    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11\n"
        "    sw s\\n, 12+4*\\n(sp)\n"
        "    .endr\n"
        "    sw sp, 8(a0)\n"
        "    .irp n, 1,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,10\n"
        "    lw x\\n, 4*\\n(a0)\n"
        "    .endr\n"
        "    .rept 120\n    nop\n    .endr\n"
        "    .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        "    sw x\\n, 64+4*\\n(sp)\n"
        "    .endr\n"
        "    lw t0, 8(sp)\n"
        "    jalr t0\n"
        "    sw sp, 192(sp)\n    sw gp, 196(sp)\n    sw tp, 200(sp)\n"
        "    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11\n"
        "    sw s\\n, 204+4*\\n(sp)\n"
        "    .endr\n"
        "    lw a0, 4(sp)\n    mv a1, sp\n    call registers_compare\n"
        "    lw ra, 0(sp)\n"
        "    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11\n"
        "    lw s\\n, 12+4*\\n(sp)\n"
        "    .endr\n"
        "    addi sp, sp, 256\n"
        "    ret\n"
        ".previous\n");

static Registers registers[TASKS];
static SemaphoreHandle_t semaphore;
static volatile uint32_t interrupts, state = 0x2545F491u;

static uint32_t rnd(void)
{
    uint32_t next;

    taskENTER_CRITICAL();
    next = state;
    next ^= next << 13;
    next ^= next >> 17;
    next ^= next << 5;
    state = next;
    taskEXIT_CRITICAL();
    return next >> 4;
}

void registers_compare(Registers const *chosen, Found const *found);

void registers_compare(Registers const *chosen, Found const *found)
{
    CHECK_EQ("interrupts", interrupts_on(), 1u);
    CHECK_EQ("nesting", uxPortCriticalNesting, 0u);
    for (uint32_t n = 1u; n < 32u; n++) {
        CHECK_EQ("a register after interrupts", found->waited[n], chosen->own[n]);
    }
    for (uint32_t n = 0u; n < sizeof(kept); n++) {
        CHECK_EQ("a register after a call that switches", found->called[n], chosen->own[kept[n]]);
    }
}

/* Give the semaphore at every 64th interrupt, and overwrite every caller-saved register. */
static void handler(void)
{
    BaseType_t woken = pdFALSE;

    sim_line_ev_pending_write(1u);
    interrupts++;
    if (interrupts % 64u == 0u) {
        xSemaphoreGiveFromISR(semaphore, &woken);
    }
    portYIELD_FROM_ISR(woken);
    __asm__ volatile("li ra, -1\n li t0, -2\n li t1, -3\n li t2, -4\n li t3, -5\n li t4, -6\n li t5, -7\n li t6, -8\n"
                     "li a0, -9\n li a1, -10\n li a2, -11\n li a3, -12\n li a4, -13\n li a5, -14\n li a6, -15\n"
                     "li a7, -16"
                     :
                     :
                     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7");
}

static void pause_take(void)
{
    xSemaphoreTake(semaphore, 2u + rnd() % 6u);
}

static void pause_delay(void)
{
    vTaskDelay(2u + rnd() % 6u);
}

static void pause_yield(void)
{
    taskYIELD();
}

static void worker(void *argument)
{
    static void (*const pauses[TASKS])(void) = {pause_take, pause_delay, pause_yield, pause_yield};
    const uint32_t id = (uint32_t)argument;
    Registers *chosen = &registers[id];

    for (;;) {
        const uint32_t salt = rnd() << 8;

        for (uint32_t n = 0u; n < 32u; n++) {
            chosen->own[n] = salt ^ (id << 5) ^ n;
        }
        chosen->own[3] = (uint32_t)__global_pointer$; /* the whole program shares these two */
        chosen->own[4] = (uint32_t)__tls_base;
        registers_round(chosen, pauses[id]);
        chosen->rounds++;
        if (registers[2].rounds + registers[3].rounds > ROUNDS) {
            CHECK(interrupts > 100u);
            CHECK(registers[0].rounds > 10u);
            CHECK(registers[1].rounds > 5u);
            CHECK(registers[2].rounds > 20u);
            CHECK(registers[3].rounds > 20u);
            pass();
        }
    }
}

int main(void)
{
    static const UBaseType_t priorities[TASKS] = {4u, 3u, 1u, 1u};

    semaphore = xSemaphoreCreateBinary();
    for (uint32_t id = 0u; id < TASKS; id++) {
        create(worker, "worker", (void *)id, priorities[id]);
    }
    line_start(handler);
    vTaskStartScheduler();
    return 1;
}
