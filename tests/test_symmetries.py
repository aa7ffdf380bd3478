"""Symmetry objects: mapped play to the end, the groups, and canonical states.

test_symmetry.py shows by geometry alone what the symmetries of the games are; here
`Game.symmetries` must be exactly those.
"""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Callable, Iterator

import lines
import numpy as np
import pytest
from test_symmetry import (
    KEEP_EDGES,
    MIRRORS,
    QUARTER_TURNS,
    SAME,
    TRANSPOSES,
    mapped_board,
    mapped_points,
)

import roadgames as rg

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19)
EVERY_MOTION = KEEP_EDGES | QUARTER_TURNS | TRANSPOSES

# By index: the motion of the board, and whether the colours of the stones are exchanged.
CONNECTION = [
    ("identity", False),
    ("left to right", False),
    ("top to bottom", False),
    ("half turn", False),
    ("main diagonal", True),
    ("clockwise", True),
    ("anticlockwise", True),
    ("other diagonal", True),
]
RUMBO = [
    (motion, stones)
    for pair in (("identity", "half turn"), ("clockwise", "anticlockwise"))
    for stones in (False, True)
    for motion in pair
]
GROUPS = {"rhode": CONNECTION, "kopano": CONNECTION, "rumbo": RUMBO}


def games(size: int) -> list[rg.Game]:
    """All games of a size, with and without pie, Rumbo with the least komi and another."""
    komi = size % 2 - 1 if size % 2 else 1
    return [
        *(cls(size, pie) for cls in (rg.Rhode, rg.Kopano, rg.Rumbo) for pie in (True, False)),
        *(rg.Rumbo(size, komi=k) for k in (1 - size**2, komi + 2)),
    ]


