# SPDX-License-Identifier: Apache-2.0
"""The page "Try it": the simulators as WebAssembly in a headless Chromium, next to the native ones."""
import base64
import functools
import http.server
import json
import re
import threading
import time

import pytest

import browser
from metro import configuration, docs
from metro.base.errors import MetroError
from metro.docs import try_it
from metro.environment import installers, setup, tools
from metro.products import soc as soc_module
from metro.run import execution, timeline
from support import ROOT, metro

pytestmark = [pytest.mark.slow,                # Emscripten needs minutes for the simulators
              pytest.mark.skipif(not browser.is_installed(), reason="not run: needs chromium")]

PROGRAMS = try_it.programs()
LIMIT = 2_000_000               # bytes until the first timeline, not compressed, with the site's theme
CYCLES = 6_000_000
VALUES = {"bench_tasks": 7, "bench_hz": 5000}       # of the tick benchmark, as from the sliders
HANG, TRAP = "_start: j _start", "_start: .word 0"
DEAF = "_start: wfi"            # no interrupt is enabled


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Return the file of the page in a new site."""
    try:
        setup.ensure(tools.TRY_IT, core=True)
    except MetroError as error:
        if not installers.offline():
            raise
        pytest.skip(f"not run: {error.message}")
    folder = tmp_path_factory.mktemp("site")
    docs.copy_pages(folder / "pages")
    try_it.copy(folder / "pages")
    return docs.build(docs.environment(), folder) / "docs" / "try-it" / "index.html"


@pytest.fixture
def chromium(tmp_path):
    opened = browser.Browser(tmp_path / "profile")
    yield opened
    opened.close()


def open_page(chromium, page, before="", **viewport):
    """Open the page. before: a script that runs before the page's own."""
    chromium.set_viewport(**viewport)
    if before:
        chromium.do("Page.addScriptToEvaluateOnNewDocument", source=before)
    chromium.open(page.as_uri())


def paused(chromium, page, **options):
    """Open the page, wait until both systems have a timeline, and pause."""
    open_page(chromium, page, **options)
    chromium.until("metronome.page.drawn")
    pause(chromium)


def pause(chromium):
    chromium.run("metronome.pause()")


def problem(chromium):
    chromium.until("document.querySelector('.try-problem') && !document.querySelector('.try-problem').hidden")
    return chromium.run("document.querySelector('.try-problem').textContent")


def file_of(name, data):
    """Return a File with these bytes, as JavaScript."""
    text = base64.b64encode(data).decode()
    return f"""new File([Uint8Array.from(atob("{text}"), (letter) => letter.charCodeAt(0))], {json.dumps(name)})"""


def give(chromium, name, data):
    """Give the page a file, as a drop does."""
    chromium.run(f"""(() => {{
        const data = new DataTransfer();
        data.items.add({file_of(name, data)});
        document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: data, bubbles: true, cancelable: true }}));
    }})()""")


def ends(chromium):
    chromium.until("metronome.systems.every((system) => system.ended)")
    return chromium.run("metronome.systems.map((system) => system.text)")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_page_takes_the_same_cycles_as_the_native_simulator(chromium, page, program):
    """Both stop at the same cycle, with the same instructions and output, also if the page runs in several parts."""
    paused(chromium, page)
    number = PROGRAMS.index(program)
    found = chromium.run(f"""(async () => {{
        const chosen = metronome.catalogue().programs[{number}];
        document.getElementById("try-program").value = {number};
        await metronome.open(chosen, {json.dumps(VALUES if program.name == "tick" else {})});
        for (const until of [1000, 1001, 777777, {CYCLES}])
            await Promise.all(metronome.systems.map((system) => system.run(until)));
        return metronome.systems.map((system) => [system.cycles, system.instructions, system.text, system.ended]);
    }})()""")
    for system, (cycles, instructions, output, ended) in zip(program.configurations, found):
        firmware = program.firmware(system).with_values(VALUES if program.name == "tick" else {})
        native = execution.execute(firmware, soc_module.of(configuration.read(system)),
                                   max_cycles=CYCLES)
        assert (native.report["cycles"], native.report["instructions"]) == (cycles, instructions)
        assert native.output == output.partition("metro: ")[0] and instructions > CYCLES / 10
        assert bool(output) == (program.name != "tick")
        assert bool(ended) == (native.status != execution.CYCLE_LIMIT)


def test_units_take_less_time_from_the_cpu_than_software(chromium, page):
    paused(chromium, page)
    software, units = chromium.run(f"""Promise.all(metronome.systems.map(async (system) => {{
        await system.run({2 * CYCLES});
        return system.spent.busy / system.spent.all;
    }}))""")
    assert 0 < units < software / 2
    assert chromium.run("metronome.systems.every((system) => system.lanes.length >= 48)")


