# SPDX-License-Identifier: Apache-2.0
"""`./metro release`: writes an archive for other designs, and a wheel for LiteX (wheel.py).

The archive contains Verilog for users without a JVM, the plugin as a Maven dependency for users who generate a core,
and the C code. The same checkout gives the same bytes. docs/release.md describes contents and versioning.
"""
from __future__ import annotations

import gzip
import hashlib
import io
import re
import shutil
import tarfile
import tempfile
import zipfile
from pathlib import Path

from .. import __version__, configuration
from ..base import output, paths
from ..base.errors import MetroError
from ..base.progress import Progress
from ..environment import generator
from . import adapters, core, nios, wheel

GROUP, ARTIFACT = "metronome", "metronome-vexriscv"
# Patterns of the plugin's sources and class files, without the core of `./metro gen` and the generators.
PLUGIN = ("package*", "Netlist*", "core/AcceleratorPlugin*", "core/SharedOperands*", "core/Operands*",
          "core/GuestNumbers*", "core/GuestRegisters*", "threads/**/*", "units/**/*", "adapters/**/*")
MANIFEST = "MANIFEST.sha256"
ADAPTERS = (*adapters.MODULES, *nios.PROCESSORS)    # all adapters of the generator
TIMESTAMP = 946684800                               # time of every file: 2000-01-01, because some tools refuse 1970


# Units of a release without --config. Each entry has fields of schema.Units; the other fields have their defaults.
COMMON = ({"tasks": 16}, {"tasks": 32}, {"tasks": 64}, {"tasks": 64, "engine": "parallel"},
          {"tasks": 64, "ready": False}, {"tasks": 64, "time": False}, {"tasks": 256})


def common_products() -> dict:
    """Return {folder: core and SoC} of the COMMON units."""
    return {name_of(units): configuration.around(units) for units in (configuration.units(**each) for each in COMMON)}


def name_of(units) -> str:
    """Return the name of the folders with these units' Verilog."""
    return f"n{units.tasks}_w{units.width}_{units.engine}" + ("" if units.kind == "both" else f"_{units.kind}")


def pipeline_core(name: str):
    """Return a configuration's core with its units in the pipeline, because contents() adds the adapters separately."""
    return configuration.read(name).hardware.changed({"soc.adapter": "plugin"})


# ------------------------------------------------------------------------------------------------ the plugin for Maven

def archive_of(files: dict[str, bytes]) -> bytes:
    """Return a zip file (or jar) with these files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()


def maven(sources: Path = generator.SPINAL / "src" / "main" / "scala") -> dict[str, bytes]:
    """Return a Maven repository with the plugin: jar, sources and pom, with their checksums."""
    chosen = [f"metronome/{pattern}" for pattern in PLUGIN]
    licence = {"META-INF/LICENSE": (paths.ROOT / "LICENSE").read_bytes()}
    place = f"{GROUP}/{ARTIFACT}/{__version__}/{ARTIFACT}-{__version__}"
    files = {
        f"{place}.jar": archive_of({**classes(*chosen), **licence}),
        f"{place}-sources.jar": archive_of({**folder_files(sources, *chosen), **licence}),
        f"{place}.pom": pom().encode(),
    }
    return {**files, **{f"{name}.sha1": hashlib.sha1(content).hexdigest().encode() for name, content in files.items()}}


def classes(*patterns: str) -> dict[str, bytes]:
    """Return the generator's class files that match a pattern, by path."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as folder:
        shutil.unpack_archive(generator.ensure_built() / generator.JAR, folder, "zip")
        return folder_files(Path(folder), *patterns)


