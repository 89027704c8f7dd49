// SPDX-License-Identifier: Apache-2.0
// Reference model of the register banks: the running bank, the registers, and the slot of each task.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

class Contexts {
public:
    using Registers = std::array<uint32_t, 32>;

    /// The state with which the task of a bank resumes: PC, interrupt enable and mode.
    struct Slot {
        uint32_t pc = 0;
        bool enabled = false, user = false;

        /// The word of context.get and context.set. It does not contain the mode.
        uint32_t word() const { return pc | uint32_t(enabled); }
    };

    /// The register that an instruction writes.
    struct Target {
        unsigned bank = 0, number = 0;  // number 0: none
    };

    /// banks: number of register banks; 0: a core without banks, modelled as one bank.
    /// ofUnits: bits of the second information word that describe the units.
    Contexts(unsigned banks, bool userMode, uint32_t ofUnits)
        : ofUnits_(ofUnits), hasBanks_(banks), userMode_(userMode), banks_(banks ? banks : 1), slots_(banks_.size()) {}

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

    /// Executes context.switch or context.exit. Saves the slot of the leaving bank, makes the target the previous bank
    /// (the bank of the next returnFromTrap()), and returns the target's slot. Returns nothing if the target is the
    /// leaving bank or does not exist.
    std::optional<Slot> executeJump(unsigned leaving, uint32_t rs1, const Slot& saved);

    /// Executes another instruction of the banks, or the read of the second information word. Returns false for others.
    /// interrupted: the latest trap was an interrupt. target: in, rd; out, the register that receives result.
    bool execute(uint32_t word, uint32_t a, uint32_t b, bool interrupted, uint32_t& result, Target& target);

    /// Returns whether the word is context.switch or context.exit.
    bool isJump(uint32_t word) const;

    bool exists(uint32_t rs1) const { return (rs1 & 255) < banks_.size(); }

private:
    uint32_t ofUnits_;
    bool hasBanks_, userMode_;
    std::vector<Registers> banks_;
    std::vector<Slot> slots_;
    unsigned running_ = 0, previous_ = 0;
    bool used_ = false;     // a switch or exit was executed; until then, a trap stays in the running bank
};
