# SPDX-License-Identifier: Apache-2.0
"""The figures of ./metro guests show what the monitor does, so a slower monitor changes them."""
import argparse
import shutil

import pytest

from metro.figures import committed
from metro.measure.guests import systems, timing
from metro.products import firmware, guests as guests_module
from metro.report import documents, guests, tables

NOPS = 300


@pytest.fixture(scope="module")
def slow_monitor(tmp_path_factory):
    """Return a sw/ with a monitor that takes NOPS more cycles at each entry and exit."""
    folder = tmp_path_factory.mktemp("slow_monitor") / "sw"
    shutil.copytree(firmware.SOFTWARE / "monitor", folder / "monitor")
    entry = folder / "monitor" / "entry.S"
    text, nops = entry.read_text(), f" .rept {NOPS}\n nop\n .endr\n"
    assert text.count("monitor_entry:\n") == 1 and text.count("mret\n") > 0
    entry.write_text(text.replace("monitor_entry:\n", f"monitor_entry:\n{nops}").replace("mret\n", f"{nops} mret\n"))
    return folder


def response_figures(others, software=firmware.SOFTWARE, system=systems.LARGE):
    _, file, number = timing.SITUATIONS[others]
    built = guests_module.build(systems.some_of(file, number), systems.soc(system), software=software)
    return figures_of(timing.response_run(built, "control.", system))


def figures_of(run):
    """Return the figures of a response run, and the longest stretch (cycles) in which no interrupt is taken."""
    result = run.result()
    return argparse.Namespace(**timing.Response(timing.ALONE, systems.LARGE).figures(result),
                              deaf=timing.longest_deaf(result))


@pytest.mark.slow
def test_slower_monitor_changes_each_figure_of_the_response(slow_monitor):
    before, after = response_figures(timing.ALONE), response_figures(timing.ALONE, slow_monitor)
    assert after.deaf >= before.deaf + NOPS
    assert after.min >= before.min + NOPS
    assert after.line_mean >= before.line_mean + 0.95 * NOPS       # some interrupts do not enter the monitor
    assert after.max < before.max + 4 * NOPS                     # no sample is from cold caches


@pytest.mark.slow
def test_guest_responds_later_than_a_native_program():
    alone, native = response_figures(timing.ALONE), figures_of(*timing.Response(timing.NATIVE, systems.LARGE).runs())
    assert native.deaf < 300 and native.line_mean < 100 and native.mean < 150
    assert alone.mean > native.mean and alone.line_mean > native.line_mean


def test_page_shows_kerone_next_to_our_figures():
    text = documents.markdown("guests-overheads", tables.Scope(committed.load()[0]))
    assert guests.kerone("hypercall entry and exit") == "113 / 133 / 534" and "| 113 / 133 / 534 |" in text


def test_one_file_serves_for_different_numbers_of_guests():
    assert [guest.name for guest in systems.some_of("response.toml", 2).guests] == ["control", "busy1"]
    assert len(systems.some_of("response.toml").guests) == 5
