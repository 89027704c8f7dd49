/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `./metro isa` from hw/isa/instructions.toml; edit that file. */
#ifndef CI_OPCODES_H
#define CI_OPCODES_H

/* Macros, because assembly uses them too. CI_TEXT(macro): its number as a string, for assembly in C. */
#define CI_TEXT(number) CI_TEXT_OF(number)
#define CI_TEXT_OF(number) #number
#define CI_OPCODE 0x0B
#define CI_VERSION 1

/* Numbers of CSRs, from hw/isa/registers.toml. */
#define CI_CSR_IRQ_MASK 0xBC0
#define CI_CSR_IRQ_PENDING 0xFC0
#define CI_CSR_VECTOR_LINE 0xBC5
#define CI_CSR_VECTOR_ADDRESS 0xBC6
#define CI_CSR_VECTOR_TASK 0xBC7
#define CI_CSR_USER_OFF 0x8C0
#define CI_CSR_USER_HANDLER 0x8C1
#define CI_CSR_USER_PC 0x8C2
#define CI_CSR_USER_OPEN 0x8C3
#define CI_CSR_USER_PENDING 0x8C4
#define CI_CSR_USER_PROGRAM 0xBC3
#define CI_CSR_USER_LINES 0xBC4
#define CI_CSR_USER_ALARM 0x8C5
#define CI_CSR_USER_ALARMH 0x8C6
#define CI_CSR_SWITCH_GUESTS 0xBC8
#define CI_CSR_SWITCH_LEFT 0xBC9
#define CI_CSR_SWITCH_RULES 0xBCA
#define CI_CSR_SWITCH_STAYS 0xBCB
#define CI_CSR_SWITCH_LINES 0xBCC
#define CI_CSR_GUEST_UNITS 0xBC1
#define CI_CSR_GUEST_UNITS_CONTROL 0xBC2

/* Bits of an operation's number at the units' port, and the count of Nios II's numbers of all units. */
#define CI_OPERATION_BITS 4
#define CI_NIOS2_NUMBERS 64

#define CI_UNIT_INFO 0
#define CI_INFO_INFO 0
#define CI_INFO_SECOND 1

#define CI_UNIT_TIME 1
#define CI_TIME_SET 0
#define CI_TIME_CLEAR 1
#define CI_TIME_GET 2
#define CI_TIME_MOVE 3
#define CI_TIME_TICK 4
#define CI_TIME_EXPIRED 5
#define CI_TIME_NEXT 6
#define CI_TIME_RESULTS_CLEAR 7
#define CI_TIME_HOLD 8
#define CI_TIME_RELEASE 9
#define CI_TIME_ACTIVATE 10
#define CI_TIME_TAKE 11
#define CI_TIME_READ 12
#define CI_TIME_WRITE 13

#define CI_UNIT_READY 2
#define CI_READY_SET 0
#define CI_READY_CLEAR 1
#define CI_READY_HIGHEST 2
#define CI_READY_TEST 3
#define CI_READY_WORD 4
#define CI_READY_WORD_WRITE 5
#define CI_READY_CLEAR_ALL 6
#define CI_READY_GROUP 7
#define CI_READY_ROW 8
#define CI_READY_BIT 9
#define CI_READY_LOWEST 10
#define CI_READY_RUN 11

#define CI_UNIT_EVENT 3
#define CI_EVENT_INFO 0
#define CI_EVENT_INIT 1
#define CI_EVENT_GET 2
#define CI_EVENT_PUT 3
#define CI_EVENT_WORD 4
#define CI_EVENT_ADD 5
#define CI_EVENT_REMOVE 6
#define CI_EVENT_PEND 7
#define CI_EVENT_POST 8
#define CI_EVENT_ABORT 9
#define CI_EVENT_TAKE 10
#define CI_EVENT_MESSAGE 11
#define CI_EVENT_WANT 12
#define CI_EVENT_MARK 13
#define CI_EVENT_COPY 14
#define CI_EVENT_FLAG_NEXT 15

#define CI_UNIT_CONTEXT 4
#define CI_CONTEXT_SET 0
#define CI_CONTEXT_GET 1
#define CI_CONTEXT_WRITE 2
#define CI_CONTEXT_READ 3
#define CI_CONTEXT_STATE 4
#define CI_CONTEXT_RETURN_TO 5
#define CI_CONTEXT_SWITCH 24
#define CI_CONTEXT_EXIT 25

#define CI_UNIT_LIST 5
#define CI_LIST_INFO 0
#define CI_LIST_PUT 1
#define CI_LIST_PUT_FRONT 2
#define CI_LIST_SLEEP 3
#define CI_LIST_REMOVE 4
#define CI_LIST_WHERE 5
#define CI_LIST_LEVEL 6
#define CI_LIST_SELECT 7
#define CI_LIST_HEAD 8
#define CI_LIST_TICK 9
#define CI_LIST_STATUS 10
#define CI_LIST_FIRST 11
#define CI_LIST_AFTER 12
#define CI_LIST_WAKE 13
#define CI_LIST_CLEAR 14
#define CI_LIST_TIME 15

#define CI_UNIT_WAIT 6
#define CI_WAIT_INFO 0
#define CI_WAIT_ENTER 1
#define CI_WAIT_TAKE 2
#define CI_WAIT_LEAVE 3
#define CI_WAIT_WHERE 4
#define CI_WAIT_ANY 5
#define CI_WAIT_FIRST 6
#define CI_WAIT_AFTER 7
#define CI_WAIT_REORDER 8
#define CI_WAIT_ORDER 9
#define CI_WAIT_CLEAR 10

