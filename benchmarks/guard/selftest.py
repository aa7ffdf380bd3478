"""Shows that the guard notices a slow-down of 20% of each game's core, and nothing else.

In a copy of the project the functions that find and count a game's placements idle. How long is
chosen at run time for each workload, so that one build serves for all: so long that the workload
takes 20% more instructions or, at level v4, time.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from .check import least_v4_ratios, say, v4_ratios, v4_section
from .figures import INSTRUCTIONS, RATIOS, Table, by_game
from .measure import COUNTED_LEVELS, count

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("Makefile", "tests/trust/trust.mk", "csrc", "benchmarks/guard", "roadgames/__init__.py")
# What a game's placements are found and counted by, one board at a time and many side by side.
PLANTED = ("game_legal", "game_count_2", "lanes_legal", "lanes_count_2")

# The others do not look for placements.
DRIVERS = ("perft", "plain", "playouts", "play", "mask")
SLOWDOWN = 1.2
REPETITIONS = 5

# Sixteenths of a turn of the idle loop that each call costs: "level workload=number; ...".
VARIABLE = "ROADGAMES_PLANTED"

# Many turns now and then: a processor does a few beside other work, and so for nothing.
PLANTED_H = """
#pragma once
extern int rg_planted, rg_owed;
void rg_plant(const char *workload);
static inline void planted(void)
{
    rg_owed += rg_planted;
    if (rg_owed < 16 * 128) return;
    for (; rg_owed >= 16; rg_owed -= 16) __asm__ volatile("");
}
"""
PLANTED_C = f"""
#include "planted.h"
#include "roadgames.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int rg_planted, rg_owed;
void rg_plant(const char *workload)
{{
    char key[64];
    const char *all = getenv("{VARIABLE}"), *found = 0;
    snprintf(key, sizeof key, "%s %s=", rg_cpu_level(), workload);
    if (all) found = strstr(all, key);
    rg_owed = 0;
    rg_planted = found ? atoi(found + strlen(key)) : 0;
}}
"""


def insert(paths: Iterable[Path], after: str, text: str) -> None:
    """Adds text after each match of a regular expression, of which there is at least one."""
    total = 0
    for path in paths:
        old = path.read_text(encoding="utf-8")
        new, found = re.subn(after, lambda match: match[0] + text, old)
        path.write_text(new, encoding="utf-8")
        total += found
    if not total:
        raise SystemExit(f"selftest: {after!r} is nowhere in the sources")


def planted_program(folder: Path) -> Path:
    """Builds the guard's program with idle loops."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    csrc = folder / "csrc"
    (csrc / "planted.h").write_text(PLANTED_H, encoding="utf-8")
    (csrc / "drivers/planted.c").write_text(PLANTED_C, encoding="utf-8")
    insert([csrc / "games/game.h"], r'#include "games/pos\.h"\n', '#include "planted.h"\n')
    rules = [*csrc.glob("games/*.h"), *csrc.glob("fast/*.h")]
    for name in PLANTED:
        insert(rules, rf"INLINE \w+ {name}\([^)]*\)\n{{\n", "    planted();\n")
    program = [folder / "benchmarks/guard/guard.c"]
    insert(program, r'#include "roadgames\.h"\n', '#include "planted.h"\n')
    insert(program, r"snprintf\(now\.name, [^;]*;", " rg_plant(now.name);")
    jobs = f"-j{os.cpu_count()}"
    make = ["make", jobs, "BUILD=build", "build/guard"]
    subprocess.run(make, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / "build/guard"


def plant(level: str, costs: Mapping[str, int]) -> None:
    os.environ[VARIABLE] = "".join(f"{level} {name}={n};" for name, n in costs.items())


def counted(program: Path, level: str) -> dict[str, float]:
    return {name: float(n) for name, n in count(program, level).figures.items()}


def cost_by_count(program: Path, level: str, before: Mapping[str, float]) -> dict[str, int]:
    """What makes 20% more instructions, worked out from one trial."""
    names = [name for name in before if name.split()[1] in DRIVERS]
    plant(level, dict.fromkeys(names, 1600))
    after = counted(program, level)
    return {name: round(1600 * (SLOWDOWN - 1) / (after[name] / before[name] - 1)) for name in names}


def cost_by_time(program: Path, before: Mapping[str, float]) -> dict[str, int]:
    """What makes 20% more time at v4, found by trials."""
    costs = dict.fromkeys(before, 320)
    for _ in range(6):
        plant("v4", costs)
        after = v4_ratios(program)
        for name in before:
            more = max(after[name] / before[name] - 1, 0.02)
            if abs(more - (SLOWDOWN - 1)) > 0.02:
                costs[name] = max(1, round(costs[name] * (SLOWDOWN - 1) / more))
    return costs


def flagged(table: Table, before: Mapping[str, float], after: Mapping[str, float]) -> set[str]:
    return {text.partition(":")[0] for text in table.changes(before, after).slower}


def unchanged_passes(
    level: str, table: Table, before: Mapping[str, float], again: Callable[[], dict[str, float]]
) -> bool:
    """Whether repeated runs without a change flag nothing."""
    wrong = sorted(set().union(*(flagged(table, before, again()) for _ in range(REPETITIONS))))
    say(f"{level} unchanged, {REPETITIONS} more runs: flagged {', '.join(wrong) or 'nothing'}")
    return not wrong


def planted_fails(
    level: str,
    table: Table,
    before: Mapping[str, float],
    costs: Mapping[str, int],
    again: Callable[[], dict[str, float]],
) -> bool:
    """Whether a slow-down of one game after the other flags that game's workloads alone."""
    good = True
    for game, planted in by_game(costs).items():
        plant(level, planted)
        after = again()
        slower = flagged(table, before, after)
        by = sorted(after[name] / before[name] - 1 for name in planted)
        say(
            f"{level} {game} slowed down by {by[0]:.1%} to {by[-1]:.1%}: "
            f"flagged {len(slower & planted.keys())} of {len(planted)} workloads"
        )
        for name in sorted(slower ^ planted.keys()):
            say(f"  WRONG about {name}: {after[name] / before[name] - 1:+.1%}")
        good &= slower == planted.keys()
    plant(level, {})
    return good


def counts_hold(unchanged: Path, planted: Path, level: str) -> bool:
    plant(level, {})
    before = counted(unchanged, level)
    good = unchanged_passes(level, INSTRUCTIONS, before, partial(counted, unchanged, level))
    before = counted(planted, level)
    costs = cost_by_count(planted, level, before)
    again = partial(counted, planted, level)
    return planted_fails(level, INSTRUCTIONS, before, costs, again) and good


def ratios_hold(unchanged: Path, planted: Path) -> bool:
    plant("v4", {})
    before = v4_ratios(unchanged)
    again = partial(least_v4_ratios, unchanged, before)
    good = unchanged_passes("v4", RATIOS, before, again)
    before = v4_ratios(planted)
    costs = cost_by_time(planted, before)
    again = partial(least_v4_ratios, planted, before)
    return planted_fails("v4", RATIOS, before, costs, again) and good


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.guard.selftest")
    parser.add_argument("program", type=Path, help="what `make build/guard` makes of guard.c")
    unchanged: Path = parser.parse_args().program.resolve()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        planted = planted_program(Path(folder).resolve())
        if shutil.which("valgrind"):
            for level in COUNTED_LEVELS:
                good &= counts_hold(unchanged, planted, level)
        else:
            say("valgrind is not installed: no instructions are counted")
        if v4_section(unchanged):
            good &= ratios_hold(unchanged, planted)
    say("the self-test passes" if good else "the self-test FAILS")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
