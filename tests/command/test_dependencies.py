# SPDX-License-Identifier: Apache-2.0
"""Test when firmware is built again: after an edit of any input file, and not if all inputs are unchanged."""
import os
import shutil

import pytest

from metro.base import cache
from metro.base.errors import MetroError
from metro.products import dependencies, firmware as firmware_module
from support import ROOT, slow_if

FILES = {
    "app/main.c": """
#include <ucos_ii.h>
#include "near.h"
#include "sub/deep.h"
#include "sub/a $ and #.h"
#include "../common/outside.h"
#include <far.h>
extern int hook(void);
volatile int values[] = {11, NEAR, DEEP, ODD, OUTSIDE, FAR, OS_TICKS_PER_SEC, APP};
int main(void) { OSInit(); return values[hook()] + OSVersion(); }
""",
    "app/asking.c": """
#if __has_include("local.h")
#include "local.h"
#endif
int main(void) { return 0; }
""",
    "app/near.h": "#define NEAR 11\n",
    "app/sub/deep.h": "#define DEEP 11\n",
    "app/sub/a $ and #.h": "#define ODD 11\n",
    "app/app_cfg.h": '#include "sub/kernels.h"\n#define OS_TASK_TMR_PRIO 5u\n#define APP 11\n',
    "app/sub/kernels.h": "#ifndef IN_A_FOLDER\n#define IN_A_FOLDER 1\n#endif\n",
    "app/app_hooks.c": "int hook(void);\nint hook(void) { return 11; }\n",
    "common/outside.h": '#include "further.h"\n',
    "common/further.h": "#define OUTSIDE 11\n",
    "include/far.h": "#define FAR 11\n",
}
EDITS = [*((name, "11", "12") for name, text in FILES.items() if "11" in text),
         ("app/os_cfg.h", "100u", "200u"),
         ("sw/kernel/os_core.c", "return OS_VERSION;", "return OS_VERSION + 1u;"),
         ("sw/kernel/ucos_ii.h", "29300u", "29301u"),
         ("sw/ucos-ports/riscv/os_cpu_c.c", "frame->S[0] = 0u", "frame->S[0] = 1u"),
         ("sw/ucos-ports/riscv/os_cpu_a.S", "csrr    gp, mcause", "csrr    tp, mcause"),
         ("sw/bsp/start.S", "mie, zero", "mie, tp"),
         ("sw/bsp/litex.ld", "ALIGN(32)", "ALIGN(64)"),
         ("sw/bsp/cached/data.ld", "4096", "8192"),
         ("sw/ucos-ports/glue/hot_text.ld", "*(.text.OSIntExit)", "")]
QUICK = ("app/main.c", "app/sub/a $ and #.h", "app/app_hooks.c", "common/further.h", "sw/kernel/ucos_ii.h",
         "sw/ucos-ports/riscv/os_cpu_a.S", "sw/bsp/cached/data.ld")     # one file of each kind


