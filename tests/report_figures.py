# SPDX-License-Identifier: Apache-2.0
"""Invented figures under every name that the report draws: for its tests only, nobody measured them."""
import math

from metro.figures import inputs
from metro.measure import latency, thread_metric

TASKS, WIDTHS, ENGINES = (8, 16, 24, 32, 48, 64, 128, 256), (8, 12, 16, 24, 32), ("lookahead", "parallel")
CORES = (16, 32, 64, 128)
LOAD = (4, 8, 16, 24, 32, 48, 63)
SYSTEMS = ("original", "scheduler", "timer", "combined")
FAMILIES = {"xc7": ("luts", 1.0), "ecp5": ("luts", 1.35), "cyclonev": ("luts", 0.8), "cycloneiv": ("cells", 1.9)}
BUDGET = {
    "original": {"OSTimeTick": 1512, "OS_CPU_TrapEntry": 118, "BSP_TickHandler": 62, "OSIntExit": 54,
                 "OS_CPU_Restore": 47, "OS_CPU_HandlerDone": 10},
    "scheduler": {"OSTimeTick": 1512, "OS_CPU_TrapEntry": 118, "BSP_TickHandler": 62, "OSIntExit": 31,
                  "OS_CPU_Restore": 47},
    "timer": {"OSTimeTick": 36, "OS_CPU_TrapEntry": 118, "BSP_TickHandler": 62, "OSIntExit": 54, "OS_CPU_Restore": 47},
    "combined": {"OS_CPU_TrapEntry": 30, "OS_CPU_TrapExitTick": 17},
}


def time_unit(tasks, width, engine):
    """(cells, flip-flops) on 7-series."""
    if engine == "parallel":
        return round(18 * tasks + 1.05 * tasks * width), round(3 * tasks + tasks * width)
    return round(240 + 0.9 * tasks + 4.5 * width + 0.05 * tasks * width), round(90 + 0.6 * tasks + 2.2 * width)


def ready_unit(tasks):
    return round(30 + 3.4 * tasks), round(6 + tasks)


def areas():
    for family, (cells, more) in FAMILIES.items():
        stem = f"area.{family}"
        for n in TASKS:
            for what, value in zip((cells, "ffs"), ready_unit(n)):
                yield f"{stem}.ready.{n}.{what}", round(value * more), what
            for w in WIDTHS:
                for engine in ENGINES:
                    for what, value in zip((cells, "ffs"), time_unit(n, w, engine)):
                        yield f"{stem}.time.{n}.{w}.{engine}.{what}", round(value * more), what
        core = {cells: round(2810 * more), "ffs": round(1650 * more)}
        for what, value in core.items():
            yield f"{stem}.core.{what}", value, what
        for n in CORES:
            for engine in ENGINES:
                for index, what in enumerate(core):
                    added = round(1.1 * more * (time_unit(n, 16, engine)[index] + ready_unit(n)[index]))
                    yield f"{stem}.core_added.{n}.16.{engine}.{what}", added, what
                    yield f"{stem}.core.{n}.16.{engine}.{what}", core[what] + added, what


def event_unit():
    yield "area.xc7.event.32.64.64.luts", 860, "LUTs"
    yield "area.xc7.event.32.64.64.ffs", 196, "FFs"
    yield "area.xc7.core.64.16.lookahead.32.64.luts", 4120, "LUTs"
    yield "area.xc7.core.64.16.lookahead.32.64.ffs", 2180, "FFs"


def services():
    for index, name in enumerate(name for names in latency.situations()[1:] for name in names):
        slow = 20 + 37 * index % 400 + 4000 * name.endswith("48")
        for system, share in (("original", 1), ("combined", 0.9), ("events", 0.15 + index % 7 / 9)):
            for opt in ("O2.template", "O2"):
                yield f"latency.{name}.mean.{system}.{opt}", max(16, slow * share), "cycles"
                yield f"latency.{name}.max.{system}.{opt}", max(16, round(slow * share)), "cycles"
    for index, name in enumerate(thread_metric.WORKLOADS):
        for caches in ("", ".large_caches"):
            yield f"thread_metric.{name}.original.O2{caches}", 10_000 + index, "1/s"
            for system, times in (("combined", 1 + index / 100), ("events", 0.98 + index / 6)):
                yield f"thread_metric.{name}.{system}.O2{caches}", round(10_000 * times), "1/s"
                yield f"thread_metric.{name}.speedup.{system}.O2{caches}", times, "x"


