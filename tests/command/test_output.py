# SPDX-License-Identifier: Apache-2.0
"""Test that output files in a user's folder are complete or unchanged if the disk is full or a write fails."""
import errno
import os
import subprocess

import pytest

from metro.base import output
from metro.base.errors import MetroError
from metro.cli import command_line, failures
from metro.products import release
from support import small_disk
from test_patch import tree  # noqa: F401  (a fixture)

BIG = bytes(100_000)


def content(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# Arguments of a command, and the file that exists in its output folder before the command runs.
COMMANDS = {
    "gen": (["gen", "--output", "{disk}"], "VexRiscv.v"),
    "soc": (["soc", "--output", "{disk}"], "core.json"),
    "nios": (["nios", "--output", "{disk}"], "metronome_hw.tcl"),
    "new": (["new", "{disk}/app"], "note"),
    "patch": (["patch", "{tree}", "--out", "{disk}/new"], "note"),
    "diff": (["patch", "{tree}", "--check", "--diff", "{disk}/change.diff"], "change.diff"),
}


def run(words):
    """Run the command in this process and return its exit code."""
    command, args = command_line.parse(words)
    try:
        return command_line.load(command).main(args)
    except Exception as error:
        failures.show(error)
        return 1


@pytest.mark.parametrize("name", COMMANDS)
def test_full_disk_keeps_existing_files(name, tree, tmp_path, capsys):  # noqa: F811
    words, written = COMMANDS[name]
    with small_disk(tmp_path / "disk", "8k") as disk:
        (disk / written).write_text("before")
        assert run([word.format(disk=disk, tree=tree) for word in words]) == 1
        assert capsys.readouterr().err.startswith(f"metro: error: no space left on the disk of {disk}")
        assert content(disk) == {written: b"before"}


def test_full_disk_keeps_an_archive(tmp_path):
    with small_disk(tmp_path / "disk", "8k") as disk:
        (disk / "a.tar.gz").write_text("before")
        with pytest.raises(MetroError, match=f"no space left on the disk of {disk}$"):
            release.write(disk / "a.tar.gz", BIG, 1)
        assert content(disk) == {"a.tar.gz": b"before"}


def test_two_files_are_both_new_or_both_old(tmp_path):
    with small_disk(tmp_path / "disk", "16k") as disk:
        files = {disk / "VexRiscv.v": b"old", disk / "core.json": b"old"}
        output.write(files)
        with pytest.raises(MetroError, match="no space left"):
            output.write({disk / "VexRiscv.v": b"new", disk / "core.json": BIG})
        assert content(disk) == {"VexRiscv.v": b"old", "core.json": b"old"}
        output.write({file: b"new" for file in files})
        assert content(disk) == {"VexRiscv.v": b"new", "core.json": b"new"}


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_disk_that_fills_late_keeps_the_old_file(tmp_path, monkeypatch, call):
    def full(*_):
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
    (tmp_path / "file").write_text("old")
    monkeypatch.setattr(os, call, full)
    with pytest.raises(MetroError, match="no space left on the disk of"):
        output.write({tmp_path / "file": b"new"})
    assert content(tmp_path) == {"file": b"old"}


def test_folder_replaces_the_old_one_only_when_complete(tmp_path):
    place = tmp_path / "project"
    with output.folder(place) as new:
        (new / "file").write_text("old")
    with pytest.raises(ZeroDivisionError), output.folder(place, replace=True) as new:
        (new / "file").write_text("half")
        raise ZeroDivisionError
    assert content(tmp_path) == {"project/file": b"old"}
    with output.folder(place, replace=True) as new:
        (new / "other").write_text("new")
    assert content(tmp_path) == {"project/other": b"new"}
    with pytest.raises(MetroError, match=f"cannot write {place}: Directory not empty"), output.folder(place):
        pass


def test_error_of_another_file_is_not_blamed_on_the_output(tmp_path):
    with pytest.raises(FileNotFoundError), output.folder(tmp_path / "out"):
        (tmp_path / "missing").read_text()
    assert content(tmp_path) == {} and list(tmp_path.iterdir()) == []


def test_copy_to_a_full_disk_names_that_disk():
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/source/VexRiscv.v", None, "/target/VexRiscv.v")
    assert failures.from_os_error(error).message == "no space left on the disk of /target/VexRiscv.v"


def test_link_stays_and_its_target_is_replaced(tmp_path):
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    output.write({tmp_path / "link": b"new"})
    assert (tmp_path / "link").is_symlink() and (tmp_path / "target").read_text() == "new"


def test_device_is_not_replaced_by_a_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(MetroError, match="it is not a file"):
        output.write({pipe: b""})
    assert pipe.is_fifo()


def test_new_file_has_the_permissions_of_the_umask(tmp_path):
    output.write({tmp_path / "file": b""})
    subprocess.run(["touch", tmp_path / "usual"], check=True)
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_place_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    for place in ("file/VexRiscv.v", "file/below/VexRiscv.v"):
        with pytest.raises(MetroError, match=f"{(tmp_path / place).parent} is not a folder"):
            output.write({tmp_path / place: b""})
    assert content(tmp_path) == {"file": b"mine"}
