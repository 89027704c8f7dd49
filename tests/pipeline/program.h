// SPDX-License-Identifier: Apache-2.0
// Random bare-metal programs that are full of the units' instructions, and of what may go wrong around them.
#pragma once

#include <cstdint>
#include <vector>

#include "accelerator.h"
#include "random.h"
#include "rvc.h"

struct CustomInstruction {
    unsigned unit, operation;
    const char* name;
    unsigned rs1, rs2;  // kinds of operands: CI_KIND_
};

/// Every instruction that these units have.
std::vector<CustomInstruction> customInstructions(const accelerator& units);
/// The instruction with this encoding; nullptr: none.
const CustomInstruction* findCustom(uint32_t word);

struct Program {
    std::vector<uint32_t> words;  // from address 0, which is the reset vector
    uint32_t body = 0;            // address where the random part starts: interrupts are on from there
    uint32_t tail = 0;            // and where it ends: behind it the program reads the state of the units
};

class Builder {
public:
    /// blocks: length of the random part. thorough: all of the state is read at the end, which takes a while.
    /// compressed: 16-bit instructions are among the others, so that these lie at any half-word.
    Builder(const accelerator& units, bool userMode, bool compressed, Random& random, unsigned blocks, bool thorough);
    Program build();

private:
    using Blocks = void (Builder::*)();

    void handler();
    void setup();
    void block();
    void tail();

    void someCustom();
    void arithmetic();
    void loadThenCustom();
    void customThenStore();
    void branchOver();
    void loop();
    void jumpOver();
    void exception();
    void interruptsOff();
    void returnFromTrap();
    void userMode();
    void multiplyThenCustom();
    void someShort();
    void fence();
    void readSomeState();

    void emit(uint32_t word);
    void emitShort(uint16_t half) { code_.push_back(half); }
    uint32_t here() const { return uint32_t(code_.size() * 2); }
    uint32_t wordAt(uint32_t address) const { return code_[address / 2] | uint32_t(code_[address / 2 + 1]) << 16; }
    void setWord(uint32_t address, uint32_t word);
    /// A forward branch or jump whose place, which it returns, is known and its target not yet.
    uint32_t emitBranch(uint32_t funct3, uint32_t rs1, uint32_t rs2);
    uint32_t emitJump(unsigned rd);
    /// Likewise: into rd, the address of the target.
    uint32_t emitAddress(unsigned rd);
    /// The target of such a one is here.
    void target(uint32_t place);
    void constant(unsigned rd, uint32_t value);
    void csrSet(uint32_t csr, unsigned rs1);
    void csrClear(uint32_t csr, unsigned rs1);
    void csrWrite(uint32_t csr, unsigned rs1);

    /// One of the units' instructions; in place: no other instruction may come before it to prepare its operands.
    void custom(bool inPlace = false, int into = -1);
    void customs(unsigned most, bool inPlace = false);
    void call(unsigned unit, unsigned operation, unsigned rd, unsigned rs1 = 0, unsigned rs2 = 0);
    /// On a core that has them, perhaps 16-bit instructions, which neither trap nor jump.
    void shorts();
    void oneShort();
    uint32_t unknownCustom();
    uint32_t operandValue(unsigned kind);
    unsigned pool() { return random_.between(firstOfPool_, lastOfPool_); }
    unsigned shortPool() { return random_.between(rvc::kFirst, rvc::kLast); }
    void readWords();

    const accelerator& units_;
    const bool hasUserMode_, compressed_;
    Random& random_;
    const unsigned blocks_;
    const bool thorough_;
    std::vector<uint16_t> code_;
    std::vector<CustomInstruction> known_;
    std::vector<unsigned> weights_;
    unsigned weightSum_ = 0;
    std::vector<uint32_t> few_;  // tasks that this program likes
    unsigned firstOfPool_, lastOfPool_;
};
