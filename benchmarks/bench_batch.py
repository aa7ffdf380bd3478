"""Measures batches: game steps a second, against other vectorized games, and what threads add.

A step is sample_actions, step and the mask that comes with it, with autoreset in the same step;
"with observation" also fills a ready float32 array. Pgx's Hex (a batch of 1024, compiled) and
PettingZoo's connect_four, stepped by its API, are compared where they are installed: the extra
"peers". One core, but for the threads.
"""

from __future__ import annotations

import argparse
import importlib
import os
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import roadgames as rg

from . import machine
from .peers import Contest, Work, hold, installed, report
from .workloads import GAMES

BATCH = 4096
SIZE = 11
# Steps of one measurement.
STEPS = 100
SEED = 1

# Least ratios, ours to the peer's.
PGX = "Pgx Hex, compiled, on the CPU"
PETTINGZOO = "PettingZoo connect_four"
GOALS = {PGX: 20.0, PETTINGZOO: 100.0}
# Of two threads to one.
THREADS_GOAL = 1.7


def new_batch(game: str, threads: int = 1) -> rg.Batch:
    """A batch whose games are all under way."""
    batch = rg.Batch(rg.load_game(game, SIZE), BATCH, SEED, threads, "same_step")
    for _ in range(SIZE**2):
        batch.step(batch.sample_actions())
    return batch


def steps(game: str, observe: bool = False) -> Work:
    """Random play."""
    batch = new_batch(game)
    planes = batch.observation()

    def work() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample_actions())
            if observe:
                batch.observation(out=planes)
        assert batch.legal_actions_mask.any(axis=1).all()
        return STEPS * BATCH

    return work


def pgx_steps(pgx: Any) -> Work:
    """Random play of Pgx's Hex, all steps of a measurement in one compiled function."""
    jax = importlib.import_module("jax")
    wrappers = importlib.import_module("pgx.experimental")
    env, batch = pgx.make("hex"), 1024
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def move(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, draw, again = jax.random.split(key, 3)
        chances = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(draw, chances, axis=1)
        return step(state, actions, jax.random.split(again, batch)), key

    play = jax.jit(lambda state, key: jax.lax.fori_loop(0, STEPS, move, (state, key)))
    key = jax.random.PRNGKey(SEED)
    carry = jax.vmap(env.init)(jax.random.split(key, batch)), key

    def work() -> int:
        nonlocal carry
        carry = play(*carry)
        assert bool(carry[0].legal_action_mask.block_until_ready().any())
        return STEPS * batch

    return work


def pettingzoo_steps() -> Work:
    """Random play of PettingZoo's connect_four, one game at a time."""
    env = importlib.import_module("pettingzoo.classic.connect_four_v3").env()

    def work() -> int:
        done = 0
        while done < 2000:
            env.reset(seed=SEED + done)
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                mask = observation["action_mask"]
                env.step(None if over else env.action_space(agent).sample(mask))
                done += not over
        return done

    return work


def contests() -> list[Contest]:
    peers, name = {}, f"batch of {BATCH}, {SIZE}x{SIZE}"
    if pgx := installed("pgx"):
        peers[PGX] = pgx_steps(pgx)
    if installed("pettingzoo"):
        peers[PETTINGZOO] = pettingzoo_steps()
    return [
        Contest(
            name,
            "million game steps/s",
            {game: steps(game) for game in GAMES},
            peers,
            goal=dict.fromkeys(GAMES, 5.0),
        ),
        Contest(
            f"{name}, with observation",
            "million game steps/s",
            {game: steps(game, observe=True) for game in GAMES},
            {},
            goal=dict.fromkeys(GAMES, 2.0),
        ),
    ]


def scaling(game: str) -> float:
    """How many times as fast two threads are.

    Rounds of single steps by turns. Of each round's times the fifth percentile: on a busy machine
    that is a step nothing else has disturbed.
    """
    ratios = []
    batches = [new_batch(game, threads) for threads in (1, 2)]
    for _ in range(9):
        least = []
        for batch in batches:
            times = []
            for _ in range(200):
                begin = perf_counter()
                batch.step(batch.sample_actions())
                times.append(perf_counter() - begin)
            least.append(quantiles(times, n=20)[0])
        ratios.append(least[0] / least[1])
    return median(ratios)


def main() -> None:
    argparse.ArgumentParser(
        prog="python -m benchmarks.bench_batch", description=__doc__
    ).parse_args()
    print(machine.headline(machine.describe()), end="\n\n", flush=True)
    if (os.cpu_count() or 1) > 1:
        for game in GAMES:
            ratio = scaling(game)
            print(f"{game}, two threads: {ratio:.2f} times one, to be at least {THREADS_GOAL}")
        print(flush=True)
    machine.pin()
    for contest in contests():
        outcome = hold(contest, process_time)
        print(report(outcome))
        for peer, ratios in outcome.ratios.items():
            least, goal = min(ratios.values()), GOALS[peer]
            print(f"{peer}: {least:.0f} times at least, to be at least {goal:.0f} times")
        for shortfall in outcome.shortfalls():
            print(f"short of its goal: {shortfall}")
        print(flush=True)
    for peer in GOALS:
        if not installed(peer.split()[0].lower()):
            print(f"not compared, as it is not installed: {peer}")


if __name__ == "__main__":
    main()
