# SPDX-License-Identifier: Apache-2.0
"""`./metro test`: runs pytest on all host CPUs, and lists the slowest tests and each skipped test with its reason."""
from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from ..products.kernel import any_kernel_folder

EXTRA = "PYTEST ARGS"       # arguments that argparse does not know go to pytest
WHOLE = "1/1"


def add_arguments(parser) -> None:
    parser.add_argument("--all", nargs="?", const=WHOLE, type=part_or_path, metavar="K/N",
                        help="also run the slow tests and every case of each test; --all=K/N runs part K of N of "
                             "all tests")
    parser.add_argument("--kernel", type=any_kernel_folder, metavar="DIR",
                        help="also run the tests of an RTOS on this upstream tree")
    parser.add_argument("--freertos-demo", type=demo_folder, metavar="DIR",
                        help="also run the standard demos in FreeRTOS's folder Demo (Common/Minimal)")


def part(text: str) -> tuple[int, int]:
    """Return (K, N) of K/N. Each test is in exactly one of the parts 1/N to N/N."""
    number, total = map(int, text.split("/")) if re.fullmatch(r"\d+/\d+", text) else (0, 0)
    if not 1 <= number <= total:
        raise argparse.ArgumentTypeError(f"{text}: not a part of the tests; --all=2/4 runs part 2 of 4")
    return number, total


def part_or_path(text: str) -> str:
    """Check the argument of --all: K/N, or a path that was meant for pytest, as in --all tests/core/test_x.py."""
    if not _is_path(text):
        part(text)
    return text


def _is_path(text: str) -> bool:
    path = text.partition("::")[0]
    return os.path.exists(path) or "/" in path and path.endswith(".py")


def demo_folder(text: str) -> Path:
    """Return the folder Common of FreeRTOS's demos. text: this folder, or one that contains it."""
    root = Path(text).resolve()
    for part in (".", "Common", "Demo/Common", "FreeRTOS/Demo/Common"):
        if (root / part / "Minimal").is_dir() and (root / part / "include").is_dir():
            return (root / part).resolve()
    raise argparse.ArgumentTypeError(f"{root} contains no Demo/Common with the folders Minimal and include")


def main(args) -> int:
    command = [sys.executable, "-m", "pytest", f"--rootdir={paths.ROOT}", "-c", str(paths.ROOT / "pytest.ini"),
               "-o", f"cache_dir={paths.BUILD / 'pytest_cache'}", "-n", str(os.cpu_count() or 1), "--dist", "loadgroup",
               "--durations=10", "--durations-min=1", "-rfEs"]
    if args.all and _is_path(args.all):
        args.all, args.extra = WHOLE, [args.all, *args.extra]
    command += ["--all", f"--part={args.all}"] if args.all else []
    command += [f"--{name}={folder}" for name in ("kernel", "freertos-demo")
                if (folder := getattr(args, name.replace("-", "_")))]
    command += [_absolute(arg) for arg in args.extra]
    os.chdir(paths.ROOT)
    sys.stdout.flush()
    os.execv(command[0], command)       # no subprocess, so the last line and the exit code are pytest's
    return 1


def _absolute(arg: str) -> str:
    """Make a path absolute: it is relative to the user's folder, but pytest runs in the root."""
    if arg.startswith("-") or not _is_path(arg):
        return arg
    path, colons, test = arg.partition("::")
    if not os.path.exists(path):
        for moved in (paths.ROOT / "tests").glob(f"*/{os.path.basename(path)}"):        # tests of 0.2 had no subfolder
            raise MetroError(f"no file {path}", f"this test is {moved.relative_to(paths.ROOT)}")
    return f"{os.path.abspath(path)}{colons}{test}"
