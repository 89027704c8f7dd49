# SPDX-License-Identifier: Apache-2.0
"""The schema of a configuration: its fields, their values, and combinations that are not possible.

The messages for bad values and combinations are in this module.
"""
from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Annotated, Literal, Optional

import pydantic
from pydantic import Field

from ..base.errors import MetroError
from . import ENGINES, SERVICES, limits, notation
from .options import BY_KEY, OPTIONS, RENAMED_KEYS
from .renamed import hint

Engine = Literal[ENGINES]
Tasks, Width, Levels, Waiting = map(limits.kind, ("tasks", "width", "levels", "waiting"))
UNIT_NAMES = {"both": (True, True), "time": (True, False), "ready": (False, True)}
LISTS = "lists"                     # the task lists, which replace these units
OF_LISTS = ("levels", "waiting", "slices")
WITH_LISTS = (*OF_LISTS, "lines")     # that a core with task lists can have


CacheBytes = Annotated[int, Field(ge=512, le=65536), pydantic.AfterValidator(limits.power_of_two)]


def field(values: str, default, **more):
    """Return a field with a default. values: the possible values, for messages."""
    return Field(default, description=values, **more)


class Section(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", strict=True, frozen=True)


class Core(Section):
    """The VexRiscv core. The defaults give LiteX's variant `full`: RV32IM, machine mode, all machine CSRs."""
    icache_bytes: CacheBytes = field("a cache has 512 to 65536 bytes, a power of two", 4096)
    dcache_bytes: CacheBytes = field("a cache has 512 to 65536 bytes, a power of two", 4096)
    hot_bytes: limits.kind("hot_bytes") = field(limits.text("hot_bytes"), 0)
    hot_data_bytes: limits.kind("hot_data_bytes") = field(limits.text("hot_data_bytes"), 0)
    prediction: Literal["dynamic", "dynamic_target", "none", "static"] = field(
        "there are dynamic, dynamic_target, none, static", "static")
    user_mode: bool = field("true or false", False)
    user_interrupts: limits.kind("user_interrupts") = field(limits.text("user_interrupts"), 0)
    pmp: limits.kind("pmp") = field(limits.text("pmp"), 0)
    compressed: bool = field("true or false", False)
    native_buses: bool = field("true or false", False)
    contexts: limits.kind("contexts") = field(limits.text("contexts"), 0)
    vectors: bool = field("true or false", False)
    self_switch: bool = field("true or false", False)
    guest_switch: bool = field("true or false", False)
    debug: bool = field("true or false", False)
    # The debug plugin decodes byte addresses up to 0xff, and the breakpoint registers start at 0x40, so 48 fit.
    breakpoints: Optional[Annotated[int, Field(ge=0, le=48)]] = field("a core has 0 to 48", None)

    @property
    def words(self) -> list[str]:
        """The options for the fields that differ from their defaults."""
        words = []
        for field, value in self:
            if value != type(self).model_fields[field].default:
                words += BY_KEY[f"core.{field}"].words(value)
        return words

    @property
    def hardware_breakpoints(self) -> int:
        return 4 if self.breakpoints is None else self.breakpoints


class Units(Section):
    """The units. If a configuration does not set tasks and width, they follow the kernel: see Rtos.sized_for()."""
    tasks: Tasks = field(limits.text("tasks"), 64)
    width: Width = field(limits.text("width"), 16)
    engine: Engine = field("there are lookahead, parallel", "lookahead")
    time: bool = field("true or false", True)
    ready: bool = field("true or false", True)
    time_base: bool = field("true or false", False)
    events: limits.kind("events") = field(limits.text("events"), 0)
    queue_words: limits.kind("queue_words") = field(limits.text("queue_words"), 64)
    flags: bool = field("true or false", True)
    semaphores: bool = field("true or false", True)
    mailboxes: bool = field("true or false", True)
    levels: Levels = field(limits.text("levels"), 0)
    waiting: Waiting = field(limits.text("waiting"), 0)
    slices: bool = field("true or false", False)
    lines: limits.kind("lines") = field(limits.text("lines"), 0)
    # The generator's document has other names for these fields.
    direct_calls: limits.kind("direct_calls") = field(limits.text("direct_calls"), 0, serialization_alias="slots")
    unit_sets: limits.kind("unit_sets") = field(limits.text("unit_sets"), 0, serialization_alias="guests")

    def behind(self, adapter: str) -> Units:
        """Return these units if they can be behind this adapter. Otherwise raise MetroError."""
        present = {"units", "user_mode", "adapter", adapter, *(name for name, value in self if value)}
        if reasons := limits.conflicts(present):
            raise MetroError("; ".join(reasons), f"leave out {adapter}, or what does not fit it")
        return self

    @property
    def words(self) -> list[str]:
        """The options that describe these units completely."""
        always = ("tasks", "width") if self.levels else ("tasks", "width", "engine")
        return [word for name, value in self if name in always or value != type(self).model_fields[name].default
                for word in BY_KEY[f"units.{name}"].words(value)]

    @property
    def document(self) -> dict:
        """The section that the generator reads, with every field."""
        return self.model_dump(by_alias=True)

    @property
    def kind(self) -> str:
        """The name of the present units: one of UNIT_NAMES, or LISTS."""
        if self.levels:
            return LISTS
        return next(name for name, pair in UNIT_NAMES.items() if pair == (self.time, self.ready))

    @property
    def without(self) -> tuple[str, ...]:
        return tuple(service for service in SERVICES if not getattr(self, service))


class Soc(Section):
    adapter: Literal["plugin", "cfu", "wishbone"] = field("there are plugin, cfu, wishbone", "plugin")
    threads: limits.kind("threads") = field(limits.text("threads"), 0)
    bus_bursting: bool = field("true or false", False)


# The fields of Kernel that a unit serves, by the fields of Units.
USED_BY = {"ready": ("ready",), "time": ("delays",), "events": ("events",), "levels": ("ready_lists", "sleepers"),
           "waiting": ("waiters",), "time_base": ("tickless",), "lines": ("lines",)}


class Kernel(Section):
    """The functions that the kernel leaves to the units. [switches] of an rtos.toml has their macros."""
    ready: bool = field("true or false", False)
    delays: bool = field("true or false", False)
    events: bool = field("true or false", False)
    contexts: bool = field("true or false", False)
    vectors: bool = field("true or false", False)
    self_switch: bool = field("true or false", False)
    tickless: bool = field("true or false", False)
    lines: bool = field("true or false", False)
    ready_lists: bool = field("true or false", False)
    sleepers: bool = field("true or false", False)
    waiters: bool = field("true or false", False)

    @property
    def uses_lists(self) -> bool:
        return self.ready_lists or self.sleepers or self.waiters

    @property
    def uses_units(self) -> bool:
        """Whether the seam uses units. An unpatched tree lacks the seam. Register banks need only the port."""
        return self.ready or self.delays or self.events or self.uses_lists


class Hardware(Section):
    """A core with its units and its SoC."""
    core: Core = field("a section", Core())
    units: Optional[Units] = field("a section", None)
    soc: Soc = field("a section", Soc())

    @pydantic.model_validator(mode="after")
    def refuse_conflicts(self):
        if reasons := list(self.conflicts()):
            raise ValueError("; ".join(reasons))
        return self

    def conflicts(self):
        """Return the reasons why these values do not fit together, as texts."""
        parts = filter(None, (self, self.core, self.units, self.soc))
        present = {name for part in parts for name, value in part
                 if value and value != "plugin" or name == "breakpoints" and value is not None}
        yield from limits.conflicts(present | {self.soc.adapter})
        if self.soc.adapter == "cfu":
            for option in self.core.words:
                if option.startswith("--"):
                    yield f"--adapter cfu: the stock core is fixed, so {option} cannot be changed"

    def __str__(self) -> str:
        return notation.describe(self)

    @property
    def hardware(self) -> Hardware:
        return Hardware(core=self.core, units=self.units, soc=self.soc)

    @property
    def document(self) -> dict:
        """The sections that the generator reads, with every field."""
        return {"core": {**self.core.model_dump(), "breakpoints": self.core.hardware_breakpoints},
                "units": self.units and self.units.document}

    @property
    def hot_bytes(self) -> int:
        return self.core.hot_bytes

    @property
    def memories(self) -> tuple[tuple[str, int], ...]:
        """The memories in the core, as fields of the section `core`."""
        fields = ("hot_bytes", "hot_data_bytes")
        return tuple((name, getattr(self.core, name)) for name in fields if getattr(self.core, name))

    @property
    def without_units(self) -> Hardware:
        return Hardware(core=self.core)

    def fully_used(self) -> Configuration:
        """Return the configuration whose kernel uses all units and register banks of this core that it can use."""
        units = self.units and [name for name, uses in USED_BY.items() if getattr(self.units, name)
                                and (name in WITH_LISTS or not self.units.levels)] or []
        uses = {use for unit in units for use in USED_BY[unit]}
        if not {"ready", "delays"} <= uses:
            uses -= {"tickless", "lines"}
        return Configuration(core=self.core, units=self.units, soc=self.soc,
                             kernel=Kernel(contexts=bool(self.core.contexts), vectors=self.core.vectors,
                                           self_switch=self.core.self_switch, **dict.fromkeys(uses, True)))

    def changed(self, fields: dict, typed: str = ""):
        """Return a copy with other values: {"section.field": value}. {"units": {}} adds units with defaults.

        typed: the text with these values, if they are pairs of key and value and not options. Messages name it.
        """
        values = self.model_dump(exclude_unset=True)
        # An adapter implies units.
        if values.get("units") is None:
            added = {"units", "units.tasks"} & set(fields) or fields.get("soc.adapter", "plugin") != "plugin"
            values["units"] = {} if added else None
        for key, value in fields.items():
            key = RENAMED_KEYS.get(key, key)
            section, _, name = key.partition(".")
            if values["units"] is None and section == "units":
                reason = ("the core has no task lists; give --config levels too" if name in OF_LISTS else
                          "the core has no units; add units.tasks=N" if typed else
                          "the core has no units; give --units or --tasks too")
                raise MetroError(f"{typed or BY_KEY[key].name}: {reason}")
            if name:
                values[section] = {**(values.get(section) or {}), name: value}
        return _validated(type(self), values, given=fields, typed=typed)


class Configuration(Hardware):
    purpose: str = field("a sentence that states the purpose", "")
    kernel: Kernel = field("a section", Kernel())

    def conflicts(self):
        yield from super().conflicts()
        for wanted, unit in ((use, unit) for unit, uses in USED_BY.items() for use in uses if use != "tickless"):
            has_unit = self.units and getattr(self.units, unit) and (unit in WITH_LISTS or not self.units.levels)
            if getattr(self.kernel, wanted) and not has_unit:
                yield f"kernel.{wanted} needs a unit that the core does not have"
        if self.kernel.contexts and not self.core.contexts:
            yield "kernel.contexts needs register banks, which the core does not have"
        if self.kernel.vectors and not (self.core.vectors and self.kernel.contexts):
            yield "kernel.vectors needs vectored interrupts and kernel.contexts"
        if self.kernel.self_switch and not (self.core.self_switch and self.kernel.vectors and self.kernel.tickless):
            yield "kernel.self_switch needs a core with --self-switch, kernel.vectors and kernel.tickless"
        uses = self.kernel
        if uses.tickless and not (uses.ready and uses.delays or uses.ready_lists and uses.sleepers):
            yield "kernel.tickless needs kernel.ready and kernel.delays, or kernel.ready_lists and kernel.sleepers"
        if self.kernel.tickless and not (self.units and self.units.time_base):
            yield "kernel.tickless needs a time base, which the core does not have"
        has_lines = self.units and self.units.time_base and (self.units.events or self.units.levels)
        if uses.lines and has_lines and not (uses.tickless and (uses.events or uses.ready_lists)):
            yield "kernel.lines needs kernel.tickless, and kernel.events or kernel.ready_lists"

    def changed(self, fields: dict, typed: str = "") -> Configuration:
        """Return a copy with other values. Its kernel uses each added unit, and no removed unit."""
        follows = {f"kernel.{use}": bool(fields[f"units.{unit}"]) for unit, uses in USED_BY.items()
                   if f"units.{unit}" in fields for use in uses}
        # With task lists, a kernel takes its ticks from the time base only if its configuration says so.
        if follows.get("kernel.tickless") and fields.get("units.levels", self.units.levels if self.units else 0):
            del follows["kernel.tickless"]
        if "core.contexts" in fields:
            follows["kernel.contexts"] = bool(fields["core.contexts"])
        if "core.vectors" in fields:
            follows["kernel.vectors"] = fields["core.vectors"]
        if "core.self_switch" in fields:
            follows["kernel.self_switch"] = fields["core.self_switch"]
        return super().changed({**follows, **fields}, typed)

    def trimmed(self) -> Configuration:
        """Return the configuration without the unit that the kernel does not use."""
        if self.kernel.delays == self.kernel.ready or self.kernel.uses_lists:
            return self
        return self.changed({"units.ready" if self.kernel.delays else "units.time": False})


# ------------------------------------------------------------------------------------------------------------ refusals

def validated(values: dict, file: Path) -> Configuration:
    """Return the configuration that a file's content describes. Raise MetroError if it is not valid."""
    for old, new in RENAMED_KEYS.items():
        (section, old_name), new_name = old.split("."), new.split(".")[1]
        fields = values.get(section)
        if isinstance(fields, dict) and old_name in fields:
            if new_name in fields:
                raise MetroError(f"{file}: {old} and {new} are the same field", f"leave out {old}, its earlier name")
            hint(f"{file}: {old}", new)
            values = {**values, section: {new_name if key == old_name else key: value for key, value in fields.items()}}
    return _validated(Configuration, values, file=file)


def hardware(values: dict) -> Hardware:
    return _validated(Hardware, values)


def _validated(kind, values: dict, given=(), file: Path | None = None, typed: str = ""):
    try:
        return kind.model_validate(values)
    except pydantic.ValidationError as error:
        reasons = dict.fromkeys(explain(kind, problem, given, file, typed) for problem in error.errors())
        raise MetroError("; ".join(reasons)) from None


def explain(kind, problem: dict, given=(), file: Path | None = None, typed: str = "") -> str:
    """Return the message for a problem that pydantic found: field, value, possible values. The message names the option
    instead of the field if the option was given, or if there is no file. typed: see Hardware.changed()."""
    place = [part for part in problem["loc"] if isinstance(part, str)]
    model, known = kind, []
    for part in place:
        fields = model.model_fields
        if part not in fields:
            near = difflib.get_close_matches(part, fields, 1)
            return (f"{file}: there is no field {'.'.join([*known, part])}, only {', '.join(fields)}"
                    + (f"; did you mean {near[0]}?" if near else ""))
        known.append(part)
        if part in ("core", "units", "soc", "kernel"):
            model = {"core": Core, "units": Units, "soc": Soc, "kernel": Kernel}[part]
            described = "a section"
        else:
            described = fields[part].description
            break
    if problem["type"] == "value_error" and not known:
        reason = str(problem["ctx"]["error"])
        if typed:
            keys = {option.name: option.key for option in OPTIONS}
            reason = re.sub(r"--[\w-]+", lambda match: keys.get(match[0], match[0]), reason)
        return (f"{file or typed}: " if file or typed else "") + reason
    key = ".".join(known)
    if typed and key in given:
        return f"{typed}: {notation.pair(key, problem['input'])}: {described}"
    if key in BY_KEY and (key in given or file is None):
        return f"{BY_KEY[key].name} {problem['input']}: {described}"
    return f"{file}: {key} = {problem['input']!r}: {described}"
