# SPDX-License-Identifier: Apache-2.0
"""`./metro hammer --pipeline --waveform`: draws a tick that comes due during a stalled command and wakes a task."""
from __future__ import annotations

CELL = 4                # characters of a cycle
NO_TASK = 0xFFFFFFFF    # no task is ready
BEHIND = 6              # cycles after the tick: kBehind in tests/core/pipeline/waveform.h


def level(values: list[bool]) -> str:
    """Return a line that is high where a value is true."""
    edges = {(False, True): "/", (True, False): "\\"}
    cells = []
    for was, high in zip([values[0], *values], values):
        flat = "‾" if high else "_"
        cells.append(edges.get((was, high), flat) + flat * (CELL - 1))
    return "".join(cells)


def numbers(values: list) -> str:
    return "".join(f"{value!s:<{CELL}}" for value in values).rstrip()


def show(columns: list[dict]) -> str:
    """Return a waveform of the cycles around the tick, as text. The tick takes effect in cycle 0.

    columns: the report's `waveform` (tests/core/pipeline/waveform.h).
    """
    def of(name: str) -> list:
        return [column[name] for column in columns]

    def flags(name: str) -> str:
        return level([bool(value) for value in of(name)])

    tick = len(columns) - 1 - BEHIND
    lines = {"cycle": numbers([n - tick for n in range(len(columns))]),
             "a command": flags("command"), "stalled": flags("stalled"), "fires": flags("fires"),
             "pending ticks": numbers(of("pending")), "tick": flags("ticks"),
             "highest ready": numbers(["-" if task == NO_TASK else task for task in of("highest")]),
             "interrupt": flags("interrupt")}
    commands = ", ".join(dict.fromkeys(filter(None, of("command"))))
    return "\n".join([*(f"{name:14}{line}" for name, line in lines.items()), f"the commands: {commands}"])
