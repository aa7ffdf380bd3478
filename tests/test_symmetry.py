"""The symmetries of each game: first by the geometry of the board alone, then as objects.

The first part plays a game and its image side by side to the end, with maps that are written here
from the geometry; a point is (row, column), row 0 on top. In the second `Game.symmetries` must be
exactly those: mapped play, the groups, canonical states.
"""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from support.games import kopano, rhode, rumbo
from support.registry import CONNECTION, NAMES, TRAITS

import roadgames as rg
from roadgames.registry import SymmetryGroup

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19)

Map = Callable[[int, int, int], tuple[int, int]]

# last is the number of the last row and column.
SAME: dict[str, Map] = {
    "identity": lambda r, c, last: (r, c),
    "half turn": lambda r, c, last: (last - r, last - c),
}
MIRRORS: dict[str, Map] = {
    "left to right": lambda r, c, last: (r, last - c),
    "top to bottom": lambda r, c, last: (last - r, c),
}
QUARTER_TURNS: dict[str, Map] = {
    "clockwise": lambda r, c, last: (c, last - r),
    "anticlockwise": lambda r, c, last: (last - c, r),
}
TRANSPOSES: dict[str, Map] = {
    "main diagonal": lambda r, c, last: (c, r),
    "other diagonal": lambda r, c, last: (last - c, last - r),
}
KEEP_EDGES = SAME | MIRRORS
EXCHANGE_EDGES = QUARTER_TURNS | TRANSPOSES


def mapped_points(size: int, turn: Map) -> list[int]:
    """The number of each point's image."""
    images = [turn(*divmod(point, size), size - 1) for point in range(size * size)]
    return [row * size + column for row, column in images]


def test_the_maps_are_eight_and_map_the_board_onto_itself() -> None:
    maps = [tuple(mapped_points(4, turn)) for turn in (KEEP_EDGES | EXCHANGE_EDGES).values()]
    assert len(set(maps)) == 8
    assert all(sorted(images) == list(range(16)) for images in maps)


def mapped_board(rows: list[list[int]], images: list[int], values: dict[int, int]) -> list[int]:
    flat = [value for row in rows for value in row]
    image = [0] * len(flat)
    for point, value in enumerate(flat):
        image[images[point]] = values[value]
    return image


def empty(size: int) -> str:
    return "/".join(["." * size] * size)


# ---- Games of connection ----


def connection_actions(images: list[int]) -> list[int]:
    """The image of each action: points move, swap and pass stay."""
    return [*images, len(images), len(images) + 1]


def play_both(
    one: rg.State,
    two: rg.State,
    images: list[int],
    exchange: bool,
    choose: Callable[[rg.State], int],
) -> int:
    """Plays one game and its image; returns how many actions were played."""
    actions = connection_actions(images)
    values = {0: 0, 1: 2, 2: 1} if exchange else {0: 0, 1: 1, 2: 2}
    plies = 0
    while True:
        assert two.legal_actions() == sorted(actions[action] for action in one.legal_actions())
        assert two.board.ravel().tolist() == mapped_board(one.board.tolist(), images, values)
        assert two.is_terminal() == one.is_terminal()
        # The colours are exchanged and the seats with them, so that each seat sees the same game.
        assert two.current_player() == one.current_player()
        assert two.returns() == one.returns()
        for color, image in (
            (one.color_to_move, two.color_to_move),
            (one.winning_color, two.winning_color),
        ):
            assert image == (color if color is None or not exchange else 1 - color)
        if one.is_terminal() or plies == 3 * len(images):
            return plies
        action = choose(one)
        one.apply_action(action)
        two.apply_action(actions[action])
        plies += 1


def at_random(rng: random.Random) -> Callable[[rg.State], int]:
    return lambda state: rng.choice(state.legal_actions())


def connection_starts(game: rg.Game, exchange: bool) -> tuple[rg.State, rg.State]:
    """The start, and the start of the image: with colours exchanged White begins, from seat 0."""
    start = game.new_initial_state()
    if not exchange:
        return start, game.new_initial_state()
    text = f"{game.name} {game.size} nopie w 1 {empty(game.size)}"
    return start, game.new_initial_state(text)


