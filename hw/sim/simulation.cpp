// SPDX-License-Identifier: Apache-2.0
#include "simulation.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>

#include "console.h"
#include "core.h"
#include "debug_bus.h"
#include "debug_pins.h"
#include "gdb.h"
#include "meters.h"
#include "timeline.h"

#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace fs = std::filesystem;

namespace {
volatile std::sig_atomic_t interrupted = 0;

constexpr uint32_t kMret = 0x30200073;
constexpr uint32_t kLinePulse = 4;  // cycles; the SoC sees the rising edge

std::string hex(uint32_t value) {
    char text[16];
    snprintf(text, sizeof text, "0x%08x", value);
    return text;
}

/// The model reads its memories' initial contents from files beside the simulator.
std::unique_ptr<Vsim> createModel() {
    const fs::path here = fs::current_path();
    fs::current_path(fs::read_symlink("/proc/self/exe").parent_path());
    auto top = std::make_unique<Vsim>();
    top->serial_source_ready = 1;
    top->eval();
    fs::current_path(here);
    return top;
}

class SocSimulation final : public Simulation, private DebugBus {
public:
    SocSimulation(const std::string& rom, Console& console, const LineOptions& line, const TraceOptions& trace);
    ~SocSimulation() override;

    uint32_t romBytes() const override { return sizeof(top_->sim->rom); }
    Outcome run(uint64_t maxCycles, Meters* meters, Timeline* timeline, Gdb* gdb) override;

private:
    void loadRom(const std::string& path);
    void cycle();
    void serveUart();
    void driveLine();
    /// True when the core can get no further by itself; fills in the outcome.
    bool stuck(Outcome& outcome);
    std::string where(const std::string& what) const;

    // For the debugger.
    using Pins = DebugPins<Vsim>;
    void present(bool write, uint8_t address, uint32_t data) override { Pins::present(*top_, write, address, data); }
    uint32_t result() const override { return Pins::result(*top_); }
    bool clock() override;
    void freeze(bool still) override;

    std::unique_ptr<Vsim> top_;
    Core core_;
    Console& console_;
    LineOptions line_;
    TraceOptions traceOptions_;
    std::mt19937_64 random_;
    uint64_t cycle_ = 0, frozen_ = 0, nextLine_ = UINT64_MAX, lastRetired_ = 0, instructions_ = 0;
    uint32_t lastPc_ = 1;  // no instruction has an odd address
    uint32_t selfJumps_ = 0;
    bool inException_ = false;
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> trace_;
#endif
};

SocSimulation::SocSimulation(const std::string& rom, Console& console, const LineOptions& line,
                             const TraceOptions& trace)
    : top_(createModel()), core_(*top_), console_(console), line_(line), traceOptions_(trace), random_(line.seed) {
    loadRom(rom);
    if (line_.min) nextLine_ = line_.min;
    if (!trace.file.empty()) {
#if VM_TRACE
        trace_ = std::make_unique<VerilatedFstC>();
        top_->trace(trace_.get(), 99);
        trace_->open(trace.file.c_str());
#else
        throw std::runtime_error("this simulator was built without tracing");
#endif
    }
}

SocSimulation::~SocSimulation() {
#if VM_TRACE
    if (trace_) trace_->close();
#endif
    top_->final();
}

void SocSimulation::loadRom(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read the firmware " + path);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.size() > romBytes())
        throw std::runtime_error("the firmware " + path + " has " + std::to_string(bytes.size()) +
                                 " bytes, the ROM of this SoC " + std::to_string(romBytes()));
    memcpy(&top_->sim->rom[0], bytes.data(), bytes.size());
}

void SocSimulation::cycle() {
    top_->sys_clk = 0;
    top_->eval();
    top_->sys_clk = 1;
    top_->eval();
#if VM_TRACE
    if (trace_ && cycle_ >= traceOptions_.from && cycle_ <= traceOptions_.to) trace_->dump(cycle_ + frozen_);
#endif
}

bool SocSimulation::clock() {
    top_->eval();
    const bool taken = Pins::ready(*top_);
    if (top_->sim_exit_valid) throw std::runtime_error("the debugger has written to the register that ends the run");
    cycle();
    frozen_++;
    serveUart();
    return taken;
}

void SocSimulation::freeze(bool still) {
    Pins::freeze(*top_, still);
    if (still) console_.flush();
}

void SocSimulation::serveUart() {
    if (top_->serial_source_valid) console_.receive(char(top_->serial_source_data));
    if (top_->serial_sink_valid) {
        if (!top_->serial_sink_ready) return;
        console_.inputTaken();
        top_->serial_sink_valid = 0;
    }
    if (console_.hasInput()) {
        top_->serial_sink_valid = 1;
        top_->serial_sink_data = uint8_t(console_.nextInput());
    }
}

void SocSimulation::driveLine() {
    if (cycle_ < nextLine_) return;
    if (cycle_ == nextLine_) top_->sim_line = 1;
    if (cycle_ == nextLine_ + kLinePulse) {
        top_->sim_line = 0;
        nextLine_ = cycle_ + std::uniform_int_distribution<uint32_t>(line_.min, line_.max)(random_);
    }
}

std::string SocSimulation::where(const std::string& what) const {
    std::ostringstream text;
    text << what << "\n  cycle          " << cycle_ << "\n  PC             " << hex(core_.pc()) << "\n  ";
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
                                                 : "a trap that nobody handles: mtvec was never set");
            return true;
        }
        inException_ = true;
        lastRetired_ = cycle_;
    }
    if (core_.retires()) {
        const uint32_t pc = core_.pc();
        instructions_++;
        lastRetired_ = cycle_;
        if (core_.instruction() == kMret) inException_ = false;
        // A few rounds are allowed: the firmware waits like this for the end that it has just asked for.
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

Outcome SocSimulation::run(uint64_t maxCycles, Meters* meters, Timeline* timeline, Gdb* gdb) {
    Outcome outcome;
    if (gdb && !Pins::kThere) throw std::runtime_error("this simulator's core has no debug plugin");
    const auto started = std::chrono::steady_clock::now();
    bool killed = gdb && !gdb->start(*this);
    for (; !killed; cycle_++) {
        cycle();
        serveUart();
        driveLine();
        if (top_->sim_exit_valid) {
            outcome.status = top_->sim_exit_code;
            break;
        }
        if (timeline) timeline->observe(core_, cycle_);
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
            outcome.message = where("the cycle limit of " + std::to_string(maxCycles) + " is reached");
            break;
        }
    }
    if (killed) {
        outcome.kind = Outcome::kInterrupted;
        outcome.status = Outcome::kStatusInterrupted;
        outcome.message = "GDB has ended the run";
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
    Verilated::traceEverOn(!trace.file.empty());
    return std::make_unique<SocSimulation>(rom, console, line, trace);
}
