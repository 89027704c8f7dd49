# SPDX-License-Identifier: Apache-2.0
"""Compile the kernel in many configurations. A valid one compiles without a warning. An invalid one fails with a
message that names the switch."""
import re
import subprocess
from pathlib import Path

import pytest

from support import slow_if

ROOT = Path(__file__).resolve().parents[2]
SW = ROOT / "sw"
KERNEL = SW / "kernel"
TEMPLATE = KERNEL / "template"
CFG = ROOT / "tests" / "kernel" / "cfg"
COMPILER = ["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "--specs=picolibc.specs",
            "-Wall", "-Wextra", "-Werror"]

# The switches that the template enables. A test of a switch that is off by default must name it.
ALL_SWITCHES = re.findall(r"#define (OS_\w+_EN)\s+1u", (TEMPLATE / "os_cfg.h").read_text())
SERVICES = ["OS_FLAG_EN", "OS_MBOX_EN", "OS_MEM_EN", "OS_MUTEX_EN", "OS_Q_EN", "OS_SEM_EN", "OS_TMR_EN"]
ON = {"OS_TMR_EN": 1}                                             # off in the test programs' configuration
OFF = {switch: 0 for switch in ALL_SWITCHES} | {"OS_TASK_REG_TBL_SIZE": 0}
SERVICE_NEEDS = {"OS_TMR_EN": ["OS_SEM_EN", "OS_SCHED_LOCK_EN"]}  # switches that a service needs
UNITS = {"OS_ACCEL_RDY_EN": 1, "OS_ACCEL_DLY_EN": 1, "OS_ACCEL_EVENT_EN": 1}
TRACED = {"OS_TRACE_EN": 1, "OS_TRACE_API_ENTER_EN": 1, "OS_TRACE_API_EXIT_EN": 1}


def only_service(service):
    """Return switches that enable a service, its options, the services that it needs, OSTaskCreate() and argument
    checks. The others are off."""
    on = [service, "OS_TASK_CREATE_EN", *SERVICE_NEEDS.get(service, [])]
    return OFF | {switch: 1 for switch in ALL_SWITCHES
                  if switch in on or switch.startswith(service.removesuffix("EN")) or switch == "OS_ARG_CHK_EN"}


def without_switch(switch):
    """Return the switches for everything except this switch and the services that need it."""
    return ON | {switch: 0} | {service: 0 for service, needs in SERVICE_NEEDS.items() if switch in needs}


CONFIGURATIONS = {
    "all on": ON,
    "all on, 255 priorities": ON | {"OS_LOWEST_PRIO": 254, "OS_MAX_TASKS": 253, "OS_FLAGS_NBITS": 32},
    "all on, traced": ON | TRACED,
    "only OSTaskCreate": OFF | {"OS_TASK_CREATE_EN": 1},
    "only OSTaskCreateExt": OFF | {"OS_TASK_CREATE_EXT_EN": 1},
    "smallest useful": OFF | {"OS_TASK_CREATE_EN": 1, "OS_SEM_EN": 1, "OS_MAX_TASKS": 2, "OS_MAX_EVENTS": 1,
                              "OS_LOWEST_PRIO": 3},
    "no registers": ON | {"OS_TASK_REG_TBL_SIZE": 0},
    "no events": {switch: 0 for switch in SERVICES},
    "no events, event unit": {switch: 0 for switch in SERVICES} | UNITS,
    "no events, event unit, register banks": {switch: 0 for switch in SERVICES} | UNITS | {"OS_CPU_CONTEXTS": 64},
    "no names": ON | {switch: 0 for switch in ALL_SWITCHES if switch.endswith("_NAME_EN")},
    "no names, traced": ON | TRACED | {switch: 0 for switch in ALL_SWITCHES if switch.endswith("_NAME_EN")},
    "no flag groups, partitions, queues": ON | {"OS_MAX_FLAGS": 0, "OS_MAX_MEM_PART": 0, "OS_MAX_QS": 0},
    "flags of 8 bits": {"OS_FLAGS_NBITS": 8},
    "safety-critical": ON | {"OS_SAFETY_CRITICAL": 1, "OS_SAFETY_CRITICAL_IEC61508": 1},
    "safety-critical, no exception given": ON | {"OS_SAFETY_CRITICAL_IEC61508": 1},
} | {f"{service} alone": only_service(service) for service in SERVICES} \
  | {f"{switch} off": without_switch(switch) for switch in ALL_SWITCHES}


