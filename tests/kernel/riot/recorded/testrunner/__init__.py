# SPDX-License-Identifier: Apache-2.0
"""Takes the place of RIOT's package `testrunner`: RIOT's test scripts then check the recorded output of a run.

The environment variable RECORDED names the file with the output, and SENT the file for the lines that the script sends.
"""
import os
import re
from pathlib import Path

from pexpect import TIMEOUT


class Output:
    """The recorded output, with the methods of pexpect's child that RIOT's scripts use."""

    def __init__(self, text: str):
        self.text, self.before, self.after, self.match = text.replace("\n", "\r\n"), "", "", None
        self.sent = ""

    def expect(self, patterns, timeout=None) -> int:
        """Continue behind the first match of a pattern, or of one of several. Return its index. Without a match, one of
        the patterns must be the end of the time."""
        several = patterns if isinstance(patterns, list) else [patterns]
        found = [(match.start(), number, match) for number, pattern in enumerate(several)
                 if isinstance(pattern, str) and (match := re.search(pattern, self.text, re.DOTALL))]
        if not found and TIMEOUT in several:
            return several.index(TIMEOUT)
        if not found:
            raise AssertionError(f"the output lacks {patterns}: {self.text[-500:]}")
        start, number, self.match = min(found, key=lambda item: item[:2])
        self.before, self.after, self.text = self.text[:start], self.match[0], self.text[self.match.end():]
        return number

    def expect_exact(self, texts, timeout=None) -> int:
        several = texts if isinstance(texts, list) else [texts]
        return self.expect([re.escape(text) if isinstance(text, str) else text for text in several])

    def sendline(self, text="") -> None:
        self.sent += f"{text}\n"


def run(testfunc, timeout=None, echo=None, traceback=None) -> int:
    output = Output(Path(os.environ["RECORDED"]).read_text(errors="replace"))
    try:
        testfunc(output)
    finally:
        Path(os.environ["SENT"]).write_text(output.sent)
    return 0


def run_check_unittests(timeout=None, echo=None, traceback=None, nb_tests=None) -> int:
    return run(lambda output: output.expect(r"OK \((\d+) tests\)"))