def test_page_from_a_web_server_loads_two_megabytes_at_most(chromium, page):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=page.parents[2])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/"
        chromium.open(f"{base}docs/try-it/")
        chromium.until("metronome.page.drawn")
        loaded = chromium.run("performance.getEntriesByType('resource').map((one) => [one.name, one.decodedBodySize])")
        server.shutdown()
    sizes = {name.rpartition("/")[2]: size for name, size in loaded}
    assert {"original.sim.js", "vectors.sim.js", "xterm.js", "page.js", "search_index.json"} <= set(sizes)
    assert sum(sizes.values()) <= LIMIT, sizes
    assert all(name.startswith(base) or name.startswith("blob:") for name, _ in loaded)
    print(f"\n{sum(sizes.values()) / 1e6:.2f} MB, of which the site's theme and search "
          f"{sum(size for name, size in loaded if '/try-it/' not in name) / 1e6:.2f} MB")


def test_slider_restarts_both_systems(chromium, page):
    paused(chromium, page)
    chromium.run("""(() => { const tasks = document.getElementById("try-tasks"); tasks.value = 5;
        document.getElementById("try-rate").value = 6;
        tasks.dispatchEvent(new Event("change")); metronome.page.drawn = false; })()""")
    chromium.until("metronome.page.drawn && metronome.systems.every((system) => system.cycles > 5e5)")
    tasks = "metronome.systems.map((s) => s.lanes.filter((lane) => lane.title === 'BenchTask').length)"
    assert chromium.run(tasks) == [5, 5]
    ticks = chromium.run("metronome.systems[1].ticks")
    assert ticks[9] - ticks[8] == 5000, "10 kHz at 50 MHz"


def test_step_ends_at_the_next_switch(chromium, page, tmp_path):
    paused(chromium, page)
    found = chromium.run("""(async () => {
        await metronome.open(metronome.catalogue().programs[0], {});
        const cycles = metronome.systems.map(() => []);
        for (let n = 0; n < 20; n++) {
            await metronome.toSwitch();
            metronome.systems.forEach((system, at) => cycles[at].push(system.cycles));
        }
        return cycles;
    })()""")
    for system, cycles in zip(PROGRAMS[0].configurations, found):
        firmware, soc = PROGRAMS[0].firmware(system), soc_module.of(configuration.read(system))
        execution.execute(firmware, soc, max_cycles=CYCLES, options=timeline.options(firmware, tmp_path))
        switches = [cycle for cycle, kind, *_ in timeline.Log(firmware, soc, tmp_path).records()
                    if kind == timeline.SWITCH]
        assert len(switches) > 20 and all(cycle - at in (0, 1) for cycle, at in zip(cycles, switches))
    titles = chromium.run("metronome.systems.map((system) => system.lanes.map((lane) => lane.title))")
    assert [set(names) - {"interrupts", "start", "BenchTask", "uC/OS-II Idle"} for names in titles] == [set(), set()]


def test_step_without_a_switch_ends(chromium, page, tmp_path):
    """A step finds a hang, although it runs only a few cycles at a time."""
    paused(chromium, page)
    chromium.run(f"""metronome.openOwn({file_of("own.elf", assembled(tmp_path, DEAF))}).then(metronome.pause)""")
    chromium.until("metronome.page.program?.elf")
    chromium.run("metronome.toSwitch()")
    assert all("hang: no instruction" in text for text in ends(chromium))


def test_newest_of_several_choices_runs(chromium, page):
    paused(chromium, page)
    chromium.run("""(() => { const list = document.getElementById("try-program");
        for (const value of [2, 0, 1]) { list.value = value; list.dispatchEvent(new Event("change")); } })()""")
    chromium.until("metronome.page.running && metronome.systems.every((system) => system.text.includes('load: CPU'))")
    assert chromium.run("metronome.page.program === metronome.catalogue().programs[1]")
    assert chromium.run("document.querySelector('.try-problem').hidden")


def test_pause_and_start_leave_one_run(chromium, page):
    paused(chromium, page)
    most = chromium.run("""(async () => {
        let inside = 0, most = 0;
        const system = metronome.systems[0], run = system.run.bind(system);
        system.run = async (...given) => {
            most = Math.max(most, ++inside);
            await run(...given);
            inside--;
        };
        for (let n = 0; n < 5; n++) {
            metronome.go();
            metronome.pause();
        }
        metronome.go();
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return most;
    })()""")
    assert most == 1 and chromium.run("metronome.page.running")


