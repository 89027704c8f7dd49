# SPDX-License-Identifier: Apache-2.0
"""`./metro run --watch`: runs again when a file of the application changes."""
from __future__ import annotations

import os
import subprocess
import sys
import termios
import time
from pathlib import Path

from ..base import paths

PERIOD = 0.5                   # seconds between two checks; polling is enough for the few files of a folder


def state(places: list[Path]) -> dict:
    """Return {path: (time, size, inode)} of the files, except hidden files and files in hidden folders or `build`."""
    found = {}
    for place in places:
        if place.is_file():
            walk = [(place.parent, [], [place.name])]
        else:
            walk = os.walk(place)
        for folder, folders, names in walk:
            folders[:] = [name for name in folders if not name.startswith(".") and name != "build"]
            for name in names:
                try:
                    status = os.stat(os.path.join(folder, name))
                except OSError:                            # removed in the meantime
                    continue
                if not name.startswith("."):
                    found[os.path.join(folder, name)] = status.st_mtime_ns, status.st_size, status.st_ino
    return found


def stable_state(places: list[Path]) -> dict:
    """Return state() once it is stable, because an editor may write several files, or one in pieces."""
    before, now = None, state(places)
    while before != now:
        time.sleep(PERIOD / 2)
        before, now = now, state(places)
    return now


def main(arguments: list[str], places: list[Path]) -> int:
    """Run `./metro ARGUMENTS`, again after each change in the places, until Ctrl-C."""
    terminal = termios.tcgetattr(sys.stdin) if sys.stdin.isatty() else None
    command = [sys.executable, str(paths.SCRIPTS / "metro"), *arguments]
    while True:
        before = stable_state(places)                           # a change during the build counts too
        child = subprocess.Popen(command)
        try:
            is_reported = False
            while state(places) == before:
                time.sleep(PERIOD)
                if child.poll() is not None and not is_reported:
                    print_message(f"ended with {child.returncode}; waiting for a change, Ctrl-C ends")
                    is_reported = True
        finally:
            child.terminate()
            child.wait()
            if terminal:                                   # a terminated simulator leaves its own settings
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, terminal)
        now = state(places)
        changed = [file for file in {**before, **now} if before.get(file) != now.get(file)]
        print_message(f"{', '.join(os.path.basename(file) for file in sorted(changed)) or 'a file'} changed")


def print_message(text: str) -> None:
    print(f"metro: {text}", file=sys.stderr, flush=True)
