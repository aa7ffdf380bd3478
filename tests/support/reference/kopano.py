"""Kopano.

Two like-coloured stones are strongly connected if they are orthogonally adjacent, and weakly
connected if they are diagonally adjacent without sharing a strongly connected neighbour.  A chain
is a set of weakly or strongly connected stones.

The players place one stone of their own colour a turn on an empty point.  It is illegal to make a
weak connection, unless an enemy stone on that same point would make one too, and always illegal to
form a crosscut.  Who can place no stone must pass; passing is not allowed otherwise.  The game is
won by the player who completes a chain touching their two edges.
"""

from __future__ import annotations

from .connection import Connection
from .grid import DIAGONAL, EVERY_DIRECTION, Point, all_points, other, shared, step


class Kopano(Connection):
    name = "kopano"
    # Two diagonally adjacent like stones are weakly connected or share a neighbour that joins them.
    links = EVERY_DIRECTION
    has_pass = True

    def makes_weak_connection(self, point: Point, color: str) -> bool:
        """Would a stone of this colour be weakly connected to one already there?"""
        return any(
            self.stones.get(step(point, direction)) == color
            and all(self.stones.get(between) != color for between in shared(point, direction))
            for direction in DIAGONAL
        )

    def placements(self) -> list[Point]:
        return [
            point
            for point in all_points(self.size)
            if point not in self.stones
            and not self.makes_crosscut(point, self.turn)
            and (
                not self.makes_weak_connection(point, self.turn)
                or self.makes_weak_connection(point, other(self.turn))
            )
        ]
