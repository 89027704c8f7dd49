/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads in register banks: creation and traps.
 *
 * Bank 0 runs the start until the first switch; a thread's bank is its pid; the last bank runs the handlers. A trap
 * from a thread continues in the last bank, so nothing is saved. The functions whose names begin with __wrap_ replace
 * those of RIOT's RISC-V port at link time (--wrap).
 */
#include <inttypes.h>
#include <stdio.h>

#ifdef PICOLIBC_TLS
#include <picotls.h>
#endif

#include "cpu.h"
#include "irq.h"
#include "metronome.h"
#include "panic.h"
#include "sched.h"
#include "thread.h"

#include <ci_intrinsics.h>

#define HANDLERS_BANK   (METRONOME_BANKS - 1u)
#define ENABLED         1u      /* in a slot: interrupts are enabled */
#define MARKER          0x77777777u /* thread_print_stack() stops here */

/* Numbers of registers. */
#define RA              1
#define SP              2
#define GP              3
#define TP              4
#define A0              10

static_assert(KERNEL_PID_LAST < METRONOME_BANKS - 1, "MAXTHREADS: each thread needs a register bank");

static uint32_t global_pointer(void)
{
    uint32_t gp;

    __asm__ volatile ("mv %0, gp" : "=r" (gp));
    return gp;
}

/* Return the thread whose stack ends here. thread_create() puts a thread's description behind its stack. */
static thread_t *thread_behind(uintptr_t end)
{
    uintptr_t nearest = UINTPTR_MAX;

    for (kernel_pid_t pid = KERNEL_PID_FIRST; pid <= KERNEL_PID_LAST; pid++) {
        uintptr_t thread = (uintptr_t)sched_threads[pid];

        if (thread >= end && thread < nearest) {
            nearest = thread;
        }
    }
    return (thread_t *)nearest;
}

/* Let the new thread begin with the function. Return the value of thread->sp. */
char *__wrap_thread_stack_init(thread_task_func_t function, void *arg, void *stack_start, int stack_size)
{
    uintptr_t end = (uintptr_t)stack_start + stack_size;
    thread_t *thread = thread_behind(end);
    uint32_t bank = thread->pid;

    end -= sizeof(uint32_t);
    *(uint32_t *)end = MARKER;
    end &= ~(uintptr_t)15;
    ci_context_write(bank, RA, (uint32_t)sched_task_exit);
    ci_context_write(bank, SP, end);
    ci_context_write(bank, GP, global_pointer());
#ifdef PICOLIBC_TLS
    ci_context_write(bank, TP, (uint32_t)thread->tls);
#endif
    ci_context_write(bank, A0, (uint32_t)arg);
    ci_context_set(bank, (uint32_t)function | ENABLED);
    return (char *)end;
}

/* RIOT's functions that print stack pointers read them in memory. */
static void copy_stack_pointers(void)
{
    for (kernel_pid_t pid = KERNEL_PID_FIRST; pid <= KERNEL_PID_LAST; pid++) {
        thread_t *thread = thread_get(pid);

        if (thread) {
            thread->sp = (char *)ci_context_read(pid, SP);
        }
    }
}

void __real_thread_print_stack(void);

void __wrap_thread_print_stack(void)
{
    copy_stack_pointers();
    __real_thread_print_stack();
}

#ifdef MODULE_PS
void __real_ps(void);

void __wrap_ps(void)
{
    copy_stack_pointers();
    __real_ps();
}
#endif

static void handle_exception(void)
{
    printf("trap: mcause=0x%x mepc=0x%x mtval=0x%x\n", (unsigned)read_csr(mcause), (unsigned)read_csr(mepc),
           (unsigned)read_csr(mtval));
    core_panic(PANIC_GENERAL_ERROR, "unhandled trap");
}

/* Handle a trap. Return the bank that continues. */
static __attribute__((used)) uint32_t handle_trap(void)
{
    uint32_t state = ci_context_state();

    riscv_in_isr = 1;
    if ((int32_t)state >= 0) {
        handle_exception();
    }
    metronome_serve_lines();
    riscv_in_isr = 0;
    return sched_context_switch_request ? (uint32_t)sched_run()->pid : CI_CONTEXT_STATE_PREVIOUS(state);
}

static __attribute__((naked, aligned(4))) void enter_handlers(void)
{
    __asm__ volatile ("call handle_trap\n\t"
                      CI_INSN(CI_UNIT_CONTEXT, CI_CONTEXT_EXIT) ", x0, a0, x0");
}

/* Prepare the bank of the handlers. Its other registers need no value: a handler is a C function that returns. */
void __wrap_riscv_irq_init(void)
{
    extern char _sp[];
    uintptr_t top = (uintptr_t)_sp;

#ifdef PICOLIBC_TLS
    top = (top - _tls_size()) & ~(uintptr_t)15;
    _init_tls((void *)top);
    ci_context_write(HANDLERS_BANK, TP, top);
#endif
    ci_context_write(HANDLERS_BANK, SP, top);
    ci_context_write(HANDLERS_BANK, GP, global_pointer());
    write_csr(mtvec, (uintptr_t)&enter_handlers);
    write_csr(mie, MIP_MEIP);
}

/*
 * The first switch, and the last one of a thread that ends. The caller has disabled interrupts. They are off until the
 * first switch, because a trap would not change the bank before it.
 */
NORETURN void __wrap_cpu_switch_context_exit(void)
{
    ci_context_switch(sched_run()->pid, 0);
    UNREACHABLE();
}
