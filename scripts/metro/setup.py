# SPDX-License-Identifier: Apache-2.0
"""Set-up: does what is missing for a command and says so; silent and quick when everything is there.

The settings of the environment for apt, pip and Maven (proxies, certificates, mirrors) are theirs: none is overridden.
"""
from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from . import cache, paths, tools
from .errors import MetroError, disk_full
from .progress import Progress

_NO_NETWORK = re.compile(
    r"temporary failure (in name resolution|resolving)|could not resolve|name or service not known|unknown host|"
    r"UnknownHostException|network is unreachable|no route to host|could not connect|cannot connect|unable to connect|"
    r"connection (refused|timed out|reset|failed)|failed to establish a new connection|max retries exceeded|"
    r"(read|connect) ?time(d )?out|proxyerror|offline mode|\(from versions: none\)", re.I)
_NO_TRUST = re.compile(r"PKIX path building failed|certificate.verify.failed|self.signed certificate", re.I)
_NO_SPACE = re.compile(r"no space left on device|enough free space|disk quota exceeded", re.I)
_STAMP = "metro-stamp"


def offline() -> bool:
    """True under --offline. Set for child processes too."""
    return bool(os.environ.get("METRO_OFFLINE"))


def maven_options() -> list[str]:
    return ["--batch-mode", "--no-transfer-progress"] + (["--offline"] if offline() else [])


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
    from .doctor import refuse
    if offline():
        raise refuse(bad, f"{command} lacks {len(bad)} tools, and --offline forbids installing them")
    if not tools.has_apt():
        raise refuse(bad, f"{command} lacks {len(bad)} tools, and there is no apt-get here to install them with")
    _apt_install(bad)
    still = [f for f in tools.look_at_all(command) if not f.ok]
    if still:
        raise refuse(still, "apt installed its packages, and yet not everything that is needed is there")


def _apt_install(bad) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    prefix = []
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
            from .doctor import refuse
            raise refuse(bad, "system packages are missing, and there is neither root nor sudo to install them")
        proxies = [name for name in environment if re.fullmatch("(https?|ftp|no|all)_proxy", name, re.I)]
        prefix = ["sudo", "--preserve-env=" + ",".join(["DEBIAN_FRONTEND", *proxies])]
        if not sys.stdin or not sys.stdin.isatty():
            prefix.append("-n")                            # nobody is there to type a password
    packages = list(dict.fromkeys(f.tool.package for f in bad))
    print(f"metro: installing with apt{' (by sudo)' if prefix else ''}:", flush=True)
    for package in packages:
        print(f"  {package}: " + "; ".join(dict.fromkeys(f.tool.purpose for f in bad if f.tool.package == package)))
    options = ["-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]
    with Progress("apt") as progress:
        with progress.step("apt-get update"):
            # One broken source of many is no reason to stop: the installation decides.
            said = run_logged("apt", [*prefix, "apt-get", *options, "update"], environment)[1]
        with progress.step("apt-get install"):
            install = [*prefix, "apt-get", *options, "install", "-y", "--no-install-recommends", *packages]
            code, more = run_logged("apt", install, environment, more=True)
    if code:                                               # why may stand in what the update said
        raise failure("apt", said + more, log_of("apt"))


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
    if offline():
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
    print(f"metro: installing {count} Python packages into {paths.VENV}", flush=True)
    pip = [str(new / "bin" / "python"), "-m", "pip", "install", "--no-input", "--no-user", "--no-compile",
           "--disable-pip-version-check"]
    with Progress("python") as progress, ThreadPoolExecutor(1) as beside:
        with progress.step("virtual environment"):
            _run("venv", [tools.PYTHON, "-m", "venv", str(new)])
        if core:                                           # pip and the Scala compiler take one processor each
            generator = importlib.import_module("metro.core")      # late: it imports this module
            lines = paths.REQUIREMENTS.read_text().splitlines()
            with progress.step("VexRiscv's sources"):
                _run("pip", [*pip, "--no-deps", next(line for line in lines if line.startswith(generator.VEXRISCV))])
            compiled = beside.submit(generator.ensure_built, next(new.glob("lib/python*/site-packages")))
        with progress.step("Python packages"):
            _run("pip", [*pip, "-r", str(paths.REQUIREMENTS)])
    # Scripts name their interpreter by its path, which is about to change.
    for script in [*(new / "bin").iterdir(), new / "pyvenv.cfg"]:
        if script.is_file() and not script.is_symlink():
            text = script.read_bytes()
            if bytes(new) in text:
                script.write_bytes(text.replace(bytes(new), bytes(paths.VENV)))
    os.sync()                                              # nothing of it may still be on its way to a full disk
    (new / _STAMP).write_text(_stamp())
    return compiled


# Maven's dependencies

def ensure_core() -> None:
    """Compiles the core generator, which fetches Maven's dependencies. Runs under the environment's Python."""
    importlib.import_module("metro.core").ensure_built()   # late: it imports this module


# Running installers

def run_logged(what: str, command: list[str], environment=None, more: bool = False) -> tuple[int, str]:
    """Runs an installer; returns its exit code and what it said, which is also in build/log."""
    paths.make_build()
    paths.LOGS.mkdir(exist_ok=True)
    said = []
    # Through us and not straight into the file: on a full disk the file would stay empty, and the reason unknown.
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env=environment, pass_fds=tuple(cache.held)) as process:
        try:
            for line in process.stdout:
                said.append(line)
                with contextlib.suppress(OSError), open(log_of(what), "a" if more or said[1:] else "w") as log:
                    log.write(line)
        except BaseException:
            process.terminate()
            raise
    return process.returncode, "".join(said)


