#!/usr/bin/env python3
"""Runs docs/formats.md and tests/data through the oracle, and through the program.

usage: test_formats.py [PROGRAM]

Every example of the document must be accepted or refused as it says, and leave the playfield
drawn below it; the oracle and the program must write the same drops for it. Then the same
for the bad texts of tests/data/bad, for texts with random mistakes, for random plans with
slips and spins, and for the original program's plans, which must leave their sprites.
DROPFORGE_TEST_SEED and DROPFORGE_TEST_CASES choose the mistakes and the plans.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

import oracle
import oracle_pieces
import oracle_srs

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "tests", "data")
FENCE = re.compile(
    r"^```(drops|blocks|list) (ok|error (\d+):(\d+))\n(.*?)^```\n(?:^```playfield\n(.*?)^```\n)?",
    re.M | re.S,
)
READERS = {
    "drops": oracle.read_drops, "blocks": oracle.read_blocks, "list": oracle.read_pieces,
}
MAGIC = {"drops": b"dropforge-drops", "list": b"dropforge-pieces"}
failures = 0


def fail(what, text):
    global failures
    failures += 1
    print(f"{what}: {text}")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def ask_oracle(data, kind):
    """The plan, or the place of the error."""
    try:
        return READERS[kind](data), None
    except oracle.PlanError as error:
        return None, (error.line, error.column)


class Program:
    def __init__(self, path, directory):
        self.path, self.directory = path, directory

    def replay(self, data, kind, out):
        """What the program makes of a plan: its output, or the message and its place. Of a list
        of pieces it makes a plan of tilings, which has the same pieces."""
        plan = os.path.join(self.directory, "plan." + kind)
        with open(plan, "wb") as file:
            file.write(data)
        task = ["tile", "list", "1x1", "--pieces"] if kind == "list" else ["replay"]
        done = subprocess.run(
            [self.path, *task, plan, "-o", "-", "--format", out],
            stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )
        if done.returncode == 0:
            return done.stdout, None
        message = done.stderr.decode("utf-8", "replace")
        found = re.fullmatch(r"dropforge: %s:(\d+):(\d+): (.*)\n" % re.escape(plan), message)
        if done.returncode != 1 or done.stdout or not found:
            return None, (f"exit {done.returncode}, {message!r}",)
        return found[3], (int(found[1]), int(found[2]))


def check_bad(program, what, data, kind, place, words=""):
    _, found = ask_oracle(data, kind)
    if found != place:
        fail(what, f"the oracle says {found or 'ok'}, not {place}")
    # The program tells the formats apart by the first bytes.
    if program and data.startswith(MAGIC.get(kind, b"")) and (
            kind != "blocks" or not data.startswith(MAGIC["drops"])):
        told, found = program.replay(data, kind, "drops")
        if found != place:
            fail(what, f"the program says {found or 'ok'}, not {place}")
        elif not told.startswith(words):  # it may go on with a hint
            fail(what, f"the program says {told!r}, not {words!r}")


def check_list(program, what, data):
    """Checks that both read the list of pieces alike."""
    found, place = ask_oracle(data, "list")
    if found is None:
        fail(what, f"the oracle refuses it at {place}")
        return
    pieces, colors = found
    written, place = program.replay(data, "list", "drops") if program else (None, None)
    if place:
        fail(what, f"the program refuses it: {place}, {written}")
    elif written:
        lines = written.decode().splitlines()
        kept = [line for line in lines if line[:6] in ("piece ", "color " if colors else "")]
        if kept != pieces.write(colors):
            fail(what, "the program reads other pieces than the oracle")


def check_good(program, what, data, kind):
    """Checks that both read the plan alike; returns the oracle's plan."""
    plan, place = ask_oracle(data, kind)
    if plan is None:
        fail(what, f"the oracle refuses it at {place}")
    elif program:
        written, place = program.replay(data, kind, "drops")
        if place:
            fail(what, f"the program refuses it: {place}, {written}")
        elif written != plan.write().encode():
            fail(what, "the program writes other drops than the oracle")
    return plan


def check_document(program):
    document = read(os.path.join(ROOT, "docs", "formats.md")).decode()
    count = 0
    for match in FENCE.finditer(document):
        kind, want, line, column, text, drawing = match.groups()
        what = "docs/formats.md:%d" % (document.count("\n", 0, match.start()) + 1)
        count += 1
        if want != "ok":
            check_bad(program, what, text.encode(), kind, (int(line), int(column)))
            continue
        if kind == "list":
            check_list(program, what, text.encode())
            continue
        plan = check_good(program, what, text.encode(), kind)
        if drawing is None:
            fail(what, "no playfield is drawn below")
        elif plan:
            check_drawing(what, plan, drawing.splitlines())
    if count != len(re.findall(r"^```(?:drops|blocks|list)", document, re.M)):
        fail("docs/formats.md", "an example is not marked as it should be")
    check_pieces(document)


