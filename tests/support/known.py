"""What is known of each game as a number: found once, and the same ever after."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    positions: dict[tuple[int, bool], tuple[int, int]]
    """By size and pie: how many positions can be reached that are not over, and in all. Rhode's and
    Kopano's without pie were found elsewhere, the others by the reference."""
    worth: dict[int, int]
    """By size, without pie: the result of best play for colour 0, +1 or -1; in games with claims
    its stones minus the other's, komi not counted."""
    complete: dict[int, int]
    """By size, without pie: how many complete games there are. Those of 4x4 were counted by a
    program of its own, which walks the board cell by cell and adds up the ways to each position,
    ply by ply, with no symmetry."""
    batch: str
    """test_batch.digest() of the game: the same on every machine and at every level."""


KNOWN = {
    "rhode": Known(
        positions={
            (2, False): (29, 39),
            (2, True): (57, 77),
            (3, False): (7478, 8796),
            (3, True): (14955, 17591),
        },
        worth={2: 1, 3: 1},
        complete={2: 24, 3: 190_132, 4: 2_001_245_754_152},
        batch="4df48737776fa406d22d6d38a49e1c8c338ebb47cbff32478beed90fc7fa61cc",
    ),
    "kopano": Known(
        positions={
            (2, False): (21, 27),
            (2, True): (41, 53),
            (3, False): (3196, 4154),
            (3, True): (6391, 8307),
        },
        worth={2: -1, 3: 1},
        complete={2: 16, 3: 77_024, 4: 753_966_456_876},
        batch="ef039032a5d0131d726999cce367ae65db0671e5c36b091dbf6192fd1b1a2242",
    ),
    "rumbo": Known(
        positions={
            (2, False): (45, 69),
            (2, True): (365, 557),
            (3, False): (19939, 24843),
        },
        worth={2: -2, 3: 1},
        complete={2: 192, 3: 66_404_352, 4: 344_121_613_852_262_400},
        batch="75dbc1e530149a9c04aa39371b61eded24b902387ac076082188cec9ad8dcd98",
    ),
    "crossway": Known(
        positions={
            (2, False): (21, 31),
            (2, True): (41, 61),
            (3, False): (3552, 4769),
            (3, True): (7103, 9537),
        },
        worth={2: 1, 3: 1},
        complete={2: 24, 3: 163_740},
        batch="033bd78f1b49b55ad46fb63e7717a2228a6009e34e3428f3f1c4390e70821d85",
    ),
}
