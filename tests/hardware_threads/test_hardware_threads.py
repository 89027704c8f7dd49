# SPDX-License-Identifier: Apache-2.0
"""Hardware threads: circuits that are tasks, in slots of the simulated SoC."""
import functools
import itertools
import random
import re
import shutil
import sys

import pytest
from elftools.elf.elffile import ELFFile
from migen import run_simulation

from metro import configuration, patch
from metro.base import paths
from metro.base.errors import MetroError
from metro.environment import generator
from metro.measure import workloads
from metro.measure.threads import applications, bound
from metro.products import application, core, simulator, soc, synthesis
from metro.run import command, execution
from mutants import threads as mutants
from support import ROOT, metro, refusal, slow_except, slow_if

BENCH, APPS = ROOT / "bench" / "threads", ROOT / "tests" / "hardware_threads"
sys.path.insert(0, str(ROOT / "hw"))

# (configuration, circuits, circuits with direct calls), and True for a bus with bursts
SOFTWARE = ("original", 0, 0)
DELEGATED = ("original", 4, 0)
DIRECT = ("events", 4, 4)
MIXED = ("contexts", 3, 2)
TICKLESS = ("tickless-contexts", 4, 4)
BURSTING = ("contexts", 4, 4, True)
EVERY = (DELEGATED, DIRECT, MIXED, TICKLESS, BURSTING)


def name(system):
    return "{}, {} circuits, {} direct".format(*system) + ", bursts" * (system[3:] == (True,))


def execute_app(app, system, *macros, fewer=False, check_memory=True, kernel=None, max_cycles=200_000_000):
    """Run an application. fewer: use at most one circuit. check_memory: if there are circuits, fail on a missing fence
    or cache invalidation. kernel: the kernel tree to use in place of ours."""
    config, circuits, direct, *bursting = system
    if fewer:
        circuits, direct = min(circuits, 1), min(direct, 1)
    chosen = configuration.read(config).changed({"soc.threads": circuits, "soc.bus_bursting": bursting == [True]})
    if direct:
        chosen = chosen.changed({"units.direct_calls": direct})
    return execution.execute(*command.load(app, chosen=chosen, define=list(macros), kernel=kernel),
                             max_cycles=max_cycles, check_memory=check_memory and circuits > 0)


def run(app, system, *macros, fewer=False, kernel=None):
    """Run an application, check that its exit code is 0, and return its output."""
    outcome = execute_app(app, system, *macros, fewer=fewer, kernel=kernel)
    assert outcome.status == 0, outcome.output + outcome.errors
    return outcome.output


# --------------------------------------------------------------------------------------------------- calls of threads

@pytest.mark.parametrize("system", slow_except(EVERY, (DIRECT,), name))
def test_circuit_and_model_get_the_same_results_from_calls(system):
    log = run(APPS / "calls", SOFTWARE)
    assert log.count("\n") > 45 and "3: 77 0\n4: 0 14\n" in log
    assert run(APPS / "calls", system, fewer=True) == log


@functools.cache
def in_software(seed):
    return run(APPS / "ring", SOFTWARE, f"SEED={seed}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", slow_except(range(1, 13), (1,)))
@pytest.mark.parametrize("system", slow_except(EVERY, (DIRECT,), name))
def test_log_does_not_depend_on_which_threads_are_circuits(system, seed):
    log = in_software(seed)
    assert log.count("\n") == 480
    assert run(APPS / "ring", system, f"SEED={seed}") == log


@pytest.mark.slow
@pytest.mark.parametrize("seed", slow_except(range(1, 13), (2,)))
@pytest.mark.parametrize("system", slow_except((SOFTWARE, *EVERY), (DELEGATED,), name))
def test_mutex_excludes_circuits_and_tasks(system, seed):
    assert run(APPS / "locks", system, f"SEED={seed}") == "locked\n"


@pytest.mark.slow
@mutants.LOCKS.each
def test_fault_in_mutex_locking_is_found(mutant, monkeypatch, tmp_path):
    software = with_fault(monkeypatch, tmp_path, mutant)
    outcomes = (execute_app(APPS / "locks", DELEGATED, f"SEED={seed}", kernel=software / "kernel",
                            max_cycles=4_000_000) for seed in (1, 2, 3, 4))
    assert any(outcome.status for outcome in outcomes)


