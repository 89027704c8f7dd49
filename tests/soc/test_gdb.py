# SPDX-License-Identifier: Apache-2.0
"""GDB on the simulated SoC: its functions and views. A program must run in the same way as without a debugger."""
import argparse
import contextlib
import functools
import json
import re
import socket
import subprocess
import sys

import pytest

from metro import configuration, patch
from metro.base.errors import MetroError
from metro.gdb import connection
from metro.products import application, core, firmware as firmware_module, isa, rtos, simulator, soc as soc_module
from metro.run import execution as run_module, command as run_command
from support import PATIENCE, ROOT, metro, slow_except
from test_sim import bare, csr  # noqa: F401  (bare is a fixture)

APP = ROOT / "tests" / "soc" / "gdb"
SRAM = 0x10000000
TRAP, INTERRUPT = 5, 2
QUICK = ("original", "tickless-contexts")       # systems of the quick run, because each needs a simulator
systems = pytest.mark.parametrize("system", slow_except(["original", "combined", "contexts", "tickless-contexts"],
                                                        QUICK))


@functools.cache
def debug_soc(system="original"):
    return soc_module.build(core.generate(configuration.read(system).changed(configuration.DEBUGGED)))


@functools.cache
def app(system, kernel=firmware_module.KERNEL):
    """Build the application for a core without the debug plugin and run it. Return the firmware and the outcome."""
    chosen = configuration.read(system)
    soc = soc_module.build(core.generate(chosen))
    firmware = firmware_module.build("gdb", [APP / "main.c"], application.TEMPLATE, soc, kernel,
                                     defs=rtos.get().switches(chosen))
    return firmware, run_module.execute(firmware, soc)


