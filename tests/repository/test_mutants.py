# SPDX-License-Identifier: Apache-2.0
"""Check the tables of mutants (tests/mutants/): each mutant fits its file, and the test that must find it exists."""
import ast
import functools
import importlib
import pkgutil

import pytest

import mutants
from mutants import Assignment, Edit, Mutant, Pattern, Stale, Table, switched, table
from support import ROOT, slow_except

TABLES = {(module.name, name): value for module in pkgutil.iter_modules(mutants.__path__)
          for name, value in vars(importlib.import_module(f"mutants.{module.name}")).items()
          if isinstance(value, Table)}
ALL = [(*place, mutant) for place, rows in TABLES.items() for mutant in rows]
NETLISTS = {f"{'.'.join(place)} in {' '.join(key) if isinstance(key, tuple) else key}": (rows, key)
            for place, rows in TABLES.items() if rows.netlist
            for key in dict.fromkeys(mutant.needs[0] for mutant in rows)}


def stale(changed, checked):
    """Yield the reason for each mutant that does not fit. changed: returns pairs (text before, text after)."""
    for mutant in checked:
        try:
            if any(before == after for before, after in changed(mutant)):
                yield f"the mutant {mutant.name!r} changes nothing"
        except Stale as reason:
            yield str(reason)


def test_each_original_text_occurs_exactly_once():
    source_mutants = [mutant for module, name, mutant in ALL if not TABLES[module, name].netlist]
    found = [*stale(lambda mutant: [((ROOT / file).read_text(), text) for file, text in mutant.changed().items()],
                    source_mutants)]
    assert not found, "\n".join(found)


# The quick run checks only these netlists, because other quick tests generate them too.
@pytest.mark.parametrize("name", slow_except(NETLISTS, [name for name in NETLISTS
                                                        if name.startswith(("core.UNITS ", "core.BANKS "))]))
def test_each_mutant_fits_its_netlist(name):
    """The test generates the netlist, but builds no simulator."""
    table, key = NETLISTS[name]
    text = table.netlist(key)
    found = [*stale(lambda mutant: [(text, mutant.put_into(text))], table.of(key))]
    assert not found, "\n".join(found)


def test_no_mutant_uses_a_name_of_the_generator():
    """Generated names (_zz_...) depend on the order of the sources, so an unrelated change can rename a signal."""
    assert [mutant.name for *_, mutant in ALL if "_zz_" in str(mutant.edits)] == []


@functools.cache
def functions(file):
    [place] = (ROOT / "tests").glob(f"*/{file}")
    return {node.name: ast.unparse(node) for node in ast.parse(place.read_text()).body
            if isinstance(node, ast.FunctionDef)}


def test_each_mutant_names_a_test_that_runs_it():
    missing = {(module, name, mutant.test) for module, name, mutant in ALL
               if name not in functions(mutant.test.partition("::")[0]).get(mutant.test.partition("::")[2], "")}
    assert not missing


def test_each_mutant_names_a_program_that_exists():
    """Check only tests that look up the program in globals(): the test file must define that function."""
    named = [(mutant, *mutant.test.split("::")) for *_, mutant in ALL if mutant.needs]
    by_name = [(mutant, functions(file)) for mutant, file, test in named if "globals()" in functions(file)[test]]
    assert len(by_name) > 100
    assert {mutant.name for mutant, defined in by_name if mutant.needs[0] not in defined} == set()


def test_names_in_a_table_differ_and_quick_run_has_each_module():
    quick = set()
    for (module, name), rows in TABLES.items():
        names = [mutant.name for mutant in rows]
        assert names and len(names) == len(set(names)), name
        assert rows.quick is None or set(rows.quick) <= set(names), name
        quick |= {module} if any(map(rows.is_quick, rows)) else set()
    assert quick == {module for module, _ in TABLES}


def test_mutants_are_counted():
    """`./metro test tests/repository/test_mutants.py -rP -k counted` shows the numbers."""
    for (module, name), rows in TABLES.items():
        print(f"{len(rows.mutants):4} {module}.{name}")
    print(f"{len(ALL):4} mutants")
    assert len(TABLES) >= 30 and len(ALL) >= 750


# ------------------------------------------------------------------------------------------------ the mechanism itself

