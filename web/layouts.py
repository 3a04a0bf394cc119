#!/usr/bin/env python3
"""Writes how JavaScript calls the library: layouts.js, and for each page the functions that the linker exports.

usage: layouts.py ESBUILD HEADER_FOLDER OUTPUT_FOLDER DEPFILE NAME=ENTRY...

`lib.NAME` in a script stands for a function, table, struct or constant of the public headers. layouts.js has the sizes,
offsets and types that they have in WebAssembly (calls.js), and NAME.exports the linker's arguments for what the scripts
of an entry call. An entry is a page or a script.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "bindings/python"))
from generate import Declarations, Refused, read_headers  # noqa: E402 pylint: disable=wrong-import-position

SCRIPT = re.compile(r'<script[^>]* src="(\w[^"]*\.js)">')
CALLED = re.compile(r'\b(?:name: "|call\.)(df_\w+)')
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


def make_layouts(found, used):
    """The text of layouts.js."""
    made, rest = {}, sorted({"df_error", *used})
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
    return "\n".join([*(f'const {kind} = "{kind}";' for kind in kinds), *(KIND.sub(r"\1", line) for line in lines), ""])


def find_calls(esbuild, entry, layouts):
    """The functions and tables that the scripts of an entry use, without what esbuild leaves out."""
    names = [entry.name] if entry.suffix == ".js" else SCRIPT.findall(entry.read_text(encoding="utf-8"))
    texts = [subprocess.run([esbuild, str(entry.parent / name), "--bundle", "--format=esm", "--packages=external",
                             "--loader:.drops=text", f"--alias:layouts.js={layouts.resolve()}"],
                            stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout for name in names]
    return {one for text in texts for one in CALLED.findall(text)}


def main():
    esbuild, headers, output, depfile = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    found, layouts, folder = Layouts(), output / "layouts.js", pathlib.Path(__file__).parent
    for text in read_headers(headers):
        found.add_header(text)
    scripts = sorted(folder.glob("**/*.js"))
    used = {one for path in scripts for one in USED.findall(path.read_text(encoding="utf-8"))}
    layouts.write_text(make_layouts(found, used), encoding="utf-8")
    for entry in sys.argv[5:]:
        name, _, path = entry.partition("=")
        lines = [f"-Wl,--export={one}" for one in sorted(find_calls(esbuild, pathlib.Path(path), layouts))]
        if lines:
            lines += ["-Wl,--export-table", "-Wl,--growable-table"]
        (output / f"{name}.exports").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sources = " ".join(map(str, scripts + sorted(folder.glob("*.html")) + sorted(headers.glob("*.h"))))
    depfile.write_text(f"{layouts}: {sources}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
