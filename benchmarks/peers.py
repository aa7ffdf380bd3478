"""Measures all that has a goal, and compares roadgames with other engines.

Medians over interleaved rounds, CPU time, on one core; only what two threads add is measured on
two. What is not installed is said.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import roadgames as rg

from . import machine, ours, rivals
from .contest import ROUNDS, Contest, Goal, Outcome, Work, goal, hold, same
from .level import Level
from .rivals import installed
from .workloads import GAMES, positions, start

SIZE = 11
HEX = "OpenSpiel Hex, 11x11"
PGX = "Pgx Hex, 11x11, compiled, on the CPU"
BARE = "a bare cffi call"


def each(work: Callable[..., Work], *args: Any) -> dict[str, Work]:
    return {game: work(game, *args) for game in GAMES}


# ---- Calls from Python ----


def calls(spiel: Any) -> Iterator[Contest]:
    yield Contest(
        "apply_action, 11x11",
        "ns",
        each(ours.apply_actions, SIZE),
        {BARE: each(ours.bare_plays, SIZE)},
        times=True,
        ratio_goals={BARE: goal(1.5, 1.2)},
    )
    yield Contest(
        "legal_actions_mask into a ready array, 11x11",
        "ns",
        each(ours.masks, SIZE),
        {BARE: each(ours.bare_masks, SIZE)},
        times=True,
        ratio_goals={BARE: goal(1.5, 1.2)},
    )
    hexes = {}
    if spiel:
        new_state = spiel.load_game(f"hex(board_size={SIZE})").new_initial_state
        hexes[HEX] = same(rivals.replay(new_state))
    yield Contest(
        "apply_action + legal_actions, 11x11",
        "ns",
        {game: rivals.replay(start(game, SIZE).game.new_initial_state) for game in GAMES},
        hexes,
        times=True,
        ratio_goals={HEX: goal(1.6)},
    )
    yield Contest(
        "apply_action + legal_actions_mask into a ready array, 11x11",
        "ns",
        each(ours.mask_pairs, SIZE),
        {"two bare cffi calls": each(ours.bare_pairs, SIZE), **hexes},
        times=True,
        ratio_goals={HEX: goal(0.5)},
    )
    if spiel:
        importlib.import_module("roadgames.openspiel")  # registers the games
        new_states = {
            game: spiel.load_game(f"{game}(size={SIZE},pie=false)").new_initial_state
            for game in GAMES
        }
        yield Contest(
            "a step through OpenSpiel's State (apply_action + legal_actions), 11x11",
            "ns",
            {game: rivals.replay(new_states[game]) for game in GAMES},
            hexes,
            times=True,
            goal=goal(10_000),
        )
        yield Contest(
            "apply_action alone through OpenSpiel's State, 11x11",
            "ns",
            {game: rivals.replay(new_states[game], look=False) for game in GAMES},
            times=True,
        )


# ---- Random games ----


def random_games(spiel: Any, pgx: Any, v3: Level) -> Iterator[Contest]:
    others = {}
    if spiel:
        for game, games in (("hex", 300), ("y", 300), ("go", 20)):
            name = f"OpenSpiel {game.capitalize()}, 11x11"
            work = rivals.rollouts(spiel, f"{game}(board_size={SIZE})", games)
            others[name] = same(work)
    if pgx:
        others[PGX] = same(rivals.pgx_rollouts(pgx))
    yield Contest(
        "random games, 11x11",
        "thousand games/s",
        each(ours.playout_games, SIZE),
        others,
        scale=1e3,
        ratio_goals={HEX: goal(55, 100, kopano=60, rumbo=45)},
    )
    for size, least, aim in ((7, 110, 150), (11, 75, 110), (19, 40, 60)):
        yield Contest(
            f"random games, {size}x{size}",
            "million moves/s",
            each(ours.playout_moves, size),
            goal=goal(least, aim),
        )
    if v3.name == "v3":
        yield Contest(
            "random games held to level v3, 11x11",
            "million moves/s",
            {game: v3.playouts(game, SIZE) for game in GAMES},
            goal=goal(20, 40),
        )


# ---- perft ----


def perfts(engine: rivals.Stockfish | None, chess: Any) -> Iterator[Contest]:
    others = {}
    if engine:
        others["Stockfish"] = same(engine.perft)
    if chess:
        others["python-chess"] = same(rivals.python_chess_perft(chess))
    yield Contest(
        "perft, 7x7, depth 6 (others: chess, 6 plies, python-chess 3)",
        "million leaves/s",
        each(ours.perft, 7, 6),
        others,
        ratio_goals={"Stockfish": goal(300, 2000)},
    )
    yield Contest(
        "perft, 11x11, depth 4",
        "million leaves/s",
        each(ours.perft, SIZE, 4),
        goal=goal(1e5, 3e5, rumbo=3e4),
    )
    depths = dict.fromkeys(GAMES, 5) | {"rumbo": 4}
    yield Contest(
        "positions made and their moves counted, no closed form, 7x7",
        "million/s",
        {game: ours.plain_positions(game, 7, depth) for game, depth in depths.items()},
        goal=goal(80, 150, rumbo=60),
    )


# ---- Batches ----


def batches(pgx: Any, pettingzoo: Any) -> Iterator[Contest]:
    name = f"steps of a batch of {ours.BATCH}, 11x11"
    others, connect_four = {}, "PettingZoo connect_four"
    if pgx:
        others[PGX] = same(rivals.pgx_steps(pgx))
    if pettingzoo:
        others[connect_four] = same(rivals.pettingzoo_steps())
    yield Contest(
        name,
        "million/s",
        each(ours.batch_steps, SIZE, False),
        others,
        goal=goal(5),
        ratio_goals={PGX: goal(20), connect_four: goal(100)},
    )
    yield Contest(
        f"{name}, with observation",
        "million/s",
        each(ours.batch_steps, SIZE, True),
        goal=goal(2),
    )


# ---- Two threads ----

# Pieces of some 10 ms, many of each: the fastest twentieth is what nothing else has disturbed, if
# both cores are free now and then.
PIECES = 60


def thread_works(game: str) -> Iterator[tuple[str, Goal, Callable[[int], object]]]:
    """A name, what two threads are to be in times of one, and a piece of work for some threads."""
    position, games = positions()[game, 7, "start"], 30_000
    depth = 5 if game == "rumbo" else 6
    state = start(game, SIZE)
    expected = rg.playouts(state, games, rivals.SEED)
    of_threads = {threads: ours.new_batch(game, SIZE, threads) for threads in (1, 2)}

    def count(threads: int) -> None:
        assert rg.perft(position.state, depth, threads) == position.counts[depth]

    def play(threads: int) -> None:
        assert rg.playouts(state, games, rivals.SEED, threads) == expected

    def step(threads: int) -> None:
        batch = of_threads[threads]
        for _ in range(20):
            batch.step(batch.sample_actions())
        assert batch.legal_actions_mask.any(axis=1).all()

    yield "perft 7x7", goal(1.8, 1.95), count
    yield "random games 11x11", goal(1.8, 1.95), play
    yield f"batch of {ours.BATCH} 11x11", goal(1.7), step


def two_threads() -> tuple[list[dict[str, object]], list[str]]:
    """What two threads add, printed as it is found; and what falls short, in words."""
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"the machine is busy (load {load:.1f}): two threads show less than they can")
    found: list[dict[str, object]] = []
    short = []
    for game in GAMES:
        for name, wanted, work in thread_works(game):
            seconds: dict[int, list[float]] = {1: [], 2: []}
            cpu: dict[int, list[float]] = {1: [], 2: []}
            for _ in range(PIECES):
                for threads in (1, 2):
                    begin, cpu_begin = time.perf_counter(), time.process_time()
                    work(threads)
                    seconds[threads].append(time.perf_counter() - begin)
                    cpu[threads].append(time.process_time() - cpu_begin)
            one, two = (quantiles(seconds[threads], n=20)[0] for threads in (1, 2))
            ratio, both = one / two, median(cpu[2]) / median(cpu[1])
            title = f"{name}, {game}, two threads"
            print(
                f"{title}: {ratio:.2f} times one, at least (aim) {wanted.cell(game, '')}; "
                f"CPU time of both {both:.2f} times that of one"
            )
            found.append({"name": title, "ratio": ratio, "cpu_ratio": both})
            if ratio < wanted.least[game]:
                short.append(f"{title}: {ratio:.2f} times one, not {wanted.least[game]}")
    print(flush=True)
    return found, short


# ---- All ----


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/peers.json"), metavar="FILE")
    path: Path = parser.parse_args().json
    about = machine.describe()
    print(machine.headline(about), end="\n\n", flush=True)
    threads, short = two_threads() if (os.cpu_count() or 1) > 1 else ([], [])
    machine.pin()
    spiel, chess, pgx, zoo = map(installed, ("pyspiel", "chess", "pgx", "pettingzoo"))
    outcomes: list[Outcome] = []
    v3 = Level("v3")
    with rivals.stockfish() as engine:
        groups = (
            calls(spiel),
            random_games(spiel, pgx, v3),
            perfts(engine, chess),
            batches(pgx, zoo),
        )
        for contest in chain.from_iterable(groups):
            outcomes.append(hold(contest))
            print(outcomes[-1].report(), end="\n\n", flush=True)
        found = {
            "OpenSpiel (pip install open_spiel)": spiel,
            "Stockfish (the system's package, or name the program in STOCKFISH)": engine,
            "python-chess (pip install chess)": chess,
            "Pgx (pip install pgx)": pgx,
            "PettingZoo (pip install pettingzoo)": zoo,
            "level v3, which this machine lacks": v3.name == "v3",
        }
    v3.close()
    missing = [name for name, there in found.items() if not there]
    for name in missing:
        print(f"not measured: {name}")
    for outcome in outcomes:
        short += outcome.shortfalls()
    for shortfall in short:
        print(f"short of its goal: {shortfall}")
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "name": outcome.contest.name,
            "unit": outcome.contest.unit,
            "medians": outcome.figures,
            "rivals": outcome.rivals,
            "ratios": outcome.ratios,
        }
        for outcome in outcomes
    ]
    summary = {**about, "rounds": ROUNDS, "threads": threads, "contests": rows}
    summary.update(missing=missing, short=short)
    path.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    print(f"medians of {ROUNDS} interleaved rounds, one core; JSON: {path}")


if __name__ == "__main__":
    main()