def test_kernel_that_takes_all_cpu_time_shows_as_such(chromium, page):
    paused(chromium, page)
    shown = chromium.run("""(async () => {
        await metronome.open(metronome.catalogue().programs[0], { bench_tasks: 48, bench_hz: 10000 });
        await Promise.all(metronome.systems.map((system) => system.run(3e6)));
        metronome.show();
        return [...document.querySelectorAll(".try-number strong")].map((one) => one.textContent);
    })()""")
    assert shown[0] == "100.0 %" and shown[1] not in ("–", "100.0 %")


def test_restart_runs_the_same_program(chromium, page, tmp_path):
    paused(chromium, page)
    give(chromium, "own.elf", assembled(tmp_path, HANG))
    ends(chromium)
    chromium.run("document.querySelectorAll('#simulators button')[2].click()")
    chromium.until("metronome.systems.every((system) => !system.ended)")
    assert all("a jump to itself" in text for text in ends(chromium))
    assert chromium.run("document.getElementById('try-program').selectedOptions[0].textContent") == \
        "own.elf on original and vectors"


def test_what_is_typed_reaches_both_systems(chromium, page):
    paused(chromium, page)
    chromium.run("""(async () => {
        await metronome.open(metronome.catalogue().programs[1], {});
        await Promise.all(metronome.systems.map((system) => system.run(3e6)));
        document.querySelector("#simulators textarea").focus();
    })()""")
    chromium.type("show")
    chromium.key("Enter")
    chromium.run("metronome.go()")
    chromium.until("metronome.systems.every((system) => system.text.includes('> show\\ntarget 60.000 C'))")


def assembled(tmp_path, code, *options):
    source = tmp_path / "own.S"
    source.write_text(f".globl _start\n.type _start, @function\n{code}\n")
    elf = tmp_path / "own.elf"
    try_it.simulator.run(["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-nostdlib",
                          "-Wl,-Ttext=0", *options, "-o", str(elf), str(source)], "the compiler")
    return elf.read_bytes()


@pytest.mark.parametrize("code, status, message", [
    (TRAP, 126, "an unhandled trap: mtvec was never set"),
    (HANG, 125, "a hang: a jump to itself with interrupts off"),
    (DEAF, 125, "a hang: no instruction retired for 10000 cycles")])
def test_dropped_program_ends_as_in_the_terminal(chromium, page, tmp_path, code, status, message):
    paused(chromium, page)
    give(chromium, "own.elf", assembled(tmp_path, code))
    elf = tmp_path / "own.elf"
    for system, text in zip(PROGRAMS[0].configurations, ends(chromium)):
        terminal = metro("run", elf, "--config", system, cwd=ROOT)
        assert terminal.returncode == status and f"simulator: {message}\n" in terminal.stderr
        assert text == terminal.stdout + terminal.stderr


@pytest.mark.parametrize("data, message", [
    (b"hello", "this is not an ELF file"),
    (open("/bin/true", "rb").read(1 << 16), "this is not a program for 32-bit RISC-V")])
def test_file_that_is_no_firmware_is_refused(chromium, page, data, message):
    paused(chromium, page)
    give(chromium, "own.elf", data)
    assert problem(chromium) == message
    assert chromium.run("document.querySelector('#simulators [role=status]').textContent") == "Nothing is loaded"


def test_program_that_is_too_large_or_damaged_is_refused(chromium, page, tmp_path):
    paused(chromium, page)
    whole = assembled(tmp_path, "_start: .zero 300000")
    give(chromium, "own.elf", whole)
    assert re.fullmatch(r"the program does not fit: .* but the ROM has 262144 bytes", problem(chromium))
    give(chromium, "own.elf", assembled(tmp_path, "_start: nop\n.bss\n.space 200000000", "-Wl,-Tbss=0x10000000"))
    chromium.until("document.querySelector('.try-problem').textContent.includes('200000000 bytes of RAM')")
    give(chromium, "own.elf", assembled(tmp_path, "_start: nop")[:200])
    chromium.until("document.querySelector('.try-problem').textContent.includes('damaged')")


def test_file_of_100_megabytes_is_refused_unread(chromium, page):
    paused(chromium, page)
    chromium.run("""metronome.openOwn({ name: "own.elf", size: 100 * 2 ** 20,
        arrayBuffer() { throw new Error("the page reads it"); } })""")
    assert problem(chromium) == "own.elf has 100 MB: too large for a firmware"


# The beginning and end of the timeline, in ms.
SHOWN = """document.querySelector('#simulators canvas').getAttribute('aria-label').match(/from (.*) to (.*) ms;/)
           .slice(1).map(Number)"""


