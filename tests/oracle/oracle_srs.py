"""The pieces, and how they turn and move by the rules `srs` and those like it
of docs/format/rules.md. A part of oracle.py."""
import heapq
import os
import re

from tests.oracle.oracle_words import PlanError

DRAWINGS = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": [".#.", "###"],
    "S": [".##", "##."],
    "Z": ["##.", ".##"],
    "J": ["#..", "###"],
    "L": ["..#", "###"],
}
# What the line `rules` may say.
RULES = ("srs", "srs+180", "nes", "nes-console", "gameboy", "tetrio", "ars", "nokicks")

with open(os.path.join(os.path.dirname(__file__), "../../docs/format/rules.md"), encoding="utf-8") as _file:
    _DOCUMENT = _file.read()


def _block(name):
    """The parts of a block of the document, each as its lines."""
    text = re.search(rf"^```{name}\n(.*?)^```", _DOCUMENT, re.M | re.S)[1]
    return [part.splitlines() for part in text.split("\n\n")]


def _read_kicks():
    """By rules and turn: the places of J, L, S, T and Z, and those of I."""
    tables = {}
    for head, *lines in _block("kicks"):
        name, *base = head.split(" from ")
        table = tables[name] = dict(tables[base[0]]) if base else {}
        for line in lines:
            cells = [cell.split() for cell in line[2:].split("|")]
            table[line[:2]] = [
                [(0, 0), *(tuple(map(int, place.split(","))) for place in cell)] if cell
                else table[line[:2]][at] for at, cell in enumerate(cells)]
    return tables


_KICKS = _read_kicks()
# By the rules `ars`: for each row of a box from the top, its squares in N, E, S and W.
_ARS = {rows[0][0]: [row[1:].split() for row in rows] for rows in _block("boxes")}
_ARS_KICKS = [(0, 0), (1, 0), (-1, 0)]


_KEY = r"([IOTSZJL])\.([NESW0R2L])([NESW0R2L])"
_BLANKS = r"[ \t\f]*"
_PLACE = re.compile(_BLANKS.join(["", r"\(", "(@?)", "([-+]?)", "([0-9])", ",", "([-+]?)", "([0-9])", r"\)", ""]))


class Kicks:
    """The turns of a table of kicks, line by line."""

    def __init__(self):
        self.turns = {}  # by key: the number of the line, and places or another key

    @classmethod
    def of_rules(cls, rules):
        """The table of named rules that have the boxes of srs."""
        kicks = cls()
        for piece, drawing in DRAWINGS.items():
            for at, start in enumerate("NESW"):
                for by in (1, 3, 2) if has_half_turns(rules) else (1, 3):
                    to = "NESW"[(at + by) % 4]
                    moves = kicks_of(drawing, rules).get(start + to, [(0, 0)])
                    a, b = cls._centers(piece)[start], cls._centers(piece)[to]
                    kicks.turns[piece, start, to] = 1, [
                        ("@" if by != 2 and test == 4 else "", x - a[0] + b[0], y - a[1] + b[1])
                        for test, (x, y) in enumerate(moves)]
        return kicks

    @staticmethod
    def _centers(piece):
        centers = {"I": [(1, 2), (2, 2), (2, 1), (1, 1)], "O": [(0, 0), (0, 1), (1, 1), (1, 0)]}
        return dict(zip("NESW", centers.get(piece, [(1, 1)] * 4)))

    @staticmethod
    def _key(text):
        """The key that a text begins with, and where it ends."""
        found = re.match(_BLANKS + _KEY, text, re.I)
        if not found:
            return None, 0
        piece, start, end = found[1].upper(), *(
            "NESW"["NESW0R2L".index(letter.upper()) % 4] for letter in found.groups()[1:])
        return (None, 0) if start == end else ((piece, start, end), found.end())

    def read_line(self, words):
        """Reads what the next word of a line begins."""
        _, column = words.left[0]
        line = words.line.decode("latin-1")
        key, length = self._key(line[column - 1:])
        at = column - 1 + length
        sign = re.compile(_BLANKS + "[=:]" + _BLANKS).match(line, at)
        if not key or not sign:
            raise PlanError(words.number, column, "no turn")
        if key in self.turns:
            raise PlanError(words.number, column, "a turn twice")
        at = sign.end()
        if line[at:at + 1] == "&":
            at = re.compile(_BLANKS).match(line, at + 1).end()
            other, length = self._key(line[at:])
            if not other or line[at + length:].strip(" \t\f"):
                raise PlanError(words.number, at + 1, "no other turn")
            self.turns[key] = words.number, other
            return
        places = []
        while at < len(line) or not places:
            found = _PLACE.match(line, at)
            if not found or len(places) == 12:
                raise PlanError(words.number, at + 1, "no place")
            full, sign_x, x, sign_y, y = found.groups()
            places.append((full, int(sign_x + x), int(sign_y + y)))
            at = found.end()
        self.turns[key] = words.number, places

    def _keys(self):
        """All turns that there must be."""
        half = any((key[1] + key[2]) in ("NS", "SN", "EW", "WE") for key in self.turns)
        return [(piece, start, "NESW"[("NESW".index(start) + by) % 4])
                for piece in DRAWINGS for start in "NESW" for by in ((1, 3, 2) if half else (1, 3))]

    def end(self, line, column):
        """Checks that the table is whole, and follows all references."""
        keys = self._keys()
        if any(key not in self.turns for key in keys):
            raise PlanError(line, column, "a turn is missing")
        found = {}
        for key in keys:
            number, places = self.turns[key]
            for _ in keys:
                if isinstance(places, tuple) and places in self.turns:
                    places = self.turns[places][1]
            if isinstance(places, tuple):
                raise PlanError(number, 1, "no places")
            found[key] = number, places
        self.turns = found

    def write(self):
        return ["%s.%s%s=%s" % (*key, "".join("(%s%d,%d)" % place for place in self.turns[key][1]))
                for key in self._keys()]

    @property
    def half(self):
        return ("T", "N", "S") in self.turns

    def of(self, name):
        """The ways that the box of a piece moves; the table has those of the centre."""
        at = self._centers(name)
        return {a + b: [(at[a][0] - at[b][0] + x, at[a][1] - at[b][1] + y) for _, x, y in places]
                for (piece, a, b), (_, places) in self.turns.items() if piece == (name or "J")}


