"""The shared library: loading it, its errors, its objects, and the values that it takes."""

from __future__ import annotations

import contextlib
import ctypes
import difflib
import operator
import os
import pathlib
import re
import signal
import sys
import threading
from typing import Any, Callable, Iterable, Iterator, List, Optional, Sequence, Tuple, Type, TypeVar

from . import _abi as abi

NAMES = ("libdropforge.so", "libdropforge.dylib", "dropforge.dll")
CODES = ("", "memory", "argument", "input", "move", "picture", "limit", "stopped", "defect")
ORIENTATIONS = "NESW"


def _load() -> Any:
    """The library that DROPFORGE_LIBRARY names, or the one beside this file, or an installed one."""
    beside = [path for path in map(pathlib.Path(__file__).with_name, NAMES) if path.exists()]
    path = os.environ.get("DROPFORGE_LIBRARY") or str(beside[0] if beside else "libdropforge.so.0")
    try:
        library: Any = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; install the wheel of dropforge, or let DROPFORGE_LIBRARY name "
                          "its shared library") from error
    for name, (result, *arguments) in abi.FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    for name, kind in abi.TABLES.items():
        setattr(library, name, kind.in_dll(library, name))
    found = library.df_version.value.decode()
    if found != abi.VERSION:
        raise ImportError(f"{path} is dropforge {found}, and this package is for {abi.VERSION}; "
                          "install both of one version")
    return library


lib: Any = _load()
# What the library allocates for the caller comes from the malloc of this process.
_free: Any = ctypes.CDLL(None).free
_free.restype, _free.argtypes = None, [ctypes.c_void_p]


class Error(ValueError):
    """What the library says is wrong, and what to do.

    `code` is one of argument, input, move, picture, limit, stopped, defect; `line` and `column`
    count from 1 and say where, 0: nowhere."""

    def __init__(self, text: str, code: str = "argument", line: int = 0, column: int = 0):
        place = f"line {line}, column {column}: " if line and column else \
            f"line {line}: " if line else f"column {column}: " if column else ""
        super().__init__(place + text)
        self.code = code
        self.line = line
        self.column = column


# Advice of the library: options of Picture, which go into `prepare`, and ways with a name of their own.
_PICTURE_OPTIONS = {"fit": "fit", "alpha_threshold": "threshold", "colors": "colors"}
_WAYS = {"anchors": "allow an anchor", "hold": "allow hold", "fit": "scale it down",
         "colors": "reduce the colours"}


def _option(name: str, value: str) -> str:
    """An option as Python writes it."""
    if value == "auto":
        value = "None" if name == "pieces" else "0"
    elif value == "on":
        value = "True"
    elif name == "fit":
        value = f"({value.replace('x', ', ')})"
    elif not value.isdigit():
        value = f'"{value}"'
    return f'"{_PICTURE_OPTIONS[name]}": {value}' if name in _PICTURE_OPTIONS else f"{name}={value}"


def _way(pairs: List[Tuple[str, str]]) -> str:
    """A way to help: options with their values, all of which are needed."""
    name, value = pairs[0]
    if value == "":
        return f"{'allow more' if name == 'memory' else 'choose another'} {name}"
    if value == "none":
        return f"leave out {name}"
    options = [_option(*pair) for pair in pairs if pair[0] not in _PICTURE_OPTIONS]
    prepared = [_option(*pair) for pair in pairs if pair[0] in _PICTURE_OPTIONS]
    if prepared:
        options.append(f"prepare={{{', '.join(prepared)}}}")
    words = ", ".join(options)
    return f"{_WAYS[name]} ({words})" if name in _WAYS else f"use {words}"


def error_words(error: Any) -> str:
    """The text of a df_error with its advice."""
    text: str = error.text.decode(errors="replace")
    ways: List[List[Tuple[str, str]]] = []
    for advice in error.advice[:error.advice_count]:
        if not advice.joins_last or not ways:
            ways.append([])
        ways[-1].append((lib.df_option_names[advice.option].decode(), advice.value.decode()))
    words = [_way(way) for way in ways]
    if not words:
        return text
    lead = ", ".join(words[:-1])
    told = f"{lead} or {words[-1]}" if lead else words[-1]
    if "; " in text:
        return f"{text}, {told}" if lead else f"{text} or {told}"
    return f"{text}; {told}"


