# SPDX-License-Identifier: Apache-2.0
"""The self-test that users run on their core: it passes where all is well, and names the instruction where not."""
import hashlib
import re
import shutil
import sys

import pytest

from metro import configuration
from metro.base import paths
from metro.build import core as core_module, firmware, isa, soc as soc_module
from metro.run import execution as run
from metro.verify import unit_driver as units
from support import ROOT, metro, some

sys.path.insert(0, str(units.DRIVER))
from unit_faults import FAULTS  # noqa: E402  (found by the line above)

SELFTEST = ROOT / "sw" / "selftest" / "main.c"
CFG = ROOT / "sw" / "kernel" / "template"
SMALL = ("--tasks", "8", "--width", "4", "--engine", "lookahead", "--events", "4", "--queue-words", "16")
LOOK_AHEAD = "ready, time, 64 tasks, delays of 16 bits, look-ahead engine"


def board(*options):
    return soc_module.build(core_module.generate(configuration.of(*options)))


def selftest(soc, source=SELFTEST, **options):
    built = firmware.build("selftest", [source], CFG, soc, **options)
    return run.execute(built, soc, max_cycles=100_000_000)


def lines(output):
    """What the self-test said of each instruction, by the instruction's name."""
    return dict(re.findall(r"^  (ci_\w+) +(.*)$", output, re.MULTILINE))


def named(output):
    return [name for name, said in lines(output).items() if said.startswith("DIFFERS: ")]


def instructions(*absent):
    return [isa.intrinsic(*both) for both in isa.plain_instructions(isa.read()) if both[0]["name"] not in absent]


@pytest.mark.parametrize("options, absent, has", [
    # With test_after_it_the_kernel_starts() among the quick ones, which looks at the same output.
    pytest.param(("--accelerator",), ["event"], LOOK_AHEAD, id="look-ahead", marks=pytest.mark.slow),
    pytest.param(("--tasks", "100", "--width", "24", "--engine", "parallel"), ["event"],
                 "ready, time, 100 tasks, delays of 24 bits, parallel engine", id="parallel", marks=pytest.mark.slow),
    pytest.param(("--accelerator", "--no-time"), ["time", "event"], "ready, 64 tasks", id="ready",
                 marks=pytest.mark.slow),
    pytest.param(("--accelerator", "--no-ready"), ["ready", "event"],
                 "time, 64 tasks, delays of 16 bits, look-ahead engine", id="time", marks=pytest.mark.slow),
    pytest.param(("--config", "events"), [], "ready, time, 64 tasks, delays of 16 bits, look-ahead engine, 32 events",
                 id="events", marks=pytest.mark.slow),
    pytest.param(SMALL, [], "ready, time, 8 tasks, delays of 4 bits, look-ahead engine, 4 events", id="small"),
])
def test_a_good_core_passes(options, absent, has):
    outcome = selftest(board(*options))
    assert outcome.status == 0, outcome.output + outcome.errors
    said = all_is_well(outcome, absent, has)
    if "--accelerator" in options and not absent[1:]:
        takes_what_the_datasheet_says(said)


def all_is_well(outcome, absent, has):
    assert outcome.output.startswith(f"Accelerator self-test, units: {has}\n")
    said = lines(outcome.output)
    assert list(said) == instructions(*absent)
    assert all(re.fullmatch(r"ok; \d+ (to \d+ )?cycles?", line) for line in said.values()), said
    assert outcome.output.endswith(f"Accelerator self-test: {len(said)} instructions, 0 differences\n")
    return said


def takes_what_the_datasheet_says(said):
    """With 64 tasks. Software leaves the engine enough time between two, so that only those wait that always do."""
    slow = {name: line for name, line in said.items() if line != "ok; 1 cycle"}
    assert slow == {"ci_time_get": "ok; 2 cycles", "ci_time_take": "ok; 2 cycles", "ci_time_expired": "ok; 34 cycles"}


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_compiler():
    soc = board(*SMALL)
    assert selftest(soc, opt="-O0").output == selftest(soc).output


