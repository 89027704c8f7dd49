# SPDX-License-Identifier: Apache-2.0
"""Zephyr applications: recognition, settings, devicetree, messages. `./metro test --kernel TREE` also builds and runs.

tests/kernel/zephyr/application has two threads that take turns, and ends the simulation.
"""
import importlib.util
import json
import re
import shutil
import subprocess

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import firmware, kernel, own_build, rtos, soc
from metro.products.own_build import zephyr
from metro.run import command, execution, memory, timeline
from mutants.zephyr import HAMMER, NEW_THREADS as NEW_THREADS_MUTANTS
from support import ROOT, metro, refusal, run_with_interrupts, tree_of
from test_gdb import debugged_heater, target  # noqa: F401  (target is a fixture)

MODULE = ROOT / "sw" / "zephyr"
APPLICATION = ROOT / "tests" / "kernel" / "zephyr" / "application"
HAMMERED, ZTEST = APPLICATION.parent / "hammer", APPLICATION.parent / "ztest"
NEW_THREADS = APPLICATION.parent / "new_threads"
SYSTEMS = "original", "levels", "levels-contexts"
SHARED_BANK = "levels-contexts,core.contexts=8"
SIMULATED = MODULE / "boards" / "metronome" / "sim" / "csr.json"


@pytest.fixture(scope="module")
def devicetree():
    """Return the script that writes devicetrees, as a module."""
    spec = importlib.util.spec_from_file_location("devicetree", MODULE / "scripts" / "devicetree.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def fake(tmp_path):
    """Return a folder that looks like a Zephyr tree, 3.7.0, but cannot be built."""
    return make_tree(tmp_path / "tree", "3.7.0")


@pytest.fixture(scope="session")
def tree(request):
    return tree_of(request.config, "zephyr")


def make_tree(folder, version):
    (folder / "include" / "zephyr").mkdir(parents=True)
    (folder / "include" / "zephyr" / "kernel.h").touch()
    major, minor, patch = version.split(".")
    (folder / "VERSION").write_text(f"VERSION_MAJOR = {major}\nVERSION_MINOR = {minor}\nPATCHLEVEL = {patch}\n")
    return folder


# Recognition

@pytest.mark.parametrize("version", ["3.6.99", "3.7.0", "3.7.1", "4.0.0", "4.2.99"])
def test_tree_of_a_known_version_is_recognised(version, tmp_path):
    folder = kernel.any_kernel_folder(str(make_tree(tmp_path / "zephyr", version)))
    assert rtos.rtos_of_tree(folder).key == "zephyr"


@pytest.mark.parametrize("version", ["2.7.4", "3.6.0", "3.8.0", "5.0.0"])
def test_tree_of_another_version_is_refused(version, tmp_path):
    code, message = refusal("run", APPLICATION, "--kernel", make_tree(tmp_path / "zephyr", version))
    assert code == 2 and f"VERSION is of {version}; 3.7 or 4.x" in message


@pytest.mark.parametrize("text, found", [
    ("find_package(Zephyr REQUIRED HINTS $ENV{ZEPHYR_BASE})", True), ("  FIND_PACKAGE( Zephyr )", True),
    ("# find_package(Zephyr)", False), ("find_package(ZephyrUnittest)", False), ("project(hello)", False)])
def test_application_is_recognised_by_its_cmake_file(text, found, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.20)\n{text}\n")
    assert bool(own_build.rtos_of(tmp_path)) == found


@pytest.mark.parametrize("name", rtos.own_build_names())
def test_each_rtos_with_its_own_build_has_a_module(name):
    about = rtos.get(name)
    assert about.tree["headers"] and callable(own_build._module(name).build)


def test_only_the_module_of_zephyr_names_it():
    named = {file.relative_to(ROOT / "scripts" / "metro").as_posix()
             for file in (ROOT / "scripts" / "metro").rglob("*.py") if "zephyr" in file.read_text().lower()}
    assert named == {"products/own_build/zephyr.py", "kernels/zephyr.py", "environment/tools.py", "patch/ucos/tree.py"}


# Messages

@pytest.mark.parametrize("options, message", [
    ((), "needs a tree of it"), (("--define", "A=1"), "--define is not for Zephyr"),
    (("--rtos", "freertos"), "--rtos is not for Zephyr"),
    (("--kernel", "TREE", "--config", "combined"), "Zephyr cannot leave kernel.ready, kernel.delays to the core"),
    (("--kernel", "TREE", "--threads", "1"), "hardware threads are not for Zephyr"),
    (("--kernel", ROOT / "tests" / "patch" / "tree"), "is not Zephyr, which"),
    (("--kernel", "TREE", "-O3"), "Zephyr's Kconfig has no -O3")])
def test_option_that_does_not_fit_is_refused(options, message, fake):
    code, printed = refusal("run", APPLICATION, *(fake if option == "TREE" else option for option in options))
    assert code == 1 and message in printed


def test_other_application_refuses_a_zephyr_tree(fake):
    code, message = refusal("run", ROOT / "sw" / "example", "--kernel", fake)
    assert code == 1 and "is not uC/OS-II" in message


def test_failure_shows_reasons_without_progress():
    assert zephyr.legible("""\
-- Board: metronome_sim
Parsing /tree/Kconfig
prj.conf:4: warning: attempt to assign the value 'y' to the undefined symbol NOPE
error: Aborting due to Kconfig warnings
CMake Error at /tree/cmake/modules/kconfig.cmake:391 (message):
  command failed with return code: 1
Call Stack (most recent call first):
  CMakeLists.txt:3 (find_package)
""").splitlines() == ["prj.conf:4: warning: attempt to assign the value 'y' to the undefined symbol NOPE",
                      "error: Aborting due to Kconfig warnings"]


def test_failure_without_the_word_error_shows_the_last_lines():
    shown = zephyr.legible("-- Found Dtc\nKconfig.py: bad number of arguments\n"
                           "CMake Error at k.cmake:1 (message):\n  command failed with return code: 1\n")
    assert shown == "Kconfig.py: bad number of arguments"


def test_setting_with_unmet_dependencies_is_found():
    assert zephyr.unmet_settings("""\
Parsing /tree/Kconfig

warning: SMP (defined at soc/one/Kconfig:75,
kernel/Kconfig.smp:6) was assigned the value
'y' but got the value 'n'. Check these unsatisfied dependencies: USE_SWITCH.

-- Configuring done
""") == {"SMP": "y"}


# Settings

@pytest.mark.parametrize("name, defined, lines", [
    ("original", "METRONOME_READY_QUEUE", []), ("levels", "", []),
    ("levels", "METRONOME_READY_QUEUE", ["CONFIG_METRONOME_READY_QUEUE=y"]),
    ("levels", "METRONOME_READY_QUEUE METRONOME_BANKS METRONOME_THREADS",
     ["CONFIG_METRONOME_READY_QUEUE=y", "CONFIG_METRONOME_THREADS=63"]),
    ("levels-contexts", "METRONOME_READY_QUEUE METRONOME_BANKS METRONOME_THREADS",
     ["CONFIG_METRONOME_READY_QUEUE=y", "CONFIG_METRONOME_BANKS=64", "CONFIG_METRONOME_THREADS=62"]),
    ("levels-contexts,core.contexts=8", "METRONOME_READY_QUEUE METRONOME_BANKS METRONOME_THREADS",
     ["CONFIG_METRONOME_READY_QUEUE=y", "CONFIG_METRONOME_BANKS=8", "CONFIG_METRONOME_THREADS=63"])])
def test_settings_match_the_core_and_the_module(name, defined, lines, tmp_path, monkeypatch):
    (tmp_path / "Kconfig").write_text("".join(f"config {symbol}\n\tbool\n" for symbol in defined.split()))
    monkeypatch.setattr(zephyr, "MODULE", tmp_path)
    assert zephyr.kconfig_lines(configuration.read(name)) == lines


@pytest.mark.parametrize("option, line", [("-O0", "CONFIG_NO_OPTIMIZATIONS=y"), ("-Og", "CONFIG_DEBUG_OPTIMIZATIONS=y"),
                                          ("-O2", "CONFIG_SPEED_OPTIMIZATIONS=y"),
                                          ("-Os", "CONFIG_SIZE_OPTIMIZATIONS=y")])
def test_optimisation_is_a_setting(option, line):
    assert zephyr.kconfig_lines(configuration.read("original"), option) == [line]


# Devicetree

def test_board_description_matches_the_simulated_soc():
    assert json.loads(SIMULATED.read_text()) == soc.description(soc.default())


def test_devicetree_has_addresses_and_interrupts_of_the_soc(devicetree):
    text = devicetree.devicetree(json.loads(SIMULATED.read_text()))
    header = (soc.default() / "include" / "generated" / "csr.h").read_text()
    base = 0xf0000000
    for name, node in (("UART_RXTX", "serial"), ("TIMER0_LOAD", "timer"), ("SIM_EXIT_CODE", "exit")):
        offset = re.search(rf"CSR_{name}_ADDR \(CSR_BASE \+ (0x\w+)L", header)[1]
        assert f"{node}@{base + int(offset, 16):x} {{" in text
    assert "clock-frequency = <50000000>;" in text and "zephyr,flash = &rom;" in text
    assert "reg = <0x10000000 0x20000>;" in text and "interrupts = <1 0>;" in text
    assert "time-base" not in text


def test_devicetree_has_the_time_base(devicetree):
    about = json.loads(SIMULATED.read_text())
    about["constants"]["metronome_time_base_interrupt"] = 5
    text = devicetree.devicetree(about)
    assert re.search(r'time-base \{\s+compatible = "metronome,time-base";[^}]+interrupts = <5 0>;', text)


def test_program_runs_from_main_ram_if_there_is_one(devicetree):
    about = json.loads(SIMULATED.read_text())
    about["memories"]["main_ram"] = {"base": 0x40000000, "size": 0x8000000, "type": "cached"}
    text = devicetree.devicetree(about)
    assert "zephyr,sram = &main_ram;" in text and "reg = <0x40000000 0x8000000>;" in text and "zephyr,flash" not in text


@pytest.mark.parametrize("change, message", [
    (lambda about: about["constants"].update(config_cpu_name="picorv32"), "the CPU is picorv32, not vexriscv"),
    (lambda about: about["constants"].update(config_csr_data_width=8), "build the SoC with --csr-data-width=32"),
    (lambda about: about["constants"].pop("uart_interrupt"), "uart has no interrupt"),
    (lambda about: about["csr_registers"].pop("timer0_load"), "there is no register timer0_load"),
    (lambda about: about["memories"].pop("sram"), "there is no main_ram, and no sram"),
    (lambda about: about.pop("memories"), "is not a csr.json of LiteX")])
def test_design_that_cannot_run_zephyr_is_refused(change, message, devicetree, tmp_path):
    about = json.loads(SIMULATED.read_text())
    change(about)
    (tmp_path / "csr.json").write_text(json.dumps(about))
    assert message in devicetree.main(str(tmp_path / "csr.json"), str(tmp_path / "out" / "soc.dtsi"))
    assert not (tmp_path / "out").exists()


# Timelines

def test_member_of_inner_and_unnamed_structures_is_found(tmp_path):
    (tmp_path / "thread.c").write_text(
        "struct base { int state; union { struct { signed char prio, locked; }; short preempt; }; };\n"
        "struct thread { int first; struct base base; char name[4]; } thread;\n")
    elf = tmp_path / "thread.elf"
    subprocess.run([firmware.COMPILER, "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-g", "-nostdlib",
                    "-Wl,--entry=0", "-o", elf, tmp_path / "thread.c"], check=True)
    assert timeline.member_offset(elf, "thread", "base.locked") == (9, False)
    assert timeline.member_offset(elf, "thread", "name") == (12, True)
    assert timeline.member_offset(elf, "thread", "base.missing") is None


# With a tree

def load(application, tree, name="original"):
    return command.load(application, "", configuration.read(name), tree)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "levels"])
