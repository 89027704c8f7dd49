# SPDX-License-Identifier: Apache-2.0
"""Texts that `./metro isa` writes from hw/isa/registers.toml, for hardware threads and for virtual devices."""
from __future__ import annotations

import textwrap

from ..configuration import limits, options

TABLE = "hw/isa/registers.toml"
C = "sw/threads/os_hw_registers.h"
PYTHON = "hw/hardware_thread.py"
VERILOG = "hw/hardware_thread.vh"
DEVICE_VERILOG = "hw/virtual_device.vh"
PAGE = "docs/thread-reference.md"
REGIONS = "hw/virtual_device.py"
GUEST = "sw/monitor/guest.h"
MONITOR = "sw/monitor/devices.c"
LIMITS = "sw/monitor/monitor.h"
GUEST_PAGE = "docs/guest-reference.md"
GROUPS, MODES = ("lines", "vectors", "user_interrupts", "guest_switch", "guest_units"), ("machine", "user")
LARGEST = {"below": lambda number: number - 1, "up_to": lambda number: number, "each": lambda number: (1 << number) - 1}


def find_errors(table: dict) -> list[str]:
    """Return every reason why the table of registers is invalid."""
    threads, devices, found = table["hardware_thread"], table["virtual_device"], []
    numbers = {"handles": threads["handles"], "circuits": devices["circuits"],
               **{name: limit["most"] for name, limit in table["limit"].items()}}
    for what, entries in (("CSRs", table["csr"]), ("commands", threads["command"])):
        for column in ("name", "number"):
            values = [entry[column] for entry in entries]
            found += [f"two {what} have the {column} {value}"
                      for value in sorted({value for value in values if values.count(value) > 1})]
    found += [f"{name}: the least value, {limit['least']}, is above the most, {limit['most']}"
              for name, limit in table["limit"].items() if limit["least"] > limit["most"]]
    for ending, others in (("post", ("pend",)), ("try", ("pend", "post"))):
        bit = threads["command_bit"][ending]
        found += [f"{command['name']}: bit {bit} of the number must be set only in a {ending}"
                  for command in threads["command"] if command["name"].endswith((ending, *others))
                  and command["name"].endswith(ending) != bool(command["number"] >> bit & 1)]
    for register in table["csr"]:
        if not 0 <= register["number"] < 1 << 12:
            found.append(f"{register['name']}: the number {register['number']} does not fit into 12 bits")
        if register["group"] not in GROUPS or register["mode"] not in MODES:
            found.append(f"{register['name']}: group and mode must be of {', '.join((*GROUPS, *MODES))}")
    for entries in (threads["register"], threads["common"], devices["user"], devices["control"]):
        names = [entry["name"] for entry in entries]
        found += [f"two registers are called {name}"
                  for name in sorted({name for name in names if names.count(name) > 1})]
        for entry in entries:
            end = 0
            for field in entry.get("fields", ()):
                if field["low"] < end or field["low"] + width(field) > 32:
                    found.append(f"{entry['name']}: the field {field['name']} overlaps another field or does not fit "
                                 "into 32 bits")
                end = field["low"] + width(field)
            for place in (entry, *entry.get("fields", ())):
                found += [f"{place[key]}: {numbers[place[key]]} is too large for the {width(place)} bits of "
                          f"{'.'.join(dict.fromkeys((entry['name'], place['name'])))}"
                          for key, largest in LARGEST.items()
                          if key in place and largest(numbers[place[key]]).bit_length() > width(place)]
    known = {"cfu", "wishbone", "nios2", *(option.key.rpartition(".")[2] for option in options.OPTIONS)}
    found += [f"{message}: a configuration has no field {name}" for field, _, others, message in limits.rules(table)
              for name in (field, *others) if name not in known]
    return found


def width(field: dict) -> int:
    """Return the number of bits of a field or a port. It is 1 if the table does not state `bits`."""
    return field.get("bits", 1)


def fields(registers: list[dict]) -> list[tuple[str, dict]]:
    """Return (name of the register and of the field, field) for each field of these registers."""
    return [(f"{register['name']}_{field['name']}".upper(), field)
            for register in registers for field in register.get("fields", ())]


