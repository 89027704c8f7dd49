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
from metro.kernels.ucos import applications as kernel_apps
from metro.measure import guest_thread_metric, thread_metric
from metro.products import application, core as core_module, firmware, guests, rtos, soc as soc_module
from metro.run import execution
from mutants import guest_ports
from support import ROOT, metro, refusal, slow_except
from test_guests import GUESTS

FOLDER = ROOT / "tests" / "guests"
SW = ROOT / "sw"
RAM = 1 << 18
PLAIN = configuration.of_options(*GUESTS)
IDLE_DOES_NOT_WAIT = "-DOS_IDLE_SLEEP_EN=0u"     # the idle task must not wait, because only the programs request ticks
LINE = ["sim_line"]


@functools.cache
def plain_soc():
    return soc_module.build(core_module.generate(PLAIN), ram=RAM)


def guest_of(sources, cfg, defs="", tree=None, units=None):
    """Return a guest that is built from sources and owns the line sim_line and its device."""
    app = application.Application("program", tuple(sources), (cfg,), (), (), rtos.get())
    return guests.Guest("guest", RAM // 2, priority=1, lines=("sim_line",), devices=("sim_line",),
                        program=guests.Program(app, tree, defs, strict=tree is None, units=units))


def run(guest, software=SW, values=None, line=None, max_cycles=60_000_000):
    all_guests = guests.Guests(FOLDER, (guest,), ram=RAM)
    soc = guests.soc_of(all_guests, configuration.of_options()) if guest.uses_units else plain_soc()
    built = guests.build(all_guests, soc, software=software, values={"guest": values or {}})
    return execution.execute(built, soc, line=line, max_cycles=max_cycles)


def on_kernel(sources, cfg, defs="", tree=None, system="original"):
    """Return guest_of() for a system, with our kernel or a tree. The macros in defs also size the guest's units."""
    chosen = rtos.get().sized_for(configuration.read(system), defs)
    return guest_of(sources, cfg, f"{defs} {rtos.get().switches(chosen, defs)}", tree,
                    chosen.units if chosen.kernel.uses_units else None)


def lines_of(outcome, name="guest"):
    """Return the lines of a guest. The guest's board support splits a line that is longer than GUEST_LINE."""
    return [line.removeprefix(f"{name}: ") for line in outcome.output.splitlines() if line.startswith(f"{name}: ")]


# ------------------------------------------------------------------------------- same behaviour as without a monitor

# These programs write to timer0, need machine mode's interrupt flag, or exceed the memory.
NOT_FOR_GUESTS = ("hooks", "task_del_int", "tasks_255", "tick_by_task")
KERNEL = [case for case in test_kernel.FIRST if case[0].stem not in NOT_FOR_GUESTS]


@pytest.mark.sample(1)
@pytest.mark.parametrize("source, opt, defs", [
    pytest.param(*case[:3], id=case[3],
                 marks=[pytest.mark.slow] * (case[0].stem not in ("blocks", "int_nesting", "mutex_owner")))
    for case in KERNEL])
def test_kernel_programs_pass_in_a_guest(source, opt, defs):
    outcome = run(guest_of([source], test_kernel.CFG, f"{defs} {IDLE_DOES_NOT_WAIT}"))
    assert outcome.status == 0, outcome.output + outcome.errors
    assert re.fullmatch(r"ok: \d+ checks", lines_of(outcome)[-1])


def app_guest(app, defs="", units=None, tree=None):
    return guest_of(sorted(kernel_apps.FOLDER.glob("*.c")), kernel_apps.CFG,
                    f"{kernel_apps.VARIANTS[app.variant].defs} {IDLE_DOES_NOT_WAIT} {defs}", tree, units)


def values_of(app):
    return {"app_seed": app.seed, "app_steps": app.steps, "app_mask": kernel_apps.every_act(),
            **{f"app_{what}": int(getattr(kernel_apps.VARIANTS[app.variant], what)) for what in ("line", "common")}}


