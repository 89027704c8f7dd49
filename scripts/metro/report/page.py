# SPDX-License-Identifier: Apache-2.0
"""The report as HTML, as Markdown and as pictures: one model with two templates."""
from __future__ import annotations

import functools
import io
import re
from collections.abc import Mapping
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from ..figures import inputs
from ..figures.key import Key
from . import canvas, memory, sections, svg
from .tables import NONE, Figures

FOLDER = Path(__file__).parent
SCALE = 2                      # pixels per CSS pixel in the pictures, for high-resolution screens


class Report:
    """The report of all figures.

    found: the figures. state: the inputs; a figure with other inputs is old. applications: the documents that
    metro.run.memory.saved_reports() returns.
    """

    def __init__(self, found: dict, state: Mapping = inputs.State(), applications: list[dict] = ()):
        self.found, self.state = found, state
        self.sections = [*sections.sections(found), *filter(None, [memory.section(applications)])]
        self.shown = {plot.key: self._figures_of(plot) for plot in self.plots()}

    def plots(self) -> list[sections.Plot]:
        return [plot for section in self.sections for plot in section.plots]

    def _figures_of(self, plot: sections.Plot) -> list[Key]:
        """Return the figures that a plot shows: none if the plot cannot be drawn."""
        figure = Figures(self.found)
        with canvas.style(canvas.WIDE, plot.key):
            return list(figure.used) if plot.draw(figure, canvas.WIDE) else []

    def shown_figures(self) -> set[Key]:
        """Return all figures that the report shows."""
        shown = [tile.keys for tile in sections.tiles(self.found)] + list(self.shown.values())
        shown += [table.used for section in self.sections for table in (*section.tables, *section.numbers)]
        return {key for keys in shown for key in keys}

    def missing(self) -> list[sections.Plot]:
        """Return the plots that cannot be drawn because their figures were not measured."""
        return [plot for plot in self.plots() if not self.shown[plot.key]]

    def draw(self, plot: sections.Plot, look: canvas.Look, **saving):
        """Return the plot as an SVG element, or as the bytes of a file if `saving` has options of savefig()."""
        with canvas.style(look, plot.key):
            sheet = plot.draw(Figures(self.found), look)
            if saving:
                file = io.BytesIO()
                sheet.figure.savefig(file, **saving)
                return file.getvalue()
            return Markup(svg.inline(sheet.figure, f"{plot.key}-{look.name}", plot.title))

    def pictures(self) -> dict[str, bytes]:
        """Return a PNG file of each plot that can be drawn, by the plot's key."""
        return {plot.key: self.draw(plot, canvas.PICTURE, format="png", dpi=72 * SCALE, metadata={"Software": None})
                for plot in self.plots() if self.shown[plot.key]}

    def html(self) -> str:
        return self._render("page.html.j2", True, colours=canvas.COLOURS, looks=(canvas.WIDE, canvas.NARROW))

    def markdown(self, pictures: str, drawn) -> str:
        text = self._render("page.md.j2", False, pictures=pictures, drawn=drawn)
        return re.sub(r"\n{3,}", "\n\n", text)

    def _render(self, template: str, is_html: bool, **values) -> str:
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(FOLDER), autoescape=is_html, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
        environment.filters.update(breakable=breakable, cell=cell, with_code_elements=with_code_elements, joined=joined)
        return environment.get_template(template).render(
            found=self.found, sections=self.sections, tiles=sections.tiles(self.found), draw=self.draw,
            shown=self.shown, commands=functools.partial(sections.commands_measuring, self.found), none=NONE,
            older=functools.partial(inputs.count_old, self.found, state=self.state),
            appendix=sections.appendix(self.found, self.state), **values)


def breakable(text: str) -> Markup:
    """Let long commands break after commas and dots within words, but not within the name of an option."""
    text = re.sub(r"(?<=\w)([.,])(?=\w)", r"\1<wbr>", str(escape(text)))
    return Markup(re.sub(r"(?<!\S)(--[\w-]+)", r"<span>\1</span>", text))


def with_code_elements(text: str) -> Markup:
    """Return text as HTML, with `code` as a <code> element."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def joined(text: str) -> str:
    """Keep conditions such as N = 64 and -O2 on one line."""
    return re.sub(r"(?<!\w)-(O\d)", "\u2011\\1", re.sub(r"\b([NW]) = (\d)", "\\1\u00a0=\u00a0\\2", text))


def cell(text: str) -> str:
    """Escape a cell of a Markdown table."""
    return str(text).replace("|", "\\|")
