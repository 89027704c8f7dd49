# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/ as HTML, so the studio's link to its documentation needs no network."""
from __future__ import annotations

import re

from markdown_it import MarkdownIt

from ..base import paths

FOLDER = paths.ROOT / "docs"
# Links to other folders, and pictures: the studio serves neither.
_OUTSIDE = re.compile(r'<a href="\.\.?/[^"]*">(.*?)</a>', re.DOTALL)
_PICTURE = re.compile(r'<img [^>]*?alt="([^"]*)"[^>]*>')


def body(name: str) -> str | None:
    """Return the page of this name as HTML, or None if docs/ has no such page."""
    if name not in {file.name for file in FOLDER.glob("*.md")}:
        return None
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse((FOLDER / name).read_text())
    for token, inline in zip(tokens, tokens[1:]):
        if token.type == "heading_open":
            token.attrSet("id", anchor(inline))
    html = markdown.renderer.render(tokens, markdown.options, {})
    return _PICTURE.sub(r"\1", _OUTSIDE.sub(r"\1", html))


def anchor(heading) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    words = "".join(child.content for child in heading.children if child.type in ("text", "code_inline"))
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
