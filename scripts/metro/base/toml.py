# SPDX-License-Identifier: Apache-2.0
"""A reader for TOML files."""
from __future__ import annotations

from pathlib import Path

from .errors import MetroError


def read(path: Path, hint: str = "") -> dict:
    try:
        import tomllib
    except ModuleNotFoundError:                            # before Python 3.11
        import tomli as tomllib
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise MetroError(f"{path}: {error}", hint) from None
