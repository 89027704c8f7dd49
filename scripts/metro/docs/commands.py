# SPDX-License-Identifier: Apache-2.0
"""Every command with its options, as Markdown, generated from the argument parsers."""
from __future__ import annotations

import argparse
import re

from ..cli import command_line


def page() -> str:
    return "\n\n".join(section(command) for command in command_line.COMMANDS)


def section(command) -> str:
    """Return a command as Markdown: its usage, description, arguments by group, and epilog."""
    module = command_line.load(command)
    parser = argparse.ArgumentParser(prog=f"./metro {command.name}", description=command.help, add_help=False)
    module.add_arguments(parser)
    parts = [f"## {command.name}", f"`{usage(parser, getattr(module, 'EXTRA', None))}`", text(parser.description)]
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action.help != argparse.SUPPRESS]
        if not actions:
            continue
        if group.title not in ("positional arguments", "optional arguments", "options"):
            parts += [text(f"{group.title}: {group.description}" if group.description else group.title)]
        rows = [f"| {names(action)} | {text((action.help or '') % {**vars(action), 'prog': parser.prog})} |"
                for action in actions]
        head = f"| {'option' if actions[0].option_strings else 'argument'} | |"
        parts.append("\n".join([head, "| --- | --- |", *rows]))
    return "\n\n".join([*parts, *([text(parser.epilog)] if parser.epilog else [])])


def usage(parser, extra: str | None) -> str:
    positional = [value(action) for action in parser._actions if not action.option_strings]
    return " ".join([parser.prog, "[options]", *positional, *([f"[{extra} ...]"] if extra else [])])


def names(action) -> str:
    if not action.option_strings:
        return f"`{value(action)}`"
    return ", ".join(f"`{f'{option} {value(action)}'.strip()}`" for option in action.option_strings)


def value(action) -> str:
    """Return the placeholder of the argument's value, or an empty string if there is none."""
    if action.nargs == 0:
        return ""
    name = action.metavar or (",".join(map(str, action.choices)) if action.choices else action.dest.upper())
    if action.choices and not action.metavar:
        name = f"{{{name}}}"
    return {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} ..."}.get(action.nargs, name)


def text(words: str) -> str:
    """Return plain text as Markdown, with all special characters escaped except in `code`."""
    parts = re.sub(r"\s+", " ", words).strip().split("`")
    return "`".join(re.sub(r"([\\|*_<>\[\]])", r"\\\1", part) if number % 2 == 0 else part
                    for number, part in enumerate(parts))
