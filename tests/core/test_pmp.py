# SPDX-License-Identifier: Apache-2.0
"""Memory protection of user mode: small programs on a core without a SoC, and faults that they find."""
import json
import random
import sys

import pytest

from mutants.core import HOT, HOT_CORE, PMP, PMP_CORE as CORE, with_all
from support import ROOT, metro, refusal, slow_except

sys.path.insert(0, str(ROOT / "tests" / "core" / "pmp"))
import accesses  # noqa: E402  (found by the line above)
import bench  # noqa: E402
import pmp_registers  # noqa: E402
from accesses import Access, Rule  # noqa: E402

SEEDS = range(1, 17)
COMPRESSED = ("--user-mode", "--pmp", "8", "--compressed")


def some_accesses(seed, number=150):
    """Return the generated part of accesses.S, and its accesses with their causes. The program's mark counts the
    accesses."""
    rng = random.Random(seed)
    rules = accesses.some_rules(rng, 7)
    rows = accesses.borders(rules, rng, number)
    return accesses.generate(rules, rows), [(row, row.cause((accesses.CODE, *rules))) for row in rows]


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [CORE, pytest.param(COMPRESSED, marks=pytest.mark.slow)], ids=" ".join)
@pytest.mark.parametrize("seed", slow_except(SEEDS, SEEDS[:4]))
def test_accesses_near_borders_follow_the_rules(options, seed):
    generated, rows = some_accesses(seed)
    outcome = bench.run("accesses.S", options, generated=generated, seed=seed, wait=seed % 5)
    assert outcome.status == 0, (outcome, rows[outcome.mark - 1])
    assert outcome.mark == len(rows) + 1


def test_accesses_near_borders_have_every_cause():
    causes = [cause for seed in SEEDS[:4] for _, cause in some_accesses(seed)[1]]
    assert min(causes.count(cause) for cause in (1, 4, 5, 6, 7, 8, 11)) > 2


def test_each_access_kind_at_the_borders_of_each_rule_size():
    for size in (32, 64, 4096):
        for start, io in ((bench.ECALLS, False), (bench.PAGE, True)):
            rules = (Rule(start, size, "rwx"),)
            rows = [Access(kind, address, warm=warm)
                    for kind in ("fetch", *accesses.LOADS, *accesses.STORES)
                    for address in (start - 4, start, start + size - 4, start + size) for warm in (False, True)
                    if not io or address >= bench.PAGE and address < bench.PAGE + 0x1000]
            # Stores come last, because a store would change the code that is fetched.
            rows.sort(key=lambda row: row.kind in accesses.STORES)
            outcome = bench.run("accesses.S", generated=accesses.generate(rules, rows))
            assert outcome.status == 0, (outcome, rows[outcome.mark - 1], size)


def test_misaligned_access_across_a_border_reaches_neither_side():
    rules = (Rule(bench.RAM, 32, "rw"),)
    rows = [Access(kind, bench.RAM + 32 - off) for off in (1, 2, 3) for kind in ("lw", "sw", "lh", "sh", "lhu")
            if off != 2 or kind in ("lw", "sw")]
    assert bench.run("accesses.S", generated=accesses.generate(rules, rows)).status == 0


@pytest.mark.parametrize("rules", slow_except((4, 8, 16), (8,)))
def test_registers_read_back_their_effective_values(rules):
    options = "--user-mode", "--pmp", str(rules)
    outcome = bench.run("pmp_registers.S", options, generated=pmp_registers.generate(rules))
    assert outcome.status == 0, outcome


PROGRAMS = {"a rule counts for the next access": ("rights_change.S", CORE),
            "mret at the end of a rule": ("mret_at_border.S", CORE),
            "compressed mret at the end of a rule": ("mret_at_border.S", COMPRESSED),
            "an instruction across a border": ("across_border.S", COMPRESSED),
            "hot code": ("hot_code.S", HOT_CORE),
            "tasks in banks": ("banks.S", ("--user-mode", "--pmp", "4", "--units", "--contexts", "4"))}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", slow_except(PROGRAMS, set(PROGRAMS) - {"compressed mret at the end of a rule"}))
def test_new_rights_apply_from_the_next_instruction(name):
    program, options = PROGRAMS[name]
    for wait in (0, 1, 4):
        outcome = bench.run(program, options, wait=wait)
        assert outcome.status == 0, (outcome, wait)


# Faults

def findings(number):
    """Yield the exit status of each program on the core. number: the active fault; 0: no fault."""
    def on(program, **more):
        return bench.run(program, CORE, with_all(PMP), number, **more).status
    yield on("modes.S", sweep=(50, 50))
    yield on("pmp_registers.S", generated=pmp_registers.generate(8))
    yield on("rights_change.S")
    yield on("mret_at_border.S")
    yield on("switches.S")
    yield on("switches.S", sweep=(300, 500))
    for seed in SEEDS[:4]:
        yield on("accesses.S", generated=some_accesses(seed)[0], seed=seed)


@pytest.mark.slow
def test_netlist_with_all_faults_off_passes():
    assert not any(findings(0))


@pytest.mark.sample(3)
@PMP.each
def test_a_fault_is_found(mutant):
    assert any(findings(PMP.number(mutant)))


@pytest.mark.slow
@HOT.each
def test_hot_memory_fault_is_found(mutant):
    without, status = (bench.run("hot_code.S", HOT_CORE, with_all(HOT), number).status
                       for number in (0, HOT.number(mutant)))
    assert status and not without


# Costs, and options that are refused

def cycles(piece):
    outcome = bench.run("costs.S", wait=0, PIECE=piece)
    assert outcome.status == 0
    return outcome.mark


def test_rule_write_waits_for_earlier_instructions():
    pieces = "ONE_ADDRESS", "TWO_ADDRESSES", "FOUR_RIGHTS", "EIGHT_RULES", "USER_MODE_AND_BACK"
    found = {piece: cycles(piece) - cycles("NOTHING") for piece in pieces}
    for piece, number in found.items():
        print(f"{number:4} {piece}")
    assert found["ONE_ADDRESS"] == found["FOUR_RIGHTS"] == 3
    assert found["EIGHT_RULES"] == 10 * 3


@pytest.mark.parametrize("options, reason", [
    (("--pmp", "8"), "give --user-mode too"), (("--user-mode", "--pmp", "5"), "--pmp 5: there are 0, 4, 8, 16"),
])
def test_gen_refuses_invalid_pmp_options(options, reason):
    code, message = refusal("gen", *options)
    assert code == 1 and message.startswith("metro: error:") and reason in message, message


def test_description_has_the_number_of_rules(tmp_path):
    assert metro("gen", "--user-mode", "--pmp", "4", "--output", tmp_path).returncode == 0
    assert json.loads((tmp_path / "core.json").read_text())["pmp"] == {"regions": 4, "granularity": 32}