def check_drawing(what, plan, drawing):
    found = plan.field.draw()
    found = ["." * plan.width] * (len(drawing) - len(found)) + found
    if found != drawing:
        fail(what, "it leaves\n" + "\n".join(found))


def check_pieces(document):
    """The drawings of the document's pieces against the turns of the oracle."""
    rows = re.search(r"^```pieces\n(.*?)^```", document, re.M | re.S)[1].splitlines()
    starts = [rows[0].index(o) for o in "NESW"]
    drawn = {}
    for piece in "\n".join(rows[1:]).strip("\n").split("\n\n"):
        for o, start in zip("NESW", starts):
            cells = [row[start : start + 6].split() for row in piece.split("\n")]
            cells = [cell[0] for cell in cells if cell]
            name = re.sub(r"\W", "", "".join(cells))[0]
            drawn[name, o] = oracle_pieces.Shape([re.sub(r"\w", "#", cell) for cell in cells]).squares
    turned = {(n, o): s.squares for n, made in oracle.PIECES.items() for o, s in made.items()}
    if drawn != turned:
        fail("docs/formats.md", "the pieces are drawn wrong")


def check_bad_files(program):
    known = set()
    for line in read(os.path.join(DATA, "bad", "expected.txt")).decode().splitlines():
        name, number, column, words = line.split(":", 3)
        known.add(name)
        check_bad(program, name, read(os.path.join(DATA, "bad", name)), name.split(".")[1],
                  (int(number), int(column)), words[1:])
    if known != set(os.listdir(os.path.join(DATA, "bad"))) - {"expected.txt"}:
        fail("tests/data/bad", "a file is missing here or in expected.txt")


def check_plans(program):
    for name in ("article", "bg_title_17x32", "gbs_player", "uni_A"):
        data = read(os.path.join(DATA, "plans", name + ".txt"))
        plan = check_good(program, name, data, "blocks")
        if plan is None:
            continue
        if name != "article":
            sprite = oracle.read_png(read(os.path.join(DATA, "sprites", name + ".png")))
            wrong = oracle.compare(plan, sprite)
            if wrong:
                fail(name, wrong)
        check_written(program, name, plan)


def check_written(program, name, plan):
    """The plan through the program's writers, of drop lists and then of blocks."""
    if not program:
        return
    blocks, place = program.replay(plan.write().encode(), "drops", "blocks")
    if place:
        fail(name, f"as a drop list it is refused: {blocks}")
        return
    again = check_good(program, name + " as blocks", blocks, "blocks")
    if again and again.write() != plan.write():
        fail(name, "comes back from blocks as another plan")


def mutate(chance, data):
    """The text with a few bytes changed or with two lines exchanged."""
    bytes_of = b"NESWIOTSZJL 0123456789#./AABBCCD~\t\r\n\0\xff"
    text = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        how = chance.randrange(4)
        if how == 0:
            text[at:at] = bytes([chance.choice(bytes_of)])
        elif how == 1:
            text[at : at + 1] = bytes([chance.choice(bytes_of)])
        elif how == 2:
            del text[at : at + chance.randint(1, 4)]
        else:
            lines = text.split(b"\n")
            a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
            text = bytearray(b"\n".join(lines))
    return bytes(text)


def check_list_mistake(program, what, data):
    _, place = ask_oracle(data, "list")
    if place is None:
        check_list(program, what, data)
        return
    told, found = program.replay(data, "list", "drops")
    if found != place:
        fail(what, f"{data!r}: the oracle says {place}, the program {found or 'ok'}: {told}")


def check_mistakes(program):
    """The oracle and the program must agree about whatever they are given."""
    seed = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
    print(f"DROPFORGE_TEST_SEED={seed}")
    chance = random.Random(seed)
    document = read(os.path.join(ROOT, "docs", "formats.md"))
    texts = re.findall(rb"^```(drops|blocks|list) ok\n(.*?)^```", document, re.M | re.S)
    for i in range(int(os.environ.get("DROPFORGE_TEST_CASES") or 200)):
        kind, data = chance.choice(texts)
        data = mutate(chance, data)
        if kind == b"list":
            check_list_mistake(program, f"mistake {i}", data)
            continue
        kind = "drops" if data.startswith(b"dropforge-drops") else "blocks"
        plan, place = ask_oracle(data, kind)
        written, found = program.replay(data, kind, "drops")
        if found != place or (plan and written != plan.write().encode()):
            fail(f"mistake {i}", f"{data!r}: the oracle says {place or 'ok'}, the program "
                 f"{found or 'ok'}: {written}")


