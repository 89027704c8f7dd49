# SPDX-License-Identifier: Apache-2.0
"""The guests of the monitor (sw/monitor), for metronome.py. Each guest is a separate program with its own symbols.

This module depends on the monitor's structures (monitor.h), through its debug information, and on the place of a
guest's registers (entry.S, registers.h). Without register banks, struct guest holds the registers. But the core still
holds those registers of the resident guest that C functions preserve. With register banks, the guest's bank holds the
registers, and mepc holds the pc of the resident guest: the guest that ran last. A core that switches guests by itself
(--guest-switch) keeps who waits, alarms and cycles; while a guest runs, all others have their pc in their banks.
"""
import contextlib
from pathlib import Path

import gdb
from metronome_program import BANKED, exists, has_register, registers_as, set_register, value_of, variable

KNOWN_BY = "guest_count"
NEVER = 0xFFFFFFFFFFFFFFFF
units = None                    # metronome.py's Units, which reads banks
LEFT_ALONE = ["gp", "tp", *(f"s{n}" for n in range(12))]  # preserved by C functions


def are_there():
    return exists(KNOWN_BY)


class Guest:
    def __init__(self, number):
        self.now = variable("guests")[number]
        self.name = self.now["name"].string()
        self.base, self.size = int(self.now["base"]), int(self.now["size"])
        self.priority = int(self.now["priority"])
        self.is_resident = int(variable("monitor")["resident"]) == int(self.now.address)
        self.bank = number if any(field.name == "bank" for field in self.now.type.fields()) else None
        self.runs = value_of("pc") - self.base in range(self.size)

    def state(self):
        """Return the guest's state. The monitor works on the guest while it is `loading`,
        `printing` or `reporting`."""
        if self.runs:
            return "runs"
        state = str(self.now["state"]).lower()
        ready = 1 << int(self.now["program"]) & value_of("switch_guests") if switches() else True
        return state if state != "ready" or ready else "waiting"

    def left(self):
        """Return the cycles left of the guest's slice or budget, or None if it has neither."""
        if self.priority and not self.now["period"]:
            return None
        if not switches():
            return int(self.now["left"])
        with program(int(self.now["program"])):
            return value_of("switch_left")

    def alarm(self):
        """Return the cycles until the guest's alarm, or None if it has none. GDB cannot read an alarm in the core."""
        if switches():
            return "core"
        at = int(self.now["alarm"])
        return None if at == NEVER else at - (value_of("mcycleh") << 32 | value_of("mcycle"))

    def interrupts(self):
        """Return which interrupts are pending, and whether interrupts are off, as text."""
        off, pending = 0, int(self.now["raised"])
        if has_register("user_program"):
            with program(int(self.now["program"])):
                off, pending = value_of("user_off"), pending | value_of("user_pending")
        return ", ".join(filter(None, ["off" if off else "", f"pending {pending:#x}" if pending else ""]))

    def registers(self):
        """Return {name: value} of the registers of a guest that does not run."""
        if self.bank is not None:
            banks = units()
            saved = {name: banks.bank_register(self.bank, n) for n, name in enumerate(BANKED, 1)}
        else:
            saved = {name: int(self.now["x"][n]) for n, name in enumerate(BANKED, 1)}
            if self.is_resident:
                saved |= resident_registers()
        return saved | {"pc": self.pc()}

    def pc(self):
        if self.runs:
            return value_of("pc")
        if self.bank is None:
            return int(self.now["x"][0])
        if self.is_resident and not (switches() and any(guest.runs for guest in every())):
            return value_of("mepc")
        return units().bank_pc(self.bank)

    def function(self):
        found = gdb.execute(f"info symbol {self.pc():#x}", to_string=True)
        return "" if found.startswith("No symbol") else found.split(" ")[0]


def switches():
    """Return whether the core switches guests by itself."""
    return has_register("switch_guests")


@contextlib.contextmanager
def program(number):
    """Make the core's user-interrupt registers show this program, and restore the selection afterwards."""
    before = value_of("user_program")
    set_register("user_program", number)
    try:
        yield
    finally:
        set_register("user_program", before)


def resident_registers():
    """Return the resident guest's registers that the monitor leaves in the core, from the monitor's outermost frame."""
    frame = gdb.newest_frame()
    with contextlib.suppress(gdb.error):
        while frame.name() != "monitor_entry" and frame.older():
            frame = frame.older()
    return {name: int(frame.read_register(name)) & 0xFFFFFFFF for name in LEFT_ALONE}


def every():
    return [Guest(number) for number in range(int(variable("guest_count")))]


def named(name):
    found = [guest for guest in every() if guest.name == name]
    if not found:
        raise gdb.GdbError(f"there is no guest {name}; guests are {', '.join(guest.name for guest in every())}")
    return found[0]


def backtrace(name):
    guest = named(name)
    if guest.runs:
        raise gdb.GdbError(f"the guest {name} is running: use GDB's command backtrace")
    with registers_as(guest.registers()):
        print(gdb.execute("backtrace", to_string=True), end="")


def rows():
    """Return the rows of the table with COLUMNS."""
    return [(guest.name, guest.priority or "shared", guest.state(), guest.left(), guest.alarm(), guest.interrupts(),
             f"{guest.base:#010x}", guest.size, f"{guest.pc():#010x}", guest.function()) for guest in every()]


COLUMNS = ("guest", "prio", "state", "left", "alarm in", "interrupts", "memory", "bytes", "PC", "function")


def load_symbols():
    """Load the symbols of the guests' ELF files, which the build puts next to the monitor's."""
    folder = Path(gdb.current_progspace().filename).parent
    for number in range(int(variable("guest_count"))):
        file = folder / f"{variable('guests')[number]['name'].string()}.elf"
        if file.exists():
            gdb.execute(f'add-symbol-file "{file}"', to_string=True)
