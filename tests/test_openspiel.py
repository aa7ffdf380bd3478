"""roadgames.openspiel under OpenSpiel's own tests and algorithms, and against the engine itself."""

import json
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
from support.games import KNOWN
from support.registry import CONNECTION, NAMES

import roadgames as rg

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import get_all_states, mcts, minimax  # noqa: E402

import roadgames.openspiel  # noqa: E402

TERMINAL = -4
GAMES = {
    **{name: rg.load_game(name, 11) for name in NAMES},
    **{f"{name}(size=4,pie=false)": rg.load_game(name, 4, pie=False) for name in NAMES},
    "rhode(size=5)": rg.Rhode(5),
    "rhode(size=2,pie=false)": rg.Rhode(2, pie=False),
    "kopano(size=7,pie=false)": rg.Kopano(7, pie=False),
    "kopano(size=19)": rg.Kopano(19),
    "rumbo(size=4)": rg.Rumbo(4),
    "rumbo(size=4,komi=-3)": rg.Rumbo(4, komi=-3),
    "rumbo(size=3,pie=true)": rg.Rumbo(3, pie=True),
}

has_structs = pytest.mark.skipif(
    not hasattr(pyspiel.State, "validate_action_struct"),
    reason="before OpenSpiel 2 games in Python have no structs",
)


@pytest.mark.parametrize("spec", [*GAMES, "rhode(size=5,max_plies=7)"])
def test_openspiels_random_simulations(spec):
    game = pyspiel.load_game(spec)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    assert game.new_initial_state().history() == []


@pytest.mark.parametrize(("spec", "rules"), GAMES.items())
def test_all_it_tells_is_the_engines(spec, rules):
    game = pyspiel.load_game(spec)
    assert game.num_distinct_actions() == rules.num_distinct_actions()
    assert game.max_game_length() == rules.max_game_length()
    assert (game.num_players(), game.min_utility(), game.max_utility()) == (2, -1, 1)
    assert tuple(game.observation_tensor_shape()) == rules.observation_tensor_shape()
    draw = random.Random(spec)
    state, own = game.new_initial_state(), rules.new_initial_state()
    while True:
        assert str(state) == state.observation_string(0) == str(own)
        assert state.current_player() == own.current_player()
        assert state.is_terminal() == own.is_terminal()
        assert state.returns() == own.returns()
        assert state.legal_actions() == own.legal_actions()
        assert state.history() == own.history()
        assert np.array_equal(state.legal_actions_mask(), own.legal_actions_mask())
        for seat in (0, 1):
            tensor = np.reshape(state.observation_tensor(seat), rules.observation_tensor_shape())
            assert np.array_equal(tensor, own.observation_tensor(seat))
            expected = own.legal_actions() if seat == own.current_player() else []
            assert state.legal_actions(seat) == expected
        if own.is_terminal():
            return
        action = draw.choice(own.legal_actions())
        text = own.action_to_string(action)
        assert state.action_to_string(action) == text
        assert state.string_to_action(text) == action
        state.apply_action(action)
        own.apply_action(action)


# ---- OpenSpiel's algorithms ----


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("name", CONNECTION)
def test_all_states(name, size):
    unfinished, states = KNOWN[name].positions[size, False]
    game = pyspiel.load_game(f"{name}(size={size},pie=false)")
    found = get_all_states.get_all_states(game, to_string=str)
    assert len(found) == states
    assert sum(not state.is_terminal() for state in found.values()) == unfinished


# With best play. Rumbo's komis stand on both sides of what it is worth: -2 on 2x2, +1 on 3x3.
WITHOUT_PIE = {
    **{
        f"{n}(size={size},pie=false)": KNOWN[n].worth[size]
        for n in CONNECTION
        if n in KNOWN
        for size in (2, 3)
    },
    "rumbo(size=2,komi=-3)": 1,
    "rumbo(size=2,komi=-1)": -1,
    "rumbo(size=3,komi=0)": 1,
}
VALUES = {
    **WITHOUT_PIE,
    "rumbo(size=3,komi=2)": -1,
    # Swap, or naming and picking, is the second player's gain.
    **{f"{name}(size=3)": -1 for name in CONNECTION},
    "rumbo(size=2,pie=true)": -1,
}


@pytest.mark.parametrize(("spec", "value"), VALUES.items())
def test_alpha_beta_finds_the_value(spec, value):
    assert minimax.alpha_beta_search(pyspiel.load_game(spec))[0] == value


@pytest.mark.parametrize("spec", WITHOUT_PIE)
def test_value_iteration_finds_the_value(spec):
    value_iteration = pytest.importorskip(
        "open_spiel.python.algorithms.value_iteration",
        reason="it needs cvxpy, before OpenSpiel 2 cvxopt",
        exc_type=ImportError,
    )
    game = pyspiel.load_game(spec)
    # The flag stands for "visit each position once", which is what makes 3x3 quick.
    values = value_iteration.value_iteration(game, -1, 0.01, cyclic_game=True)
    assert values[str(game.new_initial_state())] == VALUES[spec]


