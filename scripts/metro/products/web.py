# SPDX-License-Identifier: Apache-2.0
"""The simulator of a SoC for browsers: Verilator's model and our harness, compiled to WebAssembly by Emscripten."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

from ..base import cache, paths
from ..base.jobs import thread_pool
from . import simulator

SOURCES = paths.ROOT / "hw" / "web"
NODE_PATH = "/usr/share/nodejs"         # where Debian has acorn, which Emscripten's linker needs
# -fwasm-exceptions: an exception costs nothing until it is thrown. VL_IGNORE_UNKNOWN_ARCH: Verilator does not know
# WebAssembly. stdint.h: Verilator's headers use its types without including it.
CFLAGS = [*simulator.CFLAGS.split(), "-fwasm-exceptions", "-DVL_IGNORE_UNKNOWN_ARCH", "-include", "stdint.h"]
RUNTIME = ("verilated", "verilated_dpi", "verilated_threads")       # Verilator's own sources
LINK = ["-O3", "-fwasm-exceptions", "--no-entry", *(f"-s{option}" for option in (
    "MODULARIZE=1", "EXPORT_NAME=metronomeSimulator", "ENVIRONMENT=worker", "ALLOW_MEMORY_GROWTH=1",
    "INITIAL_MEMORY=16777216", "EXPORTED_RUNTIME_METHODS=ccall,HEAPU8", "EXPORTED_FUNCTIONS=_malloc,_free"))]
GLUE, CODE = "simulator.js", "simulator.wasm"


def build(soc: Path) -> Path:
    """Return the folder with the simulator of a SoC: GLUE, which defines metronomeSimulator(), and CODE."""
    objects = common_objects()

    def make(folder: Path) -> None:
        work = folder / "work"
        simulator.verilate(soc, work)
        files = work / "files"
        files.mkdir()
        for file in (soc / "gateware").glob("*.init"):
            shutil.copy(file, files)
        fast, once = simulator.sources_of_model(work)
        (work / "model.cpp").write_text("".join(f'#include "{file}"\n' for file in (
            *fast, simulator.HARNESS / f"{simulator.PER_MODEL}.cpp")))
        (work / "once.cpp").write_text("".join(f'#include "{file}"\n' for file in once))
        options = compiler_options(work)
        with thread_pool() as pool:
            list(pool.map(lambda part: compile_part(work / f"{part[0]}.cpp", work, part[1], options),
                          (("model", "-O3"), ("once", "-O1"))))
        emcc([*LINK, *map(str, sorted(objects.glob("*.o"))), str(work / "model.o"), str(work / "once.o"),
              "--embed-file", f"{files}@/", "-o", str(folder / GLUE)])
        shutil.rmtree(work)

    return cache.product("web", {"soc": cache.digest_files([soc / "gateware"]), "objects": objects.name,
                                 "flags": [LINK, simulator.OPTIMISATION]}, make)


def common_objects() -> Path:
    """Return the folder with the objects that do not depend on a SoC."""
    ours = [file for file in simulator.HARNESS.glob("*.cpp") if file.stem not in (simulator.PER_MODEL, "main")]
    ours += [*SOURCES.glob("*.cpp"), *(simulator.GDB / f"{name}.cpp" for name in simulator.GDB_PARTS)]
    include = simulator.verilator_include()

    def make(folder: Path) -> None:
        options = compiler_options(folder)
        jobs = [(file, "-O2") for file in ours] + [(include / f"{name}.cpp", "-O3") for name in RUNTIME]
        with thread_pool() as pool:
            list(pool.map(lambda job: compile_part(job[0], folder, job[1], options), jobs))
        shutil.rmtree(folder / "include")

    return cache.product("web-objects", {
        "sources": cache.digest_files([simulator.HARNESS, simulator.GDB, SOURCES, simulator.OPCODES, simulator.SLOTS]),
        "compiler": simulator.version("emcc"), "verilator": simulator.version("verilator"), "flags": CFLAGS}, make)


def compiler_options(folder: Path) -> list[str]:
    """Return the options with the include folders. Link only the JSON library into `folder`, because the other headers
    of the system are not for WebAssembly."""
    (folder / "include").mkdir()
    (folder / "include" / "nlohmann").symlink_to("/usr/include/nlohmann")
    include = simulator.verilator_include()
    places = (SOURCES, folder, folder / "include", include, include / "vltstd")
    return [*simulator.PLACES, *(f"-I{place}" for place in places),
            *(f"-DVM_{part}=0" for part in ("COVERAGE", "SC", "TRACE"))]


def compile_part(file: Path, folder: Path, level: str, options: list[str]) -> None:
    emcc([*CFLAGS, *options, level, "-c", str(file), "-o", str(folder / f"{file.stem}.o")])


def emcc(arguments: list[str]) -> None:
    simulator.run(["env", f"NODE_PATH={os.environ.get('NODE_PATH', NODE_PATH)}", "emcc", *arguments], "Emscripten")
