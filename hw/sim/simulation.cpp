// SPDX-License-Identifier: Apache-2.0
#include "simulation.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>

#include "console.h"
#include "core.h"
#include "debug_bus.h"
#include "gdb.h"
#include "instructions.h"
#include "memory_check.h"
#include "meters.h"
#include "model.h"
#include "timeline.h"

namespace {
volatile std::sig_atomic_t interrupted = 0;

constexpr uint32_t kNoPc = 1;       // no instruction has an odd address
constexpr uint32_t kLinePulse = 4;  // cycles; the SoC sees the rising edge

std::string hex(uint32_t value) {
    char text[16];
    snprintf(text, sizeof text, "0x%08x", value);
    return text;
}

class SocSimulation final : public Simulation, private DebugBus {
public:
    SocSimulation(const std::string& rom, Console& console, const LineOptions& line, const TraceOptions& trace);

    uint32_t romBytes() const override { return core_.romBytes(); }
    uint32_t sramBytes() const override { return core_.sramBytes(); }
    std::string sram() const override { return core_.sram(); }
    Outcome run(uint64_t maxCycles, Meters* meters, Timeline* timeline, MemoryCheck* check, Gdb* gdb) override;

private:
    void loadRom(const std::string& path);
    void cycle();
    void serveUart();
    void driveLine();
    /// Return true if the core hangs or has a fatal trap, and fill in the outcome.
    bool stuck(Outcome& outcome);
    std::string where(const std::string& what) const { return where(what, core_.pc()); }
    std::string where(const std::string& what, uint32_t pc) const;

    // The debug bus.
    void present(bool write, uint8_t address, uint32_t data) override;
    uint32_t result() const override { return model_.debug->result; }
    bool clock() override;
    void freeze(bool still) override;

