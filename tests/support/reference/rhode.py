"""Rhode, also called Road.

A weak pair is a set of two like-coloured, diagonally adjacent stones such that no like-coloured
stone is orthogonally adjacent to both.  A crosscut is a 2x2 set of stones of two diagonally
adjacent black and two diagonally adjacent white stones.

Who starts a turn with weak pairs of their own on the board must place a stone on an empty point
that is orthogonally adjacent to both stones of one of them; otherwise on any empty point.  Then all
friendly stones but the one just placed that are part of any crosscut are removed.  The game is won
by the player who completes a chain of orthogonally adjacent stones touching their two edges.
"""

from __future__ import annotations

from .connection import Connection, crosscuts
from .grid import DIAGONAL, ORTHOGONAL, Point, Stones, all_points, shared, step


class Rhode(Connection):
    name = "rhode"
    links = tuple(ORTHOGONAL.values())

    def weak_pairs(self, color: str) -> list[tuple[Point, Point]]:
        """Each pair once, its points in order, the pairs in order."""
        pairs = []
        for point in (point for point, stone in self.stones.items() if stone == color):
            for direction in DIAGONAL:
                partner = step(point, direction)
                if point < partner and self.stones.get(partner) == color:
                    between = shared(point, direction)
                    if not any(self.stones.get(neighbour) == color for neighbour in between):
                        pairs.append((point, partner))
        return sorted(pairs)

    def placements(self) -> list[Point]:
        empty = [point for point in all_points(self.size) if point not in self.stones]
        pairs = self.weak_pairs(self.turn)
        if not pairs:
            return empty
        completing = {
            point
            for (row, column), (partner_row, partner_column) in pairs
            for point in ((row, partner_column), (partner_row, column))
        }
        return [point for point in empty if point in completing]

    def removed(self, point: Point) -> set[Point]:
        """The stones that the player to move removes by placing one there."""
        stones = {**self.stones, point: self.turn}
        in_crosscut = {member for crosscut in crosscuts(self.size, stones) for member in crosscut}
        return {member for member in in_crosscut if stones[member] == self.turn and member != point}

    def place(self, point: Point) -> Stones:
        stones = {**self.stones, point: self.turn}
        for removed in self.removed(point):
            del stones[removed]
        return stones
