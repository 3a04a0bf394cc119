#!/usr/bin/env python3
"""Drives 'dropforge omino' in parts: shards and what adds them up, and the ranks of MPI jobs, also
those of 'dropforge tile count'.

usage: test_omino_shards.py PROGRAM [CASE]...

Where there is no mpirun, or the program was built without MPI, what needs them is skipped; with
CI=true in the environment this is an error.
"""

import fcntl
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time
import unittest
import zlib

from tests.support import program

KINDS = ("free", "one-sided", "fixed", "path")
FILTERS = (
    (), (), ("--holes", "1.."), ("--width", "..5"), ("--perimeter", "14"), ("--convex",),
    ("--symmetry", "all,axis,none"), ("--without", "tree-like", "--directed"),
    ("--height", "2..3", "--tiles-plane", "--without", "column-convex"),
)
LINES = ("version", "squares", "class", "filters", "subtrees", "shard", "nodes", "count", "check")
ENDLESS = (24, "--class", "fixed")  # takes days


def shard_text(**fields):
    """A result as docs/format/shard.md describes it; the fields without the check sum."""
    text = "dropforge-shard 2\n" + "".join(f"{name} {fields[name]}\n" for name in LINES[:-1])
    return f"{text}check {zlib.crc32(text.encode()):08x}\n".encode()


def fields_of(data):
    """The fields of a result, the check sum with them."""
    first, *lines = data.decode().splitlines()
    assert first == "dropforge-shard 2"
    fields = dict(line.split(" ", 1) for line in lines)
    assert tuple(fields) == LINES
    return fields


class Omino(program.Case):
    def omino(self, *arguments):
        return self.succeed("omino", *arguments).decode()

    def shards(self, size, count, *options):
        """Counts all shards into files, and returns their names."""
        names = [f"{size}-{i}-{count}.shard" for i in range(1, count + 1)]
        for i, name in enumerate(names, 1):
            self.assertEqual(self.omino("count", size, "--shard", f"{i}/{count}", *options, "-o",
                                        name), "")
        return names

    def changed(self, name, **changes):
        """The same result with other fields and the right check sum, as another file."""
        fields = fields_of(self.read(name)) | changes
        return self.write("changed.shard", shard_text(**fields))

    def wait_for(self, condition, what):
        for _ in range(3000):
            if condition():
                return
            time.sleep(0.01)
        self.fail(f"waited in vain for {what}")


