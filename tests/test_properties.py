"""Properties by hypothesis: any argument, any text, any order of calls; none ends the process."""

import math
import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.registry import KINDS, NAMES

import roadgames as rg

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

GAMES = [
    *(rg.load_game(name, 3) for name in NAMES),
    *(rg.load_game(name, size, pie=pie) for name, pie in KINDS for size in (2, 4 + pie)),
    rg.Kopano(9, pie=False),
]
games = st.sampled_from(GAMES)
FEW = settings(max_examples=150, deadline=None, derandomize=True)

odd_values = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=8),
    st.lists(st.integers(), max_size=3),
    st.complex_numbers(),
    st.sampled_from([np.True_, np.float32(2), np.array(1), np.array([1]), object, math.nan]),
)
integers = st.one_of(
    st.integers(-3, 330),
    st.integers(),
    st.integers(-128, 127).map(np.int8),
    st.integers(0, 2**64 - 1).map(np.uint64),
)


def everything(state: rg.State) -> tuple[Any, ...]:
    """All that a state shows."""
    shown: list[Any] = [str(state), state.to_bytes(), state.history(), state.zobrist]
    shown += [state.legal_actions(), state.legal_actions_mask().tolist(), state.current_player()]
    shown += [state.returns(), state.winning_color, state.color_to_move, state.is_terminal()]
    return tuple(shown)


@st.composite
def states(draw: st.DrawFn) -> rg.State:
    state: rg.State = draw(games).new_initial_state()
    for share in draw(st.lists(st.floats(0, 1, exclude_max=True), max_size=40)):
        actions = state.legal_actions()
        if not actions:
            break
        state.apply_action(actions[int(share * len(actions))])
    return state


@FEW
@given(states(), odd_values)
def test_what_is_no_action_is_a_type_error(state: rg.State, value: Any) -> None:
    before = everything(state)
    for method in (state.apply_action, state.is_legal, state.action_to_string, state.explain):
        with pytest.raises(TypeError, match="must be a whole number"):
            method(value)
    assert everything(state) == before


@FEW
@given(states(), integers)
def test_any_number_is_played_or_refused(state: rg.State, number: Any) -> None:
    before, legal = everything(state), int(number) in state.legal_actions()
    assert state.is_legal(number) is legal
    twin = state.clone()
    if legal:
        state.apply_action(number)
        assert state.history() == [*twin.history(), int(number)]
        assert state.undo_action() == int(number)
    else:
        with pytest.raises(ValueError, match=r"is not legal here|is no action"):
            state.apply_action(number)
    assert everything(state) == before
    assert state == twin
    if not 0 <= number < state.game.num_distinct_actions():
        for method in (state.action_to_string, state.explain):
            with pytest.raises(ValueError, match="is no action"):
                method(number)


@FEW
@given(games, st.text(max_size=12))
def test_any_text_is_an_action_or_refused(game: rg.Game, text: str) -> None:
    refusal = ""
    try:
        action = game.string_to_action(text)
    except ValueError as error:
        refusal = str(error)
    else:
        assert game.action_to_string(action) == text
    assert len(refusal) < 300


@FEW
@given(games, st.data())
def test_near_misses_of_action_texts(game: rg.Game, data: st.DataObject) -> None:
    text = game.action_to_string(data.draw(st.integers(0, game.num_distinct_actions() - 1)))
    texts = {game.action_to_string(a) for a in range(game.num_distinct_actions())}
    at = data.draw(st.integers(0, len(text)))
    letter = data.draw(st.sampled_from(list("aAbBwW019 +-=?i\n\0é")))
    for miss in (
        text[:at] + letter + text[at:],
        text[:at] + text[at + 1 :],
        text.upper(),
        text + " ",
    ):
        if miss in texts:
            assert game.action_to_string(game.string_to_action(miss)) == miss
        else:
            with pytest.raises(ValueError, match=r"."):
                game.string_to_action(miss)


