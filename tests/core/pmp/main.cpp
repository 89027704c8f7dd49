// SPDX-License-Identifier: Apache-2.0
// Runs a test program on the core alone: main IMAGE SEED WAIT FAULT TIMER FIRST LAST SPREAD
// The program runs once for each delay from FIRST to LAST, until a run fails. The delay is the number of cycles from
// the write of BOARD_ARM to an interrupt: the timer's if TIMER is 1, otherwise that of BOARD_LINES. If SPREAD is
// not 0, the timer's interrupt also comes, at most SPREAD cycles before or after. Buses wait for a random number of
// cycles, at most WAIT.
// Prints one line of JSON, with the status that the program wrote, or kNoEnd.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "Vcore.h"
#include "board.h"
#include "verilated.h"

namespace {
constexpr uint32_t kEcall = 0x73;
constexpr uint64_t kCycles = 400'000;
constexpr int kNoEnd = 0x10000;  // above any status of a program

class Board {
public:
    Board(const std::vector<uint32_t>& image, uint64_t seed, unsigned wait)
        : rom_(image), ram_(RAM_BYTES / 4), random_(seed * 2 + 1), wait_(wait) {
        rom_.resize(ROM_BYTES / 4);
        for (uint32_t n = 0; n < ram_.size(); n++) ram_[n] = n < ram_.size() / 2 ? n * 0x9E3779B1u : kEcall;
        context_.randReset(2);
        context_.randSeed(int(seed % 0x7fffffff) + 1);
        core_ = std::make_unique<Vcore>(&context_);
    }

    /// Run to the end of the program, and return its status.
    int run(unsigned fault, bool timer, uint64_t delay, unsigned spread);
    uint64_t cycles() const { return cycles_; }
    uint32_t mark() const { return mark_; }
    bool has_raised_line() const { return has_raised_line_; }

private:
    struct Port {
        bool waiting = false;
        unsigned left = 0;
    };
    uint32_t random() {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        return uint32_t(random_ >> 33);
    }
    bool ready(Port& port, bool asked) {
        if (!asked) return false;
        if (!port.waiting) port = {true, wait_ ? random() % (wait_ + 1) : 0};
        if (port.left-- > 0) return false;
        port.waiting = false;
        return true;
    }
    uint32_t* word(uint32_t address) {
        if (address < ROM_BYTES) return &rom_[address / 4];
        return address - RAM < RAM_BYTES ? &ram_[(address - RAM) / 4] : nullptr;
    }
    void watch(uint32_t address) { watch_count_ += address >= watch_from_ && address < watch_to_; }
    bool load(uint32_t address, uint32_t& data);
    bool store(uint32_t address, uint32_t data, unsigned mask);

