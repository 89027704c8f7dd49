# SPDX-License-Identifier: Apache-2.0
"""Invented figures for all parts of the report. Only the report's tests use them."""
import math
from dataclasses import replace

from metro.figures import inputs
from metro.figures.key import GIVEN, LARGE_CACHES, PATCHED, Key, Who, of_run
from metro.measure import latency, thread_metric

TASKS, WIDTHS, ENGINES = (8, 16, 24, 32, 48, 64, 128, 256), (8, 12, 16, 24, 32), ("lookahead", "parallel")
CORES = (16, 32, 64, 128)
ALL_UNITS = Key("area.core", "", "xc7", 64, 16, "lookahead", 32, 64)
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
    """Return (cells, flip-flops) on 7-series."""
    if engine == "parallel":
        return round(18 * tasks + 1.05 * tasks * width), round(3 * tasks + tasks * width)
    return round(240 + 0.9 * tasks + 4.5 * width + 0.05 * tasks * width), round(90 + 0.6 * tasks + 2.2 * width)


def ready_unit(tasks):
    return round(30 + 3.4 * tasks), round(6 + tasks)


def areas():
    for family, (cells, more) in FAMILIES.items():
        for n in TASKS:
            for what, value in zip((cells, "ffs"), ready_unit(n)):
                yield Key("area.ready", what, family, N=n), round(value * more), what
            for w in WIDTHS:
                for engine in ENGINES:
                    for what, value in zip((cells, "ffs"), time_unit(n, w, engine)):
                        yield Key("area.time", what, family, n, w, engine), round(value * more), what
        core = {cells: round(2810 * more), "ffs": round(1650 * more)}
        for what, value in core.items():
            yield Key("area.core", what, family), value, what
        for n in CORES:
            for engine in ENGINES:
                for index, what in enumerate(core):
                    added = round(1.1 * more * (time_unit(n, 16, engine)[index] + ready_unit(n)[index]))
                    yield Key("area.core_added", what, family, n, 16, engine), added, what
                    yield Key("area.core", what, family, n, 16, engine), core[what] + added, what


def event_unit():
    unit = Key("area.event", "", "xc7", N=64, E=32, queue_words=64)
    for key, luts, ffs in ((unit, 860, 196), (ALL_UNITS, 4120, 2180)):
        yield key.of("luts"), luts, "LUTs"
        yield key.of("ffs"), ffs, "FFs"


def services():
    for index, name in enumerate(name for names in latency.situations()[1:] for name in names):
        slow = 20 + 37 * index % 400 + 4000 * name.endswith("48")
        for system, share in (("original", 1), ("combined", 0.9), ("events", 0.15 + index % 7 / 9)):
            for cfg in ("template", ""):
                mean = of_run(f"latency.{name}", "mean", system, cfg=cfg)
                yield mean, max(16, slow * share), "cycles"
                yield mean.of("max"), max(16, round(slow * share)), "cycles"
    for index, name in enumerate(thread_metric.WORKLOADS):
        for caches in ("", LARGE_CACHES):
            yield of_run(f"thread_metric.{name}", "", "original", caches=caches), 10_000 + index, "1/s"
            for system, times in (("combined", 1 + index / 100), ("events", 0.98 + index / 6)):
                score = of_run(f"thread_metric.{name}", "", system, caches=caches)
                yield score, round(10_000 * times), "1/s"
                yield score.of("speedup"), times, "x"


def clocks():
    def seeds(core, mhz):
        for seed, away in enumerate((-1.9, 0.4, 0.0, -0.8, 1.7, -0.3, 0.9), 1):
            yield replace(core, seed=seed), mhz + away * (0.7 + math.sin(mhz) / 3), "MHz"
        yield core, mhz, "MHz"
    plain = Key("fmax.core", device="ecp5")
    yield from seeds(plain, 71.4)
    for n in CORES:
        for engine in ENGINES:
            mhz = 71.9 - n / 80 - (engine == "parallel") * n / 16
            core = replace(plain, N=n, W=16, engine=engine)
            yield from seeds(core, mhz)
            yield replace(core, what="fmax.ratio"), mhz / 71.4, "x"
    core = replace(ALL_UNITS, what="fmax.core", device="ecp5")
    yield from seeds(core, 68.3)
    yield replace(core, what="fmax.ratio"), 68.3 / 71.4, "x"


