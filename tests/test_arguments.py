"""Truth values, arrays, dtypes and numbers that are not what they should be, or tell they were."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pytest

import roadgames as rg


@pytest.mark.parametrize("value", [0, 1, "no", "", None, np.array([True]), [True], 1.0])
def test_yes_or_no_that_is_neither(value: object) -> None:
    game = rg.Kopano(3)
    state, batch = game.new_initial_state(), rg.Batch(game, 2, 1)
    out = np.full((2, *game.observation_tensor_shape()), 7, np.uint8)
    says = r"^(pie|turned) must be True or False, not .* \(\w+\)$"
    for call in (
        lambda: rg.Rhode(3, pie=value),  # type: ignore[arg-type]
        lambda: rg.load_game("rumbo", 3, pie=value),
        lambda: state.observation_tensor(turned=value),  # type: ignore[arg-type]
        lambda: batch.observation(out, turned=value),  # type: ignore[arg-type]
        lambda: batch.final_observation(out, turned=value),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match=says):
            call()
    assert (out == 7).all()
    assert rg.Kopano(3, pie=np.bool_(True)).pie is True
    assert batch.observation(out, turned=np.bool_(True)) is out


class _Liar(np.ndarray):  # type: ignore[type-arg]
    told: ClassVar[tuple[int, ...]]

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return self.told


def test_arrays_that_tell_another_shape() -> None:
    game = rg.Kopano(19)
    state, batch = game.new_initial_state(), rg.Batch(game, 3, 1)
    calls: list[tuple[Callable[[Any], Any], tuple[int, ...], type]] = [
        (state.legal_actions_mask, (363,), np.bool_),
        (batch.observation, (3, 8, 19, 19), np.uint8),
        (batch.final_observation, (3, 8, 19, 19), np.float32),
        (lambda rows: batch.set_bytes(None, rows), batch.to_bytes().shape, np.uint8),
        (batch.step, (3,), np.int64),
        (batch.reset, (3,), np.bool_),
    ]
    for call, told, dtype in calls:
        _Liar.told = told
        with pytest.raises(ValueError, match=r"must have shape|one dimension"):
            call(np.zeros((1, 1), dtype).view(_Liar))
        with pytest.raises(ValueError, match=r"must have shape|one dimension"):
            call(np.zeros((4, *told), dtype).view(_Liar))


@pytest.mark.parametrize("true", ["V0", "i8", "f4", "u1", "?", ">f4"])
def test_arrays_that_tell_another_type(true: str) -> None:
    game = rg.Kopano(19)
    state, batch = game.new_initial_state(), rg.Batch(game, 3, 1)
    calls: list[tuple[Callable[[Any], Any], tuple[int, ...], str]] = [
        (state.legal_actions_mask, (363,), "?"),
        (batch.observation, (3, 8, 19, 19), "u1"),
        (batch.final_observation, (3, 8, 19, 19), "f4"),
        (lambda rows: batch.set_bytes(None, rows), batch.to_bytes().shape, "u1"),
    ]
    for call, shape, told in calls:
        if true == told or (len(shape) == 4 and true in ("f4", "u1")):
            continue
        liar = type("Liar", (np.ndarray,), {"dtype": np.dtype(told)})
        for _ in range(20):
            with pytest.raises(
                TypeError, match=r"array of (bool|uint8), not|float32 or uint8, not"
            ):
                call(np.zeros(shape, true).view(liar))


def test_observation_into_memory_between_numbers() -> None:
    batch = rg.Batch(rg.Kopano(3), 2, 1)
    shape = batch.observation().shape
    room = np.zeros(4 * math.prod(shape) + 1, np.uint8)
    out = room[1:].view(np.float32).reshape(shape)
    with pytest.raises(ValueError, match="out must be aligned"):
        batch.observation(out)
    assert not room.any()


@pytest.mark.parametrize("dtype", ["\ud800", "nothing", 7, object(), "M8", np.zeros(3), "f8", int])
def test_kind_of_observation_that_there_is_not(dtype: Any) -> None:
    batch = rg.Batch(rg.Kopano(3), 2, 1)
    with pytest.raises(TypeError, match="observations are of float32 or uint8, not "):
        batch.observation(dtype=dtype)


@pytest.mark.parametrize("index", [8, -1, 100, 2**40])
def test_symmetry_number_out_of_range(index: int) -> None:
    with pytest.raises(ValueError, match="index must be 0 to 7"):
        rg.Symmetry(rg.Kopano(3), index)


@pytest.mark.parametrize("index", ["a", float("nan"), True, None])
def test_symmetry_number_of_wrong_type(index: object) -> None:
    with pytest.raises(TypeError, match="index must be a whole number"):
        rg.Symmetry(rg.Kopano(3), index)  # type: ignore[arg-type]


def test_symmetry_of_no_game_and_of_no_state() -> None:
    with pytest.raises(TypeError, match="game must be a Game"):
        rg.Symmetry(5, 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="state must be a State"):
        rg.Kopano(3).symmetries()[5](5)  # type: ignore[arg-type]


def test_games_and_symmetries_that_tell_other_numbers() -> None:
    class Game(rg.Kopano):
        told: ClassVar[int] = 0
        size = property(
            lambda self: self.told or vars(self)["true"],
            lambda self, value: vars(self).update(true=value),
        )

    class Symmetry(rg.symmetry.Symmetry):
        told: ClassVar[int] = 3
        index = property(lambda self: self.told, lambda self, value: None)

    class Other(rg.Rumbo):
        def _with_colors_exchanged(self) -> Any:
            return rg.Kopano(2)

    state = Game(19).new_initial_state()
    Game.told = 2
    for _ in range(200):
        assert state.board.shape == (19, 19)
    symmetry, start = Symmetry(rg.Kopano(5), 3), rg.Kopano(5).new_initial_state()
    for Symmetry.told in (8, -1, 10**6, 10**8, 2**70):
        with pytest.raises(ValueError, match="index must be 0 to 7, not"):
            symmetry(start)
    odd = Other(19)
    with pytest.raises(ValueError, match=r"a position of another game than Kopano\(size=2"):
        odd.symmetries()[4](odd.new_initial_state())
