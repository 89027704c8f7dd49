# SPDX-License-Identifier: Apache-2.0
"""Test the steps of docs/own-design.md with only the code of the page and a release."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from litex.soc.cores.cpu.vexriscv import core as stock

from metro import __version__, configuration
from metro.base import cache
from metro.environment import generator, installers
from metro.products import adapters, core, release, simulator, soc as soc_module
from metro.run import execution
from support import ROOT
from test_accelerator import insn
from test_core_in_soc import a_soc, build as build_soc, lint, module
from test_sim import bare  # noqa: F401  (a fixture)

PAGE = ROOT / "docs" / "own-design.md"
PROJECT = ROOT / "tests" / "builds" / "own_design"


PACKAGE = Path(adapters.stock_file()).parent                # has LiteX's cores, their generator and a Makefile
LITEX_GENERATOR = PACKAGE / "src" / "main" / "scala" / "vexriscv" / "GenCoreDefault.scala"
OPTIONS = dict(re.findall(r"GenCoreDefault (.*\S) +--outputFile (\w+)\"", (PACKAGE / "Makefile").read_text()))
LITEX_VARIANTS = {variant: options.split() for options, name in OPTIONS.items()
                  for variant in ("lite", "imac", "linux") if name == stock.CPU_VARIANTS[variant]}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def own_repository(folder):
    """Return a Maven repository with links to the user's packages, but without ours. Maven gets our plugin from the
    release, and does not store the plugin in the user's repository."""
    folder.mkdir()
    usual = Path.home() / ".m2" / "repository"
    for entry in usual.iterdir() if usual.is_dir() else ():
        if entry.name != release.GROUP:
            (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture(scope="module")
def project():
    """Compile the page's generator, Variants.scala and LiteX's generator with Maven, and run them. Return the folder
    of their outputs. Variants.txt has the lines that Variants prints."""
    repository, dependency = blocks("xml")
    main, line = blocks("scala")
    assert len(main.strip().splitlines()) <= 10 and len(line.splitlines()) == 1
    maven = release.maven()
    inputs = {"page": [repository, dependency, main, line], "variants": LITEX_VARIANTS,
              "maven": hashlib.sha256(release.manifest(maven)).hexdigest(),
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
        own, count = re.subn(r"(?m)^(?= *// CPU configuration$)", line, LITEX_GENERATOR.read_text())
        assert count == 1
        (work / "GenCoreDefault.scala").write_text(own)
        (work / "vexriscv.jar").write_bytes(release.archive_of(release.classes("vexriscv/**/*")))
        code, output = installers.run_logged("own-design", [
            "mvn", *installers.maven_options(), "-Daether.offline.protocols=file",
            f"-Dmaven.repo.local={own_repository(work / 'm2')}", "--file", str(work / "pom.xml"), "compile"])
        assert code == 0, output[-3000:]
        for program in ("MyCore", "Variants"):
            path = f"{work}/target/classes:{work}/lib/*:{work}/vexriscv.jar"
            run = subprocess.run(["java", "-cp", path, program], cwd=folder, capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL)
            assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
            (folder / f"{program}.txt").write_text(run.stdout)
        for variant, options in LITEX_VARIANTS.items():
            (folder / f"litex-{variant}").mkdir()
            subprocess.run(["java", "-cp", path, "vexriscv.GenCoreDefault", *options], check=True,
                           cwd=folder / f"litex-{variant}", capture_output=True)
        shutil.rmtree(work)

    return cache.product("own-design", inputs, build)


@pytest.mark.slow                              # runs Maven
def test_ten_lines_make_a_core_with_the_units(project):
    netlist = (project / "VexRiscv.v").read_text()
    assert re.search(r"^module LookaheadEngine", netlist, re.MULTILINE)
    assert "MmuPlugin" in netlist                                  # GenFull, not our core
    assert re.search(r"output reg +\[31:0\] +io_map", netlist)    # 32 tasks


def rows():
    table = PAGE.read_text().split("<!-- variants -->")[1].split("<!-- end -->")[0]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.strip().splitlines()[2:]]


@pytest.mark.slow
def test_page_states_the_outcome_of_each_variant(project):
    outcomes = dict(line.split("\t") for line in (project / "Variants.txt").read_text().splitlines() if "\t" in line)
    assert {name: outcome.removeprefix("metronome.AcceleratorPlugin: ") for name, outcome in outcomes.items()} == \
        {name: outcome for name, _, outcome in rows()}
    for name, outcome in outcomes.items():
        assert (project / name / "VexRiscv.v").exists() == (outcome == "elaborates")
        if outcome == "elaborates":
            assert "module ReadyUnit" in (project / name / "VexRiscv.v").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("variant", LITEX_VARIANTS)
def test_own_core_replaces_its_litex_variant(project, tmp_path, monkeypatch, variant):
    monkeypatch.chdir(tmp_path)
    soc = a_soc(variant)
    module.add_accelerator(soc, "plugin", project / f"litex-{variant}" / "VexRiscv.v")
    build_soc(soc, tmp_path / "soc")
    assert lint(tmp_path / "soc") == []


@pytest.mark.slow                              # builds a simulator for each variant
@pytest.mark.parametrize("variant", LITEX_VARIANTS)
def test_units_work_in_the_variant(project, tmp_path, variant, bare):  # noqa: F811
    own = tmp_path / "core"
    shutil.copytree(project / f"litex-{variant}", own)
    (own / "core.json").write_text(json.dumps({"netlist": "VexRiscv.v", "isa": "rv32im", "buses": "wishbone"}))
    program = bare(f"""
        li a1, 5
        li a2, 2
        {insn(2, 0, rs1="a1")}              # task 5 is ready
        {insn(1, 0, rs1="a1", rs2="a2")}    # and has 2 ticks to go
        li a0, 1
        {insn(1, 2, rd="t0", rs1="a1")}
        bne t0, a2, exit
        li a0, 2
        {insn(2, 2, rd="t0")}
        bne t0, a1, exit
        li a0, 0
        j exit
    """)
    outcome = execution.execute(program, soc_module.build(own))
    assert outcome.status == 0, outcome.errors


def test_one_import_and_one_call_add_the_core_to_a_target(tmp_path):
    module = ROOT / "hw" / "metronome_litex.py"
    code, = blocks("python")
    assert len([line for line in code.splitlines() if line]) == 2
    (tmp_path / "shown.py").write_text(code)
    netlist = core.generate(configuration.of_options("--tasks", "32")) / "VexRiscv.v"
    shutil.copy(netlist, tmp_path)
    run = subprocess.run([sys.executable, PROJECT / "target.py", "shown.py", "soc"], cwd=tmp_path, text=True,
                         env={**os.environ, "PYTHONPATH": str(module.parent)}, capture_output=True)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    gateware = tmp_path / "soc" / "gateware"
    top = (gateware / "sim.v").read_text()
    assert re.search(r"^VexRiscv VexRiscv *\(", top, re.MULTILINE)
    # LiteX's build uses only our netlist, and Verilator reads netlist and SoC without an error.
    taken = re.findall(r"--cc (\S*VexRiscv\S*)", (gateware / "build_sim.sh").read_text())
    assert taken == [str(tmp_path / "VexRiscv.v")]
    simulator.run(["verilator", "--lint-only", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module", "sim",
                   str(gateware / "sim.v"), str(tmp_path / "VexRiscv.v")], "Verilator")


def test_the_page_names_this_version():
    text = PAGE.read_text()
    assert set(re.findall(r"metronome-(?:vexriscv-)?(\d[\d.]*\d)", text)) == {__version__}
    assert f"pythondata-cpu-vexriscv=={metadata.version('pythondata-cpu-vexriscv')}`" in text
    assert f"<version>{__version__}</version>" in text and f'% "{__version__}"' in text


def test_page_has_every_parameter_of_the_units():
    table = PAGE.read_text().split("<!-- parameters -->")[1].split("<!-- end -->")[0]
    shown = re.findall(r"^\| `(\w+)` \| `([\w.]+)` \|", table, re.MULTILINE)
    source = (generator.SPINAL / "src/main/scala/metronome/units/UnitParameters.scala").read_text()
    assert shown == re.findall(r"^    (\w+): \w+ = ([\w.]+),?$", source.partition(") {")[0], re.MULTILINE) != []
