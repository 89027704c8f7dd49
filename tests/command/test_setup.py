# SPDX-License-Identifier: Apache-2.0
"""Test set-up: system, Rust and Python packages, killed and concurrent runs, no network, a full disk, --offline."""
import os
import re
import signal
import subprocess
import sys
import time
import zipfile

import pytest

from metro.base import cache, paths
from metro.base.errors import MetroError
from metro.environment import crate, generator, installers, setup, tools
from support import PATIENCE, ROOT, metro, small_disk


# System packages

VERILATOR = next(tool for tool in tools.TOOLS if tool.name == "verilator")


@pytest.fixture
def system(programs, monkeypatch, tmp_path, build):
    """Return make(apt_get), which sets a PATH with this apt-get script and sudo, without verilator and cargo. make()
    returns a function that returns the calls of apt-get and sudo."""
    log = tmp_path / "log"

    def make(apt_get, root=True, sudo='shift 2; exec "$@"', **other):
        scripts = {"apt-get": f'echo apt-get "$@" >> {log}\n{apt_get}', "sudo": f'echo sudo "$@" >> {log}\n{sudo}'}
        scripts = {name: text for name, text in {**scripts, **other}.items() if text and "None" not in text}
        programs(without=["verilator", "cargo", "apt-get", "sudo"], **scripts)
        monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
        monkeypatch.setattr(sys, "stdin", open(os.devnull))
        return lambda: log.read_text().splitlines() if log.exists() else []
    return make


APT = 'case "$*" in *install*) printf "#!/bin/sh\\necho Verilator 5.006\\n" > "${0%/*}/verilator"\n' \
      'chmod +x "${0%/*}/verilator";; esac'


def test_apt_installs_missing_packages_and_reports_them(system, capsys):
    calls = system(APT)
    setup.ensure_tools("run")
    output = capsys.readouterr()
    assert "installing with apt:\n  verilator: makes the simulator from Verilog\n" in output.err
    assert output.out == ""                                # stdout is for the command's output
    assert [re.sub(r" -o \S+", "", call) for call in calls()] == [
        "apt-get -q update", "apt-get -q -y --no-install-recommends --no-remove install verilator"]
    setup.ensure_tools("run")
    assert capsys.readouterr() == ("", "") and len(calls()) == 2


def test_apt_runs_with_sudo_and_the_proxy_settings(system, capsys, monkeypatch):
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    calls = system(APT, root=False)
    setup.ensure_tools("run")
    assert "installing with apt (with sudo):" in capsys.readouterr().err
    assert re.match(r"sudo --preserve-env=DEBIAN_FRONTEND,\S*https_proxy\S* -n apt-get -q .* update", calls()[0])
    assert "proxy:3128" not in "".join(calls())            # a proxy's address may have a password


@pytest.mark.sample(5)
@pytest.mark.parametrize("arguments, message, hint", [
    (dict(apt_get="exit 0"), "some needed tools are still missing", "verilator: missing"),
    (dict(apt_get="None"), "no apt-get here", "the equivalent of Debian's verilator, 5.000 or newer"),
    (dict(apt_get="exit 0", root=False, sudo="None"), "neither root nor sudo", "sudo apt-get install -y verilator"),
    (dict(apt_get="exit 0", root=False, sudo="echo sudo: a password is required; exit 1"), "sudo would not", "sudo -v"),
    (dict(apt_get="echo 'E: Temporary failure resolving x'; exit 100"), "could not reach the network", "apt.log"),
    (dict(apt_get="echo E: You do not have enough free space in /var/cache/apt/archives/.; exit 100"),
     "no space left on the disk of /var/cache/apt/archives/", "free some space"),
    (dict(apt_get="echo E: Unable to locate package verilator; exit 100"), "Unable to locate package", "apt.log"),
    (dict(apt_get="echo The following packages will be REMOVED:; echo '  cargo rustc'; "
                  "echo E: Packages need to be removed but remove is disabled.; exit 100"),
     "apt would remove cargo and rustc", "remove cargo and rustc yourself"),
    (dict(apt_get='case "$*" in *update*) echo W: Could not resolve host;; *) echo E: no package; exit 100;; esac'),
     "could not reach the network", "apt.log"),
])
def test_failed_apt_is_explained(system, arguments, message, hint):
    system(**arguments)
    with pytest.raises(MetroError) as caught:
        setup.ensure_tools("run")
    assert message in caught.value.message and hint in caught.value.hint


