# SPDX-License-Identifier: Apache-2.0
"""Runs firmware on the simulated SoC, for the benchmarks, the tests and `./metro run`."""
from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import tempfile
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from ..products import simulator, soc as soc_module
from . import memory_check

CYCLE_LIMIT = 124              # exit code of the harness at its cycle limit


@dataclasses.dataclass
class Result:
    status: int            # firmware's exit code; 124 cycle limit, 125 hang, 126 trap, 127 mistake (--check-memory)
    output: str            # text on its UART
    errors: str            # messages of the harness
    report: dict           # see hw/sim/main.cpp and meters.h


@dataclasses.dataclass(frozen=True)
class Line:
    """Interrupts on the line `sim_line` at random distances of min to max cycles."""
    min: int
    max: int
    seed: int = 1


def execute(firmware, soc: Path | None = None, meters: dict | None = None, max_cycles: int = 100_000_000,
            line: Line | None = None, uart_input: bytes | None = None, options: list[str] = (),
            check_memory: bool = False) -> Result:
    """Run a firmware to its end, and return its output and report.

    soc: None selects the default SoC. meters: measurements (hw/sim/meters.h). options: further simulator options.
    check_memory: also look for the mistakes that `./metro run --check-memory` finds.
    """
    soc = soc or soc_module.default()
    executable = simulator.build(soc, slots=check_memory) / "simulator"
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        command = command_of(executable, firmware, Path(scratch), line, options)
        command += ["--max-cycles", str(max_cycles), "--report", f"{scratch}/report.json"]
        if meters is not None:
            Path(scratch, "meters.json").write_text(json.dumps(meters))
            command += ["--meters", f"{scratch}/meters.json"]
        if check_memory:
            command += memory_check.options(firmware, soc, Path(scratch))
        if uart_input is not None:
            Path(scratch, "uart").write_bytes(uart_input)
            command += ["--uart-input", f"{scratch}/uart"]
        run = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
        report = Path(scratch, "report.json")
        if not report.exists():
            raise MetroError("the simulator failed", run.stderr.decode(errors="replace").strip())
        return Result(run.returncode, run.stdout.decode(errors="replace"),
                      with_function_names(run.stderr.decode(errors="replace"), firmware),
                      json.loads(report.read_text()))


def command_of(executable: Path, firmware, scratch: Path, line: Line | None, options) -> list[str]:
    image = scratch / "image.bin"
    image.write_bytes(firmware.image)
    command = [str(executable), "--rom", str(image), *options]
    if line:
        command += ["--line-min", str(line.min), "--line-max", str(line.max), "--line-seed", str(line.seed)]
    return command


def with_function_names(message: str, firmware) -> str:
    """Return a message of the harness with the function's name after each PC."""
    def name(match):
        function = firmware.function_at(int(match.group(2), 16))
        return f"{match.group(1)}{match.group(2)} ({function})" if function else match.group(0)
    return re.sub(r"(PC +)(0x[0-9a-f]{8})", name, message)
