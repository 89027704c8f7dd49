// SPDX-License-Identifier: Apache-2.0
// A server of GDB's remote serial protocol, for the simulated core and for one on a board.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "debugger.h"

struct Outcome;

class Gdb {
public:
    /// {"socket": descriptor that listens, "hardware_breakpoints": N, "memory": [{"type": "rom" or "ram", "start",
    /// "length"}, ...], "core": its description, core.json}
    explicit Gdb(const nlohmann::json& target);
    ~Gdb();

    /// Call before the first cycle: waits for GDB, which finds the core at its reset address.
    bool start(DebugBus& bus);
    /// In place of that where the core runs already: GDB, when it comes, finds it halted where it was.
    void attach(DebugBus& bus);
    /// Waits until GDB comes. False: a signal came first.
    bool await() const;
    bool connected() const { return connection_ >= 0; }
    /// Call once a cycle. False: GDB has ended the run, or has gone.
    bool cycle();
    /// Behind attach() and at the end: the core goes on, without breakpoints.
    void letGo();
    /// Something would end the run; with GDB the core halts instead, where it can. False: it ends.
    bool survives(const Outcome& outcome);
    /// The run is over.
    void ended(const Outcome& outcome);

private:
    enum Next { kStay, kGo, kEnd };

    bool accept();
    /// Answers GDB until the program is to go on; false when it is to end.
    bool serve();
    Next handle(const std::string& packet);
    Next go(bool step);
    Next query(const std::string& packet);
    Next monitor(const std::string& line);
    void transfer(const std::string& request, const std::string& document);
    Next stopReply();
    Next ok() { return reply("OK"); }
    Next error() { return reply("E01"); }
    Next reply(const std::string& data);
    std::optional<uint32_t> readRegister(uint32_t number);
    bool writeRegister(uint32_t number, uint32_t value);
    std::string memoryMap() const;

    std::optional<std::string> receive();
    std::optional<char> next();
    void send(const std::string& data);
    void print(const std::string& text);

    int listener_, connection_ = -1;
    std::string input_;
    bool acknowledges_ = true, waiting_ = false;  // waiting: GDB expects to hear why the program stopped
    int signal_;
    uint32_t sincePoll_ = 0;
    bool attached_ = false;
    nlohmann::json target_;
    DebugBus* bus_ = nullptr;
    std::unique_ptr<Debugger> debugger_;
    bool halting_ = false;
};
