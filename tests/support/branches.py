"""The rare branches of the rules, by name, recognised with the reference.

A test that plays games counts them and fails if one was never met: a rule that no game reaches is
not tested.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from . import reference
from .reference.rumbo import HORIZONTAL, VERTICAL, groups

CONNECTION = ["wins on the last empty point", "swaps"]
PASSES = [
    "Black passes",
    "White passes",
    "passes again",
    "play goes on after a pass",
    "wins after the other passed",
]
OF_RHODE = [
    "an obligation",
    "removes one",
    "removes two",
    "removes and wins",
    "the removal cuts a win",
    "replayed where it was removed",
    "a position comes back",
]
OF_KOPANO = ["a weak connection the enemy would make too"]
OF_RUMBO = [
    *(f"claims by {adjacencies}" for adjacencies in VERTICAL + HORIZONTAL),
    "claims for both players",
    "claims three groups",
    "joins two groups that then have no liberties",
    "komi decides",
    "Vertical wins",
    "Horizontal wins",
    "names komi",
    "picks Horizontal",
    "moves twice in a row",
]
# Those of all that need pie.
OPENINGS = {"swaps", "names komi", "picks Horizontal", "moves twice in a row"}
OF_ONE_GAME = {"rhode": OF_RHODE, "kopano": OF_KOPANO, "rumbo": OF_RUMBO}


def expected(name: str) -> list[str]:
    """The rare branches of a game."""
    game, found = reference.GAMES[name], list(OF_ONE_GAME.get(name, []))
    if issubclass(game, reference.Connection):
        found += CONNECTION + PASSES * game.has_pass
    return found


class Watch:
    """Follows one game and counts the branches it takes."""

    def __init__(self, start: reference.Position, counts: Counter[str]) -> None:
        self.counts = counts
        self.removed: set[tuple[reference.Point, int]] = set()
        self.passed: set[int] = set()
        self.seen = {start.text()}

    def see(self, before: reference.Position, action: int, after: reference.Position) -> None:
        if isinstance(before, reference.Connection):
            self.see_connection(before, action, after)
        if isinstance(before, reference.Rhode):
            self.see_rhode(before, action, after)
        elif isinstance(before, reference.Kopano):
            self.see_kopano(before, action, after)
        elif isinstance(before, reference.Rumbo):
            self.see_rumbo(before, action, after)
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

    def see_rhode(self, before: reference.Rhode, action: int, after: reference.Position) -> None:
        if action == before.swap():
            return
        color, point = before.turn, before.point(action)
        mover = 0 if color == "b" else 1
        removed = before.removed(point)
        if len(before.placements()) < before.size**2 - len(before.stones):
            self.counts["an obligation"] += 1
        if removed:
            self.counts["removes two" if len(removed) > 1 else "removes one"] += 1
            if after.winner == mover:
                self.counts["removes and wins"] += 1
            elif before.has_won({**before.stones, point: color}, color):
                self.counts["the removal cuts a win"] += 1
        if (point, mover) in self.removed:
            self.counts["replayed where it was removed"] += 1
        self.removed |= {(gone, mover) for gone in removed}
        if after.text() in self.seen:
            self.counts["a position comes back"] += 1
        self.seen.add(after.text())

    def see_kopano(self, before: reference.Kopano, action: int, after: reference.Position) -> None:
        if action < before.size**2:
            point = before.point(action)
            if before.makes_weak_connection(point, before.turn):
                self.counts["a weak connection the enemy would make too"] += 1

    def see_rumbo(self, before: reference.Rumbo, action: int, after: reference.Position) -> None:
        assert isinstance(after, reference.Rumbo)
        if before.seat_to_move() == after.seat_to_move():
            self.counts["moves twice in a row"] += 1
        if before.phase != "place":
            text = before.action_text(action)
            self.counts["names komi" if before.phase == "name" else f"picks {text.title()}"] += 1
            return
        color, number = divmod(action, before.size**2)
        point = before.point(number)
        claimed = before.claimed_by(point, "bw"[color])
        for group, adjacencies, _ in claimed:
            [name] = [n for n in chain(VERTICAL, HORIZONTAL) if frozenset(n) == adjacencies]
            self.counts[f"claims by {name}"] += 1
            joined = sum(old <= group for old in groups(before.stones))
            if point in group and joined > 1:
                self.counts["joins two groups that then have no liberties"] += 1
        if len({player for _, _, player in claimed}) == 2:
            self.counts["claims for both players"] += 1
        if len(claimed) > 2:
            self.counts["claims three groups"] += 1
        if after.winner is not None:
            vertical, horizontal = after.score()
            self.counts["Horizontal wins" if after.winner else "Vertical wins"] += 1
            if (vertical > horizontal) != (after.winner == 0):
                self.counts["komi decides"] += 1