class Kept:
    """Memory of the library, which a copy would free twice."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled; make another one")


class Caller(Kept):
    """Calls functions that can fail, and lets them call Python.

    What a Python function throws must not fly through the library: it ends the call, and comes out
    of check(). So does KeyboardInterrupt."""

    def __init__(self) -> None:
        self.error = abi.df_error()
        self._thrown: Optional[BaseException] = None
        self._interrupts: List[int] = []
        self._listens = False

    def __del__(self) -> None:
        try:
            self._stop_listening()
        except Exception:  # pylint: disable=broad-except
            pass  # in another thread, or the interpreter is at its end

    def _listen(self) -> None:
        """Notes Ctrl-C until check(): thrown at the very beginning of a function that the library
        calls, where no `try` holds yet, KeyboardInterrupt would be lost."""
        if (threading.current_thread() is threading.main_thread() and
                signal.getsignal(signal.SIGINT) is signal.default_int_handler):
            noted = self._interrupts
            signal.signal(signal.SIGINT, lambda number, frame: noted.append(number))
            self._listens = True

    def _stop_listening(self) -> None:
        if self._listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._listens = False

    def wrap(self, kind: Any, function: Callable[..., Any], stop: Any) -> Any:
        """A function for the library; it returns `stop` to end the call."""
        self._listen()

        def call(*arguments: Any) -> Any:
            if self._thrown is not None or self._interrupts:
                return stop
            try:
                return function(*arguments)
            except BaseException as thrown:  # pylint: disable=broad-except
                self._thrown = thrown
                return stop
        return kind(call)

    def visit(self, kind: Any, function: Callable[..., None]) -> Any:
        """A function that the library calls with what it finds; it throws to end the call."""
        def call(*arguments: Any) -> int:
            function(*arguments[1:])
            return abi.DF_OK
        return self.wrap(kind, call, abi.DF_ERROR_CANCELLED)

    def watch(self, kind: Any, function: Optional[Callable[..., Any]]) -> Any:
        """A function that is called now and then; it returns False to end the call. Without one
        Ctrl-C ends it all the same."""
        need_callable("progress", function)

        def call(*arguments: Any) -> bool:
            return function is None or function(*arguments[1:]) is not False
        return self.wrap(kind, call, False)

    def watch_count(self, progress: Optional[Callable[[int, int, int], Optional[bool]]]) -> Any:
        """The same for one that is called with what is done, of how much, and the states held."""
        need_callable("progress", progress)
        if progress is None:
            return self.watch(abi.df_watch, None)
        call = progress

        def tell(pointer: Any) -> Optional[bool]:
            come = pointer.contents
            return call(come.done, come.of, come.states)
        return self.watch(abi.df_watch, tell)

    def check(self, status: int, refusal: str = "") -> None:
        """Raises what was thrown, or what the status says; `refusal` says what is wrong with an
        argument where the library does not."""
        self._stop_listening()
        thrown, self._thrown = self._thrown, None
        if self._interrupts:
            self._interrupts.clear()
            raise KeyboardInterrupt
        if thrown is not None:
            raise thrown
        if status == abi.DF_OK:
            return
        if status == abi.DF_ERROR_MEMORY:
            raise MemoryError("the library is out of memory")
        text = error_words(self.error)
        if text == "" and status == abi.DF_ERROR_ARGUMENT:
            text = refusal
        raise Error(text or lib.df_status_names[status].decode(), CODES[status], self.error.line,
                    self.error.column)


def check(status: int, refusal: str = "") -> None:
    """Raises what a status says."""
    Caller().check(status, refusal)


class Resource(Kept):
    """An object of the library, freed when the last that uses it is gone: whoever holds this, or one
    of its handles."""

    __slots__ = ("_pointer", "_free", "_needs", "_lock")

    def __init__(self, pointer: Any, free: Callable[[Any], None], *needs: Any):
        self._pointer = pointer
        self._free = free
        self._needs = needs  # what must outlive it
        self._lock = threading.RLock()

    def __del__(self) -> None:
        try:
            self._free(self._pointer)
        except Exception:  # pylint: disable=broad-except
            pass  # it is half made, or the interpreter is at its end

    @property
    def handle(self) -> Any:
        """The pointer, for calls of the library. It keeps the object until the call has returned,
        and so does all that is read through it, whatever other threads close meanwhile; a struct
        that it is put into does not."""
        pointer = type(self._pointer).from_buffer_copy(self._pointer)
        pointer.resource = self
        return pointer

    @contextlib.contextmanager
    def alone(self) -> Iterator[Any]:
        """The handle, for objects that threads may not share: other threads wait."""
        with self._lock:
            yield self.handle


Self = TypeVar("Self", bound="Owned")


class Owned(Kept):
    """Keeps memory of the library until close(), the end of a `with`, or its collection as
    garbage."""

    def __init__(self, resource: Resource):
        self._resource: Optional[Resource] = need("resource", resource, Resource,
                                                  "the functions that make such objects")

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets what has no value yet; arrays are as large as the public attributes say."""
        if not name.startswith("_") and name in self.__dict__:
            raise AttributeError(f"{name} of a {type(self).__name__} is read-only; make another one")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"{name} of a {type(self).__name__} is read-only; make another one")
        super().__delattr__(name)

    @property
    def resource(self) -> Resource:
        """What others that use it keep."""
        resource = self._resource  # once: another thread may close it here
        if resource is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return resource

    @property
    def handle(self) -> Any:
        """That of the resource."""
        return self.resource.handle

    def close(self) -> None:
        """Gives the memory back as soon as nothing else uses it, such as a call of another
        thread."""
        self._resource = None

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


