# SPDX-License-Identifier: Apache-2.0
"""Build firmware that runs programs as guests of the monitor (sw/monitor), from a description file."""
from __future__ import annotations

import argparse
import dataclasses
import re
import shutil
from pathlib import Path

from .. import configuration
from ..base import cache, toml
from ..base.errors import MetroError
from ..configuration import limits
from . import (application, core as core_module, dependencies, firmware, kernel as kernel_module,
               rtos as rtos_module, simulator, soc as soc_module)

MONITOR_BYTES = 8192            # RAM of the monitor, at the end of the SoC's RAM
PORT = 4                        # bytes per cycle of the configuration port: a 32-bit ICAP at the core's clock
PERIPHERAL_BYTES = 0x800        # distance of two LiteX peripherals; the rule of a device covers as many bytes
LOADED_AT_ONCE = 16             # bytes, as in load_some() of sw/monitor/monitor.c
STACK = 256                     # smallest stack in a guest's memory, bytes
SLICE = 10_000                  # default slice, cycles
CLOCK_HZ = 50_000_000           # of the simulated SoC (hw/litex_soc.py)
TICK_CYCLES = 5000              # smallest tick period of a guest, cycles (sw/bsp/bsp.h)
RAM = tuple(1 << n for n in range(17, 21))                 # possible sizes of the SoC's RAM, bytes
KEYS = {"guest": {"name": str, "program": (str, list), "memory": int, "priority": (int, str), "slice": int,
                  "budget": int, "period": int, "lines": list, "devices": list, "read": list, "write": list,
                  "restart": int, "kernel": str, "system": str, "tick_rate": int, "include": list, "define": list,
                  "accelerators": list, "units": bool, "timer": bool},
        "page": {"name": str, "memory": int},
        "region": {"circuits": list, "bitstream": int, "port": int}}
NEEDED = {"guest": ("name", "program", "memory"), "page": ("name", "memory"), "region": ("circuits", "bitstream")}
MONITOR_FLAGS = ("-Wl,-u,guest_count", "-mrelax", "-fno-jump-tables", "-fno-tree-loop-distribute-patterns")
# With register banks the monitor's functions need not preserve s1 to s10. entry_banks.S uses s11.
BANKS_FLAGS = ("-ffixed-s11", *(f"-fcall-used-s{number}" for number in range(1, 11)))
OF_KERNEL = ("system", "tick_rate", "include", "define")   # keys that only a guest with a kernel can have
OWN = ("ctrl", "sim_exit", "timer0", "uart")               # peripherals that stay with the monitor
_NAME = re.compile(r"[a-z]\w{0,15}")


@dataclasses.dataclass(frozen=True)
class Program:
    """A guest's program with a kernel."""
    app: application.Application
    tree: Path | None = None    # a kernel in place of the default one; None: the default
    defs: str = ""              # further compiler options
    foreign: tuple[Path, ...] = ()  # third-party C files; foreign_flags: their options
    foreign_flags: str = ""
    strict: bool = False        # treat warnings about sources as errors
    units: configuration.schema.Units | None = None     # units that the kernel uses, in a private unit set

    def link(self, soc: Path, memory: tuple[int, int], opt: str, software: Path | None, define: list[str]) -> Path:
        """Link the program and return the ELF file. memory: base and size in bytes. define: further macros."""
        app = self.app
        return firmware.link(app.name, [*app.sources], [*app.cfg], soc, self.tree, opt, self.defs,
                             [*self.foreign], self.foreign_flags, software, [*app.include], [*app.define, *define],
                             self.strict, app.rtos, memory)


@dataclasses.dataclass(frozen=True)
class Guest:
    name: str
    memory: int
    sources: tuple[Path, ...] = ()          # files of a program without a kernel
    priority: int = 0                       # 0: shared
    slice_or_budget: int = 0                # cycles; the budget is per period
    period: int = 0
    lines: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    read: tuple[str, ...] = ()              # pages that it may read; write: pages that it may read and write
    write: tuple[str, ...] = ()
    restart: int = 0
    accelerators: tuple[str, ...] = ()
    own_set: bool = False                   # a unit set for a program without a kernel
    timer: int = 0                          # number of its private timer, also in `lines` and `devices`; 0: none
    program: Program | None = None

    @property
    def uses_units(self) -> bool:
        return self.own_set or bool(self.program and self.program.units)


