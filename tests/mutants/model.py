# SPDX-License-Identifier: Apache-2.0
"""Mutants of the golden model."""
from . import table

# A mutant for each instruction without `needs` in hw/isa/instructions.toml. The name of a mutant is the instruction
# that the self-test must report. No instruction reads a mark, so for ci_event_mark, the self-test must report the
# instruction in the last item.
INSTRUCTIONS = table(
    "test_selftest.py::test_difference_names_its_instruction", "sw/model",
    ("ci_info", "accelerator.c", "(uint32_t)a->wake << CI_INFO_WAKE_LOW", "(uint32_t)!a->wake << CI_INFO_WAKE_LOW"),
    ("ci_time_set", "accelerator.c", "ticks & UINT32_MAX >> (32u - a->width)", "ticks"),
    ("ci_time_clear", "accelerator.c", "set_delay(a, rs1, 0u)", "set_delay(a, rs1, 1u)"),
    ("ci_time_get", "accelerator.c", "a->delay[rs1] : 0u", "a->delay[rs1] : 1u"),
    ("ci_time_move", "accelerator.c", "put(&a->held, to, has(&a->held, from));", ""),
    ("ci_time_tick", "accelerator.c", "!has(&a->held, task)) {\n                put(&a->ready, task, true);",
     "!has(&a->held, task)) {\n                put(&a->ready, task, task > 1u);"),
    ("ci_time_expired", "accelerator.c", "result = word(&a->expired, rs1);", "result = word(&a->expired, rs1) & ~2u;"),
    ("ci_time_next", "accelerator.c", "put(&a->expired, result, false);", ""),
    ("ci_time_results_clear", "accelerator.c", "a->expired = empty;", ""),
    ("ci_time_hold", "accelerator.c", "put(&a->held, rs1, op == CI_TIME_HOLD);",
     "if (op == CI_TIME_RELEASE) put(&a->held, rs1, false);"),
    ("ci_time_release", "accelerator.c", "put(&a->held, rs1, op == CI_TIME_HOLD);",
     "if (op == CI_TIME_HOLD) put(&a->held, rs1, true);"),
    ("ci_time_activate", "accelerator.c", "(rs1 & 1u) != 0u", "rs1 != 0u"),
    ("ci_time_take", "accelerator.c", "result = has(&a->expired, rs1);\n            put(&a->expired, rs1, false);",
     "result = has(&a->expired, rs1);"),
    ("ci_ready_set", "accelerator.c", "put(&a->ready, rs1, op == CI_READY_SET);",
     "if (op == CI_READY_CLEAR || rs1 < 7u) put(&a->ready, rs1, op == CI_READY_SET);"),
    ("ci_ready_clear", "accelerator.c", "put(&a->ready, rs1, op == CI_READY_SET);", "put(&a->ready, rs1, true);"),
    ("ci_ready_highest", "accelerator.c", "    case CI_READY_HIGHEST:\n        return first(&a->ready);",
     "    case CI_READY_HIGHEST:\n        return first(&a->ready) & ~4u;"),
    ("ci_ready_test", "accelerator.c", "return is_task && has(&a->ready, rs1);",
     "return rs1 != 1u && is_task && has(&a->ready, rs1);"),
    ("ci_ready_word", "accelerator.c", "return word(&a->ready, rs1);", "return word(&a->ready, rs1) & ~1u;"),
    ("ci_ready_word_write", "accelerator.c", "(bits >> bit & 1u) != 0u", "(bits >> bit / 2u & 1u) != 0u"),
    ("ci_ready_clear_all", "accelerator.c", "a->ready = empty;\n        return 0u;", "return 0u;"),
    ("ci_ready_group", "accelerator.c", "return rows_of(&a->ready);", "return rows_of(&a->ready) & ~1u;"),
    ("ci_ready_row", "accelerator.c", "return row(&a->ready, rs1);", "return row(&a->ready, rs1) & 0xFEu;"),
    ("ci_ready_bit", "accelerator.c", "<< (rs1 & 7u)", "<< (rs1 & 3u)"),
    ("ci_ready_lowest", "accelerator.c", "n < 8u; n++) {\n        if ((byte", "n < 7u; n++) {\n        if ((byte"),
    ("ci_event_info", "accelerator.c", "a->queue_words << CI_EVENT_INFO_WORDS_LOW",
     "a->queue_words << CI_EVENT_INFO_FLAGS_LOW"),
    ("ci_event_init", "accelerator.c", "*e = (struct accelerator_event){.value = rs2};", "e->value = rs2;"),
    ("ci_event_get", "accelerator.c", "return e->value;", "return (rs1 & 256u) != 0u ? 0u : e->value;"),
    ("ci_event_put", "accelerator.c", "waits != none) {\n            return 1u;\n        }\n        e->value = rs2;",
     "waits != none) {\n            return 1u;\n        }\n        e->value = rs2 & 65535u;"),
    ("ci_event_word", "accelerator.c", "CI_EVENT_INDEX_OF(rs1))", "CI_EVENT_INDEX_OF(rs1) & 3u)"),
    ("ci_event_add", "accelerator.c", "put(&e->waiting, task, op == CI_EVENT_ADD);",
     "put(&e->waiting, task, op == CI_EVENT_ADD && task != 6u);"),
    ("ci_event_remove", "accelerator.c", "put(&e->waiting, task, op == CI_EVENT_ADD);",
     "if (op == CI_EVENT_ADD) put(&e->waiting, task, true);"),
    ("ci_event_pend", "accelerator.c", "set_delay(a, task, rs2);", "set_delay(a, task, rs2 + 1u);"),
    ("ci_event_post", "accelerator.c", ": CI_EVENT_FULL;", ": 0u;"),
    ("ci_event_abort", "accelerator.c", "CI_EVENT_ABORTED, 0u)", "CI_EVENT_ABORTED, 1u)"),
    ("ci_event_take", "accelerator.c", "        t->ended = 0u;\n", ""),
    ("ci_event_message", "accelerator.c", "result = t->message;", "result = rs2 == 0u ? t->message : 0u;"),
    ("ci_event_want", "accelerator.c", "t->message = rs2;", "t->message = rs2 == 12u ? 13u : rs2;"),
    ("ci_event_mark", "accelerator.c", "t->marked = (rs2 & 1u) != 0u;", "t->marked = rs2 != 0u;", "ci_event_abort"),
    ("ci_event_copy", "accelerator.c", "a->task[rs2] = *t;", "a->task[rs2].marked = t->marked;"),
    ("ci_event_flag_next", "accelerator.c", "set ? e->value & ~found : e->value | found",
     "set ? e->value & ~found : e->value"),
    quick=("ci_event_pend",))

LISTS = table(
    "test_task_lists.py::test_fault_in_the_model_differs_from_freertos", "sw/model",
    ("the cursor is lost with its task", "task_lists.c", "found = l->sequence[at];", "found = none;"),
    ("tasks are inserted in order of arrival", "task_lists.c", "l->cursor[list] != none ? position(l, l->cursor[list])",
     "0 ? 0u"),
    ("the ring ends at the marker", "task_lists.c", "next != none ? next : first(l, level)", "next"))

# With these faults, the core looks incompatible to the self-test. The last item is the message of the self-test.
OTHER_CORES = table(
    "test_selftest.py::test_incompatible_core_is_not_tested", "sw",
    ("another version", "ci_opcodes.h", "#define CI_VERSION 1", "#define CI_VERSION 2",
     "instructions of another version: the core's is 1, this test's 2"),
    ("an invalid information word", "ci_opcodes.h", "(((word) >> 14) & 0x1FFu)", "(((word) >> 14) & 7u)",
     "no core has this information word: 0x"))
