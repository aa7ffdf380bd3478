"""Random self-play into a replay buffer: many games at once in a Batch, numpy alone.

    python examples/self_play.py --game kopano --size 9 --games 1024 --rounds 4

For a learning agent replace `sample_actions` by a choice of its own.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import NamedTuple

import numpy as np

import roadgames as rg


class Samples(NamedTuple):
    """Positions, each as the player to move sees it: row i of all arrays belongs to one of them."""

    observations: np.ndarray  # uint8, (N, planes, size, size)
    masks: np.ndarray  # bool, (N, actions): the legal actions
    actions: np.ndarray  # int32, (N,): the one played
    results: np.ndarray  # float32, (N,): 1 where the player to move went on to win, otherwise -1


class ReplayBuffer:
    """The newest positions, up to capacity; new ones take the places of the oldest."""

    def __init__(self, game: rg.Game, capacity: int) -> None:
        actions = game.num_distinct_actions()
        self.rows = Samples(
            np.empty((capacity, *game.observation_tensor_shape()), np.uint8),
            np.empty((capacity, actions), np.bool_),
            np.empty(capacity, np.int32),
            np.empty(capacity, np.float32),
        )
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, len(self.rows.actions))

    def add(self, samples: Samples) -> None:
        capacity = len(self.rows.actions)
        self.added += len(samples.actions)
        newest = Samples(*(column[-capacity:] for column in samples))
        places = np.arange(self.added - len(newest.actions), self.added) % capacity
        for column, new in zip(self.rows, newest, strict=True):
            column[places] = new

    def sample(self, generator: np.random.Generator, count: int) -> Samples:
        places = generator.integers(len(self), size=count)
        return Samples(*(column[places] for column in self.rows))


def play_games(batch: rg.Batch, buffer: ReplayBuffer) -> None:
    """Plays all games of the batch from start to end; positions of those not cut off are added."""
    batch.reset()
    steps = []
    while (games := np.flatnonzero(batch.current_player >= 0)).size:
        seats = batch.current_player[games]
        observations = batch.observation(dtype=np.uint8)[games]
        masks = batch.legal_actions_mask[games]
        actions = batch.sample_actions()
        steps.append((games, seats, observations, masks, actions[games]))
        batch.step(actions)
    for games, seats, observations, masks, actions in steps:
        won = batch.terminated[games]
        results = batch.returns[games, seats]
        buffer.add(Samples(observations[won], masks[won], actions[won], results[won]))


def arguments(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    names = [traits.name for traits in rg.registry.TRAITS]
    parser.add_argument("--game", default="kopano", choices=names)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=1024, help="played at a time")
    parser.add_argument("--rounds", type=int, default=4, help="times so many games are played")
    parser.add_argument("--capacity", type=int, default=200_000, help="positions kept")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def main() -> None:
    options = arguments("Random self-play into a replay buffer.").parse_args()
    game = rg.load_game(options.game, size=options.size)
    batch = rg.Batch(game, options.games, seed=options.seed)
    buffer = ReplayBuffer(game, options.capacity)
    start = perf_counter()
    for _ in range(options.rounds):
        play_games(batch, buffer)
    seconds = perf_counter() - start
    print(f"{game}: {options.rounds * options.games} games, {buffer.added} positions")
    print(f"{buffer.added / seconds:,.0f} positions a second, {len(buffer)} kept")
    drawn = buffer.sample(np.random.default_rng(options.seed), 1000)
    print(f"the player to move won after {np.mean(drawn.results > 0):.0%} of 1000 drawn positions")


if __name__ == "__main__":
    main()
