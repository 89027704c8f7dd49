# SPDX-License-Identifier: Apache-2.0
"""The ./metro command as a user sees it: launcher, help, refusals, doctor, clean, exit codes."""
import collections
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

import conftest
from metro.base import paths
from metro.base.errors import MetroError
from metro.cli import command_line as cli
from metro.environment import doctor, tools
from metro.verify import suite as test
from support import PATIENCE, ROOT, metro, refusal, slow_except, small_disk


# Launcher

def test_help_lists_all_commands_in_order():
    run = metro("--help")
    assert run.returncode == 0 and run.stderr == ""
    shown = re.findall(r"^    (\w+) ", run.stdout, re.MULTILINE)
    assert shown == [command.name for command in cli.COMMANDS] and shown[:4] == ["doctor", "bench", "test", "run"]


def test_version_is_printed():
    run = metro("--version")
    assert re.fullmatch(r"metro \d+\.\d+\.\d+\n", run.stdout) and run.returncode == 0


def test_launcher_works_from_any_folder(tmp_path):
    (tmp_path / "bin dir").mkdir()
    (tmp_path / "bin dir" / "first").symlink_to(ROOT / "metro")
    (tmp_path / "second").symlink_to("bin dir/first")
    for launcher in ("./second", tmp_path / "second", "bin dir/first"):
        run = metro("--version", launcher=launcher, cwd=tmp_path)
        assert run.stdout.startswith("metro ") and run.returncode == 0, run.stderr
    search = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    run = subprocess.run(["second", "--version"], cwd="/", env=search, capture_output=True, text=True)
    assert run.stdout.startswith("metro ") and run.returncode == 0, run.stderr


def test_command_in_a_path_with_a_space_writes_only_to_build(tmp_path):
    copy = tmp_path / "a checkout"
    copy.mkdir()
    shutil.copy(ROOT / "metro", copy)
    shutil.copytree(ROOT / "scripts", copy / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {name: value for name, value in os.environ.items() if name != "METRO_BUILD"}
    before = sorted(copy.rglob("*"))
    assert metro("--version", launcher=copy / "metro", env=environment).returncode == 0
    assert [p for p in sorted(copy.rglob("*")) if copy / "build" not in (p, *p.parents)] == before


SHELL = ("sh", "readlink", "dirname", "env", "id", "ln", "cat")
APT_PYTHON = {"apt-get": 'echo apt-get "$@" >&2\n'
                         f'case "$*" in *install*) ln -s {tools.PYTHON} "${{0%/*}}/python3";; esac'}


def test_missing_python_is_installed_with_apt(programs):
    programs(only=SHELL, id="echo 0", **APT_PYTHON)
    run = metro("--version")
    assert run.returncode == 0 and run.stdout.startswith("metro ")
    assert "installing python3 and python3-venv with apt\n" in run.stderr
    assert "apt-get -qq update\napt-get -qq install -y --no-install-recommends python3 python3-venv" in run.stderr


def test_missing_python_is_installed_with_sudo_if_not_root(programs):
    programs(only=SHELL, id="echo 1000", sudo='echo sudo "$@" >&2; shift 2; exec "$@"', **APT_PYTHON)
    run = metro("--version")
    assert run.returncode == 0 and "(with sudo)" in run.stderr
    assert re.search(r"^sudo --preserve-env=http_proxy,\S+ -n apt-get -qq update$", run.stderr, re.MULTILINE)


@pytest.mark.parametrize("arguments, scripts, message", [
    (["doctor"], {}, "Python 3.9 or newer is needed"),
    (["--offline", "bench"], APT_PYTHON, "--offline forbids installing it"),
    (["bench"], {**APT_PYTHON, "id": "echo 1000"}, "neither root nor sudo"),
    (["bench"], {"apt-get": "exit 100", "id": "echo 0"}, "apt could not install python3"),
    (["bench"], {"python3": 'case "$*" in *3,*) exit 1;; *version) echo Python 3.8.1;; esac'}, "3.8.1 is too old"),
])
def test_missing_python_that_cannot_be_installed_is_an_error(programs, arguments, scripts, message):
    programs(only=SHELL, **scripts)
    run = metro(*arguments)
    assert run.returncode == 1 and message in run.stderr and run.stdout == ""
    assert run.stderr.splitlines()[-1].startswith("metro: error: ")


# Refusals

@pytest.mark.parametrize("arguments, message, near", [
    (["benhc"], "invalid choice: 'benhc'", "bench"),
    (["clean", "--stael"], "unrecognized arguments: --stael", "--stale"),
    (["doctor", "extra"], "unrecognized arguments: extra", ""),
    (["--oflin", "doctor"], "unrecognized arguments: --oflin", "--offline"),
    (["clean", "--all", "--stale"], "not allowed with", ""),
    ([], "required: COMMAND", ""),
])
def test_bad_arguments_are_refused_with_a_suggestion(arguments, message, near):
    run = metro(*arguments)
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.startswith("metro: error: ") and message in run.stderr and "--help" in run.stderr
    assert f"Did you mean {near}?" in run.stderr if near else True


@pytest.mark.parametrize("command", slow_except([c.name for c in cli.COMMANDS if c.name not in ("test", "gen")
                                                 and find_spec(f"metro.{c.module}")], ("bench", "run")))
def test_bad_option_is_refused_before_set_up(build, command):
    """test and gen are left out, because they pass unknown options to pytest and to the core generator."""
    run = metro(command, "--no-such-option")
    assert run.returncode == 2 and run.stderr.startswith("metro: error: ")
    assert not (build / "venv").exists()


def test_command_line_is_parsed_without_a_module_for_toml():
    """Before set-up, Python 3.9 and 3.10 have no module for TOML."""
    commands = [command.name for command in cli.COMMANDS if find_spec(f"metro.{command.module}")]
    program = f"""
import sys
sys.modules.update(tomllib=None, tomli=None)
from metro.cli import command_line
for command in {commands}:
    try:
        command_line.parse([command, "--help"])
    except SystemExit as end:
        assert end.code == 0
"""
    run = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": ROOT / "scripts"},
                         capture_output=True, text=True)
    assert run.returncode == 0 and all(f"usage: ./metro {name} " in run.stdout for name in commands), run.stderr


