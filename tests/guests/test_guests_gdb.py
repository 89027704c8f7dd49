# SPDX-License-Identifier: Apache-2.0
"""GDB with guests: breakpoints, symbols and registers of each guest. Debugging does not change a guest's output."""
import functools
import re
import shutil

import pytest

from metro import configuration
from metro.gdb import connection
from metro.products import guests as guests_module, soc as soc_module
from metro.run import execution, guests
from support import ROOT, slow_except
from test_gdb import Target, app, data
from test_guests import CORES

FOLDER = ROOT / "tests" / "guests"
KNOWN = """
[[guest]]
name = "ticks"
program = "ticks.c"
memory = 4096
priority = 1

[[guest]]
name = "known"
program = "known.S"
memory = 1024
slice = 5000

[[guest]]
name = "other"
program = "busy.c"
memory = 2048
slice = 5000
"""
REGISTERS = "python import json; print('{}', json.dumps(guests.named('{}').registers()))"


@functools.cache
def soc(core, debugged):
    chosen = configuration.of_options(*CORES[core])
    return soc_module.of(chosen.changed(configuration.DEBUGGED) if debugged else chosen)


@pytest.fixture(params=slow_except(("plain", "switch"), {"plain"}))
def core(request):
    return request.param


@pytest.fixture
def session(tmp_path, core):
    """Return a function that starts GDB's target with the guests that a TOML text lists."""
    made = []

    def make(text):
        shutil.copytree(FOLDER, tmp_path / "guests")
        (tmp_path / "guests" / "these.toml").write_text(text)
        firmware = guests_module.build(guests_module.read(tmp_path / "guests" / "these.toml"), soc(core, False))
        made.append(Target(tmp_path, firmware, soc=soc(core, True), code=guests.guest_code(firmware)))
        return made[-1]
    yield make
    for target in made:
        target.stop()


def guest_lines(output):
    """Return the sorted lines of the output without the line about lateness, because a stop in GDB delays guests."""
    return sorted(line for line in output.splitlines() if "late by" not in line)


# The monitor, entered from the second guest.
IN_MONITOR = {"plain": "break monitor_trap if guest == &guests[1]",
              "switch": "break monitor_trap if $user_program == 1"}
TWO = (FOLDER / "two.toml").read_text()


def test_breakpoint_in_a_guest_changes_no_output(session, core):
    two = session(TWO)
    output = two.gdb("break ticks.c:guest_interrupt", "continue", "backtrace 1", "next", "continue", "delete",
                     "break busy.c:main", "info breakpoints", "continue")
    assert output.count("Breakpoint 1, guest_interrupt (which=2147483648) at ") == 2, output
    assert "automatically using hardware breakpoints" in output          # loading the code overwrites software ones
    assert "exited normally" in output
    alone = execution.execute(two.firmware, soc(core, False))
    code, output_of_guests = two.end()
    assert code == alone.status == 0 and guest_lines(output_of_guests) == guest_lines(alone.output)


def test_gdb_has_the_symbols_of_each_guest_and_the_monitor(session):
    output = session(TWO).gdb("info breakpoints", "break main", "info line monitor_trap", "continue",
                              "print 'ticks.c'::due", "set var 'ticks.c'::due = 7", "print 'ticks.c'::due", "kill")
    assert "main. (2 locations)" in output, output
    assert "Breakpoint 1" in output and re.search(r"main \(\) at .*/guests/(ticks|busy)\.c", output)
    assert '"/' in re.search(r"Line \d+ of (.*monitor\.c\") starts", output)[1]
    assert "$2 = 7" in output                                            # GDB can write a guest's data


def test_table_shows_running_and_ready_guests(session, core):
    output = session(KNOWN).gdb("break ticks.c:guest_interrupt", "continue", "metronome guests", "kill")
    rows = {line.split()[0]: line for line in output.splitlines() if re.match(r"(ticks|known|other) ", line)}
    alarm = {"plain": "-", "switch": "core"}[core]
    assert re.match(rf"ticks +1 +runs +- +{alarm} +off +0x1\w+ +4096 +0x1\w+ +guest_interrupt", rows["ticks"]), output
    assert re.match(rf"known +shared +(ready|loading) +\d+ +{alarm} +off +0x1\w+ +1024", rows["known"]), output
    assert re.match(rf"other +shared +(ready|loading) +\d+ +{alarm} ", rows["other"]), output


