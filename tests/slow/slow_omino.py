"""Polyominoes in the most obvious way: frozen sets of squares (x, y), y up."""

import functools


def shifted(cells):
    """The same polyomino with its least x and y 0."""
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - low) for x, y in cells)


def images(cells):
    """All turns, clockwise, and then all turns of its reflection."""
    for flip in (1, -1):
        image = [(flip * x, y) for x, y in cells]
        for _ in range(4):
            yield shifted(image)
            image = [(y, -x) for x, y in image]


def size_of(cells):
    return 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)


def rows(cells):
    """The rows from the bottom, as numbers with bit x for the square in column x."""
    numbers = [0] * size_of(cells)[1]
    for x, y in cells:
        numbers[y] |= 1 << x
    return numbers


def code(cells):
    return ".".join(f"{row:x}" for row in rows(cells))


def from_code(text):
    return frozenset((x, y) for y, row in enumerate(text.split("."))
                     for x in range(4 * len(row)) if int(row, 16) >> x & 1)


def drawing(cells):
    width, height = size_of(cells)
    return "\n".join("".join(".#"[(x, y) in cells] for x in range(width))
                     for y in reversed(range(height)))


def from_drawing(text):
    return frozenset((x, y) for y, row in enumerate(reversed(text.split("\n")))
                     for x, square in enumerate(row) if square == "#")


IMAGES = {"fixed": 1, "one-sided": 4, "path": 4, "free": 8}


def canonical(cells, kind):
    """The lowest image, and of those of one height the one with the greatest rows."""
    choice = list(images(cells))[:IMAGES[kind]]
    return min(choice, key=lambda image: (size_of(image)[1], [-row for row in rows(image)]))


def neighbors(square):
    x, y = square
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


@functools.lru_cache(None)
def every(size, kind):
    """All of a size, as canonical images."""
    if kind == "path":
        return frozenset(canonical(cells, kind) for cells in every(size, "one-sided")
                         if is_path(cells))
    if kind != "fixed":
        return frozenset(canonical(cells, kind) for cells in every(size, "fixed"))
    if size == 1:
        return frozenset([frozenset([(0, 0)])])
    return frozenset(shifted(cells | {square}) for cells in every(size - 1, "fixed")
                     for place in cells for square in neighbors(place) if square not in cells)


def reached(begin, cells):
    """The squares that can be reached from `begin` within `cells`."""
    found, queue = {begin}, [begin]
    while queue:
        for square in neighbors(queue.pop()):
            if square in cells and square not in found:
                found.add(square)
                queue.append(square)
    return found


def is_connected(cells):
    return len(reached(next(iter(cells)), cells)) == len(cells)


def is_path(cells):
    def goes_on(at, left):
        return not left or any(goes_on(square, left - {square}) for square in neighbors(at)
                               if square in left)
    return any(goes_on(square, cells - {square}) for square in cells)


def pairs(cells):
    return sum(square in cells for place in cells for square in neighbors(place)) // 2


def perimeter(cells):
    return 4 * len(cells) - 2 * pairs(cells)


def holes(cells):
    width, height = size_of(cells)
    empty = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)} - cells
    empty -= reached((-1, -1), empty)
    count = 0
    while empty:
        empty -= reached(next(iter(empty)), empty)
        count += 1
    return count


def is_column_convex(cells):
    """No column goes on after a gap."""
    return sum((x, y - 1) not in cells for x, y in cells) == size_of(cells)[0]


def is_row_convex(cells):
    return is_column_convex(frozenset((y, x) for x, y in cells))


def is_directed(cells):
    return any(sum((x - 1, y) not in image and (x, y - 1) not in image for x, y in image) == 1
               for image in images(cells))


def is_tree_like(cells):
    return pairs(cells) == len(cells) - 1


SYMMETRIES = {
    (): "none", (4,): "axis", (6,): "axis", (5,): "diagonal", (7,): "diagonal", (2,): "half",
    (1, 2, 3): "quarter", (2, 4, 6): "axes", (2, 5, 7): "diagonals",
    (1, 2, 3, 4, 5, 6, 7): "all",
}


def symmetry(cells):
    """The name of what leaves it unmoved: numbers of images that are the thing itself."""
    first, *others = images(cells)
    return SYMMETRIES[tuple(i for i, image in enumerate(others, 1) if image == first)]
