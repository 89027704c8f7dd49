/* SPDX-License-Identifier: Apache-2.0 */
/* A function for each instruction, with its intrinsic's name: the test reads the code that it became. */
#include "ci_intrinsics.h"

#define IN2(f) uint32_t do_##f(uint32_t a, uint32_t b); uint32_t do_##f(uint32_t a, uint32_t b) { f(a, b); return 0u; }
#define IN1(f) uint32_t do_##f(uint32_t a); uint32_t do_##f(uint32_t a) { f(a); return 0u; }
#define IN0(f) uint32_t do_##f(void); uint32_t do_##f(void) { f(); return 0u; }
#define OUT1(f) uint32_t do_##f(uint32_t a); uint32_t do_##f(uint32_t a) { return f(a); }
#define OUT0(f) uint32_t do_##f(void); uint32_t do_##f(void) { return f(); }

#define OUT2(f) uint32_t do_##f(uint32_t a, uint32_t b); uint32_t do_##f(uint32_t a, uint32_t b) { return f(a, b); }

OUT0(ci_info)
IN2(ci_time_set) IN1(ci_time_clear) OUT1(ci_time_get) IN2(ci_time_move) OUT0(ci_time_tick) OUT1(ci_time_expired)
OUT0(ci_time_next) IN0(ci_time_results_clear) IN1(ci_time_hold) IN1(ci_time_release) IN1(ci_time_activate)
OUT1(ci_time_take)
IN1(ci_ready_set) IN1(ci_ready_clear) OUT0(ci_ready_highest) OUT1(ci_ready_test) OUT1(ci_ready_word)
IN2(ci_ready_word_write) IN0(ci_ready_clear_all) OUT0(ci_ready_group) OUT1(ci_ready_row) OUT1(ci_ready_bit)
OUT1(ci_ready_lowest)
#ifndef METRONOME_WISHBONE
OUT0(ci_event_info) IN2(ci_event_init) OUT1(ci_event_get) OUT2(ci_event_put) OUT1(ci_event_word) IN1(ci_event_add)
IN1(ci_event_remove) OUT2(ci_event_pend) OUT2(ci_event_post) OUT1(ci_event_abort) OUT1(ci_event_take)
OUT1(ci_event_message) IN2(ci_event_want) IN2(ci_event_mark) IN2(ci_event_copy) OUT2(ci_event_flag_next)
#endif
