# SPDX-License-Identifier: Apache-2.0
"""./metro patch on the upstream FreeRTOS kernel: its changes and refusals. The patched kernel behaves the same with its
lists in software, in the core's task lists, or divided between both."""
import dataclasses
import functools
import re
import shutil

import pytest

from metro import configuration, patch
from metro.base.errors import MetroError
from metro.cli import command_line
from metro.kernels.freertos import applications as freertos_apps
from metro.patch.freertos import code
from metro.products import core, firmware, soc
from metro.run import execution
from mutants.freertos import MOMENTS, SEAM, TIME_BASE
from support import ROOT, metro, slow_except, slow_if
from test_freertos import (CYCLES, PROGRAMS, SYSTEMS, TEMPLATE, TICKLESS, freertos, needs_crate,  # noqa: F401
                           run)
from test_patch import content, is_compiled


def without(*uses):
    """Return `levels` without these uses of the core's task lists."""
    return configuration.read("levels").changed({f"kernel.{use}": False for use in uses})


SYSTEMS = SYSTEMS | {"ready lists": without("sleepers", "waiters"), "sleepers": without("ready_lists", "waiters"),
                     "two lists": without("waiters"),
                     "few wait lists": configuration.read("levels").changed({"units.waiting": 4})}
USES = ("ready lists", "sleepers", "two lists", "few wait lists", "levels", "levels-contexts", *TICKLESS)
CHANGED_LINES = 81, 137      # lines removed, lines added
LATE_STEPS = re.compile(r"V10\.4\.")       # versions in which vTaskStepTick() can skip the tick at which a task wakes


@pytest.fixture(scope="module")
def kernel(freertos):
    return freertos.kernel()


@pytest.fixture
def tree(kernel, tmp_path):
    """Return a copy of the kernel's files, to be modified with change()."""
    folder = tmp_path / "tree"
    shutil.copytree(kernel, folder, ignore=shutil.ignore_patterns("portable"))
    return folder


def change(tree, old, new, file="tasks.c"):
    path = tree / file
    text = path.read_bytes().decode("latin-1")
    old, new = (part.replace("\n", "\r\n") for part in (old, new))
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode("latin-1"))
    return 1 + text.count("\n", 0, text.index(old))


def outcome(about, program, system, defs="", patched=None, **options):
    with pytest.MonkeyPatch.context() as given:
        given.setitem(run.__globals__["SYSTEMS"], system, SYSTEMS[system])
        result = run(about, program, defs, system=system, kernel=patched, **options)
    assert result.status == 0, result.output
    return result.output


# ------------------------------------------------------------------------------------------------------ changes

def test_patch_changes_only_the_expected_lines(needs_crate, kernel, tmp_path):
    report = patch.patch(kernel, tmp_path / "out")
    before, after = content(kernel), content(tmp_path / "out")
    assert {name for name in before if after[name] != before[name]} == {"tasks.c", "queue.c"} == set(report.changed)
    assert (after["tasks.c"].count(b"\n"), after["tasks.c"].count(b"\r\n")) == (after["tasks.c"].count(b"\r\n"),) * 2
    assert report.lines == CHANGED_LINES
    for call in (b"= ( xQueueSemaphoreTake )( pxMutex,", b"( xQueueGenericSend )( pxMutex,"):
        assert call in after["queue.c"], "a recursive mutex has no fast path"
    assert b"( xQueueReceive )( ( QueueHandle_t ) xQueueSet," in after["queue.c"], "a queue set has no fast path"
    assert all(name.startswith(f"{patch.ADDED}/") for name in set(after) - set(before))
    assert {f"{patch.ADDED}/{name}" for name in ("task_lists.h", "portmacro.h", "port.c", "ci_intrinsics.h", "LICENSE",
                                                 "patch-report.txt")} < set(after)
    assert str(tmp_path).encode() not in b"".join(after.values())


