# SPDX-License-Identifier: Apache-2.0
"""Translate old names of units and proofs, such as both:37:8:lookahead:base and lookahead:8:4:alone."""
from __future__ import annotations

from ..configuration import ENGINES, SERVICES, notation

NUMBERS = {                     # old name -> fields that the numbers after it set, in this order
    "both": ("tasks", "width", "events", "queue_words"), "time": ("tasks", "width"), "ready": ("tasks",),
    "lists": ("tasks", "width", "levels", "waiting"), "event": ("tasks", "events"), "slot": (), "contexts": ()}
WORDS = {
    **{engine: {"units.engine": engine} for engine in ENGINES},
    **{f"no{name}": {f"units.{name}": False} for name in SERVICES},
    "base": {"units.time_base": True}, "second": {"units.direct_calls": 4}, "slices": {"units.slices": True},
    "alone": {"units.ready": False}, "user": {"core.user_mode": True}, "compressed": {"core.compressed": True},
    "small": {"core.icache_bytes": 512, "core.dcache_bytes": 512},
    **{f"contexts{2 ** n}": {"core.contexts": 2 ** n} for n in range(2, 9)}}
SETS = {"both": ("combined", {}), "lists": ("levels", {"units.waiting": 0}),
        "time": ("combined", {"units.ready": False}), "ready": ("combined", {"units.time": False})}
PROOFS = {"guests:core": "guests-core", "user:interrupts": "user-interrupts", "guests:lookahead": "guests",
          "guests:parallel": "guests,units.engine=parallel,units.time_base=true",
          "guests:events": "guests,units.time_base=true,units.events=4,units.queue_words=4"}


def units(text: str) -> str:
    """Translate the old name of a set of units to a configuration (notation.py). Return "" for any other text."""
    port, _, rest = text.rpartition("/")
    kind, *words = rest.replace("+", ":").split(":")
    if kind not in SETS or (fields := _fields(kind, words)) is None:
        return ""
    name, changes = SETS[kind]
    return notation.write(name, {**changes, **fields, **({"soc.adapter": port} if port else {})})


def proof(text: str) -> str:
    """Translate the old name of a proof to the current name. Return "" if the text is not an old name."""
    name, slash, part = text.partition("/")
    kind, *words = name.split(":")
    if name in PROOFS:
        return f"{PROOFS[name]}{slash}{part}"
    if kind in ENGINES:
        kind, words = "time", [*words, kind]
    if kind == "contexts" and words:
        words[0] = f"contexts{words[0]}"
    if kind not in NUMBERS or (fields := _fields(kind, words)) is None:
        return ""
    if kind == "event":
        fields |= {"units.engine": "parallel", "units.queue_words": 0}
    return notation.write("banks" if kind == "contexts" else kind, fields) + slash + part


def _fields(kind: str, words: list[str]) -> dict | None:
    """Return {key: value} for the words after a name, or None if a word is unknown or there are too many numbers."""
    numbers = [int(word) for word in words if word.isdecimal()]
    if len(numbers) > len(NUMBERS[kind]) or not all(word.isdecimal() or word in WORDS for word in words):
        return None
    fields = {f"units.{name}": number for name, number in zip(NUMBERS[kind], numbers)}
    return {**fields, **{key: value for word in words for key, value in WORDS.get(word, {}).items()}}
