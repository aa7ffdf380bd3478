"""Random games with a taste: each style prefers actions that lead to the rare corners of the rules.

A style rates an action by the position before and after it; the game takes the best of a few
actions drawn at random, so that it still differs from seed to seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from . import reference
from .games import MODULES

Rating = Callable[[reference.Position, int, reference.Position], float]


def uniform(before: reference.Position, action: int, after: reference.Position) -> float:
    return 0.0


def lasting(before: reference.Position, action: int, after: reference.Position) -> float:
    """Away from the end: nearly full boards, and in Kopano passes."""
    return -float(after.is_over())


def tight(before: reference.Position, action: int, after: reference.Position) -> float:
    """Few replies, without ending the game: obligations, passes, holes to avoid."""
    return -1e9 if after.is_over() else -len(after.legal())


def open_ended(before: reference.Position, action: int, after: reference.Position) -> float:
    """Many replies: stones that stand apart."""
    return -1e9 if after.is_over() else len(after.legal())


STYLES: dict[str, Rating] = {"uniform": uniform, "tight": tight, "open": open_ended}


def styles(name: str) -> list[tuple[str, Rating]]:
    """The styles in which a game is played, each with its name."""
    found = STYLES | getattr(MODULES.get(name), "STYLES", {})
    # Games of Rumbo all fill the board.
    if issubclass(reference.GAMES[name], reference.Connection):
        found["lasting"] = lasting
    return sorted(found.items())


def choose(position: reference.Position, rating: Rating, rng: random.Random) -> int:
    """The best rated of a few random legal actions."""
    actions = position.legal()
    if rating is uniform:
        return rng.choice(actions)
    few = rng.sample(actions, min(6, len(actions)))
    return max(few, key=lambda action: rating(position, action, position.after(action)))


def game(
    start: reference.Position, rating: Rating, rng: random.Random, max_plies: int
) -> Iterator[tuple[reference.Position, int, reference.Position]]:
    """(before, action, after) of every ply, to the end of the game or to max_plies."""
    position = start
    for _ in range(max_plies):
        if position.is_over():
            return
        # Some plies at random, so that no two games run alike.
        action = choose(position, uniform if rng.random() < 0.1 else rating, rng)
        after = position.after(action)
        yield position, action, after
        position = after
