// SPDX-License-Identifier: Apache-2.0
// One episode: random commands after power-up, with each result compared to the model's. The seed determines
// everything.
#pragma once

#include <array>
#include <optional>
#include <string>

#ifdef LINES
#include "posting_lines.h"
#endif
#ifdef SECOND_PORT
#include "second_port.h"
#endif
#include "stimulus.h"
#include "ticks.h"
#include "unit.h"

struct Totals {
    uint64_t operations = 0;
    uint64_t cycles = 0;
    uint64_t withdrawn = 0;
    uint64_t second = 0;  // commands of the second port, or posts of lines
    Ticks::Totals ticks;
    unsigned longest_wait[8][128] = {};  // longest wait of each instruction in cycles, by unit and operation
};

class Episode {
public:
    Episode(const Configuration& configuration, uint64_t seed, Totals& totals);

    // Return "" or a description of the failure.
    std::string run(unsigned operations);

private:
    void power_up();
    void reset();
    void fill_queues();
    void step();
    void pause(unsigned cycles);
    bool issue(const Command& wanted, bool may_be_withdrawn);
    void check_port();
    void check_state();
    void check_lists();
    void check_held();
    void follow_ticks();
    void follow_second();
    void follow_lines();
    uint32_t of_model(const Command& command, bool by_second);
    void execute(unsigned unit, unsigned op, uint32_t rs1, uint32_t rs2);
    void remember(const Command& command, const char* outcome, uint32_t result, unsigned waited);
    [[noreturn]] void fail(const std::string& what);
    Command junk();

    const Configuration configuration;
    const uint64_t seed;
    Totals& totals;
    Random random;
    Stimulus stimulus;
    Unit unit;
    accelerator model;
#ifdef LINES
    PostingLines second{configuration, random};
#endif
#ifdef SECOND_PORT
    SecondPort second{configuration, random};
    Stimulus of_second{configuration, random};
#endif
    std::optional<Ticks> ticks;        // exists from the first reset, if there is a time base
    const Command* present = nullptr;  // the processor's command in this cycle, or nullptr
    bool stalled = false, halted = false;
    uint64_t last_tick = 0;
    unsigned done = 0;

    struct Event {
        uint64_t cycle;
        Command command;
        const char* outcome;
        uint32_t result;
        unsigned waited;
    };
    std::array<Event, 40> trace;  // the latest events, as a ring buffer
    size_t remembered = 0;
};
