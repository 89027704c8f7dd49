# SPDX-License-Identifier: Apache-2.0
"""Mutants of the monitor, and of the accelerators that guests share. The last item of a row is the program that fails:
a function of the test."""
import re

from support import ROOT

from . import Edit, Mutant, Table, table

RULES = table(
    "test_guests.py::test_a_rule_that_is_taken_out_is_missed", "sw/monitor",
    ("a text outside the guest is accepted", "monitor.c", "return GUEST_MEMORY;", "(void)0;", "calls_are_right"),
    ("a text that ends outside is accepted", "monitor.c", "|| (length > guest->size - (text - guest->base))", "",
     "calls_are_right"),
    ("a text that begins before the guest is accepted", "monitor.c", "(text - guest->base > guest->size) || ", "",
     "calls_are_right"),
    ("a text that is too long is accepted", "monitor.c", "return GUEST_LONG;", "(void)0;", "calls_are_right"),
    ("a text for a full log is accepted", "monitor.c", "return GUEST_BUSY;", "(void)0;", "calls_are_right"),
    ("control characters are printed", "log.c", "(c >= ' ') && (c <= '~') ? c : '?'", "c", "calls_are_right"),
    ("a restart leaves interrupts on", "monitor.c", "WRITE_CSR(OFF, 1u);", "(void)0;", "memory_is_new"),
    ("a restart keeps pending interrupts", "monitor.c", "WRITE_CSR(PENDING, 0u);", "(void)0;", "restarts_are_fresh"),
    ("a restart keeps the pc of uret", "monitor.c", "WRITE_CSR(PC, 0u);", "(void)0;", "restarts_are_fresh"),
    ("a restart does not open the lines again", "monitor.c", "WRITE_CSR(OPEN, guest->lines);",
     "if (guest->restarted == 0u) { WRITE_CSR(OPEN, guest->lines); }", "lines_come_again"),
    ("a restart does not restore the program number", "monitor.c", "WRITE_CSR(PROGRAM, monitor.resident->program);",
     "(void)0;", "memory_is_new_beside"),
    ("the program number is not switched", "monitor.c",
     'WRITE_CSR(PROGRAM, guest->program);\n    WRITE_CSR("pmpcfg0"', 'WRITE_CSR("pmpcfg0"',
     "each_has_rules_of_its_own"),
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
     "guest->loaded = guest->loaded != 0u ? guest->size - 64u : 0u;", "memory_is_new"),
    ("memory after the image is not cleared", "monitor.c", "? *from : 0u;", "? *from : *to;", "memory_is_new"),
    ("loading overwrites the next guest", "monitor.c", "guest->loaded == guest->size",
     "guest->loaded == guest->size + 512u", "a_neighbour_is_not_loaded_over"),
    ("a restart does not refetch code", "monitor.c", "            fetch_anew();", "            (void)fetch_anew;",
     "code_is_new"),
    ("the number of restarts is unlimited", "monitor.c", "guest->restarted < guest->restarts;", "true;",
     "restarts_are_fresh"),
    ("a fault does not stop the guest", "monitor.c", 'halt(guest, cause, READ_CSR("mtval"));',
     "set_pc(guest, pc_of(guest) + 4u);", "it_is_in_user_mode"),
    ("the guest runs in machine mode", "start.S", "csrc    mstatus, t0", "csrs    mstatus, t0", "it_is_in_user_mode"),
    ("a line of the log has no name", "log.c", "        part = NAME;", "        part = OWN;", "calls_are_right"),
    ("the log keeps no room for a report", "log.c", ">= REPORT + GUEST_LINE", ">= GUEST_LINE", "a_report_is_whole"),
    ("rule 1 is not written", "monitor.c", '    WRITE_CSR("pmpaddr1", guest->rule[1]);\n', "",
     "each_has_rules_of_its_own"),
    ("rule 2 is not written", "monitor.c", '    WRITE_CSR("pmpaddr2", guest->rule[2]);\n', "",
     "each_has_rules_of_its_own"),
    ("rule 3 is not written", "monitor.c", '    WRITE_CSR("pmpaddr3", guest->rule[3]);\n', "",
     "each_has_rules_of_its_own"),
    ("a guest gets the lines of others", "monitor.c", "WRITE_CSR(LINES, guest->lines);", "WRITE_CSR(LINES, ~0u);",
     "lines_of_others_stay_closed"),
    ("a closed line wakes the guest", "monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "0u;",
     "lines_of_others_stay_closed"),
    ("the most urgent guest is not first", "monitor.c",
     "        if (runnable(guest)) {\n            if (guest->period != 0u) {",
     "        if (runnable(guest) && (monitor.turn == 0)) {\n            if (guest->period != 0u) {",
     "the_most_urgent_is_in_time"),
    ("the budget is not charged", "monitor.c", "(guest->period != 0u) || (guest->priority == 0u)",
     "guest->priority == 0u", "budgets_end"),
    ("a slice does not end", "monitor.c", "    if (others) {\n", "    if (false) {\n", "slices_end"),
    ("a line of a ready guest stays enabled", "monitor.c", "monitor.served |= lines & guest->lines;\n", "(void)0;\n",
     "a_line_disturbs_nobody_else"),
    ("a line stays disabled after its guest's turn", "monitor.c", "monitor.served &= ~guest->lines;", "(void)0;",
     "lines_come"),
    ("lines without a guest are enabled", "monitor.c", "monitor.served = UINT32_MAX;", "(void)0;",
     "a_line_of_nobody_is_none"),
    ("lines of less urgent guests interrupt", "monitor.c", "(guest != 0 ? guest->open : UINT32_MAX)", "UINT32_MAX",
     "lines_come"),
    ("the budget has no limit", "monitor.c", "((guest->period == 0u) || (guest->left > 0))", "true", "budgets_end"),
    ("the slice has no limit", "monitor.c", "(from->left > 0) && runnable(from)", "runnable(from)", "slices_end"),
    quick=("a text outside the guest is accepted", "the memory rule is too large", "a restart keeps memory",
           "a restart keeps pending interrupts"))

