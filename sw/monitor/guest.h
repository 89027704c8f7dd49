/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Header for guests of the monitor. A guest runs in user mode, in its own memory, from main() on. The return value of
 * main() is its exit code. The compiler defines GUEST_NAME. It also defines the address PAGE_NAME of each page that the
 * guest may use, and the number ACCELERATOR_NAME of each accelerator (docs/guests.md).
 */
#ifndef GUEST_H
#define GUEST_H

#include <ci_opcodes.h>
#ifndef CI_CSR_USER_OFF
#error "the ci_opcodes.h of your patched tree is older than this guest.h: patch your tree again"
#endif

/* Calls of the monitor, number in a7. a0 returns the result, 0 or more, or an error. */
#define GUEST_WAIT    0 /* returns when an interrupt is pending, even if interrupts are off                        */
#define GUEST_ALARM   1 /* a0, a1: low and high half of the cycle at which GUEST_TIMER comes; all ones: no alarm */
#define GUEST_CONSOLE 2 /* a0: a line's text, in the guest's memory; a1: its length, at most GUEST_LINE            */
#define GUEST_EXIT    3 /* a0: exit code, 0 to 255                                                                  */
#define GUEST_ASK     4 /* a0: accelerator; a1: 1: waits for it. Returns the address of its page                   */
#define GUEST_RELEASE 5 /* releases the accelerator                                                                */

#define GUEST_UNKNOWN (-1) /* no such call                                                */
#define GUEST_MEMORY  (-2) /* text not in the guest's memory                              */
#define GUEST_LONG    (-3) /* text too long                                               */
#define GUEST_BUSY    (-4) /* no room for the line: call again later. Or the accelerator is not available yet:
                              GUEST_ACCELERATOR follows */
#define GUEST_REFUSED (-5) /* the accelerator is not assigned to this guest, or it has another one */

#define GUEST_LINE 64

/* Page that guest and monitor share: the first 32 bytes of the guest's memory. */
#define GUEST_PAGE_BYTES   32

/* The guest's CSRs, with which the core delivers its interrupts (docs/memory-protection.md). */
#define GUEST_OFF     CI_CSR_USER_OFF     /* 1: interrupts are off. 1 at the start of the guest                      */
#define GUEST_HANDLER CI_CSR_USER_HANDLER /* address of the handler, which starts with GUEST_OFF 1                 */
#define GUEST_PC      CI_CSR_USER_PC      /* address to which uret returns, with GUEST_OFF 0                       */
#define GUEST_OPEN    CI_CSR_USER_OPEN    /* enabled lines. None at the start                                     */
#define GUEST_PENDING CI_CSR_USER_PENDING /* pending interrupts. Lines clear with their cause, others by a write  */

/* Interrupts other than lines. A line's bit is 1 << LiteX's number. */
#define GUEST_TIMER       (1u << 31)
#define GUEST_SOFTWARE    (1u << 30) /* only the guest raises it                                            */
#define GUEST_ACCELERATOR (1u << 29) /* accelerator got, lost or regained, or ended: see guest_page and its status */

/* Mask of the bits above the lines. */
#define GUEST_RAISED      (7u << 29)

#ifdef __ASSEMBLER__
.macro URET
        .word   0x00200073
.endm
#else
#include <stdint.h>

struct guest_page {
    volatile uint32_t accelerator; /* address of its page; 0: the guest has none now. Only the monitor writes it */
};

extern struct guest_page guest_page;

/* The page of an accelerator, the guest's from GUEST_ASK to GUEST_RELEASE. If a guest with higher priority takes the
 * accelerator, an access to the page blocks until the accelerator is back in the same state. */
/* isa: user page */
struct guest_accelerator {
    volatile uint32_t start; /* a write starts the circuit if it does not run. 1: its end raises an interrupt */
    volatile uint32_t status;
    volatile uint32_t argument[4]; /* an argument of the circuit */
    volatile uint32_t result; /* result of the circuit */
};

#define GUEST_RUNS 1u /* status: the circuit runs */
#define GUEST_HAS_ENDED 2u /* status: it has ended since its start */
#define GUEST_FAILED 4u /* status: it has failed, for example at a transfer outside the guest's memory */
/* isa: end */

/* Handler of the guest's interrupts, which the guest defines. Interrupts are off. `which` has the pending interrupts;
 * it is 0 if a line is no longer active. A line with its cause uncleared calls the handler again, if it is enabled. */
void guest_interrupt(uint32_t which);

/* Make a call of the monitor with a0 and a1. Return its result, 0 or more, or an error. */
static inline int guest_call(int number, uint32_t first, uint32_t second)
{
    register uint32_t a0 __asm__("a0") = first;
    register uint32_t a1 __asm__("a1") = second;
    register int a7 __asm__("a7") = number;

    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
    return (int)a0;
}

