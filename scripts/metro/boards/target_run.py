# SPDX-License-Identifier: Apache-2.0
"""Runs one target of litex-boards as a user does: with LiteX's core `full`, and with ours.

With --no-compile, the target makes its SoC and writes its project. The run with `full` shows how far the target gets
without our core.
"""
from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from ..base import cache, paths
from ..environment import command_venv
from ..products import wheel
from .devices import SIMULATION

REQUIREMENTS = paths.SCRIPTS / "targets-requirements.txt"
ENVIRONMENT = paths.BUILD / "targets-venv"
PATIENCE = 900                                  # limit of one run in seconds: some targets always compile LiteX's BIOS

DEFAULT_OPTIONS = ("--build", "--no-compile", "--output-dir", "out")
ROM = "rom.bin"                                 # ROM contents: without them, quicklogic_quickfeather compiles a BIOS
# Options of targets for which DEFAULT_OPTIONS does not fit. `simple` takes a platform as its first argument.
OPTIONS = {SIMULATION: DEFAULT_OPTIONS[1:], "simple": ("litex_boards.platforms.digilent_arty", *DEFAULT_OPTIONS),
           "quicklogic_quickfeather": (*DEFAULT_OPTIONS[:1], "--integrated-rom-init", f"../{ROM}")}
STOCK = ("--cpu-type", "vexriscv", "--cpu-variant", "full")
ELABORATES, AS_STOCK = "elaborates", "the same"
NAMES_NO_CORE = "its project names no core file"      # for QuickLogic, LiteX names only the SoC's own Verilog

# Reasons for failed runs: (pattern in the output, text for the table).
FAILURES = (
    (r"No module named '([\w.]+)'", r"needs the Python package \1"),
    (r"needs the Python package (\w+),", r"needs the Python package \1"),
    (r"Efinity", "requires Efinix's tools (Efinity)"),
    (r"No such file or directory: 'ter-u16b.bdf'", "fetches a font for its video terminal from another site"),
    (r"AssertionError: (.+)", r"refuses the options: \1"),
    (r"error: (?:\S+ )?(?:refuses the options: )(.+)", r"refuses the options: \1"),
)
# The target has written its project, and calls the FPGA tool in spite of --no-compile.
TOOL_MISSING = r"FileNotFoundError: \[Errno 2\] No such file or directory: '(f4pga|symbiflow_synth)'"


def python() -> Path:
    """Return the Python of the environment with litex-boards and its dependencies. Install them if they are missing."""
    return command_venv.python(ENVIRONMENT, REQUIREMENTS, "LiteX's targets", "./metro targets")


def run(command: list, folder: Path, environment: dict) -> tuple[int, str]:
    folder.mkdir()
    try:
        done = subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return 1, f"error: timeout after {PATIENCE} s"
    return done.returncode, (done.stdout[-20000:] + done.stderr[-20000:]).strip()


def failure_reason(output: str) -> str:
    """Return the reason for a failure in one line. output: the text that the failed run printed."""
    output = re.sub(r"\x1b\[[\d;]*m", "", output)
    for pattern, words in FAILURES:
        if found := re.search(pattern, output):
            return found.expand(words)
    last = (output.splitlines() or ["it printed nothing"])[-1]
    return re.sub(r"(?<![\w.])/(?:[\w.+@-]+/)+", "", last)[:200]


def cpu_of_soc(folder: Path) -> str:
    """Return the CPU of the SoC as "TYPE VARIANT", or "" if no project was written."""
    headers = sorted(folder.rglob("generated/soc.h"))
    if not headers:
        return ""
    text = headers[0].read_text()
    return " ".join(re.search(rf"CONFIG_CPU_{key}_(\w+)", text)[1].lower() for key in ("TYPE", "VARIANT"))


def verilog_words(folder: Path) -> dict[str, list[str]]:
    """Return the words of the Verilog that LiteX wrote, without comments, because these contain the time and unordered
    lists."""
    return {file.name: re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(), flags=re.DOTALL).split()
            for file in sorted(folder.rglob("gateware/*.v"))}


def cores(folder: Path) -> set[str]:
    """Return the core's Verilog files that the project for the FPGA tool lists, each as FOLDER/FILE."""
    named = set()
    for file in folder.rglob("gateware/*"):
        if file.is_file() and file.suffix not in (".v", ".init") and file.stat().st_size < 1 << 20:
            named |= set(re.findall(r"[\w/.+@-]*VexRiscv\w*\.v\b", file.read_text(errors="replace")))
    return {"/".join(Path(name).parts[-2:]) for name in named}


def try_target(name: str, config: str, installed: Path, folder: Path) -> dict[str, str]:
    """Run a target with both cores and return the outcomes in words: {"stock", "ours"}."""
    options = OPTIONS.get(name, DEFAULT_OPTIONS)
    module = "litex.tools.litex_sim" if name == SIMULATION else f"litex_boards.targets.{name}"
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "METRO"))}
    # Targets must not fetch files while they build, because then the table would depend on the network.
    clean |= {"PATH": f"{python().parent}{os.pathsep}{os.environ['PATH']}", "PYTHONHASHSEED": "0",
              **dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9")}
    code, output = run([python(), "-m", module, *options, *STOCK], folder / "stock", clean)
    cpu, tool, named = cpu_of_soc(folder / "stock"), re.search(TOOL_MISSING, output), cores(folder / "stock")
    if not cpu or code and not tool:
        stock = failure_reason(output)
    elif cpu != "vexriscv full":
        stock = "makes a SoC without a CPU" if cpu.startswith("none") else f"always uses {cpu}"
    else:
        stock = ELABORATES + (f"; its build needs {tool[1]}" if tool else "") + ("" if named else f"; {NAMES_NO_CORE}")
    code, output = run([python(), "-m", "metronome_litex.target", name, "--config", config, *options], folder / "ours",
                       {**clean, "PYTHONPATH": str(installed)})
    refused = re.search(r"metronome-target: error: (?:\S+ )?([^:\n]*)", output)
    if cpu_of_soc(folder / "ours") == "vexriscv metronome" and (not code or re.search(TOOL_MISSING, output)):
        outcome = ELABORATES if named else f"{ELABORATES}; {NAMES_NO_CORE}"
        if cores(folder / "ours") != ({f"{config}/VexRiscv.v"} if named else set()):
            outcome = "its project does not name our core"
        elif verilog_words(folder / "stock") != verilog_words(folder / "ours"):
            outcome = "other Verilog around the core"
    elif not stock.startswith(ELABORATES) and failure_reason(output) == stock:
        outcome = AS_STOCK
    else:
        outcome = f"refused: {refused[1]}" if refused else failure_reason(output)
    return {"stock": stock, "ours": outcome}


def cached_outcomes(name: str, config: str, installed: Path) -> dict[str, str]:
    """Return the outcomes of try_target() from the cache. A changed package or requirement causes a new run."""
    def build(folder: Path) -> None:
        (folder / ROM).write_bytes(bytes(64))
        tried = try_target(name, config, installed, folder)
        for scratch in (folder / "stock", folder / "ours"):
            cache.discard(scratch)
        (folder / ROM).unlink()
        (folder / "result.json").write_text(json.dumps(tried))

    # The C files of the package are left out, because no target reads them.
    package = installed / wheel.PACKAGE
    made = cache.product("target", {"target": name, "options": OPTIONS.get(name, DEFAULT_OPTIONS), "config": config,
                                    "package": cache.digest_files([package / "verilog", *package.glob("*.py")]),
                                    "packages": REQUIREMENTS.read_text(), "how": cache.digest_file(__file__)}, build)
    return json.loads((made / "result.json").read_text())
