# SPDX-License-Identifier: Apache-2.0
"""metronome-target: runs a LiteX target with the units in its core, though the target knows nothing of them.

The target runs as with `python -m`, with two additional options: VexRiscv as its CPU, and one of our variants.
"""
import argparse
import difflib
import importlib.util
import os
import pkgutil
import runpy
import sys
from pathlib import Path

DEFAULT = "combined"
EXTRA = "pip install 'metronome-litex[targets]'"
BOARDS = "litex_boards.targets"
TOOLS = {"litex_sim": "litex.tools.litex_sim"}   # LiteX's own targets, which are not boards


class TargetError(Exception):
    """The command fails; the message says why, and what to do."""


def targets():
    """Return {name: module} of every installed target."""
    found = dict(TOOLS)
    if importlib.util.find_spec("litex_boards"):
        folder = importlib.util.find_spec(BOARDS).submodule_search_locations
        found.update((module.name, f"{BOARDS}.{module.name}") for module in pkgutil.iter_modules(folder))
    return found


def find(name):
    """Return the module of a target, or its file. Raise TargetError if there is no such target."""
    if name.endswith(".py") and Path(name).is_file():
        return name
    known = targets()
    if name not in known:
        if len(known) == len(TOOLS):
            raise TargetError(f"there is no target {name}: litex-boards, which contains the boards' targets, "
                              f"is not installed\n{EXTRA}")
        near = difflib.get_close_matches(name, known, 3, 0.5)
        raise TargetError(f"there is no target {name}{f'; did you mean {near[0]}?' if near else ''}\n"
                          "metronome-target --list prints all targets; you can also give a file TARGET.py")
    return known[name]


def choose(name):
    """Return the core of a configuration, or the core in a folder. Raise TargetError if there is none."""
    from . import AcceleratorError, variants
    known = variants.configurations()
    try:
        if name in known:
            return variants.Core(name, known[name])
        if (Path(name) / "core.json").is_file():
            return variants.Core("own", name)       # the folder's name could contain a word that LiteX interprets
    except AcceleratorError as error:
        raise TargetError(str(error)) from None
    raise TargetError(f"there is no configuration {name}; there are {', '.join(known)}\n"
                      "you can also give a folder that ./metro gen wrote")


def watch(target):
    """Make LiteX refuse any CPU except our core, because a target may choose another CPU. Return a list, to which each
    SoC with our core is added."""
    from litex.soc.integration.soc import SoC
    from .variants import VexRiscv
    made, add_cpu = [], SoC.add_cpu

    def checked(soc, name="vexriscv", variant="standard", **options):
        if name == "None":
            raise TargetError(f"{target} makes a SoC without a CPU: the units need VexRiscv")
        if name != "vexriscv":
            raise TargetError(f"{target} uses the CPU {name}, but the units are in VexRiscv\n"
                              "if it accepts --cpu-type, it overrides the option; run the target by itself to see")
        if variant not in VexRiscv.cores:
            raise TargetError(f"{target} always uses VexRiscv's variant {variant}: its FPGA or its memory is too "
                              "small for the variant with caches, which contains the units")
        add_cpu(soc, name, variant, **options)
        made.append(soc)

    SoC.add_cpu = checked
    return made


def run(target, module, arguments):
    """Run the target like `python -m MODULE ARGUMENTS`. Raise TargetError if the target refuses."""
    from litex.soc.integration.soc import SoCError
    from . import AcceleratorError
    sys.argv = [target, *arguments]
    try:
        if module.endswith(".py"):
            runpy.run_path(module, run_name="__main__")
        else:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    except ModuleNotFoundError as error:
        raise TargetError(f"{target} needs the Python package {error.name}, which is not installed\n{EXTRA} installs "
                          "the ones that are on PyPI") from None
    except AcceleratorError as error:
        raise TargetError(str(error)) from None
    except AssertionError as error:
        raise TargetError(f"{target} refuses the options: {error or 'one of its assertions failed'}") from error
    except SoCError:
        raise TargetError(f"LiteX refuses this SoC of {target}, for the reason above") from None
    finally:
        sys.stderr = sys.__stderr__             # a SoCError sets it to None


def arguments_of(words):
    """Return (target, configuration, the target's options), or None after --list, which prints the targets."""
    usage = "metronome-target TARGET [--config NAME] [options of the target]"
    parser = argparse.ArgumentParser(prog="metronome-target", usage=usage, description=__doc__.split("\n\n")[0],
                                     allow_abbrev=False, add_help=False)
    parser.add_argument("--config", default=DEFAULT, metavar="NAME",
                        help="use this configuration of the package, or this folder that ./metro gen wrote "
                             f"({DEFAULT})")
    if not words or words[0].startswith("-"):
        parser.add_argument("-h", "--help", action="help", help="print this; after a TARGET, print its options")
        parser.add_argument("--list", action="store_true", help="print the targets that are installed")
        if parser.parse_args(words).list:
            print("\n".join(sorted(targets())))
            return None
        parser.error("name a target; metronome-target --list prints them")
    chosen, others = parser.parse_known_args(words[1:])
    for option in ("--cpu-type", "--cpu-variant", "--cpu-cfu"):
        if any(word.split("=")[0] == option for word in others):
            raise TargetError(f"{option} is not allowed: --config {chosen.config} selects the CPU\n"
                              "to use another CPU, run the target without Metronome")
    return words[0], chosen.config, others


def main():
    try:
        if not (given := arguments_of(sys.argv[1:])):
            return 0
        name, configuration, others = given
        module = find(name)
        from .variants import register
        variant = register(choose(configuration))
        made = watch(name)
        # LiteX needs Meson for the BIOS; pip installs Meson next to this program.
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        run(name, module, [*others, "--cpu-type", "vexriscv", "--cpu-variant", variant])
        if not made:
            raise TargetError(f"{name} made no SoC: it is not a LiteX target")
        return 0
    except TargetError as error:
        print(f"metronome-target: error: {error}".replace("\n", "\n  "), file=sys.__stderr__)
        return 1


if __name__ == "__main__":
    sys.exit(main())
