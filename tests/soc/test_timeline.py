# SPDX-License-Identifier: Apache-2.0
"""Test timelines: the trace agrees with the kernel's counts, and a recording does not change the run."""
import argparse
import collections
import functools
import os
import re
import signal
import subprocess

import pytest

from metro import configuration
from metro.base import paths
from metro.base.errors import MetroError
from metro.docs import picture
from metro.products import core, firmware as firmware_module, rtos, soc
from metro.run import circuits, command as run_command, compare, execution as run_module, profile, timeline
from metro.run.execution import Line
from support import ROOT, metro, slow_except, small_disk
from test_sim import bare  # noqa: F401  (a fixture)

HERE = ROOT / "tests" / "soc" / "timeline"
INTERRUPTS = Line(9_000, 20_000)
Slice = collections.namedtuple("Slice", "name begin end depth details")
systems = pytest.mark.parametrize("system", slow_except(["original", "combined", "contexts"], ["original", "contexts"]))
pytestmark = pytest.mark.xdist_group("timeline")           # one worker, because tests share recordings


def read(path):
    """Return {lane: slices in the order of their ends} of a trace. Fail if a slice lacks its begin or end event."""
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
    trace = Trace.FromString(path.read_bytes())
    tracks, names, events = {}, {}, []
    for packet in trace.packet:
        names.update((name.iid, name.name) for name in packet.interned_data.event_names)
        if packet.HasField("track_descriptor"):
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor
        else:
            events.append((packet.timestamp, packet.track_event))
    lanes = {track.name: [] for track in tracks.values() if track.parent_uuid}
    assert len(lanes) == len(tracks) - 1, "two lanes have the same name"
    opened = collections.defaultdict(list)
    for time, event in sorted(events, key=lambda event: event[0]):
        assert time % timeline.CYCLE_NS == 0
        lane, cycle = tracks[event.track_uuid].name, time // timeline.CYCLE_NS
        details = {note.name: getattr(note, note.WhichOneof("value")) for note in event.debug_annotations}
        if event.type == TrackEvent.TYPE_SLICE_BEGIN:
            opened[lane].append((names[event.name_iid], cycle, details))
        else:
            name, begin, known = opened[lane].pop()
            assert begin <= cycle
            lanes[lane].append(Slice(name, begin, cycle, len(opened[lane]), {**known, **details}))
    assert not any(opened.values())
    return lanes


def run(*arguments):
    """Run `./metro run` in this process, because a new process would take time to start."""
    parser = argparse.ArgumentParser()
    run_command.add_arguments(parser)
    return run_command.main(parser.parse_args(list(map(str, arguments))))


class Watched:
    """Two runs of the test's application, without and with a recording, and the results of the recording."""

    def __init__(self, system, kernel=firmware_module.KERNEL):
        chosen = configuration.read(system)
        self.soc = soc.build(core.generate(chosen))
        self.firmware = firmware_module.build("timeline", [HERE / "main.c"], ROOT / "bench" / "cfg", self.soc,
                                              kernel, defs=rtos.get().switches(chosen))
        self.alone = self.run()
        folder = paths.make_build() / "tmp" / f"timeline-{os.getpid()}-{system}"
        folder.mkdir()
        self.outcome = self.run(meters={"meters": self.counters()}, options=timeline.options(self.firmware, folder))
        self.log = timeline.Log(self.firmware, self.soc, folder)
        timeline.write(self.log, folder / "trace")
        self.lanes = read(folder / "trace")
        self.tables = profile.by_task(self.log), profile.by_function(self.log)
        self.compared = compare.outcome(0, b"", self.log)
        self.switches, self.ticks = map(int, re.fullmatch(r"(\d+) switches, (\d+) ticks\n",
                                                          self.outcome.output).groups())
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    def run(self, **options):
        outcome = run_module.execute(self.firmware, self.soc, line=INTERRUPTS, max_cycles=5_000_000, **options)
        assert outcome.status == 0, outcome.output + outcome.errors
        return outcome

    def counters(self):
        """Return two meters for each custom instruction in the firmware. One ends at the first execution, the other at
        each later execution. So their counts add up to the number of executions."""
        words = {int.from_bytes(self.firmware.image[at:at + 4], "little") for at in
                 range(0, len(self.firmware.image) - 3, 4)}
        events = [{"instruction": word} for word in words if word & 0x7F == 0x0B]
        return [{"name": f"{event['instruction']}.{n}", "kind": "interval", "start": start, "stop": [event]}
                for event in events for n, start in enumerate([{"pc": 0}, event])]

    def custom_instructions(self):
        return sum(meter["count"] for meter in self.outcome.report.get("meters", {}).values())

    def tasks(self):
        return {lane: slices for lane, slices in self.lanes.items() if "(prio" in lane}