@pytest.mark.slow
@mutants.TIMEOUT.each
def test_timed_out_wait_does_not_return_posted(mutant, monkeypatch, tmp_path):
    system = ("tickless-contexts", 3, 3)
    assert run(APPS / "timeout", system) == "told\n"
    with_fault(monkeypatch, tmp_path, mutant)
    assert "pend: 0, post: 100" in execute_app(APPS / "timeout", system).output


@pytest.mark.slow
@pytest.mark.parametrize("rounds", slow_except((20, 60), (20,)))
@pytest.mark.parametrize("system", slow_except((DELEGATED, DIRECT, TICKLESS, BURSTING), (DIRECT,), name))
def test_other_tasks_survive_a_misbehaving_circuit(system, rounds):
    assert run(APPS / "rough", system, f"ROUNDS={rounds}u").splitlines() == [
        "refused: 8", "ended while they waited", "ended in the middle of a transfer", "fenced", "suspended", "done"]


# ---------------------------------------------------------------------------------------------------------------- time

def time_seen(system, *macros, kernel=None):
    """Return the log lines in which a thread's time differs from software's, and the number of delegated calls."""
    *log, calls = run(APPS / "clock", system, *macros, fewer=True, kernel=kernel).splitlines()
    assert len(log) == 7
    return {line for line in log if not re.search(": 0( wrong)?$", line)}, int(calls.split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("system, macros", [
    pytest.param(system, macros, id=f"{name(system)}-{tick}",
                 marks=slow_if((system, tick) not in ((DELEGATED, "a tick"),)))
    for system in (SOFTWARE, *EVERY) for tick, macros in (("a tick", ()), ("a short tick", ("SHORT_TICK=1",)))])
def test_thread_always_reads_the_time_of_software(system, macros):
    wrong, calls = time_seen(system, *macros)
    assert not wrong and (calls > 0) == (system == DELEGATED)


@pytest.mark.slow
@mutants.TIME.each
def test_fault_in_the_time_of_a_thread_is_found(mutant, monkeypatch, tmp_path):
    software = with_fault(monkeypatch, tmp_path, mutant)
    wrong, calls = time_seen(DIRECT, "TICKS=50u", "SETS=500u", kernel=software / "kernel")
    assert any(line.startswith(*mutant.needs) for line in wrong) and calls == 0


def test_slot_counts_each_tick_from_the_written_time():
    """Each TIME_GET returns the last written time plus the ticks since then. Without tick signals, the check fails."""
    assert simulate_slot_time(seed=1) > 100
    with pytest.raises(AssertionError):
        simulate_slot_time(seed=1, has_ticks=False)


def simulate_slot_time(seed, has_ticks=True):
    """Simulate a slot with direct calls and without a time base, while ticks come and the time is set. Return the
    number of TIME_GETs."""
    from hardware_thread import SLOTS, Bits, Call, Common, Empty, HardwareThreads, Register, SecondPort, Slot
    rng = random.Random(seed)
    threads = HardwareThreads(SecondPort(1, 8, 4))
    threads.slots.append(Slot(Empty(), 0, threads.second))
    threads.submodules += threads.slots
    bus, ports, second = threads.bus, threads.slots[0].ports, threads.second
    time, seen = 0, []

    def write(page, register, value):
        yield bus.adr.eq(page << 10 | register)
        yield bus.dat_w.eq(value)
        for on in (1, 0):
            for signal in (bus.cyc, bus.stb, bus.we):
                yield signal.eq(on)
            yield bus.sel.eq(0b1111)
            yield
            yield

    def run():
        nonlocal time
        yield from write(0, Register.NUMBER, 1 << Bits.NUMBER_DIRECT.start)
        yield from write(0, Register.CONTROL, 1 << Bits.CONTROL_RUN.start)
        yield ports.call_command.eq(Call.TIME_GET)
        for _ in range(600):
            happens = rng.randrange(8)
            if happens == 0:
                time = rng.choice((0, 0xFFFFFFFE, rng.getrandbits(32)))
                yield from write(SLOTS, Common.OFFSET, time)
            elif happens < 5:
                time = (time + 1) % (1 << 32)
                yield second.tick.eq(has_ticks)
                yield
                yield second.tick.eq(0)
            else:
                yield ports.call_valid.eq(1)
                yield
                yield ports.call_valid.eq(0)
                yield ports.answer_ready.eq(1)
                yield
                while not (yield ports.answer_valid):
                    assert not (yield second.valid)
                    yield
                seen.append((yield ports.answer_value))
                assert seen[-1] == time and (yield ports.answer_error) == 0
                yield ports.answer_ready.eq(0)
                yield

    run_simulation(threads, run())
    return len(seen)


@pytest.mark.slow
def test_back_to_back_calls_of_circuits_do_not_delay_a_tick():
    """A call must not clear the time base's interrupt line, which would delay the interrupt by up to 250 cycles."""
    least, most = map(int, re.findall(r"\d+", run(APPS / "in_time", ("tickless-contexts", 8, 8))))
    assert 0 < least <= most < least + 30


# ---------------------------------------------------------------------------------------- calls during kernel services

POST = 7                # cycles of a circuit's post that nothing delays
SWEEPS = [(config, number, stride) for config in ("events", "contexts", "tickless", "tickless-contexts")
          for number in (12, 30) for stride in (397, 1)]
QUICK_SWEEPS = (("events", 12, 397),)


def sweep(config, number, stride, circuits):
    """Run every_cycle. Return its output and the longest critical section of the sweep in cycles."""
    chosen = configuration.read(config).changed({**workloads.LARGE_CACHES, "soc.threads": circuits})
    if circuits:
        chosen = chosen.changed({"units.direct_calls": circuits})
    firmware, built = command.load(APPS / "every_cycle", chosen=chosen,
                                   define=[f"SWEEP_NUMBER={number}u", f"SWEEP_STRIDE={stride}u"])
    meters = {"parts": {"pc": firmware.address("SweepBegins")}, "meters": [{"name": "off", "kind": "interrupts_off"}]}
    outcome = execution.execute(firmware, built, meters=meters, max_cycles=5_000_000_000)
    assert outcome.status == 0, outcome.output
    return outcome.output, outcome.report["parts"][-1]["off"]["max"]


@functools.cache
def sequential_log(number):
    return sweep("original", number, 10_000, 0)[0]


@pytest.mark.slow
@pytest.mark.parametrize("which", slow_except(SWEEPS, QUICK_SWEEPS, "{0[0]}, {0[1]}, every {0[2]}".format))
def test_call_at_any_cycle_of_a_service_is_atomic(which):
    output, off = sweep(*which, 1)
    log, _, rest = output.partition("at most")
    assert log.count("\n") > 45 and log == sequential_log(which[1])
    waited = int(re.search(r"a call waited (\d+) cycles at most", rest)[1])
    assert 10 * POST < waited <= off + 2 * POST


def test_each_swept_service_has_a_row_in_the_table_of_bounds():
    source = (APPS / "every_cycle" / "main.c").read_text()
    listed = re.search(r"} services\[\] = {(.*?)\n};", source, re.DOTALL)[1]
    output = "".join(f"at most 11 cycles: {name}\n" for name in re.findall(r'"(.+?)"', listed))
    assert set(bound.longest(output).values()) == {11}
    with pytest.raises(MetroError, match="no row of the table lists OSSemGuess, no task waits"):
        bound.longest(output + "at most 12 cycles: OSSemGuess, no task waits\n")
    with pytest.raises(MetroError, match="says nothing of 'OSTimeDly'"):
        bound.longest(output.replace("at most 11 cycles: OSTimeDly\n", ""))


# ----------------------------------------------------------------------------------------------------- the applications

@pytest.mark.sample(1)
@pytest.mark.parametrize("system", slow_except((SOFTWARE, *EVERY), (SOFTWARE, DELEGATED), name))
def test_chunks_are_sorted_and_merged(system):
    output = run(BENCH / "sort", system, "SORT_WORDS=64", "SORT_THREADS=4")
    assert f"4 chunks of 64 words by 4 threads, {system[1]} of them circuits: " in output
    assert output.endswith("\nsorted\n")


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(EVERY, (BURSTING,), name))
def test_words_arrive_over_every_channel(system):
    output = run(BENCH / "communication", (system[0], 2, min(system[2], 2), *system[3:]), "WORDS=64")
    assert len(re.findall(r"^\w+ to \w+, .+: \d+ cycles$", output, re.MULTILINE)) == 8 and "WRONG" not in output
    assert (" 0 calls by delegates" in f" {output.splitlines()[-1]}") == bool(system[2])


