# SPDX-License-Identifier: Apache-2.0
"""Random guests above and below a real-time guest: a core that switches guests lets it run when it is its turn."""
import random
import shutil

import pytest

from metro import configuration
from metro.products import core as core_module, guests, soc as soc_module
from metro.run import execution
from support import slow_except
from test_guests import CORES, FOLDER, REAL_TIME, TICKS, guest, guest_lines, lateness

FOUND = (10, 26, 22, 33, 57, 58)    # seeds with which a guest that prints kept the real-time guest away
SEEDS = (*FOUND, *(seed for seed in range(60) if seed not in FOUND))
MOST_WORK = 3500                # cycles of one turn of a guest above the real-time guest; there are at most two
MAX_LATENESS = 16_000           # cycles: two turns of one guest and one of the other, with the monitor's work
CONSOLE = 18                    # characters in a period of the real-time guest that the guests above it may print


def above(folder, number, chosen, room):
    """Write a program of a guest above the real-time guest. Return its table, and the characters that it prints in a
    period of the real-time guest."""
    period, work = chosen.choice((7000, 15_000, 23_000, 40_000)), chosen.choice((200, 1000, 2500, MOST_WORK))
    printed = 9 * 20_000 / period
    prints = chosen.random() < 0.7 and printed <= room
    (folder / f"loud{number}.c").write_text(f"#define PERIOD {period}u\n#define WORK {work}u\n"
                                            f'#define PRINTS {int(prints)}\n#include "loud.c"\n')
    budget = f"\nbudget = {min(work + 4000, period)}\nperiod = {period}" if chosen.random() < 0.3 else ""
    return (guest(f"loud{number}", f"loud{number}.c", more=f"priority = {3 - number}{budget}"),
            printed if prints else 0)


@pytest.mark.parametrize("seed", slow_except(SEEDS, FOUND[:2]))
def test_real_time_guest_is_in_time(tmp_path, seed):
    folder = tmp_path / "guests"
    chosen, room = random.Random(seed), CONSOLE
    shutil.copytree(FOLDER, folder)
    tables = [REAL_TIME]
    for number in range(chosen.randint(1, 2)):
        table, printed = above(folder, number, chosen, room)
        room -= printed
        tables.append(table)
    tables += [guest(f"low{number}", chosen.choice(("talks.c", "busy.c", "spin.c", "calling.c")))
               for number in range(chosen.randint(0, 2))]
    chosen.shuffle(tables)
    (folder / "these.toml").write_text("".join(tables))
    soc = soc_module.build(core_module.generate(configuration.of_options(*CORES["switch"])))
    outcome = execution.execute(guests.build(guests.read(folder / "these.toml"), soc), soc, max_cycles=3_000_000)
    assert guest_lines(outcome, "ticks") == TICKS, outcome.output
    assert lateness(outcome) < MAX_LATENESS
