# SPDX-License-Identifier: Apache-2.0
"""The port and the board support: small programs that run on the simulated SoC (tests/kernel/port/*.c).

A program passes if it ends with exit code 0 and prints PASS last. Lines of the comment at its head change this:
    exit: N           another exit code
    output: REGEX     a pattern that the output must contain instead of PASS (repeatable); {symbol}: its address
    defs: -D...       further compiler options
    opt: -O0 -O2      build and run once for each (default: -O2)
    case: NAME -D...  build and run once for each such line
    combined: -D...   run on `combined` as well; these options apply to all systems with units
    on: SYSTEM...     run only on these systems (default: SYSTEMS)
    line: MIN MAX     raise the interrupt line sim_line at random distances of MIN to MAX cycles
    input: TEXT       sent to the console
    cycles: N         cycle limit
"""
import itertools
import re
import shutil
from pathlib import Path

import pytest

from metro import configuration
from metro.base import paths
from metro.measure import workloads
from metro.products import core, firmware, rtos, soc
from metro.run import execution as run
from mutants.kernel import BANKS, SHORT_TICK
from support import slow_except, slow_if

PORT = Path(__file__).parent / "port"
KEYS = ("exit", "output", "defs", "opt", "case", "combined", "on", "line", "input", "cycles")
CYCLES = 5_000_000

IN_SOFTWARE = {f"kernel.{use}": False for use in ("ready", "delays", "events")}
SYSTEMS = {name: configuration.read(name) for name in ("original", "combined", "contexts")}
SYSTEMS["banks"] = SYSTEMS["contexts"].changed(IN_SOFTWARE)        # register banks without units: only the port differs
# Systems whose time base generates the ticks. Of all programs, only those in ON_TIME_BASE run on these systems.
TICKLESS = {name: configuration.read(name) for name in ("tickless", "tickless-contexts", "vectors", "self-switch")}
SYSTEMS |= TICKLESS
SYSTEMS["contexts-vectors"] = SYSTEMS["contexts"].changed({"core.vectors": True})
QUICK_WITH_BANKS = {
    "contexts": ("bank_reuse", "every_cycle", "tick_and_line"), "banks": (),
}
QUICK_WITH_UNITS = {
    "combined": ("tick_and_line",), "tickless": (), "tickless-contexts": (),
    "vectors": ("every_cycle", "masked", "nesting"), "contexts-vectors": ("tick_and_line",),
}
ON_TIME_BASE = ("before_start", "critical", "every_cycle", "hooks", "lines", "masked", "nesting", "registers", "stack",
                "tick", "tick_wakes_later")


def header(program: Path) -> dict:
    comment = re.match(r"(/\*.*?\*/\s*)+", program.read_text(), re.DOTALL).group(0)
    found = {key: re.findall(rf"^ \* {key}: (.*)$", comment, re.MULTILINE) for key in KEYS}
    return {key: values if key in ("case", "output") else values[0] for key, values in found.items() if values}


def cases():
    """Yield each case on each system."""
    for program in sorted(PORT.glob("*.c")):
        settings = header(program)
        for case, opt, system in itertools.product(settings.get("case", [""]), settings.get("opt", "-O2").split(),
                                                   settings.get("on", " ".join(SYSTEMS)).split()):
            if system == "combined" and system not in settings or (
                    system in TICKLESS and program.stem not in ON_TIME_BASE) or (
                    program.stem == "lines" and SYSTEMS[system].core.vectors):      # software selects its lines
                continue
            name, _, defs = case.partition(" ")
            quick = {**QUICK_WITH_BANKS, **QUICK_WITH_UNITS}.get(system)
            has_units = system in ("combined", "contexts", "contexts-vectors", *TICKLESS)
            unit_defs = settings.get("combined", "") if has_units else ""
            yield pytest.param(
                program, " ".join([defs, unit_defs]), opt, system,
                id="".join([program.stem, name and f"-{name}", opt, "" if system == "original" else f"-{system}"]),
                marks=slow_if((program.stem, name) == ("every_cycle", "all") or
                              opt != "-O2" or quick is not None and program.stem not in quick))


def built(program, defs="", opt="-O2", system="original", on=None, software=None, kernel=None):
    """Return (firmware, SoC) of a program. on: the system whose core runs it; software: a changed copy of sw/."""
    board = soc.build(core.generate(SYSTEMS[on or system]))
    switches = "" if "OS_CPU_CONTEXTS" in defs else rtos.get().switches(SYSTEMS[system])
    defs = " ".join(filter(None, [header(program).get("defs"), defs, switches]))
    return firmware.build(program.stem, [program], PORT / "cfg", board, opt=opt, defs=defs, software=software,
                          kernel=kernel), board


def execute(image, board, program=None):
    """Run an image with the settings in the program's header."""
    settings = header(program) if program else {}
    return run.execute(image, board, max_cycles=int(settings.get("cycles", CYCLES)),
                       line=run.Line(*map(int, settings["line"].split())) if "line" in settings else None,
                       uart_input=settings["input"].encode() if "input" in settings else None)


def check_passes(program, defs="", opt="-O2", system="original", **options):
    result = execute(*built(program, defs, opt, system, **options), program)
    assert result.status == 0 and result.output.endswith("PASS\n"), result.output + result.errors


@pytest.mark.parametrize("program, defs, opt, system", cases())
def test_program(program, defs, opt, system):
    settings = header(program)
    image, board = built(program, defs, opt, system)
    result = execute(image, board, program)
    assert result.status == int(settings.get("exit", 0)), result.output + result.errors
    for line in settings.get("output", [r"PASS\n$"]):
        line = re.sub(r"\{([a-z]\w*)\}", lambda match: f"0x{image.address(match.group(1)):08x}", line)
        assert re.search(line, result.output), f"expected {line}\ngot {result.output}"