class Target:
    """A simulated SoC that waits for a debugger."""

    def __init__(self, folder, firmware, system="original", soc=None, code=()):
        soc = soc or debug_soc(system)
        listener = connection.listen(None)
        self.firmware, self.port = firmware, listener.getsockname()[1]
        (folder / "image.bin").write_bytes(firmware.image)
        self.process = subprocess.Popen(
            [simulator.build(soc) / "simulator", "--rom", folder / "image.bin", "--max-cycles", "60000000",
             *connection.options(listener, soc, folder, code)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=[listener.fileno()])
        listener.close()

    def gdb(self, *commands):
        """Connect GDB to the SoC and run these commands. Return the output of GDB."""
        run = subprocess.run(["gdb-multiarch", "-nx", "-batch", self.firmware.elf, "-x", connection.SCRIPT,
                              "-ex", f"target remote localhost:{self.port}",
                              *(word for command in commands for word in ("-ex", command))],
                             capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        return run.stdout + run.stderr

    def end(self):
        """Wait until the run ends. Return its exit code and its output."""
        output, self.errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output

    def stop(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def target(tmp_path):
    made = []

    def make(*arguments):
        made.append(Target(tmp_path, *arguments))
        return made[-1]
    yield make
    for created in made:
        created.stop()


class Client:
    """A client of GDB's remote protocol, as far as the tests need it."""

    def __init__(self, target):
        self.socket = socket.create_connection(("localhost", target.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = b""

    def byte(self):
        if not self.input:
            self.input = self.socket.recv(4096)
            assert self.input, "the server closed the connection"
        first, self.input = self.input[:1], self.input[1:]
        return first

    def send(self, packet, then=b""):
        self.socket.sendall(b"$%s#%02x" % (packet.encode(), sum(packet.encode()) & 0xFF) + then)

    def receive(self):
        while self.byte() != b"$":
            pass
        data = b""
        while (byte := self.byte()) != b"#":
            data += byte
        assert int(self.byte() + self.byte(), 16) == sum(data) & 0xFF
        with contextlib.suppress(ConnectionError):         # the server awaits no acknowledgement of its last reply
            self.socket.sendall(b"+")
        return data.decode()

    def ask(self, packet):
        self.send(packet)
        return self.receive()

    def wait(self):
        """Return why the core stopped, after skipping console output."""
        while (reply := self.receive()).startswith("O"):
            pass
        return reply

    def reg(self, number):
        return int.from_bytes(bytes.fromhex(self.ask(f"p{number:x}")), "little")

    def set_reg(self, number, value):
        return self.ask(f"P{number:x}={value.to_bytes(4, 'little').hex()}")

    def read(self, address, length):
        return bytes.fromhex(self.ask(f"m{address:x},{length:x}"))

    def write(self, address, data):
        return self.ask(f"M{address:x},{len(data):x}:{data.hex()}")

    def go(self, step=False, interrupted=False):
        """Step or continue until the core stops. interrupted: also send Ctrl-C, which acts some cycles later."""
        self.send("vCont;s:1" if step else "vCont;c", b"\x03" if interrupted else b"")
        return self.wait()

    def monitor(self, line):
        reply = self.ask("qRcmd," + line.encode().hex())
        while reply.startswith("O") and reply != "OK":
            reply = self.receive()
        return reply if reply in ("OK", "E01") else bytes.fromhex(reply).decode()


def data(output, mark):
    """Return the JSON that a Python command in GDB printed after a mark."""
    return json.loads(re.search(rf"^{mark} (.*)$", output, re.MULTILINE)[1])


# A user's session

@pytest.mark.sample(1)
@systems
def test_debugged_run_ends_like_a_run_without_debugger(system, target):
    firmware, alone = app(system)
    session = target(firmware, system)
    output = session.gdb("break main", "continue", "break Stand", "continue",
                         "print n", "finish", "stepi", "next", "info registers", "continue")
    assert "Breakpoint 1, main ()" in output and re.search(r"Breakpoint 2, Stand \(n=.*1\)", output)
    assert "exited with code 021" in output
    assert (alone.status, session.end()) == (17, (17, alone.output))


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", slow_except(["original", "combined", "events", "contexts", "contexts-few",
                                                "tickless", "tickless-contexts"], QUICK))
def test_tables_match_the_kernels_report(system, target):
    check_tables_against_report(system, target, *app(system))


@pytest.mark.parametrize("system", ["original", "combined", "events", "contexts"])
def test_tables_match_the_report_of_an_upstream_kernel(system, target, upstream):
    check_tables_against_report(system, target, *app(system, patch.patched(upstream)))


def check_tables_against_report(system, target, firmware, alone):
    session = target(firmware, system)
    output = session.gdb(
        "break Stand", "continue", "metronome tasks", "metronome ready", "metronome delays", "metronome events",
        "metronome accelerator", "metronome backtrace 10", "metronome backtrace 24", "metronome backtrace 5",
        "python import json; k = kernel(); print('TASKS', json.dumps({t.priority: [t.name, t.priority in k.ready, "
        "t.status, t.delay, t.state(), t.event(), t.stack(), t.where()[1]] for t in k.tasks}))",
        "python print('UNITS', json.dumps([k.units.word, k.units.ready_tasks(), k.units.expired()]))",
        "info registers pc", "continue")
    print(output)
    tasks = {int(priority): values for priority, values in data(output, "TASKS").items()}
    word, ready, expired = data(output, "UNITS")

    reported = re.findall(r"^(\d+) (.*): ready (\d), status (\d+), (\d+) ticks$", alone.output, re.MULTILINE)
    assert [int(priority) for priority, *_ in reported] == sorted(set(tasks) - {63, 62, 61}) and len(reported) == 11
    for priority, name, is_ready, status, ticks in reported:
        seen = tasks[int(priority)]
        # If hardware made a task ready, the task's TCB keeps its old status until the task runs.
        settled = 0 if int(priority) in expired else seen[2]
        assert (seen[0], seen[1], settled, seen[3]) == (name, is_ready == "1", int(status), int(ticks))

    states = {priority: values[4] for priority, values in tasks.items()}
    assert states[5] == "running" and states[24] == "ready" and states[12] == "suspended" and states[11] == "sleeps"
    assert states[18] == ("ready, timed out" if system != "original" else "ready")
    assert {states[priority] for priority in (10, 13, 14, 15, 16, 17)} == {"waits"}
    assert [tasks[priority][5] for priority in (10, 13, 14, 15, 16, 17)] == [
        'semaphore 2 "work"', "flags 0", "mailbox 3", "queue 4", "mutex 5", 'semaphore 2 "work" or queue 4']
    for priority, name in ((10, "WaitsForSem"), (15, "WaitsForMessage"), (13, "WaitsForFlags"), (24, "Spins")):
        used, most, size = tasks[priority][6]
        assert name in tasks[priority][7] and 0 < used <= most <= size == 1024
    if system != "original":
        # Software need not acknowledge the end of a delay: task 5 slept, and the time unit still lists it as expired.
        info = json.loads((debug_soc(system) / "core.json").read_text())["accelerator"]["information"]
        assert word == info and expired == [5, 18] and ready == sorted(p for p, t in tasks.items() if t[1])
        assert re.search(r"^ *11 +long +\d+ +held$", output, re.MULTILINE)
    else:
        assert (word, ready, expired) == (0, [], []) and "this core has no accelerator" in output

    assert re.search(r"^ *10 +sem .* OSSemPend < WaitsForSem$", output, re.MULTILINE)
    stacks = output.split("#0 ")
    assert any(re.search("OS_?SemPend", stack) and "WaitsForSem" in stack for stack in stacks)
    assert any("Spins" in stack.splitlines()[0] for stack in stacks)
    assert "the task of priority 5 is running" in output
    assert re.search(r'^flags 0 +lights +0x10 +13 \(for 0x5\)$', output, re.MULTILINE)
    assert re.search(r"^mutex 5 +owner of priority 5 +16$", output, re.MULTILINE)
    # Inspection has changed nothing.
    assert session.end() == (17, alone.output)


def app_with(system, *macros):
    """Return the application with the kernel configuration of tests/kernel/cfg, in which macros replace values."""
    chosen = configuration.read(system)
    return firmware_module.build("gdb", [APP / "main.c"], ROOT / "tests" / "kernel" / "cfg",
                                 soc_module.build(core.generate(chosen)),
                                 defs=" ".join([rtos.get().switches(chosen), *(f"-D{macro}" for macro in macros)]))


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", slow_except(["original", "contexts", "tickless", "tickless-contexts"], QUICK))
def test_tick_step_holds_ticks_and_releases_them_one_by_one(system, target):
    """With a time base, the core counts ticks without software, except during tick stepping."""
    session = target(app_with(system, "OS_APP_HOOKS_EN=0u"), system)
    left = "python print('LEFT', task_of('10')[0].delay)"
    output = session.gdb("break Stand", "continue", left, "metronome tick-step", "metronome tick-step twice",
                         "break OSTimeTickHook", "metronome tick-step wait", "continue", left, "continue", left,
                         "metronome tick-step once", "continue", left, "continue", left,
                         "metronome tick-step off", "ignore 2 1000", "break BSP_Exit", "continue", left,
                         "info breakpoints", "continue")
    print(output)
    assert re.findall("^tick-step: (.*)$", output, re.MULTILINE) == ["off", "wait", "once", "off"]
    assert "metronome tick-step: twice is not one of off, wait, once" in output
    stand, *held, last = (int(ticks) for ticks in re.findall("^LEFT (.*)$", output, re.MULTILINE))
    assert held == [stand, stand, stand - 1, stand - 1] and last <= stand - 20
    hook_calls = int(re.search(r"already hit (\d+) times\n\tignore", output)[1])
    assert hook_calls == 4 if "tickless" in system else hook_calls > 20
    assert session.end()[0] == 17


def test_tick_step_needs_a_program_with_tick_stepping(target):
    session = target(app_with("original", "OS_APP_HOOKS_EN=0u", "OS_TICK_STEP_EN=0u"))
    assert "this program has no tick stepping: OS_TICK_STEP_EN is 0" in session.gdb("metronome tick-step wait", "kill")


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["combined", "contexts", "tickless", "tickless-contexts"], QUICK))
def test_other_servers_step_through_custom_instructions(system, target):
    """If the GDB server has no `monitor core`, our GDB script executes custom instructions by single steps.

    The test makes Served fail, as it does with such a server. The script then uses Stepped.
    """
    firmware, alone = app(system)
    session = target(firmware, system)
    look = ("python k = kernel(); print('{0}', json.dumps([type(k.units.by).__name__, k.units.word, k.ready, "
            "sorted(k.expired), [t.delay for t in k.tasks], value_of('mepc'), value_of('pc'), value_of('a0'), "
            "[t.registers() for t in k.tasks if not t.runs]]))")
    output = session.gdb("break Stand", "continue", "python import json", look.format("SERVED"), "delete",
                         "python Served.__init__ = lambda self: json.loads('')", look.format("STEPPED"), "continue")
    served, stepped = data(output, "SERVED"), data(output, "STEPPED")
    assert (served[0], stepped[0]) == ("Served", "Stepped") and served[1:] == stepped[1:] and served[1] != 0
    status, text = session.end()            # without the last line: its number of ticks grows with the single steps
    assert status == 17 and text.splitlines()[:-1] == alone.output.splitlines()[:-1]


