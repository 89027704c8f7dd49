/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * One function for each instruction of the accelerator units (hw/isa/instructions.toml; docs/datasheet.md is the long
 * text). Four back ends:
 *   RISC-V    the instruction itself by .insn: needs no patched toolchain. Nios V too: its custom-instruction bus hands
 *             funct3 and funct7 on as they are (selector opcode CUSTOM0, funct7[6:4] = 000)
 *   Nios II   custom instructions by GCC's __builtin_custom_*
 *   Wishbone  a peripheral of any processor, with -DMETRONOME_WISHBONE=address: a load or a store
 *   host      the golden model, with -DCI_HOST_MODEL: define `struct accelerator ci_host` and accelerator_init() it
 *
 * Common to all: a task is its priority, 0 to N-1. With a task, word or row that does not exist an instruction changes
 * nothing and gives 0. An instruction that the core does not have traps (Nios II, Nios V, Wishbone, a CFU: gives 0, so
 * read ci_info() first; host: aborts). On Wishbone ci_info() is not enough: call ci_wishbone_works() once, too.
 *
 * Latency, beyond the instruction's own cycle (the datasheet has the bounds):
 * isa: latency
 *   none        0
 *   settle      1
 *   entry       0; look-ahead engine: N + 1
 *   fetch       0; look-ahead engine: N + 2
 *   scan        1; look-ahead engine: N + 3
 *   search      1; look-ahead engine: N + N + 4
 *   word        0; look-ahead engine: N + 35
 *   event       M + 6
 *   flags       M + N + 6
 *   lists       0; look-ahead engine: 9 N + 12
 *   lists_scan  0; look-ahead engine: 15 N + 16
 *   waits       0; look-ahead engine: 9 N + 20
 * isa: end
 */
#ifndef CI_INTRINSICS_H
#define CI_INTRINSICS_H

#include <stdint.h>

#include "ci_opcodes.h"

/* Inlined at -O0 too: a call would cost many times the instruction. */
#define CI_INLINE static inline __attribute__((always_inline))

/* What CI_READY_HIGHEST and CI_TIME_NEXT give when there is no such task. */
#define CI_NONE 0xFFFFFFFFu

/*
 * A back end gives, with unit and operation as they stand in ci_opcodes.h:
 *   CI_RESULT(unit, op, rs1, rs2)   an expression, the result
 *   CI_EFFECT(unit, op, rs1, rs2)   a statement; there is no result
 * They are macros, because the numbers have to be literals in .insn and in the built-ins even at -O0.
 */
#if defined(CI_HOST_MODEL)

#include <stdlib.h>

#include "model/accelerator.h"

extern struct accelerator ci_host;

CI_INLINE uint32_t ci_host_execute(unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2)
{
    int illegal;
    uint32_t result = accelerator_execute(&ci_host, unit, op, rs1, rs2, &illegal);

    if (illegal) {
        abort();
    }
    return result;
}

#define CI_RESULT(unit, op, rs1, rs2) ci_host_execute(unit, op, rs1, rs2)
#define CI_EFFECT(unit, op, rs1, rs2) ((void)ci_host_execute(unit, op, rs1, rs2))

#elif defined(METRONOME_WISHBONE)

#include "ci_wishbone.h"

#if (METRONOME_WISHBONE) % CI_WISHBONE_BYTES != 0
#error "ci_intrinsics.h: METRONOME_WISHBONE must be a multiple of CI_WISHBONE_BYTES (0x80000: 512 KiB)"
#endif

/*
 * One access is the whole command, so no interrupt comes in between: what has a result has no rs2 and is a load, the
 * rest are stores, for which the processor does not wait. A device's accesses keep their order. volatile: see RISC-V.
 */
#define CI_WISHBONE(unit, op, rs1) ((METRONOME_WISHBONE) + ci_wishbone_offset(unit, op, rs1))
#define CI_RESULT(unit, op, rs1, rs2) ((void)(rs2), CI_WISHBONE_READ(CI_WISHBONE(unit, op, rs1)))
#define CI_EFFECT(unit, op, rs1, rs2) CI_WISHBONE_WRITE(CI_WISHBONE(unit, op, rs1), rs2)

#elif defined(__riscv)

