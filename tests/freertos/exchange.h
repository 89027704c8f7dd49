/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Part of random_app.c with -DEXCHANGE. The partners are tasks that exchange items with each other and with the handler
 * of the line `sim_line`, which is raised at random cycles. No other task uses their objects. The idle task checks each
 * time it runs that no item is lost: each item was taken or is still in its object. Items arrive in order, and no
 * partner blocks on an object that is available.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

/* Each partner blocks on an object of one kind. LOCKS and LOCKS_TOO then take a mutex, and GIVES gives items. */
typedef enum {
    TAKES, TAKES_TOO, RECEIVES, RECEIVES_ODD, SENDS, SELECTS, WAITS_FOR_BITS, READS, IS_NOTIFIED, LOCKS, LOCKS_TOO,
    GIVES, PARTNERS
} Partner;

/* Kinds of counted items. Each partner has a separate notification. */
typedef enum { COUNT, ITEM, ODD_ITEM, ROOM, MEMBER, BIT_BY_LINE, BIT_BY_TASK, BYTE, NOTIFICATION } Object;

#define OBJECTS   (NOTIFICATION + PARTNERS)
#define NOTE(peer) (NOTIFICATION + (peer))
#define BITS      3u
#define LENGTH    3u
#define BY_LINE   0u
#define BY_TASK   1u
#define LINE      PARTNERS /* index of the line in chance_of[] */

typedef struct {
    uint8_t number[4], source, more[2]; /* the item size is not a multiple of the word size */
} OddItem;

static const Object object_of[PARTNERS] = {
    COUNT, COUNT, ITEM, ODD_ITEM, ROOM, MEMBER, BIT_BY_LINE, BYTE, NOTE(IS_NOTIFIED), NOTE(LOCKS), NOTE(LOCKS_TOO),
    NOTE(GIVES)};
static TaskHandle_t partners[PARTNERS];
static uint32_t chance_of[PARTNERS + 1u];
static uint32_t most[OBJECTS];                          /* items that the handler may leave in an object */
static volatile uint32_t given[OBJECTS], taken[OBJECTS];
static uint32_t sent[OBJECTS][2], received[OBJECTS][2]; /* numbered items by source */
static volatile BaseType_t waits_for[PARTNERS];         /* the partner is in a call that may block */
static volatile BaseType_t wants_lock[PARTNERS], has_lock, wants_all_bits;
static volatile Partner latest;                         /* the partner that made the latest blocking call */
static SemaphoreHandle_t count, member, lock;
static QueueHandle_t odd_items, item_queue, room;
static QueueSetHandle_t members;
static EventGroupHandle_t bits;
static StreamBufferHandle_t byte_stream;

static uint32_t chance(uint32_t which, uint32_t below)
{
    uint32_t next = chance_of[which];

    next ^= next << 13;
    next ^= next >> 17;
    next ^= next << 5;
    chance_of[which] = next;
    return (next >> 7) % below;
}

static void lost(const char *what, uint32_t which, uint32_t expected, uint32_t found)
{
    portDISABLE_INTERRUPTS();
    printf("LOST: %s %lu: expected %lu, found %lu, at tick %lu\n", what, (unsigned long)which,
           (unsigned long)expected, (unsigned long)found, (unsigned long)xTaskGetTickCountFromISR());
    BSP_Exit(2);
}

/* Increment a counter that tasks and the handler share. */
static void add(volatile uint32_t *counter, uint32_t amount)
{
    const UBaseType_t status = taskENTER_CRITICAL_FROM_ISR();

    *counter += amount;
    taskEXIT_CRITICAL_FROM_ISR(status);
}

/* Check that items of one source arrive in order and that none is missing. */
static void check_order(Object object, uint32_t item)
{
    const uint32_t source = item >> 24;

    if ((source > BY_TASK) || ((item & 0xFFFFFFu) != received[object][source])) {
        lost("item of object", object, received[object][source & 1u], item);
    }
    received[object][source & 1u]++;
}

static uint32_t next_item(Object object, uint32_t source)
{
    return (source << 24) | sent[object][source];
}

