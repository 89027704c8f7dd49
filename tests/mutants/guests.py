# SPDX-License-Identifier: Apache-2.0
"""Mutants of the monitor, and of the accelerators that guests share. In RULES, ACCELERATORS and REGIONS, the
last item of a row is a function of the test file, which must detect the fault."""
import re

from support import ROOT

from . import Edit, Mutant, Table, table

# On a core that switches guests by itself.
SWITCH = table(
    "test_guests.py::test_fault_in_what_the_core_keeps_is_found", "sw/monitor",
    ("the rules are not stored", "monitor.c", "        WRITE_CSR(RULES_OF, 0u);\n", "", "each_guest_has_its_own_rules"),
    ("the budget has no limit", "monitor.c", "if ((guest->priority != 0u) && (guest->period == 0u)) {",
     "if (guest->priority != 0u) {", "budgets_are_enforced"),
    ("a slice has no limit", "monitor.c", "    give_cycles(next, next->cycles);\n    CLEAR_CSR(",
     "    give_cycles(next, NO_LIMIT);\n    CLEAR_CSR(", "slices_are_enforced"),
    ("a guest that has waited for its memory never wakes", "switch.h",
     "BIT_OF(guest, READY) | BIT_OF(guest, WAKES));\n}\n\n/* The core wakes",
     "BIT_OF(guest, READY));\n}\n\n/* The core wakes",
     "most_urgent_guest_is_in_time"),
    ("the core may switch to no guest", "monitor.c", "    SET_CSR(SWITCHES, mask);\n", "",
     "most_urgent_guest_is_in_time"),
    ("loading counts as time of the guest that ran last", "monitor.c",
     "                    WRITE_CSR(PROGRAM, guest->program);     /* the core counts the guest's cycles */\n", "",
     "loading_is_time_of_the_guest"),
    ("lines wait for the console while less urgent guests run", "monitor.c",
     "        if (is_below && must_print_later()) {", "        if (false) {", "lines_of_less_urgent_guests_are_printed"),
    ("the running guest is the one that ran last", "monitor.c", "    guest = &guests[READ_CSR(PROGRAM)];\n", "",
     "most_urgent_guest_is_in_time"))

