# SPDX-License-Identifier: Apache-2.0
"""The port and the board support, by small programs that run on the simulated SoC (tests/port/*.c).

A program passes when it ends with exit code 0, or with what the comment at its head says:
    exit: N           another exit code
    output: REGEX     what the console shows somewhere, for each such line; {symbol} stands for the symbol's address
    defs: -D...       further compiler options
    opt: -O0 -O2      build and run once for each (without: -O2)
    case: NAME -D...  build and run once for each such line
    combined: -D...   build and run on the combined system too, with these options
    line: MIN MAX     the harness raises the line sim_line at such distances
    input: TEXT       sent to the console
    cycles: N         cycle limit
"""
import itertools
import re
import shutil
from pathlib import Path

import pytest

from metro import configuration
from metro.base import paths
from metro.build import core, firmware, soc
from metro.measure import workloads
from metro.run import execution as run
from support import some

PORT = Path(__file__).parent / "port"
KEYS = ("exit", "output", "defs", "opt", "case", "combined", "line", "input", "cycles")
CYCLES = 5_000_000


def header(program: Path) -> dict:
    comment = re.match(r"(/\*.*?\*/\s*)+", program.read_text(), re.DOTALL).group(0)
    found = {key: re.findall(rf"^ \* {key}: (.*)$", comment, re.MULTILINE) for key in KEYS}
    return {key: values if key in ("case", "output") else values[0] for key, values in found.items() if values}


def cases():
    for program in sorted(PORT.glob("*.c")):
        says = header(program)
        for case, opt in itertools.product(says.get("case", [""]), says.get("opt", "-O2").split()):
            name, _, defs = case.partition(" ")
            name = "".join(filter(None, [program.stem, name and f"-{name}", opt]))
            yield pytest.param(program, defs, opt, "original", id=name)
            if "combined" in says:
                yield pytest.param(program, " ".join([defs, says["combined"]]), opt, "combined", id=f"{name}-combined")


def built(program, defs, opt="-O2", system="original", software=None):
    """(firmware, SoC) of a program; software: a changed copy of sw/."""
    chosen = configuration.read(system)
    board = soc.build(core.generate(chosen))
    defs = " ".join(filter(None, [header(program).get("defs"), defs, chosen.switches()]))
    return firmware.build(program.stem, [program], PORT / "cfg", board, opt=opt, defs=defs,
                          software=software), board


@pytest.mark.parametrize("program, defs, opt, system", cases())
def test_program(program, defs, opt, system):
    says = header(program)
    image, board = built(program, defs, opt, system)
    result = run.execute(image, board, max_cycles=int(says.get("cycles", CYCLES)),
                         line=run.Line(*map(int, says["line"].split())) if "line" in says else None,
                         uart_input=says["input"].encode() if "input" in says else None)

    assert result.status == int(says.get("exit", 0)), result.output + result.errors
    for line in says.get("output", [r"PASS\n$"]):
        line = re.sub(r"\{([a-z]\w*)\}", lambda match: f"0x{image.address(match.group(1)):08x}", line)
        assert re.search(line, result.output), f"expected {line}\ngot {result.output}"


def registers_over_short_ticks(software=None):
    """Runs registers.c on combined; returns the result and the number of ticks that took the port's short way."""
    image, board = built(PORT / "registers.c", "-DOS_TIME_TICK_HOOK_EN=0u", system="combined", software=software)
    stop = [{"pc": image.address("OS_CPU_TrapExitTick")}]
    meter = {"name": "short", "kind": "interval", "start": {"trap": workloads.TIMER_LINE}, "stop": stop}
    result = run.execute(image, board, {"meters": [meter]}, max_cycles=40_000_000, line=run.Line(300, 4000))
    return result, result.report["meters"]["short"]["count"]


def test_every_register_survives_the_short_tick():
    result, short = registers_over_short_ticks()
    assert (result.status, result.output[-5:]) == (0, "PASS\n"), result.output + result.errors
    ticks, in_wait = map(int, re.search(r"(\d+) ticks, (\d+) of them in the wait", result.output).groups())
    assert in_wait > 500 and ticks / 2 < short < ticks


def test_a_register_that_the_short_tick_spoils_is_seen(tmp_path):
    software = shutil.copytree(paths.ROOT / "sw", tmp_path / "sw")
    port = software / "ucos-ports" / "riscv" / "os_cpu_a.S"
    text, count = re.subn(r" +lw +t2, F_T\(2\)\(sp\)\n( +addi +sp, sp, F_SIZE\nOS_CPU_TrapExitTick:)", r"\1",
                          port.read_text())
    assert count == 1
    port.write_text(text)
    result, _ = registers_over_short_ticks(software)
    assert result.status == 1 and "x7 of task" in result.output


HOOKS = ("OS_CPU_HOOKS_EN", "OS_APP_HOOKS_EN", "OS_TASK_SW_HOOK_EN", "OS_TIME_TICK_HOOK_EN")


@pytest.mark.parametrize("switches", some(list(itertools.product((0, 1), repeat=len(HOOKS))),
                                          [(0, 0, 0, 0), (0, 1, 1, 0), (1, 0, 0, 1), (1, 1, 1, 1)],
                                          ids=lambda switches: "".join(map(str, switches))))
def test_every_combination_of_hooks_links_and_runs(switches):
    program = PORT / "links" / "hooks_any.c"
    defs = " ".join(f"-D{name}={value}" for name, value in zip(HOOKS, switches))
    result = run.execute(firmware.build("hooks_any", [program], PORT / "cfg", defs=defs), max_cycles=CYCLES)
    assert (result.status, result.output) == (0, "PASS\n"), result.output + result.errors
