"""The engine against the perft suites."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from support import branches, suite_files
from support.registry import NAMES
from support.suite_files import Entry

import roadgames as rg

# Those of the games that the engine has.
SUITES = {path: suite_files.read(path) for path in suite_files.FILES if path.stem in NAMES}
ENTRIES = [entry for entries in SUITES.values() for entry in entries]


def set_up(entry: Entry) -> rg.State:
    komi = {} if entry.komi is None else {"komi": entry.komi}
    game = rg.load_game(entry.game, size=entry.size, pie=entry.pie, **komi)
    state = game.new_initial_state(entry.position)
    for text in entry.moves:
        state.apply_action(state.string_to_action(text))
    return state


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.where)
def test_counts(entry: Entry) -> None:
    state = set_up(entry)
    before, history = state.to_bytes(), state.history()
    deepest = max(entry.counts)
    assert rg.perft(state, 0) == 1
    assert {depth: rg.perft(state, depth) for depth in entry.counts} == entry.counts
    assert rg.perft(state, deepest, threads=2) == entry.counts[deepest]
    assert (state.to_bytes(), state.history()) == (before, history)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.where)
def test_divide(entry: Entry) -> None:
    """The parts are the counts behind each legal action, and their sum is the count."""
    state = set_up(entry)
    depths = [depth for depth, count in entry.counts.items() if depth and count < 200_000]
    for depth in depths or [1]:
        parts = rg.divide(state, depth)
        assert list(parts) == [state.action_to_string(action) for action in state.legal_actions()]
        assert sum(parts.values()) == entry.counts.get(depth, rg.perft(state, depth))
        assert rg.divide(state, depth, threads=2) == parts
        for text, count in list(parts.items())[:30]:
            state.apply_action(state.string_to_action(text))
            assert rg.perft(state, depth - 1) == count
            state.undo_action()


@pytest.mark.parametrize("name", NAMES)
def test_a_suite_reaches_what_its_game_has(name: str) -> None:
    """Every rare branch stands in the lines or among the actions of the positions they lead to."""
    counts: Counter[str] = Counter()
    how: Counter[str] = Counter()
    for entry in (entry for entry in ENTRIES if entry.game == name):
        how["by text" if entry.position else "by moves"] += 1
        how["with pie" if entry.pie else "without pie"] += 1
        how["computed" if entry.computed else "published"] += 1
        position = suite_files.set_up(entry.where)
        how["finished"] += position.is_over()
        if entry.size <= 6:
            watch = branches.Watch(counts)
            for before, action, after in entry.steps():
                watch.see(before, action, after)
            for action in position.legal():
                branches.Watch(counts).see(position, action, position.after(action))
    kinds = ["by text", "by moves", "with pie", "without pie", "finished", "computed"]
    assert [kind for kind in kinds if not how[kind]] == []
    assert [branch for branch in branches.expected(name) if not counts[branch]] == []


def run(*arguments: str, level: str = "v4") -> subprocess.CompletedProcess[str]:
    """The perft command at an instruction set level, or the highest below it that there is."""
    command = [sys.executable, "-m", "roadgames", "perft", *arguments]
    environment = {**os.environ, "ROADGAMES_CPU": level}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env=environment
    )


@pytest.mark.parametrize("level", ["baseline", "v2", "v3", "v4"])
@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.name)
def test_the_command_checks_a_suite(path: Path, level: str) -> None:
    done = run("--suite", str(path), level=level)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert sum(line.startswith("ok ") for line in lines) == len(SUITES[path])


def test_the_command_finds_a_wrong_count(tmp_path: Path) -> None:
    suite = tmp_path / "wrong.perft"
    suite.write_text("kopano size=3 pie=off ; moves ; D1 9 ; D2 71 ; name wrong\n")
    done = run("--suite", str(suite))
    assert done.returncode == 1
    assert "72" in done.stdout + done.stderr
    assert "71" in done.stdout + done.stderr


def test_depths_past_the_end_count_nothing() -> None:
    state = rg.Kopano(2, pie=False).new_initial_state()
    assert [rg.perft(state, depth) for depth in (4, 5, 6, 100)] == [8, 0, 0, 0]
