/* SPDX-License-Identifier: Apache-2.0 */
/* Memories and registers of the board that main.cpp simulates. The programs, main.cpp and bench.py use this file. */
#define ROM_BYTES 0x10000 /* from address 0 on; it holds the program               */
#define USER 0x4000       /* the programs' code that runs in user mode             */
#define RAM 0x10000000
#define RAM_BYTES 0x10000
#define ECALLS 0x10008000 /* the upper half of the RAM: each word is an ecall      */
#define PAGE 0xF0001000   /* an I/O page that a rule can allow; words are ecalls   */
#define PAGE_BYTES 0x1000

/* Registers, as offsets from BOARD. */
#define BOARD 0xF0000000
#define BOARD_STATUS 0x00     /* a write ends the program; 0: it has passed                            */
#define BOARD_WATCH_FROM 0x04 /* first address of the watched range; a write clears the count          */
#define BOARD_WATCH_TO 0x08   /* first address after the watched range                                 */
#define BOARD_SEEN 0x0C       /* number of bus accesses in the watched range                           */
#define BOARD_LOWER_LINE 0x10 /* a write lowers the lines of BOARD_LINES                               */
#define BOARD_ARM 0x14        /* the interrupt comes the chosen number of cycles after a write         */
#define BOARD_MARK 0x18       /* a number that the test reads afterwards                               */
#define BOARD_LOWER_TIMER 0x1C
#define BOARD_RESET 0x20      /* a write resets the core                                               */
#define BOARD_LINES 0x24      /* the lines that the interrupt raises, as bits; line 0 without a write  */
