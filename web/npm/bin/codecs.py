#!/usr/bin/env python3
"""Compiles the libraries that the program uses to WebAssembly, from Debian's source packages, into
one archive. Their headers and licences are put beside it.

usage: codecs.py SOURCES FOLDER COMPILER [FLAG]...

SOURCES is the folder that debian/sources has filled. FOLDER gets codecs.a, include/ and licences.txt.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

# For each package: the sources and the headers, as globs; a pattern of sources to leave out, of which the
# program calls none; the macros; and the headers that its configuration would write: from a template and values, or a text.
LIBRARIES = {
    "giflib": {
        "sources": ["dgif_lib.c", "egif_lib.c", "gif_err.c", "gif_hash.c", "gifalloc.c",
                    "openbsd-reallocarray.c"],
        "headers": ["gif_lib.h"],
    },
    "jansson": {
        "sources": ["src/*.c"],
        "without": r"dump|pack_unpack|version",
        "headers": ["src/jansson.h"],
        "macros": ["HAVE_STDINT_H"],
        "written": {"jansson_private_config.h": "", "jansson_config.h": ("src/jansson_config.h.in", {
            "json_inline": "inline", "json_have_long_long": "1", "json_have_localeconv": "0",
            "json_have_atomic_builtins": "1", "json_have_sync_builtins": "1"})},
    },
    "libjpeg-turbo": {
        "sources": ["j[ademqu]*.c", "jcapimin.c", "jcomapi.c", "jidct*.c", "jsimd_none.c", "turbojpeg.c"],
        "without": r"ext\.c|565\.c|jdatadst|jdatasrc\.c|jdicc|jdtrans",
        "headers": ["turbojpeg.h"],
        "written": {
            "jconfig.h": ("jconfig.h.in", {
                "JPEG_LIB_VERSION": "62", "VERSION": "0", "LIBJPEG_TURBO_VERSION_NUMBER": "0",
                "BITS_IN_JSAMPLE": "8", "C_ARITH_CODING_SUPPORTED": "1",
                "D_ARITH_CODING_SUPPORTED": "1", "MEM_SRCDST_SUPPORTED": "1"}),
            "jconfigint.h": ("jconfigint.h.in", {
                "INLINE": "inline", "CMAKE_PROJECT_NAME": "libjpeg-turbo", "SIZE_T": "4", "HAVE_BUILTIN_CTZL": "1"}),
            "jversion.h": ("jversion.h.in", {}),
        },
    },
    "libspng": {"sources": ["spng/spng.c"], "headers": ["spng/spng.h"]},
    "libwebp": {
        "sources": ["src/dec/*.c", "src/demux/*.c", "src/dsp/*.c", "src/utils/*.c"],
        "without": r"_(mips\w+|msa|neon|sse\d+)\.c|(/|_)(enc|cost|ssim|idec_dec|filters_utils|quant_levels_utils)\.c|_encode_|bit_writer",
        "headers": ["src/webp/*.h"],
        "into": "webp",
    },
    "zlib": {"sources": ["*.c"], "without": r"gz\w+\.c|infback", "headers": ["zlib.h", "zconf.h"], "macros": ["HAVE_UNISTD_H"]},
}


def fill(text, values):
    """Writes a header as configure or CMake would; what is not in `values` is off."""
    text = re.sub(r"@(\w+)@", lambda at: values.get(at.group(1), ""), text)
    return re.sub(r"(?m)^#cmakedefine (\w+).*$", lambda at: f"#define {at.group(1)} 1"
                  if at.group(1) in values else "", text)


def globbed(folder, patterns, without="^$"):
    return sorted(path for pattern in patterns for path in folder.glob(pattern)
                  if not re.search(without, path.as_posix()))


def place_headers(sources, include):
    for name, library in LIBRARIES.items():
        into = include / library.get("into", "")
        into.mkdir(parents=True, exist_ok=True)
        for path in globbed(sources / name, library["headers"]):
            shutil.copy(path, into)
        for header, written in library.get("written", {}).items():
            text = written if isinstance(written, str) else fill(
                (sources / name / written[0]).read_text(encoding="utf-8"), written[1])
            (include / header).write_text(text, encoding="utf-8")


def compilations(sources, folder, compiler):
    """The commands that compile all files, each with its object."""
    for name, library in LIBRARIES.items():
        macros = [f"-D{macro}" for macro in library.get("macros", [])]
        for path in globbed(sources / name, library["sources"], library.get("without", "^$")):
            built = folder / "objects" / f"{name}-{path.stem}.o"
            yield built, [*compiler, *macros, "-w", f"-I{folder / 'include'}", f"-I{sources / name}",
                          "-c", path, "-o", built]


def write_licences(sources, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write("The program in this package contains these libraries, from the source packages of\n"
                   "Debian, which has them all. Here are their licences, as Debian describes them.\n")
        for name in LIBRARIES:
            version = re.search(r"\((.*?)\)", (sources / name / "debian/changelog").read_text(
                encoding="utf-8")).group(1)
            text = (sources / name / "debian/copyright").read_text(encoding="utf-8")
            file.write(f"\n{'=' * 80}\n{name} {version}\n{'=' * 80}\n\n{text}")


def main():
    sources, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    for name in ("include", "objects"):
        shutil.rmtree(folder / name, ignore_errors=True)
    (folder / "codecs.a").unlink(missing_ok=True)
    (folder / "objects").mkdir(parents=True)
    place_headers(sources, folder / "include")
    write_licences(sources, folder / "licences.txt")
    work = list(compilations(sources, folder, sys.argv[3:]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(lambda job: subprocess.run(job[1], check=True), work):
            pass
    archiver = subprocess.run([sys.argv[3], "-print-prog-name=llvm-ar"], capture_output=True, text=True,
                              check=True).stdout.strip()
    subprocess.run([archiver, "rcsD", folder / "codecs.a", *(built for built, _ in work)],
                   check=True)


main()
