// SPDX-License-Identifier: Apache-2.0
// Random programs for a core with register banks: a few tasks, each with its own bank and random part.
//
// Tasks and the trap handler switch to any task at any time. A task that reaches its end switches to the next one,
// and the last task to end reads the state. A switch takes the bank's number from a register that no other code writes
// before the switch, so the number is valid. The slot of a bank holds the start of its task, the state that a switch or
// exit saved, or the start of code that the bank runs once for a caller (`helper`). So the program ends in any order of
// the tasks.
#include <algorithm>

#include "ci_opcodes.h"
#include "memory.h"
#include "program.h"
#include "rv32.h"

using namespace rv32;
using namespace program;

namespace {

constexpr uint32_t kRemaining = Memory::kRamBytes - 64;     // tasks that have not ended; no random store goes there

// Registers in which the handler saves the state that a nested trap overwrites.
enum { kSavedState = 19, kSavedPc, kSavedStatus, kSavedOwn };

}  // namespace

void Builder::chooseTasks() {
    std::vector<unsigned> banks;
    for (unsigned bank = 1; bank + 1 < banks_; bank++) banks.push_back(bank);
    for (size_t n = banks.size(); n > 1; n--) std::swap(banks[n - 1], banks[random_.below(uint32_t(n))]);
    tasks_ = {0};   // runs after a reset
    const size_t count = 1 + random_.between(1, std::min<unsigned>(4, unsigned(banks.size())));
    while (tasks_.size() < count) {
        tasks_.push_back(banks.back());
        banks.pop_back();
    }
    helpers_ = {banks_ - 1};
    if (!banks.empty()) helpers_.push_back(banks.back());
}

/// Initializes the banks. Bank 0 runs, with interrupts off.
void Builder::prepareTasks() {
    constant(kScratch, kRemaining);
    constant(kCounter, uint32_t(tasks_.size()));
    emit(s(2, kScratch, kCounter, 0));
    // Set mcause and all slots, because a reset does not clear them.
    csrWrite(kMcause, 0);
    constant(kCounter, 0);
    constant(kScratch, banks_);
    const uint32_t start = here();
    context(CI_CONTEXT_SET, pool(), kCounter, pool());
    emit(i(kImmediate, 0, kCounter, kCounter, 1));
    emit(b(1, kCounter, kScratch, int32_t(start - here())));
    // Until the first switch, a trap stays in the running bank. If mscratch is not 0, the handler ends with mret and
    // does not switch to another bank.
    emit(i(kSystem, 5, 0, 1, kMscratch));
    for (unsigned n = random_.below(3); n > 0; n--) emit(random_.of({kEcall, kCustom1}));
    csrWrite(kMscratch, 0);
    std::vector<unsigned> prepared(tasks_.begin() + 1, tasks_.end());
    prepared.insert(prepared.end(), helpers_.begin(), helpers_.end());
    for (unsigned bank : prepared) {
        constant(kScratch, anyUpperBits(bank));
        for (unsigned n = kLink; n <= kUnmappedBase; n++) context(CI_CONTEXT_WRITE, n, kScratch, n);
        for (unsigned n = random_.below(8); n > 0; n--) context(CI_CONTEXT_WRITE, pool(), kScratch, pool());
    }
    for (size_t n = 1; n < tasks_.size(); n++) {
        const bool user = hasUserMode_ && random_.one_in(2);
        constant(kScratch, (anyUpperBits(tasks_[n]) & ~CI_CONTEXT_USER) | (user ? CI_CONTEXT_USER : 0));
        starts_.push_back(emitAddress(kCounter));
        if (!random_.one_in(4)) emit(i(kImmediate, 6, kCounter, kCounter, CI_SLOT_ENABLE));
        context(CI_CONTEXT_SET, pool(), kScratch, kCounter);
        startsAsUser_.push_back(user);
    }
    constant(kScratch, anyUpperBits(bankWithoutEffect()));
    context(CI_CONTEXT_SWITCH, pool(), kScratch, pool());
}

