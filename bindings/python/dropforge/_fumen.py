"""Fumens: boards and plans as players pass them to one another."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable, List, Sequence, Union

from . import _abi as abi
from ._field import EMPTY, FumenPage
from ._library import ORIENTATIONS, Caller, Error, Resource, Text, array, check, encode_text, encode_word, items, lib, need
from ._pieces import Drop

if TYPE_CHECKING:
    from ._plan import Plan

WIDTH = abi.DF_FUMEN_WIDTH
HEIGHT = abi.DF_FUMEN_HEIGHT
LETTERS = ".ILOZTJSX"  # the order of df_fumen_square


def _write_pages(pages: Any, count: int) -> str:
    with Text() as text:
        status = lib.df_fumen_write(text.pointer, pages, count)
        if status == abi.DF_ERROR_LIMIT:
            raise Error("a comment is longer than 4095 characters as fumens have it; shorten it", "limit")
        check(status, "a piece is not wholly in the rows, or a comment has control characters, such as "
              "ends of lines; mend it")
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
        letters = ["." if letter in EMPTY else "X" if letter == "#" else letter for letter in row]
        if len(letters) > WIDTH or not set(letters) <= set(LETTERS):
            raise Error(f"{row!r} is no row of a fumen: {WIDTH} of {LETTERS}")
        for x, letter in enumerate(letters):
            page.square[len(rows) - 1 - i][x] = LETTERS.index(letter)
    return page


def page_of(page: FumenPage) -> Any:
    """A page as the library has it."""
    made = _board_of(page.rows)
    made.lock, made.comment = page.lock, encode_word("comment", page.comment)
    if page.piece is not None:
        made.piece, made.x, made.y = LETTERS.index(page.piece.piece), page.piece.x, page.piece.y
        made.orientation = ORIENTATIONS.index(page.piece.orientation)
    return made


def write_fumen(boards: Iterable[Union[Sequence[str], FumenPage]]) -> str:
    """A fumen with a page for each board: rows from the top, or a page with its piece and comment."""
    pages = [page_of(board) if isinstance(board, FumenPage) else _board_of(board)
             for board in items("boards", boards)]
    if not pages:
        raise Error("boards: give one at least")
    return _write_pages(array(abi.df_fumen_page, pages), len(pages))


def _draw_page(page: Any) -> List[str]:
    rows = ["".join(LETTERS[square] for square in row) for row in page.square]
    top = max((y + 1 for y, row in enumerate(rows) if row.strip(".")), default=0)
    return rows[:top][::-1]


def _read_page(page: Any) -> FumenPage:
    rows = _draw_page(page)
    piece = Drop(LETTERS[page.piece], ORIENTATIONS[page.orientation], page.x, page.y) \
        if page.piece else None
    lock, comment, fits = page.lock, page.comment.decode(), lib.df_fumen_place(page) == abi.DF_OK
    return FumenPage(rows, piece, lock, _draw_page(page) if fits else None, comment)


def read_fumen(text: str) -> List[FumenPage]:
    """The pages of the first fumen of a text, which may stand in an address; '#2:5' behind it names
    some of them."""
    pages, count = ctypes.POINTER(abi.df_fumen_page)(), ctypes.c_size_t()
    caller, data = Caller(), encode_text("fumen", text)
    caller.check(lib.df_fumen_read(pages, count, data, len(data), caller.error))
    try:
        return [_read_page(pages[i]) for i in range(count.value)]
    finally:
        lib.df_fumen_free(pages)


def fumen_of(plan: Plan) -> str:
    """A page for each drop of a plan, and one for what they leave."""
    caller = Caller()
    with Text() as text:
        caller.check(lib.df_plan_write(text.pointer, plan.handle, abi.DF_PLAN_FUMEN, caller.error))
        return str(text)