def test_offline_names_the_missing_tool(system, monkeypatch):
    calls = system(APT)
    run = metro("run", "x.elf", "--offline")
    assert run.returncode == 1 and "--offline forbids" in run.stderr and "verilator: missing" in run.stderr
    assert calls() == []


def test_unwritable_build_folder_installs_nothing(system, build):
    calls = system(APT)
    build.write_text("")
    with pytest.raises(MetroError, match="cannot write to the build folder"):
        setup.ensure("run")
    assert calls() == []


def test_command_needs_only_its_own_tools():
    need = {command: {tool.name for tool in tools.TOOLS if command in tool.commands}
            for command in ("gen", "run", "bench", "test", "hammer", "isa", "figures", "setup", tools.CRATES,
                            tools.ZEPHYR, tools.TRY_IT)}
    assert "maven" in need["gen"] and not {"verilator", "riscv gcc", "libevent"} & need["gen"]
    assert {"verilator", "riscv gcc", "picolibc"} <= need["run"] and "libevent" not in need["run"]
    assert need["test"] == need["setup"] == {
        tool.name for tool in tools.TOOLS if tool.commands - {tools.ZEPHYR, tools.TRY_IT}}
    assert need[tools.TRY_IT] == need["run"] | {"emscripten", "npm"}
    assert need["bench"] == need["test"] - {"chromium", "gdb", "meson", "ninja", "cargo"}
    assert need[tools.CRATES] == {"cargo"} and need[tools.ZEPHYR] == {"cmake", "dtc", "ninja"}
    assert {"maven", "verilator"} <= need["hammer"] and not {"riscv gcc", "libevent"} & need["hammer"]
    assert need["figures"] == need["isa"] == {"python3", "python3 venv"}


# Kernels from Rust's registry

CARGO = 'case "$*" in --version) echo cargo {0} ;; *) for last; do :; done; mkdir -p $last/x-1/part; ' \
        'echo {0} > $last/x-1/part/by ;; esac'


@pytest.fixture
def fetch(tmp_path, build):
    """Return fetch(version), which fetches the crate x and returns the version of the cargo that fetched it."""
    def run(version):
        (tmp_path / "part").mkdir()
        (tmp_path / "part" / "by").write_text(f"{version}\n")
        return (crate.folder("x", "1", "part", cache.digest_files([tmp_path / "part"])) / "by").read_text().strip()
    return run


def test_a_missing_cargo_is_installed_to_fetch_a_crate(system, fetch, capfd):
    cargo = CARGO.format("1.85.0").replace('"', r'\"').replace("$", r"\$")
    calls = system(f'case "$*" in *install*) printf "#!/bin/sh\n%s\n" "{cargo}" > "${{0%/*}}/cargo"\n'
                   'chmod +x "${0%/*}/cargo";; esac')
    assert fetch("1.85.0") == "1.85.0" and calls()[-1].endswith(" --no-remove install cargo-web")
    assert "  cargo-web: fetches FreeRTOS\n" in capfd.readouterr().err


@pytest.mark.parametrize("first", ["echo cargo 0.66.0", "echo no default toolchain >&2; exit 1"])
def test_working_cargo_later_on_the_path_is_used(system, fetch, tmp_path, monkeypatch, first):
    calls = system("exit 100", cargo=first)
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "cargo").write_text(f"#!/bin/sh\n{CARGO.format('1.96.0')}\n")
    (tmp_path / "later" / "cargo").chmod(0o755)
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{tmp_path / 'later'}")
    assert fetch("1.96.0") == "1.96.0" and calls() == []


