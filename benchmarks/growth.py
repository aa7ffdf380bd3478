"""Draws how cost grows with the board: docs/speed.svg.

A panel for each game: random games and perft over the size of the board, a line for each
instruction set level of this machine, forced by ROADGAMES_CPU; below, on 11x11 at the best level,
random games over their number and steps of a batch over its size, by one thread and by two. Levels
are measured in turn, several rounds; shown are the medians. Every level must give the same counts
and the same games.
"""

from __future__ import annotations

import argparse
import html
import itertools
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import roadgames as rg

from . import machine
from .workloads import GAMES, HERE, start

LEVELS = ("baseline", "v2", "v3", "v4")
SIZES = range(2, 20)
KINDS = {
    "playouts": "random games: ns a move",
    "perft": "perft: ns for each position of which the next two plies are counted in one go",
}

ROUNDS = 5
# Work of one measurement: so many random games that no processor learns by heart how they go.
MOVES = 1_600_000
POSITIONS = 4_000
SEED = 1

# (kind, game, size) -> nanoseconds; and the answer it came with.
Times = dict[tuple[str, str, int], float]
Answers = dict[tuple[str, str, int], object]


# ---- Measuring ----


def perft_depth(state: rg.State) -> tuple[int, int]:
    """A depth, and the positions there are two plies before the leaves.

    The first depth with POSITIONS of them or, on the smallest boards, the one with the most.
    """
    best = (2, 1)
    for depth in range(3, state.game.size**2 + 1):
        counted = rg.perft(state, depth - 2)
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


# ---- Many games ----

COUNTS = [2**k for k in range(17)]
MANY_SIZE = 11
STEPS = 40
MANY = ("random games", "batch", "batch, 2 threads")


def undisturbed(work: Callable[[], int], clock: Callable[[], int]) -> float:
    """Nanoseconds a move takes, work telling how many it made: of many times the fifth percentile.

    Where two threads are measured, by the time of day, that is a time when both cores were free, if
    there was one.
    """
    begin = clock()
    work()
    calls = 1 + 50_000 // (clock() - begin + 1)  # so that the clock's own time does not show
    times: list[float] = []
    spent = 0
    while len(times) < STEPS or spent < 20_000_000:
        begin = clock()
        moves = sum(work() for _ in range(calls))
        passed = clock() - begin
        spent += passed
        times.append(passed / moves)
    return quantiles(times, n=20)[0]


def measure_many() -> Times:
    """(what, game, count) -> ns a move."""
    found = {}
    for game, count in itertools.product(GAMES, COUNTS):
        state = start(game, MANY_SIZE)
        seeds = itertools.count(SEED)

        def play(state: rg.State = state, count: int = count, seeds: Iterator[int] = seeds) -> int:
            return rg.playouts(state, count, next(seeds)).plies

        found[MANY[0], game, count] = undisturbed(play, time.process_time_ns)
        for threads in (1, 2):
            batch = rg.Batch(state.game, count, SEED, threads, "same_step")

            def step(batch: rg.Batch = batch) -> int:
                batch.step(batch.sample_actions())
                return len(batch)

            for _ in range(MANY_SIZE**2):
                step()
            clock = time.process_time_ns if threads == 1 else time.perf_counter_ns
            found[MANY[threads], game, count] = undisturbed(step, clock)
    return found


# ---- Drawing ----

PANEL, GAP, LEFT, TOP, BOTTOM = (270, 200), (24, 92), 58, 72, 44
HEADING = ' font-size="13"'
COLORS = {
    "baseline": "#888888",
    "v2": "#d08000",
    "v3": "#2070c0",
    "v4": "#c02050",
    "random games": "#c02050",
    "batch": "#207050",
    "batch, 2 threads": "#8040a0",
}


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


class Panel:
    """A field with a logarithmic scale from low to high, at the same height as its neighbours'."""

    def __init__(self, row: int, column: int, times: Collection[float], steps: int) -> None:
        self.left = LEFT + column * (PANEL[0] + GAP[0])
        self.top = TOP + row * (PANEL[1] + GAP[1])
        self.low, self.high = log_bounds(times)
        self.steps = steps

    def x(self, step: float) -> float:
        return self.left + PANEL[0] * step / self.steps

    def y(self, nanoseconds: float) -> float:
        part = (self.high - math.log10(nanoseconds)) / (self.high - self.low)
        return self.top + PANEL[1] * part

    def frame(self, game: str) -> Iterator[str]:
        for power in range(math.floor(self.low), math.ceil(self.high) + 1):
            for digit in (1, 2, 5):
                value = digit * 10.0**power
                if not self.low <= math.log10(value) <= self.high:
                    continue
                shade = "#bbbbbb" if digit == 1 else "#eeeeee"
                yield rule(self.left, self.y(value), self.left + PANEL[0], self.y(value), shade)
                if game == GAMES[0]:
                    yield text(self.left - 6, self.y(value) + 4, f"{value:g}", "end")
        title = game.capitalize()
        yield text(self.left + PANEL[0] / 2, self.top - 8, title, extra=' font-weight="bold"')

    def line(self, times: Sequence[float], color: str) -> str:
        points = " ".join(f"{self.x(k):.1f},{self.y(t):.1f}" for k, t in enumerate(times))
        return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.6"/>'

    def below(self, step: float, words: str) -> str:
        anchor = "end" if step == self.steps else "middle"
        return text(self.x(step), self.top + PANEL[1] + 16, words, anchor)


