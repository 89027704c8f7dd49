/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * One function for each instruction of the accelerator units (hw/isa/instructions.toml; docs/datasheet.md has more
 * details). Four back ends:
 *   RISC-V    the instruction itself by .insn, so no patched toolchain is needed. Also for Nios V: its
 *             custom-instruction bus passes funct3 and funct7 unchanged (selector opcode CUSTOM0, funct7[6:4] = 000)
 *   Nios II   custom instructions by GCC's __builtin_custom_*
 *   Wishbone  a peripheral of any processor, with -DMETRONOME_WISHBONE=address: a load or a store
 *   host      the golden model, with -DCI_HOST_MODEL: define `struct accelerator ci_host` and accelerator_init() it
 *
 * Common to all: a task is its priority, 0 to N-1. With a task, word or row that does not exist, an instruction changes
 * nothing and gives 0. An instruction that the core does not have traps. On Nios II, Nios V, Wishbone and a CFU it
 * gives 0 instead, so read ci_info() first; on the host it aborts. On Wishbone, also call ci_wishbone_works() once.
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

/* Inlined even at -O0, because a call would take many times as long as the instruction. */
#define CI_INLINE static inline __attribute__((always_inline))

/* Result of CI_READY_HIGHEST and CI_TIME_NEXT if there is no such task. */
#define CI_NONE 0xFFFFFFFFu

/*
 * A back end defines these macros, with the numbers of unit and operation from ci_opcodes.h:
 *   CI_RESULT(unit, op, rs1, rs2)   an expression: the result
 *   CI_EFFECT(unit, op, rs1, rs2)   a statement without a result
 * They are macros because the numbers must be literals in .insn and in the built-ins, even at -O0.
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
 * One access is the whole command, so no interrupt can come in between. A command with a result has no rs2 and is a
 * load; the others are stores, for which the processor does not wait. Accesses to a device keep their order. For
 * volatile, see RISC-V.
 */
#define CI_WISHBONE(unit, op, rs1) ((METRONOME_WISHBONE) + ci_wishbone_offset(unit, op, rs1))
#define CI_RESULT(unit, op, rs1, rs2) ((void)(rs2), CI_WISHBONE_READ(CI_WISHBONE(unit, op, rs1)))
#define CI_EFFECT(unit, op, rs1, rs2) CI_WISHBONE_WRITE(CI_WISHBONE(unit, op, rs1), rs2)

#elif defined(__riscv)

/*
 * volatile: the units have state that the compiler does not see, so it must not drop, duplicate or reorder
 * instructions, or move them across the (volatile) CSR instructions that disable and enable interrupts. This also holds
 * for instructions without state: outside its branch, one would trap on a core that does not have it.
 * No "memory" clobber: the units neither read nor write memory. The critical section orders memory accesses between
 * tasks and has its own clobber. So the compiler may keep values in registers.
 */
#define CI_INSN(unit, op) ".insn r " CI_TEXT(CI_OPCODE) ", " CI_TEXT(unit) ", " CI_TEXT(op)

/* "rJ" with %z: a constant operand 0 becomes x0 and needs no register. */
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
 * Enable the instructions in LiteX's core with a CFU: bit 31 of its interrupt mask, which must stay set. An instruction
 * of the units directly after the write would still trap, so a nop follows. Other cores do not need this.
 */
CI_INLINE void ci_cfu_enable(void)
{
    __asm__ volatile("csrs " CI_TEXT(CI_CSR_IRQ_MASK) ", %0\n\tnop" : : "r"(0x80000000u));
}

#elif defined(__NIOS2__) || defined(CI_NIOS2)

/*
 * One extended, multi-cycle custom instruction with CI_NIOS2_NUMBERS selection numbers for all units. The operand
 * registers already carry 64 bits of operands (ready.word_write needs them all), so the number selects unit and
 * operation: N = CI_NIOS2_N + 16 * unit + operation. Bit 2 of the unit and bit 4 of the operation are bits 6 and 7 of
 * the number. CI_NIOS2_N is the base of the instruction in Platform Designer, a multiple of CI_NIOS2_NUMBERS. Neither
 * this bus nor that of Nios V can trap: an instruction that does not exist gives 0 and changes nothing. So read
 * ci_info() first, which is never 0 if there are units.
 * The built-ins are volatile for GCC and, as on RISC-V, do not access memory.
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
/* Returns the information word, which describes what this core has. Latency: none. */
CI_INLINE uint32_t ci_info(void)
{
    return CI_RESULT(CI_UNIT_INFO, CI_INFO_INFO, 0u, 0u);
}
/* isa: end */

