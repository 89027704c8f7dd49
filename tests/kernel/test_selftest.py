# SPDX-License-Identifier: Apache-2.0
"""The self-test that users run on their core: a good core passes, and the output names a faulty instruction."""
import hashlib
import re
import shutil

import pytest

from metro import configuration
from metro.products import core as core_module, firmware, isa, rtos, soc as soc_module
from metro.run import execution as run
from mutants.model import INSTRUCTIONS, OTHER_CORES
from mutants.units import UNITS
from support import ROOT, metro

SELFTEST = ROOT / "sw" / "selftest" / "main.c"
CFG = ROOT / "sw" / "kernel" / "template"
SMALL = ("--tasks", "8", "--width", "4", "--engine", "lookahead", "--events", "4", "--queue-words", "16")
LOOK_AHEAD = "ready, time, 64 tasks, delays of 16 bits, look-ahead engine"


def board(*options):
    return soc_module.build(core_module.generate(configuration.of_options(*options)))


def selftest(soc, source=SELFTEST, **options):
    built = firmware.build("selftest", [source], CFG, soc, **options)
    return run.execute(built, soc, max_cycles=100_000_000)


def lines(output):
    """Return {instruction: result} from the output of the self-test."""
    return dict(re.findall(r"^  (ci_\w+) +(.*)$", output, re.MULTILINE))


def differing(output):
    return [name for name, result in lines(output).items() if result.startswith("DIFFERS: ")]


def instructions(*absent):
    return [isa.intrinsic(*both) for both in isa.plain_instructions(isa.read()) if both[0]["name"] not in absent]


@pytest.mark.parametrize("options, absent, has", [
    # test_kernel_starts_after_the_selftest() checks the same output.
    pytest.param(("--units",), ["event"], LOOK_AHEAD, id="look-ahead", marks=pytest.mark.slow),
    pytest.param(("--tasks", "100", "--width", "24", "--engine", "parallel"), ["event"],
                 "ready, time, 100 tasks, delays of 24 bits, parallel engine", id="parallel", marks=pytest.mark.slow),
    pytest.param(("--units", "--no-time"), ["time", "event"], "ready, 64 tasks", id="ready",
                 marks=pytest.mark.slow),
    pytest.param(("--units", "--no-ready"), ["ready", "event"],
                 "time, 64 tasks, delays of 16 bits, look-ahead engine", id="time", marks=pytest.mark.slow),
    pytest.param(("--config", "events"), [], "ready, time, 64 tasks, delays of 16 bits, look-ahead engine, 32 events",
                 id="events", marks=pytest.mark.slow),
    pytest.param(SMALL, [], "ready, time, 8 tasks, delays of 4 bits, look-ahead engine, 4 events", id="small",
                 marks=pytest.mark.slow),
])
def test_a_good_core_passes(options, absent, has):
    outcome = selftest(board(*options))
    assert outcome.status == 0, outcome.output + outcome.errors
    results = check_all_ok(outcome, absent, has)
    if "--units" in options and not absent[1:]:
        check_datasheet_cycles(results)


def check_all_ok(outcome, absent, has):
    assert outcome.output.startswith(f"Accelerator self-test, units: {has}\n")
    results = lines(outcome.output)
    assert list(results) == instructions(*absent)
    assert all(re.fullmatch(r"ok; \d+ (to \d+ )?cycles?", line) for line in results.values()), results
    assert outcome.output.endswith(f"Accelerator self-test: {len(results)} instructions, 0 differences\n")
    return results


def check_datasheet_cycles(results):
    """Check the cycles with 64 tasks. Software leaves the engine enough time, so an instruction takes more than one
    cycle only if it always waits."""
    slow = {name: line for name, line in results.items() if line != "ok; 1 cycle"}
    assert slow == {"ci_time_get": "ok; 2 cycles", "ci_time_take": "ok; 2 cycles", "ci_time_expired": "ok; 34 cycles"}


@pytest.mark.slow
def test_result_does_not_depend_on_the_optimisation():
    soc = board(*SMALL)
    assert selftest(soc, opt="-O0").output == selftest(soc).output


def test_core_without_units_is_reported():
    outcome = selftest(board())
    assert outcome.status == 0
    assert outcome.output == "Accelerator self-test, no units: this core knows none of the instructions\n"


def test_each_instruction_has_a_mutant():
    faulty, all_names = {mutant.name for mutant in INSTRUCTIONS}, set(instructions())
    assert faulty == all_names, f"change INSTRUCTIONS in tests/mutants/model.py: {', '.join(faulty ^ all_names)}"


