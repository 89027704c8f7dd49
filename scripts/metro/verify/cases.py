# SPDX-License-Identifier: Apache-2.0
"""Reach the cases of a proof, its cover statements, by simulation with inputs that meet the proof's assumptions.

hw/formal/cases.ys writes the netlist as a graph of AND gates in the format AIGER. Many runs are simulated at a time:
bit n of a Python integer is a signal's value in run n.
"""
from __future__ import annotations

import dataclasses
import random
import re

RUNS, CYCLES, ROUNDS = 4096, 500, 40        # of random inputs
LONGEST_PROGRAM = 600                       # cycles
DRAWS = 100                                 # of constants, until they meet the assumptions
CONSTANT = ".constant.i"


@dataclasses.dataclass(frozen=True)
class Graph:
    """Signals are {name: {bit: literal}}. A literal is 2n for signal n, and 2n + 1 for its complement."""
    inputs: dict[str, dict[int, int]]
    outputs: dict[str, dict[int, int]]
    registers: list[tuple[int, int]]        # (literal, literal of the next value); the first value is 0
    gates: list[tuple[int, int, int]]       # (literal, literals of both inputs), in the order of evaluation

    def of_literals(self, literals) -> list[tuple[int, int, int]]:
        """Return the gates on which these literals depend."""
        needed, found = {literal & ~1 for literal in literals}, []
        for gate in reversed(self.gates):
            if gate[0] in needed:
                found.append(gate)
                needed.update((gate[1] & ~1, gate[2] & ~1))
        return found[::-1]


def read(text: str) -> Graph:
    lines = iter(text.splitlines())
    _, inputs, registers, outputs, gates = map(int, next(lines).split()[1:6])
    numbers = [[tuple(map(int, next(lines).split())) for _ in range(count)]
               for count in (inputs, registers, outputs, gates)]
    signals = {"i": {}, "o": {}}
    for line in lines:
        if found := re.fullmatch(r"([io])(\d+) (.*?)(?:\[(\d+)\])?", line):
            kind, number, name, bit = found.groups()
            signals[kind].setdefault(name, {})[int(bit or 0)] = numbers["io".index(kind) * 2][int(number)][0]
    return Graph(signals["i"], signals["o"], [each[:2] for each in numbers[1]], numbers[3])


