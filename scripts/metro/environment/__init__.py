# SPDX-License-Identifier: Apache-2.0
"""What has to be there before any work: system tools, the Python environment, the core generator."""
