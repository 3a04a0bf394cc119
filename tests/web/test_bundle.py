"""Makes small pages with web/bundle.py.

usage: test_bundle.py ESBUILD [CASE]...
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zlib

from tests.support import tap

BUNDLE = pathlib.Path(__file__).resolve().parents[2] / "web" / "bundle.py"
WASM = b"\0asm and so on" * 100


class Bundle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("page.wasm", WASM.decode())

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def run_bundle(self, page, *options):
        self.write("page.html", page)
        return subprocess.run(
            [sys.executable, BUNDLE, "page.html", "-o", "out.html", "--wasm", "page.wasm",
             "--esbuild", sys.argv[1], *options],
            cwd=self.folder, capture_output=True, text=True, check=False)

    def make(self, page, *options):
        done = self.run_bundle(page, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return (self.folder / "out.html").read_text(encoding="utf-8")

    def refuse(self, page, *options):
        done = self.run_bundle(page, *options)
        self.assertEqual(done.returncode, 1)
        self.assertFalse((self.folder / "out.html").exists())
        return done.stderr.splitlines()[-1]

    def test_values_are_text(self):
        text = self.make('<p title="{{a}}">{{b}}</p>', "--set", 'a="x"&', "--set", "b=<b>=c</b>")
        self.assertEqual(
            text, '<p title="&quot;x&quot;&amp;">&lt;b&gt;=c&lt;/b&gt;</p>\n')

    def test_values_and_places_agree(self):
        self.assertIn("agree on: a", self.refuse("<p>{{a}}</p>"))
        self.assertIn("agree on: b", self.refuse("<p></p>", "--set", "b=1"))

    def test_comments_and_layout_go(self):
        self.assertEqual(self.make("<p>\n  <!-- no\n one -->\n\n  text\n</p>"),
                         "<p>\ntext\n</p>\n")

    def test_modules_are_joined(self):
        self.write("one.js", 'import { two } from "./two.js";\nconsole.log(two);\n')
        self.write("two.js", 'export const two = "</script> ü";\n')
        text = self.make('<script type="module" src="one.js"></script>')
        self.assertRegex(text, r'^<script type="module">.*</script>$')
        self.assertEqual(text.count("</script>"), 1)
        self.assertIn("ü", text)
        self.assertNotIn("import", text)

    def test_styles_are_put_in(self):
        self.write("a.css", "a {\n  color: red;\n}\n")
        self.assertEqual(self.make('<link rel="stylesheet" href="a.css">'),
                         "<style>a{color:red}</style>\n")

    def test_only_these_scripts_run(self):
        self.write("one.js", 'console.log("ü");\n')
        text = self.make('<meta charset="utf-8">\n<script src="one.js"></script>\n<script src="x.js" defer></script>')
        script = re.search(r"<script>(.*)</script>", text)[1]
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertIn(f"script-src 'wasm-unsafe-eval' 'self' file: 'sha256-{digest}'\">", text)
        self.assertIn("\"default-src 'none';", text)

    def test_webassembly_is_packed(self):
        self.write("one.js", 'import packed from "page.wasm";\nconsole.log(packed);\n')
        text = self.make('<script src="one.js"></script>')
        packed = re.search(r'"(eN[\w+/=]+)"', text)[1]
        self.assertEqual(zlib.decompress(base64.b64decode(packed)), WASM)

    def test_mistakes_are_told(self):
        self.write("bad.js", "let let = 1;")
        self.assertEqual(self.refuse('<script src="bad.js"></script>'),
                         "bundle.py: bad.js cannot be bundled; see above")
        self.assertIn("none.css", self.refuse('<link rel="stylesheet" href="none.css">'))

    def test_the_files_are_told(self):
        self.write("one.js", 'import "./two.js";\n')
        self.write("two.js", "console.log(2);\n")
        self.make('<script src="one.js"></script>', "--depfile", "d")
        target, _, names = (self.folder / "d").read_text().strip().partition(": ")
        self.assertEqual(target, "out.html")
        self.assertEqual([pathlib.Path(name).name for name in names.split()],
                         ["one.js", "page.html", "two.js"])
        for name in names.split():
            self.assertTrue(pathlib.Path(name).exists(), name)


if __name__ == "__main__":
    tap.run(sys.argv[2:])
