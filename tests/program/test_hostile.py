"""Inputs and numbers that are far too large: each ends with a message, in bounded memory. And texts
of strangers, which must not steer a terminal.

The program may have 1 GiB of address space and two minutes of processor time, which is to find
what never ends. Of the numbers for the options DROPFORGE_TEST_CASES are tried, otherwise 150;
0 tries all. DROPFORGE_TEST_SEED chooses them.
"""

import os
import random
import re
import resource
import struct
import subprocess
import zlib

from tests.support import commands
from tests.support import program
from tests.support import screen
from tests.support import tap

SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or random.randrange(1 << 32))
CASES = tap.cases(150)
ADDRESSES, SECONDS, RESIDENT = 1 << 30, 120, 400 << 10  # bytes, seconds, KiB
WIDE, WIDER, WIDEST = 1 << 32, 1 << 64, 10 ** 40
# What options are given instead of a number that makes sense.
NUMBERS = ("4294967295", "4294967296", "18446744073709551615", "18446744073709551616",
           "9" * 40, "-1", "-9223372036854775809", "0x7fffffff", "1e99", "2147483648", "0", "")
# Whoever asks for so much of these may have it: it takes years.
LASTING = {"--max-pieces", "--max-lines", "--games", "--generations"}
YEARS = {"2147483648", "4294967295", "4294967296", "18446744073709551615"}


def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data +
            struct.pack(">I", zlib.crc32(kind + data)))


def zeros(count):
    """So many zeros, compressed; a megabyte of them once, since nothing of it is in what follows."""
    packer = zlib.compressobj(9, wbits=-15)
    piece = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = packer.compress(bytes(count & 0xfffff)) + packer.flush()
    check = struct.pack(">HH", count % 65521, 1)
    return b"\x78\xda" + piece * (count >> 20) + rest + check


def png(width, height, data, depth=8, color=6, more=b""):
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth,
                                                              color, 0, 0, 0)) + more +
            chunk(b"IDAT", data) + chunk(b"IEND", b""))


def gif(width, height, frame=(0, 0, 1, 1), data=b"\x02\x02\x44\x01\x00"):
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6) + b"," +
            struct.pack("<HHHHB", *frame, 0) + data + b";")


def bmp(width, height, bits=32, compression=0, offset=54, more=bytes(64)):
    return (b"BM" + struct.pack("<IHHI", 54, 0, 0, offset) +
            struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, compression, 0, 0, 0, 0, 0) +
            more)


def jpegs():
    yield b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + bytes(40)
    for name, mark in (("turned.jpg", b"\xff\xc0"), ("progressive.jpg", b"\xff\xc2")):
        data = commands.picture(name)
        at = data.index(mark) + 5
        for height, width in ((65535, 65535), (65535, 1), (4096, 1024), (1024, 4096), (0, 9)):
            yield data[:at] + struct.pack(">HH", height, width) + data[at + 4:]
    # Scans without end, each over the whole of the image.
    last = data.rindex(b"\xff\xda")
    data = data[:at] + struct.pack(">HH", 4096, 1024) + data[at + 4:]
    yield data[:last] + data[last:-2] * 20000 + data[-2:]
    directory = b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\1\x12\0\4" * (1 << 13)
    yield b"\xff\xd8\xff\xe1" + struct.pack(">H", len(directory) + 2) + directory + data[2:]


def webp(*chunks):
    body = b"".join(name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
                    for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def webps():
    largest = b"\xff\xff\xff"
    lossless = b"\x2f" + struct.pack("<I", 16383 | 16383 << 14)
    lossy = b"\x10\0\0\x9d\x01\x2a" + struct.pack("<HH", 16383, 16383)
    for more in (b"", bytes(100), b"\xff" * 100):
        yield webp((b"VP8L", lossless + more))
        yield webp((b"VP8 ", lossy + more))
        yield webp((b"VP8X", b"\x12\0\0\0" + largest + largest), (b"ANIM", bytes(6)),
                   (b"ANMF", bytes(6) + largest + largest + bytes(4) + more))
    whole = commands.picture("film.webp")
    at = whole.index(b"VP8X") + 12
    for width, height in ((1 << 24, 1 << 24), (4096, 1024), (1024, 4096)):
        yield (whole[:at] + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3] +
               whole[at + 6:])
    # The same frames thousands of times, on a canvas as large as may be.
    frames = whole[whole.index(b"ANMF"):] * 5000
    data = whole[:at] + b"\xff\x0f\0\xff\3\0" + whole[at + 6:whole.index(b"ANMF")] + frames
    yield data[:4] + struct.pack("<I", len(data) - 8) + data[8:]


