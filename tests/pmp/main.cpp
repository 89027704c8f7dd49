// SPDX-License-Identifier: Apache-2.0
// Runs a program on the core alone: main IMAGE SEED WAIT FAULT TIMER FIRST LAST SPREAD
// once for each number FIRST to LAST: so many cycles after the program asks for it (kArm) an interrupt comes, the
// timer's or that of line 0, or of the lines that it names (kLines). With a SPREAD the timer's comes beside that, at
// random, so many cycles before it or after it at most. Buses wait for up to WAIT cycles, at random.
// Prints one line of JSON: the status is what the program said at the end, or that it reached no end.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

namespace {
constexpr uint32_t kRam = 0x10000000, kRamBytes = 0x10000, kRomBytes = 0x10000, kEcall = 0x73;
// Its registers, which only machine mode should reach, and a page that a program can give away.
constexpr uint32_t kExit = 0xF0000000, kWatchFrom = kExit + 4, kWatchTo = kExit + 8, kSeen = kExit + 12,
                   kAcknowledge = kExit + 16, kArm = kExit + 20, kMark = kExit + 24, kAcknowledgeTimer = kExit + 28,
                   kReset = kExit + 32, kLines = kExit + 36, kPage = 0xF0001000;
constexpr uint64_t kCycles = 400'000;
constexpr int kNoEnd = 255;

class Board {
public:
    Board(const std::vector<uint32_t>& image, uint64_t seed, unsigned wait)
        : rom_(image), ram_(kRamBytes / 4), random_(seed * 2 + 1), wait_(wait) {
        rom_.resize(kRomBytes / 4);
        // The upper half is to be executed.
        for (uint32_t n = 0; n < ram_.size(); n++) ram_[n] = n < ram_.size() / 2 ? n * 0x9E3779B1u : kEcall;
        context_.randReset(2);
        context_.randSeed(int(seed % 0x7fffffff) + 1);
        core_ = std::make_unique<Vcore>(&context_);
    }

    /// What the program says when it ends.
    int run(unsigned fault, bool timer, uint64_t delay, unsigned spread);
    uint64_t cycles() const { return cycles_; }
    uint32_t mark() const { return mark_; }
    bool raised() const { return raised_; }

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
        if (address < kRomBytes) return &rom_[address / 4];
        return address - kRam < kRamBytes ? &ram_[(address - kRam) / 4] : nullptr;
    }
    void watch(uint32_t address) { seen_ += address >= from_ && address < to_; }
    bool load(uint32_t address, uint32_t& data);
    bool store(uint32_t address, uint32_t data, unsigned mask);

    std::vector<uint32_t> rom_, ram_;
    VerilatedContext context_;
    std::unique_ptr<Vcore> core_;
    uint64_t random_;
    const unsigned wait_;
    uint64_t cycles_ = 0, due_ = UINT64_MAX, delay_ = 0, timer_due_ = UINT64_MAX, reset_until_ = 4;
    unsigned spread_ = 0;
    uint32_t from_ = 0, to_ = 0, seen_ = 0, mark_ = 0, lines_ = 1;
    bool line_ = false, timer_ = false, raised_ = false;
    int status_ = -1;
};

bool Board::load(uint32_t address, uint32_t& data) {
    watch(address);
    if (const uint32_t* found = word(address)) data = *found;
    else if (address == kSeen) data = seen_;
    else if (address - kPage < 0x1000) data = kEcall;
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
    case kExit: status_ = int(data & 0xff); return true;
    case kWatchFrom: from_ = data; seen_ = 0; return true;
    case kWatchTo: to_ = data; return true;
    case kAcknowledge: line_ = false; return true;
    case kAcknowledgeTimer: timer_ = false; return true;
    case kArm:
        due_ = cycles_ + 1 + delay_;
        if (spread_) timer_due_ = std::max(cycles_ + 1 + spread_, due_ + random() % (2 * spread_ + 1)) - spread_;
        return true;
    case kLines: lines_ = data; return true;
    case kReset: reset_until_ = cycles_ + 5; return true;
    case kMark: mark_ = data; return true;
    default: return address - kPage < 0x1000;
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
        if (cycles_ == due_) line_ = raised_ = true;
        if (cycles_ == timer_due_) timer_ = true;
        core.timerInterrupt = (timer && line_) || timer_;
        core.externalInterruptArray = !timer && line_ ? lines_ : 0;
#ifdef TIME_BASE
        core.externalInterruptArray |= uint32_t(core.timeBaseInterrupt) << 1;   // of each set of units
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
    std::vector<uint32_t> image(kRomBytes / 4);
    bytes.resize(kRomBytes);
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
        interrupts += board.raised();
        runs++;
    }
    printf("{\"status\": %d, \"at\": %lu, \"mark\": %u, \"runs\": %lu, \"cycles\": %lu, \"interrupts\": %lu}\n", status,
           (unsigned long)(at - 1), mark, (unsigned long)runs, (unsigned long)cycles, (unsigned long)interrupts);
    return 0;
}
