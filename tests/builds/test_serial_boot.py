# SPDX-License-Identifier: Apache-2.0
"""Test an application for a user's LiteX SoC: build it with the SoC's headers, and load it with the SoC's BIOS."""
import contextlib
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from metro import configuration
from metro.base import cache, paths
from metro.products import core, rtos, simulator
from support import PATIENCE, ROOT, metro
from test_new import EXPECTED_OUTPUT, make

TARGET = ROOT / "tests" / "builds" / "serial_boot" / "target.py"
WITH_UNITS = "combined"          # the configuration of the kind `units`
COMMANDS = (ROOT / "sw" / "templates" / "common" / "commands.txt").read_bytes()


def litex(kind, with_bios=False):
    """Return the folder of a SoC that LiteX builds. with_bios: also build its BIOS and its simulator."""
    made = core.generate(configuration.read(WITH_UNITS)) / "VexRiscv.v" if kind == "units" else ""
    inputs = {"target": cache.digest_file(TARGET), "kind": kind, "with_bios": with_bios,
              "core": made and cache.digest_files([made, ROOT / "hw" / "metronome_litex.py"]),
              "packages": {name: metadata.version(name) for name in ("litex", "migen")}}

    def build(folder):
        # LiteX's Makefiles call the python3 on the path, which must have LiteX.
        search = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        command = [sys.executable, str(TARGET), str(folder / "soc"), kind, "with_bios" if with_bios else "", str(made)]
        simulator.run(["env", f"PATH={search}", *command], "LiteX")
        if with_bios:
            gateware = folder / "soc" / "gateware"
            simulator.run(["sh", "-c", f"cd '{gateware}' && bash build_sim.sh"], "LiteX's simulation build")
            shutil.rmtree(folder / "soc" / "software" / "libc", ignore_errors=True)

    return cache.product("litex-soc", inputs, build) / "soc"


@pytest.fixture
def heater(tmp_path, request):
    rtos = getattr(request, "param", "ucos")
    assert metro("new", tmp_path / "heater", "--rtos", rtos).returncode == 0
    return tmp_path / "heater"


# The board support takes everything from LiteX's headers

@pytest.mark.sample(1)
@pytest.mark.parametrize("kind, csr", [("stock", 0xF0000000), ("uptime", 0xF0000000), ("narrow", 0xF0000000),
                                       ("little", 0xF0000000), ("lite", 0xF0000000), ("moved", 0xE0000000)])
def test_application_is_linked_into_main_ram(heater, kind, csr):
    run = make(heater, f"SOC={litex(kind)}")
    assert (run.returncode, run.stdout, run.stderr) == (0, "build/heater.elf\n", "")
    shown = subprocess.run(["riscv64-unknown-elf-objdump", "-d", heater / "build" / "heater.elf"], text=True,
                           capture_output=True).stdout
    assert re.search("^40000000 <_start>:", shown, re.MULTILINE)
    assert {found[0] for found in re.findall(r"\tlui\t\w+,0x([ef])[0-9a-f]{4}\b", shown)} == {f"{csr >> 28:x}"}
    run = make(heater, "size", f"SOC={litex(kind)}")
    assert run.returncode == 0 and "Console, console_stk (main.c): 2,048, needs" in run.stdout


@pytest.mark.slow
def test_application_is_linked_into_rom(heater):
    run = make(heater, f"SOC={litex('no main RAM')}")
    assert run.returncode == 0 and run.stderr == ""
    assert (heater / "build" / "heater.bin").stat().st_size < 0x20000


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind, settings, message", [
    ("other core", [], "the port is for LiteX's vexriscv; the SoC in SOC=.* has picorv32"),
    ("no timer", [], "has no TIMER0, which the board support needs"),
    ("no uart", [], "has no UART, which the board support needs"),
    ("no main RAM", ["MEMORY=main_ram"], "has no main_ram"),
    ("stock", ["MEMORY=flash"], "MEMORY=flash: use rom or main_ram"),
    (None, [], "no generated/regions.ld in SOC="),
])
def test_unsuitable_soc_is_refused(heater, kind, settings, message):
    run = make(heater, f"SOC={litex(kind) if kind else heater}", *settings)
    assert run.returncode == 2 and re.search(message, run.stderr), run.stderr


# From reset to the application's output

def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Terminal:
    """A process that runs in a pseudo-terminal."""

    def __init__(self, command, **options):
        self.end, theirs = pty.openpty()
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                                        **options)
        os.close(theirs)
        self.output = ""

    def wait_for(self, *words, patience=PATIENCE):
        """Wait for one of these words in the output. Return it, or None after `patience` seconds without output."""
        while not (heard := next((word for word in words if word in self.output), None)):
            if not select.select([self.end], [], [], patience)[0]:
                return None
            try:
                self.output += os.read(self.end, 4096).decode(errors="replace")
            except OSError:
                raise AssertionError(f"ended: {self.output}") from None
        return heard

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.end)


def untimed(line):
    return re.sub(r" at \d+ ms", "", line)


@pytest.mark.slow                              # LiteX compiles its BIOS and its simulator
@pytest.mark.skipif(not (shutil.which("meson") and shutil.which("ninja")), reason="not run: needs meson and ninja")
# No case has 8-bit CSRs: in LiteX 2024.12 they do not respond at the headers' addresses, so its BIOS prints nothing.
@pytest.mark.parametrize("kind, heater", [("stock", "ucos"), ("units", "ucos"), ("stock", "freertos")],
                         indirect=["heater"])
def test_bios_loads_the_application_over_the_serial_line(heater, tmp_path, kind):
    soc, port = litex(kind, with_bios=True), free_port()
    shutil.copytree(soc / "gateware", tmp_path / "gateware")
    config = tmp_path / "gateware" / "sim_config.js"
    text, count = re.subn(r'("port": )0\b', rf"\g<1>{port}", config.read_text())
    assert count == 1, text
    config.write_text(text)
    switches = [f"DEFS={rtos.get().switches(configuration.read(WITH_UNITS))}"] if kind == "units" else []
    assert make(heater, f"SOC={soc}", *switches).returncode == 0
    environment = {**os.environ, "METRO_BUILD": str(paths.BUILD)}
    simulation = Terminal([tmp_path / "gateware" / "obj_dir" / "Vsim"], cwd=tmp_path / "gateware")
    try:
        # The BIOS loses bytes unless the terminal waits for the reply to each frame, as --safe does.
        terminal = Terminal(["make", "load", f"SOC={soc}", *switches, f"PORT=socket://localhost:{port}",
                             "TERM_FLAGS=--safe"], cwd=heater, env=environment)
        try:
            # The terminal can miss the first request of the BIOS. The command `serialboot` repeats the request.
            while not terminal.wait_for("Received firmware download request", patience=60):
                os.write(terminal.end, b"serialboot\n")
            assert terminal.wait_for("q: quit", "failed") == "q: quit", terminal.output
            os.write(terminal.end, COMMANDS)
            terminal.wait_for("ended with code 0")
        finally:
            terminal.close()
    finally:
        simulation.close()
    lines = terminal.output.replace("\r", "").splitlines()
    assert any("Liftoff!" in line for line in lines)
    # This console is slower than the console of `make sim`, so the times differ from EXPECTED_OUTPUT.
    expected = list(map(untimed, EXPECTED_OUTPUT))
    assert [line for line in map(untimed, lines) if line in expected] == expected