/*
 * volatile: the units have state that the compiler does not see, so no instruction may be dropped, doubled, moved
 * across another one, or across the (volatile) CSR instructions that turn interrupts off and on. That holds for those
 * without state too: moved out of its branch, one would trap on a core that does not have it.
 * No "memory" clobber: the units neither read nor write memory, and what orders memory between tasks is the critical
 * section, which has its own. So what the compiler holds in registers survives.
 */
#define CI_INSN(unit, op) ".insn r " CI_TEXT(CI_OPCODE) ", " CI_TEXT(unit) ", " CI_TEXT(op)
#define CI_TEXT(number) CI_TEXT_OF(number)
#define CI_TEXT_OF(number) #number

/* "rJ" with %z: an operand that is the constant 0 is x0 and takes no register. */
#define CI_RESULT(unit, op, rs1, rs2) \
    (__extension__({ \
        uint32_t ci_rd; \
        __asm__ volatile(CI_INSN(unit, op) ", %0, %z1, %z2" \
                         : "=r"(ci_rd) \
                         : "rJ"((uint32_t)(rs1)), "rJ"((uint32_t)(rs2))); \
        ci_rd; \
    }))
#define CI_EFFECT(unit, op, rs1, rs2) \
    __asm__ volatile(CI_INSN(unit, op) ", x0, %z0, %z1" : : "rJ"((uint32_t)(rs1)), "rJ"((uint32_t)(rs2)))

/*
 * Switch the instructions on in LiteX's core with a CFU: bit 31 of its interrupt mask, which must stay set. The first
 * instruction after the write still traps if it is one of the units', so it is a nop. Other cores do not need this.
 */
CI_INLINE void ci_cfu_enable(void)
{
    __asm__ volatile("csrs 0xBC0, %0\n\tnop" : : "r"(0x80000000u));
}

#elif defined(__NIOS2__) || defined(CI_NIOS2)

/*
 * One extended, multi-cycle custom instruction of CI_NIOS2_NUMBERS selection numbers for all units: the operand
 * registers carry 64 bits of operands already (ready.word_write needs them all), so unit and operation are in the
 * number N = CI_NIOS2_N + 16 * unit + operation; bit 2 of the unit and bit 4 of the operation, where there are such,
 * are bits 6 and 7 of it. CI_NIOS2_N is what Platform Designer shows as the instruction's base, a multiple of
 * CI_NIOS2_NUMBERS. The bus cannot trap, nor can that of Nios V: what is not there gives 0 and changes nothing, so read
 * ci_info() first, which is never 0 where the units are.
 * The built-ins are volatile for GCC, and like on RISC-V touch no memory.
 */
#ifndef CI_NIOS2_N
#define CI_NIOS2_N 0
#endif
#if (CI_NIOS2_N < 0) || (CI_NIOS2_N > 255) || (CI_NIOS2_N % CI_NIOS2_NUMBERS != 0)
#error "ci_intrinsics.h: CI_NIOS2_N must be a multiple of CI_NIOS2_NUMBERS (64), and below 256"
#endif

#define CI_NIOS2_NUMBER(unit, op) \
    (CI_NIOS2_N + (((op) >> 4) << 7) + (((unit) >> 2) << 6) + (((unit) & 3) << 4) + ((op) & 15))
#define CI_RESULT(unit, op, rs1, rs2) \
    ((uint32_t)__builtin_custom_inii(CI_NIOS2_NUMBER(unit, op), (int)(rs1), (int)(rs2)))
#define CI_EFFECT(unit, op, rs1, rs2) __builtin_custom_nii(CI_NIOS2_NUMBER(unit, op), (int)(rs1), (int)(rs2))

#else
#error "ci_intrinsics.h: compile for RISC-V or Nios II, or with -DCI_HOST_MODEL or -DMETRONOME_WISHBONE=address"
#endif

/* -------------------------------------------------------------------------------------------------- information */

/* isa: info */
/* The information word: what this core has. Latency: none. */
CI_INLINE uint32_t ci_info(void)
{
    return CI_RESULT(CI_UNIT_INFO, CI_INFO_INFO, 0u, 0u);
}
/* isa: end */

/* ---------------------------------------------------------------------------------------------------- time unit */

/* isa: time */
/* The task's delay is the low W bits of ticks (0: none), and it has not expired. Latency: entry. */
CI_INLINE void ci_time_set(uint32_t task, uint32_t ticks)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_SET, task, ticks);
}

