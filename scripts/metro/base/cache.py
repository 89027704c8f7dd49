# SPDX-License-Identifier: Apache-2.0
"""Cache of build products by content: build/<kind>/<key>, where the key is a hash over all inputs.

A product is built in build/tmp, flushed to the disk and renamed, so it is either complete or absent. Its manifest.json
holds the inputs, and the size and hash of each file, so damage is detected and the product is built again. A builder
must not write the name of its temporary folder into the product.
"""
from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import json
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Callable, Iterable

from . import output, paths
from .errors import MetroError

MANIFEST = "manifest.json"
PATIENCE = 10.0             # seconds until a command reports that it waits for another one
KEEP = 4                    # products of each kind that `clean --stale` keeps
held: set[int] = set()      # file descriptors of the locks that this process holds
_mode = threading.local()   # .is_dry_run is true inside has_products(), so _product() builds nothing
_threads_locks: dict[str, threading.Lock] = {}
_digests: dict[tuple, str] = {}


class _Absent(Exception):
    pass


def canonical(value) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str).encode()


def key_of(inputs: dict) -> str:
    return hashlib.sha256(canonical(inputs)).hexdigest()[:24]


def digest_file(path) -> str:
    """Return the SHA-256 of a file. A process reads an unchanged file only once."""
    status = os.stat(path)
    state = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    if state not in _digests:
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        _digests[state] = digest.hexdigest()
    return _digests[state]


def digest_files(items: Iterable) -> str:
    """Return one hash over names and contents of files and folders. Their order and parent folders do not matter."""
    entries = []
    for item in map(Path, items):
        files = sorted(p for p in item.rglob("*") if p.is_file()) if item.is_dir() else [item]
        # Names are relative to the item's parent, so a moved checkout keeps its products.
        entries += [(str(file.relative_to(item.parent)), digest_file(file)) for file in files]
    return hashlib.sha256(canonical(sorted(entries))).hexdigest()


@contextlib.contextmanager
def lock(name: str):
    """Hold the lock `name` while the block runs. Other processes and threads wait for the lock.

    The system releases the lock when no process has its descriptor open, for example when the holder is killed. A child
    process that writes for the holder and may outlive the holder must inherit the descriptor: pass_fds=tuple(held).
    """
    folder = paths.make_build() / "tmp"
    # Never remove the lock file: a waiting process could lock the removed file while another process locks a new file.
    with _threads_locks.setdefault(name, threading.Lock()), open(folder / f"{name}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:                            # held by another process, not by a thread of this one
            timer = threading.Timer(PATIENCE, report_waiting)
            timer.daemon = True
            timer.start()
            fcntl.flock(file, fcntl.LOCK_EX)
            timer.cancel()
        held.add(file.fileno())
        try:
            yield
        finally:
            held.discard(file.fileno())


@functools.lru_cache(maxsize=None)                         # the message appears only once
def report_waiting() -> None:
    print("metro: waiting for another metro command that builds the same product", file=sys.stderr, flush=True)


def product(kind: str, key_inputs: dict, build: Callable[[Path], None]) -> Path:
    """Return the folder of the product with these inputs. build(folder) fills it if it is missing or damaged."""
    final = paths.BUILD / kind / key_of(key_inputs)

    def fill(folder: Path) -> tuple[str, dict]:
        build(folder)
        return final.name, key_inputs

    return _product(kind, final.name, lambda: final if is_intact(final) else None, fill)


def traced_product(kind: str, key_inputs: dict, build: Callable[[Path], dict], look: Callable[[dict], dict]) -> Path:
    """Return the folder of a product whose builder finds its input files only during the build.

    build(folder) returns a JSON object with these files and their state, which the manifest keeps. look(object) returns
    the object with the current state. A product is reused if both objects are equal.
    """
    key = key_of(key_inputs)

    def find() -> Path | None:
        for manifest in sorted((paths.BUILD / kind).glob(f"{key}.*/{MANIFEST}"), key=_time_of_last_use, reverse=True):
            try:
                read = json.loads(manifest.read_text())["inputs"]["read"]
                if look(read) == read and is_intact(manifest.parent):
                    return manifest.parent
            except (OSError, ValueError, KeyError, TypeError):
                continue                                   # damaged, or removed meanwhile
        return None

    def fill(folder: Path) -> tuple[str, dict]:
        read = build(folder)
        return f"{key}.{key_of(read)}", {**key_inputs, "read": read}

    return _product(kind, key, find, fill)


def _product(kind: str, key: str, find: Callable, fill: Callable) -> Path:
    """Return the product that find() returns, or build it. fill(folder) returns the product's name and all inputs."""
    if found := find():
        _touch(found)
        return found
    refuse_in_dry_run()
    with lock(f"{kind}-{key}"):
        if found := find():                                # another builder made it while we waited
            return found
        prefix = f"{kind}-{key}."
        for leftover in paths.TMP.glob(prefix + "*.new"):  # left by a killed builder, because we hold the lock
            shutil.rmtree(leftover, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix=prefix, suffix=".new", dir=paths.TMP))
        try:
            name, inputs = fill(work)
            final = paths.BUILD / kind / name
            _seal(work, inputs)
            final.parent.mkdir(parents=True, exist_ok=True)
            discard(final)
            os.rename(work, final)
            output.sync(final.parent)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return final