/* ---------------------------------------------------------------------------------------------------- time unit */

/* isa: time */
/* Sets the delay of the task to the low W bits of ticks (0: none) and clears its expired state. Latency: entry. */
CI_INLINE void ci_time_set(uint32_t task, uint32_t ticks)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_SET, task, ticks);
}

/* Clears the delay and the expired state of the task. Latency: entry. */
CI_INLINE void ci_time_clear(uint32_t task)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_CLEAR, task, 0u);
}

/* Returns the remaining ticks of the task's delay, or 0 if the task has no delay. Latency: fetch. */
CI_INLINE uint32_t ci_time_get(uint32_t task)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_GET, task, 0u);
}

/*
 * Moves the delay, the expired state and the held state from the task `from` to the task `to`. The previous state of
 * `to` is lost, and `from` has none afterwards. If both tasks are equal, nothing changes. Latency: entry.
 */
CI_INLINE void ci_time_move(uint32_t from, uint32_t to)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_MOVE, from, to);
}

/*
 * Decrements all delays. A task whose delay reaches 0 has expired and has no delay. In a core with the ready unit, the
 * task becomes ready in the same cycle unless it is held. Returns 1 if a task needs software (see next), else 0. While
 * deactivated, nothing counts or expires. Latency: scan.
 */
CI_INLINE uint32_t ci_time_tick(void)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_TICK, 0u, 0u);
}

/* Returns which of the tasks 32*index to 32*index+31 have expired, the lowest in bit 0. Latency: word. */
CI_INLINE uint32_t ci_time_expired(uint32_t index)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_EXPIRED, index, 0u);
}

/*
 * Returns the lowest task that needs software and clears its expired state, or returns 0xFFFFFFFF if there is none. A
 * task needs software if it has expired and, in a core with the ready unit, is held. Latency: search.
 */
CI_INLINE uint32_t ci_time_next(void)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_NEXT, 0u, 0u);
}

/* Clears the expired state of all tasks. Latency: entry. */
CI_INLINE void ci_time_results_clear(void)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_RESULTS_CLEAR, 0u, 0u);
}

/* Holds (suspends) the task: it does not become ready when its delay ends. Latency: entry. */
CI_INLINE void ci_time_hold(uint32_t task)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_HOLD, task, 0u);
}

/* Ends the hold of the task, but does not make the task ready. Latency: entry. */
CI_INLINE void ci_time_release(uint32_t task)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_RELEASE, task, 0u);
}

/* 1: delays count, as after reset. 0: delays stop. Only bit 0 counts. Latency: entry. */
CI_INLINE void ci_time_activate(uint32_t on)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_ACTIVATE, on, 0u);
}

/* Returns 1 if the task has expired, else 0, and clears its expired state. Latency: fetch. */
CI_INLINE uint32_t ci_time_take(uint32_t task)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_TAKE, task, 0u);
}

/*
 * With a time base: returns its register time, time_high, left or status. Other registers read as 0. To read the whole
 * time, read time_high, time and time_high again, until time_high is unchanged. In a core with lines that post, also
 * returns lines_left and lines_overrun, a bit for each line. With task lists, lines_left has the lines with triggers
 * that software has not taken. Fields: register. Latency: entry.
 */
CI_INLINE uint32_t ci_time_read(uint32_t number)
{
    return CI_RESULT(CI_UNIT_TIME, CI_TIME_READ, number, 0u);
}

