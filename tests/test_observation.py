"""Observations: decoded by the documented layout they must be the position again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from support.games import LINES
from support.registry import CONNECTION, KINDS, NAMES, TRAITS

import roadgames as rg
from roadgames._native import ffi, lib
from roadgames.registry import Opening

SIZES = (2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 17, 19)

Array = NDArray[np.float32]


def some_game(name: str, size: int, pie: bool, rng: random.Random) -> rg.Game:
    if TRAITS[name].has_komi and not pie:
        komi = rng.choice(range(1 - size**2, size**2, 2))
        return rg.load_game(name, size=size, pie=False, komi=komi)
    return rg.load_game(name, size=size, pie=pie)


def positions(name: str, size: int, pie: bool, seed: int) -> Iterator[rg.State]:
    """The positions of a random game, and each with colours exchanged, as games do not reach it."""
    rng = random.Random(f"{name} {size} {pie} {seed}")
    game = some_game(name, size, pie, rng)
    has_swap = TRAITS[name].opening == Opening.SWAP
    state = game.new_initial_state()
    for ply in range(3 * size**2 + 2):
        if size < 8 or ply % size < 3 or state.is_terminal():
            yield state
            yield rng.choice(game.symmetries()[4:])(state)
        if state.is_terminal():
            return
        legal = state.legal_actions()
        # Swap is one of many actions on a large board.
        swap = pie and has_swap and ply == 1 and rng.random() < 0.5
        state.apply_action(legal[-1] if swap else rng.choice(legal))


def planes_of(game: rg.Game) -> list[str]:
    """The layout as docs/embedding.md tells it."""
    if TRAITS[game.name].has_claims:
        names = ["black", "white", "own claims", "other claims"]
        names += ["plays Vertical", "plays Horizontal", "to move", "seat 1"]
        names += ["Vertical's komi", "Horizontal's komi"]
        opening = ["naming", "picking", "Vertical will begin", "Horizontal will begin"]
        return names + opening * game.pie
    names = ["own", "other", "plays Black", "plays White", "to move", "seat 1"]
    return names + ["must pass"] * TRAITS[game.name].has_pass + ["swap"] * game.pie


def rows(first: Array, second: Array, letters: str) -> str:
    cells = (first + 2 * second).astype(int)
    return "/".join("".join(letters[cell] for cell in row) for row in cells)


def decoded(game: rg.Game, array: Array) -> str:
    """The position's text, of a game that is not over."""
    names = planes_of(game)
    assert array.shape == (len(names), game.size, game.size)
    plane = dict(zip(names, array, strict=True))
    flat = {name: float(cells[0, 0]) for name, cells in plane.items()}
    has_claims = TRAITS[game.name].has_claims
    varying = names[: 4 if has_claims else 2]
    for name in names:
        if name in varying:
            assert set(np.unique(plane[name])) <= {0.0, 1.0}
        else:
            assert (plane[name] == flat[name]).all()
            assert "komi" in name or flat[name] in (0.0, 1.0)
    seat, moves = int(flat["seat 1"]), flat["to move"] == 1
    pie = "pie" if game.pie else "nopie"
    head = f"{game.name} {game.size} {pie}"
    if has_claims:
        twice = 2 * int(flat["Horizontal's komi"] - flat["Vertical's komi"])
        komi = twice - (game.size % 2 == 0) * int(np.sign(twice))
        stones = rows(plane["black"], plane["white"], ".bw")
        if flat.get("naming") or flat.get("picking"):
            begins = {(1, 0): "", (0, 1): "-h"}[
                int(flat["Vertical will begin"]), int(flat["Horizontal will begin"])
            ]
            assert (flat["plays Vertical"], flat["plays Horizontal"]) == (0, 0)
            assert moves == (seat == (1 if flat["picking"] else 0))
            assert flat["naming"] + flat["picking"] == 1
            named = f"name{begins} - ?" if flat["naming"] else f"pick{begins} - {komi}"
            owners = rows(plane["own claims"], plane["other claims"], ".xx")
            return f"{head} {named} {stones} {owners}"
        assert not game.pie or flat["Vertical will begin"] + flat["Horizontal will begin"] == 0
        vertical = flat["plays Vertical"] == 1
        assert flat["plays Horizontal"] == 1 - vertical
        turn = "v" if vertical == moves else "h"
        own, other = plane["own claims"], plane["other claims"]
        owners = rows(own, other, ".vh" if vertical else ".hv")
        vertical_seat = seat if vertical else 1 - seat
        return f"{head} {turn} {vertical_seat} {komi} {stones} {owners}"
    black = flat["plays Black"] == 1
    assert flat["plays White"] == 1 - black
    turn = ("b" if black == moves else "w") + "+" * (flat.get("swap") == 1)
    stones = rows(plane["own"], plane["other"], ".bw" if black else ".wb")
    return f"{head} {turn} {seat if black else 1 - seat} {stones}"


