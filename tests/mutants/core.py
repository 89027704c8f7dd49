# SPDX-License-Identifier: Apache-2.0
"""Mutants of cores: units and register banks in the pipeline, user mode with its memory protection and interrupts, and
guests' unit sets. Except for REGRESSION, one netlist has all mutants of a core."""
import functools
import re

from metro import configuration
from metro.products import core as core_module
from metro.verify import pipeline, regression

from . import netlists, switched

# The fault gives every mode access to a CSR. An unnamed signal holds VexRiscv's check of the mode, hence the pattern.
MODE_CHECK = (r"\w+", "1'b0", r"^\(CsrPlugin_privilege < execute_CsrPlugin_csrAddress")


@functools.cache
def netlist(of):
    """Return the netlist of a core. of: a set of `./metro hammer --pipeline` as text, or command-line options."""
    hardware = pipeline.named(of).hardware if isinstance(of, str) else configuration.of_options(*of)
    return (core_module.generate(hardware) / "VexRiscv.v").read_text()


def with_all(mutants):
    """Return a function that puts mutants into a netlist. The input `fault` is the active mutant's number."""
    def put(text):
        return re.sub(r"^module VexRiscv \(", "\\g<0>\n  input [7:0] fault,",
                      switched(text, mutants, "VexRiscv.fault == {}"), flags=re.MULTILINE)
    return put


UNITS_CORE = (
    "combined,units.tasks=9,units.width=5,units.time_base=true,core.icache_bytes=512,core.dcache_bytes=512,"
    "core.user_mode=true")
UNITS = netlists("test_pipeline.py::test_a_fault_is_found", netlist, {UNITS_CORE: (
        ("a command fires repeatedly while write-back is stalled", "accelerator_1_io_command_stall",
         "memory_arbitration_removeIt"),
        ("a command fires after a load that traps or is repeated", "accelerator_1_io_command_stall",
         "memory_arbitration_isStuckByOthers"),
        ("a command fires after a store that traps", "accelerator_1_io_command_stall",
         "{was} && ! writeBack_MEMORY_WR"),
        ("a command continues after a taken branch", "execute_arbitration_isFlushed",
         "{was} && ! execute_IS_ACCELERATOR"),
        ("a flushed command fires", "accelerator_1_io_command_valid",
         "{was} || execute_arbitration_isValid && execute_IS_ACCELERATOR && execute_arbitration_isFlushed"),
        ("a command fires without an instruction", "accelerator_1_io_command_valid", "memory_IS_ACCELERATOR"),
        ("a command does not wait for the unit", "memory_AcceleratorPlugin_waits", "1'b0"),
        ("the result comes from the previous cycle", "memory_ACCELERATOR_RESULT", "{before}", "", 1,
         "accelerator_1_io_command_rd"),
        ("the result is bypassed too early", "decode_BYPASSABLE_EXECUTE_STAGE",
         "{was} || decode_IS_ACCELERATOR"),
        ("a command does not wait for its first operand", "decode_RS1_USE", "{was} && ! decode_IS_ACCELERATOR"),
        ("a command does not wait for its second operand", "decode_RS2_USE", "{was} && ! decode_IS_ACCELERATOR"),
        ("a command goes to the unit of the next instruction", "accelerator_1_io_unit", "execute_INSTRUCTION[14 : 12]"),
        ("no trap in user mode", "AcceleratorPlugin_illegal_valid", "1'b0"),
        ("no trap for an unknown operation", "decode_LEGAL_INSTRUCTION", "{was} || decode_INSTRUCTION[6:0] == 7'h0b"),
        ("lui is decoded as a command", "decode_IS_ACCELERATOR", "{was} || decode_INSTRUCTION[6:0] == 7'h37"),
        ("a tick takes effect in the cycle in which a command fires", "unstalled_engine_io_automaticTicks_due",
         "unstalled_base_io_isAutomatic && prescaler_1_io_pending != 0 && unstalled_base_io_current && ! "
         "(io_base_busy && (io_command_stall || ! io_command_ready))"),
        ("a tick takes effect during a stalled command", "unstalled_engine_io_automaticTicks_due",
         "unstalled_base_io_isAutomatic && prescaler_1_io_pending != 0 && unstalled_base_io_current && ! "
         "(io_base_busy && ! io_command_stall)"),
        ("a tick is lost during a stalled command", "prescaler_1_io_takes",
         "{was} || io_base_busy && io_command_stall"),
        ("the prescaler stops during a stalled command", "prescaler_1_io_halted",
         "io_base_busy && io_command_stall"),
        ("a tick loses its wake while the pipeline is stalled", "wokenByCommand", "io_wake_valid"),
)})