def log_bounds(times: Collection[float]) -> tuple[float, float]:
    """Of a scale that begins and ends at 1, 2 or 5 times a power of ten."""
    marks = sorted(digit * 10.0**power for power in range(-6, 9) for digit in (1, 2, 5))
    low = max(mark for mark in marks if mark <= min(times))
    return math.log10(low), math.log10(min(mark for mark in marks if mark >= max(times)))


def over_sizes(levels: dict[str, Times], row: int, kind: str) -> Iterator[str]:
    times = [t for of_level in levels.values() for key, t in of_level.items() if key[0] == kind]
    for column, game in enumerate(GAMES):
        panel = Panel(row, column, times, len(SIZES) - 1)
        yield from panel.frame(game)
        for size in SIZES:
            step = size - SIZES[0]
            if step and words(size) != words(size - 1):
                x = panel.x(step - 0.5)
                yield rule(x, panel.top, x, panel.top + PANEL[1], "#9bb89b")
            if size % 2:
                yield panel.below(step, str(size))
        for count in sorted(set(map(words, SIZES))):
            steps = [size - SIZES[0] for size in SIZES if words(size) == count]
            middle = panel.x((max(steps[0] - 0.5, 0) + min(steps[-1] + 0.5, panel.steps)) / 2)
            yield text(middle, panel.top + 12, str(count), extra=' fill="#4a7a4a"')
        for level, of_level in levels.items():
            yield panel.line([of_level[kind, game, n] for n in SIZES], COLORS[level])


def over_counts(many: Times, row: int) -> Iterator[str]:
    for column, game in enumerate(GAMES):
        panel = Panel(row, column, many.values(), len(COUNTS) - 1)
        yield from panel.frame(game)
        for step in range(0, len(COUNTS), 4):
            yield panel.below(step, f"{COUNTS[step]:,}")
        for what in MANY:
            yield panel.line([many[what, game, count] for count in COUNTS], COLORS[what])


def legend(names: Collection[str]) -> str:
    return ", ".join(
        f'<tspan fill="{COLORS[name]}" font-weight="bold">{name}</tspan>' for name in names
    )


def draw(levels: dict[str, Times], many: Times, about: dict[str, str]) -> str:
    """The picture as SVG."""
    rows = len(KINDS) + 1
    width = LEFT + len(GAMES) * PANEL[0] + (len(GAMES) - 1) * GAP[0] + 16
    height = TOP + rows * PANEL[1] + (rows - 1) * GAP[1] + BOTTOM
    build = html.escape(f"{about['cpu']}, {about['build']}, roadgames {about['roadgames']}")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        text(width - 16, 16, build, "end"),
    ]

    def title(row: int, words: str, names: Collection[str], axis: str) -> None:
        top = TOP + row * (PANEL[1] + GAP[1])
        lines.append(text(LEFT, top - 26, f"{words}; {legend(names)}", "start", HEADING))
        lines.append(text(width - 16, top + PANEL[1] + 32, axis, "end"))

    sides = "lines a side of the board; green: 64-bit words a bitboard takes"
    for row, (kind, heading) in enumerate(KINDS.items()):
        title(row, heading, levels, sides)
        lines += over_sizes(levels, row, kind)
    title(len(KINDS), f"many games of {MANY_SIZE}x{MANY_SIZE}: ns a move", MANY, "games")
    lines += over_counts(many, len(KINDS))
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--svg", type=Path, default=Path("docs/speed.svg"), metavar="FILE")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        json.dump({"level": machine.cpu_level(), "rows": list(measure())}, sys.stdout)
        return
    many = measure_many()
    machine.pin()
    svg = draw(compare_levels(), many, machine.describe())
    args.svg.parent.mkdir(parents=True, exist_ok=True)
    args.svg.write_text(svg, encoding="utf-8")
    print(args.svg)


if __name__ == "__main__":
    main()