static OddItem odd_of(uint32_t item)
{
    const OddItem odd = {{(uint8_t)item, (uint8_t)(item >> 8), (uint8_t)(item >> 16), 0x5Au}, (uint8_t)(item >> 24),
                         {0xA5u, 0x3Cu}};

    return odd;
}

/* ---------------------------------------------------------------------------------------------------------- checks */

/* Return the number of items in the object. */
static uint32_t left_in(Object object)
{
    switch (object) {
    case COUNT: return uxSemaphoreGetCount(count);
    case ITEM: return uxQueueMessagesWaiting(item_queue);
    case ODD_ITEM: return uxQueueMessagesWaiting(odd_items);
    case ROOM: return uxQueueMessagesWaiting(room);
    case MEMBER: return uxSemaphoreGetCount(member);
    case BIT_BY_LINE: return xEventGroupGetBits(bits) & 1u;
    case BIT_BY_TASK: return (xEventGroupGetBits(bits) >> 1) & 1u;
    case BYTE: return xStreamBufferBytesAvailable(byte_stream);
    default: return ulTaskNotifyValueClear(partners[object - NOTIFICATION], 0u);
    }
}

/* Return nonzero if the partner's call could succeed at once. */
static uint32_t is_available_to(Partner peer)
{
    if (wants_lock[peer] != pdFALSE) {
        return xSemaphoreGetMutexHolder(lock) == NULL;
    }
    switch (peer) {
    case SENDS: return uxQueueSpacesAvailable(room);
    case SELECTS: return uxQueueMessagesWaiting(members) + left_in(MEMBER);
    case WAITS_FOR_BITS:
        return wants_all_bits != pdFALSE ? xEventGroupGetBits(bits) == BITS : xEventGroupGetBits(bits);
    default: return left_in(object_of[peer]);
    }
}

/* Called by the idle task. All partners are blocked, so no partner has an item that is not yet counted. */
static void exchange_check(void)
{
    taskENTER_CRITICAL();
    for (Partner peer = 0u; peer < PARTNERS; peer++) {
        if ((waits_for[peer] != pdFALSE) && (eTaskGetState(partners[peer]) == eBlocked) &&
            (is_available_to(peer) != 0u)) {
            lost("available to waiting partner", peer, 0u, is_available_to(peer));
        }
    }
    for (Object object = 0u; object < OBJECTS; object++) {
        if (taken[object] + left_in(object) != given[object]) {
            lost("given to object", object, given[object], taken[object] + left_in(object));
        }
    }
    taskEXIT_CRITICAL();
}

static void exchange_report(void)
{
    printf("exchanged");
    for (Object object = 0u; object < OBJECTS; object++) {
        printf(" %lu", (unsigned long)taken[object]);
    }
    printf("\n");
}

/* ----------------------------------------------------------------------------------------------------- the handler */

/* Give items in a burst of interrupts, mostly to the partner of the latest blocking call. Then pause for the tasks. */
static void on_line(void)
{
    static uint32_t rest;
    const Partner peer = (chance(LINE, 4u) > 0u) ? latest : (Partner)chance(LINE, PARTNERS);
    const Object object = object_of[peer];
    BaseType_t woken = pdFALSE;
    BaseType_t done = pdFALSE;
    uint32_t item = 0u;
    OddItem odd;

    sim_line_ev_pending_write(1u);
    if (rest > 0u) {
        rest--;
        return;
    }
    rest = (chance(LINE, 3u) == 0u) ? chance(LINE, 16u) : 0u;
    if (peer == SENDS) {
        if (xQueueReceiveFromISR(room, &item, &woken) == pdPASS) {
            check_order(ROOM, item);
            taken[ROOM]++;
        }
    } else if (given[object] - taken[object] < most[object]) {
        item = next_item(object, BY_LINE);
        switch (object) {
        case COUNT: done = xSemaphoreGiveFromISR(count, &woken); break;
        case ITEM: done = xQueueSendFromISR(item_queue, &item, &woken); break;
        case ODD_ITEM:
            odd = odd_of(item);
            done = xQueueSendFromISR(odd_items, &odd, &woken);
            break;
        case MEMBER: done = xSemaphoreGiveFromISR(member, &woken); break;
        case BIT_BY_LINE: done = xEventGroupSetBitsFromISR(bits, 1u, &woken); break;
        case BYTE: done = (BaseType_t)xStreamBufferSendFromISR(byte_stream, &item, 1u, &woken); break;
        default:
            vTaskNotifyGiveFromISR(partners[peer], &woken);
            done = pdPASS;
            break;
        }
        given[object] += (uint32_t)done;
        sent[object][BY_LINE] += (uint32_t)done;
    } else if ((object == COUNT) && (xSemaphoreTakeFromISR(count, &woken) == pdPASS)) {
        taken[COUNT]++;
    }
    portYIELD_FROM_ISR(woken);
}

