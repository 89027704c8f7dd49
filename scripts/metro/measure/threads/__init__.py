# SPDX-License-Identifier: Apache-2.0
"""What calls of hardware threads take, what they win, and what they cost.

The applications are those of bench/threads, each built and run for the configuration of a row.
"""
from __future__ import annotations

from . import applications, bound, costs

DESCRIPTION = ("Measures hardware threads: cycles from one thread's post to the end of another one's wait, "
               "communication, sorting, pictures, a busy bus, area and clock, and how long a direct call waits at "
               "most.")
TABLES = {"turnaround": applications.turnaround, "communication": applications.communication,
          "sorting": applications.sorting, "image": applications.image, "frames": applications.frames,
          "busy": applications.busy, "costs": costs.points, "bound": bound.points}
