"""perft and playouts: long work in C, one thread."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import roadgames as rg

from .workloads import Playouts, Position, playouts, positions

PERFTS = [(p, d) for p in positions().values() for d in p.counts if d > 2 or d == p.deepest]


@pytest.mark.parametrize(
    ("position", "depth"),
    [pytest.param(p, d, id=f"{p.game}-{p.size}-{p.fill}-d{d}") for p, d in PERFTS],
)
def test_perft(benchmark: BenchmarkFixture, position: Position, depth: int) -> None:
    """Leaves counted at this depth."""
    leaves = position.counts[depth]
    benchmark.extra_info.update(
        what="perft", game=position.game, size=position.size, fill=position.fill, depth=depth
    )
    benchmark.extra_info["units"] = leaves
    assert benchmark(rg.perft, position.state, depth) == leaves


@pytest.mark.parametrize(
    "work", [pytest.param(w, id=f"{w.game}-{w.size}") for w in playouts().values()]
)
def test_playouts(benchmark: BenchmarkFixture, work: Playouts) -> None:
    """Moves made in random games from the start."""
    benchmark.extra_info.update(what="playouts", game=work.game, size=work.size, fill="start")
    benchmark.extra_info["units"] = work.plies
    work.check(benchmark(work.run))