def test_command_with_a_missing_module_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr(cli, "COMMANDS", (cli.Command("later", "no_such_module", "not yet"),))
    assert cli.main(["later"]) == 1
    assert "metro: error: the command later is not part of this checkout" in capsys.readouterr().err


# Doctor

def row(output, tool):
    return next(line for line in output.splitlines() if re.match(rf"(ok|NO)? +{re.escape(tool)} ", line))


def test_doctor_names_a_missing_tool(build, programs):
    programs(without=["verilator"])
    run = metro("doctor")
    assert run.returncode == 1 and not (build / "tmp").exists()
    assert re.match(r"NO  verilator +- +5\.\d+ .*apt-get install -y verilator +# missing", row(run.stdout, "verilator"))
    assert re.match(rf"ok  g\+\+ +{re.escape(tools.find_tool(named('g++')).version)} ", row(run.stdout, "g++"))
    # cargo-web is listed if the first cargo on the PATH is rustup's, because that cargo fails in an empty home.
    assert re.search(r"^Install all tools at once:  (sudo )?apt-get install -y verilator( cargo-web)?$", run.stdout,
                     re.MULTILINE)


def named(name):
    return next(tool for tool in tools.TOOLS if tool.name == name)


@pytest.mark.parametrize("name, scripts, problem", [
    ("verilator", {"verilator": "echo Verilator 4.038 2020-07-11"}, "too old"),
    ("verilator", {"verilator": "echo cannot find verilator_bin; exit 2"}, "broken: cannot find verilator_bin"),
    ("make", {"make": "echo BSD make"}, "broken: no version in: BSD make"),
    ("riscv gcc", {"riscv64-unknown-elf-gcc": "echo 'riscv64-unknown-elf-gcc () 10.2.0'"}, "too old"),
    ("picolibc", {"riscv64-unknown-elf-gcc": "echo 'fatal error: cannot read spec file'; exit 1"}, "missing"),
    ("zlib", {"g++": "echo '<stdin>:1:10: fatal error: zlib.h: No such file or directory'; exit 1"}, "missing"),
    ("java", {"java": "echo 'openjdk version \"1.8.0_352\"' >&2"}, "too old"),
    ("maven", {"mvn": "echo 'JAVA_HOME is not defined correctly' >&2; exit 1"}, "broken: JAVA_HOME is not defined"),
])
def test_doctor_reports_the_problem_of_each_tool(programs, name, scripts, problem):
    programs(only=["sh"], **scripts)
    finding = tools.find_tool(named(name))
    assert finding.problem.startswith(problem) and not finding.ok


