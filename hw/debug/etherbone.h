// SPDX-License-Identifier: Apache-2.0
// A core's debug registers in the address space of its SoC, which litex_server reaches over the board's host bridge.
#pragma once

#include <string>

#include "debug_bus.h"

class Etherbone : public DebugBus {
public:
    /// socket: connected to litex_server, whose greeting was taken from it; base: address of the debug registers.
    Etherbone(int socket, uint32_t base) : socket_(socket), base_(base) {}

    void present(bool write, uint8_t address, uint32_t data) override;
    uint32_t result() const override { return result_; }
    /// Does what is presented: a word of the bus is written once, or read. Throws when litex_server has gone.
    bool clock() override;
    void freeze(bool) override {}  // the peripherals of a board go on

private:
    void send(uint8_t writes, uint8_t reads, uint32_t first, uint32_t second);
    std::string receive(size_t length);

    int socket_;
    uint32_t base_, address_ = 0, data_ = 0, result_ = 0;
    bool write_ = false;
};
