#!/usr/bin/env python3
"""Checks the shape of the tree: what may include what, what the library may use and show, lengths,
names that stand once, words that do not belong here, and that the documents name every file, and
no file or function that is gone.

usage: test_structure.py LIBRARY.a [unittest options]
"""

import ast
import fnmatch
import functools
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = pathlib.Path()
ALL_HEADERS = ROOT / "include/dropforge/dropforge.h"  # includes the others

# The modules of the library, and the modules that each may include.
MODULES = {
    "core": (), "print": ("core",), "view": ("core",), "tile": ("core",), "clear": ("core",), "omino": ("core",),
    "bot": ("core",), "game": ("core", "bot", "print"),
}

# The folders inside the modules and the program: each may include those beside it, and no others
# of its own module.
FOLDERS = {
    "src/core/base": "",
    "src/core/board": "base",
    "src/core/image": "base",
    "src/core/format": "base board",
    "src/print/base": "",
    "src/print/pack": "base",
    "src/print/rows": "base pack",
    "src/print/passes": "base bound drops pack rows",
    "src/print/bound": "base",
    "src/print/drops": "base bound",
    "src/print": "base drops pack passes rows",
    "src/tile/count": "",
    "src/tile/tiling": "count",
    "src/clear/find": "",
    "src/clear/solve": "find",
    "src/clear/ask": "find solve",
    "src/omino/shape": "",
    "src/omino/list": "shape",
    "src/omino/count": "shape",
    "src/omino/random": "count shape",
    "src/bot/score": "",
    "src/bot/decide": "score",
    "src/bot/games": "decide score",
    "src/bot/train": "games",
    "src/game": "",
    "src/view": "",
    "cli/base": "",
    "cli/process": "base",
    "cli/picture": "base process",
    "cli/piece": "base picture",
    "cli/formats": "base picture process",
    "cli/terminal": "base formats",
    # The commands; each is declared in cli/commands.h.
    "cli/print": ". base formats picture piece terminal",
    "cli/tile": ". base formats piece process",
    "cli/clear": ". base formats piece",
    "cli/omino": ". base formats process",
    "cli/bot": ". base formats picture piece terminal",
    "cli/train": ". base bot picture process",
    "cli/play": ". base bot clear formats picture piece process terminal",
    "cli/wasi": "base bot play process terminal",
    "cli": "base formats picture process",
}

# The whole of libc that the library uses: headers, and functions by their linker names.
SYSTEM_HEADERS = {
    "assert.h", "inttypes.h", "limits.h", "pthread.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
    "stdlib.h", "string.h",
    "immintrin.h",  # of the compiler: in src/bot/lanes_avx2.c, for x86-64 alone
}
SYSTEM_FUNCTIONS = {
    "__assert_fail", "calloc", "free", "malloc", "memchr", "memcmp", "memcpy", "memmove",
    "memset", "pthread_create", "pthread_join", "qsort", "realloc", "strchr", "strcmp", "strlen",
    "strncmp", "abs", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail",
    "__cpu_model", "__cpu_features2",  # of the compiler: what the machine has
}

MOST_FILES = 40
MOST_FILE_LINES = 600
MOST_FUNCTION_LINES = 80

# The tree speaks of the project alone, not of where or by whom it was written.
STRANGE_WORDS = re.compile(
    r"/(?:work|home|root|Users)/|\b(?:sessions?|agents?|chatbots?|issue #?\d+)\b")
# Turns of phrase that hide who does what; a comment begins with a verb.
DIALECT = re.compile(r"(?:^|[.*]\s+)(?:What|Whether)\b|\bso many\b|\bat a guess\b|\bcome to\b"
                     r"|\bfor those who\b")
MOST_DIALECT = 5  # in 10,000 words of comments
MOST_SHARED_NAMES = 3  # percent of all functions
# The formatter puts the name of a function and its parenthesis on the line that begins the
# definition, and its brace below the last one.
DEFINITION = re.compile(r"^(?!typedef\b)[A-Za-z_][\w \t*]*?[ *](\w+)\([^;{}]*\)[ \n]\{",
                        re.MULTILINE)
