"""Pictures: pixels or drawings, made ready for printing."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _abi as abi
from ._library import (Caller, Error, Owned, Resource, check, choose, encode_text, items, lib, need, read_color,
                       refuse_unknown, unsigned, word, write_color)

DITHERS = {"none": abi.DF_DITHER_NONE, "ordered": abi.DF_DITHER_ORDERED,
           "floyd-steinberg": abi.DF_DITHER_FLOYD_STEINBERG}
CLEAR = ". "
# For letters of a drawing to which nobody gives a color, in the order of their appearance.
INKS = ("#e6194b", "#3cb44b", "#4363d8", "#ffe119", "#f58231", "#911eb4")

Pixels = Tuple[int, int, Any]


def _draw(rows: Sequence[str], inks: Mapping[str, str]) -> Pixels:
    """The pixels of rows of letters; '.' and ' ' are clear."""
    width = max(map(len, rows), default=0)
    colors: Dict[str, str] = dict(inks)
    data = bytearray(4 * width * len(rows))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in CLEAR:
                continue
            if letter not in colors:
                colors[letter] = INKS[(len(colors) - len(inks)) % len(INKS)]
            color = write_color(colors[letter])
            data[4 * (x + y * width):4 * (x + y * width) + 4] = bytes(
                (color.red, color.green, color.blue, 255))
    return width, len(rows), data


def _pixels_of(source: Any, inks: Mapping[str, str]) -> Pixels:
    """Width, height and RGBA bytes of what can be a picture."""
    if isinstance(source, str):
        raise TypeError(f"picture: {source!r} is a text; use a list of rows of letters, or for a file "
                        "an image of Pillow")
    if isinstance(source, (list, tuple)) and all(isinstance(row, str) for row in source):
        return _draw(source, inks)
    if isinstance(source, tuple) and len(source) == 3:
        width, height, data = source
        return width, height, data
    if hasattr(source, "convert") and hasattr(source, "tobytes"):  # an image of Pillow
        width, height = source.size
        return width, height, source.convert("RGBA").tobytes()
    try:
        view = memoryview(source)
    except TypeError:
        raise TypeError("picture: use rows of letters, (width, height, RGBA bytes), an array of "
                        f"[height, width, 4] bytes, an image of Pillow or a Picture, not {source!r}"
                        ) from None
    if view.ndim != 3 or view.shape is None or view.shape[2] != 4 or view.itemsize != 1:
        raise Error("picture: an array of pixels is [height, width, 4] bytes")
    return view.shape[1], view.shape[0], view


class Picture(Owned):
    """Pixels of few colors on a clear ground, without empty borders.

    `source`: rows of letters from the top, where '.' and ' ' are clear and every other letter is a color; (width, height, RGBA bytes) with rows from the top; an array
    [height, width, 4] of bytes (a memoryview, or of NumPy); or an image of Pillow. It stays as it is.

    Pixels that cannot be printed as they are are prepared, each step only where they need it; a
    drawing of letters is `exact`, unless you say otherwise. In this order, and each "auto", "keep" or a
    value: only the part `crop` (x, y, width, height) is taken, or of a sheet the `tile` with this number,
    from 1, or "keep" for all; `transparent` ('#rrggbb') becomes clear,
    with a `tolerance` in red, green and blue; an enlargement by the factor `enlarged` is undone; the
    color `backdrop` becomes clear from the border inwards; they are scaled down to `fit` (width, height);
    alpha of at least `threshold` becomes opaque, all else clear; at most `colors` are left, and with a
    `palette` only its colors: a list of '#rrggbb', or "pico-8", "gameboy", "nes", "c64", "zx-spectrum"
    or "guideline", those of the seven pieces. `exact` takes no step that is not given, and
    `lossy` pixels have the noise of a JPEG. `inks` are the colors of letters."""

    def __init__(self, source: PictureSource, *, exact: Optional[bool] = None, lossy: bool = False,
                 crop: Optional[Tuple[int, int, int, int]] = None,
                 tile: Union[int, str, None] = None,
                 transparent: Optional[str] = None, tolerance: int = 0,
                 enlarged: Union[int, str, None] = None, backdrop: Optional[str] = None,
                 fit: Union[Tuple[int, int], str, None] = None,
                 threshold: Union[int, str, None] = None, colors: Union[int, str, None] = None,
                 palette: Union[str, Sequence[str], None] = None, dither: str = "none",
                 inks: Optional[Mapping[str, str]] = None):
        self.letters: str
        self.prepared: str  # what was done, in words
        self.anchors: bool  # whether it has empty rows that are to be anchored
        self.exact: bool  # whether its colors must stay as they are
        if isinstance(source, Picture):
            super().__init__(source.resource)
            self.letters, self.prepared = source.letters, source.prepared
            self.anchors, self.exact = source.anchors, source.exact
            return
        need("inks", inks, (type(None), Mapping), "colors by letter")
        width, height, data = _pixels_of(source, inks or {})
        raw = bytes(items("picture", data, "bytes of RGBA")) if isinstance(data, list) else \
            bytes(need("picture", data, (bytes, bytearray, memoryview), "bytes of RGBA"))
        sides = [unsigned(name, side, 0, abi.DF_PIXELS_MAX_SIDE)
                 for name, side in (("width", width), ("height", height))]
        if len(raw) != 4 * sides[0] * sides[1]:
            raise Error(f"{width} by {height} pixels are not {len(raw)} bytes of RGBA")
        rgba = (ctypes.c_uint8 * max(len(raw), 1)).from_buffer_copy(raw or b"\0")
        how = abi.df_preparation(frames=1, lossy=lossy, exact=isinstance(source, (list, tuple)) and all(
            isinstance(row, str) for row in source) if exact is None else exact)
        if crop is not None:
            how.crop_left, how.crop_top, how.crop_width, how.crop_height = (
                unsigned("crop", number, 0) for number in crop)
        how.tile = abi.DF_WHOLE_SHEET if tile == "keep" else unsigned("tile", tile or 0, 0)
        if transparent is not None:
            how.clears, how.clear_color = True, write_color(transparent)
            how.clear_tolerance = unsigned("tolerance", tolerance, 0, 255)
        how.enlargement, (how.factor,) = _step(enlarged, lambda: (unsigned("enlarged", enlarged, 1),))
        how.fit, (how.fit_width, how.fit_height) = _step(fit, lambda: _sides(fit), 2)
        how.alpha, (how.alpha_threshold,) = _step(
            threshold, lambda: (unsigned("threshold", threshold, 0, 255),))
        how.colors, (how.color_count,) = _step(colors or None, lambda: (
            unsigned("colors", colors, 0, abi.DF_PICTURE_MAX_COLORS),))
        if backdrop is not None and backdrop not in STEPS:
            how.background, how.background_color = abi.DF_STEP_GIVEN, write_color(backdrop)
        else:
            how.background = STEPS[backdrop]
        if palette is not None:
            how.palette, how.palette_count = _palette(palette)
        how.dither = choose("dither", DITHERS, dither)
        report = _prepare(rgba, sides, how)
        width, height = report.width, report.height
        self.prepared = _describe(report, how)
        self.anchors = bool(report.empty_rows) and not how.exact
        self.exact = bool(how.exact) or how.colors != abi.DF_STEP_AUTO
        pointer = ctypes.POINTER(abi.df_picture)()
        caller = Caller()
        caller.check(lib.df_picture_from_rgba(ctypes.byref(pointer), 1, rgba, width, height,
                                              caller.error))
        super().__init__(Resource(pointer, lib.df_picture_free))
        self.letters = self._find_letters() if palette == "guideline" else ""

    @classmethod
    def take(cls, pointer: Any) -> Picture:
        """Of a pointer to a df_picture, which is freed with it."""
        need("pointer", pointer, ctypes.POINTER(abi.df_picture), "that of a picture")
        made = cls.__new__(cls)
        Owned.__init__(made, Resource(pointer, lib.df_picture_free))
        made.letters, made.prepared, made.anchors, made.exact = "", "", False, True
        return made

    def __reduce__(self) -> Any:
        return Picture, (self.pixels(),), {
            name: self.__dict__[name] for name in ("letters", "prepared", "anchors", "exact")}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)

    def _find_letters(self) -> str:
        """The pieces that have the colors of the guideline."""
        letters = ctypes.create_string_buffer(abi.DF_TETROMINOES + 1)
        check(lib.df_picture_letters(ctypes.cast(letters, ctypes.POINTER(ctypes.c_char)),
                                   self.handle))
        return letters.value.decode()

    @property
    def width(self) -> int:
        return int(self.handle.contents.width)

    @property
    def height(self) -> int:
        return int(self.handle.contents.height)

    @property
    def colors(self) -> List[str]:
        """As '#rrggbb', in the order in which they appear from the top left."""
        picture = self.handle.contents
        return [read_color(color) for color in picture.colors[:picture.color_count]]

    @property
    def cells(self) -> memoryview:
        """[height, width] bytes, rows from the top: 0 for a clear square, or 1 + the index of its
        color. A view of the library's memory would stand on its head; this is a copy."""
        picture = self.handle.contents
        width, height = picture.width, picture.height
        begin = ctypes.addressof(picture) + abi.df_picture.cell.offset
        rows = [ctypes.string_at(begin + y * width, width) for y in reversed(range(height))]
        return memoryview(b"".join(rows)).cast("B", (height, width))

    def pixels(self) -> Tuple[int, int, bytes]:
        """Width, height and RGBA bytes, rows from the top."""
        inks = [bytes(4)] + [bytes.fromhex(color[1:]) + b"\xff" for color in self.colors]
        return self.width, self.height, b"".join(inks[cell] for cell in bytes(self.cells))


