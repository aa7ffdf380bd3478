"""Tests that mutants asked for: each found a mistake that no other test noticed."""

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
