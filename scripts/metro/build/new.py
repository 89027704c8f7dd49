# SPDX-License-Identifier: Apache-2.0
"""`./metro new`: writes an application to begin with."""
from __future__ import annotations

import os
import shlex
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from ..environment import crate
from . import rtos as rtos_module, template


def add_arguments(parser) -> None:
    parser.description = ("Writes an application that builds and runs as it is: a sensor, a control task and a "
                          "console. DIR must not exist yet, or be empty.")
    parser.add_argument("dir", metavar="DIR", type=Path, help="the folder to make")
    parser.add_argument("--rtos", choices=sorted(template.CONFIGS, key=lambda name: name != rtos_module.DEFAULT),
                        default=rtos_module.DEFAULT, help=f"the RTOS ({rtos_module.DEFAULT})")


def main(args) -> int:
    rtos = rtos_module.get(args.rtos)
    extra, local = [], {"METRONOME": paths.ROOT}
    if paths.PACKAGED:
        local["METRO"] = paths.METRO
    if rtos.crate:
        extra = [rtos.template / rtos.build["config"]]
        try:
            local["KERNEL"] = rtos.kernel()
        except crate.Unavailable as error:
            raise MetroError(error.message, "install Rust (https://rustup.rs)") from None
    try:
        written = template.create(args.dir, rtos_module.SOFTWARE, rtos.key, rtos.name, local, extra)
    except template.TemplateError as error:
        raise MetroError(str(error), "name a folder that is not there yet; nothing was changed") from None
    print(f"{args.dir}: {', '.join(written)}\n\n  cd {shlex.quote(os.fspath(args.dir))} && make sim\n\n"
          "README.md and the head of the Makefile say what else there is.")
    return 0
