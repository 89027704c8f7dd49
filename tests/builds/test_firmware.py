# SPDX-License-Identifier: Apache-2.0
"""Test firmware files: refusal of unsuitable files, errors of compiler and linker, changed values in the image."""
import subprocess
import sys
from pathlib import Path

import pytest

from metro.base import cache
from metro.base.errors import MetroError
from metro.products import firmware as firmware_module, soc as soc_module
from support import ROOT, refusal

CFG = ROOT / "bench" / "cfg"


def compiled(folder, text, *options, compiler=firmware_module.COMPILER):
    source, elf = folder / "a.c", folder / "a.elf"
    source.write_text(text)
    subprocess.run([compiler, *options, source, "-o", elf], check=True, capture_output=True)
    return elf


BARE = ["-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-nostdlib", "-Wl,-e,main"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("options, reason", [
    (["-march=rv64im", "-mabi=lp64", "-nostdlib", "-Wl,-e,main"], "64-bit RISC-V"),
    (["-march=rv32imc", "-mabi=ilp32", "-nostdlib", "-Wl,-e,main", "-Ttext=0"], "compressed"),
    ([*BARE, "-c"], "not linked"),
    ([*BARE, "-Ttext=0x80000000"], "does not fit"),
    ([*BARE, "-Ttext=0", "-DSIZE=300000"], "does not fit"),
])
def test_firmware_for_another_target_is_refused(tmp_path, options, reason):
    elf = compiled(tmp_path, "const char big[SIZE] = {1}; int main(void) { return big[0]; }",
                   *([] if any("SIZE" in option for option in options) else ["-DSIZE=4"]), *options)
    code, message = refusal("run", elf)
    assert code == 1 and reason in message and str(elf) in message, message


def test_a_host_program_is_refused():
    with pytest.raises(MetroError, match="this SoC runs 32-bit RISC-V"):
        firmware_module.read(Path(sys.executable).resolve(), soc_module.default())


def test_path_without_firmware_is_refused(tmp_path):
    binary = tmp_path / "image.bin"
    binary.write_bytes(bytes(100))
    for path, reason in ((binary, "not an ELF file"), (tmp_path / "none", "there is no firmware"),
                         (tmp_path, "has no .c files")):
        code, message = refusal("run", path)
        assert code == 1 and reason in message, message


def test_compiler_errors_are_shown(tmp_path):
    source = tmp_path / "broken.c"
    source.write_text("#include <ucos_ii.h>\nint main(void) { return nonsense; }\n")
    with pytest.raises(MetroError) as error:
        firmware_module.build("broken", [source], CFG)
    assert "broken.c:2" in error.value.hint and "nonsense" in error.value.hint


def test_a_program_too_large_for_the_memory_is_refused_by_the_linker(tmp_path):
    source = tmp_path / "large.c"
    source.write_text("static char big[200000]; char *volatile p; int main(void) { p = big; return *p; }\n")
    with pytest.raises(MetroError) as error:
        firmware_module.build("large", [source], CFG)
    assert "sram" in error.value.message + error.value.hint


def test_values_are_set_in_the_image(tmp_path):
    source = tmp_path / "main.c"
    source.write_text("volatile unsigned set_me = 7, zero; int main(void) { return set_me + zero; }\n")
    built = firmware_module.build("values", [source], CFG)
    changed = built.with_values({"set_me": 9})
    assert changed.image != built.image and changed.with_values({"set_me": 7}).image == built.image
    with pytest.raises(MetroError, match="no initial value"):
        built.with_values({"zero": 1})
    with pytest.raises(MetroError, match="no symbol"):
        built.with_values({"absent": 1})
    cache.discard(built.elf.parent)
