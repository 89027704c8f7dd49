# SPDX-License-Identifier: Apache-2.0
"""The table of the tools that Metronome needs from the system, and their checks.

A program on the PATH may be broken, so each program is run and its version is read. Each library's header is
preprocessed. A broken installation is therefore found here and not in the middle of a build.
"""
from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

TRY_IT = "./metro docs"             # in messages: this command, for the simulators of the page Try it
# Commands that simulate a SoC with firmware.
SIMULATE = frozenset((TRY_IT, "setup", "run", "size", "wcet", "bench", "test", "sweep", "boards", "response"))
VERILATE = SIMULATE | {"hammer", "regress"}                        # ... that simulate a core
GENERATE = VERILATE | {"gen", "soc", "nios", "release", "targets"}                 # ... that elaborate one
PACKAGES = GENERATE | {"new", "isa", "figures", "choose", "studio", "report"}      # ... that need the environment
COMPARE = frozenset(("setup", "bench", "test"))                    # ... that also build LiteX's own simulation loop
CHECK = frozenset(("setup", "test"))                               # tools that only the tests need
LOAD = frozenset()                                                 # `./metro boards --load` checks its tool itself
CRATES = "FreeRTOS"                 # in messages: any command that fetches a kernel from Rust's registry
ZEPHYR = "Zephyr"                   # in messages: any command that builds an application with Zephyr's build system

# On Debian, the Python of a virtual environment cannot create another environment, but its base Python can.
PYTHON = getattr(sys, "_base_executable", None) or sys.executable


@dataclass(frozen=True)
class Tool:
    name: str
    command: tuple[str, ...]        # prints the version
    needed: str                     # the oldest usable version
    tested: str                     # the version that the figures and tests were made with
    package: str                    # Debian package
    commands: frozenset             # commands of ./metro that need it
    purpose: str
    version: str = r"(\d+(?:\.\d+)+|\d+)"
    source: str = ""                # standard input of the command
    otherwise: str = ""             # how to install it without apt; "": by Debian's package name
    anywhere: bool = False          # use the first usable program on the PATH, not simply the first


def _header(include: str, version: str) -> dict:
    return dict(command=("g++", "-E", "-P", "-H", "-x", "c++", "-"), source=f"#include <{include}>\nMETRO {version}\n",
                version=r'^METRO "?(\d+(?: ?\. ?\d+)*)')