@pytest.mark.parametrize("turn", KEEP_EDGES | EXCHANGE_EDGES)
@pytest.mark.parametrize("name", CONNECTION)
def test_connection_games(name: str, turn: str) -> None:
    exchange = turn in EXCHANGE_EDGES
    won = {0: 0, 1: 0}
    for size in SIZES:
        for seed in range(12 if size < 9 else 2):
            rng = random.Random(f"{size} {seed}")
            # With colours exchanged a swap would belong to Black, which no game has.
            game = rg.load_game(name, size=size, pie=not exchange and seed % 2 == 0)
            one, two = connection_starts(game, exchange)
            images = mapped_points(size, (KEEP_EDGES | EXCHANGE_EDGES)[turn])
            plies = play_both(one, two, images, exchange, at_random(rng))
            assert plies >= 2 * size - 1 - (size > 2)
            if one.winning_color is not None:
                won[one.winning_color] += 1
    assert min(won.values()) > 10


WRITTEN = {
    "cut win": (rg.Rhode(5, pie=False), rhode.CUT_WIN),
    "removes two": (rg.Rhode(4, pie=False), rhode.REMOVES_TWO),
    "removes and wins": (rg.Rhode(4, pie=False), rhode.REMOVES_AND_WINS),
    "cycle": (rg.Rhode(6, pie=False), f"{rhode.TO_THE_CYCLE} {rhode.CYCLE}"),
    "pass": (rg.Kopano(3, pie=False), kopano.PASS),
    "White passes": (rg.Kopano(4, pie=False), kopano.WHITE_PASSES_TWICE),
    "Black passes": (rg.Kopano(5, pie=False), kopano.BLACK_PASSES_TWICE),
}


@pytest.mark.parametrize("turn", KEEP_EDGES | EXCHANGE_EDGES)
@pytest.mark.parametrize("line", WRITTEN)
def test_written_lines(line: str, turn: str) -> None:
    """What random games do not reach: the images of removals, passes and the win that is cut."""
    game, text = WRITTEN[line]
    exchange = turn in EXCHANGE_EDGES
    one, two = connection_starts(game, exchange)
    script = iter([one.string_to_action(action) for action in text.split()])
    images = mapped_points(game.size, (KEEP_EDGES | EXCHANGE_EDGES)[turn])
    rng = random.Random(line)

    def choose(state: rg.State) -> int:
        written = next(script, None)
        return rng.choice(state.legal_actions()) if written is None else written

    assert play_both(one, two, images, exchange, choose) >= len(text.split())


@pytest.mark.parametrize("name", CONNECTION)
def test_a_quarter_turn_that_keeps_the_colours_is_no_symmetry(name: str) -> None:
    """The edges do matter: a black wall from top to bottom wins, from left to right it does not."""
    game = rg.load_game(name, size=3, pie=False)
    assert game.new_initial_state(f"{name} 3 nopie w 0 .b./.b./.b.").winning_color == 0
    assert game.new_initial_state(f"{name} 3 nopie w 0 .../bbb/...").winning_color is None


# ---- Rumbo ----


def rumbo_actions(images: list[int], exchange_stones: bool) -> list[int]:
    points = len(images)
    black, white = images, [points + image for image in images]
    return [*white, *black] if exchange_stones else [*black, *white]


def rumbo_starts(size: int, exchange: bool, komi: int) -> tuple[rg.State, rg.State]:
    """The start and its image: with players exchanged Horizontal begins, with the komi negated."""
    one = rg.Rumbo(size, komi=komi).new_initial_state()
    game = rg.Rumbo(size, komi=-komi if exchange else komi)
    if not exchange:
        return one, game.new_initial_state()
    text = f"rumbo {size} nopie h 1 {-komi} {empty(size)} {empty(size)}"
    return one, game.new_initial_state(text)


