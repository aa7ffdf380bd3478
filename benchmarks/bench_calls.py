"""What single calls from Python cost, from positions at 10, 50 and 90% full."""

from collections.abc import Callable
from itertools import product
from operator import attrgetter, methodcaller
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import roadgames as rg

from .workloads import CALL_SIZES, FILLS, GAMES, Position, positions

# Rounds of the calls that change a state, each on fresh clones.
ROUNDS = 20
CLONES = 100


@pytest.fixture(
    params=[
        pytest.param(positions()[game, size, f"{fill}%"], id=f"{game}-{size}-{fill}%")
        for game, size, fill in product(GAMES, CALL_SIZES, FILLS)
    ]
)
def position(request: pytest.FixtureRequest) -> Position:
    found: Position = request.param
    return found


def describe(benchmark: BenchmarkFixture, what: str, position: Position, calls: int = 1) -> None:
    """Notes what is measured, and how many calls a round makes."""
    benchmark.extra_info.update(
        what=what, game=position.game, size=position.size, fill=position.fill, units=calls
    )


def run_all(calls: list[Callable[[], object]]) -> None:
    for call in calls:
        call()


def change(benchmark: BenchmarkFixture, prepare: Callable[[], list[Any]]) -> None:
    """Measures calls that can be made once only: prepare makes as many for each round."""
    pedantic: Any = benchmark.pedantic  # has no types
    pedantic(run_all, setup=lambda: ((prepare(),), {}), rounds=ROUNDS)


def test_apply_action(benchmark: BenchmarkFixture, position: Position) -> None:
    """Each legal action, as often as makes CLONES in all or a few more."""
    actions = position.state.legal_actions()
    actions *= -(-CLONES // len(actions))
    describe(benchmark, "apply_action", position, len(actions))
    children: list[rg.State] = []

    def apply(state: rg.State, action: int) -> Callable[[], None]:
        play = state.apply_action
        return lambda: play(action)

    def prepare() -> list[Callable[[], None]]:
        children[:] = [position.state.clone() for _ in actions]
        return [apply(child, action) for child, action in zip(children, actions, strict=True)]

    change(benchmark, prepare)
    children = children[: position.counts[1]]
    assert [child.history()[-1] for child in children] == position.state.legal_actions()
    assert sum(len(child.legal_actions()) for child in children) == position.counts[2]


def test_undo_action(benchmark: BenchmarkFixture, position: Position) -> None:
    describe(benchmark, "undo_action", position, CLONES)
    last = position.state.history()[-1]
    parents: list[rg.State] = []

    def prepare() -> list[Callable[[], int]]:
        parents[:] = [position.state.clone() for _ in range(CLONES)]
        return [parent.undo_action for parent in parents]

    change(benchmark, prepare)
    for parent in parents:
        assert parent != position.state
        parent.apply_action(last)
        assert parent == position.state


def test_legal_actions(benchmark: BenchmarkFixture, position: Position) -> None:
    describe(benchmark, "legal_actions", position)
    assert len(benchmark(position.state.legal_actions)) == position.counts[1]


def test_legal_actions_mask(benchmark: BenchmarkFixture, position: Position) -> None:
    """Into a ready array."""
    describe(benchmark, "legal_actions_mask", position)
    out = np.empty(position.state.game.num_distinct_actions(), np.bool_)
    mask = benchmark(position.state.legal_actions_mask, out)
    assert mask is out
    assert np.flatnonzero(mask).tolist() == position.state.legal_actions()


def test_clone(benchmark: BenchmarkFixture, position: Position) -> None:
    describe(benchmark, "clone", position)
    twin = benchmark(position.state.clone)
    assert twin is not position.state
    assert twin == position.state
    assert twin.history() == position.state.history()


def test_zobrist(benchmark: BenchmarkFixture, position: Position) -> None:
    """Checked against the hash of the same position set up afresh."""
    describe(benchmark, "zobrist", position)
    fresh = position.state.game.new_initial_state(str(position.state))
    assert benchmark(attrgetter("zobrist"), position.state) == fresh.zobrist


def test_to_bytes(benchmark: BenchmarkFixture, position: Position) -> None:
    describe(benchmark, "to_bytes", position)
    data = benchmark(methodcaller("to_bytes"), position.state)
    assert position.state.game.state_from_bytes(data) == position.state


def test_str(benchmark: BenchmarkFixture, position: Position) -> None:
    describe(benchmark, "str", position)
    text = benchmark(str, position.state)
    assert position.state.game.new_initial_state(text) == position.state


def test_new_initial_state(benchmark: BenchmarkFixture, position: Position) -> None:
    """From the text of the position."""
    describe(benchmark, "new_initial_state", position)
    text = str(position.state)
    assert str(benchmark(position.state.game.new_initial_state, text)) == text
