# SPDX-License-Identifier: Apache-2.0
"""The instruction table: what is generated from it is up to date, and a wrong table is refused."""
import copy
import re

import pytest

from metro.base.errors import MetroError
from metro.build import isa
from support import ROOT, metro


@pytest.fixture
def table():
    return isa.read()


def test_generated_files_are_up_to_date(table):
    made = isa.products(table)
    assert set(made) == {isa.SCALA, isa.C, isa.XML, isa.DATASHEET, isa.INTRINSICS}
    assert isa.stale(made) == []
    run = metro("isa", "--check")
    assert run.returncode == 0, run.stderr


def test_a_stale_file_is_found(table):
    changed = copy.deepcopy(table)
    changed["unit"][1]["instruction"][0]["funct7"] = 99
    assert isa.stale(isa.products(changed)) == [isa.SCALA, isa.C, isa.XML, isa.DATASHEET]


def test_words_stand_in_the_datasheet_and_at_the_c_function(table):
    table["unit"][1]["instruction"][0]["meaning"] = "Something else."
    assert isa.stale(isa.products(table)) == [isa.DATASHEET, isa.INTRINSICS]


def test_the_c_function_takes_and_gives_what_the_table_says(table):
    time = next(unit for unit in table["unit"] if unit["name"] == "time")
    move, take = (next(i for i in time["instruction"] if i["name"] == name) for name in ("move", "take"))
    assert isa.kinds(move) == ["task", "task", "nothing"] and isa.kinds(take) == ["task", "nothing", "condition"]
    assert "void ci_time_move(uint32_t from, uint32_t to)" in isa.function(table, time, move)
    assert "CI_EFFECT(CI_UNIT_TIME, CI_TIME_MOVE, from, to);" in isa.function(table, time, move)
    assert "uint32_t ci_time_take(uint32_t task)" in isa.function(table, time, take)
    assert "return CI_RESULT(CI_UNIT_TIME, CI_TIME_TAKE, task, 0u);" in isa.function(table, time, take)


def test_every_operation_of_the_paper_has_its_instruction(table):
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
            prefix = next(has["macros"] for word, has in isa.with_fields(table) if isa.camel(word) == kind)
            assert low.pop(macro(prefix, name)) == bit
    assert c == {} and low == {}


@pytest.mark.parametrize("change, reason", [
    (lambda unit, _: unit["time"]["instruction"][1].update(funct7=0), "two instructions of time have the funct7 0"),
    (lambda unit, _: unit["time"]["instruction"][1].update(name="set"), "time.set is there twice"),
    (lambda unit, _: unit["time"]["instruction"][1].update(funct7=128), "the funct7 128 does not fit"),
    (lambda unit, _: unit["time"].update(funct3=2), "two units have the same funct3"),
    (lambda unit, _: unit["time"]["instruction"][1].update(latency="soon"), "no latency case is called soon"),
    (lambda unit, _: unit["time"]["instruction"][1].update(rs3="task"), "what is rs3?"),
    (lambda unit, _: unit["time"]["instruction"][1].update(rs1="task to"), "no kind of operand is called task to"),
    (lambda unit, _: unit["event"]["instruction"][7]["fields"].append("lasts"), "its rs1 has no field lasts"),
    (lambda unit, _: unit["event"]["instruction"][7]["fields"].append("index"), "fields kind and index lie on each"),
    (lambda _, table: table["paper"][0].update(by=["time.sett"]), "there is no instruction time.sett"),
    (lambda unit, _: unit["event"]["instruction"][7].update(effect="stops"), "no effect is called stops"),
    (lambda _, table: table["kind"]["information"]["field"][1].update(low=7), "version and units lie on each other"),
    (lambda _, table: table["kind"]["ring"]["field"][3].update(low=25), "the field count of ring lies beyond bit 31"),
    (lambda _, table: table["kind"]["outcome"]["field"][1].update(name="task"), "two macros are called CI_EVENT_TASK"),
])
def test_a_wrong_table_is_refused(table, change, reason):
    assert isa.objections(table) == []
    change({unit["name"]: unit for unit in table["unit"]}, table)
    assert any(reason in objection for objection in isa.objections(table))


def test_a_table_that_cannot_be_read_is_an_error_of_one_line(tmp_path):
    (tmp_path / "broken.toml").write_text("opcode = \n")
    with pytest.raises(MetroError, match="broken.toml: "):
        isa.read(tmp_path / "broken.toml")
    with pytest.raises(MetroError, match="absent.toml"):
        isa.read(tmp_path / "absent.toml")


def test_a_datasheet_without_a_place_for_a_table_is_an_error(table):
    text = (ROOT / isa.DATASHEET).read_text()
    with pytest.raises(MetroError, match="not exactly one place for what `<!-- isa: paper -->` begins"):
        isa.datasheet(table, text.replace("<!-- isa: paper -->", ""))
