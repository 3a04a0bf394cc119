"""Runs unittest cases and tells of each in the Test Anything Protocol."""

import itertools
import os
import sys
import unittest

QUICK = bool(os.environ.get("DROPFORGE_TEST_QUICK"))
# A case that `make test` leaves to `make test-long`.
long = unittest.skipIf(QUICK, "not in a quick run; make test-long has it")


def cases(usual):
    """A number of random cases: DROPFORGE_TEST_CASES, or this, or a quarter of it in a quick run."""
    return int(os.environ.get("DROPFORGE_TEST_CASES") or (-(-usual // 4) if QUICK else usual))


def part(things, step=4):
    """These things, or in a quick run one of so many."""
    return itertools.islice(things, 0, None, step if QUICK else 1)


class _Result(unittest.TestResult):
    """A line for each case; what went wrong in it stands before, as comments."""

    went_well = True

    def stopTest(self, test):
        super().stopTest(test)
        wrong = self.failures + self.errors
        skipped = [f" # SKIP {reason}" for _, reason in self.skipped]
        for case, text in wrong:
            print("# " + "\n# ".join([str(case), *text.splitlines()]))
        self.went_well = self.went_well and not wrong
        self.failures, self.errors, self.skipped = [], [], []
        name = test.id().removeprefix("__main__.")
        print(f"{'not ok' if wrong else 'ok'} {self.testsRun} - {name}{''.join(skipped)}",
              flush=True)


def run(names):
    """Runs the cases of __main__, or those named; ends the program."""
    loader = unittest.defaultTestLoader
    main = sys.modules["__main__"]
    suite = loader.loadTestsFromNames(names, main) if names else loader.loadTestsFromModule(main)
    print(f"1..{suite.countTestCases()}", flush=True)
    result = _Result()
    suite.run(result)
    # What goes wrong outside a case, such as in a fixture of a class, is still there.
    for where, text in result.failures + result.errors:
        print(f"Bail out! {where}: {text.splitlines()[-1]}")
    sys.exit(0 if result.went_well and not result.errors else 1)
