# SPDX-License-Identifier: Apache-2.0
"""Test ./metro soc: the files that it writes for a user's build, and the commands that it prints."""
import shlex
import subprocess

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.cli import command_line as cli
from metro.environment import crate
from metro.products import rtos, soc
from metro.run import execution as run_module, command as run_command


def printed_commands(capsys, *arguments):
    """Return the two commands that ./metro soc prints: the build command, and the arguments with which ./metro runs
    the program."""
    assert soc.main(cli.parse(["soc", *map(str, arguments)])[1]) == 0
    build, run = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    return build, shlex.split(run)[1:]


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [[], ["--system", "combined", "--adapter", "cfu"], ["--bus-bursting"]],
                         ids=["plain", "cfu", "bursting"])
def test_printed_command_builds_a_working_program(tmp_path, capsys, options):
    (tmp_path / "hello.c").write_text('#include <stdio.h>\n#include <ucos_ii.h>\n'
                                      'int main(void) { OSInit(); puts("hello"); return 3; }\n')
    build, run = printed_commands(capsys, "--output", tmp_path / "soc", *options)
    made = subprocess.run(build, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert {"csr.h", "mem.h", "soc.h", "regions.ld"} <= {file.name for file in (tmp_path / "soc/generated").iterdir()}
    args = cli.parse(run)[1]
    outcome = run_module.execute(*run_command.load(args.app, chosen=configuration.chosen(args)))
    assert (outcome.status, outcome.output) == (3, "hello\n")
    # A second call changes nothing, and make has nothing to do.
    assert printed_commands(capsys, "--output", tmp_path / "soc", *options) == (build, run)
    again = subprocess.run(build, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert "gcc" not in again.stdout, again.stdout


@pytest.mark.slow
def test_printed_command_for_freertos_uses_task_lists(tmp_path, capsys):
    try:
        rtos.get("freertos").kernel()
    except crate.Unavailable as none:
        pytest.skip(f"not run: {none.message}")
    (tmp_path / "hello.c").write_text('#include <stdio.h>\n#include <FreeRTOS.h>\n'
                                      'int main(void) { puts(portREADY_LISTS ? "lists" : ""); return 3; }\n')
    build, run = printed_commands(capsys, "--output", tmp_path / "soc", "--config", "levels", "--rtos", "freertos")
    made = subprocess.run(build, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    args = cli.parse(run)[1]
    outcome = run_module.execute(*run_command.load(args.app, chosen=configuration.chosen(args)))
    assert (outcome.status, outcome.output) == (3, "lists\n")
    with pytest.raises(MetroError, match="FreeRTOS cannot leave kernel.delays to the core"):
        printed_commands(capsys, "--output", tmp_path / "other", "--config", "combined", "--rtos", "freertos")


def test_soc_header_names_the_switches(tmp_path, capsys):
    build, _ = printed_commands(capsys, "--output", tmp_path / "soc", "--config", "combined")
    build = " ".join(word for word in shlex.split(build) if not word.startswith("DEFS="))
    switches = rtos.get().switches(configuration.read("combined"))
    for kernel, expected in (("", switches), (f"KERNEL={tmp_path}", "")):               # the folder KERNEL has no seam
        made = subprocess.run(f"{build} -n -p {kernel}", shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert f"\nDEFS := {expected}\n" in made.stdout, made.stdout + made.stderr


@pytest.mark.slow
def test_changed_soc_header_causes_a_rebuild(tmp_path, capsys):
    (tmp_path / "hello.c").write_text("#include <generated/csr.h>\nint main(void) { return 0; }\n")
    build, _ = printed_commands(capsys, "--output", tmp_path / "soc")
    assert subprocess.run(build, shell=True, cwd=tmp_path, capture_output=True).returncode == 0
    with open(tmp_path / "soc" / "generated" / "csr.h", "a") as header:
        header.write("#error changed\n")
    again = subprocess.run(build, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode != 0 and "changed" in again.stderr


def test_a_folder_that_make_cannot_handle_is_refused(tmp_path, capsys):
    for name, reason in (("my soc", "make cannot handle the path"), ("file", "is not a folder")):
        (tmp_path / "file").write_text("")
        with pytest.raises(MetroError, match=reason):
            printed_commands(capsys, "--output", tmp_path / name)


@pytest.mark.parametrize("setting, message", [
    ("CFG=no such", "there is no folder no"), ("CFG=/", "no os_cfg.h in CFG=/"), ("OUT=a b", "OUT=a b holds a blank"),
    ("NAME=", "NAME is not set"), ("INCLUDE=absent", "there is no folder absent"),
])
def test_wrong_make_setting_is_named(tmp_path, capsys, setting, message):
    build, _ = printed_commands(capsys, "--output", tmp_path / "soc")
    made = subprocess.run(f"{build} {shlex.quote(setting)}", shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode != 0 and f"metronome.mk: {message}" in made.stderr
