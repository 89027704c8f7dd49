/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A separation kernel. Guests run in user mode, each in its own memory (PMP), by priority; guests of priority 0 take
 * turns. The monitor runs in machine mode with interrupts off from trap to return. It checks for interrupts between the
 * pieces of long work.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include "switch.h"

struct guest *monitor_start(void);
struct guest *monitor_trap(struct guest *guest, uint32_t cause) TRAP __attribute__((section(".hot.trap")));
void monitor_panic(void);

#define UNITS            CI_TEXT(CI_CSR_GUEST_UNITS)
#define UNITS_CONTROL    CI_TEXT(CI_CSR_GUEST_UNITS_CONTROL)
#define EXTERNAL         0x800u     /* in mie */

#define PRINTED_AT_ONCE  16u   /* bytes */
#define LOG_CYCLES       2000u   /* between two writes of LOG_AT_ONCE characters */

#define CAUSE_ECALL      8u
#define CAUSE_SWITCH     0x80000002u    /* a slice or budget is used up, or the core may switch to no guest */
#define CAUSE_LINE       0x80000003u    /* a line of MACHINE_LINES */
#define EXIT_FAULT       120    /* same codes as in the board support */
#define EXIT_STUCK       121
#define EXIT_PANIC       122

#define COLD __attribute__((cold, noinline))    /* out of line, so that the frequent paths stay short */

struct monitor monitor;
struct guest no_guest;

static uint64_t log_at;             /* cycle of the next write to the console */
static int status;

HOT uint64_t time(void)
{
    uint32_t high, low;

    do {
        high = READ_CSR("mcycleh");
        low = READ_CSR("mcycle");
    } while (high != READ_CSR("mcycleh"));
    return ((uint64_t)high << 32) | low;
}

/* ------------------------------------------------------ Guests ------------------------------------------------ */

/* Start a guest from its image in ROM, with all of its state cleared. */
COLD static void begin(struct guest *guest)
{
    const uint32_t selected = READ_CSR(PROGRAM);

    clear_registers(guest);
    set_pc(guest, guest->base + GUEST_PAGE_BYTES);
    WRITE_CSR(PROGRAM, guest->program);
    WRITE_CSR(OFF, 1u);
    WRITE_CSR(HANDLER, 0u);
    WRITE_CSR(PC, 0u);
    WRITE_CSR(LINES, guest->lines);     /* also disables them: a line of the former life may be active */
    WRITE_CSR(PENDING, 0u);
    WRITE_CSR(PROGRAM, selected);
#if MONITOR_SETS
    if (guest->units != 0u) {
        SET_CSR(UNITS_CONTROL, 1u << (CI_GUEST_UNITS_RESTART_LOW + CI_GUEST_UNITS_SET(guest->units)));
    }
#endif
    set_busy(guest, LOADING);
    guest->loaded = 0u;
}

/* Empty the instruction cache. Out of line because VexRiscv empties the cache, line by line, even for a
 * fence.i that a branch skips. */
COLD static void flush_instruction_cache(void)
{
    __asm__ volatile("fence.i" : : : "memory");
}

COLD static void load_some(struct guest *guest)
{
    uint32_t *to = (uint32_t *)(guest->base + guest->loaded);
    const uint32_t *from = guest->image + guest->loaded / 4u;
    uint32_t a = 0u, b = 0u, c = 0u, d = 0u;

    if (guest->loaded == guest->size) {
        set_ready(guest);
        if (guest->restarted != 0u) {   /* at the first start, no code from this memory can be in the cache */
            flush_instruction_cache();
        }
        return;
    }
    if (guest->loaded < guest->image_bytes) {
        a = from[0], b = from[1], c = from[2], d = from[3];
    }
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
    guest->loaded += 16u;
}

static void end(struct guest *guest, int code)
{
    set_busy(guest, ENDED);
    monitor.served |= guest->lines;     /* forever */
    if (status == 0) {
        status = code;
    }
}

