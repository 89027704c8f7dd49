# SPDX-License-Identifier: Apache-2.0
"""Inputs of a C build: the files that compiler and linker list, and whether a new build would read the same.

This module names a file by the path under which the compiler found it. A place is a folder whose path can differ in
the next build. In the name of a file in a place, the place's label replaces this path: `{kernel1}/ucos_ii.h`.
"""
from __future__ import annotations

import os
import re
from pathlib import Path

from ..base import cache

# Lookups that the .d files do not list, or not completely: quoted includes, which search the source's folder first,
# __has_include, .include and .incbin.
_QUOTED = re.compile(rb'^[ \t]*#[ \t]*include(?:_next)?[ \t]*"([^"\n]+)"', re.MULTILINE)
_ASKED = re.compile(rb'__has_include(?:_next)?\s*\(\s*["<]([^">\n]+)')
_ASSEMBLED = re.compile(rb'\.inc(?:bin|lude)\s+\\?"([^"\\\n]+)')


def prerequisites(rules: str) -> list[str]:
    """Return the files of the first rule of a .d file, without make's escapes for blanks, # and $."""
    rule = re.split(r"(?<!\\)\n", rules)[0].replace("\\\n", " ")
    words = re.findall(r"(?:\\.|[^\s\\])+", rule.partition(": ")[2])
    return [re.sub(r"\\([ \t#])", r"\1", word).replace("$$", "$") for word in words]


class Folders:
    """The places of a build. Each argument maps labels to folders. The labels of lists of folders get a unique number.

    path: the search path for headers. source_folders: folders of sources. fixed_folders: folders in which no new
    header can appear.
    """

    def __init__(self, path: dict[str, list[Path]], source_folders: dict[str, list[Path]],
                 fixed_folders: dict[str, Path]):
        self.places: dict[str, str] = {}
        self._path = self._add(path)
        self._searched = {*self._path, *self._add(source_folders)}
        self.places.update((label, str(folder)) for label, folder in fixed_folders.items())
        self._longest_first = sorted(self.places.items(), key=lambda place: -len(place[1]))

    def _add(self, lists: dict[str, list[Path]]) -> list[str]:
        before = len(self.places)
        for role, folders in lists.items():
            for folder in map(str, folders):
                if folder not in self.places.values():
                    self.places[f"{role}{len(self.places)}"] = folder
        return list(self.places)[before:]

    def name(self, file: str) -> str:
        for label, folder in self._longest_first:
            if file.startswith(f"{folder}/"):
                return f"{{{label}}}{file[len(folder):]}"
        return file

    def file(self, name: str) -> str:
        label, _, rest = name[1:].partition("}")
        return f"{self.places[label]}{rest}" if name[0] == "{" else name

    def read(self, *products: Path) -> dict:
        """Return the inputs of the build whose .d files are in these products: files, and names that it looked up."""
        own_folders = tuple(f"{product}/" for product in products)
        files = sorted({self.name(file) for product in products for rules in product.rglob("*.d")
                        for file in prerequisites(rules.read_text(errors="surrogateescape"))
                        if os.path.isabs(file) and not file.startswith(own_folders)})
        quoted: dict[str, set[str]] = {}
        angled: set[str] = set()
        assembled: set[str] = set()
        for name in filter(self._is_searched, files):
            text = Path(self.file(name)).read_bytes()
            for pattern, found in ((_QUOTED, quoted.setdefault(os.path.dirname(name), set())), (_ASKED, angled),
                                   (_ASSEMBLED, assembled)):
                found.update(map(os.fsdecode, pattern.findall(text)))
        return {"files": files, "quoted": {folder: sorted(names) for folder, names in quoted.items()},
                "asked": sorted(angled), "assembled": sorted(assembled)}

    def with_digests(self, read: dict) -> dict:
        """Return the inputs with digests of all files. While they stay the same, a build would read the same."""
        return {**read, "files": {name: _digest(self.file(name)) for name in read["files"]},
                "others": {name: _digest(self.file(name)) if lookup in read["assembled"] else ""
                           for name, lookup in self._unread_matches(read)}}

    def changed_since(self, read: dict, moment: int) -> bool:
        """Return whether a file has changed since this moment, in ns."""
        states = [_state(self.file(name)) for name in read["files"]]
        return any(state is None or state.st_ctime_ns > moment for state in states)

    def _is_searched(self, name: str) -> bool:
        return name[0] == "{" and name[1:].partition("}")[0] in self._searched

    def _unread_matches(self, read: dict):
        """Yield (name, looked-up name) of files that match a lookup, but that no .d file lists.

        The assembler has read such a file (.include, .incbin), or the next build may find it first.
        """
        files_read = {(state.st_dev, state.st_ino) for state in map(_state, map(self.file, read["files"])) if state}
        angled = {*read["asked"], *read["assembled"]}
        everywhere = {*angled, *(tail for name in read["files"] for tail in _tails(name))}
        lookups = {folder: {*angled, *names} for folder, names in read["quoted"].items()}
        lookups.update((f"{{{label}}}", everywhere) for label in self._path)
        for folder, tails in sorted(lookups.items()):
            try:
                entries = {"..", ".", *os.listdir(self.file(folder))}
            except OSError:
                continue
            for tail in sorted(tail for tail in tails if tail.partition("/")[0] in entries):
                state = _state(self.file(f"{folder}/{tail}"))
                if state and (state.st_dev, state.st_ino) not in files_read:
                    yield f"{folder}/{tail}", tail


def _tails(name: str) -> list[str]:
    """Return each name by which an #include can have found this header; outside all places, of at most three parts."""
    parts = name.split("/")[1:]
    if parts[-1].endswith((".c", ".S", ".a", ".ld")):
        return []
    return ["/".join(parts[start:]) for start in range(0 if name[0] == "{" else max(0, len(parts) - 3), len(parts))]


def _digest(file: str) -> str | None:
    try:
        return cache.digest_file(file)
    except OSError:
        return None


def _state(file: str) -> os.stat_result | None:
    try:
        return os.stat(file)
    except OSError:
        return None
