#!/usr/bin/env python3
"""Checks the shape of the tree: what may include what, what the library may use and show,
lengths, words that do not belong here, and whether its architecture tells of every file.

usage: test_structure.py LIBRARY.a [unittest options]
"""

import ast
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = pathlib.Path()

MIDDLE = ("print", "view", "tile", "omino", "bot", "game")

# The whole of libc that the library uses: headers, and functions by their linker names.
SYSTEM_HEADERS = {
    "assert.h", "limits.h", "pthread.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
    "stdlib.h", "string.h",
    "immintrin.h",  # of the compiler: in src/bot/lanes_avx*.c, for x86-64 alone
}
SYSTEM_FUNCTIONS = {
    "__assert_fail", "calloc", "free", "malloc", "memchr", "memcmp", "memcpy", "memmove",
    "memset", "pthread_create", "pthread_join", "qsort", "realloc", "strchr", "strcmp", "strlen",
    "strncmp", "abs", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail",
    "__cpu_model", "__cpu_features2",  # of the compiler: what the machine has
}

MOST_FILE_LINES = 600
MOST_FUNCTION_LINES = 80
# Longer files, and why.
LONG_FILES = {
    "docs/formats.md": "all formats in one place, each a chapter with its examples, to be linked to",
    "docs/printer.md": "one proof builds on the other",
}

# The tree speaks of the project alone, not of where or by whom it was written.
STRANGE_WORDS = re.compile(
    r"/(?:work|home|root|Users)/|\b(?:sessions?|agents?|chatbots?|issue #?\d+)\b")
TEXTS = {".c", ".h", ".py", ".sh", ".md", ".txt", ".build", ".scd", ".map", ".html", ".css",
         ".js", ".mjs", ""}


def source_files(*folders, suffixes=(".c", ".h")):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path


def tree_files():
    """All files of the project itself: no builds, and not what belongs to the checkout."""
    for top in sorted(ROOT.iterdir()):
        if top.name in (".git", "out") or top.name.startswith("build"):
            continue
        paths = sorted(top.rglob("*")) if top.is_dir() else [top]
        yield from (path for path in paths
                    if path.is_file() and "__pycache__" not in path.parts)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def includes(path):
    """The names in the #include lines: ('"', name) or ('<', name)."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', text, re.MULTILINE)


def resolve(path, name):
    """The file that an #include "name" in `path` means."""
    for base in (path.parent, ROOT / "src", ROOT / "include"):
        if (base / name).exists():
            return base / name
    return None


def header_owners():
    """The module of each public header: that of the source files that include it first."""
    owners = {}
    for path in source_files("src", suffixes=(".c",)):
        names = [name for _, name in includes(path)]
        if names and names[0].startswith("dropforge/"):
            owners.setdefault(ROOT / "include" / names[0], path.relative_to(ROOT).parts[1])
    return owners


def module_of(path, owners):
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "src" else owners.get(path, parts[0])


def declarations(folder):
    """All headers of a folder without their comments."""
    texts = (path.read_text(encoding="utf-8") for path in source_files(folder, suffixes=(".h",)))
    return re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.DOTALL)


def functions_of_c(path):
    # The formatter puts the braces of functions, and of nothing else, there.
    begin = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line == "{":
            begin = number
        elif line == "}" and begin is not None:
            yield begin, number - begin - 1
            begin = None


