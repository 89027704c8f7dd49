# SPDX-License-Identifier: Apache-2.0
"""The numbers in the prose of README and docs match docs/figures.json.

SENTENCES lists the sentences with measured numbers. EXCEPTIONS lists the numbers that look measured but that no figure
gives. If a figure has changed, correct the sentence in the page and in SENTENCES.
"""
import functools
import itertools
import re
import statistics
import zlib
from collections.abc import Callable
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt

from metro.base.publications import read_table
from metro.figures import committed
from metro.figures.key import TEMPLATE, Key, of_run, select, values
from metro.measure import cold_caches, workloads
from metro.measure.threads import applications
from metro.report import documents, guests, threads
from metro.report.tables import Scope
from support import ROOT
from test_guests import MAX_LATENESS

PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("results-*.md")), *(
    f"docs/{name}.md" for name in ("figures", "thread-metric", "register-banks", "tickless", "freertos", "time-base",
                                   "target-list", "publications"))]

DIGITS = r"(?<![\w.,/=^+-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w-]|[.,]\d)"
COUNTS = dict(zip("one two three four five six seven eight nine ten".split(), range(1, 11)))
WORDS = {**COUNTS, "half": 1 / 2, "a third": 1 / 3, "a quarter": 1 / 4, "a fifth": 1 / 5, "three and a half": 3.5,
         "a few hundred": 300}
NUMBER = re.compile(rf"{DIGITS}|\b(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})\b")


def number(typed):
    return WORDS[typed] if typed in WORDS else float(typed.replace(",", ""))


# ------------------------------------------------------------------------------------------------------ rounding rules

class Rule(NamedTuple):
    """A page may write a number from `value - below` to `value + above`, for each of the measured values."""
    measured: list[float]
    below: float
    above: float

    @property
    def limits(self):
        return max(self.measured) - self.below, min(self.measured) + self.above

    def permits(self, written):
        lowest, highest = self.limits
        return lowest - 1e-9 <= written <= highest + 1e-9          # 1e-9: floating point

    def __str__(self):
        values, limits = ([f"{round(value, 3):,}".removesuffix(".0") for value in pair]
                          for pair in (span(self.measured), self.limits))
        is_possible = self.limits[0] <= self.limits[1]
        permitted = f"the page may say {' to '.join(limits)}" if is_possible else "no number fits all"
        return f"{' to '.join(dict.fromkeys(values))} ({permitted})"


def about(measured, tolerance):
    return Rule(listed(measured), tolerance, tolerance)


def at_most(measured, slack):
    """Permit an upper limit of the measured values that is higher than the largest by at most `slack`."""
    return Rule([max(listed(measured))], 0, slack)


def at_least(measured, slack):
    """Permit a lower limit of the measured values that is lower than the smallest by at most `slack`."""
    return Rule([min(listed(measured))], slack, 0)


def rounded(measured, typed):
    """Permit the measured values only if all round to the typed number, with its decimals. Shares are not rounded."""
    is_share = typed in WORDS and typed not in COUNTS
    return about(measured, 0 if is_share else 0.5 * 10 ** -len(typed.partition(".")[2]))


def listed(measured):
    return measured if isinstance(measured, list) else [measured]


def span(numbers):
    return [min(numbers), max(numbers)]


# --------------------------------------------------------------------------------------------------- measured numbers

class Figures:
    """The numbers of the tables in README and docs, and other figures. is_read: whether any figure has been read."""

    def __init__(self, found: dict[Key, dict]):
        self.found, self.is_read = found, False
        self.table = functools.cache(lambda name: documents.TABLES[name](Scope(found)))

    def cells(self, table, row=".*", column=".*", part=0):
        """Return a number of each cell in the rows and columns whose titles match these patterns.

        part: index among the parts of a cell such as "mean / longest". Cells without such a part are left out.
        """
        def numbers(cell):
            return re.findall(r"^-?\d[\d,.]*", cell.split(" / ")[part]) if part <= cell.count(" / ") else []
        self.is_read, shown = True, self.table(table)
        found = [number(each) for head, cells in shown.rows if matches(row, " ".join(filter(None, head)))
                 for title, cell in zip(shown.columns[len(head):], cells) if matches(column, title)
                 for each in numbers(cell)]
        assert found, f"the table {table} has no number in row {row!r}, column {column!r}"
        return found

    def cell(self, *place):
        only, = self.cells(*place)
        return only

    def ratios(self, table, row, column, other, part=0):
        """Return the numbers of a column, divided by the numbers of another column."""
        return ratios(*(self.cells(table, row, each, part) for each in (column, other)))

    def saved(self, table, row, before, after, part=0):
        """Return the share of its cycles that each row of the column `before` saves in the column `after`."""
        return [1 - ratio for ratio in self.ratios(table, row, after, before, part)]

    def values(self, like, *axes):
        """Return the figure `like`, or the figures that differ from it only in the columns `axes` of the key."""
        self.is_read = True
        found = list(values(self.found, like, *axes).values()) if axes else [self.found[like]["value"]]
        assert found, f"there is no figure like {like}"
        return found

    def services(self, pattern, system, cfg=""):
        """Return the mean cycles of uC/OS-II's services in the situations that match the pattern, sorted by name."""
        keys = select(self.found, statistic="mean", kernel="", system=system, cfg=cfg, optimisation="O2")
        return [self.values(key)[0] for key in sorted(keys, key=lambda key: key.what)
                if matches(rf"latency\.({pattern})", key.what)]


