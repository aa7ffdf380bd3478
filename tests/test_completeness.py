"""What a registered game owes the tests and the pages: what lacks is told here."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import reference, suite_files
from support.games import KNOWN
from support.registry import EXTRA, NAMES, TRAITS

from roadgames._native import lib

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def lacks(name: str) -> list[str]:
    """What a game has not got, with what to do; extra games keep theirs in tests/games."""
    games = TESTS / "games"
    folder, pages = (games, games) if name in EXTRA else (TESTS / "suites", ROOT / "docs")
    suite, page = folder / f"{name}.perft", pages / f"{name}.md"
    found = []
    if name not in reference.GAMES:
        found.append("a literal reference: a class in tests/support/reference, among its GAMES")
    if suite not in suite_files.FILES:
        where = suite.relative_to(ROOT)
        found.append(f"a suite: python -m tests.support.make_suite {name} > {where}")
    if not page.is_file():
        found.append(f"a page: {page.relative_to(ROOT)}")
    if name not in KNOWN:
        found.append("known numbers: a module in tests/support/games")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_nothing_lacks(name: str) -> None:
    assert lacks(name) == []


def test_what_lacks_is_told() -> None:
    told = "\n".join(lacks("hex"))
    for part in ("reference", "suite", "docs/hex.md", "support/games"):
        assert part in told


def test_every_suite_is_of_its_game() -> None:
    for path in suite_files.FILES:
        assert {entry.game for entry in suite_files.read(path)} == {path.stem}


def test_the_header_numbers_what_ships() -> None:
    """And it comes first, so that numbers stay whatever is added for a test."""
    shipping = [name for name in NAMES if name not in EXTRA]
    assert shipping
    assert [getattr(lib, f"RG_{name.upper()}") for name in shipping] == [*range(len(shipping))]
    assert [TRAITS[name].kind for name in shipping] == [*range(len(shipping))]
