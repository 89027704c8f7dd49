# SPDX-License-Identifier: Apache-2.0
"""uC/OS-II as a guest of the monitor: it behaves as without the monitor, and faults of its port are found."""
import dataclasses
import functools
import re
import shutil

import pytest

import test_kernel
import test_port
from metro import configuration, patch
from metro.base.errors import MetroError
from metro.build import application, core as core_module, firmware, guests, rtos, soc as soc_module
from metro.measure import guest_thread_metric, thread_metric
from metro.run import execution
from metro.verify import kernel_apps
from mutants import guest_ports
from support import ROOT, metro, some
from test_guests import GUESTS

FOLDER = ROOT / "tests" / "guests"
SW = ROOT / "sw"
RAM = 1 << 18
PLAIN = configuration.of(*GUESTS)
TIME_STANDS_STILL = "-DOS_IDLE_SLEEP_EN=0u"     # the idle task does not sleep, so ticks come only on request
LINE = ["sim_line"]


@functools.cache
def the_soc():
    return soc_module.build(core_module.generate(PLAIN), ram=RAM)


def guest_of(sources, cfg, defs="", tree=None, units=None):
    """Return a guest that is built from sources, without other guests, and owns the line and its device."""
    app = application.Application("program", tuple(sources), (cfg,), (), (), rtos.get())
    return guests.Guest("guest", RAM // 2, priority=1, lines=("sim_line",), devices=("sim_line",),
                        program=guests.Program(app, tree, defs, strict=tree is None, units=units))


def run(guest, software=SW, values=None, line=None, max_cycles=60_000_000):
    its = guests.Guests(FOLDER, (guest,), ram=RAM)
    its_soc = guests.soc_of(its, configuration.of()) if guest.uses_units else the_soc()
    built = guests.build(its, its_soc, software=software, values={"guest": values or {}})
    return execution.execute(built, its_soc, line=line, max_cycles=max_cycles)


def on_kernel(sources, cfg, defs="", tree=None, system="original"):
    """Return such a guest on a system, with our kernel or a tree. The macros in defs also size its units."""
    chosen = configuration.read(system).fitted(defs)
    return guest_of(sources, cfg, f"{defs} {chosen.switches(defs)}", tree,
                    chosen.units if chosen.kernel.uses_units else None)


def lines_of(outcome, name="guest"):
    """Return the lines of a guest. The monitor splits a line that is too long."""
    return [line.removeprefix(f"{name}: ") for line in outcome.output.splitlines() if line.startswith(f"{name}: ")]


# ------------------------------------------------------------------------------- same behaviour as without a monitor

# These programs write to timer0, need machine mode's interrupt flag, or exceed the memory.
NOT_FOR_GUESTS = ("hooks", "task_del_int", "tasks_255", "tick_by_task")
KERNEL = [case for case in test_kernel.FIRST if case[0].stem not in NOT_FOR_GUESTS]


@pytest.mark.parametrize("source, opt, defs", [
    pytest.param(*case[:3], id=case[3],
                 marks=[pytest.mark.slow] * (case[0].stem not in ("blocks", "int_nesting", "mutex_owner")))
    for case in KERNEL])
def test_the_kernels_programs_pass_in_a_guest(source, opt, defs):
    outcome = run(guest_of([source], test_kernel.CFG, f"{defs} {TIME_STANDS_STILL}"))
    assert outcome.status == 0, outcome.output + outcome.errors
    assert re.fullmatch(r"ok: \d+ checks", lines_of(outcome)[-1])


def app_guest(app, defs="", units=None, tree=None):
    return guest_of(sorted(kernel_apps.FOLDER.glob("*.c")), kernel_apps.CFG,
                    f"{kernel_apps.VARIANTS[app.variant].defs} {TIME_STANDS_STILL} {defs}", tree, units)


def values_of(app):
    return {"app_seed": app.seed, "app_steps": app.steps, "app_mask": kernel_apps.every_act(),
            **{f"app_{what}": int(getattr(kernel_apps.VARIANTS[app.variant], what)) for what in ("line", "common")}}


