"""Plans: everything that happened in one playfield, as a list of drops."""

from __future__ import annotations

import ctypes
from array import array as packed
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _abi as abi
from ._field import Field
from ._fumen import fumen_of
from ._library import (DROP_RULES, PRINT_RULES, RULES, Caller, Error, Owned, Resource, Text, check, choose,
                       choose_rules, encode_text, items, lib, need, read_color, unsigned, word)
from ._picture import Picture, PictureSource, picture_of
from ._pieces import DEALS, LETTERS, Drop, PieceList, Pieces, PiecesWish

EXPORTS = ("keys", "game")
MAX_PREVIEW = 1000


class Summary(NamedTuple):
    """What playing a plan comes to; `pieces` counts the drops of each piece."""
    drops: int
    rows_cleared: int
    max_height: int
    needed_height: int
    pieces: Dict[str, int]


class Step(NamedTuple):
    """A drop with its number from 0, the rows that it cleared, counted before they did, and the
    playfield after it."""
    number: int
    drop: Drop
    cleared: List[int]
    field: Field


class Difference(NamedTuple):
    """Whether a plan leaves a picture; if not, the first square of the playfield where it does not,
    and what is wanted and found there: '#rrggbb', 'clear' or 'uncolored'."""
    same: bool
    x: int
    y: int
    wanted: str
    found: str


class Hand(NamedTuple):
    """While a drop falls: the piece in hold, and how many have been taken from the queue."""
    held: Optional[str]
    taken: int


class Deal(NamedTuple):
    """How the pieces of a plan were dealt; `preview` is a number or "all"."""
    deal: str
    seed: int
    hold: bool
    preview: Union[int, str]
    queue: str
    hands: List[Hand]


_TETROMINOES: List[Pieces] = []


def tetrominoes() -> Pieces:
    """All seven, made once."""
    if not _TETROMINOES:
        _TETROMINOES.append(Pieces())
    return _TETROMINOES[0]


def _describe(is_opaque: bool, is_colored: bool, color: Any) -> str:
    if not is_opaque:
        return "clear"
    return read_color(color) if is_colored else "uncolored"


def plan_resource(pointer: Any, pieces: Pieces) -> Resource:
    """A plan of the library, which borrows its pieces."""
    return Resource(pointer, lib.df_plan_free, pieces.resource)


