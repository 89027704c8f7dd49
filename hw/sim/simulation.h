// SPDX-License-Identifier: Apache-2.0
// Runs the simulated SoC cycle by cycle until the firmware ends the run, or something ends it for the firmware.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "console.h"
#include "core.h"
#include "meters.h"

class VerilatedFstC;

/// Interrupts on the line `sim_line`, at distances drawn evenly from [min, max] cycles. min 0: none.
struct LineOptions {
    uint64_t seed = 1;
    uint32_t min = 0, max = 0;
};

struct TraceOptions {
    std::string file;  // "" : no trace
    uint64_t from = 0, to = UINT64_MAX;
};

struct Outcome {
    enum Kind { kExit, kMeasured, kCycleLimit, kHang, kTrap } kind = kExit;
    int status = 0;       // of the process: the firmware's exit code, or one of the numbers below
    std::string message;  // what happened, for a person; empty for kExit and kMeasured
    uint64_t cycles = 0, instructions = 0;
    double seconds = 0;

    static constexpr int kStatusCycleLimit = 124, kStatusHang = 125, kStatusTrap = 126;
};

class Simulation {
public:
    /// Cycles without a retired instruction that count as a hang.
    static constexpr uint64_t kHangCycles = 10000;
    /// Jumps to itself in a row, with interrupts off, that count as a hang.
    static constexpr uint32_t kHangJumps = 100;

    Simulation(const std::string& rom, Console& console, const LineOptions& line, const TraceOptions& trace);
    ~Simulation();

    uint32_t romBytes() const;
    Outcome run(uint64_t maxCycles, Meters* meters);

private:
    void loadRom(const std::string& path);
    void clock();
    void serveUart();
    void driveLine();
    /// True when the core can get no further by itself; fills in the outcome.
    bool stuck(Outcome& outcome);
    std::string where(const std::string& what) const;

    std::unique_ptr<Vsim> top_;
    Core core_;
    Console& console_;
    LineOptions line_;
    TraceOptions traceOptions_;
    std::mt19937_64 random_;
    uint64_t cycle_ = 0, nextLine_ = UINT64_MAX, lastRetired_ = 0, instructions_ = 0;
    uint32_t lastPc_ = 1;  // no instruction has an odd address
    uint32_t selfJumps_ = 0;
    bool inException_ = false;
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> trace_;
#endif
};
