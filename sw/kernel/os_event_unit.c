/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Assignment of events to the core's event unit. The unit gets as many events as it has room for, in the order of their
 * creation; the others stay in software. The same applies to the memory for messages of queues.
 */
#include "os_event.h"
#include "os_init.h"

#if OS_ACCEL_EVENT
#define MAP_WORDS 2u /* words of 32 events each: the unit has at most 64 events */

static INT32U OSEventUnitUsed[MAP_WORDS];
static INT32U OSEventUnitRings[MAP_WORDS]; /* queues that keep their messages in the unit */

/*
 * Description: Free all events of the unit.
 * Arguments  : none
 * Returns    : none
 */
void OS_EventUnitInit(void)
{
    INT32U i;

    for (i = 0u; i < MAP_WORDS; i++) {
        OSEventUnitUsed[i] = 0u;
        OSEventUnitRings[i] = 0u;
    }
}

/*
 * Description: Allocate an event of the unit.
 * Arguments  : value   its initial value
 *              lacks   OS_ACCEL_LACKS_… of its kind
 * Returns    : the number of the event, with an empty wait list; -1 if no event is free or the unit lacks this kind
 * Notes      : Interrupts must be disabled.
 */
INT8S OS_EventUnitAlloc(INT32U value, INT32U lacks)
{
    const INT32U events = OS_AccelUnitEvents(lacks);
    INT32U id;

    for (id = 0u; id < events; id++) {
        if ((OSEventUnitUsed[id / 32u] & (1uL << (id % 32u))) == 0u) {
            OSEventUnitUsed[id / 32u] |= 1uL << (id % 32u);
            OS_AccelUnitInit(id, value);
            return (INT8S)id;
        }
    }
    return -1;
}

#if OS_EVENT_EN
/*
 * Description: Move a new event into the unit, if there is room. OS_EventUnitRingAlloc() finds room for messages.
 * Arguments  : pevent           the event
 *              type, cnt, ptr   as in OS_EventAlloc()
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_EventUnitEnter(OS_EVENT *pevent, INT8U type, INT16U cnt, void const *ptr)
{
    const INT8U ceiling_plus_1 = (INT8U)((cnt >> 8u) + 1u); /* 0 without a ceiling (upper byte 0xFF) */

    switch (type) {
    case OS_EVENT_TYPE_SEM:
        pevent->OSEventUnit = OS_EventUnitAlloc(cnt, OS_ACCEL_LACKS_SEM);
        OS_AccelEventWholeSet(pevent, type, OS_ACCEL_HANDLE(pevent, OS_ACCEL_SEM));
        break;
    case OS_EVENT_TYPE_MBOX:
        pevent->OSEventUnit = OS_EventUnitAlloc((INT32U)(size_t)ptr, OS_ACCEL_LACKS_MBOX);
        OS_AccelEventWholeSet(pevent, type, OS_ACCEL_HANDLE(pevent, OS_ACCEL_MBOX));
        break;
    case OS_EVENT_TYPE_MUTEX:
        pevent->OSEventUnit = OS_EventUnitAlloc(0u, OS_ACCEL_LACKS_NONE);
        OS_AccelEventWholeSet(pevent, type, (ceiling_plus_1 == 0u) ? 1u : ceiling_plus_1);
        break;
    default:
        pevent->OSEventUnit = OS_EventUnitAlloc(0u, OS_ACCEL_LACKS_NONE);
        break;
    }
}
#endif

/*
 * Description: Free an event of the unit.
 * Arguments  : id   the event's number; if it is -1, nothing happens
 * Returns    : none
 * Notes      : Interrupts must be disabled.
 */
void OS_EventUnitFree(INT8S id)
{
    if (id >= 0) {
        const INT32U bit = 1uL << ((INT32U)id % 32u);

        OSEventUnitUsed[(INT32U)id / 32u] &= ~bit;
        OSEventUnitRings[(INT32U)id / 32u] &= ~bit;
    }
}

#if OS_FLAG_USED
/*
 * Description: Allocate an event of the unit for an event flag group, if the unit has flags.
 * Arguments  : none
 * Returns    : as OS_EventUnitAlloc()
 * Notes      : Interrupts must be disabled.
 */
INT8S OS_FlagUnitAlloc(void)
{
    return OS_AccelUnitFlags() ? OS_EventUnitAlloc(0u, OS_ACCEL_LACKS_NONE) : -1;
}
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
/*
 * Description: Find room for a queue's messages in the unit.
 * Arguments  : id     number of the queue's event
 *              size   capacity in messages
 * Returns    : the value of the empty queue, which encodes the place of the messages; 0 if there is no room
 * Notes      : Interrupts must be disabled. Uses the lowest gap that is large enough.
 */
INT16U OS_EventUnitRingAlloc(INT8S id, INT16U size)
{
    const INT32U words = OS_AccelUnitWords();
    INT32U base = 0u;
    INT32U other = 0u;

    if ((size == 0u) || (size > 255u)) {
        return 0u;
    }
    while (other < (32u * MAP_WORDS)) {
        if ((OSEventUnitRings[other / 32u] & (1uL << (other % 32u))) != 0u) {
            INT32U from;
            INT32U to;

            OS_AccelRingGet(other, &from, &to);
            if ((from < (base + size)) && (base < to)) {
                base = to;
                other = 0u;
                continue;
            }
        }
        other++;
    }
    if ((base + size) > words) {
        return 0u;
    }
    OSEventUnitRings[(INT32U)id / 32u] |= 1uL << ((INT32U)id % 32u);
    return OS_AccelRingSet((INT32U)id, base, size);
}
#endif
#endif
