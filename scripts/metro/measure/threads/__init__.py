# SPDX-License-Identifier: Apache-2.0
"""Measurements of hardware threads: cycles of their calls, speedups, area and clock."""
from __future__ import annotations

from . import applications, bound, costs

DESCRIPTION = ("Measure hardware threads: cycles from the post in one thread to the end of a wait in another, "
               "communication, sorting, pictures, a busy bus, area and clock, and the longest wait of a direct call.")
TABLES = {"turnaround": applications.turnaround, "communication": applications.communication,
          "sorting": applications.sorting, "image": applications.image, "frames": applications.frames,
          "busy": applications.busy, "costs": costs.points, "bound": bound.points}


def search_order() -> None:
    """search for the order of the functions in sw/threads/hot_more.ld, and write it"""
    from . import order                                    # late: it imports what set-up installs
    order.main()


ACTIONS = {"order": search_order}