pytestmark = pytest.mark.xdist_group("dependencies")
built = set()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Return a folder with an application and a copy of sw/. Discard its builds at the end."""
    place = tmp_path_factory.mktemp("place")
    shutil.copytree(ROOT / "sw", place / "sw")
    for name, text in FILES.items():
        (place / name).parent.mkdir(exist_ok=True, parents=True)
        (place / name).write_text(text)
    template = (ROOT / "sw" / "kernel" / "template" / "os_cfg.h").read_text()
    (place / "app" / "os_cfg.h").write_text(template.replace("OS_APP_HOOKS_EN   1u", "OS_APP_HOOKS_EN   0u"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(firmware_module, "SOFTWARE", place / "sw")
        yield place
    for elf in built:
        cache.discard(elf.parent)


def build(place, *sources, **options):
    sources = [place / "app" / source for source in sources or ["main.c"]]
    made = firmware_module.build(f"edited{os.getpid()}", sources, place / "app", software=place / "sw",
                                 **{"opt": "-O0", "include": [place / "include"], **options})
    built.add(made.elf)
    return made.elf


def contents_differ(one, other):
    return cache.digest_file(one) != cache.digest_file(other)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name, old, new", [
    pytest.param(*edit, id=edit[0], marks=slow_if(edit[0] not in QUICK)) for edit in EDITS])
def test_an_edit_of_any_file_gives_another_program(place, name, old, new):
    before, text = build(place), (place / name).read_text()
    assert build(place) == before and cache.has_products(lambda: build(place)) and old in text
    try:
        (place / name).write_text(text.replace(old, new))
        assert not cache.has_products(lambda: build(place))
        assert contents_differ(build(place), before)
    finally:
        (place / name).write_text(text)
    assert cache.has_products(lambda: build(place)) and build(place) == before


@pytest.mark.parametrize("name, text", [
    ("app/far.h", "#define FAR 12\n"),                  # found before include/far.h
    ("common/near.h", ""),                                        # in a folder that the compiler does not search
    ("app/os_cpu.h", "#undef OS_VERSION\n#define OS_VERSION 1u\n#include_next <os_cpu.h>\n"),    # read by the kernel
])
def test_new_header_is_read_if_it_is_found_first(place, name, text):
    before = build(place)
    try:
        (place / name).write_text(text)
        assert contents_differ(build(place), before) == bool(text)
    finally:
        (place / name).unlink()
    assert build(place) == before


def test_header_queried_by_has_include_is_an_input(place):
    before, header = build(place, "asking.c"), place / "app" / "local.h"
    header.write_text("volatile int local = 1;\n")
    try:
        assert contents_differ(build(place, "asking.c"), before)
    finally:
        header.unlink()
    assert build(place, "asking.c") == before


def test_file_that_the_assembler_reads_is_an_input(place):
    (place / "include" / "blob").write_text(".byte 11")
    (place / "app" / "asks.S").write_text('.section .init\n.globl asked\nasked: .incbin "blob"\n.include "blob"\n')
    sources = ("asking.c", "asks.S")
    before = build(place, *sources)
    assert build(place, *sources) == before
    (place / "include" / "blob").write_text(".byte 12")
    assert contents_differ(build(place, *sources), before)


def test_missing_header_is_an_error(place):
    before, header = build(place), place / "common" / "further.h"
    header.rename(place / "hidden.h")
    try:
        with pytest.raises(MetroError) as error:
            build(place)
        assert "outside.h:1" in error.value.hint and "further.h" in error.value.hint
    finally:
        (place / "hidden.h").rename(header)
    assert build(place) == before


def test_file_that_changes_during_a_build_is_read_again(place, monkeypatch):
    header, run, runs = place / "app" / "near.h", firmware_module.simulator.run, []

    def run_and_edit(*arguments):
        output = run(*arguments)
        if not runs:
            header.write_text("#define NEAR 14\n")
        runs.append(output)
        return output

    try:
        header.write_text("#define NEAR 13\n")
        with monkeypatch.context() as patch:
            patch.setattr(firmware_module.simulator, "run", run_and_edit)
            made = build(place)
        header.write_text("#define NEAR 13\n")
        assert len(runs) > 1 and contents_differ(made, build(place))
    finally:
        header.write_text(FILES["app/near.h"])


def test_moved_folder_is_not_built_again(place, tmp_path):
    before = build(place)
    shutil.copytree(place, tmp_path / "there")
    assert cache.has_products(lambda: build(tmp_path / "there")) and build(tmp_path / "there") == before


@pytest.mark.slow
def test_applications_with_the_same_options_share_the_compiled_kernel(place, monkeypatch):
    """A macro that only the application uses does not change the kernel's options, unless its name starts with `_`.
    So the macro _RUN makes this run compile its own kernel."""
    run, targets = firmware_module.simulator.run, []
    monkeypatch.setattr(firmware_module.simulator, "run",
                        lambda command, *rest: targets.append(command[-1]) or run(command, *rest))
    for source, opt, more, expected in (("main.c", "-O0", [], ["kit", "all"]), ("asking.c", "-O0", [], ["all"]),
                                        ("asking.c", "-O0", ["ONLY_IN_THE_APPLICATION=1"], ["all"]),
                                        ("asking.c", "-O0", ["OS_TRACE_EN=0u"], ["kit", "all"]),
                                        ("asking.c", "-O0", ["IN_A_FOLDER=2"], ["kit", "all"]),
                                        ("asking.c", "-O2", [], ["kit", "all"])):
        targets.clear()
        build(place, source, define=[f"_RUN={os.getpid()}", *more], opt=opt)
        assert targets == expected


def test_other_options_give_another_program(place):
    others = ({}, dict(define=["X=1"]), dict(define=["X=2"]), dict(strict=False), dict(include=[]))
    assert len({build(place, "asking.c", **options) for options in others}) == len(others)


@pytest.mark.parametrize("rule, files", [
    ("a.o: b.c\n", ["b.c"]),
    ("a.o: b.c \\\n c.h \\\n  d.h\n\nc.h:\n\nd.h:\n", ["b.c", "c.h", "d.h"]),
    ("a.o: with\\ blank.h dol$$lar.h sha\\#rp.h back\\slash.h\n",
     ["with blank.h", "dol$lar.h", "sha#rp.h", "back\\slash.h"]),
    ("a.o:\n", []),
])
def test_compilers_list_is_parsed_as_make_parses_it(rule, files):
    assert dependencies.prerequisites(rule) == files