watched = functools.cache(Watched)


@systems
def test_recording_changes_nothing(system):
    run = watched(system)
    assert run.outcome.output == run.alone.output
    for what in ("cycles", "instructions", "ended"):
        assert run.outcome.report[what] == run.alone.report[what]


@systems
def test_each_task_has_a_named_lane(system):
    assert list(watched(system).lanes) == [
        "interrupts", "accelerator", "before OSStart", "master (prio 5)", "worker 1 (prio 8)", "worker 2 (prio 9)",
        "first (prio 12)", "second (prio 12)", "uC/OS-II Idle (prio 63)"]


@systems
def test_comparison_accounts_for_each_cycle_and_switch(system):
    log, found = watched(system).log, watched(system).compared
    assert sum(found.cycles_in.values()) == found.cycles == log.cycles
    assert found.switches == watched(system).switches + 1
    assert found.cycles_in["idle"] == next(c.cycles for c in log.contexts if c.name.startswith("uC/OS-II Idle"))
    assert found.cycles_in["interrupt"] / found.interrupts < found.longest < found.cycles_in["interrupt"]


def test_comparison_shows_changes_in_percent(monkeypatch, capsys):
    parts = {"thread": 500, "interrupt": 200, "idle": 300}
    monkeypatch.setattr(run_command, "run_recorded", lambda args, read: read(args.config))
    monkeypatch.setattr(compare, "outcome", lambda config: {
        "original": compare.Outcome(0, b"a\nb\n", 1000, 10, 90, 5, collections.Counter(parts)),
        "events": compare.Outcome(3, b"a\nc", 1000, 10, 45, 5, collections.Counter({**parts, "interrupt": 0})),
    }[config])
    assert run(HERE, "--compare", "original,events") == 3
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "original: ended with exit code 0 after 1,000 cycles (0.0 ms)"
    assert {"in interrupts 200 0 -100 %", "cycles until a task runs, longest 90 45 -50 %", "CPU left, % 30.0 30.0 +0 %",
            "The outputs first differ in line 2:", "original: b", "events: c"} <= set(lines)


@pytest.mark.parametrize("rtos, other", [("ucos", "contexts"),
                                         pytest.param("freertos", "levels", marks=pytest.mark.slow)])
def test_comparison_runs_the_application_on_each_configuration_with_the_same_input(rtos, other, tmp_path, capsys):
    (tmp_path / "commands").write_text("w20\nq\n")
    assert run(ROOT / "sw" / "templates" / rtos, "--compare", f"original,{other}",
               "--uart-input", tmp_path / "commands") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    before, after = next(cells[2:4] for cells in lines if cells[:2] == ["in", "interrupts"])
    assert 0 < int(after.replace(",", "")) < int(before.replace(",", ""))
    assert all(float(cells) > 80 for cells in next(line[3:5] for line in lines if line[:2] == ["CPU", "left,"]))


@pytest.mark.parametrize("arguments, message", [
    (["--compare", "original,events", "--profile"], "--profile cannot be combined with --compare"),
    (["--compare", "original,events", "--uart-input", "-"], "each run needs the same input"),
    (["--compare", "original"], "give two or more different configurations"),
    (["--compare", "original,original"], "give two or more different configurations")])
def test_comparison_refuses_invalid_options(arguments, message, capsys):
    with pytest.raises((MetroError, SystemExit)) as refusal:
        run(HERE, *arguments)
    assert message in f"{refusal.value}{capsys.readouterr().err}"


