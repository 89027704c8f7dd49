# SPDX-License-Identifier: Apache-2.0
"""Our core, with the units in its pipeline or without them, as the generator writes it."""
from __future__ import annotations

from pathlib import Path

from ..base import cache, paths
from ..environment import generator
from . import prebuilt


def generate(hardware) -> Path:
    """The folder with VexRiscv.v and core.json of the core of a configuration."""
    if paths.PACKAGED:
        return prebuilt.core(hardware)
    compiled = generator.ensure_built()
    asked = {"write": "core", **hardware.document}

    def build(folder: Path) -> None:
        generator.run(compiled, asked, folder / "VexRiscv.v")

    return cache.product("core", {"generator": compiled.name, "configuration": asked}, build)