/* Stop a guest. The monitor reports it, and then restarts it or ends it. */
COLD static void halt(struct guest *guest, uint32_t cause, uint32_t value)
{
    set_busy(guest, REPORTING);
    guest->told = 0u;
    guest->rest = "";
    guest->cause = cause;
    guest->pc = pc_of(guest);
    guest->value = value;
    set_alarm(guest, NEVER);
    devices_drop(guest);
}

/* Append a piece of the guest's report to its log. At the end, restart the guest or end it. */
COLD static void report_some(struct guest *guest)
{
    static const char *const causes[] = {
        "misaligned jump", "instruction access fault", "illegal instruction", "breakpoint", "misaligned load",
        "load access fault", "misaligned store", "store access fault",
    };
    bool ended = guest->cause == GUEST_ENDED, again = guest->restarted < guest->restarts;

    if (*guest->rest != '\0') {
        guest->rest = log_text(guest, guest->rest);
        return;
    }
    switch (guest->told++) {
    case 0:
        guest->rest = "monitor: ";
        return;
    case 1:
        guest->rest = guest->name;
        return;
    case 2:
        guest->rest = ended ? " has ended with code " : ": ";
        return;
    case 3:
        if (ended) {
            log_decimal(guest, guest->value);
        } else {
            guest->rest = guest->cause < sizeof(causes) / sizeof(causes[0]) ? causes[guest->cause] : "unknown cause";
        }
        return;
    case 4:
        if (ended) {
            log_text(guest, "\n");
            end(guest, (int)guest->value);
        } else {
            guest->rest = " at 0x";
        }
        return;
    case 5:
        log_hex(guest, guest->pc);
        return;
    case 6:
        guest->rest = guest->cause == 2u ? ", instruction 0x" : ", address 0x";
        return;
    case 7:
        log_hex(guest, guest->value);
        return;
    case 8:
        guest->rest = again ? "; restart " : "; stopped";
        return;
    case 9:
        if (again) {
            log_decimal(guest, guest->restarted + 1u);
            guest->rest = " of ";
        }
        return;
    case 10:
        if (again) {
            log_decimal(guest, guest->restarts);
        }
        return;
    case 11:
        log_text(guest, "\n");
        return;
    default:
        if (again) {
            guest->restarted++;
            begin(guest);
        } else {
            end(guest, EXIT_FAULT);
        }
    }
}

/* Append a piece of the guest's line to its log. */
COLD static void print_some(struct guest *guest)
{
    uint32_t number = guest->value < PRINTED_AT_ONCE ? guest->value : PRINTED_AT_ONCE;

    if (guest->told++ == 0u) {
        log_begin(guest, guest->value);
    } else if (number != 0u) {
        guest->rest += number;
        guest->value -= number;
        log_words(guest, guest->rest - number, number);
    } else {
        set_ready(guest);
        log_text(guest, "\n");
    }
}

/* A line that the guest has closed does not wake it. */
void monitor_wait(struct guest *guest, bool comes)
{
    if (!comes || (READ_CSR(PENDING) == 0u)) {
        set_waiting(guest, comes);
    }
    monitor.served |= guest->lines & ~(comes ? READ_CSR(OPEN) : 0u);
}

/* Return whether the monitor can work on the guest. */
HOT bool has_work(const struct guest *guest)
{
    return (guest->state == REPORTING) || (guest->state == PRINTING)
           || ((guest->state == LOADING) && log_is_empty(guest));
}

HOT bool runnable(const struct guest *guest)
{
    return (is_ready(guest) || has_work(guest)) && ((guest->period == 0u) || has_cycles(guest));
}

/* ------------------------------------------------- Time and lines --------------------------------------------- */

HOT void charge(struct guest *guest, uint64_t now)
{
    uint32_t spent = (uint32_t)now - monitor.since;

    if (MONITOR_SWITCH) {       /* the core counts */
        return;
    }
    monitor.since = (uint32_t)now;
    if ((guest->period != 0u) || (guest->priority == 0u)) {
        guest->left = (uint32_t)guest->left > spent ? guest->left - (int32_t)spent : 0;
    }
}

HOT uint64_t sooner(uint64_t at, uint64_t than)
{
    return at < than ? at : than;
}

