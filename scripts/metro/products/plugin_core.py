# SPDX-License-Identifier: Apache-2.0
"""Our core from the generator, with or without units in its pipeline."""
from __future__ import annotations

from pathlib import Path

from ..base import cache, paths
from ..environment import generator
from . import prebuilt


def generate(hardware) -> Path:
    """Return the folder with VexRiscv.v and core.json of a configuration's core."""
    if paths.PACKAGED:
        return prebuilt.core(hardware)
    compiled = generator.ensure_built()
    asked = {"write": "core", **hardware.document}

    def build(folder: Path) -> None:
        generator.run(compiled, asked, folder / "VexRiscv.v")

    return cache.product("core", {"generator": compiled.name, "configuration": asked}, build)
