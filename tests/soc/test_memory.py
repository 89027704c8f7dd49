# SPDX-License-Identifier: Apache-2.0
"""`./metro size` and `./metro run --memory`: the stack that each task needs, and the stack that it used."""
import json
import os
import re
import subprocess

import pytest

from metro import configuration
from metro.base import paths
from metro.products import firmware as firmware_module
from metro.report import page
from metro.run import command as run_command, memory, timeline
from metro.run.execution import execute
from support import ROOT, metro, slow_except

TEMPLATES = {"ucos": "combined", "freertos": "original"}
TASKS = """
#include <alloca.h>
#include <ucos_ii.h>
#include "bsp.h"
#define TASK(name) static void name(void *p) { (void)p; for (;;) { OSTimeDly(1u);
volatile unsigned seen;
void (*volatile pointer)(void);
__attribute__((noinline)) static void fill(volatile char *at, unsigned n) { for (; n > 0u; n--) *at++ = 1; }
__attribute__((noinline)) static unsigned down(unsigned n)
{
    volatile char kept[32];
    fill(kept, sizeof(kept));
    return n == 0u ? 0u : down(n - 1u) + (unsigned)kept[n % 32u];
}
__attribute__((noinline)) static unsigned deep(void)
{
    volatile char a[5000];
    fill(a, sizeof(a));
    return (unsigned)a[7];
}
TASK(Large) seen = deep(); } }
TASK(Recursive) seen = down(3u); } }
TASK(Pointer) if (pointer != 0) pointer(); } }
TASK(Varies) fill(alloca(seen % 64u + 1u), seen % 64u + 1u); } }
TASK(Small) if (pointer != 0) seen = deep(); } }
TASK(End) if (OSTimeGet() > 5u) BSP_Exit(0); } }
static OS_STK large[1500], four[4][256], little[100];
int main(void)
{
    OSInit();
    OSTaskCreate(Large, 0, &large[1499], 5);
    OSTaskCreate(Recursive, 0, &four[0][255], 6);
    OSTaskCreate(Pointer, 0, &four[1][255], 7);
    OSTaskCreate(Varies, 0, &four[2][255], 8);
    OSTaskCreateExt(Small, 0, &little[99], 9, 9, little, 100, 0, 0);
    OSTaskCreate(End, 0, &four[3][255], 4);
    BSP_TickStart(OS_TICKS_PER_SEC * 100u);
    OSStart();
}
"""


def memory_report(app, config, tmp_path, commands=None):
    """Run an application and return its memory report. commands: bytes for the UART."""
    firmware, soc = run_command.load(app, "-O2", configuration.read(config))
    (tmp_path / "ran").mkdir()
    options = [*timeline.options(firmware, tmp_path / "ran"), "--memory", str(tmp_path / "ran" / "memory.bin")]
    outcome = execute(firmware, soc, uart_input=commands, options=options)
    assert outcome.status == 0, outcome.output + outcome.errors
    return memory.Report(firmware.elf, tmp_path / "ran")


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_except(TEMPLATES, ["ucos"]))
def test_template_tasks_use_at_most_the_computed_stack(tmp_path, name):
    commands = (ROOT / "sw" / "templates" / "common" / "commands.txt").read_bytes()
    report = memory_report(ROOT / "sw" / "templates" / name, TEMPLATES[name], tmp_path, commands)
    rows = {row.owner: row for row in report.rows}
    assert {"Sensor", "Control", "Console"} < set(rows) and len(rows) == {"ucos": 5, "freertos": 6}[name]
    for row in rows.values():
        assert 0 < row.used <= row.size, row
        assert row.used <= row.needed <= row.size or not row.is_private, row
        assert row.need.is_exact or row.owner == "prvTimerTask", row
    if name == "ucos":                                     # an interrupt occurs at the deepest point of the idle task
        assert rows["OS_TaskIdle"].used == rows["OS_TaskIdle"].needed
    assert list(report.handlers) == ["UartHandler"]
    assert rows["Console"].need.deepest_path[:2] == ("Console", "printf")


@pytest.fixture(scope="module")
def special(tmp_path_factory):
    folder = tmp_path_factory.mktemp("special") / "special"
    folder.mkdir()
    (folder / "main.c").write_text(TASKS)
    return memory_report(folder, "original", folder)


