"""Perfect clears: ways of a queue, and all solutions of the queues of a pattern."""

from __future__ import annotations

import ctypes
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _abi as abi
from ._field import Board, Field, FumenPage, clear_full_rows, field_of, words_of
from ._library import CLEAR_RULES, Caller, Error, array, choose_rules, encode, items, lib, need, unsigned, word
from ._pieces import LETTERS, Pieces, PiecesWish
from ._solver import (Build, Catalog, ClearDrop, ClearSolution, Drawn, Pattern, Solver, Watch,
                      read_clear_drop, read_drawing, sides_of)

OUTCOMES = ("found", "none", "limit")  # the order of df_outcome
MINIMAL_NODES = 20000  # some seconds

Drawing = Union[Field, FumenPage, Sequence[str], Sequence[FumenPage]]


class Clears(NamedTuple):
    """`outcome` is "found", "none" or "limit"; `nodes` are playfields that were visited."""
    outcome: str
    nodes: int
    ways: List[List[ClearDrop]]


class ClearShare(NamedTuple):
    """The queues that begin with these pieces, and of these by one piece more."""
    pieces: str
    clear: int
    total: int
    next: List[Any]  # of ClearShare


class ClearPercent(NamedTuple):
    """How many queues clear; `failed` are some that do not."""
    clear: int
    total: int
    tree: List[ClearShare]
    failed: List[str]


class ClearSave(NamedTuple):
    """`kept`: pieces or expressions, and how many queues can keep them."""
    clear: int
    total: int
    kept: List[Tuple[str, int]]


class ClearCovered(NamedTuple):
    """The queues that build a drawing, and the orders of pieces that build it without hold, if they
    are asked for."""
    queues: int
    orders: List[str]


class ClearCover(NamedTuple):
    """Queues that build any of the drawings, each of them, and none."""
    drawings: List[ClearCovered]
    any: int
    all: int
    total: int
    failed: List[str]


class ClearBest(NamedTuple):
    """Of `total` continuations `clear` can clear; first drops with their numbers, the best first. No play
    clears more than `most`; if that is more than `clear`, not all solutions were played for, and the
    other numbers are lower bounds."""
    clear: int
    total: int
    moves: List[Tuple[ClearDrop, int]]
    most: int


def perfect_clears(queue: Union[str, Iterable[str]], *, width: int = 10, rows: int = 4,
                   board: Optional[Board] = None, hold: bool = False, rules: str = "srs",
                   pieces: Optional[PiecesWish] = None, most: int = 1, nodes: int = 0,
                   memory: int = 0) -> Clears:
    """Ways to clear `rows` rows with a queue, so that nothing is left: `most` of them, 0: all."""
    own, ways = Pieces.of(pieces), []
    names = items("queue", queue, "names or a text of letters")
    given = own.list.indices(names)
    width, rows = sides_of(width, rows, abi.DF_CLEAR_MAX_SQUARES, abi.DF_CLEAR_MAX_SQUARES)
    board, rows = clear_full_rows(board, width, rows)
    field = field_of(words_of(board, width, rows), width, rows)
    request = abi.df_clear_request(
        set=own.set, field=field.handle, rows=rows, hold=hold,
        queue=ctypes.cast(given, ctypes.POINTER(ctypes.c_uint16)), count=len(names),
        rules=choose_rules(CLEAR_RULES, rules), max=word("most", most), nodes=word("nodes", nodes),
        memory=word("memory", memory))
    caller, report = Caller(), abi.df_clear_report()

    def visit(drops: Any, count: int) -> None:
        ways.append([read_clear_drop(drop, own.names) for drop in drops[:count]])

    caller.check(lib.df_clear_find(request, caller.visit(abi.df_clear_visit, visit), None, report,
                                   caller.error))
    return Clears(OUTCOMES[report.outcome], report.nodes, ways)