def test_error_without_cargo_names_every_solution(system, fetch):
    system("echo E: Unable to locate package cargo-web; exit 100")
    with pytest.raises(crate.Unavailable) as refused:
        fetch("")
    assert "x cannot be fetched: apt failed: E: Unable to locate package cargo-web" in refused.value.message
    assert "https://rustup.rs" in refused.value.hint and "--kernel" in refused.value.hint


def test_offline_crate_error_asks_for_one_run_with_a_network(system, fetch, monkeypatch):
    system("exit 100", cargo="case $1 in --version) echo cargo 1.85.0;; *) echo failed to load source; exit 101;; esac")
    monkeypatch.setenv("METRO_OFFLINE", "1")
    with pytest.raises(crate.Unavailable) as refused:
        fetch("")
    assert "--offline forbids" in refused.value.message and "the same command once with a network" in refused.value.hint


# Python packages: real environments, with one small package from a local folder

@pytest.fixture
def pinned(tmp_path, build, monkeypatch):
    """Return a requirements file with one package, which has a script and which pip finds without a network."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "tiny-1.0-py3-none-any.whl", "w") as wheel:
        info = "tiny-1.0.dist-info"
        wheel.writestr("tiny.py", "def main(): print('tiny runs')\n")
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/entry_points.txt", "[console_scripts]\ntiny = tiny:main\n")
        wheel.writestr(f"{info}/RECORD", f"tiny.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/entry_points.txt,,\n"
                                         f"{info}/RECORD,,\n")
    requirements = tmp_path / "requirements.txt"
    requirements.write_text('tiny==1.0\nnot-for-this-python==9; python_version < "3.0"\n')
    monkeypatch.setattr(paths, "REQUIREMENTS", requirements)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    return requirements


def start(requirements):
    """Start set-up with these requirements in another process."""
    code = ("from pathlib import Path; from metro.base import paths; from metro.environment import setup; "
            f"paths.REQUIREMENTS = Path({str(requirements)!r})")
    return subprocess.Popen([sys.executable, "-c", f"{code}; setup.ensure_venv()"], stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")})


@pytest.mark.slow
def test_environment_is_created_once_and_repaired(pinned, build, capsys):
    assert setup.packages_state() == (1, None)
    setup.ensure_venv()
    output = capsys.readouterr()
    assert "installing 1 Python packages" in output.err and output.out == ""
    tiny = build / "venv/bin/tiny"                         # a script that must name the interpreter in build/venv
    assert subprocess.run([tiny], capture_output=True, text=True).stdout == "tiny runs\n"
    assert not list(build.glob("venv.new-*")) and setup.packages_state() == (1, [])

    stamp = (build / "venv/metro-stamp").stat()
    setup.ensure_venv(thorough=True)
    assert (build / "venv/metro-stamp").stat() == stamp and capsys.readouterr() == ("", "")

    next((build / "venv").rglob("tiny-1.0.dist-info/METADATA")).unlink()
    assert setup.packages_state() == (1, ["tiny"])
    setup.ensure_venv(thorough=True)
    assert setup.packages_state() == (1, [])


@pytest.mark.slow
def test_failed_core_generator_keeps_the_environment(pinned, build, monkeypatch):
    def fail_to_compile(packages):
        assert (packages / "tiny.py").is_file()            # set-up installs VexRiscv's sources first
        raise MetroError("it does not compile")
    monkeypatch.setattr(generator, "VEXRISCV", "tiny")
    monkeypatch.setattr(generator, "ensure_built", fail_to_compile)
    with pytest.raises(MetroError, match="it does not compile"):
        setup.ensure_venv(core=True)
    assert setup.venv_is_ready() and setup.packages_state() == (1, [])


@pytest.mark.slow
def test_killed_setup_is_repeated(pinned, build):
    victim = start(pinned)
    deadline = time.monotonic() + 30
    while not list(build.glob("venv.new-*/bin/python")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    victim.send_signal(signal.SIGKILL)
    victim.communicate()
    assert list(build.glob("venv.new-*")) and not setup.venv_is_ready()
    processes = [start(pinned), start(pinned)]             # one makes the environment, the other waits
    outputs = [process.communicate(timeout=PATIENCE)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert sorted("installing" in output for output in outputs) == [False, True]
    assert not list(build.glob("venv.new-*")) and setup.packages_state() == (1, [])


def test_stale_environment_is_detected(pinned, build):
    (build / "venv/bin").mkdir(parents=True)
    (build / "venv/bin/python").symlink_to(sys.executable)
    assert not setup.venv_is_ready()
    (build / "venv/metro-stamp").write_text(setup._stamp())
    assert setup.venv_is_ready()
    pinned.write_text("tiny==1.1\n")
    assert not setup.venv_is_ready()
    pinned.write_text('tiny==1.0\nnot-for-this-python==9; python_version < "3.0"\n')
    assert setup.venv_is_ready()
    (build / "venv/bin/python").unlink()                   # as if Debian had replaced its Python
    (build / "venv/bin/python").symlink_to("/nowhere/python")
    assert not setup.venv_is_ready()


def test_offline_setup_without_environment_fails(build):
    run = metro("--offline", "setup")
    assert run.returncode == 1 and not (build / "venv").exists() and run.stdout == ""
    assert "the Python packages are not installed" in run.stderr and "--offline forbids" in run.stderr
    assert "./metro setup once with a network" in run.stderr


@pytest.mark.slow
def test_pip_without_network_is_explained(pinned, build, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    with pytest.raises(MetroError, match="pip could not reach the network") as caught:
        setup.ensure_venv()
    assert "pip.log" in caught.value.hint and not list(build.glob("venv*"))


def test_full_disk_during_setup_leaves_no_environment(pinned, tmp_path, monkeypatch):
    with small_disk(tmp_path / "disk", 4 << 20) as disk:
        for name in ("TMP", "LOGS", "VENV", "BUILD"):
            monkeypatch.setattr(paths, name, disk / "build" / getattr(paths, name).relative_to(paths.BUILD))
        with pytest.raises(MetroError, match="no space left on the disk of"):
            setup.ensure_venv()
        assert not list((disk / "build").glob("venv*"))


@pytest.mark.parametrize("what, output, message", [
    ("Maven", "[ERROR] Failed to execute goal: Unknown host repo.example.org", "Maven could not reach the network"),
    ("Maven", "[ERROR] x: PKIX path building failed: y", "does not trust the server's certificate"),
    ("Maven", "java.io.IOException: No space left on device", "no space left on the disk of ~/.m2"),
    ("pip", "ERROR: x: [Errno 28] No space left on device: '/a/b'", "no space left on the disk of /a/b"),
    ("pip", "ERROR: Could not find a version that satisfies x==1 (from versions: none)", "could not reach the network"),
    ("pip", "ERROR: ResolutionImpossible\nhint: try again", "pip failed: ERROR: ResolutionImpossible"),
    ("pip", "", "pip failed: it printed nothing"),
])
def test_failures_are_explained(build, tmp_path, what, output, message):
    assert message in installers.installer_error(what, output, tmp_path / "log").message


def test_offline_maven_failure_is_explained(tmp_path, monkeypatch):
    monkeypatch.setenv("METRO_OFFLINE", "1")
    error = installers.installer_error("Maven", "[ERROR] Cannot access central in offline mode", tmp_path / "log")
    assert "--offline forbids fetching it" in error.message and "./metro setup once" in error.hint


def test_offline_applies_to_maven(monkeypatch):
    monkeypatch.delenv("METRO_OFFLINE", raising=False)
    assert "--offline" not in installers.maven_options()
    monkeypatch.setenv("METRO_OFFLINE", "1")
    assert "--offline" in installers.maven_options()


def test_every_requirement_is_pinned():
    text = (ROOT / "scripts/requirements.txt").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all(re.match(r"[A-Za-z0-9_.-]+==[0-9a-z.]+(; python_version (<|>=) \"3\.\d+\")?$", line) for line in lines)
    assert not re.search("https?:|--index|--find", text)
