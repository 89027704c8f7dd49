# SPDX-License-Identifier: Apache-2.0
"""Measured figures: kept, read, estimated between."""
