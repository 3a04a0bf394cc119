"""Plays against 'dropforge bot --tbp' as clients of the Tetris Bot Protocol do, with a referee
of its own."""

import json
import random
import signal

from tests.support import program
from tests.support import tbp_referee as referee

EMPTY = [[None] * referee.COLUMNS] * referee.ROWS
QUICK = ("--beam", "20")
# Neither JSON, nor an object, nor what the protocol has.
WRONG = (
    b"{", b"nonsense", b"[]", b"3", b"null", b"{}", b'{"type":3}', b'{"type":null}', b"\xff\xfe",
    b'{"type":"suggest"', b'"type"', b"\0", b'{"type":"suggest"}{"type":"suggest"}',
    b"[" * 5000, b'{"type":"start"}', b'{"type":"start","hold":null,"queue":[],"board":[]}',
    b'{"type":"start","hold":"X","queue":[],"board":[]}',
    b'{"type":"start","hold":null,"queue":["T",4],"board":[]}',
    b'{"type":"start","hold":null,"queue":"T","board":[]}',
    b'{"type":"new_piece"}', b'{"type":"new_piece","piece":"X"}',
    b'{"type":"new_piece","piece":"TT"}', b'{"type":"new_piece","piece":"\\u0000"}',
    b'{"type":"new_piece","piece":7}', b'{"type":"play"}', b'{"type":"play","move":[]}',
    b'{"type":"play","move":{"location":{"type":"T","orientation":"up","x":4,"y":0}}}',
    b'{"type":"play","move":{"location":{"type":"T","orientation":"north","x":"4","y":0}}}',
    b'{"type":"play","move":{"location":{"type":"T","orientation":"north","x":4.5,"y":0}}}',
    b"x" * 100000, b"\x1b[2J", b'{"type":"\x1b[2J\x07"}',
)
# Well formed, but not to be done: outside, of another piece.
IMPOSSIBLE = (("T", "north", 0, 0), ("T", "south", 4, 0), ("T", "north", 2**62, 0),
              ("T", "north", 4, -2**63), ("T", "north", 4, 39), ("J", "north", 4, 0))


def board_of(drawing):
    """Rows from top to bottom, '.' for an empty square."""
    rows = drawing.split("/")
    cells = 0
    for y, row in enumerate(reversed(rows)):
        cells |= sum(referee.bit(x, y) for x, c in enumerate(row) if c != ".")
    return referee.Board(cells)


def random_board(generator):
    """Garbage up to a random row, with caves."""
    board = referee.Board()
    top = generator.choice((4, 8, 12, 17, 19, 20, 24, 39))
    fill = generator.choice((0.3, 0.5, 0.8))
    for y in range(top):
        # The middle is often free, so that the piece gets down.
        row = [x for x in range(referee.COLUMNS)
               if generator.random() < fill and not (y > 4 and 2 < x < 7 and fill < 0.8)]
        board.cells |= sum(referee.bit(x, y) for x in row[:referee.COLUMNS - 1])
    return board


class Bot(program.Case):
    def launch(self, *options, randomizer="seven_bag"):
        bot = referee.Bot([program.path(), "bot", "--tbp", *QUICK, *options])
        self.addCleanup(self.end, bot)
        referee.greet(bot, randomizer)
        return bot

    def end(self, bot):
        if not bot.process.stdin.closed:
            self.close(bot)

    def close(self, bot, quits=True):
        if quits:
            bot.send("quit")
        status, messages = bot.close()
        self.assertEqual(status, 0, messages)
        return messages.splitlines()

    def begin(self, bot, queue, held=None, board=None):
        bot.send("start", hold=held, queue=list(queue), combo=0, back_to_back=False,
                 board=(board or referee.Board()).message())

    def suggest(self, bot):
        bot.send("suggest")
        return bot.receive("suggestion")["moves"]

    def types(self, bot):
        return {move["location"]["type"] for move in self.suggest(bot)}


class Games(Bot):
    def test_games_are_legal(self):
        for seed, randomizer in enumerate(("seven_bag", "uniform", "unknown", "of_next_year")):
            bot = self.launch(randomizer=randomizer)
            game = referee.Game(bot, seed, randomizer=randomizer)
            game.start()
            with self.subTest(randomizer=randomizer):
                while game.pieces < 60:
                    self.assertTrue(game.step())
                self.assertGreater(game.lines, 15)
            self.assertEqual(self.close(bot), [])

    def test_garbage_and_new_games(self):
        bot = self.launch()
        for seed in range(3):
            game = referee.Game(bot, seed, shown=seed + 2)
            game.start()
            while game.pieces < 30 and game.step():
                if game.random.randrange(3) == 0:
                    game.add_garbage(game.random.randint(1, 6))
            bot.send("stop")
        self.assertEqual(self.close(bot), [])

    def test_it_follows_any_legal_move(self):
        """The client may play something else, also in other orientations that look alike."""
        bot = self.launch("--lookahead", "1")
        seed = random.SystemRandom().randrange(2**32)
        for number in range(3):
            game = referee.Game(bot, seed + number)
            game.start()
            for _ in range(15):
                if not game.ask():
                    break
                # One of the pieces may have no room, where the other one has.
                places = {name: referee.find_moves(game.board, referee.ALL[name])
                          for name in sorted(game.choices())}
                name = game.random.choice([name for name in places if places[name]])
                found = places[name]
                _, spin = key = game.random.choice(sorted(found))
                o, x, y = game.random.choice(sorted(found[key]))
                compass = {letter: word for word, letter in referee.COMPASS.items()}
                game.play({"location": {"type": name, "orientation": compass[o], "x": x, "y": y},
                           "spin": spin})
        self.assertEqual(self.close(bot), [], f"seed {seed}")

    def test_the_same_again(self):
        queue = "TISZOLJ"
        answers = set()
        for _ in range(2):
            bot = self.launch()
            self.begin(bot, queue)
            answers.add(json.dumps(self.suggest(bot)))
            self.close(bot)
        self.assertEqual(len(answers), 1)


