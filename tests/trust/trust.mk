# What docs/trust.md promises and how it is checked: promises one by one, sanitizers, fuzzing, and builds that nobody
# ships.  Part of the Makefile, which includes it.

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

# ---- Builds that nobody ships ----

# With the tests' fourth game, and with nothing that makes a game fast (fast/accelerated.h): a game is its rules, and the rest is
# found to work for one more.  Each in a folder of its own under build/.
.PHONY: ctest-plain test-plain test-extra test-tree

extra := $(MAKE) --no-print-directory EXTRA_GAMES=crossway BUILD=$(BUILD)/extra
plain := $(MAKE) --no-print-directory EXTRA_GAMES=crossway BUILD=$(BUILD)/plain CPPFLAGS=-DRG_PLAIN

ctest-plain: ## run the C tests with a fourth game and nothing that makes games fast
	+$(plain) ctest

test-plain: $(VENV)/dev ## run the Python tests with the same library
	+$(plain) test-tree

test-extra: $(VENV)/dev ## run the Python tests with a fourth game
	+$(extra) test-tree

test-tree: $(BUILD)/tree/roadgames/_native.abi3.so
	cd $(BUILD)/tree && PYTHONPATH=$(abspath $(BUILD))/tree $(abspath $(BIN))/python -m pytest -p no:cacheprovider

# The package with the library in BUILD, beside its tests in a tree of its own.
$(BUILD)/tree/roadgames/_native.abi3.so: $(STATIC) $(wildcard roadgames/*.py tests/*.py tests/*/*.py tests/*/*/*.py)
	rm -rf $(BUILD)/tree && mkdir $(BUILD)/tree
	cp -r $(filter-out build dist,$(wildcard *)) $(BUILD)/tree
	$(BIN)/python -c 'import runpy; runpy.run_path("roadgames/_build.py")["builder"]().emit_c_code("$(BUILD)/tree/native.c")'
	$(COMPILE) -shared $(NATIVE_FLAGS) -DPy_LIMITED_API=0x030a0000 \
	    -I$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))') $(BUILD)/tree/native.c $(STATIC) -o $@

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
    CPPFLAGS=-DRG_DEBUG CFLAGS='$(ADDRESS_FLAGS)' NATIVE_FLAGS=-shared-libasan

sanitize: sanitize-address sanitize-python sanitize-threads memcheck ## run all tests with sanitizers and valgrind

# The Python tests of bad input and of all calls in any order, at the best level; the whole suite takes 12 minutes or more.
sanitize-short: SANITIZED_TESTS := $(addprefix tests/test_,arguments.py forks.py games.py machines.py memory.py properties.py state.py)
sanitize-short: sanitize-address sanitize-python sanitize-threads memcheck-short

sanitizer-found:
	@echo 'int main(void) { return 0; }' | $(SANITIZER_CC) -fsanitize=address -x c - -o /dev/null 2>/dev/null || \
	    { echo "sanitizers need clang and its runtime: $(SANITIZER_CC) lacks them (Debian: clang, libclang-rt-dev)" >&2; exit 1; }

sanitize-address: sanitizer-found ## run the C tests with address and undefined behaviour sanitizers, every action verified
	+ASAN_OPTIONS=allocator_may_return_null=1 $(make_address) ctest

# In a tree as above; Python itself has no sanitizer, so it leaks as it likes.
# What the sanitizer says goes to files: tests look at standard error.
sanitize-python: sanitizer-found $(VENV)/dev ## run the Python tests with the same library
	+$(make_address) $(ADDRESS)/tree/roadgames/_native.abi3.so
	rm -f $(ADDRESS)/said.*
	cd $(ADDRESS)/tree && ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:log_path=$(abspath $(ADDRESS))/said \
	    LD_PRELOAD="$$($(SANITIZER_CC) -print-file-name=libclang_rt.asan-$$(uname -m).so)" \
	    $(abspath $(BIN))/python -m pytest -p no:cacheprovider $(SANITIZED_TESTS) || \
	    { cat $(abspath $(ADDRESS))/said.*; exit 1; }

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
	@for level in $(LEVELS); do for target in $(FUZZ_TARGETS); do \
	    shown=$$(ROADGAMES_CPU=$$level $(BUILD)/replay-$$target tests/fuzz/corpus/$$target 2>&1) || \
	        { echo "$$shown" | tail -n 4 >&2; exit 1; }; \
	    echo "corpus of $$target, at most $$level: $$(echo "$$shown" | tail -n 1)"; done; done

trust-fuzz: fuzz-replay fuzz-programs ## replay the fuzzing corpus and fuzz for a minute (needs clang with libFuzzer)
	@for target in $(FUZZ_TARGETS); do rm -rf $(FUZZ)/short; mkdir -p $(FUZZ)/short; \
	    shown=$$($(fuzz_target) -max_total_time=20 $(FUZZ)/short tests/fuzz/corpus/$$target 2>&1) || \
	        { echo "$$shown" | grep -v '^#' >&2; exit 1; }; \
	    echo "$$target, fuzzed: $$(echo "$$shown" | sed -n 's/^stat::number_of_executed_units: *//p') inputs"; done

