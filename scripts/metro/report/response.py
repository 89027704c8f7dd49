# SPDX-License-Identifier: Apache-2.0
"""The costs of the kernel for response times, as a table."""
from __future__ import annotations

from ..figures.key import of_run, select
from ..measure import response as measured
from .tables import WHOLE, Scope, Table, backquoted, systems_of

def _tasks(count: int) -> str:
    return f"{count} task{'s' * (count > 1)}"


# (title, part, statistic, number of tasks)
ROWS = (
    *((f"tick that wakes no task, {_tasks(tasks)}", measured.TICK, measured.LONGEST, tasks)
      for tasks in measured.TASKS[measured.TICK]),
    *((f"tick that wakes {_tasks(tasks)}, less urgent than the running one", measured.LESS_URGENT, measured.LONGEST,
       tasks) for tasks in measured.TASKS[measured.LESS_URGENT]),
    *((f"tick that wakes {_tasks(tasks)}, more urgent, until all wait again", measured.MORE_URGENT, measured.LONGEST,
       tasks) for tasks in measured.TASKS[measured.MORE_URGENT]),
    ("from a tick's trap to the woken task's code", measured.MORE_URGENT, measured.STARTED, 1),
    ("interrupt that wakes no task", measured.LINE_NONE, measured.LONGEST, None),
    ("interrupt that wakes a less urgent task", measured.LINE_LESS, measured.LONGEST, None),
    ("interrupt that wakes a more urgent task, until it waits again", measured.LINE_MORE, measured.LONGEST, None),
    ("from an interrupt's trap to the woken task's code", measured.LINE_MORE, measured.STARTED, None),
    *((f"interrupts disabled, {title}", part, measured.IRQ_OFF, tasks) for title, (part, tasks) in zip(
        ("ticks", "interrupts", "services", "contended mutexes"), measured.SWITCHES)),
    ("from a line's rise to the trap", measured.ENTRY, measured.LONGEST, None))


def costs(scope: Scope, opt: str = "O2") -> Table:
    """Return the longest measured costs of each system, in cycles."""
    figure = scope.figures
    keys = [key for key in select(scope.found, optimisation=opt, part="response", statistic=measured.LONGEST)
            if not key.rtos]
    systems = systems_of(keys)
    calls = sorted({key.what for key in keys if key.what.startswith(measured.CALL)})
    rows = [(title, measured.what(part), statistic, tasks) for title, part, statistic, tasks in ROWS]
    rows += [(f"call of {what.removeprefix(measured.CALL)}", what, measured.LONGEST, None) for what in calls]
    return Table(f"Costs of the kernel with empty caches at -{opt}: cycles, longest", "", *backquoted(systems),
                 figure=figure, made_by="./metro bench response", rows=[
                     ([title], [figure(of_run(what, statistic, who, tasks, opt), WHOLE) for who in systems])
                     for title, what, statistic, tasks in (rows if keys else [])])
