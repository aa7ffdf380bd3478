"""What the games of connection share: edges, chains, seats, swap and pass.

Black owns the top and the bottom edge, White the left and the right one; a corner point lies on two
edges. Black moves first, and who completes a chain that touches their two edges wins.  With the pie
rule White may, on White's first turn only, swap instead of placing a stone: the stones stay, the
seats exchange colours, and White, now the other seat, is still to move.  In games with a pass who
can place no stone must pass, and passing is not allowed otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from .grid import (
    DIAGONAL,
    Point,
    Position,
    Stones,
    all_points,
    connected,
    other,
    point_text,
    read_rows,
    rows_text,
    shared,
    step,
)

Game = TypeVar("Game", bound="Connection")

COLORS = ["b", "w"]


@dataclass(frozen=True)
class Connection(Position):
    links: ClassVar[tuple[Point, ...]]
    """The directions in which like stones next to each other belong to one chain."""
    has_pass: ClassVar[bool] = False

    size: int
    pie: bool
    stones: Stones
    turn: str
    """The colour to move, also after the end: then the one who would be."""
    black_seat: int
    swap_ahead: bool
    """Seat 1's first turn has not been yet, and seat 1 may swap on it; in games it is White."""
    winner: int | None

    @classmethod
    def start(cls: type[Game], size: int, pie: bool) -> Game:
        return cls(size, pie, {}, "b", 0, pie, None)

    @abstractmethod
    def placements(self) -> list[Point]:
        """Where the player to move may place a stone, in the order of point numbers."""

    def place(self, point: Point) -> Stones:
        """The stones after the player to move has placed one there."""
        return {**self.stones, point: self.turn}

    def makes_crosscut(self, point: Point, color: str) -> bool:
        """Would a stone of this colour be part of a crosscut?"""
        return any(
            self.stones.get(step(point, direction)) == color
            and all(
                self.stones.get(between) == other(color) for between in shared(point, direction)
            )
            for direction in DIAGONAL
        )

    def swap(self) -> int:
        return self.size * self.size

    def pass_action(self) -> int:
        """In games with a pass."""
        return self.size * self.size + 1

    def num_actions(self) -> int:
        return self.size * self.size + 1 + self.has_pass

    def find_legal(self) -> list[int]:
        if self.is_over():
            return []
        placements = self.placements()
        actions = [self.number(point) for point in placements]
        if self.swap_ahead and self.seat_to_move() == 1:
            actions.append(self.swap())
        if self.has_pass and not placements:
            actions.append(self.pass_action())
        return actions

    def after(self: Game, action: int) -> Game:
        if action == self.swap():
            return replace(self, black_seat=1 - self.black_seat, swap_ahead=False)
        if action == self.pass_action():
            return self.next_turn()
        stones = self.place(self.point(action))
        winner = COLORS.index(self.turn) if self.has_won(stones, self.turn) else None
        return replace(self.next_turn(), stones=stones, winner=winner)

    def next_turn(self: Game) -> Game:
        ahead = self.swap_ahead and self.seat_to_move() == 0
        return replace(self, turn="w" if self.turn == "b" else "b", swap_ahead=ahead)

    def has_won(self, stones: Stones, color: str) -> bool:
        """Is there a chain of this colour that touches both edges of this colour?"""
        own = {point for point, stone in stones.items() if stone == color}
        across = 0 if color == "b" else 1
        first = {point for point in own if point[across] == 0}
        last = {point for point in own if point[across] == self.size - 1}
        return bool(connected(first, own, self.links) & last)

    def color_to_move(self) -> int | None:
        return None if self.is_over() else COLORS.index(self.turn)

    def seat_to_move(self) -> int | None:
        return None if self.is_over() else self.seat_of(COLORS.index(self.turn))

    def seat_of(self, color: int) -> int:
        return self.black_seat if color == 0 else 1 - self.black_seat

    def action_text(self, action: int) -> str:
        if action == self.swap():
            return "swap"
        if action == self.pass_action():
            return "pass"
        return point_text(self.size, self.point(action))

    def text(self) -> str:
        pie = "pie" if self.pie else "nopie"
        turn = self.turn + ("+" if self.swap_ahead else "")
        rows = rows_text(self.size, self.stones)
        return f"{self.name} {self.size} {pie} {turn} {self.black_seat} {rows}"

    @classmethod
    def read(cls: type[Game], text: str) -> Game:
        name, size_text, pie_text, turn, seat, rows = text.split(" ")
        size, pie = int(size_text), {"pie": True, "nopie": False}[pie_text]
        stones = read_rows(size, rows, "bw")
        position = cls(size, pie, stones, turn[0], int(seat), turn.endswith("+"), None)
        if name != cls.name or position.text() != text or (position.swap_ahead and not pie):
            raise ValueError("not a position text")
        if crosscuts(size, stones):
            raise ValueError("a crosscut")
        winners = [color for color in (0, 1) if position.has_won(stones, COLORS[color])]
        if len(winners) > 1 or COLORS.index(position.turn) in winners:
            raise ValueError("two winners, or a winner who is to move")
        return replace(position, winner=winners[0] if winners else None)


def crosscuts(size: int, stones: Stones) -> list[set[Point]]:
    """Every 2x2 set of stones of which two black and two white ones are diagonally adjacent."""
    found = []
    for row, column in all_points(size):
        square = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        if [stones.get(point) for point in square] in (["b", "w", "b", "w"], ["w", "b", "w", "b"]):
            found.append(set(square))
    return found
