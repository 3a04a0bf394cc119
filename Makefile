# Aliases only: Meson does the work.
PROGRAM = build/cli/dropforge

build:
	@test -f build/build.ninja || meson setup build
	@ninja -C build

web:
	@test -f build/build.ninja || meson setup build
	@meson configure build -Dweb=enabled -Dnpm_optimized=true
	@ninja -C build pages

npm: web
	@mkdir -p out
	@ninja -C build npm
	@npm pack --silent --pack-destination out ./build/web/npm

# A wheel for Python, in out/.
python:
	@test -f build-release/build.ninja || \
		meson setup build-release --buildtype=release -Dtests=disabled
	@ninja -C build-release wheel

demo: build
	@mkdir -p out
	@name=$$(basename "$${PICTURE:-hello}"); name=out/$${name%.*}; \
		$(PROGRAM) print $${PICTURE:+"$$PICTURE"} -o "$$name.png" -o "$$name.gif" -o "$$name.drops" && \
		echo "Written: $$name.png, $$name.gif, $$name.drops" && \
		if [ -t 1 ]; then $(PROGRAM) replay "$$name.drops" --speed 300; \
		else echo 'Not played here: standard output is not a terminal.'; fi

# The tests of the core and the printer, and the cases of the program: a minute after a build.
check:
	@test -f build/build.ninja || meson setup build -Dtests=enabled
	@meson configure build -Dtests=enabled
	@DROPFORGE_TEST_QUICK=1 meson test -C build --suite check --print-errorlogs

test:
	@tests/run_all.sh

# Everything, the long tests too, with gcc and with the sanitizers.
test-long:
	@tests/run_all.sh long

bench: build-release
	@bench/run

# An hour more of the games in docs/records.md, and the tables so far.
literature: build-release
	@bench/literature --out out/literature --minutes 60

build-release:
	@test -f build-release/build.ninja || \
		meson setup build-release --buildtype=release -Dtests=disabled
	@ninja -C build-release all bench/measure

# Each target for so long:  make fuzz SECONDS=600
SECONDS = 30
fuzz:
	@test -f build-fuzz/build.ninja || \
		CC=$$(tests/support/find_clang.sh) meson setup build-fuzz -Dfuzz=true -Dtests=disabled \
			-Db_sanitize=address,undefined -Db_lundef=false
	@meson configure build-fuzz -Dfuzz_seconds=$(SECONDS)
	@ninja -C build-fuzz
	@meson test -C build-fuzz --suite fuzz

# Hours: races, undefined behaviour, overflow, memory read before it is written.
sanitize:
	@tests/sanitize.sh

# An hour: every allocation fails, signals at 400 moments, every number for every option.
faults: build
	@ninja -C build tests/libfailing_malloc.so tests/image_pixels
	@python3 -m tests.program.test_program_alloc $(PROGRAM) build/tests/libfailing_malloc.so --all
	@DROPFORGE_TEST_CASES=10 python3 -m tests.program.test_signals $(PROGRAM)
	@DROPFORGE_TEST_CASES=0 python3 -m tests.program.test_hostile $(PROGRAM)
	@DROPFORGE_TEST_LONG=1 python3 -m tests.program.test_images $(PROGRAM) build/tests/image_pixels

format:
	@find . -path './build*' -prune -o -name '*.[ch]' -exec clang-format-14 -i {} +

install: build
	@meson install -C build

dist: build
	@meson dist -C build --no-tests --formats xztar

package:
	@debian/build

# One static executable for any Linux.
portable:
	@debian/portable

clean:
	@rm -rf build build-clang build-codecs build-fuzz build-npm build-package build-portable build-release
	@rm -rf build-thread build-undefined build-overflow build-memory out

.PHONY: build web npm python demo check test test-long bench literature build-release fuzz sanitize faults \
	format install dist package portable clean