/* Process the guest's alarm and period if they are due. Return the guest's next event, or `at` if that is sooner. */
HOT uint64_t pass(struct guest *guest, uint64_t now, uint64_t at)
{
    if (!MONITOR_SWITCH) {      /* the core has the alarms */
        if (guest->alarm <= now) {
            guest->alarm = NEVER;
            raise(guest, GUEST_TIMER);
        }
        at = sooner(guest->alarm, at);
    }
    if (guest->period != 0u) {
        if (guest->refill <= now) {
            give_cycles(guest, guest->cycles);
            guest->refill += guest->period;
            if (guest->refill <= now) {     /* it was not processed for longer than a period */
                guest->refill = now + guest->period;
            }
        }
        if (!has_cycles(guest)) {
            at = sooner(guest->refill, at);
        }
    }
    return at;
}

/* Return the guest whose turn it is, from those that share (`first` and all after it), or 0. Set `others` if
 * another one can run. Return &no_guest if a line interrupts. */
static struct guest *next_of_shared(struct guest *first, bool *others)
{
    struct guest *last = GUESTS_END - 1, *from, *guest, *next = 0;

    from = guest = monitor.turn != 0 ? monitor.turn : last;
    if ((monitor.turn != 0) && has_cycles(from) && runnable(from)) {
        next = from;
    }
    *others = false;
    do {
        if (is_interrupted() || has_urgent()) {
            return &no_guest;
        }
        guest = guest == last ? first : guest + 1;
        if (runnable(guest)) {
            *others = (next != 0) && (next != guest);
            next = next != 0 ? next : guest;
        }
    } while ((guest != from) && !*others);
    if ((next != 0) && ((next != from) || !has_cycles(next) || (monitor.turn == 0))) {
        monitor.turn = next;
        give_cycles(next, next->cycles);
    }
    return next;
}

/* Return the runnable guest with the highest priority, or 0 if none can run. Set `at` to the cycle at which the monitor
 * must run again. Guests with lower priority are not examined because they cannot interrupt this one. Return &no_guest
 * if a line of a guest that was examined interrupts. */
HOT struct guest *choose(uint64_t now, uint64_t *at)
{
    struct guest *guest, *first;
    uint64_t shared_at;
    bool others;

    *at = NEVER;
    for (guest = guests; (guest != GUESTS_END) && (guest->priority != 0u); guest++) {
        *at = pass(guest, now, *at);
        if (runnable(guest)) {
            if (!MONITOR_SWITCH && (guest->period != 0u)) {
                *at = sooner(now + (uint32_t)guest->left, *at);
            }
            return guest;
        }
        if (!MONITOR_SWITCH) {
            SET_CSR(LINES_OPEN, guest->lines & ~monitor.served);
        }
        if (is_interrupted()) {
            return &no_guest;
        }
    }
    if (guest == GUESTS_END) {
        return 0;
    }
    first = guest;
    if (!MONITOR_SWITCH) {
        SET_CSR(LINES_OPEN, ~monitor.served);
    }
    if (monitor.shared_at <= now) {
        for (shared_at = NEVER; guest != GUESTS_END; guest++) {
            shared_at = pass(guest, now, shared_at);
            if (is_interrupted()) {
                return &no_guest;
            }
        }
        monitor.shared_at = shared_at;
    }
    *at = sooner(monitor.shared_at, *at);
    guest = next_of_shared(first, &others);
    if (!MONITOR_SWITCH && others) {
        *at = sooner(now + (uint32_t)guest->left, *at);
    }
    return guest;
}

HOT void take_lines(void)
{
    uint32_t lines = READ_CSR(LINES_UP);
    struct guest *guest;

    if ((lines & TIMER_LINE) != 0u) {
        timer0_ev_pending_write(1u);
        monitor.armed = NEVER;
        lines &= ~TIMER_LINE;
    }
    lines = devices_lines(lines);
    if (lines != 0u) {
        CLEAR_CSR(LINES_OPEN, lines);
    }
    for (guest = guests; lines != 0u; guest++) {
        if ((lines & guest->lines) != 0u) {
            monitor.served |= lines & guest->lines;
            wake(guest);
            lines &= ~guest->lines;
        }
    }
}

