"""Makes deliberate mistakes in the C sources, one at a time, and checks that a test notices each.

    python tests/mutants/mutants.py [name ...] [--jobs N]

The mistakes are listed in mutant_list.py. The project is copied to a temporary folder, built and
tested there as it is; then each mutant is built from a copy of that, so that only what depends on
the changed file is compiled again, and tested by one check after the other until one fails: the
quickest first, but for those that have found other mistakes in the same file. To be quick, a mutant
is compiled for the baseline instruction set and the level it names alone, and hardly optimized; the
tests see the same library otherwise, from C and from Python. Of what is compiled for each board
width, the narrow ones are compiled first: a mistake that a test notices there need not be made in
the others. A mistake in the rules of a game compiles that game alone.

The exit code is 0 where every mutant was killed, and 1 where one survived, does not compile or is
out of date, or where the unchanged project fails its own tests.
"""

from __future__ import annotations

import argparse
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from mutant_list import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[2]
NOT_COPIED = (".git", ".venv", "build", "dist", "*.so", "*.egg-info", "__pycache__", ".*_cache")

# What the core is compiled for: build's own reading of the registry, from the project's folder.
os.chdir(ROOT)
listed = runpy.run_path("roadgames/_build.py")["listed"]
GAMES, WIDTHS, LEVELS = listed("GAME"), listed("WIDTH"), listed("LEVEL")
# Boards of one word and of several.
NARROW, WIDE = WIDTHS[:2], WIDTHS[2:]
LIBRARY = "build/libroadgames.a"
EXTENSION = "roadgames/_native.abi3.so"
EMIT_EXTENSION = """
import runpy
runpy.run_path("roadgames/_build.py")["builder"]().emit_c_code("build/_native.c")
"""
LEVEL_AND_EXTENSION = """
from roadgames import _native
print(_native.ffi.string(_native.lib.rg_cpu_level()).decode(), _native.__file__)
"""

# Of the Python tests those that take seconds; longer ones would make each survivor a long wait.
PYTHON_TESTS = ("test_build.py -k level", "test_suites.py", "test_playouts.py", "test_state.py")


class BuildError(Exception):
    """What a compiler or make said."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: killed, survived, skipped or error; by which test, or why."""

    mutant: Mutant
    result: str
    by: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.mutant.name:<44} {self.result:<9} {self.seconds:6.1f}  {self.by}"