SECOND_CORE = (
    "events,units.tasks=9,units.width=5,units.engine=parallel,units.events=4,units.queue_words=0,"
    "units.direct_calls=4,core.icache_bytes=512,core.dcache_bytes=512,core.compressed=true")
SECOND = netlists("test_pipeline.py::test_fault_with_hardware_threads_is_found", netlist, {SECOND_CORE: (
        ("operands change while a command waits", "AcceleratorPlugin_operands_io_moves", "1'b1"),
        ("the processor's operands are not restored", "io_seen_rs1", "io_seen_rs1", "io_here_rs1"),
        ("the second port's operands are not selected", "io_seen_op", "io_seen_op", "io_second_op"),
        ("the second port does not wait for the event unit", "AcceleratorPlugin_operands_io_second_mayWait_event",
         "1'b0"),
        ("the second port starts while interrupts are off", "accelerator_1_io_holds", "1'b0"),
)}, quick=("operands change while a command waits", "the second port starts while interrupts are off"))

BANKS_CORE = (
    "combined,units.tasks=37,units.time=false,core.icache_bytes=512,core.dcache_bytes=512,"
    "core.user_mode=true,core.contexts=16")
BANKS = netlists("test_pipeline.py::test_bank_fault_is_found", netlist, {BANKS_CORE: (
        ("a bank bit is stuck for reads of rs1", r"\w+", "{was} & ~ 9'h020",
         r"^\{RegFilePlugin_bank,decode_INSTRUCTION_ANTICIPATED"),
        ("a bank bit is stuck for reads of rs2", "RegFilePlugin_other", "{was} & ~ 4'h8", "RegFilePlugin_step"),
        ("a bank bit is stuck for register writes", "lastStageRegFileWrite_payload_address",
         "{was} & ~ 9'h040", "writeBack_WRITES_OTHER"),
        ("a bit of the slot address is stuck", "memory_ContextPlugin_write_payload_address", "{was} & ~ 4'h4"),
        ("a switch does not write the slot", "memory_ContextPlugin_write_valid", "{was} && ! memory_IS_CONTEXT_JUMP"),
        ("set does not write the slot", "memory_ContextPlugin_write_valid", "{was} && memory_IS_CONTEXT_JUMP"),
        ("a slot is read before it is written", "ContextPlugin_writesSlot", "1'b0"),
        ("a trap keeps the bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank", "4'b1111"),
        ("a trap before the first switch changes the bank", "ContextPlugin_used", "1'b1", "1'b0"),
        ("a trap does not save the interrupted bank", "ContextPlugin_previous", "ContextPlugin_previous",
         "^RegFilePlugin_bank"),
        ("mret keeps the bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank", "ContextPlugin_previous"),
        ("a write to another bank is bypassed", "HazardSimplePlugin_writeBackWrites_valid",
         "{was} || writeBack_WRITES_OTHER && writeBack_arbitration_isFiring"),
        ("a read of another bank does not wait for the pipeline", "RegFilePlugin_step",
         "decode_arbitration_isValid && decode_READS_OTHER && ! decode_arbitration_isFlushed ? RegFilePlugin_step "
         "+ 2'b01 : 2'b00", "writeBack_arbitration_isValid"),
        ("a read of another bank returns the running bank's register", "RegFilePlugin_other",
         "BankedRegFilePlugin_next", "RegFilePlugin_step"),
        ("a write changes x0 of another bank", "memory_WRITES_OTHER",
         "memory_IS_CONTEXT && ! memory_IS_CONTEXT_JUMP && memory_ContextPlugin_number[2:0] == 3'b010 && "
         "memory_ContextPlugin_exists && memory_ContextPlugin_target != RegFilePlugin_bank"),
        ("a write changes the running bank", "memory_WRITES_OTHER",
         "memory_IS_CONTEXT && ! memory_IS_CONTEXT_JUMP && memory_ContextPlugin_number[2:0] == 3'b010 && "
         "memory_ContextPlugin_exists && memory_INSTRUCTION[11:7] != 0"),
        ("an interrupt enable is not saved", "memory_ContextPlugin_carried", "{was} | memory_IS_CONTEXT_JUMP"),
        ("a switch loses the interrupt enable", "memory_ContextPlugin_before", "1'b0"),
        ("a switch to itself leaves interrupts off", "memory_ContextPlugin_enables", "1'b0"),
        ("a switch to a missing bank enables interrupts", "memory_ContextPlugin_enables",
         "memory_ContextPlugin_fires && memory_IS_CONTEXT_JUMP && ! memory_ContextPlugin_exits && "
         "memory_ContextPlugin_keepsBank && memory_ContextPlugin_before"),
        ("an interrupt enable is not restored", "CsrPlugin_mstatus_MPIE", "1'b1", "ContextPlugin_slot"),
        ("user mode is not saved", "memory_ContextPlugin_carried", "{was} & ~ {memory_IS_CONTEXT_JUMP, 32'h0}"),
        ("user mode is not restored", "CsrPlugin_mstatus_MPP", "2'b11", "ContextPlugin_slot"),
        ("a switch to itself loads the old slot", "memory_ContextPlugin_keepsBank", "! memory_ContextPlugin_exists"),
        ("a switch to itself returns to the previous trap", "memory_ContextPlugin_continues", "1'b0"),
        ("a switch also executes the next instruction", "decode_arbitration_isFlushed",
         "{was} && ! (writeBack_ContextPlugin_returns && writeBack_IS_CONTEXT_JUMP)"),
        ("an interrupt is taken between a switch and the next instruction", "CsrPlugin_interruptJump",
         "{was} || CsrPlugin_interrupt_valid && writeBack_ContextPlugin_returns && writeBack_IS_CONTEXT_JUMP"),
        ("a missing bank is accepted", "memory_ContextPlugin_exists", "1'b1"),
        ("a reset does not clear the registers", "RegFilePlugin_clearing", "1'b0", "RegFilePlugin_cleared"),
        ("return_to does nothing", "memory_ContextPlugin_setsPrevious", "1'b0"),
        ("a nested trap is reported as the outermost", r"memory_ContextPlugin_state\[31\]",
         "CsrPlugin_mcause_interrupt"),
        ("no trap in user mode", "AcceleratorPlugin_illegal_valid", "{was} && ! execute_IS_CONTEXT"),
)}, quick=("a switch does not write the slot", "a trap does not save the interrupted bank",
           "a write changes x0 of another bank", "a switch to a missing bank enables interrupts",
           "a switch to itself returns to the previous trap", "return_to does nothing"))