@pytest.mark.slow
@INSTRUCTIONS.each
def test_difference_names_its_instruction(mutant, tmp_path):
    """Put the fault into the model, because the self-test reports the same difference for a fault of the core."""
    [instruction] = mutant.needs or [mutant.name]
    outcome = selftest(board(*SMALL), software=mutant.copy(tmp_path))
    built = len(instructions())
    assert outcome.status == 1
    assert differing(outcome.output) == [instruction], outcome.output
    assert f"{instruction}(0x" in lines(outcome.output)[instruction]
    assert re.search(r" gives 0x[0-9a-f]+, the model 0x[0-9a-f]+; (\d+ to )?\d+ cycles?$",
                     lines(outcome.output)[instruction])
    tried = [name for name, result in lines(outcome.output).items() if result != "not tried"]
    assert re.search(rf"^Accelerator self-test: {len(tried)} instructions, [1-9]\d* differences?"
                     + (f", {built - len(tried)} not tried" if len(tried) < built else "") + r"\n\Z",
                     outcome.output, re.MULTILINE), outcome.output


UNIT_FAULTS = {"a tick counts while the unit is inactive": "ci_time_activate",
               "next does not acknowledge": "ci_time_next", "a move loses held": "ci_time_move"}


@pytest.mark.slow
def test_faults_in_the_units_name_their_instructions(tmp_path):
    good = core_module.generate(configuration.of_options(*SMALL))
    netlist = (good / "VexRiscv.v").read_text()
    for name in UNIT_FAULTS:
        netlist = UNITS[name].put_into(netlist)
    core = tmp_path / hashlib.sha256(netlist.encode()).hexdigest()             # the SoC cache uses this name
    core.mkdir()
    shutil.copy(good / "core.json", core)
    (core / "VexRiscv.v").write_text(netlist)
    outcome = selftest(soc_module.build(core))
    assert outcome.status == 1
    assert sorted(differing(outcome.output)) == sorted(UNIT_FAULTS.values()), outcome.output


@pytest.mark.sample(1)
@OTHER_CORES.each
def test_incompatible_core_is_not_tested(mutant, tmp_path):
    outcome = selftest(board("--units"), software=mutant.copy(tmp_path))
    assert outcome.status == 1 and mutant.needs[0] in outcome.output and not lines(outcome.output)


def test_selftest_refuses_to_run_after_osinit(tmp_path):
    (tmp_path / "checks.h").write_text("#include <os_accel_test.h>\n")          # enough to link the self-test
    source = tmp_path / "main.c"
    source.write_text("""
        #include <stdio.h>
        #include <ci_intrinsics.h>
        #include "checks.h"
        int main(void)
        {
            INT32U differences;
            OSInit();
            differences = OS_AccelSelfTest(putchar);
            return differences == 1u && ci_ready_highest() < OS_LOWEST_PRIO + 1u ? 0 : 2;
        }
    """)
    outcome = selftest(board("--units"), source, defs=rtos.get().switches(configuration.read("combined")))
    assert outcome.status == 0
    assert outcome.output == ("Accelerator self-test: call it before OSInit(), after which the units hold the kernel's "
                              "state\n")


@pytest.mark.slow
def test_kernel_starts_after_the_selftest(tmp_path):
    source = tmp_path / "main.c"
    source.write_text("""
        #include <stdio.h>
        #include <os_accel_test.h>
        #include "bsp.h"
        static OS_STK stk[256];
        static void task(void *p_arg)
        {
            (void)p_arg;
            BSP_TickStart(1000u);
            OSTimeDly(3u);
            BSP_Exit(OSTimeGet() == 3u ? 9 : 2);
        }
        int main(void)
        {
            if (OS_AccelSelfTest(putchar) != 0u) {
                return 1;
            }
            OSInit();
            OSTaskCreate(task, (void *)0, &stk[255], 5u);
            OSStart();
        }
    """)
    outcome = selftest(board("--units"), source, defs=rtos.get().switches(configuration.read("combined")))
    assert outcome.status == 9, outcome.output
    check_datasheet_cycles(check_all_ok(outcome, ["event"], LOOK_AHEAD))


@pytest.mark.slow                                  # repeats a slow test by a command
def test_documented_command_runs_the_selftest():
    outcome = metro("run", "sw/selftest", "--system", "combined", cwd=ROOT)
    count = len(instructions("event"))
    assert outcome.returncode == 0 and outcome.stdout.endswith(f" {count} instructions, 0 differences\n")