def matches(pattern, title):
    return re.fullmatch(pattern, title.replace("`", ""))


def ratios(ones, others):
    return [one / other for one, other in zip(ones, others, strict=True)]


def differences(ones, others):
    return [one - other for one, other in zip(ones, others, strict=True)]


def percent(shares):
    return [100 * share for share in shares]


# ------------------------------------------------------------- quantities of the sentences; f is an object of Figures

OURS = "(?!Ker-ONE).*"                                     # columns
BY_THE_MONITOR = "(?!Ker-ONE|.*the core switches).*"
INTERRUPTS, SWITCHES = "freertos-interrupts", "freertos-switches"
OVERHEADS, ALLOTMENT, GUESTS_SHARES, GUESTS_CORES = (
    "guests-overheads", "guests-allotment", "guests-thread_metric", "guests-costs")
PATCHED_CALLS, BANKS = "event-unit-latency-patched", "register-banks"
WITHOUT_TICKS = "(?!.*workload).*"
PENDS_WITHOUT_WAIT = r"(sem|mbox|q|mutex|flag)\.pend\.(free|full|there|consume)"
POSTS_WITHOUT_WAIT = r"(sem|mbox|q|mutex|flag)\.post\.no_waiter"
WITH_SWITCH = r"\w+\.(pend|post)\.(switch|inherit)"


def pictured_cycles(f):
    picture = (ROOT / "docs" / "timeline.svg").read_text()
    return [number(cycles) for cycles in re.findall(rf"({DIGITS}) cycles until", picture)]


def more_with_63_tasks(f, system):
    """Return by how many cycles a switch to the same task is longer than with fewer tasks."""
    return [most - fewer for most in f.cells(SWITCHES, "63 .* to the same task", system)
            for fewer in f.cells(SWITCHES, "(?!63).* to the same task", system)]


def lists_and_core(f):
    core = f.cell("task-lists", "the core without units", "7-series")
    return [about(f.cell("task-lists", "with 32 levels, 32 wait lists", "7-series") - core, 5), core]


def slowdown_by_guest_switch(f):
    runs = statistics.mean(f.cells(OVERHEADS, ".*the guest runs", BY_THE_MONITOR, 1))
    return [waits / runs for waits in f.cells(OVERHEADS, ".*the guest waits|preemption.*", BY_THE_MONITOR, 1)]


def saved_by_banks_of_guests(f):
    rows = ".*the guest waits|preemption.*|a guest blocks.*|end of a time slice.*"
    return [*f.saved(OVERHEADS, rows, "with a busy guest", "the same, 4 KiB, banks", 1),
            *f.saved(OVERHEADS, rows, "the same, caches of 64 KiB", "the same, 64 KiB, banks", 1)]


def times_of_a_free_region(f):
    return [taken / free for column in ("4 KiB", "64 KiB, banks", "4 KiB, the core switches")
            for free in f.cells(ALLOTMENT, "the region is free.*", column, 1)
            for taken in f.cells(ALLOTMENT, "another guest.*|the same.*", column, 1)]


def waits_of_kerone():
    waits = span([float(row["preemption_wait_worst_us"]) for row in read_table("kerone-accelerators.csv")])
    return [*waits, *(about(guests.KERONE_MHZ * wait, 500) for wait in waits)]


def guest_core(f, row, column):
    """Return by how many percent a core of guests exceeds the core without user mode."""
    return 100 * f.cell(GUESTS_CORES, row, column) / f.cell(GUESTS_CORES, "no user mode", column) - 100


def clock_of_guests(f, row):
    return f.cell(GUESTS_CORES, row, "its clock.*")


