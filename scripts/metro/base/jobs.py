# SPDX-License-Identifier: Apache-2.0
"""Work that a command does side by side, in threads that run other programs, and how all of it ends early."""
from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PERIOD = 0.1                # seconds between two looks for programs that a thread has started meanwhile


@contextlib.contextmanager
def side_by_side(number: int | None = None):
    """A pool of so many threads, or one for each processor. If its block fails, work that waits is not begun."""
    with ThreadPoolExecutor(max(1, number or os.cpu_count() or 1)) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def end_programs() -> None:
    """Send SIGTERM to all programs that this process has started, and to theirs, until this process ends."""
    def end() -> None:
        while True:
            for process in descendants(os.getpid()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGTERM)
            time.sleep(PERIOD)
    threading.Thread(target=end, daemon=True).start()


def descendants(process: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):                 # it has ended meanwhile
            # The name of the program, in brackets, may hold blanks.
            parent = int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = children.get(process, [])
    for one in found:
        found += children.get(one, [])
    return found
