/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A separation kernel: guests in user mode, each in memory of its own (PMP), by priority, and those of priority 0 in
 * turn. The monitor runs in machine mode, from trap to return without an interrupt; what takes long, it does in pieces.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include "monitor.h"
#include "devices.h"

struct guest *monitor_start(void);
struct guest *monitor_trap(struct guest *guest, uint32_t cause);
void monitor_panic(void);

#define LINES_OPEN       "0xBC0"
#define LINES_UP         "0xFC0"
#define TIMER_LINE       (1u << TIMER0_INTERRUPT)

#define READ_CSR(name)         ({ uint32_t v_; __asm__ volatile("csrr %0, " name : "=r"(v_)); v_; })
#define WRITE_CSR(name, value) __asm__ volatile("csrw " name ", %0" : : "r"(value) : "memory")

#define LOADED_AT_ONCE   64u   /* bytes */
#define LOG_CYCLES       2000u   /* between two times that the console gets LOG_AT_ONCE */

#define CAUSE_ECALL      8u
#define EXIT_FAULT       120    /* as the board support has them */
#define EXIT_STUCK       121
#define EXIT_PANIC       122

struct guest *resident = &nobody;
struct guest nobody;

static struct guest *turn;          /* of those that share, the one whose slice it is */
static uint32_t served;             /* lines that are closed until their guest has handled them */
static uint64_t since;              /* when the running guest began to run */
static uint64_t armed = NEVER;      /* what the timer stands at */
static uint64_t log_at;             /* when the console gets more */
static int status;

static uint64_t time(void)
{
    uint32_t high, low;

    do {
        high = READ_CSR("mcycleh");
        low = READ_CSR("mcycle");
    } while (high != READ_CSR("mcycleh"));
    return ((uint64_t)high << 32) | low;
}

static struct guest_page *page_of(const struct guest *guest)
{
    return (struct guest_page *)guest->is->base;
}

/* ------------------------------------------------------ Guests ------------------------------------------------ */

/* From its image in ROM, with nothing left of what it was. */
static void begin(struct guest *guest)
{
    uint32_t n;

    for (n = 0u; n < 32u; n++) {
        guest->x[n] = 0u;
    }
    guest->x[0] = guest->is->base + GUEST_PAGE_BYTES;
    if (resident == guest) {
        resident = &nobody;         /* its other registers are not to come back from the core */
    }
    guest->state = LOADING;
    guest->loaded = 0u;
    guest->alarm = NEVER;
    served &= ~guest->is->lines;
}

static void load_some(struct guest *guest)
{
    uint32_t *to = (uint32_t *)(guest->is->base + guest->loaded);
    uint32_t *end = to + LOADED_AT_ONCE / 4u;
    const uint32_t *from = guest->is->image + guest->loaded / 4u;
    const uint32_t *image_end = guest->is->image + guest->is->image_bytes / 4u;

    for (; to != end; to++, from++) {
        *to = from < image_end ? *from : 0u;
    }
    guest->loaded += LOADED_AT_ONCE;
    if (guest->loaded == guest->is->size) {
        __asm__ volatile("fence.i" : : : "memory");
        guest->state = READY;
    }
}

static void end(struct guest *guest, int code)
{
    guest->state = ENDED;
    served |= guest->is->lines;     /* for ever */
    if (status == 0) {
        status = code;
    }
}

/* It does not go on: says so, and begins anew or ends. */
static void halt(struct guest *guest, uint32_t cause, uint32_t value)
{
    guest->state = REPORTING;
    guest->told = 0u;
    guest->cause = cause;
    guest->pc = guest->x[0];
    guest->value = value;
    guest->alarm = NEVER;
    devices_drop(guest);
}

