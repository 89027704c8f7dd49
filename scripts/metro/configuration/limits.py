# SPDX-License-Identifier: Apache-2.0
"""The limits of parameters, and which fields fit together, from hw/isa/registers.toml."""
from __future__ import annotations

import functools
from typing import Annotated, Literal

from ..base import paths, toml


@functools.cache
def registers() -> dict:
    """Return the whole file. It is read at the first use, because Python 3.9 can read TOML only after set-up."""
    return toml.read(paths.ROOT / "hw" / "isa" / "registers.toml", "correct the register table")


def most(name: str) -> int:
    """Return the largest value of a parameter."""
    return registers()["limit"][name]["most"]


def values(limit: dict) -> list[int]:
    """Return all values of a parameter that must be a power of two. limit: its row in the table."""
    powers = [1 << n for n in range(limit["most"].bit_length()) if 1 << n >= limit["least"]]
    return [0, *powers] if "or_zero" in limit else powers


def text(name: str, limits: dict | None = None) -> str:
    """Return the values of a parameter, for messages. limits: another table."""
    limit = (limits or registers()["limit"])[name]
    if "listed" in limit:
        return f"there are {', '.join(map(str, values(limit)))}"
    allowed = f"{limit['least']} to {limit['most']}"
    form = "a power of 2 from {}" if "power_of_two" in limit else limit.get("text", "there can be {}")
    allowed = form.format(allowed)
    return f"{allowed}, or 0" if "or_zero" in limit else allowed


def kind(name: str):
    """Return the type of a parameter, for pydantic."""
    import pydantic
    limit = registers()["limit"][name]
    number = Annotated[int, pydantic.Field(ge=limit["least"], le=limit["most"])]
    if "power_of_two" in limit:
        number = Annotated[number, pydantic.AfterValidator(power_of_two)]
    return Literal[0] | number if "or_zero" in limit else number


def power_of_two(value: int) -> int:
    if value & value - 1:
        raise ValueError("not a power of two")
    return value


def rules(table: dict) -> list[tuple[str, bool, list[str], str]]:
    """Return (field, needs, others, message) of each rule in the file's content. needs: True if the field needs one of
    the others, False if it excludes each of them."""
    return [(field, kind == "needs", others.split(" or "),
             reason if reason.startswith("--") else f"--{field.replace('_', '-')}: {reason}")
            for kind in ("needs", "excludes") for field, row in table[kind].items() for others, reason in row.items()]


def conflicts(present: set[str]) -> list[str]:
    """Return the reasons why these fields do not fit together, as texts."""
    return list(dict.fromkeys(message for field, needs, others, message in rules(registers())
                              if field in present and needs == present.isdisjoint(others)))