def hashes_of(outcome, name="guest"):
    return tuple((int(found[1], 16), found[2])
                 for found in map(kernel_apps.HASH.match, lines_of(outcome, name)) if found)


def log_of(app, software=SW):
    """Run a random application in a guest. Return the outcome and the hashes, as kernel_apps.run() has them."""
    line = execution.Line(4000, 30_000, app.seed) if kernel_apps.VARIANTS[app.variant].line else None
    outcome = run(app_guest(app), software, values_of(app), line)
    return outcome, hashes_of(outcome)


APPS = [kernel_apps.App("narrow", 1, 600), kernel_apps.App("short", 2, 500), kernel_apps.App("line", 5, 300),
        kernel_apps.App("fast-line", 6, 300), kernel_apps.App("hook", 2, 600)]


@pytest.mark.parametrize("app", some(APPS, [APPS[2]]))
def test_a_random_application_leaves_the_log_that_it_leaves_without_a_monitor(app):
    outcome, hashes = log_of(app)
    native = kernel_apps.run(app, "original")
    assert (outcome.status, hashes) == (0, native.hashes), outcome.output + outcome.errors


# Pairs of kernels on units. Each has its own unit set, and both share the core in short slices.
PAIRS = [(system, banks, steps) for system in ("combined", "events") for banks in (False, True) for steps in (40, 500)]


@pytest.mark.parametrize("system, banks, steps", [
    pytest.param(*pair, id=f"{pair[0]}{'-banks' * pair[1]}-{pair[2]}",
                 marks=[pytest.mark.slow] * (pair != ("events", False, 40)))
    for pair in PAIRS])
def test_two_random_applications_on_units_leave_the_logs_that_they_leave_alone(system, banks, steps):
    apps = kernel_apps.App("narrow", 1, steps), kernel_apps.App("short", 2, steps)
    chosen = configuration.read(system).fitted(kernel_apps.VARIANTS["narrow"].defs)
    by_name = dict(zip(("one", "two"), apps))
    its = guests.Guests(FOLDER, tuple(
        dataclasses.replace(app_guest(app, chosen.switches(kernel_apps.VARIANTS[app.variant].defs), chosen.units),
                            name=name, cycles=1500, priority=0, memory=RAM, lines=(), devices=())
        for name, app in by_name.items()), ram=4 * RAM)
    its_soc = guests.soc_of(its, configuration.of(*(["--accelerator", "--contexts", "4"] if banks else [])))
    built = guests.build(its, its_soc, values={name: values_of(app) for name, app in by_name.items()})
    outcome = execution.execute(built, its_soc, max_cycles=60_000_000)
    assert outcome.status == 0, outcome.output + outcome.errors
    for name, app in by_name.items():
        assert hashes_of(outcome, name) == kernel_apps.run(app, "original").hashes


# ------------------------------------------------------------------------------------- interrupts at any instruction

def port_program(name, defs="", line=None, software=SW, max_cycles=60_000_000, kernel={}):
    source = test_port.PORT / f"{name}.c"
    defs = " ".join([test_port.header(source).get("defs", ""), defs])
    outcome = run(on_kernel([source], test_port.PORT / "cfg", defs, **kernel), software, line=line,
                  max_cycles=max_cycles)
    return outcome.status == 0 and lines_of(outcome)[-1] == "PASS"


def at_every_cycle(software=SW, step=31, **kernel):
    """Interrupts at every STEP-th cycle of switches, creations and other interrupts lose nothing."""
    return port_program("every_cycle", f"-DSTEP={step}u", execution.Line(300, 300), software, 250_000_000 // step,
                        kernel)


def registers_are_kept(software=SW, **kernel):
    return port_program("registers", software=software, max_cycles=40_000_000, kernel=kernel)


def sections_nest(software=SW, **kernel):
    return port_program("critical", software=software, max_cycles=10_000_000, kernel=kernel)


def ends_well(source, software=SW, defs="", line=None, max_cycles=6_000_000, **kernel):
    """Return whether a program of this folder ends with exit code 0."""
    guest = on_kernel([FOLDER / source], test_kernel.CFG, defs, **kernel)
    return run(guest, software, line=line, max_cycles=max_cycles).status == 0