PictureSource = Union[Picture, Sequence[str], Pixels, Any]


STEPS = {None: abi.DF_STEP_AUTO, "auto": abi.DF_STEP_AUTO, "keep": abi.DF_STEP_KEEP}


def _step(value: Any, read: Callable[[], Sequence[int]], count: int = 1) -> Tuple[int, Sequence[int]]:
    """A step of the preparation and its numbers."""
    if value is None or isinstance(value, str) and value in STEPS:
        return STEPS[value], (0,) * count
    return abi.DF_STEP_GIVEN, read()


def _sides(fit: Any) -> Sequence[int]:
    if not isinstance(fit, (list, tuple)) or len(fit) != 2:
        raise TypeError(f"fit is {fit!r}; use (width, height)")
    return [unsigned("fit", side, 1) for side in fit]


def _palette(palette: Union[str, Sequence[str]]) -> Tuple[Any, int]:
    """The colors of a built-in palette or of a list, and their number."""
    need("palette", palette, (str, list, tuple), "a name or a list of colors")
    if not isinstance(palette, str):
        colors = [write_color(color) for color in palette]
        if not 0 < len(colors) <= abi.DF_PALETTE_MAX_COLORS:
            raise Error(f"palette has {len(colors)} colors; use 1 to {abi.DF_PALETTE_MAX_COLORS}")
        return (abi.df_color * len(colors))(*colors), len(colors)
    found = {named.name: named for named in lib.df_palettes}.get(encode_text("palette", palette))
    if not found:
        names = [named.name.decode() for named in lib.df_palettes]
        raise Error(f"palette is {palette!r}; use a list of colors, {', '.join(names[:-1])} or {names[-1]}")
    return found.colors, found.count


def _prepare(rgba: Any, sides: Sequence[int], how: Any) -> Any:
    """Prepares pixels in place; returns what was done."""
    report = abi.df_prepared()
    width, height = map(ctypes.c_size_t, sides)
    status = lib.df_pixels_prepare(rgba, width, height, how, report)
    if status == abi.DF_ERROR_ARGUMENT:
        raise Error("crop or enlarged do not suit this picture; leave them out")
    check(status)
    return report


def _describe(report: Any, how: Any) -> str:
    text = abi.df_text()
    lib.df_prepared_describe(text, report, how)
    done = ctypes.string_at(text.bytes, text.length).decode() if text.length else ""
    lib.df_text_free(text)
    return done


def picture_of(source: PictureSource, prepare: Optional[Mapping[str, Any]] = None) -> Picture:
    """What is meant where a picture is asked for; the caller's own, whoever closes the other."""
    if isinstance(source, Picture) and prepare:
        raise TypeError("prepare: this is a Picture already; give these options when you make it")
    need("prepare", prepare, (type(None), Mapping), "the options of Picture by name")
    refuse_unknown(prepare or (), Picture.__init__.__kwdefaults__, "prepare: ")
    return Picture(source, **dict(prepare or {}))
