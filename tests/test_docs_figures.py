# SPDX-License-Identifier: Apache-2.0
"""The tables of figures in README and docs are what docs/figures.json says, to the byte, and so is the drawn report."""
import functools
import json
import re

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.base.marked import grids
from metro.figures import committed, inputs, store
from metro.figures.key import Key
from metro.measure.sweep import points
from metro.report import documents, listing, page
from support import ROOT

MARKER = re.compile(r"^<!-- figures: ([\w-]+) -->$", re.MULTILINE)
RENEW = "./metro figures --commit writes it anew"


@pytest.fixture(scope="module")
def known():
    return committed.load()


def test_every_table_is_what_the_file_says(known):
    pages = documents.pages()
    assert {ROOT / "README.md", ROOT / "docs" / "figures.md", ROOT / "docs" / "event-unit.md"} <= set(pages)
    for path in pages:
        assert path.read_text() == documents.fill(path.read_text(), *known), f"{path.name}: {RENEW}"


def test_every_marker_has_a_table_and_every_table_a_marker():
    every = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    names = [name for path in every for name in MARKER.findall(path.read_text())]
    assert sorted(names) == sorted(documents.TABLES)
    assert sum(len(documents.BETWEEN.findall(path.read_text())) for path in every) == len(names)


def test_the_report_is_what_the_file_says(known):
    folder = ROOT / documents.REPORT
    drawn = page.Report(*known)
    shown = {key for key, names in drawn.shown.items() if names}
    assert (folder / "report.md").read_text() == drawn.markdown("pictures", shown), RENEW
    assert {path.stem for path in (folder / "pictures").iterdir()} == shown


def test_the_file_has_one_figure_a_line_sorted_with_command_and_inputs(known):
    figures, state = known
    sets = json.loads(committed.FILE.read_text())["made_from"]
    lines = committed.FILE.read_text().splitlines()
    read = [json.loads(f"{{{line.rstrip(',')}}}") for line in lines[lines.index('"figures": {') + 1:-1]]
    assert [list(figure) for figure in read] == [[name] for name in sorted(figures)]
    for figure in read:
        for name, shared in figure.items():
            made_from = None if shared["inputs"] is None else sets[shared["inputs"]]
            assert {**shared, "inputs": made_from} == figures[name]
    assert set(sets) == {figure["inputs"] for line in read for figure in line.values()} - {None}
    for name, figure in figures.items():
        assert set(figure) == set(committed.FIELDS) and figure["command"].startswith("./metro "), name
        assert set(figure["inputs"] or {}) <= set(state), name
    # Nothing that only one machine has.
    assert not re.search(r"[\s'\"=]/\w", committed.FILE.read_text())


def test_the_file_has_all_that_is_shown_and_nothing_else(known):
    figures, state = known
    assert documents.wanted(figures) | page.Report(figures, state).names() == set(figures)


def test_no_table_shows_a_dash_where_a_figure_was_measured(known):
    for name, make in documents.TABLES.items():
        cells = documents.Cells(*known)
        assert make(cells) and cells.used, name


# ------------------------------------------------------------------------------------- a column is one configuration

SHARES = {"ratio.contexts": "contexts", "contexts.64": "contexts", "contexts.16": "contexts"}  # of a core, by its name


def owner(name):
    """The configuration that a figure is of: the one that ran, or the one whose core was built."""
    key = Key.parse(name)
    if key.system:
        return key.system
    part = re.sub(r"^(area|fmax)\.\w+\.|\.(luts|ffs|brams)$", "", name)
    return SHARES.get(part) or cores().get(part.replace("ratio.", "core."))


@functools.lru_cache
def cores():
    """{a core's part of a figure's name: the configuration whose core and units these are}"""
    measured = [*points.beside_the_systems(), *points.of_the_event_unit(), *points.of_the_register_banks(),
                *points.of_the_time_base(), *points.of_the_task_lists()]
    return {str(point.key).partition(".xc7.")[2]: name for point in measured if hasattr(point, "hardware")
            for name in configuration.names()
            for one in [configuration.read(name).hardware]
            if (one.core, one.units, one.soc.adapter) == (point.hardware.core, point.hardware.units, "plugin")}


@pytest.mark.parametrize("name", documents.TABLES)
def test_table_column_is_of_the_configuration_it_names(known, name):
    """Each figure is replaced by the number of its configuration: a column shows one number only."""
    numbers = {one: number for number, one in enumerate(configuration.names(), 100)}
    found = {figure: {**values, "value": numbers.get(owner(figure), 99)} for figure, values in known[0].items()}
    written = documents.TABLES[name](documents.Cells(found, known[1]))
    if not written.startswith("|"):
        return                                             # a table of the terminal
    for columns, _, rows in grids(written):
        for column, heading in enumerate(columns):
            if of := re.search(r"`([\w-]+)`$", heading):
                shown = {int(value) for row in rows for value in re.findall(r"\b\d\d\d\b|\b99\b", row[column])}
                assert shown == {numbers[of[1]]}, heading


