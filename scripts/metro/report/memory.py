# SPDX-License-Identifier: Apache-2.0
"""The report's section on memory and stacks of the applications that ran with `./metro run --memory`."""
from __future__ import annotations

from .sections import Section
from .tables import NONE, Table


def section(documents: list[dict]) -> Section | None:
    """Return the section, or None without documents. documents: what metro.run.memory.saved_reports() returns."""
    if not documents:
        return None
    tables = [table for document in documents for table in (_sizes(document), _stacks(document))]
    return Section("memory", "Memory of your applications",
                   ["From the latest ./metro run --memory of each. The need of a stack comes from the machine code "
                    "and includes an interrupt; its use is read at the end of the run."], tables=tables)


def _sizes(document: dict) -> Table:
    parts = document["parts"]
    names = dict.fromkeys(name for kind in parts.values() for name in kind)
    rows = [([name], [_bytes(parts[kind].get(name)) for kind in parts]) for name in names]
    return Table(f"{document['name']}: memory, bytes", "of", *parts, note=document["rtos"] or "No supported RTOS.",
                 rows=[*rows, (["all"], [_bytes(document["sections"][kind]) for kind in parts])])


def _stacks(document: dict) -> Table:
    rows = [([stack["owner"] or "(no task found)", stack["name"]],
             [_bytes(stack["size"]), ("" if stack["exact"] or stack["needed"] is None else "at least ")
              + _bytes(stack["needed"]), _bytes(stack["used"]), stack["verdict"] or NONE])
            for stack in document["stacks"]]
    return Table(f"{document['name']}: stacks, bytes", "task", "stack", "size", "needs", "used", "", rows=rows)


def _bytes(count: int | None) -> str:
    return NONE if count is None else f"{count:,}"
