"""Runs all benchmarks, prints a short table and keeps everything in a JSON file."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from . import machine
from .table import figure, table
from .workloads import FILLS, GAMES, HERE, SIZES

# Enough rounds for a median, and all of them within a minute.
BUDGET = ["--benchmark-min-time=0.0002", "--benchmark-max-time=0.04", "--benchmark-min-rounds=3"]
# CPU time: all is one thread that never waits, and what else runs disturbs it less.
CLOCK = "--benchmark-timer=time.process_time"
QUIET = ["-qq", "--no-header", "--benchmark-quiet", "-p", "no:cacheprovider"]

STARTS = {"5x5 d4": (5, 4), "7x7 d5": (7, 5), "7x7 d6": (7, 6), "11 d3": (11, 3), "11 d4": (11, 4)}
CALLS = (
    "apply_action",
    "undo_action",
    "legal_actions",
    "legal_actions_mask",
    "clone",
    "zobrist",
    "to_bytes",
    "str",
    "new_initial_state",
)


def run(path: Path) -> int:
    """Measures, writes the JSON file, and returns pytest's exit code."""
    files = ("bench_drivers.py", "bench_calls.py", "bench_primitives.py")
    return int(
        pytest.main(
            [
                *(str(HERE / file) for file in files),
                *QUIET,
                *BUDGET,
                CLOCK,
                f"--benchmark-json={path}",
            ]
        )
    )


def summary(found: dict[str, Any]) -> str:
    """The tables, from what pytest-benchmark wrote."""
    seconds: dict[tuple[object, ...], float] = {}
    for benchmark in found["benchmarks"]:
        info = benchmark["extra_info"]
        key: tuple[object, ...] = info["what"], info["game"], info["size"], info["fill"]
        if info["fill"] == "start" and info["what"] == "perft":
            key = (*key, info["depth"])
        seconds[key] = benchmark["stats"]["median"] / info["units"]
    primitives = dict.fromkeys(
        (benchmark["extra_info"]["what"], benchmark["extra_info"]["game"])
        for benchmark in found["benchmarks"]
        if benchmark["name"].startswith("test_primitive[")
    )

    def millions(*key: object) -> str:
        return figure(1e-6 / seconds[key]) if key in seconds else "-"

    def nanoseconds(*key: object) -> str:
        return figure(1e9 * seconds[key]) if key in seconds else "-"

    fills = [(size, f"{fill}%") for size, fill in product((7, 11, 19), FILLS)]
    return "\n\n".join(
        [
            table(
                "random games, million moves/s",
                [f"{size}x{size}" for size in SIZES],
                [(g, [millions("playouts", g, n, "start") for n in SIZES]) for g in GAMES],
            ),
            table(
                "perft from the start, million leaves/s",
                list(STARTS),
                [
                    (g, [millions("perft", g, n, "start", d) for n, d in STARTS.values()])
                    for g in GAMES
                ],
            ),
            table(
                "perft by fill, million leaves/s",
                [f"{size}: {fill}" for size, fill in fills],
                [(g, [millions("perft", g, *where) for where in fills]) for g in GAMES],
            ),
            table(
                "calls from Python, 11x11 half full, ns",
                GAMES,
                [(call, [nanoseconds(call, g, 11, "50%") for g in GAMES]) for call in CALLS],
            ),
            table(
                "steps of the rules in C, half full, ns",
                [f"{size}x{size}" for size in SIZES],
                [
                    (f"{what}, {g}", [nanoseconds(what, g, n, "50%") for n in SIZES])
                    for what, g in primitives
                ],
            ),
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"), metavar="FILE")
    path: Path = parser.parse_args().json
    path.parent.mkdir(parents=True, exist_ok=True)
    machine.pin()
    if code := run(path):
        return code
    found = json.loads(path.read_text(encoding="utf-8"))
    print(machine.headline(found["roadgames"]))
    print(f"signature {found['roadgames']['signature']}\n")
    print(summary(found))
    print(f"\nmedians, one thread; all measurements: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