class Text(Kept):
    """A growing text of the library, for `with`."""

    def __enter__(self) -> Text:
        self._text = abi.df_text()
        self.pointer = ctypes.byref(self._text)
        return self

    def __exit__(self, *unused: object) -> None:
        lib.df_text_free(self.pointer)

    def __str__(self) -> str:
        check(self._text.status)
        return ctypes.string_at(self._text.bytes, self._text.length).decode() if \
            self._text.length else ""


def natural(number: int) -> Any:
    """A number as the library reads it."""
    words = [number >> at & 2**64 - 1 for at in range(0, number.bit_length(), 64)]
    return abi.df_natural(len(words), (ctypes.c_uint64 * len(words))(*words))


class Natural(Kept):
    """An exact number that the library writes, for `with`."""

    def __init__(self) -> None:
        self._natural = abi.df_natural()
        self.pointer = ctypes.byref(self._natural)

    def __enter__(self) -> Natural:
        return self

    def __exit__(self, *unused: object) -> None:
        lib.df_natural_free(self.pointer)

    def __int__(self) -> int:
        return read_natural(self._natural)


def read_natural(natural: Any) -> int:
    """The value of a df_natural."""
    if natural.count == 0:
        return 0
    words = ctypes.string_at(natural.words, 8 * natural.count)
    if sys.byteorder == "big":
        words = b"".join(words[i:i + 8] for i in range(len(words) - 8, -1, -8))
    return int.from_bytes(words, sys.byteorder)


def take_array(pointer: Any, count: int) -> List[Any]:
    """The elements of an array that the library has allocated, which is freed. Structs are copied."""
    kind = pointer._type_  # pylint: disable=protected-access
    try:
        return [kind.from_buffer_copy(pointer[i]) for i in range(count)]
    finally:
        _free(pointer)


def word(name: str, value: Any, least: int = 0, most: int = 2**64 - 1) -> int:
    """A whole number for the library. ctypes would cut off what is too long."""
    try:
        number: int = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; use a whole number") from None
    if not least <= number <= most:
        raise Error(f"{name} is {value}; use a whole number from {least} to {most}")
    return number


