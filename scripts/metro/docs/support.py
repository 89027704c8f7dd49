# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/support.md: which combinations the checks of configurations, kernels and adapters accept."""
from __future__ import annotations

import dataclasses

from .. import configuration
from ..base import marked, output, paths
from ..base.errors import MetroError
from ..configuration import schema
from ..figures import committed
from ..measure.sweep import points
from ..products import guests, nios, rtos as rtos_module

PAGE = paths.ROOT / "docs" / "support.md"
NONE = "-"
ADAPTERS = {"plugin": "plugin", "cfu": "CFU", "wishbone": "Wishbone"}

UNITS = {                       # parts of a core, as sections of a configuration
    "time unit": {"units": {"ready": False}},
    "ready unit": {"units": {"time": False}},
    "time unit and ready unit": {"units": {}},
    "time base": {"units": {"time_base": True}},
    "event unit": {"units": {"events": 32}},
    "task lists": {"units": {"levels": 32}},
    "task lists with wait lists": {"units": {"levels": 32, "waiting": 32}},
    "direct calls of hardware threads": {"units": {"events": 32, "direct_calls": 2}},
    "interrupt lines that post": {"units": {"time_base": True, "events": 32, "lines": 8}},
    "interrupt lines that wake tasks": {"units": {"time_base": True, "levels": 32, "lines": 8}},
    "unit sets for guests": {"core": {"user_mode": True}, "units": {"unit_sets": 2}},
    "register banks": {"core": {"contexts": 16}, "units": {}},
    "vectored interrupts": {"core": {"contexts": 16, "vectors": True}, "units": {}},
    "switches of the core": {"core": {"contexts": 16, "vectors": True, "self_switch": True},
                             "units": {"time_base": True}},
    "hot memory": {"core": {"hot_bytes": 8192}, "units": {}},
    "hot data memory": {"core": {"hot_data_bytes": 8192}, "units": {}},
}

USES = {                        # functions that a kernel leaves to the core
    "ready unit": {"units": {}, "kernel": {"ready": True}},
    "time unit": {"units": {}, "kernel": {"delays": True}},
    "time unit and ready unit": {"units": {}, "kernel": {"ready": True, "delays": True}},
    "event unit": {"units": {"events": 32}, "kernel": {"ready": True, "delays": True, "events": True}},
    "time base (tickless)": {"units": {"time_base": True}, "kernel": {"ready": True, "delays": True, "tickless": True}},
    "interrupt lines that post": {"units": {"time_base": True, "events": 32, "lines": 8},
                                  "kernel": {"ready": True, "delays": True, "events": True, "tickless": True,
                                             "lines": True}},
    "register banks": {"core": {"contexts": 16}, "units": {}, "kernel": {"contexts": True}},
    "vectored interrupts": {"core": {"contexts": 16, "vectors": True}, "units": {},
                            "kernel": {"contexts": True, "vectors": True}},
    "switches of the core": {"core": {"contexts": 16, "vectors": True, "self_switch": True},
                             "units": {"time_base": True},
                             "kernel": {"ready": True, "delays": True, "tickless": True, "contexts": True,
                                        "vectors": True, "self_switch": True}},
    "task lists": {"units": {"levels": 32}, "kernel": {"ready_lists": True, "sleepers": True}},
    "task lists with wait lists": {"units": {"levels": 32, "waiting": 32},
                                      "kernel": {"ready_lists": True, "sleepers": True, "waiters": True}},
    "task lists with time base (tickless)": {"units": {"levels": 32, "waiting": 32, "time_base": True},
                                             "kernel": {"ready_lists": True, "sleepers": True, "waiters": True,
                                                        "tickless": True}},
    "interrupt lines that wake tasks": {"units": {"levels": 32, "waiting": 32, "time_base": True, "lines": 8},
                                        "kernel": {"ready_lists": True, "sleepers": True, "waiters": True,
                                                   "tickless": True, "lines": True}},
    "task lists with register banks": {"core": {"contexts": 16}, "units": {"levels": 32},
                                       "kernel": {"ready_lists": True, "sleepers": True, "contexts": True}},
}


