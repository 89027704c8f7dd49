// SPDX-License-Identifier: Apache-2.0
// Records when threads, interrupts and units ran, and where every cycle went, without help from the firmware.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "retired.h"

class Core;
struct ThreadPins;

/// The folder contains watch.json, which says how to watch the firmware's kernel. If watch.json is an empty object, the
/// timeline shows one program and its traps. Addresses:
///   "thread"    the pointer to the running thread. A store that is not null takes effect at the next ret or mret, or,
///               if context.switch changes threads, at the next context.switch or context.exit
///   "running"   a byte that is not 0 while threads run; earlier stores to the pointer are ignored
///   "priority"  a byte with the running thread's priority
///   "created"   a function that is called for each new thread, with the thread in a0
/// For a monitor: "guests", a list of the guests' memories, {"base", "size"}. The instruction after an mret shows which
/// guest continues.
/// "records": false writes contexts.json only. "cache_lines": true adds the executed cache lines.
/// Offsets in a thread:
///   "priority_in_thread"   its priority, a byte, if it has one
///   "name_in_thread"       the pointer to its name, or with "name_is_array" the name
///
/// Every cycle belongs to a context: the program before its first thread, a thread or guest, the cause of a trap, or
/// the number of a guest's call. An instruction that retires gets the cycles since the previous one, as in a profile of
/// the meters. Contexts are written to contexts.json, events to `records`. A record has 16 bytes (little endian):
/// 56 bits of cycle, 8 bits of kind, two 32-bit words:
///   kTrap         context of the trap; interrupted PC
///   kReturn       context that continues after an mret or context.exit from a trap; 0
///   kSwitch       context of the thread or guest that continues; its priority or number. Ends all traps
///   kInstruction  encoding of a retired custom instruction; number of cycles, from the record's cycle on, in which the
///                 instruction used its unit
///   kTick         0; 0. A tick of the time base takes effect
/// Records of hardware threads have the slot in bits 7..0 of the first word, and from bit 8 on:
///   kRuns, kStops   0; 0. The circuit leaves its reset, or enters it, which ends its call or transfer
///   kCall           a byte each: command, handle, 1 if direct; argument
///   kToSoftware     0; 0. The call now waits for software
///   kAnswer         error; value
///   kTransfer       bit 8: write, from bit 9 on: number of words; address
///   kTransferred    1 if refused; 0
///   kSuspended      0; 0. The circuit makes a call that is not accepted until kCall
/// Records of a monitor:
///   kSleeps, kWakes   0; 0. The monitor, or a guest that executes wfi, begins or ends its wait for an interrupt. The
///                     cycles between them belong to the call GUEST_WAIT
/// With lines that post:
///   kLine   number of the line; its entry (register `line` of the time base). The line triggers
/// With "cache_lines":
///   kCacheLine   address of the 32-byte line of a retired instruction; 0. Only if the instruction before it was in
///                another line
class Timeline {
public:
    enum Kind : uint8_t {
        kTrap, kReturn, kSwitch, kInstruction, kTick,
        kRuns, kStops, kCall, kToSoftware, kAnswer, kTransfer, kTransferred, kSuspended, kSleeps, kWakes,
        kCacheLine, kLine
    };
    struct Record {
        uint64_t cycleAndKind;
        uint32_t first, second;
    };

    /// folder: "" records no timeline. retiredPath: the file for retired instructions (retired.h); "": none.
    Timeline(const std::string& folder, const std::string& retiredPath);
    /// Without a folder: `watch` is the content of watch.json, and the records except kInstruction are appended to
    /// `kept`. Such a timeline can observe several calls of Simulation::run().
    Timeline(const nlohmann::json& watch, std::vector<Record>& kept);
    ~Timeline();

    /// Call once per cycle.
    void observe(const Core& core, const ThreadPins* threads, uint64_t cycle);
    /// Write contexts.json, if there is a folder. Call at the end of the run.
    void finish(const Core& core, uint64_t cycle);
    /// Return the content of contexts.json after finish().
    nlohmann::json contexts();
    /// Number of the SoC's cycle minus the number that observe() gets. Each further call of Simulation::run() begins
    /// with the number of the last cycle again, so it increases this difference by one.
    uint64_t behind = 0;

private:
    /// An interrupt line that posts, as software has set it. isArmed: it triggers when it is high.
    struct Line {
        uint32_t entry = 0;
        bool isArmed = false;
    };
    struct Context {
        enum Kind { kProgram, kThread, kInterrupt, kException, kOfCall } kind;
        // From kThread on: address of the thread or of the guest's memory; interrupt line, or 32 + cause if no line is
        // active; cause of the exception; number of the call, at most kOtherCall.
        uint32_t value;
        uint32_t entry = 0, namePointer = 0;
        std::string name{};
        std::map<uint32_t, uint64_t> cyclesAt{};  // by PC
    };

    void record(Kind kind, uint64_t cycle, uint32_t first, uint32_t second);
    void spend(uint32_t pc, uint64_t cycle);
    void observe(const ThreadPins& threads, uint64_t cycle);
    void trap(const Core& core, uint64_t cycle);
    /// Record the beginning and the end of a wait in a wfi. jumps: the core takes a trap or switches guests.
    void followSleep(const Core& core, bool jumps, uint64_t cycle);
    /// Record which lines trigger, by the rules of the unit.
    void followLines(uint32_t levels, uint64_t cycle);
    void wroteTimeBase(uint32_t number, uint32_t value);
    void retired(const Core& core, uint64_t cycle);
    void stored(uint32_t address, uint32_t value);
    /// Return whether the core has switched to the guest of this instruction without an mret (--guest-switch).
    bool isSwitchedTo(uint32_t pc);
    /// Record which guest runs after the monitor's mret or a switch. pc: its first instruction, which retires or traps.
    void resumed(uint32_t pc);
    void returned(const Core& core, bool toThread, bool fromTrap, uint64_t cycle);
    /// Return the newest context of this kind and value; add one if there is none.
    uint32_t context(Context::Kind kind, uint32_t value);
    uint32_t current() const { return traps_.empty() ? thread_ : traps_.back(); }
    void readName(const Core& core, Context& thread) const;
    uint32_t priority(const Core& core, uint32_t thread) const;
    void watch(const nlohmann::json& watch);

    std::string folder_;
    bool isOn_ = false;                     // records a timeline, not only retired instructions
    std::vector<Record>* kept_ = nullptr;   // for the records, if they are not written to a file
    const Core* core_ = nullptr;            // at the end of the run
    uint64_t end_ = 0;
    std::unique_ptr<Retired> retiredFile_;
    FILE* records_ = nullptr;
    std::vector<Context> contexts_;
    std::vector<uint32_t> traps_;  // contexts of the traps in progress, innermost last
    uint32_t thread_ = 0;          // context
    uint32_t threadAddress_, runningAddress_, priorityAddress_, created_, priorityOffset_, nameOffset_;
    bool nameIsArray_, recordsCacheLines_;
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
    std::array<Line, 32> lines_{};
    bool hasLines_ = false;
    uint64_t threads_ = 0;  // state of the hardware threads in the previous cycle
};
