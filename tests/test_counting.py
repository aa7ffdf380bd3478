"""Counts that are too long to check by walking the tree: the table, complete games, and parts.

Four ways lead to a count: plain (each position made), with the closed forms of the last plies, with
a table, and by several threads. All of them must agree.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import reference
from support.games import KNOWN, LINES, kopano
from support.lockstep import state_of
from support.programs import interrupt_all, program
from support.registry import KINDS, NAMES, TRAITS

import roadgames as rg
from roadgames._native import ffi, lib
from roadgames.registry import Opening


def plain(state: rg.State, depth: int) -> int:
    out = ffi.new("rg_count *")
    assert lib.rg_perft(state._position(), depth, 1, 0, 1, ffi.NULL, ffi.NULL, out) == 0
    return int(out.high << 64 | out.low)


def random_state(rng: random.Random, name: str, pie: bool, size: int, plies: int) -> rg.State:
    """The position after so many random plies, or where the game has ended before."""
    state = rg.load_game(name, size=size, pie=pie).new_initial_state()
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def late_state(rng: random.Random, name: str, pie: bool, size: int, back: int) -> rg.State:
    """So many plies before the end of a random game, or its start."""
    state = random_state(rng, name, pie, size, 8 * size * size)
    for _ in range(min(back, len(state.history()))):
        state.undo_action()
    return state


def played(name: str, size: int, line: str) -> rg.State:
    state = rg.load_game(name, size=size, pie=False).new_initial_state()
    for text in line.split():
        state.apply_action(state.string_to_action(text))
    return state


# ---- The ways to a count agree ----


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_closed_forms_are_exact(name: str, pie: bool, size: int) -> None:
    """At all sizes and stages of a game, where depths 2 and 3 never make their last positions."""
    rng = random.Random(f"{name} {pie} {size}")
    early = [random_state(rng, name, pie, size, plies) for plies in (0, 1, 2)]
    middle = [random_state(rng, name, pie, size, rng.randrange(size * size)) for _ in range(6)]
    late = [late_state(rng, name, pie, size, back) for back in range(6)]
    for state in (*early, *middle, *late):
        for depth in (1, 2, 3):
            expected = plain(state, depth)
            assert rg.perft(state, depth) == expected, state
            assert rg.perft(state, depth, threads=2) == expected, state


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_the_table_is_exact(name: str, pie: bool, size: int) -> None:
    """From depth 4 on counts go through the table, of which 1 MiB is the smallest."""
    rng = random.Random(f"{name} {pie} {size} with a table")
    start = rg.load_game(name, size=size, pie=pie).new_initial_state()
    late = [late_state(rng, name, pie, size, back) for back in range(1, 12)]
    deep = 0
    for state in (start, *late):
        if rg.perft(state, 3) > 300_000:
            continue
        depth = 4
        # As deep as the plain way walks in a moment, and not past the end of all games.
        while depth < 12 and 0 < rg.perft(state, depth + 1) < 100_000:
            depth += 1
        expected = plain(state, depth)
        assert rg.perft(state, depth) == expected, state
        assert rg.perft(state, depth, hash_mb=1) == expected, state
        assert rg.perft(state, depth, threads=2, hash_mb=2) == expected, state
        assert rg.divide(state, depth, hash_mb=1) == rg.divide(state, depth), state
        deep += expected > 0
    assert deep >= (1 if size < 4 else 3)


@pytest.mark.parametrize(
    ("name", "what"), [(name, what) for name in NAMES for what in LINES.get(name, {})]
)
def test_rare_positions(name: str, what: str) -> None:
    """Every depth to the end, for the last positions on the way to what is rare."""
    size, line = LINES[name][what]
    texts = line.split()
    for length in range(max(len(texts) - 10, 0), len(texts) + 1):
        state = played(name, size, " ".join(texts[:length]))
        for depth in range(25):
            if plain(state, depth - 1 if depth else 0) > 300_000:
                break
            expected = plain(state, depth)
            assert rg.perft(state, depth) == expected, (length, depth)
            assert rg.perft(state, depth, hash_mb=1) == expected, (length, depth)


@pytest.mark.parametrize(("name", "pie"), KINDS)
@pytest.mark.parametrize("size", [2, 3])
def test_small_boards_to_the_end(name: str, pie: bool, size: int) -> None:
    start = reference.start(name, size, pie)
    state = state_of(start)
    counts = [rg.perft(state, depth, hash_mb=1) for depth in range(20)]
    assert [rg.perft(state, depth, threads=3, hash_mb=1) for depth in range(20)] == counts
    assert counts[:4] == [reference.perft(start, depth) for depth in range(4)]
    for depth, count in enumerate(counts):
        if max(counts[:depth], default=0) > 1_000_000:
            break
        assert rg.perft(state, depth) == count
    assert counts[-1] == 0


# ---- Complete games ----


# What the reference has counted, by the texts of positions.
GAMES_FROM: dict[str, int] = {}


def openings(name: str, size: int) -> int:
    """How many ways lead to the stones with pie: swap or not, or a komi and a side."""
    return 2 * size * size if TRAITS[name].opening == Opening.KOMI else 2


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_complete_games(name: str, size: int) -> None:
    state = rg.load_game(name, size=size, pie=False).new_initial_state()
    expected = KNOWN[name].complete[size]
    assert reference.complete_games(reference.start(name, size), GAMES_FROM) == expected
    ways: list[dict[str, int]] = [{}, {"hash_mb": 1}, {"hash_mb": 1, "threads": 2}]
    if expected < 1_000_000:
        ways.append({"hash_mb": 0})
    for settings in ways:
        assert rg.count_games(state, **settings) == expected, settings
    # All that precedes the stones multiplies.
    pie = rg.load_game(name, size=size, pie=True).new_initial_state()
    assert rg.count_games(pie, hash_mb=1) == openings(name, size) * expected


def test_complete_games_of_kopano_4x4() -> None:
    state = rg.Kopano(4, pie=False).new_initial_state()
    assert rg.count_games(state, hash_mb=500) == KNOWN["kopano"].complete[4]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_complete_games_from_positions(name: str, size: int) -> None:
    """Also where the swap is on offer, and at the end of a game: one way to play on."""
    rng = random.Random(f"complete {name} {size}")
    for pie in (False, True):
        for back in range(9 if size < 4 else 6 if size < 5 else 4):
            state = late_state(rng, name, pie, size, back)
            if size > 3 and rg.perft(state, 3) > 250:
                continue  # where the reference would take long
            expected = reference.complete_games(reference.read(str(state)), GAMES_FROM)
            assert rg.count_games(state, hash_mb=0) == expected, state
            assert rg.count_games(state, hash_mb=1) == expected, state


def test_rhode_that_need_not_end_is_refused() -> None:
    state = rg.Rhode(6).new_initial_state()
    with pytest.raises(ValueError, match="Rhode 6x6"):
        rg.count_games(state)


# ---- Parts ----


def sum_of_parts(state: rg.State, plies: int, depth: int) -> int:
    total = 0
    for times, actions in rg.prefixes(state, plies):
        assert len(actions) == plies
        after = state.clone()
        for action in actions:
            after.apply_action(action)
        total += times * rg.perft(after, depth - plies)
    return total


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 9])
@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_parts_add_up(name: str, pie: bool, size: int) -> None:
    """Past the swap, the opening and, on small boards, the ends of games."""
    state = rg.load_game(name, size=size, pie=pie).new_initial_state()
    deepest = 9 if size == 2 else 6 if size == 3 else 5 if size < 6 else 4
    for depth in range(deepest + 1):
        whole = rg.perft(state, depth)
        most = min(depth, 5 if size < 4 else 3 if size < 5 else 2)
        for plies in range(most + 1):
            assert sum_of_parts(state, plies, depth) == whole, (plies, depth)


@pytest.mark.parametrize(("name", "pie"), KINDS)
def test_parts_of_late_positions(name: str, pie: bool) -> None:
    rng = random.Random(f"parts {name} {pie}")
    for size in (4, 5, 6, 11):
        for _ in range(4):
            late = size * size if size < 7 else 2
            state = random_state(rng, name, pie, size, rng.randrange(late))
            before, history = str(state), state.history()
            for plies in (0, 1, 2):
                for depth in (plies, plies + 1):
                    assert sum_of_parts(state, plies, depth) == rg.perft(state, depth), state
            assert (str(state), state.history()) == (before, history)


def test_what_counts_alike_is_one_part() -> None:
    """First stones up to symmetry; in Rumbo also up to colour and reflection; orders of moves."""
    for size, most in ((4, 4), (5, 9), (11, 36)):
        assert len(rg.prefixes(rg.Rhode(size).new_initial_state(), 1)) == most
        assert len(rg.prefixes(rg.Kopano(size).new_initial_state(), 1)) == most
    assert len(rg.prefixes(rg.Rumbo(5).new_initial_state(), 1)) == 6
    assert len(rg.prefixes(rg.Rumbo(11).new_initial_state(), 1)) == 21
    opening = rg.Rumbo(3, pie=True).new_initial_state()
    assert [times for times, _ in rg.prefixes(opening, 2)] == [18]
    # Black's two stones in either order, one White stone.
    state = rg.Kopano(7, pie=False).new_initial_state()
    parts = rg.prefixes(state, 3)
    assert len(parts) < rg.perft(state, 3) / 7
    assert sum(times for times, _ in parts) == rg.perft(state, 3)


def test_parts_of_finished_games() -> None:
    state = played("kopano", 3, kopano.PASS)
    assert state.is_terminal()
    assert rg.prefixes(state, 0) == [(1, [])]
    assert rg.prefixes(state, 1) == []


@pytest.mark.parametrize("plies", [-1, 1001, 2.0, None, True])
def test_wrong_plies(plies: object) -> None:
    with pytest.raises((TypeError, ValueError), match="plies"):
        rg.prefixes(rg.Kopano(3).new_initial_state(), plies)  # type: ignore[arg-type]


# ---- Stopping, and too much ----

ENDLESS = ["perft", "rumbo", "--size", "6"]


def work(state: rg.State, **settings: object) -> list[object]:
    return [
        lambda: rg.perft(state, 30, **settings),  # type: ignore[arg-type]
        lambda: rg.divide(state, 30, **settings),  # type: ignore[arg-type]
        lambda: rg.count_games(state, **settings),  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_can_stop_a_count_with_a_table(threads: int) -> None:
    class StopError(Exception):
        pass

    seen: list[float] = []

    def stop(done: float) -> None:
        seen.append(done)
        raise StopError

    state = rg.Rumbo(6).new_initial_state()
    for count in work(state, threads=threads, hash_mb=20, progress=stop):
        with pytest.raises(StopError):
            count()  # type: ignore[operator]
    assert len(seen) == 3
    assert all(0 <= done <= 1 for done in seen)


def test_ctrl_c_with_a_table() -> None:
    """All run side by side, as each has to run for a while."""
    commands = [["--depth", "30", "--divide"], ["--depth", "30"], ["--games"]]
    processes = [program(*ENDLESS, "--hash", 50, *what, "--json") for what in commands]
    time.sleep(2.5)
    for what, (code, out, err) in zip(commands, interrupt_all(processes), strict=True):
        assert (code, err) == (130, "")
        assert '"interrupted": true' in out
        assert ('"divide"' in out) == ("--divide" in what)


def test_more_memory_than_there_is() -> None:
    if not os.path.exists("/proc/sys/vm/overcommit_memory"):
        pytest.skip("only Linux tells whether it hands out memory that is not there")
    with open("/proc/sys/vm/overcommit_memory") as setting:
        if setting.read().strip() == "1":
            pytest.skip("this machine hands out memory that is not there")
    state = rg.Kopano(5).new_initial_state()
    for count in work(state, hash_mb=lib.RG_MAX_HASH_MB):
        with pytest.raises(MemoryError):
            count()  # type: ignore[operator]
    command = [sys.executable, "-m", "roadgames", "perft", "kopano", "--size", "5", "--games"]
    command += ["--hash", str(lib.RG_MAX_HASH_MB)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"roadgames: .*--hash.*\n", done.stderr)


@pytest.mark.parametrize("hash_mb", [-1, lib.RG_MAX_HASH_MB + 1, 1.5, None, True])
def test_wrong_hash_mb(hash_mb: object) -> None:
    state = rg.Kopano(3).new_initial_state()
    for count in (rg.perft, rg.divide):
        with pytest.raises((TypeError, ValueError), match="hash_mb"):
            count(state, 3, hash_mb=hash_mb)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError), match="hash_mb"):
        rg.count_games(state, hash_mb=hash_mb)  # type: ignore[arg-type]


# ---- The published table ----

PAGE = Path(__file__).resolve().parent.parent / "docs" / "perft.md"


TITLES = {TRAITS[name].title: name for name in NAMES}


def rows(title: str) -> list[dict[str, str]]:
    """The rows of the table under a title, each by the titles of its columns."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n{title}\n")[2]
    table = re.search(r"(?:^\|.*\|\n)+", text, re.M)
    assert table is not None
    head, _, *found = (
        [cell.strip() for cell in row.strip("|").split("|")] for row in table[0].splitlines()
    )
    return [dict(zip(head, row, strict=True)) for row in found]


