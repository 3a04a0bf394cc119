"""Drives 'dropforge clear': patterns, solutions of a queue, shares of queues that clear,
and ways drop by drop."""

import csv
import itertools
import json
import random
import re
from fractions import Fraction

from tests.oracle import oracle
from tests.support import program
from tests.support import tap

LETTERS = "IOTSZJL"
DROPS = ("--rules", "harddrop")
PLAIN = (*DROPS, "--no-hold")
OPENER = b"#####....#\n######...#\n#######..#\n######...#\n"

# The orientations of the pieces, as squares.
SHAPES = {"I": ("####",), "O": ("##/##",), "T": ("###/.#.",), "S": ("##./.##",),
          "Z": (".##/##.",), "J": ("###/#..",), "L": ("###/..#",)}


def turned(drawing):
    """All orientations of a piece, drawn from the bottom row up."""
    squares = {(x, y) for y, row in enumerate(drawing.split("/"))
               for x, sign in enumerate(row) if sign == "#"}
    found = set()
    for _ in range(4):
        squares = {(y, -x) for x, y in squares}
        left, low = min(x for x, _ in squares), min(y for _, y in squares)
        squares = {(x - left, y - low) for x, y in squares}
        found.add(frozenset(squares))
    return found


def landings(rows, width, piece):
    """Each place of a hard drop of a piece that stays in the rows: its squares, in the rows at
    first, and the rows then. `rows` has pairs of an original row and its squares, without those
    that have cleared."""
    for shape in turned(SHAPES[piece][0]):
        for x in range(width - max(x for x, _ in shape)):
            def fits(at):
                return at >= 0 and all(
                    at + y >= len(rows) or x + dx not in rows[at + y][1] for dx, y in shape)
            at = len(rows)
            while fits(at - 1):
                at -= 1
            if at + max(y for _, y in shape) >= len(rows):
                continue
            now = [(row, set(squares)) for row, squares in rows]
            placed = set()
            for dx, y in shape:
                now[at + y][1].add(x + dx)
                placed.add((x + dx, now[at + y][0]))
            yield frozenset(placed), [row for row in now if len(row[1]) < width]


def dropped(rows, width, queue, hold, hand=None):
    """All that a queue can build by hard drops, as sets of (piece, squares)."""
    if hand is None:
        hand, queue = queue[0], queue[1:]
    yield frozenset()
    choices = [(hand, queue[0] if queue else "", queue[1:])] if hand else []
    if hold and queue and queue[0] != hand:
        choices.append((queue[0], hand, queue[1:]))
    for piece, then, rest in choices:
        for placed, left in landings(rows, width, piece):
            for more in dropped(left, width, rest, hold, then):
                yield more | {(piece, placed)}


class Game:
    """The chance of a clear by best play: every drop, and every next piece of the bag."""

    def __init__(self, width, hold):
        self.width, self.hold, self.known = width, hold, {}

    def shown(self, seen, bag, then):
        """The mean over the pieces that may be shown now."""
        bag = bag or LETTERS
        return sum(then(seen + piece, bag.replace(piece, "")) for piece in bag) / Fraction(len(bag))

    def drop(self, rows, held, seen, bag):
        """Drops the first piece seen."""
        return max((self.shown(seen[1:], bag, lambda more, left, now=now: self.chance(
            now, held, more, left)) for _, now in landings(rows, self.width, seen[0])),
                   default=Fraction(0))

    def chance(self, rows, held, seen, bag):
        if not rows:
            return Fraction(1)
        key = (tuple((row, frozenset(squares)) for row, squares in rows), held, seen, bag)
        if key not in self.known:
            best = self.drop(rows, held, seen, bag)
            if self.hold and held:
                best = max(best, self.drop(rows, seen[0], held + seen[1:], bag))
            elif self.hold:
                best = max(best, self.shown(seen[1:], bag, lambda more, left: self.drop(
                    rows, seen[0], more, left)))
            self.known[key] = best
        return self.known[key]


