"""The engine against the slow reference: random and biased games, written lines, set-ups."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from itertools import combinations

import pytest
from support import biased, branches, lines, reference
from support.games import LINES, rhode
from support.lockstep import Lockstep, assert_equal_states, assert_same, state_of
from support.reference.connection import crosscuts
from support.reference.grid import Stones, all_points, rows_text
from support.reference.rumbo import groups, is_hole, liberties
from support.registry import CONNECTION, NAMES, TRAITS

import roadgames as rg


def start(name: str, size: int, variant: int) -> reference.Position:
    """One of the ways a game can start: with or without pie, with different komis."""
    if variant % 2 == 0:
        return reference.start(name, size, pie=True)
    komi = None
    if TRAITS[name].has_komi:
        komi = [None, 1 - size**2, size**2 - 1, 5 - size**2 % 2][variant // 2 % 4]
        komi = komi if komi is None or abs(komi) < size**2 else None
    return reference.start(name, size, pie=False, komi=komi)


def rounds(size: int) -> int:
    """How many games of each style: the reference takes longer on larger boards."""
    if size <= 4:
        return 12
    return {5: 8, 6: 6, 7: 3, 8: 3}.get(size, 1)


def styles(name: str, size: int) -> list[tuple[str, biased.Rating]]:
    """The styles played at this size: on larger boards those whose ratings cost little."""
    cheap = ["uniform", "removing"]
    return [it for it in biased.styles(name) if size <= 11 or it[0] in cheap]


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("name", NAMES)
def test_games(name: str, size: int) -> None:
    for number, (style, rating) in enumerate(styles(name, size) * rounds(size)):
        rng = random.Random(f"{name} {size} {style} {number}")
        position = start(name, size, number + size)
        both = Lockstep(position, rng, every_action=size <= 6)
        for _, action, _ in biased.game(position, rating, rng, 3 * size * size):
            both.play(action)
        assert both.past
        both.unwind()


@pytest.mark.parametrize("name", NAMES)
def test_a_thousand_games(name: str) -> None:
    """Many uniformly random games on small boards; only positions and moves are compared."""
    for number in range(1000):
        rng = random.Random(f"{name} {number}")
        position = start(name, 3 + number % 4, number)
        state = state_of(position)
        while not position.is_over():
            actions = position.legal()
            assert state.legal_actions() == actions
            action = rng.choice(actions)
            position = position.after(action)
            state.apply_action(action)
            assert str(state) == position.text()
        assert state.winning_color == position.winner
        assert state.legal_actions() == []


# ---- Rare branches ----


def written(name: str) -> list[tuple[reference.Position, list[str]]]:
    """(start, action texts) of every written line, without and with pie."""
    games = []
    for size, line in LINES[name].values():
        games.append((reference.start(name, size), line.split()))
        with_pie = reference.start(name, size, pie=True)
        games += [(with_pie, other.split()) for other in lines.with_pie(name, line)]
    return games


@pytest.mark.parametrize("name", NAMES)
def test_every_rare_branch_is_met(name: str) -> None:
    """Written lines and small biased games: a branch that none of them takes is a failure."""
    counts: Counter[str] = Counter()
    for position, texts in written(name):
        both = Lockstep(position, random.Random(0))
        watch = branches.Watch(counts)
        for text in texts:
            before, action = both.position, both.state.string_to_action(text)
            both.play(action)
            watch.see(before, action, both.position)
        both.unwind()
    for number, (style, rating) in enumerate(biased.styles(name) * 4):
        rng = random.Random(f"rare {name} {style} {number}")
        position = start(name, 3 + number % 3, number)
        both = Lockstep(position, rng)
        watch = branches.Watch(counts)
        for before, action, after in biased.game(position, rating, rng, 100):
            both.play(action)
            watch.see(before, action, after)
    assert [branch for branch in branches.expected(name) if not counts[branch]] == []


def play(state: rg.State, line: str) -> None:
    for text in line.split():
        state.apply_action(state.string_to_action(text))


def test_the_removal_comes_before_the_win() -> None:
    """The written line in the engine alone, so that the claim does not rest on the reference."""
    state = rg.Rhode(5, pie=False).new_initial_state()
    play(state, rhode.CUT_WIN.rsplit(" ", 1)[0])
    b4 = state.string_to_action("b4")
    assert state.legal_actions() == [b4]
    stones = int((state.board == 1).sum())
    state.apply_action(b4)
    assert int((state.board == 1).sum()) == stones  # one placed, one removed
    assert not state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert state.current_player() == 1


def test_a_position_that_comes_back_thousands_of_times() -> None:
    game = rg.Rhode(6, pie=False)
    state = game.new_initial_state()
    play(state, rhode.TO_THE_CYCLE)
    cycle = [state.string_to_action(text) for text in rhode.CYCLE.split()]
    first, opening = state.clone(), state.history()
    seen = {}
    for action in cycle:
        seen[str(state)] = state.zobrist
        state.apply_action(action)
    assert state == first
    assert len(set(seen.values())) == 4

    rounds = 3000
    for _ in range(rounds - 1):
        for action in cycle:
            state.apply_action(action)
            assert state.zobrist == seen[str(state)]
    assert state == first
    assert state.zobrist == first.zobrist == game.new_initial_state(str(first)).zobrist
    assert state.history() == opening + cycle * rounds

    ahead = state.clone()
    ahead.apply_action(cycle[0])
    assert ahead.history() == [*state.history(), cycle[0]]
    assert not state.is_terminal()

    # The past weighs nothing: games played from here are those played from the position's text.
    long, fresh = (rg.playouts(s, 200, seed=7) for s in (state, game.new_initial_state(str(state))))
    assert (long.wins, long.plies, long.cut_off) == (fresh.wins, fresh.plies, fresh.cut_off)
    cut = rg.playouts(state, 50, seed=7, max_plies=1)
    assert (cut.games, cut.cut_off, tuple(cut.wins), cut.plies) == (50, 50, (0, 0), 50)

    for action in reversed(cycle * rounds):
        assert state.undo_action() == action
        assert not state.is_terminal()
    assert state == first
    assert state.history() == opening


@pytest.mark.parametrize("name", CONNECTION)
def test_a_full_board_has_a_winner(name: str) -> None:
    """A game won with the very last stone is won, never drawn."""
    full = 0
    for seed in range(1500):
        rng = random.Random(seed)
        state = rg.load_game(name, size=3 + seed % 3, pie=False).new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        assert sorted(state.returns()) == [-1.0, 1.0]
        full += int((state.board != 0).all())
    # How many depends on the game's rules.
    assert full >= 10


def mean_and_error(values: list[int]) -> tuple[float, float]:
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))


# One size for each number of words a bitboard can have.
@pytest.mark.parametrize("size", [8, 11, 13, 16, 17, 19])
@pytest.mark.parametrize("name", NAMES)
def test_playouts_on_large_boards(name: str, size: int) -> None:
    """They are as long, and as often won, as random games played action by action."""
    start = rg.load_game(name, size=size).new_initial_state()
    rng = random.Random(f"playouts {name} {size}")
    lengths, wins = [], []
    for _ in range(200):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        lengths.append(len(state.history()))
        wins.append(int(state.returns()[0] > 0))
    tally = rg.playouts(start, 4000, seed=size)
    length, error = mean_and_error(lengths)
    assert abs(tally.plies / tally.games - length) <= 5 * error + 1e-9
    win, error = mean_and_error(wins)
    assert abs(tally.wins[0] / tally.games - win) <= 5 * error
    assert tally.cut_off == 0


# ---- Positions that no game need lead to ----


def random_stones(size: int, rng: random.Random) -> Stones:
    """Single stones, which mostly make crosscuts, or patches of one colour, which do less."""
    density, patch = rng.choice([0.1, 0.3, 0.5, 0.7, 0.9, 1.0]), rng.choice([0.0, 0.6, 0.9])
    stones: Stones = {}
    for row, column in all_points(size):
        if rng.random() < density:
            near = stones.get((row - 1, column)) or stones.get((row, column - 1))
            stones[row, column] = near if near and rng.random() < patch else rng.choice("bw")
    return stones


def random_setup(name: str, size: int, rng: random.Random) -> str:
    """The text of a position set up at random; often one that the rules do not allow."""
    stones, careful = random_stones(size, rng), rng.random() < 0.8
    pie, seat = rng.choice(["pie", "nopie"]), rng.randrange(2)
    if TRAITS[name].links:
        while careful and (found := crosscuts(size, stones)):
            del stones[rng.choice(sorted(found[0]))]
        turn = rng.choice("bw") + ("+" if pie == "pie" and rng.random() < 0.3 else "")
        return f"{name} {size} {pie} {turn} {seat} {rows_text(size, stones)}"
    for point in all_points(size):
        if careful and point not in stones and is_hole(size, stones, point):
            stones[point] = rng.choice("bw")
    claims: Stones = {}
    for group in groups(stones):
        if not liberties(size, stones, group):
            claims |= dict.fromkeys(group, rng.choice("vh"))
    if not careful:
        claims[rng.choice(list(all_points(size)))] = rng.choice("vh")
    komi = (size + 1) % 2 if pie == "nopie" else rng.choice(range(1 - size**2, size**2, 2))
    seat = seat if pie == "pie" else 0
    rows, claim_rows = rows_text(size, stones), rows_text(size, claims)
    return f"{name} {size} {pie} {rng.choice('vh')} {seat} {komi} {rows} {claim_rows}"


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("name", NAMES)
def test_setups(name: str, size: int) -> None:
    """Positions set up at random are refused by both or the same in both, and play on alike."""
    rng = random.Random(f"setup {name} {size}")
    accepted = refused = 0
    for _ in range(400 if size <= 6 else 100 if size <= 11 else 40):
        text = random_setup(name, size, rng)
        game = rg.load_game(name, size=size, pie=" pie " in text)
        try:
            position = reference.read(text)
        except ValueError:
            with pytest.raises(ValueError, match=r"."):
                game.new_initial_state(text)
            refused += 1
            continue
        accepted += 1
        state = game.new_initial_state(text)
        assert_same(state, position)
        if not position.is_over():
            action = rng.choice(position.legal())
            state.apply_action(action)
            assert_same(state, position.after(action))
            assert state.zobrist == game.new_initial_state(str(state)).zobrist
            state.undo_action()
            assert_same(state, position)
    assert accepted >= 3
    assert refused >= 1


# ---- What makes two positions the same ----

FACTS = {
    "side to move": ("kopano 3 pie b 0 .../.b./...", "kopano 3 pie w 0 .../.b./..."),
    "seats": ("kopano 3 pie b 0 .../.b./...", "kopano 3 pie b 1 .../.b./..."),
    "swap on offer": ("rhode 3 pie w 0 .../.b./...", "rhode 3 pie w+ 0 .../.b./..."),
    "swap ahead": ("rhode 3 pie b 0 .../.../...", "rhode 3 pie b+ 0 .../.../..."),
    "a stone's colour": ("rhode 3 pie w 0 .../.b./...", "rhode 3 pie w 0 .../.w./..."),
    "a stone's point": ("rhode 3 pie w 0 .../.b./...", "rhode 3 pie w 0 .../..b/..."),
    "an owner": (
        "rumbo 3 nopie v 0 0 bw./w../... v../.../...",
        "rumbo 3 nopie v 0 0 bw./w../... h../.../...",
    ),
    "player to move": (
        "rumbo 3 nopie v 0 0 .../.../... .../.../...",
        "rumbo 3 nopie h 0 0 .../.../... .../.../...",
    ),
    "komi": (
        "rumbo 3 pie v 0 0 .../.../... .../.../...",
        "rumbo 3 pie v 0 2 .../.../... .../.../...",
    ),
    "komi while picking": (
        "rumbo 3 pie pick - 0 .../.../... .../.../...",
        "rumbo 3 pie pick - 2 .../.../... .../.../...",
    ),
    "naming and picking": (
        "rumbo 3 pie name - ? .../.../... .../.../...",
        "rumbo 3 pie pick - 0 .../.../... .../.../...",
    ),
    "picking and playing": (
        "rumbo 3 pie pick - 0 .../.../... .../.../...",
        "rumbo 3 pie v 0 0 .../.../... .../.../...",
    ),
    "Vertical's seat": (
        "rumbo 3 pie v 0 0 .../.../... .../.../...",
        "rumbo 3 pie v 1 0 .../.../... .../.../...",
    ),
}


@pytest.mark.parametrize("texts", FACTS.values(), ids=FACTS.keys())
def test_each_fact_tells_positions_apart(texts: tuple[str, str]) -> None:
    one, two = (state_of(reference.read(text)) for text in texts)
    assert one != two
    assert one.zobrist != two.zobrist
    assert one.to_bytes() != two.to_bytes()


def test_positions_of_different_games_differ() -> None:
    starts = [
        rg.load_game(name, size=size, pie=pie).new_initial_state()
        for name in NAMES
        for size in (4, 5)
        for pie in (False, True)
    ]
    starts += [
        rg.load_game(name, size=5, pie=False, komi=2).new_initial_state()
        for name in NAMES
        if TRAITS[name].has_komi
    ]
    for one, two in combinations(starts, 2):
        assert one != two


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        (rg.Rhode(5, pie=False), "a1 c3 e1", "e1 c3 a1"),
        (rg.Kopano(5, pie=True), "a1 c3 e1 c5", "e1 c5 a1 c3"),
        (rg.Rumbo(5), "Ba1 Wc3 Be1 Wc5", "Wc5 Wc3 Ba1 Be1"),
    ],
)
def test_two_orders_lead_to_one_position(game: rg.Game, one: str, two: str) -> None:
    first, second = game.new_initial_state(), game.new_initial_state()
    play(first, one)
    play(second, two)
    assert_equal_states(first, second)
    assert first.history() != second.history()


def test_the_order_decides_a_claim() -> None:
    """The corner stone is shut in from below for Vertical, from the right for Horizontal."""
    first, second = (rg.Rumbo(3).new_initial_state() for _ in range(2))
    play(first, "Ba3 Wb3 Wa2")
    play(second, "Ba3 Wa2 Wb3")
    assert first.board.tolist() == second.board.tolist()
    assert (first.score(), second.score()) == ((1, 0), (0, 1))
    assert first != second
    assert first.zobrist != second.zobrist


def test_hashes_of_many_positions_differ() -> None:
    """No two positions of 3x3 share a hash, in all games together."""
    texts: dict[str, int] = {}
    for name in NAMES:
        for seed in range(200):
            rng = random.Random(seed)
            state = rg.load_game(name, size=3, pie=seed % 2 == 0).new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                texts[str(state)] = state.zobrist
    assert len(texts) > 2000
    assert len(set(texts.values())) == len(texts)
