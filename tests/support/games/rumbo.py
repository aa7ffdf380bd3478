"""What the tests know of Rumbo."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..reference import Position, Rumbo
from ..reference.rumbo import HORIZONTAL, VERTICAL, groups
from . import Known, Plies

KNOWN = Known(
    positions={
        (2, False): (45, 69),
        (2, True): (365, 557),
        (3, False): (19939, 24843),
    },
    worth={2: -2, 3: 1},
    complete={2: 192, 3: 66_404_352, 4: 344_121_613_852_262_400},
    batch="75dbc1e530149a9c04aa39371b61eded24b902387ac076082188cec9ad8dcd98",
)

# 3x3. The last stone gives a group to each player; the last stone joins two groups into one without
# liberties.
CLAIMS_FOR_BOTH = "Ba3 Bc1 Wb3 Bc3 Wc2 Bb2"
JOINS_TWO = "Wb1 Wb3 Wb2 Bc3 Bc1 Bc2"

# 3x3. Horizontal claims more stones; a komi of -8 gives the game to Vertical.
KOMI_DECIDES = "Wb2 Wb3 Ba2 Bc3 Wc2 Wc1 Ba3 Wb1 Ba1"

# 3x3, one for each set of adjacencies: the last stone makes a claim by it.
CLAIMS = {
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

LINES = {
    "claims for both": (3, CLAIMS_FOR_BOTH),
    "two groups joined": (3, JOINS_TWO),
    "more stones, but not with the komi": (3, KOMI_DECIDES),
    **{f"a claim by {name}": (3, line) for name, line in CLAIMS.items()},
}


def claiming(before: Position, action: int, after: Position) -> float:
    """Many groups at once that lose their last liberty."""
    assert isinstance(before, Rumbo)
    if before.phase != "place":
        return 0.0
    color, number = divmod(action, before.size**2)
    claimed = before.claimed_by(before.point(number), "bw"[color])
    return len(claimed) + 2.0 * len({player for _, _, player in claimed})


STYLES = {"claiming": claiming}

RARE = [
    *(f"claims by {adjacencies}" for adjacencies in VERTICAL + HORIZONTAL),
    "claims for both players",
    "claims three groups",
    "joins two groups that then have no liberties",
    "komi decides",
    "Vertical wins",
    "Horizontal wins",
    "names komi",
    "picks Horizontal",
    "moves twice in a row",
]


def rare(before: Position, action: int, after: Position, past: Plies) -> Iterator[str]:
    assert isinstance(before, Rumbo)
    assert isinstance(after, Rumbo)
    if before.seat_to_move() == after.seat_to_move():
        yield "moves twice in a row"
    if before.phase != "place":
        text = before.action_text(action)
        yield "names komi" if before.phase == "name" else f"picks {text.title()}"
        return
    color, number = divmod(action, before.size**2)
    point = before.point(number)
    claimed = before.claimed_by(point, "bw"[color])
    for group, adjacencies, _ in claimed:
        [name] = [n for n in chain(VERTICAL, HORIZONTAL) if frozenset(n) == adjacencies]
        yield f"claims by {name}"
        joined = sum(old <= group for old in groups(before.stones))
        if point in group and joined > 1:
            yield "joins two groups that then have no liberties"
    if len({player for _, _, player in claimed}) == 2:
        yield "claims for both players"
    if len(claimed) > 2:
        yield "claims three groups"
    if after.winner is not None:
        vertical, horizontal = after.score()
        yield "Horizontal wins" if after.winner else "Vertical wins"
        if (vertical > horizontal) != (after.winner == 0):
            yield "komi decides"
