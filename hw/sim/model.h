// SPDX-License-Identifier: Apache-2.0
// The SoC's model. Only model.cpp knows what Verilator wrote: the rest of the harness is compiled once for all SoCs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core.h"
#include "slots.h"

class Vsim;
class VerilatedFstC;

/// The SoC's pins, but for the clock's.
struct Pins {
    const uint8_t &sourceValid, &sourceData, &sinkReady, &exitValid, &exitCode;
    uint8_t &sinkValid, &sinkData, &line;
};

/// Those of the debug bus, which a SoC has when its core has the debug plugin.
struct DebugPins {
    uint8_t &valid, &write, &address, &freeze;
    uint32_t& data;
    const uint8_t& ready;
    const uint32_t& result;
};

/// What the circuits of hardware threads do, which a SoC shows when it has any: a byte of each 64 bits, or a word, is a
/// slot's. No event lasts for two cycles.
struct ThreadPins {
    static constexpr int kSlots = 8;
    enum State : uint8_t {
        kRuns = 1,          // it is not in reset; elsewhere the others mean nothing
        kCalls = 2,         // event: a call is taken, of `command`, `handle` and `argument`
        kDirect = 4,        // and goes to the units by itself
        kWaitsForSoftware = 8,
        kIsAnswered = 16,   // event: it takes `answer` and `error`
        kTransfers = 32,    // event: a transfer begins, of `address` and `transfer`: bit 0, it writes; 16..1, words
        kHasTransferred = 64,  // event: it ends; bit 17 of `transfer`, it was refused
        kIsSuspended = 128, // a call is not taken, though there is no other
    };
    const uint64_t &state, &command, &handle, &error;
    const uint32_t *argument, *answer, *address, *transfer;
};

class Model {
public:
    /// trace: FST file for the waveforms; "": none.
    explicit Model(const std::string& trace);
    ~Model();

    /// One clock cycle, with the inputs as the pins have them.
    void cycle();
    /// Brings to the outputs what the inputs do without a clock.
    void settle();
    /// Writes the present state into the trace, if there is one.
    void dump(uint64_t cycle);
    void loadRom(const std::string& bytes);

private:
    // Their order is that in which they are made.
    std::unique_ptr<Vsim> top_;
    std::unique_ptr<VerilatedFstC> trace_;

public:
    const Core core;
    const Pins pins;
    const std::optional<DebugPins> debug;
    const std::optional<Slots> slots;
    const std::optional<ThreadPins> threads;
};
