# SPDX-License-Identifier: Apache-2.0
"""Checks: the test suite, hammers, proofs, regressions, random applications."""
