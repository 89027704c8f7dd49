# SPDX-License-Identifier: Apache-2.0
"""The conformance suite (tests/kernel/conformance/): its cases, read from the sources, their runs and coverage."""
from __future__ import annotations

import csv
import dataclasses
import functools
import re
from pathlib import Path

from .. import configuration, patch
from ..base import paths
from ..base.errors import MetroError
from ..figures.key import Key
from ..products import firmware as firmware_module, rtos, soc as soc_module
from ..run import execution as run_module

FOLDER = paths.ROOT / "tests" / "kernel" / "conformance"
API = FOLDER / "api.csv"
CFG = paths.ROOT / "tests" / "kernel" / "cfg"
# Macros of all areas. Counters are short, so delays longer than a counter end soon. The timer task has a higher
# priority than the case's task, so it runs. The end of each critical section checks that interrupts are still off.
MACROS = "OS_ACCEL_WIDTH=8 OS_TMR_EN=1 OS_TASK_TMR_PRIO=5 OS_CPU_SECTION_CHECK_EN=1"

CYCLES = 500_000               # cycles per case in the limit of a simulation; a case takes a quarter on average
CYCLES_HANG = 1_000_000        # limit of the simulation of one case that is known to hang, in cycles
HANGS = "hangs"

_CASE = re.compile(r'((?://[^\n]*\n)*)^CASE(_MAIN|_DEFECT)?\((.*?)\)\n\{', re.MULTILINE | re.DOTALL)
_ARGUMENT = re.compile(r'((?:"[^"\n]*"\s*)+)|(\w+)')


@dataclasses.dataclass(frozen=True)
class Case:
    area: str                  # name of its source file, without .c
    name: str
    sentence: str              # a description, the comment above the case
    log: tuple                 # expected events of our kernel
    upstream: tuple | str      # expected events of upstream uC/OS-II, or HANGS
    defect: str = ""           # the upstream defect, if the logs differ

    def __str__(self) -> str:
        return f"{self.area}-{self.name}"


@dataclasses.dataclass(frozen=True)
class Outcome:
    log: tuple
    error: str = ""            # why the case did not end; "": it ended


@dataclasses.dataclass(frozen=True)
class Variant:
    """Changes to the build of the suite. The defaults change nothing."""
    macros: str = ""           # for os_cfg.h; they override the area's macros
    opt: str = "-O2"           # optimisation option; conform.h selects -O1 for the cases
    changes: tuple = ()        # (key, value) pairs of the system's configuration
    areas: tuple = ()          # areas to build; empty: all


def areas() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.c") if path.stem != "conform")


def _source(area: str) -> Path:
    return FOLDER / f"{area}.c"


def _events(strings: str) -> tuple:
    return tuple(event.strip() for text in re.findall(r'"([^"\n]*)"', strings) for event in text.split(",")
                 if event.strip())


@functools.cache
def cases(area: str) -> tuple[Case, ...]:
    """Return the cases of a file. Raises MetroError if a case does not have the form that conform.h describes."""
    text = _source(area).read_text()
    found = []
    for match in _CASE.finditer(text):
        comment, kind, inside = match.groups()
        where = f"tests/kernel/conformance/{area}.c:{text.count(chr(10), 0, match.start(3)) + 1}"
        arguments = [strings if strings else word for strings, word in _ARGUMENT.findall(inside)]
        if len(arguments) != (4 if kind == "_DEFECT" else 2) or not comment.strip("/ \n"):
            raise MetroError(f"{where}: a case needs a sentence above it, a name and a log", "see conform.h")
        defect = arguments.pop(0) if kind == "_DEFECT" else ""
        name, *logs = arguments
        sentence = " ".join(line.strip("/ ") for line in comment.splitlines())
        logs = [HANGS if log == "HANGS" else _events(log) for log in logs]
        found.append(Case(area, name, sentence, logs[0], logs[-1], defect))
    if len(found) != len(re.findall(r"^CASE", text, re.MULTILINE)) or not found:
        raise MetroError(f"tests/kernel/conformance/{area}.c: some cases have an unknown form", "see conform.h")
    return tuple(found)


# -------------------------------------------------------------------------------------------------------- running

def _defs(area: str, more: str = "") -> str:
    """Return an area's macros as -D options. The file's `// cfg:` line overrides MACROS, and `more` overrides both."""
    own = re.search(r"^// cfg:(.*)$", _source(area).read_text(), re.MULTILINE)
    macros = dict(word.partition("=")[::2] for word in [*MACROS.split(), *(own[1].split() if own else ()),
                                                        *more.split()])
    return " ".join(f"-D{name}" + f"={value}" * bool(value) + "u" * value.isdigit() for name, value in macros.items())


MAX_AREAS_IN_IMAGE = 7         # more do not fit into the ROM


