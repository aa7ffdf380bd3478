"""The promise of docs/trust.md that nothing leaks; run by `make trust-memory`.

Each kind of work is repeated in a process of its own. What the process holds in memory after a
tenth of the cycles and after all of them may differ by next to nothing. Beside it stands a run with
a leak of a few bytes a cycle, which must be noticed.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import roadgames as rg

# Environment variable, as make sets it: "short" or "full".
FULL = os.environ.get("CYCLES", "short") == "full"

# By how much the process may grow in the last nine tenths of its cycles.
BOUND = 64 * 1024

STATM = Path("/proc/self/statm")
C = ctypes.CDLL(None)

Cycle = Callable[[], object]


def resident() -> int:
    """Bytes of this process in memory, without those that it could give back: leaks would fill
    them first."""
    gc.collect()
    if hasattr(C, "malloc_trim"):
        C.malloc_trim(0)
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# ---- What is done over and over ----


def long_line() -> rg.State:
    state = rg.Rhode(9).new_initial_state()
    for _ in range(60):
        legal = state.legal_actions()
        state.apply_action(legal[-1 if len(legal) == 1 else -2])
    return state


def clone_and_drop() -> Cycle:
    """States with a history of several chunks, cloned, played on, taken back and dropped."""
    state = long_line()

    def cycle() -> None:
        twin = state.clone()
        for _ in range(3):
            twin.undo_action()
        other = twin.clone()
        twin.apply_action(twin.legal_actions()[0])
        other.apply_action(other.legal_actions()[-1])

    return cycle


def undo_all() -> Cycle:
    """Through all chunks of a history that another state has too, and goes with."""
    pickled = pickle.dumps(long_line())

    def cycle() -> None:
        state = pickle.loads(pickled)
        twin = state.clone()
        for _ in range(60):
            twin.undo_action()

    return cycle


def new_games() -> Cycle:
    games = [rg.Rhode(3), rg.Kopano(5), rg.Rumbo(4, pie=True)]

    def cycle() -> None:
        for game in games:
            state = game.new_initial_state()
            for _ in range(4):
                state.apply_action(state.legal_actions()[0])

    return cycle


def all_of_a_state() -> Cycle:
    game = rg.Rumbo(5, pie=True)
    state = game.new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    out = np.empty(game.num_distinct_actions(), np.bool_)

    def cycle() -> None:
        game.state_from_bytes(state.to_bytes())
        game.new_initial_state(str(state))
        state.legal_actions_mask()
        state.legal_actions_mask(out)
        state.observation_tensor(turned=True)
        state.canonical()
        state.history()
        state.explain(state.legal_actions()[0])
        hash((state.zobrist, state.board.tobytes(), state.claims.tobytes(), state.score()))

    return cycle


def pickled_states() -> Cycle:
    state = rg.Kopano(5).new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])
    return lambda: pickle.loads(pickle.dumps(state))


class Node:
    """Of a search tree: it knows its children, and they know it."""

    def __init__(self, state: rg.State, parent: Node | None = None) -> None:
        self.state, self.parent = state, parent
        self.children: list[Node] = []
        self.batch = None if parent else rg.Batch(state.game, 2, 1)


def trees() -> Cycle:
    """Only Python's collector can free what refers to each other."""
    state = rg.Kopano(5).new_initial_state()

    def cycle() -> None:
        root = Node(state.clone())
        for action in 3, 5, 7:
            child = Node(root.state.clone(), root)
            child.state.apply_action(action)
            root.children.append(child)
        del root, child
        # Not whenever Python likes: what waits for it would be taken for a leak.
        gc.collect(0)

    return cycle


def refused(call: Callable[..., object], *arguments: object, **options: object) -> None:
    try:
        call(*arguments, **options)
    except (TypeError, ValueError):
        return
    raise AssertionError(f"{call} has taken {arguments} {options}")


def refused_positions() -> Cycle:
    game = rg.Kopano(5)
    state = game.new_initial_state()
    state.apply_action(3)
    text, octets = str(state), state.to_bytes()

    def cycle() -> None:
        refused(game.new_initial_state, text + "/")
        refused(game.new_initial_state, text.replace("kopano", "rhode"))
        refused(game.new_initial_state, text.replace(".", "x", 1))
        refused(game.state_from_bytes, octets[1:])
        refused(game.state_from_bytes, b"\xff" * len(octets))
        refused(game.string_to_action, "z9")
        refused(state.apply_action, 3)
        refused(state.apply_action, 10**9)
        refused(state.legal_actions_mask, np.empty(3, np.bool_))

    return cycle


def refused_games() -> Cycle:
    def cycle() -> None:
        refused(rg.Rhode, 1)
        refused(rg.Kopano, 20)
        refused(rg.Rumbo, 5, komi=1)
        refused(rg.load_game, "go")

    return cycle


