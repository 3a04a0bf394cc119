"""Keeps what the Python tests produce, so that other programs can look at it.

Where the environment names a folder in DROPFORGE_TEST_KEEP, copies of all plans, lists of pieces,
fumens and games go there; test_kept.py reads them. Without it nothing is done. tests/support/keep.c does
the same for the C tests.
"""

import hashlib
import os
import pathlib
import re

FOLDER = os.environ.get("DROPFORGE_TEST_KEEP")
MOST_BYTES = 1 << 22
KINDS = {
    "drops": re.compile(rb"dropforge-drops"),
    "pieces": re.compile(rb"dropforge-pieces"),
    "game": re.compile(rb"dropforge-game"),
    "fumen": re.compile(rb"v115@"),
    "blocks": re.compile(rb"[0-9A-Fa-f]{6}( [0-9A-Fa-f]{6}){0,2} *\r?\n *\r?\n"),
}


def kind_of(data):
    """Which of the texts it is by how it begins, or None."""
    return next((kind for kind, begin in KINDS.items() if begin.match(data)), None)


def text(data):
    """Keeps a text that the program wrote, if it is one of those."""
    if FOLDER and len(data) <= MOST_BYTES and kind_of(data):
        path = pathlib.Path(FOLDER, "python-" + hashlib.sha256(data).hexdigest()[:16])
        if not path.exists():
            path.write_bytes(data)


def files(folder, given=()):
    """Keeps all files of a folder that are such texts, but no fumens that were given to it."""
    for path in pathlib.Path(folder).iterdir() if FOLDER else ():
        try:
            if path.is_file() and path.stat().st_size <= MOST_BYTES:
                with path.open("rb") as file:
                    kind = kind_of(file.read(64))
                if kind and (kind != "fumen" or path.name not in given):
                    text(path.read_bytes())
        except OSError:
            pass  # a test that still runs may rename or lock what it has
