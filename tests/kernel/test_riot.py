# SPDX-License-Identifier: Apache-2.0
"""RIOT applications: recognition, variables of make, messages. `./metro test --kernel TREE` also builds and runs.

tests/kernel/riot/application has two threads that take turns, and ends the simulation.
"""
import os
import re
import shutil
import subprocess
import sys

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import firmware, kernel, own_build, rtos, soc
from metro.products.own_build import riot
from metro.run import execution, memory, timeline
from mutants.riot import ALARM, HAMMER
from support import ROOT, metro, refusal, run_with_interrupts, tree_of
from test_gdb import debugged_heater, target  # noqa: F401  (target is a fixture)

APPLICATION = ROOT / "tests" / "kernel" / "riot" / "application"
HAMMERED = APPLICATION.parent / "hammer"
ALARMED = APPLICATION.parent / "alarm"
RECORDED = APPLICATION.parent / "recorded"
CORE_CYCLES = 4_000_000, 60_000_000  # some tests wait for a second
SYSTEMS = "original", "levels", "levels-contexts"
TIMED = "levels,units.time_base=true", "levels-contexts,units.time_base=true" # with the time base as timer


@pytest.fixture
def fake(tmp_path):
    """Return a folder that looks like a RIOT tree, but cannot be built."""
    return make_tree(tmp_path / "tree", "2026.07")


@pytest.fixture(scope="session")
def tree(request):
    return tree_of(request.config, "riot")


def make_tree(folder, version):
    (folder / "core" / "include").mkdir(parents=True)
    (folder / "core" / "include" / "sched.h").touch()
    (folder / "release-notes.txt").write_text(f'RIOT-{version} "Name" - Release Notes\n')
    return folder


class Section(dict):
    """A section of an ELF file. flags: 1 writable, 2 takes memory, 4 executable."""

    def __init__(self, name, flags, type="SHT_PROGBITS"):
        super().__init__(sh_flags=flags, sh_type=type)
        self.name = name


@pytest.mark.parametrize("section, kind", [
    (Section(".text", 2 | 4), "program"), (Section(".text", 1 | 2 | 4), "program"), (Section(".data", 1 | 2), "data"),
    (Section(".rodata", 1 | 2), "program"), (Section(".bss", 1 | 2, "SHT_NOBITS"), "zeroed"),
    (Section(".debug_info", 0), "")])
def test_constants_that_are_marked_as_writable_are_program(section, kind):
    assert firmware.kind_of(section) == kind


# Recognition

@pytest.mark.parametrize("version", ["2024.01", "2026.07"])
def test_tree_of_a_known_version_is_recognised(version, tmp_path):
    folder = kernel.any_kernel_folder(str(make_tree(tmp_path / "riot", version)))
    assert rtos.rtos_of_tree(folder).key == "riot"


@pytest.mark.parametrize("version", ["2019.10", "2023.10"])
def test_tree_of_another_version_is_refused(version, tmp_path):
    code, message = refusal("run", APPLICATION, "--kernel", make_tree(tmp_path / "riot", version))
    assert code == 2 and f"release-notes.txt is of {version}; 2024.01 or later is needed" in message


@pytest.mark.parametrize("text, found", [
    ("include $(RIOTBASE)/Makefile.include", True), ("  include ${RIOTBASE}/Makefile.include", True),
    ("# include $(RIOTBASE)/Makefile.include", False), ("include $(RIOTBASE)/Makefile.base", False), ("all:", False)])
def test_application_is_recognised_by_its_makefile(text, found, tmp_path):
    (tmp_path / "Makefile").write_text(f"APPLICATION = one\n{text}\n")
    assert bool(own_build.rtos_of(tmp_path)) == found


# Messages

@pytest.mark.parametrize("options, message", [
    ((), "needs a tree of it"), (("--define", "A=1"), "--define is not for RIOT"),
    (("--rtos", "freertos"), "--rtos is not for RIOT"),
    (("--kernel", "TREE", "--config", "combined"), "RIOT cannot leave kernel.ready, kernel.delays to the core"),
    (("--kernel", "TREE", "--threads", "1"), "hardware threads are not for RIOT"),
    (("--kernel", ROOT / "tests" / "patch" / "tree"), "is not RIOT, which")])
def test_option_that_does_not_fit_is_refused(options, message, fake):
    code, printed = refusal("run", APPLICATION, *(fake if option == "TREE" else option for option in options))
    assert code == 1 and message in printed