/* An event, 0 to E-1, in bits 7:0, and the fields that the instruction names. */
/* The kind of the event. A list has waiting tasks, but no count and no messages. In: pend, post. */
#define CI_EVENT_KIND_LOW 8
#define CI_EVENT_KIND_OF(which) (((which) >> 8) & 0x3u)
#define CI_EVENT_LIST 0x0000u
#define CI_EVENT_SEMAPHORE 0x0100u
#define CI_EVENT_MAILBOX 0x0200u
#define CI_EVENT_QUEUE 0x0300u
/* The number of a word of 32 tasks. In: word. */
#define CI_EVENT_INDEX_LOW 8
#define CI_EVENT_INDEX_OF(which) (((which) >> 8) & 0x7u)
#define CI_EVENT_INDEX(index) ((uint32_t)(index) << 8)
/* Puts the message first in the queue. In: post. */
#define CI_EVENT_TO_FRONT_LOW 10
#define CI_EVENT_TO_FRONT_OF(which) (((which) >> 10) & 0x1u)
#define CI_EVENT_TO_FRONT 0x0400u
/* Takes only what is available, and never waits. In: pend. */
#define CI_EVENT_TRY_LOW 10
#define CI_EVENT_TRY_OF(which) (((which) >> 10) & 0x1u)
#define CI_EVENT_TRY 0x0400u
/* With `try`: leaves the count or the message in place. In: pend. */
#define CI_EVENT_PEEK_LOW 11
#define CI_EVENT_PEEK_OF(which) (((which) >> 11) & 0x1u)
#define CI_EVENT_PEEK 0x0800u
/* 1: searches the tasks that consume flags. 0: searches the other tasks. In: flag_next. */
#define CI_EVENT_CONSUMERS_LOW 11
#define CI_EVENT_CONSUMERS_OF(which) (((which) >> 11) & 0x1u)
#define CI_EVENT_CONSUMERS 0x0800u
/* Sets the value only if no task waits. In: put. */
#define CI_EVENT_ALONE_LOW 11
#define CI_EVENT_ALONE_OF(which) (((which) >> 11) & 0x1u)
#define CI_EVENT_ALONE 0xFFFFF800u
/* Returns a bit for each row of eight tasks. In: word. */
#define CI_EVENT_ROWS_LOW 11
#define CI_EVENT_ROWS_OF(which) (((which) >> 11) & 0x1u)
#define CI_EVENT_ROWS 0xFFFFF800u
/* 1: the task waits for any of the flags. 0: the task waits for all flags. In: pend. */
#define CI_EVENT_ANY_LOW 12
#define CI_EVENT_ANY_OF(which) (((which) >> 12) & 0x1u)
#define CI_EVENT_ANY 0x1000u
/* 1: the task waits until the flags are 1. 0: the task waits until the flags are 0. In: pend. */
#define CI_EVENT_SET_LOW 13
#define CI_EVENT_SET_OF(which) (((which) >> 13) & 0x1u)
#define CI_EVENT_SET 0x2000u
/* The task consumes the flags. In: pend. */
#define CI_EVENT_CONSUME_LOW 14
#define CI_EVENT_CONSUME_OF(which) (((which) >> 14) & 0x1u)
#define CI_EVENT_CONSUME 0x4000u
/* The waiting task. In: add, remove, pend. */
#define CI_EVENT_TASK_LOW 16
#define CI_EVENT_TASK_OF(which) (((which) >> 16) & 0xFFu)
#define CI_EVENT_TASK(task) ((uint32_t)(task) << 16)

/* The value of a queue. The memory that all queues share holds the words of the queue. */
/* The start of the queue's words in the memory of all queues. */
#define CI_EVENT_RING_BASE_LOW 0
#define CI_EVENT_RING_BASE_BITS 8
#define CI_EVENT_RING_BASE(word) (((word) >> 0) & 0xFFu)
/* The number of words of the queue. */
#define CI_EVENT_RING_SIZE_LOW 8
#define CI_EVENT_RING_SIZE_BITS 8
#define CI_EVENT_RING_SIZE(word) (((word) >> 8) & 0xFFu)
/* The first word in use, counted from `base`. */
#define CI_EVENT_RING_FIRST_LOW 16
#define CI_EVENT_RING_FIRST_BITS 8
#define CI_EVENT_RING_FIRST(word) (((word) >> 16) & 0xFFu)
/* The number of words in use. */
#define CI_EVENT_RING_COUNT_LOW 24
#define CI_EVENT_RING_COUNT_BITS 8
#define CI_EVENT_RING_COUNT(word) (((word) >> 24) & 0xFFu)

/* How a wait ended. */
/* 0: the wait has not ended, or an earlier take has returned its end. */
#define CI_EVENT_ENDED_LOW 0
#define CI_EVENT_ENDED_BITS 2
#define CI_EVENT_ENDED(word) (((word) >> 0) & 0x3u)
#define CI_EVENT_POSTED 1u
#define CI_EVENT_ABORTED 2u

/* The outcome of a post, an abort or a search for flags. 0: no task was found. */
/*
 * woken: a task was woken. full: there was no room. marked: the task is marked, and nothing has changed. 0: none of
 * these cases.
 */
#define CI_EVENT_OUTCOME_LOW 0
#define CI_EVENT_OUTCOME_BITS 2
#define CI_EVENT_OUTCOME(word) (((word) >> 0) & 0x3u)
#define CI_EVENT_WOKEN 1u
#define CI_EVENT_FULL 2u
#define CI_EVENT_MARKED 3u
/* The woken or marked task. */
#define CI_EVENT_WHO_LOW 8
#define CI_EVENT_WHO_BITS 8
#define CI_EVENT_WHO(word) (((word) >> 8) & 0xFFu)
/* No task waited. The event has one more count or message, unless it is a list. */
#define CI_EVENT_STORED_LOW 30
#define CI_EVENT_STORED_BITS 1
#define CI_EVENT_STORED 0x40000000u
/* Set with `marked`, so the outcome is negative as a signed number. */
#define CI_EVENT_LEFT_LOW 31
#define CI_EVENT_LEFT_BITS 1
#define CI_EVENT_LEFT 0x80000000u

