#!/usr/bin/env python3
"""Writes the declarations of dropforge's public headers for ctypes.

usage: generate.py HEADER_FOLDER OUTPUT [DEPFILE]

The headers are regular: comments, #define, typedef struct, typedef enum, typedefs of functions,
functions, and tables that are `extern`. Anything else is an error, so that nothing is left out unnoticed. The test `python`
compares the sizes, offsets and numbers with those of a C compiler.
"""

import pathlib
import re
import sys

NUMBERS = {
    "bool": "c_bool", "char": "c_char", "int": "c_int", "unsigned": "c_uint", "double": "c_double",
    "float": "c_float", "size_t": "c_size_t", "int8_t": "c_int8", "uint8_t": "c_uint8",
    "int16_t": "c_int16", "uint16_t": "c_uint16", "int32_t": "c_int32", "uint32_t": "c_uint32",
    "int64_t": "c_int64", "uint64_t": "c_uint64",
}
LIMITS = {"UINT16_MAX": 2**16 - 1, "UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1}
SPACE = re.compile(r"\s+")


class Refused(Exception):
    """A declaration that is none of those above."""


def read_headers(folder):
    """The text of each header, after those that it includes."""
    texts = {}

    def read(path):
        if path.name in texts:
            return
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        texts[path.name] = ""
        for name in re.findall(r'#include "dropforge/(\w+\.h)"', text):
            read(folder / name)
        texts[path.name] = texts.pop(path.name) or text

    for path in sorted(folder.glob("*.h")):
        read(path)
    return list(texts.values())


def split_statements(text):
    """The declarations of a header, each on one line, without what is for C++."""
    text = text.replace("\\\n", " ")
    text = re.sub(r"#ifdef __(cplusplus|GNUC__).*?#endif", "", text, flags=re.DOTALL)
    defines = re.findall(r"^#define[ \t]+(\w+)[ \t]+(.+)$", text, flags=re.MULTILINE)
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"DF_(BEGIN|END)_DECLARATIONS|DF_TEXT_FORMAT\([^)]*\)", "", text)
    statements, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == ";" and depth == 0:
            statements.append(SPACE.sub(" ", text[begin:i]).strip())
            begin = i + 1
    if text[begin:].strip():
        raise Refused(text[begin:].strip())
    return defines, statements


