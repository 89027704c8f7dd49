# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS as a guest of the monitor: it behaves as without the monitor, and faults of its port are found."""
import dataclasses
import re
import shutil

import pytest

import test_freertos
import test_guest_kernel
from metro import configuration
from metro.base.errors import MetroError
from metro.products import application, guests, rtos
from metro.run import execution
from mutants import guest_ports
from support import ROOT, metro, slow_except, slow_if
from test_freertos import freertos, needs_crate  # noqa: F401  (fixtures)
from test_guest_kernel import FOLDER, RAM, SW, lines_of
from test_port import header

PROGRAMS = ROOT / "tests" / "freertos"
SLOWER = 6          # factor for interrupt intervals and run time, because a guest's interrupts take longer
STEP = "-DSTEP=97u"
WIDTH = 64          # characters; the guest's board support splits longer lines
TICKS = 80          # length of a random application


def guest_of(about, program, defs="", units=None):
    """Return a guest that runs a test program and owns the line sim_line and its device."""
    source = PROGRAMS / f"{program}.c"
    app = application.Application("program", (source,), (PROGRAMS, test_freertos.TEMPLATE), (), (), about)
    defs = f"{defs} {header(source).get('defs', '')}"
    return guests.Guest("guest", RAM // 2, priority=1, lines=("sim_line",), devices=("sim_line",),
                        program=guests.Program(app, about.user_tree, defs, strict=True, units=units))


def run(about, program, defs="", software=SW, values=None, max_cycles=None):
    """Run a program as test_freertos.run() does, but in a guest."""
    says = header(PROGRAMS / f"{program}.c")
    line = execution.Line(*(SLOWER * int(word) for word in says["line"].split()), 1) if "line" in says else None
    return test_guest_kernel.run(guest_of(about, program, defs), software, values, line,
                                 max_cycles or SLOWER * int(says.get("cycles", test_freertos.CYCLES)))


def passes(about, program, defs="", **options):
    outcome = run(about, program, defs, **options)
    return outcome.status == 0 and lines_of(outcome)[-1] == "PASS"


# ------------------------------------------------------------------------------- same behaviour as without a monitor

# The other programs have tests of their own, need register banks, task lists or task numbers, or are for a debugger or
# a measurement.
PASSING = {"registers": ["registers", ""], "critical": ["critical", ""], "nested": ["nested", ""],
           "before_start": ["before_start", ""], "services": ["services", ""], "static": ["static_only", ""],
           "33 priorities": ["registers", "-DPRIORITIES=33"], "200 priorities": ["critical", "-DPRIORITIES=200"],
           "task at idle priority": ["idle", ""], "cooperative idle": ["idle", "-DCOOPERATIVE"],
           "idle without sleep": ["idle", "-DportIDLE_SLEEP=0"],
           "every 197th cycle": ["every_cycle", "-DSTEP=197u"]}


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", slow_except(PASSING, ("critical", "nested", "every 197th cycle")))
def test_freertos_programs_pass_in_a_guest(freertos, case):
    assert passes(freertos, *PASSING[case])


@pytest.mark.slow
@pytest.mark.parametrize("defs", ["-DSTEP=1u -DSWITCHES_ONLY=1", "-DSTEP=7u"])
def test_interrupt_at_every_cycle_loses_nothing(freertos, defs):
    assert passes(freertos, "every_cycle", defs, max_cycles=500_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("case", ["equal", "cooperative"])
def test_guest_programs_pass_without_a_monitor(freertos, case):
    """The programs for guests, idle and every_cycle, also pass without a monitor."""
    for program, defs in ("idle", dict(equal="", cooperative="-DCOOPERATIVE")[case]), ("every_cycle", STEP):
        result = test_freertos.run(freertos, program, defs)
        assert (result.output, result.status) == ("PASS\n", 0)


FAULT = "monitor: guest: illegal instruction at 0x.*, instruction 0x0+; stopped"     # printed by the monitor
FATAL_ERRORS = {**test_freertos.FATAL_ERRORS, "illegal": (120, FAULT), "in_handler": (120, FAULT),
                "before": (120, FAULT)}


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_except(FATAL_ERRORS, ("no_handler",)))
def test_fatal_error_in_a_guest_is_reported(freertos, case):
    defs = dict(words.split(" ", 1) for words in header(PROGRAMS / "fails.c")["case"])[case]
    status, message = FATAL_ERRORS[case]
    outcome = run(freertos, "fails", defs)
    text = "".join(line if len(line) == WIDTH else f"{line}\n" for line in lines_of(outcome))
    assert outcome.status == status and re.search(message, text + outcome.output), outcome.output


