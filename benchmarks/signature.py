"""One number for the answers of all recorded workloads: a build that prints another one is wrong.

It does not depend on machine, compiler, instruction set level (ROADGAMES_CPU) or Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import roadgames as rg

from .workloads import playouts, positions


def answers() -> Iterator[str]:
    """Each workload with what this build makes of it."""
    for position in positions().values():
        depth = position.deepest
        count = rg.perft(position.state, depth)
        yield f"perft {position.state} depth {depth}: {count}, hash {position.state.zobrist:x}"
    for work in playouts().values():
        tally = work.run()
        yield f"playouts {work.game} {work.size}: {tally.wins}, {tally.plies} plies"


def signature() -> str:
    """16 hexadecimal digits of the SHA-256 of the answers, a line each."""
    return hashlib.sha256("\n".join(answers()).encode()).hexdigest()[:16]


if __name__ == "__main__":
    print(signature())
