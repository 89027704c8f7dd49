# SPDX-License-Identifier: Apache-2.0
"""The monitor: guests cannot harm each other, and these tests find faults in the monitor."""
import re
import shutil

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.measure.guests import systems
from metro.products import core as core_module, firmware, guests, isa, soc as soc_module
from metro.run import execution
from mutants.guests import CHECKS, ENTRY, REGISTERS, RULES, SWITCH, UNIT_SETS
from support import ROOT, metro, refusal, slow_except, slow_if

FOLDER = ROOT / "tests" / "guests"
TICKS = [f"ticks: tick {n:05}" for n in range(1, 51)]
# Cycles by which the alarm of the most urgent guest can be late, whatever other guests do. The delivery with empty
# caches takes most of them.
MAX_LATENESS = {"plain": 6200, "banks": 3200, "switch": 3200}
# Cycles from a guest's own timer to the guest's handler, at most, with cold caches. Through the monitor, an alarm takes
# at least 280 cycles.
NATIVE_LATENCY = 200
MAX_UNDISTURBED_STEP = 200      # cycles of one step of the loop in steady.c, if no trap occurs


GUESTS = ("--user-mode", "--user-interrupts", "8", "--pmp", "4")
CORES = {"plain": GUESTS, "banks": (*GUESTS, "--units", "--contexts", "4", "--hot-bytes", "8192"),
         "switch": (*GUESTS, "--units", "--contexts", "8", "--hot-bytes", "8192", "--hot-data-bytes", "8192",
                    "--guest-switch")}
SETS = ("--tasks", "16", "--events", "4", "--queue-words", "16", "--unit-sets", "3")
UNIT_CORES = {"sets": (*CORES["plain"], *SETS),
              "sets, banks": (*CORES["plain"], *SETS, "--contexts", "8", "--hot-bytes", "8192"),
              "sets, switch": (*CORES["switch"], *SETS)}


@pytest.fixture(params=slow_except(CORES, {"banks"}))
def soc(request):
    return soc_module.build(core_module.generate(configuration.of_options(*{**CORES, **UNIT_CORES}[request.param])))


@pytest.fixture
def max_lateness(soc):
    core = core_module.describe(soc)
    return MAX_LATENESS["switch" if "guest_switch" in core else "banks" if "contexts" in core else "plain"]


@pytest.fixture
def run(soc, tmp_path, max_lateness):
    """Return a function that runs the guests that a TOML text lists.

    macros: text to add at the head of each guest's source. software: a folder to use instead of sw/. measures: a
    function that returns a meter for the firmware.
    """
    def run_guests(text, macros="", software=firmware.SOFTWARE, line=None, max_cycles=20_000_000, measures=None):
        folder = tmp_path / "guests"
        if not folder.exists():
            shutil.copytree(FOLDER, folder)
        for source in FOLDER.glob("*.c"):
            (folder / source.name).write_text(macros + source.read_text())
        (folder / "these.toml").write_text(text)
        built = guests.build(guests.read(folder / "these.toml"), soc, software=software)
        meters = {"meters": [measures(built)]} if measures else None
        return execution.execute(built, soc, meters, max_cycles, line)
    run_guests.max_lateness = max_lateness
    return run_guests


def guest(name, program, memory=4096, more=""):
    return f'[[guest]]\nname = "{name}"\nprogram = "{program}"\nmemory = {memory}\n{more}\n'


REAL_TIME = guest("ticks", "ticks.c", more="priority = 1")


def guest_lines(outcome, name):
    """Return a guest's lines without the line that reports its lateness."""
    return [line for line in outcome.output.splitlines() if line.startswith(f"{name}: ") and "late by" not in line]


def lateness(outcome):
    return int(re.search(r"late by \d+ to (\d+) cycles", outcome.output)[1])


def test_two_guests_run_and_the_real_time_guest_is_in_time():
    outcome = metro("run", "--guests", FOLDER / "two.toml", cwd=ROOT)
    assert outcome.returncode == 0, outcome.stderr
    assert lines_in(outcome.stdout, "ticks") == TICKS
    assert lines_in(outcome.stdout, "busy") == ["busy: as it should be"]
    assert "monitor: ticks has ended with code 0\n" in outcome.stdout
    assert re.search(r"MHz\): waits [\d.]+ %, calls of the monitor [\d.]+ %, guests", outcome.stderr.splitlines()[-1])


