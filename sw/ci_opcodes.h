/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `./metro isa` from hw/isa/instructions.toml: change that. */
#ifndef CI_OPCODES_H
#define CI_OPCODES_H

/* Macros, because assembly uses them too. */
#define CI_OPCODE 0x0B
#define CI_VERSION 1

#define CI_UNIT_INFO 0
#define CI_INFO_INFO 0

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

/* The information word. */
#define CI_INFO_VERSION_LOW 0
#define CI_INFO_VERSION_BITS 8
#define CI_INFO_VERSION(word) (((word) >> 0) & 0xFFu) /* of this instruction set */
#define CI_INFO_UNITS_LOW 8
#define CI_INFO_UNITS_BITS 4
#define CI_INFO_UNITS(word) (((word) >> 8) & 0xFu) /* bit 0: ready unit, bit 1: time unit, bit 2: event unit */
#define CI_INFO_ENGINE_LOW 12
#define CI_INFO_ENGINE_BITS 1
#define CI_INFO_ENGINE(word) (((word) >> 12) & 0x1u) /* of the time unit: 0 parallel, 1 look-ahead */
#define CI_INFO_WAKE_LOW 13
#define CI_INFO_WAKE_BITS 1
#define CI_INFO_WAKE(word) (((word) >> 13) & 0x1u) /* 1: the time unit makes tasks ready by itself */
#define CI_INFO_TASKS_LOW 14
#define CI_INFO_TASKS_BITS 9
#define CI_INFO_TASKS(word) (((word) >> 14) & 0x1FFu) /* N: tasks 0 to N-1 */
#define CI_INFO_WIDTH_LOW 23
#define CI_INFO_WIDTH_BITS 6
#define CI_INFO_WIDTH(word) (((word) >> 23) & 0x3Fu) /* W: a delay has at most 2^W-1 ticks */

/* X(unit, operation, name) for every instruction. */
#define CI_INSTRUCTIONS(X) \
    X(INFO, INFO, "ci_info") \
    X(TIME, SET, "ci_time_set") \
    X(TIME, CLEAR, "ci_time_clear") \
    X(TIME, GET, "ci_time_get") \
    X(TIME, MOVE, "ci_time_move") \
    X(TIME, TICK, "ci_time_tick") \
    X(TIME, EXPIRED, "ci_time_expired") \
    X(TIME, NEXT, "ci_time_next") \
    X(TIME, RESULTS_CLEAR, "ci_time_results_clear") \
    X(TIME, HOLD, "ci_time_hold") \
    X(TIME, RELEASE, "ci_time_release") \
    X(TIME, ACTIVATE, "ci_time_activate") \
    X(TIME, TAKE, "ci_time_take") \
    X(READY, SET, "ci_ready_set") \
    X(READY, CLEAR, "ci_ready_clear") \
    X(READY, HIGHEST, "ci_ready_highest") \
    X(READY, TEST, "ci_ready_test") \
    X(READY, WORD, "ci_ready_word") \
    X(READY, WORD_WRITE, "ci_ready_word_write") \
    X(READY, CLEAR_ALL, "ci_ready_clear_all") \
    X(READY, GROUP, "ci_ready_group") \
    X(READY, ROW, "ci_ready_row") \
    X(READY, BIT, "ci_ready_bit") \
    X(READY, LOWEST, "ci_ready_lowest") \
    X(EVENT, INFO, "ci_event_info") \
    X(EVENT, INIT, "ci_event_init") \
    X(EVENT, GET, "ci_event_get") \
    X(EVENT, PUT, "ci_event_put") \
    X(EVENT, WORD, "ci_event_word") \
    X(EVENT, ADD, "ci_event_add") \
    X(EVENT, REMOVE, "ci_event_remove") \
    X(EVENT, PEND, "ci_event_pend") \
    X(EVENT, POST, "ci_event_post") \
    X(EVENT, ABORT, "ci_event_abort") \
    X(EVENT, TAKE, "ci_event_take") \
    X(EVENT, MESSAGE, "ci_event_message") \
    X(EVENT, WANT, "ci_event_want") \
    X(EVENT, MARK, "ci_event_mark") \
    X(EVENT, COPY, "ci_event_copy") \
    X(EVENT, FLAG_NEXT, "ci_event_flag_next")

#endif