class Simulation:
    """Runs from reset. `reached` has the cycle in which a run first reached each case."""

    def __init__(self, graph: Graph, seed: int):
        self.graph, self.random = graph, random.Random(seed)
        outputs = graph.outputs
        drivers = {name: f"drives_{name.removesuffix(CONSTANT)}" for name in graph.inputs}
        self.driven = {name: outputs[driver] for name, driver in drivers.items() if driver in outputs}
        self.runs = 1 if self.driven else RUNS
        self.every = (1 << self.runs) - 1
        self.constants = {name: bits for name, bits in graph.inputs.items() if name.endswith(CONSTANT)
                          and name not in self.driven}
        self.free = {name: bits for name, bits in graph.inputs.items()
                     if name not in {*self.constants, *self.driven, "clk", "reset", "sys_rst"}}
        self.resets = [bits[0] for name, bits in graph.inputs.items() if name in ("reset", "sys_rst")]
        self.violated = [bits[0] for name, bits in outputs.items() if name.endswith(".violated")]
        self.cases = {name.removesuffix(".reached"): bits[0] for name, bits in outputs.items()
                      if name.endswith(".reached")}
        driving = [literal for bits in self.driven.values() for literal in bits.values()]
        nexts = [following for _, following in graph.registers]
        self.first_gates = graph.of_literals([*self.violated, *driving])
        self.gates = graph.of_literals([*self.violated, *nexts, *self.cases.values()])
        self.values = [0, self.every] * (1 + max((*(gate[0] for gate in graph.gates), *(
            literal for bits in graph.inputs.values() for literal in bits.values()),
            *(literal for literal, _ in graph.registers)), default=0) // 2)
        inputs = *self.constants.values(), *self.free.values()
        self.state = [*(literal for literal, _ in graph.registers),
                      *(literal for bits in inputs for literal in bits.values())]
        self.reached: dict[str, int] = {}

    def put(self, literal: int, value: int) -> None:
        self.values[literal] = value
        self.values[literal ^ 1] = value ^ self.every

    def evaluate(self, gates) -> int:
        """Evaluate gates. Return the runs that violate an assumption."""
        values, every = self.values, self.every
        for literal, a, b in gates:
            value = values[a] & values[b]
            values[literal] = value
            values[literal + 1] = value ^ every
        return self.any_of(self.violated)

    def any_of(self, literals) -> int:
        found = 0
        for literal in literals:
            found |= self.values[literal]
        return found

    def some(self, halvings: int) -> int:
        """Return a random set of runs, one of 2 ** halvings."""
        found = self.every
        for _ in range(halvings):
            found &= self.random.getrandbits(self.runs)
        return found

    def drawn(self, bits: dict[int, int]) -> dict[int, int]:
        """Return random values of each bit. Most words are small, so they are valid numbers of tasks."""
        large, high = (self.some(3), self.random.randrange(32)) if len(bits) > 8 else (self.every, -1)
        return {bit: self.some(1) & (self.every if bit < 4 else large) | (self.some(3) if bit == high else 0)
                for bit in bits}

    def begin(self) -> int:
        """Reset all registers and draw constants. Return the runs whose constants meet the assumptions."""
        for literal, _ in self.graph.registers:
            self.put(literal, 0)
        for bits in self.free.values():
            for literal in bits.values():
                self.put(literal, 0)
        for literal in self.resets:
            self.put(literal, self.every)
        good = 0
        for _ in range(DRAWS):
            for bits in self.constants.values():
                drawn = self.drawn(bits)
                for bit, literal in bits.items():
                    self.put(literal, self.values[literal] & good | drawn[bit] & ~good)
            self.drive()
            good = self.every & ~self.evaluate(self.first_gates)
            if good == self.every:
                break
        return good

    def drive(self) -> None:
        """Set the inputs that the proof itself drives."""
        if self.driven:
            self.evaluate(self.first_gates)
            for name, bits in self.driven.items():
                for bit, literal in bits.items():
                    self.put(self.graph.inputs[name][bit], self.values[literal])

    def copy(self, run: int, others: int) -> int:
        """Let other runs continue from the state of a run. Return the other runs."""
        for literal in self.state:
            value = self.values[literal]
            self.put(literal, value | others if value >> run & 1 else value & ~others)
        return others

    def round(self, cycles: int) -> None:
        """Simulate so many cycles in each run."""
        good, seen = self.begin(), set()
        # In a run, some bits are the same in all cycles, and all inputs stay the same for 1 to 16 cycles on average. So
        # some runs repeat a few instructions, and some wait for each.
        fixed = {literal: (self.some(1) if bit < 4 else 0, self.some(1))
                 for bits in self.free.values() for bit, literal in bits.items()}
        slow = [self.some(1) for _ in range(4)]
        # Bits that select, stop or restart something: in half of the runs they are rarely 1.
        rare = {literal: self.some(1) for bits in self.free.values() if len(bits) <= 2 for literal in bits.values()}
        for cycle in range(cycles):
            if not self.driven:
                for literal in self.resets:
                    self.put(literal, self.every if cycle == 0 else self.some(9))
            before = {literal: self.values[literal] for bits in self.free.values() for literal in bits.values()}
            keep = 0
            for each in slow:
                keep |= each & self.some(1)
            for bits in self.free.values():
                kept, drawn = keep | self.some(2), self.drawn(bits)
                for bit, literal in bits.items():
                    mask, value = fixed[literal]
                    new = drawn[bit] & ~(rare.get(literal, 0) & ~self.some(3))
                    self.put(literal, before[literal] & kept | (new & ~mask | value & mask) & ~kept)
            self.drive()
            # A command that waits must not change, so its inputs stay.
            if wrong := self.evaluate(self.first_gates):
                for literal, value in before.items():
                    self.put(literal, self.values[literal] & ~wrong | value & wrong)
            good &= ~self.evaluate(self.gates)
            new = [literal for name, literal in self.cases.items()
                   if name not in seen and self.values[literal] & good]
            following = [self.values[literal] for _, literal in self.graph.registers]
            self.reached = {name: cycle for name, literal in self.cases.items() if literal in new} | self.reached
            if len(self.reached) == len(self.cases):
                return
            reaches = [(self.values[literal] & good).bit_length() - 1 for literal in new]
            for (literal, _), value in zip(self.graph.registers, following):
                self.put(literal, value)
            seen.update(name for name, literal in self.cases.items() if literal in new)
            # Other runs continue from a run that reached a new case, so they reach further cases more often.
            for run in reaches:
                good |= self.copy(run, self.some(3))


def reach(text: str, seed: int = 1) -> dict[str, int | None]:
    """Return {case: the first cycle that reached it, or None}. text: a graph in AIGER's text format.

    If the proof drives inputs (drives_NAME), one run of its program is simulated, else rounds of runs with random
    inputs until all cases are reached."""
    simulation = Simulation(read(text), seed)
    for _ in range(1 if simulation.driven else ROUNDS):
        simulation.round(LONGEST_PROGRAM if simulation.driven else CYCLES)
        if len(simulation.reached) == len(simulation.cases):
            break
    return {name: simulation.reached.get(name) for name in sorted(simulation.cases)}
