// SPDX-License-Identifier: Apache-2.0
#include "episode.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <stdexcept>

#include "ci_opcodes.h"
#include "rv32.h"

namespace {

constexpr uint32_t kCacheLine = 32;     // bytes
constexpr uint64_t kHang = 4000;        // cycles without an instruction that retires
constexpr uint64_t kDrain = 200;        // cycles after the end, in which the last stores leave the core
constexpr uint64_t kLongest = 400000;   // maximum number of cycles of a run
constexpr unsigned kOperations = 15;    // mask: the units' port has 4 bits for an operation's number

std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));

std::string text(const char* format, ...) {
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

// Returns "mret", "switch" or "exit" for an instruction that can change the running bank, otherwise "".
std::string changeOf(uint32_t word) {
    if (word == rv32::kMret) return "mret";
    if (rv32::opcode(word) != rv32::kCustom0 || rv32::funct3(word) != CI_UNIT_CONTEXT) return "";
    const unsigned operation = rv32::funct7(word);
    return operation == CI_CONTEXT_SWITCH ? "switch" : operation == CI_CONTEXT_EXIT ? "exit" : "";
}

}  // namespace

Episode::Episode(Core& core, const Options& options, uint64_t seed, Totals& totals)
    : core_(core), options_(options), configuration_(options.configuration), seed_(seed), totals_(totals),
      random_(seed) {
    if (Core::kSecondPort) seconds_ = instructions(configuration_);
}

