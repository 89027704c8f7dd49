# SPDX-License-Identifier: Apache-2.0
"""./metro patch on the small kernel of tests/patch/tree, on equivalent spellings, and on an upstream tree."""
import functools
import os
import re
import shutil
import subprocess

import pytest

from metro import configuration, patch
from metro.base.errors import MetroError
from metro.patch import source as patch_source, ucos
from metro.products import rtos
from support import ROOT, metro, refusal, slow_except

TREE = ROOT / "tests" / "patch" / "tree"
SW = ROOT / "sw"
SUBJECTS = "ready", "delay", "event"
SEAM = ["os_accel.h", "os_accel_shared.h", *(f"os_accel_{subject}_{kind}.h" for subject in SUBJECTS
                                             for kind in ("soft", "hard"))]
COUNTS = {                      # number of sites of each idiom in the small kernel
    "ready init": 1, "ready set": 9, "ready clear": 8, "ready test": 2, "ready highest": 1,
    "delay set": 4, "delay clear": 5, "delay test": 4, "delay count": 1, "copy": 1, "change prio": 3,
    "wait init": 1, "wait insert": 3, "wait remove": 3, "wait highest": 1, "wait wake": 1, "wait any": 3,
    "wait copy": 1, "status": 12, "hold": 1, "release": 2, "init": 3, "event unit": 2,
}
UPSTREAM_COUNTS = {
    "ready init": 1, "ready set": 9, "ready clear": 9, "ready test": 2, "ready highest": 1,
    "delay set": 7, "delay clear": 5, "delay test": 4, "delay count": 1, "copy": 1, "change prio": 3,
    "wait init": 1, "wait insert": 5, "wait remove": 5, "wait highest": 1, "wait wake": 1, "wait any": 24,
    "wait copy": 4, "status": 15, "hold": 1, "release": 3, "mark": 1, "init": 3, "event unit": 2,
}


def counts(report):
    return {idiom: report.count(idiom) for idiom in dict.fromkeys(site.idiom for site in report.sites)}


def calls(report):
    """Return the sites of a report without their lines."""
    return sorted((site.function, site.idiom, site.call) for site in report.sites)


def content(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file()}


def kernel_files(folder):
    return {name: data for name, data in content(folder).items() if not name.startswith(patch.ADDED)}


@functools.cache
def examine_original():
    return ucos.examine(ucos.find(TREE))


@pytest.fixture
def tree(tmp_path):
    """Return the folder of a copy of the small kernel, which a test may change."""
    folder = tmp_path / "tree"
    shutil.copytree(TREE, folder)
    return folder


def change(folder, file, *pairs):
    path = folder / file
    text = path.read_text()
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)


def examine(folder):
    return ucos.examine(ucos.find(folder))


def check_refused(folder, *expected):
    """Check that patch refuses the tree with a message that has these words, and writes nothing."""
    out = folder.parent / "refused"
    with pytest.raises(MetroError) as error:
        patch.patch(folder, out)
    output = f"{error.value.message}\n{error.value.hint}"
    for words in expected:
        assert words in output, output
    assert not out.exists() and not list(folder.parent.glob(".refused*"))


def line_of(folder, file, words):
    return next(number for number, line in enumerate((folder / file).read_text().splitlines(), 1) if words in line)


# --------------------------------------------------------------------------------------------------------- output

def test_every_site_is_found_and_no_access_remains(tree, tmp_path):
    report = patch.patch(tree, tmp_path / "out")
    assert counts(report) == COUNTS and not report.refusals
    assert not report.in_software
    for name, data in kernel_files(tmp_path / "out").items():
        if name.endswith(".c"):
            code = re.sub(r"/\*.*?\*/|sizeof\(\w+\)", "", data.decode(), flags=re.DOTALL)
            assert not re.search(r"\b(OSRdyGrp|OSRdyTbl|OSTCBDly)\b", code), name


def test_source_tree_is_unchanged_and_other_files_are_copied(tree, tmp_path):
    shutil.move(tree, tmp_path / "kernel" / "Source")
    root = tmp_path / "kernel"
    (root / "Cfg").mkdir()
    (root / "Cfg" / "os_cfg.h").write_bytes(b"#define X 1u\r\n/* \xb5 */\r\n")
    (root / "Ports" / "ARM").mkdir(parents=True)
    (root / "Ports" / "ARM" / "os_dbg.c").write_bytes(b"int x = sizeof(OSRdyTbl);\n")
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("ref")
    before = content(root)
    report = patch.patch(root, tmp_path / "out")
    assert content(root) == before and counts(report) == COUNTS
    after = content(tmp_path / "out")
    assert set(after) == {name for name in before if not name.startswith(".git")} | {
        f"{patch.ADDED}/{name}" for name in (
            *SEAM, "os_cpu.h", "os_cpu_asm.h", "os_cpu_c.c", "os_cpu_a.S", "os_cpu_contexts.S", "ci_asm.h",
            "ci_banks.h", "ci_intrinsics.h", "ci_lines.h", "ci_opcodes.h", "ci_vectors.h", "ci_wishbone.h", "LICENSE",
            "patch-report.txt")}
    changed = {name for name in before if after.get(name) != before[name] and name in after}
    assert changed == set(report.changed) == {"Source/ucos_ii.h", *(
        f"Source/os_{name}.c" for name in ("core", "flag", "mutex", "sem", "task", "time"))}
    for name in SEAM:
        assert after[f"{patch.ADDED}/{name}"] == (SW / "ucos-ports" / "accel" / name).read_bytes()
    assert str(tmp_path).encode() not in b"".join(after.values())


