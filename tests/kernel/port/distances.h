/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweep the distance between the start of a timer and its interrupt. While interrupts are off, the line stays pending.
 * So all distances within a critical section lead to the same trap: in the same cycle and before the same instruction.
 * One run per trap is enough. If two distances lead to the same trap, so does each distance between them. So the sweep
 * halves only the intervals whose ends lead to different traps.
 */
#ifndef DISTANCES_H
#define DISTANCES_H

/* A program without our board support defines DISTANCES_CYCLES(), which returns the low half of mcycle. */
#ifndef DISTANCES_CYCLES
#include <bsp.h>
#define DISTANCES_CYCLES() BSP_Cycles()
#endif
#ifdef BSP_GUEST
#include <guest.h>
#define DISTANCES_PC GUEST_PC
#else
#define DISTANCES_PC 0x341 /* mepc */
#endif

/* The trap of an interrupt. An interrupt that comes too late has the trap distances_late. */
typedef struct {
    unsigned int cycles; /* from the start of the timer to the handler */
    unsigned int pc;     /* address of the next instruction */
} distances_trap;

static const distances_trap distances_late = { 0u, 0u };

/* Run the interrupted code with this distance. Return the trap. */
typedef distances_trap distances_run(unsigned int distance);

/* Return the current trap. Call this function in its handler. started: the cycle in which the timer was started. */
static inline distances_trap distances_trapped(unsigned int started)
{
    distances_trap trap = { DISTANCES_CYCLES() - started, 0u };

    __asm__ volatile("csrr %0, %1" : "=r"(trap.pc) : "i"(DISTANCES_PC) : "memory");
    return trap;
}

static int distances_same(distances_trap a, distances_trap b)
{
    return (a.cycles == b.cycles) && (a.pc == b.pc);
}

static void distances_between(distances_run *run, unsigned int step, unsigned int first, distances_trap at_first,
                              unsigned int last, distances_trap at_last)
{
    const unsigned int middle = first + (last - first) / step / 2u * step;

    if ((middle != first) && !distances_same(at_first, at_last)) {
        const distances_trap at_middle = run(middle);

        distances_between(run, step, first, at_first, middle, at_middle);
        distances_between(run, step, middle, at_middle, last, at_last);
    }
}

/*
 * Sweep the distances first, first + step, ... until the interrupt comes too late. The first runs only fill the caches,
 * because a cache miss would delay the trap of one run but not of the next.
 */
static void distances_sweep(distances_run *run, unsigned int first, unsigned int step)
{
    distances_trap at_first;
    unsigned int length = step;

    while (!distances_same(run(first + length), distances_late)) {
        length *= 2u;
    }
    at_first = run(first);
    for (length = step; !distances_same(at_first, distances_late); length *= 2u) {
        const distances_trap at_last = run(first + length);

        distances_between(run, step, first, at_first, first + length, at_last);
        first += length;
        at_first = at_last;
    }
}

#endif