    std::vector<uint32_t> rom_, ram_;
    VerilatedContext context_;
    std::unique_ptr<Vcore> core_;
    uint64_t random_;
    const unsigned wait_;
    uint64_t cycles_ = 0, due_ = UINT64_MAX, delay_ = 0, timer_due_ = UINT64_MAX, reset_until_ = 4;
    unsigned spread_ = 0;
    uint32_t watch_from_ = 0, watch_to_ = 0, watch_count_ = 0, mark_ = 0, lines_ = 1;
    bool line_ = false, timer_ = false, has_raised_line_ = false;
    int status_ = -1;
};

bool Board::load(uint32_t address, uint32_t& data) {
    watch(address);
    if (const uint32_t* found = word(address)) data = *found;
    else if (address == BOARD + BOARD_SEEN) data = watch_count_;
    else if (address - PAGE < PAGE_BYTES) data = kEcall;
    else return false;
    return true;
}

bool Board::store(uint32_t address, uint32_t data, unsigned mask) {
    watch(address);
    if (uint32_t* found = word(address)) {
        for (unsigned n = 0; n < 4; n++)
            if (mask >> n & 1) *found = (*found & ~(0xffu << 8 * n)) | (data & 0xffu << 8 * n);
        return true;
    }
    switch (address) {
    case BOARD + BOARD_STATUS: status_ = int(data & 0xffff); return true;
    case BOARD + BOARD_WATCH_FROM: watch_from_ = data; watch_count_ = 0; return true;
    case BOARD + BOARD_WATCH_TO: watch_to_ = data; return true;
    case BOARD + BOARD_LOWER_LINE: line_ = false; return true;
    case BOARD + BOARD_LOWER_TIMER: timer_ = false; return true;
    case BOARD + BOARD_ARM:
        due_ = cycles_ + 1 + delay_;
        if (spread_) timer_due_ = std::max(cycles_ + 1 + spread_, due_ + random() % (2 * spread_ + 1)) - spread_;
        return true;
    case BOARD + BOARD_LINES: lines_ = data; return true;
    case BOARD + BOARD_RESET: reset_until_ = cycles_ + 5; return true;
    case BOARD + BOARD_MARK: mark_ = data; return true;
    default: return address - PAGE < PAGE_BYTES;
    }
}

int Board::run([[maybe_unused]] unsigned fault, bool timer, uint64_t delay, unsigned spread) {
    Vcore& core = *core_;
    delay_ = delay;
    spread_ = spread;
#ifdef FAULTS
    core.fault = fault;
#endif
    core.externalResetVector = 0;
    core.softwareInterrupt = 0;
#ifdef DEBUG
    core.debug_bus_cmd_valid = 0;
#endif
    Port instructions, data;
    for (; status_ < 0 && cycles_ < kCycles; cycles_++) {
        core.reset = cycles_ < reset_until_;
#ifdef DEBUG
        core.debugReset = cycles_ < 4;
#endif
        if (cycles_ == due_) line_ = has_raised_line_ = true;
        if (cycles_ == timer_due_) timer_ = true;
        core.timerInterrupt = (timer && line_) || timer_;
        core.externalInterruptArray = !timer && line_ ? lines_ : 0;
#ifdef TIME_BASE
        core.externalInterruptArray |= uint32_t(core.timeBaseInterrupt) << 1;   // a line for each unit set, from line 1
#endif
        core.iBusWishbone_ACK = core.iBusWishbone_ERR = core.dBusWishbone_ACK = core.dBusWishbone_ERR = 0;
        core.clk = 0;
        core.eval();
        if (!core.reset && ready(instructions, core.iBusWishbone_CYC && core.iBusWishbone_STB)) {
            uint32_t word = random();
            core.iBusWishbone_ERR = !load(core.iBusWishbone_ADR << 2, word);
            core.iBusWishbone_ACK = 1;
            core.iBusWishbone_DAT_MISO = word;
        }
        if (!core.reset && ready(data, core.dBusWishbone_CYC && core.dBusWishbone_STB)) {
            const uint32_t address = core.dBusWishbone_ADR << 2;
            uint32_t word = random();
            core.dBusWishbone_ERR = core.dBusWishbone_WE
                ? !store(address, core.dBusWishbone_DAT_MOSI, core.dBusWishbone_SEL) : !load(address, word);
            core.dBusWishbone_ACK = 1;
            core.dBusWishbone_DAT_MISO = word;
        }
        core.eval();
        core.clk = 1;
        core.eval();
    }
    return status_ < 0 ? kNoEnd : status_;
}
}  // namespace

int main(int argc, char** argv) {
    if (argc != 9) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    std::vector<uint32_t> image(ROM_BYTES / 4);
    bytes.resize(ROM_BYTES);
    for (size_t n = 0; n < bytes.size(); n++) image[n / 4] |= uint32_t(uint8_t(bytes[n])) << 8 * (n % 4);
    const uint64_t seed = strtoull(argv[2], nullptr, 0), first = strtoull(argv[6], nullptr, 0),
                   last = strtoull(argv[7], nullptr, 0);
    uint64_t cycles = 0, runs = 0, interrupts = 0, at = first;
    int status = 0;
    uint32_t mark = 0;
    for (; at <= last && !status; at++) {
        Board board(image, seed + at, unsigned(atoi(argv[3])));
        status = board.run(unsigned(atoi(argv[4])), atoi(argv[5]), at, unsigned(atoi(argv[8])));
        mark = board.mark();
        cycles += board.cycles();
        interrupts += board.has_raised_line();
        runs++;
    }
    printf("{\"status\": %d, \"at\": %lu, \"mark\": %u, \"runs\": %lu, \"cycles\": %lu, \"interrupts\": %lu}\n", status,
           (unsigned long)(at - 1), mark, (unsigned long)runs, (unsigned long)cycles, (unsigned long)interrupts);
    return 0;
}
