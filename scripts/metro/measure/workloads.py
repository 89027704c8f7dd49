# SPDX-License-Identifier: Apache-2.0
"""The benchmark firmwares in bench/ and their runs: parameters, meters of the harness, resulting figures."""
from __future__ import annotations

import dataclasses
import math
from pathlib import Path

from .. import configuration
from ..base import paths
from ..base.errors import MetroError
from ..figures import key as key_module
from ..figures.key import SOFTWARE, Conditions, Key, Who
from ..products import firmware as firmware_module, isa, rtos as rtos_module, soc as soc_module
from ..run.execution import CYCLE_LIMIT, Line

BENCH = paths.ROOT / "bench"
TEMPLATE = firmware_module.KERNEL / "template"
MOST_TASKS = 63                # of the tick benchmark; the idle task has the last of the 64 priorities
DHRYSTONE_MOST_TASKS = 62      # next to Dhrystone, which is also a task
TEMPLATE_MOST_TASKS = 60       # with the full template, which also creates tasks
CLOCK_HZ = 50_000_000          # of the simulated SoC, by definition (hw/litex_soc.py)
TIMER_LINE, SIM_LINE, TIME_BASE_LINE = 1, 2, 3     # interrupt numbers in the simulated SoC

WORKERS, NONE_DUE, SCHED = 0, 1, 2
ASLEEP = "dhrystone.asleep"
TICKLESS = "-DOS_ACCEL_TICKLESS_EN=1u"
SETTLE_TICKS = 5
SETTLE_CALLS = 5
TIMER_TICKS = 100              # kernel ticks in a tick of the timers, with bench/cfg-template
HYPERPERIOD = 420              # ticks: sleeps of 1 to 7 ticks repeat, with all tasks due at once, after lcm(1..7)

# Caches without evictions, so two kernels differ only by their instructions.
LARGE_CACHES = {"core.icache_bytes": 65536, "core.dcache_bytes": 65536}

WITH_DHRYSTONE = ("dhrystone", "periodic")
APP_SWITCHES = {"periodic": ["-DOS_IDLE_SLEEP_EN=1u"]}

DHRYSTONE_VAX = 1757           # Dhrystones per second of a VAX 11/780, the unit of DMIPS


@dataclasses.dataclass(frozen=True)
class Build:
    """One firmware build. All its runs load the same image, with other values of its parameters."""
    app: str                   # folder in bench/
    opt: str                   # O0, O2 ...
    cfg: str = "cfg"           # folder in bench/ with the os_cfg.h
    defs: str = ""             # the switches of a configuration
    kernel: Path = firmware_module.KERNEL
    origin: str = ""           # further options of ./metro bench that select the kernel and the configuration
    tick_hook: bool = False    # add an empty tick hook, if the template has none
    # Parameters of the SoC that provides the headers:
    adapter: str = "plugin"
    memories: tuple[tuple[str, int], ...] = ()     # of the core: Hardware.memories

    def __str__(self) -> str:
        names = {name: rtos_module.get().switches(configuration.read(name)) for name in configuration.EVERY_SYSTEM}
        system = next((name for name, defs in names.items() if defs == self.defs), self.defs)
        given = [self.kernel.name] if self.kernel != firmware_module.KERNEL else []
        adapter = [self.adapter] if self.adapter != "plugin" else []
        hot = [f"{name.removesuffix('_bytes').replace('_', '-')}-{size}" for name, size in self.memories]
        return " ".join(["firmware", self.app, self.opt, system, *adapter, *hot, *([self.cfg] * (self.cfg != "cfg")),
                         *([key_module.TICK_HOOK] * self.tick_hook), *given])

    @property
    def switches_inline(self) -> bool:
        """Whether a waiting task itself asks the ready unit for the next task and switches to it, without OS_Sched."""
        on = self.defs.split()
        return (self.kernel == firmware_module.KERNEL and "-DOS_ACCEL_RDY_EN=1u" in on
                and any(word.startswith("-DOS_CPU_CONTEXTS=") for word in on))

    @property
    def tickless(self) -> bool:
        """Whether the core counts the ticks, so that few of them reach software."""
        return TICKLESS in self.defs.split()

    @property
    def soc(self) -> Path:
        adapter = ["--units", "--adapter", self.adapter] if self.adapter != "plugin" else []
        ticks = ["--units", "--time-base"] if self.tickless else []
        return soc_module.of(configuration.of_options(*adapter, *ticks).changed(
            {f"core.{name}": size for name, size in self.memories}))

    def make(self) -> firmware_module.Firmware:
        foreign = dhrystone_sources() if self.app in WITH_DHRYSTONE else []
        hooks = [TEMPLATE / "app_hooks.c"] if self.cfg == "cfg-template" else []
        hooks += [BENCH / "tick" / "tick_hook.c"] if self.tick_hook else []
        return firmware_module.build(self.app, [BENCH / self.app / "main.c", *hooks], BENCH / self.cfg, self.soc,
                                     kernel=self.kernel, opt=f"-{self.opt}",
                                     defs=" ".join([self.defs, *APP_SWITCHES.get(self.app, ())]), foreign=foreign,
                                     foreign_flags=DHRYSTONE_FLAGS)