/* Fields that describe what the core has. */
/* The version of this instruction set. */
#define CI_INFO_VERSION_LOW 0
#define CI_INFO_VERSION_BITS 8
#define CI_INFO_VERSION(word) (((word) >> 0) & 0xFFu)
/* The units in the core. */
#define CI_INFO_UNITS_LOW 8
#define CI_INFO_UNITS_BITS 4
#define CI_INFO_UNITS(word) (((word) >> 8) & 0xFu)
#define CI_INFO_UNITS_READY 1u
#define CI_INFO_UNITS_TIME 2u
#define CI_INFO_UNITS_EVENT 4u
#define CI_INFO_UNITS_TIME_BASE 8u
/* The engine of the time unit. 0 if the core has only the ready unit. */
#define CI_INFO_ENGINE_LOW 12
#define CI_INFO_ENGINE_BITS 1
#define CI_INFO_ENGINE(word) (((word) >> 12) & 0x1u)
#define CI_INFO_PARALLEL 0u
#define CI_INFO_LOOKAHEAD 1u
/* 1: the time unit makes tasks ready automatically. */
#define CI_INFO_WAKE_LOW 13
#define CI_INFO_WAKE_BITS 1
#define CI_INFO_WAKE(word) (((word) >> 13) & 0x1u)
/* N: the tasks are 0 to N-1. */
#define CI_INFO_TASKS_LOW 14
#define CI_INFO_TASKS_BITS 9
#define CI_INFO_TASKS(word) (((word) >> 14) & 0x1FFu)
/* W: a delay has at most 2^W-1 ticks. 0 if the core has only the ready unit. */
#define CI_INFO_WIDTH_LOW 23
#define CI_INFO_WIDTH_BITS 6
#define CI_INFO_WIDTH(word) (((word) >> 23) & 0x3Fu)
/* The core has a second information word. If this bit is 0, software must not read that word. */
#define CI_INFO_MORE_LOW 29
#define CI_INFO_MORE_BITS 1
#define CI_INFO_MORE 0x20000000u

/* Fields that describe what the core has beyond the first information word. Unassigned bits are 0. */
/* The core has register banks. */
#define CI_INFO2_CONTEXTS_LOW 0
#define CI_INFO2_CONTEXTS_BITS 1
#define CI_INFO2_CONTEXTS 0x0001u
/* The core has task lists: the number of a task is not its priority. */
#define CI_INFO2_LEVELS_LOW 2
#define CI_INFO2_LEVELS_BITS 1
#define CI_INFO2_LEVELS 0x0004u
/* The units have a second command port, for hardware threads. */
#define CI_INFO2_SECOND_PORT_LOW 3
#define CI_INFO2_SECOND_PORT_BITS 1
#define CI_INFO2_SECOND_PORT 0x0008u
/* The core has unit sets for guests. Instructions on the selected set are legal in user mode while the set is open. */
#define CI_INFO2_BOUNDS_LOW 4
#define CI_INFO2_BOUNDS_BITS 1
#define CI_INFO2_BOUNDS 0x0010u
/* With `contexts`: B, the banks are 0 to B-1. */
#define CI_INFO2_BANKS_LOW 5
#define CI_INFO2_BANKS_BITS 9
#define CI_INFO2_BANKS(word) (((word) >> 5) & 0x1FFu)
/* The core has vectored interrupts. */
#define CI_INFO2_VECTORS_LOW 19
#define CI_INFO2_VECTORS_BITS 1
#define CI_INFO2_VECTORS 0x80000u
/* The core has wait lists in addition to the task lists. */
#define CI_INFO2_WAITING_LOW 14
#define CI_INFO2_WAITING_BITS 1
#define CI_INFO2_WAITING 0x4000u
/* With `bounds`: G, the unit sets are 0 to G-1. */
#define CI_INFO2_SETS_LOW 15
#define CI_INFO2_SETS_BITS 4
#define CI_INFO2_SETS(word) (((word) >> 15) & 0xFu)
/* The number of interrupt lines that can post, lines 0 to this number - 1. 0 if none can. */
#define CI_INFO2_LINES_LOW 20
#define CI_INFO2_LINES_BITS 6
#define CI_INFO2_LINES(word) (((word) >> 20) & 0x3Fu)
/* The core switches to a more urgent task by itself. */
#define CI_INFO2_SELF_SWITCH_LOW 26
#define CI_INFO2_SELF_SWITCH_BITS 1
#define CI_INFO2_SELF_SWITCH 0x4000000u

/* Register guest_units: the unit set that all unit instructions use, also in machine mode. */
/* The number of the set. A number without a set selects set 0, not open. */
#define CI_GUEST_UNITS_SET_LOW 0
#define CI_GUEST_UNITS_SET_BITS 3
#define CI_GUEST_UNITS_SET(word) (((word) >> 0) & 0x7u)
/* User mode may use the set, and the running program is the guest of the set. */
#define CI_GUEST_UNITS_OPEN_LOW 3
#define CI_GUEST_UNITS_OPEN_BITS 1
#define CI_GUEST_UNITS_OPEN 0x0008u

/* Register guest_units_control: each field has a bit for each set. */
/* The time base of the set counts cycles only while the set is selected and open. */
#define CI_GUEST_UNITS_STOPS_TIME_LOW 0
#define CI_GUEST_UNITS_STOPS_TIME_BITS 8
#define CI_GUEST_UNITS_STOPS_TIME(word) (((word) >> 0) & 0xFFu)
/* Deprecated. */
#define CI_GUEST_UNITS_STANDS_LOW CI_GUEST_UNITS_STOPS_TIME_LOW
#define CI_GUEST_UNITS_STANDS_BITS CI_GUEST_UNITS_STOPS_TIME_BITS
#define CI_GUEST_UNITS_STANDS CI_GUEST_UNITS_STOPS_TIME
/* Writing 1 puts the set into its state after a reset. Reads as 0. */
#define CI_GUEST_UNITS_RESTART_LOW 8
#define CI_GUEST_UNITS_RESTART_BITS 8
#define CI_GUEST_UNITS_RESTART(word) (((word) >> 8) & 0xFFu)

