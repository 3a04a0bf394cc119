"""Random texts of plans: drop lists by all rules, packed blocks and lists of pieces, most of them
right, and such texts with mistakes."""

import copy

from tests.oracle import oracle
from tests.oracle import oracle_deal
from tests.oracle import oracle_pieces
from tests.oracle import oracle_srs

NAMES = ["A", "b2", "F'", "T", "12-3", "colors", "=", "a=b", ".", "~!", "eleven-byte"]
BYTES = b"NESWIOTSZJL 0123456789#./AABBCCD~\t\r\n\0\xff"
WORDS = [b"0", b"1", b"7", b"63", b"64", b"65", b"256", b"257", b"1024", b"1025", b"007", b"-1", b"+1", b"1.0",
         b"99999999999999999999", b"N", b"E", b"S", b"W", b"n", b"T", b"I", b"field", b"rules",
         b"srs", b"srs+180", b"nes", b"tetrio", b"SRS", b"piece", b"color", b"#", b"##", b"#/#", b"././#",
         b"/#/", b"deal", b"queue", b"row", b"X", b"seed", b"hold", b"preview", b"given", b"bag", b"tetrio", b"IO",
         b"18446744073709551615", b"18446744073709551616", b"1000", b"1001", b"#.#", b"#4cdc48", b"#4CDC4", b"4cdc48", b"dropforge-drops", b"2", b"T.NE=(0,0)", b"(1,-1)", b"&J.EN", b"AAAA", b"...."]
LINES = [b"rules T.NE=(0,0)(@-1,0)", b"rules L.0R:&L.RN", b"rules j.ne = (1,0) (10,0)", b"", b"# block", b" # block", b"# block ", b"#", b"field 8 6", b"rules srs", b"rules nes",
         b"deal given", b"deal nes seed 1 hold", b"queue T", b"queue IO T", b"piece deal #",
         b"# frame", b"#frame", b"# frame 40", b"# frame 040 2", b"# frame 600001", b"# frame 9 0", b"# frame 9  1", b"row ......XX", b"row .TOZZSX.", b"row XXXXXXXX", b"row .", b"piece row #",
         b"piece X .#./###/.#.", b"piece T ###/.#.", b"piece O1 #", b"color T #010203",
         b"color X #FFFFFF", b"T N 0 0", b"I E 0 0", b"\t", b"  ", b"AA", b"BB.."]
BLANKS = [" ", " ", " ", "  ", "\t", " \t "]


def grown(chance, size):
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
    largest = chance.choice([4, 7, 7, 7, 32])
    drawings = {
        name: grown(chance, chance.randint(1, largest))
        for name in chance.sample(NAMES, chance.randint(1, 4))
    }
    if chance.randrange(2):
        drawings["t"] = oracle.TETROMINOES.drawings[chance.choice("IOTSZJL")]
    if chance.randrange(8) == 0:  # nothing but tetrominoes
        drawings = {name: oracle.TETROMINOES.drawings[name]
                    for name in chance.sample("IOTSZJL", chance.randint(1, 7))}
    return drawings


def _colors(chance, names):
    """Lines that give colours to some of the pieces."""
    return [f"color {name} #{chance.randrange(1 << 24):06x}"
            for name in chance.sample(names, chance.randint(0, len(names)))]


def _wide(chance):
    """A width above that of one word of columns, most of them beside the end of a word."""
    return chance.choice([65, 66, 127, 128, 129, 192, 193, 255, 256, chance.randint(65, 256)])


def random_kicks(chance):
    """A table of kicks."""
    kicks, far, half = oracle_srs.Kicks(), chance.choice([0, 1, 1, 2, 9]), chance.randrange(2)
    for piece in "IOTSZJL":
        for i, start in enumerate("NESW"):
            for by in (1, 3, 2) if half else (1, 3):
                places = [(chance.choice(["", "", "@"]), chance.randint(-far, far), chance.randint(-far, far))
                          for _ in range(chance.choice([1, 2, 5, 12]))]
                if chance.randrange(3):
                    places[0] = "", 0, 0
                kicks.turns[piece, start, "NESW"[(i + by) % 4]] = 1, places
    return kicks


