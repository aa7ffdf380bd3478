"""The command line: python -m benchmarks.guard."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .check import check, say, update
from .measure import GuardError


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.guard", description="Guards the speed of the C core."
    )
    parser.add_argument("what", choices=("check", "update"))
    parser.add_argument("program", type=Path, help="what `make build/guard` makes of guard.c")
    arguments = parser.parse_args()
    program: Path = arguments.program.resolve()
    try:
        if arguments.what == "check":
            return 0 if check(program) else 1
        update(program)
    except GuardError as error:
        say(f"FAILED {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
