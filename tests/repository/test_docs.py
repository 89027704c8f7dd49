# SPDX-License-Identifier: Apache-2.0
"""README, the documentation and the site that is built from them."""
import argparse
import functools
import re

import pytest
from markdown_it import MarkdownIt

from metro import configuration, docs, patch
from metro.base.errors import MetroError
from metro.cli import command_line
from metro.docs import commands, support
from metro.environment import installers
from metro.products import kernel, rtos
import browser
from support import ROOT

PAGES = [file for file in docs.pages() if file.suffix == ".md"]


def test_readme_has_at_most_120_lines():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 120


# Links

def parsed(file):
    return MarkdownIt("commonmark").enable("table").parse(file.read_text())


def links(file):
    """Return the targets of a page's links and pictures, except those on other sites."""
    inner = [child for token in parsed(file) for child in token.children or ()]
    targets = [child.attrs.get("href", child.attrs.get("src")) for child in inner
               if child.type in ("link_open", "image")]
    return [target for target in targets if not re.match(r"\w+:", target)]


@functools.cache
def anchors(file):
    """Return the anchors of a page's headings, as GitHub and the site generate them."""
    tokens, found = parsed(file), []
    for token, inline in zip(tokens, tokens[1:]):
        if token.type == "heading_open":
            words = "".join(child.content for child in inline.children if child.type in ("text", "code_inline"))
            found.append(re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-"))
    return found


def dead_links(file, shown):
    """Return the links of a page with targets that are not among the shown pages and their anchors."""
    found = []
    for target in links(file):
        name, _, anchor = target.partition("#")
        other = (file.parent / name).resolve() if name else file
        if other not in shown or anchor and anchor not in anchors(other):
            found.append(target)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    assert dead_links(page, docs.pages()) == []


def test_dead_link_is_found(tmp_path):
    (tmp_path / "other.md").write_text("# A `title`, of two\n")
    page = tmp_path / "page.md"
    page.write_text("[a](other.md#a-title-of-two) [b](other.md#b) [c](c.md) ![d](d.png) `[e](e.md)`\n")
    assert dead_links(page, [*tmp_path.iterdir()]) == ["other.md#b", "c.md", "d.png"]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"],
                         ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_exists(page):
    """Names with capitals or `...` are placeholders and are not checked."""
    named = {child.content for token in parsed(page) for child in token.children or () if child.type == "code_inline"}
    rooms = "|".join(folder.name for folder in ROOT.iterdir() if folder.is_dir() and folder.name != "build")
    files = {name for name in named if re.fullmatch(rf"({rooms})/[a-z0-9_./-]+", name) and "..." not in name}
    assert [name for name in files if not (ROOT / name).exists() and not (page.parent / name).exists()] == []


def test_every_page_of_docs_is_in_the_menu():
    menu = re.findall(r"docs/[\w-]+\.md$", docs.CONFIGURATION.read_text(), re.MULTILINE)
    assert sorted(menu) == sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))


# The command reference

@pytest.mark.parametrize("command", command_line.COMMANDS, ids=lambda command: command.name)
def test_command_page_lists_the_options_of_each_help(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "1000")
    with pytest.raises(SystemExit):
        command_line.parse([command.name, "--help"])
    help_text, page = capsys.readouterr().out, commands.section(command)
    options = set(re.findall(r"^  +(?:-\w(?: \w+)?, )?(--[\w-]+)", help_text, re.MULTILINE)) - {"--help", "--offline"}
    assert options == set(re.findall(r"^\| (?:`-\w[^`]*`, )?`(--[\w-]+)", page, re.MULTILINE))
    assert page.startswith(f"## {command.name}\n\n`./metro {command.name} ")


def test_help_text_is_escaped_for_markdown():
    assert commands.text("one of\n a|b, <x>, 'tick.*' or `c*`") == r"one of a\|b, \<x\>, 'tick.\*' or `c*`"


# Troubleshooting

def source_text():
    """Return the text of all sources on one line, with adjacent string literals joined."""
    files = [*(ROOT / "scripts").rglob("*.py"), *(ROOT / "hw").glob("*.py"), ROOT / "metro",
             *(file for file in (ROOT / "sw").rglob("*") if file.suffix in (".c", ".h", ".ld", ".mk"))]
    text = re.sub(r'"\s*\n\s*f?"', "", "\n".join(file.read_text() for file in files))
    return re.sub(r"\s+", " ", text.replace("\\\n", ""))


def test_troubleshooting_page_quotes_messages_that_are_printed():
    page, sources = (ROOT / "docs" / "troubleshooting.md").read_text(), source_text()
    rows = re.findall(r"^\| (`.*?) \| ", page, re.MULTILINE)
    quoted = [words for row in rows for words in re.findall(r"`(.*?)`", row)]
    parts = {part.strip() for words in quoted for part in words.split("...")} - {""}
    assert len(parts) > 50 and [part for part in sorted(parts) if part not in sources] == []