@pytest.mark.slow
def test_tasks_show_their_registers_in_the_middle_of_a_switch(target):
    """After the switch that ends a trap, the core has the values that the bank of the next task had before."""
    firmware, alone = app("tickless-contexts")
    session = target(firmware, "tickless-contexts")
    output = session.gdb(
        "break *&OS_CPU_TrapExitSwitch", "continue", "delete", "python import json",
        "python k = kernel(); comes, = (t for t in k.tasks if t.current); leaves, = (t for t in k.tasks if t.runs)",
        "python seen = comes.registers(); print('BEFORE', json.dumps([k.in_handler, leaves.priority, comes.priority]))",
        "stepi", "python k = kernel(); print('AFTER', json.dumps([k.in_handler, "
        "*[t.priority for t in k.tasks if t.runs], {name: value_of(name) for name in seen} == seen]))",
        "python left, = (t for t in k.tasks if t.priority == leaves.priority); print('LEFT', left.where()[1])",
        "monitor custom 0x3000400b", "continue")
    print(output)
    before, after = data(output, "BEFORE"), data(output, "AFTER")
    assert before[0] and before[1] != before[2] and after == [False, before[2], True]
    assert "custom: a debugger cannot execute a switch" in output      # the server refuses 0x3000400b
    assert re.search(r"^LEFT \[.+\]$", output, re.MULTILINE) and session.end() == (17, alone.output)


