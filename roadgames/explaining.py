"""What an action does, or why it is illegal, in words: for those who learn the rules.

Only words are made here. Whether an action is legal and what it changes is asked of the engine;
the boards are looked at to name the stones concerned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._check import whole
from ._native import ffi, lib

if TYPE_CHECKING:
    from .games import Game
    from .state import State

__all__ = ["explain"]

# Steps of row and column, with their names, clockwise.
SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def explain(state: State, action: SupportsIndex) -> str:
    """See `State.explain`."""
    number = whole(action, "an action")
    text = state.action_to_string(number)
    before = state.clone()  # no other thread plays on it
    reason = lib.rg_why_not(before._position(), number)
    if reason:
        why = ffi.string(lib.rg_reason_text(reason)).decode()
        return " ".join([f"{text} is not legal here: {why}.", *_details(before, number, reason)])
    after = before.clone()
    after.apply_action(number)
    deeds = [*_deeds(before, after, number), *_end(after)]
    return f"{text}: {' '.join(deeds)}"


def _details(state: State, action: int, reason: int) -> Iterator[str]:
    """Names the stones and points behind a reason."""
    game, cells = state.game, state.board.ravel()
    if reason == lib.RG_OBLIGED:
        ways = (
            f"{_names(game, pair)} (at {_names(game, _completions(cells, game, pair), ' or ')})"
            for pair in state.weak_pairs()
        )
        yield f"Weak pairs: {', '.join(ways)}."
    elif reason == lib.RG_WEAK_CONNECTION:
        others = _weak_links(cells, game, action, _stone(state))
        yield f"The weak connection would be with {_names(game, others)}."
    elif reason == lib.RG_CROSSCUT:
        stone = _stone(state)
        for other, *shared in _corners(game, action):
            if cells[other] == stone and all(cells[p] == 3 - stone for p in shared):
                yield f"The crosscut would be with {_names(game, [other, *shared])}."
    elif reason == lib.RG_HOLE:
        point = action % game.size**2
        cells[point] = 1 + action // game.size**2
        holes = [
            hole
            for hole, _ in _sides(game, point)
            if cells[hole] == 0 and all(cells[p] == cells[point] for p, _ in _sides(game, hole))
        ]
        yield f"The hole would be at {_names(game, holes)}."


def _deeds(before: State, after: State, action: int) -> Iterator[str]:
    """Sentences on what a legal action does."""
    game = before.game
    points = game.size**2
    mover = before.color_to_move
    seats = [0, 1] if after.current_player() == after.color_to_move else [1, 0]
    if mover is None and before.komi is None:
        yield f"{after.komi} points are added to Horizontal's; seat 1 picks a side."
    elif mover is None:
        begins = [" and begins" if after.color_to_move == color else "" for color in (0, 1)]
        yield (
            f"seat {seats[0]} plays Vertical{begins[0]}, "
            f"seat {seats[1]} plays Horizontal{begins[1]}."
        )
    elif game._has_claims:
        color = ("black", "white")[action // points]
        yield f"{game.players[mover]} places a {color} stone."
        yield from _claimed(before, after, action % points)
    elif action == points:
        yield f"the seats change sides: seat {seats[0]} plays Black, seat {seats[1]} White."
    elif action > points:
        yield f"{game.players[mover]} has no legal placement and must pass."
    else:
        yield f"{game.players[mover]} places a stone."
        if game.name == "rhode":
            yield from _pairs_and_removals(before, after, action)
        else:
            others = _weak_links(before.board.ravel(), game, action, _stone(before))
            if others:
                yield (
                    f"The weak connection with {_names(game, others)} is allowed, as an enemy "
                    "stone on this point would make one too."
                )


def _pairs_and_removals(before: State, after: State, action: int) -> Iterator[str]:
    """Rhode: the weak pairs completed, the stones removed, the weak pairs to complete next."""
    game, stone = before.game, _stone(before)
    old, new = before.board.ravel(), after.board.ravel()
    for pair in before.weak_pairs():
        if action in _completions(old, game, pair):
            yield f"It completes the weak pair {_names(game, pair)}."
    removed = np.flatnonzero((old != 0) & (new == 0))
    if removed.size:
        yield f"It makes a crosscut, which removes {_names(game, removed)}."
    others = _weak_links(new, game, action, stone)
    if others and not after.is_terminal():
        yield f"It makes a weak pair with {_names(game, others)}, to be completed next turn."


def _claimed(before: State, after: State, point: int) -> Iterator[str]:
    """Rumbo: each group claimed, and the directions that decided it."""
    game, cells, claims = before.game, after.board.ravel(), after.claims.ravel()
    left = {int(p) for p in np.flatnonzero(claims != before.claims.ravel())}
    while left:
        group = {min(left)}
        edge = list(group)
        while edge:
            here = edge.pop()
            for p, _ in _sides(game, here):
                if cells[p] == cells[here] and p not in group:
                    group.add(p)
                    edge.append(p)
        left -= group
        sides = ", ".join(side for p, side in _sides(game, point) if p in group)
        owner = game.players[claims[min(group)] - 1]
        yield f"{owner} claims {_names(game, sorted(group))} (adjacent on the {sides})."


def _end(state: State) -> Iterator[str]:
    color = state.winning_color
    if color is None:
        return
    if state.game._has_claims:
        vertical, horizontal = state.score()
        yield f"The board is full: Vertical {vertical}, Horizontal {horizontal} + {state.komi}."
    yield f"{state.game.players[color]} wins."


def _stone(state: State) -> int:
    """The stone of the colour to move, as in `State.board` (Rhode, Kopano)."""
    color = state.color_to_move
    return 0 if color is None else color + 1


def _names(game: Game, points: Iterable[int], between: str = ", ") -> str:
    return between.join(game._point_text(int(p)) for p in points)


def _step(game: Game, point: int, rows: int, columns: int) -> int | None:
    """The point so many rows down and columns to the right; None off the board."""
    row, column = point // game.size + rows, point % game.size + columns
    inside = 0 <= row < game.size and 0 <= column < game.size
    return row * game.size + column if inside else None


def _sides(game: Game, point: int) -> Iterator[tuple[int, str]]:
    """The orthogonal neighbours of a point and the directions in which they lie."""
    for side, (rows, columns) in SIDES.items():
        neighbour = _step(game, point, rows, columns)
        if neighbour is not None:
            yield neighbour, side


def _corners(game: Game, point: int) -> Iterator[tuple[int, int, int]]:
    """The diagonal neighbours of a point, each with the two points adjacent to both."""
    for rows in (-1, 1):
        for columns in (-1, 1):
            corner = _step(game, point, rows, columns)
            if corner is not None:
                yield corner, point + rows * game.size, point + columns


def _weak_links(cells: NDArray[np.int8], game: Game, point: int, stone: int) -> list[int]:
    """The diagonal like stones of a point's stone with no like stone adjacent to both."""
    return [
        other
        for other, a, b in _corners(game, point)
        if cells[other] == stone and stone not in (cells[a], cells[b])
    ]


def _completions(cells: NDArray[np.int8], game: Game, pair: tuple[int, int]) -> list[int]:
    """The empty points adjacent to both stones of a weak pair."""
    shared = next((a, b) for other, a, b in _corners(game, pair[0]) if other == pair[1])
    return sorted(p for p in shared if cells[p] == 0)