def test_a_core_without_units_says_so():
    outcome = selftest(board())
    assert outcome.status == 0
    assert outcome.output == "Accelerator self-test, no units: this core knows none of the instructions\n"


# Faults of instructions, in the model: a difference is one whichever side it comes from.
MODEL_FAULTS = {
    "ci_info": ("(uint32_t)a->wake << CI_INFO_WAKE_LOW", "(uint32_t)!a->wake << CI_INFO_WAKE_LOW"),
    "ci_time_set": ("ticks & UINT32_MAX >> (32u - a->width)", "ticks"),
    "ci_time_clear": ("set_delay(a, rs1, 0u)", "set_delay(a, rs1, 1u)"),
    "ci_time_get": ("a->delay[rs1] : 0u", "a->delay[rs1] : 1u"),
    "ci_time_move": ("put(&a->held, to, has(&a->held, from));", ""),
    "ci_time_tick": ("!has(&a->held, task)) {\n                put(&a->ready, task, true);",
                     "!has(&a->held, task)) {\n                put(&a->ready, task, task > 1u);"),
    "ci_time_expired": ("result = word(&a->expired, rs1);", "result = word(&a->expired, rs1) & ~2u;"),
    "ci_time_next": ("put(&a->expired, result, false);", ""),
    "ci_time_results_clear": ("a->expired = empty;", ""),
    "ci_time_hold": ("put(&a->held, rs1, op == CI_TIME_HOLD);",
                     "if (op == CI_TIME_RELEASE) put(&a->held, rs1, false);"),
    "ci_time_release": ("put(&a->held, rs1, op == CI_TIME_HOLD);", "if (op == CI_TIME_HOLD) put(&a->held, rs1, true);"),
    "ci_time_activate": ("(rs1 & 1u) != 0u", "rs1 != 0u"),
    "ci_time_take": ("result = has(&a->expired, rs1);\n            put(&a->expired, rs1, false);",
                     "result = has(&a->expired, rs1);"),
    "ci_ready_set": ("put(&a->ready, rs1, op == CI_READY_SET);",
                     "if (op == CI_READY_CLEAR || rs1 < 7u) put(&a->ready, rs1, op == CI_READY_SET);"),
    "ci_ready_clear": ("put(&a->ready, rs1, op == CI_READY_SET);", "put(&a->ready, rs1, true);"),
    "ci_ready_highest": ("    case CI_READY_HIGHEST:\n        return first(&a->ready);",
                         "    case CI_READY_HIGHEST:\n        return first(&a->ready) & ~4u;"),
    "ci_ready_test": ("return is_task && has(&a->ready, rs1);", "return rs1 != 1u && is_task && has(&a->ready, rs1);"),
    "ci_ready_word": ("return word(&a->ready, rs1);", "return word(&a->ready, rs1) & ~1u;"),
    "ci_ready_word_write": ("(bits >> bit & 1u) != 0u", "(bits >> bit / 2u & 1u) != 0u"),
    "ci_ready_clear_all": ("a->ready = empty;\n        return 0u;", "return 0u;"),
    "ci_ready_group": ("return rows_of(&a->ready);", "return rows_of(&a->ready) & ~1u;"),
    "ci_ready_row": ("return row(&a->ready, rs1);", "return row(&a->ready, rs1) & 0xFEu;"),
    "ci_ready_bit": ("<< (rs1 & 7u)", "<< (rs1 & 3u)"),
    "ci_ready_lowest": ("n < 8u; n++) {\n        if ((byte", "n < 7u; n++) {\n        if ((byte"),
    "ci_event_info": ("a->queue_words << CI_EVENT_INFO_WORDS_LOW", "a->queue_words << CI_EVENT_INFO_FLAGS_LOW"),
    "ci_event_init": ("*e = (struct accelerator_event){.value = rs2};", "e->value = rs2;"),
    "ci_event_get": ("return e->value;", "return (rs1 & 256u) != 0u ? 0u : e->value;"),
    "ci_event_put": ("waits != none) {\n            return 1u;\n        }\n        e->value = rs2;",
                     "waits != none) {\n            return 1u;\n        }\n        e->value = rs2 & 65535u;"),
    "ci_event_word": ("CI_EVENT_INDEX_OF(rs1))", "CI_EVENT_INDEX_OF(rs1) & 3u)"),
    "ci_event_add": ("put(&e->waiting, task, op == CI_EVENT_ADD);",
                     "put(&e->waiting, task, op == CI_EVENT_ADD && task != 6u);"),
    "ci_event_remove": ("put(&e->waiting, task, op == CI_EVENT_ADD);",
                        "if (op == CI_EVENT_ADD) put(&e->waiting, task, true);"),
    "ci_event_pend": ("set_delay(a, task, rs2);", "set_delay(a, task, rs2 + 1u);"),
    "ci_event_post": (": CI_EVENT_FULL;", ": 0u;"),
    "ci_event_abort": ("CI_EVENT_ABORTED, 0u)", "CI_EVENT_ABORTED, 1u)"),
    "ci_event_take": ("        t->ended = 0u;\n", ""),
    "ci_event_message": ("result = t->message;", "result = rs2 == 0u ? t->message : 0u;"),
    "ci_event_want": ("t->message = rs2;", "t->message = rs2 == 12u ? 13u : rs2;"),
    "ci_event_mark": ("t->marked = (rs2 & 1u) != 0u;", "t->marked = rs2 != 0u;"),
    "ci_event_copy": ("a->task[rs2] = *t;", "a->task[rs2].marked = t->marked;"),
    "ci_event_flag_next": ("set ? e->value & ~found : e->value | found", "set ? e->value & ~found : e->value"),
}
SHOWN_BY = {"ci_event_mark": "ci_event_abort"}      # a mark cannot be read: what depends on it differs