def functions_of_python(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno - node.lineno


def functions_of_javascript(path):
    """What ends with '=> {', 'function …) {' or 'method(…) {', up to the brace below its indent."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if re.search(r"=> \{$", line) or re.match(
                r"\s*(?!(?:if|for|while|switch|catch)\b)[\w#].*\) \{$", line):
            indent = re.match(r"\s*", line).group()
            end = next((i for i, other in enumerate(lines[number:])
                        if other.startswith(indent + "}")), len(lines))
            yield number, end


FUNCTIONS = {".c": functions_of_c, ".h": functions_of_c, ".py": functions_of_python,
             ".js": functions_of_javascript, ".mjs": functions_of_javascript}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Includes(unittest.TestCase):
    def test_every_public_header_has_a_module(self):
        self.assertEqual(set(header_owners()), set(source_files("include")))

    def test_arrows_point_one_way(self):
        owners = header_owners()
        allowed = {"core": {"core"}, **{name: {"core", name} for name in MIDDLE}}
        for path in source_files("src", "include"):
            module = module_of(path, owners)
            for kind, name in includes(path):
                target = resolve(path, name) if kind == '"' else None
                if kind == '"':
                    with self.subTest(file=name_of(path), includes=name):
                        self.assertIsNotNone(target)
                        self.assertIn(module_of(target, owners), allowed[module])

    def test_program_uses_public_headers_only(self):
        for path in source_files("cli", "examples"):
            for kind, name in includes(path):
                if kind == '"' and resolve(path, name).parent.parent != ROOT:
                    with self.subTest(file=name_of(path), includes=name):
                        self.assertEqual(resolve(path, name).parent, ROOT / "include/dropforge")

    def test_no_cycle(self):
        graph = {}
        for path in source_files("src", "include", "cli", "web", "tests", "fuzz"):
            targets = (resolve(path, name) for kind, name in includes(path) if kind == '"')
            graph[path] = [target for target in targets if target is not None]
        done, way = set(), []

        def visit(path):
            self.assertNotIn(path, way, " -> ".join(map(name_of, way + [path])))
            if path in done:
                return
            way.append(path)
            for target in graph.get(path, ()):
                visit(target)
            way.pop()
            done.add(path)

        for path in graph:
            visit(path)

    def test_library_includes_little_of_the_system(self):
        for path in source_files("src", "include"):
            names = {name for kind, name in includes(path) if kind == "<"}
            with self.subTest(file=name_of(path)):
                self.assertEqual(names - SYSTEM_HEADERS, set())


class Library(unittest.TestCase):
    """What the linker sees of the library."""

    @classmethod
    def setUpClass(cls):
        cls.defined, cls.undefined = set(), set()
        for line in run("nm", "-g", str(LIBRARY)).stdout.splitlines():
            words = line.split()
            if len(words) >= 2 and len(words[-2]) == 1:
                (cls.undefined if words[-2] in "Uw" else cls.defined).add(words[-1])
        # What begins with df_ and has parameters is a function, or a type of one.
        public = re.sub(r"typedef [^{;]*;", "", declarations("include"))
        cls.declared = set(re.findall(r"\b(df_\w+)\(", public))

    def test_defines_what_its_headers_declare(self):
        self.assertEqual(self.declared - self.defined, set())

    def test_the_shared_library_shows_what_its_headers_declare(self):
        shown = re.findall(r"^ +(df_\w+);$", (ROOT / "src/dropforge.map").read_text(), re.M)
        self.assertEqual(shown, sorted(self.declared))

    def test_other_names_are_declared_in_an_inner_header(self):
        inner = set(re.findall(r"\b[a-z]\w+\b", declarations("src")))
        self.assertEqual(self.defined - self.declared - inner, set())
        self.assertEqual({name for name in self.defined if not name.startswith("df_")}, set())

    def test_uses_little_of_libc(self):
        self.assertEqual(self.undefined - self.defined - SYSTEM_FUNCTIONS, set())

    def test_has_no_mutable_globals(self):
        for line in run("objdump", "-t", str(LIBRARY)).stdout.splitlines():
            place = re.search(r"(\*COM\*|\.t?(?:data|bss)(?!\.rel\.ro)\S*)\s+[0-9a-f]+ (.*)", line)
            if place and not place.group(2).startswith("."):
                self.fail(f"{place.group(2)} in {place.group(1)}")


class Headers(unittest.TestCase):
    def compile_alone(self, compiler, *options):
        for path in source_files("include"):
            with self.subTest(header=name_of(path)):
                done = run(compiler, *options, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                           "-I", str(ROOT / "include"), str(path))
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_c(self):
        self.compile_alone("cc", "-std=c11", "-pedantic", "-x", "c")

    def test_cpp(self):
        compiler = next(filter(shutil.which, ("c++", "g++", "clang++-14", "clang++")), None)
        if compiler is None:
            self.skipTest("no C++ compiler")
        self.compile_alone(compiler, "-std=c++11", "-pedantic", "-x", "c++")


class Documents(unittest.TestCase):
    """docs/architecture.md tells of every file of the library, the program and the pages."""

    def test_architecture(self):
        text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
        folders = "|".join(("core", "cli", "web") + MIDDLE)
        patterns = {}
        for name in re.findall(rf"`((?:{folders})/[\w*./-]+)`", text):
            path = name if name.startswith(("cli/", "web/")) else "src/" + name
            # A module is its source, its header, or all in its folder.
            ends = ("",) if "." in path else (".c", ".h", ".js", "/*")
            patterns[name] = [path + end for end in ends]
        suffixes = {".c", ".h", ".py", ".js", ".mjs", ".html", ".css"}
        files = [name_of(path) for path in source_files("src", "cli", "web", suffixes=suffixes)]
        for name, those in patterns.items():
            with self.subTest(named=name):
                self.assertTrue(any(fnmatch.filter(files, pattern) for pattern in those))
        for file in files:
            with self.subTest(file=file):
                self.assertTrue(any(fnmatch.fnmatch(file, pattern)
                                    for those in patterns.values() for pattern in those))


class Enumerators(unittest.TestCase):
    """What JavaScript repeats of the public headers, and says so: `= [...]; /* as df_type */`."""

    REPEATED = re.compile(r'= (?:\[([^\]]*)\]|Object\.freeze\(\{([^}]*)\}\)|"([^"\n]*)"); '
                          r"/\* as (df_\w+) \*/")

    def enumerators(self, kind):
        found = re.search(rf"typedef enum {kind} {{([^}}]*)}}", declarations("include"))
        self.assertIsNotNone(found, kind)
        names = re.findall(r"\bDF_\w+", found.group(1))
        return names[:-1] if names[-1] in (kind.upper(), kind.upper() + "S") else names

    def compare(self, items, names):
        self.assertEqual(len(items), len(names), (items, names))
        for item, name in zip(items, names):
            if re.fullmatch(r"[a-z][a-z0-9+ -]*", item):  # otherwise words for people
                self.assertIn(f"_{re.sub('[^A-Z0-9]', '_', item.upper())}_", f"{name}_")

    def test_javascript_has_the_same(self):
        kinds = set()
        for path in source_files("web", suffixes=(".js",)):
            text = path.read_text(encoding="utf-8")
            for array, numbered, letters, kind in self.REPEATED.findall(text):
                kinds.add(kind)
                numbers = re.findall(r"(\w+): (\d+)", numbered)
                with self.subTest(file=name_of(path), kind=kind):
                    self.assertEqual([number for _, number in numbers],
                                     [str(i) for i in range(len(numbers))])
                    self.compare(re.findall('"([^"]*)"', array) or [name for name, _ in numbers]
                                 or list(letters), self.enumerators(kind))
        self.assertLessEqual({"df_reach", "df_deal", "df_play_rules", "df_play_button"}, kinds)


class Texts(unittest.TestCase):
    def test_files_are_not_too_long(self):
        long = set()
        for path in tree_files():
            if "data" not in path.parts and path.suffix in TEXTS | set(FUNCTIONS):
                lines = path.read_text(encoding="utf-8", errors="replace").count("\n")
                if lines > MOST_FILE_LINES:
                    long.add(name_of(path))
        self.assertEqual(long, set(LONG_FILES))

    def test_functions_are_not_too_long(self):
        for path in tree_files():
            for line, length in FUNCTIONS.get(path.suffix, lambda _: ())(path):
                with self.subTest(file=name_of(path), line=line):
                    self.assertLessEqual(length, MOST_FUNCTION_LINES)

    def test_words(self):
        for path in tree_files():
            if path.suffix not in TEXTS or path == pathlib.Path(__file__).resolve():
                continue
            if "data" in path.parts:
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            for number, line in enumerate(text.splitlines(), 1):
                with self.subTest(place=f"{name_of(path)}:{number}"):
                    self.assertIsNone(STRANGE_WORDS.search(line), line)


if __name__ == "__main__":
    LIBRARY = pathlib.Path(sys.argv.pop(1))
    unittest.main()
