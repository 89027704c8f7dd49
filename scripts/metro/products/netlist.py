# SPDX-License-Identifier: Apache-2.0
"""Verilog netlists: compute a digest of the logic, remove the build time, and expand the port macros of circuits."""
from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator

from ..base import paths

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*"|\\\S+)|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TOKEN = re.compile(r"""
    (?P<opaque> ^[ \t]*`[^\n]* | \(\*\s*\w.*?\*\) )         # a line with a directive or a macro; an attribute
  | (?P<name>   \\\S+ | [A-Za-z_][\w$]* )
  | "(?:\\.|[^"\\])*"
  | \d[\d_]*\.\d[\w.+-]* | [\d_]*\s*'[sS]?[bodhBODH]\s*[\w?]+ | '[01xzXZ] | \d\w*
  | [$`]\w+
  | <<<|>>>|===|!==|<=|>=|==|!=|&&|\|\||<<|>>|~&|~\||~\^|\^~|\*\*|\+:|-:|->
  | \S
""", re.VERBOSE | re.MULTILINE | re.DOTALL)
_MACRO = re.compile(r"^`define (\w+)(?:\((.*)\))? \\\n((?:.*\\\n)*.*)", re.MULTILINE)    # name, parameters, text
_DECLARES = {"wire", "reg", "logic", "integer", "real", "genvar", "localparam", "function", "task"}


def without_build_time(verilog_text: str) -> str:
    """Return LiteX's Verilog without the comment lines that state the build time and LiteX's commit."""
    return re.sub(r"^//.*(?:LiteX sha1 |Date  |LiteX on ).*\n", "", verilog_text, flags=re.MULTILINE)


def expand_port_macros(verilog_text: str) -> str:
    """Return a circuit's Verilog with the port macros of hw/*.vh expanded, and without the include of their header.

    The ports of a macro stay in one line, so the messages of tools name the line numbers of the circuit's file.
    """
    for header in (paths.ROOT / "hw").glob("*.vh"):
        complete = re.sub(rf'^[ \t]*`include[ \t]+"{header.name}"', "", verilog_text, flags=re.MULTILINE)
        if complete != verilog_text:
            for name, parameters, text in _MACRO.findall(header.read_text()):
                line = " ".join(text.replace("\\\n", " ").split())
                complete = re.sub(rf"`{name}\b(?:\s*\(([^)]*)\))?", functools.partial(_expand, line, parameters),
                                  complete)
            verilog_text = complete
    return verilog_text


def _expand(text: str, parameters: str, call: re.Match) -> str:
    """Return a macro's text with the arguments of a call in place of its parameters."""
    given = dict(zip(parameters.split(", "), re.split(r"\s*,\s*", (call[1] or "").strip())))
    return re.sub(r"\b[A-Z]+\b", lambda word: given.get(word[0], word[0]), text)


def digest(verilog_text: str) -> str:
    """Return a digest of everything in a netlist that determines its behaviour.

    The digest replaces each internal name of a module (net, register, memory, constant, function, instance) by a
    number, in the order of first use. It keeps the names of modules, ports and parameters, and all names that another
    module uses. The text must be complete, because the digest ignores files that the netlist includes or loads.
    """
    return hashlib.sha256("\n".join(canonical(verilog_text)).encode()).hexdigest()


def canonical(verilog_text: str) -> Iterator[str]:
    """Yield the tokens of a netlist. A number after a space represents an internal name; no Verilog token begins with
    a space."""
    tokens = list(_tokens(_COMMENT.sub(lambda match: match[1] or " ", verilog_text)))
    texts = [text for text, _ in tokens]
    modules = {texts[at + 1] for at, text in enumerate(texts[:-1]) if text == "module"}
    fixed = set(_names_used_by_other_modules(tokens)) | modules
    start = 0
    while start < len(tokens):
        end = texts.index("endmodule", start) + 1 if "endmodule" in texts[start:] else len(tokens)
        yield from _number_names(tokens[start:end], fixed, modules)
        start = end


def _tokens(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each token without inner white space, and whether it is a name."""
    for match in _TOKEN.finditer(text):
        if match["name"]:
            yield match[0].removeprefix("\\"), True
        else:
            yield (match[0] if match[0].startswith('"') else " ".join(match[0].split())), False


def _names_used_by_other_modules(tokens: list[tuple[str, bool]]) -> Iterator[str]:
    """Yield the names that other modules can use: names in directives, macros and attributes, and after a dot.

    A name after a dot is a port or parameter of an instance, or a part of a hierarchical path.
    """
    for (before, _), (text, is_name) in zip([("", False), *tokens], tokens):
        if is_name and before == ".":
            yield text
        elif text.startswith(("`", "(*")):
            yield from re.findall(r"[\w$]+", text)


def _number_names(tokens: list[tuple[str, bool]], fixed: set[str], modules: set[str]) -> Iterator[str]:
    """Yield the tokens of one module, with numbers for internal names."""
    internal = set(_internal_names(tokens, modules)) - fixed
    numbers: dict[str, str] = {}
    for text, is_name in tokens:
        yield numbers.setdefault(text, f" {len(numbers)}") if is_name and text in internal else text


def _internal_names(tokens: list[tuple[str, bool]], modules: set[str]) -> set[str]:
    """Return the names that a module declares and that are neither ports nor parameters."""
    texts = [text for text, _ in tokens]
    body = texts.index(";", texts.index("module")) if "module" in texts else 0
    declared, public = set(), {text for text, is_name in tokens[:body] if is_name}
    for at in range(body, len(tokens)):
        if texts[at] == "parameter":
            public.update(_declared_names(tokens, at + 1))
        elif texts[at] in _DECLARES:
            declared.update(_declared_names(tokens, at + 1))
        elif texts[at] == "(" and tokens[at - 1][1] and texts[at - 2] in modules:
            declared.add(texts[at - 1])                         # an instance
    return declared - public


def _declared_names(tokens: list[tuple[str, bool]], at: int) -> Iterator[str]:
    """Yield the names that a declaration declares: in each part between commas, the last name outside the value."""
    depth, name, in_value = 0, None, False
    for text, is_name in tokens[at:]:
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if depth == 0 and text in (",", ";") or depth < 0:
            if name:
                yield name
            if text != ",":
                return
            name, in_value = None, False
        elif depth == 0:
            in_value |= text == "="
            name = text if is_name and not in_value else name