def random_drawing(chance, size):
    """A polyomino of so many squares, grown at random, with empty rows and columns around."""
    squares = [(0, 0)]
    while len(squares) < size:
        x, y = chance.choice(squares)
        near = chance.choice([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)])
        if near not in squares:
            squares.append(near)
    left, top = (min(square[i] for square in squares) - chance.randint(0, 1) for i in (0, 1))
    rows = {}
    for x, y in squares:
        rows.setdefault(y - top, set()).add(x - left)
    return [
        "".join(".#"[x in rows.get(y, ())] for x in range(max(rows.get(y, [0])) + 1))
        for y in range(max(rows) + 1)
    ]


def random_pieces(chance):
    """Drawings of a few pieces by name: now and then a tetromino is among them."""
    drawings = {
        name: random_drawing(chance, chance.randint(1, 7))
        for name in chance.sample(["A", "b2", "F'", "T", "12-3", "colors"], chance.randint(1, 4))
    }
    if chance.randrange(2):
        drawings["t"] = oracle.TETROMINOES.drawings[chance.choice("IOTSZJL")]
    return drawings


def moved_plan(chance):
    """A drop list of random pieces at rest, most of which can be brought there."""
    width, height = chance.randint(4, 10), chance.randint(5, 12)
    rules = chance.choice(list(oracle_srs.RULES))
    lines = ["dropforge-drops 1", f"field {width} {height}", f"rules {rules}"]
    pieces = oracle.TETROMINOES
    if chance.randrange(2):
        drawings = random_pieces(chance)
        lines += [f"piece {name} {'/'.join(rows)}" for name, rows in drawings.items()]
        pieces = oracle_pieces.Pieces({n: oracle_pieces.trim(d) for n, d in drawings.items()})
    field = oracle.Playfield(width, height, pieces)
    for _ in range(chance.randint(1, 15)):
        piece, o = chance.choice(sorted(set(pieces.first.items())))[0]
        shape = pieces.shapes[piece][o]
        rests = [
            (x, y)
            for y in range(height)
            for x in range(width)
            if field.is_free(shape, x, y) and not field.is_free(shape, x, y - 1)
        ]
        if not rests:
            continue
        x, y = min(chance.choices(rests, k=2), key=lambda rest: rest[1])
        hindered = field.what_hinders_move(piece, o, x, y, rules)
        if hindered and chance.randrange(3):
            continue
        lines.append(f"{piece} {o} {x} {y}")
        if hindered:
            break
        field.lock(piece, shape, x, y)
    return "\n".join(lines).encode() + b"\n"


def check_moves(program):
    """The oracle and the program must agree about where pieces can be brought to."""
    seed = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
    chance = random.Random(seed + 1)
    for i in range(int(os.environ.get("DROPFORGE_TEST_CASES") or 200) // 4):
        data = moved_plan(chance)
        plan, place = ask_oracle(data, "drops")
        written, found = program.replay(data, "drops", "drops")
        if found != place or (plan and written != plan.write().encode()):
            fail(f"moves {i}", f"{data!r}: the oracle says {place or 'ok'}, the program "
                 f"{found or 'ok'}: {written}")


def check_oracle():
    """The oracle must see what is wrong with a picture."""
    plan = oracle.read(b"ff0000\n\nAA..\nA...\nA...\n")
    red, none = (255, 0, 0, 255), (9, 9, 9, 0)
    right = [[none, red, red], [none, red, none], [none, red, none]]
    wrong = [
        [[red, red], [none, red], [none, red]],
        [[red, red], [red, none]],
        [[red, red], [red, none], [red, none], [red, none]],
        [[red, (255, 0, 1, 255)], [red, none], [red, none]],
        [[red] * 5],
    ]
    if oracle.compare(plan, right) is not None:
        fail("oracle", "refuses the right picture")
    for i, picture in enumerate(wrong):
        if oracle.compare(plan, picture) is None:
            fail("oracle", f"takes wrong picture {i}")
    gap = [[red, red], [none, none], [red, none]]
    if oracle.compare(plan, gap) is None or oracle.compare(plan, gap, anchors=True):
        fail("oracle", "does not know what an anchor is")


def main():
    with tempfile.TemporaryDirectory() as directory:
        program = Program(sys.argv[1], directory) if len(sys.argv) > 1 else None
        check_oracle()
        check_document(program)
        check_bad_files(program)
        check_plans(program)
        if program:
            check_mistakes(program)
            check_moves(program)
    if failures:
        sys.exit(f"{failures} failures")


if __name__ == "__main__":
    main()
