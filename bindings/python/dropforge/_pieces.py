"""Sets of pieces, and drops of them."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _abi as abi
from ._library import (ORIENTATIONS, Caller, Error, Owned, Resource, array, check, choose,
                       encode_text, encode_word, items, lib, need, read_color, take_array, unsigned, word)

LETTERS = "IOTSZJL"  # the order of DF_I to DF_L
MAX_SIZE = 11  # of 12 squares there are more one-sided polyominoes than a set can have
DEALS = {"uniform": abi.DF_DEAL_UNIFORM, "bag": abi.DF_DEAL_BAG, "nes": abi.DF_DEAL_NES,
         "given": abi.DF_DEAL_GIVEN, "tetrio": abi.DF_DEAL_TETRIO,
         "nullpomino": abi.DF_DEAL_NULLPOMINO}


class Drop(NamedTuple):
    """A piece that comes to rest: x is its leftmost column, y the row of its lowest square."""
    piece: str
    orientation: str
    x: int
    y: int


class Shape(NamedTuple):
    """One orientation: rows from the bottom up, bit x for column x."""
    width: int
    height: int
    rows: Tuple[int, ...]


class Piece(NamedTuple):
    """A piece; its color is '#rrggbb' where it has one. Shapes are clockwise from the spawn."""
    name: str
    color: Optional[str]
    shapes: Tuple[Shape, ...]


def _read_shape(shape: Any) -> Shape:
    return Shape(shape.width, shape.height, tuple(shape.row[:shape.height]))


class PieceList(Tuple[Piece, ...]):
    """The pieces of a set, in the order of their indices."""

    @classmethod
    def read(cls, pointer: Any, colors: Any = None) -> PieceList:
        """Of a pointer to a df_piece_set."""
        need("pointer", pointer, ctypes.POINTER(abi.df_piece_set), "that of a set of pieces")
        need("colors", colors, (type(None), ctypes.POINTER(abi.df_plan_color)), "those of a plan")
        begin = ctypes.addressof(pointer.contents) + abi.df_piece_set.pieces.offset
        pieces = (abi.df_piece * pointer.contents.count).from_address(begin)
        return cls(Piece(piece.name.decode(),
                         read_color(colors[i].color) if colors and colors[i].given else None,
                         tuple(map(_read_shape, piece.shape)))
                   for i, piece in enumerate(pieces))

    def find(self, name: str) -> int:
        """The index of a name."""
        for i, piece in enumerate(self):
            if piece.name == name:
                return i
        raise Error(f"no piece is called {name!r}; there are {', '.join(p.name for p in self)}")

    def indices(self, names: Union[str, Iterable[str]]) -> Any:
        """An array of the indices of names, or of the letters of a text."""
        return array(ctypes.c_uint16, [self.find(name) for name in items("names", names)])

    def squares(self, name: str, orientation: str = "N") -> List[Tuple[int, int]]:
        """The squares (x, y) of a piece, from the lower left corner of its bounding box."""
        shape = self[self.find(name)].shapes[choose("orientation", ORIENTATIONS, orientation)]
        return [(x, y) for y, row in enumerate(shape.rows) for x in range(shape.width)
                if row >> x & 1]

    def read_drop(self, drop: Any) -> Drop:
        """A df_drop with names."""
        need("drop", drop, abi.df_drop, "one of the library")
        return Drop(self[drop.piece].name, ORIENTATIONS[drop.orientation], drop.x, drop.y)

    def write_drop(self, drop: Sequence[Any]) -> Any:
        """The other way round; y may be left out."""
        try:
            piece, orientation, x, *rest = drop
        except (TypeError, ValueError):
            raise TypeError(f"{drop!r} is no drop; use (piece, orientation, x) or "
                            "(piece, orientation, x, y)") from None
        return abi.df_drop(self.find(piece), choose("orientation", ORIENTATIONS, orientation),
                           word("x", x, 0, 255), word("y", rest[0] if rest else 0, 0, 1023))

    def write_drops(self, drops: Iterable[Sequence[Any]]) -> Any:
        """An array of df_drop."""
        return array(abi.df_drop, [self.write_drop(drop) for drop in items("drops", drops)])


def deal_of(pieces: PieceList, wish: Union[str, Iterable[str]]) -> Tuple[int, Any, int]:
    """How pieces are dealt: a name of DEALS, or the pieces in order. The number of the deal, the
    array of given pieces, and its length."""
    if isinstance(wish, str) and not (wish and set(wish) <= set(LETTERS)):
        if wish == "given":
            raise Error("deal is 'given'; use the names of the pieces in order")
        return choose("deal", DEALS, wish), None, 0
    names = items("deal", wish, "a name or the pieces in order")
    if not names:
        raise Error("deal: give one piece at least")
    return abi.DF_DEAL_GIVEN, pieces.indices(names), len(names)


PiecesWish = Union[str, int, "Pieces", Mapping[str, str]]


class Pieces(Owned):
    """Pieces: letters of IOTSZJL (none: all seven), a text in the format `dropforge-pieces 1`, a
    number for all one-sided polyominoes of so many squares, or drawings by name, such as
    {"V": "#./##"}."""

    def __init__(self, wish: PiecesWish = ""):
        self.is_turned_over: bool  # mirrored pieces are among them
        self.list: PieceList
        self.colors: List[Any]  # a df_plan_color for each, or none
        self._wish: Any = dict(wish) if isinstance(wish, Mapping) else wish
        if isinstance(wish, Pieces):
            super().__init__(wish.resource)
            self._wish, self.is_turned_over, self.list, self.colors = (
                wish._wish, wish.is_turned_over, wish.list, wish.colors)
            return
        made, colors = ctypes.POINTER(abi.df_piece_set)(), ctypes.POINTER(abi.df_plan_color)()
        super().__init__(Resource(made, lib.df_piece_set_free))
        self.is_turned_over = isinstance(wish, int)
        text = encode_text("pieces", wish) if isinstance(wish, (str, os.PathLike)) else b""
        if text.startswith(b"dropforge-pieces"):
            caller = Caller()
            caller.check(lib.df_pieces_read(made, colors, text, len(text), caller.error))
        else:
            check(_make_set(made, wish))
        if colors or not isinstance(wish, str) or wish.startswith("dropforge"):
            check(lib.df_omino_plan_colors(colors, made))
        self.list = PieceList.read(made, colors)
        self.colors = take_array(colors, made.contents.count if colors else 0)

    def __reduce__(self) -> Any:
        return Pieces, (self._wish,)

    @property
    def set(self) -> Any:
        """The df_piece_set."""
        return self.handle

    @property
    def names(self) -> List[str]:
        return [piece.name for piece in self.list]

    @staticmethod
    def of(wish: Union[PiecesWish, None]) -> Pieces:
        """What is meant where pieces are asked for; the caller's own, whoever closes the others."""
        return Pieces("" if wish is None else wish)