# VexRiscv's own programs contain no instruction of the units. They show the units' effects on other instructions.
REGRESSION = netlists("test_regression.py::test_a_fault_is_found", functools.cache(
    lambda of: regression.netlist_of(regression.chosen())), {"regression": (
        ("lui is decoded as a command", "decode_IS_ACCELERATOR", "{was} || decode_INSTRUCTION[6:0] == 7'h37"),
        ("auipc writes the result of a unit", "writeBack_IS_ACCELERATOR",
         "{was} || writeBack_INSTRUCTION[6:0] == 7'h17"),
    )})

# Upstream VexRiscv has the first four faults.
PMP_CORE = ("--user-mode", "--pmp", "8")
PMP = netlists("test_pmp.py::test_a_fault_is_found", netlist, {PMP_CORE: (
        ("uncached accesses are not protected", "DBusCachedPlugin_mmuBus_rsp_isPaging", "1'b0"),
        ("a refused fetch still reaches the bus", "IBusCachedPlugin_mmuBus_rsp_isPaging", "1'b0"),
        ("mstatus accepts an unsupported mode", "CsrPlugin_mstatus_MPP",
         "CsrPlugin_csrMapping_writeDataSignal[12 : 11]", "writeDataSignal"),
        ("missing rules alias existing ones", "PmpPlugin_which", "{was} & 4'h7"),
        ("a refused access is a page fault", r"DBusCachedPlugin_exceptionBus_payload_code\[3\]",
         "writeBack_arbitration_isValid && dataCache_1_io_cpu_writeBack_mmuException"),
        ("a rule after the first match also decides", "PmpPlugin_mayAccess_first",
         "(PmpPlugin_mayAccess_hitBits & ~ ({was})) != 0 ? (PmpPlugin_mayAccess_hitBits & ~ ({was})) : {was}"),
        ("fetches in user mode have machine-mode rights", "PmpPlugin_mayFetch_machine", "1'b1"),
        ("accesses in user mode have machine-mode rights", "PmpPlugin_mayAccess_machine", "1'b1"),
        ("a rule cannot be locked", "PmpPlugin_rule_1_locked", "1'b0", r"\["),
        ("a locked rule can be changed", "PmpPlugin_rule_1_open", "1'b1"),
        ("a rule is twice as long", "PmpPlugin_ones", "{was} << 1 | 28'h1"),
        ("a rule begins one line late", "PmpPlugin_base", "{was} + 27'h1"),
        ("read access allows writes", "DBusCachedPlugin_mmuBus_rsp_allowWrite", "{was} || PmpPlugin_mayAccess_read"),
        ("read access allows execution", "IBusCachedPlugin_mmuBus_rsp_allowExecute",
         "{was} || PmpPlugin_mayFetch_read"),
        ("execute access allows reads", "DBusCachedPlugin_mmuBus_rsp_allowRead",
         "{was} || PmpPlugin_mayAccess_execute"),
        ("memory without a rule can be read", "PmpPlugin_mayAccess_read", "{was} || PmpPlugin_mayAccess_none"),
        ("memory without a rule can be written", "PmpPlugin_mayAccess_write", "{was} || PmpPlugin_mayAccess_none"),
        ("memory without a rule can be executed", "PmpPlugin_mayFetch_execute", "{was} || PmpPlugin_mayFetch_none"),
        ("user mode writes the rules", *MODE_CHECK),
        ("user mode can execute mret", "execute_CsrPlugin_illegalInstruction", "1'b0", "^1'b1$"),
        ("sret is a legal instruction", "decode_LEGAL_INSTRUCTION", "{was} || decode_INSTRUCTION == 32'h10200073"),
        ("a disabled rule applies", "PmpPlugin_rule_2_on", "1'b1", "=="),
        ("a rule applies one cycle late", "PmpPlugin_mayAccess_hits_1", "{was} && {before}", "", 1,
         "PmpPlugin_rule_1_on"),
        ("MPRV has no effect", "PmpPlugin_mayAccess_machine", "CsrPlugin_privilege == 2'b11"),
        ("mret does not clear MPRV", "PmpPlugin_leavesMachineMode", "1'b0"),
        ("W without R allows writes", "PmpPlugin_rule_1_write", "PmpPlugin_word[9]", "&&"),
        ("a trap always sets MPP to machine mode", "CsrPlugin_mstatus_MPP", "2'b11", "CsrPlugin_privilege"),
        ("a trap does not enter machine mode", r"\w+", "CsrPlugin_privilege", "^CsrPlugin_targetPrivilege$"),
        ("mret stays in machine mode", r"\w+(?= <=)", "2'b11", "^CsrPlugin_mstatus_MPP$"),
        ("mret leaves interrupts off", "CsrPlugin_mstatus_MIE", "1'b0", "MPIE"),
        ("MIE masks machine interrupts in user mode", r"\w+", "CsrPlugin_mstatus_MIE",
         r"^\(CsrPlugin_mstatus_MIE \|\| \(CsrPlugin_privilege < 2'b11\)\)"),
)})

