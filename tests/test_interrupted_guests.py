# SPDX-License-Identifier: Apache-2.0
"""Interrupts at every cycle of what a guest asks of the monitor, and of what a kernel does in a guest."""
import re
import shutil

import pytest

from metro import configuration
from metro.build import firmware, guests
from metro.run import execution
from support import ROOT, some
from test_guests import CORES, guest

FOLDER = ROOT / "tests" / "guests"
QUICK = 31      # cycles from one distance to the next

SWEPT = guest("swept", "interrupted_calls.c", 8192, "timer = true\n{}")
SPINS, CALLS = guest("spin", "spin.c", 1024), guest("other", "calling.c", 2048)
TEXTS = {
    "alone": SWEPT.format(""),
    "above one that spins": SWEPT.format("priority = 1") + SPINS,
    "above one that calls": SWEPT.format("priority = 1") + CALLS,
}


def swept(folder, text, step, first=0, core="plain", software=firmware.SOFTWARE, max_cycles=1_000_000_000):
    """How the sweep of the monitor's calls ends."""
    shutil.copytree(FOLDER, folder / "guests", dirs_exist_ok=True)
    file = folder / "guests" / "these.toml"
    file.write_text(text)
    its = guests.read(file)
    soc = guests.soc_of(its, configuration.of(*CORES[core]))
    built = guests.build(its, soc, software=software, values={"swept": {"step": step, "first": first}})
    return execution.execute(built, soc, max_cycles=max_cycles)


# A fault: (file of sw/monitor, what it says, what it says then, beside which guests it shows).
FAULTS = {
    "a wait that does not look": ("monitor.c", "comes && (READ_CSR(PENDING) != 0u) ? READY", "false ? READY", "alone"),
    "a wait with the lines closed": ("monitor.c", "~(comes ? READ_CSR(OPEN) : 0u);", "~0u;", "alone"),
    "an alarm whose time has passed meanwhile": (
        "monitor.c", "            monitor.armed = NEVER;\n            return false;\n", "            at = now - 1u;\n", "alone"),
    "an alarm that comes while one is set": (
        "monitor.c", "guest->alarm = ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0);",
        "guest->raised = 0u; WRITE_CSR(PENDING, 0u);\n"
        "        guest->alarm = ((uint64_t)REGISTER(guest, A1) << 32) | REGISTER(guest, A0);", "alone"),
    "the timer is acknowledged behind the look": (
        "monitor.c", "                monitor.served &= ~guest->lines;\n                return guest;",
        "                timer0_ev_pending_write(1u);\n                monitor.served &= ~guest->lines;\n"
        "                return guest;", "alone"),
    "a line that does not wake": ("monitor.c", "            wake(guest);\n            lines &=", "            lines &=", "alone"),
    "what was raised is written over": ("monitor.c", "SET_CSR(PENDING, guest->raised);",
                                        "WRITE_CSR(PENDING, guest->raised);", "alone"),
}


def finds(folder, name, step):
    """The sweep fails on a monitor with this fault."""
    file, old, new, text = FAULTS[name]
    software = folder / "sw"
    shutil.copytree(firmware.SOFTWARE / "monitor", software / "monitor")
    source = software / "monitor" / file
    assert source.read_text().count(old) == 1, name
    source.write_text(source.read_text().replace(old, new))
    return "swept: PASS" not in swept(folder, TEXTS[text], step, software=software, max_cycles=20_000_000).output


@pytest.mark.parametrize("fault", some(FAULTS, {"a wait that does not look"}))
def test_a_fault_of_the_monitor_is_found(tmp_path, fault):
    assert finds(tmp_path, fault, QUICK)


@pytest.mark.parametrize("core", some(CORES, {"plain"}))
@pytest.mark.parametrize("text", some(TEXTS, {"above one that spins"}))
def test_an_interrupt_at_any_cycle_of_a_call(tmp_path, text, core):
    outcome = swept(tmp_path, TEXTS[text], QUICK, core=core)
    assert "swept: PASS" in outcome.output, outcome.output + outcome.errors
