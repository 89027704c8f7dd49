// SPDX-License-Identifier: Apache-2.0
// Control of a core with VexRiscv's debug plugin: halt, step, breakpoints; and, while the core is halted, registers,
// memory and single instructions, which the plugin injects into the pipeline.
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

    /// regions: memory that may be read and, except for ROM, written. read() and write() refuse all other addresses.
    Debugger(DebugBus& bus, std::vector<Region> regions, int hardwareBreakpoints);

    // While the program runs. The core itself halts at a breakpoint and after a step.

    /// Call once per cycle.
    void watch();
    /// The core has halted, and the last instruction has left the pipeline.
    bool halted() const;
    /// Request a halt.
    void halt() { asked_ = true; }

    // While the core is halted.

    /// Begin a visit: stop the timers and read the registers. If a stepped load missed the cache, the core has halted
    /// before it replays the load. Then step again and return false.
    bool enter();
    /// End the visit. step: the core halts again after one instruction, and takes no interrupt in it.
    void leave(bool step);
    /// Let the core run without a debugger: remove all breakpoints, and make ebreak an exception again.
    void release();
    /// Halt the core at its reset address, from any state. Peripherals are not reset.
    void reset();

    uint32_t reg(int index) const { return regs_[index]; }
    void setReg(int index, uint32_t value);
    uint32_t csr(uint32_t number);
    void setCsr(uint32_t number, uint32_t value);
    /// Return std::nullopt unless one region contains all bytes.
    std::optional<std::string> read(uint32_t address, uint32_t length);
    /// Return false unless one region that is not ROM contains all bytes.
    bool write(uint32_t address, std::string bytes);
    /// Execute an instruction on these operands and return its result. Its rd and rs1 fields must be 0. A non-zero rs2
    /// field is part of the instruction and replaces the second operand.
    uint32_t execute(uint32_t instruction, uint32_t rs1, uint32_t rs2);

    /// Return false if the address is in no region or misaligned, or if a needed hardware breakpoint is not free. A
    /// breakpoint in ROM needs one, also if `hardware` is false.
    bool insertBreakpoint(uint32_t address, bool hardware);
    void removeBreakpoint(uint32_t address, bool hardware);

private:
    static constexpr int kNone = -1;
    struct Breakpoint {
        int slot;              // hardware breakpoint, or kNone
        std::string original;  // bytes that the ebreak replaces
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
    std::map<std::pair<uint32_t, bool>, Breakpoint> breakpoints_;  // key: address, hardware requested
    uint32_t regs_[kRegs] = {};
    uint32_t changed_ = 0;  // bit n: the core's register n may differ from regs_[n]
    std::optional<uint32_t> stepped_;  // PC of the stepped instruction
    bool asked_ = false, codeChanged_ = false;
};
