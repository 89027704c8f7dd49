# SPDX-License-Identifier: Apache-2.0
"""Paths for make, to which blanks, `$` and the like in a name mean something."""
from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shlex
from pathlib import Path

from . import paths
from .errors import MetroError

_PLAIN = re.compile(r"[\w/.+@-]+")


def is_plain(path) -> bool:
    return bool(_PLAIN.fullmatch(str(path)))


class Paths:
    """Gives a folder whose path make cannot handle a link in the build folder, each time the same one."""

    def __init__(self):
        self._links: dict[Path, Path] = {}

    def folder(self, folder: Path) -> Path:
        folder = Path(folder).resolve()
        if is_plain(folder):
            return folder
        name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
        link = paths.make_build() / "links" / name / word(folder.name)
        if not link.is_symlink():
            link.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):     # another process makes the same
                link.symlink_to(folder, target_is_directory=True)
        self._links[link] = folder
        return link

    def file(self, file: Path) -> Path:
        file = Path(file).resolve()
        if not is_plain(file.name):
            raise MetroError(f"{file}: make cannot handle this name of a source file",
                             "rename it: letters, digits and _ . + - @ are fine")
        return self.folder(file.parent) / file.name

    def options(self) -> list[str]:
        """Of the compiler, so that __FILE__ and a debugger see the folders' own names."""
        return [f"-ffile-prefix-map={link}={folder}" for link, folder in self._links.items()]

    def spelled(self, text: str) -> str:
        """A text with the folders' own names in the place of the links'."""
        for link, folder in self._links.items():
            text = text.replace(f"{link}/", f"{folder}/")
        return text


def word(name: str) -> str:
    """A name that is like this one."""
    return re.sub(r"[^\w.+-]", "_", name) or "_"


def argument(text: str) -> str:
    """For the shell of a recipe, in a variable of make's."""
    return shlex.quote(text).replace("$", "$$")
