# SPDX-License-Identifier: Apache-2.0
"""The kernel uses the ready list, delays, wait lists and units only through the seam, sw/ucos-ports/accel/."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "sw" / "kernel"
SEAM = ROOT / "sw" / "ucos-ports" / "accel"
CONTRACT = SEAM / "os_accel.h"
SOFTWARE, HARDWARE = sorted(SEAM.glob("os_accel_*_soft.h")), sorted(SEAM.glob("os_accel_*_hard.h"))
TOKENS = r"OSRdyGrp|OSRdyTbl|OSTCBDly|OSEventGrp|OSEventTbl|OSUnMapTbl"
INSTRUCTIONS = r"\b(ci_\w+|CI_\w+)"

# Allowed lines of each file: declarations, definitions, sizes, and fields of the query functions' results. Uses of the
# array OSEventTbl[] of event control blocks are allowed, because the wait list in each block has the same name.
ALLOWED = {
    "ucos_ii.h": [
        r"OS_PRIO OSEventGrp;", r"OS_PRIO OSEventTbl\[OS_EVENT_TBL_SIZE\];", r"INT32U OSTCBDly;",
        r"extern OS_PRIO OSRdyGrp;", r"extern OS_PRIO OSRdyTbl\[OS_RDY_TBL_SIZE\];",
        r"extern INT8U const OSUnMapTbl\[256\];", r"extern OS_EVENT OSEventTbl\[OS_MAX_EVENTS\];",
    ],
    "os_core.c": [
        r"OS_PRIO OSRdyGrp;", r"OS_PRIO OSRdyTbl\[OS_RDY_TBL_SIZE\];", r"INT8U const OSUnMapTbl\[256\] = \{",
    ],
    "os_event.c": [
        r"OS_EVENT OSEventTbl\[OS_MAX_EVENTS\];", r"memset\(OSEventTbl, 0, sizeof\(OSEventTbl\)\);",
        r"OS_EventFree\(&OSEventTbl\[i - 1u\]\);", r"OSEventTbl\[i\]\.OSEventUnit = -1;",
    ],
    "os_sem.c": [
        r"OS_AccelEventCopy\(pevent, &p_sem_data->OSEventGrp, p_sem_data->OSEventTbl\);",
    ],
    "os_mbox.c": [
        r"OS_AccelEventCopy\(pevent, &p_mbox_data->OSEventGrp, p_mbox_data->OSEventTbl\);",
    ],
    "os_q.c": [
        r"OS_AccelEventCopy\(pevent, &p_q_data->OSEventGrp, p_q_data->OSEventTbl\);",
    ],
    "os_mutex.c": [
        r"OS_AccelEventCopy\(pevent, &p_mutex_data->OSEventGrp, p_mutex_data->OSEventTbl\);",
        r"for \(pevent = OSEventTbl; pevent < &OSEventTbl\[OS_MAX_EVENTS\]; pevent\+\+\) \{",
    ],
    "os_dbg.c": [
        r"sizeof\(OSRdyGrp\) \+ sizeof\(OSRdyTbl\) \+", r"DBG_CONST\(OSEventTblSize, sizeof\(OSEventTbl\)\);",
        r"#define DBG_EVENT_DATA \(sizeof\(OSEventFreeList\) \+ sizeof\(OSEventTbl\)\)",
    ],
}


def without_comments(text):
    """Return the code without comments. All line numbers stay the same."""
    text = re.sub(r"/\*.*?\*/", lambda match: "\n" * match.group().count("\n"), text, flags=re.DOTALL)
    return re.sub(r"//.*", "", text)


def strays(name, text):
    """Return (line number, line) of each use of a token that is not allowed in that file."""
    allowed = [rf"\s*{pattern}\s*" for pattern in ALLOWED.get(name, [])]
    return [(number, line) for number, line in enumerate(without_comments(text).splitlines(), 1)
            if re.search(rf"\b({TOKENS})\b", line) and not any(re.fullmatch(pattern, line) for pattern in allowed)]


def test_kernel_uses_lists_only_through_the_seam():
    files = sorted([*KERNEL.glob("*.[ch]"), *(ROOT / "sw" / "ucos-ports" / "riscv").glob("*")])
    assert len(files) > 15
    found = {file.name: strays(file.name, file.read_text()) for file in files}
    assert not {name: lines for name, lines in found.items() if lines}


def test_every_exception_is_needed():
    for name, patterns in ALLOWED.items():
        lines = without_comments((KERNEL / name).read_text()).splitlines()
        for pattern in patterns:
            assert any(re.fullmatch(rf"\s*{pattern}\s*", line) for line in lines), f"{name}: {pattern}"


def test_stray_access_is_found():
    assert strays("os_time.c", "    OSTCBCur->OSTCBDly = ticks;\n") == [(1, "    OSTCBCur->OSTCBDly = ticks;")]
    assert strays("os_core.c", "OS_PRIO OSRdyGrp;\nOSRdyGrp |= 1u; /* OSRdyTbl */\n") == [(2, "OSRdyGrp |= 1u; ")]
    assert not strays("os_time.c", "/* OSTCBDly\n OSRdyGrp */ // OSRdyTbl\n")


def test_software_seam_uses_every_token():
    code = "".join(without_comments(file.read_text()) for file in [*SOFTWARE, SEAM / "os_accel_shared.h"])
    for token in TOKENS.split("|"):
        assert re.search(rf"\b{token}\b", code), token


def test_only_the_hardware_seam_uses_instructions():
    """The kernel and the rest of the seam name no instruction, in code or comments. The port's trap entry is not
    checked."""
    files = [*KERNEL.rglob("*.[ch]"), CONTRACT, *SOFTWARE]
    found = {file.name: set(re.findall(INSTRUCTIONS, file.read_text())) for file in files}
    assert not {name: names for name, names in found.items() if names}
    for file in HARDWARE:
        assert len(set(re.findall(r"\bci_\w+(?=\()", without_comments(file.read_text())))) > 4, file.name


def contract():
    """Return {function that a kernel may call: (parameters, files that define the function)}."""
    functions, files = {}, []
    listed = re.search(r"-- the functions \*/\n\n/\*\n(.*?)\*/\n", CONTRACT.read_text(), re.DOTALL)[1]
    for line in listed.splitlines():
        if heading := re.fullmatch(r" \* [^:]+: (os_accel_\w+\.h(?:, os_accel_\w+\.h)*)", line):
            files = heading[1].split(", ")
        elif function := re.match(r" \*   \w+ \*?(OS_Accel\w+)\((.*?)\): ", line):
            functions[function[1]] = function[2], files
    return functions


def defines(text, name, parameters):
    """Return whether the text of a file defines this name: as a function, a macro, or an alias of one of these."""
    names = ", ".join(re.findall(r"(\w+)(?:, |$)", parameters)) if parameters != "void" else ""
    alias = re.search(rf"^#define {name} +(\w+)$", text, re.MULTILINE)
    return bool(re.search(rf"\b{name}\({re.escape(parameters)}\)\n{{", text) or f"#define {name}({names}) " in text
                or alias and defines(text, alias[1], parameters))


def test_each_implementation_defines_its_functions_of_the_contract():
    texts = {file.name: file.read_text() for file in SEAM.glob("*.h")}
    missing = [(name, file) for name, (parameters, files) in contract().items() for file in files
               if not defines(texts[file], name, parameters)]
    assert not missing
    both = [files for _, files in contract().values() if len(files) == 2]
    assert len(both) > 30 and {file for files in both for file in files} == {file.name for file in SOFTWARE + HARDWARE}


def test_contract_lists_exactly_the_functions_that_kernels_call():
    """The callers are our kernel, the delegates of hardware threads, the port, and patched trees."""
    folders = KERNEL, ROOT / "sw" / "threads", *(ROOT / "sw" / "ucos-ports" / part for part in ("riscv", "glue"))
    called = {name for folder in folders for file in folder.glob("*.[chS]")
              for name in re.findall(r"\bOS_Accel\w+", without_comments(file.read_text()))}
    for file in (ROOT / "scripts" / "metro" / "patch" / "ucos").glob("*.py"):
        called |= set(re.findall(r"\bOS_Accel[A-Z]\w+", file.read_text()))
    assert called - {"OS_AccelDue"} == set(contract())      # the patch tool defines this function itself


def test_priority_change_has_the_order_that_hardware_needs():
    """Software counts a delay in the TCB, so no program on the software kernel can detect a missing move."""
    code = without_comments((KERNEL / "os_tcb.c").read_text())
    body = code[code.index("void OS_TCBPrioMove("):code.index("OS_TCB *OS_TCBFind(")]
    steps = re.findall(r"\b(OS_Accel(?!RdyTst)\w+|OS_EventLists\w+|OS_FlagList\w+|OS_TCBPrioSet)\(", body)
    assert steps == ["OS_AccelRdyClr", "OS_AccelSettle", "OS_EventListsLeave", "OS_FlagListLeave", "OS_TCBPrioSet",
                     "OS_AccelDlyMove", "OS_EventListsEnter", "OS_FlagListEnter", "OS_AccelRdySet"]
    for file, lists in ("os_event.c", "Event"), ("os_flag_pend.c", "Flag"):
        for function, step in ("Leave", "Remove"), ("Enter", "Insert"):
            text = without_comments((KERNEL / file).read_text())
            body = re.search(rf"void OS_{lists}Lists?{function}\(.*?\n}}\n", text, re.DOTALL)[0]
            assert set(re.findall(r"OS_Accel\w+", body)) - {"OS_AccelFlagIsInUnit"} == {f"OS_Accel{lists}{step}"}
    # os_tcb.c also sets the priority of a new task, which has no delay. os_task.h moves a ready task that waits for
    # nothing.
    assert len(re.findall(r"\bOS_TCBPrioSet\(ptcb, prio\);", code)) == 2
    shared = without_comments((KERNEL / "os_task.h").read_text())
    body = re.search(r"void OS_TCBRdyMove\(.*?\n}\n", shared, re.DOTALL)[0]
    assert re.findall(r"\bOS_\w+\(.*;|\bptcb->.* = .*;", body) == [
        "OS_AccelRdyMove(ptcb->OSTCBPrio, prio);", "ptcb->OSTCBPrio = prio;"]
    assert not re.findall(r"\bOS_TCBPrioSet\(ptcb, prio\);", shared)
