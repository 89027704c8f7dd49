# SPDX-License-Identifier: Apache-2.0
"""The commands of the tutorials in docs/ run as typed, with an empty home folder, and print the lines of the page."""
import os
import re
import shlex
import shutil
import subprocess

import pytest

from metro import docs
from metro.base import paths
from metro.base.progress import Progress
from metro.environment import installers, tools
from metro.products import wheel
from support import ROOT
from test_freertos import freertos  # noqa: F401  (a fixture)

SMALL_TREE = ROOT / "tests" / "patch" / "tree"
MENU = docs.CONFIGURATION.read_text().partition("- Tutorials:\n")[2].partition("- How-to")[0]
TUTORIALS = re.findall(r"docs/([\w-]+)\.md", MENU)
STEP = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Lines that install programs. The test machine has these programs.
SET_UP = re.compile(r"^(sudo apt-get (.*\\\n)*.*|\./metro setup)\n", re.MULTILINE)
END_OF_BLOCK = "---- end of block ----"


def page(name):
    return (ROOT / "docs" / f"{name}.md").read_text()


def blocks(name, steps=None):
    """Return (commands, shown lines) for each sh block of these steps (default: all). Later blocks show the lines."""
    found = []
    for number, (_, text) in enumerate(STEP.findall(page(name)), 1):
        for language, block in BLOCK.findall(text) if steps is None or number in steps else ():
            if language == "sh":
                found.append((block, []))
            else:
                found[-1][1].extend(block.splitlines())
    return found


def without_figures(line):
    return " ".join(re.sub(r"─+", "─", re.sub(r"[+-]?\d[\d.,]*", "N", line)).split())


@pytest.fixture
def tutorial(tmp_path):
    """tutorial(name, words) runs a tutorial's commands in one shell, in a folder with this checkout's ./metro and sw.
    words: replacements for words of the page, such as TREE. is_as_shown: require the lines that the page shows.
    The lines with apt-get and ./metro setup are left out."""
    def run(name, words=(), steps=None, is_as_shown=True):
        (tmp_path / "home").mkdir()
        for link in ("metro", "sw"):
            (tmp_path / link).symlink_to(ROOT / link)
        typed, lines = blocks(name, steps), []
        for commands, shown in typed:
            lines += [SET_UP.sub("", commands), f"echo; echo '{END_OF_BLOCK}'\n"]
        rust = {name: os.environ.get(name, os.path.expanduser(f"~/.{folder}"))
                for name, folder in (("CARGO_HOME", "cargo"), ("RUSTUP_HOME", "rustup"))}
        shell = subprocess.run(["bash", "-euxc", substitute("".join(lines), words)], cwd=tmp_path, text=True,
                               capture_output=True, stdin=subprocess.DEVNULL,
                               env={**os.environ, **rust, "HOME": str(tmp_path / "home"),
                                    "METRO_BUILD": str(paths.BUILD)})
        assert shell.returncode == 0, shell.stdout[-1500:] + shell.stderr[-3000:]
        for (commands, shown), output in zip(typed, shell.stdout.split(f"{END_OF_BLOCK}\n")) if is_as_shown else ():
            printed = {without_figures(line) for line in output.splitlines()}
            expected = {without_figures(substitute(line, words)) for line in shown if line.strip() not in ("", "...")}
            assert expected <= printed, f"after {commands}: {sorted(expected - printed)}"
        return shell.stdout
    return run


def substitute(text, words):
    for word, meaning in dict(words).items():
        text = re.sub(rf"(?<![\w./-]){re.escape(word)}\b", str(meaning), text)
    return text


@pytest.mark.parametrize("name", TUTORIALS)
def test_tutorial_numbers_its_steps_and_ends_with_a_comparison(name):
    titles = [title for title, text in STEP.findall(page(name)) if BLOCK.search(text)]
    assert [title.partition(".")[0] for title in titles] == [str(number) for number in range(1, len(titles) + 1)]
    commands, shown = blocks(name)[-1]
    assert "--compare" in commands and any("in interrupts" in line for line in shown)


def test_every_tutorial_is_run():
    tests = open(__file__).read()
    assert TUTORIALS and [name for name in TUTORIALS if f'tutorial("{name}"' not in tests] == []


@pytest.mark.slow
def test_first_run(tutorial):
    tutorial("getting-started")