def hashes_of(outcome, name="guest"):
    return tuple((int(found[1], 16), found[2])
                 for found in map(kernel_apps.HASH.match, lines_of(outcome, name)) if found)


def guest_log(app, software=SW):
    """Run a random application in a guest. Return the outcome, and the hashes in the format of kernel_apps.run()."""
    line = execution.Line(4000, 30_000, app.seed) if kernel_apps.VARIANTS[app.variant].line else None
    outcome = run(app_guest(app), software, values_of(app), line)
    return outcome, hashes_of(outcome)


APPS = [kernel_apps.App("narrow", 1, 600), kernel_apps.App("short", 2, 500), kernel_apps.App("line", 5, 300),
        kernel_apps.App("fast-line", 6, 300), kernel_apps.App("hook", 2, 600)]


@pytest.mark.slow
@pytest.mark.parametrize("app", slow_except(APPS, [APPS[2]]))
def test_random_application_has_the_native_log(app):
    outcome, hashes = guest_log(app)
    native = kernel_apps.run(app, "original")
    assert (outcome.status, hashes) == (0, native.hashes), outcome.output + outcome.errors


# (system, register banks, steps) of two kernels. Each has its own unit set, and both share the core in short slices.
PAIRS = [(system, banks, steps) for system in ("combined", "events") for banks in (False, True) for steps in (40, 500)]


@pytest.mark.slow
@pytest.mark.parametrize("system, banks, steps", [
    pytest.param(*pair, id=f"{pair[0]}{'-banks' * pair[1]}-{pair[2]}",
                 marks=[pytest.mark.slow] * (pair != ("events", False, 40)))
    for pair in PAIRS])
def test_two_applications_on_units_have_the_native_logs(system, banks, steps):
    apps = kernel_apps.App("narrow", 1, steps), kernel_apps.App("short", 2, steps)
    chosen = rtos.get().sized_for(configuration.read(system), kernel_apps.VARIANTS["narrow"].defs)
    by_name = dict(zip(("one", "two"), apps))
    all_guests = guests.Guests(FOLDER, tuple(
        dataclasses.replace(app_guest(app, rtos.get().switches(chosen, kernel_apps.VARIANTS[app.variant].defs),
                                      chosen.units),
                            name=name, slice_or_budget=1500, priority=0, memory=RAM, lines=(), devices=())
        for name, app in by_name.items()), ram=4 * RAM)
    soc = guests.soc_of(all_guests, configuration.of_options(*(["--units", "--contexts", "4"] if banks else [])))
    built = guests.build(all_guests, soc, values={name: values_of(app) for name, app in by_name.items()})
    outcome = execution.execute(built, soc, max_cycles=60_000_000)
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


def exits_with_zero(source, software=SW, defs="", line=None, max_cycles=6_000_000, **kernel):
    """Return whether a program of this folder ends with exit code 0."""
    guest = on_kernel([FOLDER / source], test_kernel.CFG, defs, **kernel)
    return run(guest, software, line=line, max_cycles=max_cycles).status == 0


def own_interrupts_are_taken(software=SW, **kernel):
    return exits_with_zero("raise.c", software, **kernel)


def time_is_kept(software=SW):
    """Two kernels keep time next to a program that uses all remaining time."""
    all_guests = guests.read(FOLDER / "kernels.toml")
    built = guests.build(all_guests, plain_soc(), software=software)
    outcome = execution.execute(built, plain_soc(), max_cycles=5_000_000)
    return (outcome.status == 0 and all(lines_of(outcome, name)[-1:] == ["in time"] for name in ("control", "display"))
            and "busy: as it should be\n" in outcome.output.partition("control: in time")[0])