def python_mcts(game):
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 400, evaluator, random_state=np.random.RandomState(2))
    return bot.step


def cpp_mcts(game):
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 400, 100, True, 2, False)
    # bot.step lets other threads run while it calls into Python, which crashes (OpenSpiel 2.0.2).
    return lambda state: bot.mcts_search(state).best_child().action


@pytest.mark.parametrize("search", [python_mcts, cpp_mcts])
@pytest.mark.parametrize(
    ("spec", "text", "wins"),
    [
        ("rhode(size=5,pie=false)", "rhode 5 nopie b 0 ...../..b../..b../..b../..b..", {2}),
        ("kopano(size=4,pie=false)", "kopano 4 nopie w 1 ..b./..b./.www/....", {8}),
    ],
)
def test_mcts_finds_the_winning_action(search, spec, text, wins):
    game = pyspiel.load_game(spec)
    state = game.new_initial_state(text)
    assert {a for a in state.legal_actions() if state.child(a).is_terminal()} == wins
    assert search(game)(state) in wins


@pytest.mark.parametrize("search", [python_mcts, cpp_mcts])
@pytest.mark.parametrize("spec", ["rumbo(size=2,komi=-3)", "rumbo(size=2,komi=-1)"])
def test_mcts_plays_a_small_game_without_fault(search, spec):
    game = pyspiel.load_game(spec)
    state, choose = game.new_initial_state(), search(game)
    while not state.is_terminal():
        state.apply_action(choose(state))
    assert state.returns()[0] == VALUES[spec]


# ---- Cut-off games ----


def test_a_cut_off_game_ends_without_winner():
    game = pyspiel.load_game("rhode(size=5,max_plies=3)")
    assert game.max_game_length() == 3
    state = game.new_initial_state()
    for action in (7, 25, 11):
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.current_player() == TERMINAL
    assert state.returns() == state.rewards() == [0, 0]
    assert state.legal_actions() == state.legal_actions(0) == []
    assert not any(state.legal_actions_mask())
    before = str(state)
    with pytest.raises(ValueError, match="0 is not legal here: the game was cut off"):
        state.apply_action(0)
    assert (str(state), state.history()) == (before, [7, 25, 11])
    again = pickle.loads(pickle.dumps(state))
    assert again.is_terminal()
    assert again.returns() == [0, 0]
    assert state.clone().is_terminal()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_ends_on_its_last_allowed_action_is_over_and_not_cut_off(name):
    """What is refused then is refused as the core does, also a number that is no action."""
    whole = rg.load_game(name, size=2).new_initial_state()
    while not whole.is_terminal():
        whole.apply_action(whole.legal_actions()[0])
    played = whole.history()
    state = pyspiel.load_game(f"{name}(size=2,max_plies={len(played)})").new_initial_state()
    for action in played:
        state.apply_action(action)
    assert state.returns() == whole.returns()
    with pytest.raises(rg.IllegalActionError, match="the game is over"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="999 is no action of"):
        state.apply_action(999)


def test_rhode_that_repeats_is_cut_off():
    game = pyspiel.load_game("rhode(size=6,pie=false)")
    state = game.new_initial_state()
    for action in (27, 8, 9, 25, 13, 32, 3, 26, 10, 22, 20, 15):
        state.apply_action(action)
    cycle = (14, 21, 9, 26)
    for ply in range(12, 8 * 6 * 6):
        assert not state.is_terminal()
        state.apply_action(cycle[ply % 4])
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_a_game_won_with_the_last_action_allowed_is_won():
    state = pyspiel.load_game("kopano(size=2,pie=false,max_plies=3)").new_initial_state()
    for action in (0, 1, 2):
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [1, -1]


def test_max_plies_counts_from_the_given_position():
    game = pyspiel.load_game("rhode(size=3,pie=false,max_plies=1)")
    state = game.new_initial_state("rhode 3 nopie w 0 b../.../...")
    assert not state.is_terminal()
    state.apply_action(8)
    assert state.is_terminal()


def test_rhode_may_be_given_more_plies():
    state = pyspiel.load_game("rhode(size=6,pie=false,max_plies=400)").new_initial_state()
    for action in (27, 8, 9, 25, 13, 32, 3, 26, 10, 22, 20, 15, *97 * (14, 21, 9, 26)):
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()


# ---- Texts, structs, copies ----


