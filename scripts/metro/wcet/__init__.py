# SPDX-License-Identifier: Apache-2.0
"""Computes upper bounds of execution times from machine code (docs/worst-case.md)."""