HOT_CORE = ("--user-mode", "--pmp", "4", "--hot-bytes", "4096")
HOT = netlists("test_pmp.py::test_hot_memory_fault_is_found", netlist, {HOT_CORE: (
        ("user mode can fetch hot code", "IBusCachedPlugin_s0_tightlyCoupledHits_0",
         "& IBusCachedPlugin_iBusRsp_stages_0_input_payload[31 : 12]"),
)})

INTERRUPTS_CORE = ("--user-mode", "--pmp", "8", "--user-interrupts", "4")
INTERRUPTS_BANKS = ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--units", "--contexts", "4")
INTERRUPTS_RVC = ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--compressed")
INTERRUPTS = netlists("test_user_interrupts.py::test_a_fault_is_found", netlist, {
    INTERRUPTS_CORE: (
        ("the off register has no effect", "UserInterruptsPlugin_pending", "UserInterruptsPlugin_comes"),
        ("another program's off register applies", "UserInterruptsPlugin_pending",
         "UserInterruptsPlugin_comes && ! UserInterruptsPlugin_off[0]"),
        ("the off register cannot be written", r"UserInterruptsPlugin_off\[UserInterruptsPlugin_program\]", "1'b0",
         "writeData"),
        ("a handler begins with interrupts on", r"UserInterruptsPlugin_off\[UserInterruptsPlugin_program\]", "1'b0",
         "^1'b1$"),
        ("uret leaves interrupts off", r"UserInterruptsPlugin_off\[UserInterruptsPlugin_program\]", "1'b1", "^1'b0$"),
        ("the pc of the next instruction is saved", "UserInterruptsPlugin_from",
         "UserInterruptsPlugin_enters ? writeBack_PC + 4 : {was}"),
        ("an mret saves the pc of the next instruction", "UserInterruptsPlugin_from",
         "UserInterruptsPlugin_enters ? {was} : CsrPlugin_mepc + 4"),
        ("mret takes an interrupt that is off", "UserInterruptsPlugin_withMret",
         "UserInterruptsPlugin_programPending != 0 && writeBack_arbitration_isValid && writeBack_ENV_CTRL == "
         "EnvCtrlEnum_XRET && writeBack_INSTRUCTION[29 : 28] == 2'b11 && CsrPlugin_mstatus_MPP == 2'b00"),
        ("an mret to machine mode takes the interrupt", "UserInterruptsPlugin_withMret",
         "UserInterruptsPlugin_waits && writeBack_arbitration_isValid && writeBack_ENV_CTRL == EnvCtrlEnum_XRET "
         "&& writeBack_INSTRUCTION[29 : 28] == 2'b11"),
        ("pc is not saved", "UserInterruptsPlugin_pc_write_payload_data", "UserInterruptsPlugin_pc_value",
         "UserInterruptsPlugin_from"),
        ("the handler of another program is called", "CsrPlugin_jumpInterface_payload",
         "UserInterruptsPlugin_handler_words[0]", "UserInterruptsPlugin_handler_value"),
        ("uret returns to another program's pc", "CsrPlugin_jumpInterface_payload", "UserInterruptsPlugin_pc_words[0]",
         "UserInterruptsPlugin_pc_value"),
        ("all programs share one handler", "UserInterruptsPlugin_handler_write_payload_address", "2'b00"),
        ("all programs share one pc", "UserInterruptsPlugin_pc_write_payload_address", "2'b00"),
        ("all programs share one set of lines", "UserInterruptsPlugin_has_write_payload_address", "2'b00"),
        ("all programs share one set of open lines", "UserInterruptsPlugin_opened_write_payload_address", "2'b00"),
        ("a program can open lines that it was not given", "UserInterruptsPlugin_opened_write_payload_data",
         "CsrPlugin_csrMapping_writeDataSignal", "& UserInterruptsPlugin_has_value"),
        ("newly given lines are open", "UserInterruptsPlugin_opened_write_payload_data",
         "UserInterruptsPlugin_opened_value", "^32'h0$"),
        ("a closed line interrupts", "UserInterruptsPlugin_openLines",
         "UserInterruptsPlugin_lines & UserInterruptsPlugin_has_value"),
        ("lines interrupt before they are given", "UserInterruptsPlugin_isKnown", "1'b1"),
        ("lines given to another program count as given", "UserInterruptsPlugin_isKnown",
         "UserInterruptsPlugin_known != 0"),
        ("raised bits are stored as lines", "UserInterruptsPlugin_has_write_payload_data",
         "CsrPlugin_csrMapping_writeDataSignal", "3.b000"),
        ("a bit cannot be raised", "UserInterruptsPlugin_writtenRaised", "{was} & 3'b011"),
        ("a bit cannot be lowered", "UserInterruptsPlugin_writtenRaised",
         "{was} | UserInterruptsPlugin_programPending[31 : 29]"),
        ("lowering one bit lowers all", "UserInterruptsPlugin_writtenRaised",
         "(~ {was} & UserInterruptsPlugin_programPending[31 : 29]) != 0 ? 3'b000 : {was}"),
        ("a raised bit is also raised for another program", "UserInterruptsPlugin_programPending",
         "{UserInterruptsPlugin_raised_0, UserInterruptsPlugin_up}"),
        ("user interrupts are taken in machine mode", "UserInterruptsPlugin_comes",
         "UserInterruptsPlugin_programPending != 0"),
        ("user interrupts precede machine interrupts", "CsrPlugin_interrupt_code",
         "UserInterruptsPlugin_pending ? 4'b0000 : {was}", "4'b1011"),
        ("the handler runs in machine mode", "CsrPlugin_targetPrivilege", "2'b11", "^2'b00$"),
        ("uret is executed in machine mode", "UserInterruptsPlugin_ignoresUret", "1'b0"),
        ("an interrupt that is off does not end a wfi", "CsrPlugin_thirdPartyWake", "1'b0", "^1'b1$"),
        ("user mode can write the machine-mode registers", *MODE_CHECK),
        ("the highest program numbers alias lower ones", "UserInterruptsPlugin_program", "{was} & 2'b01", "writeData"),
        ("a reset keeps the program number", "UserInterruptsPlugin_program", "UserInterruptsPlugin_program", "^2'b00$"),
        ("a reset leaves interrupts off", "UserInterruptsPlugin_off", "UserInterruptsPlugin_off", "^4'b0000$"),
        ("a reset keeps given lines", "UserInterruptsPlugin_known", "UserInterruptsPlugin_known", "^4'b0000$"),
        ("a reset keeps raised bits", "UserInterruptsPlugin_raised_2", "UserInterruptsPlugin_raised_2", "^3'b000$"),
    ),
    INTERRUPTS_BANKS: (
        ("the handler runs in another bank", "writeBack_ContextPlugin_switching", "contextSwitching"),
        ("uret selects the handlers' bank", "BankedRegFilePlugin_next",
         "writeBack_INSTRUCTION[29 : 28] == 2'b00 ? 2'b11 : {was}", "ContextPlugin_previous"),
    ),
    INTERRUPTS_RVC: (
        ("the saved pc is rounded down to four bytes", "CsrPlugin_jumpInterface_payload", "{was} & ~ 32'd2",
         "UserInterruptsPlugin_pc_value"),
        ("the handler address is rounded down to four bytes", "CsrPlugin_jumpInterface_payload", "{was} & ~ 32'd2",
         "UserInterruptsPlugin_handler_value"),
    ),
})

