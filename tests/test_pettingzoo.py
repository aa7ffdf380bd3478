"""roadgames.pettingzoo under PettingZoo's own tests, and against the engine itself."""

import copy
import pickle
import random
import warnings
from functools import partial

import numpy as np
import pytest
from support.registry import CONNECTION, NAMES, TRAITS

import roadgames as rg

pytest.importorskip("pettingzoo")
with warnings.catch_warnings():
    # With pygame installed PettingZoo's tests load a game of its own in a way it deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

from roadgames.pettingzoo import RawEnv, env

GAMES = {
    **{name: partial(env, name, size=5 if TRAITS[name].links else 4) for name in NAMES},
    "rumbo with opening": partial(env, "rumbo", size=3, pie=True),
    "cut off": partial(env, "kopano", size=5, pie=False, max_plies=6),
}
games = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


def play(environment, choose):
    """Plays to the end, both agents' last steps included; the sums of what each was rewarded."""
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        total[agent] += reward
        environment.step(None if terminated or truncated else choose(observation["action_mask"]))
    return total


def drawing(seed):
    draw = random.Random(seed)
    return lambda mask: draw.choice(np.flatnonzero(mask))


# ---- PettingZoo's tests ----


# Its list of environments whose observations are dicts has only its own.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@games
def test_api(make, capsys):
    api_test(make(), num_cycles=100)
    api_test(make().unwrapped, num_cycles=100)
    assert capsys.readouterr().out.count("Passed API test") == 2


@games
def test_seed(make):
    seed_test(make)
    first, second = make(), make()
    for environment in first, second:
        environment.reset(seed=3)
    assert play(first, drawing(1)) == play(second, drawing(1))


@games
def test_render(make, capsys):
    size = make().observation_space("player_0")["observation"].shape[1]
    render_test(
        make,
        {
            "ansi": lambda text: f"{size}x{size}" in text,
            "rgb_array": lambda picture: picture.shape == (32 * size + 32, 32 * size + 32, 3),
        },
    )
    assert f"{size}x{size}" in capsys.readouterr().out


# ---- Against the engine ----


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {"size": 5, "pie": True}) for name in CONNECTION),
        *((name, {"size": 4, "pie": False}) for name in NAMES),
        ("rumbo", {"size": 4, "komi": -3}),
        ("rumbo", {"size": 3, "pie": True}),
    ],
)
def test_all_it_tells_is_the_engines(name, options):
    environment = env(name, **options)
    own = rg.load_game(name, **options).new_initial_state()
    environment.reset()
    draw = random.Random(name)
    agents = environment.possible_agents
    assert agents == ["player_0", "player_1"]
    while True:
        over = own.is_terminal()
        assert environment.terminations == dict.fromkeys(agents, over)
        assert environment.truncations == dict.fromkeys(agents, False)
        assert environment.rewards == dict(zip(agents, own.returns(), strict=True))
        for seat, agent in enumerate(agents):
            seen = environment.observe(agent)
            assert environment.observation_space(agent).contains(seen)
            assert np.array_equal(seen["observation"], own.observation_tensor(seat))
            expected = own.legal_actions() if seat == own.current_player() else []
            for mask in seen["action_mask"], environment.infos[agent]["action_mask"]:
                assert mask.dtype == np.int8
                assert np.flatnonzero(mask).tolist() == expected
        if over:
            break
        assert environment.agent_selection == agents[own.current_player()]
        action = draw.choice(own.legal_actions())
        environment.step(action)
        own.apply_action(action)
    # Both agents have a last turn, in which they learn what the game brought them.
    assert play(environment, None) == dict(zip(agents, own.returns(), strict=True))
    assert environment.agents == []


def test_truncation():
    environment = env("rhode", size=5, max_plies=2)
    environment.reset()
    environment.step(7)
    assert not any(environment.truncations.values())
    environment.step(25)
    assert environment.truncations == {"player_0": True, "player_1": True}
    assert environment.terminations == {"player_0": False, "player_1": False}
    assert not environment.observe("player_0")["action_mask"].any()
    assert play(environment, None) == {"player_0": 0, "player_1": 0}
    environment.reset()
    assert not any(environment.truncations.values())


