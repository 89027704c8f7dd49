# SPDX-License-Identifier: Apache-2.0
"""The options that stand for fields of a configuration, the same ones for every command."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    name: str
    field: str                  # section.field of the schema
    help: str
    metavar: str = ""           # "": nothing follows
    value: object = None        # what the option then means
    type: type = int            # of what follows

    @property
    def destination(self) -> str:
        return f"in {self.field}"

    def add(self, parser) -> None:
        kind = ({"type": self.type, "metavar": self.metavar} if self.metavar else
                {"action": "store_const", "const": self.value})
        parser.add_argument(self.name, dest=self.destination, help=self.help, default=None, **kind)


def absent(name: str, help: str) -> Option:
    return Option(f"--no-{name}", f"units.{name}", help, value=False)


def present(name: str, field: str, help: str) -> Option:
    return Option(f"--{name}", field, help, value=True)


OPTIONS = (
    Option("--tasks", "units.tasks", "of the units, 8 to 256 (64, or as many as the application has priorities)", "N"),
    Option("--width", "units.width", "bits of a delay counter, 4 to 32 (16, or OS_ACCEL_WIDTH)", "W"),
    Option("--engine", "units.engine", "of the time unit: lookahead, parallel (lookahead)", "KIND", type=str),
    absent("time", "no time unit"),
    absent("ready", "no ready unit"),
    present("time-base", "units.time_base", "the time unit counts cycles itself: a tick needs no instruction"),
    Option("--events", "units.events", "of the event unit, 4 to 64; 0: no such unit (0)", "E"),
    Option("--queue-words", "units.queue_words",
           "messages in its queues together, a power of 2 from 4 to 256; 0: no queues (64)", "WORDS"),
    absent("flags", "no groups of flags in the event unit"),
    absent("semaphores", "no counts of semaphores in it"),
    absent("mailboxes", "no messages of mailboxes in it"),
    Option("--levels", "units.levels",
           "task lists in place of these units: of so many priorities, 8 to 64, with several tasks each; 0: none (0)",
           "L"),
    Option("--waiting", "units.waiting", "waiting lists beside them, 4 to 64; 0: none (0)", "E"),
    present("slices", "units.slices", "their levels can have slices, after which a tick lets the next task come first"),
    Option("--direct-calls", "units.slots", "hardware threads that call the event unit by themselves, by a port of "
           "their own, 0 to 8 (0)", "N"),
    Option("--guest-units", "units.guests", "sets of units, one for each guest, which user mode may use when machine "
           "mode has chosen one, 2 to 8; 0: one set, for machine mode alone (0)", "G"),
    Option("--adapter", "soc.adapter", "where the units are: in the pipeline (plugin), behind the CFU bus of LiteX's "
           "stock core (cfu), or a peripheral (wishbone)", "NAME", type=str),
    Option("--threads", "soc.threads",
           "of the application's hardware threads, so many are circuits, 0 to 8; the others run as software (0)", "N"),
    present("bus-bursting", "soc.bus_bursting",
            "the SoC's memories answer bursts, of caches and hardware threads, with a word a cycle"),
    Option("--icache-size", "core.icache_bytes", "of the instruction cache (4096)", "BYTES"),
    Option("--dcache-size", "core.dcache_bytes", "of the data cache (4096)", "BYTES"),
    Option("--hot-memory", "core.hot_bytes", "of the memory for hot code, which never misses: 0, 4096, 8192, 16384 (0)",
           "BYTES"),
    Option("--prediction", "core.prediction", "of branches: none, static, dynamic, dynamic_target (static)", "KIND",
           type=str),
    present("user-mode", "core.user_mode", "user mode beside machine mode"),
    Option("--user-interrupts", "core.user_interrupts", "programs of user mode that handle interrupts themselves: "
           "0, 2, 4, 8 (0)", "N"),
    Option("--pmp", "core.pmp", "rules of memory protection for it (PMP): 0, 4, 8, 16 (0)", "N"),
    present("compressed", "core.compressed", "compressed instructions"),
    Option("--contexts", "core.contexts",
           "banks of registers, for a task each and the handlers, a power of 2 from 4 to 256; 0: none (0)", "B"),
    present("native-buses", "core.native_buses",
            "VexRiscv's own buses and interrupt lines, for its regression programs; not for a SoC"),
    present("debug", "core.debug", "VexRiscv's debug plugin, for GDB"),
    Option("--breakpoints", "core.breakpoints", "its hardware breakpoints, for code in ROM, 0 to 48 (4)", "N"),
    Option("--accelerator", "units", "time unit and ready unit (--tasks means them too)", value={}),
)
BY_FIELD = {option.field: option for option in OPTIONS}


def given(args) -> dict:
    """{field: value} of the options that were given."""
    return {option.field: value for option in OPTIONS
            if (value := getattr(args, option.destination, None)) is not None}


def spelled(args) -> list[str]:
    """The command line of what was given, and --config."""
    words = ["--config", str(args.config)]
    for field, value in given(args).items():
        option = BY_FIELD[field]
        words += [option.name, *([str(value)] if option.metavar else [])]
    return words