/* Return the cycle counter. */
static inline uint64_t guest_time(void)
{
    uint32_t high, low, again;

    do {
        __asm__ volatile("rdcycleh %0\n rdcycle %1\n rdcycleh %2" : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return ((uint64_t)high << 32) | low;
}

/* Disable interrupts. Return the previous state: 1 if off. */
static inline __attribute__((always_inline)) uint32_t guest_off(void)
{
    uint32_t before;

    __asm__ volatile("csrrsi %0, %1, 1" : "=r"(before) : "i"(GUEST_OFF) : "memory");
    return before;
}

/* Disable (1) or enable (0) interrupts. Enabling takes a pending interrupt, as in guest_on(). */
static inline __attribute__((always_inline)) void guest_set_off(uint32_t off)
{
    __asm__ volatile("csrw %0, %z1" : : "i"(GUEST_OFF), "rJ"(off) : "memory");
}

/* Enable interrupts. A pending interrupt is taken at the latest at the third instruction after this one. */
static inline void guest_on(void) { guest_set_off(0u); }

/* Return 1 if interrupts are off, else 0. */
static inline uint32_t guest_is_off(void)
{
    uint32_t off;

    __asm__ volatile("csrr %0, %1" : "=r"(off) : "i"(GUEST_OFF) : "memory");
    return off;
}

/* Enable or disable the lines of a mask. */
static inline void guest_open(uint32_t lines)
{
    __asm__ volatile("csrs %0, %1" : : "i"(GUEST_OPEN), "r"(lines) : "memory");
}

static inline void guest_close(uint32_t lines)
{
    __asm__ volatile("csrc %0, %1" : : "i"(GUEST_OPEN), "r"(lines) : "memory");
}

/* Return the pending interrupts: enabled lines and raised interrupts. */
static inline uint32_t guest_pending(void)
{
    uint32_t which;

    __asm__ volatile("csrr %0, %1" : "=r"(which) : "i"(GUEST_PENDING) : "memory");
    return which;
}

/* As guest_pending(), and clear the raised interrupts. */
static inline uint32_t guest_take(void)
{
    uint32_t which;

    __asm__ volatile("csrrc %0, %1, %2" : "=r"(which) : "i"(GUEST_PENDING), "r"(GUEST_RAISED) : "memory");
    return which;
}

/* Raise GUEST_SOFTWARE. It is taken at the latest at the third instruction after this one. */
static inline void guest_raise(void)
{
    __asm__ volatile("csrs %0, %1" : : "i"(GUEST_PENDING), "r"(GUEST_SOFTWARE) : "memory");
}

/* Let other guests run until an interrupt is pending. */
static inline void guest_wait(void)
{
#if GUEST_SWITCHES
    __asm__ volatile("wfi" : : : "memory");     /* the core switches */
#else
    (void)guest_call(GUEST_WAIT, 0u, 0u);
#endif
}

/* Raise GUEST_TIMER at this cycle of guest_time(); UINT64_MAX: no alarm. */
static inline void guest_alarm(uint64_t cycle)
{
#if GUEST_SWITCHES
    uint32_t off = guest_off();

    __asm__ volatile("csrw %0, %2\n csrw %1, %3\n csrw %0, %4" : : "i"(CI_CSR_USER_ALARMH), "i"(CI_CSR_USER_ALARM),
                     "r"(UINT32_MAX), "r"((uint32_t)cycle), "r"((uint32_t)(cycle >> 32)) : "memory");
    guest_set_off(off);
#else
    (void)guest_call(GUEST_ALARM, (uint32_t)cycle, (uint32_t)(cycle >> 32));
#endif
}

/* End the guest. The exit code is `code` modulo 256. */
__attribute__((noreturn)) static inline void guest_exit(int code)
{
    (void)guest_call(GUEST_EXIT, (uint32_t)code, 0u);
    __builtin_unreachable();
}

/* Wait until the guest has the accelerator `which`, an ACCELERATOR_NAME. Return its page, or 0 if it is refused. */
static inline struct guest_accelerator *guest_accelerator(uint32_t which)
{
    uint32_t answer = (uint32_t)guest_call(GUEST_ASK, which, 1u);

    return (struct guest_accelerator *)(answer < (uint32_t)GUEST_REFUSED ? answer : 0u);
}

static inline void guest_release(void) { (void)guest_call(GUEST_RELEASE, 0u, 0u); }

/* Empty the data cache. Call this before reading data that an accelerator has written. */
static inline void guest_fresh(void)
{
    __asm__ volatile(".word 0x500F" : : : "memory"); /* VexRiscv's */
}

/* Print a line on the console. Wait until the monitor has room for it. */
static inline int guest_print(const char *text)
{
    uint32_t length = 0u;
    int answer;

    while (text[length] != '\0') {
        length++;
    }
    do {
        answer = guest_call(GUEST_CONSOLE, (uint32_t)text, length);
    } while (answer == GUEST_BUSY);
    return answer;
}
#endif
#endif