@dataclasses.dataclass(frozen=True)
class Guests:
    """The guests by priority, highest first. Guests with the shared priority are last, in the order of the file."""
    file: Path
    guests: tuple[Guest, ...]
    pages: dict[str, int] = dataclasses.field(default_factory=dict)     # bytes by name
    regions: tuple[soc_module.Region, ...] = ()
    ram: int = 0                            # of the SoC, in bytes; 0: the default

    @property
    def unit_users(self) -> list[str]:
        """Return the names of the guests with a unit set. A name's index is the number of its guest's unit set."""
        return [guest.name for guest in self.guests if guest.uses_units]

    @property
    def timers(self) -> int:
        """Return the number of private timers."""
        return sum(guest.timer > 0 for guest in self.guests)

    @property
    def accelerators(self) -> list[str]:
        """Return the names of the accelerators that regions can hold. A name's index is the accelerator's number."""
        return list(dict.fromkeys(file.stem for region in self.regions for file in region.circuits))


def limit(name: str) -> int:
    """Return a limit of [virtual_device] in hw/isa/registers.toml."""
    return limits.registers()["virtual_device"][name]


def core_fields() -> dict:
    """Return the configuration fields of the core that guests need, with their values."""
    return {"core.user_mode": True, "core.user_interrupts": limits.most("user_interrupts"),
            "core.pmp": limit("guest_rules")}


def read(file: Path) -> Guests:
    """Read the description of guests in a file. Refuse an invalid one."""
    table = toml.read(file)
    if unknown := [key for key in table if key not in (*KEYS, "ram")]:
        raise MetroError(f"{file}: unknown key {unknown[0]}", "keys are ram, [[guest]], [[page]] and [[region]]")
    ram = table.get("ram", 0)
    if isinstance(ram, bool) or "ram" in table and ram not in RAM:
        raise MetroError(f"{file}: ram cannot be {ram!r}", f"allowed: {', '.join(map(str, RAM))}")
    for kind in KEYS:
        if not isinstance(table.get(kind, []), list):
            raise MetroError(f"{file}: {kind} is not a list of tables", f"begin each table with [[{kind}]]")
    pages = {}
    for entry in table.get("page", ()):
        _check_entry(file, "page", entry, pages)
        pages[entry["name"]] = entry["memory"]
    regions: dict[int, soc_module.Region] = {}
    for entry in table.get("region", ()):
        where = _check_entry(file, "region", entry, regions)
        regions[len(regions)] = _region(file, where, entry)
    found: dict[str, Guest] = {}
    for entry in table.get("guest", ()):
        where = _check_entry(file, "guest", entry, found)
        found[entry["name"]] = _guest(file, where, entry, found.values())
    if not found:
        raise MetroError(f"{file}: there is no guest", "add a table [[guest]] for each guest")
    if len(found) > (largest := limits.most("user_interrupts")):
        raise MetroError(f"{file}: {len(found)} guests: the monitor supports at most {largest}")
    _refuse_shared(file, found, pages)
    guests = Guests(file, tuple(sorted(found.values(), key=lambda guest: -guest.priority)), pages,
                 tuple(regions.values()), ram)
    _refuse_regions(guests)
    return guests


def _check_entry(file: Path, kind: str, entry: dict, known: dict) -> str:
    """Check keys, types, name and memory of a table. Return its name for messages."""
    if not isinstance(entry, dict):
        raise MetroError(f"{file}: a {kind} is not a table", f"begin it with [[{kind}]]")
    where = f"{file}: {kind} {entry.get('name', len(known) + 1)}"
    for key, value in entry.items():
        if key not in KEYS[kind]:
            raise MetroError(f"{where}: unknown key {key}", f"keys are {', '.join(KEYS[kind])}")
        if isinstance(value, bool) != (KEYS[kind][key] is bool) or not isinstance(value, KEYS[kind][key]) or (
                isinstance(value, list) and not all(isinstance(item, str) for item in value)):
            raise MetroError(f"{where}: {key} cannot be {value!r}")
    if missing := [key for key in NEEDED[kind] if key not in entry]:
        raise MetroError(f"{where} has no {missing[0]}")
    if kind == "region":
        return where
    if not _NAME.fullmatch(entry["name"]) or entry["name"] == "monitor":
        raise MetroError(f"{where}: the name cannot be {entry['name']!r}",
                         "use up to 16 letters, digits and _, beginning with a small letter; `monitor` is reserved")
    if entry["name"] in known:
        raise MetroError(f"{where}: the name is used twice")
    least = 1024 if kind == "guest" else 32
    if entry["memory"] < least or entry["memory"] & entry["memory"] - 1:
        raise MetroError(f"{where}: memory = {entry['memory']} is not a power of two of at least {least}",
                         "memory protection supports no other sizes")
    return where


