"""The promises of docs/trust.md about threads and processes; run by `make trust-threads`.

Each check is a function of this file that runs in a process of its own, with faulthandler: a crash
or a deadlock is a failed test that tells where. What the functions print are the figures.
"""

from __future__ import annotations

import faulthandler
import hashlib
import math
import multiprocessing
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray
from support.games import rhode

import roadgames as rg
from roadgames.registry import TRAITS

Result = TypeVar("Result")

THREADS = 8
PROCESSORS = os.cpu_count() or 1
if hasattr(os, "sched_getaffinity"):
    PROCESSORS = len(os.sched_getaffinity(0))

# Seconds, much more than any check takes.
HANGS = 200


def run(call: str, *, interrupt: bool = False) -> str:
    """What a function of this file prints, called in a process of its own, which must end well;
    interrupt: Ctrl-C once it has printed that it is running."""
    with subprocess.Popen(
        [sys.executable, "-c", f"from trust.threads import *; {call}"],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            if interrupt:
                assert process.stdout is not None
                assert process.stdout.readline() == "running\n"
                time.sleep(0.5)
                process.send_signal(signal.SIGINT)
            printed, errors = process.communicate(timeout=HANGS + 10)
        finally:
            # With what it may have forked.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, f"{call}: {process.returncode}\n{errors[-5000:]}"
    print(printed, end="")
    return printed


def watch() -> None:
    """For the functions: tells where they crash or hang, and lets threads take turns often."""
    faulthandler.enable()
    faulthandler.dump_traceback_later(HANGS, exit=True)
    sys.setswitchinterval(1e-5)


def side_by_side(work: Callable[[int], Result], threads: int = THREADS) -> list[Result]:
    """work(0), work(1), ... on a thread each, begun at once."""
    barrier = threading.Barrier(threads)

    def begin(number: int) -> Result:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(begin, range(threads)))


GAMES = [
    rg.Rhode(5),
    rg.Kopano(7),
    rg.Rumbo(5, pie=True),
    rg.Kopano(9, pie=False),
    rg.Rumbo(6),
    rg.Rhode(9, pie=False),
    rg.Kopano(13),
    rg.Rumbo(11),
]


# ---- Objects of their own ----


def play_games(number: int) -> list[Any]:
    """Random games to their ends, with all that a state shows."""
    rng, shown = random.Random(number), []
    for game in GAMES:
        state = game.new_initial_state()
        while not state.is_terminal() and len(state.history()) < game.max_game_length():
            state.apply_action(rng.choice(state.legal_actions()))
            if rng.random() < 0.2:
                state.undo_action()
            if rng.random() < 0.1:
                state = pickle.loads(pickle.dumps(state.clone()))
        shown += [state.history(), str(state), state.zobrist, state.to_bytes(), state.returns()]
        shown += [state.canonical()[0].zobrist, state.to_text(), state.board.tolist()]
    return shown


def step_batches(number: int) -> str:
    found = hashlib.sha256()
    for game in GAMES:
        batch = rg.Batch(game, 150, number, 1 + number % 3, "same_step")
        for _ in range(40):
            batch.step(batch.sample_actions())
            found.update(batch.legal_actions_mask.tobytes())
            found.update(batch.observation(dtype=np.uint8).tobytes())
        batch.playouts()
        found.update(batch.to_bytes().tobytes() + batch.final_lengths.tobytes())
    return found.hexdigest()


def count(number: int) -> list[Any]:
    counts: list[Any] = []
    for game in GAMES[:5]:
        state, threads = game.new_initial_state(), 1 + number % 3
        counts += [rg.perft(state, 3, threads), rg.perft(state, 3, threads, hash_mb=1)]
        counts += [rg.divide(state, 3, threads), rg.prefixes(state, 2)]
    counts.append(rg.count_games(rg.Kopano(3).new_initial_state(), 1 + number % 3, hash_mb=1))
    return counts


def play_at_random(number: int) -> list[rg.Playouts]:
    threads = 1 + number % 3
    return [rg.playouts(g.new_initial_state(), 500, number, threads) for g in GAMES]


