// SPDX-License-Identifier: Apache-2.0
// The far end of the firmware's UART: keeps or prints its output, and sends it input.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

class Console {
public:
    virtual ~Console() = default;

    void receive(char byte);
    void send(const std::string& bytes) { pending_.insert(pending_.end(), bytes.begin(), bytes.end()); }
    /// Return the output since the last call.
    std::string take() { return std::exchange(unwritten_, {}); }
    bool hasInput() { return !pending_.empty() || (interactive_ && poll()); }
    char nextInput() const { return pending_.front(); }
    void inputTaken() { pending_.pop_front(); }

    /// The last line that the firmware wrote, finished or not; for error messages.
    const std::string& lastLine() const { return line_.empty() ? previous_ : line_; }
    virtual void flush() {}

protected:
    virtual bool poll() { return false; }

    bool interactive_ = false;  // poll() looks for input

private:
    std::deque<char> pending_;
    std::string line_, previous_, unwritten_;
};

/// Prints to the standard output.
class Terminal final : public Console {
public:
    /// input: "" (no input), "-" (standard input; a terminal is read key by key) or the path of a file.
    explicit Terminal(const std::string& input);
    ~Terminal() override;

    void flush() override;

private:
    bool poll() override;

    bool rawTerminal_ = false;
    uint32_t sincePoll_ = 0;
};
