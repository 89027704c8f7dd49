// SPDX-License-Identifier: Apache-2.0
#include "episode.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <stdexcept>

#include "ci_opcodes.h"

namespace {

const unsigned state_every = 1500;  // operations between two checks of the whole state

std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));

std::string text(const char* format, ...)
{
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

const Instruction& find(unsigned unit, unsigned op)
{
    static const std::vector<Instruction> all = instructions(
        {8, 4, ACCELERATOR_TIME | ACCELERATOR_READY | ACCELERATOR_EVENT | ACCELERATOR_TIME_BASE, 0, 4, 4, true, 8, 4});
    for (const Instruction& instruction : all) {
        if (instruction.unit == unit && instruction.op == op) {
            return instruction;
        }
    }
    throw std::logic_error("no such instruction");
}

}  // namespace

Episode::Episode(const Configuration& configuration, uint64_t seed, Totals& totals)
    : configuration(configuration), seed(seed), totals(totals), random(seed), stimulus(configuration, random),
      unit(seed)
{
    unit.each_cycle = [this] {
        follow_ticks();
        follow_lines();
    };
    unit.next_cycle = [this] { follow_second(); };
}

std::string Episode::run(unsigned operations)
try {
    power_up();
    unsigned reset_after = random.one_in(4) ? random.below(operations) : operations;
    while (done < operations) {
        step();
        if (done % state_every == 0) {
            check_state();
        }
        if (done == reset_after) {
            reset();
        }
    }
    check_state();
    check_held();
    unit.finish();
    check_port();
    totals.cycles += unit.cycles;
#ifdef SHARED_PORT
    totals.second += second.fired;
#endif
    return "";
} catch (const std::runtime_error& error) {
    return error.what();
}

void Episode::power_up()
{
    // Before the reset the state may change arbitrarily, so let some cycles pass.
    for (unsigned cycles = random.below(4); cycles > 0; cycles--) {
        unit.idle(junk(), random.one_in(2));
    }
    reset();
}

void Episode::reset()
{
    const Command command = junk();
    ticks.reset();
#ifdef SHARED_PORT
    second.reset(unit.ports());
#endif
    unit.reset(random.between(1, 3), random.one_in(2) ? &command : nullptr);
    configuration.init(&model);
    last_tick = unit.cycles;
    const unsigned more = random.one_in(2) ? 0 : random.below(2 * configuration.tasks);
    pause(Unit::cycles_before_first_command);
#ifdef TIME_BASE
    model.base.time = TIME;
    ticks.emplace(configuration, model, totals.ticks);
#endif
    // Send commands at once or some cycles later, because units may still clear memories for some cycles after a reset.
    pause(more);
    if (configuration.has(ACCELERATOR_EVENT)) {
        fill_queues();
    }
    if (configuration.lines > 0) {
        execute(CI_UNIT_TIME, CI_TIME_WRITE, CI_TIME_BASE_LINE_MESSAGE, random.word());  // a reset does not clear it
    }
#ifdef SECOND_PORT
    second.start();
#endif
}

// Fill the memory of the queues, because a reset does not clear it.
void Episode::fill_queues()
{
    for (unsigned base = 0; base < configuration.queue_words; base += 128) {
        unsigned size = std::min(configuration.queue_words, 128u);
        execute(CI_UNIT_EVENT, CI_EVENT_INIT, 0, base << CI_EVENT_RING_BASE_LOW | size << CI_EVENT_RING_SIZE_LOW);
        for (unsigned word = 0; word < size; word++) {
            execute(CI_UNIT_EVENT, CI_EVENT_POST, CI_EVENT_QUEUE, random.word());
        }
    }
    execute(CI_UNIT_EVENT, CI_EVENT_INIT, 0, 0);
}

void Episode::step()
{
    pause(stimulus.idle());
    Command command = stimulus.next(unit.cycles - last_tick, model.lists.time);
#ifdef SECOND_PORT
    second.leave_out(command);
#endif
    issue(command, true);
    done++;
}

Command Episode::junk()
{
    Command command{find(CI_UNIT_TIME, CI_TIME_SET), random.word(), random.word()};
    command.instruction.unit = random.below(configuration.waiting > 0 ? 7 : configuration.levels > 0 ? 6 : 4);
    command.instruction.op = random.below(16);
    if (random.one_in(2)) {
        command.rs1 %= configuration.tasks;
        command.rs2 %= 4;
    }
    return command;
}

void Episode::pause(unsigned cycles)
{
    while (cycles-- > 0) {
        unit.idle(junk(), random.one_in(2));
        check_port();
    }
}

// Fail if the port saw an error or if a late answer was wrong.
void Episode::check_port()
{
    if (!unit.trouble.empty()) {
        fail(unit.trouble);
    }
}

