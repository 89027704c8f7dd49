// SPDX-License-Identifier: Apache-2.0
// The far end of the firmware's UART: prints its output, and sends it a file or terminal input.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

class Console {
public:
    /// input: "" (no input), "-" (standard input; a terminal is read key by key) or the path of a file.
    explicit Console(const std::string& input);
    ~Console();

    void receive(char byte);
    bool hasInput() { return !pending_.empty() || (interactive_ && poll()); }
    char nextInput() const { return pending_.front(); }
    void inputTaken() { pending_.pop_front(); }

    /// The last line that the firmware wrote, finished or not; for error messages.
    const std::string& lastLine() const { return line_.empty() ? previous_ : line_; }
    void flush();

private:
    bool poll();

    std::deque<char> pending_;
    bool interactive_ = false;
    bool rawTerminal_ = false;
    uint32_t sincePoll_ = 0;
    std::string line_, previous_, unwritten_;
};
