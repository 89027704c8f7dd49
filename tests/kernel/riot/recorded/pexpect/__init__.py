# SPDX-License-Identifier: Apache-2.0
"""What RIOT's test scripts import from the package `pexpect`."""


class TIMEOUT(Exception):
    """In place of a pattern: nothing matches in time."""