/* The task has no delay and has not expired. Latency: entry. */
CI_INLINE void ci_time_clear(uint32_t task)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_CLEAR, task, 0u);
}

/* The ticks that are left of the task's delay, 0 when it has none. Latency: fetch. */
CI_INLINE uint32_t ci_time_get(uint32_t task)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_GET, task, 0u);
}

/*
 * Delay, expired and held of the task `from` go to the task `to`, whose own are lost; `from` has none afterwards.
 * Equal tasks: nothing changes. Latency: entry.
 */
CI_INLINE void ci_time_move(uint32_t from, uint32_t to)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_MOVE, from, to);
}

/*
 * All delays count down by one; a task whose delay gets 0 has expired and has no delay any more. With both units it
 * gets ready in the same cycle, unless it is held. 1 when some task needs software (see next), else 0. Deactivated:
 * nothing counts or expires. Latency: scan.
 */
CI_INLINE uint32_t ci_time_tick(void)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_TICK, 0u, 0u);
}

/* Which of the tasks 32*index to 32*index+31 have expired, the lowest in bit 0. Latency: word. */
CI_INLINE uint32_t ci_time_expired(uint32_t index)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_EXPIRED, index, 0u);
}

/*
 * The lowest task that needs software, which then has not expired any more; 0xFFFFFFFF when there is none. A task
 * needs software when it has expired and, with both units, is held. Latency: search.
 */
CI_INLINE uint32_t ci_time_next(void)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_NEXT, 0u, 0u);
}

/* No task has expired. Latency: entry. */
CI_INLINE void ci_time_results_clear(void)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_RESULTS_CLEAR, 0u, 0u);
}

/* The task is held (suspended): when its delay ends it does not get ready. Latency: entry. */
CI_INLINE void ci_time_hold(uint32_t task)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_HOLD, task, 0u);
}

/* The task is not held any more. It does not get ready by that. Latency: entry. */
CI_INLINE void ci_time_release(uint32_t task)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_RELEASE, task, 0u);
}

/* 1: delays count, as after reset. 0: they stand still. Only bit 0 counts. Latency: entry. */
CI_INLINE void ci_time_activate(uint32_t on)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_ACTIVATE, on, 0u);
}

/* 1 when the task had expired, which it then has not any more; else 0. Latency: fetch. */
CI_INLINE uint32_t ci_time_take(uint32_t task)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_TAKE, task, 0u);
}

/*
 * With a time base: the value of its register time, time_high, left or status; others read 0. To read time as a whole:
 * time_high, time, and time_high again, until it is the same. Fields: register. Latency: entry.
 */
CI_INLINE uint32_t ci_time_read(uint32_t number)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_READ, number, 0u);
}

/*
 * With a time base, its registers. period: cycles of a tick. When it was 0, the first tick ends so many cycles later,
 * else the next tick is the first of that length; 0 stops it. control: see there. running: bits 7:0 are the priority
 * that runs; nothing is more urgent than 0. status: clears the alarms and the overrun where there are ones. alarm + k:
 * the low W bits are the ticks to its expiry, 0: none; it has not expired. alarm_period + k: the low W bits are the
 * ticks between its expiries, 0: it expires once. Fields: register. Latency: entry.
 */
CI_INLINE void ci_time_write(uint32_t number, uint32_t value)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_WRITE, number, value);
}
/* isa: end */

/* --------------------------------------------------------------------------------------------------- ready unit */

/* isa: ready */
/* The task is ready. Latency: none. */
CI_INLINE void ci_ready_set(uint32_t task)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_SET, task, 0u);
}

/* The task is not ready. Latency: none. */
CI_INLINE void ci_ready_clear(uint32_t task)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_CLEAR, task, 0u);
}

/*
 * The ready task with the highest priority, which is the lowest number; 0xFFFFFFFF when none is ready. Latency:
 * settle.
 */
CI_INLINE uint32_t ci_ready_highest(void)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_HIGHEST, 0u, 0u);
}

/* 1 when the task is ready, else 0. Latency: none. */
CI_INLINE uint32_t ci_ready_test(uint32_t task)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_TEST, task, 0u);
}

/* Which of the tasks 32*index to 32*index+31 are ready, the lowest in bit 0. Latency: none. */
CI_INLINE uint32_t ci_ready_word(uint32_t index)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_WORD, index, 0u);
}

