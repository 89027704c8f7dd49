# SPDX-License-Identifier: Apache-2.0
"""`./metro report`: all figures as one HTML page, and as Markdown with pictures."""
from __future__ import annotations

import os
from pathlib import Path

from ..base import output, paths
from ..base.errors import MetroError
from ..base.progress import Progress
from ..figures import committed

PAGE, MARKDOWN = "report.html", "report.md"


def add_arguments(parser) -> None:
    parser.description = ("Draw the latest figures next to the published ones, as one self-contained HTML page and "
                          "as Markdown with pictures.")
    parser.add_argument("--out", type=Path, default=paths.BUILD / "report", metavar="DIR",
                        help=f"set the folder for {PAGE} and {MARKDOWN} (build/report)")
    parser.add_argument("--png", type=Path, metavar="DIR",
                        help="set the folder for the pictures of the Markdown (pictures/ next to the Markdown)")


def main(args) -> int:
    found = committed.latest()
    if not found:
        raise MetroError("nothing was measured yet", "run ./metro bench, and ./metro sweep for the plots of all "
                                                     "configurations")
    out = args.out.absolute()
    pictures = args.png.absolute() if args.png else out / "pictures"
    for folder in (out, pictures):
        make_folder(folder)
    from ..run import memory                               # here, because they import packages that set-up installs
    from . import page
    report = page.Report(found, applications=memory.saved_reports())
    with Progress("report", total=2) as progress:
        with progress.step("page"):
            files = {out / PAGE: report.html().encode()}
        with progress.step("pictures"):
            drawn = report.pictures()
    files.update(as_markdown(report, drawn, out, pictures))
    output.write(files)
    for plot in report.missing():
        print(f"not measured yet: {plot.title} ({plot.made_by})")
    print(f"{out / PAGE}\n{out / MARKDOWN}, with {len(drawn)} pictures in {pictures}")
    return 0


def as_markdown(report, drawn: dict[str, bytes], out: Path, pictures: Path) -> dict[Path, bytes]:
    """Return the report's Markdown and its pictures, by file. drawn: PNG files by the key of their plot."""
    text = report.markdown(os.path.relpath(pictures, out), drawn)
    return {out / MARKDOWN: text.encode(), **{pictures / f"{key}.png": picture for key, picture in drawn.items()}}


def make_folder(folder: Path) -> None:
    """Create a folder; raise MetroError if it is not writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, os.strerror(13))
    except OSError as error:
        raise MetroError(f"cannot write to {folder}: {error.strerror}",
                         "make it writable, or name another folder with --out or --png") from None
