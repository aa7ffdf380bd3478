"""Reads the perft suites, without the engine; the format stands in each suite's head."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import reference

TESTS = Path(__file__).parents[1]

# Those of games that ship stand in tests/suites, that of a game for tests alone in tests/games.
FILES = sorted(TESTS.glob("*/*.perft"))


@dataclass(frozen=True)
class Entry:
    where: str
    name: str
    game: str
    size: int
    pie: bool
    komi: int | None
    moves: list[str]
    position: str | None
    counts: dict[int, int]
    computed: bool
    """Counted with the reference, not published."""

    def start(self) -> reference.Position:
        """Where the moves begin."""
        if self.position is not None:
            return reference.read(self.position)
        return reference.start(self.game, self.size, self.pie, self.komi)

    def steps(self) -> Iterator[tuple[reference.Position, int, reference.Position]]:
        """(before, action, after) of each move."""
        position = self.start()
        actions = {position.action_text(a): a for a in range(position.num_actions())}
        for text in self.moves:
            before, position = position, position.play(actions[text])
            yield before, actions[text], position


@cache
def set_up(where: str) -> reference.Position:
    """The position of the entry that stands there, in the reference."""
    [entry] = [entry for entry in ENTRIES if entry.where == where]
    position = entry.start()
    for _, _, after in entry.steps():
        position = after
    return position


def read(path: Path) -> list[Entry]:
    entries, computed = [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        computed = computed or line.startswith("# Computed")
        if not line or line.startswith("#"):
            continue
        first, second, *fields = line.split(" ; ")
        game, *options = first.split(" ")
        values = dict(option.split("=") for option in options)
        how, _, what = second.partition(" ")
        assert how in ("moves", "position")
        name = fields.pop().removeprefix("name ") if fields[-1].startswith("name ") else ""
        entries.append(
            Entry(
                where=f"{path.name}:{number}",
                name=name,
                game=game,
                size=int(values["size"]),
                pie={"on": True, "off": False}[values["pie"]],
                komi=int(values["komi"]) if "komi" in values else None,
                moves=what.split(" ") if how == "moves" and what else [],
                position=what if how == "position" else None,
                counts={int(f[1:].split(" ")[0]): int(f.split(" ")[1]) for f in fields},
                computed=computed,
            )
        )
    return entries


ENTRIES = [entry for path in FILES for entry in read(path)]
