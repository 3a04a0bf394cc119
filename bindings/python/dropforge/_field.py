"""Playfields as Python has them."""

from __future__ import annotations

import ctypes
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _abi as abi
from ._library import Error, Resource, array, check, items, lib, need, word
from ._pieces import Drop, PieceList

EMPTY = "._ "


class Field:
    """A playfield after some drops; a copy that nothing changes. (0, 0) is at the bottom left."""

    def __init__(self, width: int, height: int, squares: memoryview, pieces: PieceList):
        self.width = word("width", width)
        self.height = word("height", height)
        need("squares", squares, memoryview, "a memoryview")
        need("pieces", pieces, PieceList, "a PieceList")
        #: [height, width] of 16 bits, rows from the floor: 0, or 1 + the index of the piece
        self.squares = squares
        self.pieces = pieces

    def __reduce__(self) -> Any:
        return _field_again, (self.width, self.height, bytes(self.squares), self.pieces)

    @classmethod
    def read(cls, owner: Resource, pieces: PieceList) -> Field:
        """Of a df_field."""
        need("owner", owner, Resource, "a field's")
        field = need("owner", owner.handle, ctypes.POINTER(abi.df_field), "a field's").contents
        size = 2 * field.width * field.height
        view = memoryview(ctypes.string_at(field.square, size))
        return cls(field.width, field.height,
                   view.cast("H", (field.height, field.width)), pieces)

    def at(self, x: int, y: int) -> Optional[str]:
        """The name of the piece in a square, X for one of none, None where it is empty."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        squares: Any = self.squares
        square: int = squares[y, x] if inside else 0
        if square == 0:
            return None
        return self.pieces[square - 1].name if square <= len(self.pieces) else "X"

    @property
    def top(self) -> int:
        """How many rows there are up to the highest square."""
        rows: Any = self.squares.tolist()
        return max((y + 1 for y, row in enumerate(rows) if any(row)), default=0)

    def rows(self) -> List[str]:
        """A drawing: rows from the top, without those that are empty above all squares. A square is
        the first letter of the name of its piece."""
        return ["".join((self.at(x, y) or ".")[0] for x in range(self.width))
                for y in reversed(range(self.top))]

    def __str__(self) -> str:
        return "\n".join(self.rows())


def _field_again(width: int, height: int, squares: bytes, pieces: PieceList) -> Field:
    """A copy of a Field."""
    return Field(width, height, memoryview(squares).cast("H", (height, width)), pieces)


class FumenPage(NamedTuple):
    """A page: rows from the top without those that are empty above all squares, of IOTSZJL, X for
    grey and '.' for empty; the piece that is shown, at the square about which it turns; whether it
    locks; the rows with the piece in its place, None if it lies on filled squares; and the
    comment."""
    rows: List[str]
    piece: Optional[Drop]
    lock: bool
    placed: Optional[List[str]]
    comment: str


#: A Field, rows of letters from the top, words from the floor with bit x for column x, or a page of a
#: fumen, whose piece is in its place; or an array, as of NumPy: of rows of squares from the floor, of words,
#: or of letters.
Board = Union[Field, FumenPage, Sequence[str], Sequence[int], Any]


def _lines_of_array(lines: List[Any]) -> List[Any]:
    """The lines of an array: letters as texts, and squares as words."""
    words = ["".join(line) if isinstance(line, list) and all(isinstance(square, str) for square in line)
             else sum(1 << x for x, square in enumerate(line) if square) if isinstance(line, list)
             else line for line in lines]
    while words and words[-1] == 0:
        words.pop()
    return words


def rows_of(board: Any) -> Sequence[Any]:
    """The rows of a board, or its words."""
    if isinstance(board, FumenPage):
        if board.placed is None:
            raise Error("the piece of the page lies on filled squares; move it")
        return board.placed
    if hasattr(board, "ndim"):
        return _lines_of_array(board.tolist())
    lines: Sequence[Any] = board.rows() if isinstance(board, Field) else board or []
    return lines


def lines_of(board: Optional[Board]) -> List[Any]:
    """The rows of a board, or its words, in a list."""
    lines = rows_of(board)
    if isinstance(lines, str) or not hasattr(lines, "__len__"):
        raise TypeError(f"board: use a list of rows, not {lines!r}")
    return items("board", lines, "a list of rows")


def words_of(board: Optional[Board], width: int, height: int) -> Any:
    """A board as an array of words from the floor. Full rows have cleared."""
    lines = lines_of(board)
    if len(lines) > height:
        raise Error(f"{len(lines)} rows are more than the board of {width} by {height} has")
    words = [0] * height
    for i, line in enumerate(lines):
        if not isinstance(line, str):
            words[i] = word("board", line)
            continue
        if len(line) > width:
            raise Error(f"{len(line)} columns are more than the board of {width} by {height} has")
        words[len(lines) - 1 - i] = sum(1 << x for x, letter in enumerate(line)
                                        if letter not in EMPTY)
    for y, row in enumerate(words):
        if not 0 <= row < (1 << width) - 1:
            raise Error(f"row {y} from the floor is full, or wider than the board")
    return array(ctypes.c_uint64, words)


def clear_full_rows(board: Optional[Board], width: int, rows: int) -> Tuple[Any, int]:
    """A board without its full rows, and the rows that are left of so many."""
    lines = lines_of(board)
    left = [line for line in lines if not (
        len(line) == width and not set(line) & set(EMPTY) if isinstance(line, str)
        else line == (1 << width) - 1)]
    if lines and not left:
        raise Error("every row of the board is full")
    return left, rows - len(lines) + len(left)


def field_of(words: Sequence[int], width: int, height: int) -> Resource:
    """A df_field with these rows."""
    pointer = ctypes.POINTER(abi.df_field)()
    check(lib.df_field_create(ctypes.byref(pointer), width, height))
    field = Resource(pointer, lib.df_field_free)
    for y in range(height):
        for x in range(width):
            if words[y] >> x & 1:
                check(lib.df_field_set(pointer, x, y, 1))
    return field
