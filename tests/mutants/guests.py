# SPDX-License-Identifier: Apache-2.0
"""Mutants of the monitor, and of the accelerators that guests share. The last item of a row is the program that fails:
a function of the test."""
import re

from support import ROOT

from . import Edit, Mutant, Table, table

RULES = table(
    "test_guests.py::test_a_rule_that_is_taken_out_is_missed", "sw/monitor",
    ("a text outside", "monitor.c", "return GUEST_MEMORY;", "(void)0;", "calls_are_right"),
    ("a text that ends outside", "monitor.c", "|| (length > guest->size - (text - guest->base))", "",
     "calls_are_right"),
    ("a text that begins before it", "monitor.c", "(text - guest->base > guest->size) || ", "", "calls_are_right"),
    ("a text too long", "monitor.c", "return GUEST_LONG;", "(void)0;", "calls_are_right"),
    ("a full log", "monitor.c", "return GUEST_BUSY;", "(void)0;", "calls_are_right"),
    ("words of another", "log.c", "(c >= ' ') && (c <= '~') ? c : '?'", "c", "calls_are_right"),
    ("interrupts at a restart", "monitor.c", "WRITE_CSR(OFF, 1u);", "(void)0;", "memory_is_new"),
    ("what is pending at a restart", "monitor.c", "WRITE_CSR(PENDING, 0u);", "(void)0;", "restarts_are_fresh"),
    ("where uret goes at a restart", "monitor.c", "WRITE_CSR(PC, 0u);", "(void)0;", "restarts_are_fresh"),
    ("lines at a restart", "monitor.c", "WRITE_CSR(OPEN, guest->lines);",
     "if (guest->restarted == 0u) { WRITE_CSR(OPEN, guest->lines); }", "lines_come_again"),
    ("whose registers they are behind a restart", "monitor.c", "WRITE_CSR(PROGRAM, monitor.resident->program);",
     "(void)0;", "memory_is_new_beside"),
    ("whose registers of interrupts they are", "monitor.c",
     'WRITE_CSR(PROGRAM, guest->program);\n    WRITE_CSR("pmpcfg0"', 'WRITE_CSR("pmpcfg0"',
     "each_has_rules_of_its_own"),
    ("what was raised comes once", "monitor.c", "                    guest->raised = 0u;\n", "", "calls_are_right"),
    ("a region too large", "monitor.c", '"pmpaddr0", guest->rule[0])', '"pmpaddr0", guest->rule[0] | 0x3FFu)',
     "neighbours_are_safe"),
    ("rules not switched", "monitor.c", "                protect(guest);",
     "if (guest->state == LOADING) { protect(guest); }", "pages_are_kept"),
    ("a page to read", "monitor.c", '"pmpcfg0", guest->rights)', '"pmpcfg0", guest->rights | 0x0200u)',
     "pages_are_kept"),
    ("devices", "monitor.c", 'WRITE_CSR("pmpcfg0", guest->rights)',
     'WRITE_CSR("pmpaddr3", 0x3C001FFFu); WRITE_CSR("pmpcfg0", guest->rights | 0x1B000000u)', "devices_are_safe"),
    ("memory at a restart", "monitor.c", "guest->loaded = 0u;",
     "guest->loaded = guest->loaded != 0u ? guest->size - 64u : 0u;", "memory_is_new"),
    ("memory behind the image", "monitor.c", "? *from : 0u;", "? *from : *to;", "memory_is_new"),
    ("memory of the next guest", "monitor.c", "guest->loaded == guest->size", "guest->loaded == guest->size + 512u",
     "a_neighbour_is_not_loaded_over"),
    ("code at a restart", "monitor.c", "            fetch_anew();", "            (void)fetch_anew;", "code_is_new"),
    ("so many restarts", "monitor.c", "guest->restarted < guest->restarts;", "true;", "restarts_are_fresh"),
    ("a fault", "monitor.c", 'halt(guest, cause, READ_CSR("mtval"));', "set_pc(guest, pc_of(guest) + 4u);",
     "it_is_in_user_mode"),
    ("user mode", "start.S", "csrc    mstatus, t0", "csrs    mstatus, t0", "it_is_in_user_mode"),
    ("whose words they are", "log.c", "        part = NAME;", "        part = OWN;", "calls_are_right"),
    ("room for a report", "log.c", ">= REPORT + GUEST_LINE", ">= GUEST_LINE", "a_report_is_whole"),
    ("rule 1", "monitor.c", '    WRITE_CSR("pmpaddr1", guest->rule[1]);\n', "", "each_has_rules_of_its_own"),
    ("rule 2", "monitor.c", '    WRITE_CSR("pmpaddr2", guest->rule[2]);\n', "", "each_has_rules_of_its_own"),
    ("rule 3", "monitor.c", '    WRITE_CSR("pmpaddr3", guest->rule[3]);\n', "", "each_has_rules_of_its_own"),
    ("lines of others", "monitor.c", "WRITE_CSR(LINES, guest->lines);", "WRITE_CSR(LINES, ~0u);",
     "lines_of_others_stay_closed"),
    ("a line that it has closed", "monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "0u;", "lines_of_others_stay_closed"),
    ("the most urgent first", "monitor.c", "        if (runnable(guest)) {\n            if (guest->period != 0u) {",
     "        if (runnable(guest) && (monitor.turn == 0)) {\n            if (guest->period != 0u) {",
     "the_most_urgent_is_in_time"),
    ("what a budget is charged", "monitor.c", "(guest->period != 0u) || (guest->priority == 0u)",
     "guest->priority == 0u", "budgets_end"),
    ("the end of a slice", "monitor.c", "    if (others) {\n", "    if (false) {\n", "slices_end"),
    ("a line of a guest that is ready", "monitor.c", "monitor.served |= lines & guest->lines;\n", "(void)0;\n",
     "a_line_disturbs_nobody_else"),
    ("a line behind its guest's turn", "monitor.c", "monitor.served &= ~guest->lines;", "(void)0;", "lines_come"),
    ("a line that is nobody's", "monitor.c", "monitor.served = UINT32_MAX;", "(void)0;", "a_line_of_nobody_is_none"),
    ("lines of less urgent guests", "monitor.c", "(guest != 0 ? guest->open : UINT32_MAX)", "UINT32_MAX", "lines_come"),
    ("a budget", "monitor.c", "((guest->period == 0u) || (guest->left > 0))", "true", "budgets_end"),
    ("a slice", "monitor.c", "(from->left > 0) && runnable(from)", "runnable(from)", "slices_end"),
    quick=("a text outside", "a region too large", "memory at a restart", "what is pending at a restart"))

# The monitor does long work in pieces. Without the pieces a real-time guest is late.
IN_ONE_GO = table(
    "test_guests_hostile.py::test_what_is_done_in_one_go_makes_the_real_time_guest_late", "sw/monitor",
    ("loaded", "monitor.c", "while (has_work(guest) && runnable(guest) && (READ_CSR(LINES_UP) == 0u));",
     "while (has_work(guest) && runnable(guest));"),
    ("said", "monitor.h", "#define LOG_AT_ONCE 4u", "#define LOG_AT_ONCE 200u"),
    quick=("loaded",))

# Registers of an ended guest. The last item is the core for which the monitor has this code.
REGISTERS = table(
    "test_guests.py::test_registers_that_outlive_their_guest_are_missed", "sw/monitor",
    ("registers at a restart plain", "registers.h", "monitor.resident = &nobody;         /*", "(void)0; /*", "plain"),
    ("registers at a restart banks", "registers.h", "CLEAR4(8, 9, 10, 11)", "", "banks"),
    ("registers of the frame plain", "registers.h", "guest->x[n] = 0u;", "(void)0;", "plain"),
    ("registers of the frame banks", "registers.h", "CLEAR4(12, 13, 14, 15)", "", "banks"),
    quick=("registers at a restart plain", "registers at a restart banks"))

# Without banks, each register that the monitor saves or loads on its way in and out.
ENTRY = table(
    "test_guests.py::test_a_register_that_is_not_kept_is_missed", "sw/monitor",
    *((line.strip(), "entry.S", f"{line}\n", "        nop\n")
      for line in (ROOT / "sw" / "monitor" / "entry.S").read_text().splitlines()
      if re.fullmatch(r" +[sl]w +\w+, \d+\((sp|t0|a0)\)", line)),
    quick=("sw      t2, 28(sp)",))

UNIT_SETS = table(
    "test_guests.py::test_a_set_that_is_another_guests_or_not_new_is_missed", "sw/monitor",
    ("one set for all", "monitor.c", "WRITE_CSR(UNITS, guest->units);", "WRITE_CSR(UNITS, guest->units | 1u);"),
    ("another's set is new", "monitor.c", "CI_GUEST_UNITS_SET(guest->units)));", "0));"),
    ("a set is not new", "monitor.c", "SET_CSR(UNITS_CONTROL, ", "SET_CSR(UNITS_CONTROL, 0u & "),
    quick=("a set is not new",))

# The last item names the guests that detect the fault.
INTERRUPTED = table(
    "test_interrupted_guests.py::test_fault_of_the_monitor_is_found", "sw/monitor",
    ("a wait that does not look", "monitor.c", "comes && (READ_CSR(PENDING) != 0u) ? READY", "false ? READY", "alone"),
    ("a wait with the lines closed", "monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "~0u;", "alone"),
    ("an alarm whose time has passed meanwhile", "monitor.c",
     "            monitor.armed = NEVER;\n            return false;\n", "            at = now - 1u;\n", "alone"),
    ("an alarm that comes while one is set", "monitor.c",
     "guest->alarm = ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0);",
     "guest->raised = 0u; WRITE_CSR(PENDING, 0u);\n"
     "        guest->alarm = ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0);", "alone"),
    ("the timer is acknowledged behind the look", "monitor.c",
     "                monitor.served &= ~guest->lines;\n                return guest;",
     "                timer0_ev_pending_write(1u);\n                monitor.served &= ~guest->lines;\n"
     "                return guest;", "alone"),
    ("a line that does not wake", "monitor.c", "            wake(guest);\n            lines &=", "            lines &=",
     "alone"),
    ("what was raised is written over", "monitor.c", "SET_CSR(PENDING, guest->raised);",
     "WRITE_CSR(PENDING, guest->raised);", "alone"),
    quick=("a wait that does not look",))

ACCELERATORS = table(
    "test_accelerators.py::test_a_rule_that_is_taken_out_is_missed", "sw/monitor",
    ("the page stays with who lost it", "devices.c", "(region->owner == guest) && (region->phase == GIVEN)",
     "(region->owner == guest)", "what_is_lost_is_not_touched"),
    ("the page stays with who gave it back", "devices.c", "if (guest == monitor.resident) {",
     "if ((guest == monitor.resident) && has(guest)) {", "pages_are_safe"),
    ("the page and the one behind it", "devices.c", "(PAGE_BYTES / 8u - 1u)", "(PAGE_BYTES / 4u - 1u)",
     "pages_are_safe"),
    ("the upper limit", "devices.c", "guest->base + guest->size;", "UINT32_MAX;", "transfers_are_bounded"),
    ("the lower limit", "devices.c", "control->base = guest->base;", "control->base = 0u;", "transfers_are_bounded"),
    ("the state", "devices.c", "region->owner->share->saved = true;", "(void)0;", "is_taken_and_comes_back"),
    ("another guest's state", "devices.c", "control->state = (uint32_t)guest->share->state;",
     "control->state = (uint32_t)guests[0].share->state;", "is_taken_and_comes_back"),
    ("priority", "devices.c", "region->owner->priority < guest->priority", "true", "equals_do_not_take"),
    ("who comes first", "devices.c", "for (guest = guests; guest != GUESTS_END; guest++) {",
     "for (guest = GUESTS_END; guest-- != guests;) {", "most_urgent_first"),
    ("the same region", "devices.c", "|| (share->saved && (region != share->region))", "",
     "comes_back_to_the_same_region"),
    ("what was the guest's own", "devices.c", "(((guest->accelerators >> which) & 1u) == 0u)", "false",
     "pages_are_safe"),
    ("reset of a circuit", "devices.c", "    control->run = 0u;\n", "", "is_taken_and_comes_back"),
    ("where who lost it waits", "devices.c", "(address - config_of(region)->page >= PAGE_BYTES)", "(address == 1u)",
     "who_lost_it_does_not_wait_to_fault"),
    ("the end of a guest", "monitor.c", "    devices_drop(guest);\n", "", "an_ended_guest_keeps_nothing"),
    ("what is kept of an ended guest", "devices.c", "    guest->share->saved = false;\n    guest->share->region = 0;",
     "    guest->share->region = 0;", "an_ended_guest_keeps_nothing"),
    ("a number that is none", "devices.c", "(which >= ACCELERATORS) || ", "", "results_are_right"),
    ("another one meanwhile", "devices.c", "|| ((share->wants != 0u) && (share->wants != which + 1u))", "",
     "results_are_right"),
    ("the interrupt of who lost it", "devices.c", "    guest->share->tells = true;\n", "    (void)guest;\n",
     "is_taken_and_comes_back"),
    ("an ask is made again", "devices.c", "            set_pc(guest, pc_of(guest) - 4u);\n", "",
     "interrupted_asks_lose_nothing"),
    ("an owner hears of it when it waits", "devices.c", "    guest->share->tells = true;\n    monitor.shared_at = 0u;",
     "    guest->share->tells = guest == monitor.resident;\n    monitor.shared_at = 0u;",
     "interrupted_asks_lose_nothing"),
    ("the line of who has it again", "devices.c", "            share->tells = false;\n",
     "            share->tells = rethink = false;\n", "who_has_it_again_at_once_hears_of_its_end"),
    quick=("the page stays with who lost it", "the upper limit", "the state", "priority"))

# The region reports that its transfer never ends. The faulty monitor does not wait for that end.
ENDLESS = Table((Mutant(
    "the end of a guest does not wait for a transfer",
    "test_accelerators.py::test_the_monitor_goes_on_when_the_last_transfer_of_an_ended_guest_is_over",
    (Edit("hw/virtual_device.py", "Cat(loaded, memory.busy,", "Cat(loaded, 1,"),
     Edit("sw/monitor/devices.c", "while ((control->status & ON_BUS) != 0u) {", "while (false) {"))),))

# Regions in the SoC, without a monitor.
REGIONS = table(
    "test_regions.py::test_removed_rule_is_noticed", "hw",
    ("the lower limit", "hardware_thread.py", "(first < self.base) |", "", "limits"),
    ("the upper limit", "hardware_thread.py", "(end > self.limit))", "0)", "limits"),
    ("the end of the address space", "hardware_thread.py", "first, end = Signal(33), Signal(33)",
     "first, end = Signal(33), Signal(32)", "odd_ones"),
    ("alignment", "hardware_thread.py", "(ports.mem_address[:2] != 0) |", "", "odd_ones"),
    ("limits are the state's", "virtual_device.py", "Mux(moves, end, control.limit.storage)", "end", "limits"),
    ("a reset of the memory port", "hardware_thread.py", "If(ports.mem_valid & ~reset,", "If(ports.mem_valid,",
     "asks_for_nothing_in_reset"),
    ("a reset of the circuit", "virtual_device.py", "circuit.reset.eq(reset | (loaded != n + 1))",
     "circuit.reset.eq(loaded != n + 1)", "stands_still_behind_a_reset"),
    ("a reset of the arguments", "virtual_device.py", "storage.we.eq(reset | writes", "storage.we.eq(writes",
     "comes_back"),
    ("a reset of status and result", "virtual_device.py",
     "If(reset, runs.eq(0), ended.eq(0), failed.eq(0), result.eq(0))", "If(reset, runs.eq(0))", "comes_back"),
    ("a reset of what moves the state", "virtual_device.py", 'If(reset, NextState("IDLE"))', 'If(0, NextState("IDLE"))',
     "is_reset"),
    ("it stops before its state goes", "virtual_device.py", 'If(here.stopped, NextState("STORE"))',
     'NextState("STORE")', "stops_first"),
    ("a reconfiguration that is under way", "virtual_device.py", "& (control.load.storage != 0) & (left == 0)",
     "& (control.load.storage != 0)", "is_loaded"),
    ("a reconfiguration under a circuit", "virtual_device.py", "loads.eq(control.load.re & reset &",
     "loads.eq(control.load.re &", "runs_while_it_is_reconfigured"),
    quick=("the upper limit", "a reset of the circuit"))