def positions(game: rg.Game, seed: str, choose: Callable[..., int]) -> Iterator[rg.State]:
    """Every position of one game, played on in place."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(3 * game.size**2 + 2):
        yield state
        if state.is_terminal():
            return
        state.apply_action(choose(state, rng))


def uniform(state: rg.State, rng: random.Random) -> int:
    return rng.choice(state.legal_actions())


def eager(state: rg.State, rng: random.Random) -> int:
    """Likes what comes after the points: swap, pass; and few replies: obligations, removals."""
    legal = state.legal_actions()
    if legal[-1] >= state.game.size**2 and state.game.name != "rumbo" and rng.random() < 0.5:
        return legal[-1]
    few = rng.sample(legal, min(4, len(legal)))
    return min(few, key=lambda action: replies(state, action))


def replies(state: rg.State, action: int) -> float:
    child = state.clone()
    child.apply_action(action)
    return math.inf if child.is_terminal() else len(child.legal_actions())


# ---- The groups ----


@pytest.mark.parametrize("size", SIZES)
def test_the_groups(size: int) -> None:
    points = size**2
    for game in games(size):
        symmetries = game.symmetries()
        maps = [tuple(s.action_map.tolist()) for s in symmetries]
        assert len(symmetries) == len(set(maps)) == 8
        assert [s.exchanges_colors for s in symmetries] == [False] * 4 + [True] * 4
        assert maps[0] == tuple(range(game.num_distinct_actions()))
        for s, (motion, stones) in zip(symmetries, GROUPS[game.name], strict=True):
            images = mapped_points(size, EVERY_MOTION[motion])
            if game.name != "rumbo":
                expected = [*images, points, points + 1][: game.num_distinct_actions()]
            else:
                white = [points + image for image in images]
                expected = [*white, *images] if stones else [*images, *white]
                if game.pie:
                    rest = [*range(2 * points, 3 * points)], [3 * points, 3 * points + 1]
                    expected += [a for part in rest for a in part[:: -1 if s.index >= 4 else 1]]
            assert s.action_map.tolist() == expected
            assert s.action_map.dtype == np.int32
            assert sorted(expected) == list(range(game.num_distinct_actions()))


def test_they_are_a_group() -> None:
    for game in games(3):
        symmetries = game.symmetries()
        maps = [s.action_map.tolist() for s in symmetries]
        for s in symmetries:
            assert s.inverse.action_map[s.action_map].tolist() == maps[0]
            assert s.inverse.inverse == s
            for t in symmetries:
                assert t.action_map[s.action_map].tolist() in maps


def test_mirrors_are_missing_from_rumbo() -> None:
    reflections = [mapped_points(4, motion) for motion in (MIRRORS | TRANSPOSES).values()]
    for s in rg.Rumbo(4).symmetries():
        assert (s.action_map[:16] % 16).tolist() not in reflections
    assert set(SAME) | set(QUARTER_TURNS) == {motion for motion, _ in RUMBO}


def test_what_an_object_shows() -> None:
    game = rg.Rumbo(4, pie=True)
    s = game.symmetries()[7]
    assert repr(s) == (
        "<Symmetry 7 of Rumbo 4x4: quarter turn back, stone colours exchanged, exchanges players>"
    )
    assert s == pickle.loads(pickle.dumps(s)) == copy.copy(s)
    assert len({*game.symmetries(), *game.symmetries()}) == 8
    assert game.action_to_string(s.action_map[game.string_to_action("komi=-3")]) == "komi=3"
    assert game.action_to_string(s.action_map[game.string_to_action("vertical")]) == "horizontal"
    with pytest.raises(ValueError, match="read-only"):
        s.action_map[0] = 1
    with pytest.raises(AttributeError):
        s.index = 3  # type: ignore[misc]


def test_a_state_of_another_game_is_refused() -> None:
    s = rg.Kopano(5).symmetries()[1]
    for other in (rg.Rhode(5), rg.Kopano(6), rg.Kopano(5, pie=False)):
        with pytest.raises(ValueError, match="this symmetry is of Kopano"):
            s(other.new_initial_state())


# ---- Mapped play ----


def check_image(
    s: rg.Symmetry, state: rg.State, image: rg.State, motion: str, stones: bool
) -> None:
    game, exchange = state.game, s.exchanges_colors
    points = mapped_points(game.size, EVERY_MOTION[motion])
    exchanged = {0: 0, 1: 2, 2: 1}
    kept = {0: 0, 1: 1, 2: 2}
    board = mapped_board(state.board.tolist(), points, exchanged if stones else kept)
    assert image.board.ravel().tolist() == board
    assert image.legal_actions() == sorted(s.action_map[state.legal_actions()].tolist())
    assert image.current_player() == state.current_player()
    assert image.returns() == state.returns()
    for color, other in (
        (state.color_to_move, image.color_to_move),
        (state.winning_color, image.winning_color),
    ):
        assert other == (color if color is None or not exchange else 1 - color)
    if game.name == "rumbo":
        claims = mapped_board(state.claims.tolist(), points, exchanged if exchange else kept)
        assert image.claims.ravel().tolist() == claims
        komi = state.komi
        assert image.komi == (komi if komi is None or not exchange else -komi)
        assert image.score() == (state.score()[::-1] if exchange else state.score())
        if not game.pie:
            assert image.game == rg.Rumbo(game.size, komi=image.komi)
    else:
        assert image.game == game


def play_all_images(states: Iterator[rg.State], every: int = 1) -> rg.State:
    """Plays the images of a game beside it, all eight, and compares after every so many actions
    and at the end; returns the end."""
    state = next(states)
    symmetries = state.game.symmetries()
    images = [s(state) for s in symmetries]
    played = 0
    while True:
        for s, image, (motion, stones) in zip(
            symmetries, images, GROUPS[state.game.name], strict=True
        ):
            if played % every and not state.is_terminal():
                continue
            check_image(s, state, image, motion, stones)
            mapped = s(state)
            assert mapped == image
            assert mapped.zobrist == image.zobrist
            assert mapped.history() == []
            assert s.inverse(mapped) == state
            assert image.game.new_initial_state(str(image)) == image
            assert image.game.state_from_bytes(image.to_bytes()) == image
        before = [image.clone() for image in images]
        if next(states, None) is None:
            return state
        action = state.history()[played]
        played += 1
        for s, image, old in zip(symmetries, images, before, strict=True):
            image.apply_action(s.action_map[action])
            undone = image.clone()
            assert undone.undo_action() == s.action_map[action]
            assert undone == old


@pytest.mark.parametrize("size", SIZES)
def test_mapped_play(size: int) -> None:
    ends = 0
    for game in games(size):
        for choose in (uniform, eager):
            for seed in range(4 if size < 5 else 1):
                if size > 9 and choose is eager:
                    continue
                end = play_all_images(
                    positions(game, f"{size} {seed}", choose), every=1 if size < 9 else size
                )
                ends += end.is_terminal()
    assert ends > 4


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (rg.Rhode(5, pie=False), lines.RHODE_CUT_WIN),
        (rg.Rhode(4, pie=False), lines.RHODE_REMOVES_TWO),
        (rg.Rhode(4, pie=False), lines.RHODE_REMOVES_AND_WINS),
        (rg.Rhode(6, pie=False), f"{lines.RHODE_TO_THE_CYCLE} {lines.RHODE_CYCLE}"),
        (rg.Kopano(3, pie=False), lines.KOPANO_PASS),
        (rg.Kopano(4, pie=False), lines.KOPANO_WHITE_PASSES_TWICE),
        (rg.Kopano(5, pie=False), lines.KOPANO_BLACK_PASSES_TWICE),
        (rg.Rumbo(3, komi=-8), lines.RUMBO_KOMI_DECIDES),
        (rg.Rumbo(3), lines.RUMBO_CLAIMS_FOR_BOTH),
        *((rg.Rumbo(3), line) for line in lines.RUMBO_CLAIMS.values()),
        (rg.Rhode(5), "b2 swap c3 d4"),
        (rg.Kopano(5), "b2 c3 d4"),
        (rg.Rumbo(3, pie=True), "komi=-4 vertical Ba3 Wb3"),
        (rg.Rumbo(2, pie=True), "komi=3 horizontal Ba1 Wa2 Bb1"),
    ],
)
def test_written_lines(game: rg.Game, line: str) -> None:
    script = iter(line.split())

    def choose(state: rg.State, rng: random.Random) -> int:
        text = next(script, None)
        return uniform(state, rng) if text is None else state.string_to_action(text)

    play_all_images(positions(game, line, choose))
    assert next(script, None) is None


def test_the_swap_goes_with_the_seat() -> None:
    """The opening in the image: White begins from seat 0, and Black may swap."""
    game = rg.Kopano(3)
    image = game.symmetries()[4](game.new_initial_state())
    assert str(image) == "kopano 3 pie w+ 1 .../.../..."
    assert 9 not in image.legal_actions()
    image.apply_action(1)
    assert str(image) == "kopano 3 pie b+ 1 .w./.../..."
    assert image.current_player() == 1
    assert 9 in image.legal_actions()
    declined = image.clone()
    declined.apply_action(4)
    assert str(declined) == "kopano 3 pie w 1 .w./.b./..."
    image.apply_action(9)
    assert str(image) == "kopano 3 pie b 0 .w./.../..."
    assert image.current_player() == 0


def test_the_opening_of_rumbo_under_a_quarter_turn() -> None:
    game = rg.Rumbo(2, pie=True)
    image = game.symmetries()[4](game.new_initial_state())
    assert str(image) == "rumbo 2 pie name-h - ? ../.. ../.."
    image.apply_action(game.string_to_action("komi=3"))
    assert str(image) == "rumbo 2 pie pick-h - 3 ../.. ../.."
    image.apply_action(game.string_to_action("horizontal"))
    assert str(image) == "rumbo 2 pie h 0 3 ../.. ../.."
    assert (image.current_player(), image.color_to_move) == (1, 1)
    image.undo_action()
    assert image.explain(game.string_to_action("horizontal")).endswith(
        "seat 0 plays Vertical, seat 1 plays Horizontal and begins."
    )


@pytest.mark.parametrize("game", games(3) + games(4), ids=repr)
def test_images_have_the_same_counts(game: rg.Game) -> None:
    for plies in (0, 1, 2):
        state = game.new_initial_state()
        rng = random.Random(plies)
        for _ in range(plies):
            state.apply_action(uniform(state, rng))
        expected = rg.perft(state, 3)
        assert [rg.perft(s(state), 3) for s in game.symmetries()] == [expected] * 8


@pytest.mark.parametrize("game", games(3), ids=repr)
def test_images_win_as_often_at_random(game: rg.Game) -> None:
    """Random games of images, with their swaps and openings, are worth the same to each seat."""
    count = 20_000
    state = game.new_initial_state()
    shares = [rg.playouts(s(state), count, seed=s.index).wins[0] / count for s in game.symmetries()]
    assert max(shares) - min(shares) < 6 * math.sqrt(0.5 / count)


# ---- Canonical states ----


def order(state: rg.State) -> tuple[list[int], ...]:
    """What `State.canonical` compares, from its documentation."""
    planes = [state.board == 1, state.board == 2]
    if state.game.name == "rumbo":
        planes += [state.claims == 1, state.claims == 2]
    whole = [sum(1 << int(p) for p in np.flatnonzero(plane)) for plane in planes]
    return tuple([number >> 64 * i & 2**64 - 1 for i in range(6)] for number in whole)


@pytest.mark.parametrize("size", SIZES)
def test_canonical(size: int) -> None:
    for game in games(size):
        for ply, state in enumerate(positions(game, f"canonical {size}", uniform)):
            if size > 6 and ply % size:
                continue
            symmetries = game.symmetries()
            least, symmetry = state.canonical()
            images = [s(state) for s in symmetries]
            front = [(i, image) for i, image in enumerate(images) if is_in_front(image)]
            index, first = min(front, key=lambda pair: order(pair[1]))
            assert (symmetry.index, least) == (index, first)
            assert least.game == first.game
            assert least.zobrist == first.zobrist
            for image in images:
                again, back = image.canonical()
                assert again == least
                assert back(image) == least
            again, back = least.canonical()
            assert (again, back.index) == (least, 0)


def is_in_front(state: rg.State) -> bool:
    """Black or Vertical to move, or would be; in an opening, Vertical will begin."""
    return bool(state.to_bytes()[3] >> 3 & 1 == 0)


def test_canonical_states_tell_positions_apart() -> None:
    """Classes of all 3x3 positions: each is the images of one of its members, no more."""
    game = rg.Kopano(3, pie=False)
    classes: dict[str, set[str]] = {}
    seen: set[str] = set()
    edge = [game.new_initial_state()]
    while edge:
        state = edge.pop()
        if str(state) in seen:
            continue
        seen.add(str(state))
        classes.setdefault(str(state.canonical()[0]), set()).add(str(state))
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            edge.append(child)
    assert len(seen) == 4154
    for members in classes.values():
        one = game.new_initial_state(min(members))
        assert members <= {str(s(one)) for s in game.symmetries()}
