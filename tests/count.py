#!/usr/bin/env python3
"""Counts what the last `make test` or `make test-long` came to, from the test logs of its builds.

usage: count.py STATUS    (the exit status of the test command)

Prints the cases that failed, with their messages, then "N passed, M failed"; exits with 0 only if
something ran and nothing failed. A test program that reports its cases one by one (TAP) counts
with each of them.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILDS = ("build", "build-clang")
LAST = 20  # lines of a test that failed without a word which case it was
FAILED = re.compile(r"(?:^#.*\n)*^not ok\b(?!.*# *TODO).*", re.MULTILINE)
CASE = re.compile(r"^(not )?ok\b[^#\n]*(# *(?:SKIP|TODO))?", re.MULTILINE | re.IGNORECASE)


def count_test(test):
    """The cases of one test that passed and failed; skipped ones are neither."""
    if test["result"] == "SKIP":
        return 0, 0
    cases = [case.group(1) is None for case in CASE.finditer(test.get("stdout", ""))
             if case.group(2) is None]
    passed = cases.count(True)
    failed = cases.count(False)
    if test["result"] in ("OK", "EXPECTEDFAIL"):
        return max(passed, 1), 0
    # A crash or a time-out may come without a case that failed.
    return passed, max(failed, 1)


def describe_failure(test):
    """The cases of a test that failed, each after the comments on it; or its last lines."""
    found = FAILED.findall(test.get("stdout", ""))
    lines = "\n".join(found).splitlines() or test.get("stdout", "").splitlines()[-LAST:]
    lines += test.get("stderr", "").splitlines()[-LAST:]
    return "\n".join([f"{test['name']}: {test['result']}", *lines])


def count_log(path):
    """The sums over one build's log; a build without a log never got to its tests."""
    passed = failed = 0
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        test = json.loads(line)
        good, bad = count_test(test)
        if bad:
            print(describe_failure(test))
        passed += good
        failed += bad
    return passed, failed


def main():
    passed = failed = 0
    for build in BUILDS:
        path = ROOT / build / "meson-logs" / "testlog.json"
        good, bad = count_log(path) if path.exists() else (0, 0)
        passed += good
        failed += bad
    if sys.argv[1:] != ["0"]:
        # The command failed in something that is not a test, such as a build.
        failed = max(failed, 1)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed > 0 and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
