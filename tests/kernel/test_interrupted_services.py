# SPDX-License-Identifier: Apache-2.0
"""Raise an interrupt at every cycle of calls of Zephyr and RIOT: the calls that sw/ replaces, and the calls that wait
or wake. Check that nothing is lost (tests/kernel/sweep.h). `./metro test --all --kernel TREE` runs the sweeps."""
import re

import pytest

from metro import configuration
from metro.measure.workloads import LARGE_CACHES
from metro.products import firmware, soc
from metro.products.own_build import riot, zephyr
from metro.run import execution
from metro.run.execution import CYCLE_LIMIT
from mutants import riot as riot_mutants, zephyr as zephyr_mutants
from support import ROOT, tree_of

FOLDER = ROOT / "tests" / "kernel"
MODULES = {"zephyr": zephyr, "riot": riot}
SYSTEMS = "original", "levels", "levels-contexts"
CYCLES, FAULT_CYCLES = 3_000_000_000, 300_000_000
MUTEXES = 8             # the kind in tests/kernel/riot/sweep


@pytest.fixture
def zephyr_tree(request):
    return tree_of(request.config, "zephyr")


@pytest.fixture
def riot_tree(request):
    return tree_of(request.config, "riot")


def sweep(key, tree, name, step=1, kinds=~0, cycles=CYCLES, settings=()):
    """Run the sweep with caches so large that a call takes the same number of cycles in each run. step: cycles between
    two distances. kinds: bit mask of the kinds in the application's table. cycles: limit of the run. settings: of the
    application's build."""
    chosen = configuration.read(name).changed(LARGE_CACHES)
    board = soc.of(chosen, timers=1)
    about = soc.description(board)
    if key == "zephyr":
        settings = [f"CONFIG_SWEEP_TIMER={about['csr_registers']['timer1_load']['addr']:#x}",
                    f"CONFIG_SWEEP_LINE={about['constants']['timer1_interrupt']}", *settings]
    elf = MODULES[key].build(FOLDER / key / "sweep", tree, chosen, "", board, settings)
    built = firmware.read(elf, board).with_values({"sweep_step": step, "sweep_kinds": kinds})
    return execution.execute(built, board, max_cycles=cycles)


def passes(run):
    return run.status == 0 and re.search(r"^PASS: [1-9]\d+ interrupts\r?$", run.output, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_an_interrupt_at_every_cycle_of_zephyr_loses_nothing(name, zephyr_tree):
    run = sweep("zephyr", zephyr_tree, name)
    assert passes(run), run.output + run.errors


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_an_interrupt_at_every_cycle_of_riot_loses_nothing(name, riot_tree):
    run = sweep("riot", riot_tree, name)
    assert passes(run), run.output + run.errors


@pytest.mark.slow
def test_an_interrupt_at_every_cycle_of_a_promotion_loses_nothing(riot_tree):
    """With RIOT's own port, a promoted thread that releases the mutex lets the next one run with interrupts off."""
    run = sweep("riot", riot_tree, "levels-contexts", kinds=MUTEXES, settings=["INHERITANCE=1"])
    assert passes(run), run.output + run.errors


def is_found(run):
    """Return whether a check failed, or the program hangs: without a fault, it ends long before FAULT_CYCLES."""
    return run.status == CYCLE_LIMIT or run.status != 0 and re.search(r", \d+ cycles: |FATAL ERROR|kernel panic",
                                                                      run.output)


@pytest.mark.slow
@zephyr_mutants.INTERRUPTED.each
def test_a_fault_of_the_zephyr_module_is_found(mutant, zephyr_tree, tmp_path, monkeypatch):
    name, kinds = mutant.needs
    monkeypatch.setattr(zephyr, "MODULE", mutant.copy(tmp_path) / "zephyr")
    run = sweep("zephyr", zephyr_tree, name, kinds=kinds, cycles=FAULT_CYCLES)
    assert is_found(run), run.output + run.errors


@pytest.mark.slow
@riot_mutants.INTERRUPTED.each
def test_a_fault_of_the_riot_cpu_is_found(mutant, riot_tree, tmp_path, monkeypatch):
    name, kinds = mutant.needs
    monkeypatch.setattr(riot, "MODULE", mutant.copy(tmp_path) / "riot")
    run = sweep("riot", riot_tree, name, kinds=kinds, cycles=FAULT_CYCLES)
    assert is_found(run), run.output + run.errors


# ----------------------------------------------------------------------------------------- contents of the tables

# Functions that the module replaces, and that are no row: the rows that call them, or the reason.
IN_ROWS = {
    "arch_irq_offload": ["irq_offload"], "arch_new_thread": ["k_thread_create"],
    "z_riscv_switch": ["k_sem_take"], "_isr_wrapper": ["no call"],              # in each sweep
    "z_impl_k_thread_abort": ["k_thread_abort"],
    "sched_run": ["no call"], "sched_set_status": ["thread_wakeup"], "sched_task_exit": ["thread_create"],
    "thread_stack_init": ["thread_create"], "cpu_switch_context_exit": ["thread_create"]}
NO_CALLS = {"core_panic", "riscv_irq_init", "sched_register_cb",                # end, start, start
            "ps", "thread_print_stack",                                         # they only print
            "k_thread_cpu_mask_clear", "k_thread_cpu_mask_enable_all", "k_thread_cpu_mask_enable",
            "k_thread_cpu_mask_disable", "k_thread_cpu_pin"}                    # not available


def replaced_by_zephyr_module():
    text = (ROOT / "sw" / "zephyr" / "kernel" / "CMakeLists.txt").read_text()
    lists = re.findall(r"(?:foreach\(function|set\(functions|APPEND functions)([^)$]*)\)", text)
    return {name for names in [*lists, *re.findall(r"--wrap=(\w+)\)", text)] for name in names.split()}


def replaced_by_riot_cpu():
    text = (ROOT / "sw" / "riot" / "cpu" / "metronome" / "Makefile.include").read_text()
    return {name for names in re.findall(r"METRONOME_WRAPPED \+?:?= (.*)", text) for name in names.split()}


@pytest.mark.parametrize("source, replaced", [("zephyr/sweep/src/main.c", replaced_by_zephyr_module),
                                              ("riot/sweep/main.c", replaced_by_riot_cpu)])
def test_each_replaced_function_is_swept(source, replaced):
    rows = set(re.findall(r'^    \{ "([\w ]+)", &', (FOLDER / source).read_text(), re.MULTILINE))
    functions = replaced()
    assert len(functions) > 7
    assert functions - rows - NO_CALLS - {name for name, callers in IN_ROWS.items() if set(callers) <= rows} == set()
