/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSRs and guests' registers. A guest's registers are in its struct, or, on a core with register banks (MONITOR_BANKS
 * of them), in its own bank; the last bank is the monitor's. With banks, mepc has the pc of the guest that ran last;
 * the slots of the other guests have theirs.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "ci_opcodes.h"
#include "monitor.h"

/* name: the name or the number of a CSR as a string. */
#define READ_CSR(name)         ({ uint32_t v_; __asm__ volatile("csrr %0, " name : "=r"(v_)); v_; })
#define WRITE_CSR(name, value) __asm__ volatile("csrw " name ", %0" : : "r"(value) : "memory")
#define CLEAR_CSR(name, bits)  __asm__ volatile("csrc " name ", %0" : : "r"(bits) : "memory")
#define SET_CSR(name, bits)    __asm__ volatile("csrs " name ", %0" : : "r"(bits) : "memory")

/* CSRs of a guest's interrupts, which the core delivers (guest.h). PROGRAM selects the guest. */
#define OFF     CI_TEXT(CI_CSR_USER_OFF)
#define HANDLER CI_TEXT(CI_CSR_USER_HANDLER)
#define PC      CI_TEXT(CI_CSR_USER_PC)
#define OPEN    CI_TEXT(CI_CSR_USER_OPEN)
#define PENDING CI_TEXT(CI_CSR_USER_PENDING)
#define PROGRAM CI_TEXT(CI_CSR_USER_PROGRAM)
#define LINES   CI_TEXT(CI_CSR_USER_LINES)

#define LINES_OPEN CI_TEXT(CI_CSR_IRQ_MASK)
#define LINES_UP   CI_TEXT(CI_CSR_IRQ_PENDING)

/* Return whether a line that is open interrupts the monitor. Long work then ends early, and resume() starts again. */
static inline bool is_interrupted(void) { return READ_CSR(LINES_UP) != 0u; }

#define A0 10
#define A1 11
#define A7 17

#if MONITOR_BANKS
#include "ci_intrinsics.h"

/* Ends monitor_trap(). There are no registers to restore. */
#define TRAP      __attribute__((noreturn))
#define GO(guest) monitor_resume(guest)
__attribute__((noreturn)) void monitor_resume(struct guest *guest);

#define USER_SLOT                     (1u << CI_CONTEXT_USER_LOW)
#define REGISTER(guest, n)            ci_context_read((guest)->bank, n)
#define SET_REGISTER(guest, n, value) ci_context_write((guest)->bank, n, value)

/* Of the guest that trapped. */
static inline uint32_t pc_of(const struct guest *guest)
{
    (void)guest;
    return READ_CSR("mepc");
}

static inline void set_pc(struct guest *guest, uint32_t pc)
{
    if (guest == monitor.resident) {
        WRITE_CSR("mepc", pc);
    } else {
        ci_context_set(guest->bank | USER_SLOT, pc | 1u);      /* interrupts are on there */
    }
}

/* Skip the ecall of the guest that trapped. */
static inline void skip_ecall(struct guest *guest)
{
    WRITE_CSR("mepc", pc_of(guest) + 4u);
}

static inline void clear_registers(struct guest *guest)
{
#define CLEAR(n)  SET_REGISTER(guest, n, 0u);
#define CLEAR4(a, b, c, d) CLEAR(a) CLEAR(b) CLEAR(c) CLEAR(d)
    CLEAR(1) CLEAR(2) CLEAR(3)
    CLEAR4(4, 5, 6, 7) CLEAR4(8, 9, 10, 11) CLEAR4(12, 13, 14, 15) CLEAR4(16, 17, 18, 19)
    CLEAR4(20, 21, 22, 23) CLEAR4(24, 25, 26, 27) CLEAR4(28, 29, 30, 31)
}

#else

#define TRAP
#define GO(guest) return guest

#define REGISTER(guest, n)            ((guest)->x[n])
#define SET_REGISTER(guest, n, value) ((guest)->x[n] = (value))

static inline uint32_t pc_of(const struct guest *guest) { return guest->x[0]; }
static inline void set_pc(struct guest *guest, uint32_t pc) { guest->x[0] = pc; }
static inline void skip_ecall(struct guest *guest) { guest->x[0] += 4u; }

static inline void clear_registers(struct guest *guest)
{
    uint32_t n;

    for (n = 1u; n < 32u; n++) {
        guest->x[n] = 0u;
    }
    if (monitor.resident == guest) {
        monitor.resident = &no_guest;       /* discard its preserved registers in the core */
    }
}

#endif
#endif
