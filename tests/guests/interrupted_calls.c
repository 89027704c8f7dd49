/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raise an interrupt at every cycle of each monitor call. Its source is the guest's alarm, the line of the guest's
 * timer, or an interrupt that the line's handler raises. In the rounds of a wait, a second source is the backup: its
 * interrupt comes late, and ends a wait that the swept interrupt does not end. Such a wait is a failure,
 * unless the handler of the swept interrupt ran before the wait.
 *
 * `distance` sets the time of the swept interrupt, and `step` is its increment in cycles. A case ends when LATE
 * successive interrupts come after the call; some cases end at the distance WINDOW instead. The last line is "PASS".
 * A failure prints the case, the distance and the failed check.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define LEAD   2500u  /* cycles from the start of a round to the call                     */
#define PRINTS 8000u  /* the same in rounds of the console call: the monitor prints a line */
#define EARLY  60u    /* cycles by which the first interrupt comes before the call        */
#define BACKUP 30000u /* cycles from the call to the backup                               */
#define COMES  12000u /* cycles within which an interrupt must come                       */
#define AGAIN  9000u  /* cycles from the call to the alarm that replaces the swept one    */
#define WINDOW 1500u  /* distance at which some cases end: see run_round()                 */
#define LATE   6u     /* successive interrupts after the call that end the other cases     */
#define LINE   (1u << TIMER1_INTERRUPT)
#define NONE   UINT64_MAX

uint32_t step = 1u; /* set by the test */

enum { ALARM, TIMER, RAISED, SOURCES };
static const uint32_t bit_of[SOURCES] = {GUEST_TIMER, LINE, GUEST_SOFTWARE};

/* Calls from ALARM_ENDS on run with interrupts enabled and with interrupts disabled. */
enum { WAIT_OFF, WAIT_ON, WAIT_LOOP, ALARM_ENDS, ALARM_AGAIN, ALARM_PAST, ALARM_SOON, CONSOLE, UNKNOWN, RAISE, OPENS,
       CALLS };
static const char *const names[CALLS] = {
    "wait, interrupts off", "wait, interrupts on", "wait until it has come", "alarm, none", "alarm, another time",
    "alarm, in the past", "alarm, soon", "console", "unknown call", "raise", "close and open"};

extern const char wait_call[]; /* the ecall of wait_here() */

static volatile uint32_t hits[SOURCES], late, hits_in_call, came_at_wait;
static volatile uint64_t last_alarm;
static volatile int is_done, is_begun;
static uint32_t call, source, distance, spurious, masked, pended;

static void put(char *to, uint32_t value, int digits)
{
    while (digits-- > 0) {
        to[digits] = (char)('0' + value % 10u);
        value /= 10u;
    }
}

static void fail(const char *what)
{
    static char line[] = "case 00, source 0, distance 00000; hits 00 00 00, off 0";
    uint32_t n;

    guest_off();
    timer1_en_write(0u);
    put(line + 5, call, 2);
    put(line + 16, source, 1);
    put(line + 28, distance, 5);
    for (n = 0u; n < SOURCES; n++) {
        put(line + 40 + 3u * n, hits[n], 2);
    }
    put(line + 54, masked, 1);
    guest_print("FAIL");
    guest_print(names[call]);
    guest_print(what);
    guest_print(line);
    guest_exit(1);
}

static void check(int is_right, const char *what)
{
    if (!is_right) {
        fail(what);
    }
}

static uint32_t interrupted_pc(void)
{
    uint32_t pc;

    __asm__ volatile("csrr %0, %1" : "=r"(pc) : "i"(GUEST_PC) : "memory");
    return pc;
}

