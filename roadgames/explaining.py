"""What an action does, or why it is illegal, in words: for those who learn the rules.

Only words are made here: the engine tells what is legal, what an action changes and which points
are concerned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from ._check import whole
from ._native import ffi, lib
from .changes import change
from .errors import reason_text
from .registry import WeakPairs
from .rules import Rules

if TYPE_CHECKING:
    from .state import State

__all__ = ["explain"]

# Steps of row and column, clockwise.
SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}

# Of stones, by their numbers in `State.board`.
COLORS = ("", "black", "white")


def explain(state: State, action: SupportsIndex) -> str:
    """See `State.explain`."""
    number = whole(action, "an action")
    text = state.action_to_string(number)
    before = state.clone()  # no other thread plays on it
    reason = lib.rg_why_not(before._position(), number)
    if reason:
        said = f"{text} is not legal here: {reason_text(reason, state.game.traits)}."
        return " ".join([said, *_details(before, number, reason)])
    after = before.clone()
    after.apply_action(number)
    deeds = [*_deeds(before, after, number), *_end(after)]
    return f"{text}: {' '.join(deeds)}"


def _details(state: State, action: int, reason: int) -> Iterator[str]:
    """Names the stones and points behind a reason."""
    game, rows = state.game, _reason_points(state, action, reason)
    points = [point for row in rows for point in row]
    if reason == lib.RG_OBLIGED:
        ways = (f"{_names(game, row[:2])} (at {_names(game, row[2:], ' or ')})" for row in rows)
        yield f"Weak pairs: {', '.join(ways)}."
    elif reason == lib.RG_WEAK_CONNECTION:
        yield f"The weak connection would be with {_names(game, points)}."
    elif reason == lib.RG_CROSSCUT:
        for row in rows:
            yield f"The crosscut would be with {_names(game, row)}."
    elif reason == lib.RG_HOLE:
        yield f"The hole would be at {_names(game, points)}."


def _deeds(before: State, after: State, action: int) -> Iterator[str]:
    """Sentences on what a legal action does."""
    game = before.game
    first, second = game.players
    mover = before.color_to_move
    seats = [0, 1] if after.current_player() == after.color_to_move else [1, 0]
    if mover is None and before.komi is None:
        yield f"{after.komi} points are added to {second}'s; seat 1 picks a side."
    elif mover is None:
        begins = [" and begins" if after.color_to_move == color else "" for color in (0, 1)]
        yield (
            f"seat {seats[0]} plays {first}{begins[0]}, seat {seats[1]} plays {second}{begins[1]}."
        )
    elif action == game._swap:
        yield f"the seats change sides: seat {seats[0]} plays {first}, seat {seats[1]} {second}."
    elif action == game._pass:
        yield f"{game.players[mover]} has no legal placement and must pass."
    else:
        yield from _placement(before, after, action, mover)


def _placement(before: State, after: State, action: int, mover: int) -> Iterator[str]:
    game, traits = before.game, before.game.traits
    done = change(before, after)
    (point,) = done.placed
    color = "" if traits.owns_stones else f"{COLORS[done.placed_stone]} "
    yield f"{game.players[mover]} places a {color}stone."
    if traits.has_claims:
        yield from _claimed(before, after, point)
    if traits.weak_pairs is WeakPairs.OBLIGE:
        for first, second, *ways in _reason_points(before, action, lib.RG_OBLIGED):
            if point in ways:
                yield f"It completes the weak pair {_names(game, [first, second])}."
    if done.removed:
        yield f"It makes a crosscut, which removes {_names(game, done.removed)}."
    pairs = after._weak_pairs(mover)
    others = [a + b - point for a, b in pairs if point in (a, b)]
    if others and traits.weak_pairs is WeakPairs.OBLIGE and not after.is_terminal():
        yield f"It makes a weak pair with {_names(game, others)}, to be completed next turn."
    elif others and traits.weak_pairs is WeakPairs.BARRED:
        yield (
            f"The weak connection with {_names(game, others)} is allowed, as an enemy "
            "stone on this point would make one too."
        )


def _claimed(before: State, after: State, point: int) -> Iterator[str]:
    """Each group claimed, and the directions that decided it."""
    game, claims, position = before.game, after.claims.ravel(), after._position()
    left = set(np.flatnonzero(claims != before.claims.ravel()).tolist())
    out = ffi.new("int32_t[]", lib.RG_MAX_POINTS)
    while left:
        group = ffi.unpack(out, lib.rg_group(position, min(left), out))
        left -= set(group)
        sides = ", ".join(side for side, beside in _sides(game, point) if beside in group)
        owner = game.players[claims[group[0]] - 1]
        yield f"{owner} claims {_names(game, group)} (adjacent on the {sides})."


def _end(state: State) -> Iterator[str]:
    color = state.winning_color
    if color is None:
        return
    players = state.game.players
    if state.game.traits.has_claims:
        first, second = state.score()
        yield f"The board is full: {players[0]} {first}, {players[1]} {second} + {state.komi}."
    yield f"{players[color]} wins."


def _names(game: Rules, points: Iterable[int], between: str = ", ") -> str:
    return between.join(game._point_text(point) for point in points)


def _reason_points(state: State, action: int, reason: int) -> list[list[int]]:
    """The rows of rg_reason_points, of as many points as they have."""
    out = ffi.new("int32_t[]", 8 * lib.RG_MAX_POINTS)
    rows = lib.rg_reason_points(state._position(), action, reason, out)
    return [[point for point in ffi.unpack(out + 4 * i, 4) if point >= 0] for i in range(rows)]


def _sides(game: Rules, point: int) -> Iterator[tuple[str, int]]:
    """The directions of a point, each with its neighbour there."""
    row, column = divmod(point, game.size)
    for side, (down, right) in SIDES.items():
        if 0 <= row + down < game.size and 0 <= column + right < game.size:
            yield side, point + down * game.size + right
