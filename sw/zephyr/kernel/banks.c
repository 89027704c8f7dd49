/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads in register banks: creation, switch, traps and irq_offload().
 *
 * Bank 0 runs the start until the first switch; a thread's bank is its number; the last bank runs the handlers. A trap
 * from a thread continues in the last bank, so nothing is saved. If there are more threads than banks, the last threads
 * share a bank: a switch from one of them to another saves and loads registers, on the threads' stacks. The functions
 * whose names begin with __wrap_ replace Zephyr's at link time (--wrap).
 */
#include <string.h>

#include <zephyr/arch/cpu.h>
#include <zephyr/arch/riscv/exception.h>
#include <zephyr/arch/riscv/syscall.h>
#include <zephyr/irq_offload.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/sw_isr_table.h>

#include <kernel_internal.h>
#include <ksched.h>
#include <kswap.h>

#include <metronome_threads.h>

LOG_MODULE_REGISTER(metronome, CONFIG_KERNEL_LOG_LEVEL);

#define BANKS           CONFIG_METRONOME_BANKS
#define START_BANK      0u
#define HANDLERS_BANK   (BANKS - 1u)
#define ENABLED         1u                      /* in a slot: interrupts are enabled */

#define SHARED_BANK     METRONOME_SHARED_BANK

/* Numbers of registers. */
#define PC 0                                    /* in a frame: the slot */
#define RA 1
#define SP 2
#define GP 3
#define TP 4
#define A0 10

BUILD_ASSERT(BANKS >= 4, "CONFIG_METRONOME_BANKS: at least 4");

#define STACK_OF_HANDLERS ((uint32_t)z_interrupt_stacks[0] + sizeof(z_interrupt_stacks[0]))

#define CSR(name) \
    ({ \
        uint32_t value; \
        __asm__ volatile("csrr %0, " name : "=r"(value)); \
        value; \
    })

/* ------------------------------------------- Threads that share a bank ---------------------------------------- */

#if METRONOME_SHARES_BANK

/* The registers of a thread that are not in the shared bank: on its stack. The slot is in place of x0. */
struct frame {
    uint32_t of[32];
};

/* GDB's tables read both variables. */
static uint32_t metronome_sharer;   /* number of the thread whose registers are in the shared bank; 0: none */
static struct frame *metronome_frames[CONFIG_METRONOME_THREADS - SHARED_BANK + 1];     /* from SHARED_BANK on */

#define EACH_REGISTER(one) \
    one(1) one(2) one(3) one(4) one(5) one(6) one(7) one(8) one(9) one(10) one(11) one(12) one(13) one(14) one(15) \
    one(16) one(17) one(18) one(19) one(20) one(21) one(22) one(23) one(24) one(25) one(26) one(27) one(28) one(29) \
    one(30) one(31)

static struct frame *frame_below(uint32_t pointer)
{
    return (struct frame *)((pointer - sizeof(struct frame)) & ~15u);
}

/* Exchanges the registers in the shared bank, which does not run. slot: of the shared bank. Returns the new slot. */
static uint32_t exchange(uint32_t number, uint32_t slot)
{
    struct frame *frame;

    if (metronome_sharer != 0u) {
        frame = frame_below(ci_context_read(SHARED_BANK, 2));
        frame->of[PC] = slot;
#define SAVE(register) frame->of[register] = ci_context_read(SHARED_BANK, register);
        EACH_REGISTER(SAVE)
        metronome_frames[metronome_sharer - SHARED_BANK] = frame;
    }
    frame = metronome_frames[number - SHARED_BANK];
#define LOAD(register) ci_context_write(SHARED_BANK, register, frame->of[register]);
    EACH_REGISTER(LOAD)
    metronome_sharer = number;
    return frame->of[PC];
}

/* Runs in bank 0 when a thread has switched to one that shares a bank. */
static FUNC_NORETURN void run_sharer(uint32_t number)
{
    ci_context_set(SHARED_BANK, exchange(number, ci_context_get(SHARED_BANK)));
    ci_context_switch(SHARED_BANK, 0);
    CODE_UNREACHABLE;
}

/*
 * Returns the bank to switch to. The caller may itself run in the shared bank, so bank 0 exchanges the registers: it is
 * free after the start. No handler runs, so the stack of the handlers is free too.
 */
uint32_t metronome_bank_of_sharer(uint32_t number)
{
    if (metronome_sharer == number) {
        return SHARED_BANK;
    }
    if (CI_CONTEXT_STATE_RUNNING(ci_context_state()) == START_BANK) {
        run_sharer(number);             /* the first switch */
    }
    ci_context_write(START_BANK, SP, STACK_OF_HANDLERS);
    ci_context_write(START_BANK, A0, number);
    ci_context_set(START_BANK, (uint32_t)run_sharer);
    return START_BANK;
}

