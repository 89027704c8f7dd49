# SPDX-License-Identifier: Apache-2.0
"""The programs of bench/freertos, a part of `./metro bench freertos`.

They measure services, and task switches in the situations of RTOSUnit's benchmark. They also measure ticks by the
numbers of tasks and priorities, and the interrupt latency with one number of tasks.
"""
from __future__ import annotations

import dataclasses
from pathlib import Path

from ...figures import key as key_module
from ...measure import services, workloads
from ...products import firmware as firmware_module, isa, rtos
from ...run.execution import Line

KEY = "freertos"
CFG = workloads.BENCH / f"cfg-{KEY}"
AS_IT_IS = Path()
TICKLESS = "-DportTICKLESS=1"
SWITCH = "rtosunit"                         # prefix of the figures' names
SITUATIONS = {                              # bench_situation, bench_load
    "round_robin": (0, 0), "queue": (1, 0), "queue_processing": (1, 1), "queue_workload": (1, 2), "mutex": (2, 0),
    "mutex_processing": (2, 1), "mutex_workload": (2, 2), "mutex_inheritance": (3, 0), "semaphore": (4, 0),
    "semaphore_priority": (5, 0), "semaphore_processing": (4, 1), "semaphore_workload": (4, 2)}
SITUATIONS_PRIORITIES = 7
STATISTICS = ("mean", "max", "jitter", "irq_off")
REPETITIONS = 100                           # of a service; nothing interrupts, and the caches hold everything
TASKS = (4, 16, 48, 63)
IN_A_WORD = 32                              # priorities up to which software finds the highest without a search
SHARED = 4                                  # number of priorities that all tasks share
HZ = 500                                    # lowest rate: once the idle task runs, its hook hastens the next tick
BESIDE = 48                                 # tasks of irq.latency, as in uC/OS-II's table


@dataclasses.dataclass(frozen=True)
class Build(workloads.Build):
    """A build of one of the programs, named by `app`."""
    priorities: int = SITUATIONS_PRIORITIES

    def __str__(self) -> str:
        return f"firmware freertos {self.app} {self.priorities} {self.opt} {self.defs}".rstrip()

    @property
    def tickless(self) -> bool:
        return TICKLESS in self.defs.split()

    @property
    def tick(self) -> dict:
        """The event of a tick."""
        return {"tick": True} if self.tickless else {"line": workloads.TIMER_LINE}

    @property
    def trap(self) -> dict:
        """The event of a tick's interrupt."""
        return {"trap": workloads.TIME_BASE_LINE if self.tickless else workloads.TIMER_LINE}

    def make(self) -> firmware_module.Firmware:
        return firmware_module.build(self.app, [workloads.BENCH / "freertos" / f"{self.app}.c"], CFG, self.soc,
                                     kernel=tree(self), opt=f"-{self.opt}",
                                     defs=f"{self.defs} -DconfigMAX_PRIORITIES={self.priorities}", rtos=about())


@dataclasses.dataclass(frozen=True)
class Run(workloads.Run):
    @property
    def command(self) -> str:
        return f"./metro bench freertos --opt {self.build.opt}{self.build.origin}"


@dataclasses.dataclass(frozen=True)
class SwitchRun(Run):
    """One situation. A switch begins with a call of vPortYield() or with the trap of a timer interrupt, even if the
    interrupt switches to no other task. It ends with the instruction that resumes a task."""

    def key(self, what: str, statistic: str = "") -> key_module.Key:
        return key_module.Key(what, statistic, **self.columns)

    @property
    def cycles(self) -> int:
        return 100_000

    @property
    def max_cycles(self) -> int:
        return 20 * self.cycles

    def meters(self, firmware) -> dict:
        at = firmware.address
        return {"window": {"begin": {"pc": at("bench_begin")}, "end": {"pc": at("bench_end")}, "skip": 0, "count": 1},
                "meters": self.switch_meters(firmware)}

    def switch_meters(self, firmware) -> list[dict]:
        """Return the meters of task switches and critical sections, for any program."""
        return [*({"name": name, "kind": "interval", "start": start, "stop": exits(firmware)}
                  for name, start in (("yield", {"pc": firmware.address("vPortYield")}), ("tick", self.build.trap))),
                {"name": "off", "kind": "interrupts_off"}]

    def figures(self, result, alone=None) -> dict:
        meters = [meter for meter in map(result.report["meters"].get, ("yield", "tick")) if meter["count"]]
        longest = max(meter["max"] for meter in meters)
        mean = sum(meter["count"] * meter["mean"] for meter in meters) / sum(meter["count"] for meter in meters)
        values = (mean, longest, longest - min(meter["min"] for meter in meters),
                  result.report["meters"]["off"].get("max", 0))
        return {self.key(self.name, statistic): (value, "cycles") for statistic, value in zip(STATISTICS, values)}


@dataclasses.dataclass(frozen=True)
class ServiceRun(services.ServiceRun, Run):
    @property
    def cycles(self) -> int:
        return 3_000_000