def own_interrupts_come(software=SW, **kernel):
    return ends_well("raise.c", software, **kernel)


def time_is_kept(software=SW):
    """Two kernels keep time next to a program that uses all remaining time."""
    its = guests.read(FOLDER / "kernels.toml")
    outcome = execution.execute(guests.build(its, the_soc(), software=software), the_soc(), max_cycles=5_000_000)
    return (outcome.status == 0 and all(lines_of(outcome, name)[-1:] == ["in time"] for name in ("control", "display"))
            and "busy: as it should be\n" in outcome.output.partition("control: in time")[0])


def own_timer_keeps_time(software=SW):
    """A guest with its own timer keeps time, although it often cannot run for more than two ticks."""
    its = guests.read(FOLDER / "clock.toml")
    its_soc = guests.soc_of(its, PLAIN)
    outcome = execution.execute(guests.build(its, its_soc, software=software), its_soc, max_cycles=4_000_000)
    found = re.fullmatch(r"in time, and so many ticks at once: (\d+)", "".join(lines_of(outcome, "clock")))
    return found is not None and int(found[1]) >= 2


def lines_come_again(software=SW, **kernel):
    return ends_well("posts.c", software, line=execution.Line(3000, 5000), max_cycles=1_100_000, **kernel)


def the_idle_hook_is_called_again(software=SW, **kernel):
    return ends_well("idle_hook.c", software, TIME_STANDS_STILL, **kernel)


def idle_time_is_counted(software=SW, **kernel):
    return ends_well("usage.c", software, "-DOS_TASK_STAT_EN=1u", max_cycles=40_000_000, **kernel)


@pytest.mark.parametrize("program", some([at_every_cycle, registers_are_kept, sections_nest, own_interrupts_come,
                                          time_is_kept, own_timer_keeps_time, lines_come_again,
                                          the_idle_hook_is_called_again, idle_time_is_counted],
                                         [at_every_cycle, sections_nest, own_interrupts_come, time_is_kept,
                                          lines_come_again],
                                         ids=lambda program: program.__name__))
def test_what_a_kernel_relies_on(program):
    assert program()


@pytest.mark.slow
@pytest.mark.parametrize("step", [1, 7])
def test_an_interrupt_at_every_cycle_of_a_switch(step):
    assert at_every_cycle(step=step)


@guest_ports.KERNEL.each
def test_a_fault_of_the_port_is_found(mutant, tmp_path):
    program = globals()[mutant.shows[0]]
    assert not program(mutant.copy(tmp_path))


# ------------------------------------------------------------------------------------------------------ a user's tree

TREE = ROOT / "tests" / "patch" / "tree"
TREE_APP = ROOT / "tests" / "patch" / "app.c"
TREE_CFG = ROOT / "tests" / "patch" / "cfg"


@pytest.mark.parametrize("patched", some([False, True], [False]))
def test_another_kernel_does_the_same_in_a_guest(patched, tmp_path):
    tree = TREE
    if patched:
        tree = tmp_path / "patched"
        patch.patch(TREE, tree)
    native = execution.execute(firmware.build("patch_app", [TREE_APP], TREE_CFG, the_soc(), kernel=TREE), the_soc())
    outcome = run(guest_of([TREE_APP], TREE_CFG, tree=tree))
    assert (native.status, outcome.status) == (0, 0), outcome.output + outcome.errors
    assert lines_of(outcome) == native.output.splitlines()


def test_a_tree_whose_events_stay_in_software_has_no_system_events(tmp_path):
    patch.patch(TREE, tmp_path / "tree")
    header = tmp_path / "tree" / "ucos_ii.h"
    header.write_text(header.read_text().replace("OS_EVENT_UNIT", "MY_EVENT_UNIT"))
    with pytest.raises(MetroError, match="keeps its events in software: it does not support system events"):
        guests.read(write(tmp_path, 'kernel = "tree"\nsystem = "events"'))


