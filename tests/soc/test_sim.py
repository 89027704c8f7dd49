# SPDX-License-Identifier: Apache-2.0
"""The simulation harness: endings, measurements and inputs of a run. The programs are bare: they use no kernel."""
import json
import re
import subprocess
from pathlib import Path

import pytest

from metro.base.errors import MetroError
from metro.cli import command_line as cli
from metro.products import firmware as firmware_module, isa, soc as soc_module
from metro.run import command as run_command, execution as run_module
from metro.run.execution import Line
from metro.wcet import replay
from support import PATIENCE, ROOT, metro

BARE = ROOT / "tests" / "soc" / "sim" / "bare.ld"
SRAM = 0x10000000


def csr(name):
    text = (soc_module.default() / "include" / "generated" / "csr.h").read_text()
    base, offset = (int(re.search(rf"#define {what}.*?(0x[0-9a-f]+)", text).group(1), 16)
                    for what in ("CSR_BASE", f"CSR_{name}_ADDR"))
    return base + offset


@pytest.fixture
def bare(tmp_path):
    """Assemble a program that starts at the reset address. A jump to `exit` with the code in a0 ends the run."""
    def make(text):
        source = tmp_path / "program.S"
        source.write_text(f"""
            .option norvc
            .globl _start
            .type _start, @function
            _start:
            {text}
            exit:
                li t6, {csr("SIM_EXIT_CODE")}
                sw a0, 0(t6)
            1:  j 1b
            .type print, @function
            print:                          # a0: a string
                li t6, {csr("UART_RXTX")}
            2:  lbu t5, 0(a0)
                beqz t5, 3f
                sw t5, 0(t6)
                addi a0, a0, 1
                j 2b
            3:  ret
        """)
        elf = tmp_path / "program.elf"
        subprocess.run([firmware_module.COMPILER, "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-nostdlib",
                        "-T", BARE, source, "-o", elf], check=True)
        return firmware_module.read(elf, soc_module.default())
    return make


# Endings

def test_exit_code_zero_is_success(bare):
    outcome = run_module.execute(bare("li a0, 0\n j exit"))
    assert (outcome.status, outcome.report["ended"], outcome.errors) == (0, "exit", "")


def test_exit_code_is_the_status(bare):
    outcome = run_module.execute(bare("li a0, 77\n j exit"))
    assert (outcome.status, outcome.report["ended"]) == (77, "exit")


def test_trap_without_a_handler_is_reported(bare):
    outcome = run_module.execute(bare(r"""
        li sp, 0x10001000
        la a0, text
        jal print
        jal culprit
        .pushsection .rodata
        text: .asciz "before\nthe last words"
        .popsection
        .type culprit, @function
        culprit:
            nop
            .word 0xffffffff
    """))
    assert (outcome.status, outcome.report["ended"]) == (126, "trap")
    assert "unhandled trap" in outcome.errors and "culprit+0x4" in outcome.errors
    assert "2 (illegal instruction), address 0xffffffff" in outcome.errors
    assert '"the last words"' in outcome.errors


def test_exception_inside_the_exception_handler_is_a_trap(bare):
    outcome = run_module.execute(bare("""
        la t0, handler
        csrw mtvec, t0
        li t0, 0x20000000                   # no memory has this address
        lw a0, 0(t0)
        .balign 4
        handler:
            lw a0, 1(sp)
    """))
    assert (outcome.status, outcome.report["ended"]) == (126, "trap")
    assert "inside the firmware's exception handler" in outcome.errors and "(misaligned load)" in outcome.errors


def test_a_handled_exception_is_no_error(bare):
    outcome = run_module.execute(bare("""
        la t0, handler
        csrw mtvec, t0
        li s1, 3
        loop:
            .word 0
            addi s1, s1, -1
            bnez s1, loop
            li a0, 5
            j exit
        .balign 4
        handler:
            csrr t0, mepc
            addi t0, t0, 4
            csrw mepc, t0
            mret
    """))
    assert outcome.status == 5, outcome.errors


