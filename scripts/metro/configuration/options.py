# SPDX-License-Identifier: Apache-2.0
"""Command-line options for the fields of a configuration, the same for every command."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    name: str
    field: str                  # section.field of the schema
    help: str
    metavar: str = ""           # "": the option has no argument
    value: object = None        # the field's value, if the option has no argument
    type: type = int            # of the argument

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
    Option("--tasks", "units.tasks", "set the number of tasks, 8 to 256 (64, or the application's priorities)", "N"),
    Option("--width", "units.width", "set the bits of a delay counter, 4 to 32 (16, or OS_ACCEL_WIDTH)", "W"),
    Option("--engine", "units.engine",
           "select the engine of the time unit: lookahead, parallel (lookahead)", "KIND", type=str),
    absent("time", "leave out the time unit"),
    absent("ready", "leave out the ready unit"),
    present("time-base", "units.time_base", "add a time base: the time unit generates the ticks"),
    Option("--events", "units.events", "add an event unit with E events, 4 to 64; 0: none (0)", "E"),
    Option("--queue-words", "units.queue_words",
           "set the messages in all queues of the event unit, a power of 2 from 4 to 256; 0: no queues (64)", "WORDS"),
    absent("flags", "leave out event flags in the event unit"),
    absent("semaphores", "leave out semaphore counts in the event unit"),
    absent("mailboxes", "leave out mailbox messages in the event unit"),
    Option("--levels", "units.levels",
           "use task lists with L levels instead of the other units, 8 to 64; 0: none (0)",
           "L"),
    Option("--waiting", "units.waiting", "add E waiting lists to the task lists, 4 to 64; 0: none (0)", "E"),
    present("slices", "units.slices", "add time slices to the levels of the task lists"),
    Option("--direct-calls", "units.slots",
           "add a port for hardware threads that call the event unit directly, 0 to 8 (0)", "N"),
    Option("--guest-units", "units.guests",
           "add unit sets for guests in user mode, 2 to 8; 0: one set, for machine mode only (0)", "G"),
    Option("--adapter", "soc.adapter",
           "select the adapter: in the pipeline (plugin), behind the CFU bus of LiteX's stock core (cfu), or a "
           "peripheral (wishbone)", "NAME", type=str),
    Option("--threads", "soc.threads",
           "run this many of the application's hardware threads as circuits, 0 to 8; the others run as "
           "software (0)", "N"),
    present("bus-bursting", "soc.bus_bursting",
            "let the SoC's memories answer bursts of caches and hardware threads with one word per cycle"),
    Option("--icache-size", "core.icache_bytes", "set the size of the instruction cache (4096)", "BYTES"),
    Option("--dcache-size", "core.dcache_bytes", "set the size of the data cache (4096)", "BYTES"),
    Option("--hot-memory", "core.hot_bytes",
           "add a memory for hot code, which never misses: 0, 4096, 8192, 16384 (0)", "BYTES"),
    Option("--prediction", "core.prediction",
           "select the branch prediction: none, static, dynamic, dynamic_target (static)", "KIND", type=str),
    present("user-mode", "core.user_mode", "add user mode"),
    Option("--user-interrupts", "core.user_interrupts",
           "let this many user-mode programs handle interrupts themselves: 0, 2, 4, 8 (0)", "N"),
    Option("--pmp", "core.pmp", "add rules of memory protection (PMP) for user mode: 0, 4, 8, 16 (0)", "N"),
    present("compressed", "core.compressed", "add compressed instructions"),
    Option("--contexts", "core.contexts",
           "add register banks for tasks and handlers, a power of 2 from 4 to 256; 0: none (0)", "B"),
    present("native-buses", "core.native_buses",
            "use VexRiscv's native buses and interrupt lines, for its regression programs; not for a SoC"),
    present("debug", "core.debug", "add VexRiscv's debug plugin, for GDB"),
    Option("--breakpoints", "core.breakpoints", "set the number of hardware breakpoints, 0 to 48 (4)", "N"),
    Option("--accelerator", "units", "add time unit and ready unit (also implied by --tasks)", value={}),
)
BY_FIELD = {option.field: option for option in OPTIONS}


def given(args) -> dict:
    """Return {field: value} of the given options."""
    return {option.field: value for option in OPTIONS
            if (value := getattr(args, option.destination, None)) is not None}


def spelled(args) -> list[str]:
    """Return the command-line words for --config and the given options."""
    words = ["--config", str(args.config)]
    for field, value in given(args).items():
        option = BY_FIELD[field]
        words += [option.name, *([str(value)] if option.metavar else [])]
    return words