def misses(f):
    """Return the cycles of a cache miss, for instructions and for data, on each system."""
    first, following = ([f.values(of_run(f"cold.refill.{cache}", statistic, ""), "system")
                         for cache in ("instruction", "data")] for statistic in (cold_caches.FIRST, cold_caches.NEXT))
    return differences(sum(first, []), sum(following, []))


def better_than_rtu(f):
    """Return the number of cases in which our ratio is lower, and the number of all cases."""
    both = f.cells("rtu", column="")                       # theirs and ours in turn
    return [sum(ours < theirs for theirs, ours in zip(both[::2], both[1::2])), len(both) / 2]


def saved_by_patched_posts(f):
    posts = "post, (lower|a higher).*|broadcast.*"
    return [1 - ratio for ratio in ratios(f.cells(PATCHED_CALLS, posts, part=2), f.cells(PATCHED_CALLS, posts, part=0))]


def rams_of_banks(f, banks):
    return differences(*(f.cells(BANKS, each, "7-series|ECP5", 2) for each in (banks, "0")))


def slower_by_banks(f, banks):
    """Return by how many percent the clock of the core is lower with these numbers of banks."""
    return [100 - 100 * clock / f.cell(BANKS, "0", "clock.*") for clock in f.cells(BANKS, banks, "clock.*")]


def added_by_time_base(f, part):
    return f.cell("time-base", "more", "7-series", part) / f.cell("time-base", "all three units", "7-series", part)


def saved_by_plugin(f, bus):
    return differences(f.cells("adapters", column=bus), f.cells("adapters", column="plugin"))


def round_of(f, system):
    return workloads.CLOCK_HZ / f.cell("thread-metric", "synchronization.*", system)


def placed_differently(f):
    """Return the scores of a workload without units on all systems, with caches of 4 KiB."""
    return f.values(of_run("thread_metric.memory_allocation", "", ""), "system")


# ---------------------------------------------------------------------------------------------------------- sentences

class Sentence(NamedTuple):
    """A part of a page with its numbers in braces, and a function that returns what gives these numbers, in order.

    For each number, the function returns a measured value, a list of values that must all give it, or a Rule.
    """
    text: str
    figures: Callable[[Figures], list]

    @property
    def plain(self):
        return re.sub("[{}]", "", self.text)

    @property
    def typed(self):
        return [typed for part in self.text.split("{")[1:] for typed in NUMBER.findall(part.partition("}")[0])]

    @property
    def pattern(self):
        """Return a pattern of the sentence with any numbers. It has a group for each number."""
        words = (re.escape(part) if is_literal else f"({NUMBER.pattern})".join(map(re.escape, NUMBER.split(part)))
                 for part, is_literal in zip(re.split("[{}]", self.text), itertools.cycle([True, False])))
        return re.compile("".join(words))

    def mistakes(self, typed, figures):
        """Return a line for each typed number that the figures do not give."""
        return [f"the page says {each}, the figures say {rule}"
                for each, rule in zip(typed, self.rules(typed, figures)) if not rule.permits(number(each))]

    def rules(self, typed, figures):
        given = self.figures(figures)
        assert len(given) == len(typed), f"{self.text}: numbers {typed}, figures {given}"
        return [one if isinstance(one, Rule) else rounded(one, each) for each, one in zip(typed, given)]