class Merge(Omino):
    def test_add_up(self):
        seed = random.SystemRandom().randrange(1 << 32)
        draw = random.Random(seed)
        for _ in range(24):
            size, count = draw.randrange(1, 12), draw.choice((1, 2, 3, 5, 8))
            options = ("--class", draw.choice(KINDS), *draw.choice(FILTERS))
            with self.subTest(seed=seed, size=size, count=count, options=options):
                names = self.shards(size, count, *options)
                draw.shuffle(names)
                whole = json.loads(self.omino("count", size, *options, "--method", "enumerate",
                                              "--json"))
                self.assertEqual(self.omino("merge", *names), f"{whole['count']}\n")
                merged = json.loads(self.omino("merge", "--json", *names))
                self.assertEqual((merged["size"], merged["class"], merged["shards"]),
                                 (size, options[1], count))
                self.assertEqual((merged["count"], merged["nodes"]),
                                 (whole["count"], whole["nodes"]))

    def test_text(self):
        """What is written is what the format document says."""
        options = ("--class", "one-sided", "--convex", "--holes", "0", "--without", "path",
                   "--symmetry", "half,none", "--width", "3..", "--perimeter", "..20")
        text = self.succeed("omino", "count", 9, *options, "--shard", "2/3")
        fields = fields_of(text)
        version = self.succeed("--version").decode().split()[1]
        self.assertEqual(text, shard_text(
            version=version, squares=9, filters=(
                "--symmetry none,half --holes 0..0 --width 3.. --perimeter 0..20 "
                "--column-convex --row-convex --without path"),
            subtrees=760, shard="2/3", nodes=fields["nodes"], count=fields["count"], **{"class": "one-sided"}))
        self.assertEqual(fields["count"] + "\n", self.omino(
            "list", 9, *options, "--shard", "2/3", "--count"))
        fields = fields_of(self.succeed("omino", "count", 5, "--shard", "1/1"))
        del fields["nodes"], fields["check"]
        self.assertEqual(fields, {"version": version, "squares": "5", "class": "free",
                                  "filters": "none", "subtrees": "6", "shard": "1/1", "count": "12"})

    def test_standard_input(self):
        first, second = self.shards(7, 2)
        self.assertEqual(self.succeed("omino", "merge", first, "-", given=self.read(second)),
                         b"108\n")

    def test_missing(self):
        names = self.shards(6, 4)
        message = self.refuse(1, "omino", "merge", *names[:2], names[3])
        self.assertEqual(message, f"{names[0]}:7: shard 3 of 4 is missing; count it and give it, "
                                  "too")
        message = self.refuse(1, "omino", "merge", names[3])
        self.assertEqual(message, f"{names[3]}:7: 3 of 4 shards are missing, the first is number "
                                  "1; count them and give them, too")

    def test_twice(self):
        names = self.shards(6, 3)
        message = self.refuse(1, "omino", "merge", *names, names[1])
        self.assertEqual(message, f"{names[1]}:7: shard 2 of 3 is in {names[1]}, too; give each "
                                  "shard once")

    def test_other_run(self):
        first, second = self.shards(6, 2)
        for line, changes in ((2, {"version": "0.0.9"}), (3, {"squares": 7}),
                              (4, {"class": "fixed"}), (5, {"filters": "--holes 1.."}),
                              (6, {"subtrees": 9}), (7, {"shard": "2/3"})):
            message = self.refuse(1, "omino", "merge", first, self.changed(second, **changes))
            (value,) = changes.values()
            self.assertIn("2" if line == 7 else f"'{value}'", message)
            self.assertRegex(message, rf"^changed\.shard:{line}: .* of another run: .*; merge ")
            self.assertIn(first, message)

    def test_overflow(self):
        first, second = self.shards(6, 2)
        message = self.refuse(1, "omino", "merge", self.changed(first, count=2**64 - 1), second)
        self.assertRegex(message, f"^{second}:9: .*; ")
        self.assertEqual(
            self.succeed("omino", "merge", second, self.changed(first, count=2**60)),
            b"%d\n" % (2**60 + int(fields_of(self.read(second))["count"])))

    def test_malformed(self):
        seed = random.SystemRandom().randrange(1 << 32)
        draw = random.Random(seed)
        (name,) = self.shards(5, 1, "--holes", "0")
        whole = self.read(name)
        wrong = [whole[:end] for end in draw.sample(range(len(whole)), 40)]
        wrong += [whole[:-1], whole + b"\n", whole + whole, b"", b"\n", b"\0" * 100,
                  whole.replace(b"\n", b"\r\n"), whole.replace(b"count", b"Count"),
                  b"dropforge-drops 1\nfield 8 6\n"]
        for _ in range(60):
            at, byte = draw.randrange(len(whole)), draw.randrange(1, 256)
            wrong.append(whole[:at] + bytes([whole[at] ^ byte]) + whole[at + 1:])
        for data in wrong:
            with self.subTest(seed=seed, data=data):
                self.write("wrong.shard", data)
                self.assertRegex(self.refuse(1, "omino", "merge", "wrong.shard"),
                                 r"^wrong\.shard:\d+: [^;]+; .+")

    def test_values(self):
        """Lines that are wrong in spite of the check sum."""
        (name,) = self.shards(5, 1)
        for line, changes in ((3, {"squares": 0}), (3, {"squares": 33}), (3, {"squares": "05"}),
                              (4, {"class": "x" * 40}), (5, {"filters": "x" * 600}),
                              (5, {"filters": "\t"}), (7, {"shard": "0/1"}), (7, {"shard": "2/1"}),
                              (7, {"shard": "1"}), (7, {"shard": "1/1/1"}),
                              (7, {"shard": "1/1000001"}), (6, {"subtrees": 0}), (8, {"nodes": "-1"}),
                              (9, {"count": 2**64}), (9, {"count": "12 "})):
            with self.subTest(changes=changes):
                self.assertRegex(
                    self.refuse(1, "omino", "merge", self.changed(name, **changes)),
                    rf"^changed\.shard:{line}: [^;]+; .+")

    def test_files(self):
        self.refuse(1, "omino", "merge", "nothing.shard")
        self.refuse(1, "omino", "merge", ".")
        self.refuse(1, "omino", "count", 5, "--shard", "1/2", "-o", "no/where.shard")
        self.refuse(1, "omino", "count", 5, "--shard", "1/2", "-o", "/dev/full")

    def test_usage(self):
        for part in ("0/3", "4/3", "3", "1/0", "a/b", "1/1000001", "-1/2", "1/2/3", "/", "1/",
                     "/2", ""):
            self.refuse(2, "omino", "count", 5, "--shard", part)
        for arguments in (("--json",), ("--sizes",), ("--by-symmetry",),
                          ("--method", "transfer"), ("--format", "json")):
            self.refuse(2, "omino", "count", 5, "--shard", "1/2", *arguments)
        self.refuse(2, "omino", "count", 5, "-o", "5.shard")
        self.refuse(2, "omino", "count", 5, "--format", "shard")
        self.refuse(2, "omino", "count", 5, 6)
        self.refuse(2, "omino", "count", 5, "--mpi", "--jobs", 2)
        self.refuse(2, "omino", "count", 5, "--mpi", "--method", "transfer")
        self.refuse(2, "omino", "list", 5, "--mpi")
        self.refuse(2, "omino", "random", 5, "--shard", "1/2")
        self.refuse(2, "omino", "show", "7.2", "--shard", "1/2")
        self.refuse(2, "omino", "merge")
        self.refuse(2, "omino", "merge", "--class", "fixed", "1.shard")