def fault(unit, instruction):
    """In the model. Of an instruction that only reads, any wrong result will do."""
    call = f"unit == {unit['funct3']}u && op == {instruction['funct7']}u"
    return MODEL_FAULTS.get(isa.intrinsic(unit, instruction), (
        "    *illegal = 0;\n", f"    *illegal = 0;\n    if ({call}) {{\n        return 0x5A5A5A5Au;\n    }}\n"))


ALL_FAULTS = {isa.intrinsic(*both): fault(*both) for both in isa.plain_instructions(isa.read())}


def changed(folder, file, old, new):
    """A copy of sw/ with a change in one file."""
    shutil.copytree(paths.ROOT / "sw", folder)
    text = (folder / file).read_text()
    assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times: adapt the fault"
    (folder / file).write_text(text.replace(old, new))
    return folder


def test_what_changes_something_has_a_fault_of_its_own():
    changes = [isa.intrinsic(unit, i) for unit, i in isa.plain_instructions(isa.read()) if i.get("changes")]
    assert set(changes) <= set(MODEL_FAULTS) <= set(instructions())


@pytest.mark.parametrize("instruction", some(ALL_FAULTS, ("ci_event_pend",)))
def test_a_difference_is_put_down_to_its_instruction(instruction, tmp_path):
    software = changed(tmp_path / "sw", "model/accelerator.c", *ALL_FAULTS[instruction])
    outcome = selftest(board(*SMALL), software=software)
    built = len(instructions())
    instruction = SHOWN_BY.get(instruction, instruction)
    assert outcome.status == 1
    assert named(outcome.output) == [instruction], outcome.output
    assert f"{instruction}(0x" in lines(outcome.output)[instruction]
    assert re.search(r" gives 0x[0-9a-f]+, the model 0x[0-9a-f]+; (\d+ to )?\d+ cycles?$",
                     lines(outcome.output)[instruction])
    tried = [name for name, said in lines(outcome.output).items() if said != "not tried"]
    assert re.search(rf"^Accelerator self-test: {len(tried)} instructions, [1-9]\d* differences?"
                     + (f", {built - len(tried)} not tried" if len(tried) < built else "") + r"\n\Z",
                     outcome.output, re.MULTILINE), outcome.output