class Runner:
    """Runs programs in folders, any number at a time, and can stop them all."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.running: set[subprocess.Popen[str]] = set()
        self.stopped = False

    def run(
        self, command: Sequence[str], tree: Path, timeout: float | None = None
    ) -> tuple[int, str]:
        """Exit code (negative: the signal that ended it) and output of both streams."""
        environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
        with self.lock:
            if self.stopped:
                raise KeyboardInterrupt
            # In a session of its own, so that whatever it started can be ended with it.
            process = subprocess.Popen(
                command,
                cwd=tree,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
            self.running.add(process)
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return 1, f"failed: ran for more than {timeout:.0f} s"
        finally:
            with self.lock:
                self.running.discard(process)
        if self.stopped:
            raise KeyboardInterrupt
        return process.returncode, output

    def build(self, command: Sequence[str], tree: Path) -> None:
        code, output = self.run(command, tree)
        if code:
            errors = [line for line in output.splitlines() if "error" in line.lower()]
            raise BuildError((errors or output.splitlines() or [f"exit code {code}"])[0])

    def stop(self) -> None:
        with self.lock:
            self.stopped = True
            for process in self.running:
                os.killpg(process.pid, signal.SIGKILL)


def make(level: str) -> list[str]:
    """The make command that compiles the baseline and one level; they stand in for the others."""
    built = [name for name in LEVELS if name in ("baseline", level)]
    macros = []
    for number, name in enumerate(LEVELS):
        stand_in = [other for other in LEVELS[: number + 1] if other in built][-1]
        if name != stand_in:
            macros.append(f"-Drg_spread_{name}=rg_spread_{stand_in}")
            macros += [
                f"-Drg_dispatch_{game}_{name}_w{width}=rg_dispatch_{game}_{stand_in}_w{width}"
                for game, width in product(GAMES, WIDTHS)
            ]
    return ["make", "-s", f"LEVELS={' '.join(built)}", f"CPPFLAGS={' '.join(macros)}", "CFLAGS=-O1"]


@dataclass
class Check:
    """A program of tests, the seconds the unchanged project takes for it, and how many mutants of
    each file it has killed."""

    name: str
    level: str
    seconds: float = 0.0
    kills: Counter[str] = field(default_factory=Counter)

    def build(self, runner: Runner, tree: Path) -> None:
        if self.name in PYTHON_TESTS:
            runner.build([*make(self.level), LIBRARY], tree)
            link = shlex.split(sysconfig.get_config_var("LDSHARED"))
            runner.build([*link, "-pthread", "build/_native.o", LIBRARY, "-o", EXTENSION], tree)
        else:
            runner.build([*make(self.level), f"build/ctest/{self.name}"], tree)

    def failure(self, runner: Runner, tree: Path) -> str | None:
        """The first test that fails, in a few words; None where all pass."""
        if self.name in PYTHON_TESTS:
            pytest = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=line"]
            command = [sys.executable, *pytest, *shlex.split(f"tests/{self.name}")]
        else:
            command = [f"build/ctest/{self.name}"]
        # Slower by far than the unchanged project: an endless loop, most likely.
        timeout = 60 + 10 * self.seconds if self.seconds else None
        code, output = runner.run(command, tree, timeout)
        if code == 0:
            return None
        if found := re.search(r"^FAILED (?:tests/)?(\S+)", output, re.MULTILINE):
            return found[1]
        if found := re.search(r"^(?:tests/c/(\S+:\d+): )?(failed: .*)", output, re.MULTILINE):
            return f"{found[1] or self.name} {found[2]}"
        end = f"ended by signal {-code}" if code < 0 else f"exit code {code}"
        return f"{self.name} {end}"


def copy(source: Path, target: Path, *ignored: str) -> None:
    """Times of files are kept: make goes by them."""
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(*ignored))


def prepare(runner: Runner, pool: ThreadPoolExecutor, tree: Path, level: str) -> list[Check] | None:
    """Builds and tests the unchanged project in tree, for one level; the checks, quickest first.

    None where this machine has not got the level."""
    copy(ROOT, tree, *NOT_COPIED)
    (tree / "build").mkdir()
    runner.build([sys.executable, "-c", EMIT_EXTENSION], tree)
    flags = ["-O1", "-fPIC", "-DPy_LIMITED_API=0x030a0000", "-Icsrc"]
    include = f"-I{sysconfig.get_path('include')}"
    compiler = shlex.split(sysconfig.get_config_var("CC"))
    source, target = "build/_native.c", "build/_native.o"
    runner.build([*compiler, *flags, include, "-c", source, "-o", target], tree)
    runner.build([*make(level), f"-j{os.cpu_count()}", LIBRARY], tree)

    c_tests = [path.stem for path in sorted((tree / "tests/c").glob("test_*.c"))]
    checks = [Check(name, level) for name in (*PYTHON_TESTS, *c_tests)]
    checks[0].build(runner, tree)
    _, output = runner.run([sys.executable, "-c", LEVEL_AND_EXTENSION], tree)
    machine, _, path = output.strip().partition(" ")
    if path != str(tree / EXTENSION):
        raise BuildError(f"the Python tests would use {output}, expected {tree / EXTENSION}")
    if LEVELS.index(machine) < LEVELS.index(level):
        return None

    def take_time(check: Check) -> None:
        start = time.monotonic()
        if failure := check.failure(runner, tree):
            raise BuildError(f"the unchanged project fails: {failure}")
        check.seconds = time.monotonic() - start

    for check in checks:
        check.build(runner, tree)
    list(pool.map(take_time, checks))
    return sorted(checks, key=lambda check: check.seconds)


def is_compiled_by_width(file: str, tree: Path) -> bool:
    """Whether what is compiled for a width that is not narrow depends on a file of csrc."""
    wide = tree.glob(f"build/obj/fast/*_w{WIDE[-1]}.d")
    return any(f"csrc/{file}" in path.read_text(encoding="utf-8").split() for path in wide)


def pretend_compiled(widths: Sequence[str], tree: Path) -> None:
    """Makes what is compiled for these widths look newer than its sources."""
    for width in widths:
        for compiled in tree.glob(f"build/obj/fast/*_w{width}.o"):
            compiled.touch()


def apply(mutant: Mutant, tree: Path) -> None:
    path = tree / "csrc" / mutant.file
    text = path.read_text(encoding="utf-8")
    if (count := text.count(mutant.old)) != 1:
        raise BuildError(f"its old text occurs {count} times in {mutant.file}, expected once")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")


def find_killer(mutant: Mutant, runner: Runner, tree: Path, checks: list[Check]) -> str | None:
    """The first test that fails, those first that are quick or have killed in this file before."""
    for check in sorted(checks, key=lambda check: check.seconds / (1 + check.kills[mutant.file])):
        check.build(runner, tree)
        if failure := check.failure(runner, tree):
            check.kills[mutant.file] += 1
            return failure
    return None


def judge(mutant: Mutant, runner: Runner, unchanged: Path, checks: list[Check] | None) -> Outcome:
    if checks is None:
        return Outcome(mutant, "skipped", f"this machine has not got {mutant.level}", 0.0)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(dir=unchanged.parent, ignore_cleanup_errors=True) as folder:
        tree = Path(folder) / "tree"
        copy(unchanged, tree)
        result, by = "survived", ""
        try:
            apply(mutant, tree)
            killer = None
            if is_compiled_by_width(mutant.file, tree):
                pretend_compiled(WIDE, tree)
                killer = find_killer(mutant, runner, tree, checks)
                # From here on it is newer again than all that depends on it.
                (tree / "csrc" / mutant.file).touch()
            killer = killer or find_killer(mutant, runner, tree, checks)
            if killer:
                result, by = "killed", killer
        except BuildError as error:
            result, by = "error", str(error)
    return Outcome(mutant, result, by, time.monotonic() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks that the tests notice mistakes in C.")
    parser.add_argument("names", nargs="*", metavar="name", help="mutants to make; all if left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time")
    options = parser.parse_args()
    known = {mutant.name: mutant for mutant in MUTANTS}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no mutant is called {unknown[0]!r}, expected one of: {', '.join(known)}")
    mutants = [known[name] for name in options.names] or MUTANTS

    runner = Runner()
    outcomes: list[Outcome] = []
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        pool = ThreadPoolExecutor(options.jobs)
        try:
            trees = {level: Path(folder).resolve() / level for level in LEVELS}
            checks = {}
            for level in sorted({mutant.level for mutant in mutants}, key=LEVELS.index):
                checks[level] = prepare(runner, pool, trees[level], level)
                times = ", ".join(f"{c.name} {c.seconds:.1f} s" for c in checks[level] or ())
                print(f"The unchanged project passes for {level}: {times}", flush=True)
            work = [
                pool.submit(judge, mutant, runner, trees[mutant.level], checks[mutant.level])
                for mutant in mutants
            ]
            print(f"\n{'mutant':<44} {'result':<9} {'s':>6}  killed by", flush=True)
            for done in as_completed(work):
                outcomes.append(done.result())
                print(outcomes[-1], flush=True)
        except BuildError as error:
            print(f"mutants: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            runner.stop()
        finally:
            pool.shutdown(cancel_futures=True)
    bad = [outcome for outcome in outcomes if outcome.result not in ("killed", "skipped")]
    killed = sum(outcome.result == "killed" for outcome in outcomes)
    seconds = time.monotonic() - start
    print(f"\n{len(outcomes)} of {len(mutants)} mutants in {seconds:.0f} s, {killed} killed")
    for outcome in bad:
        print(f"{outcome.result}: {outcome.mutant.name} ({outcome.mutant.why}) {outcome.by}")
    if runner.stopped:
        return 130
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
