# SPDX-License-Identifier: Apache-2.0
"""`./metro wcet`: compute upper bounds of the execution times of functions."""
from __future__ import annotations

import json
from pathlib import Path

from .. import configuration
from ..base import output
from ..base.errors import MetroError
from ..run.command import DEFAULT_OPT, add_rtos, load, optimisation

LEFT_OUT = ("--native-buses", "--debug", "--breakpoints")


def add_arguments(parser) -> None:
    parser.description = ("Compute upper bounds of execution times from the machine code, in cycles, without "
                          "interrupts. Without APP, print the bounds of uC/OS-II's services next to the longest calls "
                          "in a simulation (docs/worst-case.md).")
    parser.add_argument("app", metavar="APP", type=Path, nargs="?",
                        help="analyse this ELF file, or build this application's folder")
    parser.add_argument("functions", metavar="FUNCTION", nargs="*", help="functions of APP")
    parser.add_argument("--warm", action="store_true",
                        help="assume that the caches hold all code and data; otherwise only proved hits count")
    parser.add_argument("--annotations", type=Path, action="append", default=[], metavar="FILE.toml",
                        help="read bounds of loops and targets of calls from this file; can be repeated")
    parser.add_argument("--path", action="store_true", help="also print the longest path: functions, cycles, loops")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the bounds and their paths to this file")
    parser.add_argument("-O", dest="opt", metavar="LEVEL",
                        help="set the optimisation of a folder's build, or of the services (2)")
    add_rtos(parser)
    configuration.add_arguments(parser, "original", leave_out=LEFT_OUT)


def main(args) -> int:
    # Late imports: these modules need packages that set-up installs.
    from . import annotations as annotations_module
    from .bound import Analysis
    from .program import Program
    from .timing import Model

    chosen = configuration.chosen(args)
    Model(chosen.hardware)                                 # refuses a core without a model, before the build
    if not args.app:
        return _services(args, chosen)
    if not args.functions:
        raise MetroError("there is nothing to bound", "name functions of the program after APP")
    elf = load(args.app, optimisation(args), chosen, its_rtos=args.rtos)[0].elf if args.app.is_dir() else args.app
    known = annotations_module.read(*annotations_module.of_kernels(), *args.annotations)
    analysis = Analysis(Program(elf), chosen.hardware, known, args.warm)
    bounds = [analysis.bound(name) for name in args.functions]
    _write(args, {"bounds": [bound.as_dict() for bound in bounds]})
    for bound in bounds:
        print(f"{bound.function}: at most {bound.cycles:,} cycles")
        if args.path:
            _print_path(bound)
    print(f"\nAssumptions: {'; '.join(analysis.assumptions)}.")
    return 0


def _services(args, chosen) -> int:
    from . import services
    from .bound import Analysis
    from .program import Program

    suite = services.SUITES.get(args.rtos or services.UCOS.rtos)
    if not suite:
        raise MetroError(f"there is no program with the services of {args.rtos}",
                         f"choose from {', '.join(services.SUITES)}, or name an application and its functions")
    opt = optimisation(args) or DEFAULT_OPT
    firmware = services.build(chosen, opt, suite)
    analysis = Analysis(Program(firmware.elf), chosen.hardware, services.annotations(args.annotations, suite),
                        args.warm)
    measured = services.measure(firmware, analysis, chosen, suite)
    rows, sections = [], {}
    for situation in services.situations(chosen, suite):
        rows.append((situation.name, situation.bound(analysis), measured.by_situation.get(situation.name)))
    for function, longest in sorted(measured.by_function.items()):
        rows.append((services.name(function), analysis.bound(function, suite.always_without), longest))
        if function != suite.switch:
            sections[function] = analysis.section(function, suite.always_without)
    off = [(services.name(function), section.before(sections.values()), measured.sections.get(function))
           for function, section in sections.items()]
    interrupts, too_long = _interrupts(args, chosen, opt, analysis, suite)
    _write(args, {"bounds": [{"name": name, "longest": longest and longest.cycles, **bound.as_dict()}
                             for name, bound, longest in (*rows, *interrupts)],
                  "interrupts_off": [{"name": name, "cycles": cycles, "longest": longest and longest.cycles}
                                     for name, cycles, longest in off]})
    _print_table("service or situation", [(name, bound.cycles, longest, bound) for name, bound, longest in rows], args)
    _print_table("interrupts off", [(*row, None) for row in off], args)
    _print_table("interrupt", [(name, bound.cycles, longest, bound) for name, bound, longest in interrupts], args)
    print(f"Cycles of a call, of its longest stretch with disabled interrupts, and of the parts of an interrupt. "
          f"Assumptions: {'; '.join(analysis.assumptions)}.")
    if exceeded := [*measured.exceeded, *too_long]:
        raise MetroError(f"{len(exceeded)} calls took longer than the timing model says",
                         "this is a fault of the model: please report it")
    return 0


def _interrupts(args, chosen, opt: str, analysis, suite) -> tuple[list, list]:
    """Return (name, bound, longest) of the parts of an interrupt, and the interrupts that exceed the model."""
    from . import handlers
    from .bound import Analysis
    from .program import Program

    firmware = handlers.build(chosen, opt, suite)
    own = Analysis(Program(firmware.elf), chosen.hardware, handlers.annotations(analysis.annotations, suite), args.warm)
    longest, exceeded = handlers.measure(firmware, own, suite)
    return [(part.name, bound, longest.get(part.name)) for part in handlers.parts(suite)
            if (bound := part.bound(own, chosen)).cycles], exceeded


def _print_table(title: str, rows: list[tuple], args) -> None:
    """Print (name, bound, longest or None, bound with its path or None), unless there are no rows."""
    if rows:
        print(f"{title:26}{'bound':>9}{'longest':>9}{'bound / longest':>17}")
    for name, bound, longest, path in rows:
        of_run = f"{longest.cycles:9,}{bound / longest.cycles:17.2f}" if longest else f"{'-':>9}{'-':>17}"
        print(f"{name:26}{bound:9,}{of_run}")
        if args.path and path:
            _print_path(path)
    if rows:
        print()


def _print_path(bound) -> None:
    for step in bound.steps:
        print(f"    {'  ' * step.depth}{step.function}: {step.cycles:,} cycles in {len(step.blocks)} blocks")
    for loop in bound.loops:
        print(f"    {loop}")


def _write(args, content: dict) -> None:
    if args.json:
        output.write({args.json: json.dumps(content, indent=2).encode() + b"\n"})