@pytest.mark.slow
def test_circuits_hand_over_in_few_cycles():
    for is_busy in (0, 1):
        output = run(BENCH / "turnaround", ("events", 3, 2), "SENDER=1", "RECEIVER=1", f"BUSY={is_busy}")
        least, most = re.search(r"circuit to circuit.*: least (\d+), .* most (\d+)", output).groups()
        assert 5 <= int(least) <= int(most) <= 20


def handover_times(system, sender, receiver, mutex, kernel=None):
    """Return the shortest and the longest hand-over in cycles."""
    output = run(BENCH / "turnaround", (system[0], 3, min(system[2], 2), *system[3:]), f"SENDER={sender}",
                 f"RECEIVER={receiver}", f"MUTEX={mutex}", kernel=kernel)
    return map(int, re.search(r": least (\d+), .* most (\d+)", output).groups())


@pytest.mark.slow
@pytest.mark.parametrize("sender, receiver, mutex", [
    pytest.param(*way, marks=slow_if(way not in ((0, 1, 0), (1, 0, 1))))
    for way in itertools.product((0, 1), repeat=3)])
@pytest.mark.parametrize("system", slow_except(EVERY, (DIRECT,), name))
def test_semaphore_and_mutex_are_handed_over_in_each_direction(system, sender, receiver, mutex):
    least, most = handover_times(system, sender, receiver, mutex)
    assert 5 <= least <= most < 5000                       # the sender pauses for 8192 cycles per round