def _guest(file: Path, where: str, entry: dict, others) -> Guest:
    priority = entry.get("priority", "shared")
    if priority == "shared":
        priority = 0
    elif isinstance(priority, str) or not 1 <= priority <= 255:
        raise MetroError(f"{where}: priority cannot be {priority!r}", 'allowed: 1 to 255, or "shared"')
    for key in ("slice",) if priority else ("budget", "period"):
        if key in entry:
            raise MetroError(f"{where}: {key} does not fit its priority",
                             "guests with the shared priority have a slice; others may have a budget and a period")
    if ("budget" in entry) != ("period" in entry):
        raise MetroError(f"{where}: budget and period go together")
    cycles = entry.get("budget", 0) if priority else entry.get("slice", SLICE)
    for key, least, most in (("slice", 1000, 2**31 - 1), ("period", 1000, 2**31 - 1), ("restart", 0, 1000),
                             ("budget", 100, entry.get("period", 100))):
        if key in entry and not least <= entry[key] <= most:
            raise MetroError(f"{where}: {key} = {entry[key]}: allowed: {least} to {most}")
    program = _program(file, where, entry) if "kernel" in entry else None
    if program and "units" in entry:
        raise MetroError(f"{where}: units is for a guest without a kernel",
                         'for a guest with a kernel, set system = "events"')
    sources = () if program else _sources(file, where, entry)
    timer = 1 + sum(other.timer > 0 for other in others) if entry.get("timer") else 0
    own = [f"timer{timer}"] if timer else []
    rights = [(*own, *entry.get("lines", ())), (*own, *entry.get("devices", ())), tuple(entry.get("read", ())),
           tuple(entry.get("write", ()))]
    pages = (*rights[2], *rights[3])
    if twice := [name for name in pages if pages.count(name) > 1]:
        raise MetroError(f"{where}: the page {twice[0]} is given twice", "a page to write can also be read")
    accelerators = tuple(dict.fromkeys(entry.get("accelerators", ())))
    rules = len(rights[1]) + len(pages) + bool(accelerators)
    if rules >= limit("guest_rules"):
        raise MetroError(f"{where}: {rules} devices and pages: in addition to its memory, a guest has rules "
                         f"for {limit('guest_rules') - 1}",
                         "all its accelerators together need one rule" if accelerators else "")
    return Guest(entry["name"], entry["memory"], tuple(sources), priority, cycles, entry.get("period", 0), *rights,
                 entry.get("restart", 0), accelerators, entry.get("units", False), timer, program)


def _sources(file: Path, where: str, entry: dict) -> list[Path]:
    """Return the files of a program without a kernel."""
    if lone := [key for key in OF_KERNEL if key in entry]:
        kernels = [f'"{key}"' for key in rtos_module.names() if rtos_module.get(key).guest]
        raise MetroError(f"{where}: {lone[0]} is for a guest with a kernel", f"add kernel = {' or '.join(kernels)}")
    sources = []
    for name in [entry["program"]] if isinstance(entry["program"], str) else entry["program"]:
        path = (file.parent / name).resolve()
        if path.is_dir():
            sources += application.find_sources(path)
        elif path.is_file() and path.suffix in application.SOURCES:
            sources.append(path)
        else:
            raise MetroError(f"{where}: there is no program {name}", "give a folder, or .c and .S files, with "
                             f"paths relative to {file.parent}")
    if not sources:
        raise MetroError(f"{where}: its program has no .c files")
    return sources


def _can_be_guest(chosen) -> bool:
    return not (chosen.kernel.uses_lists or chosen.kernel.tickless or chosen.core.contexts)


def refuse_system(where: str, name: str, chosen) -> None:
    """Refuse a configuration that a guest's kernel cannot use."""
    if not _can_be_guest(chosen):
        raise MetroError(f"{where}: system = \"{name}\": a guest has no register banks, task lists or time base yet",
                         'leave it out, or use "scheduler", "timer", "combined" or "events"')


