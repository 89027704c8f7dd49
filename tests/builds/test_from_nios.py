# SPDX-License-Identifier: Apache-2.0
"""Test an application ported from the Nios II HAL. It uses every replacement that docs/from-nios.md lists."""
import re

from metro.run import execution as run_module, command as run_command
from support import ROOT

APPLICATION = ROOT / "tests" / "builds" / "from_nios"
PAGE = ROOT / "docs" / "from-nios.md"


def test_everything_that_the_page_names_compiles_and_works():
    rows = re.findall(r"^\|[^|]*\|(.*)\|$", PAGE.read_text(), re.MULTILINE)[2:]
    code = " ".join(code for row in rows for code in re.findall("`([^`]*)`", row))
    named = set(re.findall(r"\w+(?=\()|\b[A-Z]\w*[A-Z]\w*|[\w/]+\.h\b", code))
    assert {"BSP_IntHandlerSet", "CONFIG_CLOCK_FREQUENCY", "generated/csr.h"} <= named
    application = "".join(file.read_text() for file in APPLICATION.iterdir())
    assert '#include "includes.h"' in application
    assert [name for name in sorted(named) if not re.search(rf"\b{re.escape(name)}\b", application)] == []

    firmware, soc = run_command.load(APPLICATION)
    result = run_module.execute(firmware, soc, max_cycles=20_000_000, uart_input=b"x")
    assert (result.status, result.output) == (0, "> x\nall checks passed\n"), result.output + result.errors
