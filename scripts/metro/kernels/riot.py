# SPDX-License-Identifier: Apache-2.0
"""RIOT: `./metro bench riot --kernel TREE` runs our benchmarks on a user's tree."""
from __future__ import annotations

from .. import configuration
from ..bench import own_build
from ..figures.key import SOFTWARE

SUITE = own_build.Suite("riot", {"": ()}, {"software": (SOFTWARE, ""), **own_build.SYSTEMS}, "software's")


class Kernel(own_build.Kernel):
    suite = SUITE
    choices = (configuration.LEVELS,)