def test_single_step_detects_a_core_without_units(target):
    firmware, alone = app("original")
    session = target(firmware)
    output = session.gdb("break Stand", "continue", "delete", "python import json",
                         "python Served.__init__ = lambda self: json.loads('')",
                         "python before = [value_of(n) for n in ('mepc', 'mcause', 'mstatus', 'pc', 'sp', 'a0')]",
                         "metronome accelerator",
                         "python print('SAME', json.dumps(before == [value_of(n) for n in "
                         "('mepc', 'mcause', 'mstatus', 'pc', 'sp', 'a0')]))", "continue")
    assert "this core has no accelerator" in output and data(output, "SAME") is True
    assert session.end() == (17, alone.output)


def test_script_reports_commands_that_cannot_work(target, bare):  # noqa: F811
    session = target(bare("1: j 1b"))
    output = session.gdb("metronome tasks", "metronome backtrace", "monitor nonsense", "monitor custom 0x0000000b",
                         "kill")
    assert ("this program has no uxPortCriticalNesting or OSRunning or sched_active_thread or _kernel: it does not use "
            "FreeRTOS or uC/OS-II or RIOT or Zephyr, or has no debug information" in output)
    assert "metronome backtrace PRIO: give the priority of a task" in output
    assert "monitor custom CODE" in output and "this core has no custom instructions" in output
    assert session.end()[0] == 130 and "GDB has ended the run" in session.errors


def debugged_heater(load, tree, target, folder, name):
    """Run the application that `./metro new` writes for a tree to the fourth measurement, in the control thread. Return
    GDB's output, and [priority, name, state] of each thread. load: builds an application with a tree."""
    assert metro("new", folder / "heater", "--kernel", tree).returncode == 0
    main = next((folder / "heater").rglob("main.c"))
    line = main.read_text()[:main.read_text().index("is_heating = ")].count("\n") + 1
    session = target(load(folder / "heater", tree, name)[0], name)
    output = session.gdb(f"break main.c:{line}", "ignore 1 3", "continue", "metronome tasks", "metronome ready",
                         "metronome events", "metronome delays", "metronome backtrace main", "kill")
    assert session.end()[0] == 130
    return output, [row.split()[:3] for row in re.findall(r"^ *\d+  \w+ .*0x.*$", output, re.MULTILINE)]


# The protocol

