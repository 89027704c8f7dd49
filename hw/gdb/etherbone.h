// SPDX-License-Identifier: Apache-2.0
// Debug bus of a core on a board: debug registers in the SoC's address space, reached through litex_server.
#pragma once

#include <string>

#include "debug_bus.h"

class Etherbone : public DebugBus {
public:
    /// socket: connected to litex_server, its greeting already read; base: address of the debug registers.
    Etherbone(int socket, uint32_t base) : socket_(socket), base_(base) {}

    void present(bool write, uint8_t address, uint32_t data) override;
    uint32_t result() const override { return result_; }
    /// Execute the presented access: write the word once, or read it. Throws if litex_server disconnects.
    bool clock() override;
    void freeze(bool) override {}  // a board's peripherals keep running

private:
    void send(uint8_t writes, uint8_t reads, uint32_t first, uint32_t second);
    std::string receive(size_t length);

    int socket_;
    uint32_t base_, address_ = 0, data_ = 0, result_ = 0;
    bool write_ = false;
};