void guest_interrupt(uint32_t which)
{
    if (which == 0u) {
        spurious++;
        return;
    }
    if ((which & bit_of[source]) != 0u) {
        late = is_done ? late + 1u : 0u;
        hits_in_call += is_begun && !is_done ? 1u : 0u;
        came_at_wait = interrupted_pc() == (uint32_t)wait_call + 4u;
    }
    if ((which & LINE) != 0u) {
        timer1_en_write(0u);
        timer1_ev_pending_write(1u);
        hits[TIMER]++;
        if ((source == RAISED) && (hits[TIMER] == 1u)) {
            guest_raise();
        }
    }
    if ((which & GUEST_TIMER) != 0u) {
        hits[ALARM]++;
        last_alarm = guest_time();
    }
    if ((which & GUEST_SOFTWARE) != 0u) {
        hits[RAISED]++;
    }
}

/* Raise the line of the guest's timer once, at the given time. */
static void line_at(uint64_t time)
{
    timer1_en_write(0u);
    timer1_reload_write(0u);
    timer1_load_write((uint32_t)(time - guest_time()));
    timer1_ev_pending_write(1u);
    timer1_en_write(1u);
}

static void settle(void)
{
    __asm__ volatile("nop\n nop\n nop" : : : "memory");
}

static __attribute__((noinline)) void wait_here(void)
{
    register uint32_t a0 __asm__("a0");
    register int a7 __asm__("a7") = GUEST_WAIT;

    __asm__ volatile("\n\t.globl wait_call\nwait_call: ecall" : "=r"(a0) : "r"(a7) : "memory");
    (void)a0;
}

static uint32_t all_hits(void) { return hits[ALARM] + hits[TIMER] + hits[RAISED]; }

/* Make the interrupted call, which begins at the time `start`. */
static void make_call(uint64_t start)
{
    static char line[] = "line 00000";
    static uint32_t lines;
    uint32_t n;

    pended   = masked ? guest_pending() : 0u;
    is_begun = 1;
    switch (call) {
    case WAIT_OFF:
        guest_off();
        if (hits[source] == 0u) {
            guest_wait();
        }
        check(((guest_pending() & (source == ALARM ? GUEST_TIMER : LINE)) != 0u) || (all_hits() != 0u),
              "the wait ends without an interrupt");
        break;
    case WAIT_ON:
        wait_here();
        break;
    case WAIT_LOOP:
        guest_off();
        while (hits[source] == 0u) {
            guest_wait();
            guest_on();
            settle();
            guest_off();
        }
        break;
    case ALARM_ENDS:
        guest_alarm(NONE);
        break;
    case ALARM_AGAIN:
        guest_alarm(start + AGAIN);
        break;
    case ALARM_PAST:
        guest_alarm(start);
        break;
    case ALARM_SOON:
        guest_alarm(start + distance);
        break;
    case CONSOLE:
        put(line + 5, lines++, 5);
        check(guest_call(GUEST_CONSOLE, (uint32_t)line, sizeof(line) - 1u) == 0, "the console's answer");
        break;
    case UNKNOWN:
        check(guest_call(77, 0u, 0u) == GUEST_UNKNOWN, "the answer to an unknown call");
        break;
    case RAISE:
        guest_raise();
        for (n = 0u; n < 20u; n++) {
            settle();
        }
        break;
    default:
        guest_close(LINE);
        guest_open(LINE);
        break;
    }
    if (masked) {
        check((pended & ~guest_pending()) == 0u, "a pending interrupt is lost");
    }
    guest_on();
    settle();
    is_done = 1;
}

