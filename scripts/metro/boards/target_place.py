# SPDX-License-Identifier: Apache-2.0
"""Targets of litex-boards with our core, placed, routed and packed by open tools from PyPI.

On ECP5, the target itself runs these tools through LiteX. On Nexus, this module runs LiteX's scripts without carry
chains, because nextpnr refuses chains that begin with a constant and this Yosys makes such chains. LiteX's Gowin
targets need Gowin's own tool, so this module uses only the Verilog and the constraints of their projects.
"""
from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..environment import command_venv
from ..products import synthesis, wheel
from . import devices, target_run

REQUIREMENTS = paths.SCRIPTS / "place-requirements.txt"
ENVIRONMENT = paths.BUILD / "place-venv"

BLOCK_RAM = (("--integrated-main-ram-size", "0x4000"),
             "block RAM as main memory: the open tools lack the cells for its DRAM")
# {target: (its options, the text of its column `with`)}
TARGETS = {
    "radiona_ulx3s": ((), ""),
    "colorlight_i5": (("--sys-clk-freq", "50e6"), "50 MHz: it does not reach its default of 60 MHz"),
    "muselab_icesugar_pro": ((), ""),
    "hackaday_hadbadge": ((), ""),
    "gsd_butterstick": ((), ""),
    "lattice_ecp5_evn": ((), ""),
    "lattice_crosslink_nx_evn": (("--toolchain", "oxide"), "no carry chains"),
    "sipeed_tang_nano_20k": ((), ""),
    "sipeed_tang_primer_20k": BLOCK_RAM,
}

CELLS = (r"TRELLIS_COMB|OXIDE_COMB|LUT4", r"DP16KD|OXIDE_EBR|BSRAM")      # LUTs and block RAMs, as nextpnr calls them


def used_cells(log: str, cells: str) -> tuple[int, int]:
    """Return (used, available) of a kind of cells. cells: a regular expression."""
    found = re.search(rf"^Info:\s+(?:{cells}):\s*(\d+)/\s*(\d+)", log, re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def clock(log: str) -> float:
    """Return the reached clock of the core in MHz: the core's clock in the last report, or else the slowest clock."""
    last = {name: float(value) for name, value in
            re.findall(r"Max frequency for clock +'([^']+)': ([\d.]+) MHz", log)}
    if not last:
        raise MetroError("nextpnr reported no clock")
    return min([value for name, value in last.items() if re.search("sys_clk|VexRiscv", name)] or last.values())


def build_target(name: str, config: str, installed: Path, folder: Path) -> dict:
    """Build a target. Return {"asked", "reached": MHz; "luts", "rams": (used, available); "bitstream": bytes}."""
    family = devices.family(devices.targets()[name])
    programs = command_venv.python(ENVIRONMENT, REQUIREMENTS, "open tools for FPGAs", "./metro targets --place").parent
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "METRO"))}
    environment |= {"PYTHONPATH": str(installed), "PATH": os.pathsep.join(map(str, (
        synthesis.tool_folder(programs), target_run.python().parent, programs, os.environ["PATH"])))}
    outputs = []

    def run(*command, where: Path = folder) -> None:
        done = subprocess.run(list(map(str, command)), cwd=where, env=environment, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        outputs.append(done.stdout)
        if done.returncode:
            wrong = re.findall(r"^ERROR: .*", done.stdout, re.MULTILINE)
            raise MetroError(f"{name}: {Path(command[0]).name} failed",
                             wrong[-1] if wrong else target_run.failure_reason(done.stdout.strip()))

    run(target_run.python(), "-m", "metronome_litex.target", name, "--config", config, "--build", "--output-dir", "out",
        *(["--no-compile-gateware"] if family != "ecp5" else []), *TARGETS[name][0])
    header = next(folder.rglob("generated/soc.h")).read_text()
    asked = int(re.search(r"CONFIG_CLOCK_FREQUENCY (\d+)", header)[1]) / 1e6
    gateware = folder / "out" / "gateware"
    if family == "nexus":
        script = gateware / f"{name}.ys"
        script.write_text(script.read_text().replace("synth_nexus ", "synth_nexus -noccu2 "))
        run("bash", f"build_{name}.sh", where=gateware)
    if family == "gowin":
        project = (gateware / "run.tcl").read_text()
        series, part = re.search(r"set_device -name (\S+) (\S+)", project).groups()
        series = series.replace("GW2AR", "GW2A")           # GW2AR is GW2A with a memory chip in the package
        sources = re.findall(r"add_file (\S+\.v)\b", project)
        # Remove keep_hierarchy, because a module with it would get its own I/O pads.
        run("yosys", "-q", "-p", "; ".join([*(f"read_verilog {source}" for source in sources),
            "setattr -mod -unset keep_hierarchy *", "setattr -unset keep_hierarchy */*",
            f"synth_gowin -top {name} -json {name}.json"]), where=gateware)
        run("nextpnr-himbaechel-gowin", "--device", part, "--vopt", f"family={series}", "--vopt", f"cst={name}.cst",
            "--freq", f"{asked:g}", "--seed", 1, "--timing-allow-fail", "--json", f"{name}.json",
            "--write", "placed.json", where=gateware)
        run("gowin_pack", "-d", series, "-o", f"{name}.fs", "placed.json", where=gateware)
    log = "".join(outputs)
    [bitstream] = [file for file in gateware.iterdir() if file.suffix in (".bit", ".fs")]
    luts, rams = (used_cells(log, cells) for cells in CELLS)
    return {"asked": asked, "reached": clock(log), "luts": luts, "rams": rams, "bitstream": bitstream.stat().st_size}


def cached_outcome(name: str, config: str, installed: Path) -> dict:
    """Return build_target() from the cache, or {"failed": reason}, which is not cached."""
    def build(folder: Path) -> None:
        found = build_target(name, config, installed, folder)
        cache.discard(folder / "out")
        (folder / "result.json").write_text(json.dumps(found))

    package = installed / wheel.PACKAGE
    inputs = {"target": name, "options": TARGETS[name], "config": config,
              "package": cache.digest_files([package / "verilog" / config, *package.glob("*.py")]),
              "packages": [REQUIREMENTS.read_text(), target_run.REQUIREMENTS.read_text()],
              "how": cache.digest_files([__file__, devices.__file__, synthesis.__file__])}
    try:
        return json.loads((cache.product("placed", inputs, build) / "result.json").read_text())
    except MetroError as error:
        return {"failed": f"{error.message}: {error.hint}"}


def table(results: dict, fpgas: dict) -> str:
    """Return the table of all results, in Markdown."""
    rows = []
    for name, each in results.items():
        figures = [f"not placed: {each['failed']}", "", "", "", ""] if "failed" in each else [
            f"{each['asked']:.0f}", f"{each['reached']:.1f}", *(f"{used:,} of {available:,}" for used, available in
                                                               (each["luts"], each["rams"])), f"{each['bitstream']:,}"]
        rows.append("| " + " | ".join([name, fpgas[name], *figures, TARGETS[name][1]]) + " |")
    return "\n".join(["| target | FPGA | clock, MHz | reached, MHz | LUTs | block RAMs | bitstream, bytes "
                      "| with |", "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |", *rows])