/* ---------------------------------------------------------------------------------------------------- the partners */

static TickType_t time_for(Partner me)
{
    const uint32_t choice = chance(me, 8u);

    return (choice < 4u) ? portMAX_DELAY : (choice == 4u) ? 0u : 1u + chance(me, 6u);
}

static void takes_lock(Partner me)
{
    wants_lock[me] = pdTRUE;
    if (xSemaphoreTake(lock, time_for(me)) == pdPASS) {
        if (has_lock != pdFALSE) {
            lost("the lock of partner", me, 0u, 1u);
        }
        has_lock = pdTRUE;
        for (volatile uint32_t n = chance(me, 40u); n > 0u; n--) {
        }
        has_lock = pdFALSE;
        xSemaphoreGive(lock);
    }
    wants_lock[me] = pdFALSE;
}

/* Make a blocking call and count the result. */
static void exchange_waits(Partner me)
{
    const TickType_t time = time_for(me);
    const Object object = object_of[me];
    uint32_t item = next_item(ROOM, BY_TASK), amount = 0u;
    BaseType_t clears;
    OddItem odd;

    if (me == WAITS_FOR_BITS) { /* only this partner may write, because a handler can switch tasks before a write */
        wants_all_bits = (BaseType_t)(chance(me, 4u) == 0u);
    }
    latest = me;
    waits_for[me] = pdTRUE;
    switch (me) {
    case TAKES:
    case TAKES_TOO: amount = (uint32_t)xSemaphoreTake(count, time); break;
    case RECEIVES: amount = (uint32_t)xQueueReceive(item_queue, &item, time); break;
    case RECEIVES_ODD:
        amount = (uint32_t)xQueueReceive(odd_items, &odd, time);
        item = odd.number[0] | ((uint32_t)odd.number[1] << 8) | ((uint32_t)odd.number[2] << 16) |
               ((uint32_t)odd.source << 24);
        break;
    case SENDS: amount = (uint32_t)xQueueSend(room, &item, time); break;
    case SELECTS:
        if (xQueueSelectFromSet(members, time) != NULL) {
            amount = (uint32_t)xSemaphoreTake(member, 0u);
        }
        break;
    case WAITS_FOR_BITS:
        item = xEventGroupWaitBits(bits, BITS, pdTRUE, wants_all_bits, time);
        amount = (wants_all_bits == pdFALSE) || (item == BITS) ? item : 0u;
        break;
    case READS: amount = xStreamBufferReceive(byte_stream, &item, 1u, time); break;
    default:
        clears = (BaseType_t)chance(me, 2u);
        amount = ulTaskNotifyTake(clears, time);
        amount = (clears == pdFALSE) && (amount > 1u) ? 1u : amount;
        break;
    }
    waits_for[me] = pdFALSE;
    switch (me) {
    case RECEIVES:
    case RECEIVES_ODD:
        if (amount != 0u) {
            check_order(object, item);
        }
        break;
    case SENDS:
        add(&given[ROOM], amount);
        sent[ROOM][BY_TASK] += amount;
        return;
    case WAITS_FOR_BITS:
        add(&taken[BIT_BY_TASK], (amount >> 1) & 1u);
        amount &= 1u;
        break;
    case READS:
        if ((amount != 0u) && ((uint8_t)item != (uint8_t)received[BYTE][BY_LINE]++)) {
            lost("byte", BYTE, received[BYTE][BY_LINE] - 1u, (uint8_t)item);
        }
        break;
    default: break;
    }
    add(&taken[object], amount);
}

