"""Drives the program from outside: commands, outputs, bad input, files.

What the program writes is read by other code: plans by oracle.py, images by images.py.
"""

import json
import os
import re
import stat

from tests.support import images
from tests.oracle import oracle
from tests.support import program

FIGURES = {"drops", "rows_cleared", "max_height", "width", "height", "seconds"}


SMALL = images.picture("R.G", "RGB", ".B.")
PRINT = ("print", *program.QUICK)


def squares(canvas, size):
    """The colour in the middle of every square of an image, rows from the top."""
    return [[canvas[y][x][:3] for x in range(size // 2, len(canvas[0]), size)]
            for y in range(size // 2, len(canvas), size)]


def expected_field(plan, background, rows):
    """What those colours must be for a plan that the oracle has played, in a picture of so many
    rows. There is room for a piece above the stack."""
    assert min(plan.field.top + 1, plan.height) <= rows <= plan.height
    return [[plan.colors[p] if (p := plan.field.piece_at(x, y)) else background
             for x in range(plan.width)] for y in reversed(range(rows))]


class Help(program.Case):
    COMMANDS = ("print", "prepare", "replay", "check", "tile", "clear", "omino", "bot",
                "train", "play", "completions")

    def test_help_is_the_same_everywhere(self):
        general = self.succeed("--help").decode()
        self.assertEqual(general, self.succeed("help").decode())
        self.assertEqual(general, self.succeed("-h").decode())
        self.assertEqual(general, self.succeed("help", "help").decode())
        for command in self.COMMANDS:
            self.assertRegex(general, rf"(?m)^  {command} ")
            text = self.succeed("help", command).decode()
            self.assertEqual(text, self.succeed(command, "--help").decode())
            self.assertEqual(text, self.succeed(command, "-h").decode())
            self.assertTrue(text.startswith(f"Usage: dropforge {command} "))
            self.assertLessEqual(max(map(len, text.splitlines())), 90)
            self.assertIn(f"  dropforge {command}", text.split("\nExamples:\n")[1])
            self.assertLessEqual(max(map(len, text.splitlines())), 90)

    def test_bare_call_is_a_wrong_one(self):
        status, output, _ = self.run_program()
        self.assertEqual(status, 2)
        self.assertEqual(output, self.succeed("--help"))

    def test_version(self):
        self.assertRegex(self.succeed("--version").decode(),
                         r"^dropforge \d+\.\d+\.\d+\nreads: png gif bmp jpeg webp ico aseprite xpm\n"
                         r"writes: drops blocks keys fumen game fm2 ttr techmino rep png gif .*\n"
                         r"formats: blocks, dropforge-drops 1, .*\nthreads: yes\nmpi: (yes|no)\n$")


class Print(program.Case):
    def test_sprites_in_every_format(self):
        for name, method in (("uni_A", "best"), ("gbs_cat", "search"),
                             ("bg_town_17x32_holes", "table")):
            sprite = program.SPRITES / f"{name}.png"
            pixels = oracle.read_png(sprite.read_bytes())
            self.succeed("print", sprite, "--effort", "0", "-m", method, "--pieces", "JTL", "-o", "a.drops", "-o",
                         "a.txt", "-o", "a.blocks", "-o", "a.PNG", "-o", "a.gif", "--square", "4",
                         "--fast", "--background", "#102030")
            self.assertEqual(self.read("a.txt"), self.read("a.blocks"))
            plan = oracle.read(self.read("a.drops"))
            self.assertIsNone(oracle.compare(plan, pixels))
            self.assertIsNone(oracle.compare(oracle.read(self.read("a.txt")), pixels))
            image = oracle.read_png(self.read("a.PNG"))
            wanted = expected_field(plan, (0x10, 0x20, 0x30), len(image) // 4)
            self.assertEqual(squares(image, 4), wanted)
            film = images.Gif(self.read("a.gif"))
            self.assertEqual(squares(film.last(), 4), wanted)
            self.assertEqual(len(film.delays), 2 + len(plan.drops))  # the poster, too
            self.assertEqual(film.loops, 0)
            self.assertIn(b"ok: ", self.succeed("check", "a.drops", sprite))
            self.assertIn(b"ok: ", self.succeed("check", "a.txt", sprite))

    def test_built_in_sprite(self):
        plan = oracle.read(self.succeed("print", *program.QUICK))
        self.assertEqual(len(plan.colors), 3)
        for output in (("-o", "-"), ("--format", "drops")):
            self.assertEqual(self.succeed("print", *program.QUICK, *output), plan.write().encode())

    def test_blocks_choose_their_pieces(self):
        sprite = self.write("s.png", images.png_rgba(SMALL))
        self.succeed("print", sprite, "--effort", "0", "-o", "a.txt")
        self.assertIn(b"ok: ", self.succeed("check", "a.txt", sprite))
        four = self.write("four.png", images.png_rgba(
            [[(60 * column, 0, 0, 255) for column in range(4)]]))
        self.assertIn("--colors 3", self.refuse(1, "print", four, "--exact", "-o", "a.drops", "-o", "b.txt"))
        self.succeed("print", four, "--effort", "0", "-o", "a.drops", "-o", "b.txt")
        self.assertEqual(len(oracle.read(self.read("b.txt")).colors), 3)

    def test_figures(self):
        sprite = self.write("s.png", images.png_rgba(SMALL))
        status, _, summary = self.run_program("print", sprite, "--effort", "0", "-o", "a.drops")
        self.assertEqual(status, 0)
        figures = json.loads(self.succeed("print", sprite, "--effort", "0", "--json", "--seed", "0"))
        self.assertLessEqual(FIGURES | {"passes", "platforms", "method", "seed", "nodes"},
                             set(figures))
        plan = oracle.read(self.read("a.drops"))
        self.assertEqual(figures["drops"], len(plan.drops))
        self.assertEqual((figures["width"], figures["height"]), (plan.width, plan.height))
        self.assertIn(f"{figures['drops']} drops, {figures['passes']} passes, ", summary)
        seed = 2**64 - 1
        exact = self.succeed(*PRINT, sprite, "--json", "--seed", str(seed), "-o", "b.gif", "--fast",
                             "--max-frames", "1")
        self.assertEqual(json.loads(exact)["seed"], seed)
        self.assertEqual(len(images.Gif(self.read("b.gif")).delays), 1)

    def test_same_seed_same_plan(self):
        plan = self.succeed(*PRINT, program.LETTER, "--seed", "0")
        self.assertEqual(plan, self.succeed(*PRINT, program.LETTER))
        self.assertNotEqual(plan, self.succeed(*PRINT, program.LETTER, "--seed", str(1 << 63)))

    def test_every_method_prints(self):
        names = re.findall(r"(?m)^  (\S+) ", self.succeed("print", "--help").decode()
                           .split("\nMethods, the default first:\n")[1].split("\n\n")[0])
        self.assertGreaterEqual(len(names), 2)
        pixels = oracle.read_png((program.LETTER).read_bytes())
        for name in names:
            plan = oracle.read(self.succeed("print", program.LETTER, "--effort", "0", "-m", name))
            self.assertIsNone(oracle.compare(plan, pixels))

    def test_size_of_the_playfield(self):
        self.succeed("print", self.write("s.png", images.png_rgba(SMALL)), "--width", "25",
                     "--height", "60", "--effort", "0", "-o", "a.drops")
        plan = oracle.read(self.read("a.drops"))
        self.assertEqual((plan.width, plan.height), (25, 60))
        self.assertIsNone(oracle.compare(plan, SMALL))
        message = self.refuse(1, *PRINT, "s.png", "--height", "5", "-o", "b.drops")
        enough = re.search(r"; use --height (\d+)$", message).group(1)
        self.succeed(*PRINT, "s.png", "--height", enough, "-o", "b.drops")
        self.refuse(1, *PRINT, "s.png", "--height", "3", "-o", "c.drops")
        tall = self.write("tall.png", images.png_rgba([[images.RED] * 4] * 1024))
        self.assertEqual(self.refuse(1, *PRINT, tall, "--exact", "-o", "c.drops"),
                         "tall.png: the print of 1024 rows needs a playfield of more than 1024; "
                         "scale it down (--fit 3x768)")

    def test_empty_row(self):
        torn = images.picture("RR", "..", "R.")
        sprite = self.write("torn.png", images.png_rgba(torn))
        self.assertIn("torn.png", self.refuse(3, "print", sprite, "--exact", "-o", "a.drops"))
        for options in (("--exact", "--anchor"), ()):
            self.succeed("print", sprite, "--effort", "0", *options, "-o", "a.drops")
            self.assertIsNone(oracle.compare(oracle.read(self.read("a.drops")), torn, True))
            self.succeed("check", "a.drops", sprite, *options)
        self.assertEqual(self.run_program("check", "a.drops", sprite, "--exact")[0], 1)


class Images(program.Case):
    """Every kind of image file arrives as the same picture."""

    SHAPE = ("#.#.", "####", ".##.")

    def check_kind(self, data, ink):
        pixels = [[(*ink, 255) if c == "#" else images.CLEAR for c in row] for row in self.SHAPE]
        plan = oracle.read(self.succeed("print", "-", *program.QUICK, given=data))
        self.assertIsNone(oracle.compare(plan, pixels))

    def rows(self, ink, ground):
        return [[ink if c == "#" else ground for c in row] for row in self.SHAPE]

    def test_png(self):
        for depth in (1, 2, 4, 8, 16):
            most = (1 << depth) - 1
            kinds = [(self.rows((most,), (0,)), 0, {"key": b"\0\0"}, (255,) * 3),
                     (self.rows((0,), (most,)), 0, {"key": most.to_bytes(2, "big")}, (0,) * 3)]
            if depth <= 8:
                kinds.append((self.rows((1,), (0,)), 3,
                              {"palette": b"\1\2\3\x40\x50\x60", "key": b"\0"}, (64, 80, 96)))
            if depth >= 8:
                kinds += [(self.rows((most, most), (9, 0)), 4, {}, (255,) * 3),
                          (self.rows((most, 0, 0), (7, 7, 7)), 2, {"key": b"\0\7\0\7\0\7"},
                           (255, 0, 0)),
                          (self.rows((0, most, 0, most), (9, 9, 9, 0)), 6, {}, (0, 255, 0))]
            for rows, kind, extra, ink in kinds:
                for interlaced in (False, True):
                    with self.subTest(depth=depth, kind=kind, interlaced=interlaced):
                        self.check_kind(images.png(rows, kind, depth, interlaced=interlaced,
                                                   **extra), ink)

    def test_gif_and_bmp(self):
        self.check_kind(images.gif(self.rows(2, 1), bytes(range(10, 19)), 1), (16, 17, 18))
        solid = [[(9, 8, 7)] * 3] * 2
        plan = oracle.read(self.succeed("print", "-", *program.QUICK, given=images.bmp(solid)))
        self.assertIsNone(oracle.compare(plan, [[(9, 8, 7, 255)] * 3] * 2))

    def test_gif_not_covered_by_its_first_frame(self):
        data = images.gif(self.rows(2, 1), bytes(range(10, 19)), 1)
        for size in (b"\5\0\3\0", b"\4\0\4\0"):
            self.check_kind(data[:6] + size + data[10:], (16, 17, 18))

    def test_own_pictures_can_be_printed(self):
        self.succeed("replay", "-", "-o", "a.png", "-o", "a.gif", "--square", "1", "--no-grid",
                     given=b"dropforge-drops 1\nfield 9 3\ncolor T #ff0000\nT N 0 0\n")
        self.succeed("print", "a.png", "--effort", "0", "-o", "b.drops")
        self.succeed("check", "b.drops", "a.png")


class Replay(program.Case):
    def test_formats_turn_into_each_other(self):
        for source in sorted((program.DATA / "plans").glob("*.txt")):
            listed = self.succeed("replay", source)
            plan = oracle.read(source.read_bytes())
            self.assertEqual(listed.decode(), plan.write())
            self.assertEqual(self.succeed("replay", "-", given=listed), listed)
            blocks = self.succeed("replay", "-", "-f", "blocks", given=listed)
            self.assertEqual(self.succeed("replay", "-", given=blocks), listed)

    def test_figures(self):
        plan = oracle.read((program.DATA / "plans/uni_A.txt").read_bytes())
        figures = json.loads(self.succeed("replay", program.DATA / "plans/uni_A.txt", "--json"))
        self.assertLessEqual(FIGURES, set(figures))
        self.assertEqual(figures["drops"], len(plan.drops))

    def test_bad_plans(self):
        for line in (program.DATA / "bad/expected.txt").read_text("utf-8").splitlines():
            name = line.split(":")[0]
            with self.subTest(name):
                path = program.DATA / "bad" / name
                message = self.refuse(1, "replay", path, "-o", "a.gif")
                # What does not begin like a drop list is taken for blocks.
                if path.suffix == ".blocks" and path.read_bytes() or \
                        path.read_bytes().startswith(b"dropforge-drops"):
                    self.assertIn("/" + line, message)
                else:
                    self.assertRegex(message, rf"/{name}:1:.*('dropforge-drops 1'|byte order mark)")

    def test_colors_of_pieces_with_odd_names(self):
        self.write("a.drops", b"dropforge-drops 1\nfield 2 1\npiece a=b #\na=b N 0 0\n")
        self.succeed("replay", "a.drops", "-o", "a.png", "--square", 1, "--color", "a=b=#010203",
                     "--look", "flat")
        self.assertEqual(oracle.read_png(self.read("a.png"))[0][0], (1, 2, 3, 255))

    def test_films(self):
        self.succeed("print", program.LETTER, *program.QUICK, "-o", "a.drops")
        drops = len(oracle.read(self.read("a.drops")).drops)
        lasts = set()
        for options, holds in (
                ([], lambda film: 1200 <= sum(film.delays) <= 2000),
                (["--speed", "1000"], lambda film: len(film.delays) < drops),
                (["--speed", "50"], lambda film: 2000 <= sum(film.delays) <= 4000),
                (["--max-frames", "100"], lambda film: 90 <= len(film.delays) <= 100),
                (["--max-frames", "1"], lambda film: len(film.delays) == 1),
                (["--motion", "full"], lambda film: len(film.delays) > 5 * drops),
                (["--motion", "fall"], lambda film: len(film.delays) > 2 * drops),
                (["--motion", "land"], lambda film: len(film.delays) == 2 + drops),
                (["--fast", "--poster", "none"], lambda film: len(film.delays) == 1 + drops),
                (["--duration", "7.5"], lambda film: sum(film.delays) == 750),
                (["--duration", "600"], lambda film: sum(film.delays) == 60000),
                (["--end-pause", "2.5", "--fast"], lambda film: film.delays[-1] == 250)):
            with self.subTest(options):
                self.succeed("replay", "a.drops", "-o", "a.gif", "--square", "3", *options)
                film = images.Gif(self.read("a.gif"))
                self.assertTrue(holds(film), (len(film.delays), sum(film.delays)))
                self.assertGreaterEqual(min(film.delays), 2)
                lasts.add(str(film.last()))
        self.assertEqual(len(lasts), 1)

    def test_loops(self):
        self.succeed("print", program.SPRITES / "uni_A.png", *program.QUICK, "-o", "a.drops")
        self.succeed("replay", "a.drops", "-o", "a.gif", "--square", "3", "--loop",
                     "--poster", "none")
        film = images.Gif(self.read("a.gif"))
        frames = [tuple(map(tuple, canvas)) for canvas in film.frames()]
        # At last only the lowest row of squares is left, and lights up.
        self.assertTrue(frames[-1][:-3] == frames[0][:-3])
        self.assertTrue(frames[-1][-3:] != frames[0][-3:])
        self.assertTrue(frames[-2][:-3] != frames[0][:-3])


class Check(program.Case):
    def test_reduced_colors(self):
        """A colour may have several pieces; the plan has no more colours for that."""
        shades = [[(r, g, 40, 255) for g in (0, 30, 120, 150)] for r in (0, 30, 200, 230)]
        name = self.write("s.png", images.png_rgba(shades))
        self.succeed("print", name, "--effort", "0", "--colors", "4", "-o", "a.drops")
        plan = oracle.read(self.read("a.drops"))
        colors = [color for color in plan.colors.values() if color is not None]
        self.assertLess(len(set(colors)), len(colors))
        self.succeed("check", "a.drops", name)

    def test_colors_of_pieces(self):
        """A plan in the usual colours of the pieces is none of a game if its playfield is another."""
        self.succeed("print", program.CAT, "--pieces", "any", "--effort", "0", "-o", "a.drops")
        self.succeed("check", "a.drops", program.CAT, "--shape")


class Files(program.Case):
    def test_replaces_what_is_there(self):
        self.write("real.drops", b"old")
        os.chmod(self.folder / "real.drops", 0o640)
        os.symlink("real.drops", self.folder / "link.drops")
        self.succeed(*PRINT, "-o", "link.drops", "-o", "new.drops")
        self.assertTrue((self.folder / "link.drops").is_symlink())
        self.assertEqual(self.read("real.drops"), self.read("new.drops"))
        self.assertEqual(stat.S_IMODE((self.folder / "real.drops").stat().st_mode), 0o640)
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(stat.S_IMODE((self.folder / "new.drops").stat().st_mode), 0o666 & ~mask)
        self.assertEqual(self.files(), ["link.drops", "new.drops", "real.drops"])

    def test_standard_output_beside_files(self):
        output = self.succeed(*PRINT, "-o", "a.gif", "-o", "-", "--fast", "--square", "2")
        self.assertEqual(output, self.succeed(*PRINT))
        self.assertEqual(self.files(), ["a.gif"])
        self.assertEqual(self.succeed(*PRINT, "-o", "-", "-f", "png")[:4], b"\x89PNG")
        self.succeed(*PRINT, "-o", "plan", "-f", "drops")
        self.assertEqual(self.read("plan"), output)

    def test_closed_streams(self):
        wanted = self.succeed(*PRINT)
        for closed in (0, 1, 2):
            status, _, messages = self.run_program(*PRINT, "-o", "a.drops",
                                                   preexec_fn=lambda fd=closed: os.close(fd))
            self.assertEqual(status, 0, messages)
            self.assertEqual(self.read("a.drops"), wanted)
        self.assertIn("standard output: cannot be written",
                      self.refuse(1, *PRINT, preexec_fn=lambda: os.close(1)))
        self.assertIn("standard input: cannot be read",
                      self.refuse(1, *PRINT, "-", preexec_fn=lambda: os.close(0)))


if __name__ == "__main__":
    program.main()