/*
 * The tasks 32*index to 32*index+31 are ready as the bits of word say. Bits beyond task N-1 are ignored. Latency:
 * none.
 */
CI_INLINE void ci_ready_word_write(uint32_t index, uint32_t word)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_WORD_WRITE, index, word);
}

/* No task is ready. Latency: none. */
CI_INLINE void ci_ready_clear_all(void)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_CLEAR_ALL, 0u, 0u);
}

/* Bit y is set when some task of row y is ready; row y is the tasks 8y to 8y+7. Latency: none. */
CI_INLINE uint32_t ci_ready_group(void)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_GROUP, 0u, 0u);
}

/* Which of the tasks 8*index to 8*index+7 are ready, the lowest in bit 0. Latency: none. */
CI_INLINE uint32_t ci_ready_row(uint32_t index)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_ROW, index, 0u);
}

/* 1 << (n & 7), uC/OS-II's OSMapTbl. Latency: none. */
CI_INLINE uint32_t ci_ready_bit(uint32_t n)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_BIT, n, 0u);
}

/* The index of the lowest set bit of the low 8 bits, uC/OS-II's OSUnMapTbl; 0 when none is set. Latency: none. */
CI_INLINE uint32_t ci_ready_lowest(uint32_t byte)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_LOWEST, byte, 0u);
}

/*
 * With a time base: as highest, and that task is the one that runs from now on: the register running has the low 8
 * bits of the result. Latency: settle.
 */
CI_INLINE uint32_t ci_ready_run(void)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_RUN, 0u, 0u);
}
/* isa: end */

/* ------------------------------------------------------------------------------------------------------ task lists */

/* isa: list */
/* What the task lists have. Latency: none. */
CI_INLINE uint32_t ci_list_info(void)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_INFO, 0u, 0u);
}

/*
 * The task leaves the list in which it is, and enters this one: before its cursor, or as the last one when the cursor
 * is none. A level becomes the task's level. Nothing enters sleeping, coming or due so. Latency: lists.
 */
CI_INLINE void ci_list_put(uint32_t task, uint32_t list)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_PUT, task, list);
}

/* As put, but the task becomes the first of the list. Latency: lists. */
CI_INLINE void ci_list_put_front(uint32_t task, uint32_t list)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_PUT_FRONT, task, list);
}

/*
 * The task leaves the list in which it is, and enters sleeping as the last one, to wake at this time, held or not.
 * Fields: held. Latency: lists.
 */
CI_INLINE void ci_list_sleep(uint32_t sleeper, uint32_t time)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_SLEEP, sleeper, time);
}

/*
 * The task leaves the list in which it is; the result is that list. Where it was the list's cursor, that is the one
 * before it now, or none. Latency: lists.
 */
CI_INLINE uint32_t ci_list_remove(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_REMOVE, task, 0u);
}

/* The list in which the task is; sleeping also for those that are coming. Latency: lists. */
CI_INLINE uint32_t ci_list_where(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_WHERE, task, 0u);
}

/*
 * The task's level is this one: there it becomes ready when it wakes. It stays where it is. With `slices` the level
 * has slices of so many ticks from now on, or none, which it has after a reset and clear. Without slices in the core
 * nothing happens then. Latency: lists.
 */
CI_INLINE void ci_list_level(uint32_t owner, uint32_t level_or_ticks)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_LEVEL, owner, level_or_ticks);
}

/*
 * Of the most urgent level with a task: the cursor becomes the next task, after the last one the first. The result is
 * that task; 0xFFFFFFFF when no level has one. Latency: lists.
 */
CI_INLINE uint32_t ci_list_select(void)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_SELECT, 0u, 0u);
}

/* The first task of the most urgent level with a task; 0xFFFFFFFF when there is none. Latency: lists. */
CI_INLINE uint32_t ci_list_head(void)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_HEAD, 0u, 0u);
}

/*
 * The time is one tick later. The sleepers whose time it is wake in the order in which they were put to sleep: each
 * enters its level as by put; the first one that is held, and all behind it, enter due, and so do all while a task is
 * in due. Where there are waiting lists, each leaves the one in which it waits. Before that, where the most urgent
 * level with a task has slices, and its first task was that at as many ticks in succession as a slice is long, this
 * one the last: it leaves its level and enters it, as by put. Latency: lists_scan.
 */
CI_INLINE void ci_list_tick(void)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_TICK, 0u, 0u);
}