def c_header(table: dict) -> str:
    """Return the header with the numbers of registers and commands."""
    threads = table["hardware_thread"]
    sizes = {"VERSION": threads["version"], "SLOTS_MAX": table["limit"]["threads"]["most"],
             "PAGE_BYTES": threads["page_bytes"], "HANDLES": threads["handles"]}
    commands = {f"CMD_{command['name'].upper()}": command["number"] for command in threads["command"]}
    commands |= {f"CMD_IS_{name.upper()}": 1 << bit for name, bit in threads["command_bit"].items()}
    return "\n".join([
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* Written by `./metro isa` from {TABLE}; edit that file. docs/thread-reference.md explains the names. */",
        "#ifndef OS_HW_REGISTERS_H", "#define OS_HW_REGISTERS_H", "",
        "/* Version of the registers, bytes of a slot's page, limits of slots and of resources in direct calls. */",
        *_defines(sizes), "", "/* Numbers of commands, and the bits that mark a post and a try. */",
        *_defines(commands), "",
        "/* Registers of a slot, as words of its page, and masks and lowest bits of their fields. */",
        *_defines(_registers("REG", threads["register"])), "",
        "/* Registers that all slots share, as words of the page after the slots' pages, and their fields. */",
        *_defines(_registers("ALL", threads["common"])), "", "#endif", ""])


def _registers(prefix: str, registers: list[dict]) -> dict[str, int]:
    """Return {name: number} of the registers' word numbers, and of the masks and lowest bits of their fields."""
    found = {}
    for number, register in enumerate(registers):
        found[f"{prefix}_{register['name'].upper()}"] = number
        for name, field in fields([register]):
            found[f"{prefix}_{name}"] = (1 << width(field)) - 1 << field["low"]
            if width(field) > 1:
                found[f"{prefix}_{name}_LOW"] = field["low"]
    return found


def _defines(numbers: dict[str, int]) -> list[str]:
    width = max(map(len, numbers))
    return [f"#define OS_HW_{name:{width}} {f'0x{number:X}u' if number > 0xFF else f'{number}u'}"
            for name, number in numbers.items()]


def python_part(table: dict) -> str:
    """Return the part of hw/hardware_thread.py with the numbers of registers and commands, and the bits of fields."""
    threads = table["hardware_thread"]

    def words(entries: list[dict]) -> list[str]:
        return [f"    {entry['name'].upper()} = {entry.get('number', n)}" for n, entry in enumerate(entries)]
    return "\n".join([
        f"# Written by `./metro isa` from {TABLE}; edit that file.",
        f"VERSION = {threads['version']}   # of the registers",
        f"SLOTS = {table['limit']['threads']['most']}   # the most in a SoC",
        f"PAGE_BYTES = {threads['page_bytes']}   # of a slot's registers",
        f"HANDLES = {threads['handles']}   # resources that direct calls can name", "", "",
        "class Register(IntEnum):",
        '    """Registers of a slot, by word of its page (docs/thread-reference.md)."""', *words(threads["register"]),
        "", "",
        "class Common(IntEnum):",
        '    """Registers that all slots share, by word of the page after the slots\' pages."""',
        *words(threads["common"]),
        "", "",
        "class Call(IntEnum):",
        '    """Commands. SEM_PEND to Q_POST are pairs, a pend and a post, for events of kind 1, 2 and 3. SEM_TRY to',
        '    Q_TRY are a try for each kind."""', *words(threads["command"]), "", "",
        "class Bits:",
        '    """Places of the fields of registers, and of the bits of a command that is a post or a try."""',
        *_slices([*fields([*threads["register"], *threads["common"]]),
                  *((f"IS_{name.upper()}", {"low": bit}) for name, bit in threads["command_bit"].items())])])


def _slices(places: list[tuple[str, dict]]) -> list[str]:
    return [f"    {name} = slice({field['low']}, {field['low'] + width(field)})" for name, field in places]


