# SPDX-License-Identifier: Apache-2.0
"""LiteX's own simulation loop around the same SoC: the reference for the speed of our harness."""
from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..products import core as core_module, simulator, soc as soc_module


def build(firmware) -> Path:
    """Build LiteX's simulator with the firmware in its ROM, because a run loads no firmware. Return the folder."""
    core = core_module.generate()
    inputs = {"soc": soc_module.build(core).name, "firmware": cache.key_of({"image": firmware.image.hex()})}

    def make(folder: Path) -> None:
        scratch = folder / "litex"
        rom = folder / "rom.bin"
        rom.write_bytes(firmware.image)
        soc_module.elaborate(core, scratch, rom)
        gateware = scratch / "gateware"
        simulator.run(["sh", "-c", f"cd '{gateware}' && bash build_sim.sh"], "LiteX's simulation build")
        for file in [gateware / "obj_dir" / "Vsim", gateware / "sim_config.js", *gateware.glob("*.init")]:
            shutil.copy(file, folder)
        shutil.copytree(gateware / "modules", folder / "modules", ignore=shutil.ignore_patterns("*.o"))
        shutil.rmtree(scratch)
        rom.unlink()

    return cache.product("litex-loop", inputs, make)


def seconds(loop: Path) -> float:
    """Return the wall-clock seconds of one run until the firmware ends."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        # The simulator reads its files from the current folder, and writes a file there.
        for item in loop.iterdir():
            Path(scratch, item.name).symlink_to(item)
        started = time.monotonic()
        run = subprocess.run(["./Vsim"], cwd=scratch, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        elapsed = time.monotonic() - started
    if run.returncode or "$finish" not in run.stdout:
        raise MetroError("LiteX's simulation loop did not reach the firmware's end", (run.stdout + run.stderr)[-1000:])
    return elapsed
