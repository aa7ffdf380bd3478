"""Single steps of the rules in C, from positions at 10, 50 and 90% full; see primitives.c.

A unit is a set of legal placements, of crosscuts or of holes; a stone placed, with what that line
is about (removal, claims, the win); or a group flooded.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cffi import FFI
from pytest_benchmark.fixture import BenchmarkFixture

import roadgames as rg
from roadgames._native import ffi as native
from roadgames._native import lib

from . import machine
from .workloads import FILLS, HERE, SIZES, Position, positions

REPEAT = 200


@cache
def library(game: str, words: int) -> Any:
    """primitives.c for a game and so many words at the level in use, compiled on first use."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        pytest.skip(f"no C compiler {compiler}")
    path = Path("build") / f"primitives_{game}_{machine.cpu_level()}_w{words}.so"
    path.parent.mkdir(exist_ok=True)
    flags = ["-std=c11", "-O3", "-fPIC", "-fvisibility=hidden", "-shared"]
    macros = [f"-DRG_GAME={game}", f"-DRG_LEVEL={machine.cpu_level()}", f"-DRG_W={words}"]
    source = [f"-I{HERE.parent / 'csrc'}", str(HERE / "primitives.c"), "-o", str(path)]
    subprocess.run([compiler, *flags, *macros, *source], check=True)
    ffi = FFI()
    ffi.cdef("int primitive(int what, uintptr_t state, int repeat);")
    return ffi.dlopen(str(path.resolve()))


# ---- The answers, by other means ----


def children(state: rg.State) -> list[rg.State]:
    found = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        found.append(child)
    return found


def legality(state: rg.State) -> tuple[int, int]:
    return len(state.legal_actions()), 1


def crosscut(state: rg.State) -> tuple[int, int]:
    position = state._position()
    why = [lib.rg_why_not(position, point) for point in range(state.game.size**2)]
    return why.count(lib.RG_CROSSCUT), 1


def removal(state: rg.State) -> tuple[int, int]:
    stones = int((state.board > 0).sum())
    after = [int((child.board > 0).sum()) for child in children(state)]
    return sum(stones + 1 - count for count in after), len(after)


def win_test(state: rg.State) -> tuple[int, int]:
    ended = [child.is_terminal() for child in children(state)]
    return sum(ended), len(ended)


def claim(state: rg.State) -> tuple[int, int]:
    scores = [sum(child.score()) for child in children(state)]
    return sum(scores), len(scores)


def liberties(state: rg.State) -> tuple[int, int]:
    """Groups that touch an empty point, and groups."""
    board = np.pad(state.board, 1, constant_values=-1)
    groups = free = 0
    left = {(int(r), int(c)) for r, c in zip(*np.nonzero(board > 0), strict=True)}
    while left:
        todo = [left.pop()]
        groups += 1
        touches = False
        while todo:
            row, column = todo.pop()
            for near in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                touches |= board[near] == 0
                if near in left and board[near] == board[row, column]:
                    left.remove(near)
                    todo.append(near)
        free += touches
    return free, groups


# Name, number in primitives.c, games, and what gives the answer and the units.
PRIMITIVES: list[tuple[str, int, tuple[str, ...], Callable[[rg.State], tuple[int, int]]]] = [
    ("legality", 0, ("rhode", "kopano"), legality),
    ("hole test", 0, ("rumbo",), legality),
    ("crosscut", 1, ("kopano",), crosscut),
    ("removal", 2, ("rhode",), removal),
    ("stone and win test", 3, ("rhode", "kopano"), win_test),
    ("stone and claim", 3, ("rumbo",), claim),
    ("liberty flood", 4, ("rumbo",), liberties),
]
CASES = [
    pytest.param(
        name,
        number,
        expect,
        positions()[game, size, f"{fill}%"],
        id=f"{name}-{game}-{size}-{fill}%",
    )
    for (name, number, games, expect), size, fill in product(PRIMITIVES, SIZES, FILLS)
    for game in games
]


@pytest.mark.parametrize(("name", "number", "expect", "position"), CASES)
def test_primitive(
    benchmark: BenchmarkFixture,
    name: str,
    number: int,
    expect: Callable[[rg.State], tuple[int, int]],
    position: Position,
) -> None:
    answer, units = expect(position.state)
    code = library(position.game, -(-(position.size**2) // 64))
    state = position.state._position()
    address = int(native.cast("uintptr_t", state))
    benchmark.extra_info.update(what=name, game=position.game, size=position.size)
    benchmark.extra_info.update(fill=position.fill, units=units * REPEAT)
    assert benchmark(code.primitive, number, address, REPEAT) == answer
