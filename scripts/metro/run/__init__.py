# SPDX-License-Identifier: Apache-2.0
"""Runs firmware on a simulator, and shows what happened."""
