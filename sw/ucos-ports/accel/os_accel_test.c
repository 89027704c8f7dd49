/* SPDX-License-Identifier: Apache-2.0 */
/* The self-test of os_accel_test.h: the units and the golden model execute a table of instructions. */

#include <stddef.h>
#include <string.h>
#include <ci_intrinsics.h>
#include <model/accelerator.h>
#include <ucos_ii.h>
#include "os_accel_test.h"

/* --------------------------------------------- Timed instructions --------------------------------------------- */

#define ID(unit, op, ...) unit##_##op,
enum { CI_INSTRUCTIONS(ID) INSTRUCTIONS };

/* Execute an instruction between two readings of mcycle. All three are in one line of the instruction cache. */
#define TIMED(insn) \
    __asm__ volatile(".balign 16\n\tcsrr %1, mcycle\n\t" insn "\n\tcsrr %2, mcycle" \
                     : "=&r"(rd), "=&r"(before), "=&r"(after) \
                     : "r"(rs1), "r"(rs2))

#ifdef METRONOME_WISHBONE
/*
 * An instruction that uses rs2 is a store. All others are loads, even without a result, because the measured time of a
 * store does not include the bus access.
 */
#define RUN(unit, op, kind2) \
    do { \
        rs1 = METRONOME_WISHBONE + ci_wishbone_offset(unit, op, rs1); \
        if (kind2 != CI_KIND_NOTHING) { \
            TIMED("sw %4, 0(%3)"); \
            rd = 0u; \
        } else { \
            TIMED("lw %0, 0(%3)"); \
        } \
    } while (0)
#else
#define RUN(unit, op, kind2) TIMED(CI_INSN(unit, op) ", %0, %3, %4")
#endif

