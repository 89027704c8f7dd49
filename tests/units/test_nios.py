# SPDX-License-Identifier: Apache-2.0
"""The folder for Platform Designer, executed by a stand-in for that tool, and instruction names for a debugger."""
import collections
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from metro import configuration
from metro import __version__
from metro.products import adapters, isa, nios, simulator
from metro.verify import unit_driver as units
from support import ROOT, metro, refusal
from test_units import port_commands

STAND_IN = ROOT / "tests" / "units" / "nios" / "platform_designer.tcl"
# Without tclsh, use Python's Tcl if it is installed.
TKINTER = ("import sys, tkinter; tcl = tkinter.Tcl(); "
           "tcl.eval('set argv {%s}' % ' '.join('{%s}' % word for word in sys.argv[2:])); "
           "tcl.eval('source {%s}' % sys.argv[1])")

CASES = [{}, {"PROCESSOR": "niosv"}, {"TASKS": 8, "WIDTH": 4, "ENGINE": "parallel", "LENGTH": "fixed"},
         {"TASKS": 37, "UNITS": "ready", "LENGTH": "fixed"}, {"PROCESSOR": "niosv", "TASKS": 9, "UNITS": "time"}]


def tcl():
    """Return the command that runs a Tcl script."""
    if tclsh := shutil.which("tclsh"):
        return [tclsh]
    if subprocess.run([sys.executable, "-c", "import tkinter; tkinter.Tcl()"], capture_output=True).returncode == 0:
        return [sys.executable, "-c", TKINTER]
    pytest.skip("not run: there is neither tclsh nor Python's tkinter here")


def design(folder, **parameters):
    """Run the stand-in with these parameters. Return the calls that it prints: {kind: list of fields}."""
    words = [str(word) for pair in parameters.items() for word in pair]
    run = subprocess.run([*tcl(), STAND_IN, folder, nios.COMPONENT, *words], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    records = collections.defaultdict(list)
    for record in run.stdout.split("\x1e")[:-1]:
        kind, *fields = record.split("\x1f")
        records[kind].append(fields)
    return records


def verilog(parameters):
    """Return the Verilog file for these parameters of the component."""
    chosen = parameters.get("UNITS", "both")
    return adapters.verilog(parameters.get("PROCESSOR", "nios2"), configuration.units(
        tasks=parameters.get("TASKS", 64), width=parameters.get("WIDTH", 16),
        engine=parameters.get("ENGINE", "lookahead"), **{unit: chosen in ("both", unit) for unit in ("time", "ready")}))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("nios")
    nios.write(made, [verilog(case) for case in CASES])
    return made


def ports_of(netlist, module):
    """Return the module's ports: name -> (direction, bits)."""
    head = re.search(rf"^module {module} \((.*?)\);", netlist, re.MULTILINE | re.DOTALL)[1]
    return {name: (direction, int(high or 0) + 1)
            for direction, high, name in re.findall(r"(input|output)\s+(?:wire\s+)?(?:\[(\d+):0\])?\s*(\w+)", head)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())) or "default")
def test_component_ports_equal_the_verilog_ports(folder, tmp_path, case):
    records = design(folder, **case)
    assert records["message"] == []
    module = verilog(case).stem
    files = {name: (kind, content) for fileset, name, kind, content in records["file"] if fileset == "QUARTUS_SYNTH"}
    assert files[f"{module}.v"] == ("PATH", str(folder / "verilog" / f"{module}.v"))
    # The files for simulation are the same.
    assert [record[1:] for record in records["file"][:2]] == [record[1:] for record in records["file"][2:]]
    wrapper = files["the_entity.v"][1]
    netlist = (folder / "verilog" / f"{module}.v").read_text()

    declared = {port: (direction.lower(), int(bits)) for _, port, role, direction, bits in records["port"]}
    assert all(port == role for _, port, role, _, _ in records["port"])
    assert ports_of(wrapper, "the_entity") == declared
    in_netlist = ports_of(netlist, module)
    unused = {"done"} if case.get("LENGTH") == "fixed" else set()
    assert declared == {name: port for name, port in in_netlist.items() if name not in unused}

    # Verilator checks that wrapper and netlist fit together.
    for name, text in (("wrapper.v", wrapper), ("netlist.v", netlist)):
        (tmp_path / name).write_text(text)
    simulator.run(["verilator", "--lint-only", "-Wno-fatal", "--top-module", "the_entity",
                   str(tmp_path / "wrapper.v"), str(tmp_path / "netlist.v")], "Verilator")


def test_component_declares_version_ranges_and_interface(folder):
    records = design(folder)
    module = dict(records["module"])
    assert module["VERSION"] == __version__ and module["NAME"] == "metronome"
    ranges = {name: value for name, key, value in records["parameter"] if key == "ALLOWED_RANGES"}
    assert ranges["TASKS"] == "8:256" and ranges["WIDTH"] == "4:32"
    assert records["interface"] == [["nios_custom_instruction_slave", "nios_custom_instruction", "end"]]
    assert [record[1:] for record in records["property"]] == [["clockCycle", "0"], ["operands", "2"]]
    fixed = design(folder, TASKS=37, UNITS="ready", LENGTH="fixed")
    assert ["nios_custom_instruction_slave", "clockCycle", "3"] in fixed["property"]
    assert design(folder, PROCESSOR="niosv")["interface"] == [
        ["niosv_custom_instruction_subordinate", "niosv_custom_instruction", "end"]]


