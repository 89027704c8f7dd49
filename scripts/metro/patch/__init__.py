# SPDX-License-Identifier: Apache-2.0
"""`./metro patch`: puts the acceleration seam and the port into a copy of a user's own kernel."""
from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from ..base import cache, output, paths
from ..base.errors import MetroError, is_disk_full
from ..base.paths import ADDED
from . import freertos, sites, source as source_module, tree as tree_module, unit
from .body import GUARDED, STATUS, Refusal
from .report import Report

SOFTWARE = paths.ROOT / "sw"
PORT = (*(SOFTWARE / "ucos-ports" / "riscv" / name for name in (
            "os_cpu.h", "os_cpu_asm.h", "os_cpu_c.c", "os_cpu_a.S", "os_cpu_contexts.S")),
        *(SOFTWARE / "ucos-ports" / "accel" / name for name in ("os_accel.h", "os_accel_soft.h", "os_accel_hard.h")),
        *(SOFTWARE / name for name in ("ci_intrinsics.h", "ci_opcodes.h", "ci_wishbone.h")), paths.ROOT / "LICENSE")
REPORT = "patch-report.txt"
NOT_COPIED = shutil.ignore_patterns(".git", ".svn", ".hg")
NEEDED = ("ready init", "ready set", "ready clear", "ready highest", "delay count", "init")


# -------------------------------------------------------------------------------------------------------- reading

def examine(tree: tree_module.Tree) -> Report:
    """Find and rewrite every place of a uC/OS-II tree, in memory."""
    report = Report(tree.version)
    present: dict = {}
    left: list[Refusal] = []
    for path in tree.sources:
        name = path.relative_to(tree.root).as_posix()
        source = source_module.Source(name, path.read_bytes())
        rewriter = sites.Rewriter(source)
        rewriter.run()
        report.sites += rewriter.sites
        report.in_software += rewriter.in_software
        report.refusals += rewriter.refusals
        report.notes += rewriter.notes
        left += rewriter.lists_left
        if rewriter.sites and not rewriter.refusals:
            report.changed[name] = (source.data, source.render())
        for site in rewriter.sites:
            present.setdefault(site.idiom, name)
    for path in tree.other_files():
        check_copied_file(tree, path, report)
    header = tree.header.relative_to(tree.root).as_posix()
    report.refusals += [Refusal(header, 1, f"the tree has no known form of `{idiom}`")
                        for idiom in NEEDED if idiom not in present and not report.refusals]
    for name, (_, after) in report.changed.items():
        check_again(name, after, report)
    if not report.refusals:
        allow_events(tree, left, report)
    return report


def allow_events(tree: tree_module.Tree, left: list[Refusal], report: Report) -> None:
    """Let the new tree use the event unit if no waiting list is left outside the seam. left: such lists."""
    name, data = tree.header.relative_to(tree.root).as_posix(), tree.header.read_bytes()
    if unit.has_multi_pend(data) and not report.count("mark"):
        left = [*left, Refusal(name, 1, "waits for several events have an unknown form, so the waiting lists stay in "
                                        "software")]
    rewritten = unit.rewrite(name, data) if not left else None
    if rewritten is None:
        report.notes += left or [Refusal(name, 1, f"{unit.TYPE} has an unknown form, so the waiting lists stay in "
                                                  "software")]
        return
    after, found = rewritten
    report.sites += found
    report.changed[name] = (data, after)


def check_copied_file(tree: tree_module.Tree, path: Path, report: Report) -> None:
    """Check a file that is copied unchanged. Accesses are notes in a port, which is replaced, and errors in others."""
    data = path.read_bytes()
    name = path.relative_to(tree.root).as_posix()
    in_ports = "ports" in (part.lower() for part in path.relative_to(tree.root).parts[:-1])
    for line, token in accesses(path, name, data, path == tree.header):
        if in_ports:
            report.notes.append(Refusal(name, line, f"uses {token}; {ADDED}/ replaces this port"))
        elif token in STATUS:
            report.notes.append(Refusal(name, line, f"uses {token}, which may be out of date until OS_AccelSettle()"))
        else:
            report.refusals.append(Refusal(name, line, f"{token} is used outside the kernel's own files"))


