/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `./metro isa` from hw/isa/instructions.toml; edit that file. */
/* A function for each instruction, with its intrinsic's name: the test reads the code that it became. */
#include "ci_intrinsics.h"

uint32_t do_ci_info(void);
uint32_t do_ci_info(void)
{
    return ci_info();
}

uint32_t do_ci_time_set(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_time_set(uint32_t rs1, uint32_t rs2)
{
    ci_time_set(rs1, rs2);
    return 0u;
}
uint32_t do_ci_time_clear(uint32_t rs1);
uint32_t do_ci_time_clear(uint32_t rs1)
{
    ci_time_clear(rs1);
    return 0u;
}
uint32_t do_ci_time_get(uint32_t rs1);
uint32_t do_ci_time_get(uint32_t rs1)
{
    return ci_time_get(rs1);
}
uint32_t do_ci_time_move(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_time_move(uint32_t rs1, uint32_t rs2)
{
    ci_time_move(rs1, rs2);
    return 0u;
}
uint32_t do_ci_time_tick(void);
uint32_t do_ci_time_tick(void)
{
    return ci_time_tick();
}
uint32_t do_ci_time_expired(uint32_t rs1);
uint32_t do_ci_time_expired(uint32_t rs1)
{
    return ci_time_expired(rs1);
}
uint32_t do_ci_time_next(void);
uint32_t do_ci_time_next(void)
{
    return ci_time_next();
}
uint32_t do_ci_time_results_clear(void);
uint32_t do_ci_time_results_clear(void)
{
    ci_time_results_clear();
    return 0u;
}
uint32_t do_ci_time_hold(uint32_t rs1);
uint32_t do_ci_time_hold(uint32_t rs1)
{
    ci_time_hold(rs1);
    return 0u;
}
uint32_t do_ci_time_release(uint32_t rs1);
uint32_t do_ci_time_release(uint32_t rs1)
{
    ci_time_release(rs1);
    return 0u;
}
uint32_t do_ci_time_activate(uint32_t rs1);
uint32_t do_ci_time_activate(uint32_t rs1)
{
    ci_time_activate(rs1);
    return 0u;
}
uint32_t do_ci_time_take(uint32_t rs1);
uint32_t do_ci_time_take(uint32_t rs1)
{
    return ci_time_take(rs1);
}
uint32_t do_ci_time_read(uint32_t rs1);
uint32_t do_ci_time_read(uint32_t rs1)
{
    return ci_time_read(rs1);
}
uint32_t do_ci_time_write(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_time_write(uint32_t rs1, uint32_t rs2)
{
    ci_time_write(rs1, rs2);
    return 0u;
}

uint32_t do_ci_ready_set(uint32_t rs1);
uint32_t do_ci_ready_set(uint32_t rs1)
{
    ci_ready_set(rs1);
    return 0u;
}
uint32_t do_ci_ready_clear(uint32_t rs1);
uint32_t do_ci_ready_clear(uint32_t rs1)
{
    ci_ready_clear(rs1);
    return 0u;
}
uint32_t do_ci_ready_highest(void);
uint32_t do_ci_ready_highest(void)
{
    return ci_ready_highest();
}
uint32_t do_ci_ready_test(uint32_t rs1);
uint32_t do_ci_ready_test(uint32_t rs1)
{
    return ci_ready_test(rs1);
}
uint32_t do_ci_ready_word(uint32_t rs1);
uint32_t do_ci_ready_word(uint32_t rs1)
{
    return ci_ready_word(rs1);
}
uint32_t do_ci_ready_word_write(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_ready_word_write(uint32_t rs1, uint32_t rs2)
{
    ci_ready_word_write(rs1, rs2);
    return 0u;
}
uint32_t do_ci_ready_clear_all(void);
uint32_t do_ci_ready_clear_all(void)
{
    ci_ready_clear_all();
    return 0u;
}
uint32_t do_ci_ready_group(void);
uint32_t do_ci_ready_group(void)
{
    return ci_ready_group();
}
uint32_t do_ci_ready_row(uint32_t rs1);
uint32_t do_ci_ready_row(uint32_t rs1)
{
    return ci_ready_row(rs1);
}
uint32_t do_ci_ready_bit(uint32_t rs1);
uint32_t do_ci_ready_bit(uint32_t rs1)
{
    return ci_ready_bit(rs1);
}
uint32_t do_ci_ready_lowest(uint32_t rs1);
uint32_t do_ci_ready_lowest(uint32_t rs1)
{
    return ci_ready_lowest(rs1);
}
uint32_t do_ci_ready_run(void);
uint32_t do_ci_ready_run(void)
{
    return ci_ready_run();
}

#ifndef METRONOME_WISHBONE
uint32_t do_ci_event_info(void);
uint32_t do_ci_event_info(void)
{
    return ci_event_info();
}
uint32_t do_ci_event_init(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_init(uint32_t rs1, uint32_t rs2)
{
    ci_event_init(rs1, rs2);
    return 0u;
}
uint32_t do_ci_event_get(uint32_t rs1);
uint32_t do_ci_event_get(uint32_t rs1)
{
    return ci_event_get(rs1);
}
uint32_t do_ci_event_put(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_put(uint32_t rs1, uint32_t rs2)
{
    return ci_event_put(rs1, rs2);
}
uint32_t do_ci_event_word(uint32_t rs1);
uint32_t do_ci_event_word(uint32_t rs1)
{
    return ci_event_word(rs1);
}
uint32_t do_ci_event_add(uint32_t rs1);
uint32_t do_ci_event_add(uint32_t rs1)
{
    ci_event_add(rs1);
    return 0u;
}
uint32_t do_ci_event_remove(uint32_t rs1);
uint32_t do_ci_event_remove(uint32_t rs1)
{
    ci_event_remove(rs1);
    return 0u;
}
uint32_t do_ci_event_pend(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_pend(uint32_t rs1, uint32_t rs2)
{
    return ci_event_pend(rs1, rs2);
}
uint32_t do_ci_event_post(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_post(uint32_t rs1, uint32_t rs2)
{
    return ci_event_post(rs1, rs2);
}
uint32_t do_ci_event_abort(uint32_t rs1);
uint32_t do_ci_event_abort(uint32_t rs1)
{
    return ci_event_abort(rs1);
}
uint32_t do_ci_event_take(uint32_t rs1);
uint32_t do_ci_event_take(uint32_t rs1)
{
    return ci_event_take(rs1);
}
uint32_t do_ci_event_message(uint32_t rs1);
uint32_t do_ci_event_message(uint32_t rs1)
{
    return ci_event_message(rs1);
}
uint32_t do_ci_event_want(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_want(uint32_t rs1, uint32_t rs2)
{
    ci_event_want(rs1, rs2);
    return 0u;
}
uint32_t do_ci_event_mark(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_mark(uint32_t rs1, uint32_t rs2)
{
    ci_event_mark(rs1, rs2);
    return 0u;
}
uint32_t do_ci_event_copy(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_copy(uint32_t rs1, uint32_t rs2)
{
    ci_event_copy(rs1, rs2);
    return 0u;
}
uint32_t do_ci_event_flag_next(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_event_flag_next(uint32_t rs1, uint32_t rs2)
{
    return ci_event_flag_next(rs1, rs2);
}
#endif

uint32_t do_ci_list_info(void);
uint32_t do_ci_list_info(void)
{
    return ci_list_info();
}
uint32_t do_ci_list_put(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_list_put(uint32_t rs1, uint32_t rs2)
{
    ci_list_put(rs1, rs2);
    return 0u;
}
uint32_t do_ci_list_put_front(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_list_put_front(uint32_t rs1, uint32_t rs2)
{
    ci_list_put_front(rs1, rs2);
    return 0u;
}
uint32_t do_ci_list_sleep(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_list_sleep(uint32_t rs1, uint32_t rs2)
{
    ci_list_sleep(rs1, rs2);
    return 0u;
}
uint32_t do_ci_list_remove(uint32_t rs1);
uint32_t do_ci_list_remove(uint32_t rs1)
{
    return ci_list_remove(rs1);
}
uint32_t do_ci_list_where(uint32_t rs1);
uint32_t do_ci_list_where(uint32_t rs1)
{
    return ci_list_where(rs1);
}
uint32_t do_ci_list_level(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_list_level(uint32_t rs1, uint32_t rs2)
{
    ci_list_level(rs1, rs2);
    return 0u;
}
uint32_t do_ci_list_select(void);
uint32_t do_ci_list_select(void)
{
    return ci_list_select();
}
uint32_t do_ci_list_head(void);
uint32_t do_ci_list_head(void)
{
    return ci_list_head();
}
uint32_t do_ci_list_tick(void);
uint32_t do_ci_list_tick(void)
{
    ci_list_tick();
    return 0u;
}
uint32_t do_ci_list_status(uint32_t rs1);
uint32_t do_ci_list_status(uint32_t rs1)
{
    return ci_list_status(rs1);
}
uint32_t do_ci_list_first(uint32_t rs1);
uint32_t do_ci_list_first(uint32_t rs1)
{
    return ci_list_first(rs1);
}
uint32_t do_ci_list_after(uint32_t rs1);
uint32_t do_ci_list_after(uint32_t rs1)
{
    return ci_list_after(rs1);
}
uint32_t do_ci_list_wake(uint32_t rs1);
uint32_t do_ci_list_wake(uint32_t rs1)
{
    return ci_list_wake(rs1);
}
uint32_t do_ci_list_clear(uint32_t rs2);
uint32_t do_ci_list_clear(uint32_t rs2)
{
    ci_list_clear(rs2);
    return 0u;
}
uint32_t do_ci_list_time(uint32_t rs2);
uint32_t do_ci_list_time(uint32_t rs2)
{
    ci_list_time(rs2);
    return 0u;
}

uint32_t do_ci_wait_info(void);
uint32_t do_ci_wait_info(void)
{
    return ci_wait_info();
}
uint32_t do_ci_wait_enter(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_wait_enter(uint32_t rs1, uint32_t rs2)
{
    ci_wait_enter(rs1, rs2);
    return 0u;
}
uint32_t do_ci_wait_take(uint32_t rs1);
uint32_t do_ci_wait_take(uint32_t rs1)
{
    return ci_wait_take(rs1);
}
uint32_t do_ci_wait_leave(uint32_t rs1);
uint32_t do_ci_wait_leave(uint32_t rs1)
{
    return ci_wait_leave(rs1);
}
uint32_t do_ci_wait_where(uint32_t rs1);
uint32_t do_ci_wait_where(uint32_t rs1)
{
    return ci_wait_where(rs1);
}
uint32_t do_ci_wait_any(uint32_t rs1);
uint32_t do_ci_wait_any(uint32_t rs1)
{
    return ci_wait_any(rs1);
}
uint32_t do_ci_wait_first(uint32_t rs1);
uint32_t do_ci_wait_first(uint32_t rs1)
{
    return ci_wait_first(rs1);
}
uint32_t do_ci_wait_after(uint32_t rs1);
uint32_t do_ci_wait_after(uint32_t rs1)
{
    return ci_wait_after(rs1);
}
uint32_t do_ci_wait_reorder(uint32_t rs1, uint32_t rs2);
uint32_t do_ci_wait_reorder(uint32_t rs1, uint32_t rs2)
{
    ci_wait_reorder(rs1, rs2);
    return 0u;
}
uint32_t do_ci_wait_order(uint32_t rs1);
uint32_t do_ci_wait_order(uint32_t rs1)
{
    return ci_wait_order(rs1);
}
uint32_t do_ci_wait_clear(void);
uint32_t do_ci_wait_clear(void)
{
    ci_wait_clear();
    return 0u;
}