@pytest.mark.slow
def test_busy_circuit_slows_dhrystone_and_one_in_reset_does_not():
    def cycles(slots, runs, bursting=False):
        run = applications.Busy("original", slots, runs, bursting).run(
            {**applications.DHRYSTONE, "bench_cycles": 100_000})
        return workloads.dhrystone_cycles(run.result().output)

    alone, in_reset, busy = cycles(0, False), cycles(1, False), cycles(1, True)
    assert alone == in_reset < busy < 2 * alone
    assert cycles(0, False, bursting=True) < alone and cycles(1, True, bursting=True) < busy


# ------------------------------------------------------------------------------------------------------- path of a call

def hot_code(app, threads):
    """Return the firmware and the address range of its hot code."""
    built, _ = command.load(app, chosen=configuration.read("original").changed({"soc.threads": threads}))
    with open(built.elf, "rb") as file:
        section = ELFFile(file).get_section_by_name(".hot")
        return built, range(section["sh_addr"], section["sh_addr"] + section["sh_size"])


def test_code_of_circuits_calls_is_next_to_the_trap_entry():
    built, place = hot_code(APPS / "stale", 1)
    for name in ("OS_CPU_TrapEntry", "OS_HwHandler", "OSSemPost", "OSHwCall"):
        assert built.address(name) in place, name
    without, place = hot_code(ROOT / "sw" / "example", 0)
    assert without.address("OS_CPU_TrapEntry") in place and without.address("OSSemPost") not in place
    assert not [name for name in without.symbols if name.startswith(("OS_Hw", "OSHw"))]


def with_fault(monkeypatch, folder, mutant):
    """Build applications with the sw/threads of a mutant until the test ends. Return the mutant's sw/."""
    software = mutant.copy(folder)
    monkeypatch.setattr(application, "THREADS", software / "threads")
    return software


@pytest.mark.slow
@mutants.WOKEN.each
def test_interrupt_runs_the_task_that_a_direct_post_wakes(mutant, monkeypatch, tmp_path):
    def status():
        chosen = configuration.read("events").changed({"soc.threads": 3, "units.direct_calls": 2})
        loaded = command.load(BENCH / "turnaround", chosen=chosen, define=["SENDER=1", "RECEIVER=0"])
        return execution.execute(*loaded, max_cycles=3_000_000).status

    assert status() == 0
    with_fault(monkeypatch, tmp_path, mutant)
    assert status() != 0


@pytest.mark.slow
@mutants.YIELD.each
def test_woken_task_runs_before_the_posting_threads_next_wait(mutant, monkeypatch, tmp_path):
    def least():
        output = run(BENCH / "turnaround", ("original", 3, 0), "SENDER=1", "RECEIVER=0")
        return int(re.search(r"least (\d+)", output)[1])

    wakes = least()
    with_fault(monkeypatch, tmp_path, mutant)
    assert least() > wakes + 250