RULES = table(
    "test_guests.py::test_missing_rule_of_the_monitor_is_found", "sw/monitor",
    ("a text outside the guest is accepted", "monitor.c", "return GUEST_MEMORY;", "(void)0;", "calls_are_right"),
    ("a text that ends outside is accepted", "monitor.c", "|| (length > guest->size - (text - guest->base))", "",
     "calls_are_right"),
    ("a text that begins before the guest is accepted", "monitor.c", "(text - guest->base > guest->size) || ", "",
     "calls_are_right"),
    ("a text that is too long is accepted", "monitor.c", "return GUEST_LONG;", "(void)0;", "calls_are_right"),
    ("a text for a full log is accepted", "monitor.c", "return GUEST_BUSY;", "(void)0;", "calls_are_right"),
    ("control characters are printed", "log.c", "(c >= ' ') && (c <= '~') ? c : '?'", "c", "calls_are_right"),
    ("a restart leaves interrupts on", "monitor.c", "WRITE_CSR(OFF, 1u);", "(void)0;", "memory_is_reset_at_a_restart"),
    ("a restart keeps pending interrupts", "monitor.c", "WRITE_CSR(PENDING, 0u);", "(void)0;", "restarts_are_fresh"),
    ("a restart keeps the pc of uret", "monitor.c", "WRITE_CSR(PC, 0u);", "(void)0;", "restarts_are_fresh"),
    ("a restart keeps the enabled lines", "monitor.c", "WRITE_CSR(LINES, guest->lines);",
     "if (guest->restarted == 0u) { WRITE_CSR(LINES, guest->lines); }", "line_interrupts_in_each_life"),
    ("lines are enabled at the start", "monitor.c", "WRITE_CSR(LINES, guest->lines);",
     "WRITE_CSR(LINES, guest->lines); WRITE_CSR(OPEN, guest->lines);", "line_interrupts_in_each_life"),
    ("a restart does not restore the program number", "monitor.c", "WRITE_CSR(PROGRAM, selected);",
     "(void)0;", "restart_keeps_memory_of_other_guests"),
    ("the program number is not switched", "monitor.c",
     "    WRITE_CSR(PROGRAM, guest->program);\n    if (!MONITOR_SWITCH) {", "    if (!MONITOR_SWITCH) {",
     "each_guest_has_its_own_rules"),
    ("a raised interrupt is raised again", "monitor.c", "                    guest->raised = 0u;\n", "",
     "calls_are_right"),
    ("the memory rule is too large", "monitor.c", '"pmpaddr0", guest->rule[0])', '"pmpaddr0", guest->rule[0] | 0x3FFu)',
     "neighbours_are_safe"),
    ("rules are not switched", "monitor.c", "                protect(guest);",
     "if (guest->state == LOADING) { protect(guest); }", "pages_are_kept"),
    ("a page can be read", "monitor.c", '"pmpcfg0", guest->rights)', '"pmpcfg0", guest->rights | 0x0200u)',
     "pages_are_kept"),
    ("devices can be accessed", "monitor.c", 'WRITE_CSR("pmpcfg0", guest->rights)',
     'WRITE_CSR("pmpaddr3", 0x3C001FFFu); WRITE_CSR("pmpcfg0", guest->rights | 0x1B000000u)', "devices_are_safe"),
    ("a restart keeps memory", "monitor.c", "guest->loaded = 0u;",
     "guest->loaded = guest->loaded != 0u ? guest->size - 64u : 0u;", "memory_is_reset_at_a_restart"),
    ("memory after the image is not cleared", "monitor.c", "? *from : 0u;", "? *from : *to;",
     "memory_is_reset_at_a_restart"),
    ("loading overwrites the next guest", "monitor.c", "guest->loaded == guest->size",
     "guest->loaded == guest->size + 512u", "restart_does_not_overwrite_a_neighbour"),
    ("a restart does not refetch code", "monitor.c", "            flush_instruction_cache();",
     "            (void)flush_instruction_cache;", "code_is_restored_at_a_restart"),
    ("the number of restarts is unlimited", "monitor.c", "guest->restarted < guest->restarts;", "true;",
     "restarts_are_fresh"),
    ("a fault does not stop the guest", "monitor.c", 'halt(guest, cause, READ_CSR("mtval"));',
     "skip_ecall(guest);", "guests_run_in_user_mode"),
    ("the guest runs in machine mode", "start.S", "csrc    mstatus, t0", "csrs    mstatus, t0",
     "guests_run_in_user_mode"),
    ("a line of the log has no name", "log.c", "        part = NAME;", "        part = OWN;", "calls_are_right"),
    ("the log keeps no room for a report", "log.c", ">= REPORT + GUEST_LINE", ">= GUEST_LINE",
     "fault_report_is_complete"),
    ("rule 1 is not written", "monitor.c", '    WRITE_CSR("pmpaddr1", guest->rule[1]);\n', "",
     "each_guest_has_its_own_rules"),
    ("rule 2 is not written", "monitor.c", '    WRITE_CSR("pmpaddr2", guest->rule[2]);\n', "",
     "each_guest_has_its_own_rules"),
    ("rule 3 is not written", "monitor.c", '    WRITE_CSR("pmpaddr3", guest->rule[3]);\n', "",
     "each_guest_has_its_own_rules"),
    ("a guest gets the lines of others", "monitor.c", "WRITE_CSR(LINES, guest->lines);", "WRITE_CSR(LINES, ~0u);",
     "guests_cannot_open_lines_of_others"),
    ("a closed line wakes the guest", "monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "0u;",
     "guests_cannot_open_lines_of_others"),
    ("the most urgent guest is not first", "monitor.c",
     "        if (runnable(guest)) {\n            if (!MONITOR_SWITCH && (guest->period != 0u)) {",
     "        if (runnable(guest) && (monitor.turn == 0)) {\n"
     "            if (!MONITOR_SWITCH && (guest->period != 0u)) {",
     "most_urgent_guest_is_in_time"),
    ("the budget is not charged", "monitor.c", "(guest->period != 0u) || (guest->priority == 0u)",
     "guest->priority == 0u", "budgets_are_enforced"),
    ("a slice does not end", "monitor.c", "    if (!MONITOR_SWITCH && others) {\n", "    if (false) {\n",
     "slices_are_enforced"),
    ("a line of a ready guest stays enabled", "monitor.c", "monitor.served |= lines & guest->lines;\n", "(void)0;\n",
     "unhandled_line_disturbs_no_other_guest"),
    ("a wait ignores pending interrupts", "monitor.c", "if (!comes || (READ_CSR(PENDING) == 0u)) {", "if (true) {",
     "calls_are_right"),
    ("a line that was taken interrupts again", "monitor.c", "CLEAR_CSR(LINES_OPEN, lines);", "(void)0;",
     "line_interrupts_its_guest"),
    ("a line stays disabled after its guest's turn", "monitor.c", "monitor.served &= ~guest->lines;", "(void)0;",
     "line_interrupts_its_guest"),
    ("lines without a guest are enabled", "monitor.c", "monitor.served = UINT32_MAX;", "(void)0;",
     "unowned_line_interrupts_no_guest"),
    ("lines of less urgent guests interrupt", "monitor.c", "(guest != 0 ? guest->open : UINT32_MAX)", "UINT32_MAX",
     "line_interrupts_its_guest"),
    ("the budget has no limit", "monitor.c", "((guest->period == 0u) || has_cycles(guest))", "true",
     "budgets_are_enforced"),
    ("the slice has no limit", "monitor.c", "has_cycles(from) && runnable(from)", "runnable(from)",
     "slices_are_enforced"),
    quick=("a text outside the guest is accepted", "the memory rule is too large", "a restart keeps memory",
           "a restart keeps pending interrupts", "lines are enabled at the start"))

