# SPDX-License-Identifier: Apache-2.0
"""LiteX's VexRiscv with a variant for each configuration: `metronome+NAME`.

When a SoC is made, LiteX looks up its CPU by name in litex.soc.cores.cpu.CPUS. register() replaces LiteX's class there
by one that has these variants, only in this process: no installed file changes.
"""
import json
from pathlib import Path

from litex import get_data_mod
from litex.soc.cores.cpu import CPUS
from litex.soc.cores.cpu.vexriscv import core as stock

from . import AcceleratorError, path
from .accelerator import (MODULES, VARIANT, add_hot_memory, add_peripheral, allow_registers, check_core, check_verilog,
                          connect_interrupt, mend_debug, name_switches, refuse_cfu_line, rest_second_port)

# LiteX's core for each adapter outside the pipeline. The package contains only the adapter's Verilog.
STOCK = {"cfu": "VexRiscv_FullCfu.v", "wishbone": "VexRiscv_Full.v"}


def configurations():
    """Return {name: folder} of the configurations with Verilog in the package."""
    return {folder.name: folder for folder in sorted(path("verilog").iterdir()) if folder.is_dir()}


class Core:
    """A folder with core.json and Verilog, from the package or from `./metro gen`."""

    def __init__(self, name, folder):
        self.name, self.folder = name, Path(folder).resolve()
        self.description = json.loads((self.folder / "core.json").read_text())
        self.adapter = self.description.get("adapter", "plugin")
        self.verilog = self.folder / f"{MODULES[self.adapter]}.v"
        check_verilog(self.verilog, MODULES[self.adapter])
        if self.description["buses"] != "wishbone":
            raise AcceleratorError(f"{folder} is a core with {self.description['buses']} buses, but LiteX needs "
                                   "wishbone: generate it without --native-buses")

    @property
    def variant(self):
        # LiteX's class connects the parts that a variant's name contains: a debugger, a CFU.
        return f"{VARIANT}+{self.name}" + ("+debug" if self.description.get("debug") else "")

    @property
    def netlist(self):
        """Netlist of the core: from the folder, or LiteX's core if the folder has only an adapter."""
        own = self.folder / "VexRiscv.v"
        if own.is_file():
            return own
        return Path(get_data_mod("cpu", "vexriscv").data_location) / STOCK[self.adapter]

    @property
    def gcc_flags(self):
        """Compiler options of `full`, with compressed instructions if the core has them."""
        return stock.GCC_FLAGS["full"].replace("_m ", "_mc " if self.description["isa"].endswith("c") else "_m ")


class VexRiscv(stock.VexRiscv):
    """LiteX's VexRiscv with our variants. Buses, interrupts and addresses are those of `full`."""
    __module__ = stock.__name__             # LiteX finds the CPU's crt0.S and headers by this name
    variants = dict(stock.CPU_VARIANTS)
    cores = {}

    def __init__(self, platform, variant="standard", *args, **options):
        super().__init__(platform, variant, *args, **options)
        if core := self.cores.get(variant):
            self.human_name = self.variants[variant]
            mend_debug(self)
            self.use_external_variant(str(core.netlist))

    @property
    def gcc_flags(self):
        core = self.cores.get(self.variant)
        return f"{core.gcc_flags} -D__vexriscv__" if core else super().gcc_flags

    def add_cfu(self, cfu_filename=None):
        core = self.cores.get(self.variant)
        super().add_cfu(cfu_filename=str(core.verilog) if core else cfu_filename)

    def add_soc_components(self, soc):
        super().add_soc_components(soc)
        if not (core := self.cores.get(self.variant)):
            return
        allow_registers(soc.platform)
        interrupt = connect_interrupt(soc, core.verilog)
        if core.adapter == "wishbone":
            add_peripheral(soc, core.verilog, None, interrupt)
        elif core.adapter == "cfu":
            refuse_cfu_line(soc)
            self.cfu_params.update(interrupt)
        else:
            self.cpu_params.update(interrupt)
            add_hot_memory(soc, core.description)
            rest_second_port(soc, core.description.get("accelerator", {}))
        check_core(self, core.netlist, core.description)
        name_switches(soc, core.description)


def register(core):
    """Register the core's variant with LiteX and return its name. Without a CFU or debugger, also register it as
    `metronome`, for a target that requests this name."""
    plain = core.adapter != "cfu" and not core.description.get("debug")
    for name in (core.variant, VARIANT) if plain else (core.variant,):
        VexRiscv.cores[name] = core
        VexRiscv.variants[name] = f"VexRiscv with Metronome, {core.name}"
    CPUS["vexriscv"] = VexRiscv
    return core.variant
