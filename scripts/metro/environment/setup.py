# SPDX-License-Identifier: Apache-2.0
"""Set-up: does what is missing for a command and says so; silent and quick when everything is there.

All that it prints goes to stderr: the output of the command behind it may go to a file.
The settings of the environment for apt, pip and Maven (proxies, certificates, mirrors) are theirs: none is overridden.
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
    """What this command needs before it can run: system packages, and the environment with the Python packages.
    With `core`, an environment that is made has the core generator compiled meanwhile."""
    paths.make_build()                                     # nothing is installed for a build that cannot be written
    ensure_tools(command)
    ensure_venv(thorough=command == "setup", core=core)


# System packages

def ensure_tools(command: str) -> None:
    bad = [f for f in tools.look_at_all(command, memory=paths.BUILD / "tools.json") if not f.ok]
    if not bad:
        return
    if installers.offline():
        raise refuse(bad, f"{needs(command, bad)}, and --offline forbids installing anything")
    if not tools.has_apt():
        raise refuse(bad, f"{needs(command, bad)}, and there is no apt-get here")
    _apt_install(bad)
    still = [f for f in tools.look_at_all(command) if not f.ok]
    if still:
        raise refuse(still, "apt installed its packages, and yet not everything that is needed is there")


def refuse_missing(command: str) -> None:
    """The same in the package metronome-litex, which installs nothing."""
    paths.make_build()
    bad = [f for f in tools.look_at_all(command, memory=paths.BUILD / "tools.json")
           if not f.ok and f.tool.name not in tools.OF_A_CHECKOUT]
    if bad:
        raise MetroError(needs(command, bad),
                         tools.apt_install(f.tool.package for f in bad) if tools.has_apt() else
                         "\n".join(f"{f.tool.name}: {tools.remedy(f)}" for f in bad))


def needs(command: str, bad) -> str:
    return f"{command} needs {', '.join(f'{f.tool.name} ({f.problem})' for f in bad)}"


def refuse(bad, reason: str) -> MetroError:
    """The doctor's list as an error, where set-up cannot mend things itself."""
    lines = [f"{f.tool.name}: {f.problem}{f' (found {f.version}, needed {f.tool.needed})' if f.version else ''};"
             f" to mend: {tools.remedy(f)}" for f in bad]
    return MetroError(reason, "\n".join(lines + ["./metro doctor shows the state of everything"]))


def _apt_install(bad) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    prefix = []
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
                    raise refuse(bad, "system packages are missing, and there is neither root nor sudo to install them")
        proxies = [name for name in environment if re.fullmatch("(https?|ftp|no|all)_proxy", name, re.I)]
        prefix = ["sudo", "--preserve-env=" + ",".join(["DEBIAN_FRONTEND", *proxies])]
        if not sys.stdin or not sys.stdin.isatty():
            prefix.append("-n")                            # nobody is there to type a password
    packages = list(dict.fromkeys(f.tool.package for f in bad))
    print(f"metro: installing with apt{' (by sudo)' if prefix else ''}:", file=sys.stderr)
    for package in packages:
        purposes = dict.fromkeys(f.tool.purpose for f in bad if f.tool.package == package)
        print(f"  {package}: {'; '.join(purposes)}", file=sys.stderr, flush=True)
    options = ["-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]
    with Progress("apt", file=sys.stderr) as progress:
        with progress.step("apt-get update"):
            # One broken source of many is no reason to stop: the installation decides.
            said = installers.run_logged("apt", [*prefix, "apt-get", *options, "update"], environment)[1]
        with progress.step("apt-get install"):
            options += ["-y", "--no-install-recommends", "--no-remove"]
            install = [*prefix, "apt-get", *options, "install", *packages]
            code, more = installers.run_logged("apt", install, environment, more=True)
    if code:                                               # why may stand in what the update said
        error = installers.failure("apt", said + more, installers.log_of("apt"))
        otherwise = [f"without apt: {f.tool.otherwise}" for f in bad if f.tool.otherwise]
        raise MetroError(error.message, "\n".join([error.hint, *otherwise]))


# Python packages

def _stamp() -> str:
    """What an environment is made from. Its place is part of it: scripts in there hold their interpreter's path."""
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
    """Number of pinned packages, and those that are not there as pinned; None when there is no environment."""
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
    """build/venv with the pinned packages. Thorough: asks each package; else the stamp is trusted."""
    if venv_is_ready() and not (thorough and packages_state()[1]):
        return
    if installers.offline():
        raise MetroError(f"the Python packages are not installed in {paths.VENV}, and --offline forbids fetching them",
                         "run ./metro setup once with a network")
    paths.make_build()
    with cache.lock("venv"):
        if venv_is_ready() and not (thorough and packages_state()[1]):
            return                                         # another process made it while we waited
        for leftover in paths.BUILD.glob("venv.new-*"):    # of a set-up that was killed: we hold its lock
            shutil.rmtree(leftover, ignore_errors=True)
        new = paths.BUILD / f"venv.new-{os.getpid()}"
        try:
            compiled = _make_venv(new, core)
            if paths.VENV.exists():
                cache.discard(paths.VENV)
            os.rename(new, paths.VENV)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    if compiled:
        compiled.result()                                  # its failure does not cost the environment


def _make_venv(new: Path, core: bool) -> Future | None:
    """Fills the environment; returns what became of the core generator, which is over then."""
    count = packages_state()[0]
    compiled = None
    print(f"metro: installing {count} Python packages into {paths.VENV}", file=sys.stderr, flush=True)
    pip = [str(new / "bin" / "python"), "-m", "pip", "install", "--no-input", "--no-user", "--no-compile",
           "--disable-pip-version-check"]
    with Progress("python", file=sys.stderr) as progress, ThreadPoolExecutor(1) as beside:
        with progress.step("virtual environment"):
            installers.run("venv", [tools.PYTHON, "-m", "venv", str(new)])
        if core:                                           # pip and the Scala compiler take one processor each
            lines = paths.REQUIREMENTS.read_text().splitlines()
            with progress.step("VexRiscv's sources"):
                vexriscv = next(line for line in lines if line.startswith(generator.VEXRISCV))
                installers.run("pip", [*pip, "--no-deps", vexriscv])
            compiled = beside.submit(generator.ensure_built, next(new.glob("lib/python*/site-packages")))
        with progress.step("Python packages"):
            installers.run("pip", [*pip, "-r", str(paths.REQUIREMENTS)])
    # Scripts name their interpreter by its path, which is about to change.
    for script in [*(new / "bin").iterdir(), new / "pyvenv.cfg"]:
        if script.is_file() and not script.is_symlink():
            text = script.read_bytes()
            if bytes(new) in text:
                script.write_bytes(text.replace(bytes(new), bytes(paths.VENV)))
    os.sync()                                              # nothing of it may still be on its way to a full disk
    (new / _STAMP).write_text(_stamp())
    return compiled


# The command

def add_arguments(parser) -> None:
    pass


def main(args) -> int:
    print("metro: everything is set up")         # what there was to do, ensure() has done before
    return 0
