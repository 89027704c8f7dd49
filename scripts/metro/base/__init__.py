# SPDX-License-Identifier: Apache-2.0
"""Foundations of the other packages: paths, errors, the cache, progress."""
