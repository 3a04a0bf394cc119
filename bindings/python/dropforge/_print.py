"""The printer: pictures become plans."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, List, Mapping, NamedTuple, Optional, Union

from . import _abi as abi
from ._library import (Caller, Resource, check, encode_word, lib, member, need, need_callable,
                       unsigned, word)
from ._picture import PictureSource, picture_of
from ._plan import Plan, deal_wish, plan_resource, tetrominoes


class Progress(NamedTuple):
    """Of planning: nodes so far, an estimate of all (0: unknown), drops of the best plan so far."""
    nodes: int
    expected: int
    drops: int


class PrintReport(NamedTuple):
    """The figures of a print; `pieces` carry the colors in order, like "JTL"."""
    drops: int
    passes: int
    platforms: int
    rows_cleared: int
    max_height: int
    width: int
    height: int
    nodes: int
    stopped: bool
    pieces: str
    merged: int  # colors of the picture that the plan leaves as others


class PrintMethod(NamedTuple):
    name: str
    summary: str
    max_colors: int


class PrintedPlan(Plan):
    """A plan that leaves a picture."""

    def __init__(self, resource: Resource, report: Any):
        super().__init__(resource)
        need("report", report, abi.df_print_report, "that of a print")
        values = {name: getattr(report, name) for name in PrintReport._fields}
        self.report = PrintReport(**{**values, "pieces": report.pieces.decode()})


def print_methods() -> List[PrintMethod]:
    """All methods, the default first."""
    infos = [method.contents for method in lib.df_print_methods]
    return [PrintMethod(info.name.decode(), info.summary.decode(), info.max_colors)
            for info in infos]


def _tell(progress: Optional[Callable[[Progress], Optional[bool]]]) -> Any:
    need_callable("progress", progress)
    if progress is None:
        return None
    call = progress

    def tell(pointer: Any) -> Optional[bool]:
        come = pointer.contents
        return call(Progress(come.done, come.of, come.drops))
    return tell


def print(picture: PictureSource, *,  # pylint: disable=redefined-builtin
          method: Optional[str] = None, effort: int = 1, width: int = 0, height: int = 0,
          pieces: Optional[str] = None, seed: int = 0, anchors: Optional[bool] = None, jobs: int = 1,
          deal: Optional[str] = None, queue: Optional[str] = None, hold: bool = False,
          preview: Union[int, str, None] = None, rules: Optional[str] = None,
          prepare: Optional[Mapping[str, Any]] = None,
          progress: Optional[Callable[[Progress], Optional[bool]]] = None) -> PrintedPlan:
    """A plan that leaves exactly this picture.

    `pieces`: the letters of the pieces that carry the colors in their order, like "JTL"; or between
    commas several for each, like "JL,T,S"; or "any", for only the shape. `effort` is 1 to 9. Pieces
    can come as a game deals them: `deal` "bag", "nes", "uniform", "tetrio" or "nullpomino", or a `queue` of letters;
    then `hold`, `preview` and `rules` ("harddrop", "srs", "srs+180") say how they are played.
    `prepare` has the options of Picture. `progress` is called now and then, and ends the search with
    its best plan by returning False. The plan does not depend on the number of `jobs`."""
    wanted, own = picture_of(picture, prepare), tetrominoes()
    if method is not None and (deal or queue) is not None:
        raise TypeError("method: dealt pieces are planned in one way; leave it out")
    seed = word("seed", seed)
    wish, moves = deal_wish(deal, queue, hold, preview, rules, seed)
    letters = pieces or wanted.letters
    caller, pointer = Caller(), ctypes.POINTER(abi.df_plan)()
    options = abi.df_print_options(
        method=encode_word("method", method) if method is not None else None,
        width=unsigned("width", width), height=unsigned("height", height),
        pieces=encode_word("pieces", letters) if letters else None,
        effort=unsigned("effort", effort), seed=seed, jobs=unsigned("jobs", jobs),
        deal=ctypes.pointer(wish) if wish is not None else None, rules=moves,
        anchors=wanted.anchors if anchors is None else anchors, merges=not wanted.exact,
        watch=caller.watch(abi.df_watch, _tell(progress)))
    report = abi.df_print_report()
    status = lib.df_print(ctypes.byref(pointer), wanted.handle, own.set, options, report,
                          caller.error)
    made = plan_resource(pointer, own)
    caller.check(status)
    plan = PrintedPlan(made, report)
    if letters == "any":
        check(lib.df_omino_plan_colors(member(plan.handle.contents, "colors"), own.set))
    return plan


def least_drops(picture: PictureSource, *, width: int = 0, pieces: Optional[str] = None,
                anchors: Optional[bool] = None, effort: int = 1,
                prepare: Optional[Mapping[str, Any]] = None) -> int:
    """The drops that no plan for the picture can save."""
    wanted, caller = picture_of(picture, prepare), Caller()
    letters, bound = pieces or wanted.letters, abi.df_print_report()
    options = abi.df_print_options(width=unsigned("width", width),
                                   anchors=wanted.anchors if anchors is None else anchors,
                                   pieces=encode_word("pieces", letters) if letters else None,
                                   effort=unsigned("effort", effort))
    caller.check(lib.df_print_bound(bound, wanted.handle, tetrominoes().set, options, caller.error))
    return int(bound.drops)
