# SPDX-License-Identifier: Apache-2.0
"""Bounds of small programs, and what `./metro wcet` refuses."""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import rtos
from metro.products.firmware import COMPILER
from metro.wcet import annotations, command
from metro.wcet.bound import Analysis, bound
from metro.wcet.program import Program
from support import ROOT

LOOP = """
int sum(int *values, int count)
{
    int total = 0;
    while (count-- > 0) /* each value */
        total = total * 5 + *values++;
    return total;
}
"""
OF_LOOP = '[[loop]]\nfile = "program.c"\ntext = "/* each value */"\nmost = {}\n'


@pytest.fixture
def compiled(tmp_path):
    """Return a function that compiles C for a core without kernel, and returns the ELF file."""
    def make(text):
        (tmp_path / "program.c").write_text(text)
        elf = tmp_path / "program.elf"
        subprocess.run([COMPILER, "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-O2", "-g", "-nostdlib",
                        "-nostartfiles", "-Wl,-e,0", "-Wl,-Ttext=0", "-o", elf, tmp_path / "program.c"], check=True)
        return elf
    return make


@pytest.fixture
def analysed(compiled, tmp_path):
    """Return a function that compiles C and returns the bound of one of its functions."""
    def make(text, function, notes="", config="original", warm=True):
        (tmp_path / "notes.toml").write_text(notes)
        return bound(compiled(text), function, configuration.read(config), annotations.read(tmp_path / "notes.toml"),
                     warm)
    return make


def refused(make, *words):
    with pytest.raises(MetroError) as error:
        make()
    message = f"{error.value.message} {error.value.hint}"
    assert all(word in message for word in words), message


def test_a_loop_without_a_bound_is_named_with_file_and_line(analysed):
    refused(lambda: analysed(LOOP, "sum"), "sum", "program.c:6", "[[loop]]")


def test_each_repetition_of_an_annotated_loop_counts(analysed):
    bounds = [analysed(LOOP, "sum", OF_LOOP.format(most)) for most in (0, 10, 20)]
    first, second = (after.cycles - before.cycles for before, after in zip(bounds, bounds[1:]))
    assert second == first and second >= 10 * 5
    assert [(loop.most, "each value" in loop.annotation) for loop in bounds[1].loops] == [(10, True)]


def test_a_later_annotation_replaces_an_earlier_one(analysed):
    assert (analysed(LOOP, "sum", OF_LOOP.format(50) + OF_LOOP.format(5)).cycles
            == analysed(LOOP, "sum", OF_LOOP.format(5)).cycles)


def test_a_loop_over_an_array_repeats_as_often_as_it_has_entries(analysed):
    text = "int table[12];\n" + LOOP
    named, counted = (analysed(text, "sum", OF_LOOP.format(most)) for most in ('"table"', 12))
    assert named.cycles == counted.cycles
    refused(lambda: analysed(text, "sum", OF_LOOP.format('"tablet"')), "tablet", "no array")


def test_an_annotation_with_a_caller_holds_only_in_its_calls(analysed):
    text = f"__attribute__((noipa)) {LOOP.strip()}\n" + "".join(
        f"int {name}(int *values, int count) {{ return sum(values, count) + 1; }}\n" for name in ("one", "two"))
    notes = OF_LOOP.format(50) + OF_LOOP.format(5) + 'caller = "one"\n'
    assert analysed(text, "one", notes).cycles + 45 * 5 < analysed(text, "two", notes).cycles


WORK = """
__attribute__((noipa)) int work(int x, int y) { return x / y; }
int f(int *values)
{
    int total = 0;
    for (int i = 0; i < 10; i++)
        if (values[i])
            total += work(i, total); /* each value */
    return total;
}
"""


def test_entries_limit_the_calls_of_a_function(analysed):
    all_calls, few = (analysed(WORK, "f", notes).cycles for notes in ("", "[entries]\nwork = 2\n"))
    assert few + 8 * 33 < all_calls


