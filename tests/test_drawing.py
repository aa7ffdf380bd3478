"""Text boards and SVG pictures, compared with the position they show."""

import random
import sys
import threading
from xml.etree import ElementTree

import numpy as np
import pytest
from support.registry import NAMES, TRAITS

import roadgames as rg
from roadgames.drawing import board_svg, board_text

SVG = "{http://www.w3.org/2000/svg}"
SIZES = range(2, 20)

# Rhode 5x5 without swap: the next action, 6 (b4), removes White's or Black's one stone.
BEFORE_REMOVAL = [17, 22, 24, 2, 12, 4, 15, 11, 10, 18, 13, 23, 19, 21, 14, 0, 16, 3, 5, 8, 1, 7]


def play(state, texts):
    for text in texts.split():
        state.apply_action(state.string_to_action(text))
    return state


def random_states(name, size, pie):
    """Positions from the start of a random game to its end, about ten of them."""
    rng = random.Random(f"{name} {size} {pie}")
    state = rg.load_game(name, size=size, pie=pie).new_initial_state()
    step = max(1, size * size // 10)
    for ply in range(4 * size * size):
        if ply % step == 0 or ply < 3:
            yield state
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def drawn(picture, tag, kind):
    """The elements of a class with the places given by cx and cy, as a set of (row, column)."""
    elements = [e for e in picture.iter(SVG + tag) if e.get("class") == kind]
    places = {(float(e.get("cy", "nan")), float(e.get("cx", "nan"))) for e in elements}
    return elements, places


def points(mask):
    return {(float(row), float(column)) for row, column in np.argwhere(mask)}


@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_svg_shows_the_position(name, size, pie):
    for state in random_states(name, size, pie):
        text = board_svg(state)
        assert text.isascii()
        picture = ElementTree.fromstring(text)
        assert picture.tag == SVG + "svg"
        assert picture.get("role") == "img"
        assert str(state.game) in picture.findtext(SVG + "title")
        assert picture.findtext(SVG + "desc") == str(state)

        stones, places = drawn(picture, "circle", "rg-stone")
        assert len(stones) == np.count_nonzero(state.board)
        assert places == points(state.board != 0)
        for color in (1, 2):
            fills = {e.get("fill") for e in stones if is_color(state.board, e, color)}
            assert len(fills) == (1 if (state.board == color).any() else 0)

        labels = [e.text for e in picture.iter(SVG + "text")]
        assert labels.count("a") == labels.count("1") == labels.count(str(size)) == 2
        assert len(list(picture.iter(SVG + "polygon"))) == (4 if TRAITS[name].links else 0)

        claims = [e for e in picture.iter(SVG + "path") if e.get("class") == "rg-claim"]
        vertical = sum("v" in e.get("d") for e in claims)
        expected = state.score() if TRAITS[name].has_claims else (0, 0)
        assert (vertical, len(claims) - vertical) == tuple(expected)


def is_color(board, circle, color):
    return board[int(circle.get("cy")), int(circle.get("cx"))] == color


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_svg_keeps_everything_inside(name, size):
    for state in random_states(name, size, False):
        picture = ElementTree.fromstring(board_svg(state))
        left, top, width, height = map(float, picture.get("viewBox").split())
        assert float(picture.get("width")) / width == pytest.approx(
            float(picture.get("height")) / height, rel=1e-4
        )
        for circle in picture.iter(SVG + "circle"):
            x, y, radius = (float(circle.get(key)) for key in ("cx", "cy", "r"))
            assert left < x - radius < x + radius < left + width
            assert top < y - radius < y + radius < top + height
        for label in picture.iter(SVG + "text"):
            # No common font is wider than 0.23 units a character at this size, on average.
            x, y = float(label.get("x")), float(label.get("y"))
            assert left < x < x + 0.2 * len(label.text) < left + width
            assert top < y - 0.3 < y < top + height


def test_svg_marks_what_the_last_action_did():
    state = rg.load_game("rhode", size=5, pie=False).new_initial_state()
    for action in BEFORE_REMOVAL:
        state.apply_action(action)
    before = state.board
    state.apply_action(6)
    gone = (before != 0) & (state.board == 0)
    assert np.count_nonzero(gone) == 1

    picture = ElementTree.fromstring(board_svg(state))
    assert drawn(picture, "circle", "rg-removed")[1] == points(gone)
    assert drawn(picture, "circle", "rg-last")[1] == {(1.0, 1.0)}
    row, column = np.argwhere(gone)[0].tolist()
    text = f"{'abcde'[column]}{5 - row}"
    assert f"Last: b4, removed {text}\n" in board_text(state)

    # A position read from text has no last action.
    again = state.game.new_initial_state(str(state))
    picture = ElementTree.fromstring(board_svg(again))
    assert not drawn(picture, "circle", "rg-removed")[0]
    assert not drawn(picture, "circle", "rg-last")[0]
    assert "Last" not in board_text(again)


def test_drawing_changes_nothing():
    state = play(rg.load_game("rhode", size=5).new_initial_state(), "c3 swap c4")
    before = (str(state), state.history(), state.zobrist)
    board_svg(state)
    board_text(state)
    assert (str(state), state.history(), state.zobrist) == before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_text_shows_the_position(name, size):
    for state in random_states(name, size, False):
        text = board_text(state)
        assert text.isascii()
        lines = text.splitlines()
        assert not any(line.endswith((" ", "\t")) for line in lines[:2])
        rows = [line for line in lines if line[:2].strip().isdecimal()]
        assert [int(row[:2]) for row in rows] == list(range(size, 0, -1))
        assert [int(row[-2:]) for row in rows] == list(range(size, 0, -1))
        width = 3 if TRAITS[name].has_claims else 2
        for row, line in enumerate(rows):
            cells = [line[5 + width * i :][: width - 1] for i in range(size)]
            assert [".XO".index(cell[0]) for cell in cells] == state.board[row].tolist()
            if TRAITS[name].has_claims:
                assert [" |-".index(cell[1]) for cell in cells] == state.claims[row].tolist()
        letters = [line for line in lines if line.split()[:2] == ["a", "b"]]
        assert len(letters) == 2
        assert all(line[5 + width * i] == chr(97 + i) for line in letters for i in range(size))
        last_placed = state.history() and state.action_to_string(state.history()[-1]) != "pass"
        assert text.count("[") == text.count("]") == (1 if last_placed else 0)


def test_text_of_kopano():
    state = play(rg.load_game("kopano", size=4).new_initial_state(), "b2")
    assert board_text(state) == "\n".join(
        [
            "Kopano 4x4",
            "     a b c d",
            "   +=========+",
            " 4 | . . . . | 4",
            " 3 | . . . . | 3",
            " 2 | .[X]. . | 2",
            " 1 | . . . . | 1",
            "   +=========+",
            "     a b c d",
            "X Black joins top and bottom (=), O White joins left and right (|)",
            "Last: b2",
            "White (seat 1) to move, swap on offer",
        ]
    )


def test_text_of_rumbo():
    state = play(rg.load_game("rumbo", size=3).new_initial_state(), "Ba1 Wa2 Wb1")
    assert board_text(state) == "\n".join(
        [
            "Rumbo 3x3",
            "     a  b  c",
            " 3   .  .  .    3",
            " 2   O  .  .    2",
            " 1   X-[O ].    1",
            "     a  b  c",
            "X black, O white; claimed by Vertical |, by Horizontal -",
            "Last: Wb1",
            "Horizontal (seat 1) to move",
            "Vertical 0, Horizontal 1, komi 0",
        ]
    )


@pytest.mark.parametrize(
    ("name", "moves", "expected"),
    [
        ("kopano", "", "Black (seat 0) to move"),
        ("kopano", "b2", "White (seat 1) to move, swap on offer"),
        ("kopano", "b2 swap", "White (seat 0) to move"),
        ("rumbo", "", "Seat 0 names the komi"),
        ("rumbo", "komi=-2", "Seat 1 picks a side, komi -2"),
        ("rumbo", "komi=-2 horizontal", "Vertical (seat 0) to move"),
        ("rumbo", "komi=-2 vertical", "Vertical (seat 1) to move"),
        ("rhode", "a1 swap c3 a2 c2 a3", "Black (seat 1) has won"),
    ],
)
def test_whose_turn(name, moves, expected):
    state = play(rg.load_game(name, size=3, pie=True).new_initial_state(), moves)
    assert expected in board_text(state).splitlines()
    assert expected in ElementTree.fromstring(board_svg(state)).findtext(SVG + "title")


def test_a_pass_is_told():
    state = rg.load_game("kopano", size=3, pie=False).new_initial_state()
    play(state, "c1 a1 b1 b3 a2 a3 c3")
    assert board_text(state).endswith("\nWhite (seat 1) to move, must pass")
    play(state, "pass")
    assert board_text(state).endswith("\nLast: pass\nBlack (seat 0) to move")
    assert "Black (seat 0) to move, after pass" in board_svg(state)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("draw", ["to_svg", "to_text"])
def test_drawing_while_another_thread_plays(name: str, draw: str) -> None:
    state = rg.load_game(name, 4).new_initial_state()
    stop = threading.Event()

    def play_on() -> None:
        while not stop.is_set():
            state.apply_action(0)
            state.undo_action()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    player = threading.Thread(target=play_on)
    player.start()
    try:
        drawn = {getattr(state, draw)() for _ in range(300)}
    finally:
        stop.set()
        player.join()
        sys.setswitchinterval(interval)
    assert drawn <= {getattr(position, draw)() for position in _before_and_after(name)}


def _before_and_after(name: str) -> list[rg.State]:
    start = rg.load_game(name, 4).new_initial_state()
    played = start.clone()
    played.apply_action(0)
    return [start, played]