class Document(Omino):
    """The examples of docs/format/shard.md."""

    def test_examples(self):
        document = (pathlib.Path(__file__).resolve().parents[2] / "docs/format/shard.md").read_text(encoding="utf-8")
        examples = re.findall(r"(?ms)^```shard (ok|error (\d+))\n(.*?)^```\n", document)
        self.assertEqual(len(examples), len(re.findall("(?m)^```shard", document)))
        self.assertGreater(len(examples), 2)
        for kind, line, text in examples:
            *lines, last = text.splitlines(keepends=True)
            with self.subTest(text=text):
                if kind == "ok":
                    self.write("it.shard", "".join(lines).encode())
                    self.assertEqual(self.omino("merge", "it.shard"), last)
                else:
                    self.write("it.shard", text.encode())
                    message = self.refuse(1, "omino", "merge", "it.shard")
                    self.assertTrue(message.startswith(f"it.shard:{line}: "), message)


class Lists(Omino):
    def test_parts(self):
        for size, count, *options in ((8, 1), (9, 3), (9, 7, "--class", "fixed"), (2, 4),
                                      (1, 2), (10, 2, "--class", "path", "--holes", "0")):
            def codes(*more):
                return self.omino("list", size, "--format", "code", *options,
                                  *more).splitlines()
            whole = codes()
            place = {code: i for i, code in enumerate(whole)}
            found = []
            for i in range(1, count + 1):
                part = codes("--shard", f"{i}/{count}")
                places = [place[code] for code in part]
                self.assertEqual(places, sorted(places), "in the order of the whole list")
                self.assertEqual(int(self.omino("list", size, *options, "--count", "--shard",
                                                f"{i}/{count}")), len(part))
                found += part
            self.assertEqual(sorted(found), sorted(whole))


