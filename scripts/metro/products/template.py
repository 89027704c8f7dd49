# SPDX-License-Identifier: Apache-2.0
"""Copies the template of an application (sw/templates). The module imports only the standard library."""
from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

FOLDER = "templates"           # in sw/
# {name in FOLDER: name in an application}. The names differ, because tools such as git act on the final names.
NAMES = {"readme": "README.md", "gitignore": ".gitignore"}

_WORDS = re.compile(r"@([A-Z_]+)@")


class TemplateError(Exception):
    """The folder cannot be written; the message says why."""


def create(folder: Path, software: Path, rtos: str, rtos_name: str, local: dict | None,
           config: str, extra: list[Path] = ()) -> list[str]:
    """Write an application completely or not at all, and return the names of its files.

    folder: must not exist, or must be empty. software: sw/, or a copy of sw/. rtos: a folder in templates/.
    rtos_name: the name of the RTOS in texts. local: variables of the Makefile for this machine only; None: the RTOS's
    own build system builds the application, so the folder does not get our Makefile. config: the default configuration
    of the Makefile. extra: further files to copy into the folder.
    """
    folder = Path(os.path.abspath(folder))
    name = re.sub(r"[^\w.+-]", "_", folder.name).lstrip(".-") or "app"
    words = {"NAME": name, "RTOS": rtos, "RTOS_NAME": rtos_name, "CONFIG": config}
    templates = [software / FOLDER / part for part in ((rtos,) if local is None else ("common", rtos))]
    sources = {file: file.relative_to(template).parent
               for template in templates for file in sorted(template.rglob("*")) if file.is_file()}
    _refuse_existing(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise TemplateError(f"cannot write {folder}: {error.strerror}") from error
    try:
        for file, place in {**sources, **dict.fromkeys(extra, ".")}.items():
            text = _WORDS.sub(lambda found: words.get(found[1], found[0]), _complete(file))
            (scratch / place).mkdir(parents=True, exist_ok=True)
            (scratch / place / NAMES.get(file.name, file.name)).write_text(text)
        if local is not None:
            (scratch / "local.mk").write_text("".join(f"{variable} := {value}\n" for variable, value in local.items()))
        written = sorted(str(file.relative_to(scratch)) for file in scratch.rglob("*") if file.is_file())
        umask = os.umask(0)
        os.umask(umask)
        scratch.chmod(0o777 & ~umask)                      # mkdtemp() gives access only to the owner
        os.rename(scratch, folder)                         # replaces an empty folder only
        return written
    except OSError as error:
        raise TemplateError(f"cannot write {folder}: {error.strerror}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _complete(file: Path) -> str:
    """Return a file's text. If the file includes an os_cfg.h, return that os_cfg.h with the values of this file."""
    text = file.read_text()
    base = re.search(r'^#include "(\S+/os_cfg\.h)"$', text, re.MULTILINE)
    if not base:
        return text
    complete = (file.parent / base[1]).read_text()
    for macro, value in re.findall(r"^#define (\w+) +(\S+)$", text, re.MULTILINE):
        complete = re.sub(rf"(#define {macro} +)\S+", rf"\g<1>{value}", complete)
    return complete


def _refuse_existing(folder: Path) -> None:
    if folder.is_symlink() or folder.exists() and not folder.is_dir():
        raise TemplateError(f"{folder} already exists and is not a folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise TemplateError(f"{folder} already exists and is not empty")