SENTENCES = {
    "README.md": [
        Sentence("Until all tasks sleep again: {4,564} cycles in software, {2,167} with time unit and ready unit",
                 pictured_cycles),
        Sentence("the timer interrupt takes {283 to 1,771} cycles, with the units {47}; the wake-up latency is "
                 "{519 to 3,217} and {323 to 404} cycles", lambda f: [
                     *span(f.values(of_run("tick.interrupt", "max", "original"), "tasks")),
                     f.values(of_run("tick.interrupt", "max", "combined"), "tasks"),
                     *span(f.values(of_run("wakeup", "max", "original"), "tasks")),
                     *span(f.values(of_run("wakeup", "max", "combined"), "tasks"))]),
    ],
    "docs/results-freertos.md": [
        Sentence("Task lists divide the longest interrupt latency by {14}, and the longest wake-up latency and "
                 "critical section by {8}.", lambda f: [
                     f.ratios(INTERRUPTS, "interrupt latency.*", "original", "levels", 1),
                     [*f.ratios(INTERRUPTS, "wake-up latency.*", "original", "levels", 1),
                      *f.ratios(INTERRUPTS, "interrupts disabled.*", "original", "levels")]]),
        Sentence("The ready unit alone shortens the longest interrupt latency by {a fifth}", lambda f: [
            about(f.saved(INTERRUPTS, "interrupt latency.*", "original", "scheduler", 1), 0.03)]),
        Sentence("With register banks, the task lists take {101} cycles for this tick against {88} with the ready unit",
                 lambda f: [f.cells("freertos-ticks", ".*no task wakes", "levels-contexts", 1),
                            f.cells("freertos-ticks", ".*no task wakes", "scheduler-contexts", 1)]),
        Sentence("So a switch to the same task takes {13 or 14} cycles more than with fewer tasks.", lambda f: [
            more_with_63_tasks(f, "scheduler-contexts"), more_with_63_tasks(f, "levels-contexts")]),
        Sentence("Without ticks, each switch with `levels-contexts` takes {32} cycles, with a jitter of {0}.",
                 lambda f: [[*f.cells("rtosunit", WITHOUT_TICKS, "levels-contexts", 0),
                             *f.cells("rtosunit", WITHOUT_TICKS, "levels-contexts", 1)],
                            f.cells("rtosunit", WITHOUT_TICKS, "levels-contexts", 2)]),
        Sentence("With the ticks of `workload`, the jitter is up to {128} cycles.", lambda f: [
            max(f.cells("rtosunit", ".*workload", "levels-contexts", 2))]),
        Sentence("With `levels-hot`, the jitter is at most {15} cycles.", lambda f: [
            max(f.cells("rtosunit", ".*", "levels-hot", 2))]),
        Sentence("add about {1,360} LUTs on 7-series to a core of {2,415}", lists_and_core),
    ],
    "docs/results-guests.md": [
        Sentence("bypasses the monitor and takes about {50} cycles on all cores", lambda f: [
            about(f.cells(OVERHEADS, ".*the guest runs", OURS, 1), 3)]),
        Sentence("If the monitor must switch guests, the interrupt takes {five to nine} times as long.", lambda f: [
            at_least(slowdown_by_guest_switch(f), 0.6), at_most(slowdown_by_guest_switch(f), 0.6)]),
        Sentence("Banks save {22} % to {35} % of the mean cycles of a switch.", lambda f: list(
            percent(span(saved_by_banks_of_guests(f))))),
        Sentence("The monitor adds {a few hundred} cycles on average.", lambda f: [
            about(statistics.mean(f.cells("guests-response", OURS, "added")), 100)]),
        Sentence("no alarm of the real-time guest is more than {6,200} cycles late, or {3,200} with register banks",
                 lambda f: [MAX_LATENESS["plain"], MAX_LATENESS["banks"]]),
        Sentence("With caches of 64 KiB, a guest keeps at least {73} % of the rounds.", lambda f: [
            at_least(f.cells(GUESTS_SHARES, ".* 64 KiB .*", "share"), 1)]),
        Sentence("With caches of 4 KiB, the guest loses up to {43} % and gains up to {35} %.", lambda f: [
            100 - min(f.cells(GUESTS_SHARES, ".* 4 KiB .*", "share")),
            max(f.cells(GUESTS_SHARES, ".* 4 KiB .*", "share")) - 100]),
        Sentence("It takes up to {3.0} times as long to get a region of another guest as a free region",
                 lambda f: [about(max(times_of_a_free_region(f)), 0.1)]),
        Sentence("each case takes {2.1 to 2.4} times as long on average as with banks and 64 KiB", lambda f: span(
            f.ratios(ALLOTMENT, ".*", "4 KiB", "64 KiB, banks", 1))),
        Sentence("for Ker-ONE's circuits it is {24.1 to 47} microseconds, or {16,000 to 31,000} cycles",
                 lambda f: waits_of_kerone()),
        Sentence("User mode with interrupts and four rules adds about {40} % to the LUTs of the core.", lambda f: [
            about(guest_core(f, "the same, 4 rules", "LUTs.*"), 2)]),
        Sentence("The banks and the hot memories of `guests` lower the clock by about {5} %, and the switches of "
                 "`guest-switch` by another {5} %.", lambda f: [
                     about(100 * (1 - clock_of_guests(f, slower) / clock_of_guests(f, faster)), 1)
                     for faster, slower in (("the same, 4 rules", ".*configuration guests"),
                                            (".*configuration guests", ".*configuration guest-switch"))]),
    ],
    "docs/results-threads.md": [
        Sentence("**Direct calls** between circuits take {8} cycles.", lambda f: [differences(
            f.cells("threads-turnaround", ".* circuit to circuit, direct", part=1),
            f.cells("threads-turnaround", ".* circuit to circuit, direct", part=2))]),
        Sentence("A miss takes about {20} cycles.", lambda f: [about(misses(f), 1)]),
        Sentence("{32} times the sorting time, and {32} times as many words in each of {seven} merge passes instead of "
                 "{two}", lambda f: [*2 * [threads.THEIR_CHUNKS / applications.CHUNKS],
                                     threads.THEIR_CHUNKS.bit_length() - 1, applications.CHUNKS.bit_length() - 1]),
        Sentence("without bursts, this costs {16} % to {21} % of Dhrystone's score", lambda f: span(
            [100 - score for score in f.cells("threads-busy", r"\w+ a slot that keeps the bus busy", "its score")])),
    ],
    "docs/results-units.md": [
        Sentence("With both hot memories, the core reaches {0.95} of the clock without units. If it also switches by "
                 "itself, it reaches {0.84}; with vectors and eight lines, {0.92}.", lambda f: [
                     f.cells("pieces", row, "of the core without units")[0]
                     for row in (".*both hot memories.*", ".*switches by itself.*", ".*eight lines.*")]),
        Sentence("a pend that need not wait takes {19 to 30} cycles in these tables. A post for which no task waits "
                 "takes {16 to 27}.", lambda f: [*span(f.services(PENDS_WITHOUT_WAIT, "events")),
                                                 *span(f.services(POSTS_WITHOUT_WAIT, "events"))]),
        Sentence("a service takes {two} cycles more if another task runs", lambda f: [differences(
            f.services(WITH_SWITCH, "events", TEMPLATE), f.services(WITH_SWITCH, "events"))]),
        Sentence("A post to a flag group in which a task waits takes 11 more. One case is then slower than in "
                 "software: if one task waits in the group, but for other flags, the post takes {148} cycles instead "
                 "of {147}.", lambda f: [f.services("flag.post.others.1", "events")[0] + 11,       # "takes 11 more"
                                         f.services("flag.post.others.1", "original")]),
        Sentence("The ratio of the event unit is lower in {eight of the ten} cases. On the RTU, two cases gain more: a "
                 "post of flags to one lower-priority task ({0.36} against {0.46}), and a pend of flags with a task "
                 "switch ({0.86} against {0.91}).", lambda f: [
                     *better_than_rtu(f), *f.cells("rtu", r"OSFlagPost \(one lower.*", ""),
                     *f.cells("rtu", r"OSFlagPend \(task.*", "")]),
        Sentence("the posts in the table that wake a task take {10 to 27} % fewer cycles than in software",
                 lambda f: span(percent(saved_by_patched_posts(f)))),
        Sentence("all systems with units have more jitter than software: {38 to 78} cycles against {33}.", lambda f: [
            *span(f.cells("tickless", "the same, caches of 4 KiB", "(?!original).*")),
            f.cell("tickless", "the same, caches of 4 KiB", "original")]),
        Sentence("The longest wake-up latency is {410} cycles with `tickless` against {404} with `combined`. The "
                 "longest critical section is {361} cycles against {355}.", lambda f: [
                     f.cell("tickless", row, system) for row in ("the same, longest", "interrupts disabled.*")
                     for system in ("tickless", "combined")]),
        Sentence("each tick of a tickless system wait for software, which takes {107} cycles with `tickless`",
                 lambda f: [f.cells("tickless-template", ".*tick hook.*", "tickless")[0]]),
        Sentence("a post that switches to another task takes {a third} of the cycles of `events` (semaphore, mailbox, "
                 "queue)", lambda f: [about(
                     f.ratios("switch", "(semaphore|mailbox|queue) post.*", "contexts", "events"), 0.02)]),
        Sentence("`events` lengthens the shortest interrupt latency from {68 to 75} cycles. Its score in "
                 "Thread-Metric's preemptive scheduling is {0.98} of the score in software.", lambda f: [
                     f.cell("switch", "interrupt line .*shortest", "original"),
                     f.cell("switch", "interrupt line .*shortest", "events"),
                     f.cell("switch", "Thread-Metric, preemptive.*", "events")]),
        Sentence("The core with 64 banks needs {9} block RAMs more than the core without banks, and its clock is {1} % "
                 "lower. With 8 or 16 banks, the clock is about {10} % lower.", lambda f: [
                     rams_of_banks(f, "64"), slower_by_banks(f, "64"), about(slower_by_banks(f, "8|16"), 1)]),
        Sentence("On 7-series and ECP5, 16 banks cost {three} block RAMs", lambda f: [rams_of_banks(f, "16")]),
        Sentence("On 7-series, the time base adds {a quarter} to the LUTs of the three units, and nearly {half} to "
                 "their flip-flops.", lambda f: [
                     about(added_by_time_base(f, 0), 0.02), at_most(added_by_time_base(f, 1), 0.05)]),
        Sentence("Compared with Wishbone, the [plugin](units.md#the-adapters) saves another {4 to 11} cycles. Compared "
                 "with the CFU, the plugin saves up to {3} cycles in the first three rows. The wake-up latency is {11} "
                 "cycles shorter with the CFU", lambda f: [
                     *span(saved_by_plugin(f, "Wishbone")), max(saved_by_plugin(f, "CFU.*")),
                     -min(saved_by_plugin(f, "CFU.*"))]),
    ],
    "docs/figures.md": [
        Sentence("A miss costs {21} cycles", lambda f: [misses(f)]),
        Sentence("`OS_Sched` without a switch takes {47} cycles at -O2, and {120} at -O0 with 4 or 16 tasks.",
                 lambda f: [f.values(of_run("sched.no_switch", "max", "original"), "tasks"),
                            [*f.values(of_run("sched.no_switch", "max", "original", 4, "O0")),
                             *f.values(of_run("sched.no_switch", "max", "original", 16, "O0"))]]),
    ],
    "docs/thread-metric.md": [
        Sentence("A round of synchronization takes {132} cycles in software and {62} with the unit", lambda f: [
            round_of(f, "original"), round_of(f, "events")]),
        Sentence("changes a score by a factor of {two} or more in either direction", lambda f: [
            at_least(max(placed_differently(f)) / min(placed_differently(f)), 0.5)]),
    ],
}