def test_rhode_is_truncated_by_itself():
    environment = env("rhode", size=6, pie=False)
    environment.reset()
    for action in (27, 8, 9, 25, 13, 32, 3, 26, 10, 22, 20, 15):
        environment.step(action)
    cycle = (14, 21, 9, 26)
    for ply in range(12, 8 * 6 * 6):
        assert not any(environment.truncations.values())
        environment.step(cycle[ply % 4])
    assert all(environment.truncations.values())


def test_a_game_won_with_the_last_action_allowed_is_won():
    environment = env("kopano", size=2, pie=False, max_plies=3)
    environment.reset()
    for action in (0, 1, 2):
        environment.step(action)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.truncations == {"player_0": False, "player_1": False}
    assert environment.rewards == {"player_0": 1, "player_1": -1}


# ---- Illegal actions and bad arguments ----


def test_an_illegal_action_ends_a_wrapped_episode():
    environment = env("kopano", size=3)
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0, "player_1": -1}
    assert all(environment.terminations.values())
    assert play(environment, None) == {"player_0": 0, "player_1": -1}
    environment.reset()
    with pytest.raises(AssertionError):
        environment.step(11)


def test_an_illegal_action_changes_nothing_in_a_raw_environment():
    environment = RawEnv("kopano", size=3, render_mode="ansi")
    environment.reset()
    environment.step(4)
    before = environment.render()
    for action, error in (4, ValueError), (11, ValueError), (-1, ValueError), (2.0, TypeError):
        with pytest.raises(error, match=r"not legal here|no action of|whole number"):
            environment.step(action)
    assert environment.render() == before
    assert environment.agent_selection == "player_1"
    assert environment.rewards == {"player_0": 0, "player_1": 0}


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "hex"}, ValueError, "no game is called 'hex'"),
        ({"size": 1}, ValueError, "size must be 2 to 19, not 1"),
        ({"size": None}, TypeError, "size must be a whole number, not None"),
        ({"komi": 1}, TypeError, "kopano has no option 'komi'"),
        ({"max_plies": 0}, ValueError, "max_plies must be 1 to"),
        ({"render_mode": "svg"}, ValueError, "render_mode must be human, .* not 'svg'"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        env(**{"game": "kopano", "size": 5, **arguments})


# ---- Copies and pictures ----


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_go_on_alike(twin_of):
    environment = env("rumbo", size=4)
    environment.reset()
    choose = drawing(2)
    for _ in range(5):
        environment.step(choose(environment.last()[0]["action_mask"]))
    twin = twin_of(environment)
    assert play(twin, drawing(3)) == play(environment, drawing(3))
    assert environment.agents == twin.agents == []


def picture(name, size, moves):
    environment = RawEnv(name, size=size, render_mode="rgb_array")
    environment.reset()
    for action in moves:
        environment.step(action)
    return environment.render().astype(int)


def at(image, row, column):
    return image[32 + 32 * row, 32 + 32 * column]


def test_picture():
    image = picture("kopano", 3, (0, 5))
    assert at(image, 0, 0).max() < 64  # black at a3
    assert at(image, 1, 2).min() > 240  # white at c2
    empty = [at(image, row, column) for row, column in ((0, 1), (0, 2), (1, 0), (1, 1), (2, 2))]
    assert all(64 < color.mean() < 240 for color in empty)
    assert (image[0, 64] == image[-1, 64]).all()
    assert image[0, 64].max() < 64  # Black owns top and bottom,
    assert image[64, 0].min() > 240  # White left and right
    assert (image[64, 0] == image[64, -1]).all()


def test_picture_of_claims():
    game = rg.Rumbo(3)
    moves = []
    state = game.new_initial_state()
    while not (state.claims == 1).any() or not (state.claims == 2).any():
        moves.append(state.legal_actions()[0])
        state.apply_action(moves[-1])
    image = picture("rumbo", 3, moves)
    claimed = {1: [], 2: [], 0: []}
    for row, column in np.ndindex(3, 3):
        if state.board[row, column]:
            claimed[int(state.claims[row, column])].append(at(image, row, column))
    blue, red = 2, 0
    assert all(color[blue] > color[red] + 50 for color in claimed[1])
    assert all(color[red] > color[blue] + 50 for color in claimed[2])
    assert all(abs(color[red] - color[blue]) < 10 for color in claimed[0])
    assert claimed[1]
    assert claimed[2]
