# SPDX-License-Identifier: Apache-2.0
"""Set-up: installs what a command needs. If nothing is missing, it is quick and prints nothing.

All messages go to stderr, because the output of the command may go to a file. The environment's settings for apt, pip
and Maven (proxies, certificates, mirrors) stay in force.
"""
from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..base.progress import Progress
from . import generator, installers, tools

_STAMP = "metro-stamp"


def ensure(command: str, core: bool = False) -> None:
    """Install what a command needs: system packages, and the environment with the Python packages.
    core: if the environment is created, compile the core generator at the same time."""
    paths.make_build()                                     # an unusable build folder must fail before the installation
    ensure_tools(command)
    ensure_venv(thorough=command == "setup", core=core)


# System packages

def ensure_tools(command: str) -> None:
    bad = [f for f in tools.find_tools(command, memory=paths.BUILD / "tools.json") if not f.ok]
    if not bad:
        return
    if installers.offline():
        raise setup_error(bad, f"{missing_tools_text(command, bad)}, and --offline forbids installing anything")
    if not tools.has_apt():
        raise setup_error(bad, f"{missing_tools_text(command, bad)}, and there is no apt-get here")
    _apt_install(bad)
    still = [f for f in tools.find_tools(command) if not f.ok]
    if still:
        raise setup_error(still, "apt installed its packages, but some needed tools are still missing")


def refuse_missing(command: str) -> None:
    """Raise MetroError for missing tools. The package metronome-litex needs this, because it installs nothing."""
    paths.make_build()
    bad = [f for f in tools.find_tools(command, memory=paths.BUILD / "tools.json")
           if not f.ok and f.tool.name not in tools.OF_A_CHECKOUT]
    if bad:
        raise MetroError(missing_tools_text(command, bad),
                         tools.apt_install(f.tool.package for f in bad) if tools.has_apt() else
                         "\n".join(f"{f.tool.name}: {tools.remedy(f)}" for f in bad))


def missing_tools_text(command: str, bad) -> str:
    return f"{command} needs {', '.join(f'{f.tool.name} ({f.problem})' for f in bad)}"


def setup_error(bad, reason: str) -> MetroError:
    """Return an error with the doctor's list, for problems that set-up cannot fix."""
    lines = [f"{f.tool.name}: {f.problem}{f' (found {f.version}, needed {f.tool.needed})' if f.version else ''};"
             f" to fix: {tools.remedy(f)}" for f in bad]
    return MetroError(reason, "\n".join(lines + ["./metro doctor lists all tools and their state"]))


