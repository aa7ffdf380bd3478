"""Points of a square board, their directions and names, and what all positions offer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import ClassVar

Point = tuple[int, int]
"""(row, column); row 0 is the top row."""

Stones = dict[Point, str]
"""Which stone stands on a point: "b" or "w".  An empty point has no entry."""

NORTH, EAST, SOUTH, WEST = (-1, 0), (0, 1), (1, 0), (0, -1)
ORTHOGONAL = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
EVERY_DIRECTION = (*ORTHOGONAL.values(), *DIAGONAL)


def other(stone: str) -> str:
    """The other stone colour."""
    return "w" if stone == "b" else "b"


def all_points(size: int) -> Iterator[Point]:
    """Row by row from the top left: the order of their numbers."""
    return ((row, column) for row in range(size) for column in range(size))


def on_board(size: int, point: Point) -> bool:
    row, column = point
    return 0 <= row < size and 0 <= column < size


def step(point: Point, direction: Point) -> Point:
    return point[0] + direction[0], point[1] + direction[1]


@cache
def neighbours(size: int, point: Point) -> list[Point]:
    """The two, three or four points orthogonally adjacent to this one."""
    around = [step(point, direction) for direction in ORTHOGONAL.values()]
    return [neighbour for neighbour in around if on_board(size, neighbour)]


def shared(point: Point, direction: Point) -> tuple[Point, Point]:
    """The two points adjacent to both the point and the next one in that diagonal direction."""
    row, column = point
    down, right = direction
    return (row + down, column), (row, column + right)


def connected(start: set[Point], members: set[Point], directions: Iterable[Point]) -> set[Point]:
    """Every member that steps in these directions lead to from start, over members only."""
    found = start & members
    waiting = list(found)
    while waiting:
        point = waiting.pop()
        for direction in directions:
            neighbour = step(point, direction)
            if neighbour in members and neighbour not in found:
                found.add(neighbour)
                waiting.append(neighbour)
    return found


def point_text(size: int, point: Point) -> str:
    """c4: a letter for the column, from the left; a number for the row, from the bottom."""
    row, column = point
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(size - row)


def rows_text(size: int, marks: dict[Point, str]) -> str:
    rows = ("".join(marks.get((row, column), ".") for column in range(size)) for row in range(size))
    return "/".join(rows)


def read_rows(size: int, text: str, letters: str) -> dict[Point, str]:
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ValueError("wrong shape")
    marks = {}
    for point in all_points(size):
        mark = rows[point[0]][point[1]]
        if mark in letters:
            marks[point] = mark
        elif mark != ".":
            raise ValueError("wrong character")
    return marks


class Position(ABC):
    """A position of one of the games; play() makes a new one.

    Colours are 0 and 1 (Black and White; Vertical and Horizontal), seats are 0 (who begins the
    game) and 1.
    """

    name: ClassVar[str]
    size: int
    pie: bool
    stones: Stones
    winner: int | None
    """The colour that has won."""

    def number(self, point: Point) -> int:
        return point[0] * self.size + point[1]

    def point(self, number: int) -> Point:
        return divmod(number, self.size)

    def is_over(self) -> bool:
        return self.winner is not None

    def returns(self) -> list[float]:
        """What the game is worth to seat 0 and to seat 1: +1 and -1, or 0 and 0 before the end."""
        if self.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.seat_of(self.winner) == 0 else [-1.0, 1.0]

    def play(self, action: int) -> Position:
        """The position after this action; ValueError if it is not legal."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        return self.after(action)

    def board(self) -> list[list[int]]:
        """0 empty, 1 black, 2 white, top row first."""
        values = {None: 0, "b": 1, "w": 2}
        lines = range(self.size)
        return [[values[self.stones.get((row, column))] for column in lines] for row in lines]

    @classmethod
    @abstractmethod
    def start(cls, size: int, pie: bool, **options: int) -> Position:
        """The position that the game starts from."""

    @classmethod
    @abstractmethod
    def read(cls, text: str) -> Position:
        """The position of such a text as text() gives; ValueError where the rules allow none."""

    @abstractmethod
    def num_actions(self) -> int:
        """How many actions the game has at this size, legal or not."""

    @abstractmethod
    def find_legal(self) -> list[int]:
        """What legal() tells, worked out."""

    @cached_property
    def found_legal(self) -> list[int]:
        return self.find_legal()

    def legal(self) -> list[int]:
        """The legal actions in ascending order; none when the game is over."""
        return list(self.found_legal)

    @abstractmethod
    def after(self, action: int) -> Position:
        """The position after a legal action."""

    @abstractmethod
    def color_to_move(self) -> int | None:
        """None when the game is over and where no colours are given out yet."""

    @abstractmethod
    def seat_to_move(self) -> int | None:
        """None when the game is over."""

    @abstractmethod
    def seat_of(self, color: int) -> int:
        """The seat that plays this colour."""

    @abstractmethod
    def action_text(self, action: int) -> str: ...

    @abstractmethod
    def text(self) -> str:
        """The position in one line."""
