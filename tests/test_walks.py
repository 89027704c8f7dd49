# SPDX-License-Identifier: Apache-2.0
"""The walks of docs/walks.md, line by line, each in an empty home."""
import os
import re
import shlex
import subprocess

import pytest

from metro.base import paths
from metro.base.progress import Progress
from metro.build import rtos, wheel
from metro.environment import crate, installers, tools
from support import ROOT

TEXT = (ROOT / "docs" / "walks.md").read_text()
WALKS = {title: re.findall(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
         for title, section in re.findall(r"^## (A .*?)\n(.*?)(?=^## )", TEXT, re.MULTILINE | re.DOTALL)}
LITEX, TREE, TABLES = WALKS


@pytest.fixture
def walk(tmp_path):
    """walk(title, words) runs the lines in one shell, in an empty folder where ./metro is this checkout's. words: what
    the page's capital words stand for. Nothing is installed by apt: there this machine has to be as it is."""
    def run(title, words=(), edit=lambda lines: lines):
        (tmp_path / "home").mkdir()
        (tmp_path / "metro").symlink_to(ROOT / "metro")
        lines = re.sub(r"^sudo apt-get (.*\\\n)*.*\n", "", "".join(WALKS[title]), flags=re.MULTILINE)
        for word, meant in dict(words).items():
            lines = re.sub(rf"\b{word}\b", str(meant), lines)
        rust = {name: os.environ.get(name, os.path.expanduser(f"~/.{folder}"))
                for name, folder in (("CARGO_HOME", "cargo"), ("RUSTUP_HOME", "rustup"))}
        shell = subprocess.run(["bash", "-euxc", edit(lines)], cwd=tmp_path, text=True, capture_output=True,
                               stdin=subprocess.DEVNULL, env={**os.environ, **rust, "HOME": str(tmp_path / "home"),
                                                              "METRO_BUILD": str(paths.BUILD)})
        assert shell.returncode == 0, shell.stdout[-1500:] + shell.stderr[-3000:]
        return shell.stdout
    return run


def test_the_packages_of_the_first_walk_are_those_that_the_package_needs():
    [line] = re.findall(r"^sudo apt-get install -y ((?:.*\\\n)*.*)\n", WALKS[LITEX][0], re.MULTILINE)
    needed = {tool.package for tool in tools.TOOLS if "run" in tool.commands and tool.name not in
              {"python3", *tools.OF_A_CHECKOUT} - {"python3 venv"}}
    assert set(shlex.split(line.replace("\\\n", " "))) == needed


@pytest.mark.slow
def test_a_litex_user_without_java(walk, tmp_path):
    if installers.offline():
        pytest.skip("not run: --offline forbids pip to fetch LiteX")
    with Progress("wheel") as progress:
        (tmp_path / wheel.NAME).write_bytes(wheel.pack(wheel.contents(["original", "combined"], progress)))
    said = walk(LITEX, {"DIR": tmp_path})
    assert "s: 20 C of 50 C at 0 ms, heater off" in said
    board = tmp_path / "build" / "digilent_arty"
    assert "VexRiscv VexRiscv" in (board / "gateware" / "digilent_arty.v").read_text()
    assert (board / "software" / "bios" / "bios.bin").stat().st_size > 10000
    assert (tmp_path / "heater" / "build" / "heater.bin").stat().st_size > 10000


def patched_tree(walk, tmp_path, tree, edit=lambda lines: lines):
    said = walk(TREE, {"TREE": tree, "NEW": "new"}, edit)
    assert re.search(r"\b0 refused", said)
    assert "s: 20 C of 50 C at 0 ms, heater off" in (tmp_path / "after.txt").read_text()


def test_a_ucos_user_with_a_tree_of_their_own(walk, tmp_path, genuine):
    patched_tree(walk, tmp_path, genuine)


@pytest.mark.slow
def test_a_freertos_user_with_a_tree_of_their_own(walk, tmp_path):
    try:
        tree = rtos.get("freertos").kernel()
    except crate.Unavailable as none:
        pytest.fail(f"not run: {none.message}")
    patched_tree(walk, tmp_path, tree, lambda lines: lines.replace("new heater", "new heater --rtos freertos")
                 .replace("--config combined", "--config levels"))


@pytest.mark.slow
def test_a_researcher_gets_the_papers_tables(walk):
    said = walk(TABLES)
    assert "OSTimeTick, cycles (the paper's Table 2)" in said and "4057 - 4844" in said