@pytest.mark.slow
def test_patch_is_reproducible(kernel, tmp_path):
    for name in ("one", "two"):
        patch.patch(kernel, tmp_path / name)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_patched_kernel_without_switches_is_the_same_program(freertos, kernel):
    """Both images are equal byte for byte. Assertions are off, because they contain line numbers."""
    board = soc.build(core.generate(SYSTEMS["original"]))
    images = [firmware.build("same", [PROGRAMS / "services.c"], [PROGRAMS, TEMPLATE], board, kernel=folder,
                             rtos=freertos, defs="-DNO_ASSERTS").image for folder in (kernel, patch.patched(kernel))]
    assert images[0] == images[1]


@pytest.mark.sample(1)
@pytest.mark.parametrize("file, guest", [("port.c", None), ("portmacro.h", None), ("task_lists.h", None),
                                         ("task_lists.h", (0x40000000, 0x20000))])
def test_a_build_takes_port_and_seam_from_the_tree(freertos, kernel, tmp_path, file, guest):
    tree = tmp_path / "out"
    patch.patch(kernel, tree)
    assert is_compiled(tree, file, tree, [PROGRAMS / "services.c"], [PROGRAMS, TEMPLATE], rtos=freertos, guest=guest)


@pytest.mark.sample(1)
@pytest.mark.parametrize("old, new, becomes", [
    ("[ tskIDLE_PRIORITY ] ) ) > 1U )", "[ tskIDLE_PRIORITY ] ) ) > 1 )",
     "else if( uxTaskReadyLength( tskIDLE_PRIORITY ) > 1 )"),
    ("pxCreatedTask, pxNewTCB, NULL );", "pxCreatedTask, pxNewTCB, NULL );\n prvAddNewTaskToReadyList( pxNewTCB );",
     "if( !taskNUMBER_ASSIGN( pxNewTCB ) )\n            {\n                return NULL;"),
    ("    #if ( configUSE_MUTEXES == 1 )\n    {\n        pxNewTCB->uxBasePriority",
     "    pxNewTCB->uxCriticalNesting = ( UBaseType_t ) 0U;\n    #if ( configUSE_MUTEXES == 1 )\n    {\n"
     "        pxNewTCB->uxBasePriority", "    taskNESTING_CLEAR( pxNewTCB );\n"),
], ids=["one", "creation", "nesting"])
def test_spellings_of_older_kernels_are_patched(needs_crate, tree, tmp_path, old, new, becomes):
    change(tree, old, new)
    patch.patch(tree, tmp_path / "out")
    assert becomes.replace("\n", "\r\n") in (tmp_path / "out" / "tasks.c").read_bytes().decode("latin-1")


# ------------------------------------------------------------------------------------------------------- refusals

@pytest.mark.sample(1)
@pytest.mark.parametrize("old, new, message", [
    ("        pxTCB->uxPriority = pxTCB->uxBasePriority;",
     "        pxTCB->uxPriority = uxListRemove( &( pxTCB->xStateListItem ) );", "the result of uxListRemove is used"),
    ("    traceENTER_uxTaskGetNumberOfTasks();", "    pxDelayedTaskList = pxOverflowDelayedTaskList;",
     "pxDelayedTaskList is used in an unknown way"),
    ("    traceENTER_uxTaskGetNumberOfTasks();", "    xTickCount = 0;", "the tick count is changed in"),
    ("    traceENTER_uxTaskGetNumberOfTasks();", "    listREMOVE_ITEM( &( pxCurrentTCB->xStateListItem ) );",
     "the list that it enters is not known"),
    ("listINSERT_END( &( pxReadyTasksLists[ ( pxTCB )->uxPriority ] )", "listINSERT_END( &( pxReadyTasksLists[ 0 ] )",
     "prvAddTaskToReadyList has another form than the one that the seam replaces"),
    ("                    xNextTaskUnblockTime = portMAX_DELAY;\n                    break;",
     "                    break;", "xTaskIncrementTick has another form"),
    ("            xTimeToWake = xConstTickCount + xTicksToWait;", "            xTimeToWake = xTicksToWait;",
     "prvAddCurrentTaskToDelayedList has another form"),
    ("    uxTopReadyPriority = tskIDLE_PRIORITY;", "    uxTopReadyPriority = 3;", "uxTopReadyPriority is used"),
    ("            prvInitialiseNewTask( pxTaskCode,", "            ( void ) prvInitialiseNewTask, ( pxTaskCode,",
     "prvInitialiseNewTask is called in an unknown way"),
    ("listGET_HEAD_ENTRY( pxList )", "listGET_NEXT( listGET_HEAD_ENTRY( pxList ) )",
     "prvSearchForNameWithinSingleList has another form"),
])
def test_unknown_source_text_is_refused(needs_crate, tree, tmp_path, old, new, message):
    line = change(tree, old, new)
    with pytest.raises(MetroError) as refused:
        patch.patch(tree, tmp_path / "out")
    where = re.findall(r"^tasks\.c:(\d+): (.*)$", refused.value.hint, re.MULTILINE)
    assert any(message in reason for _, reason in where), refused.value.hint
    assert min(abs(int(number) - line) for number, _ in where) < 60 and not (tmp_path / "out").exists()


