"""The script that makes suites makes the lines that suites have, and finds what they need."""

from __future__ import annotations

import pytest
from support import make_suite, reference, suite_files
from support.games import KNOWN
from support.suite_files import ENTRIES, FILES, Entry

SMALL = [entry for entry in ENTRIES if entry.computed and sum(entry.counts.values()) < 3000]


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_suites_have_one_head(name: str) -> None:
    [path] = [path for path in FILES if path.stem == name]
    assert path.read_text(encoding="utf-8").startswith(make_suite.head(name) + "\n")


@pytest.mark.parametrize("entry", SMALL, ids=lambda entry: entry.where)
def test_lines_are_made_again(entry: Entry) -> None:
    """From the position, with the counts of the reference, to the letter."""
    file, number = entry.where.split(":")
    [path] = [path for path in FILES if path.name == file]
    position = suite_files.set_up(entry.where)
    counts = {depth: reference.perft(position, depth) for depth in entry.counts}
    moves = None if entry.position is not None else entry.moves
    line = make_suite.suite_line(position, moves, counts, entry.name)
    assert line == path.read_text(encoding="utf-8").splitlines()[int(number) - 1]


def test_there_are_such_lines() -> None:
    assert {entry.game for entry in SMALL} == set(reference.GAMES)


def test_affordable_counts() -> None:
    """They end with the first that is 0, or where the next would take long."""
    assert make_suite.affordable_counts(reference.start("kopano", 2)) == {
        1: 4,
        2: 12,
        3: 16,
        4: 8,
        5: 0,
    }
    counts = make_suite.affordable_counts(reference.start("kopano", 19))
    assert counts == {1: 361, 2: 129_960}


def test_search_tells_what_it_met() -> None:
    told = list(make_suite.search("kopano", games=200))
    assert "    # passes again: not met" in told
    found: dict[str, dict[str, tuple[int, str]]] = {}
    exec("\n".join(told), found)
    assert "a weak connection the enemy would make too" in found["LINES"]
    for size, moves in found["LINES"].values():
        assert make_suite.play(reference.start("kopano", size), moves.split()).is_over()


def test_tables() -> None:
    told = "\n".join(make_suite.tables("kopano"))
    assert "| Size | Non-terminal positions | With terminal ones | With best play |" in told
    assert "| 3 | 3,196 | 4,154 | Black wins |" in told
    assert "| 5 | 25 | 600 | 12,460 | 249,568 | 4,424,920 |" in told
    assert "complete={2: 16, 3: 77024}" in told
    assert f"batch={KNOWN['kopano'].batch!r}" in told