def accesses(path: Path, name: str, data: bytes, is_header: bool) -> list:
    """Return (line, token) of each use of the ready list, delays and status in a file."""
    words = re.compile(rb"\b(" + "|".join((*GUARDED, *STATUS)).encode() + rb")\b")
    if not words.search(data):
        return []
    if path.suffix.lower() not in (".c", ".h"):
        return [(1 + data[:match.start()].count(b"\n"), match[0].decode()) for match in words.finditer(data)]
    source = source_module.Source(name, data)
    found = [(source.line(node), token) for node, token in sites.tokens(source.root, (*GUARDED, *STATUS))
             if not sites.is_declaration(node)]
    return [(line, token) for line, token in found if not (is_header and declares(data, line, token))]


def declares(data: bytes, line: int, token: str) -> bool:
    """Return whether a line is a declaration after a macro (OS_EXT), which does not parse as a declaration."""
    text = data.split(b"\n")[line - 1].decode("latin-1")
    return bool(re.fullmatch(rf"\s*\w+\s+OS_PRIO\s+{token}(\[\w+\])?\s*;.*", text.rstrip()))


def check_again(name: str, after: bytes, report: Report) -> None:
    """Parse a rewritten file again and refuse each guarded token that is left."""
    source = source_module.Source(name, after)
    for node, token in sites.tokens(source.root, GUARDED):
        if not sites.is_declaration(node):
            report.refusals.append(Refusal(name, source.line(node), f"{token} is left after the rewrite"))


# -------------------------------------------------------------------------------------------------------- writing

def kind_of_tree(source: Path) -> tuple:
    """Return the tree in a folder, the function that examines it, and the files that are added to it."""
    if freertos.is_kernel_folder(source):
        return freertos.find(source), freertos.examine, freertos.FILES
    return tree_module.find(source), examine, PORT


def patch(source: Path, out: Path) -> Report:
    """Make the patched tree `out` from `source`. If a place is refused, raise MetroError and write nothing."""
    tree, examines, added = kind_of_tree(Path(source))
    check_out(tree.root, Path(out))
    report = examines(tree)
    refuse(report)
    write(tree, report, Path(out), added)
    return report


def patched(source: Path) -> Path:
    """Return the patched tree of a kernel's folder, made once. For tests and benchmarks."""
    inputs = {"tree": cache.digest_files([source]), "added": cache.digest_files(kind_of_tree(source)[2]),
              "rules": cache.digest_files(sorted(Path(__file__).parent.rglob("*.py")))}
    return cache.product("patched", inputs, lambda folder: patch(source, folder / "tree")) / "tree"


def is_patched(folder: Path) -> bool:
    folder = Path(folder)
    return freertos.is_patched(folder) or any(sites.SEAM.search(path.read_bytes()) for path in folder.iterdir()
                                              if path.suffix.lower() == ".c" and path.is_file())


def refuse(report: Report) -> None:
    if report.refusals:
        places = len(report.sites) + len(report.in_software) + len(report.refusals)
        raise MetroError(f"{len(report.refusals)} of {places} places are not understood; nothing was written",
                         "\n".join(map(str, report.refusals)))


def check_out(root: Path, out: Path) -> None:
    source, target = root.resolve(), out.resolve()
    if target == source or source in target.parents:
        raise MetroError(f"{out} is {'the tree itself' if target == source else f'inside {root}'}",
                         "patch never writes to the given tree: name a folder outside it")
    if target in source.parents:
        raise MetroError(f"{root} is inside {out}", "name another folder")
    if out.is_symlink() or out.exists() and not out.is_dir():
        raise MetroError(f"{out} exists and is not a folder", "name a folder that does not exist yet")
    if out.is_dir() and any(out.iterdir()):
        raise MetroError(f"{out} is not empty", "name a folder that does not exist yet, or empty this one")


