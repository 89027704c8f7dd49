// SPDX-License-Identifier: Apache-2.0
// Names of tasks, events and partitions. The names of flags and timers are tested with their services.
#include "conform.h"

static INT8U *name;
static OS_EVENT *sem;
static OS_MEM *mem;
static void *memory[4];

#define NAME(text) ((INT8U *)(text))

// The name of a task is "?" until it is set. The kernel stores the address of the name, not a copy.
CASE(task_name,
     "M OSTaskNameGet 1 NONE, M name ?, M OSTaskNameSet NONE, M OSTaskNameGet 6 NONE, M name sensor,"
     "M OSTaskNameGet 6 NONE, M name Sensor")
{
    static char own[] = "sensor";

    VALUE_ERR(OSTaskNameGet(OS_PRIO_SELF, &name, &err));
    SAY("name %s", (char *)name);
    ERR(OSTaskNameSet(OS_PRIO_SELF, NAME(own), &err));
    VALUE_ERR(OSTaskNameGet(M_PRIO, &name, &err));
    SAY("name %s", (char *)name);
    own[0] = 'S';
    VALUE_ERR(OSTaskNameGet(M_PRIO, &name, &err));
    SAY("name %s", (char *)name);
}

// The kernel's own tasks have names, and so have the semaphores of the timer task.
CASE(task_name_of_the_kernels_tasks,
     "M OSTaskNameGet 13 NONE, M name uC/OS-II Idle, M OSTaskNameGet 13 NONE, M name uC/OS-II Stat,"
     "M OSTaskNameGet 12 NONE, M name uC/OS-II Tmr, M OSEventNameGet 16 NONE, M name uC/OS-II TmrLock,"
     "M OSEventNameGet 18 NONE, M name uC/OS-II TmrSignal")
{
    VALUE_ERR(OSTaskNameGet(OS_TASK_IDLE_PRIO, &name, &err));
    SAY("name %s", (char *)name);
    VALUE_ERR(OSTaskNameGet(OS_TASK_STAT_PRIO, &name, &err));
    SAY("name %s", (char *)name);
    VALUE_ERR(OSTaskNameGet(OS_TASK_TMR_PRIO, &name, &err));
    SAY("name %s", (char *)name);
    VALUE_ERR(OSEventNameGet(OSTmrSem, &name, &err));
    SAY("name %s", (char *)name);
    VALUE_ERR(OSEventNameGet(OSTmrSemSignal, &name, &err));
    SAY("name %s", (char *)name);
}

// A name stays with its task when the priority changes, and is lost when the task is deleted.
CASE(task_name_moves,
     "M OSTaskNameGet 6 NONE, M name sensor, M OSTaskNameGet 1 NONE, M name ?")
{
    INT8U error;

    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF));
    OSTaskNameSet(10, NAME("sensor"), &error);
    OSTaskChangePrio(10, 11);
    VALUE_ERR(OSTaskNameGet(11, &name, &err));
    SAY("name %s", (char *)name);
    OSTaskDel(11);
    TASK(B, 11, OSTaskSuspend(OS_PRIO_SELF));
    VALUE_ERR(OSTaskNameGet(11, &name, &err));
    SAY("name %s", (char *)name);
}

// The task name functions reject an invalid or unused priority, a null name pointer, and a call in an interrupt.
CASE(task_name_codes,
     "M OSTaskNameGet 0 PRIO_INVALID, M OSTaskNameGet 0 PNAME_NULL, isr OSTaskNameGet 0 NAME_GET_ISR,"
     "M OSTaskNameGet 0 TASK_NOT_EXIST, M OSTaskNameSet PRIO_INVALID, M OSTaskNameSet PNAME_NULL,"
     "isr OSTaskNameSet NAME_SET_ISR, M OSTaskNameSet TASK_NOT_EXIST")
{
    VALUE_ERR(OSTaskNameGet(OS_LOWEST_PRIO + 1u, &name, &err));
    VALUE_ERR(OSTaskNameGet(M_PRIO, (INT8U **)0, &err));
    ISR(VALUE_ERR(OSTaskNameGet(M_PRIO, &name, &err)));
    VALUE_ERR(OSTaskNameGet(NO_PRIO, &name, &err));
    ERR(OSTaskNameSet(OS_LOWEST_PRIO + 1u, NAME("x"), &err));
    ERR(OSTaskNameSet(M_PRIO, (INT8U *)0, &err));
    ISR(ERR(OSTaskNameSet(M_PRIO, NAME("x"), &err)));
    ERR(OSTaskNameSet(NO_PRIO, NAME("x"), &err));
}

