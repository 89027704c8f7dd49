/* SPDX-License-Identifier: Apache-2.0 */
/* stdin, stdout and stderr of the C library in a guest. Output goes to the monitor line by line; the monitor prints the
 * guest's name before each line. A line longer than GUEST_LINE is split. There is no input. */

#include <stdio.h>
#include <guest.h>

static char line[GUEST_LINE];
static unsigned int length;

static void console_send(void)
{
    while (guest_call(GUEST_CONSOLE, (uint32_t)line, length) == GUEST_BUSY) {
    }
    length = 0u;
}

/* Keep interrupts off because tasks and handlers share the line buffer. */
static int console_put(char c, FILE *file)
{
    const uint32_t off = guest_off();

    (void)file;
    if ((c == '\n') || (length == GUEST_LINE)) {
        console_send();
    }
    if (c != '\n') {
        line[length++] = c;
    }
    guest_set_off(off);
    return (unsigned char)c;
}

static int console_get(FILE *file)
{
    (void)file;
    return _FDEV_EOF;
}

static int console_flush(FILE *file)
{
    const uint32_t off = guest_off();

    (void)file;
    if (length != 0u) {
        console_send();
    }
    guest_set_off(off);
    return 0;
}

static FILE console = FDEV_SETUP_STREAM(console_put, console_get, console_flush, _FDEV_SETUP_RW);

FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;
