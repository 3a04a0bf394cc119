"""Drives 'dropforge omino': lists, counts, random ones, reports, and all formats."""

import json
import re
import shlex
import xml.etree.ElementTree
from collections import Counter

from tests.oracle import oracle_png
from tests.support import program
from tests.slow import slow_omino as slow

KINDS = ("free", "one-sided", "fixed", "path")
# OEIS A000105, A000988 and A001168, from one square on; the last: self-avoiding walks as sets
# of squares, up to turns.
FREE = (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971, 3426576)
ONE_SIDED = (1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189, 33896, 126759, 476270)
FIXED = (1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890)
PATHS = (1, 1, 2, 6, 12, 32, 81, 219, 575, 1538, 4126, 11015, 29663)
NUMBERS = dict(zip(KINDS, (FREE, ONE_SIDED, FIXED, PATHS)))
# Free ones with each symmetry, from one square on: OEIS A006749, A006746, A006748, A006747,
# A144553, A056877, A056878, A142886.
SYMMETRIC = {
    "none": (0, 0, 0, 1, 5, 20, 84, 316, 1196, 4461),
    "axis": (0, 0, 0, 1, 2, 6, 9, 23, 38, 90),
    "diagonal": (0, 0, 1, 0, 2, 2, 7, 5, 26, 22),
    "half": (0, 0, 0, 1, 1, 5, 4, 18, 19, 73),
    "quarter": (0, 0, 0, 0, 0, 0, 0, 1, 0, 0),
    "axes": (0, 1, 1, 1, 1, 2, 3, 4, 4, 8),
    "diagonals": (0, 0, 0, 0, 0, 0, 1, 1, 0, 1),
    "all": (1, 0, 0, 1, 1, 0, 0, 1, 2, 0),
}


class Omino(program.Case):
    def omino(self, *arguments, **options):
        return self.succeed("omino", *arguments, **options).decode()

    def codes(self, *arguments, **options):
        return self.omino(*arguments, "--format", "code", **options).splitlines()

    def listed(self, *arguments):
        return [slow.from_code(code) for code in self.codes("list", *arguments)]


def svg_pictures(text):
    """The polyominoes of a sheet, and their labels."""
    name = "{http://www.w3.org/2000/svg}"
    root = xml.etree.ElementTree.fromstring(text)
    for group in root.iter(name + "g"):
        path = next(p for p in group.iter(name + "path") if p.get("class") != "b").get("d")
        yield slow.shifted([(int(x) + i, -int(y)) for x, y, width
                            in re.findall(r"M(\d+) (\d+)h(\d+)v1", path)
                            for i in range(int(width))])


def png_colors(data):
    return {pixel[:3] for row in oracle_png.read_png(data) for pixel in row}


