"""The Python package as a package: its declarations are those of the headers, its wheel installs and
has the same bytes each time, its objects are copied or refuse that, its types hold, and the examples of its document run.

usage: test_python_package.py PROGRAM PACKAGE COMPILER...
PACKAGE is the folder that has `dropforge`.
"""

import ast
import contextlib
import copy
import ctypes
import importlib.util
import io
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from tests.support import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/use/python.md"
SHOWN = re.findall(r"^ +(df_\w+);$", (ROOT / "src/dropforge.map").read_text(), re.M)


def run(*command, **options):
    """Runs a command that has to succeed; returns its standard output."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Temporary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


class Declarations(Temporary):
    """What the package believes of the library, compared by a C compiler with the headers."""

    def assertions(self):
        for name, value in vars(abi).items():
            if name.startswith("DF_") and isinstance(value, int):
                yield f"{name} == {value}{'u' if value > 2**31 else ''}{'ll' if value > 2**31 else ''}"
        structs = {name: kind for name, kind in vars(abi).items()
                   if isinstance(kind, type) and issubclass(kind, ctypes.Structure)}
        unnamed = {}  # structs that have no name in C
        for outer, kind in structs.items():
            for field, inner in kind._fields_:
                at = "[0]" if hasattr(inner, "_length_") else ""
                if structs.get(f"{outer}_{field}") is (inner._type_ if at else inner):
                    unnamed[f"{outer}_{field}"] = f"__typeof__((({outer} *)0)->{field}{at})"
        for own_name, kind in structs.items():
            name = unnamed.get(own_name, own_name)
            yield f"sizeof({name}) == {ctypes.sizeof(kind)}"
            for field, inner in kind._fields_:
                place = getattr(kind, field)
                yield f"offsetof({name}, {field}) == {place.offset}"
                if place.size > 0:  # not at the end, without a size
                    yield f"sizeof((({name} *)0)->{field}) == {ctypes.sizeof(inner)}"

    def test_layouts(self):
        headers = sorted((ROOT / "include/dropforge").glob("*.h"))
        lines = ["#include <stddef.h>", *(f'#include "dropforge/{path.name}"' for path in headers),
                 *(f'_Static_assert({text}, "");' for text in self.assertions())]
        self.assertGreater(len(lines), 1000)
        source = self.folder / "layouts.c"
        source.write_text("\n".join(lines) + "\n")
        check = [*COMPILER, "-std=c11", "-fsyntax-only", "-I", ROOT / "include", source]
        run(*check)
        # A struct that has changed does not pass.
        source.write_text(source.read_text().replace(f"sizeof(df_drop) == {ctypes.sizeof(abi.df_drop)}",
                                                     "sizeof(df_drop) == 6"))
        self.assertRaises(AssertionError, run, *check)

    def test_functions(self):
        self.assertEqual(sorted([*abi.FUNCTIONS, *abi.TABLES]), sorted(SHOWN))
        text = "\n".join(path.read_text() for path in (ROOT / "include/dropforge").glob("*.h"))
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for name, (_, *arguments) in abi.FUNCTIONS.items():
            declared = re.search(rf"\b{name}\(([^;]*?)\)(?: DF_TEXT_FORMAT\(\d, \d\))?;", text)[1]
            count = 0 if declared == "void" else declared.count(",") + 1 - ("..." in declared)
            self.assertEqual(len(arguments), count, name)

    def test_other_libraries_are_refused(self):
        wrong = self.folder / "wrong.c"
        wrong.write_text('const char *df_version = "0.0.0";\n'
                         + "".join(f"void {name}(void) {{}}\n" for name in SHOWN
                                   if name != "df_version"))
        library = self.folder / "libwrong.so"
        run(*COMPILER, "-shared", "-fPIC", "-o", library, wrong)
        for path, wanted in ((library, "is dropforge 0.0.0"), (self.folder / "none.so", "none.so")):
            done = subprocess.run([sys.executable, "-c", "import dropforge"], capture_output=True,
                                  text=True, check=False, env={
                                      **os.environ, "DROPFORGE_LIBRARY": str(path),
                                      "PYTHONPATH": str(PACKAGE)})
            self.assertIn(wanted, done.stderr)


class Copies(unittest.TestCase):
    def test_by_their_text(self):
        plan = dropforge.print([".##.", "#OO#"], deal="bag", seed=3)
        picture = dropforge.Picture(plan.picture().pixels(), palette="guideline")
        for make in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
            again = make(plan)
            self.assertEqual((str(again), again.deal), (str(plan), plan.deal))
            again.close()
            other = make(picture)
            for name in ("pixels", "letters", "prepared", "anchors", "exact", "colors"):
                one, two = getattr(picture, name), getattr(other, name)
                self.assertEqual(one() if name == "pixels" else one, two() if name == "pixels" else two)
            for wish in ("", "IO", 5, {"V": "#./##"}, "dropforge-pieces 1\npiece V #./##\n", dropforge.Pieces(4)):
                pieces = dropforge.Pieces(wish)
                self.assertEqual((make(pieces).list, make(pieces).is_turned_over), (pieces.list, pieces.is_turned_over))
            field = plan.field()
            self.assertEqual((make(field).rows(), make(field).squares, make(field).pieces),
                             (field.rows(), field.squares, field.pieces))

    def test_others_are_refused(self):
        bot = dropforge.Bot("lee4")
        for one in (bot, bot.game(), dropforge.Boards(2), dropforge.Tilings(4, 4)):
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, f"^a {type(one).__name__} cannot be copied or pickled"):
                    make(one)

    def test_half_made_objects_end_quietly(self):
        script = ("import sys; sys.path.insert(0, sys.argv[1]); import dropforge as df\n"
                  "from dropforge import _library\n"
                  "for kind in (_library.Resource, _library.Caller, df.Plan, df.Picture, df.Bot): kind.__new__(kind)\n"
                  "for wrong in (df.Picture, df.Plan, lambda: df.Bot('x'), _library.Resource):\n"
                  "    try: wrong()\n"
                  "    except (TypeError, ValueError): pass\n"
                  "kept = df.print(['#']), df.Bot(), df.Boards(2); kept[0].me = kept\n")
        done = subprocess.run([sys.executable, "-c", script, sys.argv[2]], capture_output=True, check=True)
        self.assertEqual((done.stdout, done.stderr), (b"", b""))


class Wheel(Temporary):
    """The wheel, and what is installed by it."""

    def make(self, name, **environment):
        output = self.folder / name
        path = run(sys.executable, ROOT / "bindings/python/wheel.py", PACKAGE, dropforge.__version__,
                   DOCUMENT, ROOT / "LICENSE", output, env={**os.environ, **environment})
        return pathlib.Path(path.strip())

    def test_wheel(self):
        wheel, again = self.make("one"), self.make("two")
        self.assertEqual(wheel.read_bytes(), again.read_bytes())
        self.assertRegex(wheel.name, r"^dropforge-[\d.]+-py3-none-(many)?linux_\w+\.whl$")
        with zipfile.ZipFile(wheel) as files:
            names = files.namelist()
            self.assertIsNone(files.testzip())
            record = files.read(names[-1]).decode().splitlines()
            files.extractall(self.folder / "site")
        self.assertEqual([line.partition(",")[0] for line in record], names)
        for name in ("__init__.py", "_abi.py", "gym.py", "py.typed", "libdropforge.so"):
            self.assertIn(f"dropforge/{name}", names)
        self.use(self.folder / "site")

    def use(self, site):
        """Imports it from there alone."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DROPFORGE_LIBRARY", "PYTHONPATH")}
        said = run(sys.executable, "-c", "import dropforge; print(dropforge.__file__, "
                   "dropforge.count_tilings(10, 4))", cwd=self.folder,
                   env={**environment, "PYTHONPATH": str(site)})
        self.assertTrue(said.startswith(str(site)), said)
        self.assertTrue(said.endswith(" 796558\n"), said)

    @unittest.skipIf(importlib.util.find_spec("pip") is None, "no pip")
    def test_pip_installs_it(self):
        site = self.folder / "pip"
        run(sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "-q",
            "--no-index", "--no-deps", "--no-compile", "--target", site, self.make("wheel"))
        self.use(site)

    @unittest.skipIf(shutil.which("objdump") is None, "no objdump")
    def test_its_name_says_which_glibc_it_needs(self):
        library = PACKAGE / "dropforge/libdropforge.so"
        wanted = re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", library))
        newest = max((int(major), int(minor)) for major, minor in wanted)
        self.assertIn(f"-manylinux_{newest[0]}_{newest[1]}_", self.make("wheel").name)


