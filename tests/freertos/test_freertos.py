# SPDX-License-Identifier: Apache-2.0
"""The upstream FreeRTOS kernel on our port: small programs (tests/freertos/*.c) run on the simulated SoC."""
import dataclasses
import re
import shutil

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.bench import command as bench
from metro.boards import board as board_module, check
from metro.environment import crate
from metro.measure import thread_metric, workloads
from metro.products import core, firmware, isa, rtos, soc
from metro.run import execution
from mutants.freertos import PORT
from support import ROOT, given_tree, metro, refusal, slow_except, slow_if
from test_gdb import data, target  # noqa: F401  (a fixture)
from test_port import header
from test_thread_metric import arguments, outcome

PROGRAMS = ROOT / "tests" / "freertos"
UPSTREAM_DEFS = ("-DconfigMTIME_BASE_ADDRESS=0 -DconfigMTIMECMP_BASE_ADDRESS=0 -DconfigISR_STACK_SIZE_WORDS=1024 "
                 "-DconfigCPU_CLOCK_HZ=50000000")
TEMPLATE = ROOT / "sw" / "freertos-ports" / "template"
CYCLES = 5_000_000
SEEDS = (1, 2, 3)
FATAL_ERRORS = {    # exit code and console output
    "illegal": (120, 'EXCEPTION 2: illegal instruction\n  PC: .*\n(.*\n)*  task:    "fails"\n'),
    "in_handler": (120, 'EXCEPTION 2: illegal instruction\n(.*\n)*  task:    ".*", in an interrupt .nesting 1.'),
    "no_handler": (121, r"INTERRUPT line \d+ has no handler"),
    "returned": (123, 'The function of task "fails" has returned'),
    "assertion": (123, r"ASSERTION failed: .*fails.c:\d+"),
    "overflow": (120, 'The stack of task "fails" is too small'),
    "heap": (123, "The heap is used up"),
    "end": (123, r"ASSERTION failed: .*port.c:\d+"),
    "before": (120, r"EXCEPTION 2: illegal instruction\n(.*\n)*  before vTaskStartScheduler\(\)"),
}


@pytest.fixture(scope="module")
def freertos(request):
    about = rtos.get("freertos")
    if tree := given_tree(request.config, "freertos"):
        return dataclasses.replace(about, user_tree=tree)
    try:
        about.kernel()
    except crate.Unavailable as none:
        (pytest.fail if request.config.getoption("all") else pytest.skip)(f"not run: {none.message}")
    return about


@pytest.fixture
def needs_crate(freertos):
    """Skip a test that needs the crate's kernel if --kernel gives a tree."""
    if freertos.user_tree:
        pytest.skip("not run: needs the kernel of the crate, and --kernel gives another tree")


@pytest.fixture(scope="module")
def run_upstream_port(freertos, tmp_path_factory):
    """Return run() for the same kernel with its upstream port, in a copy of sw/."""
    if not (freertos.kernel() / "portable" / "GCC" / "RISC-V" / "portASM.S").is_file():
        pytest.skip("not run: the tree has no portable/GCC/RISC-V")
    software = tmp_path_factory.mktemp("upstream") / "sw"
    shutil.copytree(ROOT / "sw", software)
    shutil.copytree(PROGRAMS / "upstream-ports", software / "upstream-ports")
    kernel = freertos.kernel()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rtos, "SOFTWARE", software)
        found = rtos.get("upstream")
    about = dataclasses.replace(found, crate=freertos.crate, user_tree=freertos.user_tree,
                                build=rtos.Variables(found.build, port=str(kernel / "portable" / "GCC" / "RISC-V")))
    return lambda program, defs="", **options: run(about, program, f"{defs} {UPSTREAM_DEFS}", port=software, **options)


def on(system, **changes):
    """Return a configuration with changed fields of the core."""
    return configuration.read(system).changed({f"core.{name}": value for name, value in changes.items()})


