"""Random games at another instruction set level, which a process chooses when it starts.

The process reads "game size" lines and answers each with the moves it made and the seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys

from . import machine
from .contest import Work
from .ours import playout_moves
from .workloads import HERE, playouts


class Level:
    """A process held to a level; name is the one it has."""

    def __init__(self, level: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.level"],
            cwd=HERE.parent,
            env={**os.environ, "ROADGAMES_CPU": level},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.name = self.ask("level")

    def ask(self, question: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(question, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()

    def playouts(self, game: str, size: int) -> Work:
        """Moves of the recorded random games."""

        def work() -> tuple[int, float]:
            plies, seconds = self.ask(f"{game} {size}").split()
            return int(plies), float(seconds)

        return work

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()


def main() -> None:
    works = {f"{game} {size}": playout_moves(game, size) for game, size in playouts()}
    for line in sys.stdin:
        question = line.strip()
        print(*([machine.cpu_level()] if question == "level" else works[question]()), flush=True)


if __name__ == "__main__":
    main()
