// SPDX-License-Identifier: Apache-2.0
// The generated core (the SoC's netlist), cycle by cycle. Only this file and watch.vlt name its internal signals.
#pragma once

#include <memory>

#include "Vcore.h"
#include "Vcore_VexRiscv.h"
#include "command.h"
#include "verilated.h"

class Core {
public:
    /// Number of register banks, a macro of the build; 0: none.
    static constexpr unsigned kContexts = CONTEXTS;
    /// Cycles after a reset in which the core clears the banks.
    static constexpr unsigned kClears = kContexts ? 32 * kContexts + 1 : 0;

    Core() : top_(std::make_unique<Vcore>(&context_)), core_(*top_->VexRiscv) {}

    Vcore& pins() { return *top_; }

    void reset(uint32_t vector, [[maybe_unused]] unsigned fault) {
        top_->externalResetVector = vector;
#ifdef FAULTS
        top_->fault = fault;
#endif
        top_->timerInterrupt = top_->softwareInterrupt = 0;
        top_->externalInterruptArray = 0;
        top_->iBusWishbone_ACK = top_->dBusWishbone_ACK = top_->iBusWishbone_ERR = top_->dBusWishbone_ERR = 0;
        top_->reset = 1;
        for (int n = 0; n < 4; n++) {
            settle();
            clock();
        }
        top_->reset = 0;
    }

    /// Applies the inputs in this cycle; afterwards the functions below are valid.
    void settle() {
        top_->clk = 0;
        top_->eval();
    }
    /// The clock edge that ends the cycle.
    void clock() {
        top_->clk = 1;
        top_->eval();
    }

    bool retires() const { return core_.lastStageIsFiring; }
    uint32_t pc() const { return core_.lastStagePc; }
    uint32_t instruction() const { return core_.lastStageInstruction; }
    bool writes() const { return core_.lastStageRegFileWrite_valid; }
    /// The register that the retiring instruction writes: 32 * bank + number.
    unsigned rd() const { return core_.lastStageRegFileWrite_payload_address; }
    uint32_t value() const { return core_.lastStageRegFileWrite_payload_data; }
    bool takesInterrupt() const { return core_.CsrPlugin_interruptJump; }
    uint32_t interruptCause() const { return core_.CsrPlugin_interrupt_code; }
    bool takesException() const { return core_.CsrPlugin_hadException; }

#if CONTEXTS
    unsigned bank() const { return core_.RegFilePlugin_bank; }
    uint32_t reg(unsigned bank, unsigned number) const { return core_.RegFilePlugin_regFile[32 * bank + number]; }
    uint32_t slot(unsigned bank) const { return uint32_t(core_.ContextPlugin_slots[bank]); }
#else
    unsigned bank() const { return 0; }
    uint32_t reg(unsigned, unsigned) const { return 0; }
    uint32_t slot(unsigned) const { return 0; }
#endif

    /// Returns the last pipeline stage that holds an instruction for which `is` is true; "": none.
    template <typename Is>
    const char* stage(Is is) const {
        if (core_.lastStageIsValid && is(core_.lastStageInstruction)) return "write-back";
        if (core_.memory_arbitration_isValid && is(core_.execute_to_memory_INSTRUCTION)) return "memory";
        if (core_.execute_arbitration_isValid && is(core_.decode_to_execute_INSTRUCTION)) return "execute";
        if (core_.decode_arbitration_isValid && is(core_.decode_INSTRUCTION)) return "decode";
        return "";
    }

    /// The units' command port.
    bool valid() const { return core_.accelerator_1_io_command_valid; }
    bool ready() const { return core_.accelerator_1_io_command_ready; }
    bool stall() const { return core_.accelerator_1_io_command_stall; }
    bool fires() const { return valid() && ready() && !stall(); }
#ifdef SECOND_PORT
    unsigned unit() const { return core_.AcceleratorPlugin_operands_io_seen_unit; }
    unsigned operation() const { return core_.AcceleratorPlugin_operands_io_seen_op; }
#else
    unsigned unit() const { return core_.accelerator_1_io_unit; }
    unsigned operation() const { return core_.accelerator_1_io_command_op; }
#endif
    uint32_t rs1() const { return core_.memory_RS1; }
    uint32_t rs2() const { return core_.memory_RS2; }
    uint32_t result() const { return core_.accelerator_1_io_command_rd; }
#ifdef TIME_BASE
    static constexpr bool kTimeBase = true;
    /// A tick takes effect in this cycle.
    bool ticks() const { return core_.accelerator_1_io_ticked; }
    bool interrupts() const { return top_->timeBaseInterrupt; }
#else
    static constexpr bool kTimeBase = false;
    bool ticks() const { return false; }
    bool interrupts() const { return false; }
#endif
#ifdef SECOND_PORT
    static constexpr bool kSecondPort = true;
    /// Drives the second port in this cycle. hasCommand: a command is at the port. Hardware threads own no tasks here.
    void driveSecond(bool hasCommand, const Command& command) {
        top_->second_command_valid = hasCommand;
        top_->second_command_unit = command.instruction.unit;
        top_->second_command_op = command.instruction.op;
        top_->second_command_rs1 = command.rs1;
        top_->second_command_rs2 = command.rs2;
        top_->second_tasks_owned = 0;
    }
    bool answers() const { return top_->second_command_ready; }
    /// The port's operands are loaded, and the units see its command from the next cycle on.
    bool secondBegins() const { return core_.accelerator_1_io_second_turn_second; }
    bool interruptsEnabled() const { return core_.CsrPlugin_mstatus_MIE || core_.CsrPlugin_privilege == 0; }
    uint32_t answer() const { return top_->second_command_rd; }
#else
    static constexpr bool kSecondPort = false;
    void driveSecond(bool, const Command&) {}
    bool answers() const { return false; }
    bool secondBegins() const { return false; }
    bool interruptsEnabled() const { return true; }
    uint32_t answer() const { return 0; }
#endif
    /// An instruction of the units is flushed before it reaches them: after a branch, a trap or an mret.
    bool flushes() const {
        return core_.execute_arbitration_isValid && core_.decode_to_execute_IS_ACCELERATOR &&
               core_.execute_arbitration_isFlushed;
    }

private:
    VerilatedContext context_;
    std::unique_ptr<Vcore> top_;
    const Vcore_VexRiscv& core_;
};