@dataclasses.dataclass(frozen=True)
class Run:
    build: Build
    name: str                  # of the measurement, e.g. tick.workers
    system: str | Who          # a configuration for our kernel; or another kernel and a configuration
    tasks: int
    hz: int
    values: dict = dataclasses.field(hash=False)
    line: Line | None = None
    core: object = None        # core and SoC of a configuration; None: those of original
    special: Conditions = Conditions()

    fails_alone = False        # if False, its failure ends the command

    def key(self, what: str, statistic: str = "") -> Key:
        """Return the key of a figure of this run."""
        return Key(what, statistic, tasks=self.tasks, hz=self.hz if self.build.app == "dhrystone" else None,
                   **self.columns)

    @property
    def columns(self) -> dict:
        """The columns of a key, except the number of tasks and the tick rate."""
        return {"optimisation": self.build.opt, **Who.of(self.system)._asdict(), **self.special._asdict()}

    @property
    def system_option(self) -> str:
        """The system option of ./metro bench; empty if the kernel's own options name the system."""
        who = Who.of(self.system)
        return (f" --system {who.system}"
                if who.kernel in ("", key_module.PATCHED) and who.system in configuration.names() else "")

    @property
    def label(self) -> str:
        return self.key("").label

    @property
    def title(self) -> str:
        return str(self.key(self.name))

    @property
    def command(self) -> str:
        if self.special.adapter:
            return "./metro bench adapters"
        part = self.special.cfg or self.build.app
        rate = f" --hz {self.hz}" if self.name == "dhrystone" and self.hz else ""
        tasks = f" --tasks {self.tasks}" if self.tasks and self.name != ASLEEP else ""
        return f"./metro bench {part}{tasks}{rate} --opt {self.build.opt}{self.system_option}{self.build.origin}"

    def is_compared_with(self, other: Run) -> bool:
        """Return whether this run of Dhrystone among tasks is compared with `other`, which runs Dhrystone alone."""
        return (self.build.app == "dhrystone" and self.tasks > 0
                and (other.build, other.system, other.tasks) == (self.build, self.system, 0))

    @property
    def max_cycles(self) -> int:
        if self.build.app == "dhrystone":
            return 4 * self.values["bench_cycles"] + 5_000_000
        return 2 * (self.samples + self.settles + 40) * CLOCK_HZ // max(self.hz, 1000)

    @property
    def cycles(self) -> int:
        """The estimated cycles of the run."""
        if self.build.app == "dhrystone":
            return self.values["bench_cycles"]
        if self.name == "sched.no_switch":
            return CLOCK_HZ // self.hz
        return (self.samples + self.settles) * CLOCK_HZ // self.hz

    @property
    def has_timer(self) -> bool:
        return self.special.uses == key_module.TIMER

    @property
    def settles(self) -> int:
        """The ticks before the measurement, which warm the caches."""
        return SETTLE_TICKS + TIMER_TICKS * self.has_timer

    @property
    def samples(self) -> int:
        """The number of measured ticks, or of measured calls of OS_Sched."""
        if self.has_timer and self.name == "tick.interrupt":
            return 10 * TIMER_TICKS
        return HYPERPERIOD + 5 if self.name in ("tick.workers", "wakeup") else 100

    def ended_well(self, result) -> bool:
        """Return whether the run succeeded. Dhrystone may reach its cycle limit if tasks and ticks leave it no time."""
        return result.status == 0 or (result.status == CYCLE_LIMIT and self.build.app == "dhrystone" and self.tasks > 0)

    def failure(self, result) -> MetroError:
        """Return the error of a failed run."""
        return MetroError(f"the run {self.title} failed with code {result.status}", result.output + result.errors)

    def gives(self, what: str) -> bool:
        """Return whether the run measures a figure with this name, for the same columns."""
        return what in (self.name, *MEASURED.get(self.name, {}).values()) or (
            self.name == "tick.interrupt" and (what in ("tick.stolen", "tick.interrupts")
                                               or what == "budget" and self.has_budget))

    def meters(self, firmware) -> dict | None:
        if self.build.app == "dhrystone":
            return None
        at = firmware.address
        search = "ready.run" if self.build.tickless else "ready.highest"
        sched = isa.event(isa.read(), search) if self.build.switches_inline else {"pc": at("OS_Sched")}
        begin = {"pc": at("bench_begin")}
        tick, trap = ({"tick": True}, TIME_BASE_LINE) if self.build.tickless else ({"line": TIMER_LINE}, TIMER_LINE)
        if self.name == "sched.no_switch":
            window = {"begin": begin, "end": {"pc": at("OS_Sched")}, "skip": SETTLE_CALLS, "count": self.samples}
        else:
            window = {"begin": begin, "end": tick, "skip": self.settles, "count": self.samples}
        meters = {
            "tick": {"kind": "call", "entry": at("OSTimeTick")},
            "sched": {"kind": "call", "entry": at("OS_Sched"), "cancel": [at("OSCtxSw")]},
            "switch": {"kind": "interval", "start": sched, "stop": exits(firmware)},
            "interrupt": {"kind": "interval", "start": {"trap": trap}, "stop": exits(firmware)},
            "wakeup": {"kind": "interval", "start": tick, "stop": [{"pc": at("bench_awake")}]},
            "latency": {"kind": "interval", "start": {"line": SIM_LINE}, "stop": [{"pc": at("bench_line_handler")}]},
            "off": {"kind": "interrupts_off"},
            "budget": {"kind": "profile", "start": {"trap": trap}, "stop": exits(firmware)},
        }
        chosen = (*MEASURED[self.name], *EXTRA.get(self.name, ()))
        return {"window": window, "meters": [{"name": name, **meters[name]} for name in chosen]}

    def figures(self, result, alone: float | None = None) -> dict:
        """Return {key: (value, unit)}. alone: cycles of one Dhrystone without tick and tasks, with the same build."""
        if self.build.app == "dhrystone":
            cycles = dhrystone_cycles(result.output)
            per_second = CLOCK_HZ / cycles
            figures = {"dmips": (per_second / DHRYSTONE_VAX, "DMIPS"), "per_second": (per_second, "1/s")}
            if self.hz and alone:
                figures["retention"] = (100 * alone / cycles, "%")
            return {self.key(self.name, measure): figure for measure, figure in figures.items()}
        figures = {}
        for meter, stem in MEASURED[self.name].items():
            statistics = result.report["meters"][meter]
            for measure in ("min", "mean", "max") if statistics["count"] else ():
                figures[self.key(stem, measure)] = (statistics[measure], "cycles")
            if statistics["count"]:
                figures[self.key(stem, "jitter")] = (statistics["max"] - statistics["min"], "cycles")
        if self.name == "tick.interrupt":
            figures |= self.stolen(result.report["meters"]["interrupt"])
        return figures

    def stolen(self, interrupts: dict) -> dict:
        """Return the cycles and the interrupt rate of ticks without due tasks. Some ticks need no interrupt."""
        count = interrupts["count"]
        return {self.key("tick.stolen", "mean"): (count * interrupts.get("mean", 0) / self.samples, "cycles"),
                self.key("tick.stolen", "max"): (interrupts.get("max", 0), "cycles"),
                self.key("tick.interrupts", "per_second"): (count * self.hz / self.samples, "1/s")}

    @property
    def has_budget(self) -> bool:
        return (self.name, self.tasks, self.build.opt, self.special) == ("tick.interrupt", 48, "O2", Conditions())

    def budget(self, result, firmware) -> dict:
        """Return the cycles of one timer interrupt by function, for the run that has a budget."""
        if not self.has_budget:
            return {}
        return {Key("budget", function=function, **Who.of(self.system)._asdict()): (cycles, "cycles")
                for function, cycles in budget(result, firmware).items()}