/* Run one round and check the result of the call for every order of events. */
static void run_round(void)
{
    const uint32_t backup = source == ALARM ? TIMER : ALARM;
    const uint64_t start = guest_time() + (call == CONSOLE ? PRINTS : LEAD);
    const uint64_t comes = start - EARLY + distance;
    uint32_t n, alarms;
    uint64_t end;

    for (n = 0u; n < SOURCES; n++) {
        hits[n] = 0u;
    }
    is_begun = is_done = 0;
    came_at_wait = 0u;
    if (source == ALARM) {
        guest_alarm(call == ALARM_SOON ? NONE : comes);
        if (call < ALARM_ENDS) {
            line_at(start + BACKUP);
        }
    } else {
        if (call < ALARM_ENDS) {
            guest_alarm(start + BACKUP);
        }
        line_at(comes);
    }
    while (guest_time() < start - 2u * EARLY) {
    }
    if (masked) { /* from here on, an interrupt stays pending until make_call() enables interrupts */
        guest_off();
    }
    while (guest_time() < start) {
    }
    make_call(start);
    check(guest_is_off() == 0u, "interrupts are off");
    settle();
    alarms = hits[ALARM];
    if (call == WAIT_ON) { /* this call waits for the backup only if the swept interrupt came before the call */
        check((hits[backup] == 0u) || !came_at_wait, "waits during an interrupt");
    } else if (call < ALARM_ENDS) {
        check(hits[backup] == 0u, "waits during an interrupt");
    }
    /* If the swept interrupt has not come, wait for it. */
    end = (guest_time() > comes ? guest_time() : comes) + COMES;
    while ((guest_time() < end) && ((hits[source] == 0u) || ((call == ALARM_AGAIN) && (last_alarm < start + AGAIN)))
           && ((call != ALARM_ENDS) || (source != ALARM))) {
    }
    switch (call) {
    case ALARM_ENDS:
        if (source == ALARM) { /* the call cancels the alarm: it came before the call, or never comes */
            while (guest_time() < comes + COMES / 4u) {
            }
            check((hits[ALARM] == alarms) && (alarms <= 1u), "a cancelled alarm came");
            late = (alarms != 0u) && !is_done ? 0u : (alarms == 0u ? late + 1u : 0u);
        } else {
            check((hits[source] == 1u) && (hits[ALARM] == 0u), "lost, or not alone");
        }
        break;
    case ALARM_AGAIN:
        check((last_alarm >= start + AGAIN) && (last_alarm < start + AGAIN + COMES / 2u), "another time");
        check(source == ALARM ? (hits[ALARM] == 1u) || (hits[ALARM] == 2u) : hits[ALARM] == 1u, "number of alarms");
        check((source == ALARM) || (hits[source] == 1u), "lost");
        if (source == ALARM) {
            late = (alarms == 0u) && (distance > EARLY) ? late + 1u : 0u;
        }
        break;
    case ALARM_PAST:
        check((source == ALARM) || (hits[ALARM] == 1u), "an alarm in the past");
        check((hits[source] == 1u) || ((source == ALARM) && (hits[ALARM] == 2u)), "lost");
        break;
    case ALARM_SOON:
        check((hits[source] == 1u) && (hits[ALARM] == 1u) && (last_alarm >= start + distance), "an alarm that is soon");
        break;
    case RAISE:
        check((hits[RAISED] == 1u) && (hits[source] == 1u), "lost, or twice");
        break;
    default:
        check(hits[source] == 1u, "lost, or twice");
        break;
    }
    if ((call < ALARM_ENDS) || ((source == ALARM) && ((call == ALARM_PAST) || (call == ALARM_SOON)))) {
        late = distance > WINDOW ? LATE : 0u; /* the interrupt ends the call, or the call sets the interrupt's time */
    }
    timer1_en_write(0u);
    timer1_ev_pending_write(1u);
    guest_alarm(NONE);
    guest_off();
    (void)guest_take();
    guest_on();
    settle();
    check(guest_pending() == 0u, "an interrupt still pends");
}

int main(void)
{
    timer1_ev_pending_write(1u);
    timer1_ev_enable_write(1u);
    guest_open(LINE);
    guest_on();
    for (call = 0u; call < CALLS; call++) {
        for (source = ALARM; source < SOURCES; source++) {
            if ((call == RAISE) && (source == RAISED)) { /* both use the same interrupt */
                continue;
            }
            late = hits_in_call = 0u;
            for (masked = 0u; masked <= (call >= ALARM_ENDS ? 1u : 0u); masked++) {
                late = 0u;
                for (distance = call % step; late < LATE; distance += step) {
                    run_round();
                    check(distance < 20000u, "no interrupt after the call");
                }
            }
            check((call >= RAISE) || (hits_in_call != 0u), "no interrupt in the call");
        }
    }
    guest_print("PASS");
    return 0;
}
