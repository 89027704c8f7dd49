# SPDX-License-Identifier: Apache-2.0
"""Generated files match the instruction table, and a wrong table is refused."""
import copy
import re
import shutil
import subprocess

import pytest

from metro.base.errors import MetroError
from metro.configuration import limits, options
from metro.products import isa, registers
from support import ROOT, metro


@pytest.fixture
def table():
    return isa.read()


def test_generated_files_are_up_to_date(table):
    made = isa.generated_files(table)
    assert set(made) == {isa.SCALA, isa.C, isa.XML, isa.EVERY, isa.DATASHEET, isa.USER_MODE, isa.INTRINSICS,
                         registers.C, registers.PYTHON, registers.VERILOG, registers.DEVICE_VERILOG, registers.PAGE,
                         registers.REGIONS, registers.GUEST, registers.MONITOR, registers.LIMITS, registers.GUEST_PAGE}
    assert isa.stale_files(made) == []
    run = metro("isa", "--check")
    assert run.returncode == 0, run.stderr


def test_a_stale_file_is_found(table):
    changed = copy.deepcopy(table)
    changed["unit"][1]["instruction"][0]["funct7"] = 99
    assert isa.stale_files(isa.generated_files(changed)) == [isa.SCALA, isa.C, isa.XML, isa.DATASHEET, registers.PYTHON]


def test_new_number_of_a_csr_is_in_scala_c_and_its_page(table):
    changed = copy.deepcopy(table)
    next(register for register in changed["csr"] if register["name"] == "user_pc")["number"] = 0x8C9
    assert isa.stale_files(isa.generated_files(changed)) == [isa.SCALA, isa.C, isa.USER_MODE]


def test_csr_with_the_number_of_another_is_refused(table):
    table["csr"].append({**table["csr"][0], "name": "other"})
    assert isa.find_errors(table) == ["two CSRs have the number 3008"]


@pytest.mark.parametrize("change, message", [
    (lambda table: table["csr"][0].update(number=0x1BC0), "irq_mask: the number 7104 does not fit into 12 bits"),
    (lambda table: table["limit"]["tasks"].update(most=7), "tasks: the least value, 8, is above the most, 7"),
    (lambda table: table["csr"][0].update(group="line"), "irq_mask: group and mode must be of lines, "),
    (lambda table: table["hardware_thread"]["command"][0].update(number=4), "two commands have the number 4"),
    (lambda table: table["hardware_thread"]["command"][4].update(number=25),
     "sem_pend: bit 0 of the number must be set only in a post"),
    (lambda table: table["hardware_thread"]["register"][0].update(name="base"), "two registers are called base"),
    (lambda table: table["hardware_thread"]["common"][0]["fields"][2].update(bits=17),
     "info: the field direct overlaps another field or does not fit into 32 bits"),
    (lambda table: table["hardware_thread"]["common"][0]["fields"][1].update(low=7),
     "info: the field version overlaps another field or does not fit into 32 bits"),
    (lambda table: table["hardware_thread"].update(handles=17),
     "handles: 17 is too large for the 4 bits of resource.handle"),
    (lambda table: table["virtual_device"].update(circuits=8), "circuits: 8 is too large for the 3 bits of load"),
    (lambda table: table["limit"]["threads"].update(most=9), "threads: 9 is too large for the 8 bits of pending.calls"),
    (lambda table: table["needs"]["events"].update(tmie="it needs it"),
     "--events: it needs it: a configuration has no field tmie"),
])
def test_wrong_register_is_refused(table, change, message):
    change(table)
    assert isa.find_errors(table)[0].startswith(message)


# These files have CSR numbers of LiteX's stock core.
OF_LITEX = {"hw/metronome_litex.py", "sw/zephyr/scripts/devicetree.py", "tests/builds/test_core_in_soc.py"}


