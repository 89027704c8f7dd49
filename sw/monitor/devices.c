/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accelerators for guests. Each region holds one circuit at a time (hw/virtual_device.py). A guest with higher priority
 * gets a region first and takes it from a guest with lower priority. The circuit of that guest is stopped and saved; it
 * continues later in the same region. Only the owner's PMP rules contain a region's user page, and the circuit reaches
 * only its owner's memory.
 *
 * No function here waits for a region: an interrupt reports that the region is ready, or that the circuit's state is in
 * memory.
 */

#include <stddef.h>
#include "switch.h"

#ifdef REGIONS
#define PAGE_BYTES   0x800u
#define READS_WRITES 0x1B000000u /* read and write access by the last rule, in pmpcfg0 */
#define CAUSE_LOAD   5u          /* access faults */
#define CAUSE_STORE  7u

/* isa: control page */
struct control {
    volatile uint32_t run; /* 0: the circuit and the user page are in reset */
    volatile uint32_t load; /* a write of a circuit's number, from 1 on, begins a reconfiguration if run is 0 */
    /* 1: stop the circuit and save the region's state to memory; 2: restore the state and continue the circuit */
    volatile uint32_t move;
    volatile uint32_t status;
    volatile uint32_t base; /* first byte that the circuit may access */
    volatile uint32_t limit; /* first byte after that area */
    volatile uint32_t state; /* address at which the region's state is saved */
    volatile uint32_t ev_status, ev_pending, ev_enable;
};

#define SAVE 1u
#define RESTORE 2u
#define ON_BUS 8u /* status: a transfer is on the bus */
#define WILL_TELL 16u /* status: an interrupt is pending, or will come when the circuit ends */

/* Bits of ev_pending. */
#define IS_READY 1u /* the reconfiguration has ended, or the state is restored */
#define IS_SAVED 2u /* the state is in memory, and the circuit is stopped */
#define HAS_ENDED 4u /* the circuit has ended, and its owner has enabled this interrupt */
#define ANY 7u
/* isa: end */

#define SAME(structure, field, address) _Static_assert(offsetof(struct structure, field) == (address), #structure)
SAME(control, ev_enable, CSR_REGION0_CONTROL_EV_ENABLE_ADDR - CSR_REGION0_CONTROL_BASE);
SAME(guest_accelerator, result, CSR_REGION0_RESULT_ADDR - CSR_REGION0_BASE);

/* CHANGING: region is being reconfigured. RETURNING: it loads its owner's saved state. LEAVING: its circuit stops, and
 * the state goes to memory. */
static struct region {
    enum { VACANT, CHANGING, RETURNING, GIVEN, LEAVING } phase;
    uint32_t holds;         /* number of its accelerator + 1, or 0                                          */
    struct guest *owner;    /* set from CHANGING to LEAVING                                                  */
#if MONITOR_SWITCH
    const struct guest *concerned; /* the core enters the monitor at its line for this guest; or 0 (serve())      */
#endif
} regions[REGIONS];

static struct guest *caller; /* guest whose call or end is in progress: it needs no interrupt                 */

static const struct region_config *config_of(const struct region *region) { return &region_config[region - regions]; }

static struct control *control_of(const struct region *region) { return (struct control *)config_of(region)->control; }

static bool has(const struct guest *guest)
{
    const struct region *region = guest->share->region;

    return (region != 0) && (region->owner == guest) && (region->phase == GIVEN);
}

static bool lacks(const struct guest *guest)
{
    return (guest->share->wants != 0u) && ((guest->share->region == 0) || (guest->share->region->owner != guest));
}

/* Set the guest's last PMP rule to the page of its accelerator, if it has one at the moment. */
static void set_page_rule(const struct guest *guest)
{
    uint32_t rule = 0u, rights = guest->rights;

    if (has(guest)) {
        rule = (config_of(guest->share->region)->page >> 2) | (PAGE_BYTES / 8u - 1u);
        rights |= READS_WRITES;
    }
    WRITE_CSR("pmpaddr3", rule);
    WRITE_CSR("pmpcfg0", rights);
}

void devices_protect(const struct guest *guest)
{
    if (!MONITOR_SWITCH && (guest->accelerators != 0u)) {   /* otherwise, the core has a copy */
        set_page_rule(guest);
    }
}

static void tell(struct guest *guest)
{
    if (guest != caller) {
        raise(guest, GUEST_ACCELERATOR);
    }
}