def own_timer_keeps_time(software=SW):
    """A guest with its own timer keeps time, although it often cannot run for more than two ticks."""
    all_guests = guests.read(FOLDER / "clock.toml")
    soc = guests.soc_of(all_guests, PLAIN)
    outcome = execution.execute(guests.build(all_guests, soc, software=software), soc, max_cycles=4_000_000)
    found = re.fullmatch(r"in time, and so many ticks at once: (\d+)", "".join(lines_of(outcome, "clock")))
    return found is not None and int(found[1]) >= 2


def line_interrupts_again(software=SW, **kernel):
    return exits_with_zero("posts.c", software, line=execution.Line(3000, 5000), max_cycles=1_100_000, **kernel)


def idle_hook_is_called_repeatedly(software=SW, **kernel):
    return exits_with_zero("idle_hook.c", software, IDLE_DOES_NOT_WAIT, **kernel)


def idle_time_is_counted(software=SW, **kernel):
    return exits_with_zero("usage.c", software, "-DOS_TASK_STAT_EN=1u", max_cycles=40_000_000, **kernel)


@pytest.mark.sample(1)
@pytest.mark.parametrize("program", slow_except([at_every_cycle, registers_are_kept, sections_nest,
                                                 own_interrupts_are_taken, time_is_kept, own_timer_keeps_time,
                                                 line_interrupts_again, idle_hook_is_called_repeatedly,
                                                 idle_time_is_counted],
                                                [at_every_cycle, sections_nest, own_interrupts_are_taken, time_is_kept,
                                                 line_interrupts_again],
                                                ids=lambda program: program.__name__))
def test_guest_meets_the_requirements_of_a_kernel(program):
    assert program()


@pytest.mark.slow
@pytest.mark.parametrize("step", [1, 7])
def test_interrupt_at_every_cycle_of_a_switch_loses_nothing(step):
    assert at_every_cycle(step=step)


@guest_ports.KERNEL.each
def test_a_fault_of_the_port_is_found(mutant, tmp_path):
    program = globals()[mutant.needs[0]]
    assert not program(mutant.copy(tmp_path))


# ------------------------------------------------------------------------------------------------------ a user's tree

TREE = ROOT / "tests" / "patch" / "tree"
TREE_APP = ROOT / "tests" / "patch" / "app.c"
TREE_CFG = ROOT / "tests" / "patch" / "cfg"


@pytest.mark.slow
@pytest.mark.parametrize("patched", slow_except([False, True], [False]))
def test_another_kernel_behaves_the_same_in_a_guest(patched, tmp_path):
    tree = TREE
    if patched:
        tree = tmp_path / "patched"
        patch.patch(TREE, tree)
    native = execution.execute(firmware.build("patch_app", [TREE_APP], TREE_CFG, plain_soc(), kernel=TREE), plain_soc())
    outcome = run(guest_of([TREE_APP], TREE_CFG, tree=tree))
    assert (native.status, outcome.status) == (0, 0), outcome.output + outcome.errors
    assert lines_of(outcome) == native.output.splitlines()


def test_refuses_events_for_a_tree_with_software_events(tmp_path):
    patch.patch(TREE, tmp_path / "tree")
    header = tmp_path / "tree" / "ucos_ii.h"
    header.write_text(header.read_text().replace("OS_EVENT_UNIT", "MY_EVENT_UNIT"))
    with pytest.raises(MetroError, match="keeps its events in software: it does not support system events"):
        guests.read(write_file(tmp_path, 'kernel = "tree"\nsystem = "events"'))


# --------------------------------------------------------------------------------------------------- an upstream tree

TREES = ["original", "patched original", "patched scheduler", "patched timer", "patched combined", "patched events"]


def tree_and_system(upstream, which):
    """Return the tree and the system that `which` names."""
    is_patched, _, system = which.rpartition(" ")
    return {"tree": patch.patched(upstream) if is_patched else upstream, "system": system}


