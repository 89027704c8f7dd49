# SPDX-License-Identifier: Apache-2.0
"""Bounds of uC/OS-II's services against the calls of a simulation."""
import functools

import pytest

from metro import configuration
from metro.wcet import services
from metro.wcet.bound import Analysis
from metro.wcet.program import Program

HOT = "core.hot_bytes=16384"
WARM = "core.icache_bytes=65536,core.dcache_bytes=65536"
SLOW = pytest.mark.slow
SYSTEMS = pytest.mark.parametrize("name", (
    f"original,{HOT}", *(pytest.param(name, marks=SLOW) for name in (
        f"events,{HOT}", f"contexts,{HOT}", "original", "events", "contexts", "hot", f"original,{HOT},{WARM}",
        f"events,{HOT},{WARM}", f"hot,{WARM}"))))
MOST_MODEL = 1.25              # of the model's cycles for the longest path, from hot memory with warm caches


@functools.cache
def measured(name):
    """Return the configuration, its analysis, and the results of services.measure(), with the calls' paths."""
    chosen = configuration.read(name)
    analysis = Analysis(Program(services.build(chosen).elf), chosen.hardware, services.annotations(),
                        warm=name.endswith(WARM))
    paths = {}
    original = analysis.path

    def path(addresses):
        paths[tuple(addresses)] = None
        return original(addresses)

    analysis.path = path
    return chosen, analysis, *services.measure(services.build(chosen), analysis, chosen, repetitions=2), list(paths)


@SYSTEMS
def test_no_call_takes_longer_than_the_model_says(name):
    *_, by_service, exceeded, paths = measured(name)
    assert exceeded == [] and len(paths) > 50 and sum(longest.calls for longest in by_service.values()) > 1000


@SYSTEMS
def test_the_bound_of_each_situation_is_at_least_the_longest_call(name):
    chosen, analysis, by_situation, _, _, _ = measured(name)
    for situation in services.situations(chosen):
        bound, longest = analysis.bound(situation.function, situation.without), by_situation[situation.name]
        assert longest.calls and bound.cycles >= longest.model >= longest.cycles, situation.name


@SYSTEMS
def test_the_bound_of_each_service_is_at_least_the_longest_call(name):
    _, analysis, _, by_service, _, _ = measured(name)
    for function, longest in by_service.items():
        assert analysis.bound(function).cycles >= longest.model >= longest.cycles, function


@SYSTEMS
def test_no_loop_has_more_iterations_than_its_annotation_says(name):
    _, analysis, *_, paths = measured(name)
    seen = set()
    for path in paths:
        for annotation, (iterations, most) in analysis.iterations(list(path)).items():
            assert iterations <= most, annotation
            seen.add(annotation)
    assert seen


@SLOW
@pytest.mark.parametrize("name", (f"original,{HOT},{WARM}", f"events,{HOT},{WARM}", f"hot,{WARM}"))
def test_the_model_of_the_longest_path_is_tight(name):
    chosen, _, by_situation, _, _, _ = measured(name)
    for situation in services.situations(chosen):
        longest = by_situation[situation.name]
        assert longest.model <= MOST_MODEL * longest.cycles, situation.name