class Interrupts(Omino):
    def test_shard(self):
        self.write("old.shard", b"old")
        for number in (signal.SIGINT, signal.SIGTERM):
            for name in ("old.shard", "new.shard"):
                before = self.files()
                with self.start("omino", "count", *ENDLESS, "--shard", "1/2", "-o",
                                name) as process:
                    self.wait_for(lambda: len(self.files()) > len(before), "a temporary file")
                    process.send_signal(number)
                    output, messages = process.communicate()
                self.assertEqual((process.returncode, output, messages), (-number, b"", b""))
                self.assertEqual(self.files(), before)
        self.assertEqual(self.read("old.shard"), b"old")


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

    def start_ranks(self, ranks, *arguments, command="omino"):
        return subprocess.Popen(
            ["mpirun", "--oversubscribe", "-n", str(ranks), program.path(), command,
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

    def test_shard(self):
        (name,) = self.shards(9, 1)
        self.assertEqual(self.on_ranks(2, "count", 12, "--shard", "2/3", "--mpi").encode(),
                         self.succeed("omino", "count", 12, "--shard", "2/3"))
        self.assertEqual(self.on_ranks(2, "count", 9, "--shard", "1/1", "--mpi", "-o", "it"), "")
        self.assertEqual(self.read("it"), self.read(name))

    def test_bad_output(self):
        with self.start_ranks(2, "count", 9, "--shard", "1/1", "--mpi", "-o", "no/it") as job:
            output, messages = job.communicate()
        self.assertEqual((job.returncode, output), (1, b""))
        self.assertEqual(messages.decode().count("no/it: cannot be created"), 1)

    def test_killed_rank(self):
        """Whichever rank dies: an error, and no count."""
        for ranks, victim in ((2, 1), (4, 0), (4, 2)):
            output = self.end_of_job(
                ranks, "count", *ENDLESS, "--mpi",
                end=lambda _, processes, victim=victim: os.kill(processes[victim],
                                                                signal.SIGKILL))
            self.assertEqual(output, b"")

    def test_dissections(self):
        """The same number and effort; none if a rank is killed, or has too little memory."""
        one = json.loads(self.succeed("tile", "count", "6x5", "--omino", 6, "--json"))
        for ranks in (1, 2, 4):
            many = json.loads(self.on_ranks(ranks, "count", "6x5", "--omino", 6, "--mpi", "--json",
                                            command="tile"))
            for name in ("tilings", "states", "steps"):
                self.assertEqual(many[name], one[name])
        output = self.end_of_job(
            2, "count", "9x9", "--omino", 9, "--mpi", command="tile",
            end=lambda _, processes: os.kill(processes[1], signal.SIGKILL))
        self.assertEqual(output, b"")
        with self.start_ranks(2, "count", "8x8", "--omino", 8, "--mpi", "--memory", "100K",
                              command="tile") as job:
            output, messages = job.communicate()
        self.assertEqual((job.returncode, output), (1, b""))
        self.assertIn("counting needs more than the 100 KiB", messages.decode())

    def test_killed_dissections(self):
        """Goes on from the files of all, with other ranks and alone."""
        count = "count", "7x28", "--omino", 7
        files = "--checkpoint", "cuts"
        wanted = self.succeed("tile", *count).decode()
        for victim in (0, 1):
            output = self.end_of_job(
                2, *count, *files, "--mpi", command="tile",
                end=lambda _, processes, victim=victim: os.kill(processes[victim], signal.SIGKILL))
            self.assertEqual(output, b"")
        self.assertEqual(self.on_ranks(3, *count, *files, "--mpi", command="tile"), wanted)
        self.assertEqual(self.succeed("tile", *count, *files).decode(), wanted)
        with self.start_ranks(2, "count", "7x7", *count[2:], *files, "--mpi", command="tile") as job:
            output, messages = job.communicate()
        self.assertEqual((job.returncode, output), (1, b""))
        self.assertIn("cuts: the checkpoint is of another count", messages.decode())
        # A process of a count whose first one is dead.
        with open(self.folder / "cuts" / "lock", "r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX, 1, 1)
            self.assertIn("cuts: another count uses it",
                          self.refuse(1, "tile", *count, *files))

    def test_dissections_in_other_folders(self):
        """All processes must write to the same folder."""
        (self.folder / "other").mkdir()
        count = "count", "6x6", "--omino", 6, "--mpi"
        for others in (("--checkpoint", "other"), ()):
            with self.start_ranks(2, *count, "--checkpoint", "cuts", ":", "-n", 1, program.path(),
                                  "tile", *count, *others, command="tile") as job:
                output, messages = job.communicate()
            self.assertEqual((job.returncode, output), (1, b""))
            self.assertIn("cuts: the other processes do another count; give all of them the same "
                          "options, and the same folder", messages.decode())
            shutil.rmtree(self.folder / "cuts")

    def test_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            output = self.end_of_job(
                2, "count", *ENDLESS, "--mpi", "--shard", "1/2", "-o", "it.shard",
                end=lambda job, _, number=number: job.send_signal(number))
            self.assertEqual(output, b"")
            self.assertEqual(self.files(), [])


if __name__ == "__main__":
    program.main()