STRUCT = re.compile(r"^[ \t]*(?:typedef |static |const )*struct (\w+) \{", re.MULTILINE)
COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)

TEXTS = {".c", ".h", ".py", ".sh", ".md", ".txt", ".build", ".scd", ".map", ".html", ".css",
         ".js", ".mjs", ""}


def source_files(*folders, suffixes=(".c", ".h")):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path


@functools.cache
def tree_files():
    """All files of the project itself: no builds, and not what belongs to the checkout."""
    found = []
    for top in sorted(ROOT.iterdir()):
        if top.name not in (".git", "out") and not top.name.startswith("build"):
            found += sorted(top.rglob("*")) if top.is_dir() else [top]
    return [path for path in found if path.is_file() and "__pycache__" not in path.parts]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def includes(path):
    """The names in the #include lines: ('"', name) or ('<', name)."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', text, re.MULTILINE)


def resolve(path, name):
    """The file that an #include "name" in `path` means."""
    for base in (path.parent, ROOT / "src", ROOT, ROOT / "include"):
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
        self.assertEqual(set(header_owners()), set(source_files("include")) - {ALL_HEADERS})

    def test_arrows_point_one_way(self):
        owners = header_owners()
        for path in source_files("src", "include"):
            if path == ALL_HEADERS:
                continue
            module = module_of(path, owners)
            for kind, name in includes(path):
                target = resolve(path, name) if kind == '"' else None
                if kind == '"':
                    with self.subTest(file=name_of(path), includes=name):
                        self.assertIsNotNone(target)
                        self.assertIn(module_of(target, owners), (module, *MODULES[module]))

    def test_arrows_between_folders(self):
        seen = set()
        for path in source_files("src", "cli"):
            folder = path.parent.relative_to(ROOT)
            seen.add(folder.as_posix())
            top = ROOT.joinpath(*folder.parts[:2 if folder.parts[0] == "src" else 1])
            allowed = {top / name for name in FOLDERS[folder.as_posix()].split()}
            for kind, name in includes(path):
                target = resolve(path, name) if kind == '"' else None
                if target and top in target.parents and target.parent != path.parent:
                    with self.subTest(file=name_of(path), includes=name):
                        self.assertIn(target.parent, allowed)
        self.assertEqual(seen, set(FOLDERS))

    def test_folders_are_not_too_large(self):
        for top in ("src", "cli", "include", "bindings", "tests", "web", "fuzz", "bench"):
            for folder in (ROOT / top, *(ROOT / top).rglob("*/")):
                if not {"data", "corpus", "__pycache__"} & set(folder.relative_to(ROOT).parts):
                    files = [path for path in folder.iterdir() if path.is_file() and path.name != "README.md"]
                    with self.subTest(folder=name_of(folder)):
                        self.assertLessEqual(len(files), MOST_FILES)

    def test_program_uses_public_headers_only(self):
        for path in source_files("cli", "examples"):
            for kind, name in includes(path):
                if kind == '"':
                    with self.subTest(file=name_of(path), includes=name):
                        self.assertIn(resolve(path, name).relative_to(ROOT).parts[0],
                                      ("include", path.relative_to(ROOT).parts[0]))

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
        # What begins with df_ and has parameters is a function, or a type of one; a table is extern.
        public = re.sub(r"typedef [^{;]*;", "", declarations("include"))
        cls.declared = set(re.findall(r"\b(df_\w+)\(|^extern .*\b(df_\w+)[[;]", public, re.M))
        cls.declared = {name for pair in cls.declared for name in pair if name}

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


def find_cycles(graph):
    """The strongly connected components of more than one node (Tarjan 1972)."""
    number, low, stack, cycles = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in graph[node]:
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            part = set()
            while node not in part:
                part.add(stack.pop())
            if len(part) > 1:
                cycles.append(part)

    for node in graph:
        if node not in number:
            visit(node)
    return cycles


