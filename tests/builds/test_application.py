# SPDX-License-Identifier: Apache-2.0
"""Test the folder of an application: sources, build options, and messages to the author."""
import re

import pytest

from metro import configuration
from metro.base import cache, paths
from metro.base.errors import MetroError
from metro.cli import command_line as cli
from metro.products import application, rtos, soc as soc_module
from metro.run import command as run_command
from support import ROOT, metro

MAIN = "#include <ucos_ii.h>\nint main(void) { OSInit(); return 4; }\n"
TEMPLATE = application.TEMPLATE


@pytest.fixture
def folder(tmp_path):
    """Return folder({file: text}, name), which writes files into the folder `name` and returns the folder."""
    def write(files, name="app"):
        for file, text in files.items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path / name
    return write


@pytest.fixture
def build():
    """Return build(folder, ...), which builds an application's firmware. After the test, discard the firmware."""
    made = []

    def build(folder, include=(), define=(), **options):
        app = application.read(folder, include, define)
        made.append(app.build(soc_module.default(), opt="-O0", strict=False, **options))
        return made[-1]
    yield build
    for firmware in made:
        cache.discard(firmware.elf.parent)


def sources(folder):
    return [str(source.relative_to(folder)) for source in application.read(folder).sources]


def test_an_application_folder_runs(folder):
    run = metro("run", folder({"main.c": MAIN.replace("OSInit();", 'OSInit(); puts("up");').replace(
        "#include", "#include <stdio.h>\n#include")}))
    assert (run.returncode, run.stdout) == (4, "up\n")
    *built, last = run.stderr.splitlines()                  # the first run also reports the new simulator
    assert last.startswith("metro: exit code 4 after ") and all("simulator of this SoC" in line for line in built)


# Sources and options

def test_subfolders_are_compiled_except_hidden_ones_and_build(folder):
    app = folder({name: "" for name in ("main.c", "start.S", "app_hooks.c", "io/uart.c", "io/deep/pins.S", "main.h",
                                        ".git/a.c", "build/b.c", "io/build/c.c", "io/.hidden/d.c", ".e.c")})
    (app / "linked").symlink_to(app / "io", target_is_directory=True)
    assert sources(app) == ["main.c", "start.S", "io/uart.c", "io/deep/pins.S"]


def test_sources_with_similar_names_do_not_collide(folder, build):
    app = folder({"main.c": "int a(void), b(void), c(void); int main(void) { return a() + b() + c(); }\n",
                  "x/y_z.c": "int a(void); int a(void) { return 1; }\n",
                  "x_y/z.c": "int b(void); int b(void) { return 2; }\n",
                  "x_y/z.S": ".globl c\nc: ret\n"})
    assert {"a", "b", "c"} <= set(build(app).symbols)


def test_folder_without_os_cfg_keeps_its_other_configuration(folder, build):
    app = folder({"main.c": MAIN.replace("return 4", "return MINE"),
                  "app_cfg.h": "#define MINE 5\n#define OS_TASK_TMR_PRIO 9u\n",
                  "app_hooks.c": (TEMPLATE / "app_hooks.c").read_text() + "volatile int hooked;\n"
                                 "__attribute__((constructor)) static void count(void) { hooked++; }\n"})
    assert "hooked" in build(app).symbols
    assert application.read(app).config == TEMPLATE / "os_cfg.h"
    (app / "os_cfg.h").write_text((TEMPLATE / "os_cfg.h").read_text())
    assert application.read(app).config == app / "os_cfg.h" and "hooked" in build(app).symbols


def test_app_toml_and_options_give_the_same_program(folder, build):
    text = "#include <board.h>\nvolatile char text[] = TEXT; int main(void) { return text[BOARD]; }\n"
    app = folder({"main.c": text, "other.c": "error"})
    folder({"board.h": "#define BOARD FOUR\n"}, "common")
    (app / "app.toml").write_text("""sources = ["m*.c"]
include = ["../common"]
define = ['TEXT="a $b # c"', "FOUR=5", "FOUR=4"]
""")
    by_file = build(app)
    assert b"a $b # c\0" in by_file.image
    (app / "app.toml").unlink()
    (app / "other.c").unlink()
    by_options = build(app, [app.parent / "common"], ['TEXT="a $b # c"', "FOUR=4"])
    assert by_options.image == by_file.image


@pytest.mark.parametrize("place", ["", "sw", "sw/kernel"])
def test_folder_with_metronomes_kernel_is_refused(place):
    with pytest.raises(MetroError, match="is not the folder of one application: it contains Metronome's own kernel"):
        application.read(ROOT / place)


def test_configuration_header_in_the_folder_selects_the_rtos(folder):
    app = folder({"main.c": "int main(void) { return 0; }\n"})
    assert application.read(app).rtos.key == "ucos"
    (app / "FreeRTOSConfig.h").touch()
    assert application.read(app).rtos.key == "freertos"
    (app / "app.toml").write_text('rtos = "ucos"\n')
    assert application.read(app).rtos.key == "ucos" and application.read(app, rtos="freertos").rtos.key == "freertos"


def test_an_os_cfg_without_an_app_cfg_is_refused(folder):
    app = folder({"main.c": MAIN, "os_cfg.h": "", "common/app_cfg.h": ""})
    with pytest.raises(MetroError, match="app has os_cfg.h, but no app_cfg.h") as refused:
        application.read(app)
    assert "from the example " in refused.value.hint and "sw/kernel/template/app_cfg.h" in refused.value.hint
    assert application.read(app, include=[app / "common"]).cfg == (app,)