@FEW
@given(states(), st.data())
def test_near_misses_of_position_texts(state: rg.State, data: st.DataObject) -> None:
    text = str(state)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from(list(".bwvh/ +-?019nB\t\0é")))
    for miss in (
        text[:at] + letter + text[at + 1 :],
        text[:at] + letter + text[at:],
        text + letter,
    ):
        refusal = ""
        try:
            read = state.game.new_initial_state(miss)
        except ValueError as error:
            refusal = str(error)
        else:
            assert str(read) == miss
            assert read.zobrist == state.game.new_initial_state(miss).zobrist
        assert len(refusal) < 300
    assert state.game.new_initial_state(text) == state


@FEW
@given(states(), st.binary(max_size=60), st.integers(0, 400), st.integers(1, 255))
def test_damaged_bytes(state: rg.State, junk: bytes, at: int, flip: int) -> None:
    octets = state.to_bytes()
    at %= len(octets)
    damaged = octets[:at] + bytes([octets[at] ^ flip]) + octets[at + 1 :]
    for candidate in (damaged, octets + junk[:1], octets[:at], junk):
        refusal = ""
        try:
            read = state.game.state_from_bytes(candidate)
        except ValueError as error:
            refusal = str(error)
        else:
            assert read.to_bytes() == candidate
        assert len(refusal) < 300
    assert state.game.state_from_bytes(octets) == state


@FEW
@given(states(), st.lists(st.integers(0, 5), max_size=30))
def test_any_order_of_play_undo_and_clone(state: rg.State, steps: list[int]) -> None:
    line = [(state.clone(), None)]
    for step in steps:
        actions = state.legal_actions()
        if step < 3 and actions:
            action = actions[step * (len(actions) - 1) // 2]
            state.apply_action(action)
            line.append((state.clone(), action))
        elif step == 3 and len(line) > 1:
            assert state.undo_action() == line.pop()[1]
        else:
            state = state.clone()
        assert everything(state) == everything(line[-1][0])


def test_bad_arguments_never_end_the_process() -> None:
    program = f"NAMES = {NAMES}\n" + textwrap.dedent(
        """
        import itertools, math
        import numpy as np
        import roadgames as rg

        bad = [None, True, -1, 0, 1, 2.0, math.nan, "x", b"x", "", 2**31, 2**63, 2**64, 2**70]
        bad += [-(2**70), [], [1], {}, object(), np.int8(-1), np.array(3), np.array([1, 2])]
        bad += [np.float64(1), "c4\\0", "é"]
        games = [rg.load_game(name, size, pie=pie)
                 for name in NAMES for size, pie in ((2, True), (5, False))]
        games.append(rg.Kopano(19))
        calls = 0

        def call(function, *arguments, **options):
            global calls
            calls += 1
            try:
                function(*arguments, **options)
            except (TypeError, ValueError, AttributeError, OverflowError, MemoryError):
                pass

        for value in bad:
            for make in [type(rg.load_game(name)) for name in NAMES]:
                call(make, value)
                call(make, 5, pie=value)
            call(rg.Rumbo, 5, komi=value)
            call(rg.load_game, value)
            call(rg.load_game, "kopano", value)
            for game in games:
                call(game.new_initial_state, value)
                call(game.state_from_bytes, value)
                call(game.action_to_string, value)
                call(game.string_to_action, value)
                call(rg.Symmetry, game, value)
                state = game.new_initial_state()
                for name in ("apply_action", "is_legal", "explain", "legal_actions_mask",
                             "observation_tensor", "action_to_string", "string_to_action"):
                    call(getattr(state, name), value)
                small = rg.Kopano(2).new_initial_state()
                call(rg.perft, value, 1)
                call(rg.perft, small, value)
                call(rg.perft, small, 1, threads=value)
                call(rg.perft, small, 1, progress=value)
                call(rg.divide, small, value)
                call(rg.playouts, small, 3, seed=value, threads=1)
                call(rg.playouts, small, 3, max_plies=value)
                if not isinstance(value, (int, np.integer)) or value < 10**4:
                    call(rg.playouts, small, value)
                    call(rg.Batch, game, value)
                batch = rg.Batch(game, 2, seed=1)
                for name in ("step", "reset", "observation", "state", "final_state", "playouts"):
                    call(getattr(batch, name), value)
                call(batch.set_state, 0, value)
                call(batch.set_state, value, state)
                call(batch.step, np.full(2, value) if np.ndim(value) == 0 else value)
        print("calls", calls)
        """
    )
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout.split()[1]) > 2000
