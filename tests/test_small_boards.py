"""Boards small enough to know everything about them."""

from __future__ import annotations

import math
from itertools import product

import pytest
from support import reference
from support.games import KNOWN, kopano, rhode
from support.lockstep import assert_same, game_of, state_of
from support.registry import CONNECTION, NAMES, TRAITS

import roadgames as rg

WALKS = [
    (name, size, pie) for name in NAMES if name in KNOWN for size, pie in KNOWN[name].positions
]


@pytest.mark.parametrize(("name", "size", "pie"), WALKS)
def test_every_reachable_position(name: str, size: int, pie: bool) -> None:
    """Each position compared with the reference once, each action that leads to one every time."""
    unfinished, total = KNOWN[name].positions[size, pie]
    start = reference.start(name, size, pie)
    game = game_of(start)
    root = game.new_initial_state()
    found = {str(root): root}
    waiting = [(root, start)]
    hashes = {root.zobrist}
    over = 0
    while waiting:
        state, position = waiting.pop()
        assert_same(state, position)
        over += state.is_terminal()
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            after = position.after(action)
            text = after.text()
            assert str(child) == text
            if text not in found:
                found[text] = child
                hashes.add(child.zobrist)
                waiting.append((child, after))
            assert child == found[text]
            assert child.zobrist == found[text].zobrist
    assert len(found) - over == unfinished
    assert len(found) == total
    assert len(hashes) == total
    for text, state in found.items():
        fresh = game.new_initial_state(text)
        assert (fresh == state, fresh.zobrist, str(fresh)) == (True, state.zobrist, text)


# ---- Best play ----


def negamax(state: rg.State, known: dict[str, float]) -> float:
    """What the game is worth to the seat to move, from current_player and returns alone."""
    text = str(state)
    if text not in known:
        seat, best = state.current_player(), -math.inf
        for action in state.legal_actions():
            state.apply_action(action)
            if state.is_terminal():
                value = state.returns()[seat]
            else:
                sign = 1 if state.current_player() == seat else -1
                value = sign * negamax(state, known)
            state.undo_action()
            best = max(best, value)
        known[text] = best
    return known[text]


@pytest.mark.parametrize(("name", "size"), [*product(CONNECTION, [2, 3])])
def test_values(name: str, size: int) -> None:
    state = rg.load_game(name, size=size, pie=False).new_initial_state()
    assert negamax(state, {}) == KNOWN[name].worth[size]
    assert state.history() == []


@pytest.mark.parametrize("name", CONNECTION)
@pytest.mark.parametrize("size", [2, 3])
def test_the_second_player_never_loses_with_swap(name: str, size: int) -> None:
    """Whatever the first stone is, one of the two colours wins, and seat 1 takes it."""
    state = rg.load_game(name, size=size, pie=True).new_initial_state()
    assert negamax(state, {}) == -1


@pytest.mark.parametrize("name", [name for name in NAMES if TRAITS[name].has_komi])
@pytest.mark.parametrize("size", [2, 3])
def test_naming_the_komi_is_no_advantage(name: str, size: int) -> None:
    """Best play is worth a known margin, so with any komi one side wins, and seat 1 picks it."""
    margin = KNOWN[name].worth[size]
    for komi in range(1 - size**2, size**2, 2):
        state = rg.load_game(name, size, pie=False, komi=komi).new_initial_state()
        assert negamax(state, {}) == (1 if margin > komi else -1)
    if size == 2:
        assert negamax(rg.load_game(name, 2, pie=True).new_initial_state(), {}) == -1


# ---- Playouts ----


def chances(
    position: reference.Position, known: dict[str, tuple[float, float]]
) -> tuple[float, float]:
    """Uniformly random play: how likely seat 0 wins, and the mean number of actions."""
    text = position.text()
    if text not in known:
        if position.is_over():
            known[text] = (position.returns()[0] + 1) / 2, 0.0
        else:
            actions = position.legal()
            parts = [chances(position.after(action), known) for action in actions]
            known[text] = (
                sum(win for win, _ in parts) / len(actions),
                1 + sum(plies for _, plies in parts) / len(actions),
            )
    return known[text]


def after(name: str, size: int, line: str, pie: bool = False) -> reference.Position:
    position = reference.start(name, size, pie)
    actions = {position.action_text(a): a for a in range(position.num_actions())}
    for text in line.split():
        position = position.play(actions[text])
    return position


PLAYED_OUT = {
    # Boards of 3x3 where the reference walks all games in a moment, else of 2x2.
    **{name: after(name, 3 if TRAITS[name].links else 2, "") for name in NAMES},
    **{f"{name}, with pie": after(name, 2, "", pie=True) for name in NAMES},
    "rhode, swap on offer": after("rhode", 3, "b2", pie=True),
    "rhode, obliged": after("rhode", 4, " ".join(rhode.FULL.split()[:9])),
    "rhode, cut win": after("rhode", 5, " ".join(rhode.CUT_WIN.split()[:20])),
    "kopano, swapped": after("kopano", 3, "b2 swap", pie=True),
    "kopano, before passes": after("kopano", 4, " ".join(kopano.WHITE_PASSES_TWICE.split()[:8])),
    "kopano, Black passes": after("kopano", 5, " ".join(kopano.BLACK_PASSES_TWICE.split()[:18])),
    "rumbo 3x3": after("rumbo", 3, "Ba3 Wb2"),
    "over": after("kopano", 3, kopano.PASS),
}


@pytest.mark.parametrize("position", PLAYED_OUT.values(), ids=PLAYED_OUT.keys())
def test_playouts_are_uniform(position: reference.Position) -> None:
    """Wins and lengths are as exact chances foretell, within five standard deviations."""
    games = 100_000
    win, plies = chances(position, {})
    tally = rg.playouts(state_of(position), games, seed=1)
    assert (tally.games, tally.cut_off) == (games, 0)
    assert sum(tally.wins) == games
    assert abs(tally.wins[0] / games - win) <= 5 * math.sqrt(win * (1 - win) / games)
    # No game here varies by more than nine actions either way.
    assert abs(tally.plies / games - plies) <= 5 * 9 / math.sqrt(games)
    if position.is_over():
        assert tally.plies == 0


def test_playouts_stop_at_the_limit() -> None:
    state = rg.Rhode(6, pie=False).new_initial_state()
    tally = rg.playouts(state, 300, seed=5, max_plies=10)
    assert (tally.games, tally.cut_off, tuple(tally.wins)) == (300, 300, (0, 0))
    assert tally.plies == 3000
    half = rg.playouts(state, 300, seed=5, max_plies=30)
    assert 0 < half.cut_off < 300
    assert sum(half.wins) + half.cut_off == half.games == 300