# The meters of each workload, and the name of each meter's figures. tick.workers and tick.none_due measure OSTimeTick
# alone, called by the application's own handler. tick.interrupt and wakeup measure the board support's tick.
MEASURED = {
    "tick.workers": {"tick": "tick.workers"},
    "tick.none_due": {"tick": "tick.none_due"},
    "tick.interrupt": {"interrupt": "tick.interrupt"},
    "wakeup": {"wakeup": "wakeup", "off": "irq.off", "switch": "sched.switch", "interrupt": "tick.interrupt_workers"},
    "sched.no_switch": {"sched": "sched.no_switch"},
    "irq.latency": {"latency": "irq.latency"},
}

EXTRA = {"tick.interrupt": ["budget"]}      # meters without figures in MEASURED

COMPARED = {"thread_metric": "", "latency": "mean", "benchmark": "mean"}    # compared with software: the statistic

DHRYSTONE_FLAGS = ("-std=gnu89 -fno-builtin -DTIME -DRISCV -Dmain=dhry_main -Dtime=dhry_time -Dprintf=dhry_printf "
                   "-Dmalloc=dhry_malloc")


def due_per_tick(tasks: int) -> float:
    """Return the mean number of workers that are due at a tick. Worker n sleeps 1 + (n mod 7) ticks."""
    return sum(1 / (1 + n % 7) for n in range(tasks))


