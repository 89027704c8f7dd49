# SPDX-License-Identifier: Apache-2.0
"""Runs installers (apt, pip, Maven), keeps their output, and explains their failures."""
from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError, disk_full_error

_NO_NETWORK = re.compile(
    r"temporary failure (in name resolution|resolving)|could not resolve|name or service not known|unknown host|"
    r"UnknownHostException|network is unreachable|no route to host|could not connect|cannot connect|unable to connect|"
    r"connection (refused|timed out|reset|failed)|failed to establish a new connection|max retries exceeded|"
    r"(read|connect) ?time(d )?out|proxyerror|offline mode|\(from versions: none\)", re.I)
_NO_TRUST = re.compile(r"PKIX path building failed|certificate.verify.failed|self.signed certificate", re.I)
_NO_SPACE = re.compile(r"no space left on device|enough free space|disk quota exceeded", re.I)


def offline() -> bool:
    """Return whether --offline was given, here or to a parent process. Child processes inherit METRO_OFFLINE."""
    return bool(os.environ.get("METRO_OFFLINE"))


def maven_options() -> list[str]:
    return ["--batch-mode", "--no-transfer-progress"] + (["--offline"] if offline() else [])


def run_logged(what: str, command: list[str], environment=None, more: bool = False) -> tuple[int, str]:
    """Run an installer. Return its exit code and its output, which also goes to build/log. more: append to the log."""
    paths.make_build()
    paths.LOGS.mkdir(exist_ok=True)
    lines = []
    # Read the output here instead of redirecting it to the file, because a full disk would lose it.
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env=environment, pass_fds=tuple(cache.held)) as process:
        try:
            for line in process.stdout:
                lines.append(line)
                with contextlib.suppress(OSError), open(log_of(what), "a" if more or lines[1:] else "w") as log:
                    log.write(line)
        except BaseException:
            process.terminate()
            raise
    return process.returncode, "".join(lines)


def log_of(what: str) -> Path:
    return paths.LOGS / f"{what.lower()}.log"


def run(what: str, command: list[str], environment=None) -> None:
    code, text = run_logged(what, command, environment)
    if code:
        raise installer_error(what, text, log_of(what))


def installer_error(what: str, output: str, log: Path) -> MetroError:
    """Return the error for an installer (apt, pip, Maven) that failed with this output. log: the file with the output.
    """
    lines = [line for line in output.strip().splitlines() if line.strip()] or ["it printed nothing"]
    with contextlib.suppress(OSError):
        if shutil.disk_usage(paths.BUILD).free < 1 << 20:  # not every installer reports this
            return disk_full_error(paths.BUILD)
    if _NO_SPACE.search(output):
        place = re.search(r"No space left on device: '?([^'\n]+)|free space in (\S+)", output)
        usual = {"apt": "/var or /usr", "Maven": f"~/.m2 or {paths.BUILD}"}.get(what, f"{paths.BUILD} or /tmp")
        return disk_full_error(place and (place[1] or place[2]) or usual)
    advice = f"its output is in {log}"
    if offline():
        return MetroError(f"a package that {what} needs is missing, and --offline forbids fetching it",
                          f"run ./metro setup once with a network\n{advice}")
    if _NO_TRUST.search(output):
        return MetroError(f"{what} does not trust the server's certificate",
                          "if a proxy has its own certificate authority, add its certificate to this system "
                          f"(update-ca-certificates)\n{advice}")
    unreachable = _NO_NETWORK.search(output)
    if unreachable:
        return MetroError(f"{what} could not reach the network ({unreachable[0]})",
                          f"check the connection and the proxy settings, and run the same command again\n{advice}")
    if re.search(r"a password is required|is not in the sudoers|may not run sudo", output):
        return MetroError("sudo would not let metro install system packages: " + lines[-1],
                          "run `sudo -v` first, or let root install the packages that ./metro doctor lists")
    conflict = re.search(r"packages will be REMOVED:\n((?:  .*\n)+)", output)
    if conflict and "remove is disabled" in output:
        packages = " and ".join(conflict[1].split())
        return MetroError(f"apt would remove {packages} to install what is missing; nothing was installed",
                          f"remove {packages} yourself, and run the same command again\n{advice}")
    # Prefer the last error line, because the last line of the output is often only advice.
    reason = next((line for line in reversed(lines) if re.match(r"(\[?ERROR|E:|Error)", line)), lines[-1])
    return MetroError(f"{what} failed: {reason.strip()}", advice)