# Images that are none, or no sprites.
def images():
    bomb = zeros(1 << 28)
    for size in ((WIDE - 1, WIDE - 1), (WIDE >> 1, 1), ((WIDE >> 1) - 1, 1), (1, (WIDE >> 1) - 1),
                 (65536, 65536), (20000, 20000), (0, 5)):
        yield png(*size, bomb)
        yield png(*size, b"")
    for depth, color in ((1, 0), (16, 6), (1, 3)):
        yield png(4096, 4096, bomb, depth, color, chunk(b"PLTE", bytes(6)))
    # A quarter of a gigabyte behind the pixels, and beside them.
    yield png(2, 2, bomb)
    for kind in (b"zTXt", b"iCCP"):
        yield png(2, 2, zeros(18), more=chunk(kind, b"name\0\0" + bomb))
    yield png(2, 2, zeros(18), more=chunk(b"iTXt", b"name\0\1\0\0\0" + bomb))
    yield png(2, 2, zeros(18), more=chunk(b"tEXt", b"name\0" + bytes(1 << 25)))
    yield b"\x89PNG\r\n\x1a\n" + struct.pack(">I", WIDE - 1) + b"IHDR" + bytes(30)
    yield png(4096, 4096, zeros(4096 * (4096 * 4 + 1)))
    # All of it would take as much memory as is allowed.
    yield png(10000, 10000, zeros(10000 * (10000 * 2 + 1)), 8, 4)
    yield png(4096, 4096, zeros(4096 * (4096 * 4 + 1)))[:3000]
    for size in ((65535, 65535), (65535, 1), (4096, 4096)):
        yield gif(*size)
        yield gif(*size, (65535, 65535, 65535, 65535))
        yield gif(*size, (0, 0, *size), b"\x0c" + b"\xff" * 65536)
        yield gif(*size)[:20]
    for size in (((1 << 31) - 1, (1 << 31) - 1), (-(1 << 31), 1), (1, -(1 << 31)), (70000, 70000),
                 (4096, -4096), (4096, 4096)):
        for bits in (1, 4, 8, 16, 24, 32):
            yield bmp(*size, bits)
        yield bmp(*size, 8, 1)
        yield bmp(*size, 32, 3, WIDE - 1)
    place = struct.pack("<HHHHB", 0, 0, 1, 1, 0)
    yield gif(4096, 1024)[:-1] + (b"," + place + b"\x02\x02\x44\x01\x00") * (1 << 21) + b";"
    yield from jpegs()
    yield from webps()
    # What is no image that is read, with sizes that a reader of it would fall for.
    yield b"\x00\x00\x02" + bytes(9) + b"\xff\xff\xff\xff\x20\x00"
    yield b"P6\n4294967296 4294967296\n255\n"
    yield b"8BPS\x00\x01" + bytes(6) + b"\x00\x04" + b"\xff" * 8 + b"\x00\x08\x00\x03"


LONG = b"#" * (16 << 20)
DEEP = b"[" * 5_000_000
NEST = b'{"a":' * 2_000_000


