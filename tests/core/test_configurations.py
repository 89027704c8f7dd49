# SPDX-License-Identifier: Apache-2.0
"""Configurations: their fields, options that override them, refusals, and the size that a kernel needs."""
import argparse
import re
import subprocess
import sys

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.configuration import limits, notation, schema
from metro.products import rtos
from metro.verify import hammer, pipeline, unit_driver
from support import ROOT, metro, refusal


def test_the_measured_systems_come_first():
    assert configuration.names()[:5] == ["original", "scheduler", "timer", "combined", "events"]


@pytest.mark.parametrize("name", configuration.names())
def test_configuration_is_short_and_states_its_purpose(name):
    chosen = configuration.read(name)
    assert chosen.purpose.endswith(".") and len(chosen.purpose) > 40
    assert len(configuration.file_of(name).read_text().splitlines()) <= 20


def test_no_two_configurations_have_the_same_purpose():
    purposes = [configuration.read(name).purpose for name in configuration.names()]
    assert len(set(purposes)) == len(purposes)


@pytest.mark.parametrize("name", configuration.names())
def test_purpose_names_the_features_of_the_configuration(name):
    chosen = configuration.read(name)
    purpose = chosen.purpose.lower()
    assert not chosen.kernel.tickless or "time base" in purpose
    assert not (chosen.kernel.contexts and chosen.core.contexts) or "bank" in purpose
    assert not chosen.kernel.uses_lists or "task lists" in purpose


def test_page_has_every_field_of_the_schema():
    """docs/configurations.md lists every field, with the schema's default if no other value determines the default."""
    table = (ROOT / "docs" / "configurations.md").read_text().split("## The fields")[1].split("\n\n")[1]
    shown, section = {}, ""
    for line in table.splitlines()[2:]:
        first, fields, values, default = (cell.strip() for cell in line.strip("|").split(" | "))
        section = first.strip("`") or section
        shown |= {f"{section}.{field}" if section else field: default.strip("`")
                  for field in re.findall(r"`(\w+)`", fields)}
        limit = limits.registers()["limit"].get(fields.strip("`"), {}) if section != "kernel" else {}
        if "listed" in limit:
            assert values.startswith(limits.text(fields.strip("`")).removeprefix("there are "))
        else:
            assert not limit or re.search(rf"\b{limit['least']} to {limit['most']}\b", values), fields
    models = {"core": schema.Core, "units": schema.Units, "soc": schema.Soc, "kernel": schema.Kernel}
    defaults = {"purpose": ""} | {f"{name}.{field}": str(info.default).lower()
                                  for name, model in models.items() for field, info in model.model_fields.items()}
    assert set(shown) == set(defaults)
    explained = {"units.tasks", "units.width", "core.breakpoints"}      # defaults depend on the application or a field
    assert {name: shown[name] for name in defaults if name not in explained} == \
        {name: default for name, default in defaults.items() if name not in explained}


def test_configuration_names_need_no_installed_package():
    code = ("import sys; sys.path.insert(0, 'scripts'); from metro.cli import command_line as cli\n"
            "for command in cli.COMMANDS: cli.load(command)\n"
            "print(cli.parse(['run', 'x', '--config', 'combined', '--tasks', '8'])[1].config)")
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "combined\n"), run.stderr


# Options that override a configuration

def test_options_override_a_configuration():
    units = configuration.of_options("--config", "events", "--tasks", "32", "--events", "8").units
    assert (units.tasks, units.events, units.queue_words, units.width) == (32, 8, 64, 16)


def test_options_alone_equal_the_named_configuration():
    assert configuration.of_options("--tasks", "64", "--width", "16", "--engine", "lookahead") == \
        configuration.read("combined").hardware
    assert configuration.of_options() == configuration.read("original").hardware