def for_the_benchmarks(chosen):
    """Return the configuration, sized for the benchmarks' os_cfg.h; before set-up, as it is."""
    text = (BENCH / "cfg" / "os_cfg.h").read_text()
    return chosen if chosen.kernel is None else rtos_module.get().sized_for(chosen, text)


def switches(chosen) -> str:
    """Return the -D options of our kernel for a configuration; before set-up, its name."""
    return chosen.name if chosen.kernel is None else rtos_module.get().switches(chosen)


def dhrystone_sources() -> list[Path]:
    """Return the sources of Dhrystone 2.1 from the Python package that contains them."""
    import pythondata_cpu_picorv32
    folder = Path(pythondata_cpu_picorv32.data_location) / "dhrystone"
    return [folder / "dhry_1.c", folder / "dhry_2.c"]


def dhrystone_cycles(output: str) -> float:
    """Return the cycles of one Dhrystone run from the firmware's output, or infinity if it did not end."""
    words = output.rpartition("dhrystone runs ")[2].split()
    return int(words[2]) / int(words[0]) if words else math.inf


def exits(firmware) -> list[dict]:
    """Return the events at which the port resumes a task. With register banks, the instructions context.switch and
    context.exit are also such events, at any address."""
    names = "OS_CPU_TrapExit", "OS_CPU_TrapExitCtxSw", "OS_CPU_TrapExitTick"
    switches = ("switch", "exit") if "OS_CPU_TrapExitSwitch" in firmware.symbols else ()
    return [*({"pc": firmware.symbols[name]} for name in names if name in firmware.symbols),
            *(isa.event(isa.read(), f"context.{name}") for name in switches)]


def tick_runs(build: Build, system: str, tasks: list[int], core=None,
              special: Conditions = Conditions()) -> list[Run]:
    """Return the runs of the tick benchmark. tasks: the numbers of tasks to measure with."""
    def run(name, mode, count, line=None):
        # The processor mostly waits between two ticks. With few due tasks, faster ticks shorten the simulation.
        workers = 4000 if count <= 16 else 2000
        hz = 1000 if line or build.opt == "O0" else {WORKERS: workers, NONE_DUE: 5000, SCHED: 1000}[mode]
        values = {"bench_mode": mode, "bench_tasks": count, "bench_hz": hz, "bench_line": int(line is not None),
                  "bench_own_tick": int(name in ("tick.none_due", "tick.workers")),
                  **({"bench_timer": 1} if special.uses == key_module.TIMER else {})}
        return Run(build, name, system, count, hz, values, line, core, special)
    runs = []
    for count in tasks:
        runs += [run("tick.none_due", NONE_DUE, count), run("tick.workers", WORKERS, count),
                 run("tick.interrupt", NONE_DUE, count), run("wakeup", WORKERS, count),
                 run("sched.no_switch", SCHED, count), run("irq.latency", WORKERS, count, Line(2000, 20000))]
    # If the core counts the ticks, no application has a handler for them.
    return [run for run in runs if not (build.tickless and run.name in ("tick.none_due", "tick.workers"))]


