# SPDX-License-Identifier: Apache-2.0
"""The ./metro command: finds the module of a command, does the set-up that the command needs, and runs the command.

A command is a module with add_arguments(parser) and main(args) -> int. The arguments are parsed before set-up, so the
top level of the module imports only the standard library and metro's own modules. Its functions import the packages.
"""
from __future__ import annotations

import argparse
import fcntl
import importlib
import importlib.util
import os
import signal
import sys
from dataclasses import dataclass

from .. import __version__
from ..base import jobs, paths, plain
from ..base.errors import MetroError
from ..base.near import did_you_mean
from ..environment import generator, setup
from . import failures


@dataclass(frozen=True)
class Command:
    name: str
    module: str
    help: str
    setup: str = "none"             # none; packages: tools and Python packages; core: also the compiled generator


COMMANDS = (                        # in the order in which a new user needs them
    Command("doctor", "environment.doctor", "list each tool: version found, version needed, how to install it"),
    Command("bench", "bench.command", "measure ticks and Dhrystone, or the given parts, and print the tables",
            "core"),
    Command("test", "verify.suite", "run the tests; pass other arguments to pytest", "core"),
    Command("run", "run.command", "run a program on the simulated SoC", "core"),
    Command("size", "run.size", "print the memory that a program needs, and each task's stack", "core"),
    Command("wcet", "wcet.command", "compute upper bounds of the execution times of functions", "core"),
    Command("new", "products.new", "create an application from a template", "packages"),
    Command("patch", "patch", "copy a kernel's tree and add the seam to the units", "packages"),
    Command("configs", "report.configs", "list the configurations with purpose and measured figures",
            "packages"),
    Command("gen", "products.gen", "write the core's Verilog and its description", "core"),
    Command("boards", "boards", "build the SoC for a board; with --check, print how far each board ran", "core"),
    Command("targets", "boards.targets", "try each target of litex-boards with our core", "core"),
    Command("soc", "products.soc", "write the simulated SoC's headers, for a build with sw/metronome.mk", "core"),
    Command("nios", "products.nios", "write the units for Platform Designer (Nios II, Nios V)", "core"),
    Command("release", "products.release", "write the release archive: Verilog, Maven plugin, C code, "
                                        "Python package", "core"),
    Command("threads", "bench.programs", "measure hardware threads: calls, gain, cost",
            "core"),
    Command("guests", "bench.programs", "measure guests: calls, interrupts, response, cost",
            "core"),
    Command("sweep", "measure.sweep", "measure area, clock and cycles of the configurations in a file", "core"),
    Command("choose", "report.choose", "find the smallest configuration for your tasks, and print "
                                       "its gain", "packages"),
    Command("response", "response.command", "compute whether tasks meet their deadlines, in software and on the "
                                            "units", "core"),
    Command("studio", "studio", "open a local page to choose, build and run a configuration", "packages"),
    Command("hammer", "verify.hammer", "compare the units with the golden model over random instructions", "core"),
    Command("regress", "verify.regression", "run VexRiscv's regression programs on a core with the units", "core"),
    Command("prove", "verify.prove", "prove properties of the units' netlists by induction", "core"),
    Command("isa", "products.isa", "write the files that are generated from the instruction table", "packages"),
    Command("figures", "bench.listing", "print the latest figures, or the command behind each", "packages"),
    Command("report", "report", "draw all figures, as an HTML page and as Markdown", "packages"),
    Command("docs", "docs", "build the documentation as a site", "packages"),
    Command("setup", "environment.setup", "install everything that is missing (other commands do "
                                          "this automatically)", "core"),
    Command("clean", "environment.clean", "remove build products"),
)
IN_PACKAGE = ("new", "run", "size", "soc", "patch", "clean")   # commands of the package metronome-litex
_ENSURED = "METRO_ENSURED"          # the process id for which set-up is done; exec does not change it


class Parser(argparse.ArgumentParser):
    def words(self, given) -> list[str]:
        """Return the commands and options that the user may have meant."""
        known = [option for action in self._actions for option in action.option_strings
                 if action.help != argparse.SUPPRESS]      # names of earlier releases have no help text
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                known += action.choices
                known += [word for name in given if name in action.choices for word in action.choices[name].words([])]
        return known

    def error(self, message):
        known = self.words(sys.argv[1:])
        wrong = [word for word in sys.argv[1:] if word in message and word not in known]
        near = next(filter(None, (did_you_mean(word.split("=")[0], known) for word in wrong)), "")
        print(f"metro: error: {message}", file=sys.stderr)
        print(f"  {near}`{self.prog} --help` lists commands and options.", file=sys.stderr)
        sys.exit(2)


