# SPDX-License-Identifier: Apache-2.0
"""Rules for the text of the pages: no unclear phrases, short sentences, and a limit of words on the users' pages."""
import re

import pytest
import yaml
from markdown_it import MarkdownIt

from metro import docs
from support import ROOT

PAGES = [file for file in docs.pages() if file.suffix == ".md" and file.name != "CHANGELOG.md"]
LONGEST = 32                        # limit of words in a sentence; a code span is one word
USER_SECTIONS = ("Tutorials", "How-to guides", "Reference", "Explanation")
MAX_USER_WORDS = 33_000             # limit of words in the paragraphs and lists of these sections

PHRASES = [re.compile(rf"\b(?:{phrase})\b") for phrase in (
    "whom", "[Nn]obody", "[Ss]omebody", "anew", "[Ll]ikewise", "[Bb]esides?", "therein|thereof|thereby|hereof", "one's",
    "no more|not any more", "is there (?:for|already|too)", "of (?:its|their|your) own", "[Aa]ll that is",
    "[Aa]s (?:it|they) (?:was|were) before", "in (?:its|their) (?:place|turn)",
    "(?:lies|lie) (?:in|there|together|below)", "stands? (?:in|there|behind|below|above|before|by)")]


def paragraphs(page):
    """Yield the text of each paragraph and list item. Skip tables, code blocks and generated text."""
    text = re.sub(r"(?s)<!-- (\w+): (?!end\b).*?<!-- (?:/\1|\w+: end) -->|<!-- /?\w+.*?-->", "", page.read_text())
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    depth = 0
    for token in tokens:
        depth += (token.type == "table_open") - (token.type == "table_close")
        if token.type == "inline" and not depth:
            yield " ".join("".join("x" if child.type == "code_inline" else " " if child.type == "softbreak" else
                                   child.content for child in token.children).split())


def sentences(page):
    for text in paragraphs(page):
        yield from re.split(r"""(?<=[.!?:;])\s+(?=[A-Zx\d("])""", text)


named = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@named
def test_page_has_no_phrase_that_needs_a_second_reading(page):
    assert [(found[0], text) for text in paragraphs(page) for rule in PHRASES if (found := rule.search(text))] == []


@named
def test_sentence_is_short(page):
    assert [text for text in sentences(page) if len(text.split()) > LONGEST] == []


def sections():
    """Return the pages of each section of the menu."""
    def pages(entry):
        if isinstance(entry, str):
            return [ROOT / entry]
        return [page for part in (entry if isinstance(entry, list) else entry.values()) for page in pages(part)]
    menu = docs.CONFIGURATION.read_text().partition("\nnav:\n")[2]
    return {name: pages(part) for entry in yaml.safe_load(menu) for name, part in entry.items()}


def test_user_pages_stay_within_the_word_limit():
    words = sum(len(text.split()) for section in USER_SECTIONS for page in sections()[section]
                for text in paragraphs(page))
    assert words <= MAX_USER_WORDS


def test_a_phrase_and_a_long_sentence_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"Nobody `knows` it.\n\n{'word ' * LONGEST}`and more`. Two.\n\n| whom |\n| --- |\n| whom |\n")
    assert any(rule.search(text) for text in paragraphs(page) for rule in PHRASES)
    assert [len(text.split()) for text in sentences(page)] == [3, LONGEST + 1, 1]
