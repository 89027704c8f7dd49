# SPDX-License-Identifier: Apache-2.0
"""The places of FreeRTOS's tasks.c that go behind the seam sw/freertos-ports/accel/task_lists.h.

A place is identified by its tokens. A macro, function or walk that the seam replaces as a whole must match to the last
token. Each use of a list of tasks must be part of a known place.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

from ..report import Refusal, Site
from . import short
from .code import Code
from .tree import INCLUDE

LISTS = ("xStateListItem", "pxReadyTasksLists", "pxDelayedTaskList", "pxOverflowDelayedTaskList", "xDelayedTaskList1",
         "xDelayedTaskList2", "xSuspendedTaskList", "xTasksWaitingTermination")
GUARDED = (*LISTS, "xEventListItem", "xNextTaskUnblockTime", "uxTopReadyPriority", "xNumOfOverflows")
EVENT = "&( $T->xEventListItem )"
ENTERS, LEAVES = ("vListInsertEnd", "listINSERT_END"), ("( void ) uxListRemove", "listREMOVE_ITEM")
PLACES, TAKES, RESUMES = "vTaskPlaceOnEventList", "xTaskRemoveFromEventList", "xTaskResumeAll"
SUSPENDS = "vTaskSuspendAll"
UNORDERED = "vTaskPlaceOnUnorderedEventList"
SOFTWARE = "#if portSLEEPERS == 0"
ONE = ("1U", "1", "( UBaseType_t ) 1")
WALKS = ("prvListTasksWithinSingleList", "prvSearchForNameWithinSingleList")

# Macros and functions that the seam replaces, or changes inside: the digests of their tokens for one core, newest
# first. Differences between versions do not affect the seam, or the seam handles them (for example taskEQUAL_WAKES).
WHOLE = {
    "taskRECORD_READY_PRIORITY": ("f6d5f1e8010ac94b", "aec74f59f3bf1414", "33afc8e79138da8c", "0fdf5518cf0b7680"),
    "taskSELECT_HIGHEST_PRIORITY_TASK": ("fbaa9ac317e5266d", "eb06e1cc23301083", "bf3c6ac19c13fec0",
                                         "a5c144d582878b4e", "d15206af8a3701a9"),
    "taskRESET_READY_PRIORITY": ("9d26068e16d9922a", "818aca3cb5c15da2", "43cdd38350851120"),
    "portRESET_READY_PRIORITY": ("d6cf59a87cf4eb7d",),
    "taskSWITCH_DELAYED_LISTS": ("b4a1e1f891cec9ab", "71394170f292821e", "8cbae663c7900cf5"),
    "prvAddTaskToReadyList": ("ad1b905cf36e3615", "b71096cef79cf9d8", "85b44bdb8ae450b7"),
    "prvAddCurrentTaskToDelayedList": ("2b8ae3e20bb84648", "cf28e0364f4b0bba", "89685b558c52c498", "95e12e33d43fb594"),
    "prvResetNextTaskUnblockTime": ("7549843ebd3ef616",),
    "prvInitialiseTaskLists": ("7c520839cdc4e409",),
    "xTaskIncrementTick": ("9d07c9f571bdc41b", "36c1eddd19979571", "8288d3386edc09f8", "7d338be5e044b768",
                           "1ebb23427ee47d65", "3dedbe9a18707fbf"),
    "eTaskGetState": ("b006fd67ea04ede8", "7340263737cfbb8c", "78ed6f8fa2de8c46", "6b42ca5f00479380",
                      "b29686293f6b4205"),
    "prvListTasksWithinSingleList": ("c42938e64e90c1f9", "2ac95c134ca55b6e", "9ad5f39eea042404"),
    "prvSearchForNameWithinSingleList": ("7c5df71807749d0c", "de06382cdef282c6", "a63b823c45e413df"),
}


@dataclass(frozen=True)
class Rule:
    """A replacement of an expression."""
    idiom: str
    pattern: str
    new: str
    function: str = ""          # the only function in which it applies; empty: any


RULES = (
    Rule("list enter", "vListInsertEnd( &xSuspendedTaskList, &( $T->xStateListItem ) )",
         "vTaskListInsertEnd( &xSuspendedTaskList, $T )"),
    Rule("list enter", "listINSERT_END( &xSuspendedTaskList, &( $T->xStateListItem ) )",
         "taskLIST_INSERT_END( &xSuspendedTaskList, $T )"),
    Rule("list enter", "vListInsertEnd( &xTasksWaitingTermination, &( $T->xStateListItem ) )",
         "vTaskListInsertEnd( &xTasksWaitingTermination, $T )"),
    Rule("list where", "listIS_CONTAINED_WITHIN( &( pxReadyTasksLists[ $P ] ), &( $T->xStateListItem ) )",
         "taskIS_READY( $T, $P )"),
    Rule("list where", "listIS_CONTAINED_WITHIN( &xSuspendedTaskList, &( $T->xStateListItem ) )",
         "taskIS_SUSPENDED( $T )"),
    Rule("list where", "listLIST_ITEM_CONTAINER( &( $T->xStateListItem ) )", "pxTaskList( $T )"),
    *(Rule("list length", f"listCURRENT_LIST_LENGTH( &( pxReadyTasksLists[ $P ] ) ) > {one}", f"{new} > {one}", where)
      for one in ONE for new, where in (("uxTaskSliceLength( $P )", "xTaskIncrementTick"),
                                        ("uxTaskReadyLength( $P )", ""))),
    Rule("list length",
         "listCURRENT_LIST_LENGTH( &( pxReadyTasksLists[ $P ] ) ) > ( UBaseType_t ) configNUMBER_OF_CORES",
         "uxTaskReadyLength( $P ) > ( UBaseType_t ) configNUMBER_OF_CORES"),
    Rule("list length", "listCURRENT_LIST_LENGTH( &xSuspendedTaskList )", "uxTaskListLength( &xSuspendedTaskList )"),
    Rule("list head", "listGET_OWNER_OF_HEAD_ENTRY( ( &xTasksWaitingTermination ) )", "pxTaskEnded()"),
    Rule("list above idle", "if( uxTopReadyPriority > $P )", "if( taskIS_READY_ABOVE_IDLE( uxTopReadyPriority > $P ) )",
         "prvGetExpectedIdleTime"),
    *(rule for walk in WALKS for rule in (
        Rule("list walk", "listCURRENT_LIST_LENGTH( pxList )", "uxTaskListLength( pxList )", walk),
        Rule("list walk", "listGET_HEAD_ENTRY( pxList )", "pxTaskListHead( pxList )", walk),
        Rule("list walk", "listGET_NEXT( $I )", "pxTaskListNext( $I )", walk),
        Rule("list walk", "listGET_OWNER_OF_NEXT_ENTRY( $T, pxList )", "taskLIST_TURN( $T, pxList )", walk))),
    Rule("event where", f"listLIST_ITEM_CONTAINER( {EVENT} ) != NULL", "taskIN_EVENT_LIST( $T )"),
    Rule("event where", f"listLIST_ITEM_CONTAINER( {EVENT} ) == NULL", "taskIN_NO_EVENT_LIST( $T )"),
    Rule("event where", f"listIS_CONTAINED_WITHIN( NULL, {EVENT} )", "taskIN_NO_EVENT_LIST( $T )"),
    Rule("event enter", "vListInsert( $L, &( pxCurrentTCB->xEventListItem ) )", "taskEVENT_ENTER( $L )", PLACES),
    *(Rule("event enter", f"{enters}( $L, &( pxCurrentTCB->xEventListItem ) )", "taskEVENT_ENTER_END( $L )",
           f"{PLACES}Restricted") for enters in ENTERS),
    Rule("event take", "listGET_OWNER_OF_HEAD_ENTRY( $L )", "pxTaskEventTake( $L )", TAKES),
    *(Rule("event take", f"{leaves}( {EVENT} )", "taskEVENT_LEAVE_TAKEN( $T )", TAKES) for leaves in LEAVES),
    Rule("number", "$T->uxCriticalNesting = ( UBaseType_t ) 0U", "taskNESTING_CLEAR( $T )", "prvInitialiseNewTask"),
    Rule("clock", "pxTimeOut->xOverflowCount = xNumOfOverflows ; pxTimeOut->xTimeOnEntering = xTickCount ;",
         "taskTIME_OUT_START( pxTimeOut );"),
    Rule("clock", "( xNumOfOverflows != pxTimeOut->xOverflowCount ) && ( $N >= pxTimeOut->xTimeOnEntering )",
         "taskTIME_OUT_WRAPPED( pxTimeOut, $N )", "xTaskCheckForTimeOut"),
)

# Places that stay unchanged: (function, pattern). The seam's functions return these lists, or leave them empty.
KEPT = (
    ("", "$K List_t $L ;"), ("", "List_t $L[ configMAX_PRIORITIES ] ;"), ("", "List_t * volatile $L ;"),
    ("", "ListItem_t xStateListItem ;"), ("", "volatile UBaseType_t uxTopReadyPriority = tskIDLE_PRIORITY ;"),
    ("", "volatile TickType_t xNextTaskUnblockTime = ( TickType_t ) 0U ;"),
    ("prvInitialiseNewTask", "vListInitialiseItem( &( $T->xStateListItem ) )"),
    ("prvInitialiseNewTask", "listSET_LIST_ITEM_OWNER( &( $T->xStateListItem ), $T )"),
    ("eTaskGetState", "$L = pxDelayedTaskList ;"), ("eTaskGetState", "$L = pxOverflowDelayedTaskList ;"),
    ("eTaskGetState", "pxStateList == &xSuspendedTaskList"),
    ("eTaskGetState", "pxStateList == &xTasksWaitingTermination"),
    ("vTaskStartScheduler", "xNextTaskUnblockTime = portMAX_DELAY ;"),
    ("vTaskResetState", "xNextTaskUnblockTime = ( TickType_t ) 0U ;"),
    ("vTaskResetState", "uxTopReadyPriority = tskIDLE_PRIORITY ;"),
    ("", "volatile BaseType_t xNumOfOverflows = ( BaseType_t ) 0 ;"),
    ("vTaskResetState", "xNumOfOverflows = ( BaseType_t ) 0 ;"),
    ("", "portRESET_READY_PRIORITY( $P, uxTopReadyPriority )"),
    ("", "ListItem_t xEventListItem ;"), ("prvInitialiseNewTask", f"vListInitialiseItem( {EVENT} )"),
    ("prvInitialiseNewTask", f"listSET_LIST_ITEM_OWNER( {EVENT}, $T )"),
    ("eTaskGetState", f"$L = listLIST_ITEM_CONTAINER( {EVENT} )"),
    ("", f"listIS_CONTAINED_WITHIN( &xPendingReadyList, {EVENT} )"), ("", f"listGET_LIST_ITEM_VALUE( {EVENT} )"),
    *(("", f"{enters}( &( xPendingReadyList ), {EVENT} )") for enters in ENTERS),
    *((RESUMES, f"{leaves}( {EVENT} )") for leaves in LEAVES),
    *((UNORDERED, f"{enters}( pxEventList, {EVENT} )") for enters in ENTERS),
    *((where, f"listSET_LIST_ITEM_VALUE( {EVENT}") for where in (
        "prvInitialiseNewTask", UNORDERED, "uxTaskResetEventItemValue")),
    *(("", f"{walk}( {before} {cast} {which}") for walk, before in (
        (WALKS[0], "&( pxTaskStatusArray[ uxTask ] ),"), (WALKS[1], ""))
      for cast, which in (("", "&( pxReadyTasksLists[ $P ] )"), ("( List_t * )", "&( pxReadyTasksLists[ $P ] )"),
                          ("( List_t * )", "pxDelayedTaskList"), ("( List_t * )", "pxOverflowDelayedTaskList"),
                          ("", "&xSuspendedTaskList"), ("", "&xTasksWaitingTermination"))),
)
NO_MEMORY = "errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY"
FIRST = "= ( TickType_t ) configINITIAL_TICK_COUNT"
CLOCK = {           # assignments to the tick count, and what replaces them
    ("xTaskIncrementTick", "= xConstTickCount"): "taskTIME_ADVANCE", ("vTaskStartScheduler", FIRST): "taskTIME_START",
    ("vTaskResetState", FIRST): "taskTIME_START", ("vTaskStepTick", "+= xTicksToJump"): "taskTIME_STEP",
}
SUSPENSIONS = ("++uxSchedulerSuspended ;", "uxSchedulerSuspended = ( UBaseType_t ) ( uxSchedulerSuspended + 1U ) ;")


class Places:
    """Finds and changes all places of the file, and gives a reason for each refusal."""

    def __init__(self, code: Code):
        self.code = code
        self.sites: list[Site] = []
        self.in_software: list[Site] = []
        self.has_fast_paths = False
        self.refusals: list[Refusal] = []
        self.understood: list[tuple[int, int]] = []
        self.replaced: list[tuple[int, int]] = []       # known as a whole, with changes inside

    def run(self) -> None:
        for step in (self.replace_functions, self.replace_removals, self.rules, self.keep, self.events,
                     self.unblock_times, self.priorities, self.clock, self.suspension, self.empty_event_list,
                     self.numbers, self.lists_clear, self.include):
            step()
        self.refuse_leftovers()

    # ----------------------------------------------------------------------------------------------------- helpers

    def refuse(self, place: int, reason: str) -> None:
        self.refusals.append(Refusal(self.code.name, self.code.line(place), reason))

    def site(self, start: int, idiom: str, call: str) -> None:
        self.sites.append(Site(self.code.name, self.code.line(start), self.code.function(start), idiom, call))

    def replace(self, start: int, end: int, idiom: str, new: str) -> None:
        self.site(start, idiom, new)
        self.code.source.edit(start, end, new)
        self.understood.append((start, end))

    def after(self, end: int, idiom: str, line: str) -> None:
        """Add a separate line after the statement that ends here."""
        self.site(end - 1, idiom, line)
        place = self.code.source.end_of_line(end)
        self.code.source.edit(place, place, f"\n{self.code.source.indent(end)}{line}")

    def is_changed(self, start: int, end: int) -> bool:
        return any(first <= start and end <= last for first, last in self.understood)

    def of_one_core(self, pattern: str, function: str = ""):
        return [found for found in self.code.find(pattern) if not self.is_changed(found.start(), found.end())
                and not self.code.several_cores(found.start())
                and function in ("", self.code.function(found.start()))]

    # ------------------------------------------------------------------------- macros and functions replaced as a whole

    def replace_functions(self) -> None:
        code = self.code
        for name, digests in WHOLE.items():
            blocks = [block for block in code.macros if block.name == name] or \
                [block for block in (code.body(name),) if block]
            if not blocks:
                self.refuse(0, f"there is no {name}")
            for block in blocks:
                if self.code.several_cores(block.start):
                    self.understood.append((block.start, block.end))
                elif code.digest(block.start, block.end) not in digests:
                    self.refuse(block.start, f"{name} has another form than the one that the seam replaces")
                else:
                    self.in_software.append(Site(code.name, code.line(block.start), name, "whole",
                                                 "the seam replaces it"))
                self.replaced.append((block.start, block.end))
                if block in code.macros:
                    self.understood.append((block.start, block.end))
        self.guard("prvResetNextTaskUnblockTime")
        self.guard("prvAddCurrentTaskToDelayedList")
        self.tick()

    def guard(self, name: str) -> None:
        """Omit a function from builds in which the seam has its own version that uses the unit."""
        if (block := self.code.body(name)) is not None:
            source = self.code.source
            self.site(block.start, "whole", f"{SOFTWARE} ... #endif")
            source.edit(block.start, block.start, f"{SOFTWARE}\n")
            source.edit(block.end, block.end, "\n#endif")

    def tick(self) -> None:
        """Replace the walk over the due tasks in builds in which the unit counts delays."""
        for found in self.of_one_core("if( xConstTickCount >= xNextTaskUnblockTime ) {", "xTaskIncrementTick"):
            start, end = found.start(), self.code.closing(found.end() - 1)
            indent, source = self.code.source.indent(start), self.code.source
            lines = ("#if portSLEEPERS", "( void ) pxTCB;", "( void ) xItemValue;",
                     "xSwitchRequired = xTaskListTick();", "#else", "")
            self.site(start, "tick", lines[3])
            source.edit(start, start, f"\n{indent}".join(lines))
            source.edit(end, end, f"\n{indent}#endif")
            self.understood.append((start, end))
            return
        self.refuse(0, "the tick's loop over the due tasks was not found")

    # ------------------------------------------------------------------------------------------------ leaving a list

    def replace_removals(self) -> None:
        for word, if_known, otherwise in (("uxListRemove", "uxTaskListLeaveForNext( $T )", "uxTaskListRemove( $T )"),
                                          ("listREMOVE_ITEM", "taskLIST_LEAVE_FOR_NEXT( $T )", "")):
            for found in self.of_one_core(f"{word}( &( $T->xStateListItem ) )"):
                new = if_known if self.enters_next(found.end(), found["T"]) else otherwise
                if new:
                    self.replace(*found.span(), "list leave", new.replace("$T", found["T"]))
                else:
                    self.refuse(found.start(), "a task leaves its list, and the list that it enters is not known")
                if not self.result_is_known(word, *found.span()):
                    self.refuse(found.start(), f"the result of {word} is used in an unknown way")

    def result_is_known(self, word: str, start: int, end: int) -> bool:
        """Return whether the code ignores the result, or only compares it with 0: the list is then empty."""
        before, behind = self.code.bare[:start].rstrip(), self.code.bare[end:]
        return word != "uxListRemove" or re.search(r"\(\s*void\s*\)$", before) is not None or (
            re.search(r"\bif\s*\($", before) is not None
            and re.match(r"\s*==\s*\(\s*UBaseType_t\s*\)\s*0\s*\)", behind) is not None)

    def enters_next(self, place: int, task: str) -> bool:
        """Return whether a task enters another list in the same block, with the interrupt state unchanged."""
        rest = self.code.rest_of_block(self.statement_end(place))
        name = re.escape(task)
        entry = re.search(rf"\bprvAddTaskToReadyList\s*\(\s*{name}\s*\)|"
                          rf"\b(vListInsertEnd|listINSERT_END)\s*\([^;]*\b{name}\s*->\s*xStateListItem", rest)
        return entry is not None and not re.search(r"task(ENTER|EXIT)_CRITICAL", rest[:entry.start()])

    def statement_end(self, place: int) -> int:
        """Return the end of `if( ... ) { } else { }` if the place is in its condition, else the place."""
        bare = self.code.bare
        start = max(bare.rfind(mark, 0, place) for mark in ";{}")
        head = re.compile(r"\s*if\s*\(").match(bare, start + 1)
        if head is None:
            return place
        end = self.code.closing(head.end() - 1)
        while block := re.compile(r"\s*(else\s*)?\{").match(bare, end):
            end = self.code.closing(block.end() - 1)
        return end

    # ------------------------------------------------------------------------------------------------ single places

    def rules(self) -> None:
        for rule in RULES:
            for found in self.of_one_core(rule.pattern, rule.function):
                new = re.sub(r"\$(\w)", lambda name: found[name[1]], rule.new)
                self.replace(*found.span(), rule.idiom, new)

    def keep(self) -> None:
        for function, pattern in KEPT:
            for found in self.of_one_core(pattern, function):
                self.understood.append(found.span())

    def unblock_times(self) -> None:
        """Replace each read of xNextTaskUnblockTime, because the unit has its value."""
        for found in self.of_one_core("xNextTaskUnblockTime"):
            written = re.match(r"\s*[-+|&^]?=[^=]", self.code.plain[found.end():])
            if not written and self.code.function(found.start()) not in ("", *WHOLE):
                self.replace(*found.span(), "unblock time", "taskNEXT_UNBLOCK_TIME()")

    def priorities(self) -> None:
        """Report each new priority to the seam, and to the unit if the task sleeps. A ready task then enters the list
        of its new priority, so the unit needs no report."""
        for found in self.of_one_core("$T->uxPriority ="):
            plain, end = self.code.plain, self.code.plain.index(";", found.end()) + 1
            enters = rf"\bprvAddTaskToReadyList\s*\(\s*{re.escape(found['T'])}\s*\)"
            if plain[found.end()] == "=":
                continue
            if self.code.function(found.start()) == "prvInitialiseNewTask":
                self.after(end, "priority", f"taskCREATED( {found['T']} );")
                continue
            if not re.search(enters, self.code.rest_of_block(end)):
                self.after(end, "priority", f"taskPRIORITY_CHANGED( {found['T']} );")
            self.after(end, "priority", f"taskPRIORITY_SET( {found['T']} );")

    def events(self) -> None:
        """Replace other uses of event list items, because a task in an event list may wait in the unit."""
        for found in self.of_one_core(f"( void ) uxListRemove( {EVENT} )"):
            self.replace(*found.span(), "event leave", f"taskEVENT_LEAVE( {found['T']} )")
        for found in self.of_one_core(f"listSET_LIST_ITEM_VALUE( {EVENT},"):
            self.understood.append(found.span())
            self.after(self.code.plain.index(";", found.end()) + 1, "priority",
                       f"taskEVENT_ORDER_CHANGED( {found['T']} );")

    def clock(self) -> None:
        for found in re.finditer(r"(?<![\w*] )\bxTickCount\s*([-+]?=[^=;][^;]*|\+\+|--);", self.code.bare):
            key = (self.code.function(found.start()), " ".join(found[1].split()))
            if key not in CLOCK:
                self.refuse(found.start(), f"the tick count is changed in {key[0]}")
            else:
                self.replace(*found.span(), "clock", f"{CLOCK[key]}( {key[1].partition('= ')[2]} );")

    def suspension(self) -> None:
        """Let the ticks of a time base pend while the scheduler is suspended."""
        found = [one for pattern in SUSPENSIONS for one in self.of_one_core(pattern, SUSPENDS)]
        for one in found:
            self.after(one.end(), "tick", "taskTICKS_SUSPEND();")
        if not found:
            self.refuse(0, f"{SUSPENDS} suspends the scheduler in an unknown way")
        self.need("TickType_t xPendedCounts = xPendedTicks ;",
                  lambda found: self.after(found.end(), "tick", "taskTICKS_CONTINUE();"), RESUMES)

    def empty_event_list(self) -> None:
        """Handle an event list whose last task a tick of a time base has woken since the caller's check."""
        self.need("pxUnblockedTCB = listGET_OWNER_OF_HEAD_ENTRY( pxEventList ) ;", self.returns_if_none, TAKES)

    def returns_if_none(self, found) -> None:
        returns = "return xTaskTickIsUrgent();"
        self.site(found.start(), "event take", returns)
        source, place = self.code.source, self.code.source.end_of_line(found.end())
        lines = ("", "#if portTIME_BASE", "    if( pxUnblockedTCB == NULL )", "    {", f"        {returns}", "    }",
                 "#endif")
        source.edit(place, place, f"\n{source.indent(found.start())}".join(lines))

    def numbers(self) -> None:
        """Give a task its number at its creation, and free the number at its deletion."""
        self.need("prvInitialiseNewTask", self.creates, "prvInitialiseNewTask")
        self.need("portCLEAN_UP_TCB( $T ) ;", lambda found: self.after(
            found.end(), "number", f"taskNUMBER_FREE( {found['T']} );"), "portCLEAN_UP_TCB")
        for found in self.code.find("uxTopReadyPriority = tskIDLE_PRIORITY ;"):
            if self.code.function(found.start()) == "vTaskResetState":
                self.after(found.end(), "number", "taskNUMBERS_FORGET();")

    def need(self, pattern: str, change, name: str) -> None:
        found = self.of_one_core(pattern)
        for one in found:
            change(one)
        if not found:
            self.refuse(0, f"{name} is called in an unknown way")

    def creates(self, found) -> None:
        """Make the creation of a task fail if it gets no number."""
        code = self.code
        if re.search(r"void\s*$", code.plain[:found.start()]):
            return
        end = code.closing(found.end() + len(code.plain[found.end():]) - len(code.plain[found.end():].lstrip()))
        words = re.sub(r"\s", "", code.plain[found.start():end]).rstrip(")").split(",")
        task, indent = words[-2] if len(words) > 1 else "", code.source.indent(found.start())
        if not re.fullmatch(r"\w+", task) or code.plain[end:].lstrip()[:1] != ";":
            self.refuse(found.start(), "prvInitialiseNewTask is called in an unknown way")
            return
        self.site(found.start(), "number", f"taskNUMBER_ASSIGN( {task} )")
        if re.search(rf"\bprvAddNewTaskToReadyList\s*\(\s*{task}\s*\)", code.rest_of_block(end)):
            body = code.body(code.function(found.start()))
            fails = NO_MEMORY if NO_MEMORY in code.plain[body.start:body.end] else "NULL"
            code.source.edit(found.start(), found.start(), f"\n{indent}".join((
                f"if( !taskNUMBER_ASSIGN( {task} ) )", "{", f"    return {fails};", "}", "")))
            return
        end = code.plain.index(";", end) + 1
        code.source.edit(found.start(), found.start(), f"if( taskNUMBER_ASSIGN( {task} ) )\n{indent}{{\n{indent}    ")
        code.source.edit(end, end, f"\n{indent}}}")

    def lists_clear(self) -> None:
        self.need("pxOverflowDelayedTaskList = &xDelayedTaskList2 ;", lambda found: self.after(
            found.end(), "number", "taskLISTS_CLEAR();"), "prvInitialiseTaskLists")

    def include(self) -> None:
        """Include the seam after the variables and before the functions."""
        place = self.code.data.find("/* File private functions.")
        if place < 0:
            self.refuse(0, "the end of the variables was not found")
            return
        fast_path = short.include(self.code, short.TASKS, self.in_software)
        self.has_fast_paths = bool(fast_path)
        lines = [INCLUDE, *filter(None, [fast_path])]
        for line in lines:
            self.site(place, "include", line)
        self.code.source.edit(place, place, "\n".join([*lines, "", ""]))

    def refuse_leftovers(self) -> None:
        self.understood += self.replaced
        for found in re.finditer(rf"\b({'|'.join(GUARDED)})\b", self.code.plain):
            if not self.is_changed(*found.span()) and not self.code.several_cores(found.start()):
                self.refuse(found.start(), f"{found[0]} is used in an unknown way")
