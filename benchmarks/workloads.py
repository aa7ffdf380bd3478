"""What is measured, and the answers that every run must give.

Of each game positions/NAME.perft is a perft suite: starts, and positions of random games at 10, 50
and 90% full. playouts/NAME.txt holds what numbers of random games from the start come to. Both are
written by `python -m benchmarks.record`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import roadgames as rg
from roadgames.registry import TRAITS
from roadgames.suites import read_suite

GAMES = tuple(traits.name for traits in TRAITS)
SIZES = (5, 7, 8, 9, 11, 13, 19)
FILLS = (10, 50, 90)
CALL_SIZES = (5, 11, 19)

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Position:
    """A position of a game and its perft counts, {depth: count}; fill is "start" or "50%"."""

    game: str
    size: int
    fill: str
    state: rg.State
    counts: Mapping[int, int]

    @property
    def deepest(self) -> int:
        """The greatest depth with a count."""
        return max(self.counts)


@dataclass(frozen=True)
class Playouts:
    """A number of random games from the start, and what they come to."""

    game: str
    size: int
    games: int
    seed: int
    wins: tuple[int, int]
    plies: int

    def run(self) -> rg.Playouts:
        return rg.playouts(start(self.game, self.size), self.games, self.seed)

    def check(self, result: rg.Playouts) -> None:
        """AssertionError where the result is not the recorded one."""
        expected = (self.games, self.wins, 0, self.plies)
        found = (result.games, result.wins, result.cut_off, result.plies)
        assert found == expected, f"{self.game} {self.size}: {found} games, recorded {expected}"


@cache
def start(game: str, size: int) -> rg.State:
    """The start of a game without pie. Shared: not to be played on."""
    return rg.load_game(game, size, pie=False).new_initial_state()


def positions_file(game: str) -> Path:
    return HERE / "positions" / f"{game}.perft"


def playouts_file(game: str) -> Path:
    return HERE / "playouts" / f"{game}.txt"


def recorded(path: Path) -> Path:
    """The same file; ends the program where it is missing."""
    if not path.exists():
        raise SystemExit(f"no {path.relative_to(HERE.parent)}: run python -m benchmarks.record")
    return path


@cache
def positions() -> dict[tuple[str, int, str], Position]:
    """The recorded positions by (game, size, fill). Their states are shared: clone to play."""
    return {
        (game, line.state.game.size, line.name): Position(
            game, line.state.game.size, line.name, line.state, line.counts
        )
        for game in GAMES
        for line in read_suite(str(recorded(positions_file(game))))
    }


@cache
def playouts() -> dict[tuple[str, int], Playouts]:
    """The recorded playouts by (game, size)."""
    found = {}
    for game in GAMES:
        for line in recorded(playouts_file(game)).read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                size, games, seed, wins_0, wins_1, plies = map(int, line.split())
                found[game, size] = Playouts(game, size, games, seed, (wins_0, wins_1), plies)
    return found
