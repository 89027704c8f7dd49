# SPDX-License-Identifier: Apache-2.0
"""The program that calls the services of an RTOS, which `./metro wcet` bounds. Each RTOS describes its program."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from ..base import paths, toml

FOLDER = paths.ROOT / "bench" / "wcet"


@dataclasses.dataclass(frozen=True)
class Suite:
    """The services of an RTOS. program: in bench/wcet, with a file of the same name that has the situations. cfg:
    folder of the RTOS's configuration. switch: function that switches to another task. order: returns the
    situations of each part of a run, from its output. values: parameters of the run. defs: -D options."""
    rtos: str
    program: str
    cfg: Path
    switch: str
    order: Callable[[str], list[tuple[str, ...]]]
    values: dict = dataclasses.field(default_factory=dict)
    defs: str = ""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.program}.toml"

    @property
    def handlers(self) -> str:
        """Name of the program with interrupts, and of the file with their parts."""
        return f"{self.program}_handlers"

    @property
    def always_without(self) -> frozenset[str]:
        """Names of functions that the program never enters."""
        return frozenset(toml.read(self.file).get("always", ()))