/* A register of the time base. A register that does not exist reads as 0 and ignores writes. */
/*
 * time: the ticks since reset that have taken effect. time_high: the upper word of time. left: cycles to the end of
 * the current tick, 0 if stopped. period: cycles of a tick. running: the priority of the running task, or its level in
 * the task lists. alarm + k: ticks to the expiry of alarm k. alarm_period + k: ticks between expiries of alarm k.
 * line, line_message, line_task, lines_served, lines_left, lines_overrun: posts of interrupt lines, only in a core
 * with such lines. In: read, write.
 */
#define CI_TIME_BASE_REGISTER_LOW 0
#define CI_TIME_BASE_REGISTER_OF(which) (((which) >> 0) & 0x1Fu)
#define CI_TIME_BASE_TIME 0x0000u
#define CI_TIME_BASE_TIME_HIGH 0x0001u
#define CI_TIME_BASE_LEFT 0x0002u
#define CI_TIME_BASE_STATUS 0x0003u
#define CI_TIME_BASE_PERIOD 0x0004u
#define CI_TIME_BASE_CONTROL 0x0005u
#define CI_TIME_BASE_RUNNING 0x0006u
#define CI_TIME_BASE_LINE 0x0007u
#define CI_TIME_BASE_ALARM 0x0008u
#define CI_TIME_BASE_ALARM_PERIOD 0x0010u
#define CI_TIME_BASE_LINE_MESSAGE 0x0018u
#define CI_TIME_BASE_LINES_SERVED 0x0019u
#define CI_TIME_BASE_LINES_LEFT 0x001Au
#define CI_TIME_BASE_LINES_OVERRUN 0x001Bu
#define CI_TIME_BASE_LINE_TASK 0x001Cu

/* The state of the time base, and the reasons why its interrupt line is high. */
/*
 * After a tick, a ready task is more urgent than the running task. In the task lists also: the running level has
 * another first task, because a slice has ended since the last `head` or `select`.
 */
#define CI_TIME_STATUS_URGENT_LOW 0
#define CI_TIME_STATUS_URGENT_BITS 1
#define CI_TIME_STATUS_URGENT 0x0001u
/* After a tick, a task needs software. In the task lists: due has a task. */
#define CI_TIME_STATUS_SOFTWARE_LOW 1
#define CI_TIME_STATUS_SOFTWARE_BITS 1
#define CI_TIME_STATUS_SOFTWARE 0x0002u
/* A tick waits for the instruction `tick`. */
#define CI_TIME_STATUS_WAITING_LOW 2
#define CI_TIME_STATUS_WAITING_BITS 1
#define CI_TIME_STATUS_WAITING 0x0004u
/*
 * A post of an interrupt line is left to software. The register lines_left has the line. With task lists, this bit
 * stays 0.
 */
#define CI_TIME_STATUS_LINES_LOW 3
#define CI_TIME_STATUS_LINES_BITS 1
#define CI_TIME_STATUS_LINES 0x0008u
/* The expired alarms. */
#define CI_TIME_STATUS_ALARMS_LOW 8
#define CI_TIME_STATUS_ALARMS_BITS 8
#define CI_TIME_STATUS_ALARMS(word) (((word) >> 8) & 0xFFu)
/* The number of ticks that have not taken effect yet. */
#define CI_TIME_STATUS_PENDING_LOW 16
#define CI_TIME_STATUS_PENDING_BITS 8
#define CI_TIME_STATUS_PENDING(word) (((word) >> 16) & 0xFFu)
/*
 * A tick was lost because too many ticks were pending. In a core with task lists, this is also a reason for the
 * interrupt.
 */
#define CI_TIME_STATUS_OVERRUN_LOW 31
#define CI_TIME_STATUS_OVERRUN_BITS 1
#define CI_TIME_STATUS_OVERRUN 0x80000000u

/* How the time base counts. */
/* 1: ticks take effect automatically. 0: each tick waits for the instruction `tick` of the unit. */
#define CI_TIME_CONTROL_AUTOMATIC_LOW 0
#define CI_TIME_CONTROL_AUTOMATIC_BITS 1
#define CI_TIME_CONTROL_AUTOMATIC 0x0001u
/* Deprecated. */
#define CI_TIME_CONTROL_BY_ITSELF_LOW CI_TIME_CONTROL_AUTOMATIC_LOW
#define CI_TIME_CONTROL_BY_ITSELF_BITS CI_TIME_CONTROL_AUTOMATIC_BITS
#define CI_TIME_CONTROL_BY_ITSELF CI_TIME_CONTROL_AUTOMATIC
/* 1: a debugger that halts the core also stops the count of cycles. Effective only in the plugin. */
#define CI_TIME_CONTROL_HALTS_LOW 1
#define CI_TIME_CONTROL_HALTS_BITS 1
#define CI_TIME_CONTROL_HALTS 0x0002u

/* Fields that describe what the event unit has. */
/* E: the events are 0 to E-1. */
#define CI_EVENT_INFO_EVENTS_LOW 0
#define CI_EVENT_INFO_EVENTS_BITS 8
#define CI_EVENT_INFO_EVENTS(word) (((word) >> 0) & 0xFFu)
/* The number of messages that all queues together can hold. */
#define CI_EVENT_INFO_WORDS_LOW 8
#define CI_EVENT_INFO_WORDS_BITS 9
#define CI_EVENT_INFO_WORDS(word) (((word) >> 8) & 0x1FFu)
/* The unit has event flags. */
#define CI_EVENT_INFO_FLAGS_LOW 17
#define CI_EVENT_INFO_FLAGS_BITS 1
#define CI_EVENT_INFO_FLAGS 0x20000u
/* The unit has no semaphore counts: semaphores behave as lists. */
#define CI_EVENT_INFO_NO_SEMAPHORES_LOW 18
#define CI_EVENT_INFO_NO_SEMAPHORES_BITS 1
#define CI_EVENT_INFO_NO_SEMAPHORES 0x40000u
/* The unit has no mailbox messages: mailboxes behave as lists. */
#define CI_EVENT_INFO_NO_MAILBOXES_LOW 19
#define CI_EVENT_INFO_NO_MAILBOXES_BITS 1
#define CI_EVENT_INFO_NO_MAILBOXES 0x80000u