def unsigned(name: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> int:
    """The same of 32 bits."""
    return word(name, value, least, most)


def encode(name: str, value: Any) -> bytes:
    """A text for the library."""
    need(name, value, str, "a text")
    try:
        data: bytes = value.encode()
    except UnicodeEncodeError as error:
        raise Error(f"{name} has half of a character at {error.start} (a lone surrogate); use whole "
                    "characters") from None
    return data


def encode_text(name: str, value: Any) -> bytes:
    """The same of what stands in files; the name of a file is refused."""
    if isinstance(value, os.PathLike) or \
            isinstance(value, str) and re.fullmatch(r"[^\n@]+\.[A-Za-z]\w*", value):
        raise TypeError(f"{name} is {str(value)!r}, the name of a file; use its text: "
                        f"pathlib.Path({str(value)!r}).read_text()")
    return encode(name, value)


def encode_word(name: str, value: Any) -> bytes:
    """The same, for where the library reads up to a NUL."""
    if "\0" in need(name, value, str, "a text"):
        raise Error(f"{name} has a NUL; leave it out")
    return encode(name, value)


def need(name: str, value: Any, kinds: Any, use: str) -> Any:
    """Refuses a value of another type; returns it."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name} is {value!r}; use {use}")
    return value


def need_callable(name: str, value: Any) -> None:
    """Refuses what is neither None nor a function."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} is {value!r}; use a function")


def items(name: str, values: Any, use: str = "a list") -> List[Any]:
    """The elements of what can be iterated over."""
    try:
        found = iter(values)
    except TypeError:
        raise TypeError(f"{name} is {values!r}; use {use}") from None
    return list(found)


def refuse_unknown(options: Iterable[Any], known: Iterable[str], where: str = "") -> None:
    """Refuses names that are no options."""
    for name in options:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, 1, 0)[0]
            raise TypeError(f"{where}{name!r} is no option; did you mean {near!r}?")


def choose(option: str, names: Any, name: Any) -> int:
    """The number of a name, by a dictionary or the place in a list."""
    if not isinstance(name, str) or name not in names or name == "":
        raise Error(f"{option} is {name!r}; use one of {', '.join(names)}")
    number: int = names[name] if isinstance(names, dict) else list(names).index(name)
    return number


def _name_rules(trait: int) -> List[str]:
    return [rules.name.decode() for number, rules in enumerate(lib.df_rules_table)
            if lib.df_rules_have(number, trait)]


# The names of all rules, by their numbers; and of those that bots and boards, perfect clears and prints have.
RULES = _name_rules(0)
DROP_RULES = _name_rules(abi.DF_TRAIT_BOTS)
CLEAR_RULES = _name_rules(abi.DF_TRAIT_CLEARS)
PRINT_RULES = _name_rules(abi.DF_TRAIT_PRINTS)


def choose_rules(names: Sequence[str], name: Any) -> int:
    """The df_rules of a name, which is one of these."""
    return RULES.index(names[choose("rules", names, name)])


def array(kind: Type[Any], values: Sequence[Any]) -> Any:
    """A C array; an array of none has one element, so that it has an address."""
    return (kind * max(len(values), 1))(*values)


def member(struct: Any, name: str) -> Any:
    """A pointer to a field of a struct, which must outlive it."""
    kind = dict(struct._fields_)[name]  # pylint: disable=protected-access
    return ctypes.pointer(kind.from_address(ctypes.addressof(struct)
                                            + getattr(type(struct), name).offset))


def write_color(text: str) -> Any:
    """'#rrggbb' as a df_color."""
    try:
        if len(text) != 7 or text[0] != "#":
            raise ValueError
        return abi.df_color(*bytes.fromhex(text[1:]))
    except (TypeError, ValueError):
        raise Error(f"{text!r} is no color; use one like '#30a0ff'") from None


def read_color(color: Any) -> str:
    return f"#{color.red:02x}{color.green:02x}{color.blue:02x}"
