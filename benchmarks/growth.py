"""Draws how cost grows with the board: docs/speed.svg.

A panel for each game, above for random games and below for perft; a line for each instruction set
level of this machine, forced by ROADGAMES_CPU. Levels are measured in turn, several rounds; shown
are the medians. Every level must give the same counts and the same games.
"""

from __future__ import annotations

import argparse
import html
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import roadgames as rg

from . import machine
from .workloads import GAMES, HERE, start

LEVELS = ("baseline", "v2", "v3", "v4")
SIZES = range(2, 20)
KINDS = {"playouts": "random games: ns a move", "perft": "perft: ns a position"}

ROUNDS = 5
# Work of one measurement; the largest boards take some 50 ms.
MOVES = 100_000
POSITIONS = 10_000
SEED = 1

# (kind, game, size) -> nanoseconds; and the answer it came with.
Times = dict[tuple[str, str, int], float]
Answers = dict[tuple[str, str, int], object]


# ---- Measuring ----


def perft_depth(state: rg.State) -> tuple[int, int]:
    """A depth, and the positions whose moves are counted there: those one ply before.

    The first depth with POSITIONS of them or, on the smallest boards, the one with the most.
    """
    best = (1, 1)
    for depth in range(2, state.game.size**2 + 1):
        counted = rg.perft(state, depth - 1)
        best = max(best, (depth, counted), key=lambda found: found[1])
        if counted >= POSITIONS:
            break
    return best


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Nanoseconds of this process a call, over as many as make a millisecond; and its answer."""
    answer = work()
    calls = 1
    while True:
        begin = time.process_time_ns()
        for _ in range(calls):
            work()
        passed = time.process_time_ns() - begin
        if passed > 1_000_000:
            return passed / calls, answer
        calls *= 4


def measure() -> Iterator[tuple[str, str, int, float, object]]:
    """(kind, game, size, ns, answer) at this process's level."""
    for game in GAMES:
        for size in SIZES:
            state = start(game, size)
            games = max(1, MOVES // size**2)
            passed, tally = timed(partial(rg.playouts, state, games, SEED))
            yield "playouts", game, size, passed / tally.plies, [*tally.wins, tally.plies]
            depth, counted = perft_depth(state)
            passed, leaves = timed(partial(rg.perft, state, depth))
            yield "perft", game, size, passed / counted, leaves


def run_level(level: str) -> tuple[Times, Answers] | None:
    """measure() in a process at this level; None where the machine does not have it."""
    command = [sys.executable, "-m", "benchmarks.growth", "--measure"]
    environment = {**os.environ, "ROADGAMES_CPU": level}
    done = subprocess.run(
        command, cwd=HERE.parent, env=environment, stdout=subprocess.PIPE, check=True
    )
    found = json.loads(done.stdout)
    if found["level"] != level:
        return None
    times, answers = {}, {}
    for kind, game, size, nanoseconds, answer in found["rows"]:
        times[kind, game, size] = nanoseconds
        answers[kind, game, size] = answer
    return times, answers


def compare_levels() -> dict[str, Times]:
    """The medians at each level of this machine; RuntimeError where the answers differ."""
    found: dict[str, list[Times]] = {}
    expected: Answers = {}
    for number in range(1, ROUNDS + 1):
        for level in LEVELS:
            print(f"round {number} of {ROUNDS}, {level}", file=sys.stderr)
            if (run := run_level(level)) is None:
                continue
            times, answers = run
            expected = expected or answers
            if answers != expected:
                wrong = [key for key in expected if answers[key] != expected[key]]
                raise RuntimeError(f"{level} gives other answers: {wrong}")
            found.setdefault(level, []).append(times)
    return {
        level: {key: median(times[key] for times in runs) for key in expected}
        for level, runs in found.items()
    }


# ---- Drawing ----

PANEL, GAP, LEFT, TOP, BOTTOM = (270, 200), (24, 76), 58, 76, 30
COLORS = {"baseline": "#888888", "v2": "#d08000", "v3": "#2070c0", "v4": "#c02050"}


def words(size: int) -> int:
    """64-bit words a bitboard takes."""
    return -(-size * size // 64)


def text(x: float, y: float, words: str, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{words}</text>'


def rule(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{color}" stroke-width="1"/>'
    )


def panel(levels: dict[str, Times], kind: str, game: str, left: int, top: int) -> Iterator[str]:
    """One game's curves, on the same scale as the others of its kind."""
    width, height = PANEL
    all_times = [t for times in levels.values() for key, t in times.items() if key[0] == kind]
    low, high = math.floor(math.log10(min(all_times))), math.ceil(math.log10(max(all_times)))

    def x(size: float) -> float:
        return left + width * (size - SIZES[0]) / (SIZES[-1] - SIZES[0])

    def y(nanoseconds: float) -> float:
        return top + height * (high - math.log10(nanoseconds)) / (high - low)

    for power in range(low, high + 1):
        for digit in (1, 2, 5) if power < high else (1,):
            value = digit * 10.0**power
            shade = "#bbbbbb" if digit == 1 else "#eeeeee"
            yield rule(left, y(value), left + width, y(value), shade)
            if game == GAMES[0]:
                yield text(left - 6, y(value) + 4, f"{value:g}", "end")
    for size in SIZES:
        if words(size) != words(size - 1) and size > SIZES[0]:
            yield rule(x(size - 0.5), top, x(size - 0.5), top + height, "#9bb89b")
        if size % 2:
            yield text(x(size), top + height + 16, str(size))
    for count in sorted(set(map(words, SIZES))):
        of_count = [size for size in SIZES if words(size) == count]
        middle = (max(of_count[0] - 0.5, SIZES[0]) + min(of_count[-1] + 0.5, SIZES[-1])) / 2
        yield text(x(middle), top + 12, str(count), extra=' fill="#4a7a4a"')
    for level, times in levels.items():
        points = " ".join(f"{x(n):.1f},{y(times[kind, game, n]):.1f}" for n in SIZES)
        yield (
            f'<polyline points="{points}" fill="none" stroke="{COLORS[level]}" stroke-width="1.6"/>'
        )
    yield text(left + width / 2, top - 8, game.capitalize(), extra=' font-weight="bold"')


def draw(levels: dict[str, Times], about: dict[str, str]) -> str:
    """The picture as SVG."""
    width = LEFT + len(GAMES) * PANEL[0] + (len(GAMES) - 1) * GAP[0] + 16
    height = TOP + len(KINDS) * PANEL[1] + (len(KINDS) - 1) * GAP[1] + BOTTOM + 22
    legend = ", ".join(
        f'<tspan fill="{COLORS[level]}" font-weight="bold">{level}</tspan>' for level in levels
    )
    build = html.escape(f"{about['cpu']}, {about['build']}, roadgames {about['roadgames']}")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        text(LEFT, 18, f"Instruction set levels: {legend}", "start", ' font-size="13"'),
        text(width - 16, 18, build, "end"),
    ]
    for row, (kind, title) in enumerate(KINDS.items()):
        top = TOP + row * (PANEL[1] + GAP[1])
        lines.append(text(LEFT, top - 26, title, "start", ' font-size="13"'))
        for column, game in enumerate(GAMES):
            left = LEFT + column * (PANEL[0] + GAP[0])
            lines += panel(levels, kind, game, left, top)
    footer = (
        "lines a side of the board; green: 64-bit words a bitboard takes. "
        "perft of 2x2 and 3x3 is mostly the cost of the call."
    )
    lines += [text(width / 2, height - 10, footer), "</svg>"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--svg", type=Path, default=Path("docs/speed.svg"), metavar="FILE")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        json.dump({"level": machine.cpu_level(), "rows": list(measure())}, sys.stdout)
        return
    machine.pin()
    svg = draw(compare_levels(), machine.describe())
    args.svg.parent.mkdir(parents=True, exist_ok=True)
    args.svg.write_text(svg, encoding="utf-8")
    print(args.svg)


if __name__ == "__main__":
    main()
