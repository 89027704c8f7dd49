// SPDX-License-Identifier: Apache-2.0
// The register banks as they have to be: which one runs, what they hold, and where the task of each goes on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

class Contexts {
public:
    using Registers = std::array<uint32_t, 32>;

    /// Where a task goes on.
    struct Slot {
        uint32_t pc = 0;
        bool enabled = false, user = false;

        /// As instructions see it.
        uint32_t word() const { return pc | uint32_t(enabled); }
    };

    /// The register that an instruction writes.
    struct Target {
        unsigned bank = 0, number = 0;  // number 0: none
    };

    /// banks: 0 is a core without them, which has the one.
    // ofUnits: what the second information word says of the units.
    Contexts(unsigned banks, bool userMode, uint32_t ofUnits)
        : ofUnits_(ofUnits), there_(banks), userMode_(userMode), banks_(banks ? banks : 1), slots_(banks_.size()) {}

    /// The registers of the bank that runs.
    const Registers& x() const { return banks_[running_]; }
    uint32_t set(const Target& target, uint32_t value) { return banks_[target.bank][target.number] = value; }
    const std::vector<Registers>& banks() const { return banks_; }
    const std::vector<Slot>& slots() const { return slots_; }
    unsigned running() const { return running_; }
    unsigned previous() const { return previous_; }
    unsigned handlers() const { return unsigned(banks_.size()) - 1; }

    void trap() {
        previous_ = running_;
        if (used_) running_ = handlers();
    }
    void returnFromTrap() { running_ = previous_; }

    /// context.switch and context.exit, of the bank that leaves: saves where that one goes on, and returns where the
    /// other one does, to which the end of the trap returns now; nothing where that is the same, or does not exist.
    std::optional<Slot> go(unsigned leaving, uint32_t rs1, const Slot& saved);

    /// Another instruction of the core. Returns false if there is no such one.
    /// interrupted: the latest trap was an interrupt. result: into rd, or into the register of another bank.
    bool execute(uint32_t word, uint32_t a, uint32_t b, bool interrupted, uint32_t& result, Target& target);

    /// Whether this is switch or exit.
    bool isJump(uint32_t word) const;

    bool exists(uint32_t rs1) const { return (rs1 & 255) < banks_.size(); }

private:
    uint32_t ofUnits_;
    bool there_, userMode_;
    std::vector<Registers> banks_;
    std::vector<Slot> slots_;
    unsigned running_ = 0, previous_ = 0;
    bool used_ = false;     // there was a switch: until then a trap stays in its bank
};
