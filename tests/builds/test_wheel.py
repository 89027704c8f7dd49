# SPDX-License-Identifier: Apache-2.0
"""Test the wheel metronome-litex: contents, commands, and LiteX targets that use nothing else of Metronome."""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from metro import __version__, configuration
from metro.base import paths
from metro.base.progress import Progress
from metro.environment import installers
from metro.products import core, wheel
from support import ROOT, slow_except

OWN = ROOT / "tests" / "builds" / "wheel" / "target.py"
CHOSEN = ("original", "combined", "tickless", "cfu", "wishbone")        # one of each kind


@pytest.fixture(scope="module")
def files():
    with Progress("wheel") as progress:
        return wheel.contents(CHOSEN, progress)


@pytest.fixture(scope="module")
def built(files, tmp_path_factory):
    """Return the wheel file."""
    if installers.offline() and not (wheel.ENVIRONMENT / "metro-stamp").is_file():
        pytest.skip("not run: hatchling is not installed, and --offline forbids fetching it")
    file = tmp_path_factory.mktemp("wheel") / wheel.NAME
    file.write_bytes(wheel.pack(files))
    return file


@pytest.fixture(scope="module")
def package(built, tmp_path_factory):
    """Return a folder in which pip has installed the wheel, for use with the LiteX of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index",
                    "--disable-pip-version-check", "--target", folder, built], check=True)
    return folder


@pytest.fixture
def target(package, tmp_path):
    """Return target(*words), which runs metronome-target as a user does."""
    def run(*words):
        return subprocess.run([package / "bin" / "metronome-target", *map(str, words)], cwd=tmp_path, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "PYTHONPATH": str(package)})
    return run


def python(package, code):
    run = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(package)}, text=True,
                         capture_output=True)
    return run.stdout.strip() if run.returncode == 0 else run.stderr.strip().splitlines()[-1]


def netlist(file):
    """Return the words of a Verilog file. Omit comments, because they contain a date."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(), flags=re.DOTALL).split()


# The package

def test_wheel_has_the_files_that_a_design_needs(built):
    names = {name for name in zipfile.ZipFile(built).namelist() if name.startswith(wheel.PACKAGE)}
    sources = [*(ROOT / "sw").rglob("*"), *(ROOT / "hw" / "gdb").iterdir(), *(ROOT / "hw").glob("*.vh")]
    assert {f"metronome_litex/{file.relative_to(ROOT)}" for file in sources if file.is_file()} <= names
    assert {"metronome_litex/verilog/combined/VexRiscv.v", "metronome_litex/verilog/combined/core.json",
            "metronome_litex/verilog/cfu/Cfu.v", "metronome_litex/verilog/wishbone/MetronomeWishbone.v"} <= names
    assert "metronome_litex/verilog/cfu/VexRiscv.v" not in names           # a target uses the core in LiteX's package
    assert not any(name.endswith((".pth", ".pyc")) for name in zipfile.ZipFile(built).namelist())


def test_same_files_give_the_same_wheel(files, built):
    assert wheel.pack(dict(reversed(files.items()))) == built.read_bytes()


def test_no_file_names_a_path_of_a_machine(files):
    places = re.compile(rb"/(root|home|tmp|work)/\w|" + re.escape(str(ROOT).encode()))
    assert [name for name, content in files.items() if places.search(content)] == []


def test_release_wheel_has_every_useful_configuration():
    assert {"original", "combined", "events", "contexts", "tickless", "levels", "cfu"} <= set(wheel.default())
    assert not set(configuration.LESSER_SYSTEMS) & set(wheel.default())


def test_wheel_has_our_version_and_the_tested_pins(built):
    assert f"-{__version__}-" in built.name and built.name in (ROOT / "docs" / "targets.md").read_text()
    about = zipfile.ZipFile(built).read(f"metronome_litex-{__version__}.dist-info/METADATA").decode()
    assert f"Version: {__version__}\n" in about
    pinned = set(re.findall(r"^Requires-Dist: (\S+==\S+?);? ", about, re.MULTILINE))
    tried = set(re.findall(r"^\w\S*", (ROOT / "scripts" / "targets-requirements.txt").read_text(), re.MULTILINE))
    usual = set(re.findall(r"^\w[^;\s]*", (ROOT / "scripts" / "requirements.txt").read_text(), re.MULTILINE))
    assert len(pinned) > 10 and pinned <= tried
    # A package that requirements.txt also pins has the same version there.
    names = {pin.split("==")[0] for pin in usual}
    assert {pin for pin in tried if pin.split("==")[0] in names} <= usual
    placing = set(re.findall(r"^\w\S*", (ROOT / "scripts" / "place-requirements.txt").read_text(), re.MULTILINE))
    assert {pin for pin in placing if pin.split("==")[0] in names} <= usual


