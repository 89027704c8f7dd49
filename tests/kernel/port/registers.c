/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every register survives interrupts at random times, switches out of interrupts and switches out of calls. Five tasks
 * fill all registers with their own values, wait for some instructions, and check the values.
 *
 * If the port has a fast path for ticks, the ticks use it, with a period that drifts over all instructions. The other
 * interrupts then come from the line (test_port.py also runs this variant).
 *
 * cycles: 40000000
 */

#include "check.h"

#ifdef OS_ACCEL_RDY_EN
#define SHORT_TICK OS_CPU_TICK_FAST
#else
#define SHORT_TICK 0
#endif

#define RUN_CYCLES (SHORT_TICK ? 2000000u : 4000000u) /* minimum run time */
#define TASKS      5u
#define TICK_PERIOD 601u /* period of the fast-path tick, in cycles */

typedef struct {
    INT32U own[32]; /* expected register values of this task */
    INT32U rounds;
    INT32U began; /* time in ticks at the start of the round */
} REGISTERS;

/* registers_round() saves the register values here, on its stack. */
typedef struct {
    INT32U callers[16];
    INT32U waited[32]; /* after the wait: every register */
    INT32U called[16]; /* after the call of `pause`: sp and the callee-saved registers */
} FOUND;

extern void registers_round(REGISTERS *r, void (*pause)(void));
extern void pause_self(void);
extern const char registers_wait[], registers_wait_end[];
extern const char __global_pointer$[], __tls_base[];

/* Register numbers in the order of `called`. */
static const INT8U kept[] = { 2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27 };

__asm__(
    ".section .text.registers_round, \"ax\"\n"
    ".globl registers_round, pause_self, registers_wait, registers_wait_end\n"
    "registers_round:\n"
    "    addi sp, sp, -256\n"
    "    sw ra, 0(sp)\n    sw a0, 4(sp)\n    sw a1, 8(sp)\n"
    "    sw s0, 12(sp)\n    sw s1, 16(sp)\n    sw s2, 20(sp)\n    sw s3, 24(sp)\n    sw s4, 28(sp)\n"
    "    sw s5, 32(sp)\n    sw s6, 36(sp)\n    sw s7, 40(sp)\n    sw s8, 44(sp)\n    sw s9, 48(sp)\n"
    "    sw s10, 52(sp)\n    sw s11, 56(sp)\n"
    "    sw sp, 8(a0)\n"
    "    .irp n, 1,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,10\n"
    "    lw x\\n, 4*\\n(a0)\n"
    "    .endr\n"
    "registers_wait:\n"
    "    .rept 150\n    nop\n    .endr\n"
    "registers_wait_end:\n"
    "    .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
    "    sw x\\n, 64+4*\\n(sp)\n"
    "    .endr\n"
    "    lw t0, 8(sp)\n"
    "    jalr t0\n"
    "    sw sp, 192(sp)\n    sw gp, 196(sp)\n    sw tp, 200(sp)\n    sw s0, 204(sp)\n    sw s1, 208(sp)\n"
    "    sw s2, 212(sp)\n    sw s3, 216(sp)\n    sw s4, 220(sp)\n    sw s5, 224(sp)\n    sw s6, 228(sp)\n"
    "    sw s7, 232(sp)\n    sw s8, 236(sp)\n    sw s9, 240(sp)\n    sw s10, 244(sp)\n    sw s11, 248(sp)\n"
    "    lw a0, 4(sp)\n"
    "    mv a1, sp\n"
    "    call registers_compare\n"
    "    lw ra, 0(sp)\n"
    "    lw s0, 12(sp)\n    lw s1, 16(sp)\n    lw s2, 20(sp)\n    lw s3, 24(sp)\n    lw s4, 28(sp)\n"
    "    lw s5, 32(sp)\n    lw s6, 36(sp)\n    lw s7, 40(sp)\n    lw s8, 44(sp)\n    lw s9, 48(sp)\n"
    "    lw s10, 52(sp)\n    lw s11, 56(sp)\n"
    "    addi sp, sp, 256\n"
    "    ret\n"
    /* Switch the task to itself while the s registers hold the task's own values. */
    "pause_self:\n"
    "    addi sp, sp, -16\n    sw ra, 12(sp)\n"
    INTERRUPTS_OFF
    "    lw t0, OSTCBCur\n    sw t0, OSTCBHighRdy, t1\n"
    "    lbu t0, OSPrioCur\n    sb t0, OSPrioHighRdy, t1\n"
    "    call OSCtxSw\n"
    INTERRUPTS_ON
    "    lw ra, 12(sp)\n    addi sp, sp, 16\n"
    "    ret\n"
    ".previous\n");

static REGISTERS       registers[TASKS];
static OS_STK          stacks[TASKS + 1u][300];
static OS_EVENT       *sem;
static volatile INT32U seed = 0x2545F491u;
static volatile INT32U interrupts, in_wait;

void registers_compare(const REGISTERS *r, const FOUND *found);

