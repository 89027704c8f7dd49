# SPDX-License-Identifier: Apache-2.0
"""metronome: those of Metronome's commands that need no generator. `metronome new` is metronome-new, too.

They are what ./metro runs in a checkout; here they take the package's Verilog, and what is installed.
"""
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent / "scripts"


def main(*first):
    sys.path.insert(0, str(SCRIPTS))
    from metro.cli.command_line import main as run
    return run([*first, *sys.argv[1:]])


def new():
    return main("new")


if __name__ == "__main__":
    sys.exit(main())
