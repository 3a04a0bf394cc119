"""Uses the Python package: results are those of the program, errors say where and what, and memory
is kept as long as something uses it.

usage: test_python.py PROGRAM PACKAGE [unittest options]
PACKAGE is the folder that has `dropforge`.
"""

import _thread
import gc
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time
from array import array as packed

from tests.support import images
from tests.support import program
from tests.support import tap

try:
    import numpy
except ImportError:
    numpy = None

CHICK = [".##.", "#OO#"]
BOARD = ["#####....#", "######...#", "#######..#", "######...#"]


def pixels(rows, inks):
    """A drawing as RGBA."""
    return b"".join(bytes.fromhex(inks[letter]) + b"\xff" if letter in inks else bytes(4)
                    for row in rows for letter in row)


class Programs(program.Case):
    """What the package and the program make is the same."""

    def test_prints(self):
        inks = {"#": "402010", "O": "f0f0f0"}
        data = pixels(CHICK, inks)
        source = df.Picture((4, 2, data))
        self.assertEqual(source.pixels(), (4, 2, data))
        self.write("plan.drops", str(df.print(source, seed=3)).encode())
        self.write("own.drops", str(df.print(CHICK, prepare={"inks": {
            name: f"#{color}" for name, color in inks.items()}}, seed=3)).encode())
        first, second = ((self.folder / name).read_bytes() for name in ("plan.drops", "own.drops"))
        self.assertEqual(first, second)
        # The program reads it, and prints the picture that it leaves in the same way.
        self.write("chick.png", images.png_rgba([[tuple(data[4 * (4 * y + x):][:4]) for x in range(4)]
                                                 for y in range(2)]))
        self.succeed("check", "plan.drops", "chick.png")
        self.assertEqual(self.succeed("print", "chick.png", "--seed", 3, "-o", "-"), first)
        self.assertEqual(df.Picture(source.pixels(), palette="guideline").colors, ["#f00000", "#00f0f0"])
        dealt = df.print(source, deal="bag", hold=True, preview=5, rules="srs", seed=4, effort=0)
        self.assertEqual(str(dealt).encode(), self.succeed(
            "print", "chick.png", "--deal", "bag", "--hold", "--preview", 5, "--rules", "srs",
            "--seed", 4, "--effort", 0, "-o", "-"))
        for kind in ("keys", "game"):
            self.write("dealt.drops", str(dealt).encode())
            self.succeed("replay", "dealt.drops", "-o", f"x.{'keys.json' if kind == 'keys' else kind}")
            name = f"x.{'keys.json' if kind == 'keys' else kind}"
            self.assertEqual(dealt.export(kind).strip(), (self.folder / name).read_text().strip())

    def test_bots(self):
        wanted = json.loads(self.succeed("bot", "--player", "lee4", "--seed", 5, "--games", 1,
                                         "--max-pieces", 200, "--json"))
        game = df.Bot("lee4").game(seed=5, max_pieces=200)
        self.assertEqual(len(list(game)), 200)
        self.assertEqual((game.result.pieces, game.result.lines), (wanted["pieces"], wanted["lines"]))
        plan = game.plan()
        self.assertEqual(plan.field().rows(), [row for row in plan.field().rows() if row.strip(".")])
        full = [sum(1 << x for x in range(10) if plan.field().at(x, y)) for y in range(20)]
        self.assertEqual(game.board, full)
        given = df.Bot("lee4").game(deal="IOT")
        self.assertEqual([drop.piece for drop in given], ["I", "O", "T"])
        self.assertEqual(given.result.end, "dealt")

    def test_clears_and_tilings(self):
        self.assertEqual(df.count_tilings(8, 4, symmetric=True),
                         int(self.succeed("tile", "count", "8x4", "--symmetry").split()[0]))
        self.assertEqual(df.count_tilings(10, 5, pieces=5),
                         int(self.succeed("tile", "count", "10x5", "--omino", 5).split()[0]))
        found = df.clear_percent("*p4", board=BOARD, tree=2)
        for share in found.tree:
            self.assertEqual(share.clear, sum(part.clear for part in share.next))
        self.assertEqual(found.clear, sum(share.clear for share in found.tree))
        self.assertEqual(len(found.failed), found.total - found.clear)
        solutions = df.clear_path("*p4", board=BOARD)
        built = {queue for solution in solutions for queue in solution.queues}
        self.assertEqual(len(built), found.clear)
        cover = df.clear_cover("*p7", [["JJJ", "..J"], ["OO", "OO"]], orders=True)
        self.assertEqual((cover.drawings[0].orders, cover.total), (["J"], 5040))
        # Nine rows, and the pages of a fumen; what is longer than need be is cut.
        tower = ["O" * 2] * 8 + ["XX.X"]
        self.assertEqual(df.clear_cover("OOOO", [tower]).any, 1)
        self.write("build.drops", b"dropforge-drops 1\nfield 10 20\nO N 0 0\nO N 0 2\nI N 2 0\n")
        fumen = self.succeed("replay", "build.drops", "--format", "fumen").decode()
        self.write("build.txt", fumen.encode())
        pages = df.read_fumen(fumen)
        wanted = json.loads(self.succeed("clear", "cover", "OO,*p4", "build.txt", "--orders", "--json"))
        cover = df.clear_cover("OO,*p4", [pages], orders=True)
        self.assertEqual((cover.drawings[0].orders, cover.any, cover.total), (
            wanted["drawings"][0]["orders"], wanted["any"], wanted["total"]))
        self.assertEqual(df.clear_cover("*p7*p7", [["JJJ", "..J"]]), df.clear_cover("*p2", [["JJJ", "..J"]]))
        self.assertEqual(df.clear_percent("*p7*p7", board=BOARD)[:2], df.clear_percent("*p4", board=BOARD)[:2])
        self.assertEqual(df.clear_best("TIZ", board=BOARD).total, 4)
        one = df.clear_best("TIZLOSJTI", solutions=1)
        self.assertTrue(0 < one.clear <= one.most <= one.total)
        usual = df.clear_best("TIZLOSJTI")
        self.assertTrue(one.clear <= usual.clear <= usual.most == one.most)


