// SPDX-License-Identifier: Apache-2.0
// A server of GDB's remote protocol for a core on a board:
//
//   gdb_server TARGET.json
//
// TARGET.json is as for Gdb (gdb.h), and says where the core's debug registers are: {"bridge": descriptor that is
// connected to litex_server, "registers": their address}. Ends with GDB's kill or SIGINT, or when GDB or litex_server
// has gone.
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
    interrupt.sa_handler = [](int) { interrupted = 1; };  // it also wakes what waits for GDB
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