/*
 * With a time base: writes its register. period: cycles of a tick. If the period was 0, the first tick ends after that
 * many cycles. Otherwise the next tick is the first of that length. 0 stops the ticks. control: see its fields.
 * running: bits 7:0 are the priority of the running task. While it is 0, the bit urgent of status stays 0, except for
 * a slice of level 0. status: clears the alarms and the overrun whose bits are 1. alarm + k: the low W bits are the
 * ticks to the expiry of the alarm, 0: none. The write clears its expired state. alarm_period + k: the low W bits are
 * the ticks between expiries, 0: the alarm expires once. line: sets the entry of a line, with the message that was
 * last written to line_message, and forgets posts of the line that have not begun. lines_served: a bit for each line,
 * 1: the level of the line can post again. lines_left: 1: software has made one post of the line or, with task lists,
 * takes one trigger of it. lines_overrun: 1: clears the overrun of the line. line_task: sets whether the line wakes a
 * task, only with task lists. Fields: register. Latency: entry.
 */
CI_INLINE void ci_time_write(uint32_t number, uint32_t value)
{
    CI_EFFECT(CI_UNIT_TIME, CI_TIME_WRITE, number, value);
}
/* isa: end */

/* --------------------------------------------------------------------------------------------------- ready unit */

/* isa: ready */
/* Makes the task ready. Latency: none. */
CI_INLINE void ci_ready_set(uint32_t task)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_SET, task, 0u);
}

/* Makes the task not ready. Latency: none. */
CI_INLINE void ci_ready_clear(uint32_t task)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_CLEAR, task, 0u);
}

/*
 * Returns the ready task with the highest priority, which is the lowest number, or 0xFFFFFFFF if no task is ready.
 * Latency: settle.
 */
CI_INLINE uint32_t ci_ready_highest(void)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_HIGHEST, 0u, 0u);
}

/* Returns 1 if the task is ready, else 0. Latency: none. */
CI_INLINE uint32_t ci_ready_test(uint32_t task)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_TEST, task, 0u);
}

/* Returns which of the tasks 32*index to 32*index+31 are ready, the lowest in bit 0. Latency: none. */
CI_INLINE uint32_t ci_ready_word(uint32_t index)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_WORD, index, 0u);
}

/*
 * Makes each of the tasks 32*index to 32*index+31 ready or not ready, as its bit of word says. Bits beyond task N-1
 * are ignored. Latency: none.
 */
CI_INLINE void ci_ready_word_write(uint32_t index, uint32_t word)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_WORD_WRITE, index, word);
}

/* Makes all tasks not ready. Latency: none. */
CI_INLINE void ci_ready_clear_all(void)
{
    CI_EFFECT(CI_UNIT_READY, CI_READY_CLEAR_ALL, 0u, 0u);
}

/*
 * Returns the rows with ready tasks. Bit y is set if a task of row y is ready. Row y is the tasks 8y to 8y+7. Latency:
 * none.
 */
CI_INLINE uint32_t ci_ready_group(void)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_GROUP, 0u, 0u);
}

/* Returns which of the tasks 8*index to 8*index+7 are ready, the lowest in bit 0. Latency: none. */
CI_INLINE uint32_t ci_ready_row(uint32_t index)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_ROW, index, 0u);
}

/* Returns 1 << (n & 7), uC/OS-II's OSMapTbl. Latency: none. */
CI_INLINE uint32_t ci_ready_bit(uint32_t n)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_BIT, n, 0u);
}

/*
 * Returns the index of the lowest set bit of the low 8 bits, uC/OS-II's OSUnMapTbl. Returns 0 if no bit is set.
 * Latency: none.
 */
CI_INLINE uint32_t ci_ready_lowest(uint32_t byte)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_LOWEST, byte, 0u);
}

/*
 * With a time base: returns the same task as highest, and makes it the running task. The register running gets the low
 * 8 bits of the result. Latency: settle.
 */
CI_INLINE uint32_t ci_ready_run(void)
{
    return CI_RESULT(CI_UNIT_READY, CI_READY_RUN, 0u, 0u);
}
/* isa: end */

/* ------------------------------------------------------------------------------------------------------ task lists */

/* isa: list */
/* Returns what the task lists have. Latency: none. */
CI_INLINE uint32_t ci_list_info(void)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_INFO, 0u, 0u);
}

/*
 * Removes the task from its list and inserts it in this list, before the cursor, or at the end if the cursor is none.
 * If the list is a level, that level becomes the level of the task. A put to sleeping, coming or due has no effect. In
 * a core with lines that post, a put to awake wakes a sleeping task as its time does, but does not change its wait
 * list. If the task does not sleep, such a put has no effect. Latency: lists.
 */
