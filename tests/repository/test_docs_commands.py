# SPDX-License-Identifier: Apache-2.0
"""./metro accepts every command line in README and in the pages below ROOMS. The tests also run the quick commands."""
import re
import shlex

import pytest

from metro import configuration
from metro.cli import command_line as cli
from metro.figures import committed, store
from support import ROOT

TREE = ROOT / "tests" / "patch" / "tree"
ROOMS = ("docs", "bench", "boards", "configs", "hw", "scripts", "sw", "tests")
PAGES = [ROOT / "README.md", *sorted(page for room in ROOMS for page in (ROOT / room).rglob("*.md"))]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`\./metro\b([^`]*)`")
# Values that replace placeholders of the pages. The key is (preceding word, placeholder) or the placeholder alone.
PLACEHOLDERS = {
    ("--kernel", "DIR"): TREE, ("boards", "NAME"): "arty", ("--adapter", "NAME"): "cfu",
    ("--config", "NAME"): "combined",
    **dict.fromkeys(("APP", "FOLDER", "heater"), ROOT / "sw" / "example"), "TREE": TREE, "NEW": TREE,
    "DIR": "somewhere", "FILE": "somewhere", "N": "64", "PART": "tick", "COMMAND": "bench",
    "ADDRESS": "tcp://127.0.0.1:8786", "WORDS": "words",
}


def documented_commands(page):
    """Yield (line, whole) for each command of a page. whole: False in running text, where arguments can be missing."""
    text = page.read_text()
    for language, block in FENCED.findall(text):
        if language == "sh":
            for line in block.replace("\\\n", " ").splitlines():
                if "./metro" in line and not line.lstrip().startswith("#"):
                    yield line[line.index("./metro"):].partition("  #")[0].partition(" > ")[0].rstrip(), True
    for words in SPAN.findall(FENCED.sub("", text)):
        yield f"./metro {' '.join(words.split())}", False


LINES = {(line, in_block): page for page in PAGES for line, in_block in documented_commands(page)}


def words_of(line):
    words = shlex.split(line, comments=True)[1:]
    return [str(PLACEHOLDERS.get((before, word), PLACEHOLDERS.get(word, word)))
            for before, word in zip(["", *words], words)]


def line_of(value):
    return value[0] if isinstance(value, tuple) else None


def test_pages_show_commands():
    assert len(LINES) > 80 and {"README.md", "sweep.md", "results-units.md"} <= {page.name for page in LINES.values()}


def test_no_comment_in_a_code_block_contains_a_command():
    """If an edit joins two lines of a code block, the second command ends up in the comment of the first."""
    joined = [f"{page.name}: {line}" for (line, in_block), page in LINES.items()
              if in_block and "./metro" in line.partition(" # ")[2]]
    assert not joined


@pytest.mark.parametrize("shown", sorted(LINES), ids=line_of)
def test_command_accepts_its_documented_line(shown, monkeypatch, capsys, tmp_path):
    for folder in ("Minimal", "include"):
        (tmp_path / folder).mkdir()
    monkeypatch.setitem(PLACEHOLDERS, ("--freertos-demo", "DIR"), tmp_path)
    line, in_block = shown
    words = words_of(line)
    monkeypatch.setattr("sys.argv", ["./metro", *words])
    if not in_block and (not words or words in ([command.name] for command in cli.COMMANDS)):
        return                                             # only the command's name
    try:
        _, args = cli.parse(words)
    except SystemExit as ended:
        errors = capsys.readouterr().err
        lacking = not in_block and re.search("the following arguments are required|expected one argument", errors)
        assert ended.code == 0 or lacking, f"{LINES[shown].name}: {errors}"
        return
    if isinstance(getattr(args, "config", None), str):
        configuration.hardware(args)                       # refuses options that do not fit together


# Commands that neither build nor install anything.
QUICK = [line for line, in_block in sorted(LINES) for words in [words_of(line)]
         if words and (words[0] in ("figures", "configs", "choose", "doctor") and (in_block or len(words) > 1)
                       and not {"--commit", "--old", "--refresh"} & set(words)
                       or words == ["boards"] or words[:1] == ["patch"] and "--check" in words
                       or words[:1] == ["prove"] and "--list" in words)]


@pytest.mark.sample(6)
@pytest.mark.parametrize("line", QUICK)
def test_quick_command_runs(line, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(store, "FILE", tmp_path / "figures.json")
    store.FILE.write_text(committed.FILE.read_text())
    command, args = cli.parse(words_of(line))
    assert cli.load(command).main(args) == 0 and capsys.readouterr().out
