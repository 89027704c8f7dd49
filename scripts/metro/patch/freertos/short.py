# SPDX-License-Identifier: Apache-2.0
"""Fast paths: functions of the seam for the usual case. In other cases, they call FreeRTOS's functions.

A fast path is included only if all FreeRTOS functions on which it depends are known, token by token. Otherwise the
patched tree uses only FreeRTOS's functions.
"""
from __future__ import annotations

from dataclasses import dataclass

from ..report import Site
from .code import Code


@dataclass(frozen=True)
class FastPath:
    header: str                 # header of the seam
    functions: dict             # name of a FreeRTOS function -> accepted digests of its tokens


TASKS = FastPath("task_short.h", {
    "vTaskSuspend": ("1990cfe431441d1a", "b3145d8c4cbb3b51", "cededfb7a575135d"), "vTaskResume": ("ce8771e93f4e2737",),
    "prvTaskIsTaskSuspended": ("fffac077f5b383b7",),
    # Functions that a fast path calls with interrupts masked:
    "xTaskRemoveFromEventList": ("1eefcbb49801e610",), "vTaskPlaceOnEventList": ("a38e5f2715c393c7",),
    "vTaskInternalSetTimeOutState": ("f1bdcefdc26b73ac",),
    "xTaskCheckForTimeOut": ("490d17f7fcf61fe9", "e171d0fe44bf571a"),
    "pvTaskIncrementMutexHeldCount": ("dc4df7e148fc9d7a",),
    "xTaskPriorityInherit": ("81c2abb3cfe3c2de", "22e2378e64ed6d9a"), "xTaskPriorityDisinherit": ("a6017e1c3cafc94a",),
    "vTaskPriorityDisinheritAfterTimeout": ("d8b2b6524df602fd", "2b93353d0d8656ea", "844269f80bfba897")})
QUEUES = FastPath("queue_short.h", {
    "xQueueGenericSend": ("2d50681c74220804",), "xQueueReceive": ("11dd9c01cb15341d",),
    "xQueueSemaphoreTake": ("76fd899449bf5cf4", "790364454d517c17"), "prvCopyDataToQueue": ("29ad0824a544fa3a",),
    "prvCopyDataFromQueue": ("cb5ba5a6d4684118",)})


def include(code: Code, fast_path: FastPath, in_software: list[Site]) -> str:
    """Return the #include line of a fast path if its functions match. Else extend in_software and return ""."""
    bodies = [(name, code.body(name)) for name in fast_path.functions]
    others = [name for name, body in bodies
              if body is None or code.digest(body.start, body.end) not in fast_path.functions[name]]
    in_software += [Site(code.name, 1, name, "fast path", "no fast path is known for this function")
                    for name in others]
    return "" if others else f"#include <{fast_path.header}>"
