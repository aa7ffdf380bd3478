"""How games end, worked out by hand: chains of each shape, and the signs of every result."""

from __future__ import annotations

import pytest
from support import lines
from support.games import kopano, rhode, rumbo
from support.registry import CONNECTION, NAMES, TRAITS

import roadgames as rg
from roadgames.registry import Opening

# Black is to move and wins on the point marked *.  White's pictures are these, mirrored in the main
# diagonal with the colours exchanged.
SHAPES = {
    "straight": "..b.. ..b.. ..*.. ..b.. ..b..",
    "straight, closed at the top": ".*... .b... .b... .b... .b...",
    "straight, closed at the bottom": "...b. ...b. ...b. ...b. ...*.",
    "from corner to corner along an edge": "b.... b.... *.... b.... b....",
    "closed in the top left corner": "*.... b.... b.... b.... b....",
    "closed in the top right corner": "....* ....b ....b ....b ....b",
    "closed in the bottom left corner": "b.... b.... b.... b.... *....",
    "closed in the bottom right corner": "....b ....b ....b ....b ....*",
    "snake through all corners": "bbbbb ....b bb*bb b.... bbbbb",
    "snake the other way": "bbbbb b.... bb*bb ....b bbbbb",
    "down, up and down again": "b.... b.bbb b.b.b bbb.* ....b",
    "joins two branches": ".b.b. .bbb. ..*.. .bbb. .b.b.",
    "with a loop": ".bbb. .b.b. .bbb. ..*.. ..b..",
}
ORTHOGONAL_SHAPES = {
    "staircase": "b.... bb... .bb.. ..b*. ...b.",
    "staircase the other way": "....b ...bb ..bb. .*b.. .b...",
}
# In Kopano a stone that is only weakly connected is legal where White's would be too.
DIAGONAL_SHAPES = {
    "diagonal": "b.w.. .*... ..b.. ...b. ....b",
    "other diagonal": "..w.b ...*. ..b.. .b... b....",
    "zigzag": "..b.. .b... ..b.. .b.w. ..*..",
    "zigzag, closed at the top": "..*.. .b.w. ..b.. .b... ..b..",
    "diagonal with a strong end in a corner": "b.... .b... ..b.. ...bb ....*",
}
# By the directions in which a game links.
OWN_SHAPES = {4: ORTHOGONAL_SHAPES, 8: DIAGONAL_SHAPES}
ALL_SHAPES = [
    (name, shape)
    for name in CONNECTION
    for shape in (SHAPES | OWN_SHAPES[TRAITS[name].links]).items()
]


def mirrored(rows: list[str]) -> list[str]:
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return [column.translate(str.maketrans("bw", "wb")) for column in columns]


@pytest.mark.parametrize("color", [0, 1])
@pytest.mark.parametrize("black_seat", [0, 1])
@pytest.mark.parametrize(
    ("name", "picture"),
    [(name, picture) for name, (_, picture) in ALL_SHAPES],
    ids=[f"{name}: {shape}" for name, (shape, _) in ALL_SHAPES],
)
def test_chains(name: str, picture: str, black_seat: int, color: int) -> None:
    rows = picture.split(" ")
    if color == 1:
        rows = mirrored(rows)
    cells = "".join(rows)
    closing = cells.index("*")
    board = "/".join(rows).replace("*", ".")
    game = rg.load_game(name, size=5, pie=True)
    state = game.new_initial_state(f"{name} 5 pie {'bw'[color]} {black_seat} {board}")
    assert not state.is_terminal()
    assert state.winning_color is None
    assert state.returns() == [0.0, 0.0]
    state.apply_action(closing)
    assert state.is_terminal()
    assert state.winning_color == color
    seat = black_seat if color == 0 else 1 - black_seat
    assert state.returns() == ([1.0, -1.0] if seat == 0 else [-1.0, 1.0])
    assert state.current_player() == -4
    assert state.legal_actions() == []


# The directions of the games it is shown for, and the position.
NOT_WON = {
    "a black row": (4, "..... ..... bbbbb ..... ....."),
    "a black row, with diagonals": (8, "..... ..... bbbbb ..... ....."),
    "a white column": (4, "..w.. ..w.. ..w.. ..w.. ..w.."),
    "a white column, with diagonals": (8, "..w.. ..w.. ..w.. ..w.. ..w.."),
    "a black diagonal": (4, "b.... .b... ..b.. ...b. ....b"),
    "black along three edges, but not joined": (4, "bbbbb b...b b.... ....b bbbbb"),
    "round the edge of the board": (8, "....b ....b b.... b.... b...."),
    "corners of both edges": (8, "b...b ..... ..... ..... b...b"),
}