SYSTEMS = {"original": on("original"), "scheduler": on("scheduler"), "scheduler-contexts": on("scheduler-contexts"),
           "four banks": on("scheduler-contexts", contexts=4), "levels": on("levels"),
           "levels-contexts": on("levels-contexts"), "levels-tickless": on("levels-tickless"),
           "levels-tickless-contexts": on("levels-tickless-contexts"), "levels-vectors": on("levels-vectors"),
           "levels-hot": on("levels-hot"), "scheduler-vectors": on("scheduler-contexts", vectors=True)}


def with_systems(*quick):
    """Parametrize a test with every system. Systems that are not in `quick` are slow."""
    return pytest.mark.parametrize("system", slow_except(SYSTEMS, quick))


def run(about, program, defs="", seed=1, port=None, system="original", caches=(), values=(), kernel=None,
        opt="-O2"):
    """Run a test program.

    seed: selects the times at which the line rises. caches: configuration fields to change. values: of the program's
    variables."""
    says = header(PROGRAMS / f"{program}.c")
    chosen = SYSTEMS[system].changed(dict(caches))
    board = soc.build(core.generate(chosen))
    defs = f"{about.switches(chosen)} {defs}"
    built = firmware.build(program, [PROGRAMS / f"{program}.c"], [PROGRAMS, TEMPLATE], board, rtos=about,
                           kernel=about.kernel_for(chosen, kernel), opt=opt, defs=f"{defs} {says.get('defs', '')}",
                           software=port)
    line = execution.Line(*map(int, says["line"].split()), seed) if "line" in says else None
    built = built.with_values(dict(values))
    return execution.execute(built, board, max_cycles=int(says.get("cycles", CYCLES)), line=line)


@pytest.mark.parametrize("port", ["riscv", "guest"])
def test_port_defines_each_name_of_the_upstream_port(freertos, port):
    theirs = freertos.kernel() / "portable" / "GCC" / "RISC-V" / "portmacro.h"
    if not theirs.is_file():
        pytest.skip("not run: the tree has no portable/GCC/RISC-V")
    ours = ROOT / "sw" / "freertos-ports" / port / "portmacro.h"
    includes = re.findall(r'^#include "(.*/portmacro.h)"', ours.read_text(), re.M)
    texts = [ours, *(ours.parent / name for name in includes)]
    theirs, ours = ({name for file in files for name in re.findall(r"^ *# *define +(port\w+)", file.read_text(), re.M)}
                    for files in ([theirs], texts))
    assert "portYIELD" in theirs and not theirs - ours