def test_failure_shows_reasons_without_progress():
    assert riot.legible("""\
make: Entering directory '/app'
"make" -C /riot/core
main.c:3:5: error: 'undeclared' undeclared
make[1]: *** [/riot/Makefile.base:120: main.o] Error 1
make: Leaving directory '/app'
""").splitlines() == ["main.c:3:5: error: 'undeclared' undeclared",
                      "make[1]: *** [/riot/Makefile.base:120: main.o] Error 1"]


# Variables of make

@pytest.mark.parametrize("name, variables", [
    ("original", []), ("levels", ["METRONOME_READY_QUEUE=1"]),
    ("levels,units.tasks=16", ["METRONOME_READY_QUEUE=1", "METRONOME_THREADS=15"]),
    ("levels-contexts", ["METRONOME_READY_QUEUE=1", "METRONOME_BANKS=64"])])
def test_variables_match_the_core(name, variables):
    assert riot.make_variables(configuration.read(name), "-O2") == [*variables, "CFLAGS_OPT=-O2"]


# With a tree

def load(application, tree, name="original", *settings):
    """settings: variables of make."""
    return own_build.load(application, rtos.get("riot"), tree, configuration.read(name), "", {}, settings)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SYSTEMS, *TIMED])
def test_application_runs(name, tree, tmp_path):
    built, board = load(APPLICATION, tree, name)
    run = execution.execute(built, board, max_cycles=3_000_000, options=timeline.options(built, tmp_path))
    assert (run.status, run.output.split()[-6:]) == (0, ["ping", "pong"] * 3)
    threads = [context for context in timeline.Log(built, board, tmp_path).contexts if context.kind == "thread"]
    assert len(threads) >= 4                    # main, ping, pong, idle


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "levels-contexts"])
def test_new_application_runs(name, tree, tmp_path):
    assert metro("new", tmp_path / "heater", "--kernel", tree).returncode == 0
    run = execution.execute(*load(tmp_path / "heater", tree, name), max_cycles=12_000_000)
    assert (run.status, run.output.splitlines()[-1]) == (0, "48 C of 50 C, heater on")


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_gdb_shows_threads(name, tree, target, tmp_path):  # noqa: F811
    """The program stops in the controller's thread, while the sensor and main wait for mutexes."""
    output, rows = debugged_heater(load, tree, target, tmp_path, name)
    assert rows == [["5", "sensor", "waits"], ["6", "controller", "running"], ["7", "main", "waits"],
                    ["15", "idle", "ready"]], output
    assert "mutex_lock < measure" in output and "RIOT does not record the objects for which threads wait" in output
    in_core = configuration.read(name).kernel.ready_lists
    assert ('in the task lists: 6 "controller", 15 "idle"' in output) == in_core
    assert re.search(r"main \(\) at .*main\.c", output) and "keeps its timeouts in software" in output


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "levels-contexts"])
def test_threads_use_at_most_the_computed_stack(name, tree, tmp_path):
    built, board = load(APPLICATION, tree, name, "DEVELHELP=1")
    options = [*timeline.options(built, tmp_path), "--memory", str(tmp_path / "memory.bin")]
    assert execution.execute(built, board, max_cycles=3_000_000, options=options).status == 0
    report = memory.Report(built.elf, tmp_path)
    rows = {row.name: row for row in report.rows}
    assert {(row.owner, name) for name, row in rows.items()} == {
        ("ping", "stacks[0] (main.c)"), ("pong", "stacks[1] (main.c)"), ("idle_thread", "idle_stack (init.c)"),
        ("main_trampoline", "main_stack (init.c)"), ("interrupt handlers", "the start's stack")}
    for row in rows.values():
        assert 0 < row.used <= row.size and (row.used <= row.needed or not row.need.is_exact), row
    assert {"application", "kernel", "port"} <= set(report.parts()["program"])


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_application_of_the_tree_runs(name, tree):
    built, board = load(tree / "examples" / "basic" / "hello-world", tree, name)
    assert "Hello World!" in execution.execute(built, board, max_cycles=3_000_000).output


@pytest.mark.slow
def test_message_of_the_compiler_is_shown(tree, tmp_path):
    shutil.copytree(APPLICATION, tmp_path / "app")
    with (tmp_path / "app" / "main.c").open("a") as file:
        file.write("int wrong(void) { return undeclared; }\n")
    with pytest.raises(MetroError) as failed:
        load(tmp_path / "app", tree)
    assert "main.c:" in failed.value.hint and "'undeclared' undeclared" in failed.value.hint


@pytest.mark.slow
@pytest.mark.parametrize("core, message", [
    ("original", "the core has no units"), ("combined", "64 tasks and 0 levels, but the program needs 33 and 16"),
    ("levels", "the core has 0 register banks, not METRONOME_BANKS=64")])