def test_accepted_tool_is_run_again_only_if_it_changed(programs, tmp_path, monkeypatch):
    folder, memory, log = programs(only=["sh"]), tmp_path / "tools.json", tmp_path / "log"
    monkeypatch.setattr(tools, "TOOLS", [named("verilator")])

    def look(version):
        """Install this version of verilator unless it is None. Return (version, problem, True if it was run)."""
        if version:
            (folder / "verilator").write_text(f"#!/bin/sh\necho run >> {log}\necho Verilator {version}\n")
            (folder / "verilator").chmod(0o755)
        log.write_text("")
        (finding,) = tools.find_tools(memory=memory)
        return finding.version, finding.problem, log.read_text() != ""
    assert look("5.006") == ("5.006", "", True) and look(None) == ("5.006", "", False)
    assert look("4.038") == ("4.038", "too old", True) == look(None)
    assert look("5.1234") == ("5.1234", "", True)
    memory.write_text("{")
    assert look(None) == ("5.1234", "", True)
    (folder / "verilator").unlink()
    assert look(None) == ("", "missing", False)


def test_tool_is_run_in_a_folder_without_blanks(programs, tmp_path, monkeypatch):
    programs(only=["sh"], mvn='case "$(pwd)" in *" "*) exit 1;; esac; echo Apache Maven 3.8.7')
    (tmp_path / "a b").mkdir()
    monkeypatch.chdir(tmp_path / "a b")
    assert tools.find_tool(named("maven")).ok                   # Debian's Maven fails in a folder with a blank


def test_doctor_succeeds_without_optional_tools(monkeypatch, capsys):
    monkeypatch.setattr(tools, "find_tools", lambda: [tools.Finding(named("openFPGALoader"), "", "missing")])
    monkeypatch.setattr(doctor, "setup_rows", list)
    assert doctor.main(None) == 0
    output = capsys.readouterr().out
    assert re.search(r"^--  openFPGALoader .*loads the bitstream", output, re.MULTILINE)
    assert "Everything is installed" in output and "Install all tools at once" not in output


