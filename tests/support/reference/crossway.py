"""Crossway, a game for tests of the engine alone.

A crosscut is a 2x2 set of stones of two diagonally adjacent black and two diagonally adjacent white
stones.  A chain is a set of orthogonally or diagonally adjacent like-coloured stones.

The players place one stone of their own colour a turn on an empty point; it is illegal to form a
crosscut.  Who can place no stone must pass; passing is not allowed otherwise.  The game is won by
the player who completes a chain touching their two edges.

Until one has won somebody can place a stone, so no two passes follow each other.  An empty point
where both would form a crosscut has two black and two white orthogonal neighbours, the two of a
colour diagonally adjacent.  If all empty points are such, and Black has no chain from top to
bottom, then an orthogonal path of white stones and empty points leads from left to right; before
and behind each of its empty points stand that point's two white neighbours, which are linked, so
White has a chain without it.
"""

from __future__ import annotations

from .connection import Connection
from .grid import EVERY_DIRECTION, Point, all_points


class Crossway(Connection):
    name = "crossway"
    links = EVERY_DIRECTION
    has_pass = True

    def placements(self) -> list[Point]:
        return [
            point
            for point in all_points(self.size)
            if point not in self.stones and not self.makes_crosscut(point, self.turn)
        ]
