"""Polyominoes. One is known by its code, such as 7.2 for the T, or by a drawing such as .#./###."""

from __future__ import annotations

import ctypes
import json
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Union

from . import _abi as abi
from ._library import (Caller, Error, Resource, Text, check, choose, encode, items, lib, read_natural,
                       refuse_unknown, unsigned, word)

CLASSES = {"fixed": abi.DF_OMINO_FIXED, "one-sided": abi.DF_OMINO_ONE_SIDED,
           "free": abi.DF_OMINO_FREE}
METHODS = ("uniform", "grow", "walk")
MAX_WALKS = 100  # that may lose their way, one after the other

Range = Union[int, Sequence[int]]


class OminoCounts(NamedTuple):
    """Numbers of polyominoes, and of the free ones by symmetry."""
    fixed: int
    one_sided: int
    free: int
    symmetric: Dict[str, int]


def _symmetries() -> List[str]:
    return [name.decode() for name in lib.df_omino_symmetry_names]


def _range(name: str, wish: Optional[Range]) -> Any:
    """A number, or the least and perhaps the most."""
    if wish is None:
        return abi.df_ominoes_range()
    ends = [wish, wish] if isinstance(wish, int) else wish
    if not isinstance(ends, (list, tuple)) or not 1 <= len(ends) <= 2:
        raise TypeError(f"{name} is {wish!r}; use a number, (least,) or (least, most)")
    least = unsigned(name, ends[0])
    return abi.df_ominoes_range(True, least, unsigned(name, ends[1], least) if len(ends) == 2
                                else 2**32 - 1)


def _condition(wish: Optional[bool]) -> int:
    return abi.DF_EITHER if wish is None else abi.DF_YES if wish else abi.DF_NO


def _listed_size(size: int) -> int:
    return unsigned("size", size, 1, abi.DF_OMINOES_MAX_SQUARES)


def _filter(kind: str = "free", symmetries: Union[str, Sequence[str]] = (), width: Optional[Range] = None,
            height: Optional[Range] = None, perimeter: Optional[Range] = None,
            holes: Optional[Range] = None, **conditions: Optional[bool]) -> Any:
    """A df_ominoes_filter."""
    known = ("column_convex", "row_convex", "directed", "tree_like", "path")
    if set(conditions) - set(known):
        refuse_unknown(conditions, (*known, "kind", "symmetries", "width", "height", "perimeter", "holes"))
    chosen = {choose("symmetries", _symmetries(), name)
              for name in ([symmetries] if isinstance(symmetries, str)
                           else items("symmetries", symmetries))}
    return abi.df_ominoes_filter(
        kind=choose("kind", CLASSES, kind), symmetries=sum(1 << i for i in chosen),
        width=_range("width", width), height=_range("height", height),
        perimeter=_range("perimeter", perimeter), holes=_range("holes", holes),
        **{name: _condition(wish) for name, wish in conditions.items()})


def omino(code: str) -> Dict[str, Any]:
    """Everything about one, by its code or its drawing: names, size, symmetry, features, squares."""
    found, caller, text = abi.df_omino(), Caller(), encode("code", code)
    caller.check(lib.df_omino_code_read(found, text, len(text), caller.error))
    with Text() as line:
        lib.df_omino_write(line.pointer, found, abi.DF_OMINO_JSON_ALL)
        described: Dict[str, Any] = json.loads(str(line))
    return described


def ominoes(size: int, *, limit: int = 0, **wishes: Any) -> Iterator[str]:
    """The codes of all that a filter lets through, in their order, made as they are asked for.

    The filter: `kind` "free", "one-sided" or "fixed"; `symmetries`, a list of "none", "axis",
    "diagonal", "half", "quarter", "axes", "diagonals", "all"; `width`, `height`, `perimeter`, `holes`,
    each a number or (least, most); and `column_convex`, `row_convex`, `directed`, `tree_like`, `path`,
    which are to be true or false."""
    return _list_ominoes(_listed_size(size), _filter(**wishes), word("limit", limit) or 2**63)


