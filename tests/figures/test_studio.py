# SPDX-License-Identifier: Apache-2.0
"""./metro studio without a browser: access to the server, choices and the source of their figures, and jobs."""
import collections
import http.client
import io
import itertools
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import zipfile
from pathlib import Path

import pytest

from metro.base.errors import MetroError
from metro.figures import committed
from metro.figures.key import Key
from metro.measure import area
from metro.response import costs, picture, report, task_set
from metro.studio import model, needs, plane, timeline, work
from metro.studio.page import Studio
from metro.studio.server import LONGEST, Server
from support import PATIENCE, ROOT, metro, named

STATELESS = collections.defaultdict(str)                  # so no figure counts as older
FIGURES = model.Figures(committed.load()[0], STATELESS)
NAMED = named(FIGURES.known)


class Served:
    def __init__(self, studio, folder):
        self.server = Server(0, studio, folder)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.token, self.host = self.server.token, self.server.hosts[0]

    def ask(self, path, method="GET", body=None, token=True, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=PATIENCE)
        headers = {"Host": self.host, **({"X-Studio-Token": self.token} if token else {}),
                   **{name.replace("_", "-"): value for name, value in headers.items()}}
        if method == "POST":
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def fake(script):
    """Return a command that runs this Python script instead of ./metro."""
    return (sys.executable, "-uc", script)


@pytest.fixture
def served(tmp_path):
    folder = tmp_path / "build" / "studio"
    folder.mkdir(parents=True)
    (folder / "core.zip").write_bytes(b"of the studio")
    (folder.parent / "secret").write_text("of another program")
    (folder / "link").symlink_to(folder.parent / "secret")
    studio = Studio(folder, figures=FIGURES, work=work.Work(folder, fake("print('built')")))
    server = Served(studio, folder)
    yield server
    server.stop()


def wait_until_idle(at):
    while at.current:
        time.sleep(.01)


# Access to the server

def test_page_loads_only_files_of_the_server(served):
    status, body, headers = served.ask("/")
    page = body.decode()
    assert status == 200 and served.token not in page           # this request had the token in a header
    loaded = re.findall(r'(?:src|href)="(/[\w.]+)"', page)
    assert {"/studio.css", "/page.js", "/studio.js"} <= set(loaded)
    for path in ("/studio.css", "/page.js", "/studio.js", "/deadlines.js"):
        assert served.ask(path, token=False)[0] == 200
        assert not re.search(r"(?:https?:)?//[\w.]+\.\w+/", served.ask(path)[1].decode())
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store" and headers["X-Frame-Options"] == "DENY"


# Deadlines

MOTOR = (ROOT / "bench" / "response" / "motor.toml").read_text()


def deadlines(served, text=MOTOR, path="/verdicts", **more):
    status, body, _ = served.ask(path, "POST", urllib.parse.urlencode({"text": text, "on-contexts": 1, **more}))
    assert status == 200
    return body.decode()


def test_deadlines_page_shows_what_the_command_computes(served):
    page = served.ask("/deadlines")[1].decode()
    assert page.count('data-chart="') == 3 and served.token not in page and "/deadlines.js" in page
    found = costs.read("contexts", FIGURES.known)
    tasks = task_set.parse(MOTOR, "motor.toml", found.services)
    verdict = report.verdict(tasks, "contexts", found, report.refill_of("contexts", FIGURES.known))
    shown = deadlines(served)
    assert shown.count('data-chart="') == 1 and "all deadlines are met" in shown
    for response in verdict.responses:
        for cell in report.row(response, report.shares_of([verdict]), tasks.clock):
            assert f">{cell}</" in shown
    for cell in report.summary(verdict):
        assert f">{cell}</" in shown


def test_widths_of_a_bar_add_up_to_response_by_deadline(served):
    found = costs.read("contexts", FIGURES.known)
    tasks = task_set.parse(MOTOR, "motor.toml", found.services)
    verdict = report.verdict(tasks, "contexts", found, 0)
    chart, = picture.draw([verdict], tasks.clock)
    scale = chart.deadline - picture.LEFT
    for response, row in zip(verdict.responses, chart.rows):
        assert sum(part.width for part in row.parts) == pytest.approx(scale * response.total / response.task.deadline)
        assert [part.share for part in row.parts] == [share for share, cycles in response.shares.items() if cycles]


def test_missed_deadline_and_first_task_to_fail_are_named(served):
    shown = deadlines(served, MOTOR.replace("deadline_us = 3500", "deadline_us = 2900"))
    assert "some deadlines are missed" in shown and "MISSED" in shown and " missed</text>" in shown
    assert "communication misses its deadline first" in shown
    assert "no bound; deadline" in deadlines(served, MOTOR.replace("execution_us = 3000", "execution_us = 9000"))