def _share(names: Sequence[str], clears: bytes, depth: int, place: int = 0) -> List[ClearShare]:
    """The shares by the first pieces, down to `depth` of them."""
    if place >= depth or not names or place >= len(names[0]):
        return []
    found, begin = [], 0
    while begin < len(names):
        end = begin
        while end < len(names) and names[end][place] == names[begin][place]:
            end += 1
        part = clears[begin:end]
        found.append(ClearShare(names[begin][:place + 1], sum(part), end - begin,
                                _share(names[begin:end], part, depth, place + 1)))
        begin = end
    return found


def _at_most(option: str, most: Optional[int]) -> Optional[int]:
    """How many are listed; None: all."""
    return None if most is None else word(option, most)


def clear_percent(pattern: str, *, width: int = 10, rows: int = 4, board: Optional[Board] = None,
                  hold: bool = True, rules: str = "srs", memory: int = 0, threads: int = 1,
                  tree: int = 0, failed: Optional[int] = None,
                  progress: Optional[Watch] = None) -> ClearPercent:
    """How many queues of a pattern such as "*p7" or "T,[SZ]!,*p4" clear a board, as `dropforge clear
    percent`. `tree`: also by so many first pieces; `failed`: at most so many of the queues that do
    not. `progress` is called with how many are done, and of how many; False ends it with an Error."""
    tree, failed = unsigned("tree", tree), _at_most("failed", failed)
    solver = Solver(width=width, rows=rows, board=board, rules=rules, memory=memory)
    queues = Pattern(pattern, solver.drops + bool(hold))
    clears = solver.ask(queues, hold, threads, progress)
    wrong = [name for name, does in zip(queues.names, clears) if not does]
    return ClearPercent(sum(clears), queues.count,
                        _share(queues.names, clears, tree), wrong[:failed])


def _list_solutions(pattern: str, solver: Solver, drawn: Optional[Drawn], hold: bool, limit: int,
                    minimal: bool, nodes: int) -> List[ClearSolution]:
    drops = solver.drops if drawn is None else bin(drawn.target.must | drawn.target.may).count("1") // 4
    queues, limit, nodes = Pattern(pattern, drops + bool(hold)), word("limit", limit), word("nodes", nodes)
    catalog = Catalog(solver, queues, hold, limit if queues.count == 1 and not minimal else 0,
                      drawn.target if drawn is not None else None)
    numbers = catalog.minimize(nodes) if minimal else list(range(catalog.count))
    return [catalog.solution(i) for i in (numbers[:limit] if limit else numbers)]


def clear_path(pattern: str, *, width: int = 10, rows: int = 4, board: Optional[Board] = None,
               hold: bool = True, rules: str = "srs", memory: int = 0, limit: int = 0,
               minimal: bool = False, nodes: int = MINIMAL_NODES) -> List[ClearSolution]:
    """All solutions of the queues of a pattern, those that most of them build first, as `dropforge
    clear path`; with `minimal` the fewest that build all of them, searched for in so many `nodes`."""
    solver = Solver(width=width, rows=rows, board=board, rules=rules, memory=memory)
    return _list_solutions(pattern, solver, None, hold, limit, minimal, nodes)


def clear_setup(pattern: str, drawing: Drawing, *, must: str = "I", may: str = "O",
                hold: bool = True, rules: str = "srs", memory: int = 0, limit: int = 0,
                minimal: bool = False, nodes: int = MINIMAL_NODES) -> List[ClearSolution]:
    """All ways to fill the squares of a drawing that have letters of `must`, as `dropforge clear
    setup`; those of `may` can be filled, too."""
    encode("must", must), encode("may", may)
    drawn = read_drawing(drawing, must.upper(), may.upper())
    return _list_solutions(pattern, Solver(rules=rules, memory=memory, drawn=drawn), drawn, hold,
                           limit, minimal, nodes)