def test_cycle_limit_ends_the_run(bare):
    outcome = run_module.execute(bare("csrsi mstatus, 8\n forever: addi a1, a1, 1\n j forever"), max_cycles=20_000)
    assert (outcome.status, outcome.report["ended"], outcome.report["cycles"]) == (124, "cycle limit", 20_000)
    assert "cycle limit of 20000" in outcome.errors and "PC" in outcome.errors


@pytest.mark.parametrize("more", range(6))
def test_cycle_limit_names_the_instruction_that_retired_last(bare, more):
    outcome = run_module.execute(bare("""
        csrsi mstatus, 8
        j spin
        .type spin, @function
        spin: j spin
        .type behind, @function
        behind: nop
    """), max_cycles=20_000 + more)
    assert "(spin)" in outcome.errors, outcome.errors


def test_jump_to_itself_with_interrupts_off_is_a_hang(bare):
    outcome = run_module.execute(bare("stop: j stop"))
    assert (outcome.status, outcome.report["ended"]) == (125, "hang")
    assert "jump to itself with interrupts off" in outcome.errors and outcome.report["cycles"] < 2000


def test_jump_to_itself_with_interrupts_on_is_waiting(bare):
    outcome = run_module.execute(bare("csrsi mstatus, 8\n wait: j wait"), max_cycles=30_000)
    assert outcome.report["ended"] == "cycle limit"


def test_no_retired_instruction_is_a_hang(bare):
    outcome = run_module.execute(bare("csrw mie, zero\n wfi"))
    assert (outcome.status, outcome.report["ended"]) == (125, "hang")
    assert "no instruction retired for 10000 cycles" in outcome.errors


def test_sleeping_until_an_interrupt_is_no_hang(bare):
    outcome = run_module.execute(bare("li t0, 0x800\n csrw mie, t0\n wfi"), max_cycles=30_000)
    assert outcome.report["ended"] == "cycle limit"


# Measurements

def test_meters_agree_with_the_cycle_counter(bare):
    program = bare("""
        li sp, 0x10001000
        li s1, 4                            # the last of four passes has warm caches
        pass:
            jal work
            addi s1, s1, -1
            bnez s1, pass
            j exit
        .globl work
        work:
        first:
            csrr t0, mcycle
            li t1, 100
        1:  mul t2, t1, t1
            addi t1, t1, -1
            bnez t1, 1b
        second:
            csrr t1, mcycle
            sub a0, t1, t0
            srli a0, a0, 3
            ret
    """)
    at = program.symbols
    outcome = run_module.execute(program, meters={"meters": [
        {"name": "between", "kind": "interval", "start": {"pc": at["first"]}, "stop": [{"pc": at["second"]}]},
        {"name": "call", "kind": "call", "entry": at["work"]},
    ]})
    between, call = outcome.report["meters"]["between"], outcome.report["meters"]["call"]
    assert between["count"] == call["count"] == 4
    assert between["min"] // 8 == outcome.status
    assert between["min"] < call["min"] < between["min"] + 20


def test_calls_that_reach_a_cancelling_address_do_not_count(bare):
    program = bare("""
        li s1, 10
        again:
            jal work
            addi s1, s1, -1
            bnez s1, again
            li a0, 0
            j exit
        work:
            andi t0, s1, 1
            beqz t0, 1f
        odd:
            nop
        1:  ret
    """)
    at = program.symbols
    meters = {"meters": [{"name": "even", "kind": "call", "entry": at["work"], "cancel": [at["odd"]]}]}
    assert run_module.execute(program, meters=meters).report["meters"]["even"]["count"] == 5


def test_window_skips_and_counts(bare):
    program = bare("""
        li s1, 20
        again:
            nop
            addi s1, s1, -1
            bnez s1, again
            li a0, 9
            j exit
    """)
    beat = {"pc": program.symbols["again"]}
    outcome = run_module.execute(program, meters={
        "window": {"begin": {"pc": 0}, "end": beat, "skip": 3, "count": 7},
        "meters": [{"name": "beat", "kind": "interval", "start": beat, "stop": [beat]}]})
    assert (outcome.status, outcome.report["ended"]) == (0, "measured")
    assert outcome.report["meters"]["beat"]["count"] == 7


