# Everything that can be done here: `make help` lists it.
#
# The C library needs a C compiler alone.  The Python targets work in .venv, which is made on first use and
# brought up to date when the C sources or the package's settings change.

PYTHON ?= python3
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
CFLAGS ?= -O3
BUILD ?= build

.DEFAULT_GOAL := help
# On all processors, unless make was told otherwise.
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
endif
.DELETE_ON_ERROR:
.PHONY: help run test lint format perft bench bench-peers growth guard guard-update guard-selftest mutants lib ctest \
    examples install clean lintc FORCE

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1               \2/p' $(firstword $(MAKEFILE_LIST)) | sed 's/^\(.\{16\}\) */  \1/'

# ---- The C library ----

ABI := $(shell sed -n 's/^.define RG_ABI_VERSION //p' csrc/roadgames.h)
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' roadgames/__init__.py)
TARGET := $(shell $(CC) -dumpmachine 2>/dev/null)

# The games, board widths and instruction set levels that the core is compiled for stand in one list each.
list = $(filter-out with,$(shell sed -n 's/^.define RG_$(1)_LIST(X, with)//p' csrc/games/registry.h | tr -c 'a-z0-9' ' '))

# Games that only a build of the tests has: their rules are tests/games/NAME.h.
EXTRA_GAMES ?=
GAMES := $(call list,GAME) $(EXTRA_GAMES)
WIDTHS := $(call list,WIDTH)
LEVELS := $(filter $(if $(filter x86_64-% amd64-%,$(TARGET)),%,baseline),$(call list,LEVEL))