def test_two_patches_give_the_same_bytes(tree, tmp_path):
    patch.patch(tree, tmp_path / "one")
    (tmp_path / "two").mkdir()                             # an empty folder is accepted
    patch.patch(tree, tmp_path / "two")
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_inserted_lines_have_the_files_line_endings(tree, tmp_path):
    patch.patch(tree, tmp_path / "lf")
    for path in tree.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    patch.patch(tree, tmp_path / "crlf")
    assert kernel_files(tmp_path / "crlf") == {name: data.replace(b"\n", b"\r\n")
                                               for name, data in kernel_files(tmp_path / "lf").items()}


def test_non_ascii_bytes_and_layout_are_kept(tree, tmp_path):
    """Latin-1, form feeds, tabs in comments and a missing last newline stay."""
    path = tree / "os_time.c"
    odd = path.read_bytes().replace(b"/* until then */", b"/* \xb5C \xe9\t\x0c */").rstrip(b"\n")
    path.write_bytes(odd)
    patch.patch(tree, tmp_path / "out")
    new = (tmp_path / "out" / "os_time.c").read_bytes()
    assert b"OS_AccelDlySet(OSTCBCur, ticks); /* \xb5C \xe9\t\x0c */" in new and new.endswith(b"}")


def test_tree_with_upper_case_file_names_is_patched(tree, tmp_path):
    upper = tmp_path / "upper" / "SOURCE"
    upper.mkdir(parents=True)
    for path in tree.iterdir():
        shutil.copy(path, upper / path.name.upper())
    report = patch.patch(tmp_path / "upper", tmp_path / "out")
    assert counts(report) == COUNTS and "SOURCE/OS_CORE.C" in report.changed


