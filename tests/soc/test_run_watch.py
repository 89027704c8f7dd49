# SPDX-License-Identifier: Apache-2.0
"""`./metro run --watch` restarts the program when a file of the application changes."""
import os
import signal
import subprocess

import pytest

from metro.run import watch
from support import ROOT, metro

MAIN = """#include <stdio.h>
#include "bsp.h"
int main(void) { printf("TEXT\\n"); fflush(stdout); ENDS return 0; }
"""


@pytest.fixture
def running(tmp_path):
    """start(text) writes an application, runs it with --watch and returns the process."""
    started = []

    def start(text):
        write(tmp_path, text)
        started.append(subprocess.Popen([ROOT / "metro", "run", "--watch", tmp_path / "app"], text=True, bufsize=1,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        start_new_session=True))
        return started[-1]
    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()


def write(folder, text, ends=True):
    (folder / "app").mkdir(exist_ok=True)
    wait = "" if ends else "for (;;) { (void)BSP_Cycles(); }"
    (folder / "app" / "main.c").write_text(MAIN.replace("TEXT", text).replace("ENDS", wait))


@pytest.fixture(autouse=True)
def default_sigint():
    """Restore SIGINT's default handler: a process that ignores SIGINT, such as a shell's background job, passes this to
    its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def read_until(process, words):
    """Read until a line has these words, and return the line."""
    seen = []
    for line in process.stdout:
        seen.append(line)
        if words in line:
            return line
    raise AssertionError("".join(seen))


def test_program_restarts_when_a_file_changes(running, tmp_path):
    process = running("one")
    read_until(process, "one")
    read_until(process, "ended with 0; waiting for a change")
    (tmp_path / "app" / "main.c").write_text("int main(void) { return wrong; }")
    assert read_until(process, "changed") == "metro: main.c changed\n"
    read_until(process, "wrong")                                 # the compiler's message; the watch continues
    read_until(process, "ended with 1")
    write(tmp_path, "two", ends=False)
    read_until(process, "two")                                   # this program runs until the next change
    write(tmp_path, "three")
    read_until(process, "three")
    read_until(process, "ended with 0")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130


def test_watch_covers_sources_but_not_build_output(tmp_path):
    for name in ("main.c", "a.h", ".hidden", "io/b.c", "build/c.o", ".git/d"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    names = {os.path.relpath(file, tmp_path) for file in watch.state([tmp_path])}
    assert names == {"main.c", "a.h", "io/b.c"}
    assert list(watch.state([tmp_path / "main.c"])) == [str(tmp_path / "main.c")]


def test_watch_refuses_a_missing_folder_and_gdb(tmp_path):
    run = metro("run", "--watch", tmp_path / "absent")
    assert run.returncode == 1 and "to watch" in run.stderr
    run = metro("run", "--watch", ROOT / "sw" / "example", "--gdb")
    assert run.returncode == 1 and "leave out one" in run.stderr
