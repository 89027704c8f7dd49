# SPDX-License-Identifier: Apache-2.0
"""Files and folders at places that a user names: each is written completely or left unchanged.

Each file is written next to its place, flushed to the disk and renamed. A full disk or a killed command leaves no
partial file that a later step could take for the whole file.
"""
from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from .errors import MetroError, disk_full_error, is_disk_full


def write(files: Mapping[Path, bytes]) -> None:
    """Write all of these files, or change none of them. A file that has its content already keeps its timestamp."""
    files = {file: content for file, content in files.items() if not (file.is_file() and file.read_bytes() == content)}
    if not files:
        return
    with replacing(*files, make_folders=True) as opened:
        for file, content in zip(opened, files.values()):
            file.write(content)


def copy(files: Mapping[Path, Path]) -> None:
    """Copy each source to its place, or change none of the places. files: {place: source}."""
    write({place: source.read_bytes() for place, source in files.items()})


@contextlib.contextmanager
def replacing(*places: Path, make_folders: bool = False) -> Iterator[list[BinaryIO]]:
    """Yield a new file for each place. When the block ends without an exception, the files move to their places."""
    place = places[0]
    try:
        with contextlib.ExitStack() as stack:
            opened = []
            for place in places:
                if place.exists() and not place.is_file():
                    raise MetroError(f"cannot write {place}: it is not a file", "give the name of a file")
                if make_folders:
                    place.parent.mkdir(parents=True, exist_ok=True)
                real = Path(os.path.realpath(place))       # keep a link, and replace its target
                new = real.with_name(f".{real.name}.{os.getpid()}.new")
                stack.callback(new.unlink, missing_ok=True)
                opened.append((stack.enter_context(open(new, "wb")), real))
            yield [file for file, _ in opened]
            for file, _ in opened:
                file.flush()
                os.fsync(file.fileno())                    # a full disk may be reported only here
            for file, real in opened:
                os.replace(file.name, real)
    except OSError as error:
        if not _concerns(place, error):
            raise
        raise write_error(place, error) from None


@contextlib.contextmanager
def folder(place: Path, replace: bool = False) -> Iterator[Path]:
    """Yield a new folder. When the block ends without an exception, the folder moves to its place.

    place:   does not exist or is an empty folder, unless `replace` is true
    replace: remove any folder that is at the place
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{place.name}.", suffix=".new", dir=place.parent))
        try:
            new, old = work / "new", work / "old"
            new.mkdir()                                    # with the permissions of the user's umask
            yield new
            for file in new.rglob("*"):
                sync(file)
            if replace and place.exists():
                os.rename(place, old)
            os.rename(new, place)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        if not _concerns(place, error):
            raise
        raise write_error(place, error) from None


def check_writable(place: Path) -> None:
    """Raise MetroError if a place cannot be written, before the user waits for any work."""
    with contextlib.suppress(_Tried), replacing(place):
        raise _Tried


class _Tried(Exception):
    pass


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk. A full disk may be reported only here."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _concerns(place: Path, error: OSError) -> bool:
    """Return whether an error is about this place, and not about a file that the caller reads."""
    name = error.filename2 or error.filename
    return not name or f"/.{place.name}." in str(name) or place.is_relative_to(name)


def write_error(place: Path, error: OSError) -> MetroError:
    """Return the message for an error of disk space or permissions at this place."""
    if is_disk_full(error):
        return disk_full_error(place.parent)
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return MetroError(f"{place.parent} is not a folder", "name another folder")
    return MetroError(f"cannot write {place}: {error.strerror or error}", "make it writable, or name another place")
