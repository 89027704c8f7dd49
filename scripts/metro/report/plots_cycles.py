# SPDX-License-Identifier: Apache-2.0
"""The plots of cycles: a tick, its parts, latencies, and the CPU time left for the application."""
from __future__ import annotations

from matplotlib.ticker import MultipleLocator

from ..base.publications import read_table
from ..figures.key import Key, of_run, select
from . import tables
from .canvas import SYSTEM_COLOURS, SYSTEM_MARKERS, Look, Sheet, logarithmic, names_of, number, plain, steps, ticks_at

NAMES = {"original": "software", "scheduler": "scheduler", "timer": "timer", "combined": "accelerated"}
PARTS = 6                      # functions with a separate colour


def ticks(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot OSTimeTick against tasks: our bands from none due to all due, the paper's from shortest to longest."""
    def band(system, opt):
        return [figure.series(Key(f"tick.{stem}", "max", system=system, optimisation=opt), "tasks")
                for stem in ("none_due", "workers")]
    levels = [opt for opt in ("O2", "O0") if any(band("original", opt)[1].x + band("combined", opt)[1].x)]
    if not levels:
        return None
    paper = [{key: float(value) for key, value in row.items()} for row in read_table("nios-ci-tick.csv")]
    count = [row["tasks"] for row in paper]
    highest = max([row["software_lt"] for row in paper] + [y for opt in levels for y in band("original", opt)[1].y])
    sheet = Sheet(look, len(levels), 400 if not look.is_narrow else 380, right=98 if look.is_narrow else 124)
    for opt in levels:
        axes = sheet.panel(f"OSTimeTick at -{opt}", "cycles, by tasks")
        axes.set_yscale("log")
        labels = []
        for kind, text in (("software", "paper,\nsoftware"), ("hardware", "paper,\nhardware")):
            low, high = ([row[f"{kind}_{end}"] for row in paper] for end in ("st", "lt"))
            colour = sheet.colour("paper")
            axes.fill_between(count, low, high, color=colour, alpha=0.13, linewidth=0)
            for values in (low, high):
                axes.plot(count, values, color=colour, linewidth=1, linestyle=(0, (4, 2)), marker="o", markersize=4,
                          markerfacecolor=sheet.colour("surface"))
            labels.append((count[-1], (low[-1] * high[-1]) ** 0.5, text, "paper"))
        for system in ("original", "combined"):
            low, high = band(system, opt)
            if not low.x or low.x != high.x:
                continue
            role = SYSTEM_COLOURS[system]
            axes.fill_between(low.x, low.y, high.y, color=sheet.colour(role), alpha=0.16, linewidth=0)
            for series in (low, high):
                axes.plot(series.x, series.y, color=sheet.colour(role), marker=SYSTEM_MARKERS[system], markersize=4.5,
                          gid=names_of(series.keys))
            labels.append((high.x[-1], (low.y[-1] * high.y[-1]) ** 0.5,
                           "ours,\nsoftware" if system == "original" else "ours,\naccelerated", role))
        axes.set_xlim(0, max([64, *count]))
        ticks_at(axes.xaxis, (4, 16, 32, 48, 63))
        axes.set_ylim(10, 1.3 * highest)
        logarithmic(axes.yaxis)
        sheet.label_ends(axes, labels)
    return sheet


def against_tasks(figure: tables.Figures, look: Look) -> Sheet:
    """Plot timer interrupt and wake-up latency against tasks, in software and with time unit and ready unit."""
    sheet = Sheet(look, 2, 300, right=100)
    for title, what in (("Timer interrupt, no task wakes", "tick.interrupt"),
                        ("Wake-up latency, due tick to task", "wakeup")):
        axes = sheet.panel(title, "cycles (longest), by tasks")
        labels = []
        for system, above in (("original", 8), ("combined", -14)):
            line = figure.series(of_run(what, "max", system), "tasks")
            role = SYSTEM_COLOURS[system]
            axes.plot(line.x, line.y, color=sheet.colour(role), marker=SYSTEM_MARKERS[system], clip_on=False)
            for x, y in zip(line.x, line.y):
                axes.annotate(number(y), (x, y), (0, above), textcoords="offset points", ha="center",
                              color=sheet.colour(role), fontsize=look.font - 2)
            labels.append((line.x[-1], line.y[-1], "software" if system == "original" else "with units", role))
        axes.set_xlim(0, 50)
        axes.set_ylim(-0.13 * axes.get_ylim()[1])
        axes.yaxis.set_major_locator(MultipleLocator(500))
        ticks_at(axes.xaxis, line.x)
        plain(axes.yaxis)
        sheet.label_ends(axes, labels)
    return sheet


def retention(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot retention against the tick rate: a panel for each system, a line for each number of tasks."""
    found = [key for key in select(figure.found, what="dhrystone", statistic="retention")
             if str(key.who) in NAMES and key.optimisation in ("O2", "O0")]
    panels = [(opt, system) for opt in ("O2", "O0") for system in NAMES
              if any((str(key.who), key.optimisation) == (system, opt) for key in found)]
    if not panels:
        return None
    tasks = sorted({key.tasks for key in found})
    columns = max(sum(opt == level for opt, _ in panels) for level in dict(panels))
    sheet = (Sheet(look, len(panels), 230, most=2, left=30, right=48) if look.is_narrow else
             Sheet(look, len(panels), 270, columns, left=36, right=58))
    series = {(opt, system, count): figure.series(Key("dhrystone", "retention", system=system, tasks=count,
                                                      optimisation=opt), "hz")
              for opt, system in panels for count in tasks}
    lowest = min(value for line in series.values() for value in line.y)
    for opt, system in panels:
        axes = sheet.panel(f"{NAMES[system].capitalize()}, -{opt}", "%, by tick Hz")
        axes.set_xscale("log")
        labels = []
        for count, role in zip(tasks, steps(len(tasks))):
            line = series[opt, system, count]
            if line.x:
                axes.plot(line.x, line.y, color=sheet.colour(role), marker="o", markersize=4,
                          gid=names_of(line.keys), clip_on=False, zorder=3)
                labels.append((line.x[-1], line.y[-1], str(count), role))
        axes.set_xlim(64, 12_500)
        ticks_at(axes.xaxis, (100, 1000, 10_000))
        axes.set_ylim(max(0, 10 * int((lowest - 2) / 10)), 100)
        plain(axes.yaxis)
        last = [y for _, y, _, _ in labels]
        if len(labels) > 2 and max(last) - min(last) < 4:                  # the ends are too close for a label each
            labels = [(labels[0][0], sum(last) / len(last), f"{labels[0][2]} to {labels[-1][2]}", labels[-1][3])]
        sheet.label_ends(axes, labels)
        axes.annotate("tasks", (1, 1), (10, 13), xycoords="axes fraction", textcoords="offset points",
                      color=sheet.colour("muted"), fontsize=look.font - 1)
    return sheet


def latencies(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot latencies and critical sections: shortest, mean and longest, software above accelerated."""
    tasks, opt = 48, "O2"
    rows = [(title, what) for title, what in tables.LATENCIES
            if any(of_run(what, "max", system, tasks, opt) in figure.found for system in ("original", "combined"))]
    if not rows:
        return None
    pitch = 84 if look.is_narrow else 66
    sheet = Sheet(look, 1, 80 + pitch * len(rows), left=12 if look.is_narrow else 330, right=56, top=28, bottom=36)
    axes = sheet.panel("", "")
    axes.set_xscale("log")
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x")
    longest = 1.0
    for row, (title, what) in enumerate(rows):
        place = {"xy": (0, -row), "xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
        text = title[0].upper() + title[1:]
        if look.is_narrow:
            axes.annotate(text, xytext=(0, 26), weight="bold", **place)
        else:
            axes.annotate(text, xytext=(-16, 0), ha="right", va="center", **place)
        for system, above in (("original", 0.13), ("combined", -0.2)):
            keys = [of_run(what, statistic, system, tasks, opt) for statistic in tables.SPREAD]
            values = [figure.value(key) for key in keys]
            if None in values:
                continue
            low, mean, high = values
            longest = max(longest, high)
            colour = sheet.colour(SYSTEM_COLOURS[system])
            axes.plot([low, high], [above - row] * 2, color=colour, linewidth=3.5, alpha=0.45, gid=names_of(keys[::2]))
            axes.plot([low, high], [above - row] * 2, color=colour, linewidth=0, marker="|", markersize=10,
                      markeredgewidth=2)
            axes.plot([mean], [above - row], color=colour, marker=SYSTEM_MARKERS[system], gid=names_of([keys[1]]))
            axes.annotate(number(high), (high, above - row), (9, 0), textcoords="offset points", va="center",
                          color=colour, fontsize=look.font - 1)
            if row == 0:
                axes.annotate(NAMES[system], (low, above - row), (-9, 0), textcoords="offset points", va="center",
                              ha="right", color=colour, fontsize=look.font - 1)
    axes.set_ylim(-len(rows) + 0.45, 0.5)
    axes.set_yticks([])
    axes.set_xlim(5, longest * 1.1)
    logarithmic(axes.xaxis, (1, 3) if not look.is_narrow else (1,))
    axes.set_xlim(5, longest * 1.1)
    axes.annotate("cycles", (1, 1), (0, 8), xycoords="axes fraction", textcoords="offset points", ha="right",
                  color=sheet.colour("muted"), fontsize=look.font - 1)
    return sheet


def budget(figure: tables.Figures, look: Look) -> Sheet | None:
    """Plot the functions of one tick as stacked bars: all systems to one scale, then short bars enlarged."""
    found = {str(who): parts for who, parts in tables.budgets(figure.found).items() if str(who) in NAMES}
    if not found:
        return None
    totals = {system: sum(parts.values()) for system, parts in found.items()}
    short = [system for system in found if totals[system] < 0.25 * max(totals.values())]
    groups = [(list(found), "All at one scale")]
    if short:
        groups.append((short, f"Enlarged {max(totals.values()) / max(totals[system] for system in short):.0f} times"))
    # The PARTS functions with the largest share in any system have a colour each, the same in all bars. The function
    # with the most cycles comes first.
    names = dict.fromkeys(name for parts in found.values() for name in parts)
    share = {name: max(parts.get(name, 0) / totals[system] for system, parts in found.items()) for name in names}
    coloured = sorted(sorted(names, key=share.get, reverse=True)[:PARTS],
                      key=lambda name: -max(parts.get(name, 0) for parts in found.values()))
    role = {name: f"part{index + 1}" for index, name in enumerate(coloured)}
    pitch, head, foot = 54 if look.is_narrow else 46, 34, 40
    per_row = 1 if look.is_narrow else 3
    legend = [*coloured, *["other functions"] * (len(names) > len(coloured))]
    legend_height = 22 * -(-len(legend) // per_row) + 16
    height = 2 + sum(head + foot + pitch * len(systems) for systems, _ in groups) + legend_height
    sheet = Sheet(look, 1, height)
    left, right = 6 if look.is_narrow else 104, 64
    top = height - 2
    for systems, title in groups:
        tall = pitch * len(systems)
        top -= head + tall
        axes = sheet.figure.add_axes((left / look.width, top / height, (look.width - left - right) / look.width,
                                      tall / height))
        top -= foot
        longest = max(totals[system] for system in systems)
        axes.set_xlim(0, longest)
        axes.set_ylim(-len(systems) + 0.4, 0.6)
        axes.set_yticks([])
        axes.grid(axis="x")
        axes.xaxis.get_major_locator().set_params(nbins=4 if look.is_narrow else 8, integer=True)
        axes.xaxis.set_major_formatter(lambda value, _: number(value))
        axes.tick_params(axis="x", length=0)
        axes.spines["bottom"].set_visible(False)
        axes.annotate(f"{title}, cycles", (0, 1), (-left + 1, 12), xycoords="axes fraction",
                      textcoords="offset points", weight="bold")
        for row, system in enumerate(systems):
            place = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
            if look.is_narrow:
                axes.annotate(NAMES[system], (0, -row), (0, 18), fontsize=look.font - 1, **place)
            else:
                axes.annotate(NAMES[system], (0, -row), (-12, 0), ha="right", **place)
            start, thick, at = 0.0, 24 / pitch, -row - (0.12 if look.is_narrow else 0)
            ordered = sorted(found[system].items(), key=lambda part: (coloured.index(part[0]) if part[0] in role
                                                                      else PARTS, -part[1]))
            for name, cycles in ordered:
                axes.barh(at, cycles, thick, start, color=sheet.colour(role.get(name, "rest")),
                          edgecolor=sheet.colour("surface"), linewidth=1)[0].set_gid(
                              names_of([Key("budget", system=system, function=name)]))
                text = number(round(cycles))
                if cycles / longest * (look.width - left - right) > look.font * 0.75 * len(text) + 4:
                    axes.annotate(text, (start + cycles / 2, at), ha="center", va="center",
                                  color=sheet.colour("surface"), fontsize=look.font - 1.5)
                start += cycles
            axes.annotate(number(round(start)), (start, at), (7, 0), textcoords="offset points", va="center",
                          weight="bold", fontsize=look.font - 1)
    for index, name in enumerate(legend):
        row, column = divmod(index, per_row)
        x, y = left + column * (look.width - left) / per_row, legend_height - 16 - 22 * row
        sheet.figure.text(x / look.width, y / height, "■", color=sheet.colour(role.get(name, "rest")), va="center",
                          fontsize=look.font + 1)
        sheet.figure.text((x + 18) / look.width, y / height, name, va="center", fontsize=look.font - 1)
    for system, parts in found.items():
        for name in parts:
            figure.value(Key("budget", system=system, function=name))
    return sheet