def template_runs(build: Build, system: str, tasks: list[int], core=None) -> list[Run]:
    """Return the runs with the default kernel configuration. Also return runs with a running timer and, if the kernel
    is tickless, runs with a tick hook, because both make ticks longer."""
    build = dataclasses.replace(build, cfg="cfg-template")
    runs = tick_runs(build, system, tasks, core, Conditions(cfg=key_module.TEMPLATE))
    variants = [(build, key_module.TIMER)]
    if build.tickless:                                     # otherwise the template has a tick hook
        variants.append((dataclasses.replace(build, tick_hook=True), key_module.TICK_HOOK))
    for variant, uses in variants:
        more = tick_runs(variant, system, tasks, core, Conditions(cfg=key_module.TEMPLATE, uses=uses))
        runs += [run for run in more if run.name in ("tick.interrupt", "wakeup")]
    return runs


def adapter_runs(read=configuration.read) -> list[Run]:
    """Return the runs with units in the pipeline, behind a CFU bus and on Wishbone, and with software on our core and
    on the stock core.

    They have 48 tasks and -O2.
    """
    runs = []
    for system, adapter in (("original", "plugin"), ("original", "cfu"), ("combined", "plugin"), ("combined", "cfu"),
                            ("combined", "wishbone")):
        chosen = read(system)
        special = Conditions(adapter="" if adapter == "plugin" else adapter)
        # The stock core is the one with the CFU bus, even if the kernel does not use the units.
        core = chosen.changed({"soc.adapter": adapter}) if special else chosen
        runs += tick_runs(Build("tick", "O2", defs=switches(chosen), adapter=adapter), system, [48],
                          core.hardware, special)
    return [run for run in runs if run.name != "irq.latency"]


def dhrystone_runs(build: Build, system: str, load: list[tuple], core=None, asleep: bool = False) -> list[Run]:
    """Return a run of Dhrystone alone, then a run for each load, which is compared with the first.

    load: (tasks, tick rate in Hz). asleep: add a run with the fastest ticks and tasks that sleep all the time."""
    def run(count, hz, cycles, name="dhrystone"):
        return Run(build, name, system, count, hz,
                   {"bench_tasks": count, "bench_hz": hz, "bench_cycles": cycles,
                    "bench_asleep": int(name == ASLEEP)}, core=core)
    # Each load is measured for at least twice the longest sleep, and for at least 10 million cycles, so that the edges
    # of the window are negligible.
    return [run(0, 0, 3_000_000), *(run(count, hz, max(104 * CLOCK_HZ // hz, 10_000_000)) for count, hz in load),
            *([run(4, 50_000, 3_000_000, ASLEEP)] if asleep else [])]


def speedups(found: dict) -> dict:
    """Return the speedup of each system over software, for the kernel of each RTOS, in the parts of COMPARED.

    A smaller figure in cycles is better, so its ratio is inverted.
    """
    new = {}
    for key, figure in found.items():
        if (key.part not in COMPARED or key.statistic != COMPARED[key.part] or key.system == ""
                or key.kernel in (key_module.GIVEN, key_module.PATCHED)):
            continue
        software = found.get(dataclasses.replace(key, system=SOFTWARE, uses=""))
        if software and software is not figure:
            ratio = figure["value"] / software["value"]
            new[key.of("speedup")] = {**figure, "value": 1 / ratio if figure["unit"] == "cycles" else ratio,
                                      "unit": "x"}
    return new


def budget(result, firmware) -> dict:
    """Return the mean cycles of one timer interrupt by function, in the order of each function's first cycle."""
    meter = result.report["meters"]["budget"]
    cycles = {}
    for pc, spent, _ in meter.get("spent_at", ()):
        name = firmware.function_at(pc).partition("+")[0] or hex(pc)
        cycles[name] = cycles.get(name, 0) + spent / meter["count"]
    return cycles