@pytest.mark.parametrize("change, message", [
    (("period_us = 1000", "period_uz = 1000"), "mine.toml: task speed.period_uz: there is no such key"),
    (("[system]", "[system"), "mine.toml: Expected"),
    (("execution_us = 160", "execution_us = 99999"), "above 1: the tasks and handlers need more time than there is"),
    (("clock_mhz", "<script>"), "mine.toml: Invalid"),
])
def test_mistake_in_the_tasks_is_named_in_one_sentence(served, change, message):
    shown = deadlines(served, MOTOR.replace(*change), name="mine.toml")
    assert shown.count('role="alert"') == 1 and message in shown and "data-chart" not in shown


def test_deadlines_page_without_script_keeps_text_and_choice(served):
    page = deadlines(served, MOTOR + "# mine", "/deadlines")
    assert "# mine</textarea>" in page and 'name="on-contexts" value="1" checked' in page
    assert page.count(" checked>") == 1 and page.count('data-chart="') == 1


def test_deadlines_without_a_configuration_ask_for_one(served, tmp_path):
    shown = served.ask("/verdicts", "POST", urllib.parse.urlencode({"text": MOTOR}))[1].decode()
    assert "no configuration is selected" in shown
    assert "no configuration is selected" in Studio(tmp_path, figures=model.Figures({})).deadlines({})


def test_documentation_links_only_to_served_pages(served):
    page = served.ask("/")[1].decode()
    link, = re.findall(r'href="(/docs/[\w.-]+)"', page)
    status, body, headers = served.ask(link, token=False)
    manual = body.decode()
    assert status == 200 and headers["Content-Type"].startswith("text/html")
    assert '<h1 id="' in manual and "<table>" in manual
    assert re.findall(r'href="(?!#|/studio\.css|data:|https?:)([^"#]*)', manual)
    for name in re.findall(r'href="(?!#|/studio\.css|data:|https?:)([^"#]*)', manual):
        assert served.ask(f"/docs/{name}", token=False)[0] == 200, name


@pytest.mark.parametrize("name", ["figures.json", "../README.md", "%2e%2e/README.md", "none.md", ""])
def test_only_pages_of_docs_are_served(served, name):
    assert served.ask(f"/docs/{name}", token=False)[0] == 403
    assert served.ask(f"/docs/{name}")[0] == 404


def test_axes_of_the_plot_have_units(served):
    for up in plane.UPWARDS:
        page = served.ask(f"/answer?up={up}")[1].decode()
        assert "Area of the core (look-up tables)" in page
        assert f"{model.ROWS[up].title} ({model.ROWS[up].unit}" in page


def test_server_binds_only_the_loopback(served):
    assert served.server.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "127.0.0.1:1", "evil.test:{port}", "[::1]:{port}", "",
                                  "localhost.evil:{port}"])
def test_another_host_is_refused(served, host):
    assert served.ask("/", Host=host.format(port=served.server.server_port))[0] == 421


def test_missing_or_double_host_header_is_refused(served):
    for lines in (b"", f"Host: {served.host}\r\nHost: evil.test\r\n".encode()):
        with socket.create_connection(("127.0.0.1", served.server.server_port), PATIENCE) as raw:
            raw.sendall(b"GET /studio.js HTTP/1.1\r\n" + lines + b"\r\n")
            assert b" 421 " in raw.makefile("rb").readline()


def test_localhost_is_accepted(served):
    host = f"localhost:{served.server.server_port}"
    assert served.ask("/", Host=host)[0] == 200
    assert served.ask("/", Host=host, Origin=f"http://{host}")[0] == 200


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("origin", ["http://evil.test", "null", "", "https://{host}", "http://{host}.evil.test",
                                    "http://127.0.0.1:1"])
def test_another_origin_is_refused(served, method, origin):
    status, *_ = served.ask("/act" if method == "POST" else "/", method, "action=core",
                            Origin=origin.format(host=served.host))
    assert status == 403 and not served.server.studio.work_at.jobs


@pytest.mark.parametrize("token", ["", "x", "é"])
@pytest.mark.parametrize("path", ["/", "/answer", "/work", "/timeline", "/deadlines", "/file/core.zip", "/anything"])
def test_page_without_the_token_is_refused(served, path, token):
    status, body, _ = served.ask(f"{path}?token={urllib.parse.quote(token)}", token=False)
    assert status == 403 and b"./metro studio printed" in body


@pytest.mark.parametrize("token", ["", "x"])
def test_action_without_the_token_is_refused(served, token):
    assert served.ask("/act", "POST", f"action=core&token={token}", token=False)[0] == 403
    assert not served.server.studio.work_at.jobs


def test_action_must_be_a_post(served):
    assert served.ask("/act?action=core")[0] == 404
    assert not served.server.studio.work_at.jobs
    assert served.ask("/act", "PUT", "action=core")[0] == 501


