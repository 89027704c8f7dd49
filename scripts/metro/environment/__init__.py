# SPDX-License-Identifier: Apache-2.0
"""Prerequisites of all commands: system tools, the Python environment, the core generator."""
