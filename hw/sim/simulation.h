// SPDX-License-Identifier: Apache-2.0
// Runs the simulated SoC cycle by cycle until the firmware ends the run, or something ends it for the firmware.
// Knows nothing of the SoC's model, so that what includes this is compiled once for all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

class Console;
class Gdb;
class MemoryCheck;
class Meters;
class Timeline;

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
    enum Kind { kExit, kMeasured, kCycleLimit, kHang, kTrap, kInterrupted } kind = kExit;
    int status = 0;       // of the process: the firmware's exit code, or one of the numbers below
    std::string message;  // what happened, for a person; empty where nothing is wrong
    uint64_t cycles = 0, instructions = 0;
    double seconds = 0;

    static constexpr int kStatusCycleLimit = 124, kStatusHang = 125, kStatusTrap = 126, kStatusMemory = 127,
                         kStatusInterrupted = 130;
};

class Simulation {
public:
    /// Cycles without a retired instruction that count as a hang.
    static constexpr uint64_t kHangCycles = 10000;
    /// Jumps to itself in a row, with interrupts off, that count as a hang.
    static constexpr uint32_t kHangJumps = 100;

    static std::unique_ptr<Simulation> create(const std::string& rom, Console& console, const LineOptions& line,
                                              const TraceOptions& trace);
    virtual ~Simulation() = default;

    virtual uint32_t romBytes() const = 0;
    virtual uint32_t sramBytes() const = 0;
    /// What the SRAM holds; after a run, what the program has left there.
    virtual std::string sram() const = 0;
    /// Ends the run after its present cycle; for a signal handler.
    static void interrupt();
    virtual Outcome run(uint64_t maxCycles, Meters* meters, Timeline* timeline, MemoryCheck* check, Gdb* gdb) = 0;
};
