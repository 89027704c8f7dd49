# SPDX-License-Identifier: Apache-2.0
"""The program that GDB debugs: its variables, structures and registers, for metronome.py and each RTOS's gdb.py."""
import contextlib

import gdb

WORD = 0xFFFFFFFF
NONE = WORD                                                # the units' result for no task or no list


def variable(name):
    """Return a global variable of the program. Raise gdb.GdbError if it does not exist."""
    if not exists(name):
        raise gdb.GdbError(f"this program has no {name}, or no debug information")
    return gdb.parse_and_eval(name)


def exists(name):
    """Return whether the program has such a variable. A variable that the linker left out has the address 0."""
    try:
        return int(gdb.parse_and_eval(f"&{name}")) != 0
    except gdb.error:
        return False


def field(structure, name, default=0):
    """Return a number in a structure, or the default if the kernel's configuration has no such field."""
    return int(structure.value[name]) if name in structure.names else default


def text(structure, name):
    """Return a name in a structure, or an empty string if there is no name. Some RTOSs mark a missing name with `?`."""
    if not field(structure, name):
        return ""
    characters = structure.value[name].cast(gdb.lookup_type("char").pointer())
    try:
        name = characters.string("utf-8", "replace", 32).partition("\0")[0]
    except gdb.error:                                      # an invalid pointer
        return ""
    return "" if name == "?" else name


class Structure:
    """A structure of the program, read in one access, and the names of its fields."""

    def __init__(self, value):
        value.fetch_lazy()
        self.value, self.address = value, int(value.address)
        self.names = {item.name for item in value.type.strip_typedefs().fields()}

    def __getitem__(self, name):
        return self.value[name]


def word(address):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, 4).tobytes(), "little")


def bits(words, width):
    """Return the numbers of the set bits in a table of words. width: bits of a word."""
    return [width * y + x for y, row in enumerate(words) for x in range(width) if row >> x & 1]


def value_of(register):
    return int(gdb.selected_frame().read_register(register)) & WORD


def has_register(register):
    try:
        value_of(register)
        return True
    except (ValueError, gdb.error):
        return False


def set_register(register, value):
    gdb.execute(f"set ${register} = {value:#x}", to_string=True)


@contextlib.contextmanager
def registers_as(saved):
    """Make GDB show these registers, and restore the core's registers afterwards. saved: {name: value}."""
    gdb.execute("frame 0", to_string=True)
    before = {name: value_of(name) for name in saved}
    try:
        for name, value in saved.items():
            set_register(name, value)
        yield
    finally:
        gdb.execute("frame 0", to_string=True)
        for name, value in before.items():
            set_register(name, value)


FILE_OF = {}                                               # {function: its file} of all that frames() has seen
LINE_IN = {}                                               # the same with the file of the line, also if inlined


def frames(end):
    """Return the functions of the present stack, innermost first. end: the address to which all tasks return."""
    names, frame = [], gdb.newest_frame()
    while frame and frame.is_valid() and frame.pc() != end and len(names) < 64:
        names.append(frame.name() or hex(frame.pc()))
        # Look the function up by name if GDB assigns its address to a gap between two parts of another file.
        function = frame.function() or gdb.lookup_global_symbol(names[-1])
        if function:
            FILE_OF[names[-1]] = function.symtab.filename
        line = frame.find_sal().symtab
        LINE_IN[names[-1]] = line.fullname() if line else ""
        try:
            frame = frame.older()
        except gdb.error:
            break
    return names


# x1 to x31, in the order of a register bank and of the frame of a task that shares a bank.
BANKED = ["ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", *(f"a{n}" for n in range(8)),
          *(f"s{n}" for n in range(2, 12)), *(f"t{n}" for n in range(3, 7))]
UNWINDING = ["ra", "sp"] + [f"s{n}" for n in range(12)]    # registers that a backtrace needs


class Banked:
    """A task of a port with register banks. Its registers are in a bank, or in a frame while another task has the bank
    that they share. Its attributes:
        kernel          with units, in_handler
        bank            None if there are no banks
        top             address of the bank's number; the next word holds the address of the frame
        current         whether it is the kernel's current task
        SHARED_BY       the variable that holds the `top` of the task in the shared bank
    """

    def has_the_core(self):
        """Return whether the task's bank runs or was interrupted. In a nested handler, `current` decides."""
        units = self.kernel.units
        bank = units.interrupted_bank if self.kernel.in_handler else units.running_bank
        return self.current if bank == units.banks - 1 else bank == self.bank and not self.frame()

    def frame(self):
        """Return the address of the frame with the registers, or 0 if they are in a bank."""
        if not exists(self.SHARED_BY) or self.bank != self.kernel.units.banks - 2:
            return 0
        return 0 if int(variable(self.SHARED_BY)) == self.top else word(self.top + 4)

    def banked_sp(self):
        return word(self.frame() + 8) if self.frame() else self.kernel.units.bank_register(self.bank, 2)

    def banked_registers(self, wanted):
        frame, units = self.frame(), self.kernel.units
        saved = {name: word(frame + 4 * n) if frame else units.bank_register(self.bank, n)
                 for n, name in enumerate(BANKED, 1) if name in wanted}
        return saved | {"pc": word(frame) & ~1 if frame else units.bank_pc(self.bank)}