def test_comparison_refuses_a_built_program(tmp_path):
    with pytest.raises(MetroError, match="app.elf is not a folder"):
        run(tmp_path / "app.elf", "--compare", "original,events")


def test_given_tree_is_recorded_too(upstream):
    given, ours = watched("original", upstream), watched("original")
    assert list(given.lanes) == list(ours.lanes)
    assert sum(bool(slice_.details.get("switch")) for slices in given.tasks().values()
               for slice_ in slices) == given.switches + 1


@systems
def test_exactly_one_context_runs_at_each_cycle(system):
    run = watched(system)
    running = sorted((slice_ for lane, slices in run.lanes.items() if lane != "accelerator"
                      for slice_ in slices if slice_.depth == 0), key=lambda slice_: slice_.begin)
    assert running[0].begin == 0 and running[-1].end == run.outcome.report["cycles"]
    assert all(before.end == after.begin for before, after in zip(running, running[1:]))
    assert {slice_.depth for slices in run.tasks().values() for slice_ in slices} == {0}


@systems
def test_interrupts_nest(system):
    nested = [slice_ for slice_ in watched(system).lanes["interrupts"] if slice_.depth]
    assert {(slice_.name, slice_.depth) for slice_ in nested} == {("timer0", 1)}
    assert any("LineHandler" in slice_.details["at"] for slice_ in nested)


@systems
def test_switches_equal_the_kernels_count(system):
    run = watched(system)
    switches = [slice_ for slices in run.tasks().values() for slice_ in slices if slice_.details.get("switch")]
    assert len(switches) == run.switches + 1                         # the kernel does not count OSStart()'s switch
    assert len(run.tasks()["master (prio 5)"]) >= 40


@systems
def test_ticks_equal_the_kernels_count(system):
    run = watched(system)
    interrupts = collections.Counter(slice_.name for slice_ in run.lanes["interrupts"])
    assert interrupts["timer0"] == run.ticks and interrupts["sim_line"] > 10
    assert set(interrupts) == {"timer0", "sim_line"}


def test_ticks_without_an_interrupt_are_recorded():
    run = watched("tickless")
    ticks = run.lanes["ticks"]
    heard = sum(slice_.details["heard"] for slice_ in ticks)
    interrupts = collections.Counter(slice_.name for slice_ in run.lanes["interrupts"])
    assert len(ticks) in (run.ticks, run.ticks + 1)                  # a tick may follow the last reading of OSTime
    assert heard == interrupts[timeline.TIME_BASE] < len(ticks) and "timer0" not in interrupts


def test_triggers_of_lines_that_post_are_recorded(tmp_path):
    about, chosen = rtos.get(), configuration.read("tickless,units.lines=8")
    board = soc.build(core.generate(about.sized_for(chosen, "")))
    built = firmware_module.build("latency", [ROOT / "tests" / "kernel" / "lines" / "latency.c"],
                                  ROOT / "bench" / "cfg", board, defs=f"-DPOSTS=20u {about.switches(chosen)}")
    outcome = run_module.execute(built, board, line=INTERRUPTS, max_cycles=5_000_000,
                                 options=timeline.options(built, tmp_path))
    assert outcome.output == "ok: 20 posts\n"
    timeline.write(timeline.Log(built, board, tmp_path), tmp_path / "trace")
    triggers = read(tmp_path / "trace")[timeline.LINES]
    assert {(slice_.name, slice_.details["event"]) for slice_ in triggers} == {("sim_line", 0)} and len(triggers) == 20


@systems
def test_task_keeps_its_lane_after_a_priority_change(system):
    priorities = [slice_.details["priority"] for slice_ in watched(system).lanes["worker 2 (prio 9)"]
                  if slice_.details.get("switch")]
    assert priorities[0] == 9 and set(priorities[1:]) == {9, 7} and priorities[-1] == 7