class Places(Bot):
    def test_all_places_are_offered(self):
        """One piece alone: the moves are all places that the referee knows, and no more."""
        bot = self.launch()
        seed = random.SystemRandom().randrange(2**32)
        generator = random.Random(seed)
        whole = 0
        for number in range(60):
            board, name = random_board(generator), generator.choice(referee.PIECES)
            game = referee.Game(bot, 0, board, shown=0)
            game.queue = [name]
            game.start()
            with self.subTest(seed=seed, number=number, board=hex(board.cells), piece=name):
                cells = {referee.ALL[name].cells(referee.COMPASS[at["orientation"]], at["x"],
                                                 at["y"])
                         for at in (move["location"] for move in game.ask())}
                wanted = {squares for squares, _ in referee.find_moves(board,
                                                                       referee.ALL[name])}
                self.assertLessEqual(cells, wanted)
                self.assertEqual(len(cells), min(len(wanted), 40))
                whole += len(wanted) <= 40
        self.assertGreater(whole, 20)

    def spins(self, drawing, orientation, x, y):
        """The spin of T at this place, if it is offered."""
        bot = self.launch()
        self.begin(bot, "T", board=board_of(drawing))
        spins = [move["spin"] for move in self.suggest(bot)
                 if move["location"] == {"type": "T", "orientation": orientation, "x": x,
                                         "y": y}]
        self.close(bot)
        return spins

    def test_spins(self):
        double = "###......./##...#####/###.######"
        self.assertEqual(self.spins(double, "south", 3, 1), ["full"])
        # By the last kick of all, under a roof.
        triple = "##......../#........./#.########/#..#######/#.########"
        self.assertEqual(self.spins(triple, "east", 1, 1), ["full"])
        # Kicked to the wall: the corners behind it are full, and one before.
        self.assertEqual(self.spins("...#######/.#########", "east", 0, 1), ["mini"])
        # A spin that clears nothing is not asked for where a plain way leads there, too.
        self.assertEqual(self.spins("...######./.########.", "east", 0, 1), ["none"])

    def test_where_it_is_spawned(self):
        bot = self.launch()
        # Row 19 is free, or only the row above it, or neither.
        for rows, any_move in ((19, True), (20, True), (21, False), (40, False)):
            wall = sum(referee.bit(x, y) for x in range(9) for y in range(rows))
            game = referee.Game(bot, 0, referee.Board(wall), shown=0)
            game.queue = ["T", "I"]
            game.start()
            with self.subTest(rows=rows):
                self.assertEqual(bool(game.ask()), any_move)

    def test_rows_that_are_full(self):
        """Only a client can make up such a field; the moves are legal all the same."""
        bot = self.launch()
        game = referee.Game(bot, 0, board_of("##########/#.########/##########"), shown=0)
        game.queue = ["I"]
        game.start()
        self.assertEqual(len(game.ask()), 17)
        game.play(game.ask()[0])


class Hold(Bot):
    def test_pieces_to_choose_from(self):
        for queue, held, types in (("ST", None, "ST"), ("S", None, "S"), ("ST", "I", "SI"),
                                   ("S", "I", "SI"), ("SS", None, "S"), ("SST", "S", "S")):
            with self.subTest(queue=queue, held=held):
                bot = self.launch()
                self.begin(bot, queue, held)
                self.assertEqual(self.types(bot), set(types))

    def test_hold_is_inferred(self):
        bot = self.launch()
        at = {"type": "T", "orientation": "north", "x": 1, "y": 0}
        self.begin(bot, "STOL")
        bot.send("play", move={"location": at, "spin": "none"})
        self.assertEqual(self.types(bot), {"O", "S"})  # S is in hold
        at = {"type": "S", "orientation": "north", "x": 4, "y": 0}
        bot.send("play", move={"location": at, "spin": "none"})
        self.assertEqual(self.types(bot), {"L", "O"})
        at = {"type": "L", "orientation": "north", "x": 7, "y": 0}
        bot.send("play", move={"location": at, "spin": "none"})
        bot.send("new_piece", piece="J")
        self.assertEqual(self.types(bot), {"J", "O"})

    def test_it_waits_for_a_piece(self):
        bot = self.launch()
        for held, types in ((None, "Z"), ("I", "ZI")):
            self.begin(bot, "", held)
            bot.send("suggest")
            bot.send("new_piece", piece="Z")
            moves = bot.receive("suggestion")["moves"]
            self.assertEqual({move["location"]["type"] for move in moves}, set(types))
        self.begin(bot, "")
        bot.send("suggest")
        bot.send("stop")
        self.begin(bot, "T")
        self.assertEqual(self.types(bot), {"T"})


