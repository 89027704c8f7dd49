# SPDX-License-Identifier: Apache-2.0
"""Tables from other publications, printed next to ours. Sources: bench/publications."""
from __future__ import annotations

import csv

from . import paths

FOLDER = paths.ROOT / "bench" / "publications"


def read_table(name: str) -> list[dict[str, str]]:
    with open(FOLDER / name, newline="") as file:
        return list(csv.DictReader(file))