def test_application_runs(name, tree, tmp_path):
    built, board = load(APPLICATION, tree, name)
    run = execution.execute(built, board, max_cycles=3_000_000, options=timeline.options(built, tmp_path))
    assert (run.status, run.output.split()[-6:]) == (0, ["ping", "pong"] * 3)
    threads = {context.name for context in timeline.Log(built, board, tmp_path).contexts if context.kind == "thread"}
    assert {"main (prio 0)", "ping (prio 5)", "pong (prio 6)", "idle (prio 15)"} <= threads


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "levels-contexts"])
def test_new_application_runs(name, tree, tmp_path):
    assert metro("new", tmp_path / "heater", "--kernel", tree).returncode == 0
    run = execution.execute(*load(tmp_path / "heater", tree, name), max_cycles=12_000_000)
    assert (run.status, run.output.splitlines()[-1]) == (0, "48 C of 50 C, heater on")


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_gdb_shows_threads(name, tree, target, tmp_path):  # noqa: F811
    """The program stops in the controller's thread, while the sensor waits for its semaphore and main sleeps."""
    output, rows = debugged_heater(load, tree, target, tmp_path, name)
    assert rows == [["0", "main", "sleeps"], ["5", "sensor", "waits"], ["6", "controller", "running"],
                    ["15", "idle", "ready"]], output
    assert "k_sem due                 5 \"sensor\"" in output and "k_sem_take < measure" in output
    in_core = configuration.read(name).kernel.ready_lists
    assert ('in the task lists: 6 "controller"' in output) == in_core
    assert re.search(r"main \(\) at .*main\.c", output) and "keeps its timeouts in software" in output


