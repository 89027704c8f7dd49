# SPDX-License-Identifier: Apache-2.0
"""The last line of `./metro run`: how the run ended, its number of cycles, and the share of each kind of context."""
from __future__ import annotations

import json
from pathlib import Path

from . import timeline

# {value of `ended` in the simulator's report (hw/sim/main.cpp): text of the line}
ENDED = {"exit": "exit code {status}", "cycle limit": "cycle limit", "hang": "hang", "trap": "unhandled trap",
         "interrupted": "interrupted"}
WITH_TASKS = {"thread": "tasks", "exception": "tasks", "interrupt": "interrupts", "idle": "idle task",
              "program": "start"}
WITH_GUESTS = {"thread": "guests", "idle": "waits", "call": "calls of the monitor", "interrupt": "interrupts",
               "exception": "exceptions", "program": "start"}


def line(report: Path, log: timeline.Log | None) -> str:
    """Return the line. report: the file of the simulator's option --report. log: None if the run was not watched."""
    found = json.loads(report.read_text())
    text = (f"{ENDED[found['ended']].format(**found)} after {found['cycles']:,} cycles "
            f"({found['cycles'] * timeline.CYCLE_NS / 1e6:,.1f} ms at {1000 // timeline.CYCLE_NS} MHz)")
    shares = log and shares_of(log)
    return f"{text}: {', '.join(f'{name} {share:.1f} %' for name, share in shares.items())}" if shares else text


def shares_of(log: timeline.Log) -> dict[str, float]:
    """Return {name of a kind of context: percent of all cycles}, largest first; empty without known tasks or guests."""
    names = WITH_GUESTS if log.guests else WITH_TASKS if log.rtos else {}
    spent: dict[str, int] = {}
    for kind, cycles in log.cycles_in().items():
        if kind in names:
            spent[names[kind]] = spent.get(names[kind], 0) + cycles
    return {name: 100 * cycles / max(log.cycles, 1)
            for name, cycles in sorted(spent.items(), key=lambda item: -item[1]) if cycles}
