# SPDX-License-Identifier: Apache-2.0
"""The core generator in hw/spinal: compiled once with Maven, and run."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..base.progress import Progress
from . import installers

SPINAL = paths.ROOT / "hw" / "spinal"
# The Scala compiler and the elaboration run for seconds only, so the JVM's second compiler costs more than it saves.
QUICK_JVM = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
JAR = "classes.jar"

VEXRISCV = "pythondata-cpu-vexriscv"        # the Python package with the sources


def vexriscv_sources(packages: Path | None = None) -> Path:
    """Return VexRiscv's Scala sources in its Python package. packages: a folder of packages (default: sys.path)."""
    return Path(_vexriscv(packages).locate_file("pythondata_cpu_vexriscv/verilog/ext/VexRiscv/src/main/scala"))


def vexriscv_licence() -> bytes:
    """Return the licence of VexRiscv, for files made from its sources."""
    return (vexriscv_sources().parents[2] / "LICENSE").read_bytes()


def _vexriscv(packages: Path | None) -> metadata.Distribution:
    return next(iter(metadata.distributions(name=VEXRISCV, path=[str(packages)] if packages else sys.path)))


def ensure_built(packages: Path | None = None) -> Path:
    """Return the folder of the compiled generator: the classes in one archive, and lib/. One archive is faster than
    many files, because each command checks every file of a product.
    packages: the package folder of an environment that set-up is still creating."""
    inputs = {"sources": cache.digest_files([SPINAL]), VEXRISCV: _vexriscv(packages).version, "archive": JAR}

    def build(folder: Path) -> None:
        with Progress("generator", file=sys.stderr) as progress, progress.step("core generator (Maven, Scala)"):
            code, output = installers.run_logged("Maven", [
                "mvn", *installers.maven_options(), "--file", str(SPINAL / "pom.xml"),
                f"-Dvexriscv.sources={vexriscv_sources(packages)}", f"-Dmetro.target={folder}", "compile"],
                {**os.environ, "MAVEN_OPTS": " ".join([os.environ.get("MAVEN_OPTS", ""), *QUICK_JVM])})
        if code:
            raise _maven_error(output)
        Path(shutil.make_archive(str(folder / "classes"), "zip", folder / "classes")).rename(folder / JAR)
        for extra in folder.iterdir():
            if extra.name not in (JAR, "lib"):
                shutil.rmtree(extra) if extra.is_dir() else extra.unlink()

    return cache.product("generator", inputs, build)


def _maven_error(output: str) -> MetroError:
    if "Compilation failed" in output:
        errors = [line for line in output.splitlines() if line.startswith("[ERROR] /")][:8]
        return MetroError("the core generator does not compile", "\n".join(errors))
    return installers.installer_error("Maven", output, installers.log_of("Maven"))


def java(generator: Path, program: str, arguments: list[str]) -> subprocess.CompletedProcess:
    """Run a program of the compiled generator. The first run archives the loaded classes (class data sharing), so later
    runs take a third less time."""
    jars = [generator / JAR, *sorted(generator.glob("lib/*.jar"))]
    archive = generator / "classes.jsa"
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        new = Path(scratch) / archive.name
        sharing = f"-XX:SharedArchiveFile={archive}" if archive.exists() else f"-XX:ArchiveClassesAtExit={new}"
        done = subprocess.run(["java", *QUICK_JVM, sharing, "-cp", ":".join(map(str, jars)), program, *arguments],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if new.exists() and done.returncode == 0:
            new.rename(archive)
    return done


def run(generator: Path, configuration: dict, product: Path) -> None:
    """Run the generator to write `product`: a file, or an existing folder for several files. configuration: the key
    `write` selects the product; `core` and `units` are sections of the schema."""
    folder = product if product.is_dir() else product.parent
    file = folder / "configuration.json"
    file.write_text(json.dumps({"core": None, "units": None, **configuration}, indent=1) + "\n")
    done = java(generator, "metronome.generate.Generate", [str(file), str(folder)])
    if done.returncode == 2:
        raise MetroError(done.stderr.strip().removeprefix("Error: "))
    if done.returncode or not product.exists():
        raise MetroError("the core generator failed", (done.stdout + done.stderr)[-4000:])
