# SPDX-License-Identifier: Apache-2.0
"""The table of a configuration's keys that users set: each is a key of the notation and a command-line option.

An option is the part of its key after the dot, with hyphens: units.time_base is --time-base.
"""
from __future__ import annotations

import argparse
from dataclasses import dataclass

from .renamed import hint

UNITS = "units"                 # the key of the whole section: it adds units with default values


@dataclass(frozen=True)
class Option:
    key: str                    # section.field of the schema, or UNITS
    help: str
    metavar: str = ""           # "": the option has no argument
    value: object = True        # the field's value, if the option has no argument
    type: type = int            # of the argument
    old: str = ""               # the option in earlier releases, if it was another
    old_key: str = ""           # the key in earlier releases, if it was another

    @property
    def name(self) -> str:
        return f"--{'no-' * (self.value is False)}{self.key.rpartition('.')[2].replace('_', '-')}"

    @property
    def destination(self) -> str:
        return f"in {self.key}"

    def add(self, parser, tell=hint) -> None:
        """Add the option to a parser, and its earlier name without a help text. tell: a function such as hint()."""
        argument = {"type": self.type, "metavar": self.metavar} if self.metavar else {"const": self.value, "nargs": 0}
        for name in filter(None, (self.name, self.old)):
            parser.add_argument(name, dest=self.destination, action=_Set, option=self, tell=tell, **argument,
                                help=self.help if name == self.name else argparse.SUPPRESS)

    def words(self, value) -> list[str]:
        """Return the words of a command line that set the field to this value."""
        return [self.name, str(value)] if self.metavar else [self.name]


class _Set(argparse.Action):
    def __init__(self, option: Option, tell, **settings):
        super().__init__(**settings)
        self.option, self.tell = option, tell

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string == self.option.old:
            self.tell(self.option.old, self.option.name)
        setattr(namespace, self.dest, values if self.option.metavar else self.const)


def without(name: str, help: str) -> Option:
    return Option(f"units.{name}", help, value=False)


OPTIONS = (
    Option("units.tasks", "set the number of tasks, 8 to 256 (64, or the application's priorities)", "N"),
    Option("units.width", "set the bits of a delay counter, 4 to 32 (16, or OS_ACCEL_WIDTH)", "W"),
    Option("units.engine", "select the engine of the time unit: lookahead, parallel (lookahead)", "KIND", type=str),
    without("time", "leave out the time unit"),
    without("ready", "leave out the ready unit"),
    Option("units.time_base", "add a time base: the time unit generates the ticks"),
    Option("units.events", "add an event unit with E events, 4 to 64; 0: none (0)", "E"),
    Option("units.queue_words",
           "set the messages in all queues of the event unit, a power of 2 from 4 to 256; 0: no queues (64)", "WORDS"),
    without("flags", "leave out event flags in the event unit"),
    without("semaphores", "leave out semaphore counts in the event unit"),
    without("mailboxes", "leave out mailbox messages in the event unit"),
    Option("units.levels", "use task lists with L levels instead of the other units, 8 to 64; 0: none (0)", "L"),
    Option("units.waiting", "add E wait lists to the task lists, 4 to 64; 0: none (0)", "E"),
    Option("units.slices", "add time slices to the levels of the task lists"),
    Option("units.direct_calls",
           "add a port for N hardware threads that call the event unit directly, 0 to 8 (0)", "N",
           old_key="units.slots"),
    Option("units.lines", "let the first N interrupt lines post to events without software, 1 to 32; 0: none (0)", "N"),
    Option("units.unit_sets",
           "add unit sets for N guests in user mode, 2 to 8; 0: one set, for machine mode only (0)", "N",
           old="--guest-units", old_key="units.guests"),
    Option("soc.adapter", "select the adapter: in the pipeline (plugin), behind the CFU bus of LiteX's stock core "
           "(cfu), or a peripheral (wishbone)", "NAME", type=str),
    Option("soc.threads", "run this many of the application's hardware threads as circuits, 0 to 8; the others run as "
           "software (0)", "N"),
    Option("soc.bus_bursting",
           "let the SoC's memories answer bursts of caches and hardware threads with one word per cycle"),
    Option("core.icache_bytes", "set the size of the instruction cache (4096)", "BYTES", old="--icache-size"),
    Option("core.dcache_bytes", "set the size of the data cache (4096)", "BYTES", old="--dcache-size"),
    Option("core.hot_bytes", "add a hot memory, for code that never misses: 0, 4096, 8192, 16384 (0)", "BYTES",
           old="--hot-memory"),
    Option("core.hot_data_bytes",
           "add a hot data memory, for the RTOS's data: 0, 8192, 16384, 32768 (0)", "BYTES"),
    Option("core.prediction", "select the branch prediction: none, static, dynamic, dynamic_target (static)", "KIND",
           type=str),
    Option("core.user_mode", "add user mode"),
    Option("core.user_interrupts",
           "let this many user-mode programs handle interrupts themselves: 0, 2, 4, 8 (0)", "N"),
    Option("core.pmp", "add rules of memory protection (PMP) for user mode: 0, 4, 8, 16 (0)", "N"),
    Option("core.compressed", "add compressed instructions"),
    Option("core.contexts",
           "add register banks for tasks and handlers, a power of 2 from 4 to 256; 0: none (0)", "B"),
    Option("core.vectors", "add vectored interrupts: an interrupt of a task goes to the handler of its line"),
    Option("core.self_switch", "let the core switch by itself to a more urgent task that wakes, without a trap"),
    Option("core.guest_switch", "let the core switch by itself between programs of user mode, for guests"),
    Option("core.native_buses",
           "use VexRiscv's native buses and interrupt lines, for its regression programs; not for a SoC"),
    Option("core.debug", "add VexRiscv's debug plugin, for GDB"),
    Option("core.breakpoints", "set the number of hardware breakpoints, 0 to 48 (4)", "N"),
    Option(UNITS, "add time unit and ready unit (also implied by --tasks)", value={}, old="--accelerator"),
)
BY_KEY = {option.key: option for option in OPTIONS}
RENAMED_KEYS = {option.old_key: option.key for option in OPTIONS if option.old_key}


def given(args) -> dict:
    """Return {key: value} of the given options."""
    return {option.key: value for option in OPTIONS
            if (value := getattr(args, option.destination, None)) is not None}


def spelled(args) -> list[str]:
    """Return the command-line words for --config and the given options."""
    return ["--config", str(args.config), *(word for key, value in given(args).items()
                                            for word in BY_KEY[key].words(value))]
