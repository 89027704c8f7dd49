# SPDX-License-Identifier: Apache-2.0
"""Our core, with the units in its pipeline or without them, as the generator writes it."""
from __future__ import annotations

from pathlib import Path

from ..base import cache
from ..environment import generator


def generate(options: list[str] = ()) -> Path:
    """The folder with VexRiscv.v and core.json of the core with these generator options."""
    compiled = generator.ensure_built()

    def build(folder: Path) -> None:
        generator.run(compiled, "metronome.Generate", list(options), folder / "VexRiscv.v",
                      "./metro gen --core-help lists the options")

    return cache.product("core", {"generator": compiled.name, "options": list(options)}, build)
