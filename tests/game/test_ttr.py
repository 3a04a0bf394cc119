"""Reads and writes replays of TETR.IO and of Techmino."""

import base64
import json
import zlib

from tests.oracle import oracle
from tests.program import test_keys
from tests.support import images
from tests.support import program
from tests.support import tap

# By the document: seed 7 deals S I O T L J Z first.
BAG = "SIOTLJZ"
SLOW = {"arr": 0, "das": 10, "sdf": 20}


def keys(*presses):
    """Events of (frame, key, frames for which it is down), the last one 1 if it is missing."""
    events = []
    for frame, key, *down in presses:
        for at, kind in ((frame, "keydown"), (frame + (down[0] if down else 1), "keyup")):
            events.append({"frame": at, "type": kind, "data": {"key": key, "subframe": 0}})
    return sorted(events, key=lambda event: event["frame"])


def replay(events, frames=0, handling=(), **options):
    return {"id": None, "gamemode": "custom", "version": 1, "replay": {
        "frames": frames, "events": [{"frame": 0, "type": "start", "data": {}}, *events],
        "options": {"version": 19, "seed": 7, "g": 0, "allow180": True, **options,
                    "handling": {**SLOW, **dict(handling)}}}}


class Ttr(program.Case):
    def drops_of(self, game):
        """The drops of a replay, as `piece orientation x y`."""
        self.write("x.ttr", json.dumps(game).encode())
        lines = self.succeed("replay", "x.ttr", "-f", "drops").decode().splitlines()
        return [line for line in lines[1:] if line.split()[0] in "IOTSZJL"]

    def assert_drops(self, game, *drops):
        self.assertEqual(self.drops_of(game), list(drops))

    def test_round_trip(self):
        """What is printed is what the replay plays, by another game too, that knows only keys."""
        for rules in tap.part(("srs+180", "srs", "harddrop"), 2):
            with self.subTest(rules=rules):
                self.succeed("print", program.LETTER, "--deal", "tetrio", "--hold", "--seed", "5", "--rules", rules,
                             "--pieces", "any", "--effort", "0", "-o", "a.ttr", "-o", "a.drops", "-o", "a.keys.json")
                game = json.loads(self.read("a.ttr"))["replay"]
                plan = oracle.read_drops(self.read("a.drops"))
                self.assertEqual(self.drops_of({"replay": game}), [
                    line for line in self.read("a.drops").decode().splitlines()[3:]
                    if line.split()[0] in "IOTSZJL" and len(line.split()) == 4])
                self.assertIn(b"ok: ", self.succeed("check", "a.ttr", program.LETTER, "--shape"))
                self.press(game, json.loads(self.read("a.keys.json")), plan)
                # The form before the Beta.
                full = {"frame": 0, "type": "full", "data": {"options": game["options"]}}
                self.write("old.ttr", json.dumps(
                    {"data": {"frames": game["frames"], "events": [full, *game["events"]]}}).encode())
                for name in ("a.ttr", "old.ttr"):
                    self.succeed("replay", name, "-o", name + ".drops")
                self.assertEqual(self.read("a.ttr.drops"), self.read("old.ttr.drops"))

    def test_game(self):
        """A picture is drawn in the game: `check` knows the colours that its pieces stand for."""
        rows = ["rr..bb", "rrr.bb", "r..bbb", "rr..bb"]
        colors = {"r": (200, 30, 30, 255), "b": (30, 40, 200, 255), ".": (0, 0, 0, 0)}
        self.write("s.png", images.png_rgba([[colors[sign] for sign in row] for row in rows]))
        for options in tap.part((("--effort", "0", "--seed", "9"), ("--effort", "0"), ()), 3):
            figures = json.loads(self.succeed("print", "s.png", "--game", "tetrio", "-o", "s.ttr", "--json", *options))
            self.assertEqual(figures["pieces"], "ZJ")
            game = json.loads(self.read("s.ttr"))["replay"]
            self.assertEqual(game["options"]["seed"], figures["seed"])
            self.assertEqual(len(self.drops_of({"replay": game})), figures["drops"])
            self.assertIn(b"in 2 colours", self.succeed("check", "s.ttr", "s.png"))
            other = [row.replace("r", "b", 1) for row in rows]
            self.write("t.png", images.png_rgba([[colors[sign] for sign in row] for row in other]))
            self.assertEqual(self.run_program("check", "s.ttr", "t.png")[0], 1)

    def test_many_colors(self):
        """A picture has more colours than are printed: `check` takes as many as the game has, or deals."""
        hues = [(240, 0, 0), (0, 240, 0), (0, 0, 240), (240, 240, 0), (0, 240, 240), (160, 0, 240), (240, 160, 0),
                (200, 60, 60)]
        self.write("s.png", images.png_rgba([[(*hues[(x + y) % len(hues)], 255) for x in range(8)] for y in range(3)]))
        for game, name in (("tetrio", "s.ttr"), ("techmino", "s.techmino")):
            figures = json.loads(self.succeed("print", "s.png", "--game", game, "--effort", "0", "-o", name, "--json"))
            self.assertEqual(figures["merged_colors"], 0)
            self.assertIn(f"in {figures['picture_colors']} colours".encode(), self.succeed("check", name, "s.png"))

    def test_anchor(self):
        """Beside a picture of 10 columns there is no room for the square in an empty row."""
        rows = ["rrrrrrrr.r", "..........", "rrrr..rrrr"]
        rgba = [[(200, 30, 30, 255 if sign == "r" else 0) for sign in row] for row in rows]
        self.write("s.png", images.png_rgba(rgba))
        status, _, messages = self.run_program("print", "s.png", "--game", "techmino", "-o", "s.techmino")
        self.assertEqual(status, 3)
        self.assertIn("scale it down (--fit 9x16)", messages)
        large = [[pixel for pixel in row for _ in range(2)] for row in rgba for _ in range(2)]
        self.write("t.png", images.png_rgba(large))
        for name, options in (("s.png", ("--fit", "9x16")), ("t.png", ("--enlarged", "1"))):
            self.succeed("print", name, "--game", "techmino", "--effort", "0", *options, "-o", "s.techmino")
            self.succeed("check", "s.techmino", name, *options)

    def test_techmino(self):
        """The keys of a replay of Techmino, by another game that knows only keys."""
        names = [None, "moveLeft", "moveRight", "rotateCW", "rotateCCW", None, "hardDrop", "softDrop", "hold"]
        for options in tap.part((("--deal", "bag", "--hold", "--rules", "srs", "--pieces", "any"), ("--width", "10")), 1):
            self.succeed("print", program.LETTER, "--height", "20", "--effort", "0", *options,
                         "-o", "a.techmino", "-o", "a.drops", "-o", "a.keys.json")
            head, _, data = zlib.decompress(base64.b64decode(self.read("a.techmino"))).partition(b"\n")
            custom = json.loads(head)["private"]
            wanted = json.loads(self.read("a.keys.json"))
            self.assertEqual(["_ZSJLTOI"[piece] for piece in custom["BAG"]][:len(wanted["queue"])], wanted["queue"])
            self.assertEqual((custom["CUSTOMENV"]["sequence"], custom["CUSTOMENV"]["drop"]), ("fixed", 1e99))
            numbers, value = [], 0
            for byte in data:
                value = value * 128 + byte % 128
                if byte < 128:
                    numbers.append(value)
                    value = 0
            frames, events = numbers[::2], numbers[1::2]
            self.assertEqual(frames, sorted(frames))
            self.assertEqual(events[1::2], [event + 32 for event in events[::2]])
            self.assertEqual([names[event] for event in events[::2]],
                             [key for drop in wanted["drops"] for key in drop["keys"]])

            self.assertIn(b"ok: ", self.succeed("check", "a.techmino", program.LETTER, "--shape"))

    def pack(self, events, **members):
        """Writes a replay of Techmino with T, O, I; the rules and settings that are given differ."""
        setting = {"das": 10, "arr": 2, "sddas": 2, "sdarr": 2, "RS": "SRS"}
        rules = {"drop": 1e99, "sequence": "fixed"}
        head = {"mode": "custom_clear", "private": {"FIELD": [[]], "BAG": [5, 6, 7], "CUSTOMENV": rules}, "setting": setting}
        for name, value in members.items():
            (setting if name in setting or name == "irs" else rules if name in rules else head["private"]
             if name in head["private"] else head)[name] = value
        data = b"".join(bytes([128 + number // 128, number % 128]) for event in events for number in event)
        self.write("x.techmino", base64.b64encode(zlib.compress(json.dumps(head).encode() + b"\n" + data)))

    def assert_keys(self, wanted, *presses, **members):
        """Presses (frame, key, frames for which it is down), and drops the piece then."""
        events = [event for frame, key, down in (*presses, (400, 6, 1))
                  for event in ((frame, key), (frame + down, 32 + key))]
        self.pack(sorted(events), **members)
        lines = self.succeed("replay", "x.techmino", "-f", "drops").decode().splitlines()
        self.assertEqual([line for line in lines if line[1:2] == " " and line[0] in "IOTSZJL"], [wanted])

    def test_techmino_keys(self):
        """As in the engine of the game: shifts repeat, soft drops fall, the hold changes the piece."""
        self.assert_keys("T N 3 0")
        self.assert_keys("T N 2 0", (200, 1, 9))
        self.assert_keys("T N 1 0", (200, 1, 11))
        self.assert_keys("T N 0 0", (200, 1, 30))
        self.assert_keys("T N 7 0", (200, 2, 11), arr=0)
        self.assert_keys("T N 0 0", (200, 11, 1))
        self.assert_keys("T E 4 0", (200, 3, 1))
        self.assert_keys("T S 3 0", (200, 5, 1))
        self.assert_keys("O N 4 0", (200, 8, 1))
        self.assert_keys("T N 3 0", (200, 8, 1), (210, 8, 1), (220, 8, 1), (230, 8, 1))
        self.assert_keys("T W 3 0", (179, 4, 2))
        # A turn on the floor kicks it aside.
        self.assert_keys("T N 2 0", (200, 13, 1), (210, 3, 1), (220, 4, 1))

    def test_techmino_is_refused(self):
        for message, members in (
                ("'drop' than usual", {"drop": 60}), ("'sequence' than usual", {"sequence": "bag"}),
                ("'RS' than usual", {"RS": "TRS"}), ("'irs' than usual", {"irs": True}),
                ("mode 'sprint_40l' cannot be played", {"mode": "sprint_40l"}),
                ("squares at first", {"FIELD": [[1]]}), ("'das' is no number of frames", {"das": -1}),
                ("piece 2 is no tetromino", {"BAG": [1, 8]})):
            with self.subTest(message=message):
                self.pack([(200, 6)], **members)
                self.assertIn(message, self.refuse(1, "replay", "x.techmino", "-o", "y.drops"))
        self.pack([(200, 9)])
        self.assertIn("key 1 is number 9", self.refuse(1, "replay", "x.techmino", "-o", "y.drops"))
        self.pack([(200, 6), (199, 38)])
        self.assertIn("key 2 was cut off or is out of order", self.refuse(1, "replay", "x.techmino", "-o", "y.drops"))
        self.pack([(200, 6)])
        self.write("x.techmino", self.read("x.techmino")[:-9])
        self.assertIn("cannot be unpacked; copy all of it", self.refuse(1, "replay", "x.techmino", "-o", "y.drops"))

    def press(self, game, wanted, plan):
        """Presses the keys of the replay alone."""
        frames = [event["frame"] for event in game["events"]]
        self.assertEqual(frames, sorted(frames))
        self.assertEqual(frames[-1], game["frames"])
        pressed = [event["data"]["key"] for event in game["events"] if event["type"] == "keydown"]
        self.assertEqual(pressed, [key for drop in wanted["drops"] for key in drop["keys"]])
        other = test_keys.Game(wanted, plan.pieces)
        for number, key in enumerate(pressed):
            if number == 0 or pressed[number - 1] == "hardDrop":
                other.begin()
            other.press(key)
        found = ["".join(sign or "." for sign in row) for row in other.rows]
        self.assertEqual(found, plan.field.draw()[::-1])
        self.assertEqual(game["results"]["stats"]["piecesplaced"], len(plan.drops))

    def test_keys(self):
        """Shifts repeat, soft drops fall a row a frame, holds change the piece."""
        hard = (40, "hardDrop")
        self.assert_drops(replay(keys(hard)), "S N 3 0")
        self.assert_drops(replay(keys((1, "moveLeft"), hard)), "S N 2 0")
        # Held for ten frames it goes to the wall, or by `arr` a column in each two frames.
        self.assert_drops(replay(keys((1, "moveLeft", 9), hard)), "S N 2 0")
        self.assert_drops(replay(keys((1, "moveLeft", 10), hard)), "S N 0 0")
        self.assert_drops(replay(keys((1, "moveRight", 13), hard), handling={"arr": 2}), "S N 6 0")
        self.assert_drops(replay(keys((1, "rotateCW"), hard)), "S E 4 0")
        self.assert_drops(replay(keys((1, "hold"), hard)), "I N 3 0")
        self.assert_drops(replay(keys((1, "hold"), (3, "hold"), hard, (50, "hold"), (60, "hardDrop"))),
                          "I N 3 0", "S N 3 1")
        self.assert_drops(replay(keys((1, "hold"), (3, "hold"), hard), infinite_hold=True), "S N 3 0")
        self.assert_drops(replay(keys((1, "hold"), hard), display_hold=False), "S N 3 0")
        # 21 rows down a soft drop lies, and locks after 30 frames more.
        for down, drops in ((21, []), (51, []), (53, ["S N 3 0"])):
            self.assert_drops(replay(keys((1, "softDrop", down)), frames=100), *drops)
        # A piece that lies is tucked under another one.
        self.assert_drops(replay(keys((1, "moveRight"), (5, "rotateCW"), (9, "hardDrop"), (20, "hold"),
                                      (22, "moveLeft", 12), (40, "softDrop", 21), (70, "moveRight"), (75, "hardDrop"))),
                          "S E 5 0", "O N 1 0")

    def test_gravity(self):
        """A piece falls by itself and locks half a second after it lies."""
        for frames, count in ((51, 0), (53, 1), (100, 1), (106, 2)):
            self.assertEqual(len(self.drops_of(replay([], frames=frames, g=1))), count, frames)
        self.assertEqual(len(self.drops_of(replay([], frames=20, g=40, locktime=3))), 5)
        # Pieces lock until one has no room, and then the game is over.
        self.write("x.ttr", json.dumps(replay([], frames=5000, g=40, locktime=0)).encode())
        figures = json.loads(self.succeed("replay", "x.ttr", "--json", "-o", "x.drops"))
        self.assertTrue(figures["over"])
        self.assertGreater(figures["height"], 20)

    def test_options(self):
        hard = (40, "hardDrop")
        self.assert_drops(replay(keys((1, "rotate180"), (3, "moveRight", 12), hard)), "S N 7 0")
        self.assert_drops(replay(keys(hard), no_szo=True), "I N 3 0")
        self.assert_drops(replay(keys(hard), allow_harddrop=False, frames=60))
        self.assert_drops(replay(keys(hard), boardwidth=4), "S N 0 0")
        # Keys that are held turn the next piece.
        held = replay(keys((30, "rotateCW", 30), hard, (70, "hardDrop")), handling={"irs": "hold"})
        self.assert_drops(held, "S E 4 0", "I E 5 2")
        # Each row of the table of kicks is known by its name.
        for name, status in (("SRS", 0), ("none", 0), ("SRS+", 0), ("ARS", 1)):
            self.write("x.ttr", json.dumps(replay(keys(hard), kickset=name)).encode())
            self.assertEqual(self.run_program("replay", "x.ttr", "-o", "y.drops")[0], status, name)

    def test_numbers(self):
        """A number out of its range is refused by its name."""
        for option, value in (("seed", -1), ("seed", 1e300), ("boardwidth", 3), ("g", -1e9), ("g", "fast"), ("locktime", None)):
            self.write("x.ttr", json.dumps(replay([], **{option: value})).encode())
            status, _, messages = self.run_program("replay", "x.ttr", "-o", "y.drops")
            self.assertEqual(status, 1)
            self.assertRegex(messages, f"'{option}' is no number from ")
        game = replay([])
        del game["replay"]["options"]["seed"]
        self.write("x.ttr", json.dumps(game).encode())
        self.assertRegex(self.run_program("replay", "x.ttr", "-o", "y.drops")[2], "there is no 'seed'")

    def test_begun(self):
        """A game that begins with squares is refused by the name of what has them."""
        hard = keys((40, "hardDrop"))
        game = replay([])["replay"]
        for square, option in ((None, {}), ("z", {}), (None, {"map": "zz"})):
            begin = {"options": {**game["options"], **option}, "game": {"board": [[None] * 9 + [square]] * 40}}
            events = [{"frame": 0, "type": "full", "data": begin}, *hard]
            self.write("x.ttr", json.dumps({"data": {"frames": 60, "events": events}}).encode())
            status, _, messages = self.run_program("replay", "x.ttr", "-o", "y.drops")
            self.assertEqual(status, int(bool(square or option)))
            self.assertRegex(messages, "'map'" if option else "'board'" if square else "1 drop")

    def test_colors_without_a_plan(self):
        """Where no plan has the pieces whose colours are nearest, the planner chooses others."""
        stripes = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 255, 255), (255, 0, 255)]
        self.write("s.png", images.png_rgba([[(*color, 255) for color in stripes]] * 4))
        status, _, messages = self.run_program("print", "s.png", "--game", "techmino", "--effort", "0", "-o",
                                               "s.techmino")
        self.assertEqual(status, 0)
        self.assertIn("some colours are left by several kinds of pieces", messages)
        self.succeed("check", "s.techmino", "s.png")
        for game in ("techmino", "tetrio"):
            status, _, messages = self.run_program("print", "s.png", "--game", game, "--pieces", "T", "-o", "t.drops")
            self.assertEqual(status, 2)
            self.assertIn("more colours than pieces are named", messages)

    def test_damage(self):
        """No part of a replay is read as another game."""
        text = json.dumps(replay(keys((1, "moveLeft"), (40, "hardDrop")))).encode()
        for end in tap.part(range(1, len(text) - 1, 37)):
            self.write("x.ttr", text[:end])
            status, _, messages = self.run_program("replay", "x.ttr", "-o", "y.drops")
            self.assertEqual(status, 1)
            self.assertRegex(messages, r"^dropforge: x\.ttr:\d+:\d+: no JSON: ")


if __name__ == "__main__":
    program.main()
