"""What is measured, and the answers that every run must give.

positions.perft is a perft suite: the starts, and positions of random games at 10, 50 and 90% full.
playouts.txt holds what numbers of random games from the start come to. Both are written by
`python -m benchmarks.record`.
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
POSITIONS = HERE / "positions.perft"
PLAYOUTS = HERE / "playouts.txt"


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


@cache
def positions() -> dict[tuple[str, int, str], Position]:
    """The recorded positions by (game, size, fill). Their states are shared: clone to play.

    RuntimeError where a game has none.
    """
    found = {}
    for line in read_suite(str(POSITIONS)):
        game = line.state.game
        found[game.name, game.size, line.name] = Position(
            game.name, game.size, line.name, line.state, line.counts
        )
    if missing := [game for game in GAMES if (game, SIZES[0], f"{FILLS[0]}%") not in found]:
        raise RuntimeError(f"no positions of {missing[0]}: run python -m benchmarks.record")
    return found


@cache
def playouts() -> dict[tuple[str, int], Playouts]:
    """The recorded playouts by (game, size)."""
    found = {}
    for line in PLAYOUTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            game, *numbers = line.split()
            size, games, seed, wins_0, wins_1, plies = map(int, numbers)
            found[game, size] = Playouts(game, size, games, seed, (wins_0, wins_1), plies)
    return found
