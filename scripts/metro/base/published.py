# SPDX-License-Identifier: Apache-2.0
"""Tables of other people's publications, which ours are printed beside. Sources: bench/published."""
from __future__ import annotations

import csv

from . import paths

FOLDER = paths.ROOT / "bench" / "published"


def published(name: str) -> list[dict[str, str]]:
    with open(FOLDER / name, newline="") as file:
        return list(csv.DictReader(file))
