# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does to a page before it makes HTML of it (docs/mkdocs.yml names this file)."""
from metro.docs import commands

COMMANDS = "<!-- commands -->"


def on_page_markdown(markdown, page, **_):
    # Python-Markdown looks into HTML where it is told to; GitHub always does.
    markdown = markdown.replace("<details>", '<details markdown="1">')
    return markdown.replace(COMMANDS, commands.page()) if COMMANDS in markdown else markdown