def cycles():
    def spread(key, low, high):
        for statistic, value in (("min", low), ("mean", (low + high) / 2), ("max", high), ("jitter", high - low)):
            yield key.of(statistic), value, "cycles"
    for system in SYSTEMS:
        fast_tick, fast_list = system in ("timer", "combined"), system in ("scheduler", "combined")
        for opt, slow in (("O2", 1), ("O0", 2.6)):
            for n in LOAD:
                def of(what):
                    return of_run(what, "", system, n, opt)
                none = round((21 if fast_tick else 8 + 31 * n) * slow)
                due = round(none + (0 if system == "combined" else (14 if fast_tick else 28) * n) * slow)
                yield from spread(of("tick.none_due"), none, none)
                yield from spread(of("tick.workers"), none + (due - none) // 4, due)
                yield from spread(of("sched.no_switch"), *[round((19 if fast_list else 67) * slow)] * 2)
                yield from spread(of("sched.switch"), round(150 * slow), round(260 * slow))
                entry = 26 if system == "combined" else 290
                yield from spread(of("tick.interrupt"), none + entry, none + entry + 7)
                yield from spread(of("wakeup"), due + 300, due + 422)
                yield from spread(of("irq.off"), 8, due + 373)
                yield from spread(of("irq.latency"), 68, due + 380)
            for n in LOAD:
                for hz in (100, 1000, 10_000):
                    taken = (none / 48 * n + 900) * hz / 50_000_000
                    key = of_run("dhrystone", "retention", system, n, opt, hz=hz)
                    yield key, 100 * max(0.02, 1 - taken), "%"
                    yield key.of("dmips"), 39.2 / slow * max(0.02, 1 - taken), "DMIPS"
            yield of_run("dhrystone", "dmips", system, 0, opt, hz=0), 39.2 / slow, "DMIPS"
        if system == "original":                           # figures with --kernel or with large caches
            given = Who(GIVEN, "original")
            for who, caches in ((given, ""), (Who(PATCHED, "original"), ""), (Who(PATCHED, "combined"), ""),
                                ("original", LARGE_CACHES), (given, LARGE_CACHES)):
                for what in ("tick.none_due", "tick.workers", "tick.interrupt_workers", "sched.switch", "wakeup"):
                    yield from spread(of_run(what, "", who, 48, caches=caches), 1400, 2600)
        for opt in ("O0", "O2"):
            for section, size in (("text", 14_900), ("data", 12), ("bss", 8_120)):
                yield of_run("size.kernel", section, system, None, opt), size, "bytes"
        for function, value in BUDGET[system].items():
            yield Key("budget", system=system, function=function), float(value), "cycles"


def command(key):
    if key.part == "area" and key.what != "area.core_added":
        return f"./metro sweep --only '{key.row}'"
    if key.part in ("area", "fmax"):
        return "./metro sweep"
    if key.part == "dhrystone" and key.tasks:
        return (f"./metro bench dhrystone --tasks {key.tasks} --hz {key.hz} --opt {key.optimisation} --system "
                f"{key.system}")
    if key.part in ("tick", "sched", "wakeup", "irq"):
        return f"./metro bench tick --tasks {key.tasks} --opt {key.optimisation} --system {key.system}"
    if key.part == "budget":
        return f"./metro bench tick --tasks 48 --opt O2 --system {key.system}"
    return f"./metro bench {key.part}"


def invented() -> dict:
    figures = [*areas(), *event_unit(), *clocks(), *cycles(), *services(), (Key("sim.khz"), 412.7, "kHz"),
               (Key("sim.speedup_over_litex_loop"), 6.21, "x")]
    return {key: {"value": value, "unit": unit, "command": command(key), "inputs": inputs.current_inputs(key)}
            for key, value, unit in sorted(figures, key=lambda figure: str(figure[0]))}
