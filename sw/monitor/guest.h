/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a guest of the monitor includes. It runs in user mode, in one piece of memory of its own, from main() on; what
 * main() returns is its exit code. The compiler defines GUEST_NAME, and of each page that it may use where it is:
 * PAGE_NAME, and of each accelerator its number: ACCELERATOR_NAME (docs/guests.md).
 */
#ifndef GUEST_H
#define GUEST_H

/* Calls of the monitor, in a7. The answer is in a0: 0 or more, or what went wrong. */
#define GUEST_WAIT    0 /* goes on when an interrupt is pending, even if they are off                              */
#define GUEST_ALARM   1 /* a0, a1: low and high half of the cycle in which GUEST_TIMER comes; all ones: it does not */
#define GUEST_CONSOLE 2 /* a0: a line's text, in the guest's own memory; a1: its length, at most GUEST_LINE        */
#define GUEST_EXIT    3 /* a0: its exit code, 0 to 255                                                              */
#define GUEST_ASK     4 /* a0: an accelerator; a1: 1: waits until it is the guest's. Answers where its page is     */
#define GUEST_RELEASE 5 /* gives it back                                                                           */

#define GUEST_UNKNOWN (-1) /* there is no such call                                       */
#define GUEST_MEMORY  (-2) /* the text is not in the guest's own memory                   */
#define GUEST_LONG    (-3) /* the text is too long                                        */
#define GUEST_BUSY    (-4) /* no room for the line now: say it again later. Or the accelerator is not there yet:
                              GUEST_ACCELERATOR comes when it is                      */
#define GUEST_REFUSED (-5) /* an accelerator that is none of its own; or it has another one */

#define GUEST_LINE 64

/* The page that guest and monitor share: the first 32 bytes of the guest's memory. */
#define GUEST_PAGE_BYTES   32

/* CSRs of the guest's own, by which the core delivers its interrupts (docs/memory-protection.md). */
#define GUEST_OFF     0x8C0 /* 1: interrupts wait. At its start it is 1                                  */
#define GUEST_HANDLER 0x8C1 /* where the core goes on, with GUEST_OFF 1                                */
#define GUEST_PC      0x8C2 /* where uret goes on, with GUEST_OFF 0                                    */
#define GUEST_OPEN    0x8C3 /* those of its lines that come. At its start all of them are             */
#define GUEST_PENDING 0x8C4 /* what waits. Lines go with their cause; others are cleared by writing   */

/* The interrupts that are no line's. A line's is 1 << LiteX's number. */
#define GUEST_TIMER       (1u << 31)
#define GUEST_SOFTWARE    (1u << 30) /* only the guest itself raises it                                     */
#define GUEST_ACCELERATOR (1u << 29) /* it is there, lost or back, or has ended: guest_page and its status say what */

/* Above the lines, as a mask. */
#define GUEST_RAISED      (7u << 29)

#ifdef __ASSEMBLER__
.macro URET
        .word   0x00200073
.endm
#else
#include <stdint.h>

struct guest_page {
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

/* The guest's own: called with the interrupts that have come, while others wait; with 0, if it was a line that is down
 * by now. A line comes again if its cause is still there when this returns, and it is open. */
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

/* What has come meanwhile comes then. */
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

static inline void guest_open(uint32_t lines)
{
    __asm__ volatile("csrs %0, %1" : : "i"(GUEST_OPEN), "r"(lines) : "memory");
}

static inline void guest_close(uint32_t lines)
{
    __asm__ volatile("csrc %0, %1" : : "i"(GUEST_OPEN), "r"(lines) : "memory");
}

/* Interrupts that wait: open lines, and others. */
static inline uint32_t guest_pending(void)
{
    uint32_t which;

    __asm__ volatile("csrr %0, %1" : "=r"(which) : "i"(GUEST_PENDING) : "memory");
    return which;
}

/* The same; those that are no line's do not wait any more. */
static inline uint32_t guest_take(void)
{
    uint32_t which;

    __asm__ volatile("csrrc %0, %1, %2" : "=r"(which) : "i"(GUEST_PENDING), "r"(GUEST_RAISED) : "memory");
    return which;
}

/* GUEST_SOFTWARE comes, by the time of the third instruction behind it. */
static inline void guest_raise(void)
{
    __asm__ volatile("csrs %0, %1" : : "i"(GUEST_PENDING), "r"(GUEST_SOFTWARE) : "memory");
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