def run_natively(source, cfg, defs, tree, system):
    """Run a program with a tree and without a monitor. Return the outcome."""
    chosen = configuration.read(system)
    soc = soc_module.of(rtos.get().sized_for(chosen, defs))
    built = firmware.build(source.stem, [source], cfg, soc, kernel=tree,
                           defs=f"{defs} {rtos.get().switches(chosen, defs)}",
                           strict=False)
    return execution.execute(built, soc, max_cycles=60_000_000)


# In these programs, V2.93.01 dereferences a null pointer, such as OSTCBCur before OSStart(). Without a monitor, the
# access reads the ROM.
NULL_DEREFERENCES = ("arg_chk_off", "before_start", "blocks", "mutex_owner", "task_reg")
NULL = 0x100            # accesses through a null pointer are below this address


@pytest.mark.parametrize("which", slow_except(TREES, TREES[:1]))
@pytest.mark.parametrize("source, opt, defs", [
    pytest.param(*case[:3], id=case[3],
                 marks=[pytest.mark.slow] * (case[0].stem not in ("sched_random", "blocks", "int_nesting")))
    for case in KERNEL])
def test_kernel_programs_have_their_native_outcome_in_a_guest(source, opt, defs, which, upstream):
    """The outcomes are equal, pass or fail: an upstream kernel does not pass all of these programs."""
    kernel = tree_and_system(upstream, which)
    native = run_natively(source, test_kernel.CFG, defs, **kernel)
    outcome = run(on_kernel([source], test_kernel.CFG, f"{defs} {IDLE_DOES_NOT_WAIT}", **kernel))
    native_output, guest_output = native.output.replace("\n", ""), "".join(lines_of(outcome))
    if outcome.status == 120:
        cause, address = re.search(r"monitor: guest: (.*) at .*, address (0x\w+)", outcome.output).groups()
        assert native_output.startswith(guest_output)
        assert (re.search(rf"EXCEPTION \d+: {cause}\n", native.output)
                or source.stem in NULL_DEREFERENCES and cause.endswith("access fault") and int(address, 16) < NULL)
    else:
        assert (outcome.status, guest_output) == (native.status, native_output)


COMMON = [kernel_apps.App("common", 1, 400), kernel_apps.App("common-fast", 4, 400),
          kernel_apps.App("common-many", 3, 400)]


@pytest.mark.parametrize("which", slow_except(TREES, (TREES[0], TREES[-1])))
@pytest.mark.parametrize("app", slow_except(COMMON, COMMON[:1]))
def test_application_on_an_upstream_kernel_has_our_native_log(app, which, upstream):
    kernel = tree_and_system(upstream, which)
    defs = f"{kernel_apps.VARIANTS[app.variant].defs} {IDLE_DOES_NOT_WAIT}"
    outcome = run(on_kernel(sorted(kernel_apps.FOLDER.glob("*.c")), kernel_apps.CFG, defs, **kernel),
                  values=values_of(app))
    assert (outcome.status, hashes_of(outcome)) == (0, kernel_apps.run(app, "original").hashes), outcome.output


REQUIREMENTS = [at_every_cycle, registers_are_kept, sections_nest, own_interrupts_are_taken, line_interrupts_again,
                idle_hook_is_called_repeatedly, idle_time_is_counted]


@pytest.mark.parametrize("which", slow_except(TREES, (TREES[0], TREES[-1])))
@pytest.mark.parametrize("program", slow_except(REQUIREMENTS, REQUIREMENTS, ids=lambda program: program.__name__))
def test_guest_meets_the_requirements_of_an_upstream_kernel(program, which, upstream):
    assert program(**tree_and_system(upstream, which))


@pytest.mark.slow
@pytest.mark.parametrize("which", [TREES[0], TREES[-1]])
@pytest.mark.parametrize("step", [1, 7])
def test_interrupt_in_an_upstream_kernels_switch_loses_nothing(step, which, upstream):
    assert at_every_cycle(step=step, **tree_and_system(upstream, which))