def test_table_shows_which_guests_have_interrupts_off(session, core):
    """The table shows each guest's own flag: interrupts are on for a guest that waits for its alarm."""
    output = session(KNOWN).gdb("break ticks.c:guest_interrupt", "continue", "delete",
                                IN_MONITOR[core], "continue", "metronome guests", "kill")
    off = {line.split()[0]: " off " in line for line in output.splitlines() if re.match(r"(ticks|known|other) ", line)}
    assert off == {"ticks": False, "known": True, "other": True}, output


def register_values():
    return {name: n * 0x01010101 for n, name in enumerate(
        ["ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", *(f"a{n}" for n in range(8)),
         *(f"s{n}" for n in range(2, 12)), *(f"t{n}" for n in range(3, 7))], 1) if name != "sp"}


def test_registers_of_a_guest_are_right_wherever_they_are_kept(session, core):
    """GDB shows a guest's registers in the monitor, while the core still holds them, and while another guest runs."""
    output = session(KNOWN).gdb(
        IN_MONITOR[core] + (" && cause == 0x8000000b" if core == "plain" else ""), "continue", "continue",
        *["next"] * 4 * (core == "switch"), REGISTERS.format("MONITOR", "known"),
        "python print('RESIDENT', int(gdb.parse_and_eval('monitor.resident == &guests[1]')))",
        "delete", "break ticks.c:guest_interrupt", "continue", REGISTERS.format("GUEST", "known"),
        "metronome backtrace known", "info registers s3", "kill")
    assert "RESIDENT 1" in output, output
    for mark in ("MONITOR", "GUEST"):
        registers = data(output, mark)
        assert {name: registers[name] for name in register_values()} == register_values(), mark
        assert 0x10000000 <= registers["pc"] < 0x10010000
    assert re.search(r"^#0 .*main \(\)|^#0 .*loop", output, re.MULTILINE)
    assert not re.search(r"^s3 +0x13131313", output, re.MULTILINE)       # GDB shows the core's registers again


@pytest.mark.parametrize("core", ["plain"], indirect=True)
def test_gdb_steps_from_a_guest_into_the_monitor_and_back(session):
    output = session(TWO).gdb("break ticks.c:main", "continue", "break monitor_trap", "delete 1", "continue", "up",
                              "delete", "tbreak *guests[0].x[0] + 4", "continue", "info symbol $pc", "kill")
    assert "monitor_trap (guest=" in output and "Temporary breakpoint" in output, output


def test_wrong_command_is_a_one_line_error(session, tmp_path):
    output = session(TWO).gdb("break ticks.c:main", "continue", "metronome backtrace absent",
                              "metronome backtrace ticks", "kill")
    assert "there is no guest absent; guests are ticks, busy" in output
    assert "the guest ticks is running: use GDB's command backtrace" in output
    assert "Traceback" not in output


def test_a_program_without_a_monitor_has_no_guests(tmp_path):
    target = Target(tmp_path, app("original")[0])
    try:
        output = target.gdb("metronome guests", "kill")
        assert "this program has no guest_count: it has no monitor" in output and "Traceback" not in output
    finally:
        target.stop()


def test_memory_map_for_gdb_has_separate_code_regions():
    memory = [{"type": "rom", "start": 0, "length": 100}, {"type": "ram", "start": 1000, "length": 100}]
    assert sorted(connection.split_around(memory, [(1000, 20), (1050, 10)]), key=lambda region: region["start"]) == [
        memory[0], {"type": "rom", "start": 1000, "length": 20}, {"type": "ram", "start": 1020, "length": 30},
        {"type": "rom", "start": 1050, "length": 10}, {"type": "ram", "start": 1060, "length": 40}]
    assert connection.split_around(memory, []) == memory
