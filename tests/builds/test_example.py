# SPDX-License-Identifier: Apache-2.0
"""Test that the example's log is the same on every kernel and system; test --kernel and --system of ./metro run."""
import functools
import re
from pathlib import Path

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import rtos
from metro.run import execution as run_module, command as run_command
from metro.verify import conformance
from support import ROOT, metro, refusal

EXAMPLE = ROOT / "sw" / "example"
COMMANDS = EXAMPLE / "commands.txt"


@functools.cache
def log(system, kernel=None):
    """Run the example with commands.txt as input. Return its output lines, without the lines of the CPU load."""
    firmware, soc = run_command.load(EXAMPLE, "-O2", configuration.read(system), kernel)
    outcome = run_module.execute(firmware, soc, uart_input=COMMANDS.read_bytes())
    assert outcome.status == 0, outcome.output + outcome.errors
    lines = outcome.output.splitlines()
    assert any(line.startswith("load: CPU ") for line in lines)
    return [line for line in lines if not line.startswith("load:")]


def test_example_obeys_commands_and_reaches_its_targets():
    lines = log("original")
    given = COMMANDS.read_text().splitlines()
    assert [line[2:] for line in lines if line.startswith("> ")] == given
    settled = [number for number, line in enumerate(lines) if line == "settled"]
    assert len(settled) == 2 and lines.index("too hot") in range(*settled)
    warm, cool = (float(re.search(r" s: ([\d.]+) C", lines[n - 1])[1]) for n in settled)
    assert abs(warm - 60) < 0.5 and abs(cool - 45) < 1
    assert lines[lines.index("> target 96") + 1].startswith("commands: show, ")
    assert lines[-1] == ("end: 8 commands, 0 samples lost, at most 6 lines waited to be printed, 0 lost")


@pytest.mark.slow
@pytest.mark.parametrize("system", ["scheduler", "timer", "combined", "events", "contexts"])
def test_example_has_the_same_log_with_units(system):
    assert log(system) == log("original")


def test_example_has_the_same_log_on_a_given_tree(upstream):
    assert log("original", upstream) == log("original")


@pytest.mark.parametrize("system", configuration.SYSTEMS)
def test_example_has_the_same_log_on_a_patched_tree(upstream, system):
    assert log(system, conformance.patched(upstream)) == log("original")


@pytest.mark.slow                              # simulates eight seconds
def test_example_ends_by_itself():
    run = metro("run", "sw/example", "--system", "combined", cwd=ROOT)
    assert run.returncode == 0
    *build, last = run.stderr.splitlines()
    assert all("simulator of this SoC" in line for line in build), build
    ended, shares = last.split(" MHz): ")
    assert re.fullmatch(r"metro: exit code 0 after [\d,]+ cycles \([\d,.]+ ms at 50", ended)
    parts = dict(part.removesuffix(" %").rsplit(" ", 1) for part in shares.split(", "))
    assert list(parts)[0] == "idle task" and set(parts) == {"idle task", "tasks", "interrupts", "start"}
    assert 99.7 < sum(map(float, parts.values())) < 100.3
    assert re.findall(r"^(\d) s: ", run.stdout, re.MULTILINE) == [str(second) for second in range(1, 9)]
    assert run.stdout.splitlines()[-1].startswith("end: 0 commands, ")


# ./metro run --system, --kernel

@pytest.fixture
def tree(tmp_path):
    """Return a folder that looks like a uC/OS-II tree."""
    (tmp_path / "Source").mkdir()
    (tmp_path / "Source" / "ucos_ii.h").write_text("#define  OS_VERSION   29300u\n")
    (tmp_path / "Source" / "os_core.c").write_text("#include <ucos_ii.h>\n")
    return tmp_path


@pytest.mark.parametrize("system", ["scheduler", "timer", "combined"])
def test_tree_without_the_seam_is_refused_on_units(tree, system):
    code, message = refusal("run", EXAMPLE, "--kernel", tree, "--system", system)
    assert code == 1 and "does not know the custom instructions" in message and "./metro patch" in message


def test_built_firmware_takes_no_kernel(tree):
    with pytest.raises(MetroError, match="is already built"):
        run_command.load(Path("some.elf"), kernel=tree / "Source")


@pytest.mark.parametrize("version, message", [
    ("#define OS_VERSION 280u\n", "is of 280; V2.92 or V2.93 (29300) is needed"),
    ("", "is of unknown version"),
])
def test_tree_of_another_version_is_refused(tree, version, message):
    (tree / "Source" / "ucos_ii.h").write_text(version)
    code, output = refusal("run", EXAMPLE, "--kernel", tree)
    assert code == 2 and message in output


def test_folder_without_a_kernel_or_unknown_system_is_refused(tmp_path):
    code, message = refusal("run", EXAMPLE, "--kernel", tmp_path)
    assert code == 2 and "contains no uC/OS-II" in message
    code, message = refusal("run", EXAMPLE, "--system", "both")
    assert code == 2 and "there is no configuration both; there are original," in message


@pytest.mark.parametrize("text, tasks, width", [
    ("", "64", "16"),
    ("#define OS_LOWEST_PRIO    63u  /* OS_LOWEST_PRIO 254u */\n", "64", "16"),
    ("#define OS_LOWEST_PRIO 100u\n#define OS_ACCEL_WIDTH 24u\n", "256", "24"),
    ("/* #define OS_LOWEST_PRIO 100u */\n// #define OS_ACCEL_WIDTH 24u\n", "64", "16"),
    ("-DOS_ACCEL_WIDTH=8 -DOS_LOWEST_PRIO=254u", "256", "8"),
])
def test_core_fits_the_kernel_configuration(text, tasks, width):
    units = rtos.get().sized_for(configuration.read("combined"), text).units
    assert (units.tasks, units.width) == (int(tasks), int(width))
    assert rtos.get().sized_for(configuration.read("original"), text).units is None
