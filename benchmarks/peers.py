"""Compares roadgames with other engines, and with the speeds it is to have.

OpenSpiel's Hex 11x11 and python-chess come with the extra "peers"; Stockfish is looked for in
$STOCKFISH and on the path; Pgx's Hex is compared where it is installed. What is missing is said.
Everything runs on one core. Each round measures all that is compared, one after the other; a
ratio, ours to the peer's, is the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path
from statistics import median
from typing import Any

import roadgames as rg

from . import machine
from .table import figure, table
from .workloads import GAMES, Position, positions, start

ROUNDS = 7
# Seconds a contender takes a round at most, about: depths are chosen by it.
SLICE = 0.5
SIZE = 11
GAME_SEED = 1

# Does something and returns how many units of work it was.
Work = Callable[[], int]
# Seconds.
Clock = Callable[[], float]


@dataclass(frozen=True)
class Contest:
    """One measurement: ours for each game against those of the peers that are there.

    unit: of the figures shown: units of work a second over scale; for a contest of times
    nanoseconds a unit of work. goal: what our figures are to be at least, by game. time_goal: what
    our time is to be at most, in times of each peer's; it makes a contest of times.
    """

    name: str
    unit: str
    ours: dict[str, Work]
    peers: dict[str, Work]
    scale: float = 1e6
    goal: dict[str, float] | None = None
    time_goal: float | None = None


@dataclass(frozen=True)
class Outcome:
    """Medians over the rounds: a contest's figures by game and peer, and ratios[peer][game]."""

    contest: Contest
    figures: dict[str, float]
    ratios: dict[str, dict[str, float]]

    def shortfalls(self) -> Iterator[str]:
        """What falls short of the goals, in words."""
        contest = self.contest
        for game, least in (contest.goal or {}).items():
            if (found := self.figures[game]) < least:
                yield f"{contest.name}, {game}: {figure(found)} {contest.unit} of {figure(least)}"
        if contest.time_goal is not None:
            for peer, game in product(self.ratios, GAMES):
                if (ratio := self.ratios[peer][game]) > contest.time_goal:
                    yield (
                        f"{contest.name}, {game}: {figure(ratio)} times the time of {peer}, "
                        f"at most {figure(contest.time_goal)}"
                    )


def hold(contest: Contest, clock: Clock) -> Outcome:
    """Measures a contest in interleaved rounds, after one that does not count."""
    contenders = {**contest.ours, **contest.peers}
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(ROUNDS + 1):
        for name, work in contenders.items():
            begin = clock()
            units = work()
            passed = clock() - begin
            if number:
                speed = units / passed / contest.scale
                found[name].append(speed if contest.time_goal is None else passed / units * 1e9)
    ratios = {
        peer: {
            game: median(
                mine / theirs for mine, theirs in zip(found[game], found[peer], strict=True)
            )
            for game in GAMES
        }
        for peer in contest.peers
    }
    return Outcome(contest, {name: median(each) for name, each in found.items()}, ratios)


# ---- apply_action and legal_actions from Python ----


def replay(new_state: Callable[[], Any], games: int = 5) -> Work:
    """Plays a random game again and again, listing the legal actions after each action."""
    draw = random.Random(GAME_SEED)
    state = new_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    actions, end = state.history(), str(state)

    def work() -> int:
        for _ in range(games):
            state = new_state()
            apply_action, legal_actions = state.apply_action, state.legal_actions
            for action in actions:
                apply_action(action)
                legal_actions()
        assert str(state) == end
        return games * len(actions)

    return work


def pair(spiel: Any) -> Contest:
    peers = {}
    if spiel:
        peers["OpenSpiel Hex"] = replay(
            spiel.load_game(f"hex(board_size={SIZE})").new_initial_state
        )
    return Contest(
        f"apply_action + legal_actions, {SIZE}x{SIZE}",
        "ns",
        {game: replay(start(game, SIZE).game.new_initial_state) for game in GAMES},
        peers,
        time_goal=2.0,
    )


# ---- Random games ----