def compile_kernel(folder, macros, cfg=CFG, opt="-O2", sources=None):
    user = folder / "user.c"
    user.write_text("#include <os.h>\n#include <ucos_ii.h>\nINT16U user(void) { return OSVersion(); }\n")
    port = SW / "ucos-ports" / "riscv"
    return subprocess.run(
        [*COMPILER, opt, *(f"-D{name}={value}u" for name, value in macros.items()),
         *(f"-I{path}" for path in (cfg, KERNEL, port, SW / "ucos-ports" / "accel", SW)),
         "-c", *map(str, sources or [*sorted(KERNEL.glob("os_*.c")), port / "os_cpu_c.c", TEMPLATE / "app_hooks.c",
                                     user])],
        cwd=folder, capture_output=True, text=True)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [pytest.param(name, marks=slow_if(name.endswith((" off", " alone"))))
                                  for name in CONFIGURATIONS])
def test_configuration_compiles(name, tmp_path):
    """Compile without optimisation, which takes half the time. The next test compiles some with optimisation."""
    outcome = compile_kernel(tmp_path, CONFIGURATIONS[name], opt="-O0")
    assert outcome.returncode == 0 and not outcome.stderr, outcome.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [
    "all on", pytest.param("all on, traced", marks=pytest.mark.slow),
    pytest.param("only OSTaskCreate", marks=pytest.mark.slow), "smallest useful"])
def test_optimised_kernel_defines_each_symbol_that_it_uses(name, tmp_path):
    """The optimised kernel compiles without a warning, and its files define each kernel symbol that they use."""
    outcome = compile_kernel(tmp_path, CONFIGURATIONS[name])
    assert outcome.returncode == 0 and not outcome.stderr, outcome.stderr
    symbols = subprocess.run(["riscv64-unknown-elf-nm", *map(str, sorted(tmp_path.glob("*.o")))], text=True,
                             capture_output=True, check=True).stdout
    used, defined = (set(re.findall(rf"\b{kind} (OS\w+)$", symbols, re.MULTILINE)) for kind in ("U", "[^U\\s]"))
    in_assembly = ("OS_CPU_", "OSCtxSw", "OSIntCtxSw", "OSStartHighRdy")
    assert {name for name in used - defined if not name.startswith(in_assembly)} == set()


@pytest.mark.sample(1)
@pytest.mark.parametrize("opt", ["-O0", "-O2", "-Os"])
def test_template_compiles(opt, tmp_path):
    outcome = compile_kernel(tmp_path, {}, TEMPLATE, opt)
    assert outcome.returncode == 0 and not outcome.stderr, outcome.stderr


def test_cpp_program_compiles(tmp_path):
    user = tmp_path / "user.cpp"
    user.write_text("#include <ucos_ii.h>\nint main() { OSInit(); OSStart(); return OSSemPost(OSSemCreate(1)); }\n")
    outcome = compile_kernel(tmp_path, {}, TEMPLATE, sources=[user])
    if "cc1plus" in outcome.stderr:
        pytest.skip("not run: no C++ compiler for RISC-V")
    assert outcome.returncode == 0, outcome.stderr


