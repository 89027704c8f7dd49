# SPDX-License-Identifier: Apache-2.0
"""Sources from a package of Rust's registry: cargo fetches the package, and build/crate keeps a part of it."""
from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from . import installers, setup, tools

MANIFEST = """[package]
name = "metronome"
version = "0.0.0"
edition = "2018"
[lib]
path = "none.rs"
[dependencies]
{name} = "={version}"
"""


class Unavailable(MetroError):
    """A kernel's source is missing: its crate cannot be fetched, or no tree is given."""


def folder(name: str, version: str, part: str, digest: str) -> Path:
    """Return the folder `part` of a crate. digest: the expected cache.digest_files() of that folder. Raise Unavailable
    if the crate cannot be fetched, or MetroError if the digest differs."""
    def fetch(product: Path) -> None:
        with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
            manifest = Path(scratch, "Cargo.toml")
            manifest.write_text(MANIFEST.format(name=name, version=version))
            Path(scratch, "none.rs").touch()
            try:
                vendor(name, version, manifest, Path(scratch, "vendor"))
            except MetroError as error:
                hint = "run the same command once with a network" if installers.offline() else error.hint
                raise Unavailable(f"{name} cannot be fetched: {error.message}",
                                  f"{hint}\nor give your own tree with --kernel") from None
            found = Path(scratch, "vendor", f"{name}-{version}", part)
            if not found.is_dir() or cache.digest_files([found]) != digest:
                raise MetroError(f"the crate {name} {version} has an unexpected checksum",
                                 "it was changed on the way; give your own tree with --kernel")
            shutil.copytree(found, product / part)

    return cache.product("crate", {"name": name, "version": version, "part": part, "digest": digest}, fetch) / part


def vendor(name: str, version: str, manifest: Path, target: Path) -> None:
    """Fetch all crates that a manifest names, and their dependencies, into the folder `target`."""
    (setup.refuse_missing if paths.PACKAGED else setup.ensure_tools)(tools.CRATES)
    print(f"metro: fetching {name} {version} with cargo", file=sys.stderr, flush=True)
    cargo = Path(tools.find_tool(tools.tool_of_name("cargo")).files[0])
    # cargo calls the first rustc on the PATH, which must be from the same installation.
    path = os.pathsep.join([str(cargo.parent), *os.get_exec_path()])
    installers.run("cargo", [str(cargo), "vendor", "--quiet", *(["--offline"] if installers.offline() else []),
                             "--versioned-dirs", f"--manifest-path={manifest}", str(target)],
                   {**os.environ, "PATH": path})