def _program(file: Path, where: str, entry: dict) -> Program:
    """Return the program of a guest with a kernel, from an application's folder."""
    if not isinstance(entry["program"], str) or not (folder := file.parent / entry["program"]).is_dir():
        raise MetroError(f"{where}: the program of a guest with a kernel is a folder, relative to {file.parent}")
    key, tree = _kernel(file, where, entry["kernel"])
    include = [file.parent / name for name in entry.get("include", ())]
    app = application.read(folder, include, entry.get("define", ()), key)
    if not app.rtos.guest:
        raise MetroError(f"{where}: {app.rtos.name} cannot be a guest yet", "it has no guest port")
    if app.threads:
        raise MetroError(f"{where}: a guest cannot have hardware threads yet, and {folder} has some")
    chosen = configuration.read(entry.get("system", "original"))
    refuse_system(where, entry.get("system"), chosen)
    app.rtos.refuse(chosen, _can_be_guest)
    tree = app.rtos.kernel_for(chosen, tree)
    if tree:
        kernel_module.refuse_unfit(tree, [chosen])
    chosen = app.rtos.sized_for(chosen, app.configuration)
    defs = app.rtos.switches(chosen, app.configuration)
    if "tick_rate" in entry:
        app = dataclasses.replace(app, cfg=(_tick_rate_folder(where, entry["tick_rate"], app.rtos), *app.cfg))
    return Program(app, tree, defs, units=chosen.units if chosen.kernel.uses_units else None)


def _tick_rate_folder(where: str, rate: int, rtos: rtos_module.Rtos) -> Path:
    """Return a folder with a configuration file that changes the application's ticks per second."""
    most = CLOCK_HZ // TICK_CYCLES
    if not 1 <= rate <= most:
        raise MetroError(f"{where}: tick_rate = {rate}: allowed: 1 to {most} ticks per second")
    name, macro = rtos.build["config"], rtos.sizes["ticks"]
    text = (f"/* SPDX-License-Identifier: Apache-2.0 */\n#include_next <{name}>\n#undef {macro}\n"
            f"#define {macro} {rate}u\n")
    return cache.product("tick-rate", {"text": text}, lambda made: (made / name).write_text(text))


def _kernel(file: Path, where: str, name: str) -> tuple[str, Path | None]:
    """Return the RTOS's key, and the user's tree if `kernel` names a tree."""
    if name in rtos_module.names():
        return name, None
    try:
        tree = kernel_module.any_kernel_folder(str(file.parent / name))
    except argparse.ArgumentTypeError as error:
        raise MetroError(f"{where}: kernel = \"{name}\" is neither {' nor '.join(rtos_module.names())}, and {error}",
                         f"the path of a tree is relative to {file.parent}") from None
    return rtos_module.rtos_of_tree(tree).key, tree


