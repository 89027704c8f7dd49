# SPDX-License-Identifier: Apache-2.0
"""Paths for make, which cannot handle blanks, `$` and similar characters in a name."""
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


class SafePaths:
    """Links in the build folder for folders with paths that make cannot handle. A folder always has the same link."""

    def __init__(self):
        self._links: dict[Path, Path] = {}

    def folder(self, folder: Path) -> Path:
        folder = Path(folder).resolve()
        if is_plain(folder):
            return folder
        name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
        link = paths.make_build() / "links" / name / make_safe_word(folder.name)
        if not link.is_symlink():
            link.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):     # another process made the same link
                link.symlink_to(folder, target_is_directory=True)
        self._links[link] = folder
        return link

    def file(self, file: Path) -> Path:
        file = Path(file).resolve()
        if not is_plain(file.name):
            raise MetroError(f"{file}: make cannot handle the name of this source file",
                             "rename it: use letters, digits and _ . + - @ only")
        return self.folder(file.parent) / file.name

    def options(self) -> list[str]:
        """Return compiler options that put the real paths instead of the links into __FILE__ and debug information."""
        return [f"-ffile-prefix-map={link}={folder}" for link, folder in self._links.items()]

    def with_real_folders(self, text: str) -> str:
        """Return the text with the folders' real paths instead of the links."""
        for link, folder in self._links.items():
            text = text.replace(f"{link}/", f"{folder}/")
        return text


def make_safe_word(name: str) -> str:
    """Return a similar name that make can handle."""
    return re.sub(r"[^\w.+-]", "_", name) or "_"


def quote_for_make(text: str) -> str:
    """Quote a text for the shell, and escape `$` for make, because a make variable passes the text to a recipe."""
    return shlex.quote(text).replace("$", "$$")
