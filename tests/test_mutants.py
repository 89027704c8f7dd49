# SPDX-License-Identifier: Apache-2.0
"""Check the tables of mutants (tests/mutants/): each mutant fits its file, and the test that must find it exists."""
import ast
import functools
import importlib
import pkgutil

import pytest

import mutants
from mutants import Edit, Mutant, Stale, Table, table
from support import ROOT

TABLES = {(module.name, name): value for module in pkgutil.iter_modules(mutants.__path__)
          for name, value in vars(importlib.import_module(f"mutants.{module.name}")).items()
          if isinstance(value, Table)}
ALL = [(*place, mutant) for place, its in TABLES.items() for mutant in its]


def test_each_original_text_occurs_exactly_once():
    stale = []
    for *_, mutant in ALL:
        try:
            assert all((ROOT / file).read_text() != text for file, text in mutant.changed().items()), mutant.name
        except Stale as reason:
            stale.append(str(reason))
    assert not stale, "\n".join(stale)


@functools.cache
def functions(file):
    return {node.name: ast.unparse(node) for node in ast.parse((ROOT / "tests" / file).read_text()).body
            if isinstance(node, ast.FunctionDef)}


def test_each_mutant_names_a_test_that_runs_it():
    missing = {(module, name, mutant.test) for module, name, mutant in ALL
               if name not in functions(mutant.test.partition("::")[0]).get(mutant.test.partition("::")[2], "")}
    assert not missing


def test_each_mutant_names_a_program_that_exists():
    """Where a test takes the program from the functions of its file."""
    named = [(mutant, *mutant.test.split("::")) for *_, mutant in ALL if mutant.shows]
    by_name = [(mutant, functions(file)) for mutant, file, test in named if "globals()" in functions(file)[test]]
    assert len(by_name) > 100 and {mutant.name for mutant, its in by_name if mutant.shows[0] not in its} == set()


def test_names_in_a_table_differ_and_the_quick_run_has_some():
    for place, its in TABLES.items():
        names = [mutant.name for mutant in its]
        assert names and len(names) == len(set(names)), place
        assert its.quick is None or its.quick and set(its.quick) <= set(names), place


def test_mutants_are_counted():
    """`./metro test tests/test_mutants.py -rP -k counted` shows the numbers."""
    for (module, name), its in TABLES.items():
        print(f"{len(its):4} {module}.{name}")
    print(f"{len(ALL):4} mutants")
    assert len(ALL) >= NUMBER


NUMBER = 0


# ------------------------------------------------------------------------------------------------ the mechanism itself

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
def test_an_edit_changes_its_place_alone(place, old, new, becomes):
    assert Edit(place, old, new).put_into(TEXT) == becomes


@pytest.mark.parametrize("place, old, reason", [
    ("x.c", "a + 2", "x.c has this text 0 times"), ("x.c", "a + 1", "x.c has this text 2 times"),
    ("x.c:second", "static", "x.c:second has this text 0 times"), ("x.c:fifth", "a", "there is no function fifth"),
])
def test_an_edit_that_does_not_fit_is_refused(place, old, reason):
    with pytest.raises(Stale, match=f"adapt the mutant 'some' in tests/mutants: {reason}"):
        Mutant("some", "", (Edit(place, old, ""),)).put_into(TEXT)


def test_a_copy_has_all_edits_and_nothing_else(tmp_path):
    [mutant] = table("", "sw", ("some", "ci_opcodes.h", "#define CI_VERSION 1", "#define CI_VERSION 2"))
    copy = mutant.copy(tmp_path)
    assert copy == tmp_path / "sw"
    assert [file.name for file in copy.rglob("*.h")
            if file.read_text() != (ROOT / file.relative_to(tmp_path)).read_text()] == ["ci_opcodes.h"]
