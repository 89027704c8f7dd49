#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the devicetree of a LiteX SoC from its csr.json: devicetree.py CSR_JSON OUTPUT

The boards of this module call this script when CMake configures an application. A program runs from the memory
main_ram if the SoC has one. Otherwise its code is in rom, and its data in sram.
"""
import json
import os
import sys

UART_DRIVER = "litex,uart litex,uart0"      # Zephyr's names of it, today and in 3.6
UART = "rxtx", "txfull", "rxempty", "ev_status", "ev_pending", "ev_enable", "txempty", "rxfull"
TIMER = "load", "reload", "en", "ev_pending", "ev_enable"
CELLS = "#address-cells = <1>;", "#size-cells = <1>;"
INTERRUPT_CONTROLLER = (
    'compatible = "metronome,intc";', "reg = <0xbc0 0x4 0xfc0 0x4>;", 'reg-names = "irq_mask", "irq_pending";',
    "interrupt-controller;", "#address-cells = <0>;", "#interrupt-cells = <2>;")     # reg: numbers of VexRiscv's CSRs


class Unfit(Exception):
    """Zephyr cannot run on the SoC. The text is the reason."""


def node(name, *lines, label=""):
    """Return the lines of a node. lines: properties, and lines of inner nodes."""
    return [f"{label and label + ': '}{name} {{", *(f"\t{line}" for line in lines), "};"]


class Soc:
    """A LiteX SoC as its csr.json describes it."""

    def __init__(self, description):
        self.registers, self.constants = description["csr_registers"], description["constants"]
        self.memories = description["memories"]
        cpu, width = self.constants.get("config_cpu_name"), self.constants.get("config_csr_data_width")
        if cpu != "vexriscv":
            raise Unfit(f"the CPU is {cpu}, not vexriscv")
        if width != 32:
            raise Unfit(f"registers have {width} bits: build the SoC with --csr-data-width=32")

    def chosen_memories(self):
        """Return {name: use of Zephyr} of the memories for programs."""
        if "main_ram" in self.memories:
            return {"main_ram": "sram"}
        if missing := {"rom", "sram"} - set(self.memories):
            raise Unfit(f"there is no main_ram, and no {' and no '.join(sorted(missing))}")
        return {"rom": "flash", "sram": "sram"}

    def interrupt(self, name):
        line = self.constants.get(f"{name}_interrupt")
        return None if line is None else ["interrupt-parent = <&intc0>;", f"interrupts = <{line} 0>;"]

    def device(self, name, kind, label, compatible, registers, *lines):
        """Return the node of a peripheral.

        name: its name in csr.json. compatible: names of its driver. registers: the registers of this driver."""
        places = [self.registers.get(f"{name}_{register}") for register in registers]
        if None in places:
            raise Unfit(f"there is no register {name}_{registers[places.index(None)]}")
        interrupt = self.interrupt(name)
        if interrupt is None:
            raise Unfit(f"{name} has no interrupt")
        addresses = [place["addr"] for place in places]
        names = ", ".join(f'"{driver}"' for driver in compatible.split())
        return node(f"{kind}@{min(addresses):x}", f"compatible = {names};", *interrupt,
                    f"reg = <{' '.join(f'{address:#x} 0x4' for address in addresses)}>;",
                    "reg-names = " + ", ".join(f'"{register}"' for register in registers) + ";", *lines, label=label)

    def devices(self):
        yield from node("interrupt-controller@bc0", *INTERRUPT_CONTROLLER, label="intc0")
        yield from self.device("uart", "serial", "uart0", UART_DRIVER, UART, "current-speed = <115200>;")
        if self.interrupt("metronome_time_base") is None or "timer0_load" in self.registers:
            yield from self.device("timer0", "timer", "timer0", "metronome,timer", TIMER)
        if end := self.registers.get("sim_exit_code"):
            yield from node(f"exit@{end['addr']:x}", 'compatible = "metronome,exit";', f"reg = <{end['addr']:#x} 0x4>;",
                            label="sim_exit")
        if "sim_line_ev_pending" in self.registers:
            yield from self.device("sim_line", "line", "sim_line", "metronome,line", ("ev_pending", "ev_enable"))

    def tree(self):
        """Return the lines of the devicetree."""
        memories = self.chosen_memories()
        time_base = self.interrupt("metronome_time_base")
        cpu = node("cpu@0", 'compatible = "litex,vexriscv-standard", "riscv";', 'device_type = "cpu";', "reg = <0>;",
                   'riscv,isa = "rv32im";', f"clock-frequency = <{self.constants['config_clock_frequency']}>;",
                   label="cpu0")
        return node(
            "/", *CELLS, 'compatible = "metronome,litex";', 'model = "LiteX SoC with VexRiscv";',
            *node("chosen", "zephyr,console = &uart0;", "zephyr,shell-uart = &uart0;",
                  *(f"zephyr,{use} = &{name};" for name, use in memories.items())),
            *node("cpus", "#address-cells = <1>;", "#size-cells = <0>;", *cpu),
            *(line for name in memories for line in self.memory(name)),
            *(node("time-base", 'compatible = "metronome,time-base";', *time_base, label="time_base")
              if time_base else ()),
            *node("soc", *CELLS, 'compatible = "simple-bus";', "ranges;", *self.devices()))

    def memory(self, name):
        base, size = self.memories[name]["base"], self.memories[name]["size"]
        return node(f"memory@{base:x}", 'compatible = "mmio-sram";', f"reg = <{base:#x} {size:#x}>;", label=name)


def devicetree(description):
    """Return the devicetree for the content of a csr.json."""
    return "".join(f"{line}\n" for line in Soc(description).tree())


def main(source, target):
    try:
        with open(source) as file:
            text = devicetree(json.load(file))
    except OSError as error:
        return f"{source}: {error.strerror}"
    except (ValueError, KeyError, TypeError):
        return f"{source} is not a csr.json of LiteX"
    except Unfit as unfit:
        return f"{source}: Zephyr cannot run on this SoC: {unfit}"
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "w") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
