"""Games as objects: made once, never changed, whatever subclasses tell."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from support.registry import NAMES

import roadgames as rg


@pytest.mark.parametrize(
    "thing",
    [
        rg.Kopano(5),
        rg.Rhode(5, False),
        rg.Rumbo(5, True),
        rg.Rumbo(5, komi=2),
        rg.Rhode(5).symmetries()[5],
        rg.Batch(rg.Kopano(5), 3, 1),
    ],
    ids=repr,
)
def test_nothing_is_made_twice(thing: Any) -> None:
    before = repr(thing), getattr(thing, "index", None)
    for arguments in [(), (2,), (2.5,), (rg.Rumbo(2), 3), (rg.Rumbo(2), -1), (7, 3)]:
        with pytest.raises(TypeError, match="__init__ was called again: make another "):
            thing.__init__(*arguments)
        assert (repr(thing), getattr(thing, "index", None)) == before
    if isinstance(thing, rg.Batch):
        twin = thing.clone()
        with pytest.raises(TypeError, match="another Batch"):
            twin.__init__(rg.Rumbo(2), 3)  # type: ignore[misc]
        assert len(twin) == 3


class _InsideOut:
    """An option that begins again what is being made."""

    def __init__(self, again: Callable[[], None]) -> None:
        self.again = again

    def __index__(self) -> int:
        self.again()
        return 3


def test_nothing_is_made_twice_from_inside() -> None:
    game = object.__new__(rg.Kopano)
    with pytest.raises(TypeError):
        game.__init__(_InsideOut(lambda: game.__init__(19)))  # type: ignore
    batch = object.__new__(rg.Batch)
    with pytest.raises(TypeError):
        batch.__init__(rg.Kopano(3), _InsideOut(lambda: batch.__init__(rg.Kopano(19), 9)))  # type: ignore
    for use in (
        lambda: game.new_initial_state(),
        lambda: batch.sample_actions(),
        lambda: batch.observation(),
    ):
        with pytest.raises(AttributeError):
            use()


@pytest.mark.parametrize("make", [type(rg.load_game(name)) for name in NAMES])
@pytest.mark.parametrize("name", ["name", "players", "size", "pie", "_kind", "anything"])
def test_games_cannot_be_changed(make: type[rg.Game], name: str) -> None:
    game = make(5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(game, name, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(game, name)
    assert dataclasses.asdict(game)["size"] == 5
    assert dataclasses.replace(game, size=7) == make(7)


def test_subclasses_that_tell_other_sizes() -> None:
    class Odd(rg.Kopano):
        def num_distinct_actions(self) -> int:
            return 1

        def observation_tensor_shape(self) -> tuple[int, int, int]:
            return 1, 1, 1

        def max_game_length(self) -> int:
            return 1

    game, state = Odd(9), Odd(9).new_initial_state()
    batch = rg.Batch(game, 5, 1)
    for _ in range(50):
        assert state.observation_tensor().shape == (8, 9, 9)
        assert batch.observation().shape == (5, 8, 9, 9)
        assert batch.turned_actions().shape == batch.legal_actions_mask.shape == (5, 83)
        assert len(rg.divide(state, 1)) == 81
        assert len(rg.counting.prefixes(state, 1)) == 25
        assert state.legal_actions_mask().shape == game.symmetries()[4].action_map.shape == (83,)


@pytest.mark.parametrize("length", [-5, 0, 2.5, 2**70])
def test_longest_game_that_a_subclass_tells(length: Any) -> None:
    class Odd(rg.Rhode):
        def max_game_length(self) -> int:
            return length  # type: ignore[no-any-return]

    with pytest.raises((ValueError, TypeError), match=r"max_game_length\(\) must be"):
        rg.Batch(Odd(3), 2)
    with pytest.raises((ValueError, TypeError), match=r"max_game_length\(\) must be"):
        rg.playouts(Odd(3).new_initial_state(), 2)


def test_texts_that_encode_to_something_else() -> None:
    class Bytes(bytes):
        def __len__(self) -> int:
            return 10**9

    class Text(str):
        __slots__ = ()

        def encode(self, *_: object) -> bytes:
            return Bytes(b"kopano 3")

    game = rg.Kopano(3)
    assert game.string_to_action(Text("b2")) == 4
    assert game.new_initial_state(Text("kopano 3 pie w 0 b../.../...")).board[0, 0] == 1


def test_komi_too_long_to_print() -> None:
    with pytest.raises(ValueError, match="expected none, not a number too long to print"):
        rg.Rumbo(5, True, 10**5000)
