/* SPDX-License-Identifier: Apache-2.0 */
/* The monitor's own: what the build tells it of its guests, and what it keeps of each. */
#ifndef MONITOR_H
#define MONITOR_H

#include <stdbool.h>
#include <stdint.h>
#include <generated/soc.h>
#include "guest.h"

#define RULES 4u            /* of memory protection, for a guest: its memory, and pages                          */
#define LOG   512u          /* bytes of a guest's lines that wait for the console                                */
#define LOG_AT_ONCE 4u      /* characters                                                                    */
#define NEVER UINT64_MAX
#define GUEST_ENDED 256u    /* in the place of a cause                                                         */

#ifdef REGIONS
/* What a guest has of the accelerators (devices.c). */
struct share {
    uint32_t wants;         /* an accelerator's number and 1; 0: none                                            */
    struct region *region;  /* the one that it got for that, and gets back                                       */
    bool saved, tells;      /* `state` is that of its circuit; an interrupt is to be raised                      */
    uint32_t state[REGION_STATE_WORDS]; /* only regions read and write it                                        */
};
#endif

/* The first two are the monitor's work on a guest, in pieces, in that guest's own time. */
enum state { REPORTING, LOADING, READY, WAITING, ENDED };

/*
 * A guest. What the build writes of it (scripts/metro/build/guests.py) is marked (*). Together is what a decision needs
 * of each guest, then what a switch to one needs: a line of the data cache that has to be loaded is one of the longest
 * things here.
 */
struct guest {
#if MONITOR_BANKS
    uint32_t bank;          /* where its registers are. entry_banks.S knows that it comes first                  */
#else
    uint32_t x[32];         /* its registers; x[0] is its pc. entry.S knows that they come first                 */
#endif
    enum state state;
    uint64_t alarm;
    uint32_t priority;      /* (*) 0: it shares with the others that have 0                                      */
    uint32_t period;        /* (*) of its budget; 0: there is none                                               */
    int32_t left;           /* cycles of its slice, or of its budget                                             */
    uint32_t base;          /* (*) of its memory                                                                 */

    uint32_t open;          /* (*) lines that interrupt it: of others that are as urgent                         */
    uint32_t lines;         /* (*) its own: while it runs, the core delivers them                                */
    uint32_t raised;        /* other interrupts, for when it goes on                                             */
    uint32_t program;       /* (*) its number for the core                                                       */
    uint32_t rights, rule[RULES]; /* (*) pmpcfg0, pmpaddr0 ...                                                  */
#if MONITOR_SETS
    uint32_t units;         /* (*) CI_CSR_GUEST_UNITS while it runs                                              */
#endif

    uint32_t cycles;        /* (*) its slice; or its budget in a period                                          */
    uint64_t refill;        /* when its period is over                                                           */
    uint32_t size;          /* (*) of its memory                                                                 */
    const char *name;       /* (*)                                                                               */
    const uint32_t *image;  /* (*)                                                                               */
    uint32_t image_bytes;   /* (*)                                                                               */
    uint32_t restarts;      /* (*)                                                                               */
    uint32_t restarted;
    uint32_t loaded;        /* bytes of its memory, while LOADING                                                */
    uint32_t cause, pc, value; /* of a fault: mcause, mepc, mtval; of its end: GUEST_ENDED, and value is the code   */
    uint32_t told;          /* pieces of the report, while REPORTING                                             */
    char *log;              /* (*) LOG bytes                                                                     */
    uint32_t written, whole, read; /* bytes of its log, ever; `whole`: lines that have been said to their end    */
#ifdef REGIONS
    uint32_t accelerators;  /* (*) a bit for each that it may ask for                                            */
    struct share *share;    /* (*)                                                                               */
#endif
} __attribute__((aligned(32)));

/* By priority, the highest first. */
extern struct guest guests[MONITOR_GUESTS];
#define GUESTS_END (guests + MONITOR_GUESTS)

/* log.c: lines for the console. Nothing here waits for it but log_flush(). */
void log_text(struct guest *guest, const char *text);
void log_hex(struct guest *guest, uint32_t value);
void log_decimal(struct guest *guest, uint32_t value);
void log_line(struct guest *guest, const char *text, uint32_t length);
bool log_has_room(const struct guest *guest);
bool log_is_empty(const struct guest *guest);
bool log_some(uint32_t number, uint32_t priority);
void log_flush(void);

/* What each decision needs of the monitor itself. */
extern struct monitor {
    struct guest *resident; /* whose other registers are in the core; with banks, who ran last. entry.S knows that it
                               comes first                                                                       */
    uint32_t served;        /* lines that are closed until their guest runs: it knows, or cannot be reached      */
    uint32_t log_lines;     /* that are whole, and not yet out                                                   */
    uint32_t since;         /* when the running guest began to run, low half                                     */
    uint64_t armed;         /* what the timer stands at                                                          */
    uint64_t shared_at;     /* of those that share, none has an alarm, or hears of an accelerator, before that    */
    struct guest *turn;     /* of those that share, the one whose slice it is                                    */
} monitor __attribute__((aligned(32)));

extern struct guest nobody;

/* Until an interrupt is pending; `comes`: that it can come to, by its own will. */
void monitor_wait(struct guest *guest, bool comes);

#endif