@pytest.mark.parametrize("old, new, function", [
    ("    traceTASK_RESUME( pxTCB );", "    traceTASK_RESUME( ( pxTCB ) );", "vTaskResume"),
    ("    traceENTER_xTaskPriorityInherit( pxMutexHolder );",
     "    taskENTER_CRITICAL();\n    taskEXIT_CRITICAL();\n    traceENTER_xTaskPriorityInherit( pxMutexHolder );",
     "xTaskPriorityInherit")])
def test_unknown_functions_of_the_tasks_leave_out_all_fast_paths(needs_crate, tree, tmp_path, old, new, function):
    change(tree, old, new)
    report = patch.patch(tree, tmp_path / "out")
    assert [(site.file, site.function) for site in report.in_software if site.idiom == "fast path"] == [
        ("tasks.c", function), ("queue.c", "queues")]
    for name in ("tasks.c", "queue.c"):
        assert b"_short.h" not in (tmp_path / "out" / name).read_bytes()


def test_use_of_the_lists_in_another_file_is_refused(needs_crate, tree, tmp_path):
    line = change(tree, "#include \"queue.h\"", "#include \"queue.h\"\nextern List_t xSuspendedTaskList;", "queue.c")
    with pytest.raises(MetroError) as refused:
        patch.patch(tree, tmp_path / "out")
    assert f"queue.c:{line + 1}: xSuspendedTaskList is used outside tasks.c" in refused.value.hint


@pytest.mark.parametrize("version, message", [
    ("V10.3.1", "FreeRTOS V10.3.1: this version was never checked"),
    ("V11.2.0+", "FreeRTOS V11.2.0+: this version was never checked"),
    ("V12.0.0", "this version was never checked"), ("", "no version")])
def test_other_versions_are_refused(tree, tmp_path, version, message):
    text = (tree / "include" / "task.h").read_text()
    changed = re.sub(r'(tskKERNEL_VERSION_NUMBER\s+)"V[^"]*"', rf'\1"{version}"' if version else "", text)
    (tree / "include" / "task.h").write_text(changed)
    with pytest.raises(MetroError) as refused:
        patch.patch(tree, tmp_path / "out")
    assert message in refused.value.message


def test_patch_of_a_patched_tree_is_refused(kernel, tmp_path):
    patched = patch.patched(kernel)
    assert patch.is_patched(patched) and not patch.is_patched(kernel)
    with pytest.raises(MetroError) as refused:
        patch.patch(patched, tmp_path / "again")
    assert "is already patched" in refused.value.message


def test_upstream_tree_is_refused_with_task_lists_in_the_core(kernel):
    result = metro("run", ROOT / "sw" / "freertos-ports" / "example", "--kernel", kernel, "--config", "levels")
    assert result.returncode != 0 and "no file of it has the seam" in result.stderr, result.stderr


# ------------------------------------------------------------------------------------------------------ behaviour

# Macros of the application, each with the systems whose variants are not slow. The systems have no effect while the
# whole test is marked `slow`.
VARIANTS = {"": ("levels-contexts",), "-DconfigINITIAL_TICK_COUNT=0xFFFFFF80u": (),
            "-DNO_TIME_SLICING": (), "-DCOOPERATIVE": (), "-DPRIORITIES=8": ("few wait lists",),
            "-DNO_TICK_HOOK -DNO_TIME_SLICING": (), "-DNO_TICK_HOOK -DCOOPERATIVE": (),
            "-DNO_TICK_HOOK -DconfigINITIAL_TICK_COUNT=0xFFFFFF80u": ()}