def test_page_can_be_used_with_the_keyboard_only(chromium, page):
    paused(chromium, page)
    chromium.run("document.getElementById('try-program').focus()")
    seen = []
    for _ in range(24):
        chromium.key("Tab")
        seen.append(chromium.run("""(document.activeElement.textContent || document.activeElement.id ||
                                     document.activeElement.className || document.activeElement.tagName)"""))
    for what in ("Start", "To the next switch", "Restart", "try-tasks", "try-rate", "try-own"):
        assert what in seen
    assert "Licences" in seen and sum("xterm" in name for name in seen) >= 2, "the focus leaves both consoles"
    chromium.run("document.querySelector('#simulators canvas').focus()")
    shown = [chromium.run(SHOWN)]
    for key in ("ArrowLeft", "-", "+", "ArrowRight"):
        chromium.key(key)
        shown.append(chromium.run(SHOWN))
    (begin, end), *_ = shown
    span = end - begin
    left, out, back, right = shown[1:]
    assert left == pytest.approx([begin - span / 4, end - span / 4]) and right == pytest.approx(shown[0])
    assert out[0] < left[0] and out[1] == pytest.approx(left[1]) and back == pytest.approx(left)
    chromium.run("document.querySelector('#simulators button').focus()")
    chromium.key("Enter")
    chromium.until("metronome.page.running")


def test_page_fits_a_phone_and_follows_the_colour_scheme(chromium, page):
    paused(chromium, page, width=360)
    assert chromium.run("document.documentElement.scrollWidth") <= 360
    picture = "document.querySelector('#simulators canvas').toDataURL()"
    light = chromium.run(picture)
    chromium.run("document.body.setAttribute('data-md-color-scheme', 'slate')")
    chromium.until(f"{picture} !== {json.dumps(light)}")


def test_hidden_tab_pauses_and_continues(chromium, page):
    open_page(chromium, page)
    chromium.until("metronome.page.drawn")
    hide = "Object.defineProperty(document, 'hidden', {{ value: {}, configurable: true }});" \
           "document.dispatchEvent(new Event('visibilitychange'))"
    chromium.run(hide.format("true"))
    cycles = chromium.run("""new Promise((resolve) => setTimeout(() => {     // the last turn has ended
        const cycles = metronome.systems[0].cycles;
        setTimeout(() => resolve([cycles, metronome.systems[0].cycles]), 1000);
    }, 1000))""")
    assert cycles[0] == cycles[1]
    cycles = cycles[0]
    chromium.run(hide.format("false"))
    chromium.until(f"metronome.page.running && metronome.systems[0].cycles > {cycles}")


@pytest.mark.parametrize("before", ["delete window.WebAssembly", "delete window.Worker",
                                    "delete window.DecompressionStream", "WebAssembly.validate = () => false"])
def test_browser_without_a_feature_gets_a_reason(chromium, page, before):
    open_page(chromium, page, before=before)
    assert problem(chromium) == "This page needs a browser with Web Workers, and WebAssembly with exceptions."


def test_site_without_simulators_says_how_to_build_them(chromium, tmp_path):
    docs.copy_pages(tmp_path / "pages")
    built = docs.build(docs.environment(), tmp_path)
    open_page(chromium, built / "docs" / "try-it" / "index.html")
    assert problem(chromium) == "This build of the site has no simulators (catalogue.js); ./metro docs builds them."


def test_speed_next_to_the_native_simulator(chromium, page, record_property):
    """Print the speeds, which depend on the machine: ./metro test --all tests/soc/test_try_it.py -k speed -s

    The bound is loose, because a test must not depend on the machine's load.
    """
    paused(chromium, page)
    for number, system in enumerate(PROGRAMS[0].configurations):
        firmware = PROGRAMS[0].firmware(system).with_values({"bench_tasks": 48, "bench_hz": 1000})
        pairs = []
        for _ in range(3):
            native = execution.execute(firmware, soc_module.of(configuration.read(system)), max_cycles=CYCLES,
                                       options=()).report
            seconds = chromium.run(f"""(async () => {{ const one = metronome.systems[{number}], from = one.cycles,
                began = performance.now(); await one.run(from + {CYCLES}); return (performance.now() - began) / 1000;
                }})()""")
            pairs.append((CYCLES / seconds / 1e6, native["cycles"] / native["seconds"] / 1e6))
        page_mhz, native_mhz = sorted(pairs, key=lambda pair: pair[0] / pair[1])[1]
        print(f"\n{system}: {page_mhz:.2f} MHz on the page, {native_mhz:.2f} MHz native: "
              f"{page_mhz / native_mhz:.2f}")
        assert page_mhz / native_mhz > 0.2
    began = time.monotonic()
    open_page(chromium, page)
    chromium.until("metronome.page.drawn")
    print(f"first timeline after {time.monotonic() - began:.1f} s")