def test_tool_in_an_unreadable_folder_counts_as_missing(programs, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(13, "Permission denied", "verilator")
    programs(without=["verilator"])
    monkeypatch.setattr(subprocess, "run", refused)
    assert tools.find_tool(named("verilator")).problem == "missing"
    assert tools.find_tool(named("make")).problem.startswith("broken: ")


def test_versions_compare_as_numbers():
    assert tools.number("12.2.0") > tools.number("9") and tools.number("5.006") >= tools.number("5.000")
    assert tools.number("3.10.1") > tools.number("3.9")


@pytest.mark.parametrize("apt", [True, False])
def test_doctor_names_an_untested_system_and_still_checks(monkeypatch, capsys, apt):
    monkeypatch.setattr(doctor, "system", lambda: "Fedora Linux 39")
    monkeypatch.setattr(tools, "has_apt", lambda: apt)
    monkeypatch.setattr(tools, "find_tools", lambda: [tools.Finding(named("verilator"), "4.0", "too old")])
    assert doctor.main(None) == 1
    output = capsys.readouterr().out
    assert "Fedora" in output and "tested on Debian 12" in output and ("There is no apt-get" in output) != apt
    assert ("apt-get install" in output) == apt
    assert "4.0 " in row(output, "verilator") and "too old" in row(output, "verilator")


# Clean

def fill(build):
    for name in ("core/key", "tmp", "venv/bin"):
        (build / name).mkdir(parents=True)
    (build / "core/key/manifest.json").write_text("{}")
    (build / "CACHEDIR.TAG").write_text("")


def test_clean_keeps_the_environment(build):
    fill(build)
    run = metro("clean")
    assert run.returncode == 0 and "removed core\n" in run.stdout
    assert os.listdir(build) == ["venv"] or sorted(os.listdir(build)) == ["pycache", "venv"]
    fill_tag = build / "CACHEDIR.TAG"
    fill_tag.write_text("")
    assert metro("clean", "--all").returncode == 0 and not build.exists()
    assert metro("clean").returncode == 0                  # nothing to remove


def test_clean_refuses_a_folder_that_metro_did_not_make(tmp_path, monkeypatch):
    (tmp_path / "thesis.tex").write_text("years of work")
    monkeypatch.setenv("METRO_BUILD", str(tmp_path))
    for command in (["clean", "--all"], ["clean"], ["clean", "--stale"]):
        run = metro(*command)
        assert run.returncode == 1 and "is not a build folder of metro" in run.stderr
    assert (tmp_path / "thesis.tex").exists()


def test_clean_refuses_while_another_command_runs(build):
    paths.make_build()
    with open(paths.IN_USE, "w") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        run = metro("clean")
    assert run.returncode == 1 and "another metro command is at work" in run.stderr and paths.TMP.exists()


# Build folders that cannot be written to

def test_build_folder_that_is_a_file_is_refused(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("METRO_BUILD", str(tmp_path / "file"))
    run = metro("setup")
    assert run.returncode == 1 and "cannot write to the build folder" in run.stderr and "METRO_BUILD" in run.stderr


def test_read_only_build_folder_is_refused(tmp_path, build, monkeypatch):
    with small_disk(tmp_path / "disk", 4096 * 16) as disk:
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        monkeypatch.setattr(paths, "BUILD", disk / "build")
        monkeypatch.setattr(paths, "TMP", disk / "build" / "tmp")
        with pytest.raises(MetroError, match="cannot write to the build folder .*Read-only file system"):
            paths.make_build()


def test_build_folder_with_foreign_files_is_refused(tmp_path, build):
    build.mkdir()
    (build / "thesis.tex").write_text("")
    with pytest.raises(MetroError, match="files that are not metro's"):
        paths.make_build()


# Exit codes and messages

def start_command(body, **options):
    """Start a process that runs one command of ./metro. body: statements of the command's main()."""
    program = ("import signal, subprocess, sys, types, time\n"
               "from metro.base import errors\nfrom metro.base.jobs import thread_pool\n"
               "from metro.cli import command_line as cli\n"
               # Handle SIGINT, because a shell makes its background processes ignore it.
               "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
               f"def main(args):\n    {body}\n"
               "module = types.SimpleNamespace(add_arguments=lambda parser: None, main=main)\n"
               "cli.load = lambda command: module\nsys.exit(cli.main(['doctor']))")
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")}, **options)


@pytest.mark.parametrize("body, code, message", [
    ("return 7", 7, ""),
    ("raise errors.MetroError('the cause', 'the cure')", 1, "metro: error: the cause\n  the cure\n"),
    ("raise OSError(28, 'No space left on device', '/some/where')", 1,
     "metro: error: no space left on the disk of /some/where\n"),
    ("raise OSError(13, 'Permission denied', '/some/where')", 1,
     "metro: error: no permission to write or read /some"),
    ("raise KeyboardInterrupt", 130, ""),
])
def test_exit_code_and_message_follow_the_outcome(body, code, message):
    process = start_command(body)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == code and errors.startswith(message) and output == ""
    assert bool(errors) == bool(message) and "Traceback" not in errors


def test_unexpected_error_is_called_a_bug():
    process = start_command("return {}['missing']")
    errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1 and "KeyError: 'missing'" in errors
    assert errors.splitlines()[-1].startswith("metro: error: this is a bug in metro")


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_the_command_quietly(number, code):
    process = start_command("print('ready', flush=True); time.sleep(30)")
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == code and errors == ""


def test_sigterm_ends_running_programs_and_starts_no_others():
    process = start_command("with thread_pool(1) as pool:\n"
                            "        for number in range(3):\n"
                            "            pool.submit(subprocess.run, ['sh', '-c', 'echo ready; sleep 3; echo slept'])\n"
                            # Sleep in short steps, because a signal just before a sleep is handled only after it.
                            "        for _ in range(300):\n"
                            "            time.sleep(0.1)")
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=PATIENCE) == ("", "") and process.returncode == 143


def test_closed_output_pipe_ends_the_command_quietly():
    process = start_command("[print('line', n, flush=True) or time.sleep(0.01) for n in range(300)]")
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=PATIENCE) == 141 and process.stderr.read() == ""


# ./metro test

def test_test_passes_arguments_to_pytest(monkeypatch, tmp_path):
    (tmp_path / "test_mine.py").write_text("")
    seen = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "execv", lambda program, command: seen.extend(command))
    args = cli.parse(["test", "--all", "test_mine.py::test_x", "-k", "word", "--maxfail=1"])[1]
    test.main(args)
    assert seen[1:3] == ["-m", "pytest"] and "-n" in seen and "--all" in seen and os.getcwd() == str(ROOT)
    assert seen[-5:] == ["--part=1/1", f"{tmp_path}/test_mine.py::test_x", "-k", "word", "--maxfail=1"]