def test_client_accesses_registers_memory_and_csrs(target, bare):  # noqa: F811
    client = Client(target(bare("li a0, 3\n j exit")))
    assert client.ask("?") == f"T{TRAP:02x}thread:1;" and client.reg(32) == 0
    for number in range(1, 32):
        assert client.set_reg(number, 0x80000FFF * number & 0xFFFFFFFF) == "OK"
    assert client.set_reg(0, 5) == "OK" and client.reg(0) == 0
    registers = bytes.fromhex(client.ask("g"))
    assert [int.from_bytes(registers[at:at + 4], "little") for at in range(0, 132, 4)] == [
        0x80000FFF * number & 0xFFFFFFFF for number in range(32)] + [0]

    pattern = bytes(range(256)) * 20
    assert client.write(SRAM + 3, pattern) == "OK" and client.read(SRAM + 3, len(pattern)) == pattern
    assert client.write(SRAM + 0x101, b"\xaa\xbb\xcc") == "OK"
    assert client.read(SRAM + 0xFF, 8) == pattern[0xFC:0xFE] + b"\xaa\xbb\xcc" + pattern[0x101:0x104]
    assert client.ask(f"m{0x20000000:x},4") == client.ask(f"m{SRAM + 0x1FFFE:x},4") == "E01"
    assert client.write(0, b"\0\0\0\0") == "E01"                               # ROM

    mscratch, mhartid, irq_mask = 65 + 0x340, 65 + 0xF14, 65 + isa.csrs(isa.read())["irq_mask"]
    assert client.set_reg(mscratch, 0xDEADBEEF) == "OK" and client.reg(mscratch) == 0xDEADBEEF
    assert client.set_reg(irq_mask, 0x5) == "OK" and client.reg(irq_mask) == 5
    assert client.set_reg(mhartid, 1) == "E01" and client.ask(f"p{65 + 0x7B0:x}") == "E01"
    # The program still runs to its end after the refused accesses.
    client.set_reg(32, 0)
    assert client.ask("G" + registers.hex()) == "OK" and client.go() == "W03"


def test_peripherals_are_accessed_in_whole_words(target, bare):  # noqa: F811
    client = Client(target(bare("li a0, 0\n j exit")))
    assert client.write(csr("CTRL_SCRATCH"), bytes.fromhex("78563412")) == "OK"
    assert client.read(csr("CTRL_SCRATCH"), 4) == bytes.fromhex("78563412")
    assert client.write(csr("CTRL_SCRATCH") + 2, b"\xab") == "OK" and client.go() == "W00"


def test_each_step_is_one_instruction(target, bare):  # noqa: F811
    firmware = bare("""
        li   a0, 0
        li   a1, 3
        li   a2, 0x10000000
    again:
        sw   a1, 0(a2)
        lw   a3, 0(a2)
        add  a0, a0, a3
        mul  a4, a0, a3
        addi a1, a1, -1
        bnez a1, again
        jal  leaf
        j    exit
    leaf:
        ret
    """)
    again = firmware.address("again")
    loop = [again + 4 * n for n in range(6)]
    expected = [0, 4, 8, *loop * 3, again + 24, again + 32, again + 28, firmware.address("exit")]
    client, seen = Client(target(firmware)), []
    for _ in expected:
        seen.append(client.reg(32))
        assert client.go(step=True) == f"T{TRAP:02x}thread:1;"
    assert seen == expected and [client.reg(number) for number in (10, 11, 13, 14)] == [6, 0, 1, 6]
    assert client.go() == "W06"


def test_step_enters_the_trap_handler(target, bare):  # noqa: F811
    """The traps are an illegal instruction (decode), an ecall (execute), a misaligned load and a late access fault."""
    for instruction, cause in ((".word 0xffffffff", 2), ("ecall", 11), ("lw a1, 1(zero)", 4), ("lw a1, 0(t1)", 5)):
        firmware = bare(f"""
            la   t0, handler
            csrw mtvec, t0
        before:
            lui  t1, 0x20000
        here:
            {instruction}
            j    exit
            .balign 4
        handler:
            csrr a0, mcause
            j    exit
        """)
        session = target(firmware)
        client = Client(session)
        before = firmware.address("before")
        assert client.ask(f"Z1,{before:x},4") == "OK" and client.go() == f"T{TRAP:02x}thread:1;"
        assert client.ask(f"z1,{before:x},4") == "OK" and client.go(step=True) == f"T{TRAP:02x}thread:1;"
        assert client.reg(32) == before + 4 and client.go(step=True) == f"T{TRAP:02x}thread:1;"
        assert client.reg(32) == firmware.address("handler")
        assert (client.reg(65 + 0x341), client.reg(65 + 0x342)) == (firmware.address("here"), cause)
        assert client.go() == f"W{cause:02x}" and session.end()[0] == cause


