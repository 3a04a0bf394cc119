#!/bin/sh
# All tests: everything with gcc, then what is not of suite plain with clang, the address and
# undefined-behaviour sanitizers, and the fuzz targets. With CI=true warnings
# are errors, and no web page may be left out for want of a tool. The exit status is 0 only if all
# of it went well.
set -u
cd "$(dirname "$0")/.." || exit 1
werror=false web=auto
[ "${CI:-}" = true ] && werror=true web=enabled
failed=0
# Some tests wait for a browser or for a terminal, and leave a processor to another one.
processes=$(($(getconf _NPROCESSORS_ONLN) + 1))

# check DIRECTORY COMPILER SKIPPED-SUITE SETUP-OPTION…
check() {
    directory=$1 compiler=$2 skipped=$3
    shift 3
    rm -f "$directory/meson-logs/testlog.json"
    again=
    [ -f "$directory/build.ninja" ] && again=--reconfigure
    # shellcheck disable=SC2086 # an empty option is no option
    if CC=$compiler meson setup $again "$directory" -Dwerror=$werror -Dtests=enabled "$@" &&
        ninja -C "$directory" &&
        meson test -C "$directory" --no-rebuild --print-errorlogs --num-processes $processes \
            $skipped; then
        return
    fi
    echo "run_all.sh: $directory failed" >&2
    failed=1
}

# What these tests produce is kept, and the last of them, tests/test_kept.py, reads it all again.
DROPFORGE_TEST_KEEP=$PWD/build/kept
export DROPFORGE_TEST_KEEP
rm -rf "$DROPFORGE_TEST_KEEP"
mkdir -p "$DROPFORGE_TEST_KEEP"
check build gcc '' -Dweb=$web
unset DROPFORGE_TEST_KEEP
sed -n 's/^# kept: //p' build/meson-logs/testlog.txt
check build-clang clang-14 '--no-suite plain' \
    -Dweb=disabled -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false
exit $failed
