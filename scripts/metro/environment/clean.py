# SPDX-License-Identifier: Apache-2.0
"""`./metro clean`: removes build products. The Python environment stays unless --all is given."""
from __future__ import annotations

import fcntl
import os
import shutil

from ..base import cache, paths
from ..base.errors import MetroError


def add_arguments(parser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true",
                       help="also remove the Python environment, which the next command installs again")
    which.add_argument("--stale", action="store_true",
                       help=f"remove all but the {cache.KEEP} most recently used products of each kind")


def main(args) -> int:
    if not paths.BUILD.is_dir():
        return 0
    if not paths.is_build_folder(paths.BUILD):
        raise MetroError(f"{paths.BUILD} is not a build folder of metro", "correct METRO_BUILD")
    paths.make_build()
    with open(paths.IN_USE, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise MetroError(f"another metro command is at work in {paths.BUILD}", "wait until it ends") from None
        if args.stale:
            for folder in cache.prune():
                print(f"removed {folder.relative_to(paths.BUILD)}")
            return 0
        keep = set() if args.all else {paths.VENV.name}
        for name in sorted(set(os.listdir(paths.BUILD)) - keep):
            path = paths.BUILD / name
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
            print(f"removed {name}")
        if not keep:
            paths.BUILD.rmdir()
    return 0
