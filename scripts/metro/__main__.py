# SPDX-License-Identifier: Apache-2.0
"""Entry point of `python3 scripts/metro ARGS`, which the launcher runs."""
import sys
from pathlib import Path

if __name__ == "__main__":
    # Python puts a folder that it runs on the path, but our imports need the folder's parent there.
    scripts = str(Path(__file__).resolve().parent.parent)
    sys.path[:] = [scripts] + [entry for entry in sys.path if entry not in (scripts, scripts + "/metro")]
    from metro.cli.command_line import main
    sys.exit(main(sys.argv[1:]))