def units_of_python(table: dict) -> str:
    """Return the part of hw/hardware_thread.py with the instructions that direct calls use."""
    out = ["# Written by `./metro isa` from hw/isa/instructions.toml; edit that file."]
    units = [unit for unit in table["unit"] if unit["name"] in ("time", "event")]
    out += [f"{unit['name'].upper()} = {unit['funct3']}   # unit" for unit in units]
    for unit in units:
        out += ["", "", f"class {unit['name'].capitalize()}(IntEnum):",
                f'    """Operations of the {unit["name"]} unit."""',
                *(f"    {i['name'].upper()} = {i['funct7']}" for i in unit["instruction"])]
    def values(name: str, about: str, field: dict) -> list[str]:
        return ["", "", f"class {name}(IntEnum):", f'    """{about}."""',
                *(f"    {value.upper()} = {number}" for value, number in field["values"].items())]
    kind, = (field for field in table["kind"]["event"]["field"] if field["name"] == "kind")
    outcome, = table["kind"]["outcome"]["field"][:1]
    operands = [(f"{kind.upper()}_{field['name'].upper()}", field)
                for kind in ("event", "outcome", "ring") for field in table["kind"][kind]["field"]]
    return "\n".join([*out, *values("Kind", "Kinds of events, in bits EVENT_KIND", kind),
                      *values("Outcome", "Outcomes of a post, in bits OUTCOME_OUTCOME", outcome), "", "",
                      "class Word:", '    """Places of the fields of operands and results of the event unit."""',
                      *_slices(operands)])


# KINDS, DEVICE_KINDS: {port: macro parameter, which is `wire` or `reg`}. CLOCKED: ports that the table does not list.
KINDS = {"call_command": "COMMAND", "call_handle": "HANDLE", "call_argument": "ARGUMENT"}
DEVICE_KINDS = {"state_out": "STATE"}
CLOCKED = [{"name": "clk", "way": "in"}, {"name": "reset", "way": "in"}]


def ports_of_python(ports: dict) -> str:
    """Return the part of hw/hardware_thread.py with a circuit's ports. ports: the table `hardware_thread.ports`."""
    def dictionary(name: str, groups: tuple[str, ...], way: str) -> str:
        return _bits_of_python(name, [port for group in groups for port in ports[group] if port["way"] == way], "    ")
    own = ("call", "memory", "start")                      # this order determines the netlist
    return "\n".join([f"    # Written by `./metro isa` from {TABLE}; edit that file.",
                      dictionary("INPUTS", own, "in"), dictionary("OUTPUTS", own, "out"),
                      dictionary("LINK_INPUTS", ("link",), "in"), dictionary("LINK_OUTPUTS", ("link",), "out")])


def _bits_of_python(name: str, ports: list[dict], indent: str) -> str:
    """Return Python code that assigns a dictionary {port: number of bits} to the variable `name`."""
    bits = ", ".join(f'"{port["name"]}":\N{NO-BREAK SPACE}{width(port)}' for port in ports)
    return textwrap.fill(f"{name} = {{{bits}}}", 120, initial_indent=indent,
                         subsequent_indent=indent + " " * (4 + len(name))).replace("\N{NO-BREAK SPACE}", " ")


def ports_of_verilog(ports: dict) -> str:
    """Return the Verilog header with the ports of a hardware thread as macros. ports: `hardware_thread.ports`."""
    return _header("docs/thread-reference.md", [
        "// Ports of a hardware thread, for the port list of its module. COMMAND, HANDLE and ARGUMENT are `reg` if an",
        "// `always` block assigns call_command, call_handle or call_argument, and `wire` otherwise.",
        "`ifndef HARDWARE_THREAD_PORTS",
        _macro("HARDWARE_THREAD_PORTS", [*CLOCKED, *ports["start"], *ports["call"], *ports["memory"]], KINDS), "",
        "// Ports of the links, for a circuit that uses them.",
        _macro("HARDWARE_THREAD_LINK_PORTS", ports["link"])])


def device_ports_of_verilog(table: dict) -> str:
    """Return the header with the ports of a virtual device's circuit as a macro."""
    return _header("hw/virtual_device.py", [
        "// Ports of a virtual device's circuit, for the port list of its module. STATE is `reg` if an `always` block",
        "// assigns state_out, and `wire` otherwise.",
        "`ifndef VIRTUAL_DEVICE_PORTS",
        _macro("VIRTUAL_DEVICE_PORTS", [*CLOCKED, *device_ports(table["virtual_device"]),
                                        *table["hardware_thread"]["ports"]["memory"]], DEVICE_KINDS)])


