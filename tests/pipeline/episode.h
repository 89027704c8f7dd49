// SPDX-License-Identifier: Apache-2.0
// One episode: a random program on the core, compared with the reference instruction by instruction. Its seed decides
// all. Either a long program under random interrupts, or a short one that is run again and again, with one interrupt
// that comes a cycle later each time, through all cycles of its random part.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bus.h"
#include "core.h"
#include "program.h"
#include "reference.h"
#include "ticks.h"
#include "waveform.h"

struct Totals {
    uint64_t runs = 0, cycles = 0, instructions = 0;
    uint64_t custom = 0;        // instructions of the units that retired
    uint64_t interrupts = 0, exceptions = 0;
    uint64_t sweeps = 0;        // programs that met an interrupt at each cycle
    uint64_t offsets = 0;       // cycles at which they did
    uint64_t halfway = 0;       // instructions of the units in the upper half of one word and the lower one of the next
    uint64_t across = 0;        // of these, those with a half in either of two cache lines
    uint64_t flushed = 0;       // instructions of the units that were thrown away before they reached them
    uint64_t withdrawn = 0;     // and after: the unit saw the command, and it did not fire
    uint64_t second = 0;        // commands of the second port
    uint64_t stalled = 0;       // commands that the unit was ready for while the pipeline stood still
    std::map<std::string, uint64_t> rises;  // interrupt lines that rose, by what was at the units' port
    // Of switches, exits and returns from traps on a core with register banks: those that left for another bank, by
    // name; interrupt lines that rose while one was in the pipeline, by its stage; and what was right before or behind.
    std::map<std::string, uint64_t> changes, during, around;
    // Ticks that took effect by themselves, by what was in the pipeline then; one can be there by several names.
    std::map<std::string, uint64_t> ticks;
    std::vector<Waveform::Column> waveform;
};

class Episode {
public:
    struct Options {
        accelerator units;   // as after reset
        bool userMode, compressed;
        unsigned fault;      // 0: none; otherwise the number of the fault in the netlist
        bool watch;          // the commands at the units' port too, not only what the program sees of them
        bool waveform;       // look for one, with both units and a time base
    };

    Episode(Core& core, const Options& options, uint64_t seed, Totals& totals);

    /// Returns "" or what went wrong.
    std::string run();

private:
    struct Fire {
        unsigned unit, operation;
        uint32_t rs1, rs2, result;
    };
    /// A cycle at the units' port, for what the time base does.
    struct PortCycle {
        uint64_t number;
        std::optional<Command> command;
        bool stalled, fires, takes, interrupt;
    };
    /// A command of the second port that has fired.
    struct Second {
        Command command;
        uint32_t result;
    };
    enum Line { kSoftware = 3, kTimer = 7, kExternal = 11 };  // numbers as in mcause

    Program build(unsigned blocks, bool thorough);
    void storm();
    void sweep();
    /// One run of the program to its end. at: cycle of the only interrupt; nothing: they come at random.
    void execute(std::optional<uint64_t> at);
    void drive();
    void raise();
    void lower(uint32_t cause);
    void observe();
    void takeInterrupt();
    void takeException();
    void retire();
    void compare(const Step& step);
    void compareBanks();
    Step step();
    void ask();
    void followSecond();
    void executeSecond(const Second& second);
    void followTicks();
    void noteTick(const PortCycle& cycle);
    void end(const PortCycle& cycle);
    void catchUp();
    void note(const Step& step);
    void follow();
    void remember(const char* what, uint32_t pc, uint32_t word, uint32_t value);
    [[noreturn]] void fail(const std::string& what);

    Core& core_;
    const Options& options_;
    const Configuration configuration_;
    const uint64_t seed_;
    Totals& totals_;
    Ticks::Totals ticksTotals_;
    Random random_;

    Program program_;
    uint32_t longestWait_ = 0, longestGap_ = 0;
    uint64_t busSeed_ = 0;

    // Of one run:
    std::optional<Random> runRandom_;
    std::optional<Memory> memory_;
    std::optional<Reference> reference_;
    std::optional<Bus> instructions_, data_;
    std::optional<Fire> fired_;  // that no retired instruction accounts for yet
    std::vector<PortCycle> behind_;  // since then, of which the reference does not know yet
    std::optional<Ticks> ticks_;     // with a time base
    std::vector<Instruction> seconds_;   // with a second port: what comes there
    Command asked_{};
    bool asks_ = false;                  // that is there
    std::vector<Second> behindFired_;    // fired behind fired_
    struct Before {
        bool there = false, fires = false;          // a command
        bool takes = false, between = false;        // a tick, and that right behind a command
    };
    std::optional<Waveform> waveform_;
    Before before_;  // the cycle before, at the units' port
    std::optional<uint64_t> at_;
    uint64_t cycle_ = 0, retired_ = 0, next_ = 0, last_ = 0;
    std::optional<uint64_t> bodyFrom_, bodyTo_;
    std::string change_;  // the latest step was one of these
    bool done_ = false, pending_ = false, wasWaiting_ = false, wasStalled_ = false;
    bool wasInterruptible_ = false;

    struct Event {
        uint64_t cycle;
        const char* what;
        uint32_t pc, word, value;
    };
    std::array<Event, 32> trace_;  // the latest, a ring
    size_t remembered_ = 0;
};
