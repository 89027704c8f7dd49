// SPDX-License-Identifier: Apache-2.0
// The simulator in a browser: the functions that docs/try-it/worker.js calls, first web_load(), once. web_load() and
// web_run() return JSON.
#include <emscripten.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "console.h"
#include "core.h"
#include "program.h"
#include "simulation.h"
#include "timeline.h"

using nlohmann::json;

namespace {
constexpr const char* kCycle = "\n  cycle          ";  // in a message of the harness, before a cycle
constexpr const char* kFirmware = "/firmware";  // in Emscripten's file system, which is in memory
// model.cpp reads the memories' initial contents from the folder of this link's target. Emscripten has them in /.
const int linked = symlink("/simulator", "/proc/self/exe");

struct Run {
    Console console;
    std::unique_ptr<Program> program;
    std::unique_ptr<Simulation> simulation;
    std::unique_ptr<Timeline> timeline;
    std::vector<Timeline::Record> records;
    std::optional<uint32_t> idle;  // address of the idle task's function
    Outcome outcome;

    /// The cycles of the SoC so far (see Timeline::behind).
    uint64_t cycles() const { return outcome.cycles + timeline->behind; }
    /// Run until this cycle of the SoC. Return false if the program has ended.
    bool advance(uint64_t until) {
        if (outcome.kind == Outcome::kCycleLimit) timeline->behind++;
        outcome = simulation->run(until - timeline->behind, nullptr, timeline.get(), nullptr, nullptr);
        return outcome.kind == Outcome::kCycleLimit;
    }
};
std::unique_ptr<Run> current;
std::string answer;

const char* text(const json& value) {
    answer = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return answer.c_str();
}

/// Return the content of watch.json for the first RTOS that the program contains, and the address of its idle function
/// as "idle". rtoses: the symbol of each item, and "offsets", the items that need debug information.
json watch(const Program& program, const json& rtoses) {
    for (const json& rtos : rtoses) {
        if (!program.address(rtos.value("thread", ""))) continue;
        json found = rtos.value("offsets", json::object());
        for (const auto& [what, symbol] : rtos.items()) {
            if (!symbol.is_string()) continue;
            auto address = program.address("__wrap_" + symbol.get<std::string>());  // the linker's --wrap replaced it
            if (!address) address = program.address(symbol);
            if (address) found[what] = *address;
        }
        return found;
    }
    return json::object();
}

/// Return a message of the harness with the cycle of the SoC, and the function's name after its PC.
std::string corrected(std::string message) {
    if (const size_t at = message.find(kCycle); at != std::string::npos) {
        const size_t begin = at + strlen(kCycle);
        message.replace(begin, message.find('\n', begin) - begin, std::to_string(current->cycles()));
    }
    const size_t pc = message.find("0x", message.find("PC "));
    if (pc == std::string::npos) return message;
    const std::string name = current->program->functionAt(uint32_t(std::stoul(message.substr(pc, 10), nullptr, 16)));
    return name.empty() ? message : message.insert(pc + 10, " (" + name + ")");
}

/// Return the contexts with their cycles and the function in which each began, without the cycles of each instruction.
json summary(const json& contexts) {
    json list = json::array();
    for (const json& context : contexts.at("contexts")) {
        uint64_t cycles = 0;
        bool isIdle = false;
        for (const json& spent : context.at("cycles_at")) {
            cycles += spent.at(1).get<uint64_t>();
            isIdle |= current->idle && spent.at(0) == *current->idle;
        }
        list.push_back({{"kind", context.at("kind")}, {"name", context.at("name")},
                        {"entry", current->program->functionAt(context.at("entry"))}, {"cycles", cycles},
                        {"idle", isIdle}});
    }
    return list;
}

/// Return bytes as UTF-8 with a character for each byte.
std::string asText(const std::string& bytes) {
    std::string text;
    for (const char byte : bytes) {
        const auto code = uint8_t(byte);
        if (code >= 0x80) text += char(0xc0 | code >> 6);
        text += char(code >= 0x80 ? 0x80 | (code & 0x3f) : code);
    }
    return text;
}

/// Return how the program ended, in the words of `./metro run`, or an empty string.
std::string ending(const Outcome& outcome) {
    switch (outcome.kind) {
        case Outcome::kExit: return "exit code " + std::to_string(outcome.status);
        case Outcome::kHang: return "hang";
        case Outcome::kTrap: return "unhandled trap";
        default: return "";
    }
}

json state() {
    const Outcome& outcome = current->outcome;
    const std::string ended = ending(outcome);
    return {{"ended", ended}, {"message", ended.empty() ? "" : corrected(outcome.message)},
            {"cycles", current->cycles()}, {"instructions", outcome.instructions},
            {"console", asText(current->console.take())}, {"knowsIdle", current->idle.has_value()},
            {"contexts", summary(current->timeline->contexts())}};
}

json runTo(uint64_t until) {
    if (until > current->cycles()) current->advance(until);
    return state();
}

json runToSwitch(uint64_t until) {
    const auto isSwitch = [](const Timeline::Record& record) { return record.cycleAndKind >> 56 == Timeline::kSwitch; };
    const std::vector<Timeline::Record>& records = current->records;
    // Two cycles at a time: otherwise the harness would always see the same cycle, and never a hang.
    for (size_t seen = 0; current->cycles() < until && current->advance(current->cycles() + 2); seen = records.size())
        if (std::any_of(records.begin() + ptrdiff_t(seen), records.end(), isSwitch)) break;
    return state();
}
}  // namespace

