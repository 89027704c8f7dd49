# SPDX-License-Identifier: Apache-2.0
"""`python3 scripts/metro ARGS`: what the launcher runs."""
import sys
from pathlib import Path

if __name__ == "__main__":
    # Run as a folder, Python puts the package's own inside on the path; what we import is the package beside it.
    scripts = str(Path(__file__).resolve().parent.parent)
    sys.path[:] = [scripts] + [entry for entry in sys.path if entry not in (scripts, scripts + "/metro")]
    from metro.cli.command_line import main
    sys.exit(main(sys.argv[1:]))
