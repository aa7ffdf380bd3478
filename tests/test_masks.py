"""The array given to legal_actions_mask: its pointer is remembered, its checks are not skipped."""

import numpy as np
import pytest

import roadgames as rg


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