def test_time_with_interrupts_off_is_measured(bare):
    program = bare("""
        li s1, 5
        again:
            csrsi mstatus, 8
            csrci mstatus, 8
        off:
            nop
            nop
        on:
            addi s1, s1, -1
            bnez s1, again
            csrsi mstatus, 8
            li a0, 0
            j exit
    """)
    off = run_module.execute(program, meters={"meters": [{"name": "off", "kind": "interrupts_off"}]})
    assert off.report["meters"]["off"]["count"] == 5
    assert 4 <= off.report["meters"]["off"]["min"] <= 20


def test_interval_has_several_starts_and_stops_also_in_sram(bare):
    program = bare(f"""
        li t0, {SRAM}
        la t1, body
        lw t2, 0(t1)
        sw t2, 0(t0)
        lw t2, 4(t1)
        sw t2, 4(t0)
        fence.i
        li s2, {csr("SIM_LINE_EV_ENABLE")}
        li s3, {csr("SIM_LINE_EV_PENDING")}
        li t1, 1
        sw t1, 0(s2)
        li t1, 0x800
        csrw mie, t1
        li t1, -1
        csrw {isa.csrs(isa.read())["irq_mask"]}, t1
        li s1, 3
        again:
            csrw mie, zero
            csrsi mstatus, 8
            csrci mstatus, 8                # first interval: from here ...
            .rept 50
            nop
            .endr
            jalr ra, t0                     # ... to the SRAM
            li t1, 0x800
            csrw mie, t1
            wfi                             # second interval: from the end of the sleep ...
            li t1, 1
            sw t1, 0(s3)
            csrw mie, zero
            .rept 50
            nop
            .endr
            csrsi mstatus, 8                # ... to here
            addi s1, s1, -1
            bnez s1, again
        li a0, 0
        j exit
        .balign 4
        body:
            nop
            ret
    """)
    meters = {"meters": [
        {"name": "both", "kind": "interval", "start": [{"interrupts": False}, {"asleep": False}],
         "stop": [{"pc": SRAM}, {"interrupts": True}, {"asleep": True}]}]}
    found = run_module.execute(program, meters=meters, line=Line(3000, 3000)).report["meters"]["both"]
    assert found["count"] == 6 and 50 <= found["min"] and found["max"] < 400  # without the sleep of nearly 3,000 cycles


# The instructions `csrr rd, mcycle` and `csrrc rd, mcycle, zero`, with any rd.
READS, CLEARS = ({"instruction": word, "mask": 0xFFFFF07F} for word in (0xB0002073, 0xB0003073))


def test_interrupts_off_counts_only_within_an_interval(bare):
    program = bare("""
        li s1, 5
        again:
            csrsi mstatus, 8
            csrci mstatus, 8
            .rept 50                        # outside the interval
            nop
            .endr
            csrsi mstatus, 8
            csrr t0, mcycle
            csrci mstatus, 8
            nop
            csrsi mstatus, 8
            csrci mstatus, 8                # still disabled when the interval ends
            csrrc t1, mcycle, zero
            .rept 50
            nop
            .endr
            csrsi mstatus, 8
            addi s1, s1, -1
            bnez s1, again
            li a0, 0
            j exit
    """)
    meters = {"meters": [{"name": "off", "kind": "interrupts_off", "start": READS, "stop": [CLEARS]}]}
    off = run_module.execute(program, meters=meters).report["meters"]["off"]
    assert off["count"] == 5 and off["max"] < 50