def same_as_in_one_thread() -> None:
    watch()
    for work in (play_games, step_batches, count, play_at_random):
        one = [work(number) for number in range(THREADS)]
        assert side_by_side(work) == one, work.__name__


def test_threads_with_objects_of_their_own() -> None:
    run("same_as_in_one_thread()")


# ---- Speed ----

# What is done in C all the time must be faster on two processors; more would do more.
SPEED_UP = 1.3
TRIES = 12

Work = Callable[[], object]


def batch_steps(number: int) -> Work:
    batch = rg.Batch(rg.Kopano(11), 4096, number, autoreset="same_step")

    def work() -> None:
        for _ in range(150):
            batch.step(batch.sample_actions())

    return work


def batch_playouts(number: int) -> Work:
    batch = rg.Batch(rg.Kopano(11), 4096, number)

    def work() -> None:
        for _ in range(3):
            batch.reset()
            batch.playouts()

    return work


def perft(number: int) -> Work:
    state = rg.Kopano(9, pie=False).new_initial_state()
    return lambda: [rg.perft(state, 5) for _ in range(10)]


def playouts(number: int) -> Work:
    state = rg.Kopano(11).new_initial_state()
    return lambda: rg.playouts(state, 100_000, number)


def states(number: int) -> Work:
    state = rg.Kopano(11).new_initial_state()

    def work() -> None:
        for _ in range(20_000):
            state.apply_action(60)
            state.undo_action()

    return work


def on_threads(works: list[Work]) -> None:
    side_by_side(lambda number: works[number](), len(works))


def on_processes(works: list[Work]) -> None:
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=work) for work in works]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