/* A register bank, 0 to B-1, in bits 7:0. The last bank belongs to the handlers. */
/* The task of the bank resumes in user mode. Only a core with user mode reads this bit. In: set. */
#define CI_CONTEXT_USER_LOW 8
#define CI_CONTEXT_USER_OF(which) (((which) >> 8) & 0x1u)
#define CI_CONTEXT_USER 0x0100u

/* Where the task of a bank resumes: an address, and in bit 0 whether interrupts are enabled there. */
/* Interrupts are enabled. */
#define CI_SLOT_ENABLE_LOW 0
#define CI_SLOT_ENABLE_BITS 1
#define CI_SLOT_ENABLE 0x0001u

/* An earlier value of mstatus. */
/* Interrupts were enabled. */
#define CI_STATUS_MIE_LOW 3
#define CI_STATUS_MIE_OF(which) (((which) >> 3) & 0x1u)
#define CI_STATUS_MIE 0x0008u
/* For `--self-switch`: the core may switch to this place by itself. This bit of mstatus is 0. */
#define CI_STATUS_SELF_SWITCH_LOW 0
#define CI_STATUS_SELF_SWITCH_OF(which) (((which) >> 0) & 0x1u)
#define CI_STATUS_SELF_SWITCH 0x0001u

/* The register banks in use. */
/* The bank whose registers the instructions use. */
#define CI_CONTEXT_STATE_RUNNING_LOW 0
#define CI_CONTEXT_STATE_RUNNING_BITS 8
#define CI_CONTEXT_STATE_RUNNING(word) (((word) >> 0) & 0xFFu)
/* The interrupted bank, to which mret returns. In its slot, exit saves mepc and mstatus.MPIE. */
#define CI_CONTEXT_STATE_PREVIOUS_LOW 8
#define CI_CONTEXT_STATE_PREVIOUS_BITS 8
#define CI_CONTEXT_STATE_PREVIOUS(word) (((word) >> 8) & 0xFFu)
/* The latest trap was an interrupt that did not interrupt a handler. The word is then negative as a signed number. */
#define CI_CONTEXT_STATE_OUTERMOST_LOW 31
#define CI_CONTEXT_STATE_OUTERMOST_BITS 1
#define CI_CONTEXT_STATE_OUTERMOST 0x80000000u

/*
 * A list of tasks: a level, 0 to L-1, or one of the named lists sleeping, coming, due, parked and ended. Level 0 is
 * the most urgent. Each list has an order, and a cursor that is one of its tasks or none.
 */
/*
 * sleeping: tasks that sleep until a given time. coming: sleeping tasks that the next tick wakes. due: tasks whose
 * time has come and that need software. parked, ended: for any use by software. awake: only for put. In: first.
 */
#define CI_LIST_NUMBER_LOW 0
#define CI_LIST_NUMBER_OF(which) (((which) >> 0) & 0xFFu)
#define CI_LIST_SLEEPING 0x0040u
#define CI_LIST_COMING 0x0041u
#define CI_LIST_DUE 0x0042u
#define CI_LIST_PARKED 0x0043u
#define CI_LIST_ENDED 0x0044u
#define CI_LIST_AWAKE 0x0045u

/* A task, 0 to N-1, in bits 7:0, and the bit `held`. */
/* The task needs software when it wakes. In: sleep. */
#define CI_LIST_HELD_LOW 8
#define CI_LIST_HELD_OF(which) (((which) >> 8) & 0x1u)
#define CI_LIST_HELD 0x0100u

/* A task, 0 to N-1. With the bit `slices`: a level, 0 to L-1, in bits 7:0. */
/* Sets the length of a level's slices instead of a task's level. */
#define CI_LIST_SLICES_LOW 8
#define CI_LIST_SLICES_OF(which) (((which) >> 8) & 0x1u)
#define CI_LIST_SLICES 0x0100u

/* Fields that describe what the task lists have. */
/* L: the levels are 0 to L-1. */
#define CI_LIST_INFO_LEVELS_LOW 0
#define CI_LIST_INFO_LEVELS_BITS 8
#define CI_LIST_INFO_LEVELS(word) (((word) >> 0) & 0xFFu)
/* Levels can have slices. */
#define CI_LIST_INFO_SLICES_LOW 8
#define CI_LIST_INFO_SLICES_BITS 1
#define CI_LIST_INFO_SLICES 0x0100u

/* The conditions that software checks after a tick. */
/* A task is ready at a more urgent level. */
#define CI_LIST_STATUS_URGENT_LOW 0
#define CI_LIST_STATUS_URGENT_BITS 1
#define CI_LIST_STATUS_URGENT 0x0001u
/* More than one task is ready at this level. */
#define CI_LIST_STATUS_SEVERAL_LOW 1
#define CI_LIST_STATUS_SEVERAL_BITS 1
#define CI_LIST_STATUS_SEVERAL 0x0002u
/* The list due has a task. */
#define CI_LIST_STATUS_DUE_LOW 2
#define CI_LIST_STATUS_DUE_BITS 1
#define CI_LIST_STATUS_DUE 0x0004u

/* How a task enters a wait list: the order of the task in bits 7:0, and the field `list`. */
/* A wait list, 0 to E-1. */
#define CI_WAIT_LIST_LOW 8
#define CI_WAIT_LIST_OF(which) (((which) >> 8) & 0xFFu)
#define CI_WAIT_LIST(list) ((uint32_t)(list) << 8)

/* Fields that describe what the wait lists have. */
/* E: the wait lists are 0 to E-1. */
#define CI_WAIT_INFO_LISTS_LOW 0
#define CI_WAIT_INFO_LISTS_BITS 8
#define CI_WAIT_INFO_LISTS(word) (((word) >> 0) & 0xFFu)

