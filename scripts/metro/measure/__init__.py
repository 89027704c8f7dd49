# SPDX-License-Identifier: Apache-2.0
"""What is measured, and how: cycles, area, clock, sweeps."""