@pytest.mark.parametrize("body, headers, status", [
    ("x" * 10, {"Content_Type": "application/json"}, 415),
    ("action=core", {"Content_Type": "text/plain"}, 415),
    ("x", {"Content_Length": str(LONGEST + 1)}, 413),
    ("x", {"Content_Length": "-1"}, 413),
    ("&".join(f"a{n}=1" for n in range(200)), {}, 400),
    ("action=nothing", {}, 409),
])
def test_invalid_form_is_refused(served, body, headers, status):
    assert served.ask("/act", "POST", body, **headers)[0] == status
    assert not served.server.studio.work_at.jobs


@pytest.mark.parametrize("name", ["../secret", "%2e%2e/secret", "..%2fsecret", "link", "/etc/passwd", "%2fetc%2fpasswd",
                                  "", ".", "..", "no-such", "a%00b", "a" * 5000])
def test_file_outside_the_folder_is_refused(served, name):
    status, body, _ = served.ask(f"/file/{name}")
    assert status == 404 and b"another program" not in body


def test_file_of_the_folder_is_served(served):
    status, body, headers = served.ask("/file/core.zip")
    assert (status, body) == (200, b"of the studio") and 'filename="core.zip"' in headers["Content-Disposition"]


def test_input_is_escaped_in_the_page(served):
    script = "<script>alert(1)</script>"
    page = served.ask("/?" + urllib.parse.urlencode({"tasks": script, "pick": script, "device": script, "up": script,
                                                     "token": served.token}), token=False)[1].decode()
    assert script not in page and "Tasks: a number from 1 to 254" in page


# What an application needs

def test_invalid_fields_are_named_and_the_rest_is_used():
    found, wrong = needs.read({"tasks": "0", "tick": "100", "max_delay": "x", "device": "none", "aim": "tick"})
    assert (found.tick, found.aim, found.tasks) == (100, "tick", needs.Needs().tasks)
    assert set(wrong) == {"tasks", "max_delay", "device"}


def test_needs_are_read_from_a_project(tmp_path):
    (tmp_path / "app_cfg.h").touch()
    (tmp_path / "os_cfg.h").write_text("#define OS_LOWEST_PRIO 30u\n#define OS_MAX_TASKS 12u\n"
                                       "#define OS_TICKS_PER_SEC (500u)\n#define OS_MAX_EVENTS 7u\n")
    (tmp_path / "main.c").write_text(
        'void f(void) {\n    /* OSTimeDly(9999u); */  // OSTimeDly(8888u);\n    puts("OSTimeDly(7777u);");\n'
        "    OSTimeDly(300u);\n    OSSemPend(sem, 1200u, &err);\n    q = OSQCreate(table, 20u);\n"
        "    p = OSQCreate(other, SIZE);\n}\n")
    project = needs.project(tmp_path)
    assert project.needs == needs.Needs(tasks=12, priorities=31, max_delay=1200, tick=500, events=7, words=20)
    assert len(project.found) == 6


def test_tasks_are_counted_without_os_max_tasks(tmp_path):
    (tmp_path / "app_cfg.h").touch()
    (tmp_path / "os_cfg.h").write_text("#define OS_LOWEST_PRIO 30u\n")
    (tmp_path / "main.c").write_text("void f(void) { OSTaskCreate(a); OSTaskCreateExt(b); OSTaskCreate(c); }\n")
    assert needs.project(tmp_path).needs.tasks == 3


def test_each_call_of_a_function_that_creates_a_task_counts(tmp_path):
    (tmp_path / "app_cfg.h").touch()
    (tmp_path / "os_cfg.h").write_text("#define OS_MAX_TASKS 20u\n#define OS_TASK_STAT_EN 1u\n")
    (tmp_path / "main.c").write_text(
        "static void create(int prio) { OSTaskCreate(task, 0, stack, prio); }\n"
        "static void start(void) { create(1); if (1) { create(2); } }\n"
        "int main(void) { start(); create(3); OSTaskCreateExt(other); }\n")
    assert needs.project(tmp_path).needs.tasks == 4 + 1


def test_example_has_five_tasks_and_two_kernel_tasks():
    assert needs.project(ROOT / "sw" / "example").needs.tasks == 5 + 2


@pytest.mark.parametrize("argument, ticks", [
    ("(INT32U)ms * OS_TICKS_PER_SEC / 1000u", None), ("3u * OS_TICKS_PER_SEC", 300), ("(INT32U)250u", 250),
    ("OS_TICKS_PER_SEC / 4u", 25), ("(2u + 3u) * 10u", 50), ("ticks", None), ("9u ** 9u", None), ("1u / 0u", None),
])
def test_constant_delay_is_read(argument, ticks):
    assert needs.number(argument, "#define OS_TICKS_PER_SEC 100u\n") == ticks


