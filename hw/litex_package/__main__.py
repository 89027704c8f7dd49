# SPDX-License-Identifier: Apache-2.0
"""`python -m metronome_litex NAME ...` prints path(NAME, ...), for makefiles and scripts."""
import sys

from . import AcceleratorError, path

try:
    print(path(*sys.argv[1:]))
except AcceleratorError as error:
    sys.exit(f"metronome_litex: error: {error}")
