# SPDX-License-Identifier: Apache-2.0
"""`./metro doctor`: lists every tool with the version found, the version needed and, if it is unusable, the remedy."""
from __future__ import annotations

import os
import subprocess

from ..base import paths
from . import setup, tools


def system() -> str:
    """Return the system's name from /etc/os-release."""
    try:
        with open("/etc/os-release") as file:
            values = dict(line.rstrip().split("=", 1) for line in file if "=" in line)
    except OSError:
        return "an unknown system"
    return values.get("PRETTY_NAME", "an unknown system").strip('"')


def add_arguments(parser) -> None:
    pass


def table(findings) -> str:
    rows = [("", "tool", "found", "needed", "tested", "remedy")]
    rows += [("ok" if f.ok else "--" if f.optional else "NO", f.tool.name, f.version or "-", f.tool.needed,
              f.tool.tested, "" if f.ok else f"{tools.remedy(f)}   # {f.problem}"
              + (f"; {f.tool.purpose}" if f.optional else "")) for f in findings]
    rows += setup_rows()
    widths = [max(map(len, column)) for column in zip(*rows)][:-1]
    return "\n".join("  ".join([*map(str.ljust, row, widths), row[-1]]).rstrip() for row in rows)


def setup_rows() -> list[tuple]:
    """Return the rows for the Python packages and the core generator, which `./metro setup` makes itself."""
    pinned, wrong = setup.packages_state()
    state = "-" if wrong is None else f"{pinned - len(wrong)} of {pinned}"
    rows = [("ok" if wrong == [] else "NO", "Python packages", state, "all", f"{pinned}",
             "" if wrong == [] else "./metro setup" + (f"   # missing or wrong: {', '.join(wrong)}" if wrong else ""))]
    # Some of the generator's sources are in a Python package, so only the environment's Python can check it.
    look = "import sys; from metro.base import cache; from metro.environment import generator; " \
           "sys.exit(not cache.has_products(generator.ensure_built))"
    built = wrong == [] and subprocess.run([setup.venv_python(), "-c", look], capture_output=True,
                                           env={**os.environ, "PYTHONPATH": str(paths.SCRIPTS)}).returncode == 0
    return rows + [("ok" if built else "NO", "core generator", "compiled" if built else "-", "compiled", "",
                    "" if built else "./metro setup")]


def main(args) -> int:
    name = system()
    print(f"System: {name}")
    if "Debian GNU/Linux 12" not in name:
        print("Metronome is tested on Debian 12. On this system, only the versions below are checked."
              + ("" if tools.has_apt() else " There is no apt-get: install tools with your package manager."))
    findings = tools.find_tools()
    text = table(findings)
    print(text)
    bad = [f for f in findings if not f.ok and not f.optional]
    if bad and tools.has_apt():
        print("\nInstall all tools at once:  " + tools.apt_install(f.tool.package for f in bad))
    if any(line.startswith("NO") for line in text.splitlines()):
        print("\nSome items are missing. ./metro setup installs them, and so does each command that needs them.")
        return 1
    print("\nEverything is installed; --offline works.")
    return 0