def test_freertos_folder_gets_a_freertos_choice():
    project = needs.project(ROOT / "sw" / "freertos-ports" / "example")
    assert project.needs == needs.Needs(tasks=5, priorities=32, max_delay=55, tick=1000, events=2, words=4,
                                        rtos="freertos")
    choice = model.choose_among(FIGURES, project.needs)
    assert choice.suggested.system == "levels"
    assert {one.system for one in choice.sufficient} == {"scheduler", "levels", "levels-contexts"}
    figures = choice.suggested.figures
    assert figures["luts"].value == value("area.xc7.core_lists.32.32.luts")
    assert figures["wakeup"].value == value("wakeup.max.freertos-levels.48.O2")


def test_selected_kernel_changes_the_answer(tmp_path):
    studio = Studio(tmp_path, figures=FIGURES, work=work.Work(tmp_path))
    shown = studio.chosen({"rtos": "freertos", "priorities": "32"})
    assert shown["selected"].system == "levels" and shown["selected"].figures["wakeup"].value == value(
        "wakeup.max.freertos-levels.48.O2")
    example = "sw/freertos-ports/example"
    assert dict(shown["commands"]) == {
        "The core's Verilog": "./metro gen --config levels --output core",
        "Run it in simulation": f"./metro run {example} --config levels",
        "Build it for the board": f"./metro boards arty --build --variant a7-35 --config levels --firmware {example}"}
    assert studio.run(shown["selected"], shown["need"]).title == "example on: task lists"
    page = studio.page({"rtos": "freertos"})
    assert '<option value="freertos" selected>FreeRTOS</option>' in page and "for FreeRTOS on" in page
    assert studio.chosen({"rtos": "tron"})["wrong"] == {"rtos": "one of ucos, freertos, riot, zephyr"}


# Zephyr and RIOT, which build applications with their own build systems and a user's tree

ZEPHYR_MAIN = """
#define REPORT_MS 250           /* k_msleep(9999); */
K_SEM_DEFINE(due, 0, 1);
K_MSGQ_DEFINE(samples, sizeof(int), 4, sizeof(int));
K_THREAD_DEFINE(sensor, 1024, measure, NULL, NULL, NULL, 5, 0, 0);
static void start(int n) { k_thread_create(&threads[n], stack, 512, run, NULL, NULL, NULL, 6, 0, K_NO_WAIT); }
int main(void)
{
    start(0); start(1);
    k_msgq_get(&samples, &sample, K_FOREVER);
    k_sem_take(&due, K_SECONDS(2));
    k_sleep(K_TICKS(30));
    k_msleep(REPORT_MS);
}
"""
RIOT_MAIN = """
static mutex_t due = MUTEX_INIT_LOCKED;
static void *control(void *argument) { msg_init_queue(queue, 8); return NULL; }
int main(void)
{
    mutex_init(&other);
    thread_create(stack, sizeof(stack), THREAD_PRIORITY_MAIN - 1, 0, control, NULL, "control");
    ztimer_sleep(ZTIMER_USEC, 5000000);
    ztimer_mutex_lock_timeout(ZTIMER_MSEC, &due, 1500);
    ztimer_sleep(ZTIMER_MSEC, ticks);
}
"""


def make_zephyr_application(folder, settings=""):
    (folder / "src").mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text("find_package(Zephyr REQUIRED HINTS $ENV{ZEPHYR_BASE})\n")
    (folder / "prj.conf").write_text(settings)
    (folder / "src" / "main.c").write_text(ZEPHYR_MAIN)
    return folder


def make_riot_application(folder, settings=""):
    folder.mkdir()
    (folder / "Makefile").write_text(f"{settings}\ninclude $(RIOTBASE)/Makefile.include\n")
    (folder / "main.c").write_text(RIOT_MAIN)
    return folder


def make_tree(folder, rtos):
    """Return a folder that looks like a tree of Zephyr or RIOT, but cannot be built."""
    header = folder / {"zephyr": "include/zephyr/kernel.h", "riot": "core/include/sched.h"}[rtos]
    header.parent.mkdir(parents=True)
    header.touch()
    (folder / "VERSION").write_text("VERSION_MAJOR = 3\nVERSION_MINOR = 7\nPATCHLEVEL = 0\n")
    (folder / "release-notes.txt").write_text("RIOT-2026.07 - Release Notes\n")
    return folder


@pytest.mark.parametrize("settings, tasks, priorities, tick", [
    ("", 3 + 2, 16 + 15, 10_000),
    ("CONFIG_SHELL=y\nCONFIG_LOG=n\nCONFIG_NUM_PREEMPT_PRIORITIES=4\nCONFIG_SYS_CLOCK_TICKS_PER_SEC=100\n",
     3 + 3, 16 + 4, 100)])
def test_needs_of_a_zephyr_application(settings, tasks, priorities, tick, tmp_path):
    project = needs.project(make_zephyr_application(tmp_path / "app", settings))
    assert project.needs == needs.Needs(tasks=tasks, priorities=priorities, max_delay=2 * tick, tick=tick, events=2,
                                        words=4, rtos="zephyr")
    where = {title: text for title, _, text in project.found}["Tick rate"]
    assert where == f"CONFIG_SYS_CLOCK_TICKS_PER_SEC{' in prj.conf' if settings else ', with defaults of Zephyr'}"


