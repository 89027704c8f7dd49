# SPDX-License-Identifier: Apache-2.0
"""`./metro run`: runs a program on the simulated SoC for a user."""
from __future__ import annotations

import argparse
import contextlib
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable

from .. import configuration
from ..base import cache, output, paths
from ..base.errors import MetroError
from ..base.near import did_you_mean_path
from ..base.progress import Progress
from ..gdb import connection
from ..products import application, firmware as firmware_module, guests, own_build, rtos, simulator, \
    soc as soc_module
from ..products.kernel import any_kernel_folder, refuse_unfit
from . import compare, ending, execution, memory, memory_check, profile, timeline, watch
from .execution import Line, command_of, with_function_names
from .guests import guest_code as code_of_guests


DEFAULT_OPT = "-O2"
PATIENCE = 60           # seconds after which wait() reports that the run continues


def add_arguments(parser) -> None:
    parser.description = ("Run a program on the simulated SoC, and return its exit code (124: cycle limit, 125: "
                          "hang, 126: unhandled trap, 127: fault found by --check-memory).")
    parser.epilog = application.HELP
    parser.add_argument("app", metavar="APP", type=Path, nargs="?",
                        help="run this ELF file, or this folder with .c files and os_cfg.h (see below)")
    parser.add_argument("--guests", type=Path, metavar="FILE.toml",
                        help="run several isolated programs instead of APP (docs/guests.md)")
    parser.add_argument("--kernel", type=any_kernel_folder, metavar="DIR",
                        help="build a folder with this tree of its RTOS instead of the default kernel; if the "
                             "kernel uses units, a configuration can need a tree from ./metro patch")
    add_rtos(parser)
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR",
                        help="add a folder with headers to a folder's build; can be repeated")
    parser.add_argument("--define", action="append", default=[], metavar="NAME[=VALUE]",
                        help="add a macro to a folder's build; can be repeated")
    parser.add_argument("-O", dest="opt", metavar="LEVEL",
                        help="set the optimisation of a folder's build (2, or as its own build files say)")
    parser.add_argument("--watch", action="store_true",
                        help="run again whenever a file in APP changes, until Ctrl-C")
    parser.add_argument("--compare", type=configuration_list, metavar="NAME,NAME",
                        help="run a folder on each of these configurations, and compare cycles in tasks and "
                             "interrupts, the longest interrupt and CPU time left")
    parser.add_argument("--max-cycles", type=positive, default=0, metavar="N",
                        help="stop with an error after N cycles")
    parser.add_argument("--uart-input", metavar="FILE", help="send this file to the UART (- for standard input)")
    parser.add_argument("--trace", metavar="FILE.fst",
                        help="write the waveforms (uses a slower simulator)")
    parser.add_argument("--trace-from", type=int, default=0, metavar="CYCLE",
                        help="with --trace: begin at this cycle (0)")
    parser.add_argument("--trace-to", type=int, default=0, metavar="CYCLE",
                        help="with --trace: end at this cycle (end of the run)")
    parser.add_argument("--timeline", type=Path, metavar="FILE.perfetto-trace",
                        help="write a timeline of tasks, interrupts, custom instructions and hardware threads, for "
                             "ui.perfetto.dev")
    parser.add_argument("--profile", action="store_true", help="print the cycles of each task and function")
    parser.add_argument("--memory", action="store_true",
                        help="print the memory that the program needs, and each task's needed and used stack")
    parser.add_argument("--check-memory", action="store_true",
                        help="find software that reads a circuit's data without OSHwCacheInvalidate(), or posts its "
                             "own data to a circuit without OSHwFence()")
    parser.add_argument("--gdb", nargs="?", type=port, const=0, metavar="PORT",
                        help="wait for GDB, and print the command to connect (3333, or a free port)")
    parser.add_argument("--line", type=line_option, metavar="MIN:MAX[:SEED]",
                        help="raise the interrupt line sim_line at random distances of MIN to MAX cycles")
    parser.add_argument("--report", type=Path, metavar="FILE.json",
                        help="write the outcome: how the run ended, cycles, seconds")
    configuration.add_arguments(parser, "original", leave_out=("--native-buses", "--debug", "--breakpoints"))


def add_rtos(parser) -> None:
    parser.add_argument("--rtos", choices=rtos.names(), default="",
                        help="select the RTOS of a folder (default: rtos in app.toml, or the RTOS whose "
                             "configuration is in the folder)")


def positive(text: str) -> int:
    value = int(text.replace("_", ""))
    if value <= 0:
        raise ValueError
    return value


def refuse_files(args) -> None:
    """Check, before the build, that the simulator can read its input and write its output files."""
    if args.uart_input not in (None, "-"):
        try:
            with open(args.uart_input, "rb"):
                pass
        except OSError as error:
            raise MetroError(f"--uart-input: cannot read {args.uart_input}: {error.strerror}",
                             did_you_mean_path(Path(args.uart_input))) from None
    for option in ("trace", "report"):
        folder = Path(getattr(args, option) or ".").parent
        if not folder.is_dir():
            raise MetroError(f"--{option}: there is no folder {folder}", did_you_mean_path(folder))
    for place in (args.timeline, args.report):
        if place:
            output.check_writable(place)


