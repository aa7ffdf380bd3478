"""Rumbo.

The players are Vertical, who moves first, and Horizontal; the two colours of stones belong to
nobody. A turn places one stone of any colour on an empty point without creating a hole: an empty
point whose adjacent points are all occupied by stones of the same colour.  Then each unclaimed
group without liberties is claimed by the player who owns the set of adjacencies of its stones to
the stone just placed.  A full board ends the game: Vertical has the stones of the groups Vertical
claimed, Horizontal those of the others and the komi; the higher score wins.

Before the game the first player chooses the komi, whose parity is not the board size's, then the
second player chooses sides.  With pie these two decisions are actions; the seat that plays Vertical
moves first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .grid import (
    ORTHOGONAL,
    Point,
    Position,
    Stones,
    all_points,
    connected,
    neighbours,
    point_text,
    read_rows,
    rows_text,
    step,
)

# Who owns which sets of adjacencies: directions, seen from the stone just placed.
VERTICAL = ["N", "S", "NS", "NE", "SW", "NSE", "NSW"]
HORIZONTAL = ["E", "W", "EW", "NW", "SE", "EWN", "EWS"]
OWNER = {frozenset(names): "v" for names in VERTICAL}
OWNER |= {frozenset(names): "h" for names in HORIZONTAL}

# In no game Horizontal places the first stone, but the image of an opening under a quarter turn is
# one in which Horizontal will.
OPENING_TURNS = {
    ("name", "v"): "name",
    ("name", "h"): "name-h",
    ("pick", "v"): "pick",
    ("pick", "h"): "pick-h",
}

PLAYERS = ["v", "h"]
STONES = ["b", "w"]


@dataclass(frozen=True)
class Rumbo(Position):
    name = "rumbo"

    size: int
    pie: bool
    stones: Stones
    claims: dict[Point, str]
    """Who has claimed the group of a stone: "v" or "h"."""
    phase: str
    """"name" the komi, "pick" a side, then "place" stones."""
    turn: str
    """Who places the next stone, also before the first and after the end."""
    vertical_seat: int
    """Means nothing before the side is picked."""
    komi: int | None
    winner: int | None

    @classmethod
    def start(cls, size: int, pie: bool, komi: int | None = None) -> Rumbo:
        if pie:
            return cls(size, True, {}, {}, "name", "v", 0, None, None)
        komi = (size + 1) % 2 if komi is None else komi
        return cls(size, False, {}, {}, "place", "v", 0, komi, None)

    # ---- Rules ----

    def makes_hole(self, point: Point, stone: str) -> bool:
        """Would an empty point next to the new stone have no neighbours but stones like it?"""
        return any(
            near not in self.stones
            and all(
                adjacent == point or self.stones.get(adjacent) == stone
                for adjacent in neighbours(self.size, near)
            )
            for near in neighbours(self.size, point)
        )

    def claimed_by(self, point: Point, stone: str) -> list[tuple[set[Point], frozenset[str], str]]:
        """(group, adjacencies, player) of each claim that follows when this stone is placed."""
        stones = {**self.stones, point: stone}
        found = []
        for group in groups(stones):
            if not group & self.claims.keys() and not liberties(self.size, stones, group):
                adjacencies = frozenset(
                    name
                    for name, direction in ORTHOGONAL.items()
                    if step(point, direction) in group
                )
                found.append((group, adjacencies, OWNER[adjacencies]))
        return found

    def score(self) -> tuple[int, int]:
        """The stones Vertical and Horizontal have claimed, komi not counted."""
        owners = list(self.claims.values())
        return owners.count("v"), owners.count("h")

    def judged(self) -> Rumbo:
        """This position with its winner, if the board is full."""
        if len(self.stones) < self.size * self.size:
            return self
        assert self.komi is not None
        vertical, horizontal = self.score()
        return replace(self, winner=0 if vertical > horizontal + self.komi else 1)

    # ---- Actions ----

    def komis(self) -> list[int]:
        points = self.size * self.size
        return list(range(-(points - 1), points, 2))

    def num_actions(self) -> int:
        points = self.size * self.size
        return 2 * points + (len(self.komis()) + 2 if self.pie else 0)

    def find_legal(self) -> list[int]:
        points = self.size * self.size
        if self.phase == "name":
            return [2 * points + index for index in range(len(self.komis()))]
        if self.phase == "pick":
            return [3 * points, 3 * points + 1]
        return [
            color * points + self.number(point)
            for color, stone in enumerate(STONES)
            for point in all_points(self.size)
            if point not in self.stones and not self.makes_hole(point, stone)
        ]

    def after(self, action: int) -> Rumbo:
        points = self.size * self.size
        if self.phase == "name":
            return replace(self, phase="pick", komi=self.komis()[action - 2 * points])
        if self.phase == "pick":
            # Seat 1 picks.
            return replace(self, phase="place", vertical_seat=1 if action == 3 * points else 0)
        color, number = divmod(action, points)
        point, stone = self.point(number), STONES[color]
        claims = dict(self.claims)
        for group, _, player in self.claimed_by(point, stone):
            claims |= dict.fromkeys(group, player)
        turn = "h" if self.turn == "v" else "v"
        stones = {**self.stones, point: stone}
        return replace(self, stones=stones, claims=claims, turn=turn).judged()

    def color_to_move(self) -> int | None:
        return None if self.is_over() or self.phase != "place" else PLAYERS.index(self.turn)

    def seat_to_move(self) -> int | None:
        if self.is_over():
            return None
        if self.phase != "place":
            return 0 if self.phase == "name" else 1
        return self.seat_of(PLAYERS.index(self.turn))

    def seat_of(self, color: int) -> int:
        return self.vertical_seat if color == 0 else 1 - self.vertical_seat

    # ---- Texts ----

    def action_text(self, action: int) -> str:
        points = self.size * self.size
        if action < 2 * points:
            color, number = divmod(action, points)
            return "BW"[color] + point_text(self.size, self.point(number))
        if action < 3 * points:
            return f"komi={self.komis()[action - 2 * points]}"
        return "vertical" if action == 3 * points else "horizontal"

    def text(self) -> str:
        pie = "pie" if self.pie else "nopie"
        turn = self.turn if self.phase == "place" else OPENING_TURNS[self.phase, self.turn]
        seat = str(self.vertical_seat) if self.phase == "place" else "-"
        komi = "?" if self.komi is None else str(self.komi)
        rows, claims = rows_text(self.size, self.stones), rows_text(self.size, self.claims)
        return f"rumbo {self.size} {pie} {turn} {seat} {komi} {rows} {claims}"

    @classmethod
    def read(cls, text: str) -> Rumbo:
        _, size_text, pie_text, turn, seat, komi_text, rows, claim_rows = text.split(" ")
        size, pie = int(size_text), {"pie": True, "nopie": False}[pie_text]
        stones, claims = read_rows(size, rows, "bw"), read_rows(size, claim_rows, "vh")
        phase, turn = next(
            (key for key, word in OPENING_TURNS.items() if word == turn), ("place", turn)
        )
        position = cls(
            size,
            pie,
            stones,
            claims,
            phase,
            turn,
            int(seat) if phase == "place" else 0,
            None if komi_text == "?" else int(komi_text),
            None,
        )
        if position.text() != text or turn not in ("v", "h") or seat not in "-01":
            raise ValueError("not a position text")
        unnamed = position.komi is None
        if (phase != "place" and (stones or not pie)) or unnamed != (phase == "name"):
            raise ValueError("an opening that cannot be")
        if position.komi is not None and position.komi not in position.komis():
            raise ValueError("komi out of range or of the wrong parity")
        if any(is_hole(size, stones, point) for point in all_points(size) if point not in stones):
            raise ValueError("a hole")
        if not claims.keys() <= stones.keys():
            raise ValueError("a claim without a stone")
        for group in groups(stones):
            owners = {claims.get(point) for point in group}
            if len(owners) > 1 or bool(liberties(size, stones, group)) != (owners == {None}):
                raise ValueError("claims that do not follow from liberties")
        return position.judged()


def is_hole(size: int, stones: Stones, empty: Point) -> bool:
    """Are all points adjacent to this empty one occupied by stones of the same colour?"""
    around = {stones.get(neighbour) for neighbour in neighbours(size, empty)}
    return around in ({"b"}, {"w"})


def groups(stones: Stones) -> list[set[Point]]:
    """The maximal sets of orthogonally connected, like-coloured stones."""
    found: list[set[Point]] = []
    seen: set[Point] = set()
    of_color = {c: {point for point in stones if stones[point] == c} for c in STONES}
    for point, stone in stones.items():
        if point not in seen:
            group = connected({point}, of_color[stone], ORTHOGONAL.values())
            found.append(group)
            seen |= group
    return found


def liberties(size: int, stones: Stones, group: set[Point]) -> set[Point]:
    """The empty points adjacent to a group."""
    around = {neighbour for point in group for neighbour in neighbours(size, point)}
    return around - stones.keys()