class List(Omino):
    def test_each_once(self):
        for kind in KINDS:
            for size in range(1, 8):
                listed = self.listed(size, "--class", kind)
                self.assertEqual(len(set(listed)), len(listed))
                self.assertFalse(set(listed) ^ slow.every(size, kind), (size, kind))

    def test_text(self):
        for kind in KINDS:
            text = self.omino("list", 5, "--class", kind)
            self.assertEqual([slow.from_drawing(part) for part in text[:-1].split("\n\n")],
                             self.listed(5, "--class", kind))

    def test_limit(self):
        whole = self.codes("list", 8)
        self.assertEqual(self.codes("list", 8, "--limit", 5), whole[:5])
        self.assertEqual(self.codes("list", 8, "--limit", 1000), whole)
        self.assertEqual(len(self.codes("list", 30, "--class", "fixed", "--limit", 2)), 2)

    def test_formats(self):
        paths = [f"all.{name}" for name in ("txt", "codes", "xy", "jsonl", "svg", "png")]
        for size, kind in ((5, "free"), (4, "fixed")):
            outputs = [word for path in paths for word in ("-o", path)]
            self.assertEqual(self.omino("list", size, "--class", kind, *outputs), "")
            self.assertEqual(self.files(), sorted(paths))
            self.check_formats(self.listed(size, "--class", kind))

    def check_formats(self, wanted):
        def read(name):
            return self.read(name).decode()
        self.assertEqual([slow.from_drawing(part)
                          for part in read("all.txt")[:-1].split("\n\n")], wanted)
        self.assertEqual([slow.from_code(line) for line in read("all.codes").splitlines()],
                         wanted)
        self.assertEqual([frozenset(tuple(map(int, pair.split(","))) for pair in line.split())
                          for line in read("all.xy").splitlines()], wanted)
        records = [json.loads(line) for line in read("all.jsonl").splitlines()]
        self.assertEqual([frozenset(map(tuple, record["squares"])) for record in records], wanted)
        for record, cells in zip(records, wanted):
            self.check_record(record, cells)
        self.assertEqual(list(svg_pictures(read("all.svg"))), wanted)
        self.assertGreater(len(png_colors(self.read("all.png"))), len(wanted))

    def check_record(self, record, cells):
        self.assertEqual(record["code"], slow.code(cells))
        self.assertEqual(record["one_sided"], slow.code(slow.canonical(cells, "one-sided")))
        self.assertEqual(record["free"], slow.code(slow.canonical(cells, "free")))
        self.assertEqual((record["width"], record["height"]), slow.size_of(cells))
        images = list(slow.images(cells))
        self.assertEqual((record["orientations"], record["images"]),
                         (len(set(images[:4])), len(set(images))))
        for key, value in (
                ("size", len(cells)), ("symmetry", slow.symmetry(cells)),
                ("perimeter", slow.perimeter(cells)), ("holes", slow.holes(cells)),
                ("column_convex", slow.is_column_convex(cells)),
                ("row_convex", slow.is_row_convex(cells)),
                ("convex", slow.is_column_convex(cells) and slow.is_row_convex(cells)),
                ("directed", slow.is_directed(cells)), ("tree_like", slow.is_tree_like(cells))):
            self.assertEqual(record[key], value, (record, key))

    def test_features(self):
        for line in self.omino("list", 8, "--json").splitlines():
            record = json.loads(line)
            self.check_record(record, slow.from_code(record["code"]))

    def test_pieces(self):
        for size in (4, 6):
            self.omino("list", size, "--class", "one-sided", "-o", "x.pieces")
            head, *lines = self.read("x.pieces").decode().splitlines()
            self.assertEqual(head, "dropforge-pieces 1")
            pieces = [line.split()[1:] for line in lines if line.startswith("piece ")]
            colors = [line.split()[1:] for line in lines if line.startswith("color ")]
            self.assertEqual(len(set(color for _, color in colors)), len(pieces))
            self.assertEqual([name for name, _ in colors], [name for name, _ in pieces])
            self.assertEqual(
                [slow.canonical(slow.from_drawing(rows.replace("/", "\n")), "one-sided")
                 for _, rows in pieces], self.listed(size, "--class", "one-sided"))

    def test_names(self):
        records = [json.loads(line) for line in self.omino("list", 4, "--json", "--class",
                                                           "one-sided").splitlines()]
        self.assertEqual(sorted(record["name"] for record in records), sorted("IOTSZJL"))
        sheet = self.omino("list", 5, "--format", "svg")
        self.assertEqual(sorted(re.findall(r"<text [^>]*>(.*?)</text>", sheet)),
                         sorted("FILNPTUVWXYZ"))

    def test_filters(self):
        filters = {
            "--symmetry=none": lambda cells: slow.symmetry(cells) == "none",
            "--symmetry=half,axes": lambda cells: slow.symmetry(cells) in ("half", "axes"),
            "--holes=1": lambda cells: slow.holes(cells) == 1,
            "--holes=..0": lambda cells: slow.holes(cells) == 0,
            "--width=3..4": lambda cells: 3 <= slow.size_of(cells)[0] <= 4,
            "--height=3..": lambda cells: slow.size_of(cells)[1] >= 3,
            "--perimeter=14": lambda cells: slow.perimeter(cells) == 14,
            "--column-convex": slow.is_column_convex,
            "--row-convex": slow.is_row_convex,
            "--convex": lambda cells: slow.is_column_convex(cells) and slow.is_row_convex(cells),
            "--directed": slow.is_directed,
            "--tree-like": slow.is_tree_like,
            "--path": slow.is_path,
            "--without=column-convex": lambda cells: not slow.is_column_convex(cells),
            "--without=row-convex": lambda cells: not slow.is_row_convex(cells),
            "--without=directed": lambda cells: not slow.is_directed(cells),
            "--without=tree-like": lambda cells: not slow.is_tree_like(cells),
            "--without=path": lambda cells: not slow.is_path(cells),
        }
        for kind in ("free", "fixed"):
            for option, holds in filters.items():
                wanted = {cells for cells in slow.every(7, kind) if holds(cells)}
                self.assertFalse(set(self.listed(7, "--class", kind, option)) ^ wanted, option)
                self.assertEqual(self.omino("count", 7, "--class", kind, option),
                                 f"{len(wanted)}\n")
        both = self.listed(8, "--convex", "--without", "path", "--symmetry", "axis")
        self.assertTrue(both)
        for cells in both:
            self.assertTrue(slow.is_row_convex(cells) and slow.is_column_convex(cells))
            self.assertEqual((slow.is_path(cells), slow.symmetry(cells)), (False, "axis"))