@pytest.mark.parametrize("settings, tasks, priorities", [
    ("", 1 + 1, 16), ("USEMODULE += ztimer_msec \\\n  event_thread\nCFLAGS += -DSCHED_PRIO_LEVELS=8", 1 + 2, 8)])
def test_needs_of_a_riot_application(settings, tasks, priorities, tmp_path):
    project = needs.project(make_riot_application(tmp_path / "app", settings))
    assert project.needs == needs.Needs(tasks=tasks, priorities=priorities, max_delay=5000, events=2, words=8,
                                        rtos="riot")


@pytest.mark.parametrize("rtos", ["zephyr", "riot"])
def test_zephyr_and_riot_show_scores_services_and_sizes(rtos):
    choice, _ = choices(rtos=rtos, priorities=16)
    columns = {one.system: one for one in (choice.software, *choice.sufficient)}
    assert list(columns) == ["original", "levels", "levels-contexts"]
    kernel = committed.load()[0]
    version, = {key.version for key in kernel if key.kernel == rtos}
    for row, what, statistic in (("preemptive_scheduling", "thread_metric.preemptive_scheduling", ""),
                                 ("sem.give.switch", "latency.sem.give.switch", "mean"),
                                 ("rom", "size.program", "rom")):
        for system, one in columns.items():
            key = Key(what, statistic, kernel=rtos, system=system, optimisation="O2", version=version,
                      caches=model.ROWS[row].caches)
            assert one.figures[row] == model.Figure(kernel[key]["value"], "measured"), (row, system)
    assert list(choice.groups) == [model.CORE, model.KERNEL, model.SCORES, model.SERVICES, model.SIZES]


@pytest.mark.parametrize("rtos", ["zephyr", "riot"])
def test_page_says_what_was_not_measured(rtos, tmp_path):
    studio = Studio(tmp_path, figures=FIGURES, work=work.Work(tmp_path))
    page = studio.page({"rtos": rtos, "up": "tick"})
    assert (f"Not measured for {needs.KERNELS[rtos]}: Tick that wakes no task, Task switch, mean, "
            "CPU time left (Dhrystone)." in page)
    assert '<option value="tick">' in page.partition('id="answer"')[0]      # the aim, but not the axis
    assert '<option value="tick"' not in page.partition('id="answer"')[2]
    shown = studio.chosen({"rtos": rtos, "aim": "tick"})
    assert not shown["selected"] and "Tick that wakes no task: not measured" in shown["choice"].left_out[-1]


def test_version_of_the_newest_tree_is_shown():
    def known(version, value):
        return {Key("thread_metric.basic_processing", kernel="riot", system="original", optimisation="O2",
                    caches="large_caches", version=version): {"value": value}}
    figures = model.Figures({**known("2025.10", 1), **known("2026.07", 2), **known("2024.01", 3)}, STATELESS)
    assert choices(figures, rtos="riot")[0].software.figures["basic_processing"].value == 2


def test_area_of_lists_with_banks_is_computed():
    for device in needs.DEVICES:
        lists, banks = (choices(rtos="zephyr", device=device)[0].find(name) for name in ("levels", "levels-contexts"))
        assert banks.figures["luts"].how == "computed" and banks.figures["clock"].value is None
        assert banks.figures["brams"].value > lists.figures["brams"].value


@pytest.mark.parametrize("changes, sentence", [
    ({"priorities": 33}, "for 32 priorities only; you need 33"), ({"tasks": 64}, "for 64 tasks only; you need 65")])
def test_lists_that_are_too_small_are_left_out(changes, sentence):
    choice, _ = choices(rtos="riot", **changes)
    assert not choice.sufficient and not choice.suggested and sentence in choice.left_out[0]
    assert choices(rtos="riot", priorities=32, tasks=63)[0].suggested


@pytest.mark.parametrize("rtos, make", [("zephyr", make_zephyr_application), ("riot", make_riot_application)])
def test_application_runs_with_the_given_tree(rtos, make, tmp_path):
    app, tree = make(tmp_path / "app"), make_tree(tmp_path / "tree", rtos)
    project = needs.project(app)
    studio = Studio(tmp_path / "studio", project, FIGURES, work.Work(tmp_path), tree)
    shown = studio.chosen({"pick": "levels-contexts"})
    assert list(shown["actions"]) == ["core", "run"]
    assert f"run {app} --kernel {tree} --config levels-contexts" in dict(shown["commands"])["Run it in simulation"]
    words = studio.run(shown["selected"], shown["need"]).words
    assert words[:6] == ["run", str(app), "--kernel", str(tree), "--config", "levels-contexts"]


