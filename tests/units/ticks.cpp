// SPDX-License-Identifier: Apache-2.0
#include "ticks.h"

#include <algorithm>

#include "ci_opcodes.h"

namespace {

#ifdef SHARED_PORT
const bool shares_port = true;
#else
const bool shares_port = false;
#endif
const unsigned alarm_check_cycles = 9;  // cycles in which the unit checks a tick's alarms
const unsigned visible_after = 2;       // cycles until that result, or a reason for an interrupt, is visible

bool writes(const Command& command, uint32_t low, uint32_t high)
{
    uint32_t number = CI_TIME_BASE_REGISTER_OF(command.rs1);
    return is(command.instruction, CI_UNIT_TIME, CI_TIME_WRITE) && number >= low && number <= high;
}

bool scans(const Instruction& instruction)
{
    return is(instruction, CI_UNIT_TIME, CI_TIME_TICK) || is(instruction, CI_UNIT_TIME, CI_TIME_EXPIRED) ||
           is(instruction, CI_UNIT_TIME, CI_TIME_RESULTS_CLEAR);
}

}  // namespace

void Ticks::fires(const Command& command, bool halted)
{
    fired = true;
    had_reason = model.base.has_tick_request;
    unsigned k = CI_TIME_BASE_REGISTER_OF(command.rs1) % ACCELERATOR_ALARMS;
    if (configuration.makes_tick(command.instruction)) {
        ticks(false);
    } else if (writes(command, CI_TIME_BASE_PERIOD, CI_TIME_BASE_CONTROL)) {
        count(halted);  // this cycle still counts with the old period
    } else if (writes(command, CI_TIME_BASE_STATUS, CI_TIME_BASE_STATUS)) {
        unknown_alarms |= late_alarms & CI_TIME_STATUS_ALARMS(command.rs2);
    } else if (writes(command, CI_TIME_BASE_ALARM, CI_TIME_BASE_ALARM + ACCELERATOR_ALARMS - 1)) {
        unknown_alarms &= ~(1u << k);
        late_alarms &= ~(1u << k);
        alarm_lag += alarm_lag != 0;  // no other alarm is checked in this cycle
    } else if (writes(command, CI_TIME_BASE_ALARM_PERIOD, CI_TIME_BASE_ALARM_PERIOD + ACCELERATOR_ALARMS - 1)) {
        unknown_alarms |= late_alarms & 1u << k;
    }
}

void Ticks::count(bool halted)
{
    bool overrun = model.base.overrun;
    if (!(halted && model.base.halts)) {
        accelerator_cycle(&model);
    }
    counted = true;
    totals.lost += !overrun && model.base.overrun;
}

// Call this before the model ticks.
void Ticks::ticks(bool is_automatic)
{
    for (unsigned k = 0; k < ACCELERATOR_ALARMS; k++) {
        late_alarms |= (model.base.alarm[k].left == 1) << k;
    }
    // A tick by itself waits until the alarms are up to date, or have at least received the previous tick.
    alarm_lag = alarm_check_cycles +
                (is_automatic && alarm_lag <= alarm_check_cycles ? visible_after : std::max(alarm_lag, visible_after));
    may_need_cpu = true;
    held_up = false;
    free_cycles = scanned = 0;
    disturb(settle_tick);
}

uint32_t Ticks::unknown(const Command& command) const
{
    if (!is(command.instruction, CI_UNIT_TIME, CI_TIME_READ) ||
        CI_TIME_BASE_REGISTER_OF(command.rs1) != CI_TIME_BASE_STATUS) {
        return 0;
    }
    return (unknown_alarms | late_alarms) << CI_TIME_STATUS_ALARMS_LOW |
           (settled() && may_need_cpu == model.base.has_tick_request
                ? 0
                : CI_TIME_STATUS_URGENT | CI_TIME_STATUS_SOFTWARE);
}

std::string Ticks::end(const Cycle& cycle)
{
    std::string trouble = check_line(cycle);
    if (trouble.empty()) {
        trouble = check_tick(cycle);
    }
    if (cycle.takes && trouble.empty()) {
        totals.taken++;
        totals.held_up += held_up;
        ticks(true);
        accelerator_tick_automatically(&model);
    }
    if (!counted) {
        count(cycle.halted);
    }
    note(cycle);
    follow(cycle);
    counted = fired = false;
    return trouble;
}

