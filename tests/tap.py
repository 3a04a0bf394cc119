"""Runs unittest cases and tells of each in the Test Anything Protocol."""

import sys
import unittest


class _Result(unittest.TestResult):
    """A line for each case; what went wrong stands before it, as comments."""

    def _tell(self, test, verdict, note="", text=""):
        for line in text.splitlines():
            print("# " + line)
        print(f"{verdict} {self.testsRun} - {test.id().removeprefix('__main__.')}{note}", flush=True)

    def addSuccess(self, test):
        self._tell(test, "ok")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._tell(test, "not ok", text=self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self._tell(test, "not ok", text=self.errors[-1][1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._tell(test, "ok", f" # SKIP {reason}")


def run(names):
    """Runs the cases of __main__, or those named; ends the program."""
    loader = unittest.defaultTestLoader
    main = sys.modules["__main__"]
    suite = loader.loadTestsFromNames(names, main) if names else loader.loadTestsFromModule(main)
    print(f"1..{suite.countTestCases()}", flush=True)
    result = _Result()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
