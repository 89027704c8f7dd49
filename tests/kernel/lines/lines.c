/* SPDX-License-Identifier: Apache-2.0 */
/* Check posts of interrupt lines: timer 0 raises its line, which posts to a semaphore, mailbox or queue. */
#include "../check.h"
#include <os_line.h>

#define LINE        TIMER0_INTERRUPT
#define URGENT_PRIO 10u
#define LESSER_PRIO 40u
#define MOST_POSTS  15u /* posts of a line that the unit counts */

static OS_EVENT *sem;
static volatile INT32U urgent_wakes, lesser_wakes;

static void urgent(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0u, &code);
        CHECK_EQ(code, OS_ERR_NONE);
        urgent_wakes++;
    }
}

static void lesser(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    OSSemPend(sem, 0u, &code);
    lesser_wakes++;
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void breathe(void)
{
    volatile INT32U n;

    for (n = 0u; n < 10u; n++) {
    }
}

/* Raise the line, and wait for its post. The line stays high until fall(). */
static void rise(void)
{
    irq_set(10u);
    while (timer0_ev_pending_read() == 0u) {
    }
    breathe();
}

static void fall(void)
{
    irq_taken();
    breathe();
}

static void pulse(void)
{
    rise();
    fall();
}

static void connect(OS_EVENT *pevent, void *pmsg, INT8U opt)
{
    CHECK_EQ(OSLineConnect(LINE, pevent, pmsg, opt), OS_ERR_NONE);
}

static void disconnect(void)
{
    CHECK_EQ(OSLineDisconnect(LINE), OS_ERR_NONE);
}

static void wrong_calls_return_errors(void)
{
    OS_EVENT *mutex = OSMutexCreate(5u, &err);
    OS_EVENT *mbox = OSMboxCreate(0);
    OS_EVENT in_software = *sem;

    in_software.OSEventUnit = -1;
    OS_AccelEventWholeClr(&in_software);
    CHECK_EQ(OSLineConnect(OS_ACCEL_LINES, sem, 0, OS_LINE_OPT_EDGE), OS_ERR_LINE_INVALID);
    CHECK_EQ(OSLineConnect(LINE, 0, 0, OS_LINE_OPT_EDGE), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSLineConnect(LINE, mutex, 0, OS_LINE_OPT_EDGE), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSLineConnect(LINE, mbox, 0, OS_LINE_OPT_EDGE), OS_ERR_POST_NULL_PTR);
    CHECK_EQ(OSLineConnect(LINE, sem, 0, OS_LINE_OPT_REGISTER << 1), OS_ERR_INVALID_OPT);
    CHECK_EQ(OSLineConnect(LINE, &in_software, 0, OS_LINE_OPT_EDGE), OS_ERR_LINE_SOFTWARE);
    CHECK_EQ(OSLineDisconnect(LINE), OS_ERR_LINE_NOT_USED);
    CHECK_EQ(OSLineDisconnect(OS_ACCEL_LINES), OS_ERR_LINE_INVALID);
    CHECK_EQ(OSLineServed(OS_ACCEL_LINES), OS_ERR_LINE_INVALID);
    CHECK_EQ(OSLineOverrunTake(OS_ACCEL_LINES), OS_FALSE);
    connect(sem, 0, OS_LINE_OPT_EDGE);
    CHECK_EQ(OSLineConnect(LINE, sem, 0, OS_LINE_OPT_EDGE), OS_ERR_LINE_USED);
    disconnect();
    (void)OSMutexDel(mutex, OS_DEL_NO_PEND, &err);
    (void)OSMboxDel(mbox, OS_DEL_NO_PEND, &err);
}

static void each_rising_edge_posts_once(void)
{
    connect(sem, 0, OS_LINE_OPT_EDGE);
    rise();
    CHECK_EQ(sem_cnt(sem), 1u);
    breathe();
    CHECK_EQ(sem_cnt(sem), 1u);
    fall();
    CHECK_EQ(sem_cnt(sem), 1u);
    pulse();
    CHECK_EQ(sem_cnt(sem), 2u);
    disconnect();
    pulse();
    CHECK_EQ(sem_cnt(sem), 2u);
    rise();
    connect(sem, 0, OS_LINE_OPT_EDGE); /* the line is already high */
    breathe();
    CHECK_EQ(sem_cnt(sem), 2u);
    fall();
    disconnect();
    sem_cnt_set(sem, 0u);
}

static void a_level_posts_once_until_it_is_served(void)
{
    connect(sem, 0, OS_LINE_OPT_LEVEL);
    rise();
    CHECK_EQ(sem_cnt(sem), 1u);
    fall();
    pulse();
    CHECK_EQ(sem_cnt(sem), 1u);
    CHECK_EQ(OSLineServed(LINE), OS_ERR_NONE);
    breathe();
    CHECK_EQ(sem_cnt(sem), 1u);
    rise();
    CHECK_EQ(sem_cnt(sem), 2u);
    CHECK_EQ(OSLineServed(LINE), OS_ERR_NONE); /* the line is still high */
    breathe();
    CHECK_EQ(sem_cnt(sem), 3u);
    fall();
    disconnect();
    sem_cnt_set(sem, 0u);
}

static void posts_wait_for_the_end_of_a_critical_section(void)
{
    OS_CPU_SR cpu_sr;
    INT32U n;

    connect(sem, 0, OS_LINE_OPT_EDGE);
    cpu_sr = OS_CPU_SR_Save();
    for (n = 0u; n < MOST_POSTS; n++) {
        pulse();
    }
    CHECK_EQ(sem_cnt(sem), 0u);
    OS_CPU_SR_Restore(cpu_sr);
    breathe();
    breathe();
    CHECK_EQ(sem_cnt(sem), MOST_POSTS);
    CHECK_EQ(OSLineOverrunTake(LINE), OS_FALSE);
    sem_cnt_set(sem, 0u);

    cpu_sr = OS_CPU_SR_Save();
    for (n = 0u; n < MOST_POSTS + 2u; n++) {
        pulse();
    }
    OS_CPU_SR_Restore(cpu_sr);
    breathe();
    breathe();
    CHECK_EQ(sem_cnt(sem), MOST_POSTS);
    CHECK_EQ(OSLineOverrunTake(LINE), OS_TRUE);
    CHECK_EQ(OSLineOverrunTake(LINE), OS_FALSE);
    sem_cnt_set(sem, 65535u);
    pulse();
    CHECK_EQ(sem_cnt(sem), 65535u);
    CHECK_EQ(OSLineOverrunTake(LINE), OS_TRUE);
    sem_cnt_set(sem, 0u);
    disconnect();
}

static void a_post_switches_only_to_a_more_urgent_task(void)
{
    INT32U switches;

    connect(sem, 0, OS_LINE_OPT_EDGE);
    CHECK_EQ(task_new(lesser, LESSER_PRIO), OS_ERR_NONE);
    OSTimeDly(1u); /* `lesser` begins to wait */
    switches = OSCtxSwCtr;
    pulse();
    CHECK_EQ(is_rdy(LESSER_PRIO), OS_TRUE);
    CHECK_EQ(OSCtxSwCtr, switches);
    CHECK_EQ(lesser_wakes, 0u);
    OSTimeDly(1u);
    CHECK_EQ(lesser_wakes, 1u);

    CHECK_EQ(task_new(urgent, URGENT_PRIO), OS_ERR_NONE);
    pulse();
    CHECK_EQ(urgent_wakes, 1u);
    OSSchedLock();
    pulse();
    CHECK_EQ(urgent_wakes, 1u);
    OSSchedUnlock();
    CHECK_EQ(urgent_wakes, 2u);
}

static void a_post_to_a_suspended_task_is_left_to_software(void)
{
    CHECK_EQ(OSTaskSuspend(URGENT_PRIO), OS_ERR_NONE);
    pulse();
    CHECK_EQ(urgent_wakes, 2u);
    CHECK_EQ(sem_cnt(sem), 0u);
    pulse();
    CHECK_EQ(sem_cnt(sem), 1u);
    CHECK_EQ(OSTaskResume(URGENT_PRIO), OS_ERR_NONE);
    CHECK_EQ(urgent_wakes, 4u);
}

static void the_deletion_of_its_event_disconnects_a_line(void)
{
    CHECK_EQ(OSTaskDel(URGENT_PRIO), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ((INT32U)OSSemDel(sem, OS_DEL_ALWAYS, &err), 0u), OS_ERR_NONE);
    CHECK_EQ(OSLineDisconnect(LINE), OS_ERR_LINE_NOT_USED);
    sem = OSSemCreate(0u);
    pulse();
    CHECK_EQ(sem_cnt(sem), 0u);
}

static void mailboxes_and_queues_get_the_message(void)
{
    static void *words[2];
    static INT32U first, second;
    OS_EVENT *mbox = OSMboxCreate(0);
    OS_EVENT *queue = OSQCreate(words, 2u);

    connect(mbox, &first, OS_LINE_OPT_EDGE);
    pulse();
    CHECK_EQ((INT32U)OSMboxAccept(mbox), (INT32U)&first);
    pulse();
    pulse();
    CHECK_EQ(OSLineOverrunTake(LINE), OS_TRUE);
    disconnect();
    connect(queue, &second, OS_LINE_OPT_EDGE);
    pulse();
    pulse();
    CHECK_EQ((INT32U)OSQAccept(queue, &err), (INT32U)&second);
    CHECK_EQ((INT32U)OSQAccept(queue, &err), (INT32U)&second);
    CHECK_EQ((INT32U)OSQAccept(queue, &err), 0u);
    CHECK_EQ(OSLineOverrunTake(LINE), OS_FALSE);
    disconnect();
}

static void the_kernel_sets_and_clears_event_flags(void)
{
    OS_FLAG_GRP *pgrp = OSFlagCreate(1u, &err);

    CHECK_EQ(OSLineConnectFlags(OS_ACCEL_LINES, pgrp, 6u, OS_FLAG_SET, OS_LINE_OPT_EDGE), OS_ERR_LINE_INVALID);
    CHECK_EQ(OSLineConnectFlags(LINE, 0, 6u, OS_FLAG_SET, OS_LINE_OPT_EDGE), OS_ERR_FLAG_INVALID_PGRP);
    CHECK_EQ(OSLineConnectFlags(LINE, (OS_FLAG_GRP *)sem, 6u, OS_FLAG_SET, OS_LINE_OPT_EDGE), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSLineConnectFlags(LINE, pgrp, 6u, 2u, OS_LINE_OPT_EDGE), OS_ERR_FLAG_INVALID_OPT);
    CHECK_EQ(OSLineConnectFlags(LINE, pgrp, 6u, OS_FLAG_SET, OS_LINE_OPT_REGISTER), OS_ERR_INVALID_OPT);
    CHECK_EQ(OSLineConnectFlags(LINE, pgrp, 6u, OS_FLAG_SET, OS_LINE_OPT_EDGE), OS_ERR_NONE);
    CHECK_EQ(OSLineConnectFlags(LINE, pgrp, 6u, OS_FLAG_SET, OS_LINE_OPT_EDGE), OS_ERR_LINE_USED);
    pulse();
    CHECK_EQ(OSFlagQuery(pgrp, &err), 7u);
    disconnect();
    CHECK_EQ(OSLineConnectFlags(LINE, pgrp, 5u, OS_FLAG_CLR, OS_LINE_OPT_LEVEL), OS_ERR_NONE);
    rise();
    CHECK_EQ(OSFlagQuery(pgrp, &err), 2u);
    fall();
    CHECK_EQ(OSLineOverrunTake(LINE), OS_FALSE);
    CHECK_ERR(CHECK_EQ((INT32U)OSFlagDel(pgrp, OS_DEL_ALWAYS, &err), 0u), OS_ERR_NONE);
    CHECK_EQ(OSLineDisconnect(LINE), OS_ERR_LINE_NOT_USED);
}

static void the_message_is_the_value_of_a_register(void)
{
    static void *words[2];
    static volatile INT32U device;
    OS_EVENT *mbox = OSMboxCreate(0);
    OS_EVENT *queue = OSQCreate(words, 2u);
    OS_CPU_SR cpu_sr;

    CHECK_EQ(OSLineConnect(LINE, sem, (void *)&device, OS_LINE_OPT_REGISTER), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSLineConnect(LINE, queue, 0, OS_LINE_OPT_REGISTER), OS_ERR_POST_NULL_PTR);
    connect(queue, (void *)&device, OS_LINE_OPT_REGISTER);
    device = 11u;
    pulse();
    device = 22u;
    pulse();
    CHECK_EQ(OSLineOverrunTake(LINE), OS_FALSE);
    device = 33u;
    pulse();
    CHECK_EQ(OSLineOverrunTake(LINE), OS_TRUE); /* the queue is full */
    CHECK_EQ(OSLineOverrunTake(LINE), OS_FALSE);
    CHECK_EQ((INT32U)OSQAccept(queue, &err), 11u);
    CHECK_EQ((INT32U)OSQAccept(queue, &err), 22u);
    CHECK_EQ((INT32U)OSQAccept(queue, &err), 0u);
    disconnect();

    connect(mbox, (void *)&device, OS_LINE_OPT_REGISTER | OS_LINE_OPT_LEVEL);
    cpu_sr = OS_CPU_SR_Save();
    rise();
    device = 44u; /* the post reads the register after the critical section */
    OS_CPU_SR_Restore(cpu_sr);
    breathe();
    CHECK_EQ((INT32U)OSMboxAccept(mbox), 44u);
    CHECK_EQ(OSLineServed(LINE), OS_ERR_NONE);
    breathe();
    breathe();
    CHECK_EQ((INT32U)OSMboxAccept(mbox), 44u);
    fall();
    disconnect();
}

void test(void)
{
    BSP_TickStart(10000u);
    sem = OSSemCreate(0u);
    wrong_calls_return_errors();
    each_rising_edge_posts_once();
    a_level_posts_once_until_it_is_served();
    posts_wait_for_the_end_of_a_critical_section();
    a_post_switches_only_to_a_more_urgent_task();
    a_post_to_a_suspended_task_is_left_to_software();
    the_deletion_of_its_event_disconnects_a_line();
    mailboxes_and_queues_get_the_message();
    the_kernel_sets_and_clears_event_flags();
    the_message_is_the_value_of_a_register();
}
