# SPDX-License-Identifier: Apache-2.0
"""An MkDocs hook that changes each page before its conversion to HTML (docs/mkdocs.yml names this file)."""
from metro.docs import commands

COMMANDS = "<!-- commands -->"


def on_page_markdown(markdown, page, **_):
    # Python-Markdown converts Markdown inside an HTML element only if it has this attribute. GitHub always does.
    markdown = markdown.replace("<details>", '<details markdown="1">')
    return markdown.replace(COMMANDS, commands.page()) if COMMANDS in markdown else markdown