@pytest.mark.slow
def test_stacks_of_static_threads_are_found(tree):
    report = memory.Report(load(APPLICATION, tree)[0].elf)
    stacks = {(row.owner, row.name) for row in report.rows}
    assert {("play", "_k_thread_stack_ping (main.c)"), ("play", "_k_thread_stack_pong (main.c)"),
            ("bg_thread_main", "z_main_stack (init.c)")} <= stacks
    assert {"application", "kernel", "port", "Zephyr's drivers and libraries"} <= set(report.parts()["program"])


@pytest.mark.slow
def test_application_runs_on_a_core_with_a_time_base(tree):
    """The devicetree comes from the SoC: its interrupt lines have other numbers than in the default SoC."""
    run = metro("run", APPLICATION, "--kernel", tree, "--config", "levels", "--time-base")
    assert run.returncode == 0 and run.stdout.split()[-2:] == ["ping", "pong"]


@pytest.mark.slow
def test_second_build_compiles_nothing(tree):
    load(APPLICATION, tree)
    again = metro("size", APPLICATION, "--kernel", tree)
    assert again.returncode == 0 and again.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("folder, last", [
    ("samples/hello_world", "Hello World! metronome_sim"),
    ("tests/kernel/sched/metairq", "PROJECT EXECUTION SUCCESSFUL")])
