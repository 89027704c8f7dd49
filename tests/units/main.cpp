// SPDX-License-Identifier: Apache-2.0
// Run episodes for one configuration: hammer TASKS WIDTH UNITS ENGINE EVENTS QUEUE_WORDS SERVICES LEVELS WAITING
// SLICES LINES SEED SECONDS [EPISODES [FAULT]]
// The episodes have the seeds SEED, SEED + 1, ... and stop after SECONDS, or after EPISODES of them (0: any number).
// FAULT is the number of the fault in the netlist to activate.
// Prints one line of JSON. The alternative `hammer replay` is described in replay.h.
// Exit status: 0 no difference from the model, 1 a difference (reported on stderr), 2 wrong arguments.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "episode.h"
#include "replay.h"

static const unsigned operations_per_episode = 6000;

static double seconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int main(int argc, char** argv)
{
    accelerator possible;
    if (argc == 2 && std::string(argv[1]) == "replay") {
        return replay();
    }
    if (argc < 14) {
        fprintf(stderr, "usage: hammer TASKS WIDTH UNITS ENGINE EVENTS QUEUE_WORDS SERVICES LEVELS WAITING SLICES "
                        "LINES SEED SECONDS [EPISODES [FAULT]]\n");
        return 2;
    }
    auto number = [&](int n) { return static_cast<unsigned>(atoi(argv[n])); };
    Configuration configuration{number(1), number(2), number(3), number(4), number(5), number(6), number(7),
                                number(8), number(9), number(10), number(11)};
    if (!configuration.init(&possible)) {
        fprintf(stderr, "hammer: there is no such unit\n");
        return 2;
    }
    uint64_t first = strtoull(argv[12], nullptr, 0);
    double seconds = atof(argv[13]);
    uint64_t episodes = argc > 14 ? strtoull(argv[14], nullptr, 0) : 0;
    Unit::fault = argc > 15 ? atoi(argv[15]) : 0;

    Totals totals;
    auto start = std::chrono::steady_clock::now();
    uint64_t seed = first;
    std::string difference;
    do {
        difference = Episode(configuration, seed, totals).run(operations_per_episode);
        seed++;
    } while (difference.empty() && seed - first != episodes && seconds_since(start) < seconds);

    printf("{\"operations\": %" PRIu64 ", \"cycles\": %" PRIu64 ", \"withdrawn\": %" PRIu64 ", \"episodes\": %" PRIu64
           ", \"seconds\": %.3f, \"seed\": %" PRIu64,
           totals.operations, totals.cycles, totals.withdrawn, seed - first, seconds_since(start), seed - 1);
    printf(", \"second\": %" PRIu64, totals.second);
    printf(", \"ticks\": {\"taken\": %" PRIu64 ", \"held_up\": %" PRIu64 ", \"lost\": %" PRIu64 ", \"raised\": %" PRIu64
           ", \"steady\": %" PRIu64 "}, \"waits\": {",
           totals.ticks.taken, totals.ticks.held_up, totals.ticks.lost, totals.ticks.raised, totals.ticks.steady);
    const char* comma = "";
    for (const Instruction& i : instructions(configuration)) {
        printf("%s\"%s\": %u", comma, i.name, totals.longest_wait[i.unit][i.op]);
        comma = ", ";
    }
    printf("}, \"beside\": {");
    comma = "";
    for (const Instruction& i : instructions(configuration)) {
        printf("%s\"%s\": %" PRIu32, comma, i.name, totals.ticks.beside[i.unit][i.op]);
        comma = ", ";
    }
    printf("}}\n");
    if (!difference.empty()) {
        fprintf(stderr, "%s", difference.c_str());
        return 1;
    }
    return 0;
}