def pom() -> str:
    """Return the plugin's pom. It omits VexRiscv, because no Maven repository has it; users add its sources or jar."""
    build = (generator.SPINAL / "pom.xml").read_text()
    scala, spinal = (re.search(rf"<{key}>(.*)</{key}>", build)[1] for key in ("scala.binary", "spinal.version"))
    needs = "".join(f"""    <dependency>
      <groupId>com.github.spinalhdl</groupId>
      <artifactId>spinalhdl-{part}_{scala}</artifactId>
      <version>{spinal}</version>
    </dependency>
""" for part in ("core", "lib"))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: Apache-2.0 -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{GROUP}</groupId>
  <artifactId>{ARTIFACT}</artifactId>
  <version>{__version__}</version>
  <name>Metronome's VexRiscv plugin</name>
  <licenses>
    <license><name>Apache-2.0</name><url>https://www.apache.org/licenses/LICENSE-2.0</url></license>
  </licenses>
  <dependencies>
{needs}  </dependencies>
</project>
"""


# ------------------------------------------------------------------------------------------------------- the archive

def folder_files(root: Path, *patterns: str) -> dict[str, bytes]:
    """Return {path in the folder: content} of the files that match a pattern."""
    found = {file for pattern in patterns for file in root.glob(pattern) if file.is_file()}
    return {str(file.relative_to(root)): file.read_bytes() for file in found if "__pycache__" not in file.parts}


def under_folder(place: str, files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"{place}/{name}": content for name, content in files.items()}


def contents(configurations: dict, progress: Progress) -> dict[str, bytes]:
    """Return every file of the archive by name, without the manifest. progress: shows each configuration."""
    files = {
        "VERSION": f"{__version__}\n".encode(),
        "README.md": readme((paths.ROOT / "docs" / "release.md").read_text()).encode(),
        **folder_files(paths.ROOT, "LICENSE", "CHANGELOG.md", "docs/*.md", "sw/**/*"),
        **under_folder("litex", folder_files(paths.ROOT / "hw", "*.py", "*.vh")),
        **under_folder("litex", folder_files(paths.ROOT / "hw" / "litex", "*.py")),
        **under_folder("maven", maven()),
    }
    # Add VexRiscv's licence, because the cores are generated from VexRiscv's sources.
    files["verilog/core/LICENSE.VexRiscv"] = generator.vexriscv_licence()
    for name, hardware in configurations.items():
        with progress.step(name):
            made = core.generate(hardware)
            files |= under_folder(f"verilog/core/{name}", {**folder_files(made, "VexRiscv.v"),
                                                           "core.json": core.description(made, hardware)})
            # No adapter supports the event unit.
            for adapter in ADAPTERS if hardware.units and not hardware.units.events else ():
                file = adapters.verilog(adapter, hardware.units)
                # Platform Designer looks for Verilog in the component's folder.
                place = "nios/verilog" if adapter in nios.PROCESSORS else f"verilog/{adapter}/{name}"
                files[f"{place}/{file.name}"] = file.read_bytes()
    return files | under_folder("nios", nios.contents())


def readme(page: str) -> str:
    """Return a page of docs/ with links that work in the parent folder of docs/."""
    return re.sub(r"\]\((?=[\w-]+\.md)", "](docs/", page)


def manifest(files: dict[str, bytes]) -> bytes:
    """Return the manifest in the format of sha256sum, for `sha256sum -c`."""
    lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items())]
    return "".join(lines).encode()


def pack(files: dict[str, bytes]) -> bytes:
    """Return the archive with these files and their manifest, in a folder with the archive's name."""
    root = f"metronome-{__version__}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted({**files, MANIFEST: manifest(files)}.items()):
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), TIMESTAMP, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=TIMESTAMP)


# --------------------------------------------------------------------------------------------------- ./metro release

def add_arguments(parser) -> None:
    parser.description = (f"Write metronome-{__version__}.tar.gz: Verilog of {len(COMMON)} configurations, the "
                          "plugin as a Maven dependency, the C code, a manifest. Also write the Python package "
                          "metronome-litex with the Verilog of the configurations in configs/. The same checkout "
                          "produces the same bytes.")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR",
                        help="set the output folder (release in the build folder)")
    parser.add_argument("--config", action="append", type=configuration.named, default=[], metavar="NAME",
                        help="pack the Verilog of this configuration; can be repeated (the default set)")


def main(args) -> int:
    folder = args.output or paths.BUILD / "release"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise MetroError(f"{folder} is not a folder", "name another folder") from None
    chosen = {configuration.label(name): pipeline_core(name) for name in args.config} or common_products()
    in_wheel = args.config or wheel.default()
    wheel.environment()                                    # fetches packages before the long builds
    with Progress("release", total=len(chosen) + len(in_wheel)) as progress:
        packed = pack(files := contents(chosen, progress))
        in_package = wheel.contents(in_wheel, progress)
    write(folder / f"metronome-{__version__}.tar.gz", packed, len(files) + 1)
    write(folder / wheel.NAME, wheel.pack(in_package), len(in_package))
    return 0


def write(file: Path, content: bytes, count: int) -> None:
    """Write a file, and print its size and digest. count: the number of files that it contains."""
    output.write({file: content})
    print(f"{file}: {count} files, {len(content):,} bytes, sha256 {hashlib.sha256(content).hexdigest()}")