def test_path_finds_files_and_lists_alternatives(package):
    assert python(package, "import metronome_litex as m; print(m.path('sw', 'ci_opcodes.h').read_text()[:2])") == "/*"
    assert python(package, "import metronome_litex as m; print(m.path('sw/kernel').is_dir())") == "True"
    assert python(package, "import metronome_litex as m; m.path('verilog', 'combned')") == \
        "metronome_litex.accelerator.AcceleratorError: metronome_litex has no verilog/combned; verilog contains " \
        "cfu, combined, original, tickless, wishbone"
    assert "contains" in python(package, "import metronome_litex as m; m.path('..')")


# Its commands

@pytest.fixture
def user(package, tmp_path):
    """Return user(*words), which runs a command as a user who has the package, but no Java."""
    for name in ("java", "mvn"):
        (tmp_path / "no-java" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "no-java" / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "no-java" / name).chmod(0o755)
    path = os.pathsep.join([str(tmp_path / "no-java"), str(package / "bin"), os.environ["PATH"]])

    def run(*words, **environment):
        return subprocess.run([*map(str, words)], cwd=tmp_path, text=True, capture_output=True, timeout=600,
                              stdin=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(package), "PATH": path,
                                                             "METRO_BUILD": str(paths.BUILD), **environment})
    return run


@pytest.mark.slow
@pytest.mark.parametrize("name", ["combined", "wishbone"])
def test_application_runs_without_java_and_without_a_checkout(name, user, package, tmp_path):
    written = user("metronome-new", "heater")
    assert written.returncode == 0 and "make sim" in written.stdout, written.stderr
    assert f"METRONOME := {package / wheel.PACKAGE}\n" in (tmp_path / "heater" / "local.mk").read_text()
    shown = user("make", "-C", "heater", "sim", f"CONFIG={name}")
    assert shown.returncode == 0 and "s: 20 C of 50 C at 0 ms, heater off" in shown.stdout, shown.stderr
    size = user("make", "-C", "heater", "size", f"CONFIG={name}")
    assert size.returncode == 0 and "Control → OSQPend" in size.stdout, size.stderr
    built = user("make", "-C", "heater", f"CONFIG={name}")
    assert built.returncode == 0 and (tmp_path / "heater" / "build" / "heater.elf").is_file(), built.stderr


def test_package_says_what_it_cannot_build(user, package, tmp_path):
    user("metronome-new", "heater")
    other = user("metronome", "run", "heater", "--config", "combined", "--tasks", 256)
    assert other.returncode == 1 and "this package has no Verilog of such a core" in other.stderr
    assert "it has the cores of original, combined, " in other.stderr
    assert "invalid choice: 'gen'" in user("metronome", "gen").stderr
    bare = user(package / "bin" / "metronome", "run", "heater", PATH="", METRO_BUILD=str(tmp_path / "build"))
    assert bare.returncode == 1 and "run needs" in bare.stderr and "verilator (missing)" in bare.stderr