def test_breakpoints_work_in_rom_and_ram(target, bare):  # noqa: F811
    """Overwritten code is fetched again, and memory reads show the original code under a breakpoint."""
    firmware = bare(f"""
        li   a2, {SRAM:#x}
        la   a3, code
        lw   a4, 0(a3)
        sw   a4, 0(a2)
        lw   a4, 4(a3)
        sw   a4, 4(a2)
        fence.i
        li   a0, 0
    loop:
        jalr a2
        j    loop
    code:
        addi a0, a0, 1
        ret
    """)
    client = Client(target(firmware))
    loop = firmware.address("loop")
    assert client.ask(f"Z1,{loop:x},4") == "OK" and client.go() == f"T{TRAP:02x}thread:1;"
    assert client.reg(32) == loop and client.ask(f"z1,{loop:x},4") == "OK"
    original = client.read(SRAM, 8)
    assert client.ask(f"Z0,{SRAM:x},4") == "OK" and client.read(SRAM, 8) == original
    for round_ in range(3):
        assert client.go() == f"T{TRAP:02x}thread:1;"
        assert (client.reg(32), client.reg(10)) == (SRAM, round_)
        # Pass the breakpoint as GDB does: remove it, step, insert it.
        assert client.ask(f"z0,{SRAM:x},4") == "OK"
        client.go(step=True)
        assert client.reg(32) == SRAM + 4 and client.ask(f"Z0,{SRAM:x},4") == "OK"
    # Replace the code under the breakpoint by addi a0, a0, 100.
    assert client.write(SRAM, (0x06450513).to_bytes(4, "little")) == "OK"
    assert client.ask(f"z0,{SRAM:x},4") == "OK" and client.read(SRAM, 4) == (0x06450513).to_bytes(4, "little")
    client.go(step=True)
    assert client.ask(f"Z1,{SRAM + 4:x},4") == "OK"
    client.go()
    assert (client.reg(32), client.reg(10)) == (SRAM + 4, 103)
    # One of the 16 hardware breakpoints is in use. A software breakpoint in ROM also uses a hardware breakpoint.
    assert [client.ask(f"Z{n % 2},{4 * n:x},4") for n in range(16)] == ["OK"] * 15 + ["E01"]
    assert client.ask(f"Z0,{0x30000000:x},4") == client.ask(f"Z0,{SRAM + 2:x},4") == "E01"
    assert client.ask(f"Z2,{SRAM:x},4") == ""


def test_ctrl_c_stops_a_hung_program_and_detach_resumes_it(target, bare):  # noqa: F811
    session = target(bare(f"""
        li   a2, {SRAM:#x}
        sw   zero, 0(a2)
    round:
        lw   a0, 0(a2)
        beqz a0, round
        j    exit
    """))
    client = Client(session)
    client.send("vCont;c")
    client.socket.sendall(b"\x03")
    assert client.wait() == f"T{INTERRUPT:02x}thread:1;" and 0 < client.reg(32) <= 20
    assert client.write(SRAM, b"\x15\0\0\0") == "OK" and client.ask("D") == "OK"
    assert session.end() == (21, "")


def without_ticks(text):
    """Remove the tick counts: steps take a few cycles, so one more tick can pass."""
    return re.sub(r"\d+ ticks", "ticks", text)


@pytest.mark.slow
@systems
def test_program_behaves_the_same_when_stopped_anywhere(system, target):
    firmware, alone = app(system)
    session = target(firmware, system)
    client, stops = Client(session), 0
    while True:
        client.send("vCont;c")
        client.socket.sendall(b"\x03")
        reply = client.wait()
        if reply.startswith("W"):
            break
        assert reply == f"T{INTERRUPT:02x}thread:1;"
        stops += 1
        client.read(SRAM, 256)
        for _ in range(stops % 8):
            assert client.go(step=True) == f"T{TRAP:02x}thread:1;"
    status, output = session.end()
    assert status == 17 and without_ticks(output) == without_ticks(alone.output) and stops > 50


