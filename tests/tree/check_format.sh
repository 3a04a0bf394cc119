#!/bin/sh
# Checks that all C code is laid out as .clang-format says.  usage: check_format.sh CLANG-FORMAT
cd "$(dirname "$0")/../.." || exit 1
find . -path './build*' -prune -o -name '*.[ch]' -exec "$1" --dry-run --Werror {} +
