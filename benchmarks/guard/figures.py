"""The committed figures: text files of sections, [build, level] or [build, processor], with a line
for each workload."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Changes:
    """What differs by more than the tolerance, in words, and workloads that only one side has."""

    slower: list[str]
    faster: list[str]
    unmatched: list[str]


@dataclass(frozen=True)
class Table:
    """One of the files: what it holds, how its numbers are written, how far they may change."""

    path: Path
    title: str
    decimals: int
    tolerance: float

    def sections(self) -> dict[str, dict[str, float]]:
        """Figures by section and workload; none where there is no file."""
        found: dict[str, dict[str, float]] = {}
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                if line.startswith("["):
                    section = found.setdefault(line[1:-1], {})
                elif line and not line.startswith("#"):
                    name, _, number = line.rpartition(" ")
                    section[name.strip()] = float(number)
        return found

    def line(self, workload: str, figure: float) -> str:
        return f"{workload:<20} {figure:10.{self.decimals}f}"

    def update(self, section: str, figures: Mapping[str, float]) -> None:
        """Writes one section anew and keeps the others."""
        sections: dict[str, Mapping[str, float]] = {**self.sections(), section: figures}
        lines = [f"# {self.title} Written by make guard-update."]
        for name in sorted(sections):
            lines += ["", f"[{name}]"]
            lines += [self.line(w, sections[name][w]) for w in sorted(sections[name], key=_order)]
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")

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


def _order(workload: str) -> tuple[str, int]:
    """By game and driver, then by size."""
    name, _, size = workload.rpartition(" ")
    return name, int(size)


INSTRUCTIONS = Table(
    HERE / "instructions.txt",
    "Instructions that each workload takes.",
    decimals=0,
    tolerance=0.03,
)
RATIOS = Table(
    HERE / "ratios.txt",
    "Time that each workload takes at level v4, divided by its time at v3.",
    decimals=3,
    tolerance=0.10,
)
