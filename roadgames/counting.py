"""Long work done in C: perft counts and random games. Other Python threads run meanwhile."""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, SupportsIndex

from ._check import MAX_UINT64, seed_or_new, shown, thread_count, whole_within
from ._native import ffi, lib
from .state import State

__all__ = ["Interrupted", "Playouts", "count_games", "divide", "perft", "playouts", "prefixes"]

Progress = Callable[[float], object]


@dataclass(frozen=True)
class Playouts:
    """The results of a number of random games.

    games: how many were played, cut off ones included; wins: how many seat 0 and seat 1 won;
    cut_off: games stopped at max_plies before their end; plies: actions of all games together;
    seed: with it the same games are played again.
    """

    games: int
    wins: tuple[int, int]
    cut_off: int
    plies: int
    seed: int


class Interrupted(KeyboardInterrupt):
    """Raised by `divide` and `playouts` on Ctrl-C.

    partial: what was complete by then: from divide the counts of some first actions, from
    playouts a `Playouts` of the games finished.
    """

    def __init__(self, partial: Any) -> None:
        super().__init__(partial)
        self.partial = partial


def perft(
    state: State,
    depth: SupportsIndex,
    threads: SupportsIndex = 1,
    hash_mb: SupportsIndex = 0,
    *,
    progress: Progress | None = None,
) -> int:
    """How many sequences of exactly depth legal actions the position has.

    Swap, a forced pass and Rumbo's opening count as actions; a finished game has none; depth 0
    counts 1. depth: 0 to 1000; threads: from 1 up (more than 1024 count as 1024); hash_mb: memory
    in MiB for a transposition table, keyed by the full position up to symmetry, so that the answer
    is exact; it pays from depth 5 on. progress: called about ten times a second with the part done,
    0.0 to 1.0; what it raises ends the work.

    OverflowError where the count passes 2**128; KeyboardInterrupt soon after Ctrl-C.

    >>> from roadgames import Kopano
    >>> perft(Kopano(3).new_initial_state(), 2)
    81
    """
    position = _position(state)
    levels = whole_within(depth, "depth", 0, lib.RG_MAX_DEPTH)
    out = ffi.new("rg_count *")
    workers, mebibytes = thread_count(threads), _hash_mb(hash_mb)
    _run(lib.rg_perft, (position, levels, workers, mebibytes, 0), (out,), progress)
    return _count(out)


def count_games(
    state: State,
    threads: SupportsIndex = 1,
    hash_mb: SupportsIndex = 256,
    *,
    progress: Progress | None = None,
) -> int:
    """How many ways there are to play the game on from the position to its end; 1 at the end.

    A question for small boards and for the end of games: 4x4 takes seconds with a table, 5x5 is
    out of reach. threads, hash_mb and progress as in `perft`. ValueError for Rhode on boards
    above 5x5, where positions repeat and the number has no bound.

    >>> from roadgames import Kopano
    >>> count_games(Kopano(2, pie=False).new_initial_state(), hash_mb=1)
    16
    """
    position = _position(state)
    finite = state.game.traits.finite_size
    if state.game.size > finite:
        raise ValueError(
            f"the games of {state.game} have no number: above size {finite} positions repeat"
        )
    out = ffi.new("rg_count *")
    _run(lib.rg_count_games, (position, thread_count(threads), _hash_mb(hash_mb)), (out,), progress)
    return _count(out)


def divide(
    state: State,
    depth: SupportsIndex,
    threads: SupportsIndex = 1,
    hash_mb: SupportsIndex = 0,
    *,
    progress: Progress | None = None,
) -> dict[str, int]:
    """`perft` by first action: action text -> count, in the order of the actions; depth from 1.

    The other parameters are those of `perft`.

    Interrupted, a KeyboardInterrupt, holds the counts that are complete.

    >>> from roadgames import Kopano
    >>> divide(Kopano(2, pie=False).new_initial_state(), 2)
    {'a2': 3, 'b2': 3, 'a1': 3, 'b1': 3}
    """
    position = _position(state)
    levels = whole_within(depth, "depth", 1, lib.RG_MAX_DEPTH)
    workers, mebibytes = thread_count(threads), _hash_mb(hash_mb)
    game = state.game
    places = game._actions
    out = ffi.new("rg_count[]", places)
    done = ffi.new("uint8_t[]", places)
    legal = ffi.new("int32_t[]", places)
    actions = ffi.unpack(legal, lib.rg_legal_actions(position, legal))

    def counts(complete: bool) -> dict[str, int]:
        return {game.action_to_string(a): _count(out[a]) for a in actions if complete or done[a]}

    def partial() -> dict[str, int]:
        return counts(complete=False)

    _run(lib.rg_divide, (position, levels, workers, mebibytes), (out, done), progress, partial)
    return counts(complete=True)