class Clear(program.Case):
    def clear(self, *arguments, **options):
        return self.succeed("clear", *arguments, **options).decode()

    def total(self, pattern, **options):
        """The queues of a pattern: all of them fail on a board that no piece fills."""
        self.write("wall", b"#.#.#.##\n#.######\n")
        answer = json.loads(self.clear("percent", pattern, "--rows", 2, "--field", "wall",
                                       "--failed", 10000, "--json", **options))
        self.assertEqual(answer["clear"], 0)
        self.assertEqual(len(answer["failed"]), answer["total"])
        return answer["failed"]

    def test_patterns(self):
        def words(*parts):
            return sorted({"".join(part) for part in itertools.product(*parts)})

        def draws(letters, count):
            return ["".join(draw) for draw in itertools.permutations(letters, count)]
        for pattern, wanted in (
                ("IOTS", ["IOTS"]), ("i,o, t s", ["IOTS"]), ("*p4", draws(LETTERS, 4)),
                ("[SZLJ]!", draws("SZLJ", 4)), ("[TIO]p2,*p2", words(draws("TIO", 2),
                                                                     draws(LETTERS, 2))),
                ("**TT", words(LETTERS, LETTERS, "T", "T")),
                ("[^SZ]p3I", words(draws("IOTJL", 3), "I")),
                ("IOTS;SZLJ ; IOTS", ["IOTS", "SZLJ"])):
            with self.subTest(pattern):
                self.assertEqual(sorted(self.total(pattern)), sorted(wanted))
        self.write("queues.txt", b"# two\nIOTS\n\n[SZ]!,TT # and two more\r\n")
        self.assertEqual(self.total("queues.txt"), ["IOTS", "SZTT", "ZSTT"])
        self.assertEqual(self.total("-", given=b"LLLL"), ["LLLL"])
        self.assertEqual(len(self.total("*!")), 5040)

    def kicks(self, half=True, **changes):
        """A table of kicks: half turns as in Jstris, quarter turns as by SRS."""
        jlstz = {"NE": "(0,0)(-1,0)(-1,+1)(0,-2)(@-1,-2)", "EN": "(0,0)(1,0)(1,-1)(0,2)(1,2)",
                 "ES": "&L.EN", "SE": "&L.NE", "SW": "(0,0)(1,0)(1,1)(0,-2)(1,-2)",
                 "NW": "&L.SW", "WS": "( 0, 0)(-1, 0)(-1,-1)(0,+2)(-1,+2)", "WN": "&l.ws",
                 "NS": "(0,0)(0,1)", "EW": "(0,0)(1,0)", "SN": "(0,0)(0,-1)", "WE": "(0,0)(-1,0)"}
        i = {"NE": "(1,0)(-1,0)(2,0)(-1,-1)(2,2)", "WS": "&I.NE",
             "EN": "(-1,0)(1,0)(-2,0)(1,1)(-2,-2)", "SW": "&I.EN",
             "ES": "(0,-1)(-1,-1)(2,-1)(-1,1)(2,-2)", "NW": "&I.ES",
             "SE": "(0,1)(1,1)(-2,1)(1,-1)(-2,2)", "WN": "&I.2R",
             "NS": "(1,-1)(1,0)", "EW": "(-1,-1)(0,-1)", "SN": "(-1,1)(-1,0)", "WE": "(1,1)(0,1)"}
        o = {"NE": "(0,1)", "WS": "(0,1)", "ES": "(1,0)", "NW": "(1,0)", "SW": "(0,-1)",
             "EN": "(0,-1)", "WN": "(-1,0)", "SE": "(-1,0)",
             "NS": "(1,1)", "EW": "(1,-1)", "SN": "(-1,-1)", "WE": "(-1,1)"}
        lines = {}
        for letter in LETTERS:
            of_letter = {"I": i, "O": o}.get(letter, jlstz)
            for turn, places in of_letter.items():
                if half or turn not in ("NS", "EW", "SN", "WE"):
                    lines[f"{letter}.{turn}"] = places
        lines.update({name.replace("_", "."): value for name, value in changes.items()})
        return "".join(f"{key}={value}\n" for key, value in lines.items()
                       if value is not None).encode()

    def test_kicks_from_a_file(self):
        self.write("jstris.properties", self.kicks())
        self.write("srs.properties", b"# SRS\n\n" + self.kicks(half=False))
        for name, other in (("jstris.properties", "jstris"), ("srs.properties", "srs")):
            lines = self.clear("path", "TIZLISOZJTO", "--rules", name)
            self.assertEqual(lines, self.clear("path", "TIZLISOZJTO", "--rules", other))
            self.assertEqual(lines, self.clear("path", "TIZLISOZJTO", "--turns", name))
        # Published for half turns of Jstris.
        self.assertEqual(self.clear("path", "TIZLISOZJTO", "--rules", "jstris").count("\n"), 1678)

    def test_many_queues(self):
        """More than are asked about at once; the first four pieces decide."""
        self.write("opener.txt", OPENER)
        options = "--field", "opener.txt", "--memory", "10M"

        def shares(pattern):
            text = self.clear("percent", pattern, *options, "--tree", 1)
            return [[int(number) for number in pair]
                    for pair in re.findall(r"(\d+) of (\d+) ", text)]
        self.assertEqual(shares("*p4*p4"), [[840 * number for number in pair]
                                            for pair in shares("*p4")])

    def test_solutions(self):
        """As 'ways' finds them by playing every way; the drops are one of these."""
        self.write("opener.txt", OPENER)
        seed = random.Random(7)
        for rules in ("harddrop", "srs", "srs+180"):
            for hold in (True, False):
                queue = "".join(seed.sample(LETTERS, 4))
                status, text, _ = self.run_program(
                    "clear", "ways", queue, "--field", "opener.txt", "--all", "--rules", rules,
                    *([] if hold else ["--no-hold"]))
                ways = text.decode().splitlines()
                found, output, _ = self.run_program(
                    "clear", "path", queue, "--field", "opener.txt", "--rules", rules, "--json",
                    *([] if hold else ["--no-hold"]))
                solutions = [json.loads(line) for line in output.decode().splitlines()]
                self.assertEqual(found, status)
                self.assertEqual(sum(one["ways"] for one in solutions), len(ways))
                self.assertLessEqual({", ".join(one["drops"]) for one in solutions}, set(ways))

    def test_solutions_of_a_pattern(self):
        """Those of its queues, each once, with the number of queues that build it."""
        self.write("opener.txt", OPENER)
        wanted, clearing = {}, 0
        for queue in itertools.permutations("TISL", 4):
            status, output, _ = self.run_program("clear", "path", "".join(queue), "--field",
                                                 "opener.txt", "--json")
            clearing += status == 0
            for line in output.decode().splitlines():
                one = json.loads(line)
                self.assertEqual(one["queues"], 1)
                queues, ways = wanted.get(tuple(one["board"]), (0, 0))
                wanted[tuple(one["board"])] = (queues + 1, ways + one["ways"])
        found = [json.loads(line) for line in self.clear(
            "path", "[TISL]!", "--field", "opener.txt", "--json").splitlines()]
        self.assertEqual({tuple(one["board"]): (one["queues"], one["ways"]) for one in found},
                         wanted)
        self.assertEqual(len(found), len(wanted))
        counts = [one["queues"] for one in found]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertIn(f"{clearing} of 24 ", self.clear("percent", "[TISL]!", "--field",
                                                       "opener.txt"))
        text = self.clear("path", "*p4", "--field", "opener.txt").splitlines()
        self.assertEqual(len(text), 18)
        self.assertRegex(text[0], r"^96\tI N 5 3, ")
        self.assertEqual(self.clear("path", "*p4", "--field", "opener.txt", "--limit", 2)
                         .splitlines(), text[:2])

    def test_fewest_solutions(self):
        """The fewest that cover all queues with one, by trying all choices; unique ones."""
        self.write("opener.txt", OPENER)
        covers = {}
        for queue in itertools.permutations("TISL", 4):
            _, output, _ = self.run_program("clear", "path", "".join(queue), "--field",
                                            "opener.txt", "--json")
            covers[queue] = {tuple(json.loads(line)["board"])
                             for line in output.decode().splitlines()}
        boards = sorted(set().union(*covers.values()))
        wanted = next(count for count in range(len(boards) + 1)
                      for choice in itertools.combinations(boards, count)
                      if all(cover & set(choice) for cover in covers.values() if cover))
        options = ("path", "[TISL]!", "--field", "opener.txt", "--json")
        chosen = {tuple(json.loads(line)["board"])
                  for line in self.clear(*options, "--minimal").splitlines()}
        self.assertEqual(len(chosen), wanted)
        self.assertTrue(all(cover & chosen for cover in covers.values() if cover))
        unique = {tuple(json.loads(line)["board"])
                  for line in self.clear(*options, "--unique").splitlines()}
        self.assertEqual(unique, {board for cover in covers.values() if len(cover) == 1
                                  for board in cover})
        self.assertEqual(len(self.clear("path", "*p4", "--field", "opener.txt", "--minimal")
                             .splitlines()), 16)

    def test_unproven_fewest_solutions(self):
        """Stopped before the proof: a cover, and a bound."""
        self.write("field.txt", b"####......\n" * 4)
        status, output, messages = self.run_program(
            "clear", "path", "*p7", "--field", "field.txt", "--minimal", "--nodes", 1)
        found = re.fullmatch(r"dropforge: (\d+) solutions cover all queues, and (\d+) at least are "
                             r"needed; .*\n", messages)
        self.assertEqual((status, len(output.splitlines())), (4, int(found[1])))
        self.assertLess(int(found[2]), int(found[1]))

    def test_formats(self):
        self.clear("path", "IIOOO", "--rows", 2, "-o", "x.txt", "-o", "x.jsonl", "-o", "x.fumen")
        lines = self.read("x.txt").decode().splitlines()
        objects = [json.loads(line) for line in self.read("x.jsonl").decode().splitlines()]
        self.assertEqual([", ".join(one["drops"]) for one in objects], lines)
        self.assertEqual(len({tuple(one["board"]) for one in objects}), len(lines))
        self.assertGreater(len(lines), 1)
        self.clear("path", "[IO]!IOO", "--rows", 2, "-o", "x.png", "-o", "x.svg")
        self.assertTrue(self.read("x.png").startswith(b"\x89PNG"))
        self.write("opener.txt", OPENER)
        for more in ((), ("--spin", "any"), ("--rules", "harddrop")):
            self.clear("path", "*p4", "--field", "opener.txt", "-o", "x.drops", "-o", "x.gif", *more)
            left = json.loads(self.succeed("replay", "x.drops", "--json"))
            self.assertEqual((left["rows_cleared"], left["max_height"]), (4, 4))
            self.assertTrue(self.read("x.gif").startswith(b"GIF89a"))
        labels = re.findall(rb"<text[^>]*>([^<]*)</text>", self.read("x.svg"))
        self.assertEqual(labels, [line.split("\t")[0].encode() + b"/2" for line in self.clear(
            "path", "[IO]!IOO", "--rows", 2).splitlines()])
        self.assertTrue(self.read("x.fumen").startswith(b"v115@"))
        self.assertEqual(len(self.clear("path", "IIOOO", "--rows", 2, "--limit", 1)
                             .splitlines()), 1)

    def test_table(self):
        """The row that the documentation of solution-finder shows, and sums of all rows."""
        self.write("opener.txt", b"v115@BhF8CeG8BeH8CeG8JeAgWDAqedBA")
        self.clear("path", "*p4", "--field", "opener.txt", "-o", "x.csv")
        rows = list(csv.reader(self.read("x.csv").decode().splitlines()))
        self.assertEqual([len(row) for row in rows], [8] * 19)
        self.assertEqual(rows[0][1], "使用ミノ")
        known = next(row for row in rows if "v115@9gh0R4F8g0R4G8BtH8g0BtG8Je" in row[0])
        self.assertEqual(known[1:7], ["JSZ", "2", "2", "48", "ZSJ;ZJS", "ZSJ;ZJS"])
        self.assertEqual(set(known[7].split(";")), set(
            "JZSI;ZLJS;JZTS;SZJO;ZSLJ;ZSJI;ZSOJ;ZJSL;ZTSJ;SZLJ;SZJI;SZOJ;TZJS;IZJS;LZJS;ZISJ;ZSIJ;"
            "JZSL;OZJS;ZJLS;ZLSJ;ZJOS;SZIJ;ZJST;ZOJS;ZSJL;JZLS;ZSTJ;ZJIS;ZJSO;SZJL;JZOS;JZST;TZSJ;"
            "SZTJ;IZSJ;LZSJ;OZSJ;JZIS;JZSO;ZSJT;ZTJS;ZJSI;ZJTS;ZOSJ;SZJT;ZIJS;ZSJO".split(";")))
        objects = [json.loads(line) for line in self.clear(
            "path", "*p4", "--field", "opener.txt", "--json").splitlines()]
        for row, one in zip(rows[1:], objects):
            self.assertEqual((int(row[4]), len(row[7].split(";"))), (one["queues"],) * 2)
            self.assertEqual((int(row[2]), int(row[3])),
                             tuple(len(row[i].split(";")) for i in (5, 6)))
            order = "".join(drop.replace("hold ", "")[0] for drop in one["drops"])
            self.assertIn(order, row[5].split(";"))

    def test_kept_pieces(self):
        """Those of a queue that its solution does not drop, and expressions about them."""
        self.write("opener.txt", OPENER)
        kept = {}
        for queue in itertools.permutations("TISLO", 4):
            _, output, _ = self.run_program("clear", "path", "".join(queue), "--field",
                                            "opener.txt", "--json")
            kept["".join(queue)] = [
                sorted(set(queue) - set("".join(json.loads(line)["board"])))
                for line in output.decode().splitlines()]
        options = ("[TISLO]p4", "--field", "opener.txt")

        def count(test):
            return sum(any(test(left) for left in lefts) for lefts in kept.values())
        found = json.loads(self.clear("save", *options, "--json"))
        self.assertEqual(found["clear"], count(lambda left: True))
        self.assertEqual(found["total"], 120)
        letters = {tuple(left) for lefts in kept.values() for left in lefts}
        self.assertEqual({one["pieces"]: one["queues"] for one in found["kept"]},
                         {"".join(left): count(lambda one, left=left: tuple(one) == left)
                          for left in letters})
        queues = [one["queues"] for one in found["kept"]]
        self.assertEqual(queues, sorted(queues, reverse=True))
        for text, test in (("T", lambda left: "T" in left), ("!T", lambda left: "T" not in left),
                           ("T || (I&&!L) ", lambda left: "T" in left or "I" in left),
                           ("!(T||i)&&!O", lambda left: not set("TIO") & set(left)),
                           ("TT", lambda left: False), ("!TT", lambda left: True)):
            with self.subTest(text):
                self.assertEqual(self.clear("save", options[0], text, *options[1:]).split(" of ")[0],
                                 f"{text} {count(test)}")

    def test_spins(self):
        self.write("opener.txt", OPENER)
        options = ("*p4", "--field", "opener.txt", "--spin")
        lines = self.clear("path", *options, "any").splitlines()
        self.assertEqual(sum(" spin" in line for line in lines), len(lines))
        for one in map(json.loads, self.clear("path", *options, "any", "--json").splitlines()):
            self.assertEqual(one["drops"][one["spin"]].replace("hold ", "")[0], "T")
        one = ("path", "TIZL", *options[1:], "any")
        self.assertEqual(self.clear(*one, "--limit", 1), self.clear(*one))
        self.assertLess(len(self.clear(*one)), len(self.clear(*one[:-2])))

    def test_best_drops(self):
        """Against every drop and every bag by hard drops; also after a hold."""
        seed = random.Random(3)
        chances = set()
        for number, (width, height, seen) in enumerate((
                (4, 2, 1), (4, 2, 2), (4, 3, 1), (4, 3, 2), (4, 3, 3), (6, 2, 2), (6, 2, 1), (5, 4, 5))):
            rows = [(y, set()) for y in range(height)]
            bag = list("IOJL" if seen < 4 else LETTERS)
            seed.shuffle(bag)
            queue = "".join(bag.pop() for _ in range(seen))
            held = seed.choice("IO") if seed.random() < 0.5 else ""
            left = "".join(letter for letter in LETTERS if letter not in queue)
            self.write("empty.txt", ("." * width + "\n").encode() * height)
            for hold in tap.part((number % 2 == 0, number % 2 == 1), 2):
                kept = held if hold else ""
                found = json.loads(self.clear(
                    "best", queue, "--field", "empty.txt", "--rows", height, "--rules",
                    "harddrop", "--json", *(["--held", kept] if kept else []),
                    *([] if hold else ["--no-hold"])))
                with self.subTest(queue, width=width, held=kept, hold=hold):
                    wanted = Game(width, hold).chance(rows, kept, queue, left)
                    self.assertEqual(Fraction(found["clear"], found["total"]), wanted)
                    self.assertTrue(all(0 < one["clear"] <= found["clear"]
                                        for one in found["moves"]))
                    chances.add(wanted)
        self.assertGreater(len(chances), 4, chances)

    def test_best_drops_for_some_solutions(self):
        """Lower bounds, which say so, and exact chances where there are no more solutions."""
        options = ("SZLOJTISZ", "--bag", "LO", "--no-hold")
        exact = json.loads(self.clear("best", *options, "--json"))
        self.assertLess(exact["clear"], exact["total"])
        some, all_of_them = (json.loads(self.clear("best", *options, "--json", "--solutions", many))
                             for many in (1, 1000000))
        self.assertEqual(all_of_them, {**exact, "most": exact["clear"]})
        chances = {one["drop"]: one["clear"] for one in exact["moves"]}
        self.assertLess(len(some["moves"]), len(chances))
        self.assertTrue(all(one["clear"] <= chances[one["drop"]] for one in some["moves"]))
        self.assertLessEqual(some["clear"], exact["clear"])
        self.assertEqual(some["most"], exact["total"])
        text = self.clear("best", *options, "--solutions", 1)
        self.assertRegex(text, "^at least 1 of 2 .*, at most 2\nat least 1 of 2 ")
        self.assertNotIn("at", self.clear("best", *options, "--solutions", 1000000))

    def test_best_drops_of_all_queues(self):
        """Against answers for single queues, which tables give, too."""
        self.write("empty.txt", b"......\n" * 4)
        board = ("--field", "empty.txt", "--rules", "tucks")
        for seen, options in ((2, board), (6, board), (6, (*board, "--no-hold"))):
            pattern = f"*p{seen}"
            self.write("table.txt", self.succeed("clear", "best", pattern, *options))
            answers = json.loads(self.clear("best", pattern, *options, "--json"))
            queues = {one["queue"]: one for one in answers["queues"]}
            self.assertEqual(len(queues), len(list(itertools.permutations(LETTERS, seen))))
            self.assertEqual([answers[key] for key in ("clear", "total")],
                             [sum(one[key] for one in queues.values()) for key in ("clear", "total")])
            for queue in random.Random(seen).sample(sorted(queues), 4):
                with self.subTest(queue, options=options):
                    single = json.loads(self.clear("best", queue, *options, "--json"))
                    self.assertEqual({**single, "queue": queue}, queues[queue])
                    self.assertEqual(self.clear("best", queue, *options, "--table", "table.txt"),
                                     self.clear("best", queue, *options))
                    again = self.clear("best", queue, *options, "--table", "table.txt", "--json")
                    self.assertEqual(json.loads(again), single)

    @tap.long
    def test_best_drops_of_many_continuations(self):
        """42 of them on the empty board: some solutions have no higher chance than all boards."""
        options = ("clear", "best", "SZLOJTISZ", "--bag", "IOTSZJL", "--json")
        exact = json.loads(self.succeed(*options))
        some = json.loads(self.succeed(*options, "--solutions", 20))
        self.assertEqual((exact["total"], some["total"]), (42, 42))
        self.assertLessEqual(some["clear"], exact["clear"])
        chances = {one["drop"]: one["clear"] for one in exact["moves"]}
        self.assertTrue(all(one["clear"] <= chances[one["drop"]] for one in some["moves"]))

    def test_cover_of_solutions(self):
        """Each page of the solutions of a pattern is built by as many queues as before."""
        self.write("opener.txt", OPENER)
        options = ("path", "*p4", "--field", "opener.txt")
        wanted = [int(line.split()[0]) for line in self.clear(*options).splitlines()]
        rows = list(csv.reader(self.clear(*options, "-f", "csv").splitlines()))[1:]
        self.clear(*options, "-o", "x.fumen")
        found = json.loads(self.clear("cover", "*p4", "x.fumen", "--orders", "--json",
                                      "--failed", 1000))
        self.assertEqual([one["queues"] for one in found["drawings"]], wanted)
        self.assertEqual([one["orders"] for one in found["drawings"]],
                         [row[6].split(";") for row in rows])
        self.assertEqual((found["any"], found["total"], len(found["failed"])), (514, 840, 326))

    def test_setups(self):
        """Against hard drops of every queue on small boards, with rows that clear."""
        seed = random.Random(11)
        sums = 0
        for _ in range(12):
            width, height = 4, 4
            rows = ["".join(seed.choice(signs) for _ in range(width))
                    for signs in ("..O", "..OI", "OIII#", "OIII##")]
            rows = [row.replace("#", "I", row == "#" * width) for row in rows]
            hold = seed.random() < 0.6
            letters = "".join(seed.sample(LETTERS, 3))
            self.write("drawing.txt", "".join(row + "\n" for row in rows).encode())
            squares = {sign: {(x, height - 1 - y) for y, row in enumerate(rows)
                              for x, one in enumerate(row) if one == sign} for sign in "IO#"}
            if not squares["I"]:
                continue
            field = [(y, {x for x, at in squares["#"] if at == y}) for y in range(height)]
            wanted = {}
            for queue in itertools.permutations(letters):
                for built in set(dropped(field, width, queue, hold)):
                    filled = set().union(*(place for _, place in built))
                    if squares["I"] <= filled <= squares["I"] | squares["O"] and all(
                            place & squares["I"] for _, place in built):
                        wanted[built] = wanted.get(built, 0) + 1
            _, output, _ = self.run_program(
                "clear", "setup", f"[{letters}]!", "drawing.txt", "--rules", "harddrop", "--json",
                *([] if hold else ["--no-hold"]))
            found = [json.loads(line) for line in output.decode().splitlines()]
            with self.subTest("/".join(rows), letters=letters, hold=hold):
                self.assertEqual(sorted(one["queues"] for one in found), sorted(wanted.values()))
            sums += len(found)
        self.assertGreater(sums, 0)


