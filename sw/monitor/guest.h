/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a guest of the monitor includes. It runs in user mode, in one piece of memory of its own, from main() on; what
 * main() returns is its exit code. The compiler defines GUEST_NAME, and of each page that it may use where it is:
 * PAGE_NAME, and of each accelerator its number: ACCELERATOR_NAME (docs/guests.md).
 */
#ifndef GUEST_H
#define GUEST_H

/* Calls of the monitor, in a7. The answer is in a0: 0 or more, or what went wrong. */
#define GUEST_WAIT    0 /* goes on when a virtual interrupt is pending                                             */
#define GUEST_ALARM   1 /* a0, a1: low and high half of the cycle in which GUEST_TIMER comes; all ones: it does not */
#define GUEST_CONSOLE 2 /* a0: a line's text, in the guest's own memory; a1: its length, at most GUEST_LINE        */
#define GUEST_EXIT    3 /* a0: its exit code, 0 to 255                                                              */
#define GUEST_RETURN  4 /* the end of a virtual interrupt; opens its lines again. Answers nothing                   */
#define GUEST_LINES   5 /* a0: those of its lines that are opened again, as GUEST_RETURN does                       */
#define GUEST_RAISE   6 /* GUEST_SOFTWARE comes                                                                     */
#define GUEST_ASK     7 /* a0: an accelerator; a1: 1: waits until it is the guest's. Answers where its page is     */
#define GUEST_RELEASE 8 /* gives it back                                                                           */

#define GUEST_UNKNOWN (-1) /* there is no such call                                       */
#define GUEST_MEMORY  (-2) /* the text is not in the guest's own memory                   */
#define GUEST_LONG    (-3) /* the text is too long                                        */
#define GUEST_BUSY    (-4) /* no room for the line now: say it again later. Or the accelerator is not there yet:
                              GUEST_ACCELERATOR comes when it is                      */
#define GUEST_REFUSED (-5) /* an accelerator that is none of its own; or it has another one */

#define GUEST_LINE 64

/* The page that guest and monitor share: the first 32 bytes of the guest's memory. */
#define GUEST_PAGE_BYTES   32
#define GUEST_PAGE_PENDING 0
#define GUEST_PAGE_TAKEN   4
#define GUEST_PAGE_HANDLER 8
#define GUEST_PAGE_PC      12
#define GUEST_PAGE_A7      16
#define GUEST_PAGE_CLOSED  20

/* A CSR, which the guest reads and writes without a call. 1: virtual interrupts wait. At its start it is 1. */
#define GUEST_OFF 0x8C0

/* The virtual interrupts that are no line's. A line's is 1 << LiteX's number. */
#define GUEST_TIMER       (1u << 31)
#define GUEST_SOFTWARE    (1u << 30)
#define GUEST_ACCELERATOR (1u << 29) /* it is there, lost or back, or has ended: guest_page and its status say what */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct guest_page {
    volatile uint32_t pending; /* interrupts that wait. Only the monitor writes it                             */
    volatile uint32_t taken;   /* those that the handler was called for                                        */
    volatile uint32_t handler; /* where they are handled, with GUEST_OFF 1                                     */
    volatile uint32_t pc;      /* where GUEST_RETURN goes on                                                   */
    volatile uint32_t a7;      /* and what is in a7 there                                                      */
    volatile uint32_t closed;  /* lines that GUEST_RETURN does not open                                        */
    volatile uint32_t accelerator; /* where its page is; 0: the guest has none now. Only the monitor writes it   */
};

extern struct guest_page guest_page;

/* The page of an accelerator: the guest's from GUEST_ASK to GUEST_RELEASE. If a more urgent one takes it, whoever
 * touches the page waits until it is back, as it was. */
struct guest_accelerator {
    volatile uint32_t start;   /* a write starts it. 1: its end comes as an interrupt                          */
    volatile uint32_t status;
    volatile uint32_t argument[4];
    volatile uint32_t result;
};

#define GUEST_RUNS   1u /* of its status: it runs; has ended since; could not                                     */
#define GUEST_HAS_ENDED 2u
#define GUEST_FAILED 4u

/* The guest's own: called with the virtual interrupts that have come, while others wait. */
void guest_interrupt(uint32_t which);

static inline int guest_call(int number, uint32_t first, uint32_t second)
{
    register uint32_t a0 __asm__("a0") = first;
    register uint32_t a1 __asm__("a1") = second;
    register int a7 __asm__("a7") = number;

    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
    return (int)a0;
}

static inline uint64_t guest_time(void)
{
    uint32_t high, low, again;

    do {
        __asm__ volatile("rdcycleh %0\n rdcycle %1\n rdcycleh %2" : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return ((uint64_t)high << 32) | low;
}

/* Returns what it was before. */
static inline __attribute__((always_inline)) uint32_t guest_off(void)
{
    uint32_t before;

    __asm__ volatile("csrrsi %0, %1, 1" : "=r"(before) : "i"(GUEST_OFF) : "memory");
    return before;
}

/* What has come meanwhile comes then; that is the only case of a trap. */
static inline __attribute__((always_inline)) void guest_set_off(uint32_t off)
{
    __asm__ volatile("csrw %0, %z1" : : "i"(GUEST_OFF), "rJ"(off) : "memory");
}

/* By the time of the third instruction behind it, an interrupt that was pending has come. */
static inline void guest_on(void) { guest_set_off(0u); }

static inline uint32_t guest_is_off(void)
{
    uint32_t off;

    __asm__ volatile("csrr %0, %1" : "=r"(off) : "i"(GUEST_OFF) : "memory");
    return off;
}

static inline void guest_wait(void) { (void)guest_call(GUEST_WAIT, 0u, 0u); }

static inline void guest_alarm(uint64_t cycle)
{
    (void)guest_call(GUEST_ALARM, (uint32_t)cycle, (uint32_t)(cycle >> 32));
}

__attribute__((noreturn)) static inline void guest_exit(int code)
{
    (void)guest_call(GUEST_EXIT, (uint32_t)code, 0u);
    __builtin_unreachable();
}

/* Waits until it has the accelerator, an ACCELERATOR_NAME. 0: refused. */
static inline struct guest_accelerator *guest_accelerator(uint32_t which)
{
    uint32_t answer = (uint32_t)guest_call(GUEST_ASK, which, 1u);

    return (struct guest_accelerator *)(answer < (uint32_t)GUEST_REFUSED ? answer : 0u);
}

static inline void guest_release(void) { (void)guest_call(GUEST_RELEASE, 0u, 0u); }

/* Before it reads what an accelerator has written: the data cache may have what was there before. */
static inline void guest_fresh(void)
{
    __asm__ volatile(".word 0x500F" : : : "memory"); /* VexRiscv's */
}

/* A line on the console; waits for room. */
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
