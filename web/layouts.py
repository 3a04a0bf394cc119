#!/usr/bin/env python3
"""Writes how JavaScript calls the library: layouts.js, and for each page the functions that the linker exports.

usage: layouts.py HEADER_FOLDER OUTPUT_FOLDER DEPFILE NAME=ENTRY...

`lib.NAME` in the scripts that an entry imports stands for a function, table, struct or constant of the public headers.
layouts.js has the sizes, offsets and types that they have in WebAssembly (calls.js), and NAME.exports the linker's
arguments for the functions. An entry is a page or a script.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "bindings/python"))
from generate import Declarations, Refused, read_headers  # noqa: E402 pylint: disable=wrong-import-position

IMPORT = re.compile(r'(?:^import|^export|\}) .*?"(\.[^"]+\.js)";|<script[^>]* src="(\w[^"]*\.js)"', re.MULTILINE)
USED = re.compile(r"\b(?:lib|call)\.((?:df|DF)_\w+)")

KIND = re.compile(r'"([A-Z]\w+)"')  # constants, which esbuild makes short


class Kind:
    """A type: what it is in layouts.js, and its size and alignment."""

    def __init__(self, text, size, align=None):
        self.text, self.size, self.align = text, size, align or size or 1

    def __mul__(self, count):
        return Kind(f"[{self.text}, {count}]", self.size * count, self.align)


class Types:
    """What generate.py takes from the module ctypes, as Kinds."""
    c_bool, c_char, c_double, c_float = Kind('"Bool"', 1), Kind('"Char"', 1), Kind('"Float64"', 8), Kind('"Float32"', 4)
    c_int8, c_int16, c_int32, c_int64 = (Kind(f'"{"Big" * (size > 4)}Int{8 * size}"', size) for size in (1, 2, 4, 8))
    c_uint8, c_uint16, c_uint32, c_uint64 = (
        Kind(f'"{"Big" * (size > 4)}Uint{8 * size}"', size) for size in (1, 2, 4, 8))
    c_int, c_uint, c_size_t = c_int32, c_uint32, Kind('"Size"', 4)
    status = Kind('"Status"', 4)
    c_char_p, c_void_p = Kind('"Text"', 4), Kind('"Uint32"', 4)

    @staticmethod
    def POINTER(to):  # pylint: disable=invalid-name
        return Kind(f"{{ to: {to.text} }}", 4)

    @staticmethod
    def fixed(pointer):
        return Kind(pointer.text.replace(" }", ", fixed: true }"), 4)

    @staticmethod
    def CFUNCTYPE(result, *takes):  # pylint: disable=invalid-name
        return Kind(f"{{ calls: {len(takes)}, gives: {result.text if result else NULL} }}", 4)


NULL = "null"


class Layouts(Declarations):
    """What the headers declare, as JavaScript."""

    def __init__(self):
        super().__init__()
        self.made = {}  # by name: what layouts.js exports

    def pointer(self, name, stars, is_const, is_struct=False):
        made = super().pointer(name, stars, is_const, is_struct)
        return f"ctypes.fixed({made})" if is_const and made.startswith("ctypes.POINTER") else made

    def kind(self, text):
        return eval(text, {"ctypes": Types, **self.made, **{  # pylint: disable=eval-used
            name: eval(made, {"ctypes": Types, **self.made})  # pylint: disable=eval-used
            for name, made in self.callbacks.items() if name in text}})

    def base(self, name):
        return "ctypes.status" if name == "df_status" else super().base(name)

    def add_struct(self, name, body):
        super().add_struct(name, body)
        if name == "df_color":
            self.made[name] = Kind('"Color"', 3, 1)
            return
        at, align, members = 0, 1, []
        for field, text in self.structs[name]:
            kind = self.kind(text)
            at += -at % kind.align
            camel = re.sub(r"_(\w)", lambda found: found[1].upper(), field)
            members.append(f"{camel}: [{at}, {kind.text}]")
            at += kind.size
            align = max(align, kind.align)
        self.made[name] = Kind(name, at + -at % align, align)
        self.made[name].layout = f"{{ size: {at + -at % align}, members: {{ {', '.join(members)} }} }}"

    def describe(self, name):
        """What layouts.js has under a name."""
        if name in self.functions:
            result, takes = self.functions[name]
            takes = [self.kind(text).text for text in takes]
            has_error = takes[-1:] == ["{ to: df_error }"]
            if has_error:
                takes.pop()
            for i in range(len(takes) - 1, 0, -1):  # a text and its length
                if takes[i - 1:i + 1] == ['"Text"', '"Size"']:
                    takes[i - 1:i + 1] = ['"Bytes"']
            gives = "null" if result == "None" else self.kind(result).text
            return f"{{ name: \"{name}\", gives: {gives}, fails: {int(has_error)}, takes: [{', '.join(takes)}] }}"
        if name in self.tables:
            return f"{{ name: \"{name}\", table: {self.kind(self.tables[name]).text} }}"
        if name in self.constants:
            return str(self.constants[name])
        return getattr(self.made[name], "layout", None)


def read_scripts(entry):
    """The texts of an entry and of all that it imports, by path."""
    texts, rest = {}, [entry.resolve()]
    while rest:
        path = rest.pop()
        if path not in texts:
            texts[path] = path.read_text(encoding="utf-8")
            rest += [(path.parent / (one or other)).resolve() for one, other in IMPORT.findall(texts[path])]
    return texts


def main():
    headers, output, depfile = map(pathlib.Path, sys.argv[1:4])
    found = Layouts()
    for text in read_headers(headers):
        found.add_header(text)
    used, read = {"df_error", "df_text", "df_text_free", "df_option_names", "df_status_name"}, set()
    for entry in sys.argv[4:]:
        name, _, path = entry.partition("=")
        texts = read_scripts(pathlib.Path(path))
        wanted = {one for text in texts.values() for one in USED.findall(text)}
        read |= set(texts)
        used |= wanted
        lines = [f"-Wl,--export={one}" for one in sorted(wanted & ({*found.functions, *found.tables}))]
        if lines:
            lines += ["-Wl,--export-table", "-Wl,--growable-table"]
        (output / f"{name}.exports").write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = {}
    rest = sorted(used)
    while rest:
        name = rest.pop()
        if name not in made:
            if not any(name in names for names in (found.functions, found.tables, found.made, found.constants)):
                raise Refused(f"lib.{name} is not in the headers")
            made[name] = found.describe(name)
            rest += re.findall(r"\bdf_\w+\b(?!\")", made[name] or "")
    order = [*found.constants, *found.made, *found.tables, *found.functions]
    lines = [f"export const {name} = {made[name]};" for name in order if made.get(name)]
    kinds = sorted(set(KIND.findall("\n".join(lines))))
    lines = [f'const {kind} = "{kind}";' for kind in kinds] + [KIND.sub(r"\1", line) for line in lines]
    (output / "layouts.js").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sources = " ".join(map(str, sorted(read) + sorted(headers.glob("*.h"))))
    depfile.write_text(f"{output / 'layouts.js'}: {sources}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
