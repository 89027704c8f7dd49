# SPDX-License-Identifier: Apache-2.0
"""GDB support for the core of a simulated SoC or a board. scripts/gdb has GDB commands, hw/gdb the GDB server."""