def processor_time() -> float:
    used = [resource.getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


class Race:
    """One work against all works at once, again and again. Other work on the machine can only
    spoil the figures, so the best ones count."""

    def __init__(self, run_all: Callable[[list[Work]], None], works: list[Work]) -> None:
        self.run_all, self.works = run_all, works
        self.one, self.all = math.inf, math.inf
        self.busy = 0.0  # processors, on average

    def run(self) -> None:
        self.one = min(self.one, self.timed(self.works[:1])[0])
        seconds, used = self.timed(self.works)
        self.all, self.busy = min(self.all, seconds), max(self.busy, used / seconds)

    def timed(self, works: list[Work]) -> tuple[float, float]:
        begin, used = time.perf_counter(), processor_time()
        self.run_all(works)
        return time.perf_counter() - begin, processor_time() - used

    def speed_up(self) -> float:
        """Of the time that passes; no more than processors that were busy, as on a machine with
        other work the former can be luck."""
        return min(len(self.works) * self.one / self.all, self.busy)


def speed_up(kind: str, least: float) -> None:
    """By how much several threads do more than one, tried until it is enough. Where it never is,
    processes show whether the machine was able to."""
    watch()
    sys.setswitchinterval(5e-3)  # Python's own
    works = [globals()[kind](number) for number in range(min(THREADS, PROCESSORS))]
    threads, processes = Race(on_threads, works), Race(on_processes, works)
    for tried in range(TRIES):
        threads.run()
        if tried >= 2 and threads.speed_up() > least:
            break
        processes.run()
    print(f"{kind}: {len(works)} threads do {threads.speed_up():.2f} times as much as one")
    if threads.speed_up() <= least:
        assert processes.speed_up() < 1.2 * least
        print(f"the machine is busy: processes do {processes.speed_up():.2f} times as much")


def python_runs_meanwhile() -> None:
    """During a call that is C alone and takes long, the longest wait of another thread is a small
    part of it."""
    watch()
    batch, done = rg.Batch(rg.Rhode(19), 1024, 1), threading.Event()

    def play() -> float:
        begin = time.perf_counter()
        batch.playouts()
        done.set()
        return time.perf_counter() - begin

    best = 1.0
    with ThreadPoolExecutor(1) as pool:
        for _ in range(20):
            batch.reset()
            done.clear()
            longest, last, over = 0.0, time.perf_counter(), False
            call = pool.submit(play)
            while not over:
                over, now = done.is_set(), time.perf_counter()
                longest, last = max(longest, now - last), now
            best = min(best, longest / call.result())
            if best < 0.25:
                break
    print(f"a call in C held others up for {best:.1%} of its time")
    assert best < 0.25


def test_python_runs_meanwhile() -> None:
    run("python_runs_meanwhile()")


@pytest.mark.skipif(PROCESSORS < 2, reason="this machine has one processor")
@pytest.mark.parametrize("kind", ["batch_steps", "batch_playouts", "perft", "playouts"])
def test_work_in_c_scales(kind: str) -> None:
    printed = run(f"speed_up({kind!r}, {SPEED_UP})")
    if "the machine is busy" in printed:
        pytest.skip(printed)


@pytest.mark.skipif(PROCESSORS < 2, reason="this machine has one processor")
def test_speed_of_states() -> None:
    """Nothing is promised but that all is done: calls of single states are mostly Python."""
    run("speed_up('states', 0.0)")


# ---- One object for all ----

SECONDS = 3.0

# Small enough for all their positions to be known.
SMALL = [rg.Kopano(3), rg.Rhode(3), rg.Rumbo(2, pie=True)]
LARGE = [rg.Rhode(6), rg.Kopano(9), rg.Rumbo(6, pie=True)]

Hammer = Callable[[random.Random], None]


def hammer(blows: list[Hammer]) -> int:
    """Threads that call any of them in any order, for a while; how many calls that were."""
    until = time.monotonic() + SECONDS

    def work(number: int) -> int:
        rng, calls = random.Random(number), 0
        while time.monotonic() < until:
            rng.choice(blows)(rng)
            calls += 1
        return calls

    return sum(side_by_side(work))


def refused(call: Callable[..., Any], *arguments: Any, because: str) -> None:
    """The call is done or refused for this reason; other threads decide which."""
    try:
        call(*arguments)
    except ValueError as error:
        if because not in str(error):
            raise


@cache
def views(game: rg.Game) -> dict[str, set[Any]]:
    """What each way of looking at a state shows in some position of the game."""
    found: dict[str, set[Any]] = {name: set() for name in LOOKS}
    seen, ahead = set(), [game.new_initial_state()]
    while ahead:
        state = ahead.pop()
        for name, look in LOOKS.items():
            found[name].add(look(state))
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            if after.to_bytes() not in seen:
                seen.add(after.to_bytes())
                ahead.append(after)
    return found


LOOKS: dict[str, Callable[[rg.State], Any]] = {
    "text": str,
    "bytes": rg.State.to_bytes,
    "hash": lambda state: state.zobrist,
    "legal": lambda state: tuple(state.legal_actions()),
    "mask": lambda state: state.legal_actions_mask().tobytes(),
    "board": lambda state: state.board.tobytes(),
    "observation": lambda state: state.observation_tensor().tobytes(),
    "canonical": lambda state: state.canonical()[0].to_bytes(),
    "player": lambda state: state.current_player(),
    "returns": lambda state: tuple(state.returns()),
    "image": lambda state: str(state.game.symmetries()[5](state)),
}


def replay(game: rg.Game, history: Sequence[int]) -> rg.State:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def assert_whole(state: rg.State) -> None:
    """A state that nobody else plays on: history, position, hash and legal actions fit together."""
    again = replay(state.game, state.history())
    read = state.game.new_initial_state(str(state))
    assert state == again == read
    assert state.zobrist == again.zobrist == read.zobrist
    assert state.legal_actions() == again.legal_actions() == read.legal_actions()
    assert np.flatnonzero(state.legal_actions_mask()).tolist() == state.legal_actions()
    for action in reversed(state.history()):
        assert state.undo_action() == action
    assert state == state.game.new_initial_state()


def one_state(game: rg.Game) -> None:
    watch()
    state, known = game.new_initial_state(), views(game) if game in SMALL else {}
    shared = np.zeros(game.num_distinct_actions(), np.bool_)

    def play(rng: random.Random) -> None:
        legal = state.legal_actions()
        action = rng.choice(legal) if legal else 0
        refused(state.apply_action, action, because="is not legal here")

    def play_badly(rng: random.Random) -> None:
        for wrong in (-1, 10**9, 2**70):
            refused(state.apply_action, wrong, because="is no action")
        refused(state.apply_action, rng.randrange(len(shared)), because="is not legal here")
        with pytest.raises(TypeError):
            state.apply_action("a1")  # type: ignore[arg-type]

    def undo(rng: random.Random) -> None:
        for _ in range(rng.randint(1, 3)):
            refused(state.undo_action, because="no action to undo")

    def look(rng: random.Random) -> None:
        for name in known and rng.sample(list(LOOKS), 3):
            assert LOOKS[name](state) in known[name], name
        if not known:
            game.new_initial_state(str(state))

    def clone(rng: random.Random) -> None:
        assert_whole(state.clone())

    def keep(rng: random.Random) -> None:
        assert_whole(pickle.loads(pickle.dumps(state)))

    def follow_history(rng: random.Random) -> None:
        replay(game, state.history())

    def fill_own(rng: random.Random) -> None:
        out = np.ones(len(shared), np.bool_)
        state.legal_actions_mask(out)
        assert not known or out.tobytes() in known["mask"]

    def fill_shared(rng: random.Random) -> None:
        state.legal_actions_mask(shared)

    def compare(rng: random.Random) -> None:
        assert state == state

    def tell(rng: random.Random) -> None:
        state.explain(rng.randrange(len(shared)))
        state.to_text()
        state.turning()

    blows = [*[play] * 5, play_badly, undo, look, look, clone, keep, follow_history]
    calls = hammer([*blows, fill_own, fill_shared, compare, tell])
    state.legal_actions_mask(shared)
    assert np.flatnonzero(shared).tolist() == state.legal_actions()
    assert_whole(state)
    print(f"one state of {game!r}: {calls} calls of {THREADS} threads")


def one_long_line() -> None:
    """Reading its history takes so long that others play meanwhile. They take back what they play,
    so the line never becomes shorter."""
    watch()
    game = rg.Rhode(6, pie=False)
    texts = rhode.TO_THE_CYCLE.split() + 5000 * rhode.CYCLE.split()
    begin = [game.string_to_action(text) for text in texts]
    base = replay(game, begin)
    state = base.clone()

    def play(rng: random.Random) -> None:
        for _ in range(200):
            legal = state.legal_actions()
            try:
                state.apply_action(rng.choice(legal or [0]))
            except ValueError:
                continue
            state.undo_action()

    def read(rng: random.Random) -> None:
        twin = rng.choice([state, state.clone()])
        history = twin.history()
        assert history[: len(begin)] == begin
        again = base.clone()
        for action in history[len(begin) :]:
            again.apply_action(action)
        assert twin is state or twin == again

    calls = hammer([play, read])
    assert (state.history(), state.zobrist) == (begin, base.zobrist)
    assert state == base
    print(f"one line of {len(begin)} actions: {calls} calls of {THREADS} threads")


@pytest.mark.parametrize("game", SMALL + LARGE, ids=repr)
def test_one_state_for_all_threads(game: rg.Game) -> None:
    run(f"one_state(rg.{game!r})")


def test_one_long_line_for_all_threads() -> None:
    run("one_long_line()")


# No game of this size ends before the 37th stone.
WIDE = rg.Kopano(19, pie=False)
FEW_STONES = 20


def one_batch_as_a_whole(threads: int) -> None:
    """Only calls that do the same to all games, so that all have the same number of stones."""
    watch()
    batch = rg.Batch(WIDE, 200, 1, threads)
    for _ in range(5):
        batch.step(batch.sample_actions())
    five = batch.to_bytes()
    shape = batch.observation().shape
    shared, scribbles = np.zeros(shape, np.uint8), np.zeros(200, np.int64)

    def stones(planes: Any) -> set[int]:
        return set(planes[:, :2].sum(axis=(1, 2, 3), dtype=int).tolist())

    def drawn(rng: random.Random) -> NDArray[np.int32]:
        if (batch.state(rng.randrange(200)).board > 0).sum() > FEW_STONES:
            batch.reset()
        return batch.sample_actions()

    def step(rng: random.Random) -> None:
        refused(batch.step, drawn(rng), because="is not legal here")

    def step_badly(rng: random.Random) -> None:
        actions = drawn(rng)
        actions[rng.randrange(200)] = -1
        with pytest.raises(ValueError, match=r"is no action|is not legal here"):
            batch.step(actions)

    def step_scribbles(rng: random.Random) -> None:
        scribbles[:] = drawn(rng)
        refused(batch.step, scribbles, because="is not legal here")

    def scribble(rng: random.Random) -> None:
        for _ in range(50):
            scribbles[rng.randrange(200)] = rng.randrange(361)

    def reset(rng: random.Random) -> None:
        batch.reset()

    def set_bytes(rng: random.Random) -> None:
        batch.set_bytes(None, five)

    def copy_game(rng: random.Random) -> None:
        batch.copy_game(rng.randrange(200))

    def look(rng: random.Random) -> None:
        assert len(stones(batch.observation(dtype=np.uint8))) == 1
        out = np.ones(shape, np.float32)
        assert len(stones(batch.observation(out))) == 1

    def fill_shared(rng: random.Random) -> None:
        batch.observation(shared)

    def take_bytes(rng: random.Random) -> None:
        taken = [WIDE.state_from_bytes(row) for row in batch.to_bytes()[:: rng.randint(20, 60)]]
        assert len({int((state.board > 0).sum()) for state in taken}) == 1

    def clone(rng: random.Random) -> None:
        twin = batch.clone()
        assert len(set(twin.lengths.tolist())) == 1
        assert len(stones(twin.observation(dtype=np.uint8))) == 1
        assert_batch_whole(twin, rng.sample(range(200), 5))

    blows = [*[step] * 4, step_badly, *[step_scribbles, scribble] * 2, reset, set_bytes, copy_game]
    calls = hammer([*blows, look, fill_shared, take_bytes, clone])
    assert_batch_whole(batch, range(200))
    print(f"one batch as a whole, pool of {threads}: {calls} calls of {THREADS} threads")


def assert_batch_whole(batch: rg.Batch, places: Any) -> None:
    """A batch that nobody else steps: arrays and positions fit together."""
    planes, final_planes = batch.observation(), batch.final_observation()
    for i in places:
        state = batch.state(i)
        over = batch.current_player[i] == -4
        legal = [] if over else state.legal_actions()
        assert np.flatnonzero(batch.legal_actions_mask[i]).tolist() == legal
        assert over or batch.current_player[i] == state.current_player()
        assert np.array_equal(planes[i], state.observation_tensor())
        if batch.final_lengths[i]:
            final = batch.final_state(i)
            assert batch.final_returns[i].tolist() == final.returns()
            assert np.array_equal(final_planes[i], final.observation_tensor())
    twins = batch.clone(), batch.clone()
    for _ in range(3):
        for twin in twins:
            twin.step(twin.sample_actions())
    assert np.array_equal(twins[0].to_bytes(), twins[1].to_bytes())


def one_batch(game: rg.Game, threads: int, autoreset: str) -> None:
    """All calls; positions are set to those of a few games played before."""
    watch()
    size = 150
    batch = rg.Batch(game, size, 1, threads, autoreset, 25)
    positions = [replay(game, history) for history in histories(game)]
    shape = batch.observation().shape
    shared = np.zeros(shape, np.float32)

    def which(rng: random.Random) -> Any:
        places = rng.sample(range(size), rng.randint(0, 20))
        return rng.choice([None, places, np.isin(np.arange(size), places)])

    def step(rng: random.Random) -> None:
        refused(batch.step, batch.sample_actions(), because="game ")

    def step_badly(rng: random.Random) -> None:
        refused(batch.step, np.full(size, rng.choice([-1, 10**9])), because="is no action")

    def playouts(rng: random.Random) -> None:
        batch.playouts()

    def reset(rng: random.Random) -> None:
        batch.reset(which(rng))

    def set_state(rng: random.Random) -> None:
        batch.set_state(rng.randrange(size), rng.choice(positions))

    def set_bytes(rng: random.Random) -> None:
        places = rng.sample(range(size), 9)
        rows = b"".join(rng.choice(positions).to_bytes() for _ in places)
        batch.set_bytes(places, np.frombuffer(rows, np.uint8).reshape(9, -1))

    def copy_game(rng: random.Random) -> None:
        batch.copy_game(rng.randrange(size), which(rng))

    def look(rng: random.Random) -> None:
        out = np.ones(shape, np.uint8)
        batch.observation(out, turned=rng.random() < 0.5)
        batch.final_observation()
        batch.turned_actions()
        state = batch.state(rng.randrange(size))
        assert state == game.new_initial_state(str(state))
        refused(batch.final_state, rng.randrange(size), because="none has ended")

    def fill_shared(rng: random.Random) -> None:
        batch.observation(shared)
        batch.final_observation(shared)

    def take_bytes(rng: random.Random) -> None:
        for row in batch.to_bytes(which(rng)):
            game.state_from_bytes(row)

    def clone(rng: random.Random) -> None:
        assert_batch_whole(batch.clone(), rng.sample(range(size), 10))

    blows = [*[step] * 5, step_badly, playouts, reset, set_state, set_bytes, copy_game, look]
    calls = hammer([*blows, fill_shared, take_bytes, clone])
    assert_batch_whole(batch, range(size))
    print(f"one batch of {game!r}, {autoreset}, pool of {threads}: {calls} calls")


def histories(game: rg.Game) -> Iterator[list[int]]:
    for number in range(20):
        rng, state = random.Random(number), game.new_initial_state()
        for _ in range(number):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        yield state.history()


@pytest.mark.parametrize("threads", [1, 3])
def test_one_batch_as_a_whole_for_all_threads(threads: int) -> None:
    run(f"one_batch_as_a_whole({threads})")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("name", "autoreset"),
    [*zip((t.name for t in TRAITS), cycle(["same_step", "next_step", "disabled"]), strict=False)],
)
def test_one_batch_for_all_threads(name: str, autoreset: str, threads: int) -> None:
    game = rg.load_game(name, size=4, pie=True)
    run(f"one_batch(rg.{game!r}, {threads}, {autoreset!r})")