def _make_drawn(pointer: Any, wish: Mapping[str, str]) -> int:
    """Makes the df_piece_set of drawings."""
    drawings = [(encode_word("pieces", name), encode_word(f"pieces: the drawing of {name}", rows))
                for name, rows in wish.items()]
    if not drawings:
        raise Error("pieces: give one drawing at least")
    for name, rows in drawings:
        alone = ctypes.POINTER(abi.df_piece_set)()
        check(lib.df_piece_set_create(ctypes.byref(alone), array(
            abi.df_piece_drawing, [(name, rows)]), 1), _refuse_drawing(name, rows))
        lib.df_piece_set_free(alone)
    status: int = lib.df_piece_set_create(pointer, array(abi.df_piece_drawing, drawings),
                                          len(drawings))
    return status


def _refuse_drawing(name: bytes, rows: bytes) -> str:
    most = abi.DF_PIECE_NAME_SIZE - 1
    return (f"pieces: {name.decode()!r} is drawn as {rows.decode()!r}; use 1 to "
            f"{abi.DF_PIECE_MAX_SQUARES} connected squares such as '#./##', and a name of 1 to {most} "
            "letters without '#'")


def _make_set(pointer: Any, wish: Any) -> int:
    """Makes the df_piece_set of a number, of drawings, or of letters."""
    status: int
    if isinstance(wish, int):
        one_sided = abi.df_ominoes_filter(kind=abi.DF_OMINO_ONE_SIDED)
        status = lib.df_ominoes_piece_set(pointer, unsigned("pieces", wish, 1, MAX_SIZE), one_sided)
        return status
    if isinstance(wish, Mapping):
        return _make_drawn(pointer, wish)
    if not isinstance(wish, str):
        raise TypeError(f"pieces: use letters, a list of pieces as text, a number of squares, drawings "
                        f"by name or Pieces, not {wish!r}")
    if wish == "":
        status = lib.df_piece_set_tetrominoes(pointer)
        return status
    all_seven = ctypes.POINTER(abi.df_piece_set)()
    check(lib.df_piece_set_tetrominoes(ctypes.byref(all_seven)))
    every = Resource(all_seven, lib.df_piece_set_free)
    chosen = PieceList.read(every.handle).indices(wish)
    begin = ctypes.addressof(every.handle.contents) + abi.df_piece_set.pieces.offset
    ominoes = (abi.df_omino * len(wish))()
    for omino, index in zip(ominoes, chosen):
        piece = abi.df_piece.from_address(begin + index * ctypes.sizeof(abi.df_piece))
        lib.df_omino_from_shape(omino, piece.shape[0])
    status = lib.df_omino_piece_set(pointer, ominoes, len(wish))
    return status