def test_each_part_of_a_run_has_separate_statistics(bare):
    program = bare("""
        li s1, 3
        again:
            .rept 2
            csrr t0, mcycle
            csrrc t1, mcycle, zero
            .endr
        part:
            addi s1, s1, -1
            bnez s1, again
            csrr t0, mcycle
            csrrc t1, mcycle, zero
            li a0, 0
            j exit
    """)
    report = run_module.execute(program, meters={
        "parts": {"pc": program.symbols["part"]},
        "meters": [{"name": "work", "kind": "interval", "start": READS, "stop": [CLEARS]}]}).report
    assert [part["work"]["count"] for part in report["parts"]] == [2, 2, 2, 1]
    assert report["meters"] == report["parts"][-1]


def test_refilled_lines_are_counted_for_each_cache(bare):
    program = bare("""
        li s1, 0x10000000
        j cold
        .balign 32
        cold:
            csrr t0, mcycle
            lw t1, 0(s1)                    # three lines of the data cache
            lw t1, 4(s1)
            lw t1, 32(s1)
            lw t1, 64(s1)
            sw t1, 128(s1)                  # a store refills no line
            j 1f
        .balign 32
        .space 1024
        1:  csrrc t1, mcycle, zero
            bnez s0, 2f
            li s0, 1
            j cold
        2:  li a0, 0
            j exit
    """)
    report = run_module.execute(program, meters={"parts": READS, "meters": [
        {"name": "work", "kind": "refills", "start": READS, "stop": [CLEARS]}]}).report
    before, cold, warm = (part["work"] for part in report["parts"])
    assert before["count"] == 0 and cold["lines"]["data"] == 3 and cold["lines"]["instruction"] in (1, 2)
    assert warm["lines"] == {"instruction": 0, "data": 0}
    assert cold["max"] > warm["max"] + 4 * 8                        # at least four lines of 8 words


def test_each_retired_instruction_is_recorded_with_its_cycle(bare, tmp_path):
    program = bare("""
        li t0, 3
    1:  addi t0, t0, -1
        bnez t0, 1b
        li a0, 0
        j exit
    """)
    outcome = run_module.execute(program, options=["--retired", str(tmp_path / "retired")])
    addresses, cycles = replay.read(tmp_path / "retired")
    retired = [(address, cycle) for address, cycle in zip(addresses, cycles) if not address & 1]
    start = program.address("_start")
    assert [address - start for address, _ in retired[:9]] == [0, 4, 8, 4, 8, 4, 8, 12, 16]
    assert replay.FETCHED_LINE in addresses[:2] and replay.LOADED_LINE not in addresses
    assert len(retired) == outcome.report["instructions"] and list(cycles) == sorted(cycles)


def test_a_profile_has_cycles_and_instructions_by_address(bare):
    program = bare("""
        li s1, 5
        again:
            csrr t0, mcycle
        work:
            nop
            csrrc t1, mcycle, zero
            addi s1, s1, -1
            bnez s1, again
            li a0, 0
            j exit
    """)
    profile = run_module.execute(program, meters={"meters": [
        {"name": "work", "kind": "profile", "start": READS, "stop": [CLEARS]}]}).report["meters"]["work"]
    spent = {pc: (cycles, times) for pc, cycles, times in profile["spent_at"]}
    assert set(spent) == {program.symbols["work"], program.symbols["work"] + 4}
    assert [times for _, times in spent.values()] == [5, 5]
    assert sum(cycles for cycles, _ in spent.values()) == profile["mean"] * 5


@pytest.mark.parametrize("meters, reason", [
    ({"meters": [{"name": "x", "kind": "clock"}]}, "unknown kind"),
    ({"meters": [{"name": "x", "kind": "call", "entry": 0x80000000}]}, "misaligned, or outside"),
    ({"meters": [{"name": "x", "kind": "interval", "start": {}, "stop": []}]}, "event needs one of"),
    ({"meters": [{"kind": "call"}]}, "name"),
])
def test_invalid_meters_are_refused(bare, meters, reason):
    from metro.base.errors import MetroError
    with pytest.raises(MetroError) as error:
        run_module.execute(bare("j exit"), meters=meters)
    assert reason in error.value.hint


