#!/usr/bin/env python3
"""Makes one HTML file of a page: scripts, styles and WebAssembly are all inside.

usage: bundle.py PAGE.html -o OUT.html [--wasm PAGE.wasm] [--set NAME=VALUE]... [options]

In PAGE.html, <link rel="stylesheet" href="FILE"> becomes the style sheet and <script src="FILE">
the script, both minified by esbuild. Scripts are ES modules: what they import is joined into
them, and the import of "page.wasm" is the compressed WebAssembly, which wasm.js unpacks; that of a .drops file is its text,
and that of "names.js" the file of --module with this name. Every
{{NAME}} becomes the VALUE of --set, as text.

The page gets a Content-Security-Policy, behind <meta charset="utf-8">: it runs only these scripts, and asks
the network for nothing but what is beside it.
"""

import argparse
import base64
import hashlib
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

LINK = re.compile(r'<link rel="stylesheet" href="([^":]+)">')
SCRIPT = re.compile(r'<script((?: [a-z]+(?:="[^"]*")?)*) src="([^":]+)"></script>')
BESIDE = re.compile(r'<script src="[^":]+" defer>')
CHARSET = '<meta charset="utf-8">\n'
# Without the scripts. A page from a disk is beside files of no host, which "self" may not be.
POLICY = ("default-src 'none';img-src data: blob:;media-src data: blob:;style-src 'unsafe-inline';"
          "worker-src 'self' blob:;manifest-src data:;frame-src 'self' file:;base-uri 'none';form-action 'none'")
PLACE = re.compile(r"\{\{(\w+)\}\}")


class Mishap(Exception):
    """What is wrong and what to do, for a person."""


class Bundle:
    """One page on its way into one file."""

    def __init__(self, page, esbuild, folder, wasm, modules):
        self.page = page
        self.esbuild = esbuild
        self.folder = pathlib.Path(folder)
        self.modules = modules
        self.read = {page}  # all files that the page is made of
        self.packed = self.folder / "page.wasm"
        self.packed.write_bytes(zlib.compress(wasm.read_bytes(), 9) if wasm else b"")

    def build(self, name):
        """A script or style sheet with all that it imports."""
        made, about = self.folder / "made", self.folder / "about.json"
        done = subprocess.run(
            [self.esbuild, str(self.page.parent / name), "--bundle", "--minify",
             "--format=iife", "--target=es2022", "--charset=utf8", "--log-level=warning",
             "--loader:.wasm=binary", "--loader:.drops=text",
             f"--alias:page.wasm={self.packed}",
             *(f"--alias:{module.name}={module.resolve()}" for module in self.modules),
             f"--outfile={made}", f"--metafile={about}"],
            capture_output=True, encoding="utf-8", check=False)
        sys.stderr.write(done.stderr)
        if done.returncode != 0:
            raise Mishap(f"{name} cannot be bundled; see above")
        inputs = (pathlib.Path(path) for path in json.loads(about.read_text())["inputs"])
        self.read.update(path for path in inputs if path.resolve() != self.packed.resolve())
        return made.read_text(encoding="utf-8").strip()

    def make(self, values):
        """The text of the page."""
        text = self.page.read_text(encoding="utf-8")
        missing = set(PLACE.findall(text)) ^ set(values)
        if missing:
            raise Mishap(f"{self.page.name} and --set do not agree on: {', '.join(missing)}")
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
        text = "\n".join(filter(None, (line.strip() for line in text.splitlines()))) + "\n"
        text = PLACE.sub(lambda found: html.escape(values[found[1]]), text)
        text = LINK.sub(lambda found: f"<style>{self.build(found[1])}</style>", text)
        scripts = ["'wasm-unsafe-eval'", *("'self' file:" for _ in BESIDE.findall(text))]

        def put(found):
            script = self.build(found[2])
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            scripts.append(f"'sha256-{digest}'")
            return f"<script{found[1]}>{script}</script>"
        text = SCRIPT.sub(put, text)
        policy = f"{POLICY};script-src {' '.join(scripts)}"
        return text.replace(
            CHARSET, f'{CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">\n', 1)


def assignment(text):
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE")
    return name, value


def write_depfile(path, target, sources):
    names = sorted(os.path.abspath(source).replace(" ", "\\ ") for source in sources)
    path.write_text(f"{target}: {' '.join(names)}\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="makes one HTML file of a page")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--wasm", type=pathlib.Path, help="none: the page has no such script")
    parser.add_argument("--module", type=pathlib.Path, action="append", default=[],
                        help="a script that others import by its name")
    parser.add_argument("--set", type=assignment, action="append", default=[],
                        metavar="NAME=VALUE")
    parser.add_argument("--esbuild", default="esbuild", help="the program")
    parser.add_argument("--depfile", type=pathlib.Path, help="write the files that were read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            bundle = Bundle(options.page, options.esbuild, folder, options.wasm, options.module)
            text = bundle.make(dict(options.set))
            options.output.write_text(text, encoding="utf-8")
            if options.depfile is not None:
                write_depfile(options.depfile, options.output, bundle.read)
        except (Mishap, OSError) as mishap:
            sys.exit(f"bundle.py: {mishap}")


if __name__ == "__main__":
    main()