# fast/lanes_kopano_v3_w2 is csrc/fast/lanes.c for Kopano, level v3 and boards of 2 words.  These files set the
# instruction set themselves, so all objects have the same flags.
each = $(foreach game,$(GAMES),$(foreach level,$(2),$(foreach w,$(WIDTHS),fast/$(1)_$(game)_$(level)_w$(w))))
INSTANCES := $(call each,instance,$(LEVELS)) $(call each,lanes,$(filter $(LEVELS),$(call list,LANES)))
SPREADS := $(LEVELS:%=fast/spread_%)
CORE := $(filter-out fast/instance fast/lanes fast/spread,$(patsubst csrc/%.c,%,$(wildcard csrc/*/*.c)))
OBJECTS := $(patsubst %,$(BUILD)/obj/%.o,$(INSTANCES) $(SPREADS) $(CORE))

part = $(word $(2),$(subst _, ,$(1)))
instance_macros = $(if $(call part,$(1),3),-DRG_GAME=$(call part,$(1),2) -DRG_LEVEL=$(call part,$(1),3) \
    -DRG_W=$(patsubst w%,%,$(call part,$(1),4)),-DRG_LEVEL=$(call part,$(1),2))
source = csrc/$(call part,$(1),1).c

WARNINGS := -Wall -Wextra
EXTRA := $(if $(EXTRA_GAMES),'-DRG_EXTRA_GAMES(X, with)=$(foreach game,$(EXTRA_GAMES),X($(game), with))' -Itests)
COMPILE := $(CC) -std=c11 -fPIC -fvisibility=hidden -pthread $(WARNINGS) -Icsrc $(EXTRA) $(CPPFLAGS) $(CFLAGS)
STATIC := $(BUILD)/libroadgames.a

ifneq ($(findstring darwin,$(TARGET)),)
SHARED_NAME := libroadgames.$(ABI).dylib
SHARED_LINK := libroadgames.dylib
SHARED_FLAGS = -dynamiclib -install_name $(LIBDIR)/$(SHARED_NAME)
else
SHARED_NAME := libroadgames.so.$(ABI)
SHARED_LINK := libroadgames.so
SHARED_FLAGS = -shared -Wl,-soname,$(SHARED_NAME)
endif
SHARED := $(BUILD)/$(SHARED_NAME)

lib: $(STATIC) $(BUILD)/$(SHARED_LINK) ## build the C library, shared and static, in build/

# Changes when the command does, so that other flags build anew.
define COMMAND
$(COMPILE) $(LDFLAGS)
endef
export COMMAND
$(BUILD)/command: FORCE
	@mkdir -p $(BUILD)/ctest $(sort $(dir $(OBJECTS)))
	@echo "$$COMMAND" | cmp -s - $@ || echo "$$COMMAND" > $@

.SECONDEXPANSION:
$(patsubst %,$(BUILD)/obj/%.o,$(INSTANCES) $(SPREADS)): $(BUILD)/obj/%.o: $$(call source,$$*) $(BUILD)/command
	$(COMPILE) $(call instance_macros,$*) -MMD -MP -c $< -o $@

$(patsubst %,$(BUILD)/obj/%.o,$(CORE)): $(BUILD)/obj/%.o: csrc/%.c $(BUILD)/command
	$(COMPILE) -MMD -MP -c $< -o $@

-include $(OBJECTS:.o=.d)

$(STATIC): $(OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(SHARED): $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED_FLAGS) -pthread $^ -o $@

$(BUILD)/$(SHARED_LINK): $(SHARED)
	ln -sf $(SHARED_NAME) $@

install: lib ## install library, header and pkg-config file (PREFIX, LIBDIR, INCLUDEDIR, DESTDIR)
	install -d '$(DESTDIR)$(INCLUDEDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig'
	install -m 644 csrc/roadgames.h '$(DESTDIR)$(INCLUDEDIR)'
	install -m 644 $(STATIC) '$(DESTDIR)$(LIBDIR)'
	install -m 755 $(SHARED) '$(DESTDIR)$(LIBDIR)'
	ln -sf $(SHARED_NAME) '$(DESTDIR)$(LIBDIR)/$(SHARED_LINK)'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' csrc/roadgames.pc.in > '$(DESTDIR)$(LIBDIR)/pkgconfig/roadgames.pc'

# ---- Python ----

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# One line that names all that is missing; Python tells which compiler it builds extensions with.
define PREFLIGHT
lack=; need() { lack="$${lack:+$$lack; }$$1"; }; \
if ! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then \
    need "Python 3.10 or newer ($(PYTHON) is $$($(PYTHON) -V 2>/dev/null || echo missing))"; \
else \
    $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || need "Python's venv module (Debian: python3-venv)"; \
    $(PYTHON) -c 'import os, sys, sysconfig as s; \
        sys.exit(not os.path.exists(s.get_path("include") + "/Python.h"))' \
        || need "Python's headers (Debian: python3-dev)"; \
    compiler=$$($(PYTHON) -c 'import os, sysconfig as s; \
        print((os.environ.get("CC") or s.get_config_var("CC") or "cc").split()[0])'); \
    command -v "$$compiler" >/dev/null || need "a C compiler ($$compiler not found; Debian: gcc)"; \
fi; \
if [ -n "$$lack" ]; then echo "roadgames needs: $$lack" >&2; exit 1; fi
endef

$(VENV)/made:
	@$(PREFLIGHT)
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What the package is built with and needs at run time, while the library is compiled.
$(VENV)/needed: $(VENV)/made pyproject.toml
	$(PIP) install $$(sed -n 's/^\(requires\|dependencies\) = \[\(.*\)\]/\2/p' pyproject.toml | tr -d '",')
	@touch $@

# Editable, and of the library's own objects: only what is compiled or decides about it asks for a new installation.
$(VENV)/installed: $(VENV)/needed $(STATIC) setup.py roadgames/_build.py
	ROADGAMES_LIBRARY=$(abspath $(STATIC)) $(PIP) install --no-build-isolation --editable .
	@touch $@

# The package is there already, so this adds only what its dev extra lists.
$(VENV)/dev: $(VENV)/installed
	$(PIP) install 'roadgames[dev]'
	@touch $@

run: $(VENV)/installed ## build, install into .venv, and count: perft tables of the three games
	$(BIN)/roadgames perft all --size 7 --depth 6

perft: $(VENV)/installed ## check the published counts
	$(BIN)/roadgames perft --suite $(wildcard tests/suites/*)

test: $(VENV)/dev ## run the tests of the Python package, and where valgrind is installed the guard
	$(BIN)/python -m pytest
	@if command -v valgrind >/dev/null; then $(MAKE) guard; fi

bench: $(VENV)/dev ## measure speeds
	$(BIN)/python -m benchmarks

$(VENV)/peers: $(VENV)/dev
	$(PIP) install 'roadgames[peers]'
	@touch $@

bench-peers: $(VENV)/peers ## measure speeds against those of other engines
	$(BIN)/python -m benchmarks.peers

growth: $(VENV)/dev ## draw how cost grows with the board, docs/speed.svg
	$(BIN)/python -m benchmarks.growth

mutants: $(VENV)/dev ## check that the tests notice deliberate mistakes in the C core
	$(BIN)/python tests/mutants/mutants.py

lint: $(VENV)/dev lintc ## check style and types of Python, and warnings of C compilers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/dev ## put Python sources into their form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# ---- The guard ----

$(BUILD)/guard: benchmarks/guard/guard.c $(STATIC)
	$(COMPILE) -Wpedantic '-DGUARD_FLAGS="$(strip $(CPPFLAGS) $(CFLAGS))"' $< $(STATIC) $(LDFLAGS) -o $@

guard: $(BUILD)/guard ## check that the C core has become no slower
	$(PYTHON) -m benchmarks.guard check $<

guard-update: $(BUILD)/guard ## write what guard compares with anew, for this compiler and processor
	$(PYTHON) -m benchmarks.guard update $<

guard-selftest: $(BUILD)/guard ## check that guard notices a slow-down of 20% (takes minutes)
	$(PYTHON) -m benchmarks.guard.selftest $<

# ---- C tests and examples ----

CTESTS := $(patsubst tests/c/%.c,$(BUILD)/ctest/%,$(wildcard tests/c/test_*.c))

$(CTESTS) $(BUILD)/ctest/signature: $(BUILD)/ctest/%: tests/c/%.c $(wildcard tests/c/*.h) $(STATIC)
	$(COMPILE) -Wpedantic $< $(STATIC) $(LDFLAGS) -o $@

$(BUILD)/ctest/header: tests/c/header.cpp $(STATIC)
	$(CXX) -std=c++11 -Wall -Wextra -Wpedantic $(CFLAGS) -Icsrc $< $(STATIC) $(LDFLAGS) -pthread -o $@

$(BUILD)/play: examples/play.c $(BUILD)/$(SHARED_LINK)
	$(COMPILE) -Wpedantic $< -L$(BUILD) -lroadgames $(LDFLAGS) '-Wl,-rpath,$(abspath $(BUILD))' -o $@

examples: $(BUILD)/play ## build the example program, build/play

# With the best instruction set level of this machine, then the one every machine has; all levels must give one
# signature.  All global symbols begin with rg_, in the static library too.
ctest: $(CTESTS) $(BUILD)/ctest/signature $(BUILD)/ctest/header examples ## run the tests of the C library
	@for level in v4 baseline; do for test in $(CTESTS); do \
	    echo "$$test, at most $$level"; ROADGAMES_CPU=$$level $$test || exit 1; done; done
	@signatures=$$(for level in v4 v3 v2 baseline; do ROADGAMES_CPU=$$level $(BUILD)/ctest/signature || echo failed $$level; done); \
	    echo "signatures:" $$signatures; test $$(echo "$$signatures" | sort -u | wc -l) = 1
	@$(BUILD)/ctest/header
	@games=$$($(BUILD)/play unknown 2>&1 | sed -n 's/^games: //p'); test "$$games" || exit 1; \
	    for game in $$games; do $(BUILD)/play $$game 6 | tail -n 1 | grep '^perft 3: ' || exit 1; done
	@! nm -g $(STATIC) | grep ' [A-TV-Z] _*' | grep -v ' _*rg_'

# Every source by itself, for each compiler there is.  The games are looked at in one width of one word and one of
# several, with the least and the most instructions.
LINT_COMPILERS := gcc clang
LINT_FLAGS := -std=c11 -Icsrc -fsyntax-only -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla
LINT_INSTANCES := $(SPREADS) $(filter %_baseline_w1 %_baseline_w3 %_v3_w1 %_v3_w3 %_v4_w1 %_v4_w3,$(INSTANCES))

lintc:
	@for cc in $(LINT_COMPILERS); do command -v $$cc >/dev/null || continue; echo "$$cc $(LINT_FLAGS)"; \
	    for file in $(CORE); do $$cc $(LINT_FLAGS) csrc/$$file.c || exit 1; done; \
	    $(foreach i,$(LINT_INSTANCES),$$cc $(LINT_FLAGS) $(call instance_macros,$(i)) $(call source,$(i)) || exit 1;) \
	    for file in tests/c/*.c tests/fuzz/*.c examples/*.c benchmarks/guard/*.c; do \
	        $$cc $(LINT_FLAGS) -Wpedantic $$file || exit 1; done; done

# ---- Trust ----

# What docs/trust.md promises, in its short forms.
.PHONY: trust trust-cpus trust-packaging trust-threads trust-memory ctest-programs

# One after the other: the figures of threads and memory want the processors for themselves.
TRUST := trust-cpus trust-packaging trust-threads trust-memory sanitize-short trust-fuzz

trust: $(VENV)/trust ## check what docs/trust.md promises
	@for part in $(TRUST); do echo "==> $$part"; $(MAKE) --no-print-directory $$part || exit 1; done

ctest-programs: $(CTESTS) $(BUILD)/ctest/signature

trust-cpus: $(VENV)/dev ctest-programs ## check levels, machine code, older and other processors (needs qemu-user and cross compilers)
	$(BIN)/python -m pytest -v -rs tests/trust/cpus.py

$(VENV)/trust: $(VENV)/dev
	$(PIP) install 'roadgames[trust]'
	@touch $@

trust-packaging: $(VENV)/trust ## check source archive, wheel and their tags, compilers
	$(BIN)/python -m pytest -v -rs tests/trust/packaging.py

trust-threads: $(VENV)/dev ## check threads, forks and Ctrl-C
	$(BIN)/python -m pytest -v -rsP tests/trust/threads.py

CYCLES ?= short

trust-memory: $(VENV)/dev ## check that memory stays flat; CYCLES=full for 50 times as long
	CYCLES=$(CYCLES) $(BIN)/python -m pytest -v -rsP tests/trust/memory.py

# ---- Sanitizers ----

# The library at every level with clang's sanitizers (gcc takes many times as long to compile the lanes), as a debug
# build.  Of the undefined behaviour that is looked for, null pointers and pointers past all memory are left to the
# address sanitizer, which sees their use: checking both takes five times as long to compile.
.PHONY: sanitize sanitize-short sanitize-address sanitize-python sanitize-threads memcheck memcheck-short sanitizer-found

SANITIZER_CC ?= clang
SANITIZER_FLAGS := -O1 -gline-tables-only -fno-omit-frame-pointer -fno-sanitize-recover=all
# fuzzer-no-link: the fuzzers below link the same library.
ADDRESS_FLAGS := $(SANITIZER_FLAGS) -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=null,pointer-overflow
ADDRESS := $(BUILD)/address
THREADS := $(BUILD)/threads
# Its users begin with +: only where $(MAKE) stands in a recipe itself does make know that it may run side by side.
make_address := $(MAKE) --no-print-directory BUILD=$(ADDRESS) CC='$(SANITIZER_CC)' CXX='$(SANITIZER_CC)++' \
    CPPFLAGS=-DRG_DEBUG CFLAGS='$(ADDRESS_FLAGS)'

sanitize: sanitize-address sanitize-python sanitize-threads memcheck ## run all tests with sanitizers and valgrind

# The Python tests of bad input and of all calls in any order, at the best level; the whole suite takes 12 minutes or more.
sanitize-short: SANITIZED_TESTS := $(addprefix tests/test_,arguments.py forks.py games.py machines.py memory.py properties.py state.py)
sanitize-short: sanitize-address sanitize-python sanitize-threads memcheck-short

sanitizer-found:
	@echo 'int main(void) { return 0; }' | $(SANITIZER_CC) -fsanitize=address -x c - -o /dev/null 2>/dev/null || \
	    { echo "sanitizers need clang and its runtime: $(SANITIZER_CC) lacks them (Debian: clang, libclang-rt-dev)" >&2; exit 1; }

sanitize-address: sanitizer-found ## run the C tests with address and undefined behaviour sanitizers, every action verified
	+ASAN_OPTIONS=allocator_may_return_null=1 $(make_address) ctest

# The package with the sanitized library in a tree of its own; Python itself has no sanitizer, so it leaks as it likes.
# What the sanitizer says goes to files: tests look at standard error.
sanitize-python: sanitizer-found $(VENV)/dev ## run the Python tests with the same library
	+$(make_address) $(ADDRESS)/tree/roadgames/_native.abi3.so
	rm -f $(ADDRESS)/said.*
	cd $(ADDRESS)/tree && ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:log_path=$(abspath $(ADDRESS))/said \
	    LD_PRELOAD="$$($(SANITIZER_CC) -print-file-name=libclang_rt.asan-$$(uname -m).so)" \
	    $(abspath $(BIN))/python -m pytest -p no:cacheprovider $(SANITIZED_TESTS) || \
	    { cat $(abspath $(ADDRESS))/said.*; exit 1; }

$(BUILD)/tree/roadgames/_native.abi3.so: $(STATIC) $(wildcard roadgames/*.py tests/*.py tests/*/*.py tests/*/*/*.py)
	rm -rf $(BUILD)/tree && mkdir $(BUILD)/tree
	cp -r $(filter-out build dist,$(wildcard *)) $(BUILD)/tree
	$(BIN)/python -c 'import runpy; runpy.run_path("roadgames/_build.py")["builder"]().emit_c_code("$(BUILD)/tree/native.c")'
	$(COMPILE) -shared -shared-libasan -DPy_LIMITED_API=0x030a0000  \
	    -I$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))') $(BUILD)/tree/native.c $(STATIC) -o $@