class Count(Omino):
    def test_known_numbers(self):
        for kind in KINDS:
            for method in ([], ["--method", "enumerate"]):
                head, *rows = self.omino("count", len(NUMBERS[kind]) - 2, "--sizes", "--class",
                                         kind, *method).splitlines()
                self.assertEqual(head, "squares\tpolyominoes")
                self.assertEqual(rows, [f"{size}\t{number}" for size, number
                                        in enumerate(NUMBERS[kind][:-2], 1)])
            self.assertEqual(self.omino("count", 10, "--class", kind, "--jobs", 2,
                                        "--method", "enumerate"), f"{NUMBERS[kind][9]}\n")

    def test_symmetries(self):
        for method in ([], ["--method", "enumerate"]):
            head, *rows = self.omino("count", 10, "--by-symmetry", "--sizes",
                                     *method).splitlines()
            self.assertEqual(head.split("\t"), ["squares", *SYMMETRIC, "any"])
            for size, row in enumerate(rows, 1):
                numbers = list(map(int, row.split("\t")))
                self.assertEqual(numbers, [size, *(SYMMETRIC[name][size - 1]
                                                   for name in SYMMETRIC), FREE[size - 1]])
        rows = [row.split("\t") for row in self.omino("count", 8, "--by-symmetry").splitlines()]
        self.assertEqual(rows, [["symmetry", "polyominoes"],
                                *([name, str(SYMMETRIC[name][7])] for name in SYMMETRIC),
                                ["any", "369"]])
        self.assertEqual(self.omino("count", 8, "--by-symmetry", "--holes", "1..")
                         .splitlines()[-1], "any\t6")

    def test_json(self):
        for method in ("enumerate",):
            answer = json.loads(self.omino("count", 9, "--json", "--method", method))
            self.assertEqual((answer["class"], answer["method"], answer["size"],
                              answer["count"]), ("free", method, 9, 1285))
        answer = json.loads(self.omino("count", 6, "--json", "--sizes", "--by-symmetry"))
        self.assertEqual([row["count"] for row in answer["sizes"]], list(FREE[:6]))
        for row in answer["sizes"]:
            self.assertEqual(sum(row["symmetries"].values()), row["count"])


class Random(Omino):
    def drawn(self, *arguments):
        return [slow.from_code(code) for code in self.codes("random", *arguments)]

    def test_uniform(self):
        """All are drawn, each about as often as the others."""
        for kind in KINDS:
            drawn = self.drawn(5, "--limit", 4000, "--class", kind)
            wanted = slow.every(5, kind)
            self.assertFalse(set(drawn) ^ wanted)
            mean = len(drawn) / len(wanted)
            for cells in wanted:
                self.assertLess(abs(drawn.count(cells) - mean), 6 * mean ** 0.5)

    def test_methods(self):
        for method in ("uniform", "grow", "walk"):
            for kind in KINDS:
                if (method, kind) == ("grow", "path"):
                    continue
                for cells in self.drawn(9, "--method", method, "--class", kind, "--limit", 20):
                    self.assertEqual((len(cells), slow.is_connected(cells)), (9, True))
                    self.assertEqual(slow.canonical(cells, kind), cells)
                    if method == "walk" or kind == "path":
                        self.assertTrue(slow.is_path(cells))
        for size, method in ((24, "uniform"), (1000, "grow"), (1024, "walk")):
            cells, = self.drawn(size, "--method", method)
            self.assertEqual((len(cells), slow.is_connected(cells)), (size, True))

    def test_seeds(self):
        for method in ("uniform", "grow", "walk"):
            ten = self.codes("random", 12, "--method", method, "--limit", 10, "--seed", 5)
            self.assertEqual(self.codes("random", 12, "--method", method, "--limit", 4,
                                        "--seed", 5), ten[:4])
            self.assertEqual(len(set(ten)), 10)
            other = self.codes("random", 12, "--method", method, "--limit", 10)
            self.assertNotEqual(ten, other)
            self.assertEqual(other, self.codes("random", 12, "--method", method, "--limit", 10,
                                               "--seed", 0))

    def test_sheet(self):
        self.omino("random", 7, "--limit", 12, "-o", "a.svg", "-o", "a.codes")
        self.assertEqual(list(svg_pictures(self.read("a.svg"))),
                         [slow.from_code(code) for code in self.read("a.codes").decode().split()])