def _header(explained: str, lines: list[str]) -> str:
    """Return a Verilog header with these lines. explained: the file that explains the ports."""
    return "\n".join([
        "// SPDX-License-Identifier: Apache-2.0",
        f"// Written by `./metro isa` from {TABLE}; edit that file. {explained} explains the ports.",
        "//", *lines, "`endif", ""])


def device_ports(devices: dict) -> list[dict]:
    """Return the ports of a virtual device's circuit. An array in the table becomes one port for each element."""
    return [{**port, "name": name} for port in devices["ports"] for name in _words(port)]


def _macro(name: str, ports: list[dict], kinds: dict[str, str] | None = None) -> str:
    """Return a macro with the declarations of these ports. kinds: {port: parameter, `wire` or `reg`}."""
    kinds = kinds or {}

    def declaration(port: dict) -> str:
        size = f"[{width(port) - 1}:0]" if width(port) > 1 else ""
        return f"    {port['way'] + 'put':6} {kinds.get(port['name'], 'wire'):8} {size:6} {port['name']}"
    head = f"{name}({', '.join(kinds.values())})" if kinds else name
    return f"`define {head} \\\n" + ", \\\n".join(map(declaration, ports))


def meaning(register: dict) -> str:
    """Return the meaning of a register and of its fields."""
    def place(field: dict) -> str:
        low, high = field["low"], field["low"] + width(field) - 1
        return f"bits {high}..{low}" if high > low else f"bit {low}"
    parts = [*filter(None, [register.get("meaning")]),
             *(f"{place(field)}: {field['meaning']}" for field in register.get("fields", ()))]
    return "; ".join(parts)


def page_tables(table: dict) -> dict[str, list[list]]:
    """Return {name: rows} of the generated tables of docs/thread-reference.md."""
    threads, slots = table["hardware_thread"], table["limit"]["threads"]["most"]

    def registers(entries: list[dict], base: int = 0) -> list[list]:
        return [["register", "offset", "access", "meaning"], *(
            [f"`{entry['name'].upper()}`", f"0x{base + 4 * n:02X}", entry["access"],
             meaning(entry).replace("VERSION", str(threads["version"]))]
            for n, entry in enumerate(entries))]
    parameters = [["parameter", "at most", "meaning"],
                  ["`--threads N`, `threads`", slots, "slots of the SoC"],
                  ["`--direct-calls N`, `direct_calls`", table["limit"]["direct_calls"]["most"],
                   "the first N slots make direct calls"],
                  ["`--bus-bursting`", "-", "memory ports and the core's cache refills use bursts"]]
    commands = [["command", "number", "resource", "argument", "result"], *(
        [f"`OS_HW_CMD_{command['name'].upper()}`", command["number"],
         *(command.get(column, "-") for column in ("resource", "argument", "result"))]
        for command in threads["command"])]
    ports = [["port", "direction", "bits", "meaning"], *(
        [f"`{port['name']}`", port["way"], width(port), port["meaning"]]
        for group in threads["ports"].values() for port in group)]
    return {"parameters": parameters, "ports": ports, "commands": commands,
            "registers": registers(threads["register"]),
            "common": registers(threads["common"], slots * threads["page_bytes"])}


# ---------------------------------------------------------------------------------------------------- virtual devices

def register_bits(register: dict) -> int:
    """Return the number of bits of a register."""
    return max((field["low"] + width(field) for field in register.get("fields", ())), default=register.get("bits", 32))


def regions_of_python(devices: dict) -> str:
    """Return the generated part of hw/virtual_device.py. devices: the table `virtual_device`."""
    arguments, = [register["count"] for register in devices["user"] if "count" in register]
    out = [f"# Written by `./metro isa` from {TABLE}; edit that file.", f"ARGUMENTS = {arguments}",
           *(_bits_of_python(name, [port for port in device_ports(devices) if port["way"] == way], "")
             for name, way in (("PORT_INPUTS", "in"), ("PORT_OUTPUTS", "out"))),
           f"STATE_WORDS = {devices['state_words']}   # largest number of state words of a circuit",
           f"CIRCUITS = {devices['circuits']}   # largest number of circuits of a region"]
    for page in ("user", "control"):
        out += ["", f"# Bits of the registers of the {page} page.", f"{page.upper()} = {{",
                *(f'    "{name}": {register_bits(register)},'
                  for register in devices[page] for name in _words(register)), "}"]
    return "\n".join([*out, *(f"{name.upper()} = {number}" for register in devices["control"]
                              for name, number in register.get("values", {}).items()),
                      f"EVENTS = {tuple(event['name'] for event in devices['event'])}   # by bit".replace("'", '"'),
                      "", "",
                      "class Bits:", '    """Places of the fields of registers."""',
                      *_slices([(f"{page.upper()}_{name}", field) for page in ("user", "control")
                                for name, field in fields(devices[page])])])