TOOLS = (
    Tool("python3", (PYTHON, "--version"), "3.9", "3.11.2", "python3", PACKAGES, "runs this command"),
    Tool("python3 venv", (PYTHON, "-c", "import venv, ensurepip, sys; print(sys.version)"), "3.9", "3.11.2",
         "python3-venv", PACKAGES, "holds LiteX and the other Python packages"),
    Tool("java", ("java", "-version"), "11", "17.0.15", "default-jdk-headless", GENERATE, "runs Maven and SpinalHDL",
         version=r'version "(\d+(?:\.\d+)*)'),
    Tool("maven", ("mvn", "-version"), "3.6", "3.8.7", "maven", GENERATE, "fetches SpinalHDL, compiles the core",
         version=r"Apache Maven (\d+(?:\.\d+)+)"),
    Tool("riscv gcc", ("riscv64-unknown-elf-gcc", "--version"), "11", "12.2.0", "gcc-riscv64-unknown-elf", SIMULATE,
         "compiles the firmware", version=r"\) (\d+(?:\.\d+)+)"),
    Tool("picolibc", ("riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32im", "-misa-spec=2.2",
                      "-mabi=ilp32", "-E", "-P", "-H", "-x", "c", "-"), "1.7", "1.8", "picolibc-riscv64-unknown-elf",
         SIMULATE, "provides the firmware's C library", version=r'^METRO "?(\d+(?:\.\d+)+)',
         source="#include <stdio.h>\n#include <picolibc.h>\nMETRO __PICOLIBC_VERSION__\n"),
    Tool("make", ("make", "--version"), "4.0", "4.3", "make", VERILATE, "builds firmware and simulators",
         version=r"GNU Make (\d+(?:\.\d+)+)"),
    Tool("verilator", ("verilator", "--version"), "5.000", "5.006", "verilator", VERILATE,
         "makes the simulator from Verilog", version=r"Verilator (\d+\.\d+)"),
    Tool("g++", ("g++", "--version"), "9", "12.2.0", "g++", VERILATE, "compiles the simulators",
         version=r"\) (\d+(?:\.\d+)+)"),
    Tool("ccache", ("ccache", "--version"), "4.0", "4.7.5", "ccache", VERILATE, "caches objects that simulators share"),
    Tool("CLI11", package="libcli11-dev", needed="2.0", tested="2.1.2", commands=SIMULATE,
         purpose="parses the simulator's command line", **_header("CLI/Version.hpp", "CLI11_VERSION")),
    Tool("nlohmann-json", package="nlohmann-json3-dev", needed="3.9", tested="3.11.2", commands=SIMULATE,
         purpose="writes the simulator's JSON reports",
         **_header("nlohmann/json.hpp", "NLOHMANN_JSON_VERSION_MAJOR."
                   "NLOHMANN_JSON_VERSION_MINOR.NLOHMANN_JSON_VERSION_PATCH")),
    Tool("libevent", package="libevent-dev", needed="2.1", tested="2.1.12", commands=COMPARE,
         purpose="runs LiteX's own simulation loop", **_header("event2/event.h", "EVENT__VERSION")),
    Tool("json-c", package="libjson-c-dev", needed="0.13", tested="0.16", commands=COMPARE,
         purpose="runs LiteX's own simulation loop", **_header("json-c/json_c_version.h", "JSON_C_VERSION")),
    Tool("zlib", package="zlib1g-dev", needed="1.2", tested="1.2.13", commands=COMPARE,
         purpose="runs LiteX's own simulation loop", **_header("zlib.h", "ZLIB_VERSION")),
    Tool("meson", ("meson", "--version"), "0.59", "1.0.1", "meson", CHECK, "builds LiteX's BIOS in the tests"),
    Tool("ninja", ("ninja", "--version"), "1.8", "1.11.1", "ninja-build", CHECK | {ZEPHYR},
         "builds LiteX's BIOS in the tests, and Zephyr"),
    Tool("cmake", ("cmake", "--version"), "3.20", "3.25.1", "cmake", frozenset((ZEPHYR,)), "builds Zephyr"),
    Tool("dtc", ("dtc", "--version"), "1.4.6", "1.6.1", "device-tree-compiler", frozenset((ZEPHYR,)),
         "checks Zephyr's devicetree"),
    Tool("chromium", ("chromium", "--version"), "112", "156.0", "chromium", CHECK, "opens our pages in the tests",
         version=r"Chromium (\d+(?:\.\d+)+)"),
    Tool("emscripten", ("emcc", "--version"), "3.1.6", "3.1.6", "emscripten", frozenset((TRY_IT,)),
         "compiles the simulators of the page Try it", version=r"emcc .* (\d+(?:\.\d+)+)"),
    Tool("npm", ("npm", "--version"), "7", "10.8.2", "npm", frozenset((TRY_IT,)),
         "fetches the terminal of the page Try it"),
    Tool("openFPGALoader", ("openFPGALoader", "--Version"), "0.10", "0.10.0", "openfpgaloader", LOAD,
         "loads the bitstream into an Arty A7 or ULX3S (./metro boards --load)"),
    Tool("gdb", ("gdb-multiarch", "--version"), "12", "13.1", "gdb-multiarch", CHECK, "debugs firmware in the tests",
         version=r"\) (\d+(?:\.\d+)+)"),
    # 1.85 is the oldest version that reads manifests of edition 2024.
    Tool("cargo", ("cargo", "--version"), "1.85", "1.96.0", "cargo-web", CHECK | {CRATES}, "fetches FreeRTOS",
         version=r"^cargo (\d+(?:\.\d+)+)", otherwise="install Rust (https://rustup.rs)", anywhere=True),
)


OF_A_CHECKOUT = ("python3 venv", "java", "maven")   # tools that the package metronome-litex does not need


