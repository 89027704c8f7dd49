# SPDX-License-Identifier: Apache-2.0
"""The wheel `metronome-litex`: a Python package for LiteX designs, which `./metro release` writes.

hw/litex_package has the package's own files and its metadata. This module adds the rest, and hatchling packs the wheel.
The same checkout gives the same bytes.
"""
from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from .. import __version__, configuration
from ..base import paths
from ..base.errors import MetroError
from ..environment import command_venv, generator
from . import core, prebuilt

SOURCE = paths.ROOT / "hw" / "litex_package"
PACKAGE = "metronome_litex"
NAME = f"{PACKAGE}-{__version__}-py3-none-any.whl"
REQUIREMENTS = paths.SCRIPTS / "wheel-requirements.txt"
ENVIRONMENT = paths.BUILD / "wheel-venv"
# The C code, and the files of the command `metronome`: Python packages, simulated SoC, harness.
ROOMS = ("base", "cli", "configuration", "environment", "gdb", "patch", "products", "run")
FOLDERS = ("sw/**/*", "configs/*.toml", "hw/*.py", "hw/*.vh", "hw/sim/*", "hw/gdb/*", "hw/isa/*.toml",
           "scripts/gdb/*.py", "scripts/metro/*.py", *(f"scripts/metro/{room}/**/*" for room in ROOMS))


def environment() -> Path:
    """Return the Python interpreter of an environment with hatchling. The environment is created on demand."""
    return command_venv.python(ENVIRONMENT, REQUIREMENTS, "hatchling", "./metro release")


def is_usable(name: str) -> bool:
    """Return whether the wheel can have a configuration: it has Wishbone buses and is not one of LESSER_SYSTEMS."""
    return name not in configuration.LESSER_SYSTEMS and not configuration.read(name).core.native_buses


def default() -> list[str]:
    """Return the configurations of every wheel."""
    return [name for name in configuration.names() if is_usable(name)]


def verilog(chosen) -> dict[str, bytes]:
    """Return {name: content} of a configuration: core.json, and the core's Verilog or only the adapter's Verilog."""
    made, adapter = core.generate(chosen), chosen.hardware.soc.adapter
    files = [file for file in made.glob("*.v") if adapter == "plugin" or file.name != "VexRiscv.v"]
    return {"core.json": core.description(made, chosen), **{file.name: file.read_bytes() for file in files}}


def contents(names, progress) -> dict[str, bytes]:
    """Return every file for hatchling by name. progress: shows each configuration."""
    files = {"VERSION": f"{__version__}\n".encode(), "LICENSE": (paths.ROOT / "LICENSE").read_bytes(),
             "LICENSE.VexRiscv": generator.vexriscv_licence(),
             f"{PACKAGE}/accelerator.py": (paths.ROOT / "hw" / "metronome_litex.py").read_bytes()}
    for file in SOURCE.iterdir():
        if file.is_file():
            files[f"{PACKAGE}/{file.name}" if file.suffix == ".py" else file.name] = file.read_bytes()
    # Select files by patterns, so that the wheel includes new files.
    for file in sorted(file for pattern in FOLDERS for file in paths.ROOT.glob(pattern)):
        if file.is_file() and "__pycache__" not in file.parts:
            files[f"{PACKAGE}/{file.relative_to(paths.ROOT)}"] = file.read_bytes()
    for name in names:
        with progress.step(f"wheel: {name}"):
            chosen, folder = configuration.read(name), f"{PACKAGE}/verilog/{configuration.label(name)}"
            files |= {f"{folder}/{file}": content for file, content in verilog(chosen).items()}
            if chosen.soc.adapter == "plugin":
                files |= {f"{folder}/{prebuilt.DEBUGGED}/{file}": content
                          for file, content in verilog(chosen.changed(configuration.DEBUGGED)).items()}
    return files


def pack(files: dict[str, bytes]) -> bytes:
    """Return the wheel with these files."""
    python = environment()
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        folder = Path(scratch)
        for name, content in files.items():
            (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "source" / name).write_bytes(content)
        run = subprocess.run([python, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
                             cwd=folder / "source", capture_output=True, text=True, stdin=subprocess.DEVNULL,
                             env={name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"})
        if run.returncode or not (folder / NAME).is_file():
            raise MetroError("hatchling could not build the wheel", (run.stdout + run.stderr)[-3000:])
        return (folder / NAME).read_bytes()