def log_of(what: str) -> Path:
    return paths.LOGS / f"{what.lower()}.log"


def _run(what: str, command: list[str], environment=None) -> None:
    code, said = run_logged(what, command, environment)
    if code:
        raise failure(what, said, log_of(what))


def failure(what: str, output: str, log: Path) -> MetroError:
    """The error for an installer (apt, pip, Maven) that failed with this output, which the log holds."""
    lines = [line for line in output.strip().splitlines() if line.strip()] or ["it printed nothing"]
    with contextlib.suppress(OSError):
        if shutil.disk_usage(paths.BUILD).free < 1 << 20:  # not every installer hands on the reason
            return disk_full(paths.BUILD)
    if _NO_SPACE.search(output):
        place = re.search(r"No space left on device: '?([^'\n]+)|free space in (\S+)", output)
        usual = {"apt": "/var or /usr", "Maven": f"~/.m2 or {paths.BUILD}"}.get(what, f"{paths.BUILD} or /tmp")
        return disk_full(place and (place[1] or place[2]) or usual)
    said = f"all that {what} said: {log}"
    if offline():
        return MetroError(f"not all that {what} needs is here, and --offline forbids fetching it",
                          f"run ./metro setup once with a network\n{said}")
    if _NO_TRUST.search(output):
        return MetroError(f"{what} does not trust the server's certificate",
                          "a proxy with a certificate authority of its own must be made known to this system"
                          f" (update-ca-certificates)\n{said}")
    unreachable = _NO_NETWORK.search(output)
    if unreachable:
        return MetroError(f"{what} could not reach the network ({unreachable[0]})",
                          f"check the connection and the proxy settings, and run the same command again\n{said}")
    if re.search(r"a password is required|is not in the sudoers|may not run sudo", output):
        return MetroError("sudo would not let metro install system packages: " + lines[-1],
                          "run `sudo -v` first, or let root install them: ./metro doctor lists them")
    # The last line that calls itself an error says more than the last line, which is often advice.
    reason = next((line for line in reversed(lines) if re.match(r"(\[?ERROR|E:|Error)", line)), lines[-1])
    return MetroError(f"{what} failed: {reason.strip()}", said)


# The command

def add_arguments(parser) -> None:
    pass


def main(args) -> int:
    print("metro: everything is set up")         # what there was to do, ensure() has done before
    return 0
