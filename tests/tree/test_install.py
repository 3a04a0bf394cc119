"""Installs the library and the program into an empty folder, and uses them from there alone, as
other projects do: through pkg-config and the installed headers.

usage: test_install.py BUILD COMPILER...
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tests.oracle import oracle
from tests.support import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
SHOWN = re.findall(r"^ +(df_\w+);$", (ROOT / "src/dropforge.map").read_text(), re.M)


def run(*command, **options):
    """Runs a command that has to succeed; returns its standard output."""
    options.setdefault("text", True)
    done = subprocess.run(list(map(str, command)), capture_output=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.stage = cls.folder / "stage"
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", cls.stage,
            "--tags", "runtime,devel")
        cls.shared = cls.find("libdropforge.so")
        description = cls.find("dropforge.pc")
        cls.environment = {
            **os.environ, "PKG_CONFIG_PATH": str(description.parent),
            "PKG_CONFIG_SYSROOT_DIR": str(cls.stage),
            "LD_LIBRARY_PATH": str(cls.shared.parent),
        }

    @classmethod
    def find(cls, name):
        """The one installed file of that name or pattern."""
        places = list(cls.stage.rglob(name))
        assert len(places) == 1, f"{name}: {places}"
        return places[0]

    def flags(self, *options):
        return run("pkg-config", *options, "dropforge", env=self.environment).split()

    def build(self, source, *more):
        """Compiles and links a program against what is installed."""
        program = self.folder / source.stem
        run(*COMPILER, "-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", source, *more,
            *self.flags("--cflags", "--libs"), "-o", program)
        return program

    def run_example(self, name, *more, **options):
        program = self.build(EXAMPLES / f"{name}.c", *more)
        return run(program, env=self.environment, **options)

    def test_shared_library_has_a_version(self):
        version = self.flags("--modversion")[0]
        self.assertEqual(self.shared.resolve().name, f"libdropforge.so.{version}")
        headers = run("objdump", "-p", self.shared)
        self.assertEqual(re.findall(r"SONAME +(\S+)", headers), ["libdropforge.so.0"])
        self.assertEqual(set(re.findall(r"NEEDED +(\S+)", headers)) - {"libpthread.so.0"},
                         {"libc.so.6"})

    def test_shared_library_shows_its_list_of_functions(self):
        symbols = run("nm", "-D", "--defined-only", self.shared).splitlines()
        self.assertEqual([line.split()[-1] for line in symbols], SHOWN)

    def test_all_headers_are_there(self):
        place = self.find("plan.h").parent
        self.assertEqual(sorted(path.name for path in place.iterdir()),
                         sorted(path.name for path in (ROOT / "include/dropforge").iterdir()))

    def test_completions_are_there(self):
        for name in ("dropforge.bash", "_dropforge", "dropforge.fish"):
            self.assertIn("dropforge", self.find(name).read_text())

    def test_links_with_cpp(self):
        compiler = shutil.which("c++") or shutil.which("clang++-14")
        if compiler is None:
            self.skipTest("no C++ compiler")
        source = self.folder / "all.cpp"
        names = sorted(path.name for path in self.find("plan.h").parent.iterdir())
        source.write_text("".join(f'#include "dropforge/{name}"\n' for name in names)
                          + "int main() { return *df_status_names[DF_OK] == 0; }\n")
        program = self.folder / "all"
        run(compiler, "-std=c++11", "-Wall", "-Wextra", "-Werror", source,
            *self.flags("--cflags", "--libs"), "-o", program)
        run(program, env=self.environment)

    def test_links_statically(self):
        archive = self.find("libdropforge.a")
        program = self.folder / "alone"
        run(*COMPILER, "-std=c11", EXAMPLES / "hexominoes.c", *self.flags("--cflags"), archive,
            "-pthread", "-o", program)
        self.assertNotIn("dropforge", run("objdump", "-p", program).split("\n", 3)[-1])
        self.assertIn("\n35 free polyominoes", run(program))

    def test_every_example_is_run_here(self):
        tests = unittest.defaultTestLoader.getTestCaseNames(type(self))
        for path in EXAMPLES.glob("*.c"):
            self.assertIn(f"test_example_{path.stem}", tests)
            self.assertLess(path.read_text().count("\n"), 80, path.name)
            self.assertIn(f"`{path.name}`", (EXAMPLES / "README.md").read_text())

    def test_example_print_sprite(self):
        if tap.QUICK:  # it is compiled, at least
            self.build(EXAMPLES / "print_sprite.c")
            return
        plan = oracle.read(self.run_example("print_sprite").encode())
        colors = {".": (0, 0, 0, 0), "r": (216, 40, 0, 255), "w": (252, 252, 252, 255), "s": (240, 188, 60, 255)}
        rows = re.findall(r"[.rws]{8}", (EXAMPLES / "print_sprite.c").read_text())
        self.assertIsNone(oracle.compare(plan, [[colors[letter] for letter in row] for row in rows]))

    def test_example_hexominoes(self):
        lines = self.run_example("hexominoes").splitlines()
        self.assertEqual(lines[-1], "35 free polyominoes of 6 squares")
        self.assertEqual("".join(lines[:-1]).count("#"), 35 * 6)

    def test_example_count_tilings(self):
        self.assertEqual(self.run_example("count_tilings"), run(self.find("bin/*"), "tile", "count", "40x4"))

    def test_example_perfect_clear(self):
        *drops, last = self.run_example("perfect_clear").splitlines()
        self.assertEqual((len(drops), last), (10, "nothing is left"))
        plan = "dropforge-drops 1\nfield 10 20\nrules srs\n" + "\n".join(drops) + "\n"
        self.assertIn("\"rows_cleared\":\t4", run(self.find("bin/*"), "replay", "-", "--json", input=plan))

    def test_example_bot(self):
        *_, last = self.run_example("bot").splitlines()
        self.assertRegex(last, r"^1000 pieces, 3\d\d rows cleared$")

    def test_example_replay(self):
        plan = b"dropforge-drops 1\nfield 4 10\nS N 0 0\nI E 2 2\nI E 3 0\nI E 0 1\n"
        images = self.run_example("replay", input=plan, text=False)
        begin = b"P6\n32 80\n255\n"
        size = len(begin) + 3 * 32 * 80
        self.assertGreaterEqual(len(images) // size, 3)
        self.assertEqual(images.count(begin) * size, len(images))


if __name__ == "__main__":
    BUILD, COMPILER = sys.argv[1], sys.argv[2:]
    tap.run([])
