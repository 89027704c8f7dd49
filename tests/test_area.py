# SPDX-License-Identifier: Apache-2.0
"""Area figures: what counts as a look-up table, and that the units stay within what they have to reach."""
import pytest

from metro import area


def test_lut_ram_counts_by_the_look_up_tables_it_takes():
    cells = area.count({"LUT1": 1, "LUT6": 2, "RAM64X1S": 18, "RAM64M": 2, "FDRE": 5, "FDSE": 1, "CARRY4": 9, "INV": 3})
    assert (cells["luts"], cells["ffs"]) == (3 + 18 + 8, 6)


def test_a_lut_ram_of_unknown_size_is_not_counted_as_nothing():
    with pytest.raises(AssertionError, match="RAM512X1S"):
        area.count({"RAM512X1S": 1})


@pytest.mark.slow
@pytest.mark.parametrize("name, options, luts, ffs", [
    ("time", ["--tasks", "64", "--width", "16"], 500, 260),
    ("ready", ["--tasks", "64"], 250, 90),
])
def test_units_stay_small(name, options, luts, ffs):
    cells = area.xc7(area.unit(name, "--wake", *options), area.UNIT_TOPS[name], "-nobram")
    assert cells["luts"] <= luts and cells["ffs"] <= ffs
