// SPDX-License-Identifier: Apache-2.0
#include "model.h"

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "Vsim.h"
#include "Vsim___024root.h"

#if VM_TRACE
#include "verilated_fst_c.h"
#else
class VerilatedFstC {};
#endif

namespace fs = std::filesystem;

namespace {
using Root = Vsim___024root;

/// Create the model, which reads its memories' initial contents from files in the simulator's folder.
std::unique_ptr<Vsim> create() {
    const fs::path here = fs::current_path();
    fs::current_path(fs::read_symlink("/proc/self/exe").parent_path());
    auto top = std::make_unique<Vsim>();
    top->serial_source_ready = 1;
    top->eval();
    fs::current_path(here);
    return top;
}

// Signals that a core without units, register banks or a time base lacks: they read as 0.
constexpr uint8_t kNever = 0;
template <class R>
auto asksUnit(const R& root, int) -> decltype(&root.sim__DOT__VexRiscv__DOT__accelerator_1_io_command_valid) {
    return &root.sim__DOT__VexRiscv__DOT__accelerator_1_io_command_valid;
}
template <class R>
auto unitStalls(const R& root, int) -> decltype(&root.sim__DOT__VexRiscv__DOT__accelerator_1_io_command_stall) {
    return &root.sim__DOT__VexRiscv__DOT__accelerator_1_io_command_stall;
}
template <class R>
auto bank(const R& root, int) -> decltype(&root.sim__DOT__VexRiscv__DOT__RegFilePlugin_bank) {
    return &root.sim__DOT__VexRiscv__DOT__RegFilePlugin_bank;
}
template <class R>
auto ticked(const R& root, int) -> decltype(&root.sim__DOT__VexRiscv__DOT__accelerator_1_io_ticked) {
    return &root.sim__DOT__VexRiscv__DOT__accelerator_1_io_ticked;
}
const uint8_t* asksUnit(const Root&, long) { return &kNever; }
const uint8_t* unitStalls(const Root&, long) { return &kNever; }
const uint8_t* bank(const Root&, long) { return &kNever; }
const uint8_t* ticked(const Root&, long) { return &kNever; }

#define CORE(signal) (&root.sim__DOT__VexRiscv__DOT__##signal)
Core::Signals signalsOf(const Root& root) {
    Core::Signals at{};
    at.fires = CORE(lastStageIsFiring);
    at.pc = CORE(lastStagePc);
    at.instruction = CORE(lastStageInstruction);
    at.regs = &root.sim__DOT__VexRiscv__DOT__RegFilePlugin_regFile[0];
    at.banks = sizeof root.sim__DOT__VexRiscv__DOT__RegFilePlugin_regFile / (32 * sizeof *at.regs);
    at.bank = bank(root, 0);
    at.interruptJump = CORE(CsrPlugin_interruptJump);
    at.hadException = CORE(CsrPlugin_hadException);
    at.cause = CORE(CsrPlugin_trapCause);
    at.faultAddress = CORE(CsrPlugin_exceptionPortCtrl_exceptionContext_badAddr);
    at.trapVector = CORE(CsrPlugin_mtvec_base);
    at.inWfi = CORE(CsrPlugin_inWfi);
    at.meie = CORE(CsrPlugin_mie_MEIE);
    at.mtie = CORE(CsrPlugin_mie_MTIE);
    at.msie = CORE(CsrPlugin_mie_MSIE);
    at.mie = CORE(CsrPlugin_mstatus_MIE);
    at.lines = CORE(externalInterruptArray);
    at.fetchAck = CORE(iBusWishbone_ACK);
    at.fetchBurst = CORE(iBusWishbone_CTI);
    at.loadAck = CORE(dBusWishbone_ACK);
    at.loadBurst = CORE(dBusWishbone_CTI);
    at.loadWrites = CORE(dBusWishbone_WE);
    at.asksUnit = asksUnit(root, 0);
    at.unitStalls = unitStalls(root, 0);
    at.ticked = ticked(root, 0);
    at.rom = &root.sim__DOT__rom[0];
    at.romBytes = sizeof root.sim__DOT__rom;
    at.sram = &root.sim__DOT__sram[0];
    at.sramBytes = sizeof root.sim__DOT__sram;
    return at;
}
#undef CORE

#ifdef WATCHES_SLOTS
#include "watched_slots.h"
#else
std::optional<Slots> slotsOf(const Root&) { return std::nullopt; }
#endif

template <class Top>
auto debugPins(Top& top, int) -> std::optional<std::enable_if_t<sizeof top.sim_debug_valid, DebugPins>> {
    return DebugPins{top.sim_debug_valid,  top.sim_debug_write, top.sim_debug_address, top.sim_debug_freeze,
                     top.sim_debug_data, top.sim_debug_ready, top.sim_debug_result};
}
std::optional<DebugPins> debugPins(Vsim&, long) { return std::nullopt; }

template <class Top>
auto threadPins(const Top& top, int) -> std::optional<std::enable_if_t<sizeof top.sim_threads_state, ThreadPins>> {
    return ThreadPins{top.sim_threads_state, top.sim_threads_command, top.sim_threads_handle, top.sim_threads_error,
                      &top.sim_threads_argument[0], &top.sim_threads_answer[0], &top.sim_threads_address[0],
                      &top.sim_threads_transfer[0]};
}
std::optional<ThreadPins> threadPins(const Vsim&, long) { return std::nullopt; }

/// Set the clock's previous level in the model to low. No logic uses the falling edge, so it need not be evaluated.
template <class R>
auto fallingEdge(Vsim&, R& root, int) -> decltype(void(root.__Vtrigrprev__TOP__sys_clk)) {
    root.__Vtrigrprev__TOP__sys_clk = 0;
}
/// For a Verilator version that names the variable differently.
void fallingEdge(Vsim& top, Root&, long) {
    top.sys_clk = 0;
    top.eval();
    top.sys_clk = 1;
}
}  // namespace

Model::Model(const std::string& trace)
    : top_((Verilated::traceEverOn(!trace.empty()), create())),
      core(signalsOf(*top_->rootp)),
      pins{top_->serial_source_valid, top_->serial_source_data, top_->serial_sink_ready, top_->sim_exit_valid,
           top_->sim_exit_code,       top_->serial_sink_valid,  top_->serial_sink_data,  top_->sim_line},
      debug(debugPins(*top_, 0)),
      slots(slotsOf(*top_->rootp)), threads(threadPins(std::as_const(*top_), 0)) {
    if (!trace.empty()) {
#if VM_TRACE
        trace_ = std::make_unique<VerilatedFstC>();
        top_->trace(trace_.get(), 99);
        trace_->open(trace.c_str());
#else
        throw std::runtime_error("this simulator was built without tracing");
#endif
    }
    top_->sys_clk = 1;
}

Model::~Model() {
#if VM_TRACE
    if (trace_) trace_->close();
#endif
    top_->final();
}

void Model::cycle() {
    fallingEdge(*top_, *top_->rootp, 0);
    top_->eval();
}

void Model::settle() { top_->eval(); }

void Model::dump([[maybe_unused]] uint64_t cycle) {
#if VM_TRACE
    if (trace_) trace_->dump(cycle);
#endif
}

void Model::loadRom(const std::string& bytes) { memcpy(&top_->rootp->sim__DOT__rom[0], bytes.data(), bytes.size()); }