def test_first_application_is_written_and_runs(tutorial):
    tutorial("first-application", steps=(1, 3, 4))


@pytest.mark.slow
def test_first_application(tutorial, tmp_path):
    tutorial("first-application")
    assert {"software", "units"} <= {file.stem for file in tmp_path.glob("*.perfetto-trace")}


# ------------------------------------------------------------------------------------------------------ uC/OS-II

@pytest.fixture
def small_application(tmp_path):
    """An application for SMALL_TREE. That tree lacks functions that sw/example calls, such as OSQCreate()."""
    folder = tmp_path / "application"
    shutil.copytree(ROOT / "tests" / "patch" / "cfg", folder)
    shutil.copy(ROOT / "tests" / "patch" / "app.c", folder)
    (folder / "commands.txt").touch()
    return folder


def test_small_ucos_tree_is_patched(tutorial, tmp_path):
    output = tutorial("ucos-project", {"TREE": SMALL_TREE, "NEW": "new"}, steps=(1, 2), is_as_shown=False)
    assert re.search(r"\b0 refused", output) and (tmp_path / "new" / "Metronome").is_dir()


@pytest.mark.slow
def test_small_ucos_tree_runs_an_application(tutorial, small_application):
    output = tutorial("ucos-project", {"TREE": SMALL_TREE, "NEW": "new", "sw/example": small_application},
                    is_as_shown=False)
    assert "\nsame\n" in output and "in interrupts" in output


def test_given_ucos_tree(tutorial, upstream):
    is_as_shown = upstream.name == "Source"      # the tutorial also has the files in Source
    tutorial("ucos-project", {"TREE": upstream.parent if is_as_shown else upstream, "NEW": "new"},
             is_as_shown=is_as_shown)


# ------------------------------------------------------------------------------------------------------ FreeRTOS

@pytest.mark.slow
def test_freertos_tree_is_patched(tutorial, freertos):  # noqa: F811
    output = tutorial("freertos-project", {"TREE": freertos.kernel(), "NEW": "new"}, steps=(1, 2))
    assert re.search(r"\b0 refused", output)


@pytest.mark.slow
def test_freertos_tree(tutorial, freertos):  # noqa: F811
    tutorial("freertos-project", {"TREE": freertos.kernel(), "NEW": "new"})


# --------------------------------------------------------------------------------------------------------- LiteX

def test_litex_tutorial_installs_the_packages_of_the_wheel():
    [line] = re.findall(r"^sudo apt-get install -y ((?:.*\\\n)*.*)\n", page("litex-design"), re.MULTILINE)
    needed = {tool.package for tool in tools.TOOLS if "run" in tool.commands and tool.name not in
              {"python3", *tools.OF_A_CHECKOUT} - {"python3 venv"}}
    assert set(shlex.split(line.replace("\\\n", " "))) == needed


@pytest.mark.slow
def test_litex_design(tutorial, tmp_path):
    if installers.offline():
        pytest.skip("not run: --offline forbids pip to fetch LiteX")
    with Progress("wheel") as progress:
        (tmp_path / wheel.NAME).write_bytes(wheel.pack(wheel.contents(["original", "combined"], progress)))
    tutorial("litex-design", {"DIR": tmp_path})
    board = tmp_path / "build" / "digilent_arty"
    assert "VexRiscv VexRiscv" in (board / "gateware" / "digilent_arty.v").read_text()
    assert (board / "software" / "bios" / "bios.bin").stat().st_size > 10000
    assert (tmp_path / "heater" / "build" / "heater.bin").stat().st_size > 10000
    assert "-DOS_ACCEL_RDY_EN=1u" in (tmp_path / "heater" / "build" / "flags").read_text()


# ----------------------------------------------------------------------------------------- the tables of the paper

@pytest.mark.slow
def test_bench_and_figures_print_the_tables_of_the_paper():
    environment = {**os.environ, "METRO_BUILD": str(paths.BUILD)}
    output = "".join(subprocess.run([ROOT / "metro", command], text=True, check=True, stdout=subprocess.PIPE,
                                  stdin=subprocess.DEVNULL, env=environment).stdout for command in ("bench", "figures"))
    assert "OSTimeTick, cycles (the paper's Table 2)" in output and "4057 - 4844" in output
