"""The symmetries of each game, by playing a game and its image side by side to the end.

The maps are written here from the geometry of the board alone.  A point is (row, column), row 0 on
top.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import lines
import pytest

import roadgames as rg

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


# ---- Rhode and Kopano ----


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
@pytest.mark.parametrize("name", ["rhode", "kopano"])
def test_connection_games(name: str, turn: str) -> None:
    exchange = turn in EXCHANGE_EDGES
    won = {0: 0, 1: 0}
    for size in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19):
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
    "cut win": (rg.Rhode(5, pie=False), lines.RHODE_CUT_WIN),
    "removes two": (rg.Rhode(4, pie=False), lines.RHODE_REMOVES_TWO),
    "removes and wins": (rg.Rhode(4, pie=False), lines.RHODE_REMOVES_AND_WINS),
    "cycle": (rg.Rhode(6, pie=False), f"{lines.RHODE_TO_THE_CYCLE} {lines.RHODE_CYCLE}"),
    "pass": (rg.Kopano(3, pie=False), lines.KOPANO_PASS),
    "White passes": (rg.Kopano(4, pie=False), lines.KOPANO_WHITE_PASSES_TWICE),
    "Black passes": (rg.Kopano(5, pie=False), lines.KOPANO_BLACK_PASSES_TWICE),
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


@pytest.mark.parametrize("name", ["rhode", "kopano"])
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
    for size in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19):
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
    for text in lines.RUMBO_CLAIMS["NE"].split():
        one.apply_action(one.string_to_action(text))
        image = text[0] + {"a": "c", "b": "b", "c": "a"}[text[1]] + text[2]
        mirrored.apply_action(mirrored.string_to_action(image))
    assert one.score() == (3, 0)
    assert mirrored.score() == (0, 3)
