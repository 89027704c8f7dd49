// SPDX-License-Identifier: Apache-2.0
// What ran when, and where every cycle went: threads, interrupts and the accelerator, without help from the firmware.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

class Core;
struct ThreadPins;

/// In its folder is watch.json, which says how the firmware's kernel can be watched; by an empty object, all is one
/// program. Addresses:
///   "thread"    of the pointer to the running thread; a store to it takes effect at the ret or mret that follows,
///               unless it is null; where context.switch changes threads, at that or context.exit
///   "running"   of a byte that is not 0 when threads run; stores to the pointer before that are preparations
///   "priority"  of a byte with the running thread's priority
///   "created"   of a function that is called for each new thread, with the thread in a0
/// Or, of a monitor, "guests": a list of where each guest's memory is, {"base", "size"}. The instruction behind an mret
/// says who goes on.
/// Or "records": false, for contexts.json alone.
/// Offsets in a thread:
///   "priority_in_thread"   of such a byte, where it is there
///   "name_in_thread"       of the pointer to its name, or with "name_is_array" of the name
///
/// All cycles belong to contexts: the program before its first thread, the threads (or guests), the causes of traps; of
/// a guest's call its number. Cycles since
/// the instruction before count for the one that retires, as in a profile of the meters. The contexts get into
/// contexts.json, and what happens into `records`, 16 bytes each (little endian): 56 bits of cycle, 8 bits of kind, two
/// words of 32 bits:
///   kTrap         the context of the trap, and the PC that was interrupted
///   kReturn       the context that goes on, and 0; by mret or context.exit from a trap
///   kSwitch       the context of the thread that goes on, and its priority; ends all traps
///   kInstruction  the encoding of a custom instruction that retired, and for how many cycles from this one on it had
///                 its unit
///   kTick         0 and 0; a tick of the time base takes effect
/// and of hardware threads, with the slot in bits 7..0 of the first word:
///   kRuns, kStops   0; the circuit leaves its reset, or enters it, which ends what it was in
///   kCall           and the command, the handle, and whether it is direct, in a byte each; the argument
///   kToSoftware     0; what is being called waits for software now
///   kAnswer         and the error; the answer's value
///   kTransfer       and, from bit 8 on, whether it writes, and from bit 9 on the words; the address
///   kTransferred    and whether it was refused; 0
///   kSuspended      0; the circuit has come to a call, which is not taken until kCall
/// and of a monitor:
///   kSleeps, kWakes   0 and 0; it waits for an interrupt
class Timeline {
public:
    explicit Timeline(const std::string& folder);
    ~Timeline();

    /// Call once a cycle.
    void observe(const Core& core, const ThreadPins* threads, uint64_t cycle);
    /// Call at the run's end.
    void finish(const Core& core, uint64_t cycle);

private:
    enum Kind : uint8_t {
        kTrap, kReturn, kSwitch, kInstruction, kTick,
        kRuns, kStops, kCall, kToSoftware, kAnswer, kTransfer, kTransferred, kSuspended, kSleeps, kWakes
    };
    struct Context {
        enum Kind { kProgram, kThread, kInterrupt, kException, kOfCall } kind;
        // The thread's address or the guest's memory, the line (32 + cause without one), the exception's cause, or the
        // call's number, up to kOtherCall.
        uint32_t value;
        uint32_t entry = 0, namePointer = 0;
        std::string name{};
        std::map<uint32_t, uint64_t> cyclesAt{};  // by PC
    };

    void record(Kind kind, uint64_t cycle, uint32_t first, uint32_t second);
    void spend(uint32_t pc, uint64_t cycle);
    void observe(const ThreadPins& threads, uint64_t cycle);
    void trap(const Core& core, uint64_t cycle);
    void retired(const Core& core, uint64_t cycle);
    void stored(uint32_t address, uint32_t value);
    /// Who runs behind the monitor's mret: its first instruction comes, or does not, for a trap.
    void resumed(uint32_t pc);
    void returned(const Core& core, bool toThread, bool fromTrap, uint64_t cycle);
    /// The newest context of this kind and value.
    uint32_t context(Context::Kind kind, uint32_t value);
    uint32_t current() const { return traps_.empty() ? thread_ : traps_.back(); }
    void readName(const Core& core, Context& thread) const;
    uint32_t priority(const Core& core, uint32_t thread) const;
    void writeContexts(uint64_t cycles) const;

    std::string folder_;
    FILE* records_ = nullptr;
    std::vector<Context> contexts_;
    std::vector<uint32_t> traps_;  // contexts of those that are being served, innermost last
    uint32_t thread_ = 0;          // context
    uint32_t threadAddress_, runningAddress_, priorityAddress_, created_, priorityOffset_, nameOffset_;
    bool nameIsArray_;
    bool running_ = false;
    uint32_t priority_ = 0, irqMask_ = 0;
    bool switching_ = false, banked_ = false;  // banked: threads have register banks
    uint32_t nextThread_ = 0;
    size_t switchDepth_ = 0;
    uint64_t accounted_ = 0, asked_ = 0;
    uint32_t lastPc_ = 0;
    bool asking_ = false;
    struct Guest {
        uint32_t base, size, context;
    };
    std::vector<Guest> guests_;
    bool resumes_ = false, asleep_ = false;
    uint64_t resumesAt_ = 0;
    uint64_t threads_ = 0;  // the state of hardware threads in the cycle before
};