# ----------------------------------------------------------------------------------------------------- a genuine tree

GIVEN = ["original", "patched original", "patched scheduler", "patched timer", "patched combined", "patched events"]


def given(genuine, which):
    """Return the tree and the system that `which` names."""
    is_patched, _, system = which.rpartition(" ")
    return {"tree": patch.patched(genuine) if is_patched else genuine, "system": system}


def natively(source, cfg, defs, tree, system):
    """Run a program with a tree and without a monitor. Return the outcome."""
    chosen = configuration.read(system)
    its_soc = soc_module.of(chosen.fitted(defs))
    built = firmware.build(source.stem, [source], cfg, its_soc, kernel=tree, defs=f"{defs} {chosen.switches(defs)}",
                           strict=False)
    return execution.execute(built, its_soc, max_cycles=60_000_000)


# In these programs V2.93.01 dereferences a null pointer, such as OSTCBCur before OSStart(). Without a monitor it reads
# the ROM.
THROUGH_NULL = ("arg_chk_off", "before_start", "blocks", "mutex_owner", "task_reg")
NULL = 0x100            # bytes from address 0 that can be a member of a structure


@pytest.mark.parametrize("which", some(GIVEN, GIVEN[:1]))
@pytest.mark.parametrize("source, opt, defs", [
    pytest.param(*case[:3], id=case[3],
                 marks=[pytest.mark.slow] * (case[0].stem not in ("sched_random", "blocks", "int_nesting")))
    for case in KERNEL])
def test_the_kernels_programs_do_in_a_guest_what_they_do_without_one(source, opt, defs, which, genuine):
    """The outcomes are equal, pass or fail: a genuine kernel does not pass all of these programs."""
    its = given(genuine, which)
    native = natively(source, test_kernel.CFG, defs, **its)
    outcome = run(on_kernel([source], test_kernel.CFG, f"{defs} {TIME_STANDS_STILL}", **its))
    said, in_guest = native.output.replace("\n", ""), "".join(lines_of(outcome))
    if outcome.status == 120:
        cause, address = re.search(r"monitor: guest: (.*) at .*, address (0x\w+)", outcome.output).groups()
        assert said.startswith(in_guest)
        assert (re.search(rf"EXCEPTION \d+: {cause}\n", native.output)
                or source.stem in THROUGH_NULL and cause.endswith("access fault") and int(address, 16) < NULL)
    else:
        assert (outcome.status, in_guest) == (native.status, said)


COMMON = [kernel_apps.App("common", 1, 400), kernel_apps.App("common-fast", 4, 400),
          kernel_apps.App("common-many", 3, 400)]


@pytest.mark.parametrize("which", some(GIVEN, (GIVEN[0], GIVEN[-1])))
@pytest.mark.parametrize("app", some(COMMON, COMMON[:1]))
def test_a_random_application_on_a_genuine_kernel_leaves_the_log_of_ours_without_a_monitor(app, which, genuine):
    its = given(genuine, which)
    defs = f"{kernel_apps.VARIANTS[app.variant].defs} {TIME_STANDS_STILL}"
    outcome = run(on_kernel(sorted(kernel_apps.FOLDER.glob("*.c")), kernel_apps.CFG, defs, **its),
                  values=values_of(app))
    assert (outcome.status, hashes_of(outcome)) == (0, kernel_apps.run(app, "original").hashes), outcome.output


RELIED_ON = [at_every_cycle, registers_are_kept, sections_nest, own_interrupts_come, lines_come_again,
             the_idle_hook_is_called_again, idle_time_is_counted]


@pytest.mark.parametrize("which", some(GIVEN, (GIVEN[0], GIVEN[-1])))
@pytest.mark.parametrize("program", some(RELIED_ON, RELIED_ON, ids=lambda program: program.__name__))
def test_what_a_genuine_kernel_relies_on(program, which, genuine):
    assert program(**given(genuine, which))


