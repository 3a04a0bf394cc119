# Aliases only: Meson does the work.
PROGRAM = build/cli/dropforge

build:
	@test -f build/build.ninja || meson setup build
	@ninja -C build

demo: build
	@mkdir -p out
	@echo build demo

test:
	@tests/run_all.sh

bench:
	@test -f build-release/build.ninja || \
		meson setup build-release --buildtype=release -Dtests=disabled
	@ninja -C build-release
	@bench/run --program build-release/cli/dropforge

format:
	@clang-format-14 -i $$(git ls-files '*.c' '*.h')

install: build
	@meson install -C build

clean:
	@rm -rf build build-* out

.PHONY: build demo test bench format install clean
