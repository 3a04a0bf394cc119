"""How pictures look: squares, colours, themes, sizes and skins."""
import struct

from tests.support import images
from tests.oracle import oracle
from tests.program.test_cli import expected_field, squares
from tests.support import program
from tests.support import tap


class Looks(program.Case):
    def test_look_of_pictures(self):
        plan = oracle.read(self.succeed("print", program.CAT, *program.QUICK, "-o", "-"))
        self.write("a.drops", plan.write().encode())
        plan.colors.update(J=(1, 2, 3), O=(4, 5, 6))
        seen = set()
        for look in ("flat", "bevel", "nes"):
            for size in (1, 2, 5, 10):
                self.succeed("replay", "a.drops", "-o", "a.png", "--square", size, "--look", look,
                             "--color", "J=#010203", "--color", "O=#040506", "--background",
                             "#0000ff")
                data = self.read("a.png")
                image = oracle.read_png(data)
                wanted = expected_field(plan, (0, 0, 255), len(image) // size)
                self.assertEqual((len(image[0]), len(image)),
                                 (size * plan.width, size * len(wanted)))
                self.assertEqual(squares(image, size), wanted)
                seen.add(data)
        # In one pixel all looks are alike, in two as well.
        self.assertEqual(len(seen), 1 + 1 + 3 + 3)

    def test_colors_by_name(self):
        self.succeed("print", program.LETTER, *program.QUICK, "-o", "a.drops")
        for name, short, digits in (("orange", "#ffa500", "#FFA500"), ("white", "#fff", "#ffffff"),
                                    ("fuchsia", "#f0f", "#ff00ff"), ("RebeccaPurple", "#639", "#663399"),
                                    ("grey", "Gray", "#808080"), ("green", "GREEN", "#008000")):
            seen = set()
            for color in (name, short, digits):
                self.succeed("replay", "a.drops", "-o", "a.png", "--background", color,
                             "--color", f"J={color}")
                seen.add(self.read("a.png"))
            self.assertEqual(len(seen), 1, name)

    def test_colors_that_the_plan_has(self):
        """Pieces of one letter each, and a colour of the plan, stand for all pieces that have it."""
        self.write("a.drops", b"dropforge-drops 1\nfield 10 6\ncolor I #dbdbdb\ncolor O #dbdbdb\n"
                   b"color J #010203\nI N 0 0\nO N 4 0\nJ N 6 0\n")
        seen = []
        for words in (("I=red", "O=red", "J=#dbdbdb"), ("IO=#f00", "J=#dbdbdb"), ("#dbdbdb=red", "#010203=#dbdbdb")):
            self.succeed("replay", "a.drops", "-o", "a.png", *(f"--color={word}" for word in words))
            seen.append(self.read("a.png"))
        self.assertEqual(len(set(seen)), 1)
        messages = self.run_program("replay", "a.drops", "-o", "b.png", "--color", "navy=red")[2]
        self.assertIn("--color navy=red: no piece of the plan has this colour; write one of #dbdbdb #010203\n", messages)

    def test_themes_and_sizes(self):
        self.succeed("print", program.LETTER, *program.QUICK, "-o", "a.drops")
        seen = set()
        for theme in ("guideline", "nes", "gameboy", "flat", "modern", "mono", "paper"):
            self.succeed("replay", "a.drops", "-o", "a.png", "--theme", theme, "--hud")
            seen.add(self.read("a.png"))
        self.assertEqual(len(seen), 7)
        for name, width, height in tap.part((("story", 1080, 1920), ("post", 1080, 1080),
                                             ("wide", 1920, 1080), ("640x360", 640, 360)), 3):
            self.succeed("replay", "a.drops", "-o", "a.png", "--size", name, "--hud", "--title",
                         "Ein Hund f\u00fcr Zo\u00eb \u2665")
            self.assertEqual(struct.unpack(">II", self.read("a.png")[16:24]), (width, height))
            if name == "story":
                image = oracle.read_png(self.read("a.png"))
                for y in (*range(250), *range(1920 - 340, 1920)):
                    self.assertEqual(len(set(image[y])), 1, f"row {y} of a story")

    def test_pictures_in_tones(self):
        """The light colours of a picture are light, whatever they are otherwise."""
        colors = "color I #7c6cf0\ncolor O #22306b\ncolor T #fff0f0\n"
        self.write("a.drops", f"dropforge-drops 1\nfield 4 8\n{colors}T N 0 0\nO N 1 2\nI N 0 4\n".encode())
        for theme, is_tone in (("mono", lambda r, g, b: r == g == b),
                               ("gameboy", lambda r, g, b: g > r >= b)):
            self.succeed("replay", "a.drops", "-o", "a.png", "--theme", theme, "--hud", "goal")
            seen = {color[:3] for row in oracle.read_png(self.read("a.png")) for color in row}
            self.assertEqual([color for color in seen if not is_tone(*color)], [])
            self.assertGreater(len(seen), 4)

    def test_narrow_pictures_and_long_titles(self):
        self.write("a.drops", b"dropforge-drops 1\nfield 1 1\npiece m #\nm N 0 0\n")
        for size in ("100x400", "128x400"):
            self.succeed("replay", "a.drops", "-o", "a.png", "--hud", "--size", size)
        self.succeed("replay", "a.drops", "-o", "a.gif", "--title", "A" * 1000)

    def test_end_card(self):
        """Only the frame that is held at the end has it."""
        self.write("a.drops", b"dropforge-drops 1\nfield 4 4\nI N 0 0\n")
        films = []
        for card in ("Bye", "End"):
            self.succeed("replay", "a.drops", "-o", "a.gif", "-o", "a.png", "--title", "A",
                         "--end-card", card, "--size", "96x90", "--duration", 1)
            films.append([tuple(map(tuple, canvas))
                          for canvas in images.Gif(self.read("a.gif")).frames()])
            last = [[color[:3] for color in row] for row in oracle.read_png(self.read("a.png"))]
            self.assertEqual(last, list(map(list, films[-1][-1])))
        self.assertEqual(films[0][:-1], films[1][:-1])
        self.assertNotEqual(films[0][-1], films[1][-1])

    def test_letters_that_the_font_lacks(self):
        """They are boxes, and one line says so; no film is refused for them."""
        self.write("a.drops", b"dropforge-drops 1\nfield 4 4\nI N 0 0\n")
        films = set()
        for option, title, words in (("--title", "Caf\u00e9 \u6f22", "letter 6 of --title, U+6F22,"),
                                     ("--title", "a\udcff", "letter 2 of --title is not UTF-8;"),
                                     ("--end-card", "\u732b\u6f22", "letter 1 of --end-card, U+732B,")):
            status, _, messages = self.run_program("replay", "a.drops", "-o", "b.gif", option, title)
            self.assertEqual((status, messages.count(words), messages.count("box")), (0, 1, 1), messages)
            films.add(self.read("b.gif"))
        self.assertEqual(len(films), 3)

    def test_games_look_like_games(self):
        """Where pieces are dealt there are a border and the display; the picture is in it if asked for."""
        self.succeed("print", program.LETTER, "--deal", "bag", "--hold", "--pieces", "any",
                     "--effort", 0, "--seed", 2, "-o", "a.drops", "-o", "print.gif", "--square", 10)
        looks = {}
        for name, words in (("usual", ()), ("hud", ("--hud", "--border")), ("goal", ("--hud", "goal")),
                            ("joined", ("--hud=goal",)), ("bare", ("--no-hud", "--no-border"))):
            self.succeed("replay", *words, "a.drops", "-o", "a.gif", "--square", 10)
            looks[name] = self.read("a.gif")
        self.assertEqual(looks["usual"], looks["hud"])
        self.assertEqual(looks["usual"], self.read("print.gif"))
        self.assertEqual(looks["goal"], looks["joined"])
        self.assertEqual(len(set(looks.values())), 3)
        self.assertEqual(images.Gif(looks["bare"]).width, 100)

    def test_goal_of_an_animation(self):
        """The picture in small is the frame that is made, from the first drop for it on."""
        self.write("a.drops", b"dropforge-drops 1\nfield 4 8\ncolor O #f0f000\nO N 0 0\n# frame\n"
                   b"O N 0 2\n# frame\nO N 0 4\n# frame\n")
        self.succeed("replay", "a.drops", "-o", "a.gif", "--hud", "goal", "--fast", "--no-grid", "--square", 10,
                     "--poster", "none")
        goal = [sum(pixel == (0xf0, 0xf0, 0) for row in frame for pixel in row[:60])
                for frame in images.Gif(self.read("a.gif")).frames()]  # left of the playfield
        self.assertEqual([part // goal[0] for part in goal], [1, 1, 2, 3])

    def test_theme_of_any_pieces(self):
        # Pieces that were chosen for the shape alone have the theme's colours, and those that
        # carry the colours of a picture keep them, be they of the same letters.
        drops = b"T N 0 0\nT N 3 0\n"
        usual = dict(I="00f0f0", O="f0f000", T="a000f0", S="00f000", Z="f00000", J="0000f0",
                     L="f0a000")
        for colors, wanted in ((usual, (0xb8, 0x70, 0xfc)),
                               (usual | {"J": "0000f1"}, (0xa0, 0x00, 0xf0)),
                               ({"T": "a000f0"}, (0xa0, 0x00, 0xf0))):
            lines = "".join(f"color {piece} #{color}\n" for piece, color in colors.items())
            self.write("a.drops", b"dropforge-drops 1\nfield 8 4\n" + lines.encode() + drops)
            self.succeed("replay", "a.drops", "-o", "a.png", "--theme", "modern", "--look",
                         "flat", "--no-border")
            image = oracle.read_png(self.read("a.png"))
            self.assertEqual(tuple(image[-5][5][:3]), wanted, colors)
            if colors is usual:
                # Pale colours are no reason for another background than the theme's.
                self.succeed("replay", "a.drops", "-o", "a.png", "--theme", "paper",
                             "--no-border", "--no-grid")
                self.assertEqual(tuple(oracle.read_png(self.read("a.png"))[0][0][:3]),
                                 (0xfd, 0xfa, 0xf1))

    def test_themes_keep_their_background(self):
        """Squares of a picture that are lost on it have an outline, and others none."""
        background = {"guideline": "161822", "nes": "000000", "gameboy": "9bbc0f", "flat": "fcfcfa",
                      "modern": "0d1120", "mono": "000000", "paper": "fdfaf1"}
        for theme, color in background.items():
            color = tuple(bytes.fromhex(color))
            lost = "#%02x%02x%02x" % color
            self.write("a.drops", f"dropforge-drops 1\nfield 4 5\ncolor J #808080\ncolor O {lost}\n"
                       "O N 0 0\nJ E 2 0\n".encode())
            pixels = {}
            for look in ("flat", "tile"):
                self.succeed("replay", "a.drops", "-o", "a.png", "--theme", theme, "--no-border",
                             "--look", look, "--square", 12, "--no-grid")
                image = [[pixel[:3] for pixel in row] for row in oracle.read_png(self.read("a.png"))]
                self.assertEqual(image[0][0], color)
                lost_edge, other_edge = image[-1][6], image[-6][30]
                self.assertNotEqual(lost_edge, color, (theme, look))
                grey = {"gameboy": (119, 148, 87), "mono": (127, 127, 127)}.get(theme, (128, 128, 128))
                self.assertEqual((image[-7][6], other_edge), (color, grey))
            self.succeed("replay", "a.drops", "-o", "a.png", "--theme", theme, "--no-border",
                         "--background", lost, "--look", "flat", "--no-grid")
            image = oracle.read_png(self.read("a.png"))
            self.assertNotEqual(image[-1][5][:3], color)

    SKIN = [[(k, 9, 9, 255) for k in range(10) for _ in range(6)]] * 6

    def check_skin(self):
        """The squares of Z are those of the skin."""
        self.write("skin.png", images.png_rgba(self.SKIN))
        self.succeed("replay", "a.drops", "-o", "a.png", "--skin", "skin.png", "--no-grid",
                     "--background", "white")
        image = oracle.read_png(self.read("a.png"))
        self.assertEqual({color[:3] for row in image for color in row},
                         {(0, 9, 9), (255, 255, 255)})

    GAMES = (("bot", "--max-pieces", 3, "--rules", "srs"),
             ("clear", "ways", "IIOOO", "--rows", 2),
             ("clear", "path", "IIOOO", "--rows", 2),
             ("play", "--watch", "a.game"))

    def test_games_take_the_looks(self):
        self.write("a.game", b"dropforge-game 1\nrules nes\n3 +soft\nend 300\n")
        self.write("skin.png", images.png_rgba(self.SKIN))
        for words in self.GAMES:
            seen = set()
            for looks in ((), ("--theme", "nes"), ("--no-hud",), ("--title", "A"), ("--no-border",),
                          ("--size", "200x240"), ("--background", "none"), ("--background", "navy"),
                          ("--motion", "land"), ("--square", 7), ("--skin", "skin.png")):
                with self.subTest(words=words, looks=looks):
                    self.succeed(*words, "-o", "a.gif", *looks)
                    film = self.read("a.gif")
                    self.assertFalse(film in seen)
                    seen.add(film)
                    if looks == ("--size", "200x240"):
                        self.assertEqual(film[6:10], bytes((200, 0, 240, 0)))

    def test_films_are_those_of_replay(self):
        # A game and its drop list give the same film.
        for words in self.GAMES[:3]:
            self.succeed(*words, "-o", "a.gif", "-o", "a.drops", "--theme", "paper", "--size", "120x200")
            self.succeed("replay", "a.drops", "-o", "b.gif", "--theme", "paper", "--size", "120x200", "--hud")
            self.assertEqual(self.read("a.gif"), self.read("b.gif"), words)

    def test_films_of_played_games_show_the_score(self):
        self.write("a.game", b"dropforge-game 1\nrules guideline\n3 +hard\n4 -hard\nend 30\n")
        for hud in ("--no-hud", "--hud"):
            self.succeed("play", "--watch", "a.game", "-o", "a.gif", "-o", "a.drops", "--square", 16, hud)
            self.succeed("replay", "a.drops", "-o", "b.gif", "--border", "--square", 16,
                         *(["--hud"] if hud == "--hud" else []))
            self.assertEqual(self.read("a.gif") == self.read("b.gif"), hud == "--no-hud")

    def test_skin_of_any_pieces(self):
        # The squares of a skin are for prints with any pieces, as they are for games.
        usual = "I #00f0f0,O #f0f000,T #a000f0,S #00f000,Z #f00000,J #0000f0,L #f0a000"
        colors = "".join(f"color {color}\n" for color in usual.split(","))
        self.write("a.drops", f"dropforge-drops 1\nfield 4 4\n{colors}Z N 0 0\n".encode())
        self.check_skin()

    def test_skin_keeps_the_small_picture(self):
        usual = "I #00f0f0,O #f0f000,T #a000f0,S #00f000,Z #f00000,J #0000f0,L #f0a000"
        colors = "".join(f"color {color}\n" for color in usual.split(","))
        self.write("skin.png", images.png_rgba(self.SKIN))
        self.write("a.drops", f"dropforge-drops 1\nfield 4 8\n{colors}I E 0 0\nI E 0 4\n".encode())
        self.write("b.drops", b"dropforge-drops 1\nfield 4 8\nI E 0 0\nI E 0 4\n")
        heights = []
        for plan in ("a.drops", "b.drops"):
            self.succeed("replay", plan, "-o", "a.png", "--hud", "goal", "--skin", "skin.png")
            heights.append(len(oracle.read_png(self.read("a.png"))))
        # Only a plan that has colours shows what it prints.
        self.assertGreater(heights[0], heights[1])

    def test_skins(self):
        self.write("a.drops", b"dropforge-drops 1\nfield 4 4\nZ N 0 0\n")
        self.check_skin()


class Posters(program.Case):
    def film(self, *options):
        self.succeed("replay", "p.drops", "-o", "film.gif", "--square", 2, *options)
        return images.Gif(self.read("film.gif"))

    def test_first_frames(self):
        """They are the finished picture, the first piece, or the playfield as it is before."""
        plan = b"dropforge-drops 1\nfield 7 9\ncolor T #d03010\ncolor O #20c0f0\n"
        self.write("p.drops", plan + b"I N 0 0\nL N 4 0\nT N 0 0\nO N 3 0\n")
        for loop in ((), ("--loop",)):
            films = {poster: self.film("--poster", poster, *loop)
                     for poster in ("finished", "start", "none")}
            frames = {poster: [tuple(map(tuple, rows)) for rows in film.frames()]
                      for poster, film in films.items()}
            empty = frames["none"][0]
            finished = frames["finished"]
            self.assertEqual(finished[0], finished[-1])
            self.assertEqual(finished[-1], frames["start"][-1] if not loop else finished[0])
            for poster in ("finished", "start"):
                self.assertNotEqual(frames[poster][0], empty)
            self.assertNotEqual(frames["start"][0], finished[0])
            # A loop takes the picture away after the poster, and without one at the end.
            self.assertEqual(frames["none"][-1] == finished[-1], not loop)
            self.assertEqual(self.film(*loop).data, films["finished"].data)
        # A plan without colours has no picture.
        self.write("p.drops", b"dropforge-drops 1\nfield 4 9\nO N 0 0\nO N 0 2\n")
        self.assertEqual(self.film().data, self.film("--poster", "start").data)
        # Nor has one whose last playfield is empty.
        self.write("p.drops", b"dropforge-drops 1\nfield 4 9\ncolor O #ff0000\nO N 0 0\nO N 2 0\n")
        self.assertEqual(self.film().data, self.film("--poster", "start").data)


if __name__ == "__main__":
    program.main()