std::string Episode::run() {
    try {
        longestWait_ = random_.of({0u, 0u, 2u, 8u, 30u});
        busSeed_ = random_.word();
        if (random_.one_in(4) && !options_.waveform)
            sweep();
        else
            storm();
        return "";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

Program Episode::build(unsigned blocks, bool thorough) {
    return Builder(options_.units, Core::kContexts, options_.userMode, options_.compressed, random_, blocks,
                   thorough).build();
}

void Episode::storm() {
    longestGap_ = random_.of({8u, 40u, 200u, 1000u});
    program_ = build(random_.between(40, 300), true);
    execute({});
}

void Episode::sweep() {
    program_ = build(random_.between(4, 12), false);
    execute(UINT64_MAX);
    const uint64_t from = bodyFrom_.value(), to = bodyTo_.value();
    for (uint64_t cycle = from; cycle <= to; cycle++) execute(cycle);
    totals_.sweeps++;
    totals_.offsets += to - from + 1;
}

// ----------------------------------------------------------------------------------------------------- one run

void Episode::execute(std::optional<uint64_t> at) {
    runRandom_.emplace(busSeed_);
    memory_.emplace();
    for (size_t n = 0; n < program_.words.size(); n++) memory_->store(uint32_t(4 * n), program_.words[n], 15);
    for (uint32_t n = 0; n < 1024; n++)
        memory_->store(Memory::kData + 2048 + 4 * random_.below(12288), random_.word() >> random_.below(32), 15);
    reference_.emplace(options_.units, Core::kContexts, options_.userMode, options_.compressed, *memory_, 0);
    instructions_.emplace(*memory_, *runRandom_, longestWait_);
    data_.emplace(*memory_, *runRandom_, longestWait_);
    fired_.reset();
    uncomparedCycles_.clear();
    uncomparedSeconds_.clear();
    hasSecond_ = false;
    core_.driveSecond(false, secondCommand_);
    if (Core::kTimeBase) ticks_.emplace(configuration_, reference_->units(), ticksTotals_);
    if (options_.waveform) waveform_.emplace();
    at_ = at;
    cycle_ = retired_ = 0;
    last_ = Core::kClears;
    change_.clear();
    next_ = at.value_or(0);
    bodyFrom_.reset();
    bodyTo_.reset();
    done_ = pending_ = wasWaiting_ = wasStalled_ = false;
    before_ = {};
    remembered_ = 0;

    core_.reset(0, options_.fault);
    uint64_t end = kLongest;
    for (; cycle_ < end; cycle_++) {
        drive();
        core_.settle();
        observe();
        core_.clock();
        if (done_ && end == kLongest) end = cycle_ + kDrain;
        if (done_ && end == cycle_ + kDrain && options_.watch) compareBanks();
        if (!done_ && cycle_ > last_ + kHang) fail("no instruction has retired for too long");
    }
    if (!done_) fail("the program does not end");
    if (fired_ && options_.watch) fail("a command fired, and no instruction retired");
    if (!(*memory_ == reference_->memory)) fail("the memory differs at the end");
    if (waveform_ && totals_.waveform.empty()) totals_.waveform = waveform_->found();
    totals_.runs++;
    totals_.cycles += cycle_;
    totals_.instructions += retired_;
}

void Episode::drive() {
    Vcore& pins = core_.pins();
    constexpr unsigned kMoreBeats = 2;  // of Wishbone's cycle types
    const Bus::Answer fetched = instructions_->cycle({bool(pins.iBusWishbone_CYC && pins.iBusWishbone_STB), false,
                                                      pins.iBusWishbone_ADR << 2, 0, 15,
                                                      pins.iBusWishbone_CTI == kMoreBeats});
    pins.iBusWishbone_ACK = fetched.acknowledge;
    pins.iBusWishbone_ERR = fetched.error;
    pins.iBusWishbone_DAT_MISO = fetched.data;
    const Bus::Answer loaded = data_->cycle({bool(pins.dBusWishbone_CYC && pins.dBusWishbone_STB),
                                             bool(pins.dBusWishbone_WE), pins.dBusWishbone_ADR << 2,
                                             pins.dBusWishbone_DAT_MOSI, pins.dBusWishbone_SEL,
                                             pins.dBusWishbone_CTI == kMoreBeats});
    pins.dBusWishbone_ACK = loaded.acknowledge;
    pins.dBusWishbone_ERR = loaded.error;
    pins.dBusWishbone_DAT_MISO = loaded.data;
    if (loaded.stored && pins.dBusWishbone_ADR << 2 == Memory::kAcknowledge) lower(pins.dBusWishbone_DAT_MOSI);
    if (Core::kSecondPort) driveSecond();
    if (!pending_ && cycle_ == next_ && !done_) raise();
}

/// Sends random commands to the second port at random times. Most operands are valid.
void Episode::driveSecond() {
    if (!hasSecond_ && !done_ && runRandom_->one_in(longestGap_ ? longestGap_ : 16)) {
        hasSecond_ = true;
        secondCommand_.instruction = seconds_[runRandom_->below(unsigned(seconds_.size()))];
        secondCommand_.rs1 = runRandom_->one_in(4) ? runRandom_->word() : runRandom_->below(configuration_.tasks);
        secondCommand_.rs2 = runRandom_->one_in(4) ? runRandom_->word() : runRandom_->below(4);
    }
    core_.driveSecond(hasSecond_, secondCommand_);
}

// Raises an interrupt line: in a sweep the external line, which every SoC has, otherwise one of three lines.
void Episode::raise() {
    Vcore& pins = core_.pins();
    pending_ = true;
    switch (at_ ? unsigned(kExternal) : runRandom_->of({3u, 7u, 11u})) {
    case kSoftware: pins.softwareInterrupt = 1; break;
    case kTimer: pins.timerInterrupt = 1; break;
    default: pins.externalInterruptArray = 1u << runRandom_->below(32); break;
    }
    core_.settle();
    const char* const where = !core_.valid() ? "none" : core_.fires() ? "fires" : core_.ready() ? "stalled" : "waits";
    totals_.rises[where]++;
    if (!Core::kContexts) return;
    for (const std::string change : {"switch", "exit", "mret"}) {
        const std::string stage = core_.stage([&](uint32_t word) { return changeOf(word) == change; });
        if (!stage.empty()) totals_.during[change + " in " + stage]++;
    }
}

void Episode::lower(uint32_t cause) {
    Vcore& pins = core_.pins();
    switch (cause & 31) {
    case kSoftware: pins.softwareInterrupt = 0; break;
    case kTimer: pins.timerInterrupt = 0; break;
    case kExternal: pins.externalInterruptArray = 0; break;
    default: return;
    }
    pending_ = false;
}

// ------------------------------------------------------------------------------------- what happens in a cycle

void Episode::observe() {
    if (done_) return;
    if (core_.takesInterrupt()) takeInterrupt();
    if (core_.retires()) retire();
    if (core_.takesException()) takeException();
    if (Core::kSecondPort && !done_) followSecond();
    if (!done_) follow();
}

/// Compares the second port's command, which has fired in the previous cycle. If a command of the processor has fired,
/// the comparison waits until that command's instruction retires.
void Episode::followSecond() {
    if (core_.secondBegins() && !interruptsWereEnabled_ && options_.watch)
        fail("the second port begins while interrupts are off");
    interruptsWereEnabled_ = core_.interruptsEnabled();
    if (!core_.answers()) return;
    if (!hasSecond_) fail("the second port is answered without a command");
    hasSecond_ = false;
    totals_.second++;
    const Second second{secondCommand_, core_.answer()};
    remember("second", secondCommand_.instruction.unit, secondCommand_.instruction.op, second.result);
    if (fired_)
        uncomparedSeconds_.push_back(second);
    else
        executeSecond(second);
}

void Episode::executeSecond(const Second& second) {
    const Command& command = second.command;
    int illegal;
    const uint32_t expected = accelerator_execute(&reference_->units(), command.instruction.unit,
                                                  command.instruction.op, command.rs1, command.rs2, &illegal);
    if (second.result != expected && options_.watch)
        fail(text("second port: unit %u, operation %u, 0x%x, 0x%x gives 0x%x, expected 0x%x", command.instruction.unit,
                  command.instruction.op, command.rs1, command.rs2, second.result, expected));
}

/// Compares the time base in this cycle. If a command has fired, the comparison waits until its instruction retires.
void Episode::followTicks() {
    const bool steps = core_.valid() && configuration_.makes_tick({core_.unit(), core_.operation(), ""});
    PortCycle cycle{cycle_, {}, core_.stall(), core_.fires(), core_.ticks() && !steps, core_.interrupts()};
    if (core_.valid()) cycle.command = Command{{core_.unit(), core_.operation(), ""}, core_.rs1(), core_.rs2()};
    if (cycle.takes) remember("tick", 0, 0, 0);
    noteTick(cycle);
    if (steps && core_.ticks() != core_.fires() && options_.watch)
        fail("a tick takes effect, and its instruction does not fire, or the other way round");
    if (fired_)
        uncomparedCycles_.push_back(cycle);
    else
        end(cycle);
}

void Episode::end(const PortCycle& cycle) {
    const Command* const command = cycle.command ? &*cycle.command : nullptr;
    const std::string trouble = ticks_->end({command, false, cycle.stalled, cycle.takes, cycle.interrupt, false});
    if (!trouble.empty() && options_.watch) fail(trouble);
    if (!waveform_) return;
    const char* const name = command ? nameOf(command->instruction.unit, command->instruction.op) : "";
    waveform_->add({cycle.number, name, command && cycle.stalled, cycle.fires, cycle.takes, cycle.interrupt},
                   reference_->units());
}

void Episode::catchUp() {
    fired_.reset();
    for (const PortCycle& cycle : uncomparedCycles_) end(cycle);
    uncomparedCycles_.clear();
    for (const Second& second : uncomparedSeconds_) executeSecond(second);
    uncomparedSeconds_.clear();
}

/// Executes the reference's next instruction, with its time base in the cycle in which the instruction's command fired.
Step Episode::step() {
    if (!ticks_ || !fired_) return reference_->step();
    const Command& command = uncomparedCycles_.front().command.value();
    ticks_->fires(command, false);
    return reference_->step(ticks_->unknown(command), fired_->result);
}

/// Counts ticks by the commands around them.
void Episode::noteTick(const PortCycle& cycle) {
    const Before was = before_;
    before_ = {core_.valid(), core_.fires(), cycle.takes, cycle.takes && was.fires};
    if (cycle.takes) {
        totals_.ticks["by itself"]++;
        if (was.fires) totals_.ticks["right behind a command"]++;
        if (was.hasCommand && !was.fires) totals_.ticks["right behind a withdrawn one"]++;
        if (core_.flushes()) totals_.ticks["as one is flushed"]++;
    } else if (was.takes && core_.valid()) {
        totals_.ticks["right before a command"]++;
        if (was.between) totals_.ticks["between two in a row"]++;
    }
}

/// Observes the units' port in this cycle. Keeps a command that fires in fired_ until its instruction retires.
void Episode::follow() {
    if (core_.flushes()) totals_.flushed++;
    const bool waiting = core_.valid() && !core_.fires();
    if (wasWaiting_ && !core_.valid()) totals_.withdrawn++;
    const bool stalled = waiting && core_.ready();
    totals_.stalled += stalled && !wasStalled_;
    wasWaiting_ = waiting;
    wasStalled_ = stalled;
    if (core_.fires() && (options_.watch || ticks_)) {
        remember("fires", core_.unit(), core_.operation(), core_.result());
        if (fired_ && options_.watch) fail("a command fires while the one before it has not retired");
        if (!fired_) fired_ = Fire{core_.unit(), core_.operation(), core_.rs1(), core_.rs2(), core_.result()};
    }
    if (ticks_) followTicks();
}

void Episode::takeInterrupt() {
    remember("interrupt", core_.interruptCause(), 0, 0);
    if (fired_ && options_.watch) fail("an interrupt after a command fired, but before its instruction retired");
    catchUp();
    if (!reference_->takesInterrupts()) fail("an interrupt while interrupts are off");
    if (Core::kContexts) {
        const uint32_t pc = reference_->pc();
        const std::string next = reference_->memory.exists(pc) && pc % 4 == 0
                                     ? changeOf(reference_->memory.word(pc)) : "";
        if (!change_.empty()) totals_.around["interrupt behind " + change_]++;
        if (!next.empty()) totals_.around["interrupt before " + next]++;
        change_.clear();
    }
    reference_->interrupt(core_.interruptCause());
    totals_.interrupts++;
    last_ = cycle_;
}

void Episode::takeException() {
    if (fired_ && options_.watch)
        fail("an exception after a command fired, but before its instruction retired");
    catchUp();
    const Step step = reference_->step();
    remember("exception", step.pc, step.instruction, step.cause);
    if (!step.trapped) fail(text("an exception at 0x%08x, where there is no reason for one", step.pc));
    if (!change_.empty()) totals_.around["exception behind " + change_]++;
    change_.clear();
    totals_.exceptions++;
    last_ = cycle_;
}

void Episode::retire() {
    remember("", core_.pc(), core_.instruction(), core_.value());
    const Step step = this->step();
    compare(step);
    catchUp();
    done_ = step.done;
    retired_++;
    note(step);
    if ((step.instruction == rv32::kMret || change_ == "exit") && !at_ && next_ < cycle_) {
        // In half of the cases, add enough cycles for the program to progress, whatever the wait states.
        next_ = cycle_ + 1 + runRandom_->below(longestGap_) + (runRandom_->one_in(2) ? 20 * longestWait_ + 40 : 0);
        // Give tasks that have ended time to switch to one that has not.
        if (Core::kContexts && runRandom_->one_in(8)) next_ += 20 * (20 * longestWait_ + 40);
    }
    last_ = cycle_;
    // The comparison is >=, because the first instruction of a part may trap and never retire.
    if (step.pc >= program_.body && !bodyFrom_) bodyFrom_ = cycle_;
    if (step.pc >= program_.tail && !bodyTo_) bodyTo_ = cycle_;
}

/// Counts a change of the running bank, and keeps its kind in change_.
void Episode::note(const Step& step) {
    const bool left = reference_->contexts().running() != step.bank;
    change_ = Core::kContexts && left ? changeOf(step.instruction) : "";
    if (!change_.empty()) totals_.changes[change_]++;
}

/// Compares all registers of all banks, and all slots, at the end.
void Episode::compareBanks() {
    const Contexts& expected = reference_->contexts();
    for (unsigned bank = 0; bank < Core::kContexts; bank++) {
        for (unsigned n = 0; n < 32; n++)
            if (core_.reg(bank, n) != expected.banks()[bank][n])
                fail(text("at the end x%u of bank %u is 0x%x, expected 0x%x", n, bank, core_.reg(bank, n),
                          expected.banks()[bank][n]));
        if (core_.slot(bank) != expected.slots()[bank].word())
            fail(text("at the end the slot of bank %u is 0x%x, expected 0x%x", bank, core_.slot(bank),
                      expected.slots()[bank].word()));
    }
}

void Episode::compare(const Step& step) {
    if (core_.pc() != step.pc) fail(text("0x%08x retires, expected 0x%08x", core_.pc(), step.pc));
    if (step.trapped) fail(text("0x%08x retires, expected a trap of cause %u", step.pc, step.cause));
    if (options_.watch && core_.bank() != step.bank)
        fail(text("bank %u runs, expected %u", core_.bank(), step.bank));
    if (core_.instruction() != step.instruction)
        fail(text("the instruction 0x%08x retires, in memory is 0x%08x", core_.instruction(), step.instruction));
    totals_.custom += step.custom;
    totals_.acrossWords += step.custom && step.pc % 4 == 2;
    totals_.acrossLines += step.custom && step.pc % kCacheLine == kCacheLine - 2;
    if (options_.watch && step.command != fired_.has_value())
        fail(step.command ? "an instruction of the units retires without a command that fired"
                          : "a command fired that belongs to no instruction");
    if (options_.watch && step.command) {
        const CustomInstruction& known = *findCustom(step.instruction);
        if (fired_->unit != known.unit || fired_->operation != (known.operation & kOperations) ||
            (known.rs1 != CI_KIND_NOTHING && fired_->rs1 != step.rs1) ||
            (known.rs2 != CI_KIND_NOTHING && fired_->rs2 != step.rs2))
            fail(text("the command that fired was unit %u, operation %u, 0x%x, 0x%x; expected %s, 0x%x, 0x%x",
                      fired_->unit, fired_->operation, fired_->rs1, fired_->rs2, known.name, step.rs1, step.rs2));
    }
    const unsigned rd = 32 * step.rd.bank + step.rd.number;
    if (core_.writes() != bool(step.rd.number) ||
        (step.rd.number && (core_.rd() != rd || core_.value() != step.value)))
        fail(text("written: %s, bank %u, x%u = 0x%x; expected: %s, bank %u, x%u = 0x%x", core_.writes() ? "yes" : "no",
                  core_.rd() / 32, core_.rd() % 32, core_.value(), step.rd.number ? "yes" : "no", step.rd.bank,
                  step.rd.number, step.value));
}

// ----------------------------------------------------------------------------------------------------- failures

void Episode::remember(const char* what, uint32_t pc, uint32_t word, uint32_t value) {
    trace_[remembered_++ % trace_.size()] = {cycle_, what, pc, word, value};
}

void Episode::fail(const std::string& what) {
    std::string message = text("seed %" PRIu64 ", cycle %" PRIu64, seed_, cycle_);
    if (at_ && *at_ != UINT64_MAX) message += text(", interrupt at cycle %" PRIu64, *at_);
    message += ": " + what + "\n";
    const size_t shown = std::min(remembered_, trace_.size());
    for (size_t n = remembered_ - shown; n < remembered_; n++) {
        const Event& e = trace_[n % trace_.size()];
        const CustomInstruction* custom = findCustom(e.word);
        if (e.what == std::string("fires") || e.what == std::string("second"))
            message += text("  cycle %-7" PRIu64 " %s: unit %u, operation %u -> 0x%x\n", e.cycle, e.what, e.pc, e.word,
                            e.value);
        else if (e.what == std::string("interrupt"))
            message += text("  cycle %-7" PRIu64 " interrupt %u\n", e.cycle, e.pc);
        else if (e.what == std::string("tick"))
            message += text("  cycle %-7" PRIu64 " tick\n", e.cycle);
        else
            message += text("  cycle %-7" PRIu64 " 0x%08x %08x %-18s %s 0x%x\n", e.cycle, e.pc, e.word,
                            custom ? custom->name : "", e.what, e.value);
    }
    throw std::runtime_error(message);
}
