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
# On all processors, unless -j says otherwise.  Several targets are made one after the other: make clean run.
ifeq ($(MAKELEVEL) $(words $(MAKECMDGOALS)),0 1)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
endif
.DELETE_ON_ERROR:
.PHONY: help run test lint format perft bench bench-peers growth guard guard-update guard-selftest mutants lib ctest \
    examples install clean lintc FORCE

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1                 \2/p' Makefile tests/trust/trust.mk | sed 's/^\(.\{18\}\) */  \1/'

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

# What the lanes include is compiled once, ahead of them: reading it takes each of them 0.4 s, half of its time.
VECTORS := $(BUILD)/obj/vectors.h
ahead = $(if $(filter fast/lanes_%,$(1)),-include $(VECTORS))

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
	@$(PREFLIGHT)
	@mkdir -p $(BUILD)/ctest $(sort $(dir $(OBJECTS)))
	@echo "$$COMMAND" | cmp -s - $@ || echo "$$COMMAND" > $@

.SECONDEXPANSION:
$(patsubst %,$(BUILD)/obj/%.o,$(INSTANCES) $(SPREADS)): $(BUILD)/obj/%.o: $$(call source,$$*) $(BUILD)/command
	$(COMPILE) $(call ahead,$*) $(call instance_macros,$*) -MMD -MP -c $< -o $@

$(patsubst %,$(BUILD)/obj/%.o,$(filter fast/lanes_%,$(INSTANCES))): $(VECTORS).gch

$(VECTORS).gch: $(BUILD)/command
	echo '#include <immintrin.h>' > $(VECTORS)
	$(COMPILE) -x c-header -c $(VECTORS) -o $@

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
define NEEDS
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

# Before anything is compiled, so that nothing else is said.
PREFLIGHT := :
$(VENV)/installed: PREFLIGHT = test -e $(VENV)/made || { $(NEEDS); }

$(VENV)/made: | $(BUILD)/command
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What the package is built with and needs at run time, while the library is compiled.  Python compiles what it imports.
$(VENV)/needed: $(VENV)/made pyproject.toml
	$(PIP) install --no-compile $$(sed -n 's/^\(requires\|dependencies\) = \[\(.*\)\]/\2/p' pyproject.toml | tr -d '",')
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

C_FILES := $(wildcard csrc/*.h $(addsuffix /*.[ch],csrc/* tests/c tests/fuzz tests/games examples benchmarks benchmarks/guard) \
    tests/c/*.cpp)

lint: $(VENV)/dev lintc ## check the form of all sources, types of Python, and warnings of C compilers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(C_FILES)
	@if grep -n '.\{121\}' $(C_FILES); then echo "lines of more than 120 columns" >&2; exit 1; fi

format: $(VENV)/dev ## put all sources into their form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(C_FILES)

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
	@for level in $(sort $(firstword $(LEVELS)) $(lastword $(LEVELS))); do for test in $(CTESTS); do \
	    echo "$$test, at most $$level"; ROADGAMES_CPU=$$level $$test || exit 1; done; done
	@signatures=$$(for level in $(LEVELS); do ROADGAMES_CPU=$$level $(BUILD)/ctest/signature || echo failed $$level; done); \
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

include tests/trust/trust.mk

# ---- Cleaning ----

clean: ## remove all that was made, .venv included
	rm -rf build dist $(VENV) *.egg-info roadgames/*.so roadgames/_native.c .*_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
