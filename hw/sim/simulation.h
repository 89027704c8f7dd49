// SPDX-License-Identifier: Apache-2.0
// Runs the simulated SoC cycle by cycle until the firmware, an error or a limit ends the run. This header does not use
// the SoC's model, so the files that include it are compiled once for all models.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

class Console;
class Gdb;
class MemoryCheck;
class Meters;
class Timeline;

/// Interrupts on the line `sim_line`, at distances drawn uniformly from [min, max] cycles. min 0: none.
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
    int status = 0;       // of the process: the firmware's exit code, or a number from below
    std::string message;  // error text for the user; empty if nothing is wrong
    uint64_t cycles = 0, instructions = 0;
    double seconds = 0;

    static constexpr int kStatusCycleLimit = 124, kStatusHang = 125, kStatusTrap = 126, kStatusMemory = 127,
                         kStatusInterrupted = 130;
};

class Simulation {
public:
    /// The core hangs if no instruction retires for more than this number of cycles, except in a WFI.
    static constexpr uint64_t kHangCycles = 10000;
    /// The core hangs if an instruction jumps to itself this many times in a row, with interrupts disabled.
    static constexpr uint32_t kHangJumps = 100;

    static std::unique_ptr<Simulation> create(const std::string& rom, Console& console, const LineOptions& line,
                                              const TraceOptions& trace);
    virtual ~Simulation() = default;

    virtual uint32_t romBytes() const = 0;
    virtual uint32_t sramBytes() const = 0;
    /// Return the contents of the SRAM.
    virtual std::string sram() const = 0;
    /// End the run after the current cycle. A signal handler may call this.
    static void interrupt();
    /// Run for at most maxCycles cycles. Each observer may be null.
    virtual Outcome run(uint64_t maxCycles, Meters* meters, Timeline* timeline, MemoryCheck* check, Gdb* gdb) = 0;
};