# ---- Processes ----


def step_in_child(batch: rg.Batch, answers: Any, deeper: int) -> None:
    """In a process that was forked; in one that this forks, too."""
    batch.step(batch.sample_actions())
    batch.playouts()
    other = rg.Batch(batch.game, len(batch), 2, 2)
    other.playouts()
    count = rg.perft(batch.game.new_initial_state(), 2, 2)
    answers.put((batch.to_bytes().tobytes(), other.to_bytes().tobytes(), count))
    if deeper:
        fork_children(batch, 1)


def fork_children(batch: rg.Batch, children: int) -> None:
    fork = multiprocessing.get_context("fork")
    expected, answers = batch.clone(), fork.SimpleQueue()
    forked = [
        fork.Process(target=step_in_child, args=(batch, answers, children - 1))
        for _ in range(children)
    ]
    for child in forked:
        child.start()
    found = [answers.get() for _ in forked]
    for child in forked:
        child.join()
        assert child.exitcode == 0
    expected.step(expected.sample_actions())
    expected.playouts()
    other = rg.Batch(batch.game, len(batch), 2)
    other.playouts()
    octets = expected.to_bytes().tobytes(), other.to_bytes().tobytes()
    assert found == [(*octets, rg.perft(batch.game.new_initial_state(), 2))] * children