void Builder::taskParts() {
    std::vector<uint32_t> ends;
    for (size_t n = 0; n < tasks_.size(); n++) {
        own_ = tasks_[n];
        if (n > 0) {
            target(starts_[n - 1]);
            if (startsAsUser_[n - 1]) asUser(2);
            emit(i(kSystem, 6, 0, kMieBit, kMstatus));
        }
        for (unsigned left = std::max<unsigned>(1, blocks_ / unsigned(tasks_.size())); left > 0; left--) block();
        // Decrement the number of remaining tasks.
        emit(i(kSystem, 7, 0, kMieBit, kMstatus));
        constant(kCounter, kRemaining);
        emit(i(kLoad, 2, kScratch, kCounter, 0));
        emit(i(kImmediate, 0, kScratch, kScratch, -1));
        emit(s(2, kCounter, kScratch, 0));
        emit(i(kSystem, 6, 0, kMieBit, kMstatus));
        emit(b(1, kScratch, 0, 8));
        ends.push_back(here());
        emit(j(0, 0));
        constant(kScratch, tasks_[(n + 1) % tasks_.size()]);
        const uint32_t again = here();
        context(CI_CONTEXT_SWITCH, pool(), kScratch, pool());
        emit(j(0, int32_t(again - here())));
    }
    for (uint32_t end : ends) target(end);
}

/// Reads the registers of all banks, and all slots.
void Builder::readBanks() {
    constant(kCounter, 0);
    constant(kScratch, banks_ + 1);
    const uint32_t start = here();
    context(CI_CONTEXT_GET, pool(), kCounter, 0);
    for (unsigned n = 0; n < 32; n++)
        if (banks_ <= 16 || n % 8 == banks_ % 7) context(CI_CONTEXT_READ, pool(), kCounter, n);
    emit(i(kImmediate, 0, kCounter, kCounter, 1));
    emit(b(1, kCounter, kScratch, int32_t(start - here())));
}

// ------------------------------------------------------------------------------------------------- single instructions

/// Returns the bank's number, in half of the cases with random upper bits, which do not select the bank.
uint32_t Builder::anyUpperBits(uint32_t bank) { return random_.one_in(2) ? bank : random_.word() << 8 | bank; }

uint32_t Builder::randomTask() { return tasks_[random_.below(uint32_t(tasks_.size()))]; }

uint32_t Builder::missingBank() { return random_.between(banks_, 255); }

/// Returns a bank to which a switch has no effect: a bank that does not exist, or the running bank. The handler avoids
/// its own bank if there are fewer than 256, because a `helper` may have set the slot of that bank.
uint32_t Builder::bankWithoutEffect() {
    return banks_ < 256 && (inHandler_ || random_.one_in(2)) ? missingBank() : own_;
}

uint32_t Builder::randomBank() {
    switch (random_.below(4)) {
    case 0: return random_.below(256);
    case 1: return bankWithoutEffect();
    case 2: return banks_ - 1;
    default: return randomTask();
    }
}

/// Returns a register that no code in any bank depends on.
unsigned Builder::freeRegister() {
    return random_.of({0u, 5u, 6u, 7u, 16u, 17u, 18u, 19u, 20u, 21u, 22u, 23u, 24u, 25u});
}

void Builder::context(unsigned operation, unsigned rd, unsigned rs1, unsigned rs2) {
    call(CI_UNIT_CONTEXT, operation, rd, rs1, rs2);
}

/// Emits any instruction of the banks, at a place where it has no effect: on a wrong path, or in user mode, where it
/// traps.
void Builder::anyContext() {
    context(random_.of({CI_CONTEXT_SET, CI_CONTEXT_GET, CI_CONTEXT_WRITE, CI_CONTEXT_READ, CI_CONTEXT_STATE,
                        CI_CONTEXT_RETURN_TO, CI_CONTEXT_SWITCH, CI_CONTEXT_EXIT}), pool(), pool(), pool());
}