class Lists(program.Case):
    """Tilings and polyominoes."""

    def test_tilings(self):
        tilings = df.Tilings(6, 4)
        self.assertEqual(len(tilings), df.count_tilings(6, 4))
        all_of_them = list(tilings)
        self.assertEqual(len(all_of_them), len(tilings))
        self.assertEqual(all_of_them[-1], tilings[-1])
        for number in random.Random(1).sample(range(len(tilings)), 20):
            tiling = tilings[number]
            self.assertEqual(tiling, all_of_them[number])
            self.assertEqual(tilings.rank(reversed(tiling)), number)
            plan = df.make_plan(6, 30, tilings.order(tiling, clears=True), rules="above")
            self.assertEqual(plan.field().rows(), [])
        self.assertEqual(list(tilings.list(skip=300, limit=2)), all_of_them[300:302])
        for part in (slice(300, 302), slice(-2, None), slice(0, 0), slice(5, 2), slice(9, 2, -3),
                     slice(None, None, len(tilings) // 3)):
            self.assertEqual(tilings[part], all_of_them[part])
        self.assertEqual(df.Tilings(2, 2, pieces="J").count, 0)
        self.assertRaises(IndexError, tilings.__getitem__, len(tilings))
        self.assertRaises(df.Error, tilings.rank, [("I", "N", 0, 0)])

    def test_ominoes(self):
        counts = df.omino_counts(8)
        self.assertEqual(len(list(df.ominoes(8))), counts.free)
        self.assertEqual(df.count_ominoes(8, kind="fixed", jobs=2), counts.fixed)
        self.assertEqual(df.count_ominoes(8, symmetries=["all"]), counts.symmetric["all"])
        self.assertEqual(sum(counts.symmetric.values()), counts.free)
        self.assertEqual(len(list(df.ominoes(8, limit=5))), 5)
        self.assertEqual({df.omino(code)["holes"] for code in df.ominoes(8, holes=(1,))}, {1})
        for method in ("uniform", "grow", "walk"):
            codes = df.random_ominoes(9, method=method, seed=1, many=3)
            self.assertEqual([df.omino(code)["size"] for code in codes], [9] * 3)
            self.assertEqual(codes, df.random_ominoes(9, method=method, seed=1, many=3))
        self.assertRaises(TypeError, df.count_ominoes, 8, hoels=1)


class Fumens(program.Case):
    def test_there_and_back(self):
        bot = df.Bot("lee4", hold=True)
        plan = bot.game(deal="bag", seed=2, max_pieces=30).plan()
        pages = df.read_fumen(plan.fumen())
        self.assertEqual(len(pages), len(plan) + 1)
        self.assertEqual([page.piece.piece for page in pages[:-1]], [drop.piece for drop in plan.drops])
        for page, step in zip(pages[1:], plan.steps()):
            self.assertEqual(page.rows, step.field.rows())
        boards = [page.rows for page in pages]
        self.assertEqual([page.rows for page in df.read_fumen(df.write_fumen(boards))], boards)

    def test_pages_and_comments(self):
        pages = df.read_fumen(df.write_fumen([["##", "I_"]]))
        self.assertEqual(pages[0].rows, ["XX........", "I........."])
        told = pages[0]._replace(comment="\u3053\u3093 \U0001f600", piece=df.Drop("T", "N", 4, 3), lock=True)
        again = df.read_fumen(df.write_fumen([told, ["I"]]))
        self.assertEqual((again[0].rows, *again[0][1:3], again[0].comment), (told.rows, *told[1:3], told.comment))
        self.assertEqual(again[1].rows, ["I........."])
        for wrong in ("a\nb", "a" * 4096):
            self.assertRaisesRegex(df.Error, "comment", df.write_fumen, [told._replace(comment=wrong)])

    def test_arrays_as_boards(self):
        """Of rows from the floor, as fields and environments have them, of words, and of letters."""
        rows = ["#####....#", "######...#", "#######..#", "######...#"]
        field = [[letter != "." for letter in row] for row in reversed(rows)] + [[False] * 10] * 16
        wanted = df.clear_percent("T,*p3", board=rows)
        squares = memoryview(bytes(sum(field, []))).cast("B", (20, 10))
        self.assertEqual(df.clear_percent("T,*p3", board=squares), wanted)
        words = memoryview(bytearray(32)).cast("Q")
        words[:] = memoryview(packed("Q", (sum(square << x for x, square in enumerate(row)) for row in field[:4])))
        self.assertEqual(df.clear_percent("T,*p3", board=words), wanted)
        self.assertEqual(df.perfect_clears("TIOSL", board=squares, rows=4), df.perfect_clears("TIOSL", board=rows))
        if numpy is None:
            return
        for board in (field, numpy.array(field, numpy.float32), numpy.array(field, numpy.int8), numpy.array([list(row) for row in rows]),
                      numpy.array(rows), numpy.array([int(word) for word in words])):
            self.assertEqual(df.clear_percent("T,*p3", board=numpy.array(board)), wanted)
        drawing = numpy.array([list("IIII"), list("OO..")])
        self.assertEqual(df.clear_setup("IO", drawing, hold=False), df.clear_setup("IO", ["IIII", "OO.."], hold=False))

    def test_pages_as_boards(self):
        """A page's piece is in its place, full rows clear, and a quiz is a queue."""
        shown = df.read_fumen("http://fumen.zui.jp/?d115@9gwhIewhIewhRpBeR4CewhRpAeR4NesKJ#1:1")[0]
        self.assertEqual(shown.placed, ["I.........", "I...Z.....", "IOOZZSS...", "IOOZSS...."])
        self.assertEqual(df.clear_percent("*p7", board=shown)[:2], (4736, 5040))
        with self.assertRaises(df.Error):
            df.clear_percent("*p7", board=df.read_fumen("v115@bhD8PeTJJ")[0])
        full = ["XXXXXX____", "XXXXX_____", "XXXXXXXXXX", "XXXXXX___X"]
        self.assertEqual(df.clear_percent("T,*p3", board=full)[:2], (190, 210))
        opener = ["#####....#", "######...#", "#######..#", "######...#"]
        self.assertEqual(df.clear_percent("#Q=[S](Z)I*JOT", board=opener),
                         df.clear_percent("SZI*JOT", board=opener))


class Preparation(program.Case):
    """Any pixels can be printed; drawings stay as they are."""

    def test_steps(self):
        ink, clear = (200, 30, 60, 255), (255, 255, 255, 255)
        shape = ["##.###.#", "#.#..###", "########", ".#.#.##.", "##..####"]
        rows = [[ink if letter == "#" else clear for letter in row for _ in range(4)]
                for row in shape for _ in range(4)]
        data = bytes(channel for row in rows for pixel in row for channel in pixel)
        made = df.Picture((32, 20, data))
        self.assertEqual((made.width, made.height), (8, 5))
        self.assertEqual(made.prepared, "4x enlarged: 32x20 -> 8x5")
        self.assertEqual(df.Picture((32, 20, data), enlarged="keep").width, 32)
        self.assertEqual(df.Picture((32, 20, data), exact=True).prepared, "")
        # What is enclosed is no background.
        cells = bytes(df.Picture((32, 20, data), backdrop="#ffffff").cells)
        self.assertGreater(cells.count(0), 0)
        self.assertGreater(cells.count(2), 0)
        self.assertEqual(df.Picture((32, 20, data), crop=(4, 0, 16, 16)).width, 4)
        self.assertEqual(df.Picture((32, 20, data), transparent="#fffffa", tolerance=5).colors,
                         ["#c81e3c"])
        with self.assertRaisesRegex(df.Error, "crop or enlarged do not suit"):
            df.Picture((32, 20, data), crop=(31, 0, 4, 4))
        soft = bytes(channel for x in range(100) for channel in (x, 2 * x, 99, 255)) * 90
        self.assertLessEqual(len(df.Picture((100, 90, soft)).colors), 6)

    def test_empty_rows(self):
        pixels = df.Picture(["##", "..", "##"]).pixels()
        torn = df.Picture(pixels)
        self.assertTrue(torn.anchors)
        self.assertTrue(df.print(torn).check(torn).same)
        with self.assertRaises(df.Error):
            df.print(torn, anchors=False)
        self.assertFalse(df.Picture(["##", "..", "##"]).anchors)


class Errors(program.Case):
    def test_options(self):
        for wrong in (lambda: df.print(CHICK, effort=10), lambda: df.print(CHICK, method="x"),
                      lambda: df.print(CHICK, width=-1), lambda: df.print(CHICK, seed=2**64),
                      lambda: df.print(CHICK, pieces="Q"), lambda: df.print(["#", "", "#"]),
                      lambda: df.print(CHICK, deal="x"), lambda: df.Picture((2, 2, bytes(15))),
                      lambda: df.print(CHICK, deal="bag", preview=1001),
                      lambda: df.Picture(CHICK, palette="x"), lambda: df.Picture(["."]),
                      lambda: df.Pieces("X"), lambda: df.Pieces("II"), lambda: df.Pieces({"V": "#.#"}),
                      lambda: df.Pieces("dropforge-pieces 1\npiece\n"),
                      lambda: df.Tilings(0, 4), lambda: df.count_tilings(10**7, 4),
                      lambda: df.Bot("nobody"), lambda: df.Bot({"nothing": 1}),
                      lambda: df.Bot().choose(""), lambda: df.Bot().choose("T", board=["#" * 10]),
                      lambda: df.Bot().choose("T", board=["#"] * 21), lambda: df.Bot().game(deal="x"),
                      lambda: df.clear_percent("*p"), lambda: df.clear_percent("*p3"),
                      lambda: df.clear_setup("*p4", ["XX.."]), lambda: df.clear_cover("*p4", []),
                      lambda: df.clear_best("TT"), lambda: df.omino("x"), lambda: df.omino_counts(0),
                      lambda: df.read_fumen("v115@x"), lambda: df.write_fumen([["Q"]]),
                      lambda: df.make_plan(4, 8, [("I", "E", 4)]), lambda: df.read_plan("")):
            with self.assertRaises(df.Error) as caught:
                wrong()
            self.assertGreater(len(str(caught.exception)), 10)
            self.assertIn(caught.exception.code, ("argument", "input", "move", "picture", "limit"))
        for wrong in (lambda: df.print(CHICK, hold=True), lambda: df.print(CHICK, deal="given"),
                      lambda: df.print(CHICK, deal="bag", queue="I"), lambda: df.Picture(7),
                      lambda: df.print(CHICK, method="best", deal="bag"), lambda: df.Pieces(None),
                      lambda: df.print(CHICK, effort="1"), lambda: df.print(CHICK, progress=7),
                      lambda: df.clear_percent(7), lambda: df.clear_save("*p4", keep="O")):
            self.assertRaises(TypeError, wrong)

    def test_names(self):
        """A message names the argument, and where it is a number its range."""
        tilings, board = df.Tilings(4, 4), {"board": BOARD}
        self.assertEqual((df.Boards(2).views["held"].shape, df.Boards(keys=True).rules), ((2,), "srs"))
        for message, wrong in {
                "pieces is 0; use a whole number from 1 to 11": lambda: df.Pieces(0),
                "pieces is 12; use a whole number from 1 to 11": lambda: df.Pieces(12),
                "pieces: give one drawing": lambda: df.Pieces({}),
                "pieces: 'V' is drawn as '#.#'": lambda: df.Pieces({"U": "#", "V": "#.#"}),
                "colors is 300; use a whole number from 0 to 255": lambda: df.Picture(CHICK, colors=300),
                "threshold is 256": lambda: df.Picture(CHICK, threshold=256),
                "fit is 0": lambda: df.Picture(CHICK, fit=(0, 4)),
                "width is 65536": lambda: df.Picture((65536, 1, b"")),
                "width is 257; use a whole number from 1 to 256": lambda: df.make_plan(257, 20, []),
                "height is 1025": lambda: df.make_plan(10, 1025, []),
                "width is 65": lambda: df.Tilings(65, 4), "height is 0": lambda: df.Tilings(4, 0),
                "these 1 drops are none": lambda: tilings.rank([("I", "N", 0, 0)]),
                "there is no tiling": lambda: df.Tilings(2, 2, pieces="J").random(),
                "limit is -1": lambda: tilings.list(limit=-1), "many is -1": lambda: tilings.random(many=-1),
                "size is 40; use a whole number from 1 to 32": lambda: df.ominoes(40),
                "size is 33": lambda: df.count_ominoes(33), "size is 35": lambda: df.random_ominoes(35),
                "kind is 'x'": lambda: df.ominoes(5, kind="x"),
                "width is 1; use a whole number from 3": lambda: df.ominoes(5, width=(3, 1)),
                "size is 1025": lambda: df.random_ominoes(1025, method="grow"),
                "boards: give one": lambda: df.write_fumen([]),
                "lookahead is 65": lambda: df.Bot(lookahead=65), "height is 2000": lambda: df.Bot(height=2000),
                "most is -1": lambda: df.Bot().game().play(-1), "no key moves a piece": lambda: df.Boards(keys=True, rules="above"),
                "preview is 65": lambda: df.Boards(preview=65), "width is 0": lambda: df.Boards(width=0),
                "preview is 0": lambda: df.Boards(hold=True, preview=0),
                "has no place on a board": lambda: df.Boards(width=2, height=2),
                "the deal tetrio cannot": lambda: df.Boards(pieces="IO", deal="tetrio"),
                "cannot deal these 2 pieces": lambda: df.Bot(pieces="IO").game(deal="tetrio"),
                "board is 3": lambda: df.Boards().begin(3, 0), "board is -1": lambda: df.Boards().render(-1),
                "width is 11 and rows is 6": lambda: df.clear_percent("*p7", width=11, rows=6),
                "rows is 7": lambda: df.clear_percent("*p7", rows=7), "rows is 10": lambda: df.perfect_clears(
                    "I", rows=10), "failed is -1": lambda: df.clear_percent("*p4", failed=-1, **board),
                "tree is -1": lambda: df.clear_percent("*p4", tree=-1, **board)}.items():
            with self.assertRaises(df.Error, msg=message) as caught:
                wrong()
            self.assertIn(message, str(caught.exception))
        for message, wrong in {
                "code is 5": lambda: df.omino(5), "plan is 5": lambda: df.read_plan(5),
                "fumen is 5": lambda: df.read_fumen(5), "player is 5": lambda: df.Bot(5),
                "the weight of lines is 'x'": lambda: df.Bot({"lines": "x"}), "fit is 4": lambda: df.Picture(CHICK, fit=4),
                "'I' is no drop; use (piece, orientation, x)": lambda: df.make_plan(10, 20, ["I"]),
                "x is '0'": lambda: df.make_plan(10, 20, [("I", "N", "0")]),
                "1.5 is no number of a tiling": lambda: tilings[1.5], "pieces is 7": lambda: df.print(CHICK, pieces=7),
                "size is '5'": lambda: df.ominoes("5"), "width is (1, 2, 3)": lambda: df.ominoes(5, width=(1, 2, 3)),
                "keep is 5": lambda: df.clear_save("*p4", keep=[5], **board),
                "prepare: ": lambda: df.print(df.Picture(CHICK), prepare={"colors": 1}),
                "'fitt' is no option; did you mean 'fit'?": lambda: df.print(CHICK, prepare={"fitt": (4, 4)}),
                "'hoels' is no option; did you mean 'holes'?": lambda: df.count_ominoes(8, hoels=1),
                "plan is 'x.drops', the name of a file; use its text": lambda: df.read_plan("x.drops"),
                "plan is 'my/x.drops', the": lambda: df.read_plan(pathlib.Path("my/x.drops")),
                "fumen is 'x.fumen', the": lambda: df.read_fumen("x.fumen"),
                "pieces is 'x.pieces', the": lambda: df.Pieces("x.pieces"), "player is 'x.weights'": lambda: df.Bot("x.weights"),
                "board: use a list": lambda: df.Bot().choose("T", board=5)}.items():
            with self.assertRaises(TypeError, msg=message) as caught:
                wrong()
            self.assertIn(message, str(caught.exception))

    def test_wrong_types(self):
        """Whatever is wrong is refused by the package, in its own words; Python's would not name the
        argument."""
        plan = df.print(CHICK, effort=0)
        wrong = (1.5, float("nan"), "\ud800", "a\0b", b"x", [None], [["x"]], {5: 5}, {"\ud800": 5},
                 {"a": "\ud800"}, object(), len, 1j, plan, (None, None, None), (1, 1, b"xy"))
        tilings, bot, pieces = df.Tilings(4, 4), df.Bot("lee4"), df.Pieces("IO")
        boards, field = df.Boards(2, record=True), plan.field()
        board = {"board": BOARD, "rules": "srs", "hold": True, "memory": 0}
        count = {"memory": 0, "progress": None}
        chosen = {"kind": "free", "symmetries": (), "width": None, "holes": None}
        calls = [
            (df.Plan, plan.resource), (df.PrintedPlan, plan.resource, plan.report),
            (df.BotGame, bot, "uniform", 0, 0, (0, 1)), (df.PieceList.read, pieces.set, None),
            (df.Field, 2, 2, field.squares, plan.pieces), (df.Field.read, None), (df.Picture.take, None),
            (pieces.list.find, "I"), (pieces.list.indices, "IO"), (pieces.list.squares, "I", "N"),
            (pieces.list.read_drop, None), (pieces.list.write_drop, ("I", "N", 0)),
            (pieces.list.write_drops, []), (df.Pieces, "IO"), (df.Pieces.of, "IO"),
            (df.print, ["##"], {"method": None, "effort": 0, "width": 0, "height": 0, "pieces": None,
                                "seed": 0, "jobs": 1, "prepare": None, "progress": None}),
            (df.print, ["##"], {"deal": "bag", "preview": 3, "rules": "srs", "effort": 0}),
            (df.print, ["##"], {"queue": "OOOO", "effort": 0}),
            (df.least_drops, ["##"], {"width": 0, "pieces": None, "effort": 1, "prepare": None}),
            (df.Picture, ["##"], {"transparent": None, "fit": None, "threshold": None, "colors": 0,
                                  "palette": None, "dither": "none", "inks": None}),
            (df.read_plan, str(plan)), (df.make_plan, 10, 20, [("I", "N", 0)], {"rules": "harddrop", "pieces": None}),
            (plan.export, "keys"), (plan.check, CHICK), (df.write_fumen, [["I"]]), (df.read_fumen, ""),
            (df.omino, "7.2"), (df.ominoes, 4, {"limit": 0, **chosen}),
            (df.count_ominoes, 4, {"jobs": 1, **chosen}), (df.omino_counts, 4, {"threads": 1, **count}),
            (df.random_ominoes, 4, {"kind": "free", "method": "grow", "seed": 0, "many": 1}),
            (df.count_tilings, 4, 4, {"pieces": None, **count}),
            (df.Tilings, 4, 4, {"pieces": None, "memory": 0}),
            (tilings.list, 0, {"limit": 2}), (tilings.random, 0, 1), (tilings.rank, tilings[0]),
            (tilings.order, tilings[0]), (tilings.draw, tilings[0]), (tilings.__getitem__, 0),
            (df.Bot, "lee4", {"width": 10, "height": 20, "rules": "above", "lookahead": 1, "beam": 0,
                              "pieces": None}),
            (bot.rank, "T", {"board": None, "held": None, "most": 3}), (bot.choose, "T", {"board": None}),
            (bot.game, {"deal": "uniform", "seed": 0, "number": 0, "max_lines": 0, "max_pieces": 3}),
            (bot.game(max_pieces=3).play, 3), (boards.reset, 0), (boards.begin, 0, 0, 0), (boards.step, [0, 0]),
            (boards.choice, 5, 0), (boards.action, "N", 0, 0), (boards.result, 0), (boards.drops, 0),
            (boards.render, 0), (df.Boards, 1, {
                "width": 10, "height": 20, "rules": "above", "preview": 1, "deal": "uniform", "pieces": None,
                "max_pieces": 0, "reward": "lines", "features": (), "illegal_reward": None}),
            (df.perfect_clears, "IO", {"width": 4, "rows": 2, "board": None, "rules": "srs", "pieces": None,
                                       "most": 1, "nodes": 9, "memory": 0}),
            (df.clear_percent, "*p4", {"width": 10, "rows": 4, "threads": 1, "tree": 0, "failed": None,
                                       "progress": None, **board}),
            (df.clear_path, "TIOS", {"limit": 0, "nodes": 10, **board}),
            (df.clear_setup, "*p4", ["IIIIOO", "IIIIOO"], {"must": "I", "may": "O", "limit": 0}),
            (df.clear_save, "TIOS", {"keep": None, **board}),
            (df.clear_cover, "*p2", [["IIII"]], {"rules": "srs", "failed": None}),
            (df.clear_best, "TIZ", {"held": None, "bag": None, "solutions": 1, **board,
                                   "memory": 1 << 20})]
        own = r"object (is not|of type|cannot|has no)|not supported between|unpack|codec|unexpected|expected at"
        for function, *given in calls:
            named = given.pop() if given and isinstance(given[-1], dict) else {}
            for place in [*range(len(given)), *named]:
                for value in wrong:
                    arguments, options = list(given), dict(named)
                    (options if isinstance(place, str) else arguments)[place] = value
                    story = f"{function.__qualname__}: {place} is {value!r}"
                    try:
                        function(*arguments, **options)
                    except (df.Error, TypeError) as error:
                        self.assertNotRegex(str(error), own, story)
                    except Exception as error:
                        raise AssertionError(story) from error

    def test_advice(self):
        """It is that of Python, and works when it is followed."""
        rows, long = ["#", "", "#"], ["#"] * 1100
        for advice, wrong in {
                "allow an anchor (anchors=True)": lambda: df.print(rows), "use width=5": lambda: df.print(rows, width=3),
                "use pieces=\"JT\"": lambda: df.print(CHICK, pieces="J"),
                "scale it down (prepare={\"fit\": (1, 512)})": lambda: df.print(long),
                "give a longer queue, allow hold (hold=True), use pieces=\"any\", choose another effort": lambda: df.print(
                    ["#.O"], queue="TTTTT", width=6, effort=0)}.items():
            with self.assertRaises(df.Error) as caught:
                wrong()
            self.assertIn(advice, str(caught.exception))
        self.assertTrue(df.print(rows, anchors=True, effort=0).check(rows, anchors=True).same)
        self.assertEqual(df.Picture(long, fit=(1, 512)).height, 512)
        for advice, wanted in {
                (("fit", 0, "9x4"), ("alpha_threshold", 1, "128"), ("colors", 1, "6")):
                    '; scale it down (prepare={"fit": (9, 4), "threshold": 128, "colors": 6})',
                (("pieces", 0, "auto"), ("width", 1, "auto")): "; use pieces=None, width=0",
                (("memory", 0, ""),): "; allow more memory",
                (("pieces", 0, "JL,T"), ("width", 1, "11")): '; use pieces="JL,T", width=11',
                (("width", 0, "65"), ("fit", 0, "59x4"), ("width", 1, "63")):
                    '; use width=65 or scale it down (width=63, prepare={"fit": (59, 4)})',
                (("hold", 0, "on"), ("seed", 0, ""), ("deal", 0, "none")):
                    "; allow hold (hold=True), choose another seed or leave out deal"}.items():
            names = [name.decode() for name in df._library.lib.df_option_names]
            error = df._abi.df_error(text=b"wrong", advice_count=len(advice))
            for i, (option, joins, value) in enumerate(advice):
                error.advice[i] = df._abi.df_advice(names.index(option), bool(joins), value.encode())
            self.assertEqual(df._library.error_words(error), "wrong" + wanted)

    def test_places(self):
        with self.assertRaises(df.Error) as caught:
            df.read_plan("dropforge-drops 1\nfield 10 20\nX N 0 0\n")
        error = caught.exception
        self.assertEqual((error.code, error.line, error.column), ("input", 3, 1))
        self.assertTrue(str(error).startswith("line 3, column 1: "))
        self.assertIsInstance(error, ValueError)

    def test_progress(self):
        seen = []
        plan = df.print(CHICK, progress=seen.append)
        self.assertEqual(len(plan), plan.report.drops)
        self.assertGreater(len(seen), 0)
        large = ["######"] * 6

        def refuse(*_):
            raise KeyError("mine")

        for call in (lambda: df.print(large, progress=refuse, effort=9),
                     lambda: df.omino_counts(20, progress=refuse),
                     lambda: df.count_tilings(2000, 6, progress=refuse)):
            self.assertRaises(KeyError, call)
        with self.assertRaises(df.Error) as caught:
            df.count_tilings(2000, 6, progress=lambda *_: False)
        self.assertEqual(caught.exception.code, "stopped")

    def test_interrupts(self):
        def interrupt(*_):
            _thread.interrupt_main()
        self.assertRaises(KeyboardInterrupt, df.print, ["######"] * 6, effort=9, progress=interrupt)
        self.assertRaises(KeyboardInterrupt, df.count_tilings, 3000, 7, progress=interrupt)
        # From outside, while the library works.
        later = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        later.start()
        self.assertRaises(KeyboardInterrupt, df.clear_best, "TIZLO")
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)


class Memory(program.Case):
    def test_what_is_used_stays(self):
        pieces = df.Pieces({"V": "#./##", "M": "#"})
        tilings = df.Tilings(4, 3, pieces=pieces)
        first, count = tilings[0], len(tilings)
        pieces.close()
        gc.collect()
        self.assertEqual((tilings[0], len(list(tilings))), (first, count))
        self.assertRaises(ValueError, df.Tilings, 4, 3, pieces=pieces)
        tilings.close()
        tilings.close()
        self.assertRaises(ValueError, tilings.rank, first)
        game = df.Bot("lee4").game(seed=1)
        gc.collect()
        self.assertEqual(len(game.play(10)), 10)
        with df.make_plan(4, 8, [("O", "N", 0), ("O", "N", 2)]) as plan:
            steps, field = plan.steps(), plan.field()
            next(steps)
        gc.collect()
        self.assertEqual(next(steps).cleared, [0, 1])
        self.assertEqual(field.rows(), [])
        self.assertRaises(ValueError, str, plan)

    def test_nothing_is_lost(self):
        def work():
            plan = df.print(["##", "##"], deal="bag", pieces="any", width=10, effort=0)
            plan.fumen(), plan.picture().cells, list(plan.steps()), plan.check(["##", "##"])
            df.Tilings(4, 4).random(many=3)
            df.clear_save("*p4", board=BOARD)
            df.Pieces("JL").close()

        def used():
            gc.collect()
            return int(open("/proc/self/statm", encoding="ascii").read().split()[1])
        work()
        before = used()
        for _ in range(1 if tap.QUICK else 4):
            work()
        self.assertLess(used() - before, 4096)  # pages, of 60 MB that are taken each time

    def test_threads(self):
        counts = {}

        def count(width):
            counts[width] = df.count_tilings(width, 6)
        threads = [threading.Thread(target=count, args=(width,)) for width in (20, 22, 24)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, {width: df.count_tilings(width, 6) for width in counts})

    def run_beside(self, work, other):
        """Calls `other` while a thread works, which may find an object closed."""
        def call():
            try:
                work()
            except ValueError as error:
                self.assertIn("is closed", str(error))
        thread = threading.Thread(target=call)
        thread.start()
        other()
        thread.join()

    def test_closed_by_another_thread(self):
        """A call holds what it uses."""
        chance = random.Random(1)
        plan = str(df.print([".##.", "#OO#"], effort=0))
        makers = {
            "tilings": (lambda: df.Tilings(6, 8), lambda own: [own.random(i) for i in range(40)]),
            "plan": (lambda: df.read_plan(plan), lambda own: [(str(own), own.drops) for _ in range(100)]),
            "picture": (lambda: df.Picture(["#" * 20] * 20), lambda own: (df.least_drops(own), own.cells)),
            "pieces": (lambda: df.Pieces(4), lambda own: df.count_tilings(8, 8, pieces=own)),
            "game": (lambda: df.Bot(lookahead=2).game(deal="bag"), lambda own: (own.play(100), own.board)),
            "boards": (lambda: df.Boards(64), lambda own: [own.reset(i) for i in range(40)])}
        for make, work in makers.values():
            for _ in tap.part(range(tap.cases(30)), 3):
                own = make()

                def close(own=own):
                    time.sleep(chance.random() * 0.003)
                    own.close()
                self.run_beside(lambda own=own, work=work: work(own), close)

    def test_used_by_two_threads(self):
        """Those that threads may not share let the second one wait."""
        for seed in range(20):
            game = df.Bot(lookahead=2).game(deal="bag", seed=seed)
            self.run_beside(lambda game=game: game.play(40), lambda game=game: game.play(40))
            self.assertEqual(game.plan().drops, df.Bot(lookahead=2).game(deal="bag", seed=seed).play(80))


class Arrays(program.Case):
    def test_sizes_stay(self):
        """What arrays are as large as cannot be set."""
        bot, boards, plan = df.Bot(), df.Boards(2), df.print(CHICK, effort=0)
        for made, name in ((bot, "height"), (bot, "width"), (bot, "pieces"), (boards, "boards"), (boards, "height"),
                           (boards, "features"), (boards, "actions"), (boards, "views"), (plan, "width"),
                           (plan, "height"), (plan, "pieces"), (df.Tilings(4, 4), "count"), (df.Pieces("IO"), "list")):
            with self.assertRaisesRegex(AttributeError, f"^{name} of a {type(made).__name__} is read-only"):
                setattr(made, name, 1000)
            with self.assertRaises(AttributeError):
                delattr(made, name)
        self.assertEqual(len(bot.game(max_pieces=1).play(1)), 1)

    def test_shapes(self):
        plan = df.print(CHICK, effort=0)
        field = plan.field()
        self.assertEqual(field.squares.shape, (plan.height, plan.width))
        self.assertEqual(plan.numbers.shape, (len(plan), 4))
        names = [piece.name for piece in plan.pieces]
        self.assertEqual([(names[piece], "NESW"[turn], x, y) for piece, turn, x, y
                          in plan.numbers.tolist()], plan.drops)
        picture = plan.picture()
        self.assertEqual(picture.cells.shape, (picture.height, picture.width))
        view = memoryview(picture.pixels()[2]).cast("B", (picture.height, picture.width, 4))
        self.assertTrue(plan.check(df.Picture(view)).same)
        wrong = plan.check(["#"])
        self.assertFalse(wrong.same)
        self.assertNotEqual(wrong.wanted, wrong.found)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    import dropforge as df
    tap.run(sys.argv[3:])
