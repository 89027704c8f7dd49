/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Serial loader: the first program of a board if the bitstream contains no program. It speaks the protocol of LiteX's
 * serial boot, so `litex_term --kernel FILE --kernel-adr 0x0` sends the program.
 *
 * The loader sends REQUEST, and repeats it after each second without a byte, until it reads ANSWER. Then the loader
 * answers each frame with one byte (enum reply). A frame has these fields, with the number of bytes in brackets:
 *   length (1)   bytes of the payload
 *   CRC (2)      CCITT, start value 0, over command and payload. All numbers have the most significant byte first
 *   command (1)  0: send REQUEST again; 1: load, payload: address (4) and data; 2: jump, payload: address (4)
 *   payload
 *
 * The loader loads only into `rom`, because its stack is in `sram`. It also jumps only into `rom`.
 */

#include <stdint.h>
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include "cycles.h"

#define REQUEST     "sL5DdSMmkekro\n"
#define ANSWER      "z6IHG7cYDID6o\n"
#define UART_EV_RX  2u
#define SILENCE     (CONFIG_CLOCK_FREQUENCY / 4u)   /* cycles; a frame ends after this time without a byte */
#define NO_BYTE     (-1)

enum command { ABORT = 0, LOAD = 1, JUMP = 2 };
enum reply { SUCCESS = 'K', CRC_ERROR = 'C', UNKNOWN = 'U', REFUSED = 'E' };

struct frame {
    uint32_t length;
    uint32_t command;
    uint8_t  payload[255];
};

#ifdef CSR_SDRAM_BASE
#define START_MEMORY "call sdram_start\n"
#else
#define START_MEMORY ""
#endif

__asm__(".section .init, \"ax\"\n"
        ".globl _start\n"
        "_start: " START_MEMORY
        "        la sp, __stack_top\n"
        "        j  loader\n"
        ".previous\n");

static void put(char c)
{
    while (uart_txfull_read() != 0u) {
    }
    uart_rxtx_write((unsigned char)c);
}

/* Return the next byte, or NO_BYTE after `timeout` cycles without one. */
static int read_byte(uint32_t timeout)
{
    const uint32_t begin = now();
    int            byte;

    while (uart_rxempty_read() != 0u) {
        if (now() - begin > timeout) {
            return NO_BYTE;
        }
    }
    byte = (int)(uart_rxtx_read() & 0xFFu);
    uart_ev_pending_write(UART_EV_RX); /* removes the byte from the UART's queue */
    return byte;
}

static uint32_t crc(uint32_t sum, uint32_t byte)
{
    unsigned bit;

    sum ^= byte << 8;
    for (bit = 0; bit < 8u; bit++) {
        sum = (sum & 0x8000u) != 0u ? (sum << 1) ^ 0x1021u : sum << 1;
    }
    return sum & 0xFFFFu;
}

static uint32_t number(const uint8_t *bytes)
{
    return ((uint32_t)bytes[0] << 24) | ((uint32_t)bytes[1] << 16) | ((uint32_t)bytes[2] << 8) | bytes[3];
}

static void request_frames(void)
{
    const char *c, *expected;
    int         byte;

    for (;;) {
        for (c = REQUEST; *c != '\0'; c++) {
            put(*c);
        }
        expected = ANSWER;
        while ((byte = read_byte(CONFIG_CLOCK_FREQUENCY)) != NO_BYTE) {
            expected = byte == *expected ? expected + 1 : ANSWER + (byte == ANSWER[0]);
            if (*expected == '\0') {
                return;
            }
        }
    }
}

/* Wait for a frame without a time limit. Return 0 if its CRC is wrong or the frame is incomplete, else 1. */
static int receive(struct frame *frame)
{
    uint32_t i, expected = 0u, sum = 0u;
    int      byte;

    do {
        byte = read_byte(SILENCE);
    } while (byte == NO_BYTE);
    frame->length = (uint32_t)byte;
    frame->command = ABORT;
    for (i = 0u; i < frame->length + 3u; i++) {
        byte = read_byte(SILENCE);
        if (byte == NO_BYTE) {
            return 0;
        }
        if (i < 2u) {
            expected = (expected << 8) | (uint32_t)byte;
            continue;
        }
        sum = crc(sum, (uint32_t)byte);
        if (i == 2u) {
            frame->command = (uint32_t)byte;
        } else {
            frame->payload[i - 3u] = (uint8_t)byte;
        }
    }
    return sum == expected;
}

static enum reply load(const struct frame *frame)
{
    const uint32_t length = frame->length - 4u;
    const uint32_t offset = number(frame->payload) - ROM_BASE;
    volatile uint8_t *const rom = (volatile uint8_t *)ROM_BASE;
    uint32_t       i;

    if ((offset > ROM_SIZE) || (length > ROM_SIZE - offset)) {
        return REFUSED;
    }
    for (i = 0u; i < length; i++) {
        rom[offset + i] = frame->payload[4u + i];
    }
    return SUCCESS;
}

__attribute__((noreturn, used)) void loader(void)
{
    struct frame frame;
    uint32_t     address;

    request_frames();
    for (;;) {
        if (receive(&frame) == 0) {
            put(CRC_ERROR);
        } else if (frame.command == ABORT) {
            put(SUCCESS);
            request_frames();
        } else if ((frame.length < 4u) || (frame.command > JUMP)) {
            put(UNKNOWN);
        } else if (frame.command == LOAD) {
            put((char)load(&frame));
        } else {
            address = number(frame.payload);
            if (((address & 3u) != 0u) || (address - ROM_BASE >= ROM_SIZE)) {
                put(REFUSED);
                continue;
            }
            put(SUCCESS);
            /* The instruction cache may hold older contents of the program's memory. */
            __asm__ volatile("fence.i\n jr %0" : : "r"(address) : "memory");
            __builtin_unreachable();
        }
    }
}
