# SPDX-License-Identifier: Apache-2.0
"""The limits of parameters, from hw/isa/registers.toml."""
from __future__ import annotations

import functools
from typing import Annotated, Literal

from ..base import paths, toml


@functools.cache
def table() -> dict:
    """Return the table `limit`. It is read at the first use, because Python 3.9 can read TOML only after set-up."""
    return toml.read(paths.ROOT / "hw" / "isa" / "registers.toml", "correct the register table")["limit"]


def text(name: str, limits: dict | None = None) -> str:
    """Return the values of a parameter, for messages. limits: another table."""
    limit = (limits or table())[name]
    values = f"{limit['least']} to {limit['most']}"
    form = "a power of 2 from {}" if "power_of_two" in limit else limit.get("text", "there can be {}")
    allowed = form.format(values)
    return f"{allowed}, or 0" if "or_zero" in limit else allowed


def kind(name: str):
    """Return the type of a parameter, for pydantic."""
    import pydantic
    limit = table()[name]
    number = Annotated[int, pydantic.Field(ge=limit["least"], le=limit["most"])]
    if "power_of_two" in limit:
        number = Annotated[number, pydantic.AfterValidator(power_of_two)]
    return Literal[0] | number if "or_zero" in limit else number


def power_of_two(value: int) -> int:
    if value & value - 1:
        raise ValueError("not a power of two")
    return value