def test_caches_are_in_the_users_cache_folder(user, tmp_path):
    code = ("import sys; import metronome_litex.command as c; sys.path.insert(0, str(c.SCRIPTS))\n"
            "from metro.base import paths; print(paths.BUILD)")
    run = user(sys.executable, "-c", code, METRO_BUILD="", XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert run.stdout.strip() == str(tmp_path / "cache" / "metronome")
    run = user(sys.executable, "-c", code, METRO_BUILD="", XDG_CACHE_HOME="", HOME=str(tmp_path))
    assert run.stdout.strip() == str(tmp_path / ".cache" / "metronome")


def test_package_has_debug_cores_and_every_imported_module(user):
    code = ("import pkgutil, sys, importlib, metronome_litex.command as c; sys.path.insert(0, str(c.SCRIPTS))\n"
            "import metro; from metro import configuration; from metro.products import prebuilt\n"
            "for m in pkgutil.walk_packages(metro.__path__, 'metro.'):\n"
            "    m.name.endswith('__main__') or importlib.import_module(m.name)\n"
            "print(prebuilt.core(configuration.read('combined').changed(configuration.DEBUGGED)).parts[-2:])")
    run = user(sys.executable, "-c", code)
    assert run.stdout == "('combined', 'debug')\n", run.stderr


# Targets

def test_board_target_differs_only_in_its_core(target, package, tmp_path):
    words = ("--build", "--no-compile", "--output-dir")
    run = target("radiona_ulx3s", "--config", "combined", *words, "ours")
    assert run.returncode == 0, run.stderr[-2000:]
    subprocess.run([sys.executable, "-m", "litex_boards.targets.radiona_ulx3s", "--cpu-type", "vexriscv",
                    "--cpu-variant", "full", *words, "stock"], cwd=tmp_path, check=True, capture_output=True)
    ours, stock = (tmp_path / name / "gateware" / "radiona_ulx3s.v" for name in ("ours", "stock"))
    assert netlist(ours) == netlist(stock)
    script = (tmp_path / "ours" / "gateware" / "radiona_ulx3s.ys").read_text()
    assert re.findall(r"\S*VexRiscv\S*\.v", script) == [str(package / wheel.PACKAGE / "verilog/combined/VexRiscv.v")]
    header, usual = ((tmp_path / name / "software" / "include" / "generated" / "soc.h").read_text()
                     for name in ("ours", "stock"))
    assert "CONFIG_CPU_VARIANT_METRONOME" in header and "CONFIG_CPU_HAS_DCACHE" in header
    assert '#define METRONOME_SWITCHES_UCOS "-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u"\n' in header
    assert len(header.splitlines()) == len(usual.splitlines()) + 4        # the macro, and the function that LiteX adds


OWN_CORES = {"own": ["--tasks", 32, "--hot-bytes", 8192], "debug": ["--tasks", 16, "--debug"],
             "compressed": ["--tasks", 16, "--adapter", "wishbone", "--compressed"]}


@pytest.mark.parametrize("name", slow_except(["tickless", "cfu", "wishbone", *OWN_CORES],
                                             ("tickless", "cfu", "wishbone", "debug")))
def test_every_kind_of_configuration_works_in_a_target(name, target, package, tmp_path):
    config = core.generate(configuration.of_options(*OWN_CORES[name])) if name in OWN_CORES else name
    run = target(OWN, "--config", config, "--no-compile", "--output-dir", "out")
    assert run.returncode == 0, run.stderr[-2000:]
    top = (tmp_path / "out" / "gateware" / "sim.v").read_text()
    sources = re.findall(r"--cc (\S+)", (tmp_path / "out" / "gateware" / "build_sim.sh").read_text())
    headers = tmp_path / "out" / "software" / "include" / "generated"
    header_text = "".join(file.read_text() for file in headers.iterdir())
    if name == "own":
        assert str(config / "VexRiscv.v") in sources and "hot_memory" in header_text
    elif name == "debug":
        assert str(config / "VexRiscv.v") in sources and ".debug_bus_cmd_valid" in top and ".halted" not in top
    elif name == "compressed":
        # The software is compiled for our core with compressed instructions, and not for LiteX's core.
        assert str(config / "VexRiscv.v") in sources and "-march=rv32i2p0_mc" in header_text
    elif name == "tickless":
        assert "METRONOME_TIME_BASE_INTERRUPT" in header_text and ".timeBaseInterrupt" in top
    elif name == "cfu":
        assert any(file.endswith("/cfu/Cfu.v") for file in sources) and re.search(r"^Cfu Cfu *\(", top, re.MULTILINE)
        assert any(file.endswith("/VexRiscv_FullCfu.v") for file in sources)
    else:
        assert "#define METRONOME_BASE 0x8" in header_text and re.search(r"^MetronomeWishbone ", top, re.MULTILINE)
    assert re.search(r"^VexRiscv VexRiscv *\(", top, re.MULTILINE)
    cores = {file for file in sources if re.search(r"VexRiscv\w*\.v$", file)}
    assert len(cores) == 1


def test_target_may_request_the_variant_itself(target, tmp_path):
    run = target(OWN, "--fixed", "vexriscv", "metronome", "--no-compile", "--output-dir", "out")
    assert run.returncode == 0, run.stderr[-2000:]
    header = (tmp_path / "out" / "software" / "include" / "generated" / "soc.h").read_text()
    assert 'CONFIG_CPU_HUMAN_NAME "VexRiscv with Metronome, combined"' in header


def test_firmware_for_a_target_is_built_from_the_package_alone(target, package, tmp_path):
    run = target("radiona_ulx3s", "--integrated-sram-size", 0x8000, "--build", "--no-compile", "--output-dir", "out")
    assert run.returncode == 0, run.stderr[-2000:]
    (tmp_path / "hello.c").write_text("#include <ucos_ii.h>\n#include <ci_intrinsics.h>\n"
                                      "int main(void) { OSInit(); return (int)ci_info(); }\n")
    makefile = python(package, "import metronome_litex as m; print(m.path('sw', 'metronome.mk'))")
    litex = python(package, "import litex, os; print(os.path.dirname(litex.__file__))")
    subprocess.run(["make", "-s", "-f", makefile, "NAME=hello", "OUT=hello", "SRC=hello.c",
                    f"CFG={Path(makefile).parent}/kernel/template", "SOC=out/software/include",
                    f"LITEX={litex}/soc/software/include"],
                   cwd=tmp_path, check=True)
    assert (tmp_path / "hello" / "hello.elf").is_file()
    switches = "-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u"
    assert switches in (tmp_path / "hello" / "compile_commands.json").read_text()
    # A kernel in another folder, without a folder Metronome/, counts as a kernel without the seam: no switches.
    shutil.copytree(Path(makefile).parent / "kernel", tmp_path / "kernel")
    subprocess.run(["make", "-s", "-f", makefile, "NAME=hello", "OUT=other", "SRC=hello.c", "KERNEL=kernel",
                    f"CFG={Path(makefile).parent}/kernel/template", "SOC=out/software/include",
                    f"LITEX={litex}/soc/software/include", "other/compile_commands.json"], cwd=tmp_path, check=True)
    assert "OS_ACCEL_RDY_EN" not in (tmp_path / "other" / "compile_commands.json").read_text()


REFUSED = {
    "unknown target": (["radiona_ulx3"], "there is no target radiona_ulx3; did you mean radiona_ulx3s?"),
    "unknown configuration": (["radiona_ulx3s", "--config", "combned"], "there is no configuration combned; there are "
                                                                        "cfu, combined, original, tickless, wishbone"),
    "missing package": (["digilent_arty"], "digilent_arty needs the Python package liteeth, which is not installed\n"
                                           "  pip install 'metronome-litex[targets]'"),
    "an unpublished package": ([OWN, "--needs"], "needs the Python package no_such_package"),
    "no CPU": ([OWN, "--fixed", "none", "x"], "makes a SoC without a CPU"),
    "another CPU": ([OWN, "--fixed", "picorv32", "standard"], "uses the CPU picorv32, but the units are in VexRiscv"),
    "a fixed variant": ([OWN, "--fixed", "vexriscv", "minimal"], "always uses VexRiscv's variant minimal: its"),
    "a CPU by option": (["radiona_ulx3s", "--cpu-variant=lite"], "--cpu-variant is not allowed"),
    "no target at all": ([ROOT / "tests" / "builds" / "wheel" / "nothing.py"], "made no SoC: it is not a LiteX target"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_unsupported_target_is_refused_with_a_reason(case, target, tmp_path):
    words, message = REFUSED[case]
    if case == "no target at all":
        words = [tmp_path / "nothing.py"]
        words[0].write_text("")
    run = target(*words)
    assert run.returncode == 1 and "Traceback" not in run.stderr
    assert "metronome-target: error: " in run.stderr and message in run.stderr, run.stderr[-2000:]


def test_target_and_command_have_separate_help(target):
    own, theirs = target("--help"), target("radiona_ulx3s", "--help")
    assert own.returncode == theirs.returncode == 0
    assert "--config NAME" in own.stdout and "--sdram-module" in theirs.stdout
    listed = target("--list").stdout.split()
    assert len(listed) > 150 and {"litex_sim", "digilent_arty", "radiona_ulx3s"} <= set(listed)
    assert target().returncode == 2


def test_units_are_not_added_to_a_soc_twice(target, package):
    run = target(OWN, "--call", package / wheel.PACKAGE / "verilog/wishbone/MetronomeWishbone.v", "--no-compile")
    assert run.returncode == 1
    assert run.stderr.strip().splitlines()[-1].endswith(
        "the CPU variant metronome+combined of this SoC already has the units: leave out add_accelerator(), or choose "
        "the variant full")


# From an empty environment

@pytest.mark.slow                              # pip fetches LiteX; LiteX compiles its BIOS and a simulator
def test_wheel_in_an_empty_environment_boots_to_the_bios(built, tmp_path, programs):
    if installers.offline():
        pytest.skip("not run: --offline forbids fetching LiteX")
    programs(without=("java", "javac", "mvn", "meson"))
    environment = tmp_path / "environment"
    installers.run("venv", [sys.executable, "-m", "venv", str(environment)])
    installers.run("pip", [str(environment / "bin" / "python"), "-m", "pip", "install", "-q", "--no-input",
                           "--disable-pip-version-check", f"{built}[targets]"])
    target = environment / "bin" / "metronome-target"
    free = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "METRO_BUILD")}
    arty = subprocess.run([target, "digilent_arty", "--config", "combined", "--build", "--no-compile"], cwd=tmp_path,
                          env=free, capture_output=True, text=True)
    assert arty.returncode == 0, arty.stderr[-2000:]
    with subprocess.Popen([target, "litex_sim", "--config", "combined", "--non-interactive"], cwd=tmp_path, env=free,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as simulation:
        try:
            output = b""
            while b"BIOS CRC passed" not in output or b"VexRiscv with Metronome, combined" not in output:
                more = simulation.stdout.read1()
                assert more, output[-3000:].decode(errors="replace")
                output += more
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(simulation.pid, signal.SIGKILL)                  # ends the simulator too, a grandchild