def texts():
    """What is read as a text: words of a command line that reads it, and the text."""
    drops = ("replay - --json",)
    for line in (b"field %d 5", b"field 5 %d", b"field %d %d"):
        for number in (65, 257, 1025, WIDE - 1, WIDE + 5, WIDER + 5, WIDEST):
            yield from ((words, b"dropforge-drops 1\n" + line.replace(b"%d", b"%d" % number) +
                         b"\nO N 0 0\n") for words in drops)
    head = b"dropforge-drops 1\nfield 10 20\n"
    for number in (WIDE, WIDE + 1, WIDER, WIDEST, -1, 255, 256):
        yield drops[0], head + b"O N %d 0\n" % number
        yield drops[0], head + b"O N 0 %d\n" % number
    yield drops[0], head + b"piece X " + LONG + b"\nX N 0 0\n"
    yield drops[0], head + b"piece X " + b"/".join([b"#"] * 100000) + b"\nX N 0 0\n"
    yield drops[0], head + b"piece " + LONG + b" ##\n"
    yield drops[0], head + b"O N 0 0" + b" " * (12 << 20) + b"1\n"
    yield drops[0], b"dropforge-drops " + b"1" * (12 << 20) + b"\n"
    yield drops[0], LONG + LONG
    yield drops[0], b"\n" * (70 << 20)
    yield drops[0], b"J" * (12 << 20)
    yield drops[0], b"J\n" * (15 << 20)
    yield drops[0], b"v115@" + b"9gAA" * (2 << 20)
    yield drops[0], head + b"".join(b"piece P%d #\n" % i for i in range(70000))
    pieces = "tile list 3x2 --pieces - --count"
    for text in (b"piece A " + LONG, b"piece A " + b"#" * 33, b"piece A " + b"#" * WIDE.bit_length(),
                 b"".join(b"piece P%d ##\n" % i for i in range(70000)),
                 b"piece A ##\n" * 2, b"piece " + b"A" * (12 << 20) + b" ##"):
        yield pieces, b"dropforge-pieces 1\n" + text + b"\n"
    ways = "clear ways IIII --field - --json"
    yield ways, b"v115@" + b"9gAA" * (2 << 20)
    yield ways, b"v115@" + b"/" * (9 << 20)
    yield ways, b"v115@vhA" + b"A" * (9 << 20)
    yield ways, LONG
    yield ways, b"#\n" * (4 << 20)
    yield ways, b"dropforge-drops 1\nfield 4294967306 4\n"
    for deal in ("bot --queue - --max-pieces 9", "clear percent - --rows 2"):
        yield deal, b"?" * (9 << 20)
        yield deal, LONG + LONG
    yield "bot --weights - --max-pieces 9", b"dropforge-weights 1\nfeature holes %d\n" % WIDEST
    yield "bot --weights - --max-pieces 9", b"dropforge-weights 1\nfeature holes 1e999999999\n"
    yield "bot --weights - --max-pieces 9", b"dropforge-weights 1\n" + LONG[:-1] + LONG
    yield "bot --weights - --max-pieces 9", (b"dropforge-weights 1\nfeature holes -0." +
                                             b"0" * (12 << 20) + b"1\n")
    state = commands.given("STATE", program.path())
    for number in (WIDE, WIDER, WIDEST, -1):
        for match in list(re.finditer(rb"(?<=[ \n])\d+(?=[ \n])", state))[:12]:
            yield ("train --resume - --generations 3",
                   state[:match.start()] + b"%d" % number + state[match.end():])
    yield "train --resume -", b"dropforge-training 1\n" + LONG
    for number in (WIDE, WIDER - 1, WIDER, WIDEST):
        yield "play --watch - --json", b"dropforge-game 1\nrules nes\n%d +left\n" % number
        yield "play --script - --json", b"%d left\n" % number
        yield "play --watch - --json", b"dropforge-game 1\nomino %d\nend 9\n" % number
        yield "play --watch - --json", b"dropforge-game 1\nboard %dx%d\nend 9\n" % (number, number)
    yield "play --watch - --json", b"dropforge-game 1\nrules nes\n" + b"1 +left -left\n" * (2 << 20)
    yield "play --script - --json", b"1 left\n" * (8 << 20)
    yield "play --script - --json", LONG
    yield "omino show --from -", LONG + LONG
    yield "omino show --from -", b"9" * (12 << 20)
    yield "omino show --from -", b"#\n" * 1025
    yield "omino show --from -", b"99999999999." + b"f" * 100000
    for text in (DEEP, NEST, b'{"size":' + b"9" * (1 << 20), b'"' + b"\\u0000" * (4 << 20),
                 b'{"size":1e400}', b"[" + b"0," * (4 << 20)):
        yield "omino merge -", text
        yield "omino merge -", b'{"format":' + text
        yield "bot --tbp", b'{"type":"rules"}\n' + text + b"\n"
        yield "bot --tbp", b'{"type":"start","hold":null,"queue":' + text + b',"board":[]}\n'