@dataclass(frozen=True)
class Finding:
    tool: Tool
    version: str                    # "" if none could be read
    problem: str                    # "" if the tool is usable
    files: tuple[str, ...] = ()     # files that the finding depends on: program, headers

    @property
    def ok(self) -> bool:
        return not self.problem

    @property
    def optional(self) -> bool:
        """Whether set-up leaves the tool out."""
        return "setup" not in self.tool.commands


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def tool_of_name(name: str) -> Tool:
    return next(tool for tool in TOOLS if tool.name == name)


def find_tool(tool: Tool) -> Finding:
    programs = [tool.command[0]]
    if tool.anywhere:
        found = (shutil.which(tool.command[0], path=folder) for folder in os.get_exec_path())
        programs = list(filter(None, found)) or programs
    findings = (_run_tool(tool, program) for program in programs)
    first = next(findings)
    return first if first.ok else next((finding for finding in findings if finding.ok), first)


def _run_tool(tool: Tool, program: str) -> Finding:
    try:
        # Maven fails in a folder with blanks in its path, so run in /.
        run = subprocess.run([program, *tool.command[1:]], input=tool.source, text=True, errors="replace", timeout=60,
                             cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.TimeoutExpired) as error:
        # An unreadable folder on the PATH raises another error than FileNotFoundError.
        return Finding(tool, "", f"broken: {error}" if shutil.which(program) else "missing")
    last = (run.stdout.strip().splitlines() or ["it printed nothing"])[-1]
    if run.returncode:
        absent = re.search(r"fatal error: .*No such file|cannot read spec file|No module named", run.stdout)
        return Finding(tool, "", "missing" if absent else f"broken: {last[:120]}")
    found = re.search(tool.version, run.stdout, re.MULTILINE)
    if not found:
        return Finding(tool, "", f"broken: no version in: {last[:120]}")
    version = found[1].replace(" ", "")
    headers = dict.fromkeys(re.findall(r"^[.]+ (/.+)$", run.stdout, re.MULTILINE))
    return Finding(tool, version, "" if number(version) >= number(tool.needed) else "too old",
                   (shutil.which(program), *headers))


def find_tools(command: str | None = None, memory: Path | None = None) -> list[Finding]:
    """Return the state of the tools that this command of ./metro needs, or of all tools. memory: a file that lists the
    usable tools. A listed tool is not run again while its files are unchanged."""
    wanted = [tool for tool in TOOLS if command is None or command in tool.commands]
    known = _read(memory)
    with ThreadPoolExecutor(4) as pool:
        findings = list(pool.map(lambda tool: _recalled_finding(tool, known.get(tool.name)) or find_tool(tool), wanted))
    noted = {**known, **{f.tool.name: [f.version, _state(f.tool, f.files)] for f in findings if f.ok}}
    if memory and noted != known:
        with contextlib.suppress(OSError):                 # the next call runs the tools again
            new = memory.with_name(f"{memory.name}.{os.getpid()}")
            new.write_text(json.dumps(noted))
            os.replace(new, memory)
    return findings


def _read(memory: Path | None) -> dict:
    with contextlib.suppress(OSError, ValueError):
        if memory and isinstance(known := json.loads(memory.read_text()), dict):
            return known
    return {}


def _recalled_finding(tool: Tool, noted) -> Finding | None:
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        version, state = noted
        files = tuple(state["files"])
        if files[0] == shutil.which(tool.command[0]) and _state(tool, files) == state:
            return Finding(tool, version, "", files)
    return None


def _state(tool: Tool, files) -> dict:
    """Return everything that a finding depends on, as a JSON object."""
    looks = {file: os.stat(file) for file in files}
    return {"tool": [*tool.command, tool.source, tool.needed],
            "environment": [os.environ.get(name) for name in ("HOME", "JAVA_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN")],
            "files": {file: [look.st_ino, look.st_mtime_ns, look.st_size] for file, look in looks.items()}}


def apt_install(packages) -> str:
    return f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install -y {' '.join(dict.fromkeys(packages))}"


def has_apt() -> bool:
    return shutil.which("apt-get") is not None


def remedy(finding: Finding) -> str:
    """Return the command or advice that installs the tool."""
    if has_apt():
        return apt_install([finding.tool.package])
    return (finding.tool.otherwise or
            f"install the equivalent of Debian's {finding.tool.package}, {finding.tool.needed} or newer")