SETS_CORE = ("--user-mode", "--tasks", "20", "--events", "5", "--queue-words", "4", "--width", "8",
             "--unit-sets", "3")
SETS = netlists("test_guest_units.py::test_a_fault_is_found", netlist, {SETS_CORE: (
        ("the selected set has no effect", r"choice\[1\]", "1'b0"),
        ("the selection takes effect one cycle late", "chosen", "{before}", "choice", 1, "choice"),
        ("a command also goes to set 1", "set_1_io_command_valid", "io_command_valid"),
        ("a command also goes to the handler's set", "set_2_io_command_valid", "io_command_valid"),
        ("the answer always comes from set 0", "io_command_rd", "set_0_io_command_rd", "set_0"),
        ("all sets answer", "io_command_rd", "set_0_io_command_rd | set_1_io_command_rd | set_2_io_command_rd",
         "set_0"),
        ("a command always waits for set 0", "io_command_ready", "set_0_io_command_ready", "set_0"),
        ("a closed set is accessible", "AcceleratorPlugin_illegal_valid",
         "execute_arbitration_isValid && execute_IS_ACCELERATOR && CsrPlugin_privilege == 2'b00 && "
         "AcceleratorPlugin_open && ({was})"),
        ("numbers in commands are not checked", "AcceleratorPlugin_illegal_valid",
         "execute_arbitration_isValid && execute_IS_ACCELERATOR && CsrPlugin_privilege == 2'b00 && ! "
         "AcceleratorPlugin_open"),
        ("a task is not checked", "execute_LACKS_TASK", "1'b0"),
        ("the second task is not checked", "execute_LACKS_OTHER_TASK", "1'b0"),
        ("a word is not checked", "execute_LACKS_WORD", "1'b0"),
        ("a row is not checked", "execute_LACKS_ROW", "1'b0"),
        ("an event is not checked", "execute_LACKS_EVENT", "1'b0"),
        ("the task in an event command is not checked", "execute_LACKS_TASK_BESIDE", "1'b0"),
        ("the word in an event command is not checked", "execute_LACKS_WORD_BESIDE", "1'b0"),
        ("the last task is refused", "execute_LACKS_TASK", "{was} || execute_NAMES_TASK && execute_RS1 == 19"),
        ("machine mode traps as well", "AcceleratorPlugin_illegal_valid",
         "{was} || execute_arbitration_isValid && execute_IS_ACCELERATOR && execute_LACKS_TASK"),
        ("a trapping command takes effect", "accelerator_1_io_command_valid",
         "{was} || AcceleratorPlugin_illegal_valid && ! memory_arbitration_isValid"),
        ("a missing set can be opened", "AcceleratorPlugin_exists", "1'b1"),
        ("the open bit reads as zero", r"\w+\[3 : 3\]", "1'b0", "^AcceleratorPlugin_open$"),
        ("user mode can select the set", *MODE_CHECK),
        ("a restart resets all sets", "reset_1", "reset || io_guests_restart != 0"),
        ("a restart does not reset set 1", "reset_1", "reset"),
        ("a restart also resets the handler's set", "reset_2", "reset || io_guests_restart[1]"),
        ("a command is accepted during a restart", "noRestart", "1'b1"),
)})

