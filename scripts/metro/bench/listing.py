# SPDX-License-Identifier: Apache-2.0
"""The command `./metro figures`: list, refresh and commit figures."""
from __future__ import annotations

import os

from ..base import output
from ..base.errors import MetroError
from ..figures import committed, inputs, store
from ..measure import sweep
from ..products.kernel import measured_folder


def add_arguments(parser) -> None:
    parser.description = ("Print the latest figures as `name value unit`, one per line, with the sources that "
                          "changed since the measurement after a #. --old checks whether such a change matters.")
    parser.add_argument("pattern", metavar="PATTERN", nargs="?", default="*",
                        help="print only figures whose name matches, e.g. 'tick.*.48.O2', or contains this text")
    parser.add_argument("--how", action="store_true", help="print the command that measures each figure")
    parser.add_argument("--old", action="store_true",
                        help="count the runs with old figures in docs/figures.json, by reason, and estimate the "
                             "time to measure them")
    parser.add_argument("--refresh", action="store_true",
                        help="list the old figures, measure them and nothing else, and renew README and docs")
    parser.add_argument("--commit", action="store_true",
                        help="copy up-to-date figures measured here to docs/figures.json, and renew README and docs")
    parser.add_argument("--kernel", type=measured_folder, metavar="DIR",
                        help="use this kernel tree for figures whose command has --kernel TREE")
    parser.add_argument("--jobs", type=sweep.at_least_one, default=os.cpu_count() or 1, metavar="N",
                        help="set the number of runs at once (default: number of cores)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="measure on the Dask cluster of this scheduler")


def main(args) -> int:
    if args.old or args.refresh:
        from . import refresh                              # late import: needs packages that set-up installs
        if args.old:
            refresh.print_findings(refresh.find_old_figures(args), args)
            return 0
        refresh.refresh(args)
    if args.refresh or args.commit:
        return commit()
    figures = committed.latest()
    if not figures:
        raise MetroError("nothing was measured yet", "run ./metro bench")
    for key in committed.select_by_name(figures, args.pattern):
        figure = figures[key]
        more = [figure["command"]] if args.how else []
        more += filter(None, [inputs.describe_changes(inputs.changed_inputs(figure))])
        print(key, store.text(figure["value"]), figure["unit"], *(["#", "; ".join(more)] if more else []))
    return 0


def commit() -> int:
    """Copy the up-to-date figures measured here into docs/figures.json, and renew README and docs."""
    from ..report import documents, page                   # late import: needs packages that set-up installs
    known, _ = committed.load()
    measured = {key: figure for key, figure in committed.repeatable_figures(store.load()).items()
                if not inputs.changed_inputs(figure)}
    every = {**known, **measured}
    wanted = documents.shown_keys(every) | page.Report(every).shown_figures()
    new = committed.merge(known, measured, wanted)
    output.write({committed.FILE: committed.text(new).encode()})
    documents.renew()
    taken = sum(figure == measured.get(key) for key, figure in new.items())
    print(f"{committed.FILE}: {len(new)} figures, {taken} of them measured here; README and docs show them")
    return 0
