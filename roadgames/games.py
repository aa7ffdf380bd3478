"""The games. A game fixes the rules and the numbers of the actions; it makes states.

Points are numbered row by row from the top: point = row * size + column. Their texts are a column
letter from the left and a row number from the bottom: on 5x5 `a1` is point 20.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np

from . import state as _state
from ._check import made_once, shown, whole
from ._native import lib
from .registry import TRAITS, Traits, kind_of
from .rules import Rules
from .symmetry import Symmetry

__all__ = ["Game", "KomiGame", "Kopano", "Rhode", "Rumbo", "load_game"]


class Game(Rules):
    """What the games share. Immutable and hashable; games of the same kind and options are equal.

    size: lines a side, 2 to 19. pie: whether evening out the first player's advantage (swap; in
    Rumbo naming the komi and picking a side) is part of the game. traits: what the game is, a
    `registry.Traits`. name and players are traits too, which stand here by themselves: the name
    that `load_game` knows, and what the players are called, by colour.
    """

    def symmetries(self) -> list[Symmetry]:
        """The eight symmetries, the identity first; the last four exchange colours.

        Rhode, Kopano: the rotations and reflections of the square; those that exchange the edges of
        Black and White exchange the colours too. Rumbo: the rotations, each with and without
        exchange of the stones' colours; quarter turns exchange the players too.

        >>> [s.name for s in Kopano(5).symmetries() if s.exchanges_colors]
        ['transposed', 'quarter turn', 'quarter turn back', 'transposed in the other diagonal']
        """
        return [Symmetry(self, index) for index in range(lib.RG_SYMMETRIES)]

    def new_initial_state(self, text: str | None = None) -> _state.State:
        """The start of the game or, with text, the position that `str` of a state gave.

        ValueError where the text is not exactly such a line, is of another game or other options,
        or is an impossible position; the message says what and where.

        >>> str(Rhode(3, pie=False).new_initial_state())
        'rhode 3 nopie b 0 .../.../...'
        """
        return _state.initial(self) if text is None else _state.from_text(self, text)

    def state_from_bytes(
        self, data: bytes | bytearray | memoryview | np.ndarray[Any, Any]
    ) -> _state.State:
        """The position that `State.to_bytes` of a state of this game gave.

        data: bytes or another object with the buffer protocol, e.g. a row of a numpy uint8 array.
        ValueError where it is not such a position, TypeError where it is no such object.
        """
        return _state.from_bytes(self, data)

    def _with_colors_exchanged(self) -> Game:
        """The game that this one's positions belong to when colours are exchanged."""
        return self


@dataclass(frozen=True)
class KomiGame(Game):
    """A game in which points, the komi, are added to those of the second colour.

    komi: those points, -(size**2 - 1) to size**2 - 1, even on odd sizes and odd on even ones so
    that no game is tied; left out it is 0 on odd sizes and 1 on even ones. With pie=True giving one
    is a ValueError: seat 0 names it and seat 1 picks a side, as actions.
    """

    komi: int | None = None

    def _settle(self) -> None:
        if self.pie:
            if self.komi is not None:
                raise ValueError(
                    "komi is named in the game with pie=True: "
                    f"expected none, not {shown(self.komi)}"
                )
            super()._settle()
        elif self.komi is None:
            self._set("komi", next(komi for komi in (0, 1) if self._accepts(komi)))
        else:
            self._set("komi", whole(self.komi, "komi"))
            if not self._accepts(self.komi):
                raise ValueError(self._why_not_komi(self.komi))

    def _why_not_komi(self, komi: int) -> str:
        most = self.size**2 - 1
        if abs(komi) > most:
            return f"komi must be {-most} to {most}, not {shown(komi)}"
        parity = "even" if self.size % 2 else "odd"
        return (
            f"komi must be {parity} on {self.size}x{self.size}, so that no game is tied, not {komi}"
        )

    def _with_colors_exchanged(self) -> Game:
        return self if self.komi is None else replace(self, komi=-self.komi)


Class = TypeVar("Class", bound=type[Game])


def _registered(kind: Class) -> Class:
    """Completes a class that is named after a game's title, with its traits in the registry."""
    traits = next(traits for traits in TRAITS if traits.title == kind.__name__)
    kind.traits, kind.name, kind.players = traits, traits.name, traits.players
    # For dataclass an attribute with an annotation is a field, and its value the default.
    kind.pie = traits.default_pie
    kind.__annotations__ = {"pie": "bool"}
    return made_once(dataclass(frozen=True)(kind))  # type: ignore[return-value]


@_registered
class Rhode(Game):
    """Rhode, also called Road: join your two edges orthogonally; crosscuts cost the mover stones.

    Actions: the points, then swap.

    >>> Rhode(7)
    Rhode(size=7, pie=True)
    """


@_registered
class Kopano(Game):
    """Kopano: join your two edges in eight directions; no crosscuts, few weak connections.

    Actions: the points, then swap, then pass.

    >>> Kopano(7, pie=False) == load_game("kopano", size=7, pie=False)
    True
    """


@_registered
class Rumbo(KomiGame):
    """Rumbo: claim groups of either colour by the directions in which they touch the last stone.

    komi: points added to Horizontal's at the end, -(size**2 - 1) to size**2 - 1, even on odd sizes
    and odd on even ones so that no game is tied; left out it is 0 on odd sizes and 1 on even ones.
    With pie=True giving one is a ValueError: seat 0 names it and seat 1 picks a side, as actions.

    Actions: a black stone on each point, a white stone on each point; with pie=True then the komi
    from the least to the greatest, vertical, horizontal.

    >>> Rumbo(4)
    Rumbo(size=4, pie=False, komi=1)
    """


def _class_of(traits: Traits) -> type[Game]:
    """The class above that has the title of a game; where there is none, a plain one."""
    if traits.title not in globals():
        base = KomiGame if traits.has_komi else Game
        about = {"__module__": __name__, "__doc__": f"{traits.title}, which has no documentation."}
        # It stands in this module, where pickles look for it.
        globals()[traits.title] = _registered(type(traits.title, (base,), about))
    found: type[Game] = globals()[traits.title]
    return found


# In the order of the registry.
CLASSES = tuple(_class_of(traits) for traits in TRAITS)


def load_game(name: str, size: int = 11, **options: Any) -> Game:
    """The game of this name, such as "kopano"; an unknown one is told all there are.

    options: pie=True or False and, for games that have one, komi, as in the classes. ValueError
    for other names, TypeError for other options.

    >>> load_game("rumbo", size=5, komi=-2)
    Rumbo(size=5, pie=False, komi=-2)
    """
    kind = CLASSES[kind_of(name)]
    known = [option.name for option in fields(kind) if option.init and option.name != "size"]
    for option in options:
        if option not in known:
            raise TypeError(
                f"{kind.name} has no option {shown(option)}: expected {', '.join(known)}"
            )
    return kind(size, **options)