def write(tree, report: Report, out: Path, added: tuple) -> None:
    """Write the whole new tree or nothing: make it next to its final place, then rename it."""
    if (taken := tree_module.named(tree.root, ADDED)) is not None:
        raise MetroError(f"{taken} has the name of the port's folder", "rename it in the given tree")
    with output.folder(out) as new:
        copy(tree.root, new, out)
        for name, (_, after) in report.changed.items():
            (new / name).unlink()
            (new / name).write_bytes(after)
        (new / ADDED).mkdir()
        for path in added:
            shutil.copyfile(path, new / ADDED / path.name)
        (new / ADDED / REPORT).write_text(report.text())


def copy(root: Path, new: Path, out: Path) -> None:
    """Copy a tree into the folder `new`, which becomes `out`."""
    def copy_file(source: str, target: str) -> None:
        try:
            shutil.copyfile(source, target)
        except OSError as error:
            if is_disk_full(error):
                raise output.write_error(out, error) from None     # copytree would continue with the next file
            raise

    try:
        shutil.copytree(root, new, symlinks=False, ignore=NOT_COPIED, copy_function=copy_file, dirs_exist_ok=True)
    except shutil.Error as error:
        name, _, reason = error.args[0][0]
        raise MetroError(f"cannot copy {name}: {reason}") from None


# ------------------------------------------------------------------------------------------------------- the command

def add_arguments(parser) -> None:
    parser.description = ("Copy a kernel, redirect its lists and delays to the seam, and add the RISC-V port: "
                          f"uC/OS-II {tree_module.ACCEPTED}, FreeRTOS {freertos.ACCEPTED}. The given tree does not "
                          "change.")
    parser.epilog = (f"The port is in the folder {ADDED}/ of the new tree. OS_ACCEL_RDY_EN and OS_ACCEL_DLY_EN, or "
                     "for FreeRTOS portREADY_LISTS and portSLEEPERS, are 0 by default. The new tree then behaves "
                     "like the given one.")
    parser.add_argument("source", metavar="SRC", type=Path,
                        help="read the tree in this folder, which has ucos_ii.h, Source/ucos_ii.h or "
                             "include/FreeRTOS.h")
    parser.add_argument("--out", metavar="OUT", type=Path,
                        help="write the new tree to this folder, which must not exist")
    parser.add_argument("--diff", metavar="FILE", help="write the change as a unified diff (- for standard output)")
    parser.add_argument("--check", action="store_true", help="print the report; write no tree")


def main(args) -> int:
    if not args.check and args.out is None:
        raise MetroError("--out OUT is missing: the folder for the new tree",
                         "add --out, or --check to print the changes only")
    tree, examines, added = kind_of_tree(args.source)
    if args.out is not None:
        check_out(tree.root, args.out)
    if args.diff not in (None, "-"):
        check_diff(tree.root, Path(args.diff))
    report = examines(tree)
    print(report.text(), end="", file=sys.stderr if args.diff == "-" else sys.stdout)
    refuse(report)
    if args.out is not None and not args.check:
        write(tree, report, args.out, added)
        print(f"written: {args.out}; the port is in {args.out / ADDED}",
              file=sys.stderr if args.diff == "-" else sys.stdout)
    if args.diff == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(report.diff())
    elif args.diff:
        output.write({Path(args.diff): report.diff()})
    return 0


def check_diff(root: Path, file: Path) -> None:
    if root.resolve() in file.resolve().parents:
        raise MetroError(f"{file} is inside {root}", "patch never writes to the given tree: name another file")
    if file.is_dir() or not file.resolve().parent.is_dir():
        raise MetroError(f"{file} cannot be written", "name a file in an existing folder")