@pytest.mark.sample(1)
@with_systems("original", "scheduler-contexts")
@pytest.mark.parametrize("seed", [pytest.param(seed, marks=slow_if(seed > 1)) for seed in SEEDS])
@pytest.mark.parametrize("program", ["registers", "critical", "nested"])
def test_program_passes_with_random_interrupts(freertos, program, seed, system):
    result = run(freertos, program, seed=seed, system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


def test_given_tree_replaces_the_crate(freertos):
    result = metro("test", "--kernel", freertos.kernel(),
                   "tests/patch/test_freertos_patch.py::test_patch_changes_only_the_expected_lines")
    assert result.returncode == 0 and "needs the kernel of the crate" in result.stdout, result.stdout


@pytest.mark.sample(1)
@with_systems("original", "scheduler-contexts")
def test_task_resumed_in_main_runs_first(freertos, system):
    result = run(freertos, "before_start", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.parametrize("system", slow_except(("original", "levels-contexts"), ("levels-contexts",)))
def test_kernel_variables_can_be_in_hot_data_memory(freertos, system):
    result = run(freertos, "services", system=system, caches=[("core.hot_data_bytes", 16384)])
    assert (result.output, result.status) == ("PASS\n", 0), result.errors


@pytest.mark.sample(1)
@with_systems("original", "scheduler", "scheduler-contexts")
def test_kernel_services_behave_as_on_other_ports(freertos, system):
    result = run(freertos, "services", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


QUICK_FATAL_ERRORS = (("in_handler", "scheduler-contexts"), ("overflow", "scheduler-contexts"))


@pytest.mark.parametrize("case, system", [
    pytest.param(case, system, id=f"{case}-{system}",
                 marks=slow_if((case, system) not in QUICK_FATAL_ERRORS and system != "original"))
    for case in FATAL_ERRORS for system in ("original", "scheduler-contexts", "four banks")])
def test_fatal_error_ends_the_run_with_its_reason(freertos, case, system):
    defs = dict(words.split(" ", 1) for words in header(PROGRAMS / "fails.c")["case"])[case]
    status, message = FATAL_ERRORS[case]
    result = run(freertos, "fails", defs, system=system)
    assert result.status == status and re.search(message, result.output), result.output


@pytest.mark.slow
def test_switch_is_no_slower_than_with_the_upstream_port(freertos, run_upstream_port):
    """Yield and interrupt, with caches for the whole program: banks < our port <= upstream port (cycles)."""
    large = workloads.LARGE_CACHES
    theirs = run_upstream_port("switch", caches=large)
    banks = run(freertos, "switch", system="scheduler-contexts", caches=large)
    ours = run(freertos, "switch", caches=large)
    banks, ours, theirs = ([int(word) for word in result.output.split()] for result in (banks, ours, theirs))
    assert len(banks) == len(ours) == len(theirs) == 2
    assert all(fast < us <= they for fast, us, they in zip(banks, ours, theirs)), (banks, ours, theirs)


@with_systems("levels-contexts")
@pytest.mark.parametrize("seed", [pytest.param(seed, marks=slow_if(seed > 1)) for seed in range(1, 31)])
def test_random_application_has_the_log_of_the_upstream_port(freertos, run_upstream_port, seed, system):
    values = {"bench_seed": seed}
    ours = run(freertos, "random_app", system=system, values=values).output
    theirs = run_upstream_port("random_app", values=values).output
    checksum, calls = ours.splitlines()
    assert ours == theirs and re.fullmatch("checksum [0-9a-f]{8}", checksum)
    assert all(map(int, calls.split())), "the application did not make every kind of call"


TICKLESS = ("levels-tickless", "levels-tickless-contexts", "levels-hot")


@pytest.mark.parametrize("system", slow_except(TICKLESS, ("levels-tickless-contexts",)))
@pytest.mark.parametrize("seed", [pytest.param(seed, marks=slow_if(seed > 1)) for seed in SEEDS])
def test_random_application_with_ticks_of_the_unit_has_the_same_log(freertos, seed, system):
    """The handler of another interrupt makes the calls of the tick hook, because a hook needs each tick's interrupt."""
    values = {"bench_seed": seed}
    ours, theirs = (run(freertos, "random_app", "-DNO_TICK_HOOK", system=name, values=values).output
                    for name in (system, "original"))
    assert ours == theirs and ours.startswith("checksum ")


@pytest.mark.parametrize("system", slow_except(["original", "levels", *TICKLESS], ["levels-tickless"]))
def test_long_delays_and_suspensions_lose_no_tick(freertos, system):
    """With a time base, only ticks that need software interrupt."""
    result = run(freertos, "time_base", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", ["original", "scheduler-contexts"])
def test_tasks_and_queues_can_be_static_without_a_heap(freertos, system):
    result = run(freertos, "static_only", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.slow
def test_small_blocks_are_in_hot_data_memory_as_long_as_there_is_room(freertos):
    result = run(freertos, "hot_heap", system="levels-hot")
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("priorities, system", [
    pytest.param(priorities, system, marks=slow_if(priorities not in (33, 64)))
    for system, numbers in (("original", (5, 33, 200)), ("scheduler", (5, 64))) for priorities in numbers])
def test_kernel_can_have_any_number_of_priorities(freertos, priorities, system):
    """More than 32 priorities do not fit a bitmap of one word."""
    result = run(freertos, "registers", f"-DPRIORITIES={priorities}", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.parametrize("asked, message", [
    ("-DPRIORITIES=40 -DconfigUSE_PORT_OPTIMISED_TASK_SELECTION=1", "is for at most 32 priorities"),
    ("-DconfigNUMBER_OF_CORES=2", "this port is for one core"),
])
def test_unsupported_options_of_the_port_are_compile_errors(freertos, asked, message):
    with pytest.raises(MetroError) as refused:
        run(freertos, "registers", asked)
    assert message in refused.value.hint


@pytest.mark.sample(1)
@PORT.each
def test_a_fault_in_the_port_is_found(freertos, mutant, tmp_path):
    program, system = mutant.needs
    port = mutant.copy(tmp_path)
    assert any(run(freertos, program, seed=seed, port=port, system=system).output != "PASS\n" for seed in SEEDS)


@with_systems("levels-hot")
def test_tasks_wait_for_a_locked_mutex(freertos, system):
    result = run(freertos, "locked", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@with_systems("levels-hot")
def test_mutex_wait_suspends_the_scheduler_only_in_software(needs_crate, freertos, system):
    """With wait lists in the core, no call suspends the scheduler."""
    result = run(freertos, "locked", "-DWATCHED", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["scheduler-contexts", "four banks"], ["four banks"]))
def test_register_banks_are_reused_and_cleared(freertos, system):
    result = run(freertos, "banks", system=system)
    assert (result.output, result.status) == ("PASS\n", 0)


@pytest.mark.parametrize("built_for, runs_on, message", [
    ("scheduler-contexts", "original", "needs 64 register banks .contexts.\n  the core has none"),
    pytest.param("scheduler-contexts", "four banks", "needs 64 register banks .contexts.\n  the core has 4",
                 marks=pytest.mark.slow),                          # needs its own simulator
    ("scheduler", "original", "needs a ready unit for 32 priorities\n  the core has none"),
])
def test_unsuitable_core_is_refused_at_the_start(freertos, built_for, runs_on, message):
    board = soc.build(core.generate(SYSTEMS[runs_on]))
    built = firmware.build("refused", [PROGRAMS / "services.c"], [PROGRAMS, TEMPLATE], board, rtos=freertos,
                           defs=freertos.switches(SYSTEMS[built_for]))
    result = execution.execute(built, board, max_cycles=CYCLES)
    assert result.status == 123 and re.search(message, result.output), result.output


@pytest.mark.sample(4)
@pytest.mark.parametrize("workload", thread_metric.WORKLOADS)
def test_thread_metric_completes_its_checks(needs_crate, workload):
    runs = bench.plan(arguments(part=["freertos"], system=["scheduler-contexts"]))
    run, = (run for run in runs if run.build.app == workload and not run.special)
    result = outcome(run)
    assert run.ended_well(result), result.output + result.errors
    (key, (score, unit)), = run.figures(result).items()
    assert str(key) == f"thread_metric.{workload}.freertos-scheduler-contexts.O2" and unit == "1/s" and score > 100


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [[], ["--config", "scheduler-contexts"]])
def test_example_runs_as_its_page_describes(needs_crate, options):
    result = metro("run", ROOT / "sw" / "freertos-ports" / "example", *options)
    assert result.returncode == 0 and result.stdout.endswith("both workers have had their turns: yes\n")


@pytest.mark.slow
@pytest.mark.parametrize("other", slow_except(["scheduler-contexts", "levels-contexts"], ["levels-contexts"]))
def test_profiles_and_timelines_show_freertos_tasks(needs_crate, tmp_path, other):
    """Each task runs equally often on each system."""
    def times(system):
        result = metro("run", ROOT / "sw" / "freertos-ports" / "example", "--config", system, "--profile", "--timeline",
                       tmp_path / f"{system}.perfetto-trace")
        assert result.returncode == 0 and "before vTaskStartScheduler" in result.stdout, result.stderr
        assert (tmp_path / f"{system}.perfetto-trace").stat().st_size > 1000
        tasks, _, _ = result.stdout.partition("Cycles by function")
        return dict(re.findall(r"^ (\w[\w ]* \(prio \d+\)) +(\d+) ", tasks, re.MULTILINE))
    found = times("original")
    assert {"worker 1 (prio 1)", "worker 2 (prio 1)", "printer (prio 4)", "sensor (prio 5)"} < set(found)
    assert int(found["worker 1 (prio 1)"]) > 20
    assert found == times(other)


def test_the_core_has_as_many_priorities_as_the_kernel():
    chosen, freertos = on("scheduler"), rtos.get("freertos")
    assert freertos.sized_for(chosen, "#define configMAX_PRIORITIES 128").units.tasks == 256
    few = chosen.changed({"units.tasks": 32})
    assert freertos.sized_for(few, "#define configMAX_PRIORITIES 32").units.tasks == 32
    with pytest.raises(MetroError, match="configMAX_PRIORITIES is 33: the core needs at least 33 tasks, not 32"):
        freertos.sized_for(few, "#define configMAX_PRIORITIES 33")


@pytest.mark.slow
def test_freertos_runs_on_a_boards_netlist(needs_crate, tmp_path):
    chosen = board_module.load("arty")
    folder = check.project(chosen, tmp_path / "arty", "scheduler-contexts", baudrate=check.FAST_BAUD,
                           firmware=ROOT / "sw" / "freertos-ports" / "example")
    output, _ = check.simulate(chosen, folder, until="turns: yes", cycles=20_000_000)
    assert "10: measured 0" in output.replace("\r", "") and output.endswith("both workers have had their turns: yes")


def test_units_that_freertos_cannot_use_are_refused(freertos):
    example = ROOT / "sw" / "freertos-ports" / "example"
    code, message = refusal("run", example, "--config", "combined")
    assert code and "FreeRTOS cannot leave kernel.delays to the core" in message
    code, message = refusal("run", example, "--config", "scheduler", "--adapter", "wishbone")
    assert code and "in the core's pipeline only" in message


@pytest.mark.parametrize("name", configuration.names())
def test_each_configuration_runs_or_its_refusal_names_another(name):
    chosen = configuration.read(name)
    for key, fits in (("freertos", not (chosen.kernel.delays or chosen.kernel.events)),
                      ("ucos", not chosen.kernel.uses_lists)):
        about = rtos.get(key)
        if fits:
            about.refuse(chosen)
            continue
        with pytest.raises(MetroError, match=f"{about.name} cannot leave kernel") as refused:
            about.refuse(chosen)
        first, *others = about.configs
        assert refused.value.hint == f"use configuration {first} (or {', '.join(others)})"


def test_refusal_of_an_unpatched_tree_lists_configurations(freertos):
    with pytest.raises(MetroError) as refused:
        freertos.kernel_for(on("levels"), freertos.kernel())
    assert refused.value.hint.endswith("--config scheduler or scheduler-contexts or original")


def test_ucos_on_task_lists_is_refused():
    code, message = refusal("run", ROOT / "sw" / "example", "--config", "levels")
    assert code == 1 and "use configuration combined (or events, " in message


def test_folder_without_a_suitable_kernel_is_refused(freertos, tmp_path):
    example = ROOT / "sw" / "freertos-ports" / "example"
    assert "contains no uC/OS-II" in refusal("run", example, "--kernel", tmp_path)[1]
    old = tmp_path / "old"
    shutil.copytree(freertos.kernel() / "include", old / "include")
    task = old / "include" / "task.h"
    task.write_text(re.sub(r'(tskKERNEL_VERSION_NUMBER\s+)"V[^"]*"', r'\1"V10.3.1"', task.read_text()))
    assert "is of 10.3; V10.4 or newer, or V11, is needed" in refusal("run", example, "--kernel", old)[1]
    assert "is not FreeRTOS, which" in refusal("run", example, "--kernel", ROOT / "sw" / "kernel")[1]


def test_crate_with_changed_content_is_refused(needs_crate, freertos, monkeypatch):
    def vendored(name, version, manifest, target):
        folder = target / f"{name}-{version}" / given["folder"]
        shutil.copytree(freertos.kernel(), folder)
        (folder / "list.c").write_text("changed\n")

    given = freertos.crate
    monkeypatch.setattr(crate, "vendor", vendored)
    with pytest.raises(MetroError) as refused:
        crate.folder("other", "1", given["folder"], given["digest"])
    assert "has an unexpected checksum" in refused.value.message


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["original", "scheduler-contexts", "levels", "levels-contexts"],
                                               ["levels-contexts"]))
def test_gdb_shows_freertos_tasks(freertos, target, system):
    """tests/freertos/debugged.c has a task in each state. GDB executes no instruction that changes a unit."""
    chosen = SYSTEMS[system]
    built = firmware.build("debugged", [PROGRAMS / "debugged.c"], [PROGRAMS, TEMPLATE], soc.default(),
                           defs=f"-DSTACK_ENDS {freertos.switches(chosen)}", rtos=freertos,
                           kernel=freertos.kernel_for(chosen))
    session = target(built, system)
    output = session.gdb("python used, execute = set(), Units.execute",
                         "python Units.execute = lambda units, *words: used.add(words[:2]) or execute(units, *words)",
                         "break look", "continue", "metronome tasks", "metronome ready", "metronome delays",
                         "metronome events", "metronome accelerator", "metronome backtrace 12", "metronome backtrace 4",
                         "metronome backtrace spins 1", "metronome backtrace absent", "metronome backtrace main",
                         "metronome tick-step", "python print('USED', json.dumps(sorted(used)))", "continue")
    changing = [[unit["name"], i["name"]] for unit in isa.read()["unit"] for i in unit["instruction"] if "changes" in i]
    assert not [words for words in data(output, "USED") if words in changing]

    def row(name):
        return re.search(rf"^ *(\d+) +{name} +(.*)$", output, re.MULTILINE).groups()

    assert row("main")[1].startswith("running") and row("main")[1].endswith("  look")
    for name, priority, state, event, function in (
            ("receives", 12, "waits", "queue 0x", "xQueueReceive < Receives"),
            ("sends", 11, "waits", "queue 0x", "xQueueGenericSend < Sends"),
            ("takes", 10, "waits", "semaphore 0x", "xQueueSemaphoreTake < Takes"),
            ("locks", 9, "waits", "mutex 0x", "xQueueSemaphoreTake < Locks"),
            ("waits", 8, "waits", "flags 0x", "xEventGroupWaitBits < Waits"),
            ("listens", 7, "waits", "notification", "ulTaskGenericNotifyTake < Listens"),
            ("sleeps", 6, "sleeps", "", "Sleeps"), ("rests", 5, "suspended", "", "Rests"),
            ("ends", 5, "deleted", "", "Ends"),
            ("wakes", 14, "ready", "", "vPortExitCritical < Wakes"),
            ("spins 1", 4, "ready", "", "Spins"), ("spins 2", 4, "ready", "", "Spins"),
            ("IDLE", 0, "ready", "", "prvIdleTask")):
        found, rest = row(name)
        assert int(found) == priority and re.match(rf"{state} .*{event}.* {function}$", rest), output
    in_core = chosen.kernel.ready_lists
    ready = "the task lists" if in_core else r"software .pxReadyTasksLists."
    assert re.search(rf'^in {ready}: 20 "main", 14 "wakes", 4 "spins 2", 4 "spins 1", 0 "IDLE"$', output, re.M), output
    for left, task in ((r"99\d", "6  sleeps"), (r"49\d", "11  sends")):
        parts = r"\1 +0" if in_core else r"0 +\1"
        assert re.search(rf"^ +({left}) +{task} +{parts}$", output, re.M), output
    for event in (r'queue 0x\w+ +0 of 4 +12 "receives"', r'queue 0x\w+ +1 of 1 +11 "sends"',
                  r'mutex 0x\w+ +owner main +9 "locks"', r'flags 0x\w+ +0x2 +8 "waits"'):
        assert re.search(rf"^{event}$", output, re.MULTILINE), output
    lists = ("level 27 +N spins 2, N spins 1", "level 11 +N main", "sleeping +N sends, N sleeps", "ended +N ends",
             r"waiting \d+ +N receives", r"waiting \d+ +N sends")
    assert all(re.search(f"^{row}$".replace("N", r"\d+"), output, re.M) for row in lists if in_core), output
    assert "in Receives (" in output and "several tasks match: spins 1 and spins 2" in output
    assert re.search(r"^#0 .*\bSpins \(", output, re.M) and "there is no task absent" in output
    assert "the task main is running" in output and "FreeRTOS has no tick stepping" in output
    assert session.end() == (0, "turns 1\n")