@dataclass
class _Part:
    """Equivalent positions: one of them, the actions that lead to it, and how many sequences
    of actions lead to any of them."""

    position: Any
    actions: list[int]
    sequences: int


def prefixes(state: State, plies: SupportsIndex) -> list[tuple[int, list[int]]]:
    """Splits a count into parts, for several machines or to write down what is done.

    Of the positions plies legal actions on, equivalent ones make one part: those reached by another
    order of moves, and images under symmetry (in Rumbo under all motions of the board, whoever has
    claimed what). They have the same perft at every depth. The list has for each part (how many
    sequences of actions lead into it, the actions of one of them); the sum over it of the first
    times what `perft` counts behind the second, at depth - plies, is perft(state, depth). Games
    that end on the last of these plies are parts too, shorter ones are not. plies: 0 to 1000; the
    number of parts grows quickly.

    >>> from roadgames import Kopano
    >>> state = Kopano(3).new_initial_state()
    >>> prefixes(state, 1)
    [(4, [0]), (2, [1]), (2, [3]), (1, [4])]
    """
    position = _position(state)
    levels = whole_within(plies, "plies", 0, lib.RG_MAX_DEPTH)
    legal = ffi.new("int32_t[]", state.game._actions)
    key = ffi.new("uint8_t[]", lib.RG_COUNT_KEY_SIZE)
    parts = [_Part(position, [], 1)]
    for _ in range(levels):
        found: dict[bytes, _Part] = {}
        for part in parts:
            for action in ffi.unpack(legal, lib.rg_legal_actions(part.position, legal)):
                child = ffi.new("rg_state *", part.position[0])
                lib.rg_play(child, action)
                lib.rg_count_key_bytes(child, key)
                new = _Part(child, [*part.actions, action], 0)
                found.setdefault(bytes(key), new).sequences += part.sequences
        parts = list(found.values())
    return [(part.sequences, part.actions) for part in parts]


def playouts(
    state: State,
    count: SupportsIndex,
    seed: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    max_plies: SupportsIndex | None = None,
    *,
    progress: Progress | None = None,
) -> Playouts:
    """Plays count games from the position to their ends, each action drawn uniformly.

    count: 0 to 2**64 - 1. seed: 0 to 2**64 - 1; None takes one from the operating system, which the
    result has. threads: from 1 up; the result does not depend on it. max_plies: cuts a game off
    after so many actions from the position, and then nobody has won it; None is no limit, but
    8 * size**2 for Rhode, which need not end. progress: as in `perft`. Python's and numpy's own
    generators are not used.

    Interrupted, a KeyboardInterrupt, holds the `Playouts` of the games finished.

    >>> from roadgames import Kopano
    >>> result = playouts(Kopano(7).new_initial_state(), 100, seed=1)
    >>> result.games, sum(result.wins), result.cut_off, result.seed
    (100, 100, 0, 1)
    """
    position = _position(state)
    games = whole_within(count, "count", 0, MAX_UINT64)
    used = seed_or_new(seed)
    workers = thread_count(threads)
    limit = state.game._ply_limit(max_plies)
    out = ffi.new("rg_tally *")

    def tally() -> Playouts:
        wins = (out.wins[0], out.wins[1])
        return Playouts(out.games, wins, out.cut_off, out.plies, used)

    _run(lib.rg_playouts, (position, games, used, workers, limit), (out,), progress, tally)
    return tally()


