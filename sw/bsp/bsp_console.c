/* SPDX-License-Identifier: Apache-2.0 */
/* stdin, stdout and stderr of the C library on LiteX's UART. The functions poll the UART, so they work in handlers and
 * with interrupts disabled. */

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>

#define UART_EV_RX 2u

static void console_send(char c)
{
    while (uart_txfull_read() != 0u) {
    }
    uart_rxtx_write((unsigned char)c);
}

static int console_put(char c, FILE *file)
{
    (void)file;
#ifndef CSR_SIM_EXIT_BASE
    if (c == '\n') {
        console_send('\r'); /* serial terminals expect CR LF */
    }
#endif
    console_send(c);
    return (unsigned char)c;
}

static int console_get(FILE *file)
{
    unsigned char c;

    (void)file;
    while (uart_rxempty_read() != 0u) {
    }
    c = (unsigned char)uart_rxtx_read();
    uart_ev_pending_write(UART_EV_RX); /* removes the byte from the UART's queue */
    return c;
}

static int console_flush(FILE *file)
{
    (void)file;
    while (uart_txempty_read() == 0u) {
    }
    return 0;
}

static FILE console = FDEV_SETUP_STREAM(console_put, console_get, console_flush, _FDEV_SETUP_RW);

FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;