def clocks():
    def seeds(name, mhz):
        for seed, away in enumerate((-1.9, 0.4, 0.0, -0.8, 1.7, -0.3, 0.9), 1):
            yield f"{name}.seed{seed}", mhz + away * (0.7 + math.sin(mhz) / 3), "MHz"
        yield name, mhz, "MHz"
    yield from seeds("fmax.ecp5.core", 71.4)
    for n in CORES:
        for engine in ENGINES:
            mhz = 71.9 - n / 80 - (engine == "parallel") * n / 16
            yield from seeds(f"fmax.ecp5.core.{n}.16.{engine}", mhz)
            yield f"fmax.ecp5.ratio.{n}.16.{engine}", mhz / 71.4, "x"
    yield from seeds("fmax.ecp5.core.64.16.lookahead.32.64", 68.3)
    yield "fmax.ecp5.ratio.64.16.lookahead.32.64", 68.3 / 71.4, "x"


def cycles():
    def spread(stem, label, low, high):
        for measure, value in (("min", low), ("mean", (low + high) / 2), ("max", high), ("jitter", high - low)):
            yield f"{stem}.{measure}.{label}", value, "cycles"
    for system in SYSTEMS:
        fast_tick, fast_list = system in ("timer", "combined"), system in ("scheduler", "combined")
        for opt, slow in (("O2", 1), ("O0", 2.6)):
            for n in LOAD:
                label = f"{system}.{n}.{opt}"
                none = round((21 if fast_tick else 8 + 31 * n) * slow)
                due = round(none + (0 if system == "combined" else (14 if fast_tick else 28) * n) * slow)
                yield from spread("tick.none_due", label, none, none)
                yield from spread("tick.workers", label, none + (due - none) // 4, due)
                yield from spread("sched.no_switch", label, *[round((19 if fast_list else 67) * slow)] * 2)
                yield from spread("sched.switch", label, round(150 * slow), round(260 * slow))
                entry = 26 if system == "combined" else 290
                yield from spread("tick.interrupt", label, none + entry, none + entry + 7)
                yield from spread("wakeup", label, due + 300, due + 422)
                yield from spread("irq.off", label, 8, due + 373)
                yield from spread("irq.latency", label, 68, due + 380)
            for n in LOAD:
                for hz in (100, 1000, 10_000):
                    taken = (none / 48 * n + 900) * hz / 50_000_000
                    yield f"dhrystone.retention.{system}.{n}.{hz}.{opt}", 100 * max(0.02, 1 - taken), "%"
                    yield f"dhrystone.dmips.{system}.{n}.{hz}.{opt}", 39.2 / slow * max(0.02, 1 - taken), "DMIPS"
            yield f"dhrystone.dmips.{system}.0.0.{opt}", 39.2 / slow, "DMIPS"
        if system == "original":                           # and what --kernel adds
            for label in ("given.48.O2", "patched-original.48.O2", "patched-combined.48.O2",
                          "original.48.O2.large_caches", "given.48.O2.large_caches"):
                for stem in ("tick.none_due", "tick.workers", "tick.interrupt_workers", "sched.switch", "wakeup"):
                    yield from spread(stem, label, 1400, 2600)
        for opt in ("O0", "O2"):
            for section, size in (("text", 14_900), ("data", 12), ("bss", 8_120)):
                yield f"size.kernel.{section}.{system}.{opt}", size, "bytes"
        for function, value in BUDGET[system].items():
            yield f"budget.{system}.{function}", float(value), "cycles"


def command(name):
    part, *rest = name.replace(".large_caches", "").split(".")
    if part == "area" and rest[1] != "core_added":
        return f"./metro sweep --only '{name.rpartition('.')[0]}'"
    if part in ("area", "fmax"):
        return "./metro sweep"
    if part == "dhrystone" and rest[2] != "0":
        return f"./metro bench dhrystone --tasks {rest[2]} --hz {rest[3]} --opt {rest[4]} --system {rest[1]}"
    if part in ("tick", "sched", "wakeup", "irq"):
        return f"./metro bench tick --tasks {rest[-2]} --opt {rest[-1]} --system {rest[-3]}"
    if part == "budget":
        return f"./metro bench tick --tasks 48 --opt O2 --system {rest[0]}"
    return f"./metro bench {part}"


def invented() -> dict:
    figures = [*areas(), *event_unit(), *clocks(), *cycles(), *services(), ("sim.khz", 412.7, "kHz"),
               ("sim.speedup_over_litex_loop", 6.21, "x")]
    return {name: {"value": value, "unit": unit, "command": command(name), "inputs": inputs.of(name)}
            for name, value, unit in sorted(figures)}