@guest_ports.OTHER_KERNEL.each
def test_a_fault_of_the_port_for_another_kernel_is_found(mutant, tmp_path, upstream):
    program = globals()[mutant.needs[0]]
    software = mutant.copy(tmp_path)
    shutil.rmtree(software / "kernel")
    shutil.copytree(upstream, software / "kernel")
    assert not program(software)


@pytest.mark.parametrize("which", slow_except(TREES, (TREES[0], TREES[-1])))
def test_one_file_runs_two_upstream_kernels_and_a_program(which, tmp_path, upstream):
    kernel = tree_and_system(upstream, which)
    for name in ("tasks", "busy.c"):
        (tmp_path / name).symlink_to(FOLDER / name)
    text = (FOLDER / "kernels.toml").read_text()
    assert text.count('kernel = "ucos"') == 2
    (tmp_path / "kernels.toml").write_text(
        text.replace('kernel = "ucos"', f'kernel = "{kernel["tree"]}"\nsystem = "{kernel["system"]}"'))
    check_two_kernels_run(tmp_path / "kernels.toml")


# -------------------------------------------------------------------------------------------------- guests of a file

def write_file(folder, more="", program="tasks", memory=65536):
    shutil.copytree(FOLDER / "tasks", folder / "tasks", dirs_exist_ok=True)
    (folder / "these.toml").write_text(f'[[guest]]\nname = "a"\nprogram = "{program}"\nmemory = {memory}\n{more}\n')
    return folder / "these.toml"


def check_two_kernels_run(file):
    outcome = metro("run", "--guests", file, cwd=ROOT)
    assert outcome.returncode == 0, outcome.stderr
    for name in ("control", "display"):
        assert [line for line in outcome.stdout.splitlines() if line.startswith(f"{name}: ")] == [
            *(f"{name}: tick {n}" for n in range(10, 51, 10)), f"{name}: in time"]
    assert "busy: as it should be\n" in outcome.stdout


@pytest.mark.slow
def test_one_file_runs_two_kernels_and_a_program():
    check_two_kernels_run(FOLDER / "kernels.toml")


def test_tree_and_include_paths_are_relative_to_the_file(tmp_path):
    shutil.copytree(SW / "kernel", tmp_path / "tree")
    file = write_file(tmp_path, 'kernel = "tree"\ntick_rate = 500\ndefine = ["TICKS=7u"]\ninclude = ["tree"]')
    program = guests.read(file).guests[0].program
    assert program.tree == tmp_path / "tree" and program.app.define == ("TICKS=7u",)
    assert "OS_TICKS_PER_SEC 500u" in (program.app.cfg[0] / "os_cfg.h").read_text()
    assert program.app.include == (tmp_path / "tree",)


@pytest.mark.parametrize("more, message", [
    ('kernel = "vxworks"', 'kernel = "vxworks" is neither ucos nor freertos'),
    ('kernel = "ucos"\nsystem = "tickless"', 'system = "tickless": a guest has no register banks, task lists or time'),
    ('kernel = "ucos"\nsystem = "contexts"', 'system = "contexts": a guest has no register banks, task lists or time'),
    ('kernel = "ucos"\nunits = true', 'units is for a guest without a kernel'),
    ('kernel = "ucos"\nsystem = "best"', "there is no configuration best"),
    ('kernel = "ucos"\ntick_rate = 0', "tick_rate = 0: allowed: 1 to 10000 ticks per second"),
    ('kernel = "ucos"\ntick_rate = 20000', "tick_rate = 20000: allowed: 1 to 10000 ticks per second"),
    ('tick_rate = 100', "tick_rate is for a guest with a kernel"),
    ('define = ["X"]', "define is for a guest with a kernel"),
    ('kernel = "ucos"\ndefine = ["1X"]', "'1X' does not define a macro"),
    ('kernel = "ucos"\ninclude = ["none"]', "there is no folder"),
])
def test_refuses_invalid_keys_of_a_kernel_guest(tmp_path, more, message):
    with pytest.raises(MetroError, match=re.escape(message)):
        guests.read(write_file(tmp_path, more))