def test_report_says_why_a_stack_size_is_unknown(special):
    rows = {row.owner: row for row in special.rows}
    assert rows["Recursive"].need.recursive == {"down"} and rows["Recursive"].used > 0
    assert rows["Pointer"].need.pointers == {"Pointer"}
    assert rows["Varies"].need.varies == {"Varies"}
    assert all(not rows[name].need.is_exact and "would be enough" not in rows[name].verdict
               for name in ("Recursive", "Pointer", "Varies"))


def test_large_frame_and_small_stack_are_reported(special):
    rows = {row.owner: row for row in special.rows}
    assert rows["Large"].need.is_exact and 5000 < rows["Large"].used <= rows["Large"].needed < 5400
    assert rows["Small"].verdict == "too small" and rows["Small"].size == 400
    assert rows["End"].name == "four[3] (main.c)" and rows["End"].size == 1024


@pytest.mark.slow
def test_frame_sizes_match_those_of_the_compiler(tmp_path):
    """Frame sizes equal the compiler's -fstack-usage for each C function of the program that
    has one fixed frame size."""
    folder = tmp_path / "app"
    assert metro("new", folder).returncode == 0
    environment = {**os.environ, "METRO_BUILD": str(paths.BUILD)}
    assert subprocess.run(["make"], cwd=folder, env=environment, capture_output=True).returncode == 0
    compiler_sizes = {}
    for entry in json.loads((folder / "build" / "compile_commands.json").read_text()):
        if entry["file"].endswith(".c"):
            subprocess.run(["sh", "-c", f"{entry['command']} -w -fstack-usage -o {tmp_path}/one.o"], check=True,
                           cwd=entry["directory"])
            for place, size, kind in (line.split("\t") for line in (tmp_path / "one.su").read_text().splitlines()):
                compiler_sizes.setdefault(place.split(":")[-1], set()).add((int(size), kind))
    report = memory.Report(folder / "build" / "app.elf")
    checked = 0
    for function in report.program.functions.values():
        sizes = compiler_sizes.get(re.sub(r"\.(part|isra|constprop)\.\d+", "", function.name), set())
        if function.name in compiler_sizes and len(sizes) == 1 and not function.varies:
            assert {(function.frame, "static")} == sizes, function.name
            checked += 1
    assert checked > 60


def test_parts_add_up_to_the_sections(special):
    sections = firmware_module.contents(special.elf)[0]
    parts = special.parts()
    assert {kind: sum(by_owner.values()) for kind, by_owner in parts.items()} == sections
    assert parts["program"]["kernel"] > parts["program"]["application"] > 0
    assert parts["zeroed"]["application"] > 1500 * 4 + 4 * 1024


def test_size_prints_the_stacks(special):
    run = metro("size", special.elf)
    assert run.returncode == 0 and run.stderr == ""
    assert re.search(r"^├── Small, little \(main\.c\): 400, needs [\d,]+: too small$", run.stdout, re.MULTILINE)
    assert "needs at least" in run.stdout and "recursion, counted once, in down" in run.stdout
    assert "calls through pointers that are not followed, in Pointer" in run.stdout and "used" not in run.stdout
    run = metro("size", ROOT / "README.md")
    assert run.returncode == 1 and "README.md is not an ELF file" in run.stderr


def test_report_has_the_last_measured_application(special, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "BUILD", tmp_path)
    memory.save(special)
    memory.save(special)
    [document] = memory.saved_reports()
    drawn = page.Report({}, applications=[document])
    text = drawn.markdown("pictures", {})
    assert "## Memory of your applications" in text and "special: memory, bytes" in text
    assert re.search(r"^\| Small \| little \(main.c\) \| 400 \| [\d,]+ \| [\d,]+ \| too small \|$", text, re.MULTILINE)
    assert re.search(r"^\| Pointer \| four\[1\] \(main.c\) \| 1,024 \| at least \d+ \| \d+ \| - \|$", text,
                     re.MULTILINE)
    total = sum(document["sections"].values())
    assert total == sum(count for kind in document["parts"].values() for count in kind.values()) > 0
    assert "Memory of your applications" not in page.Report({}).markdown("pictures", {})
