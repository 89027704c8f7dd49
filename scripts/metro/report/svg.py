# SPDX-License-Identifier: Apache-2.0
"""A plot as SVG in a page: with the colour variables and the font of the page, and with unique ids.

matplotlib writes standalone files. In one document, their ids would collide and their styles would affect each other.
"""
from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from . import canvas

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
ROLES = {colour: role for role, colour in canvas.SENTINELS.items()}


def inline(figure, key: str, title: str) -> str:
    """Return the figure as an <svg> element. key: a prefix of its ids, unique in the page."""
    return embed(canvas.svg(figure).decode(), key, title)


def embed(text: str, key: str, title: str) -> str:
    """Return an SVG file of matplotlib as an <svg> element of a page: see inline()."""
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    root = ET.fromstring(text)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}metadata", f"{{{SVG}}}style"):
                parent.remove(child)
    wanted = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', text))
    for element in root.iter():
        _identify(element, key, wanted)
        for name, value in element.attrib.items():
            if name == "style":
                value = "; ".join(_declarations(value))
            elif name in ("d", "transform", "points"):
                value = " ".join(re.sub(r"-?\d+\.\d{3,}", _short, value).split())
            value = re.sub(r"url\(#", f"url(#{key}-", value)
            if name == f"{{{XLINK}}}href":
                value = value.replace("#", f"#{key}-")
            element.set(name, value)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", title)
    return ET.tostring(root, encoding="unicode")


def _short(number: re.Match) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _identify(element, key: str, wanted: set[str]) -> None:
    """Keep an id only if something refers to it. Ids that name figures become data-figures."""
    name = element.attrib.pop("id", "")
    if name.startswith("figures "):
        element.set("data-figures", name.partition(" ")[2])
    elif name in wanted:
        element.set("id", f"{key}-{name}")


def _declarations(text: str):
    for declaration in filter(None, map(str.strip, text.split(";"))):
        name, _, value = map(str.strip, declaration.partition(":"))
        if name == "font":                                 # keep the plot's size and weight; the page sets the family
            size = re.search(r"([\d.]+)px", value)
            yield f"font-size: {size[1]}px"
            if re.match(r"(bold|700)\b", value):
                yield "font-weight: 650"
            continue
        colour = ROLES.get(value.lower())
        yield f"{name}: {f'var(--{colour})' if colour else value}"
