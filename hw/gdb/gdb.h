// SPDX-License-Identifier: Apache-2.0
// GDB remote serial protocol server for the simulated core and for a core on a board.
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
    /// target: {"socket": listening descriptor, "hardware_breakpoints": N, "memory": [{"type": "rom" or "ram", "start",
    /// "length"}, ...], "core": contents of core.json}
    explicit Gdb(const nlohmann::json& target);
    ~Gdb();

    /// Wait for GDB, halt the core at its reset address and serve GDB. Call before the first cycle. Return false if GDB
    /// ends the run.
    bool start(DebugBus& bus);
    /// Attach to a running core, instead of start(). The core halts where it is when GDB connects.
    void attach(DebugBus& bus);
    /// Wait until GDB connects. Return false if a signal comes first.
    bool await() const;
    bool connected() const { return connection_ >= 0; }
    /// Call once per cycle. Return false if GDB has ended the run or disconnected.
    bool cycle();
    /// End a session that attach() began: remove the breakpoints and let the core run.
    void letGo();
    /// Halt the core instead of ending the run. Return false if GDB is not connected or an earlier halt has not
    /// completed; the run then ends.
    bool survives(const Outcome& outcome);
    /// Tell GDB that the run is over.
    void ended(const Outcome& outcome);

private:
    enum Next { kStay, kGo, kEnd };

    bool accept();
    /// Answer GDB until the program resumes (true) or the run ends (false).
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
    bool acknowledges_ = true, waiting_ = false;  // waiting: GDB expects a stop reply
    int signal_;
    uint32_t sincePoll_ = 0;
    bool attached_ = false;
    nlohmann::json target_;
    DebugBus* bus_ = nullptr;
    std::unique_ptr<Debugger> debugger_;
    bool halting_ = false;
};
