# SPDX-License-Identifier: Apache-2.0
"""metronome: the commands of ./metro that need no core generator (Java). metronome-new is `metronome new`.

They run the same code as in a checkout, but use the package's Verilog and the installed tools.
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