def rollouts(spiel: Any, games: int = 500) -> Work:
    """Random games by OpenSpiel's C++ evaluator: a search's first visit of the root asks for them.

    The search is made once a round, so that nearly all the time is the games'.
    """
    game = spiel.load_game(f"hex(board_size={SIZE})")
    state = game.new_initial_state()

    def work() -> int:
        evaluator = spiel.RandomRolloutEvaluator(games, GAME_SEED)
        # exploration constant, simulations, megabytes, solve, seed, verbose
        bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, GAME_SEED, False)
        root = bot.mcts_search(state)
        assert root.explore_count == 1
        assert -1 < root.total_reward < 1
        return games

    return work


def playouts(game: str, by_moves: bool = False) -> Work:
    """Random games by rg.playouts; counts them, or their moves."""
    state = start(game, SIZE)
    count = 4096
    expected = rg.playouts(state, count, GAME_SEED)

    def work() -> int:
        tally = rg.playouts(state, count, GAME_SEED)
        assert tally == expected
        return tally.plies if by_moves else tally.games

    return work


def pgx_rollouts(pgx: Any) -> Work:
    """Random games of a batch of Pgx's Hex, compiled, to the last one's end."""
    jax = importlib.import_module("jax")
    env = pgx.make("hex")
    batch = 256

    def move(carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, draw = jax.random.split(key)
        chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return jax.vmap(env.step)(state, jax.random.categorical(draw, chances, axis=1)), key

    @jax.jit  # type: ignore[untyped-decorator]
    def play(key: Any) -> Any:
        key, draw = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(draw, batch))
        state, _ = jax.lax.while_loop(lambda carry: ~carry[0].terminated.all(), move, (state, key))
        return state

    def work() -> int:
        state = play(jax.random.PRNGKey(GAME_SEED)).terminated.block_until_ready()
        assert bool(state.all())
        return batch

    return work


def random_games(spiel: Any, pgx: Any) -> Contest:
    peers = {}
    if spiel:
        peers["OpenSpiel Hex"] = rollouts(spiel)
    if pgx:
        peers["Pgx Hex on the CPU"] = pgx_rollouts(pgx)
    return Contest(
        f"random games, {SIZE}x{SIZE}",
        "thousand games/s",
        {game: playouts(game) for game in GAMES},
        peers,
        scale=1e3,
    )


def random_moves() -> Contest:
    return Contest(
        f"moves of random games, {SIZE}x{SIZE}",
        "million/s",
        {game: playouts(game, by_moves=True) for game in GAMES},
        {},
        goal=dict.fromkeys(GAMES, 5.0),
    )


# ---- perft ----


class Stockfish:
    """A running Stockfish."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.name = self.lines_until("Stockfish").split(" by ")[0]

    def lines_until(self, begin: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(begin):
                return line
        raise RuntimeError(f"Stockfish ended before it said {begin!r}")

    def perft(self) -> int:
        """Counts the six plies from the start of chess."""
        assert self.process.stdin is not None
        self.process.stdin.write("go perft 6\n")
        self.process.stdin.flush()
        leaves = int(self.lines_until("Nodes searched: ").split()[-1])
        assert leaves == 119_060_324
        return leaves

    def cpu_seconds(self) -> float:
        """CPU time used so far; Linux only."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def cpu_clock(engine: Stockfish | None) -> Clock:
    """CPU time, of which a busy machine takes less away than of the time of day.

    Nobody waits here, so on a quiet machine the two are the same. Where Stockfish's can't be read
    it is the time of day.
    """
    if engine is None:
        return time.process_time
    if not Path("/proc/self/stat").exists():
        return time.perf_counter
    return lambda: time.process_time() + engine.cpu_seconds()


@contextmanager
def stockfish() -> Iterator[Stockfish | None]:
    """Stockfish, if it is there, until the end of the block. Debian keeps it with the games."""
    named = os.environ.get("STOCKFISH")
    program = shutil.which(named or "stockfish")
    if named and not program:
        raise SystemExit(f"STOCKFISH is {named!r}: there is no such program")
    program = program or shutil.which("stockfish", path="/usr/games:/usr/local/games")
    if program is None:
        yield None
        return
    engine = Stockfish(program)
    try:
        yield engine
    finally:
        engine.process.kill()
        engine.process.communicate()


def depth_within(position: Position) -> int:
    """The greatest recorded depth whose count fits into the slice."""
    depth = min(position.counts)
    while (deeper := depth + 1) in position.counts:
        begin = time.process_time()
        rg.perft(position.state, depth)
        passed = time.process_time() - begin
        if passed * position.counts[deeper] > SLICE * position.counts[depth]:
            break
        depth = deeper
    return depth