ALL = "all"


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A column of the kernel table: a [[support]] entry in the rtos.toml of an RTOS."""
    rtos: str
    name: str
    tested: dict                # {adapter with a test: the tested names of USES, or ALL}
    upstream: bool = False      # a tree that ./metro patch has not changed
    patched: bool = False
    guest: bool = False


KERNELS = sorted((Kernel(rtos.key, **entry) for rtos in rtos_module.every() for entry in rtos.support),
                 key=lambda kernel: kernel.guest)

REFUSED = (                     # options that a check refuses
    "--config events --adapter cfu", "--config scheduler-contexts --adapter wishbone",
    "--config cfu --icache-bytes 8192", "--config combined --no-time --no-ready", "--config events --no-time",
    "--config combined --no-time --time-base", "--config combined --direct-calls 2", "--config levels --events 8",
    "--config combined --lines 8", "--config tickless --lines 8 --direct-calls 2",
    "--config tickless --lines 8 --native-buses", "--config combined --waiting 8", "--config combined --slices",
    "--config original --contexts 16", "--config combined --unit-sets 2",
    "--config levels --user-mode --unit-sets 2", "--config events --direct-calls 2 --user-mode --unit-sets 2",
    "--config wishbone --user-mode --unit-sets 2", "--pmp 4", "--user-interrupts 2",
    "--user-mode --user-interrupts 2 --native-buses", "--debug --native-buses", "--breakpoints 8",
)


def refusal(ask, *arguments) -> str:
    """Return the error message of a check, or an empty string if it accepts the arguments."""
    try:
        ask(*arguments)
    except MetroError as error:
        return error.message
    return ""


def hardware(sections: dict, adapter: str):
    return schema.hardware({**sections, "soc": {"adapter": adapter}})


def nios_support(sections: dict, processor: str) -> str:
    """Return the table cell for units behind Nios II or Nios V: "yes", "Verilog only" or NONE."""
    if "core" in sections:
        return NONE
    units = schema.hardware(sections).units
    if units.direct_calls or refusal(units.behind, processor):
        return NONE
    return "Verilog only" if refusal(nios.refuse_units, units) else "yes"


def adapter_table() -> str:
    rows = [[name, *(NONE if refusal(hardware, sections, adapter) else "yes" for adapter in ADAPTERS),
             *(nios_support(sections, processor) for processor in nios.PROCESSORS)] for name, sections in UNITS.items()]
    return marked.markdown_table(["unit", *ADAPTERS.values(), "Nios II", "Nios V"], rows, heads=6)


def reason_against(kernel: Kernel, chosen) -> str:
    """Return why a kernel does not run on a configuration, or an empty string if it runs."""
    rtos = rtos_module.get(kernel.rtos)
    used = {use for use, on in chosen.kernel if on}
    if reason := refusal(rtos.refuse, chosen):
        return reason
    if kernel.upstream and used & {*rtos.needs_patch, *rtos.patch_lacks}:
        return "./metro patch"
    if kernel.patched and used & {*rtos.patch_lacks}:
        return "not in a patched tree"
    if not kernel.guest:
        return ""
    if chosen.soc.adapter != "plugin":
        return "--adapter cannot be combined with --guests"
    return refusal(guests.refuse_system, kernel.name, "", chosen)


def supported_adapters(kernel: Kernel, use: str) -> str:
    """Return the adapters with which a kernel can leave this function to the core. use: a name of USES."""
    tested, untested = [], []
    for adapter, shown in ADAPTERS.items():
        sections = {**USES[use], "soc": {"adapter": adapter}}
        if refusal(schema.validated, sections, PAGE) or reason_against(kernel, schema.validated(sections, PAGE)):
            continue
        tests = kernel.tested.get(adapter, ())
        (tested if tests == ALL or use in tests else untested).append(shown)
    words = [", ".join(tested)] * bool(tested) + [f"no test: {', '.join(untested)}"] * bool(untested)
    return "; ".join(words) or NONE


def kernel_table() -> str:
    return marked.markdown_table(["function that the kernel leaves to the core", *(kernel.name for kernel in KERNELS)],
                                 [[use, *(supported_adapters(kernel, use) for kernel in KERNELS)] for use in USES],
                                 heads=1 + len(KERNELS))


def configuration_table() -> str:
    known, rows = committed.load()[0], []
    for name in configuration.names():
        chosen = configuration.read(name)
        kernels = [kernel for kernel in KERNELS if not kernel.guest and not reason_against(kernel, chosen)]
        area, clock = points.area_of_core("xc7", chosen, "luts"), points.clock_of_core(chosen)
        alone = chosen.soc.adapter == "plugin"
        kernel_names = "all" if len(kernels) == sum(not kernel.guest for kernel in KERNELS) else ", ".join(
            kernel.name for kernel in kernels)
        rows.append([f"`{name}`", kernel_names, ADAPTERS[chosen.soc.adapter],
                     *("yes" if alone and key in known else NONE for key in (area, clock))])
    return marked.markdown_table(["configuration", "kernels", "adapter", "area measured", "clock measured"], rows,
                                 heads=5)


def refused_table() -> str:
    rows = [[f"`{options}`", refusal(configuration.of_options, *options.split())] for options in REFUSED]
    return marked.markdown_table(["options", "message"], rows, heads=2)


TABLES = {"adapters": adapter_table, "kernels": kernel_table, "configurations": configuration_table,
          "refused": refused_table}


def with_tables(text: str) -> str:
    """Return the text of the page with new tables."""
    for name, make in TABLES.items():
        text = marked.replace_part(text, f"support: {name}", make().rstrip("\n"))
    return text


def renew() -> None:
    """Write the tables of the page if they changed."""
    before = PAGE.read_text()
    if (after := with_tables(before)) != before:
        output.write({PAGE: after.encode()})
