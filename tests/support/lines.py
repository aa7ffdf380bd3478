"""Written games that reach what random play hardly reaches.

Texts of actions from the start, without pie.
"""

from . import reference

# 5x5. Black's last stone would join top and bottom, but the removal it causes cuts that chain.
RHODE_CUT_WIN = "c2 c1 e1 c5 c3 e5 a2 b3 a3 d2 d3 d1 e2 b1 e3 a5 b2 d5 a4 d4 b5 c4 b4"

# 6x6. After the first line the second, one removal a stone, leads back to the same position for
# ever.
RHODE_TO_THE_CYCLE = "d2 c5 d5 b2 b4 c1 d6 c2 e5 e3 c3 d4"
RHODE_CYCLE = "c4 d3 d5 c2"

# 4x4. Black's last stone takes out two; White's takes out one and wins.
RHODE_REMOVES_TWO = "a3 c2 c3 a2 a1 b3 b2"
RHODE_REMOVES_AND_WINS = "d2 b3 b1 d4 b2 c1 d1 a1 c4 b4 d3 c2 c3"
RHODE_REPLAYED = "b4 c1 d4 d3 c3 c4 b3 d3"

# 4x4. White wins with the stone that fills the board.
RHODE_FULL = "a1 b1 c3 a4 b3 d2 c2 b2 d3 a3 d4 a2 c4 c1 b4 d1"
KOPANO_FULL = "b4 d3 d2 c1 a4 c3 a1 b1 a2 d1 d4 c4 c2 b3 b2 a3"

# 3x3: one pass. 4x4: White passes twice. 5x5: Black passes twice. Each to the end.
KOPANO_PASS = "b3 b1 a2 a1 c1 a3 c3 pass c2"
KOPANO_WHITE_PASSES_TWICE = "d1 b1 b3 a4 c1 c4 d3 c3 d4 b4 a1 a3 b2 pass a2 pass d2"
KOPANO_BLACK_PASSES_TWICE = (
    "a5 c5 b2 b4 e5 b1 b5 a1 d1 d3 a3 c1 d4 e1 e4 e2 e3 b3 a2 c3 a4 d5 pass c4 pass d2"
)

# 4x4: Black passes. 5x5: White passes; Black passes twice. Each to the end. The last, on 4x4: White
# wins with the stone that fills the board.
CROSSWAY_BLACK_PASSES = "b1 d2 d4 c4 a1 a2 c3 b3 d1 c1 a3 a4 d3 b4 pass c2"
CROSSWAY_WHITE_PASSES = "c2 c3 a3 a1 b4 a2 b1 e5 d5 b5 e3 e2 d4 c1 e1 e4 c4 a5 c5 a4 d1 pass d3"
CROSSWAY_BLACK_PASSES_TWICE = (
    "d5 b2 a2 e4 e1 d3 a4 a5 b1 b4 e3 a3 a1 e2 c3 c1 d1 b5 c5 e5 c4 d4 pass b3 pass d2"
)
CROSSWAY_FULL = "a1 c2 d1 d4 c3 b2 d2 b3 b1 c4 a2 c1 a3 b4 d3 a4"

# 3x3. The last stone gives a group to each player; the last stone joins two groups into one without
# liberties.
RUMBO_CLAIMS_FOR_BOTH = "Ba3 Bc1 Wb3 Bc3 Wc2 Bb2"
RUMBO_JOINS_TWO = "Wb1 Wb3 Wb2 Bc3 Bc1 Bc2"

# 3x3. Horizontal claims more stones; a komi of -8 gives the game to Vertical.
RUMBO_KOMI_DECIDES = "Wb2 Wb3 Ba2 Bc3 Wc2 Wc1 Ba3 Wb1 Ba1"

# 3x3, one for each set of adjacencies: the last stone makes a claim by it.
RUMBO_CLAIMS = {
    "N": "Ba3 Wb3 Wa2",
    "S": "Bb1 Wc1 Bc2",
    "NS": "Wb1 Wb3 Wb2 Bc3 Bc1 Bc2",
    "NE": "Wb3 Bb1 Bc1 Wc3 Wc2 Ba3 Bb2",
    "SW": "Wa3 Wc1 Bb1 Wc2 Ba1 Ba2 Wb2",
    "NSE": "Wc3 Ba3 Wb3 Wa1 Ba2 Bc1 Wc2 Wb1 Wb2",
    "NSW": "Bc3 Wa1 Wb1 Wc1 Bc2 Wa3 Wa2 Wb3 Wb2",
    "E": "Wc2 Bc1 Wb1",
    "W": "Wa3 Ba2 Bb3",
    "EW": "Ba2 Wc2 Ba3 Bc3 Wb2 Wa1 Bb3",
    "NW": "Wa3 Wa2 Ba1 Wb1 Wb3 Bc3 Bb2",
    "SE": "Bb3 Bc1 Wa1 Wc3 Bc2 Bb1 Wb2",
    "EWN": "Ba3 Bb3 Ba1 Bc3 Bc2 Wb1 Bc1 Ba2 Bb2",
    "EWS": "Ba3 Wc1 Bc3 Bb3 Wa1 Wb1 Wa2 Wc2 Wb2",
}

# By game: what is rare about a line, its size and the line.
WRITTEN: dict[str, dict[str, tuple[int, str]]] = {
    "rhode": {
        "a win that the removal cuts": (5, RHODE_CUT_WIN),
        "two stones removed": (4, RHODE_REMOVES_TWO),
        "a removal that wins": (4, RHODE_REMOVES_AND_WINS),
        "a stone placed where one was removed": (4, RHODE_REPLAYED),
        "a position that comes back": (6, " ".join([RHODE_TO_THE_CYCLE, *[RHODE_CYCLE] * 3])),
        "the last stone wins": (4, RHODE_FULL),
    },
    "kopano": {
        "a pass": (3, KOPANO_PASS),
        "White passes twice": (4, KOPANO_WHITE_PASSES_TWICE),
        "Black passes twice": (5, KOPANO_BLACK_PASSES_TWICE),
        "the last stone wins": (4, KOPANO_FULL),
    },
    "rumbo": {
        "claims for both": (3, RUMBO_CLAIMS_FOR_BOTH),
        "two groups joined": (3, RUMBO_JOINS_TWO),
        "more stones, but not with the komi": (3, RUMBO_KOMI_DECIDES),
        **{f"a claim by {name}": (3, line) for name, line in RUMBO_CLAIMS.items()},
    },
    "crossway": {
        "Black passes": (4, CROSSWAY_BLACK_PASSES),
        "White passes": (5, CROSSWAY_WHITE_PASSES),
        "Black passes twice": (5, CROSSWAY_BLACK_PASSES_TWICE),
        "the last stone wins": (4, CROSSWAY_FULL),
    },
}


def with_swap(line: str) -> str:
    """The same line with a swap after its first stone."""
    first, rest = line.split(" ", 1)
    return f"{first} swap {rest}"


def with_pie(name: str, line: str) -> list[str]:
    """The same line of a game with pie: with a swap, or after each pick of a side."""
    if issubclass(reference.GAMES[name], reference.Connection):
        return [with_swap(line)]
    return [f"komi=0 {side} {line}" for side in ("vertical", "horizontal")]