# The monitor does long work in pieces. Without the pieces a real-time guest is late.
IN_ONE_GO = table(
    "test_guests_hostile.py::test_what_is_done_in_one_go_makes_the_real_time_guest_late", "sw/monitor",
    ("memory is loaded in one piece", "monitor.c",
     "while (has_work(guest) && runnable(guest) && (READ_CSR(LINES_UP) == 0u));",
     "while (has_work(guest) && runnable(guest));"),
    ("the log is printed in one piece", "monitor.h", "#define LOG_AT_ONCE 4u", "#define LOG_AT_ONCE 200u"),
    quick=("memory is loaded in one piece",))

# Registers of an ended guest. The last item is the core for which the monitor has this code.
REGISTERS = table(
    "test_guests.py::test_registers_that_outlive_their_guest_are_missed", "sw/monitor",
    ("plain: registers of the running guest are kept", "registers.h", "monitor.resident = &nobody;         /*",
     "(void)0; /*", "plain"),
    ("banks: registers x8 to x11 are kept", "registers.h", "CLEAR4(8, 9, 10, 11)", "", "banks"),
    ("plain: registers in the frame are kept", "registers.h", "guest->x[n] = 0u;", "(void)0;", "plain"),
    ("banks: registers x12 to x15 are kept", "registers.h", "CLEAR4(12, 13, 14, 15)", "", "banks"),
    quick=("plain: registers of the running guest are kept", "banks: registers x8 to x11 are kept"))

# Without banks, each register that the monitor saves or loads on its way in and out.
ENTRY = table(
    "test_guests.py::test_a_register_that_is_not_kept_is_missed", "sw/monitor",
    *((line.strip(), "entry.S", f"{line}\n", "        nop\n")
      for line in (ROOT / "sw" / "monitor" / "entry.S").read_text().splitlines()
      if re.fullmatch(r" +[sl]w +\w+, \d+\((sp|t0|a0)\)", line)),
    quick=("sw      t2, 28(sp)",))

UNIT_SETS = table(
    "test_guests.py::test_a_set_that_is_another_guests_or_not_new_is_missed", "sw/monitor",
    ("all guests share one unit set", "monitor.c", "WRITE_CSR(UNITS, guest->units);",
     "WRITE_CSR(UNITS, guest->units | 1u);"),
    ("another guest's unit set is restarted", "monitor.c", "CI_GUEST_UNITS_SET(guest->units)));", "0));"),
    ("the unit set is not restarted", "monitor.c", "SET_CSR(UNITS_CONTROL, ", "SET_CSR(UNITS_CONTROL, 0u & "),
    quick=("the unit set is not restarted",))