/// Emits an instruction, mostly of the banks, that does not change where a task continues. inPlace: emit no
/// instruction before it.
void Builder::harmlessContext(bool inPlace, unsigned rd) {
    // The handler does not use kScratch, because it may have interrupted code of the same bank that uses kScratch.
    const unsigned rs1 = pool(), safe = inHandler_ ? unsigned(kFirstOfPool) : unsigned(kScratch);
    const unsigned which = random_.below(inPlace ? 7 : 10);
    if (which < 4 && !inPlace && !random_.one_in(4)) constant(rs1, anyUpperBits(randomBank()));
    if (which > 6) constant(safe, anyUpperBits(bankWithoutEffect()));
    switch (which) {
    case 0:
    case 1: return context(CI_CONTEXT_READ, rd, rs1, random_.below(32));
    case 2: return context(CI_CONTEXT_GET, rd, rs1, pool());
    case 3: return context(CI_CONTEXT_WRITE, freeRegister(), rs1, pool());
    case 4: return context(CI_CONTEXT_STATE, rd, pool(), pool());
    case 5: return call(CI_UNIT_INFO, CI_INFO_SECOND, rd, pool(), pool());
    case 6: return emit(i(kSystem, 2, rd, 0, kMstatus));
    case 7:
        if (!inHandler_ || banks_ < 256) context(CI_CONTEXT_SET, pool(), safe, pool());
        return;
    case 8:
        if (!inHandler_) context(CI_CONTEXT_SWITCH, pool(), safe, pool());
        return;
    default:
        if (!inHandler_) context(CI_CONTEXT_RETURN_TO, pool(), rs1, pool());
    }
}

/// Mostly emits an instruction that is still in the pipeline when the next instruction follows. Never changes kScratch.
void Builder::justBefore() {
    const unsigned rd = inHandler_ ? pool() : random_.between(16, 25);
    const int32_t offset = int32_t(random_.below(500)) * 4;
    switch (random_.below(10)) {
    case 0: return emit(i(kLoad, 2, rd, random_.one_in(2) ? kUncachedBase : kDataBase, offset));
    case 1: return emit(i(kLoad, 2, rd, kUnmappedBase, offset));
    case 2: return emit(r(kRegister, random_.below(8), 1, rd, pool(), pool()));
    case 3: return emit(s(2, random_.one_in(2) ? kUncachedBase : kDataBase, pool(), offset));
    case 4: return custom(true, int(rd));
    case 5: return harmlessContext(true, rd);
    case 6: return emit(random_.of({kEcall, kCustom1}));
    case 7: return emit(i(kSystem, 6, 0, kMieBit, kMstatus));
    case 8: return compressed_ ? emitShort(rvc::addi(rd, 1)) : emit(kFenceI);
    default: return;
    }
}

// -------------------------------------------------------------------------------------------------------- random parts

void Builder::contextBlock() {
    static const Blocks choices[] = {&Builder::switchToTask, &Builder::switchToTask, &Builder::switchToTask,
                                     &Builder::helper, &Builder::helper, &Builder::exitToTask, &Builder::setToTask};
    (this->*choices[random_.below(sizeof choices / sizeof *choices)])();
}

void Builder::switchToTask() {
    const bool off = random_.one_in(3);
    if (off) emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    for (unsigned n = random_.between(1, 2); n > 0; n--) {
        constant(kScratch, anyUpperBits(randomTask()));
        justBefore();
        context(CI_CONTEXT_SWITCH, pool(), kScratch, pool());
        customs(2, random_.one_in(2));
    }
    if (off) emit(i(kSystem, 6, 0, kMieBit, kMstatus));
}

