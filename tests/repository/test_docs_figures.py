# SPDX-License-Identifier: Apache-2.0
"""The tables of figures in README and docs match docs/figures.json exactly."""
import dataclasses
import functools
import re

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.bench import listing, programs
from metro.figures import committed, inputs, rows, store
from metro.figures.key import Key, of_run
from metro.measure.sweep import points
from metro.report import documents, page, tables
from support import ROOT, grids, named

MARKER = re.compile(r"^<!-- figures: ([\w-]+) -->$", re.MULTILINE)
HINT = "run ./metro figures --commit"


@pytest.fixture(scope="module")
def committed_figures():
    return committed.load()


def test_every_table_matches_the_file(committed_figures):
    pages = documents.pages()
    assert {ROOT / "README.md", ROOT / "docs" / "figures.md", ROOT / "docs" / "results-units.md"} <= set(pages)
    for path in pages:
        assert path.read_text() == documents.fill(path.read_text(), *committed_figures), f"{path.name}: {HINT}"


def test_plot_matches_the_file(committed_figures):
    assert (ROOT / documents.PLOT).read_bytes() == documents.plot(committed_figures[0]), HINT


def test_every_page_of_results_has_one_stamp(committed_figures):
    for name in ("results-units", "results-freertos", "results-zephyr", "results-guests", "results-threads", "figures",
                 "publications"):
        assert MARKER.findall((ROOT / "docs" / f"{name}.md").read_text()).count(documents.STAMP) == 1, name
    assert "version 9.9, Verilator" in documents.stamp({**committed_figures[1], committed.VERSION: "9.9"})


def test_every_marker_has_a_table_and_every_table_a_marker():
    every = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    names = [name for path in every for name in MARKER.findall(path.read_text())]
    assert sorted(name for name in names if name != documents.STAMP) == sorted(documents.TABLES)
    assert sum(len(documents.BETWEEN.findall(path.read_text())) for path in every) == len(names)


def test_file_is_small_and_has_no_absolute_paths():
    text = committed.FILE.read_text()
    assert len(text.encode()) <= 290_000
    assert not re.search(r"[\s'\"=]/\w", text)


def test_writing_the_file_again_changes_nothing(committed_figures):
    assert rows.text(*committed_figures) == committed.FILE.read_text()


def test_every_figure_has_a_command_and_known_inputs(committed_figures):
    figures, state = committed_figures
    for key, figure in figures.items():
        assert figure["command"].startswith("./metro ") and set(figure["inputs"] or {}) <= set(state), key


def test_file_has_every_figure_that_is_shown(committed_figures):
    figures, state = committed_figures
    assert documents.shown_keys(figures) | page.Report(figures, state).shown_figures() <= set(figures)


def test_every_table_has_rows_and_figures(committed_figures):
    for name, make in documents.TABLES.items():
        table = make(tables.Scope(committed_figures[0]))
        assert table.rows and table.used, name


@pytest.mark.parametrize("name", [
    f"{command}-{name}" for command, group in programs.GROUPS.items() for name in group.TABLES])
def test_table_shows_each_point_of_its_command(name):
    command, table = name.split("-")
    shown = documents.TABLES[name](tables.Scope(committed.load()[0])).used
    assert {key.row for key in shown} == {dataclasses.replace(point.key, seed=None)       # None: the median over seeds
                                          for point in programs.GROUPS[command].TABLES[table]()}


# -------------------------------------------------------------------------------------- one configuration per column

def owner(key):
    """Return the name of the configuration that ran for a figure, or of the configuration whose core was measured."""
    shared = key.what == "area.contexts" and "contexts"
    return key.system or shared or cores().get(dataclasses.replace(key.row, device="", what={
        "fmax": "area." + key.what.partition(".")[2]}.get(key.part, key.what).replace("ratio", "core")))


@functools.lru_cache
def cores():
    """Map the key of each core, with device "", to the name of the configuration that has this core and its units."""
    measured = [*points.beside_the_systems(), *points.of_the_event_unit(), *points.of_the_register_banks(),
                *points.of_the_time_base(), *points.of_the_task_lists(), *points.of_the_pieces()]
    return {dataclasses.replace(point.key, device=""): name for point in measured if hasattr(point, "hardware")
            for name in configuration.names()
            for one in [configuration.read(name).hardware]
            if (one.core, one.units, one.soc.adapter) == (point.hardware.core, point.hardware.units, "plugin")}


@pytest.mark.parametrize("name", documents.TABLES)
def test_table_column_shows_the_configuration_it_names(committed_figures, name):
    """Replace each value by the number of its configuration, or 99. A column shows only the number of its heading."""
    numbers = {one: number for number, one in enumerate(configuration.names(), 100)}
    found = {key: {**values, "value": numbers.get(owner(key), 99)} for key, values in committed_figures[0].items()}
    written = documents.markdown(name, tables.Scope(found))
    if not written.startswith("|"):
        return                                             # printed as text, without Markdown columns
    for columns, _, rows in grids(written):
        for column, heading in enumerate(columns):
            if of := re.search(r"`([\w-]+)`$", heading):
                shown = {int(value) for row in rows for value in re.findall(r"\b\d\d\d\b|\b99\b", row[column])}
                assert shown == {numbers[of[1]]}, heading


