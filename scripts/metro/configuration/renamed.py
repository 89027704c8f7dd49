# SPDX-License-Identifier: Apache-2.0
"""Hints for the names of earlier releases. These names stay valid; the first use prints the new name."""
from __future__ import annotations

import os
import sys

_HINTED = "METRO_HINTED"        # environment variable with the hinted names, so a restarted process repeats no hint


def hint(old: str, new: str) -> None:
    """Print the new name of an earlier name, but only once for each earlier name."""
    hinted = os.environ.get(_HINTED, "").split("\n")
    if old not in hinted:
        os.environ[_HINTED] = "\n".join([*hinted, old])
        print(f"metro: {old} is now {new}", file=sys.stderr)
