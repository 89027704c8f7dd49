// SPDX-License-Identifier: Apache-2.0
// What can be done with a core that has VexRiscv's debug plugin: halt, step, breakpoints; and, while it is halted,
// registers, memory and single instructions, which the plugin puts into the pipeline.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "debug_bus.h"

class Debugger {
public:
    struct Region {
        std::string type;  // "rom" or "ram"
        uint32_t start, length;
    };
    static constexpr int kPc = 32, kRegs = 33;  // 0 to 31: x0 to x31

    /// regions: what may be read and, but for ROM, written. Nobody would answer an access elsewhere.
    Debugger(DebugBus& bus, std::vector<Region> regions, int hardwareBreakpoints);

    // While the program runs. The core itself halts at a breakpoint and behind a step.

    /// Call once a cycle.
    void watch();
    /// The core has halted, and the last instruction has left the pipeline.
    bool halted() const;
    /// Asks for that.
    void halt() { asked_ = true; }

    // While it is halted.

    /// Begins and ends the visit. Step: the core halts again behind one instruction, in which it takes no interrupt.
    /// False: there is no visit yet. A load that misses the cache halts before it is replayed; it is stepped again.
    bool enter();
    void leave(bool step);
    /// Leaves for good: breakpoints are gone, and an ebreak is an exception again.
    void release();
    /// Halts the core at its reset address, from any state. Its peripherals stay as they are.
    void reset();

    uint32_t reg(int index) const { return regs_[index]; }
    void setReg(int index, uint32_t value);
    uint32_t csr(uint32_t number);
    void setCsr(uint32_t number, uint32_t value);
    /// Nothing where some byte is in no region.
    std::optional<std::string> read(uint32_t address, uint32_t length);
    /// False where some byte is in no region, or in ROM.
    bool write(uint32_t address, std::string bytes);
    /// Executes an instruction whose fields for rd, rs1 and rs2 are 0, on these operands, and returns its result. In
    /// the field for rs2 may be a register's number that is part of the instruction.
    uint32_t execute(uint32_t instruction, uint32_t rs1, uint32_t rs2);

    /// False when there is no hardware breakpoint left, which ROM needs too, or the address is in no region.
    bool insertBreakpoint(uint32_t address, bool hardware);
    void removeBreakpoint(uint32_t address, bool hardware);

private:
    static constexpr int kNone = -1;
    struct Breakpoint {
        int slot;              // of the hardware breakpoints, or kNone
        std::string original;  // bytes that the ebreak stands for
    };

    const Region* regionOf(uint32_t address, uint32_t length) const;
    uint32_t readBus(uint8_t address);
    void writeBus(uint8_t address, uint32_t data);
    void inject(uint32_t instruction);
    void drain();
    uint32_t execute(uint32_t instruction);
    void setX(int index, uint32_t value);
    void store(uint32_t address, const std::string& bytes);
    std::string load(uint32_t address, uint32_t length);
    void visit(uint32_t pc);
    bool replayed();
    uint32_t nextPc();
    void writeBack();

    DebugBus& bus_;
    std::vector<Region> regions_;
    std::vector<bool> slots_;
    std::map<std::pair<uint32_t, bool>, Breakpoint> breakpoints_;  // by address and whether hardware was asked for
    uint32_t regs_[kRegs] = {};
    uint32_t changed_ = 0;  // registers that the core does not hold as regs_ has them, a bit for each
    std::optional<uint32_t> stepped_;  // the PC from which a step went
    bool asked_ = false, codeChanged_ = false;
};