@pytest.mark.parametrize(
    ("name", "what"),
    [
        (n, what)
        for n in CONNECTION
        for what, (links, _) in NOT_WON.items()
        if links == TRAITS[n].links
    ],
)
def test_not_won(name: str, what: str) -> None:
    _, picture = NOT_WON[what]
    game = rg.load_game(name, size=5, pie=False)
    for turn in "bw":
        state = game.new_initial_state(f"{name} 5 nopie {turn} 0 {picture.replace(' ', '/')}")
        assert not state.is_terminal()
        assert state.winning_color is None
        assert state.legal_actions() != []


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("name", CONNECTION)
def test_straight_chains_at_every_size(name: str, size: int) -> None:
    """Every column wins for Black and every row for White, and never one stone short."""
    game = rg.load_game(name, size=size, pie=False)
    for line in range(size):
        columns = ["." * line + "b" + "." * (size - 1 - line)] * size
        rows = ["." * size] * size
        rows[line] = "w" * size
        for color, board, turn in ((0, columns, "w"), (1, rows, "b")):
            text = f"{name} {size} nopie {turn} 0 {'/'.join(board)}"
            assert game.new_initial_state(text).winning_color == color
            short = ".".join(text.rsplit("bw"[color], 1))
            assert game.new_initial_state(short).winning_color is None


# ---- The signs of results ----


def after(game: rg.Game, line: str) -> rg.State:
    state = game.new_initial_state()
    for text in line.split():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(state.string_to_action(text))
    return state


SEAT_0, SEAT_1 = [1.0, -1.0], [-1.0, 1.0]
BLACK, WHITE = 0, 1

CONNECTION_RESULTS = {
    "Black's chain": (rg.Rhode(2), "a1 b1 a2", BLACK, SEAT_0),
    "White's chain": (rg.Kopano(2), "a1 a2 b1 b2", WHITE, SEAT_1),
    "Black's chain after a swap": (rg.Rhode(2), "a1 swap b1 a2", BLACK, SEAT_1),
    "White's chain after a swap": (rg.Kopano(2), "a1 swap a2 b1 b2", WHITE, SEAT_0),
    "with a removal": (rg.Rhode(4), rhode.REMOVES_AND_WINS, BLACK, SEAT_0),
    "with a removal after a swap": (
        rg.Rhode(4),
        lines.with_swap(rhode.REMOVES_AND_WINS),
        BLACK,
        SEAT_1,
    ),
    "after White's pass": (rg.Kopano(3), kopano.PASS, BLACK, SEAT_0),
    "after White's pass and a swap": (
        rg.Kopano(3),
        lines.with_swap(kopano.PASS),
        BLACK,
        SEAT_1,
    ),
    "after Black's passes": (rg.Kopano(5), kopano.BLACK_PASSES_TWICE, WHITE, SEAT_1),
    "after Black's passes and a swap": (
        rg.Kopano(5),
        lines.with_swap(kopano.BLACK_PASSES_TWICE),
        WHITE,
        SEAT_0,
    ),
    "on a full board": (rg.Rhode(4), rhode.FULL, WHITE, SEAT_1),
    "on a full board, Kopano": (rg.Kopano(4), kopano.FULL, WHITE, SEAT_1),
}


@pytest.mark.parametrize(
    ("game", "line", "winner", "returns"),
    CONNECTION_RESULTS.values(),
    ids=CONNECTION_RESULTS.keys(),
)
def test_results(game: rg.Game, line: str, winner: int, returns: list[float]) -> None:
    state = after(game, line)
    assert state.is_terminal()
    assert state.winning_color == winner
    assert state.returns() == returns
    assert state.current_player() == -4
    assert state.color_to_move is None
    assert state.legal_actions() == []
    assert not state.legal_actions_mask().any()
    before = str(state), state.zobrist, state.history()
    for action in range(game.num_distinct_actions()):
        with pytest.raises(ValueError, match=r"."):
            state.apply_action(action)
    assert (str(state), state.zobrist, state.history()) == before


VERTICAL, HORIZONTAL = 0, 1
# Bc2 shuts in the lower white row, which lies south of it: three for Vertical.  Wc3 shuts in the
# black row, south of it, three more for Vertical, and the upper white row, west of it: three for
# Horizontal.
MORE_FOR_VERTICAL = "Wb3 Wc1 Wa1 Bb2 Wb1 Ba2 Wa3 Bc2 Wc3"
MORE_FOR_HORIZONTAL = rumbo.KOMI_DECIDES