def configuration_list(text: str) -> list[str]:
    """Return the configurations that --compare lists (an argparse type)."""
    found = [configuration.named(name) for name in text.split(",")]
    if len(set(found)) < max(2, len(found)):
        raise argparse.ArgumentTypeError(f"{text}: give two or more different configurations, as in "
                                         "original,combined")
    return found


def port(text: str) -> int:
    if not 0 < int(text) < 65536:
        raise ValueError
    return int(text)


def line_option(text: str) -> Line:
    parts = [int(part) for part in text.split(":")]
    if len(parts) not in (2, 3) or not 16 <= parts[0] <= parts[1]:
        raise ValueError
    return Line(*parts)


def optimisation(args) -> str:
    """Return the option of the compiler that -O gives, or an empty string without -O."""
    return f"-O{args.opt}" if args.opt else ""


def load(app: Path, opt: str = "", chosen=None, kernel: Path | None = None, include: list[Path] = (),
         define: list[str] = (), its_rtos: str = ""):
    """Return the firmware of an APP argument, and its SoC.

    chosen: the configuration (default: original). The other arguments are for a folder. With an ELF file, opt has no
    effect, and each of the others raises MetroError. opt: an option such as -O2; empty: the default.
    """
    chosen = chosen or configuration.read("original")
    if not app.is_dir():
        for given, what in ((kernel, "a kernel"), (include, "a header"), (define, "a macro"), (its_rtos, "an RTOS")):
            if given:
                raise MetroError(f"{app} is already built: it cannot use {what}",
                                 "give the application's folder")
        if chosen.soc.threads:
            raise MetroError(f"--threads {chosen.soc.threads}: {app} is already built, and has no circuits",
                             "give the application's folder")
        if not app.exists():
            raise firmware_module.missing_file_error(app)
        soc = soc_module.of(chosen)
        return firmware_module.read(app, soc), soc
    if other := own_build.rtos_of(app):
        return own_build.load(app, other, kernel, chosen, opt,
                              {"--include": include, "--define": define, "--rtos": its_rtos})
    program = application.read(app, include, define, its_rtos)
    if kernel and not (kernel / program.rtos.build["header"]).is_file():
        raise MetroError(f"{kernel} is not {program.rtos.name}, which {app} needs", "leave out --kernel")
    program.rtos.refuse(chosen)
    kernel = program.rtos.kernel_for(chosen, kernel)
    if kernel:
        refuse_unfit(kernel, [chosen])
    text = program.configuration
    soc = soc_module.of(program.rtos.sized_for(chosen, text), program.in_hardware(chosen.soc.threads))
    defs = program.rtos.switches(chosen, text)
    return program.build(soc, kernel=kernel, opt=opt or DEFAULT_OPT, defs=defs, strict=False), soc


def refuse_with_guests(args, chosen) -> None:
    for given, option in ((args.app, "APP"), (args.kernel, "--kernel"), (args.rtos, "--rtos"),
                          (args.include, "--include"), (args.define, "--define"), (args.watch, "--watch"),
                          (args.memory, "--memory"),
                          (args.check_memory, "--check-memory"), (chosen.soc.threads, "--threads"),
                          (chosen.core.compressed, "--compressed"),
                          (chosen.soc.adapter != "plugin", "--adapter")):
        if given:
            raise MetroError(f"{option} cannot be combined with --guests", "leave out one of them")


def simulator_of(soc: Path, trace: bool, slots: bool) -> Path:
    """Return the folder of the SoC's simulator. Show the progress if it must be built."""
    def make() -> Path:
        return simulator.build(soc, trace, slots)

    if cache.has_products(make):
        return make()
    with Progress("run", file=sys.stderr) as progress, progress.step("simulator of this SoC (Verilator, g++)"):
        return make()


