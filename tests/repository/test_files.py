# SPDX-License-Identifier: Apache-2.0
"""Rules for the tracked source files: licence lines, line width, no paths of a home folder."""
import re
import subprocess

import pytest

from support import ROOT

SOURCES = re.compile(r"(\.(py|c|h|S|inc|cpp|hpp|scala|tcl|mk|ld|sh|ini)|^metro|^\.ci/run|requirements\.txt|Makefile)$")


def tracked():
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode:
        pytest.skip("not run: no git checkout")
    return [name for name in listing.stdout.split("\0") if SOURCES.search(name) and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def sources():
    return {name: (ROOT / name).read_text() for name in tracked()}


def test_every_source_file_has_its_licence_line(sources):
    assert len(sources) > 20
    assert [name for name, text in sources.items()
            if "SPDX-License-Identifier: Apache-2.0" not in "\n".join(text.splitlines()[:3])] == []
    assert "Apache License" in (ROOT / "LICENSE").read_text()


def test_no_line_is_wider_than_120(sources):
    assert [f"{name}:{number}" for name, text in sources.items()
            for number, line in enumerate(text.splitlines(), 1) if len(line) > 120] == []


def test_no_file_names_a_home_folder(sources):
    home = re.compile(r"(?<![\w$}.])/(root|home/\w+)/")
    assert [f"{name}:{number}" for name, text in sources.items()
            for number, line in enumerate(text.splitlines(), 1) if home.search(line)] == []