@pytest.fixture(scope="module")
def upstream_log(freertos):
    """Return a function of seed and macros that returns the upstream kernel's log. Each application runs once."""
    return functools.cache(lambda seed, defs: outcome(freertos, "random_app", "original", defs,
                                                      values={"bench_seed": seed}))


@pytest.mark.slow
@pytest.mark.parametrize("seed, defs, system", [
    pytest.param(seed, defs, system, id=f"{seed}-{defs}-{system}",
                 marks=slow_if(system not in quick or (seed > 1 and not defs)))
    for number, (defs, quick) in enumerate(VARIANTS.items())
    for seed in ([number] if defs else range(1, 11)) for system in ("original", *USES)])
def test_random_application_has_the_log_of_the_upstream_kernel(freertos, kernel, upstream_log, seed, defs, system):
    patched = outcome(freertos, "random_app", system, defs, patch.patched(kernel), values={"bench_seed": seed})
    assert patched == upstream_log(seed, defs)


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["original", *USES], ["levels-contexts"]))
def test_services_and_lists_behave_as_in_the_upstream_kernel(freertos, kernel, system):
    patched = patch.patched(kernel)
    assert outcome(freertos, "services", system, patched=patched) == "PASS\n"
    if SYSTEMS[system].kernel.sleepers and LATE_STEPS.match(patch.freertos.find(kernel).version):
        with pytest.raises(MetroError) as refused:
            run(freertos, "lists", system=system, kernel=patched)
        assert "together need FreeRTOS V10.5" in refused.value.hint
        return
    assert outcome(freertos, "lists", system, patched=patched) == outcome(freertos, "lists", "original")


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(USES, ["levels"]))
def test_too_many_tasks_give_the_kernels_own_error(freertos, system):
    assert outcome(freertos, "numbers", system) == "PASS\n"


def test_mutexes_with_and_without_a_wait_list_behave_the_same(freertos):
    """Four wait lists suffice for the first two of three mutexes."""
    assert outcome(freertos, "locked", "few wait lists") == "PASS\n"


@pytest.mark.sample(1)
@pytest.mark.parametrize("built_for, levels, width, waiting, message", [
    ("levels", 0, 0, 0, "for 32 priorities, and for times of 32 bits, and wait lists\n  the core has none\n"),
    ("two lists", 0, 0, 0, "needs task lists for 32 priorities, and for times of 32 bits\n  the core has none\n"),
    pytest.param("levels", 16, 32, 32, "priorities, and .*\n  the core has 16 levels, and times of 32 bits\n",
                 marks=pytest.mark.slow),
    ("levels", 32, 32, 0, "\n  the core has 32 levels, and times of 32 bits, but no wait lists\n"),
    ("levels-tickless", 32, 32, 32, "and wait lists, and a time base\n  the core has .*\n  it has no time base\n"),
    pytest.param("sleepers", 32, 16, 0,
                 "needs task lists for times of 32 bits\n  the core has 32 levels, and times of 16 bits\n",
                 marks=pytest.mark.slow),
])
def test_unsuitable_core_is_refused_at_the_start(freertos, kernel, built_for, levels, width, waiting, message):
    hardware = SYSTEMS["original"] if not levels else SYSTEMS["levels"].changed(
        {"units.levels": levels, "units.width": width, "units.waiting": waiting})
    board = soc.build(core.generate(hardware))
    built = firmware.build("refused", [PROGRAMS / "services.c"], [PROGRAMS, TEMPLATE], board, rtos=freertos,
                           kernel=patch.patched(kernel), defs=freertos.switches(SYSTEMS[built_for]))
    result = execution.execute(built, board, max_cycles=CYCLES)
    assert result.status == 123 and re.search(message, result.output), result.output


