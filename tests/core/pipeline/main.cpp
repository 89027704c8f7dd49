// SPDX-License-Identifier: Apache-2.0
// Runs episodes on one core:
// pipeline TASKS WIDTH UNITS ENGINE EVENTS SERVICES LEVELS WAITING SLICES USER COMPRESSED SEED SECONDS EPISODES
//          [FAULT [BLIND [WAVEFORM]]]
// The seeds of the episodes are SEED, SEED + 1, ... The program stops after SECONDS, after EPISODES (0: no limit), or
// at the first difference. FAULT: number of the active fault; 0: none. BLIND 1: compare only the results that the
// program on the core sees. WAVEFORM 1: stop when a waveform is found.
// Prints one line of JSON. Exit status: 0 no difference, 1 a difference (on stderr), 2 wrong arguments.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "episode.h"

static double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

static unsigned number(const char* text) { return unsigned(strtoul(text, nullptr, 0)); }

static void print(const char* name, const std::map<std::string, uint64_t>& counts) {
    printf(", \"%s\": {", name);
    const char* comma = "";
    for (const auto& [what, count] : counts) {
        printf("%s\"%s\": %" PRIu64, comma, what.c_str(), count);
        comma = ", ";
    }
    printf("}");
}

int main(int argc, char** argv) {
    Episode::Options options{};
    // No queues, because a reset does not clear their memory.
    Configuration& configuration = options.configuration;
    if (argc >= 15)
        configuration = {number(argv[1]), number(argv[2]), number(argv[3]), number(argv[4]), number(argv[5]), 0,
                         number(argv[6]), number(argv[7]), number(argv[8]), number(argv[9])};
    if (!configuration.init(&options.units)) {
        fprintf(stderr, "usage: pipeline TASKS WIDTH UNITS ENGINE EVENTS SERVICES LEVELS WAITING SLICES USER "
                        "COMPRESSED SEED SECONDS EPISODES [FAULT [BLIND [WAVEFORM]]]\n");
        return 2;
    }
    options.userMode = number(argv[10]);
    options.compressed = number(argv[11]);
    options.fault = argc > 15 ? number(argv[15]) : 0;
    options.watch = argc <= 16 || !number(argv[16]);
    options.waveform = argc > 17 && number(argv[17]);
    const uint64_t first = strtoull(argv[12], nullptr, 0);
    const double seconds = atof(argv[13]);
    const uint64_t episodes = strtoull(argv[14], nullptr, 0);

    Core core;
    Totals totals;
    const auto start = std::chrono::steady_clock::now();
    uint64_t seed = first;
    std::string difference;
    do {
        difference = Episode(core, options, seed++, totals).run();
    } while (difference.empty() && totals.waveform.empty() && (!episodes || seed - first < episodes) &&
             secondsSince(start) < seconds);

    printf("{\"episodes\": %" PRIu64 ", \"seed\": %" PRIu64 ", \"seconds\": %.3f, \"runs\": %" PRIu64
           ", \"cycles\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"custom\": %" PRIu64 ", \"interrupts\": %" PRIu64
           ", \"exceptions\": %" PRIu64 ", \"sweeps\": %" PRIu64 ", \"offsets\": %" PRIu64
           ", \"across_words\": %" PRIu64 ", \"across_lines\": %" PRIu64 ", \"second\": %" PRIu64
           ", \"flushed\": %" PRIu64 ", \"withdrawn\": %" PRIu64 ", \"stalled\": %" PRIu64
           "",
           seed - first, seed - 1, secondsSince(start), totals.runs, totals.cycles, totals.instructions, totals.custom,
           totals.interrupts, totals.exceptions, totals.sweeps, totals.offsets, totals.acrossWords, totals.acrossLines,
           totals.second, totals.flushed, totals.withdrawn, totals.stalled);
    print("rises", totals.rises);
    print("changes", totals.changes);
    print("during", totals.during);
    print("around", totals.around);
    print("ticks", totals.ticks);
    printf(", \"waveform\": [");
    const char* comma = "";
    for (const Waveform::Column& c : totals.waveform) {
        printf("%s{\"cycle\": %" PRIu64 ", \"command\": \"%s\", \"stalled\": %d, \"fires\": %d, \"ticks\": %d, "
               "\"interrupt\": %d, \"pending\": %u, \"highest\": %" PRIu32 "}",
               comma, c.cycle, c.command.c_str(), c.stalled, c.fires, c.ticks, c.interrupt, c.pending, c.highest);
        comma = ", ";
    }
    printf("]}\n");
    if (!difference.empty()) {
        fprintf(stderr, "%s", difference.c_str());
        return 1;
    }
    return 0;
}
