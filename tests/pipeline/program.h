// SPDX-License-Identifier: Apache-2.0
// Random bare-metal programs that are full of the units' instructions, and of what may go wrong around them.
#pragma once

#include <cstdint>
#include <vector>

#include "accelerator.h"
#include "random.h"

/// What an operand of one of the units' instructions is.
enum class Operand { kNone, kTask, kTicks, kWord, kRow, kBits };

struct CustomInstruction {
    unsigned unit, operation;
    const char* name;
    Operand rs1, rs2;
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
    Builder(const accelerator& units, bool userMode, Random& random, unsigned blocks, bool thorough);
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
    void fence();
    void readSomeState();

    void emit(uint32_t word) { words_.push_back(word); }
    uint32_t here() const { return uint32_t(words_.size() * 4); }
    /// A forward branch whose place is known and its target not yet.
    size_t emitBranch(uint32_t funct3, uint32_t rs1, uint32_t rs2);
    void target(size_t branch);
    void constant(unsigned rd, uint32_t value);
    /// Into rd, the address `ahead` instructions behind the auipc of these two.
    void addressAhead(unsigned rd, int32_t ahead);
    void csrSet(uint32_t csr, unsigned rs1);
    void csrClear(uint32_t csr, unsigned rs1);
    void csrWrite(uint32_t csr, unsigned rs1);

    /// One of the units' instructions; in place: no other instruction may come before it to prepare its operands.
    void custom(bool inPlace = false, int into = -1);
    void customs(unsigned most, bool inPlace = false);
    void call(unsigned unit, unsigned operation, unsigned rd, unsigned rs1 = 0, unsigned rs2 = 0);
    uint32_t unknownCustom();
    uint32_t operandValue(Operand operand);
    unsigned pool() { return random_.between(firstOfPool_, lastOfPool_); }
    void readWords();

    const accelerator& units_;
    const bool hasUserMode_;
    Random& random_;
    const unsigned blocks_;
    const bool thorough_;
    std::vector<uint32_t> words_;
    std::vector<CustomInstruction> known_;
    std::vector<unsigned> weights_;
    unsigned weightSum_ = 0;
    std::vector<uint32_t> few_;  // tasks that this program likes
    unsigned firstOfPool_, lastOfPool_;
};