ABSENT, PUBLISHED = "docs/figures.json has no such figure", "published by others"
DESIGN, PARAMETER = "a property of the design", "a parameter of the measurement"

EXCEPTIONS = {                                             # page -> text with numbers -> reason
    "every page": {
        "50 MHz": "the clock of the simulated SoC, and the boards' default"},
    "docs/results-freertos.md": {
        "about 70 cycles for a handled interrupt, with a jitter of 0": PUBLISHED},
    "docs/results-guests.md": {
        "a Cortex-A9 at 667 MHz (T. Xia and others, 2019)": PUBLISHED,
        "the 50,000 cycles of a modelled reconfiguration": PARAMETER},
    "docs/results-riot.md": {
        "each of them 400 times": PARAMETER},
    "docs/results-zephyr.md": {
        "each of them 400 times": PARAMETER},
    "docs/results-threads.md": {
        "a PowerPC with a bus of 100 MHz": PUBLISHED,
        "2,048 words take 4,352 cycles, or 2,560 with bursts": ABSENT,
        "spend up to half of the time on cache misses": ABSENT},
    "docs/results-units.md": {
        "a service takes 3 to 6 cycles more if no task waits": ABSENT,
        "a pend for flags that are set, which takes 27 more": ABSENT,
        "A post to a flag group in which a task waits takes 11 more.": ABSENT,
        "With 48 woken tasks it takes 4,068 / 4,244 / 4,387 cycles.": ABSENT,
        "works for 500 cycles": PARAMETER,
        "With `OS_TICKS_PER_SEC` 100, one tick in 10 would contain an expiry. The timer's share of the mean would "
        "be ten times as high.": "calculated from the tick rates"},
    "docs/figures.md": {
        "differ by at most 5 % (4, 16 and 48 tasks, -O0 and -O2)": ABSENT,
        "On V2.93.01 it takes 51 and 122 cycles.": ABSENT,
        "individual figures of the two kernels differ by up to 18 %": ABSENT,
        "With 48 tasks, `OSTimeTick` differs by up to 5 %.": ABSENT},
    "docs/thread-metric.md": {
        "measures 0.1 simulated seconds (5,000,000 cycles)": PARAMETER,
        "Without fast paths (`-DOS_ACCEL_SHORT_EN=0u`) it takes 89.": ABSENT},
    "docs/register-banks.md": {
        "in 32 x B + 1 cycles": DESIGN,
        "A line reaches the code of the waiting task in 49 cycles on average (49 to 73), and in 68 on `hot`":
            "a test prints them"},
    "docs/time-base.md": {
        "no command sees half of a tick": "not a quantity",
        "within N + 3 cycles": DESIGN,
        "in cycle -1, and the tick in cycle 0": "an example, with the command that prints it",
        "one cycle after the tick, and the interrupt line rises four cycles after the tick": "the same example",
        "An example shows both in 14 cycles": "the extent of a picture",
        "within ten cycles of the tick": DESIGN,
        "Set `automatic` to 0, write 0 to `period`": "values of registers",
        "at most 2^32 - 1 cycles": DESIGN,
        "To acknowledge it, write 0 to `period`": "the value of a register",
        "at least N + 16 cycles, or 15 N + 32 with task lists": DESIGN},
    "docs/target-list.md": {
        "a word from the SRAM takes six cycles": "a property of the board",
        "With Yosys 0.70, the core of `combined` takes 6,119 LUTs of an iCE40.": ABSENT,
        "UP5K (5,280 LUTs)": "the size of an FPGA",
        "The 8K parts have 7,680 LUTs, so 1,561 remain": "the size of an FPGA, and the rest without the 6,119 LUTs",
        "its usual 60 MHz": "the target's default"},
    "docs/freertos.md": {
        "15 cycles for each task of the core plus 32 cycles: 992 cycles for 64 tasks": DESIGN},
    "docs/publications.md": {
        "24 MHz": PUBLISHED, "65 MHz": PUBLISHED, "667 MHz": PUBLISHED},
}