@dataclass(eq=False)
class _Job:
    """One bulk operation under way: what its poll needs, and the exception that stopped it."""

    progress: Progress | None
    process: int
    error: BaseException | None = None


class _Thread(threading.local):
    """The job of each thread. C polls on the thread that called it, so a poll finds its own job
    here. If progress starts another bulk operation, that one's job stands here until it ends."""

    job: _Job | None = None


_this_thread = _Thread()

# When Python exits it ends each daemon thread that asks for Python's lock. A thread that counts
# asks for it in the middle of a poll: its stack, on which the other threads of its job work, would
# be gone. So the jobs of daemon threads are stopped, and waited for, before Python exits.
_daemon_jobs: set[_Job] = set()
_exiting = threading.Event()
_LONGEST_WAIT = 5.0  # seconds, for a progress that does not return


def _end_daemon_jobs() -> None:
    _exiting.set()
    until = time.monotonic() + _LONGEST_WAIT
    while _daemon_jobs and time.monotonic() < until:
        time.sleep(0.01)


atexit.register(_end_daemon_jobs)
if hasattr(os, "register_at_fork"):
    # The child has none of the threads, and does not exit yet.
    os.register_at_fork(after_in_child=_daemon_jobs.clear)
    os.register_at_fork(after_in_child=_exiting.clear)


def _end_if_exiting(job: _Job) -> None:
    if _exiting.is_set() and job in _daemon_jobs:
        raise SystemExit


def _run(
    driver: Any,
    given: tuple[Any, ...],
    results: tuple[Any, ...],
    progress: Progress | None,
    partial: Callable[[], object] | None = None,
) -> None:
    """Calls a bulk operation of C, and raises the exception for its error code: on Ctrl-C, with
    partial given, Interrupted with the partial result."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {shown(progress)}")
    job = _Job(progress, os.getpid())
    outer = _this_thread.job
    thread = threading.current_thread()
    # A daemon thread that forks is the main thread of the child, though it still says daemon.
    if thread.daemon and thread is not threading.main_thread():
        _daemon_jobs.add(job)
    try:
        _end_if_exiting(job)
        _this_thread.job = job
        answer = driver(*given, lib.rg_python_poll, ffi.NULL, *results)
    finally:
        _this_thread.job = outer
        _daemon_jobs.discard(job)
    if answer == lib.RG_STOPPED:
        if job.error is None and os.getpid() != job.process:
            raise RuntimeError("a child forked by progress cannot count on: it lacks the threads")
        error = KeyboardInterrupt() if job.error is None else job.error
        if partial is not None and isinstance(error, KeyboardInterrupt):
            raise Interrupted(partial()) from error
        raise error
    if answer == lib.RG_NO_MEMORY:
        raise MemoryError("not enough memory: ask for a smaller hash_mb or fewer threads")
    if answer == lib.RG_OVERFLOW:
        raise OverflowError("the count passes 2**128")
    if answer:
        raise AssertionError(f"the core refuses checked arguments ({answer})")


def _keep_error(kind: object, error: BaseException, trace: object) -> None:
    """Keeps what the poll of this thread raised, for _run to raise it."""
    job = _this_thread.job
    assert job is not None
    job.error = error


# Python handles signals between its own instructions, on the main thread: Ctrl-C is a
# KeyboardInterrupt in here. What is raised goes to _keep_error, and C gets 1, which stops the work.
@ffi.def_extern(error=1, onerror=_keep_error)  # type: ignore[untyped-decorator]
def rg_python_poll(user: Any, done: float) -> int:
    job = _this_thread.job
    assert job is not None
    _end_if_exiting(job)
    if job.progress is not None:
        job.progress(done)
    return 0


def _position(state: State) -> Any:
    if not isinstance(state, State):
        raise TypeError(f"state must be a State, not {shown(state)}")
    return state._position()


def _hash_mb(hash_mb: SupportsIndex) -> int:
    return whole_within(hash_mb, "hash_mb", 0, lib.RG_MAX_HASH_MB)


def _count(count: Any) -> int:
    return int(count.high << 64 | count.low)
