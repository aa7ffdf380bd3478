"""Compares a build of the C core with the committed figures, or writes its figures anew."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from .figures import INSTRUCTIONS, RATIOS, Table, by_game
from .measure import COUNTED_LEVELS, count, ratios, run

ROUNDS = 11
# Other programs disturb times: a ratio counts as too high only if it is so each time.
ATTEMPTS = 3


def say(text: str) -> None:
    print(f"guard: {text}", flush=True)


def counts(program: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """Section and instructions by workload, for each level that can be counted here."""
    if not shutil.which("valgrind"):
        say("valgrind is not installed: no instructions are counted (Debian: valgrind)")
        return
    for level in COUNTED_LEVELS:
        found = count(program, level)
        if found.level == level:
            yield f"{found.build}, {level}", {name: float(n) for name, n in found.figures.items()}
        else:
            say(f"this machine does not run level {level}: not counted")


def v4_section(program: Path) -> str | None:
    """The section of this build and processor; None, and why, where there is no v4."""
    found = run([program, "level"], "v4")
    if found.level == "v4":
        return f"{found.build}, {processor()}"
    say("this machine does not run level v4: not timed")
    return None


def v4_ratios(program: Path) -> dict[str, float]:
    """Time at v4 divided by time at v3, by workload."""
    return ratios(program, "v3", "v4", ROUNDS)


def least_v4_ratios(program: Path, committed: Mapping[str, float]) -> dict[str, float]:
    """The same, measured again where a ratio is too high, and the least of each."""
    found = v4_ratios(program)
    for _ in range(ATTEMPTS - 1):
        if not RATIOS.changes(committed, found).slower:
            break
        again = v4_ratios(program)
        found = {name: min(ratio, again[name]) for name, ratio in found.items()}
    return found


def processor() -> str:
    """Vendor, family and model, on which ratios depend."""
    try:
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0]
    except OSError:
        return f"processor of {platform.system()}"
    fields = dict(line.replace("\t", "").split(":", 1) for line in first.splitlines())
    words = (fields[key].strip() for key in ("vendor_id", "cpu family", "model"))
    return "{} family {} model {}".format(*words)


def passes(table: Table, game: str, section: str, found: Mapping[str, float]) -> bool:
    """Says how what was found of a game differs from its committed figures; False where it must
    not."""
    sections = table.sections(game)
    if not sections:
        say(f"UNKNOWN {game}: it has no {table.folder.name}; make guard-update")
        return False
    if section not in sections:
        say(f"{game} has no {table.folder.name} [{section}]: nothing to compare with, found")
        for name, figure in found.items():
            print(f"  {table.line(name, figure)}")
        return True
    changes = table.changes(sections[section], found)
    for text in changes.slower:
        say(f"SLOWER [{section}] {text}")
    for text in changes.faster:
        say(f"faster [{section}] {text}; keep it with make guard-update")
    for name in changes.unmatched:
        say(f"UNKNOWN [{section}] {name}: figure or workload is missing; make guard-update")
    same = len(found) - len(changes.slower) - len(changes.faster) - len(changes.unmatched)
    say(f"[{section}] {game}: {same} of {len(found)} workloads within {table.tolerance:.0%}")
    return not changes.slower and not changes.unmatched


def check(program: Path) -> bool:
    """Whether nothing has become slower."""
    good = [
        passes(INSTRUCTIONS, game, section, figures)
        for section, found in counts(program)
        for game, figures in by_game(found).items()
    ]
    if v4 := v4_section(program):
        found = least_v4_ratios(program, RATIOS.committed(v4))
        good += [passes(RATIOS, game, v4, figures) for game, figures in by_game(found).items()]
    return all(good)


def update(program: Path) -> None:
    """Writes this build's figures into the committed files, and answers that are not recorded."""
    run([program, "answers"], "v4")
    for section, found in counts(program):
        INSTRUCTIONS.update(section, found)
        say(f"{INSTRUCTIONS.folder.name}: [{section}] written")
    if v4 := v4_section(program):
        RATIOS.update(v4, v4_ratios(program))
        say(f"{RATIOS.folder.name}: [{v4}] written")