/* What there is to do for a task that runs at this level. Latency: lists. */
CI_INLINE uint32_t ci_list_status(uint32_t level)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_STATUS, level, 0u);
}

/* The first task of the list; 0xFFFFFFFF when it is empty. Fields: number. Latency: lists_scan. */
CI_INLINE uint32_t ci_list_first(uint32_t list)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_FIRST, list, 0u);
}

/* The task behind it in its list; 0xFFFFFFFF when it is the last one, or in none. Latency: lists_scan. */
CI_INLINE uint32_t ci_list_after(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_AFTER, task, 0u);
}

/* The time at which the task wakes, or woke last. Latency: lists. */
CI_INLINE uint32_t ci_list_wake(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_WAKE, task, 0u);
}

/*
 * Every list is empty, each task has level 0 and wakes at 0, and this is the time. A reset does so with time 0.
 * Latency: lists.
 */
CI_INLINE void ci_list_clear(uint32_t time)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_CLEAR, 0u, time);
}

/* This is the time. Who sleeps goes on to sleep, to the same time. Latency: lists_scan. */
CI_INLINE void ci_list_time(uint32_t time)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_TIME, 0u, time);
}
/* isa: end */

/* ---------------------------------------------------------------------------------------------------- waiting lists */

/* isa: wait */
/* What the waiting lists have. Latency: none. */
CI_INLINE uint32_t ci_wait_info(void)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_INFO, 0u, 0u);
}

/*
 * The task leaves the waiting list in which it is, and enters this one: before the first task there whose order is
 * greater than this, which becomes its own. Latency: waits.
 */
CI_INLINE void ci_wait_enter(uint32_t task, uint32_t entry)
{
    CI_EFFECT(CI_UNIT_WAIT, CI_WAIT_ENTER, task, entry);
}

/* The first task of the list leaves it; the result is that task, 0xFFFFFFFF when nobody waits there. Latency: waits. */
CI_INLINE uint32_t ci_wait_take(uint32_t waiting)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_TAKE, waiting, 0u);
}

/* The task leaves the waiting list in which it is; the result is that list. Latency: waits. */
CI_INLINE uint32_t ci_wait_leave(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_LEAVE, task, 0u);
}

/* The waiting list in which the task is. Latency: waits. */
CI_INLINE uint32_t ci_wait_where(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_WHERE, task, 0u);
}

/* Whether somebody waits there. Latency: waits. */
CI_INLINE uint32_t ci_wait_any(uint32_t waiting)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_ANY, waiting, 0u);
}

/* The first task of the list; 0xFFFFFFFF when nobody waits there. Latency: waits. */
CI_INLINE uint32_t ci_wait_first(uint32_t waiting)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_FIRST, waiting, 0u);
}

/* The task behind it in its waiting list; 0xFFFFFFFF when it is the last one, or in none. Latency: waits. */
CI_INLINE uint32_t ci_wait_after(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_AFTER, task, 0u);
}

/* The task's order is this one, for who enters later. It keeps its place. Latency: waits. */
CI_INLINE void ci_wait_reorder(uint32_t task, uint32_t order)
{
    CI_EFFECT(CI_UNIT_WAIT, CI_WAIT_REORDER, task, order);
}

/* The task's order. Latency: waits. */
CI_INLINE uint32_t ci_wait_order(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_ORDER, task, 0u);
}

/* Nobody waits, and each task's order is 0. A reset does so too. Latency: waits. */
CI_INLINE void ci_wait_clear(void)
{
    CI_EFFECT(CI_UNIT_WAIT, CI_WAIT_CLEAR, 0u, 0u);
}
/* isa: end */

/* --------------------------------------------------------------------------------------------------- event unit */

#if !defined(METRONOME_WISHBONE) /* an access has no room for two operands and a result */

/* The value of a queue without messages, of `size` words (1 to 255) from word `base` of the queues' memory on. */
#define CI_EVENT_RING(base, size) \
    ((uint32_t)(base) << CI_EVENT_RING_BASE_LOW | (uint32_t)(size) << CI_EVENT_RING_SIZE_LOW)

