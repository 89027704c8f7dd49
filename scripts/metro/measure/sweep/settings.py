# SPDX-License-Identifier: Apache-2.0
"""The sweep's file: its fields, their allowed values, and error messages. bench/sweep/default.yaml explains them."""
from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated, Literal, Optional

import pydantic
import yaml
from pydantic import Field

from ...base.errors import MetroError
from ...configuration import SYSTEMS
from ...configuration.schema import Engine, Section, Tasks, Width
from .. import area, fmax
from ..workloads import MOST_TASKS

Seeds = Annotated[int, Field(ge=0, le=fmax.SEEDS)]
Family = Literal[tuple(area.FAMILIES)]


def list_of(allowed: str):
    """Return a field for a non-empty list. allowed: describes its items in messages."""
    return Field(min_length=1, description=f"a list of {allowed}")


class Units(Section):
    tasks: list[Tasks] = list_of("numbers of tasks, 8 to 256")
    widths: list[Width] = list_of("widths of a delay counter, 4 to 32 bits")
    engines: list[Engine] = list_of("lookahead, parallel")
    families: list[Family] = list_of(", ".join(area.FAMILIES))
    alone: bool = Field(description="true or false")


class Core(Section):
    tasks: Tasks = Field(description="a number of tasks, 8 to 256")
    width: Width = Field(description="the width of a delay counter, 4 to 32 bits")
    engine: Engine = Field(description="lookahead or parallel")
    seeds: Optional[Seeds] = Field(None, description=f"a number from 0 to {fmax.SEEDS} (default: cores.seeds)")


class Cores(Section):
    points: list[Core] = list_of("cores, each {tasks: N, width: W, engine: E}")
    families: list[Family] = list_of(", ".join(area.FAMILIES))
    seeds: Seeds = Field(description=f"a number from 0 to {fmax.SEEDS}")


class Cycles(Section):
    systems: list[Literal[tuple(SYSTEMS)]] = list_of(", ".join(SYSTEMS))
    tasks: list[Annotated[int, Field(ge=1, le=MOST_TASKS)]] = list_of(f"numbers of sleeping tasks, 1 to {MOST_TASKS}")
    hz: list[Annotated[int, Field(ge=10, le=50_000)]] = list_of("tick rates, 10 to 50000 Hz")
    opt: list[Literal["O0", "O1", "O2", "O3", "Os"]] = list_of("O0, O1, O2, O3, Os")


class Settings(Section):
    units: list[Units] = Field([], description="a list of sections: area of the units alone")
    cores: Optional[Cores] = Field(None, description="a section: area and clock frequency of whole cores")
    cycles: list[Cycles] = Field([], description="a list of sections: cycles and Dhrystone")


SECTIONS = {(): Settings, ("units",): Units, ("cores",): Cores, ("cores", "points"): Core, ("cycles",): Cycles}


def read(path: Path) -> Settings:
    """Read the sweep that a file describes. Raise MetroError if the file has an error."""
    try:
        found = yaml.safe_load(path.read_text())
    except OSError as error:
        raise MetroError(f"the sweep file {path} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        raise MetroError(f"{path}{f':{mark.line + 1}' if mark else ''} is not valid YAML: "
                         f"{getattr(error, 'problem', None) or error}") from None
    try:
        settings = Settings.model_validate(found if isinstance(found, dict) else {})
    except pydantic.ValidationError as error:
        first, *others = map(explain, error.errors())
        raise MetroError(f"{path}: {first}", "\n".join(others)) from None
    if settings == Settings():
        raise MetroError(f"{path} selects nothing to sweep", f"add a section: {', '.join(Settings.model_fields)}")
    return settings


def explain(problem: dict) -> str:
    """Return a message about an error that pydantic found: field, value, allowed values."""
    place = problem["loc"]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
    *outer, name = [part for part in place if isinstance(part, str)] or [""]
    fields = SECTIONS[tuple(outer)].model_fields
    if name not in fields:
        near = difflib.get_close_matches(name, fields, 1)
        return f"there is no field {field}, only {', '.join(fields)}" + (f"; did you mean {near[0]}?" if near else "")
    allowed = fields[name].description
    if problem["type"] == "missing":
        return f"the field {field} is missing; allowed: {allowed}"
    return f"{field} cannot be {problem['input']!r}; allowed: {allowed}"
