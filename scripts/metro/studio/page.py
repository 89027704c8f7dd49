# SPDX-License-Identifier: Apache-2.0
"""The content of the page, and the actions of its buttons."""
from __future__ import annotations

import shlex
import urllib.parse
from pathlib import Path

import jinja2

from ..base import paths
from ..base.errors import MetroError
from ..products import rtos as rtos_module
from ..report import canvas
from ..response import picture
from . import deadlines, manual, model, needs, plane, timeline
from .work import SHOWN, Job, Work, pack

FOLDER = Path(__file__).parent
EXAMPLES = {key: f"sw/{rtos.studio['example']}" for key, rtos in needs.RTOSES.items() if "example" in rtos.studio}
TILES = (model.LUTS, "tick", "wakeup", "retention", "preemptive_scheduling", "irq_off") # the first four with figures
CYCLES = 5_000_000                      # limit of a run: 0.1 s, so the timeline is not too large for a page
LIMIT = 124                             # exit code of a run that reached the limit; it still writes its timeline


class Studio:
    def __init__(self, folder: Path, project: needs.Project | None = None, figures: model.Figures | None = None,
                 work: Work | None = None, tree: Path | None = None):
        """tree: a user's tree, for the applications of its kernel."""
        self.folder, self.project, self.tree = folder, project, tree
        self.of_tree = rtos_module.rtos_of_tree(tree).key if tree else ""
        self.start = project.needs if project else needs.Needs(rtos=self.of_tree or rtos_module.DEFAULT)
        # Applications to run, by kernel: the project, or the examples.
        self.applications = ({self.start.rtos: project} if project else
                             {key: needs.project(paths.ROOT / folder) for key, folder in EXAMPLES.items()})
        self.figures = figures or model.Figures.load()
        self.work_at = work or Work(folder)
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader([FOLDER, picture.FOLDER]), autoescape=True, trim_blocks=True,
            lstrip_blocks=True, undefined=jinja2.StrictUndefined)

    def render(self, template: str, **values) -> str:
        return self.environment.get_template(template).render(
            studio=self, numbers=needs.NUMBERS, devices=needs.DEVICES, aims=needs.AIMS, kernels=needs.KERNELS,
            **values)

    # ---------------------------------------------------------------------------------------------------------- content

    def page(self, given: dict[str, str]) -> str:
        return self.render("page.html.j2", **self.chosen(given), token=given.get("token", ""), **self.job_values(given))

    def answer(self, given: dict[str, str]) -> str:
        return self.render("answer.html.j2", **self.chosen(given), token=given.get("token", ""))

    def deadlines(self, given: dict[str, str]) -> str:
        return self.render("deadlines.html.j2", token=given.get("token", ""),
                           **deadlines.values(given, self.figures.known))

    def verdicts(self, given: dict[str, str]) -> str:
        return self.render("verdicts.html.j2", **deadlines.values(given, self.figures.known))

    def chosen(self, given: dict[str, str]) -> dict:
        """Return the values for the templates: needs, candidates, selected candidate, candidate kept for comparison."""
        need, wrong = needs.read({name: text for name, text in given.items() if name in self.start.query()
                                  and not (self.project and name == "rtos")}, self.start)
        choice = model.choose_among(self.figures, need)
        selected = choice.find(given.get("pick", "")) or choice.suggested
        held = choice.find(given.get("held", ""))
        upwards = [name for name in plane.UPWARDS if name in choice.rows] or plane.UPWARDS
        up = given["up"] if given.get("up") in upwards else upwards[0]
        query = {**need.query(), "up": up, "token": given.get("token", "")}
        if held:
            query["held"] = held.id

        def address(**changes) -> str:
            words = {name: text for name, text in {**query, **changes}.items() if text}
            return f"/?{urllib.parse.urlencode(words)}"

        return {"need": need, "wrong": wrong, "choice": choice, "selected": selected, "held": held, "up": up,
                "device": needs.DEVICES[need.device], "address": address,
                "plane": plane.draw([choice.software, *choice.sufficient], up), "size": plane,
                "rows": choice.rows, "tiles": [name for name in TILES if name in choice.rows][:4], "upwards": upwards,
                "actions": self.actions(need), "rtos": needs.RTOSES[need.rtos],
                "commands": commands(self, selected, need) if selected else [], "share": share}

    def actions(self, need: needs.Needs) -> dict[str, str]:
        """Return {action: text of its button}. An RTOS with its own build has no `board`, and `run` needs its tree."""
        application, has_own_build = self.applications.get(need.rtos), needs.RTOSES[need.rtos].has_own_build
        board = needs.DEVICES[need.device].title.partition("(")[2].rstrip(")")
        texts = {"core": "Generate the core as a zip", "board": "" if has_own_build else f"Build for {board}",
                 "run": application and f"Run {application.folder.name} and draw its timeline"}
        if has_own_build and need.rtos != self.of_tree:
            del texts["run"]
        return {action: text for action, text in texts.items() if text}

    def kernel_words(self, need: needs.Needs) -> list[str]:
        """Return the option of ./metro run for the kernel. The word TREE replaces a tree that was not given."""
        if need.rtos == self.of_tree:
            return ["--kernel", str(self.tree)]
        return ["--kernel", "TREE"] if needs.RTOSES[need.rtos].has_own_build else []

    def work(self, given: dict[str, str]) -> str:
        return self.render("work.html.j2", token=given.get("token", ""), **self.job_values(given))

    def job_values(self, given: dict[str, str]) -> dict:
        return {"jobs": self.work_at.jobs, "lines": SHOWN}

    def timeline(self, given: dict[str, str]) -> str:
        """Draw the timeline of a run of this studio. Raises MetroError for any other file."""
        made = {job.timeline for job in self.work_at.jobs if job.timeline and job.is_fine}
        if given.get("file") not in made:
            raise MetroError("there is no such run", "run the application first")
        begin, end = (int(text) if text.isdigit() and len(text) < 16 else 0
                      for text in (given.get("begin", ""), given.get("end", "")))
        drawing = timeline.draw(timeline.read(self.folder / given["file"]), begin, end)
        return self.render("timeline.html.j2", drawing=drawing, file=given["file"], time=timeline.time, size=timeline)

    def manual(self, name: str) -> str | None:
        """Return a page of docs/, or None if there is no such page."""
        body = manual.body(name)
        return body and self.environment.get_template("manual.html.j2").render(name=name, body=body)

    @staticmethod
    def colours() -> str:
        """Return the colours of the report and of the bars as CSS."""
        return canvas.css() + picture.css()

    # ---------------------------------------------------------------------------------------------------------- actions

    def act(self, given: dict[str, str]) -> str:
        """Start or stop a job, and return the list of jobs as HTML. Raises MetroError if the form is invalid."""
        action = given.get("action", "")
        if action == "stop":
            self.work_at.stop()
            return self.work(given)
        made = {"core": self.core, "board": self.board, "run": self.run}
        chosen = self.chosen(given)
        if action not in chosen["actions"]:
            raise MetroError("there is no such action")
        if chosen["wrong"]:
            raise MetroError("invalid value: " + ", ".join(chosen["wrong"]))
        if not chosen["selected"]:
            raise MetroError("no configuration is selected", "select a point in the plot")
        self.work_at.start(made[action](chosen["selected"], chosen["need"]))
        return self.work(given)

    def core(self, candidate: model.Candidate, need: needs.Needs) -> Job:
        name = f"core-{candidate.id}.zip"
        core = self.folder / f"core-{candidate.id}"
        words = ["gen", *candidate.options(), "--output", str(core)]
        shown = f"./metro {shlex.join(['gen', *candidate.options(), '--output', 'core'])}"
        return Job(f"The core: {candidate.title}", words, {name: "Verilog, core.json and headers"},
                   after=lambda: pack(core, self.folder / name, shown))

    def board(self, candidate: model.Candidate, need: needs.Needs) -> Job:
        device = needs.DEVICES[need.device]
        words = board_words(self, candidate, need)
        folder = self.folder / f"board-{device.board.name}"
        return Job(f"{device.title}: {candidate.title}", [*words, "--output-dir", str(folder)], {})

    def run(self, candidate: model.Candidate, need: needs.Needs) -> Job:
        name, app = f"run-{candidate.id}.perfetto-trace", self.applications[need.rtos]
        words = ["run", str(app.folder), *self.kernel_words(need), *candidate.options(app.min_priorities),
                 "--max-cycles", str(CYCLES), "--timeline", str(self.folder / name)]
        if app.typed:
            words += ["--uart-input", str(app.typed)]
        return Job(f"{app.folder.name} on: {candidate.title}", words, {name: "the timeline, for ui.perfetto.dev"},
                   fine=(0, LIMIT), timeline=name)


