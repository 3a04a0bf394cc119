"""Pieces, from their drawings. A part of oracle.py."""
from tests.oracle import oracle_srs
from tests.oracle.oracle_srs import DRAWINGS


class Shape:
    """One orientation: row masks from the lowest row up, bit 0 at the left."""

    def __init__(self, drawing):
        self.width = len(drawing[0])
        self.height = len(drawing)
        self.rows = [
            sum(1 << x for x, c in enumerate(row) if c == "#") for row in reversed(drawing)
        ]
        self.squares = frozenset(
            (x, y)
            for y, row in enumerate(reversed(drawing))
            for x, c in enumerate(row)
            if c == "#"
        )


def _orientations(drawing):
    found = {}
    for name in "NESW":
        found[name] = Shape(drawing)
        # A quarter clockwise: the columns, read upwards, become the rows.
        drawing = ["".join(column) for column in zip(*reversed(drawing))]
    return found


class Pieces:
    """Pieces by name, in their order, from drawings: lists of rows from the top."""

    def __init__(self, drawings):
        self.drawings = drawings
        self.shapes = {name: _orientations(drawing) for name, drawing in drawings.items()}
        # For each shape the first orientation that has it.
        self.first = {
            (name, o): next(p for p in "NESW" if made[p].squares == made[o].squares)
            for name, made in self.shapes.items()
            for o in "NESW"
        }
        self._boxes = {}

    def box(self, name, rules):
        if (name, rules) not in self._boxes:
            self._boxes[name, rules] = oracle_srs.Box(self.drawings[name], rules)
        return self._boxes[name, rules]

    def are_usual(self):
        """Whether each is the tetromino of its name."""
        return all(DRAWINGS.get(name) == drawing for name, drawing in self.drawings.items())

    def write(self, colors):
        """The lines of the pieces, unless they are usual, and of their colours."""
        usual = self.are_usual()
        lines = [] if usual else [
            "piece %s %s" % (name, "/".join(rows)) for name, rows in self.drawings.items()
        ]
        lines += [
            "color %s #%02x%02x%02x" % (name, *colors[name])
            for name in (DRAWINGS if usual else self.drawings)
            if name in colors
        ]
        return lines


TETROMINOES = Pieces(DRAWINGS)


def trim(rows):
    """The smallest drawing of the same squares; rows may end early."""
    squares = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"]
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return [
        "".join(".#"[(x, y) in squares] for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    ]


def hang_together(rows):
    """Whether the squares of a drawing do."""
    left = {(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"}
    todo = [left.pop()]
    while todo:
        x, y = todo.pop()
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if near in left:
                left.remove(near)
                todo.append(near)
    return not left
