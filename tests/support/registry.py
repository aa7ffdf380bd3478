"""The games that the engine has, with their traits: what the tests are parametrized with.

A game that the engine registers is tested wherever these lists are used, with nothing to add there.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from roadgames._native import ffi, lib


def _value(value: Any) -> Any:
    """A member of rg_traits in Python's terms: texts, tuples of texts, numbers."""
    if isinstance(value, int):
        return value
    if ffi.typeof(value).kind == "array":
        return tuple(_value(part) for part in value)
    return ffi.string(value).decode() if value else None


def _traits(kind: int) -> SimpleNamespace:
    """rg_game_traits(), with kind among them."""
    traits = lib.rg_game_traits(kind)
    members = {name: _value(getattr(traits, name)) for name in dir(traits)}
    return SimpleNamespace(kind=kind, **members)


# By name, in the order of their numbers.
TRAITS = {traits.name: traits for traits in map(_traits, range(lib.rg_game_count()))}
NAMES = list(TRAITS)

# (name, pie): every game with and without its opening.
KINDS = [(name, pie) for name in NAMES for pie in (False, True)]

# Whose two colours each join two edges; the others are about claims.
CONNECTION = [name for name in NAMES if TRAITS[name].links]


def ships(name: str) -> bool:
    """Whether the public header has a number for the game: others are for tests alone."""
    return hasattr(lib, f"RG_{name.upper()}")


EXTRA = [name for name in NAMES if not ships(name)]


def may_repeat(name: str) -> bool:
    """Whether positions can come back, so that a game need not end."""
    return bool(TRAITS[name].finite_size < lib.RG_MAX_SIZE)