/* What flag_next goes on from: this task. */
#define CI_EVENT_FROM(task) (CI_EVENT_WOKEN | (uint32_t)(task) << CI_EVENT_WHO_LOW)
/* Of a post: it was stored, or a task of lower priority than this one was woken. Nothing else is to be done. */
#define CI_EVENT_BELOW(outcome, task) ((int32_t)(outcome) >> CI_EVENT_WHO_LOW > (int32_t)(task))
/* Of a search for flags: a task was woken. */
#define CI_EVENT_GOES_ON(outcome) ((int32_t)(outcome) > 0)

/* isa: event */
/* What the unit has. Latency: event. */
CI_INLINE uint32_t ci_event_info(void)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_INFO, 0u, 0u);
}

/* The event has this value, and nobody waits for it. Latency: event. */
CI_INLINE void ci_event_init(uint32_t which, uint32_t value)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_INIT, which, value);
}

/* The event's value. Latency: event. */
CI_INLINE uint32_t ci_event_get(uint32_t which)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_GET, which, 0u);
}

/*
 * The event has this value. Who waits, goes on waiting; 0. With the bit `alone`, if some task waits: nothing changes;
 * 1. Fields: alone. Latency: event.
 */
CI_INLINE uint32_t ci_event_put(uint32_t which, uint32_t value)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_PUT, which, value);
}

/*
 * Which of the tasks 32*index to 32*index+31 wait for the event, the lowest in bit 0. With the bit `rows`: in which
 * rows of eight a task waits, row 0 in bit 0. Fields: index, rows. Latency: event.
 */
CI_INLINE uint32_t ci_event_word(uint32_t which)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_WORD, which, 0u);
}

/* The task waits for the event. Fields: task. Latency: event. */
CI_INLINE void ci_event_add(uint32_t which)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_ADD, which, 0u);
}

/* The task does not wait for the event. Fields: task. Latency: event. */
CI_INLINE void ci_event_remove(uint32_t which)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_REMOVE, which, 0u);
}

/*
 * A count or a message is there (see Kinds of events): takes it, a message becomes the task's; 1. Else the task waits
 * for the event, is not ready, and has a delay of so many ticks (0: none); its wait has not ended and is of this flag
 * kind; 0. With the bit `try` it never waits, nothing becomes the task's, and the result is the value before, of a
 * queue the message; 0 if there is none, or if it is 0, and then it stays. With the bits `try` and `peek` it always
 * stays. Fields: kind, try, peek, any, set, consume, task. Latency: event.
 */
CI_INLINE uint32_t ci_event_pend(uint32_t which, uint32_t ticks)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_PEND, which, ticks);
}

/*
 * Some task waits: the highest does not wait any more, has this message, was posted to, has no delay and is ready;
 * woken. When that task is marked nothing changes; marked, and left. Nobody waits: the event has one count or message
 * more; stored, or full when there is no room, and nothing changes. So nothing is left to do for the task r that runs
 * if outcome / 256 > r, signed. Fields: kind, to_front. Latency: event.
 */
CI_INLINE uint32_t ci_event_post(uint32_t which, uint32_t message)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_POST, which, message);
}

/*
 * Like post when some task waits, but the message is 0, and the wait was aborted. Nobody waits: nothing changes; 0.
 * Latency: event.
 */
CI_INLINE uint32_t ci_event_abort(uint32_t which)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_ABORT, which, 0u);
}

/* How the task's latest wait ended, which then is taken. Latency: event. */
CI_INLINE uint32_t ci_event_take(uint32_t task)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_TAKE, task, 0u);
}

/* The task's message. Latency: event. */
CI_INLINE uint32_t ci_event_message(uint32_t task)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_MESSAGE, task, 0u);
}

/* The task's message, which is the flags that it is going to wait for. Latency: event. */
CI_INLINE void ci_event_want(uint32_t task, uint32_t message)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_WANT, task, message);
}

/* 1: the task is left to software, no post makes it ready. 0: not so any more. Only bit 0 counts. Latency: event. */
CI_INLINE void ci_event_mark(uint32_t task, uint32_t on)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_MARK, task, on);
}

/* Message, flag kind, mark and the end of the wait of the task `to` become those of the task `from`. Latency: event. */
CI_INLINE void ci_event_copy(uint32_t from, uint32_t to)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_COPY, from, to);
}

/*
 * The value is flags. `from` is an outcome: 1 to begin, then the one before. Of the tasks from its task on that wait
 * for the event, and consume or do not as the bit `consumers` says, the highest whose flags are there: it is woken as
 * by post, its message is those flags, and when it consumes them they change; woken, or, when it is marked, marked and
 * left, and nothing changes. 0: there is none, or `from` was an outcome of none. Fields: consumers. Latency: flags.
 */