@pytest.mark.slow
@pytest.mark.parametrize("which", [GIVEN[0], GIVEN[-1]])
@pytest.mark.parametrize("step", [1, 7])
def test_an_interrupt_at_every_cycle_of_a_genuine_kernels_switches(step, which, genuine):
    assert at_every_cycle(step=step, **given(genuine, which))


@guest_ports.OTHER_KERNEL.each
def test_a_fault_of_the_port_for_another_kernel_is_found(mutant, tmp_path, genuine):
    program = globals()[mutant.shows[0]]
    software = mutant.copy(tmp_path)
    shutil.rmtree(software / "kernel")
    shutil.copytree(genuine, software / "kernel")
    assert not program(software)


@pytest.mark.parametrize("which", some(GIVEN, (GIVEN[0], GIVEN[-1])))
def test_two_genuine_kernels_and_a_program_run_by_one_file(which, tmp_path, genuine):
    its = given(genuine, which)
    for name in ("tasks", "busy.c"):
        (tmp_path / name).symlink_to(FOLDER / name)
    text = (FOLDER / "kernels.toml").read_text()
    assert text.count('kernel = "ucos"') == 2
    (tmp_path / "kernels.toml").write_text(
        text.replace('kernel = "ucos"', f'kernel = "{its["tree"]}"\nsystem = "{its["system"]}"'))
    two_kernels_run(tmp_path / "kernels.toml")


# -------------------------------------------------------------------------------------------------- guests of a file

def write(folder, more="", program="tasks", memory=65536):
    shutil.copytree(FOLDER / "tasks", folder / "tasks", dirs_exist_ok=True)
    (folder / "these.toml").write_text(f'[[guest]]\nname = "a"\nprogram = "{program}"\nmemory = {memory}\n{more}\n')
    return folder / "these.toml"


def two_kernels_run(file):
    outcome = metro("run", "--guests", file, cwd=ROOT)
    assert outcome.returncode == 0, outcome.stderr
    for name in ("control", "display"):
        assert [line for line in outcome.stdout.splitlines() if line.startswith(f"{name}: ")] == [
            *(f"{name}: tick {n}" for n in range(10, 51, 10)), f"{name}: in time"]
    assert "busy: as it should be\n" in outcome.stdout


def test_two_kernels_and_a_program_run_by_one_file():
    two_kernels_run(FOLDER / "kernels.toml")


def test_a_tree_and_macros_are_named_from_the_files_folder_on(tmp_path):
    shutil.copytree(SW / "kernel", tmp_path / "tree")
    its = guests.read(write(tmp_path, 'kernel = "tree"\ntick_rate = 500\ndefine = ["TICKS=7u"]\ninclude = ["tree"]'))
    program = its.guests[0].program
    assert program.tree == tmp_path / "tree" and program.app.define == ("TICKS=7u",)
    assert "OS_TICKS_PER_SEC 500u" in (program.app.cfg[0] / "os_cfg.h").read_text()
    assert program.app.include == (tmp_path / "tree",)


@pytest.mark.parametrize("more, message", [
    ('kernel = "vxworks"', 'kernel = "vxworks" is neither ucos nor freertos'),
    ('kernel = "ucos"\nsystem = "tickless"', 'system = "tickless": a guest has no register banks, task lists or time'),
    ('kernel = "ucos"\nsystem = "contexts"', 'system = "contexts": a guest has no register banks, task lists or time'),
    ('kernel = "ucos"\nunits = true', 'units is for a guest without a kernel'),
    ('kernel = "ucos"\nsystem = "best"', "there is no configuration best"),
    ('kernel = "ucos"\ntick_rate = 0', "tick_rate = 0: allowed are 1 to 10000 ticks per second"),
    ('kernel = "ucos"\ntick_rate = 20000', "tick_rate = 20000: allowed are 1 to 10000 ticks per second"),
    ('tick_rate = 100', "tick_rate is for a guest with a kernel"),
    ('define = ["X"]', "define is for a guest with a kernel"),
    ('kernel = "ucos"\ndefine = ["1X"]', "'1X' does not define a macro"),
    ('kernel = "ucos"\ninclude = ["none"]', "there is no folder"),
])
def test_what_a_kernels_guest_cannot_be_is_refused(tmp_path, more, message):
    with pytest.raises(MetroError, match=re.escape(message)):
        guests.read(write(tmp_path, more))