class Types(unittest.TestCase):
    @unittest.skipIf(shutil.which("mypy") is None, "no mypy")
    def test_strictly(self):
        with tempfile.TemporaryDirectory() as cache:
            names = [path for path in (PACKAGE / "dropforge").glob("*.py")
                     if path.name != "gym.py" or importlib.util.find_spec("gymnasium")]
            run("mypy", "--strict", "--no-error-summary", "--follow-imports=silent",
                f"--cache-dir={cache}", *names, cwd=PACKAGE)


class Document(unittest.TestCase):
    """docs/use/python.md."""

    def test_examples(self):
        blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
        shown = [call for block in blocks for call in ast.walk(ast.parse(block))
                 if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"]
        self.assertGreaterEqual(sum(len(call.args) for call in shown), 50)
        names = {}
        for block in blocks:
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(compile(block, "docs/use/python.md", "exec"), names)  # pylint: disable=exec-used
            wanted = re.findall(r"print\(.*\)  # (.*)$", block, re.MULTILINE)
            self.assertEqual(said.getvalue().splitlines(), wanted, block)

    def test_all_names_are_told_of(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        for name in dropforge.__all__:
            if name[0].islower():
                self.assertRegex(text, rf"\b{name}\b")


if __name__ == "__main__":
    PACKAGE = pathlib.Path(sys.argv[2]).resolve()
    COMPILER = sys.argv[3:]
    sys.path.insert(0, str(PACKAGE))
    import dropforge
    from dropforge import _abi as abi
    tap.run([])
