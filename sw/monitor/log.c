/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines for the console. Each guest has a ring of its own, so that nobody fills another's; a line comes out whole, the
 * most urgent guest's first, and a few characters at a time, since all that the monitor does makes the others wait.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include "monitor.h"

#define REPORT 128u         /* bytes that are kept free for what the monitor has to say of a guest */

static struct guest *speaker;

static void put(struct guest *guest, char c)
{
    guest->log[guest->written++ % LOG] = c;
    if (c == '\n') {
        guest->whole = guest->written;
        monitor.log_lines++;
    }
}

void log_text(struct guest *guest, const char *text)
{
    for (; *text != '\0'; text++) {
        put(guest, *text);
    }
}

void log_hex(struct guest *guest, uint32_t value)
{
    int shift;

    for (shift = 28; shift >= 0; shift -= 4) {
        put(guest, "0123456789abcdef"[(value >> shift) & 15u]);
    }
}

/* Below 10,000. */
void log_decimal(struct guest *guest, uint32_t value)
{
    uint32_t scale = 1000u;

    while ((scale > 1u) && (value < scale)) {
        scale /= 10u;
    }
    for (; scale != 0u; scale /= 10u) {
        put(guest, (char)('0' + value / scale % 10u));
    }
}

/* A guest's own words: one line behind its name, so that nobody speaks for another. */
void log_line(struct guest *guest, const char *text, uint32_t length)
{
    uint32_t n, at;

    log_text(guest, guest->name);
    log_text(guest, ": ");
    for (n = 0u, at = guest->written; n < length; n++, at++) {
        guest->log[at % LOG] = (text[n] >= ' ') && (text[n] <= '~') ? text[n] : '?';
    }
    guest->written = at;
    put(guest, '\n');
}

bool log_has_room(const struct guest *guest)
{
    return LOG - (guest->written - guest->read) >= REPORT + GUEST_LINE + 32u;
}

bool log_is_empty(const struct guest *guest)
{
    return guest->whole == guest->read;
}

/* Has a guest of this priority, or a higher one, something to say? */
static bool is_waited_for(uint32_t priority)
{
    struct guest *guest;

    for (guest = guests; (guest != monitor.end) && (guest->priority >= priority); guest++) {
        if (!log_is_empty(guest)) {
            return true;
        }
    }
    return false;
}

/* Whose line comes next: the rest of one that is not yet out, whosever it is, or the most urgent guest's. 0: there is
 * none, or nobody with this priority or a higher one waits for it. */
static struct guest *next_speaker(uint32_t priority)
{
    struct guest *guest = speaker;

    if (guest == 0) {
        for (guest = guests; (guest != monitor.end) && log_is_empty(guest); guest++) {
        }
        if (guest == monitor.end) {
            return 0;
        }
        speaker = guest;
    }
    return (guest->priority >= priority) || is_waited_for(priority) ? guest : 0;
}

/* Up to so many characters, LOG_AT_ONCE at most, which the empty UART has room for. True: there are more for guests of
 * this priority or a higher one. */
bool log_some(uint32_t number, uint32_t priority)
{
    struct guest *guest = next_speaker(priority);
    char c;

    if (guest == 0) {
        return false;
    }
    if ((number == 0u) || (uart_txempty_read() == 0u)) {
        return true;
    }
    do {
        c = guest->log[guest->read++ % LOG];
        uart_rxtx_write((unsigned char)c);
        if (c == '\n') {
            monitor.log_lines--;
            speaker = 0;
            guest = next_speaker(priority);
        }
    } while ((--number != 0u) && (guest != 0));
    return guest != 0;
}

void log_flush(void)
{
    while (log_some(LOG_AT_ONCE, 0u)) {
    }
    while (uart_txempty_read() == 0u) {
    }
}
