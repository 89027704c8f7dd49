# SPDX-License-Identifier: Apache-2.0
"""GDB on a board. The test simulates the board's netlist with its pins, and uses the same tools as a user.

The chain is GDB, our server, LiteX's litex_server, a terminal in place of the USB cable, and the board's serial pins.
"""
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tty
import types
from pathlib import Path

import pytest
from litex import RemoteClient

from metro import boards, configuration
from metro.base.errors import MetroError
from metro.boards import board as board_module, check, inspection
from metro.cli import command_line as cli
from metro.gdb import board_server, connection
from support import PATIENCE, ROOT
from test_boards import m4k_of
from test_gdb import Client

APP = ROOT / "tests" / "soc" / "gdb"
FASTEST = 5_000_000                 # baud; 10 cycles per bit at 50 MHz
FOREVER = str(10 ** 15)             # cycles


def debug_project(name, folder, **changes):
    chosen = configuration.read("combined").changed({"core.debug": True})
    return check.project(board_module.load(name), folder, firmware=APP, baudrate=FASTEST, chosen=chosen, **changes)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return debug_project("arty", tmp_path_factory.mktemp("debug") / "arty")


def free_port():
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("localhost", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def running_process(*command, **options):
    process = subprocess.Popen(list(map(str, command)), **options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def running_board(project):
    """Run the board and litex_server on its serial port. Yield litex_server's port."""
    board = board_module.load("arty")
    executable, (ours, theirs), port = check.build_simulator(board, project), os.openpty(), free_port()
    for end in (ours, theirs):
        tty.setraw(end)
    period = board.clock_hz / json.loads((project / "board.json").read_text())["baudrate"]
    with running_process(executable, FOREVER, period, stdin=ours, stdout=ours, cwd=project / "gateware"), \
            running_process(Path(sys.executable).parent / "litex_server", "--uart", "--uart-port", os.ttyname(theirs),
                            "--bind-port", port, stdout=subprocess.DEVNULL):
        wait_until(lambda: accepts_connections(port))
        yield port
    for end in (ours, theirs):
        os.close(end)


def wait_until(condition):
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


def accepts_connections(port):
    try:
        socket.create_connection(("localhost", port)).close()
    except OSError:
        return False
    return True


@contextlib.contextmanager
def running_server(project, bridge):
    """Run our server. Yield its port and its process."""
    port = free_port()
    with running_process(ROOT / "metro", "boards", "arty", "--gdb", port, "--litex-server", f"localhost:{bridge}",
                         "--output-dir", project, stderr=subprocess.PIPE, text=True) as process:
        messages = process.stderr.readline() + process.stderr.readline()
        assert "waiting for GDB" in messages and f"localhost:{port}" in messages
        yield port, process


def run_gdb(project, port, *commands):
    run = subprocess.run(["gdb-multiarch", "-nx", "-batch", project / "firmware.elf", "-x", connection.SCRIPT,
                          "-ex", "set remotetimeout 60", "-ex", f"target remote localhost:{port}",
                          *(word for command in commands for word in ("-ex", command))],
                         capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    return run.stdout + run.stderr


def read_console(project, bridge, last):
    """Read the console over the bridge, as litex_term does, until the output matches `last`. Return the output."""
    client, output = RemoteClient(port=bridge, csr_csv=str(project / "csr.csv")), ""
    client.open()
    while not re.search(last, output):
        if not client.regs.uart_xover_rxempty.read():
            output += chr(client.regs.uart_xover_rxtx.read())
    client.close()
    return output


@pytest.mark.slow
def test_gdb_debugs_a_program_on_a_board(project):
    with running_board(project) as bridge, running_server(project, bridge) as (port, server):
        output = run_gdb(project, port, "monitor reset", "break Stand", "continue", "print created",
                         "set var rounds = 7", "print rounds", "stepi", "metronome ready", "detach")
        assert "Breakpoint 1, Stand (n=n@entry=1)" in output and "$1 = 11" in output and "$2 = 7" in output, output
        assert "in the ready unit: 5, 18, 24, 61, 62, 63\n" in output
        assert "detached" in output
        # The program continues after `detach`. It prints the rest of its output as soon as a reader empties the UART.
        assert "18 short: ready 1" in read_console(project, bridge, "24 spins.*\n")
        # A second debugger halts the running program. On its disconnect, the program continues and the server ends.
        client = Client(types.SimpleNamespace(port=port))
        assert client.ask("?").startswith("T") and client.ask(f"Z1,{0:x},4") == "OK"
        client.send("vCont;c")
        client.socket.close()
        assert server.wait(PATIENCE) == 0
        assert re.search(r"\d+ switches, \d+ ticks", read_console(project, bridge, "ticks\r?\n"))


# Projects

@pytest.mark.parametrize("name, changes, is_in_ram", [
    ("arty", {}, False), pytest.param("arty", {"serial_boot": True}, True, marks=pytest.mark.slow),
    pytest.param("de1", {}, True, marks=pytest.mark.slow)], ids=["arty", "arty, serial boot", "de1"])
def test_software_breakpoints_need_a_program_in_ram(tmp_path, name, changes, is_in_ram):
    folder = debug_project(name, tmp_path / name, **changes)
    with socket.socket() as unused_socket:
        memory = board_server.target(folder, board_server.project_options(folder), unused_socket,
                                     unused_socket)["memory"]
    first, *others = sorted(memory, key=lambda region: region["start"])
    assert first["start"] == 0 and (first["type"] == "ram") == is_in_ram
    for region in others:                                   # GDB would ignore overlapping regions
        assert region["start"] >= first["start"] + first["length"]
        first = region


@pytest.mark.parametrize("name", ["arty", *(pytest.param(name, marks=pytest.mark.slow) for name in board_module.names()
                                            if name != "arty")])
def test_debugger_reaches_the_core_of_each_board(name, tmp_path):
    board, folder = board_module.load(name), debug_project(name, tmp_path / name)
    assert inspection.find_faults(board, folder) == []
    check.lint(board, folder)
    assert name != "de1" or m4k_of(board, folder) <= 52
    assert json.loads((folder / "core.json").read_text())["debug"]["hardware_breakpoints"] == 4


@pytest.mark.slow
def test_jtag_console_leaves_the_serial_port_to_the_bridge(tmp_path):
    board, folder = board_module.load("de1_soc"), debug_project("de1_soc", tmp_path / "project", console="jtag_uart")
    assert inspection.find_faults(board, folder) == [] and "xover" not in (folder / "csr.csv").read_text()


@pytest.mark.parametrize("file, old, new, objection", [
    ("gateware/arty.v", r"\.debug_bus_cmd_valid *\(\w+\)", ".debug_bus_cmd_valid()",
     "the core's debug_bus_cmd_valid is not connected"),
    ("gateware/arty.v", "uartbone", "somebone", "no bridge connects the serial port to the bus"),
    ("csr.csv", "memory_region,vexriscv_debug.*", "", "csr.csv has no address of the core's debug registers"),
])
def test_inspection_reports_missing_parts_of_the_debugger(project, tmp_path, file, old, new, objection):
    folder = shutil.copytree(project, tmp_path / "arty")
    text, count = re.subn(old, new, (folder / file).read_text())
    assert count
    (folder / file).write_text(text)
    assert inspection.find_faults(board_module.load("arty"), folder) == [objection]


def test_project_without_debugger_has_no_debug_bus(tmp_path):
    board = board_module.load("arty")
    folder = check.project(board, tmp_path / "arty", firmware=APP)
    assert inspection.find_faults(board, folder) == []
    assert "debug_bus" not in (folder / "gateware" / "arty.v").read_text()
    with pytest.raises(MetroError, match="the core of .* has no debug plugin"):
        command("--gdb", "--output-dir", folder)


# Commands

def command(*arguments):
    return boards.main(cli.parse(["boards", "arty", *map(str, arguments)])[1])


@pytest.mark.slow
def test_gdb_needs_a_project_and_litex_server(project, tmp_path):
    with pytest.raises(MetroError, match="has no project of a board"):
        command("--gdb", "--output-dir", tmp_path)
    with pytest.raises(MetroError, match="--gdb is for a board that runs"):
        command("--gdb", "--build", "--output-dir", tmp_path)
    port = free_port()
    with pytest.raises(MetroError, match=f"no litex_server answers at localhost:{port}: Connection refused") as error:
        command("--gdb", "--litex-server", f"localhost:{port}", "--output-dir", project)
    assert f"--uart-baudrate {FASTEST}" in error.value.hint


def test_build_prints_how_to_reach_the_core(project, tmp_path, capfd):
    assert command("--build", "--debug", "--firmware", APP, "--output-dir", tmp_path / "out") == 0
    output = capfd.readouterr().out
    assert f"litex_term crossover --csr-csv {tmp_path / 'out' / 'csr.csv'}" in output
    assert "litex_server --uart " in output and "./metro boards arty --gdb\n" in output