# ----------------------------------------------------------------------------------------- numbers that look measured

ONE = rf"(?:{DIGITS}|\b(?:{'|'.join(COUNTS)}|a few hundred|hundred|dozen)\b(?: and a half)?)"
SEVERAL = rf"{ONE}(?:(?: (?:to|and|or|against) | / ){ONE})*"
UNIT = (r"(?:(?:more|fewer|less|additional) )?(?:%|cycles?|LUTs|flip-flops|block RAMs|logic cells|MHz|DMIPS|times|"
        r"bytes (?:more|of) code|of the \w+ cases)(?!\w)")
SHARE = (r"\b(?:half(?! an hour|-)|halv\w+|twice (?:as|the)|(?:a|two) (?:third|quarter|fifth|tenth)s?(?= of| to|[,.])|"
         rf"factor of {ONE}|divides? [\w -]+ by {ONE})")
MEASURED = re.compile(rf"{SEVERAL} ?{UNIT}|{SHARE}")
# A number without a noun, in the same paragraph: "takes 6 cycles more. The exception takes 27 more."
ALONE = re.compile(
    rf"{DIGITS}(?:(?: (?:to|and|or) | / ){DIGITS})*(?=[.;:)]|,(?! \d)|$| (?:and|or|to)\b(?! \d)| (?:with|without|"
    r"against|instead|more|less|on|at|in|of|if|for|when|while|than|as|by|because)\b)")
