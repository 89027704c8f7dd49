# SPDX-License-Identifier: Apache-2.0
"""What docs/own-design.md shows, as somebody does it who has nothing but the page and a release."""
import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from metro import __version__, configuration
from metro.base import cache
from metro.build import core, release, simulator
from metro.environment import generator, installers
from support import ROOT

PAGE = ROOT / "docs" / "own-design.md"
PROJECT = ROOT / "tests" / "own_design"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def own_repository(folder):
    """Maven's local repository with all that is in the user's, in which nothing of this test stays."""
    folder.mkdir()
    usual = Path.home() / ".m2" / "repository"
    for entry in usual.iterdir() if usual.is_dir() else ():
        if entry.name != release.GROUP:
            (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture(scope="module")
def project():
    """A folder with somebody's generator: compiled by Maven, run, and what it printed in variants.txt."""
    repository, dependency = blocks("xml")
    main, = blocks("scala")
    assert len(main.strip().splitlines()) <= 10
    maven = release.maven()
    inputs = {"page": [repository, dependency, main], "maven": hashlib.sha256(release.manifest(maven)).hexdigest(),
              "project": cache.digest_files([PROJECT / "pom.xml", PROJECT / "Variants.scala"]),
              "vexriscv": metadata.version("pythondata-cpu-vexriscv")}

    def build(folder):
        work = folder / "work"
        for name, content in maven.items():
            (work / "maven" / name).parent.mkdir(parents=True, exist_ok=True)
            (work / "maven" / name).write_bytes(content)
        place, count = re.subn(r"file://[^<]*", f"file://{work / 'maven'}", repository)
        assert count == 1
        (work / "pom.xml").write_text((PROJECT / "pom.xml").read_text().replace("@REPOSITORY@", place)
                                      .replace("@DEPENDENCY@", dependency))
        (work / "MyCore.scala").write_text(main)
        shutil.copy(PROJECT / "Variants.scala", work)
        vexriscv = release.folder_files(generator.ensure_built() / "classes", "vexriscv/**/*")
        (work / "vexriscv.jar").write_bytes(release.archive_of(vexriscv))
        code, said = installers.run_logged("own-design", [
            "mvn", *installers.maven_options(), "-Daether.offline.protocols=file",
            f"-Dmaven.repo.local={own_repository(work / 'm2')}", "--file", str(work / "pom.xml"), "compile"])
        assert code == 0, said[-3000:]
        for program in ("MyCore", "Variants"):
            path = f"{work}/target/classes:{work}/lib/*:{work}/vexriscv.jar"
            run = subprocess.run(["java", "-cp", path, program], cwd=folder, capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL)
            assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
            (folder / f"{program}.txt").write_text(run.stdout)
        shutil.rmtree(work)

    return cache.product("own-design", inputs, build)


@pytest.mark.slow                              # Maven compiles it
def test_ten_lines_make_a_core_with_the_units(project):
    netlist = (project / "VexRiscv.v").read_text()
    assert re.search(r"^module LookaheadEngine", netlist, re.MULTILINE)
    assert "MmuPlugin" in netlist                                  # GenFull, and not a core of ours
    assert re.search(r"output reg +\[31:0\] +io_map", netlist)    # 32 tasks


def rows():
    table = PAGE.read_text().split("<!-- variants -->")[1].split("<!-- end -->")[0]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.strip().splitlines()[2:]]


@pytest.mark.slow
def test_the_variants_are_what_the_page_says(project):
    said = dict(line.split("\t") for line in (project / "Variants.txt").read_text().splitlines() if "\t" in line)
    assert {name: outcome.removeprefix("metronome.AcceleratorPlugin: ") for name, outcome in said.items()} == \
        {name: outcome for name, _, outcome in rows()}
    for name, outcome in said.items():
        assert (project / name / "VexRiscv.v").exists() == (outcome == "elaborates")
        if outcome == "elaborates":
            assert "module ReadyUnit" in (project / name / "VexRiscv.v").read_text()


def test_one_import_and_one_call_put_the_core_into_a_litex_target(tmp_path):
    module = ROOT / "hw" / "metronome_litex.py"
    code, = blocks("python")
    assert len([line for line in code.splitlines() if line]) == 2
    (tmp_path / "shown.py").write_text(code)
    netlist = core.generate(configuration.of("--tasks", "32")) / "VexRiscv.v"
    shutil.copy(netlist, tmp_path)
    run = subprocess.run([sys.executable, PROJECT / "target.py", "shown.py", "soc"], cwd=tmp_path, text=True,
                         env={**os.environ, "PYTHONPATH": str(module.parent)}, capture_output=True)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    gateware = tmp_path / "soc" / "gateware"
    top = (gateware / "sim.v").read_text()
    assert re.search(r"^VexRiscv VexRiscv *\(", top, re.MULTILINE)
    # LiteX's own build takes ours and no other, and the two fit.
    taken = re.findall(r"--cc (\S*VexRiscv\S*)", (gateware / "build_sim.sh").read_text())
    assert taken == [str(tmp_path / "VexRiscv.v")]
    simulator.run(["verilator", "--lint-only", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module", "sim",
                   str(gateware / "sim.v"), str(tmp_path / "VexRiscv.v")], "Verilator")


def test_the_page_names_this_version():
    text = PAGE.read_text()
    assert set(re.findall(r"metronome-(?:vexriscv-)?(\d[\d.]*\d)", text)) == {__version__}
    assert f"<version>{__version__}</version>" in text and f'% "{__version__}"' in text