class Show(Omino):
    def test_all_small_ones(self):
        """All features, of codes that are read from a file."""
        for size in (4, 6):
            self.write("codes", "".join(slow.code(cells) + "\n" for cells
                                        in sorted(slow.every(size, "fixed"), key=slow.code)).encode())
            text = self.omino("show", "--from", "codes", "--json")
            self.assertEqual(len(text.splitlines()), FIXED[size - 1])
            for line in text.splitlines():
                record = json.loads(line)
                cells = slow.from_code(record["code"])
                List.check_record(self, record, cells)
                self.assertEqual(record["path"], slow.is_path(cells))

    def test_what_is_listed_is_read_back(self):
        for style in ("text", "code"):
            text = self.omino("list", 6, "--class", "one-sided", "--format", style)
            self.assertEqual(self.omino("show", "--from", "-", "--format", style,
                                        given=text.encode()), text)
        self.write("all", text.replace("\n", " is one\r\n").encode())
        self.assertEqual(self.omino("show", "--from", "all", "--format", "code"), text)

    def test_sheet(self):
        self.omino("show", "7.5.6", "-o", "a.svg", "-o", "a.png")
        self.assertEqual(list(svg_pictures(self.read("a.svg"))), [slow.from_code("7.5.6")])


class Document(Omino):
    """The examples of docs/format/omino.md."""

    TEXT = (program.DATA.parent.parent / "docs/format/omino.md").read_text("utf-8")

    def test_codes(self):
        blocks = re.findall(r"(?ms)^```omino (\S+)(?: (\d+))?\n(.*?)^```", self.TEXT)
        self.assertGreater(len(blocks), 7)
        for answer, place, text in blocks:
            word, _, drawing = text.partition("\n")
            if answer == "ok":
                self.assertEqual(self.omino("show", word, "--format", "text"), drawing)
            else:
                found = self.refuse(2, "omino", "show", word)
                self.assertIn(f" is no polyomino: byte {place}: ", found)

    def test_keys_of_json(self):
        table = self.TEXT.partition("**JSON lines**")[2].partition("**Contact sheets**")[0]
        keys = [key for row in re.findall(r"(?m)^\| (`.*?) \|", table)
                for key in re.findall(r"`(\w+)`", row)]
        record = json.loads(self.omino("show", "7.2", "--json"))
        self.assertEqual(sorted(record), sorted(keys))


class Manners(Omino):
    def test_largest_sizes_of_the_manual(self):
        manual = (program.DATA.parent.parent / "docs/man/dropforge-omino.1.scd").read_text("utf-8")
        for action in "list", "count", "random":
            most = int(re.search(rf"(?s)\n\*omino\* \*{action}\* _N_\n.*?_N_ up to (\d+)",
                                 manual)[1])
            self.assertIn(f"up to {most} " if action == "random" else f"to {most} here",
                          self.refuse(2, "omino", action, most + 1))

    def test_the_same_bytes(self):
        for name in ("svg", "png", "jsonl"):
            made = []
            for _ in range(2):
                self.omino("list", 6, "-o", f"a.{name}")
                made.append(self.read(f"a.{name}"))
            self.assertEqual(*made)

    def test_examples_of_the_help(self):
        examples = self.omino("--help").partition("\nExamples:\n")[2].splitlines()
        self.assertGreater(len(examples), 5)
        for example in examples:
            command, *words = shlex.split(example)
            self.assertEqual(command, "dropforge")
            self.succeed(*words)


if __name__ == "__main__":
    program.main()
