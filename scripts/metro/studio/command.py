# SPDX-License-Identifier: Apache-2.0
"""The command `./metro studio`: serves the page until it is interrupted."""
from __future__ import annotations

import errno
import webbrowser

from ..base import paths
from ..base.errors import MetroError
from . import needs
from .page import Studio
from .server import Server

FILES = "studio"            # in the build folder


def serve(args) -> int:
    project = needs.project(args.project.resolve()) if args.project else None
    folder = paths.make_build() / FILES
    studio = Studio(folder, project)
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
