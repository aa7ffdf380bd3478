"""The committed figures: of each game a text file of sections, [build, level] or
[build, processor], with a line for each workload."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Changes:
    """What differs by more than the tolerance, in words, and workloads that only one side has."""

    slower: list[str]
    faster: list[str]
    unmatched: list[str]


@dataclass(frozen=True)
class Table:
    """Files of one kind: where they are, what they hold, how their numbers are written, how far
    these may change."""

    folder: Path
    title: str
    decimals: int
    tolerance: float

    def path(self, game: str) -> Path:
        return self.folder / f"{game}.txt"

    def sections(self, game: str) -> dict[str, dict[str, float]]:
        """A game's figures by section and workload; none where there is no file."""
        found: dict[str, dict[str, float]] = {}
        path = self.path(game)
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.startswith("["):
                    section = found.setdefault(line[1:-1], {})
                elif line and not line.startswith("#"):
                    name, _, number = line.rpartition(" ")
                    section[name.strip()] = float(number)
        return found

    def committed(self, section: str) -> dict[str, float]:
        """The figures of one section, of all games that have it."""
        found: dict[str, float] = {}
        for path in self.folder.glob("*.txt"):
            found |= self.sections(path.stem).get(section, {})
        return found

    def line(self, workload: str, figure: float) -> str:
        return f"{workload:<20} {figure:10.{self.decimals}f}"

    def update(self, section: str, found: Mapping[str, float]) -> None:
        """Writes one section of the games' files anew and keeps the others."""
        for game, of_game in by_game(found).items():
            sections = {**self.sections(game), section: of_game}
            lines = [f"# {self.title} Written by make guard-update."]
            for name, figures in sorted(sections.items()):
                lines += ["", f"[{name}]"]
                lines += [self.line(w, figures[w]) for w in sorted(figures, key=_order)]
            self.folder.mkdir(exist_ok=True)
            self.path(game).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def changes(self, committed: Mapping[str, float], found: Mapping[str, float]) -> Changes:
        """How what was found differs from what is committed."""
        slower: list[str] = []
        faster: list[str] = []
        for name in sorted(committed.keys() & found.keys(), key=_order):
            change = found[name] / committed[name] - 1
            if abs(change) > self.tolerance:
                old, new = (f"{x[name]:,.{self.decimals}f}" for x in (committed, found))
                side = slower if change > 0 else faster
                side.append(f"{name}: {old} -> {new} ({change:+.1%})")
        return Changes(slower, faster, sorted(committed.keys() ^ found.keys(), key=_order))


Figure = TypeVar("Figure", int, float)


def by_game(figures: Mapping[str, Figure]) -> dict[str, dict[str, Figure]]:
    """Each game's figures, by workload."""
    found: dict[str, dict[str, Figure]] = {}
    for workload, figure in figures.items():
        found.setdefault(workload.split()[0], {})[workload] = figure
    return found


def _order(workload: str) -> tuple[str, int]:
    """By game and driver, then by size."""
    name, _, size = workload.rpartition(" ")
    return name, int(size)


INSTRUCTIONS = Table(
    HERE / "instructions",
    "Instructions that each workload takes.",
    decimals=0,
    tolerance=0.03,
)
RATIOS = Table(
    HERE / "ratios",
    "Time that each workload takes at level v4, divided by its time at v3.",
    decimals=3,
    tolerance=0.10,
)