void registers_compare(const REGISTERS *r, const FOUND *found)
{
    CHECK_EQ("interrupts", interrupts_on(), 1u);
    for (INT32U n = 1u; n < 32u; n++) {
        if (found->waited[n] != r->own[n]) {
            printf("x%lu of task %u did not survive an interrupt\n", (unsigned long)n, (unsigned)OSPrioCur);
            CHECK_EQ("register", found->waited[n], r->own[n]);
        }
    }
    for (INT32U n = 0u; n < sizeof(kept); n++) {
        if (found->called[n] != r->own[kept[n]]) {
            printf("x%u of task %u did not survive a call that switches\n", kept[n], (unsigned)OSPrioCur);
            CHECK_EQ("register", found->called[n], r->own[kept[n]]);
        }
    }
}

static INT32U rnd(void)
{
    INT32U    state;
    OS_CPU_SR cpu_sr;

    OS_ENTER_CRITICAL();
    state = seed;
    (void)xorshift(&state);
    seed = state;
    OS_EXIT_CRITICAL();
    return state >> 4;
}

/* Handle interrupts at random distances, some of them ticks. Overwrite every caller-saved register. */
static void handler(void)
{
    const INT32U pc = interrupted_pc();

    interrupts++;
    if ((pc >= (INT32U)registers_wait) && (pc < (INT32U)registers_wait_end)) {
        in_wait++;
    }
#if SHORT_TICK
    sim_line_ev_pending_write(1u);
#else
    if (interrupts % 4u == 0u) {
        OSTimeTick();
    }
    timer_once(40u + rnd() % 560u);
#endif
    __asm__ volatile("li ra, -1\n li t0, -2\n li t1, -3\n li t2, -4\n li t3, -5\n li t4, -6\n li t5, -7\n li t6, -8\n"
                     "li a0, -9\n li a1, -10\n li a2, -11\n li a3, -12\n li a4, -13\n li a5, -14\n li a6, -15\n"
                     "li a7, -16"
                     :
                     :
                     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7");
}

/* Count the ticks in the wait by the time, because a fast-path tick runs no code here. Call it right after the wait. */
static void look(void)
{
#if SHORT_TICK
    const REGISTERS *r = &registers[OSPrioCur - 5u];

    in_wait += OSTime - r->began;
#endif
}

static void pause_delay(void)
{
    look();
    OSTimeDly(4u + rnd() % 16u);
}

static void pause_pend(void)
{
    INT8U err;

    look();
    OSSemPend(sem, 8u + rnd() % 16u, &err);
}

static void pause_post(void)
{
    look();
    OSSemPost(sem); /* the waiting task has a higher priority, so this switches */
    if (rnd() % 2u == 0u) {
        OSTimeDly(1u + rnd() % 8u);
    }
}

static void worker(void *p_arg)
{
    static void (*const pauses[TASKS])(void) = { pause_pend, pause_delay, pause_post, pause_delay, pause_self };
    INT32U     id = (INT32U)p_arg;
    REGISTERS *r = &registers[id];

    for (;;) {
        INT32U salt = rnd() << 8;

        for (INT32U n = 0u; n < 32u; n++) {
            r->own[n] = salt ^ (id << 5) ^ n;
        }
        r->own[3] = (INT32U)__global_pointer$; /* the whole program shares gp and tp */
        r->own[4] = (INT32U)__tls_base;
        r->began = OSTimeGet();
        registers_round(r, pauses[id]);
        r->rounds++;
    }
}

/* Return whether each task had enough rounds, enough interrupts hit the wait, and enough switches happened. */
static BOOLEAN enough(void)
{
    for (INT32U n = 0u; n < TASKS; n++) {
        if (registers[n].rounds < 50u) {
            return OS_FALSE;
        }
    }
    return (in_wait > 500u) && (OSCtxSwCtr > 1000u);
}

static void boss(void *p_arg)
{
    (void)p_arg;
#if SHORT_TICK
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK_PERIOD);
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, handler);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
#else
    BSP_IntHandlerSet(TIMER0_INTERRUPT, handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer_once(1000u);
#endif
    while ((BSP_Cycles() < RUN_CYCLES) || !enough()) {
        OSTimeDly(20u);
    }
    (void)OS_CPU_SR_Save();
    printf("%lu %s, %lu of them in the wait, %lu switches; rounds",
           (unsigned long)(SHORT_TICK ? OSTime : interrupts), SHORT_TICK ? "ticks" : "interrupts",
           (unsigned long)in_wait, (unsigned long)OSCtxSwCtr);
    for (INT32U n = 0u; n < TASKS; n++) {
        printf(" %lu", (unsigned long)registers[n].rounds);
    }
    printf("\n");
    pass();
}

int main(void)
{
    OSInit();
    sem = OSSemCreate(0u);
    OSTaskCreate(boss, 0, &stacks[TASKS][299], 4u);
    for (INT32U n = 0u; n < TASKS; n++) {
        OSTaskCreate(worker, (void *)n, &stacks[n][299], (INT8U)(5u + n));
    }
    OSStart();
    return 2;
}
