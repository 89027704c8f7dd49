# SPDX-License-Identifier: Apache-2.0
"""Figures as text: a table for each part, with a row for each run or synthesis and its statistics as columns.

A row is a text with commas between its cells. A missing value is an empty cell, and a comma within a cell is %2C. Many
rows share a command and a set of sources, so the text lists each command and each set once. A * after an option of a
command stands for the attribute of the row's key that OPTIONS names. If a row has the
current sources, which `state` lists, its cell for the set is empty. If the digests of a figure are known, its row ends
with their indexes in `digests`, in the order of MADE_OF.
"""
from __future__ import annotations

import dataclasses
import hashlib
import json
import shlex
from collections.abc import Iterable, Mapping

from . import inputs
from .key import Key

OPTIONS = {"--tasks": "tasks", "--hz": "hz", "--opt": "optimisation", "--system": "system", "--only": "row"}
COLUMNS = {field.name: field.default for field in dataclasses.fields(Key) if field.name != "statistic"}
CURRENT, UNKNOWN = "", "?"      # instead of a set of sources: the current sources, or unknown sources
MADE_OF = ("netlist", "firmware", "workload", "meter", "tools")


def text(figures: Mapping[Key, dict], state: Mapping[str, str] = {}) -> str:
    commands, sets, parts, digests = {}, {}, {}, {}
    for key, figure in sorted(figures.items(), key=lambda item: str(item[0])):
        command, made_from = _general(figure["command"], key), figure.get("inputs")
        digest = UNKNOWN
        if made_from is not None:
            is_current = made_from == {kind: state.get(kind) for kind in inputs.kinds(key)}
            digest = CURRENT if is_current else _digest(made_from)
        if digest not in (CURRENT, UNKNOWN):
            sets[digest] = made_from
        made_of = figure.get("made_of") or {}
        about = (commands.setdefault(command, len(commands)), digest,
                 " ".join(str(digests.setdefault(made_of[kind], len(digests))) if kind in made_of else "-"
                          for kind in MADE_OF).removesuffix(" -") if made_of else "")
        row = parts.setdefault(key.part, {}).setdefault((key.row, about), {})
        row[key.statistic, figure["unit"]] = _short(figure["value"])
    tables = ",\n".join(f"{json.dumps(part)}: {_table(rows)}" for part, rows in sorted(parts.items()))
    return (f'{{"state": {json.dumps(dict(sorted(state.items())))},\n"sources": {_lines(dict(sorted(sets.items())))},\n'
            f'"commands": {_lines(list(commands))},\n"digests": {_lines(_by_sixteen(list(digests)))},\n'
            f'"figures": {{\n{tables}\n}}}}\n')


def read(text: str) -> tuple[dict[Key, dict], dict]:
    """Return (figures, state) of a text."""
    known = json.loads(text)
    if not all(isinstance(line, str) for table in known["figures"].values() for line in table["rows"]):
        raise ValueError("rows are not texts: the form of version 0.2.1 and before")
    state, sets, commands = known["state"], known["sources"], known["commands"]
    digests = " ".join(known["digests"]).split()
    figures = {}
    for table in known["figures"].values():
        columns, statistics = table["columns"], [tuple(statistic) for statistic in table["statistics"]]
        for line in table["rows"]:
            cells = [cell.replace("%2C", ",").replace("%25", "%") for cell in line.split(",")]
            if len(cells) != len(columns) + len(statistics) + 3:
                raise ValueError(f"a row has {len(cells)} cells: {line}")
            fields, values, (command, digest, indexes) = cells[:len(columns)], cells[len(columns):-3], cells[-3:]
            row = Key(**{name: _number(cell) if COLUMNS[name] is None else cell for name, cell in zip(columns, fields)})
            made_from = ({kind: state[kind] for kind in inputs.kinds(row)} if digest == CURRENT else
                         None if digest == UNKNOWN else sets[digest])
            made_of = {kind: digests[int(index)] for kind, index in zip(MADE_OF, indexes.split()) if index != "-"}
            command = _own(commands[int(command)], row)
            for (statistic, unit), value in zip(statistics, map(_number, values)):
                if value is not None:
                    figures[row.of(statistic)] = {"value": value, "unit": unit, "command": command,
                                                  "inputs": made_from, "made_of": made_of}
    return figures, state


def _table(rows: dict) -> str:
    columns = [name for name, default in COLUMNS.items() if any(getattr(key, name) != default for key, _ in rows)]
    statistics = list(dict.fromkeys(statistic for values in rows.values() for statistic in values))
    lines = [",".join("" if cell is None else str(cell) for cell in (
        *(_escaped(getattr(key, name)) for name in columns), *map(values.get, statistics), *about))
             for (key, about), values in rows.items()]
    return f'{{"columns": {_line(columns)}, "statistics": {_line(statistics)}, "rows": {_lines(lines)}}}'


def _escaped(value):
    """Return a text without commas, as they separate cells."""
    return value.replace("%", "%25").replace(",", "%2C") if isinstance(value, str) else value


def _number(cell: str) -> int | float | None:
    if not cell:
        return None
    return int(cell) if cell.lstrip("-").isdigit() else float(cell)


def _short(value: float) -> float:
    """Round to eight digits, which is more than any table shows."""
    return value if isinstance(value, int) else float(f"{value:.8g}")


def _line(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(of: list | dict) -> str:
    """Return a list or an object as JSON, with a line for each entry."""
    if isinstance(of, dict):
        return "{\n" + ",\n".join(f"{_line(name)}: {_line(value)}" for name, value in of.items()) + "\n}"
    return "[\n" + ",\n".join(map(_line, of)) + "\n]"


def _by_sixteen(digests: list[str]) -> list[str]:
    """Return lines of sixteen digests, separated by blanks."""
    return [" ".join(digests[at:at + 16]) for at in range(0, len(digests), 16)]


def _digest(made_from: dict) -> str:
    """Return a name for a set of sources that does not depend on other sets."""
    return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:8]


def _words(command: str, key: Key) -> Iterable[tuple[str, str | None]]:
    """Yield each word, with the value of the key's column if the word is the value of an option, or else with None."""
    words = shlex.split(command)
    for before, word in zip(["", *words], words):
        yield word, str(getattr(key, OPTIONS[before])) if before in OPTIONS else None


def _general(command: str, key: Key) -> str:
    return shlex.join("*" if word == own else word for word, own in _words(command, key)).replace("'*'", "*")


def _own(command: str, key: Key) -> str:
    return shlex.join(own if word == "*" and own else word for word, own in _words(command, key))