def test_a_path_without_a_line_or_function_does_not_enter_it(compiled):
    analysis = Analysis(Program(compiled(WORK)), configuration.read("original").hardware, annotations.Annotations(),
                        True)
    every, *shorter = (analysis.bound("f", frozenset(without)).cycles
                       for without in ((), ("work",), ("program.c: /* each value */",)))
    assert all(cycles + 10 * 33 < every for cycles in shorter)


INDIRECT = """
__attribute__((noinline)) int one(int x) { return x + 1; }
__attribute__((noinline)) int two(int x) { return x / 3; }
int (*volatile chosen)(int) = one;
int call(int x) { return chosen(x) + 1; }
"""


def test_an_indirect_call_is_named_and_its_targets_can_be_annotated(analysed):
    refused(lambda: analysed(INDIRECT, "call"), "call (", "program.c:5", "annotation of call")
    both = '[[call]]\nfunction = "call"\ntargets = ["one", "two"]\n'
    assert analysed(INDIRECT, "call", both).cycles > analysed(INDIRECT, "call", both.replace(', "two"', "")).cycles + 30


def test_a_jump_table_is_named(analysed):
    cases = "".join(f"case {n}: f({n * n}); f({n}); break;\n" for n in range(9))
    text = f"__attribute__((noipa)) void f(int x) {{ (void)x; }}\nvoid choose(int x)\n{{ switch (x) {{\n{cases}}} }}"
    refused(lambda: analysed(text, "choose"), "choose", "jump to an address")


def test_recursion_is_named(analysed):
    text = """
    __attribute__((noipa)) int down(int x);
    __attribute__((noipa)) int up(int x) { return x ? down(x - 1) + 1 : 0; }
    int down(int x) { return x ? up(x - 1) + 2 : 0; }
    int start(int x) { return up(x) + 1; }
    """
    refused(lambda: analysed(text, "start"), "recursive", "up calls down calls up")


def test_a_path_that_a_constant_excludes_does_not_count(analysed):
    text = """
    __attribute__((noipa)) int some(int x, int divisor) { return divisor ? x / divisor / (divisor + 1) : x + 1; }
    int quick(int x) { return some(x, 0) + 1; }
    int slow(int x) { return some(x, 3) + 1; }
    """
    assert analysed(text, "quick").cycles + 60 < analysed(text, "slow").cycles


CRITICAL = """
static inline unsigned off(void) { unsigned s; __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(s)); return s; }
static inline void on(unsigned s) { __asm__ volatile("csrs mstatus, %0" : : "r"(s)); }
#define WORK __asm__ volatile(".rept 50\\nnop\\n.endr")
__attribute__((noipa)) void callee(void) { unsigned s = off(); WORK; on(s); }
void one(void) { unsigned s = off(); WORK; on(s); WORK; s = off(); WORK; on(s); }
void nested(void) { unsigned s = off(); WORK; callee(); WORK; on(s); WORK; }
void saved(unsigned s) { off(); WORK; on(s); WORK; }
void none(void) { WORK; }
static volatile unsigned nesting;
static inline void leave(void) { nesting = 0; on(8); }
void merged(int x) { off(); nesting = 1; if (x) leave(); WORK; if (nesting) leave(); WORK; if (x) WORK; }
"""


@pytest.mark.parametrize("function,parts", (("one", 1), ("nested", 3), ("saved", 2), ("callee", 1), ("none", 0)))
def test_a_stretch_with_interrupts_off_ends_with_the_outer_section(function, parts, compiled):
    """The analysis does not know the argument of `saved`, so the stretch may last to the end of the function."""
    chosen = configuration.read("original")
    section = Analysis(Program(compiled(CRITICAL)), chosen.hardware, annotations.Annotations(), True).section(function)
    assert 50 * parts <= section.within < 50 * parts + 25 * (parts > 0) + 1 and section.head == section.tail == 0


