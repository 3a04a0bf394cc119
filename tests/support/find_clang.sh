#!/bin/sh
# Prints the name of the clang that tests are built with: that of Debian 12, or that of Debian 13.
# usage: find_clang.sh
for name in clang-14 clang-19; do
    command -v $name >/dev/null 2>&1 && exec echo $name
done
echo clang
