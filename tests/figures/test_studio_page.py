# SPDX-License-Identifier: Apache-2.0
"""./metro studio in a browser, as a user sees it: typed values, keyboard only, narrow and dark windows, slow jobs, a
stopped server."""
import json
import re
import sys
import threading
import urllib.parse

import pytest

import browser
from metro.figures import committed
from metro.studio import model, work
from metro.studio.page import Studio
from metro.studio.server import Server
from support import slow_if

FIGURES = committed.load()[0]
pytestmark = pytest.mark.skipif(not browser.is_installed(), reason="not run: needs chromium")
SLOW = """import os, time
print('begun', flush=True)
while not os.path.exists({go!r}):
    time.sleep(.05)
"""
LOOKS = [pytest.param(width, dark, marks=slow_if((width, dark) not in ((360, True), (1280, False))),
                      id=f"{width}-{'dark' if dark else 'light'}")
         for width in (1280, 768, 360) for dark in (False, True)]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    opened = browser.Browser(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


class Open:
    def __init__(self, folder, known):
        # Each job that a test starts runs until the file `go` exists.
        launch = (sys.executable, "-uc", SLOW.format(go=str(folder / "go")))
        self.studio = Studio(folder, figures=model.Figures(known), work=work.Work(folder, launch))
        self.server = Server(0, self.studio, folder)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.studio.work_at.stop()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def opened(chromium, tmp_path):
    """Return a function that opens the page in the browser and returns its `Open` object."""
    made = []

    def start(known=FIGURES):
        made.append(Open(tmp_path, known))
        # The previous test's page may still send requests to its stopped server. Discard these failures.
        chromium.do("Page.navigate", url="about:blank")
        chromium.until("location.href === 'about:blank'")
        chromium.events.clear()
        chromium.set_viewport()
        chromium.open(made[-1].server.address)
        return made[-1]
    yield start
    for each in made:
        each.stop()


def figure_text(chromium, what, of):
    return chromium.run(f"document.querySelector('[data-figure={what}][data-of={of}] b').textContent")


def type_value(chromium, field, text):
    chromium.run(f"document.getElementById('{field}').select(), document.getElementById('{field}').focus()")
    chromium.type(text)


def test_answer_follows_the_typed_number(chromium, opened):
    opened()
    before = chromium.run("document.querySelector('.chosen').dataset.chosen")
    type_value(chromium, "tasks", "40")
    chromium.until(f"document.querySelector('.chosen').dataset.chosen !== {json.dumps(before)}")
    assert "N = 41" in chromium.run("document.querySelector('.chosen h2').textContent")
    assert chromium.run("document.activeElement.id") == "tasks"
    # The address has all inputs, so a reload shows the same page.
    chromium.until("location.search.includes('tasks=40')")
    chromium.do("Page.reload")
    chromium.until("document.readyState === 'complete' && document.getElementById('tasks').value === '40'")
    assert "N = 41" in chromium.run("document.querySelector('.chosen h2').textContent")
    assert chromium.complaints() == []


@pytest.mark.parametrize("key, name", [("zephyr", "Zephyr"), ("riot", "RIOT")])
def test_selected_kernel_shows_its_scores(chromium, opened, key, name):
    opened()
    assert not chromium.run("document.querySelector('[data-figure=rom]')")
    type_value(chromium, "priorities", "16")
    chromium.run(f"document.getElementById('rtos').value = '{key}', "
                 "document.getElementById('rtos').dispatchEvent(new Event('input', {bubbles: true}))")
    chromium.until(f"document.querySelector('.chosen .over').textContent.includes('for {name} on')")
    chromium.click(".plane a.levels-contexts")
    chromium.until("document.querySelector('.chosen').dataset.chosen === 'levels-contexts'")
    for row in ("preemptive_scheduling", "cooperative_scheduling"):
        before, after = (float(re.sub("[^0-9]", "", figure_text(chromium, row, of)))
                         for of in ("original", "levels-contexts"))
        assert after > before
    assert figure_text(chromium, "rom", "levels-contexts") != "–"
    headings = chromium.run("[...document.querySelectorAll('.group')].map((e) => e.textContent.trim()).join('|')")
    assert headings == "|".join((model.CORE, model.KERNEL, model.SCORES, model.SERVICES, model.SIZES))
    assert f"Not measured for {name}: " in chromium.run("document.querySelector('#answer').textContent")
    chromium.set_viewport(360, 800)
    assert chromium.run("document.documentElement.scrollWidth <= innerWidth")
    assert chromium.complaints() == []


def test_page_reports_an_invalid_number_and_still_works(chromium, opened):
    opened()
    type_value(chromium, "tasks", "999")
    chromium.until("document.querySelector('#answer [role=alert]')")
    assert "Tasks: a number from 1 to 254" in chromium.run("document.querySelector('#answer').textContent")
    type_value(chromium, "tasks", "9")
    chromium.until("!document.querySelector('#answer [role=alert]')")


def test_click_selects_a_point_and_keeps_the_held_point(chromium, opened):
    opened()
    chromium.click("[data-held]:not([data-held=''])")
    chromium.until("document.querySelector('.point.held')")
    held = chromium.run("document.querySelector('.point.held').dataset.pick")
    chromium.click(".plane a.contexts")
    chromium.until("document.querySelector('.chosen').dataset.chosen === 'contexts_64_16'")
    heads = chromium.run("[...document.querySelectorAll('thead th')].map((e) => e.textContent).join('|')")
    assert re.fullmatch(r"\|software\|Compared: time and ready unit.*"
                        r"\|Selected: with event unit and register banks.*", heads)
    assert figure_text(chromium, "wakeup", "contexts_64_16") != figure_text(chromium, "wakeup", held)
    assert "--config contexts" in chromium.run("document.querySelector('.commands').textContent")


def test_page_works_by_keyboard_alone(chromium, opened):
    opened()
    seen = set()
    for _ in range(60):
        chromium.key("Tab")
        here = chromium.run("""(() => { const e = document.activeElement, s = getComputedStyle(e);
            const halo = e.querySelector(".halo");
            return [e.dataset.pick || e.dataset.act || e.id || e.textContent.trim(), e.matches(":focus-visible"),
                    s.outlineStyle !== "none" || (halo && getComputedStyle(halo).strokeWidth === "3.5px")]; })()""")
        assert here[1] and here[2], f"the focus on {here[0]} is not visible"
        if here[0] in seen and here[0] == "tasks":
            break
        seen.add(here[0])
        if here[0] == "events_64_16" and chromium.run("document.querySelector('.chosen').dataset.chosen") != here[0]:
            chromium.key("Enter")
            chromium.until("document.querySelector('.chosen').dataset.chosen === 'events_64_16'")
            # The focus stays at the chosen point.
            assert chromium.run("document.activeElement.dataset.pick") == "events_64_16"
        if here[0] == "core":
            break
    assert {"tasks", "device", "aim", "up", "events_64_16", "core"} <= seen
    chromium.key(" ")
    chromium.until("document.querySelector('.job[data-state=runs]')")
    assert "with event unit" in chromium.run("document.querySelector('.job h3').textContent")


@pytest.fixture
def deadlines(chromium, opened):
    """Open the page about deadlines by its link."""
    here = opened()
    chromium.click(".lead a[href^='/deadlines']")
    chromium.until("document.readyState === 'complete' && document.getElementById('text')")
    return here


def set_text(chromium, text):
    chromium.run(f"document.getElementById('text').value = {json.dumps(text)}, "
                 "document.getElementById('text').dispatchEvent(new Event('input', {bubbles: true}))")


def test_verdicts_follow_the_typed_tasks(chromium, deadlines):
    chromium.run("document.getElementById('text').focus(), document.getElementById('text').setSelectionRange(0, 0)")
    chromium.type("x")
    chromium.until("document.querySelector('#answer [role=alert]')")
    assert "motor.toml: " in chromium.run("document.querySelector('#answer').textContent")
    chromium.key("Backspace")
    chromium.until("document.querySelector('[data-chart=contexts]')")
    assert chromium.run("document.activeElement.id") == "text"
    chromium.click("[name=on-contexts]")
    chromium.until("document.querySelector('[data-chart]') && !document.querySelector('[data-chart=contexts]')")
    set_text(chromium, "# " * 40_000)
    chromium.until("document.querySelector('#answer [role=alert]').textContent.includes('64 KiB')")
    assert [each for each in chromium.complaints() if "413" not in str(each)] == []


def test_opened_file_is_analysed(chromium, deadlines, tmp_path):
    (tmp_path / "mine.toml").write_text('[system]\nclock_mhz = 50\ntick_hz = 1000\n[[task]]\nname = "alone"\n'
                                        "priority = 4\nperiod_us = 2000\nexecution_us = 100\n")
    node = chromium.do("DOM.querySelector", nodeId=chromium.do("DOM.getDocument")["root"]["nodeId"], selector="#file")
    chromium.do("DOM.setFileInputFiles", files=[str(tmp_path / "mine.toml")], nodeId=node["nodeId"])
    chromium.until("document.querySelector('.bars .name')?.textContent === 'alone'")
    assert "alone" in chromium.run("document.getElementById('text').value")
    assert chromium.complaints() == []


def test_deadlines_work_by_keyboard_alone(chromium, deadlines):
    seen = []
    while len(seen) < 40 and "table" not in seen:
        chromium.key("Tab")
        name, is_visible = chromium.run("""(() => { const e = document.activeElement;
            return [e.id || e.name || (e.tagName === "SUMMARY" ? "table" : e.getAttribute("aria-label")),
                    e.matches(":focus-visible") && getComputedStyle(e).outlineStyle !== "none"]; })()""")
        assert is_visible, f"the focus on {name} is not visible"
        seen.append(name)
        if name == "on-original":
            chromium.key(" ")
            chromium.until("!document.querySelector('[data-chart=original]')")
    assert {"text", "file", "on-contexts", "Summary", "table"} <= set(seen)
    chromium.key("Enter")
    chromium.until("document.querySelector('details[open]')")


@pytest.mark.parametrize("width, dark", LOOKS)
def test_deadlines_fit_the_window_and_have_enough_contrast(chromium, deadlines, width, dark):
    assert_fits(chromium, width, dark)


@pytest.mark.parametrize("width, dark", LOOKS)
def test_page_fits_the_window_and_has_enough_contrast(chromium, opened, width, dark):
    opened()
    assert_fits(chromium, width, dark)


def assert_fits(chromium, width, dark):
    chromium.set_viewport(width, 800, dark)
    assert chromium.run("document.documentElement.scrollWidth <= innerWidth")
    beyond = chromium.run("""[...document.querySelectorAll("body *:not(.skip)")].filter((e) => e.checkVisibility()
        && !e.parentElement.closest(".scroll, svg, pre") && e.getBoundingClientRect().right > innerWidth + 1)
        .map((e) => e.outerHTML.slice(0, 80))""")
    assert beyond == []
    light = chromium.run("""(() => { const seen = (c) => { const [r, g, b] = c.match(/[\\d.]+/g)
          .map((x) => x / 255).map((x) => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
          return .2126 * r + .7152 * g + .0722 * b; };
        const style = getComputedStyle(document.body);
        const back = seen(style.backgroundColor);
        return [back, ...[...document.querySelectorAll("h1, label span, small, .note, .before, .after, button")]
          .filter((e) => e.checkVisibility()).map((e) => { const s = seen(getComputedStyle(e).color);
            return (Math.max(s, back) + .05) / (Math.min(s, back) + .05); })]; })()""")
    assert (light[0] < .1) == dark and min(light[1:]) >= 4.5
    assert chromium.complaints() == []


def test_slow_job_shows_its_progress_until_it_ends(chromium, opened, tmp_path):
    here = opened()
    chromium.click("[data-act=board]")
    chromium.until("document.querySelector('.job[data-state=runs] progress')")
    chromium.until("document.querySelector('.job pre').textContent.includes('begun')")
    # Meanwhile the page is usable, and a second job is refused.
    type_value(chromium, "tasks", "40")
    chromium.until("document.querySelector('.chosen h2').textContent.includes('N = 41')")
    chromium.click("[data-act=core]")
    chromium.until("document.querySelector('.refusal') && !document.querySelector('.refusal').hidden")
    (tmp_path / "go").touch()
    chromium.until("document.querySelector('.job[data-state=fine]')")
    assert len(here.studio.work_at.jobs) == 1


def test_stop_button_stops_the_job(chromium, opened):
    here = opened()
    chromium.click("[data-act=run]")
    chromium.until("document.querySelector('[data-act=stop]')")
    chromium.click("[data-act=stop]")
    chromium.until("document.querySelector('.job[data-state=failed]')")
    assert here.studio.work_at.jobs[0].stopped


def test_page_reports_a_stopped_server(chromium, opened):
    here = opened()
    here.server.shutdown()
    here.server.server_close()
    type_value(chromium, "tasks", "40")
    chromium.until("!document.getElementById('gone').hidden")
    assert "./metro studio" in chromium.run("document.getElementById('gone').textContent")


def test_page_without_figures_says_what_to_do(chromium, opened):
    opened({})
    assert "Nothing was measured yet" in chromium.run("document.querySelector('#answer').textContent")
    type_value(chromium, "tasks", "40")
    chromium.until("location.search.includes('tasks=40')")
    assert chromium.complaints() == []


def test_request_from_another_origin_starts_no_job(chromium, opened):
    here = opened()
    other = Server(0, here.studio, here.server.files)               # another port is another origin
    threading.Thread(target=other.serve_forever, daemon=True).start()
    try:
        chromium.open(other.address)
        address = f"http://{here.server.hosts[0]}/act?{urllib.parse.urlencode({'token': here.server.token})}"
        # The other page sends a form with the token, and its content security policy is off.
        chromium.do("Page.setBypassCSP", enabled=True)
        chromium.do("Page.reload")
        chromium.until("document.readyState === 'complete'")
        refused = chromium.run(f"""fetch({json.dumps(address)}, {{method: "POST", mode: "no-cors",
            body: new URLSearchParams({{action: "core", token: {json.dumps(here.server.token)}}})}})
            .then(() => "sent", () => "refused")""")
        assert refused in ("sent", "refused") and not here.studio.work_at.jobs
    finally:
        chromium.do("Page.setBypassCSP", enabled=False)
        other.shutdown()
        other.server_close()