def test_all_option_selects_a_part_of_the_tests(monkeypatch):
    monkeypatch.setattr(os, "execv", lambda program, command: seen.extend(command))
    for arguments, expected in ((["--all"], "--part=1/1"), (["--all=2/4"], "--part=2/4"), ([], None)):
        seen = []
        test.main(cli.parse(["test", *arguments])[1])
        assert [word for word in seen if word.startswith("--part")] == [expected] * bool(expected)
        assert ("--all" in seen) == bool(expected)


@pytest.mark.parametrize("part", ["0/4", "5/4", "1/0", "2", "2/", "-1/4", "1.5/4", "1/4/2", ""])
def test_invalid_part_of_the_tests_is_refused(part, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.parse(["test", f"--all={part}"])
    assert ended.value.code == 2
    assert f"argument --all: {part}: not a part of the tests; --all=2/4 runs part 2 of 4" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [
    ["tests/test_units.py", "-k", "slices"], ["--all", "tests/test_units.py::test_y"]])
def test_moved_test_file_is_refused_with_its_new_path(arguments):
    assert refusal("test", *arguments) == (1, "metro: error: no file tests/test_units.py\n"
                                              "  this test is tests/units/test_units.py\n")


def test_parts_have_similar_sizes_and_keep_groups_together():
    names = [f"tests/core/test_x.py::test_y[{n}-{system}]" for n in range(200) for system in ("original", "combined")]
    alone = [SimpleNamespace(nodeid=name, get_closest_marker=lambda _: None) for name in names]
    marker = pytest.mark.xdist_group("conformance").mark
    group = [SimpleNamespace(nodeid=name, get_closest_marker=lambda _: marker) for name in names]
    parts = collections.Counter(conftest.part_of(item, 4) for item in alone)
    assert sorted(parts) == [1, 2, 3, 4] and min(parts.values()) > 80
    assert len({conftest.part_of(item, 4) for item in group}) == 1


def test_each_test_is_in_exactly_one_part(monkeypatch):
    items = [SimpleNamespace(nodeid=str(n), get_closest_marker=lambda _: None) for n in range(40)]
    run = []
    for number in (1, 2, 3):
        mine, options = list(items), {"all": True, "part": (number, 3)}
        conftest.pytest_collection_modifyitems(SimpleNamespace(getoption=options.get), mine)
        run += mine
    assert sorted(item.nodeid for item in run) == sorted(item.nodeid for item in items)


def test_quick_run_has_no_slow_test_and_only_the_first_cases_of_a_sample():
    def case(name, function, **marks):
        return SimpleNamespace(name=name, function=function, get_closest_marker=marks.get)

    sample, slow = pytest.mark.sample(2).mark, pytest.mark.slow.mark
    items = [case("1", "a", sample=sample, slow=slow), *(case(name, "a", sample=sample) for name in "234"),
             case("5", "b", slow=slow), case("6", "b"), case("7", "b")]
    assert "".join(item.name for item in conftest.quick_tests(items)) == "2367"


def test_ci_file_runs_the_tests_from_any_folder(tmp_path):
    """A stub replaces ./metro, because the test checks only how .ci/run calls ./metro."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci")
    (tmp_path / "metro").write_text('#!/bin/sh\nread line && exit 9\necho "$CI" "$PWD" "$@"; exit 5\n')
    (tmp_path / "metro").chmod(0o755)
    run = subprocess.run(["bash", tmp_path / ".ci/run"], cwd="/", input="not to be read\n", capture_output=True,
                         text=True)
    assert run.returncode == 5 and run.stdout == f"true {tmp_path} test\n"


def test_progress_without_a_terminal_prints_lines(capsys):
    from metro.base.progress import Progress
    with Progress("bench", total=2) as progress:
        with progress.step("quick"):
            pass
        with pytest.raises(ValueError), progress.step("slow one"):
            time.sleep(1.2)
            raise ValueError
    lines = capsys.readouterr().out.splitlines()
    assert [re.sub(r"\d+\.\d s", "T", line) for line in lines] == [
        "[1/2] quick: T", "[2/2] slow one ...", "[2/2] slow one: T (failed)"]
