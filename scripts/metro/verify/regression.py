# SPDX-License-Identifier: Apache-2.0
"""`./metro regress`: VexRiscv's regression programs, from its installed package, on the core with the units.

VexRiscv's test bench compares every instruction with a model of a RISC-V core, while the buses stall at random. The
package's sources are compiled unchanged; tests/core/regression/select.h turns compile-time choices into run-time ones.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from .. import configuration
from ..base import cache, paths
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..base.progress import Progress
from ..environment import generator
from ..products import core, simulator

SELECT = paths.ROOT / "tests" / "core" / "regression" / "select.h"

# The test bench's programs except FreeRTOS: kind, pattern of the names, number of programs.
KINDS = (("compliance", r"I-[\w-]+|MUL|MULH|MULHU|MULHSU|DIV|DIVU|REM|REMU", 61),
         ("riscv-tests", r"rv32u[im]-p-\w+", 43),
         ("machineCsr", r"\S*/machineCsr", 1),
         ("caches", r"[id]cache", 2),
         ("Dhrystone", r"dhrystone\w+", 4))
ALWAYS = ("Dhrystone",)                     # kinds that the test bench always runs
ISA = "ISA tests"                           # one run of all programs except FreeRTOS

FREERTOS = ("AltQTest", "AltBlock", "AltPollQ", "blocktim", "countsem", "dead", "EventGroupsDemo", "flop", "integer",
            "QPeek", "QueueSet", "recmutex", "semtest", "TaskNotify", "crhook", "dynamic", "GenQTest", "PollQ",
            "QueueOverwrite", "QueueSetPolling", "sp_flop", "test1")
BUILDS = ("rv32im_O3", "rv32i_O3", "rv32i_O0")
PROGRAMS = tuple(f"{name}_{build}" for build in BUILDS for name in FREERTOS)

DEFINES = ("IBUS_CACHED", "DBUS_CACHED", "IBUS_DATA_WIDTH=32", "DBUS_LOAD_DATA_WIDTH=32", "DBUS_STORE_DATA_WIDTH=32",
           "ISA_TEST", "MUL", "DIV", "CSR", "TIMER_INTERRUPT", "EXTERNAL_INTERRUPT", "DHRYSTONE", "WITH_RISCV_REF",
           "STALL=1", "THREAD_COUNT=1", "TRACE_START=0", r'REGRESSION_PATH=\"./\"')
CFLAGS = " ".join(["-std=c++17 -O3 -w", f"-include {SELECT}", *(f"-D{define}" for define in DEFINES)])


def chosen(args=None):
    """Return the core of the arguments, or else of `combined`, with the buses of the test bench."""
    core = configuration.hardware(args) if args else configuration.read("combined").hardware
    return core.changed({"core.native_buses": True})


def netlist_of(hardware) -> str:
    """Return the netlist of a core for the test bench.

    The test bench copies the registers to its model in the first cycle after reset. It treats each later write as the
    result of an instruction. So a reset of this netlist writes only x0, in two cycles. In the core, a reset clears the
    registers of all banks. The programs switch no bank: they use the bank that a reset selects.
    """
    text = (core.generate(hardware) / "VexRiscv.v").read_text()
    for pattern, instead in ((r"(RegFilePlugin_clearing <= )\(! RegFilePlugin_cleared\[\d+\]\);",
                              r"\1(! RegFilePlugin_cleared[0]);"),
                             (r"(lastStageRegFileWrite_payload_address = )RegFilePlugin_cleared\[\d+:0\];",
                              r"\g<1>0;")):
        text, count = re.subn(pattern, instead, text)
        if count != bool(hardware.core.contexts):
            raise MetroError(f"the netlist has {count} matches of {pattern}",
                             "the plugin has changed: adapt netlist_of()")
    return text


def package() -> Path:
    """Return the folder of the tests in VexRiscv's package."""
    return generator.vexriscv_sources().parents[1] / "test"


def bench() -> Path:
    return package() / "cpp" / "regression"


def build(netlist: str) -> Path:
    """Build the test bench with a netlist from netlist_of(), and return its path."""
    inputs = {
        "netlist": hashlib.sha256(netlist.encode()).hexdigest(),
        "bench": cache.digest_files([bench() / "main.cpp", bench() / "encoding.h",
                                     *bench().parent.glob("common/*.h"), SELECT]),
        "verilator": simulator.version("verilator"),
        "defines": DEFINES,
    }

    def make(folder: Path) -> None:
        objects = folder / "objects"
        objects.mkdir()
        (objects / "core.v").write_text(netlist)
        simulator.run(["verilator", "--cc", "--exe", "--prefix", "VVexRiscv", "--top-module", "VexRiscv",
                       "--Mdir", str(objects), "-O3", "--x-assign", "unique", "--noassert", "-Wno-fatal", "-Wno-lint",
                       "-Wno-style", "-o", "regression", "-CFLAGS", CFLAGS, "-LDFLAGS", "-pthread",
                       str(objects / "core.v"), str(bench() / "main.cpp")], "Verilator")
        simulator.compile_model(objects, "OPT_FAST=-O3")
        shutil.copy(objects / "regression", folder)
        shutil.rmtree(objects)

    return cache.product("regression-bench", inputs, make) / "regression"


# ------------------------------------------------------------------------------------------------------------- runs