def test_memory_check_needs_a_simulator_that_watches_slots(bare, tmp_path):
    from metro.base.errors import MetroError
    (tmp_path / "check.json").write_text('{"threads": 2147483648}')
    with pytest.raises(MetroError) as error:
        run_module.execute(bare("j exit"), options=["--check-memory", str(tmp_path / "check.json")])
    assert "built without the threads' signals" in error.value.hint


# Inputs

def test_uart_output_and_input(bare):
    sent = bytes(range(1, 256)) * 3
    outcome = run_module.execute(bare(f"""
            li s0, {csr("UART_RXTX")}
            li s1, {csr("UART_RXEMPTY")}
            li s2, {csr("UART_TXFULL")}
            li s3, {csr("UART_EV_PENDING")}
            li s4, {len(sent)}
            li a0, 0
        next:
            lw t0, 0(s1)
            bnez t0, next
            lw t1, 0(s0)
            li t2, 2
            sw t2, 0(s3)                    # acknowledge the received byte
            add a0, a0, t1
        2:  lw t0, 0(s2)
            bnez t0, 2b
            addi t2, zero, 'x'
            sw t2, 0(s0)
            addi s4, s4, -1
            bnez s4, next
            andi a0, a0, 255
            j exit
    """), uart_input=sent, max_cycles=2_000_000)
    assert outcome.status == sum(sent) % 256, outcome.errors
    assert outcome.output == "x" * len(sent)


def line_distances(program, **line):
    event = {"line": 2}
    report = run_module.execute(program, max_cycles=400_000, line=Line(**line), meters={
        "meters": [{"name": "distance", "kind": "interval", "start": event, "stop": [event]}]}).report
    return report["meters"]["distance"]


def test_the_interrupt_line_rises_at_seeded_random_distances(bare):
    # The program acknowledges each event at once, so the line can rise again.
    program = bare(f"""
            csrsi mstatus, 8
            li s0, {csr("SIM_LINE_EV_ENABLE")}
            li s1, {csr("SIM_LINE_EV_PENDING")}
            li t0, 1
            sw t0, 0(s0)
        again:
            sw t0, 0(s1)
            j again
    """)
    distances = line_distances(program, min=200, max=3000, seed=1)
    assert distances["count"] > 100
    # The line itself falls and rises a few cycles after the pad.
    assert 190 <= distances["min"] < 500 and 2500 < distances["max"] <= 3010
    assert distances == line_distances(program, min=200, max=3000, seed=1)
    assert distances != line_distances(program, min=200, max=3000, seed=2)


@pytest.mark.slow
def test_trace_has_a_window(bare, tmp_path):
    program = bare("csrsi mstatus, 8\n forever: addi a1, a1, 1\n j forever")
    sizes = {}
    for name, window in {"whole": [], "part": ["--trace-from", 5000, "--trace-to", 5400]}.items():
        file = tmp_path / f"{name}.fst"
        run = metro("run", program.elf, "--max-cycles", 20000, "--trace", file, *window)
        assert run.returncode == 124, run.stderr
        sizes[name] = file.stat().st_size
    assert 0 < 5 * sizes["part"] < sizes["whole"]


# ./metro run as a user sees it

def test_run_ends_with_the_firmwares_code_and_prints_its_output(bare, tmp_path):
    program = bare(r"""
        li sp, 0x10001000
        la a0, text
        jal print
        li a0, 3
        j exit
        .pushsection .rodata
        text: .asciz "hello\n"
        .popsection
    """)
    report = tmp_path / "report.json"
    run = metro("run", program.elf, "--report", report)
    assert (run.returncode, run.stdout) == (3, "hello\n")
    found = json.loads(report.read_text())
    assert found["ended"] == "exit"
    assert run.stderr.splitlines()[-1] == (f"metro: exit code 3 after {found['cycles']:,} cycles "
                                           f"({found['cycles'] * 20e-6:.1f} ms at 50 MHz)")


