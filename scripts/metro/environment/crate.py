# SPDX-License-Identifier: Apache-2.0
"""Sources that come as a package of Rust's registry: cargo fetches it, and a part of it is kept in build/crate."""
from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from . import installers, tools

CARGO = "1.85"                     # the oldest that reads manifests of edition 2024
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
    """It is not here, and nothing fetches it."""


def folder(name: str, version: str, part: str, digest: str) -> Path:
    """A folder of a crate, with exactly these files in it. digest: cache.digest_files() of that folder."""
    def fetch(product: Path) -> None:
        refuse_cargo(name)
        print(f"metro: fetching {name} {version} by cargo", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
            manifest = Path(scratch, "Cargo.toml")
            manifest.write_text(MANIFEST.format(name=name, version=version))
            Path(scratch, "none.rs").touch()
            # All that the crate depends on comes too, and goes again.
            try:
                installers.run("cargo", ["cargo", "vendor", "--quiet", *(["--offline"] if installers.offline() else []),
                                         "--versioned-dirs", f"--manifest-path={manifest}", f"{scratch}/vendor"])
            except MetroError as error:
                raise Unavailable(error.message, error.hint) from None
            found = Path(scratch, "vendor", f"{name}-{version}", part)
            if not found.is_dir() or cache.digest_files([found]) != digest:
                raise MetroError(f"the crate {name} {version} is not what this version of metro knows",
                                 "somebody has changed it on its way here; give a tree of your own by --kernel")
            shutil.copytree(found, product / part)

    return cache.product("crate", {"name": name, "version": version, "part": part, "digest": digest}, fetch) / part


def refuse_cargo(name: str) -> None:
    version = ""
    with contextlib.suppress(OSError):
        said = subprocess.run(["cargo", "--version"], capture_output=True, text=True).stdout.split()
        version = said[1] if len(said) > 1 else ""
    if not version or tools.number(version) < tools.number(CARGO):
        raise Unavailable(f"cargo {CARGO} or newer fetches {name}; here is {version or 'none'}",
                          "install Rust (https://rustup.rs), or give a tree of your own by --kernel")
