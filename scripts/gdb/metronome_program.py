# SPDX-License-Identifier: Apache-2.0
"""The program that GDB debugs: its variables, structures and registers, for metronome.py and each RTOS's gdb.py."""
import contextlib

import gdb

WORD = 0xFFFFFFFF
NONE = WORD                                                # no task, no list: what units say


def variable(name):
    """A global variable of the kernel."""
    if not there(name):
        raise gdb.GdbError(f"this program has no {name}, or no debug information")
    return gdb.parse_and_eval(name)


def there(name):
    """True when the program has such a variable. Of what the linker left out, the debug information is at address 0."""
    try:
        return int(gdb.parse_and_eval(f"&{name}")) != 0
    except gdb.error:
        return False


def field(structure, name, default=0):
    """A number in a structure; the default where this configuration of the kernel has no such field."""
    return int(structure.value[name]) if name in structure.names else default


def text(structure, name):
    """A name in a structure, or an empty string, for which some RTOSs have `?`."""
    if not field(structure, name):
        return ""
    characters = structure.value[name].cast(gdb.lookup_type("char").pointer())
    try:
        name = characters.string("utf-8", "replace", 32).partition("\0")[0]
    except gdb.error:                                      # it points nowhere
        return ""
    return "" if name == "?" else name


class Structure:
    """A structure of the program, read at once, and the names of its fields."""

    def __init__(self, value):
        value.fetch_lazy()
        self.value, self.address = value, int(value.address)
        self.names = {item.name for item in value.type.strip_typedefs().fields()}

    def __getitem__(self, name):
        return self.value[name]


def word(address):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, 4).tobytes(), "little")


def bits(words, width):
    """The numbers of the set bits of a table of words."""
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
    """GDB shows these registers, by name. The core's own come back."""
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


FILE_OF = {}                                               # of each function that frames() has seen


def frames(end):
    """The functions of the present stack, innermost first, as far as the address where all tasks return."""
    names, frame = [], gdb.newest_frame()
    while frame and frame.is_valid() and frame.pc() != end and len(names) < 64:
        names.append(frame.name() or hex(frame.pc()))
        # By its name, where GDB takes its place for one between two parts of another file.
        function = frame.function() or gdb.lookup_global_symbol(names[-1])
        if function:
            FILE_OF[names[-1]] = function.symtab.filename
        try:
            frame = frame.older()
        except gdb.error:
            break
    return names


# x1 to x31: of a task in a register bank, and in a frame of one that shares a bank.
BANKED = ["ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", *(f"a{n}" for n in range(8)),
          *(f"s{n}" for n in range(2, 12)), *(f"t{n}" for n in range(3, 7))]
UNWINDING = ["ra", "sp"] + [f"s{n}" for n in range(12)]    # those that a backtrace needs


class Banked:
    """A task of a port with register banks: its registers are in one, or in a frame while others have the bank that
    they share. It has
        kernel          units, in_handler
        bank            None where there are no banks
        top             points to the bank's number, and behind that to the frame
        current         the kernel says that it runs
        SHARED_BY       the variable that points to where the sharer's top points which has the bank
    """

    def has_the_core(self):
        """Its bank runs, or is the one that was interrupted. A handler that others interrupted has put that away."""
        units = self.kernel.units
        bank = units.interrupted_bank if self.kernel.in_handler else units.running_bank
        return self.current if bank == units.banks - 1 else bank == self.bank and not self.frame()

    def frame(self):
        """Where its registers are, unless they are in a bank."""
        if not there(self.SHARED_BY) or self.bank != self.kernel.units.banks - 2:
            return 0
        return 0 if int(variable(self.SHARED_BY)) == self.top else word(self.top + 4)

    def banked_sp(self):
        return word(self.frame() + 8) if self.frame() else self.kernel.units.bank_register(self.bank, 2)

    def banked_registers(self, wanted):
        frame, units = self.frame(), self.kernel.units
        saved = {name: word(frame + 4 * n) if frame else units.bank_register(self.bank, n)
                 for n, name in enumerate(BANKED, 1) if name in wanted}
        return saved | {"pc": word(frame) & ~1 if frame else units.bank_pc(self.bank)}
