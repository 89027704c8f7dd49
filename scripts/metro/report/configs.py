# SPDX-License-Identifier: Apache-2.0
"""`./metro configs`: the configurations in configs/, with measured area, clock and tick."""
from __future__ import annotations

from .. import configuration
from ..figures import committed
from ..figures.key import of_run

def add_arguments(parser) -> None:
    parser.description = ("List the configurations in configs/: LUTs of the core (7-series), its clock (ECP5), and "
                          "the longest tick of 48 tasks (-O2). A - means not measured.")
    parser.add_argument("name", nargs="*", type=configuration.named, metavar="NAME",
                        help="print only these configurations, with every field")


def main(args) -> int:
    figures = committed.latest()
    rows = [("", "LUTs", "MHz", "tick", "what for")]
    rows += [row(name, figures) for name in args.name or configuration.names()]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for name, *numbers, purpose in rows:
        cells = (f"{number:>{width}}" for number, width in zip(numbers, widths[1:]))
        print(f"{name:{widths[0]}}", *cells, purpose, sep="  ")
    for name in args.name:
        print(f"\n{configuration.file_of(name)}:")
        for section, values in configuration.read(name).model_dump(exclude={"purpose"}).items():
            text = ", ".join(f"{field} {value}" for field, value in values.items()) if values else "none"
            print(f"  {section:7} {text}")
    return 0


def row(name: str, figures: dict) -> tuple[str, ...]:
    """Return a configuration's name, LUTs, MHz, longest tick in cycles, and purpose."""
    from ..measure.sweep import points
    chosen = configuration.read(name)
    tick = of_run("tick.workers", "max", configuration.label(name), 48)
    wanted = [(None, 0), (None, 1)] if chosen.soc.adapter != "plugin" else [
        (points.area_of_core("xc7", chosen, "luts"), 0), (points.clock_of_core(chosen), 1)]
    cells = [f"{figures[figure]['value']:,.{digits}f}" if figure in figures else "-"
             for figure, digits in (*wanted, (tick, 0))]
    return name, *cells, chosen.purpose
