# SPDX-License-Identifier: Apache-2.0
"""The smallest set of commands that measures given figures."""
from __future__ import annotations

import shlex
from collections.abc import Iterable

from ..figures.key import Key

LISTS = ("--tasks", "--hz", "--opt", "--system")           # options of ./metro bench that take several values
ONLY = "--only"                                            # option of ./metro sweep, with the name of a point


def measuring(found: dict, keys: Iterable[Key]) -> list[str]:
    """Return the merged commands that measure these figures. Keys that are not in found are ignored."""
    return merge_commands(dict.fromkeys(found[key]["command"] for key in keys if key in found))


def merge_commands(commands: Iterable[str]) -> list[str]:
    """Merge commands that differ only in the values of LISTS or ONLY. The result has all values, or a pattern.

    A command with --only is dropped if `commands` has the same command without --only.
    """
    groups: dict[tuple, dict[str, dict]] = {}
    for command in commands:
        words, values = [], {}
        for word in shlex.split(command):
            if words and words[-1] in (*LISTS, ONLY) and words[-1] not in values:
                values[words[-1]] = word.split(",")
            else:
                words.append(word)
        shape = values.get(ONLY, [""])[0].count(".")       # one pattern fits only names with equally many parts
        group = groups.setdefault((*words, shape), {})
        for option, given in values.items():
            group.setdefault(option, {}).update(dict.fromkeys(given))
    unrestricted = {words for *words, shape in groups for words in [tuple(words)] if ONLY not in words}
    return [shlex.join(word for part in words for word in ([part, _joined(part, values[part])] if part in values
                                                           else [part]))
            for (*words, shape), values in groups.items()
            if ONLY not in words or tuple(word for word in words if word != ONLY) not in unrestricted]


def _joined(option: str, values: Iterable[str]) -> str:
    values = list(values)
    if option == ONLY:
        return ".".join(parts[0] if len(set(parts)) == 1 else "*" for parts in zip(*(v.split(".") for v in values)))
    return ",".join(sorted(values, key=int) if all(value.isdigit() for value in values) else values)