static void report_some(struct guest *guest)
{
    static const char *const causes[] = {
        "misaligned jump", "instruction access fault", "illegal instruction", "breakpoint", "misaligned load",
        "load access fault", "misaligned store", "store access fault",
    };
    bool again = guest->restarted < guest->is->restarts;

    switch (guest->told++) {
    case 0:
        log_text(guest, "monitor: ");
        log_text(guest, guest->is->name);
        if (guest->cause == GUEST_ENDED) {
            log_text(guest, " has ended with code ");
            log_decimal(guest, guest->value);
            log_text(guest, "\n");
            end(guest, (int)guest->value);
        }
        return;
    case 1:
        log_text(guest, ": ");
        log_text(guest, guest->cause < sizeof(causes) / sizeof(causes[0]) ? causes[guest->cause] : "unknown cause");
        return;
    case 2:
        log_text(guest, " at 0x");
        log_hex(guest, guest->pc);
        return;
    case 3:
        log_text(guest, guest->cause == 2u ? ", instruction 0x" : ", address 0x");
        log_hex(guest, guest->value);
        return;
    default:
        if (again) {
            guest->restarted++;
            log_text(guest, "; restart ");
            log_decimal(guest, guest->restarted);
            log_text(guest, " of ");
            log_decimal(guest, guest->is->restarts);
            begin(guest);
        } else {
            log_text(guest, "; stopped");
            end(guest, EXIT_FAULT);
        }
        log_text(guest, "\n");
    }
}

/* What the monitor has to do before the guest runs, or in place of that. */
static bool has_work(const struct guest *guest)
{
    return guest->state <= LOADING;
}

static void raise(struct guest *guest, uint32_t which)
{
    page_of(guest)->pending |= which;
    if (guest->state == WAITING) {
        guest->state = READY;
    }
}

/* Honours the guest's flag: what comes while it is set waits. */
static void deliver(struct guest *guest)
{
    struct guest_page *page = page_of(guest);

    if ((page->pending != 0u) && (page->off == 0u)) {
        page->off = 1u;
        page->taken = page->pending;
        page->pending = 0u;
        page->pc = guest->x[0];
        page->a7 = guest->x[17];
        guest->x[0] = page->handler & ~3u;
    }
}

static bool runnable(const struct guest *guest)
{
    bool ready = (guest->state == READY) || (guest->state == REPORTING)
                 || ((guest->state == LOADING) && log_is_empty(guest));

    return ready && ((guest->is->period == 0u) || (guest->left > 0));
}

/* The most urgent one; of those that share, the one whose turn it is. 0: none. */
static struct guest *choose(void)
{
    uint32_t n, first;
    struct guest *guest;

    for (n = 0u; (n < guest_count) && (guests[n].is->priority != 0u); n++) {
        if (runnable(&guests[n])) {
            return &guests[n];
        }
    }
    if (n == guest_count) {
        return 0;
    }
    if ((turn != 0) && runnable(turn) && (turn->left > 0)) {
        return turn;
    }
    first = n;
    guest = turn != 0 ? turn : &guests[guest_count - 1u];
    for (n = first; n < guest_count; n++) {
        guest = guest == &guests[guest_count - 1u] ? &guests[first] : guest + 1;
        if (runnable(guest)) {
            guest->left = (int32_t)guest->is->cycles;
            turn = guest;
            return guest;
        }
    }
    return 0;
}

/* ------------------------------------------------- Time and lines --------------------------------------------- */

static void charge(struct guest *guest, uint64_t now)
{
    uint32_t spent = (uint32_t)(now - since);

    since = now;
    if ((guest->is->period != 0u) || (guest->is->priority == 0u)) {
        guest->left = (uint32_t)guest->left > spent ? guest->left - (int32_t)spent : 0;
    }
}

/* Alarms and periods that are due. */
static void pass(uint64_t now)
{
    struct guest *guest;

    for (guest = guests; guest != guests + guest_count; guest++) {
        if (guest->alarm <= now) {
            guest->alarm = NEVER;
            raise(guest, GUEST_TIMER);
        }
        if (devices_tell(guest)) {
            raise(guest, GUEST_ACCELERATOR);
        }
        if ((guest->is->period != 0u) && (guest->refill <= now)) {
            do {
                guest->refill += guest->is->period;
            } while (guest->refill <= now);
            guest->left = (int32_t)guest->is->cycles;
        }
    }
}

