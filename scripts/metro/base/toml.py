# SPDX-License-Identifier: Apache-2.0
"""A reader for TOML files."""
from __future__ import annotations

from pathlib import Path

from .errors import MetroError


def read(path: Path, hint: str = "") -> dict:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MetroError(f"{path}: {error}", hint) from None
    return parse(text, path, hint)


def parse(text: str, name: str | Path, hint: str = "") -> dict:
    """Return the content of a TOML text. name: of the text, for the error message."""
    try:
        import tomllib
    except ModuleNotFoundError:                            # before Python 3.11
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MetroError(f"{name}: {error}", hint) from None