def test_run_reports_the_cycle_limit_in_its_last_line(bare):
    run = metro("run", bare("csrsi mstatus, 8\n wait: j wait").elf, "--max-cycles", 3000)
    assert run.returncode == 124 and "metro: cycle limit after 3,000 cycles (0.1 ms" in run.stderr.splitlines()[-1]


def test_run_into_a_closed_pipe_ends_with_141(bare, monkeypatch):
    monkeypatch.setattr(run_command, "command_of", lambda *_: ["sh", "-c", "kill -PIPE $$"])
    _, args = cli.parse(["run", str(bare("j exit").elf)])
    assert run_command.main(args) == 141


def test_run_names_the_cause_after_non_text_output(bare):
    program = bare(r"""
        li sp, 0x10001000
        la a0, text
        jal print
    1:  j 1b
        .pushsection .rodata
        text: .asciz "20 \260C\n"
        .popsection
    """)
    run = subprocess.run([ROOT / "metro", "run", program.elf], capture_output=True, text=True, errors="replace",
                         timeout=PATIENCE)
    assert run.returncode == 125 and "PC  " in run.stderr and "metro: hang after" in run.stderr.splitlines()[-1]


def test_killed_simulator_is_an_error(bare, monkeypatch):
    monkeypatch.setattr(run_command, "command_of", lambda *_: ["sh", "-c", "kill -SEGV $$"])
    _, args = cli.parse(["run", str(bare("j exit").elf)])
    with pytest.raises(MetroError, match="the simulator was ended by SIGSEGV"):
        run_command.main(args)


@pytest.mark.parametrize("arguments", [["--max-cycles", "0"], ["--max-cycles", "many"], ["--line", "5:20"],
                                       ["--line", "90:80"], ["--what"]])
def test_run_refuses_invalid_options(bare, arguments):
    run = metro("run", bare("j exit").elf, *arguments)
    assert run.returncode == 2 and arguments[0] in run.stderr and "Traceback" not in run.stderr


def check_refused_before_the_build(option, file, reason, monkeypatch):
    monkeypatch.setattr(run_command, "load", lambda *_: pytest.fail("the application was built"))
    _, args = cli.parse(["run", str(ROOT / "sw" / "example"), option, str(file)])
    with pytest.raises(MetroError, match=reason):
        run_command.main(args)


def test_run_refuses_a_missing_uart_input(tmp_path, monkeypatch):
    check_refused_before_the_build("--uart-input", tmp_path / "none",
                                   f"--uart-input: cannot read {tmp_path}/none: No such file", monkeypatch)


@pytest.mark.parametrize("option", ["--trace", "--report"])
def test_run_refuses_a_file_in_a_missing_folder(option, tmp_path, monkeypatch):
    check_refused_before_the_build(option, tmp_path / "none" / "file", f"{option}: there is no folder {tmp_path}/none",
                                   monkeypatch)


@pytest.mark.parametrize("typed, near", [("sw/exmple", "sw/example"), ("sww/example", "sw/example"),
                                         ("sw/nothing", "")])
def test_run_suggests_a_folder_for_a_mistyped_one(typed, near, monkeypatch):
    monkeypatch.chdir(ROOT)
    with pytest.raises(MetroError, match=f"there is no firmware {typed}") as refusal:
        run_command.load(Path(typed))
    assert refusal.value.hint.startswith(f"Did you mean {near}? " if near else "Give ")


def test_long_run_says_how_to_stop_it(monkeypatch, capsys):
    def waited(patience, aloud=True):
        monkeypatch.setattr(run_command, "PATIENCE", patience)
        process = subprocess.Popen(["sh", "-c", "sleep 0.5; echo end >&2"], stderr=subprocess.PIPE, text=True)
        assert run_command.wait(process, aloud) == (None, "end\n") and process.returncode == 0
        return capsys.readouterr()
    output = waited(0)
    assert output.out == "" and "still runs after 0 s. Ctrl-C stops it; --max-cycles N" in output.err
    assert waited(PATIENCE) == waited(0, aloud=False) == ("", "")