def test_application_without_a_tree_does_not_run(tmp_path):
    project = needs.project(make_zephyr_application(tmp_path / "app"))
    studio = Studio(tmp_path / "studio", project, FIGURES, work.Work(tmp_path))
    page = studio.page({})
    assert 'data-act="core"' in page and 'data-act="run"' not in page and 'data-act="board"' not in page
    assert "--kernel TREE</code>, a Zephyr tree" in page and 'href="/docs/zephyr.md"' in page
    with pytest.raises(MetroError, match="no such action"):
        studio.act({"action": "run"})


def test_page_without_a_project_starts_with_the_kernel_of_the_tree(tmp_path):
    tree = make_tree(tmp_path / "tree", "riot")
    studio = Studio(tmp_path, None, FIGURES, work.Work(tmp_path), tree)
    for given, rtos, word in (({}, "riot", tree), ({"rtos": "zephyr"}, "zephyr", "TREE")):
        shown = studio.chosen(given)
        assert shown["need"].rtos == rtos and list(shown["actions"]) == ["core"]
        assert dict(shown["commands"])["Run it in simulation"].startswith(f"./metro run APP --kernel {word} --config")


def test_tree_of_another_kernel_is_refused(tmp_path):
    app, tree = make_zephyr_application(tmp_path / "app"), make_tree(tmp_path / "tree", "riot")
    run = metro("studio", app, "--kernel", tree, "--no-browser")
    assert run.returncode == 1 and "tree is RIOT, but" in run.stderr and "an application of Zephyr" in run.stderr


def test_kernel_of_a_project_is_fixed(tmp_path):
    project = needs.project(ROOT / "sw" / "freertos-ports" / "example")
    studio = Studio(tmp_path, project, FIGURES, work.Work(tmp_path))
    assert studio.chosen({"rtos": "ucos"})["need"].rtos == "freertos"
    assert 'name="rtos"' not in studio.page({})


def test_run_of_a_project_has_a_limit_and_its_commands(tmp_path):
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "main.c").write_text("int main(void) { for (;;) { } }\n")

    def words():
        studio = Studio(tmp_path / "studio", needs.project(folder), FIGURES, work.Work(tmp_path))
        shown = studio.chosen({})
        commands = dict(shown["commands"])
        return studio.run(shown["selected"], shown["need"]).words, commands["Run it in simulation"].split()
    for run in words():
        assert "--max-cycles" in run and "--uart-input" not in run
    (folder / "commands.txt").write_text("go\n")
    for run in words():
        assert "--max-cycles" in run and run[run.index("--uart-input") + 1] == str(folder / "commands.txt")


def test_missing_project_is_refused(tmp_path):
    with pytest.raises(MetroError, match="is not a folder"):
        needs.project(tmp_path / "none")
    assert metro("studio", tmp_path / "none", "--no-browser").returncode == 1


# Choices, and the source of their figures

def choices(figures=None, **changes):
    need = needs.Needs(**changes)
    return model.choose_among(figures or FIGURES, need), need


def value(name):
    return NAMED[name]["value"]


def test_measured_point_has_its_measured_figures():
    choice, _ = choices(tasks=48, priorities=64, device="xc7a35t")
    one = choice.find("combined_64_16_lookahead")
    assert one.figures["luts"] == model.Figure(value("area.xc7.core.64.16.lookahead.luts"), "measured")
    assert one.figures["tick"] == model.Figure(value("tick.interrupt.mean.combined.48.O2"), "measured")
    assert one.figures["retention"].how == "measured"
    assert choice.software.figures["luts"] == model.Figure(value("area.xc7.core.luts"), "measured")


def test_interpolated_figure_lies_between_its_points():
    one = choices(tasks=40)[0].find("combined_41_16_lookahead")
    low, high = (value(f"area.xc7.core.{n}.16.lookahead.luts") for n in (32, 64))
    assert low < one.figures["luts"].value < high and one.figures["luts"].how == "interpolated"
    assert one.figures["luts"].note == "N 32 to 64"


def test_sum_of_parts_is_marked_as_computed():
    luts = choices(tasks=40)[0].find("combined_41_32_lookahead").figures["luts"]
    assert luts.how == "computed" and "core at W = 16" in luts.note


def test_figure_beyond_the_measurements_names_its_source():
    figure = choices(tasks=100)[0].find("combined_101_16_lookahead").figures["tick"]
    assert (figure.how, figure.note) == ("other", "measured with 48 tasks")
    assert figure.value == value("tick.interrupt.mean.combined.48.O2")


def test_clock_of_another_family_names_that_family():
    assert choices(device="xc7a35t", priorities=64)[0].find("events_64_16").figures["clock"].note == "on ECP5-85"
    assert choices(device="lfe5u-85f", priorities=64)[0].find("events_64_16").figures["clock"].how == "measured"


def test_choice_measured_for_64_priorities_is_left_out_for_65():
    choice, _ = choices(tasks=64)
    assert not choice.find("events_64_16") and "for 64 priorities only; you need 65" in choice.left_out[0]


