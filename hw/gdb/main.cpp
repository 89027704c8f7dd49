// SPDX-License-Identifier: Apache-2.0
// GDB remote protocol server for a core on a board:
//
//   gdb_server TARGET.json
//
// TARGET.json is the description for Gdb (gdb.h) with two more keys: "bridge", a descriptor connected to litex_server,
// and "registers", the address of the core's debug registers. The server ends on GDB's kill command, on SIGINT, or when
// GDB or litex_server disconnects.
#include <signal.h>

#include <cstdio>
#include <exception>
#include <fstream>

#include "etherbone.h"
#include "gdb.h"

namespace {
volatile sig_atomic_t interrupted = 0;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    struct sigaction interrupt = {};
    interrupt.sa_handler = [](int) { interrupted = 1; };  // the signal also interrupts the wait for GDB
    sigaction(SIGINT, &interrupt, nullptr);
    try {
        nlohmann::json target;
        std::ifstream(argv[1]) >> target;
        Etherbone bus(target.at("bridge"), target.at("registers"));
        Gdb gdb(target);
        gdb.attach(bus);
        while (!interrupted && (gdb.connected() || gdb.await()) && gdb.cycle()) bus.clock();
        gdb.letGo();
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "metro: error: %s\n", problem.what());
        return 1;
    }
}