def _list_ominoes(size: int, choice: Any, rest: int) -> Iterator[str]:
    parts = lib.df_ominoes_subtrees(size)
    code = ctypes.create_string_buffer(abi.DF_OMINOES_CODE_SIZE)
    buffer = ctypes.cast(code, ctypes.POINTER(ctypes.c_char))
    for part in range(max(parts, 1)):
        found: List[str] = []

        def visit(batch: Any, codes: List[str] = found) -> None:
            for i in range(batch.contents.count):
                lib.df_ominoes_batch_code(batch, i, buffer)
                codes.append(code.value.decode())

        caller = Caller()
        options = abi.df_count_options(shard=part, shards=parts)
        caller.check(lib.df_ominoes_list(None, size, choice, options, rest,
                                         caller.visit(abi.df_ominoes_visit, visit), None))
        yield from found
        rest -= len(found)
        if rest <= 0:
            return


def _count_listed(size: int, jobs: int, wishes: Dict[str, Any]) -> int:
    caller, count = Caller(), ctypes.c_uint64()
    options = abi.df_count_options(jobs=jobs, watch=caller.watch(abi.df_watch, None))
    caller.check(lib.df_ominoes_count(count, size, _filter(**wishes), options, None))
    return count.value


def count_ominoes(size: int, *, jobs: int = 1, **wishes: Any) -> int:
    """How many ominoes() lists with the same filter, by making each of them."""
    return _count_listed(_listed_size(size), unsigned("jobs", jobs), wishes)


def omino_counts(size: int, *, memory: int = 0, threads: int = 1,
                 progress: Optional[Callable[[int, int, int], Optional[bool]]] = None
                 ) -> OminoCounts:
    """All numbers for a size, far beyond what can be listed. `progress` is called with parts done,
    all parts and states held; False ends it."""
    size = unsigned("size", size, 1, abi.DF_OMINO_COUNT_MAX)
    caller, counts = Caller(), (abi.df_natural * abi.DF_OMINO_NUMBERS * (size + 1))()
    options = abi.df_count_options(
        memory=word("memory", memory), jobs=unsigned("threads", threads),
        watch=caller.watch_count(progress))
    try:
        caller.check(lib.df_omino_count(counts, size, True, options, None, caller.error))
        fixed, one_sided, free, *symmetric = map(read_natural, counts[size])
        return OminoCounts(fixed, one_sided, free, dict(zip(_symmetries(), symmetric)))
    finally:
        for numbers in counts:
            for number in numbers:
                lib.df_natural_free(number)


def _draw_one(method: str, size: int, kind: int, uniform: Optional[Resource], random: Any) -> Any:
    """A df_omino at random."""
    found = abi.df_omino()
    if uniform is not None:
        lib.df_omino_uniform_draw(uniform.handle, kind, random, found)
        return found
    if method == "grow":
        check(lib.df_omino_grow(found, size, random))
        lib.df_omino_canonical(found, kind, found)
        return found
    outcome = ctypes.c_int(abi.DF_LIMIT)
    for _ in range(MAX_WALKS):
        check(lib.df_omino_walk(found, size, 0, random, outcome))
        if outcome.value == abi.DF_FOUND:
            lib.df_omino_canonical(found, kind, found)
            return found
    raise Error("a hundred walks lost their way; use another seed or fewer squares", "limit")


def random_ominoes(size: int, *, kind: str = "free", method: str = "uniform", seed: int = 0,
                   many: int = 1) -> List[str]:
    """Codes of polyominoes at random: "uniform", each as likely as any other; or as they "grow", or
    as a random "walk" leaves them."""
    number, uniform = choose("kind", CLASSES, kind), None
    choose("method", METHODS, method)
    size = unsigned("size", size, 1, abi.DF_OMINO_UNIFORM_MAX if method == "uniform"
                    else abi.DF_OMINO_MAX_SQUARES)
    if method == "uniform":
        pointer, caller = ctypes.c_void_p(), Caller()
        options = abi.df_count_options(watch=caller.watch(abi.df_watch, None))
        caller.check(lib.df_omino_uniform_create(pointer, size, options, caller.error))
        uniform = Resource(pointer, lib.df_omino_uniform_free)
    codes, random = [], abi.df_random()
    for stream in range(word("many", many)):
        lib.df_random_seed(random, word("seed", seed), stream)
        found = _draw_one(method, size, number, uniform, random)
        with Text() as text:
            lib.df_omino_write(text.pointer, found, abi.DF_OMINO_CODE)
            codes.append(str(text))
    return codes