/* Register vector_line: an entry of the table of vectored interrupts. */
/* The number of the interrupt line. */
#define CI_VECTOR_LINE_LINE_LOW 0
#define CI_VECTOR_LINE_LINE_BITS 5
#define CI_VECTOR_LINE_LINE(word) (((word) >> 0) & 0x1Fu)
/* Interrupts of tasks use the table. After a reset, they do not. */
#define CI_VECTOR_LINE_ENABLE_LOW 31
#define CI_VECTOR_LINE_ENABLE_BITS 1
#define CI_VECTOR_LINE_ENABLE 0x80000000u

/* Register vector_task: the register bank of a priority, for switches of the core. */
/* The priority. */
#define CI_VECTOR_TASK_PRIORITY_LOW 0
#define CI_VECTOR_TASK_PRIORITY_BITS 8
#define CI_VECTOR_TASK_PRIORITY(word) (((word) >> 0) & 0xFFu)
/* The bank of the task with this priority. */
#define CI_VECTOR_TASK_BANK_LOW 8
#define CI_VECTOR_TASK_BANK_BITS 8
#define CI_VECTOR_TASK_BANK(word) (((word) >> 8) & 0xFFu)
/* The core may switch to this task by itself. */
#define CI_VECTOR_TASK_ENABLE_LOW 31
#define CI_VECTOR_TASK_ENABLE_BITS 1
#define CI_VECTOR_TASK_ENABLE 0x80000000u

/* Register switch_guests: each field has a bit for each program. */
/* The program can run. The core clears the bit of a program that waits, and sets it if an interrupt is pending. */
#define CI_SWITCH_GUESTS_READY_LOW 0
#define CI_SWITCH_GUESTS_READY_BITS 8
#define CI_SWITCH_GUESTS_READY(word) (((word) >> 0) & 0xFFu)
/* A pending interrupt of the program sets its bit in `ready`. */
#define CI_SWITCH_GUESTS_WAKES_LOW 8
#define CI_SWITCH_GUESTS_WAKES_BITS 8
#define CI_SWITCH_GUESTS_WAKES(word) (((word) >> 8) & 0xFFu)
/* The core may switch to the program by itself. */
#define CI_SWITCH_GUESTS_ALLOWED_LOW 16
#define CI_SWITCH_GUESTS_ALLOWED_BITS 8
#define CI_SWITCH_GUESTS_ALLOWED(word) (((word) >> 16) & 0xFFu)
/* The program has used all its cycles. Read-only. */
#define CI_SWITCH_GUESTS_SPENT_LOW 24
#define CI_SWITCH_GUESTS_SPENT_BITS 8
#define CI_SWITCH_GUESTS_SPENT(word) (((word) >> 24) & 0xFFu)

/* Register switch_stays: what happens if a program waits and no other one can run. */
/*
 * The core stays in user mode if no other program is ready, and an alarm or a line can still wake one. Otherwise, it
 * enters machine mode.
 */
#define CI_SWITCH_STAYS_STAYS_LOW 0
#define CI_SWITCH_STAYS_STAYS_BITS 1
#define CI_SWITCH_STAYS_STAYS 0x0001u
/*
 * Bit n is 1 if `wakes` has program n and something can wake it: its alarm is set, a line of it is enabled, or one of
 * its raised bits is 1. Read-only.
 */
#define CI_SWITCH_STAYS_CAN_WAKE_LOW 8
#define CI_SWITCH_STAYS_CAN_WAKE_BITS 8
#define CI_SWITCH_STAYS_CAN_WAKE(word) (((word) >> 8) & 0xFFu)

/* Register line_task of the time base: the task that a line wakes, with task lists. */
/* The number of the interrupt line. */
#define CI_LINE_TASK_NUMBER_LOW 0
#define CI_LINE_TASK_NUMBER_BITS 5
#define CI_LINE_TASK_NUMBER(word) (((word) >> 0) & 0x1Fu)
/* 1: the line wakes the task once, as soon as the line has a trigger that no task has taken. */
#define CI_LINE_TASK_WAITS_LOW 6
#define CI_LINE_TASK_WAITS_BITS 1
#define CI_LINE_TASK_WAITS 0x0040u
/* The number of the task. */
#define CI_LINE_TASK_TASK_LOW 8
#define CI_LINE_TASK_TASK_BITS 8
#define CI_LINE_TASK_TASK(word) (((word) >> 8) & 0xFFu)

/*
 * Register line of the time base: the entry of an interrupt line that posts. With task lists, the entry has no event.
 */
/* The number of the interrupt line. */
#define CI_LINE_NUMBER_LOW 0
#define CI_LINE_NUMBER_BITS 5
#define CI_LINE_NUMBER(word) (((word) >> 0) & 0x1Fu)
/* 1: the line is a level and posts once until software has served it. 0: each rising edge posts. */
#define CI_LINE_LEVEL_LOW 5
#define CI_LINE_LEVEL_BITS 1
#define CI_LINE_LEVEL 0x0020u
/* The line posts. After a reset, it does not. */
#define CI_LINE_ENABLE_LOW 6
#define CI_LINE_ENABLE_BITS 1
#define CI_LINE_ENABLE 0x0040u
/* All posts of the line are left to software. Ignored with task lists. */
#define CI_LINE_SOFTWARE_LOW 7
#define CI_LINE_SOFTWARE_BITS 1
#define CI_LINE_SOFTWARE 0x0080u
/* The event and its kind, as in bits 9:0 of rs1 of `event.post`. */
#define CI_LINE_EVENT_LOW 8
#define CI_LINE_EVENT_BITS 10
#define CI_LINE_EVENT(word) (((word) >> 8) & 0x3FFu)