# The last item names the guests that detect the fault.
INTERRUPTED = table(
    "test_interrupted_guests.py::test_fault_of_the_monitor_is_found", "sw/monitor",
    ("a wait ignores pending interrupts", "monitor.c", "comes && (READ_CSR(PENDING) != 0u) ? READY", "false ? READY",
     "alone"),
    ("a wait closes the lines", "monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "~0u;", "alone"),
    ("an alarm that passed while it was set is lost", "monitor.c",
     "            monitor.armed = NEVER;\n            return false;\n", "            at = now - 1u;\n", "alone"),
    ("an alarm that expires during a set is lost", "monitor.c",
     "guest->alarm = ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0);",
     "guest->raised = 0u; WRITE_CSR(PENDING, 0u);\n"
     "        guest->alarm = ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0);", "alone"),
    ("the timer is acknowledged after the check", "monitor.c",
     "                monitor.served &= ~guest->lines;\n                return guest;",
     "                timer0_ev_pending_write(1u);\n                monitor.served &= ~guest->lines;\n"
     "                return guest;", "alone"),
    ("a line does not wake its guest", "monitor.c", "            wake(guest);\n            lines &=",
     "            lines &=", "alone"),
    ("raised interrupts overwrite pending ones", "monitor.c", "SET_CSR(PENDING, guest->raised);",
     "WRITE_CSR(PENDING, guest->raised);", "alone"),
    quick=("a wait ignores pending interrupts",))

ACCELERATORS = table(
    "test_accelerators.py::test_a_rule_that_is_taken_out_is_missed", "sw/monitor",
    ("a guest that lost the region keeps the page", "devices.c", "(region->owner == guest) && (region->phase == GIVEN)",
     "(region->owner == guest)", "what_is_lost_is_not_touched"),
    ("a guest that returned the region keeps the page", "devices.c", "if (guest == monitor.resident) {",
     "if ((guest == monitor.resident) && has(guest)) {", "pages_are_safe"),
    ("a guest also gets the next page", "devices.c", "(PAGE_BYTES / 8u - 1u)", "(PAGE_BYTES / 4u - 1u)",
     "pages_are_safe"),
    ("transfers have no upper limit", "devices.c", "guest->base + guest->size;", "UINT32_MAX;",
     "transfers_are_bounded"),
    ("transfers have no lower limit", "devices.c", "control->base = guest->base;", "control->base = 0u;",
     "transfers_are_bounded"),
    ("the state is not marked as saved", "devices.c", "region->owner->share->saved = true;", "(void)0;",
     "is_taken_and_comes_back"),
    ("the state is saved in another guest's memory", "devices.c", "control->state = (uint32_t)guest->share->state;",
     "control->state = (uint32_t)guests[0].share->state;", "is_taken_and_comes_back"),
    ("priorities are ignored", "devices.c", "region->owner->priority < guest->priority", "true", "equals_do_not_take"),
    ("the least urgent guest comes first", "devices.c", "for (guest = guests; guest != GUESTS_END; guest++) {",
     "for (guest = GUESTS_END; guest-- != guests;) {", "most_urgent_first"),
    ("saved state is restored to another region", "devices.c", "|| (share->saved && (region != share->region))", "",
     "comes_back_to_the_same_region"),
    ("a guest can use any accelerator", "devices.c", "(((guest->accelerators >> which) & 1u) == 0u)", "false",
     "pages_are_safe"),
    ("the circuit is not reset", "devices.c", "    control->run = 0u;\n", "", "is_taken_and_comes_back"),
    ("a fault outside the page waits for the region", "devices.c", "(address - config_of(region)->page >= PAGE_BYTES)",
     "(address == 1u)", "who_lost_it_does_not_wait_to_fault"),
    ("the end of a guest does not free its region", "monitor.c", "    devices_drop(guest);\n", "",
     "an_ended_guest_keeps_nothing"),
    ("the end of a guest keeps its saved state", "devices.c",
     "    guest->share->saved = false;\n    guest->share->region = 0;",
     "    guest->share->region = 0;", "an_ended_guest_keeps_nothing"),
    ("an invalid accelerator number is accepted", "devices.c", "(which >= ACCELERATORS) || ", "", "results_are_right"),
    ("a second request for another accelerator is accepted", "devices.c",
     "|| ((share->wants != 0u) && (share->wants != which + 1u))", "", "results_are_right"),
    ("a guest that lost the region gets no interrupt", "devices.c", "    guest->share->tells = true;\n",
     "    (void)guest;\n", "is_taken_and_comes_back"),
    ("an interrupted request is not repeated", "devices.c", "            set_pc(guest, pc_of(guest) - 4u);\n", "",
     "interrupted_asks_lose_nothing"),
    ("an owner that does not run is not informed", "devices.c",
     "    guest->share->tells = true;\n    monitor.shared_at = 0u;",
     "    guest->share->tells = guest == monitor.resident;\n    monitor.shared_at = 0u;",
     "interrupted_asks_lose_nothing"),
    ("a guest that regains the region at once is not informed", "devices.c", "            share->tells = false;\n",
     "            share->tells = rethink = false;\n", "who_has_it_again_at_once_hears_of_its_end"),
    quick=("a guest that lost the region keeps the page", "transfers have no upper limit",
           "the state is not marked as saved", "priorities are ignored"))

# The region reports that its transfer never ends. The faulty monitor does not wait for that end.
ENDLESS = Table((Mutant(
    "the end of a guest does not wait for a transfer",
    "test_accelerators.py::test_the_monitor_goes_on_when_the_last_transfer_of_an_ended_guest_is_over",
    (Edit("hw/virtual_device.py", "Cat(loaded, memory.busy,", "Cat(loaded, 1,"),
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