CI_INLINE void ci_list_put(uint32_t task, uint32_t list)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_PUT, task, list);
}

/* Acts like put, but inserts the task at the front of the list. Latency: lists. */
CI_INLINE void ci_list_put_front(uint32_t task, uint32_t list)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_PUT_FRONT, task, list);
}

/*
 * Removes the task from its list and appends it to sleeping. The task wakes at this time. With the bit `held`, it then
 * needs software. With a time base, a time that passed fewer than 2^P ticks ago means the next tick. P is the smaller
 * of 8 and W-2. Fields: held. Latency: lists.
 */
CI_INLINE void ci_list_sleep(uint32_t sleeper, uint32_t time)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_SLEEP, sleeper, time);
}

/*
 * Removes the task from its list and returns that list. If the cursor was at the task, the cursor moves to the task
 * before it, or to none. Latency: lists.
 */
CI_INLINE uint32_t ci_list_remove(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_REMOVE, task, 0u);
}

/* Returns the list of the task. For a task in coming, returns sleeping. Latency: lists. */
CI_INLINE uint32_t ci_list_where(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_WHERE, task, 0u);
}

/*
 * Sets the level that the task enters when it wakes. The task stays in its list. With the bit `slices`: gives the
 * level slices of this many ticks, or none. After a reset or a clear, a level has no slices. In a core without slices,
 * an instruction with this bit has no effect. Latency: lists.
 */
CI_INLINE void ci_list_level(uint32_t owner, uint32_t level_or_ticks)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_LEVEL, owner, level_or_ticks);
}

/*
 * Moves the cursor of the most urgent level with a task to the next task, and from the last task to the first. Returns
 * that task, or 0xFFFFFFFF if no level has a task. With a time base, the level becomes the register `running`, which
 * is 255 if no level has a task. Latency: lists.
 */
CI_INLINE uint32_t ci_list_select(void)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_SELECT, 0u, 0u);
}

/*
 * Returns the first task of the most urgent level with a task, or 0xFFFFFFFF if no level has a task. With a time base,
 * the level becomes the register `running`, as by select. Latency: lists.
 */
CI_INLINE uint32_t ci_list_head(void)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_HEAD, 0u, 0u);
}

/*
 * Advances the time by one tick. Sleeping tasks whose time has come wake in the order in which they were put to sleep.
 * Each task enters its level as by put. The first held task and all tasks after it enter due. While due has a task,
 * all waking tasks enter due. With wait lists, each waking task leaves its wait list. Before the wake-ups, the unit
 * checks the slice of the most urgent level with a task. If the first task was first for as many consecutive ticks as
 * a slice has, including this tick, its slice ends. The task then leaves its level and enters it again, as by put.
 * With a time base, the instruction also advances its register time. If `automatic` is 0, it takes a pending tick.
 * Latency: lists_scan.
 */
CI_INLINE void ci_list_tick(void)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_TICK, 0u, 0u);
}

/* Returns the conditions after a tick, for a task that runs at this level. Latency: lists. */
CI_INLINE uint32_t ci_list_status(uint32_t level)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_STATUS, level, 0u);
}

/* Returns the first task of the list, or 0xFFFFFFFF if the list is empty. Fields: number. Latency: lists_scan. */
CI_INLINE uint32_t ci_list_first(uint32_t list)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_FIRST, list, 0u);
}

/*
 * Returns the next task in the list of the task, or 0xFFFFFFFF if the task is the last one or in no list. Latency:
 * lists_scan.
 */
CI_INLINE uint32_t ci_list_after(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_AFTER, task, 0u);
}

/* Returns the time at which the task wakes, or woke last. Latency: lists. */
CI_INLINE uint32_t ci_list_wake(uint32_t task)
{
    return CI_RESULT(CI_UNIT_LIST, CI_LIST_WAKE, task, 0u);
}

/*
 * Empties every list, sets the level and the wake-up time of each task to 0, and sets the current time. A reset does
 * the same with time 0. Latency: lists.
 */
CI_INLINE void ci_list_clear(uint32_t time)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_CLEAR, 0u, time);
}

