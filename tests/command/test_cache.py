# SPDX-License-Identifier: Apache-2.0
"""The product cache: hits, damage, concurrent builders, killed builders, full disks."""
import errno
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from metro.base import cache, errors, paths
from metro.cli import failures
from support import PATIENCE, ROOT, small_disk

INPUTS = {"core": "full", "flags": ["-O2"]}


class Builder:
    """A builder that counts its calls, to tell a hit from a rebuild."""

    def __init__(self, text="product"):
        self.text, self.calls = text, 0

    def __call__(self, folder):
        self.calls += 1
        (folder / "sub").mkdir()
        (folder / "sub" / "a.bin").write_text(self.text * 1000)
        (folder / "b.txt").write_text(self.text)


def leftovers():
    return [p.name for p in paths.TMP.iterdir() if not p.name.endswith(".lock")]


def test_second_call_does_not_build(build):
    builder = Builder()
    first = cache.product("core", INPUTS, builder)
    assert cache.product("core", {"flags": ["-O2"], "core": "full"}, builder) == first      # keys in another order
    assert builder.calls == 1
    assert (first / "sub" / "a.bin").read_text() == "product" * 1000
    assert json.loads((first / "manifest.json").read_text())["inputs"] == INPUTS
    assert leftovers() == []


def test_other_inputs_build_another_product(build):
    builder = Builder()
    assert cache.product("core", INPUTS, builder) != cache.product("core", {**INPUTS, "core": "lite"}, builder)
    assert builder.calls == 2


def truncate(folder):
    os.truncate(folder / "sub" / "a.bin", 10)


def flip(folder):
    with open(folder / "sub" / "a.bin", "r+b") as file:
        file.write(b"X")


def remove(folder):
    (folder / "b.txt").unlink()


def spoil_manifest(folder):
    (folder / "manifest.json").write_text('{"files": ')


def drop_manifest(folder):
    (folder / "manifest.json").unlink()


@pytest.mark.parametrize("damage", [truncate, flip, remove, spoil_manifest, drop_manifest])
def test_damaged_product_is_built_again(build, damage):
    builder = Builder()
    folder = cache.product("core", INPUTS, builder)
    damage(folder)
    assert not cache.is_intact(folder)
    assert cache.product("core", INPUTS, builder) == folder
    assert builder.calls == 2 and cache.is_intact(folder)
    assert leftovers() == []


@pytest.mark.parametrize("error", [RuntimeError("no"), KeyboardInterrupt(), SystemExit(143)])
def test_failed_build_leaves_nothing(build, error):
    def fail(folder):
        (folder / "half").write_text("half")
        raise error
    with pytest.raises(type(error)):
        cache.product("core", INPUTS, fail)
    assert leftovers() == [] and not (build / "core").exists()
    builder = Builder()
    cache.product("core", INPUTS, builder)
    assert builder.calls == 1


def test_building_nothing_is_an_error(build):
    with pytest.raises(errors.MetroError):
        cache.product("core", INPUTS, lambda folder: None)
    assert leftovers() == []


# A process that logs its build and builds slowly. Arguments: log file, duration in seconds.
PROCESS = """
import sys, time
from metro.base import cache
def slow(folder):
    with open(sys.argv[1], "a") as log: log.write("built\\n")
    (folder / "half").write_text("x"); time.sleep(float(sys.argv[2])); (folder / "whole").write_text("x")
print(cache.product("core", {"n": 1}, slow))
"""


def start(log, seconds):
    return subprocess.Popen([sys.executable, "-c", PROCESS, log, str(seconds)], stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")})


def test_concurrent_builders_build_once(build, tmp_path):
    log = tmp_path / "log"
    processes = [start(log, 0.5) for _ in range(4)]
    results = {process.communicate(timeout=PATIENCE)[0].strip() for process in processes}
    assert [process.returncode for process in processes] == [0] * 4
    assert len(results) == 1 and (build / "core").as_posix() in results.pop()
    assert log.read_text() == "built\n"


def test_waiting_for_another_process_prints_a_message(build, monkeypatch):
    with open(paths.make_build() / "tmp" / "one.lock", "w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        messages = []

        def count_message():
            messages.append(True)
            fcntl.flock(other, fcntl.LOCK_UN)              # the other command ends
        monkeypatch.setattr(cache, "PATIENCE", 0)
        monkeypatch.setattr(cache, "report_waiting", count_message)
        with cache.lock("one"), cache.lock("two"):
            assert messages == [True]


def test_waiting_for_another_thread_prints_nothing(build, monkeypatch):
    monkeypatch.setattr(cache, "PATIENCE", 0)
    monkeypatch.setattr(cache, "report_waiting", lambda: pytest.fail("a message about our own lock"))
    inside = []

    def enter(_):
        with cache.lock("one"):
            inside.append(True)
            assert inside == [True]
            time.sleep(0.01)                               # time for the other threads to reach the lock
            inside.pop()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter, range(4)))


