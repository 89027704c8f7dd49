/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads in register banks: creation, switch, traps and irq_offload().
 *
 * Bank 0 runs the start until the first switch; a thread's bank is its number; the last bank runs the handlers. A trap
 * from a thread continues in the last bank, so nothing is saved. The functions whose names begin with __wrap_ replace
 * those of Zephyr's RISC-V port at link time (--wrap).
 */
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

/* Numbers of registers. */
#define RA 1
#define SP 2
#define GP 3
#define TP 4
#define A0 10

BUILD_ASSERT(CONFIG_METRONOME_THREADS <= BANKS - 2, "CONFIG_METRONOME_THREADS: each thread needs a register bank");

#define CSR(name) \
    ({ \
        uint32_t value; \
        __asm__ volatile("csrr %0, " name : "=r"(value)); \
        value; \
    })

/* -------------------------------------------------- Threads --------------------------------------------------- */

/* Prepares the bank of the handlers. Its registers need no other value: a handler is a C function that returns. */
void metronome_start_banks(void)
{
    uint32_t gp;

    __asm__ volatile("mv %0, gp" : "=r"(gp));
    ci_context_write(HANDLERS_BANK, SP, (uint32_t)z_interrupt_stacks[0] +
                     sizeof(z_interrupt_stacks[0]));
    ci_context_write(HANDLERS_BANK, GP, gp);
}

/* Lets the thread begin with z_thread_entry(entry, p1, p2, p3). */
void metronome_new_bank(struct k_thread *thread, uint32_t bank, char *pointer, k_thread_entry_t entry, void *p1,
                        void *p2, void *p3)
{
    uint32_t gp;

    __asm__ volatile("mv %0, gp" : "=r"(gp));
    ci_context_write(bank, RA, 0);
    ci_context_write(bank, SP, (uint32_t)pointer & ~(uint32_t)(ARCH_STACK_PTR_ALIGN - 1));
    ci_context_write(bank, GP, gp);
#ifdef CONFIG_THREAD_LOCAL_STORAGE
    ci_context_write(bank, TP, thread->tls);
#endif
    ci_context_write(bank, 10, (uint32_t)entry);
    ci_context_write(bank, 11, (uint32_t)p1);
    ci_context_write(bank, 12, (uint32_t)p2);
    ci_context_write(bank, 13, (uint32_t)p3);
    ci_context_set(bank, (uint32_t)z_thread_entry | ENABLED);
    thread->switch_handle = (void *)bank;
}

/* Zephyr's switch, with interrupts disabled. It returns when the old thread runs again. */
void __wrap_z_riscv_switch(void *handle, struct k_thread *old)
{
    ARG_UNUSED(old);
#ifdef CONFIG_INSTRUMENT_THREAD_SWITCHING
    z_thread_mark_switched_in();
#endif
    ci_context_switch((uint32_t)handle, 0);
    __asm__ volatile("" : : : "memory");
}

/* ------------------------------------------------- Interrupts ------------------------------------------------- */

/* Makes the most urgent thread the current one, and returns its bank. */
static ALWAYS_INLINE uint32_t next_bank(void)
{
    void *handle = _kernel.cpus[0].current->switch_handle;

    if (_kernel.ready_q.cache != _kernel.cpus[0].current) {
        handle = z_get_next_switch_handle(handle);
#ifdef CONFIG_INSTRUMENT_THREAD_SWITCHING
        z_thread_mark_switched_in();
#endif
    }
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
static FUNC_NORETURN void report(struct __esf *frame)
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
        struct __esf frame;

        FILL(&frame, CI_CONTEXT_STATE_RUNNING(state));
        report(&frame);
    }
    struct __esf *frame = (struct __esf *)((ci_context_read(bank, 2) - sizeof(struct __esf)) & ~15u);

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
    return next_bank();
}

/* The trap entry. Until the first switch, only exceptions come here, and these end the run. */
__attribute__((naked, aligned(4))) void __wrap__isr_wrapper(void)
{
    __asm__ volatile("call handle_trap\n\t"
                     CI_INSN(CI_UNIT_CONTEXT, CI_CONTEXT_EXIT) ", x0, a0, x0");
}