class Objects(unittest.TestCase):
    """No object of the library or the program needs another that needs it, but for the tables of
    commands, formats and rules, whose entries need what the table's owner offers."""

    TABLES = ({"commands", "cmd_completions"}, {"image"}, {"tile_listing"}, {"clear_formats"},
              {"options", "guideline"})

    def test_no_cycle(self):
        objects = [*LIBRARY.parent.glob("libdropforge.a.p/*.o"),
                   *LIBRARY.parent.glob("cli/dropforge.p/*.o")]
        owner, wanted = {}, {path.name: set() for path in objects}
        for line in run("nm", "-gA", *map(str, objects)).stdout.splitlines():
            path, _, symbol = line.partition(":")
            # src_core_board_drop.c.o and base_array.c.o are both named after their file.
            name = pathlib.PurePath(path).name
            words = symbol.split()
            if len(words) == 3 and words[1] in "TDRBVW":
                owner[words[2]] = name
            elif len(words) == 2 and words[0] == "U":
                wanted[name].add(words[1])
        graph = {name: {owner[symbol] for symbol in symbols if symbol in owner} - {name}
                 for name, symbols in wanted.items()}
        self.assertGreater(len(graph), 100)
        for cycle in find_cycles(graph):
            with self.subTest(cycle=sorted(cycle)):
                self.assertTrue(any(all(any(name.endswith(f"{table}.c.o") for name in cycle)
                                        for table in tables) for tables in self.TABLES))


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
    """The README of a folder names every file in it, as `name` or `name_*`; docs/architecture.md names
    every folder."""

    def test_readmes(self):
        for folder in sorted({path.parent for path in source_files("src", "cli")}):
            text = (folder / "README.md").read_text(encoding="utf-8")
            patterns = set(re.findall(r"`([\w*]+)(?:\.[ch])?`", text))
            stems = {path.stem for path in folder.glob("*.[ch]")}
            for pattern in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE):
                for name in re.findall(r"`([\w*]+)`", pattern):
                    with self.subTest(folder=name_of(folder), named=name):
                        self.assertTrue(fnmatch.filter(stems, name))
            for stem in stems:
                with self.subTest(folder=name_of(folder), file=stem):
                    self.assertTrue(any(fnmatch.fnmatch(stem, p) for p in patterns))

    def test_architecture(self):
        text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
        for folder in FOLDERS:
            with self.subTest(folder=folder):
                self.assertTrue(f"`{folder}`" in text)


    # A path from the root, perhaps with * or {a,b}, and without the ending of a source file.
    PATH = re.compile(r"(?<![\w./-])((?:src|cli|include|bindings|tests|web|fuzz|bench|examples|docs|debian)"
                      r"/[\w*./{},-]*[\w*}])")

    def test_names_exist(self):
        files = {name_of(path) for path in tree_files()}
        places = files | {parent.as_posix() for name in files
                          for parent in pathlib.PurePath(name).parents}
        texts = source_files("src", "include", "cli", "web", "tests", "fuzz", "bench", "examples",
                             suffixes=(".c", ".h", ".py", ".js", ".mjs"))
        names = set(re.findall(r"\bdf_\w+", "\n".join(path.read_text(encoding="utf-8")
                                                      for path in texts)))

        def exists(path):
            braces = re.search(r"\{([^{}]*)\}", path)
            if braces:
                return all(exists(path[:braces.start()] + part + path[braces.end():])
                           for part in braces[1].split(","))
            # In recipes NAME is the reader's.
            pattern = path.replace("NAME", "*")
            return any(fnmatch.filter(places, pattern + ending) for ending in ("", ".c", ".h"))

        for document in tree_files():
            if document.suffix not in (".md", ".scd") or document.name == "CHANGELOG.md":
                continue
            for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
                with self.subTest(place=f"{name_of(document)}:{number}"):
                    self.assertEqual([path for path in self.PATH.findall(line)
                                      if not exists(path)], [])
                    # df_x_ begins the names of a family.
                    self.assertEqual([name for name in re.findall(r"\bdf_\w+", line)
                                      if name not in names and not (
                                          name.endswith("_") and
                                          any(other.startswith(name) for other in names))], [])


    def test_links_lead_somewhere(self):
        for document in tree_files():
            if document.suffix != ".md":
                continue
            for link, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)",
                                           document.read_text(encoding="utf-8")):
                target = document.parent / link if link else document
                with self.subTest(document=name_of(document), link=link, anchor=anchor):
                    self.assertTrue(target.exists())
                    if anchor:
                        titles = re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
                        self.assertIn(anchor, [re.sub(r"[^\w -]", "", title.lower()).replace(
                            " ", "-") for title in titles])


