"""Runs docs/format and tests/data through the oracle, and through the program.

usage: test_formats.py [PROGRAM]

Every example of its pages must be accepted or refused as it says, and leave the playfield
drawn below it; the oracle and the program must write the same drops for it. Then the same
for the bad texts of tests/data/bad, and for the original program's plans, which must leave their
sprites. test_three_ways.py compares more oracles on more texts.
"""
import os
import re
import sys
import tempfile

from tests.oracle import oracle
from tests.oracle import oracle_pieces
from tests.oracle import oracle_srs
from tests.oracle import three_ways

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "tests", "data")
FORMATS = os.path.join(ROOT, "docs", "format")
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


class Program(three_ways.Program):
    def replay(self, data, kind, out):
        """What the program makes of a plan: its output, or the message and its place. Of a list
        of pieces it makes a plan of tilings, which has the same pieces."""
        plan = self.folder / ("plan." + kind)
        plan.write_bytes(data)
        task = ["tile", "list", "1x1", "--pieces"] if kind == "list" else ["replay"]
        done = self.run(*task, plan, "-o", "-", "--format", out)
        if done.returncode == 0:
            return done.stdout, None
        line, column, words = self.refusal(plan, done)
        return words, (line, column)


def check_bad(program, what, data, kind, place, words=""):
    _, found = ask_oracle(data, kind)
    if found != place:
        fail(what, f"the oracle says {found or 'ok'}, not {place}")
    # The program tells the formats apart by the first bytes.
    if program and data and data.startswith(MAGIC.get(kind, b"")) and (
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
    """The examples of all pages, and the pieces and boxes of the rules."""
    pages = [name for name in sorted(os.listdir(FORMATS)) if name.endswith(".md")]
    found = sum(check_page(program, "docs/format/" + name, read(os.path.join(FORMATS, name)).decode())
                for name in pages)
    if found < 72:
        fail("docs/format", f"there are only {found} examples")
    rules = read(os.path.join(FORMATS, "rules.md")).decode()
    check_pieces(rules)
    check_boxes(rules)


def check_page(program, page, document):
    """Runs the examples of a page; returns how many there are."""
    count = 0
    for match in FENCE.finditer(document):
        kind, want, line, column, text, drawing = match.groups()
        what = "%s:%d" % (page, document.count("\n", 0, match.start()) + 1)
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
        fail(page, "an example is not marked as it should be")
    return count


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
        fail("docs/format/rules.md", "the pieces are drawn wrong")


def read_boxes(drawing):
    """The boxes that are drawn: by piece and orientation, rows from the top, with # for squares."""
    boxes = {}
    for group in drawing.strip("\n").split("\n\n"):
        head, *rows = group.split("\n")
        labels = [re.findall("[NESW]", found[0])
                  for found in re.finditer(r"[NESW](?:(?:,| and) [NESW])*", head)]
        # Each orientation has its column, and belongs to the piece whose letter is before it.
        pieces = [(found.start(1), found[1]) for found in re.finditer(r"(?:^| )([IOTSZJL]) ", rows[0])]
        columns = {}
        for row in rows:
            blank = re.sub(r"(?<!\S)[IOTSZJL](?!\S)", " ", row)
            for found in re.finditer(r"\S+", blank):
                columns.setdefault(found.start(), []).append(re.sub("[A-Z]", "#", found[0]))
        for names, start in zip(labels, sorted(columns)):
            piece = max(at for at in pieces if at[0] < start)[1]
            boxes |= {(piece, name): columns[start] for name in names}
    return boxes


def check_boxes(document):
    """The boxes of `nes` that the document draws against those of the oracle, which reads those of `ars` and
    all kicks from the document."""
    section = document[document.index("**Turns of `nes`.**"):]
    boxes = read_boxes(re.search(r"^```\n(.*?)^```", section, re.M | re.S)[1])
    if len(boxes) != 10:
        fail("docs/format/rules.md", "the boxes of nes are not found")
    for (name, o), rows in boxes.items():
        box = oracle_srs.Box(oracle_pieces.trim(boxes[name, "N"]), "nes")
        drawn = [(x, len(rows) - 1 - y) for y, row in enumerate(rows)
                 for x, sign in enumerate(row) if sign == "#"]
        if sorted(box.squares[o]) != sorted(drawn):
            fail("docs/format/rules.md", f"{name} {o}: oracle.py has another box of nes")


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
    if failures:
        sys.exit(f"{failures} failures")


if __name__ == "__main__":
    main()
