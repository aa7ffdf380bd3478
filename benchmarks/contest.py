"""Contests: the speed of each game beside what it is to be and beside others, in one run.

Each round measures everything that is compared, one after the other; a ratio, ours to the other's,
is the median of the rounds' ratios, so what slows the machine down for a while slows both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from .table import figure, table
from .workloads import GAMES

ROUNDS = 7
# Seconds of CPU time a contender takes a round at least.
SLICE = 0.1

# Does something; returns how many units of work it was and the seconds it took.
Work = Callable[[], tuple[int, float]]


def timed(act: Callable[[], int], clock: Callable[[], float] = time.process_time) -> Work:
    """act, which returns its units, again and again until a slice is full.

    CPU time, of which a busy machine takes less away than of the time of day; nobody waits here, so
    on a quiet machine the two are the same.
    """

    def work() -> tuple[int, float]:
        units, begin = 0, clock()
        while True:
            units += act()
            if (passed := clock() - begin) >= SLICE:
                return units, passed

    return work


@dataclass(frozen=True)
class Goal:
    """By game: what is asked for and, where it is set, what would be better still."""

    least: Mapping[str, float]
    aim: Mapping[str, float]

    def cell(self, game: str, end: str) -> str:
        aim = f" ({figure(self.aim[game])}{end})" if game in self.aim else ""
        return f"{figure(self.least[game])}{end}{aim}"


def goal(least: float, aim: float | None = None, **least_of: float) -> Goal:
    """The same for every game, but for those named."""
    aims = {} if aim is None else dict.fromkeys(GAMES, aim)
    return Goal({**dict.fromkeys(GAMES, least), **least_of}, aims)


def same(work: Work) -> dict[str, Work]:
    """A rival that all games are compared with."""
    return dict.fromkeys(GAMES, work)


@dataclass(frozen=True)
class Contest:
    """One measurement of each game.

    unit: of the figures: units of work a second over scale or, where times is set, nanoseconds a
    unit of work. rivals: by name, the work that each game is compared with. goal, and by rival
    ratio_goals: figures and ratios are to be at least that, times at most.
    """

    name: str
    unit: str
    ours: dict[str, Work]
    rivals: dict[str, dict[str, Work]] = field(default_factory=dict)
    scale: float = 1e6
    times: bool = False
    goal: Goal | None = None
    ratio_goals: dict[str, Goal] = field(default_factory=dict)

    def reaches(self, found: float, wanted: float) -> bool:
        return found <= wanted if self.times else found >= wanted


@dataclass(frozen=True)
class Outcome:
    """Medians over the rounds: figures by game, and by rival the figures and the ratios by game."""

    contest: Contest
    figures: dict[str, float]
    rivals: dict[str, dict[str, float]]
    ratios: dict[str, dict[str, float]]

    def shortfalls(self) -> Iterator[str]:
        """What falls short of the goals, in words."""
        contest = self.contest
        for game in GAMES:
            wanted = contest.goal
            if wanted and not contest.reaches(self.figures[game], wanted.least[game]):
                found = f"{figure(self.figures[game])} {contest.unit}"
                yield f"{contest.name}, {game}: {found} of {figure(wanted.least[game])}"
            for rival, ratios in self.ratios.items():
                wanted = contest.ratio_goals.get(rival)
                if wanted and not contest.reaches(ratios[game], wanted.least[game]):
                    found = f"{figure(ratios[game])} times {rival}"
                    yield f"{contest.name}, {game}: {found}, not {figure(wanted.least[game])}"

    def report(self) -> str:
        """A table: our figures and what they are to be, then the same for ratios to each rival."""
        contest = self.contest
        bound = "at most" if contest.times else "at least"
        rows = [("roadgames", [figure(self.figures[game]) for game in GAMES])]

        def goal_row(wanted: Goal | None, end: str) -> None:
            if wanted:
                title = f"  {bound} (aim)" if wanted.aim else f"  {bound}"
                rows.append((title, [wanted.cell(game, end) for game in GAMES]))

        goal_row(contest.goal, "")
        for rival, ratios in self.ratios.items():
            theirs = self.rivals[rival]
            shared = len(set(theirs.values())) == 1
            title = f"against {rival}" + (f": {figure(theirs[GAMES[0]])}" if shared else "")
            cells = [
                f"{figure(ratios[game])}x" + ("" if shared else f" of {figure(theirs[game])}")
                for game in GAMES
            ]
            rows.append((title, cells))
            goal_row(contest.ratio_goals.get(rival), "x")
        return table(f"{contest.name}, {contest.unit}", GAMES, rows)


def hold(contest: Contest) -> Outcome:
    """Measures a contest in interleaved rounds, after one that does not count."""
    works = [*contest.ours.values(), *(w for r in contest.rivals.values() for w in r.values())]
    found: dict[Work, list[float]] = {work: [] for work in works}
    for number in range(ROUNDS + 1):
        for work, results in found.items():
            units, seconds = work()
            if number:
                speed = units / seconds / contest.scale
                results.append(seconds / units * 1e9 if contest.times else speed)
    return Outcome(
        contest,
        {game: median(found[work]) for game, work in contest.ours.items()},
        {
            rival: {game: median(found[work]) for game, work in works.items()}
            for rival, works in contest.rivals.items()
        },
        {
            rival: {
                game: median(a / b for a, b in zip(found[ours], found[works[game]], strict=True))
                for game, ours in contest.ours.items()
            }
            for rival, works in contest.rivals.items()
        },
    )