SWITCHES = r"""
    .macro context operation, number, bank, value
        .insn r 0x0b, 4, \operation, \number, \bank, \value
    .endm
    li   t0, 1
    la   t1, other
    context 0, x0, t0, t1               # set: bank 1 starts at other; its t0 is 0, which selects bank 0
    .irp n, 8,9,18,19,20,21,22,23,24,25,26,27
    li   x\n, 0x1000 + \n
    li   t2, 0x2000 + \n
    context 2, x\n, t0, t2             # write
    .endr
    li   a2, {rounds}
again:
    addi a0, a0, 1
    context 24, x0, t0, x0              # switch
    blt  a0, a2, again
    context 3, a1, t0, x10              # read
    sub  a0, a0, a1
    .irp n, 8,9,18,19,20,21,22,23,24,25,26,27
    addi t1, x\n, -0x700
    addi t1, t1, -0x700
    addi t1, t1, -(0x200 + \n)
    or   a0, a0, t1
    context 3, t1, t0, x\n
    sub  t1, t1, x\n
    addi t1, t1, -0x700
    addi t1, t1, -0x700
    addi t1, t1, -0x200
    or   a0, a0, t1
    .endr
    snez a0, a0
    j    exit
other:
    nop                                 # pads a round to 19 cycles
    addi a0, a0, 1
    context 24, x0, t0, x0
    j    other
"""


@pytest.mark.slow                              # needs its own simulator
def test_a_halt_in_the_middle_of_a_switch_changes_nothing(target, bare):  # noqa: F811
    """Two tasks only switch, in rounds of 19 cycles. A varying number of steps after each halt moves the next halt to
    another cycle. At the end, both tasks have counted each round and kept their registers."""
    firmware = bare(SWITCHES.format(rounds=60_000))
    client, at = Client(target(firmware, "tickless-contexts")), []
    while not (reply := client.go(interrupted=True)).startswith("W"):
        assert reply == f"T{INTERRUPT:02x}thread:1;"
        at.append(client.reg(32))
        for _ in range(len(at) % 7):
            assert client.go(step=True) == f"T{TRAP:02x}thread:1;"
    again, other = firmware.address("again"), firmware.address("other")
    assert reply == "W00" and len(at) > 100
    assert set(at) == {again, again + 4, again + 8, other, other + 4, other + 8, other + 12}


def test_debugger_can_reconnect(target, bare):  # noqa: F811
    session = target(bare("1: addi a0, a0, 1\n j 1b"))
    first = Client(session)
    assert first.ask("Z1,0,4") == first.ask("D") == "OK"
    second = Client(session)
    assert second.ask("?") == f"T{TRAP:02x}thread:1;" and second.reg(10) > 1     # D removed the breakpoint at 0
    second.send("k")
    assert session.end()[0] == 130


def test_ebreak_stops_under_a_debugger_and_traps_without_one(target, bare):  # noqa: F811
    program = bare("""
        la   t0, handler
        csrw mtvec, t0
    here:
        ebreak
        li   a0, 1
        j    exit
        .balign 4
    handler:
        csrr a0, mcause
        j    exit
    """)
    client = Client(target(program))
    assert client.go() == f"T{TRAP:02x}thread:1;" and client.reg(32) == program.address("here")
    client.set_reg(32, client.reg(32) + 4)
    assert client.go() == "W01"
    session = target(program)
    assert Client(session).ask("D") == "OK" and session.end()[0] == 3            # mcause of a breakpoint
    assert run_module.execute(program, debug_soc()).status == 3


def test_events_that_end_a_run_halt_under_a_debugger(target, bare):  # noqa: F811
    session = target(bare("li a0, 5\n here: .word 0xffffffff"))
    client = Client(session)
    client.send("c")
    message = bytes.fromhex(client.receive()[1:]).decode()
    assert "an unhandled trap" in message and client.wait() == "T0bthread:1;" and client.reg(10) == 5
    assert client.monitor("reset").startswith("the core is at its reset address") and client.reg(32) == 0
    client.send("k")
    assert session.end()[0] == 130

    session = target(bare("stuck: j stuck"))
    client = Client(session)
    assert client.go() == f"T{TRAP:02x}thread:1;" and client.reg(32) == 0
    client.socket.close()                                                        # the loss of the debugger ends the run
    assert session.end()[0] == 130


