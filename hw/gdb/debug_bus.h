// SPDX-License-Identifier: Apache-2.0
// VexRiscv's debug bus, driven by a debugger. While the program is halted, the debugger drives the clock.
#pragma once

#include <cstdint>

class DebugBus {
public:
    virtual ~DebugBus() = default;

    /// Set the command on the bus for the following cycles.
    virtual void present(bool write, uint8_t address, uint32_t data) = 0;
    /// Return the result of the previous cycle's read command.
    virtual uint32_t result() const = 0;
    /// Run one cycle for the debugger, not for the program. Return true if the command was accepted in it.
    virtual bool clock() = 0;
    /// Stop the SoC's timers while the program is halted (true), or let them run again (false).
    virtual void freeze(bool still) = 0;
};
