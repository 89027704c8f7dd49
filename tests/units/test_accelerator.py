# SPDX-License-Identifier: Apache-2.0
"""The custom instructions in the core: privilege, illegal operations, and the kernel's check that the core matches."""
import pytest

from metro import configuration
from metro.products import core as core_module, firmware, isa, rtos, soc
from metro.run import execution as run_module
from support import ROOT
from test_sim import bare  # noqa: F401  (a fixture)

CFG = ROOT / "tests" / "kernel" / "cfg"


def table():
    """Return (the unit's funct3, the operation's funct7) of every instruction."""
    return [(unit["funct3"], operation["funct7"]) for unit, operation in isa.instructions(isa.read())]


def insn(funct3, funct7, rd="zero", rs1="zero", rs2="zero"):
    return f".insn r 0x0B, {funct3}, {funct7}, {rd}, {rs1}, {rs2}\n"


def system(*options):
    return soc.build(core_module.generate(configuration.of_options(*options)))


# Count traps of cause 2 in s2 and skip their instructions. An ecall from user mode continues at `back` in machine mode.
HANDLER = """
    .balign 4
    handler:
        csrr t0, mcause
        li t1, 2
        bne t0, t1, 1f
        addi s2, s2, 1
        csrr t0, mepc
        addi t0, t0, 4
        csrw mepc, t0
        mret
    1:  li t1, 8
        li a0, 99
        bne t0, t1, exit
        j back
"""


@pytest.mark.slow                              # needs its own simulator; the quick test_pipeline.py has user mode
def test_every_instruction_is_illegal_in_user_mode_and_changes_nothing(bare):  # noqa: F811
    instructions = table()
    assert len(instructions) >= 24
    program = bare(f"""
        la t0, handler
        csrw mtvec, t0
        li s2, 0
        li a1, 5
        li a2, 9
        {insn(2, 0, rs1="a1")}              # task 5 is ready
        {insn(1, 0, rs1="a1", rs2="a2")}    # and has 9 ticks to go
        li t0, 0x1800
        csrc mstatus, t0                    # to user mode
        la t0, user
        csrw mepc, t0
        mret
    user:
        li a1, 3
        li a2, 1
        {"".join(insn(*operation, rd="a3", rs1="a1", rs2="a2") for operation in instructions)}
        ecall
    back:
        li a0, 1
        li t0, {len(instructions)}
        bne s2, t0, exit                    # each has trapped
        li a0, 2
        {insn(2, 2, rd="t0")}
        li a1, 5
        bne t0, a1, exit                    # 5 is still the highest ready
        li a0, 3
        {insn(1, 2, rd="t0", rs1="a1")}
        li t1, 9
        bne t0, t1, exit                    # with 9 ticks to go
        li a0, 4
        li a1, 3
        {insn(1, 2, rd="t0", rs1="a1")}
        bnez t0, exit                       # and 3 has none
        li a0, 0
        j exit
        {HANDLER}
    """)
    outcome = run_module.execute(program, system("--units", "--user-mode"))
    assert outcome.status == 0, outcome.errors


@pytest.mark.sample(1)
@pytest.mark.parametrize("options, absent", [
    ((), [3]), (("--config", "events"), []),
    pytest.param(("--no-time",), [1, 3], marks=pytest.mark.slow),
    pytest.param(("--no-ready",), [2, 3], marks=pytest.mark.slow)])
def test_unknown_operations_and_absent_units_are_illegal_in_machine_mode(bare, options, absent):  # noqa: F811
    known = {operation for operation in table() if operation[0] not in absent}
    # Encodings that are no instruction: near each unit's operations, a few far away, and units that do not exist.
    tried = sorted({(funct3, funct7) for funct3 in range(8) for funct7 in (*range(16), 32, 64, 127)} - known)
    program = bare(f"""
        la t0, handler
        csrw mtvec, t0
        li s2, 0
        {"".join(insn(*operation, rd="a3") for operation in tried)}
        li t0, {len(tried)}
        xor a0, s2, t0
        snez a0, a0
        j exit
    back:
        {HANDLER}
    """)
    outcome = run_module.execute(program, system("--units", *options))
    assert outcome.status == 0, outcome.errors


MAIN = "#include <ucos_ii.h>\nint main(void) { OSInit(); return 7; }\n"


@pytest.mark.sample(1)
@pytest.mark.parametrize("options, kernel, message", [
    ((), "combined", ["needs the units ready time", "for 64 tasks, delays of 16 bits", "the core has no accelerator"]),
    pytest.param(("--tasks", "8", "--width", "4", "--engine", "lookahead"), "scheduler",
                 ["for 64 tasks\n", "for 8 tasks"], marks=pytest.mark.slow),
    pytest.param(("--tasks", "64", "--width", "8", "--engine", "lookahead"), "timer",
                 ["delays of 16 bits\n", "delays of 8 bits"], marks=pytest.mark.slow),
    pytest.param(("--units", "--no-time"), "combined", ["has the units ready (version 1)"],
                 marks=pytest.mark.slow),
    (("--units", "--levels", "32"), "combined", ["needs the units ready time", "has the units none (version 1)"]),
    (("--units",), "events", ["needs the units ready time event (", "has the units ready time (version 1)"]),
])
def test_a_kernel_refuses_a_core_that_does_not_match(tmp_path, options, kernel, message):
    source = tmp_path / "main.c"
    source.write_text(MAIN)
    target = system(*options)
    built = firmware.build("refused", [source], CFG, target, defs=rtos.get().switches(configuration.read(kernel)))
    outcome = run_module.execute(built, target, max_cycles=2_000_000)
    assert outcome.status == 123, outcome.output + outcome.errors
    assert all(part in outcome.output for part in ["cannot run on this core", *message]), outcome.output


@pytest.mark.slow                              # needs its own simulator
@pytest.mark.parametrize("kernel", configuration.SYSTEMS)
def test_kernel_runs_on_a_larger_core(tmp_path, kernel):
    source = tmp_path / "main.c"
    source.write_text(MAIN)
    target = system("--tasks", "100", "--width", "24", "--engine", "parallel")
    built = firmware.build("accepted", [source], CFG, target, defs=rtos.get().switches(configuration.read(kernel)))
    assert run_module.execute(built, target, max_cycles=2_000_000).status == 7
