# SPDX-License-Identifier: Apache-2.0
"""What tests of the ./metro command use: running it, and a disk that gets full."""
import contextlib
import subprocess
from pathlib import Path

import pytest

from metro.build import rtos

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 1800         # seconds; says that a command hangs, nothing about how quick it is


def metro(*arguments, launcher=ROOT / "metro", **options):
    """Runs ./metro as a user does; options go to subprocess.run."""
    return subprocess.run([launcher, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, **options)


def named(figures):
    """Figures by their names."""
    return {str(key): figure for key, figure in figures.items()}


def part(text, name):
    """A part of a page: the paragraph before it, on one line, and what is in it."""
    before, _, rest = text.partition(f"<!-- {name} -->\n")
    return " ".join(before.rstrip().rpartition("\n\n")[2].split()), rest.partition(f"<!-- /{name} -->")[0]


def grids(text):
    """(columns, heads, rows) of each table in Markdown."""
    for lines in text.strip().split("\n\n"):
        columns, rule, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines.splitlines())
        yield columns, rule.count("---"), rows


def given_tree(config, key):
    """The tree of ./metro test --kernel DIR, if it is one of this RTOS."""
    folder = config.getoption("kernel")
    return folder if folder and rtos.of_tree(folder).key == key else None


def some(values, quick, ids=str):
    """Parameters of a test, of which those that are not among the quick ones are slow."""
    return [pytest.param(value, id=ids(value), marks=slow_if(value not in quick)) for value in values]


def slow_if(condition):
    return pytest.mark.slow if condition else ()


@contextlib.contextmanager
def small_disk(folder, size, *options):
    """A real file system of this size where that is allowed (mount, as root); the test is skipped elsewhere."""
    folder.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join([f"size={size}", *options]), "tmpfs", folder],
                           capture_output=True)
    if mount.returncode:
        pytest.skip("not run: needs root to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