static void partner(void *argument)
{
    const Partner me = (Partner)(uint32_t)argument;

    for (;;) {
        exchange_waits(me);
        if ((me == LOCKS) || (me == LOCKS_TOO)) {
            takes_lock(me);
        }
    }
}

/* Give an item from a task, as the handler does. */
static void gives_to(Partner peer)
{
    Object object = object_of[peer];
    uint32_t item = next_item(object, BY_TASK), done = 0u;
    const OddItem odd = odd_of(item);

    switch (object) {
    case COUNT: done = (uint32_t)xSemaphoreGive(count); break;
    case ITEM: done = (uint32_t)xQueueSend(item_queue, &item, chance(GIVES, 3u)); break;
    case ODD_ITEM: done = (uint32_t)xQueueSend(odd_items, &odd, chance(GIVES, 3u)); break;
    case MEMBER: done = (uint32_t)xSemaphoreGive(member); break;
    case BIT_BY_LINE:
        object = BIT_BY_TASK;
        if (given[object] == taken[object]) {
            (void)xEventGroupSetBits(bits, 2u);
            done = 1u;
        }
        break;
    case ROOM: return; /* only the handler receives from this queue, so that it can check the order */
    case BYTE: return; /* a stream buffer supports one writer */
    default: done = (uint32_t)xTaskNotifyGive(partners[peer]); break;
    }
    add(&given[object], done);
    sent[object][BY_TASK] += done;
}

static void gives(void *argument)
{
    (void)argument;
    for (;;) {
        exchange_waits(GIVES);
        for (uint32_t n = chance(GIVES, 4u); n > 0u; n--) {
            const Partner peer = (Partner)chance(GIVES, GIVES);

            switch (chance(GIVES, 8u)) {
            case 0: (void)xTaskAbortDelay(partners[peer]); break;
            case 1: vTaskPrioritySet(partners[peer], 1u + chance(GIVES, LEVELS + 1u)); break;
            case 2:
                vTaskSuspend(partners[peer]);
                for (volatile uint32_t turns = chance(GIVES, 60u); turns > 0u; turns--) {
                }
                vTaskResume(partners[peer]);
                break;
            default: gives_to(peer); break;
            }
        }
    }
}

/* Create the objects and partners. Call this before the scheduler starts. */
static void exchange_starts(uint32_t seed)
{
    for (uint32_t n = 0u; n <= LINE; n++) {
        chance_of[n] = (seed * 0x85EBCA77u) ^ ((n + 1u) * 0x9E3779B9u);
        chance_of[n] += (chance_of[n] == 0u);
        (void)chance(n, 1u);
    }
    for (Object object = 0u; object < OBJECTS; object++) {
        most[object] = (chance(LINE, 2u) == 0u) && (object != BIT_BY_LINE) ? LENGTH : 1u;
    }
    count = xSemaphoreCreateCounting(LENGTH, 0u);
    member = xSemaphoreCreateCounting(LENGTH, 0u);
    lock = xSemaphoreCreateMutex();
    item_queue = xQueueCreate(1u + chance(LINE, LENGTH), sizeof(uint32_t));
    odd_items = xQueueCreate(1u + chance(LINE, LENGTH), sizeof(OddItem));
    room = xQueueCreate(1u + chance(LINE, LENGTH), sizeof(uint32_t));
    members = xQueueCreateSet(LENGTH);
    xQueueAddToSet(member, members);
    bits = xEventGroupCreate();
    byte_stream = xStreamBufferCreate(LENGTH, 1u);
    for (Partner peer = 0u; peer < PARTNERS; peer++) {
        const BaseType_t done = xTaskCreate((peer == GIVES) ? gives : partner, "partner", configMINIMAL_STACK_SIZE,
                                            (void *)(uint32_t)peer, 1u + chance(LINE, LEVELS + 1u), &partners[peer]);

        configASSERT(done == pdPASS);
    }
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, on_line);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
}

#endif
