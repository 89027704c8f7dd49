# SPDX-License-Identifier: Apache-2.0
"""The tables of hardware threads."""
from __future__ import annotations

import dataclasses

from ..base.publications import read_table
from ..figures.key import DIRECT, Key
from ..measure import workloads
from ..measure.sweep import points
from ..measure.threads import applications, bound, costs
from .tables import NONE, TENTHS, WHOLE, Scope, Table, backquoted, format_count


def turnaround(scope: Scope) -> Table:
    figure = scope.figures
    published = {row["operation"]: f"{int(row['ecos_ppc']):,}" for row in read_table("reconos-sync.csv")}

    def row(point):
        title, paper = point.way.replace("_", " to "), "-".join({"task": "SW", "circuit": "HW"}[each]
                                                                for each in point.way.split("_"))
        condition = ", bus busy" * point.is_busy + ", large caches" * bool(point.caches)
        how = "" if point.way == "task_task" else f", {DIRECT if point.is_direct else 'delegated'}"
        is_theirs = not condition and not point.is_direct
        return [point.kind + condition, title + how], [
            published[f"{point.kind} turnaround {paper}"] if is_theirs else NONE,
            *(figure.statistics(dataclasses.replace(point, config=config).key, ("mean", "max", "jitter"),
                                form=format_count) for config in applications.CONFIGS)]
    return Table("From one thread's post to the end of another's pend, cycles: mean / longest / jitter", "", "",
                 "ReconOS", *backquoted(applications.CONFIGS), figure=figure,
                 rows=map(row, applications.turnaround_rows()))


BYTES, THEIR_CYCLES = 8192, 100                            # THEIR_CYCLES: bus cycles of ReconOS per microsecond
THEIR_TRANSFERS = ("memory to hardware (burst read)", "hardware to memory (burst write)",
              "memory to memory by software (memcpy)", "hardware to hardware (mailbox in a hardware FIFO)",
              "software to hardware (mailbox)", "hardware to software (mailbox)",
              "software to hardware (message queue)", "hardware to software (message queue)")    # order of TRANSFERS


def communicated(scope: Scope) -> Table:
    figure = scope.figures
    published = {row["operation_of_8_KiB"]: THEIR_CYCLES * float(row["with_cache_us"])
                 for row in read_table("reconos-communication.csv")}

    def rate(cycles: float) -> str:
        value = BYTES / cycles
        return f"{value:.2f}" if value >= 1 else f"{value:#.3g}"

    def row(way, operation, is_bursting):
        keys = [applications.Communication(config, is_bursting).key.of(applications.statistic(way))
                for config in applications.SYSTEMS]
        return [way + ", bursts" * is_bursting], [
            WHOLE.format(published[operation]), rate(published[operation]),
            *(cell for key in keys for cell in (figure(key, WHOLE), figure.computed(rate, key)))]
    titles = ["ReconOS", *(f"`{config}`, {DIRECT if direct else 'delegated'}"
                           for config, direct in applications.SYSTEMS.items())]
    return Table("Transfers of 8 KiB", "8 KiB",
                 *(column for title in titles for column in (f"{title}: cycles", "bytes a cycle")), figure=figure,
                 rows=[row(way, their, is_bursting) for way, their in zip(applications.TRANSFERS, THEIR_TRANSFERS)
                       for is_bursting in ((False,) if way == applications.LINK else (False, True))])


THEIR_CHUNKS = 128             # ReconOS sorts 1 MiB, more than the simulated SoC has


def sorted_chunks(scope: Scope) -> Table:
    figure, threads = scope.figures, applications.sorting()
    chunk_ratio = THEIR_CHUNKS // applications.CHUNKS
    # Sorting time is proportional to the number of chunks; merging time also to its passes, log2(chunks).
    pass_ratio = (THEIR_CHUNKS.bit_length() - 1) / (applications.CHUNKS.bit_length() - 1)

    def scaled(cycles: float, merging: float) -> float:
        return cycles * chunk_ratio + merging * chunk_ratio * pass_ratio

    def row(point):
        cycles, merging = both = [point.key.of(statistic) for statistic in ("sorted", "merged")]
        software = [threads[0].key.of(statistic) for statistic in ("sorted", "merged")]
        tasks = point.threads - point.circuits
        what = [f"{point.circuits} circuit{'s' * (point.circuits > 1)}"] * bool(point.circuits)
        what += [f"{tasks} in software"] * bool(tasks)
        # No scaling for mixed threads: fast and slow threads would share many chunks differently.
        cells = [NONE] * 3 if tasks and point.circuits else [
            figure.computed(lambda each: f"{each * chunk_ratio / 1e6:,.1f}", cycles),
            figure.computed(lambda each: f"{each * chunk_ratio * pass_ratio / 1e6:,.1f}", merging),
            figure.computed(lambda a, b, c, d: f"{scaled(a, b) / scaled(c, d):,.1f}", *software, *both)]
        return [" and ".join(what) + ", direct calls" * bool(point.direct)], [
            figure(cycles, WHOLE), figure.computed(lambda a, b: f"{a / b:,.1f}", software[0], cycles),
            figure(merging, WHOLE), *cells]
    return Table("Sorting", "threads", "4 chunks: cycles", "speed-up", "merging 4",
                 "128 chunks, scaled: million cycles", "merging 128", "speed-up, both", figure=figure,
                 rows=map(row, threads))