@pytest.mark.parametrize("defs, message", [
    ("-DportREADY_UNIT=1", "the core has task lists or the ready unit"),
    ("-DportTASK_NUMBERS=300", "at most 256 task numbers"),
    ("-DTICKS_16", "portSLEEPERS needs ticks of 32 bits"),
])
def test_unsupported_options_of_the_seam_are_compile_errors(freertos, defs, message):
    with pytest.raises(MetroError) as refused:
        run(freertos, "registers", defs, system="levels")
    assert message in refused.value.hint


@pytest.mark.parametrize("system", slow_except(["two lists", "levels"], ["levels"]))
def test_fast_paths_need_neither_mutexes_nor_optimization(freertos, system):
    """Without optimization, a function that no call reaches must still link."""
    assert outcome(freertos, "time_base", system, "-DNO_MUTEXES", opt="-O0") == "PASS\n"


def test_upstream_kernel_does_not_link_with_the_switches(freertos, kernel):
    board = soc.build(core.generate(SYSTEMS["levels"]))
    with pytest.raises(MetroError) as refused:
        firmware.build("upstream", [PROGRAMS / "services.c"], [PROGRAMS, TEMPLATE], board, kernel=kernel, rtos=freertos,
                       defs=freertos.switches(SYSTEMS["levels"]))
    assert "vTaskNumbersInit" in refused.value.hint


@pytest.mark.slow
@SEAM.each
def test_a_fault_in_the_seam_is_found(needs_crate, freertos, kernel, mutant, tmp_path):
    program, _, defs = mutant.needs[0].partition(" ")
    says = "PASS\n" if program in ("services", "numbers", "locked") else run(freertos, program, defs).output
    patched = patch.patched(kernel)
    assert run(freertos, program, defs, port=mutant.copy(tmp_path), system="levels", kernel=patched).output != says


@pytest.mark.slow
@TIME_BASE.each
def test_a_fault_in_the_ticks_of_the_unit_is_found(needs_crate, freertos, kernel, mutant, tmp_path):
    words, system = (*mutant.needs, "levels-tickless")[:2]
    program, _, defs = words.partition(" ")
    defs = f"{defs} -DNO_TICK_HOOK"
    says = "PASS\n" if program == "time_base" else run(freertos, program, defs).output
    found = run(freertos, program, defs, port=mutant.copy(tmp_path), system=system,
                kernel=patch.patched(kernel))
    assert found.output != says


# ------------------------------------------------------------------------------------------- interrupts stay off

SECTION_CHECK = "-DportSECTION_CHECK=1"     # check at the end of each critical section that interrupts are still off
LEAVES_SECTION = re.compile(r"\b(?:task|port)(?:EXIT_CRITICAL|ENABLE_INTERRUPTS)\b")


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(("levels", "levels-contexts", "ready lists", "two lists",
                                                "few wait lists"), ("levels-contexts",)))
@pytest.mark.parametrize("traced", slow_except(["", "-DTRACED"], ["-DTRACED"]))
def test_interrupts_stay_off_in_critical_sections(freertos, kernel, system, traced):
    """This also holds with trace macros that contain critical sections, if the kernel has all of these macros."""
    if traced and not all(f"define {name}(" in re.sub(r" +\(", "(", (kernel / "include" / "FreeRTOS.h").read_text())
                          for name in trace_macros(SECTION.read_text())):
        pytest.skip("not run: this kernel has no traceENTER_ macros, and so no fast paths")
    found = outcome(freertos, "random_app", system, f"{SECTION_CHECK} {traced}", patch.patched(kernel))
    assert found == outcome(freertos, "random_app", "original")


SECTION = ROOT / "sw" / "freertos-ports" / "accel" / "short_section.h"
FAST_PATHS = ("queue_short.h", "task_short.h")
WITHIN = ("prvAddTaskToReadyList", "prvAddCurrentTaskToDelayedList")      # functions that the functions in CALLED use
PAGE = (ROOT / "docs" / "critical-sections.md").read_text()
CALLS = [row.split("|")[1:3] for row in PAGE.partition("### FreeRTOS\n")[2].partition("\n## ")[0].splitlines()
         if row.startswith("| ") and "| --- |" not in row]
