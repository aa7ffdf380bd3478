"""Random games: those that the checked moves of the same random numbers make, at every level."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.generator import draws
from support.registry import NAMES, TRAITS

import roadgames as rg


def played(start: rg.State, count: int, seed: int, max_plies: int) -> rg.Playouts:
    """What playouts tells, by the checked moves of one game after the other."""
    wins, cut_off, plies = [0, 0], 0, 0
    for game in range(count):
        state, limit = start.clone(), max_plies
        for draw in draws(seed, game):
            if state.is_terminal() or limit == 0:
                break
            legal = state.legal_actions()
            state.apply_action(legal[draw * len(legal) >> 32])
            limit -= 1
        plies += max_plies - limit
        if state.is_terminal():
            wins[state.returns().index(1.0)] += 1
        else:
            cut_off += 1
    return rg.Playouts(count, (wins[0], wins[1]), cut_off, plies, seed)


def starts() -> Iterator[tuple[rg.State, int, int]]:
    """Positions from the start of a game to shortly before its end; games and plies to play."""
    rng = random.Random(1)
    for name in NAMES:
        for size in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 17, 19):
            for variant in range(4 if size < 10 else 2):
                komi = {"komi": [1, 5, -5, 3][variant] + size % 2} if TRAITS[name].has_komi else {}
                if variant % 2 or abs(komi.get("komi", 0)) >= size * size:
                    komi = {}
                state = rg.load_game(name, size=size, pie=not komi and variant % 2 == 1, **komi)
                state = state.new_initial_state()
                for _ in range(rng.randrange(size * size)):
                    if state.is_terminal():
                        state.undo_action()
                        break
                    state.apply_action(rng.choice(state.legal_actions()))
                yield state, 30 if size < 10 else 11, rng.choice([3, size, 3 * size * size])


def tallies(times: int = 1) -> list[str]:
    return [
        repr(rg.playouts(state, times * count, seed, max_plies=max_plies))
        for seed, (state, count, max_plies) in enumerate(starts())
    ]


def test_playouts_are_games() -> None:
    expected = [
        repr(played(state, count, seed, max_plies))
        for seed, (state, count, max_plies) in enumerate(starts())
    ]
    assert tallies() == expected


@pytest.mark.parametrize("level", ["baseline", "v2", "v3"])
def test_every_level_plays_the_same_games(level: str) -> None:
    # Many, since the levels differ in what is rare: what a removal cuts off, or claims at once.
    code = "import test_playouts; print(*test_playouts.tallies(100), sep='\\n')"
    environment = {**os.environ, "ROADGAMES_CPU": level}
    child = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout.splitlines() == tallies(100)