/*
 * Sets the current time. Sleeping tasks keep their absolute wake-up time. The register time of a time base does not
 * change. Latency: lists_scan.
 */
CI_INLINE void ci_list_time(uint32_t time)
{
    CI_EFFECT(CI_UNIT_LIST, CI_LIST_TIME, 0u, time);
}
/* isa: end */

/* ---------------------------------------------------------------------------------------------------- wait lists */

/* isa: wait */
/* Returns what the wait lists have. Latency: none. */
CI_INLINE uint32_t ci_wait_info(void)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_INFO, 0u, 0u);
}

/*
 * Removes the task from its wait list and inserts it in the list of the entry, before the first task with a greater
 * order. The order in the entry becomes the order of the task. Latency: waits.
 */
CI_INLINE void ci_wait_enter(uint32_t task, uint32_t entry)
{
    CI_EFFECT(CI_UNIT_WAIT, CI_WAIT_ENTER, task, entry);
}

/*
 * Removes the first task of the list and returns it. Returns 0xFFFFFFFF if no task waits in the list. Latency: waits.
 */
CI_INLINE uint32_t ci_wait_take(uint32_t waiting)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_TAKE, waiting, 0u);
}

/* Removes the task from its wait list and returns that list. Latency: waits. */
CI_INLINE uint32_t ci_wait_leave(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_LEAVE, task, 0u);
}

/* Returns the wait list of the task. Latency: waits. */
CI_INLINE uint32_t ci_wait_where(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_WHERE, task, 0u);
}

/* Returns whether a task waits in the list. Latency: waits. */
CI_INLINE uint32_t ci_wait_any(uint32_t waiting)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_ANY, waiting, 0u);
}

/* Returns the first task of the list, or 0xFFFFFFFF if no task waits in the list. Latency: waits. */
CI_INLINE uint32_t ci_wait_first(uint32_t waiting)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_FIRST, waiting, 0u);
}

/*
 * Returns the next task in the wait list of the task, or 0xFFFFFFFF if the task is the last one or in no wait list.
 * Latency: waits.
 */
CI_INLINE uint32_t ci_wait_after(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_AFTER, task, 0u);
}

/*
 * Sets the order of the task, which decides where tasks that enter later are inserted. The task keeps its place.
 * Latency: waits.
 */
CI_INLINE void ci_wait_reorder(uint32_t task, uint32_t order)
{
    CI_EFFECT(CI_UNIT_WAIT, CI_WAIT_REORDER, task, order);
}

/* Returns the order of the task. Latency: waits. */
CI_INLINE uint32_t ci_wait_order(uint32_t task)
{
    return CI_RESULT(CI_UNIT_WAIT, CI_WAIT_ORDER, task, 0u);
}

/* Empties all wait lists and sets the order of each task to 0. A reset does the same. Latency: waits. */
CI_INLINE void ci_wait_clear(void)
{
    CI_EFFECT(CI_UNIT_WAIT, CI_WAIT_CLEAR, 0u, 0u);
}
/* isa: end */

/* --------------------------------------------------------------------------------------------------- event unit */

#if !defined(METRONOME_WISHBONE) /* an access has no room for two operands and a result */

/* Value of a queue without messages, with `size` words (1 to 255) from word `base` of the queues' memory on. */
#define CI_EVENT_RING(base, size) \
    ((uint32_t)(base) << CI_EVENT_RING_BASE_LOW | (uint32_t)(size) << CI_EVENT_RING_SIZE_LOW)

/* Start of flag_next: this task. */
#define CI_EVENT_FROM(task) (CI_EVENT_WOKEN | (uint32_t)(task) << CI_EVENT_WHO_LOW)
/* After a post: it was stored, or woke a task of lower priority than this one. Nothing else is to be done. */
#define CI_EVENT_BELOW(outcome, task) ((int32_t)(outcome) >> CI_EVENT_WHO_LOW > (int32_t)(task))
/* After a search for flags: a task was woken. */
#define CI_EVENT_GOES_ON(outcome) ((int32_t)(outcome) > 0)

/* isa: event */
/* Returns what the event unit has. Latency: event. */
CI_INLINE uint32_t ci_event_info(void)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_INFO, 0u, 0u);
}