# The monitor does long work in pieces. Without the pieces a real-time guest is late.
IN_ONE_GO = table(
    "test_guests_hostile.py::test_uninterruptible_monitor_work_makes_a_guest_late", "sw/monitor",
    ("memory is loaded in one piece", "monitor.c",
     "while ((guest->state != READY) && runnable(guest) && !is_interrupted() && !is_overtaken(guest)) {",
     "while ((guest->state != READY) && runnable(guest)) {"),
    ("the log is printed in one piece", "monitor.h", "#define LOG_AT_ONCE 4u", "#define LOG_AT_ONCE 200u"),
    quick=("memory is loaded in one piece",))

# The monitor checks for interrupts in the middle of its work. Without a check, it takes no interrupt for a long time.
CHECKS = table(
    "test_guests.py::test_missing_check_for_interrupts_is_found", "sw/monitor",
    ("a console line is copied in one piece", "monitor.c", "#define PRINTED_AT_ONCE  16u",
     "#define PRINTED_AT_ONCE  64u"),
    ("a report is written in one piece", "log.c", "#define TEXT_AT_ONCE 4u", "#define TEXT_AT_ONCE 400u"),
    ("no check follows a call", "monitor.c", "    take_lines();\n    now = time();\n    charge",
     "    if ((int32_t)cause < 0) {\n        take_lines();\n    }\n    now = time();\n    charge"),
    ("no check follows a shared guest", "monitor.c", "    do {\n        if (is_interrupted()) {",
     "    do {\n        if (false) {"),
    ("no check follows a printed character", "log.c", "(guest != 0) && !is_interrupted(); number--",
     "(guest != 0); number--"),
    quick=("a console line is copied in one piece",))

# With these faults, some registers survive a guest's restart. The last item is the core that uses the changed code.
REGISTERS = table(
    "test_guests.py::test_registers_that_survive_a_restart_are_found", "sw/monitor",
    ("plain: registers of the running guest are kept", "registers.h", "monitor.resident = &no_guest;       /*",
     "(void)0; /*", "plain"),
    ("banks: registers x8 to x11 are kept", "registers.h", "CLEAR4(8, 9, 10, 11)", "", "banks"),
    ("plain: registers in the frame are kept", "registers.h", "guest->x[n] = 0u;", "(void)0;", "plain"),
    ("banks: registers x12 to x15 are kept", "registers.h", "CLEAR4(12, 13, 14, 15)", "", "banks"),
    quick=("plain: registers of the running guest are kept", "banks: registers x8 to x11 are kept"))

# Without banks: a mutant for each instruction of the monitor's entry code that saves or loads a register of a guest.
ENTRY = table(
    "test_guests.py::test_register_that_the_monitor_does_not_keep_is_found", "sw/monitor",
    *((line.strip(), "entry.S", f"{line}\n", "        nop\n")
      for line in (ROOT / "sw" / "monitor" / "entry.S").read_text().splitlines()
      if re.fullmatch(r" +[sl]w +\w+, \d+\((sp|t0|a0)\)", line)),
    quick=("sw      t2, 28(sp)",))

