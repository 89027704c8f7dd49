# SPDX-License-Identifier: Apache-2.0
"""`./metro report`: the plots show the figures, and a browser shows the whole page: wide and narrow, light and dark.

The figures are invented (report_figures.py).
"""
import functools
import html
import itertools
import json
import re
import subprocess

import pytest

from metro import report
from metro.base.errors import MetroError
from metro.figures import committed, store as figures
from metro.figures.key import Key
from metro.report import tables
from metro.report import canvas, commands, page, sections, svg
from report_figures import invented
from support import PATIENCE, ROOT, named, slow_if

WIDE, NARROW = 1280, 360
LOOKS = [canvas.WIDE, canvas.NARROW]
pytestmark = pytest.mark.xdist_group("report")             # one worker, because tests share pages


@pytest.fixture(scope="module")
def all_figures():
    return invented()


@pytest.fixture(scope="module")
def drawn(all_figures):
    return page.Report(all_figures)


@pytest.fixture(scope="module")
def text(drawn):
    return drawn.html()


def expected_figures(all_figures):
    """Return the names of each plot's figures, by the plot's key."""
    def matching(pattern):
        return {name for name in map(str, all_figures) if re.fullmatch(pattern, name)}
    return {
        "tick": matching(r"tick\.(none_due|workers)\.max\.(original|combined)\.\d+\.O[02]"),
        "budget": matching(r"budget\..*"),
        "latencies": matching(r"(tick\.interrupt|wakeup|irq\.\w+)\.(min|mean|max)\.(original|combined)\.48\.O2"),
        "retention": matching(r"dhrystone\.retention\..*"),
        "area-tasks": matching(r"area\.cycloneiv\.time\..*"),
        "area-width": matching(r"area\.cycloneiv\.time\.(16|64|256)\..*"),
        "area-families": matching(r"area\.\w+\.(time\.\d+\.16\.\w+|ready\.\d+)\.(luts|cells)"),
        "services": matching(r"latency\.(sem|mbox|q|mutex|flag)\..*\.mean\.\w+\.O2"),
        "thread-metric": matching(r"thread_metric\.\w+\.speedup\.\w+\.O2\.large_caches"),
        "core": matching(r"area\.xc7\.core(\.\d+\.16\.\w+(\.32\.64)?)?\.luts"),
        "clock": matching(r"fmax\.ecp5\.core.*"),
    }


def test_every_plot_has_its_figures(all_figures, drawn):
    assert {key: set(map(str, keys)) for key, keys in drawn.shown.items()} == expected_figures(all_figures)
    assert all(expected_figures(all_figures).values()) and drawn.missing() == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_every_point_has_the_value_of_its_figure(all_figures, drawn, look):
    lines, found_by_name = 0, named(all_figures)
    for plot in drawn.plots():
        with canvas.style(look, plot.key):
            sheet = plot.draw(tables.Figures(all_figures), look)
            for axes in sheet.figure.axes:
                for line in axes.lines:
                    names = (line.get_gid() or "").split()[1:]
                    values = [found_by_name[name]["value"] for name in names]
                    assert not names or values in (list(line.get_ydata()), list(line.get_xdata())), names
                    lines += bool(names)
                for bar in axes.patches:
                    for name in (bar.get_gid() or "").split()[1:]:
                        lines += 1
                        if name.startswith("budget."):
                            assert bar.get_width() == found_by_name[name]["value"]
    assert lines > 100


def test_the_plots_use_the_colours_of_the_page(text):
    drawings = re.findall(r"<svg.*?</svg>", text, re.S)
    assert len(drawings) == 2 * 11
    for drawing in drawings:
        assert re.findall(r"#[0-9a-f]{6}\b", drawing.lower()) == []
        assert set(re.findall(r"var\(--(\w+)\)", drawing)) <= set(canvas.COLOURS)


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_and_lines_have_enough_contrast(theme):
    """The contrast ratio of WCAG 2 is at least 4.5 for text, and 3 for lines and areas."""
    ground = luminance(canvas.COLOURS["surface"][theme])
    for role, pair in canvas.COLOURS.items():
        low, high = sorted((luminance(pair[theme]), ground))
        contrast = (high + 0.05) / (low + 0.05)
        least = 0 if role in ("surface", "rule") else 3 if role.startswith(("step", "rest")) else 4.5
        assert contrast >= least, role