def test_guests_that_need_different_units_are_refused(tmp_path):
    file = write(tmp_path, 'kernel = "ucos"\nsystem = "events"')
    file.write_text(file.read_text() + file.read_text().replace('"a"', '"b"').replace("events", "combined"))
    with pytest.raises(MetroError, match="the guests a and b need different units"):
        guests.load(file, "-O2", configuration.of())


def test_a_program_that_is_no_folder_a_small_memory_and_threads_are_refused(tmp_path):
    with pytest.raises(MetroError, match="the program of a guest with a kernel is a folder"):
        guests.read(write(tmp_path, 'kernel = "ucos"', "tasks/main.c"))
    its = guests.read(write(tmp_path, 'kernel = "ucos"', memory=16384))
    with pytest.raises(MetroError, match="guest a: its program is too large"):
        guests.build(its, the_soc())
    file = write(tmp_path, 'kernel = "ucos"')
    (tmp_path / "tasks" / "app.toml").write_text('threads = ["sort.v"]\n')
    (tmp_path / "tasks" / "sort.v").write_text("module sort; endmodule\n")
    with pytest.raises(MetroError, match="a guest cannot have hardware threads yet"):
        guests.read(file)


@pytest.mark.parametrize("system, restarts", [
    ("original", 2), pytest.param("original", 300, marks=pytest.mark.slow),
    pytest.param("events", 300, marks=pytest.mark.slow)])
def test_a_kernel_that_begins_anew_has_lost_nothing(tmp_path, system, restarts):
    """The kernel's guest faults where it would end. A real-time guest runs next to it."""
    file = write(tmp_path, f'kernel = "ucos"\nsystem = "{system}"\ntick_rate = 2500\nrestart = {restarts}')
    text = (FOLDER / "tasks" / "main.c").read_text()
    for old, new in (("TICKS 50u", "TICKS 3u"), ("% 10u", "% 3u"), ("cycles > 2u", "cycles > 9u"),
                     ("BSP_Exit(0);", '__asm__ volatile ("ebreak");')):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "tasks" / "main.c").write_text(text)
    (tmp_path / "ticks.c").write_text((FOLDER / "ticks.c").read_text())
    file.write_text('ram = 262_144\n' + file.read_text() +
                    '[[guest]]\nname = "ticks"\nprogram = "ticks.c"\nmemory = 4096\npriority = 1\n')
    outcome = execution.execute(*guests.load(file, "-O2", configuration.of()), max_cycles=1_000_000 * (3 + restarts))
    assert outcome.status == 120, outcome.output + outcome.errors
    assert lines_of(outcome, "a") == ["tick 3", "in time"] * (restarts + 1)
    assert lines_of(outcome, "ticks")[:-1] == [f"tick {n:05}" for n in range(1, 51)]


@pytest.mark.parametrize("ram", ["1000", '"all"', "true"])
def test_a_ram_that_cannot_be_is_refused(tmp_path, ram):
    (tmp_path / "these.toml").write_text(f"ram = {ram}\n")
    with pytest.raises(MetroError, match="ram cannot be"):
        guests.read(tmp_path / "these.toml")


# ---------------------------------------------------------------------------------------------------- Thread-Metric

@pytest.mark.parametrize("workload", some(thread_metric.WORKLOADS, ["message_processing",
                                                                    "interrupt_preemption_processing"]))
def test_a_workload_loses_nothing_in_a_guest(workload):
    its_soc = guest_thread_metric.soc("")
    run = guest_thread_metric.run(guest_thread_metric.guest(workload, its_soc, 0.1), its_soc, 0.1)
    assert guest_thread_metric.score(run.result()) > 100


def test_what_does_not_go_with_a_guest_is_refused():
    outcome = metro("bench", "tick", "--guest", cwd=ROOT)
    assert outcome.returncode == 1 and "--guest measures only our workloads on our kernel" in outcome.stderr
