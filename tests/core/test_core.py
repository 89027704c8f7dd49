# SPDX-License-Identifier: Apache-2.0
"""The core generator: its output, its refusals, and a repeat that starts no Java."""
import json
import re

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import core as core_module, isa, soc
from metro.run import execution
from support import metro, refusal
from test_sim import bare  # noqa: F401  (a fixture)

CSRS = isa.csrs(isa.read())


def test_description_by_gen_matches_the_verilog():
    run = metro("gen")
    assert run.returncode == 0, run.stderr
    verilog, description = (line.rstrip(":") for line in run.stdout.splitlines()[:2])
    core = json.loads(open(description).read())
    text = open(verilog).read()
    assert core["isa"] == "rv32im" and core["user_mode"] is False
    assert re.search(r"^module VexRiscv \(", text, re.M)
    # A cache's data memory is an array of 32-bit words: a quarter as many words as bytes.
    assert len(re.findall(rf"\[31:0\] \w+ \[0:{core['icache_bytes'] // 4 - 1}\]", text)) >= 1
    assert core["irq_mask_csr"] == CSRS["irq_mask"] and core["irq_pending_csr"] == CSRS["irq_pending"]


def test_description_has_the_switches_of_each_kernel(tmp_path):
    run = metro("gen", "--tasks", "16", "--output", tmp_path)
    assert run.returncode == 0, run.stderr
    assert json.loads((tmp_path / "core.json").read_text())["switches"] == {
        "ucos": "-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u"}
    chosen = configuration.read("timer")
    assert json.loads(core_module.description(core_module.generate(chosen), chosen))["switches"] == {
        "ucos": "-DOS_ACCEL_DLY_EN=1u"}


def test_options_change_the_core(tmp_path):
    run = metro("gen", "--icache-bytes", "1024", "--dcache-bytes", "2048", "--user-mode", "--output", tmp_path)
    assert run.returncode == 0, run.stderr
    core = json.loads((tmp_path / "core.json").read_text())
    assert (core["icache_bytes"], core["dcache_bytes"], core["user_mode"]) == (1024, 2048, True)
    text = (tmp_path / "VexRiscv.v").read_text()
    # With user mode, the privilege is a register. Without user mode, it is the constant 2'b11.
    assert re.search(r"CsrPlugin_privilege = (?!2'b11;)", text)
    assert re.search(r"\[31:0\] \w+ \[0:255\]", text)


def test_native_buses_match_vexriscvs_test_bench(tmp_path):
    run = metro("gen", "--native-buses", "--output", tmp_path)
    assert run.returncode == 0, run.stderr
    core = json.loads((tmp_path / "core.json").read_text())
    assert core["buses"] == "native" and "irq_mask_csr" not in core
    text = (tmp_path / "VexRiscv.v").read_text()
    ports = text[text.index("module VexRiscv ("):text.index(");")]
    assert {"iBus_cmd_valid", "dBus_cmd_valid", "timerInterrupt", "externalInterrupt", "softwareInterrupt"} <= \
        set(re.findall(r"\w+", ports))
    assert "Wishbone" not in text and "externalResetVector" not in ports
    assert "32'h80000000" in text
    with pytest.raises(MetroError, match="needs a core with Wishbone buses"):
        soc.build(tmp_path)


def test_the_same_options_give_the_same_bytes():
    from metro.base import cache
    first = core_module.generate(configuration.of_options("--prediction", "none"))
    before = (first / "VexRiscv.v").read_bytes()
    cache.discard(first)
    again = core_module.generate(configuration.of_options("--prediction", "none"))
    assert (again / "VexRiscv.v").read_bytes() == before


def test_a_second_run_starts_no_java(programs):
    assert metro("gen").returncode == 0
    programs(java="echo java was started >&2; exit 1", mvn="echo maven was started >&2; exit 1")
    repeat = core_module.generate()
    assert (repeat / "VexRiscv.v").exists()


@pytest.mark.parametrize("options, reason", [
    (["--icache-bytes", "0"], "--icache-bytes 0"),
    (["--icache-bytes", "3000"], "a power of two"),
    (["--dcache-bytes", "131072"], "--dcache-bytes 131072"),
    (["--prediction", "crystal-ball"], "there are dynamic, dynamic_target, none, static"),
    (["--icache-bytes", "many"], "icache-bytes"),
    (["--no-such-option"], "no-such-option"),
])
def test_invalid_parameters_are_refused_by_name(options, reason):
    code, message = refusal("gen", *options)
    assert code and reason in message and message.startswith("metro: error:") and "Exception" not in message, message


def test_machine_mode_matches_the_datasheet(bare):  # noqa: F811
    """A core without user mode behaves as VexRiscv's open issues 488 and 489 describe."""
    program = bare("""
        li a0, 1
        la t0, back
        csrw mtvec, t0
        li t1, 0x1800                   # MPP
        csrr t2, mstatus
        and t2, t2, t1
        bne t2, t1, exit                # 3 after reset
        li a0, 2
        la t0, first
        csrw mepc, t0
        mret
    first:
        csrr t2, mstatus
        and t2, t2, t1
        bnez t2, exit                   # 0 after mret
        li a0, 3
        addi t1, t1, 3
        csrw mepc, t1
        csrr t2, mepc
        bne t2, t1, exit                # the low bits stay
        li a0, 4
        ecall
        .balign 4
    back:
        li t1, 0x1800
        csrr t2, mstatus
        and t2, t2, t1
        bne t2, t1, exit                # 3 after a trap
        li a0, 0
        j exit
    """)
    outcome = execution.execute(program, soc.default())
    assert outcome.status == 0, outcome.errors