@pytest.mark.parametrize(
    "spec", ["rhode(size=4)", "rumbo(size=4,komi=-3)", "rumbo(size=3,pie=true)"]
)
def test_serialized_and_cloned_states_go_on_alike(spec):
    game = pyspiel.load_game(spec)
    draw = random.Random(5)
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(draw.choice(state.legal_actions()))
    same_game, loaded = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, state)
    )
    assert str(same_game) == str(game) == str(pyspiel.load_game(str(game)))
    assert same_game.get_parameters() == game.get_parameters()
    twins = [loaded, state.clone(), pickle.loads(pickle.dumps(state))]
    action = state.legal_actions()[0]
    before = str(state)
    for twin in twins:
        assert (str(twin), twin.history()) == (before, state.history())
        twin.apply_action(action)
        assert str(state) == before
        assert str(twin) == str(state.child(action)) != before


def test_a_text_gives_the_position():
    game = pyspiel.load_game("kopano(size=3)")
    text = "kopano 3 pie b 1 .w./.b./..."
    state = game.new_initial_state(text)
    assert (str(state), state.current_player(), state.history()) == (text, 1, [])
    loaded = game.deserialize_state(state.serialize())
    assert str(loaded) == str(state.clone()) == text
    with pytest.raises(ValueError, match="size is '4'"):
        game.new_initial_state("kopano 4 pie b 1 ..../..../..../....")


@has_structs
@pytest.mark.parametrize(
    ("spec", "text", "fields"),
    [
        (
            "kopano(size=3)",
            "kopano 3 pie w+ 0 .b./.../...",
            ["kopano", "3", "pie", "w+", "0", ".b./.../..."],
        ),
        (
            "rumbo(size=2,pie=true)",
            "rumbo 2 pie pick - -3 ../.. ../..",
            ["rumbo", "2", "pie", "pick", "-", "-3", "../..", "../.."],
        ),
    ],
)
def test_state_structs(spec, text, fields):
    game = pyspiel.load_game(spec)
    state = game.new_initial_state(text)
    names = {
        "kopano": ["game", "size", "pie", "turn", "black", "board"],
        "rumbo": ["game", "size", "pie", "turn", "vertical", "komi", "board", "claims"],
    }[fields[0]]
    expected = dict(zip(names, fields, strict=True))
    assert json.loads(state.to_json()) == state.to_dict() == expected
    assert state.to_observation_struct(0).to_dict() == expected
    assert str(game.new_initial_state(state.to_struct())) == text
    assert str(game.new_initial_state(expected)) == text
    with pytest.raises(ValueError, match="size is '4'"):
        game.new_initial_state({**expected, "size": "4"})
    for wrong in ({**expected, "more": "1"}, {"board": "../.."}, {}):
        with pytest.raises(ValueError, match=f"a state of {fields[0]} has the fields game, size"):
            game.new_initial_state(wrong)


@has_structs
def test_action_structs():
    state = pyspiel.load_game("kopano(size=3)").new_initial_state()
    corner = state.action_to_struct(6)
    assert corner.to_dict() == {"action": "a1"}
    assert state.struct_to_actions(corner) == [6]
    assert state.apply_action_struct(corner).ok()
    assert state.history() == [6]
    assert not state.apply_action_struct(corner).ok()
    assert state.history() == [6]


# ---- Bad input ----


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kopano(size=1)", "size must be 2 to 19, not 1"),
        ("rumbo(size=4,komi=0)", "komi must be odd on 4x4"),
        ("rumbo(size=4,komi=1,pie=true)", "komi is named in the game with pie=True"),
        ("rhode(max_plies=-1)", "max_plies must be 1 to 2147483647, not -1"),
        ("kopano(komi=2)", "Unknown parameter 'komi'"),
        ("kopano(size=7.5)", "Wrong type for parameter size"),
        ("rhode(pie=1)", "Wrong type for parameter pie"),
    ],
)
def test_bad_parameters(spec, message):
    with pytest.raises((ValueError, pyspiel.SpielError), match=message.replace("(", "\\(")):
        pyspiel.load_game(spec)


def test_an_illegal_action_changes_nothing():
    state = pyspiel.load_game("kopano(size=3)").new_initial_state()
    state.apply_action(4)
    for action, message in (4, "b2 is not"), (10, "pass is not"), (11, "11 is no"), (2**40, "no a"):
        with pytest.raises(ValueError, match=message):
            state.apply_action(action)
    for apply, action in (state.apply_action, -1), (state.apply_action_with_legality_check, 4):
        with pytest.raises(pyspiel.SpielError):
            apply(action)
    assert (str(state), state.history()) == ("kopano 3 pie w+ 0 .../.b./...", [4])


def test_python_ends_in_good_order():
    # What OpenSpiel keeps of a registered game outlives Python.
    program = "import pyspiel, roadgames.openspiel; print(pyspiel.load_game('rhode(size=3)'))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "rhode(pie=True,size=3)\n"
