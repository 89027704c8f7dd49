# SPDX-License-Identifier: Apache-2.0
"""queue.c: puts the two lists of waiting tasks of a queue behind the seam sw/freertos-ports/accel/queue_lists.h.

The seam redefines the names by which queue.c uses these lists. The new definitions work only for these two lists. So
queue.c must not use the names for other lists, and must not access the two lists in another way. guard() refuses both.
"""
from __future__ import annotations

import re

from ..report import Refusal, Site
from . import short
from .code import Code

INCLUDE = "#include <queue_lists.h>"
INCLUDE_AFTER = "typedef xQUEUE Queue_t;"
LIST_PATTERN = r"\(\s*&\s*\(\s*\w+\s*->\s*xTasksWaitingTo(Send|Receive)\s*\)"
NAMES = ("listLIST_IS_EMPTY", "listCURRENT_LIST_LENGTH", "listGET_ITEM_VALUE_OF_HEAD_ENTRY", "vListInitialise")
CALLS = ("vTaskPlaceOnEventList", "vTaskPlaceOnEventListRestricted", "xTaskRemoveFromEventList",
         "xCoRoutineRemoveFromEventList")
CO_ROUTINE_PATTERN = r"vCoRoutineAddToDelayedList\s*\(\s*\w+,\s*&\s*\(\s*\w+\s*->\s*xTasksWaitingTo(Send|Receive)\s*\)"
DECLARATION_PATTERN = r"List_t\s+xTasksWaitingTo(Send|Receive)\s*;"
CALLED = ("xQueueGenericSend", "xQueueReceive", "xQueueSemaphoreTake")      # functions of the fast path


class Queues:
    """Finds and changes all places of queue.c that use the two lists, and gives a reason for each refusal."""

    def __init__(self, code: Code, tasks_have_fast_paths: bool):
        """tasks_have_fast_paths: of tasks.c. The fast paths of queue.c call them."""
        self.code = code
        self.tasks_have_fast_paths = tasks_have_fast_paths
        self.sites: list[Site] = []
        self.in_software: list[Site] = []
        self.refusals: list[Refusal] = []

    def run(self) -> None:
        self.guard()
        self.include()
        self.freed()

    def refuse(self, place: int, reason: str) -> None:
        self.refusals.append(Refusal(self.code.name, self.code.line(place), reason))

    def guard(self) -> None:
        plain = self.code.plain
        known = [found.span() for found in re.finditer(
            rf"\b({'|'.join((*NAMES, *CALLS))})\s*{LIST_PATTERN}|{CO_ROUTINE_PATTERN}|{DECLARATION_PATTERN}", plain)]
        for found in re.finditer(r"\b(v?list[A-Z]\w+|[vu]x?List[A-Z]\w+|xTasksWaitingTo\w+)\b", plain):
            if not any(first <= found.start() and found.end() <= last for first, last in known):
                self.refuse(found.start(), f"{found[0]} is used in an unknown way")

    def include(self) -> None:
        place = self.code.data.find(INCLUDE_AFTER)
        if place < 0:
            self.refuse(0, "Queue_t was not found")
            return
        if self.tasks_have_fast_paths:
            fast_path = short.include(self.code, short.QUEUES, self.in_software)
        else:
            fast_path = ""
            self.in_software.append(Site(self.code.name, 1, "queues", "fast path", "tasks.c has no fast paths"))
        if fast_path:
            self.callers()
        lines = [INCLUDE, *filter(None, [fast_path])]
        for line in lines:
            self.sites.append(Site(self.code.name, self.code.line(place), "", "include", line))
        end = self.code.source.end_of_line(place + len(INCLUDE_AFTER))
        self.code.source.edit(end, end, "\n\n" + "\n".join(lines))

    def callers(self) -> None:
        """Let the other functions of queue.c, such as those of recursive mutexes, call the fast paths.

        queue_short.h renames FreeRTOS's functions with function-like macros. Such a macro does not replace a name in
        parentheses. So the patch changes each call to `( xQueueSemaphoreTake )( ... )`.
        """
        for called in CALLED:
            for place in (found.start() for found in self.code.find(f"{called} (")):
                function = self.code.function(place)
                if function != called:
                    name = f"( {called} )"
                    self.sites.append(Site(self.code.name, self.code.line(place), function, "fast path", name))
                    self.code.source.edit(place, place + len(called), name)

    def freed(self) -> None:
        """Add a line to vQueueDelete() that frees the numbers of the deleted queue's lists."""
        found = [one for one in self.code.find("traceQUEUE_DELETE( $Q ) ;")
                 if self.code.function(one.start()) == "vQueueDelete"]
        if len(found) != 1:
            self.refuse(0, "vQueueDelete has an unknown form")
            return
        line = f"queueLISTS_FREE( {found[0]['Q']} );"
        self.sites.append(Site(self.code.name, self.code.line(found[0].end()), "vQueueDelete", "event free", line))
        end = self.code.source.end_of_line(found[0].end())
        self.code.source.edit(end, end, f"\n{self.code.source.indent(found[0].end())}{line}")