def _region(file: Path, where: str, entry: dict) -> soc_module.Region:
    for key, most in (("bitstream", 2**31 - 1), ("port", 1024)):
        if key in entry and not 1 <= entry[key] <= most:
            raise MetroError(f"{where}: {key} = {entry[key]}: allowed: 1 to {most}")
    circuits = tuple(dict.fromkeys((file.parent / name).resolve() for name in entry["circuits"]))
    for circuit in circuits:
        if circuit.suffix != ".v" or not circuit.is_file():
            raise MetroError(f"{where}: there is no circuit {circuit.name}",
                             f"give a .v file, relative to {file.parent}")
        if not _NAME.fullmatch(circuit.stem):
            raise MetroError(f"{where}: a circuit cannot be called {circuit.stem!r}",
                             "use up to 16 letters, digits and _, beginning with a small letter")
    if not circuits:
        raise MetroError(f"{where} has no circuits")
    return soc_module.Region(circuits, -(-entry["bitstream"] // entry.get("port", PORT)))


def _refuse_regions(guests: Guests) -> None:
    for kind in ("regions", "accelerators"):
        if len(entries := getattr(guests, kind)) > limit(kind):
            raise MetroError(f"{guests.file}: {len(entries)} {kind}: at most {limit(kind)} are allowed")
    files = {file for region in guests.regions for file in region.circuits}
    if len(files) > len(guests.accelerators):
        twice = next(name for name in guests.accelerators if sum(file.stem == name for file in files) > 1)
        raise MetroError(f"{guests.file}: two circuits are called {twice}", "give each circuit a unique name")
    for guest in guests.guests:
        for name in guest.accelerators:
            if name not in guests.accelerators:
                raise MetroError(f"{guests.file}: guest {guest.name}: no region contains an accelerator {name}",
                                 f"accelerators are {', '.join(guests.accelerators)}" if guests.accelerators else
                                 "add a [[region]] with circuits")


def _refuse_shared(file: Path, guests: dict[str, Guest], pages: dict) -> None:
    """Refuse lines, devices, written pages and priorities that two guests have, and pages that do not exist."""
    owners: dict[tuple, str] = {}
    for guest in guests.values():
        claims = [*(("line", name) for name in guest.lines), *(("device", name) for name in guest.devices),
                  *(("page to write", name) for name in guest.write)]
        if guest.priority:
            claims.append(("priority", guest.priority))
        for claim in claims:
            if claim in owners:
                claimants = " and ".join(dict.fromkeys((owners[claim], guest.name)))
                raise MetroError(f"{file}: the {' '.join(map(str, claim))} is given twice, to {claimants}")
            owners[claim] = guest.name
        for name in (*guest.read, *guest.write):
            if name not in pages:
                raise MetroError(f"{file}: guest {guest.name}: there is no page {name}")


# ------------------------------------------------------------------------------------------------------------ building

@dataclasses.dataclass(frozen=True)
class Target:
    """The resources of a SoC, from its headers and the description of its core."""
    rom: int
    ram: tuple[int, int]        # base, and size in bytes
    lines: dict[str, int]
    devices: dict[str, int]
    banks: int                  # register banks; 0: none
    sets: int                   # unit sets for guests; 0: none
    programs: int               # largest number of user-mode programs with interrupts
    is_hot: bool                # the core has a memory for hot code
    hot_data: tuple[int, int]   # base, and size in bytes; (0, 0): none
    switches: bool              # the core switches guests by itself


def _target(soc: Path) -> Target:
    def text(name):
        return (soc / "include" / "generated" / name).read_text()

    def region(name):
        found = re.search(rf"\b{name} : ORIGIN = (\w+), LENGTH = (\w+)", text("regions.ld"))
        return (int(found[1], 16), int(found[2], 16)) if found else (0, 0)

    base = int(re.search(r"#define CSR_BASE (0x[0-9a-f]+)", text("csr.h"))[1], 16)
    core = core_module.describe(soc)
    return Target(
        firmware.rom_bytes(soc), region("sram"),
        {name.lower(): int(line) for name, line in re.findall(r"#define (\w+)_INTERRUPT (\d+)", text("soc.h"))},
        {name.lower(): base + int(offset, 16)
         for name, offset in re.findall(r"#define CSR_(\w+)_BASE \(CSR_BASE \+ (0x[0-9a-f]+)L\)", text("csr.h"))},
        core.get("contexts", 0), core.get("accelerator", {}).get("guests", 0),
        core.get("user_interrupts", 0), "hot_bytes" in core, region("hot_data"), core.get("guest_switch", False))


def _number_of(names: dict[str, int], guests: Guests, guest: Guest, name: str, kind: str) -> int:
    choices = [other for other in names if other not in OWN and not re.fullmatch(r"region\d+(_\w+)?", other)]
    if name not in choices:
        raise MetroError(f"{guests.file}: guest {guest.name}: guests have no {kind} {name}",
                         f"choose from {', '.join(sorted(choices))}" if choices else "")
    return names[name]


def _place_memory(guests: Guests, ram: tuple[int, int]) -> dict[str, int]:
    """Return the base of each guest's and page's memory. Larger memories come first, so each is aligned to its size."""
    wanted = [*((guest.memory, guest.name) for guest in guests.guests),
              *((size, f"page {name}") for name, size in guests.pages.items())]
    at, places = ram[0], {}
    for size, name in sorted(wanted, key=lambda entry: -entry[0]):
        places[name] = at
        at += size
    room = ram[1] - MONITOR_BYTES
    if at - ram[0] > room:
        raise MetroError(f"{guests.file}: {at - ram[0]} bytes of memory do not fit: {room} are free for guests and "
                         "pages")
    return places


def _rule(base: int, size: int) -> int:
    return base >> 2 | size // 8 - 1


def build(guests: Guests, soc: Path, opt: str = "-O2", software: Path = firmware.SOFTWARE,
          values: dict[str, dict[str, int]] | None = None) -> firmware.Firmware:
    """Build the monitor with all guests' images. The firmware also has the guests' symbols and functions: GUEST.NAME.

    software: a copy of sw/, in which tests put faults. values: other initial values of 32-bit variables, by guest and
    name.
    """
    target = _target(soc)
    if target.banks and len(guests.guests) >= target.banks:
        raise MetroError(f"{guests.file}: {len(guests.guests)} guests and the monitor, {target.banks} banks of "
                         "registers",
                         "each needs a bank; set more --contexts, or none")
    if target.switches and len(guests.guests) >= target.programs:
        raise MetroError(f"{guests.file}: a core that switches guests by itself supports at most "
                         f"{target.programs - 1} guests", "leave out --guest-switch")
    if target.programs < len(guests.guests):
        raise MetroError(f"{guests.file}: the core has user-mode interrupts for {target.programs} programs",
                         f"set --user-interrupts {limits.most('user_interrupts')}")
    if target.sets < len(guests.unit_users):
        raise MetroError(f"{guests.file}: {len(guests.unit_users)} guests use units, and the core has "
                         f"{target.sets} sets",
                         f"set --unit-sets {max(2, len(guests.unit_users))}")
    places = _place_memory(guests, target.ram)
    rows = [_guest_row(guests, guest, target, places) for guest in guests.guests]
    monitor = software / "monitor"
    values = values or {}
    linked = {guest.name: guest.program.link(soc, (places[guest.name], guest.memory), opt,
                                             None if software == firmware.SOFTWARE else software,
                                             _macros(guest, target))
              for guest in guests.guests if guest.program}
    headers, litex = soc_module.headers(soc), soc_module.litex_include()
    folders = dependencies.Folders(
        path={"monitor": [monitor, firmware.SOFTWARE]},
        source_folders={"guest": sorted({source.parent for guest in guests.guests for source in guest.sources})},
        fixed_folders={"soc": headers, "litex": litex.parents[2]})
    flags = [f"-march={firmware.isa_of(soc)}", "-misa-spec=2.2", "-mabi=ilp32", "--specs=picolibc.specs",
             "-nostartfiles", "-msmall-data-limit=0", "-mno-relax", "-ffunction-sections", "-g", "-MD", "-Wall",
             "-Wextra", "-Werror", f"-DMONITOR_BANKS={target.banks}", f"-DMONITOR_SETS={target.sets}",
             f"-DMONITOR_SWITCH={int(target.switches)}",
             f"-DMONITOR_GUESTS={len(rows)}", f"-I{monitor}",
             f"-I{firmware.SOFTWARE}", f"-isystem{headers}", f"-isystem{litex}",
             f"-isystem{litex}/../../cores/cpu/vexriscv", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments"]
    inputs = {"opt": opt, "headers": headers.name, "rows": rows, "places": places, "pages": guests.pages,
              "guests": [[guest.name, *(folders.name(str(source)) for source in guest.sources)]
                         for guest in guests.guests],
              "timers": [guest.timer for guest in guests.guests],
              "linked": {name: cache.digest_file(elf) for name, elf in linked.items()}, "values": values,
              "ours": cache.digest_files([monitor, Path(__file__)]),
              "regions": _region_rows(guests, target),
              "code": [cache.digest_files(guest.sources) for guest in guests.guests],
              "compiler": simulator.version(firmware.COMPILER)}

    def make(folder: Path) -> dict:
        for guest in guests.guests:
            if guest.name in linked:
                shutil.copy(linked[guest.name], folder / f"{guest.name}.elf")
            else:
                _link(guest, guests, places, monitor, [opt, *flags], folder, target)
            _refuse_large(guest, guests, places, folder)
        images = [_image(folder / f"{guest.name}.elf", values.get(guest.name, {})) for guest in guests.guests]
        (folder / "config.c").write_text(_config(images, rows, _region_rows(guests, target)))
        ram = target.ram[0] + target.ram[1]
        script = monitor / ("monitor_hot.ld" if target.is_hot else "monitor.ld")
        _compile("monitor", [*sorted(monitor.glob("[!g]*.[cS]")), folder / "config.c"],
                 ["-O2", *flags, *MONITOR_FLAGS, *(BANKS_FLAGS if target.banks else ()), f"-T{script}",
                  f"-L{monitor}", f"-L{headers}",
                  f"-Wl,--defsym=__ram={ram - MONITOR_BYTES},--defsym=__ram_end={ram}",
                  f"-Wl,--defsym=__hot_data={target.hot_data[0]},--defsym=__hot_data_end={sum(target.hot_data)}"],
                 folder, "the monitor")
        read_files = folders.read(folder)
        for leftover in [file for file in folder.iterdir() if file.suffix != ".elf"]:
            leftover.unlink()
        return read_files

    product = cache.traced_product("guests", inputs, make, folders.with_digests)
    monitor_firmware = firmware.read(product / "monitor.elf", soc)
    symbols, functions = dict(monitor_firmware.symbols), list(monitor_firmware.functions)
    for guest in guests.guests:
        _, its_symbols, its_functions = firmware.contents(product / f"{guest.name}.elf")
        symbols.update({f"{guest.name}.{name}": address for name, address in its_symbols.items()})
        functions += [(start, size, f"{guest.name}.{name}") for start, size, name in its_functions]
    return dataclasses.replace(monitor_firmware, symbols=symbols, functions=sorted(functions))


def load(file: Path, opt: str, chosen):
    """Return the firmware of a description file, and its SoC. chosen: the configuration."""
    guests = read(file)
    soc = soc_of(guests, chosen)
    return build(guests, soc, opt), soc


def soc_of(guests: Guests, chosen) -> Path:
    """Return the SoC of a configuration, with the additions that these guests need."""
    lacks = {key: getattr(chosen.core, key.partition(".")[2]) or value for key, value in core_fields().items()}
    chosen = chosen.changed({**lacks, **_unit_fields(guests, chosen)})
    return soc_module.of(chosen, regions=guests.regions, ram=guests.ram, timers=guests.timers)


def _unit_fields(guests: Guests, chosen) -> dict:
    """Return the configuration fields of the units that guests use: one unit set per guest.

    The kernels of the guests determine the units. If no kernel uses units, the configuration determines them.
    """
    if not guests.unit_users:
        return {}
    kernels = [guest for guest in guests.guests if guest.program and guest.program.units]
    units = kernels[0].program.units if kernels else chosen.changed({"units": {}}).units
    for guest in kernels:
        if guest.program.units != units:
            raise MetroError(f"{guests.file}: the guests {kernels[0].name} and {guest.name} need different units",
                             "all unit sets of a core are alike: give both guests the same system and number of "
                             "priorities")
    return {"units": {}, **{f"units.{name}": value for name, value in units.model_dump().items()},
            "units.unit_sets": max(2, len(guests.unit_users), units.unit_sets)}


def _guest_row(guests: Guests, guest: Guest, target: Target, places: dict) -> dict:
    def own(guest_: Guest) -> int:
        return sum(1 << _number_of(target.lines, guests, guest_, name, "line") for name in set(guest_.lines))

    rules = [(_rule(places[guest.name], guest.memory), "rwx")]
    rules += [(_rule(_number_of(target.devices, guests, guest, name, "device"), PERIPHERAL_BYTES), "rw")
              for name in guest.devices]
    rules += [(_rule(places[f"page {name}"], guests.pages[name]), "rw" if name in guest.write else "r")
              for name in (*guest.write, *guest.read)]
    rights = sum((0x18 | ("r" in right) | ("w" in right) << 1 | ("x" in right) << 2) << 8 * number
                 for number, (_, right) in enumerate(rules))
    return {"name": guest.name, "base": places[guest.name], "size": guest.memory, "priority": guest.priority,
            "cycles": guest.slice_or_budget, "period": guest.period, "lines": own(guest),
            "open": sum(own(other) for other in guests.guests if other is not guest and
                        other.priority >= guest.priority),
            "program": guests.guests.index(guest),
            "restarts": guest.restart,
            **({"units": _unit_set_value(guests, guest)} if target.sets else {}),
            **({"accelerators": sum(1 << guests.accelerators.index(name) for name in guest.accelerators)}
               if guests.regions else {}),
            "rules": [rule for rule, _ in rules], "rights": rights}


def _unit_set_value(guests: Guests, guest: Guest) -> int:
    """Return the value of guest_units for the guest: the number of its unit set and the bit `open`; 0 without a set."""
    return 8 | guests.unit_users.index(guest.name) if guest.uses_units else 0


def _macros(guest: Guest, target: Target) -> list[str]:
    """Return the macros with the number of the guest's private timer, and whether the core switches guests."""
    return [*([f"GUEST_TIMER_NUMBER={guest.timer}"] if guest.timer else []),
            *(["GUEST_SWITCHES=1"] if target.switches else [])]


def _link(guest: Guest, guests: Guests, places: dict, monitor: Path, flags: list[str], folder: Path,
          target: Target) -> None:
    defines = [f'-DGUEST_NAME="{guest.name}"', *(f"-D{macro}" for macro in _macros(guest, target)),
               *(f"-DPAGE_{name.upper()}={places[f'page {name}']:#x}" for name in (*guest.read, *guest.write)),
               *(f"-DACCELERATOR_{name.upper()}={guests.accelerators.index(name)}u" for name in guest.accelerators)]
    _compile(guest.name, [monitor / "guest.S", *guest.sources],
             [*flags, *defines, f"-T{monitor / 'guest.ld'}",
              f"-Wl,--defsym=__base={places[guest.name]},--defsym=__size={guest.memory}"], folder,
             f"the guest {guest.name}")


def _refuse_large(guest: Guest, guests: Guests, places: dict, folder: Path) -> None:
    _, symbols, _ = firmware.contents(folder / f"{guest.name}.elf")
    needs, stack = symbols["__end"] - places[guest.name], symbols.get("__stack_size", STACK)
    if needs + stack > guest.memory:
        raise MetroError(f"{guests.file}: guest {guest.name}: its program is too large: {needs} bytes, and {stack} for "
                         f"the stack, do not fit into memory = {guest.memory}")


def _region_rows(guests: Guests, target: Target) -> list[list]:
    """Return the rows of region_config: two addresses, interrupt mask, each accelerator's circuit number or 0."""
    rows = []
    for number, region in enumerate(guests.regions):
        circuits = [file.stem for file in region.circuits]
        rows.append([target.devices[f"region{number}"], target.devices[f"region{number}_control"],
                     1 << target.lines[f"region{number}_control"],
                     [circuits.index(name) + 1 if name in circuits else 0 for name in guests.accelerators]])
    return rows


def _compile(name: str, sources: list[Path], options: list[str], folder: Path, what: str) -> None:
    objects = []
    compiler = [option for option in options if not option.startswith(("-T", "-Wl,"))]
    linker = [option for option in options if option != "-MD" and not option.startswith(("-D", "-I", "-isystem"))]
    for number, source in enumerate(sources):
        objects.append(folder / f"{name}-{number}.o")
        simulator.run([firmware.COMPILER, *compiler, "-c", str(source), "-o", str(objects[-1])], f"compiling {what}")
    simulator.run([firmware.COMPILER, *linker, *map(str, objects), "-o", str(folder / f"{name}.elf")],
                  f"linking {what}")


def _image(elf: Path, values: dict[str, int]) -> list[int]:
    """Return the words of a guest's memory image. values: initial values of 32-bit variables, by name."""
    from elftools.elf.elffile import ELFFile
    with open(elf, "rb") as file:
        parsed = ELFFile(file)
        base = parsed.get_section_by_name(".image")["sh_addr"]
        sections = [(section["sh_addr"] - base, section.data()) for section in parsed.iter_sections()
                    if section["sh_flags"] & 2 and section["sh_type"] != "SHT_NOBITS"]
    data = bytearray(-(-max(at + len(part) for at, part in sections) // LOADED_AT_ONCE) * LOADED_AT_ONCE)
    for at, part in sections:
        data[at:at + len(part)] = part
    _, symbols, _ = firmware.contents(elf)
    for name, value in values.items():
        at = symbols[name] - base
        data[at:at + 4] = value.to_bytes(4, "little")
    return [int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data), 4)]


def _config(images: list[list[int]], rows: list[dict], regions: list[list]) -> str:
    text = ["/* SPDX-License-Identifier: Apache-2.0 */", '#include "devices.h"', ""]
    for number, image in enumerate(images):
        text.append(f"static const uint32_t image{number}[] __attribute__((aligned(32))) = "
                    f"{{{', '.join(map(hex, image))}}};")
    shares = [f"static uint32_t states[{len(rows)}][REGION_STATE_WORDS] __attribute__((section(\".states\")));",
              f"static struct share shares[] = {{{', '.join(f'{{.state = states[{n}]}}' for n in range(len(rows)))}}};"
              ] if regions else []
    text += [f"static char logs[{len(rows)}][LOG] __attribute__((aligned(4)));", *shares, "struct guest guests[] = {"]
    for number, row in enumerate(rows):
        values = {**{key: row[key] for key in ("base", "size", "priority", "cycles", "period", "lines", "open",
                                               "program", "rights", "restarts")},
                  "rule": f"{{{', '.join(map(hex, row['rules']))}}}", "name": f'"{row["name"]}"',
                  "image": f"image{number}", "image_bytes": f"sizeof(image{number})", "log": f"logs[{number}]",
                  **({"units": row["units"]} if "units" in row else {}),
                  **({"accelerators": hex(row["accelerators"]), "share": f"&shares[{number}]"} if regions else {})}
        text.append(f"    {{{', '.join(f'.{key} = {value}' for key, value in values.items())}}},")
    text.append("};")
    if regions:
        text.append("const struct region_config region_config[] = {")
        for page, control, line, circuits in regions:
            text.append(f"    {{{page:#x}, {control:#x}, {line:#x}, {{{', '.join(map(str, circuits))}}}}},")
        text.append("};")
    return "\n".join([*text, f"const uint32_t guest_count = {len(rows)};", ""])