def lines_in(text, name):
    return [line for line in text.splitlines() if line.startswith(f"{name}: ") and "late by" not in line]


FAULTS = dict(enumerate([
    "load access fault at", "store access fault at", "load access fault at", "instruction access fault at 0x00000100",
    "illegal instruction at", "misaligned load at", "misaligned store at", "illegal instruction at",
    "store access fault at", "illegal instruction at", "store access fault at", "store access fault at",
    "instruction access fault at 0xffffe020", "load access fault at", "illegal instruction at"])) | {
    17: "address 0xffff0040", 18: "address 0xffff0040"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("soc", slow_except(CORES, {"banks"}), indirect=True)
@pytest.mark.parametrize("number", slow_except(FAULTS, {1, 3, 4, 8, 12, 18}))
def test_faulting_guest_is_stopped_and_the_other_continues(run, number):
    outcome = run(REAL_TIME + guest("bad", "bad.c", 2048), f"#define FAULT {number}\n")
    assert outcome.status == 120, outcome.errors
    reports = [line for line in outcome.output.splitlines() if line.startswith("monitor: bad")]
    assert len(reports) == 1 and FAULTS[number] in reports[0] and reports[0].endswith("; stopped"), outcome.output
    assert guest_lines(outcome, "bad") == ["bad: before"] and guest_lines(outcome, "ticks") == TICKS
    assert lateness(outcome) < run.max_lateness


def memory_is_reset_at_a_restart(run, software=firmware.SOFTWARE):
    return guest_lines(run_restarts(run, software), "bad") == ["bad: before"] * 3


def restart_keeps_memory_of_other_guests(run, software=firmware.SOFTWARE):
    """A restart does not change the memory of another guest."""
    return guest_lines(run_restarts(run, software), "ticks") == TICKS


def run_restarts(run, software=firmware.SOFTWARE):
    return run(REAL_TIME + guest("bad", "bad.c", 2048, "restart = 2"), "#define FAULT 1\n", software=software)


@pytest.mark.parametrize("soc", slow_except(CORES, {"plain"}), indirect=True)
def test_guest_restarts_the_configured_number_of_times(run):
    assert memory_is_reset_at_a_restart(run)
    outcome = run_restarts(run)
    assert guest_lines(outcome, "ticks") == TICKS
    ends = re.findall(r"^monitor: bad: .*; (.*)$", outcome.output, re.MULTILINE)
    assert ends == ["restart 1 of 2", "restart 2 of 2", "stopped"]
    assert lateness(outcome) < run.max_lateness


LESS_URGENT = guest("talks", "talks.c")
PLACE = '[[page]]\nname = "place"\nmemory = 32\n'   # a restart of the guest does not clear the page
CALLS = guest("calls", "calls.c")
FRESH = guest("fresh", "fresh.c", 2048, "restart = 2") + guest("busy", "busy.c", 2048)
STEADY = (guest("steady", "steady.c", 2048, "priority = 2") +
          guest("lines", "lines.c", 2048, 'lines = ["sim_line"]\ndevices = ["sim_line"]'))
BUDGET = (guest("spin", "spin.c", 1024, "priority = 2\nbudget = 3000\nperiod = 10_000") + guest("busy", "busy.c", 2048))
SLICES = guest("spin", "spin.c", 1024) + guest("busy", "busy.c", 2048)
PAGE = (guest("writer", "page.c", 2048, 'write = ["mail"]') + guest("reader", "page.c", 2048, 'read = ["mail"]') +
        '[[page]]\nname = "mail"\nmemory = 64\n')
WATCHFUL = (guest("watchful", "opener.c", 2048, 'lines = ["sim_line"]\ndevices = ["sim_line"]') +
            guest("opener", "opener.c", 2048))
DEAF = guest("deaf", "deaf.c", 1024, 'lines = ["sim_line"]\ndevices = ["sim_line"]') + guest("busy", "busy.c", 2048)
OWNED = (guest("one", "owned.c", 2048, 'slice = 1000\nwrite = ["a", "b", "c"]') +
         guest("two", "owned.c", 2048, 'slice = 1000\nwrite = ["d", "e", "f"]') +
         "".join(f'[[page]]\nname = "{name}"\nmemory = 32\n' for name in "abcdef"))
KEPT = (guest("one", "kept.S", 2048, "slice = 1000") + guest("two", "kept.S", 2048, 'slice = 1000\nread = ["other"]') +
        '[[page]]\nname = "other"\nmemory = 32\n')
NEIGHBOUR = guest("bad", "bad.c", 2048) + guest("ticks", "ticks.c", more="priority = 1")
LINE = execution.Line(2500, 5000, 1)


def prints(outcome, *lines):
    """Return whether the output has these lines and no guest has forged a line of the monitor."""
    return set(lines) <= set(outcome.output.splitlines()) and "\nmonitor: not mine" not in outcome.output


def calls_are_right(run, software=firmware.SOFTWARE):
    return prints(run(CALLS, software=software, max_cycles=1_000_000), "calls: done", "calls: x?monitor: not mine")


def restarts_are_fresh(run, software=firmware.SOFTWARE):
    outcome = run(FRESH, software=software, max_cycles=2_000_000)
    return outcome.status == 120 and "restart 2 of 2" in outcome.output and prints(outcome, "busy: as it should be")


def line_interrupts_its_guest(run, software=firmware.SOFTWARE):
    outcome = run(STEADY, software=software, line=LINE, max_cycles=2_000_000)
    steps = re.search(r"^steady: steps of at most (\d+) cycles", outcome.output, re.MULTILINE)
    return (prints(outcome, "lines: 60 interrupts", "monitor: steady has ended with code 0")
            and steps is not None and int(steps[1]) < MAX_UNDISTURBED_STEP)


def unowned_line_interrupts_no_guest(run, software=firmware.SOFTWARE):
    """A guest that has the device but not the line is not interrupted."""
    outcome = run(guest("unowned", "unowned.c", 2048, 'devices = ["sim_line"]'), software=software, line=LINE,
                  max_cycles=1_000_000)
    return outcome.status == 0 and prints(outcome, "unowned: no guest was interrupted")


def line_interrupts_in_each_life(run, software=firmware.SOFTWARE, lives=15):
    """A line interrupts the guest after its start and after each restart, with and without other guests. It does so
    even if it rises while the monitor reports or loads the guest."""
    text = guest("relapse", "relapse.c", 2048, f'restart = {lives}\nlines = ["sim_line"]\n'
                 'devices = ["sim_line"]\nwrite = ["place"]') + PLACE
    alone, with_others = (run(more + text, f"#define LIVES {lives}u\n", software=software, line=LINE,
                              max_cycles=100_000 * (20 + lives)) for more in ("", REAL_TIME))
    expected = ["relapse: interrupted in each life"]
    return (guest_lines(alone, "relapse") == guest_lines(with_others, "relapse") == expected
            and guest_lines(with_others, "ticks") == TICKS and lateness(with_others) < run.max_lateness)


def budgets_are_enforced(run, software=firmware.SOFTWARE):
    return prints(run(BUDGET, software=software, max_cycles=600_000), "busy: as it should be")


def loading_is_time_of_the_guest(run, software=firmware.SOFTWARE):
    """A guest with a budget is loaded again and again. A less urgent one is late by not much more than the budget."""
    more = "priority = 2\nbudget = 2000\nperiod = 40_000\nrestart = 9"
    outcome = run(guest("bad", "bad.c", 8192, more) + REAL_TIME, "#define FAULT 1\n", software=software,
                  max_cycles=3_000_000)
    return guest_lines(outcome, "ticks") == TICKS and lateness(outcome) < 2000 + run.max_lateness


def lines_of_less_urgent_guests_are_printed(run, software=firmware.SOFTWARE):
    """The most urgent guest has used its budget. The next one prints nothing, and waits for half of the time."""
    outcome = run(guest("spin", "spin.c", 1024, "priority = 3\nbudget = 1000\nperiod = 2_000_000_000") +
                  guest("quiet", "quiet.c", more="priority = 2") + guest("talks", "talks.c", more="priority = 1"),
                  software=software, max_cycles=1_500_000)
    return "talks: line 20\n" in outcome.output


def printing_guest_starves_no_less_urgent_guest(run, software=firmware.SOFTWARE):
    """The most urgent guest, which has a budget, and one that shares print. The guest between them is late by less than
    a period of the first one."""
    outcome = run(guest("loud", "loud.c", more="priority = 2\nbudget = 7500\nperiod = 40_000") + REAL_TIME +
                  LESS_URGENT,
                  software=software, max_cycles=3_000_000)
    return guest_lines(outcome, "ticks") == TICKS and lateness(outcome) < 15_000


COMPUTES = guest("steady", "steady.c", 2048, "priority = 2")


def longest(outcome, what):
    """Return the cycles that a guest printed, or 0."""
    found = re.search(rf"{what} of at most (\d+) cycles", outcome.output)
    return int(found[1]) if found else 0


def console_does_not_interrupt_more_urgent_guests(run, software=firmware.SOFTWARE):
    outcome = run(COMPUTES + LESS_URGENT, software=software, max_cycles=600_000)
    return 0 < longest(outcome, "steps") < MAX_UNDISTURBED_STEP


def period_of_a_more_urgent_guest_begins_in_time(run, software=firmware.SOFTWARE):
    """Two less urgent guests do not delay it: one that computes, and one that prints."""
    outcome = run(guest("pauses", "pauses.c", 2048, "priority = 3\nbudget = 3000\nperiod = 10_000") + COMPUTES +
                  LESS_URGENT, software=software, max_cycles=600_000)
    return 6000 < longest(outcome, "pauses") < 9000


def lines_are_printed_while_the_guest_runs(run, software=firmware.SOFTWARE):
    """So they are even if the timer was set for lines of less urgent guests."""
    return all(prints(run(guest("later", "later.c", more="priority = 2") + LESS_URGENT, f"#define AT {at}u\n", software,
                          max_cycles=300_000), "later: now") for at in (30_000, 43_600, 52_100))


def only_alarm_ends_the_wait(run, software=firmware.SOFTWARE):
    """The alarm of the only guest comes in the cycles in which the monitor decides that no guest can run."""
    outcome = run(guest("alarms", "alarms.c"), "#define FIRST 2700u\n#define RANGE 600u\n#define WAITS 1500u\n",
                  software=software)
    return outcome.status == 0 and "monitor: alarms has ended with code 0\n" in outcome.output


def endless_wait_ends_the_run(run, software=firmware.SOFTWARE):
    outcome = run(guest("stuck", "stuck.c"), software=software, max_cycles=200_000)
    return outcome.status == 121 and outcome.output == "monitor: no guest can go on\n"


def slices_are_enforced(run, software=firmware.SOFTWARE):
    return prints(run(SLICES, software=software, max_cycles=600_000), "busy: as it should be")


def neighbours_are_safe(run, software=firmware.SOFTWARE):
    outcome = run(NEIGHBOUR, "#define FAULT 11\n", software=software, max_cycles=2_000_000)
    return "store access fault" in outcome.output


def devices_are_safe(run, software=firmware.SOFTWARE):
    return "store access fault" in run(guest("bad", "bad.c", 2048), "#define FAULT 8\n", software=software).output


def pages_are_kept(run, software=firmware.SOFTWARE):
    outcome = run(PAGE, software=software, max_cycles=1_000_000)
    return prints(outcome, "reader: read") and "reader: store access fault" in outcome.output


def guests_cannot_open_lines_of_others(run, software=firmware.SOFTWARE):
    outcome = run(WATCHFUL, software=software, line=LINE, max_cycles=900_000)
    return prints(outcome, "watchful: once") and not guest_lines(outcome, "opener")


def unhandled_line_disturbs_no_other_guest(run, software=firmware.SOFTWARE):
    return prints(run(DEAF, software=software, line=LINE, max_cycles=600_000), "busy: as it should be")


def code_is_restored_at_a_restart(run, software=firmware.SOFTWARE):
    outcome = run(guest("rewritten", "rewritten.c", 8192, more="restart = 3"), software=software, max_cycles=1_000_000)
    return guest_lines(outcome, "rewritten") == ["rewritten: rewritten"] * 4


def each_guest_has_its_own_rules(run, software=firmware.SOFTWARE):
    outcome = run(OWNED, software=software, max_cycles=2_000_000)
    return outcome.status == 0 and prints(outcome, "one: all three are mine", "two: all three are mine")


def guests_run_in_user_mode(run, software=firmware.SOFTWARE):
    outcome = run(guest("bad", "bad.c", 2048), "#define FAULT 4\n", software=software, max_cycles=600_000)
    return "bad: illegal instruction" in outcome.output and "bad: behind" not in outcome.output


def restart_does_not_overwrite_a_neighbour(run, software=firmware.SOFTWARE):
    outcome = run(REAL_TIME + guest("bad", "bad.c", 8192, "restart = 2"), "#define FAULT 1\n", software=software,
                  max_cycles=3_000_000)
    return guest_lines(outcome, "ticks") == TICKS


def most_urgent_guest_is_in_time(run, software=firmware.SOFTWARE):
    outcome = run(REAL_TIME + guest("spin", "spin.c", 1024), software=software, max_cycles=1_200_000)
    return guest_lines(outcome, "ticks") == TICKS and lateness(outcome) < run.max_lateness


def fault_report_is_complete(run, software=firmware.SOFTWARE):
    """The report of a fault is complete even after the guest has filled its log."""
    outcome = run(guest("bad", "bad.c", 2048), "#define FAULT 16\n", software=software, max_cycles=600_000)
    lines = outcome.output.splitlines()
    return (len(set(lines[1:-1])) == 1
            and re.fullmatch(r"monitor: bad: illegal instruction at 0x\w{8}, instruction 0x\w{8}; stopped", lines[-1]))


def registers_are_kept(run, software=firmware.SOFTWARE):
    outcome = run(KEPT, software=software, max_cycles=700_000)
    return "not mine" not in outcome.output and prints(outcome, "one: as it was", "two: as it was")


PROGRAMS = (calls_are_right, restarts_are_fresh, line_interrupts_its_guest, unowned_line_interrupts_no_guest,
            line_interrupts_in_each_life, loading_is_time_of_the_guest, lines_of_less_urgent_guests_are_printed,
            printing_guest_starves_no_less_urgent_guest, only_alarm_ends_the_wait, endless_wait_ends_the_run,
            console_does_not_interrupt_more_urgent_guests, period_of_a_more_urgent_guest_begins_in_time,
            lines_are_printed_while_the_guest_runs, budgets_are_enforced, slices_are_enforced,
            neighbours_are_safe, devices_are_safe, pages_are_kept,
            guests_cannot_open_lines_of_others, unhandled_line_disturbs_no_other_guest, code_is_restored_at_a_restart,
            each_guest_has_its_own_rules, restart_does_not_overwrite_a_neighbour, fault_report_is_complete,
            registers_are_kept)


# The programs that a quick run has on a core, if not all.
QUICK = {"plain": (registers_are_kept,),
         "switch": (budgets_are_enforced, line_interrupts_its_guest, only_alarm_ends_the_wait,
                    printing_guest_starves_no_less_urgent_guest, endless_wait_ends_the_run)}


@pytest.mark.parametrize("soc, program", [
    pytest.param(core, program, id=f"{core}-{program.__name__}",
                 marks=slow_if(program not in QUICK.get(core, PROGRAMS)))
    for core in CORES for n, program in enumerate(PROGRAMS)], indirect=["soc"])
def test_monitor_meets_the_requirements_of_guests(run, program):
    assert program(run)


@pytest.mark.sample(1)
@pytest.mark.parametrize("soc", slow_except(("plain", "banks"), {"plain"}), indirect=True)
@RULES.each
def test_missing_rule_of_the_monitor_is_found(run, tmp_path, mutant):
    program = globals()[mutant.needs[0]]
    assert not program(run, mutant.copy(tmp_path, "sw/monitor"))


@pytest.mark.parametrize("soc", ["switch"], indirect=True)
@SWITCH.each
def test_fault_in_what_the_core_keeps_is_found(run, tmp_path, mutant):
    program = globals()[mutant.needs[0]]
    assert not program(run, mutant.copy(tmp_path, "sw/monitor"))


@pytest.mark.parametrize("soc", ["plain"], indirect=True)
@ENTRY.each
def test_register_that_the_monitor_does_not_keep_is_found(run, tmp_path, mutant):
    assert not registers_are_kept(run, mutant.copy(tmp_path, "sw/monitor"))


@pytest.mark.parametrize("soc, mutant", [
    pytest.param(*mutant.needs, mutant, id=mutant.name, marks=slow_if(not REGISTERS.is_quick(mutant)))
    for mutant in REGISTERS], indirect=["soc"])
def test_registers_that_survive_a_restart_are_found(run, tmp_path, mutant):
    assert not restarts_are_fresh(run, mutant.copy(tmp_path, "sw/monitor"))


# Guests that fill the log, fault and restart below a real-time guest: all long work of the monitor.
LONG_WORK = (REAL_TIME + guest("calls", "calls.c") + guest("bad", "bad.c", 2048, "restart = 5"))
MAX_STRETCH = 200               # cycles without a check for interrupts


def stretches_are_short(run, software=firmware.SOFTWARE):
    outcome = run(LONG_WORK, "#define FAULT 16\n", software=software, max_cycles=600_000, measures=systems.deaf)
    return outcome.report["meters"]["deaf"]["max"] <= MAX_STRETCH


@pytest.mark.parametrize("soc", ["banks"], indirect=True)
def test_monitor_often_checks_for_interrupts(run):
    assert stretches_are_short(run)


@pytest.mark.parametrize("soc", ["banks"], indirect=True)
@CHECKS.each
def test_missing_check_for_interrupts_is_found(run, tmp_path, mutant):
    assert not stretches_are_short(run, mutant.copy(tmp_path, "sw/monitor"))


SWEEP = REAL_TIME + guest("sweep", "sweep.c", 2048, 'restart = 1000\nwrite = ["place"]') + PLACE
OWN = {register["number"] for register in isa.read()["csr"] if register["group"] == "user_interrupts" and
       register["mode"] == "user"}
READABLE = {*OWN, 0xC00, 0xC02, 0xC80, 0xC82, 0xCC0}     # cycle and instret, and the sizes of the data cache


def executable_numbers(run, first, number, funct3):
    """Return which of `number` instructions from `first` on a guest can execute. The others restart the guest."""
    outcome = run(SWEEP, f"#define FIRST {first}u\n#define NUMBER {number}u\n#define FUNCT3 {funct3}\n",
                  max_cycles=40_000 * number)
    could = {int(found, 16) for found in re.findall(r"^sweep: could: (\w+)$", outcome.output, re.MULTILINE)}
    assert f"sweep: tried: {number:04x}, ended: {len(could):04x}" in outcome.output, outcome.errors
    assert outcome.output.count("monitor: sweep: illegal instruction") == number - len(could)
    assert guest_lines(outcome, "ticks") == TICKS and lateness(outcome) < run.max_lateness
    return could


@pytest.mark.parametrize("soc", slow_except(CORES, {"banks"}), indirect=True)
@pytest.mark.parametrize("first", slow_except(range(0, 4096, 512), ()))
def test_guest_reads_only_csrs_of_user_mode(run, first):
    assert executable_numbers(run, first, 512, 2) == {number for number in READABLE if first <= number < first + 512}


# A guest that writes its alarm gets an interrupt, so the core that switches guests is left out.
@pytest.mark.parametrize("soc", slow_except(("plain", "banks"), ()), indirect=True)
@pytest.mark.parametrize("funct3", slow_except((1, 5), ()))
@pytest.mark.parametrize("first", slow_except(range(0, 4096, 512), ()))
def test_guest_writes_only_its_own_csrs(run, first, funct3):
    assert executable_numbers(run, first, 512, funct3) == {number for number in OWN if first <= number < first + 512}


@pytest.mark.parametrize("soc", slow_except(CORES, ()), indirect=True)
@pytest.mark.parametrize("first", slow_except((0, 512), ()))
def test_guest_without_units_executes_no_unit_instruction(run, first):
    assert not executable_numbers(run, first, 512, 8)


UNITS = "".join(guest(name, "units.c", more=f"units = true\nslice = 3000\nrestart = {restart}")
                for name, restart in (("one", 2), ("two", 1)))


def units_are_private(run, software=firmware.SOFTWARE, more="", macros=""):
    outcome = run(more + UNITS, macros, software=software, max_cycles=20_000_000 if more else 3_000_000)
    return outcome.status == 120 and [outcome.output.count(f"{name}: the units were private\n")
                                      for name in ("one", "two")] == [3, 2]


@pytest.mark.slow                              # quick: test_guest_without_units_cannot_use_units_of_others
@pytest.mark.parametrize("soc", UNIT_CORES, indirect=True)
def test_units_are_private_and_reset_at_each_restart(run):
    assert units_are_private(run)


@pytest.mark.slow
@pytest.mark.parametrize("soc", slow_except(UNIT_CORES, {"sets"}), indirect=True)
@UNIT_SETS.each
def test_shared_or_unreset_unit_set_is_found(run, tmp_path, mutant):
    assert not units_are_private(run, mutant.copy(tmp_path, "sw/monitor"))


@pytest.mark.parametrize("soc", slow_except(UNIT_CORES, {"sets"}), indirect=True)
def test_guest_without_units_cannot_use_units_of_others(run):
    more = guest("bad", "bad.c", 2048, "priority = 1")
    assert units_are_private(run, more=more, macros="#define FAULT 15\n")
    assert "bad: illegal instruction" in run(more + UNITS, "#define FAULT 15\n").output


@pytest.mark.parametrize("soc", slow_except(UNIT_CORES, ()), indirect=True)
@pytest.mark.parametrize("first", slow_except((0, 512), ()))
def test_unit_instructions_do_not_change_units_of_others(run, first):
    macros = f"#define FIRST {first}u\n#define NUMBER 512u\n#define FUNCT3 8\n"
    assert units_are_private(run, more=SWEEP.replace("restart =", "units = true\nrestart ="), macros=macros)


@pytest.mark.parametrize("core", slow_except(CORES, {"plain"}))
def test_timer_interrupts_a_running_guest_without_the_monitor(core, tmp_path):
    shutil.copytree(FOLDER, tmp_path / "guests")
    file = tmp_path / "guests" / "these.toml"
    file.write_text(guest("own", "own_timer.c", more="priority = 1\ntimer = true") + guest("busy", "busy.c", 2048))
    outcome = execution.execute(*guests.load(file, "-O2", configuration.of_options(*CORES[core])), max_cycles=2_000_000)
    assert "busy: as it should be" in outcome.output, outcome.output + outcome.errors
    assert int(re.search(r"^own: late by \d+ to (\d+)$", outcome.output, re.MULTILINE)[1]) < NATIVE_LATENCY


def test_refuses_units_that_the_core_lacks(run):
    with pytest.raises(MetroError, match="2 guests use units, and the core has 0 sets"):
        run(UNITS)


@pytest.mark.slow
def test_thousand_restarts_of_a_guest_lose_nothing(run):
    assert not executable_numbers(run, 0x300, 1000, 1)


@pytest.mark.slow
def test_guest_with_a_line_restarts_hundreds_of_times(run):
    assert line_interrupts_in_each_life(run, lives=500)


@pytest.mark.slow
@pytest.mark.parametrize("soc", UNIT_CORES, indirect=True)
def test_guests_with_units_restart_hundreds_of_times(run):
    outcome = run(REAL_TIME + re.sub(r"restart = \d", "restart = 300", UNITS), max_cycles=200_000_000)
    assert [guest_lines(outcome, name) for name in ("one", "two")] == [[f"{name}: the units were private"] * 301
                                                                       for name in ("one", "two")]
    assert guest_lines(outcome, "ticks") == TICKS and lateness(outcome) < run.max_lateness


P_PAGE = '[[page]]\nname = "p"\nmemory = 32\n'


@pytest.mark.parametrize("text, message", [
    ("", "there is no guest"),
    ("x = 1", "unknown key x"),
    (guest("a", "busy.c", more="speed = 1"), "guest a: unknown key speed"),
    (guest("a", "busy.c", 3000), "memory = 3000 is not a power of two"),
    (guest("a", "busy.c", 32), "not a power of two of at least 1024"),
    (guest("a", "none.c"), "there is no program none.c"),
    (guest("monitor", "busy.c"), "the name cannot be 'monitor'"),
    (guest("a", "busy.c") * 2, "guest a: the name is used twice"),
    ("".join(guest(f"g{n}", "busy.c") for n in range(9)), "9 guests: the monitor supports at most 8"),
    (guest("a", "busy.c", 65536) + guest("b", "busy.c", 65536), "131072 bytes of memory do not fit"),
    (guest("a", "busy.c", more="priority = 0"), "priority cannot be 0"),
    (guest("a", "busy.c", more="priority = 1\nslice = 2000"), "slice does not fit its priority"),
    (guest("a", "busy.c", more="priority = 1\nbudget = 2000"), "budget and period go together"),
    (guest("a", "busy.c", more="slice = 3"), "slice = 3: allowed: 1000 to"),
    (guest("a", "busy.c", more="priority = 1") + guest("b", "busy.c", more="priority = 1"),
     "the priority 1 is given twice, to a and b"),
    (guest("a", "busy.c", more='lines = ["sim_line"]') + guest("b", "busy.c", more='lines = ["sim_line"]'),
     "the line sim_line is given twice, to a and b"),
    (guest("a", "busy.c", more="timer = true") + guest("b", "busy.c", more='lines = ["timer1"]'),
     "the line timer1 is given twice, to a and b"),
    (guest("a", "busy.c", more='devices = ["sim_line", "sim_line"]'), "the device sim_line is given twice, to a"),
    (guest("a", "busy.c", more='write = ["p"]') + guest("b", "busy.c", more='write = ["p"]') + P_PAGE,
     "the page to write p is given twice, to a and b"),
    (guest("a", "busy.c", more='read = ["p"]\nwrite = ["p"]') + P_PAGE, "guest a: the page p is given twice"),
    (guest("a", "busy.c", more="priority = 1\nbudget = 2000\nperiod = 1999"), "budget = 2000: allowed: 100 to 1999"),
    (guest("a", "busy.c", more='lines = ["timer0"]'), "guests have no line timer0"),
    (guest("a", "busy.c", more='devices = ["sim_exit"]'), "guests have no device sim_exit"),
    (guest("a", "busy.c", more='read = ["mail"]'), "there is no page mail"),
    (guest("a", "busy.c", more="timer = 1"), "timer cannot be 1"),
    (guest("a", "busy.c", more='timer = true\ndevices = ["sim_line", "identifier_mem"]\nread = ["p"]') +
     P_PAGE, "4 devices and pages: in addition to its memory, a guest has rules for 3"),
    (guest("a", "busy.c", more="lines = 1"), "lines cannot be 1"),
    (guest("a", "busy.c", more="restart = true"), "restart cannot be True"),
    (guest("a", "ticks.c", 1024), "guest a: its program is too large"),
])
def test_refuses_an_invalid_file_in_one_sentence(run, text, message):
    with pytest.raises(MetroError, match=re.escape(message)):
        run(text)


@pytest.mark.parametrize("soc", ["banks"], indirect=True)
def test_refuses_more_guests_than_banks(run):
    with pytest.raises(MetroError, match="4 guests and the monitor, 4 banks of registers"):
        run("".join(guest(f"g{n}", "busy.c") for n in range(4)))


def test_refuses_options_that_do_not_apply_to_guests():
    for arguments, message in (([ROOT / "sw" / "example"], "APP cannot be combined with --guests"),
                               (["--memory"], "--memory cannot be combined with --guests"),
                               (["--compressed"], "--compressed cannot be combined with --guests")):
        code, output = refusal("run", "--guests", FOLDER / "two.toml", *arguments)
        assert code == 1 and message in output
    outcome = metro("run", cwd=ROOT)
    assert outcome.returncode == 1 and "there is nothing to run" in outcome.stderr


# The reference

HEADER = (firmware.SOFTWARE / "monitor" / "guest.h").read_text()
REFERENCE = (ROOT / "docs" / "guest-reference.md").read_text()


def first_cells(text):
    return re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)


