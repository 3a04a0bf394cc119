#!/bin/sh
# Runs tests in builds that see what those of tests/run_all.sh do not, each in a folder of its own:
#
#   thread     races, with clang's ThreadSanitizer: the tests that start threads
#   undefined  more kinds of undefined behaviour, and in all tests
#   overflow   signed overflow, trapped by gcc -ftrapv: all tests
#   memory     memory read before it is written, with clang's MemorySanitizer: the tests of the
#              library, which needs no other library
#
# usage: tests/sanitize.sh [KIND]...        otherwise all kinds
#
# With TESTS='NAME ...' only these tests. Each kind takes many minutes.
set -u
cd "$(dirname "$0")/.." || exit 1
failed=0
clang=$(tests/support/find_clang.sh)

# check KIND COMPILER TESTS SETUP-OPTION…   where no tests are named, all
check() {
    directory=build-$1 compiler=$2 tests=${TESTS:-$3}
    shift 3
    again=
    [ -f "$directory/build.ninja" ] && again=--reconfigure
    # shellcheck disable=SC2086 # lists of words
    if CC=$compiler meson setup $again "$directory" -Dtests=enabled -Dweb=disabled \
        -Db_lundef=false "$@" &&
        meson test -C "$directory" --print-errorlogs -t 4 --no-suite tree \
            $tests; then
        return
    fi
    echo "sanitize.sh: $directory failed" >&2
    failed=1
}

[ $# -gt 0 ] || set -- thread undefined overflow memory
for kind; do
    case $kind in
    thread)
        # No tests of signals: these wait until a thread calls libc.
        check thread "$clang" 'inner jobs best print ominoes omino_count omino_random train
            bot_game env' -Db_sanitize=thread
        ;;
    undefined)
        # libwebp dies where it gets no memory, in a process of its own (cli/process/guard.c).
        export UBSAN_OPTIONS=handle_segv=0
        more=-fsanitize=float-cast-overflow,float-divide-by-zero,local-bounds,nullability
        check undefined "$clang" '' -Db_sanitize=undefined -Dc_args=$more -Dc_link_args=$more
        ;;
    overflow) check overflow gcc '' -Dc_args=-ftrapv ;;
    memory) check memory "$clang" '' -Db_sanitize=memory -Dcli=disabled ;;
    *)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
    esac
done
exit $failed