// The priority is checked first, then the pointer to the name, then for an interrupt, and the task last.
CASE(task_name_order_of_codes,
     "M OSTaskNameGet 0 PRIO_INVALID, M OSTaskNameGet 0 PNAME_NULL, isr OSTaskNameGet 0 PNAME_NULL,"
     "isr OSTaskNameGet 0 NAME_GET_ISR, M OSTaskNameSet PRIO_INVALID, M OSTaskNameSet PNAME_NULL,"
     "isr OSTaskNameSet PNAME_NULL, isr OSTaskNameSet NAME_SET_ISR")
{
    VALUE_ERR(OSTaskNameGet(OS_LOWEST_PRIO + 1u, (INT8U **)0, &err));
    VALUE_ERR(OSTaskNameGet(NO_PRIO, (INT8U **)0, &err));
    ISR(VALUE_ERR(OSTaskNameGet(M_PRIO, (INT8U **)0, &err)); VALUE_ERR(OSTaskNameGet(NO_PRIO, &name, &err)));
    ERR(OSTaskNameSet(OS_LOWEST_PRIO + 1u, (INT8U *)0, &err));
    ERR(OSTaskNameSet(NO_PRIO, (INT8U *)0, &err));
    ISR(ERR(OSTaskNameSet(M_PRIO, (INT8U *)0, &err)); ERR(OSTaskNameSet(NO_PRIO, NAME("x"), &err)));
}

// The task name functions reject a priority that a mutex reserves, because it has no task.
CASE(task_name_of_a_reserved_priority,
     "M OSTaskNameGet 0 TASK_NOT_EXIST, M OSTaskNameSet TASK_NOT_EXIST")
{
    INT8U error;

    (void)OSMutexCreate(9, &error);
    VALUE_ERR(OSTaskNameGet(9, &name, &err));
    ERR(OSTaskNameSet(9, NAME("x"), &err));
}

// Semaphores, mutexes, mailboxes and queues can have names. The name of an event is "?" until it is set.
CASE(event_name,
     "M OSEventNameGet 1 NONE, M name ?, M OSEventNameSet NONE, M OSEventNameGet 3 NONE, M name bus,"
     "M OSEventNameSet NONE, M OSEventNameSet NONE, M OSEventNameSet NONE, M OSEventNameGet 5 NONE, M name queue")
{
    static void *messages[2];
    INT8U error;
    OS_EVENT *mutex = OSMutexCreate(9, &error);
    OS_EVENT *mbox = OSMboxCreate((void *)0);
    OS_EVENT *q = OSQCreate(messages, 2);

    sem = OSSemCreate(0);
    VALUE_ERR(OSEventNameGet(sem, &name, &err));
    SAY("name %s", (char *)name);
    ERR(OSEventNameSet(sem, NAME("bus"), &err));
    VALUE_ERR(OSEventNameGet(sem, &name, &err));
    SAY("name %s", (char *)name);
    ERR(OSEventNameSet(mutex, NAME("mutex"), &err));
    ERR(OSEventNameSet(mbox, NAME("mbox"), &err));
    ERR(OSEventNameSet(q, NAME("queue"), &err));
    VALUE_ERR(OSEventNameGet(q, &name, &err));
    SAY("name %s", (char *)name);
}

// A deleted event loses its name: a new event that reuses its control block has the name "?".
CASE(event_name_after_deletion,
     "M OSEventNameGet 0 EVENT_TYPE, M OSEventNameGet 1 NONE, M name ?")
{
    INT8U error;

    sem = OSSemCreate(0);
    OSEventNameSet(sem, NAME("bus"), &error);
    (void)OSSemDel(sem, OS_DEL_NO_PEND, &error);
    VALUE_ERR(OSEventNameGet(sem, &name, &err));
    sem = OSSemCreate(0);
    VALUE_ERR(OSEventNameGet(sem, &name, &err));
    SAY("name %s", (char *)name);
}

// The event name functions reject a null event, a null name pointer, a call in an interrupt, and an invalid type.
CASE(event_name_codes,
     "M OSEventNameGet 0 PEVENT_NULL, M OSEventNameGet 0 PNAME_NULL, isr OSEventNameGet 0 NAME_GET_ISR,"
     "M OSEventNameGet 0 EVENT_TYPE, M OSEventNameSet PEVENT_NULL, M OSEventNameSet PNAME_NULL,"
     "isr OSEventNameSet NAME_SET_ISR, M OSEventNameSet EVENT_TYPE, M OSEventNameSet EVENT_TYPE")
{
    static OS_EVENT other;

    sem = OSSemCreate(0);
    VALUE_ERR(OSEventNameGet((OS_EVENT *)0, &name, &err));
    VALUE_ERR(OSEventNameGet(sem, (INT8U **)0, &err));
    ISR(VALUE_ERR(OSEventNameGet(sem, &name, &err)));
    VALUE_ERR(OSEventNameGet(&other, &name, &err));
    ERR(OSEventNameSet((OS_EVENT *)0, NAME("x"), &err));
    ERR(OSEventNameSet(sem, (INT8U *)0, &err));
    ISR(ERR(OSEventNameSet(sem, NAME("x"), &err)));
    ERR(OSEventNameSet(&other, NAME("x"), &err));
    other.OSEventType = OS_EVENT_TYPE_FLAG;
    ERR(OSEventNameSet(&other, NAME("x"), &err));
}

