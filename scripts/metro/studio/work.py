# SPDX-License-Identifier: Apache-2.0
"""Jobs of the page. A job runs a ./metro command in the background, and keeps its output. One job runs at a time."""
from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..base import output, paths
from ..base.errors import MetroError

SHOWN = 14                  # lines of output on the page
KEPT = 400                  # lines of output in memory
KEPT_JOBS = 8
GRACE = 10                  # seconds that a stopped command has to clean up
HEADERS = ("sw/ci_intrinsics.h", "sw/ci_opcodes.h", "sw/ci_wishbone.h", "sw/*-ports/accel/*.h")


@dataclass
class Job:
    title: str
    words: list                 # arguments of ./metro
    files: dict                 # its products: name in the studio's folder -> description
    fine: tuple = (0,)          # exit codes of success
    after: Callable = lambda: None              # runs after success
    timeline: str = ""          # name of the timeline in `files`; empty: none
    lines: list = field(default_factory=list)
    code: int | None = None
    stopped: bool = False
    began: float = field(default_factory=time.monotonic)
    took: float | None = None
    process: subprocess.Popen | None = None

    @property
    def command(self) -> str:
        return f"./metro {shlex.join(self.words)}"

    @property
    def runs(self) -> bool:
        return self.took is None

    @property
    def is_fine(self) -> bool:
        return not self.runs and not self.stopped and self.code in self.fine

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.began if self.took is None else self.took)

    def end(self, code: int | None) -> None:
        self.code, self.took = code, time.monotonic() - self.began


class Work:
    """The jobs, newest first."""

    def __init__(self, folder: Path, launch: tuple = (sys.executable, str(paths.SCRIPTS / "metro"))):
        self.folder, self.launch, self.jobs, self.lock = folder, launch, [], threading.Lock()

    @property
    def current(self) -> Job | None:
        return self.jobs[0] if self.jobs and self.jobs[0].runs else None

    def start(self, job: Job) -> None:
        """Start a job in the background. Raises MetroError if another one is running."""
        with self.lock:
            if self.current:
                raise MetroError(f"{self.current.title} is still running", "wait until it ends, or stop it")
            self.folder.mkdir(parents=True, exist_ok=True)
            # A new process group, so that a stop also reaches the tools that the command starts.
            job.process = subprocess.Popen(
                [*self.launch, *job.words], cwd=paths.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                env={**os.environ, "TERM": "dumb", "PYTHONUNBUFFERED": "1"})
            # A repeated job replaces the earlier one, because its files have the same names.
            self.jobs[:] = [job, *(one for one in self.jobs if one.words != job.words)][:KEPT_JOBS]
        threading.Thread(target=self._follow, args=[job], daemon=True).start()

    def _follow(self, job: Job) -> None:
        for line in job.process.stdout:
            job.lines.append(line.rstrip()[:400])
            del job.lines[:-KEPT]
        code = job.process.wait()
        try:
            if code in job.fine and not job.stopped:
                job.after()
        except (OSError, MetroError) as error:
            job.lines.append(f"metro: error: {error}")
            code = 1
        job.end(code)

    def stop(self) -> None:
        """Stop the running job, if there is one, within GRACE seconds."""
        job = self.current
        if not job or job.process.poll() is not None:
            return
        job.stopped = True
        _signal(job.process, signal.SIGTERM)
        try:
            job.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            _signal(job.process, signal.SIGKILL)


def _signal(process: subprocess.Popen, number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def pack(core: Path, archive: Path, command: str) -> None:
    """Write the core's files and the C headers of its instructions to an archive, and delete the core's folder."""
    with output.replacing(archive) as [file], zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in sorted(core.iterdir()):
            zipped.write(file, f"{archive.stem}/{file.name}")
        for pattern in HEADERS:
            for file in sorted(paths.ROOT.glob(pattern)):
                zipped.write(file, f"{archive.stem}/include/{file.name}")
        zipped.write(paths.ROOT / "LICENSE", f"{archive.stem}/LICENSE")
        zipped.writestr(f"{archive.stem}/README.txt",
                        f"Made by\n\n    {command}\n\nVexRiscv.v is the core, core.json describes it, include "
                        "has the C headers.\ndocs/own-design.md of Metronome explains how to use them in a design.\n")
    shutil.rmtree(core)
