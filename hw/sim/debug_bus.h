// SPDX-License-Identifier: Apache-2.0
// VexRiscv's debug bus, as a debugger drives it; the debugger has the clock while the program stands still.
#pragma once

#include <cstdint>

class DebugBus {
public:
    virtual ~DebugBus() = default;

    /// What is on the bus in the cycles to come.
    virtual void present(bool write, uint8_t address, uint32_t data) = 0;
    /// What the read command of the cycle before gave.
    virtual uint32_t result() const = 0;
    /// A cycle for the debugger, not for the program; true when the command was taken in it.
    virtual bool clock() = 0;
    /// The program stands still, and the time of its SoC with it (its timer), or both go on.
    virtual void freeze(bool still) = 0;
};
