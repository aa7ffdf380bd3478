"""Tests that mutants asked for: each finds a mistake that no other test noticed."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import roadgames as rg

RUMBO = rg.Rumbo(3, pie=True)
KOPANO = rg.Kopano(3, pie=True)


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        # The komi that was named decides the game as much as the stones do.
        (
            RUMBO,
            [
                "rumbo 3 pie v 0 2 b../.../... .../.../...",
                "rumbo 3 pie v 0 4 b../.../... .../.../...",
                "rumbo 3 pie v 0 -2 b../.../... .../.../...",
                "rumbo 3 pie v 1 2 b../.../... .../.../...",
                "rumbo 3 pie h 0 2 b../.../... .../.../...",
            ],
        ),
        # A stone of the other colour on the same point.
        (
            RUMBO,
            [
                "rumbo 3 pie v 0 2 b../.../... .../.../...",
                "rumbo 3 pie v 0 2 w../.../... .../.../...",
            ],
        ),
        (KOPANO, ["kopano 3 pie b 0 b../.../...", "kopano 3 pie b 0 w../.../..."]),
        (KOPANO, ["kopano 3 pie b 0 b../.../...", "kopano 3 pie b+ 0 b../.../..."]),
    ],
)
def test_whatever_decides_the_game_is_hashed(game, texts):
    hashes = {game.new_initial_state(text).zobrist for text in texts}
    assert len(hashes) == len(texts)


def test_claims_are_hashed():
    # The same stones, claimed by either player.
    texts = [
        "rumbo 2 nopie h 0 1 bb/ww {0}{0}/{1}{1}".format(*owners)
        for owners in ("vv", "vh", "hv", "hh")
    ]
    game = rg.Rumbo(2, komi=1)
    hashes = {game.new_initial_state(text).zobrist for text in texts}
    assert len(hashes) == len(texts)


# ---- Random games, action by action ----

MASK = 2**64 - 1


def mix(x: int) -> int:
    """The finisher of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def draws(seed: int, game: int) -> Iterator[int]:
    """Upper halves of xoroshiro128+, as csrc/random.h seeds it for a game."""
    x = mix(seed + 0x9E3779B97F4A7C15 & MASK) + game * 0xD1342543DE82EF95 & MASK
    a, b = mix(x), mix(x + 0x9E3779B97F4A7C15 & MASK)
    while True:
        yield (a + b & MASK) >> 32
        b ^= a
        a = ((a << 24 | a >> 40) ^ b ^ b << 16) & MASK
        b = (b << 37 | b >> 27) & MASK


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
    for name in ("rhode", "kopano", "rumbo"):
        for size in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 17, 19):
            for variant in range(4 if size < 10 else 2):
                komi = {"komi": [1, 5, -5, 3][variant] + size % 2} if name == "rumbo" else {}
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
    code = "import test_survivors; print(*test_survivors.tallies(100), sep='\\n')"
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


# ---- Bytes ----


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("name", ["rhode", "kopano", "rumbo"])
def test_bytes_past_the_last_point_are_refused(name: str, size: int) -> None:
    game = rg.load_game(name, size=size)
    data = game.new_initial_state().to_bytes()
    planes = 4 if name == "rumbo" else 2
    each = -(-size * size // 8)
    start = len(data) - planes * each
    for plane in range(planes):
        for point in range(size * size, 8 * each):
            changed = bytearray(data)
            changed[start + plane * each + point // 8] |= 1 << point % 8
            with pytest.raises(ValueError, match="past the last point"):
                game.state_from_bytes(bytes(changed))