UNIT_SETS = table(
    "test_guests.py::test_shared_or_unreset_unit_set_is_found", "sw/monitor",
    ("all guests share one unit set", "monitor.c", "WRITE_CSR(UNITS, guest->units);",
     "WRITE_CSR(UNITS, guest->units | 1u);"),
    ("another guest's unit set is restarted", "monitor.c", "CI_GUEST_UNITS_SET(guest->units)));", "0));"),
    ("the unit set is not restarted", "monitor.c", "SET_CSR(UNITS_CONTROL, ", "SET_CSR(UNITS_CONTROL, 0u & "),
    quick=("the unit set is not restarted",))

# The last item names the guests that detect the fault.
INTERRUPTED = table(
    "test_interrupted_guests.py::test_fault_of_the_monitor_is_found", "sw/monitor",
    ("a wait closes the lines", "monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "~0u;", "alone"),
    ("an alarm that passed while it was set is lost", "monitor.c",
     "            monitor.armed = NEVER;\n            return false;\n", "            at = now - 1u;\n", "alone"),
    ("a call does not start the timer for its alarm", "monitor.c", "!arm(guest->alarm)", "false", "alone"),
    ("an alarm that expires during a set is lost", "monitor.c",
     "set_alarm(guest, ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0));",
     "guest->raised = 0u; WRITE_CSR(PENDING, 0u);\n"
     "        set_alarm(guest, ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0));", "alone"),
    ("the timer is acknowledged after the check", "monitor.c",
     "                monitor.served &= ~guest->lines;\n#if MONITOR_SWITCH",
     "                timer0_ev_pending_write(1u);\n                monitor.served &= ~guest->lines;\n"
     "#if MONITOR_SWITCH", "alone"),
    ("a line does not wake its guest", "monitor.c", "            wake(guest);\n            lines &=",
     "            lines &=", "alone"),
    ("raised interrupts overwrite pending ones", "monitor.c", "SET_CSR(PENDING, guest->raised);",
     "WRITE_CSR(PENDING, guest->raised);", "alone"),
    quick=("a wait closes the lines",))

ACCELERATORS = table(
    "test_accelerators.py::test_fault_in_the_monitor_is_found", "sw/monitor",
    ("a guest that lost the region keeps the page", "devices.c", "(region->owner == guest) && (region->phase == GIVEN)",
     "(region->owner == guest)", "lost_region_stays_untouched"),
    ("a guest that returned the region keeps the page", "devices.c", "if (guest == monitor.resident) {",
     "if ((guest == monitor.resident) && has(guest)) {", "other_pages_are_protected"),
    ("a guest also gets the next page", "devices.c", "(PAGE_BYTES / 8u - 1u)", "(PAGE_BYTES / 4u - 1u)",
     "other_pages_are_protected"),
    ("transfers have no upper limit", "devices.c", "guest->base + guest->size;", "UINT32_MAX;",
     "transfers_stay_in_guest_memory"),
    ("transfers have no lower limit", "devices.c", "control->base = guest->base;", "control->base = 0u;",
     "transfers_stay_in_guest_memory"),
    ("the state is not marked as saved", "devices.c", "region->owner->share->saved = true;", "(void)0;",
     "preempted_circuit_resumes"),
    ("the state is saved in another guest's memory", "devices.c", "control->state = (uint32_t)guest->share->state;",
     "control->state = (uint32_t)guests[0].share->state;", "preempted_circuit_resumes"),
    ("priorities are ignored", "devices.c", "region->owner->priority < guest->priority", "true",
     "equal_priority_does_not_preempt"),
    ("the least urgent guest comes first", "devices.c", "for (guest = guests; guest != GUESTS_END; guest++) {",
     "for (guest = GUESTS_END; guest-- != guests;) {", "most_urgent_worker_ends_first"),
    ("saved state is restored to another region", "devices.c", "|| (share->saved && (region != share->region))", "",
     "worker_returns_to_the_same_region"),
    ("a guest can use any accelerator", "devices.c", "(((guest->accelerators >> which) & 1u) == 0u)", "false",
     "other_pages_are_protected"),
    ("the circuit is not reset", "devices.c", "    control->run = 0u;\n", "", "preempted_circuit_resumes"),
    ("a fault outside the page waits for the region", "devices.c", "(address - config_of(region)->page >= PAGE_BYTES)",
     "(address == 1u)", "access_to_a_lost_region_faults_at_once"),
    ("the end of a guest does not free its region", "monitor.c", "    devices_drop(guest);\n", "",
     "ended_guest_leaves_no_state"),
    ("the end of a guest keeps its saved state", "devices.c",
     "    guest->share->saved = false;\n    guest->share->region = 0;",
     "    guest->share->region = 0;", "ended_guest_leaves_no_state"),
    ("an invalid accelerator number is accepted", "devices.c", "(which >= ACCELERATORS) || ", "",
     "circuit_results_are_right"),
    ("a second request for another accelerator is accepted", "devices.c",
     "|| ((share->wants != 0u) && (share->wants != which + 1u))", "", "circuit_results_are_right"),
    ("a guest that lost the region gets no interrupt", "devices.c", "    guest->share->tells = true;\n",
     "    (void)guest;\n", "preempted_circuit_resumes"),
    ("an interrupted request is not repeated", "devices.c", "            set_pc(guest, pc_of(guest) - 4u);\n", "",
     "interrupted_requests_lose_nothing"),
    ("an owner that does not run is not informed", "devices.c",
     "    guest->share->tells = true;\n    monitor.shared_at = 0u;",
     "    guest->share->tells = guest == monitor.resident;\n    monitor.shared_at = 0u;",
     "interrupted_requests_lose_nothing"),
    ("a guest that regains the region at once is not informed", "devices.c", "            share->tells = false;\n",
     "            share->tells = rethink = false;\n", "end_of_a_run_interrupts_a_computing_guest"),
    quick=("a guest that lost the region keeps the page", "transfers have no upper limit",
           "the state is not marked as saved", "priorities are ignored"))

# The faulty region always reports a transfer. The faulty monitor does not wait for the end of a transfer.
ENDLESS = Table((Mutant(
    "the end of a guest does not wait for a transfer",
    "test_accelerators.py::test_monitor_waits_for_the_last_transfer_of_an_ended_guest",
    (Edit("hw/virtual_device.py", "(Bits.CONTROL_STATUS_ON_BUS, memory.busy)", "(Bits.CONTROL_STATUS_ON_BUS, 1)"),
     Edit("sw/monitor/devices.c", "while ((control->status & ON_BUS) != 0u) {", "while (false) {"))),))

# Regions in the SoC, without a monitor.
REGIONS = table(
    "test_regions.py::test_removed_rule_is_noticed", "hw",
    ("transfers have no lower limit", "hardware_thread.py", "(first < self.base) |", "",
     "transfers_stay_within_limits"),
    ("transfers have no upper limit", "hardware_thread.py", "(end > self.limit))", "0)",
     "transfers_stay_within_limits"),
    ("a transfer can wrap around", "hardware_thread.py", "first, end = Signal(33), Signal(33)",
     "first, end = Signal(33), Signal(32)", "invalid_transfers_fail"),
    ("a misaligned transfer is accepted", "hardware_thread.py", "(ports.mem_address[:2] != 0) |", "",
     "invalid_transfers_fail"),
    ("a circuit has the limit of the state transfer", "virtual_device.py", "Mux(moves, end, control.limit.storage)",
     "end", "transfers_stay_within_limits"),
    ("a reset does not stop the memory port", "hardware_thread.py", "If(ports.mem_valid & ~reset,",
     "If(ports.mem_valid,", "makes_no_request_in_reset"),
    ("a reset does not reset the circuit", "virtual_device.py", "circuit.reset.eq(reset | (loaded != n + 1))",
     "circuit.reset.eq(loaded != n + 1)", "is_idle_after_a_reset"),
    ("a reset keeps the arguments", "virtual_device.py", "storage.we.eq(reset | writes", "storage.we.eq(writes",
     "state_is_restored"),
    ("a reset keeps status and result", "virtual_device.py",
     "If(reset, runs.eq(0), ended.eq(0), failed.eq(0), result.eq(0))", "If(reset, runs.eq(0))", "state_is_restored"),
    ("a reset does not stop a state transfer", "virtual_device.py", 'If(reset, NextState("IDLE"))',
     'If(0, NextState("IDLE"))', "reset_ends_activity"),
    ("the state is saved before the circuit stops", "virtual_device.py", 'If(here.stopped, NextState("STORE"))',
     'NextState("STORE")', "stops_before_saving"),
    ("a reconfiguration can start twice", "virtual_device.py", "& (control.load.storage != 0) & (left == 0)",
     "& (control.load.storage != 0)", "reconfiguration_is_timed"),
    ("a running circuit can be reconfigured", "virtual_device.py", "loads.eq(control.load.re & reset &",
     "loads.eq(control.load.re &", "is_not_reconfigured_while_running"),
    quick=("transfers have no upper limit", "a reset does not reset the circuit"))