CALLED = {name for where, names in CALLS if "the port" not in where
          for name in re.findall(r"`(\w+Task\w+)\(\)`", names)}


def trace_macros(text):
    return set(re.findall(r"\b((?:trace|mtCOVERAGE)\w+)\s*\(", text))


def test_fast_paths_call_only_known_functions():
    """The page lists each function that a fast path calls in its section, and the patch checks each of them."""
    text = "".join((SECTION.parent / name).read_text() for name in FAST_PATHS)
    called = set(re.findall(r"\b([a-z]{1,3}Task\w+)\s*\(", code.blanked(text)))
    outside = {"xTaskGetSchedulerState", "vTaskSuspend", "vTaskResume", "vTaskSuspendOriginal", "vTaskResumeOriginal",
               "xTaskWait", "xTaskWaitForOwner", "xTaskWake", "xTaskGiveAndWake"}      # defined in FAST_PATHS
    assert called - outside == CALLED and CALLED < set(patch.freertos.short.TASKS.functions)


def test_only_the_time_out_check_has_a_critical_section(kernel):
    """Because of this section, prvFastWait() increments the nesting count. The other functions need no count."""
    tasks = code.Code("tasks.c", (kernel / "tasks.c").read_bytes())
    bodies = {name: tasks.body(name) for name in CALLED}
    texts = {name: "".join(line for place, line in tasks._lines(body.start, body.end) if not tasks.several_cores(place))
             for name, body in bodies.items()}
    assert {name for name, text in texts.items() if LEAVES_SECTION.search(text)} == {"xTaskCheckForTimeOut"}


def test_each_trace_macro_in_a_section_is_known(kernel):
    tasks = code.Code("tasks.c", (kernel / "tasks.c").read_bytes())
    seam = "".join((SECTION.parent / name).read_text() for name in (*FAST_PATHS, "task_lists.h"))
    texts = [tasks.plain[body.start:body.end] for body in map(tasks.body, CALLED)]
    ours = code.Code("seam", seam.encode())
    texts += [ours.plain[body.start:body.end] for body in map(ours.body, WITHIN) if body]
    texts += [tasks.plain[block.start:block.end] for block in tasks.macros if block.name in WITHIN]
    texts += [(SECTION.parent / name).read_text() for name in FAST_PATHS]
    outside = {name for name in trace_macros(texts[-1] + texts[-2]) if re.search("ENTER_xQueue|RETURN|FAILED", name)}
    outside -= {"traceRETURN_vTaskPlaceOnEventList"}      # xTaskWait() runs in a section
    assert set().union(*map(trace_macros, texts)) - outside == trace_macros(SECTION.read_text())


@pytest.mark.parametrize("system", slow_except(["two lists", "few wait lists", *TICKLESS, "levels"], ["levels"]))
def test_trace_macros_of_queues_run_in_the_upstream_order(needs_crate, freertos, system):
    upstream = outcome(freertos, "trace_order", "original")
    assert "receive blocks\n" in upstream
    assert outcome(freertos, "trace_order", system) == upstream


@pytest.mark.slow
def test_hammer_compares_the_requested_number_of_applications(freertos):
    result = metro("hammer", "--freertos-apps", "--seed", "5", "--apps", "2")
    assert result.returncode == 0, result.stderr
    assert "2 applications, seeds 5 to 6, on 3 systems; 0 of them end in an assertion" in result.stdout


@pytest.mark.slow
def test_hammer_shows_the_first_difference_of_two_logs(freertos, monkeypatch):
    original_run, runs = freertos_apps.run, []

    def run_with_a_fault(app, system, shown=False):
        result = original_run(app, system, shown)
        runs.append(system)
        changed = result.output.replace("\n5: ", "\n6: ", 1) if shown else result.output + "!"
        return dataclasses.replace(result, output=changed) if system == "levels" else result

    monkeypatch.setattr(freertos_apps, "run", run_with_a_fault)
    app = freertos_apps.App(1)
    _, system = freertos_apps.compare(app)
    error = freertos_apps.difference_error(app, system)
    assert system == "levels" and runs[-2:] == ["original", "levels"]
    assert re.search(r"levels differs from original in entry \d+ of seed 1", error.message)
    assert re.search(r"\n  original: 5: .*\n  levels: 6: ", error.message), error.message
    assert "--seed 1 --apps 1 repeats it" in error.hint


