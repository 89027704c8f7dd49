/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Log lines for the console. Each guest has its own ring, so no guest can fill another's. A line is printed whole, and
 * the line of the guest with the highest priority comes first. Characters are written a few at a time, because all
 * guests wait while the monitor runs.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include "registers.h"

#define REPORT 128u         /* bytes reserved for the monitor's messages about a guest */
#define TEXT_AT_ONCE 4u     /* characters */
#define WORDS  0x80u        /* flag of a length byte: so many bytes of the guest's text follow, unchecked */

typedef uint32_t __attribute__((may_alias)) word;

static struct guest *speaker;
static enum { PLAIN, NAME, COLON, OWN } part;   /* of the speaker's line */
static uint32_t at;                             /* index in its name */
static uint32_t left;                           /* bytes left of its text */

static void put(struct guest *guest, char c)
{
    guest->log[guest->written++ % LOG] = c;
    if (c == '\n') {
        guest->complete = guest->written;
        monitor.log_lines++;
    }
}

/* Append up to TEXT_AT_ONCE characters. Return the rest of the text. */
const char *log_text(struct guest *guest, const char *text)
{
    const char *end = text + TEXT_AT_ONCE;

    for (; (*text != '\0') && (text != end); text++) {
        put(guest, *text);
    }
    return text;
}

void log_hex(struct guest *guest, uint32_t value)
{
    int shift;

    for (shift = 28; shift >= 0; shift -= 4) {
        put(guest, "0123456789abcdef"[(value >> shift) & 15u]);
    }
}

/* Below 10,000. Subtracts, because a division takes 34 cycles. */
void log_decimal(struct guest *guest, uint32_t value)
{
    static const uint16_t scales[] = {1000u, 100u, 10u, 1u};
    const uint16_t *scale = scales;
    char digit;

    while ((*scale > 1u) && (value < *scale)) {
        scale++;
    }
    for (; scale != scales + 4; scale++) {
        for (digit = '0'; value >= *scale; digit++) {
            value -= *scale;
        }
        put(guest, digit);
    }
}

/* Return the word at any address. Copying whole words needs fewer stores, and stores are slow. */
static word word_at(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;

    return (uint32_t)text % 4u == 0u ? *(const word *)text
                                     : bytes[0] | (word)bytes[1] << 8 | (word)bytes[2] << 16 | (word)bytes[3] << 24;
}

/* Begin a guest's line with so many bytes of text. */
void log_begin(struct guest *guest, uint32_t length)
{
    while (guest->written % 4u != 3u) {
        put(guest, '\0');
    }
    put(guest, (char)(WORDS | length));
}

/* Append a part of the text. Each part except the last one has whole words. take() checks the text when it is printed,
 * because all guests wait during this function. */
void log_words(struct guest *guest, const char *text, uint32_t length)
{
    uint32_t n;

    for (n = 0u; n < length; n += 4u) {
        *(word *)&guest->log[(guest->written + n) % LOG] = word_at(&text[n]);
    }
    guest->written += length;
}

/* Return the next character, or 0 if this step has none. A guest's text is one line after its name, so no guest can
 * print a line in another guest's name. */
static char take(struct guest *guest)
{
    char c;

    if (part == NAME) {
        c = guest->name[at++];
        part = c != '\0' ? NAME : COLON;
        return c != '\0' ? c : ':';
    }
    if (part == COLON) {
        part = left != 0u ? OWN : PLAIN;
        return ' ';
    }
    c = guest->log[guest->read++ % LOG];
    if (part == OWN) {
        part = --left != 0u ? OWN : PLAIN;
        return (c >= ' ') && (c <= '~') ? c : '?';
    }
    if (((uint32_t)c & WORDS) != 0u) {
        left = (uint32_t)c & ~WORDS & 0xFFu;
        at = 0u;
        part = NAME;
        return '\0';
    }
    return c;
}

bool log_has_room(const struct guest *guest)
{
    return LOG - (guest->written - guest->read) >= REPORT + GUEST_LINE + 32u;
}

/* Return whether a guest with this priority or a higher one has a line to print. */
static bool is_waited_for(uint32_t priority)
{
    struct guest *guest;

    for (guest = guests; (guest != GUESTS_END) && (guest->priority >= priority) && !is_interrupted(); guest++) {
        if (!log_is_empty(guest)) {
            return true;
        }
    }
    return false;
}

/* Return the guest whose line comes next: the speaker of an unfinished line, or the highest-priority guest with a line.
 * Return 0 if there is no line, if no guest with this priority or a higher one waits for it, or if an interrupt
 * comes. */
static struct guest *next_speaker(uint32_t priority)
{
    struct guest *guest = speaker;

    if (guest == 0) {
        for (guest = guests; log_is_empty(guest); guest++) {
            if ((guest == GUESTS_END - 1) || is_interrupted()) {
                return 0;
            }
        }
        speaker = guest;
    }
    return (guest->priority >= priority) || is_waited_for(priority) ? guest : 0;
}

/* Write up to `number` characters, at most LOG_AT_ONCE; the empty UART has room for these. Return true if guests with
 * this priority or a higher one have more. */
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
    for (; (number != 0u) && (guest != 0) && !is_interrupted(); number--) {
        c = take(guest);
        if (c != '\0') {
            uart_rxtx_write((unsigned char)c);
        }
        if (c == '\n') {
            monitor.log_lines--;
            speaker = 0;
            guest = next_speaker(priority);
        }
    }
    return guest != 0;
}

void log_flush(void)
{
    while (log_some(LOG_AT_ONCE, 0u)) {
    }
    while (uart_txempty_read() == 0u) {
    }
}
