"""What roadgames is compared with: other engines, where they are installed, and bare calls into C.

OpenSpiel, python-chess, Pgx and PettingZoo come with the extra "peers"; Stockfish is looked for in
$STOCKFISH and on the path.
"""

from __future__ import annotations

import importlib
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .contest import Work, timed

SEED = 1


def installed(module: str) -> Any:
    """The module, None where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def random_line(new_state: Callable[[], Any]) -> list[int]:
    """The actions of a random game."""
    draw = random.Random(SEED)
    state = new_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    return list(state.history())


def replay(new_state: Callable[[], Any], look: bool = True) -> Work:
    """Plays a random game again and again; look: listing the legal actions after each action."""
    actions = random_line(new_state)

    def act() -> int:
        state = new_state()
        apply_action, legal_actions = state.apply_action, state.legal_actions
        if look:
            for action in actions:
                apply_action(action)
                legal_actions()
        else:
            for action in actions:
                apply_action(action)
        assert state.is_terminal()
        return len(actions)

    return timed(act)


# ---- OpenSpiel ----


def rollouts(spiel: Any, name: str, games: int) -> Work:
    """Random games by OpenSpiel's C++ evaluator: a search's first visit of the root asks for them.

    The search is made once for many games, so that nearly all the time is the games'.
    """
    game = spiel.load_game(name)
    state = game.new_initial_state()

    def act() -> int:
        evaluator = spiel.RandomRolloutEvaluator(games, SEED)
        # exploration constant, simulations, megabytes, solve, seed, verbose
        bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, SEED, False)
        root = bot.mcts_search(state)
        assert root.explore_count == 1
        assert -1 < root.total_reward < 1
        return games

    return timed(act)


# ---- Chess ----


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

    def seconds(self) -> float:
        """CPU time of its process so far; the time of day where that can't be read."""
        path = Path(f"/proc/{self.process.pid}/stat")
        if not path.exists():
            return time.perf_counter()
        fields = path.read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def perft(self) -> tuple[int, float]:
        """Counts the six plies from the start of chess."""
        assert self.process.stdin is not None
        begin = self.seconds()
        self.process.stdin.write("go perft 6\n")
        self.process.stdin.flush()
        leaves = int(self.lines_until("Nodes searched").rpartition(":")[2])
        assert leaves == 119_060_324
        return leaves, self.seconds() - begin


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


def python_chess_perft(chess: Any) -> Work:
    """Counts three plies from the start of chess, the last without making the moves."""

    def count(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            board.pop()
        return leaves

    def act() -> int:
        leaves = count(chess.Board(), 3)
        assert leaves == 8902
        return leaves

    return timed(act)


# ---- Games for learning programs ----


def pgx_actions(jax: Any, key: Any, state: Any) -> Any:
    """A random legal action for each game of a batch."""
    chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
    return jax.random.categorical(key, chances, axis=1)


def pgx_rollouts(pgx: Any) -> Work:
    """Random games of a batch of Pgx's Hex, compiled, to the last one's end."""
    jax = importlib.import_module("jax")
    env = pgx.make("hex")
    batch = 256

    def move(carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, draw = jax.random.split(key)
        return jax.vmap(env.step)(state, pgx_actions(jax, draw, state)), key

    @jax.jit  # type: ignore[untyped-decorator]
    def play(key: Any) -> Any:
        key, draw = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(draw, batch))
        state, _ = jax.lax.while_loop(lambda carry: ~carry[0].terminated.all(), move, (state, key))
        return state

    def act() -> int:
        state = play(jax.random.PRNGKey(SEED)).terminated.block_until_ready()
        assert bool(state.all())
        return batch

    return timed(act)


def pgx_steps(pgx: Any) -> Work:
    """Random play of a batch of Pgx's Hex, many steps in one compiled function."""
    jax = importlib.import_module("jax")
    wrappers = importlib.import_module("pgx.experimental")
    env, batch, steps = pgx.make("hex"), 1024, 20
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def move(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, draw, again = jax.random.split(key, 3)
        return step(state, pgx_actions(jax, draw, state), jax.random.split(again, batch)), key

    play = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, move, (state, key)))
    key = jax.random.PRNGKey(SEED)
    carry = jax.vmap(env.init)(jax.random.split(key, batch)), key

    def act() -> int:
        nonlocal carry
        carry = play(*carry)
        assert bool(carry[0].legal_action_mask.block_until_ready().any())
        return steps * batch

    return timed(act)


def pettingzoo_steps() -> Work:
    """Random play of PettingZoo's connect_four, one game at a time."""
    env = importlib.import_module("pettingzoo.classic.connect_four_v3").env()
    games = 0

    def act() -> int:
        nonlocal games
        done = 0
        env.reset(seed=SEED + games)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            mask = observation["action_mask"]
            env.step(None if over else env.action_space(agent).sample(mask))
            done += not over
        games += 1
        return done

    return timed(act)