EXCHANGES = [*range(6, 66, 6), *range(1, 6)]      # seeds: ten of the first variant, one of each other variant


@pytest.mark.slow
@pytest.mark.parametrize("seed", slow_except(EXCHANGES, [6]))
def test_tasks_and_handlers_lose_no_item_at_random_cycles(needs_crate, seed):
    systems = freertos_apps.SYSTEMS if seed != 6 else ("original", "levels")
    assert freertos_apps.exchange(freertos_apps.App(seed), systems) is None


@MOMENTS.each
def test_interrupts_within_a_fast_path_are_found(needs_crate, mutant, tmp_path):
    software = mutant.copy(tmp_path)
    losses = (freertos_apps.exchange(freertos_apps.App(seed), ["levels"], software) for seed in EXCHANGES[:9])
    _, result = next(filter(None, losses))
    assert result.output.startswith("LOST: ")


@pytest.mark.slow
def test_tasks_and_handlers_exchange_items_of_each_kind(needs_crate):
    result = freertos_apps.run(freertos_apps.App(6, freertos_apps.EXCHANGE_TICKS, True), "original")
    counts = [*map(int, result.output.splitlines()[-1].split()[1:])]
    assert all(count > 0 for count in counts[:8] + counts[-4:]), counts


@pytest.mark.slow
def test_ticks_skipped_while_idle_change_nothing(needs_crate):
    app = freertos_apps.App(600107)                        # a seed for which the expected idle time can be too short
    assert app.defs == "-DTICKLESS" and freertos_apps.compare(app)[1] is None


@pytest.mark.slow
def test_applications_that_differed_once_have_equal_logs(freertos):
    for app in freertos_apps.known_apps():
        assert freertos_apps.compare(app)[1] is None, app


def test_hammer_tries_kept_seeds_first_and_keeps_new_ones(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(freertos_apps, "SEEDS", tmp_path / "seeds.txt")
    freertos_apps.SEEDS.write_text("7 60\n")
    wrong, tried = {}, []

    def compare(app):
        tried.append(app)
        return execution.Result(0, "", "", {}), wrong.get(app.seed)

    for name, stand_in in (("compare", compare), ("exchange", lambda _: None), ("build", lambda *_: None),
                           ("difference_error", lambda app, system: MetroError(f"{system} {app.seed}"))):
        monkeypatch.setattr(freertos_apps, name, stand_in)

    def hammer(*words):
        tried.clear()
        freertos_apps.main(command_line.parse(["hammer", "--freertos-apps", "--seed", "100", *words])[1])
        return sorted(app.seed for app in tried)

    assert hammer("--apps", "40") == [*range(100, 140)]
    assert "40 applications, seeds 100 to 139" in capsys.readouterr().out
    seeds = hammer("--seconds", "0.001")
    assert seeds[:2] == [7, 100] and freertos_apps.App(7, 60) in tried
    assert f"{len(seeds) - 1} applications, seeds 100 to {seeds[-1]}" in capsys.readouterr().out
    wrong[117] = "levels"
    with pytest.raises(MetroError, match="levels 117"):
        hammer("--apps", "40")
    assert freertos_apps.known_apps() == [freertos_apps.App(7, 60), freertos_apps.App(117)]


def test_failing_seed_is_kept_once_and_invalid_line_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(freertos_apps, "SEEDS", tmp_path / "seeds.txt")
    freertos_apps.SEEDS.write_text("# head\n\n7 60  # why\n")
    for _ in range(2):
        freertos_apps.keep(freertos_apps.App(11))
    assert freertos_apps.known_apps() == [freertos_apps.App(7, 60), freertos_apps.App(11)]
    for line in ("7", "7 -60", "7 x", "7 60 1"):
        freertos_apps.SEEDS.write_text(f"# head\n{line}\n")
        with pytest.raises(MetroError, match="seeds.txt:2: not a seed and its ticks"):
            freertos_apps.known_apps()
