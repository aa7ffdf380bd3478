"""What the tests know of Kopano."""

from __future__ import annotations

from collections.abc import Iterator

from ..reference import Kopano, Position
from . import Known, Plies

KNOWN = Known(
    positions={
        (2, False): (21, 27),
        (2, True): (41, 53),
        (3, False): (3196, 4154),
        (3, True): (6391, 8307),
    },
    worth={2: -1, 3: 1},
    complete={2: 16, 3: 77_024, 4: 753_966_456_876},
    batch="ef039032a5d0131d726999cce367ae65db0671e5c36b091dbf6192fd1b1a2242",
)

# 4x4. White wins with the stone that fills the board.
FULL = "b4 d3 d2 c1 a4 c3 a1 b1 a2 d1 d4 c4 c2 b3 b2 a3"

# 3x3: one pass. 4x4: White passes twice. 5x5: Black passes twice. Each to the end.
PASS = "b3 b1 a2 a1 c1 a3 c3 pass c2"
WHITE_PASSES_TWICE = "d1 b1 b3 a4 c1 c4 d3 c3 d4 b4 a1 a3 b2 pass a2 pass d2"
BLACK_PASSES_TWICE = (
    "a5 c5 b2 b4 e5 b1 b5 a1 d1 d3 a3 c1 d4 e1 e4 e2 e3 b3 a2 c3 a4 d5 pass c4 pass d2"
)

LINES = {
    "a pass": (3, PASS),
    "White passes twice": (4, WHITE_PASSES_TWICE),
    "Black passes twice": (5, BLACK_PASSES_TWICE),
    "the last stone wins": (4, FULL),
}

RARE = ["a weak connection the enemy would make too"]


def rare(before: Position, action: int, after: Position, past: Plies) -> Iterator[str]:
    assert isinstance(before, Kopano)
    places = action < before.size**2
    if places and before.makes_weak_connection(before.point(action), before.turn):
        yield "a weak connection the enemy would make too"