def clear_save(pattern: str, *, width: int = 10, rows: int = 4, board: Optional[Board] = None,
               hold: bool = True, rules: str = "srs", memory: int = 0,
               keep: Optional[Iterable[str]] = None) -> ClearSave:
    """The pieces that queues can keep after a clear, as `dropforge clear save`, those of most queues
    first; or for each expression of `keep`, such as "T&&!I" or "T||(I&&L)", how many queues can."""
    if isinstance(keep, str):
        raise TypeError("keep: use a list of expressions, not a text")
    keep = None if keep is None else items("keep", keep)
    solver = Solver(width=width, rows=rows, board=board, rules=rules, memory=memory)
    queues = Pattern(pattern, solver.drops + bool(hold))
    catalog = Catalog(solver, queues, hold)
    kept = catalog.kept() if keep is None else [(text, catalog.save(text)) for text in keep]
    return ClearSave(catalog.covered, queues.count, kept)


def clear_cover(pattern: str, drawings: Iterable[Drawing], *, hold: bool = True,
                rules: str = "srs", memory: int = 0, orders: bool = False,
                failed: Optional[int] = None) -> ClearCover:
    """How many queues build each drawing, with the pieces that it has, as `dropforge clear cover`.
    The pages of a fumen in a list, a piece on each, are one drawing."""
    builds, failed = [Build(drawing) for drawing in items("drawings", drawings)], _at_most("failed", failed)
    if not builds:
        raise Error("drawings: give at least one")
    queues = Pattern(pattern, max(build.count for build in builds) + bool(hold))
    answers = [build.ask(queues, hold, rules, memory, orders) for build in builds]
    many = [sum(each) for each in zip(*(able for able, _ in answers))]
    wrong = [name for name, count in zip(queues.names, many) if count == 0]
    return ClearCover([ClearCovered(sum(able), found) for able, found in answers],
                      sum(count > 0 for count in many), many.count(len(builds)), queues.count,
                      wrong[:failed])


def _bits(option: str, letters: str) -> int:
    """Different letters of pieces as bits."""
    need(option, letters, str, "letters")
    if not set(letters.upper()) <= set(LETTERS) or len(set(letters.upper())) < len(letters):
        raise Error(f"{option} is {letters!r}; use different letters of {LETTERS}")
    return sum(1 << LETTERS.index(letter) for letter in letters.upper())


def _find_bag(queue: str) -> int:
    """The pieces that a bag still holds after a queue that begins with a new one."""
    bag = 0
    for letter in queue:
        bag = bag or (1 << len(LETTERS)) - 1
        if not bag >> LETTERS.index(letter) & 1:
            raise Error("this queue does not begin with a new bag; say what the bag still holds "
                        "after it with `bag`")
        bag &= ~(1 << LETTERS.index(letter))
    return bag


def clear_best(queue: str, *, width: int = 10, rows: int = 4, board: Optional[Board] = None,
               hold: bool = True, rules: str = "srs", memory: int = 0,
               held: Optional[str] = None, bag: Optional[str] = None,
               solutions: int = 0) -> ClearBest:
    """The chance of a clear by best play when these pieces are seen, and after each drop one more, as
    `dropforge clear best`. `held`: the piece in hold at first; `bag`: what the running bag still
    holds; `solutions`: of each continuation to play for, where each is searched on its own, as on five
    empty rows. By default, and with 0, the chance on up to 40 squares is exact; elsewhere a larger number may find a
    higher one."""
    pattern = Pattern(queue, 0)
    if pattern.count != 1:
        raise Error("give one queue, the pieces that are seen")
    seen = pattern.names[0]
    if held is not None and (len(need("held", held, str, "a letter")) != 1 or not hold):
        raise Error(f"held is {held!r}; use one letter of {LETTERS}" if hold else
                    "held is for games with hold")
    first = [_bits("held", held).bit_length() - 1] if held is not None else []
    given = array(ctypes.c_uint16, [*first, *map(LETTERS.index, seen)])
    solver = Solver(width=width, rows=rows, board=board, rules=rules, memory=memory)
    return ClearBest(*solver.best(abi.df_clear_request(
        queue=ctypes.cast(given, ctypes.POINTER(ctypes.c_uint16)), count=len(given), hold=hold,
        held=held is not None, max=word("solutions", solutions),
        bag=_find_bag(seen) if bag is None else _bits("bag", bag))))