# The support page

def test_support_page_has_the_tables_of_the_checks():
    """If this test fails, run `./metro docs` to write the tables."""
    assert support.with_tables(support.PAGE.read_text()) == support.PAGE.read_text()


def test_patched_ucos_tree_cannot_be_tickless_or_vectored(tmp_path):
    patch.patch(ROOT / "tests" / "patch" / "tree", tmp_path / "tree")
    assert [rtos.get(name).patch_lacks for name in ("ucos", "freertos")] == [("tickless", "vectors", "self_switch"), ()]
    kernel.refuse_unfit(tmp_path / "tree", [configuration.read("contexts")])
    with pytest.raises(MetroError, match="it cannot be tickless"):
        kernel.refuse_unfit(tmp_path / "tree", [configuration.read("tickless")])
    with pytest.raises(MetroError, match="it cannot use vectored interrupts"):
        kernel.refuse_unfit(tmp_path / "tree", [configuration.read("contexts").changed({"core.vectors": True})])


# The site

@pytest.fixture(scope="module")
def python():
    try:
        return docs.environment()
    except MetroError:
        if not installers.offline():
            raise
        pytest.skip("not run: MkDocs is not installed, and --offline forbids fetching it")


@pytest.fixture(scope="module")
def site(python, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    docs.copy_pages(folder / "pages")
    return docs.build(python, folder)


@pytest.mark.slow                              # installs MkDocs; the quick check is test_every_link_leads_somewhere
def test_site_has_every_page_and_loads_nothing_from_elsewhere(site):
    for page in PAGES:
        place = page.relative_to(ROOT).with_suffix("")
        html = (site / (place.parent if place.name == "README" else place) / "index.html").read_text()
        words = re.findall(r"(?s)<(p|li)>(.*?)</\1>", re.sub(r"(?s)<(pre|code|table)\b.*?</\1>", "", html))
        text = "\n".join(re.sub("<[^>]+>", "", part) for _, part in words)
        assert not re.search(r"^\s*(\||-|\d\.) \S", text, re.MULTILINE), f"{place}: a table or list is not rendered"
        assert not re.search(r'<(?:script|img)[^>]*\ssrc="?(?:https?:)?//|<link[^>]*stylesheet[^>]*//', html), place
    shown = (site / "docs" / "cli" / "index.html").read_text()
    assert all(f'id="{command.name}"' in shown for command in command_line.COMMANDS)


# The width of each table, of its container and of its first column (pixels).
WIDTHS = """[...document.querySelectorAll("article table")].map(table => [
    table.scrollWidth, table.closest(".md-typeset__scrollwrap").clientWidth,
    table.querySelector("th").getBoundingClientRect().width])"""


@pytest.mark.slow
@pytest.mark.skipif(not browser.is_installed(), reason="not run: needs chromium")
def test_tables_fit_a_screen_and_show_their_first_columns_on_a_phone(site, tmp_path):
    chromium, found = browser.Browser(tmp_path), {1440: {}, 390: {}}
    try:
        for width, tables in found.items():
            chromium.set_viewport(width)
            for page in (page for page in PAGES if page.parent.name == "docs"):
                chromium.open((site / "docs" / page.stem / "index.html").as_uri())
                tables[page.name] = chromium.run(WIDTHS)
    finally:
        chromium.close()
    assert sum(map(len, found[390].values())) > 100
    assert {name for name, tables in found[1440].items() for table, place, _ in tables if table > place + 1} == set()
    assert {name for name, tables in found[390].items() for *_, first in tables if first > 0.5 * 390} == set()


@pytest.mark.slow
def test_a_dead_anchor_is_an_error_that_names_the_page(python, tmp_path):
    docs.copy_pages(tmp_path / "pages")
    page = tmp_path / "pages" / "docs" / "map.md"
    page.unlink()
    page.write_text("# The map\n\n[nowhere](units.md#no-such-heading)\n")
    with pytest.raises(MetroError, match="broken links; no site was built") as error:
        docs.build(python, tmp_path)
    assert "docs/map.md" in error.value.hint and "no-such-heading" in error.value.hint


def test_offline_build_of_the_site_names_the_missing_package(tmp_path, monkeypatch, build):
    monkeypatch.setattr(docs, "ENVIRONMENT", tmp_path / "docs-venv")
    monkeypatch.setenv("METRO_OFFLINE", "1")
    with pytest.raises(MetroError, match="--offline forbids fetching it"):
        docs.main(argparse.Namespace(serve=False, timeline=False))
    assert not (tmp_path / "docs-venv").exists()
