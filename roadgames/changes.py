"""What an action did to the stones: for pictures and explanations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .state import State

__all__ = ["Change", "change"]


class Change(NamedTuple):
    """The points where an action placed and removed stones, and which stone that was: 1 black, 2
    white; 0 where there are none."""

    placed: list[int]
    placed_stone: int
    removed: list[int]
    removed_stone: int


def change(before: State, after: State) -> Change:
    """What the action between two positions did to the stones."""
    old, new = before.board.ravel(), after.board.ravel()
    placed = np.flatnonzero((old == 0) & (new != 0)).tolist()
    removed = np.flatnonzero((old != 0) & (new == 0)).tolist()
    return Change(
        placed, int(new[placed].max(initial=0)), removed, int(old[removed].max(initial=0))
    )