@pytest.mark.parametrize("system", slow_except(["combined", "contexts"], ["contexts"]))
def test_custom_instructions_equal_the_count_of_the_meters(system):
    run = watched(system)
    instructions = run.lanes["accelerator"]
    assert len(instructions) == run.custom_instructions() > 500
    names = collections.Counter(slice_.name for slice_ in instructions)
    assert names["time.tick"] == run.ticks
    # One instruction moves main() to the handlers' bank. Each switch, including OSStart()'s, is one instruction.
    switches = names["context.switch"] + names["context.exit"]
    assert (switches == run.switches + 2) if system == "contexts" else not switches
    assert {"info.info", "ready.set", "ready.clear", "ready.highest", "time.set"} <= set(names)
    assert all(slice_.end - slice_.begin == slice_.details["cycles"] <= 70 for slice_ in instructions)
    assert not watched("original").lanes["accelerator"]


@systems
def test_profile_tables_add_up_and_agree_with_the_lanes(system):
    run = watched(system)
    own = collections.Counter()
    for slices in (slices for lane, slices in run.lanes.items() if lane != "accelerator"):
        for slice_ in slices:
            inner = [other for other in slices if other.depth == slice_.depth + 1
                     and slice_.begin <= other.begin and other.end <= slice_.end]
            own[slice_.name] += slice_.end - slice_.begin - sum(other.end - other.begin for other in inner)
    by_task, by_function = run.tables
    cycles = run.outcome.report["cycles"]
    assert {name: spent for name, _, spent in by_task[:-1]} == own
    for table in (by_task, by_function):
        assert sum(row[-1] for row in table[:-1]) == table[-1][-1] == cycles
    assert {("OS_TaskIdle", "uC/OS-II Idle (prio 63)"), ("LineHandler", "sim_line")} <= {row[:2] for row in by_function}


def test_without_records_the_cycles_of_each_kind_of_context_are_the_same(tmp_path):
    one = watched("contexts")
    one.run(options=timeline.options(one.firmware, tmp_path, records=False))
    assert not (tmp_path / "records").exists()
    log = timeline.Log(one.firmware, one.soc, tmp_path)
    assert log.cycles_in() == one.log.cycles_in() and {"idle", "thread", "interrupt"} <= set(log.cycles_in())


# Hardware threads

def with_circuits(app, config, count, direct, tmp_path, define=()):
    """Run an application with circuits, and check that a recording does not change the run. Return ({lane: slices} of
    the slots, output, cycles)."""
    chosen = configuration.read(config).changed({"soc.threads": count})
    if direct:
        chosen = chosen.changed({"units.direct_calls": direct})
    firmware, its_soc = run_command.load(ROOT / app, chosen=chosen, define=list(define))
    alone, seen = (run_module.execute(firmware, its_soc, options=options)
                   for options in ((), timeline.options(firmware, tmp_path)))
    assert seen.status == 0 and seen.output == alone.output and seen.report["cycles"] == alone.report["cycles"]
    timeline.write(timeline.Log(firmware, its_soc, tmp_path), tmp_path / "trace")
    lanes = read(tmp_path / "trace")
    slots = list(lanes)[2:2 + count]
    assert [lane.partition(":")[0] for lane in slots] == [f"slot {slot}" for slot in range(count)]
    return {lane: lanes[lane] for lane in slots}, seen.output, seen.report["cycles"]


@pytest.mark.slow                              # needs its own simulator
@pytest.mark.parametrize("config, direct", [("original", 0), ("events", 2)], ids=["delegated", "direct"])
def test_each_hardware_thread_has_a_lane_with_its_actions(config, direct, tmp_path):
    lanes, output, cycles = with_circuits("bench/threads/sort", config, 2, direct, tmp_path,
                                        ["SORT_WORDS=64", "SORT_THREADS=2"])
    assert list(lanes) == ["slot 0: bubble_sort", "slot 1: bubble_sort"] and output.endswith("sorted\n")
    chunks = []
    for slices in lanes.values():
        assert all(before.end == after.begin for before, after in zip(slices, slices[1:]))
        assert slices[0].begin > 0 and slices[-1].end == cycles and {slice_.depth for slice_ in slices} == {0}
        *rounds, last = slices
        assert last.name == "Q_PEND 0" and "answer" not in last.details        # still waits
        for at in range(0, len(rounds), 8):
            gets, _, reads, sorts, writes, _, puts, _ = rounds[at:at + 8]
            assert [slice_.name for slice_ in rounds[at:at + 8]] == [
                "Q_PEND 0", "runs", "read", "runs", "write", "runs", "Q_POST 1", "runs"]
            assert {call.details["direct"] for call in (gets, puts)} == {bool(direct)}
            assert gets.details["error"] == puts.details["error"] == 0
            chunk = gets.details["answer"]
            assert puts.details["argument"] == chunk
            for transfer in (reads, writes):
                assert transfer.details == {"address": hex(chunk), "words": 64, "refused": False}
                assert 64 <= transfer.end - transfer.begin < 2000
            assert 64 <= sorts.end - sorts.begin <= 64 * 64
            chunks.append(chunk)
    assert len(chunks) == len(set(chunks)) == 4