/* Set the timer to this cycle. Return false if the cycle has passed. */
HOT bool arm(uint64_t at)
{
    uint64_t now;

    if (at == monitor.armed) {
        return true;
    }
    timer0_en_write(0u);
    if (monitor.armed != NEVER) {
        timer0_ev_pending_write(1u);    /* it may have expired meanwhile */
    }
    monitor.armed = at;
    if (at != NEVER) {
        now = time();
        if (at <= now) {
            monitor.armed = NEVER;
            return false;
        }
        timer0_load_write(at - now > UINT32_MAX ? UINT32_MAX : (uint32_t)(at - now));
        timer0_en_write(1u);
    }
    return true;
}

#if MONITOR_SWITCH
void set_machine_lines(const struct guest *guest)
{
    const uint32_t selected = READ_CSR(PROGRAM);

    WRITE_CSR(PROGRAM, guest->program);
    WRITE_CSR(MACHINE_LINES, (guest == monitor.concerned ? TIMER_LINE : 0u) | devices_of(guest));
    WRITE_CSR(PROGRAM, selected);
}

/* Let the timer interrupt this guest and those below it. If a guest above it waits for the end of its period, let the
 * timer also interrupt the guests below that one. */
COLD static void set_concerned(const struct guest *running)
{
    const struct guest *before = monitor.concerned;

    monitor.concerned = first_of((CI_SWITCH_GUESTS_SPENT(READ_CSR(SWITCHES)) & monitor.limited)
                                 | (running->priority == 0u ? monitor.shared : BIT_OF(running, READY)));
    if (monitor.concerned != before) {
        set_machine_lines(before);
        set_machine_lines(monitor.concerned);
    }
}
#endif

/* As arm(), while this guest runs; 0: none. */
HOT bool arm_for(const struct guest *running, uint64_t at)
{
#if MONITOR_SWITCH
    if ((at != NEVER) && (running != 0)) {
        set_concerned(running);
    }
#else
    (void)running;
#endif
    return arm(at);
}

/* Print some characters of lines, if no guest with higher priority runs. If no guest runs at all, print as fast as the
 * console accepts them. Return the cycle of the next call. */
COLD static uint64_t say(const struct guest *running, uint64_t now)
{
    uint32_t priority = running != 0 ? running->priority : 0u;
    uint32_t number = 0u;

    if ((running == 0) || (now >= log_at)) {
        log_at = now + LOG_CYCLES;
        number = LOG_AT_ONCE;
    }
    return !log_some(number, priority) ? NEVER : (running == 0) && (uart_txempty_read() != 0u) ? now : log_at;
}

/* Set the PMP rules of this guest. */
HOT void set_rules(const struct guest *guest)
{
    WRITE_CSR("pmpcfg0", 0u);
    WRITE_CSR("pmpaddr0", guest->rule[0]);
    WRITE_CSR("pmpaddr1", guest->rule[1]);
    WRITE_CSR("pmpaddr2", guest->rule[2]);
    WRITE_CSR("pmpaddr3", guest->rule[3]);
    WRITE_CSR("pmpcfg0", guest->rights);
}

HOT void set_units(const struct guest *guest)
{
#if MONITOR_SETS
    WRITE_CSR(UNITS, guest->units);
#else
    (void)guest;
#endif
}

/* Select this guest: its registers in the core, PMP rules and unit set. */
HOT void protect(const struct guest *guest)
{
    WRITE_CSR(PROGRAM, guest->program);
#if !MONITOR_SWITCH             /* otherwise, the core has copies of what follows */
    set_rules(guest);
    set_units(guest);
#endif
}

