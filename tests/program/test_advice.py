"""Follows the advice of refused prints."""

import re

from tests.support import images
from tests.support import program
from tests.support import tap

RED, CLEAR, HALF = (255, 0, 0, 255), (0, 0, 0, 0), (0, 255, 0, 100)
INKS = [(36 * i, 255 - 30 * i, 99, 255) for i in range(8)]


def photo(width, height, alpha=lambda x, y: 255):
    """Thousands of colours, if it has as many pixels."""
    return [[(255 * x // width, 255 * y // height, (7 * x + 3 * y) % 256, alpha(x, y))
             for x in range(width)] for y in range(height)]


def stripes(width, height, colors=2, step=100):
    return [[INKS[(x + y) // step % colors] for x in range(width)] for y in range(height)]


class Advice(program.Case):
    """Whatever is refused, the message names options, and who gives them comes to a plan."""

    MOST_STEPS = 3
    PICTURES = {
        "photo": photo(200, 20),
        "small photo": photo(20, 20),
        "soft photo": photo(90, 12, lambda x, y: 255 * (x + y) // 102),
        "photo with a hole": photo(90, 12, lambda x, y: 0 if (x - 40) ** 2 + y * y < 80 else 255),
        "dust": [[(9, 9, 9, 20 + x % 50) for x in range(30)] for _ in range(6)],
        "wide": stripes(2000, 50, 3),
        "64 wide": stripes(64, 3), "65 wide": stripes(65, 3), "66 wide, torn": [
            [RED if (x + y) % 2 else CLEAR for x in range(66)] for y in range(2)],
        "60 wide": stripes(60, 2), "300 wide": stripes(300, 4, 1),
        "7 colours": [[INKS[x] for x in range(7)] for _ in range(2)],
        "8 colours": [INKS, INKS], "5 colours": [INKS[:5], INKS[:5]],
        "an empty row": [[RED] * 3, [CLEAR] * 3, [RED] * 3],
        "a full row": [[RED] * 10, [RED, *[CLEAR] * 9]],
        "odd": [[RED] * 3], "one": [[RED]],
        "half transparent": [[RED, HALF, RED], [RED, RED, RED]],
        "only half transparent": [[HALF, HALF], [HALF, HALF]],
        "lonely": [[RED if x == 20 else CLEAR for x in range(41)], [RED] * 41],
        "pairs": [[INKS[0]] * 3 + [INKS[1]] * 2],
    }
    OPTIONS = ({}, {"--width": "4"}, {"--width": "10"}, {"--width": "20"}, {"--width": "64"},
               {"--pieces": "O"}, {"--pieces": "JTL"}, {"--pieces": "OSZ", "--width": "12"},
               {"--height": "3"}, {"--format": "blocks"}, {"--fit": "70x8"}, {"--colors": "9"},
               {"--alpha-threshold": "250"}, {"--anchor": None, "--width": "10"},
               {"--pieces": "IOTSZJL"}, {"--transparent": "#ff0000"})

    def advice(self, message):
        """The options that a message names, for each of its alternatives."""
        found = []
        for way in re.split(r"\bor\b", re.split("; |, as | or ", message, maxsplit=1)[-1]):
            named = dict(re.findall(r"(--[a-z-]+) ([0-9A-Za-z]+)", way))
            named |= {name: None for name in re.findall("--anchor", way)}
            named |= {name: False for name in re.findall("leave out (--[a-z-]+)", way)}
            if named:
                found.append(named)
        return found

    def follow(self, name, options, steps=()):
        """Follows the advice in every way that it names, until there is a plan."""
        key = (name, *sorted(options.items(), key=str))
        if key in self.known:
            return
        words = [word for pair in options.items() for word in pair if word is not None]
        status, _, text = self.run_program("print", name, *words, "-o", "x.plan")
        story = f"{name}: {' -> '.join(steps)} -> {' '.join(words)}: {text}"
        if status == 0:
            self.known.add(key)
            return
        message = [line for line in text.splitlines() if line.startswith("dropforge: ")][-1]
        self.assertLess(len(steps), self.MOST_STEPS, story)
        ways = self.advice(message)
        self.assertTrue(ways, story)
        for way in ways:
            changed = {key: value for key, value in (options | way).items() if value is not False}
            self.assertNotEqual(changed, options, story)
            self.follow(name, changed, (*steps, " ".join(words)))
        self.known.add(key)

    def follow_all(self, method, every, usual=(), **pictures):
        """Tries one of so many options with each picture, together with the usual ones."""
        self.known = set()
        every *= 4 if tap.QUICK else 1
        for number, (name, rows) in enumerate((self.PICTURES | pictures).items()):
            self.write(f"{name}.png", images.png_rgba(rows))
            for options in self.OPTIONS[number % every::every]:
                # Only for what has other colours is it no mistake to make this one transparent.
                if "--transparent" not in options or name in ("lonely", "one"):
                    with self.subTest(name=name, options=options, method=method):
                        self.follow(f"{name}.png", {"--format": "drops", "--jobs": "1",
                                                    "--method": method} | dict(usual) | options)

    @tap.long
    def test_best(self):
        # On a narrow playfield what has been scaled down is planned at once.
        self.follow_all("best", 16, {"--width": "8"})
        self.write("tall.png", images.png_rgba(stripes(1, 1030)))
        self.follow("tall.png", {"--method": "best", "--jobs": "1", "--width": "5",
                                 "--format": "drops"})

    def test_search(self):
        self.follow_all("search", 3, tall=stripes(12, 1600, 3))

    def test_table(self):
        self.follow_all("table", 4, tall=stripes(50, 2000, 3))


if __name__ == "__main__":
    program.main()
