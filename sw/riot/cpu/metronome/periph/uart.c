/* SPDX-License-Identifier: Apache-2.0 */
/* LiteX's UART. The SoC sets the baud rate. */
#include "litex.h"
#include "metronome.h"
#include "periph/uart.h"

#define RECEIVED 2u    /* event */

static uart_rx_cb_t callback;
static void *argument;

static void receive(void *unused)
{
    (void)unused;
    while (!uart_rxempty_read()) {
        uint8_t byte = uart_rxtx_read();

        uart_ev_pending_write(RECEIVED);    /* fetches the next byte */
        callback(argument, byte);
    }
}

int uart_init(uart_t uart, uint32_t baudrate, uart_rx_cb_t rx_cb, void *arg)
{
    (void)baudrate;
    if (uart != 0) {
        return UART_NODEV;
    }
    callback = rx_cb;
    argument = arg;
    if (rx_cb) {
        metronome_line_set(UART_INTERRUPT, receive, NULL);
        uart_ev_enable_write(RECEIVED);
        metronome_line_enable(UART_INTERRUPT);
    }
    return UART_OK;
}

void uart_write(uart_t uart, const uint8_t *data, size_t length)
{
    (void)uart;
    for (; length > 0; length--) {
        while (uart_txfull_read()) {}
        uart_rxtx_write(*data++);
    }
}

void uart_poweron(uart_t uart)
{
    (void)uart;
    uart_ev_enable_write(callback ? RECEIVED : 0);
}

void uart_poweroff(uart_t uart)
{
    (void)uart;
    uart_ev_enable_write(0);
}