def _words(register: dict) -> list[str]:
    """Return the name of a register, or the names of all registers of an array."""
    count = register.get("count")
    return [f"{register['name']}{n}" for n in range(count)] if count else [register["name"]]


def guest_c(devices: dict) -> str:
    """Return the part of guest.h with the user page and the masks of its flags."""
    return "\n".join(["struct guest_accelerator {", *_members(devices["user"]), "};", "",
                      *_masks("GUEST_", devices["user"])])


def monitor_c(devices: dict) -> str:
    """Return the part of devices.c: the control page, values of its registers, masks of its flags and of the events."""
    events = devices["event"]
    return "\n".join([
        "struct control {", *_members(devices["control"]),
        "    volatile uint32_t ev_status, ev_pending, ev_enable;", "};", "",
        *(f"#define {name.upper()} {number}u" for register in devices["control"]
              for name, number in register.get("values", {}).items()),
        *_masks("", devices["control"]), "", "/* Bits of ev_pending. */",
        *(c_line(f"#define {event['name'].upper()} {1 << n}u", event["meaning"]) for n, event in enumerate(events)),
        f"#define ANY {(1 << len(events)) - 1}u"])


def _members(page: list[dict]) -> list[str]:
    """Return the members of a structure with the registers of a page."""
    return [c_line(f"    volatile uint32_t {_declared(register)};", register.get("meaning", "")) for register in page]


def _declared(register: dict) -> str:
    return f"{register['name']}[{register['count']}]" if "count" in register else register["name"]


def _masks(prefix: str, page: list[dict]) -> list[str]:
    """Return the masks of the flags of a page, with their meanings."""
    return [c_line(f"#define {prefix}{field['name'].upper()} {1 << field['low']}u",
                   f"{register['name']}: {field['meaning']}")
            for register in page for field in register.get("fields", ()) if width(field) == 1]


def c_line(code: str, meaning: str) -> str:
    """Return code with its meaning as a comment. If both exceed 120 columns, the comment is on the line above."""
    text = meaning.replace("`", "")
    line = f"{code} /* {text} */"
    indent = code[:len(code) - len(code.lstrip())]
    return code if not text else line if len(line) <= 120 else f"{indent}/* {text} */\n{code}"


def limits_c(devices: dict) -> str:
    """Return the part of monitor.h with limits."""
    return "\n".join([
        f"#define RULES        {devices['guest_rules']}u  /* PMP rules for a guest: its memory, devices and pages */",
        f"#define ACCELERATORS {devices['accelerators']}u /* the most in all regions */"])


def device_tables(table: dict) -> dict[str, list[list]]:
    """Return {name: rows} of the generated tables of docs/guest-reference.md."""
    devices = table["virtual_device"]
    most = [["part", "at most"], ["guests", table["limit"]["user_interrupts"]["most"]],
            ["entries in `devices`, `read` and `write` of a guest together", devices["guest_rules"] - 1],
            ["regions", devices["regions"]], ["circuits in a region", devices["circuits"]],
            ["circuits in all regions together", devices["accelerators"]]]
    rows = [[f"`{_declared(register)}`", f"0x{at:02X}", register["access"], meaning(register)]
            for at, register in _placed(devices["user"])]
    return {"limits": most, "user page": [["register", "offset", "access", "meaning"], *rows]}


def _placed(page: list[dict]):
    """Yield (offset in bytes, register) for each register of a page. An array of registers is one entry."""
    at = 0
    for register in page:
        yield at, register
        at += 4 * register.get("count", 1)
