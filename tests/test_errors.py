"""IllegalActionError, and the error of a source folder that is not compiled."""

import copy
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import roadgames as rg
from roadgames.registry import TRAITS

ACTION = rg.Kopano(5).string_to_action("b4")
ACTION_IN_BATCH = [0, ACTION, 0]


def play(text: str) -> rg.State:
    state = rg.Kopano(5).new_initial_state()
    for action in text.split():
        state.apply_action(state.string_to_action(action))
    return state


def illegal(call: Callable[[], object]) -> rg.IllegalActionError:
    with pytest.raises(rg.IllegalActionError) as caught:
        call()
    return caught.value


def test_of_a_state() -> None:
    state = play("b4")
    before = state.clone()
    error = illegal(lambda: state.apply_action(ACTION))
    assert (error.action, error.reason) == (ACTION, "the point is taken")
    assert str(error) == "b4 is not legal here: the point is taken"
    assert isinstance(error, ValueError)
    assert (state, state.history()) == (before, before.history())


def test_action_is_an_int_whatever_was_given() -> None:
    state = play("b4")
    error = illegal(lambda: state.apply_action(np.int16(ACTION)))
    assert (error.action, type(error.action)) == (ACTION, int)
    batch = rg.Batch(state.game, 3)
    batch.step(ACTION_IN_BATCH)
    error = illegal(lambda: batch.step(np.array([1, ACTION, 1], np.uint8)))
    assert (error.action, type(error.action)) == (ACTION, int)


def test_of_a_batch() -> None:
    batch = rg.Batch(rg.Kopano(5), 3)
    batch.step(ACTION_IN_BATCH)
    before = batch.to_bytes()
    error = illegal(lambda: batch.step([1, ACTION, 1]))
    assert (error.action, error.reason) == (ACTION, "the point is taken")
    assert str(error) == f"game 1: b4 (action {ACTION}) is not legal here: the point is taken"
    np.testing.assert_array_equal(batch.to_bytes(), before)


@pytest.mark.parametrize("traits", rg.registry.TRAITS, ids=lambda traits: traits.name)
def test_of_every_action_that_is_not_legal(traits: rg.registry.Traits) -> None:
    game = rg.load_game(traits.name, size=4)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        refused = set(range(game.num_distinct_actions())) - set(state.legal_actions())
        for action in refused:
            error = illegal(lambda action=action: state.apply_action(action))  # type: ignore[misc]
            assert error.action == action
            assert (
                str(error) == f"{state.action_to_string(action)} is not legal here: {error.reason}"
            )
            assert state.explain(action).startswith(f"{error}.")


@pytest.mark.parametrize("number", [-1, 27, 10**30])
def test_number_that_is_no_action(number: int) -> None:
    state = rg.Kopano(5).new_initial_state()
    with pytest.raises(ValueError, match="is no action of Kopano 5x5: expected 0 to 26") as caught:
        state.apply_action(number)
    assert type(caught.value) is ValueError
    with pytest.raises(ValueError, match=r"game 0: .* is no action of Kopano 5x5") as caught:
        rg.Batch(state.game, 1).step(np.array([max(-1, min(number, 10**9))]))
    assert type(caught.value) is ValueError


def test_text_and_undo_are_plain_value_errors() -> None:
    state = rg.Kopano(5).new_initial_state()
    for call in (lambda: state.string_to_action("z9"), state.undo_action):
        with pytest.raises(ValueError, match=r"no action") as caught:
            call()
        assert type(caught.value) is ValueError


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))]
)
def test_copies(twin: Callable[[rg.IllegalActionError], rg.IllegalActionError]) -> None:
    state = play("b4")
    error = illegal(lambda: state.apply_action(ACTION))
    again = twin(error)
    assert type(again) is rg.IllegalActionError
    assert (str(again), again.action, again.reason) == (str(error), error.action, error.reason)
    assert again.args == error.args


def test_source_folder_that_is_not_compiled(tmp_path: Path) -> None:
    folder = Path(str(rg.__file__)).parent
    for path in folder.glob("*.py"):
        (tmp_path / "roadgames").mkdir(exist_ok=True)
        shutil.copy(path, tmp_path / "roadgames")
    # -S: without what an editable installation adds to Python's search.
    packages = [str(tmp_path), str(Path(np.__file__).parents[1])]
    code = f"import sys; sys.path[:0] = {packages}; import roadgames"
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    last = run.stderr.splitlines()[-1]
    assert last.startswith("ImportError: the C core of roadgames is not compiled here: run `pip")


@pytest.mark.parametrize("traits", TRAITS, ids=lambda traits: traits.name)
def test_a_ban_of_the_games_own_is_told_in_its_words(traits):
    """In random games placements are refused with these words exactly where the game has them."""
    rng = random.Random(1)
    told = set()
    for _ in range(30):
        state = rg.load_game(traits.name, size=4).new_initial_state()
        while not state.is_terminal():
            for action in range(state.game.num_distinct_actions()):
                if not state.is_legal(action):
                    with pytest.raises(rg.IllegalActionError) as refused:
                        state.apply_action(action)
                    told.add(refused.value.reason)
                    assert refused.value.reason in state.explain(action)
            state.apply_action(rng.choice(state.legal_actions()))
    assert told
    assert "a rule of this game bars it" not in told
    assert traits.ban is None or traits.ban in told
