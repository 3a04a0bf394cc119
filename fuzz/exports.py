#!/usr/bin/env python3
"""Writes the declarations of what the glue of the pages and of the npm package exports.

usage: exports.py OUTPUT FILE...

Types that only a file of the glue knows are void.
"""
import pathlib
import re
import sys

# Names that the targets have otherwise.
RENAMED = {"begin": "page_begin", "poll": "page_poll"}


def declare(text):
    """The declarations of one file."""
    own = re.findall(r"^} (\w+);$", text, re.M)
    for found in re.finditer(r"^WASM_EXPORT\(\w+\)\s+([^{]+?)\s*\{$", text, re.M):
        line = " ".join(found[1].split())
        line = re.sub(rf"\b(?:{'|'.join(own)}) \*", "void *", line) if own else line
        yield re.sub(r"\w+(?=\()", lambda name: RENAMED.get(name[0], name[0]), line) + ";"


def main():
    output, *files = map(pathlib.Path, sys.argv[1:])
    lines = ["#pragma once", *(f'#include "{name}.h"' for name in (
        "dropforge/dropforge", "web/answer", "web/play_pieces", "web/printer_look", "web/npm/npm"))]
    for file in files:
        lines += declare(file.read_text(encoding="utf-8"))
    output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