extern "C" {
/// Load a program. options: {"compressed": the core has RVC, "values": {symbol: word}, "rtoses": see watch(), "rom":
/// bytes}. Return {} or {"error"}.
EMSCRIPTEN_KEEPALIVE const char* web_load(const char* file, uint32_t size, const char* options) {
    try {
        const json given = json::parse(options);
        auto run = std::make_unique<Run>();
        const bool compressed = given.value("compressed", false);
        run->program = std::make_unique<Program>(std::string(file, size), given.at("rom"), compressed);
        const json values = given.value("values", json::object());
        for (const auto& [symbol, value] : values.items()) run->program->set(symbol, value.get<uint32_t>());
        const std::string& image = run->program->image();
        std::ofstream(kFirmware, std::ios::binary) << image;
        run->simulation = Simulation::create(kFirmware, run->console, {}, {});
        if (run->program->sramBytes() > run->simulation->sramBytes())
            throw std::runtime_error("the program does not fit: it needs " + std::to_string(run->program->sramBytes()) +
                                     " bytes of RAM, but this SoC has " + std::to_string(run->simulation->sramBytes()));
        const json watched = watch(*run->program, given.at("rtoses"));
        if (watched.contains("idle")) run->idle = watched.at("idle");
        run->timeline = std::make_unique<Timeline>(watched, run->records);
        current = std::move(run);
        return text(json::object());
    } catch (const std::exception& error) {
        return text({{"error", error.what()}});
    }
}

/// Run until a cycle; with `toSwitch`, only to the next switch of tasks. Return {"error"} or {"ended": see ending(),
/// "message": of the harness, "cycles", "instructions", "console": see asText(), "knowsIdle": the program has an idle
/// task, "contexts": see summary()}.
EMSCRIPTEN_KEEPALIVE const char* web_run(double until, bool toSwitch) {
    try {
        current->records.clear();
        return text(toSwitch ? runToSwitch(uint64_t(until)) : runTo(uint64_t(until)));
    } catch (const std::exception& error) {
        return text({{"error", error.what()}});
    }
}

/// The records of the last web_run() (timeline.h): their address, and their number.
EMSCRIPTEN_KEEPALIVE const void* web_records() { return current->records.data(); }
EMSCRIPTEN_KEEPALIVE uint32_t web_record_count() { return uint32_t(current->records.size()); }

/// Send input to the UART.
EMSCRIPTEN_KEEPALIVE void web_send(const char* bytes, uint32_t size) { current->console.send({bytes, size}); }
}
