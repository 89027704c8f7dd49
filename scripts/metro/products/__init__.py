# SPDX-License-Identifier: Apache-2.0
"""From a configuration to products: core, SoC, simulator, firmware, units, archives."""
