#!/bin/sh
# Runs a fuzz target on its corpus and on inputs made from it, always the same ones. What it
# finds on the way stays out of the corpus.  usage: smoke.sh TARGET CORPUS -runs=N [OPTION]...
set -eu
target=$1 corpus=$2
shift 2
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
# Meson takes the 77 that a fuzzer ends with for a test that was skipped.
"$target" -error_exitcode=1 -seed=1 -verbosity=0 -print_final_stats=1 "$@" "$new" "$corpus"