#define FUNCTION(unit, op, name, kind1, kind2, ...) \
    static INT32U run_##unit##_##op(INT32U rs1, INT32U rs2, INT32U *pcycles) \
    { \
        INT32U rd, before, after; \
\
        RUN(CI_UNIT_##unit, CI_##unit##_##op, CI_KIND_##kind2); \
        *pcycles = after - before; \
        return rd; \
    }
CI_INSTRUCTIONS(FUNCTION)

/* Return the cycles between two readings of mcycle with no instruction between them. */
static INT32U reading_cycles(void)
{
    const INT32U rs1 = 0u, rs2 = 0u;
    INT32U rd, before, after;

    TIMED("mv %0, zero"); /* one cycle */
    (void)rd;
    return after - before - 1u;
}

enum { READS, CHANGES };
#define ROW(unit, op, name, kind1, kind2, kind_of_result, access) \
    {name, CI_UNIT_##unit, CI_##unit##_##op, CI_KIND_##kind1, access, run_##unit##_##op},
static const struct instruction {
    const char *name;
    INT8U unit;
    INT8U op;
    INT8U rs1;     /* kind of rs1 */
    INT8U access;  /* READS or CHANGES */
    INT32U (*run)(INT32U rs1, INT32U rs2, INT32U *pcycles);
} instructions[INSTRUCTIONS] = {CI_INSTRUCTIONS(ROW)};

/* ------------------------------------------------- Test steps ------------------------------------------------- */

/* Codes of operands that depend on the core. Any other number is the operand itself. */
enum {
    LAST = 200, /* last task, N - 1                */
    BEYOND,     /* first number without a task, N  */
    ONES,       /* all 32 bits                     */
    PATTERN,    /* some of the bits                */
    LONGEST,    /* longest delay, 2^W - 1          */
    OVERLONG,   /* one tick more: its low W bits are 0 */
    LAST_WORD,  /* word with the last task */
    LAST_ROW,   /* row with the last task          */

    /* Steps that are not a single instruction. */
    RESET_ALL,  /* restore the state after reset                                                    */
    PROBE       /* end a delay of the task, because only this shows held tasks and whether delays count */
};

/* rs1 of an event instruction: event, kind with its option bits or an index of a word, task. */
#define ON(event, kind, task) ((event) | (kind) << CI_EVENT_KIND_LOW | CI_EVENT_TASK(task))
/* rs2 of EVENT_FLAG_NEXT: an outcome. The search covers the waiting tasks from this task on. */
#define FROM(task) (CI_EVENT_WOKEN | (task) << CI_EVENT_WHO_LOW)

struct step {
    INT8U insn;
    INT32U rs1;
    INT32U rs2;
};

/*
 * A chapter begins with RESET_ALL, so that a difference affects only its chapter. Task numbers are below 8, or LAST,
 * because every core has these tasks. Earlier steps set up the state that an instruction must not change.
 */
static const struct step steps[] = {
    {RESET_ALL, 0, 0},
    {INFO_INFO, 0, 0}, {INFO_INFO, ONES, ONES},
    {READY_BIT, 0, 0}, {READY_BIT, 3, 0}, {READY_BIT, 7, 0}, {READY_BIT, 8, 0}, {READY_BIT, ONES, 0},
    {READY_LOWEST, 0, 0}, {READY_LOWEST, 1, 0}, {READY_LOWEST, 12, 0}, {READY_LOWEST, 128, 0},
    {READY_LOWEST, PATTERN, 0}, {READY_LOWEST, ONES, 0},
    /* set and clear, from no task to several and back; tasks that already have the state, and numbers without a task */
    {RESET_ALL, 0, 0},
    {READY_HIGHEST, 0, 0}, {READY_SET, LAST, 0}, {READY_HIGHEST, 0, 0}, {READY_SET, 0, 0}, {READY_SET, 5, 0},
    {READY_SET, 5, 0}, {READY_SET, BEYOND, 0}, {READY_SET, ONES, 0}, {READY_CLEAR, 0, 0}, {READY_HIGHEST, 0, 0},
    {READY_CLEAR, BEYOND, 0}, {READY_CLEAR, ONES, 0}, {READY_CLEAR, 5, 0}, {READY_CLEAR, 5, 0},
    {READY_CLEAR, LAST, 0},
    /* the map by words, rows and tasks */
    {RESET_ALL, 0, 0},
    {READY_WORD_WRITE, 0, PATTERN}, {READY_WORD_WRITE, LAST_WORD, ONES}, {READY_WORD_WRITE, 8, PATTERN},
    {READY_WORD_WRITE, ONES, 0}, {READY_TEST, 1, 0}, {READY_TEST, BEYOND, 0}, {READY_TEST, ONES, 0},
    {READY_WORD, 8, 0}, {READY_WORD, ONES, 0}, {READY_ROW, LAST_ROW, 0}, {READY_ROW, 32, 0}, {READY_ROW, ONES, 0},
    {READY_GROUP, ONES, ONES}, {READY_WORD_WRITE, 0, 0}, {READY_WORD_WRITE, 0, ONES}, {READY_CLEAR_ALL, 0, 0},
    /* delays of all lengths */
    {RESET_ALL, 0, 0},
    {TIME_SET, 0, 1}, {TIME_SET, 2, LONGEST}, {TIME_SET, 3, OVERLONG}, {TIME_SET, 4, PATTERN}, {TIME_SET, LAST, 5},
    {TIME_SET, LAST, 9}, {TIME_SET, 4, 0}, {TIME_SET, BEYOND, 7}, {TIME_SET, ONES, 7}, {TIME_GET, BEYOND, 0},
    {TIME_GET, ONES, 0}, {TIME_CLEAR, BEYOND, 0}, {TIME_CLEAR, ONES, 0}, {TIME_CLEAR, 2, 0}, {TIME_CLEAR, 2, 0},
    {TIME_CLEAR, LAST, 0},
    /* end of delays; an expired task is taken or forgotten */
    {RESET_ALL, 0, 0},
    {TIME_TICK, 0, 0}, {TIME_SET, 1, 1}, {TIME_SET, 4, 2}, {TIME_SET, 6, LONGEST}, {TIME_SET, LAST, 3},
    {TIME_TICK, 0, 0}, {TIME_TAKE, 1, 0}, {TIME_TAKE, 1, 0}, {TIME_TAKE, 4, 0}, {TIME_TICK, ONES, ONES},
    {TIME_TAKE, BEYOND, 0}, {TIME_TAKE, ONES, 0}, {TIME_CLEAR, 4, 0}, {TIME_TICK, 0, 0}, {TIME_EXPIRED, 8, 0},
    {TIME_EXPIRED, ONES, 0}, {TIME_SET, LAST, 1}, {TIME_TICK, 0, 0}, {TIME_RESULTS_CLEAR, 0, 0},
    {TIME_RESULTS_CLEAR, 0, 0},
    /* held tasks, which TIME_NEXT returns when their delays end */
    {RESET_ALL, 0, 0},
    {TIME_NEXT, 0, 0}, {TIME_HOLD, 2, 0}, {PROBE, 3, 0}, {PROBE, 2, 0}, {TIME_HOLD, LAST, 0}, {PROBE, LAST, 0},
    {TIME_HOLD, BEYOND, 0}, {TIME_HOLD, ONES, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0},
    {TIME_NEXT, 0, 0}, {TIME_SET, 5, 1}, {TIME_TICK, 0, 0}, {TIME_HOLD, 5, 0}, {TIME_NEXT, 0, 0},
    {TIME_RELEASE, BEYOND, 0}, {TIME_RELEASE, ONES, 0}, {TIME_RELEASE, LAST, 0}, {PROBE, LAST, 0}, {PROBE, 2, 0},
    {TIME_RELEASE, 2, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0},
    /* delay, expiry and hold move together */
    {RESET_ALL, 0, 0},
    {TIME_HOLD, 6, 0}, {PROBE, 6, 0}, {TIME_TAKE, 6, 0}, {TIME_SET, 6, 2}, {TIME_SET, 2, 7}, {TIME_SET, 4, 1},
    {TIME_TICK, 0, 0}, {TIME_MOVE, 4, LAST}, {TIME_MOVE, 6, 2}, {PROBE, 6, 0}, {PROBE, 2, 0},
    {TIME_MOVE, 2, 2}, {TIME_MOVE, 2, BEYOND}, {TIME_MOVE, BEYOND, 2}, {TIME_MOVE, ONES, 2}, {TIME_MOVE, 2, ONES},
    {PROBE, 2, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0}, {TIME_NEXT, 0, 0},
    /* delays while counting is off */
    {RESET_ALL, 0, 0},
    {TIME_SET, 7, 9}, {TIME_ACTIVATE, 0, 0}, {PROBE, 1, 0}, {TIME_ACTIVATE, 3, 0}, {PROBE, 1, 0},
    {TIME_ACTIVATE, 2, 0}, {PROBE, 1, 0}, {TIME_ACTIVATE, ONES, 0}, {PROBE, 1, 0},
    /* a wait list: add, remove, pend, post, abort, and marked tasks, which software must wake */
    {RESET_ALL, 0, 0},
    {EVENT_INFO, ONES, ONES}, {EVENT_INIT, 1, PATTERN}, {EVENT_PUT, 1, ONES}, {EVENT_INIT, 255, 7},
    {EVENT_PUT, ON(1, 8, 0), 3},
    {EVENT_GET, 255, 0}, {EVENT_GET, ON(1, 1, 0), ONES}, {EVENT_ADD, ON(1, 0, 3), 0}, {EVENT_WORD, ON(1, 4, 0), 0},
    {EVENT_ADD, ON(1, 0, 6), 0}, {EVENT_ADD, ON(1, 0, 6), 0},
    {EVENT_REMOVE, ON(1, 0, 3), 0}, {EVENT_REMOVE, ON(1, 0, 4), 0}, {EVENT_PEND, ON(1, 0, 2), 5},
    {EVENT_TAKE, 2, 0}, {EVENT_POST, ON(1, 0, 0), PATTERN}, {EVENT_TAKE, 2, 0}, {EVENT_TAKE, 2, 0},
    {EVENT_TAKE, ONES, 0}, {EVENT_MARK, 6, ONES}, {EVENT_POST, ON(1, 0, 0), 1}, {EVENT_ABORT, 1, 0},
    {EVENT_COPY, 6, 2}, {EVENT_COPY, 6, BEYOND}, {EVENT_MARK, 6, 2}, {EVENT_ABORT, 1, 0}, {EVENT_ABORT, 1, 0},
    {EVENT_TAKE, 6, 0}, {EVENT_MARK, 2, 0}, {EVENT_PEND, ON(1, 0, 2), 0}, {EVENT_POST, ON(1, 0, 0), PATTERN},
    {EVENT_MESSAGE, BEYOND, 0}, {EVENT_MESSAGE, 2, ONES}, {EVENT_PEND, ON(1, 0, 5), 0}, {EVENT_INIT, 1, 9},
    /* semaphore, mailbox, queue: until empty and until full */
    {RESET_ALL, 0, 0},
    {EVENT_INIT, 0, 0xFFFE}, {EVENT_POST, ON(0, 1, 0), 0}, {EVENT_POST, ON(0, 1, 0), 0}, {EVENT_PUT, 0, 1},
    {EVENT_PEND, ON(0, 13, 4), 9},
    {EVENT_PEND, ON(0, 1, 4), 9}, {EVENT_PEND, ON(0, 1, 4), LONGEST}, {EVENT_PUT, ON(0, 8, 0), 3},
    {EVENT_POST, ON(0, 1, 0), 0},
    {EVENT_POST, ON(2, 2, 0), PATTERN}, {EVENT_POST, ON(2, 2, 0), 1}, {EVENT_PEND, ON(2, 2, 5), 1},
    {EVENT_PEND, ON(2, 2, 5), 1}, {TIME_TICK, 0, 0}, {EVENT_POST, ON(2, 2, 0), 3}, {EVENT_TAKE, 5, 0},
    {EVENT_INIT, 3, 0x201}, {EVENT_POST, ON(3, 3, 0), 11}, {EVENT_POST, ON(3, 7, 0), 22},
    {EVENT_POST, ON(3, 3, 0), 33}, {EVENT_PEND, ON(3, 15, 1), 0}, {EVENT_PEND, ON(3, 7, 1), 0},
    {EVENT_PEND, ON(3, 3, 1), 0}, {EVENT_POST, ON(3, 3, 0), 44},
    {EVENT_PEND, ON(3, 3, 1), 0}, {EVENT_PEND, ON(3, 3, 1), 0}, {EVENT_PEND, ON(3, 3, 1), 0},
    /* flags: all or any, set or clear, consumed or not */
    {RESET_ALL, 0, 0},
    {EVENT_WANT, 1, 3}, {EVENT_WANT, 4, 12}, {EVENT_WANT, 6, 6}, {EVENT_WANT, LAST, 1}, {EVENT_WANT, BEYOND, 1},
    {EVENT_PEND, ON(0, 0x20, 1), 0}, {EVENT_PEND, ON(0, 0x30, 4), 4}, {EVENT_PEND, ON(0, 0x60, 6), 0},
    {EVENT_FLAG_NEXT, 0, FROM(0)}, {EVENT_PUT, 0, 7}, {EVENT_FLAG_NEXT, 0, FROM(2)}, {EVENT_FLAG_NEXT, 0, FROM(0)},
    {EVENT_FLAG_NEXT, 0, FROM(0)}, {EVENT_FLAG_NEXT, 0x800, FROM(255)}, {EVENT_FLAG_NEXT, 0x800, FROM(0)},
    {EVENT_PUT, 0, 8},
    {EVENT_FLAG_NEXT, 0, FROM(0)}, {EVENT_PEND, ON(0, 0x50, 4), 0}, {EVENT_FLAG_NEXT, 0x800, ONES},
    {EVENT_FLAG_NEXT, 0x800, FROM(4)},
};

/* -------------------------------------------------- Results --------------------------------------------------- */

struct call {
    INT8U insn;
    INT32U rs1;
    INT32U rs2;
    INT32U unit;  /* result of the unit  */
    INT32U model; /* result of the model */
};

static struct record {
    INT32U runs;
    INT32U differences;
    INT32U cycles_min;
    INT32U cycles_max;
    struct call first; /* first call with a wrong effect */
    struct call shown; /* call with the wrong result: the same call, or a later check of the state */
} records[INSTRUCTIONS];

static struct accelerator model;
static INT32U overhead; /* overhead of a measurement in cycles */

/* Execute an instruction on the units and on the model. Return whether the results are equal. */
static BOOLEAN run(INT8U insn, INT32U rs1, INT32U rs2, struct call *pcall)
{
    struct record *prec = &records[insn];
    INT32U cycles;
    int illegal;

    pcall->insn = insn;
    pcall->rs1 = rs1;
    pcall->rs2 = rs2;
    pcall->unit = instructions[insn].run(rs1, rs2, &cycles);
    pcall->model = accelerator_execute(&model, instructions[insn].unit, instructions[insn].op, rs1, rs2, &illegal);
    cycles -= overhead;
    if ((prec->runs == 0u) || (cycles < prec->cycles_min)) {
        prec->cycles_min = cycles;
    }
    if (cycles > prec->cycles_max) {
        prec->cycles_max = cycles;
    }
    prec->runs++;
    return (BOOLEAN)(pcall->unit == pcall->model);
}

static void blame(struct call const *pcall, struct call const *pshown)
{
    struct record *prec = &records[pcall->insn];

    if (prec->differences == 0u) {
        prec->first = *pcall;
        prec->shown = *pshown;
    }
    prec->differences++;
}

/* Read a value of `nbr` tasks, rows or words. Return whether all are equal; *pfirst is the first difference. */
static BOOLEAN read(INT8U insn, INT32U nbr, struct call *pfirst)
{
    struct call call;
    BOOLEAN equal = OS_TRUE;
    INT32U rs1;

    for (rs1 = 0u; rs1 < nbr; rs1++) {
        if (!run(insn, rs1, 0u, &call) && equal) {
            equal = OS_FALSE;
            *pfirst = call;
        }
    }
    return equal;
}

/* Return how many values of rs1 read the ready map, by the kind of rs1. 0: the instruction does not read the map. */
static INT32U count_map_operands(INT8U kind)
{
    switch (kind) {
    case CI_KIND_NOTHING:
        return 1u;
    case CI_KIND_TASK:
        return model.tasks;
    case CI_KIND_ROW:
        return (model.tasks + 7u) / 8u;
    case CI_KIND_WORD:
        return (model.tasks + 31u) / 32u;
    default:
        return 0u;
    }
}

/*
 * Check the ready map after an instruction. Several instructions read the map: if only one of them differs, that one is
 * wrong and the map is correct. Return whether the map is correct.
 */
static BOOLEAN check_ready(struct call const *pafter)
{
    struct call shown;
    INT8U insn, ways = 0u;

    if ((model.units & ACCELERATOR_READY) == 0u) {
        return OS_TRUE;
    }
    for (insn = 0u; insn < INSTRUCTIONS; insn++) {
        if ((instructions[insn].unit == CI_UNIT_READY) && (instructions[insn].access == READS)) {
            ways += (INT8U)!read(insn, count_map_operands(instructions[insn].rs1), &shown);
        }
    }
    if (ways != 0u) {
        blame(ways == 1u ? &shown : pafter, &shown);
    }
    return (BOOLEAN)(ways <= 1u);
}

/*
 * TIME_EXPIRED differs in word `index`: execute TIME_TAKE for its 32 tasks. Return whether a result differs. If so, the
 * state is wrong. Otherwise, only TIME_EXPIRED is wrong.
 */
static BOOLEAN expired_tasks_differ(INT32U index)
{
    struct call call;
    BOOLEAN differs = OS_FALSE;
    INT32U task;

    for (task = 32u * index; task < 32u * index + 32u; task++) {
        if (!run(TIME_TAKE, task, 0u, &call)) {
            differs = OS_TRUE;
        }
    }
    return differs;
}

/*
 * Check delays and expired tasks. probe() checks held tasks and whether delays count, because only the end of a delay
 * shows these. Return whether the state of units and model is equal.
 */
static BOOLEAN check_time(struct call const *pafter)
{
    struct call shown;

    if ((model.units & ACCELERATOR_TIME) == 0u) {
        return OS_TRUE;
    }
    if (!read(TIME_GET, model.tasks, &shown)) {
        blame(pafter, &shown);
        return OS_FALSE;
    }
    if (!read(TIME_EXPIRED, (model.tasks + 31u) / 32u, &shown)) {
        const BOOLEAN differs = expired_tasks_differ(shown.rs1);

        blame(differs ? pafter : &shown, &shown);
        return (BOOLEAN)!differs;
    }
    return OS_TRUE;
}

/* Check events and the messages of tasks. Return whether all are equal. */
static BOOLEAN check_events(struct call const *pafter)
{
    struct call shown;

    if ((model.units & ACCELERATOR_EVENT) == 0u) {
        return OS_TRUE;
    }
    if (!read(EVENT_GET, model.events, &shown) || !read(EVENT_WORD, model.events, &shown) ||
        !read(EVENT_MESSAGE, model.tasks, &shown)) {
        blame(pafter, &shown);
        return OS_FALSE;
    }
    return OS_TRUE;
}

static BOOLEAN check_state(struct call const *pafter)
{
    return (BOOLEAN)(check_ready(pafter) && check_time(pafter) && check_events(pafter));
}

/* --------------------------------------------------- The run -------------------------------------------------- */

/* Bring the units and the model to the state after reset. Return whether this worked. */
static BOOLEAN reset_state(void)
{
    struct call call;
    INT32U task;

    const INT32U units = model.units, events = model.events, words = model.queue_words;
    const unsigned services = model.services;

    (void)accelerator_init(&model, model.tasks, model.width, units & ~ACCELERATOR_EVENT, model.engine);
    if ((units & ACCELERATOR_EVENT) != 0u) {
        (void)accelerator_add_events(&model, events, words, services);
        for (task = 0u; task < events; task++) {
            (void)run(EVENT_INIT, task, 0u, &call);
        }
        for (task = 0u; task < model.tasks; task++) {
            (void)run(EVENT_TAKE, task, 0u, &call);
            (void)run(EVENT_WANT, task, 0u, &call);
            (void)run(EVENT_MARK, task, 0u, &call);
        }
        if (!check_events(&call)) {
            return OS_FALSE;
        }
    }
    if ((model.units & ACCELERATOR_READY) != 0u) {
        (void)run(READY_CLEAR_ALL, 0u, 0u, &call);
        if (!check_ready(&call)) {
            return OS_FALSE;
        }
    }
    if ((model.units & ACCELERATOR_TIME) != 0u) {
        (void)run(TIME_ACTIVATE, 1u, 0u, &call);
        for (task = 0u; task < model.tasks; task++) {
            (void)run(TIME_RELEASE, task, 0u, &call);
            (void)run(TIME_CLEAR, task, 0u, &call);
        }
        return check_time(&call);
    }
    return OS_TRUE;
}

static BOOLEAN core_has_instruction(INT8U insn)
{
    switch (insn == PROBE ? CI_UNIT_TIME : instructions[insn].unit) {
    case CI_UNIT_READY:
        return (BOOLEAN)((model.units & ACCELERATOR_READY) != 0u);
    case CI_UNIT_TIME:
        return (BOOLEAN)((model.units & ACCELERATOR_TIME) != 0u);
    case CI_UNIT_EVENT:
        return (BOOLEAN)(((model.units & ACCELERATOR_EVENT) != 0u) &&
                         ((insn != EVENT_FLAG_NEXT) || ((model.services & ACCELERATOR_FLAGS) != 0u)));
    default:
        return OS_TRUE;
    }
}

static INT32U operand(INT32U code)
{
    const INT32U longest = (model.width != 0u) ? 0xFFFFFFFFu >> (32u - model.width) : 0u;

    switch (code) {
    case LAST:
        return model.tasks - 1u;
    case BEYOND:
        return model.tasks;
    case ONES:
        return 0xFFFFFFFFu;
    case PATTERN:
        return 0x5A3C9E70u;
    case LONGEST:
        return longest;
    case OVERLONG:
        return longest + 1u;
    case LAST_WORD:
        return (model.tasks - 1u) / 32u;
    case LAST_ROW:
        return (model.tasks - 1u) / 8u;
    default:
        return code;
    }
}

/*
 * Set a delay of one tick and let the delay end. Blame a difference on the previous instruction, or on TIME_TICK if
 * TIME_TICK has differed before. Return whether units and model agree.
 */
static BOOLEAN probe(INT32U task, struct call const *pbefore)
{
    struct call call;

    (void)run(TIME_SET, task, 1u, &call);
    if (!run(TIME_TICK, 0u, 0u, &call)) {
        blame(records[TIME_TICK].differences == 0u ? pbefore : &call, &call);
        return OS_FALSE;
    }
    if (records[TIME_TICK].differences != 0u) {
        pbefore = &call;
    }
    return check_state(pbefore);
}

/* Run the table. After a difference in the state, continue with the next chapter. */
static void run_steps(void)
{
    struct call call = {0};
    BOOLEAN equal = OS_FALSE;
    struct step const *pstep;

    for (pstep = steps; pstep < steps + sizeof(steps) / sizeof(steps[0]); pstep++) {
        if (pstep->insn == RESET_ALL) {
            equal = reset_state();
        } else if (!equal || !core_has_instruction(pstep->insn)) {
            continue;
        } else if (pstep->insn == PROBE) {
            equal = probe(operand(pstep->rs1), &call);
        } else {
            if (!run(pstep->insn, operand(pstep->rs1), operand(pstep->rs2), &call)) {
                blame(&call, &call);
            }
            equal = check_state(&call);
        }
    }
    (void)reset_state();
}

/* ------------------------------------------------- The report ------------------------------------------------- */

static int (*put_char)(int c);

static void print(const char *text)
{
    while (*text != '\0') {
        (void)put_char(*text++);
    }
}

static void print_nbr(INT32U value, INT32U base)
{
    if (value >= base) {
        print_nbr(value / base, base);
    }
    (void)put_char("0123456789abcdef"[value % base]);
}

static void print_hex(INT32U value)
{
    print("0x");
    print_nbr(value, 16u);
}

/* Print a number and a noun, such as "24 instructions". */
static void print_count(INT32U nbr, const char *what)
{
    print_nbr(nbr, 10u);
    print(" ");
    print(what);
    print(nbr == 1u ? "" : "s");
}

static void print_call(struct call const *pcall)
{
    print(instructions[pcall->insn].name);
    print("(");
    print_hex(pcall->rs1);
    print(", ");
    print_hex(pcall->rs2);
    print(")");
}

static void print_difference(struct record const *prec)
{
    print("DIFFERS: ");
    if (prec->shown.insn != prec->first.insn) {
        print("after ");
        print_call(&prec->first);
        print(" ");
    }
    print_call(&prec->shown);
    print(" gives ");
    print_hex(prec->shown.unit);
    print(", the model ");
    print_hex(prec->shown.model);
}

static void print_instruction(INT8U insn)
{
    struct record const *prec = &records[insn];
    size_t column;

    print("  ");
    print(instructions[insn].name);
    for (column = strlen(instructions[insn].name); column < 24u; column++) {
        print(" ");
    }
    if (prec->runs == 0u) {
        print("not tried\n");
        return;
    }
    if (prec->differences == 0u) {
        print("ok");
    } else {
        print_difference(prec);
    }
    print("; ");
    if (prec->cycles_min < prec->cycles_max) {
        print_nbr(prec->cycles_min, 10u);
        print(" to ");
    }
    print_count(prec->cycles_max, "cycle");
    print("\n");
}

static void print_core(void)
{
    print("units: ");
    print((model.units & ACCELERATOR_READY) != 0u ? "ready, " : "");
    print((model.units & ACCELERATOR_TIME) != 0u ? "time, " : "");
    print_count(model.tasks, "task");
    if ((model.units & ACCELERATOR_TIME) != 0u) {
        print(", delays of ");
        print_count(model.width, "bit");
        print(model.engine != 0u ? ", look-ahead engine" : ", parallel engine");
    }
    if ((model.units & ACCELERATOR_EVENT) != 0u) {
        print(", ");
        print_count(model.events, "event");
    }
    print("\n");
}

static INT32U print_all(void)
{
    INT32U tried = 0u, differences = 0u, not_tried = 0u;
    INT8U insn;

    for (insn = 0u; insn < INSTRUCTIONS; insn++) {
        if (core_has_instruction(insn)) {
            print_instruction(insn);
            tried += records[insn].runs != 0u;
            not_tried += records[insn].runs == 0u;
            differences += records[insn].differences;
        }
    }
    print("Accelerator self-test: ");
    print_count(tried, "instruction");
    print(", ");
    print_count(differences, "difference");
    if (not_tried != 0u) {
        print(", ");
        print_nbr(not_tried, 10u);
        print(" not tried");
    }
    print("\n");
    return differences;
}

/* Add the core's event unit, if any, to the model. Return false if the unit is invalid or on Wishbone. */
static BOOLEAN prepare_events(INT32U units)
{
#ifndef METRONOME_WISHBONE
    if ((units & ACCELERATOR_EVENT) != 0u) {
        const INT32U has = ci_event_info();

        return (BOOLEAN)accelerator_add_events(&model, CI_EVENT_INFO_EVENTS(has), CI_EVENT_INFO_WORDS(has),
                                               ACCELERATOR_SERVICES_OF(has));
    }
#endif
    return (BOOLEAN)((units & ACCELERATOR_EVENT) == 0u);
}

/* Create the model of this core. Return whether there is anything to test; if not, print the reason. */
static BOOLEAN prepare(INT32U info)
{
    print("Accelerator self-test, ");
    if (info == 0u) {
        print("no units: this core knows none of the instructions\n");
        return OS_FALSE;
    }
    if (CI_INFO_VERSION(info) != CI_VERSION) {
        print("instructions of another version: the core's is ");
        print_nbr(CI_INFO_VERSION(info), 10u);
        print(", this test's ");
        print_nbr(CI_VERSION, 10u);
        print("\n");
        return OS_FALSE;
    }
    if (!accelerator_init(&model, CI_INFO_TASKS(info), CI_INFO_WIDTH(info), CI_INFO_UNITS(info) & ~ACCELERATOR_EVENT,
                          CI_INFO_ENGINE(info)) || !prepare_events(CI_INFO_UNITS(info))) {
        print("no core has this information word: ");
        print_hex(info);
        print("\n");
        return OS_FALSE;
    }
    print_core();
    return OS_TRUE;
}

INT32U OS_AccelSelfTest(int (*put)(int c))
{
    OS_CPU_SR cpu_sr = 0u;
    INT32U info;

    put_char = put;
    if (OSTaskCtr != 0u) {
        print("Accelerator self-test: call it before OSInit(), after which the units hold the kernel's state\n");
        return 1u;
    }
    OS_CPU_TrapInit();
    info = OS_CPU_AccelInfo();
    if (!prepare(info)) {
        return info != 0u;
    }
    memset(records, 0, sizeof(records));
    OS_ENTER_CRITICAL();
    overhead = reading_cycles();
    run_steps();
    OS_EXIT_CRITICAL();
    return print_all();
}
