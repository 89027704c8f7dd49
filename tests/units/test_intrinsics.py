# SPDX-License-Identifier: Apache-2.0
"""The golden model implements each instruction, and each intrinsic compiles to its instruction."""
import io
import subprocess

import pytest

from metro.products import isa
from support import ROOT

SOURCES = ROOT / "tests" / "units" / "model"
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sw'}"]
MODEL = sorted((ROOT / "sw" / "model").glob("*.c"))
A0, A1 = 10, 11


def build(folder, *options):
    program = folder / "meaning"
    sources = [SOURCES / "meaning.c", *MODEL]
    subprocess.run(["gcc", *WARNINGS, "-g", "-fsanitize=undefined", "-fno-sanitize-recover", *options, *sources,
                    "-o", program], check=True)
    return program


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [
    ["-DCI_HOST_MODEL"], ["-DCI_HOST_MODEL", "-O2"], ["-DCI_NIOS2"], ["-DCI_NIOS2", "-DCI_NIOS2_N=128", "-O2"],
], ids=" ".join)
def test_golden_model_and_intrinsics_pass_their_checks(tmp_path, options):
    run = subprocess.run([build(tmp_path, *options)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_model_is_strict_c11():
    for source in MODEL:
        subprocess.run(["gcc", *WARNINGS, "-pedantic", "-Wconversion", "-Wshadow", "-O2", "-c", "-o", "/dev/null",
                        source], check=True)


@pytest.mark.parametrize("options, reason", [
    ([], "compile for RISC-V or Nios II, or with -DCI_HOST_MODEL"),
    (["-DCI_NIOS2", "-DCI_NIOS2_N=65"], "CI_NIOS2_N must be a multiple of CI_NIOS2_NUMBERS (64), and below 256"),
    (["-DCI_NIOS2", "-DCI_NIOS2_N=256"], "CI_NIOS2_N must be a multiple of CI_NIOS2_NUMBERS (64), and below 256"),
])
def test_invalid_target_fails_with_a_reason(options, reason):
    run = subprocess.run(["gcc", *WARNINGS, *options, "-fsyntax-only", str(SOURCES / "every.c")],
                         capture_output=True, text=True)
    assert run.returncode and reason in run.stderr


def custom_words(elf):
    """Return {function: its words with the opcode custom-0}."""
    from elftools.elf.elffile import ELFFile
    file = ELFFile(io.BytesIO(elf))
    text = file.get_section_by_name(".text")
    found = {}
    for symbol in file.get_section_by_name(".symtab").iter_symbols():
        if symbol["st_info"]["type"] == "STT_FUNC":
            code = text.data()[symbol["st_value"]:symbol["st_value"] + symbol["st_size"]]
            words = [int.from_bytes(code[at:at + 4], "little") for at in range(0, len(code), 4)]
            found[symbol.name] = [word for word in words if word & 0x7F == 0x0B]
    return found


@pytest.mark.parametrize("level", ["-O0", "-O2", "-Os"])
def test_each_intrinsic_compiles_to_its_instruction(tmp_path, level):
    subprocess.run(["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32",
                    "--specs=picolibc.specs", *WARNINGS, level, "-c", str(SOURCES / "every.c"),
                    "-o", tmp_path / "every.o"], check=True)
    words = custom_words((tmp_path / "every.o").read_bytes())
    table = isa.read()
    assert set(words) == {"do_" + isa.intrinsic(*pair) for pair in isa.instructions(table)}
    for unit, instruction in isa.instructions(table):
        (word,) = words["do_" + isa.intrinsic(unit, instruction)]
        rd, rs1, rs2 = (word >> shift & 31 for shift in (7, 15, 20))
        assert (word >> 12 & 7, word >> 25) == (unit["funct3"], instruction["funct7"])
        # An unused operand is x0, so the instruction waits for no register.
        used = [key in instruction for key in ("rd", "rs1", "rs2")]
        assert [rd != 0, rs1 != 0, rs2 != 0] == used, instruction["name"]
        if level != "-O0":
            assert rs1 in (0, A0) and rs2 in (0, A1 if rs1 else A0) and rd in (0, A0)


# Print the number and the operands that each function of every.c passes to Nios II's built-ins.
NIOS2 = """
#include <stdint.h>
#include <stdio.h>
static int said(char const *of, int n, int a, int b) { printf("%s %d %d %d\\n", of, n, a, b); return 0; }
#define __builtin_custom_inii(n, a, b) said("inii", n, a, b)
#define __builtin_custom_nii(n, a, b) ((void)said("nii", n, a, b))
#include "every.c"
int main(void) { CALLS return 0; }
"""


@pytest.mark.parametrize("base", [0, 192])
def test_each_intrinsic_has_its_number_on_nios2(tmp_path, base):
    table = isa.read()
    rows = list(isa.instructions(table))
    values = {"rs1": 11, "rs2": 22}
    calls = " ".join(f"do_{isa.intrinsic(unit, i)}({', '.join(str(v) for key, v in values.items() if key in i)});"
                     for unit, i in rows)
    (tmp_path / "numbers.c").write_text(NIOS2.replace("CALLS", calls))
    subprocess.run(["gcc", *WARNINGS, f"-I{SOURCES}", "-DCI_NIOS2", f"-DCI_NIOS2_N={base}", tmp_path / "numbers.c",
                    "-o", tmp_path / "numbers"], check=True)
    output = subprocess.run([tmp_path / "numbers"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert output == [f"{'inii' if 'rd' in i else 'nii'} {base + 16 * unit['funct3'] + i['funct7']} "
                      f"{11 if 'rs1' in i else 0} {22 if 'rs2' in i else 0}" for unit, i in rows]


def test_wishbone_address_keeps_the_relevant_bits_of_rs1(tmp_path):
    """An rs1 beyond every task number becomes 0x3FF, no task. Three instructions use only the low bits of rs1."""
    (tmp_path / "main.c").write_text("""
#include <stdio.h>
#include "ci_wishbone.h"
#define ROW(unit, op, name, ...) \\
    printf("%s %u\\n", name, (ci_wishbone_offset(CI_UNIT_##unit, CI_##unit##_##op, 0x12345605u) & 0xFFFu) / 4u);
int main(void) { CI_INSTRUCTIONS(ROW) return 0; }
""")
    subprocess.run(["gcc", f"-I{ROOT}/sw", "-o", tmp_path / "main", tmp_path / "main.c"], check=True)
    rows = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    assert {name for name, rs1 in map(str.split, rows) if int(rs1) == 5} == {
        "ci_time_activate", "ci_ready_bit", "ci_ready_lowest"}
    assert {int(rs1) for _, rs1 in map(str.split, rows)} == {5, 0x3FF}
