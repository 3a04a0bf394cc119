#!/bin/sh
# Runs a fuzz target for a while, from its corpus on; for 0 seconds only what is in it. What it finds on the way stays out of the
# corpus; with FUZZ_OUT=folder it is kept in a folder of the target's name there. An input that
# makes the target fail is shown in base64.
# usage: smoke.sh TARGET CORPUS SECONDS [OPTION]...
set -eu
target=$1 corpus=$2 seconds=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
found=$work/found
[ -z "${FUZZ_OUT:-}" ] || found=$FUZZ_OUT/$(basename "$corpus")
mkdir -p "$found" "$work/failed"
[ "$seconds" -gt 0 ] || set -- -runs=0 "$@"

# Sandboxes are made there, too.
TMPDIR=$work "$target" -seed=1 -verbosity=0 -print_final_stats=1 -max_total_time="$seconds" \
    -timeout=120 -artifact_prefix="$work/failed/" "$@" "$found" "$corpus" && exit

for input in "$work/failed"/*; do
    [ -f "$input" ] || continue
    echo "failed: $(basename "$input"); it is what 'base64 -d' makes of"
    base64 -w 0 "$input"
    echo
done
# Meson would take the 77 that a fuzzer ends with for a test that was skipped.
exit 1
