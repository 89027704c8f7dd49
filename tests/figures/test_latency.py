# SPDX-License-Identifier: Apache-2.0
"""`./metro bench latency` on some situations, with few repetitions: services in the event unit are short and
constant."""
import re

import pytest

from metro import configuration
from metro.configuration import EVENTS
from metro.figures.key import Who, of_run
from metro.measure import latency, workloads, measurement
from metro.products import rtos
from metro.run import execution as run_module
from support import slow_except

TIMES = 100                     # repetitions; 1 repetition if many tasks must wait again each time
SHORT = re.compile(r"(sem|mbox|q)\.(accept|pend\.(free|full)|post\w*\.(no_waiter|lower\.\d+))|"
                   r"(mutex|flag)\.(pend\.(free|set|consume)|post\.no_waiter)")


@pytest.fixture(scope="module")
def measured():
    """Return a function that measures situations: (mean, variance, longest, longest with interrupts off) in cycles."""
    def measure(system, *names):
        found = {}
        numbers = [n for n, situation in enumerate(latency.situations()) if set(situation) & set(names)]
        for first in range(min(numbers), max(numbers) + 1, latency.AT_ONCE):
            run = planned(system, first, min(first + latency.AT_ONCE, max(numbers) + 1))
            firmware = run.build.make().with_values(run.values)
            result = run_module.execute(firmware, measurement.soc_of(run.core), meters=run.meters(firmware),
                                        max_cycles=run.max_cycles)
            assert run.ended_well(result), result.output + result.errors
            found |= run.figures(result)
        measures = *latency.MEASURES, latency.IRQ_OFF
        return {name: tuple(found[of_run(f"latency.{name}", measure, system)][0] for measure in measures)
                for name in names}
    return measure


def planned(system, first, end):
    chosen = configuration.read(system)
    build = workloads.Build("latency", "O2", defs=rtos.get().switches(chosen))
    return latency.Run(build, "latency", system, 0, 0, {"bench_repetitions": TIMES, "bench_from": first,
                                                         "bench_to": end},
                       core=chosen.hardware.changed(workloads.LARGE_CACHES))


@pytest.mark.slow
def test_call_without_a_switch_takes_at_most_30_cycles(measured):
    names = [name for situation in latency.situations() for name in situation if SHORT.fullmatch(name)]
    assert len(names) == 22
    for name, (mean, variance, longest, off) in measured(EVENTS, *names).items():
        assert longest <= 30 and variance == 0 and mean == longest, name
        assert off < longest, name


@pytest.mark.parametrize("service", slow_except(["sem.post.lower", "mbox.post.lower", "q.post.lower"],
                                                ("q.post.lower",)))
def test_post_time_does_not_depend_on_waiting_tasks(service, measured):
    few, many = measured(EVENTS, f"{service}.1", f"{service}.48").values()
    assert few == many


def test_interrupts_are_off_only_within_the_measured_time(measured):
    """With promotion, the post restores the owner's priority and has a longer critical section than the pend."""
    found = measured(EVENTS, "sem.post.switch", "mutex.pend.inherit", "mutex.post.inherit", "sem.query")
    assert all(0 < off < mean for mean, _, _, off in found.values())
    assert found["mutex.pend.inherit"][3] != found["mutex.post.inherit"][3]
    assert found["sem.query"][3] < found["sem.post.switch"][3]


@pytest.mark.slow
@pytest.mark.parametrize("system", ["contexts", "vectors"])
def test_promotion_with_banks_takes_100_cycles_and_its_end_120(system, measured):
    found = measured(system, "mutex.pend.inherit", "mutex.post.inherit", "mutex.pend.free", "mutex.post.no_waiter")
    for name, most, most_off in (("pend.inherit", 100, 52), ("post.inherit", 120, 40), ("pend.free", 28, 15),
                                 ("post.no_waiter", 27, 15)):
        mean, variance, longest, off = found[f"mutex.{name}"]
        assert longest <= most and variance == 0 and off <= most_off, name


@pytest.mark.slow                              # the software system needs another simulator
def test_flag_post_to_48_tasks_is_ten_times_as_fast(measured):
    for name in ("flag.post.others.48", "flag.post.lower.48"):
        software, hardware = measured("original", name), measured(EVENTS, name)
        assert software[name][0] >= 10 * hardware[name][0]


@pytest.mark.parametrize("system", ["original", EVENTS])
def test_measured_code_evicts_nothing_from_the_data_cache(system):
    firmware = planned(system, 1, 2).build.make()
    constants = min(firmware.address("situations"), firmware.address("OSUnMapTbl"))
    size = workloads.LARGE_CACHES["core.dcache_bytes"]
    assert firmware.address("__bss_end") % size < constants and firmware.address("__bss_end") >> 28 == 1


def test_half_the_cycles_of_software_is_a_speedup_of_two():
    def key(system, statistic="mean"):
        return of_run("latency.sem.post.no_waiter", statistic, system, cfg="template")
    found = {key(system): {"value": cycles, "unit": "cycles"}
             for system, cycles in (("original", 36.0), (EVENTS, 18.0), (Who("patched", EVENTS), 9.0))}
    assert workloads.speedups(found) == {key(EVENTS, "speedup"): {"value": 2, "unit": "x"}}
