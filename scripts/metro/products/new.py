# SPDX-License-Identifier: Apache-2.0
"""`./metro new`: creates an application from a template."""
from __future__ import annotations

import os
import shlex
from pathlib import Path

from .. import configuration, patch
from ..base import output, paths
from ..base.errors import MetroError, is_disk_full
from ..environment import crate
from . import rtos as rtos_module, template
from .kernel import any_kernel_folder


def add_arguments(parser) -> None:
    parser.description = ("Write an application that builds and runs unchanged: a heater with a sensor and a "
                          "control task. DIR must not exist, or must be empty.")
    parser.add_argument("dir", metavar="DIR", type=Path, help="create this folder")
    known = [key for key in (*rtos_module.names(), *rtos_module.own_build_names())
             if (rtos_module.SOFTWARE / template.FOLDER / key).is_dir()]
    parser.add_argument("--rtos", choices=known,
                        help=f"select the RTOS (default: that of --kernel, or {rtos_module.DEFAULT})")
    parser.add_argument("--kernel", type=any_kernel_folder, metavar="TREE",
                        help="build with this tree of the RTOS, patched by ./metro patch or not")


def main(args) -> int:
    tree_rtos = rtos_module.rtos_of_tree(args.kernel) if args.kernel else None
    rtos = rtos_module.get(args.rtos) if args.rtos else tree_rtos or rtos_module.get()
    if tree_rtos not in (None, rtos):
        raise MetroError(f"{args.kernel} is {tree_rtos.name}, not {rtos.name}", "leave out --rtos")
    config, local, extra = ("", None, []) if rtos.has_own_build else makefile_parts(rtos, args.kernel)
    try:
        written = template.create(args.dir, rtos_module.SOFTWARE, rtos.key, rtos.name, local, config, extra)
    except template.TemplateError as error:
        if isinstance(error.__cause__, OSError) and is_disk_full(error.__cause__):
            raise output.write_error(args.dir, error.__cause__) from None
        raise MetroError(str(error), "name a folder that does not exist yet; nothing was changed") from None
    place = shlex.quote(os.fspath(args.dir))
    print(f"{args.dir}: {', '.join(written)}\n")
    if rtos.has_own_build:
        tree = shlex.quote(os.fspath(args.kernel)) if args.kernel else "TREE"
        for option in ("", *(f" --config {name}" for name in rtos.configs[1:])):
            print(f"  {paths.METRO} run {place} --kernel {tree}{option}")
        about_tree = "" if args.kernel else f" TREE is the folder of {rtos.name}."
        print(f"\ndocs/{rtos.key}.md explains the options.{about_tree}")
    else:
        print(f"  cd {place} && make sim\n\nREADME.md and the head of the Makefile explain the other commands.")
    return 0


def makefile_parts(rtos, kernel: Path | None) -> tuple[str, dict, list]:
    """Return the arguments config, local and extra of template.create() for an application with our Makefile.

    kernel: a user's tree, or None."""
    is_unpatched = bool(kernel) and not patch.is_patched(kernel)
    config = rtos_module.IN_SOFTWARE if is_unpatched else rtos.configs[0]
    local = {"METRONOME": paths.ROOT}
    if paths.PACKAGED:
        local["METRO"] = paths.METRO
    if kernel:
        local |= {"KERNEL": kernel, "RUN_FLAGS": f"--kernel {shlex.quote(os.fspath(kernel))}"}
    elif rtos.crate:
        try:
            local["KERNEL"] = rtos.kernel_for(configuration.read(config))
        except crate.Unavailable as error:
            raise MetroError(error.message, error.hint) from None
    return config, local, [rtos.template / rtos.build["config"]] if rtos.crate else []
