# SPDX-License-Identifier: Apache-2.0
"""`./metro patch`: puts the acceleration seam and the port into a copy of a user's own kernel."""
from __future__ import annotations

import importlib
import pkgutil
import shutil
import sys
from pathlib import Path

from ..base import cache, output, paths
from ..base.errors import MetroError, is_disk_full
from ..base.paths import ADDED
from .report import Report

KERNELS = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)
           if module.ispkg]
REPORT = "patch-report.txt"
NOT_COPIED = shutil.ignore_patterns(".git", ".svn", ".hg")


def kind_of_tree(source: Path) -> tuple:
    """Return the kernel tree in a folder, the function that examines the tree, and the files that the patch adds."""
    unknown = next(kernel for kernel in KERNELS if kernel.REFUSES_OTHERS)
    kernel = next((kernel for kernel in KERNELS if kernel.is_kernel_folder(source)), unknown)
    return kernel.find(source), kernel.examine, kernel.FILES


def patch(source: Path, out: Path) -> Report:
    """Make the patched tree `out` from `source`. If a place is refused, raise MetroError and write nothing."""
    tree, examines, added = kind_of_tree(Path(source))
    check_out(tree.root, Path(out))
    report = examines(tree)
    refuse(report)
    write(tree, report, Path(out), added)
    return report


def patched(source: Path) -> Path:
    """Return the patched tree of a kernel's folder. The build cache keeps it, so each tree is patched only once."""
    inputs = {"tree": cache.digest_files([source]), "added": cache.digest_files(kind_of_tree(source)[2]),
              "rules": cache.digest_files(sorted(Path(__file__).parent.rglob("*.py")))}
    return cache.product("patched", inputs, lambda folder: patch(source, folder / "tree")) / "tree"


def is_patched(folder: Path) -> bool:
    return any(kernel.is_patched(Path(folder)) for kernel in KERNELS)


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
    if (taken := paths.named(tree.root, ADDED)) is not None:
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
                raise output.write_error(out, error) from None     # copytree continues after an OSError
            raise

    try:
        shutil.copytree(root, new, symlinks=False, ignore=NOT_COPIED, copy_function=copy_file, dirs_exist_ok=True)
    except shutil.Error as error:
        name, _, reason = error.args[0][0]
        raise MetroError(f"cannot copy {name}: {reason}") from None


# ------------------------------------------------------------------------------------------------------- the command

def add_arguments(parser) -> None:
    parser.description = ("Copy a kernel, redirect its lists and delays to the seam, and add the RISC-V port: "
                          f"{', '.join(f'{kernel.NAME} {kernel.ACCEPTED}' for kernel in KERNELS[::-1])}. The given "
                          "tree does not change.")
    parser.epilog = (f"The port is in the folder {ADDED}/ of the new tree. Its switches, such as "
                     f"{' or '.join(kernel.SWITCH for kernel in KERNELS[::-1])}, are 0 by default. The new tree then "
                     "behaves like the given one.")
    parser.add_argument("source", metavar="SRC", type=Path,
                        help="read the tree in this folder, which has "
                             f"{' or '.join(name for kernel in KERNELS[::-1] for name in kernel.HEADERS)}")
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
