# SPDX-License-Identifier: Apache-2.0
"""Netlists and their digests change only when the logic does. The digest also ignores internal names."""
import re
import shutil
from pathlib import Path

import pytest

from metro import configuration
from metro.environment import generator
from metro.products import core, simulator, soc
from metro.products.netlist import digest, expand_port_macros, without_build_time
from support import ROOT

SOURCES = generator.SPINAL / "src" / "main" / "scala" / "metronome"

COUNTER = """\
// Generator : some version
`timescale 1ns/1ps

module Counter (
  input               enable,
  output     [3:0]    value,
  input               clk
);
  localparam Limit = 4'd9;

  wire                when_Counter_l17;
  wire       [3:0]    _zz_next;
  reg        [3:0]    count;   // how many
  reg        [3:0]    seen [0:1];

  function [3:0] zz_step(input dummy);
    zz_step = 4'b0001;
  endfunction
  assign _zz_next = (count + zz_step(1'b0));
  assign when_Counter_l17 = (enable && (count != Limit));
  (* keep_hierarchy = "yes" *) Register Register_1 (
    .d (_zz_next ), //i
    .q (value[3:0])  //o
  );
  always @(posedge clk) begin
    if(when_Counter_l17) begin
      count <= _zz_next;
      seen[enable] <= count;
    end
  end
`ifndef SYNTHESIS
  initial $display("started");
`endif
endmodule

module Register (
  input      [3:0]    d,
  output     [3:0]    q
);
  wire       [3:0]    inside;
  assign inside = d;
  assign q = inside;
endmodule
"""

SAME = {
    "another head": ("some version", "another version"),
    "another comment": ("// how many", "/* number of cycles\n so far */"),
    "no comment": ("   // how many", ""),
    "a line that moved": ("  wire                when_Counter_l17;", "\n\n  wire when_Counter_l17;"),
    "a line that was split": ("assign _zz_next = (count + ", "assign _zz_next\n   =(count\t+"),
    "a condition named after another line": ("when_Counter_l17", "when_Counter_l18"),
    "a condition named after another file": ("when_Counter_l17", "when_Timer_l3"),
    "another generated name": ("_zz_next", "_zz_count"),
    "another name of a register": ("count", "counted"),
    "another name of a memory": ("seen", "past"),
    "another name of a constant": ("Limit", "Maximum"),
    "another name of a function": ("zz_step", "zz_1"),
    "another name of an instance": ("Register_1", "register"),
    "another name that needs a backslash": ("_zz_next", "\\next-value "),
    "an internal name of another module": ("inside", "count_2"),
}
OTHER = {
    "another constant": ("4'b0001", "4'b0011"),
    "another limit": ("Limit = 4'd9", "Limit = 4'd10"),
    "another operator": ("count + ", "count - "),
    "another comparison": ("count != Limit", "count <= Limit"),
    "another width of a wire": ("wire       [3:0]    _zz_next", "wire       [2:0]    _zz_next"),
    "another sign": ("reg        [3:0]    count", "reg signed [3:0]    count"),
    "another depth of a memory": ("seen [0:1]", "seen [0:3]"),
    "another bit of a vector": ("seen[enable]", "seen[1]"),
    "another width of a port": ("input      [3:0]    d,", "input      [4:0]    d,"),
    "another name of a port": ("enable", "running"),
    "another name of an instance's port": (".q (", ".result ("),
    "another name of a module": ("Register", "Latch"),
    "another edge": ("posedge clk", "negedge clk"),
    "another order of two statements": ("count <= _zz_next;\n      seen[enable] <= count;",
                                        "seen[enable] <= count;\n      count <= _zz_next;"),
    "another assignment": ("count <= _zz_next", "count = _zz_next"),
    "two signals that change places": ("count <= _zz_next", "count <= count"),
    "a connection to another signal": (".d (_zz_next )", ".d (count )"),
    "another attribute": ('keep_hierarchy = "yes"', 'keep_hierarchy = "no"'),
    "another directive": ("`ifndef SYNTHESIS", "`ifndef VERILATOR"),
    "another text": ('"started"', '"// started"'),
    "a removed statement": ("      seen[enable] <= count;\n", ""),
    "one name for two signals": ("count", "_zz_next"),
}


def changed(old: str, new: str) -> str:
    assert old in COUNTER
    return COUNTER.replace(old, new)


@pytest.mark.parametrize("change", SAME)
def test_digest_ignores(change):
    assert digest(changed(*SAME[change])) == digest(COUNTER)


@pytest.mark.parametrize("change", OTHER)
def test_digest_changes_with(change):
    assert digest(changed(*OTHER[change])) != digest(COUNTER)


def test_digest_keeps_names_that_a_path_reaches():
    top = "module Top ();\n  Register r ();\n  assign r.inside = 4'd0;\nendmodule\n"
    assert digest(COUNTER + top) != digest(COUNTER.replace("inside", "within") + top)


def test_digest_keeps_names_of_modules_and_parameters():
    named_alike = "module Top ();\n  Counter Counter ();\nendmodule\n"
    assert digest(named_alike + COUNTER) != digest(named_alike.replace("Counter", "Register") + COUNTER)
    box = "module Top ();\n  parameter integer Size = 4;\n  RAM ram (.a (Size));\nendmodule\n"
    assert len({digest(text) for text in (box, box.replace("Size", "Depth"), box.replace("RAM", "ROM"))}) == 3


