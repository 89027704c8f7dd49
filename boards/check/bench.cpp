// SPDX-License-Identifier: Apache-2.0
// Runs a board's netlist from its pins: a clock, and the two wires of the serial port.
//
//   bench CYCLES PERIOD UNTIL [FILE AFTER | --reset AFTER]
//   bench CYCLES PERIOD
//
// PERIOD is the length of a UART bit in cycles. The exit status is 0 when the board has sent the text UNTIL, or 1 if it
// has not within CYCLES cycles. When the board has sent the text AFTER, the bench sends the bytes of FILE or presses
// the reset key. It prints the board's output, and at the end the number of cycles on standard error. Without UNTIL,
// the serial port is connected to standard input and output.
#include <poll.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "Vbench.h"

namespace {

// UART receiver: 8 data bits, one stop bit. The bit time need not be a whole number of cycles.
class Receiver {
public:
    explicit Receiver(double period) : period_(period) {}

    // Take the wire's level in this cycle. Return true if it completes a byte.
    bool sample(bool level)
    {
        if (bit_ < 0) {
            idle_ = idle_ || level;  // ignore everything before the line was first idle
            if (level || !idle_) return false;
            bit_ = 0;
            wait_ = 1.5 * period_;  // the middle of the first data bit
            return false;
        }
        if (--wait_ > 0) return false;
        wait_ += period_;
        if (bit_ == 8) {
            bit_ = -1;
            return level;  // the stop bit
        }
        byte = static_cast<uint8_t>(byte >> 1 | level << 7);
        bit_++;
        return false;
    }

    uint8_t byte = 0;

private:
    double period_, wait_ = 0;
    int bit_ = -1;  // -1: none
    bool idle_ = false;
};

class Sender {
public:
    Sender(double period, std::string bytes) : period_(period), bytes_(std::move(bytes)) {}

    void append(const char* bytes, size_t count) { bytes_.append(bytes, count); }

    // Return the wire's level in this cycle; idle while `go` is false.
    bool level(bool go)
    {
        if (!go || next_ == bytes_.size()) return true;
        const uint8_t byte = static_cast<uint8_t>(bytes_[next_]);
        const bool now = bit_ == 0 ? false : bit_ == 9 ? true : byte >> (bit_ - 1) & 1;
        if (++wait_ >= period_) {
            wait_ -= period_;
            if (++bit_ == 10) {
                bit_ = 0;
                next_++;
            }
        }
        return now;
    }

private:
    double period_, wait_ = 0;
    std::string bytes_;
    size_t next_ = 0;
    unsigned bit_ = 0;
};

std::string contents(const char* name)
{
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Read standard input without waiting. Return the number of bytes.
size_t heard(char* bytes, size_t room)
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) <= 0) return 0;
    const ssize_t count = read(STDIN_FILENO, bytes, room);
    return count > 0 ? static_cast<size_t>(count) : 0;
}

constexpr uint64_t kLook = 1000;  // cycles between two polls of standard input
constexpr uint64_t kPressed = 1000;  // cycles for which the reset key is pressed

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 3 && argc != 4 && argc != 6) return 2;
    const bool live = argc == 3;
    const uint64_t limit = std::strtoull(argv[1], nullptr, 10);
    const double period = std::strtod(argv[2], nullptr);
    const std::string until = live ? "" : argv[3], after = argc == 6 ? argv[5] : "";
    Receiver receiver(period);
    const bool resets = argc == 6 && argv[4] == std::string("--reset");
    Sender sender(period, argc == 6 && !resets ? contents(argv[4]) : "");
    Vbench board;
    std::string said;
    bool go = live;
    uint64_t pressed = 0;  // remaining cycles
    for (uint64_t cycle = 0; cycle < limit; cycle++) {
        if (live && cycle % kLook == 0) {
            char bytes[4096];
            sender.append(bytes, heard(bytes, sizeof bytes));
        }
        board.rx = sender.level(go);
        board.reset = pressed != 0;
        if (pressed) pressed--;
        board.clock = 1;
        board.eval();
        board.clock = 0;
        board.eval();
        if (!receiver.sample(board.tx)) continue;
        if (live) {
            if (write(STDOUT_FILENO, &receiver.byte, 1) != 1) return 1;  // standard output was closed
            continue;
        }
        said += static_cast<char>(receiver.byte);
        std::putchar(receiver.byte);
        if (!go && !after.empty() && said.find(after) != std::string::npos) {
            go = true;
            if (resets) pressed = kPressed;
        }
        if (said.size() >= until.size() && said.compare(said.size() - until.size(), until.size(), until) == 0) {
            std::fprintf(stderr, "%llu cycles\n", static_cast<unsigned long long>(cycle));
            return 0;
        }
    }
    std::fflush(stdout);
    std::fprintf(stderr, "nothing like '%s' in %llu cycles\n", until.c_str(), static_cast<unsigned long long>(limit));
    return 1;
}