@pytest.mark.parametrize("text, reason", [
    ("sorces = []", "app.toml: unknown key sorces"),
    ('include = "inc"', "app.toml: include is not a list of strings"),
    ("define = [1]", "app.toml: define is not a list of strings"),
    ('rtos = ["ucos"]', "app.toml: rtos is not a string"),
    ('rtos = "tron"', "there is no RTOS tron"),
    ("define = [", "app.toml: "),
    ('define = ["1X=2"]', "'1X=2' does not define a macro"),
    ('include = ["absent"]', "there is no folder .*absent"),
    ('sources = ["absent*.c"]', "no file matches absent"),
    ('sources = ["app.toml"]', "is not a source file"),
    ("sources = []", "has no .c files"),
])
def test_invalid_app_toml_is_refused(folder, text, reason):
    with pytest.raises(MetroError, match=reason):
        application.read(folder({"main.c": MAIN, "app.toml": text}))


def test_app_toml_can_name_sources_in_other_folders(folder):
    app = folder({"main.c": MAIN, "other.c": "", "app.toml": 'sources = ["main.c", "../common/*.[cS]"]'})
    common = folder({"b.c": "", "a.S": "", "a.h": ""}, "common")
    assert application.read(app).sources == (app / "main.c", common / "a.S", common / "b.c")


def test_macro_given_as_an_option_determines_the_core(folder):
    app = folder({"main.c": MAIN, "os_cfg.h": "#define OS_LOWEST_PRIO 63u\n", "app_cfg.h": ""})
    text = application.read(app, define=["OS_LOWEST_PRIO=100u"]).configuration
    assert rtos.get().sized_for(configuration.read("combined"), text).units.tasks == 256


def test_built_firmware_takes_no_build_options(tmp_path):
    for options in (dict(include=[tmp_path]), dict(define=["A"])):
        with pytest.raises(MetroError, match="is already built"):
            run_command.load(tmp_path / "some.elf", **options)


# Messages

def test_warning_is_shown_each_time_and_is_not_an_error(folder, build, capfd):
    app = folder({"main.c": MAIN.replace("return 4", "int unused; return 4")})
    for _ in range(2):
        build(app)
        shown = capfd.readouterr().err
        assert f"{app}/main.c:2" in shown and "unused" in shown
    (app.parent / "other").mkdir()
    moved = app.rename(app.parent / "other" / "app") / "main.c"    # the same folder name, so only the path changes
    build(moved.parent)
    assert f"{moved}:2" in capfd.readouterr().err
    moved.write_text(MAIN)
    build(moved.parent)
    assert capfd.readouterr().err == ""


def test_warning_in_metronomes_own_files_is_an_error(folder, build):
    with pytest.raises(MetroError) as error:
        build(folder({"main.c": MAIN}), define=["OS_DEBUG_EN=0u"])
    assert "OS_DEBUG_EN" in error.value.hint and "redefined" in error.value.hint


def test_linker_errors_are_shown(folder, build):
    app = folder({"main.c": "int twice = 1; int gone(void); int main(void) { return gone(); }\n",
                  "io/other.c": "int twice = 2;\n"})
    with pytest.raises(MetroError) as error:
        build(app)
    lines = error.value.hint.splitlines()
    assert any("multiple definition of `twice'" in line and f"{app}/main.c" in line for line in lines), lines
    assert any(re.match(f"{app}/main.c:1: undefined reference to `gone'", line) for line in lines), lines
    assert not any("ld returned" in line or str(paths.TMP) in line or "make" in line for line in lines), lines


def test_paths_can_contain_blanks_and_special_characters(folder, build, capfd):
    app = folder({"main.c": '#include "board.h"\n#include "../common x/c.h"\nconst char *volatile file = __FILE__;\n'
                            "int main(void) { int unused; return file[BOARD + C]; }\n",
                  "my io/$a/io.c": "#warning here\n", "app_cfg.h": "#define OS_TASK_TMR_PRIO 5u\n"}, "it's my app")
    include = folder({"board.h": "#define BOARD 1\n"}, "a #2: include (folder)")
    common = folder({"c.h": "#define C 1\n"}, "common x")
    made = build(app, [include])
    assert f"{app}/main.c".encode() in made.image
    shown = capfd.readouterr().err
    assert f"{app}/main.c:4" in shown and f"{app}/my io/$a/io.c:1" in shown
    (common / "c.h").write_text("#define C 2\n")
    assert build(app, [include]).image != made.image
    (include / "board.h").write_text("wrong")
    with pytest.raises(MetroError) as error:
        build(app, [include])
    assert f"{include}/board.h:1" in error.value.hint


def test_error_names_a_source_that_make_cannot_handle(folder):
    with pytest.raises(MetroError, match="a b.c: make cannot handle the name") as error:
        run_command.load(folder({"a b.c": MAIN}))
    assert "rename it" in error.value.hint


def test_checkout_at_a_path_with_a_blank_is_refused_at_once(tmp_path, monkeypatch):
    parsed = cli.parse(["bench"])                          # before ROOT changes, because imports read the checkout
    monkeypatch.setattr(paths, "ROOT", tmp_path / "a checkout")
    with pytest.raises(MetroError, match="the checkout is .*a checkout: make, Maven and Verilator") as error:
        cli.prepare(*parsed, ["bench"])
    assert "move it" in error.value.hint and list(tmp_path.iterdir()) == []