/* Sets the value of the event and empties its wait list. Latency: event. */
CI_INLINE void ci_event_init(uint32_t which, uint32_t value)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_INIT, which, value);
}

/* Returns the value of the event. Latency: event. */
CI_INLINE uint32_t ci_event_get(uint32_t which)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_GET, which, 0u);
}

/*
 * Sets the value of the event and returns 0. Waiting tasks continue to wait. With the bit `alone`, if a task waits:
 * changes nothing and returns 1. Fields: alone. Latency: event.
 */
CI_INLINE uint32_t ci_event_put(uint32_t which, uint32_t value)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_PUT, which, value);
}

/*
 * Returns which of the tasks 32*index to 32*index+31 wait for the event, the lowest in bit 0. With the bit `rows`:
 * returns in which rows of eight tasks a task waits, row 0 in bit 0. Fields: index, rows. Latency: event.
 */
CI_INLINE uint32_t ci_event_word(uint32_t which)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_WORD, which, 0u);
}

/* Adds the task to the waiting tasks of the event. Fields: task. Latency: event. */
CI_INLINE void ci_event_add(uint32_t which)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_ADD, which, 0u);
}

/* Removes the task from the waiting tasks of the event. Fields: task. Latency: event. */
CI_INLINE void ci_event_remove(uint32_t which)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_REMOVE, which, 0u);
}

/*
 * If the event has a count or a message, takes it and returns 1. A taken message becomes the message of the task.
 * Otherwise, blocks the task on the event, with a delay of this many ticks (0: none), and returns 0. The task is then
 * not ready, the end of its wait is cleared, and its flag kind is set from `any`, `set` and `consume`. With the bit
 * `try`, the task never waits and its message does not change. The result is the previous value, or for a queue the
 * message. If the value or message is 0 or does not exist, the result is 0 and nothing is taken. With the bits `try`
 * and `peek`, nothing is ever taken. Fields: kind, try, peek, any, set, consume, task. Latency: event.
 */
CI_INLINE uint32_t ci_event_pend(uint32_t which, uint32_t ticks)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_PEND, which, ticks);
}

/*
 * If a task waits, wakes the highest waiting task and returns woken. This task leaves the wait list, gets the message
 * and the end posted, has no delay and becomes ready. If this task is marked, changes nothing and returns marked and
 * left. If no task waits, adds a count or the message to the event and returns stored. If there is no room, changes
 * nothing and returns full. If outcome / 256, as a signed number, is greater than the priority of the running task,
 * software has nothing left to do. Fields: kind, to_front. Latency: event.
 */
CI_INLINE uint32_t ci_event_post(uint32_t which, uint32_t message)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_POST, which, message);
}

/*
 * If a task waits, acts like post, but the message is 0 and the wait ends as aborted. If no task waits, changes
 * nothing and returns 0. Latency: event.
 */
CI_INLINE uint32_t ci_event_abort(uint32_t which)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_ABORT, which, 0u);
}

/* Returns how the latest wait of the task ended, and clears that state. Latency: event. */
CI_INLINE uint32_t ci_event_take(uint32_t task)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_TAKE, task, 0u);
}

/* Returns the message of the task. Latency: event. */
CI_INLINE uint32_t ci_event_message(uint32_t task)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_MESSAGE, task, 0u);
}

/* Sets the message of the task, which is the flags for which the task will wait. Latency: event. */
CI_INLINE void ci_event_want(uint32_t task, uint32_t message)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_WANT, task, message);
}

/*
 * 1: marks the task, so it is left to software and no post makes it ready. 0: removes the mark. Only bit 0 counts.
 * Latency: event.
 */
CI_INLINE void ci_event_mark(uint32_t task, uint32_t on)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_MARK, task, on);
}

/* Copies the message, flag kind, mark and end of the wait from the task `from` to the task `to`. Latency: event. */
CI_INLINE void ci_event_copy(uint32_t from, uint32_t to)
{
    CI_EFFECT(CI_UNIT_EVENT, CI_EVENT_COPY, from, to);
}