def parse(arguments: list[str]) -> tuple[Command, argparse.Namespace]:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--offline", action="store_true", default=argparse.SUPPRESS,
                        help="use only installed packages; do not access the network")
    parser = Parser(prog="metronome" if paths.PACKAGED else "./metro", parents=[common], allow_abbrev=False,
                    description="Metronome: an RTOS accelerator kit, measured on a simulated SoC.",
                    epilog=None if paths.PACKAGED else
                    "Each command installs missing tools automatically and prints what it installs. Start with "
                    "`./metro run sw/example`, `./metro bench` or `./metro test`.")
    parser.add_argument("--version", action="version", version=f"metro {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    wanted = next((argument for argument in arguments if not argument.startswith("-")), None)
    extra = None
    for command in available_commands():
        sub = subparsers.add_parser(command.name, help=command.help, description=command.help, parents=[common],
                                    allow_abbrev=False)
        if command.name == wanted:                         # load only the module of this command
            module = load(command)
            module.add_arguments(sub)
            extra = getattr(module, "EXTRA", None)
            if extra:
                sub.usage = f"{sub.prog} [-h] [--offline] [options] [{extra} ...]"
    args, args.extra = parser.parse_known_args(arguments) if extra else (parser.parse_args(arguments), [])
    return next(c for c in COMMANDS if c.name == args.command), args


def available_commands() -> list[Command]:
    """Return the commands of this installation: the package metronome-litex has only some."""
    return [command for command in COMMANDS if not paths.PACKAGED or command.name in IN_PACKAGE]


def load(command: Command):
    name = f"metro.{command.module}"
    if importlib.util.find_spec(name) is None:
        raise MetroError(f"the command {command.name} is not part of this checkout ({name} is missing)")
    return importlib.import_module(name)


def prepare(command: Command, args: argparse.Namespace, arguments: list[str]) -> None:
    """Do the set-up that the command needs, and restart this process under the environment's Python."""
    if command.setup == "none":
        return
    refuse_unusable_paths()
    if paths.PACKAGED:
        setup.refuse_missing(command.name)
        hold_build()
        return
    if os.environ.get(_ENSURED) != str(os.getpid()):
        print_estimate = getattr(load(command), "print_estimate", None)
        if print_estimate:
            print_estimate(args)
        setup.ensure(command.name, core=command.setup == "core")
        os.environ[_ENSURED] = str(os.getpid())
        python = str(setup.venv_python())
        sys.stdout.flush()
        os.execv(python, [python, str(paths.SCRIPTS / "metro"), *arguments])
    hold_build()
    if command.setup == "core":
        generator.ensure_built()


def refuse_unusable_paths() -> None:
    """Raise MetroError for a path with blanks or other characters that make, Maven or Verilator cannot handle."""
    for what, path, remedy in (("the package" if paths.PACKAGED else "the checkout", paths.ROOT, "move it"),
                               ("the build folder", paths.BUILD, "set METRO_BUILD to another folder")):
        if not plain.is_plain(path):
            raise MetroError(f"{what} is {path}: make, Maven and Verilator cannot build at this path",
                             f"{remedy}: a path may have letters, digits and _ . + - @")


def hold_build() -> None:
    """Lock the build folder against `clean` while this process, or a program that it executes, runs."""
    paths.make_build()
    descriptor = os.open(paths.IN_USE, os.O_RDWR | os.O_CREAT, 0o666)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    os.set_inheritable(descriptor, True)


def exit_on_terminate(*_) -> None:
    """End the running programs and exit. Each builder then removes its partly built product."""
    jobs.end_programs()
    sys.exit(143)


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, exit_on_terminate)
    try:
        command, args = parse(arguments)
        if getattr(args, "offline", False):
            os.environ["METRO_OFFLINE"] = "1"
        prepare(command, args, arguments)
        code = load(command).main(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:                                # `./metro figures | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:
        failures.show(error)
        return 1