// Issue a command. Return false if it was withdrawn.
bool Episode::issue(const Command& wanted, bool may_be_withdrawn)
{
    const Command command = unit.carried(wanted, random);
    const unsigned hang = 16 * configuration.tasks + 400;
    unsigned waited = 0;
#ifdef SHARED_PORT
    uint64_t behind = second.fired;
#endif
    for (;;) {
        present = &command;
        unit.present(command, stalled = stimulus.stalled());
        if (unit.fires()) {
            break;
        }
        waited += unit.waits();
        unit.clock();
        present = nullptr;
        check_port();
#ifdef SHARED_PORT
        behind = stalled ? second.fired : behind;
        if (second.fired > behind + 1) {
            fail("a command of the processor waits for two commands of the second port, or for two posts");
        }
#endif
        if (may_be_withdrawn && Unit::withdrawable && stimulus.withdrawn()) {
            remember(command, "withdrawn", 0, waited);
            totals.withdrawn++;
            pause(1);
            return false;
        }
        if (waited > hang) {
            remember(command, "waits for ever", 0, waited);
            fail(text("no answer in %u cycles", hang));
        }
    }
    uint32_t unknown = 0;
    if (ticks) {
        ticks->fires(command, halted);
        unknown = ticks->unknown(command);
    }
#ifdef LINES
    second.fires(model, command);
#endif
    uint32_t expected = of_model(command, false);
    expected = (expected & ~unknown) | (unit.result() & unknown);
    // This harness has no traps: an illegal instruction returns 0 and changes nothing, as in the model.
    bool right = unit.answers(expected);
    remember(command, "", unit.result(), waited);
    if (!right) {
        fail(text("result 0x%" PRIx32 ", expected 0x%" PRIx32, unit.result(), expected));
    }
    unit.clock();
    present = nullptr;
    check_port();
    if (configuration.makes_tick(command.instruction)) {
        last_tick = unit.cycles;
    }
    totals.operations++;
    unsigned& longest = totals.longest_wait[command.instruction.unit][command.instruction.op];
    longest = std::max(longest, waited);
    return true;
}

void Episode::execute(unsigned instruction_unit, unsigned op, uint32_t rs1, uint32_t rs2)
{
    issue({find(instruction_unit, op), rs1, rs2}, false);
}

// Compare all state that can be read without changing it.
void Episode::check_state()
{
    unsigned words = (configuration.tasks + 31) / 32;
    if (configuration.has(ACCELERATOR_TIME)) {
        for (unsigned word = 0; word < words; word++) {
            execute(CI_UNIT_TIME, CI_TIME_EXPIRED, word, 0);
        }
        for (unsigned task = 0; task < configuration.tasks; task++) {
            execute(CI_UNIT_TIME, CI_TIME_GET, task, 0);
        }
    }
    if (configuration.has(ACCELERATOR_TIME_BASE)) {
        for (unsigned number : {CI_TIME_BASE_TIME, CI_TIME_BASE_TIME_HIGH, CI_TIME_BASE_LEFT, CI_TIME_BASE_STATUS,
                                CI_TIME_BASE_LINES_LEFT, CI_TIME_BASE_LINES_OVERRUN}) {
            execute(CI_UNIT_TIME, CI_TIME_READ, number, 0);
        }
    }
    if (configuration.has(ACCELERATOR_READY)) {
        for (unsigned word = 0; word < words; word++) {
            execute(CI_UNIT_READY, CI_READY_WORD, word, 0);
        }
        execute(CI_UNIT_READY, CI_READY_GROUP, 0, 0);
        execute(CI_UNIT_READY, CI_READY_HIGHEST, 0, 0);
    }
    if (configuration.levels > 0) {
        check_lists();
    }
    if (configuration.has(ACCELERATOR_EVENT)) {
        for (unsigned event = 0; event < configuration.events; event++) {
            execute(CI_UNIT_EVENT, CI_EVENT_GET, event, 0);
            for (unsigned word = 0; word < words; word++) {
                execute(CI_UNIT_EVENT, CI_EVENT_WORD, event + CI_EVENT_INDEX(word), 0);
            }
        }
        for (unsigned task = 0; task < configuration.tasks; task++) {
            execute(CI_UNIT_EVENT, CI_EVENT_MESSAGE, task, 0);
        }
    }
}

void Episode::check_lists()
{
    for (unsigned list = 0; list <= CI_LIST_ENDED; list++) {
        if (list < configuration.levels || list >= CI_LIST_SLEEPING) {
            execute(CI_UNIT_LIST, CI_LIST_FIRST, list, 0);
        }
    }
    for (unsigned task = 0; task < configuration.tasks; task++) {
        execute(CI_UNIT_LIST, CI_LIST_AFTER, task, 0);
        execute(CI_UNIT_LIST, CI_LIST_WHERE, task, 0);
        execute(CI_UNIT_LIST, CI_LIST_WAKE, task, 0);
    }
    for (unsigned list = 0; list < configuration.waiting; list++) {
        execute(CI_UNIT_WAIT, CI_WAIT_ANY, list, 0);
        execute(CI_UNIT_WAIT, CI_WAIT_FIRST, list, 0);
    }
    for (unsigned task = 0; configuration.waiting > 0 && task < configuration.tasks; task++) {
        execute(CI_UNIT_WAIT, CI_WAIT_AFTER, task, 0);
        execute(CI_UNIT_WAIT, CI_WAIT_WHERE, task, 0);
        execute(CI_UNIT_WAIT, CI_WAIT_ORDER, task, 0);
    }
}