def fork_while_a_pool_lives() -> None:
    watch()
    batch = rg.Batch(rg.Kopano(7), 1000, 1, 2)
    batch.step(batch.sample_actions())
    fork_children(batch, 2)
    batch.step(batch.sample_actions())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_fork_while_a_pool_lives() -> None:
    run("fork_while_a_pool_lives()")


def fork_while_others_call() -> None:
    """Another thread is in the middle of a call of the same state or batch."""
    watch()
    state, batch = rg.Kopano(11).new_initial_state(), rg.Batch(rg.Rumbo(5), 500, 1, 2)
    enough = threading.Event()

    def play() -> None:
        while not enough.is_set():
            state.apply_action(60)
            state.undo_action()

    def step() -> None:
        while not enough.is_set():
            batch.step(batch.sample_actions())
            batch.reset()

    threads = [threading.Thread(target=work) for work in (play, step)]
    for thread in threads:
        thread.start()
    for _ in range(100):
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(state.clone().zobrist == 0 or not len(batch.sample_actions()))
        assert os.waitpid(child, 0)[1] == 0
    enough.set()
    for thread in threads:
        thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_fork_while_others_call() -> None:
    run("fork_while_others_call()")


def endless(number: int, progress: Any = None) -> None:
    """A call that takes hours."""
    state = [rg.Rhode(9), rg.Kopano(9), rg.Rumbo(9)][number % 3].new_initial_state()
    if number % 4 == 3:
        rg.playouts(state, 10**12, 1, 2, progress=progress)
    else:
        rg.perft(state, 12, 1 + number % 3, hash_mb=number % 2, progress=progress)