def test_no_other_source_has_the_number_of_a_csr(table):
    number = re.compile("|".join(rf"(?:0x|'h)0*{n:X}(?![0-9A-F])" for n in isa.csrs(table).values()), re.IGNORECASE)
    rooms = [ROOT / room for room in ("bench", "boards", "hw", "scripts", "sw", "tests")]
    found = {file.relative_to(ROOT).as_posix() for room in rooms for file in room.rglob("*.*")
             if file.suffix in (".c", ".cpp", ".h", ".inc", ".py", ".S", ".scala", ".sv", ".svh", ".toml", ".v")
             and number.search(file.read_text())}
    assert found == {isa.SCALA, isa.C, "hw/isa/registers.toml", *OF_LITEX}


def test_bit_positions_are_only_in_generated_parts():
    """Only generated parts may shift by a number or select a bit of a register by its number."""
    typed = re.compile(r"(?:<<|>>) *(?:[3-9]|\d\d)\b|\b(?:value|resource|event|pending|announces|slot\.call|command"
                       r"|given|call_handle)\[:?\d|\bkind == \d|slice\(\d|0x[1-9A-F][0-9A-F]+u")
    drivers = {file.relative_to(ROOT).as_posix() for file in (ROOT / "sw" / "threads").glob("*.[ch]")}
    for file in (registers.PYTHON, *drivers - {registers.C}):
        assert typed.findall(without_generated(file)) == [], file


def without_generated(file):
    return re.sub(r"isa: (?!end).*?isa: end", "", (ROOT / file).read_text(), flags=re.DOTALL)


def test_virtual_device_registers_are_only_in_generated_parts():
    """Only generated parts may have register sizes, structures of register pages, or bit masks."""
    typed = re.compile(r"CSRSt\w+\(\d|status\.eq\(Cat|struct (?:control|guest_accelerator) \{|1 << [1-9]"
                       r"|^#define \w+ +\d+u.*(?:status|interrupt)|enum \{ (?:SAVE|ON_BUS|IS_READY)|ACCELERATORS = \d",
                       re.MULTILINE)
    for file in (registers.REGIONS, registers.GUEST, registers.MONITOR, registers.LIMITS,
                 "scripts/metro/products/guests.py"):
        assert typed.findall(without_generated(file)) == [], file


def test_new_bit_of_a_virtual_device_is_in_circuit_c_and_docs(table):
    status = table["virtual_device"]["user"][1]
    status["fields"].append({"name": "tired", "low": 3, "meaning": "the circuit is tired"})
    made = isa.generated_files(table)
    assert "    \"status\": 4,\n" in made[registers.REGIONS]
    assert "#define GUEST_TIRED 8u /* status: the circuit is tired */\n" in made[registers.GUEST]
    assert "bit 3: the circuit is tired |" in made[registers.GUEST_PAGE]
    assert made[registers.MONITOR] == (ROOT / registers.MONITOR).read_text()


def test_checks_take_parameter_limits_from_the_table(table):
    """The checks in Scala and Python have no numbers, because they take limits and messages from the table."""
    scala = ROOT / "hw/spinal/src/main/scala/metronome/units/UnitParameters.scala"
    names = "|".join(table["limit"])
    assert re.findall(r"there can be|a power of 2|\((?:\d+), (?:\d+)\)|[<>]= *[1-9]", scala.read_text()) == []
    schema = (ROOT / "scripts/metro/configuration/schema.py").read_text()
    fields = re.findall(rf"^    (?:{names}): (?!bool).*", schema, re.M)
    assert len(fields) == len(table["limit"])
    others = [line for line in schema.splitlines() if not re.match(r"CacheBytes|    breakpoints", line)]
    assert [line for line in others if re.search(r"\b[gl]e=|there can", line)] == []


def test_guest_limits_are_only_in_generated_parts():
    typed = re.compile(r"\b[24], 8|(?:RULES|GUESTS|REGIONS|ACCELERATORS)\b *=? *\d|(?:at most|up to|1 to) "
                       r"(?:three|seven|eight|sixteen|\d+) (?:rules|programs|regions|circuits|guests|devices)")
    core = "hw/spinal/src/main/scala/metronome/core"
    for file in (*(f"{core}/{name}.scala" for name in ("CoreParameters", "PmpPlugin", "UserInterruptsPlugin")),
                 "scripts/metro/products/guests.py", "scripts/metro/measure/guests/costs.py", registers.LIMITS,
                 registers.GUEST_PAGE, isa.USER_MODE, "docs/guests.md", "docs/guest-isolation.md"):
        assert typed.findall(without_generated(file)) == [], file