def _is_nintendo(rules):
    return rules in ("nes", "nes-console", "gameboy")


def _name_of(drawing):
    return next((name for name in DRAWINGS if DRAWINGS[name] == drawing), "")


def kicks_of(drawing, rules="srs"):
    """The places of each turn, by its two letters, of a piece that is spawned like this."""
    name = _name_of(drawing)
    quarter = ["".join(column) for column in zip(*reversed(drawing))]
    if quarter == drawing and name != "O":
        return {}
    if isinstance(rules, Kicks):
        return rules.of(name)
    if rules == "ars":
        kicks = _ARS_KICKS if name in list("JLSTZ") else [(0, 0)]
        return {a + b: kicks for a in "NESW" for b in "NESW"}
    if name == "O":
        return {}
    return {turn: places[name == "I"] for turn, places in _KICKS.get(rules, {}).items()}


class Box:
    """A piece in the square it turns in: the squares of each orientation, and its kicks."""

    def __init__(self, drawing, rules):
        nes = _is_nintendo(rules)
        width, height = len(drawing[0]), len(drawing)
        side = max(width, height)
        left, above = (side - width) // 2, (side - height + nes) // 2
        rows = ["." * side] * above
        rows += ["." * left + row + "." * (side - width - left) for row in drawing]
        rows += ["." * side] * (side - len(rows))
        self.squares = {}
        for o in "NESW":
            self.squares[o] = [
                (x, side - 1 - y) for y in range(side) for x in range(side) if rows[y][x] == "#"
            ]
            rows = ["".join(column) for column in zip(*reversed(rows))]
        name = _name_of(drawing) if rules == "ars" else ""
        if name in _ARS:
            for at, o in enumerate("NESW"):
                self.squares[o] = [(x, side - 1 - y) for y in range(side) for x in range(side)
                                   if _ARS[name][y][at][x] == "#"]
        # Squares in a middle column that allow no kick, if they are the first that is full.
        self.has_middle = name in list("JLT")
        self.spawn = "S" if self.has_middle else "N"
        if nes and drawing == [row[::-1] for row in drawing[::-1]]:
            kept, other = "EW" if rules == "gameboy" else "WE"
            self.squares |= {other: self.squares[kept], "S": self.squares["N"]}
        self.corner = {
            o: (min(x for x, _ in found), min(y for _, y in found))
            for o, found in self.squares.items()
        }
        self.kicks = kicks_of(drawing, rules)
        self.side, self.width = side, width

    def turns(self, o, half):
        at = "NESW".index(o)
        for quarters in (1, 3, 2) if half else (1, 3):
            to = "NESW"[(at + quarters) % 4]
            yield to, self.kicks.get(o + to, [(0, 0)])


def _is_free(field, squares, x, y):
    # It is asked millions of times: a loop takes half the time of all().
    for a, b in squares:
        if not 0 <= x + a < field.width or y + b < 0:
            return False
        if y + b < field.top and field.rows[y + b] >> (x + a) & 1:
            return False
    return True


def _is_held(field, box, o, x, y):
    """Whether of the squares of a turned J, L or T by `ars` the first that is not free, by rows
    from the top, is in the middle column."""
    for a, b in sorted(box.squares[o], key=lambda square: (-square[1], square[0])):
        if not _is_free(field, [(a, b)], x, y):
            return a == 1
    return False


def has_half_turns(rules):
    return rules.half if isinstance(rules, Kicks) else "NS" in _KICKS.get(rules, ())


def is_reached(field, box, rules, wanted):
    """Whether the piece in this box can be brought to these squares; of the places that it can be
    brought to, those that are near are looked at first."""
    goal = min(x for x, _ in wanted), min(y for _, y in wanted)
    left, low = box.corner["N"]
    x = (field.width - box.width) // 2
    # It may fall to that row above the stack before anything else is done: what it can do
    # higher up it can also do there. By three turns it is in any orientation.
    longest = max((abs(b) for kicks in box.kicks.values() for _, b in kicks), default=0)
    highest = min(field.top, field.height) + 4 * longest + box.side + 1
    y = min(field.height, highest)
    seen = set()
    todo = []

    def visit(o, x, y):
        y = min(y, highest)
        free = _is_free(field, box.squares[o], x, y)
        if free and (o, x, y) not in seen:
            seen.add((o, x, y))
            corner = box.corner[o]
            far = abs(x + corner[0] - goal[0]) + abs(y + corner[1] - goal[1])
            heapq.heappush(todo, (far, o, x, y))
        return free

    if x >= 0:
        visit("N", x - left, y - low)
    while todo:
        far, o, x, y = heapq.heappop(todo)
        if far == 0 and wanted == {(x + a, y + b) for a, b in box.squares[o]}:
            return True
        for a, b in ((-1, 0), (1, 0), (0, -1)):
            visit(o, x + a, y + b)
        for to, kicks in box.turns(o, has_half_turns(rules)):
            if not visit(to, x + kicks[0][0], y + kicks[0][1]):
                if not (box.has_middle and _is_held(field, box, to, x, y)):
                    any(visit(to, x + a, y + b) for a, b in kicks[1:])
    return False
