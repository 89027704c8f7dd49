# SPDX-License-Identifier: Apache-2.0
"""Build products from a configuration: core, SoC, simulator, firmware, units, archives."""
