"""What the tests know of Crossway."""

from . import Known

KNOWN = Known(
    positions={
        (2, False): (21, 31),
        (2, True): (41, 61),
        (3, False): (3552, 4769),
        (3, True): (7103, 9537),
    },
    worth={2: 1, 3: 1},
    complete={2: 24, 3: 163_740},
    batch="033bd78f1b49b55ad46fb63e7717a2228a6009e34e3428f3f1c4390e70821d85",
)

# 4x4: Black passes. 5x5: White passes; Black passes twice. Each to the end. The last, on 4x4: White
# wins with the stone that fills the board.
BLACK_PASSES = "b1 d2 d4 c4 a1 a2 c3 b3 d1 c1 a3 a4 d3 b4 pass c2"
WHITE_PASSES = "c2 c3 a3 a1 b4 a2 b1 e5 d5 b5 e3 e2 d4 c1 e1 e4 c4 a5 c5 a4 d1 pass d3"
BLACK_PASSES_TWICE = (
    "d5 b2 a2 e4 e1 d3 a4 a5 b1 b4 e3 a3 a1 e2 c3 c1 d1 b5 c5 e5 c4 d4 pass b3 pass d2"
)
FULL = "a1 c2 d1 d4 c3 b2 d2 b3 b1 c4 a2 c1 a3 b4 d3 a4"

LINES = {
    "Black passes": (4, BLACK_PASSES),
    "White passes": (5, WHITE_PASSES),
    "Black passes twice": (5, BLACK_PASSES_TWICE),
    "the last stone wins": (4, FULL),
}