/* After a guest got or lost the page: update its own page and its PMP rules, and raise an interrupt. */
static void changed(struct guest *guest)
{
    ((struct guest_page *)guest->base)->accelerator = has(guest) ? config_of(guest->share->region)->page : 0u;
    tell(guest);
#if MONITOR_SWITCH
    const uint32_t selected = READ_CSR(PROGRAM);

    WRITE_CSR(PROGRAM, guest->program);
    set_page_rule(guest);
    WRITE_CSR(RULES_OF, 0u);
    WRITE_CSR(PROGRAM, selected);
#else
    if (guest == monitor.resident) {
        set_page_rule(guest);
    }
#endif
}

static void give(struct region *region)
{
    region->phase = GIVEN;
    region->owner->share->saved = false;
    changed(region->owner);
}

/* Start the circuit of a configured region: from reset, or from its saved state. */
static void begin(struct region *region)
{
    struct control *control = control_of(region);
    struct guest *guest = region->owner;

    control->base = guest->base;
    control->limit = guest->base + guest->size;
    control->run = 1u;
    if (guest->share->saved) {
        region->phase = RETURNING;
        control->state = (uint32_t)guest->share->state;
        control->move = RESTORE;
    } else {
        give(region);
    }
}

static void take(struct region *region, struct guest *guest)
{
    region->owner = guest;
    guest->share->region = region;
    control_of(region)->ev_enable = ANY;
    if (region->holds == guest->share->wants) {
        begin(region);
    } else {
        region->holds = guest->share->wants;
        region->phase = CHANGING;
        control_of(region)->load = config_of(region)->circuit[region->holds - 1u];
    }
}

static void leave(struct region *region)
{
    struct control *control = control_of(region);

    region->phase = LEAVING;
    changed(region->owner);
    control->state = (uint32_t)region->owner->share->state;
    control->move = SAVE;
}

/* Free a region: its circuit is in reset, without transfers on the bus and without pending events. */
static void empty(struct region *region)
{
    struct control *control = control_of(region);

    control->run = 0u;
    while ((control->status & ON_BUS) != 0u) { /* at most one burst */
    }
    control->base = 0u;
    control->limit = 0u;
    control->ev_pending = ANY;
    region->phase = VACANT;
    region->owner = 0;
}

/* Find the cheapest region for a guest that lacks its accelerator. A vacant region is cheaper than one whose owner has
 * lower priority, which must leave first. Within each kind, one that holds the circuit is cheaper. While a region
 * is leaving, no other one is taken away. */
static void seek(struct guest *guest)
{
    const struct share *share = guest->share;
    struct region *region, *best = 0;
    uint32_t cost, least = UINT32_MAX;
    bool waits = false;

    for (region = regions; region != regions + REGIONS; region++) {
        if ((config_of(region)->circuit[share->wants - 1u] == 0u) || (share->saved && (region != share->region))) {
            continue;
        }
        cost = region->holds == share->wants ? 0u : 0x100u;
        if ((region->phase == GIVEN) && (region->owner->priority < guest->priority)) {
            cost += 0x200u + region->owner->priority;
        } else if (region->phase != VACANT) {
            waits |= region->phase == LEAVING;
            continue;
        }
        if (cost < least) {
            least = cost;
            best = region;
        }
    }
    if ((best != 0) && (best->phase == VACANT)) {
        take(best, guest);
    } else if ((best != 0) && !waits) {
        leave(best);
    }
}

/* Return the guest with the highest priority that lacks its accelerator, or GUESTS_END. */
static struct guest *first_waiting(void)
{
    struct guest *guest = guests;

    while ((guest != GUESTS_END) && !lacks(guest)) {
        guest++;
    }
    return guest;
}

/* Return the priority of a region's line: that of its owner, or of the first waiting guest if that is higher. */
static uint32_t priority_of(const struct region *region, const struct guest *waiting)
{
    uint32_t priority = region->owner != 0 ? region->owner->priority : 0u;

    return (region->phase != GIVEN) && (waiting != GUESTS_END) && (waiting->priority > priority) ? waiting->priority
                                                                                               : priority;
}

#if MONITOR_SWITCH
uint32_t devices_of(const struct guest *guest)
{
    const struct region *region;
    uint32_t lines = 0u;

    for (region = regions; region != regions + REGIONS; region++) {
        lines |= region->concerned == guest ? config_of(region)->line : 0u;
    }
    return lines;
}
#endif

/* Tell the core, if it switches guests, which guests the lines of regions concern: the first one with the priority of
 * the line. */
static void serve(void)
{
#if MONITOR_SWITCH
    const struct guest *waiting = first_waiting(), *guest, *before;
    struct region *region;
    uint32_t priority;

    for (region = regions; region != regions + REGIONS; region++) {
        priority = priority_of(region, waiting);
        for (guest = guests; (guest != GUESTS_END - 1) && (guest->priority > priority); guest++) {
        }
        before = region->concerned;
        region->concerned = region->phase != VACANT ? guest : 0;
        if (before != region->concerned) {
            if (before != 0) {
                set_machine_lines(before);
            }
            if (region->concerned != 0) {
                set_machine_lines(region->concerned);
            }
        }
    }
#endif
}