@pytest.mark.parametrize(
    ("line", "score"), [(MORE_FOR_VERTICAL, (6, 3)), (MORE_FOR_HORIZONTAL, (4, 5))]
)
def test_rumbo_by_area_and_by_komi(line: str, score: tuple[int, int]) -> None:
    """Vertical wins with more stones than Horizontal's and the komi together; ties cannot be."""
    margin = score[0] - score[1]
    for komi in range(-8, 9, 2):
        state = after(rg.Rumbo(3, komi=komi), line)
        assert state.score() == score
        winner = VERTICAL if margin > komi else HORIZONTAL
        assert state.winning_color == winner
        assert state.returns() == (SEAT_0 if winner == VERTICAL else SEAT_1)
        # The one who picks Vertical is seat 1.
        for side, vertical_seat in (("vertical", 1), ("horizontal", 0)):
            state = after(rg.Rumbo(3, pie=True), f"komi={komi} {side} {line}")
            seat = vertical_seat if winner == VERTICAL else 1 - vertical_seat
            assert state.winning_color == winner
            assert state.returns() == (SEAT_0 if seat == 0 else SEAT_1)


# ---- Who is to move ----

WITH_SWAP = [name for name in NAMES if TRAITS[name].opening == Opening.SWAP]


def test_swap_exchanges_seats_and_nothing_else() -> None:
    for name in WITH_SWAP:
        state = rg.load_game(name, 5, pie=True).new_initial_state()
        swap = state.string_to_action("swap")
        assert not state.is_legal(swap)
        state.apply_action(state.string_to_action("c3"))
        assert (state.current_player(), state.color_to_move) == (1, WHITE)
        assert state.is_legal(swap)
        board = state.board.tolist()
        state.apply_action(swap)
        assert state.board.tolist() == board
        assert (state.current_player(), state.color_to_move) == (0, WHITE)
        assert not state.is_legal(swap)
        state.apply_action(state.string_to_action("a1"))
        assert (state.current_player(), state.color_to_move) == (1, BLACK)
        assert not state.is_legal(swap)


def test_swap_is_offered_once_and_only_with_pie() -> None:
    for name in WITH_SWAP:
        swap = 25
        for pie in (False, True):
            state = rg.load_game(name, size=5, pie=pie).new_initial_state()
            offers = []
            for text in ["c3", "a1", "e5", "a5", "e1"]:
                offers.append(state.is_legal(swap))
                state.apply_action(state.string_to_action(text))
            assert offers == [False, pie, False, False, False]


def test_the_seat_that_picks_vertical_moves_twice_in_a_row() -> None:
    state = rg.Rumbo(3, pie=True).new_initial_state()
    seats = [state.current_player()]
    for text in ["komi=2", "vertical", "Bb2", "Wa1", "Wc1"]:
        assert state.komi == (None if text == "komi=2" else 2)
        state.apply_action(state.string_to_action(text))
        seats.append(state.current_player())
    assert seats == [0, 1, 1, 0, 1, 0]


def test_the_seat_that_picks_horizontal_moves_second() -> None:
    state = rg.Rumbo(3, pie=True).new_initial_state()
    seats = [state.current_player()]
    for text in ["komi=2", "horizontal", "Bb2", "Wa1"]:
        state.apply_action(state.string_to_action(text))
        seats.append(state.current_player())
    assert seats == [0, 1, 0, 1, 0]


def test_a_pass_ends_nothing() -> None:
    game = rg.Kopano(4, pie=False)
    words = kopano.WHITE_PASSES_TWICE.split()
    state = after(game, " ".join(words[: words.index("pass")]))
    passing = state.string_to_action("pass")
    assert state.legal_actions() == [passing]
    assert state.legal_actions_mask().sum() == 1
    assert not state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert (state.current_player(), state.color_to_move) == (1, WHITE)
    board = state.board.tolist()
    state.apply_action(passing)
    assert state.board.tolist() == board
    assert (state.current_player(), state.color_to_move) == (0, BLACK)
    assert not state.is_legal(passing)
    assert state.undo_action() == passing
    assert state.legal_actions() == [passing]


@pytest.mark.parametrize("name", [name for name in NAMES if TRAITS[name].has_pass])
def test_passing_is_refused_where_a_stone_can_be_placed(name: str) -> None:
    for seed in range(40):
        state = rg.load_game(name, 2 + seed % 4, pie=False).new_initial_state()
        passing = state.string_to_action("pass")
        while not state.is_terminal() and state.legal_actions() != [passing]:
            before = str(state)
            with pytest.raises(ValueError, match="pass"):
                state.apply_action(passing)
            assert str(state) == before
            state.apply_action(state.legal_actions()[seed * 7 % len(state.legal_actions())])