class Messages(Bot):
    def test_info_comes_first(self):
        output = self.succeed("bot", "--tbp")
        info = json.loads(output)
        self.assertEqual(info["type"], "info")
        self.assertEqual(sorted(info), ["author", "features", "name", "type", "version"])
        self.assertEqual(output.count(b"\n"), 1)

    def test_rules_may_be_left_out(self):
        bot = referee.Bot([program.path(), "bot", "--tbp", *QUICK])
        self.addCleanup(self.end, bot)
        bot.receive("info")
        self.begin(bot, "TS")
        self.assertEqual(self.types(bot), {"T", "S"})

    def test_unknown_messages_are_ignored(self):
        bot = self.launch()
        bot.send("good_morning", to="you")
        bot.send("")
        self.begin(bot, "TS")
        bot.send("garbage", lines=3)
        self.assertEqual(self.types(bot), {"T", "S"})
        self.assertEqual(self.close(bot), [])

    def test_wrong_lines_are_ignored(self):
        bot = self.launch()
        # Before a game, in one, and after it.
        for line in WRONG:
            bot.send_line(line)
        self.begin(bot, "TS")
        wanted = self.suggest(bot)
        for line in WRONG:
            bot.send_line(line)
        for name, orientation, x, y in IMPOSSIBLE:
            at = {"type": name, "orientation": orientation, "x": x, "y": y}
            bot.send("play", move={"location": at, "spin": "none"})
        self.assertEqual(self.suggest(bot), wanted)
        bot.send("stop")
        for kind in ("suggest", "play", "new_piece"):
            bot.send(kind, piece="T", move=wanted[0])
        self.begin(bot, "TS")
        self.assertEqual(self.suggest(bot), wanted)
        messages = self.close(bot)
        self.assertEqual(len(messages), 2 * len(WRONG) + len(IMPOSSIBLE) + 3)
        # Nothing that a client says gets to the terminal of the bot as it is.
        self.assertNotRegex("".join(messages), "[\0-\x1f\x7f]")
        for number, text in enumerate(messages[:len(WRONG)], 2):
            self.assertRegex(text, f"^dropforge: standard input:{number}: .*; this line is ign")

    def test_it_does_not_complain_for_ever(self):
        given = b"x\n" * 5000 + b'{"type":"rules"}\n'
        status, output, messages = self.run_program("bot", "--tbp", given=given)
        self.assertEqual((status, output.count(b"\n")), (0, 2))
        self.assertLess(len(messages), 20000)

    def test_random_bytes(self):
        seed = random.SystemRandom().randrange(2**32)
        generator = random.Random(seed)
        start = {"type": "start", "hold": None, "queue": ["T", "S"], "combo": 0,
                 "back_to_back": False, "board": EMPTY}
        lines = [json.dumps(start).encode(), b'{"type":"suggest"}']
        for _ in range(100):
            line = bytearray(generator.choice(lines))
            for _ in range(generator.randint(1, 3)):
                line[generator.randrange(len(line))] = generator.randrange(256)
            lines.append(bytes(line))
        generator.shuffle(lines)
        status, output, _ = self.run_program("bot", "--tbp", *QUICK, given=b"\n".join(lines))
        self.assertEqual(status, 0, f"seed {seed}")
        for line in output.splitlines():
            self.assertIn(json.loads(line)["type"], ("info", "suggestion"), f"seed {seed}")

    def test_lines_are_short(self):
        bot = self.launch()
        # A comb has more places than a line can tell.
        self.begin(bot, "TL", "J", board_of("/".join([".........#", "#.#.#.#..."] * 8)))
        moves = self.suggest(bot)
        self.assertEqual(len(moves), 40)

    def test_the_end_of_the_input(self):
        bot = self.launch()
        self.begin(bot, "TS")
        self.assertEqual(self.close(bot, quits=False), [])
        output = self.succeed("bot", "--tbp", given=b'{"type":"rules"}')
        self.assertEqual(output.count(b"\n"), 2)


class Manners(Bot):
    def test_players(self):
        for options in (("--player", "bcts"), ("--lookahead", "1"), ("--lookahead", "2"),
                        ("--score-before-clear",), ("--hold", "--rules", "srs")):
            with self.subTest(options=options):
                game = referee.Game(self.launch(*options), 1)
                game.start()
                while game.pieces < 8:
                    self.assertTrue(game.step())

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            bot = self.launch()
            bot.process.send_signal(number)
            self.assertEqual(bot.close(), (-number, ""))


if __name__ == "__main__":
    program.main()