// A name has 0 to 255 characters.
CASE(event_name_length,
     "M OSEventNameSet NONE, M OSEventNameGet 255 NONE, M OSEventNameSet NONE, M OSEventNameGet 0 NONE")
{
    static INT8U letters[256];

    sem = OSSemCreate(0);
    memset(letters, 'x', 255);
    ERR(OSEventNameSet(sem, letters, &err));
    VALUE_ERR(OSEventNameGet(sem, &name, &err));
    ERR(OSEventNameSet(sem, NAME(""), &err));
    VALUE_ERR(OSEventNameGet(sem, &name, &err));
}

// Null pointers are rejected first, then an interrupt, then an invalid event.
CASE(event_name_order_of_codes,
     "M OSEventNameGet 0 PEVENT_NULL, M OSEventNameGet 0 PNAME_NULL, isr OSEventNameGet 0 PEVENT_NULL,"
     "isr OSEventNameGet 0 NAME_GET_ISR, M OSEventNameSet PEVENT_NULL, M OSEventNameSet PNAME_NULL,"
     "isr OSEventNameSet PEVENT_NULL, isr OSEventNameSet NAME_SET_ISR")
{
    static OS_EVENT other;

    VALUE_ERR(OSEventNameGet((OS_EVENT *)0, (INT8U **)0, &err));
    VALUE_ERR(OSEventNameGet(&other, (INT8U **)0, &err));
    ISR(VALUE_ERR(OSEventNameGet((OS_EVENT *)0, &name, &err)); VALUE_ERR(OSEventNameGet(&other, &name, &err)));
    ERR(OSEventNameSet((OS_EVENT *)0, (INT8U *)0, &err));
    ERR(OSEventNameSet(&other, (INT8U *)0, &err));
    ISR(ERR(OSEventNameSet((OS_EVENT *)0, NAME("x"), &err)); ERR(OSEventNameSet(&other, NAME("x"), &err)));
}

// The name of a partition is "?" until it is set.
CASE(mem_name,
     "M OSMemNameGet 1 NONE, M name ?, M OSMemNameSet NONE, M OSMemNameGet 7 NONE, M name buffers")
{
    INT8U error;

    mem = OSMemCreate(memory, 4, sizeof(void *), &error);
    VALUE_ERR(OSMemNameGet(mem, &name, &err));
    SAY("name %s", (char *)name);
    ERR(OSMemNameSet(mem, NAME("buffers"), &err));
    VALUE_ERR(OSMemNameGet(mem, &name, &err));
    SAY("name %s", (char *)name);
}

// The partition name functions reject a null partition, a null name pointer, and then a call in an interrupt.
CASE(mem_name_codes,
     "M OSMemNameGet 0 MEM_INVALID_PMEM, M OSMemNameGet 0 PNAME_NULL, isr OSMemNameGet 0 NAME_GET_ISR,"
     "M OSMemNameSet MEM_INVALID_PMEM, M OSMemNameSet PNAME_NULL, isr OSMemNameSet NAME_SET_ISR,"
     "isr OSMemNameGet 0 PNAME_NULL, isr OSMemNameSet PNAME_NULL")
{
    INT8U error;

    mem = OSMemCreate(memory, 4, sizeof(void *), &error);
    VALUE_ERR(OSMemNameGet((OS_MEM *)0, &name, &err));
    VALUE_ERR(OSMemNameGet(mem, (INT8U **)0, &err));
    ISR(VALUE_ERR(OSMemNameGet(mem, &name, &err)));
    ERR(OSMemNameSet((OS_MEM *)0, NAME("x"), &err));
    ERR(OSMemNameSet(mem, (INT8U *)0, &err));
    ISR(ERR(OSMemNameSet(mem, NAME("x"), &err)));
    ISR(VALUE_ERR(OSMemNameGet(mem, (INT8U **)0, &err)); ERR(OSMemNameSet(mem, (INT8U *)0, &err)));
}
