"""Fillings of rectangles: how many there are, and which."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Callable, Iterable, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _abi as abi
from ._library import (Caller, Error, Natural, Owned, Resource, array, check, items, lib, natural,
                       unsigned, word)
from ._pieces import Drop, Pieces, PiecesWish

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
AT_ONCE = 256  # tilings that are fetched together

Watch = Callable[[int, int, int], Optional[bool]]
Tiling = List[Drop]


def _options(caller: Caller, memory: int, progress: Optional[Watch]) -> Any:
    return abi.df_count_options(memory=word("memory", memory),
                               watch=caller.watch_count(progress))


def count_tilings(width: int, height: int, *, pieces: Optional[PiecesWish] = None,
                  symmetric: bool = False, memory: int = 0,
                  progress: Optional[Watch] = None) -> int:
    """In how many ways pieces fill a rectangle; with `symmetric`, turned and reflected fillings
    count once. `progress` is called with steps done, all steps and states held; False ends it."""
    own, caller = Pieces.of(pieces), Caller()
    with Natural() as number:
        caller.check(lib.df_tile_count(
            number.pointer, own.set, unsigned("width", width), unsigned("height", height),
            symmetric, _options(caller, memory, progress), None, caller.error))
        return int(number)


class Tilings(Owned):
    """All tilings of a rectangle, in their order: iterate over them, or ask for one by its number.
    `once`: each piece at most once; `droppable`: only those that can be dropped. A tiling is a list
    of drops as they lie in the full rectangle."""

    def __init__(self, width: int, height: int, *, pieces: Optional[PiecesWish] = None,
                 once: bool = False, droppable: bool = False, memory: int = 0):
        self._pieces = Pieces.of(pieces)
        self.pieces = self._pieces.list
        self.width = unsigned("width", width, 1, abi.DF_NARROW_MAX_WIDTH)
        self.height = unsigned("height", height, 1, abi.DF_FIELD_MAX_HEIGHT)
        options = abi.df_tilings_options(once=once, mirrored=self._pieces.is_turned_over,
                                         droppable=droppable, memory=word("memory", memory))
        pointer, caller = ctypes.c_void_p(), Caller()
        caller.check(lib.df_tilings_create(pointer, self._pieces.set, self.width, self.height,
                                           options, caller.error))
        super().__init__(Resource(pointer, lib.df_tilings_free, self._pieces.resource))
        with Natural() as number:
            check(lib.df_tilings_count(self.handle, None, number.pointer))
            self.count = int(number)

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    def _room(self) -> Any:
        return (abi.df_drop * (self.width * self.height))()

    def _read(self, room: Any, count: int) -> Tiling:
        return [self.pieces.read_drop(drop) for drop in room[:count]]

    def list(self, skip: int = 0, limit: Optional[int] = None) -> Iterator[Tiling]:
        """From number `skip` on, at most `limit` of them."""
        skip = word("skip", skip, 0, self.count)
        end = self.count if limit is None else min(self.count, skip + word("limit", limit))
        return self._list_between(skip, end)

    def _list_between(self, skip: int, end: int) -> Iterator[Tiling]:
        for begin in range(skip, end, AT_ONCE):
            yield from self._fetch(begin, min(AT_ONCE, end - begin))

    def _fetch(self, begin: int, count: int) -> List[Tiling]:
        found: List[Tiling] = []
        caller = Caller()

        def visit(tiling: Any) -> None:
            one = tiling.contents
            found.append(self._read(one.head, one.head_count) + self._read(one.tail, one.tail_count))

        caller.check(lib.df_tilings_list(self.handle, natural(begin), count,
                                         caller.visit(abi.df_tiling_visit, visit), None))
        return found

    def __iter__(self) -> Iterator[Tiling]:
        return self.list()

    @overload
    def __getitem__(self, number: int) -> Tiling: ...

    @overload
    def __getitem__(self, number: slice) -> List[Tiling]: ...

    def __getitem__(self, number: Union[int, slice]) -> Union[Tiling, List[Tiling]]:
        """Tiling `number`, from 0; from the end if it is negative. Of a slice a list of them."""
        if isinstance(number, slice):
            numbers = range(*number.indices(self.count))
            return [*self._list_between(numbers.start, numbers.stop)] if numbers.step == 1 else \
                [self._fetch(index, 1)[0] for index in numbers]
        try:
            number = operator.index(number)
        except TypeError:
            raise TypeError(f"{number!r} is no number of a tiling; use a whole number or a slice"
                            ) from None
        index = number + self.count if number < 0 else number
        if not 0 <= index < self.count:
            raise IndexError(f"there is no tiling {number}; there are {self.count}")
        return self._fetch(index, 1)[0]

    def random(self, seed: int = 0, many: int = 1) -> List[Tiling]:
        """So many at random, each as likely as any other."""
        random, room, count, found = abi.df_random(), self._room(), ctypes.c_size_t(), []
        lib.df_random_seed(random, word("seed", seed), 0)
        if self.count == 0:
            raise Error("there is no tiling of this rectangle to choose from", "limit")
        for _ in range(word("many", many)):
            check(lib.df_tilings_random(self.handle, random, room, count))
            found.append(self._read(room, count.value))
        return found

    def rank(self, tiling: Iterable[Sequence[Any]]) -> int:
        """The number of a tiling, whose pieces are in any order."""
        return self._find(tiling)[1]

    def _find(self, tiling: Iterable[Sequence[Any]]) -> Tuple[Any, int]:
        """A tiling as the library has it, and its number."""
        drops = [self.pieces.write_drop(drop) for drop in items("tiling", tiling)]
        whole = abi.df_tiling(self.width, self.height, self._pieces.set,
                              ctypes.cast(array(abi.df_drop, drops), ctypes.POINTER(abi.df_drop)),
                              None, len(drops), 0)
        with Natural() as number:
            check(lib.df_tilings_rank(self.handle, whole, number.pointer),
                  f"these {len(drops)} drops are none of the tilings of this rectangle")
            return whole, int(number)

    def order(self, tiling: Iterable[Sequence[Any]], clears: bool = False) -> Optional[Tiling]:
        """Its pieces in an order in which they can be dropped, or None. With `clears` rows clear as
        they fill, and the rows of the drops are those at that time."""
        whole, ordered, outcome = self._find(tiling)[0], self._room(), ctypes.c_int(abi.DF_NONE)
        check(lib.df_tiling_order(whole, clears, ordered, outcome))
        return self._read(ordered, whole.head_count) if outcome.value == abi.DF_FOUND else None

    def draw(self, tiling: Iterable[Sequence[Any]]) -> List[str]:
        """A drawing: rows from the top, with another letter for each of the pieces."""
        rows = [["."] * self.width for _ in range(self.height)]
        for i, drop in enumerate(map(self.pieces.write_drop, items("tiling", tiling))):
            piece, orientation, x, y = self.pieces.read_drop(drop)
            for column, row in self.pieces.squares(piece, orientation):
                if not (0 <= x + column < self.width and 0 <= y + row < self.height):
                    raise Error(f"{piece} {orientation} {x} {y} is not inside the rectangle")
                rows[self.height - 1 - y - row][x + column] = LETTERS[i % len(LETTERS)]
        return ["".join(row) for row in rows]
