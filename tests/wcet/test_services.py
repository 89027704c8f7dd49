# SPDX-License-Identifier: Apache-2.0
"""Bounds of the services of uC/OS-II and FreeRTOS against the calls of a simulation."""
import functools

import pytest

from metro import configuration
from metro.wcet import decode, services
from metro.wcet.bound import Analysis
from metro.wcet.program import Program

HOT = "core.hot_bytes=16384"
WARM = "core.icache_bytes=65536,core.dcache_bytes=65536"
FREERTOS = "freertos:"         # else uC/OS-II
SLOW = pytest.mark.slow
SYSTEMS = pytest.mark.parametrize("name", (
    f"original,{HOT}", *(pytest.param(name, marks=SLOW) for name in (
        f"events,{HOT}", f"contexts,{HOT}", "original", "events", "contexts", "hot", f"original,{HOT},{WARM}",
        f"events,{HOT},{WARM}", f"hot,{WARM}", *(f"{FREERTOS}{name}" for name in (
            f"original,{HOT}", f"levels,{HOT}", f"levels-contexts,{HOT}", "levels", f"original,{HOT},{WARM}",
            f"levels,{HOT},{WARM}"))))))
# Most that the model's cycles are above the longest path, from hot memory with warm caches, as a factor. An
# instruction of the units counts with its longest wait, and most wait less.
MOST_MODEL = {f"original,{HOT},{WARM}": 1.25, f"events,{HOT},{WARM}": 1.65, f"hot,{WARM}": 1.65,
              f"{FREERTOS}original,{HOT},{WARM}": 1.3}
MOST_BOUND = 2.6               # ... and that the bound of a situation is


def suite_of(name):
    return services.SUITES["freertos"] if name.startswith(FREERTOS) else services.UCOS


@functools.cache
def measured(name):
    """Return the configuration, its analysis, the result of services.measure(), and the paths of the calls."""
    chosen, suite = configuration.read(name.removeprefix(FREERTOS)), suite_of(name)
    firmware = services.build(chosen, suite=suite)
    analysis = Analysis(Program(firmware.elf), chosen.hardware, services.annotations(suite=suite),
                        warm=name.endswith(WARM))
    paths = {}
    original = analysis.path

    def path(addresses):
        paths[tuple(addresses)] = None
        return original(addresses)

    analysis.path = path
    found = services.measure(firmware, analysis, chosen, suite, repetitions=2)
    return chosen, analysis, found, [path for path in paths if analysis.program.at(path[0]).kind == decode.JAL]


@SYSTEMS
def test_no_call_takes_longer_than_the_model_says(name):
    _, _, found, paths = measured(name)
    assert found.exceeded == [] and len(paths) > 50
    assert sum(longest.calls for longest in found.by_function.values()) > 1000


@SYSTEMS
def test_the_bound_of_each_situation_is_at_least_the_longest_call(name):
    chosen, analysis, found, _ = measured(name)
    for situation in services.situations(chosen, suite_of(name)):
        bound, longest = situation.bound(analysis), found.by_situation[situation.name]
        assert longest.calls and min(bound.cycles, longest.model) >= longest.cycles, situation.name


@SYSTEMS
def test_the_bound_of_each_service_is_at_least_the_longest_call(name):
    _, analysis, found, _ = measured(name)
    for function, longest in found.by_function.items():
        bound = analysis.bound(function, suite_of(name).always_without)
        assert min(bound.cycles, longest.model) >= longest.cycles, function


@SYSTEMS
def test_no_stretch_with_interrupts_off_exceeds_its_bound(name):
    _, analysis, found, _ = measured(name)
    sections = {function: analysis.section(function, suite_of(name).always_without) for function in found.by_function}
    for function, longest in found.sections.items():
        assert sections[function].before(sections.values()) >= longest.cycles, function
    assert sum(longest.calls for longest in found.sections.values()) > 500


@SYSTEMS
def test_no_loop_has_more_repetitions_than_its_bound(name):
    _, analysis, _, paths = measured(name)
    seen = set()
    for path in paths:
        for place, (repetitions, most) in analysis.repetitions(list(path), suite_of(name).always_without).items():
            assert repetitions <= most, place
            seen.add(place)
    assert seen


@SLOW
@pytest.mark.parametrize("name", MOST_MODEL)
def test_the_bound_and_the_model_of_the_longest_path_are_tight(name):
    chosen, analysis, found, _ = measured(name)
    for situation in services.situations(chosen, suite_of(name)):
        longest = found.by_situation[situation.name]
        assert longest.model <= MOST_MODEL[name] * longest.cycles, situation.name
        assert situation.bound(analysis).cycles <= MOST_BOUND * longest.cycles, situation.name
