# SPDX-License-Identifier: Apache-2.0
"""Error messages of failed commands."""
from __future__ import annotations

import errno
import sys
import traceback

from ..base import paths
from ..base.errors import MetroError, disk_full_error, is_disk_full


def from_os_error(error: OSError) -> MetroError | None:
    """Return a MetroError for an error of disk space or permissions, or None for any other OSError: a bug in metro."""
    where = error.filename or paths.BUILD
    if is_disk_full(error):
        return disk_full_error(error.filename2 or where)         # a copy has two names and writes to the second
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) and error.filename:
        return MetroError(f"no permission to write or read {where}: {error.strerror}",
                          "correct its permissions, or set METRO_BUILD to a folder that you may write to")
    return None


def show(error: BaseException) -> None:
    if isinstance(error, OSError):
        error = from_os_error(error) or error
    if isinstance(error, MetroError):
        print(f"metro: error: {error.message}", file=sys.stderr)
        for line in error.hint.splitlines():
            print(f"  {line}", file=sys.stderr)
        return
    traceback.print_exception(type(error), error, error.__traceback__)
    print("metro: error: this is a bug in metro; please report it with the lines above (CONTRIBUTING.md)",
          file=sys.stderr)
