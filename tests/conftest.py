# SPDX-License-Identifier: Apache-2.0
"""Put scripts/ and the test folders on sys.path. Define the options and fixtures that all tests share."""
import collections
import os
import sys
import zlib
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
# Tests import the metro package, and helpers from any folder of tests.
sys.path[:0] = str(TESTS.parent / "scripts"), *sorted({str(file.parent) for file in TESTS.glob("*/test_*.py")})

from metro import configuration
from metro.base import paths
from metro.environment import tools
from metro.products import kernel as kernel_module
from metro.verify import suite

LEFT_OUT_COUNT = pytest.StashKey[int]()     # number of tests that the quick run leaves out


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also run the slow tests and every case of each test")
    parser.addoption("--part", type=suite.part, default=suite.WHOLE, metavar="K/N", help="run part K of N of the tests")
    parser.addoption("--adapter", choices=configuration.ADAPTERS, default="plugin",
                     help="run the kernel's tests (test_conformance.py, test_kernel.py) with this adapter; in any "
                          "case, a sample of them runs with cfu and wishbone")
    parser.addoption("--config", dest="configuration", type=configuration.named, metavar="NAME",
                     help="run the kernel's tests on this configuration only")
    parser.addoption("--kernel", type=kernel_module.any_kernel_folder, metavar="DIR",
                     help="also run the tests of an RTOS on this upstream tree of uC/OS-II, FreeRTOS or Zephyr")
    parser.addoption("--freertos-demo", type=suite.demo_folder, metavar="DIR",
                     help="also run the standard demos in FreeRTOS's folder Demo")


def part_of(item, parts):
    """Return the number of the part, 1 to `parts`, that runs a test. Tests of a group share a simulation and a part."""
    group = item.get_closest_marker("xdist_group")
    return zlib.crc32((group.args[0] if group else item.nodeid).encode()) % parts + 1


def quick_tests(items):
    """Yield the tests of the quick run: no slow tests, and only the first n cases of a test marked sample(n)."""
    taken = collections.Counter()
    for item in items:
        sample = item.get_closest_marker("sample")
        if item.get_closest_marker("slow") or sample and taken[item.function] == sample.args[0]:
            continue
        taken[item.function] += 1
        yield item


def pytest_collection_modifyitems(config, items):
    """Keep the tests of --part. Without --all and without a named test (`test_x.py::test_y`), keep only quick tests."""
    number, parts = config.getoption("part")
    items[:] = [item for item in items if part_of(item, parts) == number]
    if config.getoption("all") or any("::" in argument for argument in config.args):
        return
    every = len(items)
    items[:] = quick_tests(items)
    config.stash[LEFT_OUT_COUNT] = every - len(items)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):                                # an xdist worker has no terminal
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT_COUNT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    node.config.stash[LEFT_OUT_COUNT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter, config):
    if left_out := config.stash.get(LEFT_OUT_COUNT, 0):
        terminalreporter.write_line(f"{left_out} tests were left out: ./metro test --all runs them too")


@pytest.fixture(scope="session")
def upstream(request):
    """Return the upstream tree of ./metro test --kernel DIR. Skip the test if no uC/OS-II tree is given."""
    from support import given_tree              # imported here, because test_cli.py uses this file alone
    folder = given_tree(request.config, "ucos")
    if not folder:
        pytest.skip("not run: no tree given (./metro test --kernel DIR)")
    return folder


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Use a separate build folder for the test, in this process and in every ./metro that it starts."""
    folder = tmp_path / "build"
    monkeypatch.setenv("METRO_BUILD", str(folder))
    monkeypatch.delenv("METRO_OFFLINE", raising=False)
    for name in ("TMP", "LOGS", "VENV", "IN_USE", "BUILD"):                    # BUILD last: the loop uses its old value
        monkeypatch.setattr(paths, name, folder / getattr(paths, name).relative_to(paths.BUILD))
    return folder


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Return a function that creates a folder of programs and makes it the only folder of PATH.

    without: programs to leave out. only: programs to link; None: all. name="text": a shell script with this name.
    """
    folder = tmp_path / "programs"
    search = os.environ["PATH"].split(os.pathsep)

    def make(without=(), only=None, **scripts):
        folder.mkdir()
        names = {"python3": tools.PYTHON}
        for place in [*search, "/usr/bin", "/bin"]:
            for program in os.scandir(place) if os.path.isdir(place) else ():
                names.setdefault(program.name, program.path)
        for name, target in names.items():
            if name not in without and name not in scripts and (only is None or name in only):
                (folder / name).symlink_to(target)
        for name, text in scripts.items():
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        return folder
    return make