REFUSED = {
    "OS_LOWEST_PRIO": [255],
    "OS_MAX_TASKS": [1, 63],
    "OS_MAX_EVENTS": [0, 65501],
    "OS_MAX_FLAGS": [65501],
    "OS_MAX_MEM_PART": [65501],
    "OS_MAX_QS": [65501],
    "OS_FLAGS_NBITS": [12],
    "OS_TASK_REG_TBL_SIZE": [256],
    "OS_TICKS_PER_SEC": [0],
    "OS_TMR_CFG_MAX": [1, 65501],
    "OS_TMR_CFG_WHEEL_SIZE": [1, 1025],
    "OS_TMR_CFG_TICKS_PER_SEC": [0],
    "OS_TASK_TMR_PRIO": [62, 63],
    "OS_TLS_TBL_SIZE": [1],
    "OS_ACCEL_RDY_EN": [2],
    "OS_ACCEL_DLY_EN": [2],
}


@pytest.mark.parametrize("macro, value", [(macro, value) for macro, values in REFUSED.items() for value in values])
def test_refuses_an_invalid_value(macro, value, tmp_path):
    outcome = compile_kernel(tmp_path, ON | {macro: value}, sources=[KERNEL / "os_core.c"])
    assert outcome.returncode != 0
    assert re.search(rf"#error .*\b{macro}\b", outcome.stderr), outcome.stderr


@pytest.mark.parametrize("suffix, ticks, warns", [("c", 9, 1), ("cpp", 9, 1), ("c", 10, 0)])
def test_stat_init_warns_below_ten_ticks_a_second(suffix, ticks, warns, tmp_path):
    user = tmp_path / f"caller.{suffix}"
    user.write_text("#include <ucos_ii.h>\nint main(void) { OSInit(); OSStatInit(); return 0; }\n")
    outcome = compile_kernel(tmp_path, {"OS_TICKS_PER_SEC": ticks}, sources=[user, KERNEL / "os_stat.c"])
    if "cc1plus" in outcome.stderr:
        pytest.skip("not run: no C++ compiler for RISC-V")
    assert outcome.stderr.count("OS_TICKS_PER_SEC is below 10: OSCPUUsage may stay 0") == warns, outcome.stderr
    assert (outcome.returncode != 0) == bool(warns)        # -Werror


@pytest.mark.parametrize("missing", [{"OS_SEM_EN": 0}, {"OS_SCHED_LOCK_EN": 0}, {"OS_MAX_EVENTS": 1},
                                     {"OS_TASK_TMR_PRIO": 63, "OS_TASK_STAT_EN": 0}])
def test_timers_without_their_needs_are_refused(missing, tmp_path):
    outcome = compile_kernel(tmp_path, ON | missing, sources=[KERNEL / "os_core.c"])
    assert outcome.returncode != 0
    assert re.search(rf"#error .*\b{next(iter(missing))}\b", outcome.stderr), outcome.stderr


def test_refuses_a_kernel_that_cannot_create_tasks(tmp_path):
    outcome = compile_kernel(tmp_path, OFF, sources=[KERNEL / "os_core.c"])
    assert outcome.returncode != 0 and "OS_TASK_CREATE_EN" in outcome.stderr


def test_a_missing_switch_is_an_error_and_not_a_zero(tmp_path):
    text = (TEMPLATE / "os_cfg.h").read_text()
    optional = {"OS_CFG_H", "OS_TLS_TBL_SIZE", "OS_TRACE_EN", "OS_TRACE_API_ENTER_EN", "OS_TRACE_API_EXIT_EN"}
    macros = [name for name in re.findall(r"#define (OS_\w+)", text) if name not in optional]
    assert len(macros) > 70
    (tmp_path / "app_cfg.h").write_text((TEMPLATE / "app_cfg.h").read_text())
    source = tmp_path / "user.c"
    source.write_text("#include <ucos_ii.h>\n")
    for macro in macros:
        (tmp_path / "os_cfg.h").write_text(re.sub(rf"#define {macro}\s.*", "", text))
        outcome = compile_kernel(tmp_path, {}, tmp_path, "-fsyntax-only", [source])
        assert f"{macro} is missing" in outcome.stderr, macro
