// SPDX-License-Identifier: Apache-2.0
// The far end of the firmware's UART: prints what it sends, feeds it a file or the terminal.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

class Console {
public:
    /// input: "" (nothing is sent), "-" (standard input, key by key when it is a terminal) or a file's path.
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
