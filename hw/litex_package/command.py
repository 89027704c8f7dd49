# SPDX-License-Identifier: Apache-2.0
"""metronome: Metronome's commands that need no generator. metronome-new is `metronome new`.

They are the commands of ./metro in a checkout. Here they use the package's Verilog and the installed tools.
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