def board_words(studio: Studio, candidate: model.Candidate, need: needs.Needs, app: str = "") -> list[str]:
    """Return the ./metro arguments that build for a board. app: path of the application; empty: its full path."""
    device, application = needs.DEVICES[need.device], studio.applications[need.rtos]
    variant = ["--variant", device.variant] if len(device.board.variants) > 1 else []
    words = ["boards", device.board.name, "--build", *variant]
    if studio.project or need.rtos != rtos_module.DEFAULT:
        return [*words, *candidate.options(application.min_priorities), "--firmware",
                app or str(application.folder)]
    return [*words, *candidate.options(64)]                      # the default firmware, Dhrystone, uses 64 priorities


def commands(studio: Studio, candidate: model.Candidate, need: needs.Needs) -> list[tuple[str, str]]:
    """Return (purpose, command) of commands to type in the checkout."""
    application, actions = studio.applications.get(need.rtos), studio.actions(need)
    is_example = not studio.project and application is not None
    app = EXAMPLES[need.rtos] if is_example else str(application.folder) if application else "APP"
    typed = ["--uart-input", f"{app}/{application.typed.name}"] if application and application.typed else []
    limit = [] if is_example else ["--max-cycles", str(CYCLES)]           # the examples end without a limit
    size = candidate.options(application.min_priorities if application else 0)
    lines = [("The core's Verilog", ["gen", *candidate.options(), "--output", "core"]),
             ("Run it in simulation", ["run", app, *studio.kernel_words(need), *size, *typed, *limit])]
    if "board" in actions:
        lines.append(("Build it for the board", board_words(studio, candidate, need, app)))
    return [(what, f"./metro {shlex.join(words)}") for what, words in lines]


def share(figure: model.Figure, holds: int) -> float | None:
    return None if figure.value is None else 100 * figure.value / holds
