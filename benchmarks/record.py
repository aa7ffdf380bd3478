"""Writes positions/NAME.perft and playouts/NAME.txt of each game; see what changed with `git diff`.

The positions depend on the rules alone; the playouts also on the engine's random numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import roadgames as rg

from .workloads import FILLS, GAMES, SIZES, playouts_file, positions_file, start

# Enough that the time of a call does not show, little enough for many rounds.
LEAVES = 1_000_000
# So many that no processor learns by heart how their branches go: of 200,000 actions, played again
# and again, it does, and is a quarter faster than with games it has not seen.
ACTIONS = 3_200_000
SEED = 1

# Depths at which the start is counted, by size: there speeds are compared with other engines'. Left
# out where there are fewer leaves.
STARTS = {5: (4,), 7: (4, 5, 6), 11: (3, 4)}

POSITIONS_HEAD = """\
# Positions that the benchmarks measure, and their perft counts. Check: roadgames perft --suite
# Written by python -m benchmarks.record: the starts, and random games when so much of the board is
# full. Of each position the counts at depth 1, at 2, and at the first depth with a million leaves
# (else the depth with the most).
"""
PLAYOUTS_HEAD = """\
# What random games from the start, without pie, come to. Written by python -m benchmarks.record.
# size games seed wins-of-seat-0 wins-of-seat-1 plies
"""


def random_game(game: rg.Game, stones: int) -> rg.State:
    """The first random game, seeds counted from 0, that holds so many stones before its end."""
    for seed in range(100_000):
        draw = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal() and (state.board > 0).sum() < stones:
            state.apply_action(draw.choice(state.legal_actions()))
        if not state.is_terminal():
            return state
    raise RuntimeError(f"no random game of {game} reaches {stones} stones")


def depths(state: rg.State) -> dict[int, int]:
    """Counts at depths 1, 2 and the one to measure."""
    counts: dict[int, int] = {}
    while not counts or LEAVES > counts[len(counts)] > 0:
        depth = len(counts) + 1
        counts[depth] = rg.perft(state, depth)
    best = next((d for d, n in counts.items() if n >= LEAVES), max(counts, key=counts.__getitem__))
    return {depth: n for depth, n in counts.items() if depth in (1, 2, best)}


def suite_line(state: rg.State, counts: dict[int, int], name: str) -> str:
    fields = [
        f"{state.game.name} size={state.game.size} pie=off",
        " ".join(["moves", *map(state.action_to_string, state.history())]),
        *(f"D{depth} {count}" for depth, count in counts.items()),
        f"name {name}",
    ]
    return " ; ".join(fields) + "\n"


def positions_of(game: str) -> Iterator[str]:
    """The lines of its suite."""
    for size, deep in STARTS.items():
        state = start(game, size)
        counts = {depth: rg.perft(state, depth) for depth in deep}
        if max(counts.values()) >= LEAVES:
            yield suite_line(state, counts, "start")
    for size, fill in product(SIZES, FILLS):
        state = random_game(start(game, size).game, round(size * size * fill / 100))
        yield suite_line(state, depths(state), f"{fill}%")


def playouts_of(game: str) -> Iterator[str]:
    """A line for each size."""
    for size in SIZES:
        games = round(ACTIONS / (size * size))
        tally = rg.playouts(start(game, size), games, SEED)
        if tally.cut_off:
            raise RuntimeError(f"{game} {size}: {tally.cut_off} games cut off")
        yield " ".join(map(str, (size, games, SEED, *tally.wins, tally.plies))) + "\n"


def write(path: Path, head: str, lines: Iterable[str]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(head + "".join(lines), encoding="utf-8")


def main() -> None:
    for game in GAMES:
        write(positions_file(game), POSITIONS_HEAD, positions_of(game))
        write(playouts_file(game), PLAYOUTS_HEAD, playouts_of(game))


if __name__ == "__main__":
    main()
