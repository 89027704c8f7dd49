# SPDX-License-Identifier: Apache-2.0
"""Bounds of loops that follow from the code, against the repetitions in a simulation."""
import re
import subprocess

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.measure import measurement
from metro.products.firmware import COMPILER
from metro.wcet import annotations, loops, replay, values
from metro.wcet.bound import Analysis
from metro.wcet.program import Program

CONFIG = "original"
# The program calls f and ends the simulation. Its data is in the RAM, without initial values.
START = r"""
__asm__(".section .start,\"ax\"\n lui sp, 0x10010\n call f\n li t0, 0xF0001000\n sw zero, 0(t0)\n j .\n .text");
static int table[40];
#define WORDS ((unsigned *)table)
static volatile unsigned sink;
__attribute__((noipa)) static void set(char *to, int value, unsigned bytes) { while (bytes--) *to++ = (char)value; }
__attribute__((noipa)) static void words(unsigned *to, unsigned const *from, unsigned bytes)
{ for (unsigned *end = to + bytes / 4; to < end; ) *to++ = *from++; }
__attribute__((noipa)) static unsigned ones(unsigned x)
{ unsigned n = 0; while (x) { n += x & 1; x >>= 1; } return n; }
__attribute__((noipa)) static int two(void) { return 2; }
__attribute__((used)) static void *stack;
/* Save registers, switch to the stack that is in memory, which is the same one, and restore the registers. */
__attribute__((naked, noipa)) static void switched(void)
{ __asm__(".irp r, s0, s1, s2, s3, a3, a4, a5\n addi sp, sp, -4\n sw \\r, 0(sp)\n .endr\n lui t0, %hi(stack)\n"
          "sw sp, %lo(stack)(t0)\n lw sp, %lo(stack)(t0)\n"
          ".irp r, a5, a4, a3, s3, s2, s1, s0\n lw \\r, 0(sp)\n addi sp, sp, 4\n .endr\n ret"); }
"""
LINK = """SECTIONS {
    .text 0 : { *(.start) *(.text*) *(.rodata*) }
    .bss 0x10000000 (NOLOAD) : { *(.sbss*) *(.bss*) }
}
"""
PROVED = {
    "a counter": "for (int i = 0; i < 24; i++) sink += i;",
    "a counter that goes down by 3": "for (int i = 70; i > 1; i -= 3) sink += i;",
    "a loop that ends early": "for (int i = 0; i < 12; i++) { if (table[i]) break; sink++; }",
    "a counter of 16 bits": "for (unsigned i = 65530; i >= 65530; i = i + 1 & 0xFFFF) sink += i;",
    "the end of an array": "for (int *p = table; p < &table[40]; p++) sink += *p;",
    "an array on the stack": "volatile int own[9]; for (int i = 0; i < 9; i++) own[i] = i;",
    "nested loops": "for (int i = 0; i < 7; i++) for (int j = 0; j < 9; j++) sink += i ^ j;",
    "a loop with calls": "for (int i = 0; i < 6; i++) sink += ones(0x80000000u);",
    "a step from a call behind two paths": "for (int i = 0; i < 12; i += two()) if (sink++ & 1) sink = 3;",
    "shifts of an unknown number": "sink = 1u << 31; sink = ones(sink);",
    "a mask": "for (unsigned mask = 1; mask; mask <<= 1) sink ^= mask;",
    "memset of a constant size": "set((char *)table, 0, 64);",
    "memcpy of a constant size": "words(WORDS, WORDS + 8, 32); words(WORDS, WORDS, 4);",
    "unknown addresses": "int *p = *(int *volatile *)&sink + 5; for (int *end = p + 11; p != end; p++) sink++;",
}
NOT_PROVED = {
    "two steps": "for (int i = 0; i < 20; ) { if (sink++ & 1) { sink = 3; i += 2; } else { sink = 6; i += 4; } }",
    "two steps behind a switch": "for (int i = 0, n; i < 20; i += n) { n = 2; if (sink++ & 1) { n = 4; sink = 3; } "
                                 "switched(); }",
    "an unknown end of four bits": "for (unsigned i = 0, n = sink & 15; i < n; i++) sink += i;",
    "an unknown end": "for (unsigned i = 0, n = sink; i < n; i++) sink += i;",
    "a list": "for (unsigned *p = (unsigned *)sink; p; p = (unsigned *)*p) sink++;",
    "a text": "for (char *p = (char *)sink; *p; p++) sink++;",
    "another base": "for (char *p = (char *)sink, *end = (char *)sink; p != end; p++) sink++;",
    "a step that may be 0": "for (int i = 0; i < 10; i += sink & 3) sink++;",
    "a counter that another path resets": "for (int i = 0; i < 10; i++) if (sink++ == 7) i = 0;",
}