// Record which instructions meet ticks.
void Ticks::note(const Cycle& cycle)
{
    const bool was = command_present;
    command_present = cycle.command != nullptr;
    if (command_present) {
        latest = cycle.command->instruction;
    }
    if (command_present && !was) {
        totals.beside[latest.unit][latest.op] |= 1u << since;
    } else if (was && cycle.takes) {
        totals.beside[latest.unit][latest.op] |= 1u;
    }
    since = cycle.takes ? 1 : since < 31 ? since + 1 : 31;
}

// Check that a tick takes effect only when it may, and always when it must.
std::string Ticks::check_tick(const Cycle& cycle)
{
    bool pending = model.base.is_automatic && model.base.pending != 0;
    if (cycle.takes) {
        return cycle.command ? "a tick takes effect while there is a command"
               : !pending    ? "a tick takes effect although none is pending"
                             : "";
    }
    if (cycle.command || !pending) {
        held_up = held_up || pending;
        free_cycles = 0;
        return "";
    }
    // A tick may wait for the scan and the alarms of the previous tick, one cycle after a change, and two after a move.
    bool scanning = configuration.lookahead() && scanned <= scan;
    free_cycles = scanning || alarm_lag != 0 ? 0 : free_cycles + 1;
    return free_cycles > tick_waits ? "a pending tick does not take effect" : "";
}

std::string Ticks::check_line(const Cycle& cycle)
{
    totals.raised += cycle.interrupt && !was_high;
    totals.steady += must_be_high_for >= visible_after || must_be_low_for >= visible_after;
    was_high = cycle.interrupt;
    return must_be_high_for >= visible_after && !cycle.interrupt
               ? "the interrupt line is low despite a reason for an interrupt"
           : must_be_low_for >= visible_after && cycle.interrupt
               ? "the interrupt line is high without a reason for an interrupt"
               : "";
}

// Return the reasons for an interrupt: a more urgent task, or a task that needs software.
uint32_t Ticks::reasons() const
{
    return status() & (CI_TIME_STATUS_URGENT | CI_TIME_STATUS_SOFTWARE);
}

uint32_t Ticks::status() const
{
    int illegal;
    return accelerator_execute(&model, CI_UNIT_TIME, CI_TIME_READ, CI_TIME_BASE_STATUS, 0, &illegal);
}

// At the end of the cycle, update for how long the line has certainly had, or not had, a reason to be high.
void Ticks::follow(const Cycle& cycle)
{
    if (!cycle.command) {
        scanned += !cycle.takes;
    } else if (scans(cycle.command->instruction)) {
        scanned = 0;
    } else if (was_free && scanned != 0) {
        scanned--;  // the scan repeats the read of the previous cycle
    }
    if (fired && cycle.command && is(cycle.command->instruction, CI_UNIT_TIME, CI_TIME_MOVE) && scanned != 0) {
        scanned--;  // a move takes one more cycle
    }
    was_free = !cycle.command;
    // While a command is stalled, nothing advances.
    if (!(cycle.command && cycle.stalled)) {
        changed -= changed != 0 && !cycle.takes;
        alarm_lag -= alarm_lag != 0 && !cycle.takes;
    }
    if (cycle.command) {
        disturb(settle_command);
    }
    if (alarm_lag == 0) {
        late_alarms = 0;
    }
    if (alarm_lag > alarm_check_cycles << configuration.width) {
        unknown_alarms = 0xFF;  // the instruction ticked faster than the alarms can follow
    }
    // Commands of the second port and of lines leave an existing reason as it is. Commands of the processor can end it
    // at once.
    const bool by_first = cycle.command && !cycle.second;
    lasting_reasons = !model.base.has_tick_request
                          ? 0
                          : (settled() ? ~0u : shares_port && !by_first ? lasting_reasons : 0) & reasons();
    ended = !accelerator_tick_needs_cpu(&model) && !cycle.takes && !(cycle.command && cycle.second) &&
            (ended || (fired && had_reason));
    may_need_cpu = model.base.has_tick_request || (may_need_cpu && !(settled() && !accelerator_tick_needs_cpu(&model)));

    bool waits = (!model.base.is_automatic && model.base.pending != 0) ||
                 (configuration.levels > 0 && model.base.overrun) || (status() & CI_TIME_STATUS_LINES) != 0;
    bool sure = waits || (model.base.expired & ~(late_alarms | unknown_alarms)) || lasting_reasons;
    bool possible = waits || model.base.expired || unknown_alarms || late_alarms || (may_need_cpu && !ended);
    must_be_high_for = sure ? must_be_high_for + 1 : 0;
    must_be_low_for = possible ? 0 : must_be_low_for + 1;
}
