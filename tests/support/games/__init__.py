"""What the tests know of each game, a module each, which has

    KNOWN   numbers, found once, and the same ever after
    LINES   written games that reach what random play hardly reaches: by what is rare about it the
            size and the texts of the actions, from the start, without pie

and, where the game has rare branches that no other has,

    RARE    their names
    rare    (before, action, after, past) of a ply, past being the plies before it: the names of
            those that the ply takes
    STYLES  ways to play at random that lead there, as biased.py has them

`python -m tests.support.make_suite NAME --tables` finds the numbers, `--lines` looks for games.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from ..reference import Position

# Of each ply (before, action, after).
Plies = list[tuple[Position, int, Position]]


@dataclass(frozen=True)
class Known:
    positions: dict[tuple[int, bool], tuple[int, int]]
    """By size and pie: how many positions can be reached that are not over, and in all. Rhode's and
    Kopano's without pie were found elsewhere, the others by the reference."""
    worth: dict[int, int]
    """By size, without pie: the result of best play for colour 0, +1 or -1; in games with claims
    its stones minus the other's, komi not counted."""
    complete: dict[int, int]
    """By size, without pie: how many complete games there are. Those of 4x4 were counted by a
    program of its own, which walks the board cell by cell and adds up the ways to each position,
    ply by ply, with no symmetry."""
    batch: str
    """traces.digest() of the game: the same on every machine and at every level."""


MODULES = {it.name: import_module(f"{__name__}.{it.name}") for it in iter_modules(__path__)}

KNOWN: dict[str, Known] = {name: module.KNOWN for name, module in MODULES.items()}
LINES: dict[str, dict[str, tuple[int, str]]] = {n: it.LINES for n, it in MODULES.items()}
