# SPDX-License-Identifier: Apache-2.0
"""The package behind the ./metro command."""

__version__ = "0.3.0"
