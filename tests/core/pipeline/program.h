// SPDX-License-Identifier: Apache-2.0
// Random bare-metal programs with many instructions of the units, and with interrupts, traps and stalls around them.
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

/// Returns all instructions that these units have.
std::vector<CustomInstruction> customInstructions(const accelerator& units);
/// Returns the instruction with this encoding; nullptr: none.
const CustomInstruction* findCustom(uint32_t word);

/// Returns the name of an instruction from its numbers at the units' port; "": none.
const char* nameOf(unsigned unit, unsigned operation);

struct Program {
    std::vector<uint32_t> words;  // from address 0, the reset vector
    uint32_t body = 0;            // address of the random part, in which interrupts are on
    uint32_t tail = 0;            // address after the random part, where the program reads the state of the units
};

namespace program {

// Roles of the registers. The random part computes with x5 to x25. x26 and x27 hold temporary values.
// Only the handler uses x28 to x31.
enum { kLink = 1, kDataBase = 2, kUncachedBase = 3, kUnmappedBase = 4, kFirstOfPool = 5, kLastOfPool = 25,
       kCounter = 26, kScratch = 27, kHandler = 28, kLastOfHandler = 31 };

constexpr uint32_t kMieBit = 1u << 3, kMpieBit = 1u << 7, kMppBits = 3u << 11;
constexpr uint32_t kCustom1 = 0x2B;

}  // namespace program

class Builder {
public:
    /// banks: number of register banks; 0: a core without banks, and a program of one task.
    /// compressed: mix in 16-bit instructions, so that 32-bit instructions start at any half-word.
    /// blocks: number of blocks in the random part. thorough: read the whole state at the end, which takes many cycles.
    Builder(const accelerator& units, unsigned banks, bool userMode, bool compressed, Random& random, unsigned blocks,
            bool thorough);
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
    void paceTicks();
    void readSomeState();

    // For a core with register banks (tasks.cpp).
    void chooseTasks();
    void prepareTasks();
    void taskParts();
    void readBanks();
    void contextBlock();
    void switchToTask();
    void helper();
    void setToTask();
    void exitToTask();
    void asUser(unsigned most);
    void returnToSelf();
    void readLink(unsigned rd);
    void nest();
    void endHandler();
    void context(unsigned operation, unsigned rd, unsigned rs1, unsigned rs2);
    void anyContext();
    void harmlessContext(bool inPlace, unsigned rd);
    void justBefore();
    uint32_t anyUpperBits(uint32_t bank);
    uint32_t randomTask();
    uint32_t randomBank();
    uint32_t missingBank();
    uint32_t bankWithoutEffect();
    unsigned freeRegister();

    void emit(uint32_t word);
    void emitShort(uint16_t half) { code_.push_back(half); }
    uint32_t here() const { return uint32_t(code_.size() * 2); }
    uint32_t wordAt(uint32_t address) const { return code_[address / 2] | uint32_t(code_[address / 2 + 1]) << 16; }
    void setWord(uint32_t address, uint32_t word);
    /// Emits a forward branch or jump, and returns its address. target() sets its target later.
    uint32_t emitBranch(uint32_t funct3, uint32_t rs1, uint32_t rs2);
    uint32_t emitJump(unsigned rd);
    /// Emits code that loads an address into rd, and returns the address of this code. target() sets the address later.
    uint32_t emitAddress(unsigned rd);
    /// Sets the target of the branch, jump or load of an address at `place` to the current address.
    void target(uint32_t place);
    void constant(unsigned rd, uint32_t value);
    bool hasBase() const { return units_.units & ACCELERATOR_TIME_BASE; }
    void csrSet(uint32_t csr, unsigned rs1);
    void csrClear(uint32_t csr, unsigned rs1);
    void csrWrite(uint32_t csr, unsigned rs1);

    /// Emits an instruction of the units. inPlace: emit no instruction before it that prepares its operands.
    void custom(bool inPlace = false, int into = -1);
    void customs(unsigned most, bool inPlace = false);
    void call(unsigned unit, unsigned operation, unsigned rd, unsigned rs1 = 0, unsigned rs2 = 0);
    /// May emit 16-bit instructions that neither trap nor jump, if the core has them.
    void shorts();
    void oneShort();
    uint32_t unknownCustom();
    uint32_t operandValue(unsigned kind);
    unsigned pool() { return random_.between(firstOfPool_, lastOfPool_); }
    unsigned shortPool() { return random_.between(rvc::kFirst, rvc::kLast); }
    void readWords();

    const accelerator& units_;
    const unsigned banks_;
    const bool hasUserMode_, compressed_;
    Random& random_;
    const unsigned blocks_;
    const bool thorough_;
    std::vector<uint16_t> code_;
    std::vector<CustomInstruction> known_;
    std::vector<unsigned> weights_;
    unsigned weightSum_ = 0;
    std::vector<uint32_t> few_;  // tasks that this program prefers
    unsigned firstOfPool_, lastOfPool_;
    std::vector<unsigned> tasks_, helpers_;     // banks
    std::vector<uint32_t> starts_;              // code that loads the address of each task's part, except the first
    std::vector<bool> startsAsUser_;
    unsigned own_ = 0;                          // the bank that executes the emitted code
    bool inHandler_ = false;
};