def perft_in_threads() -> None:
    """The first Ctrl-C tells all threads to stop."""
    watch()
    stop, stopped = threading.Event(), []

    class StopError(Exception):
        pass

    def progress(done: float) -> None:
        if stop.is_set():
            raise StopError

    def work(number: int) -> None:
        try:
            endless(number, progress)
        except StopError:
            stopped.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    print("running", flush=True)
    # Not in join: CPython 3.11 takes a thread for ended whose join was interrupted.
    with pytest.raises(KeyboardInterrupt):
        time.sleep(HANGS)
    stop.set()
    for thread in threads:
        thread.join()
    assert sorted(stopped) == list(range(THREADS))
    # All is as before.
    assert rg.perft(rg.Kopano(3).new_initial_state(), 2, threads=2) == 81


def perft_in_the_main_thread() -> None:
    """Others count too, and are told by the main thread's KeyboardInterrupt."""
    watch()
    stop = threading.Event()

    def progress(done: float) -> None:
        if stop.is_set():
            raise InterruptedError

    def work(number: int) -> None:
        with pytest.raises(InterruptedError):
            endless(number, progress)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    print("running", flush=True)
    with pytest.raises(KeyboardInterrupt):
        endless(1)
    stop.set()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("call", ["perft_in_threads()", "perft_in_the_main_thread()"])
def test_ctrl_c(call: str) -> None:
    run(call, interrupt=True)


# ---- The end of the process ----


def forever(work: Callable[[int], Any], number: int) -> None:
    while True:
        work(number)


def daemons_at_the_end(kind: str) -> None:
    """Nobody joins or stops them."""
    watch()
    batch = rg.Batch(rg.Kopano(11), 1000, 1, 2)
    works: dict[str, Callable[[int], Any]] = {
        "long": endless,
        "told": lambda number: endless(number, float),
        "short": count,
        "states": play_games,
        "batches": step_batches,
        "batch": lambda _: batch.reset() or batch.playouts(),
    }
    for number in range(THREADS):
        threading.Thread(target=forever, args=(works[kind], number), daemon=True).start()
    time.sleep(0.3)


@pytest.mark.parametrize("kind", ["long", "told", "short", "states", "batches", "batch"])
def test_daemons_at_the_end(kind: str) -> None:
    for _ in range(5):
        run(f"daemons_at_the_end({kind!r})")
