// SPDX-License-Identifier: Apache-2.0
// An episode compares a random program on the core with the reference, instruction by instruction. The seed determines
// the episode. A long program runs once, with random interrupts (storm). A short program runs repeatedly with one
// interrupt, which comes one cycle later in each run, until it has come at each cycle of the random part (sweep).
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
    uint64_t custom = 0;        // retired instructions of the units and of the register banks
    uint64_t interrupts = 0, exceptions = 0;
    uint64_t sweeps = 0;        // programs that ran with an interrupt at each cycle
    uint64_t offsets = 0;       // cycles at which these interrupts came
    uint64_t acrossWords = 0;   // retired instructions of the units and banks that cross a word boundary
    uint64_t acrossLines = 0;   // retired instructions of the units and banks that cross a cache line boundary
    uint64_t flushed = 0;       // instructions of the units that were flushed before they reached the units
    uint64_t withdrawn = 0;     // commands that the unit saw, but that did not fire
    uint64_t second = 0;        // commands of the second port
    uint64_t stalled = 0;       // commands for which the unit was ready while the pipeline stalled
    std::map<std::string, uint64_t> rises;  // interrupt lines that rose, by the state of the units' port
    // Counts of switch, exit and mret on a core with register banks. changes: instructions that changed the bank.
    // during: interrupt lines that rose while such an instruction was in the pipeline, by its stage.
    // around: traps directly before or after such an instruction.
    std::map<std::string, uint64_t> changes, during, around;
    // Ticks that took effect without an instruction, by the state of the pipeline. A tick can count under several
    // names.
    std::map<std::string, uint64_t> ticks;
    std::vector<Waveform::Column> waveform;
};

class Episode {
public:
    struct Options {
        Configuration configuration;
        accelerator units;   // as after reset
        bool userMode, compressed;
        unsigned fault;      // 0: none; otherwise the number of the fault in the netlist
        bool watch;          // also compare the units' port and the banks, not only the results that the program sees
        bool waveform;       // search for a waveform; needs the time unit, the ready unit and a time base
    };

    Episode(Core& core, const Options& options, uint64_t seed, Totals& totals);

    /// Returns "" or a description of the difference.
    std::string run();

private:
    struct Fire {
        unsigned unit, operation;
        uint32_t rs1, rs2, result;
    };
    /// A cycle at the units' port, to compare the time base.
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
    /// Runs the program once. at: cycle of the only interrupt; UINT64_MAX: no interrupt; none: random interrupts.
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
    void driveSecond();
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

    // State of one run:
    std::optional<Random> runRandom_;
    std::optional<Memory> memory_;
    std::optional<Reference> reference_;
    std::optional<Bus> instructions_, data_;
    std::optional<Fire> fired_;                // a command whose instruction has not retired yet
    std::vector<PortCycle> uncomparedCycles_;  // cycles from that command on, which ticks_ has not compared yet
    std::optional<Ticks> ticks_;               // if the core has a time base
    std::vector<Instruction> seconds_;         // commands for the second port, if the core has one
    Command secondCommand_{};
    bool hasSecond_ = false;                   // secondCommand_ is at the port
    std::vector<Second> uncomparedSeconds_;    // commands of the second port that fired after fired_
    struct Before {
        bool hasCommand = false, fires = false;     // a command was at the port, and fired
        bool takes = false, between = false;        // a tick took effect, and did so directly after a command
    };
    std::optional<Waveform> waveform_;
    Before before_;  // the previous cycle at the units' port
    std::optional<uint64_t> at_;
    uint64_t cycle_ = 0, retired_ = 0, next_ = 0, last_ = 0;
    std::optional<uint64_t> bodyFrom_, bodyTo_;
    std::string change_;  // the change of the bank in the latest step
    bool done_ = false, pending_ = false, wasWaiting_ = false, wasStalled_ = false;
    bool interruptsWereEnabled_ = false;

    struct Event {
        uint64_t cycle;
        const char* what;
        uint32_t pc, word, value;
    };
    std::array<Event, 32> trace_;  // the latest events, in a ring
    size_t remembered_ = 0;
};