CLOCKS_CORE = ("--user-mode", "--tasks", "9", "--width", "8", "--time-base", "--unit-sets", "2")
CLOCKS = netlists("test_guest_units.py::test_a_fault_in_time_or_lines_is_found", netlist, {CLOCKS_CORE: (
        ("time never stops", "timeIsStopped_0", "1'b0", "io_guests_stopsTime"),
        ("time stops while the guest runs", "timeIsStopped_0", "io_guests_stopsTime[0]", "io_guests_stopsTime"),
        ("time stops although it should continue", "timeIsStopped_1", "1'b1", "io_guests_stopsTime"),
        ("time continues while machine mode has the set", "timeIsStopped_0",
         "io_guests_stopsTime[0] && io_guests_number != 0", "io_guests_stopsTime"),
        ("a set has the other set's interrupt line", r"io_guests_interrupt\[1\]", "set_0_io_interrupt"),
)})

SETS_BANKS_CORE = ("--user-mode", "--tasks", "16", "--events", "4", "--unit-sets", "3", "--contexts", "4")
SETS_BANKS = netlists("test_guest_units.py::test_fault_that_gives_a_guest_the_banks_is_found", netlist, {
    SETS_BANKS_CORE: (
        ("a guest with a set can use register banks", "AcceleratorPlugin_illegal_valid",
         "{was} && (execute_IS_COMMAND || execute_INSTRUCTION[14 : 12] == 3'b000)"),
    )})