def test_paths_with_and_without_interrupts_stay_apart(compiled):
    """The stretch contains the code in which interrupts may be disabled, and ends before the last WORK."""
    program = Program(compiled(CRITICAL))
    known = annotations.Annotations(variables=(("nesting", 0),))
    section = Analysis(program, configuration.read("original").hardware, known, True).section("merged")
    assert 100 <= section.within < 150


def test_a_load_of_the_same_line_is_a_hit_only_where_that_is_proved(analysed):
    def cycles(text):
        return analysed(f"int table[64] __attribute__((aligned(32)));\n{text}", "f", warm=False).cycles

    same, other = (cycles(f"int f(void) {{ return *(volatile int *)&table[0] + *(volatile int *)&table[{n}]; }}")
                   for n in (1, 8))
    assert other >= same + 20


def test_a_program_for_another_machine_is_refused():
    refused(lambda: Program(Path(sys.executable)), "32-bit RISC-V")


def test_an_unknown_function_is_named_with_a_similar_one(compiled):
    refused(lambda: Program(compiled(LOOP)).function("sun"), "no function sun", "Did you mean sum")


@pytest.mark.parametrize("config,words", (
    ("original,core.compressed=true", "core.compressed"), ("original,core.prediction=dynamic", "core.prediction"),
    ("guests", "core.user_mode"), ("original,soc.threads=1", "soc.threads"), ("cfu", "soc.adapter"),
    ("tickless,units.lines=1", "units.lines"), ("self-switch", "core.self_switch")))
def test_a_core_without_a_model_is_refused(config, words, analysed):
    refused(lambda: analysed(LOOP, "sum", OF_LOOP.format(1), config), "no timing model", words)


@pytest.mark.parametrize("notes,words", (('[[loop]]\nfile = "x.c"\n', "file, most, text"), ("[[loop", "notes.toml")))
def test_a_wrong_annotation_file_is_refused(notes, words, analysed):
    refused(lambda: analysed(LOOP, "sum", notes), words)


def test_the_command_writes_bounds_with_their_paths(compiled, tmp_path, capsys):
    (tmp_path / "notes.toml").write_text(OF_LOOP.format(3))
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    code = command.main(parser.parse_args([
        str(compiled(LOOP)), "sum", "--warm", "--path", "--json", str(tmp_path / "out"),
        "--annotations", str(tmp_path / "notes.toml")]))
    found, = json.loads((tmp_path / "out").read_text())["bounds"]
    printed = capsys.readouterr().out
    assert code == 0 and f"sum: at most {found['cycles']} cycles" in printed
    assert "repeated at most 3 times (annotated: program.c: /* each value */)" in printed
    assert found["steps"][0]["function"] == "sum" and "no interrupt comes" in found["assumptions"]


def test_every_annotation_of_a_kernel_names_a_line_of_its_source():
    kernel = rtos.get("freertos").kernel()
    for loop in annotations.read(*annotations.of_kernels()).loops:
        if not loop.function:
            files = [*ROOT.glob(f"sw/**/{loop.file}"), *kernel.glob(loop.file)]
            assert any(loop.text in file.read_text() for file in files), loop


def test_a_size_bounds_each_loop_of_a_function(analysed):
    of_function = '[[loop]]\nfunction = "sum"\nmost = "values"\n[sizes]\nvalues = {}\n'
    assert (analysed(LOOP, "sum", of_function.format(7)).cycles == analysed(LOOP, "sum", OF_LOOP.format(7)).cycles
            < analysed(LOOP, "sum", of_function.format(8)).cycles)


def test_a_variable_keeps_its_value_until_code_with_its_address_stores_to_it(analysed):
    text = """
    int nesting;
    int f(int *p, int x) { *p = x; return nesting == 0 ? 1 : x / 3 / x; }
    int g(int x) { nesting = x; __asm__ volatile("" : : : "memory"); return nesting == 0 ? 1 : x / 3 / x; }
    """
    notes = "[variables]\nnesting = 0\n"
    assert analysed(text, "f", notes).cycles + 60 < analysed(text, "f").cycles
    assert analysed(text, "g", notes).cycles > 60
