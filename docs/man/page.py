#!/usr/bin/env python3
"""Writes a manual page: its text, with the parts that several pages share, through scdoc.

usage: page.py PAGE.scd [SCDOC]

Without SCDOC it writes the whole text. A line '; include PART' stands for the file PART beside
the page.
"""

import pathlib
import re
import subprocess
import sys


def read(path):
    """The text of a page with its parts in place."""
    return re.sub(r"(?m)^; include (\S+)\n",
                  lambda line: (path.parent / line[1]).read_text("utf-8"),
                  path.read_text("utf-8"))


if __name__ == "__main__":
    text = read(pathlib.Path(sys.argv[1]))
    if len(sys.argv) < 3:
        sys.stdout.write(text)
        sys.exit()
    sys.exit(subprocess.run(sys.argv[2:3], input=text.encode(), check=False).returncode)