@pytest.mark.slow
def test_ended_and_refused_operations_are_marked(tmp_path):
    lanes, output, _ = with_circuits("tests/hardware_threads/rough", "original", 4, 0, tmp_path, ["ROUNDS=20u"])
    every = [slice_ for slices in lanes.values() for slice_ in slices]
    assert f"refused: {sum(slice_.details.get('refused', False) for slice_ in every)}\n" in output
    # An answered call has `answer`, and a complete transfer has `refused`. Other slices have neither.
    ended = {slice_.name for slice_ in every if not {"answer", "refused"} & set(slice_.details)}
    assert ended == {"SEM_PEND 0", "MBOX_PEND 1", "Q_PEND 2", "TIME_DLY", "EXIT", "read", "write", "runs", "suspended"}
    assert [slice_.name for slice_ in lanes["slot 3: script"]].count("suspended") == 1


def test_simultaneous_operations_of_a_circuit_are_nested():
    circuit = circuits.Circuit("slot")

    def of(cycle, kind, first=0, second=0):
        return [(at, name, details) for at, _, name, details in circuit.events(cycle, kind, first, second)]
    assert of(10, circuits.RUNS) == []
    words = {"address": "0x40", "words": 3}
    assert of(20, circuits.TRANSFER, 3 << 1, 0x40) == [(10, "runs", {}), (20, None, None), (20, "read", words)]
    call = {"argument": 5, "direct": True}
    assert of(21, circuits.CALL, 1 << 16 | 2 << 8 | 9, 5) == [(21, "Q_POST 2", call)]
    assert of(22, circuits.TO_SOFTWARE) == [(22, None, {}), (22, "Q_POST 2", {**call, "direct": False})]
    assert of(30, circuits.TRANSFERRED, 1) == [(30, None, None), (30, None, {"refused": True}),
                                               (30, "Q_POST 2", {**call, "direct": False})]
    assert of(31, circuits.ANSWER, 30, 7) == [(31, None, {"answer": 7, "error": 30})]
    # An end without a recorded beginning is not shown.
    assert of(32, circuits.ANSWER) == []
    assert of(40, circuits.CALL, 30) == [(31, "runs", {}), (40, None, None),
                                         (40, "command 30 0", {"argument": 0, "direct": False})]
    assert of(50, circuits.STOPS) == [(50, None, None)]
    assert of(60, circuits.STOPS) == of(70, circuits.RUNS) == []
    assert of(70, circuits.SUSPENDED) == [(70, "suspended", {})]
    assert of(80, circuits.CALL, 5 | 1 << 8) == [(80, None, {}), (80, "SEM_POST 1", {"argument": 0, "direct": False})]


def test_task_without_debug_information_has_its_functions_name(tmp_path):
    elf = tmp_path / "plain.elf"
    elf.write_bytes(watched("contexts").firmware.elf.read_bytes().replace(b"\0.debug_info\0", b"\0.nothing_at\0"))
    assert run(elf, "--system", "contexts", "--timeline", tmp_path / "trace") == 0
    assert {"Master (prio 5)", "Worker (prio 8)", "OS_TaskIdle (prio 63)"} <= set(read(tmp_path / "trace"))


@pytest.mark.slow
def test_picture_in_the_docs_is_current():
    found = {system: picture.record(system) for system in ("original", "combined")}
    cycles = {system: picture.quietest_tick(slices)[1] for system, slices in found.items()}
    assert 1_000 < cycles["combined"] < 0.6 * cycles["original"]
    assert picture.draw(found) == picture.FILE.read_bytes(), "run ./metro docs --timeline to draw the picture again"