/* Returns the bank with which a handler ends. A handler that ends in the interrupted bank continues at mepc. */
static uint32_t bank_after_handler(uint32_t number, uint32_t interrupted)
{
    uint32_t slot;

    if (metronome_sharer == number) {
        return SHARED_BANK;
    }
    if (interrupted != SHARED_BANK) {
        ci_context_set(SHARED_BANK, exchange(number, ci_context_get(SHARED_BANK)));
        return SHARED_BANK;
    }
    slot = exchange(number, CSR("mepc") | ((CSR("mstatus") & MSTATUS_MPIE_EN) != 0u ? ENABLED : 0u));
    __asm__ volatile("csrw mepc, %0" : : "r"(slot & ~ENABLED));
    if ((slot & ENABLED) != 0u) {
        __asm__ volatile("csrs mstatus, %0" : : "r"(MSTATUS_MPIE_EN));
    } else {
        __asm__ volatile("csrc mstatus, %0" : : "r"(MSTATUS_MPIE_EN));
    }
    return SHARED_BANK;
}

void metronome_forget_registers(uint32_t number)
{
    if (metronome_sharer == number) {
        metronome_sharer = 0u;
    }
}

#endif

/* -------------------------------------------------- Threads --------------------------------------------------- */

/* Prepares the bank of the handlers. Its registers need no other value: a handler is a C function that returns. */
void metronome_start_banks(void)
{
    uint32_t gp;

    __asm__ volatile("mv %0, gp" : "=r"(gp));
    ci_context_write(HANDLERS_BANK, SP, STACK_OF_HANDLERS);
    ci_context_write(HANDLERS_BANK, GP, gp);
}

/* Lets the thread begin with z_thread_entry(entry, p1, p2, p3). */
void metronome_new_bank(struct k_thread *thread, uint32_t number, char *pointer, k_thread_entry_t entry, void *p1,
                        void *p2, void *p3)
{
    const uint32_t top = (uint32_t)pointer & ~(uint32_t)(ARCH_STACK_PTR_ALIGN - 1);
    uint32_t gp;

    __asm__ volatile("mv %0, gp" : "=r"(gp));
#if METRONOME_SHARES_BANK
    if (number >= SHARED_BANK) {
        struct frame *frame = frame_below(top);

        memset(frame, 0, sizeof(*frame));
        frame->of[PC] = (uint32_t)z_thread_entry | ENABLED;
        frame->of[SP] = top;
        frame->of[GP] = gp;
#ifdef CONFIG_THREAD_LOCAL_STORAGE
        frame->of[TP] = thread->tls;
#endif
        frame->of[A0] = (uint32_t)entry;
        frame->of[A0 + 1] = (uint32_t)p1;
        frame->of[A0 + 2] = (uint32_t)p2;
        frame->of[A0 + 3] = (uint32_t)p3;
        metronome_frames[number - SHARED_BANK] = frame;
        thread->switch_handle = (void *)number;
        return;
    }
#endif
    ci_context_write(number, RA, 0);
    ci_context_write(number, SP, top);
    ci_context_write(number, GP, gp);
#ifdef CONFIG_THREAD_LOCAL_STORAGE
    ci_context_write(number, TP, thread->tls);
#endif
    ci_context_write(number, 10, (uint32_t)entry);
    ci_context_write(number, 11, (uint32_t)p1);
    ci_context_write(number, 12, (uint32_t)p2);
    ci_context_write(number, 13, (uint32_t)p3);
    ci_context_set(number, (uint32_t)z_thread_entry | ENABLED);
    thread->switch_handle = (void *)number;
}

/* Zephyr's switch, with interrupts disabled. It returns when the old thread runs again. */
void __wrap_z_riscv_switch(void *handle, struct k_thread *old)
{
    ARG_UNUSED(old);
#ifdef CONFIG_INSTRUMENT_THREAD_SWITCHING
    z_thread_mark_switched_in();
#endif
    metronome_switch((uint32_t)handle, 0);
}

/* ------------------------------------------------- Interrupts ------------------------------------------------- */

/* Makes the most urgent thread the current one, and returns its bank. state: from ci_context_state(). */
static ALWAYS_INLINE uint32_t next_bank(uint32_t state)
{
    void *handle = _kernel.cpus[0].current->switch_handle;

    if (_kernel.ready_q.cache != _kernel.cpus[0].current) {
        handle = z_get_next_switch_handle(handle);
#ifdef CONFIG_INSTRUMENT_THREAD_SWITCHING
        z_thread_mark_switched_in();
#endif
    }
#if METRONOME_SHARES_BANK
    if ((uint32_t)handle >= SHARED_BANK) {
        return bank_after_handler((uint32_t)handle, CI_CONTEXT_STATE_PREVIOUS(state));
    }
#else
    ARG_UNUSED(state);
#endif
    return (uint32_t)handle;
}