/*
 * Treats the value of the event as flags and searches for a task to wake. `from` is an outcome: 1 for the first
 * search, then the previous outcome. The search covers the waiting tasks from the task in `from` on. The bit
 * `consumers` selects tasks that consume flags, or the other tasks. The instruction wakes the highest such task whose
 * flags are present, as post does. The message of the task is these flags. If the task consumes flags, the flags in
 * the event change. The result is woken. If the task is marked, changes nothing and returns marked and left. Returns 0
 * if no task is found, or if `from` is an outcome without a task. Fields: consumers. Latency: flags.
 */
CI_INLINE uint32_t ci_event_flag_next(uint32_t which, uint32_t from)
{
    return CI_RESULT(CI_UNIT_EVENT, CI_EVENT_FLAG_NEXT, which, from);
}
/* isa: end */

/*
 * Take a count or a message, if there is one. Return the previous count, or the message; 0 if there is none, or if a
 * queue's message is 0, which stays. Argument: event + kind; with CI_EVENT_PEEK, the count or message always stays.
 * Latency: event.
 */
CI_INLINE uint32_t ci_event_try(uint32_t which)
{
    return ci_event_pend(which + CI_EVENT_TRY, 0u);
}

#endif

/*
 * Register banks and other parts of the core that no bus reaches. A register's `number`, 0 to 31, is a literal.
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
/* Returns the second information word. Exists only if the information word says so. Latency: none. */
CI_INLINE uint32_t ci_info_second(void)
{
    return CI_RESULT(CI_UNIT_INFO, CI_INFO_SECOND, 0u, 0u);
}

/*
 * Sets the slot of the bank, which says where the task of the bank resumes at the next switch to it. Fields: user.
 * Latency: none.
 */
CI_INLINE void ci_context_set(uint32_t context, uint32_t slot)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_SET, context, slot);
}

/*
 * Returns the slot of a bank that does not run. For the running bank, returns the value from its previous run. After a
 * reset the slot is undefined, so set it first. Latency: none.
 */
CI_INLINE uint32_t ci_context_get(uint32_t context)
{
    return CI_RESULT(CI_UNIT_CONTEXT, CI_CONTEXT_GET, context, 0u);
}

/*
 * Writes the value to register rd of a bank that does not run. Has no effect on x0 or on registers of the running
 * bank. Latency: none.
 */
#define ci_context_write(context, number, value) \
    CI_REGISTER_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_WRITE, context, number, value)

/* Returns register rs2 of the bank. Waits until the pipeline is empty. Latency: none. */
#define ci_context_read(context, number) \
    CI_REGISTER_RESULT(CI_UNIT_CONTEXT, CI_CONTEXT_READ, context, number)

/* Returns the register banks in use. Latency: none. */
CI_INLINE uint32_t ci_context_state(void)
{
    return CI_RESULT(CI_UNIT_CONTEXT, CI_CONTEXT_STATE, 0u, 0u);
}

/*
 * Sets the interrupted bank. A handler that other handlers interrupted needs this instruction before it ends. Latency:
 * none.
 */
CI_INLINE void ci_context_return_to(uint32_t context)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_RETURN_TO, context, 0u);
}

/*
 * Saves the address after this instruction and the interrupt enable in the slot of the running bank. The saved enable
 * is 1 if interrupts are enabled, or were enabled in `before`. So a switch at the end of a critical section ends the
 * section. The core continues with the given bank, where its slot says. If the bank is the running bank, the core
 * continues after this instruction, with the saved interrupt enable. If the bank does not exist, the core continues
 * after this instruction, and its interrupt enable does not change. If another bank continues, mepc, mstatus.MPIE and
 * the previous bank are lost. Until the first switch or exit after a reset, traps do not change the bank. Latency:
 * none.
 */
CI_INLINE void ci_context_switch(uint32_t context, uint32_t before)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_SWITCH, context, before);
}

/*
 * Ends a handler, in place of mret. Saves mepc and mstatus.MPIE in the slot of the interrupted bank. The core
 * continues with the given bank, where its slot says. If the bank is the interrupted bank or does not exist, acts as
 * mret. Latency: none.
 */
CI_INLINE void ci_context_exit(uint32_t context)
{
    CI_EFFECT(CI_UNIT_CONTEXT, CI_CONTEXT_EXIT, context, 0u);
}
/* isa: end */

#endif

#endif
