# SPDX-License-Identifier: Apache-2.0
"""Measurements of cycles, area and clock, and sweeps."""
