# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the metro package on the path, --quick, and the place of the checkout."""
import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out the tests marked as slow")


def pytest_collection_modifyitems(config, items):
    if config.getoption("quick"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="slow: left out by --quick"))


@pytest.fixture
def build(tmp_path, monkeypatch):
    """A build folder of the test's own, for this process and for every ./metro it starts."""
    from metro import paths
    folder = tmp_path / "build"
    monkeypatch.setenv("METRO_BUILD", str(folder))
    monkeypatch.delenv("METRO_OFFLINE", raising=False)
    for name in ("TMP", "LOGS", "VENV", "IN_USE", "BUILD"):                    # BUILD last: the others are below it
        monkeypatch.setattr(paths, name, folder / getattr(paths, name).relative_to(paths.BUILD))
    return folder


@contextlib.contextmanager
def small_disk(folder, size):
    """A real file system of this size where that is allowed (mount, as root); the test is skipped elsewhere."""
    folder.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if mount.returncode:
        pytest.skip("not run: needs root to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
