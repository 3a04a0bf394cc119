"""Presses the keys of plans in a small game, which must leave the same playfield; reads maps and
watches games."""

import json
import os
import random
import re

from tests.oracle import oracle
from tests.oracle import oracle_srs
from tests.oracle import random_plans
from tests.support import program
from tests.support import tap

TURNS = {"rotateCW": 1, "rotate180": 2, "rotateCCW": 3}
SHIFTS = {"moveLeft": (-1, 0), "moveRight": (1, 0), "softDrop": (0, -1)}
# What the engine of the game calls the keys.
BUTTONS = {"moveLeft": "left", "moveRight": "right", "softDrop": "soft", "hardDrop": "hard",
           "rotateCW": "clockwise", "rotateCCW": "anticlockwise", "rotate180": "half-turn",
           "hold": "hold"}
SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
CASES = tap.cases(120)
UNREACHED = r"no keys bring the piece of drop (\d+)"


class Game:
    """A game by the document alone: the playfield and the piece in play. A piece falls by some rows
    when it is spawned, and then no more."""

    def __init__(self, keys, pieces, falls=0):
        self.spawn_rows, self.falls = keys["spawn"], falls
        self.width, self.height, self.rules = keys["width"], keys["height"], keys["rules"]
        self.may_hold, self.queue = keys["hold"], list(keys["queue"])
        self.boxes = {name: pieces.box(name, self.rules) for name in self.queue}
        self.held = None
        # Rows of names, from the floor.
        self.rows = [[None if sign == "." else sign for sign in row]
                     for row in reversed(keys.get("board", []))]
        self.name = self.at = None
        self.has_held = False

    def spawn(self, name):
        box = self.boxes[name]
        left, low = box.corner[box.spawn]
        self.name = name
        rows = self.spawn_rows
        starts = [(box.spawn, (self.width - box.width) // 2 - left, row - low) for row in rows]
        self.starts = [at for at in starts if self.is_free(at)]
        self.at = starts[0]
        for _ in range(self.falls):
            below = (*self.at[:2], self.at[2] - 1)
            self.at = below if self.is_free(below) else self.at

    def squares(self, at):
        o, x, y = at
        return [(x + a, y + b) for a, b in self.boxes[self.name].squares[o]]

    def is_open(self, square):
        x, y = square
        return 0 <= x < self.width and y >= 0 and (y >= len(self.rows) or self.rows[y][x] is None)

    def is_free(self, at):
        return all(map(self.is_open, self.squares(at)))

    def has_no_kick(self, at):
        """Whether the middle column of a J, L or T is in the way by the rules `ars`."""
        closed = [x for x, y in sorted(self.squares(at), key=lambda square: (-square[1], square[0]))
                  if not self.is_open((x, y))]
        return self.boxes[self.name].has_middle and closed[:1] == [at[1] + 1]

    def after(self, at, key):
        """Where a key brings the piece from there."""
        o, x, y = at
        if key in SHIFTS:
            tries = [(o, x + SHIFTS[key][0], y + SHIFTS[key][1])]
        else:
            half = oracle_srs.has_half_turns(self.rules)
            to = "NESW"[("NESW".index(o) + TURNS[key]) % 4]
            tries = [(to, x + a, y + b)
                     for name, kicks in self.boxes[self.name].turns(o, half) if name == to
                     for a, b in kicks]
            if tries and self.has_no_kick(tries[0]):
                return at
        return next(filter(self.is_free, tries), at)

    def fallen(self, at):
        while self.is_free((at[0], at[1], at[2] - 1)):
            at = at[0], at[1], at[2] - 1
        return at

    def lock(self):
        for x, y in self.squares(self.at):
            while y >= len(self.rows):
                self.rows.append([None] * self.width)
            self.rows[y][x] = self.name
        self.rows = [row for row in self.rows if None in row]

    def begin(self):
        """Takes the next piece."""
        self.has_held = False
        self.spawn(self.queue.pop(0))

    def press(self, key):
        if key == "hold":
            assert self.may_hold and not self.has_held
            name, self.held = self.held, self.name
            self.spawn(name or self.queue.pop(0))
            self.has_held = True
        elif key == "hardDrop":
            self.at = self.fallen(self.at)
            self.lock()
        else:
            self.at = self.after(self.at, key)

    def fewest(self, wanted):
        """The least number of keys that bring the piece from each row in which it may be spawned to
        these squares."""
        level = {tuple(self.starts)} if len(self.starts) == len(self.spawn_rows) else set()
        seen, count = set(level), 1
        while level:
            if any(all(set(self.squares(self.fallen(at))) == wanted for at in each) for each in level):
                return count
            level = {tuple(self.after(at, key) for at in each) for each in level
                     for key in (*SHIFTS, *TURNS)} - seen
            seen |= level
            count += 1
        return None


class Keys(program.Case):
    def play(self, plan, keys):
        """Presses all keys; they must be the fewest, and leave what the plan leaves, whether pieces
        fall when they are spawned or not."""
        for falls in range(len(keys["spawn"])):
            self.play_falling(plan, keys, falls)

    def play_falling(self, plan, keys, falls):
        game = Game(keys, plan.pieces, falls)
        self.assertEqual(len(keys["drops"]), len(plan.drops))
        for pressed, (piece, o, x, y) in zip(keys["drops"], plan.drops):
            names = list(pressed["keys"])
            self.assertEqual((pressed["piece"], names[-1], names.count("hardDrop")),
                             (piece, "hardDrop", 1))
            game.begin()
            if names[0] == "hold":
                game.press(names.pop(0))
            self.assertEqual(game.name, piece)
            shape = plan.pieces.shapes[piece][o]
            wanted = {(x + a, y + b) for a, b in shape.squares}
            if plan.width <= 12:
                self.assertEqual(game.fewest(wanted), len(names))
            for name in names[:-1]:
                game.press(name)
            self.assertEqual(set(game.squares(game.fallen(game.at))), wanted)
            game.press("hardDrop")
        left = [[plan.field.piece_at(x, y) for x in range(plan.width)]
                for y in range(plan.field.top)]
        self.assertEqual(game.rows[:plan.field.top], left)

    def press_in_the_game(self, keys):
        """Presses the keys in the engine of 'play'; returns the plan of that game. No time passes,
        so no piece falls by itself."""
        lines = ["dropforge-game 1", "rules guideline", f"field {keys['width']} {keys['height']}",
                 "deal given", f"hold {int(keys['hold'])}",
                 f"turns {keys['rules']}",
                 "given " + " ".join(keys["queue"])]
        for drop in keys["drops"]:
            for key in drop["keys"]:
                lines += [f"0 +{BUTTONS[key]}", f"0 -{BUTTONS[key]}"]
        self.write("pressed.game", "\n".join((*lines, "end 1", "")).encode())
        self.succeed("play", "--watch", "pressed.game", "-o", "pressed.drops")
        return oracle.read(self.read("pressed.drops"))

    def check_unreached(self, plan, number):
        """Checks that no keys bring the piece of this drop to its place."""
        game = Game({"width": plan.width, "height": plan.height, "rules": "srs", "hold": False,
                     "spawn": [plan.height],
                     "queue": [drop[0] for drop in plan.drops]}, plan.pieces)
        for piece, o, x, y in plan.drops[:number + 1]:
            if game.name is not None:
                game.at = resting
                game.lock()
            game.begin()
            left, low = game.boxes[piece].corner[o]
            resting = (o, x - left, y - low)
        self.assertIsNone(game.fewest(set(game.squares(resting))))

    def check(self, text):
        """Presses the keys of a plan. True if it is a plan and has keys."""
        try:
            plan = oracle.read(text.encode())
        except oracle.PlanError:
            return False
        status, output, messages = self.run_program("replay", "-", "-f", "keys",
                                                    given=text.encode())
        if plan.width > 64:
            self.assertIn("keys are for playfields of at most 64 columns", messages)
        elif plan.rules == "nes-console":
            self.assertIn("nes-console, do not say how", messages)
        elif status == 1 and not plan.rules:
            number = int(re.search(UNREACHED, messages)[1])
            self.check_unreached(plan, number - 1)
        else:
            self.assertEqual(status, 0, messages)
            keys = json.loads(output)
            is_table = isinstance(plan.rules, oracle_srs.Kicks)
            self.assertEqual(keys["rules"], "table" if is_table else plan.rules or "srs")
            keys["rules"] = plan.rules if is_table else keys["rules"]
            is_high = plan.deal is not None and plan.deal.name == "tetrio"
            self.assertEqual(keys["spawn"], [plan.height + 1, plan.height] if is_high
                             else [plan.height])
            self.play(plan, keys)
        return status == 0

    def test_random_plans(self):
        chance = random.Random(SEED)
        print(f"# seed {SEED}")
        for maker in (random_plans.fallen_plan, random_plans.moved_plan, random_plans.dealt_plan,
                      random_plans.cave_plan):
            played = 0
            for _ in range(CASES // (4 if maker is random_plans.cave_plan else 1)):
                text = "\n".join(maker(chance)) + "\n"
                with self.subTest(text):
                    played += self.check(text)
            print(f"# {maker.__name__}: {played} played")
            self.assertGreater(played, 0)

    def test_print(self):
        self.succeed("print", program.LETTER, "--effort", "0", "--deal", "tetrio", "--seed", "7",
                     "--hold", "--rules", "srs", "-o", "a.drops", "-o", "a.keys.json")
        plan, keys = oracle.read(self.read("a.drops")), json.loads(self.read("a.keys.json"))
        self.assertEqual(list(keys), ["version", "width", "height", "rules", "hold", "spawn",
                                      "queue", "drops"])
        self.assertEqual((keys["version"], keys["width"], keys["height"], keys["hold"]),
                         (1, 10, 20, True))
        self.assertEqual(keys["queue"], plan.deal.queue)
        self.assertTrue(any("hold" in drop["keys"] for drop in keys["drops"]))
        self.play(plan, keys)

    def test_spawn_of_tetrio(self):
        """In TETR.IO pieces are spawned one row higher than usual. The keys are right there, whether
        gravity lowers them before the first key or not; those for other games would not be."""
        self.draw("ring.png", "RRRR", "R..R", "RRRR")
        usual = []
        for seed in tap.part((5, 0, 1, 2, 3)):
            self.succeed("print", "ring.png", "--jobs", "1", "--deal", "tetrio", "--seed", seed,
                         "--hold", "--pieces", "any", "--rules", "srs", "--effort", "0",
                         "-o", "a.drops", "-o", "a.keys.json")
            text, keys = self.read("a.drops"), json.loads(self.read("a.keys.json"))
            self.assertEqual(keys["spawn"], [21, 20])
            self.play(oracle.read(text), keys)
            given = text.replace(b"deal tetrio seed %d" % seed, b"deal given")
            keys = json.loads(self.succeed("replay", "-", "-f", "keys", given=given))
            self.assertEqual(keys["spawn"], [20])
            self.play(oracle.read(text), keys)
            with self.subTest(seed=seed):
                usual.append(self.is_right(oracle.read(text), {**keys, "spawn": [21]}))
        self.assertIn(False, usual)

    def is_right(self, plan, keys):
        """True if the keys leave what the plan leaves."""
        game = Game(keys, plan.pieces)
        for drop in keys["drops"]:
            game.begin()
            for key in drop["keys"]:
                game.press(key)
        return game.rows == [[plan.field.piece_at(x, y) for x in range(plan.width)]
                             for y in range(plan.field.top)]

    def test_begun(self):
        """The starting field is in the keys, and in the record of a game."""
        plan = (b"dropforge-drops 1\nfield 8 6\nrow XX......\nrow XXTT.ZX.\n"
                b"I E 7 0\nI E 4 0\nT E 0 1\n")
        keys = json.loads(self.succeed("replay", "-", "-f", "keys", given=plan))
        self.assertEqual(keys["board"], ["XX......", "XXTT.ZX."])
        self.play(oracle.read(plan), keys)
        self.succeed("replay", "-", "-o", "a.game", given=plan)
        self.assertIn(b"\nrow XX......\nrow XXTT.ZX.\n", self.read("a.game"))
        self.succeed("replay", "a.game", "-o", "b.drops")
        self.assertEqual(oracle.read(self.read("b.drops")).field.rows[:6], oracle.read(plan).field.rows)

    def test_game(self):
        """The record must play to the same drops, by the rules of the game; and so must the keys."""
        ring = self.draw("ring.png", "RRRR", "R..R", "RRRR")
        for sprite, *options in tap.part((
                (program.LETTER, "tetrio", "--hold", "--rules", "srs"), (program.LETTER, "bag"),
                (program.LETTER, "nes", "--rules", "srs+180", "--hold"),
                (ring, "bag", "--seed", "8", "--rules", "srs")), 3):
            with self.subTest(options=options):
                self.succeed("print", sprite, "--jobs", "1", "--effort", "0", "--deal", *options,
                             "-o", "a.drops", "-o", "a.game", "-o", "a.keys.json")
                _, _, summary = self.run_program("play", "--watch", "a.game", "-o", "b.drops")
                self.assertNotIn("played by", summary)  # a record does not say
                plan, played = oracle.read(self.read("a.drops")), oracle.read(self.read("b.drops"))
                self.assertEqual(played.drops, plan.drops)
                self.assertEqual(played.field.draw(), plan.field.draw())
                text = self.read("a.game").decode()
                self.assertIn("\nlevel 1\n", text)
                self.assertEqual("+hold" in text, "--hold" in options)
                pressed = self.press_in_the_game(json.loads(self.read("a.keys.json")))
                self.assertEqual(pressed.drops, plan.drops)
                self.assertEqual(pressed.field.draw(), plan.field.draw())
                # Pieces slip into the ring.
                self.assertTrue(sprite != ring or '"softDrop"' in self.read("a.keys.json").decode())
        # High levels, where pieces fall fast.
        rows = b"I N 0 0\nI N 4 0\nI N 0 1\nI N 4 1\nO N 8 0\n"
        self.write("c.drops", b"dropforge-drops 1\nfield 10 20\n" + rows * 120)
        self.succeed("replay", "c.drops", "-o", "c.game")
        result = json.loads(self.succeed("play", "--watch", "c.game", "--json"))
        self.assertEqual((result["pieces"], result["lines"]), (600, 240))

    def test_level(self):
        """Buttons come before gravity, so that pieces get behind a wall at any level."""
        self.write("a.drops", b"dropforge-drops 1\nfield 10 20\nI E 7 0\nI E 7 4\nO N 8 0\n")
        for level in (1, 10, 999):
            self.succeed("replay", "a.drops", "-o", "a.game", "--level", level)
            self.assertIn(f"\nlevel {level}\n", self.read("a.game").decode())
            self.succeed("play", "--watch", "a.game", "-o", "b.drops")
            self.assertEqual(oracle.read(self.read("a.drops")).drops,
                             oracle.read(self.read("b.drops")).drops)

    def script(self, keys, *arguments):
        """Plays without a terminal; returns what came of it."""
        return json.loads(self.succeed("play", "--script", "-", "--json", *arguments, given=keys.encode()))

    def write_kicks(self, rules):
        """Writes the table of kicks of these rules; returns the name of the file."""
        lines = oracle_srs.Kicks.of_rules(rules).write()
        return self.write(f"{rules}.kicks", "\n".join(lines + [""]).encode())

    def test_turns_by_a_table(self):
        """The table of rules is the same as their name, for pieces of all sizes."""
        chance = random.Random(5)
        keys = ["left", "right", "soft", "hard", "clockwise", "anticlockwise", "half-turn", "hold"]
        lines = [f"{tick} {chance.choice(keys)}\n" for tick in range(1, 2400, 2)]
        for rules in ("srs", "srs+180", "tetrio", "nokicks"):
            table = self.write_kicks(rules)
            for options in ([], ["--omino", "5"], ["--omino", "12"]):
                if rules == "nokicks" and options:
                    continue
                games = [self.script("".join(lines), "--seed", "5", "--turns", turns, *options, "-o", "a.drops",
                                     "--log", "a.game") for turns in (rules, table)]
                for game in games:
                    del game["outputs"]
                self.assertEqual(games[0], games[1])
                self.assertGreater(games[0]["pieces"], 3)
                again = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
                self.assertEqual(again["field"], games[0]["field"])
                replayed = json.loads(self.succeed("replay", "a.drops", "--json"))
                self.assertEqual(replayed["drops"], games[0]["pieces"])
        # The record has the table: a game goes on without the file.
        os.remove(self.folder / table)
        self.script("1 clockwise hard\n9 end\n", "--from", "a.game", "--at", "3", "--log", "b.game")
        self.assertIn(b"\nturns L.WS=(0,0)\n", self.read("b.game"))
        text = self.read("b.game").replace(b"\nturns O.NE", b"\nturns X.NE", 1)
        self.write("c.game", text)
        self.assertRegex(self.refuse(1, "play", "--watch", "c.game", "--json"), r"c.game:\d+:7: this is no turn")


if __name__ == "__main__":
    program.main()