@pytest.mark.slow
@mutants.SUSPENDED.each
def test_a_call_does_not_wake_a_suspended_delegate(mutant, monkeypatch, tmp_path):
    """The application `rough` reports the fault in place of the line `suspended`."""
    with_fault(monkeypatch, tmp_path, mutant)
    outcome = execute_app(APPS / "rough", DELEGATED)
    assert outcome.status == 1 and "WRONG: a suspended thread's call (1)" in outcome.output


# ------------------------------------------------------------------------------------------------------ --check-memory

STALE = "software reads data that a circuit wrote, without OSHwCacheInvalidate() in between"
UNFENCED = "software stores and posts to a circuit, without OSHwFence() in between"


@pytest.mark.parametrize("system", slow_except(EVERY, (DIRECT,), name))
def test_read_without_an_invalidation_is_found(system):
    outcome = execute_app(APPS / "stale", system, "FORGETS=1", fewer=True)
    assert outcome.status == 127 and outcome.errors.count(STALE) == 1 and UNFENCED not in outcome.errors
    assert f"{STALE} (16 times; first:)" in outcome.errors     # reads after software's own stores do not count
    assert re.search(r"written +cycle \d+, the circuit in slot 0\n +read +cycle \d+, the task of priority 50\n"
                     r" +PC +0x[0-9a-f]{8} \(Look\+", outcome.errors)
    assert execute_app(APPS / "stale", system, fewer=True).errors == ""


# late: cycles until the circuit's pend. After 5000 cycles, the pend comes after the post.
@pytest.mark.sample(1)
@pytest.mark.parametrize("late", (0, 5000))
@pytest.mark.parametrize("system", slow_except((DIRECT, MIXED, TICKLESS), (DIRECT,), name))
def test_post_without_a_fence_is_found_after_the_store_arrives(system, late):
    outcome = execute_app(APPS / "unfenced", system, "FORGETS=1", f"LATE={late}u", fewer=True)
    assert (outcome.status, outcome.output) == (127, "read: 5ee\n")
    assert outcome.errors.count(UNFENCED) == 1 and STALE not in outcome.errors
    assert re.search(r"stored +cycle \d+, the task of priority 50\n +PC +0x[0-9a-f]{8} \(Give\S*\+.*\n"
                     r" +posted +cycle \d+, the task of priority 50\n.*\n +read +cycle \d+, the circuit in slot 0",
                     outcome.errors)
    assert execute_app(APPS / "unfenced", system, f"LATE={late}u", fewer=True).errors == ""


@pytest.mark.slow
def test_a_delegates_answer_needs_no_fence():
    assert execute_app(APPS / "unfenced", DELEGATED, "FORGETS=1", fewer=True).errors == ""
    refused = "BETWEEN=CALL(OS_HW_CMD_MUTEX_POST,0u)"              # a delegate answers this call, after the stores
    assert execute_app(APPS / "unfenced", DIRECT, "FORGETS=1", refused, fewer=True).errors == ""


@pytest.mark.slow
def test_check_takes_no_cycles_and_keeps_a_failed_runs_code():
    checked, alone = (execute_app(APPS / "stale", DIRECT, "FORGETS=1", fewer=True, check_memory=on)
                      for on in (True, False))
    assert checked.report["cycles"] == alone.report["cycles"] and (alone.status, alone.errors) == (0, "")
    failed = execute_app(APPS / "stale", DIRECT, "FORGETS=1", "CODE=9", fewer=True)
    assert failed.status == 9 and STALE in failed.errors


@pytest.mark.slow
def test_run_names_the_function_that_forgot_a_call():
    outcome = metro("run", APPS / "stale", "--define", "FORGETS=1", "--threads", 1, "--check-memory")
    assert outcome.returncode == 127 and STALE in outcome.stderr and "(Look+" in outcome.stderr


# --------------------------------------------------------------------------------------------------- an upstream tree

# (is patched, system). On an upstream or patched tree, delegates make all calls, even of slots with direct calls.
ON_A_TREE = [(False, DELEGATED), (True, DELEGATED), (True, ("combined", 4, 0)), (True, DIRECT), (True, MIXED),
             (True, BURSTING)]