def without_turn(text: str) -> list[str]:
    """A finished position: whose turn it would be is in no plane."""
    fields = text.split(" ")
    fields[3] = "+" * fields[3].endswith("+")
    return fields


@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_an_observation_is_the_position(name: str, pie: bool) -> None:
    seen, ends, asymmetric = 0, 0, 0
    for size in SIZES:
        for seed in range(12 if size < 8 else 2):
            for state in positions(name, size, pie, seed):
                for player in (0, 1):
                    array = state.observation_tensor(player)
                    text, expected = decoded(state.game, array), str(state)
                    if state.is_terminal():
                        assert without_turn(text) == without_turn(expected)
                        assert not array[planes_of(state.game).index("to move")].any()
                        ends += 1
                    else:
                        assert text == expected
                    assert array[planes_of(state.game).index("seat 1")].all() == (player == 1)
                    seen += 1
                asymmetric += not any(
                    (np.rot90(state.board, turns) == state.board).all() for turns in (1, 2, 3)
                )
    assert seen > 3000
    assert ends > 200
    assert asymmetric > 1000


@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_shape_type_and_defaults(name: str, pie: bool) -> None:
    for size in (2, 5, 19):
        game = rg.load_game(name, size=size, pie=pie)
        for state in positions(name, size, pie, 0):
            array = state.observation_tensor()
            assert array.shape == game.observation_tensor_shape()
            assert game.observation_tensor_shape() == (len(planes_of(game)), size, size)
            assert array.dtype == np.float32
            assert array.flags.c_contiguous
            assert array.flags.writeable
            mover = 0 if state.is_terminal() else state.current_player()
            assert (array == state.observation_tensor(mover)).all()
            assert (array == state.observation_tensor(np.int64(mover))).all()
            assert (array == state.observation_tensor(None)).all()


def test_a_player_that_is_none() -> None:
    state = rg.Kopano(3).new_initial_state()
    for player in (-4, -1, 2, 2**63):
        with pytest.raises(ValueError, match="player must be 0 to 1"):
            state.observation_tensor(player)
        with pytest.raises(ValueError, match="player must be 0 to 1"):
            state.turning(player)
    for wrong in ("0", 0.0, True):
        with pytest.raises(TypeError, match="player must be a whole number"):
            state.observation_tensor(wrong)  # type: ignore[arg-type]


def filled(size: int, *numbers: int) -> list[list[list[int]]]:
    return [[[number] * size] * size for number in numbers]