def test_units_page_says_what_its_table_of_adapters_shows(known):
    (_, _, rows), = grids(documents.TABLES["adapters"](documents.Cells(*known)))
    wishbone, cfu, plugin = ([int(row[column].replace(",", "")) for row in rows] for column in (3, 4, 5))
    slower, than_cfu = ([one - other for one, other in zip(column, plugin)] for column in (wishbone, cfu))
    said = " ".join((ROOT / "docs" / "units.md").read_text().split())
    over_wishbone = f"{min(slower)} to {max(slower)} cycles over Wishbone"
    assert f"another {over_wishbone}, and up to {max(than_cfu)} over the CFU" in said


def test_headline_has_a_column_for_each_of_its_configurations(known):
    first = documents.TABLES["headline"](documents.Cells(*known)).splitlines()[0]
    assert re.findall(r"`([\w-]+)`", first) == list(documents.HEADLINE)


def test_core_without_a_figure_of_its_own_has_none():
    changed = configuration.read("combined").changed({"core.user_mode": True})
    assert points.area_of_core("xc7", changed, "luts") == points.clock_of_core(changed) == ""


# ---------------------------------------------------------------------------------------------------- what is written

def figure(value, made_from, unit="cycles"):
    return {"value": value, "unit": unit, "command": "./metro bench", "inputs": made_from}


def test_what_is_older_than_the_file_is_marked():
    names = [f"tick.workers.max.{system}.48.O2" for system in documents.BOTH]
    text = "<!-- figures: gain -->\nanything\n<!-- /figures -->\n"
    new, old = {"sw": "1"}, {"sw": "0"}

    def row(*made_from):
        found = {name: figure(value, each) for name, value, each in zip(names, (2752, 21), made_from)}
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


def test_what_was_measured_takes_the_place_of_what_is_known_unless_that_is_newer(monkeypatch):
    new, old = {"sw": "1"}, {"sw": "0"}
    known = {"a": figure(1, None), "b": figure(2, old), "c": figure(3, None), "f": figure(6, new),
             "g": figure(7, old), "h": figure(8, new), "unwanted": figure(4, None)}
    measured = {"a": figure(10, new), "b": figure(20, None), "d": figure(40, None), "e": figure(5, new),
                "f": figure(60, old), "g": figure(70, old), "h": figure(80, new)}
    monkeypatch.setattr(inputs, "today", lambda kind: "1")
    merged = committed.merged(known, measured, ["h", "g", "f", "e", "d", "c", "b", "a", "nowhere"])
    assert {name: each["value"] for name, each in merged.items()} == {
        "a": 10, "b": 2, "c": 3, "e": 5, "f": 6, "g": 70, "h": 80}
    assert list(merged) == sorted(merged)


def test_a_command_that_only_one_machine_can_repeat_is_not_kept():
    def of(command):
        return {"a": {"value": 1, "unit": "x", "command": command}}
    assert committed.repeatable(of("./metro sweep /somewhere/my.yaml --only 'a.b'")) == {}
    assert committed.repeatable(of("./metro sweep --only 'a.b'"))["a"]["inputs"] is None
    kept = committed.repeatable(of("./metro bench tick --kernel /somewhere/tree --patched"))
    assert kept["a"]["command"] == "./metro bench tick --kernel TREE --patched"


def test_the_command_writes_file_tables_and_report(known, tmp_path, monkeypatch, capsys):
    figures, state = known
    name, beside = (f"wakeup.max.{system}.48.O2" for system in documents.BOTH)
    pages = {ROOT / "README.md": tmp_path / "README.md", ROOT / "docs" / "units.md": tmp_path / "docs" / "units.md"}
    (tmp_path / "docs" / "report" / "pictures").mkdir(parents=True)
    for path, copy in pages.items():
        copy.write_text(path.read_text())
    (tmp_path / "docs" / "figures.json").write_text(committed.FILE.read_text())
    monkeypatch.setattr(committed, "FILE", tmp_path / "docs" / "figures.json")
    monkeypatch.setattr(documents.paths, "ROOT", tmp_path)
    monkeypatch.setattr(inputs, "today", lambda kind: "today")
    monkeypatch.setattr(store, "FILE", tmp_path / "results" / "figures.json")
    store.record({name: {"value": 4711, "unit": "cycles", "command": "./metro bench tick"},
                  "nobody.shows.this": {"value": 1, "unit": "x", "command": "./metro bench"}})
    assert listing.commit() == 0 and "1 of them measured here" in capsys.readouterr().out
    written = committed.load()[0]
    assert written[name]["value"] == 4711 and set(written) == set(figures)
    assert f"| lean | 4,711 | {figures[beside]['value']:,}† |" in (tmp_path / "README.md").read_text()
    assert (tmp_path / "docs" / "report" / "report.md").is_file() and not list(tmp_path.rglob("*.new"))
