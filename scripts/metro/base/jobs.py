# SPDX-License-Identifier: Apache-2.0
"""Parallel work of a command, in threads that run other programs, and how to end it early."""
from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path

PERIOD = 0.1                # seconds between two searches for programs that threads have started
_ending = threading.Event()


class _Pool(ThreadPoolExecutor):
    def submit(self, function, /, *args, **options):
        """Submit a call. If end_programs() runs before the call starts, the call is cancelled."""
        def call():
            if _ending.is_set():
                raise CancelledError
            return function(*args, **options)
        return super().submit(call)


@contextlib.contextmanager
def thread_pool(number: int | None = None):
    """Yield a pool of `number` threads (default: one per processor). If the block fails, cancel work not yet started.
    """
    with _Pool(max(1, number or os.cpu_count() or 1)) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def end_programs() -> None:
    """Send SIGTERM repeatedly to all descendants of this process, until this process ends."""
    def end() -> None:
        while True:
            for process in descendants(os.getpid()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGTERM)
            time.sleep(PERIOD)
    _ending.set()
    threading.Thread(target=end, daemon=True).start()


def descendants(process: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):                 # the process has ended
            # The name of the program, in brackets, can contain blanks.
            parent = int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = children.get(process, [])
    for one in found:
        found += children.get(one, [])
    return found