def test_help_of_an_option_has_the_limits_of_the_table(table):
    """The help text repeats the limits, because ./metro prints it before a TOML module is installed."""
    rows = {option.key: table["limit"][name] for option in options.OPTIONS
            if (name := option.key.rpartition(".")[2]) in table["limit"]}
    assert len(rows) == len(table["limit"])
    for key, limit in rows.items():
        help = options.BY_KEY[key].help
        if "listed" in limit:
            assert limits.text(key.partition(".")[2]).removeprefix("there are") in help
            continue
        assert re.search(rf"\b{limit['least']} to {limit['most']}\b", help)
        assert ("a power of 2" in help, "; 0: " in help) == ("power_of_two" in limit, "or_zero" in limit)


def test_new_limit_is_in_scala(table):
    table["limit"]["tasks"]["most"] = 512
    assert '"tasks" -> Limit(8, 512, false, false, "there can be 8 to 512")' in isa.scala_object(table)


def test_meaning_is_in_the_datasheet_and_at_the_c_function(table):
    table["unit"][1]["instruction"][0]["meaning"] = "Something else."
    assert isa.stale_files(isa.generated_files(table)) == [isa.DATASHEET, isa.INTRINSICS]


def test_c_function_has_the_types_of_the_table(table):
    time = next(unit for unit in table["unit"] if unit["name"] == "time")
    move, take = (next(i for i in time["instruction"] if i["name"] == name) for name in ("move", "take"))
    assert isa.kinds(move) == ["task", "task", "nothing"] and isa.kinds(take) == ["task", "nothing", "condition"]
    assert "void ci_time_move(uint32_t from, uint32_t to)" in isa.intrinsic_function(table, time, move)
    assert "CI_EFFECT(CI_UNIT_TIME, CI_TIME_MOVE, from, to);" in isa.intrinsic_function(table, time, move)
    assert "uint32_t ci_time_take(uint32_t task)" in isa.intrinsic_function(table, time, take)
    assert "return CI_RESULT(CI_UNIT_TIME, CI_TIME_TAKE, task, 0u);" in isa.intrinsic_function(table, time, take)


def test_every_operation_of_the_paper_has_an_instruction(table):
    rows = [(row["unit"], row["operation"]) for row in table["paper"]]
    assert len(rows) == len(set(rows)) and [unit for unit, _ in rows] == ["timer"] * 10 + ["scheduler"] * 8
    assert all(row["by"] for row in table["paper"])


def test_c_and_scala_have_the_same_numbers(table):
    numbers, words = (ROOT / isa.C).read_text().split("#define CI_EVENT_KIND_LOW")
    c = dict(re.findall(r"#define (CI_(?:TIME|READY|EVENT)_\w+) (\d+)$", numbers, re.M))
    low = dict(re.findall(r"#define (CI_\w+)_LOW (\d+)$", "#define CI_EVENT_KIND_LOW" + words, re.M))
    scala = (ROOT / isa.SCALA).read_text()

    def macro(prefix, name):
        return f"CI_{prefix}_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper()

    for unit in ("Time", "Ready", "Event"):
        block = scala.split(f"  object {unit} {{")[1].split("val all")[0]
        for name, number in re.findall(r"val (\w+) = (\d+)", block):
            if name != "Funct3":
                assert c.pop(macro(unit.upper(), name)) == number
    for kind, block in re.findall(r"    object (\w+) \{\n(.*?)\n    \}", scala.split("object Fields {")[1], re.DOTALL):
        for name, bit in re.findall(r"val (\w+) = Field\((\d+), \d+\)", block):
            prefix = next(entry["macros"] for word, entry in isa.with_fields(table) if isa.camel(word) == kind)
            assert low.pop(macro(prefix, name)) == bit
    assert c == {} and low == {}


