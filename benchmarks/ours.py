"""What is measured of roadgames in contests; everything checks its answer."""

from __future__ import annotations

import numpy as np

import roadgames as rg
from roadgames._native import ffi, lib

from .contest import Work, timed
from .rivals import SEED, random_line
from .workloads import playouts, positions, start

# ---- Calls from Python ----


def apply_actions(game: str, size: int) -> Work:
    """State.apply_action."""
    new_state = start(game, size).game.new_initial_state
    actions = random_line(new_state)

    def act() -> int:
        state = new_state()
        apply_action = state.apply_action
        for action in actions:
            apply_action(action)
        assert state.is_terminal()
        return len(actions)

    return timed(act)


def bare_plays(game: str, size: int) -> Work:
    """The call into C that apply_action makes."""
    new_state = start(game, size).game.new_initial_state
    actions = random_line(new_state)

    def act() -> int:
        state = new_state()
        line, play = state._history, lib.rg_history_play
        for action in actions:
            play(line, action)
        assert state.is_terminal()
        return len(actions)

    return timed(act)


def masks(game: str, size: int) -> Work:
    """State.legal_actions_mask into a ready array."""
    position = positions()[game, size, "50%"]
    out = np.empty(position.state.game.num_distinct_actions(), np.bool_)

    def act() -> int:
        legal_actions_mask = position.state.legal_actions_mask
        for _ in range(1000):
            legal_actions_mask(out)
        assert out.sum() == position.counts[1]
        return 1000

    return timed(act)


def bare_masks(game: str, size: int) -> Work:
    """The call into C that legal_actions_mask makes."""
    position = positions()[game, size, "50%"]
    out = np.empty(position.state.game.num_distinct_actions(), np.bool_)
    target = ffi.from_buffer("uint8_t[]", out, require_writable=True)

    def act() -> int:
        line, mask = position.state._history, lib.rg_history_legal_mask
        for _ in range(1000):
            mask(line, target)
        assert out.sum() == position.counts[1]
        return 1000

    return timed(act)


def mask_pairs(game: str, size: int) -> Work:
    """A random game, the mask written into a ready array after each action."""
    kind = start(game, size).game
    actions = random_line(kind.new_initial_state)
    out = np.empty(kind.num_distinct_actions(), np.bool_)

    def act() -> int:
        state = kind.new_initial_state()
        apply_action, legal_actions_mask = state.apply_action, state.legal_actions_mask
        for action in actions:
            apply_action(action)
            legal_actions_mask(out)
        assert not out.any()
        return len(actions)

    return timed(act)


def bare_pairs(game: str, size: int) -> Work:
    """The two calls into C that such a pair makes."""
    kind = start(game, size).game
    actions = random_line(kind.new_initial_state)
    out = np.empty(kind.num_distinct_actions(), np.bool_)
    target = ffi.from_buffer("uint8_t[]", out, require_writable=True)

    def act() -> int:
        state = kind.new_initial_state()
        line, play, mask = state._history, lib.rg_history_play, lib.rg_history_legal_mask
        for action in actions:
            play(line, action)
            mask(line, target)
        assert not out.any()
        return len(actions)

    return timed(act)


# ---- Drivers ----


def playout_moves(game: str, size: int) -> Work:
    """Moves of random games."""
    work = playouts()[game, size]

    def act() -> int:
        work.check(work.run())
        return work.plies

    return timed(act)


def playout_games(game: str, size: int) -> Work:
    """Random games."""
    work = playouts()[game, size]

    def act() -> int:
        work.check(work.run())
        return work.games

    return timed(act)


def perft(game: str, size: int, depth: int) -> Work:
    """Leaves counted from the start."""
    position = positions()[game, size, "start"]

    def act() -> int:
        leaves = rg.perft(position.state, depth)
        assert leaves == position.counts[depth]
        return leaves

    return timed(act)


def plain_positions(game: str, size: int, depth: int) -> Work:
    """Positions made, without a closed form, whose moves are counted: those before the leaves."""
    position = positions()[game, size, "start"]
    state, count = position.state._position(), ffi.new("rg_count *")
    made = rg.perft(position.state, depth - 1)

    def act() -> int:
        lib.rg_perft(state, depth, 1, 0, 1, ffi.NULL, ffi.NULL, count)
        assert count.low == position.counts[depth]
        return made

    return timed(act)


# ---- Batches ----

BATCH = 4096


def new_batch(game: str, size: int, threads: int = 1) -> rg.Batch:
    """A batch whose games are all under way."""
    batch = rg.Batch(rg.load_game(game, size), BATCH, SEED, threads, "same_step")
    for _ in range(size**2):
        batch.step(batch.sample_actions())
    return batch


def batch_steps(game: str, size: int, observe: bool) -> Work:
    """Random play with the mask of each step; observe: and planes in a ready float32 array."""
    batch = new_batch(game, size)
    planes = batch.observation()

    def act() -> int:
        for _ in range(10):
            batch.step(batch.sample_actions())
            if observe:
                batch.observation(out=planes)
        assert batch.legal_actions_mask.any(axis=1).all()
        return 10 * BATCH

    return timed(act)