def test_written_out() -> None:
    kopano = rg.Kopano(3).new_initial_state("kopano 3 pie w+ 0 .b./.../...")
    black, empty = [[0, 1, 0], [0, 0, 0], [0, 0, 0]], [[0] * 3] * 3
    assert kopano.observation_tensor(1).tolist() == [
        *(empty, black),
        *filled(3, 0, 1, 1, 1, 0, 1),
    ]
    assert kopano.observation_tensor(0).tolist() == [
        *(black, empty),
        *filled(3, 1, 0, 0, 0, 0, 1),
    ]
    rhode = rg.Rhode(2, pie=False).new_initial_state("rhode 2 nopie b 1 b./.w")
    assert rhode.observation_tensor().tolist() == [
        *([[1, 0], [0, 0]], [[0, 0], [0, 1]]),
        *filled(2, 1, 0, 1, 1),
    ]
    text = "rumbo 3 nopie h 0 -2 bw./w../... v../.../..."
    rumbo = rg.Rumbo(3, komi=-2).new_initial_state(text)
    corner, white = [[1, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert rumbo.observation_tensor(0).tolist() == [
        *(corner, white, corner, empty),
        *filled(3, 1, 0, 0, 0, 1, 0),
    ]
    assert rumbo.observation_tensor(1).tolist() == [
        *(corner, white, empty, corner),
        *filled(3, 0, 1, 1, 1, 1, 0),
    ]
    text = "rumbo 3 pie pick - 8 .../.../... .../.../..."
    picking = rg.Rumbo(3, pie=True).new_initial_state(text)
    assert picking.observation_tensor().tolist() == [
        *filled(3, 0, 0, 0, 0),
        *filled(3, 0, 0, 1, 1, 0, 4),
        *filled(3, 0, 1, 1, 0),
    ]


@pytest.mark.parametrize(
    ("name", "size", "line"),
    [
        (name, size, line)
        for name in NAMES
        for size, line in LINES.get(name, {}).values()
        if "pass" in line.split()
    ],
)
def test_the_forced_pass(name: str, size: int, line: str) -> None:
    state = rg.load_game(name, size, pie=False).new_initial_state()
    must_pass, passes = planes_of(state.game).index("must pass"), 0
    for text in line.split():
        must = state.legal_actions() == [size**2 + 1]
        assert must == (text == "pass")
        for player in (0, 1):
            plane = state.observation_tensor(player)[must_pass]
            assert (plane == must).all()
        passes += must
        state.apply_action(state.string_to_action(text))
    assert state.is_terminal()
    assert not state.observation_tensor()[must_pass].any()
    assert passes > 0


# Pairs that differ in one fact.
DIFFERENT = [
    ("kopano 3 pie b+ 0 .../.../...", "kopano 3 pie b 0 .../.../..."),
    ("kopano 3 pie w+ 0 .b./.../...", "kopano 3 pie w 0 .b./.../..."),
    ("kopano 3 pie w 1 .b./.../...", "kopano 3 pie w 0 .b./.../..."),
    ("rhode 3 nopie b 0 .b./.../..w", "rhode 3 nopie w 0 .b./.../..w"),
    ("rhode 3 nopie b 0 .b./.../..w", "rhode 3 nopie w 1 .w./.../..b"),
    ("rumbo 2 pie v 0 -1 b./.. ../..", "rumbo 2 pie v 0 1 b./.. ../.."),
    ("rumbo 3 pie v 0 0 b../.../... .../.../...", "rumbo 3 pie v 1 0 b../.../... .../.../..."),
    (
        "rumbo 3 pie name - ? .../.../... .../.../...",
        "rumbo 3 pie pick - 0 .../.../... .../.../...",
    ),
    (
        "rumbo 3 pie name - ? .../.../... .../.../...",
        "rumbo 3 pie name-h - ? .../.../... .../.../...",
    ),
    (
        "rumbo 3 pie pick - 2 .../.../... .../.../...",
        "rumbo 3 pie pick - -2 .../.../... .../.../...",
    ),
    ("rumbo 3 nopie h 0 0 bw./w../... v../.../...", "rumbo 3 nopie h 0 0 bw./w../... h../.../..."),
]


@pytest.mark.parametrize(("one", "two"), DIFFERENT)
def test_what_decides_the_game_is_seen(one: str, two: str) -> None:
    name, size, pie = one.split(" ")[:3]
    game = rg.load_game(name, size=int(size), pie=pie == "pie")
    states = [game.new_initial_state(text) for text in (one, two)]
    for player in (0, 1, None):
        first, second = (state.observation_tensor(player) for state in states)
        assert (first != second).any()


# ---- Symmetries ----


@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_symmetries_map_observations(name: str, pie: bool) -> None:
    for size in SIZES:
        for number, state in enumerate(positions(name, size, pie, 1)):
            if size > 5 and number % 5:
                continue
            for s in state.game.symmetries():
                image = s(state)
                for player in (0, 1):
                    array = state.observation_tensor(player)
                    expected = image.observation_tensor(player)
                    assert (s.apply_to_observation(array) == expected).all()
                    assert (s.inverse.apply_to_observation(expected) == array).all()


def test_many_observations_at_once() -> None:
    states = list(positions("kopano", 4, True, 3))
    arrays = np.stack([state.observation_tensor() for state in states]).astype(np.uint8)
    for s in states[0].game.symmetries():
        mapped = s.apply_to_observation(arrays[:, None])
        assert mapped.dtype == np.uint8
        assert mapped.shape == (len(states), 1, 8, 4, 4)
        for state, image in zip(states, mapped, strict=True):
            player = 0 if state.is_terminal() else state.current_player()
            assert (image[0] == s(state).observation_tensor(player)).all()
        strided = np.asfortranarray(arrays)[::-1]
        assert (s.apply_to_observation(strided) == mapped[::-1, 0]).all()
    for shape in ((8, 4, 5), (4, 4), (7, 4, 4)):
        with pytest.raises(ValueError, match="observations have shape"):
            states[0].game.symmetries()[1].apply_to_observation(np.zeros(shape))


# ---- Turned boards ----


@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_turned_boards(name: str, pie: bool) -> None:
    turned_boards = 0
    for size in SIZES:
        for state in positions(name, size, pie, 2):
            for player in (0, 1, None):
                turning = state.turning(player)
                image = turning(state)
                seat = 0 if state.is_terminal() else state.current_player()
                seat = seat if player is None else player
                array = state.observation_tensor(player, turned=True)
                assert (array == image.observation_tensor(seat)).all()
                assert (array == turning.apply_to_observation(state.observation_tensor(seat))).all()
                assert turning.index in (0, 4)
                turned_boards += turning.index == 4
                in_front = plays_color_0(image, seat)
                assert in_front is not False
                if player is None and not state.is_terminal() and in_front is not None:
                    assert image.color_to_move == 0
                legal = sorted(turning.action_map[state.legal_actions()].tolist())
                assert legal == image.legal_actions()
    assert turned_boards > 300


def plays_color_0(state: rg.State, seat: int) -> bool | None:
    """Whether a seat plays Black or Vertical; None in Rumbo's opening."""
    if state.is_terminal():
        return bool((state.winning_color == 0) == (state.returns()[seat] == 1))
    if state.color_to_move is None:
        return None
    return (state.color_to_move == 0) == (state.current_player() == seat)


@pytest.mark.parametrize("name", CONNECTION)
def test_the_winner_joins_top_and_bottom_of_the_turned_board(name: str) -> None:
    white_won = 0
    for seed in range(40):
        *_, state = positions(name, 5, True, seed)
        if not state.is_terminal():
            continue
        winner = state.returns().index(1.0)
        own = state.observation_tensor(winner, turned=True)[0]
        assert own.any(axis=1).all()
        assert own[0].any()
        assert own[-1].any()
        white_won += state.winning_color == 1
    assert white_won > 3


# ---- Bytes ----


@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_bytes_are_the_same_numbers(name: str, pie: bool) -> None:
    for size in SIZES:
        for state in positions(name, size, pie, 4):
            shape = state.game.observation_tensor_shape()
            for player in (0, 1):
                for turned in (False, True):
                    # A byte more, to see that it is left alone.
                    out = np.full(int(np.prod(shape)) + 1, 77, np.uint8)
                    target = ffi.from_buffer("uint8_t[]", out)
                    lib.rg_observation_bytes(state._position(), player, turned, target)
                    floats = state.observation_tensor(player, turned=turned)
                    assert (out[:-1].reshape(shape) == floats).all()
                    assert out[-1] == 77