class Plan(Owned):
    """Everything that happened in one playfield: a list of drops. See read_plan(), make_plan() and
    print()."""

    def __init__(self, resource: Resource):
        super().__init__(resource)
        plan = need("resource", resource.handle, ctypes.POINTER(abi.df_plan), "a plan's").contents
        self.width: int = plan.width
        self.height: int = plan.height
        self.rules = RULES[plan.rules]
        self.pieces = PieceList.read(plan.set, plan.colors)

    def __len__(self) -> int:
        return int(self.handle.contents.count)

    @property
    def drops(self) -> List[Drop]:
        plan = self.handle.contents
        return [self.pieces.read_drop(plan.drops[i]) for i in range(plan.count)]

    @property
    def numbers(self) -> memoryview:
        """The drops as an array [drops, 4] of 16 bits: index of the piece, orientation clockwise
        from 0, x, y."""
        plan = self.handle.contents
        numbers = packed("H", (number for drop in plan.drops[:plan.count]
                               for number in (drop.piece, drop.orientation, drop.x, drop.y)))
        if not numbers:  # memoryview has no shapes with a 0
            return memoryview(numbers)
        return memoryview(numbers).cast("B").cast("H", (plan.count, 4))

    def __str__(self) -> str:
        """The plan as a drop list, what `dropforge replay` reads."""
        with Text() as text:
            check(lib.df_plan_write(text.pointer, self.handle, abi.DF_PLAN_DROPS, None))
            return str(text)

    def __reduce__(self) -> Any:
        return read_plan, (str(self),)

    def export(self, kind: str) -> str:
        """For other programs: the "keys" that a player presses as JSON, or the record of a "game", for `dropforge play --watch`."""
        caller = Caller()
        with Text() as text:
            if choose("kind", EXPORTS, kind) == 1:
                status = lib.df_game_write_plan(text.pointer, self.handle, 1, caller.error)
            else:
                status = lib.df_plan_write(text.pointer, self.handle, abi.DF_PLAN_KEYS, caller.error)
            caller.check(status)
            return str(text)

    @property
    def deal(self) -> Optional[Deal]:
        """How its pieces were dealt; None where any piece may come at any time."""
        plan = self.handle.contents
        if not plan.deal:
            return None
        deal, hand, hands = plan.deal.contents, abi.df_hand(), []
        for i in range(plan.count):
            lib.df_hand_take(hand, plan.deal, plan.drops[i].piece, None)
            hands.append(Hand(self.pieces[hand.held - 1].name if hand.held else None, hand.taken))
        return Deal(deal=lib.df_deal_names[deal.deal].decode(), seed=deal.seed, hold=deal.hold,
                    preview="all" if deal.preview == abi.DF_PREVIEW_ALL else deal.preview,
                    queue="".join(self.pieces[piece].name for piece in deal.queue[:deal.count]),
                    hands=hands)

    def _play(self, field: bool = False) -> Tuple[Any, Optional[Resource]]:
        """Plays it: the df_plan_summary, and the last field if it is wanted."""
        caller, summary = Caller(), abi.df_plan_summary()
        pointer = ctypes.POINTER(abi.df_field)()
        caller.check(lib.df_plan_play(self.handle, None, None,
                                      ctypes.byref(pointer) if field else None, summary,
                                      caller.error))
        return summary, Resource(pointer, lib.df_field_free) if field else None

    def summary(self) -> Summary:
        """Plays it. Error, if a drop cannot be made."""
        summary, _ = self._play()
        pieces = {piece.name: 0 for piece in self.pieces}
        for drop in self.drops:
            pieces[drop.piece] += 1
        return Summary(summary.drops, summary.rows_cleared, summary.max_height,
                       summary.needed_height, pieces)

    def _make_field(self) -> Resource:
        """The df_field before the first drop."""
        pointer = ctypes.POINTER(abi.df_field)()
        check(lib.df_plan_make_field(self.handle, self.height, ctypes.byref(pointer)))
        return Resource(pointer, lib.df_field_free)

    def begin(self) -> Field:
        """The playfield before the first drop."""
        return Field.read(self._make_field(), self.pieces)

    def steps(self) -> Iterator[Step]:
        """Replays it, drop by drop."""
        plan, field, landing = self.resource, self._make_field(), abi.df_landing()
        inner, drops = plan.handle.contents, self.drops
        for number, drop in enumerate(drops):
            refusal = lib.df_drop_apply(field.handle, inner.set, inner.drops[number], inner.rules,
                                        landing)
            if refusal != abi.DF_REFUSAL_NONE:
                raise Error(lib.df_refusal_names[refusal].decode(), "move", line=number + 1)
            cleared = [landing.y + i for i in range(32) if landing.cleared >> i & 1]
            yield Step(number, drop, cleared, Field.read(field, self.pieces))

    def field(self) -> Field:
        """What it leaves."""
        _, field = self._play(field=True)
        assert field is not None
        return Field.read(field, self.pieces)

    def picture(self) -> Picture:
        """What it leaves as a picture; pieces without a color are grey."""
        _, field = self._play(field=True)
        assert field is not None
        pointer = ctypes.POINTER(abi.df_picture)()
        check(lib.df_picture_from_field(ctypes.byref(pointer), field.handle, self.handle))
        return Picture.take(pointer)

    def check(self, picture: PictureSource, anchors: Optional[bool] = None) -> Difference:
        """Compares what it leaves with a picture, wherever that fits best; `anchors` allow a square
        beside each row that is empty inside the picture."""
        _, field = self._play(field=True)
        assert field is not None
        found = abi.df_picture_difference()
        wanted = picture_of(picture)
        has_anchors = wanted.anchors if anchors is None else anchors
        lib.df_picture_compare(wanted.handle, field.handle, self.handle,
                               abi.DF_COMPARE_ANCHORS if has_anchors else 0, found)
        if found.same:
            return Difference(True, 0, 0, "", "")
        return Difference(False, found.column, found.y,
                          _describe(found.wanted_opaque, True, found.wanted_color),
                          _describe(found.found_opaque, found.found_colored, found.found_color))

    def fumen(self) -> str:
        """A fumen, of plans of 10 columns with the tetrominoes."""
        return fumen_of(self)


