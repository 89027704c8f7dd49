# SPDX-License-Identifier: Apache-2.0
"""The notation of a configuration: a name, and key=value pairs that override its fields.

combined,units.width=8 is `combined` with counters of 8 bits. A field that no pair names has the value of the named
configuration. This module is used before set-up, so only describe() imports the schema.
"""
from __future__ import annotations

from ..base.errors import MetroError
from ..base.near import did_you_mean
from .options import OPTIONS, RENAMED_KEYS, UNITS
from .renamed import hint

KEYS = [option.key for option in OPTIONS if option.key != UNITS]
WORDS = {True: "true", False: "false"}
VALUES = {word: value for value, word in WORDS.items()}


def parse(text: str) -> tuple[str, dict]:
    """Return the name and {key: value} of a text, the inverse of write(). The schema checks the values."""
    name, *pairs = text.split(",")
    fields = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if key in RENAMED_KEYS:
            hint(key, RENAMED_KEYS[key])
            key = RENAMED_KEYS[key]
        if key not in KEYS:
            raise MetroError(f"{text}: there is no key {key}", f"{did_you_mean(key, KEYS)}Keys are {', '.join(KEYS)}")
        if not equals or key in fields:
            raise MetroError(f"{text}: {f'{key} has two values' if equals else f'{key} has no value'}",
                             f"write {key}=VALUE once")
        fields[key] = int(value) if value.isdecimal() else VALUES.get(value, value)
    return name, fields


def write(name: str, fields: dict) -> str:
    """Return the text for a name and {key: value}."""
    return ",".join([name, *(pair(key, value) for key, value in fields.items())])


def pair(key: str, value) -> str:
    return f"{key}={WORDS[value] if isinstance(value, bool) else value}"


def describe(hardware, fields: dict | None = None) -> str:
    """Return the text for a core with its units and SoC. fields: pairs to add, {key: value}."""
    from . import read
    units = hardware.units
    name = "original" if not units else "levels" if units.levels else "events" if units.events else "combined"
    named = read(name).hardware
    pairs = {key: _value(hardware, key) for key in KEYS if _value(hardware, key) != _value(named, key)}
    return write(name, {**pairs, **(fields or {})})


def _value(hardware, key: str):
    section, _, field = key.partition(".")
    return getattr(getattr(hardware, section), field, None)
