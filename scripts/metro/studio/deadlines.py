# SPDX-License-Identifier: Apache-2.0
"""The page about deadlines: the responses of the tasks that its form describes, on several configurations."""
from __future__ import annotations

import functools

from ..base import paths
from ..base.errors import MetroError
from ..figures.key import Key
from ..response import command, costs, picture, report, task_set

EXAMPLE = paths.ROOT / "bench" / "response" / "motor.toml"
BOX = "on-"                 # a field with this and the name of a configuration: its box is checked


def values(given: dict[str, str], known: dict[Key, dict]) -> dict:
    """Return the values for the templates. known: the figures. A mistake of the user is a value too, `error`."""
    names = sorted(costs.systems(known), key=lambda name: ([*command.DEFAULT, name].index(name), name))
    has_form = "text" in given
    text = given["text"].replace("\r\n", "\n") if has_form else EXAMPLE.read_text()
    name = given.get("name") or EXAMPLE.name
    chosen = [each for each in names if (f"{BOX}{each}" in given if has_form else each in command.DEFAULT)]
    try:
        found, error = answer(text, name, chosen, known), None
    except MetroError as mistake:
        found, error = {}, mistake
    return {"text": text, "name": name, "configurations": names, "chosen": chosen, "error": error, **found}


def answer(text: str, name: str, chosen: list[str], known: dict[Key, dict]) -> dict:
    """Analyse the tasks of a text on the chosen configurations. Raises MetroError for a mistake of the user."""
    if not chosen:
        raise MetroError("no configuration is selected",
                         "select one; ./metro bench response measures the kernel costs of a configuration")
    of_kernel = {each: costs.read(each, known) for each in chosen}
    tasks = task_set.parse(text, name, next(iter(of_kernel.values())).services)
    verdicts = [report.verdict(tasks, each, its_costs, report.refill_of(each, known))
                for each, its_costs in of_kernel.items()]
    shares = report.shares_of(verdicts)
    return {"verdicts": verdicts, "charts": picture.draw(verdicts, tasks.clock), "shares": shares, "size": picture,
            "headings": report.SUMMARY, "summary": report.summary, "no_bound": report.NO_BOUND,
            "row": functools.partial(report.row, shares=shares, clock=tasks.clock)}