def test_core_that_does_not_fit_is_named(core, message, tree):
    built, _ = load(APPLICATION, tree, "levels-contexts")
    run = execution.execute(built, soc.of(configuration.read(core)), max_cycles=1_000_000)
    assert run.status == 100 and message in run.output, run.output


# RIOT's own tests. Those of tests/core are all here, except those that need the library of C++ (irq_cpp, rmutex_cpp),
# that RIOT refuses for RISC-V (deferred_yield_higher), and that run for more than 60 million cycles
# (bitarithm_timings, mutex_unlock_and_sleep, thread_float).

CORE_TESTS = (
    "cond_order", "irq", "irq_disable_restore", "isr_yield_higher", "msg_avail", "msg_queue_capacity",
    "msg_queue_print", "msg_send_receive", "msg_try_receive", "mutex_cancel", "mutex_order", "rmutex",
    "sched_change_priority", "sched_testing", "thread_basic", "thread_cooperation", "thread_exit", "thread_flags",
    "thread_flags_group", "thread_flags_xtimer", "thread_flood", "thread_msg", "thread_msg_block_race",
    "thread_msg_block_w_queue", "thread_msg_block_wo_queue", "thread_msg_bus", "thread_msg_seq",
    "thread_priority_inversion", "thread_race", "thread_stack_alignment", "thread_zombie")
SYS_TESTS = "event_thread_shared", "event_threads", "pthread", "sched_round_robin", "sema", "sema_inv"
TIMER_TESTS = "core/thread_flags_xtimer", "periph/timer", "sys/ztimer_underflow"
EXPORTED = {"CONFIG_MSG_QUEUE_PRINT_MAX": "6"}      # variables that makefiles of tests export to their scripts


def check(folder, built, board, cycles, scratch):
    """Run a test of the tree, and let its script check the output. If the script sends lines to the test, they are the
    input of another run. Return the outcome of the script and of the run."""
    script, = (folder / "tests").glob("*.py")
    environment = {**os.environ, **EXPORTED, "RECORDED": str(scratch / "output"), "SENT": str(scratch / "sent"),
                   "PYTHONPATH": str(RECORDED)}
    before, sent = None, ""
    while sent != before:
        run = execution.execute(built, board, max_cycles=cycles, uart_input=f"s\n{sent}".encode())    # s: start
        (scratch / "output").write_text(run.output)
        checked = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment)
        before, sent = sent, (scratch / "sent").read_text()
    return checked, run


@pytest.mark.slow
@pytest.mark.parametrize("test, name", [
    *((f"core/{test}", name) for test in CORE_TESTS for name in SYSTEMS),
    *((f"sys/{test}", name) for test in SYS_TESTS for name in SYSTEMS),
    *((test, name) for test in TIMER_TESTS for name in ("original", *TIMED))])
def test_of_the_tree_passes(test, name, tree, tmp_path):
    folder = tree / "tests" / test
    if not folder.is_dir():
        pytest.skip(f"not run: this tree has no tests/{test}")
    built, board = load(folder, tree, name)
    for cycles in CORE_CYCLES:                  # a longer run only if the output of the short one is not complete
        checked, run = check(folder, built, board, cycles, tmp_path)
        if checked.returncode == 0 or run.status != execution.CYCLE_LIMIT:
            break
    assert checked.returncode == 0 and run.status in (0, execution.CYCLE_LIMIT), checked.stderr + run.output


# An alarm while a more urgent thread is ready

def alarm(tree, name):
    return execution.execute(*load(ALARMED, tree, name), max_cycles=2_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SYSTEMS, *TIMED])
def test_an_alarm_interrupts_once(name, tree):
    assert alarm(tree, name).status == 0


@pytest.mark.slow
@ALARM.each
def test_an_alarm_that_interrupts_again_is_found(mutant, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(riot, "MODULE", mutant.copy(tmp_path) / "riot")
    assert alarm(tree, mutant.needs[0]).status != 0


# Random calls, with interrupts at random cycles

def hammer(tree, name, *seeds):
    return run_with_interrupts(*load(HAMMERED, tree, name), seeds)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SYSTEMS, *TIMED])
def test_random_calls_lose_nothing(name, tree):
    run = hammer(tree, name, *range(1, 9))
    assert run.status == 0 and "PASS" in run.output, run.output


@pytest.mark.slow
@HAMMER.each
def test_a_fault_is_found_by_the_hammer(mutant, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(riot, "MODULE", mutant.copy(tmp_path) / "riot")
    assert hammer(tree, mutant.needs[0], *range(1, 9)).status != 0