def test_application_of_the_tree_runs(folder, last, tree):
    built, board = load(tree / folder, tree)
    assert last in execution.execute(built, board, max_cycles=20_000_000).output


@pytest.mark.slow
def test_failed_case_of_ztest_is_the_exit_code(tree):
    run = execution.execute(*load(ZTEST, tree), max_cycles=20_000_000)
    assert run.status == 1
    assert "PASS - [sums.test_right]" in run.output and "FAIL - [sums.test_wrong]" in run.output


@pytest.mark.slow
@pytest.mark.parametrize("line, message", [
    ("CONFIG_NOPE=y", "undefined symbol NOPE"), ("CONFIG_SMP=y", "CONFIG_SMP: the SoC has one core"),
    ("CONFIG_64BIT=y", "64BIT"),
    ("CONFIG_USERSPACE=y", "CONFIG_USERSPACE: this port has no user mode"),
    ("CONFIG_RISCV_PMP=y\nCONFIG_USERSPACE=y", "USERSPACE"),
    ("CONFIG_SCHED_CPU_MASK_PIN_ONLY=y", "CONFIG_SCHED_CPU_MASK_PIN_ONLY=y has no effect")])
def test_setting_that_does_not_fit_is_reported(line, message, tree, tmp_path, capfd):
    shutil.copytree(APPLICATION, tmp_path / "app")
    with (tmp_path / "app" / "prj.conf").open("a") as file:
        file.write(f"{line}\n")
    try:
        load(tmp_path / "app", tree)
        shown = capfd.readouterr().err
    except MetroError as error:
        shown = f"{error.message}\n{error.hint}"
    assert message in shown


@pytest.mark.slow
def test_message_of_the_compiler_is_shown(tree, tmp_path):
    shutil.copytree(APPLICATION, tmp_path / "app")
    with (tmp_path / "app" / "src" / "main.c").open("a") as file:
        file.write("int wrong(void) { return undeclared; }\n")
    with pytest.raises(MetroError) as failed:
        load(tmp_path / "app", tree)
    assert "main.c:" in failed.value.hint and "'undeclared' undeclared" in failed.value.hint
    assert "[1/" not in failed.value.hint


# Random calls, with interrupts at random cycles

def hammer(tree, name, *seeds):
    return run_with_interrupts(*load(HAMMERED, tree, name), seeds)


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_random_calls_lose_nothing(name, tree):
    run = hammer(tree, name, *range(1, 9))
    assert run.status == 0 and "PASS" in run.output, run.output


@pytest.mark.slow
def test_threads_that_share_a_bank_lose_nothing(tree):
    """Of eight banks, five are of one thread each. Three workers share a bank."""
    run = hammer(tree, SHARED_BANK, *range(1, 9))
    assert run.status == 0 and "PASS" in run.output, run.output


@pytest.mark.slow
@HAMMER.each
def test_a_fault_is_found_by_the_hammer(mutant, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(zephyr, "MODULE", mutant.copy(tmp_path) / "zephyr")
    assert hammer(tree, mutant.needs[0], *range(1, 9)).status != 0


# Threads in memory from a heap, with a handler that aborts them

def create_threads(tree, name):
    return run_with_interrupts(*load(NEW_THREADS, tree, name), (1, 2, 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["levels", "levels-contexts", SHARED_BANK])
def test_a_thread_that_ends_gives_its_number_back(name, tree):
    run = create_threads(tree, name)
    assert run.status == 0 and "PASS" in run.output, run.output


@pytest.mark.slow
@NEW_THREADS_MUTANTS.each
def test_a_lost_number_is_found(mutant, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(zephyr, "MODULE", mutant.copy(tmp_path) / "zephyr")
    assert create_threads(tree, mutant.needs[0]).status != 0
