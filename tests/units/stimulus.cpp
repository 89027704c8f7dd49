// SPDX-License-Identifier: Apache-2.0
#include "stimulus.h"

#include <algorithm>
#include <stdexcept>

#include "ci_opcodes.h"

std::vector<Instruction> instructions(const Configuration& configuration)
{
    std::vector<Instruction> found;
    auto exists = [&](unsigned unit, unsigned op) {
        switch (unit) {
        case CI_UNIT_INFO: return port_units > 0;
        case CI_UNIT_TIME:
            return configuration.has(ACCELERATOR_TIME) ||
                   (configuration.has_timed_lists() && (op == CI_TIME_READ || op == CI_TIME_WRITE));
        case CI_UNIT_READY: return configuration.has(ACCELERATOR_READY);
        case CI_UNIT_LIST: return configuration.levels > 0;
        case CI_UNIT_WAIT: return configuration.waiting > 0;
        default:
            return configuration.has(ACCELERATOR_EVENT) &&
                   (op != CI_EVENT_FLAG_NEXT || (configuration.services & ACCELERATOR_FLAGS));
        }
    };
#define ROW(unit, op, name, kind1, kind2, ...) \
    if (exists(CI_UNIT_##unit, CI_##unit##_##op)) \
        found.push_back({CI_UNIT_##unit, CI_##unit##_##op, name, CI_KIND_##kind1, CI_KIND_##kind2});
    CI_INSTRUCTIONS(ROW)
    if (configuration.has(ACCELERATOR_TIME_BASE)) {
        CI_TIME_BASE_INSTRUCTIONS(ROW)
    }
    CI_LIST_INSTRUCTIONS(ROW)
    CI_WAIT_INSTRUCTIONS(ROW)
#undef ROW
    return found;
}

Stimulus::Stimulus(const Configuration& configuration, Random& random)
    : configuration(configuration), random(random), all(instructions(configuration))
{
}

void Stimulus::begin_phase()
{
    left = random.of({30u, 100u, 300u, 1000u});
    // Each instruction is absent, rare, usual or frequent, so that the phases also cover mixes of few instructions.
    weights.clear();
    weight_sum = 0;
    for (const Instruction& i : all) {
        unsigned weight = random.of({0u, 1u, 4u, 16u});
        // Frequent clears of a whole unit would keep it empty. Ticks drive all other events, so they may be frequent.
        if (is(i, CI_UNIT_TIME, CI_TIME_RESULTS_CLEAR) || is(i, CI_UNIT_READY, CI_READY_CLEAR_ALL)
            || is(i, CI_UNIT_TIME, CI_TIME_ACTIVATE) || is(i, CI_UNIT_LIST, CI_LIST_CLEAR)
            || is(i, CI_UNIT_WAIT, CI_WAIT_CLEAR)) {
            weight = random.of({0u, 0u, 1u});
        } else if (is(i, CI_UNIT_TIME, CI_TIME_TICK) || is(i, CI_UNIT_LIST, CI_LIST_TICK)) {
            weight = random.of({0u, 4u, 16u, 48u});
        }
        weights.push_back(weight);
        weight_sum += weight;
    }
    if (weight_sum == 0) {
        weights.assign(all.size(), 1);
        weight_sum = static_cast<unsigned>(all.size());
    }
    tasks = random.of({Tasks::ALL, Tasks::FEW, Tasks::FEW, Tasks::EDGES, Tasks::AT_SCAN, Tasks::AT_SCAN});
    few.clear();
    for (unsigned n = random.between(1, 4); n > 0; n--) {
        few.push_back(random.below(configuration.tasks));
    }
    delays = random.of({Ticks::TINY, Ticks::TINY, Ticks::SMALL, Ticks::EQUAL, Ticks::LONG, Ticks::ANY});
    equal = random.between(1, 12);
    pauses = random.of({Pauses::NONE, Pauses::NONE, Pauses::RARE, Pauses::SHORT, Pauses::SCAN, Pauses::LONG});
    const bool has_scan = configuration.lookahead() || configuration.has_timed_lists();
    if (!has_scan && (pauses == Pauses::SCAN || pauses == Pauses::LONG)) {
        pauses = Pauses::NONE;  // without look-ahead there is no scan
    }
    one_in_beyond = random.of({0u, 16u, 64u});
    one_in_unknown = random.of({0u, 0u, 32u});
    one_in_stalled = random.of({0u, 0u, 2u, 8u});
    one_in_withdrawn = random.of({0u, 0u, 2u, 4u});
    active_of_8 = random.of({1u, 4u, 7u});
    activate_first = !random.one_in(8);
    if (configuration.has(ACCELERATOR_TIME_BASE)) {
        begin_time();
    }
}

void Stimulus::begin_time()
{
    const Instruction write{CI_UNIT_TIME, CI_TIME_WRITE, "ci_time_write"};
    pace = random.of({Pace::TINY, Pace::SHORT, Pace::SCAN, Pace::SCAN, Pace::SLOW, Pace::ANY});
    one_in_halted = random.of({0u, 0u, 8u, 64u});
    if (!random.one_in(4)) {
        uint32_t control = random.one_in(8) ? 0 : CI_TIME_CONTROL_AUTOMATIC;
        first = {{write, CI_TIME_BASE_CONTROL, control | (random.word() & ~CI_TIME_CONTROL_AUTOMATIC)},
                 {write, CI_TIME_BASE_PERIOD, period()}};
    }
}

Command Stimulus::next(uint64_t since_tick, uint32_t now)
{
    bool begins = left == 0;
    if (begins) {
        begin_phase();
    }
    left--;
    if (begins && activate_first && configuration.has(ACCELERATOR_TIME)) {
        return {{CI_UNIT_TIME, CI_TIME_ACTIVATE, "ci_time_activate"}, 1, random.word()};
    }

    if (!first.empty()) {
        Command command = first.front();
        first.erase(first.begin());
        return command;
    }

    Command command{instruction(), random.word(), random.word()};
    const Instruction& instruction = command.instruction;
    if (instruction.rs1 == CI_KIND_TIME_REGISTER) {
        of_base(command);
    } else if (instruction.unit == CI_UNIT_EVENT && configuration.has(ACCELERATOR_EVENT)) {
        of_event(command, since_tick);
    } else if ((instruction.unit == CI_UNIT_LIST && configuration.levels > 0)
               || (instruction.unit == CI_UNIT_WAIT && configuration.waiting > 0)) {
        of_lists(command, now);
    } else if (instruction.unit == CI_UNIT_TIME || instruction.unit == CI_UNIT_READY) {
        // An unused rs1 gets a task number, so that the comparison shows if the unit uses it.
        command.rs1 = operand(instruction.rs1 == CI_KIND_NOTHING ? CI_KIND_TASK : instruction.rs1, since_tick);
        if (instruction.rs2 != CI_KIND_NOTHING) {
            command.rs2 = operand(instruction.rs2, since_tick);
        }
    }
    return command;
}

uint32_t Stimulus::operand(unsigned kind, uint64_t since_tick)
{
    switch (kind) {
    case CI_KIND_TASK: return task(since_tick);
    case CI_KIND_TICKS: return ticks();
    case CI_KIND_WORD: return index((configuration.tasks + 31) / 32);
    case CI_KIND_ROW: return index((configuration.tasks + 7) / 8);
    case CI_KIND_BYTE:
    case CI_KIND_BIT_NUMBER: return random.one_in(2) ? random.word() : random.below(256);
    case CI_KIND_BIT: return (random.below(8) < active_of_8) | (random.word() & ~1u);
    case CI_KIND_MAP: {  // full, empty, one bit, anything
        uint32_t word = random.word();
        return random.of({0u, 0u, ~0u, 1u << random.below(32), word, word & random.word() & random.word()});
    }
    default: throw std::logic_error("an operand of a kind that there is no stimulus for");
    }
}

// Return the period of a tick in cycles. 0 stops the ticks.
uint32_t Stimulus::period()
{
    // The task lists scan for up to six cycles per task, and move waking tasks in up to nine.
    const uint32_t n = configuration.tasks * (configuration.levels > 0 ? random.between(1, 15) : 1);
    switch (pace) {
    case Pace::TINY: return random.between(1, 4);
    case Pace::SHORT: return random.between(2, n + 20);
    case Pace::SCAN: return random.between(n + 4, 2 * n + 30);
    case Pace::SLOW: return random.between(100, 3000);
    default: return random.of({0u, 1u, n, random.below(1000), random.word(), ~0u, ~0u - 1});
    }
}

void Stimulus::of_base(Command& command)
{
    const uint32_t alarm = random.below(ACCELERATOR_ALARMS), time = CI_TIME_BASE_TIME, left = CI_TIME_BASE_LEFT,
                   high = CI_TIME_BASE_TIME_HIGH, status = CI_TIME_BASE_STATUS, period = CI_TIME_BASE_PERIOD,
                   running = CI_TIME_BASE_RUNNING, first = CI_TIME_BASE_ALARM + alarm,
                   then = CI_TIME_BASE_ALARM_PERIOD + alarm;
    uint32_t number = is(command.instruction, CI_UNIT_TIME, CI_TIME_READ)
                          ? random.of({time, high, left, left, status, status, status})
                          : random.of({status, status, period, running, running, first, first, first, then});
    if (configuration.lines > 0 && random.one_in(2)) {
        of_lines_that_post(command);
        return;
    }
    if (random.one_in(16)) {
        number = random.below(32);  // any number: also control, and registers that do not exist or cannot be accessed
    }
    switch (number) {
    case CI_TIME_BASE_STATUS: command.rs2 = random.of({random.word(), ~0u, 1u << random.between(8, 15)}); break;
    case CI_TIME_BASE_PERIOD: command.rs2 = random.one_in(4) ? 0 : this->period(); break;
    case CI_TIME_BASE_RUNNING:
        command.rs2 = (random.word() & ~0xFFu) |
                      random.of({0u, 0xFFu, configuration.tasks & 0xFFu,
                                 configuration.levels > 0 ? level() & 0xFFu : random.below(configuration.tasks)});
        break;
    default:
        if (number == first || number == then) {
            command.rs2 = random.one_in(4) ? ticks() : random.below(5);
        }
    }
    command.rs1 = number | (random.one_in(8) ? random.word() & ~0x1Fu : 0);
}

void Stimulus::of_lines_that_post(Command& command)
{
    const uint32_t line = CI_TIME_BASE_LINE, message = CI_TIME_BASE_LINE_MESSAGE, served = CI_TIME_BASE_LINES_SERVED,
                   left = CI_TIME_BASE_LINES_LEFT, overrun = CI_TIME_BASE_LINES_OVERRUN, task = CI_TIME_BASE_LINE_TASK,
                   control = CI_TIME_BASE_CONTROL, other = configuration.levels > 0 ? task : message,
                   rare = configuration.levels > 0 ? control : overrun;
    command.rs1 = random.of({line, other, other, other, served, served, left, left, overrun, rare}) |
                  (random.one_in(8) ? random.word() & ~0x1Fu : 0);
    if (CI_TIME_BASE_REGISTER_OF(command.rs1) == control) {
        command.rs2 = random.one_in(4) ? 0 : CI_TIME_CONTROL_AUTOMATIC;  // a line wakes tasks only with automatic ticks
    } else if (CI_TIME_BASE_REGISTER_OF(command.rs1) == task && configuration.levels > 0) {
        command.rs2 = random.below(random.one_in(8) ? 32 : configuration.lines) |
                      !random.one_in(4) << CI_LINE_TASK_WAITS_LOW |
                      random.below(configuration.tasks) << CI_LINE_TASK_TASK_LOW |
                      (random.one_in(2) ? random.word() & 0xFFFF00A0u : 0);
    } else if (CI_TIME_BASE_REGISTER_OF(command.rs1) == line) {
        const uint32_t event = random.one_in(8) && configuration.events ? random.below(configuration.events)
                                                                        : random.below(4),
                       kind = random.one_in(8) ? random.below(4) : event & 3;
        command.rs2 = random.below(random.one_in(8) ? 32 : configuration.lines) |
                      random.below(2) << CI_LINE_LEVEL_LOW | !random.one_in(4) << CI_LINE_ENABLE_LOW |
                      (event | kind << CI_EVENT_KIND_LOW) << CI_LINE_EVENT_LOW |
                      (random.one_in(2) ? random.word() & 0xFFFC0080u : 0);
    } else if (random.one_in(8)) {
        command.rs2 = ~0u;
    }
}

void Stimulus::of_event(Command& command, uint64_t since_tick)
{
    const unsigned op = command.instruction.op, rs1 = command.instruction.rs1, rs2 = command.instruction.rs2;
    if (rs1 == CI_KIND_TASK) {
        command.rs1 = task(since_tick);
        if (rs2 == CI_KIND_TASK) {
            command.rs2 = task(since_tick);
        } else if (rs2 == CI_KIND_MESSAGE) {
            command.rs2 = flags();
        }
        return;
    }
    // Use few events, so that several tasks use the same event. The kind mostly fits the event.
    uint32_t event = random.one_in(8) ? random.below(configuration.events) : random.below(4);
    uint32_t kind = random.one_in(8) ? random.below(4) : event & 3;
    // The rest of the word can be other fields.
    uint32_t other = random.word() & 0xFF00F800u;
    if (random.one_in(one_in_beyond)) {
        event = random.between(configuration.events, 255);
    }
    if (op == CI_EVENT_PEND && random.one_in(4)) {
        event = 0;  // so several tasks wait for the same flags
    }
    uint32_t front_or_try = random.one_in(op == CI_EVENT_PEND ? 4 : 2);
    command.rs1 = event | kind << CI_EVENT_KIND_LOW | front_or_try << CI_EVENT_TRY_LOW |
                  CI_EVENT_TASK(task(since_tick) & 0xFF) | other;
    if (op == CI_EVENT_PEND) {
        command.rs2 = random.one_in(2) ? 0 : ticks();
    } else if (op == CI_EVENT_FLAG_NEXT) {
        command.rs1 = (command.rs1 & ~0xFFu) | (random.one_in(4) ? event : 0);
        command.rs2 = random.one_in(16) ? random.word() : random.one_in(2) ? CI_EVENT_WOKEN
                      : CI_EVENT_WOKEN | task(since_tick) << CI_EVENT_WHO_LOW;
    } else if (op == CI_EVENT_POST && random.one_in(4)) {
        command.rs2 = 0;  // in a queue, 0 is a valid message, but a try returns 0 for an empty queue
    } else if (op == CI_EVENT_INIT || op == CI_EVENT_PUT) {
        uint32_t size = random.below(9);
        uint32_t ring = random.below(64) << CI_EVENT_RING_BASE_LOW | size << CI_EVENT_RING_SIZE_LOW |
                        random.below(size + 1) << CI_EVENT_RING_FIRST_LOW |
                        random.below(size + 1) << CI_EVENT_RING_COUNT_LOW;
        command.rs2 = random.of({0u, 1u, 2u, 0xFFFEu, 0xFFFFu, flags(), ring, ring, random.word()});
    }
}

void Stimulus::of_lists(Command& command, uint32_t now)
{
    auto operand = [&](unsigned kind) -> uint32_t {
        switch (kind) {
        case CI_KIND_TASK: return task(0);
        case CI_KIND_SLEEPER:
            return (task(0) & 0xFF) | random.one_in(4) << CI_LIST_HELD_LOW |
                   (random.one_in(8) ? random.word() & ~0x1FFu : 0);
        case CI_KIND_TIME:  // mostly soon after `now`
            return random.one_in(8) ? now + random.below(3) - 1 : random.one_in(8) ? random.word() : now + ticks();
        case CI_KIND_LEVEL: return level();
        case CI_KIND_OWNER:
            return !random.one_in(4) ? task(0)
                                     : (level() & 0xFF) | CI_LIST_SLICES | (random.one_in(8) ? random.word() << 9 : 0);
        case CI_KIND_LEVEL_OR_TICKS: return random.one_in(2) ? level() : random.below(5);
        case CI_KIND_LIST:
            return random.one_in(4) ? CI_LIST_SLEEPING + random.below(6) : level();
        case CI_KIND_WAITING: return waiting();
        case CI_KIND_ENTRY:
            return (random.one_in(8) ? random.below(256) : random.below(6)) | (waiting() & 0xFF) << CI_WAIT_LIST_LOW |
                   (random.one_in(8) ? random.word() & ~0xFFFFu : 0);
        case CI_KIND_ORDER: return random.one_in(8) ? random.word() : random.below(6);
        default: throw std::logic_error("an operand of a kind that there is no stimulus for");
        }
    };
    if (command.instruction.rs1 != CI_KIND_NOTHING) {
        command.rs1 = operand(command.instruction.rs1);
    }
    if (command.instruction.rs2 != CI_KIND_NOTHING) {
        command.rs2 = operand(command.instruction.rs2);
    }
}

// Use few levels, so that several tasks are in the same level.
uint32_t Stimulus::level()
{
    const uint32_t l = configuration.levels;
    return random.one_in(one_in_beyond) ? beyond(l) : random.one_in(8) ? random.below(l) : random.of({0u, 1u, l - 1});
}

uint32_t Stimulus::waiting()
{
    const uint32_t e = configuration.waiting;
    return random.one_in(one_in_beyond) ? beyond(e) : random.one_in(8) ? random.below(e) : random.of({0u, 1u, e - 1});
}

// Use few flags, so that waits for flags often end.
uint32_t Stimulus::flags()
{
    uint32_t word = random.word() & random.word();
    return random.of({1u, 3u, 5u, word & 15u, word, ~word});
}

// Return an operation that does not exist, of a unit that this port has or does not have.
Instruction Stimulus::unknown()
{
    for (;;) {
        unsigned unit = port_units > 0 ? random.below(port_units) : all[0].unit;
        unsigned op = random.below(port_operations);
        bool known = std::any_of(all.begin(), all.end(), [&](const Instruction& i) { return is(i, unit, op); });
        if (!known) {
            return {unit, op, "(unknown)"};
        }
    }
}

Instruction Stimulus::instruction()
{
    if (random.one_in(one_in_unknown)) {
        return unknown();
    }
    unsigned pick = random.below(weight_sum);
    size_t n = 0;
    while (pick >= weights[n]) {
        pick -= weights[n++];
    }
    return all[n];
}

uint32_t Stimulus::task(uint64_t since_tick)
{
    uint32_t n = configuration.tasks;
    if (random.one_in(one_in_beyond)) {
        return beyond(n);
    }
    switch (tasks) {
    case Tasks::FEW: return few[random.below(static_cast<uint32_t>(few.size()))];
    case Tasks::EDGES: {
        uint32_t edge = random.of({0u, 1u, 7u, 8u, 31u, 32u, 33u, 63u, 64u, n - 2, n - 1});
        return edge < n ? edge : n - 1;
    }
    case Tasks::AT_SCAN:
        // A task near the position of the scan, within the depth of the scan's pipeline.
        return static_cast<uint32_t>((since_tick + n + random.between(0, 6) - 4) % n);
    default: return random.below(n);
    }
}

uint32_t Stimulus::ticks()
{
    uint32_t most = UINT32_MAX >> (32 - configuration.width);
    uint32_t high = random.word() << (configuration.width - 1) << 1;  // bits above the width have no effect
    switch (delays) {
    case Ticks::TINY: return random.between(0, 3);
    case Ticks::SMALL: return random.between(1, 12) | high;
    case Ticks::EQUAL: return equal;
    case Ticks::LONG: return most - random.below(3);
    default: return random.one_in(4) ? random.word() : (random.below(most) + random.below(2)) | high;
    }
}

// Return an index of a word or row of tasks.
uint32_t Stimulus::index(uint32_t limit)
{
    return random.one_in(8) ? beyond(limit) : random.below(limit);
}

// Return a value at or above the limit: next to it, or a valid number with a higher bit set.
uint32_t Stimulus::beyond(uint32_t limit)
{
    uint32_t real = random.below(limit);
    uint32_t far = random.of({1u << random.between(9, 31), random.word() << 9, 256u, 32u, 8u});
    uint32_t value = random.one_in(2) ? limit + random.below(3) : real + far;
    return value >= limit ? value : limit;
}

unsigned Stimulus::idle()
{
    switch (pauses) {
    case Pauses::RARE: return random.one_in(8) ? random.between(1, 3) : 0;
    case Pauses::SHORT: return random.below(4);
    case Pauses::SCAN: return random.one_in(4) ? random.below(configuration.tasks + 6) : random.below(2);
    case Pauses::LONG: return random.one_in(4) ? configuration.tasks + 6 : 0;
    default: return 0;
    }
}

bool Stimulus::stalled()
{
    return random.one_in(one_in_stalled);
}

bool Stimulus::halted(bool now)
{
    return now != random.one_in(one_in_halted);
}

bool Stimulus::withdrawn()
{
    return random.one_in(one_in_withdrawn);
}