def test_headline_has_a_column_for_each_of_its_configurations(committed_figures):
    first = documents.markdown("headline", tables.Scope(committed_figures[0])).splitlines()[0]
    assert re.findall(r"`([\w-]+)`", first) == list(documents.HEADLINE)


def test_unmeasured_core_has_no_figure():
    changed = configuration.read("combined").changed({"core.user_mode": True})
    assert points.area_of_core("xc7", changed, "luts") is points.clock_of_core(changed) is None


# ----------------------------------------------------------------------------------------------------- writing tables

def figure(value, made_from, unit="cycles"):
    return {"value": value, "unit": unit, "command": "./metro bench", "inputs": made_from}


def test_old_figures_are_marked():
    keys = [of_run("tick.workers", "max", system, 48) for system in documents.BOTH]
    text = "<!-- figures: gain -->\nanything\n<!-- /figures -->\n"
    new, old = {"sw": "1"}, {"sw": "0"}

    def row(*made_from):
        found = {key: figure(value, each) for key, value, each in zip(keys, (2752, 21), made_from)}
        written = documents.fill(text, found, new)
        return re.search("^.*workers.*$", written, re.M)[0].partition("longest | ")[2], written
    assert row(new, new)[0] == "2,752 cycles | 21 cycles |" and "older" not in row(new, new)[1]
    for made_from in (old, None):
        cells, written = row(made_from, new)
        assert cells == "2,752† cycles | 21 cycles |" and "\n† of an older state" in written
    cells, written = row(old, old)
    assert cells == "2,752 cycles | 21 cycles |" and "\nAll figures of this table are of an older state" in written


def test_a_marker_without_a_table_is_refused():
    with pytest.raises(MetroError, match="no table of figures is called nonsense"):
        documents.fill("<!-- figures: nonsense -->\n<!-- /figures -->\n", {}, {})


def test_measured_figure_does_not_replace_a_newer_one(monkeypatch):
    new, old = {"sw": "1"}, {"sw": "0"}
    earlier = {"a": figure(1, None), "b": figure(2, old), "c": figure(3, None), "f": figure(6, new),
               "g": figure(7, old), "h": figure(8, new), "unwanted": figure(4, None)}
    measured = {"a": figure(10, new), "b": figure(20, None), "d": figure(40, None), "e": figure(5, new),
                "f": figure(60, old), "g": figure(70, old), "h": figure(80, new)}
    monkeypatch.setattr(inputs, "current_input", lambda kind: "1")
    merged = named(committed.merge(*({Key(name): one for name, one in each.items()} for each in (earlier, measured)),
                                   map(Key, ["h", "g", "f", "e", "d", "c", "b", "a", "nowhere"])))
    assert {name: each["value"] for name, each in merged.items()} == {
        "a": 10, "b": 2, "c": 3, "e": 5, "f": 6, "g": 70, "h": 80}
    assert list(merged) == sorted(merged)


def test_command_that_others_cannot_repeat_is_not_kept():
    def of(command):
        return {"a": {"value": 1, "unit": "x", "command": command}}
    assert committed.repeatable_figures(of("./metro sweep /somewhere/my.yaml --only 'a.b'")) == {}
    assert committed.repeatable_figures(of("./metro sweep --only 'a.b'"))["a"]["inputs"] is None
    kept = committed.repeatable_figures(of("./metro bench tick --kernel /somewhere/tree --patched"))
    assert kept["a"]["command"] == "./metro bench tick --kernel TREE --patched"


def test_commit_writes_up_to_date_figures_and_tables(committed_figures, tmp_path, monkeypatch, capsys):
    figures, state = committed_figures
    measured, other = (of_run("wakeup", "max", system, 48) for system in documents.BOTH)
    pages = {ROOT / name: tmp_path / name for name in ("README.md", "docs/results-units.md")}
    (tmp_path / "docs").mkdir()
    for path, copy in pages.items():
        copy.write_text(path.read_text())
    (tmp_path / "docs" / "figures.json").write_text(committed.FILE.read_text())
    monkeypatch.setattr(committed, "FILE", tmp_path / "docs" / "figures.json")
    monkeypatch.setattr(documents.paths, "ROOT", tmp_path)
    monkeypatch.setattr(store, "FILE", tmp_path / "results" / "figures.json")
    monkeypatch.setattr(inputs, "current_input", lambda kind: "yesterday")
    store.record({other: {"value": 4712, "unit": "cycles", "command": "./metro bench tick"}})
    monkeypatch.setattr(inputs, "current_input", lambda kind: "today")
    store.record({measured: {"value": 4711, "unit": "cycles", "command": "./metro bench tick"},
                  Key("shown.nowhere"): {"value": 1, "unit": "x", "command": "./metro bench"}})
    assert listing.commit() == 0 and "1 of them measured here" in capsys.readouterr().out
    written = committed.load()[0]
    assert written[measured]["value"] == 4711 and set(written) <= set(figures)
    assert f"| minimal | 4,711 | {figures[other]['value']:,}† |" in (tmp_path / "README.md").read_text()
    assert ">4,711<" in (tmp_path / documents.PLOT).read_text()
    assert not list(tmp_path.rglob("*.new"))