/* The kinds of operands and results. */
#define CI_KIND_NOTHING 0
#define CI_KIND_TASK 1
#define CI_KIND_WORD 2
#define CI_KIND_ROW 3
#define CI_KIND_EVENT 4
#define CI_KIND_MAP 5
#define CI_KIND_BYTE 6
#define CI_KIND_BIT_NUMBER 7
#define CI_KIND_BIT 8
#define CI_KIND_TICKS 9
#define CI_KIND_VALUE 10
#define CI_KIND_RING 11
#define CI_KIND_WORD_OF_REGISTER 12
#define CI_KIND_MESSAGE 13
#define CI_KIND_CONDITION 14
#define CI_KIND_ENDED 15
#define CI_KIND_OUTCOME 16
#define CI_KIND_INFORMATION 17
#define CI_KIND_SECOND_INFORMATION 18
#define CI_KIND_GUEST_UNITS 19
#define CI_KIND_GUEST_UNITS_CONTROL 20
#define CI_KIND_TIME_REGISTER 21
#define CI_KIND_TIME_STATUS 22
#define CI_KIND_TIME_CONTROL 23
#define CI_KIND_EVENT_INFORMATION 24
#define CI_KIND_CONTEXT 25
#define CI_KIND_SLOT 26
#define CI_KIND_STATUS 27
#define CI_KIND_CONTEXT_STATE 28
#define CI_KIND_LIST 29
#define CI_KIND_PLACE 30
#define CI_KIND_LEVEL 31
#define CI_KIND_SLEEPER 32
#define CI_KIND_OWNER 33
#define CI_KIND_LEVEL_OR_TICKS 34
#define CI_KIND_TIME 35
#define CI_KIND_LIST_INFORMATION 36
#define CI_KIND_LIST_STATUS 37
#define CI_KIND_WAITING 38
#define CI_KIND_WAITING_PLACE 39
#define CI_KIND_ENTRY 40
#define CI_KIND_ORDER 41
#define CI_KIND_WAITING_INFORMATION 42
#define CI_KIND_VECTOR_LINE 43
#define CI_KIND_VECTOR_TASK 44
#define CI_KIND_SWITCH_GUESTS 45
#define CI_KIND_SWITCH_STAYS 46
#define CI_KIND_LINE_TASK 47
#define CI_KIND_LINE 48
/* Whether only low bits of the instruction's rs1 count. */
#define CI_RS1_IS_LOW(unit, op) (((unit) == 1 && ((op) == 10)) || ((unit) == 2 && ((op) == 9 || (op) == 10)))

/* X(unit, operation, name, kind of rs1, of rs2, of rd, CHANGES or READS) for every instruction. */
#define CI_INSTRUCTIONS(X) \
    X(INFO, INFO, "ci_info", NOTHING, NOTHING, INFORMATION, READS) \
    X(TIME, SET, "ci_time_set", TASK, TICKS, NOTHING, CHANGES) \
    X(TIME, CLEAR, "ci_time_clear", TASK, NOTHING, NOTHING, CHANGES) \
    X(TIME, GET, "ci_time_get", TASK, NOTHING, TICKS, READS) \
    X(TIME, MOVE, "ci_time_move", TASK, TASK, NOTHING, CHANGES) \
    X(TIME, TICK, "ci_time_tick", NOTHING, NOTHING, CONDITION, CHANGES) \
    X(TIME, EXPIRED, "ci_time_expired", WORD, NOTHING, MAP, READS) \
    X(TIME, NEXT, "ci_time_next", NOTHING, NOTHING, TASK, CHANGES) \
    X(TIME, RESULTS_CLEAR, "ci_time_results_clear", NOTHING, NOTHING, NOTHING, CHANGES) \
    X(TIME, HOLD, "ci_time_hold", TASK, NOTHING, NOTHING, CHANGES) \
    X(TIME, RELEASE, "ci_time_release", TASK, NOTHING, NOTHING, CHANGES) \
    X(TIME, ACTIVATE, "ci_time_activate", BIT, NOTHING, NOTHING, CHANGES) \
    X(TIME, TAKE, "ci_time_take", TASK, NOTHING, CONDITION, CHANGES) \
    X(READY, SET, "ci_ready_set", TASK, NOTHING, NOTHING, CHANGES) \
    X(READY, CLEAR, "ci_ready_clear", TASK, NOTHING, NOTHING, CHANGES) \
    X(READY, HIGHEST, "ci_ready_highest", NOTHING, NOTHING, TASK, READS) \
    X(READY, TEST, "ci_ready_test", TASK, NOTHING, CONDITION, READS) \
    X(READY, WORD, "ci_ready_word", WORD, NOTHING, MAP, READS) \
    X(READY, WORD_WRITE, "ci_ready_word_write", WORD, MAP, NOTHING, CHANGES) \
    X(READY, CLEAR_ALL, "ci_ready_clear_all", NOTHING, NOTHING, NOTHING, CHANGES) \
    X(READY, GROUP, "ci_ready_group", NOTHING, NOTHING, MAP, READS) \
    X(READY, ROW, "ci_ready_row", ROW, NOTHING, BYTE, READS) \
    X(READY, BIT, "ci_ready_bit", BIT_NUMBER, NOTHING, BYTE, READS) \
    X(READY, LOWEST, "ci_ready_lowest", BYTE, NOTHING, BIT_NUMBER, READS) \
    X(EVENT, INFO, "ci_event_info", NOTHING, NOTHING, EVENT_INFORMATION, READS) \
    X(EVENT, INIT, "ci_event_init", EVENT, VALUE, NOTHING, CHANGES) \
    X(EVENT, GET, "ci_event_get", EVENT, NOTHING, VALUE, READS) \
    X(EVENT, PUT, "ci_event_put", EVENT, VALUE, CONDITION, CHANGES) \
    X(EVENT, WORD, "ci_event_word", EVENT, NOTHING, MAP, READS) \
    X(EVENT, ADD, "ci_event_add", EVENT, NOTHING, NOTHING, CHANGES) \
    X(EVENT, REMOVE, "ci_event_remove", EVENT, NOTHING, NOTHING, CHANGES) \
    X(EVENT, PEND, "ci_event_pend", EVENT, TICKS, VALUE, CHANGES) \
    X(EVENT, POST, "ci_event_post", EVENT, MESSAGE, OUTCOME, CHANGES) \
    X(EVENT, ABORT, "ci_event_abort", EVENT, NOTHING, OUTCOME, CHANGES) \
    X(EVENT, TAKE, "ci_event_take", TASK, NOTHING, ENDED, CHANGES) \
    X(EVENT, MESSAGE, "ci_event_message", TASK, NOTHING, MESSAGE, READS) \
    X(EVENT, WANT, "ci_event_want", TASK, MESSAGE, NOTHING, CHANGES) \
    X(EVENT, MARK, "ci_event_mark", TASK, BIT, NOTHING, CHANGES) \
    X(EVENT, COPY, "ci_event_copy", TASK, TASK, NOTHING, CHANGES) \
    X(EVENT, FLAG_NEXT, "ci_event_flag_next", EVENT, OUTCOME, OUTCOME, CHANGES)

