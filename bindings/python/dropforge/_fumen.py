"""Fumens: boards and plans as players pass them to one another."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable, List, NamedTuple, Optional, Sequence

from . import _abi as abi
from ._field import EMPTY, Field
from ._library import ORIENTATIONS, Caller, Error, Resource, Text, array, check, encode, items, lib, need
from ._pieces import Drop

if TYPE_CHECKING:
    from ._plan import Plan

WIDTH = abi.DF_FUMEN_WIDTH
HEIGHT = abi.DF_FUMEN_HEIGHT
LETTERS = ".ILOZTJSX"  # the order of df_fumen_square


class FumenPage(NamedTuple):
    """A page: rows from the top without those that are empty above all squares, of IOTSZJL, X for
    grey and '.' for empty; the piece that is shown, at the square about which it turns; and whether
    it locks."""
    rows: List[str]
    piece: Optional[Drop]
    lock: bool


def _write_pages(pages: Any, count: int) -> str:
    with Text() as text:
        check(lib.df_fumen_write(text.pointer, pages, count))
        return str(text)


def _board_of(rows: Sequence[str]) -> Any:
    """The page of a board."""
    page = abi.df_fumen_page()
    if isinstance(rows, str):
        raise TypeError("boards: each is a list of rows, not a text")
    rows = [need("boards", row, str, "a list of rows for each")
            for row in items("boards", rows, "a list of rows for each")]
    if len(rows) > HEIGHT:
        raise Error(f"a fumen has {HEIGHT} rows, not {len(rows)}")
    for i, row in enumerate(rows):
        letters = ["." if letter in EMPTY else letter for letter in row]
        if len(letters) > WIDTH or not set(letters) <= set(LETTERS):
            raise Error(f"{row!r} is no row of a fumen: {WIDTH} of {LETTERS}")
        for x, letter in enumerate(letters):
            page.square[len(rows) - 1 - i][x] = LETTERS.index(letter)
    return page


def write_fumen(boards: Iterable[Sequence[str]]) -> str:
    """A fumen with a page for each board: rows from the top."""
    pages = [_board_of(rows) for rows in items("boards", boards)]
    if not pages:
        raise Error("boards: give one at least")
    return _write_pages(array(abi.df_fumen_page, pages), len(pages))


def _read_page(page: Any) -> FumenPage:
    rows = ["".join(LETTERS[square] for square in row) for row in page.square]
    top = max((y + 1 for y, row in enumerate(rows) if row.strip(".")), default=0)
    piece = Drop(LETTERS[page.piece], ORIENTATIONS[page.orientation], page.x, page.y) \
        if page.piece else None
    return FumenPage(rows[:top][::-1], piece, page.lock)


def read_fumen(text: str) -> List[FumenPage]:
    """The pages of a fumen, which may stand in an address."""
    pages, count = ctypes.POINTER(abi.df_fumen_page)(), ctypes.c_size_t()
    caller, data = Caller(), encode("fumen", text)
    caller.check(lib.df_fumen_read(pages, count, data, len(data), caller.error))
    try:
        return [_read_page(pages[i]) for i in range(count.value)]
    finally:
        lib.df_fumen_free(pages)


class _Movers:
    """The squares about which the pieces of a plan turn."""

    def __init__(self, pieces: Any, width: int):
        self._pieces = pieces
        self._width = width
        self._made: dict[int, Resource] = {}

    def center(self, piece: int, orientation: int) -> Any:
        if piece not in self._made:
            pointer = ctypes.c_void_p()
            check(lib.df_mover_create(pointer, self._pieces[piece], self._width,
                                      abi.DF_ROTATION_SRS))
            self._made[piece] = Resource(pointer, lib.df_mover_free)
        x, y = ctypes.c_int(), ctypes.c_int()
        lib.df_mover_center(self._made[piece].handle, orientation, x, y)
        return x.value, y.value


def _draw(page: Any, field: Field, codes: List[int]) -> None:
    """Puts the squares of a field onto a page."""
    rows: Any = field.squares.tolist()
    for y, row in enumerate(rows[:HEIGHT]):
        page.square[y] = (ctypes.c_uint8 * WIDTH)(*(codes[square] for square in row))


def fumen_of(plan: Plan) -> str:
    """A page for each drop of a plan, and one for what they leave."""
    if plan.width != WIDTH or plan.summary().max_height > HEIGHT:
        raise Error(f"a fumen has {WIDTH} columns and {HEIGHT} rows; this plan needs others", "limit")
    inner = plan.handle.contents
    begin = ctypes.addressof(inner.set.contents) + abi.df_piece_set.pieces.offset
    pieces = (abi.df_piece * inner.set.contents.count).from_address(begin)
    codes = [abi.DF_FUMEN_EMPTY, *(lib.df_fumen_piece(piece) for piece in pieces),
             abi.DF_FUMEN_GRAY]
    movers = _Movers(pieces, WIDTH)
    pages = (abi.df_fumen_page * (inner.count + 1))()
    _draw(pages[0], plan.begin(), codes)
    for i, step in enumerate(plan.steps()):
        drop = inner.drops[i]
        _draw(pages[i + 1], step.field, codes)
        x, y = movers.center(drop.piece, drop.orientation)
        pages[i].piece = codes[1 + drop.piece]
        pages[i].orientation = drop.orientation
        pages[i].x, pages[i].y = drop.x + x, step.drop.y + y
        pages[i].lock = True
        if pages[i].piece == abi.DF_FUMEN_EMPTY:
            raise Error("a fumen has tetrominoes alone; this plan has other pieces", "limit")
    return _write_pages(pages, inner.count + 1)
