# SPDX-License-Identifier: Apache-2.0
"""Upper bounds of execution times, computed from the machine code (docs/worst-case.md)."""
