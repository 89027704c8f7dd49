# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric: our workloads end without an error. The sources of a user's suite run unchanged."""
import argparse
import dataclasses

import pytest

from metro.base.errors import MetroError
from metro.bench import command as bench
from metro.cli import command_line as cli
from metro.configuration import SYSTEMS
from metro.figures import store as figures
from metro.figures.key import of_run
from metro.measure import thread_metric, workloads, measurement
from metro.report import services, tables
from metro.run import execution as run_module
from mutants.bench import THREAD_METRIC
from support import ROOT, named

HERE = ROOT / "tests" / "figures" / "thread_metric"
QUICK = {"tm_hz": 5000, "tm_second_ticks": 1}          # ten ticks a measurement: 100,000 cycles


def arguments(**chosen):
    unchosen = {"opt": ["O0", "O2"], "system": list(SYSTEMS)}
    return argparse.Namespace(**{"part": ["thread_metric"], "tasks": None, "hz": [100], "kernel": None,
                                 "patched": False, "all": False, "suite": None, "suite_flags": "", "seconds": 0.1,
                                 "guest": False, "rtosbench": None, "jobs": 2, "fresh": False, "unchosen": unchosen,
                                 **unchosen, **chosen})


def outcome(run, **values):
    soc = measurement.soc_of(run.core)
    firmware = run.build.make().with_values({**run.values, **QUICK, **values})
    return run_module.execute(firmware, soc, max_cycles=2_000_000)


def planned(workload, system="original", **chosen):
    return next(run for run in bench.plan(arguments(system=[system], **chosen))
                if run.build.app == workload and not run.special.caches)


@pytest.mark.parametrize("system", ["original", "events"])
@pytest.mark.parametrize("workload", ["message_processing", "interrupt_preemption_processing"])
def test_workload_ends_without_an_error(workload, system):
    run = planned(workload, system)
    result = outcome(run)
    assert run.ended_well(result), result.output + result.errors
    (key, (score, unit)), = run.figures(result).items()
    assert str(key) == f"thread_metric.{workload}.{system}.O2" and unit == "1/s" and score > 100


@pytest.mark.sample(3)
@THREAD_METRIC.each
def test_faulty_workload_reports_an_error(mutant, tmp_path, monkeypatch):
    workload, message = mutant.needs
    monkeypatch.setattr(thread_metric, "PORT", mutant.copy(tmp_path) / "thread_metric" / "tm_port.c")
    run = planned(workload)
    result = outcome(run)
    assert not run.ended_well(result) and f"ERROR: {message}" in result.output, result.output + result.errors


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", ["original", "events"])
def test_tasks_of_equal_priority_take_turns(system):
    run = planned("cooperative_scheduling", system)
    run = dataclasses.replace(run, build=dataclasses.replace(
        run.build, app="equals", source=HERE / "equals.c", defs=f"{run.build.defs} -I{thread_metric.FOLDER}"))
    result = outcome(run, tm_sleeps=0, tm_second_ticks=10)
    assert result.status == 0, result.output + result.errors


# Substitute for a user's suite. It has the original suite's interface: two headers and a porting layer. Our header
# replaces SVC, because RISC-V has no such instruction.
SUITE = {
    "tm_api.h": """
        #include "tm_porting_layer.h"
        #define TM_SUCCESS 0
        #ifndef TM_TEST_DURATION
        #define TM_TEST_DURATION 30
        #endif
        void tm_initialize(void (*)(void));
        int tm_thread_create(int, int, void (*)(void));
        int tm_thread_resume(int);
        void tm_thread_sleep(int);
        int tm_semaphore_create(int);
        int tm_semaphore_get(int);
        int tm_semaphore_put(int);
        """,
    "tm_porting_layer.h": """
        #ifndef TM_PORTING_LAYER_H
        #define TM_PORTING_LAYER_H
        #define TM_CAUSE_INTERRUPT asm("SVC #0");
        #endif
        """,
    "tm_interrupt_processing_test.c": """
        #include "tm_api.h"
        static unsigned long count;
        static volatile unsigned long interrupts;
        void tm_interrupt_handler(void) { interrupts++; tm_semaphore_put(0); }
        static void thread(void)
        {
            tm_semaphore_get(0);
            for (;; count++) {
                TM_CAUSE_INTERRUPT
                if (tm_semaphore_get(0) != TM_SUCCESS) return;
            }
        }
        static void report(void)
        {
            unsigned long last = 0;
            for (;; last = count) {
                tm_thread_sleep(TM_TEST_DURATION);
                if (interrupts - count > 1) printf("ERROR: counters\\n");
                printf("Time Period Total:  %lu\\n\\n", count - last);
            }
        }
        static void init(void)
        {
            tm_semaphore_create(0);
            tm_thread_create(0, 10, thread);
            tm_thread_create(5, 2, report);
            tm_thread_resume(0);
            tm_thread_resume(5);
        }
        void MAIN() { tm_initialize(init); }
        """,
    "tm_porting_layer_template.c": "void tm_main(void);\nvoid start(void)\n{\n    tm_main();\n}\n",
}