void metronome_serve_lines(const void *unused);

static ALWAYS_INLINE void handle_interrupt(void)
{
    _kernel.cpus[0].nested++;
#ifdef CONFIG_TRACING_ISR
    sys_trace_isr_enter();
#endif
    metronome_serve_lines(NULL);
#ifdef CONFIG_TRACING_ISR
    sys_trace_isr_exit();
#endif
    _kernel.cpus[0].nested--;
}

/* Zephyr's irq_offload(): the routine runs as if an interrupt had called it. */
void __wrap_arch_irq_offload(irq_offload_routine_t routine, const void *parameter)
{
    unsigned int key = arch_irq_lock();

    _kernel.cpus[0].nested++;
    routine(parameter);
    _kernel.cpus[0].nested--;
    if (_kernel.cpus[0].nested == 0u && _kernel.ready_q.cache != _kernel.cpus[0].current) {
        (void)z_swap_irqlock(key);
    } else {
        arch_irq_unlock(key);
    }
}

/* ------------------------------------------------- Exceptions ------------------------------------------------- */

/* Continues here in the bank that took the exception, with interrupts disabled. */
static FUNC_NORETURN void report(struct arch_esf *frame)
{
    const uint32_t cause = CSR("mcause");
    unsigned int reason = K_ERR_CPU_EXCEPTION;

    if (cause == RISCV_EXC_ECALLM) {
        reason = frame->t0 == RV_ECALL_RUNTIME_EXCEPT ? frame->a0 : K_ERR_KERNEL_OOPS;
    } else {
        LOG_ERR(" mcause: %u, mtval: %x", cause, CSR("mtval"));
    }
    z_riscv_fatal_error(reason, frame);
}

#define FILL(frame, bank) \
    do { \
        (frame)->ra = ci_context_read(bank, 1); \
        (frame)->t0 = ci_context_read(bank, 5); \
        (frame)->t1 = ci_context_read(bank, 6); \
        (frame)->t2 = ci_context_read(bank, 7); \
        (frame)->s0 = ci_context_read(bank, 8); \
        (frame)->a0 = ci_context_read(bank, 10); \
        (frame)->a1 = ci_context_read(bank, 11); \
        (frame)->a2 = ci_context_read(bank, 12); \
        (frame)->a3 = ci_context_read(bank, 13); \
        (frame)->a4 = ci_context_read(bank, 14); \
        (frame)->a5 = ci_context_read(bank, 15); \
        (frame)->a6 = ci_context_read(bank, 16); \
        (frame)->a7 = ci_context_read(bank, 17); \
        (frame)->t3 = ci_context_read(bank, 28); \
        (frame)->t4 = ci_context_read(bank, 29); \
        (frame)->t5 = ci_context_read(bank, 30); \
        (frame)->t6 = ci_context_read(bank, 31); \
        (frame)->mepc = CSR("mepc"); \
        (frame)->mstatus = CSR("mstatus"); \
    } while (0)

/*
 * Lets the interrupted thread continue in report(), on its own stack, as Zephyr's port does: the kernel may abort the
 * thread and switch. An exception in a handler, or before the first switch, is reported at once.
 */
static __attribute__((noinline)) void handle_exception(uint32_t state)
{
    const uint32_t bank = CI_CONTEXT_STATE_PREVIOUS(state);

    if (CI_CONTEXT_STATE_RUNNING(state) != HANDLERS_BANK || bank == HANDLERS_BANK) {
        struct arch_esf frame;

        FILL(&frame, CI_CONTEXT_STATE_RUNNING(state));
        report(&frame);
    }
    struct arch_esf *frame = (struct arch_esf *)((ci_context_read(bank, 2) - sizeof(struct arch_esf)) & ~15u);

    FILL(frame, bank);
    ci_context_write(bank, SP, (uint32_t)frame);
    ci_context_write(bank, A0, (uint32_t)frame);
    __asm__ volatile("csrw mepc, %0" : : "r"(report));
    __asm__ volatile("csrc mstatus, %0" : : "r"(MSTATUS_MPIE_EN));
}

/* Handles a trap, and returns the bank that continues. */
static __attribute__((used)) uint32_t handle_trap(void)
{
    const uint32_t state = ci_context_state();

    if ((int32_t)state < 0) {
        handle_interrupt();
    } else {
        handle_exception(state);
        return CI_CONTEXT_STATE_PREVIOUS(state);
    }
    return next_bank(state);
}

/* The trap entry. Until the first switch, only exceptions come here, and these end the run. */
__attribute__((naked, aligned(4))) void __wrap__isr_wrapper(void)
{
    __asm__ volatile("call handle_trap\n\t"
                     CI_INSN(CI_UNIT_CONTEXT, CI_CONTEXT_EXIT) ", x0, a0, x0");
}