def test_litex_verilog_names_no_time_and_no_commit():
    head = "// Filename   : sim.v\n// LiteX sha1 : 0180b05\n// Date       : 2026-11-27 08:38:44\n"
    foot = "// ----\n//  Auto-Generated by LiteX on 2026-11-27 08:38:44.\n// ----\n"
    assert without_build_time(head + COUNTER + foot) == "// Filename   : sim.v\n" + COUNTER + "// ----\n// ----\n"
    assert not re.search(r"LiteX (sha1|on)|Date  ", (soc.default() / "gateware" / "sim.v").read_text())


# ------------------------------------------------------------------------------------------------------ the generator

def move_class(units):
    """Move the class Below into the file of FirstOf."""
    text = (units / "Below.scala").read_text()
    (units / "Below.scala").unlink()
    with (units / "FirstOf.scala").open("a") as file:
        file.write("\n" + text[text.index("/**"):])


@pytest.fixture(scope="module")
def other_generator(tmp_path_factory):
    """Build the generator from sources with more comments, other line numbers and a class in another file."""
    built, folder = generator.ensure_built(), tmp_path_factory.mktemp("generator")
    sources = shutil.copytree(SOURCES, folder / "metronome")
    move_class(sources / "units")
    for number, file in enumerate(sorted(sources.rglob("*.scala"))):
        file.write_text(file.read_text().replace("\n", f"\n// Another comment.{(number + 1) * chr(10)}", 1))
    (folder / "lib").symlink_to(built / "lib")
    shutil.unpack_archive(built / generator.JAR, folder / "classes", "zip")
    shutil.rmtree(folder / "classes" / "metronome")
    shutil.copy(built / generator.JAR, folder)
    [plugin] = (built / "lib").glob("spinalhdl-idsl-plugin_*.jar")
    done = generator.java(folder, "scala.tools.nsc.Main", [
        "-nowarn", "-usejavacp", f"-Xplugin:{plugin}", "-d", str(folder / "classes"),
        *map(str, sources.rglob("*.scala"))])
    assert done.returncode == 0, done.stdout + done.stderr
    Path(shutil.make_archive(str(folder / "classes"), "zip", folder / "classes")).rename(folder / generator.JAR)
    (folder / "classes.jsa").unlink()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tickless-contexts", *(pytest.param(name, marks=pytest.mark.slow)
                                                         for name in ("guests", "levels-contexts", "original"))])
def test_netlist_ignores_comments_lines_and_files(other_generator, name, tmp_path):
    chosen = configuration.read(name)
    generator.run(other_generator, {"write": "core", **chosen.hardware.document}, tmp_path / "VexRiscv.v")
    ours = core.generate(chosen)
    for file in ("VexRiscv.v", "core.json"):
        assert (tmp_path / file).read_bytes() == (ours / file).read_bytes()


def test_netlist_names_no_source_file_path_or_date():
    text = (core.generate(configuration.read("tickless-contexts")) / "VexRiscv.v").read_text()
    own = {file.name for file in SOURCES.rglob("*.scala")}
    assert re.findall(r"\w+_l\d+\b", text) == []                     # when_File_l123
    assert set(re.findall(r"\w+\.scala", text)) & own == set()
    comments = re.findall(r"^//.*", text, re.MULTILINE)
    assert [re.sub(r"v[\d.]+ +git head : \w+", "VERSION", line) for line in comments] == [
        "// Generator : SpinalHDL VERSION", "// Component : VexRiscv"]


@pytest.mark.parametrize("circuit", ["bench/threads/communication/mover.v", "bench/threads/image/display.v",
                                     "bench/guests/circuits/fir.v", "bench/guests/circuits/crc.v"])
def test_circuit_has_the_ports_of_the_header(circuit):
    text = (ROOT / circuit).read_text()
    complete = expand_port_macros(text)
    expected = simulator.run(["verilator", "-E", "-P", f"-I{ROOT / 'hw'}", str(ROOT / circuit)], "Verilator")
    assert digest(complete) == digest(expected) != digest(text)
    assert text.count("\n") == complete.count("\n")         # so tools' messages name the circuit's lines


def test_ports_of_both_headers_are_expanded():
    macros = {"hardware_thread": "`HARDWARE_THREAD_PORTS(wire, wire, wire)",
              "virtual_device": "`VIRTUAL_DEVICE_PORTS(wire)"}
    text = expand_port_macros("".join(f'`include "{kind}.vh"\nmodule {kind} ({macro});\nendmodule\n'
                                      for kind, macro in macros.items()))
    assert "`" not in text and text.count("clk") == 2


def test_circuit_without_the_header_stays_as_it_is():
    assert expand_port_macros(COUNTER) == COUNTER


def test_no_file_finds_a_signal_by_its_generated_name():
    """Generated names depend on the order of the sources. Name the signal in Scala, or find it by its function."""
    generated = re.compile(r"\b_zz_\w|\bwhen_[A-Z]\w*_l\b")
    folders = "tests", "hw/formal", "hw/gdb", "hw/sim", "scripts"
    files = [file for folder in folders for file in (ROOT / folder).rglob("*")
             if file.suffix in (".py", ".sv", ".svh", ".v", ".vlt", ".h", ".cpp") and file.name != "test_netlist.py"]
    assert len(files) > 200
    assert [f"{file.name}: {name}" for file in files for name in generated.findall(file.read_text())] == []