def suite(folder, main="tm_main", **changed):
    for name, text in SUITE.items():
        (folder / name).write_text(changed.get(name, text).replace("MAIN", main))
    return folder


@pytest.mark.parametrize("main", ["tm_main", "main"])
def test_suite_sources_run_unchanged(tmp_path, main):
    run = planned("interrupt_processing", "events", suite=suite(tmp_path, main))
    result = outcome(run)
    assert run.ended_well(result), result.output + result.errors
    assert result.output.count("Time Period Total") == thread_metric.SLEEPS
    (key, (score, _)), = run.figures(result).items()
    assert str(key) == "thread_metric.interrupt_processing.events.O2.suite" and score > 100
    assert run.command == f"./metro bench thread_metric --opt O2 --system events --suite {tmp_path}"


# The loop has no end, so the compiler may keep the count in a register. Then report() sees no change.
COUNTS = """
    #include "tm_api.h"
    unsigned long count;
    volatile unsigned long array[16];
    static void thread(void)
    {
        for (;;) {
            for (int i = 0; i < 16; i++) array[i] += count;
            count++;
        }
    }
    static void report(void)
    {
        unsigned long last = 0;
        for (;; last = count) {
            tm_thread_sleep(TM_TEST_DURATION);
            if (count == last) printf("ERROR: the thread died\\n");
            printf("Time Period Total:  %lu\\n\\n", count - last);
        }
    }
    static void init(void)
    {
        tm_thread_create(0, 10, thread);
        tm_thread_create(5, 2, report);
        tm_thread_resume(0);
        tm_thread_resume(5);
    }
    void tm_main(void) { tm_initialize(init); }
    """


def quick(runs):
    return [dataclasses.replace(run, values={**run.values, **QUICK}) for run in runs
            if not run.special.caches]


def test_failed_workloads_do_not_stop_the_others(tmp_path, monkeypatch, capsys):
    folder = suite(tmp_path)
    (folder / "tm_basic_processing_test.c").write_text(COUNTS)
    (folder / "tm_memory_allocation_test.c").write_text("void tm_main(void)\n{\n    nonsense;\n}\n")
    args = arguments(suite=folder, system=["original"])
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(bench, "plan", lambda args, runs=quick(bench.plan(args)): runs)
    with pytest.raises(MetroError) as failed:
        bench.main(args)
    assert failed.value.message == "memory_allocation, basic_processing failed; the other workloads were measured"
    hint = failed.value.hint
    assert "memory_allocation (original.O2.suite): building the firmware" in hint and "nonsense" in hint
    assert "basic_processing (original.O2.suite): ERROR: the thread died\n  It counted nothing" in hint
    assert set(named(figures.load())) == {"thread_metric.interrupt_processing.original.O2.suite"}
    printed = capsys.readouterr().out
    assert "interrupt processing" in printed and "basic processing" not in printed


def test_suite_flags_are_part_of_the_figures_name_and_command(tmp_path):
    (suite(tmp_path) / "tm_basic_processing_test.c").write_text(COUNTS)
    run = planned("basic_processing", suite=tmp_path, suite_flags=thread_metric.KEEPS_COUNTERS)
    result = outcome(run)
    assert run.ended_well(result), result.output + result.errors
    assert set(named(run.figures(result))) == {"thread_metric.basic_processing.original.O2.suite_fno_move_loop_stores"}
    assert run.command.endswith(f" --suite {tmp_path} --suite-flags=-fno-move-loop-stores")