def compiled(tmp_path, body, opt):
    (tmp_path / "program.c").write_text(f"{START}\nvoid f(void)\n{{ {body} }}\n")
    (tmp_path / "link.ld").write_text(LINK)
    elf, image = tmp_path / "program.elf", tmp_path / "image"
    subprocess.run([COMPILER, "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", opt, "-g", "-nostdlib",
                    "-nostartfiles", "-fno-tree-loop-distribute-patterns", "-T", tmp_path / "link.ld",
                    "-Wl,-e,0", "-o", elf, tmp_path / "program.c"], check=True)
    subprocess.run([COMPILER.replace("gcc", "objcopy"), "-O", "binary", elf, image], check=True)
    return elf, image


def analysis_of(elf):
    return Analysis(Program(elf), configuration.read(CONFIG).hardware, annotations.Annotations(), warm=True)


def path_of_f(program, image):
    """Return the addresses of a simulation's instructions from the call of f until its return."""
    simulator = measurement.simulator_of(configuration.read(CONFIG).hardware) / "simulator"
    subprocess.run([simulator, "--rom", image, "--retired", image.with_name("retired"), "--max-cycles", "1000000"],
                   check=True, capture_output=True)
    addresses = [one for one in replay.read(image.with_name("retired"))[0] if one not in replay.EVENTS and not one & 1]
    begin = addresses.index(program.function("f")) - 1
    return addresses[begin:addresses.index(addresses[begin] + 4) + 1]


def repetitions(tmp_path, body, opt):
    elf, image = compiled(tmp_path, body, opt)
    analysis = analysis_of(elf)
    return analysis.bound("f").loops, analysis.repetitions(path_of_f(analysis.program, image))


@pytest.mark.parametrize("opt", ("-O2", "-Os", "-O0"))
def test_a_proved_bound_is_the_number_of_repetitions(opt, tmp_path):
    for name, body in PROVED.items():
        found, counted = repetitions(tmp_path, body, opt)
        assert all(loop.annotation == "" and "(proved)" in str(loop) for loop in found), name
        assert all(count == most for count, most in counted.values()), (name, counted)
        assert counted, name


@pytest.mark.parametrize("name", NOT_PROVED)
def test_a_loop_whose_end_is_unknown_needs_an_annotation(name, tmp_path):
    with pytest.raises(MetroError, match="without a known number of repetitions") as error:
        analysis_of(compiled(tmp_path, NOT_PROVED[name], "-O2")[0]).bound("f")
    assert re.search("program.c:[0-9]+", error.value.message)


FAULTS = {
    "one repetition less": lambda patch, most=loops.Unrolling.most: patch.setattr(
        loops.Unrolling, "most", lambda self, entry: most(self, entry) - 1),
    "an addition of one more": lambda patch, add=values._add: patch.setattr(
        values, "_add", lambda value, number: add(value, 2 if number == 1 else number)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_proof_is_found(fault, monkeypatch, tmp_path):
    FAULTS[fault](monkeypatch)
    found, counted = repetitions(tmp_path, PROVED["a counter"], "-O2")
    assert any(count != most for count, most in counted.values())