def test_refuses_guests_that_need_different_units(tmp_path):
    file = write_file(tmp_path, 'kernel = "ucos"\nsystem = "events"')
    file.write_text(file.read_text() + file.read_text().replace('"a"', '"b"').replace("events", "combined"))
    with pytest.raises(MetroError, match="the guests a and b need different units"):
        guests.load(file, "-O2", configuration.of_options())


def test_refuses_a_source_file_small_memory_and_threads(tmp_path):
    with pytest.raises(MetroError, match="the program of a guest with a kernel is a folder"):
        guests.read(write_file(tmp_path, 'kernel = "ucos"', "tasks/main.c"))
    all_guests = guests.read(write_file(tmp_path, 'kernel = "ucos"', memory=16384))
    with pytest.raises(MetroError, match="guest a: its program is too large"):
        guests.build(all_guests, plain_soc())
    file = write_file(tmp_path, 'kernel = "ucos"')
    (tmp_path / "tasks" / "app.toml").write_text('threads = ["sort.v"]\n')
    (tmp_path / "tasks" / "sort.v").write_text("module sort; endmodule\n")
    with pytest.raises(MetroError, match="a guest cannot have hardware threads yet"):
        guests.read(file)


@pytest.mark.slow
@pytest.mark.parametrize("system, restarts", [
    ("original", 2), pytest.param("original", 300, marks=pytest.mark.slow),
    pytest.param("events", 300, marks=pytest.mark.slow)])
def test_restarted_kernel_loses_nothing(tmp_path, system, restarts):
    """The kernel's guest faults where it would end. A real-time guest runs next to it."""
    file = write_file(tmp_path, f'kernel = "ucos"\nsystem = "{system}"\ntick_rate = 2500\nrestart = {restarts}')
    text = (FOLDER / "tasks" / "main.c").read_text()
    for old, new in (("TICKS 50u", "TICKS 3u"), ("% 10u", "% 3u"), ("cycles > 2u", "cycles > 9u"),
                     ("BSP_Exit(0);", '__asm__ volatile ("ebreak");')):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "tasks" / "main.c").write_text(text)
    (tmp_path / "ticks.c").write_text((FOLDER / "ticks.c").read_text())
    file.write_text('ram = 262_144\n' + file.read_text() +
                    '[[guest]]\nname = "ticks"\nprogram = "ticks.c"\nmemory = 4096\npriority = 1\n')
    outcome = execution.execute(*guests.load(file, "-O2", configuration.of_options()),
                                max_cycles=1_000_000 * (3 + restarts))
    assert outcome.status == 120, outcome.output + outcome.errors
    assert lines_of(outcome, "a") == ["tick 3", "in time"] * (restarts + 1)
    assert lines_of(outcome, "ticks")[:-1] == [f"tick {n:05}" for n in range(1, 51)]


@pytest.mark.parametrize("ram", ["1000", '"all"', "true"])
def test_refuses_an_invalid_ram_size(tmp_path, ram):
    (tmp_path / "these.toml").write_text(f"ram = {ram}\n")
    with pytest.raises(MetroError, match="ram cannot be"):
        guests.read(tmp_path / "these.toml")


# ---------------------------------------------------------------------------------------------------- Thread-Metric

@pytest.mark.slow
@pytest.mark.parametrize("workload", slow_except(thread_metric.WORKLOADS, ["message_processing",
                                                                           "interrupt_preemption_processing"]))
def test_workload_in_a_guest_ends_without_an_error(workload):
    soc = guest_thread_metric.soc("")
    run = guest_thread_metric.run(guest_thread_metric.guest(workload, soc, 0.1), soc, 0.1)
    assert guest_thread_metric.score(run.result()) > 100


def test_bench_refuses_workloads_that_have_no_guest():
    code, message = refusal("bench", "tick", "--guest")
    assert code == 1 and "--guest measures only our workloads on our kernel" in message
