// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <algorithm>
#include <stdexcept>

#include "ci_opcodes.h"
#include "memory.h"
#include "rv32.h"

using namespace rv32;
using namespace program;

namespace {

constexpr uint32_t kInterrupts = 1u << 3 | 1u << 7 | 1u << 11;  // mie: software, timer, external
constexpr uint32_t kNoCsr = 0x123;

#define ROW(unit, op, name, kind1, kind2, ...) \
    {CI_UNIT_##unit, CI_##unit##_##op, name, CI_KIND_##kind1, CI_KIND_##kind2},
const CustomInstruction all[] = {CI_INSTRUCTIONS(ROW) CI_TIME_BASE_INSTRUCTIONS(ROW) CI_LIST_INSTRUCTIONS(ROW)
                                 CI_WAIT_INSTRUCTIONS(ROW)},
                        ofCore[] = {CI_CORE_INSTRUCTIONS(ROW)};
#undef ROW

}  // namespace

std::vector<CustomInstruction> customInstructions(const accelerator& units) {
    std::vector<CustomInstruction> found;
    for (const CustomInstruction& instruction : all) {
        accelerator fresh = units;
        int illegal;
        accelerator_execute(&fresh, instruction.unit, instruction.operation, 0, 0, &illegal);
        if (!illegal) found.push_back(instruction);
    }
    return found;
}

const CustomInstruction* findCustom(uint32_t code) {
    const auto is = [&](const CustomInstruction& instruction) {
        return opcode(code) == kCustom0 && instruction.unit == funct3(code) && instruction.operation == funct7(code);
    };
    if (auto found = std::find_if(std::begin(all), std::end(all), is); found != std::end(all)) return found;
    const auto found = std::find_if(std::begin(ofCore), std::end(ofCore), is);
    return found == std::end(ofCore) ? nullptr : found;
}

const char* nameOf(unsigned unit, unsigned operation) {
    const auto found = std::find_if(std::begin(all), std::end(all), [&](const CustomInstruction& instruction) {
        return instruction.unit == unit && instruction.operation == operation;
    });
    return found == std::end(all) ? "" : found->name;
}

Builder::Builder(const accelerator& units, unsigned banks, bool userMode, bool compressed, Random& random,
                 unsigned blocks, bool thorough)
    : units_(units), banks_(banks), hasUserMode_(userMode), compressed_(compressed), random_(random), blocks_(blocks),
      thorough_(thorough), known_(customInstructions(units)), firstOfPool_(kFirstOfPool), lastOfPool_(kLastOfPool) {
    for (const CustomInstruction& instruction : known_) {
        unsigned weight = random_.of({1u, 4u, 16u});
        const unsigned operation = instruction.operation;
        bool emptiesAll = true;
        switch (instruction.unit) {
        case CI_UNIT_TIME: emptiesAll = operation == CI_TIME_RESULTS_CLEAR || operation == CI_TIME_ACTIVATE; break;
        case CI_UNIT_READY: emptiesAll = operation == CI_READY_CLEAR_ALL; break;
        case CI_UNIT_EVENT: emptiesAll = operation == CI_EVENT_INIT; break;
        case CI_UNIT_LIST: emptiesAll = operation == CI_LIST_CLEAR; break;
        case CI_UNIT_WAIT: emptiesAll = operation == CI_WAIT_CLEAR; break;
        }
        if (emptiesAll) weight = 1;
        weights_.push_back(weight);
        weightSum_ += weight;
    }
    for (unsigned n = random_.between(2, 5); n > 0; n--) few_.push_back(random_.below(units.tasks));
    if (banks_) chooseTasks();
}

Program Builder::build() {
    Program program;
    emit(0);  // placeholder for a jump over the handler
    handler();
    setWord(0, j(0, int32_t(here())));
    setup();
    program.body = here();
    if (banks_) {
        taskParts();
    } else {
        for (unsigned n = 0; n < blocks_; n++) block();
    }
    program.tail = here();
    tail();
    if (here() > Memory::kData) throw std::logic_error("the program is too long");
    if (code_.size() % 2) emitShort(rvc::kNop);
    for (uint32_t address = 0; address < here(); address += 4) program.words.push_back(wordAt(address));
    return program;
}

// -------------------------------------------------------------------------------------------------------- assembler

void Builder::emit(uint32_t word) {
    emitShort(uint16_t(word));
    emitShort(uint16_t(word >> 16));
}

void Builder::setWord(uint32_t address, uint32_t word) {
    code_[address / 2] = uint16_t(word);
    code_[address / 2 + 1] = uint16_t(word >> 16);
}

// A 16-bit branch compares one of x8 to x15 with 0 (beqz, bnez). Other branches have 32 bits.
uint32_t Builder::emitBranch(uint32_t funct3, uint32_t rs1, uint32_t rs2) {
    const uint32_t place = here();
    const bool fits = compressed_ && funct3 < 2 && rs2 == 0 && rs1 >= rvc::kFirst && rs1 <= rvc::kLast;
    if (fits && !random_.one_in(3)) emitShort(rvc::branch(funct3, rs1, 0));
    else emit(b(funct3, rs1, rs2, 0));
    return place;
}

uint32_t Builder::emitJump(unsigned rd) {
    const uint32_t place = here();
    if (compressed_ && rd < 2 && !random_.one_in(3)) emitShort(rvc::jump(rd, 0));
    else emit(j(rd, 0));
    return place;
}

uint32_t Builder::emitAddress(unsigned rd) {
    const uint32_t place = here();
    emit(rd << 7 | kAuipc);
    emit(i(kImmediate, 0, rd, rd, 0));
    return place;
}

void Builder::target(uint32_t place) {
    const int32_t offset = int32_t(here() - place);
    const uint16_t first = code_[place / 2];
    if (rvc::isShort(first)) {
        const uint32_t old = rvc::expand(first);
        code_[place / 2] = opcode(old) == kJal ? rvc::jump(rd(old), offset)
                                               : rvc::branch(funct3(old), rs1(old), offset);
        return;
    }
    const uint32_t old = wordAt(place);
    switch (opcode(old)) {
    case kAuipc: {
        const int32_t low = int32_t(uint32_t(offset) << 20) >> 20;
        setWord(place, uint32_t(offset - low) | rd(old) << 7 | kAuipc);
        return setWord(place + 4, i(kImmediate, 0, rd(old), rd(old), low));
    }
    case kJal: return setWord(place, j(rd(old), offset));
    default: return setWord(place, b(funct3(old), rs1(old), rs2(old), offset));
    }
}

void Builder::constant(unsigned rd, uint32_t value) {
    const int32_t low = int32_t(value << 20) >> 20;
    const uint32_t high = value - uint32_t(low);
    if (high) emit((high & 0xFFFFF000) | rd << 7 | kLui);
    if (low || !high) emit(i(kImmediate, 0, rd, high ? rd : 0, low));
}

void Builder::csrWrite(uint32_t csr, unsigned rs1) { emit(i(kSystem, 1, 0, rs1, int32_t(csr))); }
void Builder::csrSet(uint32_t csr, unsigned rs1) { emit(i(kSystem, 2, 0, rs1, int32_t(csr))); }
void Builder::csrClear(uint32_t csr, unsigned rs1) { emit(i(kSystem, 3, 0, rs1, int32_t(csr))); }

void Builder::call(unsigned unit, unsigned operation, unsigned rd, unsigned rs1, unsigned rs2) {
    emit(r(kCustom0, unit, operation, rd, rs1, rs2));
}

uint32_t Builder::operandValue(unsigned kind) {
    const uint32_t n = units_.tasks;
    switch (kind) {
    case CI_KIND_TASK:
        if (random_.one_in(16)) return random_.of({n, n + 1, 256u, random_.word(), random_.below(n) + 512});
        return random_.one_in(4) ? random_.below(n) : few_[random_.below(uint32_t(few_.size()))];
    case CI_KIND_TICKS:
    case CI_KIND_VALUE:
    case CI_KIND_MESSAGE: return random_.one_in(8) ? random_.word() : random_.below(6);
    case CI_KIND_WORD: return random_.one_in(8) ? random_.word() : random_.below((n + 31) / 32 + 1);
    case CI_KIND_ROW: return random_.one_in(8) ? random_.word() : random_.below((n + 7) / 8 + 1);
    case CI_KIND_OUTCOME:
        return random_.below(8) << 1 | CI_EVENT_WOKEN | operandValue(CI_KIND_TASK) << CI_EVENT_WHO_LOW;
    // Use three events, each of a different kind.
    case CI_KIND_EVENT: {
        const uint32_t which = random_.below(3);
        return which | which << CI_EVENT_KIND_LOW | (random_.word() & 0x7800) |
               operandValue(CI_KIND_TASK) << CI_EVENT_TASK_LOW;
    }
    // `activate` reads only bit 0, which is mostly set.
    case CI_KIND_BIT: return random_.one_in(8) ? random_.word() : random_.word() | 1;
    case CI_KIND_TIME_REGISTER: {
        // Seldom select `control` and `period`, because paceTicks() writes them.
        const uint32_t number = random_.one_in(16) ? random_.below(32)
                                : random_.of({0u + CI_TIME_BASE_TIME, CI_TIME_BASE_TIME_HIGH, CI_TIME_BASE_LEFT,
                                              CI_TIME_BASE_STATUS, CI_TIME_BASE_STATUS, CI_TIME_BASE_RUNNING,
                                              CI_TIME_BASE_ALARM + random_.below(ACCELERATOR_ALARMS),
                                              CI_TIME_BASE_ALARM_PERIOD + random_.below(ACCELERATOR_ALARMS)});
        return number | (random_.word() & ~0x1Fu);
    }
    // Few levels, and times in the near future.
    case CI_KIND_LIST:
        if (random_.one_in(3)) return CI_LIST_SLEEPING + random_.below(6);
        [[fallthrough]];
    case CI_KIND_LEVEL: return random_.one_in(16) ? random_.word() : random_.below(random_.one_in(8) ? 80 : 3);
    case CI_KIND_OWNER: return random_.one_in(4) ? random_.below(3) | CI_LIST_SLICES : operandValue(CI_KIND_TASK);
    case CI_KIND_LEVEL_OR_TICKS: return operandValue(CI_KIND_LEVEL);
    case CI_KIND_SLEEPER: return (operandValue(CI_KIND_TASK) & 0xFF) | random_.one_in(4) << CI_LIST_HELD_LOW;
    case CI_KIND_TIME: return random_.one_in(16) ? random_.word() : random_.below(12);
    case CI_KIND_WAITING: return random_.one_in(16) ? random_.word() : random_.below(3);
    case CI_KIND_ENTRY: return random_.below(6) | random_.below(3) << CI_WAIT_LIST_LOW;
    case CI_KIND_ORDER: return random_.one_in(16) ? random_.word() : random_.below(6);
    case CI_KIND_BYTE:
    case CI_KIND_BIT_NUMBER:
    case CI_KIND_MAP: return random_.word();
    default: throw std::logic_error("no values for this kind of operand");
    }
}

void Builder::custom(bool inPlace, int into) {
    if (banks_ && random_.one_in(3)) return harmlessContext(inPlace, into >= 0 ? unsigned(into) : pool());
    unsigned pick = random_.below(weightSum_);
    size_t n = 0;
    while (pick >= weights_[n]) pick -= weights_[n++];
    const CustomInstruction& chosen = known_[n];
    const unsigned rs1 = pool(), rs2 = pool();
    if (!inPlace) {
        if (chosen.rs1 != CI_KIND_NOTHING && !random_.one_in(6)) constant(rs1, operandValue(chosen.rs1));
        if (chosen.rs2 != CI_KIND_NOTHING && rs2 != rs1 && !random_.one_in(6)) constant(rs2, operandValue(chosen.rs2));
    }
    call(chosen.unit, chosen.operation, into >= 0 ? unsigned(into) : random_.one_in(10) ? 0 : pool(), rs1, rs2);
}

void Builder::customs(unsigned most, bool inPlace) {
    for (unsigned n = random_.between(1, most); n > 0; n--) {
        shorts();
        custom(inPlace);
    }
}

void Builder::shorts() {
    if (!compressed_ || random_.one_in(2)) return;
    for (unsigned n = random_.between(1, 3); n > 0; n--) oneShort();
}

void Builder::oneShort() {
    const int32_t value = int32_t(random_.below(64)) - 32;
    const bool all = firstOfPool_ == kFirstOfPool;  // 3-bit fields cannot encode the handler's registers
    switch (random_.below(all ? 12 : 8)) {
    case 0: return emitShort(rvc::addi(pool(), value ? value : 1));
    case 1: return emitShort(rvc::li(pool(), value));
    case 2: return emitShort(rvc::lui(pool(), value ? value : 1));
    case 3: return emitShort(rvc::slli(pool(), 1 + random_.below(31)));
    case 4: return emitShort(rvc::mv(pool(), pool()));
    case 5: return emitShort(rvc::add(pool(), pool()));
    case 6: return emitShort(rvc::lwsp(pool(), 4 * random_.below(64)));
    case 7: return emitShort(rvc::swsp(pool(), 4 * random_.below(64)));
    case 8: return emitShort(rvc::shiftOrMask(random_.below(3), shortPool(), 1 + int32_t(random_.below(31))));
    case 9: return emitShort(rvc::alu(random_.below(4), shortPool(), shortPool()));
    case 10: return emitShort(rvc::kNop);
    default: {
        const unsigned base = shortPool();
        emitShort(rvc::addi4spn(base, 4 + 4 * random_.below(255)));
        if (random_.one_in(2)) emitShort(rvc::sw(shortPool(), base, 4 * random_.below(32)));
        emitShort(rvc::lw(shortPool(), base, 4 * random_.below(32)));
    }
    }
}

uint32_t Builder::unknownCustom() {
    for (;;) {
        const uint32_t code = r(kCustom0, random_.below(8), random_.one_in(2) ? random_.below(128) : random_.below(16),
                                pool(), pool(), pool());
        const CustomInstruction* found = findCustom(code);
        if (banks_ && std::any_of(std::begin(ofCore), std::end(ofCore),
                                  [&](const CustomInstruction& core) { return found == &core; })) continue;
        if (!found || std::none_of(known_.begin(), known_.end(), [&](const CustomInstruction& k) {
                return k.unit == found->unit && k.operation == found->operation;
            }))
            return code;
    }
}

// ---------------------------------------------------------------------------------------------------- fixed parts

// Emits the trap handler. It uses the units, so a skipped or repeated trap can change the units' state.
void Builder::handler() {
    enum { kCause = kHandler, kAddress, kOther, kLast };
    // With register banks, the handler has a bank of its own, so it can use more registers.
    firstOfPool_ = banks_ ? 16 : kOther;
    lastOfPool_ = banks_ ? 18 : kLast;
    own_ = banks_ ? banks_ - 1 : 0;
    inHandler_ = true;
    emit(i(kSystem, 2, kCause, 0, kMcause));
    emit(i(kSystem, 2, kAddress, 0, kMepc));
    const uint32_t isInterrupt = emitBranch(4, kCause, 0);
    if (random_.one_in(2)) customs(2);
    // Continue after the instruction or, if a jump led to an invalid address, after the jump.
    constant(kOther, kFetchFault);
    const uint32_t hasInstruction = emitBranch(1, kCause, kOther);
    readLink(kAddress);
    emit(i(kImmediate, 0, kAddress, kAddress, -4));
    target(hasInstruction);
    if (compressed_) emit(i(kLoad, 5, kOther, kAddress, 0));
    emit(i(kImmediate, 0, kAddress, kAddress, 4));
    if (compressed_) {  // add 2 instead of 4 for a 16-bit instruction (lowest two bits not both set)
        emit(i(kImmediate, 7, kOther, kOther, 3));
        emit(i(kImmediate, 2, kOther, kOther, 3));
        emit(i(kImmediate, 1, kOther, kOther, 1));
        emit(r(kRegister, 0, 0x20, kAddress, kAddress, kOther));
    }
    csrWrite(kMepc, kAddress);
    // A program in user mode requests machine mode by an ecall.
    constant(kOther, kEcallUser);
    const uint32_t skip = emitBranch(1, kCause, kOther);
    constant(kOther, kMppBits);
    csrSet(kMstatus, kOther);
    target(skip);
    nest();
    customs(2, random_.one_in(2));
    endHandler();
    customs(2, true);  // wrong path

    target(isInterrupt);
    constant(kOther, Memory::kAcknowledge);
    emit(s(2, kOther, kCause, 0));
    nest();
    customs(4, random_.one_in(2));
    endHandler();
    customs(2, true);
    own_ = 0;
    inHandler_ = false;
    firstOfPool_ = kFirstOfPool;
    lastOfPool_ = kLastOfPool;
}

void Builder::setup() {
    constant(kScratch, 4);
    csrWrite(kMtvec, kScratch);
    for (unsigned n = 1; n < 32; n++)
        if (n != kScratch) constant(n, random_.one_in(2) ? random_.word() : random_.below(2 * units_.tasks));
    constant(kDataBase, Memory::kData + 2048 + 4096 * random_.below(12));
    constant(kUncachedBase, Memory::kUncached + 2048);
    constant(kUnmappedBase, random_.one_in(2) ? Memory::kUnmapped : Memory::kUnmappedUncached);
    constant(kScratch, UINT32_MAX);
    csrWrite(kIrqMask, kScratch);
    constant(kScratch, kInterrupts);
    csrWrite(kMie, kScratch);
    if (banks_) prepareTasks();
    if (hasBase()) paceTicks();
    for (unsigned n = random_.below(6); n > 0; n--) custom();
    constant(kScratch, kMieBit);
    csrSet(kMstatus, kScratch);
}

void Builder::readWords() {
    for (unsigned n = 0; n <= (units_.tasks + 31) / 32; n++) {
        constant(kScratch, n);
        if (units_.units & ACCELERATOR_TIME) call(CI_UNIT_TIME, CI_TIME_EXPIRED, pool(), kScratch);
        if (units_.units & ACCELERATOR_READY) call(CI_UNIT_READY, CI_READY_WORD, pool(), kScratch);
    }
    if (units_.units & ACCELERATOR_READY) call(CI_UNIT_READY, CI_READY_HIGHEST, pool());
    for (unsigned n = 0; n < units_.events; n++) {
        constant(kScratch, n);
        call(CI_UNIT_EVENT, CI_EVENT_GET, pool(), kScratch);
        call(CI_UNIT_EVENT, CI_EVENT_WORD, pool(), kScratch);
    }
}

// Reads the units' state. If thorough, also lets all delays end in one tick, because then `next` returns held tasks.
void Builder::tail() {
    const auto forAllTasks = [&](auto emitBody) {
        constant(kCounter, 0);
        constant(kScratch, units_.tasks + 1);
        const uint32_t start = here();
        emitBody();
        emit(i(kImmediate, 0, kCounter, kCounter, 1));
        emit(b(1, kCounter, kScratch, int32_t(start - here())));
    };
    if (banks_ && thorough_) readBanks();
    readWords();
    if (units_.units & ACCELERATOR_TIME) {
        if (thorough_) {
            forAllTasks([&] { call(CI_UNIT_TIME, CI_TIME_GET, kFirstOfPool, kCounter); });
            constant(kFirstOfPool, 1);
            call(CI_UNIT_TIME, CI_TIME_ACTIVATE, 0, kFirstOfPool);
            if (units_.units & ACCELERATOR_READY) call(CI_UNIT_READY, CI_READY_CLEAR_ALL, 0);
            forAllTasks([&] { call(CI_UNIT_TIME, CI_TIME_SET, 0, kCounter, kFirstOfPool); });
            call(CI_UNIT_TIME, CI_TIME_TICK, kFirstOfPool);
            readWords();
            forAllTasks([&] { call(CI_UNIT_TIME, CI_TIME_NEXT, kFirstOfPool); });
        } else {
            for (uint32_t n : few_) {
                constant(kScratch, n);
                call(CI_UNIT_TIME, CI_TIME_GET, pool(), kScratch);
            }
        }
    }
    // These reads also let the core take an interrupt of the last cycle of the body before the program ends.
    if (units_.lists.levels) {
        for (uint32_t n : few_) {
            constant(kScratch, n);
            call(CI_UNIT_LIST, CI_LIST_WHERE, pool(), kScratch);
            call(CI_UNIT_LIST, CI_LIST_WAKE, pool(), kScratch);
        }
    }
    constant(kScratch, Memory::kDone);
    emit(s(2, kScratch, 0, 0));
    emit(j(0, 0));
}

// ---------------------------------------------------------------------------------------------------- random parts

void Builder::block() {
    if (hasBase() && random_.one_in(10)) return paceTicks();
    if (banks_ && random_.one_in(2)) return contextBlock();
    static const Blocks choices[] = {
        &Builder::someCustom, &Builder::someCustom, &Builder::arithmetic, &Builder::loadThenCustom,
        &Builder::loadThenCustom, &Builder::customThenStore, &Builder::branchOver, &Builder::branchOver,
        &Builder::loop, &Builder::jumpOver, &Builder::exception, &Builder::exception, &Builder::interruptsOff,
        &Builder::returnFromTrap, &Builder::userMode, &Builder::multiplyThenCustom, &Builder::fence,
        &Builder::readSomeState, &Builder::someShort};
    (this->*choices[random_.below(sizeof choices / sizeof *choices - !compressed_)])();
}

void Builder::someCustom() { customs(4, random_.one_in(3)); }

void Builder::arithmetic() {
    for (unsigned n = random_.between(1, 3); n > 0; n--)
        switch (random_.below(3)) {
        case 0: {
            const uint32_t funct3 = random_.of({0u, 2u, 3u, 4u, 6u, 7u});
            emit(i(kImmediate, funct3, pool(), pool(), int32_t(random_.word()) >> 20));
            break;
        }
        case 1: emit(r(kRegister, random_.below(8), 0, pool(), pool(), pool())); break;
        default: constant(pool(), random_.below(units_.tasks)); break;
        }
}

void Builder::loadThenCustom() {
    const uint32_t funct3 = random_.of({0u, 1u, 2u, 2u, 2u, 4u, 5u});
    const int32_t offset = (int32_t(random_.below(4096)) - 2048) & ~((1 << (funct3 & 3)) - 1);
    const unsigned loaded = pool();
    if (random_.one_in(3)) {  // a distant address: a miss that evicts a line
        constant(kScratch, Memory::kData + 4096 * random_.below(15) + 2048);
        emit(i(kLoad, funct3, loaded, kScratch, offset));
    } else {
        emit(i(kLoad, funct3, loaded, random_.one_in(3) ? kUncachedBase : kDataBase, offset));
    }
    if (random_.one_in(3)) {
        const CustomInstruction& chosen = known_[random_.below(uint32_t(known_.size()))];
        call(chosen.unit, chosen.operation, pool(), loaded, loaded);
    }
    customs(2, true);
}

void Builder::customThenStore() {
    const unsigned result = pool();
    const uint32_t funct3 = random_.of({0u, 1u, 2u, 2u});
    const int32_t offset = (int32_t(random_.below(4096)) - 2048) & ~((1 << funct3) - 1);
    custom(false, int(result));
    emit(s(funct3, random_.one_in(4) ? kUncachedBase : kDataBase, result, offset));
    if (random_.one_in(2)) custom(true);
    if (random_.one_in(2)) emit(i(kLoad, funct3, pool(), kDataBase, offset));
}

void Builder::branchOver() {
    const unsigned a = pool(), b = random_.one_in(4) ? 0 : pool();
    if (random_.one_in(2)) custom(true, int(a));  // the branch waits for its result
    const uint32_t branch = emitBranch(random_.of({0u, 1u, 4u, 5u, 6u, 7u}), a, b);
    customs(3, true);
    target(branch);
    if (random_.one_in(2)) custom(true);
}

void Builder::loop() {
    constant(kCounter, random_.between(1, 3));
    const uint32_t start = here();
    customs(2, random_.one_in(2));
    if (random_.one_in(3)) emit(i(kLoad, 2, pool(), kDataBase, int32_t(random_.below(500)) * 4));
    emit(i(kImmediate, 0, kCounter, kCounter, -1));
    emit(b(1, kCounter, 0, int32_t(start - here())));
    customs(2, true);
}

void Builder::jumpOver() {
    const unsigned over = random_.between(1, 3);
    uint32_t jump;
    if (random_.one_in(2)) {
        jump = emitJump(random_.one_in(2) ? 0 : pool());
    } else {
        jump = emitAddress(kScratch);
        if (compressed_ && random_.one_in(2)) emitShort(rvc::jumpTo(random_.below(2), kScratch));
        else emit(i(kJalr, 0, random_.one_in(2) ? 0 : pool(), kScratch, 0));
    }
    for (unsigned n = 0; n < over; n++) custom(true);
    target(jump);
}

void Builder::exception() {
    if (random_.one_in(2)) custom(true);
    switch (random_.below(9)) {
    case 0: emit(unknownCustom()); break;
    case 1:
        // With 16-bit instructions, VexRiscv decodes a half-word of zeros as an addi, and all ones as a jump, and
        // reports the jump's target as the address. A short ebreak is illegal without a debugger.
        if (!compressed_) emit(random_.of({UINT32_MAX, kCustom1, 0u}));
        else if (random_.one_in(2)) emitShort(rvc::kEbreak);
        else emit(kCustom1);
        break;
    case 2: emit(kEcall); break;
    case 3: emit(i(kLoad, random_.of({1u, 2u}), pool(), kDataBase, 33)); break;
    case 4: emit(s(random_.of({1u, 2u}), kDataBase, pool(), 33)); break;
    case 5:
    case 6: emit(i(kLoad, 2, pool(), kUnmappedBase, int32_t(random_.below(500)) * 4)); break;
    case 7: emit(i(kSystem, 2, pool(), 0, kNoCsr)); break;
    default:
        emit(i(kJalr, 0, kLink, kUnmappedBase, random_.of({0, 8, 2, 30})));
        break;
    }
    customs(3, true);
}

void Builder::interruptsOff() {
    emit(i(kSystem, 7, 0, kMieBit, kMstatus));  // csrci
    customs(3, random_.one_in(2));
    emit(i(kSystem, 6, 0, kMieBit, kMstatus));  // csrsi
    if (random_.one_in(2)) custom(true);
}

// Jumps over the next instructions by an mret, which also enables interrupts.
void Builder::returnFromTrap() {
    const unsigned over = random_.between(1, 3);
    emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    constant(kScratch, kMppBits | kMpieBit);
    csrSet(kMstatus, kScratch);
    const uint32_t address = emitAddress(kScratch);
    csrWrite(kMepc, kScratch);
    returnToSelf();
    for (unsigned n = 0; n < over; n++) banks_ ? anyContext() : custom(true);
    target(address);
}

void Builder::userMode() {
    if (!hasUserMode_) return customs(2);
    emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    constant(kScratch, kMpieBit);
    csrSet(kMstatus, kScratch);
    constant(kScratch, kMppBits);
    csrClear(kMstatus, kScratch);
    const uint32_t address = emitAddress(kScratch);
    csrWrite(kMepc, kScratch);
    returnToSelf();
    target(address);
    // Instructions of the units always trap here.
    for (unsigned n = random_.between(1, 4); n > 0; n--)
        switch (random_.below(5)) {
        case 0: arithmetic(); break;
        case 1: emit(i(kLoad, 2, pool(), kDataBase, int32_t(random_.below(500)) * 4)); break;
        case 2: emit(random_.of({kMret, i(kSystem, 2, pool(), 0, kMscratch)})); break;
        default: banks_ && random_.one_in(2) ? anyContext() : custom(random_.one_in(2)); break;
        }
    emit(kEcall);
    customs(2, true);
}

/// Sets the period of the ticks. From then on, ticks usually take effect without an instruction.
void Builder::paceTicks() {
    const auto write = [&](uint32_t number, uint32_t value) {
        constant(kScratch, number);
        constant(kCounter, value);
        call(CI_UNIT_TIME, CI_TIME_WRITE, 0, kScratch, kCounter);
    };
    // The task lists scan for up to six cycles per task, and move waking tasks in up to nine.
    const bool hasLists = units_.lists.levels > 0;
    const uint32_t n = units_.tasks * (hasLists ? random_.between(1, 15) : 1);
    if (random_.one_in(2)) write(CI_TIME_BASE_PERIOD, 0);   // 0 stops the running period; otherwise it ends first
    write(CI_TIME_BASE_PERIOD, random_.of({random_.between(1, 4), random_.between(2, n + 20), random_.between(n, 4 * n),
                                           random_.between(100, 1000)}));
    write(CI_TIME_BASE_CONTROL, random_.one_in(16) ? random_.word() : CI_TIME_CONTROL_AUTOMATIC);
    if (random_.one_in(2)) return;
    // Make no task ready, and let the delays of some tasks end soon.
    if (units_.units & ACCELERATOR_READY) call(CI_UNIT_READY, CI_READY_CLEAR_ALL, 0);
    if (hasLists) call(CI_UNIT_LIST, CI_LIST_CLEAR, 0, 0, 0);
    write(CI_TIME_BASE_RUNNING, 0xFF);
    for (uint32_t task : few_) {
        constant(kScratch, task);
        constant(kCounter, random_.between(1, 6));
        if (hasLists) call(CI_UNIT_LIST, CI_LIST_SLEEP, 0, kScratch, kCounter);
        else call(CI_UNIT_TIME, CI_TIME_SET, 0, kScratch, kCounter);
    }
    for (unsigned n = random_.between(1, 3); n > 0; n--) loadThenCustom();
}

void Builder::multiplyThenCustom() {
    emit(r(kRegister, random_.below(8), 1, pool(), pool(), pool()));
    customs(2, true);
}

void Builder::someShort() {
    for (unsigned n = random_.between(1, 4); n > 0; n--) oneShort();
    custom(true);
}

void Builder::fence() {
    emit(random_.of({kFenceI, kFenceAll}));
    custom(true);
}

void Builder::readSomeState() {
    if (units_.units & ACCELERATOR_READY) {
        constant(kScratch, random_.below((units_.tasks + 31) / 32));
        call(CI_UNIT_READY, CI_READY_WORD, pool(), kScratch);
        call(CI_UNIT_READY, CI_READY_GROUP, pool());
    }
    if (units_.units & ACCELERATOR_TIME) {
        constant(kScratch, few_[random_.below(uint32_t(few_.size()))]);
        call(CI_UNIT_TIME, CI_TIME_GET, pool(), kScratch);
    }
}