@pytest.mark.parametrize("exchange_stones", [False, True])
@pytest.mark.parametrize("turn", SAME | QUARTER_TURNS)
def test_rumbo(turn: str, exchange_stones: bool) -> None:
    """Half turns keep the players, quarter turns exchange them; stone colours do not matter."""
    exchange = turn in QUARTER_TURNS
    won = {0: 0, 1: 0}
    for size in SIZES:
        for seed in range(12 if size < 9 else 1):
            rng = random.Random(f"{size} {seed}")
            komi = rng.choice(range(1 - size**2, size**2, 2)) if seed % 3 else (size + 1) % 2
            one, two = rumbo_starts(size, exchange, komi)
            images = mapped_points(size, (SAME | QUARTER_TURNS)[turn])
            actions = rumbo_actions(images, exchange_stones)
            stones = {0: 0, 1: 2, 2: 1} if exchange_stones else {0: 0, 1: 1, 2: 2}
            owners = {0: 0, 1: 2, 2: 1} if exchange else {0: 0, 1: 1, 2: 2}
            while True:
                expected = sorted(actions[action] for action in one.legal_actions())
                assert two.legal_actions() == expected
                board = mapped_board(one.board.tolist(), images, stones)
                claims = mapped_board(one.claims.tolist(), images, owners)
                assert two.board.ravel().tolist() == board
                assert two.claims.ravel().tolist() == claims
                assert two.score() == (one.score()[::-1] if exchange else one.score())
                assert two.current_player() == one.current_player()
                assert two.returns() == one.returns()
                if one.is_terminal():
                    break
                action = rng.choice(one.legal_actions())
                one.apply_action(action)
                two.apply_action(actions[action])
            winner = one.winning_color
            assert winner is not None
            assert two.winning_color == (1 - winner if exchange else winner)
            won[winner] += 1
    assert min(won.values()) > 10


@pytest.mark.parametrize("turn", MIRRORS | TRANSPOSES)
def test_a_reflection_is_no_symmetry_of_rumbo(turn: str) -> None:
    """Legal moves map onto legal moves all the same; who owns what they claim does not.

    North-east is Vertical's and north-west is Horizontal's, so mirrors fail, with players kept or
    exchanged; transposes send north-east to south-west or to itself, both Vertical's, but north to
    west, Horizontal's.
    """
    size, kept, exchanged = 4, 0, 0
    images = mapped_points(size, (MIRRORS | TRANSPOSES)[turn])
    actions = rumbo_actions(images, exchange_stones=False)
    for seed in range(200):
        rng = random.Random(seed)
        one, two = rumbo_starts(size, False, 1)
        while not one.is_terminal():
            assert two.legal_actions() == sorted(actions[a] for a in one.legal_actions())
            action = rng.choice(one.legal_actions())
            one.apply_action(action)
            two.apply_action(actions[action])
        assert two.is_terminal()
        kept += one.score() == two.score()
        exchanged += one.score() == two.score()[::-1]
    assert kept < 200
    assert exchanged < 200


def test_a_written_counterexample_to_reflections() -> None:
    """b2 shuts in b3 c3 c2 from the north and the east; mirrored, from the north and the west."""
    one, mirrored = (rg.Rumbo(3).new_initial_state() for _ in range(2))
    for text in rumbo.CLAIMS["NE"].split():
        one.apply_action(one.string_to_action(text))
        image = text[0] + {"a": "c", "b": "b", "c": "a"}[text[1]] + text[2]
        mirrored.apply_action(mirrored.string_to_action(image))
    assert one.score() == (3, 0)
    assert mirrored.score() == (0, 3)


# ---- Symmetry objects ----

EVERY_MOTION = KEEP_EDGES | QUARTER_TURNS | TRANSPOSES

# By index: the motion of the board, and whether the colours of the stones are exchanged.
SQUARE = [
    ("identity", False),
    ("left to right", False),
    ("top to bottom", False),
    ("half turn", False),
    ("main diagonal", True),
    ("clockwise", True),
    ("anticlockwise", True),
    ("other diagonal", True),
]
ROTATIONS = [
    (motion, stones)
    for pair in (("identity", "half turn"), ("clockwise", "anticlockwise"))
    for stones in (False, True)
    for motion in pair
]
GROUPS = {SymmetryGroup.SQUARE: SQUARE, SymmetryGroup.ROTATIONS: ROTATIONS}


