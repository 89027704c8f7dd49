/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt lines that post to events of the event unit, or wake tasks of the task lists, without software (metro's
 * --lines), for ports and kernels. docs/datasheet.md describes them. `lines` is a mask with a bit for each line.
 */
#ifndef CI_LINES_H
#define CI_LINES_H

#include <stdint.h>
#include <ci_intrinsics.h>

/*
 * Let a line post to an event. Posts of an earlier entry that have not begun are forgotten.
 *
 * line:    the number of the interrupt line, which must be disabled in the core's interrupt mask
 * event:   the event and its kind, as in rs1 of ci_event_post(); ignored with task lists, and so is the message
 * message: the message of each post to a mailbox or queue
 * mode:    0: each rising edge posts. CI_LINE_LEVEL: the line is a level, and posts again after ci_lines_served().
 *          CI_LINE_SOFTWARE, in addition: all posts are left to software
 */
static inline void ci_line_set(uint32_t line, uint32_t event, uint32_t message, uint32_t mode)
{
    ci_time_write(CI_TIME_BASE_LINE_MESSAGE, message);
    ci_time_write(CI_TIME_BASE_LINE, line | event << CI_LINE_EVENT_LOW | mode | CI_LINE_ENABLE);
}

/* Let a line post no longer. Posts that have not begun are forgotten. */
static inline void ci_line_clear(uint32_t line)
{
    ci_time_write(CI_TIME_BASE_LINE, line);
}

/* Let the levels of these lines post again, because software has served their devices. */
static inline void ci_lines_served(uint32_t lines)
{
    ci_time_write(CI_TIME_BASE_LINES_SERVED, lines);
}

/*
 * Return the lines with a post that is left to software, because it found a marked task. With task lists, return the
 * lines with triggers that software has not taken.
 */
static inline uint32_t ci_lines_left(void)
{
    return ci_time_read(CI_TIME_BASE_LINES_LEFT);
}

/*
 * Report that software has made one post of each of these lines or, with task lists, takes one trigger of each. Lines
 * without such a post or trigger do not change.
 */
static inline void ci_lines_made(uint32_t lines)
{
    ci_time_write(CI_TIME_BASE_LINES_LEFT, lines);
}

/*
 * With task lists, let a line wake this task once, if the task sleeps and the line has a trigger that software has not
 * taken. The number of the task is at most 255.
 */
static inline void ci_line_wait(uint32_t line, uint32_t task)
{
    ci_time_write(CI_TIME_BASE_LINE_TASK, line | CI_LINE_TASK_WAITS | task << CI_LINE_TASK_TASK_LOW);
}

/* Let a line wake no task. */
static inline void ci_line_wait_end(uint32_t line)
{
    ci_time_write(CI_TIME_BASE_LINE_TASK, line);
}

/* Return the lines that have lost a post since the last ci_lines_overrun_clear(). */
static inline uint32_t ci_lines_overrun(void)
{
    return ci_time_read(CI_TIME_BASE_LINES_OVERRUN);
}

static inline void ci_lines_overrun_clear(uint32_t lines)
{
    ci_time_write(CI_TIME_BASE_LINES_OVERRUN, lines);
}

#endif
