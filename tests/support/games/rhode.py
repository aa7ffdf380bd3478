"""What the tests know of Rhode."""

from __future__ import annotations

from collections.abc import Iterator

from ..reference import Position, Rhode
from . import Known, Plies

KNOWN = Known(
    positions={
        (2, False): (29, 39),
        (2, True): (57, 77),
        (3, False): (7478, 8796),
        (3, True): (14955, 17591),
    },
    worth={2: 1, 3: 1},
    complete={2: 24, 3: 190_132, 4: 2_001_245_754_152},
    batch="4df48737776fa406d22d6d38a49e1c8c338ebb47cbff32478beed90fc7fa61cc",
)

# 5x5. Black's last stone would join top and bottom, but the removal it causes cuts that chain.
CUT_WIN = "c2 c1 e1 c5 c3 e5 a2 b3 a3 d2 d3 d1 e2 b1 e3 a5 b2 d5 a4 d4 b5 c4 b4"

# 6x6. After the first line the second, one removal a stone, leads back to the same position for
# ever.
TO_THE_CYCLE = "d2 c5 d5 b2 b4 c1 d6 c2 e5 e3 c3 d4"
CYCLE = "c4 d3 d5 c2"

# 4x4. Black's last stone takes out two; White's takes out one and wins.
REMOVES_TWO = "a3 c2 c3 a2 a1 b3 b2"
REMOVES_AND_WINS = "d2 b3 b1 d4 b2 c1 d1 a1 c4 b4 d3 c2 c3"
REPLAYED = "b4 c1 d4 d3 c3 c4 b3 d3"

# 4x4. White wins with the stone that fills the board.
FULL = "a1 b1 c3 a4 b3 d2 c2 b2 d3 a3 d4 a2 c4 c1 b4 d1"

LINES = {
    "a win that the removal cuts": (5, CUT_WIN),
    "two stones removed": (4, REMOVES_TWO),
    "a removal that wins": (4, REMOVES_AND_WINS),
    "a stone placed where one was removed": (4, REPLAYED),
    "a position that comes back": (6, " ".join([TO_THE_CYCLE, *[CYCLE] * 3])),
    "the last stone wins": (4, FULL),
}


def removing(before: Position, action: int, after: Position) -> float:
    """Many removals, else many weak pairs of both colours, out of which crosscuts come."""
    assert isinstance(after, Rhode)
    removed = 1 + len(before.stones) - len(after.stones)
    pairs = len(after.weak_pairs("b")) + len(after.weak_pairs("w"))
    return 100.0 * removed + pairs - 50.0 * after.is_over()


STYLES = {"removing": removing}

RARE = [
    "an obligation",
    "removes one",
    "removes two",
    "removes and wins",
    "the removal cuts a win",
    "replayed where it was removed",
    "a position comes back",
]


def rare(before: Position, action: int, after: Position, past: Plies) -> Iterator[str]:
    assert isinstance(before, Rhode)
    if action == before.swap():
        return
    color, point = before.turn, before.point(action)
    removed = before.removed(point)
    if len(before.placements()) < before.size**2 - len(before.stones):
        yield "an obligation"
    if removed:
        yield "removes two" if len(removed) > 1 else "removes one"
        if after.winner == (0 if color == "b" else 1):
            yield "removes and wins"
        elif before.has_won({**before.stones, point: color}, color):
            yield "the removal cuts a win"
    if any(p.turn == color and point in p.stones.keys() - q.stones.keys() for p, _, q in past):
        yield "replayed where it was removed"
    if after.text() in {earlier.text() for earlier, _, _ in past}:
        yield "a position comes back"