# What threads share: jobs, pools, transposition tables, histories and batches.
sanitize-threads: sanitizer-found ## run the C tests of all that uses threads with the thread sanitizer
	$(MAKE) --no-print-directory BUILD=$(THREADS) CC='$(SANITIZER_CC)' CPPFLAGS= CFLAGS='$(SANITIZER_FLAGS) -fsanitize=thread' \
	    $(THREADED_CTESTS:%=$(THREADS)/ctest/%)
	@for test in $(THREADED_CTESTS); do echo "$$test, thread sanitizer"; TSAN_OPTIONS=allocator_may_return_null=1 $(THREADS)/ctest/$$test || exit 1; done

THREADED_CTESTS := test_drivers test_transposition test_history test_batch

MEMCHECK := CTEST_MEMCHECK=1 valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,possible
CHECKED_SHORT := test_batch test_games test_history test_states test_transposition signature

memcheck: $(patsubst $(BUILD)/ctest/%,memcheck-%,$(CTESTS)) memcheck-signature ## run the C tests with valgrind's memcheck (10 minutes)

memcheck-short: $(CHECKED_SHORT:%=memcheck-%)

memcheck-%: $(BUILD)/ctest/%
	@command -v valgrind >/dev/null || { echo "memcheck needs valgrind" >&2; exit 1; }
	@echo "$*, memcheck"
	@$(MEMCHECK) $< > $<.memcheck || { cat $<.memcheck; exit 1; }