def columns(title: str) -> dict[str, list[int]]:
    """The counts of each game in a table with a row for each depth, from 1 on."""
    table = rows(title)
    assert [int(row["Depth"]) for row in table] == list(range(1, len(table) + 1))
    games = [head for head in table[0] if head in TITLES]
    assert set(table[0]) == {"Depth", *games}
    # Columns are as long as their counts are known.
    return {TITLES[game]: [number(row[game]) for row in table if row[game]] for game in games}


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_published_games() -> None:
    found: dict[str, dict[int, int]] = {}
    for row in rows("## Complete games"):
        name, size, without = TITLES[row["Game"]], int(row["Size"]), number(row["Without pie"])
        found.setdefault(name, {})[size] = without
        assert number(row["With pie"]) == openings(name, size) * without
    assert found
    assert found == {name: KNOWN[name].complete for name in found}


def test_published_counts_of_4x4() -> None:
    """As deep as takes a second, and what follows from the number of games."""
    for name, counts in columns("## 4x4 to the end").items():
        state = rg.load_game(name, size=4, pie=False).new_initial_state()
        for depth in range(1, 9):
            assert rg.perft(state, depth, hash_mb=50) == counts[depth - 1]
        assert max(counts) <= KNOWN[name].complete[4]
        if TRAITS[name].has_claims:
            # Games fill the board.
            assert counts[15] == KNOWN[name].complete[4]


def test_published_counts_of_5x5() -> None:
    for name, counts in columns("## 5x5").items():
        state = rg.load_game(name, size=5, pie=False).new_initial_state()
        for depth in range(1, 8):
            assert rg.perft(state, depth, hash_mb=50) == counts[depth - 1]


# ---- Threads and memory ----


def test_any_number_of_threads() -> None:
    state = rg.Kopano(4).new_initial_state()
    assert rg.perft(state, 4, threads=10**6) == rg.perft(state, 4)
    traces = []
    for threads in (1, 10**6):
        batch = rg.Batch(state.game, 64, seed=1, threads=threads)
        batch.playouts()
        traces.append(batch.to_bytes().tobytes())
    assert traces[0] == traces[1]
    with pytest.raises(ValueError, match="threads must be 1 or more, not 0"):
        rg.perft(state, 4, threads=0)


def test_memory_error_says_what_to_do() -> None:
    with pytest.raises(MemoryError, match="hash_mb"):
        rg.perft(rg.Kopano(4).new_initial_state(), 5, hash_mb=2**24)
