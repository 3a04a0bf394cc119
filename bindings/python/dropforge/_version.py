"""What the library was built as."""

from __future__ import annotations

from typing import List, NamedTuple

from ._library import lib


class Version(NamedTuple):
    """The version; the texts that it reads and writes; whether `jobs` and `threads` start threads;
    and which objects several threads may use at the same time."""
    version: str
    formats: List[str]
    threads: bool
    sharing: str


def version() -> Version:
    """As `dropforge --version` says it."""
    return Version(lib.df_version.value.decode(), lib.df_formats.value.decode().split(", "), lib.df_has_threads.value,
                   lib.df_sharing.value.decode())