@dataclasses.dataclass(frozen=True)
class TickRun(Run):
    """N sleeping tasks, with the figures of uC/OS-II's tick benchmark. A tick lasts from the trap to the instruction
    that resumes a task, because parts of xTaskIncrementTick() and vTaskSwitchContext() may be inlined."""

    @property
    def cycles(self) -> int:
        if self.line:
            return super().cycles
        worker = 150 if self.core.units and self.core.units.levels else 550
        return 500_000 + self.samples * (2000 + worker * self.tasks * (self.name == "wakeup"))

    def budget(self, result, firmware) -> dict:
        return {}

    def meters(self, firmware) -> dict:
        at, ends = firmware.address, exits(firmware)
        begin, tick, call = {"pc": at("bench_begin")}, self.build.tick, {"pc": at("vPortYield")}
        meters = {
            "sched": {"kind": "interval", "start": call, "stop": ends},
            "switch": {"kind": "interval", "start": call, "stop": ends},
            "interrupt": {"kind": "interval", "start": self.build.trap, "stop": ends},
            "wakeup": {"kind": "interval", "start": tick, "stop": [{"pc": at("bench_awake")}]},
            "latency": {"kind": "interval", "start": {"line": workloads.SIM_LINE},
                        "stop": [{"pc": at("bench_line_handler")}]},
            "off": {"kind": "interrupts_off"},
        }
        return {"window": {"begin": begin, "end": call if self.name == "sched.no_switch" else tick,
                           "skip": self.settles, "count": self.samples},
                "meters": [{"name": name, **meters[name]} for name in workloads.MEASURED[self.name]]}


def exits(firmware) -> list[dict]:
    """Return the events at which the port resumes a task."""
    names = [{"pc": address} for name, address in firmware.symbols.items()
             if name.startswith(("xPortTrapExit", "xPortYieldExit"))]
    banks = ("switch", "exit") if "vPortBankInit" in firmware.symbols else ()
    return [*names, *(isa.event(isa.read(), f"context.{name}") for name in banks)]


def tree(build: workloads.Build) -> Path | None:
    """Return the folder of a patched kernel, or None for the unchanged kernel."""
    return build.kernel if build.kernel != AS_IT_IS else None


def about() -> rtos.Rtos:
    return rtos.get(KEY)


def runs(opts, kernels) -> list[Run]:
    """Return the runs. kernels: (label, folder, options that name it, -D options, configuration) of each kernel."""
    return [run for opt in opts for kernel in kernels for run in (*switch_runs(opt, *kernel), service_run(opt, *kernel),
                                                                  *tick_runs(opt, *kernel))]


def switch_runs(opt, system, kernel, origin, defs, chosen) -> list[SwitchRun]:
    core = chosen.hardware
    build = Build("switch", opt, defs=defs, kernel=kernel, origin=origin, memories=core.memories)
    return [SwitchRun(build, f"{SWITCH}.{name}", system, 0, 0,
                      {"bench_situation": situation, "bench_load": load}, core=core.changed(changes),
                      special=key_module.Conditions(caches=caches))
            for caches, changes in (("", {}), (key_module.LARGE_CACHES, workloads.LARGE_CACHES))
            for name, (situation, load) in SITUATIONS.items()]


def service_run(opt, system, kernel, origin, defs, chosen) -> ServiceRun:
    core = chosen.hardware
    build = Build("services", opt, defs=defs, kernel=kernel, origin=origin, memories=core.memories)
    return ServiceRun(build, "latency", system, 0, 0, {"bench_repetitions": REPETITIONS},
                      core=core.changed(workloads.LARGE_CACHES))


def tick_runs(opt, system, kernel, origin, defs, chosen) -> list[TickRun]:
    """Return the tick runs. Each task has its own priority, or all tasks share a few.

    With shared priorities, the kernel has twice as many as SHARED. Otherwise, it has IN_A_WORD priorities, with which
    software is fast, or twice as many if the tasks need more.
    """
    def run(name, mode, tasks, sharing="", line=None):
        shared = SHARED if sharing else 0
        priorities = 2 * SHARED if shared else IN_A_WORD if tasks < IN_A_WORD else 2 * IN_A_WORD
        lists = chosen.units and chosen.units.levels
        core = chosen.changed({"units.levels": priorities}) if lists and lists < priorities else chosen
        build = Build("tick", opt, defs=f"{defs} -DconfigUSE_IDLE_HOOK=1", kernel=kernel, origin=origin,
                      memories=core.hardware.memories, priorities=priorities)
        hz = 1000 if line else HZ
        return TickRun(build, name, system, tasks, hz, {
            "bench_mode": mode, "bench_tasks": tasks, "bench_priorities": shared, "bench_hz": hz,
            "bench_line": int(line is not None)}, line, core.hardware, key_module.Conditions(priorities=sharing))
    return [*(run(name, mode, tasks, sharing) for sharing in ("", key_module.FEW_PRIORITIES) for tasks in TASKS
              for name, mode in (("tick.interrupt", workloads.NONE_DUE), ("wakeup", workloads.WORKERS),
                                 ("sched.no_switch", workloads.SCHED))),
            run("irq.latency", workloads.WORKERS, BESIDE, line=Line(2000, 20000))]
