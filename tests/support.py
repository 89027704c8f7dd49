# SPDX-License-Identifier: Apache-2.0
"""Helpers for tests: run ./metro, read Markdown pages, select slow cases, mount a small disk."""
import contextlib
import io
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from metro.cli import command_line
from metro.products import rtos
from metro.run import execution

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 1800         # seconds after which a command counts as hung; not a performance limit


def metro(*arguments, launcher=ROOT / "metro", **options):
    """Run ./metro as a user does. options: passed to subprocess.run."""
    return subprocess.run([launcher, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, **options)


def refusal(*arguments):
    """Run a command that must refuse its arguments, without set-up, in this process. Return (exit code, message)."""
    arguments, message = [str(argument) for argument in arguments], io.StringIO()
    with contextlib.redirect_stderr(message), mock.patch.object(sys, "argv", ["metro", *arguments]), \
            mock.patch.object(command_line, "prepare"), mock.patch.object(command_line.signal, "signal"):
        try:
            code = command_line.main(arguments)
        except SystemExit as end:
            code = end.code
    assert "Traceback" not in message.getvalue(), message.getvalue()
    return code, message.getvalue()


def named(figures):
    """Return {name of the key: figure}."""
    return {str(key): figure for key, figure in figures.items()}


def part(text, name):
    """Return the paragraph before a marked part of a page, on one line, and the content of the part."""
    before, _, rest = text.partition(f"<!-- {name} -->\n")
    return " ".join(before.rstrip().rpartition("\n\n")[2].split()), rest.partition(f"<!-- /{name} -->")[0]


def grids(text):
    """Yield (columns, number of column rules, rows) for each Markdown table."""
    for lines in text.strip().split("\n\n"):
        columns, rule, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines.splitlines())
        yield columns, rule.count("---"), rows


def given_tree(config, key):
    """Return DIR of ./metro test --kernel DIR if it is a tree of the RTOS `key`, else None."""
    folder = config.getoption("kernel")
    return folder if folder and rtos.rtos_of_tree(folder).key == key else None


def tree_of(config, key):
    """Return DIR of ./metro test --kernel DIR. Skip the test if DIR is not a tree of the RTOS `key`."""
    folder = given_tree(config, key)
    if not folder:
        pytest.skip(f"not run: no {rtos.get(key).name} tree given (./metro test --kernel TREE)")
    return folder


def slow_except(values, quick, ids=str):
    """Return a test's parameters, marked slow unless they are in `quick`."""
    return [pytest.param(value, id=ids(value), marks=slow_if(value not in quick)) for value in values]


def slow_if(condition):
    """Return the mark `slow`, or no mark, for pytest.param."""
    return pytest.mark.slow if condition else ()


@contextlib.contextmanager
def small_disk(folder, size, *options):
    """Mount a tmpfs of this size on a new folder. Skip the test if the mount fails, because a mount needs root."""
    folder.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join([f"size={size}", *options]), "tmpfs", folder],
                           capture_output=True)
    if mount.returncode:
        pytest.skip("not run: needs root to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def run_with_interrupts(built, board, seeds):
    """Run a firmware with interrupts at random cycles, for one seed after the other, until a run fails. Return the last
    run."""
    for seed in seeds:
        run = execution.execute(built, board, max_cycles=60_000_000, line=execution.Line(400, 3000, seed))
        if run.status:
            break
    return run
