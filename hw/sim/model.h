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
};