def test_mistyped_configuration_gets_a_suggestion():
    with pytest.raises(argparse.ArgumentTypeError, match=r"no configuration combind; .* Did you mean combined\?"):
        configuration.named("combind")
    with pytest.raises(MetroError) as refusal:
        configuration.read("combind")
    assert refusal.value.hint.startswith("Did you mean combined? There are ")


def test_system_option_is_an_alias_of_config():
    assert configuration.of_options("--system", "paper") == configuration.read("paper").hardware


# One notation: a name and key=value pairs

@pytest.mark.parametrize("name", configuration.names())
def test_text_of_a_configuration_describes_its_hardware(name):
    chosen = configuration.read(name).hardware
    assert configuration.read_hardware(str(chosen)) == chosen


def test_every_key_can_be_written_and_read():
    fields = {"units.engine": "parallel", "units.time": False, "units.tasks": 9, "core.user_mode": True}
    text = notation.write("combined", fields)
    assert text == "combined,units.engine=parallel,units.time=false,units.tasks=9,core.user_mode=true"
    assert notation.parse(text) == ("combined", fields)
    assert set(notation.KEYS) == {f"{section}.{field}" for section in ("units", "soc", "core")
                                  for field in getattr(schema, section.capitalize()).model_fields}


def test_pairs_override_the_named_configuration():
    chosen = configuration.read("events,units.events=8,core.contexts=16")
    assert (chosen.units.events, chosen.units.queue_words, chosen.core.contexts) == (8, 64, 16)
    assert chosen.kernel.contexts and configuration.of_options("--config", "events,units.events=8").units.events == 8


@pytest.mark.parametrize("text, reason", [
    ("combined,units.wdith=8", "combined,units.wdith=8: there is no key units.wdith"),
    ("combined,width=8", "there is no key width"),
    ("combined,units.width", "units.width has no value"),
    ("combined,units.width=8,units.width=9", "units.width has two values"),
    ("combined,units.width=33", "combined,units.width=33: units.width=33: delays have 4 to 32 bits"),
    ("combined,units.time=no", "units.time=no: true or false"),
    ("combined,units.width=false", "units.width=false: delays"),
    ("original,units.width=8", "original,units.width=8: the core has no units"),
    ("combind,units.width=8", "there is no configuration combind"),
])
def test_wrong_text_gets_one_message(text, reason):
    with pytest.raises(MetroError) as refused:
        configuration.read(text)
    assert reason in refused.value.message


# Names of earlier releases

@pytest.fixture
def no_hint_yet(monkeypatch):
    monkeypatch.setenv("METRO_HINTED", "")


def test_options_are_the_last_words_of_their_keys():
    for option in configuration.OPTIONS:
        assert option.name.removeprefix("--").removeprefix("no-").replace("-", "_") == option.key.rpartition(".")[2]


EARLIER = {"--guest-units": "--unit-sets", "--icache-size": "--icache-bytes", "--dcache-size": "--dcache-bytes",
           "--hot-memory": "--hot-bytes", "--accelerator": "--units"}


def test_options_and_keys_of_earlier_releases_are_read():
    assert {option.old: option.name for option in configuration.OPTIONS if option.old} == EARLIER
    assert {option.old_key: option.key for option in configuration.OPTIONS if option.old_key} == {
        "units.slots": "units.direct_calls", "units.guests": "units.unit_sets"}


@pytest.mark.parametrize("old, new", EARLIER.items())
def test_earlier_option_sets_the_key_and_prints_the_new_one_once(old, new, capsys, no_hint_yet):
    parser = argparse.ArgumentParser()
    configuration.add_arguments(parser, "combined")
    first, value = ([], []) if new == "--units" else (["4096"], ["8192"])
    args = parser.parse_args([old, *first, old, *value])
    assert configuration.given(args) == configuration.given(parser.parse_args([new, *value]))
    assert capsys.readouterr().err == f"metro: {old} is now {new}\n"
    assert new in parser.format_help() and old not in parser.format_help()