def execute(executable: Path, program: str, seed: int) -> str:
    """Run ISA or a FreeRTOS program, and return the output of the test bench. Raises MetroError if a program failed or
    did not run."""
    environment = {**os.environ, "REGRESSION_SEED": str(seed), "REGRESSION_ISA": str(int(program == ISA)),
                   "REGRESSION_FREERTOS": "" if program == ISA else f"{program},"}
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        # The bench finds the programs by relative paths, and writes its logs into its folder.
        home = Path(scratch, "cpp", "regression")
        home.mkdir(parents=True)
        (home.parent / "raw").symlink_to(package() / "cpp" / "raw")
        Path(scratch, "resources").symlink_to(package() / "resources")
        for reference in bench().glob("*.logRef"):
            (home / reference.name).symlink_to(reference)
        run = subprocess.run([executable], cwd=home, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    output = (run.stdout + run.stderr).decode(errors="replace")
    judge(program, output, run.returncode)
    return output


def passed(output: str) -> list[str]:
    return re.findall(r"^SUCCESS (\S+)", output, re.MULTILINE)


def judge(program: str, output: str, status: int) -> None:
    """Raise MetroError unless all messages of the test bench show that exactly the expected programs passed."""
    def fail(problem: str):
        raise MetroError(f"VexRiscv's regression, {program}: {problem}", "\n".join(output.splitlines()[-8:]))

    if failures := re.findall(r"^FAIL .*", output, re.MULTILINE):
        fail("; ".join(failures))
    if status:
        fail(f"its test bench ended with status {status}")
    names = passed(output)
    verdict = re.search(r"^REGRESSION (\w+) (\d+)/(\d+)$", output, re.MULTILINE)
    if not verdict or verdict.groups() != ("SUCCESS", str(len(names)), str(len(names))):
        fail(f"{len(names)} programs passed, the test bench says: {verdict[0] if verdict else 'nothing'}")
    for kind, pattern, count in KINDS:
        wanted = count if program == ISA or kind in ALWAYS else 0
        found = sum(bool(re.fullmatch(pattern, name)) for name in names)
        if found != wanted:
            fail(f"{found} programs of {kind} ran, expected {wanted}")
    others = [name for name in names if not any(re.fullmatch(pattern, name) for _, pattern, _ in KINDS)]
    if others != ([] if program == ISA else [program]):
        fail(f"FreeRTOS programs that ran: {', '.join(others) or 'nothing'}")


def run(netlist: str, program: str, seed: int, fresh: bool = False) -> tuple[list[str], bool]:
    """Return the programs that passed, and whether the result is from the cache. Runs are deterministic.

    program: ISA or one of PROGRAMS. seed: of the buses' stalls. fresh: repeat the run even if it is in the cache.
    """
    executable = build(netlist)
    inputs = {"regression": executable.parent.name, "program": program, "seed": seed,
              "resources": cache.digest_files([package() / "resources", package() / "cpp" / "raw"])}
    if fresh:
        cache.discard(paths.BUILD / "run" / cache.key_of(inputs))
    made = []

    def make(folder: Path) -> None:
        made.append(True)
        (folder / "output.txt").write_text(execute(executable, program, seed))

    output = (cache.product("run", inputs, make) / "output.txt").read_text()
    names = passed(output)
    return [name for name in names if program == ISA or name == program], not made


# --------------------------------------------------------------------------------------------------- ./metro regress

def add_arguments(parser) -> None:
    parser.description = ("Run VexRiscv's ISA tests and FreeRTOS programs on a core with the units (those of "
                          "`combined`).")
    configuration.add_arguments(parser, "combined",
                                leave_out=("--native-buses", "--debug", "--breakpoints", "--threads", "--bus-bursting"))
    parser.add_argument("--freertos", type=_count, default=10, metavar="N",
                        help=f"set the number of FreeRTOS programs, 0 to {len(PROGRAMS)} (10); each takes 10 to 60 "
                             "seconds")
    parser.add_argument("--seed", type=int, default=1, help="set the seed of the buses' stalls (1)")
    parser.add_argument("--fresh", action="store_true", help="repeat runs that are already stored with the same core")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="set the number of simulations at once")


def _count(text: str) -> int:
    if not 0 <= int(text) <= len(PROGRAMS):
        raise argparse.ArgumentTypeError(f"{text}: there are only {len(PROGRAMS)} programs")
    return int(text)


def _timed(function, *arguments):
    started = time.monotonic()
    return function(*arguments), time.monotonic() - started


def main(args) -> int:
    programs = [ISA, *PROGRAMS[:args.freertos]]
    names, failed, cached_runs = [], [], 0
    with Progress("regress", total=len(programs) + 1) as progress:
        with progress.step("test bench"):
            netlist = netlist_of(chosen(args))
            build(netlist)
        with thread_pool(args.jobs) as pool:
            futures = {pool.submit(_timed, run, netlist, program, args.seed, args.fresh): program
                       for program in programs}
            for future in concurrent.futures.as_completed(futures):
                try:
                    (ran, from_cache), seconds = future.result()
                except MetroError as error:
                    failed.append(error)
                    progress.say(f"{error.message}")
                    continue
                names += ran
                cached_runs += from_cache
                progress.advance(futures[future], seconds, "made before" if from_cache else f"{len(ran)} passed")
    if failed:
        raise MetroError(f"{len(failed)} of {len(programs)} runs failed; {failed[0].message}", failed[0].hint)
    print(f"{len(names)} of {len(names)} programs passed, {args.freertos} of them of FreeRTOS; seed {args.seed}")
    if cached_runs:
        print(f"{cached_runs} of {len(programs)} runs were made before with the same core; --fresh repeats them")
    return 0