def _areas_in_image(area: str, variant: Variant) -> tuple[str, ...]:
    """Return the areas that share an image with this one. Sharing saves time, because the kernel compiles once."""
    defs = _defs(area, variant.macros)
    same = [other for other in variant.areas or areas() if _defs(other, variant.macros) == defs]
    first = same.index(area) // MAX_AREAS_IN_IMAGE * MAX_AREAS_IN_IMAGE
    return tuple(same[first:first + MAX_AREAS_IN_IMAGE])


@functools.cache
def _build(image_areas: tuple[str, ...], system: str, kernel: Path, variant: Variant):
    """Return (firmware, SoC) of these areas."""
    defs = _defs(image_areas[0], variant.macros)
    sources = [_source(area) for area in image_areas]
    chosen = configuration.read(system).changed(dict(variant.changes))
    soc = soc_module.of(rtos.get().sized_for(chosen, defs))
    firmware = firmware_module.build("conformance", [*sources, FOLDER / "conform.c"], CFG, soc, kernel=kernel,
                                     opt=variant.opt, defs=f"{defs} {rtos.get().switches(chosen)}")
    return firmware, soc


def patched(kernel: Path) -> Path:
    """Return the patched tree of an upstream tree, or the tree itself if it is patched already."""
    return kernel if patch.is_patched(kernel) else patch.patched(kernel)


def run(area: str, system: str, kernel: Path = firmware_module.KERNEL,
        names: tuple | None = None, variant: Variant = Variant()) -> dict[str, Outcome]:
    """Run the cases of an area, or only those with these names, and return each outcome by the case's name."""
    firmware, soc = _build(_areas_in_image(area, variant), system, kernel, variant)
    chosen = [case for case in cases(area) if names is None or case.name in names]
    hanging = [case.name for case in chosen if case.upstream == HANGS and kernel != firmware_module.KERNEL]
    remaining = [case.name for case in chosen if case.name not in hanging]
    outcomes = {}
    for name in hanging:
        outcomes.update(_run([name], firmware, soc, CYCLES_HANG))
    while remaining:                                       # if a case does not end, run the cases after it separately
        outcomes.update(_run(remaining, firmware, soc, CYCLES * (4 + len(remaining))))
        remaining = [name for name in remaining if name not in outcomes]
    return outcomes


def _run(names: list[str], firmware, soc, max_cycles: int) -> dict[str, Outcome]:
    """Run these cases in one simulation. If a case does not end, later cases are not in the result."""
    symbols = [f"case_{name}" for name in names]
    chain = dict(zip(symbols, [*(firmware.address(symbol) for symbol in symbols[1:]), 0]))
    result = run_module.execute(firmware.with_values({"conform_first": firmware.address(symbols[0]), **chain}), soc,
                                max_cycles=max_cycles)
    outcomes, name, log = {}, None, []
    for line in result.output.splitlines():
        if line.startswith("= ") and line[2:] in names:
            name, log = line[2:], []
        elif line == "." and name:
            outcomes[name], name = Outcome(tuple(log)), None
        else:
            log.append(line)
    if name or not outcomes:
        outcomes[name or names[0]] = Outcome(tuple(log), result.errors.strip() or f"ended with {result.status}")
    return outcomes


# ------------------------------------------------------------------------------------------------------- coverage

@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    codes: tuple               # codes that it can return, as a value or through perr; without OS_ERR_
    unreturned: dict = dataclasses.field(hash=False)       # code that no case returns -> reason


def api() -> list[Function]:
    def reasons(text):
        return dict(reason.strip().split(": ", 1) for reason in text.split(";") if reason.strip())
    with open(API, newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [Function(row["function"], tuple(row["codes"].split()), reasons(row["unreturned"])) for row in rows]


def covered() -> dict[str, set]:
    """Return {function: codes} with the functions that the cases' logs name, and the codes that they return there."""
    known = {function.name: set(function.codes) for function in api()}
    found = {}
    for area in areas():
        for case in cases(area):
            for event in case.log:
                _, name, *words = *event.split(), ""
                if name in known:
                    found.setdefault(name, set()).update(known[name] & set(words))
    return found


def figures() -> dict:
    """Return the coverage as figures, for `./metro figures conformance`."""
    have = covered()
    pairs = sum(len(codes) for codes in have.values())
    counts = {
        "functions": (len(have), f"of {len(api())} functions"),
        "codes": (pairs, f"of {sum(len(function.codes) for function in api())} pairs of function and code"),
        "behaviours": (sum(len(cases(area)) for area in areas()), "cases"),
    }
    return {Key(f"conformance.{what}"): {"value": value, "unit": unit,
                                         "command": "./metro test tests/kernel/test_conformance.py"}
            for what, (value, unit) in counts.items()}
