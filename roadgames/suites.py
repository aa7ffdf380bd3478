"""Perft suites: text files of positions with the counts that belong to them.

UTF-8, one position a line; lines end with a line feed, alone or after a carriage return. Blank
lines and lines that begin with `#` are skipped, as is a byte order mark. Fields stand between
` ; `: the game, how the position is reached, counts by depth, and perhaps a name.

    kopano size=5 pie=off ; moves c3 d2 ; D1 20 ; D2 383 ; name two stones touching at a corner
    rumbo size=5 pie=off komi=2 ; position rumbo 5 nopie v 0 2 ROWS OWNERS ; D1 48

`moves` may list no action at all: the start of the game. Counts are perft counts as in
`roadgames.perft`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._check import shown
from ._native import lib
from .games import load_game
from .state import State

__all__ = ["SuiteLine", "read_suite", "set_up"]


@dataclass(frozen=True)
class SuiteLine:
    """One line of a suite: a position and its counts, `{depth: count}`."""

    where: str  # file:line
    state: State
    counts: Mapping[int, int]
    name: str


def set_up(
    game: str, options: Mapping[str, Any], position: str | None, moves: Sequence[str]
) -> State:
    """The state after `moves` (action texts), from the start or from a position text.

    `options` are the keyword arguments of `load_game` besides the name. Raises ValueError; for
    a move it names its number, its text and the reason.
    """
    try:
        loaded = load_game(game, **options)
    except TypeError as error:  # an option that this game does not have
        raise ValueError(str(error)) from None
    try:
        state = loaded.new_initial_state(position)
    except ValueError as error:
        raise ValueError(f"position: {error}") from None
    for number, text in enumerate(moves, 1):
        try:
            state.apply_action(state.string_to_action(text))
        except ValueError as error:
            raise ValueError(f"move {number}, {shown(text)}: {error}") from None
    return state


def read_suite(path: str) -> list[SuiteLine]:
    """Reads a suite file and sets up all its positions.

    Raises ValueError, naming file, line and fault, for a malformed file, and OSError for one that
    cannot be read.
    """
    try:
        # newline="" and split: a name may hold what else Python takes for ends of lines.
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 text: {error}") from None
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{path}:{number}"
        try:
            lines.append(_read_line(where, line.rstrip(" \t\r")))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    if not lines:
        raise ValueError(f"{path}: no positions in this suite")
    return lines


def _read_line(where: str, line: str) -> SuiteLine:
    fields = iter(line.split(" ; "))
    game, options = _read_game(next(fields))
    how, _, what = next(fields, "").partition(" ")
    if how == "moves":
        state = set_up(game, options, None, what.split())
    elif how == "position":
        state = set_up(game, options, what, ())
    else:
        raise ValueError(f"second field {shown(how)} is neither 'moves ...' nor 'position ...'")
    counts, name = _read_counts(fields)
    return SuiteLine(where, state, counts, name)


def _read_game(field: str) -> tuple[str, dict[str, Any]]:
    # 40 digits hold every count; Python reads no number of more than some 4300.
    shape = r"(\S+) size=(\d{1,40}) pie=(on|off)(?: komi=(-?\d{1,40}))?"
    match = re.fullmatch(shape, field, re.ASCII)
    if match is None:
        raise ValueError(f"first field {shown(field)} is not 'GAME size=N pie=on|off [komi=K]'")
    game, size, pie, komi = match.groups()
    options: dict[str, Any] = {"size": int(size), "pie": pie == "on"}
    if komi is not None:
        options["komi"] = int(komi)
    return game, options


def _read_counts(fields: Iterator[str]) -> tuple[dict[int, int], str]:
    counts: dict[int, int] = {}
    name = ""
    for field in fields:
        match = re.fullmatch(r"D(\d{1,40}) (\d{1,40})", field, re.ASCII)
        if name:
            raise ValueError(f"field {shown(field)} stands after the name")
        if field.startswith("name ") and counts:
            name = field[len("name ") :]
        elif match is None:
            raise ValueError(f"field {shown(field)} is not a count 'D<depth> <count>'")
        elif int(match[1]) > lib.RG_MAX_DEPTH:
            raise ValueError(f"depth {match[1]} is not within 0 to {lib.RG_MAX_DEPTH}")
        elif int(match[1]) in counts:
            raise ValueError(f"depth {match[1]} is given twice")
        else:
            counts[int(match[1])] = int(match[2])
    if not counts:
        raise ValueError("no count 'D<depth> <count>'")
    return counts, name