def test_a_suite_that_reports_an_error_fails(tmp_path):
    folder = suite(tmp_path)
    source = folder / "tm_interrupt_processing_test.c"
    source.write_text(source.read_text().replace("interrupts++;", "interrupts += 2;"))
    run = planned("interrupt_processing", suite=folder)
    result = outcome(run)
    assert result.status == 0 and "ERROR: counters" in result.output and not run.ended_well(result)


def test_changed_suite_header_causes_a_rebuild(tmp_path):
    run = planned("interrupt_processing", suite=suite(tmp_path))
    first = run.build.make()
    (tmp_path / "tm_api.h").write_text(SUITE["tm_api.h"] + "static int more;\n")
    assert run.build.make().elf != first.elf


def test_a_folder_without_a_suite_is_refused(tmp_path):
    with pytest.raises(MetroError, match="it has no tm_api.h"):
        bench.plan(arguments(suite=tmp_path))
    (tmp_path / "tm_api.h").write_text("")
    (tmp_path / "tm_porting_layer_template.c").write_text(SUITE["tm_porting_layer_template.c"])
    with pytest.raises(MetroError, match="no C file has a tm_main"):
        bench.plan(arguments(suite=tmp_path))


@pytest.mark.parametrize("given, message", [
    (["tick", "--suite", "."], "need the part thread_metric"),
    (["--seconds", "1"], "need the part thread_metric"),
    (["thread_metric", "--seconds", "0"], "tenths of a second"),
    (["thread_metric", "--seconds", "0.15"], "tenths of a second"),
    (["thread_metric", "--suite", "nowhere"], "no tm_api.h"),
    (["thread_metric", "--suite-flags=-O0"], "--suite-flags needs --suite DIR"),
])
def test_bench_refuses_invalid_suite_options(given, message, monkeypatch, capsys):
    monkeypatch.setattr(bench, "measure_all", lambda *_: pytest.fail("bench accepts the invalid options"))
    try:
        bench.main(cli.parse(["bench", *given])[1])
        refused = ""
    except (MetroError, SystemExit) as error:
        refused = f"{error}{capsys.readouterr().err}"
    assert message in refused


def test_all_workloads_are_measured_on_request():
    assert not [run for run in bench.plan(arguments(part=[])) if run.name.startswith("thread_metric")]
    runs = bench.plan(arguments())
    assert len(runs) == 8 * 3 * 2 == len({run.title for run in runs})
    assert {run.system for run in runs} == {"original", "combined", "events"}
    assert {run.build.app for run in runs} == {path.stem for path in thread_metric.FOLDER.glob("*_*ing.c")
                                              } | {"memory_allocation"}
    assert {run.build.opt for run in runs} == {"O2"}
    runs = bench.plan(arguments(opt=["O0", "O2"], system=["events"]))
    assert len(runs) == 8 * 2 * 2 and {run.build.opt for run in runs} == {"O0", "O2"}


def test_table_shows_scores_and_speedups():
    def figure(score):
        return {"value": score, "unit": "1/s", "command": "./metro bench thread_metric --opt O2 --system events"}
    message, memory = "thread_metric.message_processing", "thread_metric.memory_allocation"
    found = {of_run(message, "", "original"): figure(1000), of_run(message, "", "events"): figure(2500),
             of_run(memory, "", "original", sources="suite"): figure(7),
             of_run(memory, "", "original", sources="suite -O0 -g"): figure(5)}
    found.update(workloads.speedups(found))
    assert found[of_run(message, "speedup", "events")]["value"] == 2.5
    own, large, suite, _, with_flags, _ = services.thread_metric(tables.Scope(found), "O2")
    assert own.rows == [(["message processing"], ["1,000", "2,500 (2.50)", "1.50 / 2.53 / 1.54"])]
    assert large.rows == [] and suite.rows == [(["memory allocation"], ["7", "-"])]
    assert with_flags.rows == [(["memory allocation"], ["5", "-"])] and "suite with -O0 -g," in with_flags.title
