# SPDX-License-Identifier: Apache-2.0
"""The search for the order of functions in sw/threads/hot_more.ld (`./metro threads order`)."""
import numpy as np
import pytest

from metro.base.errors import MetroError
from metro.measure.threads import applications, order
from metro.measure.threads.order import LINE, SETS, Model, Trace

# Three adjacent functions. `first` and `last` share a cache set. `fixed` is not in NAMES, so it keeps its place.
NAMES = ["first", "long", "last"]
FUNCTIONS = [(0, LINE, "first"), (LINE, LINE * (SETS - 1), "long"), (LINE * SETS, LINE - 2, "last.part.0"),
             (LINE * (SETS + 5), LINE, "fixed")]


def trace(*lines, weight=1.0):
    return Trace("a run", np.array(lines), np.full(len(lines), weight), FUNCTIONS)


def test_lines_that_alternate_in_a_set_miss():
    both, alone = trace(0, SETS, 0, SETS), trace(0, 1, 0, 1, weight=0.5)
    model = Model([both, alone, trace(0, SETS, 0, weight=0.5)], NAMES)
    assert model.misses(np.array([0, 1, 2])).tolist() == [3, 0, 1]
    assert model.misses(np.array([0, 2, 1])).tolist() == [0, 0, 0]


def test_function_that_does_not_move_keeps_its_set():
    model = Model([trace(SETS + 5, 5, SETS + 5, 5)], NAMES)            # set 5: `fixed` and the fifth line of `long`
    assert model.misses(np.array([0, 1, 2])).tolist() == [3]
    assert model.misses(np.array([0, 2, 1])).tolist() == [0]


def test_search_removes_misses_and_is_repeatable():
    model = Model([trace(0, SETS, 0, SETS), trace(SETS + 5, 5, SETS + 5, 5)], NAMES)
    found = [order.search(model, steps=100, seed=seed) for seed in (1, 1, 2)]
    assert found[0].tolist() == found[1].tolist() and all(model.misses(one).sum() == 0 for one in found)


def test_only_an_order_with_fewer_misses_is_written_to_the_file(monkeypatch, tmp_path, capsys):
    file = tmp_path / "hot_more.ld"
    file.write_text("/* head */\n*(.text.first)\n*(.text.long)\n*(.text.last .text.last.*)\n")
    monkeypatch.setattr(order, "FILE", file)
    monkeypatch.setattr(order, "trace", lambda _: trace(0, SETS, 0, SETS))
    monkeypatch.setattr(order, "STEPS", 100)
    order.main()
    first, *moved = file.read_text().splitlines()
    assert first == "/* head */" and sorted(moved) == ["*(.text.first)", "*(.text.last .text.last.*)", "*(.text.long)"]
    assert "best order" in capsys.readouterr().out and moved.index("*(.text.long)") != 1
    before = file.read_bytes()
    monkeypatch.setattr(order, "trace", lambda _: trace(0, 1))                          # the file's order has no miss
    order.main()
    assert file.read_bytes() == before


def test_clone_without_a_place_is_refused():
    with pytest.raises(MetroError, match="does not place the clones of last"):
        order.refuse_clones([trace(0)], {name: f"*(.text.{name})" for name in NAMES})


def test_pause_is_a_long_loop():
    code, loop = list(range(100, 150)), [1, 2] * 200
    lines = np.array([*code, *loop, *code, 3, *code, *loop])
    taken = np.where(lines == 3, 9_000, 20)                                   # a loop in one cache line has one record
    cycles = np.cumsum(taken) - taken
    assert order.pauses_in(cycles, lines) == [(50, 450), (500, 501), (551, 951)]


@pytest.mark.slow
def test_trace_has_each_weight_and_the_files_functions():
    point = next(point for point in applications.turnaround() if (point.kind, point.way, point.config, point.caches,
                 point.is_busy) == ("mutex", "task_task", "original", "", False))
    recorded = order.trace(point)
    assert 100 < len(recorded.lines) < 10_000
    assert set(recorded.weights) == {0, order.OTHER / order.ROUNDS, 1 / order.ROUNDS}
    functions = {name.partition(".")[0] for _, _, name in recorded.functions}
    assert len(functions & set(order.entries())) > 20
