// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <stdexcept>

#include "core.h"

namespace {
constexpr uint32_t kCompressed = 1;  // a flag in the header
constexpr uint64_t kLongestName = 256;
constexpr uint32_t kRegion = 0x10000000;  // bytes of the address space in which no other memory than the SRAM is

/// Reads structures from the file, and throws if they are not in it.
class Reader {
public:
    explicit Reader(const std::string& file) : file_(file) {}

    template <class T>
    T at(uint64_t place) const {
        T found;
        memcpy(&found, bytes(place, sizeof found), sizeof found);
        return found;
    }
    const char* bytes(uint64_t place, uint64_t size) const {
        if (place > file_.size() || size > file_.size() - place)
            throw std::runtime_error("the ELF file is damaged: it ends too early");
        return file_.data() + place;
    }
    std::string text(uint64_t place) const {
        const char* const start = bytes(place, 1);
        return {start, strnlen(start, std::min<uint64_t>(kLongestName, file_.size() - place))};
    }

private:
    const std::string& file_;
};
}  // namespace

Program::Program(const std::string& file, uint32_t romBytes, bool compressed) {
    const Reader read(file);
    if (file.compare(0, SELFMAG, ELFMAG) != 0) throw std::runtime_error("this is not an ELF file");
    const auto head = read.at<Elf32_Ehdr>(0);
    if (head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_machine != EM_RISCV)
        throw std::runtime_error("this is not a program for 32-bit RISC-V");
    if (head.e_type != ET_EXEC) throw std::runtime_error("the program is not linked");
    if ((head.e_flags & kCompressed) && !compressed)
        throw std::runtime_error("the program uses compressed instructions (RVC), which this core does not have");
    for (uint32_t n = 0; n < head.e_phnum; n++) {
        const auto segment = read.at<Elf32_Phdr>(head.e_phoff + uint64_t(n) * head.e_phentsize);
        if (segment.p_type != PT_LOAD) continue;
        if (segment.p_vaddr / kRegion == Core::kSram / kRegion)
            sramBytes_ = std::max(sramBytes_, uint64_t(segment.p_vaddr - Core::kSram) + segment.p_memsz);
        if (segment.p_filesz == 0) continue;
        const uint64_t end = uint64_t(segment.p_paddr) + segment.p_filesz;
        if (end > romBytes)
            throw std::runtime_error("the program does not fit: it loads " + std::to_string(segment.p_filesz) +
                                     " bytes at address " + std::to_string(segment.p_paddr) + ", but the ROM has " +
                                     std::to_string(romBytes) + " bytes");
        image_.resize(std::max<uint64_t>(image_.size(), end));
        image_.replace(segment.p_paddr, segment.p_filesz, read.bytes(segment.p_offset, segment.p_filesz),
                       segment.p_filesz);
        segments_.push_back({segment.p_vaddr, segment.p_filesz, segment.p_paddr});
    }
    if (image_.empty()) throw std::runtime_error("the ELF file contains nothing to load");

    const auto section = [&](uint32_t n) {
        return read.at<Elf32_Shdr>(head.e_shoff + uint64_t(n) * head.e_shentsize);
    };
    for (uint32_t n = 0; n < head.e_shnum; n++) {
        const Elf32_Shdr table = section(n);
        if (table.sh_type != SHT_SYMTAB) continue;
        const Elf32_Shdr names = section(table.sh_link);
        read.bytes(table.sh_offset, table.sh_size);
        for (uint64_t at = 0; at + sizeof(Elf32_Sym) <= table.sh_size; at += sizeof(Elf32_Sym)) {
            const auto symbol = read.at<Elf32_Sym>(table.sh_offset + at);
            const std::string name = read.text(uint64_t(names.sh_offset) + symbol.st_name);
            if (name.empty()) continue;
            symbols_[name] = symbol.st_value;
            if (ELF32_ST_TYPE(symbol.st_info) == STT_FUNC) functions_[symbol.st_value] = {symbol.st_size, name};
        }
        break;  // a program has one such table
    }
}

std::optional<uint32_t> Program::address(const std::string& symbol) const {
    const auto found = symbols_.find(symbol);
    return found == symbols_.end() ? std::nullopt : std::optional(found->second);
}

std::string Program::functionAt(uint32_t address) const {
    auto found = functions_.upper_bound(address);
    if (found == functions_.begin()) return "";
    const auto& [start, function] = *--found;
    return function.bytes == 0 || address - start < function.bytes ? function.name : "";
}

void Program::set(const std::string& symbol, uint32_t value) {
    const auto place = address(symbol);
    if (!place) throw std::runtime_error("the program has no symbol " + symbol);
    for (const Segment& segment : segments_)
        if (*place >= segment.address && uint64_t(*place) + 4 <= uint64_t(segment.address) + segment.bytes) {
            memcpy(&image_[segment.at + (*place - segment.address)], &value, sizeof value);
            return;
        }
    throw std::runtime_error("the variable " + symbol + " has no initial value");
}
