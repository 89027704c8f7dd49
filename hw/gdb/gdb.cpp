// SPDX-License-Identifier: Apache-2.0
#include "gdb.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "ci_opcodes.h"
#include "simulation.h"

namespace {
constexpr uint32_t kPollInterval = 4096;  // simulated cycles between polls of the socket, because a system call is slow
constexpr char kBreak = 3;                // Ctrl-C
// GDB's signal numbers.
constexpr int kInterrupt = 2, kTrap = 5, kFault = 11;
constexpr uint32_t kFirstCsr = 65;  // GDB's register number of CSR 0; CSR n has kFirstCsr + n
constexpr size_t kLongest = 0x4000;

struct Csr {
    const char* name;
    uint32_t number;
};
constexpr Csr kCsrs[] = {
    {"mstatus", 0x300}, {"misa", 0x301}, {"mie", 0x304}, {"mtvec", 0x305}, {"mscratch", 0x340}, {"mepc", 0x341},
    {"mcause", 0x342}, {"mtval", 0x343}, {"mip", 0x344}, {"mcycle", 0xB00}, {"minstret", 0xB02}, {"mcycleh", 0xB80},
    {"minstreth", 0xB82}, {"mvendorid", 0xF11}, {"marchid", 0xF12}, {"mimpid", 0xF13}, {"mhartid", 0xF14},
    // LiteX's interrupt array.
    {"irq_mask", CI_CSR_IRQ_MASK}, {"irq_pending", CI_CSR_IRQ_PENDING}};
/// CSRs for interrupts of user mode, on a core that has them. user_program selects the program to which the others
/// belong.
constexpr Csr kUserCsrs[] = {
    {"user_off", CI_CSR_USER_OFF}, {"user_handler", CI_CSR_USER_HANDLER}, {"user_pc", CI_CSR_USER_PC},
    {"user_open", CI_CSR_USER_OPEN}, {"user_pending", CI_CSR_USER_PENDING}, {"user_program", CI_CSR_USER_PROGRAM},
    {"user_lines", CI_CSR_USER_LINES}};

/// Readable CSRs of a core that switches programs by itself.
constexpr Csr kSwitchCsrs[] = {{"switch_guests", CI_CSR_SWITCH_GUESTS}, {"switch_left", CI_CSR_SWITCH_LEFT},
                               {"switch_stays", CI_CSR_SWITCH_STAYS}};

std::vector<Csr> csrsOf(const nlohmann::json& core) {
    std::vector<Csr> found(std::begin(kCsrs), std::end(kCsrs));
    if (core.contains("user_interrupts")) found.insert(found.end(), std::begin(kUserCsrs), std::end(kUserCsrs));
    if (core.contains("guest_switch")) found.insert(found.end(), std::begin(kSwitchCsrs), std::end(kSwitchCsrs));
    return found;
}

constexpr const char* kRegisters[] = {"zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", "a0",
                                      "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5",
                                      "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

std::string toHex(const std::string& bytes) {
    std::string text;
    char digits[3];
    for (const char byte : bytes) {
        snprintf(digits, sizeof digits, "%02x", uint8_t(byte));
        text += digits;
    }
    return text;
}

std::string fromHex(const std::string& text) {
    std::string bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2) bytes += char(std::stoul(text.substr(i, 2), nullptr, 16));
    return bytes;
}

/// Encode a register's value for a packet: its bytes in the target's order.
std::string wordToHex(uint32_t value) {
    return toHex({char(value), char(value >> 8), char(value >> 16), char(value >> 24)});
}

uint32_t wordFromHex(const std::string& text) {
    const std::string bytes = fromHex(text);
    uint32_t value = 0;
    for (size_t i = 0; i < bytes.size() && i < 4; i++) value |= uint32_t(uint8_t(bytes[i])) << 8 * i;
    return value;
}

/// Without <osabi>, GDB may assume Linux and step with breakpoints, because Linux on RISC-V has no single step.
std::string targetDescription(const nlohmann::json& core) {
    std::ostringstream xml;
    const auto reg = [&xml](const char* name, uint32_t number, const char* type) {
        xml << "<reg name=\"" << name << "\" bitsize=\"32\" regnum=\"" << number << "\" type=\"" << type << "\"/>";
    };
    xml << "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">"
           "<architecture>riscv:rv32</architecture><osabi>none</osabi><feature name=\"org.gnu.gdb.riscv.cpu\">";
    for (uint32_t i = 0; i < Debugger::kPc; i++)
        reg(kRegisters[i], i, i == 1 ? "code_ptr" : i == 2 ? "data_ptr" : "int");
    reg("pc", Debugger::kPc, "code_ptr");
    xml << "</feature><feature name=\"org.gnu.gdb.riscv.csr\">";
    for (const Csr& csr : csrsOf(core)) reg(csr.name, kFirstCsr + csr.number, "int");
    xml << "</feature></target>";
    return xml.str();
}

/// Parse two hexadecimal numbers, `addr,length`, and put the text after them into `rest`. Return false on an error.
bool numbers(const std::string& text, uint32_t& first, uint32_t& second, std::string* rest = nullptr) {
    unsigned a, b;
    int used = 0;
    if (sscanf(text.c_str(), "%x,%x%n", &a, &b, &used) != 2) return false;
    first = a;
    second = b;
    if (rest) *rest = text.substr(size_t(used));
    return true;
}
}  // namespace