def without_entry(header):
    """Return the functions, macros and structures of a header that have no row in a table of the reference."""
    names = [name for pattern in (r"[a-z_].*?\b(guest_\w+)\(", r"struct (\w+)", r"#define (GUEST_\w+) ")
             for name in re.findall(f"^{pattern}", header, re.MULTILINE)]
    return set(names) - set(re.findall(r"\bguest_\w+", " ".join(first_cells(REFERENCE)), re.IGNORECASE))


def test_reference_has_each_name_of_the_header():
    assert without_entry(HEADER) == set()


@pytest.mark.parametrize("line, name", [
    ("static inline int guest_new(uint32_t which) { return which; }", "guest_new"),
    ("#define GUEST_NEW 6", "GUEST_NEW"), ("struct guest_new {", "guest_new"),
    ("__attribute__((noreturn)) void guest_new(void);", "guest_new")])
def test_name_without_entry_is_found(line, name):
    assert without_entry(f"{HEADER}{line}\n") == {name}


def test_reference_declares_functions_as_the_header():
    declared = [cell.strip("`") for cell in first_cells(REFERENCE) if re.fullmatch(r"`.*\bguest_\w+\(.*\)`", cell)]
    assert len(declared) > 15 and [line for line in declared if line not in HEADER] == []


@pytest.mark.parametrize("kind", guests.KEYS)
def test_reference_has_each_key_of_the_file(kind):
    table = REFERENCE.partition(f"### `[[{kind}]]`\n")[2].partition("\n#")[0]
    assert set(re.findall(r"`(\w+)`", " ".join(first_cells(table)))) == set(guests.KEYS[kind])