CI_INLINE uint32_t ci_event_flag_next(uint32_t which, uint32_t from)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_FLAG_NEXT, which, from);
}
/* isa: end */

/* A count or a message is taken, if there is one: the count before, or the message; 0: there was none, or a queue's
 * message is 0 and stays. event + kind; + CI_EVENT_PEEK: it always stays. Latency: event. */
CI_INLINE uint32_t ci_event_try(uint32_t which)
{
    return ci_event_pend(which + CI_EVENT_TRY, 0u);
}

#endif

/*
 * Register banks, and what else is part of the core and behind no bus. A register's `number`, 0 to 31, is a literal.
 */
#if defined(__riscv) && !defined(METRONOME_WISHBONE) && !defined(CI_HOST_MODEL)

#define CI_REGISTER_EFFECT(unit, op, bank, number, value) \
    __asm__ volatile(CI_INSN(unit, op) ", x" CI_TEXT(number) ", %z0, %z1" \
                     : : "rJ"((uint32_t)(bank)), "rJ"((uint32_t)(value)))
#define CI_REGISTER_RESULT(unit, op, bank, number) \
    (__extension__({ \
        uint32_t ci_rd; \
        __asm__ volatile(CI_INSN(unit, op) ", %0, %z1, x" CI_TEXT(number) : "=r"(ci_rd) : "rJ"((uint32_t)(bank))); \
        ci_rd; \
    }))

/* isa: core */
/* What else it has. There only where the information word says so. Latency: none. */
CI_INLINE uint32_t ci_info_second(void)
{
    return CI_RESULT(CI_UNIT_INFO, CI_INFO_SECOND, 0u, 0u);
}

/* The bank's slot: there its task goes on when it is next switched to. Fields: user. Latency: none. */
CI_INLINE void ci_context_set(uint32_t context, uint32_t slot)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_SET, context, slot);
}

/*
 * The slot of a bank that does not run. That of the running one is what it was when it ran last. After a reset it is
 * not known: set it first. Latency: none.
 */
CI_INLINE uint32_t ci_context_get(uint32_t context)
{
    return CI_RESULT(CI_UNIT_CONTEXT, CI_CONTEXT_GET, context, 0u);
}

/*
 * Register rd of a bank that does not run becomes the value. Nothing happens to x0 and the running bank's. Latency:
 * none.
 */
#define ci_context_write(context, number, value) \
    CI_REGISTER_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_WRITE, context, number, value)

/* Register rs2 of the bank. It waits until the pipeline is empty. Latency: none. */
#define ci_context_read(context, number) \
    CI_REGISTER_RESULT(CI_UNIT_CONTEXT, CI_CONTEXT_READ, context, number)

/* Which banks are in use. Latency: none. */
CI_INLINE uint32_t ci_context_state(void)
{
    return CI_RESULT(CI_UNIT_CONTEXT, CI_CONTEXT_STATE, 0u, 0u);
}

/*
 * That bank is the one that was interrupted: what a handler that others interrupted needs before its end. Latency:
 * none.
 */
CI_INLINE void ci_context_return_to(uint32_t context)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_RETURN_TO, context, 0u);
}

/*
 * The running bank's slot becomes the address behind this instruction, and whether interrupts are on, or were
 * `before`: a switch at the end of a critical section ends it. The core goes on with that bank, where its slot says.
 * Its own bank: goes on behind this instruction, with interrupts as they are or were. One that does not exist: the
 * same, with interrupts as they are. Where another bank goes on, mepc, mstatus.MPIE and the previous bank are lost.
 * Until the first switch or exit after a reset traps do not change the bank. Latency: none.
 */
CI_INLINE void ci_context_switch(uint32_t context, uint32_t before)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_SWITCH, context, before);
}

/*
 * The end of a handler, in place of mret: the interrupted bank's slot becomes mepc and mstatus.MPIE; the core goes on
 * with that bank, where its slot says. The interrupted bank itself, or one that does not exist: as mret. Latency:
 * none.
 */
CI_INLINE void ci_context_exit(uint32_t context)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_EXIT, context, 0u);
}
/* isa: end */

#endif

#endif