/* Seek regions for all guests that lack one, the highest priority first. */
static void allot(void)
{
    struct guest *guest;

    for (guest = guests; guest != GUESTS_END; guest++) {
        if (lacks(guest)) {
            seek(guest);
        }
    }
    serve();
}

/* Release the guest's accelerator and discard its state. */
void devices_drop(struct guest *guest)
{
    struct region *region = guest->share->region;

    if (guest->share->wants == 0u) {
        return;
    }
    caller = guest;
    guest->share->wants = 0u;
    guest->share->saved = false;
    guest->share->region = 0;
    if ((region != 0) && (region->owner == guest)) {
        if (region->phase == CHANGING) {
            region->owner = 0;          /* the reconfiguration completes first */
        } else {
            empty(region);
        }
    }
    changed(guest);
    allot();
    caller = 0;
}

/* Block the guest until an interrupt comes. It then repeats the call or the access. */
static void await(struct guest *guest)
{
    monitor_wait(guest, READ_CSR(OFF) == 0u);
}

/* Make a guest's call for accelerators. Return true if the monitor must choose the running guest again. */
bool devices_call(struct guest *guest)
{
    struct share *share = guest->share;
    uint32_t number = REGISTER(guest, A7), which = REGISTER(guest, A0);
    int answer = GUEST_BUSY;
    bool rethink = true;

    if (number == GUEST_RELEASE) {
        answer = 0;
        devices_drop(guest);
    } else if (number != GUEST_ASK) {
        answer = GUEST_UNKNOWN;
        rethink = false;
    } else if ((which >= ACCELERATORS) || (((guest->accelerators >> which) & 1u) == 0u)
               || ((share->wants != 0u) && (share->wants != which + 1u))) {
        answer = GUEST_REFUSED;
        rethink = false;
    } else {
        rethink = share->wants == 0u; /* the choice also enables the region's line */
        if (rethink) {
            share->wants = which + 1u;
            caller = guest;
            seek(guest);
            caller = 0;
            serve();
        }
        if (has(guest)) {
            answer = (int)config_of(share->region)->page;
        } else if (REGISTER(guest, A1) != 0u) {
            set_pc(guest, pc_of(guest) - 4u);
            await(guest);
            return true;
        }
    }
    SET_REGISTER(guest, A0, (uint32_t)answer);
    return rethink;
}

/* Block the guest if its fault is in the page of an accelerator that it lacks at the moment.
 * Return whether that is so. */
bool devices_wait(struct guest *guest, uint32_t cause)
{
    const struct region *region = guest->share->region;
    uint32_t address = READ_CSR("mtval");

    if (((cause != CAUSE_LOAD) && (cause != CAUSE_STORE)) || (region == 0) || has(guest)
        || (address - config_of(region)->page >= PAGE_BYTES)) {
        return false;
    }
    await(guest);
    return true;
}

static void events(struct region *region)
{
    struct control *control = control_of(region);
    uint32_t pending = control->ev_pending;

    control->ev_pending = pending;
    if (((pending & HAS_ENDED) != 0u) && (region->owner != 0)) {
        tell(region->owner);
    }
    if ((pending & IS_SAVED) != 0u) {
        region->owner->share->saved = true;
        empty(region);
    } else if (((pending & IS_READY) != 0u) && (region->owner == 0)) {
        empty(region);
    } else if ((pending & IS_READY) != 0u) {
        (region->phase == CHANGING ? begin : give)(region);
    }
    allot();
}

/* Handle the active lines of regions. Return the other active lines. */
uint32_t devices_lines(uint32_t lines)
{
    uint32_t n;

    for (n = 0u; n < REGIONS; n++) {
        if ((lines & region_config[n].line) != 0u) {
            events(&regions[n]);
            lines &= ~region_config[n].line;
        }
    }
    return lines;
}

/* Return the lines of regions that may interrupt the guest `running`: those with at least its priority. If `running` is
 * 0, return the lines that will become active. */
uint32_t devices_open(const struct guest *running)
{
    const struct guest *waiting = first_waiting();
    const struct region *region;
    uint32_t lines = 0u;

    for (region = regions; region != regions + REGIONS; region++) {
        if ((region->phase != VACANT)
            && (running != 0 ? priority_of(region, waiting) >= running->priority
                             : (region->phase != GIVEN) || ((control_of(region)->status & WILL_TELL) != 0u))) {
            lines |= config_of(region)->line;
        }
    }
    return lines;
}
#endif
