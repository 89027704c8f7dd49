# SPDX-License-Identifier: Apache-2.0
"""GDB for the core of a simulated SoC or a board. Its commands are in scripts/gdb, its server in hw/gdb."""