def test_earlier_key_is_read_from_a_file_and_a_text(tmp_path, capsys, no_hint_yet):
    file = tmp_path / "mine.toml"
    file.write_text('purpose = "Mine."\n[units]\nevents = 8\nslots = 4\n')
    assert configuration.read(str(file)).units.direct_calls == 4
    assert configuration.read("events,units.slots=4").units.direct_calls == 4
    assert configuration.read("events").changed({"units.slots": 4}).units.direct_calls == 4
    assert capsys.readouterr().err == (f"metro: {file}: units.slots is now units.direct_calls\n"
                                       "metro: units.slots is now units.direct_calls\n")


def test_file_with_both_keys_of_a_field_is_refused(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('purpose = "Mine."\n[units]\nevents = 8\nslots = 4\ndirect_calls = 2\n')
    with pytest.raises(MetroError, match="mine.toml: units.slots and units.direct_calls are the same field"):
        configuration.read(str(file))


def test_kernel_uses_added_units_and_no_removed_unit():
    combined = configuration.read("combined")
    assert combined.changed({"units.events": 8}).kernel.events
    assert combined.changed({"units.time": False}).kernel == configuration.read("scheduler").kernel


def test_configuration_can_be_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('purpose = "Mine."\n[units]\ntasks = 24\n')
    assert configuration.of_options("--config", file).units.tasks == 24


@pytest.mark.parametrize("dut", [unit_driver.named(name) for name in hammer.SETS], ids=str)
def test_units_are_found_by_their_name(dut):
    assert unit_driver.named(str(dut)) == dut


def test_units_of_a_configuration_have_a_name():
    assert str(unit_driver.named("events")) == "events"
    assert str(unit_driver.named("cfu")) == "combined,soc.adapter=cfu"
    assert str(pipeline.named("contexts")) == "events,units.queue_words=0,core.contexts=64"


# Configurations for a kernel

def test_unset_fields_follow_the_kernel():
    sized_for = rtos.get().sized_for(configuration.read("combined"), "-DOS_LOWEST_PRIO=254u -DOS_ACCEL_WIDTH=8u")
    assert sized_for.units.words[:4] == ["--tasks", "256", "--width", "8"]


def test_configuration_too_small_for_the_kernel_is_refused():
    with pytest.raises(MetroError, match="OS_LOWEST_PRIO is 63: the core needs at least 64 tasks, not 8"):
        rtos.get().sized_for(configuration.read("minimal"), "-DOS_LOWEST_PRIO=63u")
    with pytest.raises(MetroError, match="OS_ACCEL_WIDTH is 24: the core's counters have 16 bits"):
        rtos.get().sized_for(configuration.read("paper"), "-DOS_ACCEL_WIDTH=24u")


def test_delay_counters_of_the_kernel_match_the_units():
    assert rtos.get().switches(configuration.read("large")).endswith(" -DOS_ACCEL_WIDTH=32u")
    assert "WIDTH" not in rtos.get().switches(configuration.read("large"), "#define OS_ACCEL_WIDTH 24u\n")


# Refused options and files

@pytest.mark.parametrize("options, reason", [
    (["--tasks", "0"], "--tasks 0: there can be 8 to 256"),
    (["--tasks", "300"], "--tasks 300: there can be 8 to 256"),
    (["--tasks", "8", "--width", "33"], "--width 33: delays have 4 to 32 bits"),
    (["--tasks", "8", "--engine", "clever"], "--engine clever: there are lookahead, parallel"),
    (["--width", "8"], "--width: the core has no units; give --units or --tasks too"),
    (["--tasks", "8", "--no-time", "--no-ready"], "no unit is left"),
    (["--tasks", "8", "--events", "3"], "--events 3: there can be 4 to 64, or 0"),
    (["--tasks", "8", "--events", "4", "--queue-words", "24"], "--queue-words 24: a power of 2 from 4 to 256, or 0"),
    (["--config", "events", "--no-time"], "--events: the event unit needs the time unit and the ready unit"),
    (["--config", "events", "--no-ready"], "--events: the event unit needs the time unit and the ready unit"),
    (["--config", "events", "--adapter", "cfu"], "the event unit is for the core's pipeline, not behind an adapter"),
    (["--config", "scheduler-contexts", "--adapter", "wishbone"], "--contexts: register banks are in the core with"),
    (["--config", "cfu", "--compressed"], "the stock core is fixed, so --compressed cannot be changed"),
    (["--adapter", "avalon"], "--adapter avalon: there are plugin, cfu, wishbone"),
    (["--icache-bytes", "3000"], "--icache-bytes 3000: a cache has 512 to 65536 bytes, a power of two"),
    (["--prediction", "crystal-ball"], "there are dynamic, dynamic_target, none, static"),
    (["--breakpoints", "2"], "--breakpoints: the core has no debug plugin; give --debug too"),
    (["--breakpoints", "0"], "--breakpoints: the core has no debug plugin; give --debug too"),
    (["--debug", "--native-buses"], "--debug: not with --native-buses"),
    (["--unit-sets", "2"], "--unit-sets: the core has no units"),
    (["--config", "combined", "--unit-sets", "2"], "--unit-sets: they need user mode; give --user-mode too"),
    (["--config", "combined", "--user-mode", "--unit-sets", "1"], "--unit-sets 1: there can be 2 to 8, or 0"),
    (["--config", "combined", "--user-mode", "--unit-sets", "9"], "--unit-sets 9: there can be 2 to 8, or 0"),
    (["--config", "levels", "--user-mode", "--unit-sets", "2"], "--unit-sets: not with --levels"),
    (["--config", "events", "--user-mode", "--direct-calls", "1", "--unit-sets", "2"], "not with --direct-calls"),
    (["--config", "wishbone", "--user-mode", "--unit-sets", "2"], "--unit-sets: not behind an adapter"),
    (["--user-interrupts", "4"], "--user-interrupts: they need user mode; give --user-mode too"),
    (["--user-mode", "--user-interrupts", "3"], "--user-interrupts 3: there are 0, 2, 4, 8"),
    (["--user-mode", "--user-interrupts", "2", "--native-buses"], "--user-interrupts: not with --native-buses"),
    (["--pmp", "4"], "--pmp: memory protection needs user mode; give --user-mode too"),
    (["--contexts", "8"], "--contexts: register banks need units"),
    (["--config", "combined", "--waiting", "8"], "--waiting: wait lists need task lists, --levels"),
    (["--config", "combined", "--slices"], "--slices: time slices need task lists, --levels"),
    (["--config", "levels", "--events", "8"], "--events: not with --levels"),
    (["--config", "nowhere"], "there is no configuration nowhere; there are original, "),
])
def test_conflicting_options_are_refused_with_a_reason(options, reason):
    with pytest.raises(MetroError) as refused:
        configuration.of_options(*options)
    assert reason in refused.value.message


@pytest.mark.parametrize("text, reason", [
    ("[units]\ntasks = 300\n", "mine.toml: units.tasks = 300: there can be 8 to 256"),
    ("[units]\ntasks = \"64\"\n", "mine.toml: units.tasks = '64': there can be 8 to 256"),
    ("[units]\nwdith = 8\n", "mine.toml: there is no field units.wdith, only tasks, "),
    ("[units]\nwdith = 8\n", "did you mean width?"),
    ("[unit]\n", "did you mean units?"),
    ("units = 8\n", "mine.toml: units = 8: a section"),
    ("[kernel]\nready = true\n", "kernel.ready needs a unit"),
    ("[soc]\nadapter = \"cfu\"\n", "mine.toml: --adapter: the configuration has no units for it"),
    ("[units]\nevents = 8\ntime = false\n", "the event unit needs the time unit and the ready unit"),
    ("[units\n", "mine.toml: "),
])
def test_invalid_file_is_refused_by_name(tmp_path, text, reason):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(MetroError) as refused:
        configuration.read(str(file))
    assert reason in refused.value.message


@pytest.mark.parametrize("name", ["combined", "events", "contexts", "tickless", "tickless-contexts", "levels",
                                  "levels-contexts"])
def test_fully_used_hardware_is_the_configuration_of_this_name(name):
    chosen = configuration.read(name)
    assert chosen.hardware.fully_used().kernel == chosen.kernel


@pytest.mark.parametrize("command", [["gen"], ["soc", "-o", "x"], ["run", str(ROOT / "sw" / "selftest")], ["nios"],
                                     ["boards", "arty", "--build"], ["regress"]], ids=lambda command: command[0])
def test_every_command_refuses_invalid_options_at_once(command, tmp_path):
    assert refusal(*command, "--config", "combined", "--tasks", "300") == (
        1, "metro: error: --tasks 300: there can be 8 to 256\n")


# Commands that use a configuration

def test_sweep_accepts_a_configuration_instead_of_a_file():
    from metro.measure.sweep import points
    names = {point.name for point in points.of_configurations(["paper", "cfu"])}
    assert {"area.xc7.core.64.16.parallel", "area.xc7.core", "fmax.ecp5.core.64.16.parallel.seed1",
            "area.ecp5.cfu.64.16.lookahead", "tick.workers.paper.48.O2"} <= {name.replace(".max", "") for name in names}
    with pytest.raises(MetroError, match="minimal: no figure has a name for the area of this core"):
        points.of_configurations(["minimal"])


def test_bench_refuses_a_core_too_small_for_the_kernel():
    run = metro("bench", "tick", "--config", "minimal")
    assert run.returncode == 1 and "the core needs at least 64 tasks, not 8" in run.stderr, run.stderr


def test_proofs_of_a_configuration_cover_its_units():
    from metro.verify import prove
    names = {name: [proof.name for proof in prove.of_configuration(name)] for name in
             ("minimal", "combined,units.tasks=8,units.ready=false", "events", "contexts", "guests")}
    assert names["minimal"] == ["ready,units.tasks=8", "time,units.tasks=8,units.width=8,units.engine=lookahead"]
    assert names["combined,units.tasks=8,units.ready=false"] == [
        "time,units.tasks=8,units.width=16,units.engine=lookahead,units.ready=false"]
    assert {name.partition(",")[0] for name in names["events"]} == {"ready", "time", "event"}
    assert "banks,core.contexts=64" in names["contexts"]
    assert "user-interrupts" in names["guests"]
    with pytest.raises(MetroError, match="original has no units"):
        prove.of_configuration("original")


def test_release_of_an_adapter_has_the_core_with_its_units():
    from metro.products import release
    assert release.pipeline_core("cfu") == configuration.read("combined").hardware


# The generator

@pytest.mark.parametrize("change, reason", [
    (lambda asked: asked["units"].pop("width"), "units: the field width is missing"),
    (lambda asked: asked["units"].update(banks=4), "units: what is banks?"),
    (lambda asked: asked["units"].update(tasks=7), "--tasks 7: there can be 8 to 256"),
    (lambda asked: asked["units"].update(slots=1), "--direct-calls: they need the event unit, --events"),
    (lambda asked: asked["units"].update(levels=8, events=4), "--events: not with --levels"),
    (lambda asked: asked["units"].update(time=False, ready=False), "--no-time and --no-ready: no unit is left"),
    (lambda asked: asked.update(write="core"), "write core: there are core, heartbeat, both, time, ready, lists, "),
], ids=["missing", "unknown", "wrong", "needed", "excluded", "none", "incomplete"])
def test_generator_accepts_exactly_the_fields_of_the_schema(tmp_path, change, reason):
    from metro.environment import generator
    asked = {"write": "both", "units": configuration.units().document}
    change(asked)
    with pytest.raises(MetroError) as refused:
        generator.run(generator.ensure_built(), asked, tmp_path)
    assert reason in refused.value.message
