"""Pieces as they are dealt, by docs/format/drops.md alone: the dealers, and what a hand can drop."""
MASK = 2**64 - 1
LETTERS = "IOTSZJL"


class _Random:
    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            y = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
            y = (y ^ y >> 27) * 0x94D049BB133111EB & MASK
            self.state.append(y ^ y >> 31)

    def next(self):
        def rotated(number, bits):
            return (number << bits | number >> 64 - bits) & MASK

        s = self.state
        result = rotated(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return result

    def below(self, bound):
        while True:
            product = (self.next() >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32


def _uniform(seed):
    chance = _Random(seed)
    while True:
        yield LETTERS[chance.below(7)]


def _nes(seed):
    chance, last = _Random(seed), 7
    while True:
        piece = chance.below(8)
        if piece in (7, last):
            piece = chance.below(7)
        last = piece
        yield LETTERS[piece]


def _bags(letters, choose):
    """Bags of these letters, shuffled; choose(i) is the entry that entry i changes places with."""
    while True:
        bag = list(letters)
        for i in range(6, 0, -1):
            j = choose(i)
            bag[i], bag[j] = bag[j], bag[i]
        yield from bag


def _bag(seed):
    chance = _Random(seed)
    return _bags(LETTERS, lambda i: chance.below(i + 1))


def _tetrio(seed):
    x = seed % 2147483647 or 2147483646

    def choose(i):
        nonlocal x
        x = x * 16807 % 2147483647
        return (x - 1) * (i + 1) // 2147483646

    return _bags("ZLOSIJT", choose)


def _nullpomino(seed):
    def below(n):
        nonlocal x
        while True:
            x = (x * 0x5DEECE66D + 11) % 2**48
            number = x >> 17
            if n & n - 1 == 0:
                return n * number >> 31
            if number - number % n <= 2**31 - n:
                return number % n

    while True:
        x, bag = (seed ^ 0x5DEECE66D) % 2**48, list("ILOZTJS")
        for number in range(200):
            while True:
                for n in range(7, 1, -1):
                    j = below(n)
                    bag[n - 1], bag[j] = bag[j], bag[n - 1]
                if number > 0 or bag[0] not in "SZO":
                    break
            yield from bag


_DEALERS = {"bag": _bag, "nes": _nes, "uniform": _uniform, "tetrio": _tetrio, "nullpomino": _nullpomino}
NAMES = ("given", *_DEALERS)


class Deal:
    def __init__(self, name, seed, hold, preview):
        self.name, self.seed, self.hold, self.preview = name, seed, hold, preview
        self.dealer = _DEALERS[name](seed) if name in _DEALERS else None
        self.queue = []
        self.taken = 0
        self.held = None

    def add(self, letter):
        """Adds a piece to the queue; False if it is none, or not the one that is dealt."""
        if letter not in LETTERS or self.dealer and next(self.dealer) != letter:
            return False
        self.queue.append(letter)
        return True

    def take(self, piece):
        """Takes a piece for a drop; False if it is not at hand."""
        ahead = self.queue[self.taken:self.taken + 2]
        if ahead[:1] == [piece]:
            self.taken += 1
            return True
        if not self.hold or not ahead:
            return False
        if self.held is None:
            if ahead[1:] != [piece]:
                return False
            self.taken += 2
        else:
            if self.held != piece:
                return False
            self.taken += 1
        self.held = ahead[0]
        return True

    def write(self):
        """The lines that the program writes."""
        line = f"deal {self.name}"
        if self.dealer:
            line += f" seed {self.seed}"
        if self.hold:
            line += " hold"
        if self.preview is not None:
            line += f" preview {self.preview}"
        lines = [line]
        for at in range(0, len(self.queue), 56):
            bags = [self.queue[i:i + 7] for i in range(at, min(at + 56, len(self.queue)), 7)]
            lines.append(" ".join(["queue", *map("".join, bags)]))
        return lines


def read_line(plan, words, keyword, keyword_column):
    """Reads a line `deal` or `queue` of a drop list."""
    is_deal = keyword == b"deal"
    if plan.drops or bool(plan.deal) == is_deal:
        words.refuse(keyword_column, "it is in the wrong place")
    if is_deal:
        plan.deal = _read_deal(words)
        return
    if not words.left:
        words.refuse(words.end, "no pieces")
    while words.left:
        word, column = words.take()
        for i, letter in enumerate(word.decode("latin-1")):
            if not plan.deal.add(letter):
                words.refuse(column + i, "another piece is dealt")


def _read_deal(words):
    word, column = words.take()
    name = word.decode("latin-1")
    if name not in NAMES:
        words.refuse(column, "no such deal")
    seed = None
    if name != "given":
        word, column = words.take()
        if word != b"seed":
            words.refuse(column, "no seed")
        seed, _ = words.number_in(0, 2**64 - 1)
    hold = words.take_word(b"hold")
    preview = words.number_in(0, 1000)[0] if words.take_word(b"preview") else None
    words.finish()
    return Deal(name, seed, hold, preview)