CODE_OR_TARGET = re.compile(r"`[^`]*`|\]\([^)]*\)")


@functools.cache
def paragraphs(page):
    """Return the text of each paragraph, list item, title and cell of a page, without generated parts."""
    text = re.sub(r"(?s)<!-- (figures|targets|placed)\b.*?<!-- /\1 -->", "", page.read_text())
    return [" ".join(token.content.split()) for token in MarkdownIt("commonmark").enable("table").parse(text)
            if token.type == "inline"]


def measured_numbers(paragraph):
    """Return the places of the numbers and shares that look measured."""
    text = CODE_OR_TARGET.sub(lambda match: "~" * len(match[0]), paragraph)
    found = list(MEASURED.finditer(text))
    found += ALONE.finditer(text) if found else []
    return sorted({each.span() for match in found
                   for each in list(NUMBER.finditer(text, *match.span())) or [match]})


def compared(page, paragraph):
    """Return the places of the numbers that SENTENCES has."""
    return [match.span(group) for sentence in SENTENCES.get(page, ()) for match in sentence.pattern.finditer(paragraph)
            for group in range(1, 1 + match.re.groups)]


def excepted(paragraph, text):
    return [match.span() for match in re.finditer(re.escape(text), paragraph)]


def outside(numbers, places):
    return [(begin, end) for begin, end in numbers
            if not any(first <= begin and end <= last for first, last in places)]


def uncompared(page, paragraph):
    """Return the measured numbers of a paragraph that are neither compared nor excepted, with the text around each."""
    texts = [*EXCEPTIONS["every page"], *EXCEPTIONS.get(page, ())]
    places = [*compared(page, paragraph), *(place for text in texts for place in excepted(paragraph, text))]
    return [f"{page}: ... {paragraph[max(0, begin - 50):begin]}>{paragraph[begin:end]}<{paragraph[end:end + 30]} ..."
            for begin, end in outside(measured_numbers(paragraph), places)]


# -------------------------------------------------------------------------------------------------------------- tests

each_sentence = pytest.mark.parametrize("page, sentence", [
    pytest.param(page, sentence, id=f"{page}: {sentence.plain[:40]}")
    for page, sentences in SENTENCES.items() for sentence in sentences])


@pytest.fixture(scope="module")
def figures():
    return Figures(committed.load()[0])


def on_page(page, sentence):
    """Return the match of a sentence's pattern on its page, or None."""
    return next(filter(None, map(sentence.pattern.search, paragraphs(ROOT / page))), None)


