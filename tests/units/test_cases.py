# SPDX-License-Identifier: Apache-2.0
"""The simulation that reaches the cases of a proof, on a small graph in AIGER's text format.

The register `first` is set by the input `step`, and `second` by a further `step`. An assumption forbids `step` and
`back` in the same cycle.
"""
from metro.verify import cases

GRAPH = """\
aag 11 4 2 {outputs} 5
2
4
6
8
10 15
12 19
20
22
{numbers}14 11 5
16 10 4
18 13 17
20 4 6
22 10 12
i0 clk
i1 step
i2 back
i3 reset
o0 assumption.violated
o1 both_set.reached
{names}"""


def graph(**outputs):
    """Return the graph with further outputs, {name: literal}."""
    return GRAPH.format(outputs=2 + len(outputs), numbers="".join(f"{each}\n" for each in outputs.values()),
                        names="".join(f"o{n} {name.replace('__', '.')}\n" for n, name in enumerate(outputs, 2)))


def test_a_case_that_needs_several_cycles_is_reached():
    assert cases.reach(graph())["both_set"] >= 2


def test_a_case_that_only_forbidden_inputs_reach_is_not_reached(monkeypatch):
    monkeypatch.setattr(cases, "ROUNDS", 1)
    assert cases.reach(graph(forbidden__reached=20)) == {"both_set": 2, "forbidden": None}


def test_a_program_drives_its_inputs():
    assert cases.reach(graph(drives_step=1)) == {"both_set": 2}
    assert cases.reach(graph(drives_step=0)) == {"both_set": None}


def test_a_seed_determines_the_run():
    assert cases.reach(graph(), seed=7) == cases.reach(graph(), seed=7)
