# SPDX-License-Identifier: Apache-2.0
"""VexRiscv's regression programs on the core with the units. A missing program is an error."""
import pytest

from metro.base.errors import MetroError
from metro.verify import regression
from mutants.core import REGRESSION
from support import metro

SEED = 1


@pytest.fixture(scope="module")
def netlist():
    text = regression.netlist_of(regression.chosen())
    assert "LookaheadEngine" in text and "ReadyUnit" in text
    return text


@pytest.mark.slow
def test_isa_tests_pass(netlist):
    names, _ = regression.run(netlist, regression.ISA, SEED)
    assert len(names) == sum(count for _, _, count in regression.KINDS) == 111


@pytest.mark.slow
@pytest.mark.parametrize("program", [regression.ISA, regression.PROGRAMS[0]])
def test_software_without_bank_support_passes_on_banks(program):
    banks = regression.netlist_of(regression.chosen().changed({"core.contexts": 64}))
    assert regression.run(banks, program, SEED)[0]


@pytest.mark.slow
@pytest.mark.parametrize("program", regression.PROGRAMS[:4])     # ./metro regress --freertos 66 runs all of them
def test_freertos_programs_pass(netlist, program):
    assert regression.run(netlist, program, SEED)[0] == [program]


@pytest.mark.slow
@REGRESSION.each
def test_a_fault_is_found(netlist, mutant):
    with pytest.raises(MetroError, match=r"regression, ISA tests: FAIL \S+ at PC="):
        regression.run(mutant.put_into(netlist), regression.ISA, SEED)


def output(names, failed=0, total=None, verdict="SUCCESS"):
    total = len(names) if total is None else total
    return "\n".join([*(f"SUCCESS {name}" for name in names), *["FAIL some at PC=80000000"] * failed,
                      f"REGRESSION {verdict} {failed or total}/{total}", ""])


ALWAYS = ["dhrystoneO3", "dhrystoneO3M", "dhrystoneO3_Stall", "dhrystoneO3M_Stall"]


@pytest.mark.parametrize("text, status, reason", [
    ("", 0, "0 programs passed, the test bench says: nothing"),
    (output([]), 0, "0 programs of Dhrystone ran, expected 4"),
    (output(ALWAYS), 0, "FreeRTOS programs that ran: nothing"),
    (output([*ALWAYS, "flop_rv32i_O0"]), 0, "FreeRTOS programs that ran: flop_rv32i_O0"),
    (output([*ALWAYS, "flop_rv32im_O3"], failed=1, total=6, verdict="FAILURE"), 0, "FAIL some at PC=80000000"),
    (output([*ALWAYS, "flop_rv32im_O3"], total=6, verdict="FAILURE"), 0, "REGRESSION FAILURE 6/6"),
    (output([*ALWAYS, "flop_rv32im_O3"], total=6), 0, "5 programs passed"),
    (output([*ALWAYS, "flop_rv32im_O3"]), -11, "ended with status -11"),
], ids=lambda value: value.split(",")[0][:40].strip() if isinstance(value, str) and "SUCCESS" not in value else "")
def test_missing_programs_do_not_pass(text, status, reason):
    with pytest.raises(MetroError, match=reason):
        regression.judge("flop_rv32im_O3", text, status)
    regression.judge("flop_rv32im_O3", output([*ALWAYS, "flop_rv32im_O3"]), 0)


def test_fewer_isa_tests_do_not_pass():
    with pytest.raises(MetroError, match="0 programs of compliance ran, expected 61"):
        regression.judge(regression.ISA, output(ALWAYS), 0)


@pytest.mark.slow
def test_command_prints_the_number_of_passed_programs():
    run = metro("regress", "--freertos", "0")
    assert run.returncode == 0, run.stderr
    assert "111 of 111 programs passed, 0 of them of FreeRTOS; seed 1" in run.stdout


@pytest.mark.parametrize("arguments, reason", [
    (["--freertos", "67"], "there are only 66 programs"),
    (["--engine", "clever"], "--engine clever: there are lookahead, parallel"),
])
def test_regress_refuses_invalid_options(arguments, reason):
    run = metro("regress", *arguments)
    assert run.returncode != 0 and reason in run.stderr and "Traceback" not in run.stderr, run.stderr