# Print the page on Wishbone and the number on Nios II of each unit's operations.
PLACES = """
#include <stdio.h>
#include "ci_wishbone.h"
#include "model/nios2_builtins.h"
#include "ci_intrinsics.h"
struct accelerator ci_host;
#define ROW(unit, op, ...) printf("%d %d %#x %d\\n", CI_UNIT_##unit, CI_##unit##_##op, \\
    (unsigned)CI_WISHBONE_PAGE(CI_UNIT_##unit, CI_##unit##_##op), CI_NIOS2_NUMBER(CI_UNIT_##unit, CI_##unit##_##op));
int main(void)
{
    printf("%d %d\\n", CI_WISHBONE_BYTES, CI_NIOS2_NUMBERS);
    CI_INSTRUCTIONS(ROW)
    return (int)(0 * sizeof(__builtin_custom_inii(0, 0, 0)));
}
"""


def places(table, folder):
    """Return (bytes on Wishbone, numbers of Nios II), and {(unit, operation): (address, number)}."""
    shutil.copytree(ROOT / "sw", folder / "sw")
    (folder / isa.C).write_text(isa.opcode_header(table))
    (folder / "places.c").write_text(PLACES)
    subprocess.run(["gcc", "-std=c11", "-DCI_NIOS2", f"-I{folder / 'sw'}", f"-I{ROOT / 'tests' / 'units'}",
                    folder / "places.c", *(folder / "sw" / "model").glob("*.c"), "-o", folder / "places"], check=True)
    first, *rows = subprocess.run([folder / "places"], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [tuple(int(word, 0) for word in row.split()) for row in rows]
    return tuple(map(int, first.split())), {row[:2]: row[2:] for row in rows}


def test_version_1_has_its_numbers_on_every_bus(table, tmp_path):
    sizes, found = places(table, tmp_path)
    assert sizes == (0x80000, 64)
    assert found == {(unit["funct3"], i["funct7"]): (unit["funct3"] << 16 | i["funct7"] << 12,
                                                     16 * unit["funct3"] + i["funct7"])
                     for unit, i in isa.plain_instructions(table)}


def test_operation_16_and_unit_7_change_no_other_number(table, tmp_path):
    _, before = places(table, tmp_path / "before")
    event = table["unit"][3]
    event["instruction"].append({"name": "count", "funct7": 16, "rs1": "event", "rd": "ticks", "latency": "event",
                                 "meaning": "How many tasks wait."})
    table["unit"].append({"name": "more", "funct3": 7, "title": "One more", "instruction": [
        {"name": "set", "funct7": 0, "rs1": "task", "latency": "none", "meaning": "Something."},
        {"name": "get", "funct7": 17, "rs1": "task", "latency": "none", "meaning": "Something else."}]})
    assert isa.find_errors(table) == []
    assert "val OperationBits = 5\n" in isa.scala_object(table) and "val Nios2Bits = 8\n" in isa.scala_object(table)
    sizes, found = places(table, tmp_path / "after")
    assert sizes == (0x100000, 256)
    assert {at: found[at] for at in before} == before
    assert {at: found[at] for at in found if at not in before} == {
        (3, 16): (0xB0000, 128 + 48), (7, 0): (0x70000, 64 + 48), (7, 17): (0xF1000, 128 + 64 + 48 + 1)}


def test_new_unit_takes_one_more_bit_on_nios2_only(table):
    table["unit"].append({"name": "more", "funct3": 7, "title": "One more", "instruction": [
        {"name": "set", "funct7": 0, "rs1": "task", "latency": "none", "meaning": "Something."}]})
    assert (isa.operation_bits(table), isa.nios2_bits(table)) == (4, 7)


def test_reserved_instruction_has_a_number_and_nothing_else(table):
    later = {"name": "later", "funct7": 2, "reserved": True, "rd": "ticks", "latency": "none", "meaning": "Something."}
    table["unit"][0]["instruction"].append(later)
    made = isa.generated_files(table)
    assert "#define CI_INFO_LATER 2\n" in made[isa.C] and "X(INFO, LATER" not in made[isa.C]
    assert "ci_info_later" not in made[isa.INTRINSICS] + made[isa.XML] and "info_later" not in made[isa.SCALA]
    del later["reserved"]
    made = isa.generated_files(table)
    assert "X(INFO, LATER" in made[isa.C] and "CI_INLINE uint32_t ci_info_later(void)" in made[isa.INTRINSICS]


def test_core_instructions_are_behind_no_adapter(table):
    made = isa.generated_files(table)
    ports, cores = made[isa.C].split("#define CI_INSTRUCTIONS(X)")[1].split("#define CI_CORE_INSTRUCTIONS(X)")
    for unit, i in isa.core_instructions(table):
        row = f"X({unit['name'].upper()}, {i['name'].upper()},"
        assert row in cores and row not in ports
        assert isa.intrinsic(unit, i) not in made[isa.XML] + made[isa.EVERY]
        assert isa.intrinsic(unit, i) in made[isa.INTRINSICS] and f"`{isa.intrinsic(unit, i)}`" in made[isa.DATASHEET]
    assert {unit["name"] for unit, _ in isa.core_instructions(table)} == {"info", "context"}


def test_litex_and_nios_components_have_the_right_widths(table):
    """The LiteX peripheral and the component for Platform Designer are not generated, but have the right widths."""
    litex = (ROOT / "hw" / "metronome_litex.py").read_text()
    assert f"WORD_ADDRESS_BITS = 3 + {isa.operation_bits(table)} + 10\n" in litex
    assert f" n Input {isa.nios2_bits(table)} " in (ROOT / "hw" / "nios" / "metronome_hw.tcl").read_text()


@pytest.mark.parametrize("change, reason", [
    (lambda unit, _: unit["time"]["instruction"][1].update(funct7=0), "two instructions of time have the funct7 0"),
    (lambda unit, _: unit["time"]["instruction"][1].update(name="set"), "time.set is defined twice"),
    (lambda unit, _: unit["time"]["instruction"][1].update(funct7=32), "the funct7 32 does not fit"),
    (lambda unit, _: unit["info"]["instruction"][0].update(funct7=1), "two instructions of info have the funct7 1"),
    (lambda unit, _: unit["time"].update(funct3=2), "two units have the same funct3"),
    (lambda unit, _: unit["time"]["instruction"][1].update(latency="soon"), "no latency case is called soon"),
    (lambda unit, _: unit["time"]["instruction"][1].update(rs3="task"), "unknown key rs3"),
    (lambda unit, _: unit["time"]["instruction"][1].update(rs1="task to"), "no kind of operand is called task to"),
    (lambda unit, _: unit["event"]["instruction"][7]["fields"].append("lasts"), "its rs1 has no field lasts"),
    (lambda unit, _: unit["event"]["instruction"][7]["fields"].append("index"), "fields kind and index overlap"),
    (lambda _, table: table["paper"][0].update(by=["time.sett"]), "there is no instruction time.sett"),
    (lambda unit, _: unit["event"]["instruction"][7].update(effect="stops"), "no effect is called stops"),
    (lambda _, table: table["kind"]["information"]["field"][1].update(low=7), "version and units overlap"),
    (lambda _, table: table["kind"]["ring"]["field"][3].update(low=25), "of ring extends beyond bit 31"),
    (lambda _, table: table["kind"]["outcome"]["field"][1].update(name="task"), "two macros are called CI_EVENT_TASK"),
])
def test_a_wrong_table_is_refused(table, change, reason):
    assert isa.find_errors(table) == []
    change({unit["name"]: unit for unit in table["unit"]}, table)
    assert any(reason in objection for objection in isa.find_errors(table))


def test_unreadable_table_is_a_one_line_error(tmp_path):
    (tmp_path / "broken.toml").write_text("opcode = \n")
    with pytest.raises(MetroError, match="broken.toml: "):
        isa.read(tmp_path / "broken.toml")
    with pytest.raises(MetroError, match="absent.toml"):
        isa.read(tmp_path / "absent.toml")


def test_datasheet_without_a_marker_for_a_table_is_an_error(table):
    text = (ROOT / isa.DATASHEET).read_text()
    with pytest.raises(MetroError, match="must have exactly one part that begins with `<!-- isa: paper -->`"):
        isa.datasheet(table, text.replace("<!-- isa: paper -->", ""))
