"""What a registered game owes the tests and the pages: what lacks is told here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import reference, suite_files
from support.games import KNOWN
from support.registry import EXTRA, NAMES, TRAITS

from roadgames._native import lib

TESTS = Path(__file__).parent
ROOT = TESTS.parent

# Folders of benchmarks with a file for each game that ships, and what makes it.
RECORDED = [
    ("positions", "perft", "python -m benchmarks.record"),
    ("playouts", "txt", "python -m benchmarks.record"),
    ("guard/answers", "txt", "make guard-update"),
    ("guard/instructions", "txt", "make guard-update"),
]


def lacks(name: str, title: str) -> list[str]:
    """What a game has not got, with what to do; extra games keep theirs in tests/games."""
    extra, games = name in EXTRA, TESTS / "games"
    suite = (games if extra else TESTS / "suites") / f"{name}.perft"
    page = (games if extra else ROOT / "docs") / f"{name}.md"
    make = "python -m tests.support.make_suite"
    found = []
    if name not in reference.GAMES:
        found.append("a literal reference: a class in tests/support/reference, among its GAMES")
    if suite not in suite_files.FILES:
        found.append(f"a suite: {make} {name} > {suite.relative_to(ROOT)}")
    if not page.is_file():
        found.append(f"a page: {page.relative_to(ROOT)}, with the tables of {make} {name} --tables")
    if name not in KNOWN:
        found.append(
            f"what is known of it: tests/support/games/{name}.py, with KNOWN by {make} {name}"
            " --tables and LINES by --lines"
        )
    if extra:
        return found
    for folder, end, command in RECORDED:
        path = ROOT / "benchmarks" / folder / f"{name}.{end}"
        if not path.is_file():
            found.append(f"recorded work: {path.relative_to(ROOT)}, by {command}")
    if not re.search(rf"\b{title}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        found.append(f"an entry in CHANGELOG.md that names {title}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_nothing_lacks(name: str) -> None:
    assert lacks(name, TRAITS[name].title) == []


def test_what_lacks_is_told() -> None:
    told = lacks("hex", "Hex")
    parts = ["reference", "suites/hex.perft", "docs/hex.md", "games/hex.py"]
    parts += [f"{folder}/hex.{end}, by {command}" for folder, end, command in RECORDED]
    parts += ["CHANGELOG.md"]
    assert len(told) == len(parts)
    for line, part in zip(told, parts, strict=True):
        assert part in line


def test_every_suite_is_of_its_game() -> None:
    for path in suite_files.FILES:
        assert {entry.game for entry in suite_files.read(path)} == {path.stem}


def test_the_header_numbers_what_ships() -> None:
    """And it comes first, so that numbers stay whatever is added for a test."""
    shipping = [name for name in NAMES if name not in EXTRA]
    assert shipping
    assert [getattr(lib, f"RG_{name.upper()}") for name in shipping] == [*range(len(shipping))]
    assert [TRAITS[name].kind for name in shipping] == [*range(len(shipping))]