def perft(position: Position, depth: int) -> Work:
    """Counts a position."""

    def work() -> int:
        leaves = rg.perft(position.state, depth)
        assert leaves == position.counts[depth]
        return leaves

    return work


def python_chess_perft(chess: Any) -> Work:
    """Counts four plies from the start of chess, the last without making the moves."""

    def count(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            board.pop()
        return leaves

    def work() -> int:
        leaves = count(chess.Board(), 4)
        assert leaves == 197_281
        return leaves

    return work


def deep_perft(engine: Stockfish | None, chess: Any) -> Contest:
    peers = {}
    if engine:
        peers[f"{engine.name}, go perft 6"] = engine.perft
    if chess:
        peers["python-chess, four plies"] = python_chess_perft(chess)
    starts = {game: positions()[game, 7, "start"] for game in GAMES}
    depths = {game: depth_within(position) for game, position in starts.items()}
    return Contest(
        f"perft, 7x7, depth {'/'.join(map(str, depths.values()))}",
        "million leaves/s",
        {game: perft(position, depths[game]) for game, position in starts.items()},
        peers,
    )


def shallow_perft() -> Contest:
    sizes = {"rhode": 7, "kopano": 7, "rumbo": 5}
    return Contest(
        "perft, depth 4, 7x7 (Rumbo 5x5)",
        "million leaves/s",
        {game: perft(positions()[game, size, "start"], 4) for game, size in sizes.items()},
        {},
        goal={"rhode": 100.0, "kopano": 100.0, "rumbo": 50.0},
    )


# ---- The report ----


def report(outcome: Outcome) -> str:
    """A table: our figures and what they are to be, then ratios to each peer."""
    contest = outcome.contest

    def row(name: str, by_game: dict[str, float], end: str = "") -> tuple[str, list[str]]:
        return name, [figure(by_game[game]) + end for game in GAMES]

    rows = [row("roadgames", outcome.figures)]
    if contest.goal:
        rows.append(row("  to be at least", contest.goal))
    for peer, ratios in outcome.ratios.items():
        rows.append(row(f"against {peer}: {figure(outcome.figures[peer])}", ratios, "x"))
        if contest.time_goal is not None:
            rows.append(row("  to be at most", dict.fromkeys(GAMES, contest.time_goal), "x"))
    return table(f"{contest.name}, {contest.unit}", GAMES, rows)


def installed(module: str) -> Any:
    """The module, None where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def run() -> tuple[list[Outcome], list[str]]:
    """All contests, printed as they end, and what is missing."""
    spiel, chess, pgx = installed("pyspiel"), installed("chess"), installed("pgx")
    with stockfish() as engine:
        contests = [
            pair(spiel),
            random_games(spiel, pgx),
            random_moves(),
            deep_perft(engine, chess),
            shallow_perft(),
        ]
        outcomes = []
        for contest in contests:
            outcomes.append(hold(contest, cpu_clock(engine)))
            print(report(outcomes[-1]), end="\n\n", flush=True)
        peers = {
            "OpenSpiel (pip install open_spiel)": spiel,
            "Stockfish (the system's package, or name the program in STOCKFISH)": engine,
            "python-chess (pip install chess)": chess,
            "Pgx (pip install pgx)": pgx,
        }
        return outcomes, [name for name, peer in peers.items() if not peer]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/peers.json"), metavar="FILE")
    path: Path = parser.parse_args().json
    machine.pin()
    about = machine.describe()
    print(machine.headline(about), end="\n\n")
    outcomes, missing = run()
    for name in missing:
        print(f"not compared, as it was not found: {name}")
    for shortfall in chain.from_iterable(outcome.shortfalls() for outcome in outcomes):
        print(f"short of its goal: {shortfall}")
    path.parent.mkdir(parents=True, exist_ok=True)
    contests = [
        {
            "name": outcome.contest.name,
            "unit": outcome.contest.unit,
            "medians": outcome.figures,
            "ratios": outcome.ratios,
            "short": list(outcome.shortfalls()),
        }
        for outcome in outcomes
    ]
    found = {**about, "rounds": ROUNDS, "missing": missing, "contests": contests}
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"medians of {ROUNDS} interleaved rounds, one core; JSON: {path}")


if __name__ == "__main__":
    main()
