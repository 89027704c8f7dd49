// SPDX-License-Identifier: Apache-2.0
#include "console.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {
constexpr uint32_t kPollInterval = 4096;  // cycles between polls of standard input, because a system call is slow
termios savedTerminal;
}  // namespace

Terminal::Terminal(const std::string& input) {
    if (input == "-") {
        interactive_ = true;
        if (isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &savedTerminal) == 0) {
            termios raw = savedTerminal;
            raw.c_lflag &= ~(ICANON | ECHO);  // keep ISIG, so that Ctrl-C ends the simulation
            tcsetattr(STDIN_FILENO, TCSANOW, &raw);
            rawTerminal_ = true;
        }
    } else if (!input.empty()) {
        std::ifstream file(input, std::ios::binary);
        if (!file) throw std::runtime_error("cannot read the UART input " + input);
        send({std::istreambuf_iterator<char>(file), {}});
    }
}

Terminal::~Terminal() {
    flush();
    if (rawTerminal_) tcsetattr(STDIN_FILENO, TCSANOW, &savedTerminal);
}

void Console::receive(char byte) {
    unwritten_ += byte;
    if (byte == '\n') {
        if (!line_.empty()) previous_ = line_;
        line_.clear();
    } else if (byte != '\r') {
        line_ += byte;
    }
    if (byte == '\n' || interactive_) flush();
}

void Terminal::flush() {
    const std::string output = take();
    if (output.empty()) return;
    if (fwrite(output.data(), 1, output.size(), stdout) != output.size() || fflush(stdout) != 0)
        throw std::runtime_error("cannot write the firmware's output (is the disk full, or the pipe closed?)");
}

bool Terminal::poll() {
    if (++sincePoll_ < kPollInterval) return false;
    sincePoll_ = 0;
    pollfd standardInput{STDIN_FILENO, POLLIN, 0};
    if (::poll(&standardInput, 1, 0) <= 0) return false;
    char bytes[256];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) {
        interactive_ = false;  // end of input
        return false;
    }
    send({bytes, size_t(count)});
    return true;
}