@pytest.mark.parametrize("parameters, reason", [
    ({"TASKS": 20, "ENGINE": "parallel", "UNITS": "time"},
     "metronome_nios2_n20_w16_parallel_time.v. This writes it: ./metro nios --tasks 20 --width 16 --engine parallel "
     "--no-ready --output "),
    ({"LENGTH": "fixed"}, "those of the look-ahead engine may wait"),
    ({"PROCESSOR": "niosv", "LENGTH": "fixed"}, "the bus of Nios V has none"),
    ({"TASKS": 257}, "TASKS 257 is not in the allowed ranges"),
    ({"WIDTH": 3}, "WIDTH 3 is not in the allowed ranges"),
    ({"ENGINE": "clever"}, "ENGINE clever is not"),
])
def test_component_rejects_invalid_parameters(folder, parameters, reason):
    (level, text), = design(folder, **parameters)["message"]
    assert level == "error" and reason in text


def test_command_in_an_error_message_fixes_the_error(tmp_path):
    assert metro("nios", "--tasks", 9, "--output", tmp_path / "a b", "--processor", "nios2").returncode == 0
    wanted = dict(TASKS=12, WIDTH=5, ENGINE="parallel", UNITS="ready")
    (_, text), = design(tmp_path / "a b", **wanted)["message"]
    assert metro(*shlex.split(text.split("./metro ")[1])).returncode == 0
    assert design(tmp_path / "a b", **wanted)["message"] == []
    assert design(tmp_path / "a b", TASKS=9)["message"] == []                  # the earlier file stays


@pytest.mark.parametrize("options, reason", [
    (["--tasks", 7], "--tasks 7"), (["--width", 33], "--width 33"), (["--no-time", "--no-ready"], "no unit is left"),
    (["--config", "events"], "not behind an adapter"), (["--config", "original"], "original has no units"),
    (["--time-base"], "has no interrupt"), (["--levels", "32"], "has the time unit and the ready unit only"),
    (["--output", __file__], "is not a folder")])
def test_nios_refuses_invalid_options(options, reason):
    code, message = refusal("nios", *options)
    assert code and reason in message, message


@pytest.mark.slow                              # test_units.py compares the waits of another Nios adapter
def test_documented_cycles_equal_the_adapters_cycles():
    """A command takes two cycles plus its wait, which is one cycle for time.get of the look-ahead engine."""
    commands = port_commands(["info.info", "time.get 3"])
    dut = units.named("combined,units.tasks=8,units.width=4,soc.adapter=nios2")
    (info, word), (get, ticks) = units.replay(dut, [(100,), *commands])
    assert (info + 1, get + 1) == (2, 3) and word & 0xFF == 1 and ticks == 0


# ------------------------------------------------------------------------------------------------ names for a debugger

REGISTERS = [f"x{n}" for n in range(32)]


def disassemble(word, instructions):
    """Return the disassembly of an instruction word, as a RISC-V GDB with custom instructions shows it, or None."""
    for element in instructions:
        assert element.attrib["type"] == "R"
        fields = {key: int(element.attrib[key], 16) for key in ("opcode", "funct3", "funct7")}
        if (word & 0x7F, word >> 12 & 7, word >> 25) == (fields["opcode"], fields["funct3"], fields["funct7"]):
            text = element.attrib["str"]
            for name, low in (("$rd", 7), ("$rs1", 15), ("$rs2", 20)):
                text = text.replace(name, REGISTERS[word >> low & 31])
            return text
    return None


def test_debugger_shows_every_instruction_by_name():
    root = ElementTree.fromstring((ROOT / isa.XML).read_text().split("-->", 2)[2])
    assert root.tag == "instructions" and {element.tag for element in root} == {"instruction"}
    table = isa.read()
    registers = {"rd": (7, 10), "rs1": (15, 11), "rs2": (20, 12)}
    for unit, instruction in isa.instructions(table):
        word = table["opcode"] | unit["funct3"] << 12 | instruction["funct7"] << 25
        operands = []
        for name, (low, register) in registers.items():
            word |= register << low
            operands += [f"x{register}"] * (name in instruction)
        assert disassemble(word, root) == " ".join([isa.intrinsic(unit, instruction), ", ".join(operands)]).strip()
        assert disassemble(word ^ 0x10, root) is None and disassemble(word | 0x80000000, root) is None


def test_instructions_fit_one_block_on_nios():
    """A block has 64 numbers on Nios II, and one value of funct7[6:4] on Nios V."""
    for unit, instruction in isa.instructions(isa.read()):
        if isa.need_of(instruction) in isa.LISTS:      # only in the core's pipeline
            continue
        assert unit["funct3"] < 4 and instruction["funct7"] < 16