def values_of(seed, ticks=TICKS):
    return {"bench_seed": seed, "bench_ticks": ticks}


def guest_log(about, seed, software=SW, **options):
    """Return the exit code of a random application and the checksum of its calls."""
    outcome = run(about, "random_app", software=software, values=values_of(seed), **options)
    return outcome.status, *lines_of(outcome)[:1]


def native_log(about, seed, ticks=TICKS):
    native = test_freertos.run(about, "random_app", values=values_of(seed, ticks))
    return native.status, native.output.splitlines()[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", slow_except(range(1, 7), (1,)))
def test_random_application_has_the_native_log(freertos, seed):
    assert guest_log(freertos, seed) == native_log(freertos, seed)


@pytest.mark.slow
@pytest.mark.parametrize("banks", [pytest.param(banks, marks=slow_if(banks)) for banks in (False, True)])
def test_two_guests_on_the_ready_unit_have_the_native_logs(freertos, banks):
    """Each guest has its own unit set, and both share the core in short slices."""
    chosen = freertos.sized_for(configuration.read("scheduler"), "#define configMAX_PRIORITIES 32")
    switches = freertos.switches(chosen)
    seeds, ticks = {"one": 1, "two": 2}, 30
    all_guests = guests.Guests(FOLDER, tuple(
        dataclasses.replace(guest_of(freertos, "random_app", switches, chosen.units), name=name,
                            slice_or_budget=1500, priority=0, lines=(), devices=()) for name in seeds), ram=2 * RAM)
    soc = guests.soc_of(all_guests, configuration.of_options(*(["--units", "--contexts", "4"] if banks else [])))
    built = guests.build(all_guests, soc, values={name: values_of(seed, ticks) for name, seed in seeds.items()})
    outcome = execution.execute(built, soc, max_cycles=60_000_000)
    assert outcome.status == 0, outcome.output + outcome.errors
    for name, seed in seeds.items():
        assert (0, lines_of(outcome, name)[0]) == native_log(freertos, seed, ticks)


# ------------------------------------------------------------------------------------------------- faults of the port

def critical(about, software):
    return passes(about, "critical", software=software, max_cycles=10_000_000)


def nested(about, software):
    return passes(about, "nested", software=software, max_cycles=10_000_000)


def registers(about, software):
    return passes(about, "registers", software=software, max_cycles=40_000_000)


def at_every_cycle(about, software):
    return passes(about, "every_cycle", STEP, software=software, max_cycles=25_000_000)


def task_at_idle_priority_runs(about, software):
    return passes(about, "idle", software=software, max_cycles=3_000_000)


def cooperative_idle(about, software):
    return passes(about, "idle", "-DCOOPERATIVE", software=software, max_cycles=20_000_000)


def resumed_by_main(about, software):
    return passes(about, "before_start", software=software, max_cycles=3_000_000)


def idle_hook_is_called(about, software):
    return guest_log(about, 1, software, max_cycles=30_000_000)[0] == 0


def time_is_kept(about, software):
    """Two kernels, one of them FreeRTOS, keep time next to a program that uses all remaining time."""
    all_guests = guests.read(FOLDER / "rtoses.toml")
    built = guests.build(all_guests, test_guest_kernel.plain_soc(), software=software)
    outcome = execution.execute(built, test_guest_kernel.plain_soc(), max_cycles=5_000_000)
    return (outcome.status == 0 and all(lines_of(outcome, name)[-1:] == ["in time"] for name in ("control", "display"))
            and "busy: as it should be\n" in outcome.output.partition("control: in time")[0])


@pytest.mark.slow
def test_time_is_kept_next_to_a_kernel_and_a_busy_program(needs_crate, freertos):
    assert time_is_kept(freertos, SW)


@pytest.mark.slow                              # the quick run has a fault of the uC/OS-II port
@guest_ports.FREERTOS.each
def test_a_fault_of_the_port_is_found(freertos, mutant, tmp_path):
    program = globals()[mutant.needs[0]]
    assert not program(freertos, mutant.copy(tmp_path))


# -------------------------------------------------------------------------------------------------- guests of a file

def write_file(folder, more=""):
    shutil.copytree(FOLDER / "freertos", folder / "freertos", dirs_exist_ok=True)
    (folder / "these.toml").write_text('[[guest]]\nname = "a"\nprogram = "freertos"\nmemory = 65536\n'
                                       f'kernel = "freertos"\n{more}\n')
    return folder / "these.toml"


@pytest.mark.slow
def test_one_file_runs_two_kernels_and_a_program(needs_crate):
    outcome = metro("run", "--guests", FOLDER / "rtoses.toml", cwd=ROOT)
    assert outcome.returncode == 0, outcome.stderr
    for name in ("control", "display"):
        assert [line for line in outcome.stdout.splitlines() if line.startswith(f"{name}: ")] == [
            *(f"{name}: tick {n}" for n in range(10, 51, 10)), f"{name}: in time"]
    assert "busy: as it should be\n" in outcome.stdout


@pytest.mark.slow
def test_a_tree_runs_on_the_ready_unit(freertos, tmp_path):
    shutil.copytree(freertos.kernel(), tmp_path / "tree")
    file = write_file(tmp_path, 'system = "scheduler"\ntick_rate = 500')
    file.write_text(file.read_text().replace('"freertos"\ns', '"tree"\ns'))
    program = guests.read(file).guests[0].program
    assert program.tree == tmp_path / "tree" and program.units.tasks == 64
    text = (program.app.cfg[0] / "FreeRTOSConfig.h").read_text()
    assert "#include_next <FreeRTOSConfig.h>" in text and "configTICK_RATE_HZ 500u" in text
    outcome = metro("run", "--guests", file, cwd=ROOT)
    assert outcome.returncode == 0 and "a: in time\n" in outcome.stdout, outcome.stdout + outcome.stderr


@pytest.mark.parametrize("more, message", [
    ('system = "levels"', 'system = "levels": a guest has no register banks, task lists or time base yet'),
    ('system = "scheduler-contexts"', 'system = "scheduler-contexts": a guest has no register banks, task lists or'),
    ('system = "combined"', "FreeRTOS cannot leave kernel.delays to the core"),
    ('tick_rate = 20000', "tick_rate = 20000: allowed: 1 to 10000 ticks per second"),
])
def test_refuses_unsupported_configurations_of_a_guest(tmp_path, more, message):
    with pytest.raises(MetroError, match=re.escape(message)) as refused:
        guests.read(write_file(tmp_path, more))
    assert "combined" not in more or refused.value.hint == "use configuration scheduler (or original)"


def test_refuses_an_rtos_without_a_port_for_guests(tmp_path, monkeypatch):
    monkeypatch.setattr(rtos.Rtos, "guest", "")
    with pytest.raises(MetroError, match="FreeRTOS cannot be a guest yet"):
        guests.read(write_file(tmp_path))


@pytest.mark.parametrize("asked", ["-DportCONTEXTS=4", "-DportREADY_LISTS=1"])
def test_compilation_refuses_register_banks_and_task_lists(freertos, asked):
    with pytest.raises(MetroError) as refused:
        run(freertos, "critical", asked)
    assert "a guest has no register banks and no task lists" in refused.value.hint


@pytest.mark.slow
def test_core_without_unit_sets_ends_the_guest_at_its_start(freertos):
    """Without unit sets in the core, the first custom instruction is illegal and ends the guest."""
    outcome = run(freertos, "critical", "-DportREADY_UNIT=1")
    assert outcome.status == 120 and "monitor: guest: illegal instruction" in outcome.output
