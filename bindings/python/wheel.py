#!/usr/bin/env python3
"""Makes a wheel of the package and its shared library, the same bytes each time.

usage: wheel.py FOLDER VERSION README LICENSE OUTPUT

FOLDER has `dropforge` with the library. The name of the wheel, which is printed, says for which
systems it is: the oldest glibc that has all symbols which the library asks for, by `objdump`.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

# Shared libraries that every manylinux system has (PEP 600).
ALLOWED = re.compile(r"lib(c|m|pthread|dl|rt)\.so\.\d+|ld-linux.*\.so\.\d+")
EARLIEST = 315532800  # 1980, before which no zip can say


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def platform_tag(library):
    """manylinux_2_34_x86_64 for a library that needs glibc 2.34; linux_x86_64 where that is unknown."""
    machine = os.uname().machine
    try:
        needed = re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", library))
        versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", run("objdump", "-T", library))
    except (OSError, subprocess.CalledProcessError):
        return f"linux_{machine}"
    if not versions or not all(map(ALLOWED.fullmatch, needed)):
        return f"linux_{machine}"
    # PEP 600 begins with 2.5; x86-64 has nothing older than 2.2.5.
    major, minor = max((2, 5), *((int(major), int(minor)) for major, minor in versions))
    return f"manylinux_{major}_{minor}_{machine}"


def metadata(version, readme):
    head = (f"Metadata-Version: 2.1\nName: dropforge\nVersion: {version}\n"
            "Summary: Everything that can be made by dropping polyominoes into a playfield\n"
            "License: MIT\nRequires-Python: >=3.9\n"
            "Classifier: Operating System :: POSIX :: Linux\nClassifier: Typing :: Typed\n"
            "Description-Content-Type: text/markdown\n\n")
    return (head + readme).encode()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def collect(folder, version, readme, license_file, tag):
    """The files of the wheel by their names."""
    info = f"dropforge-{version}.dist-info"
    files = {path.relative_to(folder).as_posix(): path.read_bytes()
             for path in sorted((folder / "dropforge").iterdir())
             if path.suffix in (".py", ".so", ".dylib", ".typed")}
    files[f"{info}/LICENSE"] = license_file.read_bytes()
    files[f"{info}/METADATA"] = metadata(version, readme.read_text(encoding="utf-8"))
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: dropforge {version}\n"
                              f"Root-Is-Purelib: false\nTag: py3-none-{tag}\n").encode()
    lines = "".join(record_line(name, data) for name, data in files.items())
    files[f"{info}/RECORD"] = (lines + f"{info}/RECORD,,\n").encode()
    return files


def write(path, files):
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST)), EARLIEST))[:6]
    with zipfile.ZipFile(path, "w") as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on any system
            entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
            wheel.writestr(entry, data, compresslevel=9)


def main():
    folder, version, readme, license_file, output = sys.argv[1:]
    folder = pathlib.Path(folder)
    library = next(path for path in sorted((folder / "dropforge").glob("libdropforge.*")))
    tag = platform_tag(library)
    files = collect(folder, version, pathlib.Path(readme), pathlib.Path(license_file), tag)
    path = pathlib.Path(output) / f"dropforge-{version}-py3-none-{tag}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, files)
    print(path)


if __name__ == "__main__":
    main()