def test_diff_turns_the_tree_into_the_patched_tree(tree, tmp_path):
    (tree / "os_sem.c").write_bytes((tree / "os_sem.c").read_bytes().replace(b"\n", b"\r\n").rstrip(b"\r\n"))
    report = patch.patch(tree, tmp_path / "out")
    applied = subprocess.run(["git", "apply", "-p1", "-"], cwd=tree, input=report.diff(), capture_output=True,
                             env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert applied.returncode == 0, applied.stderr
    assert content(tree) == kernel_files(tmp_path / "out")


def test_master_file_compiles_after_the_patch(tree, tmp_path):
    """ucos_ii.c includes all other files, so only the first of them includes the seam's header."""
    (tree / "ucos_ii.c").write_text("#define OS_GLOBALS\n#include <ucos_ii.h>\n#define OS_MASTER_FILE\n" + "".join(
        f"#include <os_{name}.c>\n" for name in ("core", "flag", "mutex", "sem", "task", "time")))
    patch.patch(tree, tmp_path / "out")
    check_compiles(tmp_path / "out", [tmp_path / "out" / "ucos_ii.c"], tmp_path)


# --------------------------------------------------------------------------------------- changes without an effect

def tabs(text):
    return re.sub(r"^( {4})+", lambda match: "\t" * (len(match[0]) // 4), text, flags=re.MULTILINE)


def braces_on_their_own_line(text):
    return re.sub(r"^( *)(if|while|for|switch)(.*) \{( /\*.*\*/)?$", r"\1\2\3\n\1{", text, flags=re.MULTILINE)


def wide(text):
    """Write several blanks around an assignment operator that follows a name, and none after a keyword."""
    text = re.sub(r"\b(if|while|for|switch) \(", r"\1(", text)
    return re.sub(r"(\w+) (\|=|&=|=) ", r"\1     \2  ", text)


def narrow(text):
    return re.sub(r"(\w) (\|=|&=|=|==|!=) (\S)", r"\1\2\3", text)


def broken_lines(text):
    """Break each statement with |= or &= into two lines, after the operator."""
    return re.sub(r"^( *)(\S.*) (\|=|&=) (.*;)$", r"\1\2 \3\n\1        \4", text, flags=re.MULTILINE)


def commented(text):
    return re.sub(r"^( +)(OSRdy\w+.*;)$", r"\1/* before */\n\1\2 /* behind */ // and on", text, flags=re.MULTILINE)


def traced(text):
    """Write a recorder's macro after each statement that changes the ready list."""
    return re.sub(r"^( +)(OSRdy\S+ (\|=|&= \(OS_PRIO\)~\S*[bB]it[X_]).*)$", r"\1\2\n\n\1OS_TRACE_USER(1);\n", text,
                  flags=re.MULTILINE)


def user_lines(text):
    return re.sub(r"^( +)(OS_ENTER_CRITICAL\(\);)$", r"\1\2\n\1my_count++;", text, flags=re.MULTILINE) \
        .replace("my_count++;\n            if (ptcb->OSTCBDly", "if (ptcb->OSTCBDly")


def other_spelling(text):
    """Write x = x | y for x |= y, 0 == x and !x for x == 0, and more casts."""
    text = re.sub(r"^( +)(\w+\[?\S*) \|= (\S*Bit[XY]);$", r"\1\2 = (OS_PRIO)(\2 | \3);", text, flags=re.MULTILINE)
    text = re.sub(r"if \((OSRdyTbl\[\S+\]) == 0u\)", r"if (0 == \1)", text)
    text = re.sub(r"if \((pevent->OSEventTbl\[\S+\]) == 0u\)", r"if (!(\1))", text)
    return re.sub(r"&= \(OS_PRIO\)~(\S+);", r"&= (OS_PRIO)(~(OS_PRIO)(\1));", text)


def other_order(text):
    """Write the row before its group."""
    return re.sub(r"^( +OSRdyGrp \|= .*;\n)( +OSRdyTbl\[.*\] \|= .*;\n)", r"\2\1", text, flags=re.MULTILINE)


def descending_loops(text):
    return text.replace("for (i = 0u; i < OS_RDY_TBL_SIZE; i++) {\n        OSRdyTbl[i] = 0u;\n    }",
                        "for (i = OS_RDY_TBL_SIZE; i > 0u; i--) {\n        OSRdyTbl[i - 1u] = 0u;\n    }")


SPELLINGS = [tabs, braces_on_their_own_line, wide, narrow, broken_lines, commented, traced, user_lines, other_spelling,
             other_order, descending_loops]


@pytest.mark.sample(1)
@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: spelling.__name__)
def test_equivalent_code_is_patched_at_the_same_sites(spelling, tree, tmp_path):
    changed = 0
    for path in tree.glob("os_*.c"):
        text = path.read_text()
        path.write_text(spelling(text))
        changed += spelling(text) != text
    assert changed
    report = patch.patch(tree, tmp_path / "out")
    assert calls(report) == calls(examine_original())


def test_user_code_at_a_site_is_kept(tree, tmp_path):
    change(tree, "os_task.c", ("    OS_TRACE_TASK_SUSPENDED(ptcb);\n", "    my_trace(ptcb, 1);\n"))
    change(tree, "os_core.c", ("ptcb->OSTCBStatPend = OS_STAT_PEND_TO;\n", "ptcb->OSTCBStatPend = OS_STAT_PEND_TO;\n"
                               "#if MY_TIMEOUTS > 0u\n                        my_timeout(ptcb);\n#endif\n"))
    patch.patch(tree, tmp_path / "out")
    assert "    OS_AccelRdyClr(ptcb);\n    my_trace(ptcb, 1);\n" in (tmp_path / "out" / "os_task.c").read_text()
    core = (tmp_path / "out" / "os_core.c").read_text()
    due = core[core.index("static void OS_AccelDue(OS_TCB *ptcb)\n{"):]
    assert "#if MY_TIMEOUTS > 0u\n        my_timeout(ptcb);\n#endif\n" in due


def test_report_notes_a_row_taken_from_the_wait_list():
    """At this site, the patched kernel makes the task ready in its own row, even if the wait list had another row."""
    assert [note.line for note in examine_original().notes] == [line_of(TREE, "os_core.c", "OSRdyTbl[row] |=")]


def test_renamed_locals_are_recognised(tree):
    for path in tree.glob("os_*.c"):
        path.write_text(re.sub(r"\bptcb\b", "p_task", re.sub(r"\by\b", "row_index", path.read_text())))
    assert sorted((f, i, re.sub(r"\bp_task\b", "ptcb", c))
                  for f, i, c in calls(examine(tree))) == calls(examine_original())


def test_module_may_be_missing(tree, tmp_path):
    (tree / "os_flag.c").unlink()
    (tree / "os_mutex.c").unlink()
    report = patch.patch(tree, tmp_path / "out")
    assert report.count("change prio") == 1 and report.count("delay count") == 1


def test_extra_tick_code_is_noted_and_forbids_the_short_tick(tree, tmp_path):
    change(tree, "os_core.c", ("    OSTime++;\n", "    OSTime++;\n    my_ticks += 2u;\n"))
    report = patch.patch(tree, tmp_path / "out")
    place = f"os_core.c:{line_of(tree, 'os_core.c', 'my_ti')}: the port's short tick omits this statement of OSTimeTick"
    assert [str(note).startswith(place) for note in report.notes] == [True, False]
    text = (tmp_path / "out" / "os_core.c").read_text()
    assert "    my_ticks += 2u;\n" in text and "#if OS_CPU_TICK_FAST\n#error" in text
    assert "OS_CPU_TICK_FAST" not in examine_original().changed["os_core.c"][1].decode()


# ----------------------------------------------------------------------------------------------------- refused trees

UNKNOWN = {
    "a computed row": ("os_time.c", "OSTimeDlyResume(INT8U prio)\n{\n",
                       "OSTimeDlyResume(INT8U prio)\n{\n    OSRdyTbl[prio >> 3u] |= 1u;\n", "row"),
    "half an insertion": ("os_flag.c", "        OSRdyGrp |= ptcb->OSTCBBitY;\n", "", "without the group"),
    "half a removal": ("os_flag.c", "        OSRdyGrp &= (OS_PRIO)~OSTCBCur->OSTCBBitY;\n", "", "is not cleared when"),
    "another task's group": ("os_flag.c", "OSRdyGrp |= ptcb->OSTCBBitY", "OSRdyGrp |= OSTCBCur->OSTCBBitY", "group"),
    "another task's column": ("os_flag.c", "|= ptcb->OSTCBBitX", "|= OSTCBCur->OSTCBBitX", "row and column"),
    "extra code when a row gets empty": ("os_time.c", "OSRdyGrp &= (OS_PRIO)~OSTCBCur->OSTCBBitY;\n",
                                         "OSRdyGrp &= (OS_PRIO)~OSTCBCur->OSTCBBitY;\n            my_rows--;\n",
                                         "whether the row is empty"),
    "a local that may have another value": ("os_time.c", "        y = OSTCBCur->OSTCBY;\n",
                                            "        y = OSTCBCur->OSTCBY;\n        if (ticks > 5u) {\n"
                                            "            y = 0u;\n        }\n", "row and column"),
    "a delay made longer": ("os_sem.c", "OSTCBCur->OSTCBDly = timeout;",
                            "OSTCBCur->OSTCBDly = timeout;\n    OSTCBCur->OSTCBDly += 2u;", "a delay is changed"),
    "another task's delay": ("os_task.c", "    ptcb->OSTCBDly = 0u; /* no tick is to find it */\n",
                             "    ptcb->OSTCBDly = 5u;\n", "not the running task"),
    "a delay read with interrupts on": ("os_time.c", "    OS_ENTER_CRITICAL();\n    ptcb = OSTCBPrioTbl[prio];\n",
                                        "    if (OSTCBCur->OSTCBDly != 0u) {\n        return (0u);\n    }\n"
                                        "    OS_ENTER_CRITICAL();\n    ptcb = OSTCBPrioTbl[prio];\n", "interrupts on"),
    "a macro": ("os_core.c", "#define ROW(", "#define ANY_READY() (OSRdyGrp != 0u)\n#define ROW(", "in a macro"),
    "a search for something else": ("os_core.c", "OSUnMapTbl[OSRdyTbl[y]]);", "OSUnMapTbl[OSRdyTbl[y]] + 1u);",
                                    "does not find the highest priority"),
    "a scheduler with extra code": ("os_core.c", "    y = OSUnMapTbl[OSRdyGrp];\n",
                                    "    y = OSUnMapTbl[OSRdyGrp];\n    y = my_deadline(y);\n",
                                    "does more than find the highest priority"),
    "extra code for each task at each tick": ("os_core.c", "            ptcb = ptcb->OSTCBNext;\n",
                                              "            ptcb->OSTCBX++;\n            ptcb = ptcb->OSTCBNext;\n",
                                              "every tick"),
    "a walk that stops early": ("os_core.c", "while (ptcb->OSTCBPrio != OS_TASK_IDLE_PRIO)",
                                "while (ptcb->OSTCBPrio < 20u)", "idle task"),
    "code of a due task that needs a local": ("os_core.c", "ptcb->OSTCBStatPend = OS_STAT_PEND_TO;\n",
                                              "ptcb->OSTCBStatPend = OS_STAT_PEND_TO;\n        cpu_sr++;\n",
                                              "uses cpu_sr of OSTimeTick"),
    "a suspension that is not recognisable": ("os_task.c",
                                              "ptcb->OSTCBStat |= OS_STAT_SUSPEND;", "ptcb->OSTCBStat |= prio;",
                                              "suspended"),
    "a status read with interrupts on": ("os_task.c",
                                         "    OS_EXIT_CRITICAL();\n    OS_Sched();\n    return (OS_ERR_NONE);\n"
                                         "}\n\nINT8U OSTaskResume",
                                         "    OS_EXIT_CRITICAL();\n    if (ptcb->OSTCBStat != 0u) {\n"
                                         "        OS_Sched();\n    }\n    return (OS_ERR_NONE);\n}\n\n"
                                         "INT8U OSTaskResume",
                                         "interrupts on"),
    "a priority changed twice": ("os_mutex.c", "            ptcb->OSTCBPrio = pcp;\n",
                                 "            ptcb->OSTCBPrio = pcp;\n            ptcb->OSTCBPrio = pcp;\n",
                                 "changes its priority"),
    "an OSInit without its hook": ("os_core.c", "    OSInitHookBegin();\n", "", "OSInit does not call OSInitHookBegin"),
    "broken code": ("os_time.c", "OSTCBCur->OSTCBDly = ticks;", "OSTCBCur->OSTCBDly = = ticks;", "parsed"),
    "a status in a macro": ("os_task.c", "\nvoid OS_TaskReturn", "#define HELD(ptcb) ((ptcb)->OSTCBStat != 0u)\n\n"
                            "void OS_TaskReturn", "OSTCBStat in a macro"),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("case", UNKNOWN)
def test_refuses_unknown_code(case, tree):
    file, old, new, reason = UNKNOWN[case]
    change(tree, file, (old, new))
    check_refused(tree, f"{file}:", reason, "nothing was written")


def test_refusal_names_the_line(tree):
    change(tree, "os_sem.c", ("INT8U OSSemPost(OS_EVENT *pevent)\n{\n",
                              "INT8U OSSemPost(OS_EVENT *pevent)\n{\n    OSRdyGrp = 1u;\n"))
    check_refused(tree, f"os_sem.c:{line_of(tree, 'os_sem.c', 'OSRdyGrp = 1u')}: ")


def test_local_that_holds_the_running_task_is_recognised(tree, tmp_path):
    change(tree, "os_sem.c", ("    OSTCBCur->OSTCBStat |= OS_STAT_SEM;\n", "    pme = OSTCBCur;\n"
                              "    pme->OSTCBStat |= OS_STAT_SEM;\n"),
           ("    OSTCBCur->OSTCBDly =", "    pme->OSTCBDly ="),
           ("INT32U timeout, INT8U *perr)\n{\n", "INT32U timeout, INT8U *perr)\n{\n    OS_TCB *pme;\n"))
    patch.patch(tree, tmp_path / "out")
    text = (tmp_path / "out" / "os_sem.c").read_text()
    assert "    OS_AccelDlySet(pme, timeout);\n" in text and "    OS_AccelSettle(OSTCBCur);\n" in text


def test_refused_function_is_reported_once(tree):
    change(tree, "os_core.c", ("while (ptcb->OSTCBPrio != OS_TASK_IDLE_PRIO)", "while (ptcb->OSTCBPrio < 20u)"))
    with pytest.raises(MetroError) as error:
        patch.patch(tree, tree.parent / "out")
    assert len(error.value.hint.splitlines()) == 1


def test_access_in_a_port_is_noted_and_elsewhere_is_refused(tree, tmp_path):
    (tree / "Ports" / "M68K").mkdir(parents=True)
    (tree / "Ports" / "M68K" / "os_cpu_a.s").write_text("; none\n move.b OSRdyGrp, d0\n")
    report = patch.patch(tree, tmp_path / "out")
    assert "Ports/M68K/os_cpu_a.s:2: uses OSRdyGrp; Metronome/ replaces this port" in map(
        str, report.notes)
    (tree / "app").mkdir()
    (tree / "app" / "hooks.c").write_text("int f(OS_TCB *p)\n{\n    return p->OSTCBDly; /* OSRdyTbl */\n}\n")
    check_refused(tree, "app/hooks.c:3: OSTCBDly is used outside the kernel's own files")


@pytest.mark.parametrize("number, name", [("29100u", "V2.91"), ("291u", "V2.91"), ("286", "V2.86"), ("252", "V2.52"),
                                          ("29400u", "V2.94")])
def test_refuses_other_versions_by_name(number, name, tree):
    change(tree, "ucos_ii.h", ("#define OS_VERSION 29300u", f"#define OS_VERSION {number}"))
    check_refused(tree, f"uC/OS-II {name} (OS_VERSION {number.rstrip('u')})", "V2.92 and V2.93 can be patched")


@pytest.mark.parametrize("number, version", [("29200u", "V2.92.00"), ("29211u", "V2.92.11"), ("29300u", "V2.93.01")])
def test_accepts_both_supported_versions(number, version, tree, tmp_path):
    for path in tree.iterdir():
        text = path.read_text().replace("V2.93.00", version)
        path.write_text(text.replace("OS_VERSION 29300u", f"OS_VERSION {number}"))
    assert patch.patch(tree, tmp_path / "out").version == version[:5]


def test_refuses_an_old_kernel_with_a_new_version_number(tree):
    change(tree, "ucos_ii.h", ("INT32U OSTCBDly;", "INT16U OSTCBDly;"))
    check_refused(tree, "no 32-bit OSTCBDly")


def test_refuses_a_tree_of_mixed_versions(tree):
    change(tree, "os_sem.c", ("V2.93.00", "V2.92.11"))
    check_refused(tree, "mixes versions", "os_sem.c says V2.92")


def test_refuses_a_patched_tree(tree, tmp_path):
    patch.patch(tree, tmp_path / "out")
    check_refused(tmp_path / "out", "already patched", "os_core.c")
    (tree / "os_time.c").write_bytes((tmp_path / "out" / "os_time.c").read_bytes())
    check_refused(tree, "already patched: os_time.c")


def test_refuses_our_own_kernel(tmp_path):
    shutil.copytree(SW / "kernel", tmp_path / "kernel")
    check_refused(tmp_path / "kernel", "Metronome's own kernel")


@pytest.mark.parametrize("file, kernel", [("FreeRTOS.h", "FreeRTOS"), ("os_cfg_app.h", "uC/OS-III"), ("a.c", "no ")])
def test_refuses_other_kernels_by_name(file, kernel, tmp_path):
    (tmp_path / "other" / "include").mkdir(parents=True)
    (tmp_path / "other" / "include" / file).write_text("")
    check_refused(tmp_path / "other", "contains no uC/OS-II", kernel)


def test_refuses_a_missing_tree(tmp_path):
    check_refused(tmp_path / "nothing", "there is no folder")
    (tmp_path / "file").write_text("")
    check_refused(tmp_path / "file", "a file, not a folder")


def test_refuses_an_unsafe_output_folder(tree, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("keep")
    (tmp_path / "file").write_text("keep")
    (tmp_path / "link").symlink_to(tmp_path / "full")
    before = content(tmp_path)
    for out, words in ((tree, "the tree itself"), (tree / "new", "inside"), (tmp_path, "is inside"),
                       (tmp_path / "full", "not empty"), (tmp_path / "file", "is not a folder"),
                       (tmp_path / "link", "is not a folder"), (tmp_path / "file" / "out", "is not a folder")):
        with pytest.raises(MetroError) as error:
            patch.patch(tree, out)
        assert words in error.value.message, error.value.message
    assert content(tmp_path) == before


def test_failure_during_the_write_leaves_no_output(tree, tmp_path, monkeypatch):
    def full(*_arguments, **_options):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(MetroError, match="no space left"):
        patch.patch(tree, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree"]


# ------------------------------------------------------------------------------------------------------- the command

def test_command_reports_and_writes(tree, tmp_path):
    done = metro("patch", tree, "--out", tmp_path / "out", "--diff", tmp_path / "change.diff")
    assert done.returncode == 0, done.stderr
    assert re.search(r"os_time\.c\n +\d+ +OSTimeDly +ready clear +-> OS_AccelRdyClr\(OSTCBCur\)\n", done.stdout)
    assert f"{sum(COUNTS.values())} places found: {sum(COUNTS.values())} changed, 0 stay in software, 0 refused; " \
        "7 files" in done.stdout
    assert (tmp_path / "change.diff").read_bytes() == examine_original().diff()
    report = (tmp_path / "out" / patch.ADDED / patch.REPORT).read_text()
    assert report in done.stdout
    assert re.search(r"\nStays on ticks\n  os_core\.c:\d+: OSTimeTick: each tick is a timer interrupt", report)


def test_check_option_writes_nothing(tree, tmp_path):
    before = content(tmp_path)
    done = metro("patch", tree, "--check", "--diff", "-")
    assert done.returncode == 0 and done.stdout.encode() == examine_original().diff()
    assert f"{sum(COUNTS.values())} places found" in done.stderr and content(tmp_path) == before


def test_command_fails_if_code_is_refused(tree, tmp_path):
    change(tree, "os_sem.c", ("{\n    pevent->OSEventType", "{\n    OSRdyGrp = 0u;\n    pevent->OSEventType"))
    for more in (["--check"], ["--out", tmp_path / "out"]):
        done = metro("patch", tree, *more)
        assert done.returncode == 1 and "os_sem.c:11: " in done.stderr and "1 refused" in done.stdout
    assert not (tmp_path / "out").exists()
    for arguments, words in ((["patch", TREE], "--out OUT is missing"),
                             (["patch", TREE, "--check", "--diff", TREE / "x"], "is inside")):
        code, message = refusal(*arguments)
        assert code == 1 and words in message


# ------------------------------------------------------------------------------------------------ the patched tree

def check_compiles(kernel, sources, folder, *options, cfg=ROOT / "tests" / "patch" / "cfg", port=None):
    """Compile with warnings as errors. The include path has only the configuration, the kernel and its port."""
    port = port or kernel / patch.ADDED
    done = subprocess.run(["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32",
                           "--specs=picolibc.specs", "-Wall", "-Wextra", "-Werror", *options, f"-I{cfg}", f"-I{kernel}",
                           f"-I{port}", "-c", *map(str, sources)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


SYSTEMS = {name: rtos.get().switches(configuration.read(name)).split() for name in configuration.EVERY_SYSTEM}


@pytest.mark.sample(1)
@pytest.mark.parametrize("more", [[], pytest.param(["-DOS_LOWEST_PRIO=254u"], marks=pytest.mark.slow),
                                  pytest.param(["-O0"], marks=pytest.mark.slow)], ids=["", "many", "O0"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_patched_tree_compiles_by_itself_without_warnings(system, more, tmp_path):
    patch.patch(TREE, tmp_path / "out")
    sources = [*(tmp_path / "out").glob("os_*.c"), *(tmp_path / "out" / patch.ADDED).glob("os_cpu*.[cS]")]
    assert len(sources) == 10
    check_compiles(tmp_path / "out", sources, tmp_path, "-O2", *SYSTEMS[system], *more)


LISTS_STAY = {                  # changes that keep the wait lists in software; the other idioms are patched
    "a direct access": ("os_sem.c", "    OSTCBCur->OSTCBStat |= OS_STAT_SEM;\n",
                        "    my_group = pevent->OSEventGrp;\n    OSTCBCur->OSTCBStat |= OS_STAT_SEM;\n",
                        "OSEventGrp is used here"),
    "a macro": ("os_core.c", "#define ROW(", "#define WAITERS(p) ((p)->OSEventTbl[0])\n#define ROW(",
                "OSEventTbl is used here"),
    "extra code at the end of a wait": ("os_core.c", "    ptcb->OSTCBStatPend = pend_stat;\n",
                                        "    ptcb->OSTCBStatPend = pend_stat;\n    my_wakes++;\n",
                                        "OS_EventTaskRdy does more than end a wait"),
    "another condition at the end of a wait": ("os_core.c",
                                               "    if ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) {\n"
                                               "        OSRdyGrp |=",
                                               "    if (ptcb->OSTCBStat == OS_STAT_RDY) {\n        OSRdyGrp |=",
                                               "OS_EventTaskRdy does more than end a wait"),
    "a wait for several events": ("ucos_ii.h", "    OS_EVENT *OSTCBEventPtr;\n",
                                  "    OS_EVENT *OSTCBEventPtr;\n    OS_EVENT **OSTCBEventMultiPtr;\n",
                                  "waits for several events have an unknown form"),
    "another control block": ("ucos_ii.h", "    INT8U OSEventType;\n", "    struct { INT8U OSEventType; } head;\n"
                                                                        "#define OSEventType head.OSEventType\n",
                              "OS_EVENT has an unknown form"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", LISTS_STAY)
def test_report_says_why_wait_lists_stay_in_software(name, tree):
    file, old, new, reason = LISTS_STAY[name]
    change(tree, file, (old, new))
    report = examine(tree)
    assert not report.refusals and not report.count("event unit") and "ucos_ii.h" not in report.changed
    assert [note.file for note in report.notes if reason in note.reason] == [file]
    assert report.count("wait highest") == 1 and report.count("ready set") == COUNTS["ready set"]


def compile_one_file(out, system):
    """Compile a file of a patched tree for a system, and return the compiler's process."""
    return subprocess.run(["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32",
                           "--specs=picolibc.specs", *rtos.get().switches(configuration.read(system)).split(),
                           f"-I{ROOT / 'tests' / 'patch' / 'cfg'}", f"-I{out}", f"-I{out / patch.ADDED}",
                           "-fsyntax-only", out / "os_sem.c"], capture_output=True, text=True)


def test_tree_with_software_events_is_refused_for_events(tree, tmp_path):
    """The seam refuses OS_ACCEL_EVENT_EN=1 at compile time. ./metro run and ./metro bench refuse the system earlier."""
    out = tmp_path / "out"
    file, old, new, _ = LISTS_STAY["a direct access"]
    change(tree, file, (old, new))
    patch.patch(tree, out)
    done = compile_one_file(out, configuration.EVENTS)
    assert done.returncode and "OS_ACCEL_EVENT_EN must be 0: this kernel keeps its events in software" in done.stderr
    for command in (["run", ROOT / "tests" / "patch"], ["bench", "tick"]):
        code, message = refusal(*command, "--kernel", out, "--system", "events")
        assert code == 1 and f"{out} keeps its events in software: it does not support system events" in message
        assert "use one of original, scheduler, timer, combined" in message


def test_patched_tree_cannot_be_tickless(tree, tmp_path):
    out = tmp_path / "out"
    patch.patch(tree, out)
    for command in (["run", ROOT / "tests" / "patch"], ["bench", "tick"]):
        code, message = refusal(*command, "--kernel", out, "--system", "tickless")
        assert code == 1 and f"{out} relies on the tick's interrupt: it cannot be tickless" in message
        assert "kernel.tickless = false" in message
    done = compile_one_file(out, "tickless")
    assert done.returncode and "OS_ACCEL_TICKLESS_EN must be 0: this kernel relies on the tick's int" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("more", ["", "-DOS_LOWEST_PRIO=100u"], ids=["64", "101"])
def test_patched_kernel_behaves_the_same_on_every_system(more, tmp_path):
    from metro.products import core, firmware, soc as soc_module
    from metro.run import execution as run
    patch.patch(TREE, tmp_path / "out")
    outputs = {}
    every = [*configuration.EVERY_SYSTEM, *([] if more else ["events-few"])]
    in_software = {f"kernel.{use}": False for use in ("ready", "delays", "events")}
    systems = {name: configuration.read(name) for name in every}
    systems["with a time base"] = configuration.read("tickless").changed({"kernel.tickless": False})
    banks_alone = systems["contexts"].changed(in_software)      # register banks need only the port, not the seam
    for kernel, system, chosen in [(TREE, "original", systems["original"]), (TREE, "banks only", banks_alone),
                                   *((tmp_path / "out", system, chosen) for system, chosen in systems.items())]:
        defs = f"-DOS_ACCEL_WIDTH=8u {more}"
        core_from = systems["contexts"] if chosen is banks_alone else chosen
        soc = soc_module.build(core.generate(rtos.get().sized_for(core_from, defs)))
        built = firmware.build("patch_app", [ROOT / "tests" / "patch" / "app.c"], ROOT / "tests" / "patch" / "cfg", soc,
                               kernel=kernel, defs=f"{defs} {rtos.get().switches(chosen)}")
        outcome = run.execute(built, soc, max_cycles=60_000_000)
        assert outcome.status == 0, outcome.errors
        outputs[kernel.name, system] = outcome.output
    first = outputs["tree", "original"]
    for what in ("held", "gave", "change", "delete", "suspend", "slept long", "flag", "abort"):
        assert re.search(rf"^\d+ {what} ", first, re.MULTILINE), what
    assert {name: text == first for name, text in outputs.items()} == dict.fromkeys(outputs, True)


def is_compiled(tree, file, kernel, sources, *arguments, **options):
    """Return whether a build of a patched tree reads this file of the tree's port or seam."""
    from metro.products import firmware, soc as soc_module
    changed = tree / patch.ADDED / file
    changed.write_text(f'#error "of the tree"\n{changed.read_text()}')
    with pytest.raises(MetroError) as failed:
        firmware.link("changed", sources, *arguments, soc_module.default(), kernel=kernel, **options)
    return '#error "of the tree"' in failed.value.hint


@pytest.mark.sample(1)
@pytest.mark.parametrize("file, source, guest", [
    ("os_cpu_c.c", "", None), ("os_cpu.h", "Source", None), ("os_accel_ready_hard.h", "", None),
    ("ci_intrinsics.h", "Source", None), ("os_accel_delay_hard.h", "Source", (0x40000000, 0x20000))])
def test_build_uses_the_trees_port_and_seam(file, source, guest, tmp_path):
    shutil.copytree(TREE, tmp_path / "tree" / source)
    patch.patch(tmp_path / "tree", tmp_path / "out")
    assert is_compiled(tmp_path / "out", file, tmp_path / "out" / source, [ROOT / "tests" / "patch" / "app.c"],
                       ROOT / "tests" / "patch" / "cfg", defs=rtos.get().switches(configuration.read("combined")),
                       guest=guest)


# ------------------------------------------------------------------------------------------------- hardware threads

def run_output(app, kernel, chosen):
    """Run an application, which must exit with 0. Return its output. With circuits, do the checks of --check-memory."""
    from metro.run import command, execution
    outcome = execution.execute(*command.load(app, chosen=chosen, kernel=kernel), max_cycles=60_000_000,
                                check_memory=chosen.soc.threads > 0)
    assert outcome.status == 0, outcome.output + outcome.errors
    return outcome.output


def with_circuits(app, kernel, systems, circuits):
    """Yield the output on each system. Circuits make direct calls on `events`, and use delegates on the other
    systems."""
    for system in systems:
        direct = {"units.direct_calls": circuits} if system == configuration.EVENTS else {}
        yield run_output(app, kernel, configuration.read(system).changed({"soc.threads": circuits, **direct}))


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["original", "combined", "events", "contexts"], ("events",)))
def test_hardware_threads_make_calls_on_a_patched_tree(system, tmp_path):
    app = ROOT / "tests" / "patch" / "threads"
    patch.patch(TREE, tmp_path / "out")
    log = run_output(app, TREE, configuration.read("original"))
    assert "50: has the mutex 0\n" in log and log.endswith("gone: 41 41\n") and log.count("\n") == 27
    assert [*with_circuits(app, tmp_path / "out", [system], 4)] == [log]


# --------------------------------------------------------------------------------------------------- an upstream tree

def test_every_site_of_an_upstream_tree_is_found(upstream, tmp_path):
    before = content(upstream)
    report = patch.patch(upstream, tmp_path / "out")
    assert counts(report) == UPSTREAM_COUNTS and not report.refusals
    assert not report.in_software and content(upstream) == before


CONFIGURATIONS = {
    "all on": {}, "many": {"OS_LOWEST_PRIO": 254}, "no hook": {"OS_TIME_TICK_HOOK_EN": 0, "OS_TICK_STEP_EN": 0},
    "no time": {"OS_TIME_GET_SET_EN": 0}, "semaphores only": {
        f"OS_{name}_EN": 0 for name in ("FLAG", "MBOX", "MUTEX", "Q", "TMR", "MEM", "EVENT_MULTI")},
    "no objects to wait for": {f"OS_{name}_EN": 0 for name in ("FLAG", "MBOX", "MUTEX", "Q", "TMR", "MEM", "SEM",
                                                            "EVENT_MULTI", "TASK_DEL", "TASK_SUSPEND")},
}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_patched_upstream_tree_has_no_new_warnings(name, system, upstream, tmp_path):
    """The patched tree has the same warnings as the upstream tree."""
    patch.patch(upstream, tmp_path / "out")
    macros = {"OS_TASK_TMR_PRIO": 5, **CONFIGURATIONS[name]}
    warnings = {}
    for folder in (upstream, tmp_path / "out"):
        out = tmp_path / folder.name / "objects"
        out.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "--specs=picolibc.specs",
             "-O2", "-Wall", "-Wextra", *(f"-D{macro}={value}u" for macro, value in macros.items()), *SYSTEMS[system],
             f"-I{ROOT / 'tests' / 'kernel' / 'cfg'}", f"-I{folder}", f"-I{tmp_path / 'out' / patch.ADDED}", "-c",
             *map(str, sorted(folder.glob("os_*.c")))], cwd=out, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        warnings[folder.name] = sorted(re.findall(r"/(\w+\.c):.*(warning: .*)", done.stderr))
    assert warnings["out"] == warnings[upstream.name]


# ------------------------------------------------------------------------------------------------------- the parser

def test_source_without_edits_is_unchanged():
    data = b"int a;\r\n\xb5\xff\x00 // \xe9\n#define X(y) \\\n  y\n"
    assert patch_source.Source("a.c", data).render() == data


@pytest.mark.parametrize("one, other", [
    ("(OS_PRIO)(1uL << y)", "1 << y"), ("(INT8U)~(INT8U)X", "~ X"), ("&t[0u]", "t"), ("(*p).OSTCBY", "p->OSTCBY"),
    ("((a) & 0xFFu)", "a & 255"), ("a /* b */ + c", "a+c")])
def test_equivalent_expressions_are_normalised_equally(one, other):
    def norm(expression):
        source = patch_source.Source("a.c", f"void f(void) {{ v = {expression}; }}".encode())
        return patch_source.norm(source.functions()[0].assigned[0].right)
    assert norm(one) == norm(other)