def _apt_install(bad) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    prefix = []
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
            raise setup_error(bad, "system packages are missing, and there is neither root nor sudo to install them")
        proxies = [name for name in environment if re.fullmatch("(https?|ftp|no|all)_proxy", name, re.I)]
        prefix = ["sudo", "--preserve-env=" + ",".join(["DEBIAN_FRONTEND", *proxies])]
        if not sys.stdin or not sys.stdin.isatty():
            prefix.append("-n")                            # no terminal to type a password
    packages = list(dict.fromkeys(f.tool.package for f in bad))
    print(f"metro: installing with apt{' (with sudo)' if prefix else ''}:", file=sys.stderr)
    for package in packages:
        purposes = dict.fromkeys(f.tool.purpose for f in bad if f.tool.package == package)
        print(f"  {package}: {'; '.join(purposes)}", file=sys.stderr, flush=True)
    options = ["-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]
    with Progress("apt", file=sys.stderr) as progress:
        with progress.step("apt-get update"):
            # Ignore failures, such as a broken package source, because the installation may still succeed.
            text = installers.run_logged("apt", [*prefix, "apt-get", *options, "update"], environment)[1]
        with progress.step("apt-get install"):
            options += ["-y", "--no-install-recommends", "--no-remove"]
            install = [*prefix, "apt-get", *options, "install", *packages]
            code, more = installers.run_logged("apt", install, environment, more=True)
    if code:                                               # the update may have printed the reason
        error = installers.installer_error("apt", text + more, installers.log_of("apt"))
        otherwise = [f"without apt: {f.tool.otherwise}" for f in bad if f.tool.otherwise]
        raise MetroError(error.message, "\n".join([error.hint, *otherwise]))


# Python packages

def _stamp() -> str:
    """Return a hash of the environment's inputs. The environment's path is an input, because its scripts contain the
    path of the interpreter."""
    facts = [paths.REQUIREMENTS.read_text(), f"{sys.version_info[:2]}", str(paths.VENV)]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def venv_python() -> Path:
    return paths.VENV / "bin" / "python"


def venv_is_ready() -> bool:
    try:
        return (paths.VENV / _STAMP).read_text() == _stamp() and os.access(venv_python(), os.X_OK)
    except OSError:
        return False


def packages_state() -> tuple[int, list[str] | None]:
    """Return the number of pinned packages, and the packages that are missing or have another version. The second value
    is None if there is no environment."""
    pins = re.findall(r"^([\w.-]+)==([^\s;]+)(?:; python_version (<|>=) \"(.*)\")?$", paths.REQUIREMENTS.read_text(),
                      re.MULTILINE)
    pins = {name: version for name, version, sign, bound in pins
            if not sign or (sign == "<") == (tuple(sys.version_info[:2]) < tools.number(bound))}
    if not venv_is_ready():
        return len(pins), None
    look = ("import sys, json; from importlib.metadata import version, PackageNotFoundError\n"
            "def get(n):\n try: return version(n)\n except PackageNotFoundError: return None\n"
            "print(json.dumps([n for n, v in json.load(sys.stdin).items() if get(n) != v]))")
    run = subprocess.run([venv_python(), "-c", look], input=json.dumps(pins), text=True, capture_output=True)
    return len(pins), json.loads(run.stdout) if run.returncode == 0 else sorted(pins)


def ensure_venv(thorough: bool = False, core: bool = False) -> None:
    """Create build/venv with the pinned packages if necessary. thorough: check each package and not only the stamp.
    core: see ensure()."""
    if venv_is_ready() and not (thorough and packages_state()[1]):
        return
    if installers.offline():
        raise MetroError(f"the Python packages are not installed in {paths.VENV}, and --offline forbids fetching them",
                         "run ./metro setup once with a network")
    paths.make_build()
    with cache.lock("venv"):
        if venv_is_ready() and not (thorough and packages_state()[1]):
            return                                         # another process made it while we waited
        for leftover in paths.BUILD.glob("venv.new-*"):    # left by a killed set-up, because we hold the lock
            shutil.rmtree(leftover, ignore_errors=True)
        new = paths.BUILD / f"venv.new-{os.getpid()}"
        try:
            compiled = _make_venv(new, core)
            cache.replace(paths.VENV, new)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    if compiled:
        compiled.result()                                  # raise a compiler error after the environment is in place


def _make_venv(new: Path, core: bool) -> Future | None:
    """Create the environment in `new`. Return the finished compilation of the generator, or None without `core`."""
    count = packages_state()[0]
    compiled = None
    print(f"metro: installing {count} Python packages into {paths.VENV}", file=sys.stderr, flush=True)
    pip = [str(new / "bin" / "python"), "-m", "pip", "install", "--no-input", "--no-user", "--no-compile",
           "--disable-pip-version-check"]
    with Progress("python", file=sys.stderr) as progress, ThreadPoolExecutor(1) as executor:
        with progress.step("virtual environment"):
            installers.run("venv", [tools.PYTHON, "-m", "venv", str(new)])
        if core:                                           # compile while pip installs: each uses one processor
            lines = paths.REQUIREMENTS.read_text().splitlines()
            with progress.step("VexRiscv's sources"):
                vexriscv = next(line for line in lines if line.startswith(generator.VEXRISCV))
                installers.run("pip", [*pip, "--no-deps", vexriscv])
            compiled = executor.submit(generator.ensure_built, next(new.glob("lib/python*/site-packages")))
        with progress.step("Python packages"):
            installers.run("pip", [*pip, "-r", str(paths.REQUIREMENTS)])
    # Scripts contain the path of their interpreter, which changes when the caller renames the folder.
    for script in [*(new / "bin").iterdir(), new / "pyvenv.cfg"]:
        if script.is_file() and not script.is_symlink():
            text = script.read_bytes()
            if bytes(new) in text:
                script.write_bytes(text.replace(bytes(new), bytes(paths.VENV)))
    os.sync()                                              # before the stamp: the disk may be full
    (new / _STAMP).write_text(_stamp())
    return compiled


# The command

def add_arguments(parser) -> None:
    pass


def main(args) -> int:
    print("metro: everything is set up")         # ensure() has already done the work
    return 0