/// Emits code that another bank executes once before it switches back to the caller. Other tasks may run in between.
void Builder::helper() {
    const unsigned caller = own_, bank = helpers_[random_.below(uint32_t(helpers_.size()))];
    const bool off = random_.one_in(3), user = hasUserMode_ && random_.one_in(2), unmapped = random_.one_in(4);
    if (off) emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    constant(kScratch, (anyUpperBits(bank) & ~CI_CONTEXT_USER) | (user ? CI_CONTEXT_USER : 0));
    const uint32_t part = emitAddress(kCounter);
    if (unmapped) {   // the fetch at kUnmappedBase faults, and the handler continues at the address in kLink
        context(CI_CONTEXT_WRITE, kLink, kScratch, kCounter);
        emit(i(kImmediate, 0, kCounter, kUnmappedBase, 0));
    }
    if (random_.one_in(2)) emit(i(kImmediate, 6, kCounter, kCounter, CI_SLOT_ENABLE));
    context(CI_CONTEXT_SET, pool(), kScratch, kCounter);
    if (random_.one_in(2)) justBefore();
    context(CI_CONTEXT_SWITCH, pool(), kScratch, pool());
    customs(2, random_.one_in(2));
    if (off) emit(i(kSystem, 6, 0, kMieBit, kMstatus));
    const uint32_t skip = here();
    emit(j(0, 0));
    target(part);
    own_ = bank;
    if (user) asUser(2);
    switch (random_.below(3)) {
    case 0: customs(2, random_.one_in(2)); break;
    case 1: arithmetic(); break;
    default: loadThenCustom();
    }
    constant(kScratch, anyUpperBits(caller));
    justBefore();
    const uint32_t again = here();
    context(CI_CONTEXT_SWITCH, pool(), kScratch, pool());
    if (hasUserMode_) emit(kEcall);     // another caller may have set user mode in the slot
    emit(j(0, int32_t(again - here())));
    own_ = caller;
    target(skip);
}

/// Writes a task's slot back unchanged, and switches to the task.
void Builder::setToTask() {
    if (hasUserMode_) return switchToTask();    // context.get does not return the mode
    emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    constant(kScratch, randomTask());
    context(CI_CONTEXT_GET, kCounter, kScratch, pool());
    context(CI_CONTEXT_SET, pool(), kScratch, kCounter);
    context(CI_CONTEXT_SWITCH, pool(), kScratch, pool());
    customs(2, true);
    emit(i(kSystem, 6, 0, kMieBit, kMstatus));
}

/// An exit without a trap: the task continues at another address when it runs again.
void Builder::exitToTask() {
    emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    constant(kScratch, kMppBits | kMpieBit);
    csrSet(kMstatus, kScratch);
    if (random_.one_in(2)) emit(i(kSystem, 3, 0, kScratch, kMstatus)), emit(i(kSystem, 2, 0, kScratch, kMstatus));
    const uint32_t address = emitAddress(kScratch);
    csrWrite(kMepc, kScratch);
    constant(kScratch, own_);
    context(CI_CONTEXT_RETURN_TO, pool(), kScratch, pool());
    constant(kScratch, anyUpperBits(random_.one_in(4) ? bankWithoutEffect() : randomTask()));
    if (random_.one_in(2)) emit(i(kLoad, 2, 16, kDataBase, 0));
    context(CI_CONTEXT_EXIT, pool(), kScratch, pool());
    for (unsigned n = random_.between(1, 3); n > 0; n--) anyContext();
    target(address);
}

/// Executes instructions in user mode, and returns to machine mode.
void Builder::asUser(unsigned most) {
    for (unsigned n = random_.between(1, most); n > 0; n--) random_.one_in(3) ? arithmetic() : anyContext();
    emit(kEcall);
}

/// Emits an mret, or an exit to the bank to which the mret returns.
void Builder::returnToSelf() {
    if (banks_) {
        constant(kCounter, own_);
        context(CI_CONTEXT_RETURN_TO, pool(), kCounter, pool());
        if (random_.one_in(2)) return context(CI_CONTEXT_EXIT, pool(), kCounter, pool());
    }
    emit(kMret);
}