# ./metro run as a user sees it

def test_a_stripped_firmware_is_one_program(tmp_path):
    elf = tmp_path / "stripped.elf"
    image = bytearray(watched("original").firmware.elf.read_bytes())
    image[32:36], image[48:52] = bytes(4), bytes(4)                  # in the ELF header: no section table
    elf.write_bytes(image)
    run = metro("run", elf, "--timeline", tmp_path / "trace", "--profile")
    assert run.returncode == 0 and "shows no tasks: it has no symbol OSTCBCur" in run.stderr
    lanes = read(tmp_path / "trace")
    assert set(lanes) == {"interrupts", "accelerator", "program"} and lanes["interrupts"]
    assert re.search(r"^ program +[\d,]+ +[89]\d\.\d $", run.stdout, re.MULTILINE)


EXCEPTION = """
        la t0, handler
        csrw mtvec, t0
        .word 0
        {end}
    .balign 4
    handler:
        csrr t0, mepc
        addi t0, t0, 4
        csrw mepc, t0
        mret
"""


@pytest.mark.parametrize("end, status", [("li a0, 7\n j exit", 7), ("stop: j stop", 125),
                                         ("csrw mtvec, zero\n .word 0", 126),
                                         ("csrsi mstatus, 8\n wait: j wait", 124)])
def test_timeline_reaches_the_end_of_the_run(bare, tmp_path, end, status):  # noqa: F811
    report = tmp_path / "report.json"
    assert run(bare(EXCEPTION.format(end=end)).elf, "--timeline", tmp_path / "trace", "--report", report,
               "--max-cycles", 3000) == status
    lanes = read(tmp_path / "trace")
    assert lanes["interrupts"][0].name == "illegal instruction"
    assert max(slice_.end for slices in lanes.values() for slice_ in slices) == int(
        re.search(r'"cycles": (\d+)', report.read_text())[1])


def test_an_interrupted_run_leaves_its_timeline(bare, tmp_path):  # noqa: F811
    program = bare(r"""
        li sp, 0x10001000
        la a0, text
        jal print
    1:  csrsi mstatus, 8
        j 1b
        .pushsection .rodata
        text: .asciz "here\n"
        .popsection
    """)
    with subprocess.Popen([ROOT / "metro", "run", program.elf, "--timeline", tmp_path / "trace"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout.readline() == "here\n"
        os.killpg(process.pid, signal.SIGINT)                        # a terminal signals the whole group too
        _, errors = process.communicate()
    assert process.returncode == 130 and "Traceback" not in errors
    assert read(tmp_path / "trace")["program"]


@pytest.mark.parametrize("place, why", [("none/trace", "No such file"), (".", "is not a file")])
def test_unwritable_timeline_is_refused_before_the_run(bare, tmp_path, capfd, place, why):  # noqa: F811
    with pytest.raises(MetroError, match=f"cannot write .*{why}"):
        run(bare("la a0, text\n jal print\n j exit\n text: .asciz \"ran\"").elf, "--timeline", tmp_path / place)
    assert capfd.readouterr() == ("", "")                            # the program did not run


def test_full_disk_keeps_the_previous_timeline(tmp_path):
    run = watched("original")
    with small_disk(tmp_path / "disk", "8k") as disk:
        target = disk / "trace"
        target.write_text("before")
        log = LongLog(run)
        with pytest.raises(MetroError, match="no space left"):
            timeline.write(log, target)
        assert [file.name for file in disk.iterdir()] == ["trace"] and target.read_text() == "before"


class LongLog:
    """A log with 200,000 events, so that its trace does not fit on the small disk."""

    def __init__(self, run):
        self.firmware, self.contexts, self.ticks, self.slots = run.firmware, run.log.contexts, {}, []
        self.has_lines = False

    def events(self):
        for cycle in range(0, 200_000, 2):
            yield cycle, self.contexts[0].name, "on", {}
            yield cycle + 1, self.contexts[0].name, None, None