class Ways(program.Case):
    def ways(self, *arguments, **options):
        return self.succeed("clear", "ways", *arguments, **options).decode()

    def check_way(self, way, queue, hold, width, rows):
        """Plays a way by the rules of the queue and the hold; nothing must be left."""
        arriving, held, drops = iter(queue), None, []
        for text in way.split(", "):
            piece = next(arriving, None)
            if text.startswith("hold "):
                self.assertTrue(hold)
                piece, held = (next(arriving) if held is None else held), piece
                text = text.removeprefix("hold ")
            drops.append(text)
            self.assertEqual(text[0], piece)
        self.assertEqual(len(drops) * 4, width * rows)
        text = "\n".join(["dropforge-drops 1", f"field {width} 20", *drops, ""]).encode()
        plan = oracle.read(text)
        self.assertFalse(any(plan.field.rows))

    def test_ways_leave_nothing(self):
        for queue, options in (("IOTSZJLIOTS", DROPS), ("IOTSZJLIOTS", PLAIN), ("TJLIOSZTLJ", DROPS)):
            ways = self.ways(queue, *options, "--limit", 5).splitlines()
            self.assertEqual(len(set(ways)), 5)
            for way in ways:
                self.check_way(way, queue, options == DROPS, 10, 4)

    def test_plans(self):
        line = self.ways("IOTSZJLIOTS", *DROPS)
        drops = line.strip().replace("hold ", "").replace(", ", "\n")
        self.assertEqual(self.ways("IOTSZJLIOTS", *DROPS, "-o", "a.drops", "-o", "a.gif",
                                   "-o", "-"),
                         f"dropforge-drops 1\nfield 10 20\n{drops}\n")
        self.assertEqual(self.files(), ["a.drops", "a.gif"])
        self.succeed("replay", "a.drops", "-o", "-")
        self.write("gap", b"##....\n##....\n")
        self.ways("OO", "--field", "gap", "--rows", 2, "-o", "d.drops")
        self.succeed("replay", "d.drops", "-o", "-")


if __name__ == "__main__":
    program.main()