Gdb::Gdb(const nlohmann::json& target) : listener_(target.at("socket")), signal_(kTrap), target_(target) {}

Gdb::~Gdb() {
    if (connection_ >= 0) close(connection_);
    close(listener_);
}

// -------------------------------------------------------------------------------------------- while the program runs

void Gdb::attach(DebugBus& bus) {
    std::vector<Debugger::Region> regions;
    for (const auto& region : target_.at("memory"))
        regions.push_back({region.at("type"), region.at("start"), region.at("length")});
    debugger_ = std::make_unique<Debugger>(bus, regions, target_.at("hardware_breakpoints").get<int>());
    bus_ = &bus;
    attached_ = true;
}

bool Gdb::start(DebugBus& bus) {
    attach(bus);
    attached_ = false;
    while (!accept()) await();
    bus.clock();  // the SoC's own reset
    debugger_->reset();
    return serve();
}

bool Gdb::await() const {
    pollfd socket{listener_, POLLIN, 0};
    if (::poll(&socket, 1, -1) >= 0) return true;
    if (errno != EINTR) throw std::runtime_error("cannot wait for GDB");
    return false;
}

bool Gdb::accept() {
    pollfd socket{listener_, POLLIN, 0};
    if (::poll(&socket, 1, 0) <= 0) return false;
    connection_ = ::accept(listener_, nullptr, nullptr);
    const int on = 1;  // packets are short, and each waits for the one before
    setsockopt(connection_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    input_.clear();
    acknowledges_ = true;
    return connection_ >= 0;
}

bool Gdb::cycle() {
    const bool look = attached_ || ++sincePoll_ >= kPollInterval;
    if (look) sincePoll_ = 0;
    if (connection_ < 0) {
        if (!look || !accept()) return true;
        debugger_->halt();
    }
    debugger_->watch();
    if (debugger_->halted()) {
        halting_ = false;
        if (!debugger_->enter()) return true;
        if (waiting_) stopReply();
        waiting_ = false;
        signal_ = kTrap;
        return serve();
    }
    if (!look || !waiting_) return true;  // serve() reads the first packet of a new client
    pollfd socket{connection_, POLLIN, 0};
    if (input_.empty() && ::poll(&socket, 1, 0) <= 0) return true;
    const auto byte = next();
    if (!byte) return false;
    if (*byte == kBreak) {
        signal_ = kInterrupt;
        debugger_->halt();
    }
    return true;
}

void Gdb::letGo() {
    if (!connected()) return;
    if (waiting_) debugger_->halt();
    while (waiting_) {  // the program runs and contains GDB's breakpoints
        debugger_->watch();
        if (debugger_->halted() && debugger_->enter()) waiting_ = false;
        else bus_->clock();
    }
    debugger_->release();
    bus_->clock();
}

bool Gdb::survives(const Outcome& outcome) {
    if (connection_ < 0 || halting_) return false;
    print("simulator: " + outcome.message + "\n");
    signal_ = outcome.kind == Outcome::kTrap ? kFault : kTrap;
    halting_ = true;
    debugger_->halt();
    return true;
}

void Gdb::ended(const Outcome& outcome) {
    if (connection_ < 0 || !waiting_) return;
    if (!outcome.message.empty()) print("simulator: " + outcome.message + "\n");
    char text[8];
    snprintf(text, sizeof text, "W%02x", uint8_t(outcome.status));
    send(text);
}

// --------------------------------------------------------------------------------------------- with the core halted

bool Gdb::serve() {
    while (true) {
        const auto packet = receive();
        if (!packet) return false;
        const Next next = handle(*packet);
        if (next != kStay) return next == kGo;
    }
}

Gdb::Next Gdb::go(bool step) {
    debugger_->leave(step);
    waiting_ = true;
    return kGo;
}

Gdb::Next Gdb::reply(const std::string& data) {
    send(data);
    return kStay;
}

Gdb::Next Gdb::stopReply() {
    char text[32];
    snprintf(text, sizeof text, "T%02xthread:1;", signal_);
    return reply(text);
}

Gdb::Next Gdb::handle(const std::string& packet) {
    const std::string rest = packet.substr(std::min<size_t>(1, packet.size()));
    uint32_t first, second;
    std::string data;
    switch (packet.empty() ? 0 : packet[0]) {
        case '?':
            return stopReply();
        case 'g':
            for (uint32_t i = 0; i < Debugger::kRegs; i++) data += wordToHex(debugger_->reg(int(i)));
            return reply(data);
        case 'G':
            if (rest.size() < 8 * Debugger::kRegs) return error();
            for (int i = 0; i < Debugger::kRegs; i++) debugger_->setReg(i, wordFromHex(rest.substr(size_t(8 * i), 8)));
            return ok();
        case 'p': {
            const auto value = readRegister(uint32_t(strtoul(rest.c_str(), nullptr, 16)));
            return value ? reply(wordToHex(*value)) : error();
        }
        case 'P': {
            char* end;
            const uint32_t number = uint32_t(strtoul(rest.c_str(), &end, 16));
            return *end == '=' && writeRegister(number, wordFromHex(end + 1)) ? ok() : error();
        }
        case 'm': {
            if (!numbers(rest, first, second) || second > kLongest / 2) return error();
            const auto bytes = debugger_->read(first, second);
            return bytes ? reply(toHex(*bytes)) : error();
        }
        case 'M':
            if (!numbers(rest, first, second, &data) || data.size() != 1 + 2 * size_t(second)) return error();
            return debugger_->write(first, fromHex(data.substr(1))) ? ok() : error();
        case 'c':
        case 's':
            if (!rest.empty()) debugger_->setReg(Debugger::kPc, uint32_t(strtoul(rest.c_str(), nullptr, 16)));
            return go(packet[0] == 's');
        case 'Z':
        case 'z':
            if (rest.size() < 2 || rest[0] > '1') return reply("");  // GDB then steps to watch data
            if (!numbers(rest.substr(2), first, second)) return error();
            if (packet[0] == 'z') debugger_->removeBreakpoint(first, rest[0] == '1');
            return packet[0] == 'z' || debugger_->insertBreakpoint(first, rest[0] == '1') ? ok() : error();
        case 'H':
        case 'T':
            return ok();
        case 'D':
            ok();
            debugger_->release();
            close(connection_);
            connection_ = -1;
            waiting_ = false;
            return kGo;
        case 'k':
            return kEnd;
        case 'q':
        case 'Q':
            return query(packet);
        case 'v':
            if (packet == "vCont?") return reply("vCont;c;C;s;S");
            if (packet.rfind("vCont;", 0) == 0 && packet.size() > 6 && strchr("cCsS", packet[6]))
                return go(packet[6] == 's' || packet[6] == 'S');
            if (packet.rfind("vKill", 0) == 0) {
                ok();
                return kEnd;
            }
            return reply("");
        default:
            return reply("");
    }
}

Gdb::Next Gdb::query(const std::string& packet) {
    const auto begins = [&packet](const char* text) { return packet.rfind(text, 0) == 0; };
    if (begins("qSupported")) {
        char text[160];
        snprintf(text, sizeof text, "PacketSize=%zx;QStartNoAckMode+;vContSupported+;qXfer:features:read+;"
                                    "qXfer:memory-map:read+", kLongest);
        return reply(text);
    }
    if (packet == "QStartNoAckMode") {
        ok();
        acknowledges_ = false;
        return kStay;
    }
    if (packet == "qAttached") return reply(attached_ ? "1" : "0");  // GDB may kill a simulated run
    if (packet == "qC") return reply("QC1");
    if (packet == "qfThreadInfo") return reply("m1");
    if (packet == "qsThreadInfo") return reply("l");
    if (begins("qXfer:features:read:target.xml:")) transfer(packet, targetDescription(target_.at("core")));
    else if (begins("qXfer:memory-map:read::")) transfer(packet, memoryMap());
    else if (begins("qRcmd,")) return monitor(fromHex(packet.substr(6)));
    else return reply("");
    return kStay;
}

void Gdb::transfer(const std::string& request, const std::string& document) {
    uint32_t offset, length;
    if (!numbers(request.substr(request.rfind(':') + 1), offset, length)) return send("E01");
    if (offset >= document.size()) return send("l");
    length = std::min<uint32_t>(length, kLongest / 2);
    send((offset + length < document.size() ? "m" : "l") + document.substr(offset, length));
}

std::string Gdb::memoryMap() const {
    std::ostringstream xml;
    xml << "<?xml version=\"1.0\"?><!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map V1.0//EN\" "
           "\"http://sourceware.org/gdb/gdb-memory-map.dtd\"><memory-map>";
    for (const auto& region : target_.at("memory"))
        xml << "<memory type=\"" << region.at("type").get<std::string>() << "\" start=\""
            << region.at("start").get<uint32_t>() << "\" length=\"" << region.at("length").get<uint32_t>() << "\"/>";
    xml << "</memory-map>";
    return xml.str();
}

/// True for context.switch and context.exit.
static bool goesElsewhere(uint32_t code) {
    const uint32_t operation = code >> 25;
    return (code >> 12 & 7) == CI_UNIT_CONTEXT && (operation == CI_CONTEXT_SWITCH || operation == CI_CONTEXT_EXIT);
}

Gdb::Next Gdb::monitor(const std::string& line) {
    std::istringstream words(line);
    std::string command, word;
    words >> command;
    std::vector<uint32_t> values;
    while (words >> word) {
        char* end;
        values.push_back(uint32_t(strtoul(word.c_str(), &end, 0)));
        if (*end) command = "";
    }
    const bool accelerated = target_.at("core").contains("accelerator");
    if (command == "reset" && values.empty()) {
        debugger_->reset();
        return reply(toHex("the core is at its reset address; memory and peripherals are unchanged\n"));
    }
    if (command == "core" && values.empty()) return reply(toHex(target_.at("core").dump() + "\n"));
    if (command == "custom" && values.size() >= 1 && values.size() <= 3) {
        values.resize(3);
        if (accelerated && goesElsewhere(values[0])) {
            print("custom: a debugger cannot execute a switch, because it continues in another task\n");
            return error();
        }
        if (accelerated && (values[0] & 0x000FFFFF & ~0x7000u) == 0x0B) {
            char text[16];
            snprintf(text, sizeof text, "0x%08x\n", debugger_->execute(values[0], values[1], values[2]));
            return reply(toHex(text));
        }
        print(accelerated ? "custom: give a code from the datasheet, with 0 for rd and rs1\n"
                          : "custom: this core has no custom instructions\n");
        return error();
    }
    print("monitor reset                     sets the core to its reset address\n"
          "monitor core                      prints core.json, the description of the core\n"
          "monitor custom CODE [RS1 [RS2]]   executes a custom instruction and prints its result\n");
    return command == "help" ? ok() : error();
}

std::optional<uint32_t> Gdb::readRegister(uint32_t number) {
    if (number < Debugger::kRegs) return debugger_->reg(int(number));
    for (const Csr& csr : csrsOf(target_.at("core")))
        if (number == kFirstCsr + csr.number) return debugger_->csr(csr.number);
    return std::nullopt;
}

bool Gdb::writeRegister(uint32_t number, uint32_t value) {
    if (number < Debugger::kRegs) {
        debugger_->setReg(int(number), value);
        return true;
    }
    for (const Csr& csr : csrsOf(target_.at("core")))
        if (number == kFirstCsr + csr.number && csr.number >> 10 != 3) {  // CSRs from 0xC00 on are read-only
            debugger_->setCsr(csr.number, value);
            return true;
        }
    return false;
}

// ---------------------------------------------------------------------------------------------------------- packets

std::optional<char> Gdb::next() {
    if (input_.empty()) {
        char bytes[4096];
        const ssize_t count = recv(connection_, bytes, sizeof bytes, 0);
        if (count <= 0) return std::nullopt;
        input_.assign(bytes, size_t(count));
    }
    const char byte = input_.front();
    input_.erase(0, 1);
    return byte;
}

std::optional<std::string> Gdb::receive() {
    while (true) {
        auto byte = next();
        while (byte && *byte != '$') byte = next();
        std::string data;
        uint8_t sum = 0;
        for (byte = next(); byte && *byte != '#'; byte = next()) {
            data += *byte;
            sum = uint8_t(sum + uint8_t(*byte));
            if (data.size() > 2 * kLongest) return std::nullopt;  // the client does not speak the protocol
        }
        const auto high = next(), low = high ? next() : std::nullopt;
        if (!low) return std::nullopt;
        const bool is_valid = strtoul((std::string{*high} + *low).c_str(), nullptr, 16) == sum;
        if (acknowledges_ && ::send(connection_, is_valid ? "+" : "-", 1, MSG_NOSIGNAL) != 1) return std::nullopt;
        if (is_valid) return data;
    }
}

void Gdb::send(const std::string& data) {
    uint8_t sum = 0;
    for (const char byte : data) sum = uint8_t(sum + uint8_t(byte));
    char end[4];
    snprintf(end, sizeof end, "#%02x", sum);
    const std::string packet = "$" + data + end;
    for (size_t sent = 0; sent < packet.size();) {
        const ssize_t count = ::send(connection_, packet.data() + sent, packet.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) return;  // the next receive() reports the error
        sent += size_t(count);
    }
}

void Gdb::print(const std::string& text) { send("O" + toHex(text)); }
