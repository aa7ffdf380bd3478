"""The slow reference against numbers that were found without it."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from support import reference
from support.games import KNOWN
from support.suite_files import ENTRIES, Entry, set_up

CONNECTION = [
    name for name, game in reference.GAMES.items() if issubclass(game, reference.Connection)
]
PUBLISHED = [entry for entry in ENTRIES if not entry.computed]

# Points looked at, roughly: what the reference does in about a second.
AFFORDABLE = 100_000


def affordable(entry: Entry) -> dict[int, int]:
    """The counts of an entry that do not take the reference long."""
    position, counts = set_up(entry.where), entry.counts
    moves = max(1, len(position.legal()))
    last = {depth: counts.get(depth - 1, count / moves) for depth, count in counts.items()}
    return {depth: n for depth, n in counts.items() if last[depth] * entry.size**2 <= AFFORDABLE}


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry.where)
def test_published_counts(entry: Entry) -> None:
    position = set_up(entry.where)
    for depth, count in affordable(entry).items():
        assert reference.perft(position, depth) == count


def test_most_published_counts_are_affordable() -> None:
    assert sum(len(entry.counts) for entry in PUBLISHED) == 251
    assert sum(len(affordable(entry)) for entry in PUBLISHED) >= 170


@pytest.mark.parametrize(("name", "size"), [*product(CONNECTION, [2, 3])])
def test_reachable_positions(name: str, size: int) -> None:
    unfinished, all_positions = KNOWN[name].positions[size, False]
    found = reference.reachable(reference.start(name, size))
    assert sum(not position.is_over() for position in found.values()) == unfinished
    assert len(found) == all_positions
    assert all(reference.read(text) == position for text, position in found.items())


@pytest.mark.parametrize(("name", "size"), [*product(reference.GAMES, [2, 3])])
def test_values_of_small_boards(name: str, size: int) -> None:
    assert reference.worth(reference.start(name, size), {}) == KNOWN[name].worth[size]


def test_four_positions_of_kopano_3x3_have_a_pass() -> None:
    found = reference.reachable(reference.start("kopano", 3)).values()
    passes = [p for p in found if isinstance(p, reference.Kopano) and p.pass_action() in p.legal()]
    assert len(passes) == 4
    assert all(len(position.legal()) == 1 for position in passes)


def test_the_reference_knows_nothing_of_the_engine() -> None:
    code = "import support.reference, sys; sys.exit('roadgames' in sys.modules)"
    folder = Path(__file__).parent
    assert subprocess.run([sys.executable, "-c", code], cwd=folder, check=False).returncode == 0


def test_illegal_actions_are_refused() -> None:
    position = reference.start("rhode", 3).play(4)
    for action in (4, 9, -1, 10):
        with pytest.raises(ValueError, match="not legal"):
            position.play(action)
