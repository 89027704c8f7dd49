# SPDX-License-Identifier: Apache-2.0
"""Paths of the project. Products, logs and temporary files go to the build folder."""
from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from .errors import MetroError

SCRIPTS = Path(__file__).resolve().parents[2]
ROOT = SCRIPTS.parent
REQUIREMENTS = SCRIPTS / "requirements.txt"

# Whether this is the package metronome-litex, which has Verilog instead of the generator, and not a checkout.
PACKAGED = not (ROOT / "hw" / "spinal").is_dir()
PREBUILT = ROOT / "verilog"           # Verilog of named configurations, in the package
# The command line with which a makefile calls this command.
METRO = f"{sys.executable} -m {ROOT.name}.command" if PACKAGED else str(ROOT / "metro")
ADDED = "Metronome"   # folder in a patched kernel tree; contains the port


def _cache() -> Path:
    """Return our folder in the user's cache, by the XDG base directory specification."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "metronome"


# METRO_BUILD moves the build folder, for example out of a read-only checkout.
BUILD = Path(os.path.abspath(os.environ.get("METRO_BUILD") or (_cache() if PACKAGED else ROOT / "build")))
TMP = BUILD / "tmp"
LOGS = BUILD / "log"
VENV = BUILD / "venv"
IN_USE = BUILD / "in-use.lock"    # every command that uses the build folder holds a shared lock on it

_TAG = "CACHEDIR.TAG"       # tells back-up tools to skip the folder, and `clean` that the folder is ours
_TAG_TEXT = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by metro; everything in here can be made again.\n"


def is_build_folder(build: Path) -> bool:
    # The launcher's Python may have put its bytecode there already, or a user may have created the folder.
    # List the folder before the test for the tag: another process may be creating the folder, and writes the tag first.
    empty = not set(os.listdir(build)) - {"pycache", _TAG}
    return empty or build == ROOT / "build" or (build / _TAG).is_file()


def make_build() -> Path:
    """Return the build folder, and create it if it does not exist."""
    if BUILD.is_dir() and not is_build_folder(BUILD):
        raise MetroError(f"METRO_BUILD is {BUILD}, which holds files that are not metro's",
                         "set METRO_BUILD to an empty folder")
    try:
        BUILD.mkdir(parents=True, exist_ok=True)
        if not (BUILD / _TAG).is_file():
            (BUILD / _TAG).write_text(_TAG_TEXT)
        TMP.mkdir(exist_ok=True)
        if not os.access(TMP, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST, errno.ENOTDIR):
            raise
        raise MetroError(f"cannot write to the build folder {BUILD}: {error.strerror}",
                         "make it writable, or set METRO_BUILD to a folder that is") from None
    return BUILD


def named(folder: Path, name: str) -> Path | None:
    """Return a file or folder by its name in any case, or None. The exact spelling comes first."""
    found = sorted((path for path in folder.iterdir() if path.name.lower() == name.lower()),
                   key=lambda path: path.name != name)
    return found[0] if found else None
