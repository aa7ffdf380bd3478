"""Measures the workloads of guard.c: instructions under callgrind, and time.

Programs are absolute paths.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

# callgrind knows no AVX-512.
COUNTED_LEVELS = ("baseline", "v2", "v3")

# A dump of what lies between begin() and end() of each workload, all in one file, with a line for
# each function's whole cost and names in full.
CALLGRIND = (
    "valgrind",
    "--quiet",
    "--tool=callgrind",
    "--zero-before=begin",
    "--dump-before=end",
    "--combine-dumps=yes",
    "--dump-line=no",
    "--compress-strings=no",
    "--compress-pos=no",
)
DUMP = "desc: Trigger: --dump-before=end"


class GuardError(Exception):
    """The program failed: a wrong answer, or it could not be run."""


@dataclass(frozen=True)
class Run:
    """What one run of the program said: build, level, and a number for each workload."""

    build: str
    level: str
    figures: Mapping[str, int]


def run(command: Iterable[str | Path], level: str) -> Run:
    """Runs the program, perhaps under another one, at this instruction set level at most."""
    environment = os.environ | {"ROADGAMES_CPU": level}
    done = subprocess.run(
        [str(word) for word in command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) < 2:
        said = [line for line in done.stderr.splitlines() if not line.startswith("==")]  # valgrind
        raise GuardError(f"at {level}: {'; '.join(said) or f'exit code {done.returncode}'}")
    figures = (line.rpartition(" ") for line in lines[2:])
    return Run(lines[0], lines[1], {name: int(number) for name, _, number in figures})


def read_dumps(text: str, program: Path) -> list[int]:
    """Instructions of the program's own code, from what callgrind wrote: a number for each dump.

    What the code calls in the system's libraries is left out: that differs from machine to machine.
    """
    counts: list[int] = []
    wanted = own = call = False
    for line in text.splitlines():
        if line.startswith("desc: Trigger: "):
            wanted = line == DUMP  # what follows the last workload is dumped too
            counts += [0] * wanted
        elif line.startswith("ob="):
            own = line == f"ob={program}"
        elif line.startswith("calls="):
            call = True  # its whole cost follows, which is told where it arises as well
        elif cost := re.fullmatch(r"\d+ (\d+)", line):
            if wanted and own and not call:
                counts[-1] += int(cost[1])
            call = False
    return counts


def count(program: Path, level: str) -> Run:
    """Instructions of each workload at this level, or at the best that callgrind can run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind.out")
        found = run([*CALLGRIND, f"--callgrind-out-file={out}", program, "count"], level)
        counts = read_dumps(out.read_text(encoding="utf-8"), program)
    return Run(found.build, found.level, dict(zip(found.figures, counts, strict=True)))


def ratios(program: Path, below: str, above: str, rounds: int) -> dict[str, float]:
    """Time at one level divided by time at another, below: of each workload the median over rounds
    in which the two levels take turns at going first."""
    found: dict[str, list[float]] = defaultdict(list)
    for i in range(rounds):
        times = {}
        for level in (below, above) if i % 2 == 0 else (above, below):
            times[level] = run([program, "clock"], level).figures
        for name, nanoseconds in times[below].items():
            found[name].append(times[above][name] / nanoseconds)
    return {name: median(values) for name, values in found.items()}
