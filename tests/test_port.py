# SPDX-License-Identifier: Apache-2.0
"""The port and the board support, by small programs that run on the simulated SoC (tests/port/*.c).

A program passes when it ends with exit code 0, or with what the comment at its head says:
    exit: N           another exit code
    output: REGEX     what the console shows somewhere, for each such line; {symbol} stands for the symbol's address
    defs: -D...       further compiler options
    opt: -O0 -O2      build and run once for each (without: -O2)
    case: NAME -D...  build and run once for each such line
    line: MIN MAX     the harness raises the line sim_line at such distances
    input: TEXT       sent to the console
    cycles: N         cycle limit
"""
import itertools
import re
from pathlib import Path

import pytest

from metro import firmware, run

PORT = Path(__file__).parent / "port"
KEYS = ("exit", "output", "defs", "opt", "case", "line", "input", "cycles")
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
            yield pytest.param(program, defs, opt, id="".join(filter(None, [program.stem, name and f"-{name}", opt])))


@pytest.mark.parametrize("program, defs, opt", cases())
def test_program(program, defs, opt):
    says = header(program)
    image = firmware.build(program.stem, [program], PORT / "cfg", opt=opt,
                           defs=" ".join(filter(None, [says.get("defs"), defs])))
    result = run.execute(image, max_cycles=int(says.get("cycles", CYCLES)),
                         line=run.Line(*map(int, says["line"].split())) if "line" in says else None,
                         uart_input=says["input"].encode() if "input" in says else None)

    assert result.status == int(says.get("exit", 0)), result.output + result.errors
    for line in says.get("output", [r"PASS\n$"]):
        line = re.sub(r"\{([a-z]\w*)\}", lambda match: f"0x{image.address(match.group(1)):08x}", line)
        assert re.search(line, result.output), f"expected {line}\ngot {result.output}"


HOOKS = ("OS_CPU_HOOKS_EN", "OS_APP_HOOKS_EN", "OS_TASK_SW_HOOK_EN", "OS_TIME_TICK_HOOK_EN")


@pytest.mark.parametrize("switches", itertools.product((0, 1), repeat=len(HOOKS)), ids=lambda s: "".join(map(str, s)))
def test_every_combination_of_hooks_links_and_runs(switches):
    program = PORT / "links" / "hooks_any.c"
    defs = " ".join(f"-D{name}={value}" for name, value in zip(HOOKS, switches))
    result = run.execute(firmware.build("hooks_any", [program], PORT / "cfg", defs=defs), max_cycles=CYCLES)
    assert (result.status, result.output) == (0, "PASS\n"), result.output + result.errors
