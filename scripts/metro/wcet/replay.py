# SPDX-License-Identifier: Apache-2.0
"""Replay retired instructions of a simulation through the timing model."""
from __future__ import annotations

import array
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from . import decode, timing
from .decode import Instruction


def read(file: Path) -> tuple[array.array, array.array]:
    """Return the addresses and cycles that the simulator's option --retired wrote (hw/sim/retired.h)."""
    words = array.array("I", file.read_bytes())
    return words[::2], words[1::2]