def _respelled(chance, kicks):
    """The lines of a table, some of which refer to others that are alike, in another form."""
    lines = kicks.write()
    chance.shuffle(lines)
    for i, line in enumerate(lines):
        key, places = line.split("=")
        alike = [other[:4] for other in lines[i + 1:] if other[5:] == places]
        if alike:
            lines[i] = f"{key}=&{alike[0]}"
        elif chance.randrange(3) == 0:
            lines[i] = f"{key.lower()} : " + places.replace(",", " , +").replace("+-", "- ").replace(")(", ") (")
    return lines


def _begin(chance, rules):
    """The first lines of a drop list, its pieces, and an empty playfield."""
    width, height = chance.choice([(chance.randint(4, 10), chance.randint(5, 12)),
                                   (chance.randint(1, 64), chance.randint(1, 40))])
    if not rules and chance.randrange(3) == 0:
        width = _wide(chance)
    lines = ["dropforge-drops 1", f"field {width} {height}"]
    is_table = isinstance(rules, oracle_srs.Kicks)
    more = [f"rules {line}" for line in (_respelled(chance, rules) if is_table else [rules])] if rules else []
    pieces = oracle.TETROMINOES
    if chance.randrange(2):
        drawings = random_pieces(chance)
        own = [f"piece {name} {'/'.join(rows)}" for name, rows in drawings.items()]
        more = own + more if chance.randrange(4) == 0 else more + own
        pieces = oracle_pieces.Pieces({n: oracle_pieces.trim(d) for n, d in drawings.items()})
    if chance.randrange(2):
        more += _colors(chance, list(pieces.shapes))
    field = oracle.Playfield(width, height, pieces)
    if width > 1 and chance.randrange(4) == 0:
        rows = ["".join(chance.choice(".X") for _ in range(width - 1)) + "."
                for _ in range(chance.randint(1, min(height, 4)))]
        field.lay(rows)
        more = [f"row {row}" for row in rows] + more
    return lines + more, pieces, field


def _any_shape(chance, pieces):
    """A piece, one of its orientations, and the shape of that."""
    name, orientation = chance.choice(list(pieces.shapes)), chance.choice("NESW")
    return name, orientation, pieces.shapes[name][orientation]


def fallen_plan(chance):
    """A drop list of pieces that fall straight from above until one has no room or it is enough."""
    lines, pieces, field = _begin(chance, None)
    for _ in range(chance.randint(0, 60)):
        name, o, shape = _any_shape(chance, pieces)
        x = chance.randint(0, max(field.width - shape.width, 0))
        hindered = field.what_hinders(name, o, x)
        if hindered and chance.randrange(3):
            continue
        if chance.randrange(9) == 0:
            lines.append("# block")
        y = 0 if hindered else field.drop(name, o, x)[0]
        lines.append(f"{name} {o} {x} {y}")
        if hindered:
            break
    return lines


def moved_plan(chance):
    """A drop list of random pieces at rest, most of which can be brought there."""
    rules = chance.choice([*oracle_srs.RULES, random_kicks(chance), random_kicks(chance)])
    out = rules == "nes-console"  # pieces may stand out of the top
    lines, pieces, field = _begin(chance, rules)
    for _ in range(chance.randint(1, 15)):
        name, o, shape = _any_shape(chance, pieces)
        rests = [
            (x, y)
            for y in range(min(field.height, field.top + 1))
            for x in range(field.width)
            if field.is_free(shape, x, y, out) and not field.is_free(shape, x, y - 1, out)
        ]
        if not rests:
            continue
        x, y = min(chance.choices(rests, k=2), key=lambda rest: rest[1])
        hindered = field.what_hinders_move(name, o, x, y, rules)
        if hindered and chance.randrange(3):
            continue
        lines.append(f"{name} {o} {x} {y}")
        if hindered:
            break
        field.lock(name, shape, x, y, rules)
    return lines


def _hand_over(chance, deal, next_held):
    """A piece that may be dropped now, or now and then any, and what is taken and held then."""
    taken, held = next_held
    ahead = deal.queue[taken:taken + 2]
    ways = [(ahead[0], taken + 1, held)] if ahead else []
    if deal.hold and ahead and held:
        ways.append((held, taken + 1, ahead[0]))
    elif deal.hold and len(ahead) == 2:
        ways.append((ahead[1], taken + 2, ahead[0]))
    if not ways or chance.randrange(40) == 0:
        return chance.choice(oracle_deal.LETTERS), taken, held
    return chance.choice(ways)


