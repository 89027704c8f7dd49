# SPDX-License-Identifier: Apache-2.0
"""Errors that a user can fix."""
from __future__ import annotations

import errno


class MetroError(Exception):
    """An error with a message that says what failed and where, and a hint on how to fix it."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.message = message
        self.hint = hint


def is_disk_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def disk_full_error(where) -> MetroError:
    return MetroError(f"no space left on the disk of {where}",
                      "free some space there and run the same command again; incomplete files are removed")
