"""The games that the engine has: what the tests are parametrized with.

A game that the engine registers is tested wherever these lists are used, with nothing to add there.
"""

from __future__ import annotations

from roadgames import registry
from roadgames._native import lib

# By name, in the order of their numbers.
TRAITS = {traits.name: traits for traits in registry.TRAITS}
NAMES = list(TRAITS)

# (name, pie): every game with and without its opening.
KINDS = [(name, pie) for name in NAMES for pie in (False, True)]

# Whose two colours each join two edges; the others are about claims.
CONNECTION = [name for name in NAMES if TRAITS[name].links]


def ships(name: str) -> bool:
    """Whether the public header has a number for the game: others are for tests alone."""
    return hasattr(lib, f"RG_{name.upper()}")


EXTRA = [name for name in NAMES if not ships(name)]