/* The same for instructions that need a time base. */
#define CI_TIME_BASE_INSTRUCTIONS(X) \
    X(TIME, READ, "ci_time_read", TIME_REGISTER, NOTHING, VALUE, READS) \
    X(TIME, WRITE, "ci_time_write", TIME_REGISTER, VALUE, NOTHING, CHANGES) \
    X(READY, RUN, "ci_ready_run", NOTHING, NOTHING, TASK, CHANGES)

/* The same for the instructions of the task lists. */
#define CI_LIST_INSTRUCTIONS(X) \
    X(LIST, INFO, "ci_list_info", NOTHING, NOTHING, LIST_INFORMATION, READS) \
    X(LIST, PUT, "ci_list_put", TASK, LIST, NOTHING, CHANGES) \
    X(LIST, PUT_FRONT, "ci_list_put_front", TASK, LIST, NOTHING, CHANGES) \
    X(LIST, SLEEP, "ci_list_sleep", SLEEPER, TIME, NOTHING, CHANGES) \
    X(LIST, REMOVE, "ci_list_remove", TASK, NOTHING, PLACE, CHANGES) \
    X(LIST, WHERE, "ci_list_where", TASK, NOTHING, PLACE, READS) \
    X(LIST, LEVEL, "ci_list_level", OWNER, LEVEL_OR_TICKS, NOTHING, CHANGES) \
    X(LIST, SELECT, "ci_list_select", NOTHING, NOTHING, TASK, CHANGES) \
    X(LIST, HEAD, "ci_list_head", NOTHING, NOTHING, TASK, CHANGES) \
    X(LIST, TICK, "ci_list_tick", NOTHING, NOTHING, NOTHING, CHANGES) \
    X(LIST, STATUS, "ci_list_status", LEVEL, NOTHING, LIST_STATUS, READS) \
    X(LIST, FIRST, "ci_list_first", LIST, NOTHING, TASK, READS) \
    X(LIST, AFTER, "ci_list_after", TASK, NOTHING, TASK, READS) \
    X(LIST, WAKE, "ci_list_wake", TASK, NOTHING, TIME, READS) \
    X(LIST, CLEAR, "ci_list_clear", NOTHING, TIME, NOTHING, CHANGES) \
    X(LIST, TIME, "ci_list_time", NOTHING, TIME, NOTHING, CHANGES)

/* The same for the instructions of the wait lists. */
#define CI_WAIT_INSTRUCTIONS(X) \
    X(WAIT, INFO, "ci_wait_info", NOTHING, NOTHING, WAITING_INFORMATION, READS) \
    X(WAIT, ENTER, "ci_wait_enter", TASK, ENTRY, NOTHING, CHANGES) \
    X(WAIT, TAKE, "ci_wait_take", WAITING, NOTHING, TASK, CHANGES) \
    X(WAIT, LEAVE, "ci_wait_leave", TASK, NOTHING, WAITING_PLACE, CHANGES) \
    X(WAIT, WHERE, "ci_wait_where", TASK, NOTHING, WAITING_PLACE, READS) \
    X(WAIT, ANY, "ci_wait_any", WAITING, NOTHING, CONDITION, READS) \
    X(WAIT, FIRST, "ci_wait_first", WAITING, NOTHING, TASK, READS) \
    X(WAIT, AFTER, "ci_wait_after", TASK, NOTHING, TASK, READS) \
    X(WAIT, REORDER, "ci_wait_reorder", TASK, ORDER, NOTHING, CHANGES) \
    X(WAIT, ORDER, "ci_wait_order", TASK, NOTHING, ORDER, READS) \
    X(WAIT, CLEAR, "ci_wait_clear", NOTHING, NOTHING, NOTHING, CHANGES)

/* The same for the instructions of the core. */
#define CI_CORE_INSTRUCTIONS(X) \
    X(INFO, SECOND, "ci_info_second", NOTHING, NOTHING, SECOND_INFORMATION, READS) \
    X(CONTEXT, SET, "ci_context_set", CONTEXT, SLOT, NOTHING, CHANGES) \
    X(CONTEXT, GET, "ci_context_get", CONTEXT, NOTHING, SLOT, READS) \
    X(CONTEXT, WRITE, "ci_context_write", CONTEXT, WORD_OF_REGISTER, NOTHING, CHANGES) \
    X(CONTEXT, READ, "ci_context_read", CONTEXT, NOTHING, WORD_OF_REGISTER, READS) \
    X(CONTEXT, STATE, "ci_context_state", NOTHING, NOTHING, CONTEXT_STATE, READS) \
    X(CONTEXT, RETURN_TO, "ci_context_return_to", CONTEXT, NOTHING, NOTHING, CHANGES) \
    X(CONTEXT, SWITCH, "ci_context_switch", CONTEXT, STATUS, NOTHING, CHANGES) \
    X(CONTEXT, EXIT, "ci_context_exit", CONTEXT, NOTHING, NOTHING, CHANGES)

#endif