@each_sentence
def test_figures_give_the_numbers_of_a_sentence(page, sentence, figures):
    found = on_page(page, sentence)
    mistakes = sentence.mistakes(found.groups() if found else sentence.typed, figures)
    assert not mistakes, "\n".join([f"{page}: {found[0] if found else sentence.plain}", *mistakes,
                                    "correct the page and SENTENCES"])


@each_sentence
def test_page_has_the_sentence(page, sentence):
    found = on_page(page, sentence)
    assert (found and found[0]) == sentence.plain, f"{page}: correct the page or SENTENCES"


@pytest.mark.parametrize("page", PAGES)
def test_every_measured_number_is_compared(page):
    found = [place for paragraph in paragraphs(ROOT / page) for place in uncompared(page, paragraph)]
    assert not found, "\n".join(["add to SENTENCES or EXCEPTIONS:", *found])


@pytest.mark.parametrize("page", EXCEPTIONS)
def test_every_exception_is_needed(page):
    left = [(paragraph, outside(measured_numbers(paragraph), compared(name, paragraph)))
            for name in (PAGES if page == "every page" else [page]) for paragraph in paragraphs(ROOT / name)]
    assert [text for text in EXCEPTIONS[page]
            if all(outside(numbers, excepted(paragraph, text)) == numbers for paragraph, numbers in left)] == []


# ------------------------------------------------------------------------------------------------- the tests can fail

@pytest.fixture(scope="module")
def other_values(figures):
    return {key: {**figure, "value": figure["value"] * (2 + zlib.crc32(str(key).encode()) % 7) + 1}
            for key, figure in figures.found.items()}


@each_sentence
def test_other_figures_do_not_give_the_numbers(page, sentence, other_values):
    other = Figures(other_values)
    assert sentence.mistakes(sentence.typed, other) or not other.is_read


@each_sentence
def test_number_that_differs_by_half_is_refused(page, sentence, figures):
    for typed, rule in zip(map(number, sentence.typed), sentence.rules(sentence.typed, figures)):
        assert not rule.permits(1.5 * typed + (typed in (0, 1))) and not rule.permits(0.5 * typed - (typed == 0)), rule


def test_numbers_of_a_sentence_are_found_in_a_changed_page():
    sentence = Sentence("48 tasks take {149} cycles, {1.5 to 2} % and {a third} of it", lambda f: [])
    assert sentence.typed == ["149", "1.5", "2", "a third"]
    assert sentence.pattern.search("So 48 tasks take 1,500 cycles, 7 to 8.5 % and half of it.").groups() == (
        "1,500", "7", "8.5", "half")
    assert not sentence.pattern.search("49 tasks take 149 cycles, 1.5 to 2 % and a third of it")


@pytest.mark.parametrize("text, numbers", [
    ("It takes 149 cycles instead of 141.", ["149", "141"]), ("five to nine times as long", ["five", "nine"]),
    ("It adds 9.5 to 10 %, or a third of it.", ["9.5", "10", "a third"]),
    ("48 tasks take 4 cycles, and 5 tasks take 27 more.", ["4", "27"]), ("with 9 more block RAMs", ["9"]),
    ("It has 64 KiB, W = 16 and 1,000 ticks a second.", []), ("a third task, or `50 cycles`", []),
    ("It is nearly half as long, or three and a half times.", ["half", "three and a half"])])
def test_measured_numbers_are_found_in_text(text, numbers):
    assert [text[begin:end] for begin, end in measured_numbers(text)] == numbers


def test_number_without_a_sentence_is_reported():
    assert uncompared("docs/figures.md", "A miss costs 21 cycles, and a hit 3.") == [
        "docs/figures.md: ... A miss costs 21 cycles, and a hit >3<. ..."]
    assert len(uncompared("docs/figures.md", "A hit costs 1 % of 21 cycles at 50 MHz.")) == 2


def test_rules_permit_only_true_statements():
    assert [rounded([141.2, 140.6], "141").permits(written) for written in (140, 141, 142)] == [False, True, False]
    assert [rounded(0.98, "0.98").permits(written) for written in (0.97, 0.98, 0.99)] == [False, True, False]
    assert [about(0.357, 0.03).permits(written) for written in (0.25, 1 / 3, 0.4)] == [False, True, False]
    assert [at_most([5, 8.4], 0.6).permits(written) for written in (8, 9, 10)] == [False, True, False]
    assert [at_least([93.5, 99], 1).permits(written) for written in (92, 93, 94)] == [False, True, False]
    assert not rounded(1 / 3 + 0.01, "a third").permits(1 / 3)
    assert "100 to 140 (no number fits all)" in str(rounded([100, 140], "120"))