UNIT_FAULTS = {"a tick counts while deactivated": "ci_time_activate", "next does not acknowledge": "ci_time_next",
               "a move loses held": "ci_time_move"}


@pytest.mark.slow
def test_faults_in_the_units_are_named(tmp_path):
    good = core_module.generate(configuration.of(*SMALL))
    netlist = (good / "VexRiscv.v").read_text()
    for fault in FAULTS:
        if fault.name in UNIT_FAULTS:
            netlist = fault.put_into(netlist)
    core = tmp_path / hashlib.sha256(netlist.encode()).hexdigest()             # the SoC is kept by the core's name
    core.mkdir()
    shutil.copy(good / "core.json", core)
    (core / "VexRiscv.v").write_text(netlist)
    outcome = selftest(soc_module.build(core))
    assert outcome.status == 1
    assert sorted(named(outcome.output)) == sorted(UNIT_FAULTS.values()), outcome.output


@pytest.mark.parametrize("old, new, said", [
    ("#define CI_VERSION 1", "#define CI_VERSION 2",
     "instructions of another version: the core's is 1, this test's 2"),
    ("(((word) >> 14) & 0x1FFu)", "(((word) >> 14) & 7u)", "a core that cannot be: its information word is 0x"),
], ids=["version", "core"])
def test_a_core_of_another_kind_is_not_tested(tmp_path, old, new, said):
    outcome = selftest(board("--accelerator"), software=changed(tmp_path / "sw", "ci_opcodes.h", old, new))
    assert outcome.status == 1 and said in outcome.output and not lines(outcome.output)


def test_a_running_kernels_units_are_left_alone(tmp_path):
    source = tmp_path / "main.c"
    source.write_text("""
        #include <stdio.h>
        #include <ci_intrinsics.h>
        #include <os_accel_test.h>
        int main(void)
        {
            INT32U differences;
            OSInit();
            differences = OS_AccelSelfTest(putchar);
            return differences == 1u && ci_ready_highest() < OS_LOWEST_PRIO + 1u ? 0 : 2;
        }
    """)
    outcome = selftest(board("--accelerator"), source, defs=configuration.read("combined").switches())
    assert outcome.status == 0
    assert outcome.output == "Accelerator self-test: not after OSInit(), whose state the units hold by then\n"


def test_after_it_the_kernel_starts(tmp_path):
    source = tmp_path / "main.c"
    source.write_text("""
        #include <stdio.h>
        #include <os_accel_test.h>
        #include "bsp.h"
        static OS_STK stk[256];
        static void task(void *p_arg)
        {
            (void)p_arg;
            BSP_TickStart(1000u);
            OSTimeDly(3u);
            BSP_Exit(OSTimeGet() == 3u ? 9 : 2);
        }
        int main(void)
        {
            if (OS_AccelSelfTest(putchar) != 0u) {
                return 1;
            }
            OSInit();
            OSTaskCreate(task, (void *)0, &stk[255], 5u);
            OSStart();
        }
    """)
    outcome = selftest(board("--accelerator"), source, defs=configuration.read("combined").switches())
    assert outcome.status == 9, outcome.output
    takes_what_the_datasheet_says(all_is_well(outcome, ["event"], LOOK_AHEAD))


@pytest.mark.slow                                  # the same once more, by a command
def test_the_command_of_the_manual():
    outcome = metro("run", "sw/selftest", "--system", "combined", cwd=ROOT)
    count = len(instructions("event"))
    assert outcome.returncode == 0 and outcome.stdout.endswith(f" {count} instructions, 0 differences\n")