def test_more_events_than_the_unit_has_stay_in_software():
    assert "32 events" in " ".join(choices(events=40)[0].find("events_64_16").notes)
    assert choices(events=32)[0].find("events_64_16").notes == ()


@pytest.mark.parametrize("aim, chosen", [("area", "combined"), ("tick", "tickless"), ("wakeup", "contexts"),
                                         ("retention", "tickless-contexts")])
def test_each_aim_suggests_its_best_system(aim, chosen):
    choice, _ = choices(tasks=48, aim=aim)
    name, row = {"area": "luts"}.get(aim, aim), model.ROWS[{"area": "luts"}.get(aim, aim)]
    best = (min if row.less else max)(one.figures[name].value for one in choice.sufficient if one.accelerates)
    assert choice.suggested.system == chosen and choice.suggested.figures[name].value == best


def test_devices_are_those_of_the_boards():
    assert list(needs.DEVICES) == ["xc7a35t", "xc7a100t", "5csema5", "lfe5u-45f", "lfe5u-85f"]
    for device in needs.DEVICES.values():
        assert device.board.variants[device.variant].part == device.part
        assert tuple(device.holds) == area.FAMILIES[device.board.family].counted


@pytest.mark.parametrize("device", needs.DEVICES)
@pytest.mark.parametrize("tasks", [1, 7, 20, 63, 64, 127, 254])
def test_each_device_and_number_of_tasks_has_an_answer(device, tasks):
    choice, _ = choices(tasks=tasks, device=device)
    assert choice.software.figures["luts"].value
    assert choice.suggested and all(figure.how for figure in choice.suggested.figures.values())
    drawn = plane.draw([choice.software, *choice.sufficient], "tick")
    assert all(plane.LEFT <= point.x <= plane.WIDTH and 0 <= point.y <= plane.HEIGHT for point in drawn.points)


@pytest.mark.parametrize("up", plane.UPWARDS)
def test_larger_values_are_drawn_higher_and_farther_right(up):
    choice, _ = choices(tasks=16)
    points = plane.draw([choice.software, *choice.sufficient], up).points
    assert len(points) > 3
    for one in points:
        for other in points:
            if one.candidate.figures[up].value < other.candidate.figures[up].value:
                assert one.y > other.y
            if one.candidate.figures["luts"].value < other.candidate.figures["luts"].value:
                assert one.x < other.x


def test_old_figures_are_marked():
    key = Key("area.core", "luts", "xc7")
    known = {key: {"value": 1, "unit": "LUTs", "command": "./metro sweep", "inputs": {"hw": "then"}}}
    for state, older in (({"hw": "then"}, False), ({"hw": "now"}, True)):
        assert model.Figures(known, state).get(key).older == older


def test_page_without_figures_says_how_to_measure(tmp_path):
    page = Studio(tmp_path, figures=model.Figures({}, STATELESS), work=work.Work(tmp_path)).page({})
    assert "Nothing was measured yet" in page and "./metro sweep --quick" in page and "data-act" not in page


# Jobs

def post_form(served, **given):
    return served.ask("/act", "POST", urllib.parse.urlencode(given))


def test_button_commands_are_valid(tmp_path):
    from metro import configuration
    from metro.cli import command_line
    studio = Studio(tmp_path, figures=FIGURES, work=work.Work(tmp_path))
    for device, rtos in itertools.product(needs.DEVICES, needs.KERNELS):
        choice, need = choices(device=device, rtos=rtos)
        candidates = {one.system: one for one in (choice.software, *choice.sufficient, choice.suggested)}
        for one in candidates.values():
            for action in studio.actions(need):
                _, args = command_line.parse(getattr(studio, action)(one, need).words)
                configuration.hardware(args)
        for _, command in studio.chosen({"device": device, "rtos": rtos})["commands"]:
            command_line.parse(command.replace("--kernel TREE", "").split()[1:])


def test_job_is_shown_until_it_is_done(served):
    status, body, _ = post_form(served, action="run", pick="combined_21_16_lookahead")
    at = served.server.studio.work_at
    assert status == 200 and b"example on: time and ready unit" in body
    wait_until_idle(at)
    page = served.ask("/work")[1].decode()
    assert 'data-state="fine"' in page and "built\n" in page and "/file/run-combined_21_16_lookahead" in page
    assert at.jobs[0].command.startswith("./metro run ")


def test_only_one_job_runs_and_it_can_be_stopped(served):
    at = served.server.studio.work_at
    at.launch = fake("import time; print('begun'); time.sleep(1e6)")
    assert post_form(served, action="core")[0] == 200
    status, body, _ = post_form(served, action="board")
    assert status == 409 and b"is still running" in body and len(at.jobs) == 1
    while not at.jobs[0].lines:
        time.sleep(.01)
    assert b"begun" in served.ask("/work")[1] and b"<progress" in served.ask("/work")[1]
    post_form(served, action="stop")
    wait_until_idle(at)
    assert at.jobs[0].stopped and not at.jobs[0].is_fine and b"stopped" in served.ask("/work")[1]