COLD __attribute__((noreturn)) static void finish(void)
{
    WRITE_CSR(LINES_OPEN, 0u);
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

#if MONITOR_SWITCH
/* Let the core switch from this guest, which runs next, to others: to those with higher priority that have cycles, and
 * to those with lower priority down to one on which the monitor works. If the monitor must print when this guest waits,
 * do not let the core switch to lower priorities. Let the core stay in a guest that waits if the monitor has nothing to
 * do. If the guest is 0, let the others end the monitor's wait. */
static void allow(const struct guest *running)
{
    uint32_t mask = 0xFFu, below = 0u, busy;
    uint32_t spent = CI_SWITCH_GUESTS_SPENT(READ_CSR(SWITCHES)) & monitor.limited;

    if (running != 0) {
        below = -BIT_OF(running, READY) << 1;
        mask &= ~monitor.shared | (monitor.turn != 0 ? BIT_OF(monitor.turn, READY) : 0u);
        spent &= BIT_OF(running, READY) - 1u;
        busy = monitor.busy & below;
        mask &= monitor.prints_later ? ~below : (busy & -busy) - 1u;
    }
    CLEAR_CSR(SWITCHES, 0xFFu << CI_SWITCH_GUESTS_ALLOWED_LOW);
    SET_CSR(SWITCHES, (mask & ~spent) << CI_SWITCH_GUESTS_ALLOWED_LOW);
    WRITE_CSR(STAYS, monitor.log_lines == 0u && monitor.busy == 0u);
}

/* Return the guest that has the next slice, if nothing but a slice or a wait has ended; else 0. */
HOT struct guest *rotate(void)
{
    uint32_t switches = READ_CSR(SWITCHES), ready = CI_SWITCH_GUESTS_READY(switches) & monitor.shared;
    struct guest *before = monitor.turn, *next = before;

    /* If a guest with higher priority is ready, the core switches to it afterwards. */
    if ((monitor.busy != 0u) || (before == 0) || (ready == 0u) || monitor.prints_later
        || ((CI_SWITCH_GUESTS_SPENT(switches) & monitor.limited) != 0u)) {
        return 0;
    }
    do {
        next = next == GUESTS_END - 1 ? guests : next + 1;
    } while ((ready & BIT_OF(next, READY)) == 0u);
    WRITE_CSR(PROGRAM, next->program);
    WRITE_CSR(LEFT, next->cycles);
    CLEAR_CSR(SWITCHES, BIT_OF(before, ALLOWED));
    SET_CSR(SWITCHES, BIT_OF(next, ALLOWED));
    monitor.turn = next;
    return next;
}

/* Return whether the guest can continue, because nothing is to do except perhaps printing. */
static bool is_served(struct guest *guest)
{
    uint32_t switches = READ_CSR(SWITCHES);
    uint64_t now, at;

    /* If a guest's wait must end with printing, the core may switch to no guest below it until resume() allows that. */
    if ((monitor.busy != 0u) || monitor.prints_later
        || ((CI_SWITCH_GUESTS_SPENT(switches) & monitor.limited) != 0u) || !is_ready(guest)) {
        return false;
    }
    if ((READ_CSR(LINES_UP) == 0u) && (monitor.armed != NEVER) && (monitor.concerned <= guest)) {
        return true;            /* not yet */
    }
    take_lines();
    now = time();
    at = monitor.log_lines == 0u ? NEVER : now < log_at ? log_at : say(guest, now);
    monitor.prints_later = (monitor.log_lines != 0u) && (at == NEVER);
    return arm_for(guest, at) && !monitor.prints_later;
}
#endif

/* Wait for an interrupt, because no guest can run. If no interrupt can come, end the run. */
COLD static void idle(uint64_t at)
{
    const char *text = "monitor: no guest can go on\n";
    struct guest *guest;
    uint32_t ended = 0u, lines = devices_open(0);

    for (guest = guests; guest != GUESTS_END; guest++) {
        ended += guest->state == ENDED ? 1u : 0u;
        lines |= MONITOR_SWITCH ? 0u : guest->lines & ~monitor.served;
    }
    if (guests + ended == GUESTS_END) {
        finish();
    }
#if MONITOR_SWITCH
    WRITE_CSR(PROGRAM, NO_GUEST);       /* no guest's cycles are counted */
    allow(0);
    lines |= CI_SWITCH_STAYS_CAN_WAKE(READ_CSR(STAYS));
    if (ready_guests() != 0u) {
        return;                 /* an alarm has come meanwhile */
    }
#endif
    if ((at == NEVER) && (lines == 0u)) {
        for (guest = guests; guest->state == ENDED; guest++) {
        }
        while (*text != '\0') {
            text = log_text(guest, text);
        }
        status = EXIT_STUCK;
        finish();
    }
#if MONITOR_SWITCH
    SET_CSR("mie", EXTERNAL);
    __asm__ volatile("wfi");
    CLEAR_CSR("mie", EXTERNAL);
#else
    __asm__ volatile("wfi");
#endif
}

/* Work on a guest until nothing is left to do, a line interrupts, its cycles are used up, or a guest with higher
 * priority wakes. Return that guest, or 0. */
COLD static struct guest *work_on(struct guest *guest)
{
    struct guest *next = 0;

    while (has_work(guest) && !is_interrupted() && ((next = overtakes(guest)) == 0)) {
        if (guest->state == REPORTING) {
            report_some(guest);
        } else if (guest->state == PRINTING) {
            print_some(guest);
        } else {
            load_some(guest);
        }
    }
    return next == guest ? 0 : next;
}

/* Let this guest run after the end of the trap. */
HOT void enter(struct guest *guest)
{
    if (MONITOR_SWITCH || (guest != monitor.resident)) {
        protect(guest);
        devices_protect(guest);
    }
    if (guest->raised != 0u) {
        SET_CSR(PENDING, guest->raised);
        guest->raised = 0u;
    }
    monitor.served &= ~guest->lines;
#if MONITOR_SWITCH
    allow(guest);
#endif
}

/* Return the guest that runs next. Interrupts that arrive during the decision are handled before the return. */
HOT struct guest *resume(uint64_t now)
{
    struct guest *guest, *next;
    uint64_t at, more;
    uint32_t lines;

    for (;;) {
        while ((guest = choose(now, &at)) == &no_guest) {
            take_lines();
            now = time();
        }
        monitor.since = (uint32_t)now;
        WRITE_CSR(LINES_OPEN, TIMER_LINE | devices_open(guest)
                              | (MONITOR_SWITCH ? 0u : (guest != 0 ? guest->open : UINT32_MAX) & ~monitor.served));
#if MONITOR_SWITCH
        monitor.prints_later = false;
#endif
        if ((monitor.log_lines != 0u) && !is_interrupted()) {
            lines = monitor.log_lines;
            more = say(guest, now);
#if MONITOR_SWITCH
            monitor.prints_later = (monitor.log_lines != 0u) && (more == NEVER);
#endif
            /* A guest may have waited for the end of its line to be loaded again. */
            at = monitor.log_lines != lines ? now : sooner(more, at);
        }
        if (!is_interrupted() && arm_for(guest, at)) {
            if (guest == 0) {
                idle(at);
            } else if (guest->state == READY) {
                enter(guest);
                return guest;
            } else {
                if (MONITOR_SWITCH) {
                    WRITE_CSR(PROGRAM, guest->program);     /* the core counts the guest's cycles */
                }
                next = work_on(guest);
                if ((next != 0) && (monitor.armed == NEVER)) {      /* nothing else is to do for it */
                    enter(next);
                    return next;
                }
            }
        }
        take_lines();
        now = time();
        if (guest != 0) {
            charge(guest, now);
        }
    }
}

/* ------------------------------------------------------- Calls ------------------------------------------------ */

COLD static int console(struct guest *guest, uint32_t text, uint32_t length)
{
    if (length > GUEST_LINE) {
        return GUEST_LONG;
    }
    if ((text - guest->base > guest->size) || (length > guest->size - (text - guest->base))) {
        return GUEST_MEMORY;
    }
    if (!log_has_room(guest)) {
        return GUEST_BUSY;
    }
    guest->state = PRINTING;
    guest->rest = (const char *)text;
    guest->value = length;
    guest->told = 0u;
    work_on(guest);
    if (guest->state == PRINTING) {
        set_busy(guest, PRINTING);
    }
    return 0;
}

/* Make a guest's call. Return true if the monitor must choose the running guest again. */
static bool call(struct guest *guest)
{
    int answer = 0;
    bool rethink = true;

    skip_ecall(guest);
    switch (REGISTER(guest, A7)) {
    case GUEST_WAIT:
        monitor_wait(guest, true);
        break;
    case GUEST_ALARM:
        set_alarm(guest, ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0));
        if (MONITOR_SWITCH) {
            rethink = false;
        } else {
            monitor.shared_at = sooner(guest->alarm, monitor.shared_at);
            rethink = (guest->alarm < monitor.armed) && !arm(guest->alarm);
        }
        break;
    case GUEST_CONSOLE:
        answer = console(guest, REGISTER(guest, A0), REGISTER(guest, A1));
        rethink = answer == 0;
#if MONITOR_SWITCH
        if (rethink) {
            WRITE_CSR(STAYS, 0u);   /* the line is printed as soon as no guest can run */
        }
#endif
        break;
    case GUEST_EXIT:
        halt(guest, GUEST_ENDED, REGISTER(guest, A0) & 0xFFu);
        break;
    default:
        return devices_call(guest);
    }
    SET_REGISTER(guest, A0, (uint32_t)answer);
    return rethink;
}