    Model model_;
    const Core& core_;
    const Pins& pins_;
    Console& console_;
    LineOptions line_;
    TraceOptions traceOptions_;
    std::mt19937_64 random_;
    uint64_t cycle_ = 0, frozen_ = 0, nextLine_ = UINT64_MAX, lastRetired_ = 0, instructions_ = 0;
    uint32_t lastPc_ = kNoPc;  // of the last retired instruction
    uint32_t selfJumps_ = 0;
    bool inException_ = false;
};

SocSimulation::SocSimulation(const std::string& rom, Console& console, const LineOptions& line,
                             const TraceOptions& trace)
    : model_(trace.file),
      core_(model_.core),
      pins_(model_.pins),
      console_(console),
      line_(line),
      traceOptions_(trace),
      random_(line.seed) {
    loadRom(rom);
    if (line_.min) nextLine_ = line_.min;
}

void SocSimulation::loadRom(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read the firmware " + path);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.size() > romBytes())
        throw std::runtime_error("the firmware " + path + " has " + std::to_string(bytes.size()) +
                                 " bytes, the ROM of this SoC " + std::to_string(romBytes()));
    model_.loadRom(bytes);
}

void SocSimulation::cycle() {
    model_.cycle();
    if (cycle_ >= traceOptions_.from && cycle_ <= traceOptions_.to) model_.dump(cycle_ + frozen_);
}

void SocSimulation::present(bool write, uint8_t address, uint32_t data) {
    model_.debug->valid = 1;
    model_.debug->write = write;
    model_.debug->address = address;
    model_.debug->data = data;
}

bool SocSimulation::clock() {
    model_.settle();
    const bool taken = model_.debug->ready;
    if (pins_.exitValid) throw std::runtime_error("the debugger has written to the register that ends the run");
    cycle();
    frozen_++;
    serveUart();
    return taken;
}

void SocSimulation::freeze(bool still) {
    model_.debug->freeze = still;
    if (still) console_.flush();
}

void SocSimulation::serveUart() {
    if (pins_.sourceValid) console_.receive(char(pins_.sourceData));
    if (pins_.sinkValid) {
        if (!pins_.sinkReady) return;
        console_.inputTaken();
        pins_.sinkValid = 0;
    }
    if (console_.hasInput()) {
        pins_.sinkValid = 1;
        pins_.sinkData = uint8_t(console_.nextInput());
    }
}

void SocSimulation::driveLine() {
    if (cycle_ < nextLine_) return;
    if (cycle_ == nextLine_) pins_.line = 1;
    if (cycle_ == nextLine_ + kLinePulse) {
        pins_.line = 0;
        nextLine_ = cycle_ + std::uniform_int_distribution<uint32_t>(line_.min, line_.max)(random_);
    }
}

std::string SocSimulation::where(const std::string& what, uint32_t pc) const {
    std::ostringstream text;
    text << what << "\n  cycle          " << cycle_ << "\n  PC             " << hex(pc) << "\n  ";
    if (core_.takesException())
        text << "cause          " << core_.cause() << " (" << Core::causeName(core_.cause()) << "), address "
             << hex(core_.faultAddress());
    else
        text << "cause          none: no trap was taken, interrupts are " << (core_.interruptsEnabled() ? "on" : "off");
    text << "\n  last UART line \"" << console_.lastLine() << "\"";
    return text.str();
}

bool SocSimulation::stuck(Outcome& outcome) {
    if (core_.takesException()) {
        if (core_.trapVector() == 0 || inException_) {
            outcome.kind = Outcome::kTrap;
            outcome.status = Outcome::kStatusTrap;
            outcome.message = where(inException_ ? "an exception inside the firmware's exception handler"
                                                 : "an unhandled trap: mtvec was never set");
            return true;
        }
        inException_ = true;
        lastRetired_ = cycle_;
    }
    if (core_.retires()) {
        const uint32_t pc = core_.pc();
        instructions_++;
        lastRetired_ = cycle_;
        if (instructions::endsTrap(core_.instruction())) inException_ = false;
        // Allow a few iterations: the firmware loops like this after it has requested the end of the run.
        selfJumps_ = pc == lastPc_ && !core_.interruptsEnabled() ? selfJumps_ + 1 : 0;
        if (selfJumps_ >= kHangJumps) {
            outcome.kind = Outcome::kHang;
            outcome.status = Outcome::kStatusHang;
            outcome.message = where("a hang: a jump to itself with interrupts off");
            return true;
        }
        lastPc_ = pc;
    } else if (core_.waitsForInterrupt()) {
        lastRetired_ = cycle_;
    } else if (cycle_ - lastRetired_ > kHangCycles) {
        outcome.kind = Outcome::kHang;
        outcome.status = Outcome::kStatusHang;
        outcome.message = where("a hang: no instruction retired for " + std::to_string(kHangCycles) + " cycles");
        return true;
    }
    return false;
}

Outcome SocSimulation::run(uint64_t maxCycles, Meters* meters, Timeline* timeline, MemoryCheck* check, Gdb* gdb) {
    Outcome outcome;
    if (gdb && !model_.debug) throw std::runtime_error("this simulator's core has no debug plugin");
    if (check && !model_.slots) throw std::runtime_error("this simulator was built without the threads' signals");
    const auto started = std::chrono::steady_clock::now();
    bool killed = gdb && !gdb->start(*this);
    for (; !killed; cycle_++) {
        cycle();
        serveUart();
        driveLine();
        if (pins_.exitValid) {
            outcome.status = pins_.exitCode;
            break;
        }
        if (timeline) timeline->observe(core_, model_.threads ? &*model_.threads : nullptr, cycle_);
        if (check) check->observe(core_, *model_.slots, cycle_);
        if (meters) {
            meters->observe(core_, cycle_);
            if (meters->complete()) {
                outcome.kind = Outcome::kMeasured;
                break;
            }
        }
        if (stuck(outcome)) {
            if (!gdb || !gdb->survives(outcome)) break;
            outcome = {};
            lastRetired_ = cycle_;
            selfJumps_ = 0;
        }
        if (gdb) killed = !gdb->cycle();
        if (interrupted) {
            outcome.kind = Outcome::kInterrupted;
            outcome.status = Outcome::kStatusInterrupted;
            break;
        }
        if (cycle_ >= maxCycles) {
            outcome.kind = Outcome::kCycleLimit;
            outcome.status = Outcome::kStatusCycleLimit;
            // After a jump the last stage holds an instruction that the core drops.
            outcome.message = where("the cycle limit of " + std::to_string(maxCycles) + " is reached",
                                    lastPc_ == kNoPc ? core_.pc() : lastPc_);
            break;
        }
    }
    if (killed) {
        outcome.kind = Outcome::kInterrupted;
        outcome.status = Outcome::kStatusInterrupted;
        outcome.message = "GDB has ended the run";
    }
    if (const std::string found = check ? check->report() : ""; !found.empty()) {
        outcome.message += (outcome.message.empty() ? "" : "\n") + found;
        if (outcome.status == 0) outcome.status = Outcome::kStatusMemory;
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    outcome.cycles = cycle_;
    outcome.instructions = instructions_;
    if (timeline) timeline->finish(core_, cycle_);
    console_.flush();
    if (gdb) gdb->ended(outcome);
    return outcome;
}
}  // namespace

void Simulation::interrupt() { interrupted = 1; }

std::unique_ptr<Simulation> Simulation::create(const std::string& rom, Console& console, const LineOptions& line,
                                               const TraceOptions& trace) {
    return std::make_unique<SocSimulation>(rom, console, line, trace);
}