def test_concurrent_commands_can_create_the_build_folder(build):
    with ThreadPoolExecutor(8) as threads:
        for _ in range(100):
            assert set(threads.map(lambda _: paths.make_build(), range(8))) == {build}
            shutil.rmtree(build)


def test_files_of_a_killed_builder_are_removed(build, tmp_path):
    log = tmp_path / "log"
    victim = start(log, 60)
    deadline = time.monotonic() + 30
    while not list(paths.TMP.glob("core-*.new/half")) if paths.TMP.exists() else True:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    victim.send_signal(signal.SIGKILL)
    victim.communicate()
    assert leftovers() != []                               # the killed process left its files
    result = start(log, 0).communicate(timeout=PATIENCE)[0].strip()
    assert cache.is_intact(build / "core" / os.path.basename(result))
    assert leftovers() == []


def test_full_disk_leaves_no_incomplete_product(tmp_path, monkeypatch):
    with small_disk(tmp_path / "disk", 512 * 1024) as disk:
        for name in ("TMP", "BUILD"):
            monkeypatch.setattr(paths, name, disk / "build" / ("tmp" if name == "TMP" else ""))
        small = cache.product("core", INPUTS, Builder())

        def too_much(folder):
            for n in range(16):
                (folder / f"{n}.bin").write_bytes(bytes(100_000))
        with pytest.raises(OSError) as caught:
            cache.product("core", {"big": True}, too_much)
        assert caught.value.errno == errno.ENOSPC
        assert leftovers() == [] and list((disk / "build" / "core").iterdir()) == [small]
        assert cache.is_intact(small)
        message = failures.from_os_error(caught.value)
        assert str(disk) in message.message and "no space left" in message.message and message.hint


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_disk_that_is_full_at_fsync_or_rename_leaves_nothing(build, monkeypatch, call):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(OSError):
            cache.product("core", INPUTS, Builder())
    assert leftovers() == []
    builder = Builder()
    cache.product("core", INPUTS, builder)
    assert builder.calls == 1


def test_digest_depends_on_names_and_contents_not_on_location(tmp_path):
    def tree(name, files):
        for file, text in files.items():
            path = tmp_path / name / "src" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return cache.digest_files([tmp_path / name / "src"])
    same = tree("one", {"a.c": "1", "sub/b.c": "2"})
    assert same == tree("two", {"a.c": "1", "sub/b.c": "2"})
    others = {tree("three", {"a.c": "1", "sub/b.c": "3"}), tree("four", {"a.c": "1", "sub/c.c": "2"}),
              tree("five", {"a.c": "1"}), tree("six", {"a.c": "12", "sub/b.c": ""})}
    assert len(others) == 4 and same not in others
    one, two = tmp_path / "one/src/a.c", tmp_path / "one/src/sub/b.c"
    assert cache.digest_files([one, two]) == cache.digest_files([two, one])


def test_prune_keeps_the_most_recently_used(build):
    folders = [cache.product("core", {"n": n}, Builder()) for n in range(5)]
    other = cache.product("sim", {"n": 0}, Builder())
    for age, folder in enumerate(folders):
        os.utime(folder / "manifest.json", (1_000_000_000 - age, 1_000_000_000 - age))
    cache.product("core", {"n": 4}, Builder())             # the oldest is used again and becomes the most recently used
    assert set(cache.prune(keep=2)) == {folders[1], folders[2], folders[3]}
    assert sorted((build / "core").iterdir()) == sorted([folders[0], folders[4]]) and other.exists()
    assert leftovers() == []


def test_cache_lookup_builds_nothing(build):
    builder = Builder()
    assert not cache.has_products(lambda: cache.product("core", INPUTS, builder))
    assert builder.calls == 0 and not build.exists()
    cache.product("core", INPUTS, builder)
    assert cache.has_products(lambda: cache.product("core", INPUTS, builder))
    assert builder.calls == 1


# Products whose builder reports the inputs that it has read

@pytest.fixture
def traced_product(build, tmp_path):
    """Return a file that the builder reads, the builder, and make(), which asks the cache for the product."""
    file = tmp_path / "note"
    file.write_text("one")
    builder = Builder()

    def read(_=None):
        return {"note": file.read_text()}

    def make():
        return cache.traced_product("firmware", INPUTS, lambda folder: builder(folder) or read(), read)
    return file, builder, make


def test_product_depends_on_the_inputs_that_its_builder_read(traced_product):
    file, builder, make = traced_product
    first = make()
    assert make() == first and builder.calls == 1
    file.write_text("two")
    assert not cache.has_products(make)
    second = make()
    assert second != first and builder.calls == 2
    file.write_text("one")
    assert cache.has_products(make) and make() == first and builder.calls == 2
    assert leftovers() == []


@pytest.mark.parametrize("damage", [truncate, remove, spoil_manifest, drop_manifest])
def test_damaged_product_or_list_of_inputs_is_built_again(traced_product, damage):
    _, builder, make = traced_product
    folder = make()
    damage(folder)
    assert make() == folder and builder.calls == 2 and cache.is_intact(folder)
