# SPDX-License-Identifier: Apache-2.0
"""The core: compiles the generator in hw/spinal and lets it write Verilog. Both are kept; a repeat starts no JVM."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from . import cache, paths, setup
from .errors import MetroError
from .progress import Progress

SPINAL = paths.ROOT / "hw" / "spinal"
# The Scala compiler and the elaboration live for seconds: the JVM's second compiler costs more than it gives.
QUICK_JVM = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


VEXRISCV = "pythondata-cpu-vexriscv"        # the Python package with the sources


def vexriscv_sources(packages: Path | None = None) -> Path:
    """VexRiscv's Scala sources in its Python package: in the running environment, or in this folder of packages."""
    return Path(_vexriscv(packages).locate_file("pythondata_cpu_vexriscv/verilog/ext/VexRiscv/src/main/scala"))


def _vexriscv(packages: Path | None) -> metadata.Distribution:
    return next(iter(metadata.distributions(name=VEXRISCV, path=[str(packages)] if packages else sys.path)))


def ensure_built(packages: Path | None = None) -> Path:
    """The compiled generator: a folder with classes/ and lib/. `packages`: of an environment that is being made."""
    inputs = {"sources": cache.digest_files([SPINAL]), VEXRISCV: _vexriscv(packages).version}

    def build(folder: Path) -> None:
        with Progress("generator", file=sys.stderr) as progress, progress.step("core generator (Maven, Scala)"):
            code, output = setup.run_logged("Maven", [
                "mvn", *setup.maven_options(), "--file", str(SPINAL / "pom.xml"),
                f"-Dvexriscv.sources={vexriscv_sources(packages)}", f"-Dmetro.target={folder}", "compile"],
                {**os.environ, "MAVEN_OPTS": " ".join([os.environ.get("MAVEN_OPTS", ""), *QUICK_JVM])})
        if code:
            raise _maven_error(output)
        for extra in folder.iterdir():
            if extra.name not in ("classes", "lib"):
                shutil.rmtree(extra) if extra.is_dir() else extra.unlink()

    return cache.product("generator", inputs, build)


def _maven_error(output: str) -> MetroError:
    if "Compilation failed" in output:
        errors = [line for line in output.splitlines() if line.startswith("[ERROR] /")][:8]
        return MetroError("the core generator does not compile", "\n".join(errors))
    return setup.failure("Maven", output, setup.log_of("Maven"))


def _java(generator: Path, program: str, arguments: list[str]) -> subprocess.CompletedProcess:
    return subprocess.run(["java", *QUICK_JVM, "-cp", f"{generator}/classes:{generator}/lib/*", program, *arguments],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)


def run_generator(generator: Path, program: str, options: list[str], product: Path, hint: str = "") -> None:
    """Lets a program of the generator write the product: a file, or what there is to write into a folder."""
    folder = product if product.is_dir() else product.parent
    run = _java(generator, program, [*options, "--output", str(folder)])
    if run.returncode == 2:
        refusals = [line.removeprefix("Error: ") for line in run.stderr.splitlines() if line.startswith("Error")]
        raise MetroError("; ".join(refusals) or run.stderr.strip(), hint)
    if run.returncode or not product.exists():
        raise MetroError(f"{program} failed", (run.stdout + run.stderr)[-4000:])


def generate(options: list[str] = ()) -> Path:
    """The folder with VexRiscv.v and core.json of the core with these generator options, and with the Verilog of the
    adapter that `--adapter` among them names."""
    from . import adapters                                  # late: it imports this module
    adapter, options = adapters.split(options)
    if adapter != "plugin":
        return adapters.generate(adapter, options)
    generator = ensure_built()

    def build(folder: Path) -> None:
        run_generator(generator, "metronome.Generate", list(options), folder / "VexRiscv.v",
                      "./metro gen --core-help lists the options")

    return cache.product("core", {"generator": generator.name, "options": list(options)}, build)


def describe(core: Path) -> dict:
    return json.loads((core / "core.json").read_text())


# ---------------------------------------------------------------------------------------------------- ./metro gen

EXTRA = "CORE OPTION"


def add_arguments(parser) -> None:
    parser.description = "Writes a core's Verilog and its description (core.json)."
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="copy the files there")
    parser.add_argument("--core-help", action="store_true", help="list the options of the core itself")


def main(args) -> int:
    if args.core_help:
        print(_java(ensure_built(), "metronome.Generate", ["--help"]).stdout.strip())
        print("  --adapter NAME           where the units are: plugin (default), cfu (LiteX's stock core and Cfu.v), "
              "wishbone\n                           (a core without units, and MetronomeWishbone.v)")
        return 0
    core = generate(args.extra)
    if args.output:
        try:
            args.output.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise MetroError(f"{args.output} is not a folder", "name another one") from None
        for file in [*core.glob("*.v"), core / "core.json"]:
            shutil.copy(file, args.output)
        core = args.output
    print(*sorted(core.glob("*.v")), f"{core / 'core.json'}:", sep="\n")
    print((core / "core.json").read_text(), end="")
    return 0
