# SPDX-License-Identifier: Apache-2.0
"""The command `./metro studio`: serves the page until it is interrupted."""
from __future__ import annotations

import errno
import webbrowser

from ..base import paths
from ..base.errors import MetroError
from ..products import rtos
from . import needs
from .page import Studio
from .server import Server

FILES = "studio"            # in the build folder


def serve(args) -> int:
    project = needs.project(args.project.resolve()) if args.project else None
    tree_rtos = rtos.rtos_of_tree(args.kernel) if args.kernel else None
    if project and tree_rtos and tree_rtos.key != project.needs.rtos:
        raise MetroError(f"{args.kernel} is {tree_rtos.name}, but {args.project} is an application of "
                         f"{needs.KERNELS[project.needs.rtos]}", "leave out --kernel, or give the tree of its kernel")
    folder = paths.make_build() / FILES
    studio = Studio(folder, project, tree=args.kernel)
    try:
        server = Server(args.port, studio, folder)
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        raise MetroError(f"port {args.port}: {error.strerror}", "set another --port, or leave it out") from None
    try:
        print(f"metro: the studio is at\n  {server.address}\nCtrl-C ends it.", flush=True)
        if not args.no_browser:
            webbrowser.open(server.address)
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        studio.work_at.stop()
        server.server_close()
    return 0
