# SPDX-License-Identifier: Apache-2.0
"""Interrupts that user mode handles: at every cycle of a program, also together with interrupts of machine mode. Each
program has its own registers. The test programs find faults in the netlist."""
import json
import sys

import pytest

from mutants.core import INTERRUPTS, INTERRUPTS_BANKS, INTERRUPTS_CORE, INTERRUPTS_RVC, with_all
from support import ROOT, metro, slow_except

sys.path.insert(0, str(ROOT / "tests" / "core" / "pmp"))
import bench  # noqa: E402  (found by the line above)
import user_interrupt_registers  # noqa: E402

CORES = {
    "rules": INTERRUPTS_CORE,
    "user mode alone": ("--user-mode", "--user-interrupts", "2"),
    "units": ("--user-mode", "--pmp", "4", "--user-interrupts", "8", "--units"),
    "banks": INTERRUPTS_BANKS,
    "compressed": INTERRUPTS_RVC,
    "small caches": ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--icache-bytes", "512",
                     "--dcache-bytes", "512", "--prediction", "dynamic_target"),
    "hot code": ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--hot-bytes", "4096"),
    "debugger": ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--debug"),
}
each_core = pytest.mark.parametrize("options", CORES.values(), ids=CORES)
first_core = pytest.mark.parametrize("options", [
    pytest.param(options, id=name, marks=[pytest.mark.slow] * (name != "rules")) for name, options in CORES.items()])


def programs(options):
    return int(options[options.index("--user-interrupts") + 1])


def at_every_cycle(options, wait, spread=0, seed=1, delays=None):
    """Run the program once for each delay of the interrupt in cycles. delays: first and last delay; default: all."""
    setup = {"options": options, "wait": wait, "spread": spread, "seed": seed}
    without = bench.run("user_interrupt_any_cycle.S", **setup)
    assert without.status == 0, without
    assert without.cycles > 4000
    first, last = delays or (0, without.cycles)
    outcome = bench.run("user_interrupt_any_cycle.S", **setup, sweep=(first, last))
    print(outcome)
    assert outcome.status == 0, outcome
    # Every run has one interrupt, because the program waits for it at the end.
    assert outcome.runs == outcome.interrupts == last + 1 - first


@first_core
@pytest.mark.parametrize("cycles", slow_except((None, (1000, 1400)), ((1000, 1400),)))
def test_user_interrupt_at_any_cycle(options, cycles):
    at_every_cycle(options, wait=0, delays=cycles)


@pytest.mark.slow
@each_core
def test_user_interrupt_at_any_cycle_with_bus_waits(options):
    at_every_cycle(options, wait=4)


@pytest.mark.slow
@first_core
@pytest.mark.parametrize("spread", slow_except((3, 12, 60, 400), (12,)))
def test_user_and_machine_interrupts_at_any_cycle(options, spread):
    at_every_cycle(options, wait=spread % 2, spread=spread, seed=spread)


@pytest.mark.sample(1)
@each_core
@pytest.mark.parametrize("seed", slow_except(range(1, 9), range(1, 3)))
def test_each_program_has_its_own_registers(options, seed):
    outcome = bench.run("user_interrupt_registers.S", options, wait=seed % 4, seed=seed,
                        generated=user_interrupt_registers.generate(programs(options), seed))
    assert outcome.status == 0, outcome


@pytest.mark.sample(1)
@each_core
def test_interrupts_are_delivered_in_the_right_state(options):
    for wait in (0, 1, 4):
        outcome = bench.run("user_interrupt_delivery.S", options, wait=wait)
        assert outcome.status == 0 and outcome.mark == 2, (outcome, wait)


# Faults

def findings(options, number):
    """Yield the exit status of each program on the core. number: the active fault; 0: no fault."""
    mutate = with_all(INTERRUPTS.of(options))

    def on(program, **more):
        return bench.run(program, options, mutate, number, **more).status
    yield on("user_interrupt_delivery.S")
    for seed in (1, 2):
        yield on("user_interrupt_registers.S", seed=seed,
                 generated=user_interrupt_registers.generate(programs(options), seed))
    yield on("user_interrupt_any_cycle.S", wait=0, sweep=(100, 400))
    yield on("user_interrupt_any_cycle.S", wait=1, spread=12, sweep=(100, 400))


@pytest.mark.slow
@pytest.mark.parametrize("core", ("rules", "banks", "compressed"))
def test_netlist_with_all_faults_off_passes(core):
    assert not any(findings(CORES[core], 0))


@pytest.mark.sample(6)
@INTERRUPTS.each
def test_a_fault_is_found(mutant):
    assert any(findings(*mutant.needs, INTERRUPTS.number(mutant)))


def test_description_has_the_number_of_programs(tmp_path):
    assert metro("gen", "--user-mode", "--user-interrupts", "2", "--output", tmp_path).returncode == 0
    assert json.loads((tmp_path / "core.json").read_text())["user_interrupts"] == 2
