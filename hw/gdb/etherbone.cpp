// SPDX-License-Identifier: Apache-2.0
#include "etherbone.h"

#include <sys/socket.h>

#include <stdexcept>

namespace {
constexpr size_t kWord = 4, kReply = 8 + kWord + kWord + kWord;  // packet and record headers, address, word

std::string bigEndian(uint32_t value) {
    return {char(value >> 24), char(value >> 16), char(value >> 8), char(value)};
}
}  // namespace

void Etherbone::present(bool write, uint8_t address, uint32_t data) {
    write_ = write;
    address_ = base_ + address;
    data_ = data;
}

bool Etherbone::clock() {
    if (write_) {
        send(1, 0, address_, data_);
        write_ = false;
        result_ = 0;  // discard the previous read
        return true;
    }
    send(0, 1, 0, address_);
    const std::string word = receive(kReply).substr(kReply - kWord);
    result_ = 0;
    for (const char byte : word) result_ = result_ << 8 | uint8_t(byte);
    return true;
}

/// Send an Etherbone packet with one record: a write (address, word) or a read (reply address, address to read).
void Etherbone::send(uint8_t writes, uint8_t reads, uint32_t first, uint32_t second) {
    std::string packet{'\x4E', '\x6F', '\x10', '\x44', 0, 0, 0, 0};  // version 1; 32-bit addresses and data
    packet += {0, '\x0F', char(writes), char(reads)};                // byte enables: all four
    packet += bigEndian(first) + bigEndian(second);
    for (size_t sent = 0; sent < packet.size();) {
        const ssize_t count = ::send(socket_, packet.data() + sent, packet.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) throw std::runtime_error("litex_server has gone");
        sent += size_t(count);
    }
}

std::string Etherbone::receive(size_t length) {
    std::string bytes(length, 0);
    for (size_t got = 0; got < length;) {
        const ssize_t count = recv(socket_, &bytes[got], length - got, 0);
        if (count <= 0) throw std::runtime_error("litex_server has gone, or the board does not answer");
        got += size_t(count);
    }
    return bytes;
}