# Sizes on the command line: each of them is refused.
SIZES = tuple(line.replace("N", str(number)) for number in (WIDE, WIDE + 4, WIDER + 4, WIDEST)
              for line in (
    "bot --board Nx20", "bot --board 10xN", "bot --omino N", "bot --beam N --lookahead 3",
    "bot --lookahead N", "bot --games N", "bot --jobs N", "play --board NxN --script -",
    "play --omino N --script -", "play --level N --script -", "train --board NxN",
    "train --population N", "train --board 6x8 --games N", "print --width N", "print --height N",
    "print --fit NxN", "print --size Nx9 -f png", "print --square N -f png", "print --colors N",
    "print --fps N -f y4m", "print --end-pause N -f gif", "print --speed N -f gif",
    "print --max-frames N -f gif", "print --jobs N", "print --effort N",
    "tile count NxN", "tile list Nx4", "tile list 4xN --count",
    "clear ways I --rows N", "clear ways I --width N",
    "tile list 5x4 --omino N", "omino list N",
    "omino count N", "omino random N --method grow", "omino random N --method walk",
    "omino count 9 --jobs N",
))
# Sizes that are allowed, and take more memory than they may.
LARGE = (
    "tile count 64x60 --memory 50M", "tile list 60x40 --count --memory 50M",
    "tile count 30x30 --memory 50M", "tile list 10x20 --omino 9 --random 3",
    "print --method search --size 4096x4096 -f png",
)


def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Case(program.Case):
    def end(self, words, given=b"", wanted=(1, 2, 3)):
        """Runs to the end, which must be one of these; returns the messages."""
        self.write("in", given)
        with open(self.folder / "in", "rb") as stdin, open(self.folder / "out", "wb") as out:
            process = self.start(*words, stdin=stdin, stdout=out, preexec_fn=bounded)
            messages = process.stderr.read().decode(errors="replace")
            process.stderr.close()
            _, ended, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(ended)
        story = f"{' '.join(words)[:200]}, {given[:60]!r}…: {messages[:300]}"
        self.assertIn(process.returncode, wanted, f"status {process.returncode}: {story}")
        # A plan that leaves another picture is no error.
        if process.returncode != 0 and not self.read("out").startswith(b"differs: "):
            self.assertRegex(messages, r"\A[^\0]*dropforge: [^\n]*\n", story)
        self.assertLess(len(messages), 20000, story[:300])
        self.assertLess(used.ru_maxrss, RESIDENT, f"{used.ru_maxrss} KiB: {story}")
        self.assertLessEqual(set(self.files()), {"in", "out"})
        return messages


class Inputs(Case):
    def test_images(self):
        for data in tap.part(images(), 48):
            for words in (("print", "-", "--method", "search", "--fit", "9x9"),
                          ("check", program.DATA / "plans" / "none", "-")):
                if words[0] == "print":
                    # One of the largest size may be whole.
                    may_be_whole = (data[:2] in (b"\xff\xd8", b"RI", b"GI") or
                                    data[16:24] == struct.pack(">II", 4096, 4096))
                    self.end(words, data, (0, 1, 2, 3) if may_be_whole else (1, 2, 3))

    def test_texts(self):
        for line, text in tap.part(texts(), 16):
            # What only repeats itself may be read to its end.
            self.end(commands.words(line), text, (0, 1, 2, 3))


class Numbers(Case):
    def test_sizes(self):
        for line in SIZES:
            self.end(commands.words(line), b"", (1, 2))

    def test_large(self):
        for line in LARGE:
            self.end(commands.words(line), b"", (0, 1, 2))

    def options(self):
        """Every option of every command that takes a value."""
        for command in ("print", "prepare", "replay", "check", "tile", "clear", "omino", "bot",
                        "train", "play"):
            text = self.whole_help(command)
            for name in re.findall(r"^ +(?:-\w, )?(--[a-z-]+) [A-Z#]", text, re.MULTILINE):
                if name not in ("--output", "--log", "--checkpoint"):
                    yield command, name

    def test_options(self):
        """Any number for any option: an answer or a message, as soon as ever."""
        print(f"# DROPFORGE_TEST_SEED={SEED}")
        operands = {"tile": ("count", "4x2"), "clear": ("percent", "*p6", "--rows", "2"),
                     "omino": ("list", "3"), "replay": ("-",),
                    "check": ("-", str(program.LETTER)), "bot": ("--max-pieces", "3"),
                    "play": ("--script", "-"),
                    "train": ("--board", "6x8", "--max-pieces", "9", "--generations", "1",
                              "--games", "1", "--population", "2"),
                    "print": (str(program.LETTER), "--method", "search", "-f", "drops"),
                    "prepare": (str(program.LETTER),)}
        given = {"replay": commands.PLAN, "check": commands.PLAN, "play": b"9 end\n"}
        cases = [(command, name, number) for command, name in self.options()
                 for number in (*NUMBERS, *(f"{n}x{n}" for n in NUMBERS[:5]))
                 if not (name in LASTING and number in YEARS)]
        if CASES > 0:
            cases = random.Random(SEED).sample(cases, min(CASES, len(cases)))
        for command, name, number in cases:
            # The value is one word with the option, for it may begin with a dash.
            with self.subTest(f"{command} {name}={number}"):
                self.end([command, *operands[command], f"{name}={number}"],
                     given.get(command, b""), (0, 1, 2, 3, 4))