def _lying(chance, width, height):
    """What lies there at first, rows from the top: mostly nothing."""
    rows = []
    for _ in range(chance.choice([0, 0, chance.randint(1, height // 3)])):
        row = [chance.choice(".." + "IOTSZJLX") for _ in range(width)]
        row[chance.randrange(width)] = "."
        rows.append("." * width if chance.randrange(8) == 0 else "".join(row))
    return rows


def dealt_plan(chance):
    """A drop list whose pieces are dealt, and nearly always taken from the queue."""
    width, height = chance.choice([(10, 20), (chance.randint(4, 12), chance.randint(8, 30))])
    name = chance.choice(oracle_deal.NAMES)
    seed = chance.choice([0, 1, 2147483646, 2147483647, 2**64 - 1, chance.randrange(2**64)])
    deal = oracle_deal.Deal(name, None if name == "given" else seed, chance.randrange(3) > 0,
                            chance.choice([None, None, 0, 5, 1000]))
    letters = chance.choice([oracle_deal.LETTERS, "TI", "O"])
    for _ in range(chance.choice([0, 1, 6, 7, 55, 56, 57, chance.randint(0, 130)])):
        deal.queue.append(next(deal.dealer) if deal.dealer else chance.choice(letters))
    lines = ["dropforge-drops 1", f"field {width} {height}"] + deal.write()
    field, at = oracle.Playfield(width, height), (0, None)
    drawing = _lying(chance, width, height)
    field.lay(drawing)
    lines += [f"row {row}" for row in drawing]
    for _ in range(chance.randint(0, 60)):
        lines += [chance.choice(["# frame", "# frame 33", "# frame 600000 7"])
                  for _ in range(chance.choice([0, 0, 0, 0, 0, 1, 2]))]
        piece, *after = _hand_over(chance, deal, at)
        at = tuple(after)
        o = chance.choice("NESW")
        x = chance.randint(0, width - field.pieces.shapes[piece][o].width)
        if field.what_hinders(piece, o, x):
            break
        lines.append(f"{piece} {o} {x} {field.drop(piece, o, x)[0]}")
    return lines


def _is_covered(field, shape, x, y):
    """Whether something is above a square of the shape."""
    return any(field.rows[row] >> (x + a) & 1
               for a, b in shape.squares for row in range(y + b + 1, field.top))


def _covered_rests(field, shape):
    """Where a shape can be at rest but not fall to."""
    return [(x, y) for y in range(field.top) for x in range(field.width - shape.width + 1)
            if field.is_free(shape, x, y) and not field.is_free(shape, x, y - 1)
            and _is_covered(field, shape, x, y)]


def _kicked_rests(field, name, o, rules):
    """Of the places where a piece can be at rest but not fall to: all, and those to which it comes
    by being kicked, and in no other way."""
    shape = field.pieces.shapes[name][o]
    rests = _covered_rests(field, shape)
    box = field.pieces.box(name, rules)
    turning = copy.copy(box)
    turning.kicks = {}
    kicked = []
    for x, y in rests:
        wanted = {(x + a, y + b) for a, b in shape.squares}
        if (oracle_srs.is_reached(field, box, rules, wanted)
                and not oracle_srs.is_reached(field, turning, rules, wanted)):
            kicked.append((x, y))
    return rests, kicked


def cave_plan(chance):
    """A drop list that builds a playfield full of holes, and then brings tetrominoes into these, for
    which they must be turned and kicked."""
    rules = chance.choice(["srs", "srs", "srs+180", "srs+180", "nes", "gameboy", "tetrio", "ars", "ars", "nokicks"])
    width, height = chance.randint(4, 7), chance.randint(7, 11)
    drawings = oracle.TETROMINOES.drawings | {"o": ["#"], "-": ["##"]}
    pieces = oracle_pieces.Pieces(drawings)
    field = oracle.Playfield(width, height, pieces)
    lines = ["dropforge-drops 1", f"field {width} {height}", f"rules {rules}"]
    lines += [f"piece {name} {'/'.join(rows)}" for name, rows in drawings.items()]

    def drop(name, o, x, y):
        lines.append(f"{name} {o} {x} {y}")
        field.lock(name, pieces.shapes[name][o], x, y)

    for _ in range(chance.randint(6, 14)):
        name, o, shape = _any_shape(chance, pieces)
        x, y = chance.randint(0, width - shape.width), field.top
        while field.is_free(shape, x, y - 1):
            y -= 1
        if y + shape.height <= height and not field.what_hinders_move(name, o, x, y, rules):
            drop(name, o, x, y)
    last = None
    for name, o in chance.sample([(name, o) for name in "TSZJLI" for o in "NESW"], 12):
        rests, kicked = _kicked_rests(field, name, o, rules)
        if kicked:
            drop(name, o, *chance.choice(kicked))
        elif rests:
            x, y = chance.choice(rests)
            last = f"{name} {o} {x} {y}"
    if last and chance.randrange(2):  # it may be that there is no way, or no room any more
        lines.append(last)
    return lines


def _tunnel(chance, box, turn, kick):
    """The free squares of a way down to where a piece turns, of that place, and of the one to which
    it is kicked; and the height to which there is ground beside them."""
    def at(o, x, y):
        return {(x + a, y + b) for a, b in box.squares[o]}

    free = at(turn[1], *kick)
    x = y = 0
    for _ in range(chance.randint(0, 2)):
        y += chance.choice([0, 0, 1])
        step = chance.choice([-1, 1])
        for _ in range(chance.randint(0, 5)):
            free |= at(turn[0], x, y)
            x += step
        free |= at(turn[0], x, y)
    top = max(b for _, b in free | at(turn[0], x, y)) + chance.randint(0, 2)
    for up in range(y, top + 1):
        free |= {(a, b) for a, b in at(turn[0], x, up) if b <= top}
    return free, top


def _connected(squares):
    """The squares in parts that hang together, the lowest first."""
    parts = []
    squares = set(squares)
    while squares:
        part, todo = set(), [squares.pop()]
        while todo:
            x, y = todo.pop()
            part.add((x, y))
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & squares
            squares -= near
            todo += near
        parts.append(part)
    return sorted(parts, key=lambda part: sorted((y, x) for x, y in part))


def _ground(chance, box, turn, kick):
    """The squares around a tunnel in which a piece is kicked, and the width; None if they make no
    ground of a few pieces without a full row."""
    free, top = _tunnel(chance, box, turn, kick)
    left, low = min(x for x, _ in free), min(y for _, y in free)
    left -= chance.randint(0, 2)
    width = max(x for x, _ in free) - left + 1 + chance.randint(0, 2)
    free = {(x - left, y - low) for x, y in free}
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2, 3])):
        x, y = chance.choice(sorted(free))
        free.add(chance.choice([(x + 1, y), (x - 1, y), (x, y + 1)]))
    thick = chance.choice([1, 1, 2])
    solid = [(x, y) for y in range(top - low + 1) for x in range(width) if (x, y) not in free
             and any(abs(x - a) <= thick and abs(y - b) <= thick for a, b in free)]
    for _ in range(min(len(solid), chance.choice([0, 0, 2, 4, 8]))):
        solid.remove(chance.choice(solid))
    parts = _connected(solid)
    rows = [y for _, y in solid]
    if (not 4 <= width <= 12 or not 1 <= len(parts) <= 4 or max(map(len, parts)) > 32
            or any(rows.count(y) == width for y in rows)):
        return None
    return parts, width


def tunnel_plans(chance):
    """Drop lists of a playfield with a tunnel in which a piece can be kicked: one for each place
    under a roof where that piece could be at rest, whether there is a way to it or not."""
    while True:
        name = chance.choice("IIITJLSZ")
        box = oracle.TETROMINOES.box(name, "srs+180")
        turn = chance.choice(sorted(box.kicks))
        found = _ground(chance, box, turn, chance.choice(box.kicks[turn][1:]))
        if not found:
            continue
        parts, width = found
        rules = chance.choice(["srs", "srs+180", "tetrio"])
        drawings = {name: oracle.TETROMINOES.drawings[name]}
        places = []
        for letter, part in zip("abcd", parts):
            x, y = min(x for x, _ in part), min(y for _, y in part)
            drawings[letter] = oracle_pieces.trim(
                ["".join(".#"[(a, b) in part] for a in range(width)) for b in range(30, -1, -1)])
            places.append((letter, x, y))
        pieces = oracle_pieces.Pieces(drawings)
        height = max(y for part in parts for _, y in part) + 7
        field = oracle.Playfield(width, height, pieces)
        lines = ["dropforge-drops 1", f"field {width} {height}", f"rules {rules}"]
        lines += [f"piece {each} {'/'.join(rows)}" for each, rows in drawings.items()]
        if not _build(field, places, rules, lines):
            continue
        plans = []
        for o in "NE" if name in "ISZ" else "NESW":
            for x, y in _covered_rests(field, pieces.shapes[name][o]):
                plans.append(lines + [f"{name} {o} {x} {y}"])
        return plans


def _build(field, places, rules, lines):
    """Brings pieces to these places in an order in which they can come there, if there is one."""
    left = list(places)
    while left:
        for name, x, y in left:
            if not field.what_hinders_move(name, "N", x, y, rules):
                field.lock(name, field.pieces.shapes[name]["N"], x, y)
                lines.append(f"{name} N {x} {y}")
                left.remove((name, x, y))
                break
        else:
            return False
    return True


def blocks_plan(chance):
    """A drop list that can be written as packed blocks: tetrominoes, and colours of J, T and L."""
    width = chance.choice([chance.randint(4, 8), chance.randint(4, 64), _wide(chance)])
    field = oracle.Playfield(width, 40)
    lines = ["dropforge-drops 1", f"field {width} 40"]
    lines += [f"color {name} #{chance.randrange(1 << 24):06x}"
              for name in "JTL"[: chance.randint(1, 3)]]
    for _ in range(chance.randint(1, 80)):
        name, o, shape = _any_shape(chance, oracle.TETROMINOES)
        x = chance.randint(0, width - shape.width) if shape.width <= width else 0
        if not field.what_hinders(name, o, x):
            lines.append(f"{name} {o} {x} {field.drop(name, o, x)[0]}")
    return lines


def pieces_list(chance):
    drawings = random_pieces(chance)
    return (["dropforge-pieces 1"]
            + [f"piece {name} {'/'.join(rows)}" for name, rows in drawings.items()]
            + _colors(chance, list(drawings)))


def dressed(chance, lines):
    """The text of these lines with other blanks, ends of lines and comments that change nothing."""
    if chance.randrange(3) == 0:
        made = lines[:1]
        for line in lines[1:]:
            if line[0] != "#":
                blank = "".join(chance.choice(BLANKS) + word for word in line.split())
                line = blank[chance.randrange(2) or len(blank) - len(blank.lstrip()):]
                line += chance.choice(["", "", " ", "\t "])
            made.append(line)
            if chance.randrange(8) == 0:
                made.append(chance.choice(["", "# T N 0 0", "  # no block", "\t"]))
        lines = made
    end = chance.choice(["\n", "\n", "\r\n"])
    return (end.join(lines) + chance.choice(["", end, end, end])).encode()


def mistaken(chance, data):
    """The text with a few bytes, words or lines changed."""
    text = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(text) + 1)
        how = chance.randrange(7)
        if how == 0:
            text[at:at] = bytes([chance.choice(BYTES)])
        elif how == 1:
            text[at : at + 1] = bytes([chance.choice(BYTES)])
        elif how == 2:
            del text[at : at + chance.randint(1, 4)]
        else:
            text = bytearray(_other_lines(chance, text.split(b"\n"), how))
    return bytes(text)


def _other_lines(chance, lines, how):
    """A text of these lines, with one or two that are others."""
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    if how == 3:
        lines[a], lines[b] = lines[b], lines[a]
    elif how == 4:
        lines.insert(a, chance.choice([bytes(lines[b]), chance.choice(LINES)]))
    else:
        words = bytes(lines[a]).split(b" ")
        at = chance.randrange(len(words) + 1)
        words[at : at + chance.randrange(2)] = [chance.choice(WORDS)]
        lines[a] = b" ".join(words)
    return b"\n".join(lines)