static void take_lines(void)
{
    uint32_t lines = READ_CSR(LINES_UP);
    struct guest *guest;

    if ((lines & TIMER_LINE) != 0u) {
        timer0_ev_pending_write(1u);
        armed = NEVER;
        lines &= ~TIMER_LINE;
    }
    lines = devices_lines(lines);
    for (guest = guests; lines != 0u; guest++) {
        if ((lines & guest->is->lines) != 0u) {
            served |= lines & guest->is->lines;
            raise(guest, lines & guest->is->lines);
            lines &= ~guest->is->lines;
        }
    }
}

/* When the monitor has to come back while this guest runs: nothing that is less urgent disturbs it. */
static uint64_t next(const struct guest *running, bool logs)
{
    uint32_t priority = running != 0 ? running->is->priority : 0u;
    uint64_t at = logs ? log_at : NEVER;
    struct guest *guest;

    for (guest = guests; (guest != guests + guest_count) && (guest->is->priority >= priority); guest++) {
        if (guest->alarm < at) {
            at = guest->alarm;
        }
        if ((guest->is->period != 0u) && (guest->left <= 0) && (guest->refill < at)) {
            at = guest->refill;
        }
        if ((priority == 0u) && (guest->is->priority == 0u) && (running != 0) && (guest != running)
            && runnable(guest) && (since + (uint32_t)running->left < at)) {
            at = since + (uint32_t)running->left;
        }
    }
    if ((running != 0) && (running->is->period != 0u) && (since + (uint32_t)running->left < at)) {
        at = since + (uint32_t)running->left;
    }
    return at;
}

static void arm(uint64_t at, uint64_t now)
{
    uint64_t delta = at > now ? at - now : 1u;

    if (at == armed) {
        return;
    }
    armed = at;
    timer0_en_write(0u);
    if (at != NEVER) {
        timer0_load_write(delta > UINT32_MAX ? UINT32_MAX : (uint32_t)delta);
        timer0_en_write(1u);
    }
}

/* What this guest may reach. */
static void protect(const struct guest_config *is)
{
    WRITE_CSR("pmpcfg0", 0u);
    WRITE_CSR("pmpaddr0", is->rule[0]);
    WRITE_CSR("pmpaddr1", is->rule[1]);
    WRITE_CSR("pmpaddr2", is->rule[2]);
    WRITE_CSR("pmpaddr3", is->rule[3]);
    WRITE_CSR("pmpcfg0", is->rights);
}

__attribute__((noreturn)) static void finish(void)
{
    log_flush();
    sim_exit_code_write((uint32_t)status);
    for (;;) {
    }
}

__attribute__((noreturn)) void monitor_panic(void)
{
    sim_exit_code_write(EXIT_PANIC);
    for (;;) {
    }
}

/* Nobody can run: until an interrupt. If none can come, that is the end. */
static void idle(uint64_t at)
{
    struct guest *guest;
    uint32_t ended = 0u, lines = devices_open(0);

    for (guest = guests; guest != guests + guest_count; guest++) {
        ended += guest->state == ENDED ? 1u : 0u;
        lines |= guest->is->lines & ~served;
    }
    if (ended == guest_count) {
        finish();
    }
    if ((at == NEVER) && (lines == 0u)) {
        for (guest = guests; guest->state == ENDED; guest++) {
        }
        log_text(guest, "monitor: no guest can go on\n");
        status = EXIT_STUCK;
        finish();
    }
    __asm__ volatile("wfi");
}

/* Everything that decides who runs next. */
static struct guest *resume(uint64_t now)
{
    struct guest *guest;
    bool logs;
    uint64_t at;