def group(game: rg.Game) -> list[tuple[str, bool]]:
    return GROUPS[TRAITS[game.name].symmetries]


def games(size: int) -> list[rg.Game]:
    """Games of a size, with and without pie; those with komi also with the least and another."""
    komi = 0 if size % 2 else 1
    return [
        *(rg.load_game(name, size, pie=pie) for name in NAMES for pie in (True, False)),
        *(
            rg.load_game(name, size, pie=False, komi=k)
            for name in NAMES
            if TRAITS[name].has_komi
            for k in (1 - size**2, komi + 2)
        ),
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
    points = state.game.size**2 * (1 if TRAITS[state.game.name].owns_stones else 2)
    if legal[-1] >= points and rng.random() < 0.5:
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
        for s, (motion, stones) in zip(symmetries, group(game), strict=True):
            images = mapped_points(size, EVERY_MOTION[motion])
            if TRAITS[game.name].owns_stones:
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
    assert set(SAME) | set(QUARTER_TURNS) == {motion for motion, _ in ROTATIONS}


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
    traits = TRAITS[game.name]
    if traits.has_claims:
        claims = mapped_board(state.claims.tolist(), points, exchanged if exchange else kept)
        assert image.claims.ravel().tolist() == claims
        assert image.score() == (state.score()[::-1] if exchange else state.score())
    if traits.has_komi:
        komi = state.komi
        assert image.komi == (komi if komi is None or not exchange else -komi)
    if traits.has_komi and not game.pie:
        assert image.game == rg.load_game(game.name, game.size, pie=False, komi=image.komi)
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
        for s, image, (motion, stones) in zip(symmetries, images, group(state.game), strict=True):
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
        (rg.Rhode(5, pie=False), rhode.CUT_WIN),
        (rg.Rhode(4, pie=False), rhode.REMOVES_TWO),
        (rg.Rhode(4, pie=False), rhode.REMOVES_AND_WINS),
        (rg.Rhode(6, pie=False), f"{rhode.TO_THE_CYCLE} {rhode.CYCLE}"),
        (rg.Kopano(3, pie=False), kopano.PASS),
        (rg.Kopano(4, pie=False), kopano.WHITE_PASSES_TWICE),
        (rg.Kopano(5, pie=False), kopano.BLACK_PASSES_TWICE),
        (rg.Rumbo(3, komi=-8), rumbo.KOMI_DECIDES),
        (rg.Rumbo(3), rumbo.CLAIMS_FOR_BOTH),
        *((rg.Rumbo(3), line) for line in rumbo.CLAIMS.values()),
        (rg.Rhode(5), "b2 swap c3 d4"),
        (rg.Kopano(5), "b2 c3 d4"),
        (rg.Rumbo(3, pie=True), "komi=-4 vertical Ba3 Wb3"),
        (rg.Rumbo(2, pie=True), "komi=3 horizontal Ba1 Wa2 Bb1"),
    ],
)
def test_images_of_written_lines(game: rg.Game, line: str) -> None:
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
    if TRAITS[state.game.name].has_claims:
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


def test_observations_of_no_position() -> None:
    for game in rg.Kopano(5), rg.Rumbo(4, True):
        none = np.zeros((0, *game.observation_tensor_shape()))
        for symmetry in game.symmetries():
            assert symmetry.apply_to_observation(none).shape == none.shape


def test_symmetries_come_back_whole() -> None:
    symmetry = rg.Kopano(5).symmetries()[7]
    assert symmetry.action_map.sum() > 0
    for twin in pickle.loads(pickle.dumps(symmetry)), copy.deepcopy(symmetry), copy.copy(symmetry):
        assert twin == symmetry
        assert not twin.action_map.flags.writeable
        np.testing.assert_array_equal(twin.action_map, symmetry.action_map)
    with pytest.raises(ValueError, match="index must be 0 to 7, not 200"):
        pickle.loads(pickle.dumps(symmetry).replace(b"K\x07", b"K\xc8"))
