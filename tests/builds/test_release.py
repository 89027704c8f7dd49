# SPDX-License-Identifier: Apache-2.0
"""The release archive is complete, reproducible, and sufficient without the repository."""
import gzip
import io
import re
import subprocess
import tarfile
import zipfile
from xml.etree import ElementTree

import pytest

from metro import __version__, configuration
from metro.base.errors import MetroError
from metro.base.progress import Progress
from metro.environment import generator
from metro.products import nios, release
from support import ROOT, metro

ONE = "n8_w4_parallel"


@pytest.fixture(scope="module")
def files():
    with Progress("release") as progress:
        chosen = configuration.of_options("--tasks", 8, "--width", 4, "--engine", "parallel")
        return release.contents({ONE: chosen}, progress)


@pytest.fixture(scope="module")
def unpacked(files, tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(fileobj=io.BytesIO(release.pack(files))) as archive:
        archive.extractall(folder)
    (root,) = folder.iterdir()
    return root


def test_sha256sum_accepts_the_manifest(unpacked):
    assert unpacked.name == f"metronome-{__version__}"
    run = subprocess.run(["sha256sum", "--strict", "-c", release.MANIFEST], cwd=unpacked, capture_output=True)
    assert run.returncode == 0, run.stdout + run.stderr
    listed = {line.split("  ")[1] for line in (unpacked / release.MANIFEST).read_text().splitlines()}
    files = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    assert files == listed | {release.MANIFEST}
    (unpacked / "VERSION").write_text("9.9.9\n")
    assert subprocess.run(["sha256sum", "--status", "-c", release.MANIFEST], cwd=unpacked).returncode == 1
    (unpacked / "VERSION").write_text(f"{__version__}\n")


def test_same_files_give_the_same_archive(files):
    first = release.pack(files)
    assert release.pack(dict(reversed(files.items()))) == first
    assert release.maven() == {name.removeprefix("maven/"): content for name, content in files.items()
                               if name.startswith("maven/")}
    with tarfile.open(fileobj=io.BytesIO(first)) as archive:
        assert {(entry.mtime, entry.uid, entry.gid, entry.uname, entry.mode) for entry in archive} == \
            {(release.TIMESTAMP, 0, 0, "", 0o644)}
    assert gzip.decompress(first)[:9] == b"metronome"


def test_no_file_names_a_path_of_a_machine(files):
    places = re.compile(rb"/(root|home|tmp|work)/\w|" + re.escape(str(ROOT).encode()))
    assert [name for name, content in files.items() if not name.endswith(".jar") and not name.startswith("docs/")
            and places.search(content)] == []


def test_readme_links_lead_to_files_of_the_archive(files):
    links = re.findall(r"\]\(([^)#:]+)[^):]*\)", files["README.md"].decode())
    assert len(links) > 5 and set(links) <= set(files)


def test_archive_has_the_files_that_a_design_needs(files):
    names = set(files)
    assert {"LICENSE", "CHANGELOG.md", "VERSION", "README.md", "sw/ci_intrinsics.h", "sw/ci_opcodes.h",
            "sw/model/accelerator.c", "sw/ucos-ports/accel/os_accel.h", "sw/ucos-ports/riscv/os_cpu_a.S",
            "litex/litex_soc.py", "litex/metronome_litex.py", "litex/async_sram.py",
            f"nios/{nios.COMPONENT}", f"nios/{nios.NAMES}",
            f"verilog/core/{ONE}/VexRiscv.v", f"verilog/core/{ONE}/core.json", "verilog/core/LICENSE.VexRiscv"} <= names
    assert not any("__pycache__" in name for name in names)
    for adapter in release.ADAPTERS:
        place = "nios/verilog/metronome_" + adapter if adapter in nios.PROCESSORS else f"verilog/{adapter}/{ONE}/"
        assert any(name.startswith(place) and name.endswith(".v") for name in names), adapter


def test_release_lists_every_adapter_of_the_generator(tmp_path):
    with pytest.raises(MetroError) as refused:
        generator.run(generator.ensure_built(),
                      {"write": "?", "units": configuration.units().model_dump(by_alias=True)}, tmp_path)
    products = ", ".join(("core, heartbeat, both, time, ready, lists, guests", *sorted(release.ADAPTERS)))
    assert refused.value.message == f"write ?: there are {products}"


def test_component_finds_its_verilog(files):
    for processor in nios.PROCESSORS:
        name = f"metronome_{processor}_{ONE}"
        assert f"\nmodule {name} (" in files[f"nios/verilog/{name}.v"].decode()
    assert f"VERSION {__version__}\n" in files[f"nios/{nios.COMPONENT}"].decode()


def test_plugin_jar_has_only_our_classes(files):
    place = f"maven/{release.GROUP}/{release.ARTIFACT}/{__version__}/{release.ARTIFACT}-{__version__}"
    classes = zipfile.ZipFile(io.BytesIO(files[f"{place}.jar"])).namelist()
    assert {"metronome/package.class", "metronome/core/AcceleratorPlugin.class", "metronome/units/Accelerator.class",
            "metronome/units/event/EventUnit.class", "META-INF/LICENSE"} <= set(classes)
    assert "metronome/core/Core.class" not in classes
    assert all(name.startswith(("metronome/", "META-INF/")) for name in classes)
    sources = zipfile.ZipFile(io.BytesIO(files[f"{place}-sources.jar"])).namelist()
    assert "metronome/units/TimeUnit.scala" in sources and "metronome/core/AcceleratorPlugin.scala" in sources
    pom = ElementTree.fromstring(files[f"{place}.pom"].split(b"-->")[1])
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    assert pom.find("m:version", space).text == __version__
    build = (generator.SPINAL / "pom.xml").read_text()
    for dependency in pom.findall(".//m:dependency", space):
        artifact, version = (dependency.find(f"m:{key}", space).text for key in ("artifactId", "version"))
        assert artifact.rsplit("_", 1)[0] in build and f"<spinal.version>{version}<" in build


def test_plugin_jar_has_every_class_of_ours_that_it_uses(files):
    (jar,) = [content for name, content in files.items() if re.search(r"\d\.jar$", name)]
    with zipfile.ZipFile(io.BytesIO(jar)) as archive:
        classes = {name: archive.read(name) for name in archive.namelist() if name.endswith(".class")}
    named = {f"{name.decode()}.class" for content in classes.values()
             for name in re.findall(rb"metronome(?:/[a-z]+)?/[A-Z]\w*", content)}
    assert len(named) > 20 and named <= {name.replace("$.class", ".class") for name in classes}, named - set(classes)


def test_c_code_compiles_from_the_archive_alone(unpacked, tmp_path):
    (tmp_path / "every.c").write_text((ROOT / "tests" / "units" / "model" / "every.c").read_text())
    subprocess.run(["riscv64-unknown-elf-gcc", "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-Wall", "-Wextra",
                    "-Werror", "--specs=picolibc.specs", f"-I{unpacked / 'sw'}", "-c", tmp_path / "every.c",
                    "-o", tmp_path / "every.o"], check=True)


def test_common_configurations_are_the_documented_ones():
    assert list(release.common_products()) == [
        "n16_w16_lookahead", "n32_w16_lookahead", "n64_w16_lookahead", "n64_w16_parallel", "n64_w16_lookahead_time",
        "n64_w16_lookahead_ready", "n256_w16_lookahead"]


def test_changelog_begins_with_this_version():
    changes = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert changes[0] == __version__ and re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert metro("--version").stdout.strip() == f"metro {__version__}"


def test_unwritable_output_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    run = metro("release", "--output", tmp_path / "file")
    assert run.returncode == 1 and "is not a folder" in run.stderr
    assert (tmp_path / "file").read_text() == ""
