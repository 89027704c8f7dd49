# SPDX-License-Identifier: Apache-2.0
"""Measurements of guests: overhead of the monitor, response time of a real-time guest, size, area and clock.

The programs are in bench/guests.
"""
from __future__ import annotations

from .. import guest_thread_metric
from . import costs, timing

DESCRIPTION = ("Measure guests: cycles of a call, an interrupt and a switch, response of a real-time guest, "
               "Thread-Metric, accelerators, the size of the monitor, area and clock of the core.")
TABLES = {"overheads": timing.overheads, "response": timing.responses, "thread_metric": guest_thread_metric.points,
          "allotment": timing.allotments, "size": lambda: [costs.Size()], "costs": costs.cores}
ACTIONS = {}