class Names(unittest.TestCase):
    """A name that stands once is found by a search, a stack trace and a profile alike."""

    def places(self, pattern):
        """The files in which each name stands."""
        found = {}
        for path in source_files("src", "cli", "include"):
            text = COMMENT.sub("", path.read_text(encoding="utf-8"))
            for name in pattern.findall(text):
                found.setdefault(name, set()).add(name_of(path))
        return found

    def test_functions_stand_once(self):
        # Those of cli/wasi stand in for others, by the same headers.
        found = {name: {file for file in files if not file.startswith("cli/wasi/")}
                 for name, files in self.places(DEFINITION).items()}
        total = sum(map(len, found.values()))
        shared = {name: files for name, files in found.items() if len(files) > 1}
        self.assertGreater(total, 2000)
        count = sum(map(len, shared.values()))
        self.assertLessEqual(100 * count, MOST_SHARED_NAMES * total, shared)

    def test_structs_stand_once(self):
        found = self.places(STRUCT)
        self.assertGreater(len(found), 400)
        self.assertEqual({name: files for name, files in found.items() if len(files) > 1}, {})


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
        self.assertLessEqual({"df_look", "df_motion", "df_game_button"}, kinds)

    def test_javascript_has_no_list_of_names(self):
        """Those that web/names.c writes stand in the library alone."""
        names = {name for file in ("rotation.c", "dealer.c")
                 for name in re.findall('"([^"\n]*)"', (ROOT / "src/core/board" / file).read_text())}
        self.assertLessEqual({"srs+180", "ars", "uniform"}, names)
        for path in source_files("web", suffixes=(".js",)):
            for found in re.findall(r'\["[^\]]*"\]', path.read_text(encoding="utf-8")):
                self.assertTrue(found.count(",") < 2 or set(re.findall('"([^"]*)"', found)) - names, found)


class Texts(unittest.TestCase):
    def test_versions_agree(self):
        build = re.search(r"version: '(.*)'", (ROOT / "meson.build").read_text())
        header = (ROOT / "include/dropforge/base.h").read_text()
        self.assertIn(f'#define DF_VERSION "{build.group(1)}"\n', header)

    def test_files_are_not_too_long(self):
        long = set()
        for path in tree_files():
            if "data" not in path.parts and path.suffix in TEXTS | set(FUNCTIONS):
                lines = path.read_text(encoding="utf-8", errors="replace").count("\n")
                if lines > MOST_FILE_LINES:
                    long.add(name_of(path))
        self.assertEqual(long, set())

    def test_functions_are_not_too_long(self):
        for path in tree_files():
            for line, length in FUNCTIONS.get(path.suffix, lambda _: ())(path):
                with self.subTest(file=name_of(path), line=line):
                    self.assertLessEqual(length, MOST_FUNCTION_LINES)

    def test_comments_are_plain(self):
        text = " ".join(comment for path in source_files("src", "cli", "include")
                        for comment in COMMENT.findall(path.read_text(encoding="utf-8")))
        words = len(text.split())
        found = [" ".join(text[at.start():at.end() + 50].split()) for at in DIALECT.finditer(text)]
        self.assertGreater(words, 10000)
        self.assertLessEqual(10000 * len(found), MOST_DIALECT * words, "\n".join(found))

    def test_words(self):
        for path in tree_files():
            if path.suffix not in TEXTS or path == pathlib.Path(__file__).resolve():
                continue
            if "data" in path.parts:
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            found = [f"{name_of(path)}:{number}: {line}" for number, line in enumerate(text.splitlines(), 1)
                     if STRANGE_WORDS.search(line)]
            self.assertEqual(found, [])


if __name__ == "__main__":
    LIBRARY = pathlib.Path(sys.argv.pop(1))
    unittest.main()
