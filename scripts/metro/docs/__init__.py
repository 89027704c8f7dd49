# SPDX-License-Identifier: Apache-2.0
"""`./metro docs`: the documentation site, from the repository's own Markdown.

Each page has the same place in the site as in the repository, so links work in both. MkDocs has its own environment,
so no other command waits for its packages.
"""
from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from ..base import cache, output, paths
from ..base.errors import MetroError
from ..environment import command_venv, generator, setup

CONFIGURATION = paths.ROOT / "docs" / "mkdocs.yml"
REQUIREMENTS = paths.SCRIPTS / "docs-requirements.txt"
ENVIRONMENT = paths.BUILD / "docs-venv"
SITE = paths.BUILD / "site"
REPORT = Path("docs", "report")                           # generated for the site; not in the repository
PAGES = ("*.md", "LICENSE", *(f"docs/**/*.{kind}" for kind in ("md", "svg", "png", "css", "js")),
         *(f"{room}/**/*.md" for room in ("bench", "boards", "hw", "scripts", "sw", "tests")))


def pages(root: Path = paths.ROOT) -> list[Path]:
    """Return the files of the repository that the site shows."""
    return sorted({file for pattern in PAGES for file in root.glob(pattern)})


def copy_pages(folder: Path) -> None:
    """Link each page into a folder, at its path in the repository. Write the report of the committed figures there
    too. Symbolic links let `--serve` see each edit."""
    for file in pages():
        place = folder / file.relative_to(paths.ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(file)
    from ..figures import committed
    from ..report import as_markdown, page                 # late import: needs packages that set-up installs
    report = page.Report(*committed.load())
    output.write(as_markdown(report, report.pictures(), folder / REPORT, folder / REPORT / "pictures"))


def environment() -> Path:
    """Return the Python that has MkDocs and its theme. Install them if they are missing."""
    return command_venv.python(ENVIRONMENT, REQUIREMENTS, "MkDocs", "./metro docs")


def mkdocs(python: Path, folder: Path, *arguments: str, **options) -> subprocess.CompletedProcess:
    """Run MkDocs over folder/pages, and write the site to folder/site. options: arguments of subprocess.run()."""
    places = {"METRO_PAGES": str(folder / "pages"), "METRO_SITE": str(folder / "site"),
              "PYTHONPATH": str(paths.SCRIPTS)}
    return subprocess.run([python, "-m", "mkdocs", *arguments, "--strict", "--config-file", CONFIGURATION],
                          env={**os.environ, **places}, **options)


def build(python: Path, folder: Path) -> Path:
    """Build the site from folder/pages, and return the site's folder. Raise MetroError for a broken link or anchor."""
    run = mkdocs(python, folder, "build", capture_output=True, text=True)
    if run.returncode:
        lines = (run.stdout + run.stderr).strip().splitlines()
        wrong = [line.partition("-")[2].strip() for line in lines if line.startswith(("WARNING", "ERROR"))]
        raise MetroError("broken links; no site was built" if wrong else "MkDocs failed",
                         "\n".join(wrong or lines[-5:]))
    return folder / "site"


def add_arguments(parser) -> None:
    parser.description = ("Build the documentation as a site, in the folder site of the build folder. The site "
                          "needs no server: open index.html. A broken link or anchor is an error.")
    parser.add_argument("--serve", action="store_true",
                        help="serve the site on this machine, and rebuild it after each edit, until Ctrl-C")
    parser.add_argument("--no-simulators", action="store_true",
                        help="build the page Try it without its simulators; Emscripten and npm are then not needed")
    parser.add_argument("--timeline", action="store_true",
                        help="measure and draw README's timeline again, instead of the site")


def main(args) -> int:
    if args.timeline:
        setup.ensure("docs", core=True)
        generator.ensure_built()
        from . import picture
        picture.renew()
        print(picture.FILE)
        return 0
    python = environment()
    from ..report import documents                         # late import: needs packages that set-up installs
    from . import support
    documents.renew()
    support.renew()
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        folder = Path(scratch)
        copy_pages(folder / "pages")
        if not args.no_simulators:
            from . import try_it
            try_it.copy(folder / "pages")
        if args.serve:
            return mkdocs(python, folder, "serve").returncode
        site = build(python, folder)
        cache.discard(SITE)
        os.rename(site, SITE)
    print(f"{SITE / 'index.html'}: {len(list(SITE.rglob('*.html')))} pages")
    return 0
