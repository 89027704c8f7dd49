# SPDX-License-Identifier: Apache-2.0
"""Zephyr: `./metro bench zephyr --kernel TREE` runs our benchmarks on a user's tree."""
from __future__ import annotations

from ..bench import own_build
from ..figures.key import SOFTWARE

MULTIQ, SHORT_WAYS = "multiq", "short_ways"
SUITE = own_build.Suite(
    "zephyr",
    {"": (), MULTIQ: ("CONFIG_SCHED_MULTIQ=y",), SHORT_WAYS: ("CONFIG_METRONOME_SHORT_WAYS=y",)},  # "": SIMPLE
    {"software, SIMPLE": (SOFTWARE, ""), "software, MULTIQ": (SOFTWARE, MULTIQ),
     "software, short ways": (SOFTWARE, SHORT_WAYS), **own_build.SYSTEMS},
    "SIMPLE's",
    (own_build.Timer(SOFTWARE, "each_tick", ("CONFIG_TICKLESS_KERNEL=n",)),
     own_build.Timer("levels-contexts", "time_base", changes={"units.time_base": True})))


class Kernel(own_build.Kernel):
    suite = SUITE