def registers_over_short_ticks(system="combined", software=None):
    """Run registers.c. Return the result, and the number of ticks that took the port's short path."""
    image, board = built(PORT / "registers.c", "-DOS_TIME_TICK_HOOK_EN=0u", system=system, software=software)
    stop = [{"pc": image.address("OS_CPU_TrapExitTick")}]
    meter = {"name": "short", "kind": "interval", "start": {"trap": workloads.TIMER_LINE}, "stop": stop}
    result = run.execute(image, board, {"meters": [meter]}, max_cycles=40_000_000, line=run.Line(300, 4000))
    return result, result.report["meters"]["short"]["count"]


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["combined", "contexts"], ["combined"]))
def test_every_register_survives_the_short_tick(system):
    result, short = registers_over_short_ticks(system)
    assert (result.status, result.output[-5:]) == (0, "PASS\n"), result.output + result.errors
    ticks, in_wait = map(int, re.search(r"(\d+) ticks, (\d+) of them in the wait", result.output).groups())
    assert in_wait > 500 and ticks / 2 < short < ticks


@SHORT_TICK.each
def test_register_lost_by_the_short_tick_is_found(mutant, tmp_path):
    result, _ = registers_over_short_ticks(software=mutant.copy(tmp_path))
    assert result.status == 1 and "x7 of task" in result.output


HOOKS = ("OS_CPU_HOOKS_EN", "OS_APP_HOOKS_EN", "OS_TASK_SW_HOOK_EN", "OS_TIME_TICK_HOOK_EN")


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", slow_except(["original", *QUICK_WITH_BANKS], ["original"]))
@pytest.mark.parametrize("switches", slow_except(list(itertools.product((0, 1), repeat=len(HOOKS))),
                                                 [(0, 1, 1, 0), (1, 0, 0, 1)],
                                                 ids=lambda switches: "".join(map(str, switches))))
def test_every_combination_of_hooks_links_and_runs(switches, system):
    defs = " ".join(f"-D{name}={value}" for name, value in zip(HOOKS, switches))
    check_passes(PORT / "links" / "hooks_any.c", defs, system=system)


# Register banks

@pytest.mark.parametrize("system", slow_except(QUICK_WITH_BANKS, ("contexts",)))
@pytest.mark.parametrize("defs, opt", [pytest.param(defs, opt, id=defs + opt, marks=slow_if((defs, opt) not in (
    ("-DOS_TRACE_EN=1u", "-O2"),))) for defs, opt in [
        ("-DOS_CPU_HOOKS_EN=0", "-O2"), ("-DOS_TASK_SW_HOOK_EN=0", "-O2"), ("-DOS_TASK_PROFILE_EN=0u", "-O2"),
        ("-DOS_TRACE_EN=1u", "-O2"), ("-DOS_TIME_GET_SET_EN=0u", "-O2"), ("", "-O0"), ("", "-Os")]])
def test_tasks_have_banks_with_each_kernel_option(defs, opt, system):
    check_passes(PORT / "nesting.c", f"-DOS_TIME_TICK_HOOK_EN=0u {defs}", opt, system)


@BANKS.each
def test_fault_in_the_bank_port_is_found(mutant, tmp_path):
    program = PORT / f"{mutant.needs[0]}.c"
    defs = header(program).get("combined", "")
    result = execute(*built(program, defs, system="contexts", software=mutant.copy(tmp_path)), program)
    assert result.status, result.output


@pytest.mark.sample(1)
@pytest.mark.parametrize("core, defs, has", [
    ("original", "-DOS_CPU_CONTEXTS=64", "none"), ("combined", "-DOS_CPU_CONTEXTS=64", "none"),
    ("contexts", "-DOS_CPU_CONTEXTS=32", "64")])
def test_kernel_reports_a_wrong_number_of_banks(core, defs, has):
    result = execute(*built(PORT / "start.c", defs, system="banks", on=core))
    assert result.status == 123 and result.output == (
        f"\nThis kernel cannot run on this core:\n  the kernel needs {defs[-2:]} register banks (contexts)\n"
        f"  the core has {has}\n"), result.output + result.errors


@pytest.mark.parametrize("program", slow_except(["nesting", "except_return", "registers", "before_start"], ["nesting"]))
def test_kernel_without_banks_runs_on_a_core_with_banks(program):
    check_passes(PORT / f"{program}.c", system="original", on="contexts")


def copy_without_bank_support(folder):
    """Return a copy of the kernel without support for register banks, so only the port uses them."""
    kernel = shutil.copytree(paths.ROOT / "sw" / "kernel", folder / "kernel")
    (kernel / "os_tcb_bank.h").unlink()
    for file in kernel.glob("*.[ch]"):
        text = file.read_text().replace("OS_CPU_CONTEXTS", "0")
        file.write_text(re.sub(r"\bOS_CPU_TASK_BANK_FREE\b", "OS_UNKNOWN", text))
    return kernel


@pytest.mark.parametrize("system", slow_except(QUICK_WITH_BANKS, ("contexts",)))
@pytest.mark.parametrize("program", slow_except(["bank_reuse", "except_hook", "except_return", "every_cycle", "hooks",
                                                 "nesting", "registers", "stack"], ["nesting"]))
def test_port_uses_banks_without_kernel_support(program, system, tmp_path):
    check_passes(PORT / f"{program}.c", header(PORT / f"{program}.c").get("combined", ""), system=system,
                 kernel=copy_without_bank_support(tmp_path))