def test_repeated_job_is_listed_once(served):
    for _ in range(2):
        post_form(served, action="core")
        wait_until_idle(served.server.studio.work_at)
    post_form(served, action="run")
    wait_until_idle(served.server.studio.work_at)
    assert len(served.server.studio.work_at.jobs) == 2


def test_failed_job_shows_its_error(served):
    served.server.studio.work_at.launch = fake("print('metro: error: no such thing'); raise SystemExit(3)")
    post_form(served, action="core")
    wait_until_idle(served.server.studio.work_at)
    page = served.ask("/work")[1].decode()
    assert "failed, exit code 3" in page and "no such thing" in page and "/file/" not in page


def test_invalid_number_starts_no_job(served):
    status, body, _ = post_form(served, action="core", tasks="many")
    assert status == 409 and b"tasks" in body and not served.server.studio.work_at.jobs


def test_archive_has_core_description_and_headers(tmp_path):
    core = tmp_path / "core-x"
    core.mkdir()
    for name in ("VexRiscv.v", "core.json"):
        (core / name).write_text(name)
    work.pack(core, tmp_path / "core-x.zip", "./metro gen")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "core-x.zip").read_bytes())) as archive:
        names = {Path(name).name for name in archive.namelist()}
        assert {"VexRiscv.v", "core.json", "ci_intrinsics.h", "os_accel.h", "LICENSE", "README.txt"} <= names
        assert b"./metro gen" in archive.read("core-x/README.txt")
    assert not core.exists() and [file.name for file in tmp_path.iterdir()] == ["core-x.zip"]


# Timelines

RUN = timeline.Run({"interrupts": [(500, 520, "timer")], "Sensor (prio 5)": [(0, 500, "Sensor (prio 5)")],
                    "Log (prio 9)": [(n, n + 1, "Log (prio 9)") for n in range(10_000, 20_000, 2)]}, 1_000_000)


def test_bars_narrower_than_a_pixel_are_merged():
    lanes = {lane.name: lane for lane in timeline.draw(RUN).lanes}
    assert len(lanes["Log (prio 9)"].bars) < 12
    assert lanes["Log (prio 9)"].share == pytest.approx(.5)
    assert all(bar.x + bar.width <= timeline.WIDTH + 1 for lane in lanes.values() for bar in lane.bars)


def test_window_shows_only_its_slices():
    lanes = {lane.name: lane for lane in timeline.draw(RUN, 400, 1000).lanes}
    assert lanes["Sensor (prio 5)"].share == pytest.approx(100 / 6)
    assert "20 cycles from 10.0 µs" in lanes["interrupts"].bars[0].description
    assert lanes["Log (prio 9)"].bars == []


def test_every_reachable_window_lies_within_the_run():
    for begin, end in ((0, 0), (0, 200), (999_900, 1_000_000), (400_000, 600_000)):
        for _, first, last in timeline.draw(RUN, begin, end).windows():
            assert 0 <= first < last <= RUN.cycles


def test_only_timelines_of_jobs_are_drawn(served):
    assert served.ask("/timeline?file=core.zip")[0] == 409
    assert served.ask("/timeline?file=../secret")[0] == 409


@pytest.mark.slow
def test_buttons_build_a_core_and_run_the_example(tmp_path):
    studio = Studio(tmp_path, figures=FIGURES, work=work.Work(tmp_path))
    for action in ("core", "run"):
        studio.act({"action": action})
        wait_until_idle(studio.work_at)
        assert studio.work_at.jobs[0].is_fine, studio.work_at.jobs[0].lines
    run, core = studio.work_at.jobs
    with zipfile.ZipFile(tmp_path / next(iter(core.files))) as archive:
        assert {"VexRiscv.v", "core.json", "ci_intrinsics.h"} <= {Path(name).name for name in archive.namelist()}
    drawn = studio.timeline({"file": run.timeline})
    assert "sensor (prio 6)" in drawn and "interrupts" in drawn and drawn.count("<rect") > 20


# The command

def test_the_command_serves_until_it_is_stopped():
    process = subprocess.Popen([ROOT / "metro", "studio", "--no-browser"], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    try:
        line = next(line for line in process.stdout if "http://127.0.0.1:" in line)
        address = urllib.parse.urlsplit(line.strip())
        connection = http.client.HTTPConnection(address.netloc, timeout=PATIENCE)
        connection.request("GET", f"/?{address.query}")
        assert connection.getresponse().status == 200
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 143
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((address.hostname, address.port), PATIENCE)


def test_port_in_use_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = metro("studio", "--no-browser", "--port", port)
    assert run.returncode == 1 and f"port {port}" in run.stderr
