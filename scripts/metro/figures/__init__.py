# SPDX-License-Identifier: Apache-2.0
"""Measured figures: storage, queries and interpolation."""