def read_plan(text: Union[str, bytes]) -> Plan:
    """Reads a drop list, and plays it."""
    data = text if isinstance(text, bytes) else encode_text("plan", text)
    caller, pointer, pieces = Caller(), ctypes.POINTER(abi.df_plan)(), tetrominoes()
    caller.check(lib.df_plan_read(ctypes.byref(pointer), pieces.set, abi.DF_PLAN_DROPS, data, len(data),
                                  caller.error))
    return Plan(plan_resource(pointer, pieces))


def make_plan(width: int, height: int, drops: Iterable[Sequence[Any]], *, rules: str = "harddrop",
              pieces: Optional[PiecesWish] = None) -> Plan:
    """A plan of drops (piece, orientation, x, y), which must be possible; y matters only where pieces
    are turned on their way. With the rules "above" it becomes a plan of spawned pieces, in a playfield
    that is high enough for them."""
    own, pointer = Pieces.of(pieces), ctypes.POINTER(abi.df_plan)()
    given, number = list(map(own.list.write_drop, items("drops", drops))), choose_rules(DROP_RULES, rules)
    check(lib.df_plan_create(ctypes.byref(pointer),
                             unsigned("width", width, 1, abi.DF_FIELD_MAX_WIDTH),
                             unsigned("height", height, 1, abi.DF_FIELD_MAX_HEIGHT), own.set))
    owner, plan = plan_resource(pointer, own), pointer.contents
    for i, color in enumerate(own.colors if plan.colors else []):
        plan.colors[i] = color
    caller = Caller()
    plan.rules = abi.DF_RULES_HARDDROP if number == abi.DF_RULES_ABOVE else number
    for drop in given:
        check(lib.df_plan_add(pointer, drop))
    if plan.rules == abi.DF_RULES_HARDDROP:
        caller.check(lib.df_plan_settle(pointer, plan.height, caller.error))
    else:
        caller.check(lib.df_plan_play(pointer, None, None, None, None, caller.error))
    return Plan(owner)


def deal_wish(deal: Optional[str], queue: Optional[str], hold: bool, preview: Union[int, str, None],
              rules: Optional[str], seed: int) -> Tuple[Any, int]:
    """The df_plan_deal of these options, or None, and the df_rules."""
    name = deal if deal is not None else None if queue is None else "given"
    if name is None:
        for option, value in (("hold", hold), ("preview", preview), ("rules", rules)):
            if value:
                raise TypeError(f"{option}: this is for pieces that are dealt; add deal")
        return None, abi.DF_RULES_HARDDROP
    number = choose("deal", DEALS, name)
    if (name == "given") != (queue is not None):
        raise TypeError("deal: 'given' needs its pieces; add queue" if name == "given" else
                        f"queue: this gives the pieces that {name!r} would deal; use one of them")
    moves = choose_rules(PRINT_RULES, rules or "harddrop")
    wish = abi.df_plan_deal(deal=number, seed=0 if name == "given" else seed, hold=hold)
    wish.preview = abi.DF_PREVIEW_ALL if preview in (None, "all") else \
        word("preview", preview, 0, MAX_PREVIEW)
    letters = items("queue", queue or "", "letters")
    if letters:
        wish.queue = (ctypes.c_uint16 * len(letters))(
            *(choose("queue", LETTERS, letter) for letter in letters))
        wish.count = len(letters)
    return wish, moves
