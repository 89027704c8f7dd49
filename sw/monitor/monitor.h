/* SPDX-License-Identifier: Apache-2.0 */
/* The monitor's data: what the build passes about guests, and the state of each guest. */
#ifndef MONITOR_H
#define MONITOR_H

#include <stdbool.h>
#include <stdint.h>
#include <generated/soc.h>
#include "guest.h"

/* isa: limits */
#define RULES        4u  /* PMP rules for a guest: its memory, devices and pages */
#define ACCELERATORS 32u /* the most in all regions */
/* isa: end */

#define LOG   512u          /* bytes of a guest's lines that wait for the console                                */
#define LOG_AT_ONCE 4u      /* characters                                                                    */
#define NEVER UINT64_MAX
#define GUEST_ENDED 256u    /* used in place of a cause                                                        */

#ifdef REGIONS
/* A guest's state of accelerators (devices.c). */
struct share {
    uint32_t wants;         /* number of its accelerator + 1; 0: none                                            */
    struct region *region;  /* region that it got for that, and will get back                                    */
    bool saved;             /* `state` is valid                                                                  */
    uint32_t *state;        /* (*) REGION_STATE_WORDS, which only regions read and write                         */
};
#endif

/* In the states REPORTING, PRINTING and LOADING the monitor works on the guest, in pieces that count as the guest's own
 * time. */
enum state { REPORTING, PRINTING, READY, LOADING, WAITING, ENDED };

/*
 * A guest. The build (scripts/metro/products/guests.py) writes the fields marked (*). Fields that each decision needs
 * are together, and so are fields that a switch needs: loading a line of the data cache is one of the longest
 * operations here.
 */
struct guest {
#if MONITOR_BANKS
    uint32_t bank;          /* its register bank. entry_banks.S expects it first                                 */
#else
    uint32_t x[32];         /* its registers; x[0] is its pc. entry.S expects them first                         */
#endif
    enum state state;
    uint64_t alarm;
    uint32_t priority;      /* (*) 0: it shares the remaining time with all others with 0                        */
    uint32_t period;        /* (*) of its budget; 0: none                                                        */
    int32_t left;           /* cycles left of its slice or budget                                                */
    uint32_t lines;         /* (*) its lines: the core delivers them while it runs                               */

    uint32_t open;          /* (*) lines that may interrupt it: of guests with at least its priority             */
    uint32_t base;          /* (*) of its memory                                                                 */
    uint32_t raised;        /* raised interrupts, set when it continues                                          */
    uint32_t program;       /* (*) its number in the core                                                        */
    uint32_t rights, rule[RULES]; /* (*) pmpcfg0, pmpaddr0 ...                                                  */
#if MONITOR_SETS
    uint32_t units;         /* (*) CI_CSR_GUEST_UNITS while it runs                                              */
#endif

    uint32_t cycles;        /* (*) its slice; or its budget per period                                           */
    uint64_t refill;        /* cycle at which its period ends                                                    */
    uint32_t size;          /* (*) of its memory                                                                 */
    uint32_t loaded;        /* bytes of its memory, while LOADING                                                */
    const uint32_t *image;  /* (*)                                                                               */
    uint32_t image_bytes;   /* (*) a multiple of 16                                                              */
    uint32_t restarts;      /* (*)                                                                               */
    uint32_t restarted;
    const char *name;       /* (*)                                                                               */
    uint32_t cause, pc, value; /* of a fault: mcause, mepc, mtval; at its end: GUEST_ENDED, and value is the code   */
    uint32_t told;          /* parts of the report, while REPORTING                                              */
    const char *rest;       /* of the last part; of the line, while PRINTING; its length is in `value`           */
    char *log;              /* (*) LOG bytes                                                                     */
    uint32_t written, complete, read; /* total bytes of its log; `complete`: bytes of complete lines             */
#ifdef REGIONS
    uint32_t accelerators;  /* (*) a bit for each that it may use                                                */
    struct share *share;    /* (*)                                                                               */
#endif
} __attribute__((aligned(32)));

/* In descending order of priority. */
extern struct guest guests[MONITOR_GUESTS];
#define GUESTS_END (guests + MONITOR_GUESTS)

/* log.c: lines for the console. Only log_flush() waits for the console. */
const char *log_text(struct guest *guest, const char *text);
void log_hex(struct guest *guest, uint32_t value);
void log_decimal(struct guest *guest, uint32_t value);
void log_begin(struct guest *guest, uint32_t length);
void log_words(struct guest *guest, const char *text, uint32_t length);
bool log_has_room(const struct guest *guest);
static inline bool log_is_empty(const struct guest *guest) { return guest->complete == guest->read; }
bool log_some(uint32_t number, uint32_t priority);
void log_flush(void);

/* State of the monitor that each decision needs. */
extern struct monitor {
    struct guest *resident; /* guest whose other registers are in the core; with banks, the guest that ran
                               last. entry.S expects it first */
    uint32_t served;        /* lines that are closed until their guest runs: it is awake, or must not be woken   */
    uint32_t log_lines;     /* complete lines that are not printed yet                                           */
    uint32_t since;         /* cycle at which the running guest started, low half                                */
    uint64_t armed;         /* cycle to which the timer is set                                                   */
    uint64_t shared_at;     /* no guest that shares has an alarm before this                                     */
    struct guest *turn;     /* of the guests that share, the one that has the slice                              */
#if MONITOR_SWITCH
    uint32_t busy, limited, shared; /* a bit for each guest on which the monitor works; with a budget; that shares */
    const struct guest *concerned; /* the timer interrupts this guest and those below it                     */
    bool prints_later;      /* lines wait for the console until the running guest waits: it has higher priority  */
#endif
} monitor __attribute__((aligned(32)));

extern struct guest no_guest;

/* Block a guest until an interrupt is pending. If `comes` is false, interrupts that are already pending and the guest's
 * lines do not end the wait. */
void monitor_wait(struct guest *guest, bool comes);

#endif