def image_threads(scope: Scope) -> Table:
    """Compare our threads with ReconOS's Table VII."""
    figure = scope.figures

    def cell(key: Key) -> str:
        return figure.computed(lambda cycles: f"{cycles:,} ({1000 * cycles / workloads.CLOCK_HZ:.1f} ms)", key)

    def ratio(software: float, circuit: float) -> str:
        return f"{software / circuit:.1f}"

    def row(operation):
        thread, _, size = operation["thread"].partition(" ")
        # Both systems capture in software.
        keys = [applications.Alone(circuits, int((size or "5x5")[0])).key.of(thread)
                for circuits in ((0,) if thread == "capture" else (0, 2))]
        theirs = [float(operation[f"{what}_ms_per_frame"] or 0) for what in ("software", "hardware")]
        return [operation["thread"]], [
            cell(keys[0]), cell(keys[1]) if keys[1:] else NONE, figure.computed(ratio, *keys) if keys[1:] else NONE,
            *(f"{each:.1f} ms" if each else NONE for each in theirs), ratio(*theirs) if theirs[1] else NONE]
    return Table("Threads of the image pipeline, each alone", "", "software: cycles a frame", "circuit", "speed-up",
                 "ReconOS: software", "circuit", "speed-up", figure=figure,
                 rows=map(row, read_table("reconos-image-threads.csv")))


def frames(scope: Scope) -> Table:
    """Compare our frame rates with ReconOS's Table VIII, which has no direct calls."""
    figure = scope.figures
    published = {(row["kernel"], row["configuration"]): row for row in read_table("reconos-image.csv")}

    def row(point):
        size, way = f"{point.size}x{point.size}", ("SW-SW-SW", "SW-HW-SW", "SW-HW-HW")[point.circuits]
        has_two = point.buffers > 1
        reconos = {} if point.direct else published[size, way + " double buffered" * has_two]
        return [size, way + ", double buffers" * has_two + ", direct calls" * bool(point.direct)], [
            f"{figure(point.key.of(f'{lines}_lines'), TENTHS)} / {reconos.get(f'frames_per_s_{lines}_lines') or NONE}"
            for lines in applications.LINES]
    return Table("Frames a second", "", "frames a second, ours / ReconOS's; lines of a block:",
                 *map(str, applications.LINES), rows=map(row, applications.frames()), figure=figure)


def busy_bus(scope: Scope) -> Table:
    figure = scope.figures

    def row(point):
        slot = ("no slot" if not point.slots else "a slot that keeps the bus busy" if point.is_busy
                else "a slot, in reset")
        none = dataclasses.replace(point, slots=0, is_busy=False, is_bursting=False).key.of("dhrystone")
        cycles = point.key.of("dhrystone")
        return [f"`{point.config}`", "bursts, " * point.is_bursting + slot], [
            figure(cycles, format_count), figure.computed(lambda a, b: f"{100 * a / b:.1f} %", none, cycles),
            figure.statistics(point.key, ("latency_mean", "latency_max"), form=format_count),
            figure(point.key.of("irq_off"), WHOLE)]
    return Table("While a circuit keeps the bus busy", "", "", "Dhrystone: cycles a run", "its score",
                 "interrupt latency: mean / longest", "interrupts disabled: longest",
                 rows=map(row, applications.busy()), figure=figure)


def cost(scope: Scope) -> Table:
    figure = scope.figures

    def cells(key: Key) -> str:
        return figure.statistics(key, ("luts", "ffs"))

    def row(slots):
        core = Key("area.core_slots", device="xc7", slots=slots)
        return [str(slots)], [cells(core), figure(points.clock_of(core)),
                              *(cells(costs.SlotsArea(slots, is_bursting).key) for is_bursting in (False, True))]
    return Table("Area and clock of slots", "slots", "core: LUTs / flip-flops", "its clock, MHz",
                 "the slots: LUTs / flip-flops", "with bursts", rows=map(row, costs.SLOTS), figure=figure)


def bounds(scope: Scope) -> Table:
    figure, columns = scope.figures, bound.points()
    return Table("Longest wait of a direct call, cycles", "",
                 *(f"`{point.config}`" + ", 4 KiB" * (not point.caches) for point in columns), figure=figure, rows=[
                     *(([title], [figure(point.key.of(services), WHOLE) for point in columns])
                       for services, (title, _) in bound.SERVICES.items()),
                     (["maximum"], [figure.computed(lambda *cycles: f"{max(cycles):,}",
                                                           *map(point.key.of, bound.SERVICES)) for point in columns])])


TABLES = {"turnaround": turnaround, "communication": communicated, "sorting": sorted_chunks, "image": image_threads,
          "frames": frames, "busy": busy_bus, "costs": cost, "bound": bounds}
