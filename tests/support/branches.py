"""The rare branches of the rules, by name, recognised with the reference.

A test that plays games counts them and fails if one was never met: a rule that no game reaches is
not tested.  Those of one game stand in its module, with what sees them.
"""

from __future__ import annotations

from collections import Counter

from . import reference
from .games import MODULES, Plies

CONNECTION = ["wins on the last empty point", "swaps"]
PASSES = [
    "Black passes",
    "White passes",
    "passes again",
    "play goes on after a pass",
    "wins after the other passed",
]
# Those of all that need pie.
OPENINGS = {"swaps", "names komi", "picks Horizontal", "moves twice in a row"}


def expected(name: str) -> list[str]:
    """The rare branches of a game."""
    game, found = reference.GAMES[name], [*getattr(MODULES.get(name), "RARE", [])]
    if issubclass(game, reference.Connection):
        found += CONNECTION + PASSES * game.has_pass
    return found


class Watch:
    """Follows one game and counts the branches it takes."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self.passed: set[int] = set()
        self.past: Plies = []

    def see(self, before: reference.Position, action: int, after: reference.Position) -> None:
        if isinstance(before, reference.Connection):
            self.see_connection(before, action, after)
        module = MODULES.get(before.name)
        if hasattr(module, "rare"):
            self.counts.update(module.rare(before, action, after, self.past))
        self.past.append((before, action, after))
        self.counts["plies"] += 1

    def see_connection(
        self, before: reference.Connection, action: int, after: reference.Position
    ) -> None:
        mover = 0 if before.turn == "b" else 1
        if action == before.swap():
            self.counts["swaps"] += 1
        if after.is_over() and len(before.stones) == before.size**2 - 1:
            self.counts["wins on the last empty point"] += 1
        if action == before.pass_action():
            self.counts["White passes" if mover else "Black passes"] += 1
            if mover in self.passed:
                self.counts["passes again"] += 1
            self.passed.add(mover)
            return
        if self.passed and not after.is_over():
            self.counts["play goes on after a pass"] += 1
        if 1 - mover in self.passed and after.is_over():
            self.counts["wins after the other passed"] += 1