def on_a_tree(*excluded):
    """Parametrize a test with all of ON_A_TREE except some systems."""
    return pytest.mark.parametrize("is_patched, system", [
        pytest.param(is_patched, system, id=f"{'patched ' * is_patched}{name(system)}",
                     marks=slow_if((is_patched, system) not in ((False, DELEGATED), (True, DIRECT))))
        for is_patched, system in ON_A_TREE if system not in excluded])


@pytest.fixture
def tree(upstream, is_patched):
    return patch.patched(upstream) if is_patched else upstream


@on_a_tree()
def test_calls_on_an_upstream_tree_return_the_same_results(system, tree):
    log = run(APPS / "calls", SOFTWARE, kernel=tree)
    assert run(APPS / "calls", system, fewer=True, kernel=tree) == log == run(APPS / "calls", SOFTWARE)


@pytest.mark.parametrize("seed", slow_except(range(1, 7), (1,)))
@on_a_tree()
def test_log_on_an_upstream_tree_does_not_depend_on_circuits(system, tree, seed):
    assert run(APPS / "ring", system, f"SEED={seed}", kernel=tree) == in_software(seed)


@on_a_tree()
def test_mutex_excludes_circuits_and_tasks_on_an_upstream_tree(system, tree):
    assert run(APPS / "locks", system, "SEED=2", kernel=tree) == "locked\n"


@on_a_tree(MIXED)                       # the test needs four circuits
def test_upstream_tree_survives_a_misbehaving_circuit(system, tree):
    assert run(APPS / "rough", system, kernel=tree).endswith("\nsuspended\ndone\n")


@on_a_tree()
def test_chunks_are_sorted_and_words_arrive_on_an_upstream_tree(system, tree):
    output = run(BENCH / "sort", system, "SORT_WORDS=64", "SORT_THREADS=4", kernel=tree)
    assert f" {system[1]} of them circuits: " in output and output.endswith("\nsorted\n")
    output = run(BENCH / "communication", (system[0], 2, min(system[2], 2), *system[3:]), "WORDS=64", kernel=tree)
    assert len(re.findall(r"^\w+ to \w+, .+: \d+ cycles$", output, re.MULTILINE)) == 8 and "WRONG" not in output
    assert " 0 calls by delegates" not in f" {output.splitlines()[-1]}"


@pytest.mark.parametrize("mutex", (0, 1))
@pytest.mark.parametrize("way", ((0, 0), (0, 1), (1, 0), (1, 1)), ids=str)
@on_a_tree()
def test_semaphore_and_mutex_are_handed_over_on_an_upstream_tree(system, tree, way, mutex):
    least, most = handover_times(system, *way, mutex, tree)
    assert 50 < least <= most < 5000                       # no call is direct; a direct hand-over takes at most 20


@on_a_tree()
def test_read_without_invalidation_is_found_on_an_upstream_tree(system, tree):
    outcome = execute_app(APPS / "stale", system, "FORGETS=1", fewer=True, kernel=tree)
    assert outcome.status == 127 and outcome.errors.count(STALE) == 1 and UNFENCED not in outcome.errors
    assert execute_app(APPS / "stale", system, fewer=True, kernel=tree).errors == ""


# ------------------------------------------------------------------------------------------------------------ refusals

@pytest.mark.parametrize("words, message", [
    (["bench/threads/sort", "--threads", "5"], "--threads 5: sort has 4 hardware threads"),
    (["bench/threads/sort", "--threads", "9"], "--threads 9: there can be 0 to 8"),
    (["sw/example", "--threads", "1"], "--threads 1: example has no hardware threads"),
    (["bench/threads/sort", "--direct-calls", "1", "--config", "combined"], "--direct-calls: they need the event unit"),
    (["bench/threads/sort", "--check-memory"], "--check-memory: no circuit shares memory"),
    (["bench/threads/sort", "--threads", "1", "--check-memory", "--gdb"], "--check-memory cannot observe circuits"),
    (["bench/threads/sort", "--direct-calls", "9", "--config", "events"], "--direct-calls 9: there can be 0 to 8"),
])
def test_refuses_invalid_options(words, message):
    folder, *options = words
    code, output = refusal("run", ROOT / folder, *options)
    assert code == 1 and message in output, output