NETLIST = """\
module Inner_1 (
  input clk
);
  assign a = (b && c);
  always @(posedge clk) begin
    if(reset) begin
      d <= 1'b0;
    end else begin
      d <= {e,
        (! a)};
    end
  end
endmodule

module Outer (
  input clk
);
  assign a = b;
endmodule
"""


@pytest.mark.parametrize("edit, old, new", [
    (Assignment("Inner:a", "{was} || e"), "(b && c)", "(b && c) || e"),
    (Assignment("Outer:a", "1'b0"), "= b;", "= 1'b0;"), (Assignment("a", ("&& c", "")), "b && c", "b "),
    (Assignment("d", "1'b1", "e"), "{e,\n        (! a)}", "1'b1"),
    (Pattern(r"if\(\w+\)", "if(1'b0)"), "if(reset)", "if(1'b0)"),
], ids=["all", "module", "part", "one of several", "pattern"])
def test_netlist_gets_the_fault_of_an_edit(edit, old, new):
    assert Mutant("some", "", (edit,)).put_into(NETLIST) == NETLIST.replace(old, new)


@pytest.mark.parametrize("edit, reason", [
    (Assignment("a", "e"), "assigns a value to a 2 times instead of 1"), (Assignment("f", "e"), "to f 0 times"),
    (Assignment("Inner:a", ("&& f", "")), "assigns && f to Inner:a 0 times"), (Pattern("clk", ""), "has clk 3 times"),
    (Assignment("Third:a", "e"), "has 0 modules Third"), (Assignment("d", "e", times=3), "2 times instead of 3"),
])
def test_a_fault_that_does_not_fit_a_netlist_is_refused(edit, reason):
    with pytest.raises(Stale, match=f"adapt the mutant 'some' in tests/mutants: .*{reason}"):
        Mutant("some", "", (edit,)).put_into(NETLIST)


def test_switch_selects_one_of_several_mutants_of_a_netlist():
    edits = (Assignment("Inner:a", "1'b0"), Assignment("Inner:a", ("b", "e")),
             Assignment("d", "{before}", "e", before="f"))
    text = switched(NETLIST, [Mutant("", "", (edit,)) for edit in edits], "fault == {}")
    assert "assign a = (fault == 2) ? ((e && c)) : ((fault == 1) ? (1'b0) : ((b && c)));" in text
    assert "d <= (fault == 3) ? (fault_3_before) : ({e," in text and "d <= 1'b0;" in text
    assert "  always @(posedge clk) fault_3_before <= f;\nendmodule\n\nmodule Outer" in text


TEXT = """\
static int first(int a)
{
    return a + 1;
}

int second(int a)
{
    return a + 1;
}
        FUNCTION third
        nop
        mret
        FUNCTION fourth
        nop
        mret
"""


@pytest.mark.parametrize("place, old, new, becomes", [
    ("x.c", "static int", "int", TEXT.replace("static int", "int")),
    ("x.c:second", "a + 1", "a", TEXT[:60] + TEXT[60:].replace("a + 1", "a")),
    ("x.c:third", "nop", "wfi", TEXT.replace("nop", "wfi", 1)),
], ids=["file", "C function", "assembly function"])
def test_edit_changes_only_its_place(place, old, new, becomes):
    assert Edit(place, old, new).put_into(TEXT) == becomes


@pytest.mark.parametrize("place, old, reason", [
    ("x.c", "a + 2", "x.c has this text 0 times"), ("x.c", "a + 1", "x.c has this text 2 times"),
    ("x.c:second", "static", "x.c:second has this text 0 times"), ("x.c:fifth", "a", "there is no function fifth"),
])
def test_an_edit_that_does_not_fit_is_refused(place, old, reason):
    with pytest.raises(Stale, match=f"adapt the mutant 'some' in tests/mutants: {reason}"):
        Mutant("some", "", (Edit(place, old, ""),)).put_into(TEXT)


def test_copy_has_all_edits_and_no_other_change(tmp_path):
    [mutant] = table("", "sw", ("some", "ci_opcodes.h", "#define CI_VERSION 1", "#define CI_VERSION 2"))
    copy = mutant.copy(tmp_path)
    assert copy == tmp_path / "sw"
    assert [file.name for file in copy.rglob("*.h")
            if file.read_text() != (ROOT / file.relative_to(tmp_path)).read_text()] == ["ci_opcodes.h"]