/* ------------------------------------------------------ Entries ----------------------------------------------- */

struct guest *monitor_trap(struct guest *guest, uint32_t cause)
{
    uint64_t now;

#if MONITOR_SWITCH
    guest = &guests[READ_CSR(PROGRAM)];
    monitor.resident = guest;
    if (cause == CAUSE_SWITCH) {
        struct guest *next = rotate();

        if (next != 0) {
            GO(next);
        }
    }
#ifdef REGIONS
    if (cause == CAUSE_LINE) {
        SET_CSR(LINES_OPEN, devices_open(is_ready(guest) ? guest : &no_guest));
    }
#endif
#endif
    if ((cause == CAUSE_ECALL) && !call(guest)) {
        GO(guest);
    }
    if (((int32_t)cause >= 0) && (cause != CAUSE_ECALL) && !devices_wait(guest, cause)) {
        halt(guest, cause, READ_CSR("mtval"));
    }
#if MONITOR_SWITCH
    if (((cause == CAUSE_ECALL) || (cause == CAUSE_LINE)) && is_served(guest)) {
        GO(guest);
    }
#endif
    take_lines();
    now = time();
    charge(guest, now);
    guest = resume(now);
    GO(guest);
}

/* Initialise the monitor and its guests. Return the placeholder guest that start.S reports as interrupted. */
struct guest *monitor_start(void)
{
    uint64_t now = time();
    struct guest *guest;

#if MONITOR_SWITCH
    monitor.concerned = &guests[0];
#endif
    monitor.armed = monitor.shared_at = NEVER;
    monitor.served = UINT32_MAX;        /* including lines without a guest, which a guest's device may raise */
    monitor.since = (uint32_t)now;
#if MONITOR_BANKS
    monitor.resident = &guests[0];      /* start.S made its bank the interrupted one */
    protect(&guests[0]);
#else
    monitor.resident = &no_guest;
#endif
    for (guest = guests; guest != GUESTS_END; guest++) {
#if MONITOR_BANKS
        guest->bank = (uint32_t)(guest - guests);
#endif
#if MONITOR_SWITCH
        WRITE_CSR(PROGRAM, guest->program);
        set_rules(guest);
        WRITE_CSR(RULES_OF, 0u);
        set_machine_lines(guest);
        set_units(guest);
        monitor.limited |= guest->period != 0u ? BIT_OF(guest, READY) : 0u;
        monitor.shared |= guest->priority == 0u ? BIT_OF(guest, READY) : 0u;
        if ((guest->priority != 0u) && (guest->period == 0u)) {
            guest->cycles = NO_LIMIT;
        }
#endif
        give_cycles(guest, guest->cycles);
        set_alarm(guest, NEVER);
        guest->refill = now + guest->period;
        begin(guest);
    }
    timer0_en_write(0u);
    timer0_reload_write(0u);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    return &no_guest;
}