# ---- Fuzzing ----

# Programs of libFuzzer over the sanitized library, so every action is verified too.  A target's own coverage would only
# lead away from the library's.
.PHONY: fuzz fuzz-replay fuzz-programs fuzzer-found trust-fuzz address-library

FUZZ_SECONDS ?= 600
FUZZ_TARGETS := text actions batch
FUZZ_HEADERS := $(wildcard tests/fuzz/*.h tests/c/*.h)
FUZZ := $(BUILD)/fuzz

$(FUZZ_TARGETS:%=$(BUILD)/fuzz-%): $(BUILD)/fuzz-%: tests/fuzz/%.c $(FUZZ_HEADERS) $(STATIC)
	$(COMPILE) -Wpedantic -O2 -fsanitize=fuzzer -fno-sanitize-coverage=edge,trace-cmp  $< $(STATIC) $(LDFLAGS) -o $@

$(FUZZ_TARGETS:%=$(BUILD)/replay-%): $(BUILD)/replay-%: tests/fuzz/%.c tests/fuzz/replay.c $(FUZZ_HEADERS) $(STATIC)
	$(COMPILE) -Wpedantic $< tests/fuzz/replay.c $(STATIC) $(LDFLAGS) -o $@

# By itself, so that no two of those that use it build it at once.
address-library: sanitizer-found
	+$(make_address) $(ADDRESS)/libroadgames.a

sanitize-address sanitize-python: address-library

fuzzer-found:
	@echo 'int LLVMFuzzerTestOneInput(const void *data, unsigned long size) { return !data && size; }' | \
	    $(SANITIZER_CC) -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null || \
	    { echo "fuzzing needs clang with libFuzzer: $(SANITIZER_CC) lacks it (Debian: clang, libclang-rt-dev)" >&2; exit 1; }

fuzz-programs: fuzzer-found address-library
	+$(make_address) $(FUZZ_TARGETS:%=$(ADDRESS)/fuzz-%)

fuzz_target = $(ADDRESS)/fuzz-$$target -max_len=1024 -timeout=60 -print_final_stats=1 -artifact_prefix=$(FUZZ)/$$target-

# Finds are kept in build/fuzz/<target>, where the next run goes on.  Input that shows a mistake is kept beside it, as
# build/fuzz/<target>-crash-...: build/address/fuzz-<target> with it as argument shows it again.
fuzz: fuzz-programs ## look for mistakes with any input, FUZZ_SECONDS (600) for each target; can be interrupted
	@for target in $(FUZZ_TARGETS); do mkdir -p $(FUZZ)/$$target; \
	    $(fuzz_target) -max_total_time=$(FUZZ_SECONDS) $(FUZZ)/$$target tests/fuzz/corpus/$$target || exit 1; done

fuzz-replay: $(FUZZ_TARGETS:%=$(BUILD)/replay-%) ## run the fuzzing corpus at each level, with any compiler
	@for level in v4 v3 v2 baseline; do for target in $(FUZZ_TARGETS); do \
	    shown=$$(ROADGAMES_CPU=$$level $(BUILD)/replay-$$target tests/fuzz/corpus/$$target 2>&1) || \
	        { echo "$$shown" | tail -n 4 >&2; exit 1; }; \
	    echo "corpus of $$target, at most $$level: $$(echo "$$shown" | tail -n 1)"; done; done

trust-fuzz: fuzz-replay fuzz-programs ## replay the fuzzing corpus and fuzz for a minute (needs clang with libFuzzer)
	@for target in $(FUZZ_TARGETS); do rm -rf $(FUZZ)/short; mkdir -p $(FUZZ)/short; \
	    shown=$$($(fuzz_target) -max_total_time=20 $(FUZZ)/short tests/fuzz/corpus/$$target 2>&1) || \
	        { echo "$$shown" | grep -v '^#' >&2; exit 1; }; \
	    echo "$$target, fuzzed: $$(echo "$$shown" | sed -n 's/^stat::number_of_executed_units: *//p') inputs"; done

# ---- Cleaning ----

clean: ## remove all that was made, .venv included
	rm -rf build dist $(VENV) *.egg-info roadgames/*.so roadgames/_native.c .*_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