def _time_of_last_use(manifest: Path) -> float:
    """Return the time at which a product was last used, or 0 if it has been removed."""
    try:
        return manifest.stat().st_mtime
    except OSError:
        return 0


def has_products(make: Callable) -> bool:
    """Return whether make() would find all its products, without building any."""
    _mode.is_dry_run = True
    try:
        make()
        return True
    except _Absent:
        return False
    finally:
        _mode.is_dry_run = False


def refuse_in_dry_run() -> None:
    """End has_products(): the caller is about to build something that is not a product."""
    if getattr(_mode, "is_dry_run", False):
        raise _Absent


def is_intact(folder: Path) -> bool:
    """Return whether every file of the product exists and is unchanged."""
    try:
        files = json.loads((folder / MANIFEST).read_text())["files"]
        # Strings are faster than Path objects here: each use of a product checks up to thousands of files.
        return all(digest_file(f"{folder}/{name}") == digest for name, (_, digest) in files.items())
    except (OSError, ValueError, KeyError, TypeError):
        return False


def prune(keep: int = KEEP) -> list[Path]:
    """Remove all but the `keep` most recently used products of each kind, and return the removed folders."""
    removed = []
    kinds: dict[Path, list[Path]] = {}
    for manifest in paths.BUILD.glob(f"*/*/{MANIFEST}"):
        if manifest.parents[1] not in (paths.TMP, paths.VENV):
            kinds.setdefault(manifest.parents[1], []).append(manifest)
    for manifests in kinds.values():
        for manifest in sorted(manifests, key=lambda m: m.stat().st_mtime, reverse=True)[keep:]:
            discard(manifest.parent)
            removed.append(manifest.parent)
    return removed


def replace(folder: Path, new: Path) -> None:
    """Put the folder `new` in the place of `folder`, and then remove the old folder, if there was one."""
    grave = Path(tempfile.mkdtemp(suffix=".old", dir=paths.TMP))
    if folder.exists():
        os.rename(folder, grave / folder.name)
    os.rename(new, folder)
    shutil.rmtree(grave, ignore_errors=True)


def discard(folder: Path) -> None:
    """Rename a folder and then remove it, so no process finds a partly removed folder under its name."""
    if folder.exists():
        grave = Path(tempfile.mkdtemp(suffix=".old", dir=paths.TMP))
        os.rename(folder, grave / folder.name)
        shutil.rmtree(grave, ignore_errors=True)


def _seal(folder: Path, inputs: dict) -> None:
    files = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        output.sync(path)
        files[str(path.relative_to(folder))] = (path.stat().st_size, digest_file(path))
    if not files:
        raise MetroError(f"nothing was built in {folder}", "this is a bug in metro; please report it")
    with open(folder / MANIFEST, "wb") as file:
        file.write(json.dumps({"inputs": inputs, "files": files}, indent=1, sort_keys=True, default=str).encode())
        file.flush()
        os.fsync(file.fileno())
    for path in (p for p in folder.rglob("*") if p.is_dir()):
        output.sync(path)
    output.sync(folder)


def _touch(folder: Path) -> None:
    with contextlib.suppress(OSError):                     # the build folder may be read-only
        os.utime(folder / MANIFEST)
