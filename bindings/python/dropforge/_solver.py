"""What questions about perfect clears are answered from: patterns, solvers, and catalogs."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple

from . import _abi as abi
from ._field import EMPTY, Board, FumenPage, clear_full_rows, field_of, rows_of, words_of
from ._fumen import page_of
from ._library import (CLEAR_RULES, ORIENTATIONS, Caller, Error, Resource, array, check, choose_rules, encode,
                       items, lib, need, need_callable, take_array, unsigned, word)
from ._pieces import LETTERS
from ._plan import tetrominoes

MAX_ROWS = abi.DF_CLEAR_SOLVER_MAX_ROWS
MAX_SQUARES = abi.DF_CLEAR_SOLVER_MAX_SQUARES

Watch = Callable[[int, int], Optional[bool]]


def sides_of(width: int, rows: int, max_rows: int, max_squares: int) -> Tuple[int, int]:
    """The sides of a board to be cleared."""
    width, rows = word("width", width, 1, max_squares), word("rows", rows, 1, max_rows)
    if width * rows > max_squares:
        raise Error(f"width is {width} and rows is {rows}; their product is at most {max_squares}")
    return width, rows


class ClearDrop(NamedTuple):
    """A drop; `hold`: the piece before it is put aside first."""
    piece: str
    orientation: str
    x: int
    y: int
    hold: bool


def read_clear_drop(inner: Any, names: Sequence[str] = LETTERS) -> ClearDrop:
    drop = inner.drop
    return ClearDrop(names[drop.piece], ORIENTATIONS[drop.orientation], drop.x, drop.y, inner.hold)


class Pattern:
    """The queues of a pattern, sorted; too many or too long ones are cut to `most` pieces
    if that is more than 0."""

    def __init__(self, text: str, most: int):
        inner, caller, data = abi.df_clear_pattern(), Caller(), encode("pattern", text)
        first = min(most, abi.DF_CLEAR_PATTERN_MAX_LENGTH)
        status = lib.df_clear_pattern_read(inner, data, len(data), 0, False, caller.error)
        if most > 0 and status in (abi.DF_ERROR_INPUT, abi.DF_ERROR_LIMIT) and lib.df_clear_pattern_read(
                inner, data, len(data), first, False, None) == abi.DF_OK:
            status = abi.DF_OK
        caller.check(status)
        self._owner = Resource(ctypes.pointer(inner), lib.df_clear_pattern_free)
        self.count: int = inner.count
        self.length: int = inner.length
        pieces = [lib.df_clear_pattern_piece(inner, inner.codes[queue], i)
                  for queue in range(self.count) for i in range(self.length)]
        self._pieces = array(ctypes.c_uint16, pieces)
        letters = "".join(LETTERS[piece] for piece in pieces)
        self.names = [letters[i:i + self.length]
                      for i in range(0, self.count * self.length, self.length)] \
            if self.length else [""] * self.count

    def queues(self, **asked: Any) -> Any:
        """The df_clear_queues, which borrow the pieces."""
        pieces = ctypes.cast(self._pieces, ctypes.POINTER(ctypes.c_uint16))
        return abi.df_clear_queues(pieces, self.count, self.length, **asked)


class Target(NamedTuple):
    """Squares that are to be filled, or may be."""
    must: int
    may: int


class Drawn(NamedTuple):
    """A board with its target."""
    width: int
    rows: int
    words: Any
    target: Target


def _letters_of(drawing: Any) -> Tuple[List[str], int]:
    """The rows of a drawing, and the longest of them."""
    if isinstance(drawing, str):
        raise TypeError("drawing: use a list of rows, not a text")
    letters = items("drawing", rows_of(drawing))
    for row in letters:
        need("drawing", row, str, "a list of rows")
    return [row.upper() for row in letters], max(map(len, letters), default=0)


def read_drawing(drawing: Any, must: str, may: str) -> Drawn:
    """Rows of letters or a Field: what has a letter of `must` has to be filled, of `may` can be."""
    letters, width = _letters_of(drawing)
    rows = len(letters)
    if rows > MAX_ROWS or width * rows > MAX_SQUARES:
        raise Error(f"a drawing of {width} by {rows}; it may have {MAX_ROWS} rows and "
                    f"{MAX_SQUARES} squares")
    musts, mays, words = 0, 0, [0] * rows
    for i, row in enumerate(letters):
        y = rows - 1 - i
        for x, letter in enumerate(row):
            square = y * width + x
            if letter in LETTERS and letter in must:
                musts |= 1 << square
            elif letter in LETTERS and letter in may:
                mays |= 1 << square
            elif letter not in EMPTY:
                words[y] |= 1 << x
    if musts == 0:
        raise Error("no square of the drawing is to be filled")
    return Drawn(width, rows, words_of(words, width, rows), Target(musts, mays))


class Build:
    """Pieces in given places: those of a drawing, or of the pages of a fumen."""

    def __init__(self, drawing: Any):
        pages = drawing if isinstance(drawing, (list, tuple)) else []
        self._pieces: Any = None
        self._drops: Any = None
        if pages and all(isinstance(page, FumenPage) for page in pages):
            self._take_pages(pages)
        else:
            self._take_letters(*_letters_of(drawing))
        if self.count == 0:
            raise Error("no square of the drawing is to be filled")

    def _take_letters(self, letters: List[str], width: int) -> None:
        rows = len(letters)
        if rows > abi.DF_CLEAR_BUILD_MAX_ROWS:
            raise Error(f"a drawing of {rows} rows; it may have {abi.DF_CLEAR_BUILD_MAX_ROWS}")
        squares = [LETTERS.find(letter) for row in reversed(letters) for letter in row.ljust(width, ".")]
        self.count = sum(square >= 0 for square in squares) // 4
        self._pieces = array(ctypes.c_uint8, [square if square >= 0 else len(LETTERS)
                                              for square in squares])
        others = ["".join("." if letter in LETTERS else letter for letter in row) for row in letters]
        self._field = field_of(words_of(others, width, rows), width, rows)

    def _take_pages(self, pages: Sequence[FumenPage]) -> None:
        shown = [page_of(page) for page in pages if page.piece is not None]
        self.count, rows = len(shown), abi.DF_CLEAR_BUILD_MAX_ROWS
        self._drops = (abi.df_drop * max(self.count, 1))()
        for drop, page in zip(self._drops, shown):
            check(lib.df_fumen_find_drop(drop, tetrominoes().set, page))
        width = abi.DF_FUMEN_WIDTH
        self._field = field_of(words_of(pages[0].rows, width, rows), width, rows)

    def ask(self, pattern: Pattern, hold: bool, rules: str, memory: int,
            with_orders: bool) -> Tuple[bytes, List[str]]:
        """A byte for each queue: 1 if it builds this; and the orders that do so without hold."""
        found: List[str] = []
        builds, caller = (ctypes.c_bool * max(pattern.count, 1))(), Caller()

        def visit(pieces: Any, count: int) -> None:
            if with_orders:
                found.append("".join(LETTERS[piece] for piece in pieces[:count]))

        build = abi.df_clear_build(board=abi.df_clear_request(
            set=tetrominoes().set, field=self._field.handle,
            rules=choose_rules(CLEAR_RULES, rules), memory=word("memory", memory)))
        if self._pieces is not None:
            build.pieces = ctypes.cast(self._pieces, ctypes.POINTER(ctypes.c_uint8))
        else:
            build.drops, build.count = ctypes.cast(self._drops, ctypes.POINTER(abi.df_drop)), self.count
        caller.check(lib.df_clear_build_ask(
            build, pattern.queues(hold=hold), builds,
            caller.visit(abi.df_clear_order_visit, visit), None, caller.error))
        return bytes(builds)[:pattern.count], found


class ClearSolution(NamedTuple):
    """Places of all pieces, whatever their order: drops in an order in which the first of the queues
    makes them; the board as rows from the top, as it was before them, with pieces, X where it was
    filled and '.' where it stays empty; the queues that build it; in how many ways; and whether one
    of these builds no other."""
    drops: List[ClearDrop]
    board: List[str]
    queues: List[str]
    ways: int
    unique: bool


class Solver:
    """A board, and its solutions by the seven tetrominoes."""

    def __init__(self, *, width: int = 10, rows: int = 4, board: Optional[Board] = None,
                 rules: str = "srs", memory: int = 0, drawn: Optional[Drawn] = None):
        self._drawn = drawn
        if drawn is not None:
            width, rows, words = drawn[:3]
        else:
            width, rows = sides_of(width, rows, MAX_ROWS, MAX_SQUARES)
            board, rows = clear_full_rows(board, width, rows)
            words = words_of(board, width, rows)
        self.width, self.rows, self._words = width, rows, words
        self._set, self._field = tetrominoes(), field_of(words, width, rows)
        request = abi.df_clear_request(
            set=self._set.set, field=self._field.handle, rows=rows,
            rules=choose_rules(CLEAR_RULES, rules), memory=word("memory", memory))
        caller, pointer, drops = Caller(), ctypes.c_void_p(), ctypes.c_uint()
        caller.check(lib.df_clear_solver_create(pointer, request, drawn is not None, drops,
                                                caller.error))
        self._owner = Resource(pointer, lib.df_clear_solver_free, self._field, self._set.resource)
        self.handle = pointer
        self.drops: int = drops.value

    def check(self, pattern: Pattern) -> None:
        """Sees that the queues can fill the board at all."""
        if self.drops == 0:
            raise Error("pieces of four squares cannot fill the empty squares of "
                        f"{self.rows} rows; take another number of rows", "input")
        if pattern.length < self.drops:
            raise Error(f"{self.drops} pieces fill this board, and the queue has "
                        f"{pattern.length}; give more", "input")

    def ask(self, pattern: Pattern, hold: bool, threads: int, progress: Optional[Watch]) -> bytes:
        """A byte for each queue: 1 if it clears."""
        self.check(pattern)
        clears, caller = (ctypes.c_bool * max(pattern.count, 1))(), Caller()
        queues = pattern.queues(hold=hold, jobs=unsigned("threads", threads),
                                watch=caller.watch(abi.df_watch, _tell(progress)))
        caller.check(lib.df_clear_solver_ask(self.handle, queues, clears, caller.error))
        return bytes(clears)[:pattern.count]

    def draw(self, solution: Any) -> List[str]:
        """A solution as rows of letters from the top."""
        letters = ["X" if self._words[y] >> x & 1 else "." for y in range(self.rows)
                   for x in range(self.width)]
        for i in range(solution.count):
            for square, _ in enumerate(letters):
                if solution.squares[i] >> square & 1:
                    letters[square] = LETTERS[solution.drops[i].drop.piece]
        return ["".join(letters[y * self.width:(y + 1) * self.width])
                for y in reversed(range(self.rows))]

    def best(self, request: Any) -> Tuple[int, int, List[Tuple[ClearDrop, int]], int]:
        """Clear, total, first drops with the number of continuations that clear, and the most of any play.
        A `max` of 0 is the usual one."""
        if self.drops == 0:
            self.check(Pattern("I", 1))
        request.max = request.max or abi.DF_CLEAR_BEST_USUAL
        caller, tally = Caller(), abi.df_clear_tally()
        choices, count = ctypes.POINTER(abi.df_clear_choice)(), ctypes.c_size_t()
        request.watch = caller.watch(abi.df_watch, None)
        caller.check(lib.df_clear_solver_best(self.handle, request, choices, count, tally,
                                              caller.error))
        found = take_array(choices, count.value)
        return tally.clear, tally.total, [(read_clear_drop(choice.drop), choice.clear)
                                          for choice in found], tally.most


def _tell(progress: Optional[Watch]) -> Any:
    need_callable("progress", progress)
    if progress is None:
        return None
    call = progress
    return lambda pointer: call(pointer.contents.done, pointer.contents.of)


class Catalog:
    """All solutions of the queues of a pattern, those that most queues build first."""

    def __init__(self, solver: Solver, pattern: Pattern, hold: bool, maximum: int = 0,
                 target: Optional[Target] = None):
        if target is None:
            solver.check(pattern)
        self._solver = solver
        self._pattern = pattern
        caller, pointer = Caller(), ctypes.POINTER(abi.df_clear_catalog)()
        queues = pattern.queues(hold=hold, max=maximum, watch=caller.watch(abi.df_watch, None))
        if target is not None:
            queues.must, queues.may = target
        caller.check(lib.df_clear_catalog_create(ctypes.byref(pointer), solver.handle, queues,
                                                 caller.error))
        self._owner = Resource(pointer, lib.df_clear_catalog_free)
        self.count: int = pointer.contents.count
        self.covered: int = pointer.contents.covered

    def _item(self, i: int) -> Any:
        return self._owner.handle.contents.items[i]

    def queues_of(self, i: int) -> List[int]:
        """The numbers of the queues that build a solution."""
        built = self._item(i).built
        return [queue for queue in range(self._pattern.count)
                if built[queue // 64] >> queue % 64 & 1]

    def solution(self, i: int) -> ClearSolution:
        item = self._item(i)
        solution = item.solution
        return ClearSolution([read_clear_drop(drop) for drop in solution.drops[:solution.count]],
                             self._solver.draw(solution),
                             [self._pattern.names[queue] for queue in self.queues_of(i)],
                             solution.ways, item.is_unique)

    def minimize(self, nodes: int) -> List[int]:
        """The numbers of the fewest solutions that build all queues which have one."""
        chosen, unused = (ctypes.c_bool * max(self.count, 1))(), ctypes.c_size_t()
        check(lib.df_clear_catalog_minimize(self._owner.handle, nodes, chosen, unused, unused))
        return [i for i in range(self.count) if chosen[i]]

    def kept(self) -> List[Tuple[str, int]]:
        """The pieces that can be kept after a clear, and how many queues keep them."""
        kept, count = ctypes.POINTER(abi.df_clear_kept)(), ctypes.c_size_t()
        check(lib.df_clear_catalog_list_kept(self._owner.handle, self._pattern.queues(), kept,
                                             count))
        return [("".join(letter * item.counts[i] for i, letter in enumerate(LETTERS)), item.queues)
                for item in take_array(kept, count.value)]

    def save(self, expression: str) -> int:
        """How many queues can keep pieces for which an expression is true."""
        saves, caller = (ctypes.c_bool * max(self._pattern.count, 1))(), Caller()
        caller.check(lib.df_clear_catalog_save(
            self._owner.handle, self._pattern.queues(), tetrominoes().set, encode("keep", expression),
            saves, caller.error))
        return sum(saves[:self._pattern.count])