def test_reset_restarts_the_program(target):
    firmware, alone = app("original")
    session = target(firmware)
    client = Client(session)
    stand = firmware.address("Stand")
    assert client.ask(f"Z1,{stand:x},4") == "OK"
    assert client.go() == f"T{TRAP:02x}thread:1;" and client.reg(32) == stand
    assert client.monitor("reset").startswith("the core") and client.reg(32) == 0
    assert client.go() == f"T{TRAP:02x}thread:1;" and client.reg(32) == stand
    client.ask(f"z1,{stand:x},4")
    assert client.go() == "W11" and session.end() == (17, alone.output)


@pytest.mark.slow
def test_core_with_an_unused_debugger_is_as_fast():
    firmware, alone = app("tickless-contexts")
    other = run_module.execute(firmware, debug_soc("tickless-contexts"))
    assert (other.output, other.report["cycles"]) == (alone.output, alone.report["cycles"])


# The command

def test_run_waits_for_gdb_and_prints_the_gdb_command(tmp_path):
    process = subprocess.Popen([ROOT / "metro", "run", APP, "--gdb"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    try:
        lines = iter(process.stderr.readline, "")
        line = next(line for line in lines if "waiting for GDB" in line)
        words = next(lines).split()
        assert line.startswith("metro: waiting for GDB") and words[0] == "gdb-multiarch"
        typed = subprocess.run(["sh", "-c", " ".join(words) + " -nx -batch -ex 'metronome ready' -ex continue"],
                               capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        assert "in software (OSRdyTbl): " not in typed.stdout and "exited with code 021" in typed.stdout, typed
        output, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, output) == (17, app("original")[1].output)


def test_gdb_option_refuses_a_port_in_use():
    with connection.listen(None) as taken:
        port = taken.getsockname()[1]
        outcome = metro("run", APP, "--gdb", port)
        assert outcome.returncode == 1 and f"--gdb cannot listen on port {port}: Address already in use" in \
            outcome.stderr
        with connection.listen(None) as free:      # None selects a free port
            assert free.getsockname()[1] not in (port, 0) and free.getsockname()[0] == "127.0.0.1"


def test_gdb_option_refuses_an_invalid_port():
    parser = argparse.ArgumentParser(exit_on_error=False)
    run_command.add_arguments(parser)
    for wrong in ("0", "65536", "x"):
        with pytest.raises(argparse.ArgumentError, match="--gdb"):
            parser.parse_args(["app", "--gdb", wrong])


def test_breakpoints_option_requires_the_debug_plugin():
    with pytest.raises(MetroError, match="--breakpoints: the core has no debug plugin; give --debug too"):
        configuration.of_options("--breakpoints", "2")
    with pytest.raises(MetroError, match="--breakpoints 49: a core has 0 to 48"):
        configuration.of_options("--debug", "--breakpoints", "49")
    with pytest.raises(MetroError, match="--debug: not with --native-buses"):
        configuration.of_options("--debug", "--native-buses")


def test_board_has_the_debug_registers_on_its_bus(tmp_path):
    """The debug registers are on the bus of a board's SoC, and the core has every port that the SoC connects."""
    folder = core.generate(configuration.read("original").changed(configuration.DEBUGGED))
    (tmp_path / "build.py").write_text(f"""
import sys
sys.path.insert(0, {str(ROOT / 'hw')!r})
from litex_soc import MetronomeSoC, SimulationPlatform
soc = MetronomeSoC(SimulationPlatform(), {str(folder)!r}, uart_name="sim")
soc.finalize()
region = soc.bus.regions["vexriscv_debug"]
soc.platform.get_verilog(soc, name="board").write("board.v")
print(hex(region.origin), region.size)
""")
    built = subprocess.run([sys.executable, "build.py"], cwd=tmp_path, capture_output=True, text=True)
    assert built.stdout.splitlines()[-1:] == ["0xf00f0000 256"], built.stderr
    subprocess.run(["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "-Wno-COMBDLY", "--top-module", "board",
                    "board.v", folder / "VexRiscv.v"], cwd=tmp_path, check=True)


def test_core_description_lists_the_debugger():
    made = core.generate(configuration.read("original").changed(configuration.DEBUGGED))
    assert core.describe(made)["debug"] == {"hardware_breakpoints": 16}
    assert "debug" not in core.describe(core.generate())