// --------------------------------------------------------------------------------------------------------- the handler

/// Reads the return address of the interrupted task's latest jump-and-link.
void Builder::readLink(unsigned rd) {
    if (!banks_) {
        emit(i(kImmediate, 0, rd, kLink, 0));
        return;
    }
    context(CI_CONTEXT_STATE, rd, 0, 0);
    emit(i(kImmediate, 5, rd, rd, CI_CONTEXT_STATE_PREVIOUS_LOW));
    context(CI_CONTEXT_READ, rd, rd, kLink);
}

/// Emits a trap or an interrupt window within the handler, unless the handler is nested already. Saves and restores the
/// state that a trap overwrites.
void Builder::nest() {
    if (!banks_ || random_.one_in(2)) return;
    emit(i(kSystem, 2, kLastOfHandler, 0, kMscratch));
    const uint32_t nested = emitBranch(1, kLastOfHandler, 0);
    emit(i(kSystem, 5, 0, 1, kMscratch));
    context(CI_CONTEXT_STATE, kSavedState, 0, 0);
    emit(i(kSystem, 2, kSavedPc, 0, kMepc));
    emit(i(kSystem, 2, kSavedStatus, 0, kMstatus));
    for (unsigned n = 0; n < 4; n++) emit(i(kImmediate, 0, kSavedOwn + n, kHandler + n, 0));
    if (random_.one_in(2)) {
        justBefore();
        emit(random_.of({kEcall, kCustom1, i(kLoad, 2, 16, kUnmappedBase, 0), i(kLoad, 2, 16, kDataBase, 33)}));
    } else {
        emit(i(kSystem, 6, 0, kMieBit, kMstatus));
        customs(2, random_.one_in(2));
    }
    emit(i(kSystem, 7, 0, kMieBit, kMstatus));
    for (unsigned n = 0; n < 4; n++) emit(i(kImmediate, 0, kHandler + n, kSavedOwn + n, 0));
    csrWrite(kMepc, kSavedPc);
    csrWrite(kMstatus, kSavedStatus);
    emit(i(kImmediate, 5, kSavedState, kSavedState, CI_CONTEXT_STATE_PREVIOUS_LOW));
    context(CI_CONTEXT_RETURN_TO, 0, kSavedState, 0);
    emit(i(kSystem, 5, 0, 0, kMscratch));
    target(nested);
}

/// Ends the handler with an mret, or with an exit to the next of four random banks.
void Builder::endHandler() {
    enum { kTo = kLastOfHandler - 1, kShift };
    if (banks_ && random_.one_in(3)) {  // change the bank to which mret returns, and restore it
        context(CI_CONTEXT_STATE, kTo, 0, 0);
        emit(i(kImmediate, 5, kTo, kTo, CI_CONTEXT_STATE_PREVIOUS_LOW));
        constant(kShift, randomBank());
        context(CI_CONTEXT_RETURN_TO, pool(), kShift, pool());
        context(CI_CONTEXT_STATE, pool(), pool(), pool());
        context(CI_CONTEXT_RETURN_TO, pool(), kTo, pool());
    }
    if (banks_ && !random_.one_in(4)) {
        emit(i(kSystem, 2, kTo, 0, kMscratch));
        const uint32_t nested = emitBranch(1, kTo, 0);
        uint32_t four = 0;
        for (unsigned n = 0; n < 4; n++)
            four = four << 8 | (banks_ < 256 && random_.one_in(6) ? missingBank() : randomTask());
        constant(kTo, four);
        emit(i(kImmediate, 1, kShift, kCounter, 3));
        emit(r(kRegister, 5, 0, kTo, kTo, kShift));
        emit(i(kImmediate, 0, kCounter, kCounter, 1));
        context(CI_CONTEXT_EXIT, pool(), kTo, pool());
        for (unsigned n = random_.below(3); n > 0; n--) anyContext();
        target(nested);
    }
    emit(kMret);
}
