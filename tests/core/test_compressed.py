# SPDX-License-Identifier: Apache-2.0
"""A sample of the kernel's tests, built for a core with compressed instructions."""
import re

import pytest

from metro import configuration
from metro.products import core, firmware, rtos, soc as soc_module
from metro.run import execution as run_module, command as run_command
from metro.verify import conformance
from support import ROOT, metro
from test_kernel import CFG, PROGRAMS

# Programs: random scheduling, nested interrupts, mutexes. API areas: delays, wait lists, priorities.
SAMPLE = ("sched_random", "int_nesting", "mutex_owner")
COMPRESSED = conformance.Variant(changes=(("core.compressed", True),), areas=("sem", "mutex", "task", "time"))


@pytest.fixture(scope="module")
def socs():
    made = {system: core.generate(configuration.of_options("--config", system, "--compressed"))
            for system in ("combined", configuration.CONTEXTS)}
    assert {core.describe(folder)["isa"] for folder in made.values()} == {"rv32imc"}
    return {system: soc_module.build(folder) for system, folder in made.items()}


@pytest.mark.slow                           # needs its own simulators
@pytest.mark.parametrize("system", ["combined", configuration.CONTEXTS])
@pytest.mark.parametrize("name", SAMPLE)
def test_kernel_runs_with_compressed_instructions(socs, name, system):
    soc = socs[system]
    built = firmware.build(name, [PROGRAMS / f"{name}.c"], CFG, soc,
                           defs=rtos.get().switches(configuration.read(system)))
    assert compressed_share(built) > 0.4
    outcome = run_module.execute(built, soc, max_cycles=40_000_000)
    assert outcome.status == 0, outcome.output + outcome.errors
    assert re.fullmatch(r"ok: [1-9]\d* checks", outcome.output.strip()), outcome.output


@pytest.mark.slow
@pytest.mark.parametrize("system", ["combined", configuration.CONTEXTS])
@pytest.mark.parametrize("area", COMPRESSED.areas)
def test_api_behaves_the_same_with_compressed_instructions(area, system):
    found = conformance.run(area, system, variant=COMPRESSED)
    expected = {case.name: case.log for case in conformance.cases(area)}
    assert expected == {name: outcome.log for name, outcome in found.items()}


@pytest.mark.slow
def test_run_takes_a_compressed_core():
    run = metro("run", "sw/selftest", "--system", "combined", "--compressed", cwd=ROOT)
    assert run.returncode == 0 and run.stdout.endswith(" instructions, 0 differences\n"), run.stdout + run.stderr


@pytest.mark.slow
def test_run_compiles_a_folder_for_a_compressed_core():
    made, soc = run_command.load(
        ROOT / "sw" / "selftest", chosen=configuration.read("combined").changed({"core.compressed": True}))
    assert core.describe(soc)["isa"] == "rv32imc" and compressed_share(made) > 0.4


@pytest.mark.sample(1)
@pytest.mark.parametrize("options, reason", [
    (["--gdb"], "--gdb: the debugger supports 32-bit instructions only"),
    (["--adapter", "cfu"], "the stock core is fixed, so --compressed cannot be changed"),
])
def test_unsupported_options_of_a_compressed_core_are_refused(options, reason):
    run = metro("run", "sw/selftest", "--compressed", *options, cwd=ROOT)
    assert run.returncode == 1 and reason in run.stderr and "Traceback" not in run.stderr


def compressed_share(built):
    """Return the share of compressed instructions in the kernel's functions (0 to 1)."""
    short = long = 0
    for start, size, name in built.functions:
        if name.startswith("OS"):
            at = start
            while at < start + size:
                if built.image[at] & 3 == 3:
                    at, long = at + 4, long + 1
                else:
                    at, short = at + 2, short + 1
    return short / (short + long)