class Declarations:
    """What the headers declare, as Python."""

    def __init__(self):
        self.constants = {}  # by name
        self.enums = set()  # names of types
        self.structs = {}  # by name: fields, in order
        self.callbacks = {}  # by name: a ctypes type
        self.opaque = set()
        self.functions = {}  # by name: result and arguments
        self.tables = {}  # by name: a ctypes type
        self.version = ""  # as a literal

    # ---- types ----

    def value(self, text):
        """The number that a constant expression is."""
        text = re.sub(r"U?INT\d+_C\((\w+)\)", r"\1", text.strip())
        text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
        if not re.fullmatch(r"[\w\s()+*/<|-]+", text):
            raise Refused(text)
        names = {**LIMITS, **self.constants}
        text = text.replace("/", "//")
        return int(eval(text, {"__builtins__": {}}, names))  # pylint: disable=eval-used

    def base(self, name):
        if name in NUMBERS:
            return f"ctypes.{NUMBERS[name]}"
        if name in self.enums:
            return "ctypes.c_int"
        if name in self.structs or name in self.callbacks:
            return name
        raise Refused(f"type {name}")

    def pointer(self, name, stars, is_const, is_struct=False):
        """A pointer to a type; opaque objects and bytes are plain addresses."""
        if name == "char" and is_const and stars == 1:
            return "ctypes.c_char_p"
        if name in self.callbacks and stars == 1:
            return name
        if name in ("void", *self.opaque) or (is_struct and name not in self.structs):
            name, stars, made = "void", stars - 1, "ctypes.c_void_p"
        else:
            made = self.base(name)
        for _ in range(stars):
            made = f"ctypes.POINTER({made})"
        return made

    def declare(self, text):
        """The name and the type of a field or argument."""
        match = re.fullmatch(r"(.+?) ?\(\* ?(\w+)\) ?\((.*)\)", text)
        if match:
            return match[2], self.function_type(match[1], match[3])
        sizes = re.findall(r"\[([^\]]*)\]", text)
        text = re.sub(r"\[[^\]]*\]", "", text).strip()
        text = re.sub(r"\*\s*const\b", "*", text)
        match = re.fullmatch(r"(const )?(struct )?(\w+) ?((?:\* ?)*)(\w+)", text)
        if not match:
            raise Refused(text)
        const, struct, name, stars, field = match.groups()
        stars = stars.count("*")
        made = (self.pointer(name, stars, bool(const), bool(struct)) if stars
                else self.base(name))
        for size in reversed(sizes):
            made = f"({made} * {self.value(size) if size.strip() else 0})"
        return field, made

    def result(self, text):
        if text == "void":
            return "None"
        match = re.fullmatch(r"(const )?(\w+) ?((?:\* ?)*)", text)
        if not match:
            raise Refused(text)
        stars = match[3].count("*")
        return self.pointer(match[2], stars, bool(match[1])) if stars else self.base(match[2])

    def arguments(self, text):
        if text.strip() == "void":
            return []
        made = []
        for part in re.split(r",(?![^()]*\))", text):  # not within those of a function
            part = part.strip()
            if part == "...":
                break
            if "(" in part:  # a function, or None
                made.append("ctypes.c_void_p")
                continue
            decay = re.sub(r"(\w+)\[[^][]*\]$", r"*\1", part)  # an array is passed as an address
            decay = re.sub(r"(\w+)\[\w*\]\[(\w+)\]$", r"\1[\2]", decay)
            name, kind = self.declare(decay)
            if decay.endswith("]"):
                kind = f"ctypes.POINTER{kind}"
            del name
            made.append(kind)
        return made

    def function_type(self, result, arguments):
        return f"ctypes.CFUNCTYPE({', '.join([self.result(result), *self.arguments(arguments)])})"

    # ---- declarations ----

    def add_struct(self, name, body):
        if name in self.structs:
            raise Refused(f"{name} twice")
        for inner, field in re.findall(r"struct \{([^{}]*)\} (\w+)", body):  # has no name in C
            self.add_struct(f"{name}_{field}", inner)
            body = body.replace(f"struct {{{inner}}}", f"{name}_{field}", 1)
        self.structs[name] = fields = []
        for line in filter(None, (part.strip() for part in body.split(";"))):
            first, *others = line.split(",") if "(" not in line else [line]
            field, kind = self.declare(first)
            fields.append((field, kind))
            fields += [(other.strip(), kind) for other in others]

    def add_enum(self, body):
        number = 0
        for part in filter(None, (part.strip() for part in body.split(","))):
            name, _, given = part.partition("=")
            number = self.value(given) if given else number
            self.constants[name.strip()] = number
            number += 1

    def add(self, statement):
        match = re.fullmatch(r"(?:typedef )?(enum|struct)(?: (\w+))? ?\{(.*)\} ?(\w*)", statement)
        if match and match[1] == "struct":
            self.opaque.discard(match[4])
            return self.add_struct(match[4], match[3])
        if match:
            self.enums.add(match[4])
            return self.add_enum(match[3])
        match = re.fullmatch(r"(?:typedef )?struct (\w+)(?: \w+)?", statement)
        if match:
            return self.opaque.add(match[1])
        match = re.fullmatch(r"extern (.+)", statement)
        if match:
            name, kind = self.declare(match[1])
            self.tables[name] = kind
            return None
        match = re.fullmatch(r"(typedef )?(.+?) ?(\w+)\((.*)\)", statement)
        if not match:
            raise Refused(statement)
        if match[1]:
            self.callbacks[match[3]] = self.function_type(match[2], match[4])
        else:
            self.functions[match[3]] = (self.result(match[2]), self.arguments(match[4]))
        return None

    def add_header(self, text):
        defines, statements = split_statements(text)
        for name, value in defines:
            if name == "DF_VERSION":
                self.version = value
                continue
            if name.startswith("DF_"):
                is_text = value.startswith('"')
                self.constants[name] = value if is_text else self.value(value)
        for statement in statements:
            self.add(statement)


def hint(kind):
    """The type that Python sees in a field."""
    if kind in ("ctypes.c_bool", "ctypes.c_double", "ctypes.c_char"):
        return {"c_bool": "bool", "c_double": "float", "c_char": "bytes"}[kind[7:]]
    return "int" if re.fullmatch(r"ctypes\.c_u?(int\d*|size_t)", kind) else "Any"


def write_python(found):
    """The module, as lines."""
    yield '"""Declarations of dropforge\'s public headers, written by generate.py."""'
    yield "import ctypes"
    yield "from typing import Any, Dict, Tuple"
    yield ""
    yield f"VERSION = {found.version}"
    for name, value in found.constants.items():
        yield f"{name} = {value}"
    callbacks = dict(found.callbacks)
    for name, fields in found.structs.items():
        for callback in [c for c in callbacks if any(c == kind for _, kind in fields)]:
            yield f"{callback}: Any = {callbacks.pop(callback)}"
        yield f"\n\nclass {name}(ctypes.Structure):"
        yield from (f"    {field}: {hint(kind)}" for field, kind in fields)
        yield "    _fields_ = ["
        yield from (f'        ("{field}", {kind}),' for field, kind in fields)
        yield "    ]"
    yield "\n"
    yield from (f"{name}: Any = {kind}" for name, kind in callbacks.items())
    yield "FUNCTIONS: Dict[str, Tuple[Any, ...]] = {"
    for name, (result, arguments) in found.functions.items():
        yield f'    "{name}": ({", ".join([result, *arguments])},),'
    yield "}"
    yield "TABLES: Dict[str, Any] = {"
    yield from (f'    "{name}": {kind},' for name, kind in found.tables.items())
    yield "}"


def main():
    folder, output, *depfile = map(pathlib.Path, sys.argv[1:])
    found = Declarations()
    for text in read_headers(folder):
        found.add_header(text)
    output.write_text("\n".join(write_python(found)) + "\n", encoding="utf-8")
    for path in depfile:  # for Ninja
        headers = " ".join(map(str, sorted(folder.glob("*.h"))))
        path.write_text(f"{output}: {headers}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