def main(args) -> int:
    if args.app is None and args.guests is None:
        raise MetroError("there is nothing to run", "give an APP or --guests FILE.toml")
    if args.compare:
        return compare.main(args, run_recorded)
    if args.watch and not args.guests:
        if args.gdb is not None:
            raise MetroError("--watch would replace the program under GDB", "leave out one of --watch and --gdb")
        if not args.app.exists():
            raise MetroError(f"there is no {args.app} to watch", did_you_mean_path(args.app))
        return watch.main([word for word in sys.argv[1:] if word != "--watch"], [args.app, *args.include])
    refuse_files(args)
    chosen = configuration.chosen(args)
    if args.guests:
        refuse_with_guests(args, chosen)
    if chosen.core.compressed and args.gdb is not None:
        raise MetroError("--gdb: the debugger supports 32-bit instructions only", "leave out --compressed")
    if args.check_memory:
        memory_check.refuse(chosen.soc.threads, args.gdb is not None)
    listener = None if args.gdb is None else connection.listen(args.gdb or None)
    if listener:
        chosen = chosen.changed(configuration.DEBUGGED)
    if args.guests:
        firmware, soc = guests.load(args.guests, optimisation(args) or DEFAULT_OPT, chosen)
    else:
        firmware, soc = load(args.app, optimisation(args), chosen, args.kernel, args.include, args.define, args.rtos)
    executable = simulator_of(soc, bool(args.trace), args.check_memory) / "simulator"
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        options = simulator_options(args, "max_cycles", "uart_input", "trace", "trace_from", "trace_to")
        report = Path(scratch, "report.json")
        options += ["--report", str(report)]
        watched = not listener or args.timeline or args.profile or args.memory
        if watched:
            options += timeline.options(firmware, Path(scratch), records=bool(args.timeline or args.profile))
        if args.memory:
            options += ["--memory", f"{scratch}/memory.bin"]
        if args.check_memory:
            options += memory_check.options(firmware, soc, Path(scratch))
        if listener:
            options += connection.options(listener, soc, Path(scratch), code_of_guests(firmware))
            print(f"metro: waiting for GDB; in another terminal:\n  {connection.command(firmware.elf, listener)}",
                  file=sys.stderr, flush=True)
        with ignore_interrupts() if watched or args.check_memory else contextlib.nullcontext():
            process = subprocess.Popen(command_of(executable, firmware, Path(scratch), args.line, options),
                                       stderr=subprocess.PIPE, text=True, errors="replace",
                                       pass_fds=[listener.fileno()] if listener else [])
            if listener:
                listener.close()
            try:
                _, errors = wait(process, aloud=not listener and args.uart_input != "-")
            except BaseException as error:
                if not isinstance(error, KeyboardInterrupt):   # the simulator gets Ctrl-C too
                    process.terminate()
                process.wait()
                raise
        sys.stderr.write(with_function_names(errors, firmware))
        log = timeline.Log(firmware, soc, Path(scratch)) if watched and timeline.is_complete(Path(scratch)) else None
        if log and (args.timeline or args.profile):
            show(log, args)
        if log and args.memory:
            memory.report_run(firmware, Path(scratch))
        if -process.returncode in (signal.SIGPIPE, signal.SIGTERM, signal.SIGINT):
            return 128 - process.returncode
        if process.returncode < 0:
            raise MetroError(f"the simulator was ended by {signal.Signals(-process.returncode).name}")
        if report.exists():
            print(f"metro: {ending.line(report, log)}", file=sys.stderr)
            if args.report:
                output.copy({args.report: report})
    return process.returncode


def simulator_options(args, *names: str) -> list[str]:
    """Return the given options of `./metro run` as options of the simulator."""
    return [word for name in names if getattr(args, name)
            for word in ("--" + name.replace("_", "-"), str(getattr(args, name)))]


def run_recorded(args, read: Callable):
    """Run an application's folder for a comparison, and return read(exit code, output, timeline.Log).

    The exit code is 0 if the run reaches --max-cycles.
    """
    firmware, soc = load(args.app, optimisation(args), configuration.chosen(args), args.kernel, args.include,
                         args.define, args.rtos)
    executable = simulator_of(soc, False, False) / "simulator"
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        options = timeline.options(firmware, Path(scratch))
        options += simulator_options(args, "max_cycles", "uart_input")
        process = subprocess.Popen(command_of(executable, firmware, Path(scratch), args.line, options),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output, errors = wait(process, aloud=True)
        status = process.returncode
        if args.max_cycles and status == execution.CYCLE_LIMIT:
            status = 0
        elif errors:
            sys.stderr.write(with_function_names(errors.decode(errors="replace"), firmware))
        return read(status, output, timeline.Log(firmware, soc, Path(scratch)))


def wait(process: subprocess.Popen, aloud: bool) -> tuple:
    """Wait for a simulator, and return its output and errors. aloud: print a message after PATIENCE."""
    if aloud:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=PATIENCE)
        print(f"metro: the program still runs after {PATIENCE} s. Ctrl-C stops it; --max-cycles N ends such a run and "
              "prints the position of the program", file=sys.stderr, flush=True)
    return process.communicate()


@contextlib.contextmanager
def ignore_interrupts():
    """Ignore Ctrl-C, so that the simulator can end the run and write its records."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def show(log, args) -> None:
    if not timeline.knows_tasks(log.firmware):
        known = [one for one in rtos.every() if one.watch]
        print(f"metro: {args.app} shows no tasks: it has no symbol {' or '.join(one.watched_symbol for one in known)} "
              f"(it does not use {' or '.join(one.name for one in known)}, or it is stripped)", file=sys.stderr)
    if args.timeline:
        timeline.write(log, args.timeline)
    if args.profile:
        profile.show(log)
