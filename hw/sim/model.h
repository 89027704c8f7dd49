// SPDX-License-Identifier: Apache-2.0
// The SoC's model. Only model.cpp uses Verilator's output, so the rest of the harness is compiled once for all SoCs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core.h"
#include "slots.h"

class Vsim;
class VerilatedFstC;

/// The pins that every simulated SoC has, except the clock and serial_source_ready, which stays high.
struct Pins {
    const uint8_t &sourceValid, &sourceData, &sinkReady, &exitValid, &exitCode;
    uint8_t &sinkValid, &sinkData, &line;
};

/// Pins of the debug bus, if the core has the debug plugin.
struct DebugPins {
    uint8_t &valid, &write, &address, &freeze;
    uint32_t& data;
    const uint8_t& ready;
    const uint32_t& result;
};

/// State of the hardware threads, if the SoC has any. Slot n has byte n of the 64-bit signals and word n of the arrays.
/// An event lasts for one cycle.
struct ThreadPins {
    static constexpr int kSlots = 8;
    enum State : uint8_t {
        kRuns = 1,          // the circuit is not in reset; otherwise the other bits are undefined
        kCalls = 2,         // event: a call is accepted; `command`, `handle`, `argument`
        kDirect = 4,        // with kCalls: the call is direct
        kWaitsForSoftware = 8,
        kIsAnswered = 16,   // event: the circuit takes `answer` and `error`
        kTransfers = 32,    // event: a transfer begins; `address`; `transfer`: bit 0 write, 16..1 words
        kHasTransferred = 64,  // event: the transfer ends; `transfer`: bit 17 refused
        kIsSuspended = 128, // a call is not accepted although no other is in progress
    };
    const uint64_t &state, &command, &handle, &error;
    const uint32_t *argument, *answer, *address, *transfer;
};

class Model {
public:
    /// trace: FST file for the waveforms; "": none.
    explicit Model(const std::string& trace);
    ~Model();

    /// Run one clock cycle with the inputs on the pins.
    void cycle();
    /// Propagate the inputs to the outputs without a clock edge.
    void settle();
    /// Write the current state to the trace, if there is one.
    void dump(uint64_t cycle);
    void loadRom(const std::string& bytes);

private:
    // The members are constructed in this order.
    std::unique_ptr<Vsim> top_;
    std::unique_ptr<VerilatedFstC> trace_;

public:
    const Core core;
    const Pins pins;
    const std::optional<DebugPins> debug;
    const std::optional<Slots> slots;
    const std::optional<ThreadPins> threads;
};