@pytest.mark.parametrize("text, message", [
    ('threads = ["a.v"]', "there is no .*a.v"),
    ('threads = "a.v"', "threads is not a list of strings"),
    ('threads = ["t.v", "t.v", "t.v", "t.v", "t.v", "t.v", "t.v", "t.v", "t.v"]', "9 threads: a SoC has 8 slots"),
    ('threads = ["t.v", "sub/t.v"]', "two threads are called t.v"),
    ('threads = ["t.v"]\nrtos = "freertos"', "hardware threads are for uC/OS-II, not for FreeRTOS yet"),
])
def test_refuses_wrong_threads_in_app_toml(tmp_path, text, message):
    (tmp_path / "sub").mkdir()
    for file in (tmp_path / "t.v", tmp_path / "sub" / "t.v"):
        file.write_text("module t; endmodule\n")
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "app.toml").write_text(text)
    with pytest.raises(MetroError, match=message):
        application.read(tmp_path)


@pytest.mark.parametrize("text, message", [
    ("module other; endmodule\n", "has no module thread: the module must have the name of the file"),
    ("module thread(input clk, input reset); endmodule\n", "thread in .* has no port call_ready and no "),
])
def test_refuses_a_circuit_without_the_ports(tmp_path, text, message):
    (tmp_path / "thread.v").write_text(text)
    with pytest.raises(MetroError, match=message):
        soc.build(core.generate(), [tmp_path / "thread.v"])


def test_circuits_answer_with_the_error_codes_of_the_kernel():
    from hardware_thread import Error
    errors = dict(re.findall(r"#define OS_ERR_(\w+) +(\d+)u", (ROOT / "sw" / "kernel" / "ucos_ii.h").read_text()))
    assert {error.name: str(error.value) for error in Error}.items() <= errors.items()


@pytest.mark.slow
def test_spinalhdl_thread_works_like_other_circuits(tmp_path):
    app = tmp_path / "heartbeat"
    shutil.copytree(APPS / "heartbeat", app)
    made = tmp_path / "heartbeat.v"
    generator.run(generator.ensure_built(), {"write": "heartbeat"}, made)
    shutil.copy(made, app)
    for system in (SOFTWARE, ("original", 1, 0), ("events", 1, 1)):
        assert run(app, system) == "behind 3 ticks: 0\n" * 5


def smallest_thread():
    """Return the example of docs/hardware-threads.md."""
    return re.search(r"```verilog\n(.*?)```", (ROOT / "docs" / "hardware-threads.md").read_text(), re.DOTALL)[1]


def test_smallest_thread_of_the_docs_builds():
    file = paths.make_build() / "tmp" / "blink.v"
    file.write_text(smallest_thread())
    try:
        made = soc.build(core.generate(), [file])
        # LiteX does not parse the circuit's Verilog, so run Verilator.
        simulator.run(["verilator", "--lint-only", "-Wno-fatal", str(made / "gateware" / file.name)], "Verilator")
    finally:
        file.unlink()


@pytest.mark.slow                              # Yosys's first start takes more than a minute
def test_yosys_reads_the_smallest_thread_of_the_docs(tmp_path):
    (tmp_path / "blink.v").write_text(smallest_thread())
    shutil.copy(ROOT / "hw" / "hardware_thread.vh", tmp_path)
    synthesis.run(synthesis.YOSYS, "-q", "-p", "read_verilog blink.v; hierarchy -top blink", folder=tmp_path)


REFERENCE = ROOT / "docs" / "thread-reference.md"


def test_reference_has_an_entry_for_each_function():
    header = (ROOT / "sw" / "threads" / "os_hw.h").read_text()
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    functions = re.findall(r"^(?:#define |[\w ]+\b\*?)(OSHw[A-Z]\w+)\(", code, re.MULTILINE)
    assert len(functions) > 10
    assert re.findall(r"^### `(OSHw\w+)\(", REFERENCE.read_text(), re.MULTILINE) == functions


def test_reference_lists_each_error_with_its_number():
    header = (ROOT / "sw" / "threads" / "os_hw.h").read_text()
    for name, number in re.findall(r"#define (OS_ERR_HW_\w+) +(\d+)u", header):
        assert f"| `{name}` | {number} |" in REFERENCE.read_text()