    for (;;) {
        pass(now);
        guest = choose();
        since = now;
        if (now >= log_at) {
            log_at = now + LOG_CYCLES;
            logs = log_some(LOG_AT_ONCE, guest != 0 ? guest->is->priority : 0u);
        } else {
            logs = log_some(0u, guest != 0 ? guest->is->priority : 0u);
        }
        if (guest == 0) {
            guest = choose();       /* one may have waited for its log to be out, before it is loaded again */
        }
        WRITE_CSR(LINES_OPEN, TIMER_LINE | devices_open(guest)
                              | ((guest != 0 ? guest->is->open : UINT32_MAX) & ~served));
        at = next(guest, logs);
        arm(at, now);
        if ((guest != 0) && !has_work(guest)) {
            if (guest != resident) {
                protect(guest->is);
                devices_protect(guest);
            }
            deliver(guest);
            return guest;
        }
        if (guest == 0) {
            idle(at);
        } else {
            do {
                if (guest->state == REPORTING) {
                    report_some(guest);
                } else {
                    load_some(guest);
                }
            } while (has_work(guest) && runnable(guest) && (READ_CSR(LINES_UP) == 0u));
        }
        take_lines();
        now = time();
        if (guest != 0) {
            charge(guest, now);
        }
    }
}

/* ---------------------------------------------------- Hypercalls ---------------------------------------------- */

static int console(struct guest *guest, uint32_t text, uint32_t length)
{
    if (length > GUEST_LINE) {
        return GUEST_LONG;
    }
    if ((text - guest->is->base > guest->is->size) || (length > guest->is->size - (text - guest->is->base))) {
        return GUEST_MEMORY;
    }
    if (!log_has_room(guest)) {
        return GUEST_BUSY;
    }
    log_line(guest, (const char *)text, length);
    return 0;
}

/* True: who runs next has to be thought over. */
static bool call(struct guest *guest)
{
    struct guest_page *page = page_of(guest);
    uint32_t *answer = &guest->x[10];
    bool had_lines;

    guest->x[0] += 4u;
    switch (guest->x[17]) {
    case GUEST_WAIT:
        *answer = 0u;
        guest->state = page->pending != 0u ? READY : WAITING;
        return true;
    case GUEST_ALARM:
        guest->alarm = ((uint64_t)guest->x[11] << 32) | guest->x[10];
        *answer = 0u;
        return true;
    case GUEST_CONSOLE:
        *answer = (uint32_t)console(guest, guest->x[10], guest->x[11]);
        return *answer == 0u;
    case GUEST_EXIT:
        halt(guest, GUEST_ENDED, guest->x[10] & 0xFFu);
        return true;
    case GUEST_RETURN:
        page->off = 0u;
        guest->x[0] = page->pc & ~3u;
        guest->x[17] = page->a7;
        had_lines = (served & guest->is->lines) != 0u;
        served &= ~guest->is->lines;
        return had_lines;
    case GUEST_ON:
        *answer = 0u;
        page->off = 0u;
        return false;
    default:
        return devices_call(guest);
    }
}

/* ------------------------------------------------------ Entries ----------------------------------------------- */

struct guest *monitor_trap(struct guest *guest, uint32_t cause)
{
    uint64_t now;

    if ((cause == CAUSE_ECALL) && !call(guest)) {
        deliver(guest);
        return guest;
    }
    now = time();
    charge(guest, now);
    if ((int32_t)cause < 0) {
        take_lines();
    } else if ((cause != CAUSE_ECALL) && !devices_wait(guest, cause)) {
        halt(guest, cause, READ_CSR("mtval"));
    }
    return resume(now);
}

struct guest *monitor_start(void)
{
    uint64_t now = time();
    uint32_t n;

    for (n = 0u; n < guest_count; n++) {
        guests[n].is = &guest_config[n];
        guests[n].left = (int32_t)guest_config[n].cycles;
        guests[n].refill = now + guest_config[n].period;
        begin(&guests[n]);
    }
    timer0_en_write(0u);
    timer0_reload_write(0u);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    return resume(now);
}