def batches(threads: int = 1, games: int = 20) -> Cycle:
    """Made, stepped, cloned and dropped."""
    game = rg.Kopano(5)

    def cycle() -> None:
        batch = rg.Batch(game, games, 1, threads, "same_step")
        batch.step(batch.sample_actions())
        batch.clone().playouts()

    return cycle


def pools() -> Cycle:
    """More than 64 games are shared by threads, which end with the batch."""
    return batches(threads=2, games=65)


def all_of_a_batch() -> Cycle:
    batch = rg.Batch(rg.Rumbo(4), 70, 1, 2, "next_step")
    out = batch.observation()

    def cycle() -> None:
        batch.step(batch.sample_actions())
        batch.observation(out)
        batch.final_observation(dtype=np.uint8)
        batch.set_bytes(None, batch.to_bytes())
        batch.set_state(3, batch.state(2))
        batch.copy_game(1, [2, 5])
        batch.turned_actions()
        batch.reset(batch.terminated)

    return cycle


def refused_batches() -> Cycle:
    game = rg.Kopano(5)
    batch = rg.Batch(game, 3, 1)
    rows = np.full_like(batch.to_bytes(), 255)

    def cycle() -> None:
        refused(rg.Batch, game, 0)
        refused(rg.Batch, game, 2**40)
        refused(rg.Batch, game, 3, threads=0)
        refused(rg.Batch, game, 3, autoreset="never")
        refused(batch.step, [1, 2, 99])
        refused(batch.step, [1.0, 2.0, 3.0])
        refused(batch.reset, [3])
        refused(batch.set_bytes, None, rows)
        refused(batch.set_state, 0, rg.Rhode(5).new_initial_state())
        refused(batch.observation, np.empty(3, np.float32))
        refused(pickle.dumps, batch)

    return cycle


def tables() -> Cycle:
    """Counts with a table and threads, and without."""
    state = rg.Kopano(4).new_initial_state()

    def cycle() -> None:
        rg.perft(state, 3, 2, hash_mb=1)
        rg.count_games(rg.Kopano(2).new_initial_state(), 2, hash_mb=1)
        rg.divide(state, 2, 2)
        rg.playouts(state, 130, 1, 2)
        rg.prefixes(state, 1)

    return cycle


def stopped_counts() -> Cycle:
    """Ended by what progress raises."""
    state = rg.Kopano(9).new_initial_state()

    def stop(done: float) -> None:
        raise ValueError

    def cycle() -> None:
        refused(rg.perft, state, 9, 2, hash_mb=1, progress=stop)

    return cycle


# ---- Measuring ----

# In the short and in the full form.
STATES = 200_000, 10_000_000
REFUSALS = 10_000, 100_000
BATCHES = 4_000, 100_000
CYCLES = {
    clone_and_drop: STATES,
    undo_all: (20_000, 1_000_000),
    new_games: (20_000, 1_000_000),
    all_of_a_state: (10_000, 500_000),
    pickled_states: (20_000, 500_000),
    trees: (20_000, 1_000_000),
    refused_positions: REFUSALS,
    refused_games: REFUSALS,
    batches: BATCHES,
    pools: BATCHES,
    all_of_a_batch: BATCHES,
    refused_batches: REFUSALS,
    tables: (4_000, 20_000),
    stopped_counts: (20, 200),
}


def growth(work: str, cycles: int, leak: int = 0) -> None:
    """Prints by how many bytes the process grows between a tenth of the cycles and all of them.

    leak: bytes that are kept each cycle.
    """
    cycle = globals()[work]()
    kept = bytearray()
    for _ in range(cycles // 10):
        cycle()
    before = resident()
    for _ in range(cycles - cycles // 10):
        cycle()
        if leak:
            kept.extend(bytes(leak))
    print(resident() - before)


def measured(work: str, cycles: int, leak: int = 0) -> int:
    done = subprocess.run(
        [sys.executable, "-c", f"import memory; memory.growth({work!r}, {cycles}, {leak})"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return int(done.stdout)


pytestmark = pytest.mark.skipif(not STATM.exists(), reason="this system has no /proc/self/statm")


@pytest.mark.parametrize("work", CYCLES, ids=lambda work: work.__name__)
def test_nothing_is_left_behind(work: Callable[[], Cycle]) -> None:
    cycles = CYCLES[work][FULL]
    grown = measured(work.__name__, cycles)
    least = BOUND / (0.9 * cycles)
    print(f"{work.__name__}: {cycles} cycles, {grown} bytes more; {least:.2g} a cycle would show")
    assert grown < BOUND


def test_a_leak_shows() -> None:
    """Of a few bytes a cycle, no more than is said to show."""
    cycles = CYCLES[refused_games][FULL]
    leak = 2 * BOUND // cycles
    assert measured("refused_games", cycles, leak) > BOUND