# Control characters below a blank, DEL, U+009B and other C1, marks of direction, characters of no
# width, and bytes that are no UTF-8.
NASTY = b"n\x1b[31m" + "\u202e\u2067\u061c\u200b\ufeff\u00ad\U000e0041".encode() + \
    b"\x07\x7f\xc2\x9b2J\x9b31m\x80\xc0\x9b\xe2\x9b\xc2\x85\xc3"
CONTROLS = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f"
                      r"\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")


class ForeignTexts(screen.OnStage, program.Case):
    def harmless(self, text, story):
        """What a terminal shows is UTF-8, and has no such characters but ends of lines."""
        found = CONTROLS.search(text.decode())
        self.assertIsNone(found, f"{story}: {text!r}")

    def check(self, words, given=b""):
        """Runs the program, and looks at its messages and reports."""
        self.write("in", given)
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data")}
        with open(self.folder / "in", "rb") as stdin:
            done = subprocess.run([program.path(), *words], stdin=stdin, cwd=self.folder,
                                  capture_output=True, check=False, env=environment)
        self.harmless(done.stderr, words)
        if "-f" not in words:  # a picture may have any bytes
            self.harmless(done.stdout, words)
        return done

    def lines(self):
        """The command lines that write nothing, or files alone."""
        for line, given in commands.tried():
            if not isinstance(given, bytes):
                given = commands.given(given, program.path())
            yield commands.words(line), given

    def test_words(self):
        """In place of each word of each command line."""
        for words, given in self.lines():
            for at in range(len(words)):
                self.check([*words[:at], NASTY, *words[at + 1:]], given)
                if words[at].startswith("--"):
                    self.check([*words[:at], words[at].encode() + NASTY, *words[at + 1:]], given)
                    self.check([*words[:at], words[at].encode() + b"=" + NASTY, *words[at + 1:]],
                               given)

    def test_names_of_files(self):
        """As the name of a file that is read or written, and all is well with it."""
        told = 0
        for words, given in self.lines():
            self.write(os.fsdecode(NASTY), given)
            named = [re.sub(rb"^(-|x(?=\.))", lambda found: NASTY, os.fsencode(word))
                     for word in words]
            if "-f" not in words and any(NASTY in word for word in named):
                done = self.check(named)
                told += b"n?[31m" in done.stdout + done.stderr
        self.assertGreater(told, 1)

    def test_contents(self):
        """In place of words and lines of what is read."""
        chance = random.Random(SEED)
        for words, given in self.lines():
            if not given:
                continue
            parts = re.split(rb"([ \n\",:]+)", given[:5000])
            for _ in range(6):
                at = chance.randrange(0, len(parts), 2)
                text = b"".join([*parts[:at], NASTY, *parts[at + 1:]])
                self.check(words, text)
                self.check(words, text.replace(b"\xc3", b""))  # no UTF-8 goes over its end

    def test_on_a_terminal(self):
        """As in the reports above, but where colours and a bar of progress may be."""
        weights = os.fsdecode(NASTY)
        self.write(weights, b"dropforge-weights 1\nfeature holes -1\n")
        for words in (["bot", "--weights", weights, "--games", "2", "--max-pieces", "9"],
                      ["bot", "--weights", weights, "--games", "2", "--max-pieces", "9", "--json"],
                      ["replay", weights], [weights], ["play", "--watch", weights]):
            stage = self.stage(*words, cwd=self.folder)
            stage.finish()
            self.assertTrue(stage.bytes)
            shown = stage.bytes.replace(b"\r\n", b"\n").replace(b"\r\x1b[K", b"")
            self.harmless(shown, words)

    def test_scores(self):
        """A name in the table of high scores that somebody else has written."""
        path = self.folder / "data" / commands.SCORES_FILE
        path.parent.mkdir(parents=True)
        for name in (NASTY, b"a\x9bb", b"a\xc2\x9bb", b"a\x7fb", b"a\x1bb"):
            path.write_bytes(commands.SCORES.replace(b"ann", name))
            for words in (["play", "--scores"], ["play", "--scores", "--json"]):
                done = self.check(words)
                self.assertNotIn(b"a?b", done.stdout)


if __name__ == "__main__":
    program.main()
