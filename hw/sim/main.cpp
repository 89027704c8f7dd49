// SPDX-License-Identifier: Apache-2.0
// The simulator's command line. Exit status: the firmware's exit code; 2 usage or another error of the simulator; 124
// cycle limit, 125 hang, 126 trap; 127 if --check-memory finds a mistake and the firmware's code is 0; 130 if GDB or,
// with --timeline or --check-memory, Ctrl-C ends the run.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>

#include "console.h"
#include "gdb.h"
#include "memory_check.h"
#include "meters.h"
#include "simulation.h"
#include "timeline.h"

namespace {
constexpr int kStatusUsage = 2;

const char* name(Outcome::Kind kind) {
    switch (kind) {
        case Outcome::kExit: return "exit";
        case Outcome::kMeasured: return "measured";
        case Outcome::kCycleLimit: return "cycle limit";
        case Outcome::kHang: return "hang";
        case Outcome::kTrap: return "trap";
        case Outcome::kInterrupted: return "interrupted";
    }
    return "?";
}

nlohmann::json readJson(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    return nlohmann::json::parse(file);
}

void writeMemory(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    file.close();
    if (!file) throw std::runtime_error("cannot write the memory to " + path + " (is the disk full?)");
}

void writeReport(const std::string& path, const Outcome& outcome, const Meters* meters) {
    nlohmann::json report = meters ? meters->toJson() : nlohmann::json::object();
    report["ended"] = name(outcome.kind);
    report["status"] = outcome.status;
    if (!outcome.message.empty()) report["message"] = outcome.message;
    report["cycles"] = outcome.cycles;
    report["instructions"] = outcome.instructions;
    report["seconds"] = outcome.seconds;
    std::ofstream file(path);
    file << report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
    file.close();
    if (!file) throw std::runtime_error("cannot write the report " + path + " (is the disk full?)");
}
}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Run a firmware on the simulated Metronome SoC and return its exit code."};
    std::string rom, input, metersPath, timelineFolder, checkPath, gdbPath, retiredPath, memoryPath, reportPath;
    uint64_t maxCycles = UINT64_MAX - 1;
    LineOptions line;
    TraceOptions trace;
    app.add_option("--rom", rom, "firmware, a flat binary that starts at address 0")->required();
    app.add_option("--max-cycles", maxCycles, "end with an error after this number of cycles");
    app.add_option("--uart-input", input, "file that is sent to the UART; - for the terminal");
    app.add_option("--line-min", line.min, "shortest distance of interrupts on sim_line, cycles (0: none)");
    app.add_option("--line-max", line.max, "longest distance, cycles");
    app.add_option("--line-seed", line.seed, "seed of the distances");
    app.add_option("--trace", trace.file, "write the waveforms to this FST file");
    app.add_option("--trace-from", trace.from, "first cycle in the trace");
    app.add_option("--trace-to", trace.to, "last cycle in the trace");
    app.add_option("--meters", metersPath, "JSON file that says what to measure");
    app.add_option("--timeline", timelineFolder, "folder for the timeline's records, with a watch.json (timeline.h); "
                                                 "Ctrl-C ends the run with exit code 130");
    app.add_option("--check-memory", checkPath, "JSON file about the target (memory_check.h): report software that "
                                                "lacks a call when it shares memory with circuits");
    app.add_option("--gdb", gdbPath, "JSON file about the target (gdb.h): wait for GDB and serve it");
    app.add_option("--retired", retiredPath, "file for the address and cycle of each retired instruction (retired.h)");
    app.add_option("--memory", memoryPath, "file for the contents of the SRAM at the end");
    app.add_option("--report", reportPath, "JSON file for the outcome and the measurements");
    try {
        app.parse(argc, argv);
        if (line.min > 0 && line.min < 16) throw std::runtime_error("--line-min: at least 16 cycles");
        if (line.max < line.min) line.max = line.min;

        Terminal console(input);
        const auto simulation = Simulation::create(rom, console, line, trace);
        std::unique_ptr<Meters> meters;
        if (!metersPath.empty())
            meters = std::make_unique<Meters>(readJson(metersPath), simulation->romBytes(), simulation->sramBytes());
        std::unique_ptr<Timeline> timeline;
        if (!timelineFolder.empty() || !retiredPath.empty())
            timeline = std::make_unique<Timeline>(timelineFolder, retiredPath);
        std::unique_ptr<MemoryCheck> check;
        if (!checkPath.empty()) check = std::make_unique<MemoryCheck>(readJson(checkPath));
        if (timeline || check) std::signal(SIGINT, [](int) { Simulation::interrupt(); });
        std::unique_ptr<Gdb> gdb;
        if (!gdbPath.empty()) gdb = std::make_unique<Gdb>(readJson(gdbPath));
        const Outcome outcome = simulation->run(maxCycles, meters.get(), timeline.get(), check.get(), gdb.get());
        if (!memoryPath.empty()) writeMemory(memoryPath, simulation->sram());
        if (!outcome.message.empty()) fprintf(stderr, "simulator: %s\n", outcome.message.c_str());
        if (!reportPath.empty()) writeReport(reportPath, outcome, meters.get());
        return outcome.status;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kStatusUsage;
    } catch (const std::exception& error) {
        fprintf(stderr, "simulator: %s\n", error.what());
        return kStatusUsage;
    }
}
