"""Trains bots on the command line. The first argument is the program.

Where there is no mpirun, or the program was built without MPI, what needs them is skipped.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time

from tests.support import program

SMALL = ("--board", "6x8", "--max-pieces", 100, "--games", 3, "--population", 20)
# No end in sight: games that take as long as they like.
ENDLESS = ("--board", "10x20", "--start", "dt10", "--max-pieces", 10**12, "--population", 4)
ENVIRONMENT = os.environ | {
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}


def mpi_is_missing():
    """Why ranks cannot be started, or None."""
    if shutil.which("mpirun") is None:
        return "there is no mpirun"
    tried = subprocess.run([program.path(), "omino", "count", "1", "--mpi"], check=False,
                           capture_output=True, env=ENVIRONMENT, text=True)
    return "built without MPI" if "without MPI" in tried.stderr else None


class Train(program.Case):
    def train(self, *arguments):
        return self.succeed("train", *arguments)

    def wait_for(self, condition, process):
        """Waits until it is true; the process must not end before."""
        while not condition():
            self.assertIsNone(process.poll())
            time.sleep(0.01)

    def generations(self):
        """How many the checkpoint has."""
        is_there = "x.training" in self.files()
        return self.read("x.training").count(b"\ngeneration ") if is_there else 0

    def go_on(self):
        """The checkpoint is as good as a training without a break."""
        last = ("--generations", self.generations() + 1)
        self.assertEqual(self.train("--resume", "x.training", *last), self.train(*SMALL, *last))


class Learning(Train):
    def test_known_training(self):
        report = json.loads(self.train(*SMALL, "--generations", 6, "--json", "-o", "x.jsonl"))
        curve = [json.loads(line) for line in self.read("x.jsonl").splitlines()]
        self.assertEqual(report["generations"], len(curve))
        self.assertEqual(report["pieces"], sum(point["pieces"] for point in curve))
        self.assertEqual(report["mean_lines"], round(curve[-1]["mean"], 6))
        self.assertGreater(curve[-1]["mean"], 3 * curve[0]["mean"])
        self.assertAlmostEqual(sum(w * w for w in report["weights"].values()), 1, 9)

    def test_resume(self):
        options = (*SMALL, "--deal", "bag", "--seed", 9)
        whole = self.train(*options, "--generations", 5, "--checkpoint", "whole.training")
        self.train(*options, "--generations", 2, "--checkpoint", "x.training")
        parts = self.train("--resume", "x.training", "--generations", 5, "--jobs", 2,
                           "--checkpoint", "x.training")
        self.assertEqual(parts, whole)
        self.assertEqual(self.read("x.training"), self.read("whole.training"))
        # Nothing is left to do.
        for generations in (5, 3):
            status, again, messages = self.run_program("train", "--resume", "x.training", "--generations", generations)
            self.assertEqual((status, again), (0, whole))
            self.assertIn("the training has 5 generations already; raise --generations to go on", messages)

    def test_weights_play(self):
        self.train(*SMALL, "--generations", 4, "-o", "x.weights")
        report = json.loads(self.succeed("bot", "--weights", "x.weights", "--board", "6x8",
                                         "--max-pieces", 100, "--games", 20, "--json"))
        self.assertGreater(report["mean"], 15)
        self.train(*SMALL, "--start", "x.weights", "--generations", 1, "-o", "y.weights")

    def test_nothing_learnt(self):
        """Where no candidate is better than another, a message says so."""
        for pieces, said in ((2, True), (100, False)):
            _, _, messages = self.run_program("train", "--max-pieces", pieces, "--generations", 2)
            self.assertEqual("nothing was learnt" in messages, said, messages)

    def test_features(self):
        weights = self.train(*SMALL, "--features", "lines,holes", "--generations", 1).decode()
        self.assertEqual(re.findall(r"^feature (\S+)", weights, re.M), ["holes", "lines"])
        weights = self.train(*SMALL, "--start", "dt20", "--generations", 1).decode()
        self.assertEqual(weights.count("feature "), 9)

    def test_several_boards(self):
        """All are played on, in each generation, and a break changes nothing."""
        mixed = ("--board", "6x8,5x6,6x10", "--games", "3,1,2", "--max-pieces", 100,
                 "--population", 8)
        report = json.loads(self.train(*mixed, "--generations", 4, "--json", "--checkpoint",
                                       "whole.training", "-o", "x.jsonl"))
        self.assertEqual([(board["board"], board["games"]) for board in report["boards"]],
                         [("6x8", 3), ("5x6", 1), ("6x10", 2)])
        curve = [json.loads(line) for line in self.read("x.jsonl").splitlines()]
        for point in curve:
            for key in ("lines", "pieces"):
                self.assertEqual(point[key], sum(board[key] for board in point["boards"]))
        self.assertEqual([board["mean_lines"] for board in report["boards"]],
                         [round(board["mean"], 6) for board in curve[-1]["boards"]])
        self.assertIn(b"\nboard 5 6 1\nboard 6 10 2\n", self.read("whole.training"))
        self.train(*mixed, "--generations", 1, "--checkpoint", "x.training")
        self.train("--resume", "x.training", "--generations", 4, "--jobs", 2, "--checkpoint",
                   "x.training")
        self.assertEqual(self.read("x.training"), self.read("whole.training"))


class Refusals(Train):
    def test_what_was_learnt_is_kept(self):
        """Each output by itself; and all others when the checkpoint cannot be written any more."""
        wanted = self.train(*SMALL, "--generations", 2, "-o", "a.weights", "-o", "a.jsonl")
        status, _, messages = self.run_program(
            "train", *SMALL, "--generations", 2, "-o", "b.weights", "-o", "/dev/full",
            "--format", "jsonl")
        self.assertEqual((status, wanted), (1, b""), messages)
        self.assertEqual(self.read("b.weights"), self.read("a.weights"))
        (self.folder / "to").mkdir()
        with self.start("train", *SMALL, "--generations", 100000, "--checkpoint", "to/x.training",
                        "-o", "c.weights") as process:
            while not (self.folder / "to/x.training").exists() or \
                    b"\ngeneration " not in self.read("to/x.training"):
                self.assertIsNone(process.poll())
            os.rename(self.folder / "to", self.folder / "elsewhere")
            # The folder may go before the new checkpoint is begun, or before it takes the old one's place.
            first = process.stderr.readline().decode()
            process.send_signal(signal.SIGINT)
            messages = [first, *process.stderr.read().decode().splitlines()]
        self.assertEqual(process.returncode, 1)
        self.assertRegex(messages[0], "^dropforge: to/x.training: cannot be (created|written)")
        self.assertRegex(messages[1], "^dropforge: interrupted; the result is that of")
        self.succeed("bot", "--weights", "c.weights", "--max-pieces", 3)
        status, _, messages = self.run_program("train", *SMALL, "--generations", 2, "--checkpoint",
                                               "/dev/full", "-o", "d.weights")
        self.assertEqual(status, 1)
        self.assertRegex(messages, "^dropforge: /dev/full: cannot be written: No space left on "
                                   "device\n2 generations[^\n]*\n$")
        self.assertEqual(self.read("d.weights"), self.read("a.weights"))
        self.refuse(1, "train", "--checkpoint", "elsewhere/no/x.training", "-o", "e.weights")
        self.assertNotIn("e.weights", self.files())

    def test_damaged_checkpoints(self):
        self.train(*SMALL, "--generations", 1, "--checkpoint", "x.training",
                   "-o", "x.weights")
        lines = self.read("x.training").splitlines(True)
        for number in range(1, len(lines) + 1):
            damaged = list(lines)
            damaged[number - 1] = b"? " + damaged[number - 1]
            self.write("y.training", b"".join(damaged))
            message = self.refuse(1, "train", "--resume", "y.training")
            self.assertRegex(message, rf"^y\.training:{number}:\d+: .*; ")
        self.write("y.training", re.sub(rb"\ncovariance \w+", b"\ncovariance bff0000000000000", b"".join(lines), count=1))
        self.assertIn("'bff0000000000000' is not a number that is possible here; ",
                      self.refuse(1, "train", "--resume", "y.training"))
        digit = lines[-1][-2:-1]
        self.write("y.training", b"".join(lines)[:-2] + (b"0" if digit != b"0" else b"1") + b"\n")
        self.assertIn("check sum", self.refuse(1, "train", "--resume", "y.training"))


class Signals(Train):
    def test_interrupt_leaves_a_checkpoint(self):
        """Whenever it comes, the training goes on as if there had been no break."""
        with self.start("train", *SMALL, "--generations", 100000, "--checkpoint", "x.training",
                        "-o", "x.weights") as process:
            self.wait_for(lambda: self.generations() > 0, process)
            process.send_signal(signal.SIGINT)
            _, messages = process.communicate()
        self.assertEqual(process.returncode, 0, messages)
        self.assertEqual(self.files(), ["x.training", "x.weights"])
        self.go_on()

    def test_before_the_first_generation(self):
        with self.start("train", *ENDLESS, "--checkpoint", "x.training", "-o",
                        "x.weights") as process:
            self.wait_for(lambda: "x.training" in self.files(), process)
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            _, messages = process.communicate()
        self.assertEqual(process.returncode, -signal.SIGINT, messages)
        self.assertEqual(self.files(), ["x.training"])


class Ranks(Train):
    def setUp(self):
        super().setUp()
        missing = mpi_is_missing()
        if missing is not None and os.environ.get("CI") == "true":
            self.fail(missing)
        if missing is not None:
            self.skipTest(missing)

    def start_ranks(self, *arguments):
        return subprocess.Popen(
            ["mpirun", "--oversubscribe", "-n", "3", program.path(), "train", "--mpi",
             *map(str, arguments)], cwd=self.folder, env=ENVIRONMENT,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_ranks_learn_the_same(self):
        for boards in ((), ("--board", "6x8,5x7", "--games", "2,3")):
            options = (*SMALL, *boards, "--generations", 3)
            whole = self.train(*options)
            with self.start_ranks(*options, "-o", "x.weights") as job:
                _, messages = job.communicate()
            self.assertEqual(job.returncode, 0, messages)
            self.assertEqual(self.read("x.weights"), whole)

    def test_a_lost_rank(self):
        """It ends the training, whose last checkpoint is whole."""
        long = (*SMALL, "--generations", 100000, "--checkpoint", "x.training")
        with self.start_ranks(*long) as job:
            self.wait_for(lambda: self.generations() > 0, job)
            os.kill(self.ranks_of(job)[2], signal.SIGKILL)
            job.communicate()
        self.assertNotEqual(job.returncode, 0)
        self.go_on()

    def test_an_interruption(self):
        """Rank 0 writes what was learnt after the signal that mpirun sends all ranks when it is told
        to end."""
        long = (*SMALL, "--generations", 100000, "--checkpoint", "x.training", "-o", "x.weights")
        with self.start_ranks(*long) as job:
            self.wait_for(lambda: self.generations() > 0, job)
            for _, rank in sorted(self.ranks_of(job).items(), reverse=True):
                os.kill(rank, signal.SIGTERM)
            _, messages = job.communicate()
        self.assertIn(b"dropforge: interrupted; the result is that of ", messages)
        last = ("--generations", self.generations())
        self.assertEqual(self.read("x.weights"), self.train(*SMALL, *last))
        self.go_on()

    @staticmethod
    def ranks_of(job):
        """The processes of a job by their ranks."""
        children = subprocess.run(["pgrep", "-P", str(job.pid)], capture_output=True,
                                  check=True, text=True).stdout.split()
        found = {}
        for child in children:
            with open(f"/proc/{child}/environ", "rb") as file:
                rank = re.search(rb"OMPI_COMM_WORLD_RANK=(\d+)\0", file.read())
            if rank is not None:
                found[int(rank[1])] = int(child)
        return found


if __name__ == "__main__":
    program.main()
