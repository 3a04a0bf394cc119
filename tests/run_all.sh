#!/bin/sh
# The tests of each change: the program, the pages and the packages with gcc; the library with clang,
# the address and undefined-behaviour sanitizers, and the corpora of its fuzz targets. What takes
# minutes is left out.
#
#   run_all.sh long     everything, with gcc and, but for suite plain, with the sanitizers
#
# With CI=true warnings are errors, and no web page may be left out for want of a tool. The exit
# status is 0 only if all of it went well.
set -u
cd "$(dirname "$0")/.." || exit 1
options=-Dwerror=false web=auto debug=
# -g1 is compiled sooner, and traces are the same; debuggers are told less.
[ "${CI:-}" = true ] && options=-Dwerror=true web=enabled debug=-g1
failed=0 of_gcc="-Dnpm_optimized=true -Ddebug=true -Dc_args=$debug"
if [ "${1:-}" = long ]; then
    with_gcc='' with_clang='--no-suite plain' seconds=12 cli=enabled optimization=2 unseen=
    unset DROPFORGE_TEST_QUICK
else
    with_gcc='--no-suite library --no-suite long' with_clang='--suite library --suite fuzz --no-suite long' seconds=0 cli=disabled
    # Two fifths of the time less; the address sanitizer sees null pointers, and what lies outside an object.
    optimization=1 unseen=-fno-sanitize=null,object-size,alignment,pointer-overflow
    export DROPFORGE_TEST_QUICK=1
    [ "${CI:-}" = true ] && of_gcc='-Dnpm_optimized=false -Ddebug=false'
fi
# Some tests wait for a browser or for a terminal, and leave a processor to another one.
processes=$(($(getconf _NPROCESSORS_ONLN) + 2))

# Tests wait for the disk, since the program flushes each file that it writes: their files are in
# memory where there are 2 GB of it, and programs may be there.
use_memory() {
    room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ -z "${TMPDIR:-}" ] && [ "${room:-0}" -ge 2000000 ] || return
    folder=$(mktemp -d /dev/shm/dropforge.XXXXXX) || return
    if cp /bin/true "$folder" && "$folder/true"; then
        export TMPDIR="$folder"
    fi
}

# Ends what still runs, and removes what the tests have left.
clean_up() {
    [ -z "${other:-}" ] || kill "$other" 2>/dev/null
    [ -z "${folder:-}" ] || rm -rf "$folder"
}

# set_up DIRECTORY COMPILER OPTION…
set_up() {
    directory=$1 compiler=$2
    shift 2
    rm -f "$directory/meson-logs/testlog.json"
    again=
    [ -f "$directory/build.ninja" ] && again=--reconfigure
    # shellcheck disable=SC2086 # lists of words
    CC=$compiler meson setup $again "$directory" -Dtests=enabled $options "$@"
}

fail() {
    echo "run_all.sh: $1 failed" >&2
    failed=1
}

trap clean_up EXIT
trap 'exit 130' INT TERM
use_memory

# What these tests produce is kept, and the last of them, tests/oracle/test_kept.py, reads it all again.
DROPFORGE_TEST_KEEP=$PWD/build/kept
rm -rf "$DROPFORGE_TEST_KEEP"
mkdir -p "$DROPFORGE_TEST_KEEP"

# Set up, built and tested with what time of the processors the first build and its tests leave.
test_with_clang() {
    # It links the tests in a third of the time.
    command -v ld.lld >/dev/null && export CC_LD=lld
    set_up build-clang "$(tests/support/find_clang.sh)" \
        -Dweb=disabled -Dcli=$cli -Dfuzz=true -Dfuzz_seconds=$seconds -Db_sanitize=address,undefined -Db_lundef=false \
        -Doptimization=$optimization "-Dc_args=$debug $unseen" || return
    # Fuzz targets take so long by the clock, however many run at once.
    # shellcheck disable=SC2086 # lists of words
    exec nice -n 10 meson test -C build-clang --print-errorlogs --num-processes "$((processes + 1))" \
        --timeout-multiplier 3 $with_clang
}
test_with_clang >build/clang.log 2>&1 &
other=$!

export DROPFORGE_TEST_KEEP
# The second command builds what these tests need, too.
# shellcheck disable=SC2086 # lists of words
if ! set_up build gcc -Dweb=$web $of_gcc ||
    ! meson test -C build --print-errorlogs --num-processes "$processes" $with_gcc; then
    fail build
fi
unset DROPFORGE_TEST_KEEP
sed -n 's/^# kept: //p' build/meson-logs/testlog.txt

wait "$other" || fail build-clang
cat build/clang.log
other=
exit $failed
