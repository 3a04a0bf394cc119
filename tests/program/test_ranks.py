"""Drives the ranks of MPI jobs of 'dropforge omino'.

Where there is no mpirun, or the program was built without MPI, what needs them is skipped; with
CI=true in the environment this is an error.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from tests.support import program

ENDLESS = (24, "--class", "fixed")  # takes days


class Omino(program.Case):
    def omino(self, *arguments):
        return self.succeed("omino", *arguments).decode()

    def wait_for(self, condition, what):
        for _ in range(3000):
            if condition():
                return
            time.sleep(0.01)
        self.fail(f"waited in vain for {what}")


def built_with_mpi():
    tried = subprocess.run([program.path(), "omino", "count", "1", "--mpi"], check=False,
                           capture_output=True, env=environment(), text=True)
    return "without MPI" not in tried.stderr


def environment():
    """Root may run ranks here; what MPI itself does not free is none of our business."""
    options = os.environ.get("ASAN_OPTIONS", "")
    return os.environ | {
        "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "ASAN_OPTIONS": ":".join([*filter(None, [options]), "detect_leaks=0"])}


class WithoutMpi(Omino):
    def test_message(self):
        if built_with_mpi():
            self.skipTest("the program was built with MPI")
        message = self.refuse(1, "omino", "count", 5, "--mpi")
        self.assertRegex(message, "built without MPI; .*libopenmpi-dev")


class Ranks(Omino):
    @classmethod
    def setUpClass(cls):
        cls.missing = ("there is no mpirun" if shutil.which("mpirun") is None else
                       None if built_with_mpi() else "the program was built without MPI")

    def setUp(self):
        super().setUp()
        if self.missing is not None and os.environ.get("CI") == "true":
            self.fail(self.missing)
        if self.missing is not None:
            self.skipTest(self.missing)

    def start_ranks(self, ranks, *arguments):
        return subprocess.Popen(
            ["mpirun", "--oversubscribe", "-n", str(ranks), program.path(), "omino",
             *map(str, arguments)], cwd=self.folder, env=environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def on_ranks(self, ranks, *arguments, **options):
        with self.start_ranks(ranks, *arguments, **options) as process:
            output, messages = process.communicate()
        self.assertEqual(process.returncode, 0, messages)
        return output.decode()

    def ranks_of(self, job):
        """The processes of the ranks that have begun to count, by their numbers."""
        found = {}
        for folder in pathlib.Path("/proc").iterdir():
            try:
                words = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                # The parent, and ticks of a hundredth of a second that it has worked.
                if int(words[1]) == job.pid and int(words[11]) >= 15:
                    variables = (folder / "environ").read_bytes()
                    rank = re.search(rb"\bOMPI_COMM_WORLD_RANK=(\d+)\0", variables)
                    found[int(rank[1])] = int(folder.name)
            except (OSError, ValueError, IndexError, TypeError):
                pass  # no process, or not any more
        return found

    def end_of_job(self, ranks, *arguments, end, **options):
        """Starts an endless job, lets `end` end it, and returns what it has written."""
        with self.start_ranks(ranks, *arguments, **options) as job:
            self.wait_for(lambda: len(self.ranks_of(job)) == ranks, "ranks at work")
            processes = self.ranks_of(job)
            end(job, processes)
            output, _ = job.communicate()
        self.assertGreater(job.returncode, 0)
        for number in processes.values():
            self.wait_for(lambda number=number: not self.is_alive(number), "the end of a rank")
        return output

    @staticmethod
    def is_alive(number):
        try:
            stat = pathlib.Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
        except OSError:
            return False
        return stat.rpartition(")")[2].split()[0] != "Z"

    def test_same_counts(self):
        for ranks, size, *options in ((1, 10), (2, 13, "--class", "fixed"),
                                      (4, 12, "--class", "one-sided", "--holes", "1.."),
                                      (2, 11, "--class", "path"), (4, 1), (3, 2)):
            with self.subTest(ranks=ranks, size=size, options=options):
                one = json.loads(self.omino("count", size, *options, "--method", "enumerate",
                                            "--json"))
                many = json.loads(self.on_ranks(ranks, "count", size, *options, "--mpi",
                                                "--json"))
                one.pop("seconds"), many.pop("seconds")
                self.assertEqual(one, many)

    def test_alone(self):
        self.assertEqual(self.succeed("omino", "count", 8, "--mpi", env=environment()), b"369\n")

    def test_tables(self):
        options = ("count", 9, "--sizes", "--by-symmetry")
        self.assertEqual(self.on_ranks(4, *options, "--mpi"), self.omino(*options))

    def test_killed_rank(self):
        """Whichever rank dies: an error, and no count."""
        for ranks, victim in ((2, 1), (4, 0), (4, 2)):
            output = self.end_of_job(
                ranks, "count", *ENDLESS, "--mpi",
                end=lambda _, processes, victim=victim: os.kill(processes[victim],
                                                                signal.SIGKILL))
            self.assertEqual(output, b"")

    def test_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            output = self.end_of_job(
                2, "count", *ENDLESS, "--mpi",
                end=lambda job, _, number=number: job.send_signal(number))
            self.assertEqual(output, b"")
            self.assertEqual(self.files(), [])


if __name__ == "__main__":
    program.main()