// Check which tasks are held. Only a tick shows this, so let all delays end at once.
void Episode::check_held()
{
    if (!configuration.has(ACCELERATOR_TIME)) {
        return;
    }
    execute(CI_UNIT_TIME, CI_TIME_ACTIVATE, 1, 0);
    if (configuration.has(ACCELERATOR_READY)) {
        execute(CI_UNIT_READY, CI_READY_CLEAR_ALL, 0, 0);
    }
    for (unsigned task = 0; task < configuration.tasks; task++) {
        execute(CI_UNIT_TIME, CI_TIME_SET, task, 1);
    }
    execute(CI_UNIT_TIME, CI_TIME_TICK, 0, 0);
    check_state();
    for (unsigned task = 0; task <= configuration.tasks; task++) {
        execute(CI_UNIT_TIME, CI_TIME_NEXT, 0, 0);
    }
    check_state();
}

// Compare the time base with `ticks`. Called in each cycle, before the clock edge that ends it.
void Episode::follow_ticks()
{
#ifdef TIME_BASE
    if (ticks) {
        const Command* seen = unit.seen(present);
        const bool ticked = unit.ticks(), steps = seen && configuration.makes_tick(seen->instruction);
        if (ticked) {
            last_tick = unit.cycles + 1;
        }
        unit.trouble = ticks->end({seen, seen != present, stalled && seen == present, ticked && !steps,
                                   unit.interrupts(), halted});
#ifdef SECOND_PORT
        if (ticked && !steps) {
            second.ticks(model);
        }
#endif
        if (steps && ticked != unit.fires()) {
            unit.trouble = "a tick and its instruction do not take effect in the same cycle";
        }
        unit.halt(halted = stimulus.halted(halted));
    }
#endif
}

uint32_t Episode::of_model(const Command& command, bool by_second)
{
    int illegal;
    const uint32_t result = accelerator_execute(&model, command.instruction.unit, command.instruction.op, command.rs1,
                                                command.rs2, &illegal);
#ifdef SECOND_PORT
    second.result(result);
    second.settle(model, command, by_second);
#endif
    (void)by_second;
    return result;
}

// Check what the lines do in a cycle. Called before the clock edge that ends it, after follow_ticks().
void Episode::follow_lines()
{
#ifdef LINES
    const std::string wrong = second.end(unit.ports(), model);
    unit.of_second = second.command();
    if (!wrong.empty()) {
        unit.trouble = wrong;
    }
#endif
}

// Drive and check the second port or the lines. Called after each clock edge.
void Episode::follow_second()
{
#ifdef LINES
    if (second.begin(unit.ports())) {
        const uint32_t outcome = accelerator_line_post(&model, second.line());
        ticks->line_wakes();
        remember(second.command(), "by a line", outcome, 0);
    }
#endif
#ifdef SECOND_PORT
    if (unit.ports().reset) {
        return;
    }
    std::string wrong = second.begin(
        unit.ports(),
        [this] {
            Command command;
            do {
                command = of_second.next(unit.cycles - last_tick, 0);
            } while (!second.may(command));
            second.leave_out(command);
            return command;
        },
        [this](const Command& command) {
            remember(command, "by the second port", 0, 0);
            return of_model(command, true);
        });
    unit.of_second = second.current_command();
    if (!wrong.empty()) {
        unit.trouble = wrong;
    }
#endif
}

void Episode::remember(const Command& command, const char* outcome, uint32_t result, unsigned waited)
{
    trace[remembered++ % trace.size()] = {unit.cycles, command, outcome, result, waited};
}

void Episode::fail(const std::string& what)
{
    std::string message = text("seed %" PRIu64 ", operation %u, cycle %" PRIu64 ": %s\n", seed, done, unit.cycles,
                               what.c_str());
    size_t shown = std::min(remembered, trace.size());
    for (size_t n = remembered - shown; n < remembered; n++) {
        const Event& e = trace[n % trace.size()];
        message += text("  cycle %-8" PRIu64 " %-22s rs1 0x%-8" PRIx32 " rs2 0x%-8" PRIx32 " -> 0x%-8" PRIx32
                        " waited %u %s\n",
                        e.cycle, e.command.instruction.name, e.command.rs1, e.command.rs2, e.result, e.waited,
                        e.outcome);
    }
    throw std::runtime_error(message);
}
