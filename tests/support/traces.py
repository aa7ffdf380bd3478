"""Games that a batch plays at random, and one number for all that it shows of them."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

import roadgames as rg


def trace(
    name: str, games: int, threads: int, autoreset: str = "same_step", steps: int = 60
) -> tuple[npt.NDArray[np.int64], rg.Batch]:
    """What was drawn, (steps, games), and the batch after it."""
    batch = rg.Batch(rg.load_game(name, 5), games, 42, threads, autoreset)
    drawn = []
    for _ in range(steps):
        drawn.append(batch.sample_actions())
        batch.step(drawn[-1])
    return np.array(drawn), batch


def digest(name: str) -> str:
    found = hashlib.sha256()
    drawn, batch = trace(name, 50, 2)
    # Without the version of the rules and the number of the game.
    found.update(drawn.astype("<i4").tobytes() + batch.to_bytes()[:, 2:].tobytes())
    for array in (batch.legal_actions_mask, batch.observation(dtype="uint8")):
        found.update(array.tobytes())
    found.update(batch.observation().astype("<f4").tobytes())
    return found.hexdigest()
