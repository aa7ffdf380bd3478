"""Engine and reference side by side: the same actions in both, everything compared at every ply."""

from __future__ import annotations

import random

import numpy as np
import pytest

import roadgames as rg
from roadgames.registry import WeakPairs

from . import reference
from .registry import TRAITS


def game_of(position: reference.Position) -> rg.Game:
    """The engine's game that a position of the reference belongs to."""
    komi = {}
    if TRAITS[position.name].has_komi and not position.pie:
        komi = {"komi": position.komi}
    return rg.load_game(position.name, size=position.size, pie=position.pie, **komi)


def state_of(position: reference.Position) -> rg.State:
    return game_of(position).new_initial_state(position.text())


def assert_same(state: rg.State, position: reference.Position) -> None:
    """The engine's state shows what the reference says."""
    legal = position.legal()
    assert str(state) == position.text()
    assert state.legal_actions() == legal
    mask = state.legal_actions_mask()
    assert mask.dtype == np.bool_
    assert mask.shape == (position.num_actions(),)
    assert np.flatnonzero(mask).tolist() == legal
    assert state.board.tolist() == position.board()
    assert state.is_terminal() == position.is_over()
    assert state.current_player() == (-4 if position.is_over() else position.seat_to_move())
    assert state.color_to_move == position.color_to_move()
    assert state.winning_color == position.winner
    assert state.returns() == position.returns()
    traits = TRAITS[position.name]
    if traits.weak_pairs == WeakPairs.OBLIGE:
        pairs = [] if position.is_over() else position.weak_pairs(position.turn)
        assert state.weak_pairs() == [(position.number(a), position.number(b)) for a, b in pairs]
    if traits.has_claims:
        owners = {None: 0, "v": 1, "h": 2}
        claims = [owners[position.claims.get(point)] for point in np.ndindex(state.board.shape)]
        assert state.claims.ravel().tolist() == claims
        assert state.score() == position.score()
    if traits.has_komi:
        assert state.komi == position.komi


def assert_equal_states(one: rg.State, two: rg.State) -> None:
    """The two are the same position in every form."""
    assert one == two
    assert (one != two) is False
    assert one.zobrist == two.zobrist
    assert str(one) == str(two)
    assert one.to_bytes() == two.to_bytes()


class Lockstep:
    """One game played in both.

    every_action: ask at every ply about each action there is, not only about some of them.
    """

    def __init__(
        self, start: reference.Position, rng: random.Random, every_action: bool = True
    ) -> None:
        self.game = game_of(start)
        self.state = state_of(start)
        self.position = start
        self.rng = rng
        self.every_action = every_action
        self.past: list[tuple[str, int, int]] = []  # text, zobrist, action
        self.bytes_size = len(self.game.new_initial_state().to_bytes())
        self.check()

    def check(self) -> None:
        assert_same(self.state, self.position)
        self.check_forms()
        self.check_actions()

    def check_forms(self) -> None:
        """Text and bytes give back the same position, hash and derived data included."""
        from_text = self.game.new_initial_state(str(self.state))
        assert_equal_states(from_text, self.state)
        assert from_text.legal_actions() == self.state.legal_actions()
        data = self.state.to_bytes()
        assert len(data) == self.bytes_size
        assert_equal_states(self.game.state_from_bytes(data), self.state)

    def check_actions(self) -> None:
        """is_legal agrees with the list; what it refuses is refused and changes nothing."""
        legal = set(self.state.legal_actions())
        everything = range(self.position.num_actions())
        asked = everything if self.every_action else self.rng.sample(everything, 12)
        assert [self.state.is_legal(action) for action in asked] == [a in legal for a in asked]
        illegal = [action for action in asked if action not in legal]
        if illegal:
            before = self.state.clone()
            with pytest.raises(ValueError, match=r"."):
                self.state.apply_action(self.rng.choice(illegal))
            assert_equal_states(self.state, before)
            assert self.state.history() == before.history()

    def play(self, action: int) -> None:
        """Plays the action in both, takes it back in the engine, and plays it again."""
        state, before = self.state, self.state.clone()
        rebuilt = self.game.new_initial_state(str(state))
        text, played = self.position.action_text(action), [step[2] for step in self.past]
        assert state.action_to_string(action) == text
        assert state.string_to_action(text) == action
        assert state.history() == played

        state.apply_action(action)
        rebuilt.apply_action(action)
        assert_equal_states(rebuilt, state)
        assert state.history() == [*played, action]
        # The copy has stayed behind, and goes its own way without the original noticing.
        assert_same(before, self.position)
        assert before.history() == played
        after = state.clone()
        other = self.rng.choice(before.legal_actions())
        before.apply_action(other)
        assert before.history() == [*played, other]
        assert_equal_states(state, after)
        before.undo_action()

        assert state.undo_action() == action
        assert_equal_states(state, before)
        assert state.legal_actions() == before.legal_actions()
        assert state.history() == played
        state.apply_action(action)
        assert_equal_states(state, after)

        self.past.append((self.position.text(), before.zobrist, action))
        self.position = self.position.play(action)
        self.check()

    def unwind(self) -> None:
        """Takes every action back, one after the other, and ends at the start."""
        for text, zobrist, action in reversed(self.past):
            assert self.state.undo_action() == action
            assert (str(self.state), self.state.zobrist) == (text, zobrist)
        assert self.state.history() == []
        with pytest.raises(ValueError, match=r"."):
            self.state.undo_action()
