# SPDX-License-Identifier: Apache-2.0
"""Area figures: cells that count as look-up tables, and upper limits for the units."""
import pytest

from metro import configuration
from metro.measure import area
from support import slow_except


@pytest.mark.parametrize("family, cells, luts, ffs, brams", [
    ("xc7", {"LUT1": 1, "LUT6": 2, "RAM64X1S": 18, "RAM64M": 2, "FDRE": 5, "FDSE": 1, "CARRY4": 9, "INV": 3},
     3 + 18 + 8, 6, 0),
    ("xc7", {"LUT2": 4, "RAMB36E1": 2, "RAMB18E1": 1}, 4, 0, 5),
    ("ecp5", {"LUT4": 10, "CCU2C": 3, "TRELLIS_DPR16X4": 2, "PFUMX": 7, "TRELLIS_FF": 4, "DP16KD": 1},
     10 + 2 * 3 + 6 * 2, 4, 1),
    ("cyclonev", {"MISTRAL_ALUT2": 1, "MISTRAL_ALUT6": 2, "MISTRAL_ALUT_ARITH": 4, "MISTRAL_NOT": 1, "MISTRAL_MLAB": 8,
                  "MISTRAL_FF": 3, "MISTRAL_M10K": 2}, 1 + 2 + 4 + 1 + 8, 3, 2),
    ("cycloneiv", {"cycloneiv_lcell_comb": 5, "dffeas": 3}, 5, 3, 0),
])
def test_cells_count_as_the_look_up_tables_they_use(family, cells, luts, ffs, brams):
    assert area.count(family, cells) == {"luts": luts, "ffs": ffs, "brams": brams}


@pytest.mark.parametrize("family", area.FAMILIES)
def test_unknown_cell_is_an_error(family):
    with pytest.raises(AssertionError, match="RAM512X1S"):
        area.count(family, {"RAM512X1S": 1})


@pytest.mark.slow
@pytest.mark.parametrize("name, luts, ffs", [("time", 500, 260), ("ready", 250, 90)])
def test_units_stay_small(name, luts, ffs):
    cells = area.of("xc7", *area.unit(name, configuration.units(tasks=64, width=16)))
    assert cells["luts"] <= luts and cells["ffs"] <= ffs


@pytest.mark.slow
@pytest.mark.parametrize("family, adapter", [("xc7", "wishbone"), ("cycloneiv", "niosv")])
def test_adapter_adds_little_to_the_units(family, adapter):
    units = configuration.units(tasks=8, width=4)
    alone, behind = (area.of(family, *netlist) for netlist in (area.unit("both", units), area.adapter(adapter, units)))
    tables = area.FAMILIES[family].counted[0]
    assert alone["ffs"] < behind["ffs"] < 3 * alone["ffs"]
    assert 0.8 * alone[tables] < behind[tables] < 2 * alone[tables]             # the result of mapping varies


@pytest.mark.slow
@pytest.mark.parametrize("family", slow_except(area.FAMILIES, ("xc7", "cycloneiv")))
def test_small_unit_maps_to_every_family(family):
    """For 8 tasks, the ready unit has eight flip-flops for the ready map, and a few for its search."""
    cells = area.of(family, *area.unit("ready", configuration.units(tasks=8)))
    assert set(cells) == set(area.FAMILIES[family].counted) and cells["brams"] == 0
    tables, ffs = cells[area.FAMILIES[family].counted[0]], cells["ffs"]
    assert 8 < ffs <= 16 and 10 < tables < 150          # 4-input tables on ECP5 and Cyclone IV
