"""States alone: the mask into a given array, errors, hashes, bytes."""

import numpy as np
import pytest
from support.registry import NAMES, TRAITS

import roadgames as rg

# ---- The array given to legal_actions_mask: its pointer is remembered, its checks are not ----


def test_same_array_is_filled_again() -> None:
    state = rg.Kopano(5).new_initial_state()
    out = np.zeros(27, np.bool_)
    assert state.legal_actions_mask(out) is out
    assert out.sum() == 25
    state.apply_action(12)
    state.legal_actions_mask(out)
    assert list(np.flatnonzero(out)) == state.legal_actions()
    twin = state.clone()
    twin.apply_action(0)
    twin.legal_actions_mask(out)
    assert list(np.flatnonzero(out)) == twin.legal_actions()


def test_remembered_array_made_read_only() -> None:
    state = rg.Kopano(5).new_initial_state()
    out = np.zeros(27, np.bool_)
    state.legal_actions_mask(out)
    state.apply_action(12)
    out.flags.writeable = False
    before = out.copy()
    with pytest.raises(ValueError, match="writeable"):
        state.legal_actions_mask(out)
    assert (out == before).all()


def test_remembered_array_is_wrong_for_another_game() -> None:
    out = np.zeros(27, np.bool_)
    rg.Kopano(5).new_initial_state().legal_actions_mask(out)
    before = out.copy()
    with pytest.raises(ValueError, match="shape"):
        rg.Kopano(7).new_initial_state().legal_actions_mask(out)
    with pytest.raises(ValueError, match="shape"):
        rg.Kopano(4).new_initial_state().legal_actions_mask(out)
    assert (out == before).all()


def test_array_may_go_and_another_come_in_its_place() -> None:
    state = rg.Rhode(4).new_initial_state()
    for _ in range(200):
        out = np.zeros(17, np.bool_)
        state.legal_actions_mask(out)
        assert out.sum() == 16


def test_mask_array_that_takes_nothing() -> None:
    class Deaf(np.ndarray):  # type: ignore[type-arg]
        def __setitem__(self, *_: object) -> None:
            pass

    state = rg.Kopano(5).new_initial_state()
    out = np.zeros(27, np.bool_).view(Deaf)
    assert state.legal_actions_mask(out) is out
    assert out.sum() == 25
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        state.legal_actions_mask(out)


# ---- Errors ----


def test_repr_that_raises_does_not_hide_the_error() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError("no repr")

    with pytest.raises(TypeError, match="Odd"):
        rg.Kopano(3).new_initial_state().apply_action(Odd())  # type: ignore[arg-type]


def test_bytes_from_arrays_without_a_buffer() -> None:
    with pytest.raises(TypeError, match="a position is read from bytes, not"):
        rg.Kopano(3).state_from_bytes(np.zeros(3, "M8[s]"))


# ---- What is hashed ----


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


# ---- Bytes ----


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("name", NAMES)
def test_bytes_past_the_last_point_are_refused(name: str, size: int) -> None:
    game = rg.load_game(name, size=size)
    data = game.new_initial_state().to_bytes()
    planes = 4 if TRAITS[name].has_claims else 2
    each = -(-size * size // 8)
    start = len(data) - planes * each
    for plane in range(planes):
        for point in range(size * size, 8 * each):
            changed = bytearray(data)
            changed[start + plane * each + point // 8] |= 1 << point % 8
            with pytest.raises(ValueError, match="past the last point"):
                game.state_from_bytes(bytes(changed))