def test_page_loads_no_other_file(text):
    assert re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']*""", text) == []
    assert re.findall(r"url\((?!#)[^)]*|@import|@font-face", text) == []
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)) - {
        pair for name in ids for pair in ((name, ""), ("", name))} == set()


def test_page_has_every_figure_with_its_command(all_figures, text):
    rows = dict(re.findall(r'<tr id="([^"]+)">(.*?)</tr>', text))
    for name, figure in named(all_figures).items():
        cells = [html.unescape(re.sub("<.*?>", "", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", rows[name])]
        assert cells == [name, figures.text(figure["value"]), figure["unit"], figure["command"], ""]


def test_page_has_the_published_tables(text):
    words = html.unescape(re.sub(r"\s+", " ", re.sub("<.*?>", " ", text)))
    for cells in ("584 - 612", "3,657 / 1,184", "592 / 80", "295 - 423", "3.456 |", "mark task n as unsuspended",
                  "OSFlagPend (no task switch) 142 128 0.90", "Rocket + 16 threads 43,723 12,683", "15,068,628",
                  "Interrupt Preemption 19,089,282", "semaphore turnaround HW-HW 1,114 12,196 154,013"):
        assert cells in words, cells


def test_freertos_has_its_own_tiles_and_section():
    known = committed.load()[0]
    assert sum(tile.title.startswith("FreeRTOS: ") for tile in sections.tiles(known)) == 2
    section, = (section for section in sections.sections(known) if section.key == "freertos")
    assert [len(table.rows) for table in section.tables] == [4]
    assert all(table.rows for table in section.numbers[:4])


def test_a_section_without_figures_names_the_command(all_figures):
    of_ticks = {key: figure for key, figure in all_figures.items()
                if key.part == "tick" or (key.what, key.statistic) == ("dhrystone", "retention")}
    lacking = page.Report(of_ticks)
    text = lacking.html()
    assert {plot.key for plot in lacking.missing()} == {"budget", "area-tasks", "area-width", "area-families", "core",
                                                       "clock", "services", "thread-metric"}
    for plot in lacking.missing():
        assert f'id="plot-{plot.key}"' not in text
        message = re.search(rf'id="missing-{plot.key}">(.*?)</p>', text)[1]
        assert "not measured yet" in message and f"<code>{plot.made_by}</code>" in message
    # Each table without figures names the command that measures it.
    missing = dict(re.findall(r'<p class="missing">(.*?): not measured yet. <code>(.*?)</code> measures it.</p>', text))
    assert [missing[name] for name in missing if name.startswith("The kernel&#39;s objects")] == ["./metro bench size"]
    assert "./metro bench dhrystone --opt O2" in missing.values()
    assert not [name for name in missing if name.startswith("OSTimeTick") and "-O2" in name]
    assert "nan" not in text and "None" not in text


@pytest.mark.sample(4)
@pytest.mark.parametrize("kept", [r"tick\.workers\.max\.combined\.48\.O2", r"fmax\.ecp5\.core", r"area\.xc7\.core\..*",
                                  r"budget\.combined\..*", r"dhrystone\.retention\.original\.16\.\d+\.O2",
                                  r"conformance\.codes", r"area\.cycloneiv\.time\.64\.16\.parallel\.cells",
                                  r"tick\..*\.original\.48\.O0", r"wakeup\.(min|max).*"])
def test_page_with_few_figures_is_complete(all_figures, kept):
    all_figures = {**all_figures, Key("conformance.codes"): {"value": 351, "unit": "pairs", "command": "./metro test"}}
    short = page.Report({key: figure for key, figure in all_figures.items() if re.fullmatch(kept, str(key))})
    assert "</html>" in short.html() and short.markdown("pictures", short.pictures()).endswith("\n")


def test_commands_that_differ_in_lists_are_merged():
    assert commands.merge_commands(["./metro bench tick --tasks 48 --opt O2 --system original",
                                    "./metro bench tick --tasks 4 --opt O2 --system original",
                                    "./metro bench tick --tasks 4 --opt O0 --system combined", "./metro sweep",
                                    "./metro bench tick --tasks 4 --opt O2 --kernel 'a b'"]) == [
                "./metro bench tick --tasks 4,48 --opt O2,O0 --system original,combined", "./metro sweep",
                "./metro bench tick --tasks 4 --opt O2 --kernel 'a b'"]


def test_commands_for_points_of_a_sweep_become_a_pattern():
    only = [f"./metro sweep --only 'area.xc7.time.{n}.16.{engine}'"
            for n in (8, 16) for engine in ("lookahead", "parallel")]
    ready = [f"./metro sweep --only 'area.xc7.ready.{n}'" for n in (8, 16)]
    assert commands.merge_commands(only + ready) == ["./metro sweep --only 'area.xc7.time.*.16.*'",
                                                     "./metro sweep --only 'area.xc7.ready.*'"]
    assert commands.merge_commands(only[:1]) == ["./metro sweep --only area.xc7.time.8.16.lookahead"]
    assert commands.merge_commands([*only, "./metro sweep", "./metro sweep my.yaml --only area.xc7.core"]) == [
        "./metro sweep", "./metro sweep my.yaml --only area.xc7.core"]


def test_labels_do_not_overlap():
    placed = [[10.0, 16], [11.0, 16], [12.0, 16], [80.0, 16]]
    canvas._spread(placed, 100)
    heights = [label[0] for label in placed]
    assert heights[0] >= 0 and all(b - a >= 15.9 for a, b in zip(heights, heights[1:])) and heights[3] == 80


def test_ids_of_two_plots_differ():
    text = ('<svg xmlns="http://www.w3.org/2000/svg" width="9"><style>*{x: y}</style><defs><path id="m"/></defs>'
            '<g id="axes_1"><g id="figures a.b c.d" clip-path="url(#m)" style="fill: #fe0101; font: 700 12px A"/></g>'
            '</svg>')
    made = svg.embed(text, "key", "What it shows")
    assert 'id="key-m"' in made and "url(#key-m)" in made and "axes_1" not in made and "<style" not in made
    assert 'data-figures="a.b c.d"' in made and 'aria-label="What it shows"' in made
    assert f"fill: var(--{list(canvas.COLOURS)[1]}); font-size: 12px; font-weight: 650" in made


# ------------------------------------------------------------------------------------------------------ the command

def run(tmp_path, monkeypatch, all_figures, *options):
    import argparse
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(committed, "load", lambda: ({}, {}))             # no committed figures
    if all_figures:
        figures.record(all_figures)
    parser = argparse.ArgumentParser()
    report.add_arguments(parser)
    return report.main(parser.parse_args([str(option) for option in options]))


@pytest.mark.slow
def test_the_command_writes_page_markdown_and_pictures(tmp_path, monkeypatch, all_figures, capsys, build):
    areas = {key: figure for key, figure in all_figures.items() if key.part != "fmax"}
    assert run(tmp_path, monkeypatch, areas, "--out", tmp_path / "out", "--png", tmp_path / "docs" / "figures") == 0
    assert (tmp_path / "out" / "report.html").read_text().startswith("<!DOCTYPE html>")
    text = (tmp_path / "out" / "report.md").read_text()
    pictures = re.findall(r"!\[.+\]\(\.\./docs/figures/(.+)\)", text)
    assert len(pictures) == 10 and set(pictures) == {path.name for path in (tmp_path / "docs" / "figures").iterdir()}
    for name in pictures:
        data = (tmp_path / "docs" / "figures" / name).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(data[16:20], "big") == 2 * canvas.PICTURE.width
    output = capsys.readouterr().out
    assert "not measured yet: The core's Fmax on ECP5 over the seeds (./metro sweep)" in output
    assert f"{tmp_path / 'out' / 'report.html'}\n" in output


def test_the_markdown_has_the_tables(drawn):
    text = drawn.markdown("pictures", {plot.key for plot in drawn.plots()})
    assert "\n| 48 | 4057 - 4844 | 219 - 260 | workers |" in text and "```sh\n./metro sweep\n```" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1, block
        assert re.fullmatch(r"\|( (---|---:) \|)+", block.splitlines()[1]), block
    assert "<wbr>" not in text and "&#39;" not in text


def test_report_without_figures_is_an_error(tmp_path, monkeypatch, build):
    with pytest.raises(MetroError, match="nothing was measured yet") as error:
        run(tmp_path, monkeypatch, {}, "--out", tmp_path / "out")
    assert "./metro bench" in error.value.hint and not (tmp_path / "out").exists()


@pytest.mark.sample(1)
@pytest.mark.parametrize("option", ["--out", "--png"])
def test_unwritable_folder_is_refused(tmp_path, monkeypatch, all_figures, build, option):
    (tmp_path / "file").write_text("")
    with pytest.raises(MetroError, match="cannot write to .*file") as error:
        run(tmp_path, monkeypatch, all_figures, "--out", tmp_path / "out", option, tmp_path / "file" / "folder")
    assert option in error.value.hint
    assert not list(tmp_path.rglob("report.*")) and not list(tmp_path.rglob("*.png"))


# ------------------------------------------------------------------------------------------------------- a browser

PROBE = (ROOT / "tests" / "figures" / "report_probe.js").read_text()
WRAPPER = """<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><pre id="probe"></pre>
<iframe style="border: 0; width: {width}px; height: 900px" srcdoc="{page}" onload="
  document.getElementById('probe').textContent = JSON.stringify(this.contentWindow.probe())"></iframe>"""


@pytest.fixture(scope="module")
def measure(tmp_path_factory):
    """measure(text, width, theme): return a browser's measurements of a page. The page is in a frame, because a window
    has a minimum width."""
    folder = tmp_path_factory.mktemp("browser")

    def look(text, width, theme):
        (folder / "wrapper.html").write_text(WRAPPER.format(
            width=width, page=html.escape(text.replace("</head>", f"<script>{PROBE}</script></head>"))))
        outcome = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             f"--user-data-dir={folder / 'profile'}", f"--window-size={WIDE + 40},1000", "--hide-scrollbars",
             f"--blink-settings=preferredColorScheme={int(theme == 'light')}", "--virtual-time-budget=20000",
             "--dump-dom", (folder / "wrapper.html").as_uri()], capture_output=True, text=True, timeout=PATIENCE)
        probe = re.search(r'<pre id="probe">(.+?)</pre>', outcome.stdout, re.S)
        assert probe, outcome.stderr[-2000:]
        return json.loads(html.unescape(probe[1]))
    return look


@pytest.fixture(scope="module")
def seen(text, measure):
    """seen(width, theme): return a browser's measurements of the report, measured once for each pair."""
    return functools.lru_cache(maxsize=None)(functools.partial(measure, text))


EVERYWHERE = [pytest.param(width, theme, marks=slow_if((width, theme) not in ((WIDE, "light"), (NARROW, "dark"))))
              for width, theme in itertools.product((WIDE, NARROW), ("light", "dark"))]


@pytest.mark.parametrize("width, theme", EVERYWHERE)
def test_browser_shows_every_figure(seen, all_figures, width, theme):
    measured = seen(width, theme)
    assert measured["drawings"] == 11
    assert {key: set(names) for key, names in measured["drawn"].items()} == {
        f"plot-{key}": names for key, names in expected_figures(all_figures).items()}


@pytest.mark.parametrize("width, theme", EVERYWHERE)
def test_nothing_overflows(seen, width, theme):
    measured = seen(width, theme)
    assert measured["width"] == width and measured["scroll"] <= width
    assert measured["beyond"] == [] and measured["clipped"] == []


@pytest.mark.parametrize("width, theme", EVERYWHERE)
def test_plot_labels_are_readable(seen, width, theme):
    measured = seen(width, theme)
    assert measured["cut"] == [] and measured["met"] == [] and measured["small"] == []


@pytest.mark.parametrize("width, theme", EVERYWHERE)
def test_page_uses_the_preferred_colour_scheme(seen, width, theme):
    def rgb(role):
        colour = canvas.COLOURS[role][theme == "dark"]
        return f"rgb({', '.join(str(int(colour[i:i + 2], 16)) for i in (1, 3, 5))})"
    measured = seen(width, theme)
    assert (measured["surface"], measured["ink"]) == (rgb("surface"), rgb("ink"))




def test_browser_measurements_detect_layout_faults(measure, all_figures):
    """The tests above can fail: large text, a hidden plot and a caption wider than the page are reported."""
    few = page.Report({key: figure for key, figure in all_figures.items() if key.part in ("budget", "fmax")}).html()
    spoilt = few.replace("</head>", "<style>figure svg text { font-size: 60px !important }"
                         " .conditions { min-width: 80em } #plot-clock [data-figures] { display: none }</style></head>")
    good, bad = (measure(text, NARROW, "light") for text in (few, spoilt))
    for what in ("beyond", "cut", "met"):
        assert good[what] == [] and bad[what] != [], what
    assert bad["scroll"] > NARROW and set(good["drawn"]) - set(bad["drawn"]) == {"plot-clock"}
